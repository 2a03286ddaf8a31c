"""How far a run is, and the buttons that start, pause, stop and repeat it."""

from __future__ import annotations

from html import escape

from acey_teach.i18n import N_, Translator
from acey_teach.lessons.lab.run_state import Phase
from acey_teach.widgets import parts

NOTICES = {
    "dead": N_("The program behind this page has stopped. Reload the page and start the run again."),
    "rerun": N_("The program behind this page has stopped. Run the cell again and start the run anew."),
}


def bar(phase: Phase, done: int, target: int, far: str, t: Translator) -> str:
    """The buttons of this phase, and `done` of `target`, which `far` says in words."""
    go = parts.button("go", t("Go on") if done else t("Start"), classes="is-main", key="g")
    pause, stop = parts.button("pause", t("Pause"), classes="is-main", key="g"), parts.button("stop", t("Stop"))
    buttons = {
        Phase.READY: go,
        Phase.RUNNING: pause + stop + '<span data-onward="onward" hidden></span>',
        Phase.PAUSED: go + stop,
        Phase.OVER: parts.button("again", t("Again"), classes="is-main", key="g"),
    }[phase]
    return (
        f'<div class="k-run" id="{{{{v}}}}run"><p class="k-act">{buttons}</p><p class="k-cap" id="{{{{v}}}}far">{escape(far)}</p>'
        f'<progress aria-labelledby="{{{{v}}}}far" max="{target}" value="{done}"></progress></div>'
    )
