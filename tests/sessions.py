"""Sessions of every kind, for tests of what is made of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from acey_teach.analysis.strategies import decide
from acey_teach.engine.actions import TURN_PHASES
from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import NEXT, Cut, Session
from acey_teach.engine.setup import Player

NAMES = ("Ana", "Bence", "Clara", "David", "Eszter", "Felipe", "Greta", "Hugo")


def auto(session: Session, to: Phase = Phase.OVER) -> Session:
    """Let the bots play on until `to` comes next."""
    while session.phase is not to:
        step = Cut() if session.phase is Phase.CUT else decide(session) if session.phase in TURN_PHASES else NEXT
        session = session.do(step)
    return session


def bots(n: int, strategy: str, seed: str, **rules: Any) -> Session:
    players = [Player(name, strategy) for name in NAMES[:n]]
    return auto(Session.new(players, Rules(**rules), seed=seed).choose_dealer(0))


def dealt(top: str, *, chips: list[Any] | None = None, **rules: Any) -> Session:
    """Two people, Ana's decision due with these cards from the top."""
    first = cards(top)
    deck = [*first, *(card for card in PACK if card not in first)]
    new = Session.new(["Ana", "Ben"], Rules(**rules), decks=[deck], seed="sheet", start_chips=chips)
    return new.choose_dealer(1).run().cut().run()


def pot_emptied() -> Session:
    """Ana takes the whole pot at once: the session ends in round 1 before Ben's turn."""
    return dealt("4c 2s Qd 9h").bet(2).run()


SESSIONS = {
    "two people": bots(2, "bold", "a"),
    "eight bots": bots(8, "random", "b"),
    "five bots, three rounds": bots(5, "random", "d"),
    "no bets at all": dealt("4c 5c 4d 5d", max_rounds=1).pass_().run().pass_().run(),
    "one round": bots(3, "random", "c", max_rounds=1),
    "ended in round 1": pot_emptied(),
    "forced to pass": auto(
        Session.new([Player("Ana", "bold"), Player("Ben", "bold")], seed="p", start_chips=[1, 2]).choose_dealer(0)
    ),
    "fractions from the start": dealt("4c 8s Qd 9h", chips=[Fraction(7, 2), 10]).bet(1).run().pass_().run(),
    "a post costs three stakes": bots(4, "random", "e", post_factor=3),
    "two packs": bots(4, "random", "f", decks=2),
    "still going on": auto(bots(3, "random", "g").steps[30], Phase.DECISION),
}
