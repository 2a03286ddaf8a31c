"""Who sits at the table and what the session starts from."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Chips
from acey_teach.engine.shuffle import check_seed, new_seed
from acey_teach.i18n import N_

NAME_LENGTH = 24
STRATEGIES = {"": "0", "cautious": "c", "expected-value": "e", "bold": "b", "random": "r"}
"""The names a seat's strategy can have, each with its letter in a session code; "" is a person."""
_BIDI = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


class Player(NamedTuple):
    """A seat: the name, and the name of the strategy that plays it ("" for a person). The engine plays for nobody."""

    name: str
    strategy: str = ""


def check_name(name: object) -> str:
    """`name` without outer spaces; Refusal when it is empty, too long, or holds control characters.

    >>> check_name("  Ana ")
    'Ana'
    """
    text = " ".join(unicodedata.normalize("NFC", name[:200]).split(" ")).strip() if isinstance(name, str) else ""
    if not text:
        raise Refusal("name", N_("Every player needs a name."))
    if len(text) > NAME_LENGTH:
        raise Refusal("name", N_("The name “{name}” is too long: at most {most} letters."), name=shown(text), most=NAME_LENGTH)
    if any(ord(c) in _BIDI or unicodedata.category(c) in ("Cc", "Cs", "Co", "Zl", "Zp") for c in text):
        raise Refusal("name", N_("The name “{name}” holds characters that cannot be shown. Use letters, digits and spaces."),
                      name=shown(text))
    return text


def check_deck(deck: Sequence[Card], rules: Rules) -> tuple[Card, ...]:
    """`deck` as a tuple; Refusal unless it holds exactly the cards of the pack (A1.2)."""
    cards = tuple(deck)
    if len(cards) != len(rules.pack) or sorted(c.index for c in cards) != [c.index for c in rules.pack]:
        raise Refusal("deck", N_("A deck holds each card of the pack once: {wanted} cards, here there are {found}, "
                                 "{different} of them different."), clause="A1.2", wanted=len(rules.pack),
                      found=len(cards), different=len(set(cards)))
    return cards


@dataclass(frozen=True)
class Setup:
    """All a session starts from. Made by `Setup.of`, which checks it."""

    players: tuple[Player, ...]
    rules: Rules
    start_chips: tuple[Chips, ...]
    seed: str
    decks: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def of(cls, players: Sequence[str | Player], rules: Rules = GUIDE, *, seed: str | None = None,
           decks: Sequence[Sequence[Card]] = (), start_chips: Sequence[Chips] | None = None) -> Setup:
        """Check everything and fill in what is left out; Refusal where the rules do not allow it.

        `seed` makes all shuffles repeatable (a fresh one when None; "" when every deck is given). `decks` are
        scripted packs, top card first, one for each round from the first.
        """
        seats = tuple(Player(check_name(p.name), p.strategy) if isinstance(p, Player) else Player(check_name(p))
                      for p in players)
        for seat in seats:
            if seat.strategy not in STRATEGIES:
                raise Refusal("strategy", N_("There is no strategy called “{name}”."), name=shown(seat.strategy))
        if not rules.min_players <= len(seats) <= rules.max_players:
            raise Refusal("players", N_("{n} players cannot play: the game is for {low} to {high}."), clause="A1.1",
                          n=len(seats), low=rules.min_players, high=rules.max_players)
        chips = tuple(start_chips) if start_chips is not None else (rules.start_chips,) * len(seats)
        if len(chips) != len(seats):
            raise Refusal("chips", N_("There are {n} players and {chips} amounts of chips. Give one amount a player."),
                          n=len(seats), chips=len(chips))
        for name, amount in zip(seats, chips, strict=True):
            if not (is_whole(amount) or isinstance(amount, Fraction)) or not 0 <= amount <= 10**9:
                raise Refusal("chips", N_("{name} cannot start with {chips} chips."), name=name.name, chips=shown(amount))
            if amount < rules.ante:
                raise Refusal("ante", N_("{name} cannot pay the ante of {ante} with {chips} chips, so the session does "
                                         "not begin."), clause="A8.4", name=name.name, ante=rules.ante, chips=amount)
        if len(decks) > rules.max_rounds:
            raise Refusal("deck", N_("There are {n} decks for at most {most} rounds."), clause="A1.6", n=len(decks),
                          most=rules.max_rounds)
        scripted = tuple(check_deck(deck, rules) for deck in decks)
        return cls(seats, rules, chips, new_seed() if seed is None else check_seed(seed) if seed else "", scripted)
