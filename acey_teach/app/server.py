"""Serve the notebooks as pages with Voila, on this computer only.

Voila itself moves on silently when a port is taken, reads whatever `voila.json` lies in the folder it was started in,
and prints a log. Here the port is sure before anything starts, the settings are these, and the address is printed.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import threading
import webbrowser
from pathlib import Path
from socket import socket
from types import FrameType
from typing import Any
from urllib.parse import quote

import zmq
from jupyter_core.paths import jupyter_path
from jupyter_core.utils import run_sync
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import HTTPError
from tornado.websocket import WebSocketClosedError
from traitlets.config import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler

from acey_teach.app import notebooks
from acey_teach.app.notebooks import SOURCE
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import N_, Translator, pick, query, translator
from acey_teach.widgets import STYLED

HOST = "127.0.0.1"
PREFERRED_PORT = 8866
"""Tried first: a browser remembers a session and the chart library for one address, port included."""

TEMPLATE = "acey_teach"
SETTINGS = {
    "VoilaConfiguration": {
        "template": TEMPLATE,
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "file_allowlist": [],  # pictures travel inside the page: nothing needs /voila/files
        # whatever else is installed for JupyterLab stays out of the page
        "extension_allowlist": [
            "@jupyter-widgets/jupyterlab-manager",
            "@voila-dashboards/widgets-manager8",
            "anywidget",
        ],
    },
    # A closed tab leaves its kernel behind; an open one keeps it, however long its reader thinks.
    "MappingKernelManager": {"cull_idle_timeout": 15 * 60, "cull_interval": 60},
    # On a shared computer nobody else reads what passes between server and kernel.
    "KernelManager": {"transport_encryption": "auto" if zmq.has("curve") else "disabled"},
    "Voila": {"log_level": "ERROR"},
}


class NoSuchPage(BaseVoilaHandler):  # type: ignore[misc]
    """Any address that leads nowhere, answered in the kit's own look."""

    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)


class KitServer(Voila):  # type: ignore[misc]
    """Voila on sockets that are already ours, with an end that leaves nothing running."""

    sockets: list[socket]
    address: str
    t: Translator

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings; pages without a language of their own come in that of the server."""
        settings: dict[str, Any] = super().init_settings()
        settings["voila_jinja2_env"].globals["kit_lang"] = self.t.tag
        # a page that is left asks to end its kernel, without the cookie this check wants; the kernel's id is the secret
        settings["disable_check_xsrf"] = True
        # Jupyter pings every 30 s and waits 90 s for an answer; Tornado finds that odd and says so for every visitor
        logging.getLogger("tornado.general").setLevel(logging.ERROR)
        settings["default_handler_class"] = NoSuchPage
        settings["default_handler_args"] = {"voila_configuration": self.voila_configuration}
        return settings

    def listen(self) -> None:
        """Print and open the address, answer until Ctrl-C, then stop the kernels."""
        HTTPServer(self.app).add_sockets(self.sockets)
        print(self.t("The kit is at {address}", address=self.address))
        print(self.t("Stop it with Ctrl-C."), flush=True)
        if self.open_browser:  # in a thread of its own: some browsers return only when they are closed
            threading.Thread(target=webbrowser.open, args=[self.address], daemon=True).start()
        self.ioloop = IOLoop.current()
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        if os.name == "nt":  # there, a waiting loop does not notice a signal before something happens
            PeriodicCallback(lambda: None, 500).start()
        try:
            self.ioloop.start()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            self.stop()

    def stop(self) -> None:
        """Kill every kernel at once: a kernel holds nothing that a session code does not bring back."""
        run_sync(self.kernel_manager.shutdown_all)(now=True)
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _handle_signal_stop(self, sig: int, frame: FrameType | None) -> None:
        self.ioloop.add_callback_from_signal(self.ioloop.stop)


def serve(
    notebook: str | None = None, port: int | None = None, open_browser: bool = True, lang: str | None = None
) -> None:
    """Serve the kit, or one `notebook`, print the address and open it; returns after Ctrl-C.

    `notebook` is the name of one of the kit's or a file. Without `port` a free one is found. Raises Refusal
    for an unknown notebook and for a port that cannot be had.
    """
    keep_quiet()
    os.environ[STYLED] = "1"
    t = translator(pick(lang))
    chosen = notebooks.find(notebook, t.tag) if notebook else None
    if not any((Path(data) / "voila" / "templates" / TEMPLATE / "conf.json").exists() for data in jupyter_path()):
        raise Refusal(
            "template", N_("The kit is not fully installed: its page template is missing. Install it again with pip.")
        )
    sockets = listen_on(port)
    root = notebooks.folder()
    own = chosen if chosen and not chosen.is_relative_to(root) else None
    page = f"voila/render/{quote(chosen.relative_to(root).as_posix())}" if chosen and not own else ""
    asked = f"?{query(t.tag)}" if t.tag != SOURCE else ""
    server = KitServer.instance(  # the instance: what Voila writes about a failing cell goes to its log
        config=Config(SETTINGS),
        config_file_paths=[],
        root_dir=str(own.parent if own else root),
        notebook_path=str(own) if own else None,
        open_browser=open_browser,
        port=sockets[0].getsockname()[1],
    )
    server.sockets, server.t = sockets, t
    server.address = f"http://{HOST}:{server.port}/{page}{asked}"
    server.initialize([])
    server.start()
    print(t("The kit has stopped."), flush=True)


def keep_quiet() -> None:
    """Leave out of the window what is no news: a mistyped address, a tab closed while something was on its way."""
    for name in ("tornado.access", "tornado.general"):
        logging.getLogger(name).setLevel(logging.ERROR)
    for name in ("tornado.application", "asyncio"):
        logging.getLogger(name).addFilter(is_news)


def is_news(record: logging.LogRecord) -> bool:
    """Whether a log record is about more than a visitor who left."""
    return not (record.exc_info and isinstance(record.exc_info[1], (WebSocketClosedError, StreamClosedError)))


def listen_on(port: int | None) -> list[socket]:
    """Sockets on `port`, or on a free one when None. Raises Refusal when the port cannot be had."""
    try:
        return bind_sockets(PREFERRED_PORT if port is None else port, HOST)
    except (OSError, OverflowError):
        if port is None:
            return bind_sockets(0, HOST)
        raise Refusal(
            "port",
            N_(
                "Port {port} is taken or not allowed. Choose another, or leave --port out: "
                "the kit then finds a free one."
            ),
            port=port,
        ) from None
