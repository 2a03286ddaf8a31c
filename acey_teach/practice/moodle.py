"""Question banks in Moodle's XML format (docs.moodle.org, “Moodle XML format”)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from acey_teach.i18n import Translator
from acey_teach.practice.bank import Item
from acey_teach.practice.kinds import KINDS


def category(kind: str, t: Translator) -> str:
    """The category of a kind, as Moodle reads a path: a slash in a name is doubled.

    >>> from acey_teach.i18n import translator
    >>> category("count", translator("en"))
    '$course$/top/Acey Deucey/Count the cards'
    """
    return f"$course$/top/Acey Deucey/{t(KINDS[kind].title).replace('/', '//')}"


def moodle(items: Sequence[Item], t: Translator) -> str:
    """A whole file."""
    quiz = Element("quiz")
    for kind, found in groupby(items, lambda item: item.kind):
        _text(SubElement(SubElement(quiz, "question", type="category"), "category"), category(kind, t))
        for item in found:
            _question(quiz, item)
    indent(quiz, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(quiz, encoding="unicode")}\n'


def _question(quiz: Element, item: Item) -> None:
    made = SubElement(quiz, "question", type=item.type)
    _text(SubElement(made, "name"), item.name)
    _html(made, "questiontext", item.text)
    _html(made, "generalfeedback", item.solution)
    settings = {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0", "idnumber": item.id}
    if item.type == "multichoice":
        settings |= {"single": "true", "shuffleanswers": "false", "answernumbering": "abc"}
    elif item.type == "shortanswer":
        settings["usecase"] = "0"
    for name, value in settings.items():
        SubElement(made, name).text = value
    for answer in item.answers:
        form = "html" if item.type == "multichoice" else "moodle_auto_format"
        one = SubElement(made, "answer", fraction=str(answer.mark), format=form)
        _text(one, answer.text)
        _html(one, "feedback", answer.feedback)
        if item.type == "numerical":
            SubElement(one, "tolerance").text = "0"
    for hint in item.hints:
        _html(made, "hint", hint)


def _html(parent: Element, name: str, html: str) -> None:
    _text(SubElement(parent, name, format="html"), html)


def _text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = text
