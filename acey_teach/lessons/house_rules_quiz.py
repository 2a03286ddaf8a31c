"""Which rule does your family play? Questions found from the presets, so that a new preset is found by its answers too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import combinations

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import ABOUT, PRESETS, SOURCES, Preset, Rules, Value
from acey_teach.engine.shuffle import check_of
from acey_teach.i18n import N_, Translator, translator
from acey_teach.lessons.house_rules_view import table_link
from acey_teach.widgets import parts
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.rules_view import title

Values = Mapping[str, str]
MOST = 5
"""How many questions there are at most."""
UNSURE = "-"
_BROKEN = N_("This is not the code of these questions, or a letter of it is wrong: “{code}”. Answer them again.")


class Question(tuple[str, tuple[Value, ...]]):
    """A rule that is asked for, and its values (of a number those somebody has written down), the guide's first."""

    @property
    def name(self) -> str:
        """The rule."""
        return self[0]

    @property
    def values(self) -> tuple[Value, ...]:
        """What can be answered."""
        return self[1]


def questions(presets: Mapping[str, Preset] = PRESETS) -> list[Question]:
    """The rules to ask for: each tells apart as many presets as possible that the ones before leave together."""
    rules = {name: preset.rules for name, preset in presets.items()}
    together = {*combinations(rules, 2)}  # the pairs of presets that no question tells apart so far
    left = [name for name in ABOUT if len({getattr(one, name) for one in rules.values()}) > 1]
    found: list[Question] = []

    def apart(name: str) -> set[tuple[str, str]]:
        return {
            pair for pair in combinations(rules, 2) if getattr(rules[pair[0]], name) != getattr(rules[pair[1]], name)
        }

    while left and len(found) < MOST:
        # of those that help as much, one that is told in a sentence rather than in a number
        name = max(left, key=lambda name: (len(apart(name) & together), bool(ABOUT[name].choices), len(apart(name))))
        left.remove(name)
        together -= apart(name)
        said = tuple(ABOUT[name].choices) or tuple(dict.fromkeys(getattr(one, name) for one in rules.values()))
        found.append(Question((name, said)))
    return found


def closest(
    answers: Sequence[Value | None], asked: Sequence[Question], presets: Mapping[str, Preset] = PRESETS
) -> tuple[str, list[int]]:
    """The preset with the fewest answers that differ (the places of these); the first of several. None is no answer."""
    differ = {
        name: [
            n
            for n, (question, answer) in enumerate(zip(asked, answers, strict=True))
            if answer is not None and answer != getattr(preset.rules, question.name)
        ]
        for name, preset in presets.items()
    }
    best = min(differ, key=lambda name: len(differ[name]))
    return best, differ[best]


@cache
def _asked() -> list[Question]:
    return questions()


