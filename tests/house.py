"""Rules of part B at random, for tests of what has to stand under any of them."""

from __future__ import annotations

from random import Random

from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, Rules

OPTIONS = [name for name, about in ABOUT.items() if about.choices]


def any_rules(rng: Random, **fixed: object) -> Rules:
    """A legal combination of the options of part B, most of them on as often as off."""
    while True:
        changes = {name: rng.choice(list(ABOUT[name].choices)) for name in OPTIONS}
        changes["deal"] = rng.choice(["two_on_turn", changes["deal"]])  # what needs it is met more often
        try:
            return Rules.of({**changes, "decks": rng.choice([1, 1, 2, 3]), **fixed})
        except Refusal:
            continue
