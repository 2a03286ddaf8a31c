"""What happened: one frozen record for each step, with the chips that moved. Together they are the ledger (A11.1)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.settlement import Chips, Outcome, Wager
from acey_teach.engine.terms import Ace, Side

POT, HELD = -1, -2
"""Places of chips besides the seats 0 to n - 1: the pot, and the stake held aside (A6.1)."""


class Phase(StrEnum):
    """What comes next.

    In CHOOSE_DEALER, CUT and DECISION somebody chooses, and in BLIND, ACE and SIDE under rules that have them; the
    other steps follow from the rules.
    """

    CHOOSE_DEALER = "choose-dealer"
    SHUFFLE = "shuffle"
    CUT = "cut"
    ANTE = "ante"
    BLIND = "blind"
    FIRST_CARD = "first-card"
    ACE = "ace"
    SECOND_CARD = "second-card"
    SIDE = "side"
    DECISION = "decision"
    SPLIT_CARD = "split-card"
    STAKE = "stake"
    THIRD_CARD = "third-card"
    SETTLEMENT = "settlement"
    NEXT_HAND = "next-hand"
    DISCARD = "discard"
    COLLECT = "collect"
    PASS_DEAL = "pass-deal"
    DIVISION = "division"
    OVER = "over"
    __hash__ = str.__hash__  # Enum's own is written in Python and slow


BETWEEN_TURNS = {
    Phase.CHOOSE_DEALER, Phase.SHUFFLE, Phase.CUT, Phase.ANTE,
    Phase.COLLECT, Phase.PASS_DEAL, Phase.DIVISION, Phase.OVER,
}  # fmt: skip
"""The phases that belong to nobody's turn."""


class Ending(StrEnum):
    """Why a session ended (A8)."""

    POT_EMPTY = "POT_EMPTY"
    ROUND_LIMIT = "ROUND_LIMIT"
    CANNOT_ANTE = "CANNOT_ANTE"


class Result(NamedTuple):
    """How a session ended: why, each player's exact share of the rest, and the winners' seats (A9).

    The share and the winners are known after the division.
    """

    ending: Ending
    share: Chips
    winners: tuple[int, ...]
    rounds_completed: int


class Move(NamedTuple):
    """`chips` chips go from one place to another; a place is a seat, POT or HELD."""

    source: int
    target: int
    chips: Chips


class Hand(NamedTuple):
    """What sets the hand in turn apart from one of part A.

    `first` is the first card where it was dealt on the turn (B0), `called` an ace's call (B2), `wager` what was bet
    on, `side` the side named with a pair (B1). Of a split pair (B7) `columns` are the cards of its two hands, and
    `column` the one that is played, 1 or 2 (0 before). `stake` is one that was named, where not all of it is put aside
    at once: for both hands of a pair, or more than there is (B13).
    """

    first: Card | None = None
    called: Ace | None = None
    wager: Wager = Wager.STAKE
    side: Side | None = None
    column: int = 0
    columns: tuple[tuple[Card, ...], ...] = ()
    stake: int = 0


PLAIN = Hand()
"""A hand of part A."""


class Event(NamedTuple):
    """One step of a session and the state of all chips after it.

    `phase` is the step that was taken. Which other fields are filled depends on it: `seat` who acted or received,
    `card` the card dealt, `stake` the stake announced (0 for a pass), `forced` a pass without any choice,
    `outcome` and `net` of a settlement, `cut` where the pack was cut (None: the scripted order stands), `complete`
    whether a round was complete, `ending` why the session ended, `hand` what the rules of part B add to it.
    """

    phase: Phase
    round: int
    seat: int
    pot: Chips
    held: int
    balances: tuple[Chips, ...]
    moves: tuple[Move, ...] = ()
    card: Card | None = None
    stake: int = 0
    forced: bool = False
    outcome: Outcome | None = None
    net: Chips = 0
    cut: int | None = None
    complete: bool = False
    ending: Ending | None = None
    hand: Hand = PLAIN
