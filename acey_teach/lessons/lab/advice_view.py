"""The coach's page drawn: the decision, the best stake for each of three aims, and what every stake does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import exp, isinf

from acey_teach.analysis.coach import Advice, StakeAdvice
from acey_teach.analysis.played_on import Chance
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_, Translator, translator
from acey_teach.lessons.lab.advice_state import OWN, AdviceState
from acey_teach.lessons.lab.numbers import percent, ticks
from acey_teach.widgets import draw, parts
from acey_teach.widgets.panel import View
from acey_teach.widgets.words import OUTCOME_WORDS

NAMES = {
    "leader": N_("The leader"),
    "behind": N_("The one behind"),
    "level": N_("All level"),
    "middle": N_("In the middle"),
}


def view(state: AdviceState) -> View:
    """The live page."""
    t = translator(state.lang)
    offer = ""
    if state.offer:
        offer = parts.offer(t("Go on where you were?"), t("This browser remembers the decision you asked about."), t)
    options = [(name, t(text)) for name, text in NAMES.items()]
    if state.name == OWN:
        options.append((OWN, t("Your own")))
    told = sentence(state, t)
    html = (
        f'<div class="k-read k-workshop">{offer}{parts.pick("position", t("Which decision"), options, state.name)}{_bring(t)}'
        f"{situation(state.session, t)}{_aims(state, t)}"
        f'<section id="{{{{v}}}}stakes" aria-label="{escape(t("Every stake"))}"><p><b>{escape(told)}</b></p>'
        f"{parts.figure('chance', told, _table(state.advice, t), t)}<p class=k-cap>{escape(_how(state.advice, t))}</p></section></div>"
    )
    default = AdviceState()
    keep = state.offer or (state.code if state.code != default.code else "")
    return View(html, told, state.code, keep, charts={"chance": rows(state.advice, t)}, lang=state.lang)


def static(state: AdviceState) -> str:
    """The decision and all stakes, for where no program runs."""
    t = translator(state.lang)
    return (
        f"{situation(state.session, t)}<p>{escape(sentence(state, t))}</p>{_table(state.advice, t)}"
        f"<p>{escape(t('Run this cell to ask about other decisions.'))}</p>"
    )


def _bring(t: Translator) -> str:
    label = t("Or a session code from the table, at a decision")
    return (
        f'<form class="k-open k-act" id="{{{{v}}}}bring" data-intent="bring" autocomplete="off"><label class="k-input" for="{{{{v}}}}code">'
        f'{escape(label)}</label><input id="{{{{v}}}}code" class="k-field-text" name="code" maxlength="4000" spellcheck="false" autocapitalize="off">'
        f'<button class="k-btn" id="{{{{v}}}}ask">{escape(t("Ask the coach"))}</button></form>'
    )


def situation(session: Session, t: Translator) -> str:
    """Who decides, about which cards, with how many chips."""
    odds, name = session.odds, session.players[session.seat].name
    stands = (
        t("{name}: {chips}", name=player.name, chips=t.number(chips))
        for player, chips in zip(session.players, session.balances, strict=True)
    )
    counts = ", ".join(
        t("{outcome} {n}", outcome=t(OUTCOME_WORDS[one]), n=odds.count(one)) for one in Outcome
    )  # fmt: skip
    says = t(
        "{name} decides in round {round} of {rounds}, with {pot} in the pot. Chips: {stands}.",
        name=name, round=session.round, rounds=session.rules.max_rounds, pot=t.number(session.pot), stands=", ".join(stands),
    )  # fmt: skip
    hand = t(
        "Unseen cards: {counts}. Each chip staked is worth {value}; the largest stake is {most}.",
        counts=counts, value=t.signed(odds.ev_per_chip), most=t.number(session.limit.stake),
    )  # fmt: skip
    cards = "".join(parts.face(card, t) for card in odds.posts)
    return f'<div class="k-rows" id="{{{{v}}}}situation"><div class="k-hand">{cards}</div><p>{escape(says)} {escape(hand)}</p></div>'


# ---- three aims ----
def _stakes(stakes: Sequence[int], t: Translator) -> str:
    """Stakes in few words: “pass”, “4”, “3 to 8”, “pass or 2 to 5”.

    >>> _stakes((0, 2, 3, 4, 9), translator("en"))
    'pass, 2 to 4 or 9'
    """
    runs: list[list[int]] = []
    for stake in stakes:
        if runs and stake == runs[-1][-1] + 1 and runs[-1][0]:
            runs[-1].append(stake)
        else:
            runs.append([stake])
    words = [
        t("pass") if not run[0] else t.number(run[0]) if len(run) == 1 else t("{low} to {high}", low=run[0], high=run[-1])
        for run in runs
    ]  # fmt: skip
    *most, last = words
    return t("{items} or {last}", items=", ".join(most), last=last) if most else last


def _aims(state: AdviceState, t: Translator) -> str:
    found, session = state.advice, state.session
    shown = (
        (t("Most chips"), found.best_chips, _why_chips(session, t)),
        (t("Most growth"), found.best_growth, _why_growth(found, t)),
        (t("Winning"), found.best_win, _why_win(found, t)),
    )
    made = "".join(
        f'<section class="k-part"><h3>{escape(title)}</h3><p class="k-big">{escape(_stakes(best, t))}</p><p>{escape(why)}</p></section>'
        for title, best, why in shown
    )
    return f'<div class="k-three" id="{{{{v}}}}aims">{made}</div>'


def _why_chips(session: Session, t: Translator) -> str:
    value = session.odds.ev_per_chip
    if value > 0:
        return t("Each chip brings something on average, so the largest stake brings most.")
    if value < 0:
        return t("Each chip costs something on average, so the smallest loss is a pass.")
    return t("A fair bet: on average no stake brings or costs anything.")


def _why_growth(found: Advice, t: Translator) -> str:
    if found.best_growth == (0,):
        return t("Who grows step by step never bets against the odds: a loss weighs more than a gain of the same size.")
    if found.best_growth == found.best_chips:
        return t("So small a part of the chips is at stake here that growth wants as much of it as there is.")
    return t("A loss weighs more than a gain of the same size: lose half, and you must double to be back. So a part is enough.")  # fmt: skip


def _why_win(found: Advice, t: Translator) -> str:
    passing, best = _win(found.stakes[0]), _win(found.of(found.best_win[0]))
    if found.best_win[0] == 0 and len(found.best_win) < len(found.stakes):
        return t("Passing wins most often: a bet puts at risk what is nearly won.")
    if len(found.best_win) == len(found.stakes):
        return t("No stake changes the chance of winning.")
    if not passing.worth:
        return t("Who passes cannot win any more. Even a bad bet is better than none.")
    says = t("Passing wins in {passing}, the best stake in {best} of all cases.", passing=percent(passing.worth, t), best=percent(best.worth, t))  # fmt: skip
    most = found.stakes[-1].win
    if most and most.worth < passing.worth:
        says += " " + t("The largest stake puts too much at risk: {share}.", share=percent(most.worth, t))
    return says


def _win(one: StakeAdvice) -> Chance:
    assert one.win is not None  # passing and the best stake are always played on
    return one.win


def sentence(state: AdviceState, t: Translator) -> str:
    """The best stakes in one sentence."""
    found = state.advice
    return t(
        "Best for chips: {chips}. For growth: {growth}. For winning the session: {win}.",
        chips=_stakes(found.best_chips, t), growth=_stakes(found.best_growth, t), win=_stakes(found.best_win, t),
    )  # fmt: skip


# ---- every stake ----
def _how(found: Advice, t: Translator) -> str:
    """Where the chances come from, and how sure they are."""
    if found.exact:
        return t("It is the last decision of the session: all chances are exact. A shared win counts by its share.")
    error = max(one.win.worth_error for one in found.stakes if one.win)
    says = t(
        "Each stake was played on {n} times with the same cards, the others and you by their strategies: a chance may be off by {error}, a difference by less.",
        n=found.rollouts, error=percent(2 * error, t),
    )  # fmt: skip
    if found.engine:
        says += " " + t("NumPy is missing here: so fewer trials, and only some stakes.")
    if len(found.as_good) > len(found.best_win):
        says += " " + t("Not to be told from the best: {stakes}.", stakes=_stakes(found.as_good, t))
    return says


def _chance(value: Fraction, found: Advice, t: Translator) -> str:
    if not found.exact and value in (0, 1):  # all trials agree, which is no certainty
        less = t("below {share}", share=percent(Fraction(1, found.rollouts), t, 2))
        return less if not value else t("above {share}", share=percent(1 - Fraction(1, found.rollouts), t, 2))
    return percent(value, t)


def _table(found: Advice, t: Translator) -> str:
    made = []
    for one in found.stakes:
        growth = "−∞" if isinf(one.growth) else percent(exp(one.growth) - 1, t, 2)
        won = [_chance(value, found, t) for value in (one.win.win, one.win.share)] if one.win else ["–", "–"]
        name = t("pass") if not one.stake else t.number(one.stake)
        best = one.stake in found.best_win
        cells = [(escape(name), False), (t.signed(one.ev), True), (growth, True), *((cell, True) for cell in won)]
        made.append(parts.row(cells, "is-now" if best else ""))
    head = [(t("Stake"), False), (t("Expected chips"), True), (t("Growth"), True), (t("Wins alone"), True), (t("Shares"), True)]  # fmt: skip
    caption = t("What each stake does")
    return f'<div class="k-scroll" tabindex="0" role="region" aria-label="{escape(caption)}">{draw.table(head, made, caption)}</div>'


def rows(found: Advice, t: Translator) -> list[Mapping[str, object]]:
    """The rows of the chart: the chance of winning for every stake, passing as a line."""
    played = [(one.stake, one.win) for one in found.stakes if one.win]
    last = max(found.stakes[-1].stake, 1)
    passing = _win(found.stakes[0]).worth
    ends = [float(win.worth) + sign * 2 * win.worth_error for _, win in played for sign in (-1, 1)]
    steps, places = ticks(100 * max(0.0, min(ends)), 100 * min(1.0, max(ends)))
    low, high = steps[0] / 100, steps[-1] / 100

    def up(value: float) -> float:
        return min(1.0, max(0.0, (value - low) / (high - low)))

    across, _ = ticks(0, last)
    return [
        *(
            {
                "role": "way", "at": stake / across[-1], "mid": up(float(win.worth)),
                "low": up(float(win.worth) - 2 * win.worth_error), "high": up(float(win.worth) + 2 * win.worth_error),
            }
            for stake, win in played
        ),
        {"role": "line", "at": up(float(passing)), "text": t("pass {share}", share=percent(passing, t)), "dashed": False, "above": True},
        *({"role": "x", "at": step / across[-1], "text": t.decimal(step, 0)} for step in across if step == int(step)),
        *({"role": "y", "at": up(step / 100), "text": percent(step / 100, t, places)} for step in steps),
        {"role": "xname", "text": t("stake")},
        {"role": "yname", "text": t("chance of winning the session")},
    ]  # fmt: skip
