"""Charts of the table, written in Altair; nothing here imports it until a chart is asked for.

Playing never needs Altair: `build` compiles the specs once, before the kit is installed, and then only
rows move. `chart` and `svg` are for a curious reader and for pages that run nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

__all__ = ["HEIGHTS", "NAMES", "Row", "chart", "svg"]

Row = Mapping[str, Any]
"""One row of a chart. Every word a person reads is in the rows, already translated."""

HEIGHTS: dict[str, int] = {
    "deck": 128,
    "outcome": 102,
    "result": 172,
    "chips": 224,
    "calibration": 266,
    "pairs": 364,
    "settle": 222,
    "spread": 182,
    "chance": 222,
    "ranking": 252,
    "rolls": 268,
    "chances": 128,
}
"""Each chart and its height in pixels, which never changes, so that a page does not jump."""

NAMES: tuple[str, ...] = tuple(HEIGHTS)


def chart(name: str, rows: Sequence[Row], lang: str = "en") -> alt.LayerChart:
    """One chart with its data inside, in plain colours: it renders in any notebook.

    What the rows hold is said at each chart in `specs`. Raises KeyError for an unknown name and, without
    Altair, ImportError with a sentence in `lang` that says what to install.

    >>> chart("lines", [])
    Traceback (most recent call last):
    ...
    KeyError: 'lines: one of deck, outcome, result, chips, calibration, pairs, settle, spread, chance, ranking, ...'
    """
    draw = _draw(name)
    made: alt.LayerChart = draw.chart(name, rows, lang)
    return made


def svg(name: str, rows: Sequence[Row], width: int = 372, lang: str = "en") -> str:
    """One chart as an SVG picture `width` pixels wide, in light colours, for a page that runs nothing.

    The picture is hidden from screen readers: put the sentence and the table that say the same beside it.
    Errors as for `chart`.
    """
    drawn: str = _draw(name).svg(name, rows, width, lang)
    return drawn


def _draw(name: str) -> Any:
    if name not in HEIGHTS:
        raise KeyError(f"{name}: one of {', '.join(NAMES)}")
    from acey_teach.charts import draw

    return draw
