"""A tournament of bots on a page: who takes part, how far it is, and the short code that brings the settings back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from acey_teach.analysis.contest import Contest, begin, bot, on
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.shuffle import check_of, check_seed
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.lab.run_state import BOTS, LETTERS, Phase

NAMES = {
    "cautious": N_("Careful"),
    "expected-value": N_("Calculating"),
    "bold": N_("Bold"),
    "random": N_("At random"),
}
"""The bots as names, in sentences about them."""
SIZES = (50, 200, 1000)
"""How many deals a tournament may have."""
MOST = 6
WORK = 48
"""Sessions that are played in a slice: some 60 ms on a usual computer."""
_BROKEN = N_("This is not the code of a tournament, or a letter of it is wrong: “{code}”. Copy it again.")


@dataclass(frozen=True)
class MatchesState:
    """The bots that take part, the number of deals, and what came of it so far."""

    lang: str = "en"
    home: str = ""
    bots: tuple[str, ...] = BOTS
    size: int = 1
    seed: str = "cup"
    phase: Phase = Phase.READY
    played: Contest | None = None
    offer: str = ""

    @property
    def target(self) -> int:
        """How many deals it comes to."""
        return SIZES[self.size]

    @property
    def done(self) -> int:
        """How many deals were played."""
        return self.played.deals if self.played else 0

    def contest(self, t: Translator) -> Contest:
        """The tournament with names that people read; the same bot twice is told apart by a number."""
        names = [t(NAMES[name]) for name in self.bots]
        told = [
            f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)
        ]
        return (self.played or begin(self.bots, self.seed))._replace(names=tuple(told))

    def fresh(self, **changes: object) -> MatchesState:
        """With other settings, before the first deal; a tournament that goes on begins anew under them."""
        phase = self.phase if self.phase is Phase.RUNNING else Phase.READY
        return replace(self, **{"played": None, "phase": phase, "offer": "", **changes})  # type: ignore[arg-type]

    def onward(self) -> MatchesState:
        """Some deals later."""
        if self.phase is not Phase.RUNNING:
            return self
        now = self.played or begin(self.bots, self.seed)
        deals = min(max(1, WORK // len(self.bots)), self.target - now.deals)
        after = replace(self, played=on(now, [bot(name) for name in self.bots], deals))
        return replace(after, phase=Phase.OVER) if after.done >= after.target else after


def encode(state: MatchesState) -> str:
    """The code of the settings: `T9.cebr.1.scup.x…`."""
    body = f"T9.{''.join(name[0] for name in state.bots)}.{state.size}.s{state.seed}"
    return f"{body}.x{check_of(body)}"


def parse(code: str) -> MatchesState:
    """The settings a code stands for, before the first deal; Refusal for anything else.

    >>> state = MatchesState(bots=("bold", "bold", "random"), size=0, seed="abc")
    >>> parse(encode(state)) == state
    True
    """
    try:
        _, bots, size, seed, _ = code.split(".")
        state = MatchesState(bots=tuple(LETTERS[letter] for letter in bots), size=int(size), seed=check_seed(seed[1:]))
        if encode(state) != code or not 2 <= len(bots) <= MOST or state.size not in range(len(SIZES)):
            raise ValueError
        return state
    except (ValueError, KeyError) as error:  # a Refusal is a ValueError too
        raise Refusal("contest-code", _BROKEN, code=shown(code)) from error
