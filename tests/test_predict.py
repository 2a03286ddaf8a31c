"""Predicting at the table: what is committed to, what is said about it, and what survives."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import odds
from acey_teach.engine.record import encode, parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Player
from acey_teach.i18n import SPACE, translator
from acey_teach.practice.scoring import Forecast
from acey_teach.widgets import predict, predictions
from acey_teach.widgets.panel import Panel
from acey_teach.widgets.predictions import Prediction
from acey_teach.widgets.setup_form import Form
from acey_teach.widgets.table import TableApp, chooser
from acey_teach.widgets.table_state import TableState

APP = TableApp()
EN = translator("en")
INSIDE, OUTSIDE, POST = Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST


def at_decision(top: str = "4c 8s Qd 9h", *, bots: tuple[str, str] = ("", ""), chips: int = 100) -> TableState:
    """Ana has 4♣ and Q♦, Ben waits with the 8♠; the next card comes from `top`. Odds are hidden."""
    first = cards(top)
    players = [Player(name, bot) for name, bot in zip(("Ana", "Ben"), bots, strict=True)]
    deck = [*first, *(card for card in PACK if card not in first)]
    session = Session.new(players, Rules(start_chips=chips), decks=[deck], seed="predict")
    return replace(APP.start(), session=session.choose_dealer(1).run().cut().run(), hide=True)


def said(state: TableState, outcome: str, chance: str = "") -> TableState:
    return APP.predict(state, {"value": outcome, "chance": chance})


def page(state: TableState) -> str:
    """The words of the page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", APP.view(state).html).replace(SPACE, " "))


def told(state: TableState) -> str:
    assert state.session
    return re.sub(r"<[^>]+>", " ", predict.told(state, state.session, EN)).replace(SPACE, " ")


# ---- committing ----
def test_a_commitment_is_an_outcome_and_perhaps_a_probability() -> None:
    state = said(at_decision(), "inside", "7/13")
    assert state.predictions == (Prediction(1, 0, INSIDE, Fraction(7, 13), "4cQd49"),)
    assert state.prediction is INSIDE and not state.odds_hidden and state.draft == ""
    assert said(at_decision(), "post").predictions[0].chance is None
    assert said(at_decision(), "post", "  ").predictions[0].chance is None


@pytest.mark.parametrize("text", ["about half", "1/0", "56", "-1 %", "５６ %", "14/25/2", "9" * 60])
def test_an_unreadable_probability_is_refused_and_nothing_shown(text: str) -> None:
    state = at_decision()
    with pytest.raises(Refusal):
        said(state, "inside", text)
    assert state.odds_hidden and state.predictions == ()


def test_enter_in_the_field_asks_for_the_outcome() -> None:
    with pytest.raises(Refusal, match="where the third card will fall"):
        APP.predict(at_decision(), {"chance": "1/2"})
    with pytest.raises(Refusal, match="is not a number"):
        APP.predict(at_decision(), {"chance": "half"})


def test_what_was_said_stays_said() -> None:
    state = said(at_decision(), "inside", "1/2")
    assert said(state, "outside", "1/3") is state
    bet = APP.bet(state, {"stake": "1"})
    assert said(bet, "outside") is bet
    open_odds = replace(at_decision(), hide=False)
    assert said(open_odds, "inside") is open_odds  # who sees the odds predicts nothing


def test_a_face_down_card_can_still_be_predicted() -> None:
    bet = APP.bet(at_decision(), {"stake": "1"})
    assert bet.odds_hidden
    fallen = APP.next(said(bet, "outside", "1/3"), {})
    assert "You said outside, with 16/49; it fell inside. With 27/49, inside was likelier" in told(fallen)


