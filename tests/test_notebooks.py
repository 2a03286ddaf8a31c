"""The notebooks as files: what they say of themselves, how short their cells are, and that nothing stale is saved."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from nbformat import validate

ROOT = Path(__file__).parents[1] / "notebooks"
BOOKS = sorted(book for book in ROOT.rglob("*.ipynb") if ".ipynb_checkpoints" not in book.parts)


def test_there_are_notebooks() -> None:
    assert {book.stem for book in BOOKS} >= {"table", "worked-example"}


@pytest.fixture(params=BOOKS, ids=lambda book: str(book.relative_to(ROOT)))
def book(request: pytest.FixtureRequest) -> dict[str, Any]:
    assert request.param.stat().st_size < 100_000
    notebook: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return {**notebook, "path": request.param}


def test_it_says_what_a_list_and_a_page_need(book: dict[str, Any]) -> None:
    about = book["metadata"]
    assert about["lang"] == book["path"].parent.name
    assert about["title"] and about["kernelspec"]["name"] == "python3"
    kit = about["acey_teach"]
    assert kit["order"] > 0 and 5 <= kit["minutes"] <= 60 and kit["summary"].endswith(".")
    for lang in {"en", "es", "hu"} - {about["lang"]}:
        assert set(kit[lang]) == {"title", "summary"} and all(kit[lang].values())


def test_it_is_a_sound_notebook_with_cells_of_its_own_names(book: dict[str, Any]) -> None:
    validate({key: value for key, value in book.items() if key != "path"})
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert ids == [f"{book['path'].stem}-{n}" for n in range(len(ids))]
    assert "widgets" not in book["metadata"], "a saved widget state is shown in place of the page"


def test_its_code_is_short(book: dict[str, Any]) -> None:
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert code and max(len(cell["source"]) for cell in code) <= 6
    assert "".join(book["cells"][0]["source"]).startswith("# ")
    for cell in code:
        compile("".join(cell["source"]), cell["id"], "exec")
    text = json.dumps(book["cells"])
    assert not re.search(r"https?://", text) and str(Path.home()) not in text and str(Path.cwd()) not in text


def test_what_is_saved_is_what_the_code_gives_today(book: dict[str, Any]) -> None:
    """Saved pictures come from the code; a notebook without any has nothing to be stale."""
    names: dict[str, object] = {}
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        *before, last = "".join(cell["source"]).strip().splitlines()
        exec("\n".join(before), names)
        result = eval(last, names)
        for output in cell["outputs"]:
            assert output["output_type"] == "execute_result"
            saved, made = output["data"], getattr(result, "_repr_mimebundle_", dict)()
            bundle = made[0] if isinstance(made, tuple) else made
            if "text/html" in saved:
                assert "".join(saved["text/html"]) == bundle["text/html"]
            text = bundle.get("text/plain", repr(result))
            assert "".join(saved["text/plain"]) == text


def test_the_prose_says_what_the_code_counts() -> None:
    from acey_teach import cards, odds

    text = (ROOT / "en/worked-example.ipynb").read_text(encoding="utf-8")
    for seen, value in (("9s", "−1/49"), ("Qs", "+2/49"), ("Kh", "+1/49")):
        assert value in text
        assert odds(cards("4c Qd"), cards(seen)).ev_per_chip.numerator == int(value.split("/")[0].replace("−", "-"))
