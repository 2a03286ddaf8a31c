"""The table in Python: what each click does, why each refusal is said, and what stays hidden until predicted."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Bet, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Player
from acey_teach.widgets.panel import Panel
from acey_teach.widgets.setup_form import Form
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.table_state import TableState

APP = TableApp()
INTENTS = sorted(key for key in dir(TableApp) if hasattr(getattr(TableApp, key), "_intent"))


def pack(top: str) -> list[Card]:
    first = cards(top)
    return [*first, *(card for card in PACK if card not in first)]


def at_decision(
    top: str = "4c 8s Qd", chips: int = 100, *, who: tuple[str, str] = ("", ""), **more: object
) -> TableState:
    """Two players at the table, the first to act with posts in front of them and the decision due."""
    players = [Player(name, strategy) for name, strategy in zip(("Ana", "Ben"), who, strict=True)]
    session = Session.new(players, Rules(start_chips=chips), decks=[pack(top)], seed="table")
    return replace(APP.start(), session=session.choose_dealer(1).run().cut().run(), **more)  # type: ignore[arg-type]


# ---- clicking ----
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_play_on_stops_at_a_person_and_at_the_end_of_a_round(seed: str) -> None:
    who = {"who0": "", "who1": "bold", "who2": "random"}
    state = APP.choose_dealer(APP.start_session(APP.start(), {"count": "3", "seed": seed, **who}), {"value": "1"})
    stops = []
    while state.session and state.session.phase is not Phase.OVER:
        state = APP.play_on(state, {})
        assert state.session
        stops.append(state.session.phase)
        if state.session.phase is Phase.DECISION:
            assert state.session.seat == 0
            with pytest.raises(Refusal):
                APP.play_on(state, {})
            state = APP.pass_turn(state, {})
    assert set(stops) <= {Phase.DECISION, Phase.PASS_DEAL, Phase.DIVISION, Phase.OVER}
    assert state.session.result and stops.count(Phase.DECISION) <= state.session.round
    assert stops[-1] is Phase.OVER and stops.count(Phase.PASS_DEAL) == state.session.round - 1


def test_nobody_decides_for_a_bot() -> None:
    state = at_decision(who=("bold", ""))
    for name in ("bet", "pass_turn"):
        with pytest.raises(Refusal, match="Ana is played by a bot"):
            getattr(APP, name)(state, {"stake": "1"})
    assert isinstance(APP.next(state, {}).session.action, Bet)  # type: ignore[union-attr]


def test_two_clicks_are_one_bet() -> None:
    panel: Panel[TableState] = Panel(TableApp(code=encode(at_decision().session)), "twice")  # type: ignore[arg-type]
    bet = {"kind": "intent", "intent": "bet", "at": 0, "values": {"stake": "1"}}
    for number in range(3):
        panel._receive({**bet, "id": f"click{number}"})
    assert panel.state.session and panel.state.session.phase is Phase.THIRD_CARD and panel.number == 1
    for at in (-1, 0, 2, True, "1", None, 1.0):
        panel._receive({**bet, "intent": "next", "at": at, "id": f"forged{at}"})
    assert panel.state.session.phase is Phase.THIRD_CARD and not panel.notice


def test_the_session_starts_once() -> None:
    panel: Panel[TableState] = Panel(TableApp(), "start")
    started = []
    for number in range(3):
        panel._receive({"kind": "intent", "intent": "start_session", "at": 0, "values": {}, "id": f"start{number}"})
        started.append(panel.state.session)
    assert started[0] and all(session is started[0] for session in started) and panel.number == 1


def test_clicks_on_plus_all_count() -> None:
    panel: Panel[TableState] = Panel(TableApp(code=encode(at_decision("4c 8s Qd").session)), "plus")  # type: ignore[arg-type]
    for number in range(3):
        panel._receive(
            {"kind": "intent", "intent": "change_stake", "at": 0, "values": {"value": "-1"}, "id": str(number)}
        )
    assert (panel.state.stake, panel.number, panel.notice) == (1, 0, "")


@pytest.mark.parametrize("name", INTENTS)
def test_before_the_session_starts(name: str) -> None:
    """A page that is still the form refuses what needs a session, in a sentence."""
    try:
        state = getattr(APP, name)(APP.start(), {})
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert state.session is None or name == "start_session"


# ---- the stake ----
@pytest.mark.parametrize(
    ("typed", "shown"),
    [("1", 1), ("2", 2), ("999", 2), ("0", 1), ("-3", 1), ("", 2), ("two", 2), ("1.5", 2), ("999999999999", 2)],
)
def test_the_stake_in_the_field_is_one_that_can_be_bet(typed: str, shown: int) -> None:
    state = APP.set_stake(at_decision(), {"stake": typed})
    assert state.stake_now == shown
    assert f">Bet {shown} <" in APP.view(state).html


@pytest.mark.parametrize(
    ("stake", "sentence"),
    [
        ("3", "A stake of 3 is more than the pot holds. Choose from 1 to 2."),
        ("0", "A stake of 0 is not a bet. Choose from 1 to 2, or pass."),
        ("-1", "A stake of -1 is not a bet. Choose from 1 to 2, or pass."),
        ("1.5", "A stake is a whole number of chips, and “1.5” is not. Choose a whole number from 1 to 2."),
        ("", "A stake is a whole number of chips, and “” is not. Choose a whole number from 1 to 2."),
    ],
)
def test_a_stake_that_cannot_be_bet_is_refused_with_the_reason(stake: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        APP.bet(at_decision(), {"stake": stake})
    assert str(refused.value) == sentence


def test_buttons_at_the_limits_are_closed_and_say_so(sound) -> None:
    state = APP.set_stake(at_decision(), {"stake": "1"})
    tags = {a["id"][5:]: a for _, a in sound(APP.view(state).html, APP).tags if "id" in a}
    assert tags["less"]["aria-disabled"] == "true" and "aria-disabled" not in tags["more"]
    state = APP.change_stake(state, {"value": "1"})
    tags = {a["id"][5:]: a for _, a in sound(APP.view(state).html, APP).tags if "id" in a}
    assert tags["more"]["aria-disabled"] == "true" and "aria-disabled" not in tags["less"]
    assert "the pot holds 2" in APP.view(state).html


def test_who_cannot_bet_is_offered_the_pass_alone(sound) -> None:
    page = sound(APP.view(at_decision(chips=2)).html, APP)
    intents = [a.get("data-intent") for _, a in page.tags]
    assert "pass_turn" in intents and "set_stake" not in intents
    assert "1 chip cannot pay 2 times a stake." in page.text


# ---- predict first ----
@pytest.mark.parametrize("bet", [False, True])
def test_hidden_odds_are_nowhere_until_predicted(bet: bool, sound) -> None:
    state = at_decision(chips=60, hide=True)
    if bet:
        state = APP.bet(state, {"stake": "2"})
    assert state.session
    view = APP.view(state)
    page = sound(view.html, APP)
    assert [*view.charts] == ["chips"]
    for telling in ("28", "49", "unseen", "%", "expected", "ranks"):
        assert telling not in page.text + view.says, telling
    assert re.findall(r'<span class="dots">(.*?)</span>', view.html) == [""] * 13
    assert 'data-chart="deck"' not in view.html
    assert "<table" not in APP.static(state).replace('<table class="k-ledger"><caption class="k-vh">Ledger', "")
    for garbage_ in ("", "middle", "INSIDE"):
        assert APP.predict(state, {"value": garbage_}) is state
    predicted = APP.predict(state, {"value": "outside"})
    view = APP.view(predicted)
    assert {"deck", "outcome", "result"} <= set(view.charts) and "You predicted: outside." in view.html
    assert "27/49" in APP.static(predicted)


def test_a_prediction_is_for_one_turn() -> None:
    state = APP.predict(at_decision("4c 8s Qd 9h Kd", hide=True), {"value": "inside"})
    assert state.prediction is Outcome.INSIDE and not state.odds_hidden
    state = APP.next(APP.pass_turn(state, {}), {})
    assert state.session and state.session.seat == 1 and state.prediction is None and state.odds_hidden
    assert not APP.hiding(state, {}).odds_hidden
    state = APP.back(APP.back(state, {}), {})
    assert state.prediction is Outcome.INSIDE


# ---- the form ----
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"chips": "many"}, "“many” is not a whole number. Write digits only, such as 12."),
        ({"chips": "-1"}, "Everybody can start with 1 to 1000000 chips, not with -1."),
        ({"chips": "0"}, "Everybody can start with 1 to 1000000 chips, not with 0."),
        ({"chips": "1000000000"}, "Everybody can start with 1 to 1000000 chips, not with 1000000000."),
        ({"rounds": "4"}, "from 1 to 3, not 4"),
        ({"name1": " ANA "}, "Two players have the same name."),
        ({"name1": "   "}, "Every player needs a name."),
        ({"name1": "x" * 60}, "too long"),
        ({"seed": "no spaces!"}, "seed"),
    ],
)
def test_a_form_that_cannot_start_says_why(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        APP.start_session(APP.start(), values)
    assert sentence in str(refused.value)


def test_the_form_keeps_what_it_can_and_ignores_the_rest() -> None:
    form = Form().filled(
        {"count": "99", "name2": "Cleo", "who2": "wizard", "hide": "", "nonsense": "x", "seed": "demo"}
    )
    assert (form.count, form.names[2], form.who[2], form.hide, form.seed) == (8, "Cleo", "", True, "demo")
    assert form.session() == form.session()
    assert Form().session() != Form().session()  # no seed: another deck each time


def test_the_same_seed_gives_the_same_cards() -> None:
    def cards_of(state: TableState) -> tuple[Card, ...]:
        state = APP.play_on(APP.choose_dealer(state, {"value": "1"}), {})
        assert state.session
        return state.session.stock

    first = APP.start_session(APP.start(), {"seed": "class", "count": "3"})
    assert cards_of(first) == cards_of(APP.start_session(APP.start(), {"seed": "class", "count": "3"}))


def test_names_are_text_everywhere(sound) -> None:
    names = {"name0": "<img src=x>", "name1": "\"&'><b>", "who0": "", "who1": "", "count": "2", "chips": "8"}
    state = APP.start_session(replace(APP.start(), every_step=True), names)
    state = APP.choose_dealer(state, {"value": "0"})
    while state.session and state.session.phase is not Phase.OVER:
        for html in (APP.view(state).html, APP.static(state)):
            sound(html, APP)
            assert not any(name in html for name in names.values() if "<" in name)
        phase = state.session.phase
        state = getattr(APP, "cut" if phase is Phase.CUT else "pass_turn" if phase is Phase.DECISION else "next")(
            state, {}
        )
    assert "<img src=x>" in APP.view(state).says or "share the win" in APP.view(state).says


# ---- coming back ----
def test_an_earlier_session_is_offered_and_taken_or_dropped() -> None:
    earlier = at_decision().session
    assert earlier
    offered = APP.resume(APP.start(), encode(earlier))
    assert offered.offer == earlier and offered.session is None
    assert APP.view(offered).keep == encode(earlier)
    assert APP.view(offered).says == "An earlier session was kept: round 1, Ana and Ben. Go on with it?"
    assert APP.take_offer(offered, {}).session == earlier
    dropped = APP.drop_offer(offered, {})
    assert dropped.offer is None and APP.view(dropped).keep == ""
    assert APP.take_offer(APP.start(), {}) == APP.start()


def test_an_offer_asks_no_more_once_somebody_plays_on_and_nothing_is_lost() -> None:
    earlier = at_decision("2c 8s Kd").session
    state = APP.resume(at_decision(), encode(earlier))
    assert "An earlier session was kept" in APP.view(state).says
    state = APP.bet(state, {"stake": "2"})
    view = APP.view(state)
    assert view.says.startswith("Ana bets 2.") and view.keep == encode(earlier)
    offer = re.search('<button[^>]*id="{{v}}take_offer"[^>]*>', view.html)
    assert offer and "data-focus" not in offer[0] and "An earlier session was kept" not in view.html
    taken = APP.take_offer(state, {})
    assert taken.session == earlier and taken.offer == state.session
    assert APP.take_offer(taken, {}).session == state.session


def test_leaving_a_session_that_is_not_over_offers_it_again() -> None:
    state = at_decision()
    left = APP.leave(state, {})
    assert left.session is None and left.offer == state.session
    assert APP.start_session(left, {}).offer is None
    over = APP.play_on(APP.play_on(at_decision("4c 8s Qd", who=("cautious", "cautious")), {}), {})
    while over.session and over.session.phase is not Phase.OVER:
        over = APP.play_on(over, {})
    assert APP.leave(over, {}).offer is None


@pytest.mark.parametrize("code", ["", "x", "A1.n2.sdemo.mD1.t1.xx1z", "A2.n2.x", "A" * 5000, "A1.n2.sdemo.mb9.x000"])
def test_a_mangled_code_is_refused_in_a_sentence(code: str) -> None:
    with pytest.raises(Refusal) as refused:
        APP.open_code(APP.start(), {"code": code})
    assert "session code" in str(refused.value)


def test_the_end_shows_exact_shares_and_everybody_who_wins(sound) -> None:
    players = ["Ana", "Ben", "Cleo"]
    session = Session.new(players, Rules(max_rounds=1), decks=[pack("4c 8s 9s Qd Kh 2s 3s 2d")], start_chips=[7, 7, 7])
    session = session.choose_dealer(2).run().cut().run().bet(1).run().pass_().run().pass_().run()
    state = replace(APP.start(), session=session)
    page = sound(APP.view(state).html, APP)
    assert session.result and session.result.share == Fraction(4, 3)
    for text in (
        "+4/3",
        "22/3",
        "19/3",
        "Ben and Cleo share the win",
        "Ben and Cleo share the win with 22/3 chips each.",
    ):
        assert text in page.text
    assert [row["chips"] for row in APP.view(state).charts["chips"]][-1] == 0
    assert "22/3" in APP.static(state)


def test_the_picture_says_what_it_shows(sound) -> None:
    state = APP.next(APP.bet(at_decision("4c 8s Qd 9h"), {"stake": "1"}), {})
    page = sound(APP.static(state), APP)
    (image,) = [a for tag, a in page.tags if tag == "img"]
    assert image["alt"] == "The 9 is inside: Ana wins 1. Third card 9 of hearts: inside. Ana wins 1. Pot 1."
    assert image["src"].startswith("data:image/svg+xml;base64,")
    assert sum(tag == "table" for tag, _ in page.tags) == 3


def test_a_curious_student_gets_the_chart_itself() -> None:
    panel = Panel(TableApp(code="A1.n5.ss304.mD4Cpppb1pC.xwlt"), "chart-of-a-table")
    outcome = panel.chart("outcome").to_dict()
    rows = next(iter(outcome["datasets"].values())) if "datasets" in outcome else outcome["data"]["values"]
    assert [row["text"] for row in rows] == ["26/46", "15/46", "5/46"]
    with pytest.raises(KeyError, match="deck, outcome, result, chips"):
        panel.chart("pie")