def test_field_and_slider_follow_each_other() -> None:
    state = APP.slide_chance(at_decision(), {"value": "37"})
    html = APP.view(state).html
    assert 'value="37 %"' in html and 'max="100" value="37"' in html and 'aria-valuetext="37\xa0%"' in html
    html = APP.view(APP.say_chance(state, {"chance": "7/13"})).html
    assert 'value="7/13"' in html and 'max="100" value="54"' in html
    for half_typed in ("7/", "", "<b>"):
        html = APP.view(APP.say_chance(state, {"chance": half_typed})).html
        assert 'max="100" value="50"' in html and "nothing said yet" in html and 'value="<b>' not in html
    for forged in ("1e9", "", "NaN"):
        with pytest.raises(Refusal):
            APP.slide_chance(state, {"value": forged})
    assert APP.slide_chance(state, {"value": "400"}).draft == "100 %"


# ---- what is said afterwards ----
COMMENTS = [
    ("4c Qd", INSIDE, INSIDE, "You said inside, and that is where it fell. With 14/25"),
    ("4c Qd", INSIDE, OUTSIDE, "You said inside; it fell outside. With 14/25 that happens often"),
    ("2c Ad", INSIDE, POST, "You said inside; it fell on a post. With 22/25 that is rare, but it happens"),
    (
        "4c Qd",
        POST,
        POST,
        "You said on a post, and that is where it fell: luck, with 3/25. With 14/25, inside was likelier.",
    ),
    (
        "4c Qd",
        POST,
        INSIDE,
        "You said on a post, with 3/25; it fell inside. With 14/25, inside was likelier from the start.",
    ),
    ("4c 5d", INSIDE, OUTSIDE, "You said inside; it fell outside. No unseen card could have made you right."),
]


@pytest.mark.parametrize(("posts", "said_", "fell", "sentence"), COMMENTS)
def test_the_comment_weighs_luck_and_judgement(posts: str, said_: Outcome, fell: Outcome, sentence: str) -> None:
    fractions = re.sub(r"(\d+)/(25)", lambda m: f"{2 * int(m[1])}/50", sentence)
    assert predict.comment(Forecast(said_, None, odds(cards(posts)), fell), EN).startswith(fractions)


def test_a_wrong_idea_is_named_at_once_and_after_the_card() -> None:
    state = said(at_decision(), "inside", "7/13")
    for text in (told(state), told(APP.next(APP.bet(state, {"stake": "1"}), {}))):
        assert "7/13 treats the ranks as if no card had been dealt." in text
        assert (
            "You said 7/13 for inside. Exactly it is 27/49, in whole percent 55 %: 1.3 percentage points away, 9 of 10 points."
            in text
        )
    assert "exactly right: 10 of 10 points" in told(said(at_decision(), "inside", "27/49"))
    assert "right in whole percent. Exactly it is 27/49. 10 of 10" in told(said(at_decision(), "inside", "55 %"))
    assert "27/51 leaves the two posts" in told(said(at_decision(), "inside", "27/51"))
    assert "You said 12.3 % for" in told(said(at_decision(), "inside", "0.123"))


def test_a_pass_shows_nothing_about_the_prediction() -> None:
    state = APP.pass_turn(said(at_decision(), "inside", "1/2"), {})
    assert "No third card was turned" in told(state) and "1/2 is “either it happens or not”" in told(state)
    assert "No third card has been turned on a prediction yet." in page(state)


def test_the_news_is_spoken_first() -> None:
    before = at_decision()
    after = said(before, "inside", "1/2")
    assert APP.view(after).says.startswith("You predicted: inside. You said 50")
    fallen = APP.next(APP.bet(after, {"stake": "1"}), {})
    assert APP.view(fallen).says.startswith("Third card 9 of hearts: inside.")
    assert "You said inside, and that is where it fell." in APP.view(fallen).says


