"""The board game's rules: positions, steps, rolls (RULES part C), with a second reading beside them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.board.men import HAND, MEN, free, mirrored, reach, steps
from acey_teach.board.plays import plays, stage_ends
from acey_teach.board.position import NUMBERS, START, Position
from acey_teach.board.turn import WAITING, Roll, Stage, Step
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, translator
from tests.board_by_hand import freeze, side, turn
from tests.boards import DEAD, positions

DICE = st.integers(1, 6)


def by_hand(position: Position) -> tuple[dict[object, int], dict[object, int]]:
    """The same for the second reading."""
    mine = side({**position.points, "bar": position.bar, "off": position.off})
    theirs = side({**position.their_points, "bar": position.their_bar, "off": position.their_off})
    return mine, theirs


def total(position: Position) -> tuple[int, int]:
    mine = position.hand + position.bar + position.off + sum(position.points.values())
    theirs = position.their_hand + position.their_bar + position.their_off + sum(position.their_points.values())
    return mine, theirs


# ---- positions ----
@given(positions())
def test_a_position_is_its_text_and_flips_back(position: Position) -> None:
    assert Position.parse(position.text) == position
    assert eval(repr(position)) == position
    assert position.flipped.flipped == position
    assert position.flipped.pips == Position.parse(position.flipped.text).pips
    assert total(position) == (MEN, MEN)
    assert mirrored(mirrored(position.mine)) == position.mine


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position"),
        ("/ /", "position"),
        ("6x2", "position"),
        ("6x1 /", "position"),
        ("6 6 /", "position"),
        ("25 /", "position"),
        ("0 /", "position"),
        ("bar /", "position"),
        ("bar16 /", "position"),
        ("6x2 / ٣", "position"),
        ("6 / 6", "both-sides"),
        ("6x15 5 /", "men-many"),
        ("/ 6x9 5x9", "men-many"),
        (None, "position"),
        (6, "position"),
        ("6 /" + " " * 999, "position"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: object, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        Position.parse(text)  # type: ignore[arg-type]
    assert refused.value.code == code
    for lang in LANGUAGES:
        assert refused.value.sentence(translator(lang)).endswith(".")


@pytest.mark.parametrize("men", [{0: 1}, {25: 1}, {6: -1}, {6: 16}, {6: True}, {6: 2.5}, {"6": 1}])
def test_men_are_whole_numbers_on_points_that_exist(men: dict[int, int]) -> None:
    with pytest.raises(Refusal):
        Position.of(men)


def test_dead_is_when_no_number_moves_anybody() -> None:
    assert DEAD.dead and DEAD.flipped.dead and not START.dead
    opens = Position.parse("6x2 5x2 4x2 3x2 2x2 1x2 off3 / 24x2 23x2 22x2 21x2 20x2 19x2")
    assert not opens.dead and opens.flipped.stuck and opens.can == tuple(NUMBERS)


# ---- steps ----
@given(positions(), DICE)
def test_a_step_uses_its_number_and_loses_no_man(position: Position, number: int) -> None:
    for after in position.after_each(number):
        assert total(after) == (MEN, MEN)
        assert position.pips - after.pips == number
        hit = after.their_bar - position.their_bar
        assert hit in (0, 1)
        if position.bar:
            assert after.bar == position.bar - 1 and after.hand == position.hand
        if not position.at_home:
            assert after.off == position.off
        for point in range(1, 7):  # frozen: fewer only by bearing off
            assert after.points.get(point, 0) >= position.points.get(point, 0) - (after.off > position.off)


@given(positions(), DICE, st.integers(0, 4))
def test_reach_is_the_longest_of_all_orders(position: Position, number: int, most: int) -> None:
    def by_trying(mine: int, theirs: int, left: int) -> int:
        return max((1 + by_trying(m, t, left - 1) for _, m, t in steps(mine, theirs, number)), default=0) if left else 0

    found = reach(position.mine, position.theirs, number, min(most, 3))
    assert found == by_trying(position.mine, position.theirs, min(most, 3))
    assert min(free(position.mine, position.theirs, number), 3) <= by_trying(position.mine, position.theirs, 3)


# ---- rolls ----
def ends_of(position: Position, first: int, second: int) -> list[tuple[object, bool, int | None]]:
    return [(freeze(*by_hand(end.position)), end.again, end.named) for end in plays(Roll.of(position, first, second))]


@given(positions(), DICE, DICE)
@settings(max_examples=150)
def test_two_numbers_end_as_every_order_tried_says(position: Position, first: int, second: int) -> None:
    if first == second or {first, second} == {1, 2}:
        return
    found = ends_of(position, first, second)
    assert len(found) == len(set(found))
    assert set(found) == turn(*by_hand(position), first, second)


@given(positions(most=2), DICE)
@settings(max_examples=15, deadline=None)
def test_doubles_end_as_every_order_tried_says(position: Position, number: int) -> None:
    found = ends_of(position, number, number)
    assert len(found) == len(set(found))
    assert set(found) == turn(*by_hand(position), number, number)


@given(positions(), st.lists(st.integers(1, 24), min_size=1, max_size=2), st.integers(0, 13))
@settings(max_examples=25, deadline=None)
def test_acey_deucey_ends_as_every_order_tried_says(position: Position, going: list[int], off: int) -> None:
    """Two men at most can move, so that every order can be tried; the others are off or stand at home."""
    theirs = position.their_points
    home = {} if theirs.get(6) else {6: max(0, 15 - len(going) - off)}
    off = 15 - len(going) - home.get(6, 0)
    mine = {point: going.count(point) + home.get(point, 0) for point in {*going, *home} if not theirs.get(point)}
    off += 15 - off - sum(mine.values())
    few = Position.of(mine, theirs, off=off)
    found = ends_of(few, 1, 2)
    assert len(found) == len(set(found))
    assert set(found) == turn(*by_hand(few), 1, 2)


def test_the_numbers_of_the_first_roll() -> None:
    """C12."""
    counts = [len(plays(Roll.of(START, d, d))) for d in NUMBERS]
    assert counts == [102, 105, 105, 103, 99, 95]
    for first in NUMBERS:
        for second in range(first + 1, 7):
            if (first, second) != (1, 2):
                assert len(plays(Roll.of(START, first, second))) == 2
    assert len({end.position for end in plays(Roll.of(START, 2, 1))}) == 1322


@given(positions(), DICE, DICE, st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_steps_lead_to_the_ends_and_nowhere_else(
    position: Position, first: int, second: int, draw: random.Random
) -> None:
    """No play leaves a longer one unused: step by step one comes to exactly the ends that `plays` names."""
    roll = Roll.of(position, first, second)
    ends = {(end.position, end.again, end.named) for end in plays(roll)}
    seen = 0
    while roll.stage in WAITING:
        if roll.stage is Stage.NAME:
            roll = roll.name(draw.randint(1, 6))
        else:
            assert roll.steps, "a roll that waits has a step"
            roll = roll.take(draw.choice(roll.steps))
        here = {(end.position, end.again, roll.named or end.named) for end in plays(roll)}
        assert here <= ends
        seen += 1
    assert (roll.position, roll.stage is Stage.AGAIN, roll.named) in ends
    assert seen <= 11


@given(positions(most=4), DICE, DICE)
@settings(max_examples=25, deadline=None)
def test_the_steps_of_an_end_lead_there(position: Position, first: int, second: int) -> None:
    roll = Roll.of(position, first, second)
    found = plays(roll)
    for end in found[:20]:
        at, todo = roll, list(end.steps)
        while at.stage in WAITING:
            if at.stage is Stage.NAME:
                assert end.named
                at = at.name(end.named)
            else:
                at = at.take(todo.pop(0))
        assert not todo and at.position == end.position and (at.stage is Stage.AGAIN) == end.again
    if roll.steps and not roll.acey:  # all first steps are the first step of some end
        on = {end.position for step in roll.steps for end in plays(roll.take(step))}
        assert on == {end.position for end in found}


REFUSED = [
    ("/", (5, 2), Step(24, 5), "no-man"),
    ("/", (5, 2), Step(26, 3), "number"),
    ("/", (5, 2), Step(99, 5), "no-man"),
    ("bar1 13 / 1", (5, 2), Step(13, 5), "bar-first"),
    ("13 / 8x2", (5, 2), Step(13, 5), "blocked"),
    ("6 13 /", (5, 2), Step(6, 5), "frozen"),
    ("6 13 /", (6, 2), Step(6, 6), "not-home"),
    ("6x2 4x2 off11 /", (5, 4), Step(4, 5), "exact"),
    ("15 5x14 / 7x2", (6, 2), Step(15, 2), "larger"),
    ("17 10 6x13 / 21x2 16x2 15x2 13x2 8x2", (6, 2), Step(10, 6), "longest"),
    ("20 6x14 / 15x2", (5, 3), Step(20, 5), "blocked"),
]


@pytest.mark.parametrize(("text", "dice", "step", "code"), REFUSED)
def test_a_step_that_is_not_legal_is_refused_with_its_reason(
    text: str, dice: tuple[int, int], step: Step, code: str
) -> None:
    roll = Roll.of(Position.parse(text), *dice)
    assert step not in roll.steps
    with pytest.raises(Refusal) as refused:
        roll.take(step)
    assert refused.value.code == code and refused.value.clause.startswith("C")
    for lang in LANGUAGES:
        assert refused.value.sentence(translator(lang)).endswith(".")


@given(positions(), DICE, DICE)
@settings(max_examples=60)
def test_every_step_is_either_legal_or_refused(position: Position, first: int, second: int) -> None:
    roll = Roll.of(position, first, second)
    for source in range(-1, HAND + 2):
        for number in range(8):
            step = Step(source, number)
            if step not in roll.steps:
                with pytest.raises(Refusal):
                    roll.take(step)


def test_a_double_that_is_not_completed_loses_the_rest() -> None:
    """The page's example: two fives of which only three can be played (C7.2)."""
    stuck = Roll.of(Position.parse("16 13 10 6x12 / 8x2"), 5, 5)
    assert len(stuck.steps) == 2
    stuck = stuck.take(Step(16, 5)).take(Step(10, 5)).take(Step(11, 5))
    assert (stuck.stage, stuck.lost) == (Stage.OVER, (5,))
    short = Roll.of(Position.parse("21 11 6x10 off3 / 2x2"), 5, 5)  # all four fives, then no two
    while short.stage in WAITING:
        short = short.take(short.steps[0])
    assert (short.stage, short.lost) == (Stage.OVER, (2,) * 4)


