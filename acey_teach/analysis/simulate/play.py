"""Whole sessions, a block of them at once: every step is done for all sessions that are still going (RULES A2-A9).

All sessions of a block have the same seat in turn, so only chips and cards are arrays. Ranks are 0 (the 2) to 12 (the
ace). `left[r]` is how many unseen cards have a rank of at most r: a uniform number below the last of them falls into
the rank of the next card. The third card of a turn has its place in the deck even when the player passes: it then stays
unseen at the bottom of the deck, which changes the odds of no other card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from acey_teach.analysis.simulate.game import BLOCK, Game
from acey_teach.analysis.simulate.hand import NOT_TURNED, RANK_COUNT, Bools, Cards, Floats, Hand, Ints, how_many
from acey_teach.analysis.simulate.players import View, stakes
from acey_teach.engine.events import Ending

Bytes = NDArray[np.uint8]
ENDINGS = tuple(Ending)
DOUBLED = np.arange(0, 2 * RANK_COUNT, 2, dtype=np.int8)[:, None]
KEEP = 0.8
"""Sessions that are over are put away when no more than this share of those carried along is still going."""

# Once an array of this size was freed, Linux's C library keeps the memory of smaller ones for the next: a third faster
np.empty(1 << 24, np.uint8)


class Turn(NamedTuple):
    """One turn of the sessions `ids` of a block, after its settlement; where the `pot` was 0 before there was none.

    `cards` are the ranks seen this round, doubled, a row each in the order of the deal; 26 is a third card that was
    not turned. `net` is what the bets `at` these places brought.
    """

    round: int
    seat: int
    ids: NDArray[np.intp]
    cards: Cards
    stake: Ints
    at: NDArray[np.intp]
    net: Ints
    pot: Ints


class Played(NamedTuple):
    """A block of sessions that are over, a column each.

    `chips` are the whole chips of each seat before the division of the `pot` (A9.1), `ending` is a place in ENDINGS,
    `turns` how many turns were played.
    """

    chips: Ints
    pot: Ints
    ending: Bytes
    turns: Bytes


class _Going:
    """The sessions of some blocks that are carried along, and the cards of the round.

    `won` is what each seat has won so far in every session, antes left aside; `pot`, `cards` and `left` are those of
    the sessions `ids`. Blocks are only played together because long arrays cost less: each draws from a generator of
    its own, for the sessions of its own that are carried along.
    """

    def __init__(self, game: Game, first: int, blocks: int) -> None:
        n, rules, size = len(game.seats), game.rules, blocks * BLOCK
        whole = np.int64 if rules.debt == "debt" else np.int32  # without debts nobody has more than all chips
        self.n, self.rules = n, rules
        self.generators = [game.generator(block) for block in range(first, first + blocks)]
        self.edges = np.arange(1, blocks) * BLOCK
        self.ids = np.arange(size)
        self.won: Ints = np.zeros((n, size), whole)
        self.pot: Ints = np.zeros(size, whole)
        self.dealt, rows = 0, max(RANK_COUNT, 3 * n)
        self.cards: Cards = np.empty((0, 0), np.int8)
        self.left: NDArray[np.unsignedinteger[Any]] = np.empty((0, 0), np.uint8)
        self._floats, self._flags, self._away = (
            np.empty(size), np.empty(rows * size, np.bool_), np.empty(rows * size, np.int8)
        )  # fmt: skip
        self.last_pot: Ints = np.zeros(size, whole)
        self.rounds, self.ending, self.turns = (np.zeros(size, np.uint8) for _ in range(3))
        self.carried = self.going = np.full(blocks, BLOCK)

    def by_block(self, ids: NDArray[np.intp]) -> list[int]:
        """Where the sessions of the first block begin among these, those of the next, and so on, and where all end."""
        return [0, *ids.searchsorted(self.edges).tolist(), len(ids)] if len(self.edges) else [0, len(ids)]

    def chance(self, ids: NDArray[np.intp]) -> Floats:
        """A random number for each of these sessions, in a place to work in."""
        found, bounds = self._floats[: len(ids)], self.by_block(ids)
        for generator, start, end in zip(self.generators, bounds, bounds[1:], strict=False):
            generator.random(out=found[start:end])
        return found

    def over(self, at: NDArray[np.intp], ending: Ending, round_: int, turns: int) -> None:
        """The sessions `at` these places are over after so many turns."""
        if not len(at):
            return
        ids = self.ids[at]
        self.last_pot[ids] = self.pot[at]
        self.rounds[ids], self.ending[ids], self.turns[ids] = round_, ENDINGS.index(ending), turns
        bounds = np.array(self.by_block(ids))
        self.going = self.going - (bounds[1:] - bounds[:-1])

    def put_away(self, share: float = 1.0) -> None:
        """Carry on without those that are over, in blocks of which less than a share is going on."""
        few = self.going < share * self.carried
        if not few.any():
            return
        here = self.pot > 0
        if not few.all():
            bounds = self.by_block(self.ids)
            for block in np.flatnonzero(~few):
                here[bounds[block] : bounds[block + 1]] = True
        self.carried = np.where(few, self.going, self.carried)
        stay = np.flatnonzero(here)
        self.ids, self.pot = self.ids[stay], self.pot[stay]
        if share < 1:  # in the middle of a round
            cards = np.empty((len(self.cards), len(stay)), np.int8)
            self.cards[: self.dealt].take(stay, axis=1, out=cards[: self.dealt], mode="clip")
            self.cards, self.left = cards, self.left.take(stay, axis=1, mode="clip")
            self._clear()

    def chips_of(self, seats: int | list[int], round_: int) -> Ints:
        """The chips of one seat in the sessions carried along, or of several, a row each."""
        return self.won[seats].take(self.ids, axis=-1) + (self.rules.start_chips - self.rules.ante * round_)

    def _clear(self) -> None:
        """Make places to work in, as wide as there are sessions."""
        rows, going = max(RANK_COUNT, 3 * self.n), len(self.ids)
        self.flags = self._flags[: rows * going].reshape(rows, going)
        self.away = self._away[: rows * going].reshape(rows, going)

    def shuffle(self) -> None:
        """All cards come together (A7.3)."""
        going, per_rank = len(self.ids), self.rules.per_rank
        counts = np.arange(per_rank, (RANK_COUNT + 1) * per_rank, per_rank)
        kind = np.uint8 if counts[-1] < 256 else np.uint16
        self.left = np.repeat(counts[:RANK_COUNT].astype(kind), going).reshape(RANK_COUNT, going)
        self.cards, self.dealt = np.empty((3 * self.n, going), np.int8), 0
        self._clear()

    def deal(self) -> Cards:
        """The next card of each session, which everybody sees."""
        left = self.left
        above = self.flags[:RANK_COUNT]
        card: Cards = self.cards[self.dealt]
        _draw(left, self.chance(self.ids), above, card)
        left -= above.view(np.uint8)
        self.dealt += 1
        return card

    def third(self, at: NDArray[np.intp]) -> Cards:
        """The third cards of the sessions `at` these places; for the others it is not turned."""
        left = self.left.take(at, axis=1, mode="clip")
        found = np.empty(len(at), np.int8)
        _draw(left, self.chance(self.ids[at]), np.empty(left.shape, np.bool_), found)
        card = self.cards[self.dealt]
        card.fill(NOT_TURNED)
        card[at] = found
        self.left -= np.less_equal(card, DOUBLED, out=self.flags[:RANK_COUNT]).view(np.uint8)
        self.dealt += 1
        return found


def _draw(left: NDArray[np.unsignedinteger[Any]], chance: Floats, above: Bools, card: Cards) -> None:
    """Find the cards that the random numbers fall on; `above` are the ranks from that of the card on."""
    chance *= left[-1]
    np.greater(left, chance.astype(left.dtype), out=above)
    np.multiply(how_many(above), -2, out=card)
    card += NOT_TURNED


def play(game: Game, first: int, blocks: int = 1, watch: Callable[[Turn], None] | None = None) -> Played:
    """The sessions of some blocks from the `first` on, from the first ante to the end; `watch` is shown each turn.

    >>> from acey_teach.analysis.simulate.game import game
    >>> found = play(game(["count", "bold"]), 0)
    >>> bool((found.chips.sum(axis=0) + found.pot == 200).all())
    True
    """
    now, strategies, n, rules = _Going(game, first, blocks), game.strategies, len(game.seats), game.rules
    turns = 0
    for number in range(1, rules.max_rounds + 1):
        now.pot += n * rules.ante
        now.shuffle()
        for _ in range(n if rules.deals_in_advance else 0):
            now.deal()
        for place in range(n):
            now.put_away(KEEP)
            turns += 1
            seat = (number + place) % n  # seat 0 deals round 1, and the deal passes to the left
            one = now.cards[place] if rules.deals_in_advance else now.deal()
            two = now.deal()
            seen, flags = now.cards[: now.dealt], now.flags[: now.dealt]
            hand = Hand(one, two, seen, now.left[-1], rules, now.away[: now.dealt], flags)
            view = View(hand, now, now.pot, seat, number, n - place - 1)
            stake = stakes(strategies[seat], view)
            at = np.flatnonzero(stake > 0)
            net = stake[at] * hand.factor(at, now.third(at))
            if rules.debt == "short":
                net = np.maximum(net, -view.chips[at])
            now.won[seat][now.ids[at]] += net
            pot = now.pot[at] - net
            now.pot[at] = pot
            empty = at[pot == 0]
            now.over(empty, Ending.POT_EMPTY, number, turns)
            if watch:
                watch(Turn(number, seat, now.ids, now.cards[: now.dealt], stake, at, net, now.pot))
        now.put_away()
        if number == rules.max_rounds:
            now.over(np.arange(len(now.ids)), Ending.ROUND_LIMIT, number, turns)
        else:
            short = now.won.min(axis=0)[now.ids] < rules.ante * (number + 1) - rules.start_chips
            now.over(np.flatnonzero(short), Ending.CANNOT_ANTE, number, turns)
            now.pot[short] = 0
            now.put_away()
    chips = now.won + (rules.start_chips - rules.ante * now.rounds.astype(now.won.dtype))
    return Played(chips, now.last_pot, now.ending, now.turns)
