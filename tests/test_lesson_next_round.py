"""Lesson 4 against rounds played here: where the cards are, what is seen, who deals next and what the pot holds."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.record import NAMES, from_script
from acey_teach.engine.session import Bet, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import translator
from acey_teach.lessons import next_round
from acey_teach.lessons.judge import judge
from acey_teach.lessons.model import Step
from acey_teach.practice.deal import Deal

EN = translator("en")
SEEDS = [f"next{n}" for n in range(200)]
FACE = re.compile(r'aria-label="(\w+) of (\w+)"')
RANKS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def faces(html: str) -> list[Card]:
    """The cards a picture shows, in their order."""
    return [Card(RANKS.get(rank, rank) + suit[0]) for rank, suit in FACE.findall(html)]


def heaps(html: str) -> list[list[Card]]:
    return [faces(part) for part in html.split("<figure")[1:]]


def test_every_deal_makes_a_lesson_in_which_no_slip_is_right() -> None:
    for seed in SEEDS:
        deal = Deal(seed)
        for make in next_round.LESSON.steps:
            step = make(deal, EN)
            assert step.right not in step.slips, (seed, make.__name__)
            assert len(set(step.options)) == len(step.options), (seed, make.__name__)
            assert not step.options or 0 <= step.right < len(step.options)
            assert set(step.slips) <= {*range(len(step.options))} or not step.options
        assert next_round.corner(deal, EN).tries and next_round.checks(deal, EN)


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_the_stock_is_the_pack_without_what_the_picture_shows(seed: str) -> None:
    step = next_round.stock(Deal(seed), EN)
    gone, waiting = heaps(step.before)
    assert not {*gone} & {*waiting}
    assert step.right == len({*PACK} - {*gone} - {*waiting})


@pytest.mark.parametrize("n", range(2, 9))
def test_three_cards_for_each_player_at_most(n: int) -> None:
    """Played here: everybody stakes one chip. At most 3n cards are dealt (A11.7)."""
    session = Session.new(NAMES[:n], seed="most").choose_dealer(0).run().cut(20).run()
    while session.round == 1 and not session.result:
        session = session.bet(1).run() if session.can(Bet(1)) else session.next()
    dealt = {e.card for e in session.history if e.card and e.round == 1}
    assert len(dealt) == 3 * n <= 24


def test_most_is_three_for_each_of_this_deal() -> None:
    for seed in SEEDS[:40]:
        step = next_round.most(Deal(seed), EN)
        n = int(re.findall(r"\d+", step.ask)[0])
        assert step.right == 3 * n and 2 * n in step.slips and 3 <= n <= 5
        assert "24 cards are used and 28 remain" in step.why[1]


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_inside_is_counted_with_all_that_lies_open(seed: str) -> None:
    step = next_round.looking(Deal(seed), EN)
    posts, waiting, gone = heaps(step.before)
    assert len(posts) == 2 and waiting and gone
    seen = odds(posts, [*waiting, *gone])
    assert step.right == seen.p(Outcome.INSIDE) != odds(posts).p(Outcome.INSIDE)
    likelier = step.right > odds(posts).p(Outcome.INSIDE)
    assert ("likelier than that" in step.why[1]) is likelier
    said = judge(step, str(odds(posts).p(Outcome.INSIDE)), EN)
    assert not said.right and "not the other cards that have been seen" in said.says


def neighbours(step: Step) -> list[str]:
    return re.findall(r'class="name"><span>(\w+)', step.before)


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_the_deal_passes_to_the_left(seed: str) -> None:
    """The seats are drawn in the order of their turns: the dealer's left neighbour first, the dealer last."""
    step = next_round.passing_on(Deal(seed), EN)
    seats = neighbours(step)
    assert step.options[int(step.right)] == f"{seats[0]} deals, {seats[-1]} cuts"
    assert f"{seats[-1]} was the dealer" in step.ask


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_the_pot_is_carried_over(seed: str) -> None:
    step = next_round.carried(Deal(seed), EN)
    pot, n = map(int, re.findall(r"\d+", step.ask))
    assert step.right == pot + n
    assert pot in step.slips and n in step.slips and pot + 1 in step.slips


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_the_last_round_tells_nothing(seed: str) -> None:
    step = next_round.memory(Deal(seed), EN)
    posts, waiting, old = heaps(step.before)
    right = odds(posts, waiting)
    assert step.options[int(step.right)] == f"{right.inside} of {right.unseen} cards"
    wrong = odds(posts, {*old, *waiting} - {*posts})
    assert step.options[0] == f"{wrong.inside} of {wrong.unseen} cards"


def test_a_script_with_a_carried_pot() -> None:
    """Two players, three rounds, nobody bets: 2, 4 and 6 chips lie in the pot, and the deal goes round."""
    one = {"deck": [card.code for card in PACK], "cut": 7, "decisions": [{"action": "pass"}] * 2}
    session = from_script({"players": ["Ana", "Ben"], "dealer": 1, "rounds": [one, one, one]})
    paid = [e for e in session.history if e.phase.value == "ante"]
    assert [e.pot for e in paid] == [2, 4, 6] and [e.seat for e in paid] == [1, 0, 1]
    assert [e.seat for e in session.history if e.phase.value == "cut"] == [0, 1, 0]


def test_the_corner_hears_the_rules() -> None:
    corner = next_round.corner(Deal("demo"), EN)
    said = {one.label: one.result for one in corner.tries}
    assert said["slip one card more into the pack"][1:] == (
        "A deck holds each card of the pack once: 52 cards, here there are 53, 52 of them different.", "A1.2",
    )  # fmt: skip
    assert said["start the new round without a cut"] == (False, "First cut the pack.", "R-8")
    assert said["plan the cards of one round more than a session has"] == (False, "There are 4 decks for at most 3 rounds.", "A1.6")
    assert said["cut only one card"][0] and not said["cut all the cards"][0]
    back = next(result for label, result in said.items() if label.startswith("take "))
    assert not back[0] and "more often than the pack holds it" in back[1]
    assert corner.field
    for text, allowed in {"1": True, "51": True, "0": False, "52": False, "2.5": False, "-3": False, "x": False, "": False}.items():
        assert corner.field.run(text)[0] is allowed, text


def test_the_checks_are_counted() -> None:
    for seed in SEEDS[:20]:
        passed, first, _ = next_round.checks(Deal(seed), EN)
        n = int(re.findall(r"\d+", passed.question)[0])
        assert passed.answer.startswith(f"{2 * n} cards") and f"{52 - 2 * n} stay" in passed.answer
        assert first.answer.startswith(f"{Fraction(1, 52)},")


def test_cards_are_found_in_a_picture() -> None:
    from acey_teach.lessons import scenes

    assert faces(scenes.small(cards("10c Qd 2s Ah"), EN, "")) == [*cards("10c Qd 2s Ah")]
