"""The page of a tournament of bots, drawn."""

from __future__ import annotations

from html import escape

from acey_teach.i18n import Translator, translator
from acey_teach.lessons.lab import ranking_view as ranking
from acey_teach.lessons.lab.matches_state import MOST, SIZES, MatchesState, encode
from acey_teach.lessons.lab.numbers import large, select
from acey_teach.lessons.lab.run_bar import NOTICES, bar
from acey_teach.lessons.lab.run_state import BOTS, Phase
from acey_teach.widgets import parts
from acey_teach.widgets.panel import View
from acey_teach.widgets.words import STRATEGY_WORDS


def view(state: MatchesState) -> View:
    """The live page."""
    t, code = translator(state.lang), encode(state)
    offer = ""
    if state.offer:
        offer = parts.offer(t("Go on where you were?"), t("This browser remembers what you had chosen here."), t)
    far = t("{n} of {all} deals", n=large(state.done), all=large(state.target))
    html = (
        f'<div class="k-read k-workshop">{offer}{_controls(state, t)}{bar(state.phase, state.done, state.target, far, t)}'
        f'<section id="{{{{v}}}}found">{_found(state, t, live=True)}</section></div>'
    )
    says = (
        t("The run goes on. Pause it to hear where it is.")
        if state.phase is Phase.RUNNING
        else ranking.sentence(state.contest(t), t)
    )  # fmt: skip
    keep = state.offer or (code if code != encode(MatchesState()) else "")
    charts = {"ranking": ranking.rows(state.contest(t), t)} if state.done else {}
    return View(html, says, code, keep, charts, {key: t(text) for key, text in NOTICES.items()}, state.lang)


def static(state: MatchesState) -> str:
    """What came of it so far, for where no program runs."""
    t = translator(state.lang)
    return f"{_found(state, t, live=False)}<p>{escape(t('Run this cell to let bots play a tournament.'))}</p>"


def _controls(state: MatchesState, t: Translator) -> str:
    names = [(name, t(STRATEGY_WORDS[name])) for name in BOTS]
    entrants = "".join(
        select("enter_bot", f"entrant{n}", t("Entrant {n}", n=n + 1), [(f"{n} {name}", text) for name, text in names], f"{n} {bot}")
        for n, bot in enumerate(state.bots)
    )  # fmt: skip
    more = parts.button("enter_bot", t("One more"), value="+", off=t("More than {n} there are not here.", n=MOST) if len(state.bots) >= MOST else "")  # fmt: skip
    less = parts.button("enter_bot", t("One less"), value="-", off=t("A tournament needs two.") if len(state.bots) <= 2 else "")  # fmt: skip
    sizes = [(str(n), t("{n} deals", n=large(size))) for n, size in enumerate(SIZES)]
    return (
        f'<div class="k-fields">{entrants}</div><p class="k-act">{more}{less}</p>'
        f'<div class="k-fields">{select("choose_deals", "deals", t("How many"), sizes, str(state.size))}</div>'
    )


def _found(state: MatchesState, t: Translator, *, live: bool) -> str:
    contest = state.contest(t)
    if not state.done:
        says = t("In each deal the bots change seats until everybody has had every seat, with the same cards. What do you expect: who is first, and who last?")  # fmt: skip
        return f"<p>{escape(says)}</p>"
    told, table = ranking.sentence(contest, t), ranking.table(contest, t)
    figure = parts.figure("ranking", told, table, t) if live else table
    return (
        f'<p id="{{{{v}}}}told"><b>{escape(told)}</b></p>{figure}'
        f"{parts.part(t('Which differences are real?'), ranking.differences(contest, t))}"
    )
