"""The form of the course for nbgrader; `test_environment` has nbgrader itself on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from acey_teach import cli
from acey_teach.app import notebooks
from acey_teach.exercises.marking import nbgrader
from acey_teach.exercises.marking.nbgrader import assignment


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("course")
    nbgrader.write(notebooks.folder("exercises"), place, "en")
    return place


def cells(course: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((course / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if "nbgrader" in cell["metadata"]]


def test_each_exercise_is_a_cell_to_solve_and_a_cell_worth_a_point(course: Path) -> None:
    assert len([*(course / "source").glob("*/*.ipynb")]) == 10
    for folder in sorted((course / "source").iterdir()):
        marked = cells(course, folder.name)
        names = [cell["metadata"]["nbgrader"]["grade_id"] for cell in marked]
        assert marked and len(set(names)) == len(names)
        for own, mark in zip(marked[::2], marked[1::2], strict=True):
            about, source = own["metadata"]["nbgrader"], "".join(own["source"])
            assert (about["solution"], about["grade"], about["locked"]) == (True, False, False)
            before, _, after = source.partition("### BEGIN SOLUTION\n")
            assert "..." in before or folder.name.startswith(("08", "10"))  # programs to mend, a chart to finish
            compile(after, "solution", "exec")
            about = mark["metadata"]["nbgrader"]
            assert (about["solution"], about["grade"], about["locked"], about["points"]) == (False, True, True, 1)
            assert "".join(mark["source"]).splitlines()[-1].startswith("credit(")


def test_a_notebook_without_exercises_is_left_as_it_is() -> None:
    plain = {"cells": [{"cell_type": "code", "source": ["print(1)"], "metadata": {}}, {"cell_type": "markdown", "source": ["answer(1)"]}]}
    assert assignment(plain) == plain


def test_the_command_keeps_settings_that_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nbgrader_config.py").write_text("mine")
    assert cli.main(["nbgrader", str(tmp_path), "--lang", "hu"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 10 and (tmp_path / "nbgrader_config.py").read_text() == "mine"
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert cli.main(["nbgrader", str(blocked)]) == 2 and "cannot be a folder" in capsys.readouterr().err
