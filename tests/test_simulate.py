"""Simulated sessions: the same as the engine's hand for hand, the exact values within their error, the same in any parts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from acey_teach.analysis.exact import first_actor
from acey_teach.analysis.short_sessions import tiny_session
from acey_teach.analysis.simulate import BLOCK, STRATEGIES, View, game, simulate, totals
from acey_teach.analysis.simulate import play as playing
from acey_teach.analysis.simulate.play import play
from acey_teach.analysis.simulate.replay import begin, sessions
from acey_teach.analysis.simulate.work import merged
from acey_teach.analysis.strategies import decide
from acey_teach.engine.actions import Bet, Pass
from acey_teach.engine.events import Ending, Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import PRESETS, Rules

BOTS = ("count", "cautious", "bold", "expected-value")
RULES: dict[str, dict[str, Any]] = {
    "guide": {},
    "short of chips": {"start_chips": 7, "ante": 2, "min_stake": 2},
    "one round, triple post": {"max_rounds": 1, "post_factor": 3},
    "single loss": {"post_factor": 1},
    "two packs": {"decks": 2},
    "eight packs": {"decks": 8},
    "half pot first": {"first_orbit_half_pot": True},
    "two on turn": {"deal": "two_on_turn"},
    "fourfold ace": {"ace_post_x4": True, "start_chips": 12},
    "higher or lower": {"pair": "hilo", "start_chips": 12},
    "pairs and aces": {"pair": "hilo", "ace_third_pair_loses": True, "ace_post_x4": True, "deal": "two_on_turn"},
    "debts": {"half_cap": False, "debt": "debt", "ace_post_x4": True},
    "half of the chips, debts": {"debt": "debt", "pair": "hilo", "start_chips": 5},
    "forgiven": {"half_cap": False, "debt": "short", "pair": "hilo", "start_chips": 5},
}


def played(start: Any, stakes: list[int] | None) -> Any:
    """The engine's session with the bots at the table, or with these stakes."""
    left, session = list(stakes or ()), start
    while session.phase is not Phase.OVER:
        if session.phase is Phase.CUT:
            session = session.cut().run()
        elif stakes is None:
            session = session.do(decide(session)).run()
        else:
            stake = left.pop(0)
            session = session.do(Bet(stake, session.odds.terms.side) if stake else Pass()).run()
    assert not left
    return session


def deeds(session: Any) -> list[tuple[int, int, int, Any, Any]]:
    """Round, seat, stake, net result and pot afterwards of each turn."""
    found = []
    for event in session.history:
        if event.phase is Phase.DECISION:
            found.append((event.round, event.seat, event.stake, 0, event.pot))
        elif event.phase is Phase.SETTLEMENT:
            found[-1] = (*found[-1][:3], event.net, event.pot)
    return found


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("n", [2, 5, 8])
def test_the_engine_plays_the_same_sessions(name: str, n: int) -> None:
    made = game([BOTS[seat % 4] for seat in range(n)], Rules.of(RULES[name]), "same")
    for one in sessions(made, 3 * BLOCK - 8, 8):
        there = played(begin(made, one), None)
        assert deeds(there) == [tuple(deed) for deed in one.deeds]
        assert there.result.ending is one.ending
        assert list(there.balances) == [chips + Fraction(one.pot, n) for chips in one.chips]


@pytest.mark.parametrize("name", RULES)
def test_random_stakes_are_legal_and_of_every_size(name: str) -> None:
    made, seen = game(["random"] * 4, Rules.of(RULES[name]), "any"), Counter[bool]()
    for one in sessions(made, 70, 25):
        there = played(begin(made, one), [deed.stake for deed in one.deeds])
        assert deeds(there) == [tuple(deed) for deed in one.deeds]
        seen.update(deed.stake > 1 for deed in one.deeds)
    assert seen[True] and seen[False]


