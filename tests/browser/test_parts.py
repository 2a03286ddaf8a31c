"""The parts among plain widgets, in Voila and in JupyterLab: moved, answered, played, and said where something is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .seat import Seat

BOOK = Path(__file__).parents[2] / "notebooks/en/make-your-own.ipynb"
DRAWN = """[...document.querySelectorAll('[data-chart]')].filter((e) => e.getClientRects().length)
    .every((e) => e.dataset.drawn && e.querySelector('svg'))"""


@pytest.fixture
def lesson(page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]) -> Any:
    """The notebook as a page, all of it there; the kernel behind it."""
    at(page, "make-your-own", lang="en")
    ready(page)
    return kernel(page)


def ready(page: Page) -> None:
    expect(page.get_by_role("group", name="Which hand is fair with double loss?")).to_be_visible(timeout=60_000)
    page.wait_for_function(DRAWN, timeout=60_000)


def asked(page: Page, text: str) -> Locator:
    """The form of a question."""
    return page.locator(".k-piece form").filter(has_text=text)


def stakes(page: Page) -> Locator:
    """The headings that say which stake the odds are for; the first odds of the notebook are seen twice."""
    return page.get_by_role("heading", name="What a stake of")


def test_a_slider_and_a_list_move_the_odds(page: Page, lesson: Any) -> None:
    slider = page.get_by_role("slider").first
    slider.focus()
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    for view in (0, 1):
        expect(stakes(page).nth(view)).to_have_text("What a stake of 4 is worth")
    assert lesson.value("odds.stake") == 4
    lesson.run("odds.stake = 9")
    expect(slider).to_have_attribute("aria-valuenow", "9.0")
    page.get_by_role("combobox").first.select_option("Single loss")
    expect(page.get_by_text("Each chip staked is worth exactly +3/25.").first).to_be_visible()
    assert lesson.value("str(odds.value)") == "3/25"


def test_a_question_is_answered_by_keyboard(page: Page, lesson: Any) -> None:
    form = asked(page, "How likely is inside with")
    form.get_by_role("textbox").focus()
    page.keyboard.type("1/0")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("divided by 0")
    page.keyboard.press("Control+a")
    page.keyboard.type("7/13")
    page.keyboard.press("Enter")
    expect(form.locator(".k-note")).to_contain_text("Not yet. “7/13” is not right")
    form.get_by_text("Show the answer").click()
    expect(form.get_by_text("The answer is 14/25.")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="divided")).to_have_count(0)
    form.get_by_role("textbox").fill("0,56")
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".k-note")).to_contain_text("✓ Right.")
    assert lesson.value("[question.attempts, question.right]") == [2, True]

    choice = asked(page, "Which hand is fair")
    choice.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Choose an answer first, then check it.")).to_be_visible()
    choice.get_by_role("radio").first.focus()
    for key in ("ArrowDown", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(choice.locator(".k-note")).to_contain_text("✓ Right.")
    expect(choice.locator(".k-note")).to_contain_text(lesson.value("why"))
    expect(choice.get_by_role("radio").first).to_be_checked()


def test_what_waits_for_an_answer_appears_and_a_mistake_is_said(page: Page, lesson: Any) -> None:
    before = stakes(page).count()
    form = asked(page, "How many cards are inside?")
    form.get_by_role("textbox").fill("28")
    form.get_by_role("button", name="Check").click()
    expect(stakes(page)).to_have_count(before + 1)
    page.wait_for_function(DRAWN)
    lesson.run("first.on_answer(lambda asked: 1 / 0)")
    form.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert").filter(has_text="ZeroDivisionError")).to_be_visible()


def test_the_table_is_played_by_plain_widgets(page: Page, lesson: Any) -> None:
    lesson.run("table.play_on(dealer=0)")
    field, slider = page.get_by_role("textbox", name="Stake"), page.get_by_role("slider").nth(1)
    expect(field).to_be_visible()
    slider.focus()
    slider.press("ArrowRight")
    expect(field).to_have_value("2")
    field.fill("1")
    expect(slider).to_have_attribute("aria-valuenow", "1.0")
    assert lesson.value("[table.stake, chips.value]") == [1, 1]
    lesson.run("on.on_click(lambda button: table.bet(99))")
    number = lesson.value("table.number")
    page.get_by_role("button", name="Play on").first.click()
    expect(page.get_by_role("alert").filter(has_text="A stake of 99")).to_be_visible()
    assert lesson.value("table.number") == number
    lesson.run("counted = []; table.on_step(lambda table: counted.append(table.phase))")
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(field).to_be_hidden()
    assert lesson.value("len(counted)") == 1


def test_a_tab_shows_its_second_hand(page: Page, lesson: Any) -> None:
    page.get_by_role("tab", name="No gap at all").click()
    expect(page.get_by_text("The posts are 7♠ and 8♥.").last).to_be_visible()
    page.wait_for_function(DRAWN)
    wide = page.eval_on_selector_all("[data-chart] svg", "all => all.map((e) => e.getBoundingClientRect().width)")
    assert all(width == 0 or width > 200 for width in wide) and max(wide) > 200


def test_it_is_accessible_and_fits(
    new_page: Callable[..., Page], at: Callable[..., Seat], axe: Callable[..., None]
) -> None:
    page = new_page(reduced_motion="reduce")
    seat = at(page, "make-your-own", lang="en")
    ready(page)
    form = asked(page, "How likely is inside with")
    form.get_by_role("textbox").fill("1/2")
    form.get_by_role("button", name="Check").click()
    expect(form.locator(".k-note")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for part in page.locator(".kit:has(> .k-body > .k-piece)").all():
            expect(part).to_be_attached()
        axe(page, "#rendered_cells .kit")
    for width in (1280, 800, 360, 320):
        seat.fits(width)
    small = page.eval_on_selector_all(
        ".k-piece :is(button, summary, input[type=text], label), #rendered_cells :is(select, .jupyter-button)",
        "all => all.filter((e) => e.getClientRects().length && !e.matches('.k-same > summary') && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 80))",
    )
    assert not small, small


def test_in_jupyterlab(
    page: Page,
    lab: Callable[..., Any],
    run_cells: Callable[..., None],
    kernel: Callable[[Page], Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    desk = tmp_path_factory.mktemp("own")
    shutil.copy(BOOK, desk)
    run_cells(page, lab(desk), BOOK.name)
    expect(page.locator(".kit .k-body .k-page").first).to_be_visible(timeout=60_000)
    behind = kernel(page)
    show = "jupyterapp.shell.currentWidget.content.scrollToItem({})"
    cells = "jupyterapp.shell.currentWidget.content.widgets.findIndex((cell) => cell.model.id === '{}')"

    def go(cell: str) -> Locator:
        index = page.evaluate(cells.format(cell))
        page.evaluate(show.format(index))
        return page.locator(f".jp-Cell[data-windowed-list-index='{index}']")

    names = {cell["id"]: "".join(cell["source"]) for cell in __import__("json").loads(BOOK.read_text())["cells"]}
    where = {
        key: next(name for name, source in names.items() if key in source)
        for key in ("stake = IntSlider", "question =", 'titles=["A wide')
    }
    cell = go(where["stake = IntSlider"])
    slider = cell.get_by_role("slider")
    slider.focus()
    slider.press("ArrowRight")
    expect(cell.get_by_role("heading", name="What a stake of 3 is worth")).to_be_visible()
    assert behind.value("odds.stake") == 3

    cell = go(where["question ="])
    cell.get_by_role("textbox", name="Your answer").fill("nonsense")
    cell.get_by_role("button", name="Check").click()
    expect(cell.get_by_role("alert")).to_contain_text("“nonsense” is not a number.")
    cell.get_by_role("textbox", name="Your answer").fill("14/25")
    cell.get_by_role("button", name="Check").click()
    expect(cell.locator(".k-note")).to_contain_text("Right.")
    assert behind.value("[question.attempts, question.right]") == [1, True]

    behind.run("stake.observe(lambda change: setattr(hand, 'posts', 'nonsense'), 'value')")
    cell = go(where["stake = IntSlider"])
    cell.get_by_role("slider").press("ArrowRight")
    expect(cell.get_by_role("heading", name="What a stake of 4 is worth")).to_be_visible()
    assert "“nonsense” is not a card." in behind.value("hand.notice") and behind.value("hand.posts") == "7s Jd"

    cell = go(where['titles=["A wide'])
    page.wait_for_function(DRAWN, timeout=60_000)  # until then the tabs move
    cell.get_by_role("tab", name="No gap at all").click()
    expect(cell.get_by_text("The posts are 7♠ and 8♥.")).to_be_visible()
