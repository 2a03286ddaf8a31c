"""Where a learner is in a lesson: one immutable value, and the short code that brings it back."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, replace
from enum import IntEnum

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import check_of, check_seed
from acey_teach.i18n import N_, translator
from acey_teach.lessons.course import find
from acey_teach.lessons.judge import read
from acey_teach.practice.deal import deal_of

MOST = 400
_BROKEN = N_(
    "This is not the code of a lesson, or a letter of it is wrong: “{code}”. Copy it again, capital and small "
    "letters as they are."
)


class Stage(IntEnum):
    """How far a step has come."""

    PREDICT = 0
    REVEAL = 1
    WHY = 2


@dataclass(frozen=True)
class LessonState:
    """Everything the page shows. `at` is the step, one past the last at the end of the lesson.

    `answers` hold what was committed to at each step, as text ("" when it was revealed without an answer); `votes` the
    hands of a class, by step and option.
    """

    slug: str
    seed: str
    lang: str = "en"
    home: str = ""
    at: int = 0
    stage: Stage = Stage.PREDICT
    answers: tuple[str, ...] = ()
    votes: tuple[tuple[int, ...], ...] = ()
    present: bool = False
    offer: str = ""

    @property
    def answer(self) -> str:
        """What was answered at this step."""
        return self.answers[self.at] if self.at < len(self.answers) else ""

    def answered(self, text: str) -> LessonState:
        """The same with an answer to this step."""
        answers = [*self.answers, *[""] * (self.at + 1 - len(self.answers))]
        answers[self.at] = text
        return replace(self, answers=tuple(answers))


def encode(state: LessonState) -> str:
    """The code of a lesson: `L1.posts.sdemo.t1w.a0~_MTQvMjU.xabc`.

    `s` is the seed, `t` the step with p, r or w for predict, reveal, why, `a` the answers (`_` and base 64 where they hold
    other signs than letters and digits), `x` the check. At the very
    beginning only the seed is left: the code that puts the same lesson on every screen.

    >>> encode(LessonState("posts", "demo"))
    'L1.posts.sdemo.x1tc'
    """
    parts = ["L1", state.slug, "s" + state.seed]
    if state.at or state.stage:
        parts.append(f"t{state.at}{'prw'[state.stage]}")
    if any(state.answers):
        parts.append("a" + "~".join(map(_out, state.answers)))
    text = ".".join(parts)
    return f"{text}.x{check_of(text)}"


def parse(code: str, slug: str = "") -> LessonState:
    """The state a code stands for; Refusal for anything else, or for a code of another lesson than `slug`.

    >>> parse(encode(LessonState("posts", "demo", at=1, answers=("0",)))).answers
    ('0',)
    """
    text = code.strip() if isinstance(code, str) and len(code) <= MOST else ""
    body, dot, check = text.rpartition(".x")
    parts = body.split(".")
    if not dot or check != check_of(body) or parts[0] != "L1" or len(parts) < 3:
        raise Refusal("lesson-code", _BROKEN, code=shown(code))
    lesson = find(parts[1])
    if slug and slug != parts[1]:
        raise Refusal(
            "lesson-other",
            N_("This is the code of another lesson: “{lesson}”. Open that one and enter it there."),
            lesson=parts[1],
        )
    try:
        state = LessonState(parts[1], check_seed(parts[2].removeprefix("s")))
        for part in parts[3:]:
            match part[:1]:
                case "t":
                    at, stage = int(part[1:-1]), Stage("prw".index(part[-1]))
                    state = replace(state, at=at, stage=stage)
                case "a":
                    state = replace(state, answers=tuple(map(_in, part[1:].split("~"))))
        at_end = state.at == len(lesson.steps) and state.stage is Stage.PREDICT
        if not (0 <= state.at < len(lesson.steps) or at_end) or len(state.answers) > len(lesson.steps):
            raise ValueError
        for make, answer in zip(lesson.steps, state.answers, strict=False):
            if answer:  # the page will judge it
                read(make(deal_of(state.seed), translator("en")), answer)
    except ValueError as error:
        raise Refusal("lesson-code", _BROKEN, code=shown(code)) from error
    if encode(state) != text:  # one state, one code
        raise Refusal("lesson-code", _BROKEN, code=shown(code))
    return state


def _out(answer: str) -> str:
    return (
        answer
        if answer.isalnum() and answer.isascii()
        else answer and "_" + urlsafe_b64encode(answer.encode()).decode().rstrip("=")
    )


def _in(text: str) -> str:
    return urlsafe_b64decode(text[1:] + "==").decode() if text.startswith("_") else text
