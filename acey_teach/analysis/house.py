"""Exact values of the bets and choices that only house rules have (RULES B1, B2, B7, B8, B10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from acey_teach.analysis.by_ranks import blind_ways
from acey_teach.analysis.exact import (
    Policy,
    TurnValue,
    check_left,
    split_hands,
    turn_value,
    unseen,
    when_favourable,
)
from acey_teach.engine.cards import HIGH, RANKS, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.terms import NEEDLESS_SIDE, Ace, Side, terms
from acey_teach.i18n import N_


class BlindPot(NamedTuple):
    """Where the third card of a blind bet falls, and what the bet is worth, in pots, when the pot is even (B8)."""

    inside: Fraction
    outside: Fraction
    post: Fraction

    @property
    def ev_in_pots(self) -> Fraction:
        """Inside wins the pot, outside costs half of it, a post all of it."""
        return self.inside - self.outside / 2 - self.post


def blind_pot(seen: Sequence[Card] = (), rules: Rules = GUIDE) -> BlindPot:
    """A bet for the pot before any card, with other cards `seen` (B8, R-49).

    A first ace is called (B2), and a pair has its side named (B1), in the way that is better for this bet.

    >>> blind_pot().ev_in_pots
    Fraction(-61, 425)
    """
    left = unseen(seen, rules)
    check_left(len(rules.pack) - len(seen), 3)
    ways = blind_ways((0, 0, *map(len, left.values())), rules)
    return BlindPot(*(Fraction(part, sum(ways)) for part in ways))


class PostBet(NamedTuple):
    """How likely a bet on the post hits (B10)."""

    hit: Fraction

    @property
    def ev_in_pots(self) -> Fraction:
        """A hit wins twice the pot, a miss costs half of it; in pots, when the pot is even."""
        return 2 * self.hit - (1 - self.hit) / 2


def post_bet(posts: Sequence[Card], seen: Sequence[Card] = (), rules: Rules = GUIDE) -> PostBet:
    """A bet that the third card falls on one of the `posts` (B10).

    >>> post_bet((Card("3c"), Card("9d"))).ev_in_pots
    Fraction(-1, 5)
    """
    return PostBet(odds(posts, seen, rules).p(Outcome.POST))


class SplitValue(NamedTuple):
    """What splitting a pair is worth, both hands together, for each chip staked a hand, in both readings of B7."""

    free: Fraction
    committed: Fraction


def split_value(
    rank: int, rules: Rules = GUIDE, seen: Sequence[Card] = (), policy: Policy = when_favourable
) -> SplitValue:
    """The value of splitting a pair of a rank, 2 to 14, with other cards `seen` (B7, R-43); split aces are high.

    `free`: each hand is bet or passed by the policy, with all cards counted that lie open by then.

    >>> split_value(2)
    SplitValue(free=Fraction(72, 245), committed=Fraction(-116, 245))
    """
    if not is_whole(rank) or rank not in RANKS:
        raise Refusal(
            "rank", N_("A rank is a whole number from {low} to {high}, not {rank}."),
            low=RANKS[0], high=HIGH, rank=shown(rank),
        )  # fmt: skip
    of_rank = unseen(seen, rules)[rank]
    if len(of_rank) < 2:
        raise Refusal("seen-twice", N_("A pair needs two cards of this rank, and too many have been seen."))
    return SplitValue(*split_hands(odds(of_rank[:2], seen, Rules.of({**rules.changes, "pair": "split"})), policy))


def ace_values(
    first: Card, seen: Sequence[Card] = (), rules: Rules = GUIDE, policy: Policy = when_favourable
) -> dict[Ace, TurnValue]:
    """The value of the turn for each way to call a `first` ace; Refusal where there is nothing to call (B2).

    >>> [str(found.value) for found in ace_values(Card("Ac"), rules=Rules(ace_choice=True)).values()]
    ['226/1275', '32/255']
    """
    return {call: turn_value(first, seen, policy, rules, call) for call in Ace}


def side_values(posts: Sequence[Card], seen: Sequence[Card] = (), rules: Rules = GUIDE) -> dict[Side, Odds]:
    """The odds of a pair for each side that may be named; Refusal where there is none to name (B1).

    >>> found = side_values((Card("7c"), Card("7d")), rules=Rules(pair="hilo"))
    >>> [str(hand.ev_per_chip) for hand in found.values()]
    ['1/25', '-7/25']
    """
    sides = terms(posts, rules).sides
    if not sides:
        raise Refusal("side", NEEDLESS_SIDE, clause="B1")
    return {side: odds(posts, seen, rules, None, side) for side in sides}
