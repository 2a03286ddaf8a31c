"""A printable document: one HTML file that holds everything it needs, for paper in A4 or Letter.

A handout is a `Sheet`: a title, a body, and the answers, which `document` puts on a page of their own. Texts and marks
come from the same parts as the live page; ids and what only a live page needs are left out.

>>> from acey_teach.i18n import translator
>>> page = document("Two posts", "<p>4♣ and Q♦</p>", translator("en"))
>>> page.count("<h1>"), "Answer sheet" in page, "http" in page.split("<body")[1]
(1, False, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from acey_teach.i18n import Translator
from acey_teach.widgets import draw

BLANK = '<span class="k-blank">&nbsp;</span>'
"""A gap in a question, to write a short answer into."""
PAPERS = {"auto": "auto", "a4": "A4", "letter": "letter"}
"""Sizes of paper: the printer's own, or one for a file."""

# Two margins: a browser that repeats the padding on each page gets a page without margins, where it has no room for
# its own header and footer; others keep a margin.
_CSS = """
html { background: #fff; color-scheme: light; } body { margin: 0; }
.kit.is-paper { container: none; --paper: #fff; --stage: #fff; --u: 11pt; --card: 62px; --lift: none; background: #fff; }
.kit .k-sheet { display: block; padding: 12mm 12px; } .kit .k-sheet + .k-sheet { border-block-start: 1px dashed var(--edge); }
.kit .k-sheet > * + * { margin-block-start: 4mm !important; } .kit .k-sheet > h1 + * { margin-block-start: 1.5mm !important; }
.kit .k-sheet > .k-head + h1 { margin-block-start: 0 !important; }
.kit .k-sheet h2 { margin-block-end: 1mm; } .kit .k-sheet h2 .k-cap { font-weight: 400; letter-spacing: 0; margin-inline-start: .8em; }
.kit .k-head { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; align-items: center; }
.kit .k-sheet :is(h1, h2, h3) { break-after: avoid; } .kit .k-sheet :is(tr, section, figure, .k-src) { break-inside: avoid; }
.kit .k-sheet .k-ledger { break-inside: avoid; } .kit .k-sheet .k-ledger.is-long { break-inside: auto; }
.kit.kit .k-sheet .k-ledger :is(td, tbody th) { padding-block: 2.5px; vertical-align: baseline; }
.kit .k-sheet section > .k-ledger { table-layout: fixed; } .kit.kit .k-sheet .k-ledger tbody th { white-space: normal; overflow-wrap: anywhere; }
.kit .k-sheet td .k-vh { position: static !important; width: auto; height: auto; margin: 0; overflow: visible; clip-path: none; }
.kit .k-sheet .k-stage { border: 1px solid var(--edge); gap: 8px; padding: 10px 24px; }
.kit .k-sheet .k-line { --dot: 10px; } .kit .k-sheet .k-line .k-zone, .kit .k-sheet .k-line .k-rank .n { font-size: 10pt; }
.kit .k-sheet .k-rank .dots { box-shadow: none !important; border-block-end: 2px solid var(--edge); }
.kit .k-sheet .k-rank.is-post .dots { border: 2px solid var(--ink); }
.kit .k-sheet .k-qs.is-answers > li { grid-template-columns: 8mm 1fr auto; gap: 0 4mm; } .kit .k-sheet .k-qs.is-answers > li::before { margin-inline-end: -4mm; }
.kit .k-sheet .k-slot span { font-size: 9.5pt; line-height: 1.1; max-width: 5em; } .kit .k-whole { white-space: nowrap; }
.kit .k-sheet .k-course { width: 100%; height: auto; }
.kit .k-sheet .k-qs > li + li { margin-block-start: 0; } .kit .k-sheet .k-qs p + :is(p, table, div) { margin-block-start: 1mm; }
@media screen and (max-width: 720px) { .kit .k-sheet :is(section, .k-wide) { overflow-x: auto; } .kit .k-sheet .k-stage { padding-inline: 6px; } .kit .k-sheet section > .k-ledger { table-layout: auto; } }
@page { size: auto; margin: 14mm 12mm; }
@media print {
  .kit .k-sheet { padding: 0; } .kit .k-sheet + .k-sheet { border: 0; break-before: page; }
  @supports (box-decoration-break: clone) { .kit .k-sheet { padding: 13mm 12mm; box-decoration-break: clone; } }
}
@supports (box-decoration-break: clone) { @page { margin: 0; } }
"""
_TAG = re.compile(r"<[^<>]+>")
_LIVE = re.compile(
    r' (?:id|for|aria-(?:labelledby|describedby|controls|owns))="[^"]*\{\{v\}\}[^"]*"|'
    r' (?:data-(?:intent|live|key|focus|paper)|tabindex)(?:="[^"]*")?(?=[ >/])'
)


