"""What simulated sessions came to, as exact whole numbers: sums that are the same however the work was divided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

import numpy as np

from acey_teach.analysis.simulate.game import BLOCK, Game
from acey_teach.analysis.simulate.hand import Ints
from acey_teach.analysis.simulate.play import ENDINGS, Played, play
from acey_teach.engine.events import Ending
from acey_teach.engine.rules import Rules

TOGETHER = 4
"""How many blocks are played together: more would not fit a processor's own memory."""
MOST_BARS = 500
"""A histogram has at most so many bars, besides the first and the last."""
Z95 = 1.959964
"""How many standard errors to each side hold 95 % of a normal distribution."""


class Seat(NamedTuple):
    """What came of one seat, in sums over all sessions.

    With n players a balance at the end is a whole number of n-th chips (A9.1): `finals` is the sum of those numbers,
    `squares` that of their squares. `wins[k]` is how often the seat was one of k winners. `ruined` counts the
    sessions at whose end it could not have paid an ante, before the pot was divided. `bars` are counts of final
    balances: less than 0, then each `bar_width` chips from 0 up, then more than all chips of the start.
    """

    finals: int
    squares: int
    wins: tuple[int, ...]
    ruined: int
    bars: tuple[int, ...]

    def plus(self, other: Seat) -> Seat:
        """Both together."""
        return Seat(
            self.finals + other.finals,
            self.squares + other.squares,
            _added(self.wins, other.wins),
            self.ruined + other.ruined,
            _added(self.bars, other.bars),
        )


