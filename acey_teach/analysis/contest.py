"""A tournament: entrants change seats until everybody has had every seat, with the same cards each time.

A *deal* is one seed with all its rotations. What an entrant makes of a deal is one observation: means, intervals and
differences are taken over deals, because the sessions of one deal share their cards and are no independent trials.

>>> found = on(Contest(("expected-value", "random")), [bot("expected-value"), bot("random")], deals=30)
>>> found.deals, sum(found.mean(entrant) for entrant in range(2))
(30, Fraction(0, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from math import ceil, exp, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from acey_teach.analysis.strategies import STRATEGIES
from acey_teach.engine.actions import TURN_PHASES
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Action, Session
from acey_teach.engine.setup import Player, Setup
from acey_teach.engine.shuffle import below
from acey_teach.i18n import N_

MOST_ENTRANTS = 60
MOST_DEALS = 10_000
LEVEL = 0.05
"""How often a tournament of equals may call any difference real."""
FEWEST = 5
"""Deals before anything is said about how sure a mean is."""

Chooser = Callable[[Sequence[Session]], Sequence[Action]]
"""Makes the choice that is due in each of these sessions."""


class Difference(NamedTuple):
    """How far one entrant is `ahead` of another, in chips a session, ± `half` (95 %).

    `p` is the probability of a difference at least as large between equals, `real` whether it stands when all
    differences are judged together (Holm). Where it does not, `more` are the deals it might still take, None where
    there is nothing to go by.
    """

    ahead: int
    behind: int
    mean: Fraction
    half: float
    p: float
    real: bool
    more: int | None


class Contest(NamedTuple):
    """How far a tournament is. For each entrant and deal: chips won a session, and the share of sessions won."""

    names: tuple[str, ...]
    seed: str = "1"
    rules: Rules = GUIDE
    chips: tuple[tuple[Fraction, ...], ...] = ()
    wins: tuple[Fraction, ...] = ()

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.chips[0]) if self.chips else 0

    def mean(self, entrant: int) -> Fraction:
        """Chips won a session, on average."""
        return _mean(self.chips[entrant]) if self.deals else Fraction(0)

    def half(self, entrant: int) -> float | None:
        """Half the width of the 95 % confidence interval of the mean; None while there are too few deals."""
        return _half(self.chips[entrant]) if self.deals >= FEWEST else None

    def share(self, entrant: int) -> Fraction:
        """The share of the sessions that were won; a win shared by k counts one k-th."""
        return self.wins[entrant] / self.deals if self.deals else Fraction(0)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The entrants, the most successful first."""
        return tuple(sorted(range(len(self.names)), key=lambda entrant: (-self.mean(entrant), entrant)))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The difference of every two entrants, deal by deal; the surest first. None while there are too few deals."""
        if self.deals < FEWEST:
            return ()
        order, found = self.ranking, []
        for at, ahead in enumerate(order):
            for behind in order[at + 1 :]:
                apart = [one - two for one, two in zip(self.chips[ahead], self.chips[behind], strict=True)]
                found.append((_chance(apart), ahead, behind, apart))
        found.sort(key=lambda one: one[0])
        made, stands = [], True
        for at, (p, ahead, behind, apart) in enumerate(found):
            stands = stands and p <= LEVEL / (len(found) - at)
            more = None if stands else _more(apart, LEVEL / len(found))
            made.append(Difference(ahead, behind, _mean(apart), _half(apart), p, stands, more))
        return tuple(made)


def begin(names: Sequence[str], seed: str = "1", rules: Rules = GUIDE) -> Contest:
    """A tournament before its first deal; Refusal for too few or too many entrants, and for a wrong seed."""
    if not 2 <= len(names) <= MOST_ENTRANTS:
        raise Refusal(
            "entrants",
            N_("A tournament needs {low} to {high} entrants, not {n}."),
            low=2,
            high=MOST_ENTRANTS,
            n=len(names),
        )
    Setup.of(["1", "2"], rules, seed=seed)
    return Contest(tuple(names), seed, rules)


def tables(entrants: int, seed: str, deal: int) -> list[tuple[int, ...]]:
    """Who sits where in a deal: each group in all its rotations, so that everybody has every seat once.

    Up to 8 sit at one table, in an order by chance. More are parted by chance into tables as equal as can be.

    >>> tables(3, "1", 0)
    [(2, 1, 0), (1, 0, 2), (0, 2, 1)]
    """
    order, purpose = list(range(entrants)), f"tournament/{deal}"
    for last in range(entrants - 1, 0, -1):
        other = below(last + 1, seed, f"{purpose}/{last}")
        order[last], order[other] = order[other], order[last]
    many = -(-entrants // 8)
    groups = [order[at::many] for at in range(many)]
    return [tuple(group[turn:] + group[:turn]) for group in groups for turn in range(len(group))]


def bot(name: str) -> Chooser:
    """A bot of the kit as an entrant; KeyError when there is none of this name."""
    strategy = STRATEGIES[name]
    return lambda sessions: [strategy(session) for session in sessions]


def on(contest: Contest, choosers: Sequence[Chooser], deals: int = 1) -> Contest:
    """Some deals more; the same entrants and seed give the same tournament, in parts or at once.

    All sessions of these deals go on side by side, and an entrant is asked about all of its hands of a step together.
    """
    first, entrants = contest.deals, len(contest.names)
    seated = [(deal, seats) for deal in range(first, first + deals) for seats in tables(entrants, contest.seed, deal)]
    sessions = [_on(_begin(contest, deal, len(seats))) for deal, seats in seated]
    while True:
        due: dict[int, list[int]] = {}
        for at, session in enumerate(sessions):
            if session.phase in TURN_PHASES:
                due.setdefault(seated[at][1][session.seat], []).append(at)
        if not due:
            break
        for entrant in sorted(due):
            here = due[entrant]
            for at, action in zip(here, choosers[entrant]([sessions[at] for at in here]), strict=True):
                sessions[at] = _on(sessions[at].do(action))
    return _counted(contest, deals, seated, sessions)


def _begin(contest: Contest, deal: int, players: int) -> Session:
    seats = [Player(str(seat), "") for seat in range(1, players + 1)]
    seed = sha256(f"{contest.seed}/{deal}".encode()).hexdigest()[:16]  # no longer than a seed may be, whatever came in
    return Session.begin(Setup.of(seats, contest.rules, seed=seed)).choose_dealer(0)


def _on(session: Session) -> Session:
    """The session when somebody must choose, or at its end; who may only pass does so."""
    while True:
        session = session.run()
        if session.phase is Phase.CUT:
            session = session.cut()
        elif session.phase is Phase.DECISION and not session.limit.stake and len(session.offers) == 1:
            session = session.pass_()
        else:
            return session


def _counted(
    contest: Contest, deals: int, seated: Sequence[tuple[int, tuple[int, ...]]], sessions: Sequence[Session]
) -> Contest:
    entrants, first, start = len(contest.names), contest.deals, contest.rules.start_chips
    chips = [[Fraction(0)] * deals for _ in range(entrants)]
    wins = list(contest.wins) or [Fraction(0)] * entrants
    for (deal, seats), session in zip(seated, sessions, strict=True):
        assert session.result
        winners = session.result.winners
        for seat, entrant in enumerate(seats):
            chips[entrant][deal - first] += Fraction(session.balances[seat] - start) / len(seats)
            if seat in winners:
                wins[entrant] += Fraction(1, len(winners) * len(seats))
    earlier = contest.chips or ((),) * entrants
    return contest._replace(
        chips=tuple((*old, *new) for old, new in zip(earlier, chips, strict=True)), wins=tuple(wins)
    )


# ---- how sure it is: Student's distribution, by Wallace's change to a normal one, good to three digits ----
def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _error(values: Sequence[Fraction]) -> float:
    """The standard error of the mean."""
    mean, n = _mean(values), len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (n * (n - 1)))


def _half(values: Sequence[Fraction]) -> float:
    free = len(values) - 1
    z = NormalDist().inv_cdf(0.975) * (8 * free + 3) / (8 * free + 1)
    return sqrt(free * (exp(z * z / free) - 1)) * _error(values)


def _chance(values: Sequence[Fraction]) -> float:
    """The probability that equals come to a mean at least so far from 0."""
    error, mean, free = _error(values), abs(float(_mean(values))), len(values) - 1
    if not error:
        return 0.0 if mean else 1.0
    z = (8 * free + 1) / (8 * free + 3) * sqrt(free * log(1 + (mean / error) ** 2 / free))
    return 2 * (1 - NormalDist().cdf(z))


def _more(values: Sequence[Fraction], level: float) -> int | None:
    """How many deals more would make a mean like this one sure at this level; None where it is 0, or out of reach."""
    error, mean, n = _error(values), abs(float(_mean(values))), len(values)
    if not mean:
        return None
    needed = ceil(n * (NormalDist().inv_cdf(1 - level / 2) * error / mean) ** 2)
    return max(1, needed - n) if needed <= MOST_DEALS else None


def steps(contest: Contest, choosers: Sequence[Chooser], deals: int, each: int) -> Iterator[Contest]:
    """The tournament on its way to so many deals, after every `each` of them."""
    while contest.deals < deals:
        contest = on(contest, choosers, min(each, deals - contest.deals))
        yield contest
