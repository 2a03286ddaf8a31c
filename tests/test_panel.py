"""The panel's Python half, without a browser: what an app returns, and what a browser may send."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acey_teach.engine.refusal import Refusal
from acey_teach.widgets import STYLED
from acey_teach.widgets import panel as module
from acey_teach.widgets.panel import MAX_TEXT, Panel, View, intent


@dataclass(frozen=True)
class State:
    count: int = 0
    text: str = ""
    offer: str = ""
    charts: tuple[str, ...] = ()


class Counter:
    def start(self) -> State:
        return State()

    def static(self, state: State) -> str:
        return f"<p>{state.count} at rest</p>"

    def resume(self, state: State, code: str) -> State:
        if code == "broken":
            raise Refusal("code", "No such code.")
        return replace(state, offer=code) if code.startswith("c") else state

    @intent
    def add(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, count=state.count + 1)

    @intent(live=True)
    def write(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, text=values["text"])

    @intent
    def refuse(self, state: State, values: Mapping[str, str]) -> State:
        raise Refusal("full", "Only {n} chips are left.", n=3)

    @intent
    def crash(self, state: State, values: Mapping[str, str]) -> State:
        raise RuntimeError("on purpose")

    @intent
    def nothing(self, state: State, values: Mapping[str, str]) -> State:
        return state

    @intent
    def unshowable(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, count=-1)

    @intent
    def draw(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, charts=(*state.charts, values["chart"]))

    def secret(self, state: State, values: Mapping[str, str]) -> State:
        raise AssertionError("not an intent")

    def view(self, state: State) -> View:
        if state.count < 0:
            raise ValueError("cannot be shown")
        html = f"<b>{state.count}</b> {state.text}"
        charts = {name: [{"kind": "inside", "p": 0.5, "ghost": None}] for name in state.charts}
        return View(html, f"Count {state.count}.", f"c{state.count}", f"c{state.count}" if state.count else "", charts)


Sent = list[dict[str, Any]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every message a panel sends to its page."""
    messages: Sent = []

    def record(self: Panel[Any], msg: dict[str, Any], buffers: object = None) -> None:
        messages.append(msg | {"buffers": buffers})

    monkeypatch.setattr(Panel, "_send", record)
    return messages


@pytest.fixture
def panel(sent: Sent) -> Iterator[Panel[State]]:
    made = Panel(Counter(), "counter")
    sent.clear()
    yield made
    made.close()


def tell(panel: Panel[Any], content: object, method: object = "custom") -> None:
    panel._handle_msg({"content": {"data": {"method": method, "content": content}}, "buffers": []})


def ask(panel: Panel[Any], name: str, at: object = None, id: object = "a", **values: object) -> None:
    tell(panel, {"kind": "intent", "intent": name, "at": panel.number if at is None else at, "values": values, "id": id})


def updates(sent: Sent) -> dict[str, Any]:
    return {key: value for message in sent if message["method"] == "update" for key, value in message["state"].items()}


def answers(sent: Sent) -> list[str]:
    return [m["content"]["id"] for m in sent if m["method"] == "custom" and m["content"]["kind"] == "done"]


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[logging.LogRecord]]:
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", records.append)
    module._log().addHandler(handler)
    yield records
    module._log().removeHandler(handler)


# ---- what an app returns ----
def test_a_step_gives_a_new_state_and_sends_only_what_changed(panel: Panel[State], sent: Sent) -> None:
    ask(panel, "add")
    assert panel.state == State(1) and panel.number == 1
    assert updates(sent) == {"html": "<b>1</b> ", "says": "Count 1.", "code": "c1", "keep": "c1", "number": 1}
    assert len([m for m in sent if m["method"] == "update"]) == 1, "one message, one repaint"
    assert answers(sent) == ["a"]


def test_a_live_intent_does_not_count_as_a_step(panel: Panel[State], sent: Sent) -> None:
    ask(panel, "write", at=-5, text="hello")
    assert panel.state.text == "hello" and panel.number == 0
    assert updates(sent) == {"html": "<b>0</b> hello"}


def test_the_same_state_sends_nothing(panel: Panel[State], sent: Sent) -> None:
    ask(panel, "nothing")
    assert updates(sent) == {} and answers(sent) == ["a"] and panel.number == 0


def test_show_goes_on_from_a_state_and_raises_what_the_view_raises(panel: Panel[State]) -> None:
    panel.show(State(7))
    assert (panel.state, panel.code, panel.number) == (State(7), "c7", 1)
    with pytest.raises(ValueError, match="cannot be shown"):
        panel.show(State(-1))
    assert (panel.state, panel.code, panel.number) == (State(7), "c7", 1)


