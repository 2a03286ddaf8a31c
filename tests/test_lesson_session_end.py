"""Lesson 5 against sessions played here: the three reasons and their order, exact shares, winners, and the sum of all."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from acey_teach.engine.cards import cards
from acey_teach.engine.events import Ending
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.i18n import translator
from acey_teach.lessons import session_end
from acey_teach.lessons.judge import judge
from acey_teach.practice.deal import Deal

EN = translator("en")
SEEDS = [f"end{n}" for n in range(200)]
CHIPS = re.compile(r'class="chips">([0-9/]+) chips?<')


def numbers(text: str) -> list[int]:
    return [*map(int, re.findall(r"\d+", text))]


def balances(html: str) -> list[Fraction]:
    """What the picture of the seats says."""
    return [*map(Fraction, CHIPS.findall(html))]


def test_every_deal_makes_a_lesson_in_which_no_slip_is_right() -> None:
    for seed in SEEDS:
        deal = Deal(seed)
        for make in session_end.LESSON.steps:
            step = make(deal, EN)
            assert step.right not in step.slips, (seed, make.__name__)
            assert len(set(step.options)) == len(step.options), (seed, make.__name__)
            assert not step.options or 0 <= step.right < len(step.options)
            assert set(step.slips) <= {*range(len(step.options))} or not step.options
        assert session_end.corner(deal, EN).tries and session_end.checks(deal, EN)


def test_an_emptied_pot_ends_the_session_on_the_spot() -> None:
    """Played here: the first player stakes the pot of 3 and turns a card inside; two are still waiting."""
    deck = cards("2c 5d 9h As 7c")
    session = Session.new(["Ana", "Ben", "Cleo"], seed="x", decks=[deck]).choose_dealer(2).run().cut().run()
    over = session.bet(3).run()
    assert over.result and over.result.ending is Ending.POT_EMPTY and over.result.share == 0
    assert over.balances == (102, 99, 99) and over.result.winners == (0,)


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_those_who_wait_get_nothing_back(seed: str) -> None:
    emptied, waiting = session_end.emptied(Deal(seed), EN), session_end.waiting(Deal(seed), EN)
    assert emptied.options[int(emptied.right)] == "the session ends on the spot"
    assert waiting.right == 0 and waiting.slips.keys() == {1}
    n = len(balances(waiting.before))
    assert balances(waiting.after) == balances(waiting.before) == [99 + n] + [99] * (n - 1)
    assert numbers(emptied.told) == [n] and numbers(waiting.told) == [100, 99]


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_one_who_cannot_pay_ends_it_for_all(seed: str) -> None:
    step = session_end.cannot_ante(Deal(seed), EN)
    assert step.options[int(step.right)] == "the session ends for everybody"
    played, most = numbers(step.ask)
    assert played < most == 3 and numbers(step.why[0]) == [played]
    assert balances(step.before).count(Fraction(0)) == 1 and balances(step.before) == balances(step.after)


@pytest.mark.parametrize(("last", "ending"), [("bet", Ending.POT_EMPTY), ("pass", Ending.ROUND_LIMIT)])
def test_the_order_of_the_reasons(last: str, ending: Ending) -> None:
    """Played here: one agreed round, Ben has nothing left, and the dealer Cleo may win the pot of 3 with the last card."""
    deck = cards("9h As 2c Kd Kh 5d 4s")  # first cards of Ana, Ben and Cleo, second ones, and the third card
    session = Session.new(["Ana", "Ben", "Cleo"], Rules(max_rounds=1), seed="x", decks=[deck], start_chips=[100, 1, 100])
    session = session.choose_dealer(2).run().cut().run().pass_().run().pass_().run()
    over = (session.bet(3) if last == "bet" else session.pass_()).run()
    assert over.result and over.result.ending is ending
    more = Session.new(["Ana", "Ben", "Cleo"], seed="x", decks=[deck], start_chips=[100, 1, 100]).choose_dealer(2)
    more = more.run().cut().run().pass_().run().pass_().run().pass_().run()
    assert more.result and more.result.ending is Ending.CANNOT_ANTE and more.pot == 0 and more.balances[1] == 1


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_three_reasons_at_once(seed: str) -> None:
    step = session_end.order(Deal(seed), EN)
    assert step.options[int(step.right)] == "the pot is empty" and "on the spot" in step.told
    assert Fraction(0) in balances(step.before)
    assert re.search(r"agreed .*rounds? (is|are) complete", step.why[1])
    last = session_end.checks(Deal(seed), EN)[2]
    assert last.answer in step.why[1]


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_the_share_is_exact(seed: str) -> None:
    step = session_end.share(Deal(seed), EN)
    pot, n = numbers(step.ask)
    assert step.right == Fraction(pot, n) and step.right.denominator > 1 and n % step.right.denominator == 0
    assert [after - before for before, after in zip(balances(step.before), balances(step.after), strict=True)] == [step.right] * n
    assert judge(step, f"{pot}/{n}", EN).right
    assert "rounded down" in judge(step, str(pot // n), EN).says
    assert not judge(step, f"{float(step.right):.2f}", EN).right or 100 % step.right.denominator == 0


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_all_with_the_most_win_together(seed: str) -> None:
    step = session_end.winners(Deal(seed), EN)
    before, after = balances(step.before), balances(step.after)
    assert [a == max(after) for a in after] == [b == max(before) for b in before] == [False] + [True] * (len(before) - 1)
    names = re.findall(r'class="name"><span>(\w+)', step.after)
    assert all(name in step.options[int(step.right)] for name in names[1:]) and names[0] not in step.options[int(step.right)]


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_no_chip_is_made_or_lost(seed: str) -> None:
    step = session_end.conserved(Deal(seed), EN)
    found = balances(step.before)
    assert step.right == sum(found) == 100 * len(found)


def test_the_corner_hears_the_rules() -> None:
    corner = session_end.corner(Deal("demo"), EN)
    said = {one.label: one.result for one in corner.tries}
    assert said["go on after the end"] == (False, "The session is over. Start a new one.", "A8")
    assert said["agree on no round at all"][0] is False and said["agree on no round at all"][2] == "A1.6"
    assert said["agree on one round"][:2] == (True, "The agreed 1 round is complete: the session ends.")
    assert "101 with 100 chips" in said["agree on an ante that nobody can pay"][1]
    assert said["stake half a chip"][0] is False and "“1/2” is not" in said["stake half a chip"][1]
    assert said["begin a new session with the fractions of the last one"][0]
    assert corner.field
    for text, allowed in {"1": True, "3": True, "0": False, "4": False, "1.5": False, "-1": False, "x": False, "": False}.items():
        assert corner.field.run(text)[0] is allowed, text


def test_what_rounding_would_leave_over() -> None:
    for seed in SEEDS[:40]:
        check = session_end.checks(Deal(seed), EN)[0]
        pot, n = numbers(check.question)
        assert check.answer.startswith(f"{pot % n}.") and pot % n
