"""Red Dog, the casino game of the same bet, with the kit's odds: its house edge is published, so it checks them.

The stake is doubled when the spread is favourable. A third card inside pays by the spread and anything else loses;
neighbours push; a pair pushes too, unless the third card makes it three of a kind, which pays 11 to 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from acey_teach.analysis.exact import draws, unseen
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import Rules

PAIR, ADJACENT = "pair", "adjacent"
PAYS = {PAIR: 11, ADJACENT: 0, "1": 5, "2": 4, "3": 2, **{str(ranks): 1 for ranks in range(4, 12)}}
"""What a win pays for each chip: on three of a kind, and by the spread, the ranks between the two cards."""


class Spread(NamedTuple):
    """One kind of hand: its chance, the chance of a win, what that pays, and the value of a chip that could be lost."""

    chance: Fraction
    p_win: Fraction
    payoff: int
    value: Fraction


class RedDog(NamedTuple):
    """Loss for each chip of the first stake (`house_edge`) and for each chip wagered, raises included (`risk`)."""

    house_edge: Fraction
    risk: Fraction
    spreads: dict[str, Spread]


def red_dog(decks: int = 1) -> RedDog:
    """All spreads of the game with so many packs, 1 to 8.

    >>> red_dog(1).house_edge
    Fraction(523, 16575)
    """
    rules = Rules(decks=decks)
    spreads: dict[str, Spread] = {}
    for ways1, first, left in draws(unseen((), rules)):
        for ways2, second, _ in draws(left):
            hand = odds((first, second), (), rules)
            pair = first.rank == second.rank
            name = PAIR if pair else str(hand.gap) if hand.gap else ADJACENT
            p_win = Fraction(hand.post if pair else hand.inside, hand.unseen)
            size = len(rules.pack)
            chance = Fraction(ways1 * ways2, size * (size - 1)) + (spreads[name].chance if name in spreads else 0)
            spreads[name] = Spread(chance, p_win, PAYS[name], p_win * (PAYS[name] + 1) - 1)
    value, wagered = Fraction(0), Fraction(1)
    for name, spread in spreads.items():
        if name == PAIR:
            value += spread.chance * spread.p_win * spread.payoff
        elif name != ADJACENT:
            raised = spread.value > 0
            value += spread.chance * spread.value * (1 + raised)
            wagered += spread.chance * raised
    return RedDog(-value, -value / wagered, {name: spreads[name] for name in PAYS})
