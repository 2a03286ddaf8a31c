"""What an exercise notebook calls. Each cell is whole in itself, so cells may be moved, split, copied and run again.

Nothing is loaded before it is used: the processes that judge answers and run students' programs import this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from acey_teach.exercises.notebook import answer, check, credit, fails, progress
    from acey_teach.exercises.notebook_contest import tournament

__all__ = ["answer", "check", "credit", "fails", "progress", "tournament"]


def __getattr__(name: str) -> Any:
    # not kept: what a cell assigns to `acey_teach.exercises.answer` is gone with its next import
    if name not in __all__:
        raise AttributeError(f"module 'acey_teach.exercises' has no attribute {name!r}")
    home = "notebook_contest" if name == "tournament" else "notebook"
    return getattr(import_module(f"acey_teach.exercises.{home}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
