"""The buttons of presenter mode, which are its key legend as well: each shows the key that presses it."""

from __future__ import annotations

from html import escape

from acey_teach.engine.actions import TURN_PHASES, Bet, Pass
from acey_teach.engine.events import Phase
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Limit
from acey_teach.i18n import Translator
from acey_teach.widgets.parts import button
from acey_teach.widgets.table_controls import next_label
from acey_teach.widgets.table_state import TableState
from acey_teach.widgets.table_view import unsplit

ON = "space arrowright enter"


def controls(state: TableState, s: Session, t: Translator) -> str:
    """What the moment allows, then what is always there."""
    if state.screen.sharing:
        inner = button(
            "share", t("Back to the table"), key=f"{ON} s arrowleft escape", hint="→", classes="is-main", focus=True
        )
        return f'<div class="k-act" id="{{{{v}}}}act">{inner}</div>'
    back = button("back", t("Back"), key="arrowleft", hint="←", off="" if s.depth else t("This is the beginning."))
    reveal = ""
    if s.posts and not unsplit(s):
        label, text = (t("Hide"), t("Hide odds")) if state.screen.reveals(s) else (t("Show"), t("Show odds"))
        reveal = button("reveal", label, key="r", hint="R", more=f' aria-label="{escape(text)}"')
    over = s.phase is Phase.OVER
    deal = button(
        "new_deal", t("New deal"), key=f"n {ON}" if over else "n", hint="N", classes="is-main" if over else ""
    )
    share = button("share", t("Share"), key="s", hint="S")
    leave = button("present", t("End"), key="escape", hint="Esc", more=f' aria-label="{escape(t("End presenting"))}"')
    return f'<div class="k-act" id="{{{{v}}}}act">{back}{"" if over else _choice(state, s, t)}<span class="k-push"></span>{reveal}{deal}{share}{leave}</div>'


def _choice(state: TableState, s: Session, t: Translator) -> str:
    person = s.dealer >= 0 and not s.players[s.seat].strategy
    if s.phase is Phase.CHOOSE_DEALER:
        return _main("choose_dealer", t("Draw the dealer"))
    if s.phase is Phase.CUT and s.setup.is_planned(s.round):
        return _main("cut_anywhere", t("Leave the deck as planned"))
    if s.phase is Phase.CUT and not s.players[s.cutter].strategy:
        return _cut(s, t)
    if s.phase in TURN_PHASES and person:
        if s.phase is Phase.DECISION and s.offers == (Pass, Bet) and not s.terms.sides:
            return _decision(state, s, t)
        from acey_teach.widgets import house_controls  # most tables never need it

        return house_controls.on_the_wall(state, s, ON, t)
    return _main("next", next_label(s, t))


def _main(intent: str, text: str) -> str:
    return button(intent, text, key=ON, hint="→", classes="is-main", focus=True)


def _cut(s: Session, t: Translator) -> str:
    return (
        f'{_main("cut_anywhere", t("Cut anywhere"))}<form class="k-act" id="{{{{v}}}}cut-form" data-intent="cut"><span class="k-step">'
        f'<input id="{{{{v}}}}at" name="at" inputmode="numeric" autocomplete="off" aria-label="{escape(t("Cut at"))}" value="{len(s.stock) // 2}"></span>'
        f'<button id="{{{{v}}}}cut" class="k-btn">{escape(t("Cut here"))}</button></form>'
    )


def _decision(state: TableState, s: Session, t: Translator) -> str:
    most, stake = s.limit.stake, state.stake_now
    if not most:
        return button("pass_turn", t("Pass"), key=f"x {ON}", hint="→", classes="is-main", focus=True)

    return (
        f'<form class="k-act" id="{{{{v}}}}decide" data-intent="bet">{stepper(s.limit, stake, t)}'
        f'<button id="{{{{v}}}}bet" class="k-btn is-main" data-key="{ON}" data-focus>{escape(t("Bet {n}", n=stake))} <kbd class="k-key" aria-hidden="true">→</kbd></button>'
        f"{button('pass_turn', t('Pass'), key='x', hint='X')}</form>"
    )


def stepper(limit: Limit, stake: int, t: Translator) -> str:
    """The field for the stake between one less and one more."""

    def step(ident: str, sign: str, change: int, key: str, says: str, closed: bool) -> str:
        off = ' aria-disabled="true"' if closed else ""
        return (
            f'<button type="button" id="{{{{v}}}}{ident}" data-intent="change_stake" data-live value="{change}" data-key="{key}" '
            f'aria-label="{escape(says)}"{off}>{sign}</button>'
        )

    return (
        '<div class="k-step">'
        f"{step('less', '−', -1, '-', t('one less'), stake <= limit.least)}"
        f'<input id="{{{{v}}}}stake" name="stake" inputmode="numeric" autocomplete="off" value="{stake}" data-live data-intent="set_stake" data-leave '
        f'aria-label="{escape(t("Stake"))}">{step("more", "+", 1, "+ =", t("one more"), stake >= limit.stake)}</div>'
    )
