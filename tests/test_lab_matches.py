"""The page of a tournament of bots: choices, a run in slices, what it says of differences, and its code."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from acey_teach.analysis.contest import FEWEST, begin, bot, on
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES
from acey_teach.lessons.lab.matches_app import MatchesApp
from acey_teach.lessons.lab.matches_state import MOST, SIZES, MatchesState, encode, parse
from acey_teach.lessons.lab.run_state import Phase

APP = MatchesApp(MatchesState(bots=("bold", "cautious", "random"), size=0))
START = APP.start()


def did(state: MatchesState, *steps: str) -> MatchesState:
    """After intents: their names, with what is chosen after a sign of equality."""
    for step in steps:
        name, _, value = step.partition("=")
        state = getattr(APP, name)(state, {"value": value})
    return state


def text(state: MatchesState) -> str:
    return re.sub(r"<[^>]+>", " ", APP.view(state).html)


@pytest.fixture(scope="module")
def over() -> MatchesState:
    state = did(START, "go")
    while state.phase is Phase.RUNNING:
        state = did(state, "onward")
    return state


# ---- the run ----
def test_a_run_in_slices_is_the_tournament_at_once(over: MatchesState) -> None:
    whole = on(begin(START.bots, START.seed), [bot(name) for name in START.bots], START.target)
    assert over.phase is Phase.OVER and over.done == over.target == SIZES[0]
    assert over.played == whole


def test_it_pauses_goes_on_and_stops() -> None:
    running = did(START, "go", "onward")
    assert 0 < running.done < running.target and "data-onward" in APP.view(running).html
    paused = did(running, "pause")
    assert did(paused, "onward") == paused and "data-onward" not in APP.view(paused).html
    assert did(paused, "go", "onward").done > paused.done
    stopped = did(paused, "stop")
    assert (stopped.phase, stopped.done) == (Phase.OVER, paused.done) and did(stopped, "go") == stopped
    again = did(stopped, "again")
    assert (again.phase, again.done) == (Phase.RUNNING, 0) and again.seed != stopped.seed


def test_nothing_is_read_out_slice_by_slice() -> None:
    state = did(START, "go", "onward")
    assert APP.view(state).says == APP.view(did(state, "onward")).says != APP.view(did(state, "pause")).says


def test_before_the_first_deal_a_forecast_is_asked_for() -> None:
    assert "What do you expect" in text(START) and not APP.view(START).charts


# ---- what it says ----
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ranking_chart_and_differences_say_the_same(over: MatchesState, lang: str) -> None:
    state = replace(over, lang=lang)
    view, found = APP.view(state), state.played
    assert found
    marks = [row for row in view.charts["ranking"] if row["role"] == "mark"]
    names = re.findall(r'<th scope="row">\d+\. ([^<]+)</th>', view.html)
    assert names == [row["text"] for row in marks]
    assert all(0 <= row["low"] <= row["at"] <= row["high"] <= 1 for row in marks)  # type: ignore[operator]
    assert view.html.count("<li>") == len(found.differences) == 3
    assert view.html.count("{") == view.html.count("{{v}}") * 2, "a placeholder was left"
    assert "<button" not in APP.static(state)


def test_real_differences_are_called_real(over: MatchesState) -> None:
    assert over.played
    real = sum(one.real for one in over.played.differences)
    assert text(over).count("The difference is real.") == real
    assert f"{real} of 3 differences are real." in APP.view(over).says


def test_equals_are_not_told_apart_and_have_numbers() -> None:
    state = replace(did(START, "enter_bot=0 bold", "enter_bot=1 bold", "enter_bot=-"), seed="twins")
    state = did(state, "go", "onward", "pause")
    assert "Bold 1" in text(state) and "Bold 2" in text(state)
    assert "The difference is real." not in text(state)


def test_too_few_deals_say_nothing_of_differences() -> None:
    played = on(begin(START.bots, START.seed), [bot(name) for name in START.bots], FEWEST - 1)
    page = text(replace(START, played=played, phase=Phase.PAUSED))
    assert "Too few deals" in page and f"before {FEWEST} deals" in page


# ---- who takes part ----
def test_two_to_six_take_part_and_other_choices_begin_anew() -> None:
    state = did(START, "go", "onward", *["enter_bot=+"] * 9)
    assert len(state.bots) == MOST and (state.phase, state.done) == (Phase.RUNNING, 0)
    assert len(did(state, *["enter_bot=-"] * 9).bots) == 2
    assert did(START, "choose_deals=2").target == SIZES[2]


@pytest.mark.parametrize("step", ["enter_bot=9 bold", "enter_bot=0 nobody", "enter_bot=", "choose_deals=7", "choose_deals="])
def test_forged_values_change_nothing(step: str) -> None:
    assert did(START, step) == START


# ---- the code ----
def test_the_code_brings_the_settings_back_in_ones_own_language() -> None:
    kept = did(START, "enter_bot=1 expected-value", "go", "onward", "pause")
    code = APP.view(kept).keep
    assert code == encode(kept) and APP.view(MatchesState()).keep == ""
    offered = APP.resume(MatchesState("hu", "home"), code)
    assert APP.view(offered).keep == code and "take_offer" in APP.view(offered).html
    taken = did(offered, "take_offer")
    assert (taken.bots, taken.size, taken.lang, taken.home, taken.done) == (kept.bots, 0, "hu", "home", 0)
    assert did(offered, "drop_offer").offer == "" and did(START, "take_offer") == START


@pytest.mark.parametrize(
    "code",
    ["", "T9", "T9.b.0.scup.x0", "T9.bc.0.scup.xzzz", "T9.bc.9.scup.x0", "T9.zz.0.scup.x0", "T9.bc.0.s<b>.x0", "x" * 9000, encode(START)[:-1]],
)
def test_hostile_codes_are_refused_with_a_sentence(code: str) -> None:
    with pytest.raises(Refusal, match="not the code of a tournament"):
        parse(code)


def test_a_code_with_too_many_bots_is_refused() -> None:
    with pytest.raises(Refusal):
        parse(encode(replace(START, bots=("bold",) * (MOST + 1))))
