"""What can be done in a session: the choices somebody makes, and the step that needs none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from acey_teach.engine.events import Phase


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
    """Announce a stake (A5.2)."""

    stake: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass: costs nothing, no third card (A5.1)."""


@dataclass(frozen=True, slots=True)
class Next:
    """Take the next step that needs no choice."""


Action = ChooseDealer | Cut | Bet | Pass | Next
NEXT = Next()

ACTS_IN: dict[type[Any], Phase] = {
    ChooseDealer: Phase.CHOOSE_DEALER,
    Cut: Phase.CUT,
    Bet: Phase.DECISION,
    Pass: Phase.DECISION,
}
"""The choices, each with the phase in which it is made."""
CHOICES = frozenset(ACTS_IN.values())
"""The phases in which somebody chooses."""
STEPS_ALONE = frozenset(Phase) - CHOICES - {Phase.OVER}
"""The phases that go on without a choice."""
