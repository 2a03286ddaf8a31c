"""Predicting at the table: the question before the odds are shown, what came of it, and all of a session's predictions.

A commitment is an outcome and, if one likes, a probability of inside (R-20, A6.2). The table only calls `form`, `told`,
`says` and `part`.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape

from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.terms import Side
from acey_teach.i18n import N_, Translator
from acey_teach.practice import answers, scoring
from acey_teach.practice.misconceptions import same, whole_percent
from acey_teach.practice.scoring import Forecast, Summary
from acey_teach.widgets import draw, parts
from acey_teach.widgets.predictions import Prediction, fell, forecasts, odds_of
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.words import OUTCOME_WORDS

ENOUGH = 2
"""Probabilities a chart of them needs."""
Rows = list[dict[str, object]]
Made = list[tuple[Prediction, Forecast]]


# ---- before ----
def form(state: TableState, t: Translator) -> str:
    """The question: where will it fall, and, if one likes, how likely is inside."""
    try:
        percent = whole_percent(answers.chance(state.draft)) if state.draft.strip() else None
    except Refusal:  # half typed
        percent = None
    spoken = t("nothing said yet") if percent is None else t.percent(Fraction(percent, 100))
    choices = "".join(
        parts.button("predict", t(OUTCOME_WORDS[o]), value=o.value, key=str(i), hint=str(i))
        for i, o in enumerate(Outcome, 1)
    )
    return (
        f'<form class="k-predict" id="{{{{v}}}}predict" data-intent="predict" autocomplete="off">'
        f"<p>{escape(t('First say what you expect. Where will the third card fall?'))}</p>{_meant(state, t)}"
        f'<div class="k-likely"><label class="k-input" for="{{{{v}}}}chance">{escape(t("How likely is inside? (if you like)"))}</label>'
        f'<input id="{{{{v}}}}chance" class="k-field-text" name="chance" value="{escape(state.draft)}" maxlength="60" spellcheck="false" '
        f'placeholder="{escape(t("1/4, 0.25 or 25 %"))}" data-live data-intent="say_chance">'
        f'<input type="range" id="{{{{v}}}}slide" min="0" max="100" value="{50 if percent is None else percent}" data-live '
        f'data-intent="slide_chance" aria-label="{escape(t("Probability of inside in percent"))}" aria-valuetext="{escape(spoken)}"></div>'
        f'<div class="k-act" role="group" aria-label="{escape(t("Your prediction"))}">{choices}</div></form>'
    )


def _meant(state: TableState, t: Translator) -> str:
    """What inside means with a pair that is bet on with a side (B1)."""
    side = state.side_now
    if side is None:
        return ""
    return f"<p>{escape(t('Inside means higher here.') if side is Side.HIGHER else t('Inside means lower here.'))}</p>"


# ---- after ----
def told(state: TableState, s: Session, t: Translator) -> str:
    """What was predicted for the hand on the table, and what has come of it."""
    sentences = _sentences(state, s, t)
    if not sentences:
        return ""
    inner = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return f'<div class="k-note k-told" id="{{{{v}}}}told">{inner}</div>'


def says(state: TableState, s: Session, narrated: str, t: Translator) -> str:
    """What is spoken: the step, and the comment on the prediction; the comment first when it is the news."""
    comment = " ".join(_sentences(state, s, t))
    both = [comment, narrated] if s.phase is Phase.DECISION else [narrated, comment]
    return " ".join(filter(None, both))


def _sentences(state: TableState, s: Session, t: Translator) -> list[str]:
    made = state.made
    if made is None or s.posts is None:
        return []
    forecast = Forecast(made.outcome, made.chance, odds_of(made, s), fell(made, s))
    found = [t("You predicted: {outcome}.", outcome=t(OUTCOME_WORDS[made.outcome]))]
    if forecast.fell:
        found = [comment(forecast, t)]
    elif s.phase in (Phase.DISCARD, Phase.NEXT_HAND):
        found.append(t("No third card was turned, so nothing shows where it would have fallen."))
    if made.chance is not None:
        found.append(_distance(forecast, made.chance, t))
        found += [wrong.sentence(t) for wrong in forecast.misconceptions]
    return found


def comment(f: Forecast, t: Translator) -> str:
    """Right or wrong, and how much that proves: the chance of what was said decides, not the one card."""
    assert f.fell
    count, best = f.odds.count, f.likeliest
    values = {
        "said": t(OUTCOME_WORDS[f.outcome]),
        "fell": t(OUTCOME_WORDS[f.fell]),
        "p": f"{count(f.outcome)}/{f.odds.unseen}",
        "best": t(OUTCOME_WORDS[best]),
        "q": f"{count(best)}/{f.odds.unseen}",
    }
    if not count(f.outcome):
        return t("You said {said}; it fell {fell}. No unseen card could have made you right.", **values)
    if f.right and best is f.outcome:
        return t("You said {said}, and that is where it fell. With {p} no outcome was likelier.", **values)
    if f.right:
        return t("You said {said}, and that is where it fell: luck, with {p}. With {q}, {best} was likelier.", **values)
    if best is f.outcome and 4 * count(f.outcome) >= 3 * f.odds.unseen:
        return t(
            "You said {said}; it fell {fell}. With {p} that is rare, but it happens: one card proves little.", **values
        )
    if best is f.outcome:
        return t("You said {said}; it fell {fell}. With {p} that happens often: one card proves little.", **values)
    return t("You said {said}, with {p}; it fell {fell}. With {q}, {best} was likelier from the start.", **values)


def _distance(f: Forecast, chance: Fraction, t: Translator) -> str:
    values = {
        "said": _said(chance, t),
        "exact": f"{f.odds.inside}/{f.odds.unseen}",
        "percent": t.percent(f.exact),
        "n": t.decimal(scoring.distance(chance, f.exact), 1),
        "points": scoring.points(chance, f.exact),
        "most": scoring.MOST,
    }
    if chance == f.exact:
        return t("You said {said} for inside. That is exactly right: {points} of {most} points.", **values)
    if same(chance, f.exact):
        return t(
            "You said {said} for inside: right in whole percent. Exactly it is {exact}. {points} of {most} points.",
            **values,
        )
    return t(
        "You said {said} for inside. Exactly it is {exact}, in whole percent {percent}: {n} percentage points away, {points} of {most} points.",
        **values,
    )


def _said(chance: Fraction, t: Translator) -> str:
    """A probability as somebody may have said it: in whole percent, as a short fraction, else to a tenth of a percent."""
    if (chance * 100).denominator == 1:
        return t.percent(chance)
    if chance.denominator <= 52:
        return t.number(chance)
    return t(N_("{n}\N{NO-BREAK SPACE}%"), n=t.decimal(chance * 100, 1))


# ---- all of a session ----
def part(state: TableState, s: Session, t: Translator) -> tuple[str, dict[str, Rows]]:
    """The session's predictions: a running tally, the chart once it says something, and a summary at the end."""
    made = forecasts(state.predictions, s)
    if not made:
        return "", {}
    total = scoring.summary(f for _, f in made)
    over = s.phase is Phase.OVER
    lines = tally(total, t) + (summary(total, t) if over else [])
    body = "".join(f"<p>{escape(line)}</p>" for line in lines)
    if over and total.names:
        items = "".join(f"<li>{escape(wrong.sentence(t))}</li>" for wrong in total.names)
        body += f"<p>{escape(t('Wrong ideas that give numbers you said:'))}</p><ul>{items}</ul>"
    charts: dict[str, Rows] = {}
    if total.said >= ENOUGH:
        charts["calibration"] = rows(made, s, t)
        label = escape(t("Your predictions"))
        scrolls = f'<div class="k-scroll" tabindex="0" role="region" aria-label="{label}">{_table(made, s, t)}</div>'
        body += parts.figure("calibration", _groups(made, t), scrolls, t, _key(t))
    body += _meaning(t) if total.said else ""
    aside = t.ngettext("{n} turn", "{n} turns", total.predicted)
    return parts.part(t("Your predictions"), f'<div class="k-tally">{body}</div>', aside, "predictions"), charts


