"""The worked example (RULES A6.4): 4♣ and Q♦, pot 10, stake 2. Turn any third card; see one more card and watch it tip.

>>> app = ExampleApp()
>>> app.turn(app.start(), {"value": "9h"}).third
Card('9♥')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import limit
from acey_teach.i18n import LANGUAGES, N_
from acey_teach.widgets import example_view
from acey_teach.widgets.example_state import ExampleState
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.setup_form import whole

Values = Mapping[str, str]


class ExampleApp:
    """The page of the worked example. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, lang: str = "en", home: str = "") -> None:
        self.first = ExampleState(lang=lang if lang in LANGUAGES else "en", home=home)

    def start(self) -> ExampleState:
        """The first state of the page."""
        return self.first

    def view(self, state: ExampleState) -> View:
        """The page."""
        return example_view.view(state)

    def static(self, state: ExampleState) -> str:
        """The page without controls."""
        return example_view.static(state)

    def resume(self, state: ExampleState, code: str) -> ExampleState:
        """Nothing to resume: the page is one hand."""
        return state

    @intent
    def language(self, state: ExampleState, values: Values) -> ExampleState:
        """Change the language; nothing else changes."""
        lang = values.get("value", "")
        return replace(state, lang=lang) if lang in LANGUAGES else state

    @intent
    def turn(self, state: ExampleState, values: Values) -> ExampleState:
        """Turn this card as the third one; it must still be in the pack."""
        card = Card(values.get("value", ""))
        if not state.free(card):
            raise Refusal(
                "seen-twice",
                N_("{card} lies on the table already, so it cannot be the third card. Choose another."),
                card=card,
            )
        return replace(state, third=card, turned=(*state.turned[-49:], card))

    @intent
    def by_chance(self, state: ExampleState, values: Values) -> ExampleState:
        """Turn any of the cards left, all equally likely, none of them twice in a row."""
        from random import choice  # only for people: nothing is replayed here

        return self.turn(
            state, {"value": choice([card for card in PACK if state.free(card) and card is not state.third]).code}
        )

    @intent
    def back(self, state: ExampleState, values: Values) -> ExampleState:
        """Take the third card back."""
        return replace(state, third=None)

    @intent(live=True)
    def set_stake(self, state: ExampleState, values: Values) -> ExampleState:
        """Another stake, from 1 to the limit."""
        most = limit(state.chips, state.pot).stake
        return replace(state, stake=max(1, min(most, whole(values.get("stake", "")))))

    @intent
    def see(self, state: ExampleState, values: Values) -> ExampleState:
        """Another player holds this card, face up; none when empty."""
        text = values.get("see", values.get("value", ""))
        card = Card(text) if text else None
        if card in state.posts:
            raise Refusal("seen-twice", N_("{card} is a post already. Choose another card."), card=card)
        return replace(state, seen=card, third=None if card is state.third else state.third)
