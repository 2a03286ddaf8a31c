"""Games of the board game: thrown, played, replayed, won, drawn; by chance and by the bot."""

from __future__ import annotations

import json
import os
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.board.bot import choose, ranked, reasons
from acey_teach.board.game import Game, Phase, Setup, check_dice
from acey_teach.board.men import MEN
from acey_teach.board.position import START, Position
from acey_teach.board.record import encode, from_json, parse, to_json
from acey_teach.board.turn import WAITING, Roll, Stage, Step
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import check_of
from tests.boards import DEAD, game_of, play_on, positions

GAMES = int(os.environ.get("ACEY_TEACH_GAMES", "800"))
"""How many games are played by chance: `make games` plays a hundred thousand."""


def test_games_by_chance_all_end() -> None:
    """In a win or a dead position, none in an error (R-71)."""
    rnd = random.Random(os.environ.get("ACEY_TEACH_GAMES_SEED", "games")).random
    won = dead = 0
    for _ in range(GAMES):
        position, over = START, False
        while not over:
            if position.dead:
                dead, over = dead + 1, True
                break
            roll = Roll.of(position, int(rnd() * 6) + 1, int(rnd() * 6) + 1)
            while roll.stage in WAITING:
                steps = roll.steps
                roll = roll.taken(steps[int(rnd() * len(steps))]) if steps else roll.name(int(rnd() * 6) + 1)
            position = roll.position
            if roll.stage is Stage.WON:
                assert position.off == MEN
                won, over = won + 1, True
            elif roll.stage is Stage.OVER:
                position = position.flipped
    assert won + dead == GAMES and won > 0


@pytest.mark.parametrize("seed", range(12))
def test_a_game_replays_from_its_code_at_any_moment(seed: int) -> None:
    draw = random.Random(seed)
    game = game_of(
        f"replay{seed}", bots=(False, bool(seed % 2)), per_acey=seed % 3 == 0, second="Zoë" if seed % 2 else "Ben"
    )
    end = play_on(game, draw)
    assert end.over and end.position.off == MEN
    moments = []
    at: Game | None = end
    while at:
        moments.append(at)
        at = at.previous
    for moment in draw.sample(moments, 25):
        code = encode(moment)
        assert parse(code) == moment and encode(parse(code)) == code
        assert from_json(to_json(moment)) == moment
    assert moments[-1] == game and len(encode(end)) < 2000
    rolls = json.loads(to_json(end))["rolls"]
    assert len(rolls) == sum(1 for m in moments if m.previous and m.previous.started and m.thrown > m.previous.thrown)


def test_the_start_is_thrown_for_and_equal_numbers_again() -> None:
    """C3: the higher die starts, and throws both anew."""
    game = game_of("x", dice="33 25 61").throw()
    assert (game.phase, game.opening) == (Phase.START, (3, 3))
    game = game.throw()
    assert (game.phase, game.opening, game.name) == (Phase.THROW, (2, 5), "Bence")
    game = game.throw()
    assert game.roll and game.roll.dice == (6, 1) and game.position == START


def test_dice_come_from_the_seed_and_are_fair() -> None:
    throws = []
    for n in range(300):
        game = game_of(f"fair{n}").throw()
        throws.append(game.opening)
        assert game.opening == game_of(f"fair{n}").throw().opening
    faces = [face for pair in throws for face in pair]
    assert set(faces) == set(range(1, 7)) and all(60 < faces.count(face) < 140 for face in range(1, 7))


def test_steps_are_taken_back_within_the_roll_only() -> None:
    game = game_of("back", dice="64 52").throw().throw()
    assert not game.can_back
    with pytest.raises(Refusal):
        game.back()
    one = game.take(Step(26, 5))
    two = one.take(Step(26, 2))
    assert two.phase is Phase.THROW and two.mover == 1 and two.can_back
    assert two.back() == one and one.back() == game
    thrown = two.throw()
    with pytest.raises(Refusal) as refused:
        thrown.back()
    assert refused.value.code == "no-back"