def static(state: TableState, s: Session, t: Translator) -> str:
    """The same where no program runs: the tally and the table."""
    made = forecasts(state.predictions, s)
    if not made:
        return ""
    total = scoring.summary(f for _, f in made)
    lines = tally(total, t) + (summary(total, t) if s.phase is Phase.OVER else [])
    return f"<p>{escape(' '.join(lines))}</p>{_table(made, s, t)}"


def tally(total: Summary, t: Translator) -> list[str]:
    """How the predictions stand: third cards foretold, and how near the probabilities were."""
    found = []
    if total.settled:
        found.append(
            t.ngettext(
                "Third cards where you said: {right} of {n}.",
                "Third cards where you said: {right} of {n}.",
                total.settled,
                right=total.right,
            )
        )
    else:
        found.append(t("No third card has been turned on a prediction yet."))
    if total.distance is not None:
        found.append(
            t(
                "Your probabilities: {points} of {most} points, on average {n} percentage points away.",
                points=total.points,
                most=total.said * scoring.MOST,
                n=t.decimal(total.distance, 1),
            )
        )
    return found


def summary(total: Summary, t: Translator) -> list[str]:
    """What a whole session of probabilities shows: too high or too low, and what the cards made of it."""
    if total.bias is None:
        return [t("You said no probabilities. Next time, try one on each turn.")]
    n = t.decimal(abs(total.bias), 1)
    found = [
        t("On the whole you took inside for likelier than it was, by {n} percentage points.", n=n)
        if total.bias >= 1
        else t("On the whole you took inside for less likely than it was, by {n} percentage points.", n=n)
        if total.bias <= -1
        else t("On the whole your probabilities were neither too high nor too low.")
    ]
    if total.quadratic is not None and total.quadratic_exact is not None:
        found.append(
            t(
                "By what really fell your quadratic score is {n}; the exact probabilities would have had {exact}. Less is better.",
                n=t.decimal(total.quadratic, 3),
                exact=t.decimal(total.quadratic_exact, 3),
            )
        )
    return found


