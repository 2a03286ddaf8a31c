"""The rules a table plays by, as data: each number is a field that knows its clause, its source and its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.refusal import Refusal, Word, is_whole, shown
from acey_teach.i18n import N_


@dataclass(frozen=True)
class About:
    """What is known of one rule: its clause in RULES, where it comes from, what it says, and its range."""

    clause: str
    source: str
    says: str
    low: int
    high: int


def _rule(default: int, low: int, high: int, clause: str, says: str, source: str = "guide") -> Any:
    return field(default=default, metadata={"about": About(clause, source, says, low, high)})


@dataclass(frozen=True)
class Rules:
    """The chosen card game (RULES part A). Unknown or impossible values raise Refusal.

    >>> Rules(max_rounds=1).changes
    {'max_rounds': 1}
    >>> Rules.about("post_factor").clause
    'A6.2'
    """

    min_players: int = _rule(2, 2, 8, "A1.1", N_("At least this many players sit at the table."))
    max_players: int = _rule(8, 2, 8, "A1.1", N_("At most this many players sit at the table."))
    decks: int = _rule(1, 1, 8, "A1.2", N_("The game is played with this many packs of 52 cards, without jokers."))
    start_chips: int = _rule(100, 0, 1_000_000, "A1.5", N_("Everybody starts with this many chips."))
    ante: int = _rule(1, 1, 1_000_000, "A1.5", N_("Everybody pays this many chips into the pot before each round."))
    max_rounds: int = _rule(3, 1, 3, "A1.6", N_("A session lasts at most this many rounds."))
    min_cut: int = _rule(1, 1, 26, "A3.2", N_("A cut leaves at least this many cards in each part."))
    min_stake: int = _rule(1, 1, 1_000_000, "A5.2", N_("The smallest stake."))
    inside_factor: int = _rule(1, 1, 1, "A6.2", N_("A third card inside wins this many stakes from the pot."))
    outside_factor: int = _rule(1, 1, 1, "A6.2", N_("A third card outside loses this many stakes to the pot."))
    post_factor: int = _rule(2, 1, 4, "A6.2", N_("A third card on a post loses this many stakes to the pot."))

    def __post_init__(self) -> None:
        for name, about in ABOUT.items():
            value = getattr(self, name)
            if not is_whole(value) or not about.low <= value <= about.high:
                raise Refusal(
                    "rule-value",
                    N_("{rule} Possible are whole numbers from {low} to {high}, not {value}."),
                    clause=about.clause,
                    rule=Word(about.says),
                    low=about.low,
                    high=about.high,
                    value=shown(value),
                )
        if self.min_players > self.max_players:
            raise Refusal(
                "rule-value",
                N_("At least {low} and at most {high} players is impossible."),
                clause="A1.1",
                low=self.min_players,
                high=self.max_players,
            )

    @staticmethod
    def about(name: str) -> About:
        """Clause, source, meaning and range of one rule; an unknown name raises KeyError."""
        return ABOUT[name]

    @classmethod
    def of(cls, changes: Mapping[str, Any]) -> Rules:
        """The guide's rules with some options changed (RULES A10)."""
        if not isinstance(changes, Mapping):
            raise Refusal("rule-value", N_("Rules are written as names with values."))
        for name in changes:
            if name not in ABOUT:
                raise Refusal("rule-unknown", N_("There is no rule called “{name}” in this game."), name=shown(name))
        return cls(**changes) if changes else GUIDE

    @property
    def changes(self) -> dict[str, int]:
        """The options that differ from the guide."""
        return {f.name: value for f in fields(self) if (value := getattr(self, f.name)) != f.default}

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """All cards in play, in rank order."""
        return tuple(card for card in PACK for _ in range(self.decks))

    @cached_property
    def per_rank(self) -> int:
        """How many cards of one rank are in play: 4 a pack."""
        return 4 * self.decks

    @cached_property
    def cover(self) -> int:
        """The largest number of stakes a bet can cost: a player must be able to pay it (A5.2, R-1)."""
        return max(self.outside_factor, self.post_factor)


ABOUT: dict[str, About] = {f.name: f.metadata["about"] for f in fields(Rules)}
GUIDE = Rules()
"""Part A unchanged: the default everywhere."""
