"""What the notebook of lesson 8 calls besides the steps: the workshop and the quiz."""

from __future__ import annotations

from typing import Any

from acey_teach.lessons.house_rules_app import WorkshopApp
from acey_teach.lessons.house_rules_quiz import QuizApp, QuizState
from acey_teach.lessons.house_rules_state import WorkshopState
from acey_teach.widgets.pages import home, language
from acey_teach.widgets.panel import Panel


def house_rules(lang: str = "en") -> Panel[WorkshopState]:
    """The workshop: switch a rule and see what it does."""
    panel: Panel[Any] = Panel(WorkshopApp(WorkshopState(language(lang), home())), "house-rules")
    return panel


def family_rules(lang: str = "en") -> Panel[QuizState]:
    """Questions that lead to the written rules which come closest."""
    panel: Panel[Any] = Panel(QuizApp(QuizState(language(lang), home())), "family-rules")
    return panel
