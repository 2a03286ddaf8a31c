"""All end positions of a roll, each once (RULES C5 to C9).

A stage is played for all positions at once, step by step, in a set: two orders of the same steps meet in it, so nothing
is counted twice and the work grows with the positions, not with the orders that lead to them. Each position remembers
one way by which it was reached.
"""

from __future__ import annotations

from typing import NamedTuple

from acey_teach.board.men import MEN, ONE, Men, steps
from acey_teach.board.position import NUMBERS, Position
from acey_teach.board.turn import TIMES, Roll, Stage, Step

_OFF_ALL = MEN * ONE[0]

Both = tuple[Men, Men]
Way = tuple[tuple[int, int], ...]
"""Steps as (source bit, number)."""
Ways = dict[Both, Way]
"""Positions, each with one way to it."""


class Play(NamedTuple):
    """One way to play a roll to its end."""

    position: Position
    """The end position, still seen by the one who played."""
    again: bool
    """Whether another roll follows (C7.1 iii)."""
    named: int | None
    """The double named after 1-2, None where none was."""
    way: Way
    """One order of steps that leads there, as (source bit, number): see `steps`."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """One order of steps that leads there."""
        return _steps(self.way)


def plays(roll: Roll) -> list[Play]:
    """Every end position of a roll, once for each double that can be named on the way to it.

    A roll that is played in part is gone on with from where it stands; one that has come to its end has that end.

    >>> from acey_teach.board.position import START
    >>> [play.position.text for play in plays(Roll.of(START, 5, 2))]
    ['18 /', '23 20 /']
    >>> len(plays(Roll.of(START, 5, 5))), len({play.position for play in plays(Roll.of(START, 1, 2))})
    (99, 1322)
    """
    begin: Ways = {(roll.position.mine, roll.position.theirs): ()}
    match roll.stage:
        case Stage.PAIR:
            found, whole = _pair(begin, *roll.left) if len(roll.left) == 2 else (_add(begin, roll.left[0])[0], True)
            if not (whole and roll.acey):
                return _plays(found, False, None)
            won = {at: way for at, way in found.items() if at[0] == _OFF_ALL}
            going = {at: way for at, way in found.items() if at not in won}
            return _plays(won, False, None) + [play for double in NUMBERS for play in _double(going, double, double)]
        case Stage.NAME:
            return [play for double in NUMBERS for play in _double(begin, double, double)]
        case Stage.DOUBLE:
            return _double(begin, roll.left[0], roll.named, len(roll.left))
        case Stage.COMPLEMENT:
            return _complement(begin, roll.left[0], roll.named, len(roll.left))
    return _plays(begin, roll.stage is Stage.AGAIN, roll.named)


def stage_ends(roll: Roll) -> list[tuple[Roll, tuple[Step, ...]]]:
    """Every end of the stage a roll is in, as the roll that goes on from there, with one order of steps to it.

    A turn may have tens of thousands of ends, a stage has few: who thinks stage by stage looks at these.

    >>> from acey_teach.board.position import START
    >>> [(on.position.text, on.stage.value) for on, steps in stage_ends(Roll.of(START, 2, 1))]
    [('22 /', 'name'), ('24 23 /', 'name')]
    """
    begin: Ways = {(roll.position.mine, roll.position.theirs): ()}
    if roll.stage is Stage.PAIR and len(roll.left) == 2:
        found, _ = _pair(begin, *roll.left)
        ends = [(at, way, tuple({*roll.left} - {number for _, number in way})) for at, way in found.items()]
    elif roll.left:
        done, broken = _times(begin, roll.left[0], len(roll.left))
        ends = [(at, way, ()) for at, way in done.items()]
        ends += [(at, way, roll.left[len(way) :]) for at, way in broken.items()]
    else:
        return []
    return [(roll.going_on(Position(*at), left), _steps(way)) for at, way, left in ends]


def _double(begin: Ways, double: int, named: int | None, times: int = TIMES) -> list[Play]:
    """The ends of a double, its complement and the right to another roll, from every beginning.

    An end of one stage is no end of another: men have gone farther in the later one.
    """
    whole, broken = _times(begin, double, times)
    return _plays(broken, False, named) + _complement(whole, 7 - double, named)


def _complement(begin: Ways, number: int, named: int | None, times: int = TIMES) -> list[Play]:
    whole, broken = _times(begin, number, times)
    return _plays(broken, False, named) + _plays(whole, True, named)


def _pair(begin: Ways, larger: int, smaller: int) -> tuple[Ways, bool]:
    """The ends of two different numbers from one position, and whether both were used (C5)."""
    one, other = _add(begin, larger)[0], _add(begin, smaller)[0]
    found = {**_add(other, larger)[0], **_add(one, smaller)[0]}
    return (found, True) if found else (one or other or begin, False)


def _times(begin: Ways, number: int, times: int) -> tuple[Ways, Ways]:
    """The ends of a number that is due so many times: where all were used, and where fewer could be.

    Each beginning has a longest play of its own, and only longest plays count (R-65).
    """
    layers, free = [begin], True
    for _ in range(times):
        ahead, all_go = _add(layers[-1], number)
        layers.append(ahead)
        free = free and all_go
    if free:  # nobody is ever stuck
        return layers[times], {}
    longest = [dict.fromkeys(layers[times], 0)]
    for layer in reversed(layers[:times]):
        then = longest[-1]
        longest.append({at: max((1 + then[m, t] for _, m, t in steps(*at, number)), default=0) for at in layer})
    going, broken = begin, Ways()
    for _ in range(times):
        here, then = longest.pop(), longest[-1]
        ahead = {}
        for at, way in going.items():
            if not here[at]:
                broken[at] = way
            for source, m, t in steps(*at, number):
                if then[m, t] == here[at] - 1 and (m, t) not in ahead:
                    ahead[m, t] = (*way, (source, number))
        going = ahead
    return going, broken


def _add(begin: Ways, number: int) -> tuple[Ways, bool]:
    """Every position one step on, and whether there was a step from every beginning."""
    found: Ways = {}
    all_go = True
    for at, way in begin.items():
        stuck = True
        for source, mine, theirs in steps(*at, number):
            stuck = False
            if (mine, theirs) not in found:
                found[mine, theirs] = (*way, (source, number))
        all_go = all_go and not stuck
    return found, all_go


def _steps(way: Way) -> tuple[Step, ...]:
    return tuple(Step(source.bit_length() // 4, number) for source, number in way)


def _plays(found: Ways, again: bool, named: int | None) -> list[Play]:
    return [Play(Position(*at), again and at[0] != _OFF_ALL, named, way) for at, way in found.items()]
