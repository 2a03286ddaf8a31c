"""The pages around the notebooks in a browser: start, loading, a failing cell, an address that leads nowhere."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Page, expect

from acey_teach.app import notebooks
from acey_teach.i18n import LANGUAGES, translator

SLOW = "from pathlib import Path\nfrom threading import Event\nwhile not Path('go').exists(): Event().wait(.02)"
WIDGET = "import ipywidgets\nipywidgets.Label('the widget')"
SERVE = """\
import sys
from pathlib import Path
from acey_teach.app import notebooks, server
notebooks.folder = lambda: Path(sys.argv[1])
server.serve(open_browser=False, port=int(sys.argv[2]))"""


def notebook(path: Path, *cells: str, **metadata: Any) -> None:
    """Write a notebook; cells that start with # are prose."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = [new_markdown_cell(cell) if cell.startswith("#") else new_code_cell(cell) for cell in cells]
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=made, metadata={"kernelspec": kernel, **metadata}), path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("notebooks")
    notebook(
        root / "en" / "slow.ipynb", "# Slow\n\nA line of prose.", SLOW, WIDGET,
        lang="en", title="Slow",
    )  # fmt: skip
    notebook(root / "en" / "broken.ipynb", "# Broken", WIDGET, "1/0", "print('never')", lang="en")
    notebook(
        root / "en" / "wide.ipynb",
        "# Wide\n\n[Go on](broken.ipynb?x=1)\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx = 1\n```",
        WIDGET,
    )
    return root


@pytest.fixture(scope="module")
def kit(folder: Path, serve: Callable[..., Any]) -> Any:
    """The kit's own server over these notebooks. Its start page is the installed one."""
    return serve(sys.executable, "-c", SERVE, str(folder), "{port}", cwd=folder)


def ground(page: Page) -> tuple[int, ...]:
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return tuple(int(part) for part in re.findall(r"\d+", colour)[:3])


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# ---- the start page ----
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_start_page_in_every_language(
    width: int, scheme: str, kit: Any, new_page: Callable[..., Page], axe: Any
) -> None:
    page = new_page(viewport={"width": width, "height": 720}, color_scheme=scheme)
    page.goto(kit.url(""))
    for lang, name in LANGUAGES.items():
        page.get_by_role("link", name=name, exact=True).click()
        expect(page.locator(f"html[lang={lang}]")).to_be_attached()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            translator(lang)("Will the third card fall between the posts?")
        )
        for entry in notebooks.entries(lang):
            expect(page.locator(".k-path").last.get_by_role("link", name=entry.title)).to_be_visible()
        assert fits(page)
        axe(page)
    assert (sum(ground(page)) < 200) == (scheme == "dark")


def test_start_page_leads_to_the_table_with_a_code(kit: Any, page: Page) -> None:
    page.goto(kit.url("?lang=hu"))
    t = translator("hu")
    page.get_by_label(t("Code of a session or a lesson")).fill("A5.x y&z")
    with page.expect_request(lambda request: "table.ipynb" in request.url) as asked:
        page.get_by_role("button", name=t("Join")).click()
    page.troubles.expected = True  # these notebooks have no table
    assert asked.value.url.endswith("/voila/render/hu/table.ipynb?lang=hu&code=A5.x+y%26z")


# ---- a notebook as a page ----
@pytest.mark.parametrize("lang", LANGUAGES)
def test_loading_is_said_in_the_readers_language(lang: str, kit: Any, folder: Path, page: Page, axe: Any) -> None:
    (folder / "en" / "go").unlink(missing_ok=True)
    page.goto(kit.url(f"voila/render/en/slow.ipynb?lang={lang}"), wait_until="commit")
    waiting = page.get_by_role("status")
    for other in LANGUAGES:
        told = waiting.get_by_text(translator(other)("Dealing the cards…"))
        expect(told).to_be_visible() if other == lang else expect(told).to_be_hidden()
    expect(page.locator(f"html[lang={lang}]")).to_be_attached()
    expect(page).to_have_title("Slow")
    axe(page)
    (folder / "en" / "go").touch()
    expect(page.get_by_text("the widget")).to_be_visible()
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.get_by_role("heading", name="Slow")).to_be_visible()
    assert page.locator("main").count() == 1 and page.locator(".k-prose [lang=en]").count() == 1


