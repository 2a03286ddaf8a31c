"""Question banks in GIFT, a format of plain text (docs.moodle.org, “GIFT format”). It has no place for hints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from acey_teach.i18n import Translator
from acey_teach.practice.bank import ANY, Item
from acey_teach.practice.moodle import category

_SPECIAL = re.compile(r"[\\~=#{}:]")


def gift(items: Sequence[Item], t: Translator) -> str:
    """A whole file: blank lines between questions and none in them. A comment holds the id of the question after it."""
    blocks = []
    for kind, found in groupby(items, lambda item: item.kind):
        blocks += [f"$CATEGORY: {category(kind, t)}", *map(_question, found)]
    return "\n\n".join(blocks) + "\n"


def _question(item: Item) -> str:
    lines = [f"// [id:{item.id}]", f"::{_plain(item.name)}::[html]{_plain(item.text)}{{"]
    if item.type == "numerical":
        lines[-1] += "#"
    for answer in item.answers:
        text, sign = _plain(answer.text), "=" if answer.mark else "~"
        if item.type == "shortanswer":
            sign = f"=%{answer.mark}%"
        elif item.type == "numerical":
            # what no number meets is an answer without a number
            text, sign = ("", "~") if text == ANY else (f"{text}:0", f"=%{answer.mark}%")
        lines.append(f"\t{sign}{text}#{_plain(answer.feedback)}")
    return "\n".join([*lines, f"\t####{_plain(item.solution)}", "}"])


def _plain(text: str) -> str:
    r"""A text with a backslash before every sign that means something.

    >>> _plain("2 = {1:1}")
    '2 \\= \\{1\\:1\\}'
    """
    return _SPECIAL.sub(lambda sign: "\\" + sign[0], text)
