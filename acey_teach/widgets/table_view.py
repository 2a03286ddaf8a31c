"""The page of the table: a state as HTML, with the rows its charts need and the sentence that is spoken."""

from __future__ import annotations

from html import escape

from acey_teach.engine.events import Phase
from acey_teach.engine.odds import odds as count_odds
from acey_teach.engine.record import encode
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Wager
from acey_teach.i18n import Translator, translator
from acey_teach.widgets import draw, parts, predictions, rules_view, scene, setup_form, share
from acey_teach.widgets.ledger_view import chips_part, final_table, ledger_part, ledger_table
from acey_teach.widgets.panel import View
from acey_teach.widgets.table_controls import controls, foot
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.words import OUTCOME_WORDS, Show, narrate, ordered, question, spoken


def html_show(t: Translator) -> Show:
    """For a page: names escaped, cards in their suit's colour."""
    return Show(t, escape, draw.text_card)


def view(state: TableState) -> View:
    """The live page."""
    t = translator(state.lang)
    s = state.session
    if s is None:
        body = _offer(state, t) + setup_form.render(state.form, t)
        return View(
            f'<div class="k-page">{parts.top("", t, state.home)}{body}</div>',
            _offer_says(state, t) or t("Set the table, then start."),
            keep=kept_code(state),
            lang=state.lang,
        )
    code = encode(s)
    main = f"{_offer(state, t)}{share.note(state, s, t)}{'' if s.phase is Phase.OVER else seats(s, t)}{_stage(state, s, t)}{controls(state, s, t)}{rules_view.line(s.rules, t)}{foot(state, s, code, t)}{_aside(state, t)}"
    side, charts = _side(state, s, t)
    charts["chips"] = scene.chips_rows(s, t)
    told, mine, more = _predicted(state, s, _told(s, t), t)
    side, charts = side + mine + chips_part(s, t), charts | more
    body = f'<div class="k-split"><div class="k-main">{main}</div><aside class="k-side" aria-label="{escape(t("Odds"))}">{side}</aside>{ledger_part(s, t)}</div>'
    says = _offer_says(state, t) or told
    return View(
        f'<div class="k-page">{parts.top(_where(s, t), t, state.home)}{body}</div>',
        says,
        code,
        kept_code(state, code),
        charts,
        lang=state.lang,
    )


def _told(s: Session, t: Translator) -> str:
    """The step in a sentence, and what is asked where the heading alone says it."""
    told = narrate(s, spoken(t))
    return f"{told} {question(s, spoken(t))}" if s.phase in (Phase.BLIND, Phase.ACE) else told


def _predicted(state: TableState, s: Session, told: str, t: Translator) -> tuple[str, str, dict[str, scene.Rows]]:
    """What is spoken, and the part of the page about the predictions made so far. Only who predicts loads it."""
    if not state.predictions:
        return told, "", {}
    from acey_teach.widgets import predict

    return predict.says(state, s, told, t), *predict.part(state, s, t)


def kept_code(state: TableState, code: str = "") -> str:
    """What the browser keeps: the offer while there is one, else the session once something has happened."""
    if state.offer:
        return predictions.kept(encode(state.offer), state.offered, bool(state.offered))
    return predictions.kept(code, state.predictions, state.hide) if state.session and state.session.depth else ""


def static(state: TableState) -> str:
    """The same where no program runs: a picture of the table, and the odds and the ledger as tables."""
    t = translator(state.lang)
    s = state.session
    if s is None:
        return f"<p>{escape(t('Run this cell to set the table and play.'))}</p>"
    odds = state.odds_now if s.posts and not state.odds_hidden and not unsplit(s) else None
    tables = ""
    if odds:
        tables = parts.outcome_table(odds, t)
        if prices := scene.prices_of(s, odds, s.hand.wager):
            tables += parts.results_table(scene.results(prices), odds, t)
        else:
            tables += parts.result_table(odds, state.stake_now, t, scene.pot_of(s), scene.chips_of(s))
    mine = ""
    if state.predictions:
        from acey_teach.widgets import predict

        mine = predict.static(state, s, t)
    return f"{final_table(s, t) if s.result and s.phase is Phase.OVER else _picture(state, s, t)}{tables}{mine}{ledger_table(scene.ledger(s), s, t)}"


