"""The heat map of all pairs of posts: what a bet on each is worth."""

from __future__ import annotations

import altair as alt

from acey_teach.charts import theme as th
from acey_teach.charts.geometry import RANKS, Data, between, finish


def pairs(data: Data) -> alt.LayerChart:
    """A cell for each two ranks: down the first card, across the second.

    Rows: first, second (names of ranks), value (chips for each chip staked, a float), sign ("+", "−", "0"), text (the
    value in a few letters, shown where there is room), label; `new` is true where the sign is another one than before.
    """
    x = alt.X("second:N", axis=None, scale=alt.Scale(domain=RANKS, range=between(26, "width"), paddingInner=0.06))
    y = alt.Y("first:N", axis=None, scale=alt.Scale(domain=RANKS, range=between(24, 362), paddingInner=0.08))
    base = alt.Chart(data).transform_calculate(id="datum.first + ' ' + datum.second")
    middle = base.encode(
        x=alt.X("second:N", bandPosition=0.5, axis=None), y=alt.Y("first:N", bandPosition=0.5, axis=None)
    )
    sign = alt.Scale(domain=["+", "0", "−"], range=[th.FILLS[0], th.SUNK, th.FILLS[2]])
    roomy = "width > 560"
    return finish(
        "pairs",
        base.transform_filter("datum.first === '2'")
        .mark_text(fontWeight=600)
        .encode(x=alt.X("second:N", bandPosition=0.5, axis=None), y=alt.value(11), text="second:N"),
        base.transform_filter("datum.second === '2'")
        .mark_text(fontWeight=600)
        .encode(x=alt.value(11), y=alt.Y("first:N", bandPosition=0.5, axis=None), text="first:N"),
        base.mark_rect(cornerRadius=4, fill=th.SUNK).encode(x=x, y=y, key="id:N"),
        base.transform_calculate(strength="datum.sign === '0' ? 0 : 0.1 + 0.35 * min(1, abs(datum.value))")
        .mark_rect(cornerRadius=4)
        .encode(
            x=x,
            y=y,
            color=alt.Color("sign:N", scale=sign, legend=None),
            opacity=alt.Opacity("strength:Q", scale=None),
            tooltip="label:N",
            key="id:N",
        ),
        base.transform_filter("datum.new")
        .mark_rect(cornerRadius=4, fillOpacity=0, stroke=th.INK, strokeWidth=2)
        .encode(x=x, y=y),
        middle.transform_calculate(shown=f"{roomy} ? datum.text : datum.sign")
        .mark_text(color=th.INK, fontWeight=600)
        .encode(text="shown:N"),
    )
