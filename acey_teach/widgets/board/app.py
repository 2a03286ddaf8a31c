"""The board game: what a person may ask of it, and how its state answers. The page itself is drawn in `view`.

>>> from acey_teach.widgets.board.app import BoardApp
>>> app = BoardApp(code="B1.sdemo.t0.x5hg")
>>> app.next(app.start(), {}).game.phase.value
'throw'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from acey_teach.board.bot import choose
from acey_teach.board.game import Game, Phase
from acey_teach.board.record import encode, parse
from acey_teach.board.turn import Stage, Step
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import N_, pick
from acey_teach.widgets.board import view
from acey_teach.widgets.board.state import BoardState, Form, waits_for_person
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.setup_form import whole

Values = Mapping[str, str]
FRESH: dict[str, Any] = {"picked": 0, "double": 0, "since": None, "why": False}
"""What belongs to one game and is not taken into another."""


class BoardApp:
    """A board for two people, or one and the bot. It keeps nothing: each intent takes a state and returns the next one."""

    def __init__(
        self, lang: str = "en", code: str = "", home: str = "", form: Form | None = None, head: bool = True
    ) -> None:
        """With a `form` its game is begun at once, unless a `code` brings one; without a `head` it is part of a page."""
        game = parse(code) if code else form.game() if form else None
        self.first = BoardState(lang=pick(lang), home=home, head=head, game=game, form=form or Form())

    def start(self) -> BoardState:
        """The first state of the page."""
        return self.first

    def view(self, state: BoardState) -> View:
        """The page."""
        return view.view(state)

    def static(self, state: BoardState) -> str:
        """The page without controls."""
        return view.static(state)

    def resume(self, state: BoardState, code: str) -> BoardState:
        """Offer the game the browser remembers, if it is another one."""
        offered = parse(code)
        if state.game and encode(state.game) == code:
            return state
        return replace(state, offer=offered, aside=False)

    # ---- before the game ----
    @intent
    def start_game(self, state: BoardState, values: Values) -> BoardState:
        """Start a game from the form."""
        form = state.form.filled(values)
        return replace(state, form=form, game=form.game(), offer=None, **FRESH)

    @intent
    def open_code(self, state: BoardState, values: Values) -> BoardState:
        """Go on with a code."""
        return replace(state, game=parse(values.get("code", "")), offer=None, **FRESH)

    @intent
    def take_offer(self, state: BoardState, values: Values) -> BoardState:
        """Go on with the remembered game; one that was played meanwhile is on offer in its place."""
        if state.offer is None:
            return state
        left = state.game if state.aside else None
        return replace(state, game=state.offer, offer=left, **FRESH)

    @intent
    def drop_offer(self, state: BoardState, values: Values) -> BoardState:
        """Forget the remembered game."""
        return replace(state, offer=None)

    @intent
    def leave(self, state: BoardState, values: Values) -> BoardState:
        """Set up another game. One that was not played to its end is offered again."""
        game = state.game
        left = game if game and game.thrown and not game.over else None
        form = Form.of(game) if game else state.form
        return replace(state, game=None, form=form, offer=left, aside=False, **FRESH)

    # ---- a person's choices ----
    @intent
    def pick(self, state: BoardState, values: Values) -> BoardState:
        """Move the man on a place, or pick him where two numbers could move him; again: put him back."""
        game, place = self._person(state), whole(values.get("value", ""))
        assert game.roll
        if place == state.picked:
            return replace(state, picked=0)
        ways = [step for step in game.roll.steps if step.source == place]
        if not ways:
            raise game.roll.why_not(Step(place, game.roll.left[0]) if game.roll.left else Step(place, 0))
        return state.moved(game.take(ways[0])) if len(ways) == 1 else replace(state, picked=place, aside=True)

    @intent
    def go(self, state: BoardState, values: Values) -> BoardState:
        """Move the picked man with a number."""
        game = self._person(state)
        return state.moved(game.take(Step(state.picked, whole(values.get("value", "")))))

    @intent
    def only(self, state: BoardState, values: Values) -> BoardState:
        """Take the only step there is."""
        game = self._person(state)
        steps = game.roll.steps if game.roll else ()
        if len(steps) != 1:
            raise Refusal("many-steps", N_("There is more than one step. Choose a man on the board."))
        return state.moved(game.take(steps[0]))

    @intent
    def look_at(self, state: BoardState, values: Values) -> BoardState:
        """Look at a double before it is named."""
        double = whole(values.get("value", ""))
        if self._person(state).phase is not Phase.NAME or not 1 <= double <= 6:
            return state
        return replace(state, double=double, aside=True)

    @intent
    def name(self, state: BoardState, values: Values) -> BoardState:
        """Name the double that is looked at."""
        game = self._person(state)
        if not state.double:
            raise Refusal("double-first", N_("Choose one of the six doubles, then name it."), clause="C7.3")
        return state.moved(game.name_double(state.double))

    @intent
    def back(self, state: BoardState, values: Values) -> BoardState:
        """Take back what was chosen last in this roll; a bot's part of it as a whole."""
        if state.picked:
            return replace(state, picked=0)
        game = state.playing.back()
        while game.setup.bots[game.roller] and game.can_back:
            game = game.back()
        return state.moved(game)

    def _person(self, state: BoardState) -> Game:
        game = state.playing
        if game.phase in (Phase.MOVE, Phase.NAME) and not waits_for_person(game):
            raise Refusal(
                "board-bot",
                N_("{name} is played by a bot, which decides by itself. Go on with the next step."),
                name=game.name,
            )
        if game.phase in (Phase.START, Phase.THROW):
            raise Refusal("throw-first", N_("Throw the dice first."), clause="C3")
        if game.over:
            raise Refusal("no-throw", N_("The game is over."), clause="C2")
        return game

    # ---- going on ----
    @intent
    def next(self, state: BoardState, values: Values) -> BoardState:
        """Throw, or let the bot play a part of its roll."""
        return state.moved(_on(state.playing))

    @intent
    def play_on(self, state: BoardState, values: Values) -> BoardState:
        """Everything up to the next choice of a person, or the end of the game."""
        game = _on(state.playing)
        throws = 0
        while not (game.over or waits_for_person(game)) and throws < 400:
            throws += game.phase is Phase.THROW
            game = _on(game)
        return replace(state.moved(game), since=state.playing.thrown)

    @intent
    def again(self, state: BoardState, values: Values) -> BoardState:
        """The next game of the match."""
        return replace(state.moved(state.playing.again()), why=False)

    # ---- how it is shown ----
    @intent
    def reasons(self, state: BoardState, values: Values) -> BoardState:
        """Show what the bot thinks of the roll, or hide it."""
        return replace(state, why=not state.why)


def _on(game: Game) -> Game:
    """The next step that needs no person: a throw, or a stage of the bot's roll; Refusal where a person chooses."""
    if waits_for_person(game):
        raise Refusal("choose-first", N_("{name} has to choose first."), name=game.name)
    if game.phase not in (Phase.MOVE, Phase.NAME):
        return game.throw()
    assert game.roll
    choice = choose(game.roll)
    if game.roll.stage is Stage.NAME and choice.named:
        return game.name_double(choice.named)
    for step in choice.steps:
        game = game.take(step)
    return game
