"""The guides in docs: every language has the same parts and names what stands on the page, and links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GUIDES = ("teachers.md", "learners.md")
LANGS = ("es", "hu")
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

each_guide = pytest.mark.parametrize("guide", GUIDES)
each_lang = pytest.mark.parametrize("lang", LANGS)


def text(path: Path) -> str:
    """A page without its fenced blocks: a # in one is no heading, and [1](2) no link."""
    return re.sub(r"^(```|~~~).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def headings(path: Path) -> list[tuple[int, str]]:
    return [(len(level), title) for level, title in re.findall(r"^(#+) +(.+)$", text(path), re.MULTILINE)]


def anchors(path: Path) -> set[str]:
    """As GitHub makes them of headings."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for _, title in headings(path)}


def rows(path: Path) -> list[int]:
    """The number of cells of every row of every table, in their order."""
    return [line.count("|") - 1 for line in text(path).splitlines() if line.lstrip().startswith("|")]


def commands(path: Path) -> list[str]:
    """Commands in code spans; the word that stands for a code is translated."""
    found = re.findall(r"`(acey-teach[^`]*)`", text(path))
    return [re.sub(r"\b[A-ZÀ-Ý]{3,}\b", "CODE", command) for command in found]


def keys(path: Path) -> list[str]:
    """What is pressed, from the first column of the table of keys; the name of the space bar is translated."""
    cells = re.findall(r"^   \| (`.*?) \|", text(path), re.MULTILINE)
    found = [key for cell in cells for key in re.findall(r"`([^`]+)`", cell)]
    return ["Space" if key in ("Espacio", "Szóköz") else key for key in found]


def steps(path: Path) -> list[str]:
    return re.findall(r"^(?:\d+\.|\*)(?= )", text(path), re.MULTILINE)


@each_lang
@each_guide
@pytest.mark.parametrize("part", [rows, commands, keys, steps])
def test_guides_have_the_same_parts_in_every_language(part, guide: str, lang: str) -> None:
    assert part(DOCS / lang / guide) == part(DOCS / guide)


@each_lang
@each_guide
def test_guides_have_the_same_levels_of_headings(guide: str, lang: str) -> None:
    levels = [level for level, _ in headings(DOCS / guide)]
    assert levels[0] == 1
    assert [level for level, _ in headings(DOCS / lang / guide)] == levels


@each_lang
@each_guide
def test_guides_lead_to_the_notebooks_of_their_language(guide: str, lang: str) -> None:
    names = re.findall(r"\]\(\.\./notebooks/en/([^)]+)\)", text(DOCS / guide))
    assert names
    assert re.findall(rf"\]\(\.\./\.\./notebooks/{lang}/([^)]+)\)", text(DOCS / lang / guide)) == names


@each_lang
@each_guide
def test_guides_name_what_stands_on_the_page(guide: str, lang: str) -> None:
    with (ROOT / "acey_teach/i18n/locale" / lang / "LC_MESSAGES/acey_teach.po").open("rb") as file:
        said = {message.id: message.string for message in read_po(file) if isinstance(message.id, str) and message.id}
    plain, told = (" ".join(text(path).split()) for path in (DOCS / guide, DOCS / lang / guide))
    named = {name for name in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", plain) if name in said}
    assert {"Other cards", "Quick check"} <= named
    assert not [said[name] for name in sorted(named) if f"*{said[name]}*" not in told]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(<?([^)\s>]+)", text(page)):
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    assert not broken
