"""The controls of the choices that only house rules have: blind, ace, side, split, bet on the post, AutoPot (part B).

Keys: U and D for up and down (high or low, higher or lower), G plays blind, T splits, O bets on the post.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape

from acey_teach.analysis import house
from acey_teach.analysis.exact import split_hands
from acey_teach.engine.actions import Bet, Pass, PostBet, Split
from acey_teach.engine.events import Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Wager, half_up, paid
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import Translator
from acey_teach.widgets.house_words import ACE_WORDS, SIDE_WORDS, post_bet_says
from acey_teach.widgets.parts import button
from acey_teach.widgets.table_controls import back, closed, stake_field, why
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.words import why_limit


def choice(state: TableState, s: Session, t: Translator) -> str:
    """The row of controls with what a person may choose now."""
    if s.phase is not Phase.DECISION:
        words, buttons = asked(s, t, "n space", "N")
        words = f"{words} {'' if state.hide else worth(s, t)}".strip()
        inner = f'<p class="k-why">{escape(words)}</p><span class="k-push"></span>{back(s, t, hint="")}{buttons}'
        return f'<div class="k-act" id="{{{{v}}}}act">{inner}</div>'
    return _decision(state, s, t)


def asked(s: Session, t: Translator, on: str, hint: str) -> tuple[str, str]:
    """A choice without a stake: what it means in words, and its buttons; the key `on` takes the first."""
    if s.phase is Phase.BLIND:
        pot, half = t.number(s.pot), t.number(half_up(s.pot))
        words = t(
            "Blind you play for the pot of {pot} before any card: inside wins it, outside costs {half}, a post costs {pot}.",
            pot=pot,
            half=half,
        )
        return words, button("play_blind", t("Play blind for the pot"), key="g", hint="G") + button(
            "look", t("See the posts"), key=on, hint=hint, classes="is-main", focus=True
        )
    if s.phase is Phase.ACE:
        words = " ".join(t(says) for says in ACE_WORDS.values())
        return words, button("call_ace", t("Call it low"), value=Ace.LOW.value, key="d", hint="D") + button(
            "call_ace", t("Call it high"), value=Ace.HIGH.value, key="u", hint="U", focus=True
        )
    words = t("The blind bet for the pot of {pot} stands. Where will the third card fall?", pot=t.number(s.pot))
    return words, button("name_side", t("Lower"), value=Side.LOWER.value, key="d", hint="D") + button(
        "name_side", t("Higher"), value=Side.HIGHER.value, key="u", hint="U", focus=True
    )


def worth(s: Session, t: Translator) -> str:
    """What the choice is worth on average, "" where nothing is worked out: blind, an ace, a split (B2, B7, B8)."""
    seen, rules = s.seen, s.rules
    if s.phase is Phase.BLIND:
        pot, chips = s.pot, s.balances[s.seat]
        found = house.blind_pot(seen, rules)
        cost = found.outside * paid(-half_up(pot), chips, rules) + found.post * paid(-pot, chips, rules)
        return t("On average, playing blind is worth {ev} chips.", ev=_about(found.inside * pot + cost, t))
    if s.phase is Phase.ACE and s.first and s.hand.wager is Wager.STAKE:
        others = list(seen)
        others.remove(s.first)
        values = house.ace_values(s.first, others, rules)
        return t(
            "For each chip staked, with bets that are in one’s favour only: low is worth {low}, high {high}.",
            low=_about(values[Ace.LOW].value, t), high=_about(values[Ace.HIGH].value, t),
        )  # fmt: skip
    if Split in s.offers:
        value = split_hands(s.odds)[0 if s.can(Split()) else 1]
        return t("For each chip staked on a hand, splitting is worth {ev}.", ev=_about(value, t))
    return ""


def _about(value: Fraction, t: Translator) -> str:
    """A value exactly, and as a decimal where it is no whole number."""
    exact = t.signed(value)
    return exact if value.denominator == 1 else f"{exact} ≈ {t.decimal(value, signed=True)}"


def _decision(state: TableState, s: Session, t: Translator) -> str:
    """Pass, bet, bet on the post or split: each where it is offered, a closed one with its reason."""
    offers, limit, stake = s.offers, state.limit, state.stake_now
    assert limit
    can, parts = limit.stake > 0, []
    if Split in offers:
        main, reasons = _split(state, s, t)
        if main and not state.hide:
            reasons.append(f'<p class="k-why k-below">{escape(worth(s, t))}</p>')
        free = s.can(Split())
        parts.append("" if free or not can else stake_field(limit, stake, t))
        intent, can = "split_pair", can or free
    else:
        intent, reasons = "bet", [why(*why_limit(s, t))]
        if can and Pass in offers:
            parts.append(sides(state, t) + stake_field(limit, stake, t))
        main = bet_button(state, t, "Enter", "⏎") if can else ""
    if state.forced:
        text = t(
            "AutoPot: with these posts there is no pass, and the stake is the largest one, {n}.", n=t.number(stake)
        )
        reasons = [f'<p class="k-why k-below" id="{{{{v}}}}why">{escape(text)}</p>']
    parts.append('<span class="k-push"></span>')
    if Pass in offers:
        parts.append(button("pass_turn", t("Pass"), key="p", hint="P", classes="" if can else "is-main", focus=not can))
    if PostBet in offers:
        parts.append(post_button(s, t))
        if refusal := s.verify(PostBet()):
            reasons.append(f'<p class="k-why k-below" aria-hidden="true">{escape(refusal.sentence(t))}</p>')
        elif not state.odds_hidden:
            reasons.append(f'<p class="k-why k-below">{escape(post_bet_says(s, t))}</p>')
    inner = "".join([*parts, main, back(s, t, hint=""), closed(t), *reasons])
    return f'<form class="k-act" id="{{{{v}}}}act" data-intent="{intent}">{inner}</form>'


def on_the_wall(state: TableState, s: Session, on: str, t: Translator) -> str:
    """The same for a projector, where each button shows its key and X passes."""
    from acey_teach.widgets.present_controls import stepper

    if s.phase is not Phase.DECISION:
        return asked(s, t, on, "→")[1]
    offers, limit, stake = s.offers, state.limit, state.stake_now
    assert limit
    free = s.can(Split())
    can = limit.stake > 0 or free
    intent, main, field = "bet", "", ""
    if can:
        field = "" if free or Pass not in offers else stepper(limit, stake, t)
        main = bet_button(state, t, on, "→") if Bet in offers else split_button(s, stake, t, f"t {on}", "→")
        intent = "bet" if Bet in offers else "split_pair"
    pass_ = (
        button("pass_turn", t("Pass"), key="x", hint="X")
        if can
        else button("pass_turn", t("Pass"), key=f"x {on}", hint="→", classes="is-main", focus=True)
    )
    post = post_button(s, t) if PostBet in offers else ""
    inner = f"{sides(state, t) if can else ''}{field}{main}{pass_ if Pass in offers else ''}{post}"
    return f'<form class="k-act" id="{{{{v}}}}decide" data-intent="{intent}">{inner}</form>'


def sides(state: TableState, t: Translator) -> str:
    """The two sides of a pair, of which one is always picked."""
    now = state.side_now
    if now is None:
        return ""
    both = "".join(
        button(
            "pick_side",
            text,
            value=side.value,
            key=key,
            hint=key.upper(),
            more=f' aria-pressed="{"true" if side is now else "false"}"',
        )
        for side, key, text in ((Side.HIGHER, "u", t("Higher")), (Side.LOWER, "d", t("Lower")))
    )
    return f'<span class="k-act" role="group" aria-label="{escape(t("Side of the pair"))}">{both}</span>'


def bet_button(state: TableState, t: Translator, key: str, hint: str) -> str:
    """The button that bets, with the side of a pair in its text."""
    side, n = state.side_now, t.number(state.stake_now)
    text = t("Bet {n} on {side}", n=n, side=t(SIDE_WORDS[side])) if side else t("Bet {n}", n=n)
    described = ' aria-describedby="{{v}}why"' if hint == "⏎" else ""
    return (
        f'<button id="{{{{v}}}}bet" class="k-btn is-main" data-key="{key}" data-focus{described}>'
        f'{escape(text)} <kbd class="k-key" aria-hidden="true">{hint}</kbd></button>'
    )


def post_button(s: Session, t: Translator) -> str:
    """The bet on the post, closed with its reason where it is not covered."""
    refusal = s.verify(PostBet())
    return button("post_bet", t("Bet on the post"), key="o", hint="O", off=refusal.sentence(t) if refusal else "")


def _split(state: TableState, s: Session, t: Translator) -> tuple[str, list[str]]:
    """The button that splits, and what splitting means; closed where no stake is possible on both hands."""
    stake = state.stake_now
    if s.can(Split()):
        text = t("Each card gets a new one beside it. You then bet or pass on each of the two hands.")
        note = f'<p class="k-why k-below" id="{{{{v}}}}why">{escape(text)}</p>'
        return split_button(s, stake, t), [note]
    reason = why(*why_limit(s, t))
    if not s.split_limit.stake:
        return "", [reason]
    text = t("The stake stands on both hands, before their new cards are known.")
    return split_button(s, stake, t), [reason, f'<p class="k-why k-below">{escape(text)}</p>']


def split_button(s: Session, stake: int, t: Translator, key: str = "t Enter", hint: str = "T") -> str:
    """The button that splits a pair, with the stake where it is named before."""
    text = t("Split the pair") if s.can(Split()) else t("Split, {n} on each", n=t.number(stake))
    return (
        f'<button id="{{{{v}}}}split" class="k-btn" data-key="{key}" data-focus>'
        f'{escape(text)} <kbd class="k-key" aria-hidden="true">{hint}</kbd></button>'
    )
