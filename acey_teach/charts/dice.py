"""The charts of the dice: what each of the 36 throws allows, and how likely a throw allows something."""

from __future__ import annotations

import altair as alt

from acey_teach.charts import theme as th
from acey_teach.charts.geometry import Data, between, finish, px

NUMBERS = [1, 2, 3, 4, 5, 6]
USES = ["again", "all", "part", "none"]
_SIDE = 40
_PIPS = {
    "left top": [2, 3, 4, 5, 6],
    "right top": [4, 5, 6],
    "left": [6],
    "middle": [1, 3, 5],
    "right": [6],
    "left bottom": [4, 5, 6],
    "right bottom": [2, 3, 4, 5, 6],
}
"""On which faces of a die there is a pip in each of its seven places."""


def rolls(data: Data) -> alt.LayerChart:
    """A cell for each of the 36 throws: down the one die, across the other.

    Rows: first, second (1 to 6), use ("again", "all", "part" or "none"), sign (what stands in the cell), hit (true
    frames it), label.
    """
    x = alt.X("second:N", axis=None, scale=alt.Scale(domain=NUMBERS, range=between(_SIDE, "width"), paddingInner=0.1))
    y = alt.Y("first:N", axis=None, scale=alt.Scale(domain=NUMBERS, range=between(34, 266), paddingInner=0.12))
    middle_x, middle_y = (alt.X("second:N", bandPosition=0.5, axis=None), alt.Y("first:N", bandPosition=0.5, axis=None))
    base = alt.Chart(data).transform_calculate(id="datum.first + ' ' + datum.second")
    colours = alt.Scale(domain=USES, range=[th.FILLS[0], th.TINTS[0], th.TINTS[1], th.SUNK])
    inks = alt.Scale(domain=USES, range=[th.ON_INK, th.INK, th.INK, th.INK_2])
    across, down = (
        base.transform_filter("datum.first === 1"),
        base.transform_filter("datum.second === 1"),
    )
    layers: list[alt.Chart] = [
        base.mark_rect(cornerRadius=5).encode(
            x=x, y=y, color=alt.Color("use:N", scale=colours, legend=None), tooltip="label:N", key="id:N"
        ),
        base.transform_filter("datum.hit")
        .mark_rect(cornerRadius=5, fillOpacity=0, stroke=th.INK, strokeWidth=2.5)
        .encode(x=x, y=y),
        base.mark_text(fontWeight=700, fontSize=15).encode(
            x=middle_x, y=middle_y, text="sign:N", color=alt.Color("use:N", scale=inks, legend=None), tooltip="label:N"
        ),
    ]
    for place, faces in _PIPS.items():
        left = 7 * (("right" in place) - ("left" in place))
        top = 7 * (("bottom" in place) - ("top" in place))
        layers += [
            across.transform_filter(f"indexof({faces}, datum.second) >= 0")
            .mark_point(size=18, color=th.INK, xOffset=left, yOffset=top)
            .encode(x=middle_x, y=alt.value(14)),
            down.transform_filter(f"indexof({faces}, datum.first) >= 0")
            .mark_point(size=18, color=th.INK, xOffset=left, yOffset=top)
            .encode(x=alt.value(16), y=middle_y),
        ]
    return finish("rolls", *layers)


def chances(data: Data) -> alt.LayerChart:
    """Bars on rails: how likely a throw allows something.

    Rows: at (0 for the first bar, up to 3), label, p, text ("20/36"), percent.
    """
    base = (
        alt.Chart(data)
        .transform_calculate(size="length(datum.label)")
        .transform_joinaggregate(longest="max(size)")
        .transform_calculate(left="max(96, 12 + 7.8 * datum.longest)")
    )
    at = "datum.left + {} * max(10, width - 108 - datum.left)"
    down = "16 + 32 * datum.at"
    row = base.encode(y=px(down))
    bar = base.encode(y=px(f"{down} - 11"), y2=px(f"{down} + 11"))
    return finish(
        "chances",
        row.mark_text(align="left", fontSize=14, fontWeight=600, color=th.INK).encode(x=alt.value(0), text="label:N"),
        bar.mark_rect(cornerRadius=3, color=th.SUNK).encode(x=px(at.format(0)), x2=px(at.format(1))),
        bar.mark_rect(cornerRadius=3, color=th.FILLS[0]).encode(x=px(at.format(0)), x2=px(at.format("datum.p"))),
        row.mark_text(align="left", fontSize=15, fontWeight=700, color=th.INK).encode(
            x=px("width - 98"), text="text:N"
        ),
        row.mark_text(align="right").encode(x=px("width"), text="percent:N"),
    )
