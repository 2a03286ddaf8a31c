"""Two posts, and the third card between them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from acey_teach.engine.cards import Card
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.settlement import Outcome, outcome_of
from acey_teach.engine.terms import LOW_ACE, Ace, Side, Terms
from acey_teach.i18n import N_, Translator, translator
from acey_teach.parts.part import Part, PartApp, Setting, Told
from acey_teach.parts.reading import ace_of, card_text, first_language, language_of, rules_of, side_of, two_posts
from acey_teach.widgets import draw, parts, picture
from acey_teach.widgets.panel import View
from acey_teach.widgets.words import OUTCOME_WORDS, Show, spoken


@dataclass(frozen=True)
class HandState:
    """What was written: two cards, and one more or none; the rules, the call of an ace and the side of a pair."""

    posts: str
    third: str
    rules: Rules
    ace: Ace | None
    side: Side | None
    lang: str

    @property
    def cards(self) -> tuple[Card, Card]:
        """The posts, the lower one first, as they lie on the table."""
        first, second = two_posts(self.posts)
        return (first, second) if self.terms.low == LOW_ACE or first.rank <= second.rank else (second, first)

    @property
    def terms(self) -> Terms:
        """What the posts can bring; of a pair that is bet on with a side, for that side or else the better one."""
        return odds(two_posts(self.posts), (), self.rules, self.ace, self.side).terms

    @property
    def card(self) -> Card | None:
        """The third card."""
        return Card(self.third) if self.third else None

    @property
    def outcome(self) -> Outcome | None:
        """Where the third card fell."""
        return outcome_of(self.terms, self.card) if self.card else None


class HandApp(PartApp[HandState]):
    """The page of a hand."""

    def read(self, posts: object, third: object, rules: object, ace: object, side: object, lang: object) -> HandState:
        state = HandState(
            card_text(posts), card_text(third), rules_of(rules), ace_of(ace), side_of(side), language_of(lang)
        )
        known = [*two_posts(state.posts), *filter(None, [state.card])]
        for card in known:
            if known.count(card) > state.rules.decks:
                raise Refusal(
                    "seen-twice",
                    N_("{card} is there twice, but the pack holds it once. Write another card.")
                    if known.count(card) == 2
                    else N_("{card} is there more often than the packs hold it. Write another card."),
                    card=card,
                )
        assert state.terms  # what cannot be called so is refused
        return state

    def told(self, state: HandState) -> dict[str, object]:
        return {
            "posts": state.posts,
            "third": state.third,
            "rules": state.rules,
            "ace": state.ace.value if state.ace else "",
            "side": state.side.value if state.side else "",
            "outcome": state.outcome.value if state.outcome else "",
            "language": state.lang,
        }

    def view(self, state: HandState) -> View:
        t, card, outcome = translator(state.lang), state.card, state.outcome
        middle, flagged = draw.slot(t("third card")), ""
        if card and outcome:
            flag = draw.flag(outcome.value, t(OUTCOME_WORDS[outcome]))
            middle = parts.face(card, t, f"is-lit {draw.CLASSES[outcome.value]} is-new", flag)
            flagged = " has-flag"
        low, high = (parts.face(post, t) for post in state.cards)
        says = _says(state, Show(t, escape, draw.text_card))
        html = (
            f'<div class="k-page k-piece"><div class="k-stage"><div class="k-one{flagged}">'
            f'{parts.hand([low, middle, high])}</div><p class="k-say">{says}</p></div></div>'
        )
        return View(html, _says(state, spoken(t)), lang=state.lang)

    def static(self, state: HandState) -> str:
        t, (low, high), outcome = translator(state.lang), state.cards, state.outcome
        word = t(OUTCOME_WORDS[outcome]) if outcome else ""
        kind = outcome.value if outcome else ""
        none = ("", "")
        hand = picture.Picture(
            _heading(state, t), _says(state, spoken(t)), (low, state.card, high), (none, none), (), (), kind, word
        )
        return picture.image(hand)


def _heading(state: HandState, t: Translator) -> str:
    low, high = state.cards
    return t("Posts {low} and {high}", low=low, high=high)


def _says(state: HandState, show: Show) -> str:
    t, (low, high) = show.t, map(show.card, state.cards)
    if state.card and state.outcome:
        return t(
            "The posts are {low} and {high}. The third card, {card}, is {outcome}.",
            low=low,
            high=high,
            card=show.card(state.card),
            outcome=t(OUTCOME_WORDS[state.outcome]),
        )
    return t("The posts are {low} and {high}. The third card has not been turned.", low=low, high=high)


class Hand(Part[HandState]):
    """Two `posts`, and the `third` card once it is written; `outcome` is then inside, outside or post.

    Under other `rules` the first card may be called (`ace="low"`), and a pair has a `side`, higher or lower.

    >>> hand = Hand("4c Qd")
    >>> hand.third = "Qs"
    >>> hand.outcome
    'post'
    >>> hand.third = "4c"
    Traceback (most recent call last):
    ...
    acey_teach.engine.refusal.Refusal: 4♣ is there twice, but the pack holds it once. Write another card.
    """

    posts = Setting()
    third = Setting()
    rules = Setting()
    ace = Setting()
    side = Setting()
    outcome = Told()

    def __init__(
        self,
        posts: Any = "4c Qd",
        third: Any = "",
        lang: str = "en",
        rules: Any = None,
        ace: Any = "",
        side: Any = "",
    ) -> None:
        tag = first_language(lang)
        super().__init__(HandApp(posts=posts, third=third, rules=rules, ace=ace, side=side, lang=tag))
