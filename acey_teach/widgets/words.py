"""Sentences: what a step, a limit or an ending is called in the reader's language. No HTML, no arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from acey_teach.engine.actions import Split
from acey_teach.engine.cards import Card
from acey_teach.engine.events import PLAIN, Ending, Event, Hand, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Limit, Outcome, Wager
from acey_teach.engine.terms import Ace
from acey_teach.i18n import N_, Translator

RANK_WORDS = {11: N_("jack"), 12: N_("queen"), 13: N_("king"), 14: N_("ace")}
SUIT_WORDS = {"c": N_("clubs"), "d": N_("diamonds"), "h": N_("hearts"), "s": N_("spades")}
OUTCOME_WORDS = {Outcome.INSIDE: N_("inside"), Outcome.OUTSIDE: N_("outside"), Outcome.POST: N_("on a post")}
STRATEGY_WORDS = {
    "": N_("a person"),
    "cautious": N_("bot: cautious"),
    "expected-value": N_("bot: calculating"),
    "bold": N_("bot: bold"),
    "random": N_("bot: at random"),
}


def card_name(card: Card, t: Translator) -> str:
    """A card as it is read aloud.

    >>> from acey_teach.i18n import translator
    >>> card_name(Card("Qd"), translator("en"))
    'queen of diamonds'
    """
    rank = t(RANK_WORDS[card.rank]) if card.rank in RANK_WORDS else card.rank_name
    return t("{rank} of {suit}", rank=rank, suit=t(SUIT_WORDS[card.suit]))


def ordered(posts: Sequence[Card], hand: Hand) -> list[Card]:
    """The posts, the lower one first: a first ace that was called low stands below all others (B2)."""
    if hand.called == Ace.LOW and not hand.column:
        return list(posts)
    return sorted(posts, key=lambda card: card.rank)


def passed(event: Event) -> bool:
    """Whether the event is a pass: no bet on the post, no split."""
    hand = event.hand
    return (
        event.phase is Phase.DECISION
        and not event.stake
        and (hand is PLAIN or (hand.wager is not Wager.POST and (hand.column > 0 or not hand.columns)))
    )


@dataclass(frozen=True)
class Show:
    """How names and cards appear in a sentence: as plain text, read aloud, or as HTML."""

    t: Translator
    name: Callable[[str], str]
    card: Callable[[Card], str]


def spoken(t: Translator) -> Show:
    """For a screen reader: cards by their full names."""
    return Show(t, str, lambda card: card_name(card, t))


def plain(t: Translator) -> Show:
    """For a terminal: cards by their signs."""
    return Show(t, str, str)


def narrate(s: Session, show: Show) -> str:
    """One or two sentences for the step that led to `s`, with everything a listener needs to follow."""
    t, event = show.t, s.event
    if event is None:
        return t.ngettext(
            "{n} player sits at the table. Choose who deals first.",
            "{n} players sit at the table. Choose who deals first.",
            len(s.players),
        )
    name, pot = show.name(s.players[event.seat].name), t.number(event.pot)
    if _of_a_house(s):
        from acey_teach.widgets import house_words

        if told := house_words.narrate(s, event, name, show):
            return told
    match event.phase:
        case Phase.CHOOSE_DEALER:
            return t("{name} deals the first round.", name=name)
        case Phase.SHUFFLE:
            return t("{name} shuffles all {n} cards.", name=name, n=len(s.stock))
        case Phase.CUT if event.cut is None:
            return t("The deck is ready, already cut.")
        case Phase.CUT:
            return t.ngettext(
                "{name} cuts: {n} card from the top goes under the others.",
                "{name} cuts: {n} cards from the top go under the others.",
                event.cut or 0,
                name=name,
            )
        case Phase.ANTE:
            told = t.ngettext(
                "Everybody pays {n} chip. Pot {pot}.", "Everybody pays {n} chips. Pot {pot}.", s.rules.ante, pot=pot
            )
            if not s.blind_waits:
                return told
            return f"{told} {t('In round 1 nobody plays blind, for a stake is at most half of the pot.')}"
        case Phase.FIRST_CARD:
            assert event.card
            if s.phase is not Phase.FIRST_CARD:
                all_cards = [
                    f"{show.name(s.players[seat].name)} {show.card(card)}"
                    for seat in s.order
                    if (card := s.first_card(seat))
                ]
                return t("Everybody has a first card: {all}.", all=t.listing(all_cards))
            return t("{name} gets {card}, face up.", name=name, card=show.card(event.card))
        case Phase.SECOND_CARD:
            return _second_card(s, name, show)
        case Phase.DECISION if event.stake > s.held and s.phase is Phase.THIRD_CARD:
            from acey_teach.widgets import house_words

            return house_words.aside(s, event, name, t)
        case Phase.DECISION if event.stake:
            return t(
                "{name} bets {stake}. The stake is set aside until the third card is turned.",
                name=name,
                stake=t.number(event.stake),
            )
        case Phase.DECISION if event.forced:
            return t("{name} has to pass: no stake is possible.", name=name)
        case Phase.DECISION:
            return t("{name} passes. No third card is dealt.", name=name)
        case Phase.THIRD_CARD:
            assert event.card
            return t("The third card is {card}.", card=show.card(event.card))
        case Phase.SETTLEMENT:
            assert event.card and event.outcome
            won = (
                t("{name} wins {n}.", name=name, n=t.number(event.net))
                if event.net > 0
                else t("{name} loses {n}.", name=name, n=t.number(-event.net))
            )
            return t(
                "Third card {card}: {outcome}. {won} Pot {pot}.",
                card=show.card(event.card),
                outcome=t(OUTCOME_WORDS[event.outcome]),
                won=won,
                pot=pot,
            )
        case Phase.DISCARD:
            return t("The cards of {name} go to the discards.", name=name)
        case Phase.COLLECT if event.ending:
            return why_over(event.ending, s, show)
        case Phase.COLLECT:
            return t("Round {n} is complete. All cards are brought together.", n=event.round)
        case Phase.PASS_DEAL:
            return t("The deal passes to the left: now {name} deals.", name=name)
    return division(s, show)


HOUSE_PHASES = {Phase.BLIND, Phase.ACE, Phase.SIDE, Phase.SPLIT_CARD, Phase.STAKE, Phase.NEXT_HAND}
"""Steps that only rules of part B have."""


def _of_a_house(s: Session) -> bool:
    """Whether the moment may need words that the guide's game does not have."""
    return (
        s.hand is not PLAIN
        or s.phase in HOUSE_PHASES
        or (s.event is not None and s.event.phase in HOUSE_PHASES)
        or (s.posts is not None and (s.terms.dear > 0 or s.terms.six))
    )


