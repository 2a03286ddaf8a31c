"""What can be done in a session: the choices somebody makes, and the step that needs none."""

from __future__ import annotations

from typing import Any, NamedTuple

from acey_teach.engine.events import Phase


class ChooseDealer(NamedTuple):
    """The dealer of round 1: a seat, or None to draw one from the seed (A2.1, R-9)."""

    seat: int | None = None


class Cut(NamedTuple):
    """Put the top `at` cards under the rest (A3).

    None draws the place from the seed, or leaves a scripted deck as it is (A10).
    """

    at: int | None = None


class Bet(NamedTuple):
    """Announce a stake (A5.2)."""

    stake: int


class Pass(NamedTuple):
    """Pass: costs nothing, no third card (A5.1)."""


class Next(NamedTuple):
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
