"""The controls of the table: only what the moment allows, each closed one with its reason, each limit with its cause."""

from __future__ import annotations

from html import escape

from acey_teach.engine.actions import TURN_PHASES, Bet, Pass
from acey_teach.engine.events import Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Limit
from acey_teach.i18n import Translator
from acey_teach.widgets.parts import button, paper_button
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.words import passed, why_limit


def controls(state: TableState, s: Session, t: Translator) -> str:
    """The row of controls under the table."""
    person = not s.players[s.seat].strategy if s.dealer >= 0 else True
    if s.phase is Phase.CHOOSE_DEALER:
        inner = _dealer(s, t)
    elif s.phase is Phase.CUT and s.setup.is_planned(s.round):
        inner = _planned(s, t)
    elif s.phase is Phase.CUT and not s.players[s.cutter].strategy:
        inner = _cut(s, t)
    elif s.phase in TURN_PHASES and person:
        if s.phase is Phase.DECISION and s.offers == (Pass, Bet) and not s.terms.sides:
            return _decision(state, s, t)
        from acey_teach.widgets import house_controls  # most tables never need it

        return house_controls.choice(state, s, t)
    else:
        return f'<div class="k-act" id="{{{{v}}}}act">{_why(s, t)}{_going(s, t)}</div>'
    return f'<div class="k-act" id="{{{{v}}}}act">{inner}</div>'


def back(s: Session, t: Translator, hint: str = "B") -> str:
    """The button that takes the last click back."""
    off = "" if s.depth else t("This is the beginning.")
    return button("back", t("Back"), key="b", hint=hint, classes="is-bare", off=off)


def _dealer(s: Session, t: Translator) -> str:
    names = "".join(button("choose_dealer", player.name, value=str(seat)) for seat, player in enumerate(s.players))
    return (
        f'<p class="k-why">{escape(t("Name the dealer in any way you agree on, or let chance decide."))}</p>'
        f'<div class="k-act" role="group" aria-label="{escape(t("Who deals first?"))}">{names}'
        f"{button('choose_dealer', t('Draw the dealer'), key='n', hint='N', classes='is-main', focus=True)}</div>"
    )


def _planned(s: Session, t: Translator) -> str:
    why = t("The cards of this round are planned: the deck is already cut.")
    on = button("cut_anywhere", t("Leave the deck as planned"), key="n space", hint="N", classes="is-main", focus=True)
    return f'<p class="k-why">{escape(why)}</p><span class="k-push"></span>{back(s, t)}{on}'


def _cut(s: Session, t: Translator) -> str:
    low, high = s.rules.min_cut, len(s.stock) - s.rules.min_cut
    why = t("{low} to {high} cards go from the top to the bottom.", low=low, high=high)
    return (
        f'<form class="k-act k-form" id="{{{{v}}}}cut-form" data-intent="cut"><label class="k-why" for="{{{{v}}}}at"><b>{escape(t("Cut at"))}</b></label>'
        f'<span class="k-step"><input id="{{{{v}}}}at" name="at" inputmode="numeric" autocomplete="off" '
        f'aria-describedby="{{{{v}}}}at-why" value="{len(s.stock) // 2}"></span><button id="{{{{v}}}}cut" class="k-btn">{escape(t("Cut here"))}</button>'
        f'<p class="k-why" id="{{{{v}}}}at-why">{escape(why)}</p></form>'
        f'<span class="k-push"></span>{back(s, t)}{button("cut_anywhere", t("Cut anywhere"), key="n", hint="N", classes="is-main", focus=True)}'
    )


def _decision(state: TableState, s: Session, t: Translator) -> str:
    limit, stake = s.limit, state.stake_now
    none = limit.stake == 0
    bet = (
        f'<button id="{{{{v}}}}bet" class="k-btn is-main" data-key="Enter"{_off(none)} aria-describedby="{{{{v}}}}why"{"" if none else " data-focus"}>'
        f'{escape(t("Bet {n}", n=stake))} <kbd class="k-key" aria-hidden="true">⏎</kbd></button>'
    )
    pass_ = button(
        "pass_turn", t("Pass"), key="p", hint="P", classes="k-push" + (" is-main" if none else ""), focus=none
    )
    return (
        f'<form class="k-act" id="{{{{v}}}}act" data-intent="bet">{"" if none else stake_field(limit, stake, t)}{pass_}{"" if none else bet}'
        f"{back(s, t, hint='')}{closed(t)}{why(*why_limit(s, t))}</form>"
    )


def closed(t: Translator) -> str:
    """The button that goes on, before the decision."""
    return button("next", t("Next"), off=t("Next opens after the decision."))


def why(most: str, reason: str) -> str:
    """The largest stake and its reason, which the field and the button point to."""
    return f'<p class="k-why k-below" id="{{{{v}}}}why"><b>{escape(most)}</b>: {escape(reason)}</p>'


