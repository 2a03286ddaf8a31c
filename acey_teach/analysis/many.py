"""Many sessions at once: bots play under any rules, and what came of it is added up (RULES A8, A9, B12, B13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from acey_teach.analysis.strategies import decide
from acey_teach.engine.actions import TURN_PHASES, Bet, Blind, Pass, PostBet, Split
from acey_teach.engine.events import Ending, Phase
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips
from acey_teach.engine.setup import Player, Setup

_DECIDED = (Bet, Pass, PostBet, Blind)
"""What settles whether a hand is bet on. A pair that is split without a stake leaves that to its two hands."""


class Many(NamedTuple):
    """What so many `sessions` came to; two of them are added with `plus`.

    `endings`: how many ended in each way. `finals`: for each seat, how often it ended with so many chips. `rounds`,
    `hands` and `bets` are sums over all sessions, a hand being one decision to bet or pass. `top` is the largest pot
    of all, `pots` the sum of each session's largest, and `debts` how many sessions saw somebody with less than 0.
    """

    sessions: int
    endings: Counter[Ending]
    finals: tuple[Counter[Chips], ...]
    rounds: int
    hands: int
    bets: int
    top: Chips
    pots: Chips
    debts: int

    @property
    def p_bet(self) -> Fraction:
        """The share of the hands that were bet on."""
        return Fraction(self.bets, self.hands or 1)

    def share(self, ending: Ending) -> Fraction:
        """The share of the sessions that ended in this way."""
        return Fraction(self.endings[ending], self.sessions)

    def mean(self, seat: int) -> Fraction:
        """The mean of a seat's chips at the end."""
        return sum((Fraction(chips) * n for chips, n in self.finals[seat].items()), Fraction(0)) / self.sessions

    def spread(self, seat: int) -> Fraction:
        """The standard deviation of a seat's chips at the end, in tenths of a chip, rounded down."""
        mean = self.mean(seat)
        squares = sum(((chips - mean) ** 2 * n for chips, n in self.finals[seat].items()), Fraction(0))
        return Fraction(isqrt(int(100 * squares / self.sessions)), 10)

    def plus(self, other: Many) -> Many:
        """Both together; they must have as many seats."""
        return Many(
            self.sessions + other.sessions,
            self.endings + other.endings,
            tuple(one + two for one, two in zip(self.finals, other.finals, strict=True)),
            self.rounds + other.rounds,
            self.hands + other.hands,
            self.bets + other.bets,
            max(self.top, other.top),
            self.pots + other.pots,
            self.debts + other.debts,
        )


def many(
    strategies: Sequence[str], rules: Rules = GUIDE, base: str = "many", first: int = 1, sessions: int = 100
) -> Many:
    """Sessions with seeds `base` and a number, from `first` on, in which bots sit by the names of their strategies.

    The same arguments give the same result; `many(…, first=101)` goes on where the first hundred ended. Refusal for
    an unknown strategy, for too few or too many, and for what is no seed.

    >>> found = many(["bold", "cautious"], sessions=5)
    >>> found.sessions, found.mean(0) + found.mean(1)
    (5, Fraction(200, 1))
    """
    seats = [Player(f"{seat} {name}", name) for seat, name in enumerate(strategies, 1)]
    finals: tuple[Counter[Chips], ...] = tuple(Counter() for _ in seats)
    endings: Counter[Ending] = Counter()
    rounds = hands = bets = debts = 0
    top: Chips = 0
    pots: Chips = 0
    for number in range(first, first + sessions):
        session = Session.begin(Setup.of(seats, rules, seed=f"{base}{number}")).choose_dealer().run()
        while session.phase is not Phase.OVER:
            if session.phase in TURN_PHASES:
                action = decide(session)
                if isinstance(action, _DECIDED) or (isinstance(action, Split) and action.stake):
                    hands, bets = hands + 1, bets + (type(action) is not Pass)
                session = session.do(action).run()
            else:
                session = session.cut().run()
        result, history = session.result, session.history
        assert result is not None
        endings[result.ending] += 1
        for seat, chips in enumerate(session.balances):
            finals[seat][chips] += 1
        largest = max(event.pot for event in history)
        rounds, top, pots = rounds + session.round, max(top, largest), pots + largest
        debts += min(min(event.balances) for event in history) < 0
    return Many(sessions, endings, finals, rounds, hands, bets, top, pots, debts)
