"""What the benchmarks of the app stand on: the kit's own server with a "hello" beside the table, and its memory."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from acey_teach.app import notebooks
from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode
from acey_teach.widgets.table import TableApp

HELLO = """\
import ipywidgets
button, label = ipywidgets.Button(description="Hello"), ipywidgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.HBox([button, label])"""
"""The baseline: the least that answers a click."""

SERVE = """\
import sys
from pathlib import Path
from acey_teach.app import notebooks, server
notebooks.folder = lambda: Path(sys.argv[1])
server.serve(open_browser=False, port=int(sys.argv[2]))"""



def table() -> str:
    """The page of the table in the middle of a session of five: a person decides; odds, four charts, a ledger."""
    app = TableApp()
    state = app.start_session(app.start(), {"seed": "i"})
    state = app.choose_dealer(state, {})
    while not (state.playing.phase is Phase.DECISION and state.playing.round == 2):
        steps = {Phase.DECISION: app.pass_turn, Phase.PASS_DEAL: app.next}
        state = steps.get(state.playing.phase, app.play_on)(state, {})
    return f"table.ipynb?code={encode(state.playing)}"


@dataclass(frozen=True)
class Kit:
    """The running server: where it is, and its process."""

    root: str
    process: psutil.Process

    def url(self, page: str) -> str:
        return f"{self.root}voila/render/{page}"

    def kernel(self, ident: str) -> psutil.Process:
        """The process of a kernel."""
        for process in self.process.children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if ident in " ".join(process.cmdline()):
                    return process
        raise LookupError(f"no process of kernel {ident}")

    def end(self, *idents: str) -> None:
        """Stop kernels and wait until they are gone."""
        processes = [self.kernel(ident) for ident in idents]
        with ThreadPoolExecutor(len(idents)) as pool:
            list(pool.map(self._shut_down, idents))
        psutil.wait_procs(processes, timeout=60)

    def _shut_down(self, ident: str) -> None:
        token = {"Cookie": "_xsrf=bench", "X-XSRFToken": "bench"}
        urllib.request.urlopen(urllib.request.Request(f"{self.root}voila/api/shutdown/{ident}", b"", token)).close()


def pss(process: psutil.Process) -> float:
    """Memory of a process in MB; what it shares with others is divided among them."""
    return float(process.memory_full_info().pss) / 1e6


@contextmanager
def serving() -> Iterator[Kit]:
    """The kit's server over a folder with the table, a lesson, the hello, and the table with the hello ("both.ipynb")."""
    with TemporaryDirectory(prefix="bench-") as place:
        folder = Path(place)
        own = dict.fromkeys(("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"), place)
        for name in ("table", "posts"):
            shutil.copy(notebooks.folder() / notebooks.SOURCE / f"{name}.ipynb", folder)
        for name, sources in (("hello", [HELLO]), ("both", [HELLO, "from acey_teach import table\ntable()"])):
            (folder / f"{name}.ipynb").write_text(_notebook(sources))
        with (folder / "log").open("wb") as log:
            port = _free_port()
            process = subprocess.Popen([sys.executable, "-c", SERVE, place, str(port)], env=os.environ | own, cwd=place,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        family = psutil.Process(process.pid)
        try:
            _wait(f"http://127.0.0.1:{port}/", process, folder / "log")
            yield Kit(f"http://127.0.0.1:{port}/", family)
        finally:
            children = family.children(recursive=True)
            process.send_signal(signal.SIGINT)
            _, left = psutil.wait_procs([family, *children], timeout=20)
            for one in left:
                one.kill()
            process.wait()


def _notebook(sources: list[str]) -> str:
    empty: dict[str, object] = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [{"id": f"cell-{number}", "source": source, **empty} for number, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(address, timeout=10).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not come up:\n{log.read_text()[-3000:]}") from None
            time.sleep(0.05)
