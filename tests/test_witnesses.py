"""Three witnesses of one probability: they agree under any rules, and part by the exact gap when an assumption is broken."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from acey_teach.analysis.witnesses import GRID, SLICE, Broken, Case, Tally, Witness, band, draw
from acey_teach.engine.odds import Model, odds, wrong_odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, PRESETS, Rules
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.terms import Ace

RULES = [
    GUIDE,
    Rules(decks=2),
    Rules(decks=4),
    Rules(pair="hilo"),
    Rules(pair="hilo", ace_third_pair_loses=True),
    Rules(ace_choice=True),
    *(preset.rules for preset in PRESETS.values()),
]
WORKED = Case.of("4c Qd", "Js")


def cases(rules: Rules, n: int) -> list[Case]:
    """Random hands, a third of them pairs, an ace first sometimes called low, up to 20 other cards seen."""
    chance, found = random.Random(f"{rules}"), []
    while len(found) < n:
        one, two, *seen = chance.sample(rules.pack, 2 + chance.randrange(21))
        if len(found) % 3 == 0:
            two = next(card for card in [*seen, one] if card.rank == one.rank)
            if two is one:
                continue
            seen.remove(two)
        called = chance.choice([None, *Ace]) if rules.ace_choice and one.rank_name == "A" else None
        found.append(Case((one, two), tuple(seen), chance.choice([*Outcome]), rules=rules, called=called))
    return found


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: ",".join(map(str, rules.changes.values())))
def test_all_three_say_what_the_engine_says(rules: Rules) -> None:
    for case in cases(rules, 60):
        true = odds(case.posts, case.seen, rules, case.called).p(case.outcome)
        assert case.counting == case.formula == case.drawing == case.true == true, case
        assert case.gap == 0
        assert len(set(case.hits)) == len(case.hits) or rules.decks > 1


def test_what_is_counted_are_the_cards_that_can_come() -> None:
    assert len(WORKED.unseen) == 49 and not {*WORKED.posts, *WORKED.seen} & {*WORKED.unseen}
    assert {card.rank_name for card in WORKED.hits} == {"5", "6", "7", "8", "9", "10", "J"}
    assert "Js" not in [card.code for card in WORKED.hits] and len(WORKED.hits) == 27
    assert WORKED.formula_counts == (27, 49)
    twice = Case.of("4c Qd", "Js Js 4c", rules=Rules(decks=2))
    assert (len(twice.hits), len(twice.unseen)) == (54, 99) == twice.formula_counts


def test_a_broken_assumption_changes_one_witness_by_the_gap() -> None:
    for case in cases(GUIDE, 60):
        for broken in Broken:
            wrong = case._replace(broken=broken)
            said = {witness: getattr(wrong, witness) for witness in Witness}
            others = {said[witness] for witness in Witness if witness is not broken.witness}
            assert others == {case.true} == {wrong.true}
            assert wrong.gap == (said[broken.witness] - case.true if broken.witness else 0)
        replaced = wrong_odds(Model.WITH_REPLACEMENT, case.posts, case.seen).p(case.outcome)
        assert case._replace(broken=Broken.PUT_BACK).drawing == replaced
        fresh = wrong_odds(Model.FRESH_DECK, case.posts, case.seen).p(case.outcome)
        assert case._replace(broken=Broken.SEEN_IGNORED).formula == fresh


@pytest.mark.parametrize(
    ("broken", "gap"),
    [
        (Broken.NONE, Fraction(0)),
        (Broken.POSTS_INSIDE, Fraction(6, 49)),
        (Broken.SEEN_IGNORED, Fraction(28, 50) - Fraction(27, 49)),
        (Broken.PUT_BACK, Fraction(28, 52) - Fraction(27, 49)),
    ],
)
def test_the_gaps_of_the_worked_example(broken: Broken, gap: Fraction) -> None:
    assert WORKED._replace(broken=broken).gap == gap


@pytest.mark.parametrize(("posts", "seen"), [("4c 4c", ""), ("4c Qd", "4c"), ("4c Qd", "Js Js"), ("4c", ""), ("4c Xd", "")])
def test_no_case_of_what_is_no_hand(posts: str, seen: str) -> None:
    with pytest.raises(Refusal):
        Case.of(posts, seen)


# ---- drawing ----
def test_slices_are_the_same_together_and_one_by_one() -> None:
    whole = draw(WORKED, "a", Tally(), 12)
    steps = Tally()
    for slices in (1, 4, 2, 5):
        steps = draw(WORKED, "a", steps, slices)
    assert whole == steps and whole.draws == 12 * SLICE
    assert draw(WORKED, "b", Tally(), 12) != whole
    # a slice is what it is, whatever was drawn before it
    after = draw(WORKED, "a", Tally(11 * SLICE, 0))
    assert after.hits == whole.hits - draw(WORKED, "a", Tally(), 11).hits


def test_the_points_lie_on_a_grid_and_are_few() -> None:
    found = draw(WORKED, "a", Tally(), 2000)
    draws = [number for number, _ in found.points]
    assert draws == [number for number in GRID if number <= found.draws] and len(GRID) <= 80
    hits = [hits for _, hits in found.points]
    assert all(0 <= b - a <= n - m for (m, a), (n, b) in zip(found.points, found.points[1:], strict=False))
    assert hits[-1] <= found.hits and abs(found.share - WORKED.true) < Fraction(1, 500)


@pytest.mark.parametrize("broken", [Broken.NONE, Broken.PUT_BACK])
def test_the_share_goes_where_the_third_witness_says(broken: Broken) -> None:
    case = Case.of("4c Qd", "7s 8s 9s 7h 8h 9h 7d 8d 9d 7c 8c 9c", broken=broken)
    found = draw(case, "far", Tally(), 40)
    low, high = band(found.hits, found.draws)
    assert low < case.drawing < high
    assert (low < case.true < high) is (broken is Broken.NONE)


@pytest.mark.parametrize("posts", ["4c Qd", "2c Ad", "7c 9d"])
def test_the_band_holds_the_truth_in_95_of_100_runs(posts: str) -> None:
    case = Case.of(posts)
    held, wide = 0, []
    for seed in range(400):
        found = draw(case, f"run{seed}", Tally())
        low, high = band(found.hits, found.draws)
        held, wide = held + (low <= case.true <= high), [*wide, high - low]
    # 380 expected, standard deviation 4.4; a band for 90 % would hold 360, one for 99 % 396
    assert 366 <= held <= 393
    assert max(wide) < 0.09


def test_the_band_narrows_and_stays_between_0_and_1() -> None:
    assert all(band(0, n)[0] == 0 and band(n, n)[1] == 1 for n in GRID)
    wide = [high - low for low, high in (band(draws // 2, draws) for draws in GRID)]
    assert wide == sorted(wide, reverse=True) and wide[-1] < 0.001


@pytest.mark.parametrize("seed", ["", "no seed!", 7])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(Refusal):
        draw(WORKED, seed, Tally())
