"""The reference cases, and thousands of random scripts against a second reading of RULES part A.

The second reading is `play`: a plain loop over lists of texts that shares nothing with the engine. What it says of a
script has to be what the adapter of the reference cases prints, event by event.
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
HERE = Path(__file__).parent / "conformance"
SHARED = Path(__file__).parents[2] / "shared" / "cases"
FILES = [path for one in ("card-game.json", "house-rules.json", "board-game.json") for path in (HERE / one, SHARED / one) if path.exists()]
RANKS = "23456789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]


def _adapter() -> Any:
    spec = spec_from_file_location("conformance_run", HERE / "run.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ADAPTER = _adapter()


# ---- the reference cases ----
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_reference_cases(path: Path) -> None:
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    assert len(cases) >= 25
    for case in cases:
        got = ADAPTER.answer(case)
        assert ADAPTER.agrees(case["expect"], got), (case["id"], case["title"], got)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, HERE / "run.py", *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_adapter_prints_one_line_a_case_and_checks(tmp_path: Path) -> None:
    path = HERE / "card-game.json"
    cases = [case for case in json.loads(path.read_text(encoding="utf-8"))["cases"] if case["kind"] != "tiny_session"]
    other = {"id": "other-1", "kind": "another game", "title": "not built", "input": {}, "expect": {"unsupported": True}}
    wrong = copy.deepcopy(cases[0])
    wrong["expect"]["unseen"] += 1
    few = tmp_path / "few.json"
    few.write_text(json.dumps({"cases": [*cases, other]}), encoding="utf-8")
    printed = run(str(few))
    assert printed.returncode == 0
    lines = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [line["id"] for line in lines] == [case["id"] for case in (*cases, other)]
    assert lines[-1]["got"] == {"unsupported": True}
    few.write_text(json.dumps({"cases": [cases[0], wrong]}), encoding="utf-8")
    checked = run("--check", str(few))
    assert checked.returncode == 1
    assert "2 cases, 1 different" in checked.stdout
    assert run().returncode == 2


# ---- a second reading of the rules ----
class IllegalScript(Exception):  # noqa: N818 - the word the cases use
    """The script breaks a rule."""


def number(value: Any) -> int | Fraction:
    """An amount of chips as scripts write it."""
    if isinstance(value, str) and value.replace("/", "", 1).isdecimal() and not value.endswith("/0"):
        return Fraction(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalScript("chips")
    return value


def written(value: int | Fraction) -> int | str:
    """An amount as reference cases write it."""
    if isinstance(value, int):
        return value
    return int(value) if value == int(value) else f"{value.numerator}/{value.denominator}"


def whole(value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise IllegalScript(f"{value} is not from {low} to {high}")
    return value


def play(script: Json, decide: Callable[[int], Json] | None = None) -> Json:
    """Play a script by RULES A1 to A10; with `decide` the decisions are asked for and written into the script."""
    if set(script) - {"players", "dealer", "rules", "start_chips", "rounds"}:
        raise IllegalScript("unknown word")
    n = len(script["players"])
    whole(n, 2, 8)  # A1.1
    most_rounds = whole(script.get("rules", {}).get("max_rounds", 3), 1, 3)  # A1.6
    chips = [number(c) for c in script.get("start_chips", [100] * n)]  # A1.5
    whole(script["dealer"], 0, n - 1)
    if len(chips) != n or any(c < 0 for c in chips) or min(chips) < 1 or len(script["rounds"]) > most_rounds:
        raise IllegalScript("beginning")
    for one in script["rounds"]:
        if sorted(one["deck"]) != sorted(PACK):  # A1.2
            raise IllegalScript("deck")
    pot, held, events = 0, 0, list[Json]()
    seats = deque(range(n))
    seats.rotate(-script["dealer"])  # the dealer stands first

    def note(type_: str, **fields: Any) -> None:
        events.append({"type": type_, **fields, "pot": pot, "held": held, "balances": [written(c) for c in chips]})

    reason = ""
    for number_of_round in range(1, most_rounds + 1):
        if number_of_round > len(script["rounds"]):
            raise IllegalScript("too few rounds")
        one = script["rounds"][number_of_round - 1]
        if set(one) - {"deck", "cut", "decisions"}:
            raise IllegalScript("unknown word")
        top = list(one["deck"])
        if one.get("cut") is not None:  # A3
            k = whole(one["cut"], 1, 51)
            top = top[k:] + top[:k]
        top.reverse()  # now the end of the list is the top of the pack
        dealer, cutter = seats[0], seats[-1]
        note("ROUND", round=number_of_round, dealer=dealer, cutter=cutter, cut=one.get("cut"))
        for i in range(n):  # A2.3
            chips[i] -= 1
            pot += 1
        note("ANTE", round=number_of_round)
        order = [*list(seats)[1:], dealer]  # A4.1, A4.2
        open_card = {}
        for player in order:
            open_card[player] = top.pop()
            note("FIRST", player=player, card=open_card[player])
        asked = 0
        for player in order:
            second = top.pop()
            posts = [open_card[player], second]
            a, b = sorted(RANKS.index(card[0]) for card in posts)
            limit = 0  # A5.2: the largest s that fits
            while limit < pot and 2 * (limit + 1) <= chips[player]:
                limit += 1
            gap = len(RANKS[a + 1 : b])
            note("SECOND", player=player, card=second, posts=posts, max_stake=limit, gap=gap)
            if decide:
                one["decisions"].append(decide(limit))
            if asked == len(one["decisions"]):
                raise IllegalScript("too few decisions")
            decision = one["decisions"][asked]
            asked += 1
            if decision == {"action": "pass"}:
                note("PASS", player=player, forced=limit == 0)
            elif set(decision) == {"action", "stake"} and decision["action"] == "bet":
                stake = whole(decision["stake"], 1, limit)
                chips[player] -= stake  # A6.1
                held = stake
                note("BET", player=player, stake=stake, hand=None, direction=None)
                third = top.pop()
                t = RANKS.index(third[0])
                if t in (a, b):  # A6.2, in this order
                    outcome, net = "post", -2 * stake
                elif a < t < b:
                    outcome, net = "inside", stake
                else:
                    outcome, net = "outside", -stake
                held = 0
                chips[player] += stake + net
                pot -= net
                note("SETTLE", player=player, third=third, outcome=outcome, net=net, hand=None)
            else:
                raise IllegalScript("decision")
            note("DISCARD", player=player)
            if pot == 0:
                break
        if asked != len(one["decisions"]):
            raise IllegalScript("too many decisions")
        complete = player == dealer
        note("ROUND_END", round=number_of_round, cards_used=52 - len(top), complete=complete)
        if pot == 0:  # A8.5
            reason = "POT_EMPTY"
        elif number_of_round == most_rounds:
            reason = "ROUND_LIMIT"
        elif any(c < 1 for c in chips):
            reason = "CANNOT_ANTE"
        if reason:
            break
        seats.rotate(-1)  # A7.3: the deal passes to the left
    if len(script["rounds"]) > number_of_round:
        raise IllegalScript("too many rounds")
    share, rounds_completed = Fraction(pot, n), number_of_round - (not complete)
    chips = [c + share for c in chips]
    pot = 0
    winners = [i for i in range(n) if not any(c > chips[i] for c in chips)]
    told = {"reason": reason, "share": written(share), "winners": winners, "rounds_completed": rounds_completed}
    note("END", **told)
    return {**told, "final": [written(c) for c in chips], "events": events}


def verdict(script: Json) -> Json:
    try:
        return play(script)
    except IllegalScript as error:
        return {"illegal": str(error)}


# ---- random scripts ----
def random_script(chance: random.Random) -> tuple[Json, Json]:
    """A script that is legal, with what `play` says of it. Few chips and high stakes make all endings frequent."""
    n = chance.randint(2, 8)
    names = [chance.choice(["Ana", "Bence", "Zoë", "שרה", "P", "<b>", "🦊"]) + str(i) for i in range(n)]
    script: Json = {"players": names, "dealer": chance.randrange(n), "rounds": []}
    if chance.random() < 0.5:
        script["rules"] = {"max_rounds": chance.randint(1, 3)} if chance.random() < 0.8 else {}
    kind = chance.random()
    if kind < 0.5:
        most = chance.choice([2, 5, 30])
        script["start_chips"] = [chance.randint(1, most) for _ in range(n)]
    elif kind < 0.7:
        script["start_chips"] = [
            chance.choice(["7/2", "3/2", "13/3", 1, 2, 100, "201/2", "1/1", "5"]) for _ in range(n)
        ]
    rounds = script.get("rules", {}).get("max_rounds", 3)
    for _ in range(rounds):
        deck = PACK[:]
        chance.shuffle(deck)
        script["rounds"].append(
            {"deck": deck, "cut": chance.choice([None, 1, 51, chance.randint(1, 51)]), "decisions": []}
        )
        if chance.random() < 0.1:
            del script["rounds"][-1]["cut"]
    style = chance.choice(["low", "high", "any", "pass"])

    def decide(limit: int) -> Json:
        if limit == 0 or chance.random() < (0.9 if style == "pass" else 0.2):
            return {"action": "pass"}
        return {"action": "bet", "stake": {"low": 1, "high": limit}.get(style) or chance.randint(1, limit)}

    try:
        play(script, decide)
    except IllegalScript as error:  # it ended before the prepared rounds were all used
        assert str(error) == "too many rounds"
    script["rounds"] = [one for one in script["rounds"] if one["decisions"]]
    return script, play(script)


def spoilt(script: Json, chance: random.Random) -> Json:
    """The script with one thing changed, nearly always for the worse."""
    script = copy.deepcopy(script)
    one = chance.choice(script["rounds"])
    decisions, n = one["decisions"], len(script["players"])
    at = chance.randrange(len(decisions))
    stakes = [0, -1, 10**6, 10**30, 1.0, 0.5, True, "1", None, "1/2", [1]]
    match chance.randrange(14):
        case 0:
            decisions[at] = {"action": "bet", "stake": chance.choice(stakes)}
        case 1:
            decisions[at] = {"action": "bet", "stake": decisions[at].get("stake", 0) + chance.randint(1, 40)}
        case 2:
            del decisions[at]
        case 3:
            decisions.insert(at, {"action": "pass"})
        case 4:
            decisions[at] = chance.choice([{"action": a} for a in ("split", "blind", "auto", "bet", "", None)])
        case 5:
            decisions[at][chance.choice(["ace", "dir", "note"])] = "low"
        case 6:
            one["cut"] = chance.choice([0, 52, -1, 53, 1.0, True, "7", 10**30])
        case 7:
            one["deck"][0] = one["deck"][chance.randint(1, 51)]
        case 8:
            one["deck"].pop(chance.randrange(52))
        case 9:
            script["dealer"] = chance.choice([-1, n, True, 1.0, "0", 10**30])
        case 10:
            script["rounds"].append(copy.deepcopy(one))
        case 11:
            script["rounds"].pop()
        case 12:
            script["rules"] = {"max_rounds": chance.choice([0, 4, "2", True, 1.0, 10**30])}
        case 13:
            chips = script.setdefault("start_chips", [100] * n)
            chips[chance.randrange(n)] = chance.choice([0, -1, "1/2", 0.5, True, None, "x", "1/0", 1])
    return script


def answer(script: Json) -> Json:
    got: Json = ADAPTER.answer({"kind": "session", "input": script})
    return json.loads(json.dumps(got))  # type: ignore[no-any-return]


def test_random_sessions_event_by_event() -> None:
    chance, seen = random.Random(2026), Counter[str]()
    for i in range(1000):
        script, expected = random_script(chance)
        got = answer(script)
        assert got == expected, (i, json.dumps(script))
        seen[expected["reason"]] += 1
        seen["mid-round"] += not [e for e in expected["events"] if e["type"] == "ROUND_END"][-1]["complete"]
        seen["forced"] += any(e.get("forced") for e in expected["events"])
        seen["third round"] += expected["rounds_completed"] == 3
        seen["shared win"] += 1 < len(expected["winners"]) < len(script["players"])
        seen["exact share"] += isinstance(expected["share"], str)
        seen["post"] += any(e.get("outcome") == "post" for e in expected["events"])
    assert min(seen.values()) > 30, seen
    assert len(seen) == 9


def test_random_spoilt_scripts_are_illegal_where_the_rules_say_so() -> None:
    chance, seen = random.Random(22), Counter[bool]()
    for i in range(1000):
        script = spoilt(random_script(chance)[0], chance)
        expected, got = verdict(script), answer(script)
        assert ADAPTER.agrees(expected, got), (i, expected.get("illegal"), got, json.dumps(script))
        seen["illegal" in expected] += 1
    assert seen[True] > 700
    assert seen[False] > 5


def test_a10_rules_of_another_program_are_told_apart_from_illegal_ones() -> None:
    script, _ = random_script(random.Random(1))
    assert answer({**script, "rules": {"jokers": 2}}) == {"unsupported": True}
    assert "illegal" in answer({**script, "rules": {"half_cap": False}})
