"""What browser tests stand on: servers of our own, a browser with no network, and a way to ask Python.

    def test_bet(page, voila, kernel):
        page.goto(voila(folder).url("voila/render/table.ipynb"))   # or lab(folder) and run_cells(page, ...)
        page.get_by_role("button", name="Bet").click()
        expect(page.locator("[data-state='1']")).to_be_visible()
        assert kernel(page).value("table.panel.number") == 1       # evaluated in the page's own kernel

The browser knows no other machine; each page records every request that would leave this one, and the test fails at
its end if there was one, or an error in the browser's console (`page.troubles.expected = True` where a test makes trouble on purpose).
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Timer
from typing import Any
from urllib.parse import urlencode, urlsplit

import psutil
import pytest
from axe_playwright_python.sync_playwright import Axe
from jupyter_client import BlockingKernelClient
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from .seat import Seat

SECONDS = 60  # how long anything may take on a slow machine before the test gives up
HERE = ("127.0.0.1", "localhost")
BROWSER_NAMES = ("chrom", "google-chrome", "msedge", "microsoft-edge", "headless_shell")
LONGEST = 300  # seconds for one test; the longest takes a minute where nothing else runs
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "msedge", "microsoft-edge")
# A list given here replaces Playwright's own, which therefore follows. The first two are pages in the address bar that
# nobody sees: made for each window, they took a fifth of the time of all tests.
WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
expect.set_options(timeout=20_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser test that fails is run once more: on a slow machine a page may be late. The report tells of it."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


# ---- servers ----
@dataclass
class Server:
    """A running server: its address, its own folder (config, connection files, log) and its process."""

    root: str
    folder: Path
    process: subprocess.Popen[bytes]

    def url(self, path: str) -> str:
        return self.root + path

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def stop(self) -> None:
        """End the server with all its kernels."""
        try:
            family = [psutil.Process(self.process.pid), *psutil.Process(self.process.pid).children(recursive=True)]
        except psutil.NoSuchProcess:
            family = []
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        _, left = psutil.wait_procs(family, timeout=10)
        for process in left:
            process.kill()
        self.process.wait(SECONDS)


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="package")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start `command` (`{port}` in it is a free port) in its own environment and wait until `ready` answers.

    The server that answers must be the one started here, not somebody else's on the same port.
    """
    servers = []

    def start(*command: str, cwd: Path, ready: str = "", env: dict[str, str] | None = None) -> Server:
        folder, port = tmp_path_factory.mktemp("server"), free_port()
        own = {name: str(folder / name.lower()) for name in
               ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "TMPDIR")}
        for path in own.values():
            Path(path).mkdir()
        page_config = Path(own["JUPYTER_CONFIG_DIR"], "labconfig", "page_config.json")
        page_config.parent.mkdir()  # JupyterLab's offer of news is an alert
        page_config.write_text('{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}')
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [part.format(port=port) for part in command], cwd=cwd, env={**os.environ, **own, **(env or {})},
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        server = Server(f"http://127.0.0.1:{port}/", folder, process)
        servers.append(server)
        _wait_until_up(server, port, ready)
        return server

    yield start
    for server in servers:
        server.stop()


def _wait_until_up(server: Server, port: int, ready: str) -> None:
    end = time.monotonic() + SECONDS
    while True:
        if server.process.poll() is not None or time.monotonic() > end:
            pytest.fail(f"the server did not come up:\n{server.log[-4000:]}")
        try:
            with urllib.request.urlopen(server.url(ready), timeout=SECONDS):
                break
        except urllib.error.HTTPError as error:
            pytest.fail(f"the server answers {error.code} at /{ready}:\n{server.log[-4000:]}")
        except OSError:
            _until(lambda: server.process.poll() is not None, 0.1)
    family = {server.process.pid, *(child.pid for child in psutil.Process(server.process.pid).children(recursive=True))}
    answering = {c.pid for c in psutil.net_connections("tcp") if c.status == psutil.CONN_LISTEN and c.laddr.port == port}
    assert answering & family, f"port {port} is answered by somebody else"


def _until(done: Callable[[], bool], seconds: float) -> bool:
    """Wait for what no event tells of; True as soon as it is so."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        Event().wait(0.02)
    return True


@pytest.fixture(scope="package")
def until() -> Callable[[Callable[[], bool], float], bool]:
    """`until(condition, seconds)`: for what happens outside the page, a process ending for instance."""
    return _until


@pytest.fixture(scope="package")
def voila(serve: Callable[..., Server]) -> Callable[..., Server]:
    """`voila(folder, *options)`: Voila with the kit's template over the notebooks of a folder, one server for each."""
    running: dict[tuple[object, ...], Server] = {}

    def start(folder: Path, *options: str, env: dict[str, str] | None = None) -> Server:
        key = (folder, *options, *(env or {}).items())
        if key not in running:
            running[key] = serve(
                sys.executable, "-m", "voila", str(folder), "--no-browser", "--port={port}", "--Voila.ip=127.0.0.1",
                "--template=acey_teach", *options, cwd=folder, env=env)
        return running[key]

    return start


