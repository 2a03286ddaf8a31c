"""Looking for the smallest case in which a program is wrong: all small cases, then large ones by lot, then shrinking.

Cases are put to the program many at a time, and nothing here depends on anything but the program's answers: the same
program gets the same case every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
    tried = _called(program, task, sorted(domain.small(), key=domain.size))
    wrong = next((one for one in tried if not right(*one)), None)
    if wrong or not domain.draw:
        return Found(tried, wrong)
    random = Random(4)
    cases = sorted((domain.draw(random) for _ in range(SAMPLES)), key=domain.size)
    large = _called(program, task, cases)
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


def _called(program: Program, task: str, cases: Sequence[Case]) -> tuple[tuple[Case, Reply], ...]:
    """Each case with its reply. A case is hashable: what is a tuple in it, the program gets as a list."""
    calls = [[list(value) if isinstance(value, tuple) else value for value in case] for case in cases]
    replies = [reply for at in range(0, len(calls), BATCH) for reply in program.call(task, calls[at : at + BATCH])]
    return tuple(zip(cases, replies, strict=True))


def _nearer(case: Case) -> Iterator[Case]:
    """Cases with one argument smaller: less by a power of two; a list without an item, or with a smaller one."""
    for at, value in enumerate(case):
        for less in _less(value):
            yield (*case[:at], less, *case[at + 1 :])


def _less(value: object) -> Iterator[object]:
    if type(value) is int and value > 0:
        yield from (value - (1 << k) for k in range(value.bit_length()))
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ((*value[:at], less, *value[at + 1 :]) for less in _less(item))
