"""Questions for a learning platform: each with everything that is said to its answers, right and wrong.

An `Item` is a question as question banks know it: a text, answers with a mark and a feedback, hints. What is said comes
from `judge`, so a bank and the kit's own pages never disagree. `moodle` and `gift` write items in their formats.

>>> from acey_teach.i18n import translator
>>> item = items(["count"], 1, "demo", translator("en"))[0]
>>> item.type, [(answer.text, answer.mark) for answer in item.answers][:3]
('numerical', [('0', 100), ('5', 0), ('4', 0)])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from itertools import count, islice
from typing import NamedTuple

from acey_teach.engine.cards import RANK_NAMES, RANKS
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import LETTERS, numbers
from acey_teach.i18n import N_, Translator
from acey_teach.practice import question as asked
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.misconceptions import whole_percent
from acey_teach.practice.question import Choice, Hint, Number, Question, judge

ANY = "*"
"""The text of the answer that is met by everything the others do not meet."""
_PLACES = 6
_TRIES = 50


class Answer(NamedTuple):
    """An answer as it is typed, in HTML for a choice; its mark, 100 or 0; and what is said to it, in HTML."""

    text: str
    mark: int
    feedback: str


class Item(NamedTuple):
    """A question of a bank. `id` is the same for the same question; `type` is numerical, shortanswer or multichoice.

    `text`, `solution` and `hints` are HTML in one line. The answers are looked at in their order.
    """

    kind: str
    id: str
    name: str
    type: str
    text: str
    answers: tuple[Answer, ...]
    solution: str
    hints: tuple[str, ...]


def kinds_of(text: str) -> tuple[str, ...]:
    """The kinds somebody listed with commas, from the first steps to the last; all for an empty text, else Refusal.

    >>> kinds_of(" count,between ")
    ('between', 'count')
    """
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in KINDS:
            raise Refusal(
                "kind",
                N_("There is no kind of question “{name}”. Choose from {kinds}."),
                name=shown(name),
                kinds=", ".join(KINDS),
            )
    return tuple(kind for kind in KINDS if kind in names or not names)


def questions(kind: str, seed: str, purpose: str, t: Translator) -> Iterator[Question]:
    """Questions of a kind without end, the same for the same seed and purpose; no two alike while there are others."""
    met: set[tuple[str, str]] = set()
    repeated = 0
    for n in count(1):
        drawn = islice(numbers(seed, f"{purpose}/{kind}/{n}"), 8)
        made = question(kind, "".join(LETTERS[value % 36] for value in drawn), t)
        if (made.given, made.ask) not in met or repeated == _TRIES:
            met.add((made.given, made.ask))
            repeated = 0
            yield made
        else:
            repeated += 1


def items(kinds: Sequence[str], each: int, seed: str, t: Translator) -> list[Item]:
    """`each` items of every kind, from a seed."""
    return [
        _item(made, f"{t(KINDS[kind].title)} {n}", t)
        for kind in kinds
        for n, made in enumerate(islice(questions(kind, seed, "bank", t), each), 1)
    ]


def _item(made: Question, name: str, t: Translator) -> Item:
    wanted = made.answer
    parts = [paragraphs([made.given]), f"<p><b>{escape(made.ask)}</b></p>"]
    if isinstance(wanted, Choice):
        type_ = "multichoice"
        lettered = zip(asked.LETTERS, wanted.options, strict=False)
        answers = [Answer(escape(option), *_said(made, letter, t)) for letter, option in lettered]
    else:
        values = [Fraction(wanted.value), *(slip.value for slip in made.slips)]
        whole = values[0].denominator == 1 and not wanted.chance and all(map(_exact, values))
        if not whole and not wanted.percent:
            parts.append(f"<p>{escape(t('Write it as a fraction, such as 3/4, or as a decimal that is exact.'))}</p>")
        type_ = "numerical" if whole else "shortanswer"
        texts = dict.fromkeys(map(_exact, values)) if whole else _texts(made, values, wanted)
        answers = [Answer(text, *_said(made, text, t)) for text in texts]
        answers.append(Answer(ANY, 0, paragraphs([t("Not yet. Here is a hint"), made.hints[0].text])))
    return Item(
        made.kind,
        f"{made.kind}-{made.seed}",
        name,
        type_,
        "".join(parts),
        tuple(answers),
        paragraphs(made.solution),
        tuple(_hint(hint, made) for hint in made.hints),
    )


def paragraphs(lines: Sequence[str]) -> str:
    """Lines of text as HTML."""
    return "".join(f"<p>{escape(' '.join(line.split()))}</p>" for line in lines if line)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table, its heading row first; nothing for none."""
    told = [
        "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
        for tag, row in zip(["th", *["td"] * len(rows)], rows, strict=False)
    ]
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in told)}</tbody></table>" if rows else ""


