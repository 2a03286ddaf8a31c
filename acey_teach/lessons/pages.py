"""What a lesson's notebook calls: the steps, the corner and the quick checks, each a widget."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import translator
from acey_teach.lessons.app import LessonApp
from acey_teach.lessons.extras import ChecksApp, CornerApp, ExtraState
from acey_teach.lessons.state import LessonState, parse
from acey_teach.widgets.pages import address, home, language
from acey_teach.widgets.panel import Panel

SEED = "class"
"""Unless a code says otherwise everybody gets the same lesson."""


def lesson(slug: str, lang: str = "en", code: str = "") -> Panel[LessonState]:
    """The steps of a lesson: predict, reveal, why. `code` goes on where somebody was; it can stand in the address.

    A code that cannot be used is said on the page, which then begins at the beginning.
    """
    where, query = language(lang), address()
    first, trouble = LessonState(slug, SEED), ""
    if wanted := code or query.get("code", ""):
        try:
            first = parse(wanted, slug)
        except Refusal as refusal:
            trouble = refusal.sentence(translator(where))
    first = replace(first, lang=where, home=home(), present=query.get("present", "0") != "0")
    panel: Panel[Any] = Panel(LessonApp(first), f"lesson-{slug}")
    panel.notice = trouble
    return panel


def try_to_break(slug: str, lang: str = "en") -> Panel[ExtraState]:
    """The corner of a lesson in which to try what the rules do not allow."""
    return Panel(CornerApp(slug, SEED, language(lang)), f"corner-{slug}")


def quick_check(slug: str, lang: str = "en") -> Panel[ExtraState]:
    """Three questions with folded answers."""
    return Panel(ChecksApp(slug, SEED, language(lang)), f"check-{slug}")
