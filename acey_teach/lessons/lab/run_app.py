"""The page of witnesses and long runs: what a learner may change, and the run that goes on in slices."""

from __future__ import annotations

from dataclasses import replace

from acey_teach.analysis.witnesses import Broken, Tally
from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.shuffle import new_seed
from acey_teach.i18n import N_
from acey_teach.lessons.lab import run_view as view
from acey_teach.lessons.lab.run_state import BOTS, EXAMPLE, MOST_SEATS, LabState, Part, Phase, by_chance, encode, parse
from acey_teach.lessons.lab.running import Running, Values
from acey_teach.practice.deal import Deal
from acey_teach.widgets.panel import View, intent


class LabApp(Running):
    """Everything a learner may do. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, first: LabState) -> None:
        self.first = first

    def start(self) -> LabState:
        """The first state."""
        return self.first

    def view(self, state: LabState) -> View:
        """The page."""
        return view.view(state)

    def static(self, state: LabState) -> str:
        """The same without controls."""
        return view.static(state)

    def resume(self, state: LabState, code: str) -> LabState:
        """Offer the settings that the browser remembers."""
        return replace(state, offer=encode(parse(code))) if code != encode(state) else state

    @intent
    def take_offer(self, state: LabState, values: Values) -> LabState:
        """Take the settings that the browser remembers."""
        return replace(parse(state.offer), lang=state.lang, home=state.home) if state.offer else state

    @intent
    def about(self, state: LabState, values: Values) -> LabState:
        """Witnesses, or sessions; a run is paused meanwhile."""
        if values.get("value") not in [*Part] or values["value"] == state.part:
            return state
        other = replace(state, part=Part(values["value"]), offer="")
        phase = Phase.OVER if other.done >= other.target else Phase.PAUSED if other.done else Phase.READY
        return replace(other, phase=phase)

    # ---- the run ----
    @intent
    def again(self, state: LabState, values: Values) -> LabState:
        """The same with other luck."""
        return replace(state, tally=Tally(), run=None, phase=Phase.RUNNING, seed=new_seed(), offer="")

    # ---- one probability ----
    @intent
    def draw_posts(self, state: LabState, values: Values) -> LabState:
        """Other posts by chance, no pair, with as many other cards seen as before."""
        posts = state.case.posts
        while posts[0].rank == posts[1].rank or posts == state.case.posts:
            posts = Deal(new_seed()).hand("posts")
        return _dealt(state, *posts)

    @intent
    def first_post(self, state: LabState, values: Values) -> LabState:
        """Another first post."""
        return _dealt(state, Card(values.get("value", "")), state.case.posts[1])

    @intent
    def second_post(self, state: LabState, values: Values) -> LabState:
        """Another second post."""
        return _dealt(state, state.case.posts[0], Card(values.get("value", "")))

    @intent
    def example(self, state: LabState, values: Values) -> LabState:
        """The posts of the worked example, with as many other cards seen as before."""
        return _dealt(state, *EXAMPLE)

    @intent
    def seen(self, state: LabState, values: Values) -> LabState:
        """How many other cards were seen."""
        many = {"0": 0, "1": 1, "6": 6}.get(values.get("value", ""))
        if many is None or many == len(state.case.seen):
            return state
        return state.fresh(case=state.case._replace(seen=by_chance(state.case.posts, many)))

    @intent
    def outcome(self, state: LabState, values: Values) -> LabState:
        """What is asked for."""
        wanted = values.get("value", "")
        return state.fresh(case=state.case._replace(outcome=Outcome(wanted))) if wanted in [*Outcome] else state

    @intent
    def broken(self, state: LabState, values: Values) -> LabState:
        """Break an assumption, or mend it."""
        wanted = values.get("value", "")
        return state.fresh(case=state.case._replace(broken=Broken(wanted))) if wanted in [*Broken] else state

    # ---- sessions ----
    @intent
    def seat_bot(self, state: LabState, values: Values) -> LabState:
        """Another bot on a seat; `value` is the seat and the bot: "1 bold". A seat more, or less: "+" and "-"."""
        seat, _, name = values.get("value", "").partition(" ")
        bots = [*state.bots]
        if seat == "+" and len(bots) < MOST_SEATS:
            bots.append(BOTS[len(bots) % len(BOTS)])
        elif seat == "-" and len(bots) > 2:
            bots.pop()
        elif name in BOTS and seat in map(str, range(len(bots))):
            bots[int(seat)] = name
        else:
            return state
        return state.fresh(bots=tuple(bots), seat=min(state.seat, len(bots) - 1))

    @intent
    def watch(self, state: LabState, values: Values) -> LabState:
        """Look at another seat; the run goes on."""
        seat = values.get("value", "")
        return replace(state, seat=int(seat), offer="") if seat in map(str, range(len(state.bots))) else state

    @intent
    def choose_size(self, state: LabState, values: Values) -> LabState:
        """How many sessions."""
        size = values.get("value", "")
        return state.fresh(size=int(size)) if size in ("0", "1", "2") else state


def _dealt(state: LabState, first: Card, second: Card) -> LabState:
    """With other posts, and as many other cards seen as before."""
    if first is second:
        raise Refusal("seen-twice", N_("{card} is a post already. Choose another card."), card=first)
    posts, many = (first, second), len(state.case.seen)
    return state.fresh(case=state.case._replace(posts=posts, seen=by_chance(posts, many)))
