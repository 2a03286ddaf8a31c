"""The workshop of lesson 8 and its quiz: rules are switched, compared in four ways, remembered, and opened at the table."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from acey_teach.engine.rules import PRESETS
from acey_teach.lessons.house_rules_quiz import questions
from acey_teach.lessons.house_rules_state import ALL, SLICE, table_code

from .seat import Seat


def test_rules_are_switched_and_compared(page: Page, at: Callable[..., Seat], axe: Callable[..., None]) -> None:
    seat = at(page, "house-rules")
    seat.name = "house-rules"
    part = page.locator("[id$='-part']")
    expect(part).to_contain_text("unfavourable by the guide, unfavourable by these rules")
    number = seat.number
    page.locator("[id$='-preset']").select_option("encyclopedia")
    seat.stepped(number)
    expect(page.locator("[id$='-in-force']")).to_contain_text("“Higher or lower”")
    expect(part).to_contain_text("−3/25")
    page.locator("[id$='-switch-split']").click()
    expect(page.locator("[id$='-switch-hilo']")).to_have_attribute("aria-pressed", "true")
    seat.stepped(number + 1)
    expect(page.locator("[id$='-clash']")).to_contain_text("A third ace loses")
    number += 1
    page.locator("[id$='-compare-pairs']").check(force=True)
    seat.stepped(number + 1)
    assert seat.charts_drawn() == ["pairs"]
    expect(page.locator("[data-chart] svg text").first).to_be_attached()
    axe(page, seat.root)
    seat.fits(360, 740)
    assert seat.charts_drawn() == ["pairs"]
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    axe(page, seat.root)
    page.locator("[id$='-compare-turn']").check(force=True)
    seat.stepped(number + 2)
    axe(page, seat.root)
    seat.fits(360, 740)
    page.locator("[id$='-compare-sessions']").check(force=True)
    seat.stepped(number + 3)
    seat.click(f"Play {SLICE}")
    expect(part).to_contain_text(f"{SLICE} of {ALL}")
    seat.click(f"Play {SLICE} more")
    axe(page, seat.root)
    seat.fits(320, 740)
    page.reload()
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator("[id$='-in-force']")).to_contain_text("“Higher or lower”")
    assert seat.value("[state.part.value, state.rules.pair]") == ["sessions", "hilo"]
    page.locator("[id$='-table']").first.click()
    expect(page.locator(".kit[data-panel=table] [id$='-code'].k-code")).to_have_text(table_code(PRESETS["encyclopedia"].rules))


def test_a_family_finds_its_rules(page: Page, at: Callable[..., Seat], axe: Callable[..., None]) -> None:
    seat = at(page, "house-rules")
    seat.name = "family-rules"
    rules = PRESETS["two-packs"].rules
    for n, question in enumerate(questions()):
        number = seat.number
        page.locator(f"[id$='-answer-{n}-{question.values.index(getattr(rules, question.name))}']").check(force=True)
        seat.stepped(number)
    expect(page.locator("[id$='-found']")).to_contain_text("Your answers fit “Two packs”.")
    axe(page, seat.root)
    seat.fits(360, 740)
    page.reload()
    expect(page.locator("[id$='-found']")).to_contain_text("Two packs")
    expect(page.locator(f"{seat.root} [id$='-table']")).to_have_attribute("href", f"table.ipynb?lang=en&code={table_code(rules)}")
