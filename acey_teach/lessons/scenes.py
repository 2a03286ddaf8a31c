"""What lies on the table in a lesson, as HTML: cards in their places, seats, piles of chips, the rank line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from acey_teach.engine.cards import RANKS, Card
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Outcome, classify
from acey_teach.i18n import Translator
from acey_teach.widgets import draw, parts
from acey_teach.widgets.table_view import seats
from acey_teach.widgets.words import OUTCOME_WORDS


def posts(two: Sequence[Card], t: Translator, third: Card | None = None, *, down: bool = False) -> str:
    """Two posts, the lower first, and between them the place of the third card, that card face `down`, or open."""
    low, high = sorted(two, key=lambda card: card.rank)
    middle = draw.back(t("third card, face down"), "is-new") if down else draw.slot(t("third card"))
    if third:
        kind = classify(two, third)
        flag = draw.flag(kind.value, t(OUTCOME_WORDS[kind]))
        middle = parts.face(third, t, f"is-lit {draw.CLASSES[kind.value]} is-new", flag)
    return _row([parts.face(low, t), middle, parts.face(high, t)], flagged=third is not None)


def row(cards: Iterable[Card | None], t: Translator, *, missing: str = "") -> str:
    """Cards side by side; None is an empty place called `missing`."""
    return _row([parts.face(card, t) if card else draw.slot(missing) for card in cards])


def _row(cards: Sequence[str], flagged: bool = False) -> str:
    return f'<div class="k-spread{" has-flag" if flagged else ""}">{parts.hand(cards)}</div>'


def small(cards: Iterable[Card], t: Translator, caption: str) -> str:
    """Many cards, small, with a line under them."""
    faces = "".join(parts.face(card, t, "is-mini") for card in cards)
    return f'<figure class="k-heap"><div class="k-hand">{faces}</div><figcaption class="k-cap">{escape(caption)}</figcaption></figure>'


def backs(n: int, t: Translator, caption: str) -> str:
    """A pile of `n` cards face down."""
    return f'<figure class="k-heap">{draw.back(t.ngettext("{n} card, face down", "{n} cards, face down", n))}<figcaption class="k-cap">{escape(caption)}</figcaption></figure>'


def side_by_side(*figures: str) -> str:
    """Figures next to each other."""
    return f'<div class="k-beside">{"".join(figures)}</div>'


def line(odds: Odds | None, t: Translator, *, counted: bool = True, hit: Card | None = None) -> str:
    """The rank line; without odds the whole pack on it."""
    left = odds.by_rank if odds else (0, 0, *[4] * len(RANKS))
    return parts.line(odds, left, t, counted=counted, hit=hit.rank_name if hit else "")


def table(session: Session, t: Translator) -> str:
    """The seats in the order of their turns, the dealer marked, with chips and first cards."""
    return seats(session, t)


def piles(t: Translator, pot: Chips, held: Chips | None = None, own: tuple[str, Chips] | None = None) -> str:
    """Chips: in the pot, held aside, and in front of a player, under whose name they stand."""
    shown = [draw.pile(draw.POT, t.number(pot), t("in the pot"))]
    if held is not None:
        shown.append(draw.pile(draw.HELD, t.number(held), t("held aside"), not held))
    if own:
        shown.append(draw.pile(draw.POT, t.number(own[1]), own[0]))
    return f'<div class="k-beside">{"".join(shown)}</div>'


def fraction(value: Fraction, t: Translator) -> str:
    """A probability as people write it: the fraction, and how many percent, to the nearest."""
    if value in (0, 1):
        return t.number(value)
    if (value * 100).denominator == 1:
        return t("{fraction} (exactly {percent})", fraction=t.number(value), percent=t.percent(value))
    return t("{fraction} (about {percent})", fraction=t.number(value), percent=t.percent(value))


def outcome_words(t: Translator) -> list[str]:
    """The three outcomes in their order."""
    return [t(OUTCOME_WORDS[outcome]) for outcome in Outcome]


def option(outcomes: Sequence[Outcome], n: int) -> tuple[str, str]:
    """The class and the mark of an answer: those of its outcome, where the answers are outcomes."""
    kind = outcomes[n].value if outcomes else ""
    return (draw.CLASSES[kind], draw.mark(kind)) if kind else ("is-plain", "")


def stage(*inside: str) -> str:
    """The table under the things that lie on it."""
    return f'<div class="k-stage">{"".join(inside)}</div>'
