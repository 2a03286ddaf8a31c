"""Presenter mode in a browser: a hand by keys alone on one screen, votes, large type, planned cards, other languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from acey_teach.engine.cards import cards
from acey_teach.engine.record import encode, parse
from acey_teach.engine.session import Phase, Session
from acey_teach.i18n import LANGUAGES
from acey_teach.widgets.words import HOUSE_PHASES

from .seat import Seat

NAMES = ("Ana", "Bence", "Clara", "David", "Eszter", "Felipe", "Greta", "Hugo")
SIZES = [(1280, 720), (800, 600)]
# texts smaller than 28 px (key caps and the dealer's D: 24), seen by people
SMALL = """() => { const found = [], all = document.createTreeWalker(document.querySelector('.k-screen'), NodeFilter.SHOW_TEXT);
    while (all.nextNode()) { const n = all.currentNode, e = n.parentElement, size = parseFloat(getComputedStyle(e).fontSize);
        if (!n.nodeValue.trim() || e.closest('.k-vh, svg') || !e.getClientRects().length || !size) continue;
        if (size < (e.matches('kbd, .k-dealer') ? 24 : 28)) found.push(`${n.nodeValue.trim()}: ${size}`); }
    return found; }"""


def deal(n: int = 2, top: str = "4c 8s Qd 9h") -> Session:
    """The last seat has dealt; the first decision is due: Ana has 4 and Q, and with two players the 9 comes next."""
    return Session.new(NAMES[:n], seed="browser", decks=[cards(top)]).choose_dealer(n - 1).run().cut().run()


@pytest.fixture
def screen(page: Page, at: Callable[..., Seat]) -> Seat:
    return at(page, code=encode(deal()), present="1")


def is_one_screen(page: Page, width: int, height: int) -> None:
    """Nothing is scrolled, nothing sticks out, nothing is small."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size[0] <= width and size[1] <= height, f"{size} in a window of {width}×{height}"
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_hand_by_keys_alone(page: Page, screen: Seat, width: int, height: int) -> None:
    is_one_screen(page, width, height)
    expect(page.get_by_role("heading", level=1)).to_have_text("Will it fall between 4 and Q?")
    expect(page.locator(".k-vote b").first).to_have_text("?")
    for key in "11123":  # nobody has clicked into the page
        page.keyboard.press(key)
    expect(page.get_by_label("Hands for inside")).to_have_value("3")
    expect(page.get_by_text("5 votes")).to_be_visible()
    page.keyboard.press("p")
    for hands in ("17", "9", "4"):
        page.keyboard.type(hands)
        page.keyboard.press("Tab" if hands != "4" else "Enter")
    expect(page.locator(".k-vote tbody td:nth-child(4)")).to_have_text(["57\u00a0%", "30\u00a0%", "13\u00a0%"])
    screen.press("r")
    odds = deal().odds
    exact = [f"{n}/49" for n in (odds.inside, odds.outside, odds.post)]
    expect(page.locator(".k-vote td.num b")).to_have_text(exact)
    assert page.locator(".k-rank .dots i").count() == 49
    is_one_screen(page, width, height)
    screen.press("r")
    expect(page.locator(".k-vote b").first).to_have_text("?")
    screen.press("ArrowRight")
    expect(screen.button("Turn the third card")).to_be_visible()
    is_one_screen(page, width, height)
    screen.press("Space")
    expect(page.get_by_role("heading", level=1)).to_have_text("The 9 is inside: Ana wins 2")
    expect(page.locator(".k-compare")).to_have_text(f"For “inside” the class had 57\u00a0%, the cards {exact[0]}, 55\u00a0%.")
    is_one_screen(page, width, height)
    screen.press("ArrowLeft")
    screen.press("ArrowLeft")
    expect(page.get_by_label("Hands for inside")).to_have_value("17")
    screen.press("x")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana passes")
    screen.press("n")
    assert screen.value("[p.name for p in state.session.players]") == ["Ana", "Bence"]
    assert screen.value("state.session.phase.value") == "decision"
    assert screen.value("state.session.setup.seed") != "browser"
    screen.press("ArrowLeft")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana passes")
    screen.press("Escape")
    expect(page.locator(".kit.is-present")).to_have_count(0)
    screen.click("Present")
    expect(page.locator(".kit.is-present")).to_be_visible()


