"""Progress in the exercises: a small file beside the notebook, read before each answer and written after it.

Several notebooks may write the same file: each adds to what is in it, and keeps in memory what it cannot write.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import new_seed
from acey_teach.i18n import N_, Translator
from acey_teach.practice.progress import NAME, Progress, file_text, read

FILE = Path.cwd() / NAME
"""Where the notebook is: its kernel begins in that folder, and a program that goes elsewhere later changes nothing."""
LONGEST = 100_000
"""Signs of a file that are read; ours has a few thousand."""

_known = Progress(new_seed())
_said: set[str] = set()


def known() -> Progress:
    """All that is known: what this program has seen, and what stands in the file."""
    global _known
    with suppress(Refusal, OSError):
        _known = _known.merged(_filed() or _known)
    return _known


def keep(progress: Progress, t: Translator) -> str:
    """Write a progress down, with all else that is known; what is to be said of it: a sentence, or "" most of the time.

    What cannot be written is kept until the program ends, which is said once.
    """
    global _known
    _known, spare = _known.merged(progress), FILE.with_name(f"{NAME}.{os.getpid()}")
    try:
        _known = _known.merged(_filed() or _known)  # a file that holds something else is not written over
        spare.write_text(file_text(_known, t), encoding="utf-8")
        spare.replace(FILE)  # at once: nobody reads half a file
    except Refusal as refusal:
        return _once(refusal, t)
    except OSError as error:
        with suppress(OSError):
            spare.unlink()
        return _once(
            Refusal(
                "progress-file",
                N_("Your progress cannot be written to “{name}”: {error}. Before you close, copy it from progress()."),
                name=NAME,
                error=shown(error.strerror),
            ),
            t,
        )
    return ""


def _once(refusal: Refusal, t: Translator) -> str:
    if refusal.code in _said:
        return ""
    _said.add(refusal.code)
    return refusal.sentence(t)


def _filed() -> Progress | None:
    """The progress in the file, None where there is no file. Refusal for a file that holds none: it stays as it is."""
    try:
        with FILE.open(encoding="utf-8", errors="replace") as stream:
            text = stream.read(LONGEST)
    except FileNotFoundError:
        return None
    try:
        return read(text)
    except Refusal as refusal:
        raise Refusal(
            "progress-file-read",
            N_("The file “{name}” holds no progress that can be read. Give it another name, then answer again."),
            name=NAME,
        ) from refusal
