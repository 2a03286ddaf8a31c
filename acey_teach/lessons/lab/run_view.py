"""The page around both: what it is about, the run with its buttons, and what is said of it. The parts are drawn in
`witness_view` and `sessions_view`."""

from __future__ import annotations

from html import escape

from acey_teach.i18n import Translator, translator
from acey_teach.lessons.lab import sessions_view, witness_view
from acey_teach.lessons.lab.numbers import large
from acey_teach.lessons.lab.run_bar import NOTICES, bar
from acey_teach.lessons.lab.run_state import LabState, Part, Phase, encode
from acey_teach.widgets import parts
from acey_teach.widgets.panel import View

DRAWN = {Part.WITNESSES: witness_view, Part.SESSIONS: sessions_view}


def view(state: LabState) -> View:
    """The live page."""
    t, code, drawn = translator(state.lang), encode(state), DRAWN[state.part]
    about = [(Part.WITNESSES.value, t("One probability")), (Part.SESSIONS.value, t("Whole sessions"))]
    offer = ""
    if state.offer:
        offer = parts.offer(t("Go on where you were?"), t("This browser remembers what you had chosen here."), t)
    html = (
        f'<div class="k-read k-workshop">{offer}{parts.pick("about", t("What the run is about"), about, state.part.value)}'
        f"{drawn.controls(state, t)}{_run(state, t)}"
        f'<section id="{{{{v}}}}found" aria-label="{escape(t("What came of it"))}">{drawn.found(state, t, live=True)}</section></div>'
    )
    default = LabState(state.lang, state.home)
    keep = state.offer or (code if code != encode(default) else "")
    notices = {key: t(text) for key, text in NOTICES.items()}
    return View(html, _says(state, t), code, keep, charts=drawn.rows(state, t), notices=notices, lang=state.lang)


def static(state: LabState) -> str:
    """What was found so far, for where no program runs."""
    t = translator(state.lang)
    return f"{DRAWN[state.part].found(state, t, live=False)}<p>{escape(t('Run this cell to draw and to play.'))}</p>"


def _says(state: LabState, t: Translator) -> str:
    """One sentence for those who listen: not at each slice, which would talk without end."""
    drawn = DRAWN[state.part]
    if state.phase is Phase.RUNNING:
        return t("The run goes on. Pause it to hear where it is.")
    return drawn.sentence(state, t) if state.done else t("The run has not begun.")


def _run(state: LabState, t: Translator) -> str:
    values = {"n": large(state.done), "all": large(state.target)}
    told = (
        t("{n} of {all} draws", **values)
        if state.part is Part.WITNESSES
        else t("{n} of {all} sessions", **values)
    )  # fmt: skip
    return bar(state.phase, state.done, state.target, told, t)
