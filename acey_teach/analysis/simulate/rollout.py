"""One decision played on with every stake and the same cards, on arrays (RULES A5-A9).

A row is a stake, a column an order of the unseen cards. Posts and third cards are those of the column: a third card
has its place in the deck even when it is not turned, and then lies unseen at the bottom. So the stakes differ only in
chips, pot and which third cards were seen, and the counts of a hand are made for the column and corrected for each row.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from acey_teach.analysis.played_on import SIDE_BY_SIDE, Joint, unseen
from acey_teach.analysis.simulate.hand import ACE, Cards, Floats, Hand, Ints
from acey_teach.analysis.simulate.players import STRATEGIES, View
from acey_teach.engine.cards import Card
from acey_teach.engine.session import Session

TOGETHER = 1 << 17
"""So many sessions are played on at once: more would not fit a processor's own memory."""


class _Deck:
    """The unseen cards of a round in random orders, a column each, and what was seen."""

    def __init__(self, left: Sequence[Card], seen: Sequence[Card], columns: int, random: np.random.Generator) -> None:
        self.left, self.at, self.random = _doubled(left, columns), 0, random
        self.seen: list[Cards] = [*_doubled(seen, columns)]
        self.thirds: list[tuple[Cards, Cards]] = []  # and 1 where they were turned, for each stake
        self.columns = np.arange(columns)

    def deal(self) -> Cards:
        """The next card."""
        left, at, here = self.left, self.at, self.columns
        place = at + (self.random.random(len(here)) * (len(left) - at)).astype(np.intp)
        card: Cards = left[place, here]
        left[place, here] = left[at]
        self.at += 1
        return card

    def deal_open(self) -> Cards:
        """The next card, which everybody sees."""
        card = self.deal()
        self.seen.append(card)
        return card


def _doubled(cards: Sequence[Card], columns: int) -> Cards:
    ranks = np.array([2 * (card.rank - 2) for card in cards], np.int8)
    return np.repeat(ranks[:, None], columns, axis=1)


class _Table:
    """The chips of every seat for each stake and column, and the pot, which is 0 where the session is over."""

    def __init__(self, session: Session, stakes: Sequence[int], columns: int, random: np.random.Generator) -> None:
        self.n, self.ids, self.random = len(session.balances), np.arange(columns), random
        self.chips: Ints = np.empty((self.n, len(stakes), columns), np.int64)
        self.chips[:] = np.array(session.balances)[:, None, None]
        self.pot: Ints = np.full((len(stakes), columns), session.pot)

    def chance(self, ids: NDArray[np.intp]) -> Floats:
        """A random number for each column."""
        return self.random.random(len(ids))

    def chips_of(self, seats: int | list[int], round_: int) -> Ints:
        """The chips of one seat, or of several."""
        return self.chips[seats]


def by_arrays(session: Session, stakes: Sequence[int], strategies: Sequence[str], rollouts: int, seed: str) -> Joint:
    """How each stake did in so many sessions played on, as `played_on.by_engine`; chips must be whole."""
    random = np.random.Generator(np.random.SFC64(int.from_bytes(seed.encode(), "big")))
    step = max(1, TOGETHER // len(stakes))
    parts = [
        _played_on(session, stakes, strategies, min(step, rollouts - start), random)
        for start in range(0, rollouts, step)
    ]
    winners = np.concatenate(parts, axis=1)
    return lambda one, two: np.bincount(SIDE_BY_SIDE * winners[one] + winners[two], minlength=SIDE_BY_SIDE**2).tolist()


def _played_on(
    session: Session, stakes: Sequence[int], strategies: Sequence[str], columns: int, random: np.random.Generator
) -> NDArray[np.uint8]:
    """How many won where the seat in turn did, and 0 elsewhere, for each stake and column."""
    table, rules, n, stake = _Table(session, stakes, columns, random), session.rules, len(session.balances), None
    for number in range(session.round, rules.max_rounds + 1):
        now = number == session.round
        if now:
            deck = _Deck(unseen(session), session.seen, columns, random)
        else:
            table.pot[table.chips.min(axis=0) < rules.ante] = 0
            going = table.pot > 0
            if not going.any():
                break
            table.chips -= rules.ante * going
            table.pot += n * rules.ante * going
            deck = _Deck(rules.pack, (), columns, random)
            for _ in range(n if rules.deals_in_advance else 0):
                deck.deal_open()
        for place in range(session.turn if now else 0, n):
            seat = (session.dealer + 1 + number - session.round + place) % n
            deciding = now and place == session.turn
            if deciding:
                assert session.posts
                one, two = (_doubled([card], columns)[0] for card in session.posts)
            else:
                one = deck.seen[place] if rules.deals_in_advance else deck.deal_open()
                two = deck.deal_open()
            seen = np.array(deck.seen)
            hand = Hand(one, two, seen, np.full(columns, len(rules.pack) - len(seen)), rules,
                        np.empty_like(seen), np.empty(seen.shape, np.bool_))  # fmt: skip
            if deciding:
                stake = np.array(stakes)[:, None]
            else:
                _see_thirds(hand, deck)
                stake = STRATEGIES[strategies[seat]](View(hand, table, table.pot, seat, number, n - place - 1))
            third = deck.deal()
            net = stake * hand.factor(deck.columns, third)
            if rules.debt == "short":
                net = np.maximum(net, -table.chips[seat])
            table.chips[seat] += net
            table.pot -= net
            deck.thirds.append((third, np.broadcast_to(stake > 0, table.pot.shape).view(np.int8)))
    chips = table.chips
    winning = chips == chips.max(axis=0)  # A11.6: equal shares do not change the ranking
    winners: NDArray[np.uint8] = winning.sum(axis=0, dtype=np.uint8) * winning[session.seat]
    return winners


def _see_thirds(hand: Hand, deck: _Deck) -> None:
    """Take out the third cards that were turned before."""
    for third, turned in deck.thirds:
        away = np.abs(third - hand.middle)
        hand.inside = hand.inside - turned * (away < hand.reach)
        hand.post = hand.post - turned * (away == hand.reach)
        hand.unseen = hand.unseen - turned
        if hand.dear is not None:
            hand.aces = hand.aces - turned * (third == ACE)
