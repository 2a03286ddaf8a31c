"""The steps of a session, one function a phase: each takes a session in its phase and returns the next (RULES A, B).

Whether the step is allowed was checked before (`Session.verify`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from acey_teach.engine.actions import NEXT, Bet, Blind, PostBet, Split
from acey_teach.engine.cards import HIGH
from acey_teach.engine.events import HELD, PLAIN, POT, Ending, Hand, Move, Phase, Result
from acey_teach.engine.settlement import Chips, Outcome, Wager, classify, net_of, net_result, paid, tidy
from acey_teach.engine.shuffle import below, shuffled
from acey_teach.engine.terms import terms

if TYPE_CHECKING:
    from acey_teach.engine.session import Session, _Draft


# Python 3.11 takes long to find a member in its class: these steps are taken most
_FIRST_CARD, _SECOND_CARD, _DECISION = Phase.FIRST_CARD, Phase.SECOND_CARD, Phase.DECISION
_THIRD_CARD, _SETTLEMENT, _DISCARD = Phase.THIRD_CARD, Phase.SETTLEMENT, Phase.DISCARD


def _turn_begins(new: _Draft, ante: int = 0) -> Phase:
    """The first step of a turn, in the game of part A its second card; `ante` is what everybody is about to pay.

    Before any card a player may play for the pot (B8) who has chips, enough for a third on a post where there are no
    debts (B13), but not in a round in which more than half of the pot is forbidden (R-50).
    """
    rules, n = new.setup.rules, len(new.balances)
    if rules.turns_begin_plainly:
        return _SECOND_CARD
    if rules.deals_in_advance:
        return Phase.ACE if new.stock[new.turn].rank == HIGH else _SECOND_CARD
    if not rules.blind_pot or (rules.first_orbit_half_pot and new.round == 1):
        return _FIRST_CARD
    chips, pot = new.balances[(new.dealer + 1 + new.turn) % n] - ante, new.pot + n * ante
    return _FIRST_CARD if chips <= 0 or (rules.debt == "cap" and chips < pot) else Phase.BLIND


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
    new, ante, n = s._draft(NEXT), s.setup.rules.ante, len(s.balances)
    new.phase = _FIRST_CARD if s.setup.rules.deals_in_advance else _turn_begins(new, ante)
    return new._done(s.dealer, tuple([Move(seat, POT, ante) for seat in range(n)]))


def _first_card(s: Session, _: Any) -> Session:
    new, n, place = s._draft(NEXT), len(s.balances), s.dealt
    card, new.dealt = s.stock[place], place + 1
    if not s.setup.rules.deals_in_advance:  # on the turn (B0)
        new.hand = s.hand._replace(first=card)
        new.phase = Phase.ACE if s.setup.rules.ace_choice and card.rank == HIGH else _SECOND_CARD
        return new._done(s.seat, (), card)
    if new.dealt == n:
        new.phase = _turn_begins(new)
    return new._done((s.dealer + 1 + place) % n, (), card)


def _blind(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.phase = _FIRST_CARD
    if type(action) is Blind:
        new.hand = Hand(wager=Wager.BLIND)
    return new._done(s.seat)


def _ace(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.hand, new.phase = s.hand._replace(called=action.called), _SECOND_CARD
    return new._done(s.seat, (), s.first)


def _second_card(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    card = new.second = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, _DECISION
    if s.hand is not PLAIN and s.hand.wager is Wager.BLIND:  # no choice is left, but for the side of a pair
        assert s.hand.first
        sides = terms((s.hand.first, card), s.setup.rules, s.hand.called).sides
        new.phase = Phase.SIDE if sides else _THIRD_CARD
    return new._done(s.seat, (), card)


def _side(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.hand, new.phase = s.hand._replace(side=action.side), _THIRD_CARD
    return new._done(s.seat)


def _decision(s: Session, action: Any) -> Session:
    new, seat = s._draft(action), s.seat
    if type(action) is Bet:
        if action.side is not None:
            new.hand = s.hand._replace(side=action.side)
        return _put_aside(s, new, action.stake)
    if type(action) is PostBet:
        new.hand, new.phase = s.hand._replace(wager=Wager.POST), _THIRD_CARD
        return new._done(seat)
    if type(action) is Split:
        assert s.first and s.second
        new.hand = s.hand._replace(columns=((s.first,), (s.second,)), stake=action.stake)
        new.phase = Phase.SPLIT_CARD
        return new._done(seat)
    new.phase = Phase.NEXT_HAND if s.hand is not PLAIN and s.hand.column == 1 else _DISCARD
    return new._done(seat, forced=s.limit.stake == 0)


def _put_aside(s: Session, new: _Draft, stake: int) -> Session:
    """The stake is moved aside (A6.1); under `short` no more than there is, as nobody's chips fall below 0 (B13)."""
    held, seat, new.phase = stake, s.seat, _THIRD_CARD
    if s.setup.rules.debt == "short":
        held = min(stake, int(s.balances[seat]))
        new.hand = new.hand._replace(stake=stake)
    return new._done(seat, (Move(seat, HELD, held),) if held else (), stake=stake)


