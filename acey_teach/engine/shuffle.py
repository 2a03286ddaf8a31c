"""Chance that can be repeated: the same seed gives the same session in every Python, today and later.

Numbers come from SHAKE-256 of the text `acey_teach/1/SEED/PURPOSE`, read two bytes at a time, high byte first. A number
below n is drawn by rejection: a 16-bit value of at least `65536 - 65536 % n` is thrown away, the others are taken
modulo n, so every result is equally likely. A shuffle is Fisher and Yates's: from the last place down to the second,
swap with a place drawn from those up to and including it.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
SEED_LENGTH = 16
_SIGNS = frozenset(LETTERS)


def check_seed(seed: str) -> str:
    """`seed` in small letters; Refusal unless it has 1 to 16 letters a-z and digits.

    >>> check_seed("Class7b")
    'class7b'
    """
    text = seed.lower() if isinstance(seed, str) and seed.isascii() else ""
    if not 1 <= len(text) <= SEED_LENGTH or not _SIGNS.issuperset(text):
        raise Refusal(
            "seed",
            N_("“{seed}” is not a seed. Use 1 to {most} letters a–z or digits, such as k7m2q9."),
            most=SEED_LENGTH,
            seed=shown(seed),
        )
    return text


def new_seed() -> str:
    """A fresh seed of six letters and digits."""
    return "".join(LETTERS[byte % 36] for byte in os.urandom(6))


def check_of(text: str) -> str:
    """Three letters that change with any slip of the pen in a code.

    >>> check_of("A1.n2.sdemo.mD1.t1")
    'x1s'
    """
    value = zlib.crc32(text.encode("utf-8", "surrogatepass")) % 36**3
    return LETTERS[value // 1296] + LETTERS[value // 36 % 36] + LETTERS[value % 36]


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """An endless stream of 16-bit numbers for one purpose (`dealer`, `shuffle/2`, `cut/1`)."""
    from hashlib import shake_256  # loads OpenSSL: only where something is drawn

    state, size, at = shake_256(f"acey_teach/1/{seed}/{purpose}".encode()), 256, 0
    while True:
        data = state.digest(size)
        while at < size:
            yield data[at] << 8 | data[at + 1]
            at += 2
        size *= 2


def below(n: int, seed: str, purpose: str) -> int:
    """One uniform whole number from 0 to n - 1, n at most 65536.

    >>> below(5, "k7m2q9", "dealer")
    2
    """
    top = 65536 - 65536 % n
    return next(value for value in numbers(seed, purpose) if value < top) % n


def shuffled(pack: Sequence[Card], seed: str, purpose: str) -> tuple[Card, ...]:
    """All cards of `pack` in an order in which each of the n! orders is equally likely.

    >>> from acey_teach.engine.cards import PACK
    >>> " ".join(map(str, shuffled(PACK, "k7m2q9", "shuffle/1")[:5]))
    '10♣ J♦ 3♣ 4♣ K♠'
    """
    deck, draw = list(pack), numbers(seed, purpose)
    for last in range(len(deck) - 1, 0, -1):
        n = last + 1
        top = 65536 - 65536 % n
        value = next(draw)
        while value >= top:
            value = next(draw)
        place = value % n
        deck[last], deck[place] = deck[place], deck[last]
    return tuple(deck)
