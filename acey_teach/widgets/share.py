"""The same deal for everybody: codes of a session before its decisions, to be typed or opened by a link."""

from __future__ import annotations

from html import escape

from acey_teach.engine.actions import TURN_PHASES
from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode, replay
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import NEXT, Session
from acey_teach.i18n import Translator
from acey_teach.widgets.parts import button
from acey_teach.widgets.table_state import TableState


def _before(s: Session) -> Session:
    """The session without what was taken back: where the choice at `s`, or the next one, is due."""
    try:
        return replay(s.setup, [step.action for step in s.steps if step.action is not None and step.action != NEXT])
    except Refusal:  # decks without a seed, and none for the next round: no further choice will be due
        return s


def start(s: Session) -> Session:
    """The deal of the present round before its first decision; before the cut, the session as far as it is chosen.

    >>> from acey_teach.engine.session import Session
    >>> s = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run().cut(9).run().pass_().run()
    >>> (s.turn, start(s).turn, start(s).phase.value)
    (1, 0, 'decision')
    """
    cut = next((m for m in s.steps if m.round == s.round and m.event and m.event.phase is Phase.CUT), None)
    return _before(cut or s)


def here(s: Session) -> Session:
    """The deal of the present turn before its decision."""
    decided = next((m for m in s.steps if (m.round, m.turn) == (s.round, s.turn) and m.phase in TURN_PHASES), None)
    return _before(decided or s)


def codes(s: Session, t: Translator) -> list[tuple[str, str]]:
    """Codes to hand on, each with what it holds: from the beginning of the round, and from this turn if it is another."""
    first, now = encode(start(s)), encode(here(s))
    found = [(t("From the start of round {n}", n=s.round), first)]
    return found if now == first else [*found, (t("From this turn"), now)]


def body(s: Session, t: Translator) -> str:
    """The codes in large type, each with its link and buttons that copy them."""
    items = "".join(_item(i, label, code, t) for i, (label, code) in enumerate(codes(s, t)))
    return f'<div class="k-shares">{items}</div>'


def _item(i: int, label: str, code: str, t: Translator) -> str:
    copied = escape(t("copied"))
    text = escape(code)
    return (
        f'<section class="k-share"><h2 class="k-share-h">{escape(label)}</h2>'
        f'<p class="k-code k-share-code" id="{{{{v}}}}share{i}" style="--len:{max(len(code), 12)}">{text}</p>'
        f'<p class="k-share-link"><a data-link="{text}" hidden></a></p><p class="k-act">'
        f'<button type="button" class="k-btn" id="{{{{v}}}}copy-code{i}" data-copy="{text}" data-copied="{copied}">{escape(t("Copy code"))}</button>'
        f'<button type="button" class="k-btn" id="{{{{v}}}}copy-link{i}" data-copy-link="{text}" data-copied="{copied}" hidden>{escape(t("Copy link"))}</button>'
        f"</p></section>"
    )


def says(t: Translator) -> str:
    """What the codes are for."""
    return t("Everybody who opens this code or link gets the same cards and decides alone.")


def note(state: TableState, s: Session, t: Translator) -> str:
    """The codes as a note above the table, "" while they are not asked for."""
    if not state.screen.sharing:
        return ""
    return (
        f'<section class="k-note" id="{{{{v}}}}sharing" aria-labelledby="{{{{v}}}}sharing-h"><h2 id="{{{{v}}}}sharing-h">'
        f"{escape(t('The same cards for everybody'))}</h2><p>{escape(says(t))}</p>{body(s, t)}"
        f"<p>{button('share', t('Close'), value='close', focus=True)}</p></section>"
    )
