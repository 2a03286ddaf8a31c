"""What a teacher writes, read: cards, rules, a stake, a language, players. Refusal says what to write instead."""

from __future__ import annotations

from collections.abc import Iterable

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.record import NAMES
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.setup import Player, check_count
from acey_teach.engine.terms import NO_SIDE, Ace, Side
from acey_teach.i18n import N_, TAGS
from acey_teach.widgets import pages
from acey_teach.widgets.rules_state import written
from acey_teach.widgets.setup_form import Form

MOST_STAKE = 10**9


def card_text(value: object) -> str:
    """Cards as one text, in the words they were written in; Refusal when one of them is no card.

    >>> card_text(" 4c  Qd"), card_text([Card("4c"), "Qd"]), card_text(None)
    ('4c Qd', '4♣ Q♦', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        cards(value)
        return " ".join(value.split())
    if isinstance(value, Card):
        return str(value)
    if not isinstance(value, Iterable):
        raise Refusal(
            "card",
            N_("Cards are written as one text, such as 4♣ Q♦ or 4c Qd. This is none: “{text}”."),
            text=shown(value),
        )
    return " ".join(str(card if isinstance(card, Card) else Card(card)) for card in value)


def two_posts(text: str) -> tuple[Card, Card]:
    """Two cards; Refusal for more or fewer.

    >>> two_posts("4c")
    Traceback (most recent call last):
    ...
    acey_teach.engine.refusal.Refusal: A hand has two posts, such as 4♣ Q♦. Cards written here: 1.
    """
    found = cards(text)
    if len(found) != 2:
        raise Refusal("posts", N_("A hand has two posts, such as 4♣ Q♦. Cards written here: {n}."), n=len(found))
    return found[0], found[1]


def rules_of(value: object) -> Rules:
    """Rules, or the guide's with changes: `{"post_factor": 1}`, or in writing: `encyclopedia`, `pair=hilo, decks=2`."""
    if value is None:
        return GUIDE
    if isinstance(value, str):
        return written(value)
    return value if isinstance(value, Rules) else Rules.of(value)  # type: ignore[arg-type]  # it says what is wrong


def ace_of(value: object) -> Ace | None:
    """How the first ace is called: "low", "high", or nothing; Refusal for anything else (B2)."""
    if value in (None, ""):
        return None
    try:
        return Ace(value)  # type: ignore[arg-type]
    except ValueError:
        raise Refusal("ace", N_("An ace is called low or high."), clause="B2") from None


def side_of(value: object) -> Side | None:
    """Where a pair's third card is to fall: "higher", "lower", or nothing; Refusal for anything else (B1)."""
    if value in (None, ""):
        return None
    try:
        return Side(value)  # type: ignore[arg-type]
    except ValueError:
        raise Refusal("side", NO_SIDE, clause="B1") from None


def stake_of(value: object) -> int:
    """A whole number of chips, at least one."""
    if not is_whole(value) or not 1 <= value <= MOST_STAKE:  # type: ignore[operator]
        raise Refusal(
            "stake",
            N_("A stake is a whole number from {low} to {high}, and “{stake}” is not."),
            low=1,
            high=MOST_STAKE,
            stake=shown(value),
        )
    assert isinstance(value, int)
    return value


def language_of(value: object) -> str:
    """One of the kit's languages."""
    if value not in TAGS:
        raise Refusal(
            "language",
            N_("There is no language “{name}” here. There are: {known}."),
            name=shown(value),
            known=", ".join(TAGS),
        )
    return str(value)


def first_language(value: object) -> str:
    """The language a part begins with: what the page's address asks for, else what the notebook says."""
    return pages.language(language_of(value))


def players_of(value: object) -> list[Player]:
    """A number of seats as the kit fills them, or names: one text with commas, or a list.

    >>> [player.name for player in players_of("Mia, Noah")], len(players_of(3))
    (['Mia', 'Noah'], 3)
    """
    if is_whole(value):
        assert isinstance(value, int)
        check_count(value, GUIDE)
        return [Player(*seat) for seat in zip(NAMES, Form().who, strict=True)][:value]
    if isinstance(value, str):
        return [Player(name.strip()) for name in value.split(",")]
    if not isinstance(value, Iterable):
        raise Refusal("players", N_("Players are a number, or their names with commas between: Ana, Bence."))
    return [seat if isinstance(seat, Player) else Player(seat) for seat in value]