@pytest.fixture(scope="package")
def lab(serve: Callable[..., Server]) -> Callable[..., Server]:
    """`lab(folder)`: JupyterLab over a folder, with its application object within reach of the tests."""
    running: dict[Path, Server] = {}

    def start(folder: Path, env: dict[str, str] | None = None) -> Server:
        if folder not in running:
            running[folder] = serve(
                sys.executable, "-m", "jupyterlab", "--no-browser", "--port={port}", "--ServerApp.port_retries=0",
                "--allow-root", "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
                "--LabApp.extension_manager=readonly", f"--ServerApp.root_dir={folder}", cwd=folder, env=env, ready="lab")
        return running[folder]

    return start


@pytest.fixture(scope="package")
def run_cells() -> Callable[[Page, Server, str], None]:
    """`run_cells(page, server, "toy.ipynb")`: open a notebook in JupyterLab and run all its cells."""

    def run(page: Page, server: Server, notebook: str) -> None:
        page.goto(server.url(f"lab/tree/{notebook}?reset"))
        page.wait_for_function(
            "name => window.jupyterapp?.shell.currentWidget?.context?.path === name", arg=notebook, timeout=SECONDS * 1000)
        page.evaluate("""async (seconds) => {
            const { context } = jupyterapp.shell.currentWidget;
            const late = new Promise((_, fail) => setTimeout(fail, 1000 * seconds, new Error("the notebook did not run")));
            const run = async () => {
                await context.ready;
                await context.sessionContext.ready;
                await context.sessionContext.session.kernel.info;
                await jupyterapp.commands.execute("notebook:run-all-cells");
            };
            await Promise.race([run(), late]);
        }""", 2 * SECONDS)  # Playwright itself would wait for ever

    return run


# ---- Python behind the page ----
@dataclass
class Kernel:
    """A kernel asked directly, past the server: a visitor of Voila could not."""

    client: BlockingKernelClient
    ask: ThreadPoolExecutor = field(repr=False)  # a thread of its own: Playwright holds the event loop of this one

    def value(self, expression: str) -> Any:
        """What `expression` is there, as JSON carries it."""
        return json.loads(ast.literal_eval(self.ask.submit(self._evaluate, expression).result()))

    def run(self, code: str) -> None:
        """Execute statements there."""
        self.value(f"exec({code!r})")

    def kill(self) -> None:
        """End it at once, as a machine out of memory does."""
        os.kill(self.value("__import__('os').getpid()"), signal.SIGKILL)

    def _evaluate(self, expression: str) -> str:
        json_text = f"__import__('json').dumps({expression})"
        reply = self.client.execute("", silent=True, user_expressions={"it": json_text}, reply=True, timeout=SECONDS)
        it = reply["content"]["user_expressions"]["it"]
        assert it["status"] == "ok", f"{expression}: {it['ename']}: {it['evalue']}"
        return str(it["data"]["text/plain"])


@pytest.fixture(scope="package")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Page], Kernel]]:
    """`kernel(page)`: the kernel this page talks to (the latest one, if it had several)."""
    kernels: dict[str, Kernel] = {}
    thread = ThreadPoolExecutor(1)

    def connect(file: Path) -> BlockingKernelClient:
        client = BlockingKernelClient(connection_file=str(file))
        client.load_connection_file()
        client.start_channels()
        client.wait_for_ready(timeout=SECONDS)
        return client

    def of(page: Page) -> Kernel:
        name = page.troubles.kernels[-1]
        if name not in kernels:
            file = next(tmp_path_factory.getbasetemp().rglob(f"kernel-{name}.json"))
            kernels[name] = Kernel(thread.submit(connect, file).result(), thread)
        return kernels[name]

    yield of
    for one in kernels.values():
        thread.submit(one.client.stop_channels).result()
    thread.shutdown()


