"""The coach's page: choose a decision, or bring your own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.analysis.coach import positions
from acey_teach.engine.record import encode
from acey_teach.lessons.lab import advice_view as view
from acey_teach.lessons.lab.advice_state import AdviceState, advice
from acey_teach.widgets.panel import View, intent

Values = Mapping[str, str]


class AdviceApp:
    """What a learner may ask the coach. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, first: AdviceState) -> None:
        self.first = first

    def start(self) -> AdviceState:
        """The first state."""
        return self.first

    def view(self, state: AdviceState) -> View:
        """The page."""
        return view.view(state)

    def static(self, state: AdviceState) -> str:
        """The same without controls."""
        return view.static(state)

    def resume(self, state: AdviceState, code: str) -> AdviceState:
        """Offer the decision that the browser remembers."""
        advice(code)
        return replace(state, offer=code) if code != state.code else state

    @intent
    def take_offer(self, state: AdviceState, values: Values) -> AdviceState:
        """Go on with the decision that the browser remembers."""
        return replace(state, code=state.offer, offer="") if state.offer else state

    @intent
    def drop_offer(self, state: AdviceState, values: Values) -> AdviceState:
        """Stay here."""
        return replace(state, offer="")

    @intent
    def position(self, state: AdviceState, values: Values) -> AdviceState:
        """One of the ready-made decisions."""
        found = positions().get(values.get("value", ""))
        return replace(state, code=encode(found), offer="") if found else state

    @intent
    def bring(self, state: AdviceState, values: Values) -> AdviceState:
        """A decision of one's own, by its session code. Refusal where the coach knows nothing to say."""
        code = values.get("code", "").strip()
        advice(code)
        return replace(state, code=code, offer="")
