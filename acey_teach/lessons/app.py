"""A lesson as a page: what a learner or a teacher may ask of it. The page is drawn in `view` and `present`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import new_seed
from acey_teach.i18n import N_, translator
from acey_teach.lessons import view
from acey_teach.lessons.course import find
from acey_teach.lessons.judge import read
from acey_teach.lessons.model import Lesson, Step
from acey_teach.lessons.state import LessonState, Stage, encode, parse
from acey_teach.practice.deal import deal_of
from acey_teach.widgets.panel import View, intent, paper
from acey_teach.widgets.sheet import Sheet, document
from acey_teach.widgets.votes import MOST
from acey_teach.widgets.votes import read as hands

Values = Mapping[str, str]


class LessonApp:
    """The steps of one lesson: predict, reveal, why."""

    def __init__(self, first: LessonState) -> None:
        self.first = first
        self.lesson: Lesson = find(first.slug)

    def start(self) -> LessonState:
        """The first state of the page."""
        return self.first

    def view(self, state: LessonState) -> View:
        """The page."""
        return view.view(state, self.lesson)

    def static(self, state: LessonState) -> str:
        """The first question with its picture, without controls."""
        return view.static(state, self.lesson)

    def resume(self, state: LessonState, code: str) -> LessonState:
        """Offer to go on where the browser remembers this learner was."""
        offered = encode(parse(code, state.slug))
        return state if offered == encode(state) else replace(state, offer=offered)

    @intent
    def take_offer(self, state: LessonState, values: Values) -> LessonState:
        """Go on where the browser remembers."""
        if not state.offer:
            return state
        return replace(parse(state.offer, state.slug), lang=state.lang, home=state.home, present=state.present)

    @intent
    def drop_offer(self, state: LessonState, values: Values) -> LessonState:
        """Begin anew."""
        return replace(state, offer="")

    # ---- predict, reveal, why ----
    @intent
    def reveal(self, state: LessonState, values: Values) -> LessonState:
        """Commit to an answer and see. A class that votes need not commit."""
        if state.stage is not Stage.PREDICT:
            return state
        text = " ".join(values.get("answer", "").split())  # it stands in the code: no run of spaces makes it long
        if not state.present or text:
            read(self._step(state), text)
        return replace(state.answered(text), stage=Stage.REVEAL, offer="")  # from here on this is what to remember

    @intent
    def next(self, state: LessonState, values: Values) -> LessonState:
        """From the reveal to the reason, from the reason to the next question."""
        if state.stage is Stage.REVEAL:
            return replace(state, stage=Stage.WHY)
        if state.stage is Stage.WHY:
            return replace(state, at=state.at + 1, stage=Stage.PREDICT)
        raise Refusal("predict", N_("First say what you expect, then reveal the answer."))

    @intent
    def back(self, state: LessonState, values: Values) -> LessonState:
        """One stage back; an answer that was given stays given."""
        if state.stage is not Stage.PREDICT:
            return replace(state, stage=Stage(state.stage - 1))
        if not state.at:
            raise Refusal("beginning", N_("This is the beginning."))
        return replace(state, at=state.at - 1, stage=Stage.WHY)

    @intent
    def new_deal(self, state: LessonState, values: Values) -> LessonState:
        """The same lesson with other cards and numbers, from its first step."""
        return replace(state, seed=new_seed(), at=0, stage=Stage.PREDICT, answers=(), votes=())

    @intent
    def again(self, state: LessonState, values: Values) -> LessonState:
        """The same lesson from its first step."""
        return replace(state, at=0, stage=Stage.PREDICT, answers=(), votes=())

    # ---- in class ----
    @intent
    def presenting(self, state: LessonState, values: Values) -> LessonState:
        """Large, for a projector, or as a page to read."""
        return replace(state, present=not state.present)

    @intent(live=True)
    def vote(self, state: LessonState, values: Values) -> LessonState:
        """The hands counted for each option, as they are typed."""
        old = self._votes(state)
        return self._voted(state, [hands(values.get(f"vote{i}", str(n))) for i, n in enumerate(old)])

    @intent(live=True)
    def one_more(self, state: LessonState, values: Values) -> LessonState:
        """One more hand for an option."""
        counts, option = self._votes(state), values.get("value", "")
        if option.isascii() and option.isdigit() and int(option) < len(counts):
            counts[int(option)] = min(MOST, counts[int(option)] + 1)
        return self._voted(state, counts)

    def _votes(self, state: LessonState) -> list[int]:
        size = len(self._step(state).options)
        return [*(state.votes[state.at] if state.at < len(state.votes) else ()), *[0] * size][:size]

    def _voted(self, state: LessonState, counts: list[int]) -> LessonState:
        votes = [*state.votes, *[()] * (state.at + 1 - len(state.votes))]
        votes[state.at] = tuple(counts)
        return replace(state, votes=tuple(votes))

    def _step(self, state: LessonState) -> Step:
        if state.at >= len(self.lesson.steps):
            raise Refusal("end", N_("The lesson is over. Go back, or begin again."))
        return self.lesson.steps[state.at](deal_of(state.seed), translator(state.lang))

    # ---- on paper ----
    @paper
    def handout(self, state: LessonState) -> str:
        """The lesson as a sheet to print, without the answers."""
        made = self._sheet(state)
        return document(made.title, made.body, translator(state.lang))

    @paper
    def handout_with_answers(self, state: LessonState) -> str:
        """The same with the answers on a page of their own."""
        made = self._sheet(state)
        return document(made.title, made.body, translator(state.lang), made.answers)

    def _sheet(self, state: LessonState) -> Sheet:
        from acey_teach.lessons.sheet import sheet

        return sheet(self.lesson, state.seed, translator(state.lang))
