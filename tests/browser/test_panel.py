"""The panel in a real browser, under Voila and JupyterLab: what a person does, and what Python then holds."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from acey_teach.widgets import panel

CELL = "from toy import panel\ntable = panel()\ntable"
BOOKS = {
    "toy": [CELL],
    "plain": ["from toy import panel\ntable = panel(charts=False)\ntable"],
    "broken-charts": ["import toy_broken", CELL],
    "twice": [CELL, "table"],
}
FORGER = """
(() => {
    const send = WebSocket.prototype.send;
    window.__sent = [];
    WebSocket.prototype.send = function (data) { window.__sent.push([this, data]); return send.call(this, data); };
})();
"""
WATCH_SPEECH = """
(() => {
    window.__spoken = [];
    new MutationObserver((changes) => {
        for (const c of changes) {
            const region = (c.target.nodeType === 1 ? c.target : c.target.parentElement)?.closest?.("[role=status],[role=alert]");
            if (region?.closest(".kit") && region.textContent) window.__spoken.push(region.textContent);
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
})();
"""


@pytest.fixture(scope="package")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the toy and its notebooks."""
    folder = tmp_path_factory.mktemp("toys")
    here = Path(__file__)
    shutil.copy(here.with_name("toy.py"), folder)
    (folder / "toy_broken.py").write_text(
        "import shutil, tempfile\nfrom pathlib import Path\nfrom acey_teach.widgets import panel\n"
        "folder = Path(tempfile.mkdtemp())\nshutil.copytree(panel.BUILT, folder, dirs_exist_ok=True)\n"
        "(folder / 'chart.js.gz').write_bytes(b'no gzip at all')\n(folder / 'chart.hash').write_text('broken')\n"
        "panel.BUILT = folder\n")
    for name, cells in BOOKS.items():
        book = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"title": "Toy", "lang": "en",
                      "kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}})
        nbformat.write(book, folder / f"{name}.ipynb")
    return folder


@pytest.fixture
def open_toy(voila: Callable, toys: Path) -> Callable[..., Page]:
    def show(page: Page, name: str = "toy", query: str = "") -> Page:
        page.goto(voila(toys).url(f"voila/render/{name}.ipynb{query}"))
        expect(button(page, "Add")).to_be_visible(timeout=60_000)
        return page

    return show


@pytest.fixture
def table(page: Page, open_toy: Callable[..., Page]) -> Page:
    """The toy without charts in Voila."""
    return open_toy(page, "plain")


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def settled(page: Page, number: int) -> None:
    expect(page.locator(f".kit[data-state='{number}']")).to_be_attached()


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id.replace(/^p[0-9a-z]+-/, '') || document.activeElement.className")


# ---- clicks ----
def test_a_click_is_one_step_and_so_is_a_double_click(table: Page, kernel: Callable) -> None:
    python = kernel(table)
    button(table, "Add").click()
    expect(table.locator(".kit[data-state='1']")).to_contain_text("Count 1")
    assert python.value("[table.state.count, table.number]") == [1, 1]

    table.evaluate("for (let i = 0; i < 5; i++) document.querySelector('[id$=add]').click()")
    settled(table, 2)
    assert python.value("[table.state.count, table.number]") == [2, 2]

    button(table, "Closed").focus()                  # a closed button sends nothing and keeps the focus
    table.keyboard.press("Enter")
    table.keyboard.press("c")
    assert focused(table) == "closed"

    python.run("main = __import__('__main__'); main.table.show(main.table.state.__class__(count=5))")
    settled(table, 3)                                # gone on from a cell, a teacher's for instance
    expect(table.locator(".kit p").first).to_contain_text("Count 5")
    button(table, "Add").click()
    settled(table, 4)
    assert python.value("[table.state.count, table.number]") == [6, 4]


def test_what_the_person_opened_typed_and_scrolled_stays(page: Page, open_toy: Callable[..., Page]) -> None:
    page.set_viewport_size({"width": 700, "height": 300})
    open_toy(page, "plain")
    more = page.get_by_text("More", exact=True)
    more.click()
    more.evaluate("e => e.scrollIntoView()")
    place = more.bounding_box()
    assert page.evaluate("document.scrollingElement.scrollTop") > 50
    page.evaluate("document.querySelector('[id$=add]').click()")
    settled(page, 1)
    assert more.bounding_box() == place, "although a line above it went away"
    expect(page.get_by_text(re.compile("^Words. Words."))).to_be_visible()


def test_a_translator_in_the_page_does_not_stop_it(table: Page) -> None:
    for n, put in enumerate(["font()", "font(), 'and more'"], 1):
        table.evaluate(f"""() => {{
            const font = () => Object.assign(document.createElement("font"), {{ textContent: "translated" }});
            for (const p of document.querySelectorAll(".kit p"))
                for (const text of [...p.childNodes]) if (text.nodeType === Node.TEXT_NODE) text.replaceWith({put});
        }}""")
        button(table, "Add").click()
        expect(table.locator(f".kit[data-state='{n}'] p").first).to_contain_text(f"{n}")
    button(table, "Bet").click()
    expect(table.locator(".kit[data-state='3'] p").first).to_contain_text(", bets [2]")


# ---- focus and keys ----
def test_the_focus_stays_on_what_was_pressed_and_moves_on_when_it_is_gone(table: Page) -> None:
    button(table, "Add").focus()
    table.keyboard.press("Enter")
    settled(table, 1)
    assert focused(table) == "add"
    table.reload()
    button(table, "Only once").focus()
    table.keyboard.press("Space")
    settled(table, 1)
    assert focused(table) == "add", "the main button, for want of a better place"


def test_keys_press_buttons_only_from_inside_the_panel_and_outside_of_fields(table: Page, kernel: Callable) -> None:
    python = kernel(table)
    table.keyboard.press("a")                        # the focus is not in the panel
    table.locator("h1").click()                      # anywhere in the panel will do
    table.keyboard.press("a")
    settled(table, 1)
    table.keyboard.press("Shift+N")                  # one of several keys, in either case
    settled(table, 2)
    for keys in ("Control+a", "Alt+a", "q"):
        table.keyboard.press(keys)
    note = table.get_by_label("Note")
    note.press_sequentially("add n")
    expect(table.get_by_text("5 letters")).to_be_visible()
    assert python.value("[table.state.count, table.state.note]") == [2, "add n"]

    table.locator("h1").click()
    table.keyboard.down("a")
    settled(table, 3)
    for _ in range(5):
        table.keyboard.down("a")                     # what a held key sends
    table.keyboard.up("a")
    table.keyboard.press("n")
    settled(table, 4)
    assert python.value("table.state.count") == 4


def test_enter_in_a_number_field_submits_its_form(table: Page, kernel: Callable) -> None:
    stake = table.get_by_label("Stake")
    stake.fill("7")
    table.keyboard.press("Enter")
    settled(table, 1)
    expect(stake).to_have_value("2")                 # after a step the value is Python's again
    table.locator("h1").click()
    table.keyboard.press("Enter")                    # the key of Bet, where no control has the focus
    settled(table, 2)
    button(table, "Add").focus()
    table.keyboard.press("Enter")                    # a focused button is itself what Enter presses
    settled(table, 3)
    assert kernel(table).value("[table.state.count, list(table.state.bets)]") == [1, [7, 2]]
    stake.fill("99")                                 # refused while it is typed, so Python still holds 2
    expect(table.get_by_role("alert")).to_have_text("Stake 1 to 10 chips.")
    expect(stake).to_have_value("99")
    button(table, "Add").click()
    settled(table, 4)
    expect(stake).to_have_value("2")


# ---- live controls ----
def test_a_slider_follows_the_finger_and_typing_is_never_overwritten(table: Page, kernel: Callable) -> None:
    slider = table.get_by_label("Slide")
    box = slider.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    table.mouse.move(box["x"] + 5, y)
    table.mouse.down()
    for i in range(30):
        table.mouse.move(box["x"] + 5 + i * (box["width"] - 10) / 29, y)
    expect(table.get_by_label("Stake")).to_have_value("10")
    table.mouse.up()
    button(table, "Bet").click()
    settled(table, 1)
    assert kernel(table).value("list(table.state.bets)") == [10]
    expect(slider).to_have_value("2")
    note = table.get_by_label("Note")
    note.press_sequentially("quickly typed, with a kernel that follows", delay=5)
    expect(table.get_by_text("41 letters")).to_be_visible()
    expect(note).to_have_value("quickly typed, with a kernel that follows")
    assert kernel(table).value("table.state.note") == "quickly typed, with a kernel that follows"


# ---- refusals and faults ----
def test_a_refusal_is_said_each_time_and_changes_nothing(
    page: Page, open_toy: Callable[..., Page], kernel: Callable
) -> None:
    page.add_init_script(WATCH_SPEECH)
    open_toy(page, "plain")
    for _ in range(2):                               # the same words again have to be heard again
        page.evaluate("window.__spoken.length = 0")
        button(page, "Refuse").click()
        page.wait_for_function("window.__spoken.includes('The rules do not allow that.')")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert kernel(page).value("[table.state.count, table.number]") == [0, 0]
    button(page, "Add").click()
    settled(page, 1)
    expect(page.locator(".k-notice")).to_be_empty()


def test_a_fault_is_a_sentence_with_the_code_and_the_page_goes_on(
    table: Page, voila: Callable, toys: Path, kernel: Callable
) -> None:
    for n, name in enumerate(["Crash", "Unshowable"], 1):
        button(table, "Add").click()
        settled(table, n)
        button(table, name).click()
        expect(table.get_by_role("alert")).to_contain_text("nothing was changed")
        expect(table.get_by_role("alert")).to_contain_text(f"toy-{n}")
        assert kernel(table).value("[table.state.count, table.number]") == [n, n]
    expect(table.locator("body")).not_to_contain_text("Traceback")
    assert "RuntimeError: on purpose" in voila(toys).log, "whoever runs the server reads why"
    button(table, "Add").click()
    settled(table, 3)
    expect(table.locator(".k-notice")).to_be_empty()


# ---- forged messages ----
def test_forged_messages_change_nothing(page: Page, open_toy: Callable[..., Page], kernel: Callable) -> None:
    page.add_init_script(FORGER)
    open_toy(page, "plain")
    button(page, "Add").click()
    settled(page, 1)
    forged: list[Any] = [
        {"method": "update", "state": {"html": "<b>forged</b>", "number": 9, "code": "x"}, "buffer_paths": [["html"]]},
        {"method": "custom", "content": {"kind": "intent", "intent": "add", "at": 0, "values": {}, "id": "f1"}},
        {"method": "custom", "content": {"kind": "intent", "intent": "add", "at": True, "values": {}, "id": "f2"}},
        {"method": "custom", "content": {"kind": "intent", "intent": "start", "at": 1, "values": {}, "id": "f3"}},
        {"method": "custom", "content": {"kind": "intent", "intent": "set_note", "at": 1, "values": {"note": ["x"]}, "id": "f4"}},
        {"method": "custom", "content": {"kind": "intent", "intent": "add", "at": "NaN!", "values": {}, "id": "f5"}},
        {"method": "custom", "content": {"kind": "x" * 3_000_000}},
        {"method": "custom", "content": ["deep!"]},
        {"method": "nonsense"}, {}, None,
    ]
    # Send them over the page's own websocket, in the clothes of its last message to the panel.
    page.evaluate("""(forged) => {
        const [socket, data] = window.__sent.filter(([, d]) => typeof d !== "string").at(-1);
        const bytes = new Uint8Array(data), view = new DataView(bytes.buffer, bytes.byteOffset);
        const count = Number(view.getBigUint64(0, true));
        const offsets = [...Array(count)].map((_, i) => Number(view.getBigUint64(8 + 8 * i, true)));
        const parts = offsets.slice(0, -1).map((o, i) => bytes.slice(o, offsets[i + 1]));
        const text = new TextDecoder(), encode = (t) => new TextEncoder().encode(t);
        for (const data of forged) {
            const header = { ...JSON.parse(text.decode(parts[1])), msg_id: "f" + Math.random() };
            const content = { ...JSON.parse(text.decode(parts[4])), data };
            const body = JSON.stringify(content).replaceAll('"NaN!"', "NaN").replaceAll('"deep!"', "[".repeat(900) + "]".repeat(900));
            const out = [parts[0], encode(JSON.stringify(header)), parts[2], parts[3], encode(body), ...parts.slice(5)];
            let at = 8 * (out.length + 2);
            const total = at + out.reduce((n, p) => n + p.length, 0), message = new Uint8Array(total), w = new DataView(message.buffer);
            w.setBigUint64(0, BigInt(out.length + 1), true);
            out.forEach((p, i) => { w.setBigUint64(8 + 8 * i, BigInt(at), true); message.set(p, at); at += p.length; });
            w.setBigUint64(8 + 8 * out.length, BigInt(at), true);
            socket.send(message.buffer);
        }
    }""", forged)
    button(page, "Add").click()
    settled(page, 2)                                 # messages are answered in order: the forged ones are through
    assert kernel(page).value("[table.state.count, table.number, table.state.note, table.code]") == [2, 2, "", "toy-2"]
    expect(page.locator(".k-notice")).to_be_empty()
    expect(page.locator("body")).not_to_contain_text("Traceback")


# ---- resuming ----
def test_a_refresh_offers_to_resume_and_keeps_the_memory_until_it_is_dropped(table: Page, kernel: Callable) -> None:
    for n in (1, 2, 3):
        button(table, "Add").click()
        settled(table, n)
    table.reload()
    expect(table.get_by_text("Earlier: 3.")).to_be_visible(timeout=60_000)
    assert kernel(table).value("[table.state.count, table.number]") == [0, 0], "an offer, no more"
    table.reload()                                   # a second refresh still remembers
    expect(table.get_by_text("Earlier: 3.")).to_be_visible(timeout=60_000)
    button(table, "Go on").click()
    settled(table, 1)
    assert kernel(table).value("table.state.count") == 3
    table.goto(table.url + "?lang=en")               # the memory is of the page, whatever its query
    button(table, "New").click()
    settled(table, 1)
    table.reload()
    expect(button(table, "Add")).to_be_visible(timeout=60_000)
    settled(table, 0)
    expect(table.get_by_text("Earlier")).to_have_count(0)


def test_a_killed_kernel_is_noticed_and_the_session_goes_on(table: Page, kernel: Callable) -> None:
    table.troubles.expected = True                   # the page's own protests at the lost kernel
    for n in (1, 2):
        button(table, "Add").click()
        settled(table, n)
    kernel(table).kill()
    alert = table.get_by_role("alert")
    expect(alert).to_contain_text("has stopped", timeout=5_000)
    expect(alert).to_contain_text("toy-2")
    button(table, "Add").click()                     # nobody is there: said again, not silently dropped
    expect(alert).to_contain_text("has stopped")
    button(table, "Reload and go on").click()
    table.wait_for_url(re.compile(r"\?code=toy-2"))
    expect(table.get_by_text("Earlier: 2.")).to_be_visible(timeout=60_000)  # a real notebook opens ?code= by itself
    button(table, "Go on").click()
    settled(table, 1)
    assert kernel(table).value("table.state.count") == 2


def test_a_lost_connection_is_said(page: Page, serve: Callable, toys: Path) -> None:
    page.troubles.expected = True                    # the page's own protests
    server = serve(sys.executable, "-m", "voila", str(toys), "--no-browser", "--port={port}", "--template=acey_teach", cwd=toys)
    page.goto(server.url("voila/render/plain.ipynb"))
    expect(button(page, "Add")).to_be_visible(timeout=60_000)
    server.stop()
    expect(page.get_by_role("alert")).to_contain_text("The connection is lost", timeout=10_000)


def test_a_panel_hears_on_a_machine_too_slow_for_the_first_seconds(
    page: Page, open_toy: Callable[..., Page], lab: Callable, toys: Path, run_cells: Callable, copied: Callable[[str], str]
) -> None:
    page.add_init_script("""(() => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => {              // anywidget's limit, over at once
            if (ms !== 2000) return timeout(ms);
            const over = new AbortController();
            queueMicrotask(() => over.abort());
            return over.signal;
        };
        addEventListener("unhandledrejection", (e) => { window.__broken ||= /initialize model/.test(e.reason?.message); });
    })()""")
    for where in (lambda: open_toy(page, "plain"), lambda: run_cells(page, lab(toys), copied("toy.ipynb"))):
        where()
        expect(button(page, "Add")).to_be_visible(timeout=60_000)
        assert page.evaluate("window.__broken"), "the limit is where it was: else this test tests nothing"
        button(page, "Add").click()
        settled(page, 1)
        expect(page.get_by_text("The count is 1.")).to_have_count(1)


def test_a_run_goes_on_in_slices_until_it_is_paused_or_refused(table: Page, kernel: Callable) -> None:
    python, many = kernel(table), re.compile(r"Ran (\d{2,})")
    run = table.get_by_text("Ran")
    button(table, "Run").click()
    expect(run).to_have_text(re.compile(r"Pause Ran \d{2,}"))
    table.get_by_label("Note").fill("between two slices")
    expect(table.get_by_text("18 letters")).to_be_visible()
    button(table, "Pause").click()
    expect(button(table, "Run")).to_be_visible()
    ran = python.value("table.state.ran")
    expect(run).to_have_text(f"Run Ran {ran}")
    button(table, "Add").click()                     # time for a slice that should not come
    expect(table.get_by_text("The count is 1.")).to_have_count(1)
    assert python.value("table.state.ran") == ran and many.search(run.inner_text())
    python.run("from dataclasses import replace; table.show(replace(table.state, ran=997, running=True))")
    expect(table.get_by_role("alert")).to_contain_text("That is far enough.")
    button(table, "Add").click()
    expect(table.get_by_text("The count is 2.")).to_have_count(1)
    assert python.value("table.state.ran") == 1000
    assert python.value("len(__import__('toy').ASKED)") <= ran + 6, "what changes nothing is not asked for again and again"


def test_a_kernel_that_does_not_answer_is_slow_until_it_does(table: Page, kernel: Callable) -> None:
    kernel(table).run("import toy, threading; toy.gate = threading.Event(); "
                      "plain = toy.Toy.view; "
                      "toy.Toy.view = lambda self, state: (toy.gate.wait(6), plain(self, state))[1]")
    button(table, "Add").click()
    expect(table.get_by_role("alert")).to_contain_text("No answer yet", timeout=6_000)
    settled(table, 1)
    expect(table.get_by_text("No answer yet")).to_have_count(0)


# ---- copying ----
def test_the_code_is_copied_and_said(new_page: Callable[..., Page], open_toy: Callable[..., Page]) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    open_toy(page, "plain")
    button(page, "Copy the code").click()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "toy-0"
    settled(page, 0)


def test_the_code_is_copied_where_the_clipboard_is_out_of_reach(page: Page, open_toy: Callable[..., Page]) -> None:
    page.add_init_script("""Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.addEventListener("copy", () => { window.__copied = document.activeElement.value; });""")
    open_toy(page, "plain")
    button(page, "Copy the code").click()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("window.__copied") == "toy-0"
    assert focused(page) == "copy"


# ---- charts ----
def drawn(page: Page, number: int, name: str = "outcome") -> Locator:
    return page.locator(f"[data-chart={name}][data-drawn='{number}'] svg")


def test_charts_come_once_and_follow(page: Page, open_toy: Callable[..., Page]) -> None:
    received: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: received.append(len(data))))
    open_toy(page)
    expect(drawn(page, 0)).to_contain_text("28/50", timeout=30_000)
    expect(drawn(page, 0, "deck")).to_be_visible()
    assert max(received) > 100_000, "the library came with the first visit"
    button(page, "Add").click()
    expect(drawn(page, 1)).to_contain_text("27/50")
    received.clear()
    page.reload()
    expect(drawn(page, 0)).to_contain_text("28/50", timeout=60_000)
    assert max(received) < 200_000, "and stayed in the browser"
    assert page.evaluate("Object.getOwnPropertySymbols(window).filter(s => s.description.startsWith('acey-teach:')).length") == 1


def test_where_no_library_comes_the_tables_stand_open(page: Page, open_toy: Callable[..., Page]) -> None:
    open_toy(page, "broken-charts")
    expect(page.locator("[data-chart=outcome]")).to_have_text("The charts cannot be drawn here. The tables say the same.", timeout=30_000)
    expect(page.get_by_role("table").first).to_be_visible()
    button(page, "Add").click()
    settled(page, 1)
    expect(page.get_by_role("row", name="inside 27/50").first).to_be_visible()


def test_no_accessibility_fault_in_light_or_dark(page: Page, open_toy: Callable[..., Page], axe: Callable) -> None:
    open_toy(page)
    expect(drawn(page, 0)).to_be_visible(timeout=30_000)
    axe(page)
    page.emulate_media(color_scheme="dark")
    axe(page)
    button(page, "Refuse").click()
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)


