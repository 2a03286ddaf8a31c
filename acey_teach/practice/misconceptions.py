"""Wrong models of a probability that people really use: what each counts, and which one gives a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import RANKS
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_, Translator


class Count(NamedTuple):
    """What a wrong model counts: `n` favourable ones of `all`, not reduced, because that shows where it comes from."""

    n: int
    all: int

    @property
    def value(self) -> Fraction:
        """The probability somebody with this model would write."""
        return Fraction(self.n, self.all)

    def __str__(self) -> str:
        return f"{self.n}/{self.all}"


Model = Callable[[Odds, Outcome], Count | None]
"""The count a wrong model makes for an outcome; None where the model has nothing to say about it."""


@dataclass(frozen=True)
class Misconception:
    """A wrong model that gives what somebody answered. `says` is its message, `count` what it counted."""

    name: str
    says: str
    count: Count
    guess: Fraction

    def sentence(self, t: Translator) -> str:
        """Which idea the number belongs to, in the language of `t`.

        >>> from acey_teach.engine.cards import cards
        >>> from acey_teach.i18n import translator
        >>> found = named(Fraction(7, 13), odds(cards("4c Qd")), Outcome.INSIDE)
        >>> found[0].sentence(translator("en"))
        '7/13 treats the ranks as if no card had been dealt.'
        """
        told = t(self.says, wrong=self.count)
        if self.guess == self.count.value:
            return told
        return t("{guess} is {wrong} in whole percent. {why}", guess=t.percent(self.guess), wrong=self.count, why=told)


def _own(o: Odds) -> int:
    """How many ranks the posts have: 2, or 1 for a pair."""
    return len({card.rank for card in o.posts})


def _ranks(o: Odds, outcome: Outcome) -> int:
    """How many of the 13 ranks give an outcome."""
    return {Outcome.INSIDE: o.gap, Outcome.POST: _own(o), Outcome.OUTSIDE: len(RANKS) - o.gap - _own(o)}[outcome]


def _no_card_dealt(o: Odds, outcome: Outcome) -> Count:
    return Count(_ranks(o, outcome), len(RANKS))


def _own_posts_left_in(o: Odds, outcome: Outcome) -> Count:
    own = len(o.posts)
    return Count(o.count(outcome) + (own if outcome is Outcome.POST else 0), o.unseen + own)


def _seen_ignored(o: Odds, outcome: Outcome) -> Count | None:
    fresh = odds(o.posts, (), o.rules)
    return Count(fresh.count(outcome), fresh.unseen) if fresh.unseen != o.unseen else None


def _posts_inside(o: Odds, outcome: Outcome) -> Count | None:
    return Count(o.inside + o.post, o.unseen) if outcome is Outcome.INSIDE else None


def _inclusive(o: Odds, outcome: Outcome) -> Count | None:
    return Count(o.gap + _own(o), len(RANKS)) if outcome is Outcome.INSIDE else None


def _difference(o: Odds, outcome: Outcome) -> Count | None:
    apart = outcome is Outcome.INSIDE and _own(o) > 1
    return Count(o.gap + 1, len(RANKS)) if apart else None


def _difference_cards(o: Odds, outcome: Outcome) -> Count | None:
    apart = outcome is Outcome.INSIDE and _own(o) > 1
    return Count(o.rules.per_rank * (o.gap + 1), o.unseen) if apart else None


def _thirds(o: Odds, outcome: Outcome) -> Count:
    return Count(1, len(Outcome))


def _half(o: Odds, outcome: Outcome) -> Count | None:
    return None if outcome is Outcome.POST else Count(1, 2)


def _rest_is_outside(o: Odds, outcome: Outcome) -> Count | None:
    return Count(o.unseen - o.inside, o.unseen) if outcome is Outcome.OUTSIDE else None


def _post_forgotten(o: Odds, outcome: Outcome) -> Count | None:
    others = o.inside + o.outside
    return Count(o.count(outcome), others) if outcome is not Outcome.POST and others else None


def _ratio(o: Odds, outcome: Outcome) -> Count | None:
    against = o.unseen - o.count(outcome)
    return Count(o.count(outcome), against) if against else None


def _own_posts_still_to_come(o: Odds, outcome: Outcome) -> Count | None:
    return Count(o.post + len(o.posts), o.unseen) if outcome is Outcome.POST else None


def _favourable_only(o: Odds, outcome: Outcome) -> Count | None:
    return Count(o.count(outcome), odds(o.posts, (), o.rules).unseen) if len(o.known) > len(o.posts) else None


def _total_only(o: Odds, outcome: Outcome) -> Count | None:
    fresh = odds(o.posts, (), o.rules)
    return Count(fresh.count(outcome), o.unseen) if fresh.count(outcome) != o.count(outcome) else None


def _ranks_over_cards(o: Odds, outcome: Outcome) -> Count:
    return Count(_ranks(o, outcome), o.unseen)


MODELS: Mapping[str, tuple[str, Model]] = {
    "no-card-dealt": (N_("{wrong} treats the ranks as if no card had been dealt."), _no_card_dealt),
    "own-posts-left-in": (N_("{wrong} leaves the two posts among the cards that can still come."), _own_posts_left_in),
    "seen-ignored": (
        N_("{wrong} takes out the two posts, but not the other cards that have been seen."),
        _seen_ignored,
    ),
    "posts-inside": (N_("{wrong} counts the cards on a post as inside; inside is strictly between."), _posts_inside),
    "inclusive": (N_("{wrong} counts ranks, the posts’ own ranks included; inside is strictly between."), _inclusive),
    "difference": (N_("{wrong} takes the difference of the ranks, one more than lie between."), _difference),
    "difference-cards": (
        N_("{wrong} counts the cards of one rank too many: the difference of two ranks is one more than lie between."),
        _difference_cards,
    ),
    "thirds": (N_("{wrong} takes the three outcomes as equally likely; the cards are, the outcomes are not."), _thirds),
    "half": (N_("{wrong} is “either it happens or not”; that says nothing about how many cards do it."), _half),
    "rest-is-outside": (
        N_("{wrong} takes all that is not inside as outside; some of it is on a post."),
        _rest_is_outside,
    ),
    "post-forgotten": (N_("{wrong} leaves the cards on a post out of the total."), _post_forgotten),
    "ratio": (N_("{wrong} sets the cards that do it against those that do not, not against all unseen cards."), _ratio),
    "own-posts-to-come": (
        N_("{wrong} counts the two posts themselves among the cards to come."),
        _own_posts_still_to_come,
    ),
    "favourable-only": (
        N_("{wrong} takes the seen cards out of those that do it, but not out of the total."),
        _favourable_only,
    ),
    "total-only": (
        N_("{wrong} takes the seen cards out of the total, but not out of those that do it."),
        _total_only,
    ),
    "ranks-over-cards": (N_("{wrong} sets ranks against cards; each rank has several cards."), _ranks_over_cards),
}
"""Name -> (message with {wrong}, what the model counts)."""


def whole_percent(value: Fraction) -> int:
    """A probability in whole percent, halves up: what a person writes who rounds."""
    return int((200 * value + 1) // 2)


def same(guess: Fraction, exact: Fraction) -> bool:
    """Whether a guess is a value, exactly or as its whole percent.

    >>> same(Fraction(54, 100), Fraction(7, 13)), same(Fraction(538, 1000), Fraction(7, 13))
    (True, False)
    """
    percent = guess * 100
    return guess == exact or (percent.denominator == 1 and whole_percent(exact) == percent)


def named(guess: Fraction, odds: Odds, outcome: Outcome) -> tuple[Misconception, ...]:
    """Every wrong model that gives `guess` as the probability of `outcome`; none when the guess is right.

    >>> from acey_teach.engine.odds import odds
    >>> from acey_teach.engine.cards import cards
    >>> [m.name for m in named(Fraction(34, 50), odds(cards("4c Qd")), Outcome.INSIDE)]
    ['posts-inside']
    """
    exact = odds.p(outcome)
    if same(guess, exact):
        return ()
    counts = ((name, says, model(odds, outcome)) for name, (says, model) in MODELS.items())
    return tuple(
        Misconception(name, says, count, guess)
        for name, says, count in counts
        if count and count.value != exact and same(guess, count.value)
    )
