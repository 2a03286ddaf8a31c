"""The page of the board game: what can be asked of it, what it shows and says, and what it does with odd input."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

import acey_teach
from acey_teach.board import odds
from acey_teach.board.game import Game, Phase, Setup
from acey_teach.board.position import Position
from acey_teach.board.record import encode, parse
from acey_teach.board.turn import Stage
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.widgets.board import odds_view, turn_view, words
from acey_teach.widgets.board.app import BoardApp
from acey_teach.widgets.board.state import BoardState, Form, waits_for_person
from tests.boards import DEAD, game_of, play_on

EN = translator("en")


def begun(dice: str, lang: str = "en", bots: tuple[bool, bool] = (False, False)) -> tuple[BoardApp, BoardState]:
    """A game with these dice, after the throw for the start."""
    app = BoardApp(lang)
    names = {
        "name0": "Ana",
        "name1": "Bence",
        "who0": "bot" if bots[0] else "person",
        "who1": "bot" if bots[1] else "person",
    }
    state = app.start_game(app.start(), {**names, "seed": "demo", "dice": dice})
    return app, app.next(state, {})


def spots(app: BoardApp, state: BoardState, lit: str) -> list[int]:
    """The places with a button of this kind."""
    return [int(place) for place in re.findall(rf'spot(\d+)" class="k-spot is-{lit}"', app.view(state).html)]


def test_only_men_that_can_move_are_lit_and_each_says_where_to() -> None:
    app, state = begun("64 52")
    state = app.next(state, {})
    view = app.view(state)
    assert view.says == "Ana threw 5 and 2. How does Ana play 5 and 2?"
    assert spots(app, state, "can") == [26]
    assert "In the hand: men of Ana: 15. With 5 to 20. With 2 to 23." in view.html
    state = app.pick(state, {"value": "26"})  # two numbers could move him
    assert state.picked == 26 and spots(app, state, "to") == [23, 20] and spots(app, state, "from") == [26]
    state = app.go(state, {"value": "5"})
    assert state.game and state.game.position.text == "20 /" and spots(app, state, "can") == [26, 20]
    state = app.pick(state, {"value": "20"})  # one number: he moves at once
    assert state.game and state.game.phase is Phase.THROW and state.game.name == "Bence"
    assert app.view(state).says == "Ana threw 5 and 2. Played: hand → 20, 20 → 18. Bence throws"


def test_a_picked_man_is_put_back() -> None:
    app, state = begun("64 52")
    state = app.pick(app.next(state, {}), {"value": "26"})
    assert app.pick(state, {"value": "26"}).picked == 0
    assert app.back(state, {}).picked == 0
    with pytest.raises(Refusal):
        app.go(state, {"value": "3"})


def test_a_man_that_cannot_move_says_why() -> None:
    app = BoardApp()
    game = Game(Setup.of(seed="x", dice="52"), opening=(6, 1), position=Position.parse("bar1 13 6 / 24x2"))
    state = replace(app.start(), game=game.throw())
    for place, sentence in (("13", "bar must enter"), ("6", "bar must enter"), ("9", "No man of yours")):
        with pytest.raises(Refusal, match=sentence):
            app.pick(state, {"value": place})
    for odd in ("", "x", "99", "-1", "2.5", "9" * 30):
        with pytest.raises(Refusal):
            app.pick(state, {"value": odd})


def test_the_only_step_has_a_button() -> None:
    app = BoardApp()
    game = Game(Setup.of(seed="x", dice="52"), opening=(6, 1), position=Position.parse("13 6x14 / 11x2"))
    state = replace(app.start(), game=game.throw())
    assert "The only step: 13 → 8" in app.view(state).html
    assert app.only(state, {}).game == state.playing.take(state.playing.roll.steps[0])  # type: ignore[union-attr]
    _, many = begun("64 52")
    with pytest.raises(Refusal, match="more than one step"):
        app.only(app.next(many, {}), {})


def test_a_double_is_looked_at_before_it_is_named() -> None:
    app, state = begun("64 21")
    state = app.next(state, {})
    state = app.go(app.pick(state, {"value": "26"}), {"value": "1"})
    state = app.pick(state, {"value": "24"})
    assert state.game and state.game.phase is Phase.NAME
    assert "Which double does Ana name?" in app.view(state).html
    with pytest.raises(Refusal, match="six doubles"):
        app.name(state, {})
    state = app.look_at(state, {"value": "5"})
    html = app.view(state).html
    assert 'value="5" data-key="5" aria-pressed="true"' in html and "then 2–2" in html
    assert "5–5 can be played in full" in html and "<li aria-current=step>name a double" in html
    named = app.name(state, {})
    assert named.game and named.game.roll and (named.game.roll.named, named.game.roll.stage) == (5, Stage.DOUBLE)
    assert "four times 5" in app.view(named).html and "four times 2" in app.view(named).html
    assert app.back(named, {}).game == state.game
    for odd in ("0", "7"):
        assert app.look_at(state, {"value": odd}) == state


def test_how_far_a_double_goes_is_said() -> None:
    app = BoardApp()
    blocked = Position.parse("20 17 6x13 / 11x2 12x2 13x2 14x2 15x2 16x2")
    game = Game(Setup.of(seed="x", dice="12"), opening=(6, 1), position=blocked).throw()
    state = replace(app.start(), game=game)
    while state.playing.phase is Phase.MOVE:
        assert state.playing.roll
        state = state.moved(state.playing.take(state.playing.roll.steps[0]))
    assert state.playing.phase is Phase.NAME
    assert "at most" in app.view(app.look_at(state, {"value": "6"})).html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_against_the_bot_is_told_and_resumed(lang: str) -> None:
    app, state = begun("", lang, bots=(False, True))
    draw, seen, t = random.Random(lang), set(), translator(lang)
    for n in range(2000):
        game = state.playing
        if n % 25 == 0:
            view = app.view(state)
            assert view.says and "{" not in view.says and "None" not in view.says
            assert parse(view.code) == game and (view.keep == view.code) == bool(game.thrown)
            assert app.static(state) and not re.search(r"\{\w", app.static(state))
        seen.add(words.rule(game))
        assert words.question(game, t) and words.narrate(game, t) and words.RULES[words.rule(game)]
        if game.over:
            break
        if waits_for_person(game):
            assert game.roll
            if game.phase is Phase.NAME:
                state = app.name(app.look_at(state, {"value": str(draw.randint(1, 6))}), {})
                continue
            step = draw.choice(game.roll.steps)
            state = app.pick(state, {"value": str(step.source)})
            if state.picked:
                state = app.go(state, {"value": str(step.number)})
        elif draw.random() < 0.5:
            state = app.play_on(state, {})
        else:
            state = app.next(state, {})
    assert state.playing.over and app.view(state).html
    assert {"start", "pair", "double", "won"} <= seen
    following = app.again(state, {})
    assert following.playing.number == 2 and sum(following.playing.points) == 1
    assert ("1 : 0" in app.view(following).html) or ("0 : 1" in app.view(following).html)


def test_a_bot_decides_for_itself_and_a_person_too() -> None:
    app, state = begun("64 52", bots=(True, False))
    state = app.next(state, {})
    assert state.playing.name == "Ana" and not waits_for_person(state.playing)
    for act, value in ((app.pick, "26"), (app.only, ""), (app.name, ""), (app.look_at, "3")):
        with pytest.raises(Refusal, match="Ana is played by a bot"):
            act(state, {"value": value})
    state = app.next(state, {})
    assert state.playing.phase is Phase.THROW and state.playing.name == "Bence"
    assert app.back(state, {}).playing.phase is Phase.MOVE  # its part of the roll as a whole
    state = app.next(state, {})
    if waits_for_person(state.playing):
        for go in (app.next, app.play_on):
            with pytest.raises(Refusal, match="Bence has to choose first"):
                go(state, {})


def test_the_reasons_of_the_bot() -> None:
    app, state = begun("64 52", bots=(False, True))
    state = app.next(state, {})
    assert "What would the bot play?" in app.view(state).html
    html = app.view(app.reasons(state, {})).html
    assert "What speaks for each choice" in html and 'aria-expanded="true"' in html
    while state.playing.roller == 0 or state.playing.phase is not Phase.THROW:
        game = state.playing
        if waits_for_person(game):
            assert game.roll
            state = state.moved(game.take(game.roll.steps[0]) if game.roll.steps else game.name_double(1))
        else:
            state = app.next(state, {})
    html = app.view(app.reasons(state, {})).html
    assert "Why did it play so?" in html and "is-now" in html


def test_the_page_says_a_draw_and_a_win() -> None:
    app = BoardApp()
    setup = Setup.of(seed="x", dice="62")
    before = Position.parse("7 6x2 5x2 4x2 3x2 2x2 1 / 24x2 23x2 22x2 21x2 20x2 19x2")
    game = Game(setup, opening=(6, 1), position=before).throw()
    assert game.roll
    state = replace(app.start(), game=game.take(game.roll.steps[0]))
    view = app.view(state)
    assert "A draw: nobody can ever move again" in view.says and "R-71" in view.html and DEAD.dead
    won = Game(Setup.of(seed="x", dice="61"), opening=(6, 1), position=Position.parse("6 off14 / 9")).throw()
    assert won.roll
    over = replace(app.start(), game=won.take(won.roll.steps[0]))
    assert "Ana wins" in app.view(over).says and "points 1 : 0" in app.view(over).html


def test_points_bear_the_numbers_of_whoever_threw_last() -> None:
    app, state = begun("46 52")  # Bence starts; Ana is at the lower edge
    state = app.next(state, {})
    html = app.view(state).html
    low = html[html.index("k-board is-wide") : html.index("k-board is-narrow")]
    assert '<text class="low" x="32" y="410">24</text>' in low and "Bence: from 24 to 1" in low and "home of Ana" in low
    assert ('spot27"' not in html and 'spot28"' in low) or "k-spot is-can" in html  # his hand is at the upper edge


def test_the_form_keeps_what_was_typed_and_says_what_is_wrong() -> None:
    app = BoardApp()
    state = app.start()
    typed = {"name0": "Ana", "name1": "ana", "seed": "demo", "dice": ""}
    with pytest.raises(Refusal, match="same name"):
        app.start_game(state, typed)
    for field, value in (("dice", "6-7"), ("dice", "6"), ("seed", "!!"), ("name0", ""), ("name0", "a" * 40)):
        with pytest.raises(Refusal):
            app.start_game(state, {**typed, "name1": "Ben", field: value})
    hostile = app.start_game(state, {**typed, "name0": "<b>Ana</b>", "name1": "B&'\""})
    html = app.view(app.next(hostile, {})).html
    assert "<b>Ana</b>" not in html and "&lt;b&gt;Ana&lt;/b&gt;" in html
    assert app.start_game(state, {**typed, "name1": "Ben", "per_acey": "on"}).playing.setup.per_acey


def test_the_browser_remembers_a_game() -> None:
    app, state = begun("64 52")
    state = app.next(state, {})
    code = app.view(state).keep
    assert code == encode(state.playing)
    fresh = app.resume(app.start(), code)
    assert "Go on with your earlier game?" in app.view(fresh).html and app.view(fresh).keep == code
    assert app.take_offer(fresh, {}).game == state.game
    assert app.drop_offer(fresh, {}) == app.start()
    assert app.resume(state, code) is state
    left = app.leave(state, {})
    assert left.game is None and left.offer == state.game and app.view(left).keep == code
    begun_anew = app.start_game(left, {"name0": "A", "name1": "B", "seed": "q"})
    assert begun_anew.offer is None
    with pytest.raises(Refusal):
        app.resume(app.start(), "A1.n5.sdemo.x123")
    assert app.open_code(app.start(), {"code": code}).game == state.game
    with pytest.raises(Refusal):
        app.open_code(app.start(), {"code": code[:-1] + "?"})


def test_a_code_that_cannot_be_used_is_said_on_the_page() -> None:
    panel = acey_teach.board_game(code="B1.sdemo.t0.x000")
    assert "not the code of a board game" in panel.notice and panel.state.game is None
    panel = acey_teach.board_game(lang="hu", code="B1.sdemo.t0.x5hg", name="other-board")
    assert panel.state.game == game_of("demo") and panel.lang == "hu"


def test_nothing_is_started_yet() -> None:
    app = BoardApp()
    for act in (app.next, app.play_on, app.back, app.pick, app.go, app.only, app.name, app.look_at, app.again):
        with pytest.raises(Refusal, match="Start the game first"):
            act(app.start(), {"value": "1"})
    assert "Set up the board game" in app.view(app.start()).says and app.static(app.start())
    assert Form().game().setup.bots == (False, True)


def test_the_chances_are_those_of_the_engine() -> None:
    position = Position.parse("bar1 13x2 / 24x2 23x2 22x2")
    told = odds_view.sentence(position, EN)
    assert "enter a man 27/36" in told and "nothing at all 9/36" in told
    rows = odds_view.grid_rows(position, EN)
    assert len(rows) == 36 and sum(row["use"] == "none" for row in rows) == 9
    assert sum(row["use"] == "none" for row in rows) == odds_view.grid_table(position, EN).count("nothing") * 2 - 3


def test_play_on_stops_where_a_person_chooses_or_the_game_ends() -> None:
    app, state = begun("", bots=(True, True))
    end = app.play_on(state, {})
    assert end.playing.over
    person = app.play_on(begun("", bots=(False, True))[1], {})
    assert waits_for_person(person.playing)


def test_long_games_are_shown_as_fast_as_short_ones() -> None:
    """What a click does does not grow with the game: the page is as long, but for the code."""
    app = BoardApp()
    early = app.view(replace(app.start(), game=play_on(game_of("long"), random.Random(1), 6)))
    late = app.view(replace(app.start(), game=play_on(game_of("long"), random.Random(1), 80)))
    assert len(late.html) < 2 * len(early.html) + 2 * len(late.code)


def test_how_far_a_turn_goes_is_exact_and_its_tail_geometric() -> None:
    told, table, rows = turn_view.sentence(EN), turn_view.table(EN), turn_view.rows(EN)
    assert "9/7 throws" in told and "15.5 pips" in told and "probability 2/9" in told
    assert "14/81" in table and "28/729" in table  # two throws, three throws
    bars = [row for row in rows if row["role"] == "bar"]
    shares, rest = odds.turn_pips(turn_view.MOST)
    assert len(bars) == len(shares) and max(row["share"] for row in bars) == 1
    assert sum(shares.values()) + rest == 1 and odds.AGAIN**4 < rest < odds.AGAIN**2


def test_playing_on_tells_what_the_bot_did_meanwhile() -> None:
    app, state = begun("64 52 43 61 65", bots=(False, True))
    state = app.next(state, {})
    while waits_for_person(state.playing):
        assert state.playing.roll
        state = state.moved(state.playing.take(state.playing.roll.steps[0]))
    state = app.play_on(app.reasons(state, {}), {})
    told = app.view(state).says
    assert "Bence threw 4 and 3. Played: " in told and told.index("Bence threw") < told.index("Ana threw 6 and 1.")
    assert not state.why, "reasons do not stay open for the next throw"
    assert state.playing.roll
    state = state.moved(state.playing.take(state.playing.roll.steps[0]))
    assert "Bence" not in app.view(state).says


def test_another_game_takes_nothing_of_the_last_one() -> None:
    app, state = begun("64 52", bots=(True, True))
    state = app.play_on(app.reasons(state, {}), {})
    code = encode(game_of("other", bots=(True, True)).throw().throw())
    for other in (
        app.open_code(app.leave(state, {}), {"code": code}),
        app.take_offer(replace(state, offer=parse(code)), {}),
        app.start_game(state, {"name0": "A", "name1": "B", "seed": "q"}),
    ):
        assert (other.since, other.why, other.picked, other.double) == (None, False, 0, 0)


def test_where_the_bot_decides_nothing_is_asked() -> None:
    app, state = begun("64 21", bots=(True, False))
    state = app.next(state, {})
    assert app.view(state).says == "Ana threw 1 and 2. Ana plays"
    state = app.next(state, {})
    assert state.playing.phase is Phase.NAME and app.view(state).says.endswith("Ana names a double")
