"""What is said to an answer: whether it is right, and where a wrong one comes from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.model import CHANCE, CHOICE, Step, Value
from acey_teach.practice import answers
from acey_teach.practice.misconceptions import named
from acey_teach.practice.scoring import MOST, distance, points


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is `right`; `says` comments on it in a sentence or two."""

    right: bool
    says: str


def read(step: Step, text: str) -> Value:
    """The value an answer stands for; Refusal for what is no answer to this step."""
    if step.kind is CHOICE:
        if not (text.isascii() and text.isdigit() and int(text) < len(step.options)):
            raise Refusal("no-answer", N_("First say what you expect: choose one of the answers."))
        return int(text)
    if not text.strip():
        raise Refusal("no-answer", N_("First say what you expect: write your answer into the field."))
    return answers.chance(text) if step.kind is CHANCE or step.share else answers.number(text)


def judge(step: Step, text: str, t: Translator) -> Verdict:
    """The comment on a committed answer. `text` has been read before, so it is an answer."""
    value = read(step, text)
    right = value == step.right
    given = step.options[int(value)] if step.kind is CHOICE else text.strip()
    if right:
        return Verdict(True, t("You said: {answer}. That is right.", answer=given))
    parts = [t("You said: {answer}. The answer: {right}.", answer=given, right=answer_text(step, t))]
    if slip := step.slips.get(value):
        parts.append(slip)
    elif step.chance:
        odds, outcome = step.chance
        guess, exact = Fraction(value), odds.p(outcome)
        parts += [one.sentence(t) for one in named(guess, odds, outcome)]
        parts.append(
            t(
                "You were {n} percentage points off: {points} of {most} points.",
                n=t.decimal(distance(guess, exact), 1),
                points=points(guess, exact),
                most=MOST,
            )
        )
    return Verdict(False, " ".join(parts))


def answer_text(step: Step, t: Translator) -> str:
    """The right answer as it is written."""
    return step.options[int(step.right)] if step.kind is CHOICE else t.number(step.right)
