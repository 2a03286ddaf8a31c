"""Lessons: what each holds, that nothing in it is typed that could be computed, and what the page does with odd input."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import acey_teach
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import check_of
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.i18n.update import messages
from acey_teach.lessons import course
from acey_teach.lessons.app import LessonApp
from acey_teach.lessons.extras import ChecksApp, CornerApp
from acey_teach.lessons.judge import judge, read
from acey_teach.lessons.model import CHANCE, CHOICE, Lesson, Step
from acey_teach.lessons.state import LessonState, Stage, encode, parse
from acey_teach.practice.deal import Deal, deal_of

ROOT = Path(__file__).parents[1]
SLUGS = [*course.COURSE]
STEPPED = [slug for slug in SLUGS if course.find(slug).steps]
SEEDS = [f"seed{n}" for n in range(60)]
CLAUSE = re.compile(r"\b[ABC]\d+(\.\d+)?\b|\bR-\d+\b")
CARD = re.compile(r"\b(10|[2-9JQKA])[♣♦♥♠]")
EN = translator("en")


def rules_text() -> str:
    return (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


@pytest.fixture(params=SLUGS)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return course.find(request.param)


# ---- content ----
def test_the_course_is_the_notebooks_in_their_order() -> None:
    import json

    orders = {}
    for book in (ROOT / "notebooks/en").glob("*.ipynb"):
        about = json.loads(book.read_text(encoding="utf-8"))["metadata"]
        if about["acey_teach"]["kind"] == "lesson":
            orders[book.stem] = (about["acey_teach"]["order"], about["title"])
            assert 10 <= about["acey_teach"]["minutes"] <= 15
    assert {slug: (n, title) for n, (slug, title) in enumerate(course.COURSE.items(), 1)} == orders
    for slug, title in course.COURSE.items():
        assert (course.find(slug).slug, course.find(slug).title) == (slug, title)


def test_each_has_an_aim_a_corner_and_three_checks(lesson: Lesson) -> None:
    deal = Deal("demo")
    assert lesson.aim.endswith(".") and lesson.aim.count(".") == 1, "an aim is one sentence"
    assert len(lesson.checks(deal, EN)) == 3
    corner = lesson.corner(deal, EN)
    assert len(corner.tries) >= 4
    assert not all(one.result[0] for one in corner.tries), "nothing here is refused"


@pytest.mark.parametrize("slug", STEPPED)
def test_every_deal_makes_a_sound_lesson(slug: str) -> None:
    for seed in SEEDS:
        for make in course.find(slug).steps:
            step = make(Deal(seed), EN)
            where = (slug, seed, make.__name__)
            assert step.ask and step.told and step.why and step.before and step.clauses, where
            if step.kind is CHOICE:
                assert 0 <= step.right < len(step.options) and len(set(step.options)) == len(step.options) > 1, where
                assert not step.outcomes or len(step.outcomes) == len(step.options), where
            if step.kind is CHANCE:
                assert 0 <= step.right <= 1, where
            assert step.right not in step.slips, where
            assert not step.outcomes or step.after != step.before, where


def test_new_cards_change_what_is_asked() -> None:
    for slug in STEPPED:
        steps = course.find(slug).steps
        asked = {tuple(make(Deal(seed), EN).ask + str(make(Deal(seed), EN).right) for make in steps) for seed in SEEDS}
        assert len(asked) > 20, slug


def test_the_same_seed_is_the_same_lesson() -> None:
    for slug in STEPPED:
        for make in course.find(slug).steps:
            assert make(Deal("demo"), EN) == make(Deal("demo"), EN)


def test_the_clauses_exist(lesson: Lesson) -> None:
    known = rules_text()
    cited = set(lesson.clauses)
    for make in lesson.steps:
        cited |= set(make(Deal("demo"), EN).clauses)
    for one in lesson.corner(Deal("demo"), EN).tries:
        cited |= {one.result[2]} - {""}
    for clause in cited:
        assert CLAUSE.fullmatch(clause), clause
        head, _, item = clause.partition(".")
        if head.startswith("R-"):
            assert f"[{head}]" in known, clause
        else:
            section = known.partition(f"## {head}. ")[2].partition("\n## ")[0]
            assert section, clause
            assert not item or re.search(rf"^{item}\. ", section, re.MULTILINE), clause


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_whole_in_every_language(lesson: Lesson, lang: str) -> None:
    t, deal = translator(lang), Deal("demo")
    texts = [t(lesson.title), t(lesson.aim)]
    for make in lesson.steps:
        step = make(deal, t)
        texts += [step.ask, step.told, *step.why, *step.options, *step.slips.values()]
    texts += [text for check in lesson.checks(deal, t) for text in (check.question, check.answer)]
    assert all(texts)
    assert not [text for text in texts if re.search(r"\{\w*\}", text)], "a placeholder was left"


# ---- nothing typed ----
WORDS = re.compile(
    r"\b(five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|hundred)\b",
    re.IGNORECASE,
)


def test_no_number_is_typed_in_the_texts_of_a_lesson() -> None:
    """Cards and clauses are names; all other numbers come from the engine."""
    for file in sorted((ROOT / "acey_teach/lessons").glob("*.py")):
        for text, _ in messages(file.read_text(encoding="utf-8")):
            for part in [text] if isinstance(text, str) else text:
                plain = CARD.sub("", CLAUSE.sub("", re.sub(r"\{[^}]*\}", "", part)))
                assert not re.search(r"\d", plain) and not WORDS.search(plain), (file.name, part)


def test_no_number_is_typed_in_the_prose() -> None:
    import json

    for book in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" in book.parts:
            continue
        for cell in json.loads(book.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "markdown":
                text = re.sub(r"\([^)\s]+\.ipynb\)|`[^`]*`", "", "".join(cell["source"]))  # addresses and code
                plain = CARD.sub("", CLAUSE.sub("", re.sub(r"^\d\. ", "", text, flags=re.MULTILINE)))
                assert not re.search(r"\d", plain), (book.stem, plain)


def test_the_right_answers_are_not_typed() -> None:
    """`right=` in a step is an expression, or the place of an option; a number that is asked for is never a literal."""
    for file in sorted((ROOT / "acey_teach/lessons").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Step":
                given = {key.arg: key.value for key in node.keywords}
                if "options" not in given:
                    assert not isinstance(given["right"], ast.Constant), (file.name, node.lineno)


# ---- the code ----
def _readable(slug: str, seed: str, place: int, text: str) -> bool:
    try:
        read(course.find(slug).steps[place](deal_of(seed), EN), text)
    except Refusal:
        return False
    return True


@settings(deadline=None)
@given(
    slug=st.sampled_from(STEPPED), seed=st.from_regex(r"[a-z0-9]{1,4}", fullmatch=True), at=st.integers(0, 5),
    stage=st.sampled_from(Stage),
    answers=st.lists(st.sampled_from(["", "0", "1", "2", "7", "1/2", "0,5", "50 %", "−3", "9", "x", "\ud800", "9" * 30]) | st.text(max_size=6), max_size=5),
)  # fmt: skip
def test_a_code_brings_the_same_place_back(slug: str, seed: str, at: int, stage: Stage, answers: list[str]) -> None:
    while answers and not answers[-1]:
        answers.pop()
    state = LessonState(slug, seed, at=min(at, len(course.find(slug).steps) - 1), stage=stage, answers=tuple(answers))
    if all(not text or _readable(slug, seed, place, text) for place, text in enumerate(answers)):
        assert parse(encode(state)) == state
        assert LessonApp(state).view(replace(state, at=len(course.find(slug).steps), stage=Stage.PREDICT)).html
        return
    try:
        code = encode(state)
    except UnicodeEncodeError:  # half of a pair: no text at all
        return
    with pytest.raises(Refusal) as refusal:  # the page could not judge such an answer
        parse(code)
    assert refusal.value.code == "lesson-code"


@pytest.mark.parametrize(
    "body",
    ["t0w.aabc", "t1p.a9", "t6p.a1~1~1~1~1~" + "9" * 30, "t3p.a\ud800", "t3p.a1~5~zz", "t3p.a~~~~~~~1"],
    ids=ascii,
)
def test_a_code_with_an_answer_that_is_none_opens_no_page(body: str) -> None:
    code = f"L1.posts.sdemo.{body}"
    panel = acey_teach.lesson("posts", code=f"{code}.x{check_of(code)}")
    assert "not the code of a lesson" in panel.notice and panel.state.at == 0


@pytest.mark.parametrize("slug", STEPPED)
def test_however_long_the_answers_the_code_is_read(slug: str) -> None:
    app = LessonApp(LessonState(slug, "z" * 16))
    state = app.start()
    for make in app.lesson.steps:
        kind = make(deal_of(state.seed), EN).kind
        long = "  1" if kind is CHOICE else "\u2212 \u3000\u3000 0" + " " * 3000 + "\u2044 " + "9" * 18
        state = app.next(app.next(app.reveal(state, {"answer": long}), {}), {})
        assert parse(encode(state)) == replace(state, lang="en") and app.view(state).html


@given(st.text(max_size=60))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        parse(text)


def test_a_slip_of_the_pen_is_refused() -> None:
    code = encode(LessonState("posts", "demo", at=2, stage=Stage.WHY, answers=("1", "7", "0")))
    for place in range(len(code)):
        for letter in "0aZ.":
            if code[place] != letter:
                with pytest.raises(Refusal):
                    parse(code[:place] + letter + code[place + 1 :])


def test_the_code_of_another_lesson_says_so() -> None:
    with pytest.raises(Refusal, match="another lesson: “posts”"):
        parse(encode(LessonState("posts", "demo")), "preparation")


# ---- the page ----
@pytest.fixture
def app() -> LessonApp:
    return LessonApp(LessonState("posts", "class"))


def step_of(app: LessonApp, state: LessonState) -> Step:
    return app.lesson.steps[state.at](deal_of(state.seed), EN)


def test_a_prediction_comes_first(app: LessonApp) -> None:
    for values in ({}, {"answer": ""}, {"answer": "9"}, {"answer": "-1"}, {"answer": "x"}, {"answer": "１"}):
        with pytest.raises(Refusal, match="First say what you expect"):
            app.reveal(app.start(), values)
    with pytest.raises(Refusal, match="First say what you expect"):
        app.next(app.start(), {})


@pytest.mark.parametrize("slug", STEPPED)
def test_from_the_first_step_to_the_last(slug: str) -> None:
    app = LessonApp(LessonState(slug, "class"))
    state = app.start()
    for number in range(len(app.lesson.steps)):
        step = step_of(app, state)
        assert app.view(state).says == step.ask
        state = app.reveal(state, {"answer": str(step.right)})
        view = app.view(state)
        assert step.told in view.says and "That is right." in view.says
        state = app.next(state, {})
        assert app.view(state).says == " ".join(step.why)
        assert parse(view.keep, slug).answers == state.answers
        state = app.next(state, {})
        assert (state.at, state.stage) == (number + 1, Stage.PREDICT)
    assert (
        f"You predicted {len(app.lesson.steps)} of {len(app.lesson.steps)} questions rightly." == app.view(state).says
    )
    assert app.start() == replace(app.again(state, {}), home="")
    while state.at or state.stage:
        state = app.back(state, {})
        app.view(state)
    with pytest.raises(Refusal, match="beginning"):
        app.back(state, {})


def test_a_slip_is_named(app: LessonApp) -> None:
    state = app.start()
    state = app.next(app.next(app.reveal(state, {"answer": "0"}), {}), {})
    step = step_of(app, state)
    for value, text in step.slips.items():
        assert text in judge(step, str(value), EN).says
    state = replace(state, at=3)
    step = step_of(app, state)
    assert step.chance
    odds, _ = step.chance
    said = judge(step, f"{odds.gap}/13", EN)
    assert not said.right and "as if no card had been dealt" in said.says
    assert judge(step, str(step.right), EN).right
    assert "percentage points off" in judge(step, "0.11", EN).says


def test_a_number_is_read_as_people_write_it(app: LessonApp) -> None:
    step = step_of(app, replace(app.start(), at=3))
    assert {read(step, text) for text in ("14/25", "28/50", "0.56", "0,56", "56 %", " 56% ")} == {Fraction(14, 25)}
    for text in ("1/0", "two", "1.2", "-1/2", "110 %"):
        with pytest.raises(Refusal):
            read(step, text)


def test_new_cards_begin_anew(app: LessonApp) -> None:
    state = app.reveal(app.start(), {"answer": "0"})
    fresh = app.new_deal(state, {})
    assert fresh.seed != state.seed and not fresh.answers and not fresh.stage
    code = ".".join(encode(fresh).split(".")[:3])
    assert len(encode(fresh)) < 30 and code in encode(fresh)


def test_a_class_votes(app: LessonApp) -> None:
    state = app.presenting(app.start(), {})
    state = app.vote(state, {"vote0": "17", "vote1": "9", "vote2": " 4 "})
    assert state.votes == ((17, 9, 4),)
    for odd in ("2.5", "-1", "x", "1" * 30, "１", "1000"):
        with pytest.raises(Refusal, match="not a number of hands"):
            app.vote(state, {"vote0": odd, "vote1": "9", "vote2": "4"})
    assert app.vote(state, {"vote0": "", "vote1": "999"}).votes == ((0, 999, 4),)
    assert app.one_more(state, {"value": "2"}).votes == ((17, 9, 5),)
    for odd in ("3", "-1", "", "x"):
        assert app.one_more(state, {"value": odd}).votes == state.votes
    view = app.view(app.reveal(state, {}))
    assert view.look == "present" and "57" in view.html and "the answer" in view.html
    assert app.reveal(state, {}).answers == ("",)


def test_an_offer_to_go_on(app: LessonApp) -> None:
    there = app.reveal(app.start(), {"answer": "1"})
    offered = app.resume(app.start(), encode(there))
    assert "Go on where you were?" in app.view(offered).html and app.view(offered).keep == encode(there)
    assert app.take_offer(offered, {}) == there
    assert app.drop_offer(offered, {}) == app.start()
    assert app.resume(there, encode(there)) is there
    begun = app.reveal(offered, {"answer": "2"})
    assert not begun.offer and app.view(begun).keep == encode(begun)  # what is remembered is no longer the old place
    wall = app.presenting(offered, {})
    assert 'data-intent="take_offer"' in app.view(wall).html and app.take_offer(wall, {}) == replace(there, present=True)
    assert 'data-intent="take_offer"' not in app.view(app.reveal(wall, {})).html
    with pytest.raises(Refusal):
        app.resume(app.start(), "A1.n5.sdemo.x123")


def test_the_corner_answers_everything() -> None:
    for slug in SLUGS:
        app = CornerApp(slug, "class", "en")
        state: Any = app.start()
        corner = app.lesson.corner(deal_of("class"), EN)
        for n, one in enumerate(corner.tries):
            state = app.attempt(state, {"value": str(n)})
            said = app.view(state).says
            assert one.result[1] in said and said.startswith("Allowed. " if one.result[0] else "Refused. ")
        for odd in ("99", "-1", "", "x"):
            assert app.attempt(state, {"value": odd}) == state
        if corner.field:
            for text in ("", "x", "<b>", "9" * 300, "2.5", "♣", "０", "\u202eabc", "-1", "4c Qd", "0", "1/0"):
                said = app.view(app.own(state, {"own": text})).says
                assert said.startswith(("Allowed. ", "Refused. ")), (slug, text)
        assert app.static(state) and ChecksApp(slug, "class", "hu").view(ChecksApp(slug, "class", "hu").start()).html


def test_an_unknown_lesson_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal, match="The lessons are: preparation, posts"):
        acey_teach.lesson("poker")
    with pytest.raises(Refusal):
        acey_teach.lesson("../posts")


def test_a_code_that_cannot_be_used_is_said_on_the_page() -> None:
    panel = acey_teach.lesson("posts", code="L1.posts.sdemo.x000")
    assert "not the code of a lesson" in panel.notice and panel.state.at == 0
