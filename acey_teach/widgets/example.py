"""The worked example (RULES A6.4): 4♣ and Q♦, pot 10, stake 2. One hand, judged in four ways; turn any third card.

>>> app = ExampleApp()
>>> app.turn(app.start(), {"value": "9h"}).third
Card('9♥')
>>> str(app.see(app.start(), {"value": "all"}).odds.ev_per_chip)
'3/46'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import limit
from acey_teach.i18n import N_, pick
from acey_teach.widgets import example_view
from acey_teach.widgets.example_state import OTHERS, ExampleState, Guess, Way
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.setup_form import whole

Values = Mapping[str, str]


class ExampleApp:
    """The page of the worked example. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, lang: str = "en", home: str = "") -> None:
        self.first = ExampleState(lang=pick(lang), home=home)

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

    # ---- predict, reveal ----
    @intent
    def guess(self, state: ExampleState, values: Values) -> ExampleState:
        """Say whether the bet is good, fair or bad; it can be changed until the count is revealed."""
        said = values.get("value", "")
        if said not in [*Guess] or state.revealed:
            return state
        return replace(state, guess=Guess(said))

    @intent
    def reveal(self, state: ExampleState, values: Values) -> ExampleState:
        """Show the count, once something has been predicted."""
        if state.guess is None:
            raise Refusal("no-guess", N_("Choose good, fair or bad first. A wrong guess costs nothing."))
        return replace(state, revealed=True, judging=True)

    # ---- four verdicts ----
    @intent
    def cost(self, state: ExampleState, values: Values) -> ExampleState:
        """What a card on a post costs: the stake "twice" or "once"."""
        return _switched(state, single=values.get("value") == "once")

    @intent
    def pack(self, state: ExampleState, values: Values) -> ExampleState:
        """Whether the cards dealt are "out" of the pack or put "back"."""
        return _switched(state, replaced=values.get("value") == "back")

    @intent
    def see(self, state: ExampleState, values: Values) -> ExampleState:
        """Other players hold this card, or "all" of theirs, face up; none when empty."""
        text = values.get("see", values.get("value", ""))
        seen = OTHERS if text == "all" else (Card(text),) if text else ()
        for card in seen:
            if card in state.posts:
                raise Refusal("seen-twice", N_("{card} is a post already. Choose another card."), card=card)
        return _switched(state, seen=seen)

    @intent
    def judge(self, state: ExampleState, values: Values) -> ExampleState:
        """Set all switches to one of the four ways."""
        way = values.get("value", "")
        if way not in [*Way]:
            return state
        return _switched(
            state,
            single=way == Way.SINGLE,
            replaced=way == Way.REPLACED,
            seen=state.others if way == Way.SEEN else (),
        )

    # ---- the third card ----
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
        return replace(state, third=card, turned=(*state.turned[-49:], card), judging=False)

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
        return replace(state, third=None, judging=False)

    @intent(live=True)
    def set_stake(self, state: ExampleState, values: Values) -> ExampleState:
        """Another stake, from 1 to the limit."""
        most = limit(state.chips, state.pot, state.rules).stake
        return replace(state, stake=max(1, min(most, whole(values.get("stake", "")))))


def _switched(state: ExampleState, **changes: Any) -> ExampleState:
    """The hand under other assumptions; a third card that cannot come any more is taken back."""
    changed = replace(state, **changes, judging=True)
    return replace(changed, third=None) if changed.third and not changed.free(changed.third) else changed
