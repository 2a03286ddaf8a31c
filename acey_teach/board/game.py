"""A game from the throw for the start to its end: who throws, who moves, who has won (RULES C2, C3, C10, R-71).

A `Game` never changes; each action gives the next one, and each knows the one before it. Dice come from the seed, or
from the setup as far as they are planned there. Who plays several games carries the points on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from acey_teach.board.position import START, Position
from acey_teach.board.turn import Roll, Stage, Step
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.setup import check_name
from acey_teach.engine.shuffle import below, check_seed, new_seed
from acey_teach.i18n import N_

MOST_DICE = 400
MOST_GAMES = 999
MOST_MOVES = 5000
"""A game has some hundreds of moves; beyond so many its code could no longer be read."""
MOST_POINTS = 10**9


class Phase(StrEnum):
    """What is due."""

    START = "start"
    """Each throws one die for the start (C3)."""
    THROW = "throw"
    """The player in turn throws both dice."""
    MOVE = "move"
    """He takes a step."""
    NAME = "name"
    """He names a double."""
    OVER = "over"
    """Somebody has won, or nobody can (C2, R-71)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays and where the dice come from. Made by `Setup.of`, which checks it."""

    names: tuple[str, str]
    bots: tuple[bool, bool]
    seed: str
    dice: str = ""
    """Planned throws, two digits each, the one for the start first; the seed goes on where they end."""
    per_acey: bool = False
    """The game is worth 2^a points (C10.2)."""

    @classmethod
    def of(
        cls,
        first: str = "Ana",
        second: str = "Bence",
        *,
        bots: tuple[bool, bool] = (False, False),
        seed: str | None = None,
        dice: str = "",
        per_acey: bool = False,
    ) -> Setup:
        """Check everything; Refusal for a name, a seed or dice that cannot be."""
        names = (check_name(first), check_name(second))
        if names[0].casefold() == names[1].casefold():
            raise Refusal("names", N_("Two players have the same name. Give each a name of their own."))
        return cls(names, bots, new_seed() if seed is None else check_seed(seed), check_dice(dice), per_acey)


def check_dice(text: str) -> str:
    """Planned throws as digits; Refusal for anything else. Spaces, commas and hyphens between them are allowed.

    >>> check_dice("6-4, 5-2")
    '6452'
    """
    digits = "".join(sign for sign in text if sign not in " ,;-–\t\n") if isinstance(text, str) else "?"
    if set(digits) - set("123456") or len(digits) % 2 or len(digits) > MOST_DICE:
        raise Refusal(
            "dice",
            N_("“{dice}” are no throws. Write two dice for each throw, such as 6-4 5-2."),
            clause="C1.1",
            dice=shown(text),
        )
    return digits


@dataclass(frozen=True, slots=True)
class Game:
    """One moment of a game.

    >>> game = Game.begin(Setup.of(seed="demo", dice="64 52")).throw().throw()
    >>> game.name, game.phase.value, [step.to for step in game.roll.steps]
    ('Ana', 'move', [20, 23])
    """

    setup: Setup
    number: int = 1
    """Which game of the match, counted from 1."""
    points: tuple[int, int] = (0, 0)
    """The points of the games before this one."""
    mover: int = 0
    """Whose turn it is: 0 or 1. Nobody's before the start, when it is 0."""
    position: Position = START
    """The men, seen by the mover."""
    roll: Roll | None = None
    """The roll being played; when the next throw is due, the last one."""
    roller: int = 0
    """Who threw `roll`."""
    opening: tuple[int, int] = (0, 0)
    """The dice thrown for the start, (0, 0) before that."""
    thrown: int = 0
    """How many throws of two dice there were, the ones for the start among them."""
    aceys: int = 0
    """How many of them were 1-2, after the start (R-68)."""
    moves: str = ""
    """All that was chosen, as `board.record` writes it."""
    step: Step | None = None
    """The step taken last, None after a throw or a naming."""
    hit: bool = False
    """Whether it hit."""
    over: bool = False
    previous: Game | None = field(default=None, compare=False, repr=False)

    @classmethod
    def begin(cls, setup: Setup) -> Game:
        """The first moment: nobody has thrown."""
        return cls(setup)

    @property
    def phase(self) -> Phase:
        """What is due."""
        if self.over:
            return Phase.OVER
        if self.roll is None:
            return Phase.THROW if self.started else Phase.START
        if self.roll.stage is Stage.NAME:
            return Phase.NAME
        return Phase.MOVE if self.roll.left else Phase.THROW

    @property
    def started(self) -> bool:
        """Whether the throw for the start has been decided."""
        return self.opening[0] != self.opening[1]

    @property
    def name(self) -> str:
        """The name of the player in turn."""
        return self.setup.names[self.mover]

    @property
    def winner(self) -> int | None:
        """Who has won, None before the end and in a draw."""
        return self.roller if self.roll is not None and self.roll.stage is Stage.WON else None

    def seen_by(self, player: int) -> Position:
        """The men, in the numbers of a player."""
        return self.position if player == self.mover else self.position.flipped

    @property
    def worth(self) -> int:
        """What the game is worth to its winner now (C10)."""
        return 2**self.aceys if self.setup.per_acey else 1

    @property
    def score(self) -> tuple[int, int]:
        """The points of both, this game among them when it is won."""
        first, second = self.points
        if self.winner is None:
            return self.points
        return (first + self.worth, second) if self.winner == 0 else (first, second + self.worth)

    def throw(self) -> Game:
        """Throw the dice: for the start, or the next roll; Refusal when a step is due."""
        if self.phase not in (Phase.START, Phase.THROW):
            raise Refusal(
                "no-throw",
                N_("The game is over.")
                if self.over
                else N_("The dice are thrown when all that can be played was played."),
                clause="C5",
            )
        if len(self.moves) > MOST_MOVES:
            raise Refusal("game-long", N_("This game has grown too long for its code. Begin a new one."))
        dice = self._dice()
        common = replace(self, thrown=self.thrown + 1, step=None, hit=False, previous=self)
        if not self.started:  # equal numbers are thrown again (C3.1)
            return replace(common, opening=dice, mover=int(dice[1] > dice[0]))
        roll = Roll.of(self.position, *dice)
        return replace(common, aceys=self.aceys + roll.acey)._rolled(roll, self.mover)

    def take(self, step: Step) -> Game:
        """Take a step; Refusal, with the reason, when it is not legal."""
        roll = self._playing()
        return self._chosen(roll.take(step), letter(step, roll), step)

    def name_double(self, double: int) -> Game:
        """Name a double after 1-2."""
        return self._chosen(self._playing().name(double), f"{double}", None)

    def back(self) -> Game:
        """Take back the last step or naming of this roll; Refusal when there is none: a throw stands."""
        if not self.can_back or self.previous is None:
            raise Refusal("no-back", N_("Steps can be taken back until the next throw, a throw cannot."))
        return self.previous

    @property
    def can_back(self) -> bool:
        """Whether something chosen in this roll can be taken back."""
        return self.previous is not None and self.previous.thrown == self.thrown and self.previous.moves != self.moves

    def again(self) -> Game:
        """The next game of the match, with the points carried on; Refusal before this one is over."""
        if not self.over:
            raise Refusal("not-over", N_("This game is not over yet."))
        if self.number >= MOST_GAMES or max(self.score) > MOST_POINTS:
            raise Refusal("match-long", N_("This match is long enough. Set up a new one."))
        return Game(self.setup, self.number + 1, self.score)

    def _playing(self) -> Roll:
        if self.phase not in (Phase.MOVE, Phase.NAME) or self.roll is None:
            raise Refusal(
                "throw-first", N_("The game is over.") if self.over else N_("Throw the dice first."), clause="C3"
            )
        return self.roll

    def _chosen(self, roll: Roll, sign: str, step: Step | None) -> Game:
        hit = roll.position.their_bar > self.position.their_bar
        after = replace(self, moves=self.moves + sign, step=step, hit=hit, previous=self)
        return after._rolled(roll, self.mover)

    def _rolled(self, roll: Roll, roller: int) -> Game:
        """The moment with the roll as it now stands: the turn passes by itself where the roll is over."""
        mover, position = roller, roll.position
        if roll.stage is Stage.OVER:
            mover, position = 1 - mover, position.flipped
        # in the other stages somebody has a step; as soon as nobody has one, the game is a draw
        stuck = roll.stage in (Stage.OVER, Stage.AGAIN, Stage.NAME) and position.dead
        over = stuck or roll.stage is Stage.WON
        return replace(self, mover=mover, position=position, roll=roll, roller=roller, over=over)

    def _dice(self) -> tuple[int, int]:
        planned = self.setup.dice if self.number == 1 else ""
        at = 2 * self.thrown
        if at < len(planned):
            return int(planned[at]), int(planned[at + 1])
        both = below(36, self.setup.seed, f"board/{self.number}/{self.thrown}")
        return both // 6 + 1, both % 6 + 1


PLACES = "abcdefghijklmnopqrstuvwxyz"
"""Letters of the places 1 to 26, the bar being y and the hand z."""


def letter(step: Step, roll: Roll) -> str:
    """A step as one letter: its place; a capital where it uses the smaller of two different numbers.

    >>> roll = Roll.of(START, 5, 2)
    >>> letter(Step(26, 5), roll), letter(Step(26, 2), roll)
    ('z', 'Z')
    """
    sign = PLACES[step.source - 1]
    return sign.upper() if roll.stage is Stage.PAIR and step.number == min(roll.dice) else sign


def step_of(sign: str, roll: Roll) -> Step:
    """The step of a letter in a roll; ValueError when it is no letter of a place."""
    place = PLACES.index(sign.lower()) + 1
    if roll.stage is Stage.PAIR:
        return Step(place, min(roll.dice) if sign.isupper() else max(roll.dice))
    return Step(place, roll.left[0] if roll.left and sign.islower() else 0)
