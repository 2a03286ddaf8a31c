"""What a hand can bring under the rules of part B, in the numbers RULES itself names: B1-B4, B6, B7, B9-B13."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from acey_teach.engine.cards import PACK, RANK_NAMES, Card, cards
from acey_teach.engine.odds import Model, odds, wrong_odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.settlement import Outcome, check_stake, limit, net_of, settle
from acey_teach.engine.terms import Ace, Side, terms

HILO, LOW_ACES, FOURFOLD = Rules(pair="hilo"), Rules(ace_choice=True), Rules(ace_choice=True, ace_post_x4=True)


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [("2A", "21/25"), ("3K", "17/25"), ("4Q", "13/25"), ("5J", "9/25"), ("6T", "1/5"), ("79", "1/25"), ("8", "-3/25")],
)
def test_b1_the_better_side_of_every_pair(ranks: str, worth: str) -> None:
    for rank in ranks:
        found = odds(cards(f"{rank}c {rank}d"), (), HILO)
        assert found.ev_per_chip == Fraction(worth)
        assert found.terms.side is (Side.HIGHER if rank in "2345678" else Side.LOWER)
        assert found.posts == cards(f"{rank}c {rank}d") and found.unseen == 50


def test_r31_higher_than_aces_and_lower_than_twos_cannot_win() -> None:
    for posts, side in (("Ac Ad", Side.HIGHER), ("2c 2d", Side.LOWER)):
        found = odds(cards(posts), (), HILO, None, side)
        assert (found.inside, found.outside, found.post, found.terms.side) == (0, 48, 2, side)


@pytest.mark.parametrize(
    ("posts", "gap", "inside", "post"),
    [("Ac Ad", 12, 48, 2), ("Ac Kd", 11, 44, 6), ("Ac 3d", 1, 4, 6), ("Ac 2d", 0, 0, 6)],
)
def test_r34_a_low_ace(posts: str, gap: int, inside: int, post: int) -> None:
    found = odds(cards(posts), (), LOW_ACES, Ace.LOW)
    assert (found.gap, found.inside, found.post) == (gap, inside, post)
    assert not terms(cards(posts), Rules(ace_choice=True, pair="hilo"), Ace.LOW).sides  # never a pair


def test_b2_an_ace_is_called_only_where_the_rules_let_you() -> None:
    two = cards("Ac 5d")
    assert terms(two, LOW_ACES, Ace.HIGH) == terms(two, LOW_ACES) == terms(two)
    later = cards("5d Ac")  # only the first card is called; a second ace is high
    wrong: Any
    for posts, rules, wrong in (
        (two, Rules(), Ace.LOW), (two, Rules(), Ace.HIGH), (two, LOW_ACES, "middle"), (two, LOW_ACES, 1),
        (later, LOW_ACES, Ace.LOW), (later, LOW_ACES, Ace.HIGH), (cards("4c 9d"), LOW_ACES, Ace.LOW),
    ):  # fmt: skip
        with pytest.raises(Refusal) as refusal:
            odds(posts, (), rules, wrong)
        assert (refusal.value.code, refusal.value.clause) == ("ace", "B2")
        with pytest.raises(Refusal, match="Only an ace that is the first card"):
            settle(posts, Card("8h"), 1, 50, 10, rules, wrong)


def test_b1_a_side_is_higher_or_lower() -> None:
    wrong: Any
    for wrong in ("up", True, 0):
        with pytest.raises(Refusal) as refusal:
            odds(cards("8c 8d"), (), HILO, None, wrong)
        assert refusal.value.code == "side"
    for posts, rules in (("5c 9d", HILO), ("8c 8d", Rules()), ("8c 8d", Rules(pair="split"))):  # and none is said here
        with pytest.raises(Refusal) as refusal:
            odds(cards(posts), (), rules, None, Side.HIGHER)
        assert (refusal.value.code, refusal.value.clause) == ("side", "B1")
    spelled: Any = "higher"
    rules = Rules(pair="hilo", ante=2)  # nothing is known under these rules yet
    assert terms(cards("8c 8d"), rules, None, spelled).side is Side.HIGHER
    assert terms(cards("8c 8d"), rules, None, Side.HIGHER).side is Side.HIGHER


@pytest.mark.parametrize(
    ("posts", "called", "worth"),
    [("Ac Ad", Ace.LOW, "4/5"), ("Ac Kd", Ace.LOW, "13/25"), ("5c Ad", None, "1/25"), ("Ac 2d", Ace.LOW, "-31/25")],
)
def test_b3_a_third_ace_on_an_ace_costs_four(posts: str, called: Ace | None, worth: str) -> None:
    assert odds(cards(posts), (), FOURFOLD, called).ev_per_chip == Fraction(worth)


def test_b3_two_prices_of_a_post() -> None:
    found = odds(cards("2c Ad"), cards("Ah 9c"), FOURFOLD)
    assert (found.post, found.dear) == (5, 2)
    assert found.results(3) == {-12: 2, -6: 3, -3: 0, 3: 43}
    assert found.prices(3) == [
        (Outcome.INSIDE, 3, 43), (Outcome.OUTSIDE, -3, 0), (Outcome.POST, -6, 3), (Outcome.POST, -12, 2),
    ]  # fmt: skip
    assert found.losses == 3 * 2 + 2 * 4


@pytest.mark.parametrize(
    ("posts", "changes", "called", "worst"),
    [
        ("4c Qd", {}, None, 2),
        ("7c 7d", {}, None, 2),
        ("7c 7d", {"pair": "hilo"}, None, 3),
        ("7c 7d", {"pair": "split", "ace_post_x4": True}, None, 2),
        ("2c Ad", {"ace_post_x4": True}, None, 4),
        ("Ac 5d", {"ace_post_x4": True, "ace_choice": True}, Ace.LOW, 4),
        ("Ac Ad", {"ace_post_x4": True, "pair": "hilo"}, None, 4),
        ("Ac Ad", {"ace_post_x4": True}, None, 4),
        ("Ac Ad", {"pair": "hilo"}, None, 3),
        ("4c Qd", {"post_factor": 1}, None, 1),
        ("2c Ad", {"ace_post_x4": True, "debt": "debt"}, None, 2),
        ("7c 7d", {"pair": "hilo", "debt": "short"}, None, 2),
        ("7c 7d", {"pair": "hilo", "debt": "debt", "half_cap": False}, None, 0),
    ],
)
def test_b13_the_stakes_that_the_chips_must_cover(
    posts: str, changes: dict[str, Any], called: Ace | None, worst: int
) -> None:
    rules = Rules(**changes)
    hand = terms(cards(posts), rules, called)
    assert hand.worst == limit(100, 100, rules, hand).cover == worst
    assert limit(100, 100, rules, hand).stake == (100 // worst if worst else 100)


def test_b13_the_cover_does_not_depend_on_the_cards_left() -> None:
    seen = cards("Ac Ah As")  # no third ace can come any more
    found = odds(cards("2c Ad"), seen, FOURFOLD)
    assert (found.dear, found.terms.worst) == (0, 4)


def test_b6_two_packs_value_of_every_gap() -> None:
    two = Rules(decks=2)
    for high in range(3, 15):
        found = odds(cards(f"2c {RANK_NAMES[high]}d"), (), two)
        assert found.ev_per_chip == Fraction(16 * found.gap - 116, 102)
    assert odds(cards("9c 9c"), cards("9d 9d"), Rules(decks=2, pair="hilo")).post == 4


def test_b11_a_third_six_costs_six_pots_and_must_be_there() -> None:
    for changes in ({"pair": "hilo"}, {}):
        rules = Rules(satan=True, **changes)  # type: ignore[arg-type]
        hand, sides = terms(cards("6c 6d"), rules), "pair" in changes
        assert hand.six and bool(hand.sides) == sides
        assert limit(60, 10, rules, hand).stake == 10
        assert limit(59, 10, rules, hand).stake == 0
        refusal = check_stake(2, limit(59, 10, rules, hand), rules)
        assert refusal and "may cost 60 chips" in str(refusal)
        assert limit(-60, -10, rules, hand).stake == 0
        found = odds(cards("6c 6d"), (), rules)
        assert found.ev(2, 10) == Fraction(2 * (found.inside - found.outside) - 2 * 60, 50)
        assert found.ev(3) == 3 * found.ev_per_chip  # without a pot the stake is as large
        assert next(iter(found.results(2, 10))) == -60
    debt = Rules(satan=True, debt="debt")
    assert limit(59, 10, debt, terms(cards("6c 6d"), debt)).stake == 10
    assert not any(terms(cards(text), rules).six for text in ("6c 7d", "7c 7d"))


@pytest.mark.parametrize(
    ("posts", "called", "open_", "any_"),
    [("2c Ad", None, True, True), ("Ac 2d", None, True, True), ("Ac 2d", Ace.HIGH, True, True),
     ("Ac 2d", Ace.LOW, False, True), ("Ac 3d", None, False, False), ("2c 2d", None, False, False),
     ("Ac Ad", Ace.LOW, False, False)],
)  # fmt: skip
def test_r51_where_a_bet_must_be_made(posts: str, called: Ace | None, open_: bool, any_: bool) -> None:
    for mode, forced in (("off", False), ("open", open_), ("any", any_)):
        assert terms(cards(posts), Rules(autopot=mode, ace_choice=True), called).forced is forced


def test_b7_only_pairs_are_split() -> None:
    split = Rules(pair="split", ace_choice=True)
    assert terms(cards("7c 7d"), split).splits and terms(cards("Ac Ad"), split, Ace.HIGH).splits
    assert not terms(cards("Ac Ad"), split, Ace.LOW).splits and not terms(cards("7c 8d"), split).splits


def test_the_guide_is_untouched_by_options_that_do_not_meet_the_hand() -> None:
    rules = Rules(pair="hilo", ace_post_x4=True, ace_third_pair_loses=True, satan=True, autopot="any", post_bet=True)
    for posts in (cards("4c Qd"), cards("Ks 7h"), cards("6c 7d")):
        assert terms(posts, rules) == terms(posts)
        for third in set(PACK) - set(posts):
            assert net_of(terms(posts, rules), third, 3, 10, rules) == net_of(terms(posts), third, 3, 10)


def test_wrong_models_work_under_any_rules() -> None:
    two, seen = cards("8c 8d"), cards("9h")
    fresh = wrong_odds(Model.FRESH_DECK, two, seen, HILO)
    assert fresh == odds(two, (), HILO) and fresh.terms.side is Side.HIGHER
    for model in Model:
        assert wrong_odds(model, two, seen, HILO).inside > 0  # a pair has its better side here, too
    for posts, rules in ((cards("2c Ad"), FOURFOLD), (two, HILO), (cards("6c 6d"), Rules(satan=True))):
        single = wrong_odds(Model.SINGLE_LOSS, posts, seen, rules)
        assert single[1:5] == odds(posts, seen, rules)[1:5] and single.post
        assert single.losses == single.outside + single.post
    low = wrong_odds(Model.WITH_REPLACEMENT, cards("Ac Ad"), seen, FOURFOLD, Ace.LOW)
    assert (low.inside, low.post, low.dear, low.unseen) == (48, 4, 4, 52)
