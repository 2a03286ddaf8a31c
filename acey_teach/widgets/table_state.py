"""What the page of the table shows: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field

from acey_teach.engine.actions import Bet, Split
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Limit, Outcome
from acey_teach.engine.terms import Side
from acey_teach.i18n import N_
from acey_teach.widgets import predictions
from acey_teach.widgets.predictions import Prediction
from acey_teach.widgets.present_state import Screen
from acey_teach.widgets.setup_form import Form

_PREDICTED = (Phase.DECISION, Phase.SIDE, Phase.STAKE, Phase.THIRD_CARD)
"""The moments with posts and no third card."""


@dataclass(frozen=True)
class TableState:
    """Everything the page shows. `session` is None while the table is being set."""

    lang: str = "en"
    home: str = ""
    session: Session | None = None
    form: Form = field(default_factory=Form)
    stake: int = 2
    side: Side | None = None  # picked for a pair that is bet on with a side (B1)
    posts_only: bool = False
    every_step: bool = False
    hide: bool = False
    predictions: tuple[Prediction, ...] = ()
    draft: str = ""  # the probability being typed
    offer: Session | None = None
    offered: tuple[Prediction, ...] = ()  # the predictions of the offer
    aside: bool = False  # the offer asks no more: somebody plays on in the session on the page
    screen: Screen = field(default_factory=Screen)

    @property
    def playing(self) -> Session:
        """The session; Refusal while there is none."""
        if self.session is None:
            raise Refusal("not-started", N_("Start the session first."))
        return self.session

    @property
    def made(self) -> Prediction | None:
        """The prediction for the turn on the table."""
        return predictions.of(self.predictions, self.session) if self.session else None

    @property
    def prediction(self) -> Outcome | None:
        """The outcome predicted for the turn on the table."""
        return self.made.outcome if self.made else None

    @property
    def odds_hidden(self) -> bool:
        """Whether the odds wait for a prediction, from the second card until the settlement; or, presenting, for a key."""
        if self.screen.present and self.session is not None:
            return self.session.posts is not None and not self.screen.reveals(self.session)
        waits = self.session is not None and self.session.phase in _PREDICTED and Split not in self.session.offers
        return self.hide and waits and self.prediction is None

    @property
    def stake_now(self) -> int:
        """The stake in the field, within what is legal now."""
        limit = self.limit
        return max(limit.least, min(self.stake, limit.stake)) if limit else 1

    @property
    def limit(self) -> Limit | None:
        """The stakes that may be named now, None where none can be."""
        s = self.session
        if s is None or s.phase is not Phase.DECISION:
            return None
        return s.split_limit if Split in s.offers else s.limit

    @property
    def forced(self) -> bool:
        """Whether there is a bet and no other choice (B9)."""
        return self.session is not None and self.session.offers == (Bet,)

    @property
    def side_now(self) -> Side | None:
        """The side of a pair: the named one, the picked one, else the better one, or higher where that would tell it."""
        s = self.session
        if s is None or s.posts is None or not s.terms.sides:
            return None
        return s.hand.side or self.side or (Side.HIGHER if self.odds_hidden else s.odds.terms.side)

    @property
    def odds_now(self) -> Odds:
        """The odds of the hand on the table, for the side of a pair that is looked at."""
        found, side = self.playing.odds, self.side_now
        if side is None or side is found.terms.side:
            return found
        return odds(found.posts, found.known[2:], found.rules, None, side)
