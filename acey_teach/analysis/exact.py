"""Exact values before the cards are known: a whole turn, and the first to act, under any rules (RULES A4-A6, B)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from acey_teach.engine.cards import HIGH, RANKS, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.setup import check_count
from acey_teach.engine.terms import NEEDLESS_CALL, Ace, terms
from acey_teach.i18n import N_

Policy = Callable[[Odds], bool]


def when_favourable(odds: Odds) -> bool:
    """Bet exactly when the expected value is above 0."""
    return odds.margin > 0


def from_gap(ranks: int) -> Policy:
    """Bet whenever at least `ranks` ranks lie between the posts, whatever has been seen."""
    return lambda odds: odds.gap >= ranks


class TurnValue(NamedTuple):
    """The value of a turn for each chip of stake, and how often one bets under the policy, could gain, breaks even.

    `called` is how the first ace was called (B2).
    """

    value: Fraction
    p_bet: Fraction
    p_favourable: Fraction
    p_break_even: Fraction
    called: Ace = Ace.HIGH


def _mean(parts: Iterable[tuple[int, TurnValue]]) -> TurnValue:
    """The mean of values that come up in so many ways."""
    known = list(parts)
    total = sum(ways for ways, _ in known)
    value, bet, favourable, even = (
        sum((ways * number for ways, number in column), Fraction(0)) / total
        for column in zip(*([(ways, number) for number in part[:4]] for ways, part in known), strict=True)
    )
    return TurnValue(value, bet, favourable, even)


def committed(hand: Odds) -> bool:
    """Whether the pair is split with one stake on both hands, named before their new cards come (B7)."""
    return hand.terms.splits and hand.rules.split_mode == "committed"


def _bets(hand: Odds, policy: Policy) -> bool:
    return hand.terms.forced or policy(hand)


def _summed(hands: Iterable[tuple[int, Odds]], policy: Policy) -> TurnValue:
    total = bet = favourable = even = 0
    value = Fraction(0)
    for ways, hand in hands:
        total += ways
        if hand.terms.splits:
            worth = split_hands(hand, policy)[committed(hand)]
            bets = favours = worth > 0
        else:
            edge, bets = hand.margin, _bets(hand, policy)
            worth, favours = Fraction(edge, hand.unseen), edge > 0
            even += ways * (edge == 0)
        favourable += ways * favours
        if bets:
            bet += ways
            value += ways * worth
    return TurnValue(value / total, Fraction(bet, total), Fraction(favourable, total), Fraction(even, total))


Left = dict[int, tuple[Card, ...]]
"""The unseen cards of each rank."""


def unseen(known: Sequence[Card], rules: Rules) -> Left:
    """The cards left by those `known`; Refusal when one is named more often than the pack holds it."""
    left = list(rules.pack)
    for card in known:
        if card not in left:
            raise Refusal(
                "seen-twice", N_("{card} is named more often than the pack holds it. Name each card once."), card=card
            )
        left.remove(card)
    return {rank: tuple(card for card in left if card.rank == rank) for rank in RANKS}


def check_left(cards: int, needed: int) -> None:
    """Refusal when there are fewer cards left than the hand still needs."""
    if cards < needed:
        raise Refusal("no-card-left", N_("All cards have been seen: there is no third card left."))


def draws(left: Left) -> Iterator[tuple[int, Card, Left]]:
    """The next card: (ways, one card for all of its rank, cards left after it). Suits never count (A1.3)."""
    for rank, of_rank in left.items():
        if of_rank:
            yield len(of_rank), of_rank[0], {**left, rank: of_rank[1:]}


def calls(first: Card, rules: Rules) -> tuple[Ace | None, ...]:
    """The ways to call a first card: an ace high or low where the rules leave the choice (B2), else None."""
    return (Ace.HIGH, Ace.LOW) if rules.ace_choice and first.rank == HIGH else (None,)


def turn_value(
    first: Card | None = None,
    seen: Sequence[Card] = (),
    policy: Policy = when_favourable,
    rules: Rules = GUIDE,
    called: Ace | None = None,
) -> TurnValue:
    """The value of a turn before its second card, or before both when `first` is None, with other cards `seen`.

    Counts the bets on inside for a stake. A first ace is `called` as said or the better way, before the second card
    is known (B2, R-33); a pair has its better side (B1), or is split when that is worth something (B7); what AutoPot
    forces is bet (B9); a third 6 on sixes costs six stakes, as with a stake as large as the pot (B11).

    >>> turn_value().value
    Fraction(128, 3315)
    >>> turn_value(Card("Ac"), rules=Rules(ace_choice=True)).called.value
    'low'
    """
    known = (*([first] if first else ()), *seen)
    left = unseen(known, rules)
    check_left(len(rules.pack) - len(known), 2 if first else 3)
    if called == Ace.LOW and (first is None or Ace.LOW not in calls(first, rules)):
        raise Refusal("ace", NEEDLESS_CALL, clause="B2")
    if first is None:
        return _mean((ways, turn_value(card, seen, policy, rules)) for ways, card, _ in draws(left))
    values = (
        _summed(((ways, odds((first, card), seen, rules, call)) for ways, card, _ in draws(left)), policy)._replace(
            called=call or Ace.HIGH
        )
        for call in calls(first, rules)
        if call is None or called in (None, call)
    )
    return max(values, key=lambda found: found.value)


@lru_cache(256)  # a page asks again whenever the stake in its field changes
def split_hands(pair: Odds, policy: Policy = when_favourable) -> tuple[Fraction, Fraction]:
    """The value of splitting a pair, both hands together, for each chip staked a hand: (free, committed) (B7, R-43).

    Free, each hand is bet or passed by the policy with all open cards counted, also the third card of the first hand.
    """
    (one, two), seen, rules = pair.posts, pair.known[2:], pair.rules
    free = both = Fraction(0)
    left = unseen(pair.known, rules)
    for ways1, new1, left1 in draws(left):
        both += 2 * ways1 * odds((one, new1), (two, *seen), rules).ev_per_chip
        for ways2, new2, left2 in draws(left1):
            hand1, hand2 = odds((one, new1), (two, new2, *seen), rules), odds((two, new2), (one, new1, *seen), rules)
            if not _bets(hand1, policy):
                then = hand2.ev_per_chip if _bets(hand2, policy) else Fraction(0)
            else:
                after = [(ways, hand2.after(card)) for ways, card, _ in draws(left2)]
                edges = sum(ways * hand.margin for ways, hand in after if _bets(hand, policy))
                then = hand1.ev_per_chip + Fraction(edges, hand1.unseen * (hand1.unseen - 1))
            free += ways1 * ways2 * then
    return free / (pair.unseen * (pair.unseen - 1)), both / pair.unseen


MOST_CALLING = 5
"""With how many players the open first cards of all others can be gone through when aces are called."""


def first_actor(players: int, policy: Policy = when_favourable, rules: Rules = GUIDE) -> TurnValue:
    """The value of the turn of the first to act, who sees all first cards (A11.9), or none where none are dealt (B0).

    Refusal for rules under which this takes too long. See `turn_value` for what is counted.

    >>> first_actor(2).value
    Fraction(304, 7735)
    """
    check_count(players, rules)
    if not rules.deals_in_advance:
        return turn_value(None, (), policy, rules)
    if rules.pair == "split":
        raise Refusal(
            "too-long",
            N_("With split pairs this is not worked out. Choose another rule for pairs, or two cards on the turn."),
            clause="B7",
        )
    if rules.ace_choice and players > MOST_CALLING:
        raise Refusal(
            "too-long",
            N_("With aces called low or high this is worked out for at most {n} players. Choose fewer."),
            clause="B2",
            n=MOST_CALLING,
        )
    return _mean(
        (
            ways,
            _mean((n, turn_value(first, seen, policy, rules)) for n, seen in _open_cards(left, players - 1))
            if Ace.LOW in calls(first, rules)
            else _summed(_hands_seen(first, left, players - 1, rules), policy),
        )
        for ways, first, left in draws(unseen((), rules))
    )


def _open_cards(left: Left, n: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """All ways to see `n` cards of those left, by rank."""
    for ranks in combinations_with_replacement(RANKS, n):
        counts = Counter(ranks)
        ways = prod(comb(len(left[rank]), k) for rank, k in counts.items())
        if ways:
            yield ways, tuple(card for rank, k in counts.items() for card in left[rank][:k])


def _hands_seen(first: Card, left: Left, others: int, rules: Rules) -> Iterator[tuple[int, Odds]]:
    """All second cards, with the `others` first cards counted by what they would have done as a third."""
    for ways, second, rest in draws(left):
        posts = (first, second)
        sides = terms(posts, rules).sides or (None,)
        found = [terms(posts, rules, None, side) for side in sides]
        groups: dict[object, list[Card]] = defaultdict(list)
        for card in chain.from_iterable(rest.values()):
            groups[
                tuple((card.bit & x.inside > 0, card.bit & x.post > 0, card.bit & x.dear > 0) for x in found)
            ].append(card)
        alike = list(groups.values())
        for counts in product(*(range(min(others, len(cards)) + 1) for cards in alike)):
            if sum(counts) == others:
                seen = [card for cards, k in zip(alike, counts, strict=True) for card in cards[:k]]
                yield (
                    ways * prod(comb(len(cards), k) for cards, k in zip(alike, counts, strict=True)),
                    odds(posts, seen, rules),
                )
