"""Grades one notebook: `grader.main` is run in a process of its own by `grading`, and prints what it found as JSON.

The file is read as data. Its cells run in the sandbox, a further process; what they hand in is judged here.
"""

from __future__ import annotations

import ast
import json
import re
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal
from acey_teach.exercises import tasks
from acey_teach.exercises.marking.grading import LARGEST, Graded, Mark
from acey_teach.exercises.museum import SPECIMENS, case_of
from acey_teach.exercises.program import Kind, Reply
from acey_teach.exercises.running.sandbox import Sandbox, stopped
from acey_teach.exercises.tasks.charts import CHARTS
from acey_teach.i18n import N_, Translator, translator
from acey_teach.practice.course import EXERCISES
from acey_teach.practice.kinds import question
from acey_teach.practice.question import judge

MOST_CELLS = 500
_CALL = re.compile(r"\b(answer|check|fails)\s*\(\s*[\"'](\d{1,2}\.\d+)")


def main() -> None:
    """Grade the notebook named first on the command line, in the language named second."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the student's program is ended first
    path, tag = sys.argv[1:3]
    print(json.dumps(asdict(graded(Path(path), translator(tag))), ensure_ascii=True))


def graded(path: Path, t: Translator) -> Graded:
    """The marks of a notebook; what cannot be read is told as its trouble."""
    try:
        cells = code_cells(path)
    except Refusal as refusal:
        return Graded(path.name, trouble=refusal.sentence(t))
    wanted = expected(cells)
    if not wanted:
        return Graded(path.name, trouble=t("There is no exercise in it."))
    with Sandbox.of_cells(cells, charts=any("altair" in cell for cell in cells)) as program:
        found = program.found
        marks = failed(cells, found.errors, t)
        marks |= {ident: _answer(ident, text, t) for ident, text in found.answers.items() if ident in EXERCISES}
        for ident in SPECIMENS.keys() & found.cases.keys():
            marks[case_of(ident)] = _mark(tasks.case(ident, found.cases[ident], t))
        for ident in CHARTS.keys() & found.charts.keys():
            marks[ident] = _mark(tasks.chart(ident, found.charts[ident], t))
        for ident in tasks.TASKS.keys() & found.functions - untouched(cells) - CHARTS.keys():
            marks[ident] = _mark(tasks.check(ident, program, t))
    return Graded(path.name, marks={ident: marks[ident] for ident in wanted if ident in marks}, exercises=wanted)


def code_cells(path: Path) -> list[str]:
    """The sources of a notebook's code cells; Refusal for a file that is no notebook."""
    unreadable = Refusal("notebook", N_("It is not a notebook, or not a whole one: it cannot be read."))
    try:
        if not path.is_file():  # a pipe would be waited for
            raise unreadable
        if path.stat().st_size > LARGEST:
            raise Refusal("notebook", N_("It is larger than {n} megabytes."), n=LARGEST // 1_000_000)
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        cells = data["cells"]
        found = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except Refusal:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise unreadable from error
    if len(found) > MOST_CELLS:
        raise Refusal("notebook", N_("It has more than {n} cells."), n=MOST_CELLS)
    return found


def expected(cells: list[str]) -> tuple[str, ...]:
    """The exercises a notebook should hold: all of each chapter of which it has one, so a deleted cell is seen."""
    chapters = {ident.split(".")[0] for cell in cells for _, ident in _CALL.findall(cell)}
    found: list[str] = []
    for ident in (*EXERCISES, *tasks.TASKS):
        if ident.split(".")[0] in chapters:
            found += [case_of(ident), ident] if ident in SPECIMENS else [ident]
    return tuple(found)


def failed(cells: list[str], errors: dict[int, Reply], t: Translator) -> dict[str, Mark]:
    """A mark for each exercise in a cell that stopped: it was tried, whatever came before the error counts more."""
    return {
        case_of(ident) if name == "fails" else ident: Mark(False, _why(errors[number], t))
        for number in sorted(errors)
        for name, ident in _CALL.findall(cells[number])
    }


def _why(reply: Reply, t: Translator) -> str:
    """In a sentence of the kit why a cell was stopped, or in Python's words what it raised."""
    if reply.kind is Kind.STOPPED:
        return stopped(reply, t)
    return ": ".join(filter(None, [reply.name, *reply.text.splitlines()[:1]]))


def untouched(cells: list[str]) -> set[str]:
    """The tasks whose function is still as the notebook came: nothing was handed in for them."""
    functions: dict[str, str] = {}
    handed: dict[str, str] = {}
    for cell in cells:
        try:
            nodes = [*ast.walk(ast.parse(cell))]
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # a cell that cannot be run hands in nothing
            continue
        functions |= {node.name: _body(node) for node in nodes if isinstance(node, ast.FunctionDef)}
        for node in nodes:
            match node:
                case ast.Call(args=[ast.Constant(value=str(ident)), ast.Name(id=name)]):
                    handed[ident] = name
    stubs = {
        ident: _body(node)
        for ident, task in tasks.TASKS.items()
        for node in ast.parse(task.stub).body
        if isinstance(node, ast.FunctionDef) and node.name == task.name
    }
    return {ident for ident, name in handed.items() if functions.get(name) == stubs.get(ident, "")}


def _body(node: ast.FunctionDef) -> str:
    """What a function does, whatever is said about it and however it is laid out."""
    body = node.body[ast.get_docstring(node) is not None :]
    return ast.dump(ast.Module(body or [ast.Expr(ast.Constant(...))], []))


def _answer(ident: str, text: str, t: Translator) -> Mark:
    try:
        return _mark(judge(question(*EXERCISES[ident], t), text, t))
    except Refusal as refusal:
        return Mark(False, refusal.sentence(t))


def _mark(said: Any) -> Mark:
    head = said.head if said.head.endswith((".", "!", "?", ":")) else f"{said.head}."
    return Mark(said.right, " ".join([head, *said.says]), tuple(said.slips))
