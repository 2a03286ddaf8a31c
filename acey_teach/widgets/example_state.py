"""What the page of the worked example shows: one immutable value, and the four ways to judge its hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.odds import Model, Odds, odds, wrong_odds
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Settlement, settle

OTHERS = tuple(cards("9s Qs Kh 2d"))
"""First cards of the four other players at a table of five: inside, on a post, and two outside."""


class Way(StrEnum):
    """Whose assumptions the hand is judged by."""

    RULES = "rules"
    """The rules (A6.2), with nothing seen but the posts."""
    SINGLE = "single"
    """A card on a post costs the stake once."""
    REPLACED = "replaced"
    """Every rank counts with all its cards, as if the posts and all cards seen had been put back."""
    SEEN = "seen"
    """The rules, and the cards of other players are taken out as well (R-20)."""


OURS = (Way.RULES, Way.SEEN)
"""The ways that are the rules of the game: they differ in what has been seen, not in how it is judged."""


class Guess(StrEnum):
    """What somebody says of the bet before the count."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"


def fitting(found: Odds) -> Guess:
    """The word that fits a count.

    >>> fitting(odds(cards("4c Qd"))).value
    'fair'
    """
    return Guess.GOOD if found.margin > 0 else Guess.BAD if found.margin < 0 else Guess.FAIR


@dataclass(frozen=True)
class ExampleState:
    """One hand, the card turned if any, what was predicted, and the assumptions the hand is judged by."""

    lang: str = "en"
    home: str = ""
    posts: tuple[Card, Card] = (Card("4c"), Card("Qd"))
    pot: int = 10
    stake: int = 2
    chips: int = 50
    third: Card | None = None
    turned: tuple[Card, ...] = ()
    guess: Guess | None = None
    revealed: bool = False
    seen: tuple[Card, ...] = ()
    single: bool = False  # a post costs the stake once
    replaced: bool = False  # posts and seen cards are put back
    judging: bool = False  # the last thing done was about the verdict, not about a third card

    @property
    def rules(self) -> Rules:
        """The rules as the switches have them."""
        return Rules.of({"post_factor": 1}) if self.single else GUIDE

    @cached_property
    def odds(self) -> Odds:
        """The exact odds of the third card under the assumptions chosen."""
        if self.replaced:
            return wrong_odds(Model.WITH_REPLACEMENT, self.posts, rules=self.rules)
        return odds(self.posts, self.seen, self.rules)

    @property
    def way(self) -> Way | None:
        """Which of the four the switches are set to; None for a mixture of their own."""
        if self.single:
            return None if self.replaced or self.seen else Way.SINGLE
        return Way.REPLACED if self.replaced else Way.SEEN if self.seen else Way.RULES

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards the way `SEEN` takes out: those chosen, else all of the other players."""
        return self.seen or OTHERS

    @cached_property
    def four(self) -> dict[Way, Odds]:
        """The same hand, judged in four ways.

        >>> [str(found.ev_per_chip) for found in ExampleState().four.values()]
        ['0', '3/25', '-1/13', '3/46']
        """
        return {
            Way.RULES: odds(self.posts),
            Way.SINGLE: wrong_odds(Model.SINGLE_LOSS, self.posts),
            Way.REPLACED: wrong_odds(Model.WITH_REPLACEMENT, self.posts),
            Way.SEEN: odds(self.posts, self.others),
        }

    @cached_property
    def settled(self) -> Settlement | None:
        """What the third card brought, under the rules chosen."""
        if not self.third:
            return None
        return settle(self.posts, self.third, self.stake, self.chips, self.pot, self.rules)

    def free(self, card: Card) -> bool:
        """Whether the card can be the third one: all can when the dealt ones are put back."""
        return self.replaced or (card not in self.posts and card not in self.seen)
