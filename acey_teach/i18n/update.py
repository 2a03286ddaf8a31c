"""Bring the message catalogs up to date with the code: `python -m acey_teach.i18n.update`.

With `--check` nothing is written; the exit status is 1 when a catalog holds other messages than the code, or
when a translation is missing or fuzzy (kept from a similar message, and to be looked at by a person).

Messages are read from the syntax tree, since Babel's own extraction misses those inside f-strings in Python 3.11.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from acey_teach.i18n import DOMAIN, LANGUAGES, LOCALE

SOURCE = "en"
ROOT = Path(__file__).parents[1]
KEYWORDS: dict[str, tuple[int, ...]] = {"t": (0,), "N_": (0,), "ngettext": (0, 1), "pgettext": (1,)}
"""What marks a message, with the places of its text, and of its plural, among the arguments."""
HEADER = r"""msgid ""
msgstr ""
"Language: {lang}\n"
"Plural-Forms: {plurals}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""

Found = tuple[str | tuple[str, str], str | None]


def path(lang: str) -> Path:
    """The catalog of a language."""
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


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


def read(lang: str) -> Catalog:
    """The catalog of a language as it is in its file; an empty one where there is no file yet."""
    if not path(lang).exists():
        return Catalog(lang, project=DOMAIN, fuzzy=False)
    with path(lang).open("rb") as stream:
        return read_po(stream, locale=lang, abort_invalid=True)


def updated(lang: str, wanted: Catalog) -> Catalog:
    """The catalog of a language with exactly the `wanted` messages; a new one near an old one comes fuzzy."""
    catalog = read(lang)
    catalog.update(wanted, update_header_comment=False)
    catalog.obsolete.clear()
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalog as the text of its file: no dates and no versions, which would change without a reason."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, include_lineno=False, omit_header=True)
    return HEADER.format(lang=catalog.locale_identifier, plurals=catalog.plural_forms).encode() + out.getvalue()


def is_open(message: Message) -> bool:
    """Whether a person still has to translate a message, or to look at it.

    >>> is_open(Message("Pass")), is_open(Message("Pass", "Pasar"))
    (True, False)
    """
    strings = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return bool(message.id) and (message.fuzzy or not all(strings))


def main(arguments: list[str]) -> int:
    """Update or check every catalog, and tell what is left to do."""
    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python -m acey_teach.i18n.update [--check]", file=sys.stderr)
        return 2
    wanted, status = template(), 0
    for lang in sorted(LANGUAGES.keys() - {SOURCE}):
        catalog = updated(lang, wanted)
        text = written(catalog)
        left = [message for message in catalog if is_open(message)]
        stale = {(m.context, m.id) for m in read(lang)} != {(m.context, m.id) for m in catalog}
        if not check:
            path(lang).parent.mkdir(parents=True, exist_ok=True)
            path(lang).write_bytes(text)
        for message in left:
            print(f"{lang}: {'fuzzy' if message.fuzzy else 'missing'}: {message.id}")
        print(f"{lang}: {len(catalog) - len(left)} of {len(catalog)} translated{', stale' if stale and check else ''}")
        status |= check and (stale or bool(left))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
