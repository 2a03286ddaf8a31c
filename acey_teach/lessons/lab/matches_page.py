"""What the notebook of lesson 9 calls for the tournament of bots."""

from __future__ import annotations

from typing import Any

from acey_teach.lessons.lab.matches_app import MatchesApp
from acey_teach.lessons.lab.matches_state import MatchesState
from acey_teach.widgets.pages import home, language
from acey_teach.widgets.panel import Panel


def contest(lang: str = "en") -> Panel[MatchesState]:
    """A tournament of bots that change seats, with the same cards each time."""
    panel: Panel[Any] = Panel(MatchesApp(MatchesState(language(lang), home())), "contest")
    return panel
