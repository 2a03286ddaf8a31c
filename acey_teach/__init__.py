"""acey_teach: probability with two posts and a third card.

In a notebook: `from acey_teach import table` and `table()`. For everything else see the documentation; names here are
loaded when they are first used, so that `import acey_teach` costs next to nothing.

>>> from acey_teach import Card, odds
>>> odds((Card("4♣"), Card("Q♦"))).ev_per_chip
Fraction(0, 1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from acey_teach.engine.cards import Card, cards
    from acey_teach.engine.odds import Odds, odds
    from acey_teach.engine.record import parse
    from acey_teach.engine.refusal import Refusal
    from acey_teach.engine.rules import Rules
    from acey_teach.engine.session import Session
    from acey_teach.lessons.house_rules_pages import family_rules, house_rules
    from acey_teach.lessons.lab.advice_page import coach
    from acey_teach.lessons.lab.matches_page import contest
    from acey_teach.lessons.lab.run_page import long_run
    from acey_teach.lessons.pages import lesson, quick_check, try_to_break
    from acey_teach.lessons.two_games_table import differences
    from acey_teach.widgets.board.page import board_game
    from acey_teach.widgets.pages import live_odds, table, worked_example

__version__ = "0.1.0"

_HOME = {
    "board_game": "widgets.board.page",
    "Card": "engine.cards",
    "cards": "engine.cards",
    "Odds": "engine.odds",
    "odds": "engine.odds",
    "parse": "engine.record",
    "Refusal": "engine.refusal",
    "Rules": "engine.rules",
    "Session": "engine.session",
    "coach": "lessons.lab.advice_page",
    "contest": "lessons.lab.matches_page",
    "differences": "lessons.two_games_table",
    "family_rules": "lessons.house_rules_pages",
    "house_rules": "lessons.house_rules_pages",
    "lesson": "lessons.pages",
    "live_odds": "widgets.pages",
    "long_run": "lessons.lab.run_page",
    "quick_check": "lessons.pages",
    "try_to_break": "lessons.pages",
    "table": "widgets.pages",
    "worked_example": "widgets.pages",
}
__all__ = [
    "Card",
    "Odds",
    "Refusal",
    "Rules",
    "Session",
    "board_game",
    "cards",
    "coach",
    "contest",
    "differences",
    "family_rules",
    "house_rules",
    "lesson",
    "live_odds",
    "long_run",
    "odds",
    "parse",
    "quick_check",
    "table",
    "try_to_break",
    "worked_example",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'acey_teach' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"acey_teach.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
