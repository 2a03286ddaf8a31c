"""What the workshop of lesson 8 shows, and the short code that brings it back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from acey_teach.analysis import by_ranks
from acey_teach.analysis.exact import calls, turn_value
from acey_teach.analysis.many import Many, many
from acey_teach.analysis.pairs import Pairs, pairs
from acey_teach.engine.cards import RANKS, Card, cards
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.record import NAMES
from acey_teach.engine.record import encode as session_code
from acey_teach.engine.record import parse as session_of
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import ABOUT, GUIDE, PRESETS, Rules, Value
from acey_teach.engine.session import Session
from acey_teach.engine.setup import Player
from acey_teach.engine.shuffle import check_of
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_

OPTIONS = tuple(
    name for name, about in ABOUT.items() if about.choices or any(name in preset.changes for preset in PRESETS.values())
)
"""The rules that can be switched: those that are no number, and the numbers that somebody's rules change."""
BOTS = ("cautious", "expected-value", "bold", "random")
SEED = "house"
ALL, SLICE = 1000, 200
"""How many sessions are played in all, and with each click: half a second of a usual computer, at most."""
CHIPS, POT = 60, 40
"""What the player with the hand has, and what lies in the pot of the first round."""
_BROKEN = N_("This is not the code of a workshop, or a letter of it is wrong: “{code}”. Copy it again.")


class Part(StrEnum):
    """What the rules are compared by."""

    HAND = "hand"
    PAIRS = "pairs"
    TURN = "turn"
    SESSIONS = "sessions"


@dataclass(frozen=True)
class WorkshopState:
    """The rules in hand, the one that is open to be switched, and what they are compared by.

    `called` and `side` are None for the better way. `refused` are changes that do not go together (B14).
    `played` are the sessions under the guide and under these rules.
    """

    lang: str = "en"
    home: str = ""
    rules: Rules = GUIDE
    rule: str = "pair"
    part: Part = Part.HAND
    posts: tuple[Card, Card] = (Card("8c"), Card("8d"))
    called: Ace | None = None
    side: Side | None = None
    refused: tuple[tuple[str, Value], ...] = ()
    played: tuple[Many, Many] | None = None
    offer: str = ""

    @property
    def may_call(self) -> bool:
        """Whether the first card is an ace that is called under these rules (B2)."""
        return len(calls(self.posts[0], self.rules)) > 1

    @property
    def after(self) -> Odds:
        """The hand under these rules."""
        call = (self.called or better_call(self.posts[0], self.rules)) if self.may_call else None
        plain = odds(self.posts, (), self.rules, call)
        return odds(self.posts, (), self.rules, call, self.side) if plain.terms.sides else plain

    @property
    def before(self) -> Odds:
        """The hand by the guide."""
        return odds(self.posts)

    def ruled(self, rules: Rules) -> WorkshopState:
        """The same under other rules; what was played and said under the old ones is gone."""
        return replace(self, rules=rules, called=None, side=None, refused=(), played=None, offer="")

    def on(self) -> WorkshopState:
        """With some sessions more, under the guide and under these rules, with the same seeds."""
        done = self.played[0].sessions if self.played else 0
        if done >= ALL:
            return self
        names = tuple(BOTS[seat % len(BOTS)] for seat in range(seats(self.rules)))
        more = _slice(names, GUIDE, done + 1), _slice(names, self.rules, done + 1)
        old = self.played
        return replace(self, played=(old[0].plus(more[0]), old[1].plus(more[1])) if old else more)


@lru_cache(64)
def _slice(names: tuple[str, ...], rules: Rules, first: int) -> Many:
    return many(names, rules, SEED, first, SLICE)


def better_call(first: Card, rules: Rules) -> Ace:
    """The better call of a first ace, before the second card (B2, R-33)."""
    return by_ranks.better_call(by_ranks.left_of((first,), rules), rules)


@lru_cache(16)
def all_pairs(rules: Rules) -> Pairs:
    """All pairs of posts under these rules."""
    return pairs(rules)


@lru_cache(16)
def turns(rules: Rules) -> tuple[Fraction, ...]:
    """The values of a turn: by its first card, from the lowest rank, and last before any card."""
    firsts = [turn_value(next(card for card in rules.pack if card.rank == rank), rules=rules) for rank in RANKS]
    return (*(one.value for one in firsts), sum((one.value for one in firsts), Fraction(0)) / len(firsts))


def seats(rules: Rules) -> int:
    """How many play: as many as there are kinds of bots, or what the rules ask for."""
    return min(rules.max_players, max(rules.min_players, len(BOTS)))


def table_code(rules: Rules) -> str:
    """The code of a table that plays by these rules: a person and bots."""
    bots = ("", *BOTS[2::-1]) * 2
    players = [Player(name, bots[seat]) for seat, name in enumerate(NAMES[: seats(rules)])]
    return session_code(Session.new(players, rules, seed=SEED))


def encode(state: WorkshopState) -> str:
    """The code of a workshop: `H1.hand.pair.8c8d--.A1.n4….x…`.

    The part, the open rule, the posts with the call and the side (`-` where the better one is taken), and a table with
    the rules.
    """
    first, second = state.posts
    said = (state.called.value[0] if state.called else "-") + (state.side.value[0] if state.side else "-")
    body = f"H1.{state.part}.{state.rule}.{first.code}{second.code}{said}.{table_code(state.rules)}"
    return f"{body}.x{check_of(body)}"


def parse(code: str) -> WorkshopState:
    """The state a code stands for; Refusal for anything else.

    >>> state = WorkshopState(rules=PRESETS["encyclopedia"].rules, side=Side.LOWER, part=Part.TURN)
    >>> parse(encode(state)) == state
    True
    """
    try:
        _, part, rule, hand, *rest = code.split(".")
        first, second = cards(f"{hand[:2]} {hand[2:4]}")
        state = WorkshopState(
            rules=session_of(".".join(rest[:-1])).rules,
            rule=rule,
            part=Part(part),
            posts=(first, second),
            called={"-": None, **{call.value[0]: call for call in Ace}}[hand[4]],
            side={"-": None, **{side.value[0]: side for side in Side}}[hand[5:]],
        )
        known = rule in OPTIONS and first is not second and (state.may_call or not state.called)
        if not known or encode(state) != code:
            raise ValueError
        return state
    except (ValueError, KeyError, IndexError) as error:  # a Refusal is a ValueError too
        raise Refusal("workshop-code", _BROKEN, code=shown(code)) from error