def test_many_sessions_of_the_guide_are_the_engines() -> None:
    """Every ending, and chips that run out: where few sessions would not come."""
    endings = Counter[Ending]()
    for rules in (Rules(), Rules(start_chips=3), Rules(start_chips=30, debt="short", half_cap=False)):
        made = game(["count", "random", "bold"], rules)
        for one in sessions(made, 0, 60):
            there = played(begin(made, one), [deed.stake for deed in one.deeds])
            assert (there.result.ending, deeds(there)) == (one.ending, [tuple(deed) for deed in one.deeds])
            endings[one.ending] += 1
    assert set(endings) == set(Ending)


def test_what_a_strategy_sees_is_what_the_engine_counts() -> None:
    looked: list[tuple[Any, ...]] = []

    def look(view: View) -> Any:
        arrays = view.inside, view.outside, view.post, view.unseen, view.margin, view.most, view.pot, view.chips, *view.others
        looked.append((view.round, view.later, np.array(arrays).T.tolist()))
        return view.most // 3

    rules = Rules.of({"pair": "hilo", "ace_post_x4": True})
    made = game([look, look, look], rules)
    turns: list[tuple[int, list[int]]] = []
    play(made, 0, watch=lambda turn: turns.append((turn.seat, turn.ids.tolist())))
    seen, looked[:] = list(looked), []
    for number, one in enumerate(sessions(made, 0, 40)):
        rows = [
            (round_, later, row[ids.index(number)])
            for (round_, later, row), (_, ids) in zip(seen, turns, strict=True)
            if number in ids and row[ids.index(number)][6]  # a pot of 0 is of a session that is over
        ]
        session, stakes = begin(made, one), [deed.stake for deed in one.deeds]
        for stake, (round_, later, row) in zip(stakes, rows, strict=True):
            while session.phase is not Phase.DECISION:
                session = session.cut().run() if session.phase is Phase.CUT else session.next()
            hand, seat = session.odds, session.seat
            assert row[:5] == [hand.inside, hand.outside, hand.post, hand.unseen, hand.margin]
            assert row[5:7] == [session.limit.stake, session.pot]
            assert row[7:] == [session.balances[(seat + step) % 3] for step in range(3)]
            assert (round_, later) == (session.round, 2 - session.turn)
            session = session.do(Bet(stake, hand.terms.side) if stake else Pass()).run()


# ---- exact values ----
@pytest.mark.parametrize("changes", [{}, {"max_rounds": 1}, {"start_chips": 4, "ante": 2}, {"first_orbit_half_pot": True}, {"decks": 2}])
def test_two_who_count_end_as_worked_out(changes: dict[str, Any]) -> None:
    rules, n = Rules.of(changes), 200_000
    found, exact = simulate(["count", "count"], rules, n, "exact"), tiny_session(rules)
    for seat in (0, 1):
        assert abs(float(found.mean(seat) - exact.mean(seat))) < 4 * found.error(seat)
        near(found.p_win(seat), exact.p_ahead(seat), n)
    for ending in Ending:
        near(found.p_ending(ending), exact.p_ending(ending), n)
    near(found.p_tie, 1 - exact.p_ahead(0) - exact.p_ahead(1), n)


def near(found: Fraction, p: Fraction, n: int) -> None:
    """Within four standard errors."""
    assert (found - p) ** 2 <= 16 * p * (1 - p) / n


@pytest.mark.parametrize(("n", "changes"), [(2, {}), (5, {}), (8, {}), (4, {"pair": "hilo"}), (3, {"ace_post_x4": True}), (5, {"deal": "two_on_turn"})])
def test_the_first_to_act_bets_and_gains_as_worked_out(n: int, changes: dict[str, Any]) -> None:
    rules = Rules.of({"max_rounds": 1, **changes})
    exact, bets, nets, squares, blocks = first_actor(n, rules=rules), 0, 0, 0, 10

    def unit(view: View) -> Any:
        return (view.margin > 0).astype(int)

    def watch(turn: Any) -> None:
        nonlocal bets, nets, squares
        if turn.seat == 1:
            bets, nets = bets + len(turn.at), nets + int(turn.net.sum())
            squares += int((turn.net.astype(int) ** 2).sum())

    play(game([unit] * n, rules, "first"), 0, blocks, watch)
    many = blocks * BLOCK
    near(Fraction(bets, many), exact.p_bet, many)
    spread = Fraction(squares, many) - Fraction(nets, many) ** 2
    assert (Fraction(nets, many) - exact.value) ** 2 < 16 * spread / many