def _picture(state: TableState, s: Session, t: Translator) -> str:
    from acey_teach.widgets import picture  # Voila never shows it

    show = spoken(t)
    low, high = ordered(s.posts, s.hand) if s.posts else (None, None)
    ranks, zones = scene.rank_line(state.odds_now if s.posts else None, left_by_rank(s), t, not state.odds_hidden)
    kind = s.outcome.value if s.outcome else ""
    piles = ((t.number(s.pot), t("in the pot")), (t.number(s.held), t("held aside")))
    return picture.image(
        picture.Picture(
            question(s, show),
            narrate(s, show),
            (low, s.third, high),
            piles,
            ranks,
            zones,
            kind,
            t(OUTCOME_WORDS[s.outcome]) if s.outcome else "",
            s.third.rank_name if s.third else "",
        )
    )


def _where(s: Session, t: Translator) -> str:
    if s.phase is Phase.OVER:
        return t("The session is over")
    where = t("<b>Round {n}</b> of {most}", n=s.round, most=s.rules.max_rounds)
    if s.in_turn:
        where += " · " + t("turn {n} of {most}", n=s.turn + 1, most=len(s.players))
    if s.hand.column:
        where += " · " + t("hand {n} of 2", n=s.hand.column)
    return where


def _offer_says(state: TableState, t: Translator) -> str:
    if state.offer is None or (state.aside and state.session):
        return ""
    return t(
        "An earlier session was kept: round {n}, {names}. Go on with it?",
        n=state.offer.round,
        names=t.listing(p.name for p in state.offer.players),
    )


def _offer(state: TableState, t: Translator) -> str:
    says = _offer_says(state, t)
    return parts.offer(t("Go on with your earlier session?"), says, t) if says else ""


def _aside(state: TableState, t: Translator) -> str:
    """The offer in one line, once somebody plays on in the session on the page: it takes no focus."""
    return parts.offer_aside(t("Go on with your earlier session?"), t) if state.offer and state.aside else ""


# ---- the left column ----
def seats(s: Session, t: Translator) -> str:
    """The players in the order of their turns, with their chips, first cards and results of this round."""
    done: dict[int, list[scene.Line]] = {}
    for line in scene.ledger(s):
        if line.event.round == s.round and line.seat is not None:
            done.setdefault(line.seat, []).append(line)
    order = s.order if s.dealer >= 0 else tuple(range(len(s.players)))
    now = s.seat if s.in_turn else None
    items = []
    for seat in order:
        player, first = s.players[seat], s.first_card(seat)
        if first and s.waiting(seat):
            picture = parts.face(first, t, "is-mini")
        else:
            picture = '<div class="k-card is-mini k-place"></div>'
        what = " ".join(_result(line, t) for line in done.get(seat, ()))  # two hands of a split pair
        if not what and player.strategy:
            what = escape(t("bot"))
        dealer = f'<span class="k-dealer" role="img" aria-label="{escape(t("dealer"))}">{escape(t.pgettext("letter on the dealer button", "D"))}</span>'
        here = ' aria-current="true"' if seat == now else ""
        items.append(
            f'<li class="k-seat{" is-now" if seat == now else ""}" id="{{{{v}}}}seat{seat}"{here}>{picture}<div class="k-who"><div class="name">'
            f'<span>{escape(player.name)}</span>{dealer if seat == s.dealer and not s.result else ""}</div><div class="chips">{_chips(s.balances[seat], t)}</div>'
            f'<div class="what">{what}</div></div></li>'
        )
    n = len(items)
    return (
        f'<ol class="k-seats{" is-many" if n > 5 else ""}" style="--seats:{n};--seats-narrow:{n if n < 6 else (n + 1) // 2}" '
        f'aria-label="{escape(t("Players in the order of their turns"))}">{"".join(items)}</ol>'
    )


