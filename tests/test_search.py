"""The search for the smallest case in which a program is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from acey_teach.exercises.program import Kind, Program, Reply
from acey_teach.exercises.tasks.search import SAMPLES, Case, Domain, search


class Local:
    """A function as a `Program` that remembers what it was asked."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function, self.batches = function, list[list[Sequence[object]]]()

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        self.batches.append([list(call) for call in calls])
        return [Reply(Kind.VALUE, self.function(*call)) for call in calls]


class Stops(Local):
    """A program that answers nothing more from the first call on for which `stops`."""

    def __init__(self, function: Callable[..., object], stops: Callable[..., bool]) -> None:
        super().__init__(function)
        self.stops, self.stopped = stops, False

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        replies = []
        for call in calls:
            self.stopped = self.stopped or self.stops(*call)
            replies.append(Reply(Kind.STOPPED, name="late") if self.stopped else super().call(task, [call])[0])
        return replies


PAIRS = Domain(
    lambda: ((a, b) for a in range(8) for b in range(8)),
    lambda case: (sum(case), case),
    lambda case: all(0 <= n <= 1000 for n in case),
    lambda random: (random.randint(0, 1000), random.randint(0, 1000)),
)
LISTS = Domain(
    lambda: [((),), ((1,),)],
    lambda case: (len(case[0]), sum(case[0]), case),
    lambda case: all(1 <= n <= 50 for n in case[0]),
    lambda random: (tuple(random.randint(1, 50) for _ in range(random.randint(2, 12))),),
)


def wrong(program: Program, domain: Domain, right: Callable[..., object]) -> Case | None:
    found = search(program, "7.1", domain, lambda case, reply: reply.kind is Kind.VALUE and reply.value == right(*case))
    return found.wrong[0] if found.wrong else None


def add(a: int, b: int) -> int:
    return a + b


@pytest.mark.parametrize(
    ("function", "smallest"),
    [
        (lambda a, b: 0, (0, 1)),
        (lambda a, b: a - b, (0, 1)),
        (lambda a, b: a + b if a != 7 else 0, (7, 0)),  # the last of all small ones in its argument
        (lambda a, b: a + b if a < 300 else 0, (300, 0)),  # right in all small cases
        (lambda a, b: a + b if b < 300 or a < 200 else 0, (200, 300)),
        (lambda a, b: a + b if a < b + 100 else 0, (100, 0)),
        (add, None),
    ],
)
def test_the_smallest_wrong_case_is_found(function: Callable[..., object], smallest: Case | None) -> None:
    assert wrong(Local(function), PAIRS, add) == smallest


@pytest.mark.parametrize(
    ("function", "smallest"),
    [
        (lambda items: sum(items[:3]), ((1, 1, 1, 1),)),
        (lambda items: sum(set(items)), ((1, 1),)),
        (lambda items: sum(n for n in items if n < 40), ((40,),)),
        (lambda items: sum(items) if 13 not in items else 0, ((13,),)),
    ],
)
def test_lists_lose_items_and_their_items_get_smaller(function: Callable[..., object], smallest: Case) -> None:
    assert wrong(Local(function), LISTS, sum) == smallest


def test_a_program_gets_lists() -> None:
    program = Local(lambda items: sum(items))
    assert wrong(program, LISTS, sum) is None
    assert all(type(call[0]) is list for batch in program.batches for call in batch)


def test_the_same_program_is_asked_the_same() -> None:
    first, second = (Local(lambda a, b: min(a + b, 900)) for _ in range(2))
    smallest = wrong(first, PAIRS, add)
    assert smallest == wrong(second, PAIRS, add)
    assert smallest and sum(smallest) == 901
    assert first.batches == second.batches


def test_a_right_program_is_asked_twice_and_a_large_failure_shrinks_in_few_batches() -> None:
    right, late = Local(add), Local(lambda a, b: min(a + b, 500))
    assert wrong(right, PAIRS, add) is None
    assert [len(batch) for batch in right.batches] == [64, SAMPLES]
    assert wrong(late, PAIRS, add)
    assert len(late.batches) < 30


def test_what_stops_a_program_is_the_case_itself() -> None:
    assert wrong(Stops(add, lambda a, b: a == 3), PAIRS, add) == (3, 0)
    large = Stops(add, lambda a, b: a > 900)
    assert (wrong(large, PAIRS, add) or (0,))[0] > 900  # not made smaller: nothing answers any more


def test_a_wrong_answer_is_kept_when_a_smaller_case_stops_the_program() -> None:
    program = Stops(lambda a, b: a + b if a < 300 else 0, lambda a, b: a == 299)
    found = search(program, "7.1", PAIRS, lambda case, reply: reply.value == sum(case))
    assert found.wrong and found.wrong[1].kind is Kind.VALUE


def test_everything_tried_is_told() -> None:
    found = search(Local(add), "7.1", PAIRS, lambda case, reply: True)
    assert len(found.tried) == 64 + SAMPLES
    assert [sum(case) for case, _ in found.tried[:64]] == sorted(sum(case) for case, _ in found.tried[:64])
