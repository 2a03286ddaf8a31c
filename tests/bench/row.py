"""One line of the table of benchmarks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """Two figures from one run, and the limit that their ratio (or difference) should keep."""

    name: str
    ours: float
    baseline: float
    unit: str  # of `ours` and `baseline`: "ms", "s", "MB"
    limit: float
    what: str  # how to see it for oneself: a command, or what was done
    compare: Literal["times", "times faster", "more"] = "times"  # ours/baseline, baseline/ours, or ours-baseline

    @property
    def result(self) -> float:
        """The figure that is held against the limit."""
        if self.compare == "more":
            return self.ours - self.baseline
        return self.ours / self.baseline if self.compare == "times" else self.baseline / self.ours

    @property
    def kept(self) -> bool:
        """Whether the limit is kept: at most `limit`, or at least `limit` times faster."""
        return self.result >= self.limit if self.compare == "times faster" else self.result <= self.limit

    def cells(self) -> tuple[str, ...]:
        """What the table shows: name, ours, baseline, result, limit, verdict."""
        unit = f" {self.unit}" if self.compare == "more" else "×"
        sign = "≥" if self.compare == "times faster" else "≤"
        return (self.name, f"{self.ours:.3g} {self.unit}", f"{self.baseline:.3g} {self.unit}",
                f"{self.result:.2f}{unit}", f"{sign} {self.limit:g}{unit}", "kept" if self.kept else "MISSED")
