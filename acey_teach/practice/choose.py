"""What to ask a learner next: what went wrong comes back soon, what is new comes bit by bit, what is known rarely.

>>> choose(Progress("demo"), only="between")
('between', 'demoq0')
"""

from __future__ import annotations

from collections.abc import Iterator

from acey_teach.i18n import translator
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.kinds import question as make
from acey_teach.practice.progress import Progress, catches
from acey_teach.practice.question import Question

WAIT = (0, 2, 4, 8, 16, 32)
"""Box -> how many questions later a kind comes again."""
WEAK = 3
"""Kinds below this box are still being learned; no more than so many at a time."""
LATER = 5  # the longest wait before an idea is tried again
TRIED = 40  # deals to look through for one that fits


def choose(progress: Progress, only: str = "") -> tuple[str, str]:
    """The kind and the seed of the next question, or the next one of one kind; the same for the same progress.

    First an idea that was met and is not mended, a few questions later, with a question in which it gives a wrong
    answer; then the kinds that are due, then a new kind, in the order of `KINDS`, while few are still being learned.
    """
    for name in progress.open_ideas:
        met = progress.ideas[name]
        if progress.asked - met.at >= min(1 + met.times, LATER) and met.kind in KINDS and only in ("", met.kind):
            for question in _deals(progress, met.kind):
                if name in catches(question):
                    return question.kind, question.seed
    kind = only or _kind(progress)
    found = next(_deals(progress, kind), None)
    return kind, found.seed if found else f"{progress.seed}q{progress.asked}"


def _kind(progress: Progress) -> str:
    known = {name: progress.kinds[name] for name in KINDS if name in progress.kinds}
    due = {name: tally.last + WAIT[tally.box] for name, tally in known.items()}
    if ready := [name for name in due if due[name] <= progress.asked]:
        return min(ready, key=due.__getitem__)
    fresh = [name for name in KINDS if name not in known]
    if fresh and sum(tally.box < WEAK for tally in known.values()) < WEAK:
        return fresh[0]
    return min([name for name in due if name != progress.last[0]] or due, key=due.__getitem__)


def _deals(progress: Progress, kind: str) -> Iterator[Question]:
    """Questions of a kind for this moment, without the one asked last."""
    t, (last, seed) = translator("en"), progress.last
    before = make(kind, seed, t) if kind == last else None
    first = f"{progress.seed}q{progress.asked}"
    for seed in (first, *(f"{first}c{n}" for n in range(1, TRIED))):
        question = make(kind, seed, t)
        if before is None or (question.ask, question.given) != (before.ask, before.given):
            yield question
