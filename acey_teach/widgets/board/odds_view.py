"""What the next throw can bring, and how far a double goes: chances as charts, sentences and tables."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from acey_teach.board.game import Game
from acey_teach.board.men import reach
from acey_teach.board.odds import ROLLS, Allows, Use, allows, chances
from acey_teach.board.plays import stage_ends
from acey_teach.board.position import NUMBERS, Position
from acey_teach.board.turn import Roll, Stage
from acey_teach.i18n import N_, Translator
from acey_teach.widgets import draw, parts
from acey_teach.widgets.board import turn_view

Rows = list[dict[str, object]]
USES = {
    Use.AGAIN: ("+", N_("all of it, and another throw")),
    Use.ALL: ("✓", N_("both numbers")),
    Use.PART: ("½", N_("a part, the rest is lost")),
    Use.NONE: ("0", N_("nothing: the throw is lost")),
}
"""How much of a roll can be played: its sign in a cell of the grid, and its words."""


def part(game: Game, t: Translator) -> tuple[str, dict[str, Rows]]:
    """The chances of the throw that comes, and all 36 throws."""
    position, name = game.position, game.name
    told = sentence(position, t)
    bars = parts.figure("chances", told, bars_table(position, t), t)
    grid = parts.figure("rolls", grid_sentence(position, t), grid_table(position, t), t, f'<p class="k-cap">{escape(key(position, t))}</p>')  # fmt: skip
    turn, spread = turn_view.part(t)
    body = (
        f'{bars}<details class="k-fold" id="{{{{v}}}}all-rolls"><summary>{escape(t("All 36 throws"))}</summary><div>{grid}</div></details>'
        f"{turn}"
    )
    heading = t("What the next throw can bring")
    charts = {"chances": bar_rows(position, t), "rolls": grid_rows(position, t), "spread": spread}
    return parts.part(heading, body, name, "odds"), charts


def _bars(position: Position, t: Translator) -> list[tuple[str, Fraction]]:
    found = chances(position)
    return [
        (t("enter a man"), found.enters),
        (t("hit a man"), found.hits),
        (t("throw again"), found.again),
        (t("nothing at all"), found.lost),
    ]


def sentence(position: Position, t: Translator) -> str:
    """The four chances in a sentence."""
    return t("Chances of the next throw: {chances}.", chances=t.listing(f"{name} {_of36(p)}" for name, p in _bars(position, t)))  # fmt: skip


def _of36(p: Fraction) -> str:
    return f"{36 * p}/36"


def bar_rows(position: Position, t: Translator) -> Rows:
    """The rows of the chart of chances."""
    return [
        {"at": n, "label": name, "p": float(p), "text": _of36(p), "percent": t.percent(p)}
        for n, (name, p) in enumerate(_bars(position, t))
    ]


def bars_table(position: Position, t: Translator) -> str:
    """The same as a table."""
    rows = (
        parts.row([(escape(name), False), (_of36(p), True), (t.percent(p), True)]) for name, p in _bars(position, t)
    )
    return draw.table([(t("The throw lets"), False), (t("Probability"), True), ("%", True)], rows, t("Chances of the next throw"))  # fmt: skip


# ---- all 36 ----
def grid_rows(position: Position, t: Translator) -> Rows:
    """A row for each of the 36 throws."""
    return [
        {
            "first": a,
            "second": b,
            "use": found.use.value,
            "sign": USES[found.use][0],
            "hit": found.hits,
            "label": f"{a}–{b}: {says(found, t)}",
        }
        for a, b in ROLLS
        for found in [allows(position, a, b)]
    ]


def says(found: Allows, t: Translator) -> str:
    """What a throw allows, in words."""
    told = [t(USES[found.use][1])]
    if found.hits:
        told.append(t("a man can be hit"))
    if found.wins:
        told.append(t("it can win"))
    return "; ".join(told)


def grid_sentence(position: Position, t: Translator) -> str:
    """How many throws allow how much."""
    counted = {use: sum(allows(position, *roll).use is use for roll in ROLLS) for use in Use}
    return t("Of the 36 throws: {counts}.", counts="; ".join(f"{n}: {t(USES[use][1])}" for use, n in counted.items() if n))  # fmt: skip


def key(position: Position, t: Translator) -> str:
    """What the signs mean, of those that are there."""
    used = {allows(position, *roll).use for roll in ROLLS}
    told = [f"{USES[use][0]} {t(USES[use][1])}" for use in Use if use in used]
    if any(allows(position, *roll).hits for roll in ROLLS):
        told.append(t("framed: a man can be hit"))
    return "; ".join(told)


def grid_table(position: Position, t: Translator) -> str:
    """The same as a table, with each two numbers once."""
    rows = [
        parts.row(
            [
                (f"{a}–{b}", False),
                ("1/36" if a == b else "2/36", True),
                (escape(says(allows(position, a, b), t)), False),
            ]
        )
        for a in NUMBERS
        for b in range(a, 7)
    ]
    head = [(t("Throw"), False), (t("Probability"), True), (t("What can be played"), False)]
    return draw.table(head, rows, t("All throws"))


def farthest(roll: Roll) -> tuple[int, int]:
    """How many steps of a double can be made at best, and how many of its complement after all four.

    >>> from acey_teach.board.position import START
    >>> farthest(Roll.of(START, 3, 3))
    (4, 4)
    """
    at = roll.position
    used = reach(at.mine, at.theirs, roll.left[0], len(roll.left)) if roll.stage is Stage.DOUBLE else 0
    best = 0
    for on, _ in stage_ends(roll) if used == len(roll.left) else []:
        if on.stage is Stage.COMPLEMENT:
            best = max(best, reach(on.position.mine, on.position.theirs, on.left[0], len(on.left)))
        if best == 4:
            break
    return used, best
