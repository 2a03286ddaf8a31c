"""What sets the board game apart from backgammon: statements to be sorted, each answered with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any, NamedTuple

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import check_of
from acey_teach.i18n import N_, Translator, translator
from acey_teach.widgets import parts
from acey_teach.widgets.pages import home, language
from acey_teach.widgets.panel import Panel, View, intent

Values = Mapping[str, str]
ACEY, BOTH, GAMMON = "a", "b", "g"
GAMES = {ACEY: N_("only here"), BOTH: N_("both"), GAMMON: N_("only backgammon")}
"""Where a statement is true."""


class Claim(NamedTuple):
    """A statement, where it is true, the clause, and what is so in the other game."""

    says: str
    where: str
    clause: str
    because: str


CLAIMS = (
    Claim(N_("All men begin outside and enter with the dice."), ACEY, "C1.3", N_("In backgammon all men stand on the board from the beginning.")),
    Claim(N_("The higher die starts, and its player throws both dice anew."), ACEY, "C3.2", N_("In backgammon the two dice of the start are the first throw.")),
    Claim(N_("A single man can be hit and must enter again from the bar."), BOTH, "C8", N_("In both games, and in both nothing else moves before it has entered.")),
    Claim(N_("Both numbers must be used if that is possible, else the larger."), BOTH, "C5", N_("Both games ask for as much as can be played.")),
    Claim(N_("A double is used four times, and then its complement four times."), ACEY, "C7.1", N_("In backgammon it is used four times, and that is all.")),
    Claim(N_("After a double the dice are thrown again."), ACEY, "C7.1", N_("In backgammon the turn is over after a double.")),
    Claim(N_("After one and two any double may be named."), ACEY, "C7.3", N_("In backgammon one and two is the smallest throw of all.")),
    Claim(N_("A man at home may still move on to a lower point."), GAMMON, "C6.2", N_("Here a man at home stands still until he is borne off or hit.")),
    Claim(N_("A large number bears off from the highest point that is left."), GAMMON, "C9.2", N_("Here a number takes a man off its own point and no other.")),
    Claim(N_("Nobody bears off before all men are home."), BOTH, "C9.1", N_("In both games; a man that is hit has to come home again first.")),
    Claim(N_("The winner may score two or three points, and a cube doubles what a game is worth."), GAMMON, "C10", N_("Here a win is one point; players may agree that each throw of one and two doubles it.")),
    Claim(N_("The game can end in a draw."), ACEY, "R-71", N_("In backgammon men at home move on, so nobody is stuck for good.")),
)  # fmt: skip
_BROKEN = N_("This is not the code of these statements, or a letter of it is wrong: “{code}”. Sort them again.")


@dataclass(frozen=True)
class TableState:
    """What was said of each statement: a sign of `GAMES`, or "" where nothing was said."""

    lang: str = "en"
    home: str = ""
    said: tuple[str, ...] = ("",) * len(CLAIMS)
    offer: str = ""

    @property
    def right(self) -> int:
        """How many were sorted rightly."""
        return sum(said == claim.where for said, claim in zip(self.said, CLAIMS, strict=True))


def encode(state: TableState) -> str:
    """The code of the answers.

    >>> encode(TableState())
    'G1.____________.xddd'
    """
    body = "G1." + "".join(said or "_" for said in state.said)
    return f"{body}.x{check_of(body)}"


def parse(code: str) -> TableState:
    """The answers a code stands for; Refusal for anything else."""
    signs = code.split(".")[1] if code.count(".") == 2 else ""
    state = TableState(said=tuple(sign.replace("_", "") for sign in signs))
    if len(signs) != len(CLAIMS) or not {*state.said} <= {"", *GAMES} or encode(state) != code:
        raise Refusal("differences-code", _BROKEN, code=shown(code))
    return state


class DifferencesApp:
    """Sort the statements. Keeps nothing: each intent takes a state and returns the next one."""

    def __init__(self, first: TableState) -> None:
        self.first = first

    def start(self) -> TableState:
        """The first state."""
        return self.first

    def resume(self, state: TableState, code: str) -> TableState:
        """Go on with the answers that the browser remembers: they hide nothing and cost nothing."""
        return replace(state, said=parse(code).said) if state.said == TableState().said else state

    def view(self, state: TableState) -> View:
        """The table."""
        t, code = translator(state.lang), encode(state)
        html = f'<div class="k-read k-workshop">{_table(state, t, live=True)}{_foot(state, t)}</div>'
        return View(html, _says(state, t), code, code if any(state.said) else "", lang=state.lang)

    def static(self, state: TableState) -> str:
        """The statements with their answers."""
        return _table(replace(state, said=tuple(claim.where for claim in CLAIMS)), translator(state.lang), live=False)

    @intent
    def sort(self, state: TableState, values: Values) -> TableState:
        """Say where a statement is true; `value` is its place and the sign: "3b"."""
        place, where = values.get("value", "")[:-1], values.get("value", "")[-1:]
        if where not in GAMES or not where or place not in map(str, range(len(CLAIMS))):
            return state
        said = [*state.said]
        said[int(place)] = where
        return replace(state, said=tuple(said))

    @intent
    def anew(self, state: TableState, values: Values) -> TableState:
        """Forget all answers."""
        return replace(state, said=TableState().said)


def _says(state: TableState, t: Translator) -> str:
    done = sum(map(bool, state.said))
    if not done:
        return t("Where is each statement true?")
    return t("{right} of {done} sorted rightly, {left} left.", right=state.right, done=done, left=len(CLAIMS) - done)


def _table(state: TableState, t: Translator, *, live: bool) -> str:
    rows = (
        _row(place, claim, said, t, live) for place, (claim, said) in enumerate(zip(CLAIMS, state.said, strict=True))
    )
    return f'<ol class="k-sort" aria-label="{escape(t("The board game and backgammon"))}">{"".join(rows)}</ol>'


def _row(place: int, claim: Claim, said: str, t: Translator, live: bool) -> str:
    says = escape(t(claim.says))
    where = t(GAMES[claim.where])
    if said or not live:
        verdict = t("Right: {where}.", where=where) if said == claim.where else t("Not so: {where}.", where=where)
        answer = (
            f'<p><b>{escape(verdict)}</b> {escape(t(claim.because))} <span class="k-code">{claim.clause}</span></p>'
        )
    else:
        buttons = "".join(parts.button("sort", t(text), value=f"{place}{game}") for game, text in GAMES.items())
        answer = f'<div class="k-act" role="group" aria-label="{says}">{buttons}</div>'
    return f'<li id="{{{{v}}}}claim{place}"><p>{says}</p>{answer}</li>'


def _foot(state: TableState, t: Translator) -> str:
    again = parts.button("anew", t("Sort them anew"), classes="is-bare") if any(state.said) else ""
    return f'<p id="{{{{v}}}}score">{escape(_says(state, t))}</p><p class="k-act">{again}</p>'


def differences(lang: str = "en") -> Panel[TableState]:
    """Statements to be sorted: true only in the board game, only in backgammon, or in both."""
    panel: Panel[Any] = Panel(DifferencesApp(TableState(language(lang), home())), "differences")
    return panel
