"""Exact odds from everything seen (RULES A6, A11.9, R-20), the wrong models, and the hand at break-even."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, RANKS, Card, cards
from acey_teach.engine.odds import Model, Odds, odds, wrong_odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Phase, Session
from acey_teach.engine.settlement import Outcome, classify, settle
from acey_teach.engine.terms import Terms

CALM = settings(deadline=None, derandomize=True)
WORKED = (Card("4♣"), Card("Q♦"))
PAIRS_OF_POSTS = list(combinations(PACK, 2))


def counted(posts: Sequence[Card], seen: Sequence[Card], packs: int = 1) -> tuple[int, int, int]:
    """Inside, outside and post by trying every unseen card."""
    left = list(PACK * packs)
    for card in (*posts, *seen):
        left.remove(card)
    found = Counter(classify(posts, card) for card in left)
    return found[Outcome.INSIDE], found[Outcome.OUTSIDE], found[Outcome.POST]


def test_a6_2_all_1326_posts_by_all_50_third_cards() -> None:
    assert len(PAIRS_OF_POSTS) == 1326
    for posts in PAIRS_OF_POSTS:
        inside, outside, post = counted(posts, ())
        found = odds(posts)
        assert (found.inside, found.outside, found.post, found.unseen) == (inside, outside, post, 50)
        assert found[1:4] == odds(posts[::-1])[1:4]  # A4.4
        assert found.ev_per_chip == Fraction(inside - outside - 2 * post, 50)


def test_r20_any_seen_cards_count() -> None:
    chance = random.Random(20)
    for _ in range(3000):
        first, second, *seen = chance.sample(PACK, chance.randint(2, 51))
        found = odds((first, second), seen)
        assert found[1:4] == counted((first, second), seen)
        assert found.unseen == 50 - len(seen)
        assert sum(found.p(outcome) for outcome in Outcome) == 1


def test_with_two_packs_every_card_is_there_twice() -> None:
    chance, two = random.Random(2), Rules(decks=2)
    for _ in range(500):
        first, second, *seen = chance.sample(PACK * 2, chance.randint(2, 103))
        found = odds((first, second), seen, two)
        assert found[1:4] == counted((first, second), seen, 2)
    gap_7 = odds(WORKED, (), two)
    assert gap_7.ev_per_chip == Fraction(16 * 7 - 116, 102)  # RULES B6


def test_break_even_4_and_queen_is_worth_exactly_nothing() -> None:
    worked = odds(WORKED)
    assert worked[1:4] == (28, 16, 6)
    assert worked.margin == worked.ev_per_chip == worked.ev(2) == 0
    assert worked.results(2) == {-4: 6, -2: 16, 2: 28}


def test_break_even_one_more_seen_card_tips_it() -> None:
    for card in PACK:
        if card not in WORKED:
            tipped = odds(WORKED, [card])
            sign = {Outcome.INSIDE: -1, Outcome.OUTSIDE: 1, Outcome.POST: 2}[classify(WORKED, card)]
            assert tipped.margin == sign
            assert tipped.ev_per_chip == Fraction(sign, 49)


def test_break_even_is_a_gap_of_7_when_nothing_is_seen() -> None:
    for posts in PAIRS_OF_POSTS:
        found = odds(posts)
        if posts[0].rank == posts[1].rank:
            assert found.margin == -52
        else:
            assert found.margin == 4 * found.gap - (50 - 6 - 4 * found.gap) - 12 == 8 * (found.gap - 7)


hands = st.lists(st.sampled_from(PACK), min_size=3, max_size=30, unique=True)


@given(hands, st.integers(0, 200))
@CALM
def test_results_are_what_settling_with_each_unseen_card_gives(hand: list[Card], stake: int) -> None:
    first, second, *seen = hand
    found = odds((first, second), seen)
    left = [card for card in PACK if card not in hand]
    results = found.results(stake)
    assert list(results) == sorted(results)
    assert sum(results.values()) == found.unseen == len(left)
    assert sum(net * n for net, n in results.items()) == found.ev(stake) * found.unseen == found.margin * stake
    if stake:
        nets = Counter(settle((first, second), third, stake, 1000, 1000).net for third in left)
        assert {net: n for net, n in results.items() if n} == nets


@given(hands)
@CALM
def test_after_is_the_same_as_having_seen_it_before(hand: list[Card]) -> None:
    first, second, *seen = hand
    assert odds((first, second), seen[:-1]).after(seen[-1]) == odds((first, second), seen)
    with pytest.raises(Refusal) as refusal:
        odds((first, second), seen).after(hand[len(hand) // 2])
    assert refusal.value.code == "seen-twice"


@given(hands)
@CALM
def test_by_rank_counts_the_unseen_cards_of_each_rank(hand: list[Card]) -> None:
    first, second, *seen = hand
    found = odds((first, second), seen)
    assert found.by_rank[:2] == (0, 0)
    assert [found.by_rank[rank] for rank in RANKS] == [
        sum(card.rank == rank for card in PACK if card not in hand) for rank in RANKS
    ]
    assert sum(found.by_rank) == found.unseen


def test_a_card_named_twice_is_refused() -> None:
    for posts, seen in (("4c Qd", "4c"), ("4c 4c", ""), ("4c Qd", "9h 9h"), ("4c Qd", "9h 2c 2d 9h")):
        with pytest.raises(Refusal) as refusal:
            odds(cards(posts), cards(seen))
        assert refusal.value.code == "seen-twice"
    assert odds(cards("4c 4c"), cards("9h 9h"), Rules(decks=2)).unseen == 100
    with pytest.raises(Refusal):
        odds(cards("4c 4c"), cards("4c"), Rules(decks=2))


def test_odds_need_two_posts() -> None:
    for posts in ((), WORKED[:1], (*WORKED, Card("9h"))):
        with pytest.raises(Refusal, match="need both"):
            odds(posts)


def test_without_any_card_left_there_are_no_odds() -> None:
    seen = [card for card in PACK if card not in WORKED]
    last = odds(WORKED, seen[1:])
    assert last.unseen == last.p(classify(WORKED, seen[0])) == 1
    with pytest.raises(Refusal, match="no third card left"):
        odds(WORKED, seen)
    with pytest.raises(Refusal, match="no third card left"):
        last.after(seen[0])


def test_the_wrong_model_with_replacement_gives_every_rank_a_thirteenth() -> None:
    for posts in PAIRS_OF_POSTS:
        wrong = wrong_odds(Model.WITH_REPLACEMENT, posts, [PACK[0]])
        assert wrong.p(Outcome.INSIDE) == Fraction(wrong.gap, 13)
        assert wrong.p(Outcome.POST) == Fraction(len({post.rank for post in posts}), 13)
        assert sum(wrong.p(outcome) for outcome in Outcome) == 1


@given(hands)
@CALM
def test_the_other_wrong_models_differ_only_in_their_assumption(hand: list[Card]) -> None:
    first, second, *seen = hand
    right = odds((first, second), seen)
    assert wrong_odds(Model.FRESH_DECK, (first, second), seen) == odds((first, second))
    single = wrong_odds(Model.SINGLE_LOSS, (first, second), seen)
    assert single[:5] == right[:5]
    assert single.margin - right.margin == right.post
    assert single.results(2).get(-4) is None


def test_a11_9_the_first_to_act_has_at_most_51_minus_n_unseen_cards() -> None:
    for n in range(2, 9):
        session = Session.new(["P"] * n, seed="a119").choose_dealer(0).run().cut().run()
        assert session.phase is Phase.DECISION
        assert session.odds.unseen == 51 - n
        assert len(session.seen) == n + 1


def test_odds_can_be_built_again_from_what_they_print() -> None:
    found = odds(WORKED, cards("9h Qs"))
    assert eval(repr(found)) == found
    assert isinstance(found, Odds) and isinstance(found.terms, Terms)
