"""The table: what a person may ask of it, and how its state answers. The page itself is drawn in `table_view`.

>>> from acey_teach.widgets.table import TableApp
>>> app = TableApp(code="A1.n2.sdemo.mD1.t1.xx1s")
>>> app.next(app.start(), {}).session.phase.value
'cut'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from acey_teach.analysis.strategies import decide
from acey_teach.engine.actions import TURN_PHASES, Blind, CallAce, Look, NameSide, PostBet, Split
from acey_teach.engine.events import Phase
from acey_teach.engine.record import parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import NEXT, Action, Bet, Cut, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_, pick, translator
from acey_teach.widgets import predictions, table_view
from acey_teach.widgets.panel import View, intent, paper
from acey_teach.widgets.present_state import Screen
from acey_teach.widgets.presenting import Presenting
from acey_teach.widgets.setup_form import Form, whole
from acey_teach.widgets.table_state import TableState

Values = Mapping[str, str]
Named = TypeVar("Named", Ace, Side)


_BY_THEMSELVES = (Phase.SETTLEMENT, Phase.COLLECT, Phase.SPLIT_CARD, Phase.STAKE)


def is_person(session: Session, seat: int) -> bool:
    """Whether a person decides for a seat."""
    return not session.players[seat].strategy


def chooser(session: Session) -> int | None:
    """The seat that must choose now, None when nobody has to; everybody may name the dealer."""
    if session.phase in TURN_PHASES:
        return session.seat
    return session.cutter if session.phase is Phase.CUT else None


def passes(session: Session) -> bool:
    """Whether the quick pace goes on from this moment without a stop: one click is one thing that happens."""
    event = session.event
    if event is None:
        return False
    return (
        session.phase in _BY_THEMSELVES
        or (session.phase is Phase.FIRST_CARD and (session.dealt > 0 or event.phase is Phase.BLIND))
        or (
            session.phase is Phase.SECOND_CARD
            and (event.phase in (Phase.DISCARD, Phase.ACE) or session.hand.first is not None)
        )
    )


class TableApp(Presenting):
    """A table for 2 to 8 people and bots. It keeps nothing: each intent takes a state and returns the next one."""

    def __init__(
        self, lang: str = "en", code: str = "", home: str = "", form: Form | None = None, projector: bool = False
    ) -> None:
        """With a `form` its session is started at once, unless a `code` brings one; odds are hidden as it says.

        `projector`: presenter mode, as soon as there is a session.
        """
        session = parse(code) if code else form.session() if form else None
        form = form or Form()
        self.first = TableState(
            lang=pick(lang), home=home, session=session, form=form, hide=form.hide, screen=Screen(projector)
        )

    def start(self) -> TableState:
        """The first state of the page."""
        return self.first

    def view(self, state: TableState) -> View:
        """The page."""
        if state.screen.present and state.session:
            from acey_teach.widgets import present  # a projector's page: most never need it

            return present.view(state)
        return table_view.view(state)

    def static(self, state: TableState) -> str:
        """The page without controls."""
        return table_view.static(state)

    def resume(self, state: TableState, code: str) -> TableState:
        """Offer the session the browser remembers, if it is another one; if it is this one, its predictions are back."""
        code, made, hide = predictions.split(code)
        offered = parse(code)
        if state.session != offered:
            return replace(state, offer=offered, offered=made, aside=False)
        return replace(state, predictions=made, hide=hide or state.hide) if made or hide > state.hide else state

    # ---- before the session ----
    @intent
    def resize(self, state: TableState, values: Values) -> TableState:
        """Another number of seats in the form."""
        return replace(state, form=state.form.filled(values))

    @intent
    def start_session(self, state: TableState, values: Values) -> TableState:
        """Start a session from the form."""
        form = state.form.filled(values)
        return replace(
            state, form=form, session=form.session(), hide=form.hide, predictions=(), offer=None, stake=2, side=None
        )

    @intent
    def open_code(self, state: TableState, values: Values) -> TableState:
        """Go on with a session code."""
        return replace(state, session=parse(values.get("code", "")), predictions=(), offer=None)

    @intent
    def take_offer(self, state: TableState, values: Values) -> TableState:
        """Go on with the remembered session; one that was played meanwhile is on offer in its place."""
        if state.offer is None:
            return state
        hide = state.hide or bool(state.offered)
        left, made = (state.session, state.predictions) if state.aside else (None, ())
        return replace(state, session=state.offer, predictions=state.offered, hide=hide, offer=left, offered=made)

    @intent
    def drop_offer(self, state: TableState, values: Values) -> TableState:
        """Forget the remembered session."""
        return replace(state, offer=None, offered=())

    @intent
    def leave(self, state: TableState, values: Values) -> TableState:
        """Set the table anew. A session that was not played to its end is offered again."""
        left = state.session if state.session and state.session.phase is not Phase.OVER else None
        form = Form.of(state.session, state.hide) if state.session else state.form
        left = left if left and left.depth else None
        made = state.predictions if left else ()
        return replace(state, session=None, form=form, predictions=(), draft="", offer=left, offered=made, aside=False)

    # ---- choices ----
    @intent
    def choose_dealer(self, state: TableState, values: Values) -> TableState:
        """Name the dealer, or draw one (no value)."""
        seat = values.get("value", "")
        return self._moved(state, state.playing.choose_dealer(whole(seat) if seat else None))

    @intent
    def cut(self, state: TableState, values: Values) -> TableState:
        """Cut where the field says, or anywhere when it is empty."""
        at = values.get("at", "").strip()
        return self._moved(state, state.playing.cut(whole(at) if at else None))

    @intent
    def cut_anywhere(self, state: TableState, values: Values) -> TableState:
        """Leave the place of the cut to chance."""
        return self._moved(state, state.playing.cut())

    @intent(live=True)
    def set_stake(self, state: TableState, values: Values) -> TableState:
        """The stake in the field follows what is typed, as far as it is a stake; a bet checks it."""
        try:
            return replace(state, stake=min(10**9, max(1, whole(values.get("stake", "")))))
        except Refusal:
            return state

    @intent(live=True)
    def change_stake(self, state: TableState, values: Values) -> TableState:
        """One more or one less (or as many as `value` says)."""
        return replace(
            state,
            stake=max(
                1,
                min(state.stake_now + whole(values.get("value", "")), max(1, state.limit.stake if state.limit else 1)),
            ),
        )

    @intent
    def bet(self, state: TableState, values: Values) -> TableState:
        """Bet the stake in the field, with the side that is picked where a pair has one; AutoPot leaves no field."""
        self._person(state)
        stake = state.stake_now if values.get("stake") is None and state.forced else _stake(values)
        session = state.playing.do(Bet(stake, state.side_now))  # type: ignore[arg-type]  # the engine says what is wrong
        assert session.event
        return self._moved(replace(state, stake=session.event.stake), session)

    @intent
    def pick_side(self, state: TableState, values: Values) -> TableState:
        """Look at the other side of a pair, and bet on it."""
        return replace(state, side=_named(Side, values)) if state.side_now else state

    @intent
    def split_pair(self, state: TableState, values: Values) -> TableState:
        """Split a pair, with the stake in the field where there is one."""
        self._person(state)
        session = state.playing
        names_stake = Split in session.offers and not session.can(Split())
        return self._moved(state, session.do(Split(_stake(values) if names_stake else 0)))  # type: ignore[arg-type]

    @intent
    def post_bet(self, state: TableState, values: Values) -> TableState:
        """Bet that the third card falls on a post."""
        self._person(state)
        return self._moved(state, state.playing.do(PostBet()))

    @intent
    def play_blind(self, state: TableState, values: Values) -> TableState:
        """Play for the pot before any card."""
        self._person(state)
        return self._moved(state, state.playing.do(Blind()))

    @intent
    def look(self, state: TableState, values: Values) -> TableState:
        """See the posts first."""
        self._person(state)
        return self._moved(state, state.playing.do(Look()))

    @intent
    def call_ace(self, state: TableState, values: Values) -> TableState:
        """Call a first ace low or high."""
        self._person(state)
        return self._moved(state, state.playing.do(CallAce(_named(Ace, values))))  # type: ignore[arg-type]

    @intent
    def name_side(self, state: TableState, values: Values) -> TableState:
        """Say higher or lower once a blind bet has met a pair."""
        self._person(state)
        return self._moved(state, state.playing.do(NameSide(_named(Side, values))))  # type: ignore[arg-type]

    @intent
    def pass_turn(self, state: TableState, values: Values) -> TableState:
        """Pass."""
        self._person(state)
        return self._moved(state, state.playing.pass_())

    def _person(self, state: TableState) -> None:
        session = state.playing
        if session.phase in TURN_PHASES and not is_person(session, session.seat):
            raise Refusal(
                "bot",
                N_("{name} is played by a bot, which decides by itself. Go on with the next step."),
                name=session.players[session.seat].name,
            )

    @intent
    def predict(self, state: TableState, values: Values) -> TableState:
        """Commit to an outcome before the odds are shown, and to a probability of inside if the field holds one."""
        session = state.playing
        if not state.odds_hidden:
            return state
        text = values.get("chance", "")
        from acey_teach.practice import answers

        chance = answers.chance(text) if text.strip() else None
        if "value" not in values:  # Enter in the field
            raise Refusal("outcome", N_("Now say where the third card will fall: choose one of the three outcomes."))
        if values["value"] not in [*Outcome]:
            return state
        outcome = Outcome(values["value"])
        side = state.side_now
        made = predictions.Prediction(session.round, session.seat, outcome, chance, predictions.hand(session), side)
        added = predictions.added(state.predictions, made)
        return replace(state, predictions=added, draft="", side=side, aside=True)

    @intent(live=True)
    def say_chance(self, state: TableState, values: Values) -> TableState:
        """The slider follows the probability typed; the prediction checks it."""
        return replace(state, draft=values.get("chance", "")[:60])

    @intent(live=True)
    def slide_chance(self, state: TableState, values: Values) -> TableState:
        """The field follows the slider."""
        return replace(state, draft=f"{min(100, max(0, whole(values.get('value', ''))))} %")

    # ---- going on and back ----
    @intent
    def next(self, state: TableState, values: Values) -> TableState:
        """The next step, or the next few where the quick pace does not stop."""
        return self._moved(state, state.playing.do(_automatic(state.playing)))

    @intent
    def play_on(self, state: TableState, values: Values) -> TableState:
        """Everything up to the next decision of a person or the next prediction or its result, else to the round's end."""
        session = state.playing.do(_automatic(state.playing, cut=True))
        while not (
            session.phase in (Phase.OVER, Phase.CHOOSE_DEALER, Phase.PASS_DEAL, Phase.DIVISION)
            or (session.phase in TURN_PHASES and is_person(session, session.seat))
            or (state.hide and _tells(replace(state, session=session)))
        ):
            session = session.do(_automatic(session, cut=True))
        return replace(state, session=session, side=None, aside=True)

    @intent
    def back(self, state: TableState, values: Values) -> TableState:
        """The moment before; from a new deal, the session whose place it took."""
        if earlier := state.screen.replaced(state.playing):
            return replace(state, session=earlier, screen=replace(state.screen, before=None))
        session = state.playing.back()
        while not state.every_step and session.depth and passes(session):
            session = session.back()
        return replace(state, session=session)

    def _moved(self, state: TableState, session: Session) -> TableState:
        while not state.every_step and passes(session):
            session = session.next()
        side = state.side if session.posts == state.playing.posts else None  # picked for one pair
        return replace(state, session=session, side=side, aside=True)

    # ---- how it is shown ----
    @intent
    def known(self, state: TableState, values: Values) -> TableState:
        """Which cards the odds count as known."""
        return replace(state, posts_only=values.get("known", values.get("value")) == "posts")

    @intent
    def pace(self, state: TableState, values: Values) -> TableState:
        """Stop at every single step, or only where something happens."""
        return replace(state, every_step=not state.every_step)

    @intent
    def hiding(self, state: TableState, values: Values) -> TableState:
        """Hide the odds until the outcome has been predicted, or always show them."""
        return replace(state, hide=not state.hide)

    # ---- on paper ----
    @paper
    def handout(self, state: TableState) -> str:
        """The session up to now with questions, for pupils."""
        return _printed(state, answers=False)

    @paper
    def handout_with_answers(self, state: TableState) -> str:
        """The same with the answers on a page of their own."""
        return _printed(state, answers=True)


