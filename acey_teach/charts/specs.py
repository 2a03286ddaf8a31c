"""The live charts. Each takes its data (named, or with values inside) and holds no word of its own.

All geometry is inside the plot, without axes or legends made by the library: the height never
changes, nothing has to be measured, and each label comes from the rows.
"""

from __future__ import annotations

from typing import Any, Final

import altair as alt

from acey_teach.charts import theme as th
from acey_teach.charts.dice import chances, rolls
from acey_teach.charts.geometry import RANKS, Data, between, by_kind, finish, px, shape
from acey_teach.charts.heat import pairs
from acey_teach.charts.lab import chance, ranking, settle, spread


def deck(data: Data) -> alt.LayerChart:
    """The deck is the chart: a tile for each card, ranks across, suits down.

    Rows: rank, suit, suitkey, kind, label; `post` true on the four cards of a post's rank keeps its
    heading marked when no unseen card of that rank is left.
    """
    x = alt.X("rank:N", axis=None, scale=alt.Scale(domain=RANKS, range=between(26, "width"), paddingInner=0.08))
    y = alt.Y("suitkey:N", axis=None, scale=alt.Scale(domain=th.SUITS, range=between(27, 127), paddingInner=0.08))
    base = (
        alt.Chart(data)
        .transform_calculate(
            held="datum.kind === 'post' || datum.post === true ? 1 : 0", id="datum.rank + datum.suitkey"
        )
        .transform_joinaggregate(posts="max(held)", groupby=["rank"])
    )
    seen = "datum.kind === 'seen'"
    heads = base.transform_filter("datum.suitkey === 's'")
    pill = heads.transform_filter("datum.posts > 0").mark_rect(cornerRadius=4, fill=th.INK)
    suit = alt.Scale(domain=th.SUITS, range=th.PIPS)
    inks = alt.Scale(domain=th.SUITS, range=th.SUIT_INKS)
    tile = base.mark_rect(cornerRadius=4, strokeWidth=1)
    return finish(
        "deck",
        pill.encode(x=x, y=alt.value(0), y2=alt.value(23)),
        heads.mark_text(fontWeight=600).encode(
            x=alt.X("rank:N", bandPosition=0.5, axis=None),
            y=alt.value(12.5),
            text="rank:N",
            color=alt.condition("datum.posts > 0", alt.value(th.ON_INK), alt.value(th.INK_2)),
        ),
        base.transform_filter("datum.rank === '2'")
        .mark_point(size=150)
        .encode(
            x=alt.value(11),
            y=alt.Y("suitkey:N", bandPosition=0.5, axis=None),
            shape=alt.Shape("suitkey:N", scale=suit, legend=None),
            color=alt.Color("suitkey:N", scale=inks, legend=None),
        ),
        tile.encode(
            x=x,
            y=y,
            color=by_kind(th.TINTS, unseen=th.LINE),
            stroke=alt.condition(seen, alt.value(th.LINE), alt.value(th.CLEAR)),
            tooltip="label:N",
            key="id:N",
        ),
        base.mark_point().encode(
            x=alt.X("rank:N", bandPosition=0.5, axis=None),
            y=alt.Y("suitkey:N", bandPosition=0.5, axis=None),
            shape=shape(),
            color=by_kind(th.FILLS, th.INK_3),
            size=alt.condition(seen, alt.value(50), alt.value(66)),
            tooltip="label:N",
            key="id:N",
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
        .encode(y=alt.Y("kind:N", axis=None, bandPosition=0.5, scale=alt.Scale(domain=th.KINDS, range=between(0, 102))))
    )
    at = "datum.left + {} * max(10, width - 106 - datum.left)"
    bar = base.mark_bar(size=25, cornerRadius=3)
    ghost = base.transform_filter("isValid(datum.ghost)").encode(
        x=px(at.format("datum.ghost")),
        y=alt.Y("kind:N", axis=None, bandPosition=0.04),
        y2=alt.Y2("kind:N", bandPosition=0.96),
    )
    return finish(
        "outcome",
        base.mark_point(size=130).encode(x=alt.value(7), shape=shape(), color=by_kind(th.FILLS)),
        base.mark_text(align="left", fontSize=14, fontWeight=600).encode(
            x=alt.value(20), text="label:N", color=by_kind(th.INKS)
        ),
        bar.encode(x=px(at.format(0)), x2=px(at.format(1)), color=alt.value(th.SUNK)),
        bar.encode(x=px(at.format(0)), x2=px(at.format("datum.p")), color=by_kind(th.FILLS)),
        ghost.mark_rule(strokeWidth=4, color=th.PAPER),
        ghost.mark_rule(strokeWidth=2, strokeDash=[2, 2]),
        base.mark_text(align="left", fontSize=15, fontWeight=700, color=th.INK).encode(
            x=px("width - 96"), text="text:N"
        ),
        base.mark_text(align="right").encode(x=px("width"), text="percent:N"),
    )


def result(data: Data) -> alt.LayerChart:
    """What a stake can bring: a bar at each result on an axis of chips, and the expected value.

    Rows: kind, net (chips), p, text, ev (chips, a float), evlabel; optional: evnote under evlabel,
    axis, the sentence under the axis.
    """
    floor, top = 132, 68
    base = (
        alt.Chart(data)
        .transform_joinaggregate(least="min(net)", most="max(net)", peak="max(p)", nets="values(net)")
        .transform_calculate(lo="min(0, datum.least)", hi="max(0, datum.most)")
        .transform_calculate(span="max(1, datum.hi - datum.lo)", nets="pluck(datum.nets, 'net')")
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
    spot = base.encode(x=px(at.format("datum.net")))
    label = spot.mark_text(align="left", dx=-9, dy=-12, fontWeight=700, color=th.INK).encode(y=px(high), text="text:N")
    ev = at.format("datum.ev")
    # A strip of paper under a line or a number keeps it readable on a bar.
    line = one.encode(x=px(ev), y=px("isValid(datum.evnote) ? 38 : 21"), y2=alt.value(floor))
    half = "(8 + 3.6 * length({}))"
    beside = "clamp(" + ev + ", {0}, width - {0})"

    def name_ev(field: str, y: int, **style: Any) -> alt.Chart:
        text: alt.Chart = (
            one.transform_filter(f"isValid(datum.{field})")
            .mark_text(**style)
            .encode(x=px(beside.format(half.format(f"datum.{field}"))), y=alt.value(y), text=f"{field}:N")
        )
        return text

    return finish(
        "result",
        ticks.mark_rule(color=th.EDGE).encode(
            x=px(at.format("datum.tick")), y=alt.value(floor), y2=alt.value(floor + 5)
        ),
        ticks.transform_calculate(sign=signed.format("datum.tick"))
        .transform_filter("datum.span <= 9 || datum.tick === 0")
        .transform_filter("indexof(datum.nets, datum.tick) < 0")
        .mark_text()
        .encode(x=px(at.format("datum.tick")), y=alt.value(floor + 14), text="sign:N"),
        base.transform_calculate(sign=signed.format("datum.net"))
        .mark_text(fontWeight=700, color=th.INK)
        .encode(x=px(at.format("datum.net")), y=alt.value(floor + 14), text="sign:N"),
        spot.mark_bar(size=34, cornerRadius=3).encode(y=px(high), y2=alt.value(floor), color=by_kind(th.FILLS)),
        line.mark_rule(strokeWidth=5, color=th.PAPER),
        line.mark_rule(strokeWidth=2),
        one.mark_rule(color=th.EDGE).encode(x=px("10"), x2=px("width - 10"), y=alt.value(floor)),
        one.mark_point(size=110, color=th.INK, shape=th.TRIANGLE).encode(x=px(ev), y=alt.value(floor - 5)),
        label.mark_text(
            align="left", dx=-9, dy=-12, fontWeight=700, stroke=th.PAPER, strokeWidth=5, strokeJoin="round"
        ),
        label,
        spot.mark_point(size=90, xOffset=-19, yOffset=-12).encode(y=px(high), shape=shape(), color=by_kind(th.FILLS)),
        name_ev("evlabel", 10, fontWeight=700, color=th.INK),
        name_ev("evnote", 27),
        one.transform_filter("isValid(datum.axis)")
        .mark_text(align="right")
        .encode(x=px("width - 10"), y=alt.value(floor + 31), text="axis:N"),
    )


def chips(data: Data) -> alt.LayerChart:
    """Chips of each player and of the pot, turn by turn.

    Rows: step, label of the step, who, chips, pot (true for the pot), order (one for each line);
    optional: text, shown for chips that are no whole number. When the pot is far below the players,
    the empty stretch between is left out; a chip stays as high everywhere.
    """
    floor, top, gap, left = 192, 10, 17, 34
    base = (
        alt.Chart(data)
        .transform_calculate(own="datum.pot ? null : datum.chips", pooled="datum.pot ? datum.chips : 0")
        .transform_joinaggregate(lo="min(own)", hi="max(own)", full="max(pooled)", first="min(step)", end="max(step)")
        .transform_joinaggregate(stop="max(step)", groupby=["order"])
        .transform_calculate(room="0.2 * (datum.hi - datum.lo + datum.full) + 1")
        .transform_calculate(cut="max(0, datum.lo - datum.full - datum.room)")
        .transform_calculate(each=f"{floor - top} / max(1, datum.hi - datum.cut, datum.full)")
        .transform_calculate(
            y=f"{floor} - datum.each * (datum.pot ? datum.chips : datum.chips - datum.cut)",
            t="datum.end > datum.first ? (datum.step - datum.first) / (datum.end - datum.first) : 1",
            size="length(datum.who)",
            id="datum.order + ' ' + datum.step",
            amount="isValid(datum.text) ? datum.text : datum.chips === floor(datum.chips) ? datum.chips"
            " : format(datum.chips, '.2f')",
            head="datum.step === datum.first ? length(datum.label) : 0",
            tail="datum.step === datum.end ? length(datum.label) : 0",
        )
        .transform_calculate(digits="length('' + datum.amount)")
        .transform_joinaggregate(longest="max(size)", widest="max(digits)", heads="max(head)", tails="max(tail)")
        # Where the names begin, and how far the first and the last label reach when side by side.
        .transform_calculate(both=f"{left + 14} + 7.3 * (datum.heads + datum.tails)")
        .transform_calculate(edge="24 + 8 * max(3, datum.widest)")
        .transform_calculate(right="width - min(20 + datum.edge + 7.2 * datum.longest, max(140, 0.4 * width))")
    )
    x = f"{left} + (datum.right - {left}) * datum.t"
    spot = base.encode(x=px(x), y=px("datum.y"))
    # Names at the line ends move apart: each at least `gap` under the one above, the lowest on the floor.
    ends = (
        base.transform_filter("datum.step === datum.stop")
        .transform_joinaggregate(count="count()")
        .transform_window(sort=[alt.SortField("y"), alt.SortField("order")], nth="row_number()")
        .transform_calculate(free=f"datum.y - {gap} * datum.nth")
        .transform_window(sort=[alt.SortField("nth")], frame=[None, 0], pushed="max(free)")
        .transform_calculate(at=f"min(datum.pushed + {gap} * datum.nth, {floor} - {gap} * (datum.count - datum.nth))")
    )
    one = base.transform_window(sort=[alt.SortField("step")], row="row_number()").transform_filter("datum.row === 1")
    level = f"{floor} - datum.each * (datum.chip - datum.off)"
    levels = (
        one.transform_calculate(chip="[0, datum.full, datum.lo, datum.hi]", off="[0, 0, datum.cut, datum.cut]")
        .transform_flatten(["chip", "off"])
        .transform_filter("isValid(datum.chip)")
        .transform_calculate(y=level)
        # Two numbers on top of each other cannot be read: the higher stays.
        .transform_window(sort=[alt.SortField("y")], above="lag(y)")
        .transform_filter("!isValid(datum.above) || datum.y - datum.above > 14")
    )
    tint = alt.condition("datum.order % 2 === 0 || datum.pot", alt.value(th.INK), alt.value(th.EDGE))
    past = "datum.right + {}"
    return finish(
        "chips",
        levels.mark_rule(color=th.LINE).encode(x=px(str(left)), x2=px("datum.right"), y=px("datum.y")),
        levels.transform_filter("datum.chip === floor(datum.chip)")
        .mark_text(align="right")
        .encode(x=alt.value(left - 8), y=px("datum.y"), text="chip:Q"),
        one.transform_filter("datum.cut > 0")
        .mark_point(size=90, shape=th.BREAK, color=th.EDGE)
        .encode(x=alt.value(left - 14), y=px(f"{floor} - datum.each * (datum.full + (datum.lo - datum.cut)) / 2")),
        # Pieces of lines: a line of its own for each player is drawn anew at each change, six times slower.
        base.transform_calculate(x=x)
        .transform_window(sort=[alt.SortField("step")], groupby=["order"], x0="lag(x)", y0="lag(y)")
        .transform_filter("!datum.pot && isValid(datum.y0)")
        .mark_rule(strokeWidth=1.75, strokeCap="round")
        .encode(x=px(x), y=px("datum.y"), x2=px("datum.x0"), y2=px("datum.y0"), color=tint, key="id:N"),
        spot.transform_filter("datum.pot")
        .mark_line(strokeWidth=2, strokeDash=[5, 4], color=th.INK)
        .encode(order="step:Q"),
        ends.mark_rule(color=th.EDGE).encode(
            x=px(past.format(5)), x2=px(past.format(18)), y=px("datum.y"), y2=px("datum.at")
        ),
        ends.mark_point(size=50).encode(x=px(x), y=px("datum.y"), color=tint),
        ends.mark_text(align="right", fontWeight=700, color=th.INK).encode(
            x=px(past.format("datum.edge")), y=px("datum.at"), text="amount:N"
        ),
        ends.mark_text(align="left", limit=alt.expr("width - datum.right - datum.edge - 6")).encode(
            x=px(past.format("datum.edge + 6")), y=px("datum.at"), text="who:N"
        ),
        one.transform_filter("datum.end === datum.first || datum.both <= width")
        .mark_text(align="left")
        .encode(x=alt.value(left), y=alt.value(floor + 22), text="label:N"),
        base.transform_filter("datum.step === datum.end && datum.end > datum.first")
        .transform_window(row="row_number()")
        .transform_filter("datum.row === 1")
        .mark_text(align="right", limit=alt.expr("width"))
        .encode(x=px("min(width, max(datum.right + 8, datum.both))"), y=alt.value(floor + 22), text="label:N"),
    )


def calibration(data: Data) -> alt.LayerChart:
    """Probabilities somebody said (across) beside the exact ones (up); on the diagonal they are the same.

    Rows have a `role`. "mark": said, exact (0 to 1), kind (where the third card fell; "seen" when none was turned),
    label; a thin line shows how far it is from the diagonal. "group": low, high (0 to 1, across), share, text: the
    share that fell inside, as a bar in its band and as a text over it. "x" and "y": at, text, the numbers at the axes.
    "xname" and "yname": text, what the axes are.
    """
    left, right, top, floor = 52, 26, 52, 216
    base = alt.Chart(data)
    x, y = f"{left} + (width - {left + right}) * {{}}", f"{floor} - {floor - top} * {{}}"

    def role(name: str) -> Any:
        return base.transform_filter(f"datum.role === '{name}'")

    marks, bars, across, up = role("mark"), role("group"), role("x"), role("y")
    spot = marks.encode(x=px(x.format("datum.said")), y=px(y.format("datum.exact")))
    bar = bars.encode(
        x=px(x.format("datum.low") + " + 3"), x2=px(x.format("datum.high") + " - 3"), y=px(y.format("datum.share"))
    )
    # The shares stand in a row of their own: beside the bars they would hide the marks.
    share = bars.encode(x=px(x.format("(datum.low + datum.high) / 2")), y=alt.value(top - 14), text="text:N")
    return finish(
        "calibration",
        across.mark_rule(color=th.LINE).encode(x=px(x.format("datum.at")), y=alt.value(top), y2=alt.value(floor)),
        up.mark_rule(color=th.LINE).encode(
            x=alt.value(left), x2=px(f"width - {right}"), y=px(y.format("datum.at")), y2=px(y.format("datum.at"))
        ),
        across.mark_text().encode(x=px(x.format("datum.at")), y=alt.value(floor + 15), text="text:N"),
        up.mark_text(align="right").encode(x=alt.value(left - 8), y=px(y.format("datum.at")), text="text:N"),
        role("xname")
        .mark_text(align="right", color=th.INK)
        .encode(x=px("width - 2"), y=alt.value(floor + 37), text="text:N"),
        role("yname").mark_text(align="left", color=th.INK).encode(x=alt.value(2), y=alt.value(10), text="text:N"),
        role("xname")
        .mark_rule(color=th.EDGE, strokeDash=[5, 4])
        .encode(x=alt.value(left), x2=px(f"width - {right}"), y=alt.value(floor), y2=alt.value(top)),
        bar.mark_rule(strokeWidth=3, color=th.INK),
        spot.mark_rule(color=th.EDGE).encode(y2=px(y.format("datum.said"))),
        spot.mark_point(size=150, shape="circle", color=th.PAPER),
        spot.mark_point(size=90).encode(shape=shape(), color=by_kind(th.FILLS, th.INK_3), tooltip="label:N"),
        share.mark_text(fontWeight=700, color=th.INK),
    )


SPECS: Final = {
    "deck": deck,
    "outcome": outcome,
    "result": result,
    "chips": chips,
    "calibration": calibration,
    "pairs": pairs,
    "settle": settle,
    "spread": spread,
    "chance": chance,
    "ranking": ranking,
    "rolls": rolls,
    "chances": chances,
}
