"""Notebooks in other languages: what is taken out of them for translators, and what is put back."""

from __future__ import annotations

import ast
import gettext
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from acey_teach.app import prose
from acey_teach.i18n import TAGS
from acey_teach.i18n.prose import all_pieces, code_pieces, code_translated, in_language, pieces, translated

CALM = settings(deadline=None, derandomize=True)
MARKDOWN = """# Two posts
A line,
and another  \nafter a forced break.

Some text with `code` and a [link](table.ipynb).
* One item
  over two lines
* Another
1. First
   * inner
   * list

> A saying,
> in two lines.

| Rank | Cards |
|---|---|
| 4♣ | one |

```
not prose
```
<details><summary>Answer</summary>

It is inside.

</details>
7 + 7"""


def test_pieces_are_what_a_translator_can_work_with() -> None:
    assert list(pieces(MARKDOWN)) == [
        "Two posts",
        "A line,\nand another  \nafter a forced break.",
        "Some text with `code` and a [link](table.ipynb).",
        "One item over two lines",
        "Another",
        "First\n   * inner\n   * list",
        "A saying, in two lines.",
        "| Rank | Cards |\n|---|---|\n| 4♣ | one |",
        "<details><summary>Answer</summary>",
        "It is inside.",
    ]


def test_everything_else_stays_where_it_was() -> None:
    said = translated(MARKDOWN, lambda text: text.upper())
    assert said.startswith("# TWO POSTS\nA LINE,\n") and "\n* ANOTHER\n1. FIRST" in said
    assert "\n```\nnot prose\n```\n" in said and said.endswith("\n</details>\n7 + 7")
    assert said.count("\n\n") == MARKDOWN.count("\n\n") and "\n> A SAYING, IN TWO LINES.\n" in said


@given(st.text("a1 #*->|<`\n\\.♣é", max_size=60))
@CALM
def test_any_markdown_keeps_its_letters(source: str) -> None:
    once = translated(source, lambda text: None)
    assert [c for c in once if c not in " \n>"] == [c for c in source if c not in " \n>"]
    assert translated(source, lambda text: "X").count("X") == len(list(pieces(source)))


CODE = '''from acey_teach import table  # the table
# Try other cards: é♣
panel = table(lang="en", seed="demo tape", description="Stake")
print(f"{panel.state} é cards left", 'one', "4c Qd")'''


def test_code_gives_its_comments_and_sentences() -> None:
    assert list(code_pieces(CODE)) == [
        "the table", "Try other cards: é♣", "demo tape", "Stake", "{panel.state} é cards left",
    ]  # fmt: skip
    said = code_translated(CODE, {"the table": "asztal ♠", "Stake": "Tét", "{panel.state} é cards left": "{panel.state} lap"}.get, "hu")
    assert said == CODE.replace("the table", "asztal ♠").replace("Stake", "Tét").replace(' é cards left', " lap").replace('"en"', '"hu"')
    ast.parse(said)


@pytest.mark.parametrize("source", ["%matplotlib inline # words here", "print('open", "", "x = '''a b\nc'''"])
def test_code_that_cannot_be_read_stays(source: str) -> None:
    assert code_translated(source, lambda text: "X", "es") == source


def test_a_notebook_in_another_language_is_the_same_notebook() -> None:
    cell = {"id": "x-0", "metadata": {}}
    english = {
        "cells": [
            {**cell, "cell_type": "markdown", "source": ["# Two\n", "\n", "Some\n", "text."]},
            {**cell, "cell_type": "code", "source": ['table(lang="en")'], "outputs": [{"x": 1}], "execution_count": 3},
        ],
        "metadata": {"title": "Two", "lang": "en", "acey_teach": {"summary": "All.", "order": 3}},
        "nbformat": 4,
    }
    before = json.dumps(english)
    assert list(all_pieces(english)) == ["Two", "All.", "Two", "Some text."]
    made = in_language(english, "es-x-points", {"Two": "Dos", "All.": "Todo."}.get)
    assert json.dumps(english) == before
    assert made["metadata"] == {"title": "Dos", "lang": "es-x-points", "acey_teach": {"summary": "Todo.", "order": 3}}
    assert made["cells"][0]["source"] == ["# Dos\n", "\n", "Some text."]
    assert made["cells"][1]["source"] == ['table(lang="es-x-points")']
    assert made["cells"][1]["outputs"] == [] and made["cells"][1]["execution_count"] is None


class Said(gettext.NullTranslations):
    """Knows a heading in Spanish, and a paragraph in English points."""

    def __init__(self, tag: str) -> None:
        super().__init__()
        self.known = {"es": {"Two": "Dos"}, "en-x-points": {"The pot.": "The middle."}}.get(tag, {})

    def gettext(self, message: str) -> str:
        return self.known.get(message, message)


def test_a_page_gets_each_distinct_text_once_with_its_readers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(prose, "catalog", lambda tag, domain: Said(tag))
    cells = [
        {"id": "x-0", "cell_type": "markdown", "source": ["# Two\n", "\n", "The\n", "pot."]},
        {"id": "x-1", "cell_type": "markdown", "source": ["One “text” {{ x }}\n", "over two lines \\ 4♣"]},
        {"id": "x-2", "cell_type": "code", "source": ["1 + 1"]},
    ]
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "x.ipynb").write_text(json.dumps({"cells": cells, "metadata": {"title": "Two"}}))
    assert prose.build(tmp_path, tmp_path) == ["x"]
    page = Environment().from_string((tmp_path / "prose-x.html").read_text(encoding="utf-8"))
    found = page.module.prose
    assert found["titles"] == {tag: "Dos" if tag == "es" else "Two" for tag in TAGS}
    assert found["cells"] == {
        "x-0": [
            ["en hu es-x-points hu-x-points", "# Two\n\nThe\npot."],
            ["es", "# Dos\n\nThe pot."],
            ["en-x-points", "# Two\n\nThe middle."],
        ],
        "x-1": [[" ".join(TAGS), "One “text” {{ x }}\nover two lines \\ 4♣"]],
    }