# ---- the kit itself ----
@pytest.fixture(scope="package")
def app(serve: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The kit as a person starts it, `acey-teach app`; one for all tests."""
    command = (sys.executable, "-m", "acey_teach", "app", "--no-browser", "--port", "{port}", "--lang", "en")
    return serve(*command, cwd=tmp_path_factory.mktemp("home"))


@pytest.fixture
def at(app: Server, kernel: Callable[[Page], Kernel]) -> Callable[..., Seat]:
    """`at(page, "table", code=..., lang="es")`: open one of the kit's pages and sit down at it."""

    def open_page(page: Page, name: str = "table", **query: str) -> Seat:
        page.goto(app.url(f"voila/render/en/{name}.ipynb" + (f"?{urlencode(query)}" if query else "")))
        expect(page.locator(".kit .k-body .k-page").first).to_be_visible(timeout=SECONDS * 1000)
        return Seat(page, kernel, name)

    return open_page


# ---- the browser ----
class Chromium:
    """Chromium, with every name but this machine's unknown to it; started when it is needed, and again after its end."""

    def __init__(self, playwright: Playwright, path: str) -> None:
        self.playwright, self.path = playwright, path
        self.running: Browser | None = None

    def start(self) -> Browser:
        if not self.running or not self.running.is_connected():
            self.running = self.playwright.chromium.launch(executable_path=self.path, args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--no-first-run", f"--disable-features={','.join(WITHOUT)}",
                f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE[0]}, EXCLUDE {HERE[1]}"])
        return self.running

    @staticmethod
    def kill() -> None:
        for process in psutil.Process().children(recursive=True):
            if process.name().startswith(BROWSER_NAMES):
                process.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Chromium]:
    """The browser of all tests. A run without one fails."""
    named = os.environ.get("BROWSER_PATH") or os.environ.get("CHROMIUM")
    path = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        pytest.fail("The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) "
                    "or name one in BROWSER_PATH.")
    with sync_playwright() as playwright:
        found = Chromium(playwright, path)
        yield found
        if found.running:
            found.running.close()


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Browser]:
    """A browser that runs. After five minutes it is ended, for Playwright would wait for a script of the page for ever."""
    watchdog = Timer(LONGEST, chromium.kill)
    watchdog.start()
    yield chromium.start()
    watchdog.cancel()


HARMLESS = (
    "/voila/api/shutdown/",  # Voila's own when a page is left, which its server refuses
    "[anywidget] Failed to initialize model.",  # a slow start: the panel hears all the same, which has a test
    "Could not restore the debugger state",  # JupyterLab's when a notebook is left before its debugger was asked
)


@dataclass
class Troubles:
    """What a page asked for outside this machine, what its console complained about, and its kernels."""

    outside: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    kernels: list[str] = field(default_factory=list)
    expected: bool = False  # errors in the console are part of the test

    def watch(self, page: Page) -> None:
        page.troubles = self
        page.on("request", lambda request: self._request(request.url))
        page.on("websocket", lambda socket: self._socket(socket.url))
        page.on("console", lambda line: self._complaint(line.type, f"{line.text} {line.location['url']}"))
        page.on("pageerror", lambda error: self._complaint("error", str(error)))

    def _complaint(self, kind: str, text: str) -> None:
        if kind == "error" and not any(known in text for known in HARMLESS):
            self.errors.append(text)

    def _request(self, url: str) -> None:
        self.requests.append(url)
        if not self._ours(url):  # and the browser does not know where that is
            self.outside.append(url)

    def _ours(self, url: str) -> bool:
        parts = urlsplit(url)
        return parts.scheme in ("data", "blob", "about") or parts.hostname in HERE

    def _socket(self, url: str) -> None:
        if not self._ours(url):
            self.outside.append(url)
        parts = urlsplit(url).path.split("/")
        if "kernels" in parts and parts[-1] == "channels":
            self.kernels.append(parts[-2])


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """`new_page(**options)`: a page in a fresh browser profile (`viewport`, `color_scheme`, `locale` ...), watched."""
    opened: list[Page] = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 720}, **options})
        troubles = Troubles()
        context.on("page", troubles.watch)
        opened.append(context.new_page())
        return opened[-1]

    yield make
    for page in opened:
        page.context.close()
    for page in opened:
        assert not page.troubles.outside, f"requests that leave this machine: {page.troubles.outside}"
        assert page.troubles.expected or not page.troubles.errors, f"the browser's console: {page.troubles.errors}"


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page in a fresh browser profile, 1280×720."""
    return new_page()


SETTLED = """async () => {
    const settled = async () => {
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));  // what begins has begun
        const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
        await Promise.allSettled(ending.map((one) => one.finished));
    };
    await Promise.race([settled(), new Promise((late) => setTimeout(late, 5000))]);
}"""
"""Waits for every animation that comes to an end, but not for ever: a page out of sight draws no frames."""


@pytest.fixture(scope="package")
def axe() -> Callable[..., None]:
    """`axe(page, context=None)`: no accessibility fault, on the whole page or in one part (a CSS selector)."""
    engine = Axe()

    def check(page: Page, context: str | None = None) -> None:
        page.evaluate(SETTLED)  # a colour half way to another one has no contrast worth measuring
        found = engine.run(page, context=context, options={"resultTypes": ["violations"]})  # half the time
        assert not found.violations_count, found.generate_report()

    return check
