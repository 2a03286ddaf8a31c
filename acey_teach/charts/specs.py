"""The four live charts. Each takes its data (named, or with values inside) and holds no word of its own.

All geometry is inside the plot, without axes or legends made by the library: the height never
changes, nothing has to be measured, and each label comes from the rows.
"""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from acey_teach.charts import HEIGHTS
from acey_teach.charts import theme as th

Data = alt.NamedData | alt.InlineData | str

RANKS: Final = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def _px(expression: str) -> Any:
    """A position in pixels, worked out in the browser (`width` is the width of the chart)."""
    return alt.value({"expr": expression})


def _range(start: float | str, end: float | str) -> Any:
    return [v if isinstance(v, (int, float)) else {"expr": v} for v in (start, end)]


def _by_kind(colours: list[str], fallback: str) -> Any:
    """Colour by outcome; `fallback` for a card that has none: seen, or no posts yet."""
    return alt.Color("kind:N", scale=alt.Scale(domain=[*th.KINDS, "seen"], range=[*colours, fallback]), legend=None)


def _shape() -> Any:
    scale = alt.Scale(domain=[*th.KINDS, "seen"], range=[*th.SHAPES, th.CROSS])
    return alt.Shape("kind:N", scale=scale, legend=None)


def _finish(name: str, *layers: alt.Chart) -> alt.LayerChart:
    """One block: as wide as its container, as high as promised, see-through, never read out.

    The library's own descriptions are English and repeat what a sentence and a table beside the
    chart say in the reader's language, so marks stay out of the accessibility tree.
    """
    return (
        alt.layer(*layers)
        .resolve_scale(color="independent", shape="independent")
        .properties(width="container", height=HEIGHTS[name], padding=0, autosize=alt.AutoSizeParams(type="none"))
        .configure(background=th.CLEAR, font=th.FONT, aria=False)
        .configure_view(stroke=None)
        .configure_text(fontSize=13, color=th.INK_2, baseline="middle")
        .configure_point(filled=True, opacity=1, strokeWidth=0)
        .configure_rule(color=th.INK)
    )


def deck(data: Data) -> alt.LayerChart:
    """The deck is the chart: a tile for each card, ranks across, suits down.

    Rows: rank, suit, suitkey, kind, label; `post` true on the four cards of a post's rank keeps its
    heading marked when no unseen card of that rank is left.
    """
    x = alt.X("rank:N", axis=None, scale=alt.Scale(domain=RANKS, range=_range(26, "width"), paddingInner=0.08))
    y = alt.Y("suitkey:N", axis=None, scale=alt.Scale(domain=th.SUITS, range=_range(27, 127), paddingInner=0.08))
    base = (
        alt.Chart(data)
        .transform_calculate(held="datum.kind === 'post' || datum.post === true ? 1 : 0")
        .transform_joinaggregate(posts="max(held)", groupby=["rank"])
    )
    seen = "datum.kind === 'seen'"
    heads = base.transform_filter("datum.suitkey === 's'")
    pill = heads.transform_filter("datum.posts > 0").mark_rect(cornerRadius=4, fill=th.INK)
    suit = alt.Scale(domain=th.SUITS, range=th.PIPS)
    inks = alt.Scale(domain=th.SUITS, range=th.SUIT_INKS)
    tile = base.mark_rect(cornerRadius=4, strokeWidth=1)
    return _finish(
        "deck",
        pill.encode(x=x, y=alt.value(0), y2=alt.value(23)),
        heads.mark_text(fontWeight=600).encode(
            x=alt.X("rank:N", bandPosition=0.5, axis=None),
            y=alt.value(12.5),
            text="rank:N",
            color=alt.condition("datum.posts > 0", alt.value(th.ON_INK), alt.value(th.INK_2)),
        ),
        base.transform_filter("datum.rank === '2'")
        .mark_point(size=70)
        .encode(
            x=alt.value(11),
            y=alt.Y("suitkey:N", bandPosition=0.5, axis=None),
            shape=alt.Shape("suitkey:N", scale=suit, legend=None),
            color=alt.Color("suitkey:N", scale=inks, legend=None),
        ),
        tile.encode(
            x=x,
            y=y,
            color=_by_kind(th.TINTS, th.CLEAR),
            stroke=alt.condition(seen, alt.value(th.LINE), alt.value(th.CLEAR)),
            tooltip="label:N",
        ),
        base.mark_point().encode(
            x=alt.X("rank:N", bandPosition=0.5, axis=None),
            y=alt.Y("suitkey:N", bandPosition=0.5, axis=None),
            shape=_shape(),
            color=_by_kind(th.FILLS, th.INK_3),
            size=alt.condition(seen, alt.value(50), alt.value(66)),
            tooltip="label:N",
        ),
    )