@dataclass(frozen=True)
class QuizState:
    """What was answered so far: places of values, `UNSURE`, or "" where nothing was said."""

    lang: str = "en"
    home: str = ""
    answers: tuple[str, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """An answer, or "", for each question."""
        return (*self.answers, *[""] * (len(_asked()) - len(self.answers)))


def encode(state: QuizState) -> str:
    """The code of the answers: `F1.02-10.x…`."""
    body = "F1." + "".join(answer or "_" for answer in state.said)
    return f"{body}.x{check_of(body)}"


def parse(code: str) -> QuizState:
    """The answers a code stands for; Refusal for anything else.

    >>> parse(encode(QuizState(answers=("0", "1")))).said[:3]
    ('0', '1', '')
    """
    signs = code.split(".")[1] if code.count(".") == 2 else ""
    state = QuizState(answers=tuple(sign.replace("_", "") for sign in signs))
    known = len(signs) == len(_asked()) and all(map(_readable, range(len(signs)), state.answers))
    if not known or encode(state) != code:
        raise Refusal("quiz-code", _BROKEN, code=shown(code))
    return state


def _readable(n: int, answer: str) -> bool:
    return answer in ("", UNSURE, *map(str, range(len(_asked()[n].values))))


class QuizApp:
    """The questions and the rules they lead to. Keeps nothing."""

    def __init__(self, first: QuizState) -> None:
        self.first = first

    def start(self) -> QuizState:
        """The first state."""
        return self.first

    def resume(self, state: QuizState, code: str) -> QuizState:
        """The answers the browser remembers."""
        return replace(state, answers=parse(code).answers)

    @intent
    def answer(self, state: QuizState, values: Values) -> QuizState:
        """Answer a question: its place, a colon, the place of the value or `UNSURE`."""
        place, _, said = values.get("value", "").partition(":")
        if place not in map(str, range(len(_asked()))) or not said or not _readable(int(place), said):
            return state
        answers = [*state.said]
        answers[int(place)] = said
        return replace(state, answers=tuple(answers))

    @intent
    def again(self, state: QuizState, values: Values) -> QuizState:
        """Forget all answers."""
        return replace(state, answers=())

    def view(self, state: QuizState) -> View:
        """The questions, and the result once all are answered."""
        t = translator(state.lang)
        says, found = _result(state, t)
        asked = "".join(_question(n, question, state, t) for n, question in enumerate(_asked()))
        keep = encode(state) if any(state.answers) else ""
        html = f'<div class="k-read k-quiz">{asked}{found}</div>'
        return View(html, says, encode(state), keep, lang=state.lang)

    def static(self, state: QuizState) -> str:
        """The questions as a list."""
        t = translator(state.lang)
        items = "".join(f"<li>{escape(_heading(question, t))}</li>" for question in _asked())
        return f"<ol>{items}</ol><p>{escape(t('Run this cell to answer.'))}</p>"


def _heading(question: Question, t: Translator) -> str:
    about = ABOUT[question.name]
    return t(about.title) if about.choices else t(about.says)


def _says(question: Question, value: Value, t: Translator) -> str:
    """A value as an answer: its sentence, or the number."""
    about = ABOUT[question.name]
    return t(about.told(value).says) if about.choices else t.number(int(value))


def _question(n: int, question: Question, state: QuizState, t: Translator) -> str:
    options = [
        *((str(at), _says(question, value, t)) for at, value in enumerate(question.values)),
        (UNSURE, t("I do not know")),
    ]
    items = "".join(
        f'<label class="k-choice"><input type="radio" id="{{{{v}}}}answer-{n}-{key}" name="answer{n}" value="{n}:{key}" data-intent="answer"'
        f"{' checked' if state.said[n] == key else ''}><span>{escape(text)}</span></label>"
        for key, text in options
    )  # fmt: skip
    legend = f"{t('Question {n} of {most}', n=n + 1, most=len(_asked()))} · {_heading(question, t)}"
    return f'<fieldset class="k-choices is-long is-ink" id="{{{{v}}}}q{n}"><legend class="k-cap">{escape(legend)}</legend>{items}</fieldset>'


def _result(state: QuizState, t: Translator) -> tuple[str, str]:
    """What is said, and the rules that come closest with their table."""
    left = state.said.count("")
    if left:
        says = t.ngettext("{n} question is left.", "{n} questions are left.", left)
        return says, f'<p class="k-cap" id="{{{{v}}}}left">{escape(says)}</p>'
    asked = _asked()
    answers = [None if said == UNSURE else asked[n].values[int(said)] for n, said in enumerate(state.said)]
    name, differ = closest(answers, asked)
    preset = PRESETS[name]
    named = {asked[n].name: answer for n, answer in enumerate(answers) if answer is not None}
    more = [title(rule, value, t) for rule, value in preset.changes.items() if rule not in named]
    head = (
        t("Closest to yours: “{name}”. It differs in this:", name=t(preset.title))
        if differ
        else t("Then begin with “{name}”.", name=t(preset.title))
        if not named
        else t("Your answers fit “{name}”.", name=t(preset.title))
        if more
        else t("Your family plays “{name}”.", name=t(preset.title))
    )
    items = [
        _difference(asked[n], answer, getattr(preset.rules, asked[n].name), t)
        for n, answer in enumerate(answers)
        if n in differ and answer is not None
    ]
    also = [t("It also says: {rules}.", rules=t.listing(more))] if more else []
    source = t("From {source}.", source=t(SOURCES[preset.source]))
    own, mine = _own(named), ""
    if own and named and own != preset.rules:  # a row of its own: two such links are too wide for a phone
        link = table_link(own, state.home, t, "is-main", t("Play by your answers"))
        mine = f'<p class="k-act">{link}</p>'
    link = table_link(preset.rules, state.home, t, "" if mine else "is-main")
    listed = "".join(f"<li>{escape(item)}</li>" for item in items)
    return " ".join([head, *items, *also]), (
        f'<div class="k-told" id="{{{{v}}}}found"><p><b>{escape(head)}</b></p>{f"<ul>{listed}</ul>" if items else ""}'
        f"{''.join(f'<p>{escape(one)}</p>' for one in also)}<p>{escape(t(preset.says))} {escape(source)}</p></div>"
        f'{mine}<p class="k-act">{link}{parts.button("again", t("Once more"), classes="is-bare")}</p>'
    )


def _own(named: Mapping[str, Value]) -> Rules | None:
    """The guide with the answers; None where these are no rules, for some do not go together (B14)."""
    try:
        return Rules.of(named)
    except Refusal:
        return None


def _difference(question: Question, mine: Value, other: Value, t: Translator) -> str:
    one, two = (_says(question, value, t) for value in (mine, other))
    if ABOUT[question.name].choices:
        return t("You said: {answer} There: {other}", answer=one, other=two)
    # a number says nothing by itself
    return f"{_heading(question, t)} {t('You said: {answer} There: {other}', answer=f'{one}.', other=f'{two}.')}"
