"""Attempts to break the rules: what is tried is put to the engine, and what it answers becomes a sentence."""

from __future__ import annotations

from collections.abc import Callable

from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import tidy
from acey_teach.i18n import Translator
from acey_teach.practice import answers
from acey_teach.widgets.words import narrate, plain


def tried(make: Callable[[], str], t: Translator, clause: str = "") -> tuple[bool, str, str]:
    """Whether the engine allows it, what `make` or the refusal says, and the clause: `clause` where it is allowed."""
    try:
        return True, make(), clause
    except Refusal as refusal:
        return False, refusal.sentence(t), refusal.clause


def attempt(make: Callable[[], str], t: Translator, clause: str = "") -> tuple[bool, str, str]:
    """Whether the engine allows it, what it says, and by which clause; `make` does it and tells what came of it.

    `clause` stands where the engine names none.
    """
    try:
        return True, make(), clause
    except Refusal as refusal:
        unread = refusal.code.startswith("answer")  # no rule is about what is no number
        return False, refusal.sentence(t), refusal.clause or ("" if unread else clause)


def told(session: Session, t: Translator) -> str:
    """What the last step of a session did."""
    return narrate(session, plain(t))


def typed(text: str) -> int:
    """The number somebody typed, for the engine to judge: it may be no whole one. Refusal where it is no number."""
    return tidy(answers.number(text))  # type: ignore[return-value]  # whether it is whole is what is asked
