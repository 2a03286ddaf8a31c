"""A question: what is asked, the exact answer, the wrong ideas that give other answers, hints, and the sum written out.

A question is made for a seed and a language by one of `acey_teach.practice.kinds`. `judge` reads an answer as people
write it, and says which idea a wrong one comes from. A wrong answer that no idea gives gets a hint and no diagnosis.

>>> from acey_teach.i18n import translator
>>> from acey_teach.practice.kinds import question
>>> t = translator("en")
>>> asked = question("count", "demo", t)
>>> asked.ask, asked.answer.value
('How many of the 48 unseen cards fall inside?', 3)
>>> judge(asked, " 3 ", t).right, judge(asked, "4", t).head
(True, 'Not yet: seen cards left in')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator
from acey_teach.practice.answers import chance, number
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.misconceptions import same, whole_percent

LETTERS = "abcdefgh"
"""What stands before the options of a choice."""


@dataclass(frozen=True)
class Scene:
    """What lies on the table. `posts` in the order of the deal; `seen` are the other cards seen this round (R-20).

    `facts` are labels with their values, as `("Pot", "10")`; `rows` a table with its heading row first.
    """

    posts: tuple[Card, ...] = ()
    third: Card | None = None
    seen: tuple[Card, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Hint(NamedTuple):
    """One step of help. `line`: the rank line with the unseen cards is shown with it (the scene has posts then)."""

    title: str
    text: str
    line: bool = False


class Slip(NamedTuple):
    """A wrong answer and the idea it comes from: a name in `ideas.IDEAS`, and a sentence about this very number.

    `value` is the number, or the place of the option in a choice.
    """

    idea: str
    value: Fraction
    why: str = ""


class Number(NamedTuple):
    """The answer is a number, exact. `label` stands before the field and `after` behind it ("of 50", "chips").

    `chance`: it is a probability, 0 to 1. `percent`: rounded to whole percent or better will do, and the question says
    so.
    """

    value: Fraction | int
    label: str
    after: str = ""
    chance: bool = False
    percent: bool = False


class Choice(NamedTuple):
    """The answer is one of the options. `also`: other words for each of them, as in another language of the kit."""

    options: tuple[str, ...]
    right: int
    also: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Question:
    """A question in one language. `given` says in a sentence what the scene shows, for where there are no pictures.

    `solution` is the way to the answer, line by line; it counts the cards where cards are to be counted. `slips` hold
    wrong values only, each idea once.
    """

    kind: str
    seed: str
    ask: str
    given: str
    scene: Scene
    answer: Number | Choice
    slips: tuple[Slip, ...]
    hints: tuple[Hint, ...]
    solution: tuple[str, ...]
    clauses: tuple[str, ...]

    def answer_text(self, t: Translator) -> str:
        """The right answer, as one writes it."""
        if isinstance(self.answer, Choice):
            return self.answer.options[self.answer.right]
        return t.number(self.answer.value)


@dataclass(frozen=True)
class Verdict:
    """What is said to an answer: a heading, sentences, and the names of the ideas a wrong one comes from."""

    right: bool
    head: str
    says: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it in one text."""
        return " ".join([self.head if self.head.endswith((".", "!", "?")) else f"{self.head}.", *self.says])


def slips(exact: Fraction | int, found: Sequence[tuple[str, Fraction | int | None, str]]) -> tuple[Slip, ...]:
    """The slips of a question: (idea, value, sentence), without those that give the exact answer or nothing at all.

    >>> slips(7, [("inclusive", 9, "…"), ("difference", 7, "…"), ("ace-low", None, "…")])
    (Slip(idea='inclusive', value=Fraction(9, 1), why='…'),)
    """
    return tuple(Slip(idea, Fraction(value), why) for idea, value, why in found if value is not None and value != exact)


