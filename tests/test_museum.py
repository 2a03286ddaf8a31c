"""The bug museum: each exhibit is wrong in its own way, and who names such a case is told so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from acey_teach.exercises.museum import SPECIMENS, Exhibits
from acey_teach.exercises.program import Chooser, Kind, Reply
from acey_teach.exercises.tasks import TASKS, Finding, case, check
from acey_teach.i18n import translator

T = translator("en")

SMALLEST = {
    "8.1": ("Posts 2 and 3, third 2: yours says inside; the rules say post (A6.2).", "posts-inside"),
    "8.2": ("Posts 4 and 2: yours says none; the rules say 3 (A4.4).", ""),
    "8.3": ("Posts 2 and 4, seen 3: yours says 4/49; the rules say 3/49 (R-20).", "total-only"),
    "8.4": ("Stake 2, chips 2, pot 2: yours says (0, 2); it must raise ValueError.", ""),
    "8.5": ("Outcome post, stake 1, chips 2, pot 1: yours says (1, 3); the rules say (0, 3) (A6.2).", "post-half-paid"),
    "8.6": ("Pot 1, chips 0 and 2: yours says [0, 2]; the rules say [1/2, 5/2] (A9.1).", ""),
    "8.7": ("With 3 cards the order J K Q has the probability 5/27, and J Q K has 4/27; each must have 1/6.", ""),
    "8.8": ("First a round with 2, then one with 3: yours says 50; the rules say 51 (A7.3).", "state-kept"),
}


@pytest.mark.parametrize("task", SPECIMENS)
def test_each_exhibit_fails_its_check_in_its_smallest_case(task: str) -> None:
    finding = check(task, Exhibits(), T)
    assert not finding.right
    assert (finding.says[0], "".join(finding.slips)) == SMALLEST[task]
    assert finding == check(task, Exhibits(), T)


@pytest.mark.parametrize("task", SPECIMENS)
def test_exhibits_are_short_programs_shown_as_they_run(task: str) -> None:
    shown = SPECIMENS[task]
    assert 6 <= len(shown.source.splitlines()) <= 12
    assert TASKS[task].stub == shown.source
    assert TASKS[task].name == shown.name


def test_chips_from_nothing_are_said() -> None:
    assert "Chips come from nothing: 3 in all before, 4 after (A11.1)." in check("8.5", Exhibits(), T).says


# ---- naming a case ----
@pytest.mark.parametrize(
    ("task", "values", "said"),
    [
        ("8.1", {"post1": 4, "post2": 12, "third": 12}, "Posts 4 and Q, third Q: this program says inside; the rules say post (A6.2)."),
        ("8.2", {"post1": 12, "post2": 9}, "Posts Q and 9: this program says none; the rules say 10 and J (A4.4)."),
        ("8.3", {"post1": 4, "post2": 12, "seen": [9]}, "Posts 4 and Q, seen 9: this program says 4/7; the rules say 27/49 (R-20)."),
        ("8.4", {"stake": -5, "chips": 10, "pot": 3}, "Stake −5, chips 10, pot 3: this program says (15, −5); it must raise ValueError."),
        ("8.4", {"stake": Fraction(1, 2), "chips": 10, "pot": 3}, "Stake 1/2, chips 10, pot 3: this program says (19/2, 1/2); it must raise ValueError."),
        ("8.5", {"outcome": "post", "stake": 2, "chips": 50, "pot": 10}, "Outcome post, stake 2, chips 50, pot 10: this program says (48, 14); the rules say (46, 14) (A6.2)."),
        ("8.6", {"pot": 10, "chips": [90, 100, 100]}, "Pot 10, chips 90, 100 and 100: this program says [93, 103, 103]; the rules say [280/3, 310/3, 310/3] (A9.1)."),
        ("8.7", {"order": "Q J K", "probability": "5/27"}, "The order Q J K has the probability 5/27; in a fair shuffle each order has 1/6 (A2.2)."),
        ("8.7", {"order": ["J", "Q", "K"], "probability": Fraction(4, 27)}, "The order J Q K has the probability 4/27; in a fair shuffle each order has 1/6 (A2.2)."),
        ("8.8", {"first": [4, 12], "second": [9]}, "First a round with 4 and Q, then one with 9: this program says 49; the rules say 51 (A7.3)."),
    ],
)  # fmt: skip
def test_a_case_in_which_an_exhibit_is_wrong(task: str, values: dict[str, object], said: str) -> None:
    finding = case(task, values, T)
    assert finding.right
    assert finding.says[0] == said


@pytest.mark.parametrize(
    ("task", "values", "said"),
    [
        ("8.1", {"post1": 4, "post2": 12, "third": 9}, "Posts 4 and Q, third 9: this program says inside, and so do the rules."),
        ("8.2", {"post1": 9, "post2": 12}, "Posts 9 and Q: this program says 10 and J, and so do the rules."),
        ("8.3", {"post1": 4, "post2": 12, "seen": []}, "Posts 4 and Q, no other card seen: this program says 14/25, and so do the rules."),
        ("8.4", {"stake": 5, "chips": 10, "pot": 3}, "Stake 5, chips 10, pot 3: this program raises ValueError, and so it must: A stake of 5 is more than the pot holds. Choose from 1 to 3."),
        ("8.5", {"outcome": "inside", "stake": 2, "chips": 50, "pot": 10}, "Outcome inside, stake 2, chips 50, pot 10: this program says (52, 8), and so do the rules."),
        ("8.6", {"pot": 9, "chips": [90, 100, 101]}, "Pot 9, chips 90, 100 and 101: this program says [93, 103, 104], and so do the rules."),
        ("8.7", {"order": "Q J K", "probability": "1/6"}, "Each choose(n) gives any number below n, all equally likely. Count all ways, and those that end so."),
        ("8.8", {"first": [], "second": [9]}, "First a round with none, then one with 9: this program says 51, and so do the rules."),
    ],
)  # fmt: skip
def test_a_case_in_which_an_exhibit_is_right(task: str, values: dict[str, object], said: str) -> None:
    assert case(task, values, T)[::2] == (False, (said,))


ODD = [None, True, -1, 1.5, float("nan"), "Q", "", [], [0], [2, 2, 2, 2, 2], [[]], {}, 10**400, Fraction(10**400), object]


@pytest.mark.parametrize("task", SPECIMENS)
@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_what_is_no_case_is_said_to_be_none(task: str, value: Any) -> None:
    finding = case(task, dict.fromkeys(SPECIMENS[task].parameters, value), T)
    assert isinstance(finding, Finding)
    assert not finding.right
    assert finding.says[0]


def test_a_case_has_all_its_parts() -> None:
    assert case("8.1", {"post1": 4, "card": 3}, T).says == ("Name each of these once: post1=…, post2=… and third=….",)


# ---- shuffles ----
def fair(shuffle: Callable[..., object]) -> Finding:
    return check("8.7", Exhibits(lambda task: shuffle), T)


def sattolo(cards: list[str], choose: Callable[[int], int]) -> list[str]:
    for i in range(len(cards) - 1, 0, -1):
        j = choose(i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def drawing(cards: list[str], choose: Callable[[int], int]) -> list[str]:
    return [cards.pop(choose(len(cards))) for _ in range(len(cards))]


def numbers_for_cards(cards: list[str], choose: Callable[[int], int]) -> list[str]:
    """Sorts by numbers below 6: equal ones keep their places."""
    keys = {card: choose(6) for card in cards}
    return sorted(cards, key=keys.__getitem__)


@pytest.mark.parametrize(
    ("shuffle", "said"),
    [
        (sattolo, "With 2 cards the order Q J has the probability 1, and J Q has 0; each must have 1/2."),
        (lambda cards, choose: cards, "With 2 cards yours never asks choose. Draw with choose(n), and with nothing else."),
        (numbers_for_cards, "With 2 cards the order J Q has the probability 7/12, and Q J has 5/12; each must have 1/2."),
        (lambda cards, choose: cards[choose(len(cards)) :], "Cards J Q, choose gives 1: yours says [“Q”]; the rules say a list of all the cards (A2.2)."),
        (lambda cards, choose: cards.reverse(), "Cards J: yours gives nothing: is a return missing? The rules say a list of all the cards (A2.2)."),
        (lambda cards, choose: [choose(7) for _ in range(99)], "Cards J Q K A: yours calls choose(7) after 3 calls. A few are enough, with n from 1 to the number of cards."),
        (lambda cards, choose: choose(0), "Cards J: yours calls choose(0) after 0 calls. A few are enough, with n from 1 to the number of cards."),
        (lambda cards, choose: choose("x"), "Cards J: yours calls choose(“x”) after 0 calls. A few are enough, with n from 1 to the number of cards."),
        (lambda cards, choose: choose(10**9), "Cards J: yours calls choose(1000000000) after 0 calls. A few are enough, with n from 1 to the number of cards."),
    ],
)  # fmt: skip
def test_unfair_shuffles(shuffle: Callable[..., object], said: str) -> None:
    assert fair(shuffle)[::2] == (False, (said,))


def test_fair_shuffles_of_any_kind_are_right() -> None:
    assert fair(drawing).right


# ---- rounds ----
def unseen(task_source: str) -> Finding:
    def load(task: str) -> Callable[..., object]:
        names: dict[str, Any] = {}
        exec(task_source, names)
        found: Callable[..., object] = names["unseen_after"]
        return found

    return check("8.8", Exhibits(load), T)


def test_what_is_left_of_a_round_is_told_from_a_wrong_count() -> None:
    kept = unseen("SEEN = []\ndef unseen_after(dealt):\n    SEEN.extend(dealt)\n    return 52 - len(SEEN)\n")
    assert kept.says[0] == SMALLEST["8.8"][0]
    assert kept.slips == ("state-kept",)
    distinct = unseen("def unseen_after(dealt):\n    return 52 - len(set(dealt))\n")
    assert distinct[::2] == (False, ("Dealt 2 and 2: yours says 51; the rules say 50 (A7.3).",))
    assert unseen("def unseen_after(dealt):\n    return 52 - len(dealt)\n").right


# ---- the stand-in for a process ----
def test_exhibits_answer_as_a_program_does() -> None:
    def asked(choose: Callable[[int], int]) -> int:
        return choose(4) + choose(9)

    program = Exhibits(lambda task: asked)
    scripts: Sequence[tuple[int, ...]] = [(), (3,), (3, 8)]
    assert program.call("8.7", [[Chooser(script)] for script in scripts]) == [
        Reply(Kind.NEED, 4),
        Reply(Kind.NEED, 9),
        Reply(Kind.VALUE, 11),
    ]
    assert program.call("8.7", [[]])[0][::2] == (Kind.RAISED, "TypeError")
