"""The simple players: always legal, the same every time, and each as its description says."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from acey_teach.analysis.by_ranks import ace_worth, better_call, left_of
from acey_teach.analysis.house import ace_values, blind_pot
from acey_teach.analysis.strategies import STRATEGIES, decide
from acey_teach.engine import setup
from acey_teach.engine.actions import Blind, CallAce, Look, NameSide, PostBet, Split
from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Ending
from acey_teach.engine.odds import odds
from acey_teach.engine.record import encode, parse
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Action, Bet, Pass, Phase, Session
from acey_teach.engine.settlement import Wager
from acey_teach.engine.setup import Player
from acey_teach.engine.terms import Ace, Side
from tests.house import any_rules

TABLES = [
    GUIDE,
    Rules(max_rounds=1),
    Rules(min_stake=7),
    Rules(ante=30),
    Rules(start_chips=3),
    Rules(start_chips=1_000_000, ante=200_000),
    Rules(post_factor=4, decks=2),
]


def decisions(name: str, rules: Rules = GUIDE, games: int = 40) -> list[tuple[Session, Bet | Pass]]:
    """Every decision of some sessions in which all seats play `name`, checked to be legal."""
    found = []
    for i in range(games):
        seats = [Player(f"P{seat}", name) for seat in range(2 + i % 7)]
        session = Session.new(seats, rules, seed=f"{i}").choose_dealer().run()
        while session.phase is not Phase.OVER:
            if session.phase is Phase.CUT:
                session = session.cut().run()
                continue
            action = decide(session)
            assert isinstance(action, Bet | Pass)
            assert session.verify(action) is None
            assert decide(session) == action
            found.append((session, action))
            session = session.do(action).run()
        assert parse(encode(session)) == session
    return found


def test_the_engine_names_every_strategy() -> None:
    assert set(setup.STRATEGIES) == {"", *STRATEGIES}
    assert len(set(setup.STRATEGIES.values())) == len(setup.STRATEGIES)


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: repr(rules.changes))
@pytest.mark.parametrize("name", STRATEGIES)
def test_every_decision_is_legal_under_any_rules(name: str, rules: Rules) -> None:
    assert decisions(name, rules, games=14)


def test_cautious_bets_a_quarter_with_an_edge_of_a_fifth() -> None:
    for session, action in decisions("cautious"):
        most = session.limit.stake
        wanted = most > 0 and session.odds.ev_per_chip * 5 >= 1
        assert action == (Bet(max(1, most // 4)) if wanted else Pass())


def test_expected_value_bets_all_it_may_when_that_is_worth_something() -> None:
    for session, action in decisions("expected-value"):
        most = session.limit.stake
        assert action == (Bet(most) if most and session.odds.ev_per_chip > 0 else Pass())


def test_bold_bets_half_when_inside_is_likeliest() -> None:
    for session, action in decisions("bold"):
        most, odds = session.limit.stake, session.odds
        likeliest = odds.inside > odds.outside and odds.inside > odds.post
        assert action == (Bet(-(-most // 2)) if most and likeliest else Pass())


def test_random_passes_and_bets_everything_it_may() -> None:
    small = [(s.limit.stake, a) for s, a in decisions("random", games=200) if s.limit.stake == 2]
    counts = Counter(action for _, action in small)
    assert set(counts) == {Pass(), Bet(1), Bet(2)}
    assert min(counts.values()) > len(small) / 5


def test_sessions_of_random_players_end_in_all_three_ways() -> None:
    def ending(rules: Rules, i: int) -> Ending:
        session = (
            Session.new([Player("Ana", "random"), Player("Ben", "random")], rules, seed=f"end{i}").choose_dealer().run()
        )
        while session.phase is not Phase.OVER:
            session = (session.cut() if session.phase is Phase.CUT else session.do(decide(session))).run()
        assert session.result
        return session.result.ending

    assert {ending(Rules(start_chips=4), i) for i in range(60)} == set(Ending)


def test_a_person_is_not_played() -> None:
    session = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run().cut().run()
    with pytest.raises(KeyError):
        decide(session)


# ---- house rules ----
def choices(name: str, rules: Rules, seed: str, players: int) -> list[tuple[Session, Action]]:
    """Every choice of one session in which all seats play `name`, checked to be legal and the same again."""
    found = []
    seats = [Player(f"P{seat}", name) for seat in range(players)]
    session = Session.new(seats, rules, seed=seed).choose_dealer().run()
    while session.phase is not Phase.OVER:
        if session.phase is Phase.CUT:
            session = session.cut().run()
            continue
        action = decide(session)
        assert session.verify(action) is None and decide(session) == action
        found.append((session, action))
        session = session.do(action).run()
    assert parse(encode(session)) == session
    return found


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_choice_is_legal_under_any_house_rules(name: str) -> None:
    rng, met = Random(name), Counter[type]()
    for i in range(100 if name == "random" else 40):
        rules = any_rules(rng, start_chips=rng.choice([3, 12, 100]))
        found = choices(name, rules, f"{i}", rng.randint(2, 6))
        met.update(type(action) for _, action in found)
        # blind costs more than it brings, but for one whose debts are forgiven (B13)
        assert name == "random" or rules.debt == "short" or all(action != Blind() for _, action in found)
    wanted = {Pass, Bet, CallAce, Look, Split}
    assert set(met) >= (wanted | {Blind, PostBet, NameSide} if name == "random" else wanted)


def at(top: str, chips: int = 100, **rules: object) -> Session:
    """Two people, Ana's choice due with these cards from the top."""
    first = cards(top)
    deck = [*first, *(card for card in PACK if card not in first)]
    new = Session.new(["Ana", "Ben"], Rules.of(rules), decks=[deck], seed="x", start_chips=[chips, chips])
    return new.choose_dealer(1).run().cut().run()


