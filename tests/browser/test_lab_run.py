"""The lab of witnesses and long runs: a run rises, stands still, goes on and stops, by keyboard; a gap is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from .seat import Seat

CELL = "from acey_teach.lessons.lab.run_page import long_run\nlong_run()"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a notebook that holds nothing but the lab."""
    folder = tmp_path_factory.mktemp("run")
    kernel = {"name": "python3", "language": "python", "display_name": "Python 3"}
    cells = [nbformat.v4.new_code_cell(CELL)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"title": "Run", "kernelspec": kernel}), folder / "run.ipynb")
    return folder


@pytest.fixture
def sit(voila: Callable[..., Any], kernel: Callable[[Page], Any], book: Path) -> Callable[[Page, str], Seat]:
    """Open the lab in a language."""

    def open_page(page: Page, lang: str) -> Seat:
        page.goto(voila(book).url(f"voila/render/run.ipynb?lang={lang}"))
        expect(page.locator(".kit .k-run")).to_be_visible(timeout=60_000)
        return Seat(page, kernel, "long-run")

    return open_page


def done(page: Page) -> int:
    """How far the page says the run is."""
    return int(page.locator(".k-run progress").get_attribute("value") or 0)


def rises(page: Page) -> int:
    """Wait until the run is further than now."""
    before = done(page)
    page.wait_for_function(f"Number(document.querySelector('.k-run progress').getAttribute('value')) > {before}")
    return before


def stands_still(seat: Seat) -> int:
    """What the kernel and the page both say, after either had time for a slice more."""
    drawn = seat.value("state.done")
    seat.page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then))))")
    assert seat.value("state.done") == drawn == done(seat.page)
    return int(drawn)


def test_draws_rise_pause_go_on_and_stop_by_keyboard(
    page: Page, sit: Callable[..., Seat], axe: Callable[..., None]
) -> None:
    seat = sit(page, "en")
    seat.tab_to("go")
    seat.press("Enter")
    assert seat.focus == "pause"
    rises(page)
    rises(page)
    seat.press("g")
    paused = stands_still(seat)
    assert 0 < paused < seat.value("state.target")
    assert seat.focus == "go"
    expect(page.locator(".k-run [id$='-far']")).to_contain_text("of 1")
    assert seat.charts_drawn() == ["settle"]
    axe(page, seat.root)
    seat.press("g")
    assert rises(page) >= paused
    seat.tab_to("stop")
    seat.press("Enter")
    assert stands_still(seat) > paused
    seat.tab_to("broken-none")
    number = seat.number
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        number += 1
        expect(page.locator(f"{seat.root}[data-state='{number}']")).to_be_attached()
    expect(page.locator("[id$='-verdict']")).to_contain_text("7/13 ≈ 53.8 % instead of 14/25 ≈ 56.0 %, a gap of 7/325 ≈ 2.2 %")
    assert stands_still(seat) == 0 and seat.value("state.case.broken.value") == "put-back"
    expect(page.locator(".k-three .is-wrong")).to_have_count(1)
    page.reload()
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator("[id$='-broken-put-back']")).to_be_checked()
    assert seat.value("[state.phase.value, state.done]") == ["ready", 0]
    seat.fits(360, 740)


def test_sessions_run_to_their_end(page: Page, sit: Callable[..., Seat], axe: Callable[..., None]) -> None:
    seat = sit(page, "hu")
    page.locator("[id$='-about-s']").check(force=True)
    seat.stepped(0)
    page.locator("[id$='-size']").select_option("0")
    seat.stepped(1)
    page.locator("[id$='-go']").click()
    expect(page.locator("[id$='-again']")).to_be_visible()
    assert stands_still(seat) == seat.value("state.target")
    assert sorted(seat.charts_drawn()) == ["settle", "spread"]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    seat.fits(360, 740)
    page.locator("summary").first.click()
    axe(page, seat.root)
    number = seat.number
    page.locator("[id$='-watch']").select_option("2")
    seat.stepped(number)
    assert seat.value("[state.seat, state.phase.value]") == [2, "over"]
