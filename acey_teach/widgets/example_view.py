"""The page of the worked example: the hand, what is predicted, the four verdicts, and all third cards to turn."""

from __future__ import annotations

from html import escape

from acey_teach.engine.cards import PACK, SUITS, Card
from acey_teach.engine.odds import Odds
from acey_teach.engine.settlement import Outcome, classify, limit, net_of
from acey_teach.i18n import Translator, translator
from acey_teach.widgets import draw, parts, picture, scene
from acey_teach.widgets import example_verdicts as verdicts
from acey_teach.widgets.example_state import ExampleState, Way
from acey_teach.widgets.panel import View
from acey_teach.widgets.parts import button
from acey_teach.widgets.words import OUTCOME_WORDS, Show, card_name, spoken


def view(state: ExampleState) -> View:
    """The live page: the prediction alone, and after it everything."""
    t = translator(state.lang)
    charts, more, side = {}, "", verdicts.section(state, t)
    if state.revealed:
        main = f"{_stage(state, t)}{verdicts.note(state, t)}{_controls(state, t)}"
        more, side = _choose(state, t), f"{side}{_side(state, t)}"
        charts = {
            "outcome": scene.outcome_rows(state.odds, _bare(state), t),
            "result": scene.result_rows(state.odds, state.stake, t),
        }
    else:
        main = f"{_stage(state, t)}{verdicts.predict(state, t)}"
    page = (
        f'<div class="k-page">{parts.top("", t, state.home)}<div class="k-split is-verdicts"><div class="k-main">{main}</div>'
        f'<aside class="k-side" aria-label="{escape(t("Odds"))}">{side}</aside>{more}</div></div>'
    )
    says = verdicts.says(state, spoken(t)) if state.judging else _says(state, spoken(t))
    return View(page, says, charts=charts, lang=state.lang)


def static(state: ExampleState) -> str:
    """The same where no program runs: a picture of the hand, the odds and the four verdicts as tables."""
    t, settled = translator(state.lang), state.settled
    ranks, zones = scene.rank_line(state.odds, state.odds.by_rank, t)
    kind = settled.outcome.value if settled else ""
    piles = (
        (t.number(settled.pot if settled else state.pot), t("in the pot")),
        (t.number(state.stake), t("your stake")),
    )
    hand = picture.Picture(
        _question(state, t),
        _says(state, spoken(t)),
        (state.posts[0], state.third, state.posts[1]),
        piles,
        ranks,
        zones,
        kind,
        t(OUTCOME_WORDS[settled.outcome]) if settled else "",
        state.third.rank_name if state.third else "",
    )
    return (
        picture.image(hand)
        + parts.outcome_table(state.odds, t)
        + parts.result_table(state.odds, state.stake, t)
        + verdicts.four(state, t, live=False)
    )


def _bare(state: ExampleState) -> Odds | None:
    """The count with nothing but the posts seen, where it differs from the one shown."""
    bare = state.four[Way.RULES]
    return bare if bare.known != state.odds.known else None


def _says(state: ExampleState, show: Show) -> str:
    t, card, settled = show.t, state.third, state.settled
    parts_ = []
    if state.seen:
        parts_.append(
            t.ngettext(
                "Another player shows {cards}.",
                "The other players show {cards}.",
                len(state.seen),
                cards=t.listing(map(show.card, state.seen)),
            )
        )
    if card and settled:
        won = (
            t("you win {n}.", n=t.number(settled.net))
            if settled.net > 0
            else t("you lose {n}.", n=t.number(-settled.net))
        )
        parts_.append(
            t(
                "Third card {card}: {outcome}, {won} Pot {pot}.",
                card=show.card(card),
                outcome=t(OUTCOME_WORDS[settled.outcome]),
                won=won,
                pot=t.number(settled.pot),
            )
        )
    else:
        low, high = map(show.card, state.posts)
        parts_.append(
            t(
                "The posts are {low} and {high}. The pot holds {pot}, the stake is {stake}.",
                low=low,
                high=high,
                pot=t.number(state.pot),
                stake=t.number(state.stake),
            )
        )
    return " ".join(parts_)


def _question(state: ExampleState, t: Translator) -> str:
    if state.third and state.settled:
        heading = {
            Outcome.INSIDE: t("The {rank} is inside: {net}, pot {pot}"),
            Outcome.OUTSIDE: t("The {rank} is outside: {net}, pot {pot}"),
            Outcome.POST: t("The {rank} is on a post: {net}, pot {pot}"),
        }[state.settled.outcome]
        return heading.format(
            rank=state.third.rank_name, net=t.signed(state.settled.net), pot=t.number(state.settled.pot)
        )
    if not state.revealed:
        return t(verdicts.QUESTION)
    return t(
        "Will the third card fall between {low} and {high}?",
        low=state.posts[0].rank_name,
        high=state.posts[1].rank_name,
    )


