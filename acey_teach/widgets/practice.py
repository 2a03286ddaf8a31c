"""The practice page: questions without end, chosen by what this learner gets wrong.

>>> app = PracticeApp(Progress("demo"), only="between")
>>> asked = app.start()
>>> asked.question.ask
'How many ranks lie strictly between A and 7?'
>>> app.check(asked, {"answer": "6"}).progress.right
1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, translator
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.progress import Progress, encode, parse, read
from acey_teach.practice.question import judge
from acey_teach.widgets import practice_view, question_view
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.practice_state import PracticeState, begun, dealt

Values = Mapping[str, str]


class PracticeApp:
    """The page. Keeps nothing: each intent takes a state and returns the next one. `only` is a kind; Refusal if unknown."""

    shelf, at_once = "progress", True

    def __init__(self, progress: Progress, lang: str = "en", home: str = "", only: str = "") -> None:
        self.first = begun(progress, lang, home, _kind(only))

    def start(self) -> PracticeState:
        """The first state of the page."""
        return self.first

    def view(self, state: PracticeState) -> View:
        """The page."""
        return practice_view.view(state)

    def static(self, state: PracticeState) -> str:
        """The question without controls."""
        return question_view.static(state.question, translator(state.lang))

    # ---- an earlier progress ----
    def resume(self, state: PracticeState, code: str) -> PracticeState:
        """Offer the progress this browser remembers, where it holds more than the page does."""
        both = state.progress.merged(parse(code))
        return state if both == state.progress else replace(state, offer=encode(both))

    @intent
    def take_offer(self, state: PracticeState, values: Values) -> PracticeState:
        """Go on with what the browser remembers."""
        return dealt(replace(state, offer=""), parse(state.offer)) if state.offer else state

    @intent
    def drop_offer(self, state: PracticeState, values: Values) -> PracticeState:
        """Begin anew."""
        return replace(state, offer="")

    @intent
    def load(self, state: PracticeState, values: Values) -> PracticeState:
        """Take in the progress of a file or a code, beside what is there already."""
        progress = state.progress.merged(read(values.get("value") or values.get("code", "")))
        return replace(dealt(replace(state, offer=""), progress), did="load")

    # ---- a question ----
    @intent
    def check(self, state: PracticeState, values: Values) -> PracticeState:
        """Answer. The first answer counts, later ones are for learning."""
        if state.right:
            return state
        text, question = " ".join(values.get("answer", "").split()), state.question
        try:
            verdict = judge(question, text, translator(state.lang))
        except Refusal:  # said where the field is; it is no try
            return replace(state, text=text or " ", mended=(), did="", offer="")
        progress = state.progress.practised(question, verdict, first=not state.counted)
        return replace(
            state,
            progress=progress,
            text=text,
            wrong=state.wrong + (not verdict.right),
            counted=True,
            mended=tuple(name for name in state.progress.open_ideas if progress.ideas[name].mended),
            did="",
            offer="",  # from here on this is what to remember
        )

    @intent
    def hint(self, state: PracticeState, values: Values) -> PracticeState:
        """Open a hint, and those before it; or close it, and those after it."""
        numbers = [str(n) for n in range(1, len(state.question.hints) + 1)]
        if values.get("value") not in numbers:
            return state
        number = int(values["value"])
        opened = number if number > state.opened else number - 1
        did = "hint" if opened > state.opened else ""
        return replace(state, opened=opened, helped=max(opened, state.helped), did=did)

    @intent
    def solution(self, state: PracticeState, values: Values) -> PracticeState:
        """Open or close the worked solution. Before any answer it makes the question count as not right."""
        if not state.explained:
            return state
        progress = state.progress if state.counted else state.progress.skipped(state.question)
        did = "" if state.solved else "solution"
        return replace(state, solved=not state.solved, counted=True, progress=progress, did=did)

    @intent
    def skip(self, state: PracticeState, values: Values) -> PracticeState:
        """Leave the question; without an answer it counts as not right."""
        return dealt(state, state.progress if state.counted else state.progress.skipped(state.question))

    @intent
    def next(self, state: PracticeState, values: Values) -> PracticeState:
        """The next question, once this one is over."""
        if not (state.right or state.read):
            raise Refusal("practice-open", N_("Answer this question first, or skip it."))
        return dealt(state)

    @intent
    def only(self, state: PracticeState, values: Values) -> PracticeState:
        """Practise one kind of question, or all of them again ("all")."""
        value = values.get("value", "")
        return dealt(state, only="" if value == "all" else _kind(value))


def _kind(name: str) -> str:
    if name and name not in KINDS:
        raise Refusal(
            "practice-kind",
            N_("There is no kind of question “{name}”. There are: {names}."),
            name=shown(name),
            names=", ".join(KINDS),
        )
    return name
