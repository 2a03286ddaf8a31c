"""The practice page drawn: the question, and folded under it the progress and how to keep it."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from acey_teach.i18n import N_, Translator, translator
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.progress import BOXES, NAME, Progress, Tally, encode, file_text, summary
from acey_teach.widgets import draw, parts, question_view
from acey_teach.widgets.panel import View
from acey_teach.widgets.parts import button
from acey_teach.widgets.practice_state import PracticeState

NOTICES = {
    "dead": N_("The program behind this page has stopped. Your progress is kept: reload the page and go on."),
    "rerun": N_("The program behind this page has stopped. Run the cell again: your progress is kept."),
    "away": N_("The connection is lost. Trying again … Your progress is kept."),
    "slow": N_("No answer yet. It may still come; if not, reload the page. Your progress is kept."),
    "fault": N_("Something went wrong and nothing was changed. You can go on."),
}


def view(state: PracticeState) -> View:
    """The live page."""
    t, code = translator(state.lang), encode(state.progress)
    shown = question_view.view(
        state.question,
        t,
        text=state.text,
        verdict=state.verdict,
        more=_more(state, t),
        hints=state.opened,
        solution=state.solved if state.explained else None,
        form=not state.read,
        going=_going(state, t),
    )
    html = (
        f'<div class="k-page k-lesson k-practice">{parts.top(_where(state, t), t, state.home)}{_offer(state, t)}'
        f'<div class="k-read">{_loaded(state, t)}{_number(state, t)}{shown}</div>'
        f'<div class="k-folds">{_progress(state, t)}{keep(state.progress, code, t)}</div></div>'
    )
    something = state.progress.asked or state.progress.exercises
    return View(
        html,
        says(state, t),
        code,
        state.offer or (code if something else ""),
        notices={key: t(text) for key, text in NOTICES.items()},
        lang=state.lang,
    )


def says(state: PracticeState, t: Translator) -> str:
    """What is spoken: the question, or what is said to the answer, or the hint just opened."""
    question, verdict = state.question, state.verdict
    if state.did == "solution":
        return " ".join(question.solution)
    if state.did == "hint":
        return question.hints[state.opened - 1].text
    if verdict is None:
        loaded = [t("Your progress is loaded.")] if state.did == "load" else []
        return " ".join([*loaded, question.ask, question.given])
    return " ".join([verdict.spoken, *_mended(state, t)])


def _where(state: PracticeState, t: Translator) -> str:
    return f"{escape(t('Practice'))} · <b>{escape(t(KINDS[state.kind].title))}</b>"


def _offer(state: PracticeState, t: Translator) -> str:
    if not state.offer:
        return ""
    return parts.offer(t("Go on where you were?"), t("This browser remembers your progress."), t)


def _loaded(state: PracticeState, t: Translator) -> str:
    if state.did != "load":
        return ""
    return (
        f'<div class="k-note" id="{{{{v}}}}loaded"><h3>{escape(t("Your progress is loaded."))}</h3>'
        f"<p>{escape(summary(state.progress, t))}</p></div>"
    )


def _number(state: PracticeState, t: Translator) -> str:
    asked = state.progress.asked + (not state.counted)
    one = (
        f' · {escape(t("this kind only"))}<button type="button" id="{{{{v}}}}every" class="k-btn is-bare" '
        f'data-intent="only" value="all">{escape(t("All kinds"))}</button>'
        if state.only
        else ""
    )
    return f'<p class="k-cap k-count-q">{escape(t("Question {n}", n=asked))}{one}</p>'


def _mended(state: PracticeState, t: Translator) -> list[str]:
    return [t("Mended: {idea}.", idea=t(IDEAS[name].title)) for name in state.mended if name in IDEAS]


def _more(state: PracticeState, t: Translator) -> str:
    """What stands under the verdict: what was mended, or that one may try again."""
    said = _mended(state, t)
    if not state.right:
        said = [t("Try again as often as you like. Only the first answer counts in your progress.")]
    return "".join(f'<p class="k-cap">{escape(text)}</p>' for text in said)


def _going(state: PracticeState, t: Translator) -> str:
    over = state.right or state.read
    left = "" if over else button("skip", t("Skip"), key="s", hint="S", classes="is-bare")
    on = button("next", t("Next question"), key="n Enter", hint="N", classes="is-main", focus=True) if over else ""
    return f'<p class="k-act">{left}<span class="k-push"></span>{on}</p>'


# ---- the progress ----
def _progress(state: PracticeState, t: Translator) -> str:
    head = [
        (t("Practise one kind"), False),
        (t("Asked"), True),
        (t("Right at once"), True),
        (t("How sure"), False),
    ]
    every = parts.row([(_only("all", t("All kinds"), not state.only), False), ("", True), ("", True), ("", False)])
    rows = [every, *(_row(name, state, t) for name in KINDS)]
    caption = t("Right at once: right at the first answer. The more marks are filled, the more rarely it is asked.")
    label = t("Your progress: {summary}", summary=summary(state.progress, t))
    return (
        f'<details class="k-fold" id="{{{{v}}}}progress"><summary>{escape(label)}</summary><div class="k-mine">'
        f'{_again(state.progress, t)}<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(t("Kinds of question"))}">'
        f"{draw.table(head, rows, t('Kinds of question'), 'k-ledger k-ways')}</div>"
        f'<p class="k-cap">{escape(caption)}</p>{_exercises(state.progress, t)}</div></details>'
    )


def _row(name: str, state: PracticeState, t: Translator) -> str:
    tally = state.progress.kinds.get(name)
    now = name == state.only
    cells = [(_only(name, t(KINDS[name].title), now), False)]
    if tally is None:
        cells += [("–", True), ("–", True), (f'<span class="k-cap">{escape(t("new"))}</span>', False)]
    else:
        cells += [(t.number(tally.asked), True), (t.number(tally.right), True), (_marks(tally, t), False)]
    return parts.row(cells, "is-now" if now else "")


def _only(name: str, title: str, now: bool) -> str:
    return (
        f'<button type="button" id="{{{{v}}}}only-{name}" data-intent="only" value="{name}" aria-pressed="{str(now).lower()}">'
        f"{escape(title)}</button>"
    )


def _marks(tally: Tally, t: Translator) -> str:
    marks = "".join(f"<i{' class=is-done' if n < tally.box - 1 else ''}></i>" for n in range(BOXES - 1))
    says = t("{n} of {most}", n=tally.box - 1, most=BOXES - 1)
    return f'<span class="k-prog is-small" aria-hidden="true">{marks}</span><span class="k-vh">{escape(says)}</span>'


def _again(progress: Progress, t: Translator) -> str:
    """The ideas met and not yet mended."""
    known = [name for name in progress.open_ideas if name in IDEAS]
    if not known:
        return ""
    items = "".join(
        f"<li><b>{escape(t(IDEAS[name].title))}</b> "
        f'<span class="k-cap">{escape(t("met {n}×", n=progress.ideas[name].times))}</span>'
        f"{f'<br>{question_view.coloured(t(IDEAS[name].says))}' if IDEAS[name].says else ''}</li>"
        for name in known
    )
    return f'<div class="k-again"><h3>{escape(t("Look again at"))}</h3><ul>{items}</ul></div>'


def _exercises(progress: Progress, t: Translator) -> str:
    if not progress.exercises:
        return ""
    right = sum(exercise.right for exercise in progress.exercises.values())
    text = t.ngettext(
        "{n} exercise of the notebooks answered, {right} right.",
        "{n} exercises of the notebooks answered, {right} right.",
        len(progress.exercises),
        right=t.number(right),
    )
    return f"<p>{escape(text)}</p>"


# ---- keeping it ----
def keep(progress: Progress, code: str, t: Translator) -> str:
    """A progress to save as a file or to copy, and a way to load one (intent `load`: "value" of a file, "code")."""
    what = t(
        "This browser remembers your progress, and offers it to whoever comes next. To be sure of it, or to go on at "
        "another computer, save the file or copy the code, and load it here."
    )
    proof = t(
        "It holds no name, and proves nothing: not who answered, and not without whose help. Slips in it are found, "
        "but whoever wants to cheat can."
    )
    file = "data:text/plain;charset=utf-8," + quote(file_text(progress, t))
    save = f'<a class="k-btn" id="{{{{v}}}}save" href="{file}" download="{NAME}">{escape(t("Save as a file"))}</a>'
    copy = (
        f'<button type="button" class="k-btn is-bare" id="{{{{v}}}}copy" data-copy="{escape(code)}" '
        f'data-copied="{escape(t("copied"))}">{escape(t("Copy code"))}</button>'
    )
    choose = (
        f'<label class="k-btn k-file">{escape(t("Load a file"))}<input type="file" class="k-vh" id="{{{{v}}}}file" '
        f'accept=".txt,text/plain" data-intent="load"></label>'
    )
    paste = (
        f'<form class="k-answer k-paste" id="{{{{v}}}}paste" data-intent="load" autocomplete="off"><label class="k-input">{escape(t("Or paste the code"))}'
        f'<input id="{{{{v}}}}pasted" name="code" autocomplete="off" autocapitalize="off" spellcheck="false"></label>'
        f'<button class="k-btn" id="{{{{v}}}}load">{escape(t("Load"))}</button></form>'
    )
    return (
        f'<details class="k-fold" id="{{{{v}}}}keep"><summary>{escape(t("Keep your progress, or load it"))}</summary><div class="k-mine">'
        f'<p>{escape(what)}</p><p class="k-act">{save}{copy}{choose}</p>{paste}'
        f'<p class="k-cap"><span class="k-code" id="{{{{v}}}}code">{escape(code)}</span></p><p class="k-cap">{escape(proof)}</p></div></details>'
    )
