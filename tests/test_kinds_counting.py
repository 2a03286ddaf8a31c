"""Questions to look, count and divide: right by a count from the scene alone, wrong ones each from an idea."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.odds import odds
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import translator
from acey_teach.practice.ideas import CHANCES, COUNTING, IDEAS
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.kinds.counting import miscounts
from acey_teach.practice.misconceptions import same
from acey_teach.practice.question import Choice, Number, Question, Scene, judge

EN = translator("en")
KINDS_HERE = ("classify", "between", "unseen", "count", "chance", "past", "one-more")
OUTCOMES = ("inside", "outside", "on a post")
SEEDS = 300


@cache
def made(kind: str, lang: str = "en", seeds: int = SEEDS) -> tuple[Question, ...]:
    return tuple(question(kind, f"t{n}", translator(lang)) for n in range(seeds))


each = pytest.mark.parametrize("kind", KINDS_HERE)


# ---- an independent count: nothing of the engine but the names of the cards ----
def outcome(posts: tuple[Card, ...], third: Card) -> str:
    order = [*"23456789", "10", *"JQKA"]
    a, b = sorted(order.index(card.rank_name) for card in posts)
    at = order.index(third.rank_name)
    return "on a post" if at in (a, b) else "inside" if at in range(a, b) else "outside"


def counts(scene: Scene) -> Counter[str]:
    return Counter(outcome(scene.posts, card) for card in PACK if card not in (*scene.posts, *scene.seen))


def brute(asked: Question) -> Fraction:
    """The answer from the scene and the words of the question."""
    found, scene, ask = counts(asked.scene), asked.scene, asked.ask
    if asked.kind == "classify":
        assert scene.third
        return Fraction(OUTCOMES.index(outcome(scene.posts, scene.third)))
    if asked.kind == "between":
        return Fraction(len({card.rank for card in PACK if outcome(scene.posts, card) == "inside"}))
    if asked.kind == "unseen":
        return Fraction(found.total())
    if "expected value" in ask:
        return Fraction(found["inside"] - found["outside"] - 2 * found["on a post"], found.total())
    where = next(word for word in OUTCOMES if word in ask)
    return Fraction(found[where], found.total() if "probability" in ask else 1)


def exact(asked: Question) -> Fraction:
    return Fraction(asked.answer.right if isinstance(asked.answer, Choice) else asked.answer.value)


def written(asked: Question, value: Fraction) -> str:
    return asked.answer.options[int(value)] if isinstance(asked.answer, Choice) else str(value)


@each
def test_the_answer_is_what_one_counts(kind: str) -> None:
    for asked in made(kind):
        assert exact(asked) == brute(asked), asked
        assert judge(asked, written(asked, exact(asked)), EN).right
        assert len({*asked.scene.posts, *asked.scene.seen}) == 2 + len(asked.scene.seen)


@each
def test_every_slip_is_judged_as_its_idea(kind: str) -> None:
    for asked in made(kind)[:150]:
        names = [slip.idea for slip in asked.slips]
        assert len({*names}) == len(names) and {*names} <= {*IDEAS}
        for slip in asked.slips:
            assert slip.value >= 0 or "expected value" in asked.ask
            verdict = judge(asked, written(asked, slip.value), EN)
            alike = {other.idea for other in asked.slips if other.value == slip.value}
            assert not verdict.right and alike <= {*verdict.slips}, (asked, slip)
            assert all(EN(IDEAS[name].title) in verdict.spoken for name in alike)


@each
def test_a_random_wrong_answer_gets_a_hint_and_no_diagnosis(kind: str) -> None:
    for asked in made(kind)[:100]:
        if isinstance(asked.answer, Choice):
            wrong = {Fraction(place) for place in range(3)} - {slip.value for slip in asked.slips} - {exact(asked)}
        elif asked.answer.chance:
            values = [exact(asked), *(slip.value for slip in asked.slips)]
            wrong = {Fraction(n, 101) for n in (2, 41, 73, 97)} - {*values}
            assert not any(same(w, value) for w in wrong for value in values)
        else:
            wrong = {Fraction(997)}
        for value in wrong:
            verdict = judge(asked, written(asked, value), EN)
            assert not verdict.right and not verdict.slips and verdict.says == (asked.hints[0].text,)


@each
def test_most_questions_have_three_ideas_to_meet(kind: str) -> None:
    enough = 2 if kind == "classify" else 3  # of three options two are wrong
    assert sum(len({slip.value for slip in asked.slips}) >= enough for asked in made(kind)) > 0.7 * SEEDS
    assert all(asked.slips for asked in made(kind)) or kind == "classify"


@each
def test_hints_lead_there_and_never_say_it(kind: str) -> None:
    for asked in made(kind):
        assert 2 <= len(asked.hints) <= 4 and any(hint.line for hint in asked.hints) == (kind != "unseen")
        ranks = {card.rank_name for card in (*asked.scene.posts, *asked.scene.seen)}
        for hint in asked.hints:
            said = {*re.findall(r"\d+(?:/\d+)?", hint.text)} - ranks
            assert asked.answer_text(EN) not in said, (asked, hint)
            assert not isinstance(asked.answer, Choice) or not any(word in hint.text for word in OUTCOMES)


@each
def test_the_sum_is_written_out(kind: str) -> None:
    for asked in made(kind):
        assert len(asked.solution) >= 2 and all(line[-1] in ".0123456789" for line in asked.solution)
        if exact(asked) or kind not in ("between", "classify"):
            assert asked.answer_text(EN) in " ".join(asked.solution), asked


@each
def test_questions_are_short_and_say_what_the_scene_shows(kind: str) -> None:
    for asked in made(kind):
        assert len(asked.ask) <= 160 and asked.kind == kind and asked.clauses
        for card in (*asked.scene.posts, *asked.scene.seen, *filter(None, [asked.scene.third])):
            assert str(card) in asked.given
        texts = [asked.ask, asked.given, *asked.solution, *(hint.text for hint in asked.hints), *(s.why for s in asked.slips)]
        assert not [text for text in texts if "{" in text or "  " in text or "Fraction" in text]


@each
@pytest.mark.parametrize("lang", ["es", "hu", "es-x-points"])
def test_the_same_question_in_every_language(kind: str, lang: str) -> None:
    for english, other in zip(made(kind), made(kind, lang, 20), strict=False):
        assert (exact(english), english.scene.posts, english.scene.seen) == (exact(other), other.scene.posts, other.scene.seen)
        assert [(s.idea, s.value) for s in english.slips] == [(s.idea, s.value) for s in other.slips]
        assert judge(other, written(other, exact(other)), translator(lang)).right
        for slip in other.slips:
            assert judge(other, written(other, slip.value), translator(lang)).spoken


# ---- what a kind is to show ----
def test_outcomes_come_equally_often_pairs_neighbours_and_aces_among_them() -> None:
    asked = made("classify")
    assert all(80 < n < 120 for n in Counter(exact(q) for q in asked).values())
    apart = Counter(abs(q.scene.posts[0].rank - q.scene.posts[1].rank) for q in asked)
    assert apart[0] > 15 and apart[1] > 15
    assert sum("A" in q.given for q in asked) > 40
    assert sum(q.scene.posts[0].rank > q.scene.posts[1].rank for q in asked) > 100
    ideas = {slip.idea for q in asked for slip in q.slips}
    assert ideas == {"posts-inside", "pair-inside", "neighbours-inside", "unsorted", "same-suit-only", "ace-low", "faces-ten",
                     "one-post", "suit-for-rank", "next-to-post"}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS_HERE[1:])
def test_hands_vary(kind: str) -> None:
    asked = made(kind)
    apart = Counter(abs(q.scene.posts[0].rank - q.scene.posts[1].rank) for q in asked)
    assert len(apart) > 9 and 2 * max(apart.values()) < SEEDS
    assert sum(q.scene.posts[0].rank > q.scene.posts[1].rank for q in asked) > SEEDS / 4
    if kind != "between":
        assert len({len(q.scene.seen) for q in asked}) > 3
    assert len({(q.scene.posts, q.scene.seen, q.ask) for q in asked}) > 0.9 * SEEDS


def test_whole_percent_is_enough_in_a_part_of_the_probabilities() -> None:
    asked = [q for q in made("chance") if isinstance(q.answer, Number) and q.answer.percent]
    assert SEEDS / 5 < len(asked) < SEEDS / 2
    assert all(("Whole percent is enough." in q.ask) == (q in asked) for q in made("chance"))
    assert all(judge(q, EN.percent(exact(q)), EN).right for q in asked)


def test_one_more_card_changes_a_count_a_probability_or_a_value() -> None:
    asks = Counter(re.sub("inside|outside|on a post", "…", q.ask) for q in made("one-more"))
    assert len(asks) == 3 and min(asks.values()) > SEEDS / 5
    for q in made("one-more"):
        last = q.scene.seen[-1]
        assert q.scene.facts == (("Seen just now", str(last)),) and q.given.endswith(f"Now {last} is seen too.")
        before = counts(Scene(q.scene.posts, seen=q.scene.seen[:-1]))
        ignored = [s.value for s in q.slips if s.idea == "seen-ignored"]
        if "probability" in q.ask:
            assert ignored == [Fraction(before[next(w for w in OUTCOMES if w in q.ask)], before.total())]


def test_what_came_in_the_round_before_counts_for_nothing() -> None:
    kinds = Counter()
    for q in made("past"):
        told = q.scene.facts[0][1].split(", ")
        assert 3 <= len(told) <= 5 and all(card in q.given and not card.startswith(("A", "2")) for card in told)
        assert not {*told} & {*map(str, (*q.scene.posts, *q.scene.seen))}
        values = {slip.idea: slip.value for slip in q.slips}
        if "hot-hand" in values and "due" in values:
            assert values["hot-hand"] + values["due"] == 1
        kinds["None of" in q.given, "All of" in q.given] += 1
        left = [card for card in PACK if str(card) not in {*told, *map(str, (*q.scene.posts, *q.scene.seen))}]
        where = next(word for word in OUTCOMES if word in q.ask)
        kept = Fraction(sum(outcome(q.scene.posts, card) == where for card in left), len(left))
        assert values.get("carried-over", exact(q)) == kept
    assert len(kinds) == 3 and min(kinds.values()) > 30


def test_the_numbers_of_the_look() -> None:
    """Posts 4 and Q, nothing else seen: 36 of 50 is nine ranks of four."""
    first, second = cards("4c Qd")
    whys = {slip.value: slip.why for slip in miscounts(odds((first, second)), Outcome.INSIDE, EN)}
    assert whys[Fraction(36)] == "36 is 9 ranks of four, from 4 up to Q."
    assert whys[Fraction(34)] == "34 is 28 inside and 6 on a post."
    assert whys[Fraction(32)] == "32 counts one rank more than lie between 4 and Q."


def test_kinds_stand_in_the_order_of_the_course() -> None:
    assert [name for name in KINDS if name in KINDS_HERE] == [*KINDS_HERE]


def test_every_idea_is_met_in_some_question() -> None:
    met = {slip.idea for kind in KINDS_HERE for asked in made(kind) for slip in asked.slips}
    assert {*COUNTING, *CHANCES} - met == {"rounded"}  # no wrong count: `judge` sees it
