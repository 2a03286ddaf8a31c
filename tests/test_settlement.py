"""The limit of a stake and the settlement of a bet: RULES A5.2 to A6.4, R-1 to R-5, R-12."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.settlement import (
    Chips,
    Limit,
    Outcome,
    check_stake,
    classify,
    limit,
    net_result,
    ranks_between,
    settle,
    tidy,
)

CALM = settings(deadline=None, derandomize=True)
POSTS = (Card("4♣"), Card("Q♦"))
amounts = st.integers(0, 1000) | st.fractions(0, 1000, max_denominator=8)


def outcome_by_text(posts: tuple[Card, Card], third: Card) -> str:
    """A6.2 read off a line of ranks, without any arithmetic."""
    line = "23456789TJQKA"
    low, high = sorted(line.index(post.code[0]) for post in posts)
    if third.code[0] in (posts[0].code[0], posts[1].code[0]):
        return "post"
    return "inside" if third.code[0] in line[low:high] else "outside"


def test_a6_2_every_hand_of_three_cards() -> None:
    for posts in combinations(PACK, 2):
        for third in PACK:
            if third not in posts:
                assert (
                    classify(posts, third).value == classify(posts[::-1], third).value == outcome_by_text(posts, third)
                )


def test_a6_2_with_equal_posts_inside_cannot_occur() -> None:
    pair = (Card("7c"), Card("7d"))
    assert {classify(pair, third) for third in PACK} == {Outcome.POST, Outcome.OUTSIDE}


def test_a0_the_gap_is_0_to_11_and_0_for_pairs_and_neighbours() -> None:
    assert ranks_between((Card("2c"), Card("Ad"))) == 11
    assert ranks_between((Card("Kc"), Card("Ad"))) == ranks_between((Card("7c"), Card("7d"))) == 0
    for a, b in combinations(PACK, 2):
        line = "23456789TJQKA"
        low, high = sorted((line.index(a.code[0]), line.index(b.code[0])))
        assert ranks_between((a, b)) == ranks_between((b, a)) == len(line[low + 1 : high])


@pytest.mark.parametrize(
    ("third", "net", "pot"), [("9h", 2, 8), ("Qs", -4, 14), ("4d", -4, 14), ("Kh", -2, 12), ("3s", -2, 12)]
)
def test_a6_4_the_worked_example(third: str, net: int, pot: int) -> None:
    found = settle(POSTS, Card(third), 2, 50, 10)
    assert (found.net, found.chips, found.pot) == (net, 50 + net, pot)


@pytest.mark.parametrize(("chips", "most"), [(101, 50), (100, 50), (3, 1), (2, 1), (1, 0), (0, 0)])
def test_r1_half_of_an_odd_number_is_rounded_down(chips: int, most: int) -> None:
    assert limit(chips, 1000).stake == most


@pytest.mark.parametrize(
    ("chips", "most"), [(Fraction(7, 2), 1), (Fraction(3, 2), 0), (Fraction(399, 100), 1), (Fraction(4), 2)]
)
def test_r3_the_same_inequality_holds_for_fractions(chips: Fraction, most: int) -> None:
    assert limit(chips, 1000).stake == most


@given(amounts, amounts, st.integers(1, 4), st.integers(1, 6))
@CALM
def test_a5_2_the_limit_is_the_largest_stake_that_fits_pot_and_chips(
    chips: Chips, pot: Chips, factor: int, least: int
) -> None:
    rules = Rules(post_factor=factor, min_stake=least)
    fitting = [s for s in range(least, 1001) if s <= pot and factor * s <= chips]
    found = limit(chips, pot, rules)
    assert found.stake == max(fitting, default=0)
    assert (found.by_pot, found.by_chips) == (floor(pot), floor(Fraction(chips) / factor))
    for stake in (*fitting[:3], *fitting[-3:]):
        assert check_stake(stake, found, rules) is None
    for stake in (found.stake + 1, least - 1, 0, -1):
        refusal = check_stake(stake, found, rules)
        assert refusal is not None
        assert refusal.code == "must-pass" if found.stake == 0 else refusal.code.startswith("stake-")


def test_a5_3_with_a_limit_of_0_only_a_pass_is_left() -> None:
    refusal = check_stake(1, limit(1, 10))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("must-pass", "A5.3")


@pytest.mark.parametrize(
    ("stake", "chips", "pot", "code"),
    [
        (0, 100, 10, "stake-low"),
        (-1, 100, 10, "stake-low"),
        (11, 100, 10, "stake-pot"),
        (6, 11, 10, "stake-chips"),
        (10**5000, 11, 10, "stake-chips"),
        (True, 100, 10, "stake-whole"),
        (2.0, 100, 10, "stake-whole"),
        (Fraction(2), 100, 10, "stake-whole"),
        ("2", 100, 10, "stake-whole"),
        (None, 100, 10, "stake-whole"),
        (float("nan"), 100, 10, "stake-whole"),
    ],
    ids=lambda value: str(value)[:12] if not isinstance(value, int) else "",
)
def test_a5_5_an_illegal_stake_is_refused_with_its_reason(stake: Any, chips: int, pot: int, code: str) -> None:
    refusal = check_stake(stake, limit(chips, pot))
    assert refusal is not None
    assert refusal.code == code
    assert refusal.clause in ("A5.2", "A5.5")
    with pytest.raises(Refusal):
        settle(POSTS, Card("9h"), stake, chips, pot)


def test_the_reason_names_the_tighter_bound() -> None:
    by_pot, by_chips = check_stake(99, Limit(10, 10, 50)), check_stake(99, Limit(5, 10, 5))
    assert by_pot and by_chips
    assert (by_pot.code, by_chips.code) == ("stake-pot", "stake-chips")
    assert "from 1 to 10" in str(by_pot)
    assert "from 1 to 5" in str(by_chips)


@given(
    st.sampled_from(PACK),
    st.sampled_from(PACK),
    st.sampled_from(PACK),
    st.integers(2, 300),
    st.integers(1, 300),
    st.data(),
)
@CALM
def test_a6_3_chips_and_pot_keep_their_sum(
    a: Card, b: Card, third: Card, chips: int, pot: int, data: st.DataObject
) -> None:
    stake = data.draw(st.integers(1, limit(chips, pot).stake))
    found = settle((a, b), third, stake, chips, pot)
    assert found.chips + found.pot == chips + pot
    assert found.chips >= 0
    assert found.pot >= 0
    assert found.net == {"inside": stake, "outside": -stake, "post": -2 * stake}[outcome_by_text((a, b), third)]
    assert (found.pot == 0) == (found.outcome is Outcome.INSIDE and stake == pot)  # A11.5


def test_r12_pairs_and_neighbours_may_be_bet_on_and_only_lose() -> None:
    for posts in ((Card("7c"), Card("7d")), (Card("7c"), Card("8d"))):
        assert all(settle(posts, third, 1, 10, 10).net < 0 for third in PACK if third not in posts)


def test_a6_2_the_price_of_each_outcome() -> None:
    assert [net_result(o, 3) for o in (Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST)] == [3, -3, -6]
    assert net_result(Outcome.POST, 3, Rules(post_factor=4)) == -12


def test_a_whole_amount_is_an_int() -> None:
    assert [type(tidy(x)) for x in (3, Fraction(6, 2), Fraction(1, 2))] == [int, int, Fraction]