class Totals(NamedTuple):
    """What so many `sessions` came to; two of them are added with `plus`, in any order.

    `turns` is how many turns were played, `endings` how many sessions ended in each way, in the order of ENDINGS.
    """

    sessions: int
    turns: int
    endings: tuple[int, ...]
    seats: tuple[Seat, ...]

    @classmethod
    def none(cls, game: Game) -> Totals:
        """No sessions yet."""
        n = len(game.seats)
        bars = n * game.rules.start_chips // bar_width(game.rules, n) + 3
        return cls(0, 0, (0,) * len(ENDINGS), (Seat(0, 0, (0,) * (n + 1), 0, (0,) * bars),) * n)

    def plus(self, other: Totals) -> Totals:
        """Both together; they must be of the same game."""
        return Totals(
            self.sessions + other.sessions,
            self.turns + other.turns,
            _added(self.endings, other.endings),
            tuple(one.plus(two) for one, two in zip(self.seats, other.seats, strict=True)),
        )

    def mean(self, seat: int) -> Fraction:
        """The mean of a seat's chips at the end."""
        return Fraction(self.seats[seat].finals, len(self.seats) * self.sessions)

    def variance(self, seat: int) -> Fraction:
        """The variance of a seat's chips at the end, estimated from these sessions; 0 for a single one."""
        one, n = self.seats[seat], self.sessions
        above = n * one.squares - one.finals**2
        return Fraction(above, n * max(1, n - 1) * len(self.seats) ** 2)

    def error(self, seat: int) -> float:
        """The standard error of the mean, in chips."""
        found = self.variance(seat) / self.sessions
        return isqrt(int(found * 10**24)) / 10**12  # a float of the variance might be too large

    def interval(self, seat: int) -> tuple[float, float]:
        """A confidence interval for the mean: in the long run 95 of 100 such intervals hold the true mean."""
        mean, half = float(self.mean(seat)), Z95 * self.error(seat)
        return mean - half, mean + half

    def p_win(self, seat: int) -> Fraction:
        """How often a seat won alone."""
        return Fraction(self.seats[seat].wins[1], self.sessions)

    def p_share(self, seat: int) -> Fraction:
        """How often a seat won together with others (A9.2)."""
        return Fraction(sum(self.seats[seat].wins[2:]), self.sessions)

    @property
    def p_tie(self) -> Fraction:
        """How often there was more than one winner."""
        return 1 - sum((self.p_win(seat) for seat in range(len(self.seats))), Fraction(0))

    def p_ruin(self, seat: int) -> Fraction:
        """How often a seat could not have paid another ante at the end, before the pot was divided."""
        return Fraction(self.seats[seat].ruined, self.sessions)

    def p_ending(self, ending: Ending) -> Fraction:
        """How often a session ended in this way."""
        return Fraction(self.endings[ENDINGS.index(ending)], self.sessions)

    def to_json(self) -> dict[str, Any]:
        """All sums, for a file."""
        return {**self._asdict(), "seats": [seat._asdict() for seat in self.seats]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Totals:
        """The sums of a file; KeyError or TypeError when something is missing."""
        seats = tuple(
            Seat(seat["finals"], seat["squares"], tuple(seat["wins"]), seat["ruined"], tuple(seat["bars"]))
            for seat in data["seats"]
        )
        return cls(data["sessions"], data["turns"], tuple(data["endings"]), seats)


def bar_width(rules: Rules, players: int) -> int:
    """How many chips a bar of the histograms is wide: 1, or more where there are many chips."""
    return max(1, -(-players * rules.start_chips // MOST_BARS))


def totals(game: Game, start: int, end: int) -> Totals:
    """The sessions from number `start` to the one before `end`: one after the other, so memory stays the same.

    >>> from acey_teach.analysis.simulate.game import game
    >>> two = game(["count", "bold"])
    >>> totals(two, 0, 7).plus(totals(two, 7, 30)) == totals(two, 0, 30)
    True
    """
    found = Totals.none(game)
    for played, low, high in _parts(game, start, end):
        found = found.plus(_sums(game, played, slice(low, high)))
    return found


def _parts(game: Game, start: int, end: int) -> Iterator[tuple[Played, int, int]]:
    """Blocks played together, with the places of the sessions that are asked for."""
    while start < end:
        block = start // BLOCK
        blocks = min(TOGETHER, -(-end // BLOCK) - block)
        low, high = start - block * BLOCK, min(end - block * BLOCK, blocks * BLOCK)
        yield play(game, block, blocks), low, high
        start = block * BLOCK + high


def _sums(game: Game, played: Played, part: slice) -> Totals:
    chips, pot = played.chips[:, part], played.pot[part]
    n, rules = len(chips), game.rules
    finals = chips * n + pot  # in n-th chips
    winning = chips == chips.max(axis=0)  # A11.6: equal shares do not change the ranking
    winners = np.add.reduce(winning.view(np.int8), axis=0, dtype=np.int8)
    width, top = bar_width(rules, n) * n, n * rules.start_chips // bar_width(rules, n) + 2
    # without debts a balance is never below 0 and never more than all chips
    bars = finals // width + 1 if width > 1 else finals + 1
    if rules.debt == "debt":
        bars = bars.clip(0, top)
    return Totals(
        len(pot),
        int(played.turns[part].sum(dtype=np.int64)),
        tuple(np.bincount(played.ending[part], minlength=len(ENDINGS)).tolist()),
        tuple(
            Seat(
                int(finals[seat].sum(dtype=np.int64)),
                _squares(finals[seat]),
                tuple(np.bincount(winners[winning[seat]], minlength=n + 1).tolist()),
                int(np.count_nonzero(chips[seat] < rules.ante)),
                tuple(np.bincount(bars[seat], minlength=top + 1).tolist()),
            )
            for seat in range(n)
        ),
    )


def _squares(values: Ints) -> int:
    """The exact sum of the squares, whatever their size."""
    if not len(values) or max(abs(int(values.min())), abs(int(values.max()))) < 1 << 23:  # 10,000s of them fit
        wide = values.astype(np.int64)
        return int((wide * wide).sum())
    return sum(value * value for value in values.tolist())


def _added(one: Sequence[int], two: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(int.__add__, one, two))
