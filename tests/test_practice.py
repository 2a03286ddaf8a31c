"""What a learner answers: how it is read, scored and named."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import SPACE, translator
from acey_teach.practice import answers, scoring
from acey_teach.practice.misconceptions import MODELS, named, same, whole_percent
from acey_teach.practice.scoring import Forecast, groups, summary

EN = translator("en")
WORKED = odds(cards("4c Qd"))
SEEN = odds(cards("4c Qd"), cards("3s 9s 2d Kh"))
INSIDE, OUTSIDE, POST = Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST

hands = st.lists(st.sampled_from(PACK), min_size=2, max_size=26, unique=True).map(lambda c: odds(c[:2], c[2:]))
chances = st.fractions(0, 1, max_denominator=200)


def f(over: int | Fraction, under: int = 1) -> Fraction:
    return Fraction(over, under)


# ---- reading ----
@pytest.mark.parametrize(
    "text", ["14/25", "28/50", ".56", "0.56", "0,56", ",56", "56 %", "56%", " 56\xa0% ", "14 / 25"]
)
def test_one_number_in_many_spellings(text: str) -> None:
    assert answers.number(text) == answers.chance(text) == f(14, 25)


@pytest.mark.parametrize("text, value", [("3", 3), ("-2", -2), ("−2", -2), ("+4", 4), ("- 2", -2), ("−14/25", f(-14, 25)),
                                         ("12,5 %", f(1, 8)), ("007", 7), ("0.000", 0), ("14⁄25", f(14, 25)),
                                         ("½", f(1, 2)), ("−¼", f(-1, 4)), (" ⅔ ", f(2, 3))])  # fmt: skip
def test_numbers(text: str, value: Fraction) -> None:
    assert answers.number(text) == value


REFUSED = [("", "answer-empty"), (" \n\t", "answer-empty"), ("five", "answer"), ("1/0", "answer-zero"), ("0/0", "answer-zero"),
           ("５６", "answer-digits"), ("2½", "answer-digits"), ("⅟", "answer"), ("½½", "answer-digits"), ("٥٦", "answer-digits"), ("14/25/2", "answer-slashes"),
           ("9" * 5000, "answer-long"), (".", "answer"), ("%", "answer"), ("1e3", "answer"), ("nan", "answer"), ("1.", "answer"),
           ("1.2.3", "answer"), ("1 000", "answer"), ("1/-2", "answer"), ("0x1F", "answer"), ("1_000", "answer"),
           ("14/25 %", "answer"), ("3 1/2", "answer"), ("+-3", "answer"), ("<b>", "answer")]  # fmt: skip


@pytest.mark.parametrize("text, code", REFUSED)
def test_what_is_no_number_gets_a_sentence(text: str, code: str) -> None:
    for read in (answers.number, answers.chance):
        with pytest.raises(Refusal) as refused:
            read(text)
        assert refused.value.code == code
        sentence = refused.value.sentence(EN)
        assert sentence.endswith(".") and len(sentence) < 160 and "{" not in sentence


@pytest.mark.parametrize("text, code", [("-0.1", "chance-range"), ("101/100", "chance-range"), ("101 %", "chance-range"),
                                        ("1,01", "chance-range"), ("56", "chance-percent"), ("101", "chance-range")])  # fmt: skip
def test_no_probability(text: str, code: str) -> None:
    answers.number(text)
    with pytest.raises(Refusal) as refused:
        answers.chance(text)
    assert refused.value.code == code


@given(st.text(max_size=40))
def test_any_text_is_a_number_or_a_refusal(text: str) -> None:
    try:
        assert isinstance(answers.number(text), Fraction)
    except Refusal as refused:
        assert refused.sentence(EN)


@given(st.fractions(max_denominator=9999).filter(lambda value: abs(value) < 10**9))
def test_a_fraction_as_the_kit_writes_it_is_read_back(value: Fraction) -> None:
    assert answers.number(EN.number(value)) == value


@given(st.integers(0, 100))
def test_a_percentage_as_the_kit_writes_it_is_read_back(n: int) -> None:
    assert answers.chance(EN.percent(f(n, 100))) == f(n, 100)


# ---- misconceptions ----
# What each model gives for 4♣–Q♦ by a count made here by hand: alone (50 unseen), and with 3♠ 9♠ 2♦ K♥ seen as well (46).
BY_HAND = [
    ("no-card-dealt", WORKED, INSIDE, f(7, 13)), ("no-card-dealt", SEEN, INSIDE, f(7, 13)),
    ("no-card-dealt", SEEN, POST, f(2, 13)), ("no-card-dealt", SEEN, OUTSIDE, f(4, 13)),
    ("own-posts-left-in", WORKED, INSIDE, f(28, 52)), ("own-posts-left-in", SEEN, INSIDE, f(27, 48)),
    ("own-posts-left-in", WORKED, POST, f(8, 52)), ("seen-ignored", SEEN, INSIDE, f(28, 50)), ("seen-ignored", SEEN, OUTSIDE, f(16, 50)),
    ("posts-inside", WORKED, INSIDE, f(34, 50)), ("inclusive", WORKED, INSIDE, f(9, 13)), ("difference", WORKED, INSIDE, f(8, 13)),
    ("difference-cards", WORKED, INSIDE, f(32, 50)), ("thirds", WORKED, POST, f(1, 3)), ("half", WORKED, OUTSIDE, f(1, 2)),
    ("rest-is-outside", WORKED, OUTSIDE, f(22, 50)), ("post-forgotten", WORKED, INSIDE, f(28, 44)),
    ("post-forgotten", SEEN, OUTSIDE, f(13, 40)), ("ratio", WORKED, POST, f(6, 44)), ("own-posts-to-come", WORKED, POST, f(8, 50)),
    ("favourable-only", SEEN, INSIDE, f(27, 50)), ("favourable-only", SEEN, OUTSIDE, f(13, 50)),
    ("total-only", SEEN, INSIDE, f(28, 46)), ("total-only", SEEN, OUTSIDE, f(16, 46)),
    ("ranks-over-cards", WORKED, INSIDE, f(7, 50)), ("ranks-over-cards", SEEN, POST, f(2, 46)),
]  # fmt: skip


@pytest.mark.parametrize("name, hand, outcome, value", BY_HAND)
def test_each_wrong_model_is_named(name: str, hand: Odds, outcome: Outcome, value: Fraction) -> None:
    for guess in (value, f(whole_percent(value), 100)):
        if same(guess, hand.p(outcome)):
            continue
        found = {m.name: m for m in named(guess, hand, outcome)}
        assert name in found and found[name].count.value == value
        sentence = found[name].sentence(EN)
        assert str(found[name].count) in sentence and sentence.endswith(".")
        assert guess == value or sentence.startswith(EN.percent(guess))


def test_every_model_is_tried_by_hand() -> None:
    assert {name for name, *_ in BY_HAND} == {*MODELS}


def test_two_models_with_one_number_are_both_said() -> None:
    both = named(f(7, 13), WORKED, INSIDE)
    assert [m.name for m in both] == ["no-card-dealt", "own-posts-left-in"]
    assert [m.sentence(EN).split()[0] for m in both] == ["7/13", "28/52"]
    assert [m.name for m in named(f(7, 13), SEEN, INSIDE)] == ["no-card-dealt"]


def test_a_guess_in_whole_percent_says_what_it_rounds() -> None:
    sentence = named(f(54, 100), WORKED, INSIDE)[0].sentence(EN)
    assert (
        sentence.replace(SPACE, " ")
        == "54 % is 7/13 in whole percent. 7/13 treats the ranks as if no card had been dealt."
    )


def test_a_random_wrong_number_gets_no_diagnosis() -> None:
    assert named(f(22, 100), WORKED, INSIDE) == () == named(f(538, 1000), WORKED, INSIDE)


@given(hands, st.sampled_from(Outcome))
def test_what_is_right_is_never_called_wrong(hand: Odds, outcome: Outcome) -> None:
    exact = hand.p(outcome)
    assert not named(exact, hand, outcome) and not named(f(whole_percent(exact), 100), hand, outcome)


@given(hands, st.sampled_from(Outcome), chances)
def test_what_is_named_gives_the_number(hand: Odds, outcome: Outcome, guess: Fraction) -> None:
    for wrong in named(guess, hand, outcome):
        assert same(guess, wrong.count.value) and wrong.count.value != hand.p(outcome)


@given(hands, st.sampled_from(Outcome))
def test_every_wrong_number_finds_its_model(hand: Odds, outcome: Outcome) -> None:
    for name, (_, model) in MODELS.items():
        count = model(hand, outcome)
        if count and not same(count.value, hand.p(outcome)):
            assert name in [m.name for m in named(count.value, hand, outcome)]


@given(hands, st.sampled_from(Outcome))
def test_models_count_things(hand: Odds, outcome: Outcome) -> None:
    for _, model in MODELS.values():
        count = model(hand, outcome)
        assert count is None or (count.n >= 0 and count.all > 0)


# ---- scores ----
@pytest.mark.parametrize(
    "off, points", [(0, 10), (f(99, 100), 10), (1, 9), (f(299, 100), 9), (3, 8), (6, 7), (18, 1), (19, 0), (60, 0)]
)
def test_points_by_distance(off: Fraction, points: int) -> None:
    exact = f(3, 10)
    assert scoring.points(exact + f(off) / 100, exact) == points
    assert scoring.distance(exact, exact + f(off) / 100) == off


@given(chances, chances)
def test_points_are_fair(said: Fraction, exact: Fraction) -> None:
    assert (
        0 <= scoring.points(said, exact) == scoring.points(exact, said) <= scoring.points(exact, exact) == scoring.MOST
    )


@given(chances, chances)
def test_the_quadratic_score_is_proper(said: Fraction, exact: Fraction) -> None:
    def mean(chance: Fraction) -> Fraction:
        return exact * scoring.quadratic(chance, True) + (1 - exact) * scoring.quadratic(chance, False)

    assert mean(said) - mean(exact) == (said - exact) ** 2  # never better than the exact probability


def test_a_session_in_numbers() -> None:
    made = [
        Forecast(INSIDE, f(7, 13), WORKED, OUTSIDE),
        Forecast(OUTSIDE, None, WORKED, OUTSIDE),
        Forecast(INSIDE, f(60, 100), WORKED, INSIDE),
        Forecast(INSIDE, f(7, 13), SEEN, None),
    ]
    total = summary(made)
    assert (total.predicted, total.settled, total.right, total.said) == (4, 3, 2, 3)
    off = [f(7, 13) - f(14, 25), f(1, 25), f(7, 13) - f(27, 46)]
    assert total.bias == sum(off) * 100 / 3 and total.distance == sum(map(abs, off)) * 100 / 3
    assert total.points == 9 + 8 + 8
    assert total.quadratic == (f(7, 13) ** 2 + f(4, 10) ** 2) / 2
    assert total.quadratic_exact == (f(14, 25) ** 2 + f(11, 25) ** 2) / 2
    assert [m.name for m in total.names] == ["no-card-dealt", "own-posts-left-in"]


def test_nothing_predicted_is_no_mean() -> None:
    total = summary([])
    assert total.predicted == 0 and total.distance is total.bias is total.quadratic is None and groups([]) == ()


@given(st.lists(st.tuples(chances, st.sampled_from([*Outcome, None]))))
def test_groups_lose_nobody(said: list[tuple[Fraction, Outcome | None]]) -> None:
    made = [Forecast(INSIDE, chance, WORKED, fell) for chance, fell in said]
    found = groups(made)
    assert sum(g.n for g in found) == summary(made).settled
    assert sum(g.inside for g in found) == sum(fell is INSIDE for _, fell in said)
    assert [g.said for g in found] == sorted(g.said for g in found) and len(found) <= scoring.BANDS
    assert all(0 <= g.share <= 1 and 0 <= g.low <= g.said <= g.high <= 1 for g in found)


def test_the_likeliest_outcome() -> None:
    assert Forecast(POST, None, WORKED).likeliest is INSIDE
    even = odds([Card("2c"), Card("2d")])
    assert Forecast(INSIDE, None, even).likeliest is OUTSIDE
