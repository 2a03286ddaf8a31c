"""Grading a folder: every kind of bad notebook beside good ones, marks that are right, a run that goes on where it was."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from acey_teach import cli
from acey_teach.engine.refusal import Refusal
from acey_teach.exercises.marking import grader, grading
from acey_teach.exercises.marking.grader import expected, graded, untouched
from acey_teach.exercises.marking.grading import Graded, Mark
from acey_teach.exercises.marking.solutions import solved
from acey_teach.exercises.program import Kind, Reply
from acey_teach.exercises.running import sandbox
from acey_teach.i18n import translator

ROOT = Path(__file__).parents[1] / "exercises" / "en"
T = translator("en")
FIRST, SEVENTH, MUSEUM = "01-inside-outside-post.ipynb", "07-write-it.ipynb", "08-bug-museum.ipynb"


def notebook(*cells: str) -> dict[str, Any]:
    return {"cells": [{"cell_type": "code", "source": cell.splitlines(keepends=True), "metadata": {}} for cell in cells], "metadata": {}}


def answer(ident: str, value: str) -> str:
    return f"from acey_teach.exercises import answer\n\nanswer({ident!r}, {value}, lang='en')"


def write(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def marks(path: Path, *cells: str) -> dict[str, Mark]:
    return graded(write(path, notebook(*cells)), T).marks


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books") / "one.ipynb"


# ---- one notebook ----
def test_a_wrong_answer_is_told_with_its_idea_and_a_right_one_counts(book: Path) -> None:
    found = marks(book, answer("1.5", "4"), answer("1.6", "7"), answer("1.7", "'much'"), answer("1.8", "..."), "1 / 0")
    assert found.keys() == {"1.5", "1.6", "1.7"} and found["1.5"].right
    assert "inclusive" in found["1.6"].slips and "counted" in found["1.6"].says
    assert not found["1.7"].right and "“much” is not a number" in found["1.7"].says


def test_the_last_answer_counts_wherever_its_cell_stands(book: Path) -> None:
    found = marks(book, answer("1.5", "4"), answer("1.6", "5"), answer("1.5", "..."), answer("1.6", "6"))
    assert (found["1.5"].right, found["1.6"].right) == (True, False)


def test_a_cell_that_stops_was_tried_and_says_why(book: Path) -> None:
    found = marks(book, answer("1.5", "4"), answer("1.5", "1 / 0"), answer("1.6", "6 /"), "fails('8.1', post1=nobody)", "check('8.1', 1 / 0)")
    assert found["1.5"].right and found["1.6"].says.startswith("SyntaxError: ")
    assert found["8.1c"].says.startswith("NameError: ") and not found["8.1"].right
    late = grader.failed([answer("1.5", "4")], {0: Reply(Kind.STOPPED, name="late", text="4")}, T)
    assert "within 4 seconds" in late["1.5"].says and "1.5" not in grader.failed(["1 / 0"], {0: Reply(Kind.RAISED)}, T)


@pytest.mark.parametrize(
    "hostile",
    [
        "while True:\n    pass",
        "import sys\nsys.exit()",
        "import os\nos._exit(0)",
        "print('x' * 10**8)",
        "def f():\n    return f()\n\nf()",
        "x = [0] * 10**12",
        "import fractions\nfractions.Fraction.__eq__ = lambda *_: True\nfractions.Fraction.__new__ = None",
        "import acey_teach.practice.question as q\nq.judge = lambda *_: None",
        "%matplotlib inline\n!ls",
        "this is no Python",
        "import json\njson.dumps = json.loads = print = len = None",
    ],
    ids=lambda text: text.splitlines()[-1][:24],
)
def test_a_cell_that_does_its_worst_costs_no_other_cell(book: Path, hostile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader.Sandbox, "of_cells", lambda cells, charts, of=grader.Sandbox.of_cells: of(cells, charts=charts, seconds=1))
    found = marks(book, answer("1.5", "4"), hostile, answer("1.6", "7"))
    assert (found["1.5"].right, found["1.6"].right) == (True, False)


def test_a_chapter_is_known_by_any_of_its_cells_so_deleted_ones_are_missed() -> None:
    assert expected([answer("6.7", "...")]) == tuple(f"6.{n}" for n in range(1, 8))
    assert expected(["fails('8.1')"])[:2] == ("8.1c", "8.1") and expected(["print(1)"]) == ()


def test_what_was_not_touched_is_not_handed_in() -> None:
    for name, ids in ((SEVENTH, {f"7.{n}" for n in range(1, 6)}), (MUSEUM, {f"8.{n}" for n in range(1, 9)})):
        cells = grader.code_cells(ROOT / name)
        assert untouched(cells) == ids
        assert untouched([solved(cell) for cell in cells]) == set()
    assert untouched(["def classify(a, b, c):\n    'mine'\n    ...", "check('7.1', classify)", "no python"]) == {"7.1"}


@pytest.mark.parametrize("content", ['{"cells": [', "[]", '{"cells": [{}]}', '{"cells": 5}', "\x00", "[" * 100_000, '{"cells": []}'])
def test_a_file_that_is_no_notebook_has_a_row_that_says_so(tmp_path: Path, content: str) -> None:
    assert graded(write(tmp_path / "bad.ipynb", content), T).trouble


# ---- a folder ----
def test_a_folder_is_found_from_beside_it_and_nothing_but_folders_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / ".hidden" / "in" / "a.ipynb", "")
    (tmp_path / ".hidden" / "in" / "folder.ipynb").mkdir()
    (tmp_path / ".hidden" / "out").mkdir()
    monkeypatch.chdir(tmp_path / ".hidden" / "out")
    assert [path.name for path in grading.notebooks(Path("../in"))] == ["a.ipynb"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files on this system")
def test_files_that_are_none_and_names_that_cannot_be_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(grading, "told", lambda _, path, tag, **__: json.dumps(asdict(graded(Path(path), T))).encode())
    folder, table = tmp_path / "in", tmp_path / "out" / "marks.csv"
    folder.mkdir()
    table.parent.mkdir()
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "loop.ipynb").symlink_to("loop.ipynb")
    (folder / "gone.ipynb").symlink_to("nowhere")
    (folder / "zero.ipynb").symlink_to("/dev/zero")
    for name in (b"\xff.ipynb", b"a\n\x1b[31m,\"b\".ipynb", "\u2028\u202e.ipynb".encode(), b"-1+1.ipynb", b"=1+1.ipynb"):
        write(folder / os.fsdecode(name), "{")
    write(tmp_path / "out" / "marks.csv.partial", "[" * 100_000 + '\n{"marks": 5}\nnull\n')
    for _ in range(2):  # the second time all of it is known
        assert cli.main(["grade", str(folder), "-o", str(table)]) == 0
        with table.open(encoding="utf-8-sig", newline="") as stream:
            rows = [*csv.reader(stream, strict=True)]
        assert sorted(row[0] for row in rows[1:]) == sorted(["'-1+1.ipynb", "'=1+1.ipynb", "??.ipynb", "?.ipynb", 'a??[31m,"b".ipynb', "gone.ipynb", "loop.ipynb", "pipe.ipynb", "zero.ipynb"])
        assert all("cannot be read" in row[-1] for row in rows[1:]) and "\x1b" not in capsys.readouterr().err
        monkeypatch.setattr(grading, "told", None)


def test_whoever_interrupts_does_not_wait_for_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "import sys, time; time.sleep(60 * sys.argv[2].endswith('slow.ipynb'))"
    monkeypatch.setattr(sandbox, "python", lambda module: [sys.executable, "-c", command, module])
    for name in ("fast", "slow"):
        write(tmp_path / "in" / f"{name}.ipynb", "")
    running: list[subprocess.Popen[bytes]] = []

    def interrupt(*_: object) -> None:
        while not running:  # until the slow one is there
            running.extend([process for process in [*sandbox.RUNNING] if process.poll() is None])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grading.grade(tmp_path / "in", tmp_path / "marks.csv", "en", 2, interrupt)
    assert running[0].returncode and not sandbox.RUNNING


def test_a_folder_with_good_and_bad_ones_and_a_second_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, table = tmp_path / "in", tmp_path / "marks.csv"
    good = json.loads((ROOT / FIRST).read_text(encoding="utf-8"))
    for cell in good["cells"]:
        cell["source"] = solved("".join(cell["source"])) if cell["cell_type"] == "code" else cell["source"]
    write(folder / "ana" / FIRST, good)
    write(folder / "ben" / FIRST, notebook(answer("1.5", "5"), answer("1.6", "7")))
    write(folder / "=cmd()" / FIRST, "{")
    write(folder / ".ipynb_checkpoints" / "copy.ipynb", good)
    assert cli.main(["grade", str(folder), "-o", str(table), "--jobs", "2"]) == 0
    out, err = capsys.readouterr()
    assert out.split() == [str(tmp_path / f"marks{name}.csv") for name in ("", "-pupils", "-exercises")] and "3/3" in err
    rows = {row["notebook"]: row for row in csv.DictReader(table.read_text(encoding="utf-8-sig").splitlines())}
    assert rows.keys() == {f"ana/{FIRST}", f"ben/{FIRST}", f"'=cmd()/{FIRST}"}
    assert (rows[f"ana/{FIRST}"]["right"], rows[f"ana/{FIRST}"]["of"]) == ("8", "8")
    assert [rows[f"ben/{FIRST}"][key] for key in ("right", "1.4", "1.5", "1.6")] == ["0", "", "0", "0"]
    assert "cannot be read" in rows[f"'=cmd()/{FIRST}"]["remarks"]
    questions = {row["exercise"]: row for row in csv.DictReader((tmp_path / "marks-exercises.csv").read_text(encoding="utf-8-sig").splitlines())}
    assert (questions["1.6"]["right"], questions["1.6"]["wrong"], questions["1.4"]["not answered"]) == ("1", "1", "1")
    assert questions["1.6"]["ideas behind wrong answers"].endswith("(1)")


def test_a_pupil_is_a_folder_and_what_was_handed_in_twice_counts_once() -> None:
    three = tuple(f"1.{n}" for n in (1, 2, 3))
    graded = [
        Graded("ana/first.ipynb", marks={"1.1": Mark(True), "1.2": Mark(False)}, exercises=three),
        Graded("ana/late/again.ipynb", marks={"1.2": Mark(True), "1.1": Mark(True)}, exercises=three),
        Graded("ana/two.ipynb", marks={"2.1": Mark(True)}, exercises=("2.1",)),
        Graded("ben.ipynb", exercises=three),
    ]
    assert grading.pupils(graded, T)[1:] == [["ana", "3", "4", "2", "1"], ["ben.ipynb", "0", "3", "0", "-"]]


def test_a_run_that_was_stopped_goes_on_and_what_changed_is_graded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, table, seen = tmp_path / "in", tmp_path / "marks.csv", list[str]()

    def one(path: Path, name: str, digest: str, tag: str) -> Graded:
        if "stop" in path.read_text():
            raise KeyboardInterrupt
        seen.append(name)
        return Graded(name, digest, {"1.1": Mark(True)}, ("1.1",))

    monkeypatch.setattr(grading, "_one", one)
    for name in "abc":
        write(folder / f"{name}.ipynb", name)
    write(folder / "d.ipynb", "stop")
    with pytest.raises(KeyboardInterrupt):
        grading.grade(folder, table, "en", 1)
    assert seen == ["a.ipynb", "b.ipynb", "c.ipynb"]
    (tmp_path / "marks.csv.partial").open("a").write('{"name": "cut o')
    write(folder / "d.ipynb", "go")
    write(folder / "b.ipynb", "changed")
    seen.clear()
    told: list[tuple[int, int]] = []
    done = grading.grade(folder, table, "en", 1, lambda n, of, _: told.append((n, of)))
    assert sorted(seen) == ["b.ipynb", "d.ipynb"] and [one.name for one in done] == [f"{n}.ipynb" for n in "abcd"]
    assert told == [(n, 4) for n in (1, 2, 3, 4)]
    seen.clear()
    assert len(grading.grade(folder, table, "es", 1)) == 4 and len(seen) == 4, "another language tells other sentences"


def test_a_process_that_says_nothing_or_never_ends_has_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.ipynb", notebook())
    monkeypatch.setattr(grading, "told", lambda *_, **__: b"not JSON")
    assert "by hand" in grading._one(path, "a", "x", "en").trouble
    monkeypatch.undo()
    monkeypatch.setattr(grading, "SECONDS", 0.001)
    assert "was stopped" in grading._one(path, "a", "x", "en").trouble


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "There is no folder"),
        (["empty"], "There is no notebook"),
        (["empty", "-o", "marks.xlsx"], "Grades are written as CSV"),
        (["empty", "-o", "gone/marks.csv"], "There is no folder"),
        (["empty", "--jobs", "0"], "--jobs"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    try:
        assert cli.main(["grade", *arguments]) == 2
    except SystemExit as end:  # argparse
        assert end.code == 2
    assert said in capsys.readouterr().err and not [*tmp_path.glob("*.csv*")]


def test_no_notebook_is_graded_in_this_process(tmp_path: Path) -> None:
    flag = tmp_path / "ran"
    path = write(tmp_path / "in" / "a.ipynb", notebook(f"open({str(flag)!r}, 'w').write(str(__import__('os').getpid()))", answer("1.5", "4")))
    done = grading.grade(path.parent, tmp_path / "marks.csv", "en")
    assert done[0].marks["1.5"].right and done[0].score == 1
    assert not flag.exists() or flag.read_text() != str(os.getpid())


def test_a_single_notebook_is_graded_too(tmp_path: Path) -> None:
    path = write(tmp_path / "in" / "mine.ipynb", notebook(answer("1.5", "4")))
    [done] = grading.grade(path, tmp_path / "marks.csv", "en")
    assert (done.name, done.score, len(done.exercises)) == ("mine.ipynb", 1, 8)


def test_a_missing_folder_is_refused() -> None:
    with pytest.raises(Refusal):
        grading.notebooks(Path("nowhere"))
