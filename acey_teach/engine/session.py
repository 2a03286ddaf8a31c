"""A session from choosing the dealer to the final division, one small step at a time (RULES A1-A9).

A `Session` never changes: each step returns a new one that remembers the one before. What somebody chooses is an
action; `verify`, `can` and `do` share one check, so a closed button, its reason and the move cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acey_teach.engine.actions import CHOICES, NEXT, STEPS_ALONE, Action, Bet, ChooseDealer, Cut, Next, Pass
from acey_teach.engine.cards import Card
from acey_teach.engine.checks import check, offers
from acey_teach.engine.events import BETWEEN_TURNS, PLAIN, Ending, Event, Hand, Move, Phase, Result
from acey_teach.engine.odds import NO_POSTS, Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.settlement import Chips, Limit, Outcome, limit, split_limit, tidy
from acey_teach.engine.setup import Player, Setup
from acey_teach.engine.steps import STEPS
from acey_teach.engine.terms import Side, Terms, terms
from acey_teach.i18n import N_

__all__ = ["CHOICES", "NEXT", "Action", "Bet", "ChooseDealer", "Cut", "Next", "Pass", "Phase", "Result", "Session"]


_DIVISION = Phase.DIVISION  # Python 3.11 takes long to find a member in its class


class _Draft:
    """A session being made: its slots may still be filled. Finished, it becomes a `Session`."""

    # fmt: off
    __slots__ = ("action", "balances", "dealer", "dealt", "depth", "event", "hand", "held", "outcome", "phase", "pot",
                 "previous", "result", "round", "second", "setup", "stock", "third", "turn", "undone")
    # fmt: on
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
    hand: Hand
    outcome: Outcome | None
    result: Result | None
    event: Event | None
    action: Action | None
    previous: Session | None
    undone: Session | None
    depth: int

    def _done(
        self,
        seat: int,
        moves: tuple[Move, ...] = (),
        card: Card | None = None,
        stake: int = 0,
        forced: bool = False,
        outcome: Outcome | None = None,
        net: Chips = 0,
        cut: int | None = None,
        complete: bool = False,
        ending: Ending | None = None,
    ) -> Session:
        """Carry out the moves, write the event down, and freeze."""
        before = self.previous
        assert before is not None
        phase = before.phase
        if moves:
            places = [*self.balances, self.held, self.pot]  # HELD and POT count from the end
            for source, target, chips in moves:
                places[source] -= chips
                places[target] += chips
            # no other step makes fractions, or ends them
            if self.hand is not PLAIN or phase is _DIVISION:
                places = [tidy(chips) for chips in places]
            self.pot, self.held = places.pop(), places.pop()  # type: ignore[assignment]  # a stake is whole
            self.balances = tuple(places)
        # fmt: off
        self.event = tuple.__new__(Event, (  # Event(…), in half the time
            phase, before.round, seat, self.pot, self.held, self.balances, moves, card, stake,
            forced, outcome, net, cut, complete, ending, self.hand,
        ))
        # fmt: on
        return self._frozen()

    def _frozen(self) -> Session:
        self.__class__ = Session
        return self  # type: ignore[return-value]


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

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a session does not change: each step returns a new one")

    def __copy__(self) -> Session:
        return self

    def __deepcopy__(self, memo: object) -> Session:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Session], tuple[str]]:
        from acey_teach.engine.record import encode, parse

        return parse, (encode(self),)

    # ---- beginning ----
    @classmethod
    def new(
        cls,
        players: Sequence[str | Player],
        rules: Rules = GUIDE,
        *,
        seed: str | None = None,
        decks: Sequence[Sequence[Card]] = (),
        start_chips: Sequence[Chips] | None = None,
    ) -> Session:
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
        new.second = new.third = new.outcome = new.result = new.event = new.action = None
        new.hand = PLAIN
        new.previous = new.undone = None
        return new._frozen()

    def _draft(self, action: Action) -> _Draft:
        new = _Draft()
        new.action, new.previous, new.undone = action, self, None
        new.depth, new.setup, new.phase = self.depth + 1, self.setup, self.phase
        new.round, new.dealer, new.result = self.round, self.dealer, self.result
        new.pot, new.held, new.balances = self.pot, self.held, self.balances
        new.stock, new.dealt, new.turn = self.stock, self.dealt, self.turn
        new.second, new.third, new.outcome, new.hand = self.second, self.third, self.outcome, self.hand
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
    def in_turn(self) -> bool:
        """Whether a turn is on; first cards that are dealt in advance belong to nobody's (A4.1, B0)."""
        phase = self.phase
        return phase not in BETWEEN_TURNS and (phase is not Phase.FIRST_CARD or not self.rules.deals_in_advance)

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card dealt face up this round, in the order of the deal (R-20)."""
        return self.stock[: self.dealt]

    def first_card(self, seat: int) -> Card | None:
        """The first card of a seat this round, or None while it has not been dealt or when it is dealt on the turn."""
        if not self.setup.rules.deals_in_advance:
            return self.hand.first if seat == self.seat else None
        place = (seat - self.dealer - 1) % len(self.balances)
        return self.stock[place] if place < self.dealt else None

    def waiting(self, seat: int) -> bool:
        """Whether the seat's first card still lies open before it, its turn not yet over (A7.1)."""
        if not self.setup.rules.deals_in_advance:
            return self.first_card(seat) is not None
        place = (seat - self.dealer - 1) % len(self.balances)
        return self.turn + (self.phase is Phase.COLLECT) <= place < self.dealt

    @property
    def first(self) -> Card | None:
        """The first card of the hand in turn, from its deal to the discards."""
        return self.first_card(self.seat) if self.waiting(self.seat) else None

    @property
    def posts(self) -> tuple[Card, Card] | None:
        """The two open cards of the hand in turn, in the order of the deal; None when there is no such hand."""
        if self.second is None:
            return None
        hand = self.hand
        if hand is PLAIN:
            return self.stock[self.turn], self.second
        if hand.column:
            first, second, *_ = hand.columns[hand.column - 1]
            return first, second
        return hand.first or self.stock[self.turn], self.second

    @property
    def hand_cards(self) -> tuple[Card, ...]:
        """The open cards of the player in turn: the posts and the third, or those of both hands of a split pair."""
        hand = self.hand
        if hand.columns:
            cards = tuple([card for column in hand.columns for card in column])
        else:
            cards = tuple([card for card in (self.first, self.second) if card is not None])
        return (*cards, self.third) if self.third is not None else cards

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards of finished turns, in the order of the deal (A7.1)."""
        n, gone = len(self.balances), self.turn + (self.phase is Phase.COLLECT)
        if not self.setup.rules.deals_in_advance:
            return self.stock[: self.dealt - len(self.hand_cards)]
        if self.second is None:
            hand = 0
        elif self.hand is PLAIN:
            hand = 1 + (self.third is not None)
        else:
            hand = len(self.hand_cards) - 1
        return self.stock[: min(gone, self.dealt)] + self.stock[n : self.dealt - hand] if self.dealt > n else ()

    @property
    def terms(self) -> Terms:
        """What the posts can bring under the rules in force, with the ace called and the side named. Needs posts."""
        posts, hand = self.posts, self.hand
        if posts is None:
            raise Refusal("no-posts", NO_POSTS)
        return terms(posts, self.setup.rules, None if hand.column else hand.called, hand.side)

    @property
    def limit(self) -> Limit:
        """The stakes open to the player in turn (A5.2, R-2)."""
        return limit(
            self.balances[self.seat] + self.held,
            self.pot,
            self.setup.rules,
            None if self.second is None or self.setup.plain_hands else self.terms,
            self.round,
        )

    @property
    def blind_waits(self) -> bool:
        """Whether nobody may play blind only because it is round 1 (R-50)."""
        return self.rules.blind_pot and self.rules.first_orbit_half_pot and self.round == 1

    @property
    def split_limit(self) -> Limit:
        """The stakes that may be named for both hands of a pair before it is split (R-43)."""
        return split_limit(self.balances[self.seat], self.pot, self.setup.rules, self.terms)

    @property
    def odds(self) -> Odds:
        """Exact odds of the third card as they are, or as they were before it fell (R-20). Needs posts."""
        known, posts, hand = self.dealt - (self.third is not None), self.posts, self.hand
        if posts is None:
            raise Refusal("no-posts", NO_POSTS)
        if hand is PLAIN:
            return odds(posts, self.stock[: self.turn] + self.stock[self.turn + 1 : known - 1], self.setup.rules)
        seen = list(self.stock[:known])
        for card in posts:
            seen.remove(card)
        return odds(posts, seen, self.setup.rules, None if hand.column else hand.called, hand.side)

    @property
    def offers(self) -> tuple[type[Action], ...]:
        """The kinds of choice on offer now, the safest first; whether one is possible, `verify` tells."""
        return offers(self)

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
        return self is other or (
            isinstance(other, Session)
            and self.depth == other.depth
            and self.setup == other.setup
            and self.choices == other.choices
        )

    def __hash__(self) -> int:
        return hash((self.setup, self.depth))

    def __repr__(self) -> str:
        from acey_teach.engine.record import encode  # a record knows sessions, not the other way round

        return f"parse({encode(self)!r})"

    # ---- doing ----
    def verify(self, action: Action) -> Refusal | None:
        """Why `action` is not possible now, or None when it is."""
        return check(self, action)

    def can(self, action: Action) -> bool:
        """Whether `action` is possible now."""
        return check(self, action) is None

    def do(self, action: Action) -> Session:
        """The session after `action`; Refusal, and nothing changed, when it is not possible.

        Taking the step that was taken back keeps the future that followed it.
        """
        refusal = check(self, action)
        if refusal is not None:
            raise refusal
        undone = self.undone
        if undone is not None and undone.action == action:
            return undone
        return STEPS[self.phase](self, action)

    def choose_dealer(self, seat: int | None = None) -> Session:
        """Name the first dealer, or draw one from the seed (A2.1)."""
        return self.do(ChooseDealer(seat))

    def cut(self, at: int | None = None) -> Session:
        """Cut the pack (A3)."""
        return self.do(Cut(at))

    def bet(self, stake: int, side: Side | None = None) -> Session:
        """Announce a stake (A5.2), with a side where a pair needs one (B1)."""
        return self.do(Bet(stake, side))

    def pass_(self) -> Session:
        """Pass (A5.1)."""
        return self.do(Pass())

    def next(self) -> Session:
        """The next step that needs no choice."""
        return self.do(NEXT)

    def run(self) -> Session:
        """All steps up to the next choice or the end."""
        session = self
        while session.phase in STEPS_ALONE:
            session = session.do(NEXT)
        return session

    # ---- time ----
    def back(self) -> Session:
        """The moment before; it remembers this one for `forward`. The beginning has none: Refusal."""
        if self.previous is None:
            raise Refusal("beginning", N_("This is the beginning: nothing can be taken back."))
        before = self.previous
        new = before._draft(NEXT)
        new.action, new.previous, new.depth, new.event = before.action, before.previous, before.depth, before.event
        new.undone = self
        return new._frozen()

    def forward(self) -> Session:
        """The moment that was taken back; Refusal when there is none."""
        if self.undone is None:
            raise Refusal("newest", N_("You have not gone back, so there is nothing to go forward to."))
        return self.undone
