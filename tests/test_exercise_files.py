"""The exercise notebooks and their solutions: every exercise stands once, unanswered, and is right when it is solved."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from acey_teach.app import lab
from acey_teach.exercises.marking.grader import graded
from acey_teach.exercises.marking.solutions import answers, cases, handed_in, programs, solved
from acey_teach.exercises.museum import SPECIMENS
from acey_teach.exercises.running import clean
from acey_teach.exercises.tasks import TASKS
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.practice.course import CHAPTERS, EXERCISES
from acey_teach.practice.kinds import question
from acey_teach.practice.question import judge

ROOT = Path(__file__).parents[1] / "exercises"
BOOKS = [f"{name}.ipynb" for name, _ in CHAPTERS]


def book(lang: str, name: str) -> Any:
    return json.loads((ROOT / lang / name).read_text(encoding="utf-8"))


def code(lang: str, name: str) -> list[str]:
    return ["".join(cell["source"]) for cell in book(lang, name)["cells"] if cell["cell_type"] == "code"]


# ---- as they are ----
def test_every_exercise_stands_once_in_the_notebook_of_its_number() -> None:
    assert sorted(path.name for path in (ROOT / "en").glob("*.ipynb")) == sorted(BOOKS)
    for number, name in enumerate(BOOKS, 1):
        *cells, last = code("en", name)
        assert last.endswith('progress(lang="en")')
        found = [handed_in(source) for source in cells if "import tournament" not in source]  # where nothing is handed in
        wanted = [("answer", id) for id in EXERCISES]
        for id in TASKS:
            wanted += [("fails", id)] * (id in SPECIMENS) + [("check", id)]
        assert found == [one for one in wanted if one[1].split(".")[0] == str(number)]


def test_titles_are_those_the_progress_shows_and_each_leads_to_the_next() -> None:
    for number, (name, title) in enumerate(CHAPTERS, 1):
        about = book("en", f"{name}.ipynb")
        assert about["metadata"]["title"] == title and about["metadata"]["acey_teach"]["order"] == number
        last = "".join(about["cells"][-1]["source"])
        assert f"({CHAPTERS[number % len(CHAPTERS)][0]}.ipynb)" in last


def test_cells_are_unanswered_and_hold_what_is_to_be_written() -> None:
    for name in BOOKS:
        for source in code("en", name):
            what, id = handed_in(source)
            if what == "answer":
                assert source == f'from acey_teach.exercises import answer\n\nanswer("{id}", ..., lang="en")'
            elif what == "fails":
                values = ", ".join(f"{one}=..." for one in SPECIMENS[id].parameters)
                assert source.endswith(f'fails("{id}", {values}, lang="en")')
            elif what == "check":
                task = TASKS[id]
                assert source.endswith(f'check("{id}", {task.name}, lang="en")')
                begun = task.stub.splitlines()[0] if task.parameters and id not in SPECIMENS else task.code.strip()
                assert begun.removeprefix("import altair as alt\n\n") in source


def test_running_all_cells_unanswered_judges_nothing_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    for name in ("ask", "pickled"):
        monkeypatch.setattr(clean, name, asked.append)
    for name in BOOKS:
        for source in code("en", name):
            names: dict[str, Any] = {}
            *_, call = source.splitlines()
            exec(source.removesuffix(call) + f"shown = {call}", names)  # each cell alone
            assert names["shown"].html and "went wrong" not in names["shown"].says
    assert asked == []


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_the_code_of_other_languages_is_the_same_but_for_its_texts(lang: str) -> None:
    """So it is enough to run the English notebooks."""

    def bare(source: str, lang: str) -> str:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
                node.value = ""
        return ast.dump(tree).replace(f"value=Constant(value='{lang}')", "")

    for name in BOOKS:
        assert [bare(source, "en") for source in code("en", name)] == [bare(source, lang) for source in code(lang, name)]


def test_no_notebook_holds_an_answer() -> None:
    texts = "".join((ROOT / "en" / name).read_text(encoding="utf-8") for name in BOOKS)
    assert 'answer(\\"1.1\\", ...' in texts and not [id for id in EXERCISES if f'(\\"{id}\\", \\"' in texts]
    assert not [id for id, program in programs().items() if json.dumps(program)[1:-1] in texts]


def test_a_students_folder_gets_the_exercises_and_no_solutions(tmp_path: Path) -> None:
    done = lab.copy(tmp_path)
    assert {f"exercises/{lang}/{name}" for lang in LANGUAGES for name in BOOKS} <= {*done.written}
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".ipynb", ".json"}
    lab.copy(tmp_path, words="points")
    assert 'lang=\\"es-x-points\\"' in (tmp_path / "exercises" / "es" / BOOKS[0]).read_text(encoding="utf-8")


# ---- solved ----
def test_the_key_is_right() -> None:
    """In every language: the key holds numbers, and the letters of options."""
    assert answers().keys() == EXERCISES.keys() and programs().keys() == TASKS.keys() and cases().keys() == SPECIMENS.keys()
    for t in map(translator, LANGUAGES):
        assert [id for id, text in answers().items() if not judge(question(*EXERCISES[id], t), text, t).right] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_solved_it_gets_full_marks(name: str, lang: str, tmp_path: Path) -> None:
    """Run as a student's file is graded: all its cells, in a process apart."""
    notebook = book(lang, name)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = solved("".join(cell["source"]))
    (tmp_path / name).write_text(json.dumps(notebook), encoding="utf-8")
    marks = graded(tmp_path / name, translator(lang))
    assert not marks.trouble and marks.marks.keys() == set(marks.exercises)
    assert {id: mark.says for id, mark in marks.marks.items() if not mark.right} == {}
