"""What every page with a run lets a learner do: start it, pause it, go on, stop it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from acey_teach.lessons.lab.matches_state import MatchesState
from acey_teach.lessons.lab.run_state import LabState, Phase
from acey_teach.widgets.panel import intent

Values = Mapping[str, str]
State = TypeVar("State", LabState, MatchesState)


class Running:
    """A run that goes on in slices, and what is answered between two of them."""

    @intent
    def go(self, state: State, values: Values) -> State:
        """Start, or go on after a pause."""
        return replace(state, phase=Phase.RUNNING, offer="") if state.phase in (Phase.READY, Phase.PAUSED) else state

    @intent
    def pause(self, state: State, values: Values) -> State:
        """Stand still for a while."""
        return replace(state, phase=Phase.PAUSED) if state.phase is Phase.RUNNING else state

    @intent
    def stop(self, state: State, values: Values) -> State:
        """End the run; what it came to stays."""
        return replace(state, phase=Phase.OVER) if state.phase in (Phase.RUNNING, Phase.PAUSED) else state

    @intent(live=True)
    def onward(self, state: State, values: Values) -> State:
        """A slice more."""
        return state.onward()

    @intent
    def drop_offer(self, state: State, values: Values) -> State:
        """Begin anew, without what the browser remembers."""
        return replace(state, offer="")
