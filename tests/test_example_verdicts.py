"""One hand, four verdicts: the prediction and its answer, the switches, and what each assumption makes of 4♣ and Q♦."""

from __future__ import annotations

import re

import pytest

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.odds import Model, odds, wrong_odds
from acey_teach.engine.refusal import Refusal
from acey_teach.widgets.example import ExampleApp
from acey_teach.widgets.example_state import OTHERS, ExampleState, Guess, Way, fitting

APP = ExampleApp()
FIRST = APP.start()
POSTS = cards("4c Qd")


def revealed(guess: str = "fair") -> ExampleState:
    return APP.reveal(APP.guess(FIRST, {"value": guess}), {})


START = APP.back(revealed(), {})


def switched(state: ExampleState, switches: dict[str, str]) -> ExampleState:
    for name, value in switches.items():
        state = getattr(APP, name)(state, {"value": value})
    return state


# ---- predict, reveal ----
def test_before_the_reveal_nothing_gives_the_answer_away(sound) -> None:
    for state in (FIRST, APP.guess(FIRST, {"value": "bad"})):
        view = APP.view(state)
        page = sound(view.html, APP)
        assert view.charts == {}
        intents = {a["data-intent"] for _, a in page.tags if "data-intent" in a}
        assert intents - {"language"} == {"guess", "reveal"}
        assert page.text.count("?") >= 2 * len(Way)
        assert not re.search(r"3/25|3/46|1/13|exactly fair|stakes are lost", page.text + view.says)


def test_the_reveal_waits_for_a_prediction(sound) -> None:
    with pytest.raises(Refusal, match="Choose good, fair or bad first"):
        APP.reveal(FIRST, {})
    closed, opened = (
        next(a for _, a in sound(APP.view(state).html, APP).tags if a.get("data-intent") == "reveal")
        for state in (FIRST, APP.guess(FIRST, {"value": "good"}))
    )
    assert closed["aria-disabled"] == "true" and "aria-disabled" not in opened


def test_a_prediction_can_be_changed_until_the_reveal() -> None:
    changed = APP.guess(APP.guess(FIRST, {"value": "good"}), {"value": "bad"})
    assert changed.guess is Guess.BAD
    assert APP.guess(START, {"value": "bad"}) is START
    assert APP.guess(FIRST, {"value": "superb"}) is FIRST


@pytest.mark.parametrize(
    ("guess", "heading", "reason"),
    [
        ("good", "You said: good. By the rules the bet is exactly fair.", "28 of 50 cards win, more than half"),
        ("good", "You said: good.", "16 + 2 × 6 = 28 are lost. Whoever counts a post as an ordinary loss finds +3/25"),
        ("fair", "You said: fair. That is right: the bet is exactly fair.", "16 + 2 × 6 = 28. The two sides are level"),
        (
            "bad",
            "You said: bad. By the rules the bet is exactly fair.",
            "finds 7 of 13 inside and −1/13 for each chip.",
        ),
        ("bad", "You said: bad.", "7/13 treats the ranks as if no card had been dealt. But your own posts"),
    ],
)
def test_each_prediction_is_answered_with_the_reason_behind_it(guess: str, heading: str, reason: str) -> None:
    view = APP.view(revealed(guess))
    assert heading in view.html and reason in view.html and heading in view.says and reason in view.says
    assert heading not in APP.view(APP.turn(revealed(guess), {"value": "9h"})).html


# ---- four verdicts ----
SWITCHES = {
    Way.RULES: {},
    Way.SINGLE: {"cost": "once"},
    Way.REPLACED: {"pack": "back"},
    Way.SEEN: {"see": "all"},
}
VALUES = {Way.RULES: "0", Way.SINGLE: "3/25", Way.REPLACED: "-1/13", Way.SEEN: "3/46"}


@pytest.mark.parametrize("way", Way)
def test_the_switches_and_the_row_lead_to_the_same_verdict(way: Way, sound) -> None:
    by_switch = switched(START, SWITCHES[way])
    by_row = APP.judge(APP.judge(START, {"value": "single"}), {"value": way})
    assert by_switch.odds == by_row.odds and by_switch.way is by_row.way is way
    assert str(by_row.odds.ev_per_chip) == str(by_row.four[way].ev_per_chip) == VALUES[way]
    page = sound(APP.view(by_row).html, APP)
    assert [a["value"] for _, a in page.tags if a.get("aria-pressed") == "true"] == [way]
    assert "Your own mixture" not in page.text
    checked = {a["name"]: a["value"] for _, a in page.tags if a.get("type") == "radio" and "checked" in a}
    assert checked == {"cost": "twice", "pack": "out", "see": "", **SWITCHES[way]}


