"""Worksheets: a sheet of exercises for each student, with other numbers on each, and the keys for the teacher.

A sheet follows from the seed, its number, the kinds and how many questions there are: the same give the same sheet. Its
code is seed and number, `class7b-7`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import NamedTuple

from acey_teach.i18n import Translator
from acey_teach.practice.bank import questions
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.question import LETTERS, Choice, Question, Scene
from acey_teach.widgets import draw, parts
from acey_teach.widgets.sheet import BLANK, Asked, document, ruled
from acey_teach.widgets.sheet import questions as numbered

_MAIN, _END = '<main class="kit is-paper" data-theme="light">', "</main>"


class Worksheet(NamedTuple):
    """The sheet of one student; `name` is empty where it is to be written by hand."""

    seed: str
    number: int
    name: str
    questions: tuple[Question, ...]

    @property
    def code(self) -> str:
        """What stands on the sheet, so that its key can be found and made again."""
        return f"{self.seed}-{self.number}"


def order(kinds: Sequence[str], many: int) -> list[str]:
    """The kind of each of `many` questions, spread over `kinds` in their order.

    >>> order(["a", "b", "c"], 4), order(["a", "b", "c", "d"], 2)
    (['a', 'a', 'b', 'c'], ['a', 'c'])
    """
    return [kinds[place * len(kinds) // many] for place in range(many)]


def worksheet(seed: str, number: int, name: str, kinds: Sequence[str], t: Translator) -> Worksheet:
    """A sheet with a question of each of `kinds`, in their order; no question comes twice on it.

    >>> from acey_teach.i18n import translator
    >>> made = worksheet("class7b", 7, "", ["between", "count"], translator("en"))
    >>> made.code, [question.kind for question in made.questions]
    ('class7b-7', ['between', 'count'])
    """
    found: list[Question] = []
    for kind, places in groupby(kinds):
        found += (made for _, made in zip(places, questions(kind, seed, f"sheet/{number}", t), strict=False))
    return Worksheet(seed, number, name, tuple(found))


def page(sheet: Worksheet, t: Translator, paper: str = "auto") -> str:
    """The student's sheet as an HTML file. Its code stands at the head of every page, for pages that get apart."""
    code = f'{escape(t("Sheet"))} <span class="k-code">{escape(sheet.code)}</span>'
    code = f'<p class="k-cap" style="padding-block-end:3mm">{code}</p>'
    asked = numbered(Asked(_question(one, t), "") for one in sheet.questions)
    repeated = f'<div style="display:table-header-group;break-inside:avoid">{code}</div>'
    body = f'<div style="display:table;width:100%">{repeated}<div>{asked}</div></div>'
    return document(t("Exercises"), body, t, paper=paper, name=sheet.name)


def together(pages: Sequence[str]) -> str:
    """Several documents as one, each from a new page."""
    head, _, _ = pages[0].partition(_MAIN)
    bodies = (one.partition(_MAIN)[2].rpartition(_END) for one in pages)
    return f"{head}{_MAIN}{''.join(body for body, _, _ in bodies)}{_END}{pages[0].rpartition(_END)[2]}"


def keys(sheets: Sequence[Worksheet], command: str, t: Translator, paper: str = "auto") -> str:
    """The keys of all sheets: a row of answers for each, then what wrong answers mean, and every sum written out.

    `command` makes the same sheets again.
    """
    again = f'{escape(t("The same sheets and keys again:"))} <span class="k-code">{escape(command)}</span>'
    solved = "".join(_solutions(sheet, t) for sheet in sheets)
    body = f'<p class="k-cap">{again}</p>{_grid(sheets, t)}{_ideas(sheets, t)}{solved}'
    return document(t("Exercises"), "", t, body, paper=paper)


# ---- a question on paper ----
def _question(question: Question, t: Translator) -> str:
    """What is asked, what lies on the table, and room for the sum and the answer."""
    scene, wanted = question.scene, question.answer
    facts = " &nbsp; ".join(f"{escape(label)} <b>{escape(value)}</b>" for label, value in scene.facts)
    told = "" if scene != Scene() else escape(question.given)
    if isinstance(wanted, Choice):
        lettered = zip(LETTERS, wanted.options, strict=False)
        room = "".join(f"<li>☐ {letter}) {escape(option)}</li>" for letter, option in lettered)
        room = f'<ul class="k-boxes">{room}</ul>'
    else:
        line = ruled(1) if len(question.solution) > 1 else ""
        room = f'{line}<p style="margin-block-start:1.5mm">{escape(wanted.label)} {BLANK} {escape(wanted.after)}</p>'
    above = "".join(f"<p>{text}</p>" for text in (told, facts) if text)
    words = f"{above}<p><b>{escape(question.ask)}</b></p>{_seen(scene, t)}{room}"
    style = "display:flex;flex-wrap:wrap;gap:2mm 6mm"
    return f'<div style="{style}"><div style="flex:1 1 60mm">{words}</div>{_posts(scene, t)}{_table(scene)}</div>'


