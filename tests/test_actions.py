"""verify, can and do agree in every phase; going back and forward; a session never changes (RULES A5.5, R-22)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from acey_teach.engine.cards import PACK
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import NEXT, Action, Bet, ChooseDealer, Cut, Next, Pass, Phase, Session
from acey_teach.engine.setup import Player

OF_PART_B = {Phase.BLIND, Phase.ACE, Phase.SIDE, Phase.SPLIT_CARD, Phase.STAKE, Phase.NEXT_HAND}
ONE_ROUND = Rules(max_rounds=1)


def ended(session: Session) -> Session:
    """The end of the session when the first to act bets 1 and the others pass."""
    session = session.choose_dealer(0).run()
    while session.phase is not Phase.OVER:
        choice = Cut() if session.phase is Phase.CUT else Bet(1) if session.turn == 0 else Pass()
        session = session.do(choice).run()
    return session


ODD: list[Any] = [None, 0, "bet", Bet, (), [], {}, ("Bet", 2), Player("Ana"), object(), Phase.OVER]


def test_what_is_no_action_is_refused_everywhere() -> None:
    for session in ended(Session.new(["Ana", "Ben"], ONE_ROUND, seed="demo")).steps:
        for action in ODD:
            refusal = session.verify(action)
            assert refusal
            assert refusal.code == "action"
            assert not session.can(action)
            with pytest.raises(Refusal):
                session.do(action)


def test_each_phase_takes_its_own_actions_only() -> None:
    actions: list[Action] = [ChooseDealer(0), ChooseDealer(), Cut(9), Cut(), Bet(1), Pass(), NEXT]
    kinds = {Phase.CHOOSE_DEALER: ChooseDealer, Phase.CUT: Cut, Phase.DECISION: Bet | Pass}
    end = ended(Session.new(["Ana", "Ben"], seed="", decks=[PACK] * 3))
    assert {session.phase for session in end.steps} == set(Phase) - OF_PART_B
    for session in end.steps:
        for action in actions:
            wanted = isinstance(action, kinds.get(session.phase, Next)) and session.phase is not Phase.OVER
            wanted = wanted and action != ChooseDealer()  # there is no seed
            assert session.can(action) is wanted is (session.verify(action) is None), (session.phase, action)
            if not wanted:
                with pytest.raises(Refusal) as refusal:
                    session.do(action)
                assert refusal.value.code in ("choose-first", "not-now", "over", "dealer")
                assert str(refusal.value)


@pytest.mark.parametrize("seat", [2, -1, True, 0.0, "0", 10**5000], ids=lambda seat: type(seat).__name__)
def test_there_is_no_such_seat(seat: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new(["Ana", "Ben"], seed="x").choose_dealer(seat)
    assert (refusal.value.code, refusal.value.clause) == ("dealer", "A2.1")


def test_without_seed_every_round_needs_its_deck() -> None:
    session = (
        Session.new(["Ana", "Ben"], seed="", decks=[PACK]).choose_dealer(0).run().cut().run().pass_().run().pass_()
    )
    with pytest.raises(Refusal, match="no deck for round 2"):
        session.run()
    while session.phase is not Phase.SHUFFLE:
        session = session.next()
    assert not session.can(NEXT)


def test_scripted_decks_come_first_and_the_seed_gives_the_others() -> None:
    scripted = Session.new(["Ana", "Ben"], seed="demo", decks=[PACK]).choose_dealer(0).run()
    assert scripted.stock == PACK
    scripted = scripted.cut().run().pass_().run().pass_().run()
    free = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run().cut().run().pass_().run().pass_().run()
    assert scripted.stock == free.stock != PACK


def test_back_and_forward() -> None:
    end = ended(Session.new(["Ana", "Ben", "Clara"], ONE_ROUND, seed="demo"))
    session = end
    for step in reversed(end.steps[:-1]):
        session = session.back()
        assert (session.depth, session.history, session.phase) == (step.depth, step.history, step.phase)
        assert (session.stock, session.balances, session.event) == (step.stock, step.balances, step.event)
        assert session.choices == end.choices
    with pytest.raises(Refusal, match="nothing can be taken back"):
        session.back()
    while session.undone:
        session = session.forward()
    assert session is end
    with pytest.raises(Refusal, match="not gone back"):
        session.forward()


def test_after_going_back_the_same_choice_keeps_the_future_and_another_forgets_it() -> None:
    end = ended(Session.new(["Ana", "Ben", "Clara"], ONE_ROUND, seed="demo"))
    decision = end
    while decision.phase is not Phase.DECISION or decision.turn > 0:
        decision = decision.back()
    assert decision.bet(1).undone is not None
    assert decision.bet(1).run().choices == end.choices
    for other in (decision.bet(2), decision.pass_()):
        assert other.undone is None
        assert other.choices == (*end.choices[:2], other.action)


def test_a_session_does_not_change() -> None:
    session = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run().cut(9).run()
    again = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run().cut(9).run()
    for name in ("pot", "phase", "anything"):
        with pytest.raises(AttributeError):
            setattr(session, name, 0)
        with pytest.raises(AttributeError):
            delattr(session, name)
    assert copy.copy(session) is copy.deepcopy(session) is session
    assert pickle.loads(pickle.dumps(session)) == session
    assert len({session, session.back().forward(), again}) == 1
    assert session != session.back()
    assert session != "session"
