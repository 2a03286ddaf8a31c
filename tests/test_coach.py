"""The coach: exact aims against sums over all cards, the last turn against a second reading of the rules, rollouts against the engine."""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from math import isclose, log, sqrt
from typing import Any

import numpy as np
import pytest

from acey_teach.analysis import played_on
from acey_teach.analysis.coach import MOST_STAKES, STAKES_BY_ENGINE, Advice, advise, positions
from acey_teach.analysis.played_on import unseen
from acey_teach.analysis.simulate import rollout
from acey_teach.analysis.simulate.players import View
from acey_teach.analysis.strategies import STRATEGIES, decide
from acey_teach.engine.actions import Bet, Pass
from acey_teach.engine.cards import Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import limit, settle
from acey_teach.engine.setup import Player
from tests.house_play import Play
from tests.sessions import NAMES

RULES: dict[str, dict[str, Any]] = {
    "guide": {},
    "short of chips": {"start_chips": 9, "ante": 3, "min_stake": 2},
    "two packs, half pot first": {"decks": 2, "first_orbit_half_pot": True, "max_rounds": 2},
    "two on turn, fourfold ace": {"deal": "two_on_turn", "ace_post_x4": True, "start_chips": 12},
    "debts": {"half_cap": False, "debt": "debt", "ace_post_x4": True, "start_chips": 12},
    "forgiven": {"half_cap": False, "debt": "short", "start_chips": 5, "post_factor": 3},
}


def decisions(seed: str, n: int, name: str = "guide", strategy: str = "random", **more: Any) -> list[Session]:
    """Every decision of a session of bots."""
    players, found = [Player(one, strategy) for one in NAMES[:n]], []
    session = Session.new(players, Rules.of(RULES[name]), seed=seed, **more).choose_dealer(0).run()
    while session.phase is not Phase.OVER:
        if session.phase is Phase.DECISION:
            found.append(session)
            session = session.do(decide(session)).run()
        else:
            session = session.cut().run()
    return found


def last(session: Session) -> bool:
    """Whether nothing but the third card is open."""
    return session.round == session.rules.max_rounds and session.turn == len(session.players) - 1


def played(session: Session) -> list[tuple[int, tuple[Card, ...], list[int]]]:
    """Number, deck and stakes of each round so far."""
    rounds: dict[int, tuple[tuple[Card, ...], list[int]]] = {}
    for step in session.steps:
        if step.phase is Phase.ANTE:
            rounds[step.round] = step.stock, []
        elif step.event and step.event.phase is Phase.DECISION:
            rounds[step.event.round][1].append(step.event.stake)
    return [(number, *one) for number, one in rounds.items()]


# ---- the last turn ----
def by_all_cards(session: Session, stake: int) -> tuple[Fraction, Fraction, Fraction]:
    """Win, share and worth, one unseen card after the other, by the second reading of the rules."""
    rest, win, share, worth = unseen(session), 0, 0, Fraction(0)
    if not stake:
        rest = rest[:1]  # nothing depends on it
    for card in rest:
        others = unseen(session)
        others.remove(card)
        rounds = [
            {"deck": [one.code for one in deck], "cut": None,
             "decisions": [{"action": "bet", "stake": stake} if stake else {"action": "pass"} for stake in stakes]}
            for _, deck, stakes in played(session)
        ]  # fmt: skip
        rounds[-1]["deck"] = [one.code for one in (*session.seen, card, *others)]
        rounds[-1]["decisions"] += [{"action": "bet", "stake": stake} if stake else {"action": "pass"}]  # type: ignore[operator]
        winners = Play({
            "players": NAMES[: len(session.players)], "dealer": 0, "start_chips": [*session.setup.start_chips],
            "rules": {k: v for k, v in session.rules.changes.items() if k != "start_chips"}, "rounds": rounds,
        }).result["winners"]  # fmt: skip
        if session.seat in winners:
            win, share, worth = win + (len(winners) == 1), share + (len(winners) > 1), worth + Fraction(1, len(winners))
    return Fraction(win, len(rest)), Fraction(share, len(rest)), worth / len(rest)


HOUSE = [("guide", 2, 100), ("guide", 4, 100), ("guide", 8, 100), ("two on turn, fourfold ace", 3, 12), ("debts", 3, 12),
         ("two packs, half pot first", 3, 100)]  # fmt: skip


