"""The steps of lesson 6: a card on a post, what it costs, and why 4♣ and Q♦ are exactly fair (RULES A6.2, A6.4)."""

from __future__ import annotations

from fractions import Fraction

from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.odds import Model, Odds, odds, wrong_odds
from acey_teach.engine.settlement import Outcome, classify, net_result
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.model import Step
from acey_teach.practice.deal import Deal
from acey_teach.widgets.words import OUTCOME_WORDS, verdict

POSTS = cards("4c Qd")
_SIGNS = (N_("in favour of betting"), N_("exactly fair"), N_("against betting"))


def _stake(deal: Deal) -> int:
    return deal.number("stake", 2, 5)


def _sign(counted: Odds) -> int:
    """Which of `_SIGNS` is right."""
    return 0 if counted.margin > 0 else 1 if counted.margin == 0 else 2


def hit(deal: Deal, t: Translator) -> Step:
    """A third card with the rank of a post."""
    third = deal.third("hit", POSTS, Outcome.POST)
    counted = odds(POSTS)
    return Step(
        ask=t(
            "The posts are {low} and {high}, and the third card is {third}. Where did it fall?",
            low=POSTS[0],
            high=POSTS[1],
            third=third,
        ),
        options=scenes.outcome_words(t),
        outcomes=[*Outcome],
        right=[*Outcome].index(classify(POSTS, third)),
        before=scenes.stage(scenes.row([POSTS[0], third, POSTS[1]], t)),
        after=scenes.stage(scenes.posts(POSTS, t, third), scenes.line(counted, t, hit=third)),
        told=t("{third} is {outcome}.", third=third, outcome=t(OUTCOME_WORDS[Outcome.POST])),
        why=[
            t("It has the same rank as a post. Inside means strictly between, so the rank of a post is not inside."),
            t(
                "The post is the first thing to be tested, before inside and outside. It looks almost like a win, and it is the worst that can happen."
            ),
        ],
        slips={
            0: t("Strictly between leaves the posts out: equal is not between."),
            1: t("Outside is what is neither between the posts nor on one of them."),
        },
        clauses=("A6.2",),
    )


def cost(deal: Deal, t: Translator) -> Step:
    """What a post costs."""
    third, stake = deal.third("hit", POSTS, Outcome.POST), _stake(deal)
    loss = -net_result(Outcome.POST, stake)
    return Step(
        ask=t("The stake was {stake}. How many chips does the player lose?", stake=stake),
        right=loss,
        unit=t("chips"),
        before=scenes.stage(scenes.posts(POSTS, t, third)),
        told=t("{loss}: the stake that was set aside, and as much again.", loss=loss),
        why=[
            t(
                "On a post the loss is double. That is why nobody may stake more than half of their chips: the double loss must be payable."
            ),
            t("All of it goes into the pot, so the next players have more to win."),
        ],
        slips={
            stake: t("{stake} would be the loss outside. A post costs the stake twice.", stake=stake),
            0: t("The stake has been set aside, and it does not come back."),
        },
        clauses=("A6.2", "A6.4", "A5.2"),
    )


def left(deal: Deal, t: Translator) -> Step:
    """How many cards are on a post."""
    counted = odds(POSTS)
    each, own = counted.rules.per_rank, len(POSTS)
    return Step(
        ask=t(
            "Nothing but the two posts has been seen. How many of the {unseen} other cards would be on a post?",
            unseen=counted.unseen,
        ),
        right=counted.post,
        unit=t("cards"),
        before=scenes.stage(scenes.posts(POSTS, t), scenes.line(counted, t, counted=False)),
        after=scenes.stage(scenes.posts(POSTS, t), scenes.line(counted, t)),
        told=t("{post}: {n} of each rank are left.", post=counted.post, n=each - 1),
        why=[
            t(
                "The pack has {each} cards of each rank. One of each lies on the table as a post and cannot come again.",
                each=each,
            ),
            t(
                "So {inside} cards are inside, {post} on a post, and {outside} outside; together {unseen}.",
                inside=counted.inside,
                post=counted.post,
                outside=counted.outside,
                unseen=counted.unseen,
            ),
        ],
        slips={
            own * each: t("{n} counts the posts themselves, but they lie on the table.", n=own * each),
            own: t("{n} is the number of ranks. Each has several cards.", n=own),
            each - 1: t("{n} are left of one of the two ranks.", n=each - 1),
        },
        clauses=("A6.2", "R-20"),
    )


