"""What the page of the worked example shows: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from acey_teach.engine.cards import Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Settlement, settle


@dataclass(frozen=True)
class ExampleState:
    """One hand, the card turned if any, and at most one more card seen besides the posts."""

    lang: str = "en"
    home: str = ""
    posts: tuple[Card, Card] = (Card("4c"), Card("Qd"))
    pot: int = 10
    stake: int = 2
    chips: int = 50
    third: Card | None = None
    seen: Card | None = None
    turned: tuple[Card, ...] = ()

    @cached_property
    def odds(self) -> Odds:
        """The exact odds with everything seen before the third card."""
        return odds(self.posts, [self.seen] if self.seen else [])

    @cached_property
    def settled(self) -> Settlement | None:
        """What the third card brought."""
        return settle(self.posts, self.third, self.stake, self.chips, self.pot) if self.third else None

    def free(self, card: Card) -> bool:
        """Whether the card can still be the third one."""
        return card not in self.posts and card is not self.seen
