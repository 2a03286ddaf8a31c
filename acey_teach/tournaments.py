"""The command `tournament`: students' strategies, from files, against each other and against bots."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator
from acey_teach.teacher import Commands, Examples, whole

if TYPE_CHECKING:
    from acey_teach.exercises.contest import Open, Played

LARGEST = 1 << 20
"""Bytes of the largest file with a strategy."""
HANDED_IN = 'from acey_teach.exercises import check\ncheck("9.1", strategy)'
"""What makes of a file what a notebook hands in."""


def add(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """`tournament FILE… [--bots NAMES] [--deals N] [--seed SEED] [--json]`"""
    first = {
        "acey-teach tournament ana.ipynb ben.ipynb --bots bold": t("two pupils’ strategies and a bot"),
        "acey-teach tournament handed-in/*.py --deals 500": t("a whole class"),
        "acey-teach tournament --bots bold,cautious,random": t("bots alone"),
    }
    command = commands.add_parser(
        "tournament",
        parents=[common],
        help=t("let strategies play against each other"),
        description=t(
            "Let strategies of exercise 9 and bots play against each other. In each deal everybody has every seat "
            "once, with the same cards. The table says who is ahead, how sure that is, and which differences are real. "
            "A strategy that is faulty or slow is sent off with the reason, the others play on."
        ),
        epilog=examples(first, t),
    )
    command.add_argument(
        "files",
        nargs="*",
        metavar=t("FILE"),
        help=t("notebooks of exercise 9, or Python files with a function “strategy”"),
    )
    command.add_argument(
        "--bots",
        default="",
        metavar=t("NAMES"),
        help=t("bots that play too: cautious, expected-value, bold or random"),
    )
    command.add_argument("--deals", default="200", metavar="N", help=t("how many deals; default: 200"))
    command.add_argument("--seed", default="1", metavar=t("SEED"), help=t("letters a–z and digits; default: 1"))
    command.add_argument("--json", action="store_true", help=t("as JSON, for programs"))
    command.set_defaults(run=run)


def run(asked: argparse.Namespace, t: Translator) -> int:
    """Play, with the progress on stderr, and print the result; 1 when somebody was sent off."""
    from acey_teach.analysis.contest import MOST_DEALS
    from acey_teach.exercises.contest import named, play

    deals = whole(asked.deals, "--deals", MOST_DEALS)
    entrants: dict[str, str | Open] = {}
    for path in map(Path, asked.files):
        entrants[named(path.stem, entrants)] = _program(path)
    for bot in filter(None, (name.strip() for name in asked.bots.split(","))):
        entrants[named(bot, entrants)] = bot
    played = play(entrants, t, deals, asked.seed, _progress(deals))
    if asked.json:
        import json

        print(json.dumps(as_json(played), indent=1, ensure_ascii=False))
    else:
        print(as_text(played, t))
    return 1 if played.out else 0


def _program(path: Path) -> Open:
    """Loads the program of a file; Refusal for what is none."""
    from acey_teach.exercises.marking.grader import code_cells
    from acey_teach.exercises.running.sandbox import Sandbox

    if path.suffix == ".ipynb":
        cells = code_cells(path)
    else:
        try:
            if path.suffix != ".py" or path.stat().st_size > LARGEST:
                raise ValueError
            cells = [path.read_text(encoding="utf-8"), HANDED_IN]
        except (OSError, ValueError) as error:
            raise Refusal(
                "strategy-file",
                N_(
                    "“{name}” cannot be read as a strategy. Name a notebook (.ipynb) or a Python file (.py) of at most "
                    "1 MB."
                ),
                name=shown(path),
            ) from error
    return lambda: Sandbox.of_cells(cells)


def _progress(deals: int) -> Callable[[int], None]:
    """A line that is written over on a terminal; nothing elsewhere."""
    terminal = sys.stderr.isatty()

    def tell(done: int) -> None:
        if terminal:
            print(f"\r{done}/{deals}", end="\n" if done >= deals else "", file=sys.stderr, flush=True)

    return tell


def as_json(played: Played) -> dict[str, object]:
    """The result for programs."""
    found = played.contest
    return {
        "deals": found.deals,
        "seed": found.seed,
        "ranking": [
            {
                "name": found.names[entrant],
                "chips": float(found.mean(entrant)),
                "half95": found.half(entrant),
                "won": float(found.share(entrant)),
            }
            for entrant in found.ranking
        ],
        "differences": [
            {
                "ahead": found.names[one.ahead],
                "behind": found.names[one.behind],
                "chips": float(one.mean),
                "half95": one.half,
                "p": one.p,
                "real": one.real,
                "more_deals": one.more,
            }
            for one in found.differences
        ],
        "sent_off": played.out,
    }


def as_text(played: Played, t: Translator) -> str:
    """The result for people."""
    from acey_teach.lessons.lab.numbers import percent
    from acey_teach.lessons.lab.ranking_view import SHOWN, sentence, told

    found = played.contest
    rows = [("", t("Entrant"), t("Chips a session"), t("interval (95 %)"), t("Sessions won"))]
    for place, entrant in enumerate(found.ranking, 1):
        half = found.half(entrant)
        rows.append((
            f"{place}.", found.names[entrant], t.decimal(found.mean(entrant), signed=True),
            "–" if half is None else f"± {t.decimal(half)}", percent(found.share(entrant), t),
        ))  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines += ["", sentence(found, t), *(f"  {told(one, found, t)}" for one in found.differences[:SHOWN])]
    if played.out:
        lines += ["", t("Sent off"), *(f"  {name}: {says}" for name, says in played.out.items())]
    return "\n".join(lines)
