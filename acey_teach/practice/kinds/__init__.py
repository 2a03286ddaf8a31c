"""The kinds of question, by the name that progress and exercises use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from acey_teach.i18n import N_, Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds import chances, chips, counting, ends, values
from acey_teach.practice.question import Question


class Kind(NamedTuple):
    """A kind of question: its title, and what makes one from a deal."""

    title: str
    make: Callable[[Deal, Translator], Question]


KINDS: Mapping[str, Kind] = {
    "classify": Kind(N_("Inside, outside, on a post"), counting.classify),
    "between": Kind(N_("Ranks between"), counting.between),
    "unseen": Kind(N_("Cards that can still come"), counting.unseen),
    "count": Kind(N_("Count the cards"), counting.count),
    "chance": Kind(N_("Probability"), chances.chance),
    "past": Kind(N_("A new round"), chances.past),
    "limit": Kind(N_("The largest stake"), chips.limit),
    "settle": Kind(N_("Settle a bet"), chips.settle),
    "value": Kind(N_("Expected value"), values.value),
    "one-more": Kind(N_("One more card seen"), chances.one_more),
    "decide": Kind(N_("Bet or pass, and why"), values.decide),
    "break-even": Kind(N_("Break-even"), values.break_even),
    "end": Kind(N_("Does it end?"), ends.end),
    "share": Kind(N_("Divide the rest"), ends.share),
    "winner": Kind(N_("Who wins?"), ends.winner),
}
"""Name -> kind, from the first steps to the last. Names are kept in progress codes: they never change."""


def question(kind: str, seed: str, t: Translator) -> Question:
    """The question of a kind that a seed gives. KeyError for an unknown kind, Refusal for what is no seed."""
    return KINDS[kind].make(Deal(seed), t)
