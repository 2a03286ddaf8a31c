"""Sessions on arrays: against NumPy's random numbers alone, against the engine, small against large, one core against two;
and the coach."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from row import Row

from acey_teach.analysis.coach import advise
from acey_teach.analysis.many import many
from acey_teach.analysis.simulate import BLOCK, Game, game, totals
from acey_teach.analysis.simulate.play import play
from acey_teach.analysis.simulate.totals import TOGETHER
from acey_teach.analysis.simulate.work import Job
from acey_teach.analysis.simulate.work import run as work
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session

SEATS = ("count",) * 5
HOW = "`python tests/bench/run.py --only simulate`: "
ROUNDS = 25
LARGE = 10**7


def run() -> list[Row]:
    """The rows of all."""
    return [*_turns(), *_growth(), *_cores(), *_coach()]


def _turns() -> list[Row]:
    """One core, seconds of this process: what others do on the machine counts less."""
    made, room = game(SEATS), np.empty(BLOCK)
    sizes, turns = _numbers(made)
    ours, numbers, engine = list[float](), list[float](), list[float]()

    def draw() -> None:
        generator = made.generator(0)
        for size in sizes:
            generator.random(out=room[:size])

    for _ in range(ROUNDS):
        ours.append(_seconds(lambda: play(made, 0, TOGETHER)))
        numbers.append(_seconds(draw))
    bots = ["expected-value"] * len(SEATS)
    hands = many(bots, sessions=40).hands
    engine += [_seconds(lambda: many(bots, sessions=40)) for _ in range(3)]
    turn, alone, engines = (median(times) / n for times, n in ((ours, turns), (numbers, turns), (engine, hands)))
    what = f"{HOW}{TOGETHER * BLOCK} sessions of five who count"
    return [
        Row("a simulated turn", turn * 1e9, alone * 1e9, "ns", 10,
            f"{what}, and the {len(sizes)} calls of the generator for the {sum(sizes)} numbers they use, alone"),
        Row("engine, a turn", turn * 1e9, engines * 1e9, "ns", 100, f"{what}, and 40 sessions of the engine",
            "times faster"),
    ]  # fmt: skip


def _numbers(made: Game) -> tuple[list[int], int]:
    """How many random numbers each call of the generators gives, and the turns played with them."""
    sizes: list[int] = []

    class Spy:
        def __init__(self, real: np.random.Generator) -> None:
            self.real = real

        def random(self, out: Any) -> Any:
            sizes.append(len(out))
            return self.real.random(out=out)

    real = Game.generator
    Game.generator = lambda self, block: Spy(real(self, block))  # type: ignore[method-assign,assignment,return-value]
    try:
        played = play(made, 0, TOGETHER)
    finally:
        Game.generator = real  # type: ignore[method-assign]
    return sizes, int(played.turns.sum(dtype=int))


def _seconds(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    start = clock()
    work()
    return clock() - start


def _growth() -> list[Row]:
    made, rows = game(SEATS), list[Row]()
    large = _seconds(lambda: totals(made, 0, LARGE)) / LARGE
    for n in (10**4, 10**5):
        small = median(_seconds(lambda n=n: totals(made, 0, n)) for _ in range(ROUNDS)) / n  # type: ignore[misc]
        rows.append(Row(f"{LARGE:.0e} to {n:.0e} sessions", large * 1e9, small * 1e9, "ns", 1.1, f"{HOW}time for each session"))
    tops = list[float]()
    for n in (10**5, 10**6):
        tracemalloc.start()
        totals(made, 0, n)
        tops.append(tracemalloc.get_traced_memory()[1] / 1e6)
        tracemalloc.stop()
    return [*rows, Row("memory", tops[1], tops[0], "MB", 1.1, f"{HOW}the most at a time, 10⁶ against 10⁵ sessions")]


def _loop(n: int) -> int:
    """Work that two cores do twice as fast, when nobody else wants them."""
    return sum(i & 1 for i in range(n))


def _cores() -> list[Row]:
    job = Job(game(SEATS), 2 * LARGE)
    one, two = (_seconds(lambda n=n: work(job, n), perf_counter) for n in (1, 2))  # type: ignore[misc]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(_loop, [1, 1]))
        alone = _seconds(lambda: [*map(_loop, [LARGE] * 4)], perf_counter)
        both = _seconds(lambda: list(pool.map(_loop, [LARGE] * 4)), perf_counter)
    return [
        Row("two cores, a bare loop", both, alone, "s", 1.8, f"{HOW}what the machine has to give now", "times faster"),
        Row("two cores", two, one, "s", 1.8, f"{HOW}{job.sessions} sessions by two processes and by one", "times faster"),
    ]


def _coach() -> list[Row]:
    """All legal stakes of one decision, early in a session and on its last turn, against a million random numbers."""
    random, rows = np.random.default_rng(1), list[Row]()
    million = median(_seconds(lambda: random.random(10**6)) for _ in range(ROUNDS))
    for rounds, passes, limit in ((3, 0, 60), (1, 4, 30)):
        rules = Rules(start_chips=450, ante=90, max_rounds=rounds)
        session = Session.new(list("ABCDE"), rules, seed="coach").choose_dealer(0).run().cut().run()
        for _ in range(passes):
            session = session.pass_().run()
        found = advise(session)
        ours = median(_seconds(lambda session=session: advise(session)) for _ in range(5))  # type: ignore[misc]
        how = "exactly" if found.exact else f"played on {found.rollouts} times"
        rows.append(Row(f"coach, {rounds * 5 - passes} turns to go", ours * 1e3, million * 1e3, "ms", limit,
                        f"{HOW}{len(found.stakes)} stakes, {how}, and a million random numbers"))  # fmt: skip
    return rows
