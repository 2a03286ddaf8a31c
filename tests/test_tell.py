"""`acey-teach odds` and `acey-teach replay`, called as the command calls them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from acey_teach.cli import main
from acey_teach.engine.cards import cards
from acey_teach.engine.odds import odds
from acey_teach.engine.record import parse, to_json
from acey_teach.engine.rules import Rules
from acey_teach.tell import odds_json

CODE = "A1.n2.szz.mD1CppCb2b2Cpp.x1wh"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_odds_as_json_are_counts_and_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(capsys, "odds", "4c", "Qd", "--seen", "9h,Qs", "--stake", "2", "--pot", "10", "--json"))
    assert (data["inside"], data["outside"], data["post"], data["unseen"]) == (27, 16, 5, 48)
    assert (
        data["ev_per_chip"] == "1/48"
        and data["ev"] == "1/24"
        and data["pot_after"] == {"inside": 8, "outside": 12, "post": 14}
    )
    assert sum(Fraction(p) for p in data["results"].values()) == 1
    assert json.loads(told(capsys, "odds", "4♣", "Q♦", "--json"))["ev_per_chip"] == "0/1"


@pytest.mark.parametrize(("lang", "word"), [("en", "Exactly fair"), ("es", "Exactamente"), ("hu", "igazságos")])
def test_odds_in_words(capsys: pytest.CaptureFixture[str], lang: str, word: str) -> None:
    text = told(capsys, "--lang", lang, "odds", "4c", "Qd")
    assert word in text and "28/50" in text and "16 + 2 × 6 = 28" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_pots_follow_the_rules_in_force() -> None:
    aces = odds(cards("Ac Jd"), rules=Rules(ace_post_x4=True))
    assert odds_json(aces, (), 2, 10)["pot_after"] == {"inside": 8, "outside": 12, "post": [14, 18]}
    six = odds_json(odds(cards("6c 6d"), rules=Rules(pair="hilo", satan=True)), (), 2, 10)
    assert six["pot_after"] == {"inside": 8, "outside": 12, "post": 70} and six["results"]["-60"] == "1/25"


def test_odds_by_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    def data(*arguments: str) -> dict[str, object]:
        found: dict[str, object] = json.loads(told(capsys, "odds", *arguments, "--json"))
        return found

    pair = data("5c", "5d", "--rules", "encyclopedia")
    assert (pair["side"], pair["inside"], pair["post"], pair["ev_per_chip"]) == ("higher", 32, 2, "1/5")
    assert data("5c", "5d", "--rules", "pair=hilo", "--side", "lower")["inside"] == 12
    low = "Ac", "7d", "--rules", "decks=2, ace_choice=true", "--ace", "low"
    assert (data(*low)["inside"], data(*low)["ace"]) == (40, "low")
    assert "The ace is called low." in told(capsys, "odds", *low)
    assert data(*low[:4])["ace"] == "high" and "The ace is called high." in told(capsys, "odds", *low[:4])
    assert data("7d", "Ac", *low[2:4])["ace"] is data("Ac", "7d")["ace"] is None
    assert data("2c", "7d", "--rules", "min_stake=5", "--stake", "5", "--pot", "5")["stake"] == 5
    assert data("4c", "Qd")["rules"] == {} and data("4c", "Qd", "--rules", "single-loss")["ev_per_chip"] == "3/25"
    assert "Rules: Single loss" in told(capsys, "odds", "4c", "Qd", "--rules", "single-loss")
    assert "inside means higher" in told(capsys, "odds", "5c", "5d", "--rules", "pair=hilo")


@pytest.mark.parametrize(
    "wrong",
    [
        ["odds", "4c", "11d"],
        ["odds", "4c", "4c"],
        ["odds", "4c", "Qd", "--seen", "9h,9h"],
        ["odds", "4c", "Qd", "--stake", "2.5"],
        ["odds", "4c", "Qd", "--stake", "-1"],
        ["odds", "4c", "Qd", "--stake=--"],
        ["odds", "4c", "Qd", "--pot=--", "--stake=1"],
        ["odds", "4c", "Qd", "--pot", "３", "--stake", "1"],
        ["odds", "4c", "Qd", "--pot", "3", "--stake", "4"],
        ["odds", "4c", "Qd", "--rules", "nobody’s"],
        ["odds", "4c", "Qd", "--rules", "half_cap=false"],
        ["odds", "4c", "Qd", "--rules", "pair=9"],
        ["odds", "4c", "Qd", "--rules", "=,="],
        ["odds", "Ac", "Qd", "--ace", "low"],
        ["odds", "2c", "Ad", "--rules", "ace_choice=true", "--ace", "low"],
        ["odds", "5c", "9d", "--rules", "pair=hilo", "--side", "higher"],
        ["odds", "5c", "5d", "--rules", "pair=split", "--stake", "3"],
        ["odds", "2c", "7d", "--rules", "min_stake=5", "--stake", "3"],
        ["odds", "2c", "7d", "--rules", "min_stake=5", "--stake", "5", "--pot", "4"],
        ["odds", "4c"],
        ["odds", "4c", "Qd", "x" * 5000],
        ["replay", "A1.n2.szz.mD1CppCb2b2Cpp.x1wi"],
        ["replay", "missing.json"],
        ["replay", "."],
        ["replay", "x" * 9000],
    ],
)
def test_what_cannot_be_used_is_one_short_line_and_status_2(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(wrong)
    except SystemExit as end:  # argparse ends by itself
        status = int(str(end.code))
    said = capsys.readouterr()
    assert status == 2 and not said.out
    assert said.err.count("\n") == 1 and 20 < len(said.err) < 400


def test_a_session_is_told_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "replay", CODE)
    assert text.index("Round 1\n") < text.index("Round 2\n") < text.index("Round 3\n")
    assert "Third card 3♦: on a post. Bence loses 4. Pot 8." in text and "Ana wins the session with 103 chips." in text
    assert text.rstrip().endswith(CODE)


def test_a_session_as_data_keeps_its_chips(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(capsys, "replay", CODE, "--json"))
    assert data["code"] == CODE and data["result"]["winners"] == [0] and data["balances"] == [103, 97]
    assert {Fraction(e["pot"]) + e["held"] + sum(map(Fraction, e["balances"])) for e in data["events"]} == {200}


@pytest.mark.parametrize("form", ["code", "record"])
def test_a_session_comes_from_a_file_too(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "session.txt"
    file.write_text(CODE + "\n" if form == "code" else to_json(parse(CODE)), encoding="utf-8")
    assert told(capsys, "replay", str(file)) == told(capsys, "replay", CODE)
