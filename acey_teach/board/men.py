"""The men of one side as one whole number, four bits a place, and the single step on them (RULES C4, C6, C8, C9).

Places of the player to move: 0 holds the men borne off, 1 to 24 the points, 25 the bar, 26 the hand. His opponent's men
are kept *in the same numbering of points*, so a point of theirs stands where the player sees it; seen from there their
bar is place 0 and their men borne off are place 25. A step with the number d shifts a man d places, whether he enters
from the bar, moves, or is borne off: this is why the bar is 25 and off is 0. No place ever holds more than 15 men, so
nothing runs over into the next.
"""

from __future__ import annotations

from collections.abc import Iterator

MEN = 15
POINTS = range(1, 25)
HOME = range(1, 7)
"""A man here moves no more: he is borne off or hit (C6)."""
OFF, BAR, HAND = 0, 25, 26

ONE = tuple(1 << 4 * place for place in range(27))
"""One man in each place."""
_ON_POINTS = sum(ONE[point] for point in POINTS)
_MARCHING = sum(ONE[point] for point in range(7, 25))
_NOT_HOME = sum(15 * ONE[place] for place in range(7, 27))  # also the bar and the hand
_ALL_BUT_HAND = ONE[HAND] - 1
_BAR = 15 * ONE[BAR]
_BAR_ONE, _HAND = ONE[BAR], ONE[HAND]

Men = int
"""The men of one side, packed."""


def count(men: Men, place: int) -> int:
    """How many men stand in a place.

    >>> count(2 * ONE[6] + ONE[HAND], 6)
    2
    """
    return men >> 4 * place & 15


def mirrored(men: Men) -> Men:
    """The same men in the numbering of the other player: point p becomes 25 - p, the hand stays.

    >>> count(mirrored(3 * ONE[24]), 1)
    3
    """
    return int(f"{men & _ALL_BUT_HAND:026x}"[::-1], 16) | men & ~_ALL_BUT_HAND


def sources(mine: Men, theirs: Men, number: int) -> int:
    """The places from which a man may take a step with `number`, one bit each: that of `ONE[place]`."""
    shift = 4 * number
    blocked = (theirs >> 1 | theirs >> 2 | theirs >> 3) & _ON_POINTS  # two men or more (C4.4)
    if mine & _BAR:  # C8.2
        return ONE[BAR] & ~(blocked << shift)
    if not mine & _NOT_HOME:  # C9.1, C9.2
        return ONE[number] if mine >> shift & 15 else 0
    standing = (mine | mine >> 1 | mine >> 2 | mine >> 3) & _MARCHING
    found = standing & ~(blocked << shift)
    if mine >> 4 * HAND and not blocked & ONE[BAR - number]:
        found |= ONE[HAND]
    return found


def after(mine: Men, theirs: Men, source: int, number: int) -> tuple[Men, Men]:
    """Both sides' men after a step with `number` from `source`, a bit of `sources`."""
    to = (source if source != ONE[HAND] else ONE[BAR]) >> 4 * number
    mine += to - source
    if theirs & to and to != 1:  # the only man there: an open point has no more (C8.1)
        theirs += 1 - to
    return mine, theirs


def steps(mine: Men, theirs: Men, number: int) -> Iterator[tuple[int, Men, Men]]:
    """Every step with `number`: its source bit and both sides' men after it."""
    left, shift = sources(mine, theirs, number), 4 * number
    while left:
        source = left & -left
        left -= source
        to = (source if source != _HAND else _BAR_ONE) >> shift  # as in `after`: this is the innermost loop of all
        yield source, mine + to - source, theirs + 1 - to if theirs & to and to != 1 else theirs


def places(sources: int) -> Iterator[int]:
    """The places of source bits, from the lowest up.

    >>> list(places(ONE[7] | ONE[BAR]))
    [7, 25]
    """
    while sources:
        source = sources & -sources
        sources -= source
        yield source.bit_length() // 4


def free(mine: Men, theirs: Men, number: int) -> int:
    """How many men can each take a step with `number` whatever the others do: men that enter from the hand or march.

    A step closes no point to its own side and sends nobody to its own bar, so these steps do not hinder one another.
    0 with men on the bar and when men are borne off, where one step does change what the next can be.

    >>> free(2 * ONE[9] + 13 * ONE[HAND], 0, 3)
    15
    """
    if mine & _BAR or not mine & _NOT_HOME:
        return 0
    can = mine & 15 * sources(mine, theirs, number)
    return can % 15 or (can and 15)  # the sum of the digits of a number in base 16, up to 15


def reach(mine: Men, theirs: Men, number: int, most: int) -> int:
    """How many steps with `number`, up to `most`, can be made one after the other with the best choice of men."""
    if not most or free(mine, theirs, number) >= most:
        return most
    return max((1 + reach(m, t, number, most - 1) for _, m, t in steps(mine, theirs, number)), default=0)