def judge(question: Question, text: str, t: Translator) -> Verdict:
    """What to say to an answer; Refusal, with a sentence, for what cannot be read as one.

    Two ideas that give the same number are both named. A probability in whole percent is that of an idea too, unless
    the right one rounds to the same: then it is near, and no more is known.
    """
    wanted = question.answer
    if isinstance(wanted, Choice):
        chosen = Fraction(option(wanted.options, text, wanted.also))
        if chosen == wanted.right:
            return Verdict(True, t("Right."))
        met = [slip for slip in question.slips if slip.value == chosen]
        return _named(met, t) if met else _hinted(question, t)
    value, exact = number(text), Fraction(wanted.value)
    if value == exact:
        return Verdict(True, t("Right."))
    near, decimal = wanted.chance and same(value, exact), "/" not in text
    if wanted.percent and decimal and whole_percent(value) == whole_percent(exact) and (near or rounded(value, exact)):
        return Verdict(True, t("Right."), (t("It is rounded; exactly it is {answer}.", answer=t.number(exact)),))
    alike = same if wanted.chance and not near else Fraction.__eq__
    if met := [slip for slip in question.slips if alike(value, slip.value)]:
        return _named(met, t)
    if wanted.chance:
        chance(text)
    if decimal and rounded(value, exact):
        return _named([Slip("rounded", value)], t)
    return _hinted(question, t)


def _named(met: Sequence[Slip], t: Translator) -> Verdict:
    names = tuple(slip.idea for slip in met)
    titles = [t(IDEAS[name].title) for name in names]
    said = [" ".join(filter(None, [slip.why, t(IDEAS[slip.idea].says)])) for slip in met]
    if len(met) == 1:
        return Verdict(False, t("Not yet: {idea}", idea=titles[0]), tuple(said), names)
    head = t("Not yet: {n} ideas lead to this answer", n=len(met))
    return Verdict(
        False, head, tuple(t("{idea}: {why}", idea=a, why=b) for a, b in zip(titles, said, strict=True)), names
    )


def _hinted(question: Question, t: Translator) -> Verdict:
    return Verdict(False, t("Not yet. Here is a hint"), tuple(hint.text for hint in question.hints[:1]))


def rounded(value: Fraction, exact: Fraction) -> bool:
    """Whether a decimal is another number rounded to its places, one at least, or cut off after two or more.

    >>> [rounded(Fraction(text), Fraction(7, 13)) for text in ("0.538", "0.53", "0.5", "0.55", "1")]
    [True, True, True, False, False]
    """
    for places in range(1, 16):
        scaled = value * 10**places
        if scaled.denominator == 1:
            off = abs(exact) * 10**places - abs(scaled)
            return value.denominator > 1 and (2 * abs(off) <= 1 or (places > 1 and 0 < off < 1)) and value * exact > 0
    return False


def option(options: Sequence[str], text: str, also: Sequence[Sequence[str]] = ()) -> int:
    """Which option is meant, by its letter (a, b, c …), its words or others for it; Refusal for anything else.

    >>> option(["inside", "outside"], "b)"), option(["inside", "outside"], " “Inside”. ")
    (1, 0)
    >>> option(["inside", "outside"], "fuera", [["dentro"], ["fuera"]])
    1
    """
    plain, letters = _plain(text), LETTERS[: len(options)]
    words = [{letter, _plain(choice)} for letter, choice in zip(letters, options, strict=True)]
    for known, more in zip(words, also, strict=False):
        known.update(map(_plain, more))
    for place, known in enumerate(words):
        if plain in known:
            return place
    if not plain:
        raise Refusal("choice-empty", N_("There is no answer yet. Choose one: {letters}."), letters=", ".join(letters))
    raise Refusal(
        "choice",
        N_("“{text}” is none of the answers. Write the letter of one: {letters}."),
        text=shown(text),
        letters=", ".join(letters),
    )


def _plain(text: str) -> str:
    """Words without what stands around them: spaces, a bracket, a full stop, quotation marks."""
    return " ".join(text.split()).strip(" .)(\"'“”„‘’«»").casefold()
