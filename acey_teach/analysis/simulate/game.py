"""What a simulation needs to know of the rules, and which of them strategies on arrays can play (RULES A, B)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from acey_teach.analysis.simulate.players import Strategy, named
from acey_teach.engine.refusal import Refusal, Word
from acey_teach.engine.rules import ABOUT, GUIDE, Rules
from acey_teach.engine.setup import Setup
from acey_teach.engine.shuffle import check_seed
from acey_teach.i18n import N_

BLOCK = 10_000
"""Sessions that are played at once and share a generator. Every block is reproduced from seed and number alone."""
PLAYED = {"deal", "ace_post_x4", "first_orbit_half_pot", "half_cap", "debt", "ace_third_pair_loses"}
"""The options of part B that are simulated with all their values. Pairs with the better side are, too."""


class Game(NamedTuple):
    """Who plays by which rules, and where chance starts. Made by `game`, which checks it."""

    seats: tuple[str | Strategy, ...]
    rules: Rules
    seed: str

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategy of each seat."""
        return tuple(named(seat) if isinstance(seat, str) else seat for seat in self.seats)

    def generator(self, block: int) -> np.random.Generator:
        """The random numbers of a block, whichever process plays it and whatever was played before."""
        entropy = int.from_bytes(self.seed.encode(), "big")
        return np.random.Generator(np.random.SFC64(np.random.SeedSequence(entropy, spawn_key=(block,))))


def game(seats: Sequence[str | Strategy], rules: Rules = GUIDE, seed: str = "1") -> Game:
    """Check who plays by which rules; Refusal for rules that need more choices than a stake, and for a wrong seed.

    A seat is the name of a strategy, or a function on arrays. Seat 0 deals first.

    >>> game(["count", "bold"]).rules.max_rounds
    3
    """
    for name, value in rules.changes.items():
        about = ABOUT[name]
        if about.choices and name not in PLAYED and (name, value) != ("pair", "hilo"):
            raise Refusal(
                "too-many-rules",
                N_("Sessions with the rule “{rule}” are not simulated. Take the guide’s rule instead."),
                clause=about.clause,
                rule=Word(about.told(value).title),
            )
    made = Game(tuple(seats), rules, check_seed(seed))
    Setup.of([str(seat) for seat in range(1, len(seats) + 1)], rules, seed="")
    assert made.strategies
    return made