def test_the_calculating_player_takes_what_is_worth_most() -> None:
    play = STRATEGIES["expected-value"]
    assert play(at("Ac 9s 5d", ace_choice=True)) == CallAce(Ace.LOW)
    assert play(at("4c 9s 4d", pair="hilo")) == Bet(2, Side.HIGHER)
    assert play(at("Qc 9s Qd", pair="hilo")) == Bet(2, Side.LOWER)
    assert play(at("8c 9s 8d", pair="hilo")) == Pass()
    assert play(at("8c 9s 8d", pair="split")) == Split()
    assert play(at("8c 9s 8d", pair="split", split_mode="committed")) == Pass()
    assert play(at("2c 9s Ad", autopot="open")) == Bet(2)
    assert play(at("Ac Kd", deal="two_on_turn", blind_pot=True)) == Look()
    assert play(at("2c 9s Ad", post_bet=True)) == Bet(2)


@pytest.mark.parametrize("pair", ["plain", "hilo", "split"])
def test_an_ace_is_called_in_the_way_that_is_worth_more(pair: str) -> None:
    rng, ace, met = Random(pair), Card("Ac"), Counter[Ace]()
    for _ in range(12):
        fixed = {} if pair == "hilo" else {"ace_third_pair_loses": False}
        rules = any_rules(rng, ace_choice=True, pair=pair, **fixed)
        pack = list(rules.pack)
        pack.remove(ace)
        seen = rng.sample(pack, rng.choice([0, 5, 20, 40]))
        left, values = left_of([ace, *seen], rules), ace_values(ace, seen, rules)
        call = better_call(left, rules)
        met[call] += 1
        assert values[call].value == max(found.value for found in values.values())
        for way, found in values.items():  # the figure itself, in chips times second and third cards
            assert ace_worth(left, rules, way, Wager.STAKE) == found.value * sum(left) * (sum(left) - 1)
    assert len(met) == 2


def test_what_must_be_bet_counts_in_the_call() -> None:
    rules = {"ace_choice": True, "autopot": "any", "deal": "two_on_turn"}
    assert [str(found.value) for found in ace_values(Card("Ac"), rules=Rules.of(rules)).values()] == ["38/425", "32/255"]
    for name in ("cautious", "expected-value", "bold"):
        assert STRATEGIES[name](at("Ac 7d", **rules)) == CallAce(Ace.HIGH)
        assert STRATEGIES[name](at("Ac 7d", **{**rules, "autopot": "open"})) == CallAce(Ace.LOW)


def test_an_ace_of_a_blind_bet_is_called_for_the_pot() -> None:
    rng = Random(8)
    for i in range(25):
        rules = any_rules(rng, deal="two_on_turn", blind_pot=True, ace_choice=True)
        for session, _ in choices("random", rules, f"{i}", 3):
            if session.phase is not Phase.ACE or session.hand.wager is not Wager.BLIND:
                continue
            assert session.first
            others, inside = list(session.seen), dict.fromkeys(Ace, 0)
            others.remove(session.first)
            for card, way in product(rules.pack, Ace):
                if session.seen.count(card) < rules.decks:
                    inside[way] += odds((session.first, card), others, rules, way).inside
            best = STRATEGIES["expected-value"](session)
            assert isinstance(best, CallAce) and inside[best.called] == max(inside.values())


def test_blind_is_played_when_the_pot_that_lies_there_makes_it_worth_it() -> None:
    """Half of an odd pot is rounded up (R-48), and forgiven debts cost nothing (B13)."""
    rng, met = Random(2), Counter[Action]()
    for i in range(25):
        rules = any_rules(rng, deal="two_on_turn", blind_pot=True, debt="short", start_chips=rng.choice([2, 5, 30]))
        for session, action in choices("expected-value", rules, f"{i}", 4):
            if session.phase is Phase.BLIND:
                chance, pot, chips = blind_pot(session.seen, rules), int(session.pot), int(session.balances[session.seat])
                edge = chance.inside * pot - chance.outside * min(-(-pot // 2), chips) - chance.post * min(pot, chips)
                assert action == (Blind() if edge > 0 else Look())
                met[action] += 1
    assert len(met) == 2


def test_the_bet_on_the_post_is_taken_when_it_is_worth_more_than_inside() -> None:
    """In chips times cards: a hit brings two pots, a miss costs half of one, an odd one rounded up (B10, R-54)."""
    rng = Random(5)
    for i in range(40):
        for session, action in choices("expected-value", any_rules(rng, post_bet=True, satan=False), f"{i}", 3):
            if PostBet not in session.offers or not session.can(PostBet()) or session.rules.debt == "short":
                continue
            hand, pot = session.odds, session.pot
            post = 2 * pot * hand.post - -(-pot // 2) * (hand.unseen - hand.post)
            inside = hand.margin * session.limit.stake
            assert (action == PostBet()) == (post > max(0, inside))


def test_random_names_both_sides_and_makes_every_bet() -> None:
    rules = Rules(pair="hilo", post_bet=True)
    pairs = [
        action
        for i in range(400)
        for session, action in choices("random", rules, f"{i}", 2)
        if session.terms.sides and session.limit.stake == 2
    ]
    assert set(pairs) == {Pass(), PostBet(), *(Bet(stake, side) for stake in (1, 2) for side in Side)}