def _split_card(s: Session, _: Any) -> Session:
    """One new card under the first post, then one under the second (B7)."""
    new, (one, two) = s._draft(NEXT), s.hand.columns
    card, new.dealt = s.stock[s.dealt], s.dealt + 1
    if len(one) == 1:
        new.hand = s.hand._replace(columns=((*one, card), two))
    else:
        new.hand = s.hand._replace(columns=(one, (*two, card)), column=1)
        new.phase = _hand_begins(new)
    return new._done(s.seat, (), card)


def _hand_begins(new: _Draft) -> Phase:
    return Phase.STAKE if new.setup.rules.split_mode == "committed" else _DECISION


def _stake(s: Session, _: Any) -> Session:
    """The stake named before the split stands on this hand, too (R-43)."""
    return _put_aside(s, s._draft(NEXT), s.hand.stake)


def _third_card(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    card = new.third = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, _SETTLEMENT
    return new._done(s.seat, (), card, s.hand.stake or s.held)


def _settlement(s: Session, _: Any) -> Session:
    assert s.posts and s.third
    new, seat, held, rules = s._draft(NEXT), s.seat, s.held, s.setup.rules
    outcome: Outcome
    net: Chips
    if s.hand is PLAIN and rules.settles_plainly:
        outcome = classify(s.posts, s.third)
        stake, net = held, net_result(outcome, held, rules)
    else:
        stake = s.hand.stake or held
        outcome, net = net_of(s.terms, s.third, stake, s.pot, rules, s.hand.wager)
        net = paid(net, s.balances[seat] + held, rules)
    new.outcome = outcome
    moves: tuple[Move, ...]
    if s.hand is not PLAIN and s.hand.wager is not Wager.STAKE:  # nothing was put aside
        moves = (Move(POT, seat, s.pot),) if net > 0 else (Move(seat, POT, -net),)
        if net > s.pot:
            moves += tuple(_others_pay(s, seat))
            net = tidy(sum((Fraction(chips) for _, target, chips in moves if target == seat), Fraction(0)))
    elif net > 0:  # the stake returns and the gain comes out of the pot (A6.3)
        moves = (Move(HELD, seat, held), Move(POT, seat, net))
    elif net == -held:
        moves = (Move(HELD, POT, held),)
    else:
        moves = (Move(HELD, POT, held), Move(seat, POT, -net - held))
    if rules.debt == "short":
        moves = tuple(move for move in moves if move.chips)
    # the second hand of a split pair follows while there is a pot
    new.phase = Phase.NEXT_HAND if s.hand.column == 1 and net < s.pot else _DISCARD
    return new._done(seat, moves, s.third, stake, outcome=outcome, net=net)


def _others_pay(s: Session, seat: int) -> list[Move]:
    """After a hit on a post the others match the pot in equal shares (B10, R-53); what is forgiven is not paid."""
    n, rules = len(s.balances), s.setup.rules
    owed = -Fraction(s.pot, n - 1)
    return [Move(i, seat, -paid(owed, s.balances[i], rules)) for i in range(n) if i != seat]


def _next_hand(s: Session, _: Any) -> Session:
    """The second hand of a split pair takes its turn; the first keeps its third card before it."""
    new, (one, two) = s._draft(NEXT), s.hand.columns
    stake = s.hand.stake if s.setup.rules.split_mode == "committed" else 0
    columns = (one if s.third is None else (*one, s.third), two)
    new.hand = s.hand._replace(column=2, columns=columns, wager=Wager.STAKE, stake=stake)
    new.third = new.outcome = None
    new.phase = _hand_begins(new)
    return new._done(s.seat)


def _discard(s: Session, _: Any) -> Session:
    new = s._draft(NEXT)
    new.second = new.third = new.outcome = None
    new.hand = PLAIN
    if s.pot == 0 or s.turn == len(s.balances) - 1:  # A8.1: a pot of 0 ends the session on the spot
        new.phase = Phase.COLLECT
    else:
        new.turn = s.turn + 1
        new.phase = _turn_begins(new)
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
    Phase.BLIND: _blind,
    Phase.ACE: _ace,
    Phase.SECOND_CARD: _second_card,
    Phase.SIDE: _side,
    Phase.DECISION: _decision,
    Phase.SPLIT_CARD: _split_card,
    Phase.STAKE: _stake,
    Phase.THIRD_CARD: _third_card,
    Phase.SETTLEMENT: _settlement,
    Phase.NEXT_HAND: _next_hand,
    Phase.DISCARD: _discard,
    Phase.COLLECT: _collect,
    Phase.PASS_DEAL: _pass_deal,
    Phase.DIVISION: _division,
}
"""The step of each phase. The session's end has none."""
