"""What can be done in a session: the choices somebody makes, and the step that needs none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from acey_teach.engine.events import Phase
from acey_teach.engine.terms import Ace, Side


@dataclass(frozen=True, slots=True)
class ChooseDealer:
    """The dealer of round 1: a seat, or None to draw one from the seed (A2.1, R-9)."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Put the top `at` cards under the rest (A3).

    None draws the place from the seed, or leaves a scripted deck as it is (A10).
    """

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Bet:
    """Announce a stake (A5.2); with a pair that is bet on with a side, say which (B1)."""

    stake: int
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass: costs nothing, no third card (A5.1)."""


@dataclass(frozen=True, slots=True)
class PostBet:
    """Bet that the third card falls on a post (B10)."""


@dataclass(frozen=True, slots=True)
class Split:
    """Split a pair into two hands (B7); with one `stake` on both where it is named before the new cards."""

    stake: int = 0


@dataclass(frozen=True, slots=True)
class Blind:
    """Play for the pot before any card (B8)."""


@dataclass(frozen=True, slots=True)
class Look:
    """Do not play blind: see the posts first (B8)."""


@dataclass(frozen=True, slots=True)
class CallAce:
    """Call an ace that is the first card low or high (B2)."""

    called: Ace


@dataclass(frozen=True, slots=True)
class NameSide:
    """Say higher or lower once a blind bet has met a pair (R-49)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Next:
    """Take the next step that needs no choice."""


Action = ChooseDealer | Cut | Bet | Pass | PostBet | Split | Blind | Look | CallAce | NameSide | Next
NEXT = Next()

ACTS_IN: dict[type[Any], Phase] = {
    ChooseDealer: Phase.CHOOSE_DEALER,
    Cut: Phase.CUT,
    Bet: Phase.DECISION,
    Pass: Phase.DECISION,
    PostBet: Phase.DECISION,
    Split: Phase.DECISION,
    Blind: Phase.BLIND,
    Look: Phase.BLIND,
    CallAce: Phase.ACE,
    NameSide: Phase.SIDE,
}
"""The choices, each with the phase in which it is made."""
CHOICES = frozenset(ACTS_IN.values())
"""The phases in which somebody chooses."""
TURN_PHASES = CHOICES - {Phase.CHOOSE_DEALER, Phase.CUT}
"""The phases in which the player in turn chooses."""
STEPS_ALONE = frozenset(Phase) - CHOICES - {Phase.OVER}
"""The phases that go on without a choice."""
