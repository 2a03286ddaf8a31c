"""Which outcome a third card gives, how large a stake may be, and what moves where (RULES A5, A6)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.i18n import N_

Chips = int | Fraction


class Outcome(StrEnum):
    """Where the third card falls: strictly between the posts, on one of them, or elsewhere (A0)."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    POST = "post"


def tidy(chips: Chips) -> Chips:
    """The same amount, as an int where it is whole.

    >>> tidy(Fraction(8, 2)), tidy(Fraction(7, 2))
    (4, Fraction(7, 2))
    """
    return chips.numerator if chips.denominator == 1 else chips


def classify(posts: Sequence[Card], third: Card) -> Outcome:
    """The outcome of `third` between two `posts` in any order (A6.2: the post is tested first).

    >>> [classify((Card("4c"), Card("Qd")), Card(c)).value for c in ("9h", "Qs", "Kh")]
    ['inside', 'post', 'outside']
    """
    a, b, rank = posts[0].rank, posts[1].rank, third.rank
    if rank in (a, b):
        return Outcome.POST
    return Outcome.INSIDE if a < rank < b or b < rank < a else Outcome.OUTSIDE


def ranks_between(posts: Sequence[Card]) -> int:
    """How many ranks lie strictly between the posts, 0 to 11 (A0: the gap).

    >>> ranks_between((Card("Q♦"), Card("4♣")))
    7
    """
    return max(0, abs(posts[0].rank - posts[1].rank) - 1)


class Limit(NamedTuple):
    """The largest legal stake and the two bounds it comes from (A5.2): the pot, and what the chips can cover."""

    stake: int
    by_pot: int
    by_chips: int


def limit(chips: Chips, pot: Chips, rules: Rules = GUIDE) -> Limit:
    """The stakes a player with `chips` may announce with `pot` in the middle; 0 means: must pass (A5.3).

    Twice the stake must be payable, so half of an odd number is rounded down (R-1, R-3).

    >>> limit(101, 60), limit(Fraction(7, 2), 10).stake
    (Limit(stake=50, by_pot=60, by_chips=50), 1)
    """
    by_pot, by_chips = pot // 1 if pot > 0 else 0, chips // rules.cover if chips > 0 else 0
    stake = by_pot if by_pot < by_chips else by_chips
    return Limit(stake if stake >= rules.min_stake else 0, by_pot, by_chips)


def check_stake(stake: object, most: Limit, rules: Rules = GUIDE) -> Refusal | None:
    """Why `stake` may not be announced, or None when it may (A5.2, A5.5, R-5, R-22)."""
    if most.stake == 0:
        return Refusal(
            "must-pass",
            N_("No stake is possible now: the pot allows {pot}, the chips cover {chips}. Pass."),
            clause="A5.3",
            pot=most.by_pot,
            chips=most.by_chips,
        )
    if not is_whole(stake):
        return Refusal(
            "stake-whole",
            N_("A stake is a whole number of chips, and “{stake}” is not. Choose a whole number from {low} to {high}."),
            clause="A5.2",
            stake=shown(stake),
            low=rules.min_stake,
            high=most.stake,
        )
    assert isinstance(stake, int)
    if stake < rules.min_stake:
        return Refusal(
            "stake-low",
            N_("A stake of {stake} is not a bet. Choose from {low} to {high}, or pass."),
            clause="A5.5",
            stake=shown(stake),
            low=rules.min_stake,
            high=most.stake,
        )
    if stake > most.by_pot and most.by_pot <= most.by_chips:
        return Refusal(
            "stake-pot",
            N_("A stake of {stake} is more than the pot holds. Choose from {low} to {high}."),
            clause="A5.2",
            stake=shown(stake),
            low=rules.min_stake,
            high=most.stake,
        )
    if stake > most.stake:
        return Refusal(
            "stake-chips",
            N_(
                "A stake of {stake} is too much: the chips must cover {cover} times the "
                "stake. Choose from {low} to {high}."
            ),
            clause="A5.2",
            stake=shown(stake),
            cover=rules.cover,
            low=rules.min_stake,
            high=most.stake,
        )
    return None


def net_result(outcome: Outcome, stake: int, rules: Rules = GUIDE) -> int:
    """What the player gains (positive) or loses; the return of the stake itself is no gain (A6.2, A6.3).

    >>> [net_result(o, 2) for o in (Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST)]
    [2, -2, -4]
    """
    if outcome is Outcome.INSIDE:
        return stake * rules.inside_factor
    return -stake * (rules.post_factor if outcome is Outcome.POST else rules.outside_factor)


class Settlement(NamedTuple):
    """One settled bet: the outcome, the player's net result, and chips and pot afterwards."""

    outcome: Outcome
    net: int
    chips: Chips
    pot: Chips


def settle(
    posts: Sequence[Card], third: Card, stake: int, chips: Chips, pot: Chips, rules: Rules = GUIDE
) -> Settlement:
    """Settle a bet in one go (A6). `chips` and `pot` are those of the moment of the announcement.

    An illegal stake raises Refusal.

    >>> settle((Card("4c"), Card("Qd")), Card("Qs"), 2, 50, 10)
    Settlement(outcome=<Outcome.POST: 'post'>, net=-4, chips=46, pot=14)
    """
    refusal = check_stake(stake, limit(chips, pot, rules), rules)
    if refusal:
        raise refusal
    outcome = classify(posts, third)
    net = net_result(outcome, stake, rules)
    return Settlement(outcome, net, chips + net, pot - net)
