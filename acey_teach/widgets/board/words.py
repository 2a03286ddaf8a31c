"""What is said of a game: the question, what happened, the rule behind it, where all men stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acey_teach.board.game import Game, Phase
from acey_teach.board.men import BAR, HAND, OFF
from acey_teach.board.position import Position
from acey_teach.board.turn import TIMES, Roll, Stage, Step
from acey_teach.i18n import N_, Translator
from acey_teach.widgets.board.state import steps_shown

MOST_TOLD = 4
"""So many throws are told at once when somebody plays on."""
RULES = {
    "start": ("C3", N_("Each throws one die; if the numbers are equal, both throw again. The higher starts, and throws both dice anew.")),
    "pair": ("C5", N_("Both numbers must be used if some order and choice of men allows it; if only one can be, the larger.")),
    "bar": ("C8.2", N_("While a man is on the bar, every number must be used to enter one; nothing else moves.")),
    "double": ("C7.1", N_("A double is used four times, then its complement four times, then the dice are thrown again.")),
    "acey": ("C7.3", N_("After 1 and 2 the player names any double and plays it. If it cannot be played in full, the rest is lost.")),
    "name": ("C7.3", N_("After 1 and 2 the player names any double and plays it. If it cannot be played in full, the rest is lost.")),
    "off": ("C9", N_("With all men at home, a number takes a man off its own point. There is none: the number is lost.")),
    "lost": ("C7.2", N_("A double that cannot be played in full loses what is left of it, and all that would have followed.")),
    "stuck": ("R-70", N_("A player with no legal step loses the roll, not the next turn.")),
    "won": ("C2", N_("The first to bear off all fifteen men wins at that instant.")),
    "draw": ("R-71", N_("Men at home stand still, so both can be stuck for good: then the game is a draw and is played again.")),
}  # fmt: skip
"""The rule that a moment rests on: its clause and a sentence."""


def rule(game: Game) -> str:
    """Which of `RULES` explains the moment."""
    roll = game.roll
    if game.phase is Phase.OVER:
        return "draw" if game.winner is None else "won"
    if roll is None:
        return "start"
    if game.phase is Phase.NAME:
        return "name"
    if game.phase is Phase.THROW:
        if roll.lost:
            played = bool(steps_shown(game))
            return "stuck" if not played else "lost" if roll.stage is Stage.OVER and _is_double(roll) else "pair"
        return "double" if roll.stage is Stage.AGAIN else "pair"
    if game.position.bar:
        return "bar"
    if game.position.at_home:
        return "off"
    return "double" if _is_double(roll) else "acey" if roll.acey else "pair"


def _is_double(roll: Roll) -> bool:
    return roll.dice[0] == roll.dice[1] or bool(roll.named)


# ---- numbers and steps ----
def thrown(roll: Roll, t: Translator) -> str:
    """The two numbers of a roll, the larger first as it is played; 1 and 2 in their famous order."""
    first, second = sorted(roll.dice, reverse=not roll.acey)
    return t("{first} and {second}", first=first, second=second)


def place_name(place: int, t: Translator) -> str:
    """A place in a step: its number, or its word."""
    if place == HAND:
        return t("hand")
    if place == BAR:
        return t("bar")
    return t("off") if place == OFF else f"{place}"


def step_name(step: Step, t: Translator, hit: bool = False) -> str:
    """A step: `13 → 8`, `hand → 20 (hit)`."""
    way = f"{place_name(step.source, t)} → {place_name(step.to, t)}"
    return t("{step} (hit)", step=way) if hit else way


def steps_name(steps: Sequence[tuple[Step, bool]], t: Translator) -> str:
    """Steps in their order; equal ones together: `hand → 20 (2×), 20 → 15`."""
    told: list[tuple[str, int]] = []
    for step, hit in steps:
        name = step_name(step, t, hit)
        if told and told[-1][0] == name:
            told[-1] = (name, told[-1][1] + 1)
        else:
            told.append((name, 1))
    return ", ".join(name if n == 1 else f"{name} ({n}×)" for name, n in told)


def due(roll: Roll, t: Translator) -> str:
    """The numbers still to be used: `5 and 2`, `5, three times`."""
    if not roll.left:
        return ""
    if roll.left[0] != roll.left[-1]:
        return thrown(roll, t)
    n = len(roll.left)
    return f"{roll.left[0]}" if n == 1 else t("{n} times {number}", n=n, number=roll.left[0])


# ---- question ----
def question(game: Game, t: Translator, show: Callable[[str], str] = str) -> str:
    """What the moment asks."""
    name = show(game.name)
    bot = game.setup.bots[game.mover]
    match game.phase:
        case Phase.START:
            return t("Who starts?")
        case Phase.NAME if bot:
            return t("{name} names a double", name=name)
        case Phase.MOVE if bot:
            return t("{name} plays", name=name)
        case Phase.THROW if game.roll and game.roll.stage is Stage.AGAIN:
            return t("{name} throws again", name=name)
        case Phase.THROW:
            return t("{name} throws", name=name)
        case Phase.NAME:
            return t("Which double does {name} name?", name=name)
        case Phase.OVER if game.winner is not None:
            return t("{name} wins", name=show(game.setup.names[game.winner]))
        case Phase.OVER:
            return t("A draw: nobody can ever move again")
    assert game.roll
    return t("How does {name} play {numbers}?", name=name, numbers=due(game.roll, t))


# ---- narration ----
def narrate(game: Game, t: Translator, show: Callable[[str], str] = str, since: int | None = None) -> str:
    """What happened last, in sentences; with `since`, all throws after that many, the last few of them."""
    if game.roll is None:
        return _opening(game, t, show)
    told = [_rolled(moment, t, show) for moment in _ends_of_rolls(game, game.thrown - 1 if since is None else since)]
    if game.phase is Phase.OVER:
        told.append(_ending(game, t, show))
    return " ".join(told)


def _ends_of_rolls(game: Game, since: int) -> list[Game]:
    """The last moment of each throw after that many, of the last few."""
    ends, at = [game], game
    while (
        at.previous is not None
        and at.previous.roll is not None
        and at.previous.thrown > since
        and len(ends) < MOST_TOLD
    ):
        if at.previous.thrown < at.thrown:
            ends.append(at.previous)
        at = at.previous
    return ends[::-1]


def _opening(game: Game, t: Translator, show: Callable[[str], str]) -> str:
    first, second = (show(name) for name in game.setup.names)
    one, other = game.opening
    if not one:
        return t("{first} and {second} throw one die each. The higher number starts.", first=first, second=second)
    both = t("{first} threw {one}, {second} threw {other}.", first=first, one=one, second=second, other=other)
    if one == other:
        return f"{both} {t('Equal numbers are thrown again.')}"
    return f"{both} {t('{name} starts, and throws both dice anew.', name=show(game.name))}"


def _rolled(game: Game, t: Translator, show: Callable[[str], str]) -> str:
    roll = game.roll
    assert roll
    name = show(game.setup.names[game.roller])
    parts = [t("{name} threw {numbers}.", name=name, numbers=thrown(roll, t))]
    if roll.named:
        parts.append(t("Named: {double}–{double}.", double=roll.named))
    if steps := steps_shown(game):
        parts.append(t("Played: {steps}.", steps=steps_name(steps, t)))
    parts.append(_lost(roll, bool(steps), t))
    if roll.stage is Stage.AGAIN and game.phase is Phase.THROW:
        parts.append(t("All of it was played, so the dice are thrown again."))
    if roll.stage is Stage.COMPLEMENT and len(roll.left) == TIMES:
        double = 7 - roll.left[0]
        parts.append(t("Now the complement of {double}: four times {other}.", double=double, other=roll.left[0]))
    return " ".join(part for part in parts if part)


def _lost(roll: Roll, played: bool, t: Translator) -> str:
    if not roll.lost or roll.stage is not Stage.OVER:
        return ""
    if not played:
        return t("Nothing can be played: the roll is lost.")
    if _is_double(roll):
        return t("The rest cannot be played and is lost: {n} times {number}.", n=len(roll.lost), number=roll.lost[0])
    return t("The {number} cannot be used and is lost.", number=roll.lost[0])


def _ending(game: Game, t: Translator, show: Callable[[str], str]) -> str:
    if game.winner is None:
        return t("No number moves anybody: nobody gets a point.")
    return t("All fifteen men are off.")


# ---- where the men are ----
def men_of(points: dict[int, int], hand: int, bar: int, off: int, t: Translator) -> str:
    """The men of one side in words: `2 on 22, 1 on 20; 6 in the hand`."""
    told = [t("{n} on {point}", n=n, point=point) for point, n in points.items()]
    rest = [(hand, t("{n} in the hand", n=hand)), (bar, t("{n} on the bar", n=bar)), (off, t("{n} off", n=off))]
    return ", ".join([*told, *(text for n, text in rest if n)])


def tray(hand: int, off: int, t: Translator) -> str:
    """What lies beside the board on one side: the men in the hand, or, when all are in, those borne off."""
    return t("{n} off", n=off) if off and not hand else t("{n} in hand", n=hand)


def position_says(position: Position, mover: str, other: str, t: Translator) -> str:
    """The whole position, in the mover's numbers."""
    mine = men_of(position.points, position.hand, position.bar, position.off, t)
    theirs = men_of(position.their_points, position.their_hand, position.their_bar, position.their_off, t)
    return t("{mover}: {mine}. {other}: {theirs}. Points by the numbers of {mover}.", mover=mover, mine=mine, other=other, theirs=theirs)  # fmt: skip
