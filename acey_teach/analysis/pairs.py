"""What a bet is worth for every pair of posts, with nothing else seen, under any rules (RULES A6, B1-B7, B11)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from acey_teach.analysis.by_ranks import better_call, left_of
from acey_teach.analysis.exact import calls, committed, draws, split_hands, unseen
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.terms import Ace


def worth(hand: Odds) -> Fraction:
    """The value of a hand for each chip staked; of a pair that is split, of both its hands together (B7)."""
    return split_hands(hand)[committed(hand)] if hand.terms.splits else hand.ev_per_chip


class Pairs(NamedTuple):
    """The value per chip by the ranks of the first and the second card, and how many pairs of cards are of each sort.

    `passed` are those that are split and worth nothing, for every new hand is passed (B7). Where the order matters
    (B2), each order of two cards counts half.
    """

    values: dict[tuple[int, int], Fraction]
    favourable: int
    fair: int
    unfavourable: int
    passed: int


def pairs(rules: Rules = GUIDE) -> Pairs:
    """All pairs of posts. A first ace is called, and a pair has its side named, in the better way (B1, B2).

    >>> found = pairs()
    >>> found.values[4, 12], found[1:]
    (Fraction(0, 1), (160, 80, 1086, 0))
    """
    values: dict[tuple[int, int], Fraction] = {}
    ways = [0, 0, 0, 0]
    for n, first, left in draws(unseen((), rules)):
        call = better_call(left_of((first,), rules), rules) if Ace.LOW in calls(first, rules) else None
        for k, second, _ in draws(left):
            hand = odds((first, second), (), rules, call)
            value = values[first.rank, second.rank] = worth(hand)
            ways[0 if value > 0 else 2 if value < 0 else 3 if hand.terms.splits else 1] += n * k
    return Pairs(values, *(n // 2 for n in ways))
