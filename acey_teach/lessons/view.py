"""The page of a lesson: the question, what lies on the table, the answer, and why it is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from acey_teach.i18n import Translator, query, translator
from acey_teach.lessons import course, present, scenes
from acey_teach.lessons.judge import answer_text, judge
from acey_teach.lessons.model import CHOICE, Lesson, Step
from acey_teach.lessons.state import LessonState, Stage, encode
from acey_teach.practice.deal import deal_of
from acey_teach.widgets import draw, parts
from acey_teach.widgets.panel import View
from acey_teach.widgets.parts import button


def view(state: LessonState, lesson: Lesson) -> View:
    """The live page, or its large form for a projector."""
    t, code = translator(state.lang), encode(state)
    over = state.at >= len(lesson.steps)
    step = None if over else lesson.steps[state.at](deal_of(state.seed), t)
    if state.present:
        html = present.page(state, lesson, step, t)
    else:
        body = _end(state, lesson, t) if step is None else _step(state, lesson, step, t)
        html = (
            f'<div class="k-page k-lesson">{parts.top(_where(lesson, t), t, state.home)}{_offer(state, t)}'
            f'<div class="k-read">{body}</div>{_foot(state, code, t)}</div>'
        )
    keep = state.offer or (code if state.at or state.stage or any(state.answers) else "")
    return View(
        html, says(state, lesson, step, t), code, keep, lang=state.lang, look="present" if state.present else ""
    )


def says(state: LessonState, lesson: Lesson, step: Step | None, t: Translator) -> str:
    """What is spoken: the question, then what is seen and said to the answer, then the reason."""
    if step is None:
        return _score(results(state, lesson, t), t)
    match state.stage:
        case Stage.PREDICT:
            return step.ask
        case Stage.REVEAL:
            return " ".join([step.told, judge(step, state.answer, t).says if state.answer else ""]).strip()
    return " ".join(step.why)


def static(state: LessonState, lesson: Lesson) -> str:
    """The questions of the lesson as a list: for where no program runs."""
    t = translator(state.lang)
    asked = "".join(f"<li>{escape(make(deal_of(state.seed), t).ask)}</li>" for make in lesson.steps)
    run = t("Run this cell to predict, reveal and see why.")
    return f"<p><b>{escape(t(lesson.title))}</b>. {escape(t(lesson.aim))}</p><ol>{asked}</ol><p>{escape(run)}</p>"


def _where(lesson: Lesson, t: Translator) -> str:
    here = t("Lesson {n} of {most}", n=course.place(lesson.slug), most=len(course.COURSE))
    return f"{escape(here)} · <b>{escape(t(lesson.title))}</b>"


def _offer(state: LessonState, t: Translator) -> str:
    if not state.offer:
        return ""
    return parts.offer(t("Go on where you were?"), t("This browser remembers how far you came in this lesson."), t)


# ---- one step ----
def _step(state: LessonState, lesson: Lesson, step: Step, t: Translator) -> str:
    shown = step.after if step.after and state.stage is not Stage.PREDICT else step.before
    told = why = ""
    if state.stage is not Stage.PREDICT:
        verdict = judge(step, state.answer, t) if state.answer else None
        comment = f'<p class="k-told-you">{escape(verdict.says)}</p>' if verdict else ""
        told = f'<div class="k-told" id="{{{{v}}}}told"><p><b>{escape(step.told)}</b></p>{comment}</div>'
    if state.stage is Stage.WHY:
        why = f'<div class="k-reason" id="{{{{v}}}}reason"><h3>{escape(t("Why"))}</h3>{paragraphs(step)}{source(step, t)}</div>'
    answer = _form(step, t) if state.stage is Stage.PREDICT else _given(state, step, t)
    opening = state.at == 0 and state.stage is Stage.PREDICT
    title = (
        f'<h2 class="k-title">{escape(t(lesson.title))}</h2><p class="k-aim">{escape(t(lesson.aim))}</p>'
        if opening
        else ""
    )
    return (
        f'{title}{_progress(state, lesson, t)}{stages(state, t)}<h2 id="{{{{v}}}}question" tabindex="-1" data-focus data-top="{state.at}">{escape(step.ask)}</h2>'
        f'<div class="k-scene" id="{{{{v}}}}scene">{shown}</div>{answer}{told}{why}{_going(state, lesson, t)}'
    )


def _progress(state: LessonState, lesson: Lesson, t: Translator) -> str:
    marks = "".join(
        f"<i{' class=is-done' if n < state.at else ' class=is-now' if n == state.at else ''}></i>"
        for n in range(len(lesson.steps))
    )
    label = t("Question {n} of {most}", n=state.at + 1, most=len(lesson.steps))
    return f'<div class="k-prog"><span class="k-cap">{escape(label)}</span><span class="k-prog" aria-hidden="true">{marks}</span></div>'


def stages(state: LessonState, t: Translator) -> str:
    """Predict, reveal, why: where one is."""
    items = ""
    for stage, name in zip(Stage, (t("Predict"), t("Reveal"), t("Why")), strict=True):
        now = ' aria-current="step"' if stage is state.stage else ' class="is-done"' if stage < state.stage else ""
        items += f"<li{now}>{escape(name)}</li>"
    return f'<ol class="k-steps" aria-label="{escape(t("Predict, reveal, why"))}">{items}</ol>'


def _form(step: Step, t: Translator) -> str:
    if step.kind is CHOICE:
        field = _choices(step, t)
    else:
        hint = (
            t("a fraction, a decimal or a percentage, such as {example}", example="14/25") if step.chance else step.unit
        )
        field = (
            f'<p class="k-answer"><label class="k-field" for="{{{{v}}}}answer">{escape(t("Your prediction"))}'
            f'<input id="{{{{v}}}}answer" name="answer" autocomplete="off" spellcheck="false" aria-describedby="{{{{v}}}}hint"></label>'
            f'<span class="k-cap k-unit" id="{{{{v}}}}hint">{escape(hint)}</span></p>'
        )
    key = '<kbd class="k-key" aria-hidden="true">⏎</kbd>'
    return (
        f'<form class="k-predict" id="{{{{v}}}}form" data-intent="reveal" autocomplete="off">{field}'
        f'<p class="k-act"><button id="{{{{v}}}}reveal" class="k-btn is-main" data-key="r Enter">{escape(t("Reveal"))} {key}</button></p></form>'
    )


def _choices(step: Step, t: Translator) -> str:
    items = ""
    for n, text in enumerate(step.options):
        look, mark = scenes.option(step.outcomes, n)
        items += (
            f'<label class="k-choice {look}"><input type="radio" id="{{{{v}}}}answer-{n}" name="answer" value="{n}" '
            f'data-key="{n + 1}">{mark}<span>{escape(text)}</span></label>'
        )
    return (
        f'<fieldset class="{_few(step)}"><legend class="k-vh">{escape(t("Your prediction"))}</legend>{items}</fieldset>'
    )


def _given(state: LessonState, step: Step, t: Translator) -> str:
    """The options after the reveal: which was chosen and which was right."""
    if step.kind is not CHOICE:
        return ""
    items = ""
    for n, text in enumerate(step.options):
        look, mark = scenes.option(step.outcomes, n)
        right, mine = n == step.right, str(n) == state.answer
        tags = "".join(
            f'<span class="k-tag">{escape(tag)}</span>'
            for tag, on in ((t("the answer"), right), (t("your prediction"), mine))
            if on
        )
        classes = f"{look}{' is-right' if right else ''}{' is-mine' if mine else ''}"
        items += f'<li class="k-choice {classes}">{mark}<span>{escape(text)}</span>{tags}</li>'
    return f'<ul class="{_few(step)}">{items}</ul>'


def _few(step: Step) -> str:
    """The class of a list of options: three stand in a row, others in two columns, long ones under each other."""
    longest = max(map(len, step.options))
    return "k-choices" + (" is-long" if longest > 26 else "" if len(step.options) == 3 else " is-even")


def paragraphs(step: Step) -> str:
    """The reasons, one paragraph each."""
    return "".join(f"<p>{escape(text)}</p>" for text in step.why)


def source(step: Step, t: Translator) -> str:
    """The clauses a step rests on."""
    codes = " ".join(f'<span class="k-code">{escape(clause)}</span>' for clause in step.clauses)
    says = t("the rule this rests on, by its number in the kit’s list of rules")
    return f'<p class="k-src">{codes}<span>{escape(says)}</span></p>' if codes else ""


def _going(state: LessonState, lesson: Lesson, t: Translator) -> str:
    back = button("back", t("Back"), key="b", hint="B", classes="is-bare") if state.at or state.stage else ""
    match state.stage:
        case Stage.PREDICT:
            return f'<p class="k-act">{back}</p>' if back else ""
        case Stage.REVEAL:
            label = t("Why?")
        case Stage.WHY:
            label = t("Next question") if state.at + 1 < len(lesson.steps) else t("To the end of the lesson")
    return f'<p class="k-act">{back}<span class="k-push"></span>{button("next", label, key="n space Enter", hint="N", classes="is-main")}</p>'


# ---- the end ----
def results(state: LessonState, lesson: Lesson, t: Translator) -> list[tuple[Step, bool | None]]:
    """Each step with whether its answer was right, None where none was given."""
    found: list[tuple[Step, bool | None]] = []
    for n, make in enumerate(lesson.steps):
        step, answer = make(deal_of(state.seed), t), state.answers[n] if n < len(state.answers) else ""
        found.append((step, judge(step, answer, t).right if answer else None))
    return found


def _score(found: Sequence[tuple[Step, bool | None]], t: Translator) -> str:
    right = sum(ok is True for _, ok in found)
    return t("You predicted {right} of {all} questions rightly.", right=right, all=len(found))


def _end(state: LessonState, lesson: Lesson, t: Translator) -> str:
    words: Mapping[bool | None, str] = {True: t("right"), False: t("not yet"), None: t("not answered")}
    found = results(state, lesson, t)
    rows = (
        parts.row([(escape(step.ask), False), (escape(answer_text(step, t)), False), (escape(words[ok]), False)])
        for step, ok in found
    )
    head = [(t("Question"), False), (t("Answer"), False), (t("Your prediction"), False)]
    table = f'<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(t("What you predicted"))}">{draw.table(head, rows, t("What you predicted"))}</div>'
    again = button("again", t("Once more"), classes="is-bare")
    fresh = button("new_deal", t("With other cards"))
    return (
        f'<h2 id="{{{{v}}}}question" tabindex="-1" data-focus data-top="{state.at}">{escape(t("The end of this lesson"))}</h2><p class="k-aim">{escape(_score(found, t))}</p>{table}'
        f'<p class="k-act">{button("back", t("Back"), key="b", hint="B", classes="is-bare")}<span class="k-push"></span>{again}{fresh}</p>{onward(state, lesson, t)}'
    )


def onward(state: LessonState, lesson: Lesson, t: Translator) -> str:
    """The way to the next lesson, where pages have addresses."""
    slug = course.following(lesson.slug)
    if not (slug and state.home):
        return ""
    title = t("Next, lesson {n}", n=course.place(slug))
    return (
        f'<a class="k-next" href="{slug}.ipynb?{escape(query(state.lang))}"><span>{escape(title)}<br><b>{escape(t(course.COURSE[slug]))}</b></span>'
        f'<span class="go" aria-hidden="true">→</span></a>'
    )


def _foot(state: LessonState, code: str, t: Translator) -> str:
    copied = escape(t("copied"))
    show = button("presenting", t("Present"), classes="is-bare", more=' aria-pressed="false"')
    fresh = button("new_deal", t("Other cards"), classes="is-bare")
    sheet = parts.paper_button("handout", t("Print")) + parts.paper_button(
        "handout_with_answers", t("Print with answers")
    )
    return (
        f'<div class="k-foot"><span>{escape(t("Lesson code"))} <span class="k-code" id="{{{{v}}}}code">{escape(code)}</span> '
        f'<button type="button" class="k-btn is-bare" id="{{{{v}}}}copy" data-copy="{escape(code)}" data-copied="{copied}">'
        f'{escape(t("Copy code"))}</button></span><span class="k-set">{fresh}{sheet}{show}</span></div>'
    )