def _result(line: scene.Line, t: Translator) -> str:
    """What a turn brought, beside its player."""
    outcome = line.event.outcome
    if not outcome:
        return escape(t("passed"))
    what = draw.mark(outcome.value, f" {draw.CLASSES[outcome.value]}") + t.signed(line.net)
    return what + f'<span class="k-vh"> {escape(t(OUTCOME_WORDS[outcome]))}</span>'


def _chips(amount: object, t: Translator) -> str:
    if isinstance(amount, int):
        return escape(t.ngettext("{n} chip", "{n} chips", amount))
    return escape(t("{amount} chips", amount=amount))


def hand_cards(s: Session, t: Translator) -> tuple[list[str], bool]:
    """The three places of the hand in turn, and whether the outcome is written under the third card."""
    posts = ordered(s.posts, s.hand) if s.posts else []
    middle = draw.slot(t("third card"))
    flagged = False
    if s.third and s.outcome:
        kind = s.outcome.value
        middle = parts.face(
            s.third, t, f"is-lit {draw.CLASSES[kind]} is-new", draw.flag(kind, t(OUTCOME_WORDS[s.outcome]))
        )
        flagged = True
    elif s.third:
        middle = parts.face(s.third, t, "is-turning")
    elif s.held or s.phase is Phase.THIRD_CARD:
        middle = draw.back(t("third card, face down"), "is-new")
    elif s.phase in (Phase.DISCARD, Phase.NEXT_HAND):
        middle = draw.slot(t("no third card"), "–")
    if posts:
        new = s.event is not None and s.event.phase is Phase.SECOND_CARD
        hand = [parts.face(card, t, "is-new" if new and card is s.second else "") for card in posts]
        cards = [hand[0], middle, hand[1]]
    else:
        first = s.first_card(s.seat) if s.dealer >= 0 and s.dealt and s.waiting(s.seat) else None
        cards = [
            parts.face(first, t) if first else draw.slot(t("first card"), ""),
            middle,
            draw.slot(t("second card"), ""),
        ]
    return cards, flagged


def _stage(state: TableState, s: Session, t: Translator) -> str:
    show = html_show(t)
    cards, flagged = hand_cards(s, t)
    ended = " data-focus" if s.phase is Phase.OVER else ""
    heading = f'<div class="k-ask"><h2 id="{{{{v}}}}question" tabindex="-1"{ended}>{question(s, show)}</h2><p class="k-say">{narrate(s, show)}</p></div>'
    if s.phase is Phase.OVER:
        return f'<section class="k-stage" aria-label="{escape(t("Table"))}">{heading}{final_table(s, t)}</section>'
    pot = draw.pile(draw.POT, t.number(s.pot), t("in the pot"))
    held = draw.pile(draw.HELD, t.number(s.held), t("held aside"), not s.held)
    hit = s.third.rank_name if s.third else ""
    return (
        f'<section class="k-stage" aria-label="{escape(t("Table"))}">{heading}'
        f'<div class="k-posts{" has-flag" if flagged else ""}">{pot}{parts.hand(cards)}{held}</div>{split_hands(s, t)}{_line(state, s, t, hit)}</section>'
    )


def split_hands(s: Session, t: Translator) -> str:
    """Both hands of a split pair, the one in play marked; "" for any other hand."""
    if not s.hand.columns:
        return ""
    from acey_teach.widgets import house_view

    return house_view.split_hands(s, t)


def unsplit(s: Session) -> bool:
    """Whether the posts are a pair that is split or passed, so that no third card falls on it (B7)."""
    return bool(s.posts and s.terms.splits and not s.hand.column and s.hand.wager is Wager.STAKE)