def test_every_card_comes_as_often_as_any_other() -> None:
    """The ranks of the first card, a second, a third, and the last of a full round: chi-squared, 12 degrees."""
    last: list[Any] = []

    def one_chip(view: View) -> Any:
        return np.minimum(view.most, 1)

    def watch(turn: Any) -> None:
        if turn.round == 1 and len(turn.cards) == 24:
            last.append(turn.cards[[0, 8, 9, 23]] // 2)

    play(game([one_chip] * 8, Rules(), "even"), 0, 10, watch)
    for ranks in last[0]:
        assert len(ranks) == 10 * BLOCK
        expected = len(ranks) / 13
        assert ((np.bincount(ranks, minlength=13) - expected) ** 2 / expected).sum() < 45  # p = 0.00001


# ---- parts ----
def test_parts_come_to_the_same_however_they_are_cut() -> None:
    made = game(["count", "random", "bold"], Rules(start_chips=10), "parts")
    whole = totals(made, 0, 65_000)
    cuts = [0, 1, 9_999, 10_000, 10_001, 35_000, 64_999, 65_000]
    parts = [totals(made, low, high) for low, high in pairwise(cuts)]
    found = parts[4]
    for part in (*parts[:4], *parts[:4:-1]):
        found = found.plus(part)
    assert found == whole and found.sessions == 65_000
    assert totals(game(made.seats, made.rules, "other"), 0, 65_000) != whole


@pytest.mark.parametrize("seats", [["random", "count", "cautious"], ["count"] * 5])
def test_blocks_played_together_are_the_blocks_one_by_one(seats: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "KEEP", 0.8155)  # of five who count, after two turns, some blocks have more, some less
    made = game(seats, Rules(pair="hilo", start_chips=6) if "random" in seats else Rules())
    together = play(made, 5, 3)
    alone = [play(made, block) for block in (5, 6, 7)]
    for one, three in zip(zip(*alone, strict=True), together, strict=True):
        assert (np.concatenate(one, axis=-1) == three).all()


def test_the_sums_are_those_of_the_sessions() -> None:
    made = game(["bold", "random", "count"], Rules(start_chips=4, ante=2), "sum")
    found, each = totals(made, 50, 550), sessions(made, 50, 500)
    finals = [[chips + Fraction(one.pot, 3) for chips in one.chips] for one in each]
    assert found.sessions == 500 and found.turns == sum(len(one.deeds) for one in each)
    assert [found.p_ending(ending) * 500 for ending in Ending] == [sum(one.ending is ending for one in each) for ending in Ending]
    for seat in range(3):
        own = [chips[seat] for chips in finals]
        mean = sum(own) / 500
        assert found.mean(seat) == mean and found.variance(seat) == sum((chips - mean) ** 2 for chips in own) / 499
        winners = [sum(chips == max(all_) for chips in all_) * (all_[seat] == max(all_)) for all_ in finals]
        assert found.seats[seat].wins == tuple(winners.count(k) if k else 0 for k in range(4))
        assert found.p_share(seat) * 500 == sum(k > 1 for k in winners)
        assert found.seats[seat].ruined == sum(one.chips[seat] < 2 for one in each)
        assert found.seats[seat].bars == tuple(sum(chips // 1 == bar - 1 for chips in own) for bar in range(15))
    assert sum(found.p_win(seat) for seat in range(3)) + found.p_tie == 1
    low, high = found.interval(0)
    assert low < found.mean(0) < high and high - low == pytest.approx(2 * 1.96 * found.error(0), rel=1e-4)


def test_sums_are_exact_for_amounts_that_no_machine_word_holds() -> None:
    rules = Rules.of({"start_chips": 1_000_000, "ante": 300_000, "half_cap": False, "debt": "debt"})
    made = game(["bold", "random"] * 4, rules)
    found, block = totals(made, 0, BLOCK), play(made, 0)
    finals = [8 * chips + pot for chips, pot in zip(block.chips[3].tolist(), block.pot.tolist(), strict=True)]
    assert found.seats[3].finals == sum(finals)
    assert found.seats[3].squares == sum(chips**2 for chips in finals) > 2**60
    assert sum(found.mean(seat) for seat in range(8)) == 8_000_000
    assert all(sum(seat.bars) == BLOCK for seat in found.seats) and found.error(3) > 0
    assert found.seats[3].bars[0] == sum(chips < 0 for chips in finals) > 0


def test_memory_does_not_grow_with_the_number_of_sessions() -> None:
    import tracemalloc

    made, tops = game(["count"] * 3), []
    for n in (4 * BLOCK, 20 * BLOCK):
        tracemalloc.start()
        totals(made, 0, n)
        tops.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert tops[1] < 1.2 * tops[0]


def test_parts_are_merged() -> None:
    assert merged([(2, 3), (0, 1), (1, 2), (7, 9)]) == [(0, 3), (7, 9)]


# ---- strategies, and what is refused ----
def test_a_strategy_can_be_written_on_arrays() -> None:
    def leader_passes(view: View) -> Any:
        ahead = view.chips > view.others.max(axis=0)
        return np.where(ahead | (view.margin <= 0), 0, view.most)

    def lucky(view: View) -> Any:
        return view.most * (view.chance() < 0.1)

    found = simulate([leader_passes, lucky, "count"], sessions=500)
    assert found == simulate([leader_passes, lucky, "count"], sessions=500)
    assert sum(found.mean(seat) for seat in range(3)) == 300


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (lambda view: view.most + 1, "largest legal stake is"),
        (lambda view: view.most - 10**6, "A stake of 0 is a pass"),
        (lambda view: view.most / 2, "one whole number"),
        (lambda view: 1, "one whole number"),
        (lambda view: view.most > 0, "one whole number"),
        (lambda view: view.others, "one whole number"),
        (lambda view: None, "one whole number"),
    ],
)
def test_a_faulty_strategy_is_told_what_is_wrong(strategy: Any, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        simulate([strategy, "count", "count"], sessions=10)


@pytest.mark.parametrize(
    ("seats", "changes", "seed", "says"),
    [
        (["count"], {}, "1", "2 to 8 players"),
        (["count"] * 9, {}, "1", "2 to 8 players"),
        (["count", "nobody"], {}, "1", "There is no strategy called “nobody”"),
        (["count"] * 2, {"start_chips": 0}, "1", "cannot pay the ante"),
        (["count"] * 2, {}, "é", "is not a seed"),
        *((["count"] * 2, changes, "1", "are not simulated") for changes in (
            {"ace_choice": True}, {"pair": "split"}, {"post_bet": True}, {"satan": True}, {"autopot": "open"},
            {"deal": "two_on_turn", "blind_pot": True},
        )),
    ],
)  # fmt: skip
def test_what_cannot_be_simulated_is_refused(seats: list[str], changes: dict[str, Any], seed: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        game(seats, Rules.of(changes), seed)


@pytest.mark.parametrize(("n", "first"), [(0, 0), (-1, 0), (1.5, 0), (True, 0), (1, -1), ("9", 0)])
def test_numbers_of_sessions_are_whole(n: Any, first: Any) -> None:
    with pytest.raises(Refusal, match="whole number"):
        simulate(["count"] * 2, sessions=n, first=first)


def test_a_seed_means_these_sessions_on_every_computer() -> None:
    found = simulate(["count", "bold", "random"], sessions=100, seed="golden", first=29_950)
    assert ([seat.finals for seat in found.seats], found.turns, found.endings) == ([30553, 30418, 29029], 707, (41, 59, 0))


def test_presets_are_simulated_or_refused() -> None:
    for name, preset in PRESETS.items():
        if name != "encyclopedia":
            assert simulate(["count"] * 4, preset.rules, 100).sessions == 100


def test_names_are_those_of_the_bots() -> None:
    from acey_teach.analysis import strategies

    assert set(STRATEGIES) == {*strategies.STRATEGIES, "count"}
