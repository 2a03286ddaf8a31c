"""The page of a tournament of bots: who takes part, and the run that goes on in slices."""

from __future__ import annotations

from dataclasses import replace

from acey_teach.engine.shuffle import new_seed
from acey_teach.lessons.lab import matches_view as view
from acey_teach.lessons.lab.matches_state import MOST, MatchesState, encode, parse
from acey_teach.lessons.lab.run_state import BOTS, Phase
from acey_teach.lessons.lab.running import Running, Values
from acey_teach.widgets.panel import View, intent


class MatchesApp(Running):
    """Everything a learner may do. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, first: MatchesState) -> None:
        self.first = first

    def start(self) -> MatchesState:
        """The first state."""
        return self.first

    def view(self, state: MatchesState) -> View:
        """The page."""
        return view.view(state)

    def static(self, state: MatchesState) -> str:
        """The same without controls."""
        return view.static(state)

    def resume(self, state: MatchesState, code: str) -> MatchesState:
        """Offer the settings that the browser remembers."""
        return replace(state, offer=encode(parse(code))) if code != encode(state) else state

    @intent
    def take_offer(self, state: MatchesState, values: Values) -> MatchesState:
        """Take the settings that the browser remembers."""
        return replace(parse(state.offer), lang=state.lang, home=state.home) if state.offer else state

    @intent
    def again(self, state: MatchesState, values: Values) -> MatchesState:
        """The same with other cards."""
        return replace(state, played=None, phase=Phase.RUNNING, seed=new_seed(), offer="")

    @intent
    def enter_bot(self, state: MatchesState, values: Values) -> MatchesState:
        """Another bot; `value` is its place and its name: "1 bold". One more, or one less: "+" and "-"."""
        place, _, name = values.get("value", "").partition(" ")
        bots = [*state.bots]
        if place == "+" and len(bots) < MOST:
            bots.append(BOTS[len(bots) % len(BOTS)])
        elif place == "-" and len(bots) > 2:
            bots.pop()
        elif name in BOTS and place in map(str, range(len(bots))):
            bots[int(place)] = name
        else:
            return state
        return state.fresh(bots=tuple(bots))

    @intent
    def choose_deals(self, state: MatchesState, values: Values) -> MatchesState:
        """How many deals."""
        size = values.get("value", "")
        return state.fresh(size=int(size)) if size in ("0", "1", "2") else state
