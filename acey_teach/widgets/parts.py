"""Pieces that every page of the kit shares: buttons, the language control, charts with their sentence and table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape

from acey_teach.charts import HEIGHTS
from acey_teach.engine.cards import RANK_NAMES, RANKS, Card
from acey_teach.engine.odds import Odds
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import LANGUAGES, Translator, query
from acey_teach.widgets import draw, scene
from acey_teach.widgets.words import OUTCOME_WORDS, card_name, odds_sentence, verdict


def button(
    intent: str,
    text: str,
    *,
    value: str = "",
    key: str = "",
    hint: str = "",
    classes: str = "",
    off: str = "",
    focus: bool = False,
    more: str = "",
) -> str:
    """A button that sends `intent`. `key` presses it, `hint` shows that key; `off` is why it cannot be used now.

    A closed button keeps its place and its focus, and says its reason.
    """
    ident = f"{{{{v}}}}{intent}{'-' + value if value else ''}"
    attributes = f' value="{escape(value)}"' if value else ""
    attributes += f' data-key="{escape(key)}"' if key else ""
    attributes += " data-focus" if focus and not off else ""
    reason = ""
    if off:
        attributes += f' aria-disabled="true" aria-describedby="{ident}-why"'
        reason = f'<span class="k-vh" id="{ident}-why">{escape(off)}</span>'
    cap = f' <kbd class="k-key" aria-hidden="true">{hint}</kbd>' if hint else ""
    return (
        f'<button type="button" id="{ident}" class="k-btn{" " + classes if classes else ""}" data-intent="{intent}"{attributes}{more}>'
        f"{escape(text)}{cap}</button>{reason}"
    )


def top(where: str, t: Translator, home: str = "") -> str:
    """The head of a page: where one is, the way to the start page where there is one, and the language control."""
    links = "".join(
        f'<button type="button" id="{{{{v}}}}lang-{code}" lang="{code}" data-intent="language" value="{code}"'
        f"{' aria-current=true' if code == t.lang else ''}>{name}</button>"
        for code, name in LANGUAGES.items()
    )
    brand = f"{draw.LOGO}Acey Deucey"
    start = escape(f"{home}?{query(t.tag)}")
    link = f'<a class="k-brand" href="{start}">{brand}</a>'
    return (
        f'<div class="k-top">{link if home else f"<span class=k-brand>{brand}</span>"}<span class="k-where">{where}</span>'
        f'<span class="k-push"></span><nav class="k-lang" aria-label="{escape(t("Language"))}">{links}</nav></div>'
    )


def offer(heading: str, says: str, t: Translator) -> str:
    """What the browser remembers from before, to take (`take_offer`) or to drop (`drop_offer`)."""
    return (
        f'<section class="k-note k-offer" id="{{{{v}}}}offer" aria-labelledby="{{{{v}}}}offer-h"><h2 id="{{{{v}}}}offer-h">'
        f'{escape(heading)}</h2><p>{escape(says)}</p><p class="k-act">'
        f"{button('take_offer', t('Go on'), classes='is-main', focus=True)}{button('drop_offer', t('No, start anew'))}</p></section>"
    )


def offer_aside(ask: str, t: Translator) -> str:
    """The same in one line, for later: it takes no focus."""
    return (
        f'<p class="k-cap" id="{{{{v}}}}aside">{escape(ask)} {button("take_offer", t("Go on"), classes="is-bare")}</p>'
    )


def paper_button(paper: str, text: str, off: str = "") -> str:
    """A button that prints the document `paper` of the app; `off` is why there is nothing to print yet."""
    ident = f"{{{{v}}}}{paper}"
    closed = f' aria-disabled="true" aria-describedby="{ident}-why"' if off else ""
    reason = f'<span class="k-vh" id="{ident}-why">{escape(off)}</span>' if off else ""
    return f'<button type="button" id="{ident}" class="k-btn is-bare" data-paper="{paper}"{closed}>{escape(text)}</button>{reason}'


def figure(name: str, sentence: str, table: str, t: Translator, caption: str = "") -> str:
    """A chart with the sentence that says the same, and its table folded under it."""
    return (
        f'<figure class="k-figure" id="{{{{v}}}}figure-{name}"><figcaption class="k-vh">{escape(sentence)}</figcaption>'
        f'<div data-chart="{name}" aria-hidden="true" style="min-height:{HEIGHTS[name]}px"></div>{caption}'
        f'<details class="k-fold k-same"><summary>{escape(t("Show as a table"))}</summary><div>{table}</div></details></figure>'
    )


def row(cells: Iterable[tuple[str, bool]], classes: str = "") -> str:
    """A table row of finished HTML cells, each with whether it is a number; the first one heads the row."""
    (first, _), *rest = cells
    inner = "".join(f"<td{' class=num' if number else ''}>{cell}</td>" for cell, number in rest)
    return f'<tr{f" class={classes}" if classes else ""}><th scope="row">{first}</th>{inner}</tr>'


def hand(cards: Sequence[str]) -> str:
    """Cards side by side."""
    return f'<div class="k-hand">{"".join(cards)}</div>'


def face(card: Card, t: Translator, classes: str = "", flag: str = "") -> str:
    """A card face up with its name in the reader's language."""
    return draw.card(card, card_name(card, t), classes, flag)


