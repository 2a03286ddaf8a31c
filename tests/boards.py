"""Positions and games for tests of the board game."""

from __future__ import annotations

import random as chance

from hypothesis import strategies as st

from acey_teach.board.game import Game, Phase, Setup
from acey_teach.board.position import Position

DEAD = Position.parse("6x2 5x2 4x2 3x2 2x2 1x2 / 24x2 23x2 22x2 21x2 20x2 19x2")
SIXES = Position.parse("6x2 off13 /")


@st.composite
def positions(draw: st.DrawFn, most: int = 15) -> Position:
    """Any legal position with at most so many of the mover's men still to be played."""
    points = draw(st.permutations(range(1, 25)))
    taken = draw(st.integers(0, 12))
    sides = []
    for share in (points[:taken], points[taken : taken + draw(st.integers(0, 8))]):
        left, men = 15, {}
        for point in share:
            men[point] = draw(st.integers(1, 4))
        while sum(men.values()) > 15:
            men.popitem()
        left -= sum(men.values())
        bar = draw(st.integers(0, min(left, 3)))
        off = draw(st.integers(max(0, left - bar - most), min(14, left - bar)))  # nobody has won yet
        sides.append((men, bar, off))
    (mine, bar, off), (theirs, their_bar, their_off) = sides
    return Position.of(mine, theirs, bar=bar, off=off, their_bar=their_bar, their_off=their_off)


def play_on(game: Game, draw: chance.Random, throws: int = 100_000) -> Game:
    """Play by chance to the end, or so many throws on."""
    last = game.thrown + throws
    while not game.over:
        if game.phase in (Phase.START, Phase.THROW):
            if game.thrown >= last:
                break
            game = game.throw()
        elif game.phase is Phase.NAME:
            game = game.name_double(draw.randint(1, 6))
        else:
            assert game.roll
            game = game.take(draw.choice(game.roll.steps))
    return game


def game_of(seed: str, **setup: object) -> Game:
    """The first moment of a game."""
    return Game.begin(Setup.of(seed=seed, **setup))  # type: ignore[arg-type]
