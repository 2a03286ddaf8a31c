"""What may be seen of a moment, in words and numbers: rows for charts, the rank line, the ledger. No HTML."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from acey_teach.engine.cards import HIGH, PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.events import HELD, POT, Event, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Outcome, Wager, net_of, outcome_of, paid, post_prices
from acey_teach.engine.terms import LOW_ACE, Side, Terms
from acey_teach.i18n import Translator
from acey_teach.widgets.draw import Rank, Zone
from acey_teach.widgets.words import OUTCOME_WORDS, passed

Rows = list[dict[str, Any]]


# ---- charts: rows of plain values, all words in the reader's language ----
def deck_rows(odds: Odds | None, seen: Sequence[Card], t: Translator, packs: int = 1) -> Rows:
    """The 52 cards: seen, or what each would be as the third card ("unseen" while there are no posts).

    With several packs a card is seen when all of its copies are.
    """
    hand = odds.terms if odds else None
    words = {"seen": t("seen"), "unseen": t("unseen"), **{o.value: t(OUTCOME_WORDS[o]) for o in Outcome}}
    rows = []
    for card in PACK:
        left = packs - seen.count(card)
        kind = "seen" if left <= 0 else outcome_of(hand, card).value if hand else "unseen"
        label = f"{card}: {words[kind]}"
        if packs > 1:
            label += ", " + t("{n} unseen", n=left)
        rows.append(
            {
                "rank": card.rank_name,
                "suit": card.symbol,
                "suitkey": card.suit,
                "kind": kind,
                "label": label,
                "post": bool(hand and card.bit & hand.post),
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


def result_rows(
    odds: Odds,
    stake: int,
    t: Translator,
    prices: Prices | None = None,
    pot: int | None = None,
    chips: int | None = None,
) -> Rows:
    """What a stake can bring, in chips, with the expected value to mark. Outcomes that bring the same share a row.

    `prices` are those of another wager than a stake on inside; `pot` and `chips` are as in `Odds.results`.
    """
    ev = mean(prices, odds) if prices else odds.ev(stake, pot, chips)
    nets: dict[Chips, list[tuple[Outcome, int]]] = {}
    for o, net, n in prices or odds.prices(stake, pot, chips):
        nets.setdefault(net, []).append((o, n))
    return [
        {
            "kind": found[0][0].value,
            "label": t.listing(t(OUTCOME_WORDS[o]) for o in dict.fromkeys(o for o, _ in found)),
            "net": net if isinstance(net, int) else float(net),
            "p": float(Fraction(n, odds.unseen)),
            "text": f"{n}/{odds.unseen}",
            "ev": float(ev),
            "evlabel": t("expected {ev}", ev=t.signed(ev)),
            "evnote": about(ev, t),
            "axis": t("chips won or lost with this bet")
            if prices
            else t.ngettext("chips won or lost with a stake of {n}", "chips won or lost with a stake of {n}", stake),
        }
        for net, found in sorted(nets.items())
        for n in [sum(n for _, n in found)]
    ]


Prices = Sequence[tuple[Outcome, Chips, int]]
"""Outcome, net result in chips, unseen cards: as in `Odds.prices`."""
Results = dict[Chips, int]
"""Net result in chips -> unseen cards, from worst to best."""


def _unsettled(s: Session) -> Session:
    """The hand on the table as it was before the settlement."""
    while s.outcome and s.previous:
        s = s.previous
    return s


def pot_of(s: Session) -> int:
    """The pot of the hand on the table, as it was before the settlement."""
    return int(_unsettled(s).pot)


def chips_of(s: Session) -> int:
    """The chips behind the bet on the table, with those set aside for it, as before the settlement."""
    at = _unsettled(s)
    return int(at.balances[at.seat]) + at.held


def prices_of(s: Session, odds: Odds, wager: Wager) -> Prices | None:
    """What a wager on the hand on the table brings, None where it is a stake on inside."""
    if wager is Wager.STAKE:
        return None
    at = _unsettled(s)
    hit, _ = post_prices(at.pot, at.balances, at.seat, odds.rules)
    found: dict[tuple[Outcome, Chips], int] = {}
    for rank, left in enumerate(odds.by_rank):
        if left > 0 and rank in RANKS:
            outcome, net = net_of(odds.terms, Card(f"{RANK_NAMES[rank]}c"), 0, at.pot, odds.rules, wager)
            net = hit if net > at.pot else paid(net, at.balances[at.seat] + at.held, odds.rules)
            found[outcome, net] = found.get((outcome, net), 0) + left
    return [(outcome, net, n) for (outcome, net), n in found.items()]


def results(prices: Prices) -> Results:
    """What the outcomes bring, those that bring the same together."""
    found: Results = {}
    for _, net, n in prices:
        found[net] = found.get(net, 0) + n
    return dict(sorted(found.items()))


def mean(prices: Prices, odds: Odds) -> Fraction:
    """What they are worth on average, in chips."""
    return sum((Fraction(net) * n for _, net, n in prices), Fraction(0)) / odds.unseen


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
    hand = odds.terms if odds else None
    line: Sequence[int] = RANKS
    if (
        hand and hand.low == LOW_ACE
    ):  # it stands at the left, below the 2; with a high ace both ends are aces (B2, R-34)
        line = (HIGH, *(rank for rank in RANKS if rank != HIGH or hand.high == HIGH))
    ranks = []
    for place, rank in enumerate(line):
        kind = outcome_of(hand, Card(f"{RANK_NAMES[rank]}c")).value if hand else "unseen"
        text = t(OUTCOME_WORDS[Outcome(kind)]) if hand else ""
        unseen = t("{n} unseen", n=left[rank]) if counted else ""
        shown = left[rank] if counted else None
        if place == 0 and rank == HIGH:
            text = f"{t('a low ace')}, {text}"
            if len(line) > len(RANKS):  # the same cards as at the right end
                unseen, shown = "", None
        ranks.append(Rank(RANK_NAMES[rank], kind, shown, ", ".join(filter(None, [text, unseen]))))
    return ranks, _zones([rank.kind for rank in ranks], hand, t, counted) if hand else []


def _zones(kinds: Sequence[str], hand: Terms, t: Translator, counted: bool) -> list[Zone]:
    """A word over each stretch of places with the same outcome."""
    zones, posts, start = [], [], 0
    while start < len(kinds):
        kind, end = kinds[start], start + 1
        while kind != "post" and end < len(kinds) and kinds[end] == kind:
            end += 1
        n = end - start
        if kind == "post":
            posts.append(start)
        elif kind == "outside":
            zones.append(Zone(kind, start + 1, end + 1, t(OUTCOME_WORDS[Outcome.OUTSIDE]) if n > 1 else ""))
        else:
            zones.append(Zone(kind, start + 1, end + 1, _inside(n, hand, t, counted)))
        start = end
    near = len(posts) == 2 and posts[1] - posts[0] == 1  # two words side by side would run into each other
    return zones + [Zone("post", place + 1, place + 2, "" if near else t("post")) for place in posts]


def _inside(n: int, hand: Terms, t: Translator, counted: bool) -> str:
    if hand.side and n > 1:
        return t("higher") if hand.side is Side.HIGHER else t("lower")
    if n > 5 and counted:
        return t.ngettext("inside: {n} rank", "inside: {n} ranks", n)
    return t(OUTCOME_WORDS[Outcome.INSIDE]) if n > 1 else ""


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
        elif event.phase is Phase.SETTLEMENT or passed(event):
            lines.append(Line(event, event.seat, step.posts, event.net))
        elif event.phase is Phase.DIVISION and step.result:
            lines.append(Line(event, None, None, step.result.share))
    return lines


def places(s: Session, t: Translator) -> dict[int, str]:
    """The names of the places chips move between."""
    return {**{seat: p.name for seat, p in enumerate(s.players)}, POT: t("pot"), HELD: t("held aside")}