# ---- refusals and faults ----
def test_a_refusal_shows_its_sentence_and_changes_nothing(panel: Panel[State], sent: Sent, faults: list[Any]) -> None:
    ask(panel, "refuse")
    assert updates(sent) == {"notice": "Only 3 chips are left."}
    assert panel.state == State() and panel.number == 0 and not faults
    ask(panel, "add", id="b")
    assert panel.notice == "", "the next thing that works takes it away"


@pytest.mark.parametrize("name", ["crash", "unshowable"])
def test_a_fault_changes_nothing_and_tells_the_code(
    name: str, panel: Panel[State], sent: Sent, faults: list[logging.LogRecord], capsys: pytest.CaptureFixture[str]
) -> None:
    ask(panel, "add", id="first")
    before = panel.state
    ask(panel, name)
    assert panel.state is before and panel.number == 1 and panel.says == "Count 1."
    assert panel.notice == "Something went wrong and nothing was changed. You can go on. Session code: c1"
    assert answers(sent) == ["first", "a"]
    assert len(faults) == 1 and faults[0].exc_info
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err, "what a kernel writes is sent to the visitor"


def test_rows_no_browser_can_read_are_a_fault(panel: Panel[State], faults: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    view = View("<p></p>", "x", "c0", charts={"outcome": [{"p": math.nan}]})
    monkeypatch.setattr(Counter, "view", lambda self, state: view)
    ask(panel, "add")
    assert panel.number == 0 and "Session code: c0" in panel.notice and len(faults) == 1


def test_the_languages_of_a_view_reach_its_notices(panel: Panel[State], monkeypatch: pytest.MonkeyPatch) -> None:
    view = View("", "", "c9", lang="en", notices={"fault": "Hoppla, {code}!"})
    monkeypatch.setattr(Counter, "view", lambda self, state: view)
    panel.show(State())
    ask(panel, "crash")
    assert panel.notice == "Hoppla, c9!" and panel.notices["dead"]


# ---- what a browser may send ----
def test_a_second_click_changes_nothing(panel: Panel[State], sent: Sent) -> None:
    ask(panel, "add", at=0, id="one")
    ask(panel, "add", at=0, id="two")
    assert panel.state.count == 1 and answers(sent) == ["one", "two"]


def test_a_replayed_message_changes_nothing_and_is_answered_once(panel: Panel[State], sent: Sent) -> None:
    for text in ("first", "second"):
        ask(panel, "write", id="same", text=text)
    assert panel.state.text == "first" and answers(sent) == ["same"]


@pytest.mark.parametrize("at", [True, False, 0.0, math.nan, "0", None, -1, 1, 10**400, [0]])
def test_only_the_number_of_this_state_is_an_answer_to_it(at: object, panel: Panel[State]) -> None:
    tell(panel, {"kind": "intent", "intent": "add", "at": at, "values": {}, "id": "a"})
    assert panel.state == State() and panel.notice == ""


@pytest.mark.parametrize("name", ["secret", "view", "start", "__init__", "_intents", "mro", "", "add ", "x" * 100_000, 7, None])
def test_only_marked_handlers_are_intents(name: object, panel: Panel[State], faults: list[Any]) -> None:
    tell(panel, {"kind": "intent", "intent": name, "at": 0, "values": {}})
    assert panel.state == State() and panel.notice == "" and not faults


@pytest.mark.parametrize("values", [
    None, [], "x", {"text": 1}, {"text": None}, {"text": True}, {"text": ["x"]}, {1: "x"}, {"k" * 65: "x"},
    {str(i): "x" for i in range(65)},
])
def test_values_are_a_few_short_texts(values: object, panel: Panel[State]) -> None:
    tell(panel, {"kind": "intent", "intent": "write", "at": 0, "values": values})
    assert panel.state == State() and panel.notice == ""


def test_a_huge_text_is_cut(panel: Panel[State]) -> None:
    ask(panel, "write", text="x" * 10_000_000)
    assert panel.state.text == "x" * MAX_TEXT


@pytest.mark.parametrize("id", [None, 1, True, "x" * 41, [], {}])
def test_an_unusable_id_gets_no_answer_but_the_intent_counts(id: object, panel: Panel[State], sent: Sent) -> None:
    ask(panel, "add", id=id)
    assert panel.state.count == 1 and answers(sent) == []


def deep(depth: int) -> object:
    value: object = 0
    for _ in range(depth):
        value = {"values": [value]}
    return value


@pytest.mark.parametrize("message", [
    None, 1, "intent", [], [{}], {}, {"kind": None}, {"kind": []}, {"kind": "intent"}, {"kind": "hello"}, {"kind": "hello", "code": 5},
    deep(100_000), {"kind": "intent", "intent": "add", "at": 0, "values": deep(100_000)}, {"kind": deep(50_000)},
    {"kind": "intent", "intent": deep(9), "at": deep(9), "values": {}}, {"kind": "done", "id": "a"}, {"id": {}},
])
def test_forged_messages_neither_raise_nor_change_anything(message: object, panel: Panel[State], faults: list[Any]) -> None:
    tell(panel, message)
    assert panel.state == State() and panel.notice == "" and not faults


@pytest.mark.parametrize("msg", [
    None, {}, {"content": None}, {"content": {"data": None}}, {"content": {"data": {}}}, {"content": {"data": {"method": "custom"}}},
    {"content": {"data": {"method": "update", "state": {"html": "<b>forged</b>", "code": "x", "number": 5}}}},
    {"content": {"data": {"method": "update", "state": {"html": "x"}, "buffer_paths": [["a", 1]]}}, "buffers": []},
])
def test_a_browser_writes_no_traits(msg: object, panel: Panel[State], sent: Sent) -> None:
    before = panel.get_state()
    panel._handle_msg(msg)
    panel.set_state({"html": "<b>forged</b>", "number": 3})
    assert panel.get_state() == before and sent == []


def test_a_new_view_is_told_the_whole_state(panel: Panel[State], sent: Sent) -> None:
    tell(panel, None, method="request_state")
    assert updates(sent).keys() >= {"html", "says", "number", "_esm"}


jsonish = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(
        ["intent", "hello", "ping", "add", "write", "kind", "at", "values", "id", "code", "want-chart-library"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ["kind", "intent", "at", "values", "id", "code", "text", "x"]), inner, max_size=6), max_leaves=12)


