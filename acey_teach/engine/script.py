"""A session as a script, written by people and other programs: decks, cuts and decisions (RULES A10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from acey_teach.engine.actions import (
    TURN_PHASES,
    Action,
    Bet,
    Blind,
    CallAce,
    Look,
    NameSide,
    Pass,
    PostBet,
    Split,
)
from acey_teach.engine.cards import Card
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, tidy
from acey_teach.engine.setup import Setup
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_

_Word = TypeVar("_Word", Ace, Side)


def from_script(script: Mapping[str, Any]) -> Session:
    """Play a script to its end (A10). Too few, too many or illegal decisions raise Refusal, and so do unknown words.

    A `seed` may stand in it as well: then the dealer, a round's cut and later decks can be left out.
    """
    try:
        _only(script, "players", "dealer", "rules", "start_chips", "rounds", "seed")
        rules, rounds = script.get("rules"), list_in(script["rounds"])
        chips, seed = script.get("start_chips"), script.get("seed")
        setup = Setup.of(
            list_in(script["players"]),
            Rules.of({} if rules is None else rules),
            seed="" if seed is None else seed,
            decks=[[Card(card) for card in list_in(one["deck"])] for one in rounds],
            start_chips=None if chips is None else [chips_in(c) for c in list_in(chips)],
        )
        session = Session.begin(setup).choose_dealer(script.get("dealer"))
        for number, one in enumerate(rounds, 1):
            _only(one, "deck", "cut", "decisions")
            session = session.run().cut(one.get("cut")).run()
            left = [*reversed(list_in(one["decisions"]))]
            while left and session.phase in TURN_PHASES:
                session = _turn(session, left.pop())
            if left or session.phase in TURN_PHASES:
                raise Refusal(
                    "script", N_("Round {n} of the script has too many or too few decisions."), clause="A10", n=number
                )
    except Refusal:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Refusal(
            "script",
            N_("This is not the script of a session: something is missing or has the wrong form."),
            clause="A10",
        ) from error
    if session.phase is not Phase.OVER:
        raise Refusal("script", N_("The script ends before the session does."), clause="A10")
    return session


def chips_in(value: object) -> Chips:
    """An amount of chips as a file writes it: a whole number or a text such as `7/2`; ValueError otherwise."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,16}(/[1-9][0-9]{0,6})?", value):  # MOST_CHIPS x MOST_PARTS
        return tidy(Fraction(value))
    return whole_in(value)


def list_in(value: object) -> list[Any]:
    """`value`, which must be a list; ValueError otherwise."""
    if not isinstance(value, list):
        raise ValueError("not a list")
    return value


def whole_in(value: object) -> int:
    """`value`, which must be a whole number, and True is none; ValueError otherwise."""
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


_WORDS = {
    "pass": {"ace"},
    "bet": {"stake", "dir", "ace"},
    "auto": {"ace"},
    "postbet": {"ace"},
    "blind": {"ace", "dir"},
    "split": {"stake", "hands", "ace"},
}
"""The words a decision of a script can have, beside its action (A10, part B)."""


def _turn(session: Session, decision: Mapping[str, Any]) -> Session:
    """Play the turn a decision of a script tells, with all that part B adds to it."""
    action = decision["action"]
    if not isinstance(action, str) or action not in _WORDS:
        raise Refusal(
            "script", N_("The decision “{action}” is not part of this game."), clause="A5.1", action=shown(action)
        )
    _only(decision, "action", *_WORDS[action])
    turn = session.turn
    if session.phase is Phase.BLIND or action == "blind":
        session = session.do(Blind() if action == "blind" else Look()).run()
    if session.phase is Phase.ACE and session.turn == turn:  # a blind bet may have played to the ace of the next one
        session = session.do(CallAce(_word(Ace, decision.get("ace")))).run()
    elif decision.get("ace") is not None:
        raise Refusal("script", N_("There is no ace to call low or high on this turn."), clause="B2")
    if action == "blind":
        if session.phase is Phase.SIDE:
            return session.do(NameSide(_word(Side, decision.get("dir")))).run()
        if decision.get("dir") is not None:
            raise Refusal(
                "side", N_("Higher or lower is said with a pair only, and these posts are none."), clause="B1"
            )
        return session
    if action != "split":
        return session.do(_decision_in(session, decision)).run()
    session = session.do(Split(decision.get("stake", 0))).run()
    left = [*reversed(list_in(decision.get("hands", [])))]
    while left and session.phase is Phase.DECISION and session.hand.column:
        one = left.pop()
        _only(one, "action", *_WORDS.get(one["action"], set()) - {"ace"})
        session = session.do(_decision_in(session, one)).run()
    if left or (session.phase is Phase.DECISION and session.hand.column):
        raise Refusal("script", N_("A split of the script has too many or too few hands."), clause="B7")
    return session


def _decision_in(session: Session, decision: Mapping[str, Any]) -> Action:
    match decision["action"]:
        case "pass":
            return Pass()
        case "postbet":
            return PostBet()
        case "auto" if session.terms.forced:
            return Bet(session.limit.stake) if session.limit.stake else Pass()
        case "bet":
            side = decision.get("dir")
            return Bet(decision["stake"], None if side is None else _word(Side, side))
    raise Refusal(
        "script", N_("The decision “{action}” is not possible here."), clause="A5.1", action=shown(decision["action"])
    )


def _word(kind: type[_Word], word: Any) -> _Word:
    try:
        return kind(word)
    except ValueError:
        raise Refusal(
            "script",
            N_("Here the script has to say {choices}, not {word}."),
            clause="A10",
            choices=" / ".join(kind),
            word=shown(word),
        ) from None


def _only(data: Mapping[str, Any], *known: str) -> None:
    for key in data:
        if key not in known:
            raise Refusal(
                "script", N_("The word “{key}” is not part of this game’s script."), clause="A10", key=shown(key)
            )
