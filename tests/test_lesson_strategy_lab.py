"""Lesson 9: the steps say what the coach, the engine and the sessions of the deal say."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, stdev

import pytest

from acey_teach.analysis.coach import advise, positions
from acey_teach.analysis.many import many
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import translator
from acey_teach.lessons import strategy_lab as steps
from acey_teach.practice.deal import Deal

EN = translator("en")
SEEDS = ("demo", "a1", "b2")


def finals(bot: str, seed: str) -> list[float]:
    return [float(many((bot, "bold", "bold"), GUIDE, f"{seed}n", n, 1).mean(0)) for n in range(1, steps.SESSIONS + 1)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_deck_remembers_nothing_but_this_round(seed: str) -> None:
    step = steps.memory(Deal(seed), EN)
    assert step.right == 1 and "56" in step.told
    two = Deal(seed).hand("fair", lambda low, high: odds((low, high)).margin == 0)
    assert str(odds(two).after(Deal(seed).third("seen", two, Outcome.OUTSIDE)).p(Outcome.INSIDE)) in step.why[1]


def test_half_the_width_costs_four_times_as_many() -> None:
    step = steps.narrower(Deal("demo"), EN)
    sessions = int(step.ask.split()[1])
    assert step.right == 4 * sessions and {2 * sessions, 3 * sessions} == set(step.slips)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_good_mean_holds_bad_sessions(seed: str) -> None:
    found = next(f for one in Deal(seed).others() if mean(f := finals("expected-value", one.seed[:8])) > 100)
    step = steps.spread(Deal(seed), EN)
    low = sum(chips < 100 for chips in found)
    assert step.right == (0 if not low else 1 if 2 * low <= len(found) else 2)
    assert step.told.startswith(f"In {low} of {len(found)}.") and f"{mean(found):.1f}" in step.ask


def test_the_leader_passes_and_the_one_behind_bets() -> None:
    for name, make, right in (("leader", steps.leading, 0), ("behind", steps.behind, 1)):
        step, found = make(Deal("demo"), EN), advise(positions()[name])
        assert step.right == right == (found.best_win != (0,))
        best = max(one.win.worth for one in found.stakes[1:] if one.win)
        assert str(best) in step.told and f"with {found.stakes[0].win.worth}," in step.told  # type: ignore[union-attr]


def test_growth_stops_before_the_largest_stake() -> None:
    step, found = steps.growth(Deal("demo"), EN), advise(positions()["middle"])
    hand, chips = positions()["middle"].odds, positions()["middle"].balances[found.seat]

    def product(stake: int) -> Fraction:
        return Fraction(
            (chips + stake) ** hand.inside * (chips - stake) ** hand.outside * (chips - 2 * stake) ** hand.post
        )

    best = max((one.stake for one in found.stakes), key=product)
    assert best < found.stakes[-1].stake and step.options[1] == str(best) and step.right == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_real_is_what_the_differences_say(seed: str) -> None:
    rival = Deal(seed).one_of("rival", ("cautious", "random"))
    apart = [one - two for one, two in zip(finals("expected-value", seed), finals(rival, seed), strict=True)]
    half = 1.959964 * stdev(apart) / len(apart) ** 0.5
    step = steps.real(Deal(seed), EN)
    assert step.right == (0 if mean(apart) > half else 2 if mean(apart) < -half else 1)
    assert f"± {half:.1f}" in step.before


def test_both_verdicts_come_up() -> None:
    assert len({steps.real(Deal(f"s{n}"), EN).right for n in range(6)}) > 1