@given(jsonish)
def test_whatever_arrives_nothing_raises(message: object) -> None:
    fuzzed = Panel(Counter(), "fuzzed")
    tell(fuzzed, message)
    assert fuzzed.number in (0, 1)


# ---- resuming ----
def test_a_remembered_code_is_offered_and_is_no_step(panel: Panel[State]) -> None:
    tell(panel, {"kind": "hello", "code": "c5", "id": "a"})
    assert panel.state == State(offer="c5") and panel.number == 0


@pytest.mark.parametrize("code", ["c0", "broken", "zzz", None, 3])
def test_what_cannot_be_resumed_is_no_offer_and_no_trouble(code: object, panel: Panel[State], faults: list[Any]) -> None:
    tell(panel, {"kind": "hello", "code": code})
    assert panel.state == State() and panel.notice == "" and not faults


def test_a_session_under_way_is_not_interrupted_by_an_offer(panel: Panel[State]) -> None:
    ask(panel, "add")
    tell(panel, {"kind": "hello", "code": "c5"})
    assert panel.state.offer == ""


# ---- charts ----
@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "specs.json").write_text(json.dumps({name: {"name": name} for name in ("deck", "outcome", "chips")}))
    (tmp_path / "chart.hash").write_text("abc\n")
    (tmp_path / "chart.js.gz").write_bytes(b"library")
    monkeypatch.setattr(module, "BUILT", tmp_path)
    return tmp_path


def test_specs_travel_once_and_only_for_charts_in_use(panel: Panel[State], sent: Sent, built: Path) -> None:
    assert panel.specs == {}
    ask(panel, "draw", id="1", chart="deck")
    assert updates(sent)["specs"] == {"deck": '{"name":"deck"}'} and panel.chart_hash == "abc"
    assert panel.charts == {"deck": '[{"kind":"inside","p":0.5,"ghost":null}]'}
    sent.clear()
    ask(panel, "add", id="2")
    assert updates(sent).keys().isdisjoint({"specs", "charts", "chart_hash"})
    ask(panel, "draw", id="3", chart="chips")
    assert set(panel.specs) == {"deck", "chips"}


def test_a_chart_nobody_made_is_a_fault_that_changes_nothing(panel: Panel[State], built: Path, faults: list[Any]) -> None:
    ask(panel, "draw", chart="pie")
    assert panel.state == State() and "Session code" in panel.notice and len(faults) == 1


def test_the_library_is_sent_when_asked_for(panel: Panel[State], sent: Sent, built: Path) -> None:
    tell(panel, {"kind": "want-chart-library"})
    assert sent[0]["content"] == {"kind": "chart-library", "data": "bGlicmFyeQ=="} and not sent[0]["buffers"]


