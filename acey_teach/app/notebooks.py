"""Which notebooks the kit has, read from the notebooks themselves.

A notebook says in its metadata what a list needs to know about it:

    "title": "Play at the table",        in the notebook's language; also the title of its page
    "lang": "en",
    "acey_teach": {"order": 1, "minutes": 15, "summary": "...",
                   "es": {"title": "...", "summary": "..."}, "hu": {...}}

The `es` and `hu` texts serve until the notebook itself exists in that language.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

SOURCE = "en"
"""The language every notebook is written in first."""


@dataclass(frozen=True)
class Entry:
    """One notebook in a list: `path` is relative to the folder of notebooks, `minutes` 0 when not known."""

    name: str
    path: str
    title: str
    summary: str
    minutes: int


def folder() -> Path:
    """The kit's notebooks: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    shipped = package / "_notebooks"
    return shipped if shipped.is_dir() else package.parent / "notebooks"


def entries(lang: str, root: Path | None = None) -> list[Entry]:
    """The notebooks in their order, with titles in `lang`; English where a text is not translated."""
    root = root or folder()
    found = []
    for source in sorted((root / SOURCE).glob("*.ipynb")):
        translated = root / lang / source.name
        path = translated if translated.exists() else source
        meta = _metadata(path)
        about = meta.get("acey_teach", {})
        words = {"title": meta.get("title", path.stem), "summary": about.get("summary", ""), **about.get(lang, {})}
        entry = Entry(
            path.stem, path.relative_to(root).as_posix(), words["title"], words["summary"], about.get("minutes", 0)
        )
        found.append((about.get("order", 100), entry))
    return [entry for _, entry in sorted(found, key=lambda pair: (pair[0], pair[1].name))]


def find(name: str, lang: str, root: Path | None = None) -> Path:
    """The notebook a person means: a file of theirs, or one of the kit's by name (`table`).

    Raises Refusal, which names those there are.
    """
    given = Path(name)
    if given.suffix == ".ipynb" and given.is_file():
        return given.resolve()
    root = root or folder()
    known = entries(lang, root)
    for entry in known:
        if name.removesuffix(".ipynb") in (entry.name, entry.path.removesuffix(".ipynb")):
            return root / entry.path
    names = ", ".join(entry.name for entry in known)
    raise Refusal("notebook", N_("There is no notebook “{name}”. The kit has: {names}."), name=shown(name), names=names)


def _metadata(path: Path) -> dict[str, Any]:
    metadata: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["metadata"]
    return metadata