def _judged(ask: str, counted: Odds, before: str, t: Translator, why: str) -> Step:
    ev = t.signed(counted.ev_per_chip)
    return Step(
        ask=ask,
        options=[t(text) for text in _SIGNS],
        right=_sign(counted),
        before=before,
        after=scenes.stage(scenes.posts(counted.posts, t), scenes.line(counted, t)),
        told=verdict(counted, t),
        why=[
            t(
                "Put the cards on a pair of scales. The cards inside weigh one each, those outside one, those on a post {factor}.",
                factor=counted.terms.post_factor,
            ),
            t(
                "The difference is {margin}, so one chip staked is worth {ev} on average.",
                margin=t.signed(counted.margin),
                ev=ev,
            ),
            why,
        ],
        clauses=("A6.2", "A6.4"),
    )


def fair(deal: Deal, t: Translator) -> Step:
    """The worked example itself."""
    counted = odds(POSTS)
    p = scenes.fraction(counted.p(Outcome.INSIDE), t)
    ask = t("More than half of the cards are inside: {p}. Is a bet in favour of you?", p=p)
    why = t("To win more often than not is not enough: what counts is how often, and how much each time.")
    return _judged(ask, counted, scenes.stage(scenes.posts(POSTS, t), scenes.line(counted, t)), t, why)


def one_more(deal: Deal, t: Translator) -> Step:
    """The same posts once one more card has been seen."""
    card = deal.one_of("seen", [card for card in PACK if card not in POSTS])
    counted = odds(POSTS, [card])
    before = scenes.stage(scenes.posts(POSTS, t), scenes.small([card], t, t("seen: {card}", card=card)))
    ask = t("Somebody across the table shows {card}. Which way does the same bet tip?", card=card)
    why = t(
        "The posts and the pot are as before. What changed is what you know, and with it the cards that can still come."
    )
    return _judged(ask, counted, before, t, why)


def once(deal: Deal, t: Translator) -> Step:
    """A reading of the rules in which a post costs once."""
    single = wrong_odds(Model.SINGLE_LOSS, POSTS)
    counted = odds(POSTS)
    return Step(
        ask=t("In another house a post costs the stake only once. What would one chip be worth there, on average?"),
        right=single.ev_per_chip,
        unit=t("chips, as a fraction"),
        before=scenes.stage(scenes.posts(POSTS, t), scenes.line(counted, t)),
        told=t("{value}: the bet would be a good one.", value=t.signed(single.ev_per_chip)),
        why=[
            t(
                "Then {inside} cards win a stake and {losses} lose one: the difference is {margin}, out of {unseen} cards.",
                inside=single.inside,
                losses=single.outside + single.post,
                margin=t.signed(single.margin),
                unseen=single.unseen,
            ),
            t(
                "The cards are the same. One number in the rules turns a fair bet into a good one, so agree on the rules before you play."
            ),
        ],
        slips={
            counted.ev_per_chip: t("That is its value where a post costs twice."),
            Fraction(single.margin): t("That is the difference in cards. Divide by all cards that could come."),
            single.p(Outcome.INSIDE): t("That is how likely inside is, not what a chip is worth."),
        },
        clauses=("A6.2",),
    )


def replaced(deal: Deal, t: Translator) -> Step:
    """The model behind 7/13."""
    full = wrong_odds(Model.WITH_REPLACEMENT, POSTS)
    p, real = full.p(Outcome.INSIDE), odds(POSTS)
    return Step(
        ask=t(
            "Somebody says: {p} of the ranks lie inside, so that is the probability. What does that take for granted?",
            p=t.number(p),
        ),
        options=(
            t("the posts were put back"),
            t("a post costs the stake once"),
            t("all seen cards are gone"),
        ),
        right=0,
        before=scenes.stage(scenes.posts(POSTS, t), scenes.line(None, t)),
        after=scenes.stage(scenes.posts(POSTS, t), scenes.line(real, t)),
        told=t(
            "With the whole pack it is {wrong}. The posts are gone, so it is {right}.",
            wrong=scenes.fraction(p, t),
            right=scenes.fraction(real.p(Outcome.INSIDE), t),
        ),
        why=[
            t(
                "Counting ranks works only while every rank has the same number of cards. The two ranks of the posts have one card less."
            ),
            t("Here the slip is small. At a real table many cards have been seen, and it grows."),
        ],
        slips={
            1: t("What a post costs changes the value of a bet, not how likely a card is."),
            2: t("On the contrary: counted like this, not even the posts are gone."),
        },
        clauses=("A6.2", "R-20"),
    )


STEPS = (hit, cost, left, fair, one_more, once, replaced)
