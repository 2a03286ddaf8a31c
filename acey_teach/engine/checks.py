"""What is on offer, and why an action is not possible now: one check for all who ask (A5, B7-B10)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from acey_teach.engine.actions import (
    ACTS_IN,
    CHOICES,
    STEPS_ALONE,
    Action,
    Bet,
    Blind,
    CallAce,
    ChooseDealer,
    Cut,
    Look,
    NameSide,
    Next,
    Pass,
    PostBet,
    Split,
)
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.settlement import check_side, check_stake, half_up, tidy
from acey_teach.engine.terms import Ace
from acey_teach.i18n import N_

if TYPE_CHECKING:
    from acey_teach.engine.session import Session

_SHUFFLE, _DECISION = Phase.SHUFFLE, Phase.DECISION  # Python 3.11 takes long to find a member in its class
_CHOOSE_FIRST = {
    Phase.CHOOSE_DEALER: N_("First choose who deals."),
    Phase.CUT: N_("First cut the pack."),
    Phase.BLIND: N_("First decide: play blind for the pot, or see the posts."),
    Phase.ACE: N_("First call the ace low or high."),
    Phase.SIDE: N_("First say higher or lower."),
    Phase.DECISION: N_("First decide: pass or bet."),
}
_OFFERS: dict[Phase, tuple[type[Action], ...]] = {
    Phase.CHOOSE_DEALER: (ChooseDealer,),
    Phase.CUT: (Cut,),
    Phase.BLIND: (Look, Blind),
    Phase.ACE: (CallAce,),
    Phase.SIDE: (NameSide,),
}


def offers(s: Session) -> tuple[type[Action], ...]:
    """The kinds of choice on offer in this moment of a session, the safest first."""
    if s.phase is not _DECISION:
        return _OFFERS.get(s.phase, ())
    if s.setup.plain_hands:
        return (Pass, Bet)
    hand = s.terms
    if hand.splits and not s.hand.column:
        return (Pass, Split)
    if hand.forced:  # the largest stake, or, where none is possible, a pass
        return (Bet,) if s.limit.stake else (Pass, Bet)
    return (Pass, Bet, PostBet) if s.rules.post_bet else (Pass, Bet)


def check(s: Session, action: Action) -> Refusal | None:
    """Why `action` is not possible in this moment of a session, or None when it is."""
    phase, kind = s.phase, type(action)
    if kind is Next and phase in STEPS_ALONE:
        if phase is _SHUFFLE and not s.setup.deck(s.round) and not s.setup.seed:
            return Refusal("deck", N_("There is no deck for round {n}."), clause="A10", n=s.round)
        return None
    if ACTS_IN.get(kind) is phase:
        checked = _CHECKS.get(kind)
        return None if checked is None else checked(s, action)
    if kind is not Next and kind not in ACTS_IN:
        return Refusal("action", N_("There is no such action: {action}."), action=shown(action))
    if phase is Phase.OVER:
        return Refusal("over", N_("The session is over. Start a new one."), clause="A8")
    if phase in CHOICES:
        return Refusal("choose-first", _CHOOSE_FIRST[phase])
    return Refusal("not-now", N_("This cannot be chosen now. Go on with the next step."))


def _check_bet(s: Session, bet: Bet) -> Refusal | None:
    if bet.side is not None or not s.setup.plain_hands:
        hand = s.terms
        if s.hand.column:  # a pair again is a hand that cannot win, and no second split
            hand = hand._replace(splits=False)
        refusal = check_side(bet.side, hand)
        if refusal:
            return refusal
    return check_stake(bet.stake, s.limit, s.setup.rules)


def _check_pass(s: Session, _: Pass) -> Refusal | None:
    if s.setup.plain_hands or Pass in offers(s):
        return None
    return Refusal(
        "autopot", N_("With these posts AutoPot leaves no choice: bet {high}."), clause="B9", high=s.limit.stake
    )


def _check_ace(_: Session, call: CallAce) -> Refusal | None:
    if isinstance(call.called, Ace):
        return None
    return Refusal("ace", N_("An ace is called low or high."), clause="B2")


def _check_split(s: Session, split: Split) -> Refusal | None:
    stake = split.stake
    if Split not in offers(s):
        return Refusal("split", N_("Only a pair can be split, and only where the rules say so."), clause="B7")
    if s.rules.split_mode == "committed":
        return check_stake(stake, s.split_limit, s.rules)
    if stake != 0 or not is_whole(stake):
        return Refusal("split", N_("Split first: the stakes come when the new cards lie there."), clause="R-43")
    return None


def _check_post_bet(s: Session, _: PostBet) -> Refusal | None:
    if PostBet not in offers(s):
        return Refusal("post-bet", N_("A bet on the post is not possible here."), clause="B10")
    half, chips, share = half_up(s.pot), s.balances[s.seat], Fraction(s.pot, len(s.balances) - 1)
    if chips <= 0 or (s.rules.debt == "cap" and chips < half):
        return Refusal(
            "post-bet",
            N_("A bet on the post can cost {half} chips, and you have {chips}. Choose something else, or pass."),
            clause="R-55",
            half=half,
            chips=chips,
        )
    fewest = min(s.balances[: s.seat] + s.balances[s.seat + 1 :])
    if s.rules.debt == "cap" and fewest < share:
        return Refusal(
            "post-bet",
            N_("A hit would cost each of the others {share} chips, and somebody has only {chips}."),
            clause="R-55",
            share=tidy(share),
            chips=fewest,
        )
    return None


def _check_cut(s: Session, cut: Cut) -> Refusal | None:
    at = cut.at
    if at is None:
        return None
    if s.setup.is_planned(s.round):
        return Refusal("cut", N_("The cards of this round are planned: the deck is already cut."), clause="A10")
    low, high = s.rules.min_cut, len(s.stock) - s.rules.min_cut
    if is_whole(at) and low <= at <= high:
        return None
    return Refusal(
        "cut",
        N_("A cut takes {low} to {high} cards from the top, not {at}."),
        clause="A3.2",
        low=low,
        high=high,
        at=shown(at),
    )


def _check_dealer(s: Session, choice: ChooseDealer) -> Refusal | None:
    seat = choice.seat
    if seat is None:
        if s.setup.seed:
            return None
        return Refusal("dealer", N_("Without a seed the dealer has to be named."), clause="A2.1")
    last = len(s.balances) - 1
    if is_whole(seat) and 0 <= seat <= last:
        return None
    return Refusal(
        "dealer",
        N_("There is no seat {seat}: seats go from 0 to {last}."),
        clause="A2.1",
        seat=shown(seat),
        last=last,
    )


_CHECKS: dict[type[Action], Callable[[Session, Any], Refusal | None]] = {
    ChooseDealer: _check_dealer,
    Cut: _check_cut,
    CallAce: _check_ace,
    NameSide: lambda s, named: check_side(named.side, s.terms),
    Bet: _check_bet,
    Pass: _check_pass,
    PostBet: _check_post_bet,
    Split: _check_split,
}
"""What more is asked of a choice in its phase; the others are always possible in it."""
