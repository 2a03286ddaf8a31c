"""What can be done at a moment of the board game: throw, take a step, name a double, go back, ask for reasons."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from acey_teach.board.bot import Choice, ranked
from acey_teach.board.game import Game, Phase
from acey_teach.board.position import NUMBERS
from acey_teach.board.turn import TIMES, Roll, Stage
from acey_teach.i18n import Translator
from acey_teach.widgets import draw, parts
from acey_teach.widgets.board import drawing, odds_view, words
from acey_teach.widgets.board.state import BoardState, stage_begun, waits_for_person

Rows = list[dict[str, object]]
SHOWN = 3
"""How many of the bot's choices are compared."""


def aside(state: BoardState, game: Game, t: Translator) -> tuple[str, dict[str, Rows]]:
    """The right column, and the rows of its charts."""
    body, charts = _throw(state, game, t), dict[str, Rows]()
    why = _why(state, game, t)
    if game.phase is Phase.THROW and game.started:
        more, charts = odds_view.part(game, t)
        why += more
    return body + why, charts


def _throw(state: BoardState, game: Game, t: Translator) -> str:
    roll = game.roll
    dice = ""
    if roll is not None:
        left = list(roll.left)
        shown = []
        for number in roll.dice:
            used = roll.stage is not Stage.NAME and (number not in left or game.phase is not Phase.MOVE)
            if not used and roll.stage is Stage.PAIR and number in left:
                left.remove(number)
            shown.append(drawing.die(number, used))
        dice = f'<div class="k-dice">{"".join(shown)}</div>'
    elif game.opening[0]:
        dice = f'<div class="k-dice">{"".join(drawing.die(number, used=game.started) for number in game.opening)}</div>'
    return (
        f'<section class="k-part" id="{{{{v}}}}throw-part"><div class="k-part-head"><h3>{escape(t("The throw"))}</h3>{dice}</div>'
        f"{_choice(state, game, t)}</section>"
    )


def _choice(state: BoardState, game: Game, t: Translator) -> str:
    back = parts.button("back", t("Back"), key="b", hint="B", classes="is-bare", off="" if game.can_back or state.picked else t("A throw cannot be taken back."))  # fmt: skip
    if game.phase is Phase.OVER:
        again = parts.button("again", t("Next game"), classes="is-main", focus=True)
        return f'<div class="k-act">{again}{back}</div>'
    if waits_for_person(game):
        inner = _name(state, game, t) if game.phase is Phase.NAME else _steps(state, game, t)
        return f"{inner}{back}</div>"
    label = t("Throw for the start") if game.phase is Phase.START else words.question(game, t)
    on = parts.button("next", label, key="n space", hint="N", classes="is-main", focus=True)
    far = ""
    if any(game.setup.bots):
        far = parts.button("play_on", t("Play on"), key="l", hint="L", more=f' title="{escape(t("until a person has to choose, or the game is over"))}"')  # fmt: skip
    return f'<div class="k-act">{on}{far}{back}</div>'


def _steps(state: BoardState, game: Game, t: Translator) -> str:
    """What is due, and, when a man is picked, where he can go."""
    roll = game.roll
    assert roll
    picked = [step for step in roll.steps if step.source == state.picked]
    if picked:
        buttons = "".join(
            parts.button(
                "go", words.step_name(step, t), value=str(step.number), key=str(step.number), hint=str(step.number)
            )
            for step in picked
        )
        ask = t("Where does this man go?")
        return f'<p class="k-why">{escape(ask)}</p><div class="k-act">{buttons}'
    ways = len(roll.steps)
    ask = t("Choose a man on the board. Still to play: {numbers}.", numbers=words.due(roll, t))
    one = ""
    if ways == 1:  # whoever may do one thing only need not look for it
        one = parts.button(
            "only", t("The only step: {step}", step=words.step_name(roll.steps[0], t)), key="o", hint="O"
        )
    return f'<p class="k-why">{escape(ask)}</p><div class="k-act">{one}'