def _second_card(s: Session, name: str, show: Show) -> str:
    t, posts = show.t, s.posts
    assert posts
    first, second = map(show.card, posts)
    most, choice = s.limit.stake, ""
    if s.phase is not Phase.DECISION or s.terms.splits or s.terms.forced or s.terms.sides:
        from acey_teach.widgets import house_words

        choice = house_words.choice(s, t)
    told = t("{name} has {first} and draws {second}.", name=name, first=first, second=second)
    if s.hand.first:  # both posts came on the turn (B0)
        told = t("{name} gets {first} and {second}.", name=name, first=first, second=second)
    return " ".join(
        [
            told,
            choice
            or (
                t("The choice: pass, or stake up to {most}.", most=t.number(most))
                if most
                else t("No stake is possible: pass.")
            ),
        ]
    )


def why_over(ending: Ending, s: Session, show: Show) -> str:
    """Why the session ends (A8)."""
    t = show.t
    if ending is Ending.POT_EMPTY:
        return t("The pot is empty: the session ends on the spot.")
    if ending is Ending.ROUND_LIMIT:
        return t.ngettext(
            "The agreed {n} round is complete: the session ends.",
            "The agreed {n} rounds are complete: the session ends.",
            s.rules.max_rounds,
        )
    poor = [show.name(p.name) for p, chips in zip(s.players, s.balances, strict=True) if chips < s.rules.ante]
    return t.ngettext(
        "{names} cannot pay the next ante: the session ends.",
        "{names} cannot pay the next ante: the session ends.",
        len(poor),
        names=t.listing(poor),
    )


def division(s: Session, show: Show) -> str:
    """The end in words: what each gets of the rest, and who wins (A9)."""
    t, result = show.t, s.result
    assert result
    winners = [show.name(s.players[i].name) for i in result.winners]
    best = t.number(s.balances[result.winners[0]])
    parts = []
    if result.share:
        rest = result.share * len(s.players)
        parts.append(
            t(
                "What is left in the pot, {rest}, is shared out: {share} each.",
                rest=t.number(rest),
                share=t.number(result.share),
            )
        )
    if len(winners) == len(s.players):
        parts.append(t("All have {chips} chips and share the win.", chips=best))
    elif len(winners) > 1:
        parts.append(t("{names} share the win with {chips} chips each.", names=t.listing(winners), chips=best))
    else:
        parts.append(t("{name} wins the session with {chips} chips.", name=winners[0], chips=best))
    return " ".join(parts)


