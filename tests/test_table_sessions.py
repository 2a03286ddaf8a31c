"""Whole sessions at the table, by people, bots and whoever sends nonsense: every moment is legal, whole and told."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode, parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.setup import STRATEGIES
from acey_teach.i18n import translator
from acey_teach.widgets.predictions import split
from acey_teach.widgets.table import TableApp, TableState, chooser, is_person, passes
from acey_teach.widgets.words import HOUSE_PHASES

APP = TableApp()
INTENTS = {key: kind for key in dir(TableApp) if (kind := getattr(getattr(TableApp, key), "_intent", ""))}


def consistent(state: TableState, sound) -> None:
    """What must be true of the page of any state."""
    view = APP.view(state)
    page = sound(view.html, APP)
    assert view.says and view.lang == state.lang
    charts = [a["data-chart"] for _, a in page.tags if "data-chart" in a]
    assert sorted(charts) == sorted(view.charts)
    session = state.session
    if session is None:
        assert not view.code and split(view.keep)[0] == (encode(state.offer) if state.offer else "")
        return
    assert parse(view.code) == session
    code, made, _ = split(view.keep)
    assert code == (encode(state.offer) if state.offer else view.code if session.depth else "")
    assert made == (state.offered if state.offer else state.predictions if session.depth else ())
    if view.look == "present":  # on the wall: the code that deals the same cards, and odds only when asked for
        shown = next(a["aria-label"].rsplit(" ", 1)[-1] for _, a in page.tags if a.get("id", "").endswith("code"))
        assert parse(shown).setup == session.setup and len(parse(shown).choices) <= len(session.choices)
        assert not view.charts
        return
    assert view.code in page.text
    mains = [a for _, a in page.tags if "is-main" in a.get("class", "").split() and a.get("aria-disabled") != "true"]
    assert len(mains) == 1 + (state.offer is not None and not state.aside)  # aside it is one bare line
    if session.posts and not state.odds_hidden:
        unseen = session.odds.unseen if not state.posts_only else 50
        assert [row["unseen"] for row in view.charts["outcome"]] == [unseen] * 3
        assert sum(row["count"] for row in view.charts["outcome"]) == unseen
        kinds = [row["kind"] for row in view.charts["deck"]]
        assert len(kinds) == 52 and kinds.count("seen") == 52 - unseen
        for row in view.charts["outcome"]:
            assert kinds.count(row["kind"]) == row["count"] and row["text"] == f"{row['count']}/{unseen}"
        assert sum(row["net"] * Fraction(row["text"]) for row in view.charts["result"]) == pytest.approx(
            view.charts["result"][0]["ev"]
        )
    rows = view.charts["chips"]
    last = [row["chips"] for row in rows if row["step"] == rows[-1]["step"]]
    if not session.held and session.phase is not Phase.SETTLEMENT:
        assert last == [pytest.approx(float(c)) for c in (*session.balances, session.pot)]
    assert sum(last) == pytest.approx(sum(session.setup.start_chips))


def walk(players: int, rng: random.Random, *, every_step: bool, chips: str = "9") -> Iterator[TableState]:
    """A session of people and bots from the form to the end, clicking what can be clicked."""
    who = {f"who{i}": rng.choice([*STRATEGIES]) for i in range(players)}
    form = {"count": str(players), "chips": chips, "rounds": "3", "seed": f"walk{players}", **who}
    state = APP.start_session(replace(APP.start(), every_step=every_step), form)
    yield state
    state = APP.choose_dealer(state, {})
    while state.session and state.session.phase is not Phase.OVER:
        yield state
        seat = chooser(state.session)
        if seat is None or not is_person(state.session, seat):
            state = APP.next(state, {})
        elif state.session.phase is Phase.CUT:
            state = APP.cut(state, {"at": str(rng.randint(1, 51))})
        elif state.session.limit.stake and rng.random() < 0.6:
            state = APP.bet(state, {"stake": str(rng.randint(1, state.session.limit.stake))})
        else:
            state = APP.pass_turn(state, {})
    yield state


# ---- anything at all may arrive ----
garbage = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "1",
            "2",
            "7",
            "-1",
            "99",
            "1e3",
            "½",
            "٣",
            "--1",
            "posts",
            "seen",
            "es",
            "xx",
            "inside",
            "post",
            "999999999",
            "9999999999",
            "A1.n2.sdemo.mD1.t1.xx1s",
            "A1.n2.sdemo.mD1.t1.xxxx",
            "<b>",
            "\x00",
        ]
    ),
    st.text(max_size=8),
    st.integers(-5, 120).map(str),
)
any_values = st.dictionaries(
    st.sampled_from(
        [
            "value",
            "stake",
            "at",
            "code",
            "count",
            "chips",
            "rounds",
            "seed",
            "name0",
            "name1",
            "who0",
            "who3",
            "known",
            "chance",
            "hide",
            "other",
        ]
    ),
    garbage,
    max_size=4,
)


class Visitor(RuleBasedStateMachine):
    """A person, a bored pupil and somebody with the browser's console take turns."""

    sound = None
    state: TableState

    @initialize(
        count=st.integers(2, 8),
        who=st.lists(st.sampled_from([*STRATEGIES]), min_size=8, max_size=8),
        chips=st.integers(1, 30),
        rounds=st.integers(1, 3),
        every=st.booleans(),
        hide=st.booleans(),
    )
    def sits_down(self, count: int, who: list[str], chips: int, rounds: int, every: bool, hide: bool) -> None:
        form = {
            "count": str(count),
            "chips": str(chips),
            "rounds": str(rounds),
            "seed": "visitor",
            **({"hide": "on"} if hide else {}),
            **{f"who{i}": strategy for i, strategy in enumerate(who)},
        }
        self.state = APP.choose_dealer(APP.start_session(replace(APP.start(), every_step=every), form), {"value": "0"})

    @rule(name=st.sampled_from(sorted(INTENTS)), values=any_values)
    def sends_anything(self, name: str, values: dict[str, str]) -> None:
        self.asks(name, values)

    @rule(
        names=st.lists(
            st.sampled_from(["next", "next", "play_on", "back", "bet", "pass_turn", "cut_anywhere"]), max_size=6
        ),
        stake=st.integers(1, 12),
    )
    def clicks(self, names: list[str], stake: int) -> None:
        for name in names:
            self.asks(name, {"stake": str(stake)})

    @precondition(lambda self: self.state.session is not None)
    @rule()
    def opens_the_code_elsewhere(self) -> None:
        session = self.state.session
        assert session
        elsewhere = APP.open_code(APP.start(), {"code": encode(session)})
        assert elsewhere.session == session
        assert APP.resume(elsewhere, encode(session)) is elsewhere
        assert APP.resume(APP.start(), encode(session)).offer == session

    @rule(code=garbage)
    def remembers(self, code: str) -> None:
        try:
            self.state = APP.resume(self.state, code)
        except Refusal as refusal:
            assert refusal.sentence(translator("en"))

    def asks(self, name: str, values: dict[str, str]) -> None:
        before = self.state
        shown = [getattr(before, field.name) for field in fields(before)]
        try:
            self.state = getattr(APP, name)(before, values)
        except Refusal as refusal:
            assert refusal.sentence(translator("en")) == str(refusal)
        assert [getattr(before, field.name) for field in fields(before)] == shown
        if INTENTS[name] == "live":
            assert self.state.session is before.session

    @invariant()
    def page_is_whole(self) -> None:
        if hasattr(self, "state"):
            consistent(self.state, Visitor.sound)
            if self.state.session:
                assert sum(self.state.session.balances) + self.state.session.pot + self.state.session.held == sum(
                    self.state.session.setup.start_chips
                )


