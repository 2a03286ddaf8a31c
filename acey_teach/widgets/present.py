"""The table for a projector: one screen, one question, large type, the class's votes beside odds that stay hidden."""

from __future__ import annotations

from html import escape

from acey_teach.engine.actions import TURN_PHASES, Bet
from acey_teach.engine.events import PLAIN, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.record import encode
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import Translator, translator
from acey_teach.widgets import draw, parts, rules_view, share
from acey_teach.widgets.ledger_view import final_table
from acey_teach.widgets.panel import View
from acey_teach.widgets.parts import button
from acey_teach.widgets.present_controls import controls
from acey_teach.widgets.rules_state import house
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.table_view import hand_cards, html_show, kept_code, left_by_rank, seats, unsplit
from acey_teach.widgets.votes import Votes, compared
from acey_teach.widgets.words import OUTCOME_WORDS, Show, narrate, odds_sentence, plain, question, spoken


def view(state: TableState) -> View:
    """The page of a session in presenter mode."""
    s = state.playing
    t = translator(state.lang)
    if state.screen.sharing:
        body, heading, says = share.body(s, t), t("The same cards for everybody"), share.says(t)
        middle = f'{_ask(heading, escape(heading))}<p class="k-say">{escape(says)}</p>{body}'
    else:
        says = narrate(s, spoken(t))
        if state.screen.reveals(s):
            says = f"{says} {_compared(state, s, t)}"
        ask = _ask(_question(s, plain(t)), _question(s, html_show(t)))
        middle = f"{ask}{_turn(state, s, t) if s.posts else _between_turns(s, t)}{_status(state, s, t)}"
    code = encode(s)
    return View(
        f'<div class="k-page k-screen{" is-settled" if s.outcome else ""}">{_head(s, t)}{middle}{controls(state, s, t)}</div>',
        says,
        code,
        kept_code(state, code),
        lang=state.lang,
        look="present",
    )


def _head(s: Session, t: Translator) -> str:
    """Where the session stands, and the code with which everybody can play this round."""
    code = escape(encode(share.start(s)))
    return (
        f'<header class="k-top"><span class="k-brand">{draw.LOGO}<span>{_where(s, t)}</span>{_rules(s, t)}</span>'
        f'<span class="k-code" id="{{{{v}}}}code" aria-label="{escape(t("Session code"))} {code}" role="img">{code}</span></header>'
    )


def _rules(s: Session, t: Translator) -> str:
    """The name of the rules, unless they are the guide's."""
    return f'<span class="k-by">{escape(rules_view.short(s.rules, t))}</span>' if house(s.rules) else ""


def _where(s: Session, t: Translator) -> str:
    if s.phase is Phase.OVER:
        return escape(t("The session is over"))
    if s.in_turn:
        return t("Round {n}, {name}", n=s.round, name=escape(s.players[s.seat].name))
    return escape(t("Round {n}", n=s.round))


def _ask(text: str, html: str) -> str:
    """The question, as large as its length allows (`text` is the same without marks)."""
    return f'<div class="k-ask"><h1 id="{{{{v}}}}question" tabindex="-1" style="--len:{max(len(text), 16)}">{html}</h1></div>'


def _question(s: Session, show: Show) -> str:
    """The heading of a moment, in fewer words than on the usual page."""
    t = show.t
    plainly = s.hand is PLAIN and s.posts and not s.terms.sides and not s.terms.splits
    if s.phase in (Phase.DECISION, Phase.THIRD_CARD) and s.posts and plainly:
        low, high = sorted(s.posts, key=lambda card: card.rank)
        if high.rank - low.rank > 1:
            return t("Will it fall between {low} and {high}?", low=low.rank_name, high=high.rank_name)
        return t("{low} and {high}: can it fall inside?", low=low.rank_name, high=high.rank_name)
    return question(s, show)


# ---- a hand in turn ----
def _turn(state: TableState, s: Session, t: Translator) -> str:
    cards, _ = hand_cards(s, t)
    shown = state.screen.reveals(s)
    hit = s.third.rank_name if s.third else ""
    odds = state.odds_now
    line = parts.line(odds, left_by_rank(s), t, counted=shown, hit=hit)
    vote = "" if unsplit(s) else _vote(state.screen.votes_of(s), odds, shown, t)
    return f'<div class="k-duo">{parts.hand(cards)}{vote}</div>{line}'


