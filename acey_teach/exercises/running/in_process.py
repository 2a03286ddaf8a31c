"""A student's function run in this very process, where there can be no other: in a browser's Python.

Loops written in Python are stopped by the clock and by a number of steps, and endless recursion by its depth. One long
operation such as `10**10**9` is not stopped, and nothing keeps a program from changing this process.
"""

from __future__ import annotations

import builtins
import os
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any, Self

from acey_teach.exercises.program import Kind, Reply
from acey_teach.exercises.running.sandbox import SECONDS
from acey_teach.exercises.running.values import encode, loads, reply_in
from acey_teach.exercises.running.worker import Loader, reply_to

STEPS = 20_000_000
"""How many instructions of Python the calls of a batch may take."""
OURS = (os.path.dirname(os.__file__), os.path.dirname(__file__))
"""Folders of code whose steps do not count: Python's own and this one."""
DEPTH = 400
"""How many calls within calls a program may make."""


class _Late(BaseException):
    """The time is used up. Python takes a tracer away that raises, so whoever catches this arms the next one by it."""

    def __init__(self, again: Callable[[], None]) -> None:
        self.again = again

    def __del__(self) -> None:
        self.again()


class _Clock:
    """Runs pieces of work that may take so many seconds and steps together."""

    def __init__(self, seconds: float, steps: int) -> None:
        self.seconds, self.left, self.until = seconds, steps, monotonic() + seconds
        self.frame: FrameType | None = None

    def run(self, work: Callable[[], Any]) -> Any:
        """What the work returns; a Reply that says STOPPED when it took too long."""
        before = sys.gettrace()
        self.frame = sys._getframe()
        sys.settrace(self._trace)
        try:
            value = work()
        except BaseException:
            if self.left >= 0:
                raise
        finally:
            self.frame = None
            sys.settrace(before)
        return value if self.left >= 0 else Reply(Kind.STOPPED, name="late", text=f"{self.seconds:g}")

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False  # `while True: pass` never comes to a new line
        if event != "opcode":
            return self._trace
        self.left -= 1
        if self.left < 0 or (self.left % 256 == 0 and monotonic() > self.until):
            self.left = -1
            raise _Late(self._again)
        return self._trace

    def _again(self) -> None:
        if not self.frame:
            return
        frame: FrameType | None = sys._getframe(2)  # past `__del__`: what caught it
        while frame and frame is not self.frame:
            frame.f_trace, frame.f_trace_opcodes = self._trace, True
            frame = frame.f_back
        sys.settrace(self._trace)


@contextmanager
def _quiet() -> Iterator[None]:
    """What a program prints goes nowhere, it gets no input, and it cannot call itself without end."""

    def no_input(prompt: object = "") -> str:
        raise EOFError

    depth, frame = DEPTH, sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    before = sys.stdout, sys.stderr, builtins.input, sys.getrecursionlimit()
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        try:
            sys.stdout = sys.stderr = nothing
            builtins.input = no_input
            sys.setrecursionlimit(min(depth, before[3]))
            yield
        finally:
            sys.stdout, sys.stderr, builtins.input = before[:3]
            sys.setrecursionlimit(before[3])


class InProcess:
    """A `Program` of one function, pickled, handed in for a task."""

    def __init__(self, task: str, pickled: bytes, *, seconds: float = SECONDS, steps: int = STEPS) -> None:
        self.task, self.pickled, self.seconds, self.steps = task, b64encode(pickled).decode(), seconds, steps
        self.end: Reply | None = None
        self.function: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.function = None

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        """See `Program`."""
        if task != self.task:
            return [Reply(Kind.STOPPED, name="missing")] * len(calls)
        replies: list[Reply] = []
        clock = _Clock(self.seconds, self.steps)
        with _quiet():
            if not self.end and (fresh or not self.function):
                got = clock.run(self._load)
                self.end = got if got.kind is Kind.STOPPED else None
            for arguments in calls:
                if not self.end:
                    got = clock.run(self._work(encode(list(arguments))))
                    self.end = got if got.kind is Kind.STOPPED else None
                replies.append(self.end or got)
        return replies

    def _work(self, arguments: str) -> Callable[[], Reply]:
        return lambda: reply_in(reply_to(self.function, loads(arguments)))

    def _load(self) -> Reply:
        """Take the function out of its pickle, classes of the student's anew as well."""
        if known := getattr(sys.modules.get("cloudpickle.cloudpickle"), "_DYNAMIC_CLASS_TRACKER_BY_ID", None):
            known.clear()
        told: list[str] = []
        loader = Loader(told.append)
        if not loader.pickled(self.task, self.pickled):
            return reply_in(told[0])
        self.function = loader.functions[self.task]
        return Reply(Kind.VALUE)