def _stage(state: ExampleState, t: Translator) -> str:
    low, high = state.posts
    settled = state.settled
    middle, flag = draw.slot(t("third card")), ""
    if state.third and settled:
        kind = settled.outcome.value
        middle = parts.face(
            state.third, t, f"is-lit {draw.CLASSES[kind]} is-new", draw.flag(kind, t(OUTCOME_WORDS[settled.outcome]))
        )
        flag = " has-flag"
    pot = draw.pile(draw.POT, t.number(settled.pot if settled else state.pot), t("in the pot"))
    chips = (
        draw.pile(draw.HELD, t.number(state.stake), t("your stake"))
        if not settled
        else draw.pile(draw.POT, t.signed(settled.net), t("for you"))
    )
    line = parts.line(state.odds, state.odds.by_rank, t, hit=state.third.rank_name if state.third else "")
    show = Show(t, escape, draw.text_card)
    return (
        f'<section class="k-stage" aria-label="{escape(t("Table"))}"><div class="k-ask"><h2 id="{{{{v}}}}question" tabindex="-1">'
        f'{escape(_question(state, t))}</h2><p class="k-say">{_says(state, show)}</p></div>'
        f'<div class="k-posts{flag}">{pot}{parts.hand([parts.face(low, t), middle, parts.face(high, t)])}{chips}</div>{line}</section>'
    )


def _controls(state: ExampleState, t: Translator) -> str:
    most = limit(state.chips, state.pot, state.rules).stake
    stake = (
        f'<label class="k-why k-range" for="{{{{v}}}}stake"><b>{escape(t("Stake"))}</b> <input type="range" id="{{{{v}}}}stake" name="stake" min="1" '
        f'max="{most}" value="{state.stake}" data-live data-intent="set_stake"><output for="{{{{v}}}}stake">{state.stake}</output></label>'
    )
    back = button(
        "back",
        t("Back"),
        key="b",
        hint="B",
        classes="is-bare",
        off="" if state.third else t("No third card has been turned yet."),
    )
    return (
        f'<div class="k-act" id="{{{{v}}}}act">{stake}<span class="k-push"></span>{back}'
        f"{button('by_chance', t('Turn a random card'), key='n space', hint='N', classes='is-main', focus=True)}</div>"
    )


def _choose(state: ExampleState, t: Translator) -> str:
    """The whole pack to choose from: suits down, ranks across, each with its outcome."""
    ranks = "".join(
        f'<th scope="col"{" class=p" if any(c.rank == p.rank for p in state.posts) else ""}>{c.rank_name}</th>'
        for c in PACK[::4]
    )
    rows = "".join(
        f'<tr><th scope="row" class="k-{suit}"><span class="k-suit">{next(c for c in PACK if c.suit == suit).symbol}</span></th>'
        f"{''.join(_cell(card, state, t) for card in PACK if card.suit == suit)}</tr>"
        for suit in reversed(SUITS)
    )
    head = t("Or choose the third card yourself")
    return (
        f'<section class="k-part" id="{{{{v}}}}choose"><div class="k-part-head"><h3>{escape(head)}</h3><span class="k-cap">'
        f'{escape(t("{n} cards could come", n=state.odds.unseen))}</span></div><table class="k-grid52 k-choose"><caption class="k-vh">'
        f"{escape(head)}</caption><thead><tr><td></td>{ranks}</tr></thead><tbody>{rows}</tbody></table>{_counted(state, t)}</section>"
    )


def _cell(card: Card, state: ExampleState, t: Translator) -> str:
    name = card_name(card, t)
    if not state.free(card):
        return f'<td class="is-seen"><span><span aria-hidden="true">×</span><span class="k-vh">{escape(t("{card}: seen", card=name))}</span></span></td>'
    kind = classify(state.posts, card)
    text = t("{card}: {outcome}", card=name, outcome=t(OUTCOME_WORDS[kind]))
    pressed = "true" if card is state.third else "false"
    return (
        f'<td class="{draw.CLASSES[kind.value]}"><button type="button" id="{{{{v}}}}turn-{card.code}" data-intent="turn" value="{card.code}" '
        f'aria-label="{escape(text)}" aria-pressed="{pressed}">{draw.mark(kind.value)}</button></td>'
    )


def _counted(state: ExampleState, t: Translator) -> str:
    """What the turned cards brought so far: many turns come near the exact value."""
    if not state.turned:
        return ""
    hand = state.odds.terms
    nets = [net_of(hand, card, state.stake, state.pot, state.rules)[1] for card in state.turned]
    text = t.ngettext(
        "{n} card turned so far; at this stake it would have brought {sum} chips in all.",
        "{n} cards turned so far; at this stake they would have brought {sum} chips in all.",
        len(nets),
        sum=t.signed(sum(nets)),
    )
    return f'<p class="k-cap">{escape(text)}</p>'


def _side(state: ExampleState, t: Translator) -> str:
    bare = _bare(state)
    dashed = (
        t("Dashed line: with the posts only, {n}/{unseen} inside.", n=bare.inside, unseen=bare.unseen) if bare else ""
    )
    return parts.part(
        t("Odds of the third card"),
        parts.outcome_part(state.odds, None, t, dashed),
        t("{n} cards could come", n=state.odds.unseen),
        "odds",
    ) + parts.part(
        t("What a stake of {n} is worth", n=state.stake),
        parts.result_part(state.odds, state.stake, t, why=False),
        "",
        "worth",
    )