def test_a_long_wait_says_that_it_goes_on(kit: Any, folder: Path, page: Page) -> None:
    (folder / "en" / "go").unlink(missing_ok=True)
    page.goto(kit.url("voila/render/en/slow.ipynb"), wait_until="commit")
    expect(page.get_by_text("It goes on by itself.")).to_be_visible(timeout=40_000)
    (folder / "en" / "go").touch()
    expect(page.get_by_text("the widget")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_prose_and_widgets_read_well(
    width: int, scheme: str, kit: Any, new_page: Callable[..., Page], axe: Any
) -> None:
    page = new_page(viewport={"width": width, "height": 400}, color_scheme=scheme)
    page.goto(kit.url("voila/render/en/wide.ipynb"))
    expect(page.get_by_text("the widget")).to_be_visible()
    assert fits(page) and (sum(ground(page)) < 200) == (scheme == "dark")
    measure = page.locator(".k-read p, .k-read ul, .k-read table").first.bounding_box()
    assert measure and measure["width"] <= 640 and measure["x"] >= 12
    assert page.evaluate("document.scrollingElement.scrollHeight > 400"), "the page itself scrolls"
    axe(page)


def test_the_page_follows_the_system_while_it_is_open(kit: Any, new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="light")
    page.goto(kit.url("voila/render/en/wide.ipynb"))
    expect(page.get_by_text("the widget")).to_be_visible()
    assert sum(ground(page)) > 600
    page.emulate_media(color_scheme="dark")
    assert sum(ground(page)) < 200
    assert page.locator("[data-jp-theme-light]").count() == 0


def test_a_link_in_the_prose_goes_on_in_the_language_of_the_page(kit: Any, page: Page) -> None:
    page.goto(kit.url("voila/render/en/wide.ipynb"))
    expect(page.get_by_text("the widget")).to_be_visible()
    page.evaluate("document.dispatchEvent(new CustomEvent('acey-teach:lang', {detail: 'hu-x-points'}))")
    assert page.url.endswith("/wide.ipynb?lang=hu&words=points")
    page.get_by_role("link", name="Go on").click()
    page.wait_for_url("**/voila/render/en/broken.ipynb?x=1&lang=hu&words=points")
    expect(page.locator("html")).to_have_attribute("lang", "hu-x-points")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cell_that_fails_is_told_in_the_readers_language(lang: str, kit: Any, page: Page, axe: Any) -> None:
    page.goto(kit.url(f"voila/render/en/broken.ipynb?lang={lang}"))
    t = translator(lang)
    expect(page.get_by_text("the widget")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(t("This part of the page could not be made."))
    expect(page.locator("body")).not_to_contain_text("ZeroDivisionError")
    others = [translator(other)("This part of the page could not be made.") for other in LANGUAGES if other != lang]
    for text in others:
        expect(page.get_by_text(text)).to_be_hidden()
    axe(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_address_that_leads_nowhere_leads_back(lang: str, kit: Any, page: Page, axe: Any) -> None:
    page.troubles.expected = True  # the browser reports the status 404
    page.goto(kit.url(f"voila/render/en/nothing.ipynb?lang={lang}"))
    t = translator(lang)
    expect(page.get_by_role("heading", name=t("This page could not be shown."))).to_be_visible()
    axe(page)
    page.get_by_role("link", name=t("To the start page")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(t("Will the third card fall between the posts?"))


def test_voila_under_a_prefix(folder: Path, serve: Callable[..., Any], page: Page) -> None:
    """As on a JupyterHub, where the kit is not at the root of its server."""
    server = serve(
        sys.executable, "-m", "voila", str(folder), "--no-browser", "--port={port}", "--Voila.ip=127.0.0.1",
        "--template=acey_teach", "--base_url=/user/x/", cwd=folder, ready="user/x/",
    )  # fmt: skip
    page.goto(server.url("user/x/?lang=es"))
    link = page.get_by_role("link", name=translator("es")("Open a table"))
    expect(link).to_have_attribute("href", "/user/x/voila/render/es/table.ipynb?lang=es")
    page.goto(server.url("user/x/voila/render/en/wide.ipynb"))
    expect(page.get_by_text("the widget")).to_be_visible()
    assert all(
        "/user/x/" in address for address in page.troubles.requests if not address.startswith(("data:", "blob:"))
    )
