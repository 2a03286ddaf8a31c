"""One practice question as HTML: what lies on the table, the answer, what is said to it, hints, the sum written out.

The app that shows it has the intents of what is offered: `check` (values: "answer"), `hint` (value: the number of a hint,
which opens when it is closed and closes when it is open) and `solution` (opens or closes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from acey_teach.engine.cards import Card
from acey_teach.engine.odds import odds
from acey_teach.i18n import Translator
from acey_teach.practice.answers import LONGEST
from acey_teach.practice.question import LETTERS, Choice, Number, Question, Scene, Verdict
from acey_teach.widgets import draw, parts

_CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9JQKA])[♣♦♥♠]")


def view(
    question: Question,
    t: Translator,
    *,
    text: str = "",
    verdict: Verdict | None = None,
    more: str = "",
    hints: int = 0,
    solution: bool | None = None,
    form: bool = True,
    cell: bool = False,
    going: str = "",
) -> str:
    """The question with the answer `text` and the `verdict` on it, if there was one.

    `more` is HTML said with the verdict; so many `hints` are open; `solution` is None where it is not offered yet, else
    whether it is open. Without `form` there is no field to answer in, and there are no hints to open; in a `cell` of
    a notebook, which holds the answer, options are a list in place of the form. `going` is HTML that leads on. The focus
    goes to the field, or to the heading over the options.
    """
    right = verdict is not None and verdict.right
    focus = " data-focus" if form and not right and isinstance(question.answer, Choice) else ""
    asked = _options(question) if cell else _form(question, text, verdict is not None, t) if form else ""
    answer = given(question, text, t) if right else asked
    return (
        f'<h2 class="k-q" id="{{{{v}}}}question" tabindex="-1"{focus} data-top="{question.kind}-{question.seed}">'
        f"{coloured(question.ask)}</h2>{scene(question, t)}{answer}"
        f"{_note(verdict, more) if verdict else ''}{_hints(question, hints, t) if form and not right else ''}"
        f"{_solution(question, solution, t) if solution is not None else ''}{going}{_source(question, t)}"
    )


def static(question: Question, t: Translator) -> str:
    """The question without controls, for where no program runs: no answer, no hints."""
    return f"<p><b>{escape(question.ask)}</b></p><p>{escape(question.given)}</p>{_options(question)}"


def _options(question: Question) -> str:
    """What can be chosen, each with its letter; nothing where a number is asked."""
    if not isinstance(question.answer, Choice):
        return ""
    options = zip(LETTERS, question.answer.options, strict=False)
    return f"<ul>{''.join(f'<li><b>{letter}</b> {coloured(option)}</li>' for letter, option in options)}</ul>"


def coloured(text: str) -> str:
    """A sentence with its cards in the colours of their suits."""
    return _CARD.sub(lambda found: draw.text_card(Card(found[0])), escape(text))


# ---- what lies on the table ----
def scene(question: Question, t: Translator) -> str:
    """The cards, facts and rows of a question, and all of it in a sentence for those who do not see the cards."""
    shown = question.scene
    cards = "".join([_posts(shown, t), _seen(shown, t)])
    lying = f'<div class="k-given" aria-hidden="true">{cards}</div>' if cards else ""
    facts = "".join(f"<div><dt>{escape(name)}</dt><dd>{coloured(value)}</dd></div>" for name, value in shown.facts)
    if facts:
        lying += f'<dl class="k-facts">{facts}</dl>'
    if shown.rows:
        head, *rows = shown.rows
        body = (
            parts.row((coloured(cell), place > 0 and _numeric(cell)) for place, cell in enumerate(row)) for row in rows
        )
        numeric = [bool(rows) and all(_numeric(row[place]) for row in rows) for place in range(len(head))]
        table = draw.table(
            [(cell, place > 0 and numeric[place]) for place, cell in enumerate(head)], body, question.given
        )
        lying += (
            f'<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(t("Table"))}">{table}</div>'
        )
    if not lying:
        return f'<p id="{{{{v}}}}given">{coloured(question.given)}</p>'
    return (
        f'<p class="k-vh" id="{{{{v}}}}given">{escape(question.given)}</p><div class="k-stage k-asking">{lying}</div>'
    )


def _posts(shown: Scene, t: Translator) -> str:
    if not shown.posts:
        return ""
    first, *rest = (parts.face(card, t) for card in shown.posts)
    name = t("third card")
    third = draw.slot(name)
    if shown.third:  # it lies in the middle, so that only its name tells it from the posts
        third = f'<figure class="k-third">{parts.face(shown.third, t)}<figcaption class="k-cap">{escape(name)}</figcaption></figure>'
    return parts.hand([first, third, *rest])


def _seen(shown: Scene, t: Translator) -> str:
    if not shown.seen:
        return ""
    faces = parts.hand([parts.face(card, t, "is-mini") for card in shown.seen])
    caption = t("also seen this round") if shown.posts else t("seen this round")
    return f'<figure class="k-heap">{faces}<figcaption class="k-cap">{escape(caption)}</figcaption></figure>'


def _numeric(cell: str) -> bool:
    return not cell or bool(re.fullmatch(r"[+−-]?[0-9][0-9/.,]*\s?%?", cell.strip())) or cell.strip() in "–—"


# ---- the answer ----
def _form(question: Question, text: str, wrong: bool, t: Translator) -> str:
    key = '<kbd class="k-key" aria-hidden="true">⏎</kbd>'
    check = f'<button id="{{{{v}}}}check" class="k-btn is-main" data-key="Enter">{escape(t("Check"))} {key}</button>'
    if isinstance(question.answer, Choice):
        inside = f'{_choices(question.answer, text, wrong, t)}<p class="k-act">{check}</p>'
        return f'<form class="k-predict" id="{{{{v}}}}form" data-intent="check" autocomplete="off">{inside}</form>'
    return (
        f'<form class="k-answer" id="{{{{v}}}}form" data-intent="check" autocomplete="off">'
        f"{_field(question.answer, text, wrong, t)}{check}</form>"
    )


def _field(answer: Number, text: str, wrong: bool, t: Translator) -> str:
    described = (
        "{{v}}question {{v}}given" + (" {{v}}hint" if answer.chance else "") + (" {{v}}verdict" if wrong else "")
    )
    after = f'<span class="of">{escape(answer.after)}</span>' if answer.after else ""
    chance = t("a fraction, a decimal or a percentage")
    kinds = f'<span class="k-cap k-hint" id="{{{{v}}}}hint">{escape(chance)}</span>' if answer.chance else ""
    return (
        f'<label class="k-field" for="{{{{v}}}}answer">{escape(answer.label)}<input id="{{{{v}}}}answer" name="answer" '
        f'maxlength="{LONGEST}" value="{escape(text.strip())}" autocomplete="off" autocapitalize="off" spellcheck="false" data-key="a" data-focus '
        f'data-leave="Escape" aria-describedby="{described}"{" aria-invalid=true" if wrong else ""}></label>{kinds}{after}'
    )


def _choices(answer: Choice, text: str, wrong: bool, t: Translator) -> str:
    chosen = ' aria-describedby="{{v}}verdict"' if wrong else ""
    items = "".join(
        f'<label class="k-choice is-plain"><input type="radio" id="{{{{v}}}}answer-{letter}" name="answer" value="{letter}" '
        f'data-key="{n} {letter}"{" checked" + chosen if letter == text else ""}><kbd class="k-key" aria-hidden="true">{letter}</kbd>'
        f"<span>{coloured(option)}</span></label>"
        for n, (letter, option) in enumerate(zip(LETTERS, answer.options, strict=False), 1)
    )
    return (
        f'<fieldset class="{_few(answer)}"><legend class="k-vh">{escape(t("Your answer"))}</legend>{items}</fieldset>'
    )


def given(question: Question, text: str, t: Translator) -> str:
    """The right answer as it was given, in place of the form."""
    answer = question.answer
    if isinstance(answer, Choice):
        items = "".join(
            f'<li class="k-choice is-plain{" is-right" if n == answer.right else ""}"><span>{coloured(option)}</span>'
            + (f'<span class="k-tag">{escape(t("the answer"))}</span>' if n == answer.right else "")
            + "</li>"
            for n, option in enumerate(answer.options)
        )
        return f'<ul class="{_few(answer)}">{items}</ul>'
    after = f' <span class="k-cap">{escape(answer.after)}</span>' if answer.after else ""
    return f'<p class="k-right">{escape(answer.label)}: <b>{escape(text)}</b>{after}</p>'


def _few(answer: Choice) -> str:
    """The class of a list of options: three short ones stand in a row, others in two columns, long ones under each other."""
    longest = max(map(len, answer.options))
    return "k-choices" + (" is-long" if longest > 26 else "" if len(answer.options) == 3 else " is-even")


def _note(verdict: Verdict, more: str) -> str:
    tick = '<span aria-hidden="true">✓</span> ' if verdict.right else ""
    says = "".join(f"<p>{coloured(text[:1].upper() + text[1:])}</p>" for text in verdict.says)
    return f'<div class="k-note" id="{{{{v}}}}verdict"><h3>{tick}{coloured(verdict.head)}</h3>{says}{more}</div>'


# ---- help ----
def _hints(question: Question, opened: int, t: Translator) -> str:
    """The open hints and the next one. To close one closes those after it."""
    if not question.hints:
        return ""
    folds = []
    for number, hint in enumerate(question.hints[: opened + 1], 1):
        open_ = number <= opened
        label = t("Hint {n}: {title}", n=number, title=_lower(hint.title))
        body = f"<p>{coloured(hint.text)}</p>"
        if hint.line and open_ and question.scene.posts:
            unseen = odds(question.scene.posts, question.scene.seen)
            body += parts.line(unseen, unseen.by_rank, t)
        key = "h" if not open_ else "b" if number == opened else ""
        folds.append(_fold("hint", str(number), label, body if open_ else None, key))
    rest = len(question.hints) - len(folds)
    left = t.ngettext("{n} more hint after this one", "{n} more hints after this one", rest) if rest else ""
    return (
        f'<section class="k-hints" id="{{{{v}}}}hints" aria-label="{escape(t("Hints"))}">{"".join(folds)}'
        f"{f'<p class=k-cap>{escape(left)}</p>' if left else ''}</section>"
    )


def _solution(question: Question, opened: bool, t: Translator) -> str:
    answer = t("The answer is {answer}.", answer=question.answer_text(t).rstrip("."))
    lines = "".join(f"<p>{coloured(line)}</p>" for line in (*question.solution, answer))
    return f'<section id="{{{{v}}}}worked">{_fold("solution", "", t("Show the way to the answer"), lines if opened else None, "w")}</section>'


def _fold(intent: str, value: str, label: str, body: str | None, key: str) -> str:
    """A heading that opens and closes what is under it; `body` None: closed."""
    ident = f"{{{{v}}}}{intent}{'-' + value if value else ''}"
    cap = f'<kbd class="k-key" aria-hidden="true">{key.upper()}</kbd>' if key else ""
    pressed = f' data-key="{key}"' if key else ""
    inside = "" if body is None else f'<div class="k-unfolded">{body}</div>'
    return (
        f'<div class="k-fold" id="{ident}-fold"><h3><button type="button" class="k-unfold" id="{ident}" data-intent="{intent}" '
        f'value="{value}" aria-expanded="{"false" if body is None else "true"}"{pressed}>'
        f"<span>{escape(label)}</span>{cap}</button></h3>{inside}</div>"
    )


def _lower(title: str) -> str:
    """A title after a colon: without its capital, unless that is the sign of a card."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def _source(question: Question, t: Translator) -> str:
    says = t("the rule this rests on, by its number in the kit’s list of rules")
    return f'<p class="k-src">{_codes(question.clauses)}<span>{escape(says)}</span></p>' if question.clauses else ""


def _codes(clauses: Iterable[str]) -> str:
    return " ".join(f'<span class="k-code">{escape(clause)}</span>' for clause in clauses)
