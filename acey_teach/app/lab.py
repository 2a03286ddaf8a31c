"""Copies of the notebooks in a folder of the user's, and JupyterLab on them."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from acey_teach.app import notebooks
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import LANGUAGES, N_, Translator, catalog, pick
from acey_teach.i18n.prose import DOMAIN as PROSE
from acey_teach.i18n.prose import dumped, in_language

EXERCISES = "exercises"
MANIFEST = ".acey-teach.json"
"""In the user's folder: path -> hash of each file as it was copied. What differs from it is the user's work."""


@dataclass
class Copied:
    """What `copy` did, as paths relative to the folder: written anew or brought up to date, and left as the user's."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def copy(target: Path, source: Path | None = None, words: str = "") -> Copied:
    """Copy the notebooks, in a wording, into `target`, made when missing, and the exercises into its `exercises`.

    A file the user changed is never touched. `source`: only what is in this folder. Raises Refusal when the folder
    cannot be written.
    """
    done = Copied()
    root = source or notebooks.folder()
    found = [(root, path, path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    if not source:
        root = notebooks.folder(EXERCISES)  # its notebooks alone: in a checkout their solutions stand beside them
        found += [(root, path, EXERCISES / path.relative_to(root)) for path in root.glob("*/*.ipynb")]
    try:
        target.mkdir(parents=True, exist_ok=True)
        manifest = target / MANIFEST
        known: dict[str, str] = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
        for root, file, path in sorted(found):
            if any(part.startswith(".") for part in path.parts):
                continue
            name, content, there = path.as_posix(), _worded(file, root, words), target / path
            if there.exists():
                old = there.read_bytes()
                if old == content:
                    known[name] = _digest(content)
                    continue
                if known.get(name) != _digest(old):
                    done.kept.append(name)
                    continue
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(content)
            known[name] = _digest(content)
            done.written.append(name)
        manifest.write_text(json.dumps(known, indent=1), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Refusal(
            "folder",
            N_("The notebooks cannot be copied to “{folder}”: {error}."),
            folder=shown(str(target)),
            error=shown(getattr(error, "strerror", None) or str(error)),
        ) from error
    return done


def start(target: Path, t: Translator, port: int | None = None, open_browser: bool = True) -> None:
    """Copy the notebooks, say what was done, start JupyterLab on them. Raises Refusal when it is not installed."""
    done = copy(target, words=t.words)
    print(t("The notebooks are in {folder}", folder=target.resolve()))
    for name in done.kept:
        print(t("Kept as you changed it: {name}", name=name))
    sys.stdout.flush()
    if find_spec("jupyterlab") is None:
        raise Refusal(
            "jupyterlab",
            N_("JupyterLab is not installed. Install it with: {command}"),
            command=f"{sys.executable} -m pip install jupyterlab",
        )
    from jupyterlab.labapp import LabApp

    # JupyterLab would ask the network for news, for a newer version of itself, and for extensions
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        filter(None, [str(Path(__file__).parent), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    options = [
        str(target),
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if port is not None:
        options += [f"--port={port}", "--ServerApp.port_retries=0"]
    if not open_browser:
        options.append("--no-browser")
    if getattr(os, "geteuid", lambda: 1)() == 0:  # in a container, as often as not: JupyterLab would only refuse
        options.append("--allow-root")
    LabApp.launch_instance(options)


def _worded(file: Path, source: Path, words: str) -> bytes:
    """A file as it is, or a notebook of the kit in another wording, made from the English one like its translations."""
    english = source / notebooks.SOURCE / file.name
    if not (words and file.suffix == ".ipynb" and file.parent.name in LANGUAGES and english.exists()):
        return file.read_bytes()
    tag = pick(file.parent.name, words=words)
    notebook = json.loads(english.read_text(encoding="utf-8"))
    return dumped(in_language(notebook, tag, catalog(tag, PROSE).gettext)).encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
