"""The kinds of question, by the name that progress and exercises use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from acey_teach.i18n import N_, Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds import counting
from acey_teach.practice.question import Question


class Kind(NamedTuple):
    """A kind of question: its title, and what makes one from a deal."""

    title: str
    make: Callable[[Deal, Translator], Question]


KINDS: Mapping[str, Kind] = {
    "between": Kind(N_("Ranks between"), counting.between),
    "count": Kind(N_("Count the cards"), counting.count),
}
"""Name -> kind, from the first steps to the last. Names are kept in progress codes: they never change."""


def question(kind: str, seed: str, t: Translator) -> Question:
    """The question of a kind that a seed gives. KeyError for an unknown kind, Refusal for what is no seed."""
    return KINDS[kind].make(Deal(seed), t)
