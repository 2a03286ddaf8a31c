"""Who sits at the table and what the session starts from."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Chips, tidy
from acey_teach.engine.shuffle import check_seed, new_seed
from acey_teach.i18n import N_

NAME_LENGTH = 24
MOST_CHIPS, MOST_PARTS = 10**9, 10**6
"""The largest amount of chips at the start, and the largest denominator of one (R-3)."""
STRATEGIES = {"": "0", "cautious": "c", "expected-value": "e", "bold": "b", "random": "r"}
"""The names a seat's strategy can have, each with its letter in a session code; "" is a person."""
# Of the invisible format characters names may hold those that join: in Persian and Indic words, and in emoji and flags.
_JOINERS = {0x200C, 0x200D, *range(0xE0020, 0xE0080)}


class Player(NamedTuple):
    """A seat: the name, and the name of the strategy that plays it ("" for a person). The engine plays for nobody."""

    name: str
    strategy: str = ""


def check_name(name: object) -> str:
    """`name` without outer spaces; Refusal when it is empty, too long, or holds characters that cannot be shown.

    >>> check_name("  Ana ")
    'Ana'
    """
    if isinstance(name, str) and name.isascii() and name.isalnum() and len(name) <= NAME_LENGTH:
        return name
    text = unicodedata.normalize("NFC", name.strip()[:1000]).strip() if isinstance(name, str) else ""
    if not text:
        raise Refusal("name", N_("Every player needs a name."))
    if len(text) > NAME_LENGTH:
        raise Refusal(
            "name", N_("The name “{name}” is too long: at most {most} letters."), name=shown(text), most=NAME_LENGTH
        )
    kinds = [unicodedata.category(c) for c in text]
    if any(
        kind in ("Cc", "Cs", "Co", "Zl", "Zp") or (kind == "Cf" and ord(c) not in _JOINERS)
        for c, kind in zip(text, kinds, strict=True)
    ) or not any(kind[0] in "LNPS" for kind in kinds):
        raise Refusal(
            "name",
            N_("The name “{name}” holds characters that cannot be shown. Use letters, digits and spaces."),
            name=shown(text),
        )
    return text


def name_to_code(name: str) -> str:
    """A name as it stands in a code: letters A-Z, a-z and digits as they are, others as `_` and base 64.

    >>> name_to_code("Ana"), name_to_code("Zoë")
    ('Ana', '_Wm_Dqw')
    """
    if name.isascii() and name.isalnum():
        return name
    from base64 import urlsafe_b64encode

    return "_" + urlsafe_b64encode(name.encode()).decode().rstrip("=")


def name_from_code(text: str) -> str:
    """The name that `name_to_code` wrote; ValueError where it wrote none."""
    from base64 import urlsafe_b64decode

    return urlsafe_b64decode(text[1:] + "==").decode() if text.startswith("_") else text


