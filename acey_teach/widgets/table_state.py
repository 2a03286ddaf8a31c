"""What the page of the table shows: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field

from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_
from acey_teach.widgets import predictions
from acey_teach.widgets.predictions import Prediction
from acey_teach.widgets.present_state import Screen
from acey_teach.widgets.setup_form import Form


@dataclass(frozen=True)
class TableState:
    """Everything the page shows. `session` is None while the table is being set."""

    lang: str = "en"
    home: str = ""
    session: Session | None = None
    form: Form = field(default_factory=Form)
    stake: int = 2
    posts_only: bool = False
    every_step: bool = False
    hide: bool = False
    predictions: tuple[Prediction, ...] = ()
    draft: str = ""  # the probability being typed
    offer: Session | None = None
    offered: tuple[Prediction, ...] = ()  # the predictions of the offer
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
        waits = self.session is not None and self.session.phase in (Phase.DECISION, Phase.THIRD_CARD)
        return self.hide and waits and self.prediction is None

    @property
    def stake_now(self) -> int:
        """The stake in the field, within what is legal now."""
        most = self.session.limit.stake if self.session and self.session.phase is Phase.DECISION else 0
        return max(1, min(self.stake, most))
