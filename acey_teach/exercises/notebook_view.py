"""What a cell of an exercise notebook shows: what is asked, what is said to what was handed in, and help in steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from acey_teach.i18n import Translator, translator
from acey_teach.practice.question import Choice, Question, Verdict
from acey_teach.widgets import question_view
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.question_view import coloured

Values = Mapping[str, str]


@dataclass(frozen=True)
class Cell:
    """One cell: a question with the answer `given`, or a task: `title`, `says`, in the museum the `source` and `label`.

    It has a `tag` and no `lang`: a cell stays in the language of its notebook when other panels change theirs. `how`
    says what to do, `trouble` why nothing was judged, `kept` what went wrong in writing the progress down.
    """

    id: str
    tag: str
    title: str = ""
    says: str = ""
    source: str = ""
    label: str = ""
    clauses: tuple[str, ...] = ()
    how: str = ""
    question: Question | None = None
    given: str = ""
    verdict: Verdict | None = None
    trouble: str = ""
    kept: str = ""
    hints: int = 0
    solved: bool = False


class CellApp:
    """The panel of a cell. Nothing is answered in it: the answer stands in the cell, and is saved with it."""

    def __init__(self, cell: Cell) -> None:
        self.first = cell

    def start(self) -> Cell:
        """The first state."""
        return self.first

    def resume(self, state: Cell, code: str) -> Cell:
        """Nothing to resume: the cell holds the answer, and a file the progress."""
        return state

    @intent
    def hint(self, state: Cell, values: Values) -> Cell:
        """Open a hint, and those before it; or close it, and those after it."""
        numbers = [str(n) for n in range(1, len(state.question.hints) + 1)] if state.question else []
        if (value := values.get("value")) not in numbers:
            return state
        number = int(value)
        return replace(state, hints=number if number > state.hints else number - 1)

    @intent
    def solution(self, state: Cell, values: Values) -> Cell:
        """Open or close the worked solution, once it may be seen."""
        return replace(state, solved=not state.solved) if _solvable(state) else state

    def view(self, state: Cell) -> View:
        """The cell with its help."""
        t, head = translator(state.tag), f'<p class="k-cap">{escape(_where(state, translator(state.tag)))}</p>'
        if state.question:
            body = question_view.view(
                state.question,
                t,
                text=state.given,
                verdict=state.verdict,
                more=_kept(state),
                hints=state.hints,
                solution=state.solved if _solvable(state) else None,
                cell=True,
                going="" if state.verdict else _to_do(state, t),
            )
        else:
            body = _task(state) + (_found(state.verdict, _kept(state)) if state.verdict else _to_do(state, t))
        html = f'<div class="k-page k-piece"><div class="k-box k-read k-exercise">{head}{body}</div></div>'
        return View(html, _spoken(state, t), lang=state.tag)

    def static(self, state: Cell) -> str:
        """The same without controls; a right answer comes with its solution."""
        t = translator(state.tag)
        asked = question_view.static(state.question, t) if state.question else _task(state)
        said = _found(state.verdict, _kept(state)) if state.verdict else _to_do(state, t)
        right = state.question and state.verdict and state.verdict.right
        lines = state.question.solution if state.question and right else ()
        return f"<p>{escape(_where(state, t))}</p>{asked}{said}{''.join(f'<p>{coloured(line)}</p>' for line in lines)}"


def _solvable(state: Cell) -> bool:
    """Whether the solution may be seen: after a right answer, and behind the last hint."""
    if not state.question:
        return False
    return bool(state.verdict and state.verdict.right) or state.hints == len(state.question.hints)


def _where(state: Cell, t: Translator) -> str:
    return t("Exercise {id}", id=state.id)


def _spoken(state: Cell, t: Translator) -> str:
    """What is said when the cell was run, and when help opens."""
    if state.question and state.solved:
        return " ".join(state.question.solution)
    if state.question and state.hints and not (state.verdict and state.verdict.right):
        return state.question.hints[state.hints - 1].text
    if state.verdict or state.trouble:
        said = state.verdict.spoken if state.verdict else state.trouble
        return f"{_where(state, t)}: {said} {state.kept}".strip()
    asked = f"{state.question.ask} {state.question.given}" if state.question else f"{state.title}. {state.says}"
    return f"{_where(state, t)}: {asked}"


def _task(state: Cell) -> str:
    """What is to be written, or the exhibit with its label."""
    label = f'<p class="k-cap">{escape(state.label)}</p>' if state.label else ""
    source = f"<pre>{escape(state.source)}</pre>" if state.source else ""
    clauses = " ".join(f'<span class="k-code">{escape(clause)}</span>' for clause in state.clauses)
    return (
        (f"<h2>{escape(state.title)}</h2><p>{escape(state.says)}</p>" if state.title else "")
        + f"{source}{label}"
        + (f'<p class="k-src">{clauses}</p>' if clauses else "")
    )


def _to_do(state: Cell, t: Translator) -> str:
    """Why nothing was judged, or how to answer."""
    if state.trouble:
        return f'<div class="k-note"><p>{coloured(state.trouble)}</p></div>'
    return f'<p class="k-cap">{escape(state.how or _how(state, t))}</p>'


def _how(state: Cell, t: Translator) -> str:
    if state.source:
        return t("Write a case in place of the three dots, and run the cell again.")
    if not state.question:
        return t("Write it in this cell, and run the cell again.")
    asked = state.question.answer
    example = '"b"' if isinstance(asked, Choice) else '"1/4"' if asked.chance else "3"
    return t(
        "Write your answer in place of the three dots, and run the cell again: {example}.",
        example=f'answer("{state.id}", {example}, …)',
    )


def _found(verdict: Verdict, more: str) -> str:
    """What is said to a program, a case, a chart; in a saved notebook to an answer too."""
    tick = '<span aria-hidden="true">✓</span> ' if verdict.right else ""
    says = "".join(f"<p>{coloured(text)}</p>" for text in verdict.says)
    return f'<div class="k-note"><h3>{tick}{coloured(verdict.head)}</h3>{says}{more}</div>'


def _kept(state: Cell) -> str:
    return f'<p class="k-cap">{escape(state.kept)}</p>' if state.kept else ""
