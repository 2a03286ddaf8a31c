"""The worked example in a browser: predict, reveal, four verdicts; cards turned by mouse and keys; small and dark screens."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from acey_teach.i18n import translator
from acey_teach.widgets.example_verdicts import QUESTION

from .seat import Seat


@pytest.fixture
def example(page: Page, at: Callable[..., Seat]) -> Seat:
    return at(page, "worked-example")


def predict(example: Seat, guess: str = "Fair") -> None:
    """Choose an answer and reveal the count."""
    before = example.number
    example.page.get_by_label(guess).check(force=True)
    example.stepped(before)
    example.click("Reveal the count")


def shown(example: Seat) -> list[str]:
    """The row of the table that is highlighted: its value and its verdict."""
    return example.page.locator(".k-ways tr.is-now td").all_inner_texts()


def test_predict_and_reveal(example: Seat) -> None:
    page, live = example.page, example.page.locator("[data-panel=worked-example] > .k-vh[role=status]")
    expect(example.question).to_have_text("Is this bet good, fair or bad?")
    assert shown(example) == [] and page.locator("[data-chart]").count() == 0
    expect(example.button("Reveal the count")).to_have_attribute("aria-disabled", "true")
    predict(example, "Bad")
    expect(page.get_by_role("heading", name="You said: bad. By the rules the bet is exactly fair.")).to_be_visible()
    expect(live).to_contain_text("7/13 treats the ranks as if no card had been dealt.")
    assert example.focus == "by_chance" and shown(example) == ["0", "exactly fair"]
    assert example.charts_drawn() == ["outcome", "result"]


def test_four_verdicts(example: Seat) -> None:
    """Rows set the switches, switches choose the row, and the charts follow both."""
    page, live = example.page, example.page.locator("[data-panel=worked-example] > .k-vh[role=status]")
    predict(example)
    example.charts_drawn()
    outcome, result = (page.locator(f"[data-chart={name}]") for name in ("outcome", "result"))
    for name, row, inside, loss in (
        ("Single loss", ["+3/25", "in favour"], "28/50", "22/50"),
        ("Cards put back", ["−1/13", "against"], "28/52", "16/52"),
        ("Other cards seen", ["+3/46", "in favour"], "27/46", "14/46"),
        ("By the rules", ["0", "exactly fair"], "28/50", "16/50"),
    ):
        example.click(name)
        assert shown(example) == row
        expect(outcome).to_contain_text(inside)
        expect(result).to_contain_text(loss)
        expect(live).to_contain_text(name)
        expect(example.button(name)).to_have_attribute("aria-pressed", "true")
    for switch, row in (
        ("once", ["+3/25", "in favour"]),
        ("put back", ["+1/13", "in favour"]),
        ("twice", ["−1/13", "against"]),
    ):
        before = example.number
        page.get_by_label(switch, exact=True).check(force=True)
        example.stepped(before)
        assert shown(example) == row
    assert example.value("[state.way, str(state.odds.ev_per_chip)]") == ["replaced", "-1/13"]
    expect(example.button("4 of clubs: on a post")).to_have_count(1)  # put back, it can come again


def test_verdicts_by_keys_alone(example: Seat) -> None:
    page = example.page
    example.tab_to("guess-good")
    example.press("Space")
    example.press("ArrowDown")
    assert example.value("state.guess") == "fair" and example.focus == "guess-fair"
    example.press("r")
    expect(page.get_by_role("heading", name="You said: fair. That is right")).to_be_visible()
    example.tab_to("cost-twice")
    example.press("ArrowRight")
    assert shown(example) == ["+3/25", "in favour"] and example.focus == "cost-once"
    page.keyboard.press("Tab")
    example.press("ArrowRight")
    assert shown(example) == ["+1/13", "in favour"] and example.focus == "pack-back"
    example.tab_to("judge-seen")
    example.press("Enter")
    assert shown(example) == ["+3/46", "in favour"] and example.focus == "judge-seen"


def test_by_mouse(example: Seat) -> None:
    page, live = example.page, example.page.locator("[data-panel=worked-example] > .k-vh[role=status]")
    predict(example)
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
    expect(page.locator(".k-worth")).to_contain_text("(27 − 28) / 49 = −1/49. Each chip staked is worth exactly −1/49.")
    assert example.value("[str(state.odds.ev_per_chip), state.odds.unseen]") == ["-1/49", 49]
    expect(example.button("9 of spades: inside")).to_have_count(0)


def test_by_keys_alone(example: Seat) -> None:
    """Tab, Enter, the arrow keys and the letters shown on the buttons."""
    page = example.page
    predict(example)
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
    def everywhere() -> None:
        for scheme in ("light", "dark"):
            example.page.emulate_media(color_scheme=scheme)
            for width in (1280, 800, 360, 320):
                example.fits(width)
                if width in (1280, 360):
                    axe(example.page)

    everywhere()
    predict(example, "Good")
    example.charts_drawn()
    everywhere()
    for name in ("Cards put back", "9 of hearts: inside"):
        example.click(name)
    before = example.number
    example.page.get_by_label("once", exact=True).check(force=True)
    example.stepped(before)
    everywhere()


def test_in_other_languages(page: Page, at: Callable[..., Seat]) -> None:
    example = at(page, "worked-example", lang="hu")
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    for lang, name in (("hu", "Magyar"), ("es", "Español"), ("en", "English")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("[data-panel=worked-example]")).to_have_attribute("lang", lang)
        expect(example.question).to_have_text(translator(lang)(QUESTION))