def _posts(scene: Scene, t: Translator) -> str:
    """The posts, and between them the third card or its place."""
    if not scene.posts:
        return ""
    faces = [parts.face(card, t) for card in scene.posts]
    faces.insert(1, parts.face(scene.third, t) if scene.third else draw.slot(t("third card")))
    return f'<div class="k-hand" style="gap:2mm;align-self:start">{"".join(faces)}</div>'


def _seen(scene: Scene, t: Translator) -> str:
    """The other cards seen this round."""
    if not scene.seen:
        return ""
    mini = "".join(parts.face(card, t, "is-mini") for card in scene.seen)
    style = "display:flex;flex-wrap:wrap;align-items:center;gap:1mm"
    return f'<div style="{style}"><span class="k-cap">{escape(t("Also seen"))} &nbsp;</span>{mini}</div>'


def _table(scene: Scene) -> str:
    """What is written down at the table, such as everybody's chips."""
    if not scene.rows:
        return ""
    head, *rows = scene.rows
    told = [parts.row([(escape(cell), False) for cell in row]) for row in rows]
    return f'<div style="flex:0 1 80mm">{draw.table([(cell, False) for cell in head], told)}</div>'


# ---- the keys ----
def _short(question: Question, t: Translator) -> str:
    """The right answer as short as it goes: the letter of a choice, or the number."""
    wanted = question.answer
    return LETTERS[wanted.right] if isinstance(wanted, Choice) else t.number(wanted.value)


def _long(question: Question, t: Translator) -> str:
    """The right answer, with its option or its decimal."""
    wanted, text = question.answer, question.answer_text(t)
    if isinstance(wanted, Choice):
        return f"{LETTERS[wanted.right]}) {text}"
    value = Fraction(wanted.value)
    if value.denominator == 1:
        return text
    return f"{text} {'=' if (100 * value).denominator == 1 else '≈'} {t.decimal(value)}"


def _grid(sheets: Sequence[Worksheet], t: Translator) -> str:
    """A row of answers for each sheet."""
    kinds = [question.kind for question in sheets[0].questions]
    head = [(t("Sheet"), False), *((f"{n}. {t(KINDS[kind].title)}", True) for n, kind in enumerate(kinds, 1))]
    rows = [
        parts.row(
            [(escape(_who(sheet)), False), *((f"<b>{escape(_short(one, t))}</b>", True) for one in sheet.questions)]
        )
        for sheet in sheets
    ]
    return draw.table(head, rows, t("All answers"), "k-ledger is-long")


def _who(sheet: Worksheet) -> str:
    return f"{sheet.number} {sheet.name}".strip()


def _ideas(sheets: Sequence[Worksheet], t: Translator) -> str:
    """The ideas that wrong answers on these sheets come from, and what to say to each."""
    met = {slip.idea for sheet in sheets for question in sheet.questions for slip in question.slips}
    items = "".join(
        f'<li style="break-inside:avoid"><b>{escape(t(idea.title))}:</b> {escape(t(idea.says))}</li>'
        for name, idea in IDEAS.items()
        if name in met and idea.says
    )
    title = f"<h2>{escape(t('What to say about a wrong idea'))}</h2>"
    return f'<div>{title}<ul class="k-cap" style="columns:2;column-gap:8mm">{items}</ul></div>' if items else ""


def _solutions(sheet: Worksheet, t: Translator) -> str:
    """The sums of one sheet, each with the wrong answers that have a name."""
    items = (
        f'<li><div>{_solution(one, t)}</div><span class="k-code k-cap">{" ".join(one.clauses)}</span></li>'
        for one in sheet.questions
    )
    heading = escape(f"{sheet.code} {sheet.name}")
    return f'<div><h2>{heading}</h2><ol class="k-qs is-answers" style="gap:2mm">{"".join(items)}</ol></div>'


def _solution(question: Question, t: Translator) -> str:
    wrong = "; ".join(f"<b>{escape(text)}</b> {escape(t.listing(ideas))}" for text, ideas in _wrong(question, t))
    line = (
        f'<p class="k-cap" style="margin:0;max-width:none">{escape(t("Wrong answers:"))} {wrong}</p>' if wrong else ""
    )
    *most, last = question.solution
    solved = escape(" ".join([*(line if line.endswith((".", ":")) else f"{line};" for line in most), last]))
    return f'<p style="max-width:none"><b>{escape(_long(question, t))}</b> &nbsp; {solved}</p>{line}'


def _wrong(question: Question, t: Translator) -> Iterator[tuple[str, list[str]]]:
    """Each wrong answer with the ideas it may come from."""
    choice = isinstance(question.answer, Choice)
    for value in dict.fromkeys(slip.value for slip in question.slips):
        ideas = [t(IDEAS[slip.idea].title) for slip in question.slips if slip.value == value]
        yield (LETTERS[int(value)] if choice else t.number(value)), ideas
