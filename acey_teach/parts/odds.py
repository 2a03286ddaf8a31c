"""The exact odds of a hand, and what a stake on it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from acey_teach.engine import odds as engine
from acey_teach.engine.cards import cards
from acey_teach.engine.rules import Rules
from acey_teach.engine.terms import Ace
from acey_teach.i18n import translator
from acey_teach.parts.part import Part, PartApp, Setting, Told
from acey_teach.parts.reading import ace_of, card_text, first_language, language_of, rules_of, stake_of, two_posts
from acey_teach.widgets import parts, scene
from acey_teach.widgets.panel import View
from acey_teach.widgets.words import odds_sentence


@dataclass(frozen=True)
class OddsState:
    """What was written: the posts, the other cards seen, a stake, and the rules."""

    posts: str
    seen: str
    stake: int
    rules: Rules
    ace: Ace | None
    lang: str

    @cached_property
    def odds(self) -> engine.Odds:
        """The exact odds, of a pair's better side where one is named (B1)."""
        return engine.odds(two_posts(self.posts), cards(self.seen), self.rules, self.ace)

    @cached_property
    def bare(self) -> engine.Odds | None:
        """The odds with the posts only, where other cards were seen."""
        side = self.odds.terms.side
        return engine.odds(two_posts(self.posts), (), self.rules, self.ace, side) if self.seen else None


class OddsApp(PartApp[OddsState]):
    """The page of the odds."""

    def read(self, posts: object, seen: object, stake: object, rules: object, ace: object, lang: object) -> OddsState:
        state = OddsState(
            card_text(posts), card_text(seen), stake_of(stake), rules_of(rules), ace_of(ace), language_of(lang)
        )
        assert state.odds.unseen  # counting refuses what cannot be counted
        return state

    def told(self, state: OddsState) -> dict[str, object]:
        odds = state.odds
        return {
            "posts": state.posts,
            "seen": state.seen,
            "stake": state.stake,
            "rules": state.rules,
            "ace": state.ace.value if state.ace else "",
            "side": odds.terms.side.value if odds.terms.side else "",
            "language": state.lang,
            "inside": odds.inside,
            "outside": odds.outside,
            "post": odds.post,
            "unseen": odds.unseen,
            "value": odds.ev_per_chip,
        }

    def view(self, state: OddsState) -> View:
        t, odds, bare = translator(state.lang), state.odds, state.bare
        note = (
            t("Dashed line: with the posts only, {n}/{unseen} inside.", n=bare.inside, unseen=bare.unseen)
            if bare
            else ""
        )
        worth = escape(t("Each chip staked is worth exactly {ev}.", ev=t.signed(odds.ev_per_chip)))
        html = '<div class="k-page k-piece"><div class="k-pair">{}{}</div></div>'.format(
            parts.part(
                t("Odds of the third card"),
                parts.outcome_part(odds, bare, t, note),
                t("{n} unseen", n=odds.unseen),
                "odds",
            ),
            parts.part(
                t("What a stake of {n} is worth", n=state.stake),
                parts.result_part(odds, state.stake, t) + f'<p class="k-sum k-worth">{worth}</p>',
                "",
                "worth",
            ),
        )
        charts = {
            "outcome": scene.outcome_rows(odds, bare, t),
            "result": scene.result_rows(odds, state.stake, t),
        }
        says = f"{odds_sentence(odds, t)} {t('Each chip staked is worth exactly {ev}.', ev=t.signed(odds.ev_per_chip))}"
        return View(html, says, charts=charts, lang=state.lang)

    def static(self, state: OddsState) -> str:
        t = translator(state.lang)
        return parts.outcome_table(state.odds, t) + parts.result_table(state.odds, state.stake, t)


class Odds(Part[OddsState]):
    """How many unseen cards are `inside`, `outside` and on a `post`; `value` is what each chip staked is worth.

    `rules` are changes of the guide's rules, as `{"post_factor": 1}` for single loss, or the name of a preset. Where
    they let one choose, `ace="low"` calls the first card low, and `side` tells the better side of a pair.

    >>> odds = Odds("4c Qd", rules={"post_factor": 1})
    >>> odds.inside, odds.outside, odds.post, odds.unseen, odds.value
    (28, 16, 6, 50, Fraction(3, 25))
    >>> Odds("5c 5d", rules="encyclopedia").side
    'higher'
    """

    posts = Setting()
    seen = Setting()
    stake = Setting()
    rules = Setting()
    ace = Setting()
    side = Told()
    inside = Told()
    outside = Told()
    post = Told()
    unseen = Told()
    value = Told()
    _still = frozenset({"language", "stake"})

    def __init__(
        self,
        posts: Any = "4c Qd",
        seen: Any = "",
        stake: int = 2,
        rules: Any = None,
        lang: str = "en",
        ace: Any = "",
    ) -> None:
        tag = first_language(lang)
        super().__init__(OddsApp(posts=posts, seen=seen, stake=stake, rules=rules, ace=ace, lang=tag))