# ---- every turn, back and forth ----
def test_play_on_stops_for_each_prediction_and_its_result() -> None:
    state = APP.choose_dealer(TableApp(form=Form(seed="predict", hide=True)).start(), {})
    stops: list[Phase] = []
    while state.session and state.session.phase is not Phase.OVER:
        if state.odds_hidden:
            state = said(state, "inside", "1/2")
        if chooser(state.playing) == 0 and state.playing.phase is Phase.DECISION:
            state = APP.pass_turn(state, {})
        state = APP.play_on(state, {})
        assert state.session and len(stops) < 200
        stops.append(state.session.phase)
    assert state.session and state.session.phase is Phase.OVER
    turns = sum(step.phase is Phase.DECISION for step in state.session.steps)
    assert len(state.predictions) == turns == len(predictions.forecasts(state.predictions, state.session)) > 8
    settled = sum(f.fell is not None for _, f in predictions.forecasts(state.predictions, state.session))
    assert stops.count(Phase.DISCARD) == settled == sum(e.phase is Phase.SETTLEMENT for e in state.session.history) > 2
    text = page(state)
    assert "Third cards where you said:" in text and "By what really fell your quadratic score is" in text
    assert "1/2 is “either it happens or not”" in text and "calibration" in APP.view(state).charts


def test_going_back_keeps_the_prediction_for_the_same_hand_only() -> None:
    state = said(at_decision("4c 8s Qd 9h Kd 2s"), "inside", "1/2")
    state = APP.next(APP.pass_turn(state, {}), {})
    assert state.session and state.session.seat == 1 and state.odds_hidden
    state = said(state, "post")
    hand = state.predictions[1].hand
    back = APP.back(APP.back(state, {}), {})
    assert back.prediction is INSIDE and len(back.predictions) == 2
    again = APP.next(APP.pass_turn(back, {}), {})
    assert again.prediction is POST
    other = APP.next(APP.next(APP.bet(back, {"stake": "1"}), {}), {})  # the 9♥ is Ben's third card no more
    assert other.session and other.session.seat == 1 and predictions.hand(other.session) != hand
    assert other.odds_hidden and len(predictions.forecasts(other.predictions, other.session)) == 1
    assert [p.seat for p in said(other, "outside").predictions] == [0, 1]


def test_the_chart_waits_for_two_probabilities() -> None:
    state = said(at_decision("4c 8s Qd 9h Kd 2s"), "inside", "50 %")
    assert "calibration" not in APP.view(state).charts
    state = APP.next(APP.next(APP.bet(state, {"stake": "1"}), {}), {})
    assert "calibration" not in APP.view(state).charts and "Third cards where you said: 1 of 1." in page(state)
    state = said(state, "inside", "7/12")
    view = APP.view(state)
    marks = [row for row in view.charts["calibration"] if row["role"] == "mark"]
    assert [(m["said"], m["exact"], m["kind"]) for m in marks] == [(0.5, 27 / 49, "inside"), (7 / 12, 14 / 47, "seen")]
    groups = [row for row in view.charts["calibration"] if row["role"] == "group"]
    assert [(g["low"], g["high"], g["share"], g["text"]) for g in groups] == [(0.4, 0.6, 1.0, "1/1")]
    text = page(state)
    assert "where you said 40 % to 60 %, 1 of 1 fell inside" in text
    assert "round 1, Ana inside 50 % 27/49 inside" in text and "round 1, Ben inside 7/12 14/47 –" in text


def test_what_is_on_the_page_of_a_hidden_hand_tells_nothing_of_it() -> None:
    state = said(at_decision("4c 8s Qd 9h Kd 2s"), "inside", "50 %")
    state = APP.next(APP.next(APP.bet(state, {"stake": "1"}), {}), {})
    assert state.odds_hidden and "/47" not in APP.view(state).html + str(APP.view(state).charts)


def test_where_no_program_runs_the_tally_and_the_table_remain() -> None:
    state = said(at_decision("4c 8s Qd 9h Kd 2s"), "inside", "7/13")
    text = re.sub(r"<[^>]+>", " ", APP.static(state))
    assert "Your probabilities: 9 of 10 points, on average 1.3 percentage points away." in text
    assert re.search(r"round 1, Ana +inside +7/13 +27/49 +–", text)
    assert "Your probabilities" not in APP.static(replace(state, predictions=()))


def test_a_session_without_probabilities_ends_with_advice() -> None:
    state = replace(said(at_decision(), "inside"), hide=False)
    while state.session and state.session.phase is not Phase.OVER:
        state = (APP.pass_turn if state.session.phase is Phase.DECISION else APP.play_on)(state, {})
    assert "You said no probabilities." in page(state) and "calibration" not in APP.view(state).charts


