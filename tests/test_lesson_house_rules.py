"""Lesson 8: the steps' surprises, the workshop under every option and preset, its code, and the quiz."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from acey_teach.analysis.exact import turn_value
from acey_teach.analysis.house import ace_values
from acey_teach.analysis.pairs import pairs
from acey_teach.engine.cards import RANKS, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.record import parse as session_of
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, PRESETS, Preset, Rules, Value
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import translator
from acey_teach.lessons import house_rules as steps
from acey_teach.lessons import house_rules_parts as drawn
from acey_teach.lessons.house_rules_app import WorkshopApp
from acey_teach.lessons.house_rules_corner import corner
from acey_teach.lessons.house_rules_quiz import QuizApp, QuizState, closest, questions
from acey_teach.lessons.house_rules_quiz import encode as quiz_code
from acey_teach.lessons.house_rules_quiz import parse as quiz_of
from acey_teach.lessons.house_rules_state import ALL, OPTIONS, SLICE, Part, WorkshopState, encode, parse, table_code
from acey_teach.practice.deal import Deal

EN = translator("en")
NEEDS = {"ace_third_pair_loses": {"pair": "hilo"}, "blind_pot": {"deal": "two_on_turn"}, "half_cap": {"debt": "debt"}, "split_mode": {"pair": "split"}}  # fmt: skip


@pytest.fixture
def app() -> WorkshopApp:
    return WorkshopApp(WorkshopState())


# ---- the steps ----
def test_the_surprises_are_those_of_the_rules() -> None:
    deal = Deal("demo")
    low, high = (ace_values(Card("Ac"), rules=Rules(ace_choice=True))[call].value for call in (Ace.LOW, Ace.HIGH))
    assert (low > high, steps.calling(deal, EN).right) == (True, 0)
    assert steps.fourfold(deal, EN).right == 0 and "+4/5" in steps.fourfold(deal, EN).told
    assert steps.losing(deal, EN).right == 1 and "8-8" in steps.losing(deal, EN).told
    assert steps.packs(deal, EN).right == 2 and "+" not in steps.packs(deal, EN).told
    assert steps.splitting(deal, EN).right == 0
    assert steps.blind(deal, EN).right == 2
    for seed in ("a1", "a2", "a3", "a4"):
        step = steps.side(Deal(seed), EN)
        rank = Card(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", step.ask)[0]).rank
        assert step.right == (0 if rank < 8 else 1)


# ---- the workshop ----
def test_every_option_can_be_switched_and_says_where_it_comes_from(app: WorkshopApp) -> None:
    assert {name for name, about in ABOUT.items() if about.choices} < set(OPTIONS)
    assert {name for preset in PRESETS.values() for name in preset.changes} < set(OPTIONS)
    for name in OPTIONS:
        state = app.open_rule(app.start(), {"value": name})
        for value in ABOUT[name].values:
            ready = state.ruled(Rules.of(NEEDS.get(name, {})))
            made = app.switch(ready, {"value": str(value)})
            html = app.view(made).html
            assert getattr(made.rules, name) == value and ABOUT[name].clause.split(",")[0] in html
            assert not ABOUT[name].choices or EN(ABOUT[name].told(value).says).replace("’", "’") in html


def test_what_does_not_go_together_is_refused(app: WorkshopApp) -> None:
    state = app.open_rule(app.start(), {"value": "half_cap"})
    refused = app.switch(state, {"value": "False"})
    html = app.view(refused).html
    assert refused.rules == state.rules and "there can be debts" in html and "there can be debts" in app.view(refused).says
    assert 'value="debt=short"' in html and app.mend(refused, {"value": "debt=cap"}) is refused
    mended = app.mend(refused, {"value": "debt=debt"})
    assert mended.rules.changes == {"half_cap": False, "debt": "debt"} and "k-clash" not in app.view(mended).html
    assert "k-clash" not in app.view(app.open_rule(refused, {"value": "pair"})).html
    assert app.switch(state, {"value": "maybe"}) is state
    assert app.open_rule(state, {"value": "start_chips"}) is state and app.preset(state, {"value": "none"}) is state


@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_compared_in_every_way(app: WorkshopApp, name: str, part: Part) -> None:
    state = app.compare(app.preset(app.start(), {"value": name}), {"value": part.value})
    view = app.view(state)
    assert state.rules == PRESETS[name].rules and view.says in view.html.replace("&#x27;", "'")
    assert ("pairs" in view.charts) == (part is Part.PAIRS)
    assert not re.findall(r"\{(?!\{v\}\})\w*\}", view.html.replace("{{v}}", "")), "a placeholder was left"
    ids = re.findall(r' id="([^"]+)"', view.html)
    assert len(ids) == len(set(ids))
    assert app.static(state) and parse(view.code) == state
    assert (view.keep == "") == (state == WorkshopState())


def test_a_hand_before_and_after(app: WorkshopApp) -> None:
    state = app.second_post(app.first_post(app.start(), {"value": "Ac"}), {"value": "Kd"})
    state = state.ruled(Rules(ace_choice=True, ace_post_x4=True))
    assert state.may_call and state.after == odds(cards("Ac Kd"), (), state.rules, Ace.LOW)
    assert app.call(state, {"value": "high"}).after == odds(cards("Ac Kd"), (), state.rules, Ace.HIGH)
    assert state.before == odds(cards("Ac Kd"))
    assert "+13/25" in app.view(state).html
    pair = replace(app.start(), rules=Rules(pair="hilo"))
    assert app.name_side(pair, {"value": "lower"}).after.terms.side is Side.LOWER
    assert pair.after.ev_per_chip == Fraction(-3, 25)
    with pytest.raises(Refusal, match="post already"):
        app.first_post(state, {"value": "Kd"})
    assert app.draw_posts(state, {}).posts != state.posts


def test_bets_of_their_own_are_told(app: WorkshopApp) -> None:
    state = app.start().ruled(Rules(post_bet=True, deal="two_on_turn", blind_pot=True))
    html = app.view(state).html
    assert "blind for the pot" in html and "A bet on the post hits with 1/25" in html
    forced = replace(app.start(), posts=(Card("2c"), Card("Ad"))).ruled(Rules(autopot="open"))
    assert "you must bet" in app.view(forced).html


def test_the_better_call_and_side_are_named(app: WorkshopApp) -> None:
    ace = replace(app.start(), posts=(Card("Ac"), Card("Kd"))).ruled(Rules(ace_choice=True))
    assert "better: low" in app.view(ace).html and "before the second card" in app.view(ace).html
    assert "called in the better way, here: low" in app.view(replace(ace, part=Part.PAIRS)).html
    pair = replace(app.start(), posts=(Card("5c"), Card("5d"))).ruled(Rules(pair="hilo"))
    assert "better: higher" in app.view(app.name_side(pair, {"value": "lower"})).html


def test_three_sixes_name_the_pot_as_the_reason(app: WorkshopApp) -> None:
    sixes = replace(app.start(), posts=(Card("6c"), Card("6d")))
    assert "6 × the pot" in app.view(sixes.ruled(Rules(satan=True))).html
    assert "6 × the pot" not in app.view(sixes.ruled(Rules(satan=True, debt="debt"))).html
    tries = {one.label: one.result for one in corner(Deal("demo"), EN).tries}
    allowed, says, clause = next(made for label, made in tries.items() if "6♣" in label)
    assert (allowed, clause) == (False, "B11") and "three sixes may cost" in says


def test_a_split_that_is_always_passed_is_worth_nothing(app: WorkshopApp) -> None:
    free = replace(app.start(), posts=(Card("8c"), Card("8d"))).ruled(Rules(pair="split"))
    view = app.view(free)
    assert "worth nothing by these rules" in view.says and "0 of 48" not in view.html and "you pass" in view.html
    found = pairs(Rules(pair="split"))
    assert found.passed == 6 * sum(value == 0 for (a, b), value in found.values.items() if a == b) == 18
    assert found.fair == pairs().fair and sum(found[1:]) == 1326
    rows = {(row["first"], row["second"]): row["label"] for row in drawn.rows(free, EN)}
    assert "worth nothing" in str(rows["8", "8"]) and "fair" in str(rows["4", "Q"])
    both = free.ruled(Rules(pair="split", split_mode="committed"))
    assert "4 × the stake" in app.view(both).html and "unfavourable by these rules" in app.view(both).says


def test_the_corner_speaks_of_rules_by_their_titles() -> None:
    tries = {one.label: one.result for one in corner(Deal("demo"), EN).tries}
    says = tries["a pair that is split and higher or lower"][1]
    assert "“Higher or lower”" in says and "hilo" not in says
    assert tries["3 players at a table of Liaoning"][2] == "B5"


def test_the_map_says_sign_and_value() -> None:
    rows = drawn.rows(WorkshopState(rules=Rules(pair="hilo")), EN)
    assert len(rows) == len(RANKS) ** 2
    assert sum(bool(row["new"]) for row in rows) == 12, "all pairs but 8-8"
    fair = next(row for row in rows if (row["first"], row["second"]) == ("4", "Q"))
    assert (fair["sign"], fair["text"], fair["new"]) == ("0", "0.00", False)


def test_a_turn_is_worth_what_the_analysis_says() -> None:
    says, html = drawn.turn(WorkshopState(rules=PRESETS["encyclopedia"].rules), EN, live=True)
    assert EN.signed(turn_value(rules=PRESETS["encyclopedia"].rules).value) in says
    assert EN.signed(turn_value(Card("Ac"), rules=PRESETS["encyclopedia"].rules).value) in html
    assert EN.signed(turn_value().value) in html and "3.16" in html  # Red Dog with one pack


def test_sessions_are_played_in_parts(app: WorkshopApp) -> None:
    state = app.compare(replace(app.start(), rules=PRESETS["single-loss"].rules), {"value": "sessions"})
    while f"All {ALL}" not in app.view(state).says:
        before = state
        state = app.play(state, {})
        assert state.played and state.played[0].sessions == (before.played[0].sessions if before.played else 0) + SLICE
    assert app.play(state, {}) == state
    assert app.switch(state, {"value": "hilo"}).played is None
    assert state.played and state.played[0].mean(0) != state.played[1].mean(0)


def test_the_code_keeps_every_choice(app: WorkshopApp) -> None:
    state = WorkshopState(
        rules=Rules(ace_choice=True, pair="hilo", decks=2), rule="decks", part=Part.TURN,
        posts=(Card("Ah"), Card("10s")), called=Ace.LOW, side=Side.HIGHER,
    )  # fmt: skip
    code = encode(state)
    assert parse(code) == state
    offered = app.resume(app.start(), code)
    assert offered.offer == code and replace(app.take_offer(offered, {}), lang="en") == state
    assert app.drop_offer(offered, {}) == app.start()
    for place in range(len(code)):
        for letter in "0aZ.":
            if code[place] != letter:
                with pytest.raises(Refusal):
                    parse(code[:place] + letter + code[place + 1 :])
    for text in ("", "H1", "H1.hand.pair.8c8d--", "A1.n2.sdemo.xx1s"):
        with pytest.raises(Refusal):
            parse(text)


@pytest.mark.parametrize("name", PRESETS)
def test_a_table_plays_by_these_rules(name: str) -> None:
    session = session_of(table_code(PRESETS[name].rules))
    assert session.rules == PRESETS[name].rules and [bool(p.strategy) for p in session.players].count(False) == 1


# ---- the quiz ----
def test_each_preset_is_found_by_its_own_answers() -> None:
    asked = questions()
    assert len(asked) == 5
    for name, preset in PRESETS.items():
        assert closest([getattr(preset.rules, one.name) for one in asked], asked) == (name, [])
    assert closest([None] * 5, asked)[0] == next(iter(PRESETS))


def test_a_new_preset_is_found_too() -> None:
    presets = PRESETS | {"new": Preset("New", "New.", "guide", {"post_bet": True, "decks": 3})}
    asked = questions(presets)
    assert len(asked) == 5
    for name, preset in presets.items():
        assert closest([getattr(preset.rules, one.name) for one in asked], asked, presets) == (name, [])


def test_what_differs_is_said() -> None:
    app, asked = QuizApp(QuizState()), questions()
    state = app.start()
    for n, question in enumerate(asked):
        assert "left" in app.view(state).says
        value = getattr(PRESETS["single-loss"].rules, question.name)
        state = app.answer(state, {"value": f"{n}:{question.values.index(value)}"})
    view = app.view(state)
    assert view.says == "Your family plays “Single loss”." and table_code(PRESETS["single-loss"].rules) in view.html
    pair = next(n for n, one in enumerate(asked) if PRESETS["encyclopedia"].changes.get(one.name))
    other = app.answer(state, {"value": f"{pair}:1"})
    assert "Closest to yours:" in app.view(other).says and "You said:" in app.view(other).html
    assert app.answer(other, {"value": "9:1"}) is other and app.answer(other, {"value": "0:7"}) is other
    assert app.resume(QuizState(), quiz_code(other)).said == other.said
    assert app.view(replace(other, answers=("-",) * 5)).says == f"Then begin with “{EN(PRESETS['guide'].title)}”."
    assert not any(app.again(other, {}).said)


def test_a_family_may_play_by_its_own_answers() -> None:
    app, asked = QuizApp(QuizState()), questions()

    def answered(**said: Value) -> QuizState:
        return QuizState(
            answers=tuple(str(one.values.index(said.get(one.name, getattr(Rules, one.name)))) for one in asked)
        )

    view = app.view(answered(pair="split"))
    assert table_code(Rules(pair="split")) in view.html and "Play by your answers" in view.html
    assert "You said:" in view.says and "There:" in view.says
    fits = app.view(answered(pair="hilo", deal="two_on_turn"))
    assert fits.says.startswith("Your answers fit “The encyclopedia”.")
    assert "Low ace by choice" in fits.says and "Fourfold ace" in fits.says
    assert table_code(Rules(pair="hilo", deal="two_on_turn")) in fits.html
    assert table_code(PRESETS["encyclopedia"].rules) in fits.html


def test_broken_codes_of_the_quiz_are_refused() -> None:
    other = QuizState(answers=("0",))
    for text in ("", "F1.00000.xabc", quiz_code(other)[:-1] + "!"):
        with pytest.raises(Refusal):
            quiz_of(text)