def test_what_is_not_due_is_refused() -> None:
    game = game_of("due", dice="64 21")
    for act in (lambda: game.take(Step(26, 5)), lambda: game.name_double(3), game.again):
        with pytest.raises(Refusal):
            act()
    game = game.throw().throw()
    for act in (game.throw, lambda: game.name_double(3), lambda: game.take(Step(26, 5))):
        with pytest.raises(Refusal):
            act()
    game = game.take(Step(26, 2)).take(Step(26, 1))
    assert game.phase is Phase.NAME and game.aceys == 1
    with pytest.raises(Refusal):
        game.throw()
    named = game.name_double(5)
    assert named.roll and named.roll.named == 5 and named.back() == game


def at(position: Position, **more: object) -> Game:
    """A game in the middle of which these men stand, before a throw."""
    setup = Setup.of(seed="at", dice=str(more.pop("dice", "")), per_acey=bool(more.pop("per_acey", False)))
    return Game(setup, opening=(6, 1), position=position, **more)  # type: ignore[arg-type]


def test_a_win_scores_and_the_next_game_carries_on() -> None:
    game = at(Position.parse("6x2 off13 / 9"), dice="66", points=(2, 1)).throw().take(Step(6, 6)).take(Step(6, 6))
    assert game.over and game.winner == 0 and game.score == (3, 1) and game.phase is Phase.OVER
    assert game.can_back and not game.back().over
    following = game.again()
    assert (following.number, following.points, following.phase) == (2, (3, 1), Phase.START)
    assert parse(encode(following)) == following
    for act in (game.throw, lambda: game.take(Step(6, 6))):
        with pytest.raises(Refusal):
            act()


def test_every_acey_deucey_doubles_the_stakes_if_agreed() -> None:
    """R-68: also one that cannot be played."""
    closed = Position.parse("bar1 6x2 off12 / 24x2 23x2 1")
    game = at(closed, dice="12", per_acey=True).throw()
    assert (game.aceys, game.worth, game.phase, game.mover) == (1, 2, Phase.THROW, 1)
    assert at(closed, dice="12").throw().worth == 1


def test_a_dead_position_is_a_draw() -> None:
    """R-71: nobody can ever move; the game is replayed."""
    before = Position.parse("7 6x2 5x2 4x2 3x2 2x2 1 / 24x2 23x2 22x2 21x2 20x2 19x2")
    game = at(before, dice="62", points=(1, 0)).throw()
    assert game.roll and game.roll.steps == (Step(7, 6),)
    game = game.take(Step(7, 6))
    assert game.over and game.winner is None and game.score == (1, 0) and game.position.dead
    assert game.again().points == (1, 0) and DEAD.dead


def test_a_dead_position_after_one_and_two_asks_for_no_double() -> None:
    before = Position.parse("8 7 5x2 4x2 3x2 2x2 1x2 / 24x2 23x2 22x2 21x2 20x2 19x2")
    game = at(before, dice="12").throw().take(Step(8, 2)).take(Step(7, 1))
    assert game.position.dead and game.over and game.winner is None
    assert parse(encode(game_of("demo"))) == game_of("demo")


def test_a_game_stays_short_enough_for_its_code() -> None:
    game = at(START, moves="z" * 5001)
    with pytest.raises(Refusal) as refused:
        game.throw()
    assert refused.value.code == "game-long" and len(encode(game)) < 6000


def test_a_player_who_cannot_move_loses_the_roll_and_not_the_next() -> None:
    """R-70."""
    game = at(Position.parse("bar1 9 / 24x2 23x2 22x2 21x2 20x2 19"), dice="54").throw()
    assert game.roll and game.roll.lost == (5, 4) and game.mover == 1 and not game.over


@given(st.text(alphabet="B1.pzagsdmtxnb~0123456789yzZ_- ", max_size=60), st.booleans())
@settings(max_examples=300)
def test_a_broken_code_is_refused_in_a_sentence(text: str, checked: bool) -> None:
    code = f"B1.{text}.x{check_of('B1.' + text)}" if checked else text
    try:
        assert encode(parse(code)) == code.strip()
    except Refusal as refusal:
        assert str(refusal).endswith(".")


