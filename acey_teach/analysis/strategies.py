"""Simple players: each looks at a session whose decision is due and passes or bets. Deterministic, so replays agree."""

from __future__ import annotations

from collections.abc import Callable

from acey_teach.engine.session import Action, Bet, Pass, Session
from acey_teach.engine.shuffle import below

Strategy = Callable[[Session], Action]


def cautious(session: Session) -> Action:
    """Bets only with an edge of a fifth of a chip or more, and then a quarter of the largest stake."""
    odds, most = session.odds, session.limit.stake
    return Bet(max(session.rules.min_stake, most // 4)) if most and 5 * odds.margin >= odds.unseen else Pass()


def expected_value(session: Session) -> Action:
    """Bets the largest stake whenever the bet is worth more than nothing: most chips in the long run, and swings."""
    most = session.limit.stake
    return Bet(most) if most and session.odds.margin > 0 else Pass()


def bold(session: Session) -> Action:
    """Bets half of the largest stake whenever inside is the likeliest outcome, whatever a post may cost."""
    odds, most = session.odds, session.limit.stake
    stake = max(session.rules.min_stake, (most + 1) // 2)
    return Bet(stake) if most and odds.inside > max(odds.outside, odds.post) else Pass()


def random(session: Session) -> Action:
    """Passes or bets any legal stake, all equally likely, drawn from the session's seed."""
    least, most = session.rules.min_stake, session.limit.stake
    stakes = min(most - least + 1, 65535) if most else 0
    choice = below(stakes + 1, session.setup.seed, f"random/{session.round}/{session.seat}")
    return Bet(least + choice - 1) if choice else Pass()


STRATEGIES: dict[str, Strategy] = {
    "cautious": cautious,
    "expected-value": expected_value,
    "bold": bold,
    "random": random,
}
"""The strategies by the names that seats use."""


def decide(session: Session) -> Action:
    """What the seat in turn does when its strategy decides; KeyError for a person's seat.

    >>> from acey_teach.engine.setup import Player
    >>> from acey_teach.engine.session import Session
    >>> seats = [Player("Ana", "bold"), Player("Ben", "cautious")]
    >>> decide(Session.new(seats, seed="demo").choose_dealer(0).run().cut(20).run())
    Pass()
    """
    return STRATEGIES[session.players[session.seat].strategy](session)
