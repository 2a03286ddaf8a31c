"""The engine against the least that does the same work: counting card by card, and a loop without any records."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import median
from time import perf_counter

from row import Row

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.session import Phase, Session
from acey_teach.engine.settlement import Outcome, classify
from acey_teach.engine.shuffle import below, shuffled

ROUNDS = 40
HOW = "python tests/bench/run.py --only engine"
NAMES = ("Ana", "Bence", "Clara", "David", "Eszter")
SEATS, ANTE, CHIPS, MOST_ROUNDS = len(NAMES), 1, 100, 3


def run() -> list[Row]:
    """Exact odds, and a whole session."""
    return [_odds_row(), _session_row()]


def _compare(ours: Callable[[], object], baseline: Callable[[], object]) -> tuple[float, float]:
    """Seconds of both, taken in turn: the medians over many rounds."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for work, seconds in zip((ours, baseline), times, strict=True):
            start = perf_counter()
            work()
            seconds.append(perf_counter() - start)
    return median(times[0]), median(times[1])


# ---- odds ----
def count_unseen(posts: Sequence[Card], seen: Sequence[Card]) -> tuple[int, int, int]:
    """Inside, outside and post by looking at every unseen card."""
    known = {*posts, *seen}
    inside = outside = post = 0
    for card in PACK:
        if card not in known:
            outcome = classify(posts, card)
            if outcome is Outcome.INSIDE:
                inside += 1
            elif outcome is Outcome.OUTSIDE:
                outside += 1
            else:
                post += 1
    return inside, outside, post


def _odds_row() -> Row:
    chance = random.Random(1)
    hands = []
    for turn in range(200):  # the hands of five players: four to eight other cards are seen when a turn begins, or more
        first, second, *seen = chance.sample(PACK, 2 + 4 + turn % 5)
        hands.append(((first, second), seen))
    assert all(odds(posts, seen)[1:4] == count_unseen(posts, seen) for posts, seen in hands)
    ours, baseline = _compare(lambda: [odds(*hand) for hand in hands], lambda: [count_unseen(*hand) for hand in hands])
    each = 1e6 / len(hands)
    what = f"`{HOW}`: `odds` and `classify` for every unseen card, {len(hands)} hands, same counts"
    return Row("exact odds", ours * each, baseline * each, "µs", 10, what, "times faster")


# ---- a session ----
def stake_for(hand: Odds, most: int) -> int:
    """The policy of both: a quarter of the limit with an edge of a fifth of a chip."""
    return max(1, most // 4) if most and 5 * hand.margin >= hand.unseen else 0


def with_records(seed: str) -> tuple[object, ...]:
    """A session of the kit: every step an immutable moment with its event."""
    session = Session.new(NAMES, seed=seed).choose_dealer(0).run()
    while session.phase is not Phase.OVER:
        if session.phase is Phase.CUT:
            session = session.cut().run()
        else:
            stake = stake_for(session.odds, session.limit.stake)
            session = (session.bet(stake) if stake else session.pass_()).run()
    return session.balances


def without_records(seed: str) -> tuple[object, ...]:
    """The same in one loop over plain numbers that keeps nothing but the chips."""
    chips, pot = [CHIPS] * SEATS, 0
    for number in range(1, MOST_ROUNDS + 1):
        if min(chips) < ANTE:
            break
        deck, cut = shuffled(PACK, seed, f"shuffle/{number}"), 1 + below(51, seed, f"cut/{number}")
        deck = deck[cut:] + deck[:cut]
        for seat in range(SEATS):
            chips[seat] -= ANTE
            pot += ANTE
        top = SEATS
        for turn in range(SEATS):
            seat, posts = (number + turn) % SEATS, (deck[turn], deck[top])
            hand = odds(posts, deck[:turn] + deck[turn + 1 : top])
            top += 1
            stake = stake_for(hand, min(pot, chips[seat] // 2))
            if stake:
                outcome = classify(posts, deck[top])
                top += 1
                net = stake if outcome is Outcome.INSIDE else -stake if outcome is Outcome.OUTSIDE else -2 * stake
                chips[seat] += net
                pot -= net
                if pot == 0:
                    return tuple(chips)
    share = Fraction(pot, SEATS)
    return tuple(amount + share for amount in chips)


def _session_row() -> Row:
    seeds = [f"bench{i}" for i in range(20)]
    assert [with_records(seed) for seed in seeds] == [without_records(seed) for seed in seeds]
    ours, baseline = _compare(
        lambda: [with_records(seed) for seed in seeds], lambda: [without_records(seed) for seed in seeds]
    )
    each = 1e3 / len(seeds)
    what = (
        f"`{HOW}`: {len(seeds)} sessions of {SEATS} players and {MOST_ROUNDS} rounds with one policy, and the same in "
        "a bare loop; same balances"
    )
    return Row("a session", ours * each, baseline * each, "ms", 4, what)
