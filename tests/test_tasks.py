"""The code exercises: solutions are right, and each wrong program is shown the smallest case in which it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from acey_teach.exercises import tasks
from acey_teach.exercises.museum import SPECIMENS, Exhibits
from acey_teach.exercises.program import Kind, Other, Reply
from acey_teach.exercises.tasks import TASKS, Finding, check
from acey_teach.i18n import translator

T = translator("en")
SOLUTIONS = Path(__file__).parents[1] / "exercises/solutions"


def blocks() -> dict[str, str]:
    """The solutions by the id of their exercise."""
    found: dict[str, str] = {}
    for path in SOLUTIONS.glob("*.py"):
        parts = re.split(r"(?m)^# (\d+\.\d+)\n", path.read_text(encoding="utf-8"))
        found |= zip(parts[1::2], parts[2::2], strict=True)
    return found


SOLVED = blocks()
FUNCTIONS = [task for task in TASKS if TASKS[task].parameters]
OF_EACH_KIND = ["7.2", "7.3", "8.2", "8.6", "8.7", "8.8", "9.1"]


def made(source: str, name: str) -> Any:
    names: dict[str, Any] = {}
    exec(source, names)
    return names[name]


class Counted(Exhibits):
    """Counts the batches."""

    batches = 0

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        self.batches += 1
        return super().call(task, calls, fresh=fresh)


class Replies:
    """A program that gives one reply, whatever it is asked."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        return [self.reply] * len(calls)


def found(task: str, function: Callable[..., object]) -> Finding:
    return check(task, Exhibits(lambda task: function), T)


def changed(task: str, old: str, new: str) -> Any:
    """The solution with a piece of its text replaced."""
    assert old in SOLVED[task]
    return made(SOLVED[task].replace(old, new), TASKS[task].name)


def test_every_exercise_has_its_solution() -> None:
    assert set(SOLVED) == set(TASKS)


@pytest.mark.parametrize("task", FUNCTIONS)
def test_solutions_are_right_and_are_asked_in_few_batches(task: str) -> None:
    program = Counted(lambda task: made(SOLVED[task], TASKS[task].name))
    finding = check(task, program, T)
    assert finding.right, finding
    assert program.batches <= 4


@pytest.mark.parametrize("task", ["10.1", "10.2"])
def test_solved_charts_are_right(task: str) -> None:
    assert tasks.chart(task, made(SOLVED[task], "chart").to_dict(), T).right


@pytest.mark.parametrize("task", FUNCTIONS)
def test_stubs_are_the_function_asked_for_and_are_not_right(task: str) -> None:
    source = TASKS[task].stub
    function = made(source, TASKS[task].name)
    code = function.__code__
    taken = code.co_varnames[: code.co_argcount]
    assert taken[: len(TASKS[task].parameters)] == TASKS[task].parameters
    finding = check(task, Exhibits(lambda task: made(source, TASKS[task].name)), T)
    assert not finding.right
    assert task in SPECIMENS or "gives nothing: is a return missing?" in finding.says[0]


def outcome(low: int, high: int, third: int, post: str = "post") -> str:
    return post if third in (low, high) else "inside" if low < third < high else "outside"


def between(a: int, b: int, seen: Sequence[int]) -> int:
    return 4 * max(0, abs(a - b) - 1) - sum(min(a, b) < rank < max(a, b) for rank in seen)


def moved(inside: tuple[int, int], outside: tuple[int, int], post: tuple[int, int]) -> Callable[..., object]:
    moves = {"inside": inside, "outside": outside, "post": post}
    return lambda o, stake, chips, pot: (chips + moves[o][0] * stake, pot + moves[o][1] * stake)


