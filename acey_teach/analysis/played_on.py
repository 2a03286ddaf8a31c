"""A session played on from one decision, whatever cards come: exactly on the last turn, else by drawing them (A6-A9).

The engine deals, settles and ends every session here. Sums of worths are in 840ths, so that a win shared by 2 to 8 is
a whole number of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from acey_teach.analysis.strategies import STRATEGIES
from acey_teach.engine.actions import Bet, ChooseDealer, Cut, Pass
from acey_teach.engine.cards import Card
from acey_teach.engine.events import Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import net_of
from acey_teach.engine.shuffle import below, shuffled

PARTS = 840
WORTHS = (0, *(PARTS // winners for winners in range(1, 9)))
"""What it is worth to be one of so many winners; 0 winners stands for a session that others won."""
SIDE_BY_SIDE = len(WORTHS)

Joint = Callable[[int, int], Sequence[int]]
"""How two stakes, given by their places, did with the same cards: entry SIDE_BY_SIDE x winners of the first + winners
of the second says how often."""


class Chance(NamedTuple):
    """The chance of winning the session (A9.2): exact, or hits divided by sessions played on, with standard errors.

    `win` alone, `share` together with others; `worth` counts a win shared by k as 1/k. `gain` is what `worth` is more
    than that of passing, with the same cards. An error of 0 also comes when all sessions played on agreed: what happens
    less than once in so many is not seen.
    """

    win: Fraction
    share: Fraction
    worth: Fraction
    gain: Fraction
    win_error: float = 0.0
    share_error: float = 0.0
    worth_error: float = 0.0
    gain_error: float = 0.0

    @property
    def lose(self) -> Fraction:
        """That others win."""
        return 1 - self.win - self.share


# ---- the last turn ----
def last_turn(session: Session, stakes: Sequence[int]) -> list[Chance] | None:
    """The exact chance with each stake, 0 (a pass) first; None when some outcome lets the session go on."""
    seat, rules, kinds = session.seat, session.rules, dict[object, list[Card]]()
    for card in unseen(session):  # by what they do to every stake
        kinds.setdefault(net_of(session.terms, card, rules.min_stake, session.pot, rules), []).append(card)
    moments = [(len(cards), _again(session, cards)) for cards in kinds.values()]
    passed = _winners(moments[0][1].do(Pass()).run(), seat)
    if passed is None:
        return None
    found, cards = list[Chance](), sum(count for count, _ in moments)
    for stake in stakes:
        counts = [0] * SIDE_BY_SIDE
        for count, moment in moments:
            winners = _winners(moment.do(Bet(stake)).run(), seat) if stake else passed
            if winners is None:
                return None
            counts[winners] += count
        win, shared = Fraction(counts[1], cards), Fraction(sum(counts[2:]), cards)
        worth = Fraction(sum(map(int.__mul__, counts, WORTHS)), cards * PARTS)
        found.append(Chance(win, shared, worth, worth - Fraction(WORTHS[passed], PARTS)))
    return found


def unseen(session: Session) -> list[Card]:
    """The cards nobody has seen this round, in the order of the pack: one of them comes next (R-20)."""
    return [*(Counter(session.rules.pack) - Counter(session.seen)).elements()]


def _winners(session: Session, seat: int) -> int | None:
    """How many won when the seat did, 0 when it did not, None when the session is not over."""
    if session.phase is not Phase.OVER:
        return None
    assert session.result
    winners = session.result.winners
    return len(winners) if seat in winners else 0


def _again(session: Session, top: Sequence[Card], seed: str = "coach") -> Session:
    """The same decision with other unseen cards: these on top, in any order the rest. The seed brings later rounds."""
    steps = session.steps
    rest = Counter(session.rules.pack) - Counter((*session.seen, *top))
    decks = {step.round: step.stock for step in steps if step.phase is Phase.ANTE}
    decks[session.round] = (*session.seen, *top, *rest.elements())
    moment = Session.begin(replace(session.setup, seed=seed, decks=tuple(decks.values())))
    moment = moment.do(ChooseDealer(steps[1].dealer))
    for step in steps[2:]:
        assert step.action is not None
        # these decks are in the order after the cut
        moment = moment.do(Cut() if isinstance(step.action, Cut) else step.action)
    return moment


# ---- earlier turns ----
def by_engine(session: Session, stakes: Sequence[int], strategies: Sequence[str], rollouts: int, seed: str) -> Joint:
    """Play each stake on in so many sessions, with the same cards for all stakes; 0 (a pass) is the first of them.

    After a pass, the card that would have been the third goes under the others, so that later players get the same.
    """
    seat, rows = session.seat, [bytearray() for _ in stakes]
    for number in range(rollouts):
        own = f"{below(36**3, seed, f'coach/{number}')}x{number}"
        third, *rest = shuffled(unseen(session), own, "coach")
        passed = _again(session, (*rest, third), own).do(Pass())
        moment = _again(session, (third, *rest), own)
        for stake, row in zip(stakes, rows, strict=True):
            played = moment.do(Bet(stake)) if stake else passed
            while (winners := _winners(played := played.run(), seat)) is None:
                play = STRATEGIES[strategies[played.seat]] if played.phase is Phase.DECISION else None
                played = played.do(play(played)) if play else played.cut()
            row.append(winners)

    def joint(one: int, two: int) -> list[int]:
        counts = [0] * SIDE_BY_SIDE**2
        for first, second in zip(rows[one], rows[two], strict=True):
            counts[SIDE_BY_SIDE * first + second] += 1
        return counts

    return joint


def estimate(counts: Sequence[int]) -> Chance:
    """The chance with the second of two stakes, and its gain over the first, from how they did side by side."""
    n = sum(counts)
    single = [sum(counts[winners::SIDE_BY_SIDE]) for winners in range(SIDE_BY_SIDE)]
    win, win_error = _mean(n, [(single[1], PARTS)])
    share, share_error = _mean(n, [(sum(single[2:]), PARTS)])
    worth, worth_error = _mean(n, zip(single, WORTHS, strict=True))
    gain, gain_error = _mean(
        n, ((count, WORTHS[at % SIDE_BY_SIDE] - WORTHS[at // SIDE_BY_SIDE]) for at, count in enumerate(counts))
    )
    return Chance(win, share, worth, gain, win_error, share_error, worth_error, gain_error)


def _mean(n: int, values: Iterable[tuple[int, int]]) -> tuple[Fraction, float]:
    """The mean of n values, in whole wins, and its standard error; given how often each value but 0 came, in parts."""
    total = squares = 0
    for count, value in values:
        total += count * value
        squares += count * value * value
    return Fraction(total, n * PARTS), sqrt((n * squares - total * total) / (n - 1)) / n / PARTS
