"""Written when the package is built: each notebook's prose in every language and wording, for Voila's template.

    pages/prose-table.html     {"titles": {tag: title}, "cells": {id of the cell: [[tags, Markdown], ...]}}

So a page changes its language at once, whichever translation it was opened in.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from acey_teach.app import notebooks
from acey_teach.i18n import TAGS, catalog
from acey_teach.i18n.prose import DOMAIN, Notebook, translated


def build(out: Path, root: Path | None = None) -> list[str]:
    """Write one file a notebook into `out`; the names of the notebooks."""
    for old in out.glob("prose-*.html"):
        old.unlink()
    names = []
    for source in sorted(((root or notebooks.folder()) / notebooks.SOURCE).glob("*.ipynb")):
        notebook = json.loads(source.read_text(encoding="utf-8"))
        text = f"{{% set prose = {json.dumps(in_every_language(notebook), ensure_ascii=False)} %}}\n"
        (out / f"prose-{source.stem}.html").write_text(text, encoding="utf-8")
        names.append(source.stem)
    return names


def in_every_language(notebook: Notebook) -> dict[str, Any]:
    """The titles by tag; the Markdown cells by id, each distinct text with the tags that read it."""
    said = {tag: catalog(tag, DOMAIN).gettext for tag in TAGS}
    title = notebook["metadata"]["title"]
    cells: dict[str, list[list[str]]] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            source = "".join(cell["source"])
            # English as it is in the notebook, where the template looks it up
            texts = {tag: source if tag == notebooks.SOURCE else translated(source, said[tag]) for tag in TAGS}
            plain = translated(source, lambda text: None)
            tags: dict[str, list[str]] = {}
            for tag, text in texts.items():
                tags.setdefault(source if text == plain else text, []).append(tag)
            cells[cell["id"]] = [[" ".join(of), text] for text, of in tags.items()]
    return {"titles": {tag: say(title) for tag, say in said.items()}, "cells": cells}
