"""What starting Python costs with the kit, beyond starting Python."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from row import Row

ROUNDS = 15
COMMANDS = {
    "bare": [sys.executable, "-c", "pass"],
    "import acey_teach": [sys.executable, "-c", "import acey_teach"],
    "acey-teach odds 4c Qd": [str(Path(sys.executable).with_name("acey-teach")), "odds", "4c", "Qd"],
}


def run() -> list[Row]:
    """Each command in turn, many times over."""
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            seconds[name].append(time.perf_counter() - start)
    bare = median(seconds.pop("bare"))
    return [Row(name, median(times), bare, "s", 0.33, f"`{name}` and `python -c pass`, median of {ROUNDS}", "more")
            for name, times in seconds.items()]
