"""The choices of house rules at the table in a browser: by mouse and by keys, in three languages, and on the projector."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from acey_teach.engine.actions import Action, Blind, CallAce, Split
from acey_teach.engine.cards import cards
from acey_teach.engine.record import encode
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.terms import Ace

from .seat import Seat


def deal(top: str, *choices: Action, **rules: object) -> str:
    """Ana's choice with these cards from the top, after those she has made."""
    session = Session.new(["Ana", "Ben"], Rules.of(rules), decks=[cards(top)], seed="house").choose_dealer(1).run()
    for choice in (None, *choices):
        session = (session.do(choice) if choice else session.cut()).run()
    return encode(session)


ON_THE_TURN = {"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "ace_choice": True}
BLIND = deal("9c 9d 4h", **ON_THE_TURN)
SIDE = deal("9c 9d 4h", Blind(), **ON_THE_TURN)
ACE = deal("Ac 8s Jd 9h", ace_choice=True)
PAIR = deal("5c 8s 5d 9h", pair="hilo")
FREE = deal("9c 8s 9d 3h Kh 2s", pair="split")
COMMITTED = deal("9c 8s 9d 3h Kh 5s", pair="split", split_mode="committed")
POST = deal("5c 8s 6d 6h", post_bet=True)
CLOSED = deal("5c 8s 6d 6h", post_bet=True, ante=60)
AUTO = deal("2c 8s Ad 9h", autopot="open")

CHOICES = {
    "blind": (BLIND, ["Play blind for the pot"], ["g"], "Ana: higher or lower than 9?"),
    "look": (BLIND, ["See the posts"], ["n"], "Two cards of rank 9: higher or lower?"),
    "side": (SIDE, ["Lower", "Turn the third card"], ["d", "n"], "The 4: Ana wins 2"),
    "ace low": (ACE, ["Call it low"], ["d"], "Will the third card fall between a low ace and J?"),
    "ace high": (ACE, ["Call it high"], ["u"], "Will the third card fall between J and A?"),
    "lower": (PAIR, ["Lower", "Bet 2 on lower", "Turn the third card"], ["d", "Enter", "n"], "The 9: Ana loses 2"),
    "higher": (PAIR, ["Lower", "Higher", "Bet 2 on higher", "Turn the third card"], ["d", "u", "Enter", "n"],
               "The 9: Ana wins 2"),
    "split": (FREE, ["Split the pair", "Bet 2", "Turn the third card", "Second hand: Ana"], ["t", "Enter", "n", "n"],
              "Will the third card fall between 9 and K?"),
    "both": (COMMITTED, ["Split, 1 on each", "Turn the third card", "Second hand: Ana"], ["t", "n", "n"],
             "Will the third card fall between 9 and K?"),
    "post": (POST, ["Bet on the post", "Turn the third card"], ["o", "n"], "The 6 is on a post: Ana wins 4"),
    "auto": (AUTO, ["Bet 2", "Turn the third card"], ["Enter", "n"], "The 9 is inside: Ana wins 2"),
}  # fmt: skip


@pytest.fixture
def house(page: Page, at: Callable[..., Seat]) -> Seat:
    """A table with house rules."""
    return at(page, code=BLIND)


def test_every_choice_by_mouse_and_by_keys(page: Page, house: Seat, axe: Callable[..., None]) -> None:
    for name, (code, clicks, keys, then) in CHOICES.items():
        house.show(code)
        if name not in ("look", "ace high", "higher"):
            axe(page, house.root)
        for click in clicks:
            house.click(click)
        by_mouse = house.question.inner_text(), house.code
        assert by_mouse[0] == then, name
        house.show(code)
        for key in keys:
            house.press(key)
        assert (house.question.inner_text(), house.code) == by_mouse, name


def test_closed_buttons_say_why_and_forced_ones_stand_alone(page: Page, house: Seat) -> None:
    house.show(CLOSED)
    button = house.button("Bet on the post")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description(
        "A bet on the post can cost 60 chips, and you have 40. Choose something else, or pass."
    )
    house.show(AUTO)
    assert not house.button("Pass").count() and not page.get_by_role("textbox", name="Stake").count()
    expect(page.get_by_text("there is no pass, and the stake is the largest one, 2.")).to_be_visible()
    house.show(BLIND)
    house.click("See the posts")
    assert house.focus == "bet"
    house.show(PAIR)
    expect(house.button("Lower")).to_have_attribute("aria-pressed", "false")
    house.tab_to("pick_side-lower")
    house.press("Space")
    expect(house.button("Lower")).to_have_attribute("aria-pressed", "true")
    assert house.focus == "pick_side-lower"
    expect(house.button("Bet 2 on lower")).to_be_visible()


def test_a_pair_in_every_language_and_narrow(page: Page, house: Seat, axe: Callable[..., None]) -> None:
    for lang in ("es", "hu", "en"):
        house.show(PAIR, lang=lang)
        house.fits(360)
        axe(page, house.root)
        assert page.locator("[data-intent=pick_side]").count() == 2
    for code in (deal("Ac 8s As 9h", CallAce(Ace.LOW), ace_choice=True), deal("9c 8s 9d 3h Kh", Split(), pair="split")):
        house.show(code)
        house.fits(360)


def test_the_projector_shows_the_same_choices(page: Page, house: Seat) -> None:
    house.click("Present")
    for name, key in {"blind": "g", "side": "d", "ace low": "d", "lower": "d", "split": "t", "post": "o"}.items():
        code, clicks, *_ = CHOICES[name]
        house.show(code)
        expect(page.locator("[data-intent]").filter(has_text=clicks[0]).first).to_be_visible()
        house.press(key)
    house.show(AUTO)
    house.press("ArrowRight")
    assert house.value("state.session.held") == 2
