"""What tests of pages share: a strict reader of the HTML the kit writes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import settings

# A run must not hang on luck: what is tried is the same each time. `--hypothesis-profile=default` tries anew.
settings.register_profile("calm", derandomize=True, deadline=None)
settings.load_profile("calm")

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}
SHAPES = {"circle", "ellipse", "path", "rect"}  # of pictures: closed in themselves
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls")


class Reader(HTMLParser):
    """Reads a page and writes down what is wrong with its markup."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names):
            self.faults.append(f"an attribute twice: <{tag} {names}>")
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID and not (tag in SHAPES and (self.get_starttag_text() or "").endswith("/>")):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    if reader.open:
        reader.faults.append(f"never closed: {reader.open}")
    return reader


@pytest.fixture(scope="session")
def reading() -> Callable[[str], Reader]:
    """`reading(html)`: the tags, the text and the faults of markup."""
    return read


@pytest.fixture(scope="session")
def sound() -> Callable[..., Reader]:
    """`sound(html, app)`: assert that markup, ids, references and keys are whole, and each control has its intent."""
    return check


def check(html: str, app: object) -> Reader:
    page = read(html)
    faults, tags = page.faults, page.tags
    left = re.findall(r"\{\w*\}", html.replace("{{v}}", ""))
    if left:
        faults.append(f"not filled in: {left}")
    ids = [a["id"] for _, a in tags if "id" in a]
    faults += [f"an id twice: {i}" for i, n in Counter(ids).items() if n > 1]
    faults += [f"an id for every view: {i}" for i in ids if not i.startswith("{{v}}")]
    faults += [
        f"{name}={a[name]} leads nowhere"
        for _, a in tags
        for name in REFERENCES
        for one in a.get(name, "").split()
        if name in a and one not in ids
    ]
    controls = [(tag, a) for tag, a in tags if "data-intent" in a]
    for tag, a in controls:
        if a["data-intent"] == "language":  # the panel's own
            continue
        kind = getattr(getattr(app, a["data-intent"], None), "_intent", None)
        if kind != ("live" if "data-live" in a else "step"):
            faults.append(f"<{tag} data-intent={a['data-intent']}> meets {kind}")
    keys = Counter(key for _, a in tags if a.get("aria-disabled") != "true" for key in a.get("data-key", "").split())
    faults += [f"a key twice: {key}" for key, n in keys.items() if n > 1]
    faults += [
        f"<{tag} {a}> has no id: the focus would be lost"
        for tag, a in tags
        if tag in ("button", "input", "select") and "id" not in a
    ]
    assert not faults, faults
    return page
