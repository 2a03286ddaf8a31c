"""A second reading of RULES part C: every order of steps tried one by one, on plain dictionaries, shared with nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Side = dict[Any, int]
"""Men by place: 1 to 24, "hand", "bar", "off"; points in the mover's numbering for both sides."""
At = tuple[frozenset[tuple[Any, int]], frozenset[tuple[Any, int]]]
End = tuple[At, bool, int | None]


def side(points: dict[Any, int]) -> Side:
    men = {place: n for place, n in points.items() if n}
    hand = 15 - sum(men.values())
    return {**men, "hand": hand} if hand else men


def freeze(mine: Side, theirs: Side) -> At:
    return frozenset(mine.items()), frozenset(theirs.items())


def one_step(mine: Side, theirs: Side, number: int) -> Iterator[tuple[Side, Side]]:
    """C4, C6, C8, C9, clause by clause."""
    away = [place for place in mine if place in ("hand", "bar") or (isinstance(place, int) and place > 6)]
    if "bar" in mine:
        moves = [("bar", 25 - number)]
    else:
        moves = [(p, p - number) for p in mine if isinstance(p, int) and p >= 7]
        if "hand" in mine:
            moves.append(("hand", 25 - number))
        if not away and number in mine:
            moves.append((number, 0))
    for source, to in moves:
        if to and theirs.get(to, 0) >= 2:
            continue
        me, them = dict(mine), dict(theirs)
        me[source] -= 1
        if not me[source]:
            del me[source]
        place = to or "off"
        me[place] = me.get(place, 0) + 1
        if to and them.get(to):
            del them[to]
            them["bar"] = them.get("bar", 0) + 1
        yield me, them


def won(mine: Side) -> bool:
    return mine.get("off") == 15


def orders(mine: Side, theirs: Side, numbers: list[int]) -> Iterator[tuple[int, Side, Side]]:
    """Every way to use the numbers in this order as far as it goes: how many were used, and both sides then."""
    if won(mine) or not numbers:
        yield 0, mine, theirs
        return
    stuck = True
    for me, them in one_step(mine, theirs, numbers[0]):
        stuck = False
        for used, last, enemy in orders(me, them, numbers[1:]):
            yield used + 1, last, enemy
    if stuck:
        yield 0, mine, theirs


def longest(found: Iterator[tuple[int, Side, Side]]) -> tuple[int, dict[At, tuple[Side, Side]]]:
    ends = [*found]
    most = max(used for used, _, _ in ends)
    return most, {freeze(me, them): (me, them) for used, me, them in ends if used == most or won(me)}


def double(mine: Side, theirs: Side, d: int, named: int | None) -> Iterator[End]:
    used, ends = longest(orders(mine, theirs, [d] * 4))
    for at, (me, them) in ends.items():
        if used < 4 or won(me):
            yield at, False, named
            continue
        more, lasts = longest(orders(me, them, [7 - d] * 4))
        for last, (then, _) in lasts.items():
            yield last, more == 4 and not won(then), named


def turn(mine: Side, theirs: Side, a: int, b: int) -> set[End]:
    """All ends of a roll: (both sides, whether another roll follows, the named double)."""
    if a == b:
        return set(double(mine, theirs, a, None))
    larger, smaller = max(a, b), min(a, b)
    both = [
        (me, them)
        for numbers in ([larger, smaller], [smaller, larger])
        for used, me, them in orders(mine, theirs, numbers)
        if used == 2
    ]
    if not both:
        for number in (larger, smaller):
            single = [*one_step(mine, theirs, number)]
            if single:
                return {(freeze(*end), False, None) for end in single}
        return {(freeze(mine, theirs), False, None)}
    if (larger, smaller) != (2, 1):
        return {(freeze(*end), False, None) for end in both}
    found: set[End] = set()
    for me, them in both:
        if won(me):
            found.add((freeze(me, them), False, None))
        else:
            for d in range(1, 7):
                found |= set(double(me, them, d, d))
    return found
