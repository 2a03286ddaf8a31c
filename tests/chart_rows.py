"""Rows for the charts, worked out here from posts and seen cards: what the tests draw."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NET = {"post": -2, "outside": -1, "inside": 1}
WORDS = {"inside": "inside", "outside": "outside", "post": "on the post"}

Rows = list[dict[str, Any]]


def kind_of(low: str, high: str, rank: str) -> str:
    a, b = sorted((RANKS.index(low), RANKS.index(high)))
    at = RANKS.index(rank)
    return "post" if at in (a, b) else "inside" if a < at < b else "outside"


def deck(first: str, second: str, *seen: str) -> Rows:
    known = {first, second, *seen}
    posts = {first[:-1], second[:-1]}
    rows = []
    for rank in RANKS:
        for key, suit in SUITS.items():
            kind = "seen" if rank + key in known else kind_of(first[:-1], second[:-1], rank)
            label = f"{rank}{suit}: {kind}"
            rows.append(dict(rank=rank, suit=suit, suitkey=key, kind=kind, label=label, post=rank in posts))
    return rows


def _signed(value: Fraction | float, digits: int | None = None) -> str:
    text = str(abs(value)) if digits is None else f"{abs(float(value)):.{digits}f}"
    return ("+" if value > 0 else "−" if value < 0 else "") + text


def counts(rows: Rows) -> dict[str, int]:
    return {kind: sum(row["kind"] == kind for row in rows) for kind in NET}


def outcome(rows: Rows, ghost: Rows | None = None, words: dict[str, str] = WORDS) -> Rows:
    n, shadow = counts(rows), counts(ghost) if ghost else None
    total = sum(n.values())
    return [
        dict(
            kind=kind,
            label=words[kind],
            count=n[kind],
            unseen=total,
            p=n[kind] / total,
            text=f"{n[kind]}/{total}",
            percent=f"{100 * n[kind] / total:.0f} %",
            ghost=shadow[kind] / sum(shadow.values()) if shadow else None,
        )
        for kind in WORDS
    ]


def result(rows: Rows, stake: int, extra: bool = True) -> Rows:
    n = counts(rows)
    total = sum(n.values())
    ev = Fraction(sum(NET[k] * n[k] for k in NET) * stake, total)
    more = dict(evnote="break-even" if ev == 0 else f"≈ {_signed(ev, 2)}", axis=f"chips won or lost with a stake of {stake}")
    return [
        dict(
            kind=kind,
            net=NET[kind] * stake,
            p=n[kind] / total,
            text=f"{n[kind]}/{total}",
            ev=float(ev),
            evlabel=f"expected {_signed(ev)}",
            **(more if extra else {}),
        )
        for kind in NET
    ]


NAMES = ["Ana", "Bence", "Clara", "David", "Eszter", "Fernando", "Gergő", "Hortensia María"]


def chips(players: int, turns: int, seed: int = 7, bold: int = 4) -> Rows:
    dice, own, pot = random.Random(seed), [100] * players, 0
    rows: Rows = []
    for step in range(turns + 1):
        if step % players == 0:
            own, pot = [c - 1 for c in own], pot + players
        if step and pot:
            who = step % players
            stake = dice.randint(0, max(0, min(pot, own[who] // 2, bold)))
            net = dice.choice([1, 1, -1, -2]) * stake
            own[who], pot = own[who] + net, pot - net
        label = f"Round {step // players + 1}, turn {step % players + 1}"
        for order in range(players):
            rows.append(dict(step=step, label=label, who=NAMES[order], chips=own[order], pot=False, order=order))
        rows.append(dict(step=step, label=label, who="Pot", chips=pot, pot=True, order=players))
    return rows


POSTS_ONLY = deck("4c", "Qd")
SEEN = deck("4c", "Qd", "3s", "9s", "2d", "Kh")
WIDEST = deck("2c", "Ah")
PAIR = deck("9c", "9h")
SPENT = deck("9c", "9h", "9s", "9d", "2c")
NEIGHBOURS = deck("7c", "8d")
SPANISH = {"inside": "dentro", "outside": "fuera", "post": "en el poste"}
HUNGARIAN = {"inside": "belül", "outside": "kívül", "post": "a kapufán"}

CASES: dict[str, list[Rows]] = {
    "deck": [SEEN, POSTS_ONLY, WIDEST, PAIR, SPENT, NEIGHBOURS, [dict(r, kind="unseen", post=False) for r in PAIR], []],
    "outcome": [
        outcome(SEEN, POSTS_ONLY),
        outcome(POSTS_ONLY, words=SPANISH),
        outcome(WIDEST, words=HUNGARIAN),
        outcome(PAIR),
        outcome(SPENT, PAIR),
        [],
    ],
    "result": [
        result(SEEN, 2),
        result(POSTS_ONLY, 1, extra=False),
        result(WIDEST, 3),
        result(PAIR, 5),
        result(SPENT, 40),
        result(NEIGHBOURS, 7),
        result(SEEN, 400),
        [],
    ],
    "chips": [chips(5, 7), chips(2, 0), chips(2, 6), chips(8, 24), chips(8, 24, bold=50), chips(5, 15), chips(5, 9, bold=90), []],
}
