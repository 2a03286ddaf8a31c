"""The exercise notebooks as the source of an nbgrader course: one assignment a notebook.

Each exercise becomes a cell to solve, with its solution between the marks that nbgrader cuts out, and a cell worth a
point behind it, which a student cannot change: `credit("1.3")` raises unless the exercise was answered right in this
run. Nothing of nbgrader's is needed to write it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.exercises.marking.solutions import handed_in, solved
from acey_teach.i18n import N_, translator
from acey_teach.i18n.prose import dumped

CONFIG = """\
# Settings of this course for nbgrader. What stands for a solution in the students' copies: a comment, and no error.
c = get_config()
c.ClearSolutions.code_stub = {{"python": "# {stub}"}}
"""
SCHEMA = 3
"""Of nbgrader's metadata of a cell."""


def write(source: Path, target: Path, tag: str) -> list[Path]:
    """Write the exercises of `source` as a course into `target`, in the language of `tag`; the notebooks written.

    A file of settings that is there already is kept. Raises Refusal when the folder cannot be written.
    """
    t, written = translator(tag), []
    try:
        for path in sorted((source / t.lang).glob("*.ipynb")):
            there = target / "source" / path.stem / path.name
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(dumped(assignment(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
            written.append(there)
        settings = target / "nbgrader_config.py"
        if not settings.exists():
            stub = t("Write your answer in place of the dots.")
            settings.write_text(CONFIG.format(stub=stub), encoding="utf-8")
    except OSError as error:
        raise Refusal("folder", N_("“{name}” cannot be a folder for the files."), name=shown(target)) from error
    return written


def assignment(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook with the marks of nbgrader. Every exercise is worth one point."""
    cells: list[dict[str, Any]] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        name, ident = handed_in(source) if cell["cell_type"] == "code" else ("", "")
        if not name or not ident:
            cells.append(cell)
            continue
        grade = f"{name}-{ident.replace('.', '-')}"
        own = f"{source}\n### BEGIN SOLUTION\n{solved(source)}\n### END SOLUTION"
        marks = f'from acey_teach.exercises import credit\n\ncredit("{ident}", "{name}")'
        cells.append(_marked(cell, own, grade, solution=True))
        cells.append(_marked(cell | {"id": f"{cell['id']}-mark"}, marks, f"{grade}-mark", solution=False))
    return notebook | {"cells": cells}


def _marked(cell: dict[str, Any], source: str, grade: str, *, solution: bool) -> dict[str, Any]:
    about = {
        "grade": not solution,
        "grade_id": grade,
        "locked": not solution,
        "schema_version": SCHEMA,
        "solution": solution,
        "task": False,
    }
    if not solution:
        about["points"] = 1
    lines = source.splitlines(keepends=True)
    return cell | {
        "source": lines,
        "metadata": cell["metadata"] | {"nbgrader": about},
        "outputs": [],
        "execution_count": None,
    }