def test_only_a_named_double_is_a_double() -> None:
    roll = Roll.of(START, 1, 2).take(Step(26, 1)).take(Step(24, 2))
    assert roll.stage is Stage.NAME and roll.steps == ()
    for wrong in (0, 7, 2.5, True, "4", None):
        with pytest.raises(Refusal):
            roll.name(wrong)  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        roll.take(Step(22, 2))
    assert refused.value.code == "no-step"
    named = roll.name(4)
    assert (named.stage, named.left, named.named) == (Stage.DOUBLE, (4,) * 4, 4)
    with pytest.raises(Refusal):
        named.name(3)


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (2.5, 1), (True, 2), ("1", 2)])
def test_a_die_shows_one_to_six(dice: tuple[int, int]) -> None:
    with pytest.raises(Refusal):
        Roll.of(START, *dice)


def test_a_win_ends_the_roll() -> None:
    """R-61, R-69."""
    roll = Roll.of(Position.parse("6x2 off13 / 9"), 6, 6)
    roll = roll.take(Step(6, 6)).take(Step(6, 6))
    assert roll.stage is Stage.WON and roll.steps == ()
    [(end, again)] = [(end.position, end.again) for end in plays(Roll.of(Position.parse("6x4 off11 / 9"), 6, 6))]
    assert end.won and not again


@given(positions(), DICE, DICE)
@settings(max_examples=60, deadline=None)
def test_the_ends_of_a_stage_are_where_its_steps_lead(position: Position, first: int, second: int) -> None:
    roll = Roll.of(position, first, second)
    stage, ends, going = roll.stage, set(), {roll}
    while going:
        at = going.pop()
        after = {at.take(step) for step in at.steps}
        going |= {on for on in after if on.stage is stage and on.left}
        ends |= {on for on in after if not (on.stage is stage and on.left)}
    found = stage_ends(roll)
    assert {on for on, _ in found} == ends and len(found) == len(ends)
    for on, way in found[:10]:
        at = roll
        for step in way:
            at = at.take(step)
        assert at == on


def test_stages_follow_one_another() -> None:
    """C7: the double, its complement, another roll."""
    roll, stages = Roll.of(START, 3, 3), []
    while roll.stage in WAITING:
        stages.append((roll.stage, roll.left[0]))
        roll = roll.take(roll.steps[-1])
    assert stages == [(Stage.DOUBLE, 3)] * 4 + [(Stage.COMPLEMENT, 4)] * 4
    assert roll.stage is Stage.AGAIN and all(a.value <= b.value for (a, _), (b, _) in pairwise(stages[:4]))
