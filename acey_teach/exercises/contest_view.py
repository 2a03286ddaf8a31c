"""What `tournament` shows in a notebook: the ranking, what is real of it, and who was sent off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from acey_teach.analysis.contest import Contest
from acey_teach.i18n import Translator, translator
from acey_teach.lessons.lab import ranking_view as ranking
from acey_teach.widgets import parts
from acey_teach.widgets.panel import View


@dataclass(frozen=True)
class Cup:
    """A tournament that was played, or the trouble that kept it from being played. It has a `tag` and no `lang`: a cell
    stays in the language of its notebook."""

    tag: str
    contest: Contest | None = None
    out: Mapping[str, str] | None = None
    trouble: str = ""


class CupApp:
    """The panel of a tournament. Nothing is answered in it."""

    def __init__(self, first: Cup) -> None:
        self.first = first

    def start(self) -> Cup:
        """The first state."""
        return self.first

    def resume(self, state: Cup, code: str) -> Cup:
        """Nothing to resume: run the cell again."""
        return state

    def view(self, state: Cup) -> View:
        """The cell."""
        t, contest = translator(state.tag), state.contest
        if contest is None:
            html, says, charts = f'<div class="k-note"><p>{escape(state.trouble)}</p></div>', state.trouble, {}
        else:
            says = ranking.sentence(contest, t)
            figure = parts.figure("ranking", says, ranking.table(contest, t), t)
            html = f"<p><b>{escape(says)}</b></p>{figure}{_rest(state, contest, t)}"
            charts = {"ranking": ranking.rows(contest, t)}
        box = f'<div class="k-page k-piece"><div class="k-box k-read k-workshop">{html}</div></div>'
        return View(box, says, charts=charts, lang=state.tag)

    def static(self, state: Cup) -> str:
        """The same for where no program runs."""
        t, contest = translator(state.tag), state.contest
        if contest is None:
            return f"<p>{escape(state.trouble)}</p>"
        return f"<p>{escape(ranking.sentence(contest, t))}</p>{ranking.table(contest, t)}{_rest(state, contest, t)}"


def _rest(state: Cup, contest: Contest, t: Translator) -> str:
    sent = "".join(
        f"<li><b>{escape(name)}</b>: {escape(says)}</li>"
        for name, says in (state.out or {}).items()
    )  # fmt: skip
    off = parts.part(t("Sent off"), f"<ul>{sent}</ul>") if sent else ""
    return f"{parts.part(t('Which differences are real?'), ranking.differences(contest, t))}{off}"
