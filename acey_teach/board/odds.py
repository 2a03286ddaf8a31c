"""Exact chances of a roll and of a turn: what the dice allow in a position, and how far a turn goes (RULES C12)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from acey_teach.board.men import count, reach
from acey_teach.board.plays import plays, stage_ends
from acey_teach.board.position import NUMBERS, Position
from acey_teach.board.turn import TIMES, WAITING, Roll, Stage

ROLLS = tuple((a, b) for a in NUMBERS for b in NUMBERS)
"""The 36 rolls of two dice that can be told apart, all equally likely."""
DOUBLE_PIPS = TIMES * 7
"""A double and its complement: 4d + 4(7 - d)."""
ACEY_PIPS = 1 + 2 + DOUBLE_PIPS


class Use(StrEnum):
    """How much of a roll can be played at best."""

    AGAIN = "again"
    """All of it, and another roll follows."""
    ALL = "all"
    """Both numbers."""
    PART = "part"
    """Something, and the rest is lost."""
    NONE = "none"
    """Nothing: the roll is lost (R-70)."""


class Allows(NamedTuple):
    """What a roll allows in a position, each for the play that does it."""

    use: Use
    enters: bool
    """A man can come in, from the bar or from the hand."""
    hits: bool
    """An enemy man can be hit."""
    wins: bool


@lru_cache(maxsize=4096)
def allows(position: Position, first: int, second: int) -> Allows:
    """What a roll allows.

    >>> allows(Position.parse("bar2 13x2 / 23x2"), 5, 2)
    Allows(use=<Use.PART: 'part'>, enters=True, hits=False, wins=False)
    """
    if first < second:
        return allows(position, second, first)
    roll = Roll.of(position, first, second)
    wins = position.pips <= pips(first, second) and any(play.position.won for play in plays(roll))
    return Allows(_use(roll), _finds(roll, _may_enter, _entered), _finds(roll, _may_hit, _has_hit), wins)


def _use(roll: Roll) -> Use:
    """How much can be played. Every play of a stage uses as many numbers as any other."""
    stage, ends = roll.stage, stage_ends(roll)
    if not ends:
        return Use.NONE
    if stage is Stage.PAIR and not roll.acey:
        return Use.PART if ends[0][0].lost else Use.ALL
    return Use.AGAIN if _finds(roll, _may_go_on, _goes_on) else Use.PART


Question = Callable[[Roll], bool]
Found = Callable[[Roll, Roll], bool]


def _finds(roll: Roll, may: Question, found: Found) -> bool:
    """Whether some play comes to a moment for which `found` holds, looking no farther where it no longer `may`.

    `may` must say True wherever `found` can still come about. The steps that use a number at once are looked at first,
    so that what is possible is mostly found on the way straight on.
    """
    seen, waiting = set(), [roll]
    while waiting:
        at = waiting.pop()
        if at.stage not in WAITING or at in seen or not may(at):
            continue
        seen.add(at)
        follow = [at.name(double) for double in NUMBERS] if at.stage is Stage.NAME else [at.taken(s) for s in at.steps]
        if any(found(at, after) for after in follow):
            return True
        waiting += reversed(follow)
    return False


def _may_enter(roll: Roll) -> bool:
    """Whether a man waits outside and one of the numbers still to come finds its point open."""
    at, later = roll.position, set(roll.left)
    if not at.hand + at.bar:
        return False
    if roll.stage is Stage.DOUBLE:
        later.add(7 - roll.left[0])
    elif roll.stage is Stage.NAME or (roll.stage is Stage.PAIR and roll.acey):
        later.update(NUMBERS)
    return any(count(at.theirs, 25 - number) < 2 for number in later)


def _entered(before: Roll, after: Roll) -> bool:
    return after.position.hand + after.position.bar < before.position.hand + before.position.bar


def _may_hit(roll: Roll) -> bool:
    """Whether some man, taken by himself, comes to a lone enemy with the numbers due and those that may follow."""
    at = roll.position
    lone = {point for point, n in at.their_points.items() if n == 1}
    if not lone:
        return False
    men = {point for point in at.points if point > 6} | ({25} if at.hand + at.bar else set())
    left = roll.left
    match roll.stage:
        case Stage.COMPLEMENT:
            return bool(lone & _lands(at, men, left[0], len(left)))
        case Stage.DOUBLE:
            return bool(lone & _double_lands(at, men, left[0], len(left)))
        case Stage.PAIR:
            for first, then in ((left[0], left[-1]), (left[-1], left[0])):
                men = men | _lands(at, _lands(at, men, first, 1), then, len(left) - 1)
            if not roll.acey:
                return bool(lone & men)
    return any(lone & _double_lands(at, men, double, TIMES) for double in NUMBERS)


def _double_lands(at: Position, men: set[int], double: int, times: int) -> set[int]:
    on = _lands(at, men, double, times)
    return on | _lands(at, on, 7 - double, TIMES)


def _lands(at: Position, men: set[int], number: int, times: int) -> set[int]:
    """Where men from these places can be after up to so many steps each, with their own men never in the way."""
    found = set(men)
    for _ in range(times):
        men = {p - number for p in men if p > 6 and p - number > 0 and count(at.theirs, p - number) < 2}
        found |= men
    return found


def _has_hit(before: Roll, after: Roll) -> bool:
    return after.position.their_bar > before.position.their_bar


def _may_go_on(roll: Roll) -> bool:
    """Whether the stage can be completed. All its plays are as long, so this is known at once."""
    if roll.stage is Stage.PAIR or roll.stage is Stage.NAME:
        return True
    return reach(roll.position.mine, roll.position.theirs, roll.left[0], len(roll.left)) == len(roll.left)


def _goes_on(before: Roll, after: Roll) -> bool:
    return after.stage is Stage.AGAIN


class Chances(NamedTuple):
    """How likely the next roll is to allow something, as exact fractions."""

    enters: Fraction
    hits: Fraction
    again: Fraction
    lost: Fraction
    """Nothing can be played."""


def chances(position: Position) -> Chances:
    """The chances of the next roll in a position, over all 36 rolls.

    >>> chances(Position.parse("bar1 / 24x2 23x2 22x2")).enters
    Fraction(3, 4)
    """
    each = [allows(position, *roll) for roll in ROLLS]
    return Chances(
        Fraction(sum(one.enters for one in each), 36),
        Fraction(sum(one.hits for one in each), 36),
        Fraction(sum(one.use is Use.AGAIN for one in each), 36),
        Fraction(sum(one.use is Use.NONE for one in each), 36),
    )


def enters(closed: int) -> Fraction:
    """The chance that a man on the bar enters when so many of the six entering points are closed.

    >>> [str(enters(closed)) for closed in range(7)]
    ['1', '35/36', '8/9', '3/4', '5/9', '11/36', '0']
    """
    return 1 - Fraction(closed, 6) ** 2


def pips(first: int, second: int) -> int:
    """What a roll is worth in pips when nothing is blocked (C12).

    >>> pips(5, 2), pips(3, 3), pips(1, 2)
    (7, 28, 31)
    """
    if first == second:
        return DOUBLE_PIPS
    return ACEY_PIPS if {first, second} == {1, 2} else first + second


def turn_pips(most: int) -> tuple[dict[int, Fraction], Fraction]:
    """The pips of a whole turn when nothing is blocked: pips -> probability up to `most`, and the probability of more.

    Another roll follows 8 rolls of 36, so a turn of more than k rolls has probability (2/9)^k: the tail is geometric.

    >>> shares, rest = turn_pips(60)
    >>> shares[7], sum(shares.values()) + rest
    (Fraction(1, 6), Fraction(1, 1))
    """
    last: dict[int, Fraction] = {}
    more: dict[int, Fraction] = {}
    for first, second in ROLLS:
        to = more if first == second or {first, second} == {1, 2} else last
        n = pips(first, second)
        to[n] = to.get(n, Fraction(0)) + Fraction(1, 36)
    found: dict[int, Fraction] = {}
    for total in range(most + 1):
        p = last.get(total, Fraction(0)) + sum(
            (share * found[total - n] for n, share in more.items() if total - n in found), Fraction(0)
        )
        if p:
            found[total] = p
    return found, 1 - sum(found.values(), Fraction(0))


AGAIN = Fraction(8, 36)
"""The probability that another roll follows when nothing is blocked: six doubles, and 1-2 in either order."""
ROLLS_A_TURN = 1 / (1 - AGAIN)
PIPS_A_ROLL = Fraction(sum(pips(*roll) for roll in ROLLS), 36)
PIPS_A_TURN = PIPS_A_ROLL * ROLLS_A_TURN
