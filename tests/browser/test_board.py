"""The board game in a browser: whole games by mouse and by keyboard, on a phone too; its lesson with the table to sort."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from acey_teach.board.game import Phase
from acey_teach.board.record import encode, parse
from acey_teach.i18n import translator
from acey_teach.lessons.two_games_table import CLAIMS
from tests.boards import game_of

from .seat import Seat

NAME = "board-game"
PLACE = "document.activeElement.id.replace(/.*spot/, '')"


def sit(page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any], **query: str) -> Seat:
    at(page, NAME, **query)
    return Seat(page, kernel, NAME)


def due(board: Seat) -> str:
    """What is due, in Python."""
    return str(board.value("state.game.phase.value if state.game else 'form'"))


def waits(board: Seat) -> bool:
    """Whether a person has to choose, as the page shows it."""
    return board.page.locator(f"{board.root} :is(.k-spot, .k-name)").count() > 0


def test_a_whole_game_against_the_bot_by_mouse(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]
) -> None:
    board = sit(page, at, kernel, lang="en")
    page.get_by_label("Seed").fill("mouse")
    board.click("Start the game")
    board.click("Throw for the start")
    hits = 0
    for turn in range(400):
        if page.get_by_role("heading", name=re.compile("wins$")).count():
            break
        hits += page.get_by_text("(hit)").count()
        before = board.number
        if page.locator(".k-name").count():
            page.locator(".k-name button").nth(turn % 6).click()
            board.stepped(before)
            page.locator("[id$='-name']").click()
            board.stepped(before, 2)
        elif page.locator(".k-spot.is-to").count():
            page.locator(".k-spot.is-to").first.click()
            board.stepped(before)
        elif page.locator(".k-spot.is-can").count():
            page.locator(".k-spot.is-can").first.click()
            board.stepped(before)
        else:
            (board.button("Play on") if turn % 2 else page.locator("[id$='-next']")).first.click()
            board.stepped(before)
    assert due(board) == "over" and board.value("state.game.winner") in (0, 1)
    won = board.value("state.game.setup.names[state.game.winner]")
    expect(board.question).to_have_text(f"{won} wins")
    expect(page.get_by_role("status")).to_contain_text("All fifteen men are off.")
    assert hits, "nobody was hit in a whole game"
    code = page.locator("[id$='-code']").input_value()
    game = parse(code)
    assert game.over and game.position.off == 15 and encode(game) == code
    board.click("Next game")
    expect(page.get_by_text("game 2")).to_be_visible()
    assert due(board) == "start" and sum(board.value("list(state.game.points)")) == 1


def arrow_to(board: Seat, place: str) -> None:
    """Go to a place with the arrow keys, as a person would who sees where it is."""
    page = board.page
    for _ in range(40):
        if page.evaluate(PLACE) == place:
            return
        way = page.evaluate(
            """(place) => {
            const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
            const [x, y] = middle(document.activeElement), [toX, toY] = middle(document.querySelector(`[id$=spot${place}]`));
            const [dx, dy] = [toX - x, toY - y];
            return Math.abs(dy) > 60 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : dx > 0 ? "ArrowRight" : "ArrowLeft";
            }""",
            place,
        )
        page.keyboard.press(way)
    raise AssertionError(f"the arrow keys do not lead to {place}")


def test_a_whole_game_against_the_bot_by_keys_alone(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]
) -> None:
    t = translator("hu")
    board = sit(page, at, kernel, lang="hu")
    board.tab_to("seed")
    page.keyboard.type("keys")
    board.tab_to("start")
    board.press("Enter")
    expect(board.question).to_have_text(t("Who starts?"))
    board.press("n")
    spoken, moves = page.get_by_role("status").first, 0
    for turn in range(400):
        if page.locator("[id$='-again']").count():
            break
        if page.locator(".k-name").count():
            board.press(str(turn % 6 + 1))
            board.press("Enter")
        elif page.locator(".k-spot.is-to").count():
            board.press(page.locator("[id*='-go-']").first.get_attribute("data-key") or "")
        elif page.locator(".k-spot.is-can").count():
            lit = page.locator(".k-spot.is-can").evaluate_all("all => all.map((e) => e.id.replace(/.*spot/, ''))")
            if not page.evaluate("document.activeElement.matches('.k-spot')"):
                page.keyboard.press("ArrowDown")
            assert page.evaluate("document.activeElement.matches('.k-spot')"), "an arrow key leads onto the board"
            if moves < 25 or page.evaluate(PLACE) not in lit:
                arrow_to(board, lit[turn % len(lit)])
            board.press("Enter")
            moves += 1
        else:
            board.press("l" if turn % 3 else "Space")
    assert due(board) == "over" and moves > 20
    expect(spoken).to_contain_text(t("All fifteen men are off."))
    assert page.evaluate("document.activeElement.id.endsWith('-again')")
    board.press("b")
    assert due(board) == "move" or board.value("state.game.setup.bots[state.game.roller]"), (
        "the last step is taken back"
    )


def test_what_is_spoken_and_what_cannot_be_moved(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]
) -> None:
    """Every point says who stands there; a man that cannot move says why, and nothing is lost."""
    game = game_of("blocked", dice="64 52 64 52 31").throw().throw()
    for place in (26, 26):
        assert game.roll
        game = game.take(next(step for step in game.roll.steps if step.source == place))
    board = sit(page, at, kernel, code=encode(game), lang="en")
    board.click("Bence throws")
    assert due(board) == "move"
    expect(page.get_by_role("group", name=re.compile("^The board, point by point"))).to_be_attached()
    expect(page.get_by_role("button", name="Point 24: empty.")).to_have_attribute("aria-disabled", "true")
    names = page.locator(".k-spot").evaluate_all("all => all.map((e) => e.getAttribute('aria-label'))")
    assert names[0].startswith("In the hand: men of Bence: 15.") and len(names) == 25
    assert sum("men of Ana" in name for name in names) == 2
    before = board.number
    page.locator(".k-spot.is-can").first.click()
    board.stepped(before)
    expect(page.locator(".k-spot.is-to")).to_have_count(2)
    board.click("Back")
    expect(page.locator(".k-spot.is-to")).to_have_count(0)
    page.locator(".k-spot.is-can").first.click()
    board.stepped(before, 3)
    board.page.keyboard.press("4")
    board.stepped(before, 4)
    position = board.value("state.game.position.text")
    own = page.locator(".k-spot:not(.is-can)[data-intent]")
    if own.count():
        own.first.click()
        expect(page.locator(f"{board.root} [role=alert]")).not_to_be_empty()
    assert board.value("state.game.position.text") == position


def test_a_reload_offers_the_game_and_a_code_brings_it_back(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]
) -> None:
    board = sit(page, at, kernel, lang="es")
    t = translator("es")
    page.locator("[id$='-seed']").fill("again")
    board.click(t("Start the game"))
    for _ in range(3):
        if not waits(board):
            page.keyboard.press("l")
    expect(page.locator(f"{board.root} :is(.k-spot, .k-name)").first).to_be_visible()
    code = page.locator("[id$='-code']").input_value()
    page.reload()
    expect(page.get_by_role("heading", name=t("Go on with your earlier game?"))).to_be_visible(timeout=60_000)
    before = board.number
    page.locator("[id$='-take_offer']").click()
    board.stepped(before)
    assert page.locator("[id$='-code']").input_value() == code
    at(page, NAME, code=code, lang="hu")
    expect(board.question).to_contain_text(parse(code).name)
    assert page.locator("[id$='-code']").input_value() == code


def test_it_fits_and_has_no_accessibility_fault(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any], axe: Callable[..., None]
) -> None:
    board = sit(page, at, kernel, lang="hu")
    moments = [game_of("axe", dice="64 21 33 55", bots=(False, True)).throw().throw()]
    assert moments[0].phase is Phase.MOVE
    one = moments[0].take(moments[0].roll.steps[0])  # type: ignore[union-attr]
    moments.append(one.take(one.roll.steps[0]))  # type: ignore[union-attr]
    throw = game_of("axe", dice="64 52").throw().throw()
    for _ in range(2):
        throw = throw.take(throw.roll.steps[0])  # type: ignore[union-attr]
    moments.append(throw)
    axe(page)
    for n, game in enumerate(moments):
        before = board.number
        board.run(
            "from acey_teach.widgets.panel import Panel\nfrom acey_teach.board.record import parse\nfrom dataclasses import replace\n"
            f"panel = Panel._open[{NAME!r}]\npanel.show(replace(panel.state, game=parse({encode(game)!r}), why={n == 1}, double=3, offer=None))"
        )
        board.stepped(before)
        for width, scheme in ((1280, "light"), (360, "dark"), (800, "light")):
            board.fits(width)
            page.emulate_media(color_scheme=scheme)
            axe(page, f"{board.root} .k-body")
            shown = page.locator(f"{board.root} svg.k-board[role=img]").evaluate_all(
                "all => all.filter((e) => e.getBoundingClientRect().width > 0).length"
            )
            assert shown == 1, "one board at a time"
    for fold in ("all-rolls", "turn-pips"):
        page.locator(f"[id$='-{fold}'] > summary").click()
    assert set(board.charts_drawn()) == {"chances", "rolls", "spread"}
    axe(page, f"{board.root} .k-body")


def test_the_places_lie_on_the_points(page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any]) -> None:
    """What is pressed for a place is where its number stands, on the board that lies and on the one that stands."""
    board = sit(page, at, kernel, code=encode(game_of("places", dice="64 52").throw().throw()), lang="en")
    for width, lying in ((1280, True), (360, False)):
        board.fits(width)
        off = page.evaluate(
            """(lying) => {
            const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
            const picture = document.querySelector(lying ? "svg.is-wide" : "svg.is-narrow");
            const number = (n) => [...picture.querySelectorAll("text")].find((e) => e.textContent === String(n));
            return Math.max(...[...Array(24).keys()].map((k) => {
                const [x, y] = middle(document.querySelector(`[id$=spot${k + 1}]`)), [toX, toY] = middle(number(k + 1));
                return lying ? Math.abs(x - toX) : Math.abs(y - toY);
            }));
            }""",
            lying,
        )
        assert off < 4, (width, off)


# ---- the lesson ----
def test_the_lesson_with_its_table_by_keyboard(
    page: Page, at: Callable[..., Seat], kernel: Callable[[Page], Any], axe: Callable[..., None]
) -> None:
    at(page, "two-games", lang="en")
    for name in ("lesson-two-games", "differences", "board-lesson", "corner-two-games", "check-two-games"):
        expect(page.locator(f".kit[data-panel='{name}'] .k-body > *").first).to_be_visible(timeout=60_000)
    table = Seat(page, kernel, "differences")
    for place, claim in enumerate(CLAIMS[:4]):
        table.tab_to(f"sort-{place}{claim.where}", 300)
        table.press("Enter")
    assert table.value("(state.right, sum(map(bool, state.said)))") == [4, 4]
    expect(page.get_by_text("4 of 4 sorted rightly, 8 left.").first).to_be_visible()
    for width, scheme in ((1280, "light"), (360, "dark")):
        table.fits(width)
        page.emulate_media(color_scheme=scheme)
        axe(page)
    page.reload()
    expect(page.get_by_text("4 of 4 sorted rightly, 8 left.").first).to_be_visible(timeout=60_000)
