"""A strategy of one's own against three of the kit's: many short sessions, all on the same cards as a random player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from acey_teach.analysis.strategies import decide
from acey_teach.engine.session import Bet, Pass, Phase, Session
from acey_teach.engine.settlement import check_stake
from acey_teach.engine.setup import Player, Setup
from acey_teach.exercises.program import Hand, Kind, Program, Reply
from acey_teach.exercises.tasks.finding import Finding, against
from acey_teach.i18n import N_, Translator

SESSIONS = 150
_BOTS = ("cautious", "expected-value", "bold")
_NAMES = {
    "cautious": N_("the cautious player"),
    "expected-value": N_("the player who goes by expected value"),
    "bold": N_("the bold player"),
}
_BENCH = "random"
"""Who must be beaten, besides one who never bets: a player who draws lots, in the same seat, on the same cards."""


class Stopped(NamedTuple):
    """A decision that is none: the session before it, and what the strategy answered."""

    session: Session
    reply: Reply


def _tables(strategy: str) -> list[Session]:
    """The sessions at their beginning. The dealer goes round, so nobody acts first more often."""
    seats = [Player("You", strategy), *(Player(name, name) for name in _BOTS)]
    return [Session.begin(Setup.of(seats, seed=f"s{k}")).choose_dealer(k % len(seats)) for k in range(SESSIONS)]


def _on(session: Session) -> Session:
    """The session when the strategy under test must decide, or at its end; bots and forced passes go by themselves."""
    while True:
        session = session.run()
        if session.phase is Phase.CUT:
            session = session.cut()
        elif session.phase is not Phase.DECISION:
            return session
        elif session.players[session.seat].strategy:
            session = session.do(decide(session))
        elif session.limit.stake:
            return session
        else:
            session = session.pass_()


def hand_of(session: Session) -> Hand:
    """What a strategy sees: counts of unseen cards by outcome, and the chips of the table."""
    odds, seat, n = session.odds, session.seat, len(session.balances)
    return Hand(
        {
            "inside": odds.inside,
            "outside": odds.outside,
            "post": odds.post,
            "unseen": odds.unseen,
            "most": session.limit.stake,
            "pot": session.pot,
            "chips": session.balances[seat],
            "round": session.round,
            "others": [session.balances[(seat + k) % n] for k in range(1, n)],
        }
    )


def answered(session: Session, reply: Reply) -> bool:
    if reply.kind is not Kind.VALUE or type(reply.value) is not int:
        return False
    return reply.value == 0 or check_stake(reply.value, session.limit, session.rules) is None


def _played(task: str, program: Program) -> tuple[list[Session], Stopped | None]:
    """All sessions at their end, or the decision that is none, by the smallest limit. One batch for each turn."""
    sessions = [_on(session) for session in _tables("")]
    while waiting := [k for k, session in enumerate(sessions) if session.phase is Phase.DECISION]:
        replies = program.call(task, [[hand_of(sessions[k])] for k in waiting])
        bad = [
            Stopped(sessions[k], reply)
            for k, reply in zip(waiting, replies, strict=True)
            if not answered(sessions[k], reply)
        ]
        if bad:
            # of the decisions after a stop none was asked for: the first one is to blame
            known = [one for one in bad if one.reply.kind is not Kind.STOPPED] or bad[:1]
            return sessions, min(known, key=lambda one: one.session.limit.stake)
        for k, reply in zip(waiting, replies, strict=True):
            assert isinstance(reply.value, int)
            sessions[k] = _on(sessions[k].do(Bet(reply.value) if reply.value else Pass()))
    return sessions, None


def _mean(sessions: Sequence[Session], seat: int) -> Fraction:
    return sum((Fraction(session.balances[seat]) for session in sessions), Fraction(0)) / len(sessions)


@cache
def _bench() -> tuple[Fraction, Fraction]:
    """What one who always passes and one who draws lots end with on average, in the same seat, on the same cards."""
    passing = [_on(session) for session in _tables("")]
    while any(session.phase is Phase.DECISION for session in passing):
        passing = [_on(session.pass_()) if session.phase is Phase.DECISION else session for session in passing]
    return _mean(passing, 0), _mean([_on(session) for session in _tables(_BENCH)], 0)


def plays(task: str, program: Program, t: Translator) -> Finding:
    """Play a strategy: right when all its stakes are legal, and it beats passing and drawing lots."""
    sessions, stopped = _played(task, program)
    if stopped:
        return Finding(False, t("A decision is not possible."), say_stopped(stopped, t))
    own, (passing, random) = _mean(sessions, 0), _bench()
    won = sum(0 in session.result.winners for session in sessions if session.result)
    bots = [
        t("{player} has {chips}", player=t(_NAMES[name]), chips=t.decimal(_mean(sessions, seat)))
        for seat, name in enumerate(_BOTS, 1)
    ]
    says = (
        t(
            "After {n} sessions yours has {chips} chips on average. With the same cards a player who always passes has "
            "{passing}, and one who draws lots has {random}.",
            n=len(sessions),
            chips=t.decimal(own),
            passing=t.decimal(passing),
            random=t.decimal(random),
        ),
        t("At the same table {bots}.", bots=t.listing(bots)),
        t(
            "Yours wins {share} of the sessions, wins shared with others included.",
            share=t.percent(Fraction(won, len(sessions))),
        ),
    )
    if own > max(passing, random):
        return Finding(True, t("Right: all decisions are possible, and yours beats passing and drawing lots."), says)
    if own > random:
        return Finding(False, t("Yours does not beat a player who always passes."), says)
    return Finding(False, t("Yours does not beat a player who draws lots."), says)


def say_stopped(stopped: Stopped, t: Translator) -> tuple[str, ...]:
    session, reply = stopped
    odds, most = session.odds, session.limit.stake
    case = t(
        "Inside {inside}, outside {outside}, post {post} of {unseen} unseen cards, chips {chips}, pot {pot}",
        inside=odds.inside,
        outside=odds.outside,
        post=odds.post,
        unseen=odds.unseen,
        chips=session.balances[session.seat],
        pot=session.pot,
    )
    limits = t("a whole number from 0, which is a pass, to {most}", most=most)
    return against(case, reply, None, limits, "A5.2", t)
