"""The exercise notebooks and their solutions: every exercise stands once, unanswered, and is right when it is solved."""

from __future__ import annotations

import ast
import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from acey_teach.exercises import clean
from acey_teach.exercises.grader import graded
from acey_teach.exercises.museum import SPECIMENS
from acey_teach.exercises.tasks import TASKS
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.practice.course import CHAPTERS, EXERCISES
from acey_teach.practice.kinds import question
from acey_teach.practice.question import LETTERS, Choice

ROOT = Path(__file__).parents[1] / "exercises"
BOOKS = [f"{name}.ipynb" for name, _ in CHAPTERS]
KEY = runpy.run_path(str(ROOT / "solutions" / "answers.py"))
ANSWERS, CASES = KEY["ANSWERS"], KEY["CASES"]
PROGRAMS = {
    block[: block.index("\n")]: block[block.index("\n") + 1 :].strip()
    for name in ("functions", "museum", "strategy", "chart")
    for block in re.split(r"^# (?=\d+\.\d+\n)", (ROOT / "solutions" / f"{name}.py").read_text(encoding="utf-8"), flags=re.M)[1:]
}


def book(lang: str, name: str) -> Any:
    return json.loads((ROOT / lang / name).read_text(encoding="utf-8"))


def code(lang: str, name: str) -> list[str]:
    return ["".join(cell["source"]) for cell in book(lang, name)["cells"] if cell["cell_type"] == "code"]


def handed_in(source: str) -> tuple[str, str]:
    """The function that the last line of a cell calls, and the id it names."""
    call = ast.parse(source).body[-1]
    assert isinstance(call, ast.Expr) and isinstance(call.value, ast.Call) and isinstance(call.value.func, ast.Name)
    first = call.value.args[0] if call.value.args else None
    return call.value.func.id, first.value if isinstance(first, ast.Constant) else ""


def solved(source: str) -> str:
    """A cell with its solution in the place of what is to be written."""
    what, id = handed_in(source)
    if what == "answer":
        return source.replace("...", repr(as_written(id)), 1)
    if what == "fails":
        return re.sub(r"(\w+)=\.\.\.", lambda name: f"{name[1]}={CASES[id][name[1]]!r}", source)
    if what == "check":
        *_, call = source.splitlines()
        return f"from acey_teach.exercises import check\n\n{PROGRAMS[id]}\n\n{call}"
    return source


def as_written(id: str) -> str:
    """An answer of the key, options by their letters, which are the same in every language."""
    answer = question(*EXERCISES[id], translator("en")).answer
    return LETTERS[answer.options.index(ANSWERS[id])] if isinstance(answer, Choice) else ANSWERS[id]


# ---- as they are ----
def test_every_exercise_stands_once_in_the_notebook_of_its_number() -> None:
    assert sorted(path.name for path in (ROOT / "en").glob("*.ipynb")) == sorted(BOOKS)
    for number, name in enumerate(BOOKS, 1):
        found = [handed_in(source) for source in code("en", name)]
        assert found.pop() == ("progress", "")
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
    assert not [id for id, answer in ANSWERS.items() if f'"{id}\\", \\"{answer}' in texts]
    assert not [id for id, program in PROGRAMS.items() if program.splitlines()[-2] in texts.replace("\\n", "").replace('\\"', '"').split('",\n')]


# ---- solved ----
def test_the_key_says_what_the_engine_says() -> None:
    assert ANSWERS.keys() == EXERCISES.keys() and PROGRAMS.keys() == TASKS.keys() and CASES.keys() == SPECIMENS.keys()
    for id, made in EXERCISES.items():
        assert question(*made, translator("en")).answer_text(translator("en")).replace("−", "-") == ANSWERS[id]


@pytest.mark.parametrize("name", BOOKS)
def test_solved_it_gets_full_marks(name: str, tmp_path: Path) -> None:
    """Run as a student's file is graded: all its cells, in a process apart."""
    notebook = book("en", name)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["source"] = solved("".join(cell["source"]))
    (tmp_path / name).write_text(json.dumps(notebook), encoding="utf-8")
    marks = graded(tmp_path / name, translator("en"))
    assert not marks.trouble and marks.marks.keys() == set(marks.exercises)
    assert {id: mark.says for id, mark in marks.marks.items() if not mark.right} == {}


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_answers_are_right_in_every_language(lang: str) -> None:
    from acey_teach.exercises.checker import judged

    for name in BOOKS[:6]:
        for source in code(lang, name):
            what, id = handed_in(source)
            if what == "answer":
                said = judged({"lang": lang, "id": id, "text": eval(solved(source).split(f'"{id}", ')[1].split(", lang")[0])})
                assert said["right"], (id, said)
