"""Printing: the page's own button under Voila and JupyterLab, the document it prints, and PDF through the command."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from acey_teach.engine.record import encode, parse
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.widgets.sheet import document
from acey_teach.widgets.sheet_session import session_sheet

from .seat import Seat

OVER = "A1.n8.zcrbcrbcr.sd.mD0Cb1ppb7ppb4pCppb20ppppb45Cpb9ppb5pb9p.x3rv"
"""Eight bots, three rounds, bets of all sizes; 34 chips are left for eight."""
# in every frame: note what would be printed, then say it was
STUB = """window.print = () => {
  (window.top.printed ??= []).push({ text: document.body.innerText, title: document.title, lang: document.documentElement.lang,
                                     framed: window !== window.top, focus: document.hasFocus() });
  window.dispatchEvent(new Event("afterprint"));
}"""


def printed(page: Page, times: int) -> dict[str, Any]:
    """What was printed last, once so many documents were."""
    page.wait_for_function(f"window.printed?.length === {times}")
    last: dict[str, Any] = page.evaluate("window.printed.at(-1)")
    expect(page.locator("iframe.k-frame")).to_have_count(0)
    return last


# ---- the button ----
def test_a_finished_session_prints_with_and_without_answers(page: Page, at: Callable[..., Seat]) -> None:
    page.add_init_script(STUB)
    table = at(page, code=OVER)
    before = table.number
    table.button("Print").focus()
    page.keyboard.press("Enter")
    sheet = printed(page, 1)
    assert sheet["framed"] and sheet["lang"] == "en" and sheet["title"].startswith("The session as we played it")
    assert "Round 3" in sheet["text"] and "Answer sheet" not in sheet["text"] and OVER in sheet["text"]
    assert table.focus == "handout", "the focus comes back"
    table.button("Print with answers").click()
    assert "34 / 8 = 17/4" in printed(page, 2)["text"]
    assert table.number == before, "printing is no step"


def test_a_session_going_on_prints_what_has_happened(page: Page, at: Callable[..., Seat]) -> None:
    page.add_init_script(STUB)
    moments = [s for s in parse(OVER).steps if s.round == 1 and s.turn == 3]
    table = at(page, code=encode(moments[0]), lang="es")
    t = translator("es")
    expect(table.button(t("Print with answers"))).to_have_count(0)
    table.button(t("Print")).click()
    text = printed(page, 1)["text"]
    seen = {str(card) for card in moments[0].seen}
    cards = {match[0] for match in re.finditer(r"(?:10|[2-9JQKA])[♠♥♦♣]", text)}
    assert cards and cards <= seen


def test_before_the_first_turn_the_button_is_closed_and_says_why(page: Page, at: Callable[..., Seat]) -> None:
    page.add_init_script(STUB)
    table = at(page, code="A1.n2.sdemo.mD1.t1.xx1s")
    button = table.button("Print")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_accessible_description("There is nothing to print yet. Play one turn to its end first.")
    button.click(force=True)
    table.click(table.page.locator("[id$='-act'] .is-main").inner_text().split("\n")[0].removesuffix(" N").strip())
    assert page.evaluate("window.printed") is None


def test_a_browser_that_does_not_print_is_told_of(page: Page, at: Callable[..., Seat]) -> None:
    page.add_init_script("window.print = () => { throw new Error('no printer') }")
    table = at(page, code=OVER)
    table.button("Print").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("cannot print from here.*" + re.escape(OVER)))
    expect(page.locator("iframe.k-frame")).to_have_count(0)
    table.click("Back")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_printing_in_jupyterlab(
    page: Page, lab: Callable[..., Any], run_cells: Callable[..., None], tmp_path: Path
) -> None:
    page.add_init_script(STUB)
    cells = ["from acey_teach import table", f"table(code={OVER!r})"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    nbformat.write(book, tmp_path / "print.ipynb")
    run_cells(page, lab(tmp_path), "print.ipynb")
    page.get_by_role("button", name="Print", exact=True).click()
    sheet = printed(page, 1)
    assert sheet["framed"] and "Round 3" in sheet["text"] and "Answer sheet" not in sheet["text"]


# ---- the document ----
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_document_is_sound_and_asks_for_nothing(
    page: Page, axe: Callable[..., None], lang: str, tmp_path: Path
) -> None:
    t = translator(lang)
    sheet = session_sheet(parse(OVER), t)
    page.set_content(document(sheet.title, sheet.body, t, sheet.answers))
    axe(page)
    page.emulate_media(media="print")
    for width in (794 - 91, 816 - 91):  # what A4 and Letter leave, in pixels
        page.set_viewport_size({"width": width, "height": 1000})
        wide = page.eval_on_selector_all(
            ".k-sheet *:not(.k-vh)", "all => all.filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length"
        )
        assert not wide, f"{wide} elements leave the paper at {width}"
    assert not page.troubles.requests  # type: ignore[attr-defined]


def test_dark_screens_print_light(new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="dark")
    t = translator("en")
    sheet = session_sheet(parse(OVER), t)
    page.set_content(document(sheet.title, sheet.body, t))
    ground, ink = page.eval_on_selector(".kit", "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color]")
    assert ground == "rgb(255, 255, 255)" and ink == "rgb(22, 33, 29)"


# ---- PDF ----
def pdf_of(folder: Path, *options: str) -> bytes:
    command = [sys.executable, "-m", "acey_teach", "handout", OVER, "--pdf", "-o", str(folder / "a.html"), *options]
    subprocess.run(command, check=True, timeout=120, stdout=subprocess.PIPE)
    return (folder / "a.pdf").read_bytes()


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    """Width and height of the pages in points."""
    return {(round(float(w)), round(float(h))) for w, h in re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", pdf)}


def test_the_command_makes_a_pdf_with_the_answers_on_pages_of_their_own(tmp_path: Path) -> None:
    apart = pages(pdf_of(tmp_path, "--answers", "apart"))
    answers = pages((tmp_path / "a-answers.pdf").read_bytes())
    together = pdf_of(tmp_path, "--answers", "with")
    assert apart == 3 and answers == 2 and pages(together) == apart + answers
    assert sizes(together) == {(595, 842)}
    letter = pdf_of(tmp_path, "--answers", "none", "--paper", "letter")
    assert sizes(letter) == {(612, 792)} and pages(letter) == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-answers.html", "a-answers.pdf", "a.html", "a.pdf"]
