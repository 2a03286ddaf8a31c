"""Whole sessions in the long run: the mean of a seat settles down, its single results spread as before."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from acey_teach.analysis.long_run import FIRST, Run
from acey_teach.i18n import Translator
from acey_teach.lessons.lab.numbers import along, large, percent, powers, select, ticks
from acey_teach.lessons.lab.run_state import BOTS, MOST_SEATS, LabState
from acey_teach.widgets import draw, parts
from acey_teach.widgets.words import STRATEGY_WORDS


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
    spread = parts.figure("spread", _spread(run, state.seat, t), bars, t) if live else bars
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
    head = [(t("Sessions"), True), (t("Mean"), True), (t("Band from"), True), (t("to"), True)]
    return draw.table(head, made, t("The mean on its way"))


def _stretch(run: Run, place: int, t: Translator) -> str:
    return t("{low} to {high}", low=place * run.bar_width, high=(place + 1) * run.bar_width - 1)


def _bars(run: Run, seat: int, t: Translator) -> str:
    made = [
        parts.row([(_stretch(run, place, t), True), (percent(Fraction(many, run.sessions), t, 2), True)])
        for place, many in enumerate(run.bars(seat))
        if many
    ]
    return draw.table([(t("Chips at the end"), True), (t("Sessions"), True)], made, t("How the results spread"))


def _spread(run: Run, seat: int, t: Translator) -> str:
    bars = run.bars(seat)
    most = max(range(len(bars)), key=lambda place: bars[place])
    return t(
        "Most often the session ends with {stretch} chips: {share} of the sessions.",
        stretch=_stretch(run, most, t), share=percent(Fraction(bars[most], run.sessions), t),
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
    bars = run.bars(seat)
    ends = [place for place, many in enumerate(bars) if many]
    width, mean = run.bar_width, float(run.mean(seat))
    steps, _ = ticks(ends[0] * width, (ends[-1] + 1) * width)
    top, span = max(bars), steps[-1] - steps[0]
    return [
        *(
            {
                "role": "bar", "low": (place * width - steps[0]) / span, "high": ((place + 1) * width - steps[0]) / span,
                "share": bars[place] / top,
                "label": t("{stretch}: {share}", stretch=_stretch(run, place, t), share=percent(Fraction(bars[place], run.sessions), t, 2)),
            }
            for place in range(ends[0], ends[-1] + 1)
        ),
        {"role": "line", "at": (mean - steps[0]) / span, "text": t("mean {value}", value=t.decimal(mean))},
        *({"role": "x", "at": (step - steps[0]) / span, "text": t.number(round(step))} for step in steps),
        {"role": "xname", "text": t("chips at the end")},
    ]  # fmt: skip
