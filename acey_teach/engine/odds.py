"""Exact odds of the third card from everything seen this round (RULES A6, R-20), and the wrong models people use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import HIGH, PACK, RANKS, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Outcome, net_result, ranks_between
from acey_teach.i18n import N_

_TWICE = N_("{card} is named more often than the pack holds it. Name each card once.")
NO_POSTS = N_("There are no two posts yet: odds need both of them.")
_NONE_LEFT = N_("All cards have been seen: there is no third card left.")


class Odds(NamedTuple):
    """How many unseen cards give each outcome. All counts are cards; every probability is count / `unseen`.

    `known` are the cards that are taken out: normally the posts, then the others seen this round (R-20).

    >>> worked = odds((Card("4c"), Card("Qd")))
    >>> worked.inside, worked.outside, worked.post, worked.unseen, worked.ev_per_chip
    (28, 16, 6, 50, Fraction(0, 1))
    """

    posts: tuple[Card, Card]
    inside: int
    outside: int
    post: int
    known: tuple[Card, ...]
    rules: Rules = GUIDE

    @property
    def unseen(self) -> int:
        """How many cards could still come."""
        return self.inside + self.outside + self.post

    @property
    def by_rank(self) -> tuple[int, ...]:
        """The number of unseen cards of each rank value (indexes 0 and 1 are unused)."""
        left = [0, 0, *[self.rules.per_rank] * len(RANKS)]
        for card in self.known:
            left[card.rank] -= 1
        return tuple(left)

    @property
    def gap(self) -> int:
        """Ranks strictly between the posts, 0 to 11."""
        return ranks_between(self.posts)

    def count(self, outcome: Outcome) -> int:
        """Unseen cards that give `outcome`."""
        return int(getattr(self, outcome.value))

    def p(self, outcome: Outcome) -> Fraction:
        """The exact probability of `outcome`."""
        return Fraction(self.count(outcome), self.unseen)

    @property
    def margin(self) -> int:
        """Inside minus losses, in cards: inside - outside - 2 x post. Its sign is that of the expected value."""
        rules = self.rules
        return self.inside * rules.inside_factor - self.outside * rules.outside_factor - self.post * rules.post_factor

    @property
    def ev_per_chip(self) -> Fraction:
        """Expected value of each chip staked, in chips; 0 is break-even."""
        return Fraction(self.margin, self.unseen)

    def ev(self, stake: int) -> Fraction:
        """Expected value of a stake, in chips."""
        return self.ev_per_chip * stake

    def results(self, stake: int) -> dict[int, int]:
        """What a stake can bring: net result in chips -> number of unseen cards, from worst to best.

        >>> odds((Card("4c"), Card("Qd"))).results(2)
        {-4: 6, -2: 16, 2: 28}
        """
        found: dict[int, int] = {}
        for outcome in (Outcome.POST, Outcome.OUTSIDE, Outcome.INSIDE):
            net = net_result(outcome, stake, self.rules)
            found[net] = found.get(net, 0) + self.count(outcome)
        return dict(sorted(found.items()))

    def after(self, card: Card) -> Odds:
        """The odds once `card`, unseen until now, is seen as well."""
        return _odds(self.posts, (*self.known, card), self.rules)


def _regions() -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """For each two ranks: the cards between them and the cards on them, as bits, and how many ranks each are."""
    of_rank = {rank: sum(card.bit for card in PACK if card.rank == rank) for rank in RANKS}
    found = {}
    for low in RANKS:
        for high in range(low, HIGH + 1):
            between, on = range(low + 1, high), {low, high}
            found[low, high] = found[high, low] = (
                sum(of_rank[r] for r in between),
                sum(of_rank[r] for r in on),
                len(between),
                len(on),
            )
    return found


_REGIONS = _regions()


def _odds(posts: tuple[Card, Card], known: tuple[Card, ...], rules: Rules) -> Odds:
    between, on, ranks_inside, ranks_on = _REGIONS[posts[0].rank, posts[1].rank]
    per_rank, out = rules.per_rank, sum([card.bit for card in known])  # a set of cards as one number, a bit a card
    if out.bit_count() == len(known):
        inside = per_rank * ranks_inside - (out & between).bit_count()
        post = per_rank * ranks_on - (out & on).bit_count()
    else:  # a bit was carried: some card is there twice
        for card in known:
            if known.count(card) > rules.decks:
                raise Refusal("seen-twice", _TWICE, card=card)
        inside = per_rank * ranks_inside - sum(card.bit & between > 0 for card in known)
        post = per_rank * ranks_on - sum(card.bit & on > 0 for card in known)
    unseen = len(rules.pack) - len(known)
    if not unseen:
        raise Refusal("no-card-left", _NONE_LEFT)
    return tuple.__new__(Odds, (posts, inside, unseen - inside - post, post, known, rules))  # Odds(…), in half the time


def odds(posts: Sequence[Card], seen: Iterable[Card] = (), rules: Rules = GUIDE) -> Odds:
    """Count the third card's outcomes, given two `posts` and the other cards `seen` this round (R-20).

    More or fewer posts, a card that would have to exist twice, or a pack with nothing left raise Refusal.

    >>> odds((Card("4c"), Card("Qd")), [Card("Qs")]).ev_per_chip
    Fraction(2, 49)
    """
    try:
        first, second = posts
    except ValueError:
        raise Refusal("no-posts", NO_POSTS) from None
    return _odds((first, second), (first, second, *seen), rules)


class Model(StrEnum):
    """Ways to get the odds wrong, each with the assumption that is false."""

    WITH_REPLACEMENT = "with-replacement"
    """Every rank 1/13, as if no card, not even a post, had left the pack."""
    FRESH_DECK = "fresh-deck"
    """Only the own posts are taken out; everything else seen this round is ignored."""
    SINGLE_LOSS = "single-loss"
    """The counts are right, but a post is thought to cost the stake once."""


def wrong_odds(model: Model, posts: Sequence[Card], seen: Iterable[Card] = (), rules: Rules = GUIDE) -> Odds:
    """What somebody believes who uses the wrong `model`; for teaching, next to `odds`.

    >>> wrong = wrong_odds(Model.WITH_REPLACEMENT, (Card("4c"), Card("Qd")))
    >>> wrong.p(Outcome.INSIDE)
    Fraction(7, 13)
    """
    if model is Model.FRESH_DECK:
        return odds(posts, (), rules)
    if model is Model.SINGLE_LOSS:
        right = odds(posts, seen, rules)
        return right._replace(rules=Rules.of({**rules.changes, "post_factor": 1}))
    return _odds((posts[0], posts[1]), (), rules)
