"""The whole notebook of lesson 9: four panels on a page; the coach and the tournament by keyboard, on a phone too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from acey_teach.analysis.coach import positions
from acey_teach.engine.record import encode
from acey_teach.i18n import translator

from .seat import Seat

PANELS = ("lesson-strategy-lab", "long-run", "coach", "contest")


def ready(page: Page) -> None:
    for name in PANELS:
        expect(page.locator(f".kit[data-panel='{name}'] .k-body > *").first).to_be_visible(timeout=60_000)


def test_the_coach_and_the_tournament_by_keyboard(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any], axe: Callable[..., None]
) -> None:
    at(page, "strategy-lab", lang="en")
    ready(page)
    coach, cup = Seat(page, kernel, "coach"), Seat(page, kernel, "contest")

    coach.tab_to("position-leader", 200)
    coach.press("ArrowRight")
    expect(page.get_by_text("For winning the session: 3 to 7.").first).to_be_visible()
    assert coach.value("state.name") == "behind"
    coach.tab_to("code")
    page.keyboard.insert_text("no code")
    page.keyboard.press("Enter")
    expect(page.locator(f"{coach.root} [role=alert]")).to_contain_text("session code")
    assert coach.value("state.name") == "behind", "nothing is lost"
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(encode(positions()["middle"]))
    coach.press("Enter")
    expect(page.locator(f"{coach.root} .k-notice")).to_have_text("")
    expect(page.get_by_text("played on 4000 times")).to_be_visible()

    cup.tab_to("deals", 200)
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("0 of 50 deals")).to_be_visible()
    cup.tab_to("go")
    page.keyboard.press("Enter")
    expect(page.get_by_text("50 of 50 deals")).to_be_visible()
    expect(page.get_by_text("The difference is real.").first).to_be_visible()
    expect(page.locator(f"{cup.root} [data-chart=ranking][data-drawn] svg")).to_be_visible()
    expect(page.locator(f"{cup.root} [role=status]")).to_contain_text("After 50 deals")
    for width, scheme in ((1280, "light"), (360, "dark")):
        cup.fits(width)
        page.emulate_media(color_scheme=scheme)
        for name in PANELS[2:]:
            axe(page, f".kit[data-panel='{name}'] .k-body")


def test_it_speaks_another_language_and_offers_after_a_reload(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]
) -> None:
    t = translator("hu")
    at(page, "strategy-lab", lang="hu")
    ready(page)
    coach, cup = Seat(page, kernel, "coach"), Seat(page, kernel, "contest")
    assert [Seat(page, kernel, name).value("state.lang") for name in PANELS[1:]] == ["hu"] * 3
    before = coach.number
    page.get_by_label(t("All level"), exact=True).check()
    coach.stepped(before)
    before = cup.number
    page.get_by_role("button", name=t("One less"), exact=True).click()
    cup.stepped(before)
    for width in (1280, 360):
        coach.fits(width)
    page.reload()
    ready(page)
    for seat in (coach, cup):
        offer = page.locator(f"{seat.root} .k-offer")
        expect(offer).to_be_visible()
        offer.get_by_role("button", name=t("Go on"), exact=True).click()
        expect(offer).to_have_count(0)
    assert coach.value("state.name") == "level" and cup.value("len(state.bots)") == 3
