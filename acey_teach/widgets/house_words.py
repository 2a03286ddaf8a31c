"""Sentences for what only house rules bring: aces called, sides, splits, blind and post bets, debts (RULES part B).

`words` calls this module where a moment is not one of the guide's game.
"""

from __future__ import annotations

from fractions import Fraction

from acey_teach.engine.actions import Bet, Split
from acey_teach.engine.cards import HIGH, Card
from acey_teach.engine.events import Event, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import SATAN_POTS, Limit, Outcome, Wager, net_of, post_prices, tidy
from acey_teach.engine.terms import LOW_ACE, Ace, Side, Terms, terms
from acey_teach.i18n import N_, Translator
from acey_teach.widgets import words
from acey_teach.widgets.words import OUTCOME_WORDS, Show, ordered

SIDE_WORDS = {Side.HIGHER: N_("higher"), Side.LOWER: N_("lower")}
ACE_WORDS = {
    Ace.LOW: N_("Low: it counts 1 and stands below the 2."),
    Ace.HIGH: N_("High: it counts 14 and stands above the king."),
}


def ends(s: Session, t: Translator) -> tuple[str, str]:
    """The posts' ranks in words, the lower one first; an ace that was called low says so."""
    low, high = ordered(s.posts or (), s.hand)
    return t("a low ace") if s.terms.low == LOW_ACE else low.rank_name, high.rank_name


# ---- the step that led to a moment ----
def narrate(s: Session, event: Event, name: str, show: Show) -> str:
    """What a step of part B did, "" for one that is told as in the guide's game."""
    t, hand = show.t, event.hand
    match event.phase:
        case Phase.FIRST_CARD if hand.first:
            return t("{name} gets {card}, face up.", name=name, card=show.card(hand.first))
        case Phase.BLIND if hand.wager is Wager.BLIND:
            return t("{name} plays blind for the pot of {pot}.", name=name, pot=t.number(event.pot))
        case Phase.BLIND:
            return t("{name} wants to see the posts first.", name=name)
        case Phase.ACE if hand.called == Ace.LOW:
            return t("{name} calls the ace low.", name=name)
        case Phase.ACE:
            return t("{name} calls the ace high.", name=name)
        case Phase.SIDE | Phase.DECISION if hand.side and s.phase is Phase.THIRD_CARD:
            return _side_named(s, event, name, show)
        case Phase.DECISION if hand.wager is Wager.POST:
            return t("{name} bets that the third card falls on a post.", name=name)
        case Phase.DECISION if s.phase is Phase.SPLIT_CARD:
            if not hand.stake:
                return t("{name} splits the pair into two hands.", name=name)
            return t("{name} splits the pair and stakes {n} on each hand.", name=name, n=t.number(hand.stake))
        case Phase.SPLIT_CARD if event.card and not hand.column:
            return t("{card} goes to the first hand.", card=show.card(event.card))
        case Phase.SPLIT_CARD:
            return _hands(event, show)
        case Phase.STAKE:
            told = t("The stake of {n} is set aside for this hand.", n=t.number(event.stake))
            return f"{_hands(event, show)} {told}" if hand.column == 1 else told
        case Phase.NEXT_HAND:
            cards = t.listing(show.card(card) for card in hand.columns[1])
            return t("Now {name} plays the second hand: {cards}.", name=name, cards=cards)
        case Phase.SETTLEMENT:
            return _settled(s, event, name, show)
    return ""


def _hands(event: Event, show: Show) -> str:
    one, two = (show.t.listing(map(show.card, column)) for column in event.hand.columns)
    return show.t("First hand: {one}. Second hand: {two}.", one=one, two=two)


def aside(s: Session, event: Event, name: str, t: Translator) -> str:
    """A bet of more chips than there are to set aside, where the rest is forgiven (B13)."""
    return t(
        "{name} bets {stake} and sets aside all that is there: {n}.",
        name=name, stake=t.number(event.stake), n=t.number(s.held),
    )  # fmt: skip


def _side_named(s: Session, event: Event, name: str, show: Show) -> str:
    t, higher = show.t, event.hand.side is Side.HIGHER
    if not event.stake or event.stake > s.held:
        said = t("{name} says higher.", name=name) if higher else t("{name} says lower.", name=name)
        return f"{said} {aside(s, event, name, t)}" if event.stake else said
    stake = t.number(event.stake)
    if higher:
        return t("{name} bets {stake} on higher. The stake is set aside.", name=name, stake=stake)
    return t("{name} bets {stake} on lower. The stake is set aside.", name=name, stake=stake)


