"""The table as one SVG picture in plain colours, for where no program runs: a saved notebook, a code host, paper."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from acey_teach.engine.cards import Card
from acey_teach.widgets.draw import PIPS, SHAPES, Rank, Zone

INK, INK_2, STAGE, PAPER = "#16211d", "#46524d", "#e6ece6", "#ffffff"
SUITS = {"s": "#16211d", "h": "#bd1f35", "d": "#0068a5", "c": "#00704f"}
FILLS = {"inside": "#0072b2", "outside": "#b07400", "post": "#d55e00", "unseen": "#5b6661"}
TINTS = {"inside": "#d3e7f4", "post": "#fbe0cd"}
FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
WIDTH, LEFT, COLUMN = 760, 55, 50
ROWS = 4  # cards of a rank over each other; those of a second pack stand beside them


@dataclass(frozen=True)
class Picture:
    """What the picture shows. `cards` are the three places, None where no card lies; piles are (number, caption)."""

    title: str
    says: str
    cards: tuple[Card | None, Card | None, Card | None]
    piles: tuple[tuple[str, str], tuple[str, str]]
    ranks: Sequence[Rank]
    zones: Sequence[Zone]
    kind: str = ""
    flag: str = ""
    hit: str = ""


def image(picture: Picture) -> str:
    """The picture as an image element; its text for those who do not see it."""
    data = base64.b64encode(svg(picture).encode()).decode()
    return f'<img width="{WIDTH}" style="max-width:100%" alt="{escape(_sentence(picture.title))} {escape(picture.says)}" src="data:image/svg+xml;base64,{data}">'


def _sentence(text: str) -> str:
    return text if text.endswith(("?", "!", ".")) else f"{text}."


def svg(picture: Picture) -> str:
    """The picture as SVG text."""
    lines = wrap(picture.says, 90)
    top = 82 + 20 * len(lines)
    parts = [
        _text(380, 50, picture.title, 28, INK, 700),
        *(_text(380, 80 + 20 * i, line, 15, INK_2) for i, line in enumerate(lines)),
    ]
    for x, (number, caption) in zip((110, 650), picture.piles, strict=True):
        parts += [_text(x, top + 75, number, 30, INK, 700), _text(x, top + 97, caption, 14, INK_2)]
    for place, card in enumerate(picture.cards):
        parts.append(_card(225 + 110 * place, top, card, "" if place != 1 else picture.kind))
    if picture.flag:
        parts += [
            f'<rect x="{380 - 5 * len(picture.flag) - 14}" y="{top + 119}" width="{10 * len(picture.flag) + 28}" height="26" rx="13" fill="{PAPER}" '
            f'stroke="{FILLS[picture.kind]}" stroke-width="3"/>',
            _text(380, top + 137, picture.flag, 14, FILLS[picture.kind], 700),
        ]
    base = top + 180
    parts += [_rank(column, base, rank, picture.hit) for column, rank in enumerate(picture.ranks)]
    parts += list(_zones(picture.zones, base))
    height = base + 112
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="{FONT}">'
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{STAGE}"/>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, size: int, fill: str, weight: int = 400) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="middle">{escape(text)}</text>'


def _card(x: int, y: int, card: Card | None, kind: str) -> str:
    if card is None:
        return (
            f'<rect x="{x}" y="{y}" width="90" height="126" rx="7" fill="none" stroke="#7b8580" stroke-width="2" stroke-dasharray="5 4"/>'
            f"{_text(x + 45, y + 76, '?', 36, INK_2)}"
        )
    ring = (
        f'<rect x="{x - 6}" y="{y - 6}" width="102" height="138" rx="12" fill="none" stroke="{FILLS[kind]}" stroke-width="4"/>'
        if kind
        else ""
    )
    pip, ink = PIPS[card.suit], SUITS[card.suit]
    return (
        f'{ring}<g transform="translate({x} {y})" fill="{ink}"><rect width="90" height="126" rx="7" fill="{PAPER}" stroke="#c9cbc4"/>'
        f'<text x="8" y="40" font-size="40" font-weight="700" letter-spacing="-2">{card.rank_name}</text>'
        f'<path d="{pip}" transform="translate(9 48) scale(.85)"/><path d="{pip}" transform="translate(33 65) scale(2.1)"/></g>'
    )


def _rank(column: int, base: int, rank: Rank, hit: str) -> str:
    x, fill = LEFT + COLUMN * column, FILLS[rank.kind]
    tint = (
        f'<rect x="{x}" y="{base}" width="{COLUMN}" height="66" fill="{TINTS[rank.kind]}"/>'
        if rank.kind in TINTS
        else ""
    )
    unseen = rank.unseen or 0
    left = x + 19.5 if unseen <= ROWS else x + 12.5
    dots = "".join(
        f'<g transform="translate({left + 14 * (i // ROWS):g} {base + 50 - 14 * (i % ROWS)}) scale(.92)" color="{fill}">{SHAPES[rank.kind]}</g>'
        for i in range(unseen)
    )
    if unseen > 2 * ROWS:
        dots = _text(x + COLUMN / 2, base + 56, str(unseen), 15, fill, 700)
    post = rank.kind == "post"
    plate = (
        f'<rect x="{x}" y="{base + 66}" width="{COLUMN}" height="26" fill="{INK}"/>'
        if post
        else (f'<path d="M{x} {base + 66}h{COLUMN}" stroke="#7b8580" stroke-width="2"/>')
    )
    frame = (
        f'<rect x="{x + 1}" y="{base}" width="{COLUMN - 2}" height="92" fill="none" stroke="{INK}" stroke-width="2"/>'
        if post
        else ""
    )
    ring = (
        f'<rect x="{x + 10}" y="{base + 69}" width="30" height="24" rx="6" fill="none" stroke="{INK}" stroke-width="2.5"/>'
        if rank.name == hit
        else ""
    )
    return f"{tint}{dots}{plate}{frame}{ring}{_text(x + COLUMN / 2, base + 86, rank.name, 16, PAPER if post else INK, 600)}"


def _zones(zones: Iterable[Zone], base: int) -> Iterable[str]:
    for zone in zones:
        if zone.text:
            yield _text(LEFT + COLUMN * (zone.start + zone.end - 2) / 2, base - 9, zone.text, 14, FILLS[zone.kind], 600)
