"""The rules a table plays by, as data: each is a field that knows its clause, source, meaning and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, NamedTuple

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.clashes import Clash, clashing
from acey_teach.engine.refusal import Refusal, Word, is_whole, shown
from acey_teach.i18n import N_

Value = int | str
"""What a rule can be: a whole number, True or False, or the name of one of its choices."""

SOURCES = {
    "guide": N_("the guide this kit follows"),
    "encyclopedia": N_("an encyclopedia’s page on the game"),
    "programs": N_("other programs that play the game"),
}
"""Where rules come from."""


class Choice(NamedTuple):
    """One value of a rule that is no number: a short title, and what it means at the table in a sentence."""

    title: str
    says: str


@dataclass(frozen=True)
class About:
    """What is known of one rule.

    Its clause in RULES, where it comes from, its title, what it says, the clause it replaces ("" for part A), and
    what it can be: whole numbers from `low` to `high`, or the `choices`, the default first.
    """

    clause: str
    source: str
    title: str
    says: str
    replaces: str = ""
    low: int = 0
    high: int = 0
    choices: Mapping[Value, Choice] = field(default_factory=dict)

    def told(self, value: Value) -> Choice:
        """Title and sentence of one value; the title of a number has the place `{value}`."""
        return self.choices[value] if self.choices else Choice(self.title, self.says)

    @property
    def values(self) -> tuple[Value, ...]:
        """All that the rule can be."""
        return tuple(self.choices) or tuple(range(self.low, self.high + 1))

    def allows(self, value: object) -> bool:
        """Whether the rule can have this value: True is no 1, and 1 no True."""
        if self.choices:
            return any(type(value) is type(known) and value == known for known in self.choices)
        return is_whole(value) and self.low <= value <= self.high  # type: ignore[operator]


def _number(default: int, low: int, high: int, clause: str, title: str, says: str, **more: str) -> Any:
    about = About(clause, more.get("source", "guide"), title, says, more.get("replaces", ""), low, high)
    return field(default=default, metadata={"about": about})


def _choice(clause: str, replaces: str, title: str, choices: Mapping[Value, Choice]) -> Any:
    """A rule of part B; the first of its choices is the guide's."""
    values = list(choices)
    about = About(clause, "encyclopedia", title, choices[values[-1]].says, replaces, choices=choices)
    return field(default=values[0], metadata={"about": about})


def _switch(clause: str, replaces: str, on: Choice, off: Choice) -> Any:
    return _choice(clause, replaces, on.title, {False: off, True: on})


