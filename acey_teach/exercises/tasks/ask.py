"""A function that has one right answer in every case: how it is checked, and how an exhibit is shown to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from acey_teach.engine.refusal import Refusal
from acey_teach.exercises.program import Kind, Program, Reply
from acey_teach.exercises.tasks.finding import Finding, against, agrees, near, plain
from acey_teach.exercises.tasks.search import Case, Domain, search
from acey_teach.exercises.tasks.slips import Slip
from acey_teach.i18n import N_, Translator

WRONG = N_("Not right in every case.")


def _silent(case: Case, value: object, t: Translator) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Ask:
    """What a function is asked and what is right.

    `right` has the function's parameters; its Refusal means that the function must raise ValueError. `words` says a
    case, `takes` which values a case may have, `notes` what else is said of a wrong value, and `shows` says any value.
    """

    domain: Domain
    right: Callable[..., object]
    clause: str
    words: Callable[[Case, Translator], str]
    takes: str
    slips: tuple[Slip, ...] = ()
    notes: Callable[[Case, object, Translator], tuple[str, ...]] = _silent
    shows: Callable[[Any, Translator], str] = plain

    def wanted(self, case: Case) -> object:
        """The right answer, or the Refusal that a program must raise as ValueError."""
        try:
            return self.right(*case)
        except Refusal as refusal:
            return refusal

    def agrees(self, case: Case, reply: Reply) -> bool:
        """Whether a reply is right."""
        wanted = self.wanted(case)
        if isinstance(wanted, Refusal):
            return reply.kind is Kind.RAISED and reply.name == "ValueError"
        return reply.kind is Kind.VALUE and agrees(reply.value, wanted)

    def named(self, tried: Iterable[tuple[Case, Reply]]) -> tuple[Slip, ...]:
        """The ideas that answer as the program did in every case tried, where there is an answer to give."""
        left = self.slips
        for case, reply in tried:
            if not left or isinstance(self.wanted(case), Refusal):
                continue
            if reply.kind is not Kind.VALUE:
                return ()
            left = tuple(slip for slip in left if near(reply.value, slip.model(*case)))
        return left


def examine(task: str, ask: Ask, program: Program, t: Translator) -> Finding:
    """Check a student's function; what is wrong is shown in the smallest case."""
    found = search(program, task, ask.domain, ask.agrees)
    if not found.wrong:
        return Finding(True, t.ngettext("Right in {n} case.", "Right in all {n} cases tried.", len(found.tried)))
    case, reply = found.wrong
    wanted = ask.wanted(case)
    right = "" if isinstance(wanted, Refusal) else ask.shows(wanted, t)
    says = against(ask.words(case, t), reply, wanted, right, ask.clause, t, ask.shows)
    # one that is not to blame for this case would only puzzle
    slips = tuple(slip for slip in ask.named(found.tried) if not near(slip.model(*case), wanted))
    return Finding(
        False,
        t(WRONG),
        (*says, *ask.notes(case, reply.value, t), *(t(slip.says) for slip in slips)),
        tuple(slip.name for slip in slips),
    )


def exhibit(task: str, ask: Ask, values: Case, program: Program, t: Translator) -> Finding:
    """Whether a broken program is wrong in a case somebody names."""
    case = tuple(tuple(value) if isinstance(value, list) else value for value in values)
    if not ask.domain.valid(case):
        return Finding(False, t("That is no case of this program."), (t(ask.takes),))
    [reply] = program.call(task, [values])
    wanted, words = ask.wanted(case), ask.words(case, t)
    agreed = ask.agrees(case, reply)
    if isinstance(wanted, Refusal):
        why = wanted.sentence(t)
        if agreed:
            return missed(t("{case}: this program raises ValueError, and so it must: {why}", case=words, why=why), t)
        said = t(
            "{case}: this program says {value}; it must raise ValueError.", case=words, value=plain(reply.value, t)
        )
        return caught((said, t("{why} ({clause})", why=why, clause=wanted.clause)), t)
    if agreed:
        right = ask.shows(wanted, t)
        return missed(t("{case}: this program says {value}, and so do the rules.", case=words, value=right), t)
    said = t(
        "{case}: this program says {value}; the rules say {right} ({clause}).",
        case=words,
        value=reply.name if reply.kind is Kind.RAISED else ask.shows(reply.value, t),
        right=ask.shows(wanted, t),
        clause=ask.clause,
    )
    return caught((said, *ask.notes(case, reply.value, t)), t)


def caught(says: tuple[str, ...], t: Translator) -> Finding:
    """A case was found."""
    return Finding(True, t("You found a case in which it is wrong."), (*says, t("Now mend the program.")))


def missed(says: str, t: Translator) -> Finding:
    """The case named shows nothing."""
    return Finding(False, t("In this case it is right. Look for another one."), (says,))
