"""Whole sessions in the long run: the mean of a seat settles down, its single results spread as before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate
from typing import NamedTuple

from acey_teach.analysis.long_run import FIRST, Run
from acey_teach.i18n import Translator
from acey_teach.lessons.lab.numbers import along, large, percent, powers, select, ticks
from acey_teach.lessons.lab.run_state import BOTS, MOST_SEATS, LabState
from acey_teach.widgets import draw, parts
from acey_teach.widgets.words import STRATEGY_WORDS

MOST_BARS = 40
"""How many bars the picture of single results has, at most: more would be thinner than their gaps."""


def controls(state: LabState, t: Translator) -> str:
    """Who plays, how many sessions, and whose result is looked at."""
    names = [(name, t(STRATEGY_WORDS[name])) for name in BOTS]
    seats = "".join(
        select("seat_bot", f"seat{n}", t("Seat {n}", n=n + 1), [(f"{n} {name}", text) for name, text in names], f"{n} {bot}")
        for n, bot in enumerate(state.bots)
    )  # fmt: skip
    more = parts.button("seat_bot", t("One seat more"), value="+", off=t("More seats there are not.") if len(state.bots) >= MOST_SEATS else "")  # fmt: skip
    less = parts.button("seat_bot", t("One seat less"), value="-", off=t("A session needs two players.") if len(state.bots) <= 2 else "")  # fmt: skip
    sizes = [(str(n), t("{n} sessions", n=large(size))) for n, size in enumerate(state.sizes)]
    watched = [(str(n), _name(state, n, t)) for n in range(len(state.bots))]
    return (
        f'<div class="k-fields">{seats}</div><p class="k-act">{more}{less}</p>'
        f'<div class="k-fields">{select("choose_size", "size", t("How many"), sizes, str(state.size))}'
        f"{select('watch', 'watch', t('Look at'), watched, str(state.seat))}</div>"
    )


def _name(state: LabState, seat: int, t: Translator) -> str:
    return t("seat {n}, {bot}", n=seat + 1, bot=t(STRATEGY_WORDS[state.bots[seat]]))


def sentence(state: LabState, t: Translator) -> str:
    """Where the mean is, and how far single sessions spread."""
    run = state.run
    assert run is not None
    point = run.point(state.seat)
    return t(
        "{n} sessions, {who}: {mean} chips on average, with a band from {low} to {high}. A single session lies about {spread} chips off.",
        n=large(run.sessions), who=_name(state, state.seat, t), mean=t.decimal(point.mean), low=t.decimal(point.low),
        high=t.decimal(point.high), spread=t.decimal(run.deviation(state.seat), 1),
    )  # fmt: skip


def found(state: LabState, t: Translator, *, live: bool) -> str:
    """The mean on its way, the spread of the results, and all seats."""
    run, notes = state.run, []
    if run is None:
        said = t("Bots play whole sessions, one after the other. What do you expect: who has most at the end, and how soon can you tell?")  # fmt: skip
        return f"<p>{escape(said)}</p>"
    if run.engine:
        notes.append(
            t("NumPy is missing here, so the kit plays each session card by card: fewer sessions, and slower.")
        )
    notes.append(t("The band of the mean gets narrower: four times as many sessions, half the width. The spread of single sessions stays as it is."))  # fmt: skip
    told, way, bars = sentence(state, t), _way(run, state.seat, t), _bars(run, state.seat, t)
    mean = parts.figure("settle", told, way, t) if live else way
    wide = _spread(run, state.seat, t)
    spread = f"<p>{escape(wide)}</p>{parts.figure('spread', wide, bars, t) if live else bars}"
    return (
        f'<p id="{{{{v}}}}told">{escape(told)}</p>{parts.part(t("The mean settles down"), mean)}{parts.part(t("Single sessions spread"), spread)}'
        f"{parts.part(t('All seats'), _seats(state, run, t))}{''.join(f'<p class=k-cap>{escape(note)}</p>' for note in notes)}"
    )


def _seats(state: LabState, run: Run, t: Translator) -> str:
    made = []
    for seat in range(len(run.seats)):
        point = run.point(seat)
        band = t("{low} to {high}", low=t.decimal(point.low), high=t.decimal(point.high))
        cells = [(escape(_name(state, seat, t)), False), (t.decimal(point.mean), True), (band, True), (t.decimal(run.deviation(seat), 1), True)]  # fmt: skip
        made.append(parts.row(cells, "is-now" if seat == state.seat else ""))
    head = [(t("Seat"), False), (t("Mean"), True), (t("Band"), True), (t("Spread"), True)]
    caption = t("Chips at the end")
    return f'<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(caption)}">{draw.table(head, made, caption)}</div>'


def _way(run: Run, seat: int, t: Translator) -> str:
    made = [
        parts.row([(large(one.sessions), True), (t.decimal(one.mean), True), (t.decimal(one.low), True), (t.decimal(one.high), True)])
        for one in run.points[seat][-1::-2][:14][::-1]
    ]  # fmt: skip
    head = [(t("Sessions"), False), (t("Mean"), True), (t("Band from"), True), (t("to"), True)]
    return draw.table(head, made, t("The mean on its way"))


class Bars(NamedTuple):
    """How single results spread: bars of (lowest, highest chips, sessions), and the sessions outside of them."""

    inner: list[tuple[int, int, int]]
    below: int
    above: int


def _grouped(run: Run, seat: int) -> Bars:
    """At most MOST_BARS bars for all but the thousandth of the sessions at either end."""
    bars, width = run.bars(seat), run.bar_width
    first, end = _within(bars, run.sessions // 1000)
    group = next(size for size in (1, 2, 5, 10, 20) if end - first < size * (MOST_BARS - 1))
    starts = range(first - first % group, end, group)
    inner = [(at * width, (at + group) * width - 1, sum(bars[at : at + group])) for at in starts]
    return Bars(inner, sum(bars[: starts[0]]), sum(bars[starts[-1] + group :]))


def _within(bars: Sequence[int], tail: int) -> tuple[int, int]:
    """From which bar on, and up to which, when no more than `tail` sessions are left out at either end."""
    first = next(at for at, before in enumerate(accumulate(bars)) if before > tail)
    return first, len(bars) - next(at for at, after in enumerate(accumulate(reversed(bars))) if after > tail)


def _stretch(low: int, high: int, t: Translator) -> str:
    return t.number(low) if low == high else t("{low} to {high}", low=low, high=high)


def _bars(run: Run, seat: int, t: Translator) -> str:
    inner, below, above = _grouped(run, seat)
    told = [(_stretch(low, high, t), many) for low, high, many in inner if many]
    if below:
        told.insert(0, (t("less than {n}", n=inner[0][0]), below))
    if above:
        told.append((t("more than {n}", n=inner[-1][1]), above))
    made = [parts.row([(text, True), (percent(Fraction(many, run.sessions), t, 2), True)]) for text, many in told]
    return draw.table([(t("Chips at the end"), False), (t("Sessions"), True)], made, t("How the results spread"))


def _spread(run: Run, seat: int, t: Translator) -> str:
    low, high, many = max(_grouped(run, seat).inner, key=lambda bar: bar[2])
    first, end = _within(run.bars(seat), run.sessions // 40)
    return t(
        "Most often a session ends with {stretch} chips: {share} of the sessions. In 95 of 100 sessions it is {low} to {high} chips.",
        stretch=_stretch(low, high, t), share=percent(Fraction(many, run.sessions), t),
        low=first * run.bar_width, high=end * run.bar_width - 1,
    )  # fmt: skip


def rows(state: LabState, t: Translator) -> dict[str, list[Mapping[str, object]]]:
    """The rows of both charts."""
    run = state.run
    if run is None:
        return {}
    return {"settle": _settle(run, state.seat, t), "spread": _spread_rows(run, state.seat, t)}


def _settle(run: Run, seat: int, t: Translator) -> list[Mapping[str, object]]:
    first, last, points = FIRST[0], 100, run.points[seat]
    while last < run.sessions:
        last *= 10
    # the first bands are wider than anything: a band may leave the picture, the mean not
    middle = points[-1].mean
    half = max(0.5, *(abs(one.mean - middle) for one in points)) * 1.4
    steps, places = ticks(middle - half, middle + half)

    def up(value: float) -> float:
        return min(1.0, max(0.0, (value - steps[0]) / (steps[-1] - steps[0])))

    return [
        *(
            {"role": "way", "at": along(one.sessions, first, last), "mid": up(one.mean), "low": up(one.low), "high": up(one.high)}
            for one in points
        ),
        {"role": "line", "at": up(middle), "text": t("mean {value}", value=t.decimal(middle)), "dashed": False, "above": True},
        *powers(first, last),
        *({"role": "y", "at": up(step), "text": t.decimal(step, places)} for step in steps),
        {"role": "xname", "text": t("sessions")},
        {"role": "yname", "text": t("chips at the end, on average")},
    ]  # fmt: skip


def _spread_rows(run: Run, seat: int, t: Translator) -> list[Mapping[str, object]]:
    inner, mean = _grouped(run, seat).inner, float(run.mean(seat))
    steps, _ = ticks(inner[0][0], inner[-1][1] + 1)
    top, span = max(many for _, _, many in inner), steps[-1] - steps[0]
    return [
        *(
            {
                "role": "bar", "low": (low - steps[0]) / span, "high": (high + 1 - steps[0]) / span, "share": many / top,
                "label": t("{stretch}: {share}", stretch=_stretch(low, high, t), share=percent(Fraction(many, run.sessions), t, 2)),
            }
            for low, high, many in inner
        ),
        {"role": "line", "at": min(1.0, max(0.0, (mean - steps[0]) / span)), "text": t("mean {value}", value=t.decimal(mean))},
        *({"role": "x", "at": (step - steps[0]) / span, "text": t.number(round(step))} for step in steps),
        {"role": "xname", "text": t("chips at the end")},
    ]  # fmt: skip