def left_by_rank(s: Session) -> list[int]:
    """How many cards of each rank value are unseen; after the third card, as before it fell."""
    seen = s.seen[: len(s.seen) - (s.third is not None)]
    left = [0, 0, *[s.rules.per_rank] * 13]
    for card in seen:
        left[card.rank] -= 1
    return left


def _line(state: TableState, s: Session, t: Translator, hit: str) -> str:
    return parts.line(state.odds_now if s.posts else None, left_by_rank(s), t, counted=not state.odds_hidden, hit=hit)


# ---- the right column ----
def _side(state: TableState, s: Session, t: Translator) -> tuple[str, dict[str, list[dict[str, object]]]]:
    seen = s.seen[: len(s.seen) - (s.third is not None)]
    heading = t("Odds of the third card")
    if state.odds_hidden:
        from acey_teach.widgets import predict

        return parts.part(heading, predict.form(state, t), t("hidden"), "odds"), {}
    if s.phase is Phase.OVER:
        return "", {}
    if s.posts is None or unsplit(s):
        deck = parts.deck_part(None, seen, None, t, s.rules)
        told = t("Odds need two posts. They come with the second card.")
        if s.posts:
            told = t("No third card falls on this pair. Odds come when it has been split.")
        note = f'<p class="k-cap">{escape(told)}</p>'
        aside = t("{n} unseen", n=len(s.rules.pack) - len(seen))
        return parts.part(t("The deck"), deck + note, aside, "odds"), {
            "deck": scene.deck_rows(None, seen, t, s.rules.decks)
        }
    full = state.odds_now
    called = None if s.hand.column else s.hand.called
    bare = count_odds(s.posts, (), s.rules, called, full.terms.side)
    odds, other = (bare, full) if state.posts_only else (full, bare)
    known = list(s.posts) if state.posts_only else seen
    same = full.unseen == bare.unseen
    stake = s.event.stake if s.event and s.event.stake and s.phase is not Phase.DECISION else state.stake_now
    prices, pot, chips = scene.prices_of(s, odds, s.hand.wager), scene.pot_of(s), scene.chips_of(s)
    charts: dict[str, list[dict[str, object]]] = {
        "deck": scene.deck_rows(odds, known, t, s.rules.decks),
        "outcome": scene.outcome_rows(odds, None if same else other, t),
        "result": scene.result_rows(odds, stake, t, prices, pot, chips),
    }
    which = parts.pick(
        "known",
        t("Which cards count as known"),
        [("seen", t("All seen cards")), ("posts", t("Posts only"))],
        "posts" if state.posts_only else "seen",
    )
    note = (
        ""
        if same
        else t("Dashed line: with the posts only, {n}/{unseen} inside.", n=bare.inside, unseen=bare.unseen)
        if not (state.posts_only)
        else t("Dashed line: with all seen cards, {n}/{unseen} inside.", n=full.inside, unseen=full.unseen)
    )
    aside = t("{n} unseen before it fell", n=odds.unseen) if s.third else t("{n} unseen", n=odds.unseen)
    told = ""
    if state.predictions:
        from acey_teach.widgets import predict

        told = predict.told(state, s, t)
    both = worth = ""
    if odds.terms.side or prices:
        from acey_teach.widgets import house_view

        both = house_view.both_sides(state, s, odds, t)
        worth = house_view.wager_part(s, odds, prices, t) if prices else ""
    if not worth:
        result = parts.result_part(odds, stake, t, pot=pot, chips=chips)
        worth = parts.part(t("What a stake of {n} is worth", n=stake), result, "", "worth")
    body = told + which + both + parts.deck_part(s.posts, known, odds, t, s.rules)
    return parts.part(heading, body + parts.outcome_part(odds, other, t, note), aside, "odds") + worth, charts
