"""Asking for a handout: from a page, at the table, and on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from acey_teach.app import paper as files
from acey_teach.cli import main
from acey_teach.engine.events import Phase
from acey_teach.engine.record import to_json
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import translator
from acey_teach.lessons.state import LessonState
from acey_teach.lessons.state import encode as encode_lesson
from acey_teach.widgets.panel import MAX_PAPER, Panel, View, paper
from acey_teach.widgets.sheet_questions import played
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.table_controls import foot
from tests.sessions import SESSIONS, pot_emptied

EN = translator("en")
CODE = "A1.n2.szz.mD1CppCb2b2Cpp.x1wh"


# ---- asked for by a page ----
class Printer:
    def start(self) -> int:
        return 0

    def view(self, state: int) -> View:
        return View("<p>x</p>", "x", "code")

    def static(self, state: int) -> str:
        return ""

    def resume(self, state: int, code: str) -> int:
        return state

    @paper
    def short(self, state: int) -> str:
        return f"<p>{state}</p>"

    @paper
    def huge(self, state: int) -> str:
        return "x" * (MAX_PAPER + 1)

    @paper
    def refused(self, state: int) -> str:
        raise Refusal("no", "Nothing to print.")

    def secret(self, state: int) -> str:
        raise AssertionError("not for paper")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(Panel, "_send", lambda self, msg, buffers=None: messages.append(msg))
    return messages


@pytest.fixture
def printer(sent: list[dict[str, Any]]) -> Iterator[Panel[int]]:
    panel = Panel(Printer(), "printer")
    sent.clear()
    yield panel
    panel.close()


def ask(panel: Panel[Any], name: object, id: str = "a") -> None:
    panel._handle_msg(
        {"content": {"data": {"method": "custom", "content": {"kind": "paper", "paper": name, "id": id}}}}
    )


def contents(sent: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message["content"] for message in sent if message["method"] == "custom"]


def test_a_page_gets_the_document_it_asks_for_once(printer: Panel[int], sent: list[dict[str, Any]]) -> None:
    ask(printer, "short")
    ask(printer, "short")
    assert contents(sent) == [{"kind": "paper", "html": "<p>0</p>", "id": "a"}, {"kind": "done", "id": "a"}]
    assert printer.number == 0 and not printer.notice


@pytest.mark.parametrize("name", ["secret", "view", "start", "none", 7, None, ["short"]])
def test_nothing_else_is_printed(printer: Panel[int], sent: list[dict[str, Any]], name: object) -> None:
    ask(printer, name)
    assert contents(sent) == [{"kind": "done", "id": "a"}]


def test_what_cannot_be_printed_is_said(printer: Panel[int], sent: list[dict[str, Any]]) -> None:
    ask(printer, "refused")
    assert printer.notice == "Nothing to print."
    ask(printer, "huge", "b")
    assert "Something went wrong" in printer.notice
    assert [c["kind"] for c in contents(sent)] == ["done", "done"]
    ask(printer, "short", "c")
    assert printer.notice == ""


# ---- at the table ----
@pytest.mark.parametrize("name", SESSIONS)
def test_the_table_offers_what_it_can_print(name: str, reading) -> None:
    app = TableApp()
    for moment in SESSIONS[name].steps:
        state = replace(app.start(), session=moment)
        controls = reading(foot(state, moment, "", EN)).tags
        offered = {a["data-paper"]: a.get("aria-disabled") for _, a in controls if "data-paper" in a}
        over = moment.phase is Phase.OVER
        assert [*offered] == ["handout", *(["handout_with_answers"] if over else [])]
        assert (offered["handout"] is None) == bool(played(moment))
        if not played(moment):
            with pytest.raises(Refusal):
                app.handout(state)
    assert "Answer sheet" not in app.handout(state)
    assert "Answer sheet" in app.handout_with_answers(state)


# ---- as a command ----
def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_code_becomes_a_handout_and_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["handout", CODE]) == 0
    assert files_in(tmp_path) == ["handout-x1wh-answers.html", "handout-x1wh.html"]
    assert capsys.readouterr().out.split() == ["handout-x1wh.html", "handout-x1wh-answers.html"]
    pupils, teacher = (
        (tmp_path / name).read_text(encoding="utf-8") for name in ("handout-x1wh.html", "handout-x1wh-answers.html")
    )
    assert "Answer sheet" in teacher and "Answer sheet" not in pupils and "Bence" in pupils


@pytest.mark.parametrize(
    ("mode", "made"), [("with", ["a.html"]), ("none", ["a.html"]), ("apart", ["a-answers.html", "a.html"])]
)
def test_answers_with_apart_or_none(tmp_path: Path, mode: str, made: list[str]) -> None:
    assert main(["handout", CODE, "--answers", mode, "-o", str(tmp_path / "a.html"), "--lang", "hu"]) == 0
    assert files_in(tmp_path) == made
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count('class="k-sheet') == (2 if mode == "with" else 1) and '<html lang="hu">' in page


@pytest.mark.parametrize("asked", ["posts", encode_lesson(LessonState("posts", "demo"))])
def test_a_lesson_prints_by_its_name_or_its_code(tmp_path: Path, asked: str) -> None:
    assert main(["handout", asked, "-o", str(tmp_path / "a.html"), "--lang", "en"]) == 0
    pupils, teacher = ((tmp_path / name).read_text(encoding="utf-8") for name in ("a.html", "a-answers.html"))
    assert (
        "How many ranks lie strictly between" in pupils and "Strictly between" in teacher and "<h1>Two posts" in pupils
    )
    assert (".sdemo" in pupils) == (asked != "posts")


def test_a_file_a_folder_and_another_ending(tmp_path: Path) -> None:
    record = tmp_path / "monday.json"
    record.write_text(to_json(pot_emptied()), encoding="utf-8")
    (tmp_path / "out").mkdir()
    assert main(["handout", str(record), "--answers", "none", "-o", str(tmp_path / "out")]) == 0
    assert main(["handout", str(record), "--answers", "none", "-o", str(tmp_path / "out" / "b.pdf")]) == 0
    assert main(["handout", str(record), "--answers", "none", "-o", str(tmp_path / "out" / "c.PDF")]) == 0
    assert files_in(tmp_path / "out") == ["b.html", "c.html", "handout-monday.html"]


def test_the_session_is_not_overwritten_by_its_handout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "same.html").write_text(CODE, encoding="utf-8")
    (tmp_path / "x-answers.html").write_text(CODE, encoding="utf-8")
    (tmp_path / "link.html").symlink_to("same.html")
    for what, target in (("same", "same"), ("same", "link"), ("link", "same"), ("x-answers", "x")):
        assert main(["handout", str(tmp_path / f"{what}.html"), "-o", str(tmp_path / f"{target}.html")]) == 2
        assert "cannot be written there" in capsys.readouterr().err
    assert {(tmp_path / name).read_text(encoding="utf-8") for name in files_in(tmp_path)} == {CODE}


@pytest.mark.parametrize(
    "wrong",
    [
        ["handout"],
        ["handout", "A1.n2.szz.mD1CppCb2b2Cpp.x1wi"],
        ["handout", "missing.json"],
        ["handout", "A1.n2.sdemo.mD1.t1.xx1s"],
        ["handout", CODE, "--answers", "maybe"],
        ["handout", CODE, "--paper", "a5"],
        ["handout", CODE, "-o", "no/such/folder/x.html"],
        ["handout", CODE, "-o", "nosuchfolder/"],
    ],
)
def test_what_cannot_be_printed_is_one_line(
    wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = main(wrong)
    except SystemExit as end:
        status = int(str(end.code))
    said = capsys.readouterr()
    assert status == 2 and said.err.count("\n") == 1 and 20 < len(said.err) < 400 and not files_in(tmp_path)


def test_a_lesson_that_is_none_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["handout", "post"]) == 2
    said = capsys.readouterr().err
    assert "There is no lesson “post”" in said and "posts" in said


def test_without_a_browser_the_html_stays_and_the_way_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(files, "_usual_places", list)
    assert main(["handout", CODE, "--pdf", "--answers", "none", "-o", str(tmp_path / "a.html")]) == 2
    assert files_in(tmp_path) == ["a.html"] and "Chromium, Chrome or Edge" in capsys.readouterr().err


@pytest.mark.parametrize(
    "script", ["exit 0", "exit 3", 'for a; do case $a in --print-to-pdf=*) echo no > "${a#*=}";; esac; done']
)
def test_a_browser_that_makes_no_pdf_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    browser, old = tmp_path / "browser", tmp_path / "a.pdf"
    browser.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    browser.chmod(0o755)
    old.write_bytes(b"old")
    monkeypatch.setenv("BROWSER_PATH", str(browser))
    with pytest.raises(Refusal, match="browser"):
        files.write_pdf("<p>x</p>", old)
    assert old.read_bytes() == b"old" and files_in(tmp_path) == ["a.pdf", "browser"]
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    with pytest.raises(Refusal, match="BROWSER_PATH"):
        files.find_browser()
