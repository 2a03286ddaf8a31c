"""`answer`, `check`, `fails` and `progress`: the cells of an exercise notebook.

What is handed in is judged by a clean process (`clean`), whatever became of this one; neither the order of cells nor
what other cells left behind counts. Nothing is raised: what cannot be judged is said in a sentence. Before there is
something to judge, no process is started.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.exercises import keeping, museum
from acey_teach.exercises.notebook_view import Cell, CellApp
from acey_teach.exercises.progress_view import ProgressApp, ProgressState
from acey_teach.exercises.running import clean
from acey_teach.exercises.running.values import encode, exact, loads, written
from acey_teach.exercises.tasks import TASKS
from acey_teach.i18n import N_, Translator, pick, translator
from acey_teach.practice.course import EXERCISES
from acey_teach.practice.kinds import question
from acey_teach.practice.question import Verdict
from acey_teach.widgets.panel import Panel

VERDICTS: dict[str, Verdict] = {}
"""What was said last to each exercise in this program."""
_UNKNOWN = N_("There is no exercise “{id}” here. There are: {known}.")
FAULT = N_("Something went wrong here ({error}), and nothing was judged. Restart the kernel, then run the cell again.")


def answer(id: object, value: object = ..., lang: object = "en") -> Panel[Cell]:
    """The question of an exercise, and what is said to an answer: a number, or a text as people write it.

    `...` is no answer yet. A float such as `28/50` counts as the fraction it was made from.
    """

    def cell(key: str, t: Translator) -> Cell:
        kind, seed = _known(key, EXERCISES)
        asked, text = question(kind, seed, t), written(exact(value))
        if text is None:
            return Cell(key, t.tag, question=asked)
        return _judged(Cell(key, t.tag, question=asked, given=text), {"text": text}, t, kind=kind)

    return _panel("exercise", id, lang, cell)


def check(id: object, thing: object = ..., lang: object = "en") -> Panel[Cell]:
    """Check a function, or a chart, written for an exercise. The smallest case in which it is wrong is shown."""

    def cell(key: str, t: Translator) -> Cell:
        task = _known(key, TASKS)
        first = Cell(key, t.tag, t(task.title), t(task.says), clauses=task.clauses)
        if thing is ... or empty(thing):
            return first
        if key in museum.SPECIMENS and _same(thing, museum.load(key)):
            return replace(first, how=t("This is the exhibit as it was. Mend it in this cell, and run the cell again."))
        if task.parameters:
            return _judged(first, {"pickle": b64encode(clean.pickled(thing)).decode()}, t)
        return _judged(first, {"chart": loads(encode(_spec(thing)))}, t)

    return _panel("exercise", id, lang, cell)


def fails(id: object, /, *values: object, lang: object = "en", **case: object) -> Panel[Cell]:
    """Name a case in which an exhibit of the bug museum is wrong, by its values: `post1=4, post2=12, third=12`."""

    def cell(key: str, t: Translator) -> Cell:
        exhibit = _known(key, museum.SPECIMENS)
        first = Cell(key, t.tag, t(exhibit.title), t(exhibit.task), exhibit.source, label=t(exhibit.label))
        given = museum.named(key, values, case)
        if not given or any(value is ... for value in given.values()):
            return first
        return _judged(
            first,
            {"case": loads(encode({name: exact(value) for name, value in given.items()}))},
            t,
            ident=museum.case_of(key),
        )

    return _panel("case", id, lang, cell)


def progress(code: object = "", lang: object = "en") -> Panel[ProgressState]:
    """What is done, and the code that brings it back elsewhere; a code, or the text of a saved file, is added to it."""
    with clean.as_before():
        return Panel(ProgressApp(tag_of(lang), code if isinstance(code, str) else ""), "progress")


def credit(id: str, what: str = "answer") -> None:
    """Nothing, when the exercise was right the last time its cell ran in this program; AssertionError when not.

    For courses marked by nbgrader, whose cells come in their order. `what` is the function that the exercise calls.
    """
    said = VERDICTS.get(museum.case_of(id) if what == "fails" else id)
    assert said, f"{id}: not answered"
    assert said.right, f"{id}: {said.spoken}"


# ---- how a cell is made ----
def _panel(name: str, id: object, lang: object, make: Callable[[str, Translator], Cell]) -> Panel[Cell]:
    with clean.as_before():
        t, key = translator(tag_of(lang)), written(id) or ""
        try:
            cell = make(key, t)
        except Refusal as refusal:
            cell = Cell(shown(key), t.tag, trouble=refusal.sentence(t))
        except Exception as error:  # what a student made of this process is no reason for a traceback of ours
            cell = Cell(shown(key), t.tag, trouble=t(FAULT, error=type(error).__name__))
        return Panel(CellApp(cell), f"{name}-{key}")


def tag_of(lang: object) -> str:
    """The tag of a language, whatever was given for one."""
    return pick(lang if isinstance(lang, str) else None)


def _known(key: str, table: Mapping[str, Any]) -> Any:
    """What a table has under a key; Refusal, which names those there are."""
    if key not in table:
        raise Refusal("exercise", _UNKNOWN, id=shown(key), known=_spans(table))
    return table[key]


def _spans(ids: Iterable[str]) -> str:
    """Ids of exercises, those of a notebook together.

    >>> _spans(["1.1", "1.2", "1.3", "2.1"])
    '1.1–1.3, 2.1'
    """
    chapters: dict[str, list[str]] = {}
    for id in ids:
        chapters.setdefault(id.split(".")[0], []).append(id)
    return ", ".join(own[0] if len(own) == 1 else f"{own[0]}–{own[-1]}" for own in chapters.values())


def _judged(cell: Cell, request: dict[str, object], t: Translator, ident: str = "", kind: str = "") -> Cell:
    """A cell with what the clean process says, which is then kept."""
    said = clean.ask({"lang": t.tag, "id": cell.id, **request})
    if said["refused"]:
        return replace(cell, trouble=" ".join(said["says"]))
    verdict = VERDICTS[ident or cell.id] = Verdict(
        said["right"], said["head"], tuple(said["says"]), tuple(said["slips"])
    )
    kept = keeping.keep(keeping.known().exercised(ident or cell.id, verdict, cell.given, kind), t)
    if (panel := Panel.named("progress")) and isinstance(panel.state, ProgressState):  # it follows each answer
        panel.show(replace(panel.state, progress=keeping.known(), says=""))
    return replace(cell, verdict=verdict, kept=kept)


# ---- what is handed in ----
def empty(thing: Any) -> bool:
    """Whether a function has no body yet, or a chart no mark."""
    if (code := getattr(thing, "__code__", None)) is not None:
        # what gives back a constant has the same instructions: the constants tell it from a body of three dots
        held = all(value is None or value is ... or value == thing.__doc__ for value in code.co_consts)
        same = any(code.co_code == stub.__code__.co_code for stub in (_stub, _stub_with_text))
        return same and held and not code.co_names
    return type(getattr(thing, "mark", None)).__name__ == "UndefinedType"


def _stub() -> None: ...


def _stub_with_text() -> None:
    """As in the notebooks."""


def _same(thing: Any, other: Any) -> bool:
    """Whether two functions have the same code, wherever it stands."""
    names = ("co_code", "co_consts", "co_names", "co_varnames")
    ours, theirs = ((getattr(f, "__code__", None), getattr(f, "__defaults__", None)) for f in (thing, other))
    return ours[1] == theirs[1] and all(getattr(ours[0], name, name) == getattr(theirs[0], name) for name in names)


def _spec(chart: Any) -> dict[str, object]:
    """The description of a chart; Refusal for what is none, or what Altair cannot describe."""
    if isinstance(chart, type) or not callable(getattr(chart, "to_dict", None)):
        raise Refusal("chart", N_("Hand in a chart of Altair, by its name and without quotation marks."))
    try:
        return dict(chart.to_dict())
    except Exception as error:
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise Refusal("chart-spec", N_("Altair cannot draw this chart: {error}"), error=shown(said[0])) from error
