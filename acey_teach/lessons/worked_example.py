"""Lesson 6, inside is not on the post: the corner and the checks around the worked example (RULES A6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.odds import Model, Odds, odds, wrong_odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.settlement import Chips, Outcome, classify, settle
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.attempt import attempt
from acey_teach.lessons.model import Check, Corner, Field, Lesson, Try
from acey_teach.lessons.on_the_post import STEPS
from acey_teach.practice.deal import Deal
from acey_teach.widgets.example_state import ExampleState
from acey_teach.widgets.words import OUTCOME_WORDS, odds_sentence

HAND = ExampleState()
POSTS, POT, STAKE = HAND.posts, HAND.pot, HAND.stake


def _worth(seen: Odds, t: Translator) -> str:
    """The counts, and what each chip is worth."""
    return odds_sentence(seen, t) + " " + t("Each chip staked is worth {n}.", n=t.signed(seen.ev_per_chip))


def _counted(third: Card, wanted: Outcome, t: Translator) -> tuple[bool, str, str]:
    """Somebody wants a third card to count as `wanted`."""
    settled = settle(POSTS, third, STAKE, GUIDE.start_chips, POT)
    found = classify(POSTS, third)
    says = t("{card} is {outcome}. A stake of {stake} brings {net}.", card=third, outcome=t(OUTCOME_WORDS[found]), stake=STAKE, net=t.signed(settled.net))  # fmt: skip
    return found is wanted, says, "A6.2"


def corner(deal: Deal, t: Translator) -> Corner:
    """Cards, seen cards and stakes that do not fit the hand."""
    low, high = POSTS
    inside, on_post = cards("9h Qs")
    just = 2 * STAKE - 1  # chips that cannot pay twice the stake

    def seen(*others: Card) -> tuple[bool, str, str]:
        allowed, says, _ = attempt(lambda: _worth(odds(POSTS, others), t), t)
        return allowed, says, "R-20" if allowed else "A1.2"

    def stake(wanted: int, chips: Chips) -> tuple[bool, str, str]:
        def bet() -> str:
            net = settle(POSTS, inside, wanted, chips, POT).net
            return t("With {card} as the third card it brings {net}.", card=inside, net=t.signed(net))

        return attempt(bet, t, "A5.2")

    def typed(text: str) -> tuple[bool, str, str]:
        try:
            return seen(*cards(text))
        except Refusal as refusal:
            return False, refusal.sentence(t), refusal.clause

    pack = [card for card in GUIDE.pack if card not in POSTS]
    return Corner(
        scene="",
        intro=t("The posts are {low} and {high}, the pot holds {pot}. What may be counted, seen and staked?", low=low, high=high, pot=POT),
        tries=[
            Try(t("{card} is nearly inside: count it as inside", card=on_post), _counted(on_post, Outcome.INSIDE, t)),
            Try(t("count {card} as inside", card=inside), _counted(inside, Outcome.INSIDE, t)),
            Try(t("count {card} as outside, because it is not inside", card=on_post), _counted(on_post, Outcome.OUTSIDE, t)),
            Try(t("{card} has been seen", card=on_post), seen(on_post)),
            Try(t("{card} has been seen twice", card=on_post), seen(on_post, on_post)),
            Try(t("the post {card} has been seen elsewhere too", card=high), seen(high)),
            Try(t("every other card has been seen"), seen(*pack)),
            Try(t("stake one chip more than the pot holds"), stake(POT + 1, GUIDE.start_chips)),
            Try(t.ngettext("stake {stake} with {n} chip", "stake {stake} with {n} chips", just, stake=STAKE), stake(STAKE, just)),
        ],
        field=Field(t("Which other cards have been seen?"), typed),
    )  # fmt: skip


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Double loss, seen cards, and what fair means."""
    low, high = POSTS
    right, single = odds(POSTS), wrong_odds(Model.SINGLE_LOSS, POSTS)
    helps, hurts = cards("Qs 9s")
    return (
        Check(
            t("If a card on a post cost the stake only once, what would each chip be worth on {low} and {high}?", low=low, high=high),
            t(
                "{single} instead of {right}: {inside} cards win a stake, {others} lose one. The double loss is exactly what makes this bet fair.",
                single=t.signed(single.ev_per_chip), right=t.signed(right.ev_per_chip), inside=single.inside, others=single.outside + single.post,
            ),
        ),
        Check(
            t("Across the table you see {one} or {other}. Which of them makes the bet better?", one=helps, other=hurts),
            t(
                "{one}: a card that would cost double is gone, and each chip is worth {better}. With {other} a winning card is gone, and it is worth {worse}.",
                one=helps, other=hurts, better=t.signed(right.after(helps).ev_per_chip), worse=t.signed(right.after(hurts).ev_per_chip),
            ),
        ),
        Check(
            t("Each chip is worth {n} here. Does that mean that you get your stake back?", n=t.signed(right.ev_per_chip)),
            t(
                "No. One bet brings {results}. Only the average of very many such bets is near {n}: that is what fair means.",
                results=t.listing([t.signed(net) for net in right.results(STAKE)]), n=t.signed(right.ev_per_chip),
            ),
        ),
    )  # fmt: skip


LESSON = Lesson(
    steps=STEPS,
    slug="worked-example",
    title=N_("Inside is not on the post"),
    aim=N_("Your aim: to judge one bet exactly, and to say which assumption each verdict rests on."),
    clauses=("A6.2", "A6.4", "R-20"),
    corner=corner,
    checks=checks,
)
