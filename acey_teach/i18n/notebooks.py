"""Write the translated notebooks from the English ones and the catalogs: `python -m acey_teach.i18n.notebooks`.

`notebooks/es`, `notebooks/hu`, `exercises/es` and `exercises/hu` are made by this command alone: same cells, same code,
`lang="es"` in place of `lang="en"`. What is not translated stays English. With `--check` nothing is written; the exit
status is 1 when a notebook is not what it would be.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from babel.messages.catalog import Catalog

from acey_teach.i18n import LANGUAGES
from acey_teach.i18n.catalogs import SOURCE, is_open, read
from acey_teach.i18n.prose import DOMAIN, Notebook, all_pieces, dumped, in_language

ROOT = Path(__file__).parents[2]
"""A checkout; an installed package holds the notebooks finished."""
FOLDERS = ("notebooks", "exercises")


def sources() -> dict[Path, Notebook]:
    """The English notebooks."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder / SOURCE).glob("*.ipynb"))]
    return {path: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def template() -> Catalog:
    """Every piece of the English notebooks, each with the notebooks it stands in."""
    found = Catalog(project=DOMAIN)
    for path, notebook in sources().items():
        for text in all_pieces(notebook):
            found.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return found


def translations(lang: str) -> Callable[[str], str | None]:
    """What a catalog as it is in its file says for a piece; None for what is still open."""
    said = {message.id: message.string for message in read(lang, DOMAIN) if not is_open(message)}
    return lambda text: str(said[text]) if text in said else None


def made() -> dict[Path, str]:
    """Every translated notebook as it should be."""
    return {
        path.parents[1] / lang / path.name: dumped(in_language(notebook, lang, translations(lang)))
        for lang in LANGUAGES
        if lang != SOURCE
        for path, notebook in sources().items()
    }


def main(arguments: list[str]) -> int:
    """Write or check the translated notebooks; one whose source is gone goes too."""
    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python -m acey_teach.i18n.notebooks [--check]", file=sys.stderr)
        return 2
    wanted = made()
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    others = [ROOT / folder / lang for folder in FOLDERS for lang in LANGUAGES if lang != SOURCE]
    there = {path for folder in others for path in folder.glob("*.ipynb")}
    if check:
        for path in sorted({*stale, *there - wanted.keys()}):
            print(f"not what the English notebook and the catalog give: {path.relative_to(ROOT).as_posix()}")
        return int(bool(stale or there - wanted.keys()))
    for path in there - wanted.keys():
        path.unlink()
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
