"""The built chart library by itself in a browser: it mounts a spec, takes new rows and follows its box."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from acey_teach.charts.build import build

WORDS = ("inside", "outside", "post")


def rows(*counts: int) -> list[dict[str, object]]:
    total = sum(counts)
    return [
        {"kind": kind, "label": kind, "p": n / total, "text": f"{n}/{total}", "percent": f"{100 * n // total} %"}
        for kind, n in zip(WORDS, counts, strict=True)
    ]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built")
    build(out)
    return out


@pytest.fixture
def mounted(new_page: Callable[..., Page], built: Path) -> Page:
    """A page with the outcome chart in a box 372 pixels wide, drawn before there were any rows."""
    page = new_page(color_scheme="light")
    page.set_content("<style>:root { --in: rgb(1, 2, 3) }</style><div id=box style='width: 372px'></div>")
    library = gzip.decompress((built / "chart.js.gz").read_bytes()).decode()
    spec = json.loads((built / "specs.json").read_text())["outcome"]
    page.evaluate(
        """async ([library, spec]) => {
            const url = URL.createObjectURL(new Blob([library], { type: "text/javascript" }));
            const { mount } = await import(url);
            window.view = await mount(spec, box);
            window.show = (rows) =>
                view.change("outcome", view.changeset().remove(() => true).insert(rows)).runAsync().then(() => {});
        }""",
        [library, spec],
    )
    return page


def test_new_rows_replace_the_old_ones(mounted: Page) -> None:
    for counts in ((28, 16, 6), (44, 0, 6)):
        mounted.evaluate("rows => show(rows)", rows(*counts))
        texts = mounted.locator("#box svg text").all_text_contents()
        assert [f"{n}/50" for n in counts] == [text for text in texts if "/" in text]


def test_the_chart_is_as_wide_as_its_box_even_one_shown_later(mounted: Page) -> None:
    mounted.evaluate("rows => show(rows)", rows(28, 16, 6))
    picture = mounted.locator("#box svg")
    expect(picture).to_have_attribute("width", "372")
    mounted.evaluate("box.style.width = '300px'")
    expect(picture).to_have_attribute("width", "300")
    mounted.evaluate("box.style.display = 'none'")
    mounted.evaluate("box.style.width = '340px'")
    mounted.evaluate("box.style.display = 'block'")
    expect(picture).to_have_attribute("width", "340")
    expect(picture).to_have_attribute("height", "102")


def test_colours_follow_the_page_and_screen_readers_pass_by(mounted: Page) -> None:
    mounted.evaluate("rows => show(rows)", rows(28, 16, 6))
    fills = "[...box.querySelectorAll('path')].map(e => getComputedStyle(e).fill)"
    assert "rgb(1, 2, 3)" in mounted.evaluate(fills)
    mounted.evaluate("document.documentElement.style.setProperty('--in', 'rgb(4, 5, 6)')")
    assert "rgb(4, 5, 6)" in mounted.evaluate(fills)
    expect(mounted.locator("#box")).to_have_attribute("aria-hidden", "true")


def test_an_ended_chart_stops_watching_its_box(mounted: Page) -> None:
    mounted.evaluate("view.finalize()")
    mounted.evaluate("""async () => {
        box.style.width = "300px";
        await new Promise((done) => new ResizeObserver(done).observe(box));
    }""")
    assert mounted.evaluate("view.width()") == 372
