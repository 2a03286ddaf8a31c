"""Predicting in a browser: by keyboard, on a phone, through a dead kernel, and a whole session of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.record import encode
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Phase, Session
from acey_teach.i18n import SPACE, translator

from .seat import Seat


def deal(top: str) -> str:
    """Ana has the first and third of these cards, Ben the second; the first decision is due."""
    first = cards(top)
    deck = [*first, *(card for card in PACK if card not in first)]
    session = (
        Session.new(("Ana", "Ben"), Rules(ante=2), decks=[deck], seed="browser").choose_dealer(1).run().cut().run()
    )
    assert session.phase is Phase.DECISION
    return encode(session)


WORKED = deal("4c 8s Qd 9h Kd 2s")


@pytest.fixture
def live(page: Page, at: Callable[..., Seat]) -> Seat:
    """The lesson's own table, with the worked example on it: 4♣ and Q♦, 49 unseen, 27 of them inside."""
    return at(page, "live-odds", code=WORKED)


def own(seat: Seat) -> Locator:
    """The table, among the panels of the page."""
    return seat.page.locator(seat.root)


def told(seat: Seat) -> str:
    return own(seat).locator("[id$='-told']").inner_text().replace(SPACE, " ")


def test_a_turn_by_keys_alone(live: Seat, axe: Callable[..., None]) -> None:
    page = live.page
    expect(own(live).locator("[data-chart=outcome]")).to_have_count(0)
    axe(page, live.root)
    live.tab_to("chance")
    page.keyboard.type("7/13")
    slider = own(live).get_by_role("slider", name="Probability of inside in percent")
    expect(slider).to_have_value("54")
    expect(slider).to_have_attribute("aria-valuetext", f"54{SPACE}%")
    page.keyboard.press("Enter")
    expect(own(live).get_by_role("alert")).to_contain_text("Now say where the third card will fall")
    assert live.focus == "chance" and live.value("[state.odds_hidden, state.draft]") == [True, "7/13"]
    live.tab_to("predict-inside")
    live.press("Enter")
    expect(own(live).get_by_role("alert")).to_have_count(0)
    assert live.focus == "bet"
    assert "7/13 treats the ranks as if no card had been dealt." in told(live)
    expect(own(live).get_by_role("status")).to_contain_text("You predicted: inside. You said 7/13 for inside.")
    assert set(live.charts_drawn()) >= {"deck", "outcome", "result", "chips"}
    live.press("Enter")
    live.press("n")
    assert told(live).startswith("You said inside, and that is where it fell. With 27/49 no outcome was likelier.")
    live.press("n")
    live.press("3")  # no field has the focus: one key is enough
    expect(own(live).locator("[id$='-told']").get_by_text("You predicted: on a post.")).to_be_visible()
    assert live.value("[(p.round, p.seat, p.outcome.value, str(p.chance)) for p in state.predictions]") == [
        [1, 0, "inside", "7/13"],
        [1, 1, "post", "None"],
    ]


def test_the_slider_fills_the_field(live: Seat) -> None:
    slider = own(live).get_by_role("slider", name="Probability of inside in percent")
    slider.focus()
    for _ in range(5):
        live.page.keyboard.press("ArrowRight")
    field = own(live).get_by_label("How likely is inside? (if you like)")
    expect(field).to_have_value("55 %")
    live.press("1")
    assert live.value("str(state.made.chance)") == "11/20"
    assert "right in whole percent" in told(live)


def test_an_unreadable_probability_is_said_and_kept(live: Seat) -> None:
    field = own(live).get_by_label("How likely is inside? (if you like)")
    field.fill("1/0")
    own(live).get_by_role("button", name="inside", exact=True).click()
    expect(own(live).get_by_role("alert")).to_contain_text("Nothing can be divided by 0")
    expect(field).to_have_value("1/0")
    field.fill("about half")
    own(live).get_by_role("button", name="inside", exact=True).click()
    expect(own(live).get_by_role("alert")).to_contain_text("is not a number")
    assert live.value("state.odds_hidden")
    field.fill("")
    live.click("inside")
    expect(own(live).get_by_role("alert")).to_have_count(0)
    assert live.value("[state.made.chance]") == [None]


