"""What the notebook of the board game calls."""

from __future__ import annotations

from typing import Any

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import translator
from acey_teach.widgets.board.app import BoardApp
from acey_teach.widgets.board.state import BoardState
from acey_teach.widgets.pages import address, home, language
from acey_teach.widgets.panel import Panel


def board_game(
    lang: str | None = None, code: str | None = None, name: str = "board-game", head: bool = True
) -> Panel[BoardState]:
    """The European board game. `code` opens a game, `lang` is en, es or hu; the address can say both.

    `head=False`: as a part of a page that has a head already, whose address is not about this game. A code that cannot be used is said on the page, which then sets up a new game.
    """
    tag, trouble = language(lang), ""
    try:
        app = BoardApp(tag, code or (address().get("code", "") if head else ""), home(), head=head)
    except Refusal as refusal:
        trouble, app = refusal.sentence(translator(tag)), BoardApp(tag, home=home(), head=head)
    panel: Panel[Any] = Panel(app, name)
    panel.notice = trouble
    return panel
