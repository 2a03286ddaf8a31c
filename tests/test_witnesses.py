"""The three witnesses: they agree with the odds, err where they should, and can be heard in any slices."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acey_teach.analysis.witnesses import GRID, SLICE, Broken, Case, Tally, band, draw
from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import Outcome

DEALS = st.lists(st.sampled_from(PACK), min_size=2, max_size=16, unique=True)


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    plain: Callable[..., Any] = builtins.__import__

    def refuse(name: str, *more: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "numpy":
            raise ImportError(name)
        return plain(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)


@given(DEALS, st.sampled_from(Outcome))
def test_all_witnesses_tell_the_truth_when_nobody_errs(deal: list[Card], outcome: Outcome) -> None:
    one, two, *seen = deal
    case = Case((one, two), tuple(seen), outcome)
    assert case.counting == case.formula == case.drawing == odds((one, two), seen).p(outcome) == case.true
    assert case.gap == 0


@given(DEALS, st.sampled_from(Outcome), st.sampled_from(Broken))
def test_only_the_one_who_breaks_an_assumption_errs(deal: list[Card], outcome: Outcome, broken: Broken) -> None:
    one, two, *seen = deal
    case = Case((one, two), tuple(seen), outcome, broken)
    said = {name: getattr(case, name) for name in ("counting", "formula", "drawing")}
    wrong = said.pop(str(broken.witness), case.true)
    assert set(said.values()) == {case.true}
    assert case.gap == wrong - case.true
    wanted = {
        Broken.NONE: case.true,
        Broken.SEEN_IGNORED: odds((one, two)).p(outcome),
        Broken.PUT_BACK: Fraction(sum(c.rank in _ranks(case) for c in PACK), len(PACK)),
        Broken.POSTS_INSIDE: {
            Outcome.INSIDE: 1 - odds((one, two), seen).p(Outcome.OUTSIDE), Outcome.POST: Fraction(0), Outcome.OUTSIDE: case.true,
        }[outcome],
    }  # fmt: skip
    assert wrong == wanted[broken]


def _ranks(case: Case) -> set[int]:
    low, high = sorted(card.rank for card in case.posts)
    inside = set(range(low + 1, high))
    return {Outcome.INSIDE: inside, Outcome.POST: {low, high}, Outcome.OUTSIDE: {*range(2, 15)} - inside - {low, high}}[
        case.outcome
    ]


def drawn(case: Case, seed: str, *parts: int) -> Tally:
    tally = Tally()
    for slices in parts:
        tally = draw(case, seed, tally, slices)
    return tally


def test_draws_are_the_same_in_any_slices() -> None:
    case = Case.of("4c Qd", "Js")
    whole = drawn(case, "a", 40)
    assert whole == drawn(case, "a", 1, 7, 30, 2)
    assert whole != drawn(case, "b", 40)
    assert (whole.draws, [draws for draws, _ in whole.points]) == (40 * SLICE, [n for n in GRID if n <= 40 * SLICE])
    assert all(a <= b for (_, a), (_, b) in zip(whole.points, whole.points[1:], strict=False))


@pytest.mark.parametrize("broken", [Broken.NONE, Broken.PUT_BACK])
def test_the_share_comes_to_what_is_drawn_from(broken: Broken) -> None:
    case = Case.of("4c Qd", "Js 5h 6h 7h 8h 9h", broken=broken)
    tally = drawn(case, "long", 400)
    low, high = band(tally.hits, tally.draws)
    assert low < case.drawing < high
    assert (low < case.true < high) is (broken is Broken.NONE)


def test_without_numpy_the_draws_are_as_good(without_numpy: None) -> None:
    case = Case.of("4c Qd", "Js")
    tally = drawn(case, "a", 60)
    low, high = band(tally.hits, tally.draws)
    assert low < case.true < high
    assert tally == drawn(case, "a", 59, 1)


def test_the_band_holds_the_truth_in_95_of_100_runs() -> None:
    case = Case.of("5c 9d")
    held = 0
    for run in range(300):
        tally = drawn(case, f"r{run}", 1)
        low, high = band(tally.hits, tally.draws)
        held += low < case.true < high
    assert 0.92 * 300 <= held <= 0.98 * 300


def test_what_is_no_case_or_seed_is_refused() -> None:
    for posts, seen in (("4c 4c", ""), ("4c Qd", "4c"), ("4c Xd", "")):
        with pytest.raises(Refusal):
            Case.of(posts, seen)
    with pytest.raises(Refusal):
        draw(Case.of("4c Qd"), "not a seed", Tally())
