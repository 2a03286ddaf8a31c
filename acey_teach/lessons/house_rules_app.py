"""The workshop of lesson 8: switch a rule, and see what it does to a hand, to all pairs, to a turn, to many sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, PRESETS, Rules, Value
from acey_teach.engine.shuffle import new_seed
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_
from acey_teach.lessons import house_rules_view as view
from acey_teach.lessons.house_rules_state import OPTIONS, Part, WorkshopState, encode, parse
from acey_teach.practice.deal import Deal
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.rules_state import clash, ways_out

Values = Mapping[str, str]


class WorkshopApp:
    """Everything a learner may switch. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, first: WorkshopState) -> None:
        self.first = first

    def start(self) -> WorkshopState:
        """The first state."""
        return self.first

    def view(self, state: WorkshopState) -> View:
        """The page."""
        return view.view(state)

    def static(self, state: WorkshopState) -> str:
        """The same without controls: the rules and what they are compared by."""
        return view.static(state)

    def resume(self, state: WorkshopState, code: str) -> WorkshopState:
        """Offer to go on where the browser remembers this learner was."""
        return replace(state, offer=encode(parse(code))) if code != encode(state) else state

    @intent
    def take_offer(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Go on where the browser remembers."""
        return replace(parse(state.offer), lang=state.lang, home=state.home) if state.offer else state

    @intent
    def drop_offer(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Begin anew."""
        return replace(state, offer="")

    # ---- rules ----
    @intent
    def preset(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Take the rules somebody has written down."""
        found = PRESETS.get(values.get("value", ""))
        return state.ruled(found.rules) if found else state

    @intent
    def open_rule(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Choose the rule to be switched."""
        name = values.get("value", "")
        return replace(state, rule=name, refused=(), offer="") if name in OPTIONS else state

    @intent
    def switch(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Give the open rule another value; what does not go together is told with the ways out."""
        value = next((one for one in ABOUT[state.rule].values if str(one) == values.get("value", "")), None)
        if value is None:
            return state
        return _changed(state, {**state.rules.changes, state.rule: value})

    @intent
    def mend(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Take a way out of a clash."""
        changes = dict(state.refused)
        way = next((way for way in ways_out(changes) if f"{way[0]}={way[1]}" == values.get("value", "")), None)
        return _changed(state, {**changes, way[0]: way[1]}) if way else state

    @intent
    def compare(self, state: WorkshopState, values: Values) -> WorkshopState:
        """What the rules are compared by."""
        name = values.get("value", "")
        return replace(state, part=Part(name), offer="") if name in [*Part] else state

    # ---- this hand ----
    @intent
    def first_post(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Another first card."""
        return _posts(state, Card(values.get("value", "")), state.posts[1])

    @intent
    def second_post(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Another second card."""
        return _posts(state, state.posts[0], Card(values.get("value", "")))

    @intent
    def draw_posts(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Two posts by chance."""
        return _posts(state, *Deal(new_seed()).hand("posts"))

    @intent
    def call(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Call the first ace low or high, or in the better way."""
        if not state.may_call:
            return state
        return replace(state, called=next((one for one in Ace if one == values.get("value", "")), None), offer="")

    @intent
    def name_side(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Say higher or lower, or the better side."""
        return replace(state, side=next((one for one in Side if one == values.get("value", "")), None), offer="")

    # ---- many sessions ----
    @intent
    def play(self, state: WorkshopState, values: Values) -> WorkshopState:
        """Let the bots play some sessions more."""
        return replace(state, offer="").on()


def _changed(state: WorkshopState, changes: Mapping[str, Value]) -> WorkshopState:
    if clash(changes):
        return replace(state, refused=tuple(changes.items()), offer="")
    return state.ruled(Rules.of(changes))


def _posts(state: WorkshopState, first: Card, second: Card) -> WorkshopState:
    if first is second:
        raise Refusal("seen-twice", N_("{card} is a post already. Choose another card."), card=first)
    return replace(state, posts=(first, second), called=None, side=None, offer="")
