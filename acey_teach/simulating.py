"""The command `simulate`: sessions by the million, by all cores of a computer or by a cluster."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator
from acey_teach.teacher import Commands, Examples, whole

if TYPE_CHECKING:
    from acey_teach.analysis.simulate import Totals

MOST_SESSIONS = 10**12
MOST_WORKERS = 256
BAR = 24
"""Signs of the bar that shows how far it has come."""
BEAT = 0.5
"""Seconds between two looks at the progress."""


def add(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """`simulate --seats NAMES [--sessions N] [--rounds N] [--rules RULES] [--seed SEED] [--json] …`"""
    first = {
        "acey-teach simulate --seats count,count": t("a million sessions of two who count cards"),
        "acey-teach simulate --seats count,bold,cautious --rounds 2 --sessions 1e8": t("three players, two rounds"),
        "acey-teach simulate --seats count,count --sessions 1e9 --checkpoint run.json": t(
            "when it is stopped, the same command goes on"
        ),
        "acey-teach simulate --seats count,count --scheduler tcp://10.0.0.5:8786": t("on a Dask cluster"),
    }
    command = commands.add_parser(
        "simulate",
        parents=[common],
        help=t("play sessions by the million, and add up what comes of them"),
        description=t(
            "Play many sessions with a strategy at each seat, and tell the mean balance at the end, who wins, and why "
            "sessions end. The player of the first seat deals first. The same seed gives the same figures, whatever "
            "the number of workers."
        ),
        epilog=examples(first, t),
    )
    command.add_argument(
        "--seats",
        required=True,
        metavar=t("NAMES"),
        help=t("a strategy for each seat, with commas between: count, cautious, expected-value, bold or random"),
    )
    command.add_argument("--sessions", default="1e6", metavar="N", help=t("how many, such as 20000 or 1e9"))
    command.add_argument("--rounds", metavar="N", help=t("rounds of a session, 1 to 3"))
    command.add_argument("--rules", metavar=t("RULES"), help=t("a preset such as two-packs, or changes as name=value"))
    command.add_argument("--seed", default="1", metavar=t("SEED"), help=t("letters a–z and digits; default: 1"))
    command.add_argument("--json", action="store_true", help=t("as JSON, for programs"))
    command.add_argument("--checkpoint", metavar=t("FILE"), help=t("keep in this file what is done, and go on from it"))
    command.add_argument("--workers", metavar="N", help=t("processes; without it, one for each core"))
    command.add_argument("--scheduler", metavar=t("ADDRESS"), help=t("the scheduler of a Dask cluster to run on"))
    command.set_defaults(run=run)


def run(asked: argparse.Namespace, t: Translator) -> int:
    """Simulate, with the progress on stderr, and print the result."""
    from acey_teach.engine.rules import Rules
    from acey_teach.widgets.rules_state import written

    rules, sessions = written(asked.rules or "guide"), sessions_of(asked.sessions)
    if asked.rounds is not None:
        rules = Rules.of({**rules.changes, "max_rounds": whole(asked.rounds, "--rounds", 3)})
    workers = whole(asked.workers, "--workers", MOST_WORKERS) if asked.workers else cores()
    if asked.workers and asked.scheduler:
        raise Refusal("option", N_("Choose --workers or --scheduler: a cluster has its own workers."))
    path = Path(asked.checkpoint) if asked.checkpoint else None
    if path and not path.parent.is_dir():
        raise Refusal("folder", N_("There is no folder “{name}”."), name=shown(path.parent))
    try:
        from acey_teach.analysis.simulate.game import game
        from acey_teach.analysis.simulate.work import Job, run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "numpy":
            raise
        raise Refusal("no-numpy", N_("Simulating needs NumPy: install it with “pip install numpy”.")) from error
    job = Job(game([name.strip() for name in asked.seats.split(",")], rules, asked.seed), sessions)
    progress = Progress(sessions, t)
    try:
        found = run(job, workers, path, progress, asked.scheduler)
    except KeyboardInterrupt:
        progress.end()
        if path:
            print(t("Stopped. The same command goes on where it was."), file=sys.stderr)
        raise
    progress.end()
    names = [str(name) for name in job.game.seats]
    if asked.json:
        import json

        print(json.dumps(as_json(names, found), indent=1))
    else:
        print(as_text(names, found, t))
    return 0


def sessions_of(text: str) -> int:
    """How many sessions somebody wants: `20000`, `1e9` or `2.5e6`.

    >>> sessions_of("1e9"), sessions_of("2.5e6")
    (1000000000, 2500000)
    """
    if re.fullmatch(r"[0-9]{1,13}(\.[0-9]{1,12})?([eE]\+?[0-9]{1,2})?", text, re.ASCII):
        number = Fraction(text)
        if number.denominator == 1 and 1 <= number <= MOST_SESSIONS:
            return int(number)
    raise Refusal(
        "sessions",
        N_("“{text}” is not a number of sessions. Write a whole number from 1 to {most}, such as 20000 or 1e9."),
        text=shown(text),
        most="1e12",
    )


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_WORKERS, len(os.sched_getaffinity(0)))
    return min(MOST_WORKERS, os.cpu_count() or 1)


class Progress:
    """A bar on stderr: redrawn on a terminal, now and then a line elsewhere."""

    def __init__(self, sessions: int, t: Translator) -> None:
        self.sessions, self.t, self.shown_at, self.began = sessions, t, 0.0, time.monotonic()
        self.terminal, self.first = sys.stderr.isatty(), -1

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self.first < 0:
            self.first = done
        pause = BEAT if self.terminal else 20 * BEAT
        if now - self.shown_at < pause and (done < self.sessions or not self.shown_at):
            return
        self.shown_at = now
        filled, rate = BAR * done // self.sessions, (done - self.first) / max(1e-9, now - self.began)
        left = round((self.sessions - done) / rate) if rate else 0
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {done:.3g}/{self.sessions:.3g}"
        if left:
            line += f"  {left // 3600}:{left // 60 % 60:02}:{left % 60:02}"
        print(
            f"\r{line:<70}" if self.terminal else line, end="" if self.terminal else "\n", file=sys.stderr, flush=True
        )

    def end(self) -> None:
        """Nothing more is drawn."""
        if self.terminal and self.shown_at:
            print(file=sys.stderr)


def as_json(names: list[str], found: Totals) -> dict[str, object]:
    """The figures for programs. `p_win` is winning alone, `p_share` together with others."""
    from acey_teach.engine.events import Ending

    return {
        "sessions": found.sessions,
        "seats": [
            {
                "strategy": name,
                "mean_final": float(found.mean(seat)),
                "ci95": list(found.interval(seat)),
                "p_win": float(found.p_win(seat)),
                "p_share": float(found.p_share(seat)),
            }
            for seat, name in enumerate(names)
        ],
        "endings": {ending.value: float(found.p_ending(ending)) for ending in Ending},
        "p_tie": float(found.p_tie),
    }


def as_text(names: list[str], found: Totals, t: Translator) -> str:
    """The figures for people."""
    from acey_teach.engine.events import Ending

    head = (t("seat"), t("strategy"), t("mean chips at the end"), t("interval (95 %)"), t("wins alone"), t("shares"))
    rows = [head]
    for seat, name in enumerate(names):
        low, high = found.interval(seat)
        rows.append((
            t.number(seat + 1), name, t.decimal(found.mean(seat), 4), f"{t.decimal(low, 4)} … {t.decimal(high, 4)}",
            share(found.p_win(seat), t), share(found.p_share(seat), t),
        ))  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    why = {
        Ending.POT_EMPTY: t("The pot is empty: {share}", share=share(found.p_ending(Ending.POT_EMPTY), t)),
        Ending.ROUND_LIMIT: t("All rounds are played: {share}", share=share(found.p_ending(Ending.ROUND_LIMIT), t)),
        Ending.CANNOT_ANTE: t(
            "Somebody cannot pay the ante: {share}", share=share(found.p_ending(Ending.CANNOT_ANTE), t)
        ),
    }
    return "\n".join(
        [
            t("Sessions: {n}", n=f"{found.sessions:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")),
            "",
            *lines,
            "",
            t("How sessions end"),
            *(f"  {line}" for line in why.values()),
            t("More than one winner: {share}", share=share(found.p_tie, t)),
        ]
    )


def share(value: Fraction, t: Translator) -> str:
    """A probability in percent with three decimals."""
    return t("{n}\N{NO-BREAK SPACE}%", n=t.decimal(value * 100, 3))
