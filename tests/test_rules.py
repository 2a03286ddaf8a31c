"""Rules as data: every number of RULES part A with its clause; RULES A1, A3, A5, A6."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, GUIDE, Rules

NAMES = [f.name for f in fields(Rules)]
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [
        ("min_players", 2, "A1.1"),
        ("max_players", 8, "A1.1"),
        ("decks", 1, "A1.2"),
        ("start_chips", 100, "A1.5"),
        ("ante", 1, "A1.5"),
        ("max_rounds", 3, "A1.6"),
        ("min_cut", 1, "A3.2"),
        ("min_stake", 1, "A5.2"),
        ("inside_factor", 1, "A6.2"),
        ("outside_factor", 1, "A6.2"),
        ("post_factor", 2, "A6.2"),
    ],
)
def test_a1_to_a6_the_numbers_of_the_guide(name: str, value: int, clause: str) -> None:
    assert getattr(GUIDE, name) == value
    about = Rules.about(name)
    assert (about.clause, about.source) == (clause, "guide")
    assert about.low <= value <= about.high
    assert about.says.endswith(".")


def test_every_rule_tells_its_clause() -> None:
    assert list(ABOUT) == NAMES
    assert all(re.fullmatch(r"A\d\.\d", about.clause) for about in ABOUT.values())
    with pytest.raises(KeyError):
        Rules.about("pair")


def test_a1_6_one_to_three_rounds() -> None:
    assert [Rules(max_rounds=n).max_rounds for n in (1, 2, 3)] == [1, 2, 3]
    for n in (0, 4, -1):
        with pytest.raises(Refusal) as refusal:
            Rules(max_rounds=n)
        assert refusal.value.clause == "A1.6"


@pytest.mark.parametrize("value", [True, 1.0, "2", None, [], 10**5000, -1], ids=lambda value: repr(type(value)))
@pytest.mark.parametrize("name", NAMES)
def test_a_rule_is_a_whole_number_in_its_range(name: str, value: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.of({name: value})
    assert refusal.value.code == "rule-value"
    assert Rules.about(name).says in str(refusal.value) and refusal.value.clause


def test_players_at_least_and_at_most_agree() -> None:
    with pytest.raises(Refusal):
        Rules(min_players=5, max_players=4)
    assert Rules(min_players=4).changes == {"min_players": 4}


@pytest.mark.parametrize("name", ["pair", "half_cap", "", "MAX_ROUNDS", "pack", "x" * 10**6])
def test_rules_of_another_game_are_refused_by_name(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.of({name: 1})
    assert refusal.value.code == "rule-unknown"


@given(JSON | st.dictionaries(st.sampled_from(NAMES), JSON, max_size=3))
@settings(deadline=None, derandomize=True)
def test_any_json_gives_rules_or_a_refusal(data: Any) -> None:
    try:
        rules = Rules.of(data)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert Rules.of(rules.changes) == eval(repr(rules)) == rules
        assert hash(Rules.of(rules.changes)) == hash(rules)


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        GUIDE.ante = 2  # type: ignore[misc]
    GUIDE.changes["ante"] = 2
    assert GUIDE.changes == {}
    assert Rules.of({}) is GUIDE


def test_a1_2_what_follows_from_the_number_of_packs() -> None:
    assert GUIDE.pack == PACK
    assert GUIDE.per_rank == 4
    two = Rules(decks=2)
    assert len(two.pack) == 104
    assert two.per_rank == 8
    assert all(two.pack.count(card) == 2 for card in PACK)


def test_r1_the_cover_is_the_worst_that_can_happen() -> None:
    assert GUIDE.cover == 2
    assert Rules(post_factor=1).cover == 1
