"""The cell that shows what is done of the exercises, and takes a code or a file back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from acey_teach.engine.refusal import Refusal
from acey_teach.exercises import keeping
from acey_teach.exercises.museum import SPECIMENS, case_of
from acey_teach.exercises.tasks import TASKS
from acey_teach.i18n import Translator, catalog, translator
from acey_teach.i18n.prose import DOMAIN as PROSE
from acey_teach.practice.course import CHAPTERS, EXERCISES
from acey_teach.practice.progress import Progress, encode, parse, read
from acey_teach.widgets import draw, parts
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.practice_view import keep

Values = Mapping[str, str]


@dataclass(frozen=True)
class ProgressState:
    """What is known, in the language `tag`, and what is to be said of reading or writing it."""

    tag: str
    progress: Progress
    says: str = ""


class ProgressApp:
    """The panel of `progress()`; `code` is a code or the text of a file, to be added."""

    def __init__(self, tag: str, code: str = "") -> None:
        self.first = ProgressState(tag, keeping.known())
        if code.strip():
            try:
                self.first = self.load(self.first, {"code": code})
            except Refusal as refusal:
                self.first = replace(self.first, says=refusal.sentence(translator(tag)))

    def start(self) -> ProgressState:
        """The first state."""
        return self.first

    def resume(self, state: ProgressState, code: str) -> ProgressState:
        """What this tab of the browser remembers is added at once: it can only be more."""
        return self._add(state, parse(code))

    @intent
    def load(self, state: ProgressState, values: Values) -> ProgressState:
        """Add the progress of a file or a code. Nothing is lost by it."""
        return self._add(state, read(values.get("value") or values.get("code", "")))

    def _add(self, state: ProgressState, more: Progress) -> ProgressState:
        both, t = keeping.known().merged(more), translator(state.tag)
        if both == state.progress:
            return state
        return replace(state, progress=both, says=keeping.keep(both, t) or t("Your progress is loaded."))

    def view(self, state: ProgressState) -> View:
        """The notebooks with what is done of each, and the progress to take along."""
        t, code = translator(state.tag), encode(state.progress)
        html = (
            f'<div class="k-page k-piece"><div class="k-box k-read k-exercise">{_table(state, t)}</div>'
            f'<div class="k-folds">{keep(state.progress, code, t)}</div></div>'
        )
        return View(html, _spoken(state, t), code, code if state.progress.exercises else "", lang=state.tag)

    def static(self, state: ProgressState) -> str:
        """The table and the code."""
        t = translator(state.tag)
        return f"{_table(state, t)}<p><code>{escape(encode(state.progress))}</code></p>"


def _chapters(progress: Progress) -> list[tuple[int, int]]:
    """Done and all of each notebook; an exhibit of the museum is two exercises: to find a case, and to mend it."""
    ids = (*EXERCISES, *TASKS, *map(case_of, SPECIMENS))
    done = {id for id, exercise in progress.exercises.items() if exercise.right}
    chapters = [[id for id in ids if id.split(".")[0] == str(n)] for n in range(1, len(CHAPTERS) + 1)]
    return [(len(done.intersection(own)), len(own)) for own in chapters]


def _spoken(state: ProgressState, t: Translator) -> str:
    done, most = (sum(column) for column in zip(*_chapters(state.progress), strict=True))
    said = t("{n} of {most} exercises are right.", n=t.number(done), most=t.number(most))
    return f"{state.says} {said}".strip()


def _table(state: ProgressState, t: Translator) -> str:
    says = f'<div class="k-note" id="{{{{v}}}}loaded"><p>{escape(state.says)}</p></div>' if state.says else ""
    rows = []
    for (_, title), (done, most) in zip(CHAPTERS, _chapters(state.progress), strict=True):
        marks = "".join(f"<i{' class=is-done' if n < done else ''}></i>" for n in range(most))
        rows.append(
            parts.row(
                [
                    (escape(catalog(t.tag, PROSE).gettext(title)), False),
                    (escape(t("{n} of {most}", n=t.number(done), most=t.number(most))), True),
                    (f'<span class="k-prog is-small" aria-hidden="true">{marks}</span>', False),
                ]
            )
        )
    head = [(t("Notebook"), False), (t("Right"), True), ("", False)]
    return says + draw.table(head, rows, t("What is done of the exercises"), "k-ledger k-ways")
