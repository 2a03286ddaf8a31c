"""A simple player, and why it plays as it does: pip count, men that can be hit, points made, playing on.

It thinks stage by stage, and looks at nothing that the opponent may answer.
"""

from __future__ import annotations

from typing import NamedTuple

from acey_teach.board.men import POINTS, count
from acey_teach.board.plays import stage_ends
from acey_teach.board.position import NUMBERS, Position
from acey_teach.board.turn import Roll, Stage, Step

POINT, ON, SHARE = 4, 15, 4
"""In pips: a point made, and playing on; a man that can be hit counts for a fourth of what he would lose."""


class Reasons(NamedTuple):
    """What the player sees in a position it can reach, all of it in whole pips but the score."""

    lead: int
    """The opponent's pip count less its own."""
    blots: int
    """Its men that stand alone where an enemy may still come."""
    risk: int
    """The pips all of those would lose if they were hit."""
    points: int
    """Points on which it has two men or more."""
    on: bool
    """Whether it plays on: a double to name, a complement, another roll."""

    @property
    def score(self) -> int:
        """The sum, in fourths of a pip: lead, points and playing on for it, a fourth of the risk against it."""
        return SHARE * (self.lead + POINT * self.points + ON * self.on) - self.risk


class Choice(NamedTuple):
    """What the player does in a stage of its roll: steps, or the double it names."""

    steps: tuple[Step, ...]
    named: int | None
    why: Reasons
    wins: bool


def reasons(position: Position, on: bool = False) -> Reasons:
    """What there is to say for and against a position, seen by the one who played.

    >>> reasons(Position.of({20: 1, 7: 2}))
    Reasons(lead=41, blots=1, risk=5, points=1, on=False)
    """
    lone = [point for point, n in position.points.items() if n == 1 and _comes(position, point)]
    return Reasons(
        position.flipped.pips - position.pips,
        len(lone),
        sum(25 - point for point in lone),
        sum(n > 1 for n in position.points.values()),
        on,
    )


def ranked(roll: Roll) -> list[Choice]:
    """What can be done in the stage of a roll, best first: its ends, or the six doubles, each played as well as can be.

    >>> roll = Roll.of(Position.parse("4x4 2 1 off9 /"), 2, 1).take(Step(2, 2)).take(Step(1, 1))
    >>> [choice.named for choice in ranked(roll)]
    [4, 1, 2, 3, 5, 6]
    """
    if roll.stage is Stage.NAME:
        found = []
        for double in NUMBERS:
            at = roll.name(double)
            while best := _best(at):
                at = best[0]
            found.append(_choice(at, (), double))
    else:
        found = [_choice(on, steps, None) for on, steps in stage_ends(roll)]
    return sorted(found, key=_worth)


def choose(roll: Roll) -> Choice:
    """What the player does.

    >>> choose(Roll.of(Position.parse("13 8 / 7 1x14"), 6, 1)).steps
    (Step(source=13, number=6), Step(source=8, number=1))
    """
    return ranked(roll)[0]


def _best(roll: Roll) -> tuple[Roll, tuple[Step, ...]] | None:
    return min(stage_ends(roll), key=lambda end: _worth(_choice(end[0], end[1], None)), default=None)


def _choice(on: Roll, steps: tuple[Step, ...], named: int | None) -> Choice:
    going = on.stage not in (Stage.OVER, Stage.WON)
    return Choice(steps, named, reasons(on.position, going), on.stage is Stage.WON)


def _worth(choice: Choice) -> tuple[bool, int]:
    return not choice.wins, -choice.why.score


def _comes(position: Position, point: int) -> bool:
    """Whether an enemy man can still come to a point: one in his hand, on his bar, or marching below it.

    His men march towards 24 in the mover's numbering, and stand still on 19 to 24 (C6.2).
    """
    if position.their_hand or position.their_bar:
        return True
    return any(count(position.theirs, below) for below in POINTS[: min(point, 19) - 1])
