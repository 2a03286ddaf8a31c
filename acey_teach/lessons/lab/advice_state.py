"""What the coach's page shows: a decision, and what every stake does to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from acey_teach.analysis.coach import Advice, advise, positions
from acey_teach.engine.record import encode, parse
from acey_teach.engine.session import Session

OWN = "own"
"""The name of a decision that is none of the ready-made ones."""


@dataclass(frozen=True)
class AdviceState:
    """The decision by its session `code`; `offer` is another one that the browser remembers."""

    lang: str = "en"
    home: str = ""
    code: str = encode(positions()["leader"])
    offer: str = ""

    @property
    def session(self) -> Session:
        """The session at the decision."""
        return _session(self.code)

    @property
    def advice(self) -> Advice:
        """What every stake does."""
        return advice(self.code)

    @property
    def name(self) -> str:
        """Which of the ready-made decisions it is, or OWN."""
        return next((name for name, session in positions().items() if encode(session) == self.code), OWN)


@lru_cache(8)
def _session(code: str) -> Session:
    return parse(code)


@lru_cache(8)
def advice(code: str) -> Advice:
    """The coach's advice; Refusal for a code that is none, and for a moment or rules that it knows nothing of."""
    return advise(_session(code))
