"""A session step by step: every clause of RULES A1 to A9, A11 and the rulings R-1 to R-22 that a session shows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import HELD, POT, Ending, Event, Move
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import CHOICES, NEXT, Bet, ChooseDealer, Cut, Pass, Phase, Session
from acey_teach.engine.settlement import Chips, Limit, Outcome

NAMES = ("Ana", "Bence", "Clara", "David", "Eszter", "Felipe", "Greta", "Hugo")


def deck(top: str) -> tuple[Card, ...]:
    """A pack with these cards on top and the others below in their order."""
    first = cards(top)
    return (*first, *(card for card in PACK if card not in first))


def begun(
    *tops: str, n: int = 2, chips: Sequence[Chips] | None = None, rules: Rules = GUIDE, dealer: int = 0
) -> Session:
    """A session with scripted packs at the first decision."""
    session = Session.new(NAMES[:n], rules, seed="", decks=[deck(top) for top in tops], start_chips=chips)
    return session.choose_dealer(dealer).run().cut().run()


def seeded(n: int, seed: str = "demo", rules: Rules = GUIDE, chips: Sequence[Chips] | None = None) -> Session:
    return Session.new(NAMES[:n], rules, seed=seed, start_chips=chips).choose_dealer(0)


def passed(session: Session) -> Session:
    """Everybody passes to the end of the session."""
    session = session.run()
    while session.phase is not Phase.OVER:
        session = (session.cut() if session.phase is Phase.CUT else session.pass_()).run()
    return session


def phases(session: Session) -> list[str]:
    return [event.phase.value for event in session.history]


# ---- A1: players, cards, chips ----
def test_a1_1_two_to_eight_players() -> None:
    for n in range(2, 9):
        assert len(Session.new(NAMES[:n], seed="x").players) == n
    for n in (0, 1, 9, 40):
        with pytest.raises(Refusal) as refusal:
            Session.new(["P"] * n, seed="x")
        assert (refusal.value.code, refusal.value.clause) == ("players", "A1.1")


@pytest.mark.parametrize(
    "wrong", [PACK[:51], (*PACK, PACK[0]), (*PACK[:51], PACK[0]), ()], ids=["51", "53", "twice", "empty"]
)
def test_a1_2_a_deck_holds_each_card_once(wrong: Sequence[Card]) -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new(["Ana", "Ben"], seed="", decks=[wrong])
    assert refusal.value.clause == "A1.2"


def test_a1_5_everybody_starts_with_100_chips_and_the_ante_is_1() -> None:
    session = Session.new(NAMES, seed="x")
    assert session.balances == (100,) * 8
    session = session.choose_dealer(3).run().cut().next()
    assert (session.balances, session.pot) == ((99,) * 8, 8)


def test_a1_6_r18_fewer_rounds_may_be_agreed_beforehand() -> None:
    for rounds in (1, 2, 3):
        result = passed(seeded(2, rules=Rules(max_rounds=rounds))).result
        assert result
        assert (result.ending, result.rounds_completed) == (Ending.ROUND_LIMIT, rounds)
    with pytest.raises(Refusal):
        Session.new(["Ana", "Ben"], Rules(max_rounds=1), seed="", decks=[PACK, PACK])


# ---- A2, A3: preparing a round ----
def test_a2_1_r9_the_dealer_is_named_or_drawn() -> None:
    session = Session.new(NAMES[:5], seed="demo")
    assert [session.choose_dealer(seat).dealer for seat in range(5)] == list(range(5))
    assert session.choose_dealer().dealer in range(5)
    scripted = Session.new(["Ana", "Ben"], seed="", decks=[PACK])
    assert not scripted.can(ChooseDealer())
    assert scripted.can(ChooseDealer(1))


def test_a2_2_r8_the_right_neighbour_cuts_and_must() -> None:
    for n in range(2, 9):
        session = Session.new(NAMES[:n], seed="demo").choose_dealer(0).run()
        assert session.cutter == n - 1
        assert not session.can(NEXT)
    two = seeded(2).run()
    assert two.cutter == 1 == two.order[0]  # with two the opponent is both neighbours


def test_a2_3_r11_chips_in_the_pot_stay_and_antes_are_added() -> None:
    session = seeded(3).run().cut().run()
    for _ in range(3):
        session = session.pass_().run()
    assert (session.round, session.pot) == (2, 3)
    assert session.cut().next().pot == 6


def test_a2_4_order_in_a_round() -> None:
    history = phases(passed(seeded(2, rules=Rules(max_rounds=2))))
    one = ["shuffle", "cut", "ante", *["first-card"] * 2, *["second-card", "decision", "discard"] * 2, "collect"]
    assert history == ["choose-dealer", *one, "pass-deal", *one, "division"]


def test_a3_1_the_top_cards_go_under_the_rest_in_order() -> None:
    session = Session.new(["Ana", "Ben"], seed="", decks=[PACK]).choose_dealer(0).next()
    for k in (1, 20, 51):
        assert session.cut(k).stock == PACK[k:] + PACK[:k]
    assert session.cut().stock == PACK  # A10: the list is already in the order after the cut


@pytest.mark.parametrize("at", [0, 52, -1, 53, True, 1.0, "7", Fraction(7), 10**5000], ids=lambda at: type(at).__name__)
def test_a3_2_r8_both_packets_hold_a_card(at: Any) -> None:
    session = seeded(2).run()
    with pytest.raises(Refusal) as refusal:
        session.cut(at)
    assert (refusal.value.code, refusal.value.clause) == ("cut", "A3.2")
    assert all(session.can(Cut(k)) for k in range(1, 52))
    with pytest.raises(Refusal):
        seeded(2, rules=Rules(min_cut=4)).run().cut(3)


def test_r8_a_drawn_cut_lies_between_1_and_51() -> None:
    cuts = {seeded(2, seed=f"c{i}").run().cut().event.cut for i in range(600)}  # type: ignore[union-attr]
    assert cuts == set(range(1, 52))


# ---- A4: deal and turns ----
def test_a4_1_r6_first_cards_clockwise_from_the_dealers_left() -> None:
    for dealer in range(5):
        session = begun("2c 3c 4c 5c 6c 7c", n=5, dealer=dealer)
        dealt = [(e.seat, e.card) for e in session.history if e.phase is Phase.FIRST_CARD]
        assert dealt == [((dealer + 1 + i) % 5, card) for i, card in enumerate(cards("2c 3c 4c 5c 6c"))]
        assert [session.first_card(seat) for seat, _ in dealt] == [card for _, card in dealt]
        assert session.order == tuple(seat for seat, _ in dealt)
        assert session.order[-1] == dealer


def test_a4_2_each_player_has_one_turn_dealer_last() -> None:
    session = passed(seeded(4, rules=Rules(max_rounds=1)))
    assert [e.seat for e in session.history if e.phase is Phase.DECISION] == [1, 2, 3, 0]


def test_a4_3_nobody_has_a_second_card_before_the_turn() -> None:
    session = begun("2c 3c 4c 5c", n=3)
    assert session.posts == (Card("2c"), Card("5c"))
    assert (session.seat, session.seen) == (1, cards("2c 3c 4c 5c"))
    before = session.back()
    assert before.posts is None
    with pytest.raises(Refusal) as refusal:
        _ = before.odds
    assert refusal.value.code == "no-posts"


def test_r10_no_card_is_burnt() -> None:
    session = begun("2c 3c 4c 5c 6c 7c 8c 9c", n=2)
    session = session.bet(1).run().bet(1).next()
    assert session.seen == cards("2c 3c 4c 5c 6c 7c")


# ---- A5: pass or bet ----
def test_a5_1_a_pass_costs_nothing_and_deals_nothing() -> None:
    session = begun("2c 3c 4c")
    after = session.pass_()
    assert (after.balances, after.pot, after.seen) == (session.balances, session.pot, session.seen)
    assert after.event == Event(Phase.DECISION, 1, 1, 2, 0, (99, 99))
    assert after.next().event.phase is Phase.DISCARD  # type: ignore[union-attr]


def test_a5_2_r2_the_limit_is_taken_at_the_announcement() -> None:
    session = begun("2c 3c Kc Ac", chips=[100, 7])
    assert session.balances[1] == 6  # after the ante
    assert session.limit == Limit(2, 2, 3)
    held = session.bet(2)
    assert held.limit == session.limit  # and not of what remains once it is put aside
    assert begun("2c 3c Kc", n=8, chips=[9] * 8).limit == Limit(4, 8, 4)


def test_a5_4_r12_pairs_and_neighbours_may_be_bet_on() -> None:
    for top in ("7c 2c 7d", "7c 2c 8d"):
        session = begun(top)
        assert session.can(Bet(1))
        assert session.can(Pass())
        assert session.odds.inside == 0


@pytest.mark.parametrize(
    "stake",
    [0, -1, 3, 50, 10**5000, True, 1.0, Fraction(1), "1", None, [], float("inf")],
    ids=lambda stake: type(stake).__name__,
)
def test_a5_5_r22_r5_an_illegal_announcement_changes_nothing(stake: Any) -> None:
    session = begun("2c 3c Kc")
    before = {name: getattr(session, name) for name in ("phase", "pot", "held", "balances", "stock", "dealt", "event")}
    with pytest.raises(Refusal) as refusal:
        session.bet(stake)
    assert refusal.value.clause in ("A5.2", "A5.5")
    assert {name: getattr(session, name) for name in before} == before
    assert session.bet(2).held == 2  # and the player decides again


def test_a5_5_an_announcement_is_final() -> None:
    session = begun("2c 3c Kc").bet(1)
    for action in (Bet(1), Bet(2), Pass(), Cut(1), ChooseDealer(0)):
        refusal = session.verify(action)
        assert refusal
        assert refusal.code == "not-now"


# ---- A6: settlement ----
def test_a6_1_r4_only_the_stake_is_put_aside() -> None:
    session = begun("4c 3c Qd 9h").bet(2)
    assert (session.pot, session.held, session.balances) == (2, 2, (99, 97))
    third = session.next()
    assert (third.pot, third.held, third.balances, third.third) == (2, 2, (99, 97), Card("9h"))


@pytest.mark.parametrize(
    ("third", "outcome", "moves", "pot"),
    [
        ("9h", Outcome.INSIDE, (Move(HELD, 1, 2), Move(POT, 1, 2)), 0),
        ("Kh", Outcome.OUTSIDE, (Move(HELD, POT, 2),), 4),
        ("Qs", Outcome.POST, (Move(HELD, POT, 2), Move(1, POT, 2)), 6),
    ],
)
def test_a6_3_what_moves(third: str, outcome: Outcome, moves: tuple[Move, ...], pot: int) -> None:
    session = begun(f"4c 3c Qd {third}").bet(2).next().next()
    event = session.event
    assert event
    assert (event.outcome, event.moves, event.pot, event.held) == (outcome, moves, pot, 0)
    assert event.net == session.balances[1] - 99 == 2 - pot
    assert session.outcome is outcome


# ---- A7: cards ----
def test_a7_1_r16_the_hand_goes_to_the_discards_and_first_cards_stay() -> None:
    session = begun("2c 3c 4c Kc 5c 6c", n=3).bet(1).next().next()
    assert session.discards == ()
    after = session.next()
    assert set(after.discards) == set(cards("2c Kc 5c"))
    assert [after.waiting(seat) for seat in range(3)] == [True, False, True]
    assert after.run().pass_().next().discards == cards("2c 3c Kc 5c 6c")


def test_a7_3_the_deal_passes_to_the_left_and_the_old_dealer_cuts() -> None:
    for n in (2, 5):
        session = seeded(n).run().cut().run()
        for _ in range(n):
            session = session.pass_().run()
        assert (session.round, session.dealer, session.cutter) == (2, 1, 0)
        assert sorted(card.index for card in session.stock) == list(range(52))
        assert (session.seen, session.discards, session.first_card(0)) == ((), (), None)


# ---- A8: end of the session ----
def test_a8_1_r13_an_empty_pot_ends_the_session_on_the_spot() -> None:
    session = begun("4c 3c 5c Qd 9h", n=3).bet(3).run()
    assert session.phase is Phase.OVER
    assert session.result == (Ending.POT_EMPTY, 0, (1,), 0)
    assert session.balances == (99, 102, 99)  # no refund of the ante
    assert phases(session)[-4:] == ["settlement", "discard", "collect", "division"]
    collect = session.history[-2]
    assert (collect.complete, collect.ending) == (False, Ending.POT_EMPTY)


def test_a8_1_r13_those_waiting_still_have_their_first_cards_until_they_are_collected() -> None:
    session = begun("4c 3c 5c Qd 9h", n=3).bet(3)
    while session.phase is not Phase.COLLECT:
        session = session.next()
    assert [session.waiting(seat) for seat in range(3)] == [True, False, True]
    assert set(session.discards) == set(cards("4c Qd 9h"))


def test_r13_the_round_is_complete_when_the_dealer_empties_the_pot() -> None:
    session = begun("3c 4c 5c Qd 9h").pass_().run().bet(2).run()
    assert session.result == (Ending.POT_EMPTY, 0, (0,), 1)


def test_a8_3_round_limit_after_the_third_round() -> None:
    result = passed(seeded(2)).result
    assert result
    assert (result.ending, result.rounds_completed, result.share) == (Ending.ROUND_LIMIT, 3, 3)


def test_a8_4_r7_cannot_ante_after_a_complete_round() -> None:
    session = passed(seeded(3, chips=[5, 1, 5]))
    assert session.result == (Ending.CANNOT_ANTE, 1, (0, 2), 1)
    assert session.balances == (5, 1, 5)
    assert phases(session).count("shuffle") == 1  # a failed test costs no random number
    assert phases(session).count("ante") == 1  # nobody pays anything


def test_r7_with_less_than_the_ante_the_session_does_not_begin() -> None:
    refused: list[list[Chips]] = [[100, 0], [Fraction(1, 2), 100]]
    for chips in refused:
        with pytest.raises(Refusal) as refusal:
            Session.new(["Ana", "Ben"], seed="x", start_chips=chips)
        assert (refusal.value.code, refusal.value.clause) == ("ante", "A8.4")


def test_a8_5_r17_the_order_of_the_tests() -> None:
    last_and_poor = passed(seeded(2, chips=[1, 1], rules=Rules(max_rounds=1)))
    assert last_and_poor.result and last_and_poor.result.ending is Ending.ROUND_LIMIT
    empty_and_last = begun("3c 4c 5c Qd 9h", rules=Rules(max_rounds=1)).pass_().run().bet(2).run()
    assert empty_and_last.result and empty_and_last.result.ending is Ending.POT_EMPTY
    empty_and_poor = begun("3c 4c 5c Qd 9h", chips=[9, 1]).pass_().run().bet(2).run()
    assert empty_and_poor.result and empty_and_poor.result.ending is Ending.POT_EMPTY


# ---- A9: result ----
def test_a9_1_r19_the_rest_is_divided_exactly_among_all() -> None:
    session = begun("4c 3c 5c 6c 7c 8c 9c Qd Kh", n=7, dealer=6, rules=Rules(max_rounds=1)).bet(2).run()
    session = passed(session)
    assert session.result == (Ending.ROUND_LIMIT, Fraction(9, 7), tuple(range(1, 7)), 1)
    assert session.balances == (97 + Fraction(9, 7), *[99 + Fraction(9, 7)] * 6)
    assert session.pot == 0
    assert type(session.pot) is int


def test_a9_2_all_with_the_highest_balance_share_the_win() -> None:
    assert passed(seeded(4)).result.winners == (0, 1, 2, 3)  # type: ignore[union-attr]
    assert passed(seeded(4, chips=[7, 9, 9, 8])).result.winners == (1, 2)  # type: ignore[union-attr]


def test_a9_before_the_division_only_the_ending_is_known() -> None:
    end = passed(seeded(2))
    before = end.back()
    assert before.result == (Ending.ROUND_LIMIT, 0, (), 3)
    assert before.next() == end


# ---- R-21 ----
def test_r1_r3_limits_with_fractions_carried_in() -> None:
    session = begun("2c 3c Kc", n=3, chips=[100, Fraction(9, 2), Fraction(5, 2)])
    assert session.balances == (99, Fraction(7, 2), Fraction(3, 2))
    assert session.limit.stake == 1
    session = session.pass_().run()
    assert session.limit.stake == 0
    assert session.pass_().event.forced  # type: ignore[union-attr]


def test_fractions_that_add_up_to_whole_chips_are_whole_again() -> None:
    session = passed(seeded(2, chips=[Fraction(3, 2), Fraction(5, 2)], rules=Rules(max_rounds=1)))
    assert session.balances == (Fraction(3, 2), Fraction(5, 2))
    halves = passed(begun("4c 3c Kd 9h", chips=[Fraction(7, 2), 9], rules=Rules(max_rounds=1)).bet(1).run())
    assert halves.result and halves.result.share == Fraction(1, 2)
    assert halves.balances == (3, Fraction(19, 2))
    assert type(halves.balances[0]) is int


def test_r14_with_one_chip_or_none_the_card_comes_and_a_pass_is_all() -> None:
    for chips in (1, 2):
        session = begun("2c 3c Kc", chips=[100, chips])
        assert session.posts
        assert session.limit.stake == 0
        refusal = session.verify(Bet(1))
        assert refusal
        assert (refusal.code, refusal.clause) == ("must-pass", "A5.3")
        forced = session.pass_()
        assert forced.event
        assert forced.event.forced
    assert not begun("2c 3c Kc").pass_().event.forced  # type: ignore[union-attr]


def test_r14_a_player_without_chips_stays_in_the_division() -> None:
    session = passed(begun("2c 3c Kc", n=3, chips=[4, 1, 4], rules=Rules(max_rounds=1)))
    assert session.balances == (4, 1, 4)


def test_a11_7_at_most_24_cards_are_dealt_in_a_round() -> None:
    session = begun("2c 3c 4c 5c 6c 7c 8c 9c", n=8, rules=Rules(max_rounds=1), chips=[10_000] * 8)
    while session.phase is Phase.DECISION:
        last = session = session.bet(1)
        while session.phase not in CHOICES and session.phase is not Phase.COLLECT:
            last = session = session.next()
    assert len(last.seen) == 24
    assert len(last.stock) - len(last.seen) == 28
