"""Strategies on arrays: a small function looks at one turn of many sessions and says what is staked in each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from acey_teach.analysis.simulate.hand import Bools, Floats, Hand, Ints
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_


class Table(Protocol):
    """What a view asks those who keep the chips."""

    n: int
    ids: NDArray[np.intp]

    def chance(self, ids: NDArray[np.intp]) -> Floats:
        """A random number for each of these sessions."""

    def chips_of(self, seats: int | list[int], round_: int) -> Ints:
        """The chips of one seat, or of several, a row each."""


class View:
    """One turn as the player in turn sees it, in many sessions at once: each array has one number a session.

    `most` is the largest legal stake, 0 where one must pass, and `least` the smallest that is no pass, one number for
    all. `pot` and `chips` are those of the moment of the announcement. `round` counts from 1, `later` is how many
    players have their turn in this round after this one.
    """

    def __init__(self, hand: Hand, table: Table, pot: Ints, seat: int, round_: int, later: int) -> None:
        self._hand, self._table, self._seat = hand, table, seat
        self.pot, self.round, self.later, self.rules = pot, round_, later, hand.rules
        self.chips = table.chips_of(seat, round_)
        self.most, self.least = hand.most(self.chips, pot, round_), hand.rules.min_stake

    @property
    def inside(self) -> Ints:
        """Unseen cards that are inside, counted from everything dealt face up this round (R-20)."""
        return self._hand.inside.astype(np.int32)

    @property
    def post(self) -> Ints:
        """Unseen cards that are on a post. A pair that needs a side has its better one (B1)."""
        return self._hand.post.astype(np.int32)

    @property
    def outside(self) -> Ints:
        """Unseen cards that are neither inside nor on a post."""
        return self.unseen - self.inside - self.post

    @property
    def unseen(self) -> Ints:
        """All unseen cards."""
        return self._hand.unseen.astype(np.int32)

    @property
    def margin(self) -> Ints:
        """What the unseen cards could bring for each chip staked, added up: its sign is that of the expected value."""
        return self._hand.margin.astype(np.int32)

    @property
    def others(self) -> Ints:
        """The chips of all others, a row each, the left neighbour's first."""
        n = self._table.n
        return self._table.chips_of([(self._seat + step) % n for step in range(1, n)], self.round)

    def chance(self) -> Floats:
        """Fresh random numbers, 0 <= x < 1."""
        return self._table.chance(self._table.ids).copy()


Strategy = Callable[[View], Ints]
"""What is staked in each session: 0 is a pass, other stakes go from `least` to `most`."""


def count(view: View) -> Ints:
    """Bets the maximum whenever the expected value, counted from all seen cards, is above 0."""
    return view.most * (view.margin > 0)


def cautious(view: View) -> Ints:
    """Bets only with an edge of a fifth of a chip or more, and then a quarter of the largest stake."""
    return _some(view, view.most // 4, 5 * view.margin >= view.unseen)


def bold(view: View) -> Ints:
    """Bets half of the largest stake whenever inside is the likeliest outcome, whatever a post may cost."""
    return _some(view, (view.most + 1) // 2, view.inside > np.maximum(view.outside, view.post))


def random(view: View) -> Ints:
    """Does anything it may, all equally likely: passes, or bets any legal stake."""
    stakes = np.where(view.most > 0, view.most - view.least + 1, 0)
    choice: Ints = (view.chance() * (stakes + 1)).astype(view.most.dtype)
    return np.where(choice > 0, choice + (view.least - 1), 0)


def _some(view: View, part: Ints, wanted: Bools) -> Ints:
    """So much of the largest stake, at least the smallest, where it is wanted and possible."""
    return np.maximum(part, view.least) * (wanted & (view.most > 0))


STRATEGIES: dict[str, Strategy] = {
    "count": count,
    "cautious": cautious,
    "expected-value": count,
    "bold": bold,
    "random": random,
}
"""The strategies by their names: those of the bots, and `count`, which is `expected-value` in the game of part A."""
_OWN = frozenset(STRATEGIES.values())


def named(name: str) -> Strategy:
    """The strategy of this name; Refusal when there is none.

    >>> named("count") is count
    True
    """
    try:
        return STRATEGIES[name]
    except KeyError:
        raise Refusal(
            "strategy",
            N_("There is no strategy called “{name}”. Choose from {names}."),
            name=shown(name),
            names=", ".join(STRATEGIES),
        ) from None


def stakes(strategy: Strategy, view: View) -> Ints:
    """What the strategy stakes; Refusal when that is no whole number for each session, or against the rules (A5.2)."""
    found = strategy(view)
    if strategy in _OWN:
        return found
    found = np.asarray(found)
    if found.shape != view.most.shape or found.dtype.kind not in "iu":
        raise Refusal("stake-array", N_("A strategy has to give one whole number of chips for each session."))
    wrong = (found != 0) & ((found < view.least) | (found > view.most))
    if wrong.any():
        at = int(wrong.argmax())
        raise Refusal(
            "stake-array",
            N_("The strategy stakes {stake} where the largest legal stake is {most}. A stake of 0 is a pass."),
            clause="A5.2",
            stake=int(found[at]),
            most=int(view.most[at]),
        )
    return found.astype(view.most.dtype, copy=False)
