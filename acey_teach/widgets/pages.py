"""What a notebook calls: one function a page, which reads the language and the session code from the page's address.

A page is imported when it is opened: each learner's kernel holds only its own.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import pick, translator
from acey_teach.widgets.panel import Panel

if TYPE_CHECKING:
    from acey_teach.widgets.example_state import ExampleState
    from acey_teach.widgets.practice_state import PracticeState
    from acey_teach.widgets.table_state import TableState


def address() -> dict[str, str]:
    """The query of the page's address (`?lang=es&code=…`) under Voila; empty elsewhere.

    A kernel started ahead of its visitor has to wait for the visitor's address; otherwise it is in the environment,
    and importing Voila here would cost a second.
    """
    if os.environ.get("VOILA_PREHEAT") == "True":
        from voila.utils import get_query_string

        query = get_query_string() or ""
    else:
        query = os.environ.get("QUERY_STRING", "")
    return {key: values[-1] for key, values in parse_qs(query[:8000]).items()}


def home() -> str:
    """The address of the start page under Voila, "" elsewhere."""
    base = os.environ.get("VOILA_BASE_URL")
    return f"{base.rstrip('/')}/voila/tree" if base else ""


def language(lang: str | None = None) -> str:
    """The tag of the page's language: what the address asks for, else `lang`, the notebook's own, else English."""
    query = address()
    return pick(query.get("lang"), pick(lang), query.get("words"))


def table(
    lang: str | None = None, code: str | None = None, name: str = "table", present: bool = False
) -> Panel[TableState]:
    """A table to play at. `code` opens a session, `lang` is en, es or hu, `present` is for a projector; the address
    can say all three (`?code=…&lang=es&present=1`).

    A code that cannot be used is said on the page, which then starts with an empty table.
    """
    from acey_teach.widgets.table import TableApp

    query = address()
    tag = language(lang)
    large = present or query.get("present", "0") != "0"
    try:
        return Panel(TableApp(tag, code or query.get("code", ""), home(), projector=large), name)
    except Refusal as refusal:
        panel: Panel[Any] = Panel(TableApp(tag, home=home(), projector=large), name)
        panel.notice = refusal.sentence(translator(tag))
        return panel


SEED = "predict"
"""The cards of the session of predictions, the same for a whole class; all three outcomes fall in it."""


def live_odds(lang: str | None = None, name: str = "live-odds") -> Panel[TableState]:
    """A table where every turn is predicted before the odds are shown: one person and bots, started at once.

    `?code=` in the address opens another session, `?seed=` deals other cards; what cannot be used is said on the page.
    """
    from acey_teach.widgets.setup_form import Form
    from acey_teach.widgets.table import TableApp

    query, tag = address(), language(lang)
    large = query.get("present", "0") != "0"
    form = Form(seed=query.get("seed", SEED), hide=True)
    try:
        return Panel(TableApp(tag, query.get("code", ""), home(), projector=large, form=form), name)
    except Refusal as refusal:
        panel: Panel[Any] = Panel(TableApp(tag, home=home(), projector=large, form=Form(seed=SEED, hide=True)), name)
        panel.notice = refusal.sentence(translator(tag))
        return panel


def worked_example(lang: str | None = None, name: str = "worked-example") -> Panel[ExampleState]:
    """The worked example: 4♣ and Q♦, pot 10, stake 2, with all fifty third cards to try (RULES A6.4)."""
    from acey_teach.widgets.example import ExampleApp

    return Panel(ExampleApp(language(lang), home()), name)


def practice(
    lang: str | None = None, code: str | None = None, kind: str = "", name: str = "practice"
) -> Panel[PracticeState]:
    """Questions without end. `code` goes on with a progress, `kind` asks one kind only; the address can say both
    (`?code=P1…&kind=count`).

    What cannot be used is said on the page, which then begins anew.
    """
    from acey_teach.engine.shuffle import new_seed
    from acey_teach.practice.progress import Progress, read
    from acey_teach.widgets.practice import PracticeApp

    query, tag, trouble = address(), language(lang), ""
    progress, only = Progress(new_seed()), kind or query.get("kind", "")
    try:
        if wanted := code or query.get("code", ""):
            progress = read(wanted)
        app = PracticeApp(progress, tag, home(), only)
    except Refusal as refusal:
        trouble, app = refusal.sentence(translator(tag)), PracticeApp(progress, tag, home())
    panel: Panel[Any] = Panel(app, name)
    panel.notice = trouble
    return panel