WRONG: list[tuple[str, Callable[..., object], str, str]] = [
    ("7.1", lambda a, b, x: outcome(a, b, x), "Posts 4 and 2, third 3: yours says outside; the rules say inside (A6.2).", "unsorted"),
    ("7.1", lambda a, b, x: "inside" if min(a, b) <= x <= max(a, b) else "outside", "Posts 2 and 3, third 2: yours says inside; the rules say post (A6.2).", "posts-inside"),
    ("7.1", lambda a, b, x: "inside" if min(a, b) < x < max(a, b) else "outside", "Posts 2 and 3, third 2: yours says outside; the rules say post (A6.2).", "rest-is-outside"),
    ("7.1", lambda a, b, x: outcome(*sorted((a % 14 or 1, b % 14 or 1)), x % 14 or 1), "Posts 2 and A, third 3: yours says outside; the rules say inside (A6.2).", "ace-low"),
    ("7.1", lambda a, b, x: outcome(*sorted((min(a, 10), min(b, 10))), min(x, 10)), "Posts 2 and 10, third J: yours says post; the rules say outside (A6.2).", "faces-ten"),
    ("7.1", lambda a, b, x: "inside" if a == b else outcome(*sorted((a, b)), x), "Posts 2 and 2, third 2: yours says inside; the rules say post (A6.2).", ""),
    ("7.1", lambda a, b, x: "outside" if x == 14 == max(a, b) else outcome(*sorted((a, b)), x), "Posts 2 and A, third A: yours says outside; the rules say post (A6.2).", ""),
    ("7.2", lambda chips, pot: min((chips + 1) // 2, pot), "Chips 1, pot 1: yours says 1; the rules say 0 (A5.2).", "limit-half-up"),
    ("7.2", lambda chips, pot: chips // 2, "Chips 4, pot 1: yours says 2; the rules say 1 (A5.2).", "pot-ignored"),
    ("7.2", lambda chips, pot: pot, "Chips 0, pot 1: yours says 1; the rules say 0 (A5.2).", "limit-whole-pot"),
    ("7.2", lambda chips, pot: min(chips, pot), "Chips 1, pot 1: yours says 1; the rules say 0 (A5.2).", "limit-all-chips"),
    ("7.2", lambda chips, pot: min(chips, pot) // 2, "Chips 2, pot 1: yours says 0; the rules say 1 (A5.2).", "limit-half-pot"),
    ("7.2", lambda chips, pot: max(1, min(chips // 2, pot)), "Chips 0, pot 1: yours says 1; the rules say 0 (A5.2).", "limit-at-least-one"),
    ("7.2", lambda chips, pot: min(chips // 2, pot, 100), "Chips 202, pot 101: yours says 100; the rules say 101 (A5.2).", ""),
    ("7.2", lambda chips, pot: min(chips // 2, pot) if chips < 600 else 300, "Chips 600, pot 1: yours says 300; the rules say 1 (A5.2).", ""),
    ("7.3", moved((1, -1), (-1, 1), (-1, 1)), "Outcome post, stake 1, chips 2, pot 1: yours says (1, 2); the rules say (0, 3) (A6.2).", "post-once"),
    ("7.3", moved((2, -2), (-1, 1), (-2, 2)), "Outcome inside, stake 1, chips 2, pot 1: yours says (4, −1); the rules say (3, 0) (A6.2).", "stake-as-gain"),
    ("7.3", moved((2, -1), (-1, 1), (-2, 2)), "Outcome inside, stake 1, chips 2, pot 1: yours says (4, 0); the rules say (3, 0) (A6.2).", "stake-as-gain"),
    ("7.3", moved((0, -1), (-1, 1), (-2, 2)), "Outcome inside, stake 1, chips 2, pot 1: yours says (2, 0); the rules say (3, 0) (A6.2).", "stake-not-back"),
    ("7.3", moved((1, 0), (-1, 0), (-2, 0)), "Outcome inside, stake 1, chips 2, pot 1: yours says (3, 1); the rules say (3, 0) (A6.2).", "pot-unchanged"),
    ("7.3", moved((-1, 1), (1, -1), (2, -2)), "Outcome inside, stake 1, chips 2, pot 1: yours says (1, 2); the rules say (3, 0) (A6.2).", "pot-for-chips"),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, ()), 50), "Posts 2 and 4, seen 2: yours says 2/25; the rules say 4/49 (R-20).", "seen-ignored"),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, ()), 50 - len(seen)), "Posts 2 and 4, seen 3: yours says 4/49; the rules say 3/49 (R-20).", "total-only"),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, seen), 50), "Posts 2 and 4, seen 2: yours says 2/25; the rules say 4/49 (R-20).", "favourable-only"),
    ("7.4", lambda a, b, seen: Fraction(max(0, abs(a - b) - 1), 13), "Posts 2 and 4, no other card seen: yours says 1/13; the rules say 2/25 (R-20).", "no-card-dealt"),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, seen), 52 - len(seen)), "Posts 2 and 4, no other card seen: yours says 1/13; the rules say 2/25 (R-20).", "own-posts-left-in"),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, seen) - 4 * (a == b), 50 - len(seen)), "Posts 2 and 2, no other card seen: yours says −2/25; the rules say 0 (R-20).", "pair-below-zero"),
    ("7.4", lambda a, b, seen: between(a, b, seen[:1]) / (50 - len(seen[:1])) if seen else Fraction(between(a, b, seen), 50), "Posts 2 and 3, seen 2: yours says 0.0; the rules say 0 (R-20).", ""),
    ("7.4", lambda a, b, seen: Fraction(between(a, b, set(seen)), 50 - len(seen)), "Posts 2 and 4, seen 3 and 3: yours says 1/16; the rules say 1/24 (R-20).", ""),  # type: ignore[arg-type]
    ("7.5", changed("7.5", "2 * stake", "stake"), "Posts 2 and 3, third 2, stake 1, chips 2, pot 1: yours says (post, 1, 2); the rules say (post, 0, 3) (A6.2).", "post-once"),
    ("7.5", changed("7.5", "chips - 2 * stake", "chips - stake"), "Posts 2 and 3, third 2, stake 1, chips 2, pot 1: yours says (post, 1, 3); the rules say (post, 0, 3) (A6.2).", "post-half-paid"),
    ("7.5", changed("7.5", "min(post1, post2) < third < max(post1, post2)", "post1 < third < post2"), "Posts 4 and 2, third 3, stake 1, chips 2, pot 1: yours says (outside, 1, 2); the rules say (inside, 3, 0) (A6.2).", "unsorted"),
    ("7.5", changed("7.5", "pot - stake", "pot - stake if pot < 500 else pot"), "Posts 2 and 4, third 3, stake 1, chips 2, pot 500: yours says (inside, 3, 500); the rules say (inside, 3, 499) (A6.2).", ""),
    ("7.5", changed("7.5", "chips // 2, pot", "(chips + 1) // 2, pot"), "Posts 2 and 4, third 3, stake 2, chips 3, pot 2: yours says (inside, 5, 0); it must raise ValueError.", ""),
    ("7.5", changed("7.5", "1 <= stake", "0 <= stake"), "Posts 2 and 4, third 3, stake 0, chips 2, pot 1: yours says (inside, 2, 1); it must raise ValueError.", ""),
    ("7.5", changed("7.5", "not 1 <= stake <=", "stake == 0 or not stake <="), "Posts 2 and 4, third 3, stake −1, chips 2, pot 1: yours says (inside, 1, 2); it must raise ValueError.", ""),
    ("7.5", changed("7.5", "type(stake) is not int or ", ""), "Posts 2 and 4, third 3, stake 2.5, chips 6, pot 3: yours says (inside, 8.5, 0.5); it must raise ValueError.", ""),
    ("7.5", changed("7.5", "type(stake) is not int", "not isinstance(stake, int)"), "Posts 2 and 4, third 3, stake True, chips 2, pot 1: yours says (inside, 3, 0); it must raise ValueError.", ""),
    ("7.5", changed("7.5", "raise ValueError", "raise KeyError"), "Posts 2 and 4, third 3, stake 2, chips 2, pot 1: yours stops with KeyError; it must raise ValueError.", ""),
    ("7.5", changed("7.5", "raise ValueError(", "return ("), "Posts 2 and 4, third 3, stake 2, chips 2, pot 1: yours says “This stake is not legal.”; it must raise ValueError.", ""),
]


