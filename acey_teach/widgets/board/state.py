"""What the page of the board game shows: one immutable value, and the fields before a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from acey_teach.board.game import Game, Phase, Setup
from acey_teach.board.turn import Roll, Stage, Step
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import new_seed
from acey_teach.i18n import N_


@dataclass(frozen=True)
class Form:
    """What stands in the fields, as text, so that nothing typed is lost when something in it is refused."""

    names: tuple[str, str] = ("Ana", "Bence")
    bots: tuple[bool, bool] = (False, True)
    seed: str = ""
    dice: str = ""
    per_acey: bool = False

    def filled(self, values: Mapping[str, str]) -> Form:
        """The form with what a browser sent."""
        return Form(
            (values.get("name0", self.names[0])[:60], values.get("name1", self.names[1])[:60]),
            (values.get("who0") == "bot", values.get("who1") == "bot"),
            values.get("seed", self.seed)[:40],
            values.get("dice", self.dice)[:900],
            "per_acey" in values,
        )

    @classmethod
    def of(cls, game: Game) -> Form:
        """The form that would set up the same game with other dice."""
        return cls(game.setup.names, game.setup.bots, per_acey=game.setup.per_acey)

    def game(self) -> Game:
        """The game these fields describe; Refusal where they cannot be used."""
        first, second = (" ".join(name.split()) for name in self.names)
        return Game.begin(
            Setup.of(
                first,
                second,
                bots=self.bots,
                seed=self.seed.strip() or new_seed(),
                dice=self.dice,
                per_acey=self.per_acey,
            )
        )


@dataclass(frozen=True)
class BoardState:
    """Everything the page shows. `game` is None while it is being set up."""

    lang: str = "en"
    home: str = ""
    head: bool = True
    """Whether the page has a head of its own; in a lesson it has not."""
    game: Game | None = None
    form: Form = field(default_factory=Form)
    picked: int = 0
    """The place of the man that is picked, while two numbers could move it."""
    double: int = 0
    """The double looked at before it is named."""
    since: int | None = None
    """Throws after that many are told together: somebody played on. None: only the last."""
    why: bool = False
    """Whether the bot's reasons are shown."""
    offer: Game | None = None
    aside: bool = False
    """The offer asks no more: somebody plays on in the game on the page."""

    @property
    def playing(self) -> Game:
        """The game; Refusal while there is none."""
        if self.game is None:
            raise Refusal("not-started", N_("Start the game first."))
        return self.game

    @property
    def edge(self) -> int:
        """The player at the lower edge: the one person against a bot, else the first."""
        bots = self.playing.setup.bots
        return 1 if bots[0] and not bots[1] else 0

    def moved(self, game: Game) -> BoardState:
        """With the game gone on, and nothing picked. Reasons do not stay open for the next throw."""
        why = self.why and self.game is not None and game.thrown == self.game.thrown
        return replace(self, game=game, picked=0, double=0, why=why, since=None, aside=True)


def is_person(game: Game) -> bool:
    """Whether a person plays for the player in turn."""
    return not game.setup.bots[game.mover]


def waits_for_person(game: Game) -> bool:
    """Whether a person has to choose now."""
    return game.phase in (Phase.MOVE, Phase.NAME) and is_person(game)


def this_roll(game: Game) -> list[Game]:
    """The moments of the last roll, from its throw on."""
    moments = [game]
    while moments[-1].previous is not None and moments[-1].previous.thrown == game.thrown:
        moments.append(moments[-1].previous)
    return moments[::-1]


def steps_shown(game: Game) -> list[tuple[Step, bool]]:
    """The steps of the last roll, each with whether it hit."""
    return [(moment.step, moment.hit) for moment in this_roll(game) if moment.step]


def stage_begun(game: Game) -> Roll | None:
    """The roll where its last stage began in which something was done: what a player had to decide about."""
    moments = this_roll(game)
    begun: Roll | None = None
    stage: Stage | None = None
    for before, after in pairwise(moments):
        assert before.roll and after.roll
        if before.roll.stage is not stage:
            begun, stage = before.roll, before.roll.stage
    return begun
