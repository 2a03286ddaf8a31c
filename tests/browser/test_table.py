"""The table in a browser: whole sessions by mouse and by keys, what hurried and curious people do, what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from acey_teach.engine.cards import PACK, cards
from acey_teach.engine.record import encode, parse
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Phase, Session
from acey_teach.i18n import translator

from .seat import Seat


def deal(top: str, *names: str, rounds: int = 3) -> Session:
    """A table where the last named has dealt these cards, and the first decision is due."""
    first = cards(top)
    deck = [*first, *(card for card in PACK if card not in first)]
    session = Session.new(names or ("Ana", "Ben"), Rules(max_rounds=rounds), decks=[deck], seed="browser")
    return session.choose_dealer(len(session.players) - 1).run().cut().run()


WORKED = encode(deal("4c 8s Qd 9h"))


@pytest.fixture
def worked(page: Page, at: Callable[..., Seat]) -> Seat:
    """Ana has 4♣ and Q♦, Ben waits with the 8♠, two chips lie in the pot; the 9♥ comes next."""
    return at(page, code=WORKED)


# ---- whole sessions ----
def test_a_session_against_bots_by_mouse(page: Page, at: Callable[..., Seat]) -> None:
    table = at(page)
    before = table.number
    page.get_by_role("combobox", name="Players", exact=True).select_option("3")
    table.stepped(before)
    page.get_by_label("Who plays for player 2").select_option(label="bot: bold")
    page.get_by_label("Who plays for player 3").select_option(label="bot: cautious")
    page.get_by_role("combobox", name="Rounds").select_option("2")
    page.get_by_label("Seed").fill("class0")
    table.click("Start the session")
    table.click("Bence")
    stops = 0
    while not page.get_by_role("heading", name=re.compile("wins? the session|share the win")).count():
        bet = table.button("Bet 2")
        if bet.count():
            table.click("Pass" if page.get_by_text("Round 1 of 3").count() or not stops else "Bet 2")
            stops += 1
        elif table.button("Cut anywhere").count():
            table.click("Cut anywhere")
        else:
            table.click(
                "Play on"
                if stops == 1 and table.button("Play on").count()
                else page.locator("[id$='-act'] .is-main").inner_text().removesuffix(" N").removesuffix("\nN").strip()
            )
    assert stops == 2
    rows = [row.split("\t") for row in page.locator(".k-final tbody tr").all_inner_texts()]
    assert rows == [
        ["Bence · wins", "101", "+1/3", "304/3 ≈ 101.3"],
        ["Ana", "100", "+1/3", "301/3 ≈ 100.3"],
        ["Clara", "98", "+1/3", "295/3 ≈ 98.3"],
    ]
    assert table.value("[str(chips) for chips in state.session.balances]") == ["301/3", "304/3", "295/3"]
    assert table.value(f"state.session == __import__('acey_teach').parse({table.code!r})")
    assert parse(table.code).phase is Phase.OVER
    expect(page.get_by_role("status")).to_contain_text("Bence wins the session with 304/3 chips.")


def test_a_session_by_keys_alone(page: Page, at: Callable[..., Seat]) -> None:
    """Two people at one keyboard, from the form to the division."""
    table = at(page)
    table.tab_to("count")
    table.press("2")
    assert table.focus == "count"
    table.tab_to("rounds")
    page.keyboard.press("1")
    table.tab_to("seed")
    page.keyboard.type("keys")
    table.tab_to("who1")
    page.keyboard.press("Home")
    table.tab_to("start")
    table.press("Enter")
    expect(table.question).to_have_text("Who deals first?")
    assert table.focus == "choose_dealer"
    table.press("n")  # drawn
    table.press("n")  # shuffled
    expect(table.question).to_have_text(re.compile("^Where does (Ana|Bence) cut?"))
    table.tab_to("at")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("7")
    table.press("Enter")
    assert table.value("state.session.choices[1].at") == 7
    turns = 0
    while not page.get_by_role("heading", name=re.compile("wins? the session|share the win")).count():
        if page.locator("[data-key=p]").count():
            turns += 1
            if turns == 1:
                page.keyboard.press("-")
                expect(table.button("Bet 1")).to_be_attached()
                table.press("Enter")
            else:
                table.press("p")
        else:
            table.press("n" if turns else "Space")
    assert turns == 2 and table.focus == "question"
    assert table.value("[type(choice).__name__ for choice in state.session.choices]") == [
        "ChooseDealer",
        "Cut",
        "Bet",
        "Pass",
    ]
    assert table.value("str(sum(state.session.balances))") == "200"
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    table.press("b")
    assert table.value("state.session.phase.value") == "division", "a key too many does not leave the result"


# ---- hurried and curious people ----
def test_a_double_click_is_one_bet_and_pluses_all_count(worked: Seat) -> None:
    page = worked.page
    page.evaluate("""() => {
        const press = (id) => document.querySelector(`[id$="-${id}"]`).click();
        press("less"); press("more"); press("less"); press("less"); press("more");
        for (let i = 0; i < 4; i++) press("bet");
    }""")
    worked.stepped(0)
    expect(page.get_by_text("2 held aside, 97 in front of Ana.")).to_be_visible()
    assert worked.value("[state.session.held, state.session.depth - 7, panel.number]") == [2, 1, 1]
    page.evaluate("for (let i = 0; i < 4; i++) document.querySelector('[id$=\"-next\"]').click()")
    expect(worked.question).to_have_text("The 9 is inside: Ana wins 2")
    assert worked.value("[state.session.phase.value, panel.number]") == ["discard", 2]


def test_what_was_sent_before_does_nothing_again(page: Page, at: Callable[..., Seat]) -> None:
    page.add_init_script("""(() => {
        const send = WebSocket.prototype.send;
        window.sent = [];
        WebSocket.prototype.send = function (data) { window.sent.push([this, data]); return send.call(this, data); };
    })();""")
    table = at(page, code=WORKED)
    page.evaluate("window.sent.length = 0")
    table.click("Bet 2")
    page.evaluate("for (const [socket, data] of [...window.sent]) for (let i = 0; i < 3; i++) socket.send(data)")
    table.click("Turn the third card")
    assert table.value("[state.session.phase.value, panel.number, panel.notice]") == ["discard", 2, ""]
    page.evaluate("for (const [socket, data] of [...window.sent]) socket.send(data)")
    table.click("Back")
    assert table.value("[state.session.phase.value, panel.number]") == ["third-card", 3]


def test_a_stake_that_is_too_high_is_refused_in_a_sentence(worked: Seat) -> None:
    page = worked.page
    page.get_by_label("Stake", exact=True).fill("99")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("A stake of 99 is more than the pot holds. Choose from 1 to 2.")
    assert worked.value("[state.session.phase.value, panel.number]") == ["decision", 0]
    page.get_by_label("Stake", exact=True).fill("1")
    worked.click("Bet 1")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert worked.value("state.session.held") == 1


# ---- coming back ----
def test_a_refresh_offers_the_session_and_two_tabs_do_not_meet(page: Page, at: Callable[..., Seat]) -> None:
    table = at(page)
    table.show(WORKED)
    table.click("Pass")
    code = table.code
    page.reload()
    expect(page.get_by_role("heading", name="Go on with your earlier session?")).to_be_visible(timeout=60_000)
    kept = "An earlier session was kept: round 1, Ana and Ben. Go on with it?"
    expect(page.locator("[id$='-offer']")).to_contain_text(kept)
    expect(page.get_by_role("status").filter(has_text=kept)).to_have_count(1)  # the form speaks as well
    assert table.value("state.session") is None
    table.click("Go on")
    expect(table.question).to_have_text("Ana passes")
    assert table.code == code and table.value(f"state.session == __import__('acey_teach').parse({code!r})")

    second = page.context.new_page()
    second.troubles = type(page.troubles)()
    second.troubles.watch(second)
    other = at(second, code=code)
    other.click("Next: Ben")
    assert table.code == code and other.code != code
    table.click("Back")
    expect(other.question).to_have_text("Can anything fall between 8 and 9?")
    assert other.value("state.session.seat") == 1 and table.value("state.session.phase.value") == "decision"
    assert not second.troubles.errors


def test_playing_on_beside_an_offer_keeps_the_focus_in_the_game(worked: Seat, page: Page) -> None:
    earlier = encode(deal("2c 8s Kd"))
    before = worked.number
    worked.value(f"panel.show(panel._app.resume(state, {earlier!r}))")
    worked.stepped(before)
    expect(page.locator("[id$='-offer']")).to_be_visible()
    worked.button("Bet 2").focus()
    worked.press("Enter")
    assert worked.focus == "next"
    expect(page.get_by_role("status")).to_contain_text("Ana bets 2.")
    worked.press("Enter")
    expect(worked.question).to_have_text("The 9 is inside: Ana wins 2")
    worked.click("Go on")
    expect(worked.question).to_have_text("Will the third card fall between 2 and K?")


def test_a_mangled_code_says_so_and_leaves_the_form(page: Page, at: Callable[..., Seat]) -> None:
    table = at(page, code=WORKED[:-1] + "~")
    expect(page.get_by_role("alert")).to_contain_text("This is not a session code, or a letter of it is wrong")
    page.get_by_label("Or go on with a session code").fill("A2.n5.x1")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("made by another version of the kit")
    page.get_by_label("Or go on with a session code").fill(f"  {WORKED} ")
    table.click("Continue")
    expect(table.question).to_have_text("Will the third card fall between 4 and Q?")
    assert table.code == WORKED


def test_a_killed_kernel_is_noticed_and_the_hand_goes_on_after_a_reload(worked: Seat) -> None:
    page = worked.page
    page.troubles.expected = True
    worked.click("Bet 2")
    code = worked.code
    worked.kernel(page).kill()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The program behind this page has stopped.", timeout=10_000)
    expect(alert).to_contain_text(code)
    page.get_by_role("button", name="Reload and go on").click()
    expect(page.get_by_role("button", name="Turn the third card")).to_be_visible(timeout=60_000)
    assert worked.code == code
    worked.click("Turn the third card")
    assert worked.value("[state.session.outcome.value, state.session.pot]") == ["inside", 0]


def test_a_fault_is_said_with_the_code_and_the_session_goes_on(worked: Seat) -> None:
    page = worked.page
    worked.run("from acey_teach.engine.session import Session as S; whole = S.pass_; S.pass_ = lambda self: 1 / 0")
    worked.button("Pass").click()
    expect(page.get_by_role("alert")).to_have_text(
        f"Something went wrong and nothing was changed. You can go on. Session code: {WORKED}"
    )
    assert worked.value("[state.session.depth, panel.number]") == [7, 0]
    worked.run("S.pass_ = whole")
    worked.click("Pass")
    expect(worked.question).to_have_text("Ana passes")
    expect(page.get_by_role("alert")).to_have_count(0)


# ---- odds and charts ----
def test_predict_first(worked: Seat) -> None:
    page, odds = worked.page, worked.page.locator("[id$='-odds']")
    worked.click("Predict first")
    expect(odds.get_by_text("First say what you expect. Where will the third card fall?")).to_be_visible()
    expect(page.locator("[data-chart]:not([data-chart=chips])")).to_have_count(0)
    expect(page.locator("body")).not_to_contain_text("27/49")
    expect(page.locator(".k-rank .dots > *")).to_have_count(0)
    worked.press("2")
    expect(odds.get_by_text("You predicted: outside.")).to_be_visible()
    assert set(worked.charts_drawn()) == {"deck", "outcome", "result", "chips"}
    expect(page.locator("[data-chart=outcome]")).to_contain_text("27/49")
    assert worked.value("[state.prediction.value, state.odds_hidden]") == ["outside", False]
    worked.click("Pass")
    worked.click("Next: Ben")
    expect(odds.get_by_text("First say what you expect.")).to_be_visible()


def test_the_charts_follow_and_nothing_heavy_is_loaded(worked: Seat) -> None:
    page = worked.page
    assert worked.charts_drawn() == ["deck", "outcome", "result", "chips"]
    outcome, chips = page.locator("[data-chart=outcome]"), page.locator("[data-chart=chips]")
    expect(outcome).to_contain_text("27/49")
    drawn = outcome.locator("svg").element_handle()
    page.get_by_text("Posts only", exact=True).click()
    expect(outcome).to_contain_text("28/50")
    worked.button("one less").click()
    expect(page.get_by_role("heading", name="What a stake of 1 is worth")).to_be_visible()
    expect(page.locator("[data-chart=result]")).to_contain_text("stake of 1")
    worked.click("Bet 1")
    worked.click("Turn the third card")
    expect(chips).to_contain_text("100")
    worked.click("Next: Ben")
    expect(outcome).not_to_contain_text("28/50")
    assert drawn and drawn.evaluate("e => e.isConnected"), "the chart was updated, not drawn anew"
    heavy = ("altair", "numpy", "pandas", "voila", "vl_convert", "jsonschema", "matplotlib")
    assert worked.value(f"[name for name in {heavy} if name in __import__('sys').modules]") == []


# ---- languages ----
def test_another_language_keeps_the_session(page: Page, at: Callable[..., Seat]) -> None:
    table = at(page, code=WORKED, lang="es")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    for lang, name in (("es", "Español"), ("hu", "Magyar"), ("en", "English")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".kit[data-state]")).to_have_attribute("lang", lang)
        expect(table.question).to_have_text(
            translator(lang)("Will the third card fall between {low} and {high}?", low="4", high="Q")
        )
        assert table.code == WORKED and table.value("state.lang") == lang
    table.click("Bet 2")
    assert table.value("[state.session.held, len(state.session.history)]") == [2, 8]


# ---- movement ----
def test_nothing_moves_for_who_does_not_want_it(new_page: Callable[..., Page], at: Callable[..., Seat]) -> None:
    moving = """() => {
        const all = document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 1);
        const styles = [...document.querySelectorAll('.kit *')].map((e) => getComputedStyle(e));
        return [all.length, styles.some((s) => s.animationName !== 'none' && parseFloat(s.animationDuration) > 0.001)];
    }"""
    page = new_page(reduced_motion="reduce")
    table = at(page, code=WORKED)
    table.click("Bet 2")
    assert page.evaluate(moving) == [0, False]
    table.click("Turn the third card")
    assert page.evaluate(moving) == [0, False]
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving)[1], "and it does move for everybody else"
