"""One control changes the language of the whole page: widgets, prose, title, address; nothing else is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from acey_teach.app import notebooks
from acey_teach.i18n import LANGUAGES, switched, translator

from .seat import Seat

TITLES = {lang: next(e.title for e in notebooks.entries(lang) if e.name == "table") for lang in LANGUAGES}


def query(page: Page) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}


def in_language(page: Page, tag: str) -> None:
    """The page is in that language throughout."""
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator(".kit[data-state]")).to_have_attribute("lang", tag)
    expect(page).to_have_title(TITLES[tag[:2]])
    for lang, title in TITLES.items():
        heading = page.locator(".k-prose h1").filter(has_text=title)
        expect(heading).to_be_visible() if lang == tag[:2] else expect(heading).to_be_hidden()


@pytest.mark.parametrize("words", ["", "-x-points"])
def test_the_control_changes_the_whole_page_and_a_reload_keeps_it(
    words: str, page: Page, at: Callable[..., Seat]
) -> None:
    asked = {"words": "points"} if words else {}
    table = at(page, lang="es", more="1", **asked)
    in_language(page, f"es{words}")
    table.page.get_by_role("button", name="Magyar", exact=True).click()
    in_language(page, f"hu{words}")
    assert query(page) == {"lang": "hu", "more": "1", **asked}
    page.reload()
    in_language(page, f"hu{words}")
    assert table.value("state.lang") == switched(f"en{words}", "hu")
    page.get_by_role("button", name="English", exact=True).click()
    in_language(page, f"en{words}")


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_a_translated_notebook_is_the_same_page(lang: str, page: Page, app: Any, axe: Callable[..., None]) -> None:
    page.goto(app.url(f"voila/render/{lang}/table.ipynb"))
    in_language(page, lang)
    axe(page)
    page.get_by_role("button", name="English", exact=True).click()
    in_language(page, "en")
    page.goto(app.url(f"voila/render/{lang}/table.ipynb?lang=en"))
    in_language(page, "en")


def test_the_start_page_sends_a_code_where_it_belongs(page: Page, app: Any) -> None:
    t = translator("hu")
    lesson = "L1.posts.sdemo.x7vt"
    typed = {f" {lesson} ": lesson, "l1.Posts.sdemo.x7vt": lesson, " A1.x ": " A1.x ", "L1.nothing.x": "L1.nothing.x"}
    for code, sent in typed.items():
        name = "posts" if sent == lesson else "table"
        page.goto(app.url("?lang=hu&words=points"))
        page.get_by_label(t("Code of a session or a lesson")).fill(code)
        page.route("**/voila/render/**", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>there"))
        page.get_by_role("button", name=t("Join")).click()
        expect(page.get_by_text("there")).to_be_visible()
        assert urlsplit(page.url).path == f"/voila/render/hu/{name}.ipynb"
        assert query(page) == {"lang": "hu", "words": "points", "code": sent}