def test_the_four_ways_are_what_the_engine_counts() -> None:
    four = FIRST.four
    assert four[Way.RULES] == odds(POSTS) and four[Way.SEEN] == odds(POSTS, OTHERS)
    assert four[Way.SINGLE] == wrong_odds(Model.SINGLE_LOSS, POSTS)
    assert four[Way.REPLACED] == wrong_odds(Model.WITH_REPLACEMENT, POSTS)
    assert [fitting(found) for found in four.values()] == [Guess.FAIR, Guess.GOOD, Guess.BAD, Guess.GOOD]


@pytest.mark.parametrize("live", [True, False], ids=["live", "static"])
def test_the_table_shows_every_value_with_its_word(live: bool, sound) -> None:
    text = sound(APP.view(START).html if live else APP.static(FIRST), APP).text
    for said in ("0exactly fair", "+3/25in favour", "−1/13against", "+3/46in favour"):
        assert said in text
    assert text.count("the rule we play by") == 3  # two rows and the explanation of the mark


@pytest.mark.parametrize(
    ("asked", "sentence", "signs"),
    [
        ({}, "Exactly fair: 28 cards win, and 16 + 2 × 6 = 28 stakes are lost.", "(28 − 28) / 50 = 0."),
        ({"cost": "once"}, "28 cards win, 16 + 1 × 6 = 22 stakes are lost.", "(28 − 22) / 50 = +3/25."),
        ({"pack": "back"}, "28 cards win, 16 + 2 × 8 = 32 stakes are lost.", "(28 − 32) / 52 = −1/13."),
        ({"see": "all"}, "27 cards win, 14 + 2 × 5 = 24 stakes are lost.", "(27 − 24) / 46 = +3/46."),
        ({"pack": "back", "cost": "once"}, "28 cards win, 16 + 1 × 8 = 24 stakes are lost.", "(28 − 24) / 52 = +1/13."),
    ],
)
def test_the_sum_is_written_out_and_spoken(asked: dict[str, str], sentence: str, signs: str) -> None:
    state = switched(revealed(), asked)
    view = APP.view(state)
    assert sentence in view.html and signs in view.html and sentence in view.says
    assert view.charts["result"][0]["ev"] == float(state.odds.ev(2))
    assert sum(row["p"] for row in view.charts["result"]) == pytest.approx(1)


def test_a_mixture_has_a_row_of_its_own() -> None:
    mixed = switched(START, {"pack": "back", "cost": "once"})
    assert mixed.way is None and "Your own mixture" in APP.view(mixed).html
    assert switched(START, {"see": "9s", "cost": "once"}).way is None
    assert switched(START, {"see": "9s", "pack": "back"}).way is Way.REPLACED


def test_the_row_of_seen_cards_follows_the_card_chosen() -> None:
    state = switched(START, {"see": "9s"})
    assert state.way is Way.SEEN and str(state.four[Way.SEEN].ev_per_chip) == "-1/49"
    html = APP.view(state).html
    assert "9♠ is out of the pack too" in html and "−1/49" in html
    assert "9♠, Q♠, K♥ and 2♦ are out of the pack too" in APP.view(START).html


def test_what_a_post_costs_changes_the_hand_on_the_table_too() -> None:
    state = switched(APP.turn(START, {"value": "Qs"}), {"cost": "once"})
    assert state.settled and (state.settled.net, state.settled.pot) == (-2, 12)
    rows = APP.view(state).charts["result"]
    assert [(row["net"], row["text"]) for row in rows] == [(-2, "22/50"), (2, "28/50")]


def test_cards_put_back_can_come_and_are_gone_again() -> None:
    state = APP.turn(switched(START, {"pack": "back"}), {"value": "Qd"})
    assert state.third is Card("Qd") and state.odds.unseen == 52
    assert switched(state, {"pack": "out"}).third is None
    idle = "it makes no difference what others show"
    assert idle in APP.view(switched(state, {"see": "9s"})).html and idle not in APP.view(state).html


def test_an_unknown_way_changes_nothing() -> None:
    assert APP.judge(START, {"value": "odd"}) is START and APP.judge(START, {}) is START
