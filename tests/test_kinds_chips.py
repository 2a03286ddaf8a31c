"""Questions about chips, values and ends: each answer against one worked out from the scene alone, and each slip judged."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from acey_teach.analysis.strategies import bold, expected_value
from acey_teach.engine.cards import PACK
from acey_teach.engine.events import Phase
from acey_teach.engine.rules import Rules
from acey_teach.i18n import translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.ideas import CHANCES, CHIPS, COUNTING, ENDS, IDEAS, PROGRAMS, VALUES
from acey_teach.practice.kinds import KINDS
from acey_teach.practice.kinds.ends import ending
from acey_teach.practice.question import LETTERS, Choice, judge

T = translator("en")
NAMES = ("limit", "settle", "value", "decide", "break-even", "end", "share", "winner")
ASKED = {name: [KINDS[name].make(Deal(f"q{i}"), T) for i in range(300)] for name in NAMES}
ALL = [question for questions in ASKED.values() for question in questions]


# ---- the same answers, worked out from what a pupil sees ----
def gain(posts, card):
    low, high = sorted(post.rank for post in posts)
    return -2 if card.rank in (low, high) else 1 if low < card.rank < high else -1


def gains(scene):
    return [gain(scene.posts, card) for card in PACK if card not in (*scene.posts, *scene.seen)]


def facts(scene):
    return [int(value) for _, value in scene.facts]


def limit(q):
    chips, pot = facts(q.scene)
    return max(stake for stake in range(chips + 1) if 2 * stake <= chips and stake <= pot)


def settle(q):
    stake, chips, pot = facts(q.scene)
    won = gain(q.scene.posts, q.scene.third) * stake
    return pot - won if "in the pot" in q.ask else chips + won


def value(q):
    found = gains(q.scene)
    return Fraction(int(q.scene.facts[0][1]) * sum(found), len(found))


def decide(q):
    total = sum(gains(q.scene))
    says = "Bet: the expected value is above 0." if total > 0 else "Pass: the expected value is below 0."
    return q.answer.options.index(says if total else "Either: the expected value is exactly 0.")


def break_even(q):
    *inside, other, post = facts(q.scene)
    cards = other + post + sum(inside)
    if not inside:
        cards -= post  # the first fact is all unseen cards then
    start = sum(inside)
    return next(n - start for n in range(cards) if n - (cards - post - n) - 2 * post >= 0)


def end(q):
    (_, of), (_, turns), (_, pot) = q.scene.facts
    played, agreed = of.split(" of ")
    chips = [int(row[1]) for row in q.scene.rows[1:]]
    if pot == "0":
        return 1
    if turns != "0":
        return 0
    return 2 if played == agreed else 3 if 0 in chips else 0


def share(q):
    chips = {name: int(n) for name, n in q.scene.rows[1:]}
    own = next((n for name, n in chips.items() if f"does {name} end" in q.ask), 0)
    return own + Fraction(*facts(q.scene), len(chips))


def winner(q):
    final = {name: int(n) for name, _, n in q.scene.rows[1:]}
    best = [name for name in final if final[name] == max(final.values())]
    return q.answer.options.index(f"{' and '.join(best)} together" if len(best) > 1 else best[0])


WORKED = dict(zip(NAMES, (limit, settle, value, decide, break_even, end, share, winner), strict=True))


def right(q):
    return q.answer.right if isinstance(q.answer, Choice) else q.answer.value


def written(q, value):
    return LETTERS[int(value)] if isinstance(q.answer, Choice) else str(value)


@pytest.mark.parametrize("kind", NAMES)
def test_the_answer_is_what_the_scene_gives(kind):
    for q in ASKED[kind]:
        assert (q.kind, right(q)) == (kind, WORKED[kind](q)), q
        assert judge(q, written(q, right(q)), T).right
        assert judge(q, q.answer_text(T), T).right


def test_every_slip_is_named_by_all_ideas_that_give_it():
    for q in ALL:
        assert len({slip.idea for slip in q.slips}) == len(q.slips) >= 1, q
        for slip in q.slips:
            assert slip.value != right(q), (q, slip)
            verdict = judge(q, written(q, slip.value), T)
            assert not verdict.right
            assert list(verdict.slips) == [other.idea for other in q.slips if other.value == slip.value], (q, slip)
            assert all(IDEAS[name].says for name in verdict.slips)


def test_most_questions_know_three_slips():
    for kind, questions in ASKED.items():
        few = sum(len(q.slips) < 3 for q in questions)
        assert few <= (300 if kind == "end" else 150 if kind == "decide" else 10), (kind, few)


def test_two_ideas_with_one_number_are_both_said():
    q = next(q for q in ASKED["value"] if Counter(slip.value for slip in q.slips).most_common(1)[0][1] > 1)
    [(shared, n)] = Counter(slip.value for slip in q.slips).most_common(1)
    verdict = judge(q, written(q, shared), T)
    assert len(verdict.slips) == len(verdict.says) == n and "ideas lead to this answer" in verdict.head


def test_texts_are_short_and_hints_hold_no_answer():
    for q in ALL:
        assert len(q.ask) <= 180 and 2 <= len(q.hints) <= 4 and q.solution and q.clauses
        assert not any("{" in text for text in (q.given, q.ask, *q.solution))
        hints = " ".join(f"{hint.title} {hint.text}" for hint in q.hints)
        if isinstance(q.answer, Choice):
            assert len(set(q.answer.options)) == len(q.answer.options) <= len(LETTERS)
            assert not any(option in hints for option in q.answer.options if len(option.split()) > 1)
        else:
            numbers = re.findall(r"−?\d+(?:/\d+)?", q.given + q.ask + " 2")
            bare = re.sub(r"\d+ − \d+ − 2 × \d+", "", hints)  # a sum not yet worked out
            assert T.number(right(q)) in numbers or T.number(right(q)) not in re.findall(r"−?\d+(?:/\d+)?", bare), q


def test_chips_are_neither_made_nor_lost():
    for q in ASKED["end"] + ASKED["share"] + ASKED["winner"]:
        rows = q.scene.rows[1:]
        pot = next((int(value) for label, value in q.scene.facts if "ot" in label), 0)
        assert sum(int(row[-1]) for row in rows) + pot == 100 * len(rows), q
        assert all(int(chips) >= 0 for row in rows for chips in row[1:])


def test_all_that_can_be_asked_is_asked():
    bounds = [facts(q.scene) for q in ASKED["limit"]]
    assert {0, *(chips % 2 for chips, _ in bounds)} == {0, 1} and any(right(q) == 0 for q in ASKED["limit"])
    assert any(pot < chips // 2 for chips, pot in bounds)
    assert {(gain(q.scene.posts, q.scene.third), q.answer.label == "Pot") for q in ASKED["settle"]} == {
        (won, pot) for won in (1, -1, -2) for pot in (True, False)
    }
    assert {q.answer.options[q.answer.right][:4] for q in ASKED["decide"]} == {"Bet:", "Pass", "Eith"}
    assert {right(q) for q in ASKED["end"]} == {0, 1, 2, 3}
    assert {q.answer_text(T).endswith("together") for q in ASKED["winner"]} == {True, False}
    met = {slip.idea for q in ALL for slip in q.slips}
    assert not {*CHIPS, *VALUES, *ENDS} - met


def test_a_decision_alone_gives_no_answer_away():
    for q in ASKED["decide"]:
        assert sorted(option.split(":")[0] for option in q.answer.options) == ["Bet", "Bet", "Either", "Pass", "Pass"]
    assert len({right(q) for q in ASKED["decide"]}) == len(ASKED["decide"][0].answer.options)


def test_no_idea_has_two_meanings():
    assert sum(map(len, (COUNTING, CHANCES, CHIPS, VALUES, ENDS, PROGRAMS))) == len(IDEAS)
    assert max(Counter(idea.title for idea in IDEAS.values()).values()) == 1


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_other_languages_ask_the_same(lang):
    t = translator(lang)
    for kind in NAMES:
        for q in ASKED[kind][:25]:
            other = KINDS[kind].make(Deal(q.seed), t)
            assert (right(other), [s[:2] for s in other.slips]) == (right(q), [s[:2] for s in q.slips])
            assert all(judge(other, written(other, slip.value), t).spoken for slip in other.slips)


def test_the_reasons_are_those_of_the_engine():
    reasons = set()
    for i in range(30):
        deal = Deal(f"s{i}")
        start = deal.begun(Rules(max_rounds=1 + i % 3)) if i % 2 else None
        session = start or type(deal.session).new(deal.players, seed=deal.seed, start_chips=[2 + i % 9] * len(deal.players))
        steps = [session]
        while session.phase is not Phase.OVER:
            if session.phase is Phase.DECISION:
                session = session.do((expected_value if i % 4 else bold)(session))
            else:
                session = session.choose_dealer() if session.phase is Phase.CHOOSE_DEALER else session.cut() if session.phase is Phase.CUT else session.next()
            steps.append(session)
        for before, after in pairwise(steps):
            if before.phase is Phase.DISCARD:
                turns = len(before.players) - 1 - before.turn
                why = ending(before.pot, turns, before.round, before.rules.max_rounds, min(before.balances))
                reasons.add(why)
                if why is None:
                    assert after.phase is Phase.SECOND_CARD or after.next().phase is Phase.PASS_DEAL
                else:
                    assert after.next().result.ending is why
    assert len(reasons) == 4