def test_odd_numbers_of_hands_are_explained_and_nothing_is_lost(page: Page, screen: Seat) -> None:
    inside, outside = page.get_by_label("Hands for inside"), page.get_by_label("Hands for outside")
    inside.fill("17")
    for typed in ("2.5", "-1", "1000000000"):
        outside.fill(typed)
        expect(page.locator(".k-notice")).to_contain_text(f"“{typed}” is not a number of hands.")
        expect(inside).to_have_value("17")
    outside.fill("")
    expect(page.locator(".k-notice")).to_be_empty()
    expect(page.get_by_text("17 votes")).to_be_visible()
    inside.fill("")
    expect(page.get_by_text("No votes yet")).to_be_visible()
    is_one_screen(page, 800, 600)


def test_the_mouse_does_the_same(page: Page, screen: Seat) -> None:
    more = page.get_by_role("button", name="One more hand for on a post")
    for _ in range(3):
        more.click()
    expect(page.get_by_label("Hands for on a post")).to_have_value("3")
    screen.click("Show odds")
    screen.click("Hide odds")
    screen.click("Bet 2")
    screen.click("Turn the third card")
    screen.click("Back")
    screen.click("New deal")
    screen.click("End presenting")
    expect(screen.button("Present")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_moment_is_one_screen(page: Page, at: Callable[..., Seat], lang: str) -> None:
    """Eight players through one round, both sizes, from the dealer to the final table."""
    screen = at(page, code=encode(Session.new(NAMES, seed="browser0")), lang=lang, present="1")
    moments = [Session.new(NAMES, seed="browser0")]
    while moments[-1].phase is not Phase.OVER:
        s = moments[-1]
        moments.append(
            s.cut() if s.phase is Phase.CUT
            else s.choose_dealer() if s.phase is Phase.CHOOSE_DEALER
            else s.bet(1) if s.phase is Phase.DECISION
            else s.next()
        )  # fmt: skip
    seen: set[tuple[Phase, object]] = set()
    for s in moments:
        kind = (s.phase, s.outcome)
        if kind in seen:
            continue
        seen.add(kind)
        screen.show(encode(s))
        for width, height in SIZES:
            is_one_screen(page, width, height)
    assert {phase for phase, _ in seen} == set(Phase) - HOUSE_PHASES


def test_the_same_deal_for_everybody(page: Page, screen: Seat, new_page: Callable[..., Page], at: Callable[..., Seat]) -> None:
    screen.press("x")
    screen.press("s")
    for width, height in SIZES:
        is_one_screen(page, width, height)
    code = page.locator(".k-share-code").first.inner_text()
    assert parse(code) == deal()
    link = page.locator("a[data-link]").first
    expect(link).to_be_visible()
    address = link.get_attribute("href") or ""
    assert f"code={code}" in address and "present" not in address
    pupil = new_page()
    pupil.goto(address)
    expect(pupil.get_by_role("heading", name="Will the third card fall between 4 and Q?")).to_be_visible(timeout=60_000)
    expect(pupil.locator(".kit.is-present")).to_have_count(0)
    screen.press("Space")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana passes")


def test_planned_cards_from_the_form_to_the_third_card(page: Page, at: Callable[..., Seat]) -> None:
    screen = at(page, present="1")
    before = screen.number
    page.get_by_role("combobox", name="Players", exact=True).select_option("2")
    screen.stepped(before)
    page.get_by_label("Who plays for player 2").select_option(label="a person")
    page.locator("summary", has_text="Plan the cards").click()
    page.get_by_label("Cards of round 1").fill("4♣ 8s Qd Qd")
    screen.button("Start the session").click()
    expect(page.locator(".k-notice")).to_contain_text("The card Q♦ is planned more often than the pack holds it.")
    page.get_by_label("Cards of round 1").fill("4♣ 8s Qd 9h")
    screen.click("Start the session")
    screen.click("Bence")
    for _ in range(4):
        screen.press("ArrowRight")
    while not screen.button("Bet 2").count():
        screen.press("ArrowRight")
    expect(page.get_by_role("img", name="queen of diamonds")).to_be_visible()
    screen.press("ArrowRight")
    screen.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^The 9 is inside"))
    assert len(page.locator(".k-top .k-code").inner_text()) < 40


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe(new_page: Callable[..., Page], at: Callable[..., Seat], axe: Callable[..., None], scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    screen = at(page, code=encode(deal(5, "4c 8s 9s Kd 3h Qd 9h")), present="1")
    page.keyboard.press("1")
    expect(page.get_by_text("1 vote", exact=True)).to_be_visible()
    axe(page)
    screen.press("r")
    axe(page)
    screen.press("ArrowRight")
    screen.press("ArrowRight")
    page.set_viewport_size({"width": 800, "height": 600})
    axe(page)
    screen.press("s")
    axe(page)
    screen.press("s")
    screen.press("ArrowRight")
    axe(page)
