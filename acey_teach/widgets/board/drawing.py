"""The board as SVG, lying and standing, and the places on it that can be pressed. Knows places, not rules.

Places are those of the player at the lower edge, whose home is at the lower left: points 1 to 24, the bar, the hand.
The picture that stands, for narrow screens, is the one that lies with across and up exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from acey_teach.board.men import BAR, HAND, OFF
from acey_teach.board.position import Position

UPPER_BAR, UPPER_HAND, UPPER_OFF = 27, 28, 29
"""The bar, the hand and the men borne off of the player at the upper edge, as places."""
MAN, GAP, DEEP = 21, 43, 150
"""The radius of a man, how far two stand apart at most, and how long a point is."""
WIDE, NARROW = (-30, -32, 910, 456), (-44, -14, 480, 910)
"""The two pictures: left, top, width, height."""
KIND = ("a", "z")
"""The men of the first and of the second player."""


class Side(NamedTuple):
    """One side's men as they are drawn: by place of the player at the lower edge."""

    kind: str
    points: Mapping[int, int]
    bar: int
    hand: int
    off: int


def sides(position: Position, lower: str, upper: str) -> tuple[Side, Side]:
    """Both sides of a position seen from the lower edge, with the kinds of their men."""
    at = position
    return (
        Side(lower, at.points, at.bar, at.hand, at.off),
        Side(upper, at.their_points, at.their_bar, at.their_hand, at.their_off),
    )


class Words(NamedTuple):
    """What is written on the board."""

    says: str
    """The whole position in a sentence, for those who listen."""
    home: str
    way: str
    lower: str
    """Under the lower tray, and over the upper one."""
    upper: str


class Spot(NamedTuple):
    """A place that can be pressed, or says why not."""

    place: int
    says: str
    intent: str = ""
    """What it sends; "" for a place where there is nothing to do."""
    value: str = ""
    lit: str = ""
    """`can` for a man that can move, `to` for a place it can go to, `from` for the one picked."""


def across(place: int) -> int:
    """Where a place is, from the left, on the board that lies."""
    column = place if place <= 12 else 25 - place
    return (32 if column <= 6 else 60) + 64 * (column - 1)


def is_low(place: int) -> bool:
    """Whether a point is at the lower edge."""
    return place <= 12


def _text(x: float, y: float, what: str, cls: str = "") -> str:
    return f'<text class="{cls}" x="{x:g}" y="{y:g}">{escape(what)}</text>'