class Sheet(NamedTuple):
    """What is printed: a title as text, the pupils' part and the answers as HTML. Either part may be empty."""

    title: str
    body: str
    answers: str = ""


class Asked(NamedTuple):
    """A question with room for its answer, the answer, and the clauses it rests on. The first two are HTML."""

    question: str
    answer: str
    clauses: tuple[str, ...] = ()


def document(title: str, body: str, t: Translator, answers: str = "", *, paper: str = "auto", name: str = "") -> str:
    """A whole HTML file: `body` under the title with lines for name, class and date, then `answers` on a new page.

    An empty part is left out, so `document(title, "", t, answers)` is the answers alone. `paper` is one of `PAPERS`;
    `name` stands where the pupil would write it.
    """
    css = (_kit() + _CSS).replace("size: auto", f"size: {PAPERS[paper]}")
    brand = f'<div class="k-head"><span class="k-brand">{draw.LOGO}Acey Deucey</span>'
    parts = []
    if body:
        parts.append(f'<div class="k-sheet">{brand}</div><h1>{escape(title)}</h1>{_lines(t, name)}{body}</div>')
    if answers:
        aside = f'<span class="k-cap">{escape(t("for the teacher"))}</span></div>'
        heading = f'<h1>{escape(t("Answer sheet"))}</h1><p class="k-cap">{escape(title)}</p>'
        parts.append(f'<div class="k-sheet k-answers">{brand}{aside}{heading}{answers}</div>')
    return (
        f'<!doctype html>\n<html lang="{t.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)} · Acey Deucey</title>'
        f'<link rel="icon" href="data:,"><style>{css}</style></head>'
        f'<body><main class="kit is-paper" data-theme="light">{_TAG.sub(lambda tag: _LIVE.sub("", tag[0]), "".join(parts))}</main></body></html>\n'
    )


@cache
def _kit() -> str:
    return Path(__file__).with_name("kit.css").read_text(encoding="utf-8")


def _lines(t: Translator, name: str) -> str:
    words = (t("Name"), t.pgettext("a group of pupils", "Class"), t("Date"))
    own, *others = map(escape, words)
    own += f" &nbsp; <b>{escape(name)}</b>" if name else ""
    return f'<div class="k-id">{"".join(f"<span>{word}</span>" for word in (own, *others))}</div>'


def ruled(lines: int) -> str:
    """Empty lines to write on."""
    return '<span class="k-rule"></span>' * lines


def questions(asked: Iterable[Asked]) -> str:
    """The questions as a numbered list, with the room their authors left."""
    return f'<ol class="k-qs">{"".join(f"<li><div>{one.question}</div></li>" for one in asked)}</ol>'


def answers(asked: Iterable[Asked]) -> str:
    """The answers under the numbers of their questions, each with its clauses beside it."""
    items = (
        f'<li><div>{one.answer}</div><span class="k-code k-cap">{" ".join(one.clauses)}</span></li>' for one in asked
    )
    return f'<ol class="k-qs is-answers">{"".join(items)}</ol>'


def sources(clauses: Sequence[str], text: str = "") -> str:
    """Clauses of the rules, and what they are named for."""
    return f'<p class="k-src"><span class="k-code">{" ".join(clauses)}</span><span>{escape(text)}</span></p>'
