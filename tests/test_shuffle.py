"""Chance that can be repeated: uniform by position, and the same in every Python (RULES A2.1, A2.2, R-8, R-9)."""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice, permutations

import pytest

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.shuffle import LETTERS, below, check_seed, new_seed, numbers, shuffled

SEEDS = [f"chi{i}" for i in range(4000)]
KNOWN = {
    ("k7m2q9", "shuffle/1"): "10♣ J♦ 3♣ 4♣ K♠",
    ("0", "shuffle/1"): "8♠ 5♣ J♣ 4♦ J♦",
    ("class7b", "shuffle/3"): "Q♠ K♣ 3♥ 9♠ 10♥",
}


def test_known_answers() -> None:
    """These orders are promised: a session code of today must deal the same cards in years to come."""
    for (seed, purpose), start in KNOWN.items():
        assert " ".join(map(str, shuffled(PACK, seed, purpose)[:5])) == start
    digest = hashlib.sha256("".join(c.code for s in SEEDS[:50] for c in shuffled(PACK, s, "shuffle/2")).encode())
    assert digest.hexdigest()[:16] == "a6a3ee04b17413df"
    assert [below(n, "k7m2q9", "dealer") for n in range(2, 9)] == [1, 2, 3, 2, 5, 1, 3]
    assert [below(51, "k7m2q9", f"cut/{n}") for n in (1, 2, 3)] == [10, 1, 48]


def by_the_description(seed: str, purpose: str) -> list[Card]:
    """The shuffle written again from the text of its module: one long digest, no stream."""
    data = hashlib.shake_256(f"acey_teach/1/{seed}/{purpose}".encode()).digest(4096)
    values = [256 * high + low for high, low in zip(data[::2], data[1::2], strict=True)]
    deck, at = sorted(PACK, key=lambda card: card.index), 0
    for size in range(52, 1, -1):
        while values[at] >= 65536 // size * size:
            at += 1
        place = values[at] % size
        at += 1
        deck[size - 1], deck[place] = deck[place], deck[size - 1]
    return deck


def test_the_shuffle_is_the_one_that_is_described() -> None:
    for seed in SEEDS[:300]:
        assert list(shuffled(PACK, seed, "shuffle/1")) == by_the_description(seed, "shuffle/1")


def test_the_stream_goes_on_beyond_its_first_block() -> None:
    data = hashlib.shake_256(b"acey_teach/1/x/long").digest(4000)
    assert list(islice(numbers("x", "long"), 2000)) == [data[i] << 8 | data[i + 1] for i in range(0, 4000, 2)]


def chi_square(decks: Sequence[Sequence[Card]]) -> float:
    """How unevenly 52 cards fall on 52 places; about 51 x 51 when all are equally likely."""
    table = [[0] * 52 for _ in range(52)]
    for deck in decks:
        for place, card in enumerate(deck):
            table[place][card.index] += 1
    expected = len(decks) / 52
    return sum((n - expected) ** 2 / expected for row in table for n in row)


FREEDOM = 51 * 51
LIMIT = FREEDOM + 4 * math.sqrt(2 * FREEDOM)
"""Mean and four standard deviations of the statistic of an honest shuffle."""


def naive(chance: random.Random) -> list[Card]:
    """The shuffle that is often written by mistake: swap each place with any place."""
    deck = list(PACK)
    for place in range(52):
        other = chance.randrange(52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def never_at_home(chance: random.Random) -> list[Card]:
    """Another mistake: the place itself is left out, so no card may stay."""
    deck = list(PACK)
    for last in range(51, 0, -1):
        other = chance.randrange(last)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def test_every_card_is_equally_likely_in_every_place() -> None:
    assert chi_square([shuffled(PACK, seed, "shuffle/1") for seed in SEEDS]) < LIMIT


@pytest.mark.parametrize("biased", [naive, never_at_home])
def test_the_same_limit_catches_a_biased_shuffle(biased: Callable[[random.Random], list[Card]]) -> None:
    chance = random.Random(52)
    assert chi_square([biased(chance) for _ in SEEDS]) > LIMIT


def spread(counts: Counter[int], n: int) -> float:
    """Chi-square of counts that should all be equal, in standard deviations above its mean."""
    expected = counts.total() / n
    statistic = sum((counts[i] - expected) ** 2 / expected for i in range(n))
    return (statistic - (n - 1)) / math.sqrt(2 * (n - 1))


def test_all_orders_of_five_cards_are_equally_likely() -> None:
    place = {order: i for i, order in enumerate(permutations(PACK[:5]))}
    found = Counter(place[shuffled(PACK[:5], f"o{i}", "shuffle/1")] for i in range(24_000))
    assert len(found) == 120
    assert spread(found, 120) < 4


@pytest.mark.parametrize("n", [2, 3, 5, 8, 51, 103])
def test_r9_dealers_and_cuts_are_drawn_evenly(n: int) -> None:
    assert spread(Counter(below(n, seed, "dealer") for seed in SEEDS), n) < 4


def test_below_throws_away_what_would_favour_small_numbers() -> None:
    for n in (52, 10_000, 40_000):
        for seed in SEEDS[:500]:
            kept = (value for value in numbers(seed, "x") if value < 65536 // n * n)
            assert below(n, seed, "x") == next(kept) % n
    assert any(next(numbers(seed, "x")) >= 40_000 for seed in SEEDS[:500])


def test_r9_the_dealer_is_drawn_before_and_independently_of_the_pack() -> None:
    pairs = Counter((below(4, seed, "dealer"), shuffled(PACK, seed, "shuffle/1")[0].rank % 4) for seed in SEEDS)
    dealers, tops = Counter(a for a, _ in pairs.elements()), Counter(b for _, b in pairs.elements())
    statistic = sum(
        (pairs[a, b] - (e := dealers[a] * tops[b] / len(SEEDS))) ** 2 / e for a in range(4) for b in range(4)
    )
    assert statistic < 9 + 4 * math.sqrt(18)
    named = Session.new(["Ana", "Ben"], seed="same").choose_dealer(1).next()
    drawn = Session.new(["Ana", "Ben"], seed="same").choose_dealer().next()
    assert named.stock == drawn.stock


def test_rounds_and_purposes_have_chance_of_their_own() -> None:
    orders = {shuffled(PACK, "k7m2q9", f"shuffle/{n}") for n in (1, 2, 3)}
    assert len(orders) == 3
    assert all(sorted(order, key=PACK.index) == list(PACK) for order in orders)


@pytest.mark.parametrize("seed", ["", "a" * 17, "a b", "ä", "\u212a", "İ", "a\n", "-", None, 7, b"abc", "a" * 10**7])
def test_a_seed_is_1_to_16_letters_and_digits(seed: object) -> None:
    with pytest.raises(Refusal) as refusal:
        check_seed(seed)  # type: ignore[arg-type]
    assert refusal.value.code == "seed"
    assert check_seed("Class7B") == "class7b"


def test_a_new_seed_is_another_every_time() -> None:
    found = {new_seed() for _ in range(200)}
    assert len(found) > 190
    assert all(check_seed(seed) == seed and len(seed) == 6 and set(seed) <= set(LETTERS) for seed in found)
