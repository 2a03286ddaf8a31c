"""Each lesson from its first step to its last, in each language, by keys; on the projector; on paper; on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from acey_teach.i18n import translator
from acey_teach.lessons import course
from acey_teach.lessons.model import CHOICE, Step
from acey_teach.lessons.pages import SEED
from acey_teach.lessons.state import LessonState, Stage, encode
from acey_teach.practice.deal import deal_of

from .seat import Seat

STEPPED = [slug for slug in course.COURSE if course.find(slug).steps]
ROOT = ".kit[data-panel^=lesson]"


def steps(slug: str, lang: str = "en", seed: str = SEED) -> list[Step]:
    return [make(deal_of(seed), translator(lang)) for make in course.find(slug).steps]


@pytest.fixture
def open_lesson(at: Callable[..., Seat]) -> Callable[..., Seat]:
    def sit(page: Page, slug: str, **query: str) -> Seat:
        seat = at(page, slug, **query)
        seat.name = f"lesson-{slug}"
        return seat

    return sit


def answer(seat: Seat, step: Step, text: str) -> None:
    """Commit to an answer with the keys alone and reveal."""
    if step.kind is CHOICE:
        seat.page.keyboard.press(str(int(text) + 1))
        expect(seat.page.locator(f"[id$='-answer-{text}']")).to_be_checked()
    else:
        seat.tab_to("answer")
        seat.page.keyboard.type(text)
    seat.press("Enter")


@pytest.mark.parametrize(("slug", "lang"), [(slug, lang) for i, slug in enumerate(STEPPED) for lang in ("en", ("es", "hu")[i % 2])])
def test_from_the_first_step_to_the_last(page: Page, open_lesson: Callable[..., Seat], axe: Callable[..., None], slug: str, lang: str) -> None:
    t = translator(lang)
    seat = open_lesson(page, slug, lang=lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page).to_have_title(t(course.COURSE[slug]))
    live = page.locator(f"{ROOT} > [role=status]")
    page.locator(ROOT).evaluate("e => e.focus()")
    made = steps(slug, lang)
    for number, step in enumerate(made):
        expect(seat.question).to_have_text(step.ask)
        answer(seat, step, str(step.right))
        expect(page.locator("[id$='-told']")).to_contain_text(step.told)
        expect(live).to_contain_text(step.told)
        if number == 0:
            axe(page)
        seat.press("n")
        for text in step.why:
            expect(page.locator("[id$='-reason']")).to_contain_text(text)
        seat.press("n")
    score = t("You predicted {right} of {all} questions rightly.", right=len(made), all=len(made))
    expect(page.get_by_text(score, exact=True).first).to_be_visible()
    assert seat.value("[state.at, state.lang, len(state.answers)]") == [len(made), lang, len(made)]
    axe(page)
    seat.fits(360, 740)
    corner(page, slug, lang)


def corner(page: Page, slug: str, lang: str) -> None:
    """The corner answers; a quick check unfolds."""
    t, deal = translator(lang), deal_of(SEED)
    lesson = course.find(slug)
    first = lesson.corner(deal, t).tries[0]
    page.get_by_role("button", name=first.label, exact=True).click()
    expect(page.locator("[id$='-try-0']")).to_contain_text(first.result[1])
    check = lesson.checks(deal, t)[0]
    page.get_by_text(check.question, exact=True).click()
    expect(page.get_by_text(check.answer, exact=True)).to_be_visible()


@pytest.mark.parametrize("slug", STEPPED)
def test_small_and_dark_screens(page: Page, open_lesson: Callable[..., Seat], axe: Callable[..., None], slug: str) -> None:
    seat = open_lesson(page, slug, lang="hu")
    made = steps(slug, "hu")
    for at in range(len(made)):
        for stage in Stage:
            seat.value(f"panel.show(__import__('dataclasses').replace(state, at={at}, stage=__import__('acey_teach.lessons.state', fromlist=['Stage']).Stage({int(stage)})))")
            expect(page.locator(f"{ROOT}[data-state='{3 * at + stage + 1}']")).to_be_attached()
            seat.fits(360, 740)
            seat.fits(320, 600)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")  # no colour half way between two themes
    axe(page)


WALL = """() => {
  const e = document.documentElement, body = document.querySelector('.k-wall > :nth-child(3)');
  const small = [...document.querySelectorAll('.k-wall *')].filter((x) => [...x.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    && x.getBoundingClientRect().width > 1 && !x.closest('.k-vh, svg, .k-dealer, .k-key') && parseFloat(getComputedStyle(x).fontSize) < 28);
  return {page: [e.scrollWidth - innerWidth, e.scrollHeight - innerHeight], body: body.scrollHeight - body.clientHeight,
    wide: body.scrollWidth - body.clientWidth, small: small.map((x) => x.className + ': ' + x.textContent.slice(0, 30))};
}"""


@pytest.mark.parametrize(
    ("slug", "size", "lang"),
    [
        (slug, *how)
        for i, slug in enumerate(STEPPED)
        for how in (((1280, 720), "hu"), (((800, 600), "en"), ((1280, 720), "es"))[i % 2])
    ],
)
def test_on_the_projector(new_page: Callable[..., Page], open_lesson: Callable[..., Seat], axe: Callable[..., None], slug: str, size: tuple[int, int], lang: str) -> None:
    """One key a step, one screen, nothing small; the answer stays hidden until it is revealed."""
    page = new_page(viewport={"width": size[0], "height": size[1]})
    seat = open_lesson(page, slug, present="1", lang=lang)
    troubles: list[Any] = []
    for step in steps(slug, lang):
        expect(seat.question).to_have_text(step.ask)
        told = page.locator(".k-beside-it").get_by_text(step.told, exact=True)
        expect(told).to_have_count(0)
        for stage, key in enumerate(("r", "ArrowRight", "Space")):
            found = page.evaluate(WALL)
            assert found["page"] == [0, 0] and not found["small"] and found["wide"] <= 0, (step.ask, stage, found)
            if found["body"] > 1:
                troubles.append((step.ask, stage, found["body"]))
            seat.press(key)
            if stage == 0:
                expect(told).to_be_visible()
    seat.press("ArrowLeft")
    axe(page)
    assert not troubles, troubles


def test_a_class_votes_and_gets_new_cards(page: Page, open_lesson: Callable[..., Seat]) -> None:
    seat = open_lesson(page, "posts", present="1")
    code = page.locator("[id$='-code']").inner_text()
    for key, times in (("1", 3), ("2", 1)):
        for _ in range(times):
            before = seat.value("sum(map(sum, state.votes))")
            page.keyboard.press(key)
            expect(page.locator(f"[id$='-vote-{int(key) - 1}']")).to_have_value(str(before + 1 if key == "1" else 1))
    expect(page.locator(".k-vote")).to_contain_text("75")
    page.keyboard.press("p")
    assert seat.focus == "vote-0"
    page.keyboard.type("9")
    expect(page.locator("[id$='-vote-0']")).to_have_value("9")
    page.keyboard.press("Enter")
    page.locator("[id$='-more-1']").click()
    expect(page.locator("[id$='-vote-1']")).to_have_value("2")
    seat.press("Space")  # goes on: a click on an answer does not keep the keys
    assert seat.value("[int(state.stage), list(state.votes[0])]") == [1, [9, 2, 0]]
    expect(page.locator("tr.is-right")).to_contain_text("the answer")
    seat.press("n")
    assert page.locator("[id$='-code']").inner_text() != code
    assert seat.value("[state.at, int(state.stage), list(state.votes)]") == [0, 0, []]


@pytest.mark.parametrize("key", ["Enter", "Escape"])
def test_out_of_the_field_and_on(page: Page, open_lesson: Callable[..., Seat], key: str) -> None:
    seat = open_lesson(page, "posts", present="1")
    page.keyboard.press("p")
    page.keyboard.type("12")
    expect(page.locator("[id$='-vote-0']")).to_have_value("12")
    page.keyboard.press(key)
    expect(page.locator(f"{ROOT}.is-present")).to_be_visible()
    seat.press("r")
    seat.press("ArrowRight")
    assert seat.value("[state.at, int(state.stage), list(state.votes[0])]") == [0, 2, [12, 0, 0]]
    page.reload()
    expect(seat.button("Go on where you were?")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator(".k-reason")).to_be_visible()


def test_the_next_question_comes_into_sight(new_page: Callable[..., Page], open_lesson: Callable[..., Seat]) -> None:
    """On a phone one reads down to the reason; the next question stands above it."""
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    seat = open_lesson(page, "posts", lang="hu")
    made = steps("posts", "hu")
    for after in made[1:3]:
        if page.locator("[name=answer][type=radio]").count():
            page.locator(".k-choice").last.tap()
        else:
            page.locator("[name=answer]").fill("7")
        for control in ("reveal", "next", "next"):
            before = seat.number
            page.locator(f"{ROOT} [id$='-{control}']").tap()
            seat.stepped(before)
        expect(seat.question).to_have_text(after.ask)
        expect(seat.question).to_be_in_viewport(ratio=1)


def test_the_same_lesson_on_every_screen(new_page: Callable[..., Page], open_lesson: Callable[..., Seat]) -> None:
    """A code of the first screen opens the same cards, at the same place, elsewhere."""
    state = LessonState("posts", "row7", at=2, stage=Stage.REVEAL, answers=("1", "3", "0"))
    seat = open_lesson(new_page(), "posts", code=encode(state))
    assert seat.value("[state.seed, state.at, int(state.stage), list(state.answers)]") == ["row7", 2, 1, ["1", "3", "0"]]
    expect(seat.question).to_have_text(steps("posts", seed="row7")[2].ask)
    bare = open_lesson(new_page(), "posts", code=encode(replace(state, at=0, stage=Stage.PREDICT, answers=())))
    expect(bare.question).to_have_text(steps("posts", seed="row7")[0].ask)


def test_what_is_wrong_is_said_and_nothing_is_lost(page: Page, open_lesson: Callable[..., Seat]) -> None:
    seat = open_lesson(page, "posts")
    page.get_by_role("button", name="Reveal", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("First say what you expect: choose one of the answers.")
    page.locator("[id$='-answer-1']").check(force=True)
    seat.click("Reveal")
    expect(page.get_by_role("alert")).to_have_count(0)
    seat.click("Why?")
    seat.click("Next question")
    page.locator("[id$='-answer']").fill("<b>7")
    page.get_by_role("button", name="Reveal", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("<b>7")
    expect(page.locator("[id$='-answer']")).to_have_value("<b>7")
    page.reload()
    expect(page.get_by_role("heading", name="Go on where you were?")).to_be_visible()
    seat.click("Go on")
    assert seat.value("[state.at, list(state.answers)]") == [1, ["1"]]
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator(".k-corner")).to_have_count(1)
    expect(page.locator(".kit[lang=hu]")).to_have_count(3)


def test_it_prints(page: Page, open_lesson: Callable[..., Seat]) -> None:
    open_lesson(page, "posts")
    page.add_init_script("")
    page.evaluate("window.printed = []; new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => n.tagName === 'IFRAME' && n.addEventListener('load', () => { n.contentWindow.print = () => 0; window.printed.push(n.contentDocument.body.innerText); }, true)))).observe(document.documentElement, {childList: true, subtree: true})")
    page.get_by_role("button", name="Print with answers", exact=True).click()
    page.wait_for_function("window.printed.some((text) => text.includes('Answer sheet'))")
