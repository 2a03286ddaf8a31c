"""Documents as files: HTML, and PDF where a browser is found that makes one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

SECONDS = 90
"""How long a browser may take for one document."""
NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
)
ON_MACS = ("Google Chrome", "Chromium", "Microsoft Edge")
ON_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
FLAGS = (
    *("--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name leads anywhere: the document holds all it needs
    *("--no-pdf-header-footer", "--print-to-pdf-no-header"),  # the new name of the flag and the old one
)


def find_browser() -> str:
    """The program of a browser of the Chromium family; `BROWSER_PATH` names one. Refusal when there is none."""
    if named := os.environ.get("BROWSER_PATH"):
        if found := shutil.which(named):
            return found
        raise Refusal("browser", N_("BROWSER_PATH names no program: “{name}”."), name=shown(named))
    for found in filter(None, map(shutil.which, NAMES)):
        return found
    for place in _usual_places():
        if place.is_file():
            return str(place)
    raise Refusal(
        "browser",
        N_("A PDF needs Chromium, Chrome or Edge, and none is found. Open the HTML file in any browser and print it."),
    )


def _usual_places() -> list[Path]:
    if sys.platform == "darwin":
        roots = [Path("/Applications"), Path.home() / "Applications"]
        return [root / f"{name}.app/Contents/MacOS/{name}" for root in roots for name in ON_MACS]
    names = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")  # Windows has these, others have not
    return [Path(os.environ[name]) / place for name in names if os.environ.get(name) for place in ON_WINDOWS]


def refuse_source(target: Path, what: str) -> None:
    """Refusal when `target` is the file that `what`, a code or a file, is read from: its handout would replace it."""
    try:
        own = target.samefile(what)
    except (OSError, ValueError):  # there is no such file
        return
    if own:
        raise _unwritable(target)


def write_html(html: str, target: Path) -> None:
    """Write a document. Refusal when the place cannot be written."""
    try:
        target.write_text(html, encoding="utf-8")
    except OSError as error:
        raise _unwritable(target) from error


def write_pdf(html: str, target: Path) -> None:
    """Print a document into `target`, replaced only by a whole PDF. Refusal without a browser, or when it fails."""
    browser = find_browser()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        # beside the target: a browser from a snap sees neither /tmp nor what other programs keep there
        with TemporaryDirectory(prefix="acey-teach-", dir=target.parent, ignore_cleanup_errors=True) as folder:
            source, made = Path(folder, "page.html").resolve(), Path(folder, "page.pdf").resolve()
            source.write_text(html, encoding="utf-8")
            own = [f"--user-data-dir={Path(folder, 'profile').resolve()}", f"--print-to-pdf={made}"]
            sandbox = ["--no-sandbox"] if root else []  # as root, Chromium starts no other way
            _run([browser, *FLAGS, *sandbox, *own, source.as_uri()])
            if not (made.is_file() and made.read_bytes()[:5] == b"%PDF-"):
                raise _failed(browser)
            os.replace(made, target)
    except OSError as error:
        raise _unwritable(target) from error


def _run(command: list[str]) -> None:
    quiet = subprocess.DEVNULL
    try:
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _failed(command[0]) from error


def _failed(browser: str) -> Refusal:
    return Refusal(
        "browser",
        N_("The browser {name} made no PDF. Open the HTML file in any browser and print it."),
        name=shown(Path(browser).name),
    )


def _unwritable(target: Path) -> Refusal:
    return Refusal("file", N_("The file “{name}” cannot be written there."), name=shown(target.name))
