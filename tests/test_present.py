"""Presenter mode in Python: votes, odds that wait, a new deal, codes for everybody, cards a teacher planned."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode, parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import NEXT, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Player, Setup
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.widgets import share, votes
from acey_teach.widgets.present_state import Screen
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.votes import Votes
from acey_teach.widgets.words import HOUSE_PHASES

APP = TableApp(projector=True)
T = translator("en")
NAMES = ("Ana", "Bence", "Clara", "David", "Eszter", "Felipe", "Greta", "Hugo")


def table(n: int = 2, top: str = "4c 8s Qd 9h", **screen: object) -> TableState:
    """The last seat has dealt; the first decision is due: Ana has 4 and Q, and the 9 comes next."""
    session = Session.new(NAMES[:n], seed="demo", decks=[cards(top)]).choose_dealer(n - 1).run().cut().run()
    return replace(APP.start(), session=session, screen=Screen(True, **screen))  # type: ignore[arg-type]


def html(state: TableState) -> str:
    return APP.view(state).html


# ---- the screen ----
def test_the_form_is_of_the_usual_size_and_the_session_large() -> None:
    assert APP.view(APP.start()).look == ""
    assert APP.view(table()).look == "present"
    assert APP.view(APP.present(table(), {})).look == ""
    again = APP.present(APP.present(table(), {}), {})
    assert html(again) == html(table())


def test_odds_wait_for_a_key_and_hide_again_at_the_next_turn() -> None:
    state = table()
    assert state.odds_hidden and "/49" not in html(state) + APP.view(state).says + APP.static(state)
    shown = APP.reveal(state, {})
    assert html(shown).count("/49") == 3
    assert "Of 49 unseen cards" in APP.view(shown).says
    assert "/49" not in html(APP.reveal(shown, {}))
    settled = APP.next(APP.bet(shown, {"stake": "1"}), {})
    assert "/49" in html(settled)
    following = APP.next(settled, {})
    assert following.session and following.session.seat == 1
    assert not re.search(r"/4\d<", html(following))
    assert not following.screen.reveals(following.session)


def test_dots_are_not_there_to_be_counted_while_odds_are_hidden() -> None:
    assert "<i></i>" not in html(table())
    assert html(APP.reveal(table(), {})).count("<i></i>") == 49


def test_after_the_settlement_odds_are_shown_unless_hidden_on_purpose() -> None:
    settled = APP.next(APP.bet(table(), {"stake": "1"}), {})
    assert settled.session and settled.session.outcome is Outcome.INSIDE
    assert "k-compare" in html(settled)
    assert "k-compare" not in html(APP.reveal(settled, {}))
    hidden = APP.reveal(APP.reveal(table(), {}), {})
    assert "k-compare" in html(APP.next(APP.bet(hidden, {"stake": "1"}), {}))


def test_after_a_pass_they_still_wait() -> None:
    passed = APP.pass_turn(table(), {})
    assert "/49" not in html(passed)
    assert "/49" in html(APP.reveal(passed, {}))


def test_there_is_nothing_to_reveal_before_the_posts() -> None:
    start = replace(table(), session=Session.new(NAMES[:2], seed="demo"))
    for ask in (APP.reveal, APP.hands, APP.one_more):
        with pytest.raises(Refusal, match="nothing to vote on yet"):
            ask(start, {"value": "inside"})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("n", [2, 8])
def test_every_moment_of_a_session_can_be_shown(lang: str, n: int) -> None:
    state = replace(APP.start(), lang=lang, session=Session.new(NAMES[:n], seed="demo"), every_step=True)
    phases = set()
    while state.session and state.session.phase is not Phase.OVER:
        page, s = APP.view(state), state.session
        phases.add(s.phase)
        assert page.look == "present" and page.html.count("<h1") == 1 and page.says
        assert page.html.count("is-main") == 1
        assert "{" not in page.html.replace("{{v}}", "")
        choice = {Phase.CHOOSE_DEALER: APP.choose_dealer, Phase.CUT: APP.cut_anywhere, Phase.DECISION: APP.bet}
        state = choice.get(s.phase, APP.next)(state, {"stake": "1"})
    assert phases == set(Phase) - HOUSE_PHASES - {Phase.OVER}
    over = html(state)
    assert over.count("<tr") == n + 1 and 'data-intent="new_deal"' in over


def test_a_bot_decides_for_itself() -> None:
    session = Session.new([Player("Ana", "bold"), "Ben"], seed="demo").choose_dealer(1).run().cut().run()
    state = replace(table(), session=session)
    assert "Ana decides" in html(state)
    assert 'data-intent="bet"' not in html(state)


def test_where_no_stake_is_possible_the_main_button_passes() -> None:
    session = Session.new(NAMES[:2], Rules(start_chips=2), seed="demo").choose_dealer(1).run().cut().run()
    state = replace(table(), session=session)
    assert re.search(r'is-main" data-intent="pass_turn" data-key="x space arrowright enter"', html(state))


# ---- votes ----
def test_hands_become_percent_beside_the_odds() -> None:
    state = table()
    for kind, hands in (("inside", "17"), ("outside", "9"), ("post", "4")):
        state = APP.hands(state, {kind: hands, "value": hands})
    assert state.session
    assert state.screen.votes_of(state.session) == Votes(17, 9, 4)
    for text in ("57\u00a0%", "30\u00a0%", "13\u00a0%", "30 votes", "width:56.67%"):
        assert text in html(state)
    more = APP.one_more(APP.one_more(state, {"value": "post"}), {"value": "post"})
    assert more.session and more.screen.votes_of(more.session).post == 6


@pytest.mark.parametrize("typed", ["2.5", "-1", "1000000000", "1000", "abc", "½", "٣", "1e3", "0x1", "1 2", "+3"])
def test_what_is_no_number_of_hands_is_said_and_loses_nothing(typed: str) -> None:
    state = APP.hands(table(), {"inside": "17", "value": "17"})
    with pytest.raises(Refusal, match="is not a number of hands"):
        APP.hands(state, {"outside": typed, "value": typed})
    assert state.session and state.screen.votes_of(state.session) == Votes(17)


def test_an_empty_field_means_no_hands() -> None:
    state = APP.hands(table(), {"inside": "17", "value": "17"})
    state = APP.hands(state, {"inside": "", "value": ""})
    assert "No votes yet" in html(state)


def test_unknown_outcomes_change_nothing() -> None:
    state = table()
    assert APP.one_more(state, {"value": "over"}) is state
    assert APP.hands(state, {"over": "7"}) is state


def test_votes_have_a_top() -> None:
    full = Votes(inside=votes.MOST)
    assert full.put(Outcome.INSIDE, votes.MOST + 1) == full


def test_votes_belong_to_their_turn_and_come_back_with_it() -> None:
    state = APP.hands(table(), {"inside": "17", "value": "17"})
    following = APP.next(APP.next(APP.bet(state, {"stake": "1"}), {}), {})
    assert "No votes yet" in html(following)
    following = APP.one_more(following, {"value": "post"})
    back = APP.back(APP.back(following, {}), {})
    assert back.session and back.screen.votes_of(back.session) == Votes(17)
    again = APP.next(back, {})
    assert "17" in html(back)
    assert again.session


def test_only_so_many_turns_are_remembered() -> None:
    held: votes.Kept = ()
    for seed in range(votes.KEPT + 9):
        held = votes.keep(held, Session.new(NAMES[:2], seed=f"s{seed}"), Votes(seed))
    assert len(held) == votes.KEPT and held[0][1] == Votes(votes.KEPT + 8)


def test_the_class_is_compared_with_the_cards() -> None:
    state = APP.next(APP.bet(APP.hands(table(), {"inside": "3", "value": "3"}), {"stake": "1"}), {})
    assert state.session
    odds = state.session.odds
    sentence = votes.compared(Votes(3, 1), odds, Outcome.INSIDE, T)
    assert (
        sentence
        == f"For “inside” the class had 75\u00a0%, the cards {odds.inside}/49, {T.percent(odds.p(Outcome.INSIDE))}."
    )
    assert votes.compared(Votes(), odds, Outcome.POST, T).startswith(f"Exact chance of “on a post”: {odds.post}/49")
    assert f"{odds.inside}/49" in html(state)
    assert Votes(1, 2).share(Outcome.OUTSIDE) == Fraction(2, 3)


# ---- a new deal ----
def test_a_new_deal_keeps_the_players_and_can_be_taken_back() -> None:
    rules = Rules(max_rounds=2)
    session = Session.new([Player("Ana", "bold"), "Zoë"], rules, seed="demo", start_chips=[30, 40], decks=[cards("4c")])
    state = APP.hands(
        replace(table(), session=session.choose_dealer(1).run().cut().run()), {"inside": "5", "value": "5"}
    )
    new = APP.new_deal(state, {})
    assert new.session and state.session
    old, fresh = state.session.setup, new.session.setup
    assert (fresh.players, fresh.rules, fresh.start_chips) == (old.players, rules, (30, 40))
    assert fresh.seed != old.seed and fresh.decks == ()
    assert (new.session.phase, new.session.turn, new.session.round) == (Phase.DECISION, 0, 1)
    back = APP.back(new, {})
    assert back.session == state.session and back.session and back.screen.votes_of(back.session) == Votes(5)
    further = APP.next(new, {}) if new.session.players[new.session.seat].strategy else APP.pass_turn(new, {})
    assert (APP.back(further, {}).session or session).setup == fresh


# ---- the same deal for everybody ----
def test_the_code_of_the_round_brings_its_deal_before_any_decision() -> None:
    state = table(3, "4c 8s 9s Qd 9h Kd")
    later = APP.next(APP.next(APP.bet(state, {"stake": "2"}), {}), {})
    assert later.session and state.session
    assert share.start(later.session) == state.session
    here = share.here(APP.pass_turn(later, {}).session or later.session)
    assert (here.phase, here.seat, here.pot) == (Phase.DECISION, 1, later.session.pot)
    assert [label for label, _ in share.codes(later.session, T)] == ["From the start of round 1", "From this turn"]
    assert [label for label, _ in share.codes(state.session, T)] == ["From the start of round 1"]


def test_codes_for_everybody_hold_no_later_decision() -> None:
    session = table(2).session
    assert session
    session = session.bet(1).run().pass_().run()
    while session.depth:
        session = session.back()
        for found, alone in ((share.start(session), True), (share.here(session), False)):
            assert parse(encode(found)) == found
            assert found.undone is None
            assert found.setup == session.setup
            assert found.choices == session.choices[: len(found.choices)]
            decided = [e for e in found.history if e.phase is Phase.DECISION and e.round == session.round]
            assert not [e for e in decided if alone or e.seat == session.seat]


def test_the_share_view_opens_and_closes_in_both_looks() -> None:
    for state in (table(), APP.present(table(), {})):
        opened = APP.share(state, {})
        assert opened.session
        code = encode(share.start(opened.session))
        assert f'data-link="{code}"' in html(opened) and f'data-copy="{code}"' in html(opened)
        assert html(APP.share(opened, {})) == html(state)


def test_a_session_that_has_no_more_decks_can_be_shared() -> None:
    session = Session.begin(Setup.of(["Ana", "Ben"], seed="", decks=[PACK])).choose_dealer(0).run().cut(7).run()
    session = session.pass_().run().pass_()
    while session.can(NEXT):
        session = session.next()
    assert session.round == 2 and str(session.verify(NEXT)) == "There is no deck for round 2."
    while session.depth:
        opened = APP.share(TableState(session=session), {})
        for _, code in share.codes(session, T):
            assert encode(parse(code)) == code and code in html(opened)
        session = session.back()


# ---- planned cards ----
def start(**plans: str) -> TableState:
    values = {"count": "2", "seed": "demo", "who0": "", "who1": "", **plans}
    return APP.start_session(APP.start(), values)


def test_planned_cards_are_dealt_in_the_order_they_are_written() -> None:
    state = start(plan1="4♣, 8s Qd 9♥\n10h")
    state = APP.choose_dealer(state, {"value": "1"})
    state = APP.next(state, {})
    assert state.session and state.session.phase is Phase.CUT
    assert "Leave the deck as planned" in html(state) and "Leave the deck as planned" in html(APP.present(state, {}))
    with pytest.raises(Refusal, match="already cut"):
        APP.cut(state, {"at": "9"})
    state = APP.play_on(state, {})
    assert state.session and state.session.posts == cards("4c Qd")
    state = APP.bet(state, {"stake": "2"})
    state = APP.next(state, {})
    assert state.session and state.session.third is cards("9h")[0]
    assert state.session.setup.decks == (cards("4c 8s Qd 9h Th"),)


def test_rounds_that_are_not_played_are_not_planned() -> None:
    state = start(plan1="", plan2="4c", plan3="Qd", rounds="2")
    assert state.session and state.session.setup.decks == ((), cards("4c"))
    assert state.form.plans == ("", "4c", "Qd")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4c 4♣", "The card 4♣ is planned more often"),
        ("4c 1d", "“1d” is not a card"),
        ("Joker", "is not a card"),
        (" ".join(str(card) for card in PACK[:7]), "7 cards are planned for one round, but 2 players never get more than 6"),
    ],
)  # fmt: skip
def test_plans_that_cannot_be_dealt_are_refused_and_stay_in_the_form(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        start(plan1=text)
    kept = APP.resize(APP.start(), {"count": "3", "plan1": text})
    assert kept.form.plans[0] == text
    assert "<details" in html(kept) and " open>" in html(kept)
