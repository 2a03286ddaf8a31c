"""Three witnesses of one probability: counting cards, a formula, and drawing again and again (RULES A6.2, A7, R-20).

They agree, each within its means. With a broken assumption one of them tells of another game, and the gap is exact.

>>> case = Case.of("4c Qd", "Js", Outcome.INSIDE)
>>> case.counting, case.formula, case.drawing
(Fraction(27, 49), Fraction(27, 49), Fraction(27, 49))
>>> wrong = case._replace(broken=Broken.SEEN_IGNORED)
>>> wrong.formula, wrong.gap
(Fraction(14, 25), Fraction(11, 1225))
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from acey_teach.engine.cards import HIGH, RANKS, Card, cards
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.shuffle import check_seed
from acey_teach.engine.terms import LOW_ACE, Ace, Side

SLICE = 500
"""Draws that share a generator: all of them are reproduced from the seed and the number of the slice."""
GRID = tuple(dict.fromkeys(round(10 ** (step / 8)) for step in range(8, 57)))
"""The numbers of draws at which the share is written down: 10, 13, 18 … 10,000,000."""
Z95 = 1.959964
"""How many standard errors to each side hold 95 % of a normal distribution."""


class Witness(StrEnum):
    """Who tells the probability."""

    COUNTING = "counting"
    FORMULA = "formula"
    DRAWING = "drawing"


class Broken(StrEnum):
    """An assumption that one witness breaks."""

    NONE = "none"
    POSTS_INSIDE = "posts-inside"
    SEEN_IGNORED = "seen-ignored"
    PUT_BACK = "put-back"

    @property
    def witness(self) -> Witness | None:
        """Who breaks it: who counts takes the posts for inside, the formula leaves out what was seen, who draws puts
        all cards back."""
        return _WHO.get(self)


_WHO = {
    Broken.POSTS_INSIDE: Witness.COUNTING,
    Broken.SEEN_IGNORED: Witness.FORMULA,
    Broken.PUT_BACK: Witness.DRAWING,
}


class Case(NamedTuple):
    """Two posts, other cards that were `seen` face up this round, and the outcome that is asked for.

    Under other `rules` than the guide's a first ace may be `called` (B2), and a pair has its better side (B1).
    """

    posts: tuple[Card, Card]
    seen: tuple[Card, ...]
    outcome: Outcome
    broken: Broken = Broken.NONE
    rules: Rules = GUIDE
    called: Ace | None = None

    @classmethod
    def of(
        cls,
        posts: str,
        seen: str = "",
        outcome: Outcome = Outcome.INSIDE,
        broken: Broken = Broken.NONE,
        rules: Rules = GUIDE,
        called: Ace | None = None,
    ) -> Case:
        """A case from cards as text; Refusal for what is no card, and for a card named more often than there are."""
        found = odds(cards(posts), cards(seen), rules, called)
        return cls(found.posts, found.known[2:], outcome, broken, rules, called)

    @property
    def odds(self) -> Odds:
        """The odds by the engine."""
        return odds(self.posts, self.seen, self.rules, self.called)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that can come, in the order of the pack."""
        left = list(self.rules.pack)
        for card in (*self.posts, *self.seen):
            left.remove(card)
        return tuple(left)

    @property
    def drawn_from(self) -> tuple[Card, ...]:
        """The cards among which the third witness draws."""
        return self.rules.pack if self.broken is Broken.PUT_BACK else self.unseen

    def outcome_of(self, card: Card) -> Outcome:
        """What a third card is; the post is tested first (A6.2)."""
        hand = self.odds.terms
        return Outcome.POST if card.bit & hand.post else Outcome.INSIDE if card.bit & hand.inside else Outcome.OUTSIDE

    @property
    def hits(self) -> tuple[Card, ...]:
        """The unseen cards that the first witness counts, one by one."""
        wanted = {self.outcome}
        if self.broken is Broken.POSTS_INSIDE:
            wanted = {Outcome.INSIDE, Outcome.POST} if self.outcome is Outcome.INSIDE else wanted - {Outcome.POST}
        return tuple(card for card in self.unseen if self.outcome_of(card) in wanted)

    @property
    def counting(self) -> Fraction:
        """What the first witness says."""
        return Fraction(len(self.hits), len(self.unseen))

    @property
    def formula(self) -> Fraction:
        """What the second says: of each rank as many cards as the packs hold, less those seen, among all left."""
        found, left = self.formula_counts
        return Fraction(found, left)

    @property
    def formula_counts(self) -> tuple[int, int]:
        """The two numbers of the formula: cards with the outcome, cards left."""
        seen = () if self.broken is Broken.SEEN_IGNORED else self.seen
        hand, each, last = self.odds.terms, self.rules.per_rank, HIGH - self.rules.ace_third_pair_loses
        below, above, ranks = hand.low, hand.high, hand.high - hand.low - 1
        if hand.side is Side.HIGHER:
            below, above, ranks = hand.high, last + 1, last - hand.high
        elif hand.side is Side.LOWER:
            below, above, ranks = RANKS[0] - 1, hand.low, hand.low - RANKS[0]
        posts = {HIGH if rank == LOW_ACE else rank for rank in (hand.low, hand.high)}
        left = len(RANKS) * each - 2 - len(seen)
        inside = each * max(0, ranks) - sum(below < card.rank < above for card in seen)
        post = each * len(posts) - 2 - sum(card.rank in posts for card in seen)
        return {Outcome.INSIDE: inside, Outcome.POST: post, Outcome.OUTSIDE: left - inside - post}[self.outcome], left

    @property
    def drawing(self) -> Fraction:
        """What the share of the third comes to in the long run."""
        deck = self.drawn_from
        return Fraction(sum(self.outcome_of(card) is self.outcome for card in deck), len(deck))

    @property
    def true(self) -> Fraction:
        """The probability, from the engine."""
        return self.odds.p(self.outcome)

    @property
    def gap(self) -> Fraction:
        """How far the witness who breaks an assumption is above the truth; 0 where nobody does."""
        witness = self.broken.witness
        return (Fraction(getattr(self, witness)) if witness else self.true) - self.true


