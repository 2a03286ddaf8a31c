"""The course of everybody's chips as a picture for paper: black lines told apart by dashes, and names at their ends.

Drawn here and not by `acey_teach.charts`: a handout must come from every kernel and every install, and the chart library
costs a kernel seconds and a hundred megabytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from acey_teach.engine.events import Event, Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips
from acey_teach.i18n import Translator
from acey_teach.widgets.picture import FONT, INK, INK_2

WIDTH, LEFT, ARM = 690, 46, 60
"""The picture, its axis, and the way from the end of a line to its name."""
TOP, CHIPS, GAP, POT, LINE = 10, 84, 22, 36, 15
"""Heights in the picture: the margin, the players' part, the space under it, the pot's part, a line of text."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 2", "9 2 2 2 2 2")
"""How the line of each seat is drawn, by seat."""


def course(s: Session, t: Translator) -> str:
    """A figure: the players' chips above, the pot below, turn by turn; a sentence says the end of it."""
    events = [event for event in s.history if _counts(event)]
    names, amounts = [p.name for p in s.players], [(*s.setup.start_chips, 0), *((*e.balances, e.pot) for e in events)]
    players = [row[:-1] for row in amounts]
    names_height = LINE * len(names)
    height = max(CHIPS, names_height)
    floor, pot_floor = TOP + height, TOP + height + GAP + POT
    low, high = min(map(min, players)), max(map(max, players))
    most = max(row[-1] for row in amounts)
    labels = [f"{name} {t.number(chips)}" for name, chips in zip([*names, t("pot")], amounts[-1], strict=True)]
    right, ends = _right(labels), []
    marks = [
        *_grid({low, high}, low, high, TOP, floor, right, t),
        *_grid({0, most}, 0, most, pot_floor - POT, pot_floor, right, t),
    ]
    for seat in range(len(names)):
        ys = [_y(row[seat], low, high, TOP, floor) for row in amounts]
        marks.append(_line(ys, right, DASHES[seat % len(DASHES)]))
        ends.append((ys[-1], seat))
    pots = [_y(row[-1], 0, most, pot_floor - POT, pot_floor) for row in amounts]
    marks.append(_line(pots, right, "", 3))
    marks.append(_text(right + ARM, pots[-1] + 4, labels[-1]))
    at = TOP + 4.0
    for place, (y, seat) in enumerate(sorted(ends)):
        at = min(max(at, y), floor - LINE * (len(ends) - 1 - place))
        marks.append(
            f'<path d="M{right} {y:.1f}l14 {at - y:.1f}h{ARM - 20}" fill="none" stroke="{INK}" stroke-width="1.75" '
            f'stroke-dasharray="{DASHES[seat % len(DASHES)]}"/>'
        )
        marks.append(_text(right + ARM, at + 4, labels[seat]))
        at += LINE
    bottom = pot_floor + 20
    for step, number in [(i, e.round) for i, e in enumerate(events, 1) if e.phase is Phase.ANTE]:
        x = _x(step, len(amounts), right)
        marks.append(
            f'<path d="M{x:.1f} {TOP}V{pot_floor + 4}" stroke="{INK_2}" stroke-width=".75" stroke-dasharray="1 3"/>'
        )
        marks.append(_text(x, bottom - 2, t("Round {n}", n=number)))
    says = t("Chips now: {all}.", all=t.listing(labels))
    return (
        f'<figure><svg class="k-course" viewBox="0 0 {WIDTH} {bottom + 4}" role="img" aria-label="{escape(says)}" '
        f'font-family="{escape(FONT)}" font-size="13" fill="{INK}">{"".join(marks)}</svg></figure>'
    )


def _counts(event: Event) -> bool:
    """Whether an event is a place in the course: antes, and every turn, so that all rounds are equally wide."""
    passed = event.phase is Phase.DECISION and not event.stake
    return passed or event.phase in (Phase.ANTE, Phase.SETTLEMENT)


def _right(labels: Sequence[str]) -> int:
    """Where the lines end, so that the widest label fits behind them: about 7.6 px a letter, wide scripts twice that."""
    widest = max(sum(15.0 if ord(c) > 0x2E80 else 7.6 for c in label) for label in labels)
    return min(470, int(WIDTH - ARM - widest))


def _x(step: int, steps: int, right: int) -> float:
    return LEFT + (right - LEFT) * step / max(1, steps - 1)


def _y(chips: Chips, low: Chips, high: Chips, top: float, floor: float) -> float:
    span = Fraction(high - low) or Fraction(1)
    return floor - float(Fraction(chips - low) / span) * (floor - top)


def _grid(at: set[Chips], low: Chips, high: Chips, top: float, floor: float, right: int, t: Translator) -> list[str]:
    marks = []
    for chips in sorted(at):
        y = _y(chips, low, high, top, floor)
        marks.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="{INK_2}" stroke-width=".5"/>')
        marks.append(_text(LEFT - 8, y + 4, t.number(chips), "end"))
    return marks


def _line(ys: Sequence[float], right: int, dash: str, width: float = 1.75) -> str:
    """Chips move at an event and stay until the next: a line in steps."""
    n = len(ys)
    path = f"M{LEFT} {ys[0]:.1f}" + "".join(f"H{_x(i, n, right):.1f}V{y:.1f}" for i, y in enumerate(ys[1:], 1))
    return f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="{width}" stroke-dasharray="{dash}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
