"""RULES B read a second time, card by card and without the kit's terms, against what the kit says (A5, A6, B1-B14)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, NamedTuple

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, Rules
from acey_teach.engine.settlement import Wager, check_stake, limit, net_of, settle, split_limit
from acey_teach.engine.terms import Ace, Side, terms

LINE = "A23456789TJQKA"  # a low ace stands at the left end, a high one at the right
OPTIONS = {name: list(about.choices) for name, about in ABOUT.items() if about.choices}
OPTIONS |= {"decks": [1, 2, 3], "post_factor": [1, 2, 2, 2, 3], "min_stake": [1, 1, 1, 3]}


class Case(NamedTuple):
    rules: Rules
    posts: tuple[Card, Card]
    called: Ace | None
    side: Side | None
    seen: list[Card]
    left: list[Card]
    stake: int
    pot: int
    chips: int
    round: int


def rank_of(card: Card) -> str:
    return card.code[0]


def places(posts: tuple[Card, Card], called: Ace | None) -> tuple[int, int]:
    """Where the posts stand on the line: only the first can be a low ace (B2)."""
    first, second = (LINE.rindex(rank_of(card)) for card in posts)
    return (0 if called is Ace.LOW and rank_of(posts[0]) == "A" else first), second


def read(x: Case, third: Card) -> tuple[str, int]:
    """What the third card means and brings to a stake."""
    rules, ranks, t = x.rules, [rank_of(card) for card in x.posts], rank_of(third)
    low, high = sorted(places(x.posts, x.called))
    hilo = rules.pair == "hilo" and low == high
    if t in ranks:
        if rules.satan and [*ranks, t] == ["6", "6", "6"]:  # B11
            return "post", -6 * x.pot
        if rules.ace_post_x4 and t == "A":  # B3, R-37
            return "post", -4 * x.stake
        return "post", -(3 if hilo else rules.post_factor) * x.stake  # B1, A6.2
    if hilo:
        if t == "A" and rules.ace_third_pair_loses:  # B4; with aces as posts the third ace was a match
            return "outside", -x.stake
        won = (LINE.rindex(t) > high) == (x.side is Side.HIGHER)
    else:
        won = low < LINE.rindex(t) < high
    return ("inside", x.stake) if won else ("outside", -x.stake)


def may_stake(x: Case, s: int) -> bool:
    """A5.2 with B1, B3, B5, B11, B12 and B13."""
    rules, ranks = x.rules, [rank_of(card) for card in x.posts]
    pair = len(set(places(x.posts, x.called))) == 1
    if x.chips <= 0 or s < rules.min_stake or s > x.pot:
        return False
    if rules.first_orbit_half_pot and x.round == 1 and 2 * s > x.pot:
        return False
    if rules.debt != "cap":
        return 2 * s <= x.chips or not rules.half_cap
    if rules.satan and ranks == ["6", "6"] and x.chips < 6 * x.pot:
        return False
    worst = 3 if pair and rules.pair == "hilo" else max(1, rules.post_factor)
    if rules.ace_post_x4 and "A" in ranks:
        worst = max(4, worst)
    return worst * s <= x.chips


def some_rules(chance: random.Random) -> Rules:
    while True:
        changes: dict[str, Any] = {name: chance.choice(values) for name, values in OPTIONS.items()}
        if chance.random() < 0.3:
            changes |= {"pair": "hilo"}
        try:
            return Rules(**changes)
        except Refusal:
            continue


def some_case(chance: random.Random, rank1: str, rank2: str) -> Case:
    rules = some_rules(chance)
    deck = [card for card in PACK for _ in range(rules.decks)]
    chance.shuffle(deck)
    posts = []
    for rank in (rank1, rank2):
        posts.append(next(card for card in deck if rank_of(card) == rank))
        deck.remove(posts[-1])
    two = (posts[0], posts[1])
    called = chance.choice([*Ace]) if rules.ace_choice and rank1 == "A" else None
    pair = len(set(places(two, called))) == 1
    side = chance.choice([*Side]) if rules.pair == "hilo" and pair else None
    cut = chance.choice([0, 3, chance.randint(0, len(deck) - 1)])
    pot = chance.randint(1, 40)
    return Case(
        rules, two, called, side, deck[:cut], deck[cut:], chance.randint(1, pot), pot,
        chance.choice([chance.randint(-20, 20), chance.randint(0, 200), 6 * pot, 6 * pot - 1]), chance.randint(1, 3),
    )  # fmt: skip


def cases(seed: int, times: int) -> Iterator[Case]:
    """Every two ranks in both orders, under many rules; aces, twos and sixes more often."""
    chance = random.Random(seed)
    for rank1, rank2 in product(LINE[1:], repeat=2):
        for _ in range(times * (4 if {rank1, rank2} <= set("A26") or rank1 == rank2 else 1)):
            yield some_case(chance, rank1, rank2)


def test_every_third_card_brings_what_the_rules_say() -> None:
    for x in cases(1, 3):
        hand = terms(x.posts, x.rules, x.called, x.side)
        for third in x.left:
            outcome, net = net_of(hand, third, x.stake, x.pot, x.rules)
            assert (outcome.value, net) == read(x, third), x
            half = ceil(Fraction(x.pot, 2))
            blind = {"inside": x.pot, "outside": -half, "post": -x.pot}[outcome]  # B8, R-49: whatever else holds
            assert net_of(hand, third, 0, x.pot, x.rules, Wager.BLIND) == (outcome, blind)
            post = 2 * x.pot if rank_of(third) in map(rank_of, x.posts) else -half  # B10
            assert net_of(hand, third, 0, x.pot, x.rules, Wager.POST) == (outcome, post)


def test_odds_are_the_third_cards_counted() -> None:
    for x in cases(2, 4):
        found = odds(x.posts, x.seen, x.rules, x.called, x.side)
        read_ = [read(x, third) for third in x.left]
        counts = Counter(outcome for outcome, _ in read_)
        assert (found.inside, found.outside, found.post) == tuple(counts[o] for o in ("inside", "outside", "post"))
        nets = Counter(net for _, net in read_)
        results = found.results(x.stake, x.pot)
        assert {net: n for net, n in results.items() if n} == nets and list(results) == sorted(results)
        assert found.ev(x.stake, x.pot) == Fraction(sum(net for _, net in read_), len(x.left))
        per_chip = [read(x._replace(stake=1, pot=1), third)[1] for third in x.left]
        assert (found.gains, found.losses) == (sum(n for n in per_chip if n > 0), -sum(n for n in per_chip if n < 0))
        assert found.ev_per_chip == Fraction(found.margin, len(x.left)) == Fraction(sum(per_chip), len(x.left))
        prices: Counter[tuple[str, int]] = Counter()
        for outcome, net, n in found.prices(x.stake, x.pot):
            prices[outcome.value, net] += n
        assert +prices == Counter(read_)
        if len(x.left) > 1:
            seen = odds(x.posts, (*x.seen, x.left[0]), x.rules, x.called, x.side)
            assert found.after(x.left[0]) == seen


def test_a_pair_without_a_side_gets_the_better_one() -> None:
    for x in cases(3, 6):
        if x.side is None:
            continue
        worth = {side: sum(read(x._replace(side=side, stake=1, pot=1), c)[1] for c in x.left) for side in Side}
        found = odds(x.posts, iter(x.seen), x.rules, x.called)
        assert found.margin == max(worth.values())
        assert found.terms.side is (Side.LOWER if worth[Side.LOWER] > worth[Side.HIGHER] else Side.HIGHER)


def test_the_largest_stake_is_what_the_rules_say() -> None:
    for x in cases(4, 8):
        hand = terms(x.posts, x.rules, x.called)
        found = limit(x.chips, x.pot, x.rules, hand, x.round)
        legal = [s for s in range(x.pot + 2) if may_stake(x, s)]
        assert found.stake == max(legal, default=0), x
        first, second = places(x.posts, x.called)
        auto = {"off": [], "open": [{1, 13}], "any": [{1, 13}, {0, 1}]}[x.rules.autopot]
        forced = {first, second} in auto and found.stake > 0  # B9, R-51, R-52
        assert hand.forced == ({first, second} in auto)
        if forced:
            legal = [found.stake]
        for s in range(-1, x.pot + 2):
            assert (check_stake(s, found, x.rules) is None) == (s in legal), x
        if legal:
            assert (found.least, found.stake) == (legal[0], legal[-1])


def test_settling_keeps_to_the_policy_on_debts() -> None:
    seen = Counter[str]()
    for x in cases(5, 4):
        if x.rules.pair == "split" and len(set(places(x.posts, x.called))) == 1:
            with pytest.raises(Refusal, match="split or passed"):
                settle(x.posts, x.left[0], 1, 100, 10, x.rules, x.called, x.side, x.round)
            continue
        found = limit(x.chips, x.pot, x.rules, terms(x.posts, x.rules, x.called), x.round)
        arguments = (x.chips, x.pot, x.rules, x.called, x.side, x.round)
        if found.stake == 0:
            with pytest.raises(Refusal):
                settle(x.posts, x.left[0], x.rules.min_stake, *arguments)
            continue
        x = x._replace(stake=found.stake)
        with pytest.raises(Refusal):
            settle(x.posts, x.left[0], found.stake + 1, *arguments)
        for third in x.left:
            outcome, net = read(x, third)
            if x.rules.debt == "short" and -net > x.chips:
                net = -x.chips
            got = settle(x.posts, third, x.stake, *arguments)
            assert got == (outcome, net, x.chips + net, x.pot - net)
            assert got.chips >= 0 or x.rules.debt == "debt"
            seen[x.rules.debt] += got.chips < 0 or -net == x.chips
    assert all(seen[policy] > 5 for policy in ("cap", "debt", "short"))


@pytest.mark.parametrize("policy", ["cap", "debt", "short"])
def test_r43_a_committed_stake_is_covered_on_both_hands(policy: str) -> None:
    for dear, half_cap, half_pot in product((False, True), (True, False), (False, True)):
        if policy == "cap" and not half_cap:
            continue
        rules = Rules(
            pair="split", split_mode="committed", ace_post_x4=dear, debt=policy, half_cap=half_cap,
            first_orbit_half_pot=half_pot,
        )  # fmt: skip
        for posts, chips, pot in product(("7c 7d", "Ac Ad"), range(-3, 30), range(1, 14)):
            worst = (4 if dear else 2) if policy == "cap" else 2 if half_cap else 0
            legal = [s for s in range(1, pot + 1) if 2 * s <= pot and worst * 2 * s <= chips and chips > 0]
            found = split_limit(chips, pot, rules, terms(cards(posts), rules))
            assert found.stake == max(legal, default=0)
            refusal = check_stake(found.stake + 1, found, rules)
            assert refusal and (found.stake == 0 or "more than the pot holds" not in str(refusal))


def test_b1_a_side_is_named_with_a_pair_and_only_with_one() -> None:
    hilo = Rules(pair="hilo")
    pair, other = cards("8c 8d"), cards("4c Qd")
    assert settle(pair, Card("5h"), 2, 50, 10, hilo, side=Side.LOWER).net == 2
    for posts, rules, side in (
        (pair, hilo, None), (pair, hilo, "up"), (other, hilo, Side.LOWER), (pair, Rules(), Side.LOWER)
    ):  # fmt: skip
        with pytest.raises(Refusal) as refusal:
            settle(posts, Card("5h"), 2, 50, 10, rules, side=side)  # type: ignore[arg-type]
        assert (refusal.value.code, refusal.value.clause) == ("side", "B1")


def test_r52_where_autopot_leaves_no_choice_the_refusal_says_so() -> None:
    rules = Rules(autopot="open")
    most = limit(30, 10, rules, terms(cards("2c Ad"), rules))
    assert (most.stake, most.least) == (10, 10)
    refusal = check_stake(9, most, rules)
    assert refusal and (refusal.code, refusal.clause) == ("autopot", "B9") and "bet 10" in str(refusal)


def test_b5_half_of_the_pot_is_not_called_all_of_it() -> None:
    rules = Rules(first_orbit_half_pot=True)
    assert [limit(99, pot, rules).stake for pot in (1, 6, 7)] == [0, 3, 3]
    refusal = check_stake(4, limit(99, 7, rules), rules)
    assert refusal and refusal.code == "stake-pot" and "allows now. Choose from 1 to 3" in str(refusal)
    assert limit(99, 7, rules, round_=2).stake == 7