@given(st.integers(0, 60), st.sampled_from("abxyzABXYZ0123456789.~ "))
def test_a_code_with_one_wrong_letter_is_refused(place: int, sign: str) -> None:
    code = encode(play_on(game_of("slip"), random.Random(4), 12))
    place %= len(code)
    wrong = code[:place] + sign + code[place + 1 :]
    if wrong.strip() != code:
        with pytest.raises(Refusal):
            parse(wrong)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "null", '{"format": "acey_teach board"}', '{"format": "acey_teach board", "version": 1, "players": 3}', "[" * 9999],
)  # fmt: skip
def test_a_broken_record_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        from_json(text)


@given(st.data())
@settings(max_examples=100)
def test_a_record_with_anything_in_it_is_refused_or_read(data: st.DataObject) -> None:
    whole = json.loads(to_json(play_on(game_of("json"), random.Random(1), 5)))
    key = data.draw(st.sampled_from(sorted(whole)))
    whole[key] = data.draw(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)
    )
    try:
        assert parse(encode(from_json(json.dumps(whole))))
    except Refusal as refusal:
        assert str(refusal).endswith(".")


@pytest.mark.parametrize("dice", ["6", "67", "6-4 5", "0 1", "x", "11" * 201, 64])
def test_planned_dice_are_pairs_of_one_to_six(dice: object) -> None:
    with pytest.raises(Refusal):
        check_dice(dice)  # type: ignore[arg-type]


def test_players_have_names_of_their_own() -> None:
    for names in (("Ana", "ana"), ("", "Ben"), ("A" * 99, "Ben"), ("A\u202eB", "Ben")):
        with pytest.raises(Refusal):
            Setup.of(*names, seed="x")


# ---- the bot ----
def bot_against_chance(seed: str, bot: int) -> int | None:
    game, draw = game_of(seed), random.Random(seed)
    while not game.over:
        if game.phase in (Phase.START, Phase.THROW):
            game = game.throw()
        elif game.mover != bot:
            assert game.roll
            steps = game.roll.steps
            game = game.take(draw.choice(steps)) if steps else game.name_double(draw.randint(1, 6))
        else:
            assert game.roll
            choice = choose(game.roll)
            if choice.named:
                game = game.name_double(choice.named)
            for step in choice.steps:
                game = game.take(step)
    return game.winner


def test_the_bot_beats_chance() -> None:
    won = sum(bot_against_chance(f"bot{n}", n % 2) == n % 2 for n in range(12))
    assert won >= 10


def test_the_bot_wins_where_it_can_and_says_why() -> None:
    win = Roll.of(Position.parse("4x4 2 1 off9 / 9"), 1, 2).take(Step(2, 2)).take(Step(1, 1))
    best = choose(win)
    assert best.named == 4 and best.wins
    hit = Roll.of(Position.parse("13 8 / 7 1x14"), 6, 1)
    assert choose(hit).steps == (Step(13, 6), Step(8, 1))
    safe, open_ = reasons(Position.parse("20x2 /")), reasons(Position.parse("20 19 /"))
    assert safe.points == 1 and open_.blots == 2 and open_.risk == 5 + 6
    assert Fraction(safe.score - safe.lead * 4, 4) == 4


@given(positions(), st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=40, deadline=None)
def test_whatever_the_bot_does_is_legal(position: Position, first: int, second: int) -> None:
    roll = Roll.of(position, first, second)
    while roll.stage in WAITING:
        every = ranked(roll)
        assert [c.why.score for c in every] == sorted((c.why.score for c in every), reverse=True) or every[0].wins
        if every[0].named:
            assert len(every) == 6
            roll = roll.name(every[0].named)
        for step in every[0].steps:
            roll = roll.take(step)
    assert ranked(roll) == []


def test_a_man_nobody_can_reach_is_no_blot() -> None:
    gone = Position.parse("3 6x2 off12 / 24x2 4 off12")
    assert reasons(gone).blots == 0
    assert reasons(Position.parse("3 6x2 off12 / 24x2 2 off12")).blots == 1