def test_nobody_predicted_nothing_is_said() -> None:
    assert "Your predictions" not in APP.view(replace(at_decision(), hide=False)).html


# ---- what survives ----
def resumed(state: TableState) -> TableState:
    """The page opened anew with ?code= of its session, in a browser that kept its text."""
    view = APP.view(state)
    panel: Panel[TableState] = Panel(TableApp(code=view.code), "resumed")
    panel._receive({"kind": "hello", "code": view.keep, "id": "1"})
    return panel.state


def test_predictions_survive_a_dead_kernel() -> None:
    state = said(at_decision("4c 8s Qd 9h Kd 2s"), "inside", "7/13")
    state = said(APP.next(APP.next(APP.bet(state, {"stake": "1"}), {}), {}), "post")
    again = resumed(state)
    assert again.predictions == state.predictions and again.hide and again.offer is None
    assert APP.view(again).keep == APP.view(state).keep
    assert not resumed(replace(state, hide=False)).hide
    assert resumed(replace(state, predictions=())).odds_hidden


def test_predictions_come_with_the_offer_of_their_session() -> None:
    state = said(at_decision(), "inside", "7/13")
    offer = APP.resume(APP.start(), APP.view(state).keep)
    assert offer.offer == state.session and offer.predictions == ()
    assert APP.resume(APP.start(), APP.view(offer).keep).offered == state.predictions  # an offer is kept whole
    taken = APP.take_offer(offer, {})
    assert taken.predictions == state.predictions and taken.hide and taken.offered == ()
    dropped = APP.drop_offer(offer, {})
    assert dropped.offered == () and APP.view(dropped).keep == ""
    left = APP.leave(state, {})
    assert APP.take_offer(left, {}).predictions == state.predictions and left.predictions == ()
    fresh = APP.start_session(left, {"seed": "another", "hide": "on"})
    assert fresh.predictions == () and fresh.hide
    assert APP.open_code(state, {"code": encode(at_decision().session)}).predictions == ()  # type: ignore[arg-type]


def test_without_predictions_the_code_alone_is_kept() -> None:
    state = replace(at_decision(), hide=False)
    assert state.session and APP.view(state).keep == encode(state.session)
    assert APP.resume(state, encode(state.session)) is state


made = st.builds(
    Prediction,
    st.integers(1, 3),
    st.integers(0, 7),
    st.sampled_from(Outcome),
    st.none() | st.fractions(0, 1),
    st.tuples(st.sampled_from(PACK), st.sampled_from(PACK), st.integers(1, 50)).map(
        lambda h: f"{h[0].code}{h[1].code}{h[2]}"
    ),
)


@given(st.lists(made, max_size=24, unique_by=lambda p: (p.round, p.seat)), st.booleans())
def test_what_is_kept_is_read_back(found: list[Prediction], hide: bool) -> None:
    text = predictions.kept("A1.x", found, hide)
    assert predictions.split(text) == ("A1.x", tuple(found), hide)
    for cut in (text[:-1], text[: len(text) // 2]):  # cut off: nothing that was not said
        assert set(predictions.split(cut)[1]) <= set(found)


@given(st.text(alphabet="ho0123456789-iopcdhs4Q_~ /", max_size=60))
def test_a_forged_memory_is_no_harm(text: str) -> None:
    state = at_decision()
    assert state.session
    again = APP.resume(state, f"{encode(state.session)} {text}")
    assert all(p.chance is None or 0 <= p.chance <= 1 for p in again.predictions) and APP.view(again).html


def test_the_hand_is_told_by_posts_and_unseen_cards() -> None:
    state = at_decision()
    assert state.session and predictions.hand(state.session) == "4cQd49"
    bet = state.session.bet(1)
    assert predictions.hand(bet) == predictions.hand(bet.next()) == "4cQd49"
    assert predictions.hand(parse(encode(bet.next().run()))) != "4cQd49"
    assert Card("4c").code + Card("Qd").code == "4cQd"
