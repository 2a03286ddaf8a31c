"""The notebooks, exercises among them, as files: what they say of themselves, how short their cells are, and that nothing stale is saved."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from nbformat import validate

from acey_teach.i18n import notebooks

ROOT = Path(__file__).parents[1]
BOOKS = sorted(book for folder in notebooks.FOLDERS for book in (ROOT / folder).glob("*/*.ipynb"))


def test_there_are_notebooks() -> None:
    assert {book.stem for book in BOOKS} >= {"table", "worked-example"}


@pytest.fixture(params=BOOKS, ids=lambda book: str(book.relative_to(ROOT)))
def book(request: pytest.FixtureRequest) -> dict[str, Any]:
    assert request.param.stat().st_size < 100_000
    notebook: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return {**notebook, "path": request.param}


def exercises(book: dict[str, Any]) -> bool:
    return book["path"].parts[-3] == "exercises"


def test_it_says_what_a_list_and_a_page_need(book: dict[str, Any]) -> None:
    about = book["metadata"]
    assert about["lang"] == book["path"].parent.name
    assert about["title"] and about["kernelspec"]["name"] == "python3"
    kit = about["acey_teach"]
    assert set(kit) == {"kind", "order", "minutes", "summary"}
    kinds = ("exercise",) if exercises(book) else ("lesson", "practice", "table", "make")
    assert kit["kind"] in kinds and kit["order"] > 0 and 5 <= kit["minutes"] <= 60
    assert kit["summary"].endswith(".") and "".join(book["cells"][0]["source"]).splitlines()[0] == f"# {about['title']}"


def test_it_is_a_sound_notebook_with_cells_of_its_own_names(book: dict[str, Any]) -> None:
    validate({key: value for key, value in book.items() if key != "path"})
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert ids == [f"{book['path'].stem}-{n}" for n in range(len(ids))]
    assert "widgets" not in book["metadata"], "a saved widget state is shown in place of the page"


def test_its_code_is_short(book: dict[str, Any]) -> None:
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert code and max(len(cell["source"]) for cell in code) <= (24 if exercises(book) else 6)
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
        code = ast.parse("".join(cell["source"]))
        last = code.body.pop() if isinstance(code.body[-1], ast.Expr) else ast.parse("None").body[0]
        exec(compile(code, cell["id"], "exec"), names)
        result = eval(compile(ast.Expression(last.value), cell["id"], "eval"), names)
        for output in cell["outputs"]:
            assert output["output_type"] == "execute_result"
            saved, made = output["data"], getattr(result, "_repr_mimebundle_", dict)()
            bundle = made[0] if isinstance(made, tuple) else made
            if "text/html" in saved:
                assert "".join(saved["text/html"]) == bundle["text/html"]
            text = bundle.get("text/plain", repr(result))
            assert "".join(saved["text/plain"]) == text


@pytest.mark.parametrize("lang", ["es", "hu"])
def test_translated_notebooks_are_what_the_english_ones_and_the_catalogs_give(lang: str) -> None:
    wanted = {path: text for path, text in notebooks.made().items() if path.parent.name == lang}
    assert {book for book in BOOKS if book.parent.name == lang} == wanted.keys()
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python -m acey_teach.i18n.notebooks"


def test_the_command_writes_what_is_stale_and_removes_what_has_no_source(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(notebooks, "ROOT", tmp_path)
    for lang in ("en", "es"):
        (tmp_path / "notebooks" / lang).mkdir(parents=True)
    shutil.copy(ROOT / "notebooks" / "en" / "table.ipynb", tmp_path / "notebooks" / "en")
    old, new = tmp_path / "notebooks" / "es" / "gone.ipynb", tmp_path / "notebooks" / "es" / "table.ipynb"
    old.write_text("{}")
    assert notebooks.main(["--check"]) == 1 and "es/gone.ipynb" in capsys.readouterr().out and old.exists()
    assert notebooks.main([]) == 0 and not old.exists()
    assert notebooks.main(["--check"]) == 0 and json.loads(new.read_text())["metadata"]["lang"] == "es"
    new.write_text(new.read_text().replace("table", "tables"))
    assert notebooks.main(["--check"]) == 1 and "es/table.ipynb" in capsys.readouterr().out
    assert notebooks.main(["--nonsense"]) == 2


def test_links_between_notebooks_lead_to_notebooks(book: dict[str, Any]) -> None:
    for cell in book["cells"]:
        for target in re.findall(r"\]\(([^)#]+)", "".join(cell["source"])) if cell["cell_type"] == "markdown" else ():
            assert (book["path"].parent / target).exists(), target


def test_prose_holds_no_typed_numbers(book: dict[str, Any]) -> None:
    """Numbers come from the engine. Cards (4♣), clauses (A5.2, R-1) and what is code may hold digits."""
    for cell in book["cells"]:
        if cell["cell_type"] == "markdown":
            text = re.sub(r"`[^`]*`|\]\([^)]*\)|\b(?:10|[2-9])[♠♥♦♣]|\b(?:[A-Z]|R-)\d+(?:\.\d+)*|^\d+\. ", "", "".join(cell["source"]), flags=re.M)
            assert not re.findall(r"\S*\d\S*", text), cell["id"]
