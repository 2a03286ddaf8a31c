"""Worksheets: a sheet for each student, the same from the same seed, without its answers; and the keys to all of them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import escape, unescape
from pathlib import Path

import pytest

from acey_teach.cli import main
from acey_teach.exercises.worksheet import Worksheet, keys, order, page, together, worksheet
from acey_teach.i18n import TAGS, translator
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.question import LETTERS, Choice, Question
from acey_teach.teacher import USUAL

EN = translator("en")
MARKUP = "Bence <b>Nagy</b> & {x}"


@cache
def a_class(tag: str = "en") -> tuple[Worksheet, ...]:
    t, kinds = translator(tag), order(tuple(KINDS), len(KINDS) + 3)
    return tuple(worksheet("class7b", n, MARKUP if n == 2 else "", kinds, t) for n in (1, 2, 3))


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)).split())


def short(question: Question) -> str:
    wanted = question.answer
    return LETTERS[wanted.right] if isinstance(wanted, Choice) else EN.number(wanted.value)


# ---- the sheets ----
@pytest.mark.parametrize("tag", TAGS)
def test_sheets_and_keys_print_whole(tag: str, reading) -> None:
    t, sheets = translator(tag), a_class(tag)
    for html in [*(page(sheet, t) for sheet in sheets), keys(sheets, "again", t)]:
        assert not reading(html).faults and f'<html lang="{t.lang}">' in html
        assert not re.search(r"https?:|url\(|@import|<script", html)
        assert not re.search(r"\{\w*\}", text(html).replace("{x}", ""))
    for sheet in sheets:
        told = text(page(sheet, t))
        head = page(sheet, t).partition("table-header-group")[2].partition("<ol")[0]  # repeated on every page
        assert sheet.code in head and told.count(sheet.code) == 1
        assert all(" ".join(one.ask.split()) in told for one in sheet.questions)
    assert escape(MARKUP) in page(sheets[1], t) and escape(MARKUP) in keys(sheets, "again", t)


def test_everything_on_the_table_is_on_the_sheet() -> None:
    for sheet in a_class():
        html = page(sheet, EN)
        items = re.findall(r"<li><div>(.*?)</div></li>(?=<li><div>|</ol></div>)", html)
        assert len(items) == len(sheet.questions)
        for item, one in zip(items, sheet.questions, strict=True):
            scene, told = one.scene, text(item)
            cards = [*scene.posts, *([scene.third] if scene.third else []), *scene.seen]
            assert item.count('role="img"') == len(cards)
            shown = [*(part for fact in scene.facts for part in fact), *(cell for row in scene.rows for cell in row)]
            assert all(" ".join(part.split()) in told for part in shown)
            if isinstance(one.answer, Choice):
                assert all(f"☐ {letter}) {option}" in told for letter, option in zip(LETTERS, one.answer.options, strict=False))
            else:
                assert one.answer.label in told and "k-blank" in item


def test_a_sheet_does_not_depend_on_its_answers() -> None:
    """What is not looked at cannot be told."""
    for sheet in a_class():
        blind = []
        for one in sheet.questions:
            wanted = one.answer
            other = wanted._replace(right=-1) if isinstance(wanted, Choice) else wanted._replace(value=-77)
            blind.append(replace(one, answer=other, slips=(), hints=(), solution=("?",) * len(one.solution)))
        assert page(sheet, EN) == page(sheet._replace(questions=tuple(blind)), EN)


def test_the_same_seed_gives_the_same_sheet_and_others_other_numbers() -> None:
    first, second, _ = a_class()
    assert worksheet("class7b", 1, "", [one.kind for one in first.questions], EN) == first
    assert [one.kind for one in first.questions] == [one.kind for one in second.questions]
    assert not {one.seed for one in first.questions} & {one.seed for one in second.questions}
    for sheet in a_class():
        assert len({(one.given, one.ask) for one in sheet.questions}) == len(sheet.questions)
    for tag in ("es", "hu-x-points"):
        assert [[one.seed for one in sheet.questions] for sheet in a_class(tag)] == [
            [one.seed for one in sheet.questions] for sheet in a_class()
        ]


def test_the_usual_kinds_are_kinds_in_order() -> None:
    assert [kind for kind in KINDS if kind in USUAL.split(",")] == USUAL.split(",")


def test_many_sheets_in_one_document() -> None:
    pages = [page(sheet, EN, "letter") for sheet in a_class()]
    whole = together(pages)
    assert together(pages[:1]) == pages[0]
    assert whole.count('<div class="k-sheet">') == 3 and whole.count("<style>") == whole.count("</html>") == 1
    assert [whole.index(sheet.code) for sheet in a_class()] == sorted(whole.index(sheet.code) for sheet in a_class())


# ---- the keys ----
@pytest.mark.parametrize("tag", ["en", "hu"])
def test_the_keys_hold_every_answer_and_every_wrong_one(tag: str) -> None:
    t, sheets = translator(tag), a_class(tag)
    html = keys(sheets, "acey-teach worksheet --seed class7b", t)
    assert "acey-teach worksheet --seed class7b" in html
    table = html[html.index("<tbody>") : html.index("</tbody>")]
    rows = [[text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in table.split("</tr>")[:-1]]
    assert rows == [
        [f"{sheet.number} {sheet.name}".strip(), *map(short, sheet.questions)] for sheet in sheets
    ]
    blocks = re.split("<h2>", html)[-len(sheets) :]
    for sheet, block in zip(sheets, blocks, strict=True):
        assert block.startswith(sheet.code)
        solved = re.findall(r"<li><div>(.*?)</div><span", block)
        for one, told in zip(sheet.questions, map(text, solved), strict=True):
            assert all(" ".join(line.split()) in told for line in one.solution)
            for slip in one.slips:
                value = LETTERS[int(slip.value)] if isinstance(one.answer, Choice) else t.number(slip.value)
                after = told[told.index(t("Wrong answers:")) :]
                assert re.search(rf"(?:^|[ ;]){re.escape(value)} [^;]*{re.escape(t(IDEAS[slip.idea].title))}", after), (one, slip)
                assert not (says := IDEAS[slip.idea].says) or escape(t(says)) in html


# ---- as a command ----
def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_class_gets_its_files_and_the_same_ones_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["worksheet", "--students", "3", "--seed", "Class7b", "--lang", "es", "-o"]
    assert main([*asked, str(tmp_path / "new" / "a")]) == 0
    said = capsys.readouterr()
    made = files_in(tmp_path / "new" / "a")
    assert [*made] == ["keys.html", "sheet-01.html", "sheet-02.html", "sheet-03.html"] and not said.err
    assert said.out.count("\n") == 2 and "sheet-01.html" in said.out and "keys.html" in said.out
    assert main([*asked, str(tmp_path / "new" / "a")]) == 0 and files_in(tmp_path / "new" / "a") == made
    capsys.readouterr()
    # the keys say how they are made again
    command = re.search(r"acey-teach (worksheet [^<]+)", made["keys.html"].decode())
    assert command and main([*command[1].split()[:-1], str(tmp_path / "a")]) == 0
    assert files_in(tmp_path / "a") == made
    # a sheet is the same in a larger class
    assert main(["worksheet", "--students", "5", "--seed", "class7b", "--lang", "es", "-o", str(tmp_path / "b")]) == 0
    assert files_in(tmp_path / "b")["sheet-02.html"] == made["sheet-02.html"]


def test_a_list_of_names(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text(f"\ufeffAna Kovács\r\n\r\n  {MARKUP}\t\n", encoding="utf-8")
    asked = ["worksheet", "--names", str(names), "--kinds", "count", "--questions", "2", "--lang", "en", "-o", str(tmp_path)]
    assert main(asked) == 0
    made = files_in(tmp_path)
    assert [*made] == ["keys.html", "names.txt", "sheet-01.html", "sheet-02.html"]
    assert "Ana Kovács" in made["sheet-01.html"].decode() and escape(MARKUP) in made["sheet-02.html"].decode()
    assert "Ana" not in made["sheet-02.html"].decode() and "2 Bence" in text(made["keys.html"].decode())


@pytest.mark.parametrize("own", ["sheet-01.html", "keys.html", "keys.pdf"])
def test_the_names_are_never_overwritten(own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / own).write_text("Ana\n", encoding="utf-8")
    assert main(["worksheet", "--names", str(tmp_path / own), "-o", str(tmp_path), "--lang", "en"]) == 2
    assert "cannot be written there" in capsys.readouterr().err and files_in(tmp_path) == {own: b"Ana\n"}


def test_one_pdf_of_all_sheets_and_one_of_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = tmp_path / "browser"
    # a browser that writes down what it was to print
    browser.write_text(
        "#!/bin/sh\nfor a; do case $a in --print-to-pdf=*) out=${a#*=};; esac; last=$a; done\n"
        'printf "%%PDF-" > "$out"; cat "${last#file://}" >> "$out"\n',
        encoding="utf-8",
    )
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER_PATH", str(browser))
    out = tmp_path / "out"
    asked = ["worksheet", "--students", "2", "--seed", "s", "--kinds", "between,count", "--questions", "2", "--lang", "en"]
    assert main([*asked, "--pdf", "-o", str(out)]) == 0
    made = {name: data.decode() for name, data in files_in(out).items()}
    assert [*made] == ["keys.html", "keys.pdf", "sheet-01.html", "sheet-02.html", "sheets.pdf"]
    assert "size: A4" in made["sheets.pdf"] and "s-1<" in made["sheets.pdf"] and "s-2<" in made["sheets.pdf"]
    assert "Answer sheet" in made["keys.pdf"] and "Answer sheet" not in made["sheets.pdf"]
    assert capsys.readouterr().err.count("\n") == 1
    # fewer sheets, and no PDF: nothing stays that the new keys are not for
    (out / "sheet-notes.html").touch()
    assert main([*asked, "--students", "1", "-o", str(out)]) == 0
    assert [*files_in(out)] == ["keys.html", "sheet-01.html", "sheet-notes.html"]
    # without a browser nothing is begun
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    assert main([*asked, "--pdf", "-o", str(tmp_path / "later")]) == 2 and not (tmp_path / "later").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["--students", "3"],
        ["-o", "a"],
        ["-o", "a", "--students", "0"],
        ["-o", "a", "--students", "201"],
        ["-o", "a", "--students", "٣"],
        ["-o", "a", "--students", "-1"],
        ["-o", "a", "--students", "3", "--seed", "not a seed"],
        ["-o", "a", "--students", "3", "--kinds", "between,poker"],
        ["-o", "a", "--students", "3", "--kinds", "between,count", "--questions", "1"],
        ["-o", "a", "--students", "3", "--questions", "21"],
        ["-o", "a", "--students", "3", "--paper", "a5"],
        ["-o", "names/a", "--students", "3"],
        ["-o", "a", "--names", "missing"],
        ["-o", "a", "--names", "binary"],
        ["-o", "a", "--names", "empty"],
        ["-o", "a", "--names", "long"],
        ["-o", "a", "--names", "many"],
        ["-o", "a", "--names", "huge"],
        ["-o", "a", "--names", "wide"],
        ["-o", "a", "--names", "names", "--students", "3"],
    ],
)
def test_what_makes_no_sheets_is_one_line(
    wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"names": b"Ana\nBen\n", "binary": b"\xff\xfe\x00", "wide": b"A\0n\0a\0", "empty": b"\n \n", "long": b"x" * 61}
    given |= {"many": b"Ana\n" * 201, "huge": b"Ana\n" * 30_000}
    for name, data in given.items():
        (tmp_path / name).write_bytes(data)
    try:
        status = main(["worksheet", *wrong, "--lang", "en"])
    except SystemExit as end:
        status = int(str(end.code))
    said = capsys.readouterr()
    assert status == 2 and said.err.count("\n") == 1 and 20 < len(said.err) < 400 and not said.out
    assert files_in(tmp_path) == dict(sorted(given.items()))