def _settled(s: Session, event: Event, name: str, show: Show) -> str:
    """The third card, what it brought, and what made it dearer or cheaper than usual."""
    t = show.t
    assert event.card and event.outcome
    won = (
        t("{name} wins {n}.", name=name, n=t.number(event.net))
        if event.net > 0
        else t("{name} loses {n}.", name=name, n=t.number(-event.net))
    )
    told = t(
        "Third card {card}: {outcome}. {won} Pot {pot}.",
        card=show.card(event.card),
        outcome=t(OUTCOME_WORDS[event.outcome]),
        won=" ".join([*_why(s, event, t), won]),
        pot=t.number(event.pot),
    )
    before = s.previous
    assert before
    full = net_of(before.terms, event.card, event.stake, before.pot, s.rules, event.hand.wager)[1]
    if event.net < 0 and full < event.net:
        told += " " + t("The other {n} are forgiven.", n=t.number(event.net - full))
    return told


def _why(s: Session, event: Event, t: Translator) -> list[str]:
    """Why a card cost or brought another number of stakes than usual."""
    before, wager, post = s.previous, event.hand.wager, event.outcome is Outcome.POST
    assert before and event.card
    if wager is Wager.POST and post:
        if event.net < 2 * before.pot:  # somebody pays less: the rest is forgiven
            return []
        share = tidy(Fraction(before.pot, len(s.players) - 1))
        return [t("The pot is won, and each of the others pays {n}.", n=t.number(share))]
    if wager is Wager.POST:
        return [t("A miss costs half of the pot.")]
    if wager is Wager.BLIND:
        said = {
            Outcome.INSIDE: N_("The blind bet wins the pot."),
            Outcome.OUTSIDE: N_("Outside, the blind bet costs half of the pot."),
            Outcome.POST: N_("On a post, the blind bet costs the whole pot."),
        }
        return [t(said[event.outcome])] if event.outcome else []
    hand = before.terms
    if post and hand.six:
        return [t("Three sixes cost {n} pots.", n=SATAN_POTS)]
    if post and event.card.bit & hand.dear:
        return [t("An ace on an ace costs {n} stakes.", n=hand.dear_factor)]
    if post and hand.side:
        return [t("The same rank costs {n} stakes.", n=hand.post_factor)]
    if hand.side:
        word = t("The word was higher.") if hand.side is Side.HIGHER else t("The word was lower.")
        return (
            [word, t("By these rules a third ace loses.")] if _ace_loses(hand) and event.card.rank == HIGH else [word]
        )
    return []


def _ace_loses(hand: Terms) -> bool:
    """Whether a third ace is not higher than a lower pair (B4)."""
    return hand.side is Side.HIGHER and hand.high < HIGH and not hand.inside & Card("Ac").bit


def choice(s: Session, t: Translator) -> str:
    """What may be chosen once the second card lies there, "" where it is to pass or to bet."""
    if s.hand.wager is Wager.BLIND:
        if s.phase is Phase.SIDE:
            return t("The blind bet stands: say higher or lower.")
        return t("The blind bet stands: the third card decides.")
    if Split in s.offers:
        return t("The choice: pass, or split the pair.")
    if s.offers == (Bet,):
        return t("AutoPot: with these posts {n} must be bet.", n=t.number(s.limit.stake))
    if s.terms.sides and s.limit.stake:
        told = t("The choice: pass, or stake up to {most} on higher or lower.", most=t.number(s.limit.stake))
        assert s.posts
        loses = _ace_loses(terms(s.posts, s.rules, None, Side.HIGHER))
        return f"{told} {t('By these rules a third ace loses.')}" if loses else told
    return ""


# ---- the question of a moment ----
def question(s: Session, name: str, show: Show) -> str:
    """The heading of a moment of part B, "" where that of the guide's game fits."""
    t, event, phase, first = show.t, s.event, s.phase, s.first
    match phase:
        case Phase.BLIND:
            return t("{name}: blind for the pot, or see the posts?", name=name)
        case Phase.ACE:
            return t("{name} has an ace: low or high?", name=name)
        case Phase.SIDE if first:
            return t("{name}: higher or lower than {rank}?", name=name, rank=first.rank_name)
        case Phase.SPLIT_CARD:
            return t("A new card for each hand")
        case Phase.STAKE:
            return words.between(s, show)
        case Phase.DISCARD | Phase.NEXT_HAND if s.third and s.outcome and event:
            return _fell(s, event, s.third, name, t)
        case Phase.NEXT_HAND:
            return t("{name} passes the first hand", name=name)
    return ""


def _fell(s: Session, event: Event, third: Card, name: str, t: Translator) -> str:
    won, post = event.net > 0, s.outcome is Outcome.POST
    heading = (
        N_("The {rank} is on a post: {name} wins {n}")
        if post and won
        else N_("The {rank} is on no post: {name} loses {n}")
        if event.hand.wager is Wager.POST and not post
        else N_("The {rank} is on a post: {name} loses {n}")
        if post
        else N_("The {rank} is inside: {name} wins {n}")
        if won and not event.hand.side
        else N_("The {rank} is outside: {name} loses {n}")
        if not event.hand.side
        else N_("The {rank}: {name} wins {n}")
        if won
        else N_("The {rank}: {name} loses {n}")
    )
    return t(heading, rank=third.rank_name, name=name, n=t.number(max(event.net, -event.net)))


