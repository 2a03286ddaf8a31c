"""The class votes before the third card falls: hands that go up for each outcome, beside the exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.odds import Odds
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Setup
from acey_teach.i18n import N_, Translator
from acey_teach.widgets.words import OUTCOME_WORDS

MOST = 999
"""The most hands for one outcome: a full hall."""
KEPT = 64
"""For how many turns votes are remembered."""


class Votes(NamedTuple):
    """Hands for inside, outside and on a post."""

    inside: int = 0
    outside: int = 0
    post: int = 0

    @property
    def total(self) -> int:
        """All hands."""
        return sum(self)

    def of(self, outcome: Outcome) -> int:
        """The hands for one outcome."""
        return int(getattr(self, outcome.value))

    def share(self, outcome: Outcome) -> Fraction | None:
        """The part of the class that expects `outcome`; None while nobody has voted."""
        return Fraction(self.of(outcome), self.total) if self.total else None

    def put(self, outcome: Outcome, hands: int) -> Votes:
        """The votes with another number for one outcome, at most `MOST`."""
        return self._replace(**{outcome.value: min(MOST, hands)})


Turn = tuple[Setup, int, int, int]
Kept = tuple[tuple[Turn, Votes], ...]


def turn_of(s: Session) -> Turn:
    """What tells one turn from all others, of this session and of the deal before it; a split pair has two hands."""
    return s.setup, s.round, s.seat, s.hand.column


def kept(votes: Kept, s: Session) -> Votes:
    """What was voted for the turn on the table."""
    return next((found for turn, found in votes if turn == turn_of(s)), Votes())


def keep(votes: Kept, s: Session, new: Votes) -> Kept:
    """The remembered votes with those of the turn on the table, the latest first."""
    here = turn_of(s)
    return ((here, new), *(entry for entry in votes if entry[0] != here))[:KEPT]


def read(text: str) -> int:
    """The number of hands somebody typed, none where nothing is typed; Refusal for anything else.

    >>> read(" 17 "), read("")
    (17, 0)
    """
    digits = text.strip()
    if digits and not (digits.isascii() and digits.isdigit() and len(digits) <= 3):
        raise Refusal(
            "hands", N_("“{text}” is not a number of hands. Write a whole number from 0 to {most}."), most=MOST,
            text=shown(text),
        )  # fmt: skip
    return int(digits or 0)


def compared(votes: Votes, odds: Odds, outcome: Outcome, t: Translator) -> str:
    """How the class had it, and how the cards: for the outcome that fell, in one sentence."""
    share, words = votes.share(outcome), t(OUTCOME_WORDS[outcome])
    exact, percent = f"{odds.count(outcome)}/{odds.unseen}", t.percent(odds.p(outcome))
    if share is None:
        return t("Exact chance of “{outcome}”: {odds}, {percent}.", outcome=words, odds=exact, percent=percent)
    return t(
        "For “{outcome}” the class had {share}, the cards {odds}, {percent}.",
        outcome=words,
        share=t.percent(share),
        odds=exact,
        percent=percent,
    )
