"""The cases that functions of the game are tried in, from the plainest hands to large tables, and how a case is said.

Ranks are whole numbers from 2 to 14. Cards seen are ranks too: which suit it was never counts (A1.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from acey_teach.engine.cards import HIGH, LOW, PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.settlement import Outcome, check_stake, limit
from acey_teach.exercises.tasks.finding import plain, ranks
from acey_teach.exercises.tasks.search import Case, Domain
from acey_teach.i18n import N_, Translator

MOST = 10**6
"""More chips than any table has: as many as somebody may name in a case."""
OUTCOMES = tuple(map(str, Outcome))
RANKS_ARE = N_("A rank is a whole number from 2 to 14: J is 11, Q is 12, K is 13, A is 14.")
SEEN_ARE = N_(
    "Ranks are whole numbers from 2 to 14, seen is a list of them, and each rank is there four times at most."
)
CHIPS_ARE = N_("Chips are a whole number of at least 0, the pot one of at least 1.")


def cards_of(of: Sequence[int]) -> list[Card]:
    """Different cards of these ranks.

    >>> cards_of([4, 12, 4])
    [Card('4♣'), Card('Q♣'), Card('4♦')]
    """
    return [PACK[4 * (rank - LOW) + of[:at].count(rank)] for at, rank in enumerate(of)]


def whole(value: object, low: int, high: int = MOST) -> bool:
    """Whether any value is a whole number in a range."""
    return type(value) is int and low <= value <= high


def _are_ranks(values: Sequence[object]) -> bool:
    return all(whole(value, LOW, HIGH) for value in values)


def _plainness(post1: int, post2: int) -> int:
    """Rising posts before falling ones, pairs last: what a reader takes in first."""
    return 2 if post1 == post2 else int(post1 > post2)


# ---- hands ----
def _hand_size(case: Case) -> object:
    return _plainness(case[0], case[1]), sum(case), case


def hands(n: int) -> Domain:
    """All posts, in any order (2 ranks), or all posts with a third card (3 ranks)."""
    return Domain(
        lambda: product(RANKS, repeat=n),
        _hand_size,
        lambda case: _are_ranks(case),
    )


def say_hand(case: Case, t: Translator) -> str:
    """`Posts 4 and Q, third Q`."""
    post1, post2, *third = (RANK_NAMES[rank] for rank in case[:3])
    if not third:
        return t("Posts {post1} and {post2}", post1=post1, post2=post2)
    return t("Posts {post1} and {post2}, third {third}", post1=post1, post2=post2, third=third[0])


# ---- posts and seen cards ----
def _seen_size(case: Case) -> object:
    post1, post2, seen = case
    return len(seen), _plainness(post1, post2), post1 + post2 + sum(seen), case


def _seen_valid(case: Case) -> bool:
    post1, post2, seen = case
    if not isinstance(seen, tuple) or len(seen) > len(PACK) - 3 or not _are_ranks((post1, post2, *seen)):
        return False
    return max(Counter((post1, post2, *seen)).values()) <= 4


def _seen_drawn(random: Random) -> Case:
    post1, post2, *seen = (card.rank for card in random.sample(PACK, random.randint(4, 23)))
    return post1, post2, tuple(seen)


SEEN = Domain(
    lambda: ((a, b, seen) for a in RANKS for b in RANKS for seen in [(), *((rank,) for rank in RANKS)]),
    _seen_size,
    _seen_valid,
    _seen_drawn,
)
"""Two posts with no other card seen or one; more by lot, up to all that a full table shows (A11.7)."""


def say_seen(case: Case, t: Translator) -> str:
    """`Posts 4 and Q, seen 9 and K`."""
    if not case[2]:
        return t("{hand}, no other card seen", hand=say_hand(case[:2], t))
    return t("{hand}, seen {seen}", hand=say_hand(case[:2], t), seen=ranks(case[2], t))


# ---- chips and pot ----
def _amount(random: Random, low: int) -> int:
    return random.randint(low, random.choice((9, 99, 800)))


MONEY = Domain(
    lambda: product(range(41), range(1, 26)),
    lambda case: (sum(case), case),
    lambda case: whole(case[0], 0) and whole(case[1], 1),
    lambda random: (_amount(random, 0), _amount(random, 1)),
)
"""Chips and pot: before a turn the pot is never empty (A11.4)."""


def say_money(case: Case, t: Translator) -> str:
    """`Chips 50, pot 10`."""
    chips, pot = (t.number(amount) for amount in case)
    return t("Chips {chips}, pot {pot}", chips=chips, pot=pot)


# ---- stakes ----
def _legal(stake: object, chips: int, pot: int) -> bool:
    return check_stake(stake, limit(chips, pot)) is None


def _stake_oddness(stake: object, chips: int, pot: int) -> tuple[int, bool]:
    """Legal stakes first, then too much, 0, less than 0, parts of chips, True: where nothing is legal comes later."""
    if type(stake) is not int:
        kind = 5 if isinstance(stake, bool) else 4
    else:
        kind = 0 if _legal(stake, chips, pot) else 1 if stake > 0 else 2 if stake == 0 else 3
    return kind, not limit(chips, pot).stake


def _stake(random: Random, chips: int, pot: int) -> object:
    """A stake, mostly legal."""
    most = limit(chips, pot).stake
    return random.choice((most + 1, 0, -1, 2.5)) if not most or random.random() < 0.2 else random.randint(1, most)


def _announced_valid(stake: Any, chips: object, pot: object) -> bool:
    """Any number may be tried as a stake."""
    return isinstance(stake, int | float | Fraction) and -MOST <= stake <= MOST and whole(chips, 0) and whole(pot, 1)


def _announced_size(case: Case) -> object:
    stake, chips, pot = case
    return _stake_oddness(*case), chips + pot + abs(stake), str(case)


def _announced_drawn(random: Random) -> Case:
    chips, pot = _amount(random, 0), _amount(random, 1)
    return _stake(random, chips, pot), chips, pot


_STAKES = (*range(-2, 8), 2.5, True)
ANNOUNCED = Domain(
    lambda: product(_STAKES, range(13), range(1, 7)),
    _announced_size,
    lambda case: _announced_valid(*case),
    _announced_drawn,
)
"""A stake, legal or not, with the chips and the pot of its moment."""


def say_announced(case: Case, t: Translator) -> str:
    """`Stake 2, chips 50, pot 10`."""
    stake, chips, pot = (plain(amount, t) for amount in case)
    return t("Stake {stake}, chips {chips}, pot {pot}", stake=stake, chips=chips, pot=pot)


# ---- settling ----
def _settled_size(case: Case) -> object:
    outcome, stake, chips, pot = case
    return chips + pot, stake, OUTCOMES.index(outcome), case


def _settled_valid(case: Case) -> bool:
    outcome, stake, chips, pot = case
    return outcome in OUTCOMES and whole(chips, 0) and whole(pot, 1) and _legal(stake, chips, pot)


def _settled_drawn(random: Random) -> Case:
    chips, pot = _amount(random, 2), _amount(random, 1)
    return random.choice(OUTCOMES), random.randint(1, limit(chips, pot).stake), chips, pot


SETTLED = Domain(
    lambda: filter(_settled_valid, product(OUTCOMES, range(1, 7), range(2, 15), range(1, 8))),
    _settled_size,
    _settled_valid,
    _settled_drawn,
)
"""An outcome with a legal stake, and the chips and the pot before it was announced."""


def say_settled(case: Case, t: Translator) -> str:
    """`Third on the post, stake 2, chips 50, pot 10`."""
    outcome, *amounts = case
    stake, chips, pot = (t.number(amount) for amount in amounts)
    return t(
        "Outcome {outcome}, stake {stake}, chips {chips}, pot {pot}", outcome=outcome, stake=stake, chips=chips, pot=pot
    )


# ---- whole turns ----
def _turn_size(case: Case) -> object:
    post1, post2, third, stake, chips, pot = case
    return (
        _stake_oddness(stake, chips, pot),
        _plainness(post1, post2),
        post1 + post2 + third + chips + pot + abs(stake),
        str(case),
    )


def _turn_drawn(random: Random) -> Case:
    return (*(card.rank for card in random.sample(PACK, 3)), *_announced_drawn(random))


def _turns_small() -> Iterator[Case]:
    """Every hand for the least chips; some hands with more chips; illegal stakes in a plain hand."""
    yield from ((*hand, 1, 2, 1) for hand in product(RANKS, repeat=3))
    for stake, chips, pot in product(_STAKES, range(8), range(1, 4)):
        if not _legal(stake, chips, pot):
            yield 2, 4, 3, stake, chips, pot
        elif (stake, chips, pot) != (1, 2, 1):
            yield from ((*hand, stake, chips, pot) for hand in ((2, 4, 3), (4, 2, 3), (2, 4, 5), (2, 4, 4), (3, 3, 3)))


TURNS = Domain(
    _turns_small,
    _turn_size,
    lambda case: _are_ranks(case[:3]) and ANNOUNCED.valid(case[3:]),
    _turn_drawn,
)
"""Posts, third card, and a stake, legal or not, with the chips and the pot before it."""


def say_turn(case: Case, t: Translator) -> str:
    """`Posts 4 and Q, third 9, stake 2, chips 50, pot 10`."""
    stake, chips, pot = (plain(amount, t) for amount in case[3:])
    return t(
        "{hand}, stake {stake}, chips {chips}, pot {pot}", hand=say_hand(case[:3], t), stake=stake, chips=chips, pot=pot
    )
