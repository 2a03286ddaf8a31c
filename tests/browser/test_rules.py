"""Rules in a browser: a preset and rules of one's own, chosen by keys alone, and the line that names them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from acey_teach.engine.rules import ABOUT, PRESETS

from .seat import Seat


def chosen(table: Seat, key: str, value: str) -> None:
    """Press a key in the list that has the focus until it holds `value`."""
    field = table.page.locator(f"[id$='-{table.focus}']")
    for _ in range(8):
        if field.input_value() == value:
            return
        table.press(key)
    raise AssertionError(f"no {value} in {table.focus}")


def test_rules_are_chosen_by_keys_and_named_on_the_table(page: Page, at: Callable[..., Seat], axe: Callable[..., None]) -> None:
    table = at(page)
    table.tab_to("rules")
    chosen(table, "ArrowDown", "encyclopedia")
    expect(page.locator("[id$='-rules-says']")).to_contain_text(PRESETS["encyclopedia"].says)
    chosen(table, "End", "own")
    table.tab_to("rule-satan")
    table.press("Space")
    table.tab_to("rule-debt")
    chosen(table, "Home", "cap")
    expect(page.get_by_role("status").filter(has_text="B14")).to_be_visible()
    table.fits(360)
    axe(page)
    table.tab_to("resize-debt=short")
    table.press("Enter")
    expect(page.locator(".k-clash")).to_have_count(0)
    assert table.focus, "the focus is not lost with the button"
    page.set_viewport_size({"width": 1280, "height": 720})
    table.tab_to("start")
    table.press("Enter")
    line = page.locator("[id$='-rules-line']")
    for rule in ("satan", "deal", "pair"):
        expect(line.locator("summary")).to_contain_text(ABOUT[rule].told(True if rule == "satan" else PRESETS["encyclopedia"].changes[rule]).title)
    table.tab_to("copy")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(line).to_contain_text(ABOUT["satan"].says)
    axe(page, ".k-rules")
    table.fits(360)
    assert table.value("state.session.rules.changes") == {**PRESETS["encyclopedia"].changes, "satan": True, "debt": "short"}
