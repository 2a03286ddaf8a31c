"""A chart judged by its Vega-Lite spec, a dict that anybody may have written: nothing in it is run or fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from acey_teach.engine.cards import HIGH, LOW
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome
from acey_teach.exercises.tasks.domains import cards_of
from acey_teach.exercises.tasks.finding import Finding, plain
from acey_teach.exercises.tasks.slips import Slip
from acey_teach.i18n import N_, Translator
from acey_teach.practice.misconceptions import MODELS

_HEAD = N_("Something is missing in the chart.")
_NODES, _DEPTH = 50_000, 40
_NEAR = 1e-9
_PARTS = ("layer", "hconcat", "vconcat", "concat")

Spec = Mapping[str, Any]


class View(NamedTuple):
    """One mark of a chart: its rows, the field of each channel, and the titles that a reader sees."""

    rows: tuple[Spec, ...]
    fields: Mapping[str, str]
    titles: Mapping[str, str]
    title: str


def _fresh(gap: int) -> Odds:
    """The odds of a fresh pack with so many ranks between the posts."""
    first, second = cards_of((LOW, LOW + gap + 1))
    return odds((first, second))


_GAPS = range(HIGH - LOW)


def _counted(name: str) -> Callable[[int], Fraction]:
    """The probability by a wrong model of `practice`."""

    def model(gap: int) -> Fraction:
        count = MODELS[name][1](right := _fresh(gap), Outcome.INSIDE)
        return count.value if count else right.p(Outcome.INSIDE)

    return model


_SLIPS = (
    Slip("no-card-dealt", N_("It shows the probability as if no card had been dealt."), _counted("no-card-dealt")),
    Slip("difference-cards", N_("It counts one rank too many between the posts."), _counted("difference-cards")),
    Slip("posts-inside", N_("It counts the cards on a post as inside."), _counted("posts-inside")),
    Slip("post-forgotten", N_("It leaves the cards on a post out of the total."), _counted("post-forgotten")),
    Slip("ratio", N_("It divides by the cards that are not inside, not by all unseen cards."), _counted("ratio")),
)


# ---- reading a spec ----
def _walk(value: object, depth: int = 0) -> Iterator[object]:
    """Every value within a spec; ends early in one that is deeper than any chart is."""
    yield value
    if depth < _DEPTH and isinstance(value, Mapping | list):
        for name, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            if name != "$schema":  # an address that nobody visits
                yield from _walk(inner, depth + 1)


def _dict(value: object) -> Spec:
    return value if isinstance(value, Mapping) else {}


def _text(title: object) -> str:
    """The words of a title: a text, lines, or a dict with a text."""
    if isinstance(title, Mapping):
        title = title.get("text")
    if isinstance(title, list):
        title = " ".join(line for line in title if isinstance(line, str))
    return title.strip() if isinstance(title, str) else ""


def _rows(data: object, sets: Spec) -> tuple[Spec, ...]:
    """The rows that stand in the spec itself."""
    given = _dict(data)
    values = given.get("values", sets.get(given["name"]) if isinstance(given.get("name"), str) else None)
    return tuple(row for row in values if isinstance(row, Mapping)) if isinstance(values, list) else ()


def _views(part: Spec, sets: Spec, rows: tuple[Spec, ...], channels: Spec, title: str, depth: int) -> Iterator[View]:
    """Every mark, in layers and side by side, with what it takes over from the chart around it."""
    rows = _rows(part["data"], sets) if "data" in part else rows
    channels, title = {**channels, **_dict(part.get("encoding"))}, _text(part.get("title")) or title
    if part.get("mark"):
        uses = {name: given for name, given in channels.items() if isinstance(given, Mapping)}
        yield View(
            rows,
            {name: given["field"] for name, given in uses.items() if isinstance(given.get("field"), str)},
            {
                name: _text(given.get("title")) or _text(_dict(given.get("axis")).get("title"))
                for name, given in uses.items()
            },
            title,
        )
    inner = [one for name in _PARTS if isinstance(part.get(name), list) for one in part[name]]
    for one in [*inner, part.get("spec")] if depth < _DEPTH else ():
        if isinstance(one, Mapping):
            yield from _views(one, sets, rows, channels, title, depth + 1)


def _has(view: View, channel: str) -> bool:
    """Whether a channel shows a field that the rows hold."""
    return channel in view.fields and any(view.fields[channel] in row for row in view.rows)


def _is_titled(view: View) -> bool:
    return bool(view.title or (view.titles.get("x") and view.titles.get("y")))


def _read(spec: object, t: Translator) -> tuple[list[View], list[str]]:
    """The marks of a chart, and what any chart lacks."""
    size = 0
    for size, _ in enumerate(_walk(spec)):
        if size >= _NODES:
            return [], [t("The chart is too large to be looked at. Show fewer rows.")]
    given = _dict(spec)
    found = [*_views(given, _dict(given.get("datasets")), (), {}, "", 0)]
    if not found:
        return [], [t("There is no mark in it. A chart is made as in alt.Chart(data).mark_bar().encode(…).")]
    lacks = []
    if any(
        ("url" in one) if isinstance(one, Mapping) else isinstance(one, str) and "://" in one for one in _walk(spec)
    ):
        lacks.append(t("It fetches something from an address. Put the data into the chart itself."))
    if not any(view.rows for view in found):
        lacks.append(t("It holds no data. Give the rows to the chart, as in alt.Data(values=[…])."))
    if not any(map(_is_titled, found)):
        lacks.append(t("It has no title. Say what is seen, as in alt.Chart(data, title=“…”), or name both axes."))
    return found, lacks


# ---- 10.1 ----
def gaps(spec: object, t: Translator) -> Finding:
    """Check the chart of the probability of inside against the number of ranks between, for a fresh pack.

    The probability may be shown as such, in percent, or as the number of cards; the axes may change places.
    """
    found, lacks = _read(spec, t)
    if found and not any(_has(view, "x") and _has(view, "y") for view in found):
        lacks.append(t("x and y do not both show a field of the data. Check the names in encode(x=…, y=…)."))
    if lacks:
        return Finding(False, t(_HEAD), tuple(lacks))
    wrong = [_wrong(view, t) for view in found if _has(view, "x") and _has(view, "y")]
    if None in wrong:
        return Finding(True, t("Right: the chart shows the true probability for each number of ranks between."))
    says, slips = wrong[0] or ((), ())
    return Finding(False, t("The chart does not show the true probabilities."), says, slips)


def _wrong(view: View, t: Translator) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What is wrong, and the ideas it is wrong by; None when all is right."""
    ways = [(view.fields["x"], view.fields["y"]), (view.fields["y"], view.fields["x"])]
    points = [[(_number(row.get(a)), _number(row.get(b))) for row in view.rows] for a, b in ways]
    lacking = [[gap for gap in _GAPS if gap not in {x for x, _ in way}] for way in points]
    way = 0 if len(lacking[0]) <= len(lacking[1]) else 1
    if lacking[way]:
        said = t("There is no row for {n} ranks between: show all from 0 to {most}.", n=lacking[way][0], most=_GAPS[-1])
        return (said,), ()
    shown = points[way]
    stray = [x for x, _ in shown if x not in _GAPS]
    if stray:
        said = t("No two posts have {n} ranks between: leave that row out.", n=plain(stray[0], t))
        return (said,), ()
    factors = (1, 100, _fresh(0).unseen)
    fits = {f: [_near(y, f * _fresh(int(x)).p(Outcome.INSIDE), f) for x, y in shown if x is not None] for f in factors}
    factor = max(factors, key=lambda f: sum(fits[f]))
    if all(fits[factor]):
        return None
    gap, value = next(point for point, fit in zip(shown, fits[factor], strict=True) if not fit)
    assert gap is not None
    said = t(
        "Ranks between: {n}. The chart shows {value}; the rules say {right} (A6.2).",
        n=int(gap),
        value=t("no number") if value is None else plain(value, t),
        right=t.number(factor * _fresh(int(gap)).p(Outcome.INSIDE)),
    )
    named = [
        slip
        for slip in _SLIPS
        if any(all(x is not None and _near(y, f * slip.model(int(x)), f) for x, y in shown) for f in factors)
    ]
    return (said, *(t(slip.says) for slip in named)), tuple(slip.name for slip in named)


def _number(value: object) -> float | Fraction | None:
    """A number of a row, also where it is a label; None for anything else."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        return int(value)
    return value if isinstance(value, int | float | Fraction) and not isinstance(value, bool) else None


def _near(value: float | Fraction | None, right: Fraction, scale: int) -> bool:
    return value is not None and -(2**40) < value < 2**40 and abs(float(value) - float(right)) <= _NEAR * scale


# ---- 10.2 ----
def own(spec: object, t: Translator) -> Finding:
    """Check a chart of one's own: a mark, two fields of data that it holds, and a title."""
    found, lacks = _read(spec, t)
    if found and not any(sum(_has(view, channel) for channel in view.fields) >= 2 for view in found):
        lacks.append(t("It shows fewer than two fields of its data. Check the names in encode(x=…, y=…)."))
    if lacks:
        return Finding(False, t(_HEAD), tuple(lacks))
    return Finding(True, t("Right: the chart has its data, shows two fields of it or more, and says what is seen."))


CHARTS: dict[str, Callable[[object, Translator], Finding]] = {"10.1": gaps, "10.2": own}
"""The charts by the id of their exercise."""
