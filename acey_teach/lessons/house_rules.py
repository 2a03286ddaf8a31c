"""Lesson 8, house rules: seven surprises about rules of part B, each worked out by the engine (RULES B1, B2, B3, B6-B8)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from acey_teach.analysis.house import ace_values, blind_pot, side_values, split_value
from acey_teach.analysis.pairs import pairs
from acey_teach.engine.cards import PACK, RANK_NAMES, RANKS, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import Rules
from acey_teach.engine.terms import Ace, Side, terms
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.house_rules_corner import checks, corner
from acey_teach.lessons.model import Lesson, Step
from acey_teach.practice.deal import Deal
from acey_teach.widgets.house_words import SIDE_WORDS

SIGNS = (N_("in favour of betting"), N_("exactly fair"), N_("against betting"))

CALLED = Rules(ace_choice=True)
FOURFOLD = Rules(ace_choice=True, ace_post_x4=True)
HILO = Rules(pair="hilo")
TWO_PACKS = Rules(decks=2)
BLIND = Rules(deal="two_on_turn", blind_pot=True)


def sign(value: Fraction) -> int:
    """Which of `SIGNS` fits a value."""
    return 0 if value > 0 else 1 if value == 0 else 2


def _aces(deal: Deal) -> tuple[Card, Card]:
    return deal.hand("aces", lambda low, high: low.rank_name == high.rank_name == "A")


def calling(deal: Deal, t: Translator) -> Step:
    """Low or high: what is an ace worth before the second card?"""
    ace = _aces(deal)[0]
    low, high = (ace_values(ace, rules=CALLED)[call] for call in (Ace.LOW, Ace.HIGH))
    widest = odds(_aces(deal), (), CALLED, Ace.LOW)
    same = t("With the ace high, a second ace is a pair, and nothing lies inside a pair.")
    return Step(
        ask=t("Here a first ace may be called low, below all other cards, or high. You have {ace}. Which call is worth more before the second card comes?", ace=ace),
        options=(t("low"), t("high"), t("both the same")),
        right=0 if low.value > high.value else 1 if low.value < high.value else 2,
        before=scenes.stage(scenes.row([ace, None, None], t, missing=t("not dealt yet"))),
        told=t("If you bet whenever that is favourable, and pass otherwise, low is worth {low} for each chip, high only {high}.", low=t.signed(low.value), high=t.signed(high.value)),
        why=[
            t("A low ace and a king lie as far apart as a high ace and the lowest number card. So for every other second card the two calls are mirror images."),
            t("Only a second ace makes the difference, and it is always high. With the ace low, {gap} ranks lie between: the widest posts there are.", gap=widest.gap) + " " + same,
        ],
        slips={1: same, 2: t("They would be the same, were it not for one rank: think of a second ace.")},
        clauses=("B2", "R-33", "R-34"),
    )  # fmt: skip


def fourfold(deal: Deal, t: Translator) -> Step:
    """The hand that looks worst is the best."""
    two = _aces(deal)
    hand = odds(two, (), FOURFOLD, Ace.LOW)
    above = sum(value > hand.ev_per_chip for value in pairs(FOURFOLD).values.values())
    return Step(
        ask=t("Here a third ace costs {n} stakes on a post that is an ace. You called {first} low, then came {second}, which is high. Where does this hand stand among all pairs of posts?", n=hand.terms.dear_factor, first=two[0], second=two[1]),
        options=(t("it is the best"), t("in the middle"), t("it is the worst")),
        right=0 if not above else 2 if above == len(pairs(FOURFOLD).values) - 1 else 1,
        before=scenes.stage(scenes.row([two[0], None, two[1]], t, missing=t("third card"))),
        told=t("It is the best: each chip staked is worth {value}.", value=t.signed(hand.ev_per_chip)),
        why=[
            t("Both posts are dear: it sounds dangerous. But only {dear} aces are left, and they cost {cost} stakes together.", dear=hand.dear, cost=hand.losses),
            t("All other cards, {inside} of {unseen}, are inside. {inside} − {cost} = {margin}, divided by {unseen} cards.", inside=hand.inside, unseen=hand.unseen, cost=hand.losses, margin=hand.margin),
            t("What matters is the price times the number of cards that cost it."),
        ],
        slips={2: t("The price is high, but how many cards are left that cost it?")},
        clauses=("B3", "R-34", "R-36"),
    )  # fmt: skip


def side(deal: Deal, t: Translator) -> Step:
    """Higher or lower on a pair."""
    two = deal.hand("pair", lambda low, high: low.rank == high.rank and len({o.margin for o in side_values((low, high), rules=HILO).values()}) > 1)  # fmt: skip
    found = side_values(two, rules=HILO)
    better = odds(two, (), HILO).terms.side
    sides = [*SIDE_WORDS]
    other = next(one for one in sides if one is not better)
    assert better
    best = found[better]
    return Step(
        ask=t("Here you bet on a pair with “higher” or “lower”. The same rank loses {n} stakes. You have {low} and {high}: what do you say?", n=best.terms.post_factor, low=two[0], high=two[1]),
        options=[t(SIDE_WORDS[one]) for one in sides],
        right=sides.index(better),
        before=scenes.stage(scenes.posts(two, t)),
        told=t("{side}: worth {value} for each chip. The other way it is {other}.", side=t(SIDE_WORDS[better]).capitalize(), value=t.signed(best.ev_per_chip), other=t.signed(found[other].ev_per_chip)),
        why=[
            t("{win} cards win, {lose} lose one stake, and {post} of the same rank lose {n}.", win=best.inside, lose=best.outside, post=best.post, n=best.terms.post_factor),
            t("Go where more ranks are. By the guide the same pair is a hand that can only lose."),
        ],
        slips={sides.index(other): t("Count the ranks above and below the pair.")},
        clauses=("B1", "R-30", "R-31"),
    )  # fmt: skip


def _kinds(t: Translator) -> str:
    """A card of each rank, for a pair of each."""
    return scenes.stage(scenes.small(PACK[::4], t, t("one card for each kind of pair")))


def losing(deal: Deal, t: Translator) -> Step:
    """How many pairs are still against you?"""
    found = {rank: pairs(HILO).values[rank, rank] for rank in RANKS}
    bad = [rank for rank, value in found.items() if value < 0]
    names = t.listing(f"{RANK_NAMES[rank]}-{RANK_NAMES[rank]}" for rank in bad)
    return Step(
        ask=t("On a pair you say “higher” or “lower”, always the better side; the same rank loses {post} stakes. There are {n} kinds of pairs, one for each rank. How many are still against you?", n=len(RANKS), post=terms(cards("2c 2d"), HILO, side=Side.HIGHER).post_factor),
        right=len(bad),
        unit=t("kinds of pairs"),
        before=_kinds(t),
        told=t("Only {n}: {names}, worth {value} for each chip.", n=len(bad), names=names, value=t.signed(min(found.values()))),
        why=[
            t("In the middle there are as many ranks above as below, and then the same rank, which costs more, decides."),
            t("One rank further up or down the better side is already ahead, with {value} for each chip. At the ends it is {most}.", value=t.signed(min(value for value in found.values() if value > 0)), most=t.signed(max(found.values()))),
        ],
        slips={
            len(RANKS): t("That is so by the guide, where nothing lies inside a pair."),
            0: t("Think of the pair right in the middle, with as many ranks above as below."),
        },
        clauses=("B1", "R-30"),
    )  # fmt: skip


def packs(deal: Deal, t: Translator) -> Step:
    """Two packs: the fair bet tips."""
    two = deal.hand("fair", lambda low, high: odds((low, high)).margin == 0)
    one, twice = odds(two), odds(two, (), TWO_PACKS)
    each = twice.rules.per_rank
    return Step(
        ask=t("With one pack {low} and {high} are exactly fair. Now two packs are shuffled together: every card is there twice. What is the same bet now?", low=two[0], high=two[1]),
        options=[t(text) for text in SIGNS],
        right=sign(twice.ev_per_chip),
        before=scenes.stage(scenes.posts(two, t)),
        told=t("Each chip staked is worth {value}.", value=t.signed(twice.ev_per_chip)),
        why=[
            t("There are twice as many cards inside, {two} instead of {one}, and twice as many outside, {more} instead of {few}.", two=twice.inside, one=one.inside, more=twice.outside, few=one.outside),
            t("But on a post there are {two} instead of {one}, more than twice as many: your two posts are gone from {each} cards of their rank, no longer from {four}.", two=twice.post, one=one.post, each=each, four=one.rules.per_rank),
            t("So the scales tip: {inside} cards win, {losses} stakes are lost.", inside=twice.inside, losses=twice.losses),
        ],
        slips={1: t("Inside and outside double. Look at the cards on a post.")},
        clauses=("B6", "R-20"),
    )  # fmt: skip


@cache
def _splits() -> dict[int, tuple[Fraction, Fraction]]:
    return {rank: tuple(split_value(rank)) for rank in RANKS}  # type: ignore[misc]


def splitting(deal: Deal, t: Translator) -> Step:
    """One stake on both hands of a split pair."""
    two = deal.hand("split", lambda low, high: low.rank == high.rank and _splits()[low.rank][0] > 0)
    free, both = _splits()[two[0].rank]
    good = [rank for rank, value in _splits().items() if value[1] > 0]
    spared = sum(value[0] > 0 for value in _splits().values())
    return Step(
        ask=t("Here a pair is split into two hands, and one stake, named before the new cards come, stands on both. For how many of the {n} kinds of pairs is that worth more than nothing?", n=len(RANKS)),
        right=len(good),
        unit=t("kinds of pairs"),
        before=_kinds(t),
        told=t("For {n} of them. With {low} and {high} it is worth {value} for each chip on a hand.", n=len(good), low=two[0], high=two[1], value=t.signed(both)),
        why=[
            t("Whoever stakes first plays blind, and most pairs of posts are against you."),
            t("Elsewhere you may pass on each hand when you see it. Then {low} and {high} are worth {value}: passing costs nothing.", low=two[0], high=two[1], value=t.signed(free)),
            t("There {n} kinds are worth something. It is the right to say no that makes the split good.", n=spared),
        ],
        slips={spared: t("That is so where each hand may still be passed.")},
        clauses=("B7", "R-43"),
    )  # fmt: skip


def blind(deal: Deal, t: Translator) -> Step:
    """Playing for the pot before any card."""
    found, pot = blind_pot(rules=BLIND), 2 * deal.number("blind pot", 5, 30)
    value = found.ev_in_pots * pot
    return Step(
        ask=t("Before any card you may play for the pot, {pot} chips: inside wins it, outside costs half of it, a post all of it. Is that a good bet?", pot=pot),
        options=[t(text) for text in SIGNS],
        right=sign(value),
        before=scenes.stage(scenes.piles(t, pot)),
        told=t("On average it brings {value} chips: about {tenth}.", value=t.signed(value), tenth=t.decimal(value, 1, signed=True)),
        why=[
            t("Over all deals inside has {inside}, outside {outside}, a post {post}.", inside=scenes.fraction(found.inside, t), outside=scenes.fraction(found.outside, t), post=scenes.fraction(found.post, t)),
            t("What you win is twice what a card outside costs, but outside is more than twice as likely, and a post costs most. To look first is free, and after a look you may pass."),
        ],
        slips={
            0: t("It pays well, but how often does a card fall between two posts you have not seen?"),
        },
        clauses=("B8", "R-48"),
    )  # fmt: skip


LESSON = Lesson(
    slug="house-rules",
    title=N_("House rules"),
    aim=N_("Your aim: to say, before the cards are dealt, what another rule does to a bet, and to work it out."),
    clauses=("B1", "B2", "B3", "B6", "B7", "B8"),
    steps=(calling, fourfold, side, losing, packs, splitting, blind),
    corner=corner,
    checks=checks,
)
