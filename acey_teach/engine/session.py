"""A session from choosing the dealer to the final division, one small step at a time (RULES A1-A9).

A `Session` never changes: each step returns a new one that remembers the one before. What somebody chooses is an
action; `verify`, `can` and `do` share one check, so a closed button, its reason and the move cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from acey_teach.engine.cards import Card
from acey_teach.engine.events import HELD, POT, Ending, Event, Move, Phase
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Chips, Limit, Outcome, check_stake, classify, limit, net_result
from acey_teach.engine.setup import Player, Setup
from acey_teach.engine.shuffle import below, shuffled
from acey_teach.i18n import N_


class ChooseDealer(NamedTuple):
    """The dealer of round 1: a seat, or None to draw one from the seed (A2.1, R-9)."""

    seat: int | None = None


class Cut(NamedTuple):
    """Put the top `at` cards under the rest (A3). None draws the place from the seed, or leaves a scripted deck as it is."""

    at: int | None = None


class Bet(NamedTuple):
    """Announce a stake (A5.2)."""

    stake: int


class Pass(NamedTuple):
    """Pass: costs nothing, no third card (A5.1)."""


class Next(NamedTuple):
    """Take the next step that needs no choice."""


Action = ChooseDealer | Cut | Bet | Pass | Next
_ACTS_IN: dict[type[Any], Phase] = {ChooseDealer: Phase.CHOOSE_DEALER, Cut: Phase.CUT, Bet: Phase.DECISION, Pass: Phase.DECISION}
CHOICES = frozenset(_ACTS_IN.values())
"""The phases in which somebody chooses."""


class Result(NamedTuple):
    """How a session ended: why, each player's exact share of the rest, and the winners' seats (A9)."""

    ending: Ending
    share: Chips
    winners: tuple[int, ...]
    rounds_completed: int


class _Draft:
    """A session being made: its slots may still be filled. Finished, it becomes a `Session`."""

    __slots__ = ("action", "balances", "cut_at", "dealer", "dealt", "depth", "event", "held", "outcome", "phase", "pot",
                 "previous", "result", "round", "second", "setup", "stock", "third", "turn", "undone")
    setup: Setup
    phase: Phase
    round: int
    dealer: int
    pot: Chips
    held: int
    balances: tuple[Chips, ...]
    stock: tuple[Card, ...]
    dealt: int
    turn: int
    second: Card | None
    third: Card | None
    outcome: Outcome | None
    cut_at: int | None
    result: Result | None
    event: Event | None
    action: Action | None
    previous: Session | None
    undone: Session | None
    depth: int

    def _done(self, seat: int, moves: tuple[Move, ...] = (), card: Card | None = None, stake: int = 0,
              forced: bool = False, outcome: Outcome | None = None, net: int = 0, cut: int | None = None,
              complete: bool = False, ending: Ending | None = None) -> Session:
        """Carry out the moves, write the event down, and freeze."""
        before = self.previous
        assert before is not None
        if moves:
            places = [*self.balances, self.held, self.pot]  # HELD and POT count from the end
            for source, target, chips in moves:
                places[source] -= chips
                places[target] += chips
            self.pot, self.held = places.pop(), int(places.pop())
            self.balances = tuple(places)
        self.event = Event(before.phase, before.round, seat, self.pot, self.held, self.balances, moves, card, stake,
                           forced, outcome, net, cut, complete, ending)
        self.__class__ = Session
        return cast("Session", self)


class Session(_Draft):
    """One immutable moment of a session, with its past (`back`) and, after going back, its future (`forward`).

    What can be read: `setup`, `phase` (what comes next), `round` (from 1), `dealer` (a seat, -1 before one is chosen),
    `pot`, `held`, `balances`, the open cards `second` and `third`, `outcome` of the settled hand, `result` at the
    end, the `event` that led here, and `depth`, the number of steps since the beginning.

    >>> session = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0).run()
    >>> session.phase.value, session.cutter
    ('cut', 1)
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a session does not change: each step returns a new one")

    # ---- beginning ----
    @classmethod
    def new(cls, players: Sequence[str | Player], rules: Rules = GUIDE, *, seed: str | None = None,
            decks: Sequence[Sequence[Card]] = (), start_chips: Sequence[Chips] | None = None) -> Session:
        """A session before its first step; see `Setup.of` for the arguments and refusals."""
        return cls.begin(Setup.of(players, rules, seed=seed, decks=decks, start_chips=start_chips))

    @classmethod
    def begin(cls, setup: Setup) -> Session:
        """A session before its first step, from a checked setup."""
        new = _Draft()
        new.setup, new.balances, new.phase = setup, setup.start_chips, Phase.CHOOSE_DEALER
        new.round, new.dealer = 1, -1
        new.pot = new.held = new.dealt = new.turn = new.depth = 0
        new.stock = ()
        new.second = new.third = new.outcome = new.cut_at = new.result = new.event = new.action = None
        new.previous = new.undone = None
        new.__class__ = Session  # type: ignore[assignment]
        return cast("Session", new)

    def _draft(self, action: Action) -> _Draft:
        new = _Draft()
        new.action, new.previous, new.undone, new.depth = action, self, None, self.depth + 1
        new.setup, new.phase, new.round, new.dealer = self.setup, self.phase, self.round, self.dealer
        new.pot, new.held, new.balances = self.pot, self.held, self.balances
        new.stock, new.dealt, new.turn, new.cut_at = self.stock, self.dealt, self.turn, self.cut_at
        new.second, new.third, new.outcome, new.result = self.second, self.third, self.outcome, self.result
        return new

    # ---- reading ----
    @property
    def players(self) -> tuple[Player, ...]:
        """The players by seat."""
        return self.setup.players

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    @property
    def cutter(self) -> int:
        """The dealer's right neighbour, who cuts (A2.2, R-8)."""
        return (self.dealer - 1) % len(self.balances)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of their turns: dealer's left first, dealer last (A4.2)."""
        n = len(self.balances)
        return tuple((self.dealer + 1 + i) % n for i in range(n))

    @property
    def seat(self) -> int:
        """The seat whose turn it is, or was last."""
        return (self.dealer + 1 + self.turn) % len(self.balances)

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card dealt face up this round, in the order of the deal (R-20)."""
        return self.stock[:self.dealt]

    def first_card(self, seat: int) -> Card | None:
        """The first card of a seat this round, or None while it has not been dealt."""
        place = (seat - self.dealer - 1) % len(self.balances)
        return self.stock[place] if place < self.dealt else None

    def waiting(self, seat: int) -> bool:
        """Whether the seat's first card still lies open before it, its turn not yet over (A7.1)."""
        place = (seat - self.dealer - 1) % len(self.balances)
        return self.turn + (self.phase is Phase.COLLECT) <= place < self.dealt

    @property
    def posts(self) -> tuple[Card, Card] | None:
        """The two open cards of the hand in turn, in the order of the deal; None when there is no such hand."""
        return (self.stock[self.turn], self.second) if self.second is not None else None

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards of finished turns, in the order of the deal (A7.1)."""
        n, gone = len(self.balances), self.turn + (self.phase is Phase.COLLECT)
        hand = (self.second is not None) + (self.third is not None)
        return self.stock[:min(gone, self.dealt)] + self.stock[n:self.dealt - hand] if self.dealt > n else ()

    @property
    def limit(self) -> Limit:
        """The stakes open to the player in turn (A5.2, R-2)."""
        return limit(self.balances[self.seat] + self.held, self.pot, self.setup.rules)

    @property
    def odds(self) -> Odds:
        """Exact odds of the third card as they are, or as they were before it fell (R-20). Needs posts."""
        known = self.dealt - (self.third is not None)
        if self.second is None:
            raise Refusal("no-posts", N_("There are no two posts yet: odds need both of them."))
        return odds((self.stock[self.turn], self.second), self.stock[:self.turn] + self.stock[self.turn + 1:known - 1],
                    self.setup.rules)

    @property
    def history(self) -> tuple[Event, ...]:
        """All events from the beginning to here."""
        return tuple(step.event for step in self.steps if step.event)

    @property
    def steps(self) -> tuple[Session, ...]:
        """Every moment from the beginning to this one."""
        found: list[Session] = []
        step: Session | None = self
        while step is not None:
            found.append(step)
            step = step.previous
        return tuple(reversed(found))

    @property
    def choices(self) -> tuple[Action, ...]:
        """Everything anybody chose, what was taken back included."""
        found = [s.action for s in self.steps if s.action is not None and type(s.action) is not Next]
        later = self.undone
        while later is not None:
            if later.action is not None and type(later.action) is not Next:
                found.append(later.action)
            later = later.undone
        return tuple(found)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Session) and self.depth == other.depth
                                 and self.setup == other.setup and self.choices == other.choices)

    def __hash__(self) -> int:
        return hash((self.setup, self.depth))

    def __repr__(self) -> str:
        from acey_teach.engine.record import encode  # a record knows sessions, not the other way round
        return f"parse({encode(self)!r})"

    # ---- one check for verify, can and do ----
    def verify(self, action: Action) -> Refusal | None:
        """Why `action` is not possible now, or None when it is."""
        phase, needs = self.phase, _ACTS_IN.get(type(action))
        if needs is None and type(action) is not Next:
            return Refusal("action", N_("There is no such action: {action}."), action=shown(action))
        if phase is Phase.OVER:
            return Refusal("over", N_("The session is over. Start a new one."), clause="A8")
        if phase in CHOICES and needs is not phase:
            return Refusal("choose-first", _CHOOSE_FIRST[phase])
        if needs is not None and needs is not phase:
            return Refusal("not-now", N_("This cannot be chosen now. Go on with the next step."))
        if isinstance(action, Bet):
            return check_stake(action.stake, self.limit, self.setup.rules)
        if isinstance(action, Cut) and action.at is not None:
            low, high = self.setup.rules.min_cut, len(self.stock) - self.setup.rules.min_cut
            if not is_whole(action.at) or not low <= action.at <= high:
                return Refusal("cut", N_("A cut takes {low} to {high} cards from the top, not {at}."), clause="A3.2",
                               low=low, high=high, at=shown(action.at))
        if isinstance(action, ChooseDealer):
            n = len(self.balances)
            if action.seat is None and not self.setup.seed:
                return Refusal("dealer", N_("Without a seed the dealer has to be named."), clause="A2.1")
            if action.seat is not None and (not is_whole(action.seat) or not 0 <= action.seat < n):
                return Refusal("dealer", N_("There is no seat {seat}: seats go from 0 to {last}."), clause="A2.1",
                               seat=shown(action.seat), last=n - 1)
        if phase is Phase.SHUFFLE and self.round > len(self.setup.decks) and not self.setup.seed:
            return Refusal("deck", N_("There is no deck for round {n}."), clause="A10", n=self.round)
        return None

    def can(self, action: Action) -> bool:
        """Whether `action` is possible now."""
        return self.verify(action) is None

    def do(self, action: Action) -> Session:
        """The session after `action`; Refusal, and nothing changed, when it is not possible.

        Taking the step that was taken back keeps the future that followed it.
        """
        refusal = self.verify(action)
        if refusal:
            raise refusal
        if self.undone is not None and self.undone.action == action and type(self.undone.action) is type(action):
            return self.undone
        return _DO[type(action)](self, action)

    def choose_dealer(self, seat: int | None = None) -> Session:
        """Name the first dealer, or draw one from the seed (A2.1)."""
        return self.do(ChooseDealer(seat))

    def cut(self, at: int | None = None) -> Session:
        """Cut the pack (A3)."""
        return self.do(Cut(at))

    def bet(self, stake: int) -> Session:
        """Announce a stake (A5.2)."""
        return self.do(Bet(stake))

    def pass_(self) -> Session:
        """Pass (A5.1)."""
        return self.do(Pass())

    def next(self) -> Session:
        """The next step that needs no choice."""
        return self.do(NEXT)

    def run(self) -> Session:
        """All steps up to the next choice or the end."""
        session = self
        while session.phase not in CHOICES and session.phase is not Phase.OVER:
            session = session.next()
        return session

    # ---- time ----
    def back(self) -> Session:
        """The moment before; it remembers this one for `forward`. The beginning has none: Refusal."""
        if self.previous is None:
            raise Refusal("beginning", N_("This is the beginning: nothing can be taken back."))
        before = self.previous
        new = before._draft(NEXT)
        new.action, new.previous, new.depth, new.event, new.undone = before.action, before.previous, before.depth, before.event, self
        new.__class__ = Session  # type: ignore[assignment]
        return cast("Session", new)

    def forward(self) -> Session:
        """The moment that was taken back; Refusal when there is none."""
        if self.undone is None:
            raise Refusal("newest", N_("Nothing was taken back from here."))
        return self.undone


# ---- the steps: each takes a session in its phase and returns the next one ----
def _choose_dealer(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.dealer = below(len(s.balances), s.setup.seed, "dealer") if action.seat is None else action.seat
    new.phase = Phase.SHUFFLE
    return new._done(new.dealer)


def _shuffle(s: Session) -> Session:
    new, scripted = s._draft(NEXT), s.setup.decks
    new.stock = (scripted[s.round - 1] if s.round <= len(scripted)
                 else shuffled(s.setup.rules.pack, s.setup.seed, f"shuffle/{s.round}"))
    new.phase = Phase.CUT
    return new._done(s.dealer)


def _cut(s: Session, action: Any) -> Session:
    new, at = s._draft(action), action.at
    if at is None and s.round > len(s.setup.decks):
        low = s.setup.rules.min_cut
        at = low + below(len(s.stock) - 2 * low + 1, s.setup.seed, f"cut/{s.round}")
    if at is not None:
        new.stock = s.stock[at:] + s.stock[:at]
    new.cut_at, new.phase = at, Phase.ANTE
    return new._done(s.cutter, cut=at)


def _ante(s: Session) -> Session:
    new, ante = s._draft(NEXT), s.setup.rules.ante
    new.phase = Phase.FIRST_CARD
    return new._done(s.dealer, tuple(Move(seat, POT, ante) for seat in range(len(s.balances))))


def _first_card(s: Session) -> Session:
    new, n, place = s._draft(NEXT), len(s.balances), s.dealt
    new.dealt = place + 1
    if new.dealt == n:
        new.phase = Phase.SECOND_CARD
    return new._done((s.dealer + 1 + place) % n, card=s.stock[place])


def _second_card(s: Session) -> Session:
    new = s._draft(NEXT)
    new.second = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, Phase.DECISION
    return new._done(s.seat, card=new.second)


def _bet(s: Session, action: Any) -> Session:
    new, seat = s._draft(action), s.seat
    new.phase = Phase.THIRD_CARD
    return new._done(seat, (Move(seat, HELD, action.stake),), stake=action.stake)


def _pass(s: Session, action: Any) -> Session:
    new = s._draft(action)
    new.phase = Phase.DISCARD
    return new._done(s.seat, forced=s.limit.stake == 0)


def _third_card(s: Session) -> Session:
    new = s._draft(NEXT)
    new.third = s.stock[s.dealt]
    new.dealt, new.phase = s.dealt + 1, Phase.SETTLEMENT
    return new._done(s.seat, card=new.third, stake=s.held)


def _settlement(s: Session) -> Session:
    assert s.posts and s.third
    new, seat, stake = s._draft(NEXT), s.seat, s.held
    outcome = new.outcome = classify(s.posts, s.third)
    net = net_result(outcome, stake, s.setup.rules)
    if outcome is Outcome.INSIDE:  # the stake returns and the gain comes out of the pot (A6.3)
        moves: tuple[Move, ...] = (Move(HELD, seat, stake), Move(POT, seat, net))
    elif net == -stake:
        moves = (Move(HELD, POT, stake),)
    else:
        moves = (Move(HELD, POT, stake), Move(seat, POT, -net - stake))
    new.phase = Phase.DISCARD
    return new._done(seat, moves, card=s.third, stake=stake, outcome=outcome, net=net)


def _discard(s: Session) -> Session:
    new = s._draft(NEXT)
    new.second = new.third = new.outcome = None
    if s.pot == 0 or s.turn == len(s.balances) - 1:  # A8.1: a pot of 0 ends the session on the spot
        new.phase = Phase.COLLECT
    else:
        new.turn, new.phase = s.turn + 1, Phase.SECOND_CARD
    return new._done(s.seat)


def _collect(s: Session) -> Session:
    """All cards are brought together; then the tests of A8 in their order 1, 3, 4 (A8.5, R-7, R-17)."""
    new, rules = s._draft(NEXT), s.setup.rules
    complete = s.turn == len(s.balances) - 1
    ending = (Ending.POT_EMPTY if s.pot == 0
              else Ending.ROUND_LIMIT if s.round == rules.max_rounds
              else Ending.CANNOT_ANTE if min(s.balances) < rules.ante else None)
    new.stock, new.dealt, new.turn, new.cut_at = (), 0, 0, None
    if ending:
        new.phase = Phase.DIVISION
        new.result = Result(ending, 0, (), s.round if complete else s.round - 1)
    else:
        new.phase = Phase.PASS_DEAL
    return new._done(s.dealer, complete=complete, ending=ending)


def _pass_deal(s: Session) -> Session:
    new = s._draft(NEXT)
    new.dealer, new.round, new.phase = (s.dealer + 1) % len(s.balances), s.round + 1, Phase.SHUFFLE
    return new._done(new.dealer)


def _division(s: Session) -> Session:
    """The rest of the pot in equal exact shares, then the comparison (A9, R-19)."""
    assert s.result
    new, n = s._draft(NEXT), len(s.balances)
    share = Fraction(s.pot, n)
    exact: Chips = int(share) if share.denominator == 1 else share
    best = max(s.balances)
    new.result = s.result._replace(share=exact, winners=tuple(i for i in range(n) if s.balances[i] == best))
    new.phase = Phase.OVER
    moves = tuple(Move(POT, seat, exact) for seat in range(n)) if exact else ()
    return new._done(s.dealer, moves, ending=s.result.ending)


NEXT = Next()
_STEPS: dict[Phase, Callable[[Session], Session]] = {
    Phase.SHUFFLE: _shuffle, Phase.ANTE: _ante, Phase.FIRST_CARD: _first_card, Phase.SECOND_CARD: _second_card,
    Phase.THIRD_CARD: _third_card, Phase.SETTLEMENT: _settlement, Phase.DISCARD: _discard, Phase.COLLECT: _collect,
    Phase.PASS_DEAL: _pass_deal, Phase.DIVISION: _division,
}
_DO: dict[type[Any], Callable[[Session, Any], Session]] = {
    ChooseDealer: _choose_dealer, Cut: _cut, Bet: _bet, Pass: _pass, Next: lambda s, _: _STEPS[s.phase](s),
}
_CHOOSE_FIRST = {
    Phase.CHOOSE_DEALER: N_("First choose who deals."),
    Phase.CUT: N_("First cut the pack."),
    Phase.DECISION: N_("First decide: pass or bet."),
}
