"""Exact values before the cards are known, against brute force and against the engine (RULES A4 to A9, A11.8, R-21)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from acey_teach.analysis.exact import first_actor, from_gap, turn_value, when_favourable
from acey_teach.analysis.short_sessions import greatest_pot, tiny_session
from acey_teach.analysis.strategies import expected_value
from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Ending
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Phase, Session


def value_by_brute_force(known: tuple[Card, ...], least_gap: int) -> tuple[Fraction, Fraction]:
    """Value and chance of a bet over all second and third cards, betting from a gap; the first card is known[0]."""
    total, bets, ways = 0, 0, 0
    left = [card.rank for card in PACK if card not in known]
    for i, second in enumerate(left):
        low, high = sorted((known[0].rank, second))
        for third in left[:i] + left[i + 1 :]:
            ways += 1
            if max(0, high - low - 1) >= least_gap:
                bets += 1
                total += -2 if third in (low, high) else 1 if low < third < high else -1
    return Fraction(total, ways), Fraction(bets, ways)


@pytest.mark.parametrize("text", ["2c", "5c", "8c 9h 9s 9d", "Ac 2c 2d 2h 2s", "7h Kc Ks Ad 3d 3c"])
def test_turn_value_with_a_first_card(text: str) -> None:
    first, *seen = cards(text)
    for gap in (0, 6, 7, 8, 11):
        found = turn_value(first, seen, from_gap(gap))
        assert (found.value, found.p_bet) == value_by_brute_force((first, *seen), gap)


def test_turn_value_without_a_first_card_is_the_mean_over_all() -> None:
    for policy in (when_favourable, from_gap(5)):
        whole = turn_value(policy=policy)
        parts = [turn_value(card, (), policy) for card in PACK]
        assert whole.value == sum(part.value for part in parts) / 52
        assert whole.p_bet == sum(part.p_bet for part in parts) / 52
        assert whole.p_break_even == sum(part.p_break_even for part in parts) / 52


def test_a_turn_is_worth_the_same_from_gap_7_as_from_gap_8() -> None:
    seven, eight = turn_value(policy=from_gap(7)), turn_value(policy=from_gap(8))
    assert seven.value == eight.value == turn_value().value == Fraction(128, 3315)
    assert seven.p_bet - eight.p_bet == seven.p_break_even == Fraction(40, 663)


def test_turn_value_refuses_cards_seen_twice_and_an_empty_pack() -> None:
    for first, seen, code in (
        (Card("4c"), cards("9h 9h"), "seen-twice"),
        (Card("4c"), (Card("4c"),), "seen-twice"),
        (PACK[0], PACK[1:51], "no-card-left"),
        (None, PACK[:50], "no-card-left"),
    ):
        with pytest.raises(Refusal) as refusal:
            turn_value(first, seen)
        assert refusal.value.code == code
    assert turn_value(PACK[0], PACK[1:50]).p_bet in (0, 1, Fraction(1, 2))


def test_a11_9_first_actor_of_two_by_brute_force() -> None:
    @cache
    def margin(inside: int, outside: int, post: int) -> int:
        return inside - outside - 2 * post

    total, bets, even, ways = Fraction(0), 0, 0, 0
    for a, b in combinations([card.rank for card in PACK], 2):
        low, high = min(a, b), max(a, b)
        left = [card.rank for card in PACK]
        left.remove(a)
        left.remove(b)
        counts = Counter("post" if r in (low, high) else "inside" if low < r < high else "outside" for r in left)
        for other, n in counts.items():  # the other player's first card
            now = {**counts, other: n - 1}
            edge = margin(now.get("inside", 0), now.get("outside", 0), now.get("post", 0))
            ways += n
            even += n * (edge == 0)
            if edge > 0:
                bets += n
                total += Fraction(n * edge, 49)
    found = first_actor(2)
    assert (found.value, found.p_bet, found.p_break_even) == (total / ways, Fraction(bets, ways), Fraction(even, ways))
    assert found.p_favourable == found.p_bet


def test_first_actor_does_better_the_more_cards_lie_open() -> None:
    values = [first_actor(n).value for n in (2, 5, 8)]
    assert values == sorted(values)
    assert values[0] > turn_value().value
    for n in (1, 9):
        with pytest.raises(Refusal):
            first_actor(n)


@pytest.mark.parametrize("rounds", [1, 2])
def test_tiny_session_is_a_distribution_that_keeps_all_chips(rounds: int) -> None:
    found = tiny_session(Rules(max_rounds=rounds))
    assert sum(found.ends.values()) == 1
    assert sum(found.p_ending(ending) for ending in Ending) == 1
    assert found.mean(0) + found.mean(1) == 200
    assert all(sum(chips) == 200 and min(chips) >= 0 for _, chips in found.ends)
    assert found.p_ending(Ending.CANNOT_ANTE) == 0


def test_tiny_session_agrees_with_played_sessions() -> None:
    """1,000 sessions of the engine stay within four standard deviations; the seeds are fixed."""
    exact, n = tiny_session(Rules(max_rounds=2)), 1000
    ends: Counter[Ending] = Counter()
    ahead: Counter[int] = Counter()
    for i in range(n):
        session = Session.new(["Ana", "Ben"], Rules(max_rounds=2), seed=f"tiny{i}").choose_dealer(0).run()
        while session.phase is not Phase.OVER:
            session = (session.cut() if session.phase is Phase.CUT else session.do(expected_value(session))).run()
        assert session.result
        assert (session.result.ending, session.balances) in exact.ends
        ends[session.result.ending] += 1
        ahead[session.result.winners[0] if len(session.result.winners) == 1 else -1] += 1
    for count, p in (
        *((ends[e], exact.p_ending(e)) for e in (Ending.POT_EMPTY, Ending.ROUND_LIMIT)),
        *((ahead[seat], exact.p_ahead(seat)) for seat in (0, 1)),
    ):
        assert abs(count - n * float(p)) < 4 * (n * float(p * (1 - p))) ** 0.5


def test_a11_8_the_pot_reaches_everything_in_two_rounds_from_three_players_on() -> None:
    for n in range(2, 9):
        found = greatest_pot(n)
        assert found.greatest + sum(found.balances) == 100 * n
        assert (found.greatest == 100 * n) == (n >= 3)
        assert len(found.after_rounds) == 2
    assert greatest_pot(2).after_rounds == (18, 146)
    assert greatest_pot(5, Rules(max_rounds=1)).after_rounds == (greatest_pot(5).after_rounds[0],)


Turn = tuple[int, int]


def fill_the_pot() -> list[Turn]:
    """Turns (stake, times it is lost) of three rounds of two players after which all 200 chips are in the pot."""
    states: dict[tuple[int, int, int], list[Turn]] = {(100, 100, 0): []}
    for number in range(3):
        states = {(a - 1, b - 1, pot + 2): plan for (a, b, pot), plan in states.items() if min(a, b) > 0}
        for seat in (1, 0) if number % 2 == 0 else (0, 1):  # seat 0 deals the first round and the third
            after: dict[tuple[int, int, int], list[Turn]] = {}
            for (a, b, pot), plan in states.items():
                most = min(pot, (a, b)[seat] // 2)
                for stake, times in product((most, most - 1), (1, 2)):  # "a little care" is one chip less, or outside
                    if stake > 0:
                        lost = stake * times
                        state = (a - lost, b, pot + lost) if seat == 0 else (a, b - lost, pot + lost)
                        after.setdefault(state, [*plan, (stake, times)])
            states = after
    return states[0, 0, 200]


def test_r21_two_players_can_fill_the_pot_in_three_rounds_with_a_little_care() -> None:
    plan, decks = fill_the_pot(), []
    for (_, first), (_, second) in zip(plan[::2], plan[1::2], strict=True):
        thirds = ("5c", "2h")[first - 1], ("6c", "3h")[second - 1]
        top = cards(f"2c 3c 2d {thirds[0]} 3d {thirds[1]}")  # two pairs: the third is outside or on the post
        decks.append((*top, *(card for card in PACK if card not in top)))
    session = Session.new(["Ana", "Ben"], seed="", decks=decks).choose_dealer(0).run().cut().run()
    for stake, _ in plan:
        session = session.bet(stake).run()
        session = session.cut().run() if session.phase is Phase.CUT else session
    before = session.back()
    assert before.balances == (0, 0)
    assert before.pot == 200
    assert session.balances == (100, 100)