def _printed(state: TableState, *, answers: bool) -> str:
    from acey_teach.widgets.sheet import document  # few sessions are printed: the others do not load it
    from acey_teach.widgets.sheet_session import session_sheet

    t = translator(state.lang)
    sheet = session_sheet(state.playing, t)
    return document(sheet.title, sheet.body, t, sheet.answers if answers else "")


def _tells(state: TableState) -> bool:
    """Whether it is time to predict, or to see what came of a prediction."""
    session = state.playing
    return state.odds_hidden or (
        session.phase in (Phase.DISCARD, Phase.NEXT_HAND) and session.third is not None and state.made is not None
    )


def _stake(values: Values) -> object:
    """The stake in the field: a whole number, or the text that is none."""
    text = values.get("stake", "").strip()
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text


def _named(kind: type[Named], values: Values) -> Named | None:
    """The way that a button's value names, None for anything else."""
    return next((one for one in kind if one.value == values.get("value")), None)


def _automatic(session: Session, cut: bool = False) -> Action:
    """The step that needs no person: the next one, a bot's decision, a bot's cut (any cut when `cut`)."""
    seat = chooser(session)
    if session.phase is Phase.CUT and (cut or not is_person(session, session.cutter)):
        return Cut()
    if session.phase in TURN_PHASES and seat is not None and not is_person(session, seat):
        return decide(session)
    return NEXT  # refused with a reason where a person has to choose
