"""A student's program, as those who check it see it: something to call, that may answer anything or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol


class Kind(StrEnum):
    """What came of a call."""

    VALUE = "value"  # it returned: `value`
    RAISED = "raised"  # it raised: `name` is the exception's class, `text` its message
    NEED = "need"  # it asked a scripted chooser for one more number below `value`, which the script does not hold
    STOPPED = "stopped"  # the program was ended, and answers nothing any more: `name` says why, see `sandbox.STOPS`


class Reply(NamedTuple):
    """The answer to one call. Values are None, bool, int, Fraction, float, str, tuple, list, dict, else `Other`."""

    kind: Kind
    value: object = None
    name: str = ""
    text: str = ""


class Other(NamedTuple):
    """A value of some other type: only its type is known."""

    type: str


class Hand(NamedTuple):
    """An argument that a program gets as an object with these attributes."""

    fields: dict[str, object]


class Chooser(NamedTuple):
    """An argument that a program gets as a function `choose(n)`: it gives these numbers, then asks for more."""

    script: tuple[int, ...]


class Program(Protocol):
    """The functions of a student, by the id of the task each was handed in for."""

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        """Call a function with each list of arguments, in order; one reply each.

        Arguments are None, bool, int, Fraction, str, tuple, list, dict, `Hand` and `Chooser`. `fresh`: the program is
        loaded anew before the first of these calls, so that nothing is left from calls made before. After STOPPED every
        call is answered the same way.
        """