def test_what_a_page_costs_on_the_wire(page: Page, open_toy: Callable[..., Page]) -> None:
    received: list[str | bytes] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: received.append(data)))
    open_toy(page, "plain")
    line = Path(panel.__file__).with_name("kit.css").read_text().splitlines()[0]
    texts = [d if isinstance(d, str) else d.decode("utf-8", "replace") for d in received]
    assert sum(text.count(line) for text in texts) + page.content().count(line) <= 2, "the stylesheet, once with the page, once with the panel"
    received.clear()
    button(page, "Add").click()
    settled(page, 1)
    assert sum(map(len, received)) < 12_000


# ---- JupyterLab ----
@pytest.fixture
def copied(toys: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """A copy of a notebook for this test alone: JupyterLab keeps the kernel of a notebook it saw before."""

    def copy(name: str) -> str:
        mine = f"{request.node.originalname}.ipynb"
        shutil.copy(toys / name, toys / mine)
        return mine

    return copy


@pytest.fixture
def lab_table(page: Page, lab: Callable, toys: Path, run_cells: Callable, copied: Callable[[str], str]) -> Page:
    """The toy in JupyterLab."""
    run_cells(page, lab(toys), copied("toy.ipynb"))
    expect(button(page, "Add")).to_be_visible(timeout=60_000)
    return page


CELLS = "jupyterapp.shell.currentWidget.content.widgets.length"
BODY = "jupyterapp.shell.currentWidget.content.model.cells.get(0).sharedModel.source"


def test_keys_in_the_panel_do_nothing_to_jupyterlab(
    lab_table: Page, kernel: Callable, toys: Path, request: pytest.FixtureRequest
) -> None:
    page = lab_table
    page.locator(".kit h1").click()
    cells = page.evaluate(CELLS)
    for key in ("a", "b", "d", "d", "x", "y", "m", "z", "0", "0", "i", "i", "1", "c", "v", "j", "k", "o", "l", "r",
                "Shift+Enter", "Shift+M", "Shift+L", "Enter", "Escape", "Delete"):
        page.keyboard.press(key)
    button(page, "Add").focus()
    for key in ("a", "d", "d", "Shift+Enter", "Escape"):
        page.keyboard.press(key)
    page.get_by_label("Note").press_sequentially("add a ddx")
    expect(page.get_by_text("9 letters")).to_be_visible()
    assert page.evaluate(CELLS) == cells
    assert page.evaluate(BODY) == CELL
    assert page.evaluate("jupyterapp.shell.currentWidget.content.activeCell.model.type") == "code"
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    assert kernel(page).value("table.state.count") > 0, "while the panel's own keys work"
    page.keyboard.press("Control+s")                 # Ctrl and Cmd stay with JupyterLab
    page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    output = nbformat.read(toys / f"{request.node.originalname}.ipynb", 4).cells[0].outputs[0].data
    assert output["text/html"] == '<div class="kit"><p>Count 0</p></div>', "the still page, as it was when displayed"
    assert output["text/plain"] == "The count is 0.\n[toy-0]"


def test_a_cell_run_again_leaves_one_live_panel_and_resumes_after_a_restart(lab_table: Page, kernel: Callable) -> None:
    page, python = lab_table, kernel(lab_table)
    for _ in range(2):
        page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function("jupyterapp.shell.currentWidget.content.model.cells.get(0).executionCount === 3")
    expect(page.locator(".kit")).to_have_count(1)
    button(page, "Add").click()
    settled(page, 1)
    assert python.value("table.state.count") == 1
    widgets = "__import__('ipywidgets').widgets.widget._instances.values()"
    assert python.value(f"len([w for w in {widgets} if type(w).__name__ == 'Panel'])") == 1

    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    alert = page.locator(".k-notice[role=alert]")
    expect(alert).to_contain_text("Run the cell again", timeout=10_000)
    expect(alert).to_contain_text("toy-1")
    expect(alert.get_by_role("button")).to_have_count(0)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(page.get_by_text("Earlier: 1.")).to_be_visible(timeout=30_000)


def test_two_views_show_the_same_and_speak_once(
    page: Page, lab: Callable, toys: Path, run_cells: Callable, copied: Callable[[str], str], kernel: Callable
) -> None:
    page.add_init_script(WATCH_SPEECH)
    run_cells(page, lab(toys), copied("twice.ipynb"))
    expect(button(page, "Add")).to_have_count(2, timeout=60_000)
    assert page.evaluate("(ids => ids.length === new Set(ids).size)([...document.querySelectorAll('.kit [id]')].map(e => e.id))")
    page.evaluate("window.__spoken.length = 0")
    button(page.locator(".kit").nth(1), "Add").click()
    expect(page.locator(".kit[data-state='1']")).to_have_count(2)
    assert page.evaluate("window.__spoken") == ["The count is 1."]
    button(page.locator(".kit").nth(0), "Refuse").click()
    expect(page.get_by_text("The rules do not allow that.")).to_have_count(2)
    assert page.locator(".k-notice[role=alert]").count() == 1
    assert kernel(page).value("table.state.count") == 1
