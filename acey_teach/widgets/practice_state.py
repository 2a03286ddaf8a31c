"""Where a learner is on the practice page: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import translator
from acey_teach.practice.choose import choose
from acey_teach.practice.kinds import question as make
from acey_teach.practice.progress import Progress
from acey_teach.practice.question import Question, Verdict, judge

WRONG = 2
"""After so many wrong answers the worked solution is offered."""


@dataclass(frozen=True)
class PracticeState:
    """Everything the page shows. `kind` and `seed` are the question; `only` is the one kind to practise, "" for all.

    `text` is the last answer, `wrong` how many were wrong, `counted` whether the question counts in `progress` already;
    `opened` hints are open and `helped` were at most; `mended` are the ideas this answer mended. `did` is what happened
    last where it decides what is said: "hint", "solution", "load"; `offer` is the code of an earlier progress to take.
    """

    progress: Progress
    kind: str
    seed: str
    lang: str = "en"
    home: str = ""
    only: str = ""
    text: str = ""
    wrong: int = 0
    counted: bool = False
    opened: int = 0
    helped: int = 0
    solved: bool = False
    mended: tuple[str, ...] = ()
    did: str = ""
    offer: str = ""

    @property
    def question(self) -> Question:
        """The question, in the reader's language."""
        return _question(self.kind, self.seed, self.lang)

    @cached_property
    def verdict(self) -> Verdict | None:
        """What is said to the last answer, also to one that cannot be read; None before there is one."""
        if not self.text:
            return None
        t = translator(self.lang)
        try:
            return judge(self.question, self.text, t)
        except Refusal as refusal:
            return Verdict(False, t("This cannot be read as an answer."), (refusal.sentence(t),))

    @property
    def right(self) -> bool:
        """Whether the question has been answered right."""
        verdict = self.verdict
        return verdict is not None and verdict.right

    @property
    def explained(self) -> bool:
        """Whether the worked solution is offered: there is nothing left to spoil, or help is due."""
        return self.right or self.wrong >= WRONG or self.helped == len(self.question.hints)

    @property
    def read(self) -> bool:
        """Whether the solution was read before there was an answer: the question is over, and counts as not right."""
        return self.counted and not self.text


def begun(progress: Progress, lang: str = "en", home: str = "", only: str = "") -> PracticeState:
    """The page before its first answer."""
    return PracticeState(progress, *choose(progress, only), lang, home, only)


def dealt(state: PracticeState, progress: Progress | None = None, only: str | None = None) -> PracticeState:
    """The next question, with another progress or for another kind where these are given."""
    now, kind = progress or state.progress, state.only if only is None else only
    return replace(begun(now, state.lang, state.home, kind), offer=state.offer)


@lru_cache(maxsize=16)
def _question(kind: str, seed: str, tag: str) -> Question:
    return make(kind, seed, translator(tag))
