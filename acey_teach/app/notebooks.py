"""Which notebooks the kit has, read from the notebooks themselves.

A notebook says in its metadata what a list needs to know about it:

    "title": "Play at the table",        in the notebook's language; also the title of its page
    "lang": "en",
    "acey_teach": {"kind": "table", "order": 1, "minutes": 15, "summary": "..."}

`kind` is `lesson`, `table`, `make` (make your own) or `exercise`. Exercises stand in a folder of their own: they are
answered in code, so no page shows them. The notebooks of other languages are made from the English ones, see
`acey_teach.i18n.notebooks`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, catalog, translator
from acey_teach.i18n.prose import DOMAIN as PROSE

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
    kind: str = "lesson"


def folder(name: str = "notebooks") -> Path:
    """The kit's `notebooks` or `exercises`: inside an installed package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    shipped = package / f"_{name}"
    return shipped if shipped.is_dir() else package.parent / name


def entries(tag: str, root: Path | None = None) -> list[Entry]:
    """The notebooks in their order, with titles in the language and wording of `tag`, else in English."""
    root, t = root or folder(), translator(tag)
    found = []
    for source in sorted((root / SOURCE).glob("*.ipynb")):
        own = root / t.lang / source.name
        path = own if own.exists() else source
        meta = _metadata(source if t.words else path)
        about = meta.get("acey_teach", {})
        title, summary = meta.get("title", path.stem), about.get("summary", "")
        if t.words:  # notebooks are saved in the usual wording only
            title, summary = (text and catalog(tag, PROSE).gettext(text) for text in (title, summary))
        where = path.relative_to(root).as_posix()
        entry = Entry(path.stem, where, title, summary, about.get("minutes", 0), about.get("kind", "lesson"))
        found.append((about.get("order", 100), entry))
    return [entry for _, entry in sorted(found, key=lambda pair: (pair[0], pair[1].name))]


def find(name: str, tag: str, root: Path | None = None) -> Path:
    """The notebook a person means: a file of theirs, or one of the kit's by name (`table`).

    Raises Refusal, which names those there are.
    """
    given = Path(name)
    if given.suffix == ".ipynb" and given.is_file():
        return given.resolve()
    root = root or folder()
    known = entries(tag, root)
    for entry in known:
        if name.removesuffix(".ipynb") in (entry.name, entry.path.removesuffix(".ipynb")):
            return root / entry.path
    names = ", ".join(entry.name for entry in known)
    raise Refusal("notebook", N_("There is no notebook “{name}”. The kit has: {names}."), name=shown(name), names=names)


def _metadata(path: Path) -> dict[str, Any]:
    metadata: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["metadata"]
    return metadata
