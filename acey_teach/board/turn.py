"""A roll being played, step by step: which numbers are due, which steps are legal, what is lost (RULES C5 to C9).

Stages follow one another: the two numbers of a roll, or a double, then its complement, then another roll; after 1-2 a
double is named first. A stage in which no step is left is over by itself, so a `Roll` always waits for a choice or has
come to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from acey_teach.board.men import BAR, HAND, OFF, ONE, Men, after, free, places, reach, sources, steps
from acey_teach.board.position import NUMBERS, Position
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.i18n import N_

TIMES = 4
"""How often a double is used, and its complement (C7.1)."""


class Stage(StrEnum):
    """Where a roll stands."""

    PAIR = "pair"
    """Two different numbers are played (C5)."""
    NAME = "name"
    """1-2 was played: a double is named (C7.3)."""
    DOUBLE = "double"
    """A double is played (C7.1 i)."""
    COMPLEMENT = "complement"
    """Its complement is played (C7.1 ii)."""
    AGAIN = "again"
    """All was played: another roll (C7.1 iii)."""
    OVER = "over"
    """The turn has passed to the other player."""
    WON = "won"
    """The last man is off: the game is over (C2)."""


WAITING = frozenset({Stage.PAIR, Stage.NAME, Stage.DOUBLE, Stage.COMPLEMENT})
"""The stages in which the player chooses."""


class Step(NamedTuple):
    """One step: from a place (a point, 25 for the bar, 26 for the hand) with a number."""

    source: int
    number: int

    @property
    def to(self) -> int:
        """The point of arrival, 0 for off.

        >>> Step(26, 4).to, Step(7, 3).to, Step(5, 5).to
        (21, 4, 0)
        """
        return (25 if self.source == HAND else self.source) - self.number


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of two dice while it is played. Nothing in it changes: `take` and `name` give the next one.

    >>> roll = Roll.of(Position.of(), 5, 2)
    >>> roll.steps
    (Step(source=26, number=5), Step(source=26, number=2))
    >>> roll.take(Step(26, 5)).take(Step(26, 2)).position.text
    '23 20 /'
    """

    dice: tuple[int, int]
    position: Position
    stage: Stage
    left: tuple[int, ...] = ()
    """The numbers still due in this stage."""
    named: int | None = None
    """The double named after 1-2."""
    lost: tuple[int, ...] = ()
    """The numbers that could not be used, in the stage that was not completed."""

    @classmethod
    def of(cls, position: Position, first: int, second: int) -> Roll:
        """The roll as it was thrown. Refusal unless both are 1 to 6."""
        for number in (first, second):
            if not is_whole(number) or number not in NUMBERS:
                raise Refusal("die", N_("“{number}” is not on a die: 1 to 6 are."), clause="C1.1", number=shown(number))
        if first == second:
            return cls((first, second), position, Stage.DOUBLE, (first,) * TIMES)._on()
        return cls((first, second), position, Stage.PAIR, (max(first, second), min(first, second)))._on()

    @property
    def acey(self) -> bool:
        """Whether 1 and 2 were thrown (C7.3)."""
        return set(self.dice) == {1, 2}

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step that may be made now, from the highest place down: each leaves a longest play open.

        (C5.1, C5.2, C7.1; R-65.)
        """
        if not self.left:
            return ()
        mine, theirs, left = self.position.mine, self.position.theirs, self.left
        if left[0] == left[-1]:
            legal = [(left[0], _same(mine, theirs, left[0], len(left)))]
        else:
            legal = _pair(mine, theirs, *left)
        return tuple(Step(place, number) for number, can in legal for place in reversed([*places(can)]))

    def take(self, step: Step) -> Roll:
        """The roll after a step; Refusal, with the reason, when it is not legal now."""
        if step not in self.steps:
            raise self.why_not(step)
        return self.taken(step)

    def taken(self, step: Step) -> Roll:
        """The same for a step that is known to be legal."""
        mine, theirs = after(self.position.mine, self.position.theirs, ONE[step.source], step.number)
        at = self.left.index(step.number)
        return self.going_on(Position(mine, theirs), self.left[:at] + self.left[at + 1 :])

    def going_on(self, position: Position, left: tuple[int, ...]) -> Roll:
        """The roll with these men and these numbers still due in its stage."""
        return Roll(self.dice, position, self.stage, left, self.named)._on()

    def name(self, double: int) -> Roll:
        """The roll with a double named after 1-2, any of the six (C7.3, R-66)."""
        if self.stage is not Stage.NAME:
            raise Refusal("no-name", N_("A double is named only after 1 and 2 were both played."), clause="C7.3")
        if not is_whole(double) or double not in NUMBERS:
            raise Refusal("double", N_("Name one of the six doubles, 1 to 6."), clause="C7.3")
        return replace(self, stage=Stage.DOUBLE, left=(double,) * TIMES, named=double)._on()

    def why_not(self, step: Step) -> Refusal:
        """Why a step is not legal now."""
        at, (source, number) = self.position, step
        if self.stage not in WAITING or self.stage is Stage.NAME:
            return Refusal("no-step", N_("No step is due now."), clause="C5.3")
        if number not in self.left:
            return Refusal("number", N_("The number {number} is not due now."), clause="C5.1", number=shown(number))
        if source not in range(OFF + 1, HAND + 1) or not at.mine >> 4 * source & 15:
            return Refusal("no-man", N_("No man of yours stands there."), clause="C4")
        if at.bar and source != BAR:
            return Refusal("bar-first", N_("A man on the bar must enter before anything else moves."), clause="C8.2")
        if step.to > 0 and at.theirs >> 4 * step.to & 15 > 1:
            return Refusal(
                "blocked",
                N_("Point {point} is closed: two enemy men or more stand on it."),
                clause="C4.4",
                point=step.to,
            )
        if source <= 6 and step.to != 0:
            if step.to > 0:
                return Refusal(
                    "frozen", N_("A man at home does not move on: he is borne off from there."), clause="C6.2"
                )
            return Refusal("exact", N_("A man is borne off only by the exact number of his point."), clause="C9.2")
        if source <= 6 and not at.at_home:
            return Refusal("not-home", N_("No man is borne off before all are home."), clause="C9.1")
        if self.stage is Stage.PAIR and all(one.number != number for one in self.steps):
            return Refusal(
                "larger",
                N_("Only one of the two numbers can be used, and it must be {number}."),
                clause="C5.2",
                number=self.steps[0].number,
            )
        return Refusal(
            "longest", N_("As many numbers as possible must be used. After this step fewer could be."), clause="C5.1"
        )

    def _on(self) -> Roll:
        """The same, with every stage that is over by itself left behind."""
        if self.position.won:
            return replace(self, stage=Stage.WON)
        if self.left:
            if any(sources(self.position.mine, self.position.theirs, number) for number in self.left):
                return self
            return replace(self, stage=Stage.OVER, lost=self.left, left=())
        match self.stage:
            case Stage.PAIR if self.acey:
                return replace(self, stage=Stage.NAME)
            case Stage.PAIR:
                return replace(self, stage=Stage.OVER)
            case Stage.DOUBLE:
                other = 7 - (self.named or self.dice[0])
                return replace(self, stage=Stage.COMPLEMENT, left=(other,) * TIMES)._on()
            case Stage.COMPLEMENT:
                return replace(self, stage=Stage.AGAIN)
        return self


def _pair(mine: Men, theirs: Men, larger: int, smaller: int) -> list[tuple[int, int]]:
    """The legal first steps of two different numbers, as (number, source bits): C5."""
    found = [(number, sources(mine, theirs, number)) for number in (larger, smaller)]
    both = []
    for (number, can), other in zip(found, (smaller, larger), strict=True):
        if can and free(mine, theirs, other) < 2:  # of two such men one is always left
            can = sum(source for source, m, t in steps(mine, theirs, number) if sources(m, t, other))
        both.append((number, can))
    if both[0][1] or both[1][1]:
        return both
    return found[:1] if found[0][1] else found  # the larger if it can be used at all (C5.2)


def _same(mine: Men, theirs: Men, number: int, times: int) -> int:
    """The source bits of the legal next steps where a number is due so many times: C7.1."""
    can = sources(mine, theirs, number)
    if times == 1 or not can & can - 1 or free(mine, theirs, number) >= times:  # none or one; all are as long
        return can
    most = reach(mine, theirs, number, times) - 1
    return sum(source for source, m, t in steps(mine, theirs, number) if reach(m, t, number, times - 1) == most)
