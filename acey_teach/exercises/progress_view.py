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
    """What is known, in the language `lang`, and what is to be said of reading or writing it.

    `offer` is the code of what the browser remembers beside it.
    """

    lang: str
    progress: Progress
    says: str = ""
    offer: str = ""


class ProgressApp:
    """The panel of `progress()`; `code` is a code or the text of a file, to be added."""

    shelf = "progress"

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
        """Offer what the browser remembers: it may be somebody else's."""
        more = parse(code)
        return state if state.progress.merged(more) == state.progress else replace(state, offer=encode(more))

    @intent
    def take_offer(self, state: ProgressState, values: Values) -> ProgressState:
        """Add it."""
        return self._add(replace(state, offer=""), parse(state.offer)) if state.offer else state

    @intent
    def drop_offer(self, state: ProgressState, values: Values) -> ProgressState:
        """Leave it."""
        return replace(state, offer="")

    @intent
    def load(self, state: ProgressState, values: Values) -> ProgressState:
        """Add the progress of a file or a code. Nothing is lost by it."""
        return self._add(state, read(values.get("value") or values.get("code", "")))

    def _add(self, state: ProgressState, more: Progress) -> ProgressState:
        both, t = keeping.known().merged(more), translator(state.lang)
        if both == state.progress:
            return state
        return replace(state, progress=both, says=keeping.keep(both, t) or t("Your progress is loaded."))

    def view(self, state: ProgressState) -> View:
        """The notebooks with what is done of each, and the progress to take along."""
        t, code = translator(state.lang), encode(state.progress)
        html = (
            f'<div class="k-page k-piece">{_offer(state, t)}<div class="k-box k-read k-exercise">{_table(state, t)}'
            f'</div><div class="k-folds">{keep(state.progress, code, t)}</div></div>'
        )
        worth = state.offer or (code if state.progress.exercises else "")
        return View(html, f"{state.says} {_count(state.progress, t)}".strip(), code, worth, lang=state.lang)

    def static(self, state: ProgressState) -> str:
        """The table and the code."""
        t = translator(state.lang)
        return f"{_table(state, t)}<p><code>{escape(encode(state.progress))}</code></p>"


def _offer(state: ProgressState, t: Translator) -> str:
    if not state.offer:
        return ""
    says = f"{t('This browser remembers your progress.')} {_count(parse(state.offer), t)}"
    return parts.offer(t("Go on where you were?"), says, t)


def _chapters(progress: Progress) -> list[tuple[int, int]]:
    """Done and all of each notebook; an exhibit of the museum is two exercises: to find a case, and to mend it."""
    ids = (*EXERCISES, *TASKS, *map(case_of, SPECIMENS))
    done = {id for id, exercise in progress.exercises.items() if exercise.right}
    chapters = [[id for id in ids if id.split(".")[0] == str(n)] for n in range(1, len(CHAPTERS) + 1)]
    return [(len(done.intersection(own)), len(own)) for own in chapters]


def _count(progress: Progress, t: Translator) -> str:
    done, most = (sum(column) for column in zip(*_chapters(progress), strict=True))
    return t("{n} of {most} exercises are right.", n=t.number(done), most=t.number(most))


def _table(state: ProgressState, t: Translator) -> str:
    says = f'<div class="k-note" id="{{{{v}}}}loaded"><p>{escape(state.says)}</p></div>' if state.says else ""
    rows = []
    for (_, title), (done, most) in zip(CHAPTERS, _chapters(state.progress), strict=True):
        marks = "".join(f"<i{' class=is-done' if n < done else ''}></i>" for n in range(most))
        count = escape(t("{n} of {most}", n=t.number(done), most=t.number(most)))
        shown = f'<span class="k-done">{count} <span class="k-prog is-small" aria-hidden="true">{marks}</span></span>'
        rows.append(parts.row([(escape(catalog(t.tag, PROSE).gettext(title)), False), (shown, False)]))
    head = [(t("Notebook"), False), (t("Right"), False)]
    return says + draw.table(head, rows, t("What is done of the exercises"), "k-ledger k-ways")
