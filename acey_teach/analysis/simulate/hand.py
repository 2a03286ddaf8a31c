"""The posts of one turn in many sessions: what the unseen cards would do, and what a third card does (A6, B)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from acey_teach.engine.rules import Rules
from acey_teach.engine.terms import DEAR_FACTOR

Ints = NDArray[np.signedinteger[Any]]
"""Whole numbers, one a session (or more rows of them)."""
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Cards = NDArray[np.int8]
"""Doubled ranks: 0 is a 2, 24 an ace, and 26 a card that was not turned."""

RANK_COUNT, ACE, NOT_TURNED = 13, 24, 26
NAMED_FACTOR = 3
"""How many stakes the third card of a rank costs on a pair with a side (R-30)."""


def how_many(found: Bools) -> Cards:
    """In how many of its rows something was found, for each column; there are fewer than 128 rows."""
    counted: Cards = np.add.reduce(found.view(np.int8), axis=0, dtype=np.int8)
    return counted


class Hand:
    """Posts and odds of a turn.

    Since ranks are doubled the middle of the posts is whole, and one distance from it tells inside from post: less
    than the `reach` of the posts, or equal to it. `inside`, `post` and `unseen` are cards, as in the engine's `Odds`.
    """

    def __init__(
        self, first: Cards, second: Cards, seen: Cards, unseen: Ints, rules: Rules, away: Cards, flags: Bools
    ) -> None:
        """`away` and `flags` are places to work in, as large as `seen`."""
        self.rules = rules
        kind = np.int8 if rules.decks == 1 else np.int16  # holds every count, and what the cards of one pack can bring
        self.unseen: Ints = unseen.astype(kind)
        self.middle: Cards = (first + second) >> 1
        self.reach: Cards = np.abs(first - second) >> 1
        np.abs(np.subtract(seen, self.middle, out=away), out=away)
        each, apart = kind(rules.per_rank), (self.reach > 0).view(np.int8)
        self.inside: Ints = each * (self.reach - apart).astype(kind, copy=False)
        self.inside -= how_many(np.less(away, self.reach, out=flags))
        self.post: Ints = each * (apart + kind(1)) - how_many(np.equal(away, self.reach, out=flags))
        self.price: Ints | int = rules.post_factor
        self.up: Cards | None = None
        if rules.pair == "hilo":
            self._name_sides(seen)
        self.dear: Ints | None = None
        if rules.ace_post_x4:  # what an ace on an ace costs more than another post
            self.ace: Bools = self.middle + self.reach == ACE
            self.dear = (DEAR_FACTOR - self.price) * self.ace
            self.aces: Ints = each - how_many(seen == ACE)

    def _name_sides(self, seen: Cards) -> None:
        """On pairs the better side is named, of two equal ones the higher (B1)."""
        pairs, each = np.flatnonzero(self.reach == 0), self.rules.per_rank
        rank, seen = self.middle[pairs], seen.take(pairs, axis=1)
        no_more = ACE - 2 if self.rules.ace_third_pair_loses else ACE  # B4: then a third ace is not higher
        above, below = (np.maximum(no_more - rank, 0) >> 1).astype(np.int16), (rank >> 1).astype(np.int16)
        higher = each * above - how_many((seen > rank) & (seen <= no_more))
        lower = each * below - how_many(seen < rank)
        self.no_more, self.up = no_more, np.zeros_like(self.reach)  # 1 for higher, -1 for lower, 0 for no pair
        self.up[pairs] = np.where(higher >= lower, 1, -1)
        self.inside[pairs] = np.maximum(higher, lower)
        self.price = np.where(self.reach == 0, np.int8(NAMED_FACTOR), np.int8(self.rules.post_factor))

    @property
    def margin(self) -> Ints:
        """Gains minus losses of each chip staked, added up over the unseen cards."""
        # inside - outside - price x post, with outside = unseen - inside - post
        margin: Ints = 2 * self.inside - self.unseen - (self.price - 1) * self.post
        return margin if self.dear is None else margin - self.dear * self.aces

    def most(self, chips: Ints, pot: Ints, round_: int) -> Ints:
        """The largest legal stake, 0 where one must pass (A5.2, A5.3, B5, B12, B13)."""
        rules = self.rules
        if rules.first_orbit_half_pot and round_ == 1:
            pot = pot // 2
        if rules.debt != "cap":
            most = np.minimum(pot, chips // rules.cover if rules.cover else pot) * (chips > 0)
        elif isinstance(self.price, int) and self.dear is None:
            most = np.minimum(pot, chips // rules.cover)
        else:
            worst = np.maximum(self.price, rules.outside_factor)
            if self.dear is not None:
                worst = np.where(self.ace, np.maximum(worst, DEAR_FACTOR), worst)
            most = np.minimum(pot, chips // worst)
        return most if rules.min_stake == 1 else most * (most >= rules.min_stake)

    def factor(self, at: NDArray[np.intp], third: Cards) -> Ints:
        """What the third cards of the hands `at` these places bring for a chip staked: 1, or the loss."""
        reach, middle = self.reach[at], self.middle[at]
        away = np.abs(third - middle)
        inside, post = away < reach, away == reach
        if self.up is not None:
            up = self.up[at]
            inside |= (up > 0) & (third > middle) & (third <= self.no_more) | (up < 0) & (third < middle)
        price = self.price if isinstance(self.price, int) else self.price[at]
        found: Ints = 2 * inside.view(np.int8) - (price - 1) * post.view(np.int8) - 1
        return found if self.dear is None else found - self.dear[at] * (post & (third == ACE))
