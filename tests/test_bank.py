"""Question banks: what is written reads back the same, every wrong idea is met by its feedback, nothing right is refused."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from html import escape
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from acey_teach.cli import main
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.practice.answers import chance, number
from acey_teach.practice.bank import ANY, Answer, Item, items, kinds_of, questions, written
from acey_teach.practice.gift import gift
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.moodle import category, moodle
from acey_teach.practice.question import Choice, Question

EN = translator("en")
EACH = 20


@cache
def bank(lang: str) -> list[Item]:
    return items(list(KINDS), EACH, "bank", translator(lang))


# ---- strict readers of both formats ----
def read_xml(text: str) -> dict[str, list[Item]]:
    """Category -> its questions, in order."""
    found: dict[str, list[Item]] = {}
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    for one in ElementTree.fromstring(text.encode()):
        type_ = one.attrib["type"]
        if type_ == "category":
            found[one.findtext("category/text", "")] = []
            continue
        assert one.tag == "question" and found and {c.attrib["format"] for c in one if c.tag.endswith("ed")} <= {"html"}
        assert (one.findtext("single") == "true") == (type_ == "multichoice")
        for answer in one.iter("answer"):
            assert (answer.findtext("tolerance") == "0") == (type_ == "numerical")
        found[[*found][-1]].append(
            Item(
                one.findtext("idnumber", "").rpartition("-")[0],
                one.findtext("idnumber", ""),
                one.findtext("name/text", ""),
                type_,
                one.findtext("questiontext/text", ""),
                tuple(
                    Answer(a.findtext("text", ""), int(a.attrib["fraction"]), a.findtext("feedback/text", ""))
                    for a in one.iter("answer")
                ),
                one.findtext("generalfeedback/text", ""),
                tuple(hint.findtext("text", "") for hint in one.iter("hint")),
            )
        )
    return found


HIDDEN = {sign: chr(0xE000 + n) for n, sign in enumerate(r"\~=#{}:")}
SHOWN = {ord(hidden): sign for sign, hidden in HIDDEN.items()}
HEAD = re.compile(r"// \[id:([a-z0-9-]+)]\n::([^:]+)::\[html]([^{}~=#:]+){(#?)\n(.+)\n\t####([^{}~=#:]+)\n}", re.DOTALL)
LINES = {
    "numerical": re.compile(r"\t=%(100|0)%(-?\d+(?:\.\d+)?):0#([^{}~=#:]+)|\t~(#)([^{}~=#:]+)"),
    "shortanswer": re.compile(r"\t=%(100|0)%([^{}~=#:%]+%?)#([^{}~=#:]+)"),
    "multichoice": re.compile(r"\t([=~])([^{}~=#:]+)#([^{}~=#:]+)"),
}


def read_gift(text: str) -> dict[str, list[Item]]:
    """Category -> its questions. Whatever the format leaves open is refused: blocks, lines, signs without a backslash."""
    assert not re.search(r"\\(?![\\~=#{}:])", text.replace("\\\\", ""))
    text = re.sub(r"\\(.)", lambda sign: HIDDEN[sign[1]], text)
    found: dict[str, list[Item]] = {}
    for block in text.removesuffix("\n").split("\n\n"):
        if block.startswith("$CATEGORY: "):
            found[block.removeprefix("$CATEGORY: ")] = []
            assert "\n" not in block
            continue
        head = HEAD.fullmatch(block)
        assert head, block[:200]
        id_, name, asked, number_sign, body, solution = head.groups()
        type_ = "numerical" if number_sign else "shortanswer" if body.startswith("\t=%") else "multichoice"
        assert type_ == "multichoice" or "->" not in body  # else Moodle takes it for matching
        answers = []
        for line in body.split("\n"):
            matched = LINES[type_].fullmatch(line)
            assert matched, line
            mark, answer, said = [part for part in matched.groups() if part][-3:] if matched[1] else ("0", ANY, matched[5])
            mark = {"=": "100", "~": "0"}.get(mark, mark)
            answers.append(Answer(shown(answer), int(mark), shown(said)))
        kind = id_.rpartition("-")[0]
        found[[*found][-1]].append(
            Item(kind, id_, shown(name), type_, shown(asked), tuple(answers), shown(solution), ())
        )
    return found


def shown(text: str) -> str:
    return text.translate(SHOWN)


def by_category(made: list[Item], lang: str) -> dict[str, list[Item]]:
    t = translator(lang)
    return {category(kind, t): [item for item in made if item.kind == kind] for kind in KINDS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_reads_back_the_same(lang: str) -> None:
    made, t = bank(lang), translator(lang)
    assert len(made) == EACH * len(KINDS)
    assert read_xml(moodle(made, t)) == by_category(made, lang)
    assert read_gift(gift(made, t)) == by_category([item._replace(hints=()) for item in made], lang)


@pytest.mark.parametrize("type_", ["numerical", "shortanswer", "multichoice"])
def test_signs_that_mean_something_are_only_signs(type_: str) -> None:
    odd = r"a\b \n \\ {c} = ~d %50% # ## #### : :: [html] <b>&amp;</b> ]]> “ñ”"
    answers = [Answer("5" if type_ == "numerical" else odd.rstrip("”"), 100, odd), Answer("-2.5" if type_ == "numerical" else "6", 0, odd)]
    if type_ == "shortanswer":
        answers[0] = Answer(odd.replace("%", ""), 100, odd)
    made = [Item("count", "count-x", odd, type_, odd, tuple(answers), odd, ())]
    assert [*read_xml(moodle(made, EN)).values()] == [*read_gift(gift(made, EN)).values()] == [made]


# ---- what is said to an answer ----
def source(item: Item, lang: str) -> Question:
    return question(item.kind, item.id.rpartition("-")[2], translator(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_wrong_idea_is_an_answer_with_its_feedback(lang: str) -> None:
    t = translator(lang)
    for item in bank(lang):
        asked = source(item, lang)
        wanted, said = asked.answer, {answer.text: answer for answer in item.answers}
        assert len(said) == len(item.answers), "one feedback for each text"
        assert escape(asked.ask) in item.text and escape(asked.given) in item.text
        assert [escape(line) in item.solution for line in asked.solution] and len(item.hints) == len(asked.hints)
        for slip in asked.slips:
            title = escape(t(IDEAS[slip.idea].title))
            if isinstance(wanted, Choice):
                met = [item.answers[int(slip.value)]]
            else:
                met = [a for a in item.answers if a.text != ANY and number(a.text) == slip.value]
            right = [answer for answer in met if answer.mark]  # rounded, a wrong number may come out as the right one
            assert len(right) < len(met) and (not right or (not isinstance(wanted, Choice) and wanted.percent))
            met = [answer for answer in met if answer not in right]
            if not isinstance(wanted, Choice) and wanted.chance and not 0 <= slip.value <= 1:
                continue  # no probability: the sentence says so
            assert all(title in answer.feedback for answer in met), (item.id, slip)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_right_is_what_equals_the_answer_and_nothing_else(lang: str) -> None:
    for item in bank(lang):
        wanted = source(item, lang).answer
        right = [answer for answer in item.answers if answer.mark == 100]
        assert right and all(answer.feedback.endswith(item.solution) for answer in right)
        assert {answer.mark for answer in item.answers} <= {0, 100}
        if isinstance(wanted, Choice):
            assert item.type == "multichoice" and right == [item.answers[wanted.right]]
            assert len(item.answers) == len(wanted.options)
            continue
        assert item.answers[0].mark == 100 and item.answers[-1].text == ANY and not item.answers[-1].mark
        for answer in item.answers[:-1]:
            value = number(answer.text)
            near = wanted.percent and "/" not in answer.text and abs(value - wanted.value) <= Fraction(1, 200)
            assert (answer.mark == 100) == (value == wanted.value) or near
        if item.type == "numerical":
            assert len(right) == 1 and all(re.fullmatch(r"-?\d+(\.\d+)?", a.text) for a in item.answers[:-1])
        else:
            assert str(wanted.value) in {answer.text for answer in right}


def test_a_probability_is_right_in_every_spelling_that_is_exact() -> None:
    exact = written(Fraction(14, 25), [50], percent=True)
    assert exact == ["14/25", "28/50", "0.56", "0,56", ".56", "56 %", "56%"]
    assert {chance(text) for text in exact} == {Fraction(14, 25)}
    assert written(Fraction(-1, 8)) == ["-1/8", "−1/8", "-0.125", "−0.125", "-0,125", "−0,125", "-.125", "−.125"]
    item = next(i for i in bank("en") if i.kind == "chance" and "/4" in i.solution)
    counted = re.search(r"(\d+/4\d)", item.solution)
    assert counted and counted[1] in {a.text for a in item.answers if a.mark}, "as it was counted, not reduced"


# ---- ids, kinds, seeds ----
def test_ids_are_of_the_question_and_not_of_the_language() -> None:
    ids = [[item.id for item in bank(lang)] for lang in LANGUAGES]
    assert ids[0] == ids[1] == ids[2] and len({*ids[0]}) == len(ids[0]) == EACH * len(KINDS)
    again = items(["count"], 2, "bank", EN)
    assert again == [item for item in bank("en") if item.kind == "count"][:2]
    assert {item.id for item in items(["count"], 2, "other", EN)}.isdisjoint(ids[0])


@pytest.mark.parametrize("kind", KINDS)
def test_no_question_comes_twice(kind: str) -> None:
    drawn = [(one.given, one.ask) for one in islice(questions(kind, "twice", "test", EN), 40)]
    assert max(Counter(drawn).values()) == 1


def test_kinds_are_in_the_order_of_the_course() -> None:
    assert kinds_of("") == tuple(KINDS) and kinds_of("count, Between,count,") == ("between", "count")
    with pytest.raises(Refusal) as refused:
        kinds_of("count,poker")
    assert "“poker”" in refused.value.sentence(EN) and "between, " in refused.value.sentence(EN)


# ---- as a command ----
def test_the_command_writes_what_a_platform_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for format_, read in {"moodle": read_xml, "gift": read_gift}.items():
        path = tmp_path / format_
        asked = ["bank", "--format", format_, "--kinds", "count,between", "--count", "3", "--seed", "S1", "--lang", "es"]
        assert main([*asked, "-o", str(path)]) == 0 and capsys.readouterr().out == f"{path}\n"
        found = read(path.read_text(encoding="utf-8"))
        assert [len(made) for made in found.values()] == [3, 3]
        assert [*found] == [category(kind, translator("es")) for kind in ("between", "count")]
        first = path.read_bytes()
        assert main([*asked, "-o", str(path)]) == 0 and path.read_bytes() == first
        capsys.readouterr()


@pytest.mark.parametrize(
    "wrong",
    [
        ["bank", "-o", "a.xml"],
        ["bank", "--format", "moodle"],
        ["bank", "--format", "aiken", "-o", "a.txt"],
        ["bank", "--format", "gift", "-o", "a.txt", "--kinds", "poker"],
        ["bank", "--format", "gift", "-o", "a.txt", "--count", "0"],
        ["bank", "--format", "gift", "-o", "a.txt", "--count", "201"],
        ["bank", "--format", "gift", "-o", "a.txt", "--count", "ten"],
        ["bank", "--format", "gift", "-o", "a.txt", "--seed", "not a seed"],
        ["bank", "--format", "gift", "--count", "1", "-o", "no/such/a.txt"],
    ],
)
def test_what_makes_no_bank_is_one_line(
    wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main([*wrong, "--lang", "en"])
    except SystemExit as end:
        status = int(str(end.code))
    said = capsys.readouterr()
    assert status == 2 and said.err.count("\n") == 1 and 20 < len(said.err) < 400 and not [*tmp_path.iterdir()]
