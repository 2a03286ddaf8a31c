"""A lesson on paper: the questions with what lies on the table, room to answer, and the answers apart."""

from __future__ import annotations

from html import escape

from acey_teach.i18n import Translator
from acey_teach.lessons.extras import sentence
from acey_teach.lessons.judge import answer_text
from acey_teach.lessons.model import CHOICE, Lesson, Step
from acey_teach.lessons.state import LessonState, encode
from acey_teach.practice.deal import deal_of
from acey_teach.widgets import draw
from acey_teach.widgets.sheet import BLANK, Asked, Sheet, answers, questions, ruled


def sheet(lesson: Lesson, seed: str, t: Translator) -> Sheet:
    """The sheet of a lesson with the cards of `seed`.

    >>> from acey_teach.i18n import translator
    >>> from acey_teach.lessons.course import find
    >>> made = sheet(find("posts"), "class", translator("en"))
    >>> made.title, "How many ranks" in made.body, "Strictly between" in made.answers
    ('Two posts', True, True)
    """
    deal = deal_of(seed)
    asked = [_asked(make(deal, t), t) for make in lesson.steps]
    corner = lesson.corner(deal, t)
    asked += [
        Asked(
            f"<p>{escape(t('What does the game say to this? {attempt}', attempt=one.label))}</p>{ruled(1)}",
            f"<p>{escape(sentence(one.result, t))}</p>",
        )
        for one in corner.tries
    ]
    asked += [
        Asked(f"<p>{escape(check.question)}</p>{ruled(2)}", f"<p>{escape(check.answer)}</p>")
        for check in lesson.checks(deal, t)
    ]
    code = encode(LessonState(lesson.slug, seed))
    head = f'<p class="k-aim">{escape(t(lesson.aim))}</p><p class="k-cap">{escape(t("Lesson code"))} <span class="k-code">{escape(code)}</span></p>'
    return Sheet(t(lesson.title), head + questions(asked), answers(asked))


def _asked(step: Step, t: Translator) -> Asked:
    if step.kind is CHOICE:
        room = "".join(
            f"<li>{draw.mark(step.outcomes[n].value, ' ' + draw.CLASSES[step.outcomes[n].value]) if step.outcomes else '☐'} {escape(text)}</li>"
            for n, text in enumerate(step.options)
        )
        room = f'<ul class="k-boxes">{room}</ul>'
    else:
        room = f"<p>{BLANK} {escape(step.unit)}</p>"
    told = t("{answer}. {told}", answer=answer_text(step, t), told=step.told) if step.kind is CHOICE else step.told
    why = "".join(f"<p>{escape(text)}</p>" for text in step.why)
    return Asked(
        f"<p><b>{escape(step.ask)}</b></p>{step.before}{room}",
        f"<p><b>{escape(told)}</b></p>{why}",
        tuple(step.clauses),
    )
