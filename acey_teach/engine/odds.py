"""Exact odds of the third card from everything seen this round (RULES A6, R-20), and the wrong models people use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import HIGH, RANKS, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import SATAN_POTS, Outcome, paid
from acey_teach.engine.terms import Ace, Side, Terms, terms
from acey_teach.i18n import N_

_TWICE = N_("{card} is named more often than the pack holds it. Name each card once.")
NO_POSTS = N_("There are no two posts yet: odds need both of them.")
_NONE_LEFT = N_("All cards have been seen: there is no third card left.")


class Odds(NamedTuple):
    """How many unseen cards give each outcome. All counts are cards; every probability is count / `unseen`.

    `known` are the cards that are taken out: normally the posts, then the others seen this round (R-20). `terms` say
    what each costs under the rules in force.

    >>> worked = odds((Card("4c"), Card("Qd")))
    >>> worked.inside, worked.outside, worked.post, worked.unseen, worked.ev_per_chip
    (28, 16, 6, 50, Fraction(0, 1))
    """

    posts: tuple[Card, Card]
    inside: int
    outside: int
    post: int
    known: tuple[Card, ...]
    rules: Rules
    terms: Terms

    @property
    def unseen(self) -> int:
        """How many cards could still come."""
        return self.inside + self.outside + self.post

    @property
    def dear(self) -> int:
        """Unseen aces that cost more than another card on a post (B3)."""
        return self.rules.per_rank - sum(card.rank == HIGH for card in self.known) if self.terms.dear else 0

    @property
    def by_rank(self) -> tuple[int, ...]:
        """The number of unseen cards of each rank value (indexes 0 and 1 are unused)."""
        left = [0, 0, *[self.rules.per_rank] * len(RANKS)]
        for card in self.known:
            left[card.rank] -= 1
        return tuple(left)

    @property
    def gap(self) -> int:
        """Ranks strictly between the posts, 0 to 11, or 12 with a low and a high ace (R-34)."""
        return self.terms.gap

    def count(self, outcome: Outcome) -> int:
        """Unseen cards that give `outcome`."""
        return int(getattr(self, outcome.value))

    def p(self, outcome: Outcome) -> Fraction:
        """The exact probability of `outcome`."""
        return Fraction(self.count(outcome), self.unseen)

    @property
    def gains(self) -> int:
        """What the unseen cards could bring for each chip staked, added up: a stake for each card inside."""
        return self.inside * self.rules.inside_factor

    @property
    def losses(self) -> int:
        """What the unseen cards could cost for each chip staked, added up: outside + 2 x post."""
        hand, rules = self.terms, self.rules
        if hand.dear or hand.six:
            return sum(-net * cards for outcome, net, cards in self.prices(1) if outcome is not Outcome.INSIDE)
        return self.outside * rules.outside_factor + self.post * hand.post_factor

    @property
    def margin(self) -> int:
        """Gains minus losses, in cards: inside - outside - 2 x post. Its sign is that of the expected value.

        Where a third 6 costs six pots (B11), this is for a stake as large as the pot.
        """
        return self.inside * self.rules.inside_factor - self.losses

    @property
    def ev_per_chip(self) -> Fraction:
        """Expected value of each chip staked, in chips; 0 is break-even."""
        return Fraction(self.margin, self.unseen)

    def ev(self, stake: int, pot: int | None = None, chips: int | None = None) -> Fraction:
        """Expected value of a stake, in chips; `pot` and `chips` are as in `results`."""
        if not self.terms.six and chips is None:
            return self.ev_per_chip * stake
        return Fraction(sum(net * cards for net, cards in self.results(stake, pot, chips).items()), self.unseen)

    def results(self, stake: int, pot: int | None = None, chips: int | None = None) -> dict[int, int]:
        """What a stake can bring: net result in chips -> number of unseen cards, from worst to best.

        `pot` only counts where a card costs pots (B11); without it the stake is as large as the pot. Nobody loses more
        than his `chips` where debts are forgiven (B13).

        >>> odds((Card("4c"), Card("Qd"))).results(2)
        {-4: 6, -2: 16, 2: 28}
        >>> odds((Card("4c"), Card("Qd")), rules=Rules.of({"debt": "short"})).results(2, chips=1)
        {-1: 22, 2: 28}
        """
        found: dict[int, int] = {}
        for _, net, cards in self.prices(stake, pot, chips):
            found[net] = found.get(net, 0) + cards
        return dict(sorted(found.items()))

    def prices(self, stake: int, pot: int | None = None, chips: int | None = None) -> list[tuple[Outcome, int, int]]:
        """What each outcome brings with a stake, as in `results`: outcome, net result in chips, unseen cards.

        A post has two prices where an ace costs more than the other post (B3).
        """
        hand, rules, dear = self.terms, self.rules, [(Outcome.POST, -stake * self.terms.dear_factor, self.dear)]
        post = -SATAN_POTS * (stake if pot is None else pot) if hand.six else -stake * hand.post_factor
        found = [
            (Outcome.INSIDE, stake * rules.inside_factor, self.inside),
            (Outcome.OUTSIDE, -stake * rules.outside_factor, self.outside),
            *([(Outcome.POST, post, self.post - self.dear)] if hand.dear_ranks < hand.post_ranks else []),
            *(dear if hand.dear else []),
        ]
        return found if chips is None else [(o, int(paid(net, chips, rules)), n) for o, net, n in found]

    def after(self, card: Card) -> Odds:
        """The odds once `card`, unseen until now, is seen as well."""
        return _odds(self.posts, (*self.known, card), self.rules, _counts(self.terms, self.rules))


_Counts = tuple[Terms, int, int, int, int, int]
"""Terms, the cards inside and on a post as bits, how many of each are in play, and how many in all."""


def _counts(hand: Terms, rules: Rules) -> _Counts:
    each = rules.per_rank
    return hand, hand.inside, hand.post, each * hand.inside_ranks, each * hand.post_ranks, len(rules.pack)


def _odds(posts: tuple[Card, Card], known: tuple[Card, ...], rules: Rules, counts: _Counts) -> Odds:
    hand, between, on, inside, post, unseen = counts
    out, taken = 0, len(known)  # a set of cards as one number, a bit a card
    for card in known:
        out += card.bit
    if out.bit_count() == taken:
        inside -= (out & between).bit_count()
        post -= (out & on).bit_count()
    else:  # a bit was carried: some card is there twice
        for card in known:
            if known.count(card) > rules.decks:
                raise Refusal("seen-twice", _TWICE, card=card)
        inside -= sum(card.bit & between > 0 for card in known)
        post -= sum(card.bit & on > 0 for card in known)
    unseen -= taken
    if not unseen:
        raise Refusal("no-card-left", _NONE_LEFT)
    # Odds(…), in half the time
    return tuple.__new__(Odds, (posts, inside, unseen - inside - post, post, known, rules, hand))


def odds(
    posts: Sequence[Card],
    seen: Iterable[Card] = (),
    rules: Rules = GUIDE,
    called: Ace | None = None,
    side: Side | None = None,
) -> Odds:
    """Count the third card's outcomes, given two `posts` and the other cards `seen` this round (R-20).

    An ace that is the first post may be `called` low (B2). A pair that is bet on with a `side` gets the better one
    when none is given (B1): `terms.side` tells which.

    More or fewer posts, a card that would have to exist twice, or a pack with nothing left raise Refusal.

    >>> odds((Card("4c"), Card("Qd")), [Card("Qs")]).ev_per_chip
    Fraction(2, 49)
    """
    try:
        first, second = posts
    except ValueError:
        raise Refusal("no-posts", NO_POSTS) from None
    pair = (first, second)
    try:
        counts = rules.known_counts[first.rank, second.rank, called, side]
    except KeyError:
        hand = terms(pair, rules, called, side)
        if hand.sides and side is None:
            seen = tuple(seen)
            higher, lower = (odds(pair, seen, rules, called, one) for one in hand.sides)
            return lower if lower.margin > higher.margin else higher
        counts = rules.known_counts[first.rank, second.rank, called, side] = _counts(hand, rules)
    return _odds(pair, (first, second, *seen), rules, counts)


class Model(StrEnum):
    """Ways to get the odds wrong, each with the assumption that is false."""

    WITH_REPLACEMENT = "with-replacement"
    """Every rank 1/13, as if no card, not even a post, had left the pack."""
    FRESH_DECK = "fresh-deck"
    """Only the own posts are taken out; everything else seen this round is ignored."""
    SINGLE_LOSS = "single-loss"
    """The counts are right, but a post is thought to cost the stake once."""


def wrong_odds(
    model: Model,
    posts: Sequence[Card],
    seen: Iterable[Card] = (),
    rules: Rules = GUIDE,
    called: Ace | None = None,
    side: Side | None = None,
) -> Odds:
    """What somebody believes who uses the wrong `model`; for teaching, next to `odds`, whose parameters these are.

    >>> wrong = wrong_odds(Model.WITH_REPLACEMENT, (Card("4c"), Card("Qd")))
    >>> wrong.p(Outcome.INSIDE)
    Fraction(7, 13)
    """
    found = odds(posts, seen if model is Model.SINGLE_LOSS else (), rules, called, side)
    if model is Model.FRESH_DECK:
        return found
    if model is Model.SINGLE_LOSS:
        return found._replace(terms=found.terms._replace(post_factor=1, dear=0, dear_ranks=0, six=False))
    return _odds(found.posts, (), rules, _counts(found.terms, rules))