def _hint(hint: Hint, made: Question) -> str:
    """A hint; where the rank line belongs to it, the unseen cards of each rank as a table."""
    scene, line = made.scene, ""
    if hint.line and scene.posts:
        left = odds(scene.posts, scene.seen).by_rank
        line = _table([[RANK_NAMES[rank] for rank in RANKS], [str(left[rank]) for rank in RANKS]])
    return f"<p><b>{escape(hint.title)}</b></p>{paragraphs([hint.text])}{line}"


def _said(made: Question, text: str, t: Translator) -> tuple[int, str]:
    """The mark of an answer and what is said to it; the solution follows what is right."""
    try:
        verdict = judge(made, text, t)
    except Refusal as refusal:  # a wrong idea may give what is no probability at all
        return 0, paragraphs([refusal.sentence(t)])
    return 100 * verdict.right, paragraphs([verdict.head, *verdict.says, *(made.solution if verdict.right else ())])


# ---- the texts of a number ----
def _texts(made: Question, values: Sequence[Fraction], wanted: Number) -> list[str]:
    """What people write who mean one of the values or round the first, which is right. The others are the slips'."""
    said, right, signed = " ".join(made.solution), values[0], min(values) < 0
    found: list[str] = []
    for value, why in zip(values, ["", *(slip.why for slip in made.slips)], strict=True):
        unders = re.findall(r"/\s*(\d{1,3})(?!\d)", f"{said} {why}") + re.findall(r"\d{1,3}", wanted.after)
        found += written(value, sorted({*map(int, unders)}), percent=wanted.chance, signed=signed)
        found += [f"{whole_percent(value)}{sign}" for sign in (" %", "%") if wanted.chance]
    for places in (2, 3, 4) if right.denominator > 1 else ():
        near = _decimal(right, places)
        found += [near, near.replace(".", ",")]
    return [*dict.fromkeys(found)]


def written(value: Fraction, unders: Sequence[int] = (), *, percent: bool = False, signed: bool = False) -> list[str]:
    """The ways to write a number exactly: as a fraction, also over each of `unders` where it can be; as a decimal.

    `percent`: in percent too. `signed`: a gain also with its plus sign.

    >>> written(Fraction(14, 25), [49, 50], percent=True)
    ['14/25', '28/50', '0.56', '0,56', '.56', '56 %', '56%']
    >>> written(Fraction(-1, 3)), written(Fraction(2), signed=True)
    (['-1/3', '−1/3'], ['2', '+2'])
    """
    size = abs(value)
    texts = [str(size)]
    if size.denominator > 1:
        exact = _exact(size)
        texts += [f"{size * n}/{n}" for n in unders if n > size.denominator and (size * n).denominator == 1]
        texts += [exact, exact.replace(".", ","), exact[exact.startswith("0") :]] if exact else []
    if percent and (hundredths := _exact(100 * size)):
        texts += [f"{number}{sign}" for number in (hundredths, hundredths.replace(".", ",")) for sign in (" %", "%")]
    if value < 0:
        texts = [sign + text for text in texts for sign in "-−"]
    elif value and signed:
        texts += [f"+{text}" for text in texts]
    return [*dict.fromkeys(texts)]


def _exact(value: Fraction) -> str:
    """A number as a decimal with a point; empty where there is no exact one of a few places."""
    for places in range(_PLACES + 1):
        if (value * 10**places).denominator == 1:
            return _decimal(value, places)
    return ""


def _decimal(value: Fraction, places: int) -> str:
    """A number rounded to decimal places, half up, with a point."""
    scaled = int(2 * abs(value) * 10**places + 1) // 2
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if value < 0 else ''}{whole}" + (f".{rest:0{places}d}" if places else "")
