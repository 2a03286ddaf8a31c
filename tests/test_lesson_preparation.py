"""Lesson 1: what it asks and answers is what a session of the engine does."""

from __future__ import annotations

import re

import pytest

from acey_teach.engine.cards import PACK
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.i18n import translator
from acey_teach.lessons import preparation as lesson
from acey_teach.lessons.model import CHOICE, Corner, Step
from acey_teach.lessons.preparation_corner import checks, corner
from acey_teach.practice.deal import Deal, until

EN = translator("en")
DEALS = [Deal(f"seed{n}") for n in range(200)]


def chosen(step: Step) -> str:
    return step.options[int(step.right)]


def test_every_step_can_be_asked_with_any_cards() -> None:
    for deal in DEALS:
        for make in lesson.LESSON.steps:
            step = make(deal, EN)
            where = (deal.seed, make.__name__)
            if step.kind is CHOICE:
                assert len({*step.options}) == len(step.options) >= 3 and 0 <= step.right < len(step.options), where
                assert all(0 <= slip < len(step.options) for slip in step.slips), where
            assert step.slips and step.right not in step.slips, where
            assert all(step.why) and (step.after != step.before or make is lesson.cutter), where


def test_who_watches_is_who_the_engine_has_no_seat_for() -> None:
    seen = set()
    for deal in DEALS:
        step = lesson.players(deal, EN)
        friends = int(re.findall(r"\d+", step.ask)[0])
        seated = friends - int(step.right)
        Session.new([str(n) for n in range(seated)])
        with pytest.raises(Refusal) as refusal:
            Session.new([str(n) for n in range(seated + 1)])
        assert refusal.value.clause == "A1.1"
        assert "24 cards are dealt, and 28 of the 52" in step.why[1] and "more than 3 cards" in step.why[1]  # A11.7
        seen.add(friends)
    assert len(seen) == 6


def test_the_cards_drawn_for_the_deal_differ_in_rank_and_the_ace_deals() -> None:
    dealers = set()
    for deal in DEALS:
        cards = lesson.drawn(deal)
        ranks = [card.rank for card in cards]
        assert 3 <= len(cards) == len(lesson.seated(deal)) == len({*ranks}) <= 4 and {13, 14} <= {*ranks[1:]}
        assert ranks[lesson.winner(deal)] == 14
        step = lesson.dealer(deal, EN)
        assert chosen(step) == deal.players[ranks.index(14)].name and [*step.slips] == [ranks.index(13)]
        dealers.add((len(cards), lesson.winner(deal)))
    assert len(dealers) == 2 + 3, "anybody but the first can be the dealer"


def test_higher_is_counted_in_cards_with_the_ace_on_top() -> None:
    for deal in DEALS:
        mine, step = lesson.drawn(deal)[0], lesson.higher(deal, EN)
        assert step.right == sum(card.rank > mine.rank for card in PACK) == 4 * (14 - mine.rank)
        assert {*step.slips} == {14 - mine.rank, 4 * (13 - mine.rank), 4 * (14 - mine.rank) + 3}
        assert f"the chance {step.right}/51" in step.why[-1]


def test_the_right_neighbour_cuts() -> None:
    for deal in DEALS:
        s, step = lesson.shuffled_pack(deal), lesson.cutter(deal, EN)
        n = len(s.players)
        assert step.right == (s.dealer - 1) % n and s.cut().event.seat == step.right  # type: ignore[union-attr]
        assert {*step.slips} == {s.dealer, (s.dealer + 1) % n}
        assert s.order[-2] == step.right, "the turn just before the dealer's"


def test_a_cut_puts_the_top_cards_under_the_rest() -> None:
    for deal in DEALS:
        s, step = lesson.shuffled_pack(deal), lesson.cut(deal, EN)
        k = int(re.findall(r"top (\d) cards", step.ask)[0])
        assert chosen(step) == str(s.stock[k]) and str(s.stock[-1]) in step.ask
        assert len(step.slips) == 3 and f"number {52 - k + 1} from the top" in step.told
        assert s.cut(k).stock == s.stock[k:] + s.stock[:k]


def test_the_pot_of_the_second_round_is_the_rest_and_the_antes() -> None:
    for deal in DEALS:
        bet, before = lesson.second_round(deal)
        step, n = lesson.antes(deal, EN), len(lesson.seated(deal))
        assert (before.phase, before.round) == (Phase.ANTE, 2) and bet.event is not None
        stake = bet.event.stake
        assert 2 <= stake <= n and bet.event.net == -stake
        assert before.pot == n + stake and step.right == 2 * n + stake == before.next().pot
        assert {n, n + stake, 2 * n + stake - 1, 2 * n} == {*step.slips}
        assert f"began with {100 * n}:" in step.why[2]
        assert [e.stake for e in before.history if e.phase is Phase.DECISION] == [stake] + [0] * (n - 1)


def test_what_comes_next_is_what_the_engine_does_next() -> None:
    follows = {"shuffled": "the cut", "cut the pack": "the antes", "paid the antes": "the first cards"}
    asked = set()
    for deal in DEALS:
        step = lesson.order(deal, EN)
        done = next(word for word in follows if f"just {word}." in step.ask)
        assert chosen(step) == follows[done] and {*step.slips} == {0, 1, 2} - {int(step.right)}
        assert step.told == "The whole order: the shuffle, the cut, the antes and the first cards."
        asked.add(done)
    assert asked == {*follows}
    phases = [e.phase for e in until(DEALS[0].session, Phase.FIRST_CARD).history]
    assert phases == [Phase.CHOOSE_DEALER, Phase.SHUFFLE, Phase.CUT, Phase.ANTE]


def test_the_corner_is_answered_by_the_engine() -> None:
    for deal in DEALS[:20]:
        made = corner(deal, EN)
        allowed = [one.label for one in made.tries if one.result[0]]
        assert allowed == ["lift off one card only"]
        assert [one.result[2] for one in made.tries] == ["A1.1", "A1.1", "", "A1.2", "", "A8.4", "A3.2", "A3.2", "A3.1", ""]


@pytest.fixture(scope="module")
def made() -> Corner:
    return corner(DEALS[0], EN)


@pytest.mark.parametrize("text", ["1", "51", " 26 ", "3.0", "6/2"])
def test_a_cut_of_ones_own(text: str, made: Corner) -> None:
    assert made.field and made.field.run(text)[::2] == (True, "A3.1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0", "not 0."), ("52", "not 52."), ("-1", "not -1."), ("2.5", "not 2.5."), ("1/2", "not 1/2."),
        ("", "nothing in the answer"), ("half", "not a number"), ("７", "digits of another kind"), ("1/0", "divided by 0"),
    ],
)  # fmt: skip
def test_what_is_no_cut(text: str, says: str, made: Corner) -> None:
    assert made.field
    allowed, sentence, _ = made.field.run(text)
    assert not allowed and says in sentence


def test_the_quick_checks_are_computed() -> None:
    for deal in DEALS:
        two, place, chips = checks(deal, EN)
        names = re.findall(r"Ana|Bence", two.question)
        assert two.answer.startswith("Bence." if names[-1] == "Ana" else "Ana."), "the one who does not deal"
        k = int(re.findall(r"\d+", place.question)[0])
        assert place.answer.startswith(f"Place {52 - k + 1}: the other {52 - k} cards")
        n = len(deal.players)
        assert chips.answer.startswith(f"{100 * n}, as many as before: {n} of them")
