"""Cards: RULES A1.2 to A1.4, every spelling that is read, and that nothing else is."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, RANKS, SUITS, SYMBOLS, Card, cards
from acey_teach.engine.refusal import Refusal

NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_a1_2_one_pack_of_52_without_jokers() -> None:
    assert len(PACK) == len(set(PACK)) == len({str(card) for card in PACK}) == 52
    assert {(card.rank, card.suit) for card in PACK} == {(rank, suit) for rank in range(2, 15) for suit in "cdhs"}
    with pytest.raises(Refusal):
        Card("Joker")


def test_a1_3_ranks_have_the_values_2_to_14() -> None:
    assert [Card(name + "h").rank for name in NAMES] == list(range(2, 15)) == list(RANKS)


def test_a1_4_the_ace_is_always_high() -> None:
    assert {Card(text).rank for text in ("Ac", "ad", "A♥", "As")} == {14}
    with pytest.raises(Refusal):
        Card("1c")


def test_each_card_exists_once_in_the_order_of_the_pack() -> None:
    assert [card.index for card in PACK] == list(range(52))
    assert [card.bit for card in PACK] == [2**i for i in range(52)]
    assert [(card.rank, SUITS.index(card.suit)) for card in PACK] == sorted((r, s) for r in RANKS for s in range(4))


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_spelling_of_a_card(card: Card) -> None:
    name = card.rank_name
    names = {name, name.lower(), *("tT" if name == "10" else "")}
    signs = {card.suit, card.suit.upper(), SYMBOLS[card.suit], card.symbol + "\ufe0f", card.symbol + "\ufe0e"}
    for text in (rank + sign for rank in names for sign in signs):
        assert Card(text) is Card(f" {text}\n") is card
    assert Card(card.code) is Card(str(card)) is eval(repr(card)) is card
    assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card


WRONG: list[Any] = [
    "", " ", "4", "c", "c4", "1c", "0c", "11c", "14c", "4x", "44c", "4cc", "4c5d", "Joker", "-4c", "4.0c", "1\uff10c",
    "\uff14c", "\u0664c", "4\u017f", "\uff31\uff24", "4c" + " " * 18 + "junk", " " * 40 + "4c", "4c" * 10**6, "\ud800", "4\0c", "4\u200bc",
    None, 4, 4.0, True, b"4c", [], ["4c"], {}, ("4", "c"), object,
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=lambda text: repr(text)[:16])
def test_anything_else_is_refused(text: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Card(text)
    assert refusal.value.code == "card"
    assert len(str(refusal.value)) < 200


@given(st.text(max_size=6) | st.from_regex(r"\s*([2-9]|10|[JQKAT])[cdhs♣♦♥♠]\s*", fullmatch=True))
@settings(deadline=None, derandomize=True)
def test_a_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = Card(text)
    except Refusal:
        return
    plain = "".join(text.split()).replace("\ufe0f", "").replace("\ufe0e", "")
    assert plain.isascii() or plain[-1] in SYMBOLS.values()
    assert plain[:-1].upper() in (card.rank_name, card.code[0])


def test_a_card_cannot_be_changed() -> None:
    card = Card("4c")
    with pytest.raises(AttributeError):
        card.rank = 5
    with pytest.raises(AttributeError):
        del card.rank
    with pytest.raises(AttributeError):
        card.name = "four"
    assert card.rank == 4


def test_several_cards_in_one_text() -> None:
    assert cards("9h, Qs 10♦,As") == (Card("9♥"), Card("Q♠"), Card("Td"), Card("A♠"))
    assert cards(" , ") == ()
    with pytest.raises(Refusal, match="joker"):
        cards("9h joker")