@dataclass(frozen=True)
class Rules:
    """The chosen card game (RULES part A) with the options of part B. Impossible values and conflicts raise Refusal.

    >>> Rules(max_rounds=1, pair="hilo").changes
    {'max_rounds': 1, 'pair': 'hilo'}
    >>> Rules.about("ace_post_x4").clause
    'B3'
    """

    min_players: int = _number(
        2, 2, 8, "B5", N_("At least {value} players"), N_("At least this many players sit at the table."),
        source="encyclopedia", replaces="A1.1",
    )  # fmt: skip
    max_players: int = _number(
        8, 2, 8, "A1.1", N_("At most {value} players"), N_("At most this many players sit at the table.")
    )
    decks: int = _number(
        1, 1, 8, "B6", N_("Packs: {value}"), N_("The game is played with this many packs of 52 cards, without jokers."),
        source="encyclopedia", replaces="A1.2",
    )  # fmt: skip
    start_chips: int = _number(
        100, 0, 1_000_000, "A1.5", N_("Chips at the start: {value}"), N_("Everybody starts with this many chips.")
    )
    ante: int = _number(
        1, 1, 1_000_000, "A1.5", N_("Ante: {value}"),
        N_("Everybody pays this many chips into the pot before each round."),
    )  # fmt: skip
    max_rounds: int = _number(3, 1, 3, "A1.6", N_("Rounds: {value}"), N_("A session lasts at most this many rounds."))
    min_cut: int = _number(
        1, 1, 26, "A3.2", N_("Cut at least {value} cards"), N_("A cut leaves at least this many cards in each part.")
    )
    min_stake: int = _number(1, 1, 1_000_000, "A5.2", N_("Smallest stake: {value}"), N_("The smallest stake."))
    inside_factor: int = _number(
        1, 1, 1, "A6.2", N_("Inside pays {value} times"), N_("A third card inside wins this many stakes from the pot.")
    )
    outside_factor: int = _number(
        1, 1, 1, "A6.2", N_("Outside costs {value} times"),
        N_("A third card outside loses this many stakes to the pot."),
    )  # fmt: skip
    post_factor: int = _number(
        2, 1, 4, "A6.2", N_("A post costs {value} times"),
        N_("A third card on a post loses this many stakes to the pot."),
    )  # fmt: skip
    deal: str = _choice("B0", "A4.1, A4.3", N_("The deal"), {
        "in_advance": Choice(
            N_("First cards in advance"),
            N_("Everybody gets a first card before the first turn; the second comes on the turn.")),
        "two_on_turn": Choice(
            N_("Two cards on the turn"),
            N_("Nobody gets a card in advance: both posts come on the player’s own turn.")),
    })  # fmt: skip
    pair: str = _choice("B1, B7", "A5.4, A6.2", N_("Pairs"), {
        "plain": Choice(
            N_("A pair is any hand"), N_("Nothing lies inside a pair: a bet on it can only lose.")),
        "hilo": Choice(
            N_("Higher or lower"),
            N_("On a pair you say whether the third card is higher or lower; the same rank loses three stakes.")),
        "split": Choice(
            N_("Pairs are split"),
            N_("You pass a pair, or split it into two hands: each gets a new second card.")),
    })  # fmt: skip
    split_mode: str = _choice("B7", "A5.4", N_("A split pair"), {
        "free": Choice(
            N_("Each hand by itself"), N_("On each hand of a split pair you bet or pass.")),
        "committed": Choice(
            N_("One stake on both"),
            N_("Before a pair is split you name one stake, and it stands on both hands.")),
    })  # fmt: skip
    ace_choice: bool = _switch("B2", "A1.4",
        Choice(N_("Low ace by choice"),
               N_("If your first card is an ace, you call it low, below the 2, or high. A second ace is high.")),
        Choice(N_("Aces are high"),
               N_("An ace is always the highest card.")))  # fmt: skip
    ace_post_x4: bool = _switch("B3", "A6.2",
        Choice(N_("Fourfold ace"),
               N_("If a post is an ace, a third ace loses four stakes.")),
        Choice(N_("An ace is any post"),
               N_("A third ace on an ace costs what any post costs.")))  # fmt: skip
    ace_third_pair_loses: bool = _switch("B4", "B1",
        Choice(N_("A third ace loses"),
               N_("On a pair of other cards a third ace loses one stake, whatever you said.")),
        Choice(N_("An ace is higher"),
               N_("On a pair of other cards a third ace is higher.")))  # fmt: skip
    first_orbit_half_pot: bool = _switch("B5", "A5.2",
        Choice(N_("Half pot in round 1"),
               N_("In round 1 a stake is at most half of the pot.")),
        Choice(N_("The pot from round 1"),
               N_("In every round a stake may be as large as the pot.")))  # fmt: skip
    blind_pot: bool = _switch("B8", "A5.1, A6.2",
        Choice(N_("Blind for the pot"),
               N_("You may play for the pot before your cards come: "
                  "inside wins it, outside costs half of it, a post all of it.")),
        Choice(N_("No blind bets"),
               N_("Nobody bets before seeing the posts.")))  # fmt: skip
    autopot: str = _choice("B9", "A5.1", N_("AutoPot"), {
        "off": Choice(
            N_("No AutoPot"), N_("Whatever the posts are, you may pass.")),
        "open": Choice(
            N_("AutoPot"), N_("With a 2 and a high ace you must bet, and as much as you may.")),
        "any": Choice(
            N_("AutoPot, low ace too"),
            N_("With an ace and a 2 you must bet as much as you may, even if the ace is low and no card can win.")),
    })  # fmt: skip
    post_bet: bool = _switch("B10", "A5.1, A6.2",
        Choice(N_("Bet on the post"),
               N_("You may bet on a post: a hit wins the pot and as much again from the others, "
                  "a miss costs half of the pot.")),
        Choice(N_("No bet on the post"),
               N_("You cannot bet that the third card falls on a post.")))  # fmt: skip
    satan: bool = _switch("B11", "A6.2",
        Choice(N_("Three sixes"),
               N_("On two sixes a third 6 costs six times the pot.")),
        Choice(N_("A 6 is any card"),
               N_("Three sixes cost no more than three cards of another rank.")))  # fmt: skip
    half_cap: bool = _choice("B12", "A5.2", N_("The chips as a limit"), {
        True: Choice(
            N_("Chips limit the stake"),
            N_("Your chips must cover a loss: in most hands you stake at most half of them.")),
        False: Choice(
            N_("Stakes up to the pot"), N_("You may stake as much as the pot holds, even with fewer chips.")),
    })  # fmt: skip
    debt: str = _choice("B13", "A5.2", N_("Debts"), {
        "cap": Choice(
            N_("No debts"), N_("Nobody can lose more chips than they have.")),
        "debt": Choice(
            N_("Debts are kept"), N_("Chips can fall below 0. Without chips nobody can bet.")),
        "short": Choice(
            N_("Debts are forgiven"), N_("Whoever owes too much pays all their chips, and the rest is forgiven.")),
    })  # fmt: skip

    def __post_init__(self) -> None:
        for name, about in ABOUT.items():
            value = getattr(self, name)
            if about.allows(value):
                continue
            if about.choices:
                raise Refusal(
                    "rule-value",
                    N_("For the rule “{rule}” choose one of {choices}, not {value}."),
                    clause=about.clause,
                    rule=Word(about.title),
                    choices=", ".join(map(str, about.choices)),
                    value=shown(value),
                )
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
        for clash in clashing(vars(self)):
            raise clash.refusal

    @staticmethod
    def about(name: str) -> About:
        """Clause, source, meaning and values of one rule; an unknown name raises KeyError."""
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
    def changes(self) -> dict[str, Value]:
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
        """How many stakes the chips must cover, with posts that are no pair and have no ace (A5.2, B12, B13, R-1).

        Without debts that is the most such a bet can cost; with debts it is 2 for the half of the chips, or 0.
        """
        return max(self.outside_factor, self.post_factor) if self.debt == "cap" else 2 if self.half_cap else 0

    @cached_property
    def known_terms(self) -> dict[Any, Any]:
        """What `terms` has worked out under these rules."""
        return {}

    @cached_property
    def known_counts(self) -> dict[Any, Any]:
        """What `odds` counts from, by the ranks of the posts, what was called and the side."""
        return {}

    @cached_property
    def deals_in_advance(self) -> bool:
        """Whether everybody gets the first card before the turns (A4.1), and not on the turn (B0)."""
        return self.deal == "in_advance"

    @cached_property
    def settles_plainly(self) -> bool:
        """Whether every hand but one of part B's wagers is settled as in A6, by outcome and stake alone."""
        return not (self.pair == "hilo" or self.ace_choice or self.ace_post_x4 or self.satan or self.debt == "short")

    @cached_property
    def turns_begin_plainly(self) -> bool:
        """Whether every turn begins with its second card: nothing is called, chosen or dealt before it (A4.3)."""
        return self.deals_in_advance and not self.ace_choice


