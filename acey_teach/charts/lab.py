"""The charts of the strategy lab: a mean that settles down, and how far single results spread.

Rows carry positions from 0 to 1, across and up: what the axes are is said by the rows too.
"""

from __future__ import annotations

from typing import Any

import altair as alt

from acey_teach.charts import theme as th
from acey_teach.charts.geometry import Data, finish, px

LEFT, RIGHT, TOP = 58, 28, 30


def settle(data: Data, name: str = "settle") -> alt.LayerChart:
    """A value on its way, with the band that holds it, and the lines it may come to.

    Rows have a `role`. "way": at, mid, low, high. "line": at (up), text; `dashed` true for a value that is not the
    true one, `above` where its text stands over it. "x" and "y": at, text, the numbers at the axes. "xname" and
    "yname": text.
    """
    floor = 176
    base = alt.Chart(data)
    x, y = f"{LEFT} + (width - {LEFT + RIGHT}) * {{}}", f"{floor} - {floor - TOP} * {{}}"

    def role(name: str, more: str = "") -> Any:
        return base.transform_filter(f"datum.role === '{name}'{more}")

    way = role("way").encode(x=px(x.format("datum.at")))

    def rule(more: str, **style: Any) -> Any:
        return (
            role("line", more)
            .mark_rule(strokeWidth=2, **style)
            .encode(
                x=alt.value(LEFT), x2=px(f"width - {RIGHT}"), y=px(y.format("datum.at")), y2=px(y.format("datum.at"))
            )
        )

    label = role("line").encode(
        x=px(f"width - {RIGHT}"), y=px(y.format("datum.at") + " + (datum.above ? -10 : 12)"), text="text:N"
    )
    return finish(
        name,
        *_axes(role, x, y, floor),
        way.mark_area(color=th.TINTS[0]).encode(y=px(y.format("datum.low")), y2=px(y.format("datum.high"))),
        way.mark_line(strokeWidth=2.5, color=th.FILLS[0], strokeJoin="round").encode(y=px(y.format("datum.mid"))),
        rule(" && !datum.dashed", color=th.INK),
        rule(" && datum.dashed", color=th.FILLS[2], strokeDash=[6, 4]),
        label.mark_text(align="right", fontWeight=700, stroke=th.PAPER, strokeWidth=4, strokeJoin="round"),
        label.mark_text(align="right", fontWeight=700, color=th.INK),
    )


def chance(data: Data) -> alt.LayerChart:
    """The same of a chance, stake by stake: rows as in `settle`."""
    return settle(data, "chance")


def spread(data: Data) -> alt.LayerChart:
    """How often a result fell into each stretch, and where the mean is.

    Rows have a `role`. "bar": low, high (across), share (up), label. "line": at (across), text. "x": at, text.
    "xname": text.
    """
    floor = 136
    base = alt.Chart(data)
    x, y = f"{LEFT} + (width - {LEFT + RIGHT}) * {{}}", f"{floor} - {floor - TOP} * {{}}"

    def role(name: str) -> Any:
        return base.transform_filter(f"datum.role === '{name}'")

    line = role("line").encode(x=px(x.format("datum.at")))
    return finish(
        "spread",
        *_axes(role, x, y, floor),
        role("bar")
        .mark_rect(color=th.FILLS[0])
        .encode(
            x=px(x.format("datum.low") + " + 1"),
            x2=px(x.format("datum.high")),
            y=px(y.format("datum.share")),
            y2=alt.value(floor),
            tooltip="label:N",
        ),
        line.mark_rule(strokeWidth=2).encode(y=alt.value(TOP - 8), y2=alt.value(floor)),
        line.mark_text(fontWeight=700, color=th.INK).encode(y=alt.value(TOP - 18), text="text:N"),
    )


def ranking(data: Data) -> alt.LayerChart:
    """A mark with its interval for each entrant, the first at the top.

    Rows have a `role`. "mark": at, low, high (across), row (down), text. "zero": at. "x": at, text. "xname": text.
    """
    floor, name = 206, 132
    base = alt.Chart(data)
    x, down = f"{name} + (width - {name + RIGHT}) * {{}}", f"{floor - TOP} * datum.row + {TOP}"

    def role(name: str) -> Any:
        return base.transform_filter(f"datum.role === '{name}'")

    mark = role("mark").encode(y=px(down))
    across = role("x")
    return finish(
        "ranking",
        across.mark_rule(color=th.LINE).encode(x=px(x.format("datum.at")), y=alt.value(TOP), y2=alt.value(floor)),
        across.mark_text().encode(x=px(x.format("datum.at")), y=alt.value(floor + 14), text="text:N"),
        role("xname").mark_text(align="right").encode(x=px(f"width - {RIGHT}"), y=alt.value(floor + 35), text="text:N"),
        role("zero")
        .mark_rule(strokeWidth=2)
        .encode(x=px(x.format("datum.at")), y=alt.value(TOP - 8), y2=alt.value(floor)),
        mark.mark_rule(strokeWidth=5, color=th.FILLS[0], strokeCap="round").encode(
            x=px(x.format("datum.low")), x2=px(x.format("datum.high"))
        ),
        mark.mark_point(size=150, color=th.PAPER, shape="circle").encode(x=px(x.format("datum.at"))),
        mark.mark_point(size=80, color=th.INK, shape="circle").encode(x=px(x.format("datum.at"))),
        mark.mark_text(align="left", color=th.INK, limit=name - 10).encode(x=alt.value(2), text="text:N"),
    )


def _axes(role: Any, x: str, y: str, floor: int) -> list[Any]:
    """The lines and numbers behind a chart."""
    across, up = role("x"), role("y")
    return [
        across.mark_rule(color=th.LINE).encode(
            x=px(x.format("datum.at")), y=alt.value(TOP), y2=alt.value(floor)
        ),
        up.mark_rule(color=th.LINE).encode(
            x=alt.value(LEFT), x2=px(f"width - {RIGHT}"), y=px(y.format("datum.at")), y2=px(y.format("datum.at"))
        ),
        across.mark_text().encode(x=px(x.format("datum.at")), y=alt.value(floor + 14), text="text:N"),
        up.mark_text(align="right").encode(x=alt.value(LEFT - 8), y=px(y.format("datum.at")), text="text:N"),
        role("xname").mark_text(align="right").encode(
            x=px(f"width - {RIGHT}"), y=alt.value(floor + 35), text="text:N"
        ),
        role("yname").mark_text(align="left").encode(x=alt.value(2), y=alt.value(10), text="text:N"),
    ]  # fmt: skip
