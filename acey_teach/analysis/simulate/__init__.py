"""Sessions by the million, on NumPy arrays: whole sessions under part A and those options of part B that need no choice
but a stake, 2 to 8 seats with a strategy each (RULES A, B). The only part of the kit that needs NumPy.

>>> found = simulate(["count", "bold"], sessions=20_000)
>>> float(found.mean(0) + found.mean(1))
200.0
"""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.analysis.simulate.game import BLOCK, Game, game
from acey_teach.analysis.simulate.play import ENDINGS
from acey_teach.analysis.simulate.players import STRATEGIES, Strategy, View
from acey_teach.analysis.simulate.totals import Seat, Totals, totals
from acey_teach.engine.refusal import Refusal, is_whole
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.i18n import N_

__all__ = ["BLOCK", "ENDINGS", "STRATEGIES", "Game", "Seat", "Strategy", "Totals", "View", "game", "simulate", "totals"]


def simulate(
    seats: Sequence[str | Strategy], rules: Rules = GUIDE, sessions: int = 10_000, seed: str = "1", first: int = 0
) -> Totals:
    """So many sessions in this process, from number `first` on; seat 0 deals first.

    A seat is the name of a strategy or a function from a `View` to stakes. The same seed gives the same sessions, in
    parts or at once. Refusal for what cannot be simulated, and for a strategy that breaks the rules.

    >>> def eager(view): return view.most * (view.inside > 20)
    >>> simulate([eager, "cautious"], sessions=1000).sessions
    1000
    """
    if not is_whole(sessions) or not is_whole(first) or sessions < 1 or first < 0:
        raise Refusal(
            "sessions", N_("Simulate a whole number of sessions, 1 or more, beginning with number 0 or more.")
        )
    return totals(game(seats, rules, seed), first, first + sessions)
