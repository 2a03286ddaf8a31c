"""Grade a folder of exercise notebooks: each in processes of its own, with limits; one that is broken stops no other.

`grade` walks the folder and asks a process for each notebook (`grader`), which reads the file and lets its cells run in
the sandbox: nothing of a student's runs where the teacher's own files could be reached by name. What is known is kept
beside the table, so that a run that was stopped goes on where it was, and only notebooks that changed are graded again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from acey_teach import __version__
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.exercises.running.sandbox import RUNNING, told
from acey_teach.i18n import N_, Translator, translator
from acey_teach.practice.ideas import IDEAS

SECONDS = 180
"""How long one notebook may take, its own loops included."""
LARGEST = 20_000_000
"""Bytes of the largest notebook that is read; pictures in it are counted."""
KEPT = ".partial"
"""What is known so far, beside the table: a line of JSON for each notebook."""


@dataclass(frozen=True)
class Mark:
    """One exercise of one notebook: right or not, what was said to it, the ideas a wrong answer comes from."""

    right: bool
    says: str = ""
    slips: tuple[str, ...] = ()


@dataclass(frozen=True)
class Graded:
    """A notebook graded: the marks of what was answered, the exercises it should have, and what went wrong with it."""

    name: str
    digest: str = ""
    marks: dict[str, Mark] = field(default_factory=dict)
    exercises: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def score(self) -> int:
        """How many exercises are right."""
        return sum(mark.right for mark in self.marks.values())


def notebooks(folder: Path) -> list[Path]:
    """The notebooks in a folder and its folders, in the order of their names; copies Jupyter keeps are left out.

    In place of a folder it may be a single notebook.
    """
    if folder.suffix == ".ipynb" and folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise Refusal("folder", N_("There is no folder “{name}”."), name=shown(folder))
    found = [
        path
        for path in folder.rglob("*.ipynb")
        if not (os.path.isdir(path) or any(part.startswith(".") for part in path.relative_to(folder).parts))
    ]
    if not found:
        raise Refusal("folder", N_("There is no notebook in the folder “{name}”."), name=shown(folder))
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def grade(
    folder: Path, table: Path, tag: str, jobs: int = 0, tell: Callable[[int, int, Graded], None] | None = None
) -> list[Graded]:
    """Grade every notebook of `folder`; `tell(done, all, graded)` is called after each one.

    What was graded before and is unchanged comes from beside `table`. Raises Refusal when there is nothing to grade.
    OSError when the table's folder cannot be written.
    """
    paths, root = notebooks(folder), folder if folder.is_dir() else folder.parent
    names = {path: _name(path.relative_to(root)) for path in paths}
    digests = {path: _digest(path, tag) for path in names}
    known = {(one.name, one.digest): one for one in _known(_kept(table))}
    done = {path: known[key] for path in names if (key := (names[path], digests[path])) in known}
    waiting = [path for path in names if path not in done]
    for number, graded in enumerate(done.values(), 1):
        if tell:
            tell(number, len(names), graded)
    with _kept(table).open("a", encoding="utf-8") as kept, ThreadPoolExecutor(jobs or _cores()) as pool:
        running = {pool.submit(_one, path, names[path], digests[path], tag): path for path in waiting}
        try:
            for finished in as_completed(running):
                graded = done[running[finished]] = finished.result()
                kept.write(json.dumps(asdict(graded)) + "\n")
                kept.flush()
                if tell:
                    tell(len(done), len(names), graded)
        except BaseException:  # Ctrl-C: what waits is not begun, what runs is ended, and what is known is kept
            pool.shutdown(wait=False, cancel_futures=True)
            for process in [*RUNNING]:
                process.terminate()
            raise
    return [done[path] for path in names]


def _name(path: Path) -> str:
    """The path as it can stand in any table and on any screen: what cannot be shown is a ?."""
    return "".join(sign if sign.isprintable() else "?" for sign in path.as_posix())


def _cores() -> int:
    return min(8, os.cpu_count() or 1)


def _kept(table: Path) -> Path:
    return table.with_name(table.name + KEPT)


def _digest(path: Path, tag: str) -> str:
    """Of the notebook, of the kit and of the language its marks are told in: any other one is graded again."""
    content = b""
    with suppress(OSError):
        if os.path.isfile(path):  # a pipe would be waited for
            with path.open("rb") as stream:
                content = stream.read(LARGEST + 1)
    return hashlib.sha256(f"{__version__} {tag} ".encode() + content).hexdigest()[:16]


def _known(kept: Path) -> Iterator[Graded]:
    """What an earlier run wrote; a line that was cut off when it was stopped is no loss."""
    try:
        lines = kept.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield _read(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue


def _read(data: dict[str, Any]) -> Graded:
    marks = {
        str(ident): Mark(mark["right"] is True, str(mark["says"]), tuple(map(str, mark["slips"])))
        for ident, mark in data["marks"].items()
    }
    exercises = tuple(map(str, data["exercises"]))
    return Graded(str(data["name"]), str(data["digest"]), marks, exercises, str(data["trouble"]))


def _one(path: Path, name: str, digest: str, tag: str) -> Graded:
    """One notebook, in a process of its own; whatever happens there is told in its row."""
    t = translator(tag)
    try:
        said = told("marking.grader", os.path.abspath(path), tag, seconds=SECONDS)
        return replace(_read(json.loads(said)), name=name, digest=digest)
    except subprocess.TimeoutExpired:
        trouble = t("It took longer than {seconds} seconds and was stopped.", seconds=SECONDS)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        trouble = t("It could not be graded: look at it by hand.")
    return Graded(name, digest, trouble=trouble)


# ---- tables ----
def rows(graded: Sequence[Graded], t: Translator) -> list[list[str]]:
    """The table of marks: a row a notebook; 1 is right, 0 wrong, an empty cell not answered, - not in this notebook."""
    exercises = all_exercises(graded)
    table = [[t("notebook"), t.pgettext("number of exercises", "right"), t("of"), *exercises, t("remarks")]]
    for one in graded:
        cells = [
            str(int(one.marks[ident].right)) if ident in one.marks else "" if ident in one.exercises else "-"
            for ident in exercises
        ]
        wrong = (f"{ident}: {mark.says}" for ident, mark in one.marks.items() if not mark.right)
        remarks = " | ".join(filter(None, [one.trouble, *wrong]))
        table.append([one.name, str(one.score), str(len(one.exercises)), *cells, remarks])
    return table


def pupils(graded: Sequence[Graded], t: Translator) -> list[list[str]]:
    """The table of pupils: a row for each folder, with how much is right of each notebook of the course.

    What was handed in twice counts once, and is right when one of them is. A notebook in no folder has its own row.
    """
    chapters = list(dict.fromkeys(ident.split(".")[0] for ident in all_exercises(graded)))
    table = [[t("pupil"), t.pgettext("number of exercises", "right"), t("of"), *chapters]]
    own: dict[str, list[Graded]] = {}
    for one in graded:
        own.setdefault(one.name.split("/")[0], []).append(one)
    for name, books in own.items():
        wanted = {ident for one in books for ident in one.exercises}
        right = Counter(
            ident.split(".")[0]
            for ident in wanted
            if any(ident in one.marks and one.marks[ident].right for one in books)
        )
        there = {ident.split(".")[0] for ident in wanted}
        cells = [str(right[chapter]) if chapter in there else "-" for chapter in chapters]
        table.append([name, str(right.total()), str(len(wanted)), *cells])
    return table


def questions(graded: Sequence[Graded], t: Translator) -> list[list[str]]:
    """The table of exercises: how many notebooks had each right, wrong or open, and which ideas stood behind it."""
    heads = t.pgettext("number of notebooks", "right"), t.pgettext("number of notebooks", "wrong"), t("not answered")
    table = [[t("exercise"), *heads, t("ideas behind wrong answers")]]
    for ident in all_exercises(graded):
        asked = [one.marks.get(ident) for one in graded if ident in one.exercises]
        ideas = Counter(name for mark in asked if mark for name in mark.slips)
        said = (f"{t(IDEAS[name].title) if name in IDEAS else name} ({n})" for name, n in ideas.most_common())
        right = sum(mark is not None and mark.right for mark in asked)
        table.append(
            [ident, str(right), str(len(asked) - right - asked.count(None)), str(asked.count(None)), "; ".join(said)]
        )
    return table


def all_exercises(graded: Sequence[Graded]) -> list[str]:
    """Every exercise that one of the notebooks should have."""
    return in_order(dict.fromkeys(ident for one in graded for ident in one.exercises))


def in_order(exercises: Iterable[str]) -> list[str]:
    """Exercises in the order of the course: 2.10 after 2.9.

    >>> in_order(["10.1", "2.10", "2.9"])
    ['2.9', '2.10', '10.1']
    """
    return sorted(exercises, key=lambda ident: [int(number) for number in re.findall(r"\d+", ident)])


def as_csv(table: Iterable[Sequence[str]]) -> str:
    """A table as CSV. A cell that a spreadsheet would take for a formula is made text.

    >>> print(as_csv([["=1+1", "a,b", "-1+1", "-"]]).strip())
    '=1+1,"a,b",'-1+1,-
    """
    out = io.StringIO()
    csv.writer(out).writerows(
        [f"'{cell}" if cell != "-" and cell[:1] in _FORMULA else cell for cell in row] for row in table
    )
    return out.getvalue()


_FORMULA = frozenset("=+-@\t\r\n")
