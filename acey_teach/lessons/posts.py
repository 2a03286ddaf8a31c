"""Lesson 2, the two posts: first cards to all, the second only on one's turn, strictly between (RULES A4, A5.4, A6.2)."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.engine.cards import HIGH, LOW, RANK_NAMES, Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, classify, ranks_between
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.attempt import tried
from acey_teach.lessons.model import Check, Corner, Field, Lesson, Step, Try
from acey_teach.practice.deal import Deal, until, wide
from acey_teach.widgets.words import OUTCOME_WORDS


def _dealt(deal: Deal) -> Session:
    """The table when everybody has a first card."""
    return until(deal.session, Phase.SECOND_CARD)


def _ranks(posts: Sequence[Card]) -> list[str]:
    low, high = sorted(card.rank for card in posts)
    return [RANK_NAMES[rank] for rank in range(low + 1, high)]


def second_card(deal: Deal, t: Translator) -> Step:
    """Who gets a second card, and when?"""
    s = _dealt(deal)
    name = s.players[s.order[0]].name
    first = s.first_card(s.order[0])
    return Step(
        ask=t("Everybody has one open card. Who gets a second card now?"),
        options=(t("everybody at once"), t("only {name}", name=name), t("only the dealer")),
        right=1,
        before=scenes.stage(scenes.table(s, t)),
        after=scenes.stage(scenes.row([first, s.next().second], t)),
        told=t("{name} sits at the dealer’s left, has the first turn, and alone gets a second card.", name=name),
        why=[
            t(
                "All first cards are dealt before any turn begins. A turn starts with the second card, and nobody gets one earlier."
            ),
            t("So whoever comes late has seen more: the first cards of all, and every card of the turns before."),
        ],
        slips={2: t("The dealer’s turn is the last of the round.")},
        clauses=("A4.1", "A4.2", "A4.3"),
    )


def between(deal: Deal, t: Translator) -> Step:
    """How many ranks lie strictly between?"""
    two = deal.hand("between", wide)
    low, high = two
    n = ranks_between(two)
    return Step(
        ask=t("The posts are {low} and {high}. How many ranks lie strictly between them?", low=low, high=high),
        right=n,
        unit=t("ranks"),
        before=scenes.stage(scenes.posts(two, t)),
        after=scenes.stage(scenes.posts(two, t), scenes.line(odds(two), t, counted=False)),
        told=t.ngettext(
            "{n} rank lies between: {ranks}.", "{n} ranks lie between: {ranks}.", n, ranks=t.listing(_ranks(two))
        ),
        why=[
            t(
                "Strictly between means: higher than one post and lower than the other. The posts themselves do not count."
            ),
            t(
                "Quick way: take the difference of the places in the rank line and subtract one. "
                "It does not matter which of the two came first, nor which suit they have."
            ),
        ],
        slips={
            n + 1: t("{n} is the difference between the posts: it still counts one of them.", n=n + 1),
            n + 2: t("{n} counts both posts as well.", n=n + 2),
        },
        clauses=("A4.4", "A6.2"),
    )


def fall(deal: Deal, t: Translator) -> Step:
    """Where does the third card fall?"""
    two = deal.hand("between", wide)
    outcome = deal.one_of("fall", [*Outcome])
    third = deal.third("third", two, outcome)
    right = [*Outcome].index(classify(two, third))
    reason = {
        Outcome.INSIDE: N_("{third} ranks above {low} and below {high}: it is inside."),
        Outcome.OUTSIDE: N_(
            "{third} does not rank between {low} and {high}, and has the rank of neither: it is outside."
        ),
        Outcome.POST: N_("{third} has the rank of a post. That is neither inside nor outside: it is on a post."),
    }[outcome]
    low, high = (card.rank_name for card in two)
    return Step(
        ask=t("The third card will be turned. Where do you expect it?"),
        options=scenes.outcome_words(t),
        outcomes=[*Outcome],
        right=right,
        before=scenes.stage(scenes.posts(two, t, down=True), scenes.line(odds(two), t)),
        after=scenes.stage(scenes.posts(two, t, third), scenes.line(odds(two), t, hit=third)),
        told=t("It is the {card}: {outcome}.", card=third, outcome=t(OUTCOME_WORDS[outcome])),
        why=[
            t(reason, third=third.rank_name, low=low, high=high),
            t(
                "One card proves little. You may have expected the likeliest outcome and still see another: "
                "to be right and to have the better chance are two things."
            ),
        ],
        clauses=("A6.2",),
    )


def counting(deal: Deal, t: Translator) -> Step:
    """How likely is inside?"""
    two = deal.hand("between", wide)
    seen = odds(two)
    return Step(
        ask=t("Nothing but the posts {low} and {high} has been seen. How likely is inside?", low=two[0], high=two[1]),
        right=seen.p(Outcome.INSIDE),
        chance=(seen, Outcome.INSIDE),
        before=scenes.stage(scenes.posts(two, t), scenes.line(seen, t, counted=False)),
        after=scenes.stage(scenes.posts(two, t), scenes.line(seen, t)),
        told=_counted(seen, t),
        why=[
            t(
                "{ranks} ranks with {each} cards each are {inside} cards inside. "
                "The pack has {all} cards, the two posts are gone from it: {unseen} could come.",
                ranks=seen.gap,
                each=seen.rules.per_rank,
                inside=seen.inside,
                all=len(seen.rules.pack),
                unseen=seen.unseen,
            ),
            t(
                "Each dot of the rank line is one card that could come, and each is as likely as any other: so count the dots."
            ),
        ],
        clauses=("A6.2", "R-20"),
    )


def _counted(seen: Odds, t: Translator) -> str:
    p = seen.p(Outcome.INSIDE)
    return t(
        "{inside} of {unseen} cards are inside: {fraction}.",
        inside=seen.inside,
        unseen=seen.unseen,
        fraction=scenes.fraction(p, t),
    )


def neighbours(deal: Deal, t: Translator) -> Step:
    """Posts next to each other."""
    two = deal.hand("neighbours", lambda low, high: high.rank == low.rank + 1)
    return _hopeless(
        two,
        t("Now the posts are {low} and {high}. How many cards can fall inside?", low=two[0], high=two[1]),
        [
            t("Neighbours have no rank between them, so nothing can fall inside. A bet is allowed, and can only lose."),
            t(
                "The ace ranks above the king and never below the two: king and ace are neighbours, two and ace are not."
            ),
        ],
        ("A1.4", "A5.4", "R-12"),
        t,
    )


def equal(deal: Deal, t: Translator) -> Step:
    """Two cards of the same rank."""
    two = deal.hand("equal", lambda low, high: high.rank == low.rank)
    return _hopeless(
        two,
        t("And with two cards of one rank, {low} and {high}: how many cards can fall inside?", low=two[0], high=two[1]),
        [
            t(
                "Between equal posts lies nothing at all. The two other cards of that rank would fall on a post, all others outside."
            ),
            t("Passing costs nothing, so nobody is forced into such a bet."),
        ],
        ("A5.4", "A6.2", "R-12"),
        t,
    )


def _hopeless(two: Sequence[Card], ask: str, why: Sequence[str], clauses: Sequence[str], t: Translator) -> Step:
    seen = odds(two)
    return Step(
        ask=ask,
        right=seen.inside,
        unit=t("cards"),
        before=scenes.stage(scenes.posts(two, t)),
        after=scenes.stage(scenes.posts(two, t), scenes.line(seen, t)),
        told=t(
            "None. Of {unseen} cards {post} would be on a post, {outside} outside.",
            unseen=seen.unseen,
            post=seen.post,
            outside=seen.outside,
        ),
        why=why,
        clauses=clauses,
    )


def corner(deal: Deal, t: Translator) -> Corner:
    """Odds for hands that are none."""
    two = deal.hand("between", wide)
    low, high = two

    def ask(text: str) -> tuple[bool, str, str]:
        return tried(lambda: _counted(odds(cards(text)), t), t, "A6.2")

    hands = (
        (t("one post only"), f"{low}"),
        (t("three posts"), f"{low} {high} {deal.third('third', two, Outcome.INSIDE)}"),
        (t("the same card twice"), f"{low} {low}"),
        (t("a card that does not exist"), "1♣ 15♦"),
        (t("the higher card first"), f"{high} {low}"),
        (t("a two and an ace"), f"{RANK_NAMES[LOW]}♠ {RANK_NAMES[HIGH]}♥"),
    )
    return Corner(
        scene="",
        intro=t("Ask for the chance of inside with posts that make no sense, and see what you are told."),
        tries=[Try(f"{label}: {text}", ask(text)) for label, text in hands],
        field=Field(t("Your own posts"), ask),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Three questions to take home."""
    widest = odds((Card("2♠"), Card("A♥")))
    two = deal.hand("check", wide)
    mirrored = odds((two[1], two[0]))
    return (
        Check(
            t("Which posts leave the most room inside?"),
            t(
                "Two and ace, with {ranks} ranks between: {inside} of {unseen} cards.",
                ranks=widest.gap,
                inside=widest.inside,
                unseen=widest.unseen,
            ),
        ),
        Check(
            t("Is {high} and then {low} worth more than {low} and then {high}?", low=two[0], high=two[1]),
            t("No. The two cards are the ends of an interval, and {n} cards lie inside either way.", n=mirrored.inside),
        ),
        Check(
            t("With posts {low} and {high}, does the suit of the third card matter?", low=two[0], high=two[1]),
            t(
                "No. Only the rank counts; the suit never does. But each of the four suits is a card of its own to count."
            ),
        ),
    )


LESSON = Lesson(
    slug="posts",
    title=N_("Two posts"),
    aim=N_("Your aim: to say which cards fall between two posts, and how likely that is, as a fraction."),
    clauses=("A4", "A5.4", "A6.2"),
    steps=(second_card, between, fall, counting, neighbours, equal),
    corner=corner,
    checks=checks,
)
