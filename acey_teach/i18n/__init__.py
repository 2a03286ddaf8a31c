"""Words in the reader's language: gettext catalogs, numbers and lists as each language writes them.

Mark a text with `N_` where it is defined and translate it with a `Translator` where it is shown:

>>> t = translator("en")
>>> t("The pot holds {pot}.", pot=t.number(10))
'The pot holds 10.'

A language comes in two wordings, and a *tag* names both: `es`, or `es-x-points` for classes in which betting words
are unwelcome. The points wording is a small catalog of its own, in English too; what it leaves out is said as usual.

>>> pick("es_MX.UTF-8", words="points"), switched("es-x-points", "hu"), query("hu-x-points")
('es-x-points', 'hu-x-points', 'lang=hu&words=points')
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "es": "Español", "hu": "Magyar"}
WORDINGS = ("", "points")
"""Ways to say it, by what an address says after `words=`: as at a card table, or without betting words."""
PRIVATE = "-x-"
TAGS = tuple(f"{lang}{PRIVATE}{words}" if words else lang for words in WORDINGS for lang in LANGUAGES)
DOMAIN = "acey_teach"
POINTS = "points"
LOCALE = Path(__file__).parent / "locale"
MINUS = "\N{MINUS SIGN}"
SPACE = "\N{NO-BREAK SPACE}"
_SOUNDS_I = re.compile(r"h?[ií](?![aeou])", re.IGNORECASE)  # Ana e Inés, but Ana y Ian


def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark `message` for translation and return it unchanged."""
    return message


class Translator:
    """One language: `t("text {x}", x=1)` translates, then fills in; numbers follow the language's rules.

    `lang` is the language, `words` the wording, `tag` both.
    """

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.lang, _, self.words = tag.partition(PRIVATE)
        self._catalog = catalog(tag)
        self._comma = "." if self.lang == "en" else ","

    def __call__(self, message: str, /, **values: object) -> str:
        text = self._catalog.gettext(message) if message else ""
        return text.format(**values) if values else text

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form of the text that fits `n`; `{n}` stands for the number itself."""
        return self._catalog.ngettext(one, many, n).format(n=self.number(n), **values)

    def pgettext(self, context: str, message: str, /, **values: object) -> str:
        """Like a call, for a text that means different things in different places."""
        text = self._catalog.pgettext(context, message)
        return text.format(**values) if values else text

    def number(self, value: int | Fraction) -> str:
        """A whole number or an exact fraction, with a true minus sign.

        >>> translator("en").number(Fraction(-14, 25))
        '−14/25'
        """
        return f"{MINUS if value < 0 else ''}{abs(value)}"

    def signed(self, value: int | Fraction) -> str:
        """A gain or a loss: `+2`, `−4`, `+2/23`, and plain `0`."""
        return f"+{value}" if value > 0 else self.number(value)

    def decimal(self, value: Fraction | float, places: int = 2, *, signed: bool = False) -> str:
        """A decimal that stands in for a fraction, rounded half up, with the language's comma.

        >>> translator("en").decimal(Fraction(2, 23), signed=True)
        '+0.09'
        """
        over, under = value.as_integer_ratio()
        scaled = (2 * abs(over) * 10**places + under) // (2 * under)
        whole, rest = divmod(scaled, 10**places)
        sign = "" if not scaled else MINUS if value < 0 else "+" if signed else ""
        return f"{sign}{whole}{self._comma}{rest:0{places}d}" if places else f"{sign}{whole}"

    def percent(self, value: Fraction) -> str:
        """A probability in whole percent: `59 %`.

        >>> translator("en").percent(Fraction(27, 46)).replace(SPACE, " ")
        '59 %'
        """
        return self(N_("{n}\N{NO-BREAK SPACE}%"), n=self.decimal(value * 100, 0))

    def listing(self, items: Iterable[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        *most, last = [*items] or [""]
        if not most:
            return last
        if _SOUNDS_I.match(last):  # matters in Spanish
            text = self.pgettext("before the sound of i", "{items} and {last}")
        else:
            text = self(N_("{items} and {last}"))
        return text.format(items=", ".join(most), last=last)


def catalog(tag: str, domain: str = DOMAIN) -> gettext.NullTranslations:
    """The messages of a domain in a language, behind those of its wording."""
    lang, _, words = tag.partition(PRIVATE)
    plain = gettext.NullTranslations() if lang == "en" else gettext.translation(domain, LOCALE, [lang])
    if not words:
        return plain
    worded = gettext.translation(words, LOCALE, [lang])
    worded.add_fallback(plain)
    return worded


@cache
def translator(tag: str) -> Translator:
    """The translator for a tag, one of `TAGS`; anything else raises ValueError."""
    if tag not in TAGS:
        raise ValueError(f"unknown language {tag[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return Translator(tag)


def pick(wanted: str | None, default: str = "en", words: str | None = "") -> str:
    """The tag nearest to what is asked for: a code, a tag, a locale name, or nothing; and a wording of `WORDINGS`.

    >>> pick("es_MX.UTF-8"), pick("de"), pick(None), pick("hu-x-points"), pick(None, "es", "points")
    ('es', 'en', 'en', 'hu-x-points', 'es-x-points')
    """
    wanted = (wanted or "").lower()
    tag = wanted[:2] + wanted[wanted.find(PRIVATE) :] if PRIVATE in wanted else wanted[:2]
    if tag not in TAGS:
        tag = tag[:2] if tag[:2] in LANGUAGES else default
    lang, _, own = tag.partition(PRIVATE)
    said = words if words in WORDINGS and words else own
    return f"{lang}{PRIVATE}{said}" if said else lang


def switched(tag: str, lang: str) -> str:
    """The same wording in another language; `tag` itself where there is no such language.

    >>> switched("en", "es"), switched("en-x-points", "hu"), switched("hu", "de")
    ('es', 'hu-x-points', 'hu')
    """
    return lang + tag[2:] if lang in LANGUAGES else tag


def query(tag: str) -> str:
    """A tag as it stands in an address: `lang=es`, `lang=es&words=points`."""
    lang, _, words = tag.partition(PRIVATE)
    return f"lang={lang}&words={words}" if words else f"lang={lang}"
