"""The worked example in a browser: two cards turned by mouse and by keys, a seen card, a stake, small and dark screens."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from acey_teach.i18n import translator

from .seat import Seat


@pytest.fixture
def example(page: Page, at: Callable[..., Seat]) -> Seat:
    return at(page, "worked-example")


def test_by_mouse(example: Seat) -> None:
    page, live = example.page, example.page.locator(".k-vh[role=status]")
    assert example.charts_drawn() == ["outcome", "result"]
    example.click("9 of hearts: inside")
    expect(example.question).to_have_text("The 9 is inside: +2, pot 8")
    expect(live).to_have_text("Third card 9 of hearts: inside, you win 2. Pot 8.")
    assert example.value("[str(state.third), state.settled.net, state.settled.pot]") == ["9♥", 2, 8]
    example.click("queen of spades: on a post")
    expect(example.question).to_have_text("The Q is on a post: −4, pot 14")
    expect(live).to_have_text("Third card queen of spades: on a post, you lose 4. Pot 14.")
    assert example.value("[str(state.third), state.settled.net, state.settled.pot]") == ["Q♠", -4, 14]
    expect(page.get_by_text("2 cards turned so far")).to_contain_text("they would have brought −2 chips in all")

    before = example.number
    page.get_by_label("9♠").click(force=True)
    example.stepped(before)
    expect(page.locator("[data-chart=outcome]")).to_contain_text("27/49")
    expect(page.get_by_text("Each chip staked is worth exactly −1/49.")).to_be_visible()
    assert example.value("[str(state.odds.ev_per_chip), state.odds.unseen]") == ["-1/49", 49]
    expect(example.button("9 of spades: inside")).to_have_count(0)


def test_by_keys_alone(example: Seat) -> None:
    """Tab, Enter, the arrow keys and the letters shown on the buttons."""
    page = example.page
    example.tab_to("turn-9h")
    example.press("Enter")
    expect(example.question).to_have_text("The 9 is inside: +2, pot 8")
    assert example.focus == "turn-9h"
    for _ in range(3):  # 9♥ 10♥ J♥ Q♥
        page.keyboard.press("Tab")
    example.press("Space")
    expect(example.question).to_have_text("The Q is on a post: −4, pot 14")
    example.press("b")
    expect(example.question).to_have_text("Will the third card fall between 4 and Q?")
    assert example.value("state.third") is None
    example.press("n")
    expect(example.question).to_have_text(re.compile("^The (10|[2-9]|[JQKA]) is "))
    page.keyboard.press("Escape")
    example.tab_to("stake")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="What a stake of 3 is worth")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="What a stake of 10 is worth")).to_be_visible()
    assert example.value("[state.stake, str(state.odds.ev(10))]") == [10, "0"]


def test_for_every_screen_and_everybody(example: Seat, axe: Callable[..., None]) -> None:
    example.click("9 of hearts: inside")
    example.charts_drawn()
    for scheme in ("light", "dark"):
        example.page.emulate_media(color_scheme=scheme)
        for width in (1280, 360, 320):
            example.fits(width)
            if width != 320:
                axe(example.page)


def test_in_other_languages(page: Page, at: Callable[..., Seat]) -> None:
    example = at(page, "worked-example", lang="hu")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    for lang, name in (("hu", "Magyar"), ("es", "Español"), ("en", "English")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".kit[data-state]")).to_have_attribute("lang", lang)
        question = translator(lang)("Will the third card fall between {low} and {high}?", low="4", high="Q")
        expect(example.question).to_have_text(question)
