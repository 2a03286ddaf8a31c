"""A question with an answer to choose or to write, and what to say to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator, translator
from acey_teach.parts.part import Callback, Part, PartApp, Setting, Told
from acey_teach.parts.reading import first_language, language_of
from acey_teach.practice.answers import LONGEST, number
from acey_teach.widgets.panel import View, intent

Answer = str | Fraction


@dataclass(frozen=True)
class QuestionState:
    """What is asked, and what was answered so far. With `choices` the answer is one of them, else a number."""

    text: str
    choices: tuple[str, ...]
    answer: Answer
    why: str
    lang: str
    given: Answer | None = None
    typed: str = ""
    attempts: int = 0

    @property
    def right(self) -> bool:
        """Whether the last answer is right: exactly, or in whole percent."""
        return self.given == self.answer or self.rounded

    @property
    def rounded(self) -> bool:
        """Whether the last answer is the right one in whole percent, but not exactly."""
        if isinstance(self.given, Fraction) and isinstance(self.answer, Fraction) and "%" in self.typed:
            return self.given != self.answer and self.given * 100 == (2 * 100 * self.answer + 1) // 2
        return False


class QuestionApp(PartApp[QuestionState]):
    """The page of a question."""

    def read(
        self, text: object, choices: Any, answer: object, why: object, lang: object, **_given: object
    ) -> QuestionState:
        if not isinstance(text, str) or not text.strip():
            raise Refusal("question", N_('A question needs a text, such as Question("Is it worth it?", …).'))
        if isinstance(choices, str) or not isinstance(choices, Iterable):
            raise Refusal("question-choices", N_('Choices are a list of texts, such as ["yes", "no"].'))
        offered = tuple(str(choice).strip() for choice in choices)
        if offered and (len(set(offered)) < len(offered) or len(offered) < 2 or not all(offered)):
            raise Refusal(
                "question-choices", N_("A question to choose from needs at least two choices, all different.")
            )
        return QuestionState(text.strip(), offered, _answer(answer, offered), str(why).strip(), language_of(lang))

    def told(self, state: QuestionState) -> dict[str, object]:
        return {
            "text": state.text,
            "choices": state.choices,
            "answer": state.answer,
            "why": state.why,
            "language": state.lang,
            "answered": state.given is not None,
            "given": state.given,
            "right": state.right,
            "attempts": state.attempts,
        }

    def change(self, state: QuestionState, settings: Any) -> QuestionState:
        """Another question begins anew; another language does not."""
        new = super().change(state, settings)
        if settings.keys() == {"language"}:
            return replace(state, lang=new.lang)
        return new

    @intent
    def check(self, state: QuestionState, values: Any) -> QuestionState:
        """Answer: a choice by its place, or a number as it was written."""
        given: Answer
        if state.choices:
            typed = values.get("choice", "")
            if typed not in map(str, range(len(state.choices))):
                raise Refusal("answer-empty", N_("Choose an answer first, then check it."))
            given = state.choices[int(typed)]
        else:
            typed = values.get("answer", "").strip()
            given = number(typed)
        return replace(state, given=given, typed=typed, attempts=state.attempts + 1)

    # ---- the page ----
    def view(self, state: QuestionState) -> View:
        t = translator(state.lang)
        ask = _choices(state, t) if state.choices else _field(state, t)
        html = (
            f'<div class="k-page k-piece"><form class="k-box" id="{{{{v}}}}form" data-intent="check" autocomplete="off">'
            f"{ask}{_feedback(state, t)}</form></div>"
        )
        return View(html, _says(state, t) or state.text, lang=state.lang)

    def static(self, state: QuestionState) -> str:
        items = "".join(f"<li>{escape(choice)}</li>" for choice in state.choices)
        return f"<p><b>{escape(state.text)}</b></p>" + (f"<ul>{items}</ul>" if items else "")


def _answer(answer: object, choices: tuple[str, ...]) -> Answer:
    """The right answer: one of the choices, or a number."""
    if choices:
        if isinstance(answer, str) and answer.strip() in choices:
            return answer.strip()
        raise Refusal(
            "question-answer",
            N_("The answer “{answer}” is none of the choices. Write one of them: {choices}."),
            answer=shown(answer),
            choices=", ".join(choices),
        )
    if isinstance(answer, str):
        return number(answer)
    if isinstance(answer, (int, Fraction)) and not isinstance(answer, bool):
        return Fraction(answer)
    raise Refusal(
        "question-answer",
        N_('The answer “{answer}” is no exact number. Write one such as Fraction(14, 25) or "14/25", or give choices.'),
        answer=shown(answer),
    )


def _choices(state: QuestionState, t: Translator) -> str:
    items = "".join(
        f'<label class="k-check"><input type="radio" id="{{{{v}}}}choice-{place}" name="choice" value="{place}"'
        f"{' checked' if choice == state.given else ''}>{escape(choice)}</label>"
        for place, choice in enumerate(state.choices)
    )
    return (
        f'<fieldset><legend class="k-asked">{escape(state.text)}</legend>{items}</fieldset>'
        f'<p class="k-act">{_button(t)}</p>'
    )


def _field(state: QuestionState, t: Translator) -> str:
    hint = t("a whole number, a fraction, a decimal or a percentage")
    return (
        f'<p class="k-asked" id="{{{{v}}}}asked">{escape(state.text)}</p><div class="k-answer"><label class="k-field">{escape(t("Your answer"))}'
        f'<input id="{{{{v}}}}answer" name="answer" maxlength="{LONGEST}" value="{escape(state.typed)}" spellcheck="false" autocomplete="off" '
        f'aria-describedby="{{{{v}}}}asked {{{{v}}}}hint"></label>{_button(t)}</div><p class="k-cap" id="{{{{v}}}}hint">{escape(hint)}</p>'
    )


def _button(t: Translator) -> str:
    return f'<button id="{{{{v}}}}check" class="k-btn is-main">{escape(t("Check"))}</button>'


def _says(state: QuestionState, t: Translator) -> str:
    """What is said to the last answer; "" before there is one."""
    if state.given is None:
        return ""
    given = state.given if isinstance(state.given, str) else state.typed
    if not state.right:
        return t("Not yet. “{answer}” is not right: think again and check once more.", answer=given)
    if state.rounded and isinstance(state.answer, Fraction):
        return t("Right, in whole percent; exactly it is {answer}.", answer=t.number(state.answer))
    return t("Right.")


def _feedback(state: QuestionState, t: Translator) -> str:
    said = _says(state, t)
    if not said:
        return ""
    why = f"<p>{escape(state.why)}</p>" if state.why else ""
    if state.right:
        return f'<div class="k-note" id="{{{{v}}}}said"><p><b aria-hidden="true">✓</b> <b>{escape(said)}</b></p>{why}</div>'
    answer = state.answer if isinstance(state.answer, str) else t.number(state.answer)
    shown_answer = escape(t("The answer is {answer}.", answer=answer))
    return (
        f'<div class="k-note" id="{{{{v}}}}said"><p><b aria-hidden="true">✗</b> <b>{escape(said)}</b></p>'
        f'<details class="k-fold k-same" id="{{{{v}}}}solution"><summary>{escape(t("Show the answer"))}</summary>'
        f"<div><p>{shown_answer}</p>{why}</div></details></div>"
    )


class Question(Part[QuestionState]):
    """A question. With `choices` the `answer` is one of them; without, it is a number: a Fraction, or "14/25".

    `why` is said with the answer. `answered`, `given`, `right` and `attempts` tell how it went.

    >>> from fractions import Fraction
    >>> asked = Question("How likely is inside with 4♣ and Q♦?", answer=Fraction(14, 25))
    >>> asked.check("28/50")
    >>> asked.right, asked.attempts, asked.given
    (True, 1, Fraction(14, 25))
    >>> asked.check("a lot")
    Traceback (most recent call last):
    ...
    acey_teach.engine.refusal.Refusal: “a lot” is not a number. Write one such as 3, 1/4, 0.25 or 25 %.
    """

    text = Setting()
    choices = Setting()
    answer = Setting()
    why = Setting()
    answered = Told()
    given = Told()
    right = Told()
    attempts = Told()

    def __init__(
        self, text: str, choices: Iterable[str] = (), answer: Any = None, why: str = "", lang: str = "en"
    ) -> None:
        self._on_answer: list[Callable[[Question], object]] = []
        super().__init__(QuestionApp(text=text, choices=choices, answer=answer, why=why, lang=first_language(lang)))

    def check(self, answer: str | float | Fraction) -> None:
        """Answer as a learner does: with a choice, or with a number as it is written."""
        choices, text = self._state.choices, str(answer)  # a number may be given as it is: 28, Fraction(14, 25)
        place = str(choices.index(text)) if text in choices else ""
        self._do(lambda state: self._intents["check"](state, {"choice": place, "answer": text}))

    def on_answer(self, callback: Callback) -> Callback:
        """Call `callback(question)` after each answer."""
        self._on_answer.append(callback)
        return callback

    def _happened(self, before: QuestionState, after: QuestionState) -> None:
        if after.attempts > before.attempts:
            self._call(self._on_answer)