def _vote(votes: Votes, odds: Odds, shown: bool, t: Translator) -> str:
    """Hands, bars and percent of the class, and the exact odds, "?" while they are hidden."""
    head = (
        f'<th scope="col"><span class="k-vh">{escape(t("Outcome"))}</span><span aria-hidden="true">{escape(t("vote"))} <kbd class="k-key">P</kbd></span></th>'
        f'<th scope="col">{escape(t("hands"))}</th><td class="k-wide"></td>'
        f'<th scope="col" class="num">{escape(t("class"))}</th><th scope="col" class="num">{escape(t("exact"))}</th>'
    )
    rows = "".join(_row(i, o, votes, odds, shown, t) for i, o in enumerate(Outcome, 1))
    return (
        f'<table class="k-vote"><caption class="k-vh">{escape(t("The class votes, compared with the exact odds"))}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(key: int, outcome: Outcome, votes: Votes, odds: Odds, shown: bool, t: Translator) -> str:
    kind, words = outcome.value, t(OUTCOME_WORDS[outcome])
    says = escape(t("One more hand for {outcome}", outcome=words))
    share_of = votes.share(outcome)
    # Tab goes from field to field, where the same can be said
    more = (
        f'<button type="button" id="{{{{v}}}}more-{kind}" class="k-word {draw.CLASSES[kind]}" data-intent="one_more" data-live tabindex="-1" value="{kind}" '
        f'data-key="{key}" aria-label="{says}">{draw.mark(kind)}{escape(words)} <kbd class="k-key" aria-hidden="true">{key}</kbd></button>'
    )
    field = (
        f'<input id="{{{{v}}}}hands-{kind}" name="{kind}" value="{votes.of(outcome)}" data-live data-intent="hands" data-leave inputmode="numeric" '
        f'autocomplete="off" maxlength="12" aria-label="{escape(t("Hands for {outcome}", outcome=words))}"{" data-key=p" if key == 1 else ""}>'
    )
    bar = f'<i style="width:{float((share_of or 0) * 100):.2f}%"></i>'
    mark = f'<b style="left:calc({float(odds.p(outcome) * 100):.2f}% - 2px)"></b>' if shown else ""
    exact = (
        f"<b>{odds.count(outcome)}/{odds.unseen}</b>"
        if shown
        else f'<b aria-label="{escape(t("hidden"))}" role="img">?</b>'
    )
    percent = "–" if share_of is None else t.percent(share_of)
    return (
        f'<tr class="{draw.CLASSES[kind]}"><th scope="row">{more}</th><td>{field}</td><td class="k-wide"><div class="meter" aria-hidden="true">{bar}{mark}</div></td>'
        f'<td class="num">{percent}</td><td class="num">{exact}</td></tr>'
    )


def _compared(state: TableState, s: Session, t: Translator) -> str:
    if s.outcome:
        return compared(state.screen.votes_of(s), s.odds, s.outcome, t)
    return odds_sentence(state.odds_now, t)


# ---- all other moments ----
def _between_turns(s: Session, t: Translator) -> str:
    if s.phase is Phase.OVER:
        return f'<div class="k-room">{final_table(s, t)}</div>'
    if s.phase is Phase.CHOOSE_DEALER:
        names = "".join(button("choose_dealer", p.name, value=str(seat)) for seat, p in enumerate(s.players))
        group = f'<div class="k-names" role="group" aria-label="{escape(question(s, plain(t)))}">{names}</div>'
        return f'<div class="k-room"><p class="k-say">{narrate(s, html_show(t))}</p>{group}</div>'
    # once everybody has a first card, the seats say it all
    told = "" if s.phase is Phase.SECOND_CARD else f'<p class="k-say">{narrate(s, html_show(t))}</p>'
    if s.phase in TURN_PHASES:  # blind or not, an ace low or high: what that means
        from acey_teach.widgets import house_controls

        told = f'<p class="k-say">{escape(house_controls.asked(s, t, "", "")[0])}</p>'
    return f'<div class="k-room">{told}{seats(s, t)}</div>'


def _status(state: TableState, s: Session, t: Translator) -> str:
    """Chips that matter now, and once the third card has fallen how the class did."""
    if s.phase is Phase.OVER:
        return ""
    items = [t("Pot <b>{n}</b>", n=t.number(s.pot))]
    if s.held:
        items.append(t("Held aside <b>{n}</b>", n=t.number(s.held)))
    if s.posts:
        name, chips = escape(s.players[s.seat].name), t.number(s.balances[s.seat])
        items.append(t("{name} <b>{chips}</b>", name=name, chips=chips))
        event = s.event
        if Bet in s.offers:
            items.append(t("Stake at most <b>{n}</b>", n=t.number(s.limit.stake)))
        elif event and s.outcome:
            items.append(f"<b>{t.signed(event.net)}</b>")
        if s.hand.column:  # the hand in play lies there large
            other = " ".join(map(draw.text_card, s.hand.columns[2 - s.hand.column]))
            items.append(
                t("Second hand {cards}", cards=other) if s.hand.column == 1 else t("First hand {cards}", cards=other)
            )
        if not s.outcome and not unsplit(s):
            total = state.screen.votes_of(s).total
            items.append(escape(t.ngettext("{n} vote", "{n} votes", total) if total else t("No votes yet")))
    compare = (
        f'<p class="k-compare">{escape(_compared(state, s, t))}</p>' if s.outcome and state.screen.reveals(s) else ""
    )
    return f'<div class="k-status"><p>{"".join(f"<span>{item}</span> " for item in items)}</p>{compare}</div>'