def line(odds: Odds | None, left: Sequence[int], t: Translator, *, counted: bool = True, hit: str = "") -> str:
    """The rank line, with dots for the unseen cards unless they are not to be counted yet."""
    ranks, zones = scene.rank_line(odds, left, t, counted)
    return draw.rank_line(
        ranks, zones, t("Rank line, 2 to ace: unseen cards of each rank") if counted else t("Rank line, 2 to ace"), hit
    )


# ---- the odds column ----
def deck_part(
    posts: Sequence[Card] | None, seen: Sequence[Card], odds: Odds | None, t: Translator, rules: Rules = GUIDE
) -> str:
    """The deck is the chart."""
    by_rank = [[card.symbol for card in seen if card.rank == rank] for rank in RANKS]
    left = [0, 0, *(rules.per_rank - len(of) for of in by_rank)]
    sentence = (
        odds_sentence(odds, t)
        if odds
        else t("{seen} cards have been seen, {unseen} have not.", seen=len(seen), unseen=len(rules.pack) - len(seen))
    )
    ranks, _ = scene.rank_line(odds, left, t)
    seen_of = {RANK_NAMES[rank]: of for rank, of in zip(RANKS, by_rank, strict=True)}
    rows = (
        row([(rank.name, False), (escape(rank.says), False), (" ".join(seen_of[rank.name]) or "–", False)])
        for rank in ranks
    )
    table = draw.table([(t("Rank"), False), (t("Unseen"), False), (t("Seen"), False)], rows, t("The deck by rank"))
    return figure("deck", sentence, table, t)


def outcome_part(odds: Odds, other: Odds | None, t: Translator, note: str = "") -> str:
    """Three bars with counts and fractions."""
    caption = f'<p class="k-cap">{escape(note)}</p>' if note else ""
    return figure("outcome", odds_sentence(odds, t), outcome_table(odds, t), t, caption)


def outcome_table(odds: Odds, t: Translator) -> str:
    """Count, fraction and percent of each outcome."""
    rows = (
        row(
            [
                (draw.word(o.value, t(OUTCOME_WORDS[o])), False),
                (t.number(odds.count(o)), True),
                (f"{odds.count(o)}/{odds.unseen}", True),
                (t.percent(odds.p(o)), True),
            ]
        )
        for o in Outcome
    )
    return draw.table(
        [(t("Outcome"), False), (t("Cards"), True), (t("Probability"), True), ("%", True)],
        rows,
        t("Chances of the third card"),
    )


def result_part(
    odds: Odds, stake: int, t: Translator, *, why: bool = True, pot: int | None = None, chips: int | None = None
) -> str:
    """What a stake can bring and what it is worth on average; `why`: with the sum that decides it.

    `pot` and `chips` are as in `Odds.results`; where a part of a loss is forgiven, no sum of stakes decides.
    """
    ev = odds.ev(stake, pot, chips)
    results = odds.results(stake, pot, chips)
    why = why and results == odds.results(stake, pot)
    sentence = t(
        "With a stake of {stake}: {results}; expected value {ev} chips.",
        stake=stake,
        ev=t.signed(ev),
        results=t.listing(
            t("{net} with {n} of {unseen}", net=t.signed(net), n=n, unseen=odds.unseen) for net, n in results.items()
        ),
    )
    caption = f'<p class="k-cap">{escape(verdict(odds, t))}</p>' if why else ""
    return figure("result", sentence, result_table(odds, stake, t, pot, chips), t, caption)


def result_table(odds: Odds, stake: int, t: Translator, pot: int | None = None, chips: int | None = None) -> str:
    """Each result with its probability and their product; the sum is the expected value."""
    return results_table(odds.results(stake, pot, chips), odds, t)


def results_table(results: Mapping[int, int] | scene.Results, odds: Odds, t: Translator) -> str:
    """The same for any results: net in chips -> unseen cards."""
    rows = (
        row([(t.signed(net), True), (f"{n}/{odds.unseen}", True), (t.number(Fraction(net) * n / odds.unseen), True)])
        for net, n in results.items()
    )
    value = sum((Fraction(net) * n for net, n in results.items()), Fraction(0)) / odds.unseen
    total = row([(t("Expected value"), False), ("", True), (t.signed(value), True)], "is-now")
    return draw.table(
        [(t("Chips"), True), (t("Probability"), True), (t("Product"), True)], [*rows, total], t("Results of the stake")
    )


def part(heading: str, body: str, aside: str = "", ident: str = "") -> str:
    """A section of the page with its heading and a short remark beside it."""
    return (
        f'<section class="k-part" id="{{{{v}}}}{ident}"><div class="k-part-head"><h3>{escape(heading)}</h3>'
        f'<span class="k-cap">{escape(aside)}</span></div>{body}</section>'
    )


def pick(intent: str, legend: str, options: Sequence[tuple[str, str]], chosen: str, ident: str = "") -> str:
    """Two or three choices as radios that act at once."""
    name = ident or intent
    items = "".join(
        f'<label><input type="radio" id="{{{{v}}}}{name}-{value}" name="{name}" value="{value}" data-intent="{intent}"'
        f"{' checked' if value == chosen else ''}>{escape(text)}</label>"
        for value, text in options
    )
    return f'<fieldset class="k-pick"><legend class="k-vh">{escape(legend)}</legend>{items}</fieldset>'
