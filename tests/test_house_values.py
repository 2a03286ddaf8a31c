"""Exact values under house rules, against a second reading of RULES part B that tries card by card."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from acey_teach.analysis.exact import first_actor, from_gap, split_hands, turn_value
from acey_teach.analysis.house import ace_values, blind_pot, post_bet, side_values, split_value
from acey_teach.analysis.red_dog import red_dog
from acey_teach.analysis.short_sessions import greatest_pot, tiny_session
from acey_teach.analysis.strategies import expected_value
from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import PRESETS, Rules
from acey_teach.engine.session import Phase, Session
from acey_teach.engine.terms import Ace, Side

ACE = 14
SIDES = ("higher", "lower")
Ranks = list[int]


def place(a: int, b: int, third: int, rules: Rules, low: bool = False, side: str = "") -> str:
    """Where a third card falls, in the words of RULES; a and b in the order of the deal."""
    if third in (a, b):
        return "post"
    if a == b and not low and rules.pair == "hilo":
        if rules.ace_third_pair_loses and third == ACE:
            return "outside"
        return "inside" if (third > a) == (side == "higher") else "outside"
    low_end, high_end = sorted((1 if low else a, b))
    return "inside" if low_end < third < high_end else "outside"


def price(a: int, b: int, third: int, rules: Rules, low: bool = False, side: str = "") -> int:
    """What a third card brings for each chip of stake (6 stakes for a third 6, as if the stake were the pot)."""
    where = place(a, b, third, rules, low, side)
    if where != "post":
        return 1 if where == "inside" else -1
    if rules.satan and a == b == 6:
        return -6
    if rules.ace_post_x4 and third == ACE:
        return -4
    return -3 if rules.pair == "hilo" and a == b and not low else -rules.post_factor


def without(left: Ranks, *ranks: int) -> Ranks:
    rest = list(left)
    for rank in ranks:
        rest.remove(rank)
    return rest


def edge(a: int, b: int, left: Ranks, rules: Rules, low: bool = False) -> int:
    """The prices of all third cards added up, with the better side of a pair."""
    return max(sum(price(a, b, third, rules, low, side) for third in left) for side in SIDES)


def must_bet(a: int, b: int, rules: Rules, low: bool) -> bool:
    return {a, b} == {2, ACE} and (rules.autopot == "any" or (rules.autopot == "open" and not low))


def played(a: int, b: int, left: Ranks, rules: Rules, low: bool = False) -> Fraction | None:
    """The value of a hand, or None for a pass."""
    worth = edge(a, b, left, rules, low)
    return Fraction(worth, len(left)) if worth > 0 or must_bet(a, b, rules, low) else None


def split(rank: int, left: Ranks, rules: Rules, committed: bool) -> Fraction:
    total, ways = Fraction(0), 0
    for i, c1 in enumerate(left):
        for j, c2 in enumerate(left):
            if i == j:
                continue
            rest, ways = without(left, c1, c2), ways + 1
            if committed:
                total += Fraction(edge(rank, c1, rest, rules) + edge(rank, c2, rest, rules), len(rest))
                continue
            one = played(rank, c1, rest, rules)
            if one is None:
                total += played(rank, c2, rest, rules) or 0
                continue
            total += one
            for third in rest:
                total += (played(rank, c2, without(rest, third), rules) or Fraction(0)) / len(rest)
    return total / ways


def after_first(a: int, left: Ranks, rules: Rules, low: bool) -> tuple[Fraction, Fraction]:
    """Value and chance of a bet after the first card."""
    total, bets = Fraction(0), 0

    @cache
    def hand(b: int) -> Fraction | None:
        rest = without(left, b)
        if a == b and not low and rules.pair == "split":
            worth = split(a, rest, rules, rules.split_mode == "committed")
            return worth if worth > 0 else None
        return played(a, b, rest, rules, low)

    for b in left:
        worth = hand(b)
        total, bets = total + (worth or 0), bets + (worth is not None)
    return total / len(left), Fraction(bets, len(left))


def turn(a: int, left: Ranks, rules: Rules) -> tuple[Fraction, Fraction]:
    calls = (False, True) if rules.ace_choice and a == ACE else (False,)
    return max((after_first(a, left, rules, low) for low in calls), key=lambda found: found[0])


def some_rules(chance: random.Random, **fixed: object) -> Rules:
    pair = str(fixed.get("pair") or chance.choice(("plain", "hilo", "split")))
    yes = (False, True)
    return Rules.of(
        {
            "decks": chance.choice((1, 1, 2)),
            "post_factor": chance.choice((1, 2, 2)),
            "ace_choice": chance.choice(yes),
            "ace_post_x4": chance.choice(yes),
            "ace_third_pair_loses": pair == "hilo" and chance.choice(yes),
            "autopot": chance.choice(("off", "open", "any")),
            "satan": pair != "split" and chance.choice(yes),
            "split_mode": chance.choice(("free", "committed")),
            **fixed,
            "pair": pair,
        }
    )


def deal(chance: random.Random, rules: Rules, left: int) -> tuple[list[Card], list[Card]]:
    """Seen cards, and so many that are left."""
    pack = list(PACK * rules.decks)
    chance.shuffle(pack)
    return pack[left:], pack[:left]


@pytest.mark.parametrize("seed", range(25))
def test_turn_value_of_any_hand_under_any_rules(seed: int) -> None:
    chance = random.Random(seed)
    rules = some_rules(chance)
    seen, left = deal(chance, rules, 9 if rules.pair == "split" else 16)
    ranks = [card.rank for card in left]
    first = next((card for card in left if card.rank == ACE), left[0])
    found = turn_value(first, [*seen], rules=rules)
    assert (found.value, found.p_bet) == turn(first.rank, without(ranks, first.rank), rules)
    if rules.pair != "split":
        whole = [turn(rank, without(ranks, rank), rules) for rank in ranks]
        found = turn_value(None, seen, rules=rules)
        assert found.value == sum(value for value, _ in whole) / len(ranks)
        assert found.p_bet == sum(bet for _, bet in whole) / len(ranks)


@pytest.mark.parametrize("seed", range(8))
def test_turn_value_before_any_card_under_any_rules(seed: int) -> None:
    rules = some_rules(random.Random(seed), pair=("plain", "hilo")[seed % 2], decks=1)
    ranks = [card.rank for card in PACK]
    whole = [turn(rank, without(ranks, rank), rules) for rank in range(2, 15)]
    found = turn_value(rules=rules)
    assert (found.value, found.p_bet) == (sum(v for v, _ in whole) / 13, sum(b for _, b in whole) / 13)


def test_an_ace_is_called_as_said_or_the_better_way() -> None:
    rules, first, seen = Rules(ace_choice=True, ace_post_x4=True), Card("Ac"), cards("Ad Ah As 2c")
    values = ace_values(first, seen, rules)
    assert values[Ace.HIGH].value > values[Ace.LOW].value == Fraction(210, 1081)
    assert turn_value(first, seen, rules=rules) == values[Ace.HIGH]
    assert turn_value(first, (), rules=rules).called is Ace.LOW
    for card, wrong in ((first, Rules()), (Card("Kc"), rules)):
        with pytest.raises(Refusal) as refusal:
            ace_values(card, (), wrong)
        assert refusal.value.code == "ace"


def test_a_policy_of_gaps_leaves_what_autopot_forces() -> None:
    never = from_gap(99)
    assert turn_value(policy=never).p_bet == 0
    forced = turn_value(policy=never, rules=Rules(autopot="open"))
    assert forced.p_bet == Fraction(16, 1326)
    assert forced.value == Fraction(16, 1326) * odds(cards("2c Ad")).ev_per_chip


@pytest.mark.parametrize("seed", range(6))
def test_the_first_to_act_of_two_under_any_rules(seed: int) -> None:
    rules = some_rules(random.Random(seed), pair=("plain", "hilo")[seed % 2], decks=1)
    pack, total, bets = [card.rank for card in PACK], Fraction(0), Fraction(0)
    for first, other in product(range(2, 15), repeat=2):
        left = without(pack, first, other)
        ways = 4 * (4 if first != other else 3)
        value, bet = turn(first, left, rules)
        total, bets = total + ways * value, bets + ways * bet
    found = first_actor(2, rules=rules)
    assert (found.value, found.p_bet) == (total / (52 * 51), bets / (52 * 51))


def test_the_first_to_act_where_no_cards_lie_open_and_what_is_not_worked_out() -> None:
    encyclopedia = PRESETS["encyclopedia"].rules
    assert first_actor(8, rules=encyclopedia) == turn_value(rules=encyclopedia)
    for players, rules in ((6, Rules(ace_choice=True)), (2, Rules(pair="split")), (3, PRESETS["liaoning"].rules)):
        with pytest.raises(Refusal):
            first_actor(players, rules=rules)


@pytest.mark.parametrize("seed", range(12))
def test_split_value_card_by_card(seed: int) -> None:
    chance = random.Random(seed)
    rules = some_rules(chance, pair="split")
    seen, left = deal(chance, rules, 10)
    rank = next(card.rank for card in seen if [c.rank for c in seen].count(card.rank) > 1)
    pair = [card for card in seen if card.rank == rank][:2]
    for card in pair:
        seen.remove(card)
    ranks = [card.rank for card in left]
    found = split_hands(odds(pair, seen, rules))
    assert found == tuple(split(rank, ranks, rules, committed) for committed in (False, True))


def test_split_value_without_other_cards() -> None:
    assert split_value(2) == split_value(14) == (Fraction(72, 245), Fraction(-116, 245))
    assert split_value(8) == (0, Fraction(-1732, 1225))
    for rank in range(2, 15):
        assert split_value(rank) == split_value(16 - rank) == split_value(rank, Rules(pair="hilo"))
        assert split_value(rank).committed < 0 <= split_value(rank).free
    for rank in (1, 15, True):
        with pytest.raises(Refusal):
            split_value(rank)
    with pytest.raises(Refusal):
        split_value(2, seen=cards("2c 2d 2h"))


@pytest.mark.parametrize("seed", range(12))
def test_blind_pot_card_by_card(seed: int) -> None:
    chance = random.Random(seed)
    rules = some_rules(chance)
    seen, left = deal(chance, rules, 14)
    ranks = [card.rank for card in left]
    pots = {"inside": 2, "outside": -1, "post": -2}  # in halves of the pot

    def blind(a: int, rest: Ranks, low: bool) -> int:
        return sum(
            max(sum(pots[place(a, b, t, rules, low, side)] for t in without(rest, b)) for side in SIDES) for b in rest
        )

    total = 0
    for a in ranks:
        rest = without(ranks, a)
        total += max(blind(a, rest, low) for low in ((False, True) if rules.ace_choice and a == ACE else (False,)))
    found = blind_pot(seen, rules)
    assert found.ev_in_pots == Fraction(total, 2 * 14 * 13 * 12)
    assert sum(found) == 1


def test_a_pair_bet_on_blindly_has_the_side_that_is_better_for_the_stake_as_well() -> None:
    found = blind_pot(rules=Rules(pair="hilo"))
    assert found.post == blind_pot().post
    assert found.inside > blind_pot().inside
    with pytest.raises(Refusal):
        blind_pot(PACK[:50])


def test_post_bet_needs_more_than_a_fifth_of_posts() -> None:
    found = post_bet(cards("3c 9d"))
    assert (found.hit, found.ev_in_pots) == (Fraction(3, 25), Fraction(-1, 5))
    assert post_bet(cards("3c 3d")).hit == Fraction(1, 25)
    seen = [card for card in PACK if card.rank in (4, 5, 6, 7, 8)]
    assert post_bet(cards("3c 9d"), seen).ev_in_pots == 0  # 6 of 30: a fifth
    assert post_bet(cards("3c 9d"), [*seen, Card("Tc")]).ev_in_pots == Fraction(1, 58)


def test_side_values_are_those_of_each_side() -> None:
    rules = Rules(pair="hilo", ace_third_pair_loses=True)
    found = side_values(cards("5c 5d"), cards("2c Ah"), rules)
    left = without([card.rank for card in PACK], 5, 5, 2, ACE)
    assert {side.value: hand.margin for side, hand in found.items()} == {
        side: sum(price(5, 5, third, rules, side=side) for third in left) for side in SIDES
    }
    assert max(found, key=lambda side: found[side].margin) is odds(cards("5c 5d"), cards("2c Ah"), rules).terms.side
    for posts, without_sides in ((cards("5c 5d"), Rules()), (cards("5c 6d"), rules)):
        with pytest.raises(Refusal):
            side_values(posts, (), without_sides)
    assert set(found) == set(Side)


@pytest.mark.parametrize(
    ("packs", "edge_in_percent"), [(1, "3.155"), (2, "3.077"), (4, "2.884"), (6, "2.798"), (8, "2.751")]
)
def test_red_dog_has_the_published_house_edge(packs: int, edge_in_percent: str) -> None:
    found = red_dog(packs)
    assert f"{float(100 * found.house_edge):.3f}" == edge_in_percent
    assert 0 < found.risk < found.house_edge
    assert sum(spread.chance for spread in found.spreads.values()) == 1
    assert [name for name, spread in found.spreads.items() if spread.value > 0] == ["7", "8", "9", "10", "11"]


@pytest.mark.parametrize(
    "changes", [{"first_orbit_half_pot": True}, {"post_factor": 1, "ante": 3}, {"decks": 2, "start_chips": 9}]
)
def test_tiny_session_under_other_rules_holds_every_played_session(changes: dict[str, int]) -> None:
    rules = Rules.of({"max_rounds": 2, **changes})
    exact, n = tiny_session(rules), 120
    ahead = 0
    for i in range(n):
        session = Session.new(["Ana", "Ben"], rules, seed=f"tiny{i}").choose_dealer(0).run()
        while session.phase is not Phase.OVER:
            session = (session.cut() if session.phase is Phase.CUT else session.do(expected_value(session))).run()
        assert session.result
        assert (session.result.ending, session.balances) in exact.ends
        ahead += session.balances[1] > session.balances[0]
    p = float(exact.p_ahead(1))
    assert abs(ahead - n * p) < 4 * (n * p * (1 - p)) ** 0.5


def test_sessions_that_are_not_worked_out_are_refused() -> None:
    for changes in (
        {"pair": "hilo"},
        {"pair": "split"},
        {"ace_choice": True},
        {"ace_post_x4": True},
        {"deal": "two_on_turn"},
        {"autopot": "open"},
        {"post_bet": True},
        {"satan": True},
        {"debt": "debt"},
        {"min_players": 3},
        {"ante": 5, "start_chips": 4},
    ):
        with pytest.raises(Refusal):
            tiny_session(Rules.of(changes))
    for rules in (Rules(pair="hilo"), Rules(ace_post_x4=True), Rules(satan=True), PRESETS["liaoning"].rules):
        with pytest.raises(Refusal):
            greatest_pot(2, rules)


def test_the_greatest_pot_with_debts_kept_forgiven_and_half_of_the_first() -> None:
    def found(rules: Rules) -> Sequence[object]:
        return greatest_pot(2, rules)

    assert found(Rules(half_cap=False, debt="debt")) == (180, (18, 180), (54, -34))
    assert found(Rules(half_cap=False, debt="short")) == (146, (18, 146), (54, 0))
    # round 1: stakes of 1 (pot 2) and 2 (pot 4); round 2: 10, 30; round 3: 37 of 75 chips, 16 of 33
    assert found(Rules(first_orbit_half_pot=True)) == (198, (8, 90, 198), (1, 1))
