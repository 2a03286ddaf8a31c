"""In the points wording no page, sheet or spoken sentence has a betting word: what a pupil meets, not the catalogs."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from acey_teach.engine.events import Phase
from acey_teach.i18n import LANGUAGES, points, translator
from acey_teach.lessons import course
from acey_teach.lessons.app import LessonApp
from acey_teach.lessons.extras import ChecksApp, CornerApp
from acey_teach.lessons.sheet import sheet
from acey_teach.lessons.state import LessonState, Stage
from acey_teach.practice.deal import deal_of
from acey_teach.widgets.example import ExampleApp
from acey_teach.widgets.panel import View
from acey_teach.widgets.sheet_session import session_sheet
from acey_teach.widgets.table import TableApp, chooser, is_person

_TAG = re.compile(r"<(?:style|svg)\b.*?</(?:style|svg)>|<[^>]*>", re.DOTALL)
_READ = re.compile(r'(?:aria-label|title|placeholder|alt|data-copied)="([^"]*)"')


def said(markup: str) -> str:
    """The text of a page, with what is read aloud instead of it."""
    aloud = " | ".join(_READ.findall(markup))
    return html.unescape(_TAG.sub(" ", markup) + " | " + aloud)


def clean(markup: str, lang: str, where: object) -> None:
    text = said(markup)
    found = [part for part in re.split(r"[|.\n]|  +", text) if points.bets(part, lang)]
    assert not found, (where, found[:5])


def clean_view(view: View, lang: str, where: object) -> None:
    clean(view.html, lang, where)
    clean(view.says, lang, where)
    rows = " | ".join(str(v) for chart in view.charts.values() for row in chart for v in row.values() if isinstance(v, str))
    assert not [part for part in rows.split("|") if points.bets(part, lang)], where


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", course.COURSE)
def test_lessons(slug: str, lang: str) -> None:
    tag = f"{lang}-x-points"
    app = LessonApp(LessonState(slug, "class", tag))
    for present in (False, True):
        for at in range(len(app.lesson.steps) + 1):
            for stage in Stage if at < len(app.lesson.steps) else [Stage.PREDICT]:
                answers = tuple(str(make(deal_of("class"), translator(tag)).right) for make in app.lesson.steps)
                state = replace(app.start(), at=at, stage=stage, answers=answers, present=present)
                clean_view(app.view(state), lang, (at, stage))
    corner: Any = CornerApp(slug, "class", tag)
    state = replace(corner.start(), tried=tuple(range(len(corner.lesson.corner(deal_of("class"), translator(tag)).tries))), typed="2.5")
    clean_view(corner.view(state), lang, "corner")
    checks: Any = ChecksApp(slug, "class", tag)
    clean_view(checks.view(checks.start()), lang, "checks")
    made = sheet(app.lesson, "class", translator(tag))
    clean(made.title + made.body + made.answers, lang, "sheet")
    clean(translator(tag)(app.lesson.aim), lang, "aim")


def moments(app: TableApp) -> Iterator[Any]:
    state = app.start()
    yield state
    state = app.start_session(state, {"seed": "s304", "count": "4", "rounds": "2"})
    for _ in range(400):
        yield state
        session = state.playing
        if session.phase is Phase.OVER:
            return
        if session.phase is Phase.CHOOSE_DEALER:
            state = app.choose_dealer(state, {})
        elif session.phase is Phase.CUT and is_person(session, session.cutter):
            state = app.cut_anywhere(state, {})
        elif session.phase is Phase.DECISION and chooser(session) is not None and is_person(session, session.seat):
            stake = session.limit.stake // 2 if session.turn % 2 else 0
            state = app.bet(state, {"stake": str(stake)}) if stake else app.pass_turn(state, {})
        else:
            state = app.next(state, {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table(lang: str) -> None:
    app = TableApp(f"{lang}-x-points")
    state = None
    for state in moments(app):
        clean_view(app.view(state), lang, state.session)
        if state.session:
            wall = replace(state, screen=replace(state.screen, present=True))
            clean_view(app.view(wall), lang, ("wall", state.session))
            clean(app.static(state), lang, "static")
    assert state and state.session and state.session.result
    made = session_sheet(state.session, translator(f"{lang}-x-points"))
    clean(made.title + made.body + made.answers, lang, "sheet")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worked_example(lang: str) -> None:
    app = ExampleApp(f"{lang}-x-points")
    state = app.start()
    clean_view(app.view(state), lang, "first")
    state = app.reveal(app.guess(state, {"value": "good"}), {})
    clean_view(app.view(state), lang, "revealed")
    for card in ("9h", "Qs", "Kh"):
        clean_view(app.view(app.turn(state, {"value": card})), lang, card)
    for judge in ("rules", "single", "replaced", "seen"):
        clean_view(app.view(app.judge(state, {"value": judge})), lang, judge)
