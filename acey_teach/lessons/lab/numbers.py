"""How the lab writes its numbers, and where they stand on an axis."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import ceil, floor, log10

from acey_teach.i18n import N_, Translator

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
THIN = "\N{NARROW NO-BREAK SPACE}"


def large(n: int) -> str:
    """A number of many digits, in groups of three that are right in every language of the kit.

    >>> large(1000000).replace(THIN, " "), large(9999)
    ('1 000 000', '9999')
    """
    return f"{n:,}".replace(",", THIN) if n >= 10_000 else str(n)


def percent(value: Fraction | float, t: Translator, places: int = 1) -> str:
    """A share in percent."""
    return t(N_("{n}\N{NO-BREAK SPACE}%"), n=t.decimal(100 * value, places))


def both(value: Fraction, t: Translator) -> str:
    """A probability as a fraction and in percent."""
    return t("{fraction} ≈ {percent}", fraction=t.number(value), percent=percent(value, t))


def along(n: float, first: int, last: int) -> float:
    """Where a number stands between the first and the last of a logarithmic axis, 0 to 1."""
    return (log10(n) - log10(first)) / (log10(last) - log10(first))


def powers(first: int, last: int) -> list[dict[str, object]]:
    """The numbers of a logarithmic axis, from a power of ten to another."""
    return [
        {
            "role": "x",
            "at": along(10**power, first, last),
            "text": str(10**power) if power < 4 else f"10{RAISED[power]}",
        }
        for power in range(len(str(first)) - 1, len(str(last)))
    ]


def ticks(low: float, high: float, most: int = 5) -> tuple[list[float], int]:
    """Round numbers from one below `low` to one above `high`, at most so many and two; the decimals they need.

    >>> ticks(98.8, 101.8)
    ([98.0, 99.0, 100.0, 101.0, 102.0], 0)
    """
    span = max(high - low, 1e-6)
    step = 10.0 ** floor(log10(span / most))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= most)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [number * step for number in range(first, last + 1)], max(0, -floor(log10(step) + 1e-9))


def select(intent: str, ident: str, label: str, options: list[tuple[str, str]], chosen: str) -> str:
    """A list to choose from, with its label."""
    items = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return (
        f'<label class="k-input" for="{{{{v}}}}{ident}">{escape(label)}<select id="{{{{v}}}}{ident}" name="{ident}" '
        f'data-intent="{intent}">{items}</select></label>'
    )
