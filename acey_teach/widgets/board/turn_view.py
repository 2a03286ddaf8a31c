"""How far a whole turn goes when nothing is blocked: its pips as a chart, a sentence and a table (RULES C12)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from html import escape

from acey_teach.board.odds import AGAIN, PIPS_A_TURN, ROLLS_A_TURN, turn_pips
from acey_teach.i18n import Translator
from acey_teach.widgets import draw, parts

Rows = list[dict[str, object]]
MOST = 90
"""The farthest turn that is drawn; what goes farther is said as a rest."""
TICKS = (0, 30, 60, 90)


@cache
def _turn() -> tuple[dict[int, Fraction], Fraction]:
    return turn_pips(MOST)


def part(t: Translator) -> tuple[str, Rows]:
    """The folded part of the page, and the rows of its chart."""
    told = sentence(t)
    figure = parts.figure("spread", told, table(t), t, f'<p class="k-cap">{escape(told)}</p>')
    fold = f'<details class="k-fold" id="{{{{v}}}}turn-pips"><summary>{escape(t("How far a turn goes"))}</summary><div>{figure}</div></details>'
    return fold, rows(t)


def sentence(t: Translator) -> str:
    """How many throws and pips a turn has, and how the rest gets smaller."""
    _, rest = _turn()
    return t(
        "When nothing is blocked, a turn has {throws} throws and goes {pips} pips on average. Each further throw comes with probability {again}, so long turns get rarer by that factor; more than {most} pips: {rest}.",
        throws=t.number(ROLLS_A_TURN), pips=t.decimal(PIPS_A_TURN, 1), again=t.number(AGAIN), most=MOST, rest=_percent(rest, t),
    )  # fmt: skip


def _percent(p: Fraction, t: Translator) -> str:
    return t("{n}\N{NO-BREAK SPACE}%", n=t.decimal(100 * p, 1))


def rows(t: Translator) -> Rows:
    """The rows of the chart: a bar for each number of pips."""
    shares, _ = _turn()
    peak, span = max(shares.values()), MOST + 1
    up: Rows = [{"role": "y", "at": at, "text": _percent(at * peak, t)} for at in (0, 1)]
    return [
        *(
            {
                "role": "bar",
                "low": n / span,
                "high": (n + 1) / span,
                "share": float(p / peak),
                "label": t("{n} pips: {p}", n=n, p=t.number(p)),
            }
            for n, p in shares.items()
        ),
        {
            "role": "line",
            "at": float(PIPS_A_TURN + Fraction(1, 2)) / span,
            "text": t("mean {value}", value=t.decimal(PIPS_A_TURN, 1)),
        },
        *({"role": "x", "at": (n + 0.5) / span, "text": t.number(n)} for n in TICKS),
        *up,
        {"role": "xname", "text": t("pips of a turn")},
    ]


def table(t: Translator) -> str:
    """The same as a table, exact, and how often a turn has so many throws."""
    shares, rest = _turn()
    made = [parts.row([(t.number(n), True), (t.number(p), True), (_percent(p, t), True)]) for n, p in shares.items()]
    made.append(parts.row([(t("more than {n}", n=MOST), True), ("", True), (_percent(rest, t), True)]))
    pips = draw.table([(t("Pips"), True), (t("Probability"), True), ("%", True)], made, t("Pips of a whole turn"))
    throws = [
        parts.row([(str(n), True), (t.number(p), True), (_percent(p, t), True)])
        for n in range(1, 5)
        for p in [AGAIN ** (n - 1) * (1 - AGAIN)]
    ]
    head = [(t("Throws"), True), (t("Probability"), True), ("%", True)]
    return draw.table(head, throws, t("Throws of a whole turn")) + pips
