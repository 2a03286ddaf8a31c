"""The notebook *Make your own lesson*, run as a new user would: every cell in a kernel, then the widgets are used."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client import KernelClient
from nbclient import NotebookClient

BOOK = Path(__file__).parents[1] / "notebooks/en/make-your-own.ipynb"
SECONDS = 120


class Desk:
    """A kernel in which all cells have run, and what a page sends to it."""

    def __init__(self, client: NotebookClient) -> None:
        self.channel: KernelClient = client.kc  # type: ignore[assignment]  # nbclient's own is asynchronous

    def value(self, expression: str) -> Any:
        """What an expression is in the kernel."""
        reply = self._ask("execute_request", code="", silent=True, user_expressions={"it": expression})
        it = reply["content"]["user_expressions"]["it"]
        assert it["status"] == "ok", f"{expression}: {it}"
        return ast.literal_eval(it["data"]["text/plain"])

    def run(self, code: str) -> dict[str, Any]:
        """Execute a cell; the reply, which may be an error."""
        content: dict[str, Any] = self._ask("execute_request", code=code, silent=False)["content"]
        return content

    def move(self, widget: str, **state: object) -> None:
        """What a plain widget sends when somebody moves it."""
        self._send(widget, {"method": "update", "state": state, "buffer_paths": []})

    def press(self, widget: str) -> None:
        """What a plain button sends when it is pressed."""
        self._send(widget, {"method": "custom", "content": {"event": "click"}})

    def use(self, part: str, intent: str, **values: str) -> None:
        """What a part of the kit sends when one of its controls is used."""
        content = {"kind": "intent", "intent": intent, "at": self.value(f"{part}.number"), "values": values}
        self._send(part, {"method": "custom", "content": content})

    def _send(self, widget: str, data: dict[str, Any]) -> None:
        session = self.channel.session
        content = {"comm_id": self.value(f"{widget}.model_id"), "data": data}
        self.channel.shell_channel.send(session.msg("comm_msg", content))

    def _ask(self, kind: str, **content: Any) -> Any:
        """Send a request and wait for its reply; the kernel answers in order."""
        from nbclient.util import run_sync

        settings = {"store_history": False, "user_expressions": {}, "allow_stdin": False, "stop_on_error": False}
        message = self.channel.session.msg(kind, {**settings, **content})
        self.channel.shell_channel.send(message)
        while True:
            reply = run_sync(self.channel.shell_channel.get_msg)(timeout=SECONDS)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return reply


@pytest.fixture(scope="module")
def notebook() -> Any:
    return nbformat.read(BOOK, as_version=4)


@pytest.fixture(scope="module")
def desk(notebook: Any) -> Iterator[Desk]:
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3")
    with client.setup_kernel():
        for index, cell in enumerate(notebook.cells):
            client.execute_cell(cell, index)
        yield Desk(client)


def test_every_cell_shows_what_it_promises(notebook: Any, desk: Desk) -> None:
    shown = {
        cell.id: [output.output_type for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"
    }
    silent = [name for name, outputs in shown.items() if not outputs]
    assert len(shown) >= 10 and len(silent) == 1, "only the cell that defines a function shows nothing"
    assert all(outputs in ([], ["execute_result"], ["display_data"]) for outputs in shown.values()), shown


def test_the_slider_moves_the_stake_and_back(desk: Desk) -> None:
    desk.move("stake", value=7)
    assert desk.value("odds.stake") == 7 and "stake of 7 is worth" in desk.value("odds.html")
    desk.run("odds.stake = 3")
    assert desk.value("stake.value") == 3


def test_the_list_changes_the_rules(desk: Desk) -> None:
    for index, value in ((1, "3/25"), (0, "0")):
        desk.move("rules", index=index)
        assert desk.value("str(odds.value)") == value


def test_the_question_is_answered_with_feedback(desk: Desk) -> None:
    desk.use("question", "check", answer="7/13")
    assert desk.value("(question.attempts, question.right)") == (1, False)
    assert "Not yet." in desk.value("question.html")
    desk.use("question", "check", answer="56 %")
    assert desk.value("(question.attempts, question.right)") == (2, True)
    assert "Right." in desk.value("question.html")


def test_the_odds_appear_after_the_answer(desk: Desk) -> None:
    assert desk.value("len(page.children)") == 1
    desk.use("first", "check", answer="28")
    assert desk.value("[type(part).__name__ for part in page.children]") == ["Question", "Odds"]
    assert desk.value("first.notice") == ""


def test_a_mistake_in_a_function_is_said_on_the_page(desk: Desk) -> None:
    desk.run("@first.on_answer\ndef mine(asked):\n    asked.nothing_of_that_name")
    desk.use("first", "check", answer="27")
    notice = desk.value("first.notice")
    assert "“mine”" in notice and "line 3" in notice and "AttributeError" in notice


def test_the_table_is_played_with_plain_widgets(desk: Desk) -> None:
    desk.run("table.play_on(dealer=0)")
    assert desk.value("table.phase") == "decision"
    desk.move("chips", value=2)
    assert desk.value("table.stake") == 2
    desk.use("table", "set_stake", stake="1")
    assert desk.value("chips.value") == 1
    desk.run("on.on_click(lambda button: table.bet(chips.value))")
    desk.move("chips", value=9)
    desk.press("on")
    assert desk.value("table.session.held") == 0 and "more than the pot holds" in desk.value("table.notice")


def test_the_lesson_is_composed(desk: Desk) -> None:
    assert desk.value("[type(part).__name__ for part in hands.children[0].children]") == [
        "Hand",
        "IntSlider",
        "Dropdown",
        "Odds",
    ]
    desk.move("hands.children[1].children[1]", value=4)
    assert desk.value("[tab.children[3].stake for tab in hands.children]") == [2, 4]
    desk.use("ask", "check", choice="0")
    assert desk.value("ask.right") and desk.value("why in ask.html")


def test_nonsense_in_a_cell_is_an_error_of_that_cell(desk: Desk) -> None:
    for code, says in (
        ('Hand("4c Zd")', "“Zd” is not a card."),
        ('hand.outcome = "inside"', "follows from the rest"),
        ("odds.stake = 2.5", "“2.5” is not."),
    ):
        reply = desk.run(code)
        assert reply["status"] == "error" and reply["ename"] == "Refusal" and says in reply["evalue"]


def test_its_prose_holds_no_number() -> None:
    book = json.loads(BOOK.read_text(encoding="utf-8"))
    for cell in book["cells"]:
        if cell["cell_type"] == "markdown":
            text = re.sub(r"\b(?:[2-9]|10)(?:[cdhs]\b|[♣♦♥♠])", "", "".join(cell["source"]))
            assert not re.search(r"\d", text), text
