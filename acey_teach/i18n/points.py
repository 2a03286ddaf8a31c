"""The points wording: which messages need it, and how a game without betting words is told.

A class where betting words are unwelcome plays for points. `locale/*/LC_MESSAGES/points.po` holds, in each language
and in English, another text for every message whose usual text has a betting word in it; `acey_teach.i18n.update`
keeps the lists and refuses a text that still has one. What the words become, in every text alike, stands in `TERMS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from babel.messages.catalog import Catalog, Message

BETTING = {
    "en": r"bets?|betting|bettors?|stak(?:es?|ed|ing)|pots?|chips?|antes?|wager\w*|gambl\w*|casinos?",
    "es": r"apuest\w*|apost\w*|botes?|pozos?|fichas?|entradas?|envites?|casinos?",
    # not "tétel", a theorem; not "elfogad", to accept
    "hu": r"(?:alap)?tét(?!el)\w*|(?:fel|meg)tett|zseton\w*|kassz\w*|beugró\w*|kaszinó\w*"
    r"|fogad(?:ás\w*|ó\w*|ni|ok|sz|nak|unk|tok|ott|tam|tál)?",
}
TERMS = {
    "en": "bet 2→play 2, play for 2 | stake→points at play | pot→the middle | chip→point | ante→entry",
    "es": "apostar 2→jugar 2 | apuesta→puntos en juego | bote→el centro | ficha→punto | entrada→aportación",
    "hu": "tétet tesz→játszik (2 pontért) | tét→játszott pont | kassza→közép | zseton→pont | beugró→kezdőpont",
}
"""The same for translators, at the head of each catalog."""
_ASIDE = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|\]\([^)]*\)")
"""What is no word for a reader: placeholders, code, tags, addresses of links."""


def bets(text: str, lang: str) -> bool:
    """Whether a text of a language has a betting word in it.

    >>> bets("Bet {n}", "en"), bets("better {pot}", "en"), bets("Apuesta", "es"), bets("tétel", "hu")
    (True, False, True, False)
    """
    return re.search(rf"\b(?:{BETTING[lang]})\b", _ASIDE.sub(" ", text), re.IGNORECASE) is not None


def forms(said: Any) -> list[str]:
    """A text of a catalog as a list: the singular, and the plural where there is one."""
    return [text or "" for text in (said if isinstance(said, (tuple, list)) else [said])]


def template(lang: str, catalogs: Iterable[Catalog]) -> Catalog:
    """The messages of `catalogs` that need another text in the points wording, with their usual text as a comment."""
    wanted = Catalog()
    for message in (message for catalog in catalogs for message in catalog if message.id):
        usual = forms(message.id if lang == "en" else message.string)
        if any(bets(text, lang) for text in usual):
            comments = [] if lang == "en" else [" | ".join(dict.fromkeys(usual))]
            wanted.add(message.id, locations=message.locations, auto_comments=comments, context=message.context)
    return wanted


def still(catalog: Catalog, lang: str) -> list[Message]:
    """The messages whose text has a betting word in it."""
    return [message for message in catalog if message.id and any(bets(text, lang) for text in forms(message.string))]