def outcome(data: Data) -> alt.LayerChart:
    """Three bars on rails: what the third card can be. The dashed tick is the count with posts only.

    Rows: kind, label, p, text ("28/50"), percent, ghost (a probability or null).
    """
    base = (
        alt.Chart(data)
        .transform_calculate(size="length(datum.label)")
        .transform_joinaggregate(longest="max(size)")
        # Bars begin where the longest word ends, in any language, and end where the fractions begin.
        .transform_calculate(left="max(102, 28 + 7.8 * datum.longest)")
        .encode(y=alt.Y("kind:N", axis=None, bandPosition=0.5, scale=alt.Scale(domain=th.KINDS, range=_range(0, 102))))
    )
    at = "datum.left + {} * max(10, width - 106 - datum.left)"
    bar = base.mark_bar(size=25, cornerRadius=3)
    ghost = base.transform_filter("isValid(datum.ghost)")
    return _finish(
        "outcome",
        base.mark_point(size=130).encode(x=alt.value(7), shape=_shape(), color=_by_kind(th.FILLS, th.CLEAR)),
        base.mark_text(align="left", fontSize=14, fontWeight=600).encode(
            x=alt.value(20), text="label:N", color=_by_kind(th.INKS, th.CLEAR)
        ),
        bar.encode(x=_px(at.format(0)), x2=_px(at.format(1)), color=alt.value(th.SUNK)),
        bar.encode(x=_px(at.format(0)), x2=_px(at.format("datum.p")), color=_by_kind(th.FILLS, th.CLEAR)),
        ghost.mark_tick(orient="vertical", size=31, thickness=2).encode(x=_px(at.format("datum.ghost"))),
        base.mark_text(align="left", fontSize=15, fontWeight=700, color=th.INK).encode(
            x=_px("width - 96"), text="text:N"
        ),
        base.mark_text(align="right").encode(x=_px("width"), text="percent:N"),
    )


def result(data: Data) -> alt.LayerChart:
    """What a stake can bring: a bar at each result on an axis of chips, and the expected value.

    Rows: kind, net (chips), p, text, ev (chips, a float), evlabel; optional: evnote under evlabel,
    axis, the sentence under the axis.
    """
    floor, top = 126, 60
    base = (
        alt.Chart(data)
        .transform_joinaggregate(least="min(net)", most="max(net)", peak="max(p)")
        .transform_calculate(lo="min(0, datum.least)", hi="max(0, datum.most)")
        .transform_calculate(span="max(1, datum.hi - datum.lo)")
    )
    at = "34 + (width - 68) * ({} - datum.lo) / datum.span"
    high = f"{floor} - {floor - top} * datum.p / max(0.7, datum.peak)"
    one = base.transform_window(row="row_number()").transform_filter("datum.row === 1")
    # Each chip has a tick while they are few, else each ten or hundred.
    step = "datum.span <= 36 ? 1 : pow(10, floor(log(datum.span) / LN10 - 0.5))"
    ticks = (
        one.transform_calculate(step=step)
        .transform_calculate(tick="sequence(ceil(datum.lo / datum.step) * datum.step, datum.hi + 1, datum.step)")
        .transform_flatten(["tick"])
    )
    signed = "({0} > 0 ? '+' : {0} < 0 ? '−' : '') + abs({0})"
    spot = base.encode(x=_px(at.format("datum.net")))
    label = spot.mark_text(align="left", dx=-9, dy=-12, fontWeight=700, color=th.INK).encode(
        y=_px(high), text="text:N"
    )
    ev = at.format("datum.ev")
    half = "(8 + 3.6 * length({}))"
    beside = "clamp(" + ev + ", {0}, width - {0})"

    def name_ev(field: str, y: int, **style: Any) -> alt.Chart:
        text = one.transform_filter(f"isValid(datum.{field})").mark_text(**style)
        return text.encode(x=_px(beside.format(half.format(f"datum.{field}"))), y=alt.value(y), text=f"{field}:N")

    return _finish(
        "result",
        ticks.mark_rule(color=th.EDGE).encode(x=_px(at.format("datum.tick")), y=alt.value(floor), y2=alt.value(floor + 5)),
        ticks.transform_filter("datum.span <= 9 || datum.tick === 0")
        .transform_calculate(sign=signed.format("datum.tick"))
        .transform_filter("datum.tick === 0 || datum.tick !== datum.least && datum.tick !== datum.most && datum.tick !== datum.least / 2")
        .mark_text()
        .encode(x=_px(at.format("datum.tick")), y=alt.value(floor + 14), text="sign:N"),
        base.transform_calculate(sign=signed.format("datum.net"))
        .mark_text(fontWeight=700, color=th.INK)
        .encode(x=_px(at.format("datum.net")), y=alt.value(floor + 14), text="sign:N"),
        spot.mark_bar(size=34, cornerRadius=3).encode(
            y=_px(high), y2=alt.value(floor), color=_by_kind(th.FILLS, th.CLEAR)
        ),
        one.mark_rule(color=th.EDGE).encode(x=_px("10"), x2=_px("width - 10"), y=alt.value(floor)),
        one.mark_rule(strokeWidth=2).encode(x=_px(ev), y=alt.value(38), y2=alt.value(floor)),
        one.mark_point(size=110, color=th.INK, shape=th.TRIANGLE).encode(x=_px(ev), y=alt.value(floor - 5)),
        label.mark_text(align="left", dx=-9, dy=-12, fontWeight=700, stroke=th.PAPER, strokeWidth=5, strokeJoin="round"),
        label,
        spot.mark_point(size=90, xOffset=-19, yOffset=-12).encode(
            y=_px(high), shape=_shape(), color=_by_kind(th.FILLS, th.CLEAR)
        ),
        name_ev("evlabel", 10, fontWeight=700, color=th.INK),
        name_ev("evnote", 27),
        one.transform_filter("isValid(datum.axis)")
        .mark_text(align="right")
        .encode(x=_px("width - 10"), y=alt.value(floor + 33), text="axis:N"),
    )


