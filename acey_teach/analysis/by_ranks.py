"""What has to be worked out while sessions are played, from how many cards of each rank are left (RULES B2, B8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from acey_teach.analysis.exact import calls
from acey_teach.engine.cards import HIGH, LOW, PACK, RANKS, Card
from acey_teach.engine.rules import Rules
from acey_teach.engine.settlement import Wager, net_of
from acey_teach.engine.terms import Ace, Terms, terms

Left = tuple[int, ...]
"""How many cards of each rank are left, by the rank's value (indexes 0 and 1 are unused)."""
Span = tuple[int, int]
"""Ranks in a row: from the first to below the second."""
_ONE = {card.rank: card for card in PACK}
"""One card for all of its rank: suits never count (A1.3)."""


def left_of(seen: Iterable[Card], rules: Rules) -> Left:
    """What is left when these cards are `seen`, each no more often than the pack holds it."""
    left = [0, 0, *[rules.per_rank] * len(RANKS)]
    for card in seen:
        left[card.rank] -= 1
    return tuple(left)


# ---- the blind bet ----
class BlindWays(NamedTuple):
    """In how many ways two posts and a third card can come, by where the third falls (B8)."""

    inside: int
    outside: int
    post: int


@lru_cache(2048)
def blind_ways(left: Left, rules: Rules) -> BlindWays:
    """The ways a blind bet can go; a first ace is called (B2), and a pair has its side (B1), so that most are inside.

    That is best whatever the bet costs: how many fall on a post does not depend on it.

    >>> blind_ways(left_of((), Rules()), Rules())
    BlindWays(inside=36608, outside=80704, post=15288)
    """
    below, total = list(accumulate(left, initial=0)), sum(left)
    inside = 0
    for first, called in _spans(rules):
        ways = [
            (left[first] - 1) * max([below[stop] - below[start] for start, stop in pair])
            + sum([left[second] * (below[stop] - below[start]) for second, start, stop in others])
            for pair, others in called
        ]
        inside += left[first] * max(ways)
    post = sum([n * (n - 1) * (2 * (total - n) + n - 2) for n in left])
    return BlindWays(inside, total * (total - 1) * (total - 2) - inside - post, post)


@lru_cache(16)
def _spans(rules: Rules) -> list[tuple[int, list[tuple[list[Span], list[tuple[int, int, int]]]]]]:
    """By the first rank, for each way to call it: inside with a pair, by side, and with each other second rank."""

    def inside(first: int, second: int, called: Ace | None) -> list[Span]:
        posts = _ONE[first], _ONE[second]
        rows = [
            [rank for rank in RANKS if _ONE[rank].bit & terms(posts, rules, called, side).inside]
            for side in terms(posts, rules, called).sides or (None,)
        ]
        return [(row[0], row[-1] + 1) if row else (LOW, LOW) for row in rows]

    return [
        (
            first,
            [
                (
                    inside(first, first, called),
                    [(second, *inside(first, second, called)[0]) for second in RANKS if second != first],
                )
                for called in calls(_ONE[first], rules)
            ],
        )
        for first in RANKS
    ]


# ---- the call of an ace ----
@lru_cache(2048)
def better_call(left: Left, rules: Rules, wager: Wager = Wager.STAKE) -> Ace:
    """How to call a first ace, before the second card is known: the way that is worth more, high if both are (R-33).

    For a stake worth what `exact.turn_value` counts; for a blind bet, which stands whatever comes, what it brings.
    """
    return max((Ace.HIGH, Ace.LOW), key=lambda called: ace_worth(left, rules, called, wager))


@lru_cache(64)
def _hands(rules: Rules, called: Ace | None, wager: Wager) -> list[tuple[int, Terms, list[tuple[int, ...]]]]:
    """The hands of a first ace: second rank, terms, and for each side what a third card of each rank brings.

    For a stake of 1, or for a blind bet in halves of the pot.
    """
    found = []
    for rank in RANKS:
        posts = _ONE[HIGH], _ONE[rank]
        hand = terms(posts, rules, called)
        sides = [terms(posts, rules, called, side) for side in hand.sides] or [hand]
        nets = [(0, 0, *(int(net_of(one, _ONE[third], 1, 2, rules, wager)[1]) for third in RANKS)) for one in sides]
        found.append((rank, hand, nets))
    return found


def ace_worth(left: Left, rules: Rules, called: Ace, wager: Wager) -> Fraction:
    """What the turn of a first ace is worth, added up over its second and third cards: chips times cards."""
    worth = Fraction(0)
    for second, hand, sides in _hands(rules, called, wager):
        if left[second]:
            edge: int | Fraction = max([sum(map(mul, left, nets)) - nets[second] for nets in sides])
            if wager is Wager.STAKE and not hand.forced:
                edge = max(0, _split_aces(left, rules) if hand.splits else edge)
            worth += left[second] * edge
    return worth


def _split_aces(left: Left, rules: Rules) -> Fraction:
    """What splitting two aces is worth with one of them still among those `left`, as in `exact.split_hands` (B7, R-47).

    In chips times the cards left after both.
    """
    left = (*left[:HIGH], left[HIGH] - 1)
    cards = sum(left)
    hands = []
    for rank, hand, (nets,) in _hands(rules, None, Wager.STAKE):
        by_net = Counter[int]()
        for n, net in zip(left, nets, strict=True):
            by_net[net] += n
        hands.append((rank, hand.forced, nets, sum(map(mul, left, nets)), list(by_net.items())))
    if rules.split_mode == "committed":
        return Fraction(2 * sum(left[rank] * (edge - nets[rank]) for rank, _, nets, edge, _ in hands), cards - 1)
    total = 0
    for new1, forced1, nets1, edge1, _ in hands:
        for new2, forced2, nets2, edge2, alike in hands:
            ways = left[new1] * (left[new2] - (new1 == new2))
            edge = edge1 - nets1[new1] - nets1[new2]
            then = edge2 - nets2[new1] - nets2[new2]
            bets = forced1 or edge > 0
            if bets and not forced2:  # the third card of the first hand is open when the second is decided on
                after = sum([n * (then - net) for net, n in alike if then > net])
                after -= max(0, then - nets2[new1]) + max(0, then - nets2[new2])
            else:
                after = (cards - 3) * (then if forced2 else max(0, then))
            total += ways * (after + (cards - 3) * edge if bets else after)
    return Fraction(total, (cards - 1) * (cards - 2) * (cards - 3))
