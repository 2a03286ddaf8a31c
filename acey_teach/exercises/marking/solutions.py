"""The solutions of the exercises, for teachers and tests: a cell with what is to be written in the place of the dots.

They stand in `exercises/solutions`, apart from what students get; an installed kit brings them along.
"""

from __future__ import annotations

import ast
import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import N_, translator
from acey_teach.practice.course import EXERCISES
from acey_teach.practice.kinds import question
from acey_teach.practice.question import LETTERS, Choice

_BLOCK = re.compile(r"^# (\d+\.\d+)\n", re.M)


def folder() -> Path:
    """Where the solutions are: inside an installed package, or in the checkout. Refusal where they were taken out."""
    package = Path(__file__).parents[2]
    for place in (package / "_solutions", package.parent / "exercises" / "solutions"):
        if place.is_dir():
            return place
    raise Refusal("solutions", N_("The solutions are not here: they were left out of this copy of the kit."))


@cache
def answers() -> dict[str, str]:
    """What is right, by exercise, as it can be written in every language: numbers, and the letters of options."""
    found: dict[str, str] = {}
    for ident, said in _key()["ANSWERS"].items():
        answer = question(*EXERCISES[ident], translator("en")).answer
        found[ident] = LETTERS[answer.options.index(said)] if isinstance(answer, Choice) else said
    return found


@cache
def cases() -> dict[str, dict[str, object]]:
    """For each exhibit of the bug museum a case in which it is wrong."""
    found: dict[str, dict[str, object]] = _key()["CASES"]
    return found


@cache
def programs() -> dict[str, str]:
    """The source of each program, by exercise."""
    found: dict[str, str] = {}
    for name in ("functions", "museum", "strategy", "chart"):
        _, *parts = _BLOCK.split((folder() / f"{name}.py").read_text(encoding="utf-8"))
        found |= {ident: block.strip() for ident, block in zip(parts[::2], parts[1::2], strict=True)}
    return found


def handed_in(source: str) -> tuple[str, str]:
    """The function that a cell's last line calls and the exercise it names; empty texts where it is no such cell.

    >>> handed_in('from acey_teach.exercises import answer\\n\\nanswer("1.3", ..., lang="en")')
    ('answer', '1.3')
    """
    match ast.parse(source).body[-1:]:
        case [ast.Expr(ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(ident)), *_]))]:
            return name, ident
    return "", ""


def solved(source: str) -> str:
    """An exercise's cell with its solution, any other cell as it is.

    >>> solved('from acey_teach.exercises import answer\\n\\nanswer("2.1", ..., lang="en")').splitlines()[-1]
    'answer("2.1", \\'49\\', lang="en")'
    """
    name, ident = handed_in(source)
    if name == "answer":
        return source.replace("...", repr(answers()[ident]), 1)
    if name == "fails":
        return re.sub(r"(\w+)=\.\.\.", lambda found: f"{found[1]}={cases()[ident][found[1]]!r}", source)
    if name == "check":
        call = source.splitlines()[-1]
        return f"from acey_teach.exercises import check\n\n{programs()[ident]}\n\n{call}"
    return source


@cache
def _key() -> dict[str, Any]:
    return runpy.run_path(str(folder() / "answers.py"))
