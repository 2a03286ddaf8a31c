"""Parts of the page that only house rules need: split hands, both sides of a pair, what a blind or post bet is worth."""

from __future__ import annotations

from html import escape

from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.odds import odds as count_odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, Wager
from acey_teach.engine.terms import Side
from acey_teach.i18n import Translator
from acey_teach.widgets import draw, parts, scene
from acey_teach.widgets.table_state import TableState


def split_hands(s: Session, t: Translator) -> str:
    """The two hands of a split pair side by side, small; the one in play says so (B7)."""
    hands = []
    for number, cards in enumerate(s.hand.columns, 1):
        now = number == s.hand.column
        faces = [*cards, *([s.third] if now and s.third else [])]
        name = t("First hand") if number == 1 else t("Second hand")
        caption = f"<b>{escape(name)}</b> · {escape(t('in play'))}" if now else escape(name)
        current = ' aria-current="true"' if now else ""
        minis = parts.hand([parts.face(card, t, "is-mini") for card in faces])
        hands.append(f'<div class="k-heap"{current}>{minis}<span class="k-cap">{caption}</span></div>')
    return f'<div class="k-hand" role="group" aria-label="{escape(t("Both hands of the pair"))}">{"".join(hands)}</div>'


def both_sides(state: TableState, s: Session, odds: Odds, t: Translator) -> str:
    """A pair before its side is named: what each side is worth for each chip staked (B1)."""
    if s.hand.side or s.phase not in (Phase.DECISION, Phase.SIDE) or not odds.terms.side:
        return ""
    rows = []
    for side in odds.terms.sides:
        found = count_odds(odds.posts, odds.known[2:], odds.rules, None, side)
        name = t("Higher") if side is Side.HIGHER else t("Lower")
        worth = found.ev(state.stake_now, scene.pot_of(s), scene.chips_of(s)) / state.stake_now
        if prices := scene.prices_of(s, found, s.hand.wager):
            worth = scene.mean(prices, found)
        cells = [
            (escape(name), False),
            (f"{found.inside}/{found.unseen}", True),
            (t.percent(found.p(Outcome.INSIDE)), True),
            (t.signed(worth), True),
        ]
        rows.append(parts.row(cells, "is-now" if side is odds.terms.side else ""))
    head = [
        (t("Side"), False),
        (t("Wins"), True),
        ("%", True),
        (t("Value per chip") if s.hand.wager is Wager.STAKE else t("Value"), True),
    ]
    return draw.table(head, rows, t("Both sides of the pair"))


def wager_part(s: Session, odds: Odds, prices: scene.Prices, t: Translator) -> str:
    """What a blind bet or one on the post brings, in chips (B8, B10)."""
    results = scene.results(prices)
    told = t.listing(
        t("{net} with {n} of {unseen}", net=t.signed(net), n=n, unseen=odds.unseen) for net, n in results.items()
    )
    ev = t.signed(scene.mean(prices, odds))
    if s.hand.wager is Wager.POST:
        heading = t("What the bet on the post is worth")
        sentence = t("With the bet on the post: {results}; expected value {ev} chips.", results=told, ev=ev)
    else:
        heading = t("What the blind bet is worth")
        sentence = t("With the blind bet: {results}; expected value {ev} chips.", results=told, ev=ev)
    return parts.part(heading, parts.figure("result", sentence, parts.results_table(results, odds, t), t), "", "worth")
