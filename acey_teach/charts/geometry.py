"""What the specs share: positions, colours and shapes by outcome, and the block a chart stands in."""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from acey_teach.charts import HEIGHTS
from acey_teach.charts import theme as th

Data = alt.NamedData | alt.InlineData | str

RANKS: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def px(expression: str) -> Any:
    """A position in pixels, worked out in the browser (`width` is the width of the chart)."""
    return alt.value({"expr": expression})


def between(start: float | str, end: float | str) -> Any:
    return [v if isinstance(v, (int, float)) else {"expr": v} for v in (start, end)]


def by_kind(colours: list[str], seen: str = th.CLEAR, unseen: str = th.CLEAR) -> Any:
    """Colour by outcome, and for a card that has none: seen, or unseen while there are no posts."""
    scale = alt.Scale(domain=[*th.KINDS, "seen", "unseen"], range=[*colours, seen, unseen])
    return alt.Color("kind:N", scale=scale, legend=None)


def shape() -> Any:
    scale = alt.Scale(domain=[*th.KINDS, "seen"], range=[*th.SHAPES, th.CROSS])
    return alt.Shape("kind:N", scale=scale, legend=None)


def finish(name: str, *layers: alt.Chart) -> alt.LayerChart:
    """One block: as wide as its container, as high as promised, see-through, never read out.

    The library's own descriptions are English and repeat what a sentence and a table beside the
    chart say in the reader's language, so marks stay out of the accessibility tree.
    """
    whole: alt.LayerChart = (
        alt.layer(*layers)
        .resolve_scale(color="independent", shape="independent")
        .properties(width="container", height=HEIGHTS[name], padding=0, autosize=alt.AutoSizeParams(type="none"))
        .configure(background=th.CLEAR, aria=False)
        .configure_view(stroke=None)
        .configure_text(font=th.FONT, fontSize=13, color=th.INK_2, baseline="middle")
        .configure_point(filled=True, opacity=1, strokeWidth=0)
        .configure_rule(color=th.INK)
    )
    return whole