def _name(state: BoardState, game: Game, t: Translator) -> str:
    """The six doubles; the one that is looked at says how far it can be played."""
    roll = game.roll
    assert roll
    double = state.double
    buttons = "".join(
        f'<button type="button" id="{{{{v}}}}double{d}" class="k-btn" data-intent="look_at" value="{d}" data-key="{d}" '
        f'aria-pressed="{"true" if d == double else "false"}">{d}–{d}<small>{escape(t("then {d}–{d}", d=7 - d))}</small></button>'
        for d in NUMBERS
    )
    told = f'<p class="k-why" id="{{{{v}}}}far">{escape(_how_far(roll, double, t))}</p>' if double else ""
    off = "" if double else t("Choose a double first.")
    label = t("Name {d}–{d}", d=double) if double else t("Name a double")
    main = parts.button("name", label, key="n Enter", hint="⏎", classes="is-main", off=off)
    return f'<div class="k-name" role="group" aria-label="{escape(t("Name a double"))}">{buttons}</div>{told}<div class="k-act">{main}'


def _how_far(roll: Roll, double: int, t: Translator) -> str:
    """How far a double can be played at best."""
    other = 7 - double
    used, more = odds_view.farthest(roll.name(double))
    if used < TIMES:
        return t("Of four times {number} at most {n} can be played: the rest is lost.", number=double, n=used)
    if more < TIMES:
        return t("All four of {double} can be played, then of {number} at most {n}: there is no other throw.", double=double, number=other, n=more)  # fmt: skip
    return t("{d}–{d} can be played in full, and so can its complement: another throw follows.", d=double)


# ---- the bot's reasons ----
def _why(state: BoardState, game: Game, t: Translator) -> str:
    """The button that asks for the bot's reasons, and the reasons."""
    asks = waits_for_person(game)
    roll = game.roll if asks else stage_begun(game)
    bot = not asks and game.roll is not None and game.setup.bots[game.roller]
    if roll is None or not (asks or bot):
        return ""
    label = t("What would the bot play?") if asks else t("Why did it play so?")
    toggle = parts.button("reasons", label, key="w", hint="W", classes="is-bare", more=f' aria-expanded="{"true" if state.why else "false"}"')  # fmt: skip
    body = _reasons(roll, t) if state.why else ""
    return f'<section class="k-part" id="{{{{v}}}}reasons-part"><p>{toggle}</p>{body}</section>'


def _reasons(roll: Roll, t: Translator) -> str:
    choices = ranked(roll)
    head = [
        (t("Choice"), False),
        (t("Lead"), True),
        (t("Points made"), True),
        (t("At risk"), True),
        (t("Score"), True),
    ]
    rows = [_reason(choice, n == 0, t) for n, choice in enumerate(choices[:SHOWN])]
    how = t(
        "The bot adds up, in pips: its lead, 4 for each point with two men or more, 15 if its roll goes on; it takes off a fourth "
        "of what its lone men would lose if they were hit. It does not look at what may be answered."
    )
    of = t.ngettext("{n} choice.", "{n} choices; these are the best.", len(choices))
    return f'{draw.table(head, rows, t("What speaks for each choice"), "k-ledger")}<p class="k-cap">{escape(of)} {escape(how)}</p>'


def _reason(choice: Choice, best: bool, t: Translator) -> str:
    why = choice.why
    name = f"{choice.named}–{choice.named}" if choice.named else words.steps_name([(s, False) for s in choice.steps], t)
    score = Fraction(why.score, 4)
    cells: Sequence[tuple[str, bool]] = [
        (escape(name), False),
        (t.signed(why.lead), True),
        (str(why.points), True),
        (str(why.risk), True),
        (t("wins") if choice.wins else t.decimal(score, 1 if score.denominator > 1 else 0, signed=True), True),
    ]
    return parts.row(cells, "is-now" if best else "")


def foot(state: BoardState, game: Game, code: str, t: Translator) -> str:
    """The code of the game, and the way to another one."""
    leave = parts.button("leave", t("New game"), classes="is-bare")
    worth = ""
    if game.setup.per_acey:
        worth = f"<span>{escape(t('This game is worth {n}.', n=game.worth))}</span>"
    return (
        f'<section class="k-part"><label class="k-input" for="{{{{v}}}}code">{escape(t("Session code"))}</label><input id="{{{{v}}}}code" class="k-long" readonly value="{escape(code)}">'
        f'<div class="k-foot"><button type="button" class="k-btn is-bare" id="{{{{v}}}}copy" data-copy="{escape(code)}" '
        f'data-copied="{escape(t("copied"))}">{escape(t("Copy code"))}</button>{worth}<span class="k-set">{leave}</span></div></section>'
    )
