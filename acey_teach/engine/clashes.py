"""Options of part B that do not go together (RULES B14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import N_


class Clash(NamedTuple):
    """Options that do not go together (B14): the clause, the sentence, their names, and which of their values."""

    clause: str
    says: str
    names: tuple[str, ...]
    between: Callable[..., bool]

    @property
    def refusal(self) -> Refusal:
        """What is said of it."""
        return Refusal("rule-conflict", self.says, clause=f"{self.clause}, B14")


CLASHES = (
    Clash("B4", N_("“A third ace loses” needs the rule “Higher or lower”: choose both, or neither."),
          ("pair", "ace_third_pair_loses"), lambda pair, loses: loses and pair != "hilo"),
    Clash("B8", N_("“Blind for the pot” needs the rule “Two cards on the turn”: else the first card is already open."),
          ("deal", "blind_pot"), lambda deal, blind: blind and deal != "two_on_turn"),
    Clash("B12",
          N_("With “Stakes up to the pot” there can be debts: choose “Debts are kept” or “Debts are forgiven”."),
          ("debt", "half_cap"), lambda debt, half: debt == "cap" and not half),
    Clash("B11", N_("“Three sixes” and “One stake on both” do not go together: choose one of the two."),
          ("split_mode", "satan", "pair"), lambda mode, six, pair: six and pair == "split" and mode == "committed"),
)  # fmt: skip


def clashing(values: Mapping[str, object]) -> list[Clash]:
    """All clashes among the values of all options."""
    return [clash for clash in CLASHES if clash.between(*(values[name] for name in clash.names))]