def _is_list(value: object) -> bool:
    """Whether `value` can be a list of players, amounts or cards: a text, though a sequence of letters, cannot."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def check_deck(deck: Sequence[Card], rules: Rules, *, seed: bool = True) -> tuple[Card, ...]:
    """`deck` as a tuple; Refusal unless it is the pack, or a part of it that a seed completes (A1.2).

    >>> from acey_teach.engine.cards import cards
    >>> check_deck(cards("4c Qd 9h"), GUIDE)
    (Card('4♣'), Card('Q♦'), Card('9♥'))
    """
    known = _is_list(deck) and all(isinstance(card, Card) for card in deck)
    cards = tuple(deck) if known else ()
    size, doubled = len(rules.pack), [card for card in cards if cards.count(card) > rules.decks]
    if doubled and len(cards) < size and seed:
        raise Refusal(
            "deck", N_("The card {card} is planned more often than the pack holds it."), clause="A1.2", card=doubled[0]
        )
    if doubled or not known or (len(cards) < size and not seed):
        if rules.decks > 1:
            raise Refusal(
                "deck",
                N_("{decks} packs hold each card {decks} times: {wanted} cards in all, here there are {found}."),
                clause="B6",
                decks=rules.decks,
                wanted=size,
                found=len(cards),
            )
        raise Refusal(
            "deck",
            N_(
                "A deck holds each card of the pack once: {wanted} cards, here there are {found}, "
                "{different} of them different."
            ),
            clause="A1.2",
            wanted=size,
            found=len(cards),
            different=len(set(cards)),
        )
    return cards


def check_count(n: int, rules: Rules) -> None:
    """Refusal unless `n` players may sit at the table (A1.1)."""
    if not rules.min_players <= n <= rules.max_players:
        raise Refusal(
            "players",
            N_("The game is for {low} to {high} players, not for {n}."),
            clause="A1.1",
            n=shown(n),
            low=rules.min_players,
            high=rules.max_players,
        )


@dataclass(frozen=True)
class Setup:
    """All a session starts from. Made by `Setup.of`, which checks it."""

    players: tuple[Player, ...]
    rules: Rules
    start_chips: tuple[Chips, ...]
    seed: str
    decks: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def of(
        cls,
        players: Sequence[str | Player],
        rules: Rules = GUIDE,
        *,
        seed: str | None = None,
        decks: Sequence[Sequence[Card]] = (),
        start_chips: Sequence[Chips] | None = None,
    ) -> Setup:
        """Check everything and fill in what is left out; Refusal where the rules do not allow it.

        `seed` makes all shuffles repeatable (a fresh one when None; "" when every deck is given). `decks` are the
        cards to come, in the order they are dealt, for each round from the first: a whole pack (a script, A10), a
        planned beginning, which the seed completes, or nothing, for a round left to the seed.
        """
        if not _is_list(players):
            raise Refusal("name", N_("Every player needs a name."))
        check_count(len(players), rules)
        seats = tuple(
            [
                Player(check_name(p.name), p.strategy) if isinstance(p, Player) else Player(check_name(p))
                for p in players
            ]
        )
        for seat in seats:
            if not isinstance(seat.strategy, str) or seat.strategy not in STRATEGIES:
                raise Refusal("strategy", N_("There is no strategy called “{name}”."), name=shown(seat.strategy))
        chips = (rules.start_chips,) * len(seats) if start_chips is None else start_chips
        if not _is_list(chips) or len(chips) != len(seats):
            raise Refusal(
                "chips",
                N_("There are {n} players and {chips} amounts of chips. Give one amount per player."),
                n=len(seats),
                chips=len(chips) if _is_list(chips) else 0,
            )
        for name, amount in zip(seats, chips, strict=True):
            if (
                not (is_whole(amount) or isinstance(amount, Fraction))
                or not 0 <= amount <= MOST_CHIPS
                or amount.denominator > MOST_PARTS
            ):
                raise Refusal(
                    "chips", N_("{name} cannot start with {chips} chips."), name=name.name, chips=shown(amount)
                )
            if amount < rules.ante:
                raise Refusal(
                    "ante",
                    N_("{name} cannot pay the ante of {ante} with {chips} chips, so the session does not begin."),
                    clause="A8.4",
                    name=name.name,
                    ante=rules.ante,
                    chips=amount,
                )
        decks = decks if _is_list(decks) else [decks]  # type: ignore[list-item]  # refused below
        if len(decks) > rules.max_rounds:
            raise Refusal(
                "deck",
                N_("There are {n} decks for at most {most} rounds."),
                clause="A1.6",
                n=len(decks),
                most=rules.max_rounds,
            )
        given = [check_deck(deck, rules, seed=seed != "") for deck in decks]
        while given and not given[-1]:
            given.pop()
        return cls(
            seats,
            rules,
            tuple([tidy(amount) for amount in chips]),
            new_seed() if seed is None else "" if seed == "" else check_seed(seed),
            tuple(given),
        )

    @cached_property
    def plain_hands(self) -> bool:
        """Whether all posts are alike until the third card falls: any may be passed or bet on, with the same limit."""
        r = self.rules
        return r.pair == "plain" and r.autopot == "off" and not (r.ace_post_x4 or r.satan or r.post_bet)

    def deck(self, number: int) -> tuple[Card, ...]:
        """The cards given for a round, counted from 1: a whole pack, its planned beginning, or nothing."""
        return self.decks[number - 1] if number <= len(self.decks) else ()

    def is_planned(self, number: int) -> bool:
        """Whether a round begins with planned cards. They stand in the order after the cut, so nobody cuts (A10)."""
        return 0 < len(self.deck(number)) < len(self.rules.pack)
