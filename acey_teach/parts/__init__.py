"""Parts for lessons of one's own: widgets that a few lines of Python put together.

    from acey_teach.parts import Hand, Odds, Question, RankLine, Table

Each is an ordinary widget: it stands in a `VBox`, a `Tab` or a cell, and its traits can be read, set, observed and
linked with those of ipywidgets. What is no good is refused with a sentence: in the cell where it was written, or on
the page when it came from there.

>>> from acey_teach.parts import Hand, Odds
>>> Hand("4c Qd", third="9h").outcome, Odds("4c Qd").value
('inside', Fraction(0, 1))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from acey_teach.parts.hand import Hand
    from acey_teach.parts.odds import Odds
    from acey_teach.parts.question import Question
    from acey_teach.parts.rank_line import RankLine
    from acey_teach.parts.table import Table

_HOME = {"Hand": "hand", "Odds": "odds", "Question": "question", "RankLine": "rank_line", "Table": "table"}
__all__ = ["Hand", "Odds", "Question", "RankLine", "Table"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'acey_teach.parts' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"acey_teach.parts.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