ABOUT: dict[str, About] = {f.name: f.metadata["about"] for f in fields(Rules)}
GUIDE = Rules()
"""Part A unchanged: the default everywhere."""


def clashes(changes: Mapping[str, Value]) -> list[Clash]:
    """All that does not go together when the guide is changed like this (B14).

    >>> [clash.names for clash in clashes({"half_cap": False, "blind_pot": True})]
    [('deal', 'blind_pot'), ('debt', 'half_cap')]
    """
    return clashing({f.name: f.default for f in fields(Rules)} | {**changes})


class Preset(NamedTuple):
    """Rules that have a name: the title, a sentence, where they come from, and what they change."""

    title: str
    says: str
    source: str
    changes: Mapping[str, Value]

    @property
    def rules(self) -> Rules:
        """The rules themselves."""
        return Rules.of(self.changes)


PRESETS: dict[str, Preset] = {
    "guide": Preset(
        N_("The guide"),
        N_("Aces are high, a post costs two stakes, and nobody can lose more chips than they have."),
        "guide",
        {},
    ),
    "encyclopedia": Preset(
        N_("The encyclopedia"),
        N_("Both posts on the turn, higher or lower on pairs, aces low or high, stakes up to the pot, and debts."),
        "encyclopedia",
        {"deal": "two_on_turn", "pair": "hilo", "ace_choice": True, "ace_post_x4": True, "ace_third_pair_loses": True,
         "half_cap": False, "debt": "debt"},
    ),
    "liaoning": Preset(
        N_("Liaoning"),
        N_("Four players or more, and at most half of the pot in round 1."),
        "encyclopedia",
        {"min_players": 4, "first_orbit_half_pot": True},
    ),
    "two-packs": Preset(
        N_("Two packs"),
        N_("Liaoning with 104 cards: every card is there twice."),
        "encyclopedia",
        {"min_players": 4, "decks": 2, "first_orbit_half_pot": True},
    ),
    "single-loss": Preset(
        N_("Single loss"),
        N_("A post costs one stake, like any other card that is not inside."),
        "programs",
        {"post_factor": 1},
    ),
}  # fmt: skip
"""The rules somebody has written down, by name."""
