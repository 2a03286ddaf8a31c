"""Whole sessions in slices: the same in any run, the same as what they are made of, with NumPy and without."""

from __future__ import annotations

from fractions import Fraction

import pytest

from acey_teach.analysis.long_run import MOST, Run, begin, more
from acey_teach.analysis.many import many
from acey_teach.analysis.simulate import game, totals
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, PRESETS, Rules

SEATS = ("expected-value", "bold", "random")


def whole(run: Run) -> Run:
    while not run.done:
        after = more(run)
        assert after.sessions > run.sessions
        run = after
    assert more(run) is run
    return run


def test_slices_come_to_what_numpy_plays_at_once() -> None:
    run = whole(begin(SEATS, seed="one", target=200_000, engine=False))
    assert run.found == totals(game(SEATS, seed="one"), 0, 200_000)
    assert run == whole(begin(SEATS, seed="one", target=200_000, engine=False))
    assert len(run.points) == 3 and len(run.points[0]) <= 80
    assert run.points[1][-1] == run.point(1)


def test_slices_come_to_what_the_engine_plays_at_once() -> None:
    run = whole(begin(SEATS, seed="one", target=70, engine=True))
    assert run.found == many(SEATS, GUIDE, "onex", 1, 70)


@pytest.mark.parametrize("engine", [False, True])
def test_what_is_read_from_a_run(engine: bool) -> None:
    run = whole(begin(SEATS, target=100, engine=engine))
    assert sum((run.mean(seat) for seat in range(3)), Fraction(0)) == 300
    for seat in range(3):
        point = run.point(seat)
        assert point.low < point.mean < point.high
        assert (point.high - point.low) / 2 == pytest.approx(1.959964 * run.deviation(seat) / 10)
        bars = run.bars(seat)
        middles = sum((at + 0.5) * run.bar_width * sessions for at, sessions in enumerate(bars)) / 100
        assert sum(bars) == 100 and middles == pytest.approx(float(run.mean(seat)), abs=run.bar_width)


def test_both_ways_tell_the_same_within_their_error() -> None:
    exact, quick = (whole(begin(SEATS, target=size, engine=engine)) for size, engine in ((300, True), (100_000, False)))
    for seat in range(3):
        point = exact.point(seat)
        assert abs(point.mean - float(quick.mean(seat))) < 2 * (point.high - point.mean)


def test_debts_count_in_the_first_bar() -> None:
    run = whole(begin(["random"] * 2, Rules.of({"debt": "debt", "half_cap": False, "start_chips": 4}), target=300, engine=True))
    assert min(min(chips) for chips in run.found.finals) < 0  # type: ignore[union-attr]
    assert sum(run.bars(0)) == 300


def test_what_cannot_be_played_is_refused() -> None:
    for bad in (0, MOST + 1, 2.5, True):
        with pytest.raises(Refusal):
            begin(SEATS, target=bad)  # type: ignore[arg-type]
    with pytest.raises(Refusal):
        begin(["bold", "nobody"])
    with pytest.raises(Refusal):
        begin(["bold"])
    with pytest.raises(Refusal):
        begin(SEATS, seed="no seed!")
    with pytest.raises(Refusal):
        begin(SEATS, PRESETS["encyclopedia"].rules, engine=False)
    assert more(begin(["bold"] * 3, PRESETS["encyclopedia"].rules, engine=True)).sessions == 10
