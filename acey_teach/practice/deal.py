"""Everything a lesson or a question draws: the same seed gives the same one on every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count
from typing import TypeVar

from acey_teach.analysis.strategies import decide
from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.events import Phase
from acey_teach.engine.record import NAMES
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Action, Pass, Session
from acey_teach.engine.settlement import Outcome, classify, ranks_between
from acey_teach.engine.setup import Player
from acey_teach.engine.shuffle import below, check_seed, shuffled

T = TypeVar("T")


class Deal:
    """Draws by name: a name always gives the same draw of this seed.

    >>> deal = Deal("demo")
    >>> deal.one_of("who", "abc") == deal.one_of("who", "abc")
    True
    """

    def __init__(self, seed: str) -> None:
        self.seed = check_seed(seed)

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`, all equally likely."""
        return low + below(high - low + 1, self.seed, f"lesson/{name}")

    def one_of(self, name: str, options: Sequence[T]) -> T:
        """One of the options, all equally likely."""
        return options[below(len(options), self.seed, f"lesson/{name}")]

    def hand(self, name: str, fits: Callable[[Card, Card], bool] = lambda low, high: True) -> tuple[Card, Card]:
        """Two posts, the lower first, for which `fits` holds."""
        pack = shuffled(PACK, self.seed, f"lesson/{name}")
        return next(
            (low, high)
            for i, a in enumerate(pack)
            for b in pack[:i]
            for low, high in [sorted((a, b), key=lambda card: card.index)]
            if fits(low, high)
        )

    def third(self, name: str, posts: Sequence[Card], outcome: Outcome) -> Card:
        """A third card that gives `outcome`."""
        pack = shuffled(PACK, self.seed, f"lesson/{name}")
        return next(card for card in pack if card not in posts and classify(posts, card) is outcome)

    def others(self) -> Iterator[Deal]:
        """This deal, then others drawn from it without end: to look for the first in which something happens."""
        yield self
        for n in count(1):
            yield Deal(f"{n}v{self.number(f'others/{n}', 0, 65535)}")

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Three to five people of the kit's own names."""
        return tuple(Player(name) for name in NAMES[: self.number("players", 3, 5)])

    @cached_property
    def session(self) -> Session:
        """A session before its first step."""
        return self.begun()

    def begun(self, rules: Rules = GUIDE) -> Session:
        """A session of these players by other rules, before its first step."""
        return Session.new(self.players, rules, seed=self.seed)


def wide(low: Card, high: Card) -> bool:
    """Whether posts leave some room inside and some outside: a hand to count on."""
    return 3 <= ranks_between((low, high)) <= 8


def _pass(session: Session) -> Action:
    return Pass()


def until(session: Session, phase: Phase, people: Callable[[Session], Action] = _pass) -> Session:
    """On to the moment before the next `phase`: chance names the dealer and cuts, bots decide, people pass (or do
    what `people` says)."""
    while session.phase is not phase:
        if session.phase is Phase.CHOOSE_DEALER:
            session = session.choose_dealer()
        elif session.phase is Phase.CUT:
            session = session.cut()
        elif session.phase is Phase.DECISION:
            session = session.do((decide if session.players[session.seat].strategy else people)(session))
        else:
            session = session.next()
    return session


@lru_cache(maxsize=8)
def deal_of(seed: str) -> Deal:
    """The deal of a seed, kept while a lesson is open."""
    return Deal(seed)