class Tally(NamedTuple):
    """So many draws, with so many hits, and both at some earlier moments (at most as many as GRID has)."""

    draws: int = 0
    hits: int = 0
    points: tuple[tuple[int, int], ...] = ()

    @property
    def share(self) -> Fraction:
        """The share of hits; 0 without draws."""
        return Fraction(self.hits, self.draws or 1)


def draw(case: Case, seed: str, tally: Tally, slices: int = 1) -> Tally:
    """So many slices of SLICE draws more; the same whether they come at once or one by one.

    >>> case = Case.of("4c Qd")
    >>> draw(case, "a", draw(case, "a", Tally()), 3) == draw(case, "a", Tally(), 4)
    True
    """
    check_seed(seed)
    flags = [case.outcome_of(card) is case.outcome for card in case.drawn_from]
    points = list(tally.points)
    draws, hits = tally.draws, tally.hits
    for _ in range(slices):
        at = [number - draws for number in GRID if draws < number <= draws + SLICE]
        found = _slice(flags, seed, draws // SLICE, at)
        points += [(draws + number, hits + many) for number, many in zip(at, found, strict=False)]
        draws, hits = draws + SLICE, hits + found[-1]
    return Tally(draws, hits, tuple(points))


def _slice(flags: list[bool], seed: str, number: int, at: Iterable[int]) -> list[int]:
    """The hits among the first so many draws of a slice, and among all."""
    chance = random.Random(f"{seed}/{number}")
    drawn = [flags[place] for place in chance.choices(range(len(flags)), k=SLICE)]
    return [sum(drawn[:many]) for many in (*at, SLICE)]


def band(hits: int, draws: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval for a share: it holds the true probability in 95 of 100 runs.

    >>> [round(end, 3) for end in band(56, 100)]
    [0.462, 0.653]
    """
    share, z = hits / draws, Z95
    middle, half = share + z * z / (2 * draws), z * sqrt(share * (1 - share) / draws + z * z / (4 * draws * draws))
    low, high = (middle - half) / (1 + z * z / draws), (middle + half) / (1 + z * z / draws)
    return low if hits else 0.0, high if hits < draws else 1.0  # which the sums miss by their rounding
