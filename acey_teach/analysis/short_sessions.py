"""Exact ends of short sessions: all of one of two players, and how large the pot can get (RULES A5-A9, R-21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm
from typing import NamedTuple

from acey_teach.engine.cards import RANKS
from acey_teach.engine.events import Ending
from acey_teach.engine.refusal import Refusal, Word
from acey_teach.engine.rules import ABOUT, GUIDE, Rules
from acey_teach.engine.settlement import Chips, Outcome, limit, net_result, paid
from acey_teach.engine.setup import Setup, check_count
from acey_teach.i18n import N_


class SessionOdds(NamedTuple):
    """The exact distribution of a session's end: (ending, final balances) -> probability. Seat 0 deals first."""

    ends: dict[tuple[Ending, tuple[Chips, Chips]], Fraction]

    def mean(self, seat: int) -> Fraction:
        """The expected final balance of a seat, in chips."""
        return sum((p * Fraction(chips[seat]) for (_, chips), p in self.ends.items()), Fraction(0))

    def p_ending(self, ending: Ending) -> Fraction:
        """How likely the session ends in this way."""
        return sum((p for (why, _), p in self.ends.items() if why is ending), Fraction(0))

    def p_ahead(self, seat: int) -> Fraction:
        """How likely a seat ends with more than the other."""
        return sum((p for (_, chips), p in self.ends.items() if chips[seat] > chips[1 - seat]), Fraction(0))


@lru_cache(64)
def _round_table(able: tuple[bool, bool], rules: Rules) -> dict[tuple[Outcome | None, Outcome | None], Fraction]:
    """What the two turns of a round bring, where only the `able` can bet: (first, second to act), None for a pass.

    Counts cards by rank alone. The four cards of the first turn change the second player's odds.
    """
    found: dict[tuple[Outcome | None, Outcome | None], int] = defaultdict(int)
    for a1, b1, a2 in product(RANKS, repeat=3):  # the first's two posts and the other's first card
        left, ways = _take((0, 0, *[rules.per_rank] * 13), (a1, b1, a2))
        if not ways:
            continue
        for out1, seen1, ways1 in _turn(a1, a2, left, able[0], rules):
            for b2 in RANKS:
                seen2, ways2 = _take(seen1, (b2,))
                if ways2:
                    for out2, _, ways3 in _turn(b1, b2, seen2, able[1], rules, merged=True):
                        found[out1, out2] += ways * ways1 * ways2 * ways3
    return {
        (out1, out2): Fraction(ways, perm(len(rules.pack), 4 + (out1 is not None) + (out2 is not None)))
        for (out1, out2), ways in found.items()
    }


def _take(left: tuple[int, ...], ranks: Sequence[int]) -> tuple[tuple[int, ...], int]:
    counts, ways = list(left), 1
    for rank in ranks:
        ways *= counts[rank]
        counts[rank] -= 1
    return tuple(counts), ways


def _turn(
    a: int,
    b: int,
    left: tuple[int, ...],
    able: bool,
    rules: Rules,
    merged: bool = False,
) -> Iterator[tuple[Outcome | None, tuple[int, ...], int]]:
    """A turn with posts of ranks a and b: (outcome or None for a pass, cards left, ways)."""
    low, high = sorted((a, b))
    inside = sum(left[low + 1 : high])
    post = left[low] + (left[high] if high != low else 0)
    outside = sum(left) - inside - post
    if not able or inside * rules.inside_factor <= outside * rules.outside_factor + post * rules.post_factor:
        yield None, left, 1
    elif merged:
        yield from ((Outcome.INSIDE, left, inside), (Outcome.OUTSIDE, left, outside), (Outcome.POST, left, post))
    else:
        for rank in RANKS:
            rest, ways = _take(left, (rank,))
            if ways:
                yield (
                    (Outcome.POST if rank in (low, high) else Outcome.INSIDE if low < rank < high else Outcome.OUTSIDE),
                    rest,
                    ways,
                )


