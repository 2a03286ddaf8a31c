"""A tournament of students' strategies and bots. One that fails is sent off with a sentence; the rest go on.

Each program has a process of its own, is asked about many hands at once, and sees nothing but its own hands. Where one
is sent off, the tournament begins again without it: so the others meet the same cards as if it had never come.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from typing import NamedTuple

from acey_teach.analysis.contest import Chooser, Contest, begin, bot, steps
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.session import Action, Bet, Pass, Session
from acey_teach.exercises.program import Kind, Program
from acey_teach.exercises.tasks.strategies import Stopped, answered, hand_of, say_stopped
from acey_teach.i18n import N_, Translator

TASK = "9.1"
"""The exercise whose function plays."""
ASKED = 100
"""The most hands a program is asked about at once."""
EACH = 10
"""Deals between two looks at the progress."""

Open = Callable[[], AbstractContextManager[Program]]
"""Loads a program anew, with nothing left from before."""


def named(wanted: str, taken: Container[str]) -> str:
    """A name that can be shown, and is nobody else's.

    >>> named("bold", {"bold", "bold 2"})
    'bold 3'
    """
    name = shown(wanted)
    tried = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(one for one in tried if one not in taken)


class Played(NamedTuple):
    """A tournament at its end, and why others were sent off, by their names."""

    contest: Contest
    out: dict[str, str]


class _OutError(Exception):
    """Somebody is sent off."""

    def __init__(self, name: str, says: str) -> None:
        super().__init__(says)
        self.name, self.says = name, says


def play(
    entrants: Mapping[str, str | Open],
    t: Translator,
    deals: int = 200,
    seed: str = "1",
    progress: Callable[[int], None] = lambda done: None,
) -> Played:
    """Play a tournament; an entrant is a bot by its name, or a program.

    `progress` hears how many deals were played, and 0 when it begins again. Refusal when fewer than two are left.
    """
    out: dict[str, str] = {}
    while True:
        left = [name for name in entrants if name not in out]
        if out and len(left) < 2:
            raise Refusal(
                "entrants",
                N_("Fewer than two are left. Sent off: {why}"),
                why=" ".join(f"{name}: {says}" for name, says in out.items()),
            )
        now = begin(left, seed)
        progress(0)
        try:
            with ExitStack() as open_:
                choosers = [_chooser(name, entrants[name], open_, t) for name in left]
                for now in steps(now, choosers, deals, EACH):  # noqa: B020 - it goes on from the first one
                    progress(now.deals)
            return Played(now, out)
        except _OutError as fault:
            out[fault.name] = fault.says


def _chooser(name: str, entrant: str | Open, open_: ExitStack, t: Translator) -> Chooser:
    if isinstance(entrant, str):
        try:
            return bot(entrant)
        except KeyError:
            raise Refusal("bot", N_("There is no bot called “{name}”."), name=shown(entrant)) from None
    program = open_.enter_context(entrant())

    def choose(sessions: Sequence[Session]) -> list[Action]:
        made: list[Action] = []
        for first in range(0, len(sessions), ASKED):
            asked = sessions[first : first + ASKED]
            for session, reply in zip(asked, program.call(TASK, [[hand_of(one)] for one in asked]), strict=True):
                if not answered(session, reply):
                    raise _OutError(name, " ".join(say_stopped(Stopped(session, reply), t)))
                assert reply.kind is Kind.VALUE and isinstance(reply.value, int)
                made.append(Bet(reply.value) if reply.value else Pass())
        return made

    return choose
