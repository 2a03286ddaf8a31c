"""Many sessions: the sums are those of the sessions one by one, and do not depend on how they are cut into parts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from acey_teach.analysis.many import Many, many
from acey_teach.analysis.pairs import pairs
from acey_teach.analysis.strategies import decide
from acey_teach.engine.cards import HIGH, RANKS, Card
from acey_teach.engine.events import Ending, Phase
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, GUIDE, PRESETS, Rules
from acey_teach.engine.session import Session
from acey_teach.engine.setup import Player

BOTS = ("cautious", "expected-value", "bold", "random")


def one(seed: str) -> Session:
    session = Session.new([Player(f"p{n}", name) for n, name in enumerate(BOTS)], seed=seed).choose_dealer().run()
    while session.phase is not Phase.OVER:
        session = (session.cut() if session.phase is Phase.CUT else session.do(decide(session))).run()
    return session


def test_the_sums_are_those_of_the_sessions() -> None:
    found, played = many(BOTS, base="sum", sessions=12), [one(f"sum{n}") for n in range(1, 13)]
    decisions = [event for s in played for event in s.history if event.phase is Phase.DECISION]
    assert found.sessions == 12 and found.rounds == sum(s.round for s in played)
    assert found.endings == {why: sum(s.result.ending is why for s in played if s.result) for why in found.endings}
    assert found.hands == len(decisions) and found.bets == sum(event.stake > 0 for event in decisions)
    assert found.top == max(event.pot for s in played for event in s.history)
    for seat in range(len(BOTS)):
        finals = [Fraction(s.balances[seat]) for s in played]
        mean = sum(finals) / 12
        variance = sum((chips - mean) ** 2 for chips in finals) / 12
        assert found.mean(seat) == mean
        assert found.spread(seat) ** 2 <= variance < (found.spread(seat) + Fraction(1, 10)) ** 2


def test_it_goes_on_where_it_ended() -> None:
    parts = many(BOTS, base="cut", sessions=4).plus(many(BOTS, base="cut", first=5, sessions=3))
    assert parts == many(BOTS, base="cut", sessions=7) != many(BOTS, base="other", sessions=7)


@pytest.mark.parametrize("name", PRESETS)
def test_chips_come_from_nowhere_under_any_preset(name: str) -> None:
    rules = PRESETS[name].rules
    found = many(BOTS, rules, sessions=6)
    assert sum(found.mean(seat) for seat in range(4)) == 4 * rules.start_chips
    assert sum(found.share(ending) for ending in Ending) == 1 and 0 < found.p_bet < 1


@pytest.mark.parametrize("name", [name for name, about in ABOUT.items() if about.choices])
def test_every_option_is_played(name: str) -> None:
    needs = {"ace_third_pair_loses": {"pair": "hilo"}, "blind_pot": {"deal": "two_on_turn"}, "half_cap": {"debt": "debt"},
             "split_mode": {"pair": "split"}}  # fmt: skip
    for value in ABOUT[name].choices:
        changes = needs.get(name, {}) | {name: value}
        found = many(BOTS, Rules.of(changes), base="option", sessions=3)
        assert isinstance(found, Many) and found.hands >= found.bets > 0


def test_debts_are_counted() -> None:
    rules = Rules.of({"half_cap": False, "debt": "debt", "start_chips": 3})
    found = many(("bold", "random"), rules, sessions=40)
    assert 0 < found.debts < 40
    assert not many(("bold", "random"), Rules.of({"start_chips": 3}), sessions=40).debts


@pytest.mark.parametrize(("bots", "base"), [(["nobody"] * 2, "a"), (["bold"], "a"), (BOTS, "no-seed")])
def test_what_cannot_be_played_is_refused(bots: list[str], base: str) -> None:
    with pytest.raises(Refusal):
        many(bots, base=base)


# ---- all pairs of posts ----
def test_all_pairs_of_the_guide() -> None:
    found, pack = pairs(), GUIDE.pack
    hands = [odds((a, b)) for i, a in enumerate(pack) for b in pack[:i]]
    assert not found.passed
    assert found[1:4] == tuple(sum((hand.margin > 0) - (hand.margin < 0) == sign for hand in hands) for sign in (1, 0, -1))
    assert len(found.values) == len(RANKS) ** 2
    assert all(found.values[h.posts[0].rank, h.posts[1].rank] == h.ev_per_chip for h in hands)


def test_pairs_under_other_rules() -> None:
    assert pairs(PRESETS["two-packs"].rules).fair == 0
    hilo = pairs(Rules(pair="hilo"))
    assert [rank for rank in RANKS if hilo.values[rank, rank] < 0] == [8]
    ace = pairs(Rules(ace_choice=True))
    assert ace.values[HIGH, 13] == ace.values[2, HIGH] and ace.values[13, HIGH] == ace.values[2, 3]
    assert max(ace.values.values()) == ace.values[HIGH, HIGH] == odds((Card("Ac"), Card("Ad")), (), Rules(ace_choice=True), _low()).ev_per_chip  # fmt: skip
    assert all(sum(pairs(preset.rules)[1:]) == len(preset.rules.pack) * (len(preset.rules.pack) - 1) // 2 for preset in PRESETS.values())
    assert pairs(Rules(pair="split")).values[HIGH, HIGH] > 0 > pairs(Rules(pair="split", split_mode="committed")).values[HIGH, HIGH]


def _low() -> object:
    from acey_teach.engine.terms import Ace

    return Ace.LOW