def two_probabilities(seat: Seat) -> None:
    for outcome, chance in (("inside", "54 %"), ("outside", "1/3")):
        own(seat).get_by_label("How likely is inside? (if you like)").fill(chance)
        seat.click(outcome)
        if outcome == "inside":
            seat.click("Bet 2")
            seat.click("Turn the third card")
            seat.click("Next: Ben")


def test_the_chart_of_two_probabilities(live: Seat, axe: Callable[..., None]) -> None:
    two_probabilities(live)
    page = live.page
    assert "calibration" in live.charts_drawn()
    chart = own(live).locator("[data-chart=calibration]")
    expect(chart).to_contain_text("probability of inside you said")
    expect(chart).to_contain_text("1/1")
    part = own(live).locator("[id$='-predictions']")
    part.get_by_text("Show as a table").click()
    assert [row.split("\t") for row in part.locator("tbody tr").all_inner_texts()] == [
        ["round 1, Ana", "inside", f"54{SPACE}%", "27/49", "inside"],
        ["round 1, Ben", "outside", "1/3", "14/47", "–"],
    ]
    part.get_by_text("What the scores mean").click()
    axe(page, live.root)


def test_predictions_survive_a_dead_kernel_and_a_reload(live: Seat) -> None:
    page = live.page
    two_probabilities(live)
    page.troubles.expected = True  # type: ignore[attr-defined]
    before = live.value("[tuple(p[:2]) for p in state.predictions]")
    live.kernel(page).kill()
    reload = own(live).get_by_role("button", name="Reload and go on")
    expect(reload).to_be_visible(timeout=60_000)
    reload.click()
    expect(own(live).locator("[id$='-told']")).to_contain_text("You predicted: outside.", timeout=60_000)
    assert live.value("[tuple(p[:2]) for p in state.predictions]") == before
    assert live.value("[state.hide, state.offer]") == [True, None]
    page.reload()
    expect(own(live).locator("[id$='-told']")).to_contain_text("You predicted: outside.", timeout=60_000)


def test_it_fits_a_phone(new_page: Callable[..., Page], at: Callable[..., Seat], axe: Callable[..., None]) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    live = at(page, "live-odds", code=WORKED)
    live.fits(360, 740)
    for control in own(live).locator(".k-predict :is(button, input)").all():
        box = control.bounding_box()
        assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360
    axe(page, live.root)
    two_probabilities(live)
    live.charts_drawn()
    for summary in own(live).locator("[id$='-predictions'] summary").all():
        summary.click()
    live.fits(360, 740)
    axe(page, live.root)
    small = page.evaluate(
        "[...document.querySelectorAll('.k-predict, .k-told, .k-tally')].flatMap((e) => [...e.querySelectorAll('*')])"
        ".filter((e) => e.textContent.trim() && !e.closest('svg') && parseFloat(getComputedStyle(e).fontSize) < 13).length"
    )
    assert small == 0


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_a_whole_session_of_predictions(page: Page, at: Callable[..., Seat], axe: Callable[..., None], lang: str) -> None:
    """Lesson 7 from its first step to its last."""
    t = translator(lang)
    live = at(page, "live-odds", lang=lang)
    assert live.value("[s.strategy for s in state.session.players]") == ["", "cautious", "bold", "cautious", "bold"]
    live.click(t("Draw the dealer"))
    turns = 0
    while live.value("state.session.phase.value") != "over":
        if own(live).locator("[id$='-predict'].k-predict").count():
            own(live).get_by_label(t("How likely is inside? (if you like)")).fill("1/2")
            live.click(t("inside"))
            turns += 1
        if live.button(t("Pass")).count():
            live.click(t("Pass"))
        else:
            live.click(t("Play on"))
    assert turns == live.value("len(state.predictions)") == 15
    part = own(live).locator("[id$='-predictions']")
    expect(part).to_contain_text(t.decimal(Fraction(1, 4), 3))
    if lang == "en":
        expect(part).to_contain_text("15 turns")
        expect(part).to_contain_text("1/2 is “either it happens or not”")
        expect(part).to_contain_text("By what really fell your quadratic score is 0.250")
    live.charts_drawn()
    axe(page, live.root)
    live.fits(360, 740)
