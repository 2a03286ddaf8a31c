"""Chances of the dice, against counts made another way (RULES C12)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from acey_teach.board import odds
from acey_teach.board.plays import plays
from acey_teach.board.position import NUMBERS, START, Position
from acey_teach.board.turn import Roll
from tests.boards import positions


def test_the_facts_of_the_rules() -> None:
    assert [odds.pips(d, d) for d in NUMBERS] == [28] * 6 and odds.pips(2, 1) == 31
    assert Fraction(217, 18) == odds.PIPS_A_ROLL
    assert Fraction(9, 7) == odds.ROLLS_A_TURN
    assert Fraction(31, 2) == odds.PIPS_A_TURN


@pytest.mark.parametrize("closed", range(7))
def test_entering_is_counted(closed: int) -> None:
    """With so many points closed, over all 36 rolls of the engine itself."""
    position = Position.of({13: 2}, {24 - n: 2 for n in range(closed)}, bar=1)
    assert odds.chances(position).enters == odds.enters(closed)
    assert odds.chances(position).lost == 1 - odds.enters(closed)


def test_the_turn_is_the_sum_of_its_rolls() -> None:
    """Against all sequences of up to three rolls, written out."""
    shares, rest = odds.turn_pips(59)
    direct: dict[int, Fraction] = {}

    def on(total: int, chance: Fraction, left: int) -> None:
        for a, b in product(NUMBERS, NUMBERS):
            n, p = total + odds.pips(a, b), chance / 36
            if a == b or {a, b} == {1, 2}:
                if left:
                    on(n, p, left - 1)
            else:
                direct[n] = direct.get(n, Fraction(0)) + p

    on(0, Fraction(1), 2)
    assert shares == {n: p for n, p in sorted(direct.items()) if n <= 59}
    assert sum(shares.values()) + rest == 1
    far, tail = odds.turn_pips(1200)
    mean = sum(n * p for n, p in far.items())
    assert 0 < tail < Fraction(1, 10**20) and abs(mean - odds.PIPS_A_TURN) < Fraction(1, 10**15)


@given(positions(most=4))
@settings(max_examples=25, deadline=None)
def test_what_a_roll_allows_is_true_of_some_end(position: Position) -> None:
    for first, second in [(6, 5), (3, 3), (2, 1), (4, 1)]:
        found, ends = odds.allows(position, first, second), plays(Roll.of(position, first, second))
        assert found == odds.allows(position, second, first)
        assert (found.use is odds.Use.AGAIN) == any(end.again for end in ends)
        assert (found.use is odds.Use.NONE) == all(end.position == position for end in ends)
        assert found.hits == any(end.position.their_bar > position.their_bar for end in ends)
        assert found.wins == any(end.position.won for end in ends)


def test_the_first_roll_always_enters_and_never_hits() -> None:
    found = odds.chances(START)
    assert found == (1, 0, Fraction(8, 36), 0)
