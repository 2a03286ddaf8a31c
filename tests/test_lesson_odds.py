"""Lessons 6 and 7: what may be counted, seen and staked on 4♣ and Q♦, and which probabilities can be read."""

from __future__ import annotations

import pytest

from acey_teach.i18n import translator
from acey_teach.lessons import live_odds, worked_example
from acey_teach.practice.deal import Deal

EN = translator("en")
DEAL = Deal("demo")
HAND = {one.label: one.result for one in worked_example.corner(DEAL, EN).tries}


@pytest.mark.parametrize(
    ("label", "result"),
    [
        ("Q♠ is nearly inside: count it as inside", (False, "Q♠ is on a post. A stake of 2 brings −4.", "A6.2")),
        ("count 9♥ as inside", (True, "9♥ is inside. A stake of 2 brings +2.", "A6.2")),
        ("stake one chip more than the pot holds", (False, "A stake of 11 is more than the pot holds. Choose from 1 to 10.", "A5.2")),
        ("every other card has been seen", (False, "All cards have been seen: there is no third card left.", "A1.2")),
    ],
)
def test_the_hand_answers(label: str, result: tuple[bool, str, str]) -> None:
    assert HAND[label] == result


def test_seen_cards_count_once() -> None:
    assert HAND["Q♠ has been seen"] == (
        True, "Of 49 unseen cards 28 are inside, 16 outside and 5 on a post. Each chip staked is worth +2/49.", "R-20",
    )  # fmt: skip
    assert not HAND["Q♠ has been seen twice"][0] and not HAND["the post Q♦ has been seen elsewhere too"][0]
    assert not HAND["stake 2 with 3 chips"][0]
    field = worked_example.corner(DEAL, EN).field
    assert field
    assert field.run("9h")[1].endswith("worth −1/49.") and field.run("")[1].endswith("worth 0.")
    assert not field.run("9h 9h")[0] and not field.run("4c")[0] and not field.run("joker")[0]


def test_the_checks_of_the_hand() -> None:
    """By hand: 28 - 16 - 6 = 6 of 50 with the loss counted once; 28 - 16 - 2·5 = 2 of 49 without Q♠."""
    single, seen, fair = (check.answer for check in worked_example.checks(DEAL, EN))
    assert single.startswith("+3/25 instead of 0: 28 cards win a stake, 22 lose one.")
    assert "+2/49" in seen and "−1/49" in seen and "−4, −2 and +2" in fair


def test_probabilities_are_read_or_refused() -> None:
    said = {one.label: one.result[:2] for one in live_odds.corner(DEAL, EN).tries}
    assert {label for label, (allowed, _) in said.items() if allowed} == {"14/25", "0,5", ".56", "56 %"}
    assert said["0,5"][1].replace("\N{NO-BREAK SPACE}", " ") == "That is 1/2 (exactly 50 %)."
    assert "divided by 0" in said["1/0"][1] and "not a number" in said["maybe"][1] and "56 %" in said["56"][1]


def test_the_checks_of_live_odds() -> None:
    for n in range(40):
        calibrated, right, seen = live_odds.checks(Deal(f"live{n}"), EN)
        inside = 32 if "32 of 50" in right.answer else 36  # posts with 8 or 9 ranks between
        assert f"{inside} of 50 cards" in right.answer and "In 100 turns" in calibrated.question
        assert calibrated.answer.startswith(f"About {2 * inside}.") and f"{inside - 1} of 49" in seen.answer
