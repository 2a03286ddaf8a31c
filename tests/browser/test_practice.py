"""The practice page by keyboard alone, and its progress through a dead kernel, a file and a wrong code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from acey_teach.i18n import translator
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import question
from acey_teach.practice.progress import Progress, encode, read

from .seat import Seat

EN = translator("en")


def test_practice_by_keyboard_and_what_is_kept_of_it(page: Page, at: Callable[..., Seat], axe: Callable[..., None], tmp_path: Path) -> None:
    page.troubles.expected = True  # a kernel is killed on the way
    seat = at(page, "practice", code=encode(Progress("demo")), kind="count")
    keys, live = page.keyboard, page.locator(f"{seat.root} > [role=status]")
    asked = question("count", "demoq0", EN)
    slip, right = asked.slips[0], str(getattr(asked.answer, "value", ""))
    expect(seat.question).to_have_text(asked.ask)

    # keys work on a page that was just opened; what cannot be read is said at the field, and is no try
    keys.press("a")
    keys.type("lots")
    seat.press("Enter")
    expect(page.locator("[id$='-verdict']")).to_contain_text("“lots” is not a number")
    expect(page.locator("[id$='-answer']")).to_have_value("lots")
    expect(live).to_contain_text("is not a number")

    # a wrong idea is named, written and spoken; the focus stays in the field
    keys.press("Control+a")
    keys.type(str(slip.value))
    seat.press("Enter")
    note = page.locator("[id$='-verdict']")
    expect(note).to_contain_text(EN(IDEAS[slip.idea].title))
    expect(live).to_contain_text("Not yet")
    assert seat.focus == "answer"

    # hints one after another, and back
    keys.press("Escape")
    for n, hint in enumerate(asked.hints, 1):
        seat.press("h")
        expect(page.locator(f"[id$='-hint-{n}-fold']")).to_contain_text(hint.text)
        expect(live).to_have_text(hint.text)
    expect(page.locator(".k-line")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.locator("details.k-fold").evaluate_all("all => all.forEach((e) => { e.open = true; })")
        axe(page)
    seat.fits(360)
    seat.fits(1280, 720)
    page.locator("details.k-fold").evaluate_all("all => all.forEach((e) => { e.open = false; })")
    for n in range(len(asked.hints), 0, -1):
        seat.press("b")
        expect(page.locator(f"[id$='-hint-{n}']")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".k-line")).to_have_count(0)

    # right, and on to the next; the field of the next question has the focus
    keys.press("a")
    keys.type(right)
    seat.press("Enter")
    expect(note).to_have_text("✓ Right.")
    assert seat.focus == "next"
    seat.press("n")
    assert seat.focus == "answer" and seat.question.inner_text() != asked.ask
    keys.press("Escape")
    seat.press("s")
    assert seat.value("[state.progress.asked, state.progress.right, state.progress.open_ideas]") == [2, 0, [slip.idea]]

    # a choice by its letter, in another language
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    seat.value("panel.show(panel._app.only(state, {'value': 'classify'}))")
    expect(page.locator("[id$='-answer-b']")).to_be_attached()
    page.locator(seat.root).focus()
    keys.press("b")
    expect(page.locator("[id$='-answer-b']")).to_be_checked()
    seat.press("Enter")
    expect(page.locator("[id$='-verdict']")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")

    # saved as a file; the kernel dies; the page goes on
    page.get_by_text("Keep your progress, or load it").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    kept = read(file.read_text(encoding="utf-8"))
    assert kept.asked == 3 and encode(kept) == seat.code
    seat.kernel(page).kill()
    page.get_by_role("button", name="Reload and go on").click()
    expect(page.get_by_text("Your progress: 3 questions,")).to_be_visible(timeout=60_000)

    # a fresh page offers it; without the offer it comes back from the file, and a wrong code changes nothing
    seat = at(page, "practice")
    expect(page.get_by_role("heading", name="Go on where you were?")).to_be_visible()
    seat.click("No, start anew")
    expect(page.get_by_text("Your progress: 0 questions,")).to_be_visible()
    page.get_by_text("Keep your progress, or load it").click()
    page.get_by_label("Or paste the code").fill(encode(kept).replace("_1_", "_2_"))
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("nothing was loaded")
    before = seat.number
    page.locator("[id$='-file']").set_input_files(file)
    seat.stepped(before)
    expect(page.get_by_text("Your progress: 3 questions,")).to_be_visible()
    expect(page.get_by_role("heading", name="Your progress is loaded.")).to_be_visible()
    assert seat.code == encode(kept) and seat.value("state.progress.open_ideas")[0] == slip.idea
