"""Measure the kit and print one table; `make bench` runs this.

    python tests/bench/run.py [--only NAME ...]

Every figure stands beside a baseline measured in the same run, a moment before or after, because machines differ and
are busy: read the ratios. A missed limit is printed, not raised: benchmarks are not tests.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from importlib import import_module

from row import Row

BENCHES = ("engine", "board", "simulate", "start", "page", "crowd")
"""Modules of this folder, each with `run() -> list[Row]`."""
HEAD = ("", "kit", "baseline", "result", "limit", "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the kit against its baselines.")
    parser.add_argument("--only", nargs="+", choices=BENCHES, default=BENCHES, metavar="NAME", help=", ".join(BENCHES))
    rows: list[Row] = []
    for name in parser.parse_args().only:
        start = time.perf_counter()
        print(f"{name} …", end=" ", flush=True, file=sys.stderr)
        try:
            rows += import_module(f"bench_{name}").run()
        except Exception:  # the others still say something
            traceback.print_exc()
        print(f"{time.perf_counter() - start:.0f} s", file=sys.stderr)
    table = [HEAD, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
    print("\nHow:")
    for row in rows:
        print(f"- {row.name}: {row.what}")


if __name__ == "__main__":
    main()
