"""How far a learner has come: one immutable value, the code that brings it back, and what to ask next.

The code is one line:

    P1.sdemo.lcount_demoq4.kbetween_2_2_3_2~count_2_1_1_4.iposts-inside_count_1_4.e1-3_2_r_14-2f-25.x…:

`s`  the seed from which the questions are dealt
`l`  the last question, its kind and seed
`k`  for each kind of question: asked, right at the first try, box, number of the question it was last asked as
`i`  for each idea met: the kind it was met in, how often, number of the question that last tried it, `m` when mended
`e`  for each exercise: tries, `r` when right (else `n`), the answer where it is short (other signs as `-2f-`, in hex)
`x`  eight letters that fit all the others

The eight letters find slips of the pen and numbers changed by hand. They are no proof: the program that makes them is
open to everybody, so whoever wants to cheat can. A code also says nothing of who answered, or with whose help.

Kinds and ideas that this version does not know are kept as they are: a newer version may have written them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import LETTERS, check_seed
from acey_teach.i18n import N_, Translator
from acey_teach.practice.question import Choice, Question, Verdict

MOST = 6500
"""Signs of the longest code. What is counted below keeps every progress under it."""
MOST_KINDS, MOST_IDEAS, MOST_EXERCISES = 24, 64, 99
MOST_ASKED, MOST_AT, MOST_COUNT, MOST_TEXT = 9999, 240_000, 99, 24
BOXES = 5
"""Right at the first try: a box up; wrong: back to the first."""
NAME = "acey-deucey-progress.txt"
"""What a file with the code is called."""

T = TypeVar("T", bound=tuple[Any, ...])
_NAME, _EXERCISE = re.compile(r"[a-z][a-z0-9-]{0,23}"), re.compile(r"[0-9a-z]{1,3}(\.[0-9a-z]{1,3})?")
_DASHES = {ord(sign): "-" for sign in "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"}
_BROKEN = N_(
    "A letter or a number of this progress code is wrong, so nothing was loaded: “{code}”. Copy all of it once more, "
    "or load the file you saved."
)
_NONE = N_("There is no progress code in this. It begins with P1. and stands in the last line of the file you saved.")
_NEWER = N_("This progress code is of a newer version of the kit. Load it there, or bring this one up to date.")


class Tally(NamedTuple):
    """How one kind of question went. `last` is the number of the question as which it was asked last."""

    asked: int = 0
    right: int = 0
    box: int = 1
    last: int = 0


class Met(NamedTuple):
    """A wrong idea that was met: how often, at which question it was last tried, whether answered right since."""

    times: int
    at: int
    mended: bool
    kind: str


class Exercise(NamedTuple):
    """An exercise of a notebook: whether it was ever right, how often it was answered, the answer where it is short."""

    right: bool
    tries: int
    text: str = ""


@dataclass(frozen=True)
class Progress:
    """Everything kept of a learner: no name, no time, no place. `seed` has at most six letters and digits.

    >>> encode(Progress("demo")).rpartition(".")[0]
    'P1.sdemo'
    """

    seed: str
    last: tuple[str, str] = ("", "")
    kinds: Mapping[str, Tally] = field(default_factory=dict)
    ideas: Mapping[str, Met] = field(default_factory=dict)
    exercises: Mapping[str, Exercise] = field(default_factory=dict)

    @property
    def asked(self) -> int:
        """How many questions were answered or skipped."""
        return sum(tally.asked for tally in self.kinds.values())

    @property
    def right(self) -> int:
        """How many of them were right at the first try."""
        return sum(tally.right for tally in self.kinds.values())

    @property
    def open_ideas(self) -> list[str]:
        """The ideas met and not yet mended, the one tried longest ago first."""
        return sorted(
            (name for name, met in self.ideas.items() if not met.mended), key=lambda name: self.ideas[name].at
        )

    def practised(self, question: Question, verdict: Verdict, first: bool = True) -> Progress:
        """With an answer to a practice question. Only the `first` one counts for what is mastered; wrong ideas always.

        An idea is mended by a right first answer to a question in which it gives another number.
        """
        new = self._asked(question, verdict.right) if first else self
        at, ideas = new.asked, dict(new.ideas)
        for name in catches(question) & ideas.keys() if first else ():
            ideas[name] = ideas[name]._replace(at=at, mended=ideas[name].mended or verdict.right)
        return replace(new, ideas=_met(ideas, verdict, at, question.kind))

    def skipped(self, question: Question) -> Progress:
        """With a question that was left without an answer, or whose solution was read first: asked, and not right."""
        return self._asked(question, None)

    def exercised(self, ident: str, verdict: Verdict, text: str, kind: str = "") -> Progress:
        """With an answer to the exercise `ident` ("1.3"); right once stays right, with the answer that was right.

        `kind` is the kind of question it is, so that practice can come back to the ideas met. ValueError for an ident
        that is none.
        """
        if not _EXERCISE.fullmatch(ident):
            raise ValueError(f"no name of an exercise: {ident[:20]!r}")
        old = self.exercises.get(ident, Exercise(False, 0))
        kept = text if len(_out(text)) <= MOST_TEXT and text.isprintable() else ""
        exercise = Exercise(
            old.right or verdict.right,
            min(MOST_COUNT, old.tries + 1),
            old.text if old.right and not verdict.right else kept,
        )
        ideas = _met(self.ideas, verdict, self.asked, kind) if kind else self.ideas
        return replace(self, exercises=_bounded({**self.exercises, ident: exercise}, MOST_EXERCISES), ideas=ideas)

    def merged(self, other: Progress) -> Progress:
        """What both know, kind by kind the one with more questions: to merge the same one twice changes nothing."""
        newer = max(self, other, key=lambda p: (p.asked, p.seed, p.last))
        return Progress(
            newer.seed,
            newer.last,
            _bounded(_larger(self.kinds, other.kinds), MOST_KINDS),
            _foremost(_larger(self.ideas, other.ideas)),
            _bounded(_larger(self.exercises, other.exercises), MOST_EXERCISES),
        )

    def _asked(self, question: Question, right: bool | None) -> Progress:
        old = self.kinds.get(question.kind, Tally())
        asked = min(MOST_ASKED, old.asked + 1)
        tally = Tally(
            asked,
            min(asked, old.right + (right is True)),
            old.box if right is None else min(BOXES, old.box + 1) if right else 1,
            self.asked + asked - old.asked,
        )
        kinds = _bounded({**self.kinds, question.kind: tally}, MOST_KINDS)
        return replace(self, kinds=kinds, last=(question.kind, question.seed))


def catches(question: Question) -> set[str]:
    """The ideas that give another answer than the right one here: who answers right does not have them."""
    exact = not isinstance(question.answer, Choice) and question.answer.value.denominator > 1
    return {slip.idea for slip in question.slips} | ({"rounded"} if exact else set())


def _met(ideas: Mapping[str, Met], verdict: Verdict, at: int, kind: str) -> Mapping[str, Met]:
    new = dict(ideas)
    for name in verdict.slips:
        times = new[name].times + 1 if name in new else 1
        new[name] = Met(min(MOST_COUNT, times), at, False, kind)
    return _foremost(new)


def _foremost(ideas: Mapping[str, Met]) -> Mapping[str, Met]:
    """As many ideas as are kept: those mended long ago are let go first."""
    ranked = sorted(ideas.items(), key=lambda item: (item[1].mended, -item[1].at, item[0]))
    return _bounded(dict(ranked), MOST_IDEAS)


def _bounded(items: Mapping[str, T], most: int) -> Mapping[str, T]:
    return items if len(items) <= most else dict(list(items.items())[:most])


def _larger(a: Mapping[str, T], b: Mapping[str, T]) -> dict[str, T]:
    return {name: max(each[name] for each in (a, b) if name in each) for name in sorted({*a, *b})}


# ---- the code ----
def encode(progress: Progress) -> str:
    """The code of a progress. Answers to exercises are left out of one that would be longer than `MOST`."""
    code = _code(progress)
    if len(code) <= MOST:
        return code
    bare = {name: exercise._replace(text="") for name, exercise in progress.exercises.items()}
    return _code(replace(progress, exercises=bare))


def _code(progress: Progress) -> str:
    kinds = [f"{name}_{x.asked}_{x.right}_{x.box}_{x.last}" for name, x in sorted(progress.kinds.items())]
    ideas = [
        f"{name}_{x.kind}_{x.times}_{x.at}{'_m' if x.mended else ''}" for name, x in sorted(progress.ideas.items())
    ]
    done = [
        f"{name.replace('.', '-')}_{x.tries}_{'r' if x.right else 'n'}{'_' + _out(x.text) if x.text else ''}"
        for name, x in sorted(progress.exercises.items())
    ]
    last = ["l" + "_".join(progress.last)] if progress.last[0] else []
    lists = [mark + "~".join(items) for mark, items in (("k", kinds), ("i", ideas), ("e", done)) if items]
    body = ".".join(["P1", "s" + progress.seed, *last, *lists])
    return f"{body}.x{_check(body)}"


def parse(code: str) -> Progress:
    """The progress a code stands for, capital letters or not; Refusal for anything else.

    >>> parse(encode(Progress("demo"))) == Progress("demo")
    True
    """
    text = code.strip().translate(_DASHES).lower() if isinstance(code, str) and len(code) <= 2 * MOST else ""
    if re.match(r"p[2-9]\.", text):
        raise Refusal("progress-newer", _NEWER)
    body, _, check = ("P" + text[1:]).rpartition(".x")
    try:
        if len(text) > MOST or not body.isascii() or check != _check(body):
            raise ValueError
        parts = dict.fromkeys("slkie", "") | {part[0]: part[1:] for part in body.split(".")[1:]}
        kind, _, seed = parts["l"].partition("_")
        progress = Progress(
            check_seed(parts["s"]),
            (kind, check_seed(seed)) if kind else ("", ""),
            dict(map(_tally, _items(parts["k"]))),
            dict(map(_idea, _items(parts["i"]))),
            dict(map(_exercise, _items(parts["e"]))),
        )
        sizes = (len(progress.kinds), len(progress.ideas), len(progress.exercises), len(progress.seed))
        if any(size > most for size, most in zip(sizes, (MOST_KINDS, MOST_IDEAS, MOST_EXERCISES, 6), strict=True)):
            raise ValueError
        if encode(progress) != f"{body}.x{check}":  # one progress, one code
            raise ValueError
    except (ValueError, TypeError, IndexError) as error:
        raise Refusal("progress-code", _BROKEN, code=shown(code)) from error
    return progress


def _items(text: str) -> list[list[str]]:
    return [item.split("_") for item in text.split("~")] if text else []


def _named(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError
    return name


def _upto(most: int, text: str) -> int:
    value = int(text)
    if not 0 <= value <= most:
        raise ValueError
    return value


def _tally(item: list[str]) -> tuple[str, Tally]:
    name, *numbers = item
    asked, right, box, last = (
        _upto(most, text) for most, text in zip((MOST_ASKED, MOST_ASKED, BOXES, MOST_AT), numbers, strict=True)
    )
    if right > asked or not box:
        raise ValueError
    return _named(name), Tally(asked, right, box, last)


def _idea(item: list[str]) -> tuple[str, Met]:
    name, kind, count, at, *mended = item
    return _named(name), Met(_upto(MOST_COUNT, count), _upto(MOST_AT, at), mended == ["m"], _named(kind))


def _exercise(item: list[str]) -> tuple[str, Exercise]:
    name, tries, right, *text = item
    ident = name.replace("-", ".")
    if not _EXERCISE.fullmatch(ident):
        raise ValueError
    return ident, Exercise(right == "r", _upto(MOST_COUNT, tries), _in(text[0]) if text else "")


def _out(text: str) -> str:
    return "".join(c if c in LETTERS else f"-{ord(c):x}-" for c in text)


def _in(text: str) -> str:
    """What `_out` wrote; one part in two of it is a sign in hex. ValueError for what nobody can be shown."""
    made = "".join(chr(int(part[:6], 16)) if n % 2 else part for n, part in enumerate(text.split("-")))
    if not made.isprintable():
        raise ValueError
    return made


def _check(body: str) -> str:
    from hashlib import sha256  # loads OpenSSL: only where there is a code

    value = int.from_bytes(sha256(f"acey_teach/progress/{body}".encode()).digest())
    return "".join(LETTERS[value // 36**n % 36] for n in range(8))


# ---- a file, or what somebody pastes ----
def file_text(progress: Progress, t: Translator) -> str:
    """The code as a text file that says what it is."""
    says = (
        t("My progress in the exercises and the practice of Acey Deucey."),
        t("To go on, load this file on the practice page, or with progress() in a notebook of exercises."),
        t(
            "It proves nothing: not who answered, and not without whose help. Its last letters find changes made by "
            "mistake, and whoever wants to cheat can write others."
        ),
        summary(progress, t),
    )
    return "".join(f"# {line}\n" for line in says) + f"\n{encode(progress)}\n"


def summary(progress: Progress, t: Translator) -> str:
    """How much was asked and how much of it right, in a sentence."""
    return t.ngettext(
        "{n} question, {right} right at the first try.",
        "{n} questions, {right} right at the first try.",
        progress.asked,
        right=t.number(progress.right),
    )


def read(text: str) -> Progress:
    """The progress in anything that holds its code: a file, a mail with broken lines. Refusal where there is none.

    >>> read("> my code: " + encode(Progress("demo"))[:9] + "\\n> " + encode(Progress("demo"))[9:]) == Progress("demo")
    True
    """
    whole = re.sub(r"[\s>*`\"]+", "", text.translate(_DASHES)).lower()
    starts = [found.start() for found in re.finditer(r"p\d\.s", whole)]
    if not starts:
        raise Refusal("progress-none", _NONE)
    broken: Refusal | None = None
    for start in starts[:-50:-1]:  # the last one a file holds is the latest; no text is searched for long
        found = re.match(r"p\d\.[a-z0-9._~-]*?\.x[a-z0-9]{8}", rest := whole[start : start + 2 * MOST])
        try:
            return parse(found[0] if found else rest)
        except Refusal as refusal:
            broken = broken or refusal
    assert broken
    raise broken