def chips(data: Data) -> alt.LayerChart:
    """Chips of each player and of the pot, turn by turn.

    Rows: step, label of the step, who, chips, pot (true for the pot), order. When the pot is far
    below the players, the empty stretch between is left out; a chip stays as high everywhere.
    """
    floor, top, gap = 176, 8, 16
    high = floor - top
    base = (
        alt.Chart(data)
        .transform_calculate(own="datum.pot ? null : datum.chips", pooled="datum.pot ? datum.chips : 0")
        .transform_joinaggregate(
            lo="min(own)", hi="max(own)", full="max(pooled)", first="min(step)", end="max(step)"
        )
        .transform_joinaggregate(stop="max(step)", groupby=["who"])
        .transform_calculate(room="0.2 * (datum.hi - datum.lo + datum.full) + 1")
        .transform_calculate(cut="max(0, datum.lo - datum.full - datum.room)")
        .transform_calculate(all="max(1, datum.hi - datum.cut, datum.full)")
        .transform_calculate(
            v="(datum.pot ? datum.chips : datum.chips - datum.cut) / datum.all",
            t="datum.end > datum.first ? (datum.step - datum.first) / (datum.end - datum.first) : 1",
            name="datum.who + '  ' + datum.chips",
        )
        .transform_calculate(size="length(datum.name)")
        .transform_joinaggregate(longest="max(size)")
        .transform_calculate(right="min(34 + 7.2 * datum.longest, 0.5 * width)")
    )
    y = f"{floor} - {high} * datum.v"
    x = "34 + (width - 34 - datum.right) * datum.t"
    # Names at the line ends move apart: each at least `gap` under the one above, the lowest on the floor.
    ends = (
        base.transform_filter("datum.step === datum.stop")
        .transform_joinaggregate(count="count()")
        .transform_window(sort=[alt.SortField("v", "descending"), alt.SortField("order")], nth="row_number()")
        .transform_calculate(fall=f"{high} * (1 - datum.v) - {gap} * datum.nth")
        .transform_window(sort=[alt.SortField("nth")], frame=[None, 0], pushed="max(fall)")
        .transform_calculate(
            at=f"{top} + min(datum.pushed + {gap} * datum.nth, {high} - {gap} * (datum.count - datum.nth))"
        )
    )
    one = base.transform_window(row="row_number()").transform_filter("datum.row === 1")
    marks = (
        one.transform_calculate(
            chip="[0, datum.full, datum.lo, datum.hi]",
            level="[0, datum.full / datum.all, (datum.lo - datum.cut) / datum.all, (datum.hi - datum.cut) / datum.all]",
        )
        .transform_flatten(["chip", "level"])
        .transform_filter("isValid(datum.chip)")
    )
    level = f"{floor} - {high} * datum.level"
    shapes = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", th.RING, th.CROSS]
    return _finish(
        "chips",
        marks.mark_rule(color=th.LINE).encode(x=_px("34"), x2=_px("width - datum.right"), y=_px(level)),
        marks.mark_text(align="right").encode(x=_px("26"), y=_px(level), text="chip:Q"),
        base.mark_line(strokeWidth=2, strokeJoin="round").encode(
            x=_px(x), y=_px(y), detail="who:N", order="step:Q",
            strokeDash=alt.condition("datum.pot", alt.value([5, 4]), alt.value([1, 0])),
        ),
        ends.mark_rule(color=th.EDGE).encode(
            x=_px("width - datum.right + 6"), x2=_px("width - datum.right + 22"), y=_px(y), y2=_px("datum.at")
        ),
        ends.mark_point(size=64, color=th.INK).encode(
            x=_px(x), y=_px(y), shape=alt.Shape("order:N", scale=alt.Scale(domain=list(range(8)), range=shapes), legend=None)
        ),
        ends.mark_text(align="left", color=th.INK).encode(
            x=_px("width - datum.right + 26"), y=_px("datum.at"), text="name:N"
        ),
    )


SPECS: Final = {"deck": deck, "outcome": outcome, "result": result, "chips": chips}
