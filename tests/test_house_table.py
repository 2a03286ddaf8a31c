"""The table under any rules of part B: every moment has a page, every choice its control, and its reason when closed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from acey_teach.engine.actions import Bet, Pass, Split
from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.record import parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.setup import STRATEGIES, Player
from acey_teach.i18n import translator
from acey_teach.widgets.predictions import split
from acey_teach.widgets.present_state import Screen
from acey_teach.widgets.sheet_session import session_sheet
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.table_state import TableState
from tests.house import any_rules

APP = TableApp()
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def begun(rng: random.Random, rules: Rules, **more: object) -> TableState:
    players = [Player(name, rng.choice(["", "", *STRATEGIES])) for name in PEOPLE[: rng.randint(2, 4)]]
    session = Session.new(players, rules, seed=f"house{rng.randint(0, 10**6)}")
    return replace(APP.start(), session=session, **more)  # type: ignore[arg-type]


def clicks(page: object) -> list[tuple[str, str]]:
    """The open buttons and forms of a page that take the session on: intent and value."""
    on = {"next", "cut_anywhere", "pass_turn", "post_bet", "play_blind", "look", "call_ace", "name_side", "pick_side",
          "predict", "change_stake", "choose_dealer"}  # fmt: skip
    submit = {"{{v}}bet": "bet", "{{v}}split": "split_pair"}
    return [
        (a["data-intent"], a.get("value", "")) if a.get("data-intent") in on else (submit[a["id"]], "")
        for tag, a in page.tags  # type: ignore[attr-defined]
        if tag == "button" and a.get("aria-disabled") != "true" and (a.get("data-intent") in on or a.get("id") in submit)
    ]


def walk(rng: random.Random, state: TableState, sound, met: Counter[str]) -> Iterator[TableState]:
    """Click what can be clicked until the session is over; the field holds any stake that may be named."""
    for _ in range(400):
        yield state
        view = APP.view(state)
        page = sound(view.html, APP)
        assert view.says and parse(view.code) == state.session
        if state.session is None or state.session.phase is Phase.OVER:
            return
        offered = clicks(page)
        once = [click for click in offered if click[0] not in ("change_stake", "pick_side")]
        intent, value = rng.choice(once if once and rng.random() < 0.8 else offered)
        met[intent] += 1
        limit = state.limit
        stake = str(rng.randint(limit.least, max(limit.least, limit.stake))) if limit else "1"
        state = getattr(APP, intent)(state, {"value": value, "stake": stake, "chance": "1/4"})


@pytest.mark.parametrize("block", range(4))
def test_every_moment_has_a_page_under_any_rules(block: int, sound) -> None:
    """Each click the page offers is one that works; pages, projector, predictions, pictures and sheets stand."""
    met: Counter[str] = Counter()
    rng = random.Random(block)
    for _ in range(10):
        rules = any_rules(rng, start_chips=rng.choice([4, 12, 100]), max_rounds=rng.choice([1, 1, 2]))
        lang, every = rng.choice(["en", "es", "hu"]), rng.random() < 0.2
        first = begun(rng, rules, every_step=every, hide=rng.random() < 0.4, lang=lang, posts_only=rng.random() < 0.3)
        for i, state in enumerate(walk(rng, first, sound, met)):
            session = state.session
            assert session
            if i % 5 == 0:
                present = replace(state, screen=replace(state.screen, present=True))
                sound(APP.view(present).html, APP)
                sound(APP.view(replace(present, screen=present.screen.turned(session))).html, APP)
                sound(APP.static(state), APP)
            assert split(APP.view(state).keep)[1] == (state.predictions if session.depth else ())
        with_answers = session_sheet(session, translator(lang))
        assert with_answers.body and with_answers.answers
    assert met["bet"] and met["pass_turn"]


def test_every_kind_of_click_is_met(sound) -> None:
    met: Counter[str] = Counter()
    rng = random.Random(1)
    for changes in (
        {"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "ace_choice": True},
        {"pair": "split"},
        {"pair": "split", "split_mode": "committed", "post_bet": True},
    ):
        for _ in range(8):
            [*walk(rng, begun(rng, Rules.of(changes)), sound, met)]
    assert {"play_blind", "look", "call_ace", "split_pair", "post_bet", "bet", "pass_turn"} <= set(met)


# ---- single moments ----
def at(top: str, *intents: tuple[str, dict[str, str]], **rules: object) -> TableState:
    """Two people, Ana's choice with these cards from the top, then what is clicked."""
    first = cards(top)
    deck = [*first, *(card for card in PACK if card not in first)]
    session = Session.new(["Ana", "Ben"], Rules.of(rules), decks=[deck], seed="h")
    state = replace(APP.start(), session=session.choose_dealer(1).run().cut().run())
    for name, values in intents:
        state = getattr(APP, name)(state, values)
    return state