class _Pen:
    """Draws either picture from the coordinates of the one that lies."""

    def __init__(self, standing: bool) -> None:
        self.standing, self.parts = standing, [""]

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (y, x) if self.standing else (x, y)

    def rect(self, cls: str, x: float, y: float, width: float, height: float, rounded: int = 0) -> None:
        (x, y), (width, height) = self.at(x, y), self.at(width, height)
        self.parts.append(
            f'<rect class="{cls}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounded}"/>'
        )

    def line(self, cls: str, form: str, *points: tuple[float, float]) -> None:
        pairs = [f"{x:g} {y:g}" for x, y in (self.at(*point) for point in points)]
        self.parts.append(f'<path class="{cls}" d="{form.format(*pairs)}"/>')

    def disc(self, cls: str, x: float, y: float, radius: float) -> None:
        x, y = self.at(x, y)
        self.parts.append(f'<circle class="{cls}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def man(self, kind: str, x: float, y: float) -> None:
        self.disc(kind, x, y, MAN)
        self.disc(f"{kind}2", x, y, 12 if kind == "a" else 5)


def man(kind: str) -> str:
    """One man for a line of text."""
    return (
        f'<svg class="k-man k-board" viewBox="0 0 44 44" aria-hidden="true"><circle class="{kind}" cx="22" cy="22" r="20"/>'
        f'<circle class="{kind}2" cx="22" cy="22" r="{11 if kind == "a" else 5}"/></svg>'
    )


def board(
    sides: Sequence[Side],
    words: Words,
    numbers: Mapping[int, int],
    steps: Sequence[tuple[int, int]] = (),
    spots: Sequence[Spot] = (),
    legend: str = "",
) -> str:
    """Both pictures; the page shows the one that fits. `sides`: the player at the lower edge first.

    `numbers` are the numbers of the points by place. `steps`: from and to of the steps shown. `spots`: what can be
    pressed, of which arrow keys lead from one to the next; `legend` names them all.
    """
    pictures = "".join(_picture(sides, words, numbers, steps, standing) for standing in (False, True))
    return f'<div class="k-field-board">{pictures}{_spots(spots, legend) if spots else ""}</div>'


def _picture(
    sides: Sequence[Side], words: Words, numbers: Mapping[int, int], steps: Sequence[tuple[int, int]], standing: bool
) -> str:
    pen = _Pen(standing)
    pen.rect("field", -8, 0, 812, 392, 12)
    pen.rect("home", -2, 230, 384, 156, 8)
    pen.rect("barz", 390, 0, 16, 392)
    for place in range(1, 25):
        column, base, tip = across(place), 384 if is_low(place) else 8, 234 if is_low(place) else 158
        pen.line(f"p{place % 2 ^ 1}", "M{} L{} L{}z", (column - 25, base), (column + 25, base), (column, tip))
        under = (405 if is_low(place) else -15, column + 6) if standing else (column, 410 if is_low(place) else -8)
        pen.parts.append(_text(*under, str(numbers[place]), "low" if is_low(place) and not standing else ""))
    for side in sides:
        for place, n in side.points.items():
            _stack(pen, side.kind, place, n)
    for low, side in zip((True, False), sides, strict=True):
        for k in range(side.bar):
            pen.man(side.kind, 398, 222 + 30 * k if low else 170 - 30 * k)
        _tray(pen, side, low, words.lower if low else words.upper)
    if not standing:
        pen.parts += [_text(192, 203, f"{words.home} ↓", "tag"), _text(604, 203, words.way, "tag")]
    for source, to in steps[-4:]:
        begin, end = _end(source), _end(to)
        pen.line("go", "M{} Q{} {}", begin, ((begin[0] + end[0]) / 2, 196), end)
        pen.disc("from", *begin, 6)
    if steps:
        pen.disc("lit", *_top_man(steps[-1][1], sides), 25)
    left, top, width, height = NARROW if standing else WIDE
    return (
        f'<svg class="k-board is-{"narrow" if standing else "wide"}" viewBox="{left} {top} {width} {height}" role="img" '
        f'aria-label="{escape(words.says)}">{"".join(pen.parts)}</svg>'
    )


def _spacing(n: int) -> float:
    return min(GAP, (DEEP - 2 * MAN) / (n - 1)) if n > 1 else GAP


def _height(place: int, k: int, n: int) -> float:
    """Where the man k of n on a point is, from the top."""
    return 361 - _spacing(n) * k if is_low(place) else 31 + _spacing(n) * k


def _stack(pen: _Pen, kind: str, place: int, n: int) -> None:
    for k in range(n):
        pen.man(kind, across(place), _height(place, k, n))
    if n > 4:  # men lie on one another: how many is written beside the last
        x, y = pen.at(across(place), _height(place, n - 1, n))
        pen.parts.append(
            f'<circle class="{kind} is-count" cx="{x:g}" cy="{y:g}" r="14"/>' + _text(x, y + 5, str(n), f"n{kind}")
        )


def _tray(pen: _Pen, side: Side, low: bool, label: str) -> None:
    top = 224 if low else 8
    pen.rect("tray", 818, top, 52, 160, 8)
    n = side.hand or side.off
    apart = min(17, 146 / n) if n else 17
    for k in range(n):
        pen.rect(f"{side.kind} edge", 824, top + 138 - apart * k if low else top + 8 + apart * k, 40, 14, 4)
    x, y = ((304, 893) if low else (88, 893)) if pen.standing else (844, 410 if low else -8)
    pen.parts += [_text(x, y, label, "lbl"), _text(x, y, str(n), "wall low" if low and not pen.standing else "wall")]


def _end(place: int) -> tuple[float, float]:
    """Where the line of a step begins or ends; men borne off go where the hand was."""
    if place in _OUTSIDE:
        return _OUTSIDE[place]
    return across(place), 284 if is_low(place) else 108


_OUTSIDE = {
    HAND: (818, 304),
    OFF: (818, 304),
    BAR: (398, 222),
    UPPER_HAND: (818, 88),
    UPPER_OFF: (818, 88),
    UPPER_BAR: (398, 170),
}


def _top_man(place: int, sides: Sequence[Side]) -> tuple[float, float]:
    if place in (OFF, UPPER_OFF):
        return 844, _OUTSIDE[place][1]
    n = max((side.points.get(place, 0) for side in sides), default=1)
    return across(place), _height(place, max(n - 1, 0), max(n, 1))


def _spots(spots: Sequence[Spot], legend: str) -> str:
    """Buttons over the board, placed in shares of the picture that lies; the one that stands exchanges them."""
    first = next((spot.place for spot in spots if spot.lit), spots[0].place)
    parts = []
    for spot in spots:
        x, y, wide, high = _box(spot.place)
        closed = "" if spot.intent else ' aria-disabled="true"'
        sends = f' data-intent="{spot.intent}" value="{escape(spot.value)}"' if spot.intent else ""
        lit = f" is-{spot.lit}" if spot.lit else ""
        entry = "" if spot.place == first else ' tabindex="-1"'
        focus = " data-focus" if spot.place == first and spot.lit else ""
        parts.append(
            f'<button type="button" id="{{{{v}}}}spot{spot.place}" class="k-spot{lit}"{entry}{focus}{closed}{sends} '
            f'style="--x:{x};--y:{y};--w:{wide};--h:{high}" aria-label="{escape(spot.says)}"></button>'
        )
    return f'<div class="k-spots" role="group" aria-label="{escape(legend)}" data-rove>{"".join(parts)}</div>'


def _box(place: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is pressed for a place."""
    if place in (HAND, UPPER_HAND):
        return 814, 222 if place == HAND else 6, 60, 164
    if place in (BAR, UPPER_BAR):
        return 372, 198 if place == BAR else 64, 52, 130
    return across(place) - 30, 228 if is_low(place) else 4, 60, 160


PIPS = {
    1: [(22, 22)],
    2: [(13, 13), (31, 31)],
    3: [(12, 12), (22, 22), (32, 32)],
    4: [(13, 13), (31, 13), (13, 31), (31, 31)],
    5: [(12, 12), (32, 12), (22, 22), (12, 32), (32, 32)],
    6: [(13, 11), (31, 11), (13, 22), (31, 22), (13, 33), (31, 33)],
}


def die(number: int, used: bool = False) -> str:
    """One die; a used one is dimmed. Its number is its name."""
    pips = "".join(f'<circle class="pip" cx="{x}" cy="{y}" r="4.2"/>' for x, y in PIPS[number])
    return (
        f'<svg viewBox="0 0 44 44"{" class=is-used" if used else ""} role="img" aria-label="{number}">'
        f'<rect class="die" x="1.5" y="1.5" width="41" height="41" rx="9"/>{pips}</svg>'
    )
