"""Thirty learners who open the app at the same moment, against thirty who open a hello notebook.

They are scripts that do over HTTP and a websocket what the page's JavaScript does: load the page, fetch all widget
states, fetch the chart library, click. That leaves out the browsers, each of which has a machine of its own in a class.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import uuid
from collections import defaultdict
from statistics import median, quantiles
from typing import Any

from kit import Kit, pss, serving, table
from row import Row
from tornado.httpclient import AsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

LEARNERS = 30
ORDER = ("hello", "table", "table", "hello")
PATIENCE = 90.0  # seconds; who has no answer by then counts as having waited that long


def run() -> list[Row]:
    """Twice each, in mirrored order."""
    AsyncHTTPClient.configure(None, max_clients=LEARNERS)
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    memory: defaultdict[str, list[float]] = defaultdict(list)
    pages = {"hello": "hello.ipynb", "table": table()}
    for name in ORDER:
        with serving() as kit:
            times, total = asyncio.run(_class(kit, pages[name]))
        seconds[name] += times
        memory[name].append(total)
    how = f"{LEARNERS} scripted learners at once (page, websocket, widget states, chart library, click), "
    ours, hello = seconds["table"], seconds["hello"]
    return [
        Row("30 learners, median", median(ours), median(hello), "s", 1.25, how + "until half have their answer"),
        Row("30 learners, p95", _p95(ours), _p95(hello), "s", 1.25, how + "until 95 % have it"),
        Row("30 learners, memory", median(memory["table"]), median(memory["hello"]), "MB", 1.15,
            how + "PSS of all kernels and the server afterwards"),
    ]


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


async def _class(kit: Kit, page: str) -> tuple[list[float], float]:
    """Seconds until each learner had an answer, and the memory of everything when all had one."""
    learners = [Learner(kit, page) for _ in range(LEARNERS)]
    times = await asyncio.gather(*(_patiently(learner) for learner in learners))
    total = sum(pss(process) for process in (kit.process, *kit.process.children(recursive=True)))
    for learner in learners:
        if learner.line:
            learner.line.close()
    return times, total


async def _patiently(learner: Learner) -> float:
    try:
        async with asyncio.timeout(PATIENCE):
            return await learner.learn()
    except TimeoutError:
        print(f"one learner had no answer to {learner.page} after {PATIENCE:g} s", file=sys.stderr)
        return PATIENCE


class Learner:
    """What the page of one learner does."""

    line: WebSocketClientConnection | None = None

    def __init__(self, kit: Kit, page: str) -> None:
        self.kit, self.page, self.session = kit, page, uuid.uuid4().hex

    async def learn(self) -> float:
        """Open the page, click, wait for the answer: seconds."""
        start = time.perf_counter()
        answer = await AsyncHTTPClient().fetch(self.kit.url(self.page), request_timeout=PATIENCE)
        kernel = re.search(r'"kernelId": ?"([\w-]+)"', answer.body.decode())[1]  # type: ignore[index]
        address = self.kit.root.replace("http", "ws", 1)
        self.line = await websocket_connect(f"{address}api/kernels/{kernel}/channels?session_id={self.session}")
        control = uuid.uuid4().hex
        self._send("comm_open", comm_id=control, target_name="jupyter.widget.control", data={})
        self._send("comm_msg", comm_id=control, data={"method": "request_states"})
        states = (await self._hear(lambda data: data.get("method") == "update_states"))["states"]
        model, state = next((key, each["state"]) for key, each in states.items()
                            if each["model_name"] in ("AnyModel", "ButtonModel"))
        if "number" in state:
            await self._ask_panel(model, state["number"])
        else:
            self._custom(model, {"event": "click"})
            await self._hear(lambda data: "value" in data.get("state", {}))
        return time.perf_counter() - start

    async def _ask_panel(self, model: str, number: int) -> None:
        self._custom(model, {"kind": "hello", "code": None, "id": "1"})
        self._custom(model, {"kind": "want-chart-library"})
        self._custom(model, {"kind": "intent", "intent": "pass_turn", "at": number, "values": {}, "id": "2"})
        await self._hear(lambda data: data.get("state", {}).get("number") == number + 1)

    def _custom(self, model: str, content: dict[str, Any]) -> None:
        self._send("comm_msg", comm_id=model, data={"method": "custom", "content": content})

    def _send(self, kind: str, **content: Any) -> None:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "session": self.session, "username": "",
                  "date": "2000-01-01T00:00:00Z", "version": "5.3"}
        assert self.line
        self.line.write_message(json.dumps({
            "header": header, "parent_header": {}, "metadata": {"version": "1.0.0"}, "channel": "shell",
            "content": content, "buffers": []}))

    async def _hear(self, wanted: Any) -> dict[str, Any]:
        """The data of the first comm message that is wanted."""
        assert self.line
        while True:
            message = await self.line.read_message()
            if message is None:
                raise ConnectionError("the server hung up")
            text = message if isinstance(message, str) else _body(message)
            data = json.loads(text)["content"].get("data")
            if isinstance(data, dict) and wanted(data):
                return data


def _body(message: bytes) -> bytes:
    """The JSON part of a message that has buffers: a count, the offset of each part, the parts."""
    first, second = (int.from_bytes(message[at : at + 4], "big") for at in (4, 8))
    return message[first:second]
