"""One learner with a browser: from click to repaint, from the address to the first widget, the kernel's memory."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from statistics import median
from urllib.parse import urlsplit

from kit import Kit, pss, serving, table
from playwright.sync_api import Browser, Page, sync_playwright
from row import Row

LAPS = 3
VISITS = 7
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]
BARE = ".widget-button"
PANEL = ".k-body"
LAP = ["more", "less", "more", "bet", "next", "next", "next", "back", "next", "next",
       "next", "next", "play_on", "next", "back", "next", "next", "next", "play_on", "back"]
"""What to press, in turn; the main button where it is closed or missing. Leads to the end of the last round."""

FIRST = """
const looking = () => document.querySelector(".k-body button, .widget-button")?.getClientRects().length
  ? scheduler.postTask(() => { window.first = performance.now(); }, { priority: "user-blocking" })
  : requestAnimationFrame(looking);
requestAnimationFrame(looking);"""
"""In each page from its start: when its first widget has been painted."""

CLICK = """([selector, watched]) => new Promise((resolve) => {
  const button = document.querySelector(selector);
  const seen = new MutationObserver(() => {
    seen.disconnect();
    const changed = performance.now() - start;
    requestAnimationFrame(() => scheduler.postTask(
      () => resolve([changed, performance.now() - start]), { priority: "user-blocking" }));
  });
  seen.observe(document.querySelector(watched),
    { subtree: true, childList: true, characterData: true, attributes: true });
  const start = performance.now();
  button.click();
})"""
"""Milliseconds from a click to the first change in what is watched, and until that is painted."""

QUIET = """() => new Promise((resolve) => {
  const over = () => { seen.disconnect(); resolve(); };
  let timer = setTimeout(over, 100);
  const seen = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(over, 100); });
  seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
})"""
"""Until nothing has changed for a while: the charts of the last click are not part of the next one."""


def run() -> list[Row]:
    """The rows of all three."""
    path = os.environ.get("BROWSER_PATH") or shutil.which("chromium")
    with serving() as kit, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            return [*_clicks(kit, browser), *_visits(kit, browser)]
        finally:
            browser.close()


class Visit:
    """A page opened in a fresh browser profile, and its kernel."""

    def __init__(self, kit: Kit, browser: Browser, address: str) -> None:
        self.kit, self.context, self.kernel = kit, browser.new_context(viewport={"width": 1280, "height": 720}), ""
        self.page: Page = self.context.new_page()
        self.page.add_init_script(FIRST)
        self.page.on("websocket", lambda socket: self._socket(socket.url))
        self.page.goto(kit.url(address), wait_until="commit")
        self.first = float(self.page.wait_for_function("window.first", timeout=120_000).json_value())
        self.page.evaluate(QUIET)

    def _socket(self, url: str) -> None:
        parts = urlsplit(url).path.split("/")
        if "kernels" in parts:
            self.kernel = parts[parts.index("kernels") + 1]

    def click(self, selector: str, watched: str) -> tuple[float, float]:
        """See CLICK."""
        changed, painted = self.page.evaluate(CLICK, [selector, watched])
        self.page.evaluate(QUIET)
        return changed, painted

    def close(self) -> None:
        """Close the page and stop its kernel."""
        self.context.close()
        self.kit.end(self.kernel)


def _clicks(kit: Kit, browser: Browser) -> list[Row]:
    times: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(LAPS):
        visit = Visit(kit, browser, table().replace("table", "both", 1))
        visit.page.wait_for_selector(f"{PANEL} [data-drawn]", timeout=60_000)
        visit.page.evaluate(QUIET)
        visit.click(BARE, ".widget-label")  # the first of each warms up
        visit.click(_control(visit.page, "next"), PANEL)
        visit.click(_control(visit.page, "back"), PANEL)
        for wanted in LAP:
            times["kit"].append(visit.click(_control(visit.page, wanted), PANEL))
            times["bare"].append(visit.click(BARE, ".widget-label"))
        visit.close()
    kit_ms, bare_ms = (median(painted for _, painted in times[who]) for who in ("kit", "bare"))
    return [Row("click to repaint", kit_ms, bare_ms, "ms", 2.5, "a table of five and a bare button with a label on one "
                f"page, in turn, median of {len(times['kit'])}")]


def _control(page: Page, wanted: str) -> str:
    """The selector of what to press."""
    button = f"{PANEL} button[id$='-{wanted}']:not([aria-disabled=true])"
    return button if page.query_selector(button) else f"{PANEL} button.is-main"


def _visits(kit: Kit, browser: Browser) -> list[Row]:
    first: defaultdict[str, list[float]] = defaultdict(list)
    memory: defaultdict[str, list[float]] = defaultdict(list)
    addresses = {"hello": "hello.ipynb", "table": table(), "lesson": "posts.ipynb"}
    for _ in range(VISITS):
        visits = {name: Visit(kit, browser, address) for name, address in addresses.items()}
        visits["hello"].click(BARE, ".widget-label")
        visits["table"].click(f"{PANEL} button.is-main", PANEL)
        visits["lesson"].click(f"{PANEL} button[id$=-new_deal]", PANEL)
        for name, visit in visits.items():
            first[name].append(visit.first / 1000)
            memory[name].append(pss(kit.kernel(visit.kernel)))
        for visit in visits.values():
            visit.close()
    how = f"table in mid-session, a lesson with its three panels, and a hello notebook in turn on one server, fresh browser profiles, median of {VISITS}"
    return [
        Row("page to first widget", median(first["table"]), median(first["hello"]), "s", 1.25, how),
        Row("lesson to first widget", median(first["lesson"]), median(first["hello"]), "s", 1.25, how),
        Row("kernel memory (PSS)", median(memory["table"]), median(memory["hello"]), "MB", 1.15, how),
        Row("lesson's kernel memory", median(memory["lesson"]), median(memory["hello"]), "MB", 1.15, how),
    ]
