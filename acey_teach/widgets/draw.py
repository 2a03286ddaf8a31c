"""Cards, marks, the rank line and tables as HTML and SVG. Knows shapes, not rules; words come from the caller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from acey_teach.engine.cards import Card

PIPS = {
    "s": "M12 2C15 7 21.5 10.2 21.5 15.2a4.6 4.6 0 0 1-8 3.2c.2 1.6.8 2.8 2 4.1h-7c1.2-1.3 1.8-2.5 2-4.1a4.6 4.6 0 0 1-8-3.2C2.5 "
    "10.2 9 7 12 2z",
    "h": "M12 22C8.5 17.5 2 13.5 2 8.2A5.2 5.2 0 0 1 12 6a5.2 5.2 0 0 1 10 2.2C22 13.5 15.5 17.5 12 22z",
    "d": "M12 1.5 20.3 12 12 22.5 3.7 12z",
    "c": "M12 1.8a4.7 4.7 0 0 1 3.9 7.3 4.7 4.7 0 1 1-2.6 8.5c.2 2 .9 3.4 2.2 4.9h-7c1.3-1.5 2-2.9 2.2-4.9a4.7 4.7 0 1 1-2.6-8.5A4.7 "
    "4.7 0 0 1 12 1.8z",
}
SHAPES = {
    "inside": '<circle cx="6" cy="6" r="5.5" fill="currentColor"/>',
    "outside": '<circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" stroke-width="2.2"/>',
    "post": '<path d="M6 .4 11.9 11.2H.1z" fill="currentColor"/>',
}
SHAPES["unseen"] = '<circle cx="6" cy="6" r="3.4" fill="currentColor"/>'
CLASSES = {"inside": "is-in", "outside": "is-out", "post": "is-post", "unseen": "is-none"}
"""Outcome -> the class that sets its colours."""
_FACE = '<rect class="face" x=".4" y=".4" width="99.2" height="139.2" rx="7.5"/>'
LOGO = (
    '<svg viewBox="0 0 26 26" aria-hidden="true"><rect x="3" y="2" width="4" height="22" rx="1.5" fill="currentColor"/>'
    '<rect x="19" y="2" width="4" height="22" rx="1.5" fill="currentColor"/><circle cx="13" cy="13" r="3.6" fill="currentColor"/></svg>'
)
POT = (
    '<svg viewBox="0 0 46 34" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8"><path d="M5 24v4c0 2.6 5 4.2 11 '
    '4.2S27 30.6 27 28v-4M5 19v5c0 2.6 5 4.2 11 4.2S27 26.6 27 24v-5"/><ellipse cx="16" cy="18" rx="11" ry="4.4"/><path d="M20 11v4c0 '
    '.9.6 1.7 1.7 2.4M41 11v14c0 2.5-4.5 4.1-10.3 4.2M41 16c0 2.6-5 4.2-11 4.2-1 0-1.9 0-2.8-.1M41 21c0 2.6-5 4.2-11 4.2"/><ellipse '
    'cx="30.5" cy="9" rx="10.5" ry="4.2"/></svg>'
)
HELD = (
    '<svg viewBox="0 0 46 34" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8"><ellipse cx="23" cy="17" rx="12" '
    'ry="5"/><path d="M11 17v5c0 2.8 5.3 5 12 5s12-2.2 12-5v-5"/><path d="M3 5v26M43 5v26" stroke-dasharray="3 3"/></svg>'
)


def mark(kind: str, classes: str = "") -> str:
    """The shape of an outcome: disc, ring or triangle. `kind` is inside, outside or post."""
    return f'<svg class="k-mark{classes}" viewBox="0 0 12 12" aria-hidden="true">{SHAPES[kind]}</svg>'


def word(kind: str, text: str) -> str:
    """Shape and word together, in the colour of the outcome."""
    return f'<span class="k-word {CLASSES[kind]}">{mark(kind)}{escape(text)}</span>'


def text_card(card: Card) -> str:
    """A card inside a sentence."""
    return f'<span class="k-suit k-{card.suit}">{card}</span>'


def card(card: Card, name: str, classes: str = "", flag: str = "") -> str:
    """A card face up; `name` is read aloud. `flag` is HTML at its lower edge."""
    rank, pip = card.rank_name, PIPS[card.suit]
    if "is-mini" in classes:
        inner = (
            f'<text class="rank ink" x="50" y="58" text-anchor="middle">{rank}</text>'
            f'<path class="ink" d="{pip}" transform="translate(26 74) scale(2)"/>'
        )
    else:
        inner = (
            f'<text class="rank ink" x="9" y="45">{rank}</text>'
            f'<path class="ink" d="{pip}" transform="translate(10 53) scale(.92)"/>'
            f'<path class="ink" d="{pip}" transform="translate(37 72) scale(2.3)"/>'
        )
    return (
        f'<div class="k-card {classes}" data-suit="{card.suit}"><svg viewBox="0 0 100 140" role="img" '
        f'aria-label="{escape(name)}">{_FACE}{inner}</svg>{flag}</div>'
    )


def back(name: str, classes: str = "") -> str:
    """A card face down."""
    weave = "".join(f'<path class="weave" d="M{x} 16V124"/>' for x in (20, 30, 70, 80))
    return (
        f'<div class="k-card k-back {classes}"><svg viewBox="0 0 100 140" role="img" aria-label="{escape(name)}">{_FACE}'
        f'<rect class="back" x="7" y="7" width="86" height="126" rx="4"/>{weave}<circle class="dot" cx="50" cy="70" r="7"/></svg></div>'
    )


def slot(text: str, sign: str = "?") -> str:
    """The empty place of a card."""
    return f'<div class="k-slot"><b aria-hidden="true">{sign}</b><span>{escape(text)}</span></div>'


def flag(kind: str, text: str) -> str:
    """The outcome written under a third card."""
    return f'<span class="k-flag {CLASSES[kind]}">{mark(kind)}{escape(text)}</span>'


def pile(picture: str, number: str, caption: str, empty: bool = False) -> str:
    """Chips in one place: the pot, or the stake held aside."""
    return (
        f'<div class="k-pile{" is-none" if empty else ""}">{picture}<span class="n">{number}</span>'
        f'<span class="k-cap">{escape(caption)}</span></div>'
    )


class Rank(NamedTuple):
    """One place of the rank line: what stands on it, its outcome, the unseen cards of it (None: hidden), and a description."""

    name: str
    kind: str
    unseen: int | None
    says: str


class Zone(NamedTuple):
    """A word over the rank line, from column `start` up to but not including `end`; columns count from 1."""

    kind: str
    start: int
    end: int
    text: str


RANKS = 13
"""Places of the usual rank line."""
MOST_DOTS = 8
"""So many unseen cards of a rank can be drawn; of more the number stands there instead."""
_ROWS = ' style="flex-wrap:wrap;align-content:center"'


def rank_line(ranks: Sequence[Rank], zones: Iterable[Zone], says: str, hit: str = "") -> str:
    """The number line 2 to A with two posts in it; each dot is one unseen card. `hit` is the rank of the third card."""
    parts = [
        f'<li class="k-zone {CLASSES[z.kind]}" style="grid-column:{z.start}/{z.end}">{mark(z.kind)}<span>{escape(z.text)}</span></li>'
        for z in zones
    ]
    most = max(rank.unseen or 0 for rank in ranks)
    for column, rank in enumerate(ranks, 1):
        dots = "<i></i>" * (rank.unseen or 0)  # up to 52 of them: shapes in CSS, a tenth of the bytes of a mark
        number = "" if rank.unseen is None else str(rank.unseen)
        rows, below = _ROWS if most > 4 else "", number
        if most > MOST_DOTS:
            rows, dots, below = ' aria-hidden="true"', f"<b>{number}</b>", ""
        place = f"{rank.name}{column}" if len(ranks) > RANKS and column == 1 else rank.name  # the ace is at both ends
        parts.append(
            f'<li id="{{{{v}}}}rank-{place}" class="k-rank {CLASSES[rank.kind]}{" is-hit" if rank.name == hit else ""}" '
            f'style="grid-column:{column}">'
            f'<span class="dots"{rows}>{dots}</span><span class="r">{rank.name}</span>'
            f'<span class="n" aria-hidden="true">{below}</span><span class="k-vh">{escape(rank.says)}</span></li>'
        )
    wide = f' style="grid-template-columns:repeat({len(ranks)},minmax(0,1fr))"' if len(ranks) > RANKS else ""
    return f'<ol class="k-line"{wide} aria-label="{escape(says)}">{"".join(parts)}</ol>'


def table(head: Sequence[tuple[str, bool]], rows: Iterable[str], caption: str = "", classes: str = "k-ledger") -> str:
    """A table: `head` holds (text, whether its column is numbers); each row is finished HTML."""
    cells = "".join(f'<th scope="col"{" class=num" if number else ""}>{escape(text)}</th>' for text, number in head)
    title = f'<caption class="k-vh">{escape(caption)}</caption>' if caption else ""
    return f'<table class="{classes}">{title}<thead><tr>{cells}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
