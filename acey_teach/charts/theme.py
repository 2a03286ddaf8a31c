"""Colours, shapes and type of the charts: the tokens of the stylesheet with their light values.

A colour is written `var(--in, #0072b2)`: on our pages the theme changes without a redraw, anywhere
else `plain` puts the light value in.
"""

from __future__ import annotations

import re
from typing import Final

INK: Final = "var(--ink, #16211d)"
INK_2: Final = "var(--ink-2, #46524d)"
INK_3: Final = "var(--ink-3, #5b6661)"
ON_INK: Final = "var(--on-ink, #ffffff)"
LINE: Final = "var(--line, #d9dad3)"
EDGE: Final = "var(--edge, #7b8580)"
SUNK: Final = "var(--sunk, #efeee8)"
PAPER: Final = "var(--paper, #f7f6f2)"
CLEAR: Final = "transparent"

KINDS: Final = ["inside", "outside", "post"]
FILLS: Final = ["var(--in, #0072b2)", "var(--out, #b07400)", "var(--post, #d55e00)"]
INKS: Final = ["var(--in-ink, #005a8f)", "var(--out-ink, #744c00)", "var(--post-ink, #983d00)"]
TINTS: Final = ["var(--in-tint, #d3e7f4)", "var(--out-tint, #f8e7c0)", "var(--post-tint, #fbe0cd)"]

# Paths on Vega's grid, where its own disc has a radius of 1.13: a ring (its hole runs the other way
# round), a triangle, a cross, and the sign for an axis with a piece left out.
RING: Final = "M0,-1.1A1.1,1.1,0,1,1,0,1.1A1.1,1.1,0,1,1,0,-1.1M0,-0.66A0.66,0.66,0,1,0,0,0.66A0.66,0.66,0,1,0,0,-0.66"
CROSS: Final = (
    "M-0.6,-0.45L-0.45,-0.6L0,-0.15L0.45,-0.6L0.6,-0.45L0.15,0L0.6,0.45L0.45,0.6L0,0.15L-0.45,0.6L-0.6,0.45L-0.15,0Z"
)
TRIANGLE: Final = "M0,-1.08L1.13,0.98L-1.13,0.98Z"
BREAK: Final = "M-1,-0.2L-0.5,-0.7L0.5,0.3L1,-0.2L1,0.2L0.5,0.7L-0.5,-0.3L-1,0.2Z"
SHAPES: Final = ["circle", RING, TRIANGLE]

SUITS: Final = ["s", "h", "d", "c"]
SUIT_INKS: Final = [
    "var(--spade, #16211d)",
    "var(--heart, #bd1f35)",
    "var(--diamond, #00639c)",
    "var(--club, #00704f)",
]
PIPS: Final = [
    "M0,-0.9C0.27,-0.45,0.86,-0.16,0.86,0.29C0.86,0.62,0.42,0.8,0.14,0.58C0.16,0.72,0.21,0.82,0.32,0.94"
    "L-0.32,0.94C-0.21,0.82,-0.16,0.72,-0.14,0.58C-0.42,0.8,-0.86,0.62,-0.86,0.29C-0.86,-0.16,-0.27,-0.45,0,-0.9Z",
    "M0,0.9C-0.32,0.49,-0.9,0.13,-0.9,-0.35C-0.9,-0.88,-0.24,-1,0,-0.55C0.24,-1,0.9,-0.88,0.9,-0.35"
    "C0.9,0.13,0.32,0.49,0,0.9Z",
    "M0,-0.95L0.75,0L0,0.95L-0.75,0Z",
    "M0,-0.93A0.43,0.43,0,0,1,0.36,-0.27A0.43,0.43,0,1,1,0.12,0.51C0.14,0.69,0.2,0.82,0.32,0.95"
    "L-0.32,0.95C-0.2,0.82,-0.14,0.69,-0.12,0.51A0.43,0.43,0,1,1,-0.36,-0.27A0.43,0.43,0,0,1,0,-0.93Z",
]

FONT: Final = (
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", '
    '"Helvetica Neue", Arial, sans-serif'
)

_VARIABLE = re.compile(r"var\(--[\w-]+, (#[0-9a-f]{6})\)")


def plain(text: str) -> str:
    """The text with every colour variable replaced by its light value.

    >>> plain("fill: var(--in, #0072b2)")
    'fill: #0072b2'
    """
    return _VARIABLE.sub(r"\1", text)
