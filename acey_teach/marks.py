"""The teacher's commands for exercise notebooks: `grade` a folder of them, and make an `nbgrader` course of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator
from acey_teach.teacher import Commands, Examples, whole

MOST_JOBS = 64
BAR = 24
"""Signs of the bar that shows how far grading has come."""


def add(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """`grade DIR [-o FILE] [--jobs N]` and `nbgrader DIR`"""
    first = {
        "acey-teach grade handed-in -o grades.csv": t(
            "a row for each notebook in the folder, a column for each exercise"
        ),
        "acey-teach grade handed-in -o grades.csv --jobs 1": t("one notebook at a time, on a weak computer"),
    }
    grade = commands.add_parser(
        "grade",
        parents=[common],
        help=t("grade a folder of exercise notebooks"),
        description=t(
            "Grade every notebook of a folder and its folders. The cells of each run in a process of their own, with "
            "limits of time and memory, and what they hand in is judged in another. A notebook that is broken stops no "
            "other. When it is stopped, the same command goes on where it was."
        ),
        epilog=examples(first, t),
    )
    grade.add_argument("folder", metavar=t("FOLDER"), help=t("where the notebooks are"))
    grade.add_argument(
        "-o", "--output", metavar=t("FILE"), default="grades.csv", help=t("default: {name}", name="grades.csv")
    )
    grade.add_argument("--jobs", metavar="N", help=t("notebooks graded at the same time"))
    grade.set_defaults(run=run_grade)
    courses = commands.add_parser(
        "nbgrader",
        parents=[common],
        help=t("make an nbgrader course of the exercise notebooks"),
        description=t(
            "Write the exercise notebooks as the source of an nbgrader course: one assignment each, with their "
            "solutions, and a cell of marks behind each exercise. nbgrader itself need not be installed for this."
        ),
        epilog=examples(
            {"acey-teach nbgrader course": t("then: nbgrader generate_assignment --course-dir course 02-counting")}, t
        ),
    )
    courses.add_argument("folder", metavar=t("FOLDER"), help=t("the folder of the course; it is made when missing"))
    courses.set_defaults(run=run_nbgrader)


def run_grade(asked: argparse.Namespace, t: Translator) -> int:
    """Grade, write the tables, and say where they are."""
    from acey_teach.exercises.marking import grading

    table, jobs = Path(asked.output), whole(asked.jobs, "--jobs", MOST_JOBS) if asked.jobs else 0
    if table.suffix.lower() != ".csv":
        raise Refusal("grade-output", N_("Grades are written as CSV: name a file such as {name}."), name="grades.csv")
    if not table.parent.is_dir():
        raise Refusal("folder", N_("There is no folder “{name}”."), name=shown(table.parent))

    def tell(done: int, all_: int, graded: grading.Graded) -> None:
        filled = BAR * done // all_
        said = graded.trouble or t("{n} of {all} right", n=graded.score, all=len(graded.exercises))
        print(
            f"[{'#' * filled}{'.' * (BAR - filled)}] {done}/{all_} {graded.name}: {said}", file=sys.stderr, flush=True
        )

    try:
        graded = grading.grade(Path(asked.folder), table, t.tag, jobs, tell)
    except KeyboardInterrupt:
        print(t("Stopped. The same command goes on where it was."), file=sys.stderr)
        raise
    tables = {"": grading.rows, "-pupils": grading.pupils, "-exercises": grading.questions}
    for name, rows in tables.items():
        path = table.with_stem(table.stem + name)
        path.write_text(
            grading.as_csv(rows(graded, t)), encoding="utf-8-sig", errors="replace", newline=""
        )  # the mark lets Excel read accents
        print(path)
    return 0


def run_nbgrader(asked: argparse.Namespace, t: Translator) -> int:
    """Write the course and print the assignments."""
    from acey_teach.app import notebooks
    from acey_teach.exercises.marking import nbgrader

    for path in nbgrader.write(notebooks.folder("exercises"), Path(asked.folder), t.tag):
        print(path)
    return 0
