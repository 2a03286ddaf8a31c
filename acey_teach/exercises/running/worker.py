"""The process a student's program runs in. Nothing here is trusted: `sandbox` starts it, limits it, and doubts it.

It reads requests and writes lines of JSON on copies of its standard input and output; what the program itself prints or
asks for goes nowhere. First comes a program, then batches of calls:

    {"pickle": …, "task": id, "memory": bytes, "cpu": seconds}  or  {"cells": [source, …], "skip": [number, …], …}
    {"task": id, "calls": [[argument, …], …]}

and back go `["ready"]`, `["loaded"]`, what the cells told (`Loader`), and a reply for each call (`values.answered`).
"""

from __future__ import annotations

import builtins
import os
import pickle
import random
import signal
import sys
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from types import ModuleType, SimpleNamespace
from typing import Any

from acey_teach.exercises.museum import named
from acey_teach.exercises.program import Kind, Reply
from acey_teach.exercises.running.values import (
    TEXT,
    Make,
    TooBigError,
    answered,
    decode,
    encode,
    exact,
    loads,
    name,
    plain,
    written,
)

globals().update(__builtins__=vars(builtins).copy())  # see `values`
_close, _dup, _exit, _pid, _read, _write = os.close, os.dup, os._exit, os.getpid, os.read, os.write
_limit_recursion = sys.setrecursionlimit
_raw_fraction = object.__new__
_over, _under = Fraction.__dict__["_numerator"], Fraction.__dict__["_denominator"]
CHART = 400_000
"""The most values, and a fifth of the most signs, in the description of a chart."""
RECURSION = 1000
NO_MEMORY = 77
"""How the process ends when there is no memory left even to say so."""
MEMORY, ENDED, HUGE = (answered(Reply(Kind.STOPPED, name=why)) for why in ("memory", "ended", "huge"))


class _Need(BaseException):
    """A chooser's script is at its end. No `except Exception` stops this, and a bare `except` does not hide it."""


def _fraction(over: int, under: int) -> Fraction:
    made: Fraction = _raw_fraction(Fraction)  # not by a `__new__` the program may have replaced
    _over.__set__(made, over)
    _under.__set__(made, under)
    return made


def reply_to(function: Any, arguments: object) -> str:
    """Call a function with arguments as they came, decoded by `loads`; its reply as JSON."""
    needs: list[int] = []

    def choosing(script: Sequence[int]) -> Callable[[int], int]:
        numbers = iter(script)

        def choose(n: int) -> int:
            if type(n) is not int or n < 1:
                raise ValueError("choose(n) needs a whole number n, at least 1")
            for number in numbers:
                return number
            needs.append(n)
            raise _Need

        return choose

    make: Make = {"q": _fraction, "h": lambda fields: SimpleNamespace(**fields), "c": choosing}
    why: BaseException | None = None
    try:
        value = function(*decode(arguments, make))
        if not needs:
            return answered(Reply(Kind.VALUE, value))
    except TooBigError:
        return HUGE
    except MemoryError:
        return MEMORY
    except SystemExit:
        return ENDED
    except BaseException as error:
        why = error
    if needs:
        return answered(Reply(Kind.NEED, needs[0]))
    called, text = said(why)
    return answered(Reply(Kind.RAISED, name=called, text=text))


def said(error: BaseException | None) -> tuple[str, str]:
    """An exception's class and message, whatever the exception does when it is asked."""
    try:
        text = plain(str(error))
    except BaseException:
        text = ""
    return name(type(error)), text