def stake_field(limit: Limit, stake: int, t: Translator) -> str:
    """The field for the stake between one less and one more."""
    return (
        f'<fieldset class="k-stake"><legend id="{{{{v}}}}stake-l">{escape(t("Stake"))}</legend><div class="k-step">'
        f'<button type="button" id="{{{{v}}}}less" data-intent="change_stake" data-live value="-1" data-key="-" aria-label="{escape(t("one less"))}"'
        f"{_off(stake <= limit.least)}>−</button>"
        f'<input id="{{{{v}}}}stake" name="stake" inputmode="numeric" autocomplete="off" value="{stake}" data-live data-intent="set_stake" '
        f'aria-labelledby="{{{{v}}}}stake-l" aria-describedby="{{{{v}}}}why">'
        f'<button type="button" id="{{{{v}}}}more" data-intent="change_stake" data-live value="1" data-key="+ =" aria-label="{escape(t("one more"))}"'
        f"{_off(stake >= limit.stake)}>+</button></div></fieldset>"
    )


def _off(closed: bool) -> str:
    return ' aria-disabled="true"' if closed else ""


def _why(s: Session, t: Translator) -> str:
    """What has just moved, in numbers."""
    event = s.event
    text = ""
    if event and event.phase is Phase.SETTLEMENT:
        after, before = event.balances[event.seat], s.previous
        assert before
        text = t(
            "{net} for {name}, from {before} to {after} chips. The pot goes from {old} to {new}.",
            net=t.signed(event.net),
            name=s.players[event.seat].name,
            before=t.number(after - event.net),
            after=t.number(after),
            old=t.number(before.pot),
            new=t.number(event.pot),
        )
    elif s.held:
        text = t(
            "{n} held aside, {chips} in front of {name}.",
            n=s.held,
            chips=t.number(s.balances[s.seat]),
            name=s.players[s.seat].name,
        )
    return f'<p class="k-why">{escape(text)}</p>'


def _going(s: Session, t: Translator) -> str:
    if s.phase is Phase.OVER:
        return f'<span class="k-push"></span>{back(s, t)}{button("leave", t("New session"), classes="is-main")}'
    on = button(
        "play_on",
        t("Play on"),
        key="l",
        hint="L",
        more=f' title="{escape(t("until a person has to decide, or the round ends"))}"',
    )
    return (
        f'<span class="k-push"></span>{back(s, t)}{on}'
        f"{button('next', next_label(s, t), key='n space', hint='N', classes='is-main', focus=True)}"
    )


def next_label(s: Session, t: Translator) -> str:
    """What the next click does."""
    event, n = s.event, len(s.players)
    name = s.players[s.seat].name
    match s.phase:
        case Phase.SHUFFLE:
            return t("Shuffle")
        case Phase.CUT:
            return t("{name} cuts", name=s.players[s.cutter].name)
        case Phase.ANTE:
            return t("Pay the antes")
        case Phase.FIRST_CARD if not s.in_turn:
            return t("Deal the first cards")
        case Phase.FIRST_CARD:
            return t("Posts: {name}", name=name)
        case Phase.SECOND_CARD:
            return t("Second card: {name}", name=name)
        case Phase.DECISION | Phase.BLIND | Phase.ACE | Phase.SIDE:
            return t("{name} decides", name=name)
        case Phase.SPLIT_CARD:
            return t("A card for each hand")
        case Phase.STAKE:
            return t("Set the stake aside")
        case Phase.NEXT_HAND:
            return t("Second hand: {name}", name=name)
        case Phase.THIRD_CARD:
            return t("Turn the third card")
        case Phase.SETTLEMENT:
            return t("Settle")
        case Phase.DISCARD if s.pot and s.turn < n - 1:
            return t("Next: {name}", name=s.players[(s.seat + 1) % n].name)
        case Phase.DISCARD | Phase.COLLECT:
            return t("Collect the cards")
        case Phase.PASS_DEAL:
            return t("Pass the deal")
        case Phase.DIVISION:
            return t("Divide the pot") if event and event.pot else t("Who wins?")
    return t("Next")


def foot(state: TableState, s: Session, code: str, t: Translator) -> str:
    """The session code, and how the table is shown."""
    steps = button(
        "pace", t("Step by step"), classes="is-bare", more=f' aria-pressed="{"true" if state.every_step else "false"}"'
    )
    hide = button(
        "hiding", t("Predict first"), classes="is-bare", more=f' aria-pressed="{"true" if state.hide else "false"}"'
    )
    leave = "" if s.phase is Phase.OVER else button("leave", t("New session"), classes="is-bare")
    screen = button("share", t("Share")) + button("present", t("Present"))
    off = "" if _turn_over(s) else t("There is nothing to print yet. Play one turn to its end first.")
    prints = paper_button("handout", t("Print"), off)
    if s.phase is Phase.OVER:
        prints += paper_button("handout_with_answers", t("Print with answers"))
    return (
        f'<div class="k-foot"><span>{escape(t("Session code"))} <span class="k-code" id="{{{{v}}}}code">{escape(code)}</span> '
        f'<button type="button" class="k-btn is-bare" id="{{{{v}}}}copy" data-copy="{escape(code)}" data-copied="{escape(t("copied"))}">'
        f'{escape(t("Copy code"))}</button></span><span class="k-set">{prints}{screen}{steps}{hide}{leave}</span></div>'
    )


def _turn_over(s: Session) -> bool:
    """Whether any turn has been played to its end."""
    step: Session | None = s
    while step and (event := step.event):
        if event.phase is Phase.SETTLEMENT or passed(event):
            return True
        step = step.previous
    return False
