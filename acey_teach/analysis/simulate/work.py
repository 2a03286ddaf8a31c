"""Many sessions by many processes of this computer or of a cluster, with a checkpoint: what was done is never lost."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple

from acey_teach.analysis.simulate.game import BLOCK, Game
from acey_teach.analysis.simulate.totals import TOGETHER, Totals, totals
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

Part = tuple[int, int]
"""Sessions from a number to the one before another."""
Progress = Callable[[int], None]
"""Told how many sessions are done, many times."""
Results = Generator[tuple[Part, Totals], None, None]

BATCH = TOGETHER * BLOCK
SECONDS_KEPT = 3.0
"""A checkpoint is written when the last one is so old, and at the end."""
MOST_DEATHS = 20
"""After so many workers died there is something wrong that another worker does not mend."""


class Job(NamedTuple):
    """A number of sessions of one game."""

    game: Game
    sessions: int

    def told(self) -> dict[str, Any]:
        """What makes this job another one than others, for a file."""
        seats = [seat if isinstance(seat, str) else seat.__qualname__ for seat in self.game.seats]
        return {
            "format": "acey_teach simulation",
            "version": 1,
            "seats": seats,
            "rules": self.game.rules.changes,
            "seed": self.game.seed,
            "sessions": self.sessions,
        }


class Checkpoint:
    """What has been done so far, and the file that remembers it, if there is one."""

    def __init__(self, job: Job, path: Path | None) -> None:
        self.job, self.path = job, path
        self.state: tuple[list[Part], Totals] = [], Totals.none(job.game)  # always changed at once
        self._kept = time.monotonic()
        if path and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            same = {key: data[key] for key in self.job.told()} == self.job.told()
            done, found = [(low, high) for low, high in data["done"]], Totals.from_json(data["totals"])
            same = same and found.sessions == sum(high - low for low, high in done)
        except (OSError, ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise Refusal(
                "checkpoint",
                N_("The file “{name}” is no checkpoint of these sessions. Name another file, or take the old command."),
                name=shown(path.name),
            )
        self.state = done, found

    @property
    def totals(self) -> Totals:
        """What came of all that is done."""
        return self.state[1]

    def add(self, part: Part, found: Totals) -> None:
        """Add a part that is done; write the file when it is old."""
        done, before = self.state
        self.state = merged([*done, part]), before.plus(found)
        if time.monotonic() - self._kept > SECONDS_KEPT:
            self.keep()

    def keep(self) -> None:
        """Write the file: the old one stands until the new one is whole."""
        if not self.path:
            return
        new, (done, found) = self.path.with_name(f"{self.path.name}.new"), self.state
        text = json.dumps({**self.job.told(), "done": done, "totals": found.to_json()})
        try:
            with new.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        finally:
            new.unlink(missing_ok=True)
        self._kept = time.monotonic()

    def left(self, size: int) -> Iterator[Part]:
        """What is still to be done, in parts of about `size` sessions that begin and end with a block."""
        size = max(BLOCK, size // BLOCK * BLOCK)
        bounds = [0, *(bound for part in self.state[0] for bound in part), self.job.sessions]
        for start, end in zip(bounds[::2], bounds[1::2], strict=True):
            while start < end:
                until = min(end, (start // size + 1) * size)
                yield start, until
                start = until


def merged(parts: list[Part]) -> list[Part]:
    """The parts in order, neighbours made one.

    >>> merged([(5, 9), (0, 2), (2, 5), (10, 11)])
    [(0, 9), (10, 11)]
    """
    found: list[Part] = []
    for low, high in sorted(parts):
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found


def run(
    job: Job,
    workers: int = 1,
    path: Path | None = None,
    progress: Progress = lambda done: None,
    scheduler: str | None = None,
) -> Totals:
    """Do the job, or what a checkpoint at `path` leaves of it, and return what came of all of it.

    With several `workers` they are processes of this computer; with a `scheduler` those of a Dask cluster. The result
    is the same for any number of them. Seats that are functions play in this process alone. When it is interrupted,
    the checkpoint is written first.
    """
    point = Checkpoint(job, path)
    left = job.sessions - point.totals.sessions
    point.keep()  # a file that cannot be written is better refused now
    progress(point.totals.sessions)
    if not left:
        return point.totals
    if scheduler is not None:
        from acey_teach.analysis.simulate.cluster import spread

        results = spread(job.game, point.left(100 * BATCH), scheduler)
    elif workers == 1 or left <= BATCH or not all(isinstance(seat, str) for seat in job.game.seats):
        results = ((part, totals(job.game, *part)) for part in point.left(BATCH))
    else:
        size = max(BATCH, min(10 * BATCH, left // (4 * workers)))
        results = shared(job.game, point.left(size), min(workers, -(-left // size)))
    try:
        with closing(results):
            for part, found in results:
                point.add(part, found)
                progress(point.totals.sessions)
    finally:
        with suppress(KeyboardInterrupt):
            point.keep()
    return point.totals


# ---- processes of this computer ----
def _serve(line: Connection, game: Game) -> None:
    """A worker: plays what it is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    with suppress(EOFError, OSError):
        while True:
            line.send(totals(game, *line.recv()))


def shared(game: Game, parts: Iterator[Part], workers: int) -> Results:
    """The parts, each by one of so many processes. What a process leaves unfinished that was killed, another does."""
    context, waiting, deaths = get_context("spawn"), deque[Part](), 0
    busy: dict[Connection, Part] = {}
    processes: list[BaseProcess] = []

    def start() -> Connection:
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, game), daemon=True)
        process.start()
        processes.append(process)
        theirs.close()  # now the line breaks when the process dies
        return ours

    def ask(line: Connection) -> None:
        part = waiting.popleft() if waiting else next(parts, None)
        if part is None:
            line.close()  # the process ends by itself
            return
        busy[line] = part
        with suppress(OSError):  # already gone: seen below
            line.send(part)

    try:
        for _ in range(workers):
            ask(start())
        while busy:
            for line in wait(list(busy)):
                assert isinstance(line, Connection)
                part = busy.pop(line)
                try:
                    found: Totals = line.recv()
                except (EOFError, OSError):
                    deaths += 1
                    if deaths > MOST_DEATHS:
                        raise Refusal(
                            "workers", N_("The processes that simulate end too early. Try again with --workers 1.")
                        ) from None
                    line.close()
                    waiting.append(part)
                    ask(start())
                else:
                    ask(line)
                    yield part, found
    finally:
        for line in busy:
            line.close()
        for process in processes:
            if busy:
                process.terminate()
            process.join()
