"""The page of witnesses and long runs: what each intent does, what is said, and the code that brings settings back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acey_teach.analysis import long_run
from acey_teach.analysis.witnesses import Broken, Case
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import LANGUAGES
from acey_teach.lessons.lab.run_app import LabApp
from acey_teach.lessons.lab.run_state import (
    EXAMPLE,
    EXTRA,
    MOST_SEATS,
    LabState,
    Part,
    Phase,
    by_chance,
    encode,
    parse,
)

APP = LabApp(LabState())


def did(state: LabState, *steps: str) -> LabState:
    for step in steps:
        name, _, value = step.partition("=")
        state = getattr(APP, name)(state, {"value": value})
    return state


def text(state: LabState) -> str:
    return re.sub(r"<[^>]+>", " ", APP.view(state).html)


# ---- the run ----
@pytest.mark.parametrize("about", Part)
def test_a_run_starts_pauses_goes_on_and_stops(about: Part) -> None:
    state = did(LabState(), f"about={about}")
    assert did(state, "onward", "pause", "stop") == state, "nothing runs yet"
    running = did(state, "go", "onward", "onward")
    assert 0 < running.done < running.target and "data-onward" in APP.view(running).html
    paused = did(running, "pause")
    assert did(paused, "onward") == paused and "data-onward" not in APP.view(paused).html
    more = did(paused, "go", "onward")
    assert more.done > paused.done
    over = did(more, "stop")
    assert did(over, "go", "onward") == over and over.done == more.done
    again = did(over, "again")
    assert (again.done, again.phase) == (0, Phase.RUNNING) and again.seed != over.seed


@pytest.mark.parametrize("about", Part)
def test_a_run_ends_by_itself(about: Part) -> None:
    state = did(LabState(), f"about={about}", "choose_size=0", "go")
    for _ in range(200):
        state = did(state, "onward")
    assert (state.done, state.phase) == (state.target, Phase.OVER)


def test_other_settings_begin_anew_and_a_run_goes_on_under_them() -> None:
    state = did(LabState(), "go", "onward", "onward")
    for step in ("outcome=post", "broken=put-back", "seen=6", "draw_posts"):
        after = did(state, step)
        assert (after.done, after.phase) == (0, Phase.RUNNING), step
        assert did(after, "pause").done == 0
    assert did(state, "outcome=nothing", "broken=?", "seen=99", "about=x", "watch=9", "choose_size=7") == state


def test_a_run_is_paused_while_the_other_part_is_looked_at() -> None:
    state = did(LabState(), "go", "onward", "about=s")
    assert (state.phase, state.done) == (Phase.READY, 0)
    back = did(state, "go", "onward", "about=w")
    assert (back.phase, back.done) == (Phase.PAUSED, 500)
    assert did(back, "about=s").done == 10


def test_the_seats() -> None:
    state = did(LabState(), "about=s", "seat_bot=1 random", "seat_bot=+")
    assert state.bots == ("expected-value", "random", "cautious", "random")
    assert did(state, *["seat_bot=+"] * 9).bots.__len__() == MOST_SEATS
    watched = did(state, "watch=3", "seat_bot=-")
    assert (len(watched.bots), watched.seat) == (3, 2)
    assert len(did(state, *["seat_bot=-"] * 9).bots) == 2
    assert did(state, "seat_bot=9 bold", "seat_bot=1 nobody", "seat_bot=") == state
    running = did(state, "go", "onward")
    assert did(running, "watch=2").run is running.run, "another seat is only looked at"


def test_the_cards() -> None:
    assert by_chance(EXAMPLE, 1) == EXTRA
    for many in (0, 1, 6):
        state = did(LabState(), f"seen={many}")
        assert len({*state.case.seen, *state.case.posts}) == many + 2
    state = did(LabState(), "seen=6", "draw_posts")
    assert state.case.posts != EXAMPLE and len({*state.case.seen, *state.case.posts}) == 8
    assert did(state, "example").case.posts == EXAMPLE
    chosen = did(LabState(), "seen=1", "first_post=Js", "second_post=Jd")
    assert [card.code for card in chosen.case.posts] == ["Js", "Jd"] and not {*chosen.case.seen} & {*chosen.case.posts}
    for wrong in ("first_post=Qd", "second_post=4c", "first_post=", "second_post=1c"):
        with pytest.raises(Refusal):
            did(LabState(), wrong)


def test_a_pair_has_nothing_inside_and_the_witnesses_agree() -> None:
    page = text(did(LabState(), "second_post=4d", "go", "onward", "onward", "pause"))
    assert "The witnesses agree: 0 ≈ 0.0" in page and "band from 0.00" in page and "(4 × 0 − 0) / (52 − 2 − 0)" in page


# ---- what is said ----
def test_the_worked_example_is_told_by_three_witnesses() -> None:
    page = text(did(LabState(), "seen=1"))
    assert page.count("27/49") == 3 and "(4 × 7 − 1) / (52 − 2 − 1)" in page and "27 of 49 unseen cards" in page
    assert "The witnesses agree" in page


@pytest.mark.parametrize(
    ("broken", "wrong"),
    [(Broken.POSTS_INSIDE, "33/49"), (Broken.SEEN_IGNORED, "14/25"), (Broken.PUT_BACK, "7/13")],
)
def test_a_gap_is_told_with_its_numbers(broken: Broken, wrong: str) -> None:
    page = text(did(LabState(), "seen=1", f"broken={broken}"))
    gap = LabState().case._replace(seen=EXTRA, broken=broken).gap
    assert f"{wrong} ≈" in page and "instead of 27/49" in page and f"a gap of {abs(gap)} ≈" in page
    assert text(did(LabState(), f"broken={broken}")).count("yet nothing changes") == (broken is Broken.SEEN_IGNORED)
    rows = APP.view(did(LabState(), "seen=1", f"broken={broken}", "go", "onward")).charts["settle"]
    assert [row["dashed"] for row in rows if row["role"] == "line"] == [False, True], "a line for the truth and one for the error"


def test_the_draws_give_the_error_away_when_they_are_many() -> None:
    state = did(LabState(), "seen=6", "broken=put-back", "go", "onward")
    state = replace(state, case=Case.of("4c Qd", "Js Jd Jh Jc 5c 5d", Outcome.INSIDE, Broken.PUT_BACK))
    for _ in range(60):
        state = did(state, "onward")
    assert "no longer holds" in text(state)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_moment_can_be_shown(lang: str) -> None:
    for about in Part:
        state = did(LabState(lang), f"about={about}", "choose_size=0")
        for step in ("go", "onward", *["onward"] * 9, "pause", "stop"):
            state = did(state, step)
            view = APP.view(state)
            assert view.says and view.lang == lang and "{" not in re.sub(r"\{\{v\}\}", "", text(state))
            assert bool(view.charts) is bool(state.done)
            for rows in view.charts.values():
                assert all(-0.001 <= row[key] <= 1.001 for row in rows for key in ("at", "mid", "low", "high", "share") if key in row)  # type: ignore[operator]
            assert "<button" not in APP.static(state)


def test_a_listener_is_not_told_each_slice() -> None:
    state = did(LabState(), "go")
    assert len({APP.view(state := did(state, "onward")).says for _ in range(5)}) == 1
    assert str(state.done) in APP.view(did(state, "pause")).says


def test_without_numpy_the_engine_plays_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (long_run, __import__("acey_teach.lessons.lab.run_state", fromlist=["x"])):
        monkeypatch.setattr(module, "has_numpy", lambda: False)
    state = did(LabState(), "about=s", "go", "onward", "onward")
    assert state.target == 1000 and state.run and state.run.engine
    assert "NumPy is missing" in text(state)


# ---- codes ----
CODES = st.builds(
    LabState,
    part=st.sampled_from(Part),
    case=st.builds(
        lambda many, outcome, broken: Case(EXAMPLE, by_chance(EXAMPLE, many), outcome, broken),
        st.sampled_from([0, 1, 6]), st.sampled_from(Outcome), st.sampled_from(Broken),
    ),
    bots=st.lists(st.sampled_from(["cautious", "expected-value", "bold", "random"]), min_size=2, max_size=6).map(tuple),
    size=st.integers(0, 2),
    seed=st.text("abz059", min_size=1, max_size=16),
)  # fmt: skip


@given(CODES, st.data())
def test_a_code_brings_the_settings_back_and_nothing_else_does(state: LabState, data: Any) -> None:
    code = encode(state)
    assert parse(code) == state
    at, letter = data.draw(st.integers(0, len(code) - 1)), data.draw(st.characters(max_codepoint=0x2FF))
    mangled = code[:at] + letter + code[at + 1 :]
    if mangled != code:
        with pytest.raises(Refusal):
            parse(mangled)


@given(st.text(max_size=80) | st.from_regex(r"L9\.[ws]\.\w{0,20}\.\w{2}\.\w{1,9}\.\d\.s\w{1,4}\.x\w{3}", fullmatch=True))
def test_what_is_no_code_is_refused(code: str) -> None:
    try:
        assert encode(parse(code)) == code
    except Refusal as refusal:
        assert "Copy it again" in str(refusal)


def test_a_reload_offers_the_settings() -> None:
    wanted = did(LabState(), "seen=1", "broken=put-back", "about=s", "seat_bot=+")
    keep = APP.view(wanted).keep
    assert APP.view(LabState()).keep == "" and keep == encode(wanted)
    offered = APP.resume(LabState("es"), keep)
    assert offered.offer == keep == APP.view(offered).keep and "take_offer" in APP.view(offered).html
    taken = did(offered, "take_offer")
    assert (encode(taken), taken.lang, taken.phase) == (keep, "es", Phase.READY)
    assert did(offered, "drop_offer").offer == ""
    with pytest.raises(Refusal):
        APP.resume(LabState(), "L9.mangled")
