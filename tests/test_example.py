"""The worked example: 4♣ and Q♦, pot 10, stake 2 (RULES A6.4), with every third card it can meet."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, TAGS, translator
from acey_teach.widgets.example import ExampleApp
from acey_teach.widgets.example_state import ExampleState, Way

APP = ExampleApp()
FIRST = APP.start()
START = APP.back(APP.reveal(APP.guess(FIRST, {"value": "fair"}), {}), {})  # revealed; nothing turned or switched
POSTS = cards("4c Qd")
THIRDS = [card for card in PACK if card not in POSTS]
INTENTS = sorted(key for key in dir(ExampleApp) if hasattr(getattr(ExampleApp, key), "_intent"))


def test_it_is_the_hand_of_the_rules() -> None:
    assert (START.posts, START.pot, START.stake) == (tuple(POSTS), 10, 2)
    assert (START.odds.inside, START.odds.outside, START.odds.post) == (28, 16, 6)
    assert START.odds.ev(2) == 0


def test_nine_of_hearts_and_queen_of_spades() -> None:
    won, lost = APP.turn(START, {"value": "9h"}), APP.turn(START, {"value": "Qs"})
    assert won.settled and (won.settled.net, won.settled.pot) == (2, 8)
    assert lost.settled and (lost.settled.net, lost.settled.pot) == (-4, 14)
    assert APP.view(won).says == "Third card 9 of hearts: inside, you win 2. Pot 8."
    assert APP.view(lost).says == "Third card queen of spades: on a post, you lose 4. Pot 14."
    assert "The 9 is inside: +2, pot 8" in APP.view(won).html
    assert "The Q is on a post: −4, pot 14" in APP.view(lost).html


@pytest.mark.parametrize("card", THIRDS, ids=str)
def test_every_third_card_is_settled_as_the_rules_say(card: Card, sound) -> None:
    state = APP.turn(START, {"value": card.code})
    assert state.settled
    rank = card.rank
    net = -4 if rank in (4, 12) else 2 if 4 < rank < 12 else -2
    assert (state.settled.net, state.settled.pot) == (net, 10 - net)
    page = sound(APP.view(state).html, APP)
    pressed = [(a["data-intent"], a["value"]) for _, a in page.tags if a.get("aria-pressed") == "true"]
    assert pressed == [("judge", "rules"), ("turn", card.code)]
    assert translator("en").signed(net) in page.text and f"Pot {10 - net}." in APP.view(state).says
    assert sound(APP.static(state), APP).tags[0][1]["alt"].endswith(f"Pot {10 - net}.")


def test_all_fifty_together_bring_exactly_nothing() -> None:
    state = START
    for card in THIRDS:
        state = APP.turn(state, {"value": card.code})
    assert len(state.turned) == 50
    assert "50 cards turned so far; at this stake they would have brought 0 chips in all." in APP.view(state).html


@pytest.mark.parametrize("card", THIRDS, ids=str)
def test_any_seen_card_tips_it_by_what_it_would_have_done(card: Card) -> None:
    state = APP.see(START, {"see": card.code})
    outcome = 2 if card.rank in (4, 12) else -1 if 4 < card.rank < 12 else 1
    assert state.odds.ev_per_chip == Fraction(outcome, 49)
    with pytest.raises(Refusal, match="lies on the table already"):
        APP.turn(state, {"value": card.code})


def test_the_card_to_see_can_be_the_one_that_was_turned() -> None:
    state = APP.see(APP.turn(START, {"value": "9s"}), {"value": "9s"})
    assert state.third is None and state.seen == (Card("9s"),)
    assert APP.see(state, {"value": ""}).seen == ()


@pytest.mark.parametrize("value", ["4c", "Qd", "4♣", "", "1h", "9", "99", "<b>", "x" * 5000])
def test_what_cannot_be_the_third_card_is_refused_in_a_sentence(value: str) -> None:
    with pytest.raises(Refusal) as refused:
        APP.turn(START, {"value": value})
    assert str(refused.value).endswith(("Choose another.", "such as 4♣, 10h or Qd."))


def test_a_post_cannot_be_seen_elsewhere() -> None:
    with pytest.raises(Refusal, match="is a post already"):
        APP.see(START, {"value": "4c"})


def test_by_chance_never_turns_the_same_card_twice_running() -> None:
    state = START
    for _ in range(60):
        before, state = state.third, APP.by_chance(state, {})
        assert state.third in THIRDS and state.third is not before
    assert len(state.turned) == 50  # no more are kept


@pytest.mark.parametrize(("typed", "stake"), [("1", 1), ("7", 7), ("0", 1), ("-3", 1), ("11", 10), ("99999", 10)])
def test_the_stake_stays_within_the_limit(typed: str, stake: int) -> None:
    state = APP.set_stake(START, {"stake": typed})
    assert state.stake == stake
    assert state.odds.ev(stake) == 0 and [row["net"] for row in APP.view(state).charts["result"]] == [
        -2 * stake,
        -stake,
        stake,
    ]


def test_back_takes_the_third_card_away(sound) -> None:
    state = APP.back(APP.turn(START, {"value": "9h"}), {})
    assert state.third is None and state.settled is None
    back = next(a for _, a in sound(APP.view(START).html, APP).tags if a.get("data-intent") == "back")
    assert back["aria-disabled"] == "true"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(INTENTS),
            st.dictionaries(
                st.sampled_from(["value", "stake", "see"]),
                st.one_of(
                    st.sampled_from([card.code for card in PACK]),
                    st.sampled_from(["", "3", "fair", "bad", "once", "twice", "out", "back", "all", *Way]),
                    st.text(max_size=5),
                ),
            ),
        ),
        max_size=8,
    )
)
@settings(max_examples=40, deadline=None)
def test_whatever_arrives_the_page_stands(sound, asked: list[tuple[str, dict[str, str]]]) -> None:
    state = FIRST
    for name, values in asked:
        before = state
        try:
            state = getattr(APP, name)(state, values)
        except Refusal as refusal:
            assert str(refusal) and state is before
        view = APP.view(state)
        page = sound(view.html, APP)
        offered = [a["value"] for _, a in page.tags if a.get("data-intent") == "turn"]
        free = [card.code for suit in "shdc" for card in PACK if card.suit == suit and state.free(card)]
        assert offered == (free if state.revealed else []) and len(free) == state.odds.unseen
        assert state.third is None or state.free(state.third)
        assert sorted(view.charts) == sorted(a["data-chart"] for _, a in page.tags if "data-chart" in a)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_static_page_is_a_picture_and_three_tables(lang: str, sound) -> None:
    for third in (None, Card("9h")):
        html = APP.static(replace(START, lang=lang, third=third))
        page = sound(html, APP)
        assert [tag for tag, _ in page.tags if tag in ("img", "table")] == ["img", "table", "table", "table"]
        assert page.tags[0][1]["alt"] and len(html) < 60_000 and "28/50" in page.text
        assert not re.search(r"<(button|input|select|form)\b|data-intent", html)


def test_a_hand_can_be_told_in_every_wording() -> None:
    state = APP.turn(ExampleState(), {"value": "9h"})
    for lang in TAGS:
        assert APP.view(replace(state, lang=lang)).lang == lang