@pytest.mark.parametrize(("name", "n", "chips"), HOUSE)
def test_the_last_turn_is_what_all_cards_come_to(name: str, n: int, chips: int) -> None:
    for number in range(100):
        session = decisions(f"last{number}", n, name)[-1]
        most = session.limit.stake
        if not last(session) or not most:
            continue
        found = advise(session)
        assert found.exact and found.complete and found.best_win == found.as_good and not found.rollouts
        for stake in sorted({0, 1, most // 2, most}):
            chance = found.of(stake).win
            assert chance and (chance.win, chance.share, chance.worth) == by_all_cards(session, stake)
            assert chance.gain_error == 0 and chance.win + chance.share + chance.lose == 1
        assert [one.stake for one in found.stakes] == [*range(most + 1)]
        return
    raise AssertionError("no last turn")


def test_a_session_that_any_outcome_ends_is_exact_too() -> None:
    """Ben cannot pay another ante whatever Clara does, so round 1 is the last."""
    deck = cards("3c 4c 5c 4d 5d Kc")
    session = Session.new(["Ana", "Ben", "Clara"], seed="1", decks=[deck], start_chips=[9, 1, 9]).choose_dealer(2)
    session = session.run().cut().run().pass_().run().pass_().run()
    assert (session.round, session.seat) == (1, 2)
    found = advise(session)
    assert found.exact and found.of(0).win == (0, 1, Fraction(1, 2), 0, 0.0, 0.0, 0.0, 0.0)
    richer = Session.new(["Ana", "Ben", "Clara"], seed="1", decks=[deck], start_chips=[9, 2, 9]).choose_dealer(2)
    assert not advise(richer.run().cut().run().pass_().run().pass_().run(), rollouts=2).exact


# ---- expected chips and growth ----
@pytest.mark.parametrize("name", RULES)
def test_chips_and_growth_are_sums_over_the_cards(name: str) -> None:
    for session in decisions("sums", 3, name)[:4]:
        chips, pot, rest = session.balances[session.seat], session.pot, unseen(session)
        assert session.posts
        values, products = {}, {}
        for one in advise(session, rollouts=2).stakes:
            nets = [settle(session.posts, card, one.stake, chips, pot, session.rules, round_=session.round).net if one.stake else 0 for card in rest]
            values[one.stake] = sum(map(Fraction, nets)) / len(rest)
            assert one.ev == values[one.stake]
            after = [chips + net for net in nets]
            products[one.stake] = Fraction(1)
            for left in after:
                products[one.stake] *= max(0, left)
            if min(after) > 0:
                assert isclose(one.growth, sum(log(left / chips) for left in after) / len(rest), abs_tol=1e-12)
            else:
                assert one.growth == float("-inf")
        found = advise(session, rollouts=2)
        assert found.best_chips == tuple(s for s in values if values[s] == max(values.values()))
        assert found.best_growth == tuple(s for s in products if products[s] == max(products.values()))


def test_at_an_expected_value_of_0_all_stakes_are_equal() -> None:
    session = Session.new(["Ana", "Ben"], Rules(deal="two_on_turn"), decks=[cards("4c Qd")], seed="1").choose_dealer(1)
    session = session.run().cut().run()
    found = advise(session, rollouts=2)
    assert session.odds.margin == 0 and found.best_chips == (0, 1, 2) and found.best_growth == (0,)


# ---- before the last turn ----
@cache
def one_before() -> tuple[Session, dict[int, tuple[Fraction, Fraction, Fraction]]]:
    """A decision with one turn to come, and for each stake win, share and worth over all cards that can come."""
    deck = cards("5c 6d Jh")
    rules = Rules(max_rounds=1)
    session = Session.new(["Ana", "Ben"], rules, decks=[deck], seed="1", start_chips=[8, 10]).choose_dealer(1).run().cut().run()
    ana, ben, pot = *map(int, session.balances), int(session.pot)
    left, found = Counter(card.rank for card in unseen(session)), {}
    face = {card.rank: card for card in unseen(session)}

    def ends(ana: int, ben: int, pot: int, left: Counter[int], ways: int, into: Counter[int]) -> None:
        if not pot:
            into[(ana > ben) - (ana < ben)] += ways * sum(left.values()) * (sum(left.values()) - 1)
            return
        for second, many in left.items():
            rest = left - Counter([second])
            posts, most = (deck[1], face[second]), limit(ben, pot).stake
            margin = sum(count * settle(posts, face[third], 1, 100, 100).net for third, count in rest.items())
            for third, count in rest.items():
                here = settle(posts, face[third], most, ben, pot).chips if margin > 0 and most else ben
                into[(ana > here) - (ana < here)] += ways * many * count

    assert session.posts
    for stake in range(session.limit.stake + 1):
        into = Counter[int]()
        if stake:
            for third, count in left.items():
                done = settle(session.posts, face[third], stake, ana, pot)
                ends(int(done.chips), ben, int(done.pot), left - Counter([third]), count, into)
        else:
            ends(ana, ben, pot, left, 1, into)
        total = sum(into.values())
        found[stake] = Fraction(into[1], total), Fraction(into[0], total), Fraction(2 * into[1] + into[0], 2 * total)
    return session, found


@pytest.mark.parametrize(("engine", "rollouts"), [(False, 40_000), (True, 300)])
def test_rollouts_find_what_all_cards_come_to(engine: bool, rollouts: int) -> None:
    session, exact = one_before()
    found = advise(session, "count", rollouts, engine=engine)
    assert (found.exact, found.engine, found.rollouts) == (False, engine, rollouts)
    assert found.strategies == ("expected-value",) * 2 and len(exact) == 3
    for stake, (win, share, worth) in exact.items():
        chance = found.of(stake).win
        assert chance
        for value, error, wanted in (
            (chance.win, chance.win_error, win), (chance.share, chance.share_error, share),
            (chance.worth, chance.worth_error, worth), (chance.gain, chance.gain_error, worth - exact[0][2]),
        ):  # fmt: skip
            assert abs(float(value - wanted)) <= 4 * max(error, 1 / rollouts)  # nothing rare is seen in a few rollouts
            assert error <= 0.51 / sqrt(rollouts - 1) * (2 if value == chance.gain else 1)
        assert chance.win_error == pytest.approx(sqrt(chance.win * (1 - chance.win) / (rollouts - 1)))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("n", [2, 4])
def test_the_engine_plays_on_as_the_arrays_do(name: str, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards before the real engine: a third card that was not turned lies at the bottom."""
    decks, tables, views = list[Any](), list[Any](), list[Any]()

    class Watched(rollout._Deck):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.dealt: list[Any] = []
            decks.append(self)

        def deal(self) -> Any:
            self.dealt.append(card := super().deal())
            return card

    class Kept(rollout._Table):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            tables.append(self)

    def look(*given: Any) -> Any:
        views.append(view := View(*given))
        return view

    monkeypatch.setattr(rollout, "View", look)
    monkeypatch.setattr(rollout, "_Deck", Watched)
    monkeypatch.setattr(rollout, "_Table", Kept)
    names, columns = ["expected-value", "cautious", "bold", "expected-value"][:n], 8
    for session in decisions("arrays", n, name)[:4]:
        stakes = sorted({0, session.limit.least, session.limit.stake} if session.limit.stake else {0})
        decks.clear()
        views.clear()
        found = rollout._played_on(session, stakes, names, columns, np.random.default_rng(5))
        for row, stake in enumerate(stakes):
            for column in range(columns):
                tops = [ordered(deck, row, column) for deck in decks]
                tops[0] = [card.rank for card in session.seen] + tops[0]
                there, hands = again(session, stake, tops, names)
                assert there.result
                for hand, view in zip(hands, views, strict=False):  # views of sessions that are over show nothing
                    counts = view.inside, view.post, view.unseen, view.margin
                    shown = [int(np.broadcast_to(count, view.most.shape)[row, column]) for count in counts]
                    assert shown == [hand.inside, hand.post, hand.unseen, hand.margin]
                winners, share = there.result.winners, there.result.share
                assert tables[-1].chips[:, row, column].tolist() == [chips - share for chips in there.balances]
                assert found[row, column] == (len(winners) if session.seat in winners else 0)


def ordered(deck: Any, row: int, column: int) -> list[int]:
    """The ranks in the order in which they were dealt to this row, without third cards that were not turned."""
    thirds = [(id(third), turned[row, column]) for third, turned in deck.thirds]
    untouched = {one for one, turned in thirds if not turned}
    return [int(card[column]) // 2 + 2 for card in deck.dealt if id(card) not in untouched]


def again(session: Session, stake: int, tops: list[list[int]], names: list[str]) -> tuple[Session, list[Odds]]:
    """The session with these ranks from the top of the rounds from now on, played on by the engine, and its hands."""
    new, hands = replayed(session, *[whole(ranks, session.rules) for ranks in tops]), []
    new = new.do(Bet(stake) if stake else Pass()).run()
    while new.phase is not Phase.OVER:
        if new.phase is Phase.DECISION:
            hands.append(new.odds)
            new = new.do(STRATEGIES[names[new.seat]](new)).run()
        else:
            new = new.cut().run()
    return new, hands


def replayed(session: Session, *decks: list[Card]) -> Session:
    """The same decision with other decks from its round on."""
    past = [deck for _, deck, _ in played(session)][:-1]
    new = Session.new(session.players, session.rules, seed="other", decks=[*past, *decks], start_chips=session.setup.start_chips)
    new = new.choose_dealer(0).run().cut().run()
    for stake in [one for _, _, stakes in played(session) for one in stakes]:
        new = new.do(Bet(stake) if stake else Pass()).run()
        new = new.cut().run() if new.phase is Phase.CUT else new
    return new


def whole(ranks: list[int], rules: Rules) -> list[Card]:
    rest, top = [*rules.pack], []
    for rank in ranks:
        top.append(next(card for card in rest if card.rank == rank))
        rest.remove(top[-1])
    return [*top, *rest]


@pytest.mark.parametrize("strategy", ["random", "bold"])
def test_arrays_and_engine_agree(strategy: str) -> None:
    session = decisions("agree", 3)[3]
    one, two = advise(session, strategy, 20_000), advise(session, strategy, 60, engine=True)
    for stake in two.stakes:
        here, there = one.of(stake.stake).win, stake.win
        if there:
            assert here and abs(float(here.worth - there.worth)) < 4 * max(there.worth_error, 0.02)
            assert abs(float(here.gain - there.gain)) < 4 * max(there.gain_error, 0.02)


@pytest.mark.parametrize("engine", [False, True])
def test_the_same_cards_for_all_stakes_make_differences_sure(engine: bool) -> None:
    found = advise(positions()["middle"], engine=engine)
    passing = found.of(0).win
    assert passing and passing.gain == passing.gain_error == 0
    own = apart = 0.0
    for one in found.stakes[1:]:
        if one.win:
            assert one.win.gain == one.win.worth - passing.worth
            own, apart = own + one.win.gain_error**2, apart + one.win.worth_error**2 + passing.worth_error**2
    assert own < 0.7 * apart
    first = found.of(1).win
    assert first and first.gain_error < 0.3 * sqrt(first.worth_error**2 + passing.worth_error**2)


@pytest.mark.parametrize("engine", [False, True])
def test_what_is_as_good_as_the_best_cannot_be_told_from_it(engine: bool) -> None:
    session, rollouts = decisions("good", 3)[4], 15 if engine else 4000
    found = advise(session, rollouts=rollouts, engine=engine)
    worths = {one.stake: one.win.worth for one in found.stakes if one.win}
    assert found.best_win == tuple(s for s in worths if worths[s] == max(worths.values()))
    assert set(found.best_win) <= set(found.as_good) < set(worths)
    assert found == advise(session, rollouts=rollouts, engine=engine)
    assert found != advise(session, rollouts=rollouts, engine=engine, seed="2")


def test_the_coach_does_not_know_hidden_cards() -> None:
    session = decisions("hidden", 3)[4]
    number, deck, _ = played(session)[-1]
    seen = len(session.seen)
    other = replayed(session, [*deck[:seen], *reversed(deck[seen:])])
    assert other.stock != session.stock and other.round == number
    assert advise(other, rollouts=500) == advise(session, rollouts=500)
    assert advise(other, rollouts=5, engine=True) == advise(session, rollouts=5, engine=True)


# ---- where there is no NumPy, and what is left out ----
def test_without_numpy_the_engine_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "acey_teach.analysis.simulate.rollout", None)
    found = advise(positions()["middle"], rollouts=3)
    assert found.engine and found.rollouts == 3 and found.complete
    assert len([one for one in found.stakes if one.win]) == STAKES_BY_ENGINE < len(found.stakes)
    assert found == advise(positions()["middle"], rollouts=3, engine=True)
    assert advise(positions()["behind"]).exact


def test_fractions_of_chips_are_played_on_by_the_engine() -> None:
    session = decisions("parts", 2, start_chips=[Fraction(7, 2), 4])[0]
    assert advise(session, rollouts=2).engine


def test_of_very_many_stakes_some_are_looked_at() -> None:
    rules = Rules(start_chips=10_000, ante=1000)
    session = Session.new(list(NAMES[:4]), rules, seed="rich").choose_dealer(0).run().cut().run()
    found = advise(session, rollouts=2)
    assert not found.complete and len(found.stakes) == MOST_STAKES
    assert [one.stake for one in found.stakes[:2]] == [0, 1] and found.stakes[-1].stake == session.limit.stake == 4000


def test_who_must_pass_is_advised_to() -> None:
    session = decisions("poor", 3, start_chips=[2, 2, 2])[0]
    assert session.limit.stake == 0
    found = advise(session, rollouts=2)
    assert found.best_chips == found.best_growth == found.best_win == (0,) and found.complete


def test_a_decision_that_was_taken_back_is_the_same() -> None:
    session = positions()["middle"]
    assert advise(session.bet(3).back(), rollouts=9) == advise(session, rollouts=9)


def test_bots_go_on_by_their_own_strategies() -> None:
    session = decisions("bots", 3, strategy="bold")[0]
    assert advise(session, rollouts=2).strategies == ("bold",) * 3
    assert advise(positions()["middle"], ["count", "bold", "random"], 2).strategies == ("expected-value", "bold", "random")


# ---- ready-made decisions ----
def test_the_leader_passes_and_the_others_do_not() -> None:
    found: dict[str, Advice] = {name: advise(session) for name, session in positions().items()}
    middle, three = found.pop("middle"), [positions()[name] for name in found]
    assert {session.seen for session in three} == {three[0].seen} and len({session.odds for session in three}) == 1
    assert -Fraction(1, 10) < three[0].odds.ev_per_chip < 0
    for name, one in found.items():
        session = positions()[name]
        others = max(chips for seat, chips in enumerate(session.balances) if seat != session.seat)
        assert (session.balances[session.seat] > others) - (session.balances[session.seat] < others) == ["behind", "level", "leader"].index(name) - 1
        assert one.exact and one.best_chips == one.best_growth == (0,)
        assert (0 in one.best_win) == (name == "leader") and (name != "leader" or one.best_win == (0,))
    assert not middle.exact and middle.best_chips == (12,) and middle.best_growth == (9,) and middle.best_win == (4,)


# ---- refusals ----
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"rollouts": 1}, "whole number of times"),
        ({"rollouts": 2.0}, "whole number of times"),
        ({"seed": "é"}, "is not a seed"),
        ({"strategies": "nobody"}, "There is no strategy called “nobody”"),
        ({"strategies": [None] * 3}, "There is no strategy called “None”"),
        ({"strategies": ["count"] * 2}, "one for each"),
    ],
)
def test_unusable_arguments_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        advise(positions()["middle"], **given)


@pytest.mark.parametrize("changes", [{"pair": "hilo"}, {"ace_choice": True}, {"post_bet": True}, {"satan": True}, {"autopot": "open"}])
def test_rules_that_ask_for_more_are_refused(changes: dict[str, Any]) -> None:
    session = Session.new(["Ana", "Ben"], Rules.of(changes), seed="more").choose_dealer(0).run().cut().run()
    while session.phase is not Phase.DECISION:
        session = session.do(decide(session)).run() if session.phase is Phase.ACE else session.next()
    with pytest.raises(Refusal, match="not worked out with the rule"):
        advise(session)


def test_no_decision_no_advice() -> None:
    new = Session.new(["Ana", "Ben"], seed="1")
    for session in (new, new.choose_dealer(0), positions()["leader"].bet(1), positions()["leader"].pass_().run()):
        with pytest.raises(Refusal, match="Go on to"):
            advise(session)


def test_the_estimate_is_the_sample_mean_and_its_error() -> None:
    random = np.random.default_rng(1)
    one, two = random.integers(0, 9, (2, 500))
    counts = np.bincount(9 * one + two, minlength=81).tolist()
    found = played_on.estimate(counts)
    worth = np.where(two, 1 / np.maximum(two, 1), 0)
    gain = worth - np.where(one, 1 / np.maximum(one, 1), 0)
    for values, mean, error in (
        (two == 1, found.win, found.win_error), (two > 1, found.share, found.share_error),
        (worth, found.worth, found.worth_error), (gain, found.gain, found.gain_error),
    ):  # fmt: skip
        assert float(mean) == pytest.approx(values.mean()) and error == pytest.approx(values.std(ddof=1) / sqrt(500))


def test_odds_of_the_positions_are_as_told() -> None:
    hand = positions()["behind"].odds
    assert (hand.inside, hand.outside, hand.post) == (24, 16, 6)
    assert hand == odds(hand.posts, hand.known[2:])
