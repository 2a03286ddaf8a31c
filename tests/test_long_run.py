"""Whole sessions in the long run: slice by slice the same as at once, the bands hold, and it goes without NumPy."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import Any

import pytest

from acey_teach.analysis import long_run
from acey_teach.analysis.long_run import MOST, SPARSE, Run, begin, has_numpy, more
from acey_teach.analysis.many import many
from acey_teach.analysis.simulate import simulate
from acey_teach.analysis.simulate.totals import bar_width
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, PRESETS, Rules

SEATS = ("expected-value", "bold", "cautious")


def whole(run: Run) -> Run:
    while not run.done:
        run = more(run)
    return run


@pytest.fixture(scope="module")
def run() -> Run:
    """12,345 sessions of three seats, played to the end."""
    return whole(begin(SEATS, seed="a", target=12_345))


@pytest.fixture
def no_numpy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """As if NumPy and all that needs it were not there."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "numpy" or name.startswith("acey_teach.analysis.simulate")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    has_numpy.cache_clear()
    yield
    has_numpy.cache_clear()


def test_slices_come_to_the_same_as_all_at_once(run: Run) -> None:
    assert run.sessions == run.target == 12_345 and not run.engine
    assert run.found == simulate(SEATS, sessions=12_345, seed="a")
    assert more(run) is run
    again = begin(SEATS, seed="a", target=12_345)
    for _ in range(4):
        again = more(again)
    assert again.points[0] == run.points[0][:4]
    assert begin(SEATS, seed="b", target=100).points == () and whole(begin(SEATS, seed="b", target=100)).points[0] != run.points[0][:4]


def test_a_run_is_never_changed() -> None:
    first = more(begin(SEATS, target=100))
    before = tuple(first)
    more(first)
    assert tuple(first) == before and more(first) == more(first)


def test_points_are_the_means_on_the_way(run: Run) -> None:
    for seat in range(3):
        assert run.points[seat][-1] == run.point(seat)
        early = run.points[seat][3]
        found = simulate(SEATS, sessions=early.sessions, seed="a")
        assert early.mean == float(found.mean(seat))
        assert (early.low, early.high) == pytest.approx(found.interval(seat), abs=1e-6)
    assert sum(run.mean(seat) for seat in range(3)) == 3 * GUIDE.start_chips
    wide = [point.high - point.low for point in run.points[0]]
    assert wide[-1] < wide[3] / 5


def test_points_stay_few_however_long_the_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = simulate(SEATS, sessions=10)
    monkeypatch.setattr(long_run, "_play", lambda run, start, end: slices._replace(sessions=end - start))
    long = whole(begin(SEATS, target=MOST))
    sessions = [point.sessions for point in long.points[0]]
    assert sessions[0] == 10 and sessions[-1] == MOST and len(sessions) <= 60
    assert all(b >= SPARSE * a for a, b in pairwise(sessions[:-1]))


def test_bars_hold_every_session_once_and_the_mean_lies_among_them(run: Run) -> None:
    for seat in range(3):
        bars, width = run.bars(seat), run.bar_width
        assert sum(bars) == run.sessions and len(bars) <= 501
        low = sum(width * at * n for at, n in enumerate(bars)) / run.sessions
        assert low <= run.mean(seat) < low + width
        assert 1 < run.deviation(seat) < 50


@pytest.mark.parametrize("seats", range(2, 9))
def test_bars_are_as_wide_as_those_of_a_simulation(seats: int) -> None:
    run = more(begin(["bold"] * seats))
    assert run.bar_width == bar_width(run.rules, seats) and len(run.bars(0)) <= 501


def test_the_band_holds_the_mean_in_95_of_100_runs() -> None:
    true = simulate(SEATS, sessions=100_000, seed="truth")
    held = 0
    for seed in range(200):
        point = begin(SEATS, seed=f"s{seed}", target=200)._replace(found=simulate(SEATS, sessions=200, seed=f"s{seed}")).point(2)
        held += point.low <= true.mean(2) <= point.high
    assert 180 <= held <= 198  # 190 expected, standard deviation 3.1


# ---- without NumPy ----
@pytest.mark.usefixtures("no_numpy")
def test_without_numpy_the_engine_plays_and_says_so() -> None:
    run = begin(SEATS, seed="a", target=50)
    assert run.engine
    run = whole(run)
    assert run.found == many(SEATS, GUIDE, "ax", 1, 50)
    assert sum(run.bars(0)) == 50 and run.points[0][-1].sessions == 50
    assert sum(run.mean(seat) for seat in range(3)) == 300
    assert "acey_teach.analysis.simulate" not in sys.modules


def test_what_cannot_be_simulated_is_refused_with_numpy_and_played_by_the_engine() -> None:
    rules = PRESETS["encyclopedia"].rules
    seats = SEATS * 2
    with pytest.raises(Refusal):
        begin(seats, rules)
    run = more(begin(seats, rules, target=10, engine=True))
    assert run.done and run.engine and sum(run.bars(1)) == 10


def test_rules_with_debts_and_more_packs_are_simulated() -> None:
    run = whole(begin(SEATS, Rules(decks=2, debt="debt", half_cap=False), target=500))
    assert run.sessions == 500 and sum(run.bars(0)) == 500


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("bold",), {}),
        (("bold",) * 9, {}),
        (("bold", "nobody"), {}),
        (("bold", ""), {}),
        (SEATS, {"target": 0}),
        (SEATS, {"target": MOST + 1}),
        (SEATS, {"target": 1e3}),
        (SEATS, {"target": True}),
        (SEATS, {"seed": "no seed!"}),
        (SEATS, {"seed": ""}),
    ],
)
@pytest.mark.parametrize("engine", [True, False])
def test_what_is_no_run_is_refused(seats: tuple[str, ...], options: dict[str, Any], engine: bool) -> None:
    with pytest.raises(Refusal):
        begin(seats, **options, engine=engine)
