"""Lesson 7, live odds: which predictions can be read, and what a good probability is (RULES A6.2, R-20)."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.engine.odds import odds
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.attempt import attempt
from acey_teach.lessons.model import Check, Corner, Field, Lesson, Try
from acey_teach.practice.answers import chance
from acey_teach.practice.deal import Deal
from acey_teach.practice.scoring import quadratic

WRITTEN = ("110 %", "-1", "1/0", "14/25", "0,5", ".56", "56", "56 %", "１/２", "1/2/3")
"""Predictions, some of which are none."""


def corner(deal: Deal, t: Translator) -> Corner:
    """Probabilities that are none."""

    def read(text: str) -> tuple[bool, str, str]:
        def said() -> str:
            return t("That is {chance}.", chance=scenes.fraction(chance(text), t))

        return attempt(said, t)

    return Corner(
        scene="",
        intro=t("A probability is a number from nothing to the whole. Which of these can be read, and as what?"),
        tries=[Try(text, read(text)) for text in (*WRITTEN, t("maybe"))],
        field=Field(t("Your own probability"), read),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Calibration, being right, and what seen cards change."""
    two = deal.hand("live", lambda low, high: 8 <= ranks_between((low, high)) <= 9)
    seen = odds(two)
    p, outside = seen.p(Outcome.INSIDE), deal.third("live-out", two, Outcome.OUTSIDE)
    inside = deal.third("live-in", two, Outcome.INSIDE)
    gone = seen.after(inside)
    times = 2 * seen.unseen
    won, lost = quadratic(p, True), quadratic(p, False)
    return (
        Check(
            t("In {n} turns you said that inside has a chance of {fraction}. How many third cards inside would show that you are calibrated?", n=times, fraction=t.number(p)),
            t("About {n}. Rather more or rather fewer may well be luck, and the more turns there are, the smaller its part in the whole.", n=t.number(p * times)),
        ),
        Check(
            t("With {low} and {high} you say inside, and {card} falls. Was that a bad prediction?", low=two[0], high=two[1], card=outside),
            t(
                "No. Inside has {inside} of {unseen} cards, the better chance, and it stayed the better one. To be right once and to have the better chance are two things. The score of one turn, {lost} instead of {won}, says little; over very many turns the exact probability has the best average.",
                inside=seen.inside, unseen=seen.unseen, lost=t.decimal(lost), won=t.decimal(won),
            ),
        ),
        Check(
            t("Then you remember that {card} lies on the discards. What does that change?", card=inside),
            t(
                "It cannot be the third card. Instead of {inside} of {unseen} cards, {left} of {now} are inside: {fraction}.",
                inside=seen.inside, unseen=seen.unseen, left=gone.inside, now=gone.unseen, fraction=scenes.fraction(gone.p(Outcome.INSIDE), t),
            ),
        ),
    )  # fmt: skip


LESSON = Lesson(
    slug="live-odds",
    title=N_("Live odds"),
    aim=N_("Your aim: to say how likely inside is on every turn, and to find out how good your probabilities are."),
    clauses=("A6.2", "R-20"),
    corner=corner,
    checks=checks,
)
