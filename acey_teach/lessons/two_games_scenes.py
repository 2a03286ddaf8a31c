"""The board in a lesson: a position as the page of the board game draws it."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.board.position import Position
from acey_teach.board.turn import Step
from acey_teach.i18n import Translator
from acey_teach.lessons import scenes
from acey_teach.widgets.board import drawing, words


def scene(position: Position, t: Translator, steps: Sequence[Step] = ()) -> str:
    """The board, seen by the learner, with the steps just taken."""
    you, other = t("You"), t("The opponent")
    sides = drawing.sides(position, *drawing.KIND)
    told = drawing.Words(
        words.position_says(position, you, other, t),
        t("your home"),
        t("you march from {first} to {last}", first=24, last=1),
        *(words.tray(side.hand, side.off, t) for side in sides),
    )
    numbers = {place: place for place in range(1, 25)}
    return scenes.stage(drawing.board(sides, told, numbers, [(step.source, step.to) for step in steps]))