@pytest.mark.parametrize(("task", "function", "says", "slip"), WRONG)
def test_wrong_programs_get_their_smallest_case(task: str, function: Callable[..., object], says: str, slip: str) -> None:
    finding = found(task, function)
    assert not finding.right
    assert finding.says[0] == says
    assert finding.slips == ((slip,) if slip else ())


def test_what_is_wrong_by_two_ideas_alike_is_named_for_neither_unless_it_answers_so_everywhere() -> None:
    nearly = found("7.1", lambda a, b, x: "inside" if min(a, b) <= x <= max(a, b) and x < 14 else outcome(*sorted((a, b)), x))
    assert nearly.says == ("Posts 2 and 3, third 2: yours says inside; the rules say post (A6.2).",)


@pytest.mark.parametrize(
    ("task", "function", "says"),
    [
        ("7.1", lambda a, b, x: outcome(a, b, x).title(), ("Posts 2 and 3, third 2: yours says “Post”; the rules say post (A6.2).", "Write the outcome as “inside”, “outside” or “post”, in small letters.")),
        ("7.1", lambda a, b, x: None, ("Posts 2 and 3, third 2: yours gives nothing: is a return missing? The rules say post (A6.2).",)),
        ("7.1", lambda a, b, x: 1 // 0, ("Posts 2 and 3, third 2: yours stops with ZeroDivisionError: integer division or modulo by zero. The rules say post (A6.2).",)),
        ("7.2", lambda chips, pot: min(chips / 2, pot), ("Chips 0, pot 1: yours says 0.0; the rules say 0 (A5.2).", "A number of chips or cards is a whole number, an int: divide with //, not with /.")),
        ("7.2", lambda chips, pot: chips > 1 or 0, ("Chips 2, pot 1: yours says True; the rules say 1 (A5.2).", "True and False are no numbers.")),
        ("7.2", lambda chips, pot: str(min(chips // 2, pot)), ("Chips 0, pot 1: yours says “0”; the rules say 0 (A5.2).",)),
        ("7.3", lambda o, stake, chips, pot: chips, ("Outcome inside, stake 1, chips 2, pot 1: yours says 2; the rules say (3, 0) (A6.2).", "Return all the values together: with commas, or in a list.")),
        ("7.3", lambda o, stake, chips, pot: (chips, pot), ("Outcome inside, stake 1, chips 2, pot 1: yours says (2, 1); the rules say (3, 0) (A6.2).",)),
        ("7.3", lambda o, stake, chips, pot: (chips - 1, pot), ("Outcome inside, stake 1, chips 2, pot 1: yours says (1, 1); the rules say (3, 0) (A6.2).", "Chips are lost: 3 in all before, 2 after (A11.1).")),
        ("7.4", lambda a, b, seen: between(a, b, seen) / (50 - len(seen)), ("Posts 2 and 3, no other card seen: yours says 0.0; the rules say 0 (R-20).", "Return a Fraction, not a decimal: most fractions have no exact one.")),
        ("7.4", lambda a, b, seen: between(a, b, ()) / 50, ("Posts 2 and 3, no other card seen: yours says 0.0; the rules say 0 (R-20).", "Return a Fraction, not a decimal: most fractions have no exact one.")),
    ],
)  # fmt: skip
def test_every_kind_of_wrong_thing_is_said(task: str, function: Callable[..., object], says: tuple[str, ...]) -> None:
    assert found(task, function).says == says


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Other("set"), "yours says a value of the type “set”;"),
        ({}, "yours says a value of the type “dict”;"),
        ("x" * 500, "yours says “xxxxxxxxxxxxxxxxxxxxxxx…”;"),
        (10**5000, "yours says a very long number;"),
        (float("nan"), "yours says nan;"),
        ([[1, 2], (3,), *range(99)], "yours says [[…], […], 0, 1, 2, 3, …];"),
    ],
    ids=["set", "dict", "text", "number", "nan", "list"],
)
def test_any_value_is_said_shortly(value: object, said: str) -> None:
    for task in OF_EACH_KIND:
        finding = check(task, Replies(Reply(Kind.VALUE, value)), T)
        assert not finding.right
        assert said in finding.says[0]


def test_why_a_program_was_stopped_is_said_with_its_case() -> None:
    late = Reply(Kind.STOPPED, name="late", text="4")
    for task in OF_EACH_KIND:
        case, why = check(task, Replies(late), T).says
        assert case.endswith(": here your program was stopped.")
        assert why.startswith("Your program did not answer within 4 seconds")
    assert len(check("7.1", Replies(Reply(Kind.STOPPED, name="missing")), T).says) == 1
    assert len(check("7.1", Replies(Reply(Kind.NEED, 3)), T).says) == 1


def test_a_message_of_an_error_stays_one_short_line() -> None:
    said = check("7.2", Replies(Reply(Kind.RAISED, name="E" * 80, text="line\n" * 80)), T).says[0]
    assert "\n" not in said
    assert len(said) < 250


# ---- 9.1 ----
def played(strategy: Callable[..., object]) -> Finding:
    return found("9.1", strategy)


def test_a_good_strategy_is_compared_with_the_others() -> None:
    finding = found("9.1", made(SOLVED["9.1"], "strategy"))
    assert finding == found("9.1", made(SOLVED["9.1"], "strategy"))
    assert re.fullmatch(
        r"After 150 sessions yours has \d+\.\d\d chips on average\. With the same cards a player who always passes has "
        r"\d+\.\d\d, and one who draws lots has \d+\.\d\d\.",
        finding.says[0],
    )
    assert "the bold player has" in finding.says[1]
    assert re.match(r"Yours wins \d+.% of the sessions", finding.says[2])


def test_betting_all_on_anything_does_not_beat_chance() -> None:
    assert not played(lambda hand: hand.most).right


@pytest.mark.parametrize("share", [1, 2, 4, 100])
def test_betting_on_favourable_hands_is_right_however_much(share: int) -> None:
    assert played(lambda hand: max(1, hand.most // share) if hand.inside > hand.outside + 2 * hand.post else 0).right


def test_a_strategy_sees_the_table() -> None:
    hands: list[Any] = []
    assert played(lambda hand: hands.append(hand) or 0).head == "Yours does not beat a player who always passes."
    first = hands[0]
    assert first.inside + first.outside + first.post == first.unseen < 50
    assert first.most == min(first.pot, first.chips // 2)
    assert len(first.others) == 3
    assert {hand.round for hand in hands} == {1, 2, 3}
    assert all(hand.chips + hand.pot + sum(hand.others) == 400 for hand in hands)


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        (lambda hand: hand.most + 1, "pot 2: yours says 3; the rules say a whole number from 0, which is a pass, to 2 (A5.2)."),
        (lambda hand: -1, "yours says −1; the rules say a whole number"),
        (lambda hand: 0.5, "yours says 0.5; the rules say a whole number"),
        (lambda hand: False, "yours says False; the rules say a whole number"),
        (lambda hand: None, "yours gives nothing: is a return missing?"),
        (lambda hand: [][0], "yours stops with IndexError: list index out of range."),
    ],
)
def test_a_decision_that_is_none_is_shown_with_its_hand(strategy: Callable[..., object], said: str) -> None:
    finding = played(strategy)
    assert not finding.right
    assert re.match(r"Inside \d+, outside \d+, post \d+ of \d+ unseen cards, chips \d+, pot \d+: ", finding.says[0])
    assert said in finding.says[0]


# ---- ids ----
def test_ids_that_are_no_exercise_are_refused() -> None:
    for call in (tasks.check, tasks.case, tasks.chart):
        with pytest.raises(KeyError):
            call("1.1", {}, T)  # type: ignore[arg-type]
