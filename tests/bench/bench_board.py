"""All ends of the widest first roll of the board game against trying every order of its steps."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from row import Row

from acey_teach.board.men import Men, steps
from acey_teach.board.plays import plays
from acey_teach.board.position import START
from acey_teach.board.turn import Roll

HOW = "python tests/bench/run.py --only board"
Ends = set[tuple[Men, Men, int]]


def every_order(mine: Men, theirs: Men, numbers: list[int], found: Ends, named: int) -> None:
    """The ends of using these numbers in this order, over every choice of men (from the start all can be used)."""
    if not numbers:
        found.add((mine, theirs, named))
        return
    for _, m, t in steps(mine, theirs, numbers[0]):
        every_order(m, t, numbers[1:], found, named)


def naive() -> Ends:
    """1-2 from the start with every double named, order by order."""
    found: Ends = set()
    for first in ([1, 2], [2, 1]):
        for double in range(1, 7):
            every_order(START.mine, START.theirs, first + [double] * 4 + [7 - double] * 4, found, double)
    return found


def run() -> list[Row]:
    """One row: milliseconds of both, in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(5):
        start = perf_counter()
        ours = plays(Roll.of(START, 1, 2))
        middle = perf_counter()
        theirs = naive()
        times[0].append(middle - start)
        times[1].append(perf_counter() - middle)
        assert {(end.position.mine, end.position.theirs, end.named) for end in ours} == theirs
    ends = len({end.position for end in ours})
    what = f"`{HOW}`: 1-2 from the start with all namings, {ends} end positions, and every order of steps; same ends"
    return [Row("widest first roll", 1e3 * median(times[0]), 1e3 * median(times[1]), "ms", 20, what, "times faster")]
