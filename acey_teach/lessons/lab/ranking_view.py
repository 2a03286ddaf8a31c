"""What a tournament came to, drawn: the ranking with its intervals, and which differences are real."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from acey_teach.analysis.contest import FEWEST, Contest, Difference
from acey_teach.i18n import Translator
from acey_teach.lessons.lab.numbers import percent, ticks
from acey_teach.widgets import draw, parts

SHOWN = 12
"""So many differences are told in words; the surest come first."""


def sentence(contest: Contest, t: Translator) -> str:
    """Who leads, and whether that is sure."""
    if not contest.deals:
        return t("No cards have been dealt yet.")
    order = contest.ranking
    lead = t(
        "After {n} deals {name} leads with {chips} chips a session.",
        n=contest.deals, name=contest.names[order[0]], chips=t.decimal(contest.mean(order[0]), signed=True),
    )  # fmt: skip
    real = sum(one.real for one in contest.differences)
    if contest.deals < FEWEST:
        return lead + " " + t("Too few deals to say how sure that is.")
    return lead + " " + t("{real} of {all} differences are real.", real=real, all=len(contest.differences))


def table(contest: Contest, t: Translator) -> str:
    """The ranking: chips won a session with the interval, and the share of sessions won."""
    made = []
    for place, entrant in enumerate(contest.ranking, 1):
        half = contest.half(entrant)
        band = "–" if half is None else f"± {t.decimal(half)}"
        cells = [(f"{place}. {escape(contest.names[entrant])}", False), (t.decimal(contest.mean(entrant), signed=True), True), (band, True), (percent(contest.share(entrant), t), True)]  # fmt: skip
        made.append(parts.row(cells))
    head = [
        (t("Entrant"), False),
        (t("Chips a session"), True),
        (t("interval (95 %)"), True),
        (t("Sessions won"), True),
    ]
    caption = t("Ranking")
    return f'<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(caption)}">{draw.table(head, made, caption)}</div>'


def told(one: Difference, contest: Contest, t: Translator) -> str:
    """One difference in words."""
    values = {
        "ahead": contest.names[one.ahead], "behind": contest.names[one.behind],
        "gap": t.decimal(one.mean, signed=True), "half": t.decimal(one.half),
    }  # fmt: skip
    if one.real:
        return t("{ahead} is better than {behind}: {gap} ± {half} chips a session. The difference is real.", **values)
    if one.more is None:
        return t("{ahead} and {behind}: {gap} ± {half}. Not decided, and nothing says it ever will be.", **values)
    return t("{ahead} and {behind}: {gap} ± {half}. Not decided: some {n} deals more might do it.", n=one.more, **values)  # fmt: skip


def differences(contest: Contest, t: Translator) -> str:
    """Which differences are real, the surest first."""
    found = contest.differences
    if not found:
        return f"<p>{escape(t('Nothing is said about differences before {n} deals.', n=FEWEST))}</p>"
    items = "".join(f"<li>{escape(told(one, contest, t))}</li>" for one in found[:SHOWN])
    more = ""
    if len(found) > SHOWN:
        real = sum(one.real for one in found[SHOWN:])
        more = f"<p>{escape(t('{n} more differences, of which {real} are real.', n=len(found) - SHOWN, real=real))}</p>"
    note = t(
        "All differences are judged together: among equals only one tournament in 20 would call any of them real. Compared is deal by deal, with the same cards."
    )
    return f'<ul>{items}</ul>{more}<p class="k-cap">{escape(note)}</p>'


def rows(contest: Contest, t: Translator) -> list[Mapping[str, object]]:
    """The rows of the chart: a mark and an interval for each entrant, 0 as a line."""
    found = [(entrant, float(contest.mean(entrant)), contest.half(entrant) or 0.0) for entrant in contest.ranking[:8]]
    steps, places = ticks(min(-1.0, *(mean - half for _, mean, half in found)), max(1.0, *(mean + half for _, mean, half in found)))  # fmt: skip

    def across(value: float) -> float:
        return (value - steps[0]) / (steps[-1] - steps[0])

    return [
        *(
            {
                "role": "mark", "at": across(mean), "low": across(mean - half), "high": across(mean + half), "row": (row + 0.5) / len(found),
                "text": contest.names[entrant],
            }
            for row, (entrant, mean, half) in enumerate(found)
        ),
        {"role": "zero", "at": across(0)},
        *({"role": "x", "at": across(step), "text": t.decimal(step, places, signed=True)} for step in steps),
        {"role": "xname", "text": t("chips a session")},
    ]  # fmt: skip
