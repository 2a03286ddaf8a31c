"""The pages around and behind the table: start page, loading screen, every screen of the table at every size, JupyterLab."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from acey_teach.analysis.strategies import bold
from acey_teach.engine.record import encode
from acey_teach.engine.session import Phase, Session
from acey_teach.i18n import LANGUAGES, translator

from .seat import Seat

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
CUT = """all => all.filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 1
    && getComputedStyle(e).overflow !== 'visible').map((e) => e.textContent)"""
NAMES = ["Ana", "Bence", "Maximiliana", "Đorđe", "Eszter-Erzsébet", "o", "Wolfeschlegelstein", "王小明"]


def moments(players: int) -> dict[str, str]:
    """Codes of one session of people: a cut, a decision, the stake aside, the third card, settled, and the end."""
    session = Session.new(NAMES[:players], seed="screens").choose_dealer(0)
    found: dict[str, str] = {}
    while session.phase is not Phase.OVER:
        if session.phase in (Phase.CUT, Phase.DECISION, Phase.THIRD_CARD, Phase.SETTLEMENT) or session.outcome:
            found[session.phase.value] = encode(session)
        if session.phase is Phase.DECISION:
            session = session.do(bold(session))
        else:
            session = session.cut() if session.phase is Phase.CUT else session.next()
    return {**found, "over": encode(session)}


# ---- the start page ----
def test_the_start_page_leads_everywhere(page: Page, app: Any, axe: Callable[..., None]) -> None:
    page.goto(app.root)
    expect(page.get_by_role("heading", level=1)).to_have_text("Will the third card fall between the posts?")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1280, 360, 320):
            Seat(page, lambda _: None).fits(width)
            axe(page)
    page.set_viewport_size({"width": 1280, "height": 720})
    for lang, name in LANGUAGES.items():
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(
            translator(lang)("Will the third card fall between the posts?")
        )
        everything = page.locator(".k-path").last.get_by_role("listitem").get_by_role("link")
        assert everything.count() == len(list((NOTEBOOKS / "en").glob("*.ipynb")))
        links = page.eval_on_selector_all("main a", "all => all.map((a) => a.href)")
        assert links and all(f"lang={lang}" in link and link.startswith(app.root) for link in links)


def test_from_the_start_page_into_a_kept_session_and_home_again(
    page: Page, app: Any, kernel: Callable[..., Any]
) -> None:
    code = moments(2)["decision"]
    page.goto(app.url("?lang=es"))
    page.get_by_role("textbox").fill(f" {code} ")
    page.get_by_role("textbox").press("Enter")
    table = Seat(page, kernel)
    expect(table.question).to_be_visible(timeout=60_000)
    assert table.code == code and table.value("state.lang") == "es"
    page.get_by_role("link", name="Acey Deucey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        translator("es")("Will the third card fall between the posts?")
    )


def test_the_loading_screen(page: Page, app: Any, axe: Callable[..., None]) -> None:
    held: list[Route] = []
    page.route("**/voila.js", lambda route: held.append(route))
    with page.expect_request("**/voila.js", timeout=60_000):
        page.goto(app.url("voila/render/en/table.ipynb?lang=hu"), wait_until="commit")
    expect(page.locator("#loading")).to_contain_text(translator("hu")("Dealing the cards…"), timeout=60_000)
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.get_by_text("Dealing the cards…")).to_be_hidden()
    for width, scheme in ((1280, "light"), (360, "dark")):
        Seat(page, lambda _: None).fits(width)
        page.emulate_media(color_scheme=scheme)
        axe(page)
    for route in held:
        route.continue_()
    expect(page.locator(".kit .k-body .k-page")).to_be_visible(timeout=60_000)
    expect(page.locator("#loading")).to_be_hidden()


def test_an_address_that_leads_nowhere(page: Page, app: Any, axe: Callable[..., None]) -> None:
    page.troubles.expected = True
    answer = page.goto(app.url("voila/render/en/nothing.ipynb?lang=es"))
    assert answer and answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(translator("es")("This page could not be shown."))
    axe(page)
    page.get_by_role("link", name=translator("es")("To the start page")).click()
    expect(page.locator("html")).to_have_attribute("lang", "es")


# ---- every screen ----
def test_every_screen_of_the_table(
    new_page: Callable[..., Page], at: Callable[..., Seat], axe: Callable[..., None]
) -> None:
    """No accessibility fault, nothing to scroll sideways, and the controls within a projector's height."""
    page = new_page(reduced_motion="reduce")  # colours that fade would be measured half way
    table = at(page)
    screens = {name: code for name, code in {"form": "", **moments(5)}.items() if name not in ("cut", "settlement")}
    for code in screens.values():
        page.set_viewport_size({"width": 1280, "height": 720})
        if code:
            table.show(code)
            table.charts_drawn()
        for width, scheme in ((360, "light"), (1280, "light"), (1280, "dark")):
            table.fits(width, 720)
            page.emulate_media(color_scheme=scheme)
            axe(page)
        table.fits(320)
    table.show(screens["decision"], hide=True)
    axe(page)