def test_charts_that_were_never_built_say_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: Sent) -> None:
    monkeypatch.setattr(module, "BUILT", tmp_path / "nowhere")
    Panel(Counter(), "without charts")
    monkeypatch.setattr(Counter, "start", lambda self: State(charts=("deck",)))
    with pytest.raises(FileNotFoundError, match="make setup"):
        Panel(Counter(), "with charts")


# ---- where it is shown ----
def test_running_a_cell_again_closes_the_earlier_panel(sent: Sent) -> None:
    panels = [Panel(Counter(), "again") for _ in range(3)]
    other = Panel(Counter(), "other")
    assert [p.comm is not None for p in (*panels, other)] == [False, False, True, True]


def test_a_panel_that_cannot_start_leaves_the_earlier_one(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Panel(Counter(), "kept")
    monkeypatch.setattr(Counter, "start", lambda self: State(-1))
    with pytest.raises(ValueError, match="cannot be shown"):
        Panel(Counter(), "kept")
    assert first.comm is not None


def mime(panel: Panel[Any]) -> dict[str, Any]:
    data: dict[str, Any] = panel._repr_mimebundle_()[0]
    return data


def test_a_saved_notebook_carries_the_sentence_and_the_still_page(panel: Panel[State], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOILA_BASE_URL", raising=False)
    assert mime(panel)["text/plain"] == "Count 0.\n[c0]"
    assert mime(panel)["text/html"] == '<div class="kit"><p>0 at rest</p></div>'
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert "text/html" not in mime(panel), "Voila saves nothing: no bytes and no time for it"


def test_a_handler_keeps_its_own_face() -> None:
    handler: Callable[..., State] = Counter.add
    assert handler(Counter(), State(1), {}) == State(2)


# ---- language ----
@dataclass(frozen=True)
class Spoken:
    lang: str = "en"
    count: int = 0
    broken: bool = False


class Speaker:
    def __init__(self, lang: str = "en", broken: bool = False) -> None:
        self.first = Spoken(lang, broken=broken)

    def start(self) -> Spoken:
        return self.first

    def static(self, state: Spoken) -> str:
        return ""

    def resume(self, state: Spoken, code: str) -> Spoken:
        return state

    @intent
    def language(self, state: Spoken, values: Mapping[str, str]) -> Spoken:
        raise AssertionError("the panel's own")

    def view(self, state: Spoken) -> View:
        if state.broken and state.lang == "hu":
            raise ValueError("cannot be shown")
        return View(state.lang, state.lang, lang=state.lang)


@pytest.fixture
def speakers(sent: Sent) -> Iterator[Callable[..., Panel[Spoken]]]:
    made: list[Panel[Spoken]] = []

    def make(**options: Any) -> Panel[Spoken]:
        made.append(Panel(Speaker(**options), f"speaker-{len(made)}"))
        return made[-1]

    yield make
    for one in made:
        one.close()
        Panel._open.pop(one.name)


def test_one_control_changes_the_language_of_all_panels_and_nothing_else(speakers, panel: Panel[State]) -> None:
    one, other = speakers(), speakers(lang="es-x-points")
    other.show(replace(other.state, count=3))
    before = one.number, other.number
    ask(one, "language", at=99, value="hu")  # whatever the number: it answers what is now
    assert (one.lang, other.lang) == ("hu", "hu-x-points")
    assert (one.state, other.state) == (Spoken("hu"), Spoken("hu-x-points", 3))
    assert (one.number, other.number) == before and panel.lang == "en" and panel.state == State()
    assert one.notices["reload"] != "Reload and go on"


@pytest.mark.parametrize("value", ["xx", "", "hu-x-points", 5, None])
def test_an_unknown_language_changes_nothing(speakers, value: object) -> None:
    one = speakers()
    ask(one, "language", value=value)
    assert one.state == Spoken() and one.notice == ""


def test_all_panels_change_their_language_or_none(speakers) -> None:
    one, other = speakers(), speakers(broken=True)
    ask(one, "language", value="hu")
    assert (one.lang, other.lang) == ("en", "en") and "nothing was changed" in one.notice
    ask(one, "language", id="b", value="es")
    assert (one.lang, other.lang, one.notice) == ("es", "es", "")


def test_a_page_that_has_the_stylesheet_gets_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STYLED, raising=False)
    assert ".kit" in Panel(Counter(), "styled").get_state()["_css"]
    monkeypatch.setenv(STYLED, "1")
    assert Panel(Counter(), "styled").get_state()["_css"] == ""
