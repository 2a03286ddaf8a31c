"""Whole sessions in the long run: how the mean result settles down, and how far single results spread (RULES A8, A9).

A run is an immutable value that is carried on in slices, so a page can stop it at any moment. With NumPy the sessions
come from `analysis.simulate`; without it from the engine itself, which is a thousand times slower.

>>> run = more(begin(["expected-value", "bold"], target=100, engine=True))
>>> run.sessions, float(run.mean(0) + run.mean(1))
(10, 200.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from acey_teach.analysis.many import Many, many
from acey_teach.analysis.strategies import STRATEGIES
from acey_teach.analysis.witnesses import Z95
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Chips
from acey_teach.engine.setup import Setup
from acey_teach.engine.shuffle import check_seed
from acey_teach.i18n import N_

if TYPE_CHECKING:
    from acey_teach.analysis.simulate import Totals

MOST = 10_000_000
"""The most sessions of a run."""
FIRST = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
STEP = {False: 80_000, True: 40}
"""How many sessions a slice holds later on, with NumPy and on the engine: some 80 ms of work."""


MOST_BARS = 500
"""How many bars a simulation has at most, as in `simulate.totals`."""
SPARSE = 1.2
"""How many times the sessions of a point the next one has, at least."""


class Point(NamedTuple):
    """The mean of a seat's chips after so many sessions, with the ends of its 95 % confidence interval."""

    sessions: int
    mean: float
    low: float
    high: float


class Run(NamedTuple):
    """So far as it was carried on: `sessions` of `target`, and for each seat the points on the way."""

    seats: tuple[str, ...]
    rules: Rules
    seed: str
    target: int
    engine: bool
    found: Many | Totals | None = None
    points: tuple[tuple[Point, ...], ...] = ()

    @property
    def sessions(self) -> int:
        """How many sessions were played."""
        return self.found.sessions if self.found else 0

    @property
    def done(self) -> bool:
        """Whether the target is reached."""
        return self.sessions >= self.target

    def mean(self, seat: int) -> Fraction:
        """The mean of a seat's chips at the end; its start before the first session."""
        return self.found.mean(seat) if self.found else Fraction(self.rules.start_chips)

    def deviation(self, seat: int) -> float:
        """The standard deviation of a seat's chips at the end, in chips: how far single sessions spread."""
        if self.found is None:
            return 0.0
        if isinstance(self.found, Many):
            return float(self.found.spread(seat))
        return sqrt(self.found.variance(seat))

    def point(self, seat: int) -> Point:
        """Mean and interval now."""
        mean, half = float(self.mean(seat)), Z95 * self.deviation(seat) / sqrt(self.sessions or 1)
        return Point(self.sessions, mean, mean - half, mean + half)

    @property
    def bar_width(self) -> int:
        """How many chips a bar of `bars` is wide: 1, or more where there are many chips."""
        return -(-len(self.seats) * self.rules.start_chips // MOST_BARS)

    def bars(self, seat: int) -> tuple[int, ...]:
        """How many sessions ended with so many chips of the seat: each bar `bar_width` chips, from 0 up.

        A balance below 0 (B13) counts in the first bar.
        """
        width = self.bar_width
        found = [0] * (len(self.seats) * self.rules.start_chips // width + 1)
        for chips, sessions in _finals(self, seat):
            found[min(len(found) - 1, max(0, int(chips // width)))] += sessions
        return tuple(found)


def _finals(run: Run, seat: int) -> list[tuple[Chips, int]]:
    if isinstance(run.found, Many):
        return list(run.found.finals[seat].items())
    if run.found is None:
        return []
    from acey_teach.analysis.simulate.totals import bar_width

    width = bar_width(run.rules, len(run.seats))
    return [(max(0, place - 1) * width, sessions) for place, sessions in enumerate(run.found.seats[seat].bars)]


@lru_cache(1)
def has_numpy() -> bool:
    """Whether NumPy is there; it is not loaded by this."""
    return find_spec("numpy") is not None


def begin(
    seats: Sequence[str], rules: Rules = GUIDE, seed: str = "1", target: int = 10_000, engine: bool | None = None
) -> Run:
    """A run before its first session; seat 0 deals first. Refusal for seats, seeds and numbers that are none.

    `engine` says whether the engine itself plays; by default it does where NumPy is missing. With NumPy, rules that
    need more choices than a stake are refused.
    """
    for name in seats:
        if name not in STRATEGIES:
            raise Refusal(
                "strategy",
                N_("There is no strategy called “{name}”. Choose from {names}."),
                name=shown(name),
                names=", ".join(STRATEGIES),
            )
    if not is_whole(target) or not 1 <= target <= MOST:
        raise Refusal("sessions", N_("Choose a whole number of sessions from {low} to {high}."), low=1, high=MOST)
    Setup.of([str(seat) for seat in range(1, len(seats) + 1)], rules, seed="")
    run = Run(tuple(seats), rules, check_seed(seed), target, not has_numpy() if engine is None else engine)
    if not run.engine:
        from acey_teach.analysis.simulate import game

        game(run.seats, rules, seed)
    return run


def more(run: Run) -> Run:
    """The next slice of the run; the run itself when it is done. The same seed gives the same run."""
    if run.done:
        return run
    start = run.sessions
    end = min(run.target, next((end for end in FIRST if end > start), start + STEP[run.engine]))
    if run.engine:
        end = min(end, start + STEP[True])
    found = _play(run, start, end)
    after = run._replace(found=run.found.plus(found) if run.found else found)  # type: ignore[arg-type]
    earlier = run.points or ((),) * len(run.seats)
    return after._replace(points=tuple((*_thin(points), after.point(seat)) for seat, points in enumerate(earlier)))


def _thin(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Without the last one where it is close to the one before: so there are never more than some 60."""
    close = len(points) > 1 and points[-1].sessions < SPARSE * points[-2].sessions
    return points[:-1] if close else points


def _play(run: Run, start: int, end: int) -> Many | Totals:
    if run.engine:
        return many(run.seats, run.rules, run.seed[:8] + "x", start + 1, end - start)  # a seed has 16 letters at most
    from acey_teach.analysis.simulate import game, totals

    return totals(game(run.seats, run.rules, run.seed), start, end)
