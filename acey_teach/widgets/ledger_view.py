"""Chips in tables: the ledger, everybody's chips through the session, and who ends with what."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from acey_teach.engine.cards import Card
from acey_teach.engine.events import Hand, Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Outcome, Wager
from acey_teach.i18n import Translator
from acey_teach.widgets import draw, parts, scene
from acey_teach.widgets.words import OUTCOME_WORDS, ordered


def ledger_part(s: Session, t: Translator) -> str:
    """The ledger with every movement of chips; "" while nothing has moved."""
    lines = scene.ledger(s)
    if not lines:
        return ""
    total = sum(s.setup.start_chips)
    check = t(
        "In front of the players, in the pot and held aside there are always {n} chips in all.", n=t.number(total)
    )
    names = scene.places(s, t)
    moves = "".join(
        f"<li>{escape(t('{chips} from {source} to {target}', chips=t.number(m.chips), source=names[m.source], target=names[m.target]))}</li>"
        for event in s.history
        for m in event.moves
    )
    every = f'<details class="k-fold k-same"><summary>{escape(t("Every movement of chips"))}</summary><ol class="k-moves">{moves}</ol></details>'
    body = f'<div class="k-scroll" tabindex="0" role="region" aria-label="{escape(t("Ledger"))}">{ledger_table(lines, s, t)}</div><p class="k-cap">{escape(check)}</p>{every}'
    return parts.part(t("Ledger"), body, t("newest first"), "ledger")


def ledger_table(lines: list[scene.Line], s: Session, t: Translator) -> str:
    """The lines of the ledger, newest first; "" without any."""
    rows = [ledger_row(line, s, t, line is lines[-1]) for line in reversed(lines)]
    return draw.table(ledger_head(t), rows, t("Ledger")) if rows else ""


def ledger_head(t: Translator) -> list[tuple[str, bool]]:
    """The columns of the ledger."""
    return [
        (t("Player"), False),
        (t("Posts"), False),
        (t("Stake"), True),
        (t("Third"), False),
        (t("Result"), True),
        (t("Pot"), True),
    ]


def ledger_row(line: scene.Line, s: Session, t: Translator, now: bool) -> str:
    """One line of the ledger; `now` marks the newest."""
    event, classes = line.event, "is-now" if now else ""
    pot = (t.number(event.pot), True)
    if line.posts is None:
        text = t("Antes, round {n}", n=event.round) if event.phase is Phase.ANTE else t("Division of the rest")
        each = t("{n} each", n=t.signed(line.net))
        return parts.row(
            [(escape(text), False), ("", False), ("", True), ("", False), (escape(each), True), pot], classes
        )
    name = escape(s.players[event.seat].name)
    posts = posts_cell(ordered(line.posts, event.hand), event.hand, t)
    if event.outcome is None or event.card is None:
        return parts.row(
            [(name, False), (posts, False), ("–", True), (escape(t("pass")), False), ("0", True), pot], classes
        )
    kind = event.outcome.value
    third = (
        draw.mark(kind, f" {draw.CLASSES[kind]}")
        + draw.text_card(event.card)
        + f'<span class="k-vh"> {escape(t(OUTCOME_WORDS[Outcome(kind)]))}</span>'
    )
    stake = t.number(event.stake) if event.hand.wager is Wager.STAKE else escape(t("pot"))
    return parts.row(
        [(name, False), (posts, False), (stake, True), (third, False), (t.signed(line.net), True), pot],
        classes,
    )


def posts_cell(posts: Sequence[Card], hand: Hand, t: Translator) -> str:
    """The posts of a turn, and which hand of a split pair they are (B7)."""
    shown = " ".join(map(draw.text_card, posts))
    if not hand.column:
        return shown
    return f'{shown} <span class="k-cap">{escape(t("split, hand {n} of 2", n=hand.column))}</span>'


def chips_part(s: Session, t: Translator) -> str:
    """The course of everybody's chips and of the pot."""
    who = [*((p.name, c) for p, c in zip(s.players, s.balances, strict=True)), (t("pot"), s.pot)]
    sentence = t("Chips now: {all}.", all=t.listing(f"{name} {t.number(c)}" for name, c in who))
    table = draw.table(
        [(t("Rounds"), False), *((name, True) for name, _ in who)],
        (
            parts.row([(escape(label), False), *((t.number(chips), True) for chips in amounts)])
            for label, amounts in scene.chips_course(s, t)
        ),
        t("Chips through the session"),
    )
    table = f'<div class="k-scroll" tabindex="0" role="region" aria-label="{escape(t("Chips through the session"))}">{table}</div>'
    return parts.part(t("Chips through the session"), parts.figure("chips", sentence, table, t), "", "chips")


def final_table(s: Session, t: Translator) -> str:
    """Who ends with what: the chips before the division, the exact share, the sum."""
    assert s.result
    ranking = sorted(range(len(s.players)), key=lambda seat: -s.balances[seat])
    rows = [
        parts.row(
            [
                (
                    escape(s.players[seat].name)
                    + (f" · <b>{escape(t('wins'))}</b>" if seat in s.result.winners else ""),
                    False,
                ),
                (t.number(s.balances[seat] - s.result.share), True),
                (t.signed(s.result.share), True),
                (_amount(s.balances[seat], t), True),
            ],
            "is-now" if seat in s.result.winners else "",
        )
        for seat in ranking
    ]
    head = [(t("Player"), False), (t("Chips"), True), (t("Share of the pot"), True), (t("At the end"), True)]
    return f'<div class="k-final">{draw.table(head, rows, t("Final chips"))}</div>'


def _amount(chips: Chips, t: Translator) -> str:
    """Chips at the end: exactly, and where that is a fraction about how many."""
    about = "" if isinstance(chips, int) else f' <span class="k-cap">≈ {t.decimal(chips, 1)}</span>'
    return f"<b>{t.number(chips)}</b>{about}"
