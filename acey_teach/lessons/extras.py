"""What stands under the steps of a lesson: the corner in which to break the rules, and the quick checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from acey_teach.i18n import Translator, translator
from acey_teach.lessons.course import find
from acey_teach.lessons.model import Corner
from acey_teach.practice.deal import deal_of
from acey_teach.widgets.panel import View, intent
from acey_teach.widgets.parts import button

Values = Mapping[str, str]


@dataclass(frozen=True)
class ExtraState:
    """What a corner shows: the attempts made so far (their places), and what was typed last."""

    slug: str
    seed: str
    lang: str = "en"
    tried: tuple[int, ...] = ()
    typed: str | None = None


class _Extra:
    def __init__(self, slug: str, seed: str, lang: str) -> None:
        self.first = ExtraState(slug, seed, lang)
        self.lesson = find(slug)

    def start(self) -> ExtraState:
        """The first state."""
        return self.first

    def resume(self, state: ExtraState, code: str) -> ExtraState:
        """Nothing here is worth remembering."""
        return state


class CornerApp(_Extra):
    """Try to break it: each attempt is put to the engine, which answers as it does at the table."""

    def view(self, state: ExtraState) -> View:
        """The attempts and what came of them."""
        t = translator(state.lang)
        corner = self.lesson.corner(deal_of(state.seed), t)
        said = ""
        if state.typed is not None and corner.field:
            said = sentence(corner.field.run(state.typed), t)
        elif state.tried:
            said = sentence(corner.tries[state.tried[-1]].result, t)
        return View(
            f'<div class="k-read k-corner">{_corner(corner, state, t)}</div>', said or corner.intro, lang=state.lang
        )

    def static(self, state: ExtraState) -> str:
        """All attempts with their answers."""
        t = translator(state.lang)
        corner = self.lesson.corner(deal_of(state.seed), t)
        rows = "".join(f"<li>{escape(one.label)} → {escape(sentence(one.result, t))}</li>" for one in corner.tries)
        return f"<p>{escape(corner.intro)}</p><ul>{rows}</ul>"

    @intent
    def attempt(self, state: ExtraState, values: Values) -> ExtraState:
        """Try one of the suggestions."""
        text = values.get("value", "")
        most = len(self.lesson.corner(deal_of(state.seed), translator(state.lang)).tries)
        if not (text.isascii() and text.isdigit() and int(text) < most):
            return state
        rest = tuple(n for n in state.tried if n != int(text))
        return replace(state, tried=(*rest, int(text)), typed=None)

    @intent
    def own(self, state: ExtraState, values: Values) -> ExtraState:
        """Try what was typed."""
        return replace(state, typed=values.get("own", "")[:200])


def sentence(result: tuple[bool, str, str], t: Translator) -> str:
    """What came of an attempt, in one line, with the clause it rests on."""
    allowed, says, clause = result
    source = f" ({clause})" if clause else ""
    return (t("Allowed. {sentence}", sentence=says) if allowed else t("Refused. {sentence}", sentence=says)) + source


def _corner(corner: Corner, state: ExtraState, t: Translator) -> str:
    items = ""
    for n, one in enumerate(corner.tries):
        said = f'<p class="k-cap">{escape(sentence(one.result, t))}</p>' if n in state.tried else ""
        items += f'<li id="{{{{v}}}}try-{n}">{button("attempt", one.label, value=str(n), classes="is-try")}{said}</li>'
    own = ""
    if corner.field:
        said = (
            f'<p class="k-cap" id="{{{{v}}}}own-said">{escape(sentence(corner.field.run(state.typed), t))}</p>'
            if state.typed is not None
            else ""
        )
        own = (
            f'<form class="k-act k-own" id="{{{{v}}}}own-form" data-intent="own" autocomplete="off"><label class="k-input" for="{{{{v}}}}own">{escape(corner.field.label)}'
            f'<input id="{{{{v}}}}own" name="own" maxlength="200" spellcheck="false"></label><button id="{{{{v}}}}own-go" class="k-btn">{escape(t("Try it"))}</button></form>{said}'
        )
    return f'{corner.scene}<p>{escape(corner.intro)}</p><ul class="k-tries">{items}</ul>{own}'


class ChecksApp(_Extra):
    """Quick checks: each answer is folded until it is asked for."""

    def view(self, state: ExtraState) -> View:
        """The questions with their folded answers."""
        t = translator(state.lang)
        return View(f'<div class="k-read">{self._folds(state, t)}</div>', t("Quick check"), lang=state.lang)

    def static(self, state: ExtraState) -> str:
        """The same: a browser folds without a program."""
        return self._folds(state, translator(state.lang))

    def _folds(self, state: ExtraState, t: Translator) -> str:
        folds = "".join(
            f'<details class="k-fold"><summary>{escape(check.question)}</summary><p>{escape(check.answer)}</p></details>'
            for check in self.lesson.checks(deal_of(state.seed), t)
        )
        return f'<div class="k-box"><div class="k-folds">{folds}</div></div>'
