"""The whole table as a part: what happens at it can be watched, and ordinary buttons can play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode, parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Session
from acey_teach.engine.setup import Setup
from acey_teach.engine.shuffle import new_seed
from acey_teach.i18n import translator
from acey_teach.parts.part import Callback, Part, PartApp, Setting, Told
from acey_teach.parts.reading import first_language, language_of, players_of, rules_of, stake_of
from acey_teach.widgets import pages
from acey_teach.widgets.panel import intent
from acey_teach.widgets.rules_state import AGREED
from acey_teach.widgets.setup_form import Form
from acey_teach.widgets.table import TableApp, Values
from acey_teach.widgets.table_state import TableState


@dataclass(frozen=True)
class PlayedState(TableState):
    """The state of a table, and the rules of the sessions that start at it."""

    rules: Rules = GUIDE


class PlayedApp(TableApp, PartApp[Any]):
    """The page of the table, with its settings."""

    def __init__(self, session: Session | None, rules: Rules, lang: str) -> None:
        super().__init__(lang=lang, code=encode(session) if session else "", home=pages.home())
        known = {field.name: getattr(self.first, field.name) for field in fields(self.first)}
        self.first: PlayedState = PlayedState(**{**known, "form": Form().by(rules)}, rules=rules)

    def told(self, state: PlayedState) -> Mapping[str, object]:
        s = state.session
        return {
            "language": state.lang,
            "stake": state.stake,
            "rules": state.rules,
            "players": tuple(player.name for player in s.players) if s else (),
            "phase": s.phase.value if s else "",
            "round": s.round if s else 0,
            "pot": s.pot if s else 0,
        }

    def change(self, state: PlayedState, settings: Mapping[str, object]) -> PlayedState:
        """The state with other settings; other rules begin the session anew, with the same players and cards."""
        new = state
        if "language" in settings:
            new = replace(new, lang=language_of(settings["language"]))
        if "stake" in settings:
            new = replace(new, stake=stake_of(settings["stake"]))
        if "rules" in settings and (rules := rules_of(settings["rules"])) != state.rules:
            s = state.session
            form = state.form.by(rules)
            new = replace(new, rules=rules, form=form, session=_anew(s, rules) if s else None, predictions=())
        return state if new == state else new

    @intent
    def start_session(self, state: TableState, values: Values) -> PlayedState:
        """Start a session from the form; its rules are those of this table from now on, chips and rounds apart."""
        new = super().start_session(state, values)
        assert isinstance(state, PlayedState) and isinstance(new, PlayedState)
        agreed = {name: getattr(state.rules, name) for name in AGREED}
        return replace(new, rules=replace(new.playing.rules, **agreed))


def _anew(session: Session, rules: Rules) -> Session:
    """The beginning of a session with the same players and cards, by other rules."""
    setup = session.setup
    return Session.begin(Setup.of(setup.players, rules, seed=setup.seed, decks=setup.decks[: rules.max_rounds]))


class Table(Part[Any]):
    """The table. Without `players` and `code` it begins with the form in which a table is set.

    `stake` is the stake in the field, both ways. `phase`, `round`, `pot`, `players` and the session `code` tell where
    the session is. Setting `rules` begins it anew, with the same players and the same cards. The same `seed` gives
    everybody the same cards. `rules` are changes of the guide's rules, `{"pair": "hilo"}`, or the name of a preset.

    >>> table = Table("Mia, Noah", seed="lesson")
    >>> table.play_on(dealer=0)
    >>> table.phase, table.pot, table.players
    ('decision', 2, ('Mia', 'Noah'))
    >>> table.bet(3)
    Traceback (most recent call last):
    ...
    acey_teach.engine.refusal.Refusal: A stake of 3 is more than the pot holds. Choose from 1 to 2.
    """

    stake = Setting()
    rules = Setting()
    players = Told()
    phase = Told()
    round = Told()
    pot = Told()
    code = Told("").tag(sync=True)
    _still = frozenset({"language", "stake"})

    def __init__(
        self, players: Any = None, code: str | None = None, rules: Any = None, seed: str | None = None, lang: str = "en"
    ) -> None:
        wanted, tag = rules_of(rules), first_language(lang)
        asked, notice = pages.address().get("code"), ""
        session = None
        if code is not None:
            session = parse(code)
            wanted = session.rules if rules is None else wanted
        elif players is not None:
            session = Session.begin(Setup.of(players_of(players), wanted, seed=new_seed() if seed is None else seed))
        if asked and not Part._made["table"]:  # somebody comes back to the first table of the page
            try:
                session = parse(asked)
            except Refusal as refusal:
                notice = refusal.sentence(translator(tag))
        self._on_step: list[Callable[[Table], object]] = []
        self._on_end: list[Callable[[Table], object]] = []
        super().__init__(PlayedApp(session, wanted, tag))
        self.notice = notice

    @property
    def session(self) -> Session | None:
        """The session itself, with its cards, events and odds; None while the table is being set."""
        session: Session | None = self._state.session
        return session

    # ---- playing, from a cell or an ordinary button ----
    def bet(self, stake: int | None = None) -> None:
        """Bet so many chips; without a number, the stake in the field."""
        self._intend("bet", stake=str(self._state.stake_now if stake is None else stake))

    def pass_turn(self) -> None:
        """Pass."""
        self._intend("pass_turn")

    def next(self) -> None:
        """The next step that needs no choice."""
        self._intend("next")

    def back(self) -> None:
        """The moment before."""
        self._intend("back")

    def play_on(self, dealer: int | None = None) -> None:
        """Go on to the next decision of a person, or to the end of the round.

        A session that has no dealer yet gets one: this seat (0 is the first), or one by chance.
        """
        if self.session and self.session.phase is Phase.CHOOSE_DEALER:
            self._intend("choose_dealer", value="" if dealer is None else str(dealer))
        self._intend("play_on")

    def _intend(self, name: str, **values: str) -> None:
        self._do(lambda state: self._intents[name](state, values))

    # ---- events ----
    def on_step(self, callback: Callback) -> Callback:
        """Call `callback(table)` after everything that happens in the session."""
        self._on_step.append(callback)
        return callback

    def on_end(self, callback: Callback) -> Callback:
        """Call `callback(table)` when a session is over."""
        self._on_end.append(callback)
        return callback

    def _happened(self, before: PlayedState, after: PlayedState) -> None:
        if after.session is None or after.session is before.session:
            return
        self._call(self._on_step)
        over = before.session is not None and before.session.phase is Phase.OVER
        if after.session.phase is Phase.OVER and not over:
            self._call(self._on_end)
