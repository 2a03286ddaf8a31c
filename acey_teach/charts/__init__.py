"""Charts of the table, written in Altair; nothing here imports it until a chart is asked for.

Playing never needs this package at run time: `build` compiles the specs once, and then only rows
move. `chart` and `svg` are for a curious reader and for static pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

__all__ = ["HEIGHTS", "NAMES", "Row", "chart", "svg"]

Row = Mapping[str, Any]
"""One row of a chart. Every word a person reads is in the rows, already translated."""

HEIGHTS: dict[str, int] = {"deck": 128, "outcome": 102, "result": 166, "chips": 204}
"""Name of each chart and its height in pixels, fixed so that a page does not jump."""

NAMES: tuple[str, ...] = tuple(HEIGHTS)


def chart(name: str, rows: Sequence[Row]) -> alt.LayerChart:
    """One chart with its data inside, in plain colours: it renders in any notebook.

    Raises KeyError for an unknown name and ImportError, saying what to install, without Altair.

    >>> chart("lines", [])
    Traceback (most recent call last):
    ...
    KeyError: 'lines: one of deck, outcome, result, chips'
    """
    _check(name)
    from acey_teach.charts import draw

    return draw.chart(name, rows)


def svg(name: str, rows: Sequence[Row], width: int = 372) -> str:
    """One chart as an SVG picture for a page that cannot run it; light colours, `width` in pixels."""
    _check(name)
    from acey_teach.charts import draw

    return draw.svg(name, rows, width)


def _check(name: str) -> None:
    if name not in HEIGHTS:
        raise KeyError(f"{name}: one of {', '.join(NAMES)}")
