"""Asks a clean process to judge, from within the student's own kernel, in which anything may have been replaced.

What is needed is taken when this is imported, and put back in its place for the time of asking.
"""

from __future__ import annotations

import builtins
import dataclasses
import fractions
import functools
import html
import inspect
import io
import json
import os
import random
import re
import selectors
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.exercises.running.checker import judged, refused
from acey_teach.exercises.running.sandbox import told
from acey_teach.i18n import N_, pick, translator

globals().update(__builtins__=vars(builtins).copy())  # see `values`
_KEPT = [
    (vars(module), vars(module).copy())
    for module in (
        *(builtins, inspect, io, json, json.decoder, json.encoder, os, selectors, subprocess, threading),
        # what is imported only when it is needed begins with these
        *(dataclasses, fractions, functools, html, random, re),
    )
]
WAIT = 60.0
"""Seconds in which an answer must be there; what judges gives a program less."""
LARGEST = 4 << 20
"""Bytes of the largest function, with all it uses."""
BROWSER = sys.platform == "emscripten"

_START = N_(
    "Your answer could not be checked: no other process could be started. Close what you do not need, and try again."
)
_SILENT = N_("Your answer could not be checked: there was no answer in time. Run the cell again.")
_NO_FUNCTION = N_("Hand in the function itself: its name, without quotation marks, and without brackets behind it.")
_NO_CLOUDPICKLE = N_(
    "Programs cannot be checked here: the package cloudpickle is missing. Install acey_teach[exercises]."
)
_USES = N_(
    "Your program uses “{name}”, which cannot be taken along to be tried: it is of the type {type}. Do without it."
)
_LARGE = N_("Your program is too large to be taken along. It uses “{name}”: put less data into it.")


def ask(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of `checker` to a request; one with `refused` and a sentence when it could not be asked."""
    if BROWSER:
        return judged(request)
    t = translator(pick(str(request.get("lang"))))
    with as_before():
        try:
            answer = json.loads(told("running.checker", text=json.dumps(request).encode(), seconds=WAIT))
        except (subprocess.TimeoutExpired, ValueError):
            return refused(t(_SILENT))
        except OSError:
            return refused(t(_START))
    return answer if isinstance(answer, dict) else refused(t(_SILENT))


@contextmanager
def as_before() -> Iterator[None]:
    """Python's own modules as they were when this was imported; then again as the student made them."""
    changed = []
    for live, kept in _KEPT:
        theirs = {name: live.get(name, _KEPT) for name, value in kept.items() if live.get(name, _KEPT) is not value}
        changed.append((live, theirs))
        live.update(kept)
    try:
        yield
    finally:
        for live, theirs in changed:
            for name, value in theirs.items():
                if value is _KEPT:
                    del live[name]
                else:
                    live[name] = value


def pickled(function: object) -> bytes:
    """A student's function with all it uses; Refusal, with the name of what cannot be taken along."""
    if not callable(function):
        raise Refusal("program", _NO_FUNCTION)
    with as_before():
        try:
            cloudpickle: Any = import_module("cloudpickle")
        except ImportError:
            raise Refusal("program", _NO_CLOUDPICKLE) from None
        try:
            data = bytes(cloudpickle.dumps(function))
        except Exception as error:  # whatever an object says when it is asked how to pickle it
            name, value = _heaviest(function, cloudpickle.dumps)
            raise Refusal("program", _USES, name=shown(name), type=shown(type(value).__name__)) from error
        if len(data) > LARGEST:
            raise Refusal("program", _LARGE, name=shown(_heaviest(function, cloudpickle.dumps)[0]))
        return data


def _heaviest(function: Any, dumps: Any) -> tuple[str, object]:
    """The name and value, among what a function uses, that cannot be pickled, or else is the largest."""
    sizes: list[tuple[int, str, object]] = [(0, getattr(function, "__name__", type(function).__name__), function)]
    with suppress(TypeError, ValueError):
        used = inspect.getclosurevars(function)
        for name, value in {**used.globals, **used.nonlocals}.items():
            try:
                sizes.append((len(dumps(value)), name, value))
            except Exception:
                return name, value
    _, name, value = max(sizes, key=lambda size: size[0])
    return name, value
