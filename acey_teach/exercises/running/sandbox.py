"""Runs a student's program in a process of its own, with limits, and believes nothing it says.

Whatever comes back is text that anybody may have written: it is read up to a bound, and decoded by `values`. What ends
a program in the middle of a batch leaves the replies before it as they are; from there on every reply is STOPPED.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from time import monotonic, sleep
from typing import Any, NoReturn, Self

from acey_teach.exercises.program import Kind, Reply
from acey_teach.exercises.running.values import NAME, decode, encode, loads, readable, reply_in
from acey_teach.exercises.running.worker import NO_MEMORY
from acey_teach.i18n import N_, Translator

STOPS = {
    "late": N_("Your program did not answer within {text} seconds: a loop that never ends, perhaps."),
    "memory": N_("Your program took too much memory: a list that grows without end, perhaps."),
    "ended": N_("Your program ended Python itself before it answered. Leave out exit(), quit() and sys.exit()."),
    "crashed": N_(
        "Your program made Python itself crash, so there is no answer. Look for what calls itself without end."
    ),
    "huge": N_("Your program answered with something far too large, or with a list that holds itself."),
    "carried": N_("Your program could not be taken along to be tried ({text}). Write all it needs into one cell."),
    "missing": N_("There is no function of yours for this exercise. Hand it in with check, and run that cell."),
    "disturbed": N_(
        "Your program disturbed the way its answers come back. Leave out what writes to files or closes them."
    ),
    "start": N_("No process could be started to try your program. Close what you do not need, and try again."),
}
"""Why a program was stopped, by `Reply.name`, in a sentence; `{text}` is the reply's text. See `stopped`."""

SECONDS = 4.0
"""How long a batch of calls, a cell, or the loading of a function may take."""
BATCHES = 5
"""How many times that all batches together may take."""
CELLS = 15
"""How many times that all cells may take, those included that are tried and left out."""
START = 30.0
"""Seconds that Python itself has for its start, on a slow computer too."""
MEMORY, MEMORY_CHARTS = 512 << 20, 1536 << 20
"""Bytes a program may take, without and with a chart library."""
LINE, FLOOD = 8 << 20, 64 << 20
"""Bytes of the longest line that is read, and of all that one process may say."""
LEFT_OUT = 8
"""How many cells may stop the program before it is given up."""
ENDS = {NO_MEMORY: "memory", -9: "memory", -24: "late"}
"""Which end a process's last number means: SIGKILL is a system's way to get memory back, SIGXCPU comes of the limit."""
KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH")
"""What of the environment Python needs for its start."""


def stopped(reply: Reply, t: Translator) -> str:
    """Why a program was stopped, in a sentence."""
    return t(STOPS[reply.name], text=reply.text)


def python(module: str) -> list[str]:
    """The command that runs `main` of a module of this package apart from the user's settings and folders.

    The package is found where it is now, also in a place that a Python by itself would not look into.
    """
    home = str(Path(__file__).parents[3])
    return [
        *(sys.executable, "-I", "-X", "utf8", "-c"),
        f"import sys; sys.path.append({home!r}); from acey_teach.exercises.{module} import main; main()",
    ]


