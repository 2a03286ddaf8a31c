"""Lesson 3: the limit and every chip are those of the engine and of a played session."""

from __future__ import annotations

import re

import pytest

from acey_teach.engine.actions import Bet
from acey_teach.engine.events import Phase
from acey_teach.engine.settlement import Outcome, check_stake, limit, settle
from acey_teach.i18n import translator
from acey_teach.lessons import settlement as lesson
from acey_teach.lessons.model import CHOICE, Step
from acey_teach.lessons.settlement_corner import CHIPS, checks, corner, equal_posts, poor
from acey_teach.practice.deal import Deal

EN = translator("en")
DEALS = [Deal(f"seed{n}") for n in range(200)]


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"(?<![\w♣♦♥♠])\d+(?![\d♣♦♥♠])", text)]


def test_every_step_can_be_asked_with_any_cards() -> None:
    for deal in DEALS:
        for make in lesson.LESSON.steps:
            step = make(deal, EN)
            where = (deal.seed, make.__name__)
            if step.kind is CHOICE:
                assert len({*step.options}) == len(step.options) == 3 and 0 <= step.right < 3, where
                assert {*step.slips} == {0, 1, 2} - {int(step.right)}, where
            assert step.slips and step.right not in step.slips and all(step.why), where


def test_half_of_an_odd_number_is_rounded_down() -> None:
    for deal in DEALS:
        step = lesson.half(deal, EN)
        chips, pot = numbers(step.ask)
        assert chips % 2 == 1 and chips // 2 + 1 < pot and step.right == limit(chips, pot).stake == (chips - 1) // 2
        assert {*step.slips} == {(chips + 1) // 2, chips, pot}
        for wrong in step.slips:
            assert check_stake(int(wrong), limit(chips, pot)) is not None


def test_the_pot_may_be_the_smaller_bound() -> None:
    for deal in DEALS:
        step = lesson.small_pot(deal, EN)
        chips, pot = numbers(step.ask)
        assert step.right == limit(chips, pot).stake == pot < chips // 2
        assert {*step.slips} == {chips // 2, chips, pot // 2}


def test_the_stake_is_nobodys() -> None:
    for deal in DEALS:
        s, step = lesson.announced(deal, Outcome.INSIDE), lesson.held(deal, EN)
        assert step.options[int(step.right)] == "nobody"
        own = s.balances[s.seat]
        assert numbers(step.told) == [own, s.held, s.pot] and sum(s.balances) + s.pot + s.held == 100 * len(s.players)


@pytest.mark.parametrize(
    ("outcome", "make"),
    [(Outcome.INSIDE, lesson.inside), (Outcome.OUTSIDE, lesson.outside), (Outcome.POST, lesson.post)],
)
def test_the_chips_are_those_of_a_played_session(outcome: Outcome, make: object) -> None:
    stakes = set()
    for deal in DEALS:
        s = lesson.announced(deal, outcome)
        before, done = s.back(), s.next().next()
        assert s.phase is Phase.THIRD_CARD and before.posts and done.third and done.outcome is outcome
        had, seat = before.balances[s.seat], s.seat
        once = settle(before.posts, done.third, s.held, had, before.pot)
        assert (once.chips, once.pot) == (done.balances[seat], done.pot)
        assert 2 <= s.held < s.pot == before.pot, "so that the pot is not emptied"
        step: Step = make(deal, EN)  # type: ignore[operator]
        right = {Outcome.INSIDE: once.chips, Outcome.OUTSIDE: once.pot, Outcome.POST: -once.net}[outcome]
        assert step.right == right
        assert numbers(step.told.replace("−", "")) == [abs(once.net), had, once.chips, before.pot, once.pot]
        assert f": {EN.signed(once.net)} for " in step.told
        stakes.add(s.held)
    assert len(stakes) > 5


def test_all_outcomes_are_of_one_bet() -> None:
    for deal in DEALS:
        bets = [lesson.announced(deal, outcome) for outcome in Outcome]
        assert len({(frozenset(s.posts or ()), s.held, s.pot, s.seat) for s in bets}) == 1


def test_the_return_of_the_stake_is_no_gain() -> None:
    for deal in DEALS:
        s, step = lesson.announced(deal, Outcome.INSIDE), lesson.inside(deal, EN)
        had = s.back().balances[s.seat]
        assert step.right == had + s.held and "counted as a gain" in step.slips[had + 2 * s.held]


def test_a_last_chip_can_only_pass_and_is_kept() -> None:
    for deal in DEALS:
        s, step = lesson.last_chip(deal), lesson.must_pass(deal, EN)
        done = s.pass_()
        assert s.phase is Phase.DECISION and s.balances[s.seat] == 1 and s.limit.stake == 0
        assert not s.can(Bet(1)) and s.verify(Bet(1)).clause == "A5.3"  # type: ignore[union-attr]
        assert step.options[int(step.right)] == "pass, keep it"
        assert done.balances == s.balances and done.pot == s.pot and done.dealt == s.dealt
        assert done.event is not None and done.event.forced
        later = done.next().next()
        assert later.second == s.stock[s.dealt], "the card that would have come is the next player's second card"


def test_the_corner_is_answered_by_the_engine() -> None:
    for deal in DEALS[:30]:
        tries = {one.label: one.result for one in corner(deal, EN).tries}
        assert len(tries) == 12
        assert [says[0] for says in tries.values()] == [False] * 4 + [True] + [False] * 5 + [True] * 2
        assert "announce “51”" in tries and tries["announce “50”"][0] and CHIPS == 101
        assert tries["announce “2.5”"][2] == "A5.2" and tries["announce “0”"][2] == "A5.5"
        assert "more than the pot holds" in tries[next(label for label in tries if "when the pot" in label)][1]
        pair, one = equal_posts(deal), poor(deal)
        assert pair.posts and pair.posts[0].rank == pair.posts[1].rank and one.limit.stake == 0


@pytest.mark.parametrize(
    ("text", "allowed"),
    [("1", True), ("50", True), (" 50 ", True), ("10.0", True), ("51", False), ("0", False), ("-2", False), ("2.5", False),
     ("1/2", False), ("", False), ("all", False), ("５", False), ("1e3", False), ("9" * 300, False)],
)  # fmt: skip
def test_a_stake_of_ones_own(text: str, allowed: bool) -> None:
    made = corner(DEALS[0], EN)
    assert made.field
    said = made.field.run(text)
    assert said[0] is allowed and said[1]


def test_the_quick_checks_are_computed() -> None:
    for deal in DEALS:
        left, emptied, _ = checks(deal, EN)
        chips, stake = numbers(left.question)
        assert chips - 2 * stake == 1 and left.answer.startswith("1 chip:")
        pot = numbers(emptied.question)[0]
        assert emptied.answer.startswith(f"0. The stake comes back and {pot} come")
