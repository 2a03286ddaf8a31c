"""The tournament: seats go round, cards are the same, what is real is judged together; students’ faults send them off."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist, mean, stdev

import pytest

from acey_teach.analysis.contest import FEWEST, MOST_ENTRANTS, Contest, begin, bot, on, steps, tables
from acey_teach.cli import main
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.exercises import contest as students
from acey_teach.exercises import tournament
from acey_teach.exercises.contest_view import CupApp
from acey_teach.exercises.running import clean
from acey_teach.exercises.running.in_process import InProcess
from acey_teach.exercises.running.sandbox import Sandbox
from acey_teach.i18n import translator
from acey_teach.lessons.lab import ranking_view

EN = translator("en")
BOTS = ("expected-value", "bold", "cautious", "random")


def bots(*names: str, deals: int = 40, seed: str = "1") -> Contest:
    return on(begin(names, seed), [bot(name) for name in names], deals)


# ---- seats and cards ----
@pytest.mark.parametrize("entrants", [2, 3, 8, 9, 17, 31, 60])
def test_everybody_has_every_seat_once_in_each_deal(entrants: int) -> None:
    for deal in range(4):
        seats = tables(entrants, "x", deal)
        sizes = {len(table) for table in seats}
        assert max(sizes) <= 8 and max(sizes) - min(sizes) <= 1 and min(sizes) >= 2
        places = Counter((entrant, place) for table in seats for place, entrant in enumerate(table))
        assert set(places.values()) == {1} and {entrant for entrant, _ in places} == {*range(entrants)}
        assert all(len([1 for e, _ in places if e == entrant]) in sizes for entrant in range(entrants))


def test_who_meets_whom_changes() -> None:
    met = Counter(frozenset(table) for deal in range(30) for table in tables(12, "x", deal))
    assert max(met.values()) <= 12, "the same table comes back only in its rotations"
    assert tables(12, "x", 0) != tables(12, "x", 1) != tables(12, "y", 1)


def test_chips_are_only_moved_and_wins_add_up() -> None:
    for names in (BOTS, ("bold",) * 3, BOTS * 3):
        found = bots(*names, deals=6)
        for deal in range(6):
            assert sum(found.chips[entrant][deal] for entrant in range(len(names))) == 0
        tables_a_deal = 1 if len(names) <= 8 else 2
        assert sum((found.share(entrant) for entrant in range(len(names))), Fraction(0)) == tables_a_deal


def test_the_same_tournament_in_parts_and_at_once() -> None:
    whole = bots(*BOTS, deals=12)
    *_, last = steps(begin(BOTS), [bot(name) for name in BOTS], 12, 5)
    assert last == whole != bots(*BOTS, deals=12, seed="2")


def test_equals_meet_the_same_cards() -> None:
    """Who plays alike gets alike: in a full rotation two of the same bot see the same cards in the same seats."""
    found = bots("bold", "bold", deals=20)
    assert found.chips[0] == found.chips[1] and found.mean(0) == 0
    assert [one.real for one in found.differences] == [False]


# ---- how sure it is ----
def test_interval_and_probability_are_students() -> None:
    found = bots(*BOTS, deals=10)
    values = [float(chips) for chips in found.chips[3]]
    half = found.half(3)
    assert half is not None and half == pytest.approx(2.262 * stdev(values) / 10**0.5, rel=2e-3)
    for one in found.differences:
        apart = [float(a - b) for a, b in zip(found.chips[one.ahead], found.chips[one.behind], strict=True)]
        assert float(one.mean) == pytest.approx(mean(apart)) and one.half == pytest.approx(2.262 * stdev(apart) / 10**0.5, rel=2e-3)
        # p belongs to the interval: at its edge lies 5 %
        assert (one.p < 0.05) is (abs(mean(apart)) > one.half)


def test_differences_are_judged_together() -> None:
    found = bots(*BOTS, deals=60)
    judged = found.differences
    assert [one.p for one in judged] == sorted(one.p for one in judged) and len(judged) == 6
    for at, one in enumerate(judged):
        assert one.real is all(earlier.p <= 0.05 / (6 - n) for n, earlier in enumerate(judged[: at + 1]))
    assert {one.behind for one in judged if one.real} == {3}, "random is worse than each, and little else is sure so soon"
    open_ = [one for one in judged if not one.real and one.more]
    for one in open_:
        assert one.more
        assert NormalDist().inv_cdf(1 - 0.05 / 12) > abs(float(one.mean)) / (one.half / 2.0) * 0.9


def test_among_equals_hardly_any_difference_is_real() -> None:
    """Bots that draw lots are equals whatever they draw: 40 tournaments, one in 20 may be wrong."""
    wrong = sum(any(one.real for one in bots("random", "random", "random", deals=12, seed=f"e{n}").differences) for n in range(40))
    assert wrong <= 6


def test_little_is_said_of_few_deals() -> None:
    found = bots(*BOTS, deals=FEWEST - 1)
    assert found.half(0) is None and found.differences == ()
    assert "Too few deals" in ranking_view.sentence(found, EN) and "–" in ranking_view.table(found, EN)
    assert begin(BOTS).mean(0) == 0 and "No cards" in ranking_view.sentence(begin(BOTS), EN)


def test_too_few_and_too_many_are_refused() -> None:
    for names in ((), ("bold",), ("bold",) * (MOST_ENTRANTS + 1)):
        with pytest.raises(Refusal):
            begin(names)
    with pytest.raises(Refusal):
        begin(BOTS, "no seed")


# ---- students' strategies ----
GOOD = "def strategy(hand):\n    return hand.most if hand.inside > hand.outside + 2 * hand.post else 0\n"
FAULTS = {
    "def strategy(hand):\n    return hand.most + 1": "the rules say a whole number from 0",
    "def strategy(hand):\n    return hand.most / 2": "the rules say a whole number from 0",
    "def strategy(hand):\n    return True": "the rules say a whole number from 0",
    "def strategy(hand):\n    return 1 // 0": "ZeroDivisionError",
    "def strategy(hand):\n    pass": "gives nothing",
    "def strategy(hand):\n    while True: pass": "loop that never ends",
    "def strategy(hand):\n    raise SystemExit": "ended Python itself",
    "def strategy(hand):\n    return 'x' * (1 << 31)": "too much memory",
    "def strategy(hand):\n    return [0] * (1 << 22)": "",
    "def strategi(hand):\n    return 0": "no function of yours",
}


def opened(source: str, seconds: float = 1.0) -> students.Open:
    cells = [source, 'from acey_teach.exercises import check\ncheck("9.1", strategy)']
    return lambda: Sandbox.of_cells(cells, seconds=seconds)


@pytest.mark.parametrize("source", FAULTS)
def test_who_is_faulty_is_sent_off_with_the_reason_and_the_rest_go_on(source: str) -> None:
    entrants = {"bad": opened(source), "good": opened(GOOD), "bold": "bold"}
    played = students.play(entrants, EN, deals=4)
    assert played.contest.names == ("good", "bold") and [*played.out] == ["bad"]
    assert FAULTS[source] in played.out["bad"] and played.out["bad"].strip()
    alone = students.play({"good": opened(GOOD), "bold": "bold"}, EN, deals=4)
    assert alone.contest == played.contest, "as if it had never come"


def test_a_late_fault_is_found_and_the_tournament_begins_again() -> None:
    late = "n = 0\ndef strategy(hand):\n    global n\n    n += 1\n    return 0 if n < 40 else -1"
    heard: list[int] = []
    played = students.play({"late": opened(late), "bold": "bold", "careful": "cautious"}, EN, 30, progress=heard.append)
    assert [*played.out] == ["late"] and played.contest.deals == 30 and heard.count(0) == 2 and heard[-1] == 30


def test_lots_are_drawn_the_same_way_again() -> None:
    lots = "import random\ndef strategy(hand):\n    return random.randint(0, hand.most)"
    one, two = (students.play({"lots": opened(lots), "bold": "bold"}, EN, 10) for _ in range(2))
    assert one == two and one.contest.mean(0) != 0


def test_nobody_is_left() -> None:
    with pytest.raises(Refusal) as refused:
        students.play({"bad": opened(next(iter(FAULTS))), "bold": "bold"}, EN, 4)
    assert "bad: " in str(refused.value) and "Fewer than two" in str(refused.value)


def test_where_there_is_no_other_process() -> None:
    def mine(hand: object) -> int:
        return hand.most if hand.inside > hand.outside + 2 * hand.post else 0  # type: ignore[attr-defined]

    def wrong(hand: object) -> int:
        return -1

    entrants: dict[str, str | students.Open] = {
        name: (lambda pickled: lambda: InProcess(students.TASK, pickled))(clean.pickled(function))
        for name, function in (("good", mine), ("wrong", wrong))
    }
    played = students.play({**entrants, "bold": "bold"}, EN, 4)
    assert [*played.out] == ["wrong"]
    assert played.contest == students.play({"good": opened(GOOD), "bold": "bold"}, EN, 4).contest


# ---- in a notebook ----
def mine(hand: object) -> int:
    return 0


def test_a_cell_shows_the_ranking_and_who_was_sent_off() -> None:
    cup = tournament({"mine": mine, "<b>me</b>": lambda hand: -1, "bold": "bold"}, deals=6)
    html = cup.html.replace("{{v}}", "")
    assert "&lt;b&gt;me&lt;/b&gt;" in html and "<b>me</b>" not in html and "Sent off" in html
    assert "After 6 deals" in cup.says and set(cup.charts) == {"ranking"}
    assert "<button" not in CupApp(cup.state).static(cup.state)


@pytest.mark.parametrize(
    ("entrants", "options", "says"),
    [
        ([1], {}, "Name the entrants in braces"),
        ({"": "bold", "b": "bold"}, {}, "Name the entrants in braces"),
        ({1: "bold", "b": "bold"}, {}, "Name the entrants in braces"),
        ({"a": "bold"}, {}, "needs 2 to 60 entrants"),
        ({"a": "bold", "b": "nobody"}, {}, "no bot called"),
        ({"a": 3, "b": "bold"}, {}, "Hand in the function itself"),
        ({"a": "bold", "b": "bold"}, {"deals": 2.5}, "whole number of deals"),
        ({"a": "bold", "b": "bold"}, {"deals": 0}, "whole number of deals"),
        ({"a": "bold", "b": "bold"}, {"deals": True}, "whole number of deals"),
        ({"a": "bold", "b": "bold"}, {"seed": 1}, "quotation marks"),
        ({"a": "bold", "b": "bold"}, {"seed": "no seed"}, "is not a seed"),
    ],
)
def test_what_is_no_tournament_is_said_in_a_sentence(entrants: object, options: dict[str, object], says: str) -> None:
    assert says in tournament(entrants, **options).says


# ---- on the command line ----
@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def call(*words: str) -> tuple[int, str, str]:
        code = main(["tournament", "--lang", "en", *words])
        return code, *capsys.readouterr()

    return call


def test_files_and_bots_play(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "ana.py").write_text(GOOD)
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
              "source": GOOD + '\nfrom acey_teach.exercises import check\ncheck("9.1", strategy)'}]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "ana.ipynb").write_text(json.dumps(book))
    code, out, _ = run(str(tmp_path / "ana.py"), str(tmp_path / "ana.ipynb"), "--bots", "bold, random", "--deals", "6")
    assert code == 0 and re.search(r"1\.\s+\w+", out) and "ana 2" in out and "After 6 deals" in out
    code, out, _ = run(str(tmp_path / "ana.py"), "--bots", "bold", "--deals", "6", "--json")
    told = json.loads(out)
    assert {one["name"] for one in told["ranking"]} == {"ana", "bold"} and told["deals"] == 6 and not told["sent_off"]
    assert sum(one["chips"] for one in told["ranking"]) == pytest.approx(0)


def test_the_command_says_who_was_sent_off(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def strategy(hand): return -1")
    code, out, _ = run(str(tmp_path / "bad.py"), "--bots", "bold,cautious", "--deals", "2")
    assert code == 1 and "Sent off" in out and "bad: " in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nothing.py", "--bots", "bold"), "cannot be read as a strategy"),
        (("nothing.txt", "--bots", "bold"), "cannot be read as a strategy"),
        (("--bots", "bold"), "needs 2 to 60 entrants"),
        (("--bots", "bold,nobody"), "no bot called"),
        (("--bots", "bold,bold", "--deals", "x"), "whole number"),
        (("--bots", "bold,bold", "--seed", "A B"), "is not a seed"),
    ],
)
def test_the_command_refuses_in_a_sentence(run: Callable[..., tuple[int, str, str]], words: tuple[str, ...], says: str) -> None:
    code, out, error = run(*words)
    assert code != 0 and not out and says in error and error.count("\n") == 1


def test_a_bot_sees_what_it_should() -> None:
    asked: list[Session] = []
    plain = bot("bold")

    def listen(sessions: object) -> object:
        asked.extend(sessions)  # type: ignore[arg-type]
        return plain(sessions)  # type: ignore[arg-type]

    on(begin(("bold", "bold")), [listen, bot("bold")], 2)  # type: ignore[list-item]
    assert asked and all(session.limit.stake for session in asked)


def test_names_that_begin_alike_are_kept_apart_and_no_letter_of_a_seed_is_lost() -> None:
    long = "a name that goes on and on and on, "
    cup = tournament({long + "one": "bold", long + "two": "bold", "three": "random"}, deals=6)
    assert len(cup.state.contest.names) == len({*cup.state.contest.names}) == 3  # type: ignore[union-attr]
    assert bots(*BOTS, deals=3, seed="abcdefgh1") != bots(*BOTS, deals=3, seed="abcdefgh2")._replace(seed="abcdefgh1")


def test_a_strategy_that_is_not_written_yet_is_asked_for() -> None:
    def unwritten(hand: object) -> None:
        "Return the stake for this hand, or 0 for a pass."

    cup = tournament({"mine": unwritten, "bold": "bold"})
    assert "Write the strategy “mine” first" in cup.says
