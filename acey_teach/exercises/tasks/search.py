"""Looking for the smallest case in which a program is wrong: all small cases, then large ones by lot, then shrinking.

Cases are put to the program many at a time, and nothing here depends on anything but the program's answers: the same
program gets the same case every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from acey_teach.exercises.program import Kind, Program, Reply

Case = tuple[Any, ...]
"""The arguments of one call."""
SAMPLES = 300
"""How many large cases are tried."""
BATCH = 1000
"""How many calls a program is given at once: a slow one has so many seconds for each batch."""


@dataclass(frozen=True)
class Domain:
    """The cases a function is made for. All the `small` ones are tried; `draw` makes a large one, None without such.

    `size` orders cases, the simplest for a reader first. `valid` is asked about any values, of any type.
    """

    small: Callable[[], Iterable[Case]]
    size: Callable[[Case], Any]
    valid: Callable[[Case], bool]
    draw: Callable[[Random], Case] | None = None


class Found(NamedTuple):
    """What a search brought: every case tried with its reply, and of the wrong ones the smallest, or None."""

    tried: tuple[tuple[Case, Reply], ...]
    wrong: tuple[Case, Reply] | None


def search(program: Program, task: str, domain: Domain, right: Callable[[Case, Reply], bool]) -> Found:
    """Call the function of `task` until a case turns up for which `right` denies its reply, and make that case small.

    A function that is right in all small cases and in all samples has no such case. One that was stopped answers
    nothing more, so the case that stopped it is the one.
    """
    tried = _called(program, task, _small(domain))
    wrong = next((one for one in tried if not right(*one)), None)
    if wrong:
        return Found(tried, wrong)
    large = _called(program, task, _large(domain))
    tried, wrong = tried + large, next((one for one in large if not right(*one)), None)
    while wrong and wrong[1].kind is not Kind.STOPPED:
        size = domain.size(wrong[0])
        near = sorted({c for c in _nearer(wrong[0]) if domain.valid(c) and domain.size(c) < size}, key=domain.size)
        # a neighbour that stops the program tells less than the wrong answer that is known
        smaller = [one for one in _called(program, task, near) if one[1].kind is not Kind.STOPPED and not right(*one)]
        if not smaller:
            break
        wrong = smaller[0]
    return Found(tried, wrong)


@cache
def _small(domain: Domain) -> tuple[Case, ...]:
    return tuple(sorted(domain.small(), key=domain.size))


@cache
def _large(domain: Domain) -> tuple[Case, ...]:
    random, draw = Random(4), domain.draw
    return tuple(sorted((draw(random) for _ in range(SAMPLES)), key=domain.size)) if draw else ()


def _called(program: Program, task: str, cases: Sequence[Case]) -> tuple[tuple[Case, Reply], ...]:
    """Each case with its reply. A case is hashable: what is a tuple in it, the program gets as a list."""
    calls = [[list(value) if isinstance(value, tuple) else value for value in case] for case in cases]
    replies = [reply for at in range(0, len(calls), BATCH) for reply in program.call(task, calls[at : at + BATCH])]
    return tuple(zip(cases, replies, strict=True))


def _nearer(case: Case) -> Iterator[Case]:
    """Cases that may be smaller: one argument less, two exchanged, or all numbers from some number upwards less."""
    for at, value in enumerate(case):
        for less in _less(value):
            yield (*case[:at], less, *case[at + 1 :])
        yield (*case[:at], *case[at : at + 2][::-1], *case[at + 2 :])
    for low in set(_numbers(case)):
        for by in _powers(low):
            yield _lowered(case, low, by)


def _powers(number: int) -> Iterator[int]:
    """Powers of two up to a number: taken away, they lead to any smaller number in a few steps."""
    return (1 << k for k in range(max(0, number).bit_length()))


def _less(value: object) -> Iterator[object]:
    if type(value) is int:
        yield from (value - by for by in _powers(value))
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ((*value[:at], less, *value[at + 1 :]) for less in _less(item))


def _numbers(value: object) -> Iterator[int]:
    if type(value) is int:
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _numbers(item)


def _lowered(value: Any, low: int, by: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_lowered(item, low, by) for item in value)
    return value - by if type(value) is int and value >= low else value
