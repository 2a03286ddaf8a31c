"""The order of the lessons. A lesson's module is imported when it is opened: a learner's kernel holds one."""

from __future__ import annotations

from importlib import import_module

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_
from acey_teach.lessons.model import Lesson

COURSE = {
    "preparation": N_("Before the first card"),
    "posts": N_("Two posts"),
    "settlement": N_("The stake and its settlement"),
    "next-round": N_("The next round"),
    "session-end": N_("The end of a session"),
    "worked-example": N_("Inside is not on the post"),
    "live-odds": N_("Live odds"),
    "house-rules": N_("House rules"),
    "strategy-lab": N_("Strategy lab"),
    "two-games": N_("Two games, one name"),
}
"""The lessons in their order, by the name of their notebook, with their titles."""


def find(slug: str) -> Lesson:
    """The lesson of that name; Refusal, which names those there are, for any other.

    >>> find("posts").slug
    'posts'
    """
    if slug not in COURSE:
        raise Refusal(
            "lesson",
            N_("There is no lesson “{name}”. The lessons are: {names}."),
            name=shown(slug),
            names=", ".join(COURSE),
        )
    lesson: Lesson = import_module(f"acey_teach.lessons.{slug.replace('-', '_')}").LESSON
    return lesson


def place(slug: str) -> int:
    """The number of a lesson in the course, from 1."""
    return [*COURSE].index(slug) + 1


def following(slug: str) -> str:
    """The name of the next lesson, "" after the last."""
    names = [*COURSE, ""]
    return names[names.index(slug) + 1]
