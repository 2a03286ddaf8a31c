"""Whole sessions at random, forwards and backwards, with what must hold at every step (RULES A5, A6, A7, A11)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from acey_teach.engine.actions import STEPS_ALONE
from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.events import HELD, POT, Move
from acey_teach.engine.record import encode, from_json, parse, to_json
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import NEXT, Bet, ChooseDealer, Cut, Pass, Phase, Session
from acey_teach.engine.settlement import Outcome, classify
from acey_teach.engine.setup import STRATEGIES, Player

names = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=8).filter(
    lambda s: s.strip()
)
amounts = st.integers(1, 5) | st.just(100) | st.fractions(1, 30, max_denominator=6)
packs = st.permutations(PACK) | st.just(list(PACK))
changes = st.fixed_dictionaries(
    {}, optional={"max_rounds": st.integers(1, 3), "ante": st.just(1), "min_stake": st.integers(1, 2),
                  "post_factor": st.integers(1, 4), "min_cut": st.integers(1, 5)},
)  # fmt: skip
numbers: st.SearchStrategy[Any] = st.sampled_from(
    [0, -1, 1, 2, 51, 52, 10**6, 10**30, True, False, 1.0, 2.5, float("nan"), Fraction(2), Fraction(1, 2), "2", "",
     None, (), b"2"]
)  # fmt: skip
attempts = st.sampled_from([Pass(), NEXT, None, "bet", 2]) | st.one_of(
    numbers.map(Bet),
    numbers.map(Cut),
    numbers.map(ChooseDealer),
)
SHOWN = ("phase", "round", "dealer", "pot", "held", "balances", "stock", "dealt", "turn", "second", "third", "outcome",
         "result", "event", "depth", "setup", "seen", "discards", "posts", "choices", "history", "action")  # fmt: skip


def contents(session: Session) -> dict[str, Any]:
    """All that a session shows."""
    return {name: getattr(session, name) for name in SHOWN}


class Table(RuleBasedStateMachine):
    """One table and whatever people may try at it."""

    @initialize(data=st.data(), people=st.lists(names, min_size=2, max_size=8), changes=changes, seed=st.booleans())
    def begin(self, data: st.DataObject, people: list[str], changes: dict[str, int], seed: bool) -> None:
        rules = Rules.of(changes)
        players = [Player(name, data.draw(st.sampled_from(list(STRATEGIES)))) for name in people]
        chips = data.draw(st.none() | st.lists(amounts, min_size=len(people), max_size=len(people)))
        plans = st.lists(st.sampled_from(PACK), max_size=24, unique=True)
        decks = [data.draw(plans if seed else packs) for _ in range(rules.max_rounds)]
        self.session = Session.new(players, rules, seed="machine" if seed else "", decks=decks, start_chips=chips)
        self.total = sum(self.session.balances)

    @property
    def phase(self) -> Phase:
        return self.session.phase

    @precondition(lambda self: self.phase is Phase.CHOOSE_DEALER)
    @rule(data=st.data())
    def choose_dealer(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, len(self.session.players) - 1) | st.none())
        assume(seat is not None or self.session.setup.seed)
        self.session = self.session.choose_dealer(seat)
        assert self.session.dealer in (range(len(self.session.players)) if seat is None else [seat])

    @precondition(lambda self: self.phase is Phase.CUT)
    @rule(at=st.none() | st.integers(1, 51))
    def cut(self, at: int | None) -> None:
        assume(at is None or self.session.can(Cut(at)))
        before = self.session
        self.session = before.cut(at)
        assert Counter(self.session.stock) == Counter(before.stock) == Counter(PACK)
        k = self.session.event and self.session.event.cut
        assert self.session.stock == (before.stock[k:] + before.stock[:k] if k else before.stock)
        if at is None:
            plan = self.session.setup.deck(self.session.round)
            assert self.session.stock[: len(plan)] == plan

    @precondition(lambda self: self.phase is Phase.DECISION)
    @rule(part=st.fractions(0, 1), most=st.booleans())
    def bet(self, part: Fraction, most: bool) -> None:
        limit = self.session.limit.stake
        assume(limit)
        stake = limit if most else max(self.session.rules.min_stake, int(limit * part))
        self.session = self.session.bet(stake)
        assert (self.session.held, self.session.event and self.session.event.stake) == (stake, stake)

    @precondition(lambda self: self.phase is Phase.DECISION)
    @rule()
    def pass_(self) -> None:
        forced = self.session.limit.stake == 0
        self.session = self.session.pass_()
        assert self.session.event
        assert self.session.event.forced is forced

    @precondition(lambda self: self.phase in STEPS_ALONE)
    @rule()
    def next(self) -> None:
        self.session = self.session.next()

    @rule(wishes=st.lists(st.integers(0, 99), min_size=1, max_size=20))
    def play(self, wishes: list[int]) -> None:
        """Several choices with all steps between them: to the end of the session, often."""
        for wish in wishes:
            while self.phase in STEPS_ALONE:
                self.next()
                self.chips_are_kept()
                self.cards_are_kept()
            if self.phase is Phase.CHOOSE_DEALER:
                self.session = self.session.choose_dealer(wish % len(self.session.players))
            elif self.phase is Phase.CUT:
                planned = self.session.setup.is_planned(self.session.round)
                self.session = self.session.cut(None if planned else 6 + wish % 40)
            elif self.phase is Phase.DECISION:
                rules, limit = self.session.rules, self.session.limit.stake
                bets = limit and wish % 4
                stake = (
                    limit if wish % 4 == 1 else rules.min_stake + wish % (limit - rules.min_stake + 1) if bets else 0
                )
                self.session = self.session.bet(stake) if bets else self.session.pass_()
        assert self.session.run().phase not in STEPS_ALONE

    @precondition(lambda self: self.session.depth > 0)
    @rule(far=st.integers(1, 12))
    def back(self, far: int) -> None:
        for _ in range(min(far, self.session.depth)):
            here = self.session
            self.session = here.back()
            assert self.session.forward() is here
            assert here.previous
            assert {**contents(self.session), "choices": ()} == {**contents(here.previous), "choices": ()}
            assert self.session.choices == here.choices

    @precondition(lambda self: self.session.undone is not None)
    @rule(far=st.integers(1, 12))
    def forward(self, far: int) -> None:
        for _ in range(far):
            if self.session.undone:
                choices, action = self.session.choices, self.session.undone.action
                assert action
                assert self.session.do(action) is self.session.undone
                self.session = self.session.forward()
                assert self.session.choices == choices

    @rule(action=attempts)
    def legal_is_what_is_accepted(self, action: Any) -> None:
        before, session = contents(self.session), self.session
        refusal = session.verify(action)
        assert session.can(action) is (refusal is None)
        try:
            after = session.do(action)
        except Refusal as raised:
            assert refusal
            assert (raised.code, str(raised)) == (refusal.code, str(refusal))
            assert len(str(raised)) < 300
        else:
            assert refusal is None
            assert after.depth == session.depth + 1
        assert contents(self.session) == before

    @invariant()
    def holds(self) -> None:
        self.chips_are_kept()
        self.cards_are_kept()
        self.texts_bring_it_back()

    def chips_are_kept(self) -> None:
        s, rules = self.session, self.session.rules
        assert sum(s.balances) + s.pot + s.held == self.total  # A11.1
        assert min(*s.balances, s.pot, s.held) >= 0  # A11.3
        if s.phase in (Phase.SECOND_CARD, Phase.DECISION):
            assert s.pot >= 1  # A11.4
        assert (s.held > 0) is (s.phase in (Phase.THIRD_CARD, Phase.SETTLEMENT))
        assert all(isinstance(a, int) or a.denominator > 1 for a in (*s.balances, s.pot))
        if s.phase is Phase.DECISION:
            chips, most = s.balances[s.seat], s.limit.stake
            assert most == 0 or (rules.min_stake <= most <= s.pot and rules.cover * most <= chips)
            more = max(most + 1, rules.min_stake)
            assert more > s.pot or rules.cover * more > chips
        if s.event and s.previous:
            before, event = s.previous, s.event
            places = [*before.balances, before.held, before.pot]
            for move in event.moves:
                assert isinstance(move, Move) and move.chips > 0 and move.source != move.target
                places[move.source] -= move.chips
                places[move.target] += move.chips
            assert places == [*s.balances, s.held, s.pot] == [*event.balances, event.held, event.pot]
            assert (places[HELD], places[POT]) == (s.held, s.pot)
            assert (event.phase, event.round) == (before.phase, before.round)
            if event.phase is Phase.SETTLEMENT:
                assert event.net == s.balances[event.seat] - before.balances[event.seat] - before.held
                assert before.posts and event.card
                assert event.outcome is s.outcome is classify(before.posts, event.card)
                assert (s.pot == 0) is (event.outcome is Outcome.INSIDE and event.stake == before.pot)  # A11.5
        if s.result and s.phase is Phase.OVER:
            assert s.pot == 0
            assert s.result.winners == tuple(i for i, c in enumerate(s.balances) if c == max(s.balances))
            shared = s.result.share * len(s.players)
            assert s.previous and shared == s.previous.pot

    def cards_are_kept(self) -> None:
        s, n = self.session, len(self.session.players)
        firsts = [s.first_card(seat) for seat in range(n)]
        waiting = [first for seat, first in enumerate(firsts) if s.waiting(seat)]
        in_turn = [card for card in (*(s.posts or ()), s.third) if card]
        if s.posts:  # the first card of the hand in turn is one of its posts
            waiting.remove(s.posts[0])
            in_turn.remove(s.posts[0])
            in_turn.append(s.posts[0])
        assert Counter(s.seen) == Counter([*s.discards, *waiting, *in_turn])
        assert len(s.seen) <= 3 * n
        assert [c for c in firsts if c] == [c for c in firsts if c in s.seen]
        if s.posts:
            odds = s.odds
            others: set[Card] = set(s.seen) - set(s.posts) - {s.third}
            assert odds.unseen == 52 - 2 - len(others)
            assert set(odds.known) == {*s.posts, *others}

    def texts_bring_it_back(self) -> None:
        s = self.session
        code = encode(s)
        assert len(code) < 1000 and code.isascii() and " " not in code
        for again in (parse(code), from_json(to_json(s)), eval(repr(s), {"parse": parse})):
            assert again == s
            assert hash(again) == hash(s)
            assert contents(again) == contents(s)
        assert encode(parse(code)) == code


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=16, deadline=None, derandomize=True)
