"""The ranks as a line, with a dot for each card nobody has seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE
from acey_teach.i18n import N_, Translator, translator
from acey_teach.parts.part import Part, PartApp, Setting, Told
from acey_teach.parts.reading import card_text, first_language, language_of, two_posts
from acey_teach.widgets import draw, parts, scene
from acey_teach.widgets.panel import View
from acey_teach.widgets.words import odds_sentence


@dataclass(frozen=True)
class LineState:
    """What was written: two posts or none, and the other cards that were seen."""

    posts: str
    seen: str
    lang: str

    @cached_property
    def odds(self) -> Odds | None:
        """The odds, once there are posts."""
        return odds(two_posts(self.posts), cards(self.seen)) if self.posts else None

    @property
    def known(self) -> tuple[Card, ...]:
        """All cards that were seen, the posts among them."""
        return cards(f"{self.posts} {self.seen}")

    @property
    def left(self) -> list[int]:
        """How many cards of each rank value are unseen; indexes 0 and 1 are unused."""
        left = [0, 0, *[GUIDE.per_rank] * 13]
        for card in self.known:
            left[card.rank] -= 1
        return left


class LineApp(PartApp[LineState]):
    """The page of a rank line."""

    def read(self, posts: object, seen: object, lang: object) -> LineState:
        state = LineState(card_text(posts), card_text(seen), language_of(lang))
        for card in state.known:
            if state.known.count(card) > 1:
                raise Refusal(
                    "seen-twice",
                    N_("{card} is there twice, but the pack holds it once. Write another card."),
                    card=card,
                )
        assert state.odds or not state.posts  # reads the posts
        return state

    def told(self, state: LineState) -> dict[str, object]:
        return {"posts": state.posts, "seen": state.seen, "unseen": sum(state.left), "language": state.lang}

    def view(self, state: LineState) -> View:
        t = translator(state.lang)
        says = _says(state, t)
        html = (
            f'<div class="k-page k-piece"><div class="k-stage">'
            f'{parts.line(state.odds, state.left, t)}<p class="k-say">{escape(says)}</p></div></div>'
        )
        return View(html, says, lang=state.lang)

    def static(self, state: LineState) -> str:
        t = translator(state.lang)
        ranks, _ = scene.rank_line(state.odds, state.left, t)
        rows = (parts.row([(rank.name, False), (escape(rank.says), False)]) for rank in ranks)
        table = draw.table([(t("Rank"), False), (t("Unseen"), False)], rows, t("The deck by rank"))
        return f"<p>{escape(_says(state, t))}</p>{table}"


def _says(state: LineState, t: Translator) -> str:
    if state.odds:
        return odds_sentence(state.odds, t)
    return t("{seen} cards have been seen, {unseen} have not.", seen=len(state.known), unseen=sum(state.left))


class RankLine(Part[LineState]):
    """The ranks 2 to A, with a dot for every unseen card. `unseen` says how many there are.

    >>> line = RankLine("4c Qd", seen="9s")
    >>> line.unseen
    49
    """

    posts = Setting()
    seen = Setting()
    unseen = Told()

    def __init__(self, posts: Any = "", seen: Any = "", lang: str = "en") -> None:
        super().__init__(LineApp(posts=posts, seen=seen, lang=first_language(lang)))
