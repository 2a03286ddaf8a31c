"""The corner and the quick checks of lesson 10."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.board.game import check_dice
from acey_teach.board.odds import enters, pips
from acey_teach.board.plays import plays
from acey_teach.board.position import START, Position
from acey_teach.board.turn import Roll
from acey_teach.board.turn import Step as Move
from acey_teach.i18n import Translator
from acey_teach.lessons.attempt import attempt
from acey_teach.lessons.model import Check, Corner, Field, Try
from acey_teach.lessons.two_games_scenes import scene
from acey_teach.practice.deal import Deal
from acey_teach.widgets.board.words import step_name

_TRIED = Position.parse("bar1 13x2 6x2 4 / 21x2 8x2 20")
_HOME = Position.parse("6x3 4x2 2x2 off8 / 24x2")


def corner(deal: Deal, t: Translator) -> Corner:
    """Steps that the rules do not know."""

    def step(position: Position, dice: tuple[int, int], source: int, number: int) -> tuple[bool, str, str]:
        def make() -> str:
            taken = Move(source, number)
            Roll.of(position, *dice).take(taken)
            return t("The step is made: {step}.", step=step_name(taken, t))

        return attempt(make, t)

    def named(double: int) -> tuple[bool, str, str]:
        def make() -> str:
            roll = Roll.of(START, 1, 2).take(Move(26, 1)).take(Move(24, 2)).name(double)
            return t("Named: {double}–{double}.", double=roll.named)

        return attempt(make, t)

    def thrown(text: str) -> tuple[bool, str, str]:
        def make() -> str:
            digits = check_dice(text)
            first, second = (int(digit) for digit in digits[:2]) if digits else (0, 0)
            ends = {play.position for play in plays(Roll.of(START, first, second))}
            return t.ngettext("As the first throw it can end in {n} position.", "As the first throw it can end in {n} positions.", len(ends))  # fmt: skip

        return attempt(make, t)

    return Corner(
        scene=scene(_TRIED, t),
        intro=t("Your man is on the bar. Try to break the rules of the board game, and read why it does not work."),
        tries=[
            Try(t("throw {a} and {b}: move from {at} first", a=5, b=2, at=13), step(_TRIED, (5, 2), 13, 5)),
            Try(t("throw {a} and {b}: enter with {a}", a=4, b=2), step(_TRIED, (4, 2), 25, 4)),
            Try(t("throw {a} and {b}: enter with {a}, on a lone enemy", a=5, b=2), step(_TRIED, (5, 2), 25, 5)),
            Try(t("no man on the bar; a man at home moves on"), step(Position.parse("13x2 6x2 4 /"), (3, 1), 6, 3)),
            Try(t("all at home: bear off from {at} with {n}", at=4, n=5), step(_HOME, (5, 4), 4, 5)),
            Try(t("all at home: bear off from {at} with {n}", at=4, n=4), step(_HOME, (5, 4), 4, 4)),
            Try(t("after {a} and {b}: name a double of {n}", a=1, b=2, n=7), named(7)),
            Try(t("after {a} and {b}: name a double of {n}", a=1, b=2, n=4), named(4)),
        ],
        field=Field(t("Your own first throw, all men in the hand, such as {example}", example="5-2"), thrown),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Closed points, the best throw, and why the game can end in a draw."""
    k = deal.number("shut", 2, 4)
    return (
        Check(
            t("{k} of your entering points are closed. How likely is it that a man on the bar stays out?", k=k),
            t("Both dice must fail: {p}. The man enters with {q}.", p=t.number(1 - enters(k)), q=t.number(enters(k))),
        ),
        Check(
            t("Is {one} and {two} always the best throw?", one=1, two=2),
            t("When nothing is blocked, yes: {n} pips, any double, and another throw. But if the {one} or the {two} cannot be played, you lose the double as well.", n=pips(1, 2), one=1, two=2),
        ),
        Check(
            t("Can a board game end without a winner?"),
            t("Yes. Men at home stand still. If both homes are closed and both players still have men outside, nobody can ever move again: the game is a draw and is played again."),
        ),
    )  # fmt: skip
