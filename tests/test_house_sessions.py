"""Scripts under the rules of part B against a second reading of RULES, event by event."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tests.house_play import KNOWN, PACK, PLAIN, Illegal, Json, Play, conflict, verdict

HERE = Path(__file__).parent / "conformance"
CASES = Path(__file__).parent / "conformance" / "house-rules.json"

spec = spec_from_file_location("conformance_run_b", HERE / "run.py")
assert spec and spec.loader
ADAPTER: Any = module_from_spec(spec)
spec.loader.exec_module(ADAPTER)


# ---- random scripts ----
def random_rules(chance: random.Random) -> Json:
    while True:
        some = chance.choice([0.15, 0.4, 0.7])
        rules = {name: chance.choice(values[1:]) for name, values in KNOWN.items() if chance.random() < some}
        if rules.get("half_cap") is False or chance.random() < 0.4:
            rules["debt"] = chance.choice(["debt", "short"])
        rules["max_rounds"] = chance.randint(1, 3)
        if not conflict({**PLAIN, **rules}):
            return rules


def random_script(chance: random.Random) -> tuple[Json, Json]:
    """A legal script, with what `Play` says of it. Few chips, many aces and pairs make everything frequent."""
    rules = random_rules(chance)
    n = chance.randint(rules.get("min_players", 2), 8)
    script: Json = {"players": [f"P{i}" for i in range(n)], "dealer": chance.randrange(n), "rules": rules, "rounds": []}
    if chance.random() < 0.7:
        most = chance.choice([3, 10, 40, 400])
        script["start_chips"] = [chance.randint(1, most) for _ in range(n)]
        if chance.random() < 0.2:
            script["start_chips"][0] = "7/2"
    for _ in range(rules["max_rounds"]):
        often = chance.sample("2345678KQA6A62", chance.randint(1, 3)) if chance.random() < 0.8 else ""
        deck = sorted(PACK * rules.get("decks", 1), key=lambda c: chance.random() * (0.2 if c[0] in often else 1))
        script["rounds"].append({"deck": deck, "cut": chance.choice([None, None, len(deck) - 1, 7]), "decisions": []})
    style, passes = chance.choice(["low", "high", "any"]), chance.choice([0.1, 0.5])

    def decide(options: list[Json]) -> Json:
        found = dict(chance.choice(options if len(options) == 1 or chance.random() < passes else options[1:]))
        if "stake" in found:
            low, high = found["stake"]
            found["stake"] = {"low": low, "high": high}.get(style) or chance.randint(low, high)
        return found

    try:
        Play(script, decide)
    except Illegal as error:  # it ended before the prepared rounds were all used
        assert str(error) == "too many rounds"
    script["rounds"] = [one for one in script["rounds"] if one["decisions"]]
    return script, Play(script).result


def spoilt(script: Json, chance: random.Random) -> Json:
    """The script with one thing changed, often for the worse."""
    script = copy.deepcopy(script)
    decisions = chance.choice(script["rounds"])["decisions"]
    at = chance.randrange(len(decisions))
    one = decisions[at]
    if one.get("hands") and chance.random() < 0.6:
        decisions, at = one["hands"], chance.randrange(len(one["hands"]))
        one = decisions[at]
    match chance.randrange(9):
        case 0:
            one["stake"] = chance.choice([0, -1, 1, 2, 10**6, True, "1", 1.0, one.get("stake", 0) + 1])
        case 1:
            one["action"] = chance.choice(["pass", "bet", "auto", "postbet", "blind", "split", "look", None])
        case 2:
            decisions[at] = chance.choice([{"action": "pass"}, {"action": "postbet"}, {"action": "auto"},
                                           {"action": "blind"}, {"action": "bet", "stake": 1}, {"action": "split"},
                                           {"action": "split", "stake": 1}])  # fmt: skip
        case 3:
            one["dir"] = chance.choice(["higher", "lower", "up", 1])
        case 4:
            one["ace"] = chance.choice(["low", "high", "ace", 1])
        case 5 if one:
            del one[chance.choice(list(one))]
        case 6:
            decisions.insert(at, copy.deepcopy(one))
        case 7:
            name = chance.choice(list(KNOWN))
            script["rules"][name] = chance.choice([*KNOWN[name], 0, 1, "on", 9])
        case _:
            del decisions[at]
    return script


# ---- the comparison ----
def answer(script: Json) -> Json:
    got: Json = ADAPTER.answer({"kind": "session", "input": script})
    return json.loads(json.dumps(got))  # type: ignore[no-any-return]


def test_the_second_reading_agrees_with_the_reference_cases() -> None:
    cases = [case for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"] if case["kind"] == "session"]
    assert len(cases) > 15
    for case in cases:
        got = json.loads(json.dumps(verdict(case["input"])))
        assert ADAPTER.agrees(case["expect"], got), (case["id"], got)


def compare(seed: int, scripts: int) -> Counter[str]:
    chance, seen = random.Random(seed), Counter[str]()
    for i in range(scripts):
        script, expected = random_script(chance)
        got = answer(script)
        assert got == expected, (i, json.dumps(script))
        seen[expected["reason"]] += 1
        for event in expected["events"]:
            kind = event["type"]
            seen[f"{kind} {event.get('outcome', '')}{event.get('hand') or ''}"] += 1
        seen["negative"] += min(Fraction(c) for c in expected["final"]) < 0
        for _ in range(2):
            worse = spoilt(script, chance)
            wanted, got = verdict(worse), answer(worse)
            assert ADAPTER.agrees(wanted, got), (i, wanted.get("illegal"), got, json.dumps(worse))
            seen["illegal" if "illegal" in wanted else "still legal"] += 1
    return seen


def test_random_sessions_under_random_rules_event_by_event() -> None:
    seen = compare(5, 400)
    kinds = ("POT_EMPTY", "ROUND_LIMIT", "CANNOT_ANTE", "BLIND ", "ACE ", "SPLIT ", "POST_BET ", "PASS 2", "BET 2",
             "SETTLE inside", "SETTLE outside", "SETTLE post", "SETTLE satan", "SETTLE inside1", "SETTLE post2",
             "negative", "illegal", "still legal")  # fmt: skip
    assert min(seen[kind] for kind in kinds) >= 3, seen