def test_two_to_eight_seats_fit_in_every_language(page: Page, at: Callable[..., Seat]) -> None:
    table = at(page)
    for lang in LANGUAGES:
        for code in [*moments(2).values(), *moments(8).values()]:
            page.set_viewport_size({"width": 1280, "height": 720})
            table.show(code, lang=lang)
            boxes = page.eval_on_selector_all(
                "[id$='-act'] button", "all => all.map((b) => [b.getBoundingClientRect().bottom, b.textContent])"
            )
            assert boxes and max(boxes)[0] <= 720, f"under the fold of a projector: {max(boxes)[1]}, {table.code}"
            for width in (1280, 800, 360, 320):
                table.fits(width)
            cut = page.eval_on_selector_all(".k-btn, .k-zone span, .k-pile, .k-flag", CUT)
            assert not cut, f"cut text: {cut}"


# ---- JupyterLab ----
@pytest.fixture(scope="package")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with copies of the notebooks, as `acey-teach lab` makes it."""
    folder = tmp_path_factory.mktemp("desk")
    for book in (NOTEBOOKS / "en").glob("*.ipynb"):
        shutil.copy(book, folder)
    return folder


def test_in_jupyterlab_keys_stay_in_the_panel_and_a_cell_can_be_run_again(
    page: Page, lab: Callable, run_cells: Callable, desk: Path, kernel: Callable, axe: Callable[..., None]
) -> None:
    run_cells(page, lab(desk), "table.ipynb")
    table = Seat(page, kernel)
    expect(page.locator(".kit .k-body .k-page")).to_be_visible(timeout=60_000)
    table.show(moments(2)["decision"])
    assert set(table.charts_drawn()) == {"deck", "outcome", "result", "chips"}
    cells = "jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.getSource())"
    before = page.evaluate(cells)
    table.question.click()
    for key in ("a", "d", "d", "x", "m", "y", "v", "z", "0", "0", "Escape", "ArrowUp", "j", "k", "Shift+m"):
        page.keyboard.press(key)
    assert page.evaluate(cells) == before
    assert table.value("panel.number") == 1
    table.press("b")
    table.press("n")
    table.press("Enter")
    assert page.evaluate(cells) == before
    assert table.value("[state.session.phase.value, panel.number]") == ["third-card", 4]
    axe(page, ".kit .k-body")

    for _ in range(3):
        page.evaluate("""async () => {
            jupyterapp.shell.currentWidget.content.activeCellIndex = 1;
            await jupyterapp.commands.execute("notebook:run-cell");
        }""")
    expect(page.locator(".kit[data-state='0']")).to_have_count(1)
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    live = "sum(type(w).__name__ == 'Panel' for w in __import__('ipywidgets').Widget._active_widgets.values())"
    assert table.value(live) == 1
    table.click("Start the session")
    expect(table.question).to_have_text("Who deals first?")
    assert page.locator(".kit .k-body .k-page").count() == 1


def test_the_worked_example_in_jupyterlab(
    page: Page, lab: Callable, run_cells: Callable, desk: Path, kernel: Callable
) -> None:
    run_cells(page, lab(desk), "worked-example.ipynb")
    example = Seat(page, kernel, "worked-example")
    expect(page.locator(f"{example.root} .k-page")).to_be_visible(timeout=60_000)
    page.get_by_label("Fair").focus()  # a notebook scrolls under a mouse
    example.press("Space")  # a step of its own
    expect(page.get_by_label("Fair")).to_be_checked()
    example.click("Reveal the count")
    example.click("9 of hearts: inside")
    example.click("queen of spades: on a post")
    expect(page.locator(".jp-OutputArea-output", has_text="27 inside, 14 outside, 5 on a post")).to_be_visible()
    assert example.value("[state.settled.net, state.settled.pot]") == [-4, 14]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_notebook_opens_in_jupyterlab(
    page: Page, lab: Callable, run_cells: Callable, tmp_path_factory: pytest.TempPathFactory, lang: str
) -> None:
    """Lessons and tables, all cells, no error and no request that leaves this machine; each panel speaks the language.

    All of them in one language; those with a code of their own in the others, where only the language differs.
    """
    folder = tmp_path_factory.getbasetemp() / "all-languages"
    if not folder.exists():
        shutil.copytree(NOTEBOOKS, folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    server = lab(folder)
    for book in sorted((folder / lang).glob("*.ipynb" if lang == "hu" else "[lmp]*.ipynb")):
        run_cells(page, server, f"{lang}/{book.name}")
        shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .kit[data-panel]")
        expect(shown.first).to_be_visible(timeout=60_000)
        page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.content.widgets.every((c) => c.model.type !== 'code' || c.model.executionCount)",
            timeout=60_000,
        )
        errors = page.evaluate(
            "() => jupyterapp.shell.currentWidget.content.widgets.filter((c) => c.model.type === 'code')"
            ".flatMap((c) => c.model.sharedModel.outputs).filter((o) => o.output_type === 'error').length"
        )
        assert errors == 0, book
        assert {*shown.evaluate_all("all => all.map((e) => e.lang)")} == {lang}, book
        page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")
