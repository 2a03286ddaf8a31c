"""Whole sessions under rules of part B drawn at random, and what must hold at every step (RULES A11, B)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from acey_teach.engine import actions as act
from acey_teach.engine.actions import ACTS_IN, CHOICES, NEXT, STEPS_ALONE, TURN_PHASES
from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode, from_json, parse, to_json
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.terms import Ace, Side
from tests import test_machine
from tests.house_play import PLAIN, conflict, outcome
from tests.test_house_sessions import random_rules

FORGED: list[Any] = [
    act.Bet(2.5), act.Bet(True), act.Bet("1"), act.Bet(1, "higher"), act.Bet(1, True), act.Bet(0), act.Bet(10**30),  # type: ignore[arg-type]
    act.CallAce("low"), act.CallAce(None), act.CallAce(Side.LOWER), act.NameSide("higher"), act.NameSide(Ace.LOW),  # type: ignore[arg-type]
    act.Split(True), act.Split(False), act.Split(-1), act.Split(1.0), act.Split(None), act.Cut("7"), None, "pass",  # type: ignore[arg-type]
    Ace.LOW, act.Pass, ("b", 2),
]  # fmt: skip
TRIED = [act.Bet(1), act.Bet(1, Side.LOWER), act.Pass(), act.PostBet(), act.Split(), act.Split(1), act.Blind(), act.Look(),
         act.CallAce(Ace.LOW), act.NameSide(Side.HIGHER), act.ChooseDealer(0), act.Cut(9), NEXT]  # fmt: skip


def contents(session: Session) -> dict[str, Any]:
    return {**test_machine.contents(session), "hand": session.hand, "offers": session.offers}


def choices(session: Session) -> list[Any]:
    """Choices of every kind on offer, impossible ones among them."""
    most = session.limit.stake if session.phase is Phase.DECISION else 0
    both = session.split_limit.stake if act.Split in session.offers else 0
    sides = session.terms.sides or (None,) if session.posts else ()
    by_kind: dict[Any, list[Any]] = {
        act.ChooseDealer: [act.ChooseDealer(0)],
        act.Cut: [act.Cut(), act.Cut(9)],
        act.Bet: [act.Bet(stake, side) for stake in (1, most, max(1, most // 2)) for side in sides],
        act.Split: [act.Split(stake) for stake in sorted({0, 1, both})],
        act.CallAce: [act.CallAce(Ace.LOW), act.CallAce(Ace.HIGH)],
        act.NameSide: [act.NameSide(Side.HIGHER), act.NameSide(Side.LOWER)],
    }
    return [choice for kind in session.offers for choice in by_kind.get(kind) or [kind()]]


class House(RuleBasedStateMachine):
    """One table under some rules of the house."""

    @initialize(number=st.integers(0, 10**6))
    def begin(self, number: int) -> None:
        chance = random.Random(number)
        changes = random_rules(chance)
        split = {**changes, "pair": "split", "ace_third_pair_loses": False}
        rules = Rules.of(changes if number % 2 or conflict({**PLAIN, **split}) else split)
        n = chance.randint(rules.min_players, 8)
        often = chance.sample("2345678KQA6A62", 2)
        decks = [
            sorted(rules.pack, key=lambda c: chance.random() * (0.1 if c.code[0] in often else 1))[:30]
            for _ in range(rules.max_rounds)
        ]
        most = chance.choice([2, 20, 300])
        chips = [chance.randint(1, most) for _ in range(n)]
        self.session = Session.new([f"P{i}" for i in range(n)], rules, seed="house", decks=decks, start_chips=chips)
        self.total = sum(chips)

    @rule(wishes=st.lists(st.integers(0, 999), min_size=12, max_size=36))
    def play(self, wishes: list[int]) -> None:
        for wish in wishes:
            while self.session.phase in STEPS_ALONE:
                self.session = self.session.next()
                self.chips_are_kept()
                self.cards_are_kept()
            s = self.session
            if s.phase is Phase.OVER:
                assert s.result and s.result.rounds_completed <= s.round <= s.rules.max_rounds <= 3
                assert s.result.winners == tuple(i for i, c in enumerate(s.balances) if c == max(s.balances))
                return
            assert s.phase in CHOICES
            assert {ACTS_IN[kind] for kind in s.offers} == {s.phase}
            offered = choices(s)
            possible = [choice for choice in offered if s.can(choice)]
            assert possible
            self.refusals(offered)
            richer = [c for c in possible if not isinstance(c, act.Pass)] if wish % 4 else possible
            self.session = s.do((richer or possible)[wish % len(richer or possible)])
            self.chips_are_kept()
            self.cards_are_kept()

    @rule(far=st.integers(1, 9))
    def back_and_forward(self, far: int) -> None:
        here = self.session
        for _ in range(min(far, here.depth)):
            self.session = self.session.back()
        assert self.session.choices == here.choices
        self.texts()
        if far % 2:
            while self.session.depth < here.depth:
                self.session = self.session.forward()
            assert contents(self.session) == contents(here)

    @rule()
    def forged_and_other_actions(self) -> None:
        self.refusals(TRIED)
        for action in FORGED:
            assert not self.session.can(action), action
        self.refusals(FORGED)

    def refusals(self, tried: list[Any]) -> None:
        """verify, can and do agree, say why, and change nothing."""
        session, before = self.session, contents(self.session)
        for action in tried:
            refusal = session.verify(action)
            assert session.can(action) is (refusal is None)
            try:
                after = session.do(action)
            except Refusal as raised:
                assert refusal
                assert str(raised) == str(refusal)
                assert 10 < len(str(raised)) < 300 and str(raised).endswith(".")
            else:
                assert refusal is None
                assert after.depth == session.depth + 1
        assert contents(session) == before

    @invariant()
    def texts(self) -> None:
        s = self.session
        for again in (parse(encode(s)), from_json(to_json(s))):
            assert again == s
            assert contents(again) == contents(s)

    def chips_are_kept(self) -> None:
        s, rules = self.session, self.session.rules
        assert sum(s.balances) + s.pot + s.held == self.total  # A11.1
        assert s.pot >= 0 and s.held >= 0
        assert rules.debt == "debt" or min(s.balances) >= 0  # A11.3
        assert s.pot > 0 or s.phase not in TURN_PHASES  # A11.4
        assert s.held == 0 or s.phase in (Phase.THIRD_CARD, Phase.SETTLEMENT)
        assert all(isinstance(a, int) or a.denominator > 1 for a in (*s.balances, s.pot, s.held))
        if s.phase is Phase.DECISION and rules.debt == "cap":
            assert s.limit.stake * s.terms.worst <= s.balances[s.seat]
        if s.event and s.previous:
            before, event = s.previous, s.event
            places = [*before.balances, before.held, before.pot]
            for move in event.moves:
                assert move.chips > 0 and move.source != move.target
                places[move.source] -= move.chips
                places[move.target] += move.chips
            assert places == [*s.balances, s.held, s.pot] == [*event.balances, event.held, event.pot]
            if event.phase is Phase.SETTLEMENT:
                assert event.net == s.balances[event.seat] - before.balances[event.seat] - before.held

    def cards_are_kept(self) -> None:
        s, n = self.session, len(self.session.players)
        waiting = [s.first_card(seat) for seat in range(n) if s.waiting(seat) and seat != s.seat]
        assert Counter([*s.discards, *s.hand_cards, *waiting]) == Counter(s.seen) == Counter(s.stock[: s.dealt])
        assert not s.stock or Counter(s.stock) == Counter(s.rules.pack)
        assert len(s.seen) <= (6 if s.rules.pair == "split" else 3) * n
        if s.posts:
            left = Counter(s.rules.pack) - Counter(s.seen) + Counter([s.third] if s.third else [])
            low_ace = s.hand.called == Ace.LOW and not s.hand.column
            a, b = s.posts[0].rank, s.posts[1].rank
            a = 1 if low_ace and a == 14 else a
            odds, r = s.odds, {**PLAIN, **s.rules.changes}
            counted = Counter(outcome(r, a, b, card.code, odds.terms.side) for card in left.elements())
            assert (odds.inside, odds.outside, odds.post) == tuple(counted[o] for o in ("inside", "outside", "post"))


TestHouse = House.TestCase
TestHouse.settings = settings(max_examples=100, stateful_step_count=8, deadline=None, derandomize=True)
