"""What may be seen of a moment, in words and numbers: rows for charts, the rank line, the ledger. No HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from acey_teach.engine.cards import PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.events import HELD, POT, Event, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Outcome, classify
from acey_teach.i18n import Translator
from acey_teach.widgets.draw import Rank, Zone
from acey_teach.widgets.words import OUTCOME_WORDS

Rows = list[dict[str, Any]]


# ---- charts: rows of plain values, all words in the reader's language ----
def deck_rows(posts: Sequence[Card] | None, seen: Iterable[Card], t: Translator) -> Rows:
    """The 52 cards: seen, or what each would be as the third card ("unseen" while there are no posts)."""
    known, post_ranks = set(seen), {card.rank for card in posts or ()}
    words = {"seen": t("seen"), "unseen": t("unseen"), **{o.value: t(OUTCOME_WORDS[o]) for o in Outcome}}
    rows = []
    for card in PACK:
        kind = "seen" if card in known else classify(posts, card).value if posts else "unseen"
        rows.append(
            {
                "rank": card.rank_name,
                "suit": card.symbol,
                "suitkey": card.suit,
                "kind": kind,
                "label": f"{card}: {words[kind]}",
                "post": card.rank in post_ranks,
            }
        )
    return rows


def outcome_rows(odds: Odds, other: Odds | None, t: Translator) -> Rows:
    """Count, fraction and percent of each outcome; `other` odds give the dashed line."""
    return [
        {
            "kind": o.value,
            "label": t(OUTCOME_WORDS[o]),
            "count": odds.count(o),
            "unseen": odds.unseen,
            "p": float(odds.p(o)),
            "text": f"{odds.count(o)}/{odds.unseen}",
            "percent": t.percent(odds.p(o)),
            "ghost": float(other.p(o)) if other else None,
        }
        for o in Outcome
    ]


def result_rows(odds: Odds, stake: int, t: Translator) -> Rows:
    """What a stake can bring, in chips, with the expected value to mark. Outcomes that bring the same share a row."""
    ev = odds.ev(stake)
    nets: dict[int, list[tuple[Outcome, int]]] = {}
    for o, net, n in odds.prices(stake):
        nets.setdefault(net, []).append((o, n))
    return [
        {
            "kind": found[0][0].value,
            "label": t.listing(t(OUTCOME_WORDS[o]) for o, _ in found),
            "net": net,
            "p": float(Fraction(n, odds.unseen)),
            "text": f"{n}/{odds.unseen}",
            "ev": float(ev),
            "evlabel": t("expected {ev}", ev=t.signed(ev)),
            "evnote": about(ev, t),
            "axis": t.ngettext("chips won or lost with a stake of {n}", "chips won or lost with a stake of {n}", stake),
        }
        for net, found in sorted(nets.items())
        for n in [sum(n for _, n in found)]
    ]


def about(value: Fraction, t: Translator) -> str | None:
    """A fraction's nearest decimal, `≈ +0.09`, what a value of 0 is called, or nothing for a whole number."""
    if value == 0:
        return t("break-even")
    return None if value.denominator == 1 else f"≈ {t.decimal(value, signed=True)}"


def chips_course(s: Session, t: Translator) -> list[tuple[str, tuple[Chips, ...]]]:
    """After each ante, settlement and the division: what it was, and the chips of every seat and, last, of the pot."""
    points: list[tuple[str, tuple[Chips, ...]]] = [(t("start"), (*s.setup.start_chips, 0))]
    for event in s.history:
        if event.phase in (Phase.ANTE, Phase.SETTLEMENT, Phase.DIVISION):
            label = (
                t("round {n}, antes", n=event.round)
                if event.phase is Phase.ANTE
                else t("end")
                if event.phase is Phase.DIVISION
                else t("round {n}, {name}", n=event.round, name=s.players[event.seat].name)
            )
            points.append((label, (*event.balances, event.pot)))
    return points


def chips_rows(s: Session, t: Translator) -> Rows:
    """The course of everybody's chips and of the pot."""
    names, pot = [*(p.name for p in s.players), t("pot")], len(s.players)
    return [
        {
            "step": step,
            "label": label,
            "who": names[order],
            "chips": float(chips),
            "text": str(chips) if isinstance(chips, int) else t.decimal(chips, 1),
            "pot": order == pot,
            "order": order,
        }
        for step, (label, amounts) in enumerate(chips_course(s, t))
        for order, chips in enumerate(amounts)
    ]


# ---- the rank line ----
def rank_line(
    odds: Odds | None, left: Sequence[int], t: Translator, counted: bool = True
) -> tuple[list[Rank], list[Zone]]:
    """The places 2 to A with the outcome of each, and the words over them. `left[r]` unseen cards have rank value r."""
    low, high = sorted(card.rank for card in odds.posts) if odds else (0, 0)
    ranks = []
    for rank in RANKS:
        kind = "unseen" if not odds else "post" if rank in (low, high) else "inside" if low < rank < high else "outside"
        text = t(OUTCOME_WORDS[Outcome(kind)]) if odds else ""
        unseen = t("{n} unseen", n=left[rank]) if counted else ""
        ranks.append(
            Rank(RANK_NAMES[rank], kind, left[rank] if counted else None, ", ".join(filter(None, [text, unseen])))
        )
    return ranks, _zones(low, high, t, counted) if odds else []


def _zones(low: int, high: int, t: Translator, counted: bool) -> list[Zone]:
    zones, outside, post = [], t(OUTCOME_WORDS[Outcome.OUTSIDE]), t("post")
    if low > RANKS[0]:
        zones.append(Zone("outside", 1, low - 1, outside if low > 3 else ""))
    if high - low > 1:
        n = high - low - 1
        text = (
            t.ngettext("inside: {n} rank", "inside: {n} ranks", n)
            if n > 5 and counted
            else t(OUTCOME_WORDS[Outcome.INSIDE])
            if n > 1
            else ""
        )
        zones.append(Zone("inside", low, high - 1, text))
    if high < RANKS[-1]:
        zones.append(Zone("outside", high, 14, outside if high < 13 else ""))
    near = high - low == 1  # two words side by side would run into each other
    return zones + [Zone("post", rank - 1, rank, "" if near else post) for rank in sorted({low, high})]


# ---- the ledger ----
class Line(NamedTuple):
    """One line of the ledger: an ante, a played turn, or the division. `seat` is None where everybody is meant."""

    event: Event
    seat: int | None
    posts: tuple[Card, Card] | None
    net: Chips


def ledger(s: Session) -> list[Line]:
    """What moved chips so far, oldest first; a turn becomes a line when it is passed or settled."""
    lines = []
    for step in s.steps:
        event = step.event
        if event is None:
            continue
        if event.phase is Phase.ANTE:
            lines.append(Line(event, None, None, -s.rules.ante))
        elif event.phase is Phase.SETTLEMENT or (event.phase is Phase.DECISION and not event.stake):
            lines.append(Line(event, event.seat, step.posts, event.net))
        elif event.phase is Phase.DIVISION and step.result:
            lines.append(Line(event, None, None, step.result.share))
    return lines


def places(s: Session, t: Translator) -> dict[int, str]:
    """The names of the places chips move between."""
    return {**{seat: p.name for seat, p in enumerate(s.players)}, POT: t("pot"), HELD: t("held aside")}
