"""What the page of the table shows: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field

from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_
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
    predicted: tuple[int, int, Outcome] | None = None
    offer: Session | None = None

    @property
    def playing(self) -> Session:
        """The session; Refusal while there is none."""
        if self.session is None:
            raise Refusal("not-started", N_("Start the session first."))
        return self.session

    @property
    def prediction(self) -> Outcome | None:
        """What was predicted for the turn on the table."""
        s = self.session
        return self.predicted[2] if s and self.predicted and self.predicted[:2] == (s.round, s.seat) else None

    @property
    def odds_hidden(self) -> bool:
        """Whether the odds wait for a prediction: they do from the second card until the settlement."""
        waits = self.session is not None and self.session.phase in (Phase.DECISION, Phase.THIRD_CARD)
        return self.hide and waits and self.prediction is None

    @property
    def stake_now(self) -> int:
        """The stake in the field, within what is legal now."""
        most = self.session.limit.stake if self.session and self.session.phase is Phase.DECISION else 0
        return max(1, min(self.stake, most))
