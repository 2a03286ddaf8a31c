"""Cards: 13 ranks, 4 suits, no jokers (RULES A1.2-A1.4). Suits never count in the rules."""

from __future__ import annotations

from typing import ClassVar

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

LOW, HIGH = 2, 14
RANKS = range(LOW, HIGH + 1)
RANK_NAMES: dict[int, str] = dict(zip(RANKS, [*"23456789", "10", *"JQKA"], strict=True))
SUITS = "cdhs"
SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_PLAIN = {0xFE0E: None, 0xFE0F: None}  # the invisible signs that ask for ♥ as text or as a picture


class Card:
    """One card. Each exists once, so `is` and `==` agree.

    `rank` is its value, 2 to 14 (the ace is high, A1.4); `suit` is one of c, d, h, s; `index` is its place,
    0 to 51, in a sorted pack, and `bit` is 2 to the power of that, so that a set of cards can be one whole number.
    Many spellings are read; anything else raises Refusal.

    >>> Card("4c"), Card("10h") is Card("T♥"), Card(" qD ")
    (Card('4♣'), True, Card('Q♦'))
    """

    __slots__ = ("bit", "index", "rank", "suit")
    bit: int
    index: int
    rank: int
    suit: str
    _by_text: ClassVar[dict[str, Card]] = {}

    def __new__(cls, text: str) -> Card:
        found = cls._by_text.get(text) if isinstance(text, str) else None
        if found is None and isinstance(text, str) and len(text) <= 20:
            found = cls._by_text.get("".join(text.split()).translate(_PLAIN))
        if found is None:
            raise Refusal(
                "card",
                N_(
                    "“{text}” is not a card. Write a rank (2 to 10, J, Q, K, A) and a suit "
                    "(♣ ♦ ♥ ♠ or c d h s), such as 4♣, 10h or Qd."
                ),
                text=shown(text),
            )
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a card cannot be changed")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.code,)

    @property
    def code(self) -> str:
        """Two letters, as in reference cases: `Th`."""
        return ("T" if self.rank == 10 else RANK_NAMES[self.rank]) + self.suit

    @property
    def rank_name(self) -> str:
        """What stands on the card: `10`, `Q`."""
        return RANK_NAMES[self.rank]

    @property
    def symbol(self) -> str:
        """The suit as a sign: `♥`."""
        return SYMBOLS[self.suit]

    def __str__(self) -> str:
        return self.rank_name + self.symbol

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def _make_pack() -> tuple[Card, ...]:
    pack: list[Card] = []
    for rank in RANKS:
        for suit in SUITS:
            card = object.__new__(Card)
            index = len(pack)
            for slot, value in (("rank", rank), ("suit", suit), ("index", index), ("bit", 1 << index)):
                object.__setattr__(card, slot, value)
            pack.append(card)
            for name in {card.rank_name, card.code[0]}:
                for written in {name, name.lower()}:
                    for sign in (suit, suit.upper(), card.symbol):
                        Card._by_text[written + sign] = card
    return tuple(pack)


PACK = _make_pack()
"""The 52 cards in rank order, 2♣ first, A♠ last."""


def cards(text: str) -> tuple[Card, ...]:
    """Several cards from one text, divided by commas or spaces.

    >>> cards("9h, Qs")
    (Card('9♥'), Card('Q♠'))
    """
    return tuple(Card(word) for word in text.replace(",", " ").split())
