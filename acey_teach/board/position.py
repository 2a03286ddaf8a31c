"""A position: where the men of both players stand, seen by the one whose turn it is (RULES C1, C9, C11).

The text of a position names the mover's men, then his opponent's, a stroke between: `22x2 20 off3 / 3x2 bar1`. Points
are the mover's own (24 to 1, the way he marches) for both sides; men that are named nowhere are still in the hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from acey_teach.board.men import BAR, HAND, HOME, MEN, OFF, ONE, POINTS, Men, count, mirrored, sources, steps
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.i18n import N_

NUMBERS = range(1, 7)
_WORD = re.compile(r"(bar|off)([1-9]|1[0-5])|([1-9]|1[0-9]|2[0-4])(?:x([2-9]|1[0-5]))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides' men, packed as `board.men` says. Make one with `of` or `parse`.

    >>> start = Position.of()
    >>> start.hand, start.pips, start.text
    (15, 375, '/')
    """

    mine: Men
    theirs: Men

    @classmethod
    def of(
        cls,
        mine: Mapping[int, int] | None = None,
        theirs: Mapping[int, int] | None = None,
        *,
        bar: int = 0,
        off: int = 0,
        their_bar: int = 0,
        their_off: int = 0,
    ) -> Position:
        """A position from men by point, both in the mover's numbering. Who is named nowhere is in the hand (C1.3).

        Refusal when it is none: a side of more than 15 men, both sides on a point, a point that does not exist.

        >>> Position.of({6: 2}, off=13).hand
        0
        """
        mine, theirs = mine or {}, theirs or {}
        for point in [*mine, *theirs]:
            if not is_whole(point) or point not in POINTS:
                raise Refusal(
                    "point",
                    N_("“{point}” is no point of the board: points are numbered 1 to 24."),
                    clause="C1.2",
                    point=shown(point),
                )
        numbers = [*mine.values(), *theirs.values(), bar, off, their_bar, their_off]
        if not all(is_whole(n) and 0 <= n <= MEN for n in numbers):
            raise Refusal("men", N_("A number of men is a whole number from 0 to 15."), clause="C1.1")
        both = [point for point, n in mine.items() if n and theirs.get(point)]
        if both:
            raise Refusal(
                "both-sides",
                N_("Men of both players stand on point {point}: only one player’s can."),
                clause="C4.4",
                point=both[0],
            )
        seen_by_them = _packed({25 - point: n for point, n in theirs.items()}, their_bar, their_off)
        return cls(_packed(mine, bar, off), mirrored(seen_by_them))

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position of a text; Refusal for anything else.

        >>> Position.parse("6x2 off13 / 19 bar1").their_hand
        13
        >>> Position.parse("/") == Position.of()
        True
        """
        parts = text.split("/") if isinstance(text, str) and len(text) <= 400 else []
        if len(parts) != 2:
            raise _unreadable(text)
        sides: list[dict[int, int]] = []
        for part in parts:
            side: dict[int, int] = {}
            for word in part.split():
                found = _WORD.fullmatch(word)
                if not found:
                    raise _unreadable(word)
                place = {"bar": BAR, "off": OFF}.get(found[1]) if found[1] else int(found[3])
                if place is None or place in side:
                    raise _unreadable(word)
                side[place] = int(found[2] or found[4] or 1)
            sides.append(side)
        me, them = sides
        return cls.of(
            {p: n for p, n in me.items() if p in POINTS},
            {p: n for p, n in them.items() if p in POINTS},
            bar=me.get(BAR, 0),
            off=me.get(OFF, 0),
            their_bar=them.get(BAR, 0),
            their_off=them.get(OFF, 0),
        )

    @property
    def text(self) -> str:
        """The short text that `parse` reads.

        >>> Position.of({22: 2, 20: 1}, {3: 2}, off=3, their_bar=1).text
        '22x2 20 off3 / 3x2 bar1'
        """
        mine = _side_text(self.points, self.bar, self.off)
        return f"{mine} / {_side_text(self.their_points, self.their_bar, self.their_off)}".strip()

    @property
    def points(self) -> dict[int, int]:
        """The mover's men on the board: point -> how many, from 24 down."""
        return {point: n for point in reversed(POINTS) if (n := count(self.mine, point))}

    @property
    def their_points(self) -> dict[int, int]:
        """The opponent's men on the board, in the mover's numbering: point -> how many, from 24 down."""
        return {point: n for point in reversed(POINTS) if (n := count(self.theirs, point))}

    @property
    def hand(self) -> int:
        """The mover's men that have not entered yet."""
        return count(self.mine, HAND)

    @property
    def bar(self) -> int:
        """The mover's men on the bar."""
        return count(self.mine, BAR)

    @property
    def off(self) -> int:
        """The mover's men borne off."""
        return count(self.mine, OFF)

    @property
    def their_hand(self) -> int:
        """The opponent's men that have not entered yet."""
        return count(self.theirs, HAND)

    @property
    def their_bar(self) -> int:
        """The opponent's men on the bar."""
        return count(self.theirs, 25 - BAR)

    @property
    def their_off(self) -> int:
        """The opponent's men borne off."""
        return count(self.theirs, 25 - OFF)

    @property
    def flipped(self) -> Position:
        """The same position seen by the other player, whose turn it then is (C1.2).

        >>> Position.of({24: 1}).flipped.their_points
        {1: 1}
        """
        return Position(mirrored(self.theirs), mirrored(self.mine))

    @property
    def pips(self) -> int:
        """The mover's pip count: how far all his men are from being off; a man in the hand or on the bar counts 25."""
        return 25 * (self.hand + self.bar) + sum(point * n for point, n in self.points.items())

    @property
    def won(self) -> bool:
        """Whether the mover has borne off all his men (C2)."""
        return self.off == MEN

    @property
    def at_home(self) -> bool:
        """Whether the mover may bear off: no man in the hand, on the bar or on 24 to 7 (C9.1)."""
        return self.off + sum(count(self.mine, point) for point in HOME) == MEN

    @property
    def can(self) -> tuple[int, ...]:
        """The numbers with which the mover has a step.

        >>> Position.of({6: 15}).can
        (6,)
        """
        return tuple(number for number in NUMBERS if sources(self.mine, self.theirs, number))

    @property
    def stuck(self) -> bool:
        """Whether the mover has no step with any number."""
        return not any(sources(self.mine, self.theirs, number) for number in NUMBERS)

    @property
    def dead(self) -> bool:
        """Whether no number gives a step to either player, so that the game is a draw (R-71)."""
        return self.stuck and self.flipped.stuck

    def after_each(self, number: int) -> tuple[Position, ...]:
        """Every position after one step with `number`, from the highest source down, the hand first (C4).

        >>> [after.text for after in Position.of({24: 1}).after_each(4)]
        ['24 21 /', '20 /']
        """
        return tuple(Position(mine, theirs) for _, mine, theirs in reversed([*steps(self.mine, self.theirs, number)]))

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"


def _packed(points: Mapping[int, int], bar: int, off: int) -> Men:
    hand = MEN - sum(points.values()) - bar - off
    if hand < 0:
        raise Refusal("men-many", N_("These are {n} men of one player. A side has 15."), clause="C1.1", n=MEN - hand)
    return sum(n * ONE[point] for point, n in points.items()) + bar * ONE[BAR] + off * ONE[OFF] + hand * ONE[HAND]


def _side_text(points: Mapping[int, int], bar: int, off: int) -> str:
    words = [f"{point}x{n}" if n > 1 else f"{point}" for point, n in points.items()]
    return " ".join([*words, *([f"bar{bar}"] if bar else []), *([f"off{off}"] if off else [])])


def _unreadable(text: object) -> Refusal:
    return Refusal(
        "position",
        N_("“{text}” is no position. Write the men by points, such as 22x2 20 off3 / 3x2 bar1."),
        text=shown(text),
    )


START = Position.of()
"""All men in the hand (C1.3)."""
