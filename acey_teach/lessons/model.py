"""What a lesson is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from acey_teach.engine.odds import Odds
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal

Value = int | Fraction


class Kind(Enum):
    """How an answer is given: one of the options, a number, or a probability."""

    CHOICE, NUMBER, CHANCE = "choice", "number", "chance"


CHOICE, NUMBER, CHANCE = Kind


@dataclass(frozen=True)
class Step:
    """One question: what lies open, what is asked, what is then seen, and why it is so. All texts are translated.

    `right` is the place of the right option, from 0, or the number that is asked for. `slips` say what a wrong answer
    overlooks, by the same values. `before` and `after` are HTML of what lies on the table; a step without `after`
    leaves it as it was.
    """

    ask: str
    right: Value
    told: str
    why: Sequence[str]
    before: str
    after: str = ""
    options: Sequence[str] = ()
    outcomes: Sequence[Outcome] = ()  # when the options are outcomes: their shapes stand beside the words
    chance: tuple[Odds, Outcome] | None = None  # what is asked for is the probability of this outcome
    share: bool = False  # the number asked for is a probability that is no outcome of a card
    unit: str = ""  # what the number counts, after the field
    slips: Mapping[Value, str] = field(default_factory=dict)
    clauses: Sequence[str] = ()

    @property
    def kind(self) -> Kind:
        """How the answer is given."""
        return CHOICE if self.options else CHANCE if self.chance else NUMBER


@dataclass(frozen=True)
class Try:
    """One attempt to break the rules: what is tried, and what the engine says to it.

    `result` is (whether it is allowed, the sentence, the clause). `field` is a text for the label of a field, where the
    learner may write anything else of this kind.
    """

    label: str
    result: tuple[bool, str, str]


@dataclass(frozen=True)
class Field:
    """A field in the corner: anything may be typed, the engine answers."""

    label: str
    run: Callable[[str], tuple[bool, str, str]]


@dataclass(frozen=True)
class Corner:
    """The corner in which a learner tries to break the rules."""

    scene: str
    intro: str
    tries: Sequence[Try]
    field: Field | None = None


@dataclass(frozen=True)
class Check:
    """A quick check: a question and its folded answer."""

    question: str
    answer: str


StepMaker = Callable[[Deal, Translator], Step]


@dataclass(frozen=True)
class Lesson:
    """A lesson. `title` and `aim` are messages; the rest is made for a deal and a language when it is shown."""

    slug: str
    title: str
    aim: str
    clauses: Sequence[str]
    corner: Callable[[Deal, Translator], Corner]
    checks: Callable[[Deal, Translator], Sequence[Check]]
    steps: Sequence[StepMaker] = ()