def apart() -> dict[str, Any]:
    """How a process is started so that it can be ended with all it started itself, and shows no window."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


RUNNING: set[subprocess.Popen[bytes]] = set()
"""The processes that `told` waits for. Whoever wants to wait no longer terminates them."""


def told(module: str, *arguments: str, text: bytes = b"", seconds: float) -> bytes:
    """What a module's `main`, run in a clean process, prints when given a text. Its end takes along all it started.

    OSError when there can be no process, `subprocess.TimeoutExpired` when it took longer, ValueError when it did not
    come to its own end: then somebody else may have spoken in its place.
    """
    process = subprocess.Popen(
        [*python(module), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **apart(),
    )
    try:
        RUNNING.add(process)
        said: bytes = process.communicate(text, timeout=seconds)[0]
        if process.returncode:
            raise ValueError(f"ended with {process.returncode}")
        return said
    finally:  # also when somebody interrupts
        RUNNING.discard(process)
        with suppress(subprocess.TimeoutExpired):
            process.terminate()  # it ends the student's program first
            process.wait(2)
        end_all(process)
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


def end_all(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started `apart`, and all it started."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


@dataclass
class Found:
    """What the cells of a notebook handed in: the last of each exercise. `errors` by the number of the cell, from 0."""

    answers: dict[str, str] = field(default_factory=dict)
    cases: dict[str, dict[str, object]] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    charts: dict[str, dict[str, object]] = field(default_factory=dict)
    errors: dict[int, Reply] = field(default_factory=dict)


class _Stop(Exception):  # noqa: N818 - it is what became of the program
    def __init__(self, name: str, text: str = "") -> None:
        self.reply = Reply(Kind.STOPPED, name=name, text=text)


class _Child:
    """One worker process: lines out of it, each waited for until a moment, and an end that leaves nothing behind."""

    def __init__(self) -> None:
        self.folder = mkdtemp(prefix="acey-")
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        homes = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), self.folder)
        try:
            self.process = subprocess.Popen(
                python("running.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=self.folder,
                env={**kept, **homes, "OPENBLAS_NUM_THREADS": "1"},
                **apart(),
            )
        except OSError as error:
            rmtree(self.folder, ignore_errors=True)
            raise _Stop("start") from error
        self.chunks: SimpleQueue[bytes] = SimpleQueue()
        self.lines: list[bytes] = []  # read, the next one last
        self.rest = b""
        self.threads: list[Thread] = []
        self._beside(self._read)

    def _beside(self, work: Callable[..., None], *arguments: object) -> None:
        self.threads.append(Thread(target=work, args=arguments, daemon=True))
        self.threads[-1].start()

    def _read(self) -> None:
        assert self.process.stdout
        left = FLOOD
        with suppress(OSError, ValueError):
            while left > 0 and (chunk := os.read(self.process.stdout.fileno(), 1 << 16)):
                self.chunks.put(chunk)
                left -= len(chunk)
                sleep(0.001)  # many replies at once cost less
        self.chunks.put(b"")

    def send(self, text: str) -> None:
        """Write a line, without waiting: a process that does not read must not keep us."""
        self._beside(self._write, text.encode() + b"\n")

    def _write(self, data: bytes) -> None:
        assert self.process.stdin
        with suppress(OSError, ValueError):
            while data:
                data = data[os.write(self.process.stdin.fileno(), data) :]

    def line(self, until: float, seconds: float) -> str:
        """The next line, at the moment `until` at the latest; `_Stop` when there is none."""
        while not self.lines:
            try:
                chunk = self.chunks.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                raise _Stop("late", f"{seconds:g}") from None
            if not chunk:
                self._gone(seconds)
            *lines, self.rest = (self.rest + chunk).split(b"\n")
            self.lines = lines[::-1]
            if len(self.rest) > LINE:
                raise _Stop("huge")
        return self.lines.pop().decode("ascii", "replace")

    def _gone(self, seconds: float) -> NoReturn:
        """The process said its last word: why?"""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        code = self.process.returncode or 0
        raise _Stop(ENDS.get(code) or ("ended" if 0 <= code < 1 << 31 else "crashed"), f"{seconds:g}")

    def end(self) -> None:
        """End the process and all it started, and remove its folder."""
        end_all(self.process)
        for thread in self.threads:
            thread.join(1)
        for pipe in (self.process.stdin, self.process.stdout):
            # a child of the program that got away holds the other end: then a thread of ours still uses this one
            if pipe and not any(thread.is_alive() for thread in self.threads):
                pipe.close()
        rmtree(self.folder, ignore_errors=True)


class Sandbox:
    """A student's program in a worker process, as a `Program`. To be used in a `with`, which ends it."""

    def __init__(self, load: dict[str, Any], *, memory: int = MEMORY, seconds: float = SECONDS) -> None:
        self.load = {**load, "memory": memory, "cpu": int((BATCHES + CELLS) * seconds) + 1}
        self.seconds = seconds
        self.found = Found()
        self.skip: list[int] = []
        self.end: Reply | None = None  # why nothing of it can be called
        self.ends: dict[str, Reply] = {}  # why the function of a task is not called any more
        self.left: dict[str, float] = {}
        self.used = False
        self._child: _Child | None = None

    @classmethod
    def of_function(cls, task: str, pickled: bytes, *, seconds: float = SECONDS) -> Self:
        """The program that is one function, pickled, handed in for a task."""
        return cls({"task": task, "pickle": b64encode(pickled).decode()}, seconds=seconds)

    @classmethod
    def of_cells(cls, cells: Sequence[str], *, charts: bool = False, seconds: float = SECONDS) -> Self:
        """The program the code cells of a notebook make, run in their order; `found` tells what they hand in.

        A cell that fails leaves its error, and the rest goes on. One that never ends, or ends the process, is left out.
        """
        load = {"cells": list(cells), "charts": charts}
        return cls(load, memory=MEMORY_CHARTS if charts else MEMORY, seconds=seconds)

    def __enter__(self) -> Self:
        try:
            self.found, self.end = self._start()
        except BaseException:  # whoever waits no longer: `__exit__` is not called then
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        """See `Program`. A function that was stopped does not keep those of other tasks from being called."""
        replies: list[Reply] = []
        if "cells" in self.load and task not in self.found.functions:
            return [Reply(Kind.STOPPED, name="missing")] * len(calls)
        end, left = self.end or self.ends.get(task), self.left.get(task, BATCHES * self.seconds)
        if not end and (not self._child or (fresh and self.used)):
            end = self._start()[1]
        if not end and self._child:
            self.used, begun = True, monotonic()
            try:
                batch = ",".join(encode(list(arguments)) for arguments in calls)
                self._child.send(f'{{"task": {encode(task)}, "calls": [{batch}]}}')
                for _ in calls:
                    replies.append(self._reply(self._child, begun + min(self.seconds, left)))
            except _Stop as stop:
                end = stop.reply
                self._stop()
            self.left[task] = left - (monotonic() - begun)
        if end:
            self.ends[task] = end
        return replies + [end or Reply(Kind.STOPPED, name="start")] * (len(calls) - len(replies))

    def _reply(self, child: _Child, until: float) -> Reply:
        try:
            got = reply_in(child.line(until, self.seconds))
        except ValueError:
            raise _Stop("disturbed") from None
        if got.kind is Kind.STOPPED:
            raise _Stop(got.name if got.name in STOPS else "disturbed", got.text)
        return got

    def _start(self) -> tuple[Found, Reply | None]:
        """A new process with the program in it: what it handed in, and why it cannot be called, if that is so."""
        until = monotonic() + CELLS * self.seconds
        while True:
            self._stop()
            found, cell = Found(errors=dict(self.found.errors)), -1
            try:
                self._child = child = _Child()
                if child.line(monotonic() + START, START) != '["ready"]':
                    raise _Stop("start")
                child.send(dumps({**self.load, "skip": self.skip}))
                if self.load.get("charts") and child.line(monotonic() + START, START) != '["ready"]':
                    raise _Stop("start")
                step = monotonic() + self.seconds
                while (event := _event(child.line(min(step, until), self.seconds))) != ["loaded"]:
                    match event:
                        case ["cell", int(number)] if number > cell:
                            cell, step = number, monotonic() + self.seconds
                        case _:
                            _note(found, event)
                return found, None
            except _Stop as stop:
                self._stop()
                if cell < 0 or cell in self.skip or len(self.skip) == LEFT_OUT or monotonic() > until:
                    return found, stop.reply
                self.skip.append(cell)
                self.found.errors[cell] = stop.reply

    def _stop(self) -> None:
        if self._child:
            self._child.end()
        self._child = None


def _event(line: str) -> object:
    try:
        return decode(loads(line))
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, StopIteration):
        raise _Stop("disturbed") from None


def _note(found: Found, event: object) -> None:
    """Write down what a program being loaded told; `_Stop` when it says that it was stopped, or nothing sensible."""
    match event:
        case ["answer", str(id), str(text)]:
            found.answers[id] = text
        case ["case", str(id), dict(values)]:
            found.cases[id] = values
        case ["function", str(id)]:
            found.functions.add(id)
        case ["chart", str(id), dict(spec)]:
            found.charts[id] = spec
        case ["error", int(cell), str(name), str(text)]:
            found.errors[cell] = Reply(Kind.RAISED, name=readable(name, NAME), text=readable(text))
        case ["stopped", None, str(name), str(text)] if name in STOPS:
            raise _Stop(name, readable(text))
        case _:
            raise _Stop("disturbed")
