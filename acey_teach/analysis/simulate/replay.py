"""A simulated session as cards and decisions, so that the engine can play the same one (RULES A10)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from acey_teach.analysis.simulate.game import BLOCK, Game
from acey_teach.analysis.simulate.hand import NOT_TURNED
from acey_teach.analysis.simulate.play import ENDINGS, Turn, play
from acey_teach.engine import session as engine
from acey_teach.engine.cards import PACK, RANKS, Card
from acey_teach.engine.events import Ending
from acey_teach.engine.rules import Rules
from acey_teach.engine.setup import Player


class Deed(NamedTuple):
    """One turn: the `stake` (0 for a pass), what it brought, and the pot afterwards."""

    round: int
    seat: int
    stake: int
    net: int
    pot: int


class Session(NamedTuple):
    """One simulated session: the whole deck of each round in the order after the cut, and what was done.

    `chips` are the balances before the `pot` is divided.
    """

    decks: tuple[tuple[Card, ...], ...]
    deeds: tuple[Deed, ...]
    chips: tuple[int, ...]
    pot: int
    ending: Ending


def sessions(game: Game, first: int, count: int = 1) -> list[Session]:
    """The simulated sessions from number `first` on, all of them of one block.

    >>> from acey_teach.analysis.simulate.game import game
    >>> one, = sessions(game(["count", "bold"]), 12345)
    >>> len(one.decks[0]), sum(one.chips) + one.pot
    (52, 200)
    """
    block, low = divmod(first, BLOCK)
    count = min(count, BLOCK - low)
    wanted = np.arange(low, low + count)
    ranks: list[dict[int, list[int]]] = [{} for _ in wanted]  # of each session: round -> ranks in the order of the deal
    deeds: list[list[Deed]] = [[] for _ in wanted]

    def watch(turn: Turn) -> None:
        nets = np.zeros_like(turn.pot)
        nets[turn.at] = turn.net
        for at in np.flatnonzero((turn.ids >= low) & (turn.ids < low + count)).tolist():
            one, net, pot = int(turn.ids[at]) - low, int(nets[at]), int(turn.pot[at])
            if pot + net > 0:  # else it was over before
                turned = [card for card in turn.cards[:, at].tolist() if card != NOT_TURNED]
                ranks[one][turn.round] = [card // 2 for card in turned]
                deeds[one].append(Deed(turn.round, turn.seat, int(turn.stake[at]), net, pot))

    played = play(game, block, watch=watch)
    return [
        Session(
            tuple(_deck(dealt, game.rules) for dealt in ranks[one].values()),
            tuple(deeds[one]),
            tuple(played.chips[:, at].tolist()),
            int(played.pot[at]),
            ENDINGS[played.ending[at]],
        )
        for one, at in enumerate(wanted.tolist())
    ]


def _deck(ranks: list[int], rules: Rules) -> tuple[Card, ...]:
    """A deck that begins with cards of these ranks (0 is the 2): suits never count (A1.3), so they are as they come."""
    left = [[PACK[rank * 4 + place % 4] for place in range(rules.per_rank)] for rank in range(len(RANKS))]
    dealt = [left[rank].pop(0) for rank in ranks]
    return (*dealt, *(card for of_rank in left for card in of_rank))


def begin(game: Game, one: Session) -> engine.Session:
    """The same session in the engine, before its first cut (`run()` goes on), to be played by the same strategies.

    Seats have the names of bots where there are such bots; `count` is `expected-value`.
    """
    bots = {"count": "expected-value"}
    names = [bots.get(seat, seat) if isinstance(seat, str) else "" for seat in game.seats]
    players = [Player(str(seat), name) for seat, name in enumerate(names, 1)]
    return engine.Session.new(players, game.rules, seed="", decks=one.decks).choose_dealer(0).run()
