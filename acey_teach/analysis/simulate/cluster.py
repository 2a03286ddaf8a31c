"""Parts of a simulation on an existing Dask cluster. The only module that needs `distributed`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice
from typing import Any

from acey_teach.analysis.simulate.game import Game
from acey_teach.analysis.simulate.totals import totals
from acey_teach.analysis.simulate.work import Part, Results
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

AHEAD = 4
"""So many parts for each thread of a worker are with the cluster at a time."""
SECONDS = 10
"""How long to wait for an answer of the scheduler."""


def spread(game: Game, parts: Iterator[Part], address: str) -> Results:
    """The parts, by the workers of a cluster; Dask gives to another what a worker leaves that was killed.

    Refusal when no scheduler answers at the address, when it has no workers, or when the package is missing.
    """
    try:
        from distributed import Client, as_completed
    except ModuleNotFoundError as error:
        raise Refusal(
            "no-dask", N_("--scheduler needs Dask: install acey_teach[cluster], here and on the cluster.")
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said in a sentence
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal("scheduler", N_("No Dask scheduler answers at “{address}”."), address=shown(address)) from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise Refusal("scheduler", N_("The Dask scheduler has no workers. Start some, then try again."))
        asked: dict[Any, Part] = {}

        def ask(part: Part) -> Any:
            future = client.submit(totals, game, *part, pure=False, retries=3)
            asked[future.key] = part
            return future

        running = as_completed([ask(part) for part in islice(parts, AHEAD * threads)], loop=client.loop)
        for future in running:
            try:
                found = future.result()
            except Exception as error:  # whatever went wrong there
                raise Refusal(
                    "cluster", N_("The cluster did not do its part: {error}."), error=shown(type(error).__name__)
                ) from error
            yield asked.pop(future.key), found
            for part in islice(parts, 1):
                running.add(ask(part))
