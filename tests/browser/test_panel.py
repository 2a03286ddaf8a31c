"""The panel in a real browser, under Voila and JupyterLab: what a person does, and what Python then holds."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

CELL = "from toy import panel\ntable = panel({options})\ntable"


@pytest.fixture(scope="package")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the toy and its notebooks."""
    folder = tmp_path_factory.mktemp("toys")
    shutil.copy(Path(__file__).with_name("toy.py"), folder)
    for name, cells in {"toy": [CELL], "plain": [CELL.replace("{options}", "charts=False")]}.items():
        book = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell.format(options="")) for cell in cells],
            metadata={"title": "Toy", "lang": "en",
                      "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}})
        nbformat.write(book, folder / f"{name}.ipynb")
    return folder


@pytest.fixture
def table(page: Page, voila: Callable, toys: Path) -> Page:
    page.goto(voila(toys).url("voila/render/toy.ipynb"))
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_visible(timeout=60_000)
    return page


def test_a_click_is_one_step(table: Page, kernel: Callable) -> None:
    table.get_by_role("button", name="Add", exact=True).click()
    expect(table.locator(".kit[data-state='1']")).to_contain_text("Count 1")
    assert kernel(table).value("table.state.count") == 1