def question(s: Session, show: Show) -> str:
    """The heading of a moment: the question it asks, or what has just been settled."""
    t, event, phase = show.t, s.event, s.phase
    name = show.name(s.players[s.seat].name) if event else ""
    if _of_a_house(s):
        from acey_teach.widgets import house_words

        if asked := house_words.question(s, name, show):
            return asked
    if phase is Phase.CHOOSE_DEALER:
        return t("Who deals first?")
    if phase is Phase.SHUFFLE:
        return t("Round {n} of {most} begins", n=s.round, most=s.rules.max_rounds)
    if phase is Phase.CUT:
        return t("Where does {name} cut?", name=show.name(s.players[s.cutter].name))
    if phase is Phase.ANTE:
        return t("Everybody pays the ante")
    if phase is Phase.FIRST_CARD and not s.in_turn:
        return t("One card for everybody")
    if phase in (Phase.FIRST_CARD, Phase.SECOND_CARD):
        return t("Now it is {name}’s turn", name=name)
    if phase in (Phase.DECISION, Phase.THIRD_CARD):
        return between(s, show)
    assert event
    if phase is Phase.SETTLEMENT and s.third:
        return t("The third card: {rank}", rank=s.third.rank_name)
    if phase is Phase.DISCARD and s.outcome and s.third:
        heading = {
            Outcome.INSIDE: N_("The {rank} is inside: {name} wins {n}"),
            Outcome.OUTSIDE: N_("The {rank} is outside: {name} loses {n}"),
            Outcome.POST: N_("The {rank} is on a post: {name} loses {n}"),
        }[s.outcome]
        return t(heading, rank=s.third.rank_name, name=name, n=t.number(max(event.net, -event.net)))
    if phase is Phase.DISCARD:
        return t("{name} passes", name=name)
    if phase is Phase.OVER and s.result:
        winners = [show.name(s.players[i].name) for i in s.result.winners]
        if len(winners) == len(s.players):
            return t("All share the win")
        return t.ngettext("{names} wins the session", "{names} share the win", len(winners), names=t.listing(winners))
    if phase is Phase.DIVISION:
        return t("The session is over")
    return t("Round {n} is over", n=event.round)


def between(s: Session, show: Show) -> str:
    """The question of the game, for the posts on the table."""
    t, posts = show.t, s.posts
    assert posts
    if s.hand is not PLAIN or s.terms.sides or s.terms.splits:
        from acey_teach.widgets import house_words

        if asked := house_words.between(s, show):
            return asked
    low, high = sorted(posts, key=lambda card: card.rank)
    if low.rank == high.rank:
        return t("Two cards of rank {rank}: can anything fall inside?", rank=low.rank_name)
    if high.rank == low.rank + 1:
        return t("Can anything fall between {low} and {high}?", low=low.rank_name, high=high.rank_name)
    return t("Will the third card fall between {low} and {high}?", low=low.rank_name, high=high.rank_name)


def why_limit(s: Session, t: Translator) -> tuple[str, str]:
    """The largest stake of the player in turn and why it is no larger: (in bold, the rest)."""
    limit = s.split_limit if Split in s.offers else s.limit
    most, reason = limit_reason(limit, s.balances[s.seat], s.pot, t)
    if not limit.cover or limit.by_pot < s.pot or s.balances[s.seat] <= 0 or (s.second and s.terms.six):
        from acey_teach.widgets import house_words

        reason = house_words.limit_reason(s, limit, t) or reason
    return most, reason


def limit_reason(limit: Limit, chips: Chips, pot: Chips, t: Translator) -> tuple[str, str]:
    """The largest stake and why it is no larger: (in bold, the rest)."""
    most, cover = t("At most {n}", n=t.number(limit.stake)) if limit.stake else t("Pass"), limit.cover or 1
    if limit.by_pot <= limit.by_chips:
        return most, t("the pot holds {pot}. The chips would cover {n}.", pot=t.number(pot), n=t.number(limit.by_chips))
    if limit.stake == 0:
        return most, t.ngettext(
            "{chips} chip cannot pay {cover} times a stake.",
            "{chips} chips cannot pay {cover} times a stake.",
            1 if chips == 1 else 2,
            chips=t.number(chips),
            cover=cover,
        )
    if cover == 2 and chips % cover:
        return most, t(
            "{cover} times the stake must be payable, and half of {chips} is not whole. The pot holds {pot}.",
            cover=cover,
            chips=t.number(chips),
            pot=t.number(pot),
        )
    return most, t(
        "{cover} times the stake must be payable from {chips} chips. The pot holds {pot}.",
        cover=cover,
        chips=t.number(chips),
        pot=t.number(pot),
    )


def verdict(odds: Odds, t: Translator) -> str:
    """Whether a bet is worth it, as the sum that decides it (A6.2)."""
    if odds.terms.dear or odds.terms.six:
        from acey_teach.widgets import house_words

        return house_words.verdict(odds, t)
    terms = {
        "inside": t.number(odds.gains),
        "outside": odds.outside,
        "post": odds.post,
        "factor": odds.terms.post_factor,
        "losses": t.number(odds.losses),
    }
    if odds.margin == 0:
        return t(
            "Exactly fair: {inside} cards win, and {outside} + {factor} × {post} = {losses} stakes are lost.", **terms
        )
    if odds.margin > 0:
        return t(
            "In favour of betting: {inside} cards win, {outside} + {factor} × {post} = {losses} stakes are lost.",
            **terms,
        )
    return t("Against betting: {inside} cards win, {outside} + {factor} × {post} = {losses} stakes are lost.", **terms)


def odds_sentence(odds: Odds, t: Translator) -> str:
    """The counts in one sentence, for those who do not see the bars."""
    told = t(
        "Of {unseen} unseen cards {inside} are inside, {outside} outside and {post} on a post.",
        unseen=odds.unseen,
        inside=odds.inside,
        outside=odds.outside,
        post=odds.post,
    )
    if odds.terms.side or odds.terms.dear:
        from acey_teach.widgets import house_words

        return f"{told} {house_words.odds_note(odds, t)}".strip()
    return told
