"""A step of a lesson on the projector: one screen, large type, one key for each thing a teacher does."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from acey_teach.i18n import Translator
from acey_teach.lessons import course, scenes
from acey_teach.lessons.judge import answer_text
from acey_teach.lessons.model import CHOICE, Lesson, Step
from acey_teach.lessons.state import LessonState, Stage, encode
from acey_teach.widgets import draw
from acey_teach.widgets.parts import button


def page(state: LessonState, lesson: Lesson, step: Step | None, t: Translator) -> str:
    """The whole screen; `step` is None at the end of the lesson. The code at the top begins the same lesson elsewhere."""
    where = t("Lesson {n}, question {k}", n=course.place(lesson.slug), k=state.at + 1)
    if step is None:
        where = t("Lesson {n}", n=course.place(lesson.slug))
    top = (
        f'<div class="k-top"><span class="k-brand">{draw.LOGO}{escape(where)}</span><span class="k-push"></span>'
        f'<span class="k-code" id="{{{{v}}}}code">{escape(encode(LessonState(state.slug, state.seed)))}</span></div>'
    )
    if step is None:
        middle = f'<div class="k-ask"><h1 id="{{{{v}}}}question" tabindex="-1">{escape(t("The end of this lesson"))}</h1></div>'
        title = t(course.COURSE[following]) if (following := course.following(lesson.slug)) else t(lesson.title)
        body = f'<p class="k-big">{escape(t("Next: {title}", title=title) if following else title)}</p>'
    else:
        middle = f'<div class="k-ask"><h1 id="{{{{v}}}}question" tabindex="-1">{escape(step.ask)}</h1></div>'
        body = _body(state, step, t)
    return f'<div class="k-page k-wall">{top}{middle}{body}{_keys(state, lesson, step, t)}</div>'


def _body(state: LessonState, step: Step, t: Translator) -> str:
    if state.stage is Stage.WHY:
        return (
            '<div class="k-reason k-big" tabindex="0" role="region" aria-label="'
            + escape(t("Why"))
            + '">'
            + "".join(f"<p>{escape(text)}</p>" for text in step.why)
            + "</div>"
        )
    shown = step.after if step.after and state.stage is Stage.REVEAL else step.before
    told = f'<p class="k-big"><b>{escape(step.told)}</b></p>' if state.stage is Stage.REVEAL else ""
    beside = votes(state, step, t) if step.kind is CHOICE else _asked(state, step, t)
    return f'<div class="k-duo{" is-revealed" if state.stage is Stage.REVEAL else ""}"><div class="k-scene" id="{{{{v}}}}scene">{shown}</div><div class="k-beside-it">{beside}{told}</div></div>'


def _asked(state: LessonState, step: Step, t: Translator) -> str:
    text = answer_text(step, t) if state.stage is Stage.REVEAL else "?"
    return f'<p class="k-number"><b>{escape(text)}</b> {escape(step.unit)}</p>'


def votes(state: LessonState, step: Step, t: Translator) -> str:
    """The hands of the class for each option, as numbers, bars and percent; the right one is marked when revealed."""
    counts = [*(state.votes[state.at] if state.at < len(state.votes) else ()), *[0] * len(step.options)]
    total = sum(counts[: len(step.options)])
    rows = ""
    for n, text in enumerate(step.options):
        look, mark = scenes.option(step.outcomes, n)
        share = Fraction(counts[n], total) if total else Fraction(0)
        answer = t("the answer") if state.stage is Stage.REVEAL and n == step.right else ""
        key = "" if n else ' data-key="p"'
        says = escape(t("one more for: {option}", option=text))
        # Tab goes from field to field, where the same can be said
        more = (
            f'<button type="button" id="{{{{v}}}}more-{n}" class="k-vote-for" data-intent="one_more" data-live tabindex="-1" value="{n}" data-key="{n + 1}" '
            f'aria-label="{says}">{mark}<span id="{{{{v}}}}option-{n}">{escape(text)}</span> '
            f'<kbd class="k-key" aria-hidden="true">{n + 1}</kbd></button>'
        )
        rows += (
            f'<tr class="{look}{" is-right" if answer else ""}"><th scope="row">{more}'
            f'<span class="k-tag">{escape(answer)}</span></th>'
            f'<td><input id="{{{{v}}}}vote-{n}" name="vote{n}" inputmode="numeric" autocomplete="off" maxlength="12" value="{counts[n]}" data-intent="vote" data-live data-leave '
            f'aria-labelledby="{{{{v}}}}option-{n} {{{{v}}}}hands"{key}></td>'
            f'<td><div class="meter"><i style="width:{float(share * 100):.1f}%"></i></div></td><td class="num">{t.percent(share) if total else ""}</td></tr>'
        )
    into = f'{escape(t("vote"))} <kbd class="k-key" aria-hidden="true">P</kbd>'
    head = f'<thead><tr><td>{into}</td><th scope="col" id="{{{{v}}}}hands">{escape(t("hands"))}</th><td></td><th scope="col" class="num">{escape(t("class"))}</th></tr></thead>'
    return f'<form class="k-votes" autocomplete="off"><table class="k-vote">{head}<tbody>{rows}</tbody></table></form>'


def _keys(state: LessonState, lesson: Lesson, step: Step | None, t: Translator) -> str:
    """What can be done, each with its key, all of them buttons."""
    items = []
    if step is not None and state.stage is Stage.PREDICT:
        items.append(
            button("reveal", t("Reveal"), key="r space arrowright Enter", hint="R", classes="is-main", focus=True)
        )
    elif step is not None:
        label = t("Why?") if state.stage is Stage.REVEAL else t("Next")
        items.append(button("next", label, key="space arrowright Enter", hint="→", classes="is-main", focus=True))
    else:
        items.append(
            button("again", t("Once more"), key="space arrowright Enter", hint="→", classes="is-main", focus=True)
        )
    off = "" if state.at or state.stage else t("This is the beginning.")
    if off and state.offer:  # a page that was loaded again in the middle of a lesson
        items.append(button("take_offer", t("Go on where you were?"), key="g", hint="G"))
    else:
        items.append(button("back", t("Back"), key="arrowleft b", hint="←", off=off))
    items.append(button("new_deal", t("New deal"), key="n", hint="N"))
    items.append(button("presenting", t("Leave"), key="escape", hint="Esc"))
    return f'<div class="k-keys">{"".join(items)}</div>'
