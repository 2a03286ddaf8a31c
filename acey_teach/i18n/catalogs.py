"""Catalogs as files, read and written the same way everywhere: `locale/<language>/LC_MESSAGES/<domain>.po`."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from acey_teach.i18n import DOMAIN, LOCALE, POINTS, points

SOURCE = "en"
"""The language code and notebooks are written in."""
HEADER = r"""msgid ""
msgstr ""
"Language: {lang}\n"
"Plural-Forms: {plurals}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


def path(lang: str, domain: str = DOMAIN) -> Path:
    """A catalog of a language."""
    return LOCALE / lang / "LC_MESSAGES" / f"{domain}.po"


def read(lang: str, domain: str = DOMAIN) -> Catalog:
    """A catalog of a language as it is in its file; an empty one where there is no file yet."""
    if not path(lang, domain).exists():
        return Catalog(lang, project=domain, fuzzy=False)
    with path(lang, domain).open("rb") as stream:
        return read_po(stream, locale=lang, abort_invalid=True)


def updated(lang: str, wanted: Catalog, domain: str = DOMAIN) -> Catalog:
    """A catalog of a language with exactly the `wanted` messages; a new one near an old one comes fuzzy.

    So does one whose comment, the text it stands in for, is another now.
    """
    catalog, before = read(lang, domain), {(m.context, m.id): _comment(m) for m in read(lang, domain)}
    catalog.update(wanted, update_header_comment=False)
    catalog.obsolete.clear()
    for message in catalog:
        usual = _comment(message)
        if message.id and is_said(message) and before.get((message.context, message.id), usual) != usual:
            message.flags.add("fuzzy")
    return catalog


def _comment(message: Message) -> str:
    return " ".join(" ".join(message.auto_comments).split())


def written(catalog: Catalog, domain: str = DOMAIN) -> bytes:
    """A catalog as the text of its file: no dates and no versions, which would change without a reason."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, include_lineno=False, omit_header=True)
    lang = str(catalog.locale_identifier)
    head = f"# {points.TERMS[lang]}\n" if domain == POINTS else ""
    return (head + HEADER.format(lang=lang, plurals=catalog.plural_forms)).encode() + out.getvalue()


def is_said(message: Message) -> bool:
    """Whether every form of a message has a text.

    >>> is_said(Message(("{n} card", "{n} cards"), ("{n} lap", "")))
    False
    """
    return all(points.forms(message.string))


def is_open(message: Message) -> bool:
    """Whether a person still has to translate a message, or to look at it.

    >>> is_open(Message("Pass")), is_open(Message("Pass", "Pasar"))
    (True, False)
    """
    return bool(message.id) and (message.fuzzy or not is_said(message))
