"""Rules as data: the numbers of RULES part A and the options of part B with their clauses, and B14's conflicts."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, GUIDE, PRESETS, SOURCES, Rules

NAMES = [f.name for f in fields(Rules)]
NUMBERS = [name for name, about in ABOUT.items() if not about.choices]
CHOICES = [name for name, about in ABOUT.items() if about.choices]
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def repr_of(value: object) -> str:
    return f"{type(value).__name__}-{str(value)[:4]}" if not isinstance(value, int) or value < 10 else "huge"


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
    assert (about.replaces or about.clause) == clause
    assert (about.source == "guide") == (not about.replaces)
    assert about.low <= value <= about.high


# name, clause, what it replaces, its values with the guide's first: RULES part B
OPTIONS: list[tuple[str, str, str, list[Any]]] = [
    ("deal", "B0", "A4.1, A4.3", ["in_advance", "two_on_turn"]),
    ("pair", "B1, B7", "A5.4, A6.2", ["plain", "hilo", "split"]),
    ("split_mode", "B7", "A5.4", ["free", "committed"]),
    ("ace_choice", "B2", "A1.4", [False, True]),
    ("ace_post_x4", "B3", "A6.2", [False, True]),
    ("ace_third_pair_loses", "B4", "B1", [False, True]),
    ("first_orbit_half_pot", "B5", "A5.2", [False, True]),
    ("blind_pot", "B8", "A5.1, A6.2", [False, True]),
    ("autopot", "B9", "A5.1", ["off", "open", "any"]),
    ("post_bet", "B10", "A5.1, A6.2", [False, True]),
    ("satan", "B11", "A6.2", [False, True]),
    ("half_cap", "B12", "A5.2", [True, False]),
    ("debt", "B13", "A5.2", ["cap", "debt", "short"]),
]


@pytest.mark.parametrize(("name", "clause", "replaces", "values"), OPTIONS, ids=CHOICES)
def test_part_b_as_data(name: str, clause: str, replaces: str, values: list[Any]) -> None:
    about = Rules.about(name)
    assert (about.clause, about.replaces, about.source) == (clause, replaces, "encyclopedia")
    assert list(about.choices) == values and getattr(GUIDE, name) is values[0]


def test_every_rule_tells_its_clause_its_source_and_what_it_means() -> None:
    assert list(ABOUT) == NAMES
    assert [name for name, *_ in OPTIONS] == CHOICES
    assert (ABOUT["decks"].clause, ABOUT["min_players"].clause) == ("B6", "B5")
    for name, about in ABOUT.items():
        assert all(re.fullmatch(r"A\d\.\d|B1?\d", clause) for clause in about.clause.split(", "))
        assert about.source in SOURCES
        assert about.title[0].isupper() and about.says.endswith(".")
        told = [about.told(value) for value in about.choices] or [about.told(getattr(GUIDE, name))]
        assert len({choice.title for choice in told}) == len({choice.says for choice in told}) == len(told)
        for title, says in told:
            assert says.endswith(".") and says[0].isupper() and len(says) <= 120
            assert 0 < len(title) <= 24 if about.choices else "{value}" in title
    with pytest.raises(KeyError):
        Rules.about("jokers")


CLASHES: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"ace_third_pair_loses": True}, "B4", {"pair": "hilo"}),
    ({"ace_third_pair_loses": True, "pair": "split"}, "B4", {"pair": "hilo"}),
    ({"blind_pot": True}, "B8", {"deal": "two_on_turn"}),
    ({"half_cap": False}, "B12", {"debt": "debt"}),
    ({"half_cap": False}, "B12", {"debt": "short"}),
    ({"satan": True, "pair": "split", "split_mode": "committed"}, "B11", {"split_mode": "free"}),
    ({"satan": True, "pair": "split", "split_mode": "committed"}, "B11", {"pair": "hilo"}),
]


@pytest.mark.parametrize(("changes", "clause", "mended"), CLASHES)
def test_b14_a_clash_is_refused_with_its_clause(changes: dict[str, Any], clause: str, mended: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules(**changes)
    assert (refusal.value.code, refusal.value.clause) == ("rule-conflict", f"{clause}, B14")
    named = set(re.findall("“(.*?)”", str(refusal.value)))
    assert named <= {choice.title for name in CHOICES for choice in ABOUT[name].choices.values()} and named
    assert Rules(**changes | mended).changes


def test_b14_everything_else_goes_together() -> None:
    for i, values in enumerate(product(*(ABOUT[name].choices for name in CHOICES))):
        changes: dict[str, Any] = dict(zip(CHOICES, values, strict=True))
        clash = any(
            (
                changes["ace_third_pair_loses"] and changes["pair"] != "hilo",
                changes["blind_pot"] and changes["deal"] == "in_advance",
                changes["debt"] == "cap" and not changes["half_cap"],
                changes["satan"] and (changes["pair"], changes["split_mode"]) == ("split", "committed"),
            )
        )
        if i % 41 == 0 or sum(value != getattr(GUIDE, name) for name, value in changes.items()) <= 2:
            try:
                Rules(**changes)
            except Refusal as refusal:
                assert clash and refusal.code == "rule-conflict"
            else:
                assert not clash


def test_every_preset_is_legal_and_has_a_source() -> None:
    assert next(iter(PRESETS)) == "guide" and PRESETS["guide"].rules is GUIDE
    for preset in PRESETS.values():
        assert preset.rules.changes == preset.changes
        assert preset.source in SOURCES and preset.says.endswith(".") and len(preset.title) <= 24
    assert len({preset.rules for preset in PRESETS.values()}) == len(PRESETS)
    assert PRESETS["liaoning"].changes == {"min_players": 4, "first_orbit_half_pot": True}  # B5
    assert PRESETS["two-packs"].changes == {"min_players": 4, "first_orbit_half_pot": True, "decks": 2}  # B5 + B6
    assert PRESETS["encyclopedia"].changes == {  # B14
        "deal": "two_on_turn",
        "pair": "hilo",
        "ace_choice": True,
        "ace_post_x4": True,
        "ace_third_pair_loses": True,
        "half_cap": False,
        "debt": "debt",
    }


def test_a1_6_one_to_three_rounds() -> None:
    assert [Rules(max_rounds=n).max_rounds for n in (1, 2, 3)] == [1, 2, 3]
    for n in (0, 4, -1):
        with pytest.raises(Refusal) as refusal:
            Rules(max_rounds=n)
        assert refusal.value.clause == "A1.6"


@pytest.mark.parametrize("value", [True, 1.0, "2", None, [], 10**5000, -1], ids=repr_of)
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_a_whole_number_in_its_range(name: str, value: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.of({name: value})
    assert refusal.value.code == "rule-value"
    assert Rules.about(name).says in str(refusal.value) and refusal.value.clause


@pytest.mark.parametrize("value", [0, 1, 1.0, 2, "on", "True", "", None, [], {}, 10**5000], ids=repr_of)
@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_one_of_its_values_and_a_number_is_no_switch(name: str, value: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.of({name: value})
    assert (refusal.value.code, refusal.value.clause) == ("rule-value", Rules.about(name).clause)
    said = str(refusal.value)
    assert Rules.about(name).title in said
    assert all(str(choice) in said for choice in Rules.about(name).choices)


@pytest.mark.parametrize("name", CHOICES)
def test_a_word_is_no_switch_and_a_switch_no_word(name: str) -> None:
    for value in ({True, False, "plain", "off", "cap", "free", "in_advance"}) - {*Rules.about(name).choices}:
        with pytest.raises(Refusal):
            Rules.of({name: value})


def test_players_at_least_and_at_most_agree() -> None:
    with pytest.raises(Refusal):
        Rules(min_players=5, max_players=4)
    assert Rules(min_players=4).changes == {"min_players": 4}


@pytest.mark.parametrize("name", ["pairs", "Pair", "", "MAX_ROUNDS", "pack", "known_terms", "x" * 10**6])
def test_rules_of_another_game_are_refused_by_name(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Rules.of({name: 1})
    assert refusal.value.code == "rule-unknown"


VALUES = JSON | st.sampled_from([value for name in CHOICES for value in ABOUT[name].choices])


@given(JSON | st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3))
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
    for name in NAMES:
        with pytest.raises(FrozenInstanceError):
            setattr(GUIDE, name, getattr(GUIDE, name))
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
    assert [Rules(debt=policy, post_factor=4).cover for policy in ("cap", "debt", "short")] == [4, 2, 2]
    assert Rules(debt="debt", half_cap=False).cover == 0  # B12: the pot is the only limit
    assert Rules(post_factor=1).cover == 1
