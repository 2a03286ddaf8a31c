"""The steps of a session, one function a phase: each takes a session in its phase and returns the next (RULES A2-A9).

Whether the step is allowed was checked before (`Session.verify`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from acey_teach.engine.actions import NEXT, Bet
from acey_teach.engine.events import HELD, POT, Ending, Move, Phase, Result
from acey_teach.engine.settlement import Chips, Outcome, classify, net_result
from acey_teach.engine.shuffle import below, shuffled

if TYPE_CHECKING:
    from acey_teach.engine.session import Session


def _choose_dealer(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.dealer = below(len(s.balances), s.setup.seed, "dealer") if action.seat is None else action.seat
    new.phase = Phase.SHUFFLE
    return new._done(new.dealer)


def _shuffle(s: Session, _: Any) -> Session:
    new, given = s._draft(NEXT), s.setup.deck(s.round)
    pack = s.setup.rules.pack
    if len(given) < len(pack):
        rest = [*shuffled(pack, s.setup.seed, f"shuffle/{s.round}")]
        for card in given:
            rest.remove(card)
        given += tuple(rest)
    new.stock = given
    new.phase = Phase.CUT
    return new._done(s.dealer)


def _cut(s: Session, action: Any) -> Session:
    new, at = s._draft(action), action.at
    if at is None and not s.setup.deck(s.round):
        low = s.setup.rules.min_cut
        at = low + below(len(s.stock) - 2 * low + 1, s.setup.seed, f"cut/{s.round}")
    if at is not None:
        new.stock = s.stock[at:] + s.stock[:at]
    new.phase = Phase.ANTE
    return new._done(s.cutter, cut=at)


def _ante(s: Session, _: Any) -> Session:
    new, ante = s._draft(NEXT), s.setup.rules.ante
    new.phase = Phase.FIRST_CARD
    return new._done(s.dealer, tuple([Move(seat, POT, ante) for seat in range(len(s.balances))]))


def _first_card(s: Session, _: Any) -> Session:
    new, n, place = s._draft(NEXT), len(s.balances), s.dealt
    new.dealt = place + 1
    if new.dealt == n:
        new.phase = Phase.SECOND_CARD
    return new._done((s.dealer + 1 + place) % n, (), s.stock[place])


def _second_card(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    card = new.second = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, Phase.DECISION
    return new._done(s.seat, (), card)


def _decision(s: Session, action: Any) -> Session:
    new, seat = s._draft(action), s.seat
    if type(action) is Bet:  # the stake is moved aside (A6.1)
        new.phase = Phase.THIRD_CARD
        return new._done(seat, (Move(seat, HELD, action.stake),), stake=action.stake)
    new.phase = Phase.DISCARD
    return new._done(seat, forced=s.limit.stake == 0)


def _third_card(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    card = new.third = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, Phase.SETTLEMENT
    return new._done(s.seat, (), card, s.held)


def _settlement(s: Session, _: Any) -> Session:
    assert s.posts and s.third
    new, seat, stake = s._draft(NEXT), s.seat, s.held
    outcome = new.outcome = classify(s.posts, s.third)
    net = net_result(outcome, stake, s.setup.rules)
    if outcome is Outcome.INSIDE:  # the stake returns and the gain comes out of the pot (A6.3)
        moves: tuple[Move, ...] = (Move(HELD, seat, stake), Move(POT, seat, net))
    elif net == -stake:
        moves = (Move(HELD, POT, stake),)
    else:
        moves = (Move(HELD, POT, stake), Move(seat, POT, -net - stake))
    new.phase = Phase.DISCARD
    return new._done(seat, moves, s.third, stake, outcome=outcome, net=net)


def _discard(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    new.second = new.third = new.outcome = None
    if s.pot == 0 or s.turn == len(s.balances) - 1:  # A8.1: a pot of 0 ends the session on the spot
        new.phase = Phase.COLLECT
    else:
        new.turn, new.phase = s.turn + 1, Phase.SECOND_CARD
    return new._done(s.seat)


def _collect(s: Session, _: Any) -> Session:
    """All cards are brought together; then the tests of A8 in their order 1, 3, 4 (A8.5, R-7, R-17)."""
    new, rules = s._draft(NEXT), s.setup.rules
    complete = s.turn == len(s.balances) - 1
    ending = (
        Ending.POT_EMPTY
        if s.pot == 0
        else Ending.ROUND_LIMIT
        if s.round == rules.max_rounds
        else Ending.CANNOT_ANTE
        if min(s.balances) < rules.ante
        else None
    )
    new.stock, new.dealt, new.turn = (), 0, 0
    if ending:
        new.phase = Phase.DIVISION
        new.result = Result(ending, 0, (), s.round if complete else s.round - 1)
    else:
        new.phase = Phase.PASS_DEAL
    return new._done(s.dealer, complete=complete, ending=ending)


def _pass_deal(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    new.dealer, new.round, new.phase = (s.dealer + 1) % len(s.balances), s.round + 1, Phase.SHUFFLE
    return new._done(new.dealer)


def _division(s: Session, _: Any) -> Session:
    """The rest of the pot in equal exact shares, then the comparison (A9, R-19)."""
    assert s.result
    new, n = s._draft(NEXT), len(s.balances)
    exact = Fraction(s.pot, n)
    share: Chips = int(exact) if exact.denominator == 1 else exact
    best = max(s.balances)  # A11.6: equal shares do not change the ranking
    new.result = s.result._replace(share=share, winners=tuple(i for i in range(n) if s.balances[i] == best))
    new.phase = Phase.OVER
    moves = tuple(Move(POT, seat, share) for seat in range(n)) if share else ()
    return new._done(s.dealer, moves, ending=s.result.ending)


STEPS: dict[Phase, Callable[[Session, Any], Session]] = {
    Phase.CHOOSE_DEALER: _choose_dealer,
    Phase.SHUFFLE: _shuffle,
    Phase.CUT: _cut,
    Phase.ANTE: _ante,
    Phase.FIRST_CARD: _first_card,
    Phase.SECOND_CARD: _second_card,
    Phase.DECISION: _decision,
    Phase.THIRD_CARD: _third_card,
    Phase.SETTLEMENT: _settlement,
    Phase.DISCARD: _discard,
    Phase.COLLECT: _collect,
    Phase.PASS_DEAL: _pass_deal,
    Phase.DIVISION: _division,
}
"""The step of each phase. The session's end has none."""
