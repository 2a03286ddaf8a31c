"""What a hand can bring under the rules in force: which third cards win, and what the others cost (A6, B1-B13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from acey_teach.engine.cards import HIGH, PACK, RANKS, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.i18n import N_

NO_SIDE = N_("With a pair say which way: higher or lower.")
NEEDLESS_SIDE = N_("Higher or lower is said only with a pair, and only with the rule “Higher or lower”.")
NEEDLESS_CALL = N_(
    "Only an ace that is the first card is called low or high, and only with the rule “Low ace by choice”."
)
DEAR_FACTOR = 4
"""How many stakes a third ace on an ace costs (B3)."""
LOW_ACE = 1
"""The value of an ace that was called low; otherwise it is HIGH (B2)."""


class Ace(StrEnum):
    """How an ace that is the first card is called (B2)."""

    LOW = "low"
    HIGH = "high"


class Side(StrEnum):
    """Where the third card is to fall when the posts are a pair (B1)."""

    HIGHER = "higher"
    LOWER = "lower"


class Terms(NamedTuple):
    """One hand under the rules in force.

    `low` and `high` are the posts' values, 1 to 14, and `gap` the ranks strictly between them. `inside`, `post` and
    `dear` are the ranks that win, those on a post, and those among them that cost `dear_factor` instead of
    `post_factor` stakes; each as bits of the 52 cards and as a number of ranks. `worst` is how many
    stakes the chips must cover: M where there are no debts (B13). `sides` are those to choose from (B1); `six` says
    that a third 6 costs six pots (B11), `splits` that the pair is split or passed (B7), `forced` that the largest
    stake must be bet (B9).
    """

    low: int
    high: int
    gap: int
    side: Side | None
    inside: int
    post: int
    dear: int
    inside_ranks: int
    post_ranks: int
    dear_ranks: int
    post_factor: int
    dear_factor: int
    worst: int
    sides: tuple[Side, ...] = ()
    six: bool = False
    splits: bool = False
    forced: bool = False


def terms(posts: Sequence[Card], rules: Rules = GUIDE, called: Ace | None = None, side: Side | None = None) -> Terms:
    """The terms of two `posts` in the order of the deal; an ace first may be `called` low, a pair may have a `side`.

    Refusal for a call of anything but a first ace, and for a side where none is said.

    >>> from acey_teach.engine.cards import cards
    >>> found = terms(cards("Ac Kd"), Rules(ace_choice=True, ace_post_x4=True), Ace.LOW)
    >>> found.gap, found.inside_ranks, found.post_factor, found.dear_factor, found.worst
    (11, 11, 2, 4, 4)
    """
    key = posts[0].rank, posts[1].rank, called, side
    found = rules.known_terms.get(key)
    if found is None:
        found = rules.known_terms[key] = _terms(*key, rules)
    return found


def _bits(ranks: Collection[int]) -> int:
    return sum(card.bit for card in PACK if card.rank in ranks)


def _terms(a: int, b: int, called: Ace | None, side: Side | None, rules: Rules) -> Terms:
    if called not in (None, *Ace) or (called is not None and not (rules.ace_choice and a == HIGH)):
        raise Refusal("ace", NEEDLESS_CALL, clause="B2")
    if side not in (None, *Side):
        raise Refusal("side", NO_SIDE, clause="B1")
    if called == Ace.LOW:
        a = LOW_ACE
    low, high = min(a, b), max(a, b)
    on = {HIGH if rank == LOW_ACE else rank for rank in (a, b)}
    named = rules.pair == "hilo" and a == b
    if side is not None and not named:
        raise Refusal("side", NEEDLESS_SIDE, clause="B1")
    if not named:
        inside = range(low + 1, high)
    elif side is None:  # not named yet: nothing wins
        inside = range(0)
    else:
        side = Side(side)
        top = HIGH if rules.ace_third_pair_loses else HIGH + 1  # B4: then a third ace is not higher
        inside = range(high + 1, top) if side == Side.HIGHER else range(RANKS[0], low)
    dear = {HIGH} & on if rules.ace_post_x4 else set()
    factor = 3 if named else rules.post_factor
    worst = max(rules.outside_factor, factor, DEAR_FACTOR if dear else 0)
    return Terms(
        low,
        high,
        gap=max(0, high - low - 1),
        side=side,
        inside=_bits(inside),
        post=_bits(on),
        dear=_bits(dear),
        inside_ranks=len(inside),
        post_ranks=len(on),
        dear_ranks=len(dear),
        post_factor=factor,
        dear_factor=DEAR_FACTOR,
        worst=worst if rules.debt == "cap" else rules.cover,
        sides=tuple(Side) if named else (),
        six=rules.satan and low == high == 6,
        splits=rules.pair == "split" and a == b,
        forced=rules.autopot != "off" and on == {2, HIGH} and (low != LOW_ACE or rules.autopot == "any"),
    )