def test_whatever_arrives_the_table_stands(sound) -> None:
    Visitor.sound = staticmethod(sound)
    run_state_machine_as_test(
        Visitor,
        settings=settings(
            max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=[*HealthCheck], database=None
        ),
    )


@pytest.mark.parametrize(
    ("players", "lang"), [*((n, "en") for n in range(2, 9)), (3, "es"), (8, "es"), (3, "hu"), (8, "hu")]
)
def test_every_moment_has_a_page(players: int, lang: str, sound) -> None:
    rng = random.Random(players)
    phases, often = set(), (Phase.FIRST_CARD, Phase.SECOND_CARD, Phase.DISCARD)
    for i, state in enumerate(walk(players, rng, every_step=True)):
        state = replace(state, lang=lang)
        assert state.session
        phases.add(state.session.phase)
        if i % 3 == players % 3 or state.session.phase not in often:
            consistent(replace(state, posts_only=i % 2 == 0, hide=i % 4 == 0), sound)
        static = APP.static(state)
        assert sound(static, APP) and len(static) < 60_000
        assert not re.search(r"<(button|input|select|form)\b|data-|\{\{v\}\}", static)
    assert phases >= set(Phase) - HOUSE_PHASES - {Phase.PASS_DEAL}


@pytest.mark.parametrize("every_step", [False, True])
def test_back_takes_back_what_a_click_did(every_step: bool) -> None:
    states = [*walk(4, random.Random(4), every_step=every_step)]
    for before, after in itertools.pairwise(states[1:]):
        assert before.session and after.session
        taken_back = APP.back(after, {}).session
        assert taken_back and taken_back.depth == before.session.depth
        assert taken_back.event == before.session.event and taken_back.phase is before.session.phase
        again = APP.next(replace(after, session=taken_back), {}) if chooser(taken_back) is None else None
        assert again is None or again.session == after.session


def test_the_quick_pace_stops_where_something_happens() -> None:
    for state in walk(3, random.Random(1), every_step=False):
        assert state.session and not passes(state.session)
