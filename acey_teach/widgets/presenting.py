"""What a teacher may ask of the table in front of a class: present, reveal, vote, a new deal, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Setup
from acey_teach.i18n import N_
from acey_teach.widgets.panel import intent
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.votes import read

Values = Mapping[str, str]


class Presenting:
    """Intents of presenter mode, for a table's app."""

    @intent
    def present(self, state: TableState, values: Values) -> TableState:
        """Large for a projector, or the usual page again."""
        return replace(state, screen=replace(state.screen, present=not state.screen.present, sharing=False))

    @intent
    def share(self, state: TableState, values: Values) -> TableState:
        """Show the codes that give everybody the same deal, or close them."""
        return replace(state, screen=replace(state.screen, sharing=not state.screen.sharing))

    @intent
    def reveal(self, state: TableState, values: Values) -> TableState:
        """Show or hide the odds of this turn."""
        return replace(state, screen=state.screen.turned(_turn(state)))

    @intent(live=True)
    def hands(self, state: TableState, values: Values) -> TableState:
        """So many hands for the outcome in the field's name."""
        s = _turn(state)
        named = [outcome for outcome in Outcome if outcome.value in values]
        if not named:
            return state
        votes = state.screen.votes_of(s).put(named[0], read(values[named[0].value]))
        return replace(state, screen=state.screen.voted(s, votes))

    @intent(live=True)
    def one_more(self, state: TableState, values: Values) -> TableState:
        """One more hand for an outcome."""
        s = _turn(state)
        if values.get("value") not in [*Outcome]:
            return state
        outcome, votes = Outcome(values["value"]), state.screen.votes_of(s)
        return replace(state, screen=state.screen.voted(s, votes.put(outcome, votes.of(outcome) + 1)))

    @intent
    def new_deal(self, state: TableState, values: Values) -> TableState:
        """The same players with fresh cards, dealt up to the first decision; Back returns to the session before."""
        old = state.playing
        setup = Setup.of(old.players, old.rules, start_chips=old.setup.start_chips)
        deal = Session.begin(setup).choose_dealer().run().cut().run()
        return replace(state, session=deal, screen=replace(state.screen, before=(deal, old), sharing=False))


def _turn(state: TableState) -> Session:
    """The session while a hand is on the table; Refusal otherwise."""
    s = state.playing
    if s.posts is None:
        raise Refusal("no-hand", N_("There is nothing to vote on yet: the posts come with the second card."))
    return s
