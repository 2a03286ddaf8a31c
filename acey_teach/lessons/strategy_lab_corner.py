"""The corner and the quick checks of lesson 9."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.analysis.coach import advise, positions
from acey_teach.analysis.long_run import begin
from acey_teach.engine.record import encode, parse
from acey_teach.engine.session import Session
from acey_teach.i18n import Translator
from acey_teach.lessons.attempt import attempt, typed
from acey_teach.lessons.model import Check, Corner, Field, Try
from acey_teach.practice.deal import Deal


def corner(deal: Deal, t: Translator) -> Corner:
    """Runs that cannot be played, and moments in which there is nothing to advise."""

    def sessions(text: str) -> tuple[bool, str, str]:
        return attempt(
            lambda: t("{n} sessions can be played.", n=begin(["bold", "random"], target=typed(text)).target), t
        )

    def seats(*names: str) -> tuple[bool, str, str]:
        return attempt(lambda: t("{n} bots sit down.", n=len(begin(names).seats)), t)

    def asked(code: str) -> tuple[bool, str, str]:
        return attempt(lambda: t("The coach looks at {n} stakes.", n=len(advise(parse(code)).stakes)), t)

    decision, before = positions()["leader"], Session.new(["Ana", "Bence"], seed=deal.seed)
    return Corner(
        scene="",
        intro=t("Ask the lab for what it cannot do, and read why."),
        tries=[
            Try(t("no session at all"), sessions("0")),
            Try(t("two and a half sessions"), sessions("2.5")),
            Try(t("a million sessions"), sessions("1000000")),
            Try(t("one bot alone"), seats("bold")),
            Try(t("a bot that always wins"), seats("always-wins", "bold")),
            Try(t("four bots that do anything"), seats(*["random"] * 4)),
            Try(t("the coach, before a card is dealt"), asked(encode(before))),
            Try(t("the coach, at a decision"), asked(encode(decision))),
        ],
        field=Field(t("Your own number of sessions"), sessions),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """What a band says, what the same cards are good for, and what a good stake is good for."""
    mean, half = 100 + deal.number("mean", 1, 4), deal.number("half", 1, 3)
    return (
        Check(
            t("A bot’s mean is {mean} ± {half} chips, in {held} of {runs} such runs the band holds the truth. Will its next session end between {low} and {high}?", mean=mean, half=half, held=95, runs=100, low=mean - half, high=mean + half),
            t("Rather not. The band is about the mean of very many sessions. A single session lies much further off, and it stays so however many are played."),
        ),
        Check(
            t("Why do two strategies that are compared get the same cards?"),
            t("So that they share their luck. What is left of the difference is their own doing, and far fewer sessions show it."),
        ),
        Check(
            t("A bet costs chips on average. When is it right all the same?"),
            t("When only winning counts and passing cannot win any more. A stake is good or bad for an aim: chips on average, growth, or winning today."),
        ),
    )  # fmt: skip
