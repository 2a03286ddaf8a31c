"""Exercises in JupyterLab: an answer is judged in its cell, help opens by keys, the progress is beside the notebook."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

BOOK = Path(__file__).parents[2] / "exercises" / "en" / "01-inside-outside-post.ipynb"
MINE = {"1.5": "6", "1.6": "5"}  # the first counts both posts


def test_an_answer_its_help_and_the_progress(
    page: Page,
    lab: Callable[..., Any],
    run_cells: Callable[..., None],
    axe: Callable[..., None],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    desk = tmp_path_factory.mktemp("exercises")
    book = json.loads(BOOK.read_text(encoding="utf-8"))
    kept = [cell for cell in book["cells"] if any(f'"{name}"' in "".join(cell["source"]) for name in MINE)]
    for cell, value in zip(kept, MINE.values(), strict=True):
        cell["source"] = "".join(cell["source"]).replace("...", value, 1)
    book["cells"] = [*kept, next(cell for cell in book["cells"] if "progress(" in "".join(cell["source"]))]
    (desk / BOOK.name).write_text(json.dumps(book), encoding="utf-8")
    run_cells(page, lab(desk), BOOK.name)

    wrong, right, progress = (page.locator(f".kit[data-panel='{name}']") for name in ("exercise-1.5", "exercise-1.6", "progress"))
    expect(wrong.locator(".k-note")).to_contain_text("Not yet", timeout=60_000)
    expect(wrong.locator(".k-note")).to_contain_text("counted")
    expect(right.locator(".k-note")).to_contain_text("Right")
    expect(progress).to_contain_text("1 of 8")
    assert (desk / "acey-deucey-progress.txt").read_text(encoding="utf-8").splitlines()[-1].startswith("P1.")

    hint = wrong.get_by_role("button", name="Hint 1")
    hint.focus()
    page.keyboard.press("Enter")
    expect(hint).to_have_attribute("aria-expanded", "true")
    expect(wrong.locator("[role=status]")).not_to_contain_text("Not yet")
    page.keyboard.press("Enter")
    expect(hint).to_have_attribute("aria-expanded", "false")
    solution = right.get_by_role("button", name="Show the way to the answer")
    solution.focus()
    page.keyboard.press("Space")
    expect(right).to_contain_text("5 ranks")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for panel in ("exercise-1.5", "exercise-1.6", "progress"):
            axe(page, f".kit[data-panel='{panel}']")
