"""What the notebook of lesson 9 calls for the witnesses and the long run."""

from __future__ import annotations

from typing import Any

from acey_teach.lessons.lab.run_app import LabApp
from acey_teach.lessons.lab.run_state import LabState
from acey_teach.widgets.pages import home, language
from acey_teach.widgets.panel import Panel


def long_run(lang: str = "en") -> Panel[LabState]:
    """One probability from three witnesses, and whole sessions in the long run."""
    panel: Panel[Any] = Panel(LabApp(LabState(language(lang), home())), "long-run")
    return panel
