"""Bring the message catalogs up to date with code and notebooks: `python -m acey_teach.i18n.update`.

Three catalogs a language: `acey_teach.po` for the code, `notebooks.po` for the prose of the notebooks, exercises too
(both but in English, their source), and `points.po` for texts in the points wording. Then the translated notebooks are
written.

With `--check` nothing is written; the exit status is 1 when a catalog or a notebook is not what it would be, when a
translation is missing or fuzzy (kept from a similar message, and to be looked at by a person), or when a text in the
points wording has a betting word in it.

Messages are read from the syntax tree, since Babel's own extraction misses those inside f-strings in Python 3.11.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from acey_teach.i18n import DOMAIN, LANGUAGES, POINTS, notebooks, points
from acey_teach.i18n.catalogs import SOURCE, is_open, path, read, updated, written
from acey_teach.i18n.prose import DOMAIN as PROSE

ROOT = Path(__file__).parents[1]
KEYWORDS: dict[str, tuple[int, ...]] = {"t": (0,), "N_": (0,), "ngettext": (0, 1), "pgettext": (1,)}
"""What marks a message, with the places of its text, and of its plural, among the arguments."""
Found = tuple[str | tuple[str, str], str | None]


def messages(source: str) -> Iterator[Found]:
    """Every message of a module, in the order of its text, each with its context or None.

    >>> list(messages("f'{t(\\"Bet {n}\\", n=2)}'; t.ngettext('{n} card', '{n} cards', 3)"))
    [('Bet {n}', None), (('{n} card', '{n} cards'), None)]
    """
    return _messages(ast.parse(source))


def _messages(node: ast.AST) -> Iterator[Found]:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        texts = [arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else "" for arg in node.args]
        match [texts[at] for at in KEYWORDS.get(name, ()) if at < len(texts)]:
            case [text] if text:
                yield text, texts[0] if name == "pgettext" else None
            case [one, many] if one and many:
                yield (one, many), None
    for child in ast.iter_child_nodes(node):
        yield from _messages(child)


def template() -> Catalog:
    """All messages of the package, each with the files it stands in."""
    found = Catalog(project=DOMAIN)
    for file in sorted(ROOT.rglob("*.py")):
        for text, context in messages(file.read_text(encoding="utf-8")):
            found.add(text, locations=[(file.relative_to(ROOT.parent).as_posix(), 0)], context=context)
    return found


def refresh(lang: str, domain: str, wanted: Catalog, check: bool) -> tuple[Catalog, bool]:
    """Update or check one catalog and tell what is left to do; the catalog, and whether it is as it should be."""
    catalog = updated(lang, wanted, domain)
    left = [message for message in catalog if is_open(message)]
    bets = points.still(catalog, lang) if domain == POINTS else []
    stale = {(m.context, m.id) for m in read(lang, domain)} != {(m.context, m.id) for m in catalog}
    if not check:
        path(lang, domain).parent.mkdir(parents=True, exist_ok=True)
        path(lang, domain).write_bytes(written(catalog, domain))
    for message in left:
        print(f"{lang} {domain}: {'fuzzy' if message.fuzzy else 'missing'}: {message.id}")
    for message in bets:
        print(f"{lang} {domain}: a betting word: {message.string}")
    done = f"{len(catalog) - len(left)} of {len(catalog)} translated"
    print(f"{lang} {domain}: {done}{', stale' if stale and check else ''}")
    return catalog, not (stale or left or bets)


def main(arguments: list[str]) -> int:
    """Update or check every catalog and every translated notebook, and tell what is left to do."""
    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python -m acey_teach.i18n.update [--check]", file=sys.stderr)
        return 2
    code, prose, fine = template(), notebooks.template(), True
    for lang in sorted(LANGUAGES):
        usual = [code, prose]
        if lang != SOURCE:
            both = [refresh(lang, DOMAIN, code, check), refresh(lang, PROSE, prose, check)]
            usual = [catalog for catalog, _ in both]
            fine &= all(good for _, good in both)
        fine &= refresh(lang, POINTS, points.template(lang, usual), check)[1]
    fresh = notebooks.main(arguments) == 0
    return int(check and not (fine and fresh))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