def between(s: Session, show: Show) -> str:
    """The question of the game for posts that are not the guide's, "" where it is the usual one."""
    t, hand, (low, high) = show.t, s.terms, ends(s, show.t)
    if s.hand.wager is Wager.POST:
        if hand.low == hand.high:
            return t("Will the third card be another {low}?", low=low)
        return t("Will the third card be {low} or {high}?", low=low, high=high)
    if hand.side and s.hand.side:
        if hand.side is Side.HIGHER:
            return t("Will the third card be higher than {low}?", low=low)
        return t("Will the third card be lower than {low}?", low=low)
    if hand.sides:
        return t("Two cards of rank {low}: higher or lower?", low=low)
    if Split in s.offers:
        return t("Two cards of rank {low}: split them?", low=low)
    if hand.low == LOW_ACE and not hand.gap:
        return t("Can anything fall between {low} and {high}?", low=low, high=high)
    if hand.low == LOW_ACE:
        return t("Will the third card fall between {low} and {high}?", low=low, high=high)
    return ""


# ---- sums ----
def limit_reason(s: Session, limit: Limit, t: Translator) -> str:
    """Why the largest stake is no larger, for the bounds of part B (B5, B9, B11-B13)."""
    chips = s.balances[s.seat]
    told = {"cover": limit.cover, "chips": t.number(chips), "pot": t.number(s.pot), "n": t.number(limit.by_pot)}
    if not limit.stake and chips <= 0:
        return t("who has no chips cannot bet.")
    if s.terms.six and limit.cover and not limit.stake and chips < SATAN_POTS * s.pot:
        need = t.number(SATAN_POTS * s.pot)
        return t("three sixes would cost {need} chips, and {chips} are there.", need=need, **told)
    if limit.sixes and limit.stake and limit.by_pot <= limit.by_chips:
        need = t.number(limit.sixes)
        return t("the pot holds {pot}. Three sixes would cost {need} chips, and {chips} are there.", need=need, **told)
    if limit.by_pot < s.pot and limit.by_pot <= limit.by_chips and Split not in s.offers:
        return t("in round 1 a stake is at most half of the pot of {pot}.", **told)
    if not limit.cover:
        return t("the pot holds {pot}, and the pot alone is the limit.", **told)
    return ""


def verdict(odds: Odds, t: Translator) -> str:
    """The sum that decides a bet where a card costs another number of stakes than the other posts (B3, B11)."""
    hand = odds.terms
    counts = {"inside": odds.inside, "outside": odds.outside, "post": odds.post, "dear": odds.dear}
    factors = {"factor": hand.post_factor, "more": hand.dear_factor, "pots": SATAN_POTS}
    if hand.six:
        return t("{inside} cards win a stake, {outside} lose one, and {post} cost {pots} pots.", **counts, **factors)
    counts["post"] -= odds.dear
    losses = f"{odds.outside} + {hand.post_factor} × {counts['post']} + {hand.dear_factor} × {odds.dear}"
    if hand.dear_ranks == hand.post_ranks:
        losses = f"{odds.outside} + {hand.dear_factor} × {odds.dear}"
    told = {"inside": t.number(odds.gains), "sum": f"{losses} = {t.number(odds.losses)}"}
    if odds.margin == 0:
        return t("Exactly fair: {inside} cards win, and {sum} stakes are lost.", **told)
    if odds.margin > 0:
        return t("In favour of betting: {inside} cards win, {sum} stakes are lost.", **told)
    return t("Against betting: {inside} cards win, {sum} stakes are lost.", **told)


def odds_note(odds: Odds, t: Translator) -> str:
    """What the counts mean in a hand of part B, "" where they mean what they always do."""
    hand = odds.terms
    found = []
    if hand.side:
        found.append(t("Inside means higher here.") if hand.side is Side.HIGHER else t("Inside means lower here."))
    if odds.dear:
        found.append(
            t.ngettext(
                "{n} ace on a post costs {more} stakes.", "{n} aces on a post cost {more} stakes each.", odds.dear,
                more=hand.dear_factor,
            )
        )  # fmt: skip
    return " ".join(found)


def post_bet_says(s: Session, t: Translator) -> str:
    """What a bet on the post wins and costs now (B10)."""
    odds, (hit, miss) = s.odds, post_prices(s.pot, s.balances, s.seat, s.rules)
    edge = (odds.post * Fraction(hit) + (odds.unseen - odds.post) * Fraction(miss)) / odds.unseen
    return t(
        "On the post: {n} of {unseen} cards win {win}, the others cost {half}; expected value {ev} chips.",
        n=odds.post, unseen=odds.unseen, win=t.number(hit), half=t.number(-miss), ev=t.signed(edge),
    )  # fmt: skip
