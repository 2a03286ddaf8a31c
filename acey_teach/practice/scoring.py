"""Predictions and what they are worth: against the exact probability, and against what happened.

Two scores, because they answer two questions. The *distance* (in percentage points) and the *points* ask how near a
probability was to the exact one; luck has no part in them. The *quadratic score* asks what the third card made of it:
the square of (probability said - 1) when it fell inside, of (probability said - 0) when not. It is proper: whoever
wants the lowest score on average has to say what they believe, and the exact probability gives the lowest of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.odds import Odds
from acey_teach.engine.settlement import Outcome
from acey_teach.practice.misconceptions import Misconception, named

MOST = 10
"""The points of a probability that is right to the percentage point."""
STEP = 2
"""Percentage points that cost one point."""
BANDS = 5
"""Probabilities said are grouped in so many bands of equal width, to compare each with what fell."""


def distance(said: Fraction, exact: Fraction) -> Fraction:
    """How far a probability is from the exact one, in percentage points.

    >>> distance(Fraction(1, 2), Fraction(14, 25))
    Fraction(6, 1)
    """
    return abs(said - exact) * 100


def points(said: Fraction, exact: Fraction) -> int:
    """0 to 10: one point less for each 2 percentage points of distance, to the nearest point.

    >>> points(Fraction(1, 2), Fraction(14, 25)), points(Fraction(0), Fraction(1))
    (7, 0)
    """
    lost = (distance(said, exact) + Fraction(STEP, 2)) // STEP
    return max(0, MOST - int(lost))


def quadratic(said: Fraction, happened: bool) -> Fraction:
    """The quadratic (Brier) score of a probability, 0 (best) to 1, once it is known what happened.

    >>> quadratic(Fraction(3, 4), True), quadratic(Fraction(3, 4), False)
    (Fraction(1, 16), Fraction(9, 16))
    """
    return (said - int(happened)) ** 2


class Forecast(NamedTuple):
    """One prediction beside the truth: the outcome named, the probability of inside said (None: none), the exact odds,
    and where the third card fell (None: not yet, or a pass)."""

    outcome: Outcome
    chance: Fraction | None
    odds: Odds
    fell: Outcome | None = None

    @property
    def exact(self) -> Fraction:
        """The exact probability of inside."""
        return self.odds.p(Outcome.INSIDE)

    @property
    def right(self) -> bool | None:
        """Whether it fell where it was said to; None when nothing fell."""
        return None if self.fell is None else self.fell is self.outcome

    @property
    def likeliest(self) -> Outcome:
        """The outcome with the most unseen cards (the one predicted, when several have as many)."""
        most: Outcome = max((self.outcome, *Outcome), key=self.odds.count)
        return most

    @property
    def misconceptions(self) -> tuple[Misconception, ...]:
        """The wrong models that give the probability said."""
        return () if self.chance is None else named(self.chance, self.odds, Outcome.INSIDE)


class Group(NamedTuple):
    """Settled predictions with similar probabilities: how many, their mean, and how many fell inside."""

    band: int
    n: int
    said: Fraction
    inside: int

    @property
    def low(self) -> Fraction:
        """Where the band of these probabilities begins."""
        return Fraction(self.band, BANDS)

    @property
    def high(self) -> Fraction:
        """Where it ends."""
        return Fraction(self.band + 1, BANDS)

    @property
    def share(self) -> Fraction:
        """The share that fell inside."""
        return Fraction(self.inside, self.n)


class Summary(NamedTuple):
    """A session's predictions in a few numbers. Means are None while there is nothing to take the mean of."""

    predicted: int
    settled: int
    right: int
    said: int
    """How many predictions came with a probability; `distance`, `bias`, `points` and `names` are about these."""
    distance: Fraction | None
    """Mean distance from the exact probabilities, in percentage points."""
    bias: Fraction | None
    """Mean of (said - exact), in percentage points: above 0, inside was thought likelier than it was."""
    points: int
    quadratic: Fraction | None
    """Mean quadratic score of the settled ones."""
    quadratic_exact: Fraction | None
    """The same for somebody who had said the exact probability each time."""
    names: tuple[Misconception, ...]
    """Each wrong model met, one example of each, most frequent first."""


def summary(forecasts: Iterable[Forecast]) -> Summary:
    """Add up a session.

    >>> from acey_teach.engine.cards import cards
    >>> from acey_teach.engine.odds import odds
    >>> worked = odds(cards("4c Qd"))
    >>> one = summary([Forecast(Outcome.INSIDE, Fraction(1, 2), worked, Outcome.OUTSIDE)])
    >>> one.right, one.distance, one.bias, one.points
    (0, Fraction(6, 1), Fraction(-6, 1), 7)
    """
    made = list(forecasts)
    said = [(f.chance, f.exact) for f in made if f.chance is not None]
    settled = [(f.chance, f.exact, f.fell is Outcome.INSIDE) for f in made if f.chance is not None and f.fell]
    examples: dict[str, Misconception] = {}
    times: Counter[str] = Counter()
    for forecast in made:
        for wrong in forecast.misconceptions:
            examples.setdefault(wrong.name, wrong)
            times[wrong.name] += 1
    return Summary(
        len(made),
        sum(f.fell is not None for f in made),
        sum(f.right is True for f in made),
        len(said),
        _mean([distance(chance, exact) for chance, exact in said]),
        _mean([(chance - exact) * 100 for chance, exact in said]),
        sum(points(chance, exact) for chance, exact in said),
        _mean([quadratic(chance, inside) for chance, _, inside in settled]),
        _mean([quadratic(exact, inside) for _, exact, inside in settled]),
        tuple(examples[name] for name, _ in times.most_common()),
    )


def groups(forecasts: Iterable[Forecast]) -> tuple[Group, ...]:
    """Predictions with similar probabilities (bands of a fifth), of those where a third card fell."""
    bands: dict[int, list[tuple[Fraction, bool]]] = {}
    for f in forecasts:
        if f.chance is not None and f.fell:
            band = min(BANDS - 1, int(f.chance * BANDS))
            bands.setdefault(band, []).append((f.chance, f.fell is Outcome.INSIDE))
    return tuple(
        Group(band, len(of), sum((chance for chance, _ in of), Fraction()) / len(of), sum(inside for _, inside in of))
        for band, of in sorted(bands.items())
    )


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction()) / len(values) if values else None