class Loader:
    """Loads a program: its functions by the id of the task. `tell` is given what the cells hand in.

    `["cell", number]` before each cell; `["error", number, class, message]` after one that failed; `["answer", id,
    text]`, `["case", id, values]`, `["function", id]` and `["chart", id, description]` as they come.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.functions: dict[str, Any] = {}
        self._main: ModuleType | None = None

    def _event(self, *event: object, nodes: int = 20_000) -> None:
        self.tell(encode(list(event), nodes, 5 * nodes))

    def pickled(self, task: str, data: str) -> bool:
        """Take a function out of a pickle, and tell whether that was possible."""
        try:
            self.functions[task] = pickle.loads(b64decode(data))
        except BaseException as error:
            called, text = said(error)
            self.tell(answered(Reply(Kind.STOPPED, name="carried", text=f"{called}: {text}"[:TEXT])))
            return False
        return True

    def cells(self, cells: Sequence[str], skip: Sequence[int]) -> bool:
        """Run cells in one namespace, each for itself; False when one took all the memory."""
        main = self._main = ModuleType("__main__")
        vars(main).update(__builtins__=builtins, display=lambda *a, **k: None, get_ipython=lambda: None)
        sys.modules["__main__"] = main
        for number, source in enumerate(cells):
            if number in skip:
                continue
            self._event("cell", number)
            try:
                exec(compiled(source, number), vars(main))
            except MemoryError:
                self.tell(MEMORY)
                return False
            except BaseException as error:
                self._event("error", number, *said(error))
            _limit_recursion(RECURSION)
        return True

    def stand_in(self) -> None:
        """Put recorders in the place of what an exercise notebook calls."""
        import acey_teach.exercises as package

        for function in (self.answer, self.check, self.fails, self.progress, self.tournament):
            setattr(package, function.__name__, function)

    def answer(self, id: object, value: object = ..., *rest: object, **options: object) -> None:
        if (text := written(exact(value))) is not None:
            self._event("answer", written(id), text)

    def fails(self, id: object, /, *values: object, lang: object = "", **case: object) -> None:
        given = named(str(written(id)), values, case)
        if given and not any(value is ... for value in given.values()):
            self._event("case", written(id), {name: exact(value) for name, value in given.items()})

    def check(self, id: object, thing: Any = ..., *rest: object, **options: object) -> None:
        if thing is ...:
            return
        if not isinstance(thing, type) and hasattr(thing, "to_dict"):
            self._event("chart", written(id), thing.to_dict(), nodes=CHART)
        else:
            self.functions[str(written(id))] = thing
            self._event("function", written(id))

    def progress(self, *rest: object, **options: object) -> None:
        """Nothing is shown here."""

    def tournament(self, *rest: object, **options: object) -> None:
        """Nothing is played here."""


def compiled(source: str, number: int) -> Any:
    """A cell's code. Lines for the notebook's own machinery (`%time`, `!ls`, `classify?`) are left out.

    >>> exec(compiled("%time\\nif True:\\n    !ls\\n    print(7 % 4)", 0))
    3
    """
    file = f"<cell {number + 1}>"
    if source.lstrip().startswith("%%"):
        magic, _, rest = source.lstrip().partition("\n")
        source = rest if magic.split()[0] in ("%%time", "%%timeit", "%%capture") else ""
    try:
        return compile(source, file, "exec", dont_inherit=True)
    except SyntaxError:
        lines = [
            line[: len(line) - len(line.lstrip())] + "pass"
            if line.lstrip().startswith(("%", "!", "?")) or line.rstrip().endswith("?")
            else line
            for line in source.splitlines()
        ]
        return compile("\n".join(lines), file, "exec", dont_inherit=True)


def limit(memory: int, cpu: int) -> None:
    """Limit this process, as far as the system can: bytes of memory, seconds of work, small files, no children.

    On Linux it also ends with the process that started it, even when the program itself ends that one.
    """
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    try:
        import resource
    except ImportError:  # Windows
        return
    for which, most in (
        ("RLIMIT_AS", memory),
        ("RLIMIT_CPU", cpu),
        ("RLIMIT_FSIZE", 1 << 20),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_NPROC", 0),
    ):
        try:
            resource.setrlimit(getattr(resource, which), (most, most))
        except (AttributeError, ValueError, OSError):  # macOS knows no limit of addresses
            continue


def serve(requests: int, answers: int) -> None:
    """Answer requests until there are no more."""
    rest, this = b"", _pid()

    def tell(text: str) -> None:
        data = text.encode("ascii") + b"\n"
        while data:
            data = data[_write(answers, data) :]

    def request() -> Any:
        nonlocal rest
        parts = [rest]
        while b"\n" not in parts[-1]:
            parts.append(_read(requests, 1 << 16))
            if not parts[-1]:
                _exit(0)
        line, _, rest = b"".join(parts).partition(b"\n")
        return loads(line.decode())

    tell('["ready"]')
    load = request()
    if load.get("charts"):
        with suppress(ImportError):  # it takes seconds, which no cell is to be blamed for
            import altair  # noqa: F401
        tell('["ready"]')
    limit(load["memory"], load["cpu"])
    random.seed(1)  # who draws lots draws the same ones next time
    loader = Loader(tell)
    loader.stand_in()
    if loader.pickled(load["task"], load["pickle"]) if "pickle" in load else loader.cells(load["cells"], load["skip"]):
        tell('["loaded"]')
    while True:
        batch = request()
        function = loader.functions.get(batch["task"])
        for arguments in batch["calls"]:
            line = reply_to(function, arguments)
            if _pid() != this:  # the program has split in two, and this is the second one
                _exit(0)
            _limit_recursion(RECURSION)
            tell(line)


def main() -> None:
    """Keep standard input and output for requests and answers, and give the program empty ones."""
    requests, answers = _dup(0), _dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    try:
        serve(requests, answers)
    except MemoryError:
        _exit(NO_MEMORY)
    finally:
        _exit(1)  # without a wait for threads


if __name__ == "__main__":
    main()