def tiny_session(rules: Rules = GUIDE) -> SessionOdds:
    """The exact distribution of a two-player session in which both count and bet the most when it is favourable.

    Only the pattern of outcomes of a round matters, so the rounds form a chain over (balances, pot). Refusal for
    rules that change more than the numbers of the guide.
    """
    _start(2, rules, {*NUMBERS, "first_orbit_half_pot"})
    ends: dict[tuple[Ending, tuple[Chips, Chips]], Fraction] = defaultdict(Fraction)
    now: dict[tuple[int, int, int], Fraction] = {(rules.start_chips, rules.start_chips, 0): Fraction(1)}
    for number in range(rules.max_rounds):
        dealer, after = number % 2, defaultdict[tuple[int, int, int], Fraction](Fraction)
        for (zero, one, pot), p in now.items():
            chips = [zero - rules.ante, one - rules.ante]
            first = 1 - dealer
            # whether the second can bet depends on what the first did: take each case from the table that fits it
            for out1 in (None, *Outcome):
                most = limit(chips[first], pot + 2 * rules.ante, rules, round_=number + 1).stake
                chips1, pot1 = _after(chips, first, pot + 2 * rules.ante, out1, most, rules)
                most2 = limit(chips1[dealer], pot1, rules, round_=number + 1).stake
                able = most > 0, most2 > 0
                for (was1, out2), chance in _round_table(able, rules).items():
                    if was1 is not out1:
                        continue
                    if pot1 == 0:
                        ends[Ending.POT_EMPTY, (chips1[0], chips1[1])] += p * chance
                        continue
                    chips2, pot2 = _after(chips1, dealer, pot1, out2, most2, rules)
                    if pot2 == 0:
                        ends[Ending.POT_EMPTY, (chips2[0], chips2[1])] += p * chance
                    elif number + 1 == rules.max_rounds or min(chips2) < rules.ante:
                        why = Ending.ROUND_LIMIT if number + 1 == rules.max_rounds else Ending.CANNOT_ANTE
                        share = Fraction(pot2, 2)
                        ends[why, (chips2[0] + share, chips2[1] + share)] += p * chance
                    else:
                        after[chips2[0], chips2[1], pot2] += p * chance
        now = after
    return SessionOdds({end: p for end, p in ends.items() if p})


def _after(
    chips: list[int], seat: int, pot: int, outcome: Outcome | None, stake: int, rules: Rules
) -> tuple[list[int], int]:
    if outcome is None:
        return chips, pot
    net = net_result(outcome, stake, rules)
    return [c + net * (i == seat) for i, c in enumerate(chips)], pot - net


NUMBERS = {name for name, about in ABOUT.items() if not about.choices}
"""The rules that are numbers."""


def _start(players: int, rules: Rules, known: set[str]) -> None:
    """Refusal when the session would not begin, or when rules other than the `known` ones differ from the guide."""
    check_count(players, rules)
    Setup.of([str(seat + 1) for seat in range(players)], rules, seed="")
    for name in rules.changes:
        if name not in known:
            about = ABOUT[name]
            raise Refusal(
                "too-many-rules",
                N_("This is not worked out with the rule “{rule}”. Take the guide’s rule instead."),
                clause=about.clause,
                rule=Word(about.told(getattr(rules, name)).title),
            )


class GreatestPot(NamedTuple):
    """The course of a session in which everybody bets the most and hits a post: how large the pot gets (R-21)."""

    greatest: int
    after_rounds: tuple[int, ...]
    balances: tuple[int, ...]


def greatest_pot(players: int, rules: Rules = GUIDE) -> GreatestPot:
    """The pot after each complete round when every stake is the largest and lost on a post.

    Refusal for rules under which what a post costs depends on the hand (B1, B3, B7, B11) or pots are bet on (B8, B10).

    >>> greatest_pot(3)
    GreatestPot(greatest=300, after_rounds=(81, 300), balances=(0, 0, 0))
    """
    _start(players, rules, {*NUMBERS, "deal", "ace_choice", "first_orbit_half_pot", "autopot", "half_cap", "debt"})
    chips, pot, after = [rules.start_chips] * players, 0, list[int]()
    for number in range(rules.max_rounds):
        if min(chips) < rules.ante:
            break
        chips, pot = [c - rules.ante for c in chips], pot + rules.ante * players
        for seat in range(players):
            stake = limit(chips[seat], pot, rules, round_=number + 1).stake
            net = int(paid(net_result(Outcome.POST, stake, rules), chips[seat], rules))
            chips[seat] += net
            pot -= net
        after.append(pot)
    return GreatestPot(max(after), tuple(after), tuple(chips))
