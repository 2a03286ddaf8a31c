"""What a session starts from: names, strategies, amounts and seeds (RULES A1.1, A1.5, A8.4, R-3, R-7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Cut, Session
from acey_teach.engine.setup import Player, Setup, check_count
from acey_teach.engine.shuffle import shuffled


@pytest.mark.parametrize(
    "chips",
    [[100], [100, 100, 100], [100, -1], [100, True], [100, 1.5], [100, "7"], [100, None], [100, 10**10],
     [100, Fraction(100, 10**6 + 1)]],
)  # fmt: skip
def test_amounts_at_the_start(chips: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new(["Ana", "Ben"], seed="x", start_chips=chips)
    assert refusal.value.code in ("chips", "ante")


def test_amounts_are_whole_where_they_are_whole() -> None:
    session = Session.new(["Ana", "Ben"], seed="x", start_chips=[Fraction(100), Fraction(7, 2)])
    assert [type(amount) for amount in session.balances] == [int, Fraction]


FLAG = "🏴" + "".join(chr(0xE0000 + ord(c)) for c in "gbeng") + "\U000e007f"
GOOD_NAMES = [
    "Ana", "Zoë", "  Ana  ", "José María", "Őrsi", "山田", "שרה", "محمد", "نامه\u200cها", "🦊", "👩\u200d🚀", FLAG,
    "<b>x</b>", "a&b", "{name}", "%s", "O'Neil", 'a"b', "a~b.c_d-e", "_x", "n5", "123", "x" * 24,
]  # fmt: skip
BAD_NAMES: list[Any] = [
    "", " ", "\u00a0", "\u3000", "x" * 25, "x" * 10**7, "a\0b", "a\nb", "a\tb", "\x1b[31m", "a\u202eb", "a\u2066b",
    "a\u200fb", "\u200b", "a\u200bb", "\ufeff", "a\u00adb", "\u2028", "\ud800", "\ue000", "\u0301", "\u200d", None, 7,
    b"Ana", ["Ana"], "Ana" + " " * 300 + "junk",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_that_are_names(name: str) -> None:
    session = Session.new([name, "Ben"], seed="x")
    assert session.players[0].name == name.strip()
    assert Session.new([session.players[0].name, "Ben"], seed="x") == session


@pytest.mark.parametrize("name", BAD_NAMES, ids=lambda name: ascii(name)[:14])
def test_names_that_cannot_be_shown(name: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new([name, "Ben"], seed="x")
    assert refusal.value.code == "name"
    assert all(c.isprintable() for c in str(refusal.value))


def test_a_name_in_two_spellings_of_unicode_is_one_name() -> None:
    assert Session.new(["Zoe\u0308", "Ben"], seed="x").players[0].name == "Zo\u00eb"


def test_a_text_is_not_a_list_of_players() -> None:
    with pytest.raises(Refusal):
        Setup.of("Ana", seed="x")


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@given(JSON, st.sampled_from(["players", "name", "strategy", "seed", "decks", "deck", "start_chips"]))
@settings(deadline=None, derandomize=True)
def test_anything_in_any_place_is_used_or_refused(value: Any, place: str) -> None:
    arguments: dict[str, Any] = {"players": ["Ana", "Ben"], "seed": "x"}
    match place:
        case "name":
            arguments["players"] = [Player(value), value]
        case "strategy":
            arguments["players"] = [Player("Ana", value), "Ben"]
        case "deck":
            arguments["decks"] = [value]
        case _:
            arguments[place] = value
    try:
        setup = Setup.of(**arguments)
    except Refusal as refusal:
        assert 0 < len(str(refusal)) < 300
    else:
        again = Setup.of(setup.players, setup.rules, seed=setup.seed, decks=setup.decks, start_chips=setup.start_chips)
        assert again == setup


@pytest.mark.parametrize("n", [-1, 0, 1, 9, 10**5000], ids=lambda n: str(n)[:4] if abs(n) < 99 else "huge")
def test_any_wrong_number_of_players_is_said(n: int) -> None:
    with pytest.raises(Refusal) as refusal:
        check_count(n, GUIDE)
    assert "2 to 8 players" in str(refusal.value)


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new([Player("Ana", "lucky"), "Ben"], seed="x")
    assert refusal.value.code == "strategy"


@pytest.mark.parametrize("seed", [0, False, [], "a b", "x" * 17])
def test_a_seed_is_text(seed: Any) -> None:
    with pytest.raises(Refusal) as refusal:
        Session.new(["Ana", "Ben"], seed=seed)
    assert refusal.value.code == "seed"


def test_a_session_without_seed_gets_one_of_its_own() -> None:
    seeds = {Session.new(["Ana", "Ben"]).setup.seed for _ in range(50)}
    assert len(seeds) == 50


# ---- planned cards ----
PLAN = cards("4c 8s Qd 9h")


def test_planned_cards_come_first_and_the_seed_brings_the_others() -> None:
    session = Session.new(["Ana", "Ben"], seed="demo", decks=[PLAN]).choose_dealer(1).next()
    assert session.stock[:4] == PLAN
    assert Counter(session.stock) == Counter(PACK)
    unplanned = [card for card in shuffled(PACK, "demo", "shuffle/1") if card not in PLAN]
    assert session.stock[4:] == tuple(unplanned)
    session = session.cut().run()
    assert (session.first_card(0), session.first_card(1), session.posts) == (PLAN[0], PLAN[1], (PLAN[0], PLAN[2]))
    assert session.bet(1).next().third is PLAN[3]


def test_planned_cards_are_already_cut() -> None:
    session = Session.new(["Ana", "Ben"], seed="demo", decks=[PLAN]).choose_dealer(1).run()
    assert session.setup.is_planned(1) and not session.setup.is_planned(2)
    with pytest.raises(Refusal, match="already cut"):
        session.cut(9)
    event = session.cut().event
    assert event and event.cut is None
    second = session.cut().run().pass_().run().pass_().run()
    assert (second.round, second.can(Cut(9))) == (2, True)
    event = second.cut().event
    assert event and event.cut


def test_a_later_round_can_be_planned_alone() -> None:
    session = Session.new(["Ana", "Ben"], seed="demo", decks=[(), PLAN]).choose_dealer(1).run()
    free = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(1).run()
    assert session.stock == free.stock
    event = session.cut().event
    assert event and event.cut == (free.cut().event or event).cut
    assert session.cut().run().pass_().run().pass_().run().stock[:4] == PLAN


def test_a_plan_of_nothing_is_no_plan() -> None:
    assert Setup.of(["Ana", "Ben"], seed="x", decks=[(), ()]) == Setup.of(["Ana", "Ben"], seed="x")
    assert Setup.of(["Ana", "Ben"], seed="x", decks=[PLAN, ()]).decks == (PLAN,)


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (cards("4c Qd 4c"), "The card 4♣ is planned more often"),
        ((*PACK, PACK[0]), "52 cards, here there are 53"),
        ((*PACK[:51], PACK[0]), "52 cards, here there are 52, 51 of them different"),
        ("4c", "here there are 0"),
        (["4c"], "here there are 0"),
        ([PACK[0], None], "here there are 0"),
    ],
)
def test_plans_that_cannot_be_dealt(deck: Any, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        Session.new(["Ana", "Ben"], seed="x", decks=[deck])


def test_a_plan_needs_a_seed() -> None:
    with pytest.raises(Refusal, match="here there are 4"):
        Session.new(["Ana", "Ben"], seed="", decks=[PLAN])


def test_two_packs_hold_each_card_twice() -> None:
    session = Session.new(["Ana", "Ben"], Rules(decks=2), seed="x", decks=[cards("4c 4c")]).choose_dealer(1).next()
    assert session.stock[:2] == cards("4c 4c")
    assert Counter(session.stock) == Counter([*PACK, *PACK])
    with pytest.raises(Refusal, match="The card 4♣ is planned more often"):
        Session.new(["Ana", "Ben"], Rules(decks=2), seed="x", decks=[cards("4c 4c 4c")])
    for seed, deck in (("", PACK), ("x", [*PACK, *PACK, PACK[0]]), ("x", [*PACK, *PACK[1:], PACK[1]])):
        with pytest.raises(Refusal, match=f"each card 2 times: 104 cards in all, here there are {len(deck)}"):
            Session.new(["Ana", "Ben"], Rules(decks=2), seed=seed, decks=[deck])
