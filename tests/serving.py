"""Start the kit's own server as a person does, and see that it ends as it should."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import psutil

SECONDS = 60
PROGRAM = (sys.executable, "-m", "acey_teach")


@dataclass
class Answer:
    """What the server sent: status, headers in lower case, text."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Running:
    """A running kit: the address it printed, what it printed besides, its process."""

    address: str
    printed: list[str]
    process: subprocess.Popen[str]

    def get(self, path: str) -> Answer:
        """Fetch an address relative to the printed one; error pages are answers too."""
        try:
            with urllib.request.urlopen(urljoin(self.address, path), timeout=SECONDS) as reply:
                return Answer(reply.status, {k.lower(): v for k, v in reply.headers.items()}, reply.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode())

    def children(self) -> list[psutil.Process]:
        """The kernels, and whatever else it started."""
        return list(psutil.Process(self.process.pid).children(recursive=True))


@contextmanager
def running(
    *arguments: str, cwd: Path, program: Sequence[str] = PROGRAM, env: dict[str, str] | None = None, complaint: str = ""
) -> Iterator[Running]:
    """`acey-teach app --no-browser ARGUMENTS`, ended with Ctrl-C: status 0, no process left.

    Nothing stands on stderr, or what `complaint` says.
    """
    english = {"LANG": "C", "LANGUAGE": ""}
    process = subprocess.Popen(
        [*program, "app", "--no-browser", *arguments], cwd=cwd, env={**os.environ, **english, **(env or {})},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout
    watchdog = threading.Timer(SECONDS, process.kill)  # a server that says nothing ends the wait below
    watchdog.start()
    printed: list[str] = []
    while "http://" not in (line := process.stdout.readline()):
        assert line, f"the kit did not start: {process.communicate()[1]}"
        printed.append(line.strip())
    watchdog.cancel()
    kit = Running("http://" + line.partition("http://")[2].strip(), [*printed, line.strip()], process)
    try:
        yield kit
        family = kit.children()
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=SECONDS)
        kit.printed += rest.split("\n")
        assert process.returncode == 0, complaints
        assert complaint in complaints if complaint else not complaints, complaints
        _, left = psutil.wait_procs(family, timeout=5)
        assert not left, f"left running: {left}"
    finally:
        process.kill()
        process.communicate()
