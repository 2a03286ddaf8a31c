"""Wrong ideas by name: what each is called in a heading or a list, and what is said to somebody who had it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from acey_teach.i18n import N_


class Idea(NamedTuple):
    """`title` names the idea in a few small words, without a full stop; `says` answers it, whatever the numbers.

    Probabilities have their sentence in `misconceptions.MODELS`, numbers included: there `says` may be empty.
    """

    title: str
    says: str = ""


COUNTING: Mapping[str, Idea] = {
    "posts-inside": Idea(
        N_("cards on a post counted as inside"),
        N_("A card that equals a post is not inside. It is on a post, and costs the stake twice."),
    ),
    "inclusive": Idea(
        N_("the posts’ own ranks counted too"), N_("Only what lies strictly between counts, without either end.")
    ),
    "difference": Idea(
        N_("the difference of the ranks"), N_("From one post to the other it is one step more than ranks lie between.")
    ),
    "difference-cards": Idea(
        N_("one rank too many"), N_("From one post to the other it is one step more than ranks lie between.")
    ),
    "rest-is-outside": Idea(
        N_("all that is not inside taken as outside"), N_("Some of what is not inside is on a post.")
    ),
    "seen-ignored": Idea(
        N_("seen cards left in"), N_("A card that has been seen this round cannot come: take it out of the count.")
    ),
    "own-posts-left-in": Idea(
        N_("the posts left in the pack"), N_("The two posts lie open on the table. They cannot come as a third card.")
    ),
    "ranks-not-cards": Idea(
        N_("ranks counted, not cards"), N_("Each rank has four cards, less those that have been seen.")
    ),
    "ace-low": Idea(N_("the ace taken as 1"), N_("The ace is always the highest card, above the king.")),
    "faces-ten": Idea(
        N_("jack, queen and king taken as 10"), N_("Jack, queen and king are 11, 12 and 13, and the ace is 14.")
    ),
}
"""What goes wrong in counting."""

IDEAS: dict[str, Idea] = {**COUNTING}
"""Name -> idea. Names are kept in progress codes: they never change."""