def line(state: TableState) -> list[tuple[str, str]]:
    """The rank line: names with the outcome of each place."""
    return re.findall(r'class="k-rank is-(\w+)[^"]*".*?<span class="r">(\w+)</span>', APP.view(state).html)


def test_a_low_ace_stands_below_the_two() -> None:
    low = line(at("Ac 8s Jd", ("call_ace", {"value": "low"}), ace_choice=True))
    assert [name for _, name in low] == ["A", *"23456789", "10", "J", "Q", "K"]
    assert [kind for kind, _ in low] == ["post", *["in"] * 9, "post", "out", "out"]
    both = at("Ac 8s Ad", ("call_ace", {"value": "low"}), ace_choice=True)
    assert [kind for kind, _ in line(both)] == ["post", *["in"] * 12, "post"]
    assert "between a low ace and A" in APP.view(both).html and "A low ace" not in APP.view(both).says
    html = APP.view(at("Ac 8s Jd", ("call_ace", {"value": "low"}), ace_choice=True)).html
    assert re.findall(r'aria-label="(\S+ of \w+)"', html)[-2:] == ["ace of clubs", "jack of diamonds"]


def test_the_picked_side_is_inside_and_is_bet_on() -> None:
    state = at("5c 8s 5d", pair="hilo")
    assert state.side_now == "higher" and [kind for kind, _ in line(state)][3:5] == ["post", "in"]
    lower = APP.pick_side(state, {"value": "lower"})
    assert [kind for kind, _ in line(lower)][2:5] == ["in", "post", "out"]
    view = APP.view(lower)
    assert "Bet 2 on lower" in view.html and [row["count"] for row in view.charts["outcome"]] == [12, 35, 2]
    assert APP.bet(lower, {"stake": "1"}).session.hand.side == "lower"  # type: ignore[union-attr]
    better = APP.pick_side(lower, {"value": "sideways"})
    assert better.side is None and APP.pick_side(at("4c 8s 5d", pair="hilo"), {"value": "lower"}).side is None


def test_the_better_side_is_not_told_before_the_prediction() -> None:
    state = replace(at("Qc 8s Qd 5h", pair="hilo"), hide=True)
    assert state.side_now == "higher" and "Inside means higher here." in APP.view(state).html
    made = APP.predict(state, {"value": "outside"})
    assert made.side_now == "higher" and made.made and made.made.side == "higher"
    code, kept, _ = split(APP.view(made).keep)
    assert parse(code) == made.session and kept == made.predictions
    settled = APP.next(APP.bet(APP.pick_side(made, {"value": "lower"}), {"stake": "1"}), {})
    assert "You said outside, and that is where it fell." in APP.view(settled).says  # below, so not higher
    assert settled.session and settled.session.outcome == "inside"


def test_each_hand_of_a_split_pair_has_its_prediction_and_its_row() -> None:
    state = replace(at("9c 8s 9d 3h Kh 2s 10d", pair="split"), hide=True)
    assert not state.odds_hidden  # nobody bets on the pair itself
    state = APP.split_pair(state, {})
    assert state.odds_hidden and "hand 1 of 2" in APP.view(state).html
    state = APP.next(APP.bet(APP.predict(state, {"value": "outside"}), {"stake": "1"}), {})
    state = APP.next(state, {})
    assert state.odds_hidden and state.session and state.session.hand.column == 2
    state = APP.next(APP.bet(APP.predict(state, {"value": "inside"}), {"stake": "2"}), {})
    assert [p.hand[-1] for p in state.predictions] == ["a", "b"]
    html = APP.view(state).html
    assert "Third cards where you said: 2 of 2." in html
    ledger = re.findall(r'<tr[^>]*><th scope="row">Ana</th>(.*?)</tr>', html.split("Ledger</caption>")[1])
    assert len(ledger) == 2 and html.count("Second hand") == 1


def test_blind_and_post_bets_play_for_the_pot() -> None:
    blind = APP.next(at("9c 4d 6h", ("play_blind", {}), deal="two_on_turn", blind_pot=True), {})
    post = APP.next(at("5c 8s 6d 7h", ("post_bet", {}), post_bet=True), {})
    for state, heading, nets in ((blind, "What the blind bet is worth", {-2, -1, 2}),
                                 (post, "What the bet on the post is worth", {-1, 4})):  # fmt: skip
        view = APP.view(state)
        assert heading in view.html and {row["net"] for row in view.charts["result"]} == nets
        assert re.search(r'<td class=num>pot</td>', view.html)


def test_debts_are_written_with_their_sign() -> None:
    state = at("5c 8s 6d 6h", ("bet", {"stake": "2"}), ("next", {}), half_cap=False, debt="debt", start_chips=2)
    assert state.session and state.session.balances[0] == -3
    html = APP.view(state).html
    assert "−3 chips" in html and "−4" in html and APP.static(state)