def _meaning(t: Translator) -> str:
    points = t(
        "Points: {most} for a probability that is right, one less for each {step} percentage points it is away from the exact one. "
        "Luck has no part in them.",
        most=scoring.MOST,
        step=scoring.STEP,
    )
    quadratic = t(
        "Quadratic score: the square of what was missing from the probability when it fell inside, and the square of the probability "
        "when it did not. Over many turns nobody can beat the exact probability; over a few, luck can."
    )
    return (
        f'<details class="k-fold k-same" id="{{{{v}}}}scores"><summary>{escape(t("What the scores mean"))}</summary>'
        f"<div><p>{escape(points)}</p><p>{escape(quadratic)}</p></div></details>"
    )


# ---- the chart, its words and its table ----
def rows(made: Made, s: Session, t: Translator) -> Rows:
    """The rows of the calibration chart."""
    found: Rows = [
        {"role": axis, "at": at / 2, "text": t.percent(Fraction(at, 2))} for axis in ("x", "y") for at in range(3)
    ]
    found.append({"role": "xname", "text": t("probability of inside you said")})
    found.append({"role": "yname", "text": t("exact probability of inside")})
    for p, f in made:
        if f.chance is not None:
            label = t(
                "{turn}: said {said}, exactly {exact}, {fell}",
                turn=_turn(p, s, t),
                said=_said(f.chance, t),
                exact=f"{f.odds.inside}/{f.odds.unseen}",
                fell=t(OUTCOME_WORDS[f.fell]) if f.fell else t("no third card"),
            )
            kind = f.fell.value if f.fell else "seen"
            found.append(
                {"role": "mark", "said": float(f.chance), "exact": float(f.exact), "kind": kind, "label": label}
            )
    for group in scoring.groups(f for _, f in made):
        band = {"low": float(group.low), "high": float(group.high), "share": float(group.share)}
        found.append({"role": "group", **band, "text": f"{group.inside}/{group.n}"})
    return found


def _groups(made: Made, t: Translator) -> str:
    """The chart in a sentence: each group of similar predictions with the share that fell inside."""
    found = [
        t(
            "where you said {low} to {high}, {inside} of {n} fell inside",
            low=t.percent(group.low),
            high=t.percent(group.high),
            inside=group.inside,
            n=group.n,
        )
        for group in scoring.groups(f for _, f in made)
    ]
    if not found:
        return t("Your probabilities beside the exact ones. No third card has been turned on them yet.")
    return t("Your probabilities beside the exact ones: {groups}.", groups=t.listing(found))


def _key(t: Translator) -> str:
    marks = " ".join(draw.word(o.value, t(OUTCOME_WORDS[o])) for o in Outcome)
    text = t(
        "On the dashed line a probability is exact. ✕: no third card. Bars and the fractions over them: the share that fell inside."
    )
    return f'<p class="k-cap">{marks} · {escape(text)}</p>'


def _table(made: Made, s: Session, t: Translator) -> str:
    """Every prediction in a row: turn, outcome, probability said, exact one, and where it fell."""
    body = [
        parts.row(
            [
                (escape(_turn(p, s, t)), False),
                (draw.word(p.outcome.value, t(OUTCOME_WORDS[p.outcome])), False),
                (escape(_said(f.chance, t)) if f.chance is not None else "–", True),
                (f"{f.odds.inside}/{f.odds.unseen}", True),
                (draw.word(f.fell.value, t(OUTCOME_WORDS[f.fell])) if f.fell else "–", False),
            ]
        )
        for p, f in made
    ]
    head = [
        (t("Turn"), False),
        (t("Prediction"), False),
        (t("Inside: said"), True),
        (t("exact"), True),
        (t("Third"), False),
    ]
    return draw.table(head, body, t("Your predictions"))


def _turn(p: Prediction, s: Session, t: Translator) -> str:
    return t("round {n}, {name}", n=p.round, name=s.players[p.seat].name)
