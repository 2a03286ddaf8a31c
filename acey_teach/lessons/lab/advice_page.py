"""What the notebook of lesson 9 calls for the coach."""

from __future__ import annotations

from typing import Any

from acey_teach.lessons.lab.advice_app import AdviceApp
from acey_teach.lessons.lab.advice_state import AdviceState
from acey_teach.widgets.pages import home, language
from acey_teach.widgets.panel import Panel


def coach(lang: str = "en") -> Panel[AdviceState]:
    """What every stake of a decision does: to expected chips, to growth, to the chance of winning the session."""
    panel: Panel[Any] = Panel(AdviceApp(AdviceState(language(lang), home())), "coach")
    return panel