def test_nobody_chooses_for_a_bot_and_values_are_checked() -> None:
    rules = Rules.of({"deal": "two_on_turn", "blind_pot": True, "ace_choice": True, "pair": "hilo"})
    new = Session.new([Player("Ana", "bold"), Player("Ben", "bold")], rules, decks=[cards("Ac 9d")], seed="bot")
    state = replace(APP.start(), session=new.choose_dealer(1).run().cut().run())
    for name in ("play_blind", "look", "call_ace", "name_side", "post_bet", "split_pair"):
        with pytest.raises(Refusal, match="played by a bot"):
            getattr(APP, name)(state, {"value": "low"})
    for _ in range(2):
        state = APP.next(state, {})
    assert state.session and state.session.phase is Phase.DECISION  # looked, called the ace, has both posts
    person = at("Ac 8s Jd", ace_choice=True)
    for value in ("", "LOW", "higher", "1"):
        with pytest.raises(Refusal, match="low or high"):
            APP.call_ace(person, {"value": value})


def test_two_packs_are_counted_whole() -> None:
    session = Session.new(["Ana", "Ben"], Rules(decks=2), seed="two").choose_dealer(1).run().cut(9).run()
    view = APP.view(replace(APP.start(), session=session))
    assert "101 unseen" in view.html and sum(row["count"] for row in view.charts["outcome"]) == 101
    assert all(re.search(r", [012] unseen$", row["label"]) for row in view.charts["deck"])
    assert max(map(len, re.findall(r'class="dots"[^>]*>((?:<i></i>)*)', view.html))) == 8 * len("<i></i>")


def page(top: str, hide: bool = False, wall: bool = False, **rules: object) -> str:
    """Ana’s choice with these cards on the table."""
    deck = cards(top)
    session = Session.new(
        ["Ana", "Ben"], Rules.of(rules), decks=[[*deck, *(card for card in PACK if card not in deck)]]
    )
    session = session.choose_dealer(1).run().cut().run()
    return APP.view(replace(APP.start(), session=session, hide=hide, screen=Screen(wall))).html


@pytest.mark.parametrize(
    ("top", "rules", "worth"),
    [
        ("9c 8s", {"deal": "two_on_turn", "blind_pot": True}, "playing blind is worth −122/425 ≈ −0.29 chips."),
        (
            "Ac 8s",
            {"deal": "two_on_turn", "ace_choice": True},
            "low is worth +226/1275 ≈ +0.18, high +32/255 ≈ +0.13.",
        ),
        ("2c 2d", {"deal": "two_on_turn", "pair": "split"}, "splitting is worth +72/245 ≈ +0.29."),
        (
            "2c 2d",
            {"deal": "two_on_turn", "pair": "split", "split_mode": "committed"},
            "splitting is worth −116/245 ≈ −0.47.",
        ),
    ],
)
def test_choices_say_what_they_are_worth_unless_odds_are_hidden(top: str, rules: dict[str, object], worth: str) -> None:
    assert worth in page(top, **rules)
    assert "worth" not in re.sub("<[^>]*>", "", page(top, hide=True, **rules))


def test_no_odds_are_told_of_a_pair_on_which_no_third_card_falls() -> None:
    html = page("9c 9d", deal="two_on_turn", pair="split")
    assert "No third card falls on this pair." in html and 'data-chart="outcome"' not in html
    assert 'data-chart="outcome"' in page("9c Td", deal="two_on_turn", pair="split")


def test_a_closed_bet_on_the_post_shows_its_reason() -> None:
    html = page("5c 6d", deal="two_on_turn", post_bet=True, ante=60)
    assert html.count("Choose something else, or pass.") == 2


def test_the_ledger_and_the_handout_say_that_a_pair_was_split() -> None:
    deck = cards("9c 9d 3h Kh 4h")
    rules = Rules(deal="two_on_turn", pair="split")
    session = Session.new(["Ana", "Ben"], rules, decks=[[*deck, *(card for card in PACK if card not in deck)]])
    session = session.choose_dealer(1).run().cut().run().do(Split()).run().do(Bet(1)).run().do(Pass()).run()
    html = APP.view(replace(APP.start(), session=session)).html
    sheet = session_sheet(session, translator("en"))
    for told in (html, sheet.body, sheet.answers):
        assert "split, hand 1 of 2" in told and "split, hand 2 of 2" in told


def test_the_wall_says_what_a_choice_costs_and_takes_no_votes_on_an_unsplit_pair() -> None:
    turn = {"deal": "two_on_turn"}
    assert "inside wins it, outside costs 1, a post costs 2." in page("9c", wall=True, blind_pot=True, **turn)
    assert "Low: it counts 1" in page("Ac", wall=True, ace_choice=True, **turn)
    pair = page("9c 9d", wall=True, pair="split", **turn)
    assert "k-vote" not in pair and "Show odds" not in pair
