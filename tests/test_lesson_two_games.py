"""Lesson 10: its steps say what the board game's engine says, and its table can be sorted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

import acey_teach
from acey_teach.board.plays import plays
from acey_teach.board.position import START
from acey_teach.board.turn import Roll
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import check_of
from acey_teach.i18n import LANGUAGES, Translator, translator
from acey_teach.lessons import two_games as steps
from acey_teach.lessons.judge import read
from acey_teach.lessons.model import Step
from acey_teach.lessons.two_games_table import CLAIMS, DifferencesApp, TableState, encode, parse
from acey_teach.practice.deal import Deal

EN = translator("en")
SEEDS = [f"s{n}" for n in range(25)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_right_answer_is_that_of_a_count(seed: str) -> None:
    deal = Deal(seed)
    assert steps.enters(deal, EN).right == 25 - deal.number("number", 2, 6)
    assert steps.double(deal, EN).right == 28
    assert steps.best_roll(deal, EN).right == 0
    k = deal.number("closed", 1, 5)
    shut = sum(a <= k and b <= k for a, b in product(range(1, 7), repeat=2))
    assert steps.closed(deal, EN).right == Fraction(36 - shut, 36)
    again = sum(a == b or {a, b} == {1, 2} for a, b in product(range(1, 7), repeat=2))
    assert steps.turn(deal, EN).right in (Fraction(again, 36), Fraction(again, 36) ** 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_are_what_the_question_says(seed: str) -> None:
    position, roll = steps._others(Deal(seed), steps._one_of_two)
    assert set(roll.dice) <= set(position.can) and {len(play.way) for play in plays(roll)} == {1}
    assert roll.steps[0].number == max(roll.dice)
    position, roll = steps._others(Deal(seed), steps._short)
    ends = plays(roll)
    assert {len(play.way) for play in ends} <= {2, 3} and not any(play.again for play in ends)
    position, roll = steps._others(Deal(seed), steps._bearing_off)
    assert position.at_home
    by_hand = sum(bool(position.points.get(number)) for number in set(roll.dice))
    assert steps.exact(Deal(seed), EN).right == by_hand


@pytest.mark.parametrize("make", [steps.closed, steps.turn])
def test_a_probability_is_none_above_one(make: Callable[[Deal, Translator], Step]) -> None:
    step = make(Deal("demo"), EN)
    assert read(step, str(step.right)) == step.right
    for text in ("50", "3/2", "-1/4", "110 %"):
        with pytest.raises(Refusal, match="never"):
            read(step, text)


def test_both_games_are_asked_about() -> None:
    assert {steps.which(Deal(seed), EN).right for seed in SEEDS} == {0, 1}


def test_the_corner_says_how_many_ends_a_first_throw_has() -> None:
    field = steps.corner(Deal("demo"), EN).field
    assert field
    assert "102 positions" in field.run("1-1")[1] and "1322 positions" in field.run("2 1")[1]
    assert len(plays(Roll.of(START, 1, 1))) == 102


# ---- the table of differences ----
def test_each_statement_is_sorted_and_explained() -> None:
    app = DifferencesApp(TableState())
    state = app.start()
    assert app.view(state).says == "Where is each statement true?"
    for place, claim in enumerate(CLAIMS):
        state = app.sort(state, {"value": f"{place}{claim.where}"})
    view = app.view(state)
    assert state.right == len(CLAIMS) and f"{len(CLAIMS)} of {len(CLAIMS)} sorted rightly, 0 left." == view.says
    assert parse(view.code).said == state.said and all(claim.because in view.html for claim in CLAIMS)
    wrong = app.sort(app.start(), {"value": "0g"})
    assert "Not so: only here." in app.view(wrong).html and wrong.right == 0
    assert app.anew(wrong, {}) == app.start()
    assert app.resume(app.start(), view.code).said == state.said and app.resume(wrong, view.code) is wrong
    assert {claim.where for claim in CLAIMS} == {"a", "b", "g"}


@pytest.mark.parametrize("value", ["", "a", "0", "0x", "99a", "-1a", "1.5a", "aa"])
def test_what_is_no_answer_changes_nothing(value: str) -> None:
    app = DifferencesApp(TableState())
    assert app.sort(app.start(), {"value": value}) == app.start()


def test_a_broken_code_is_refused() -> None:
    good = encode(TableState())
    for code in ("", "G1", good[:-1], good.replace("_", "x", 1), f"G1.{'x' * 12}.x{check_of('G1.' + 'x' * 12)}"):
        with pytest.raises(Refusal):
            parse(code)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_in_every_language(lang: str) -> None:
    panel = acey_teach.differences(lang)
    assert panel.lang == lang and panel.html and DifferencesApp(panel.state).static(panel.state)


def test_the_clauses_of_the_statements_exist() -> None:
    from pathlib import Path

    rules = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    for claim in CLAIMS:
        head = claim.clause.partition(".")[0]
        assert f"[{claim.clause}]" in rules if head.startswith("R-") else f"## {head}. " in rules
