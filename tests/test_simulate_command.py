"""`acey-teach simulate`: the same figures for any number of workers, whoever is killed, and one sentence for what is wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from acey_teach.analysis.simulate import Totals, game, totals
from acey_teach.analysis.simulate import work as working
from acey_teach.analysis.simulate.cluster import spread
from acey_teach.analysis.simulate.work import BATCH, Checkpoint, Job, run, shared
from acey_teach.cli import main
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.simulating import sessions_of
from tests.environments import ROOT

SESSIONS = 5 * BATCH + 12_345
JOB = Job(game(["count", "bold", "random"], Rules(max_rounds=2), "work"), SESSIONS)
COMMAND = ["simulate", "--seats", "count,bold,random", "--rounds", "2", "--sessions", str(SESSIONS), "--seed", "work"]


@pytest.fixture(scope="module")
def whole() -> Totals:
    return totals(JOB.game, 0, SESSIONS)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_json_says_what_programs_ask_for(capsys: pytest.CaptureFixture[str], whole: Totals) -> None:
    status, out, _ = asked(capsys, *COMMAND, "--json", "--workers", "1")
    found = json.loads(out)
    assert status == 0 and list(found) == ["sessions", "seats", "endings", "p_tie"]
    assert found["sessions"] == SESSIONS and sum(found["endings"].values()) == pytest.approx(1)
    assert list(found["endings"]) == ["POT_EMPTY", "ROUND_LIMIT", "CANNOT_ANTE"]
    assert [seat["strategy"] for seat in found["seats"]] == ["count", "bold", "random"]
    for number, seat in enumerate(found["seats"]):
        assert list(seat) == ["strategy", "mean_final", "ci95", "p_win", "p_share"]
        assert seat["mean_final"] == float(whole.mean(number)) and seat["ci95"] == [*whole.interval(number)]
        assert seat["p_win"] == float(whole.p_win(number)) and seat["p_share"] == float(whole.p_share(number))
    assert found["p_tie"] == float(whole.p_tie)


def test_people_read_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = asked(capsys, "simulate", "--seats", "count, cautious", "--sessions", "2e4", "--rules", "post_factor=1")
    assert status == 0 and "Sessions: 20" in out and err.splitlines()[-1] == f"[{'#' * 24}] 2e+04/2e+04"
    assert {"count", "cautious"} <= {line.split()[1] for line in out.splitlines() if line[:1] in ("1", "2")}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seats", "count"], "The game is for 2 to 8 players, not for 1."),
        (["--seats", "count,bot"], "There is no strategy called “bot”."),
        (["--seats", "count,count", "--sessions", "0"], "“0” is not a number of sessions."),
        (["--seats", "count,count", "--sessions", "1e13"], "“1e13” is not a number of sessions."),
        (["--seats", "count,count", "--rounds", "4"], "--rounds takes a whole number from 1 to 3"),
        (["--seats", "count,count", "--rules", "encyclopedia"], "Sessions with the rule “Low ace by choice” are not simulated."),
        (["--seats", "count,count", "--seed", "no-seed"], "“no-seed” is not a seed."),
        (["--seats", "count,count", "--workers", "0"], "--workers takes a whole number"),
        (["--seats", "count,count", "--workers", "2", "--scheduler", "tcp://x"], "Choose --workers or --scheduler"),
        (["--seats", "count,count", "--checkpoint", "nowhere/run.json"], "There is no folder “nowhere”."),
        (["--seats", "count,count", "--scheduler", "nonsense"], "No Dask scheduler answers at “nonsense”."),
    ],
)
def test_what_is_wrong_is_told_in_one_line(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acey_teach.analysis.simulate.cluster.SECONDS", 1)
    status, out, err = asked(capsys, "simulate", *arguments)
    last = err.splitlines()[-1]
    assert (status, out) == (2, "") and last.startswith(f"acey-teach: {says}")


def test_numbers_of_sessions() -> None:
    assert [sessions_of(text) for text in ("1", "1e9", "2.5E6", "1e+3", "1000000000000")] == [1, 10**9, 2_500_000, 1000, 10**12]
    for text in ("", "1.5", "-1", "1e-3", "0e5", "1e99", "nan", "1 000", "²"):
        with pytest.raises(Refusal):
            sessions_of(text)


def test_without_numpy_one_sentence_says_what_to_install() -> None:
    code = "import sys\nsys.modules['numpy'] = None\nfrom acey_teach.cli import main\nsys.exit(main(['simulate', '--seats', 'count,count']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr == "acey-teach: Simulating needs NumPy: install it with “pip install numpy”.\n"


# ---- workers ----
def test_any_number_of_workers_comes_to_the_same(whole: Totals) -> None:
    assert run(JOB) == run(JOB, workers=3) == whole


def test_a_worker_that_is_killed_loses_nothing(whole: Totals) -> None:
    found, parts = Totals.none(JOB.game), Checkpoint(JOB, None).left(BATCH)
    for number, (_, part) in enumerate(shared(JOB.game, parts, 2)):
        if number < 2:
            active_children()[0].kill()
        found = found.plus(part)
    assert found == whole and not active_children()


def test_workers_that_all_die_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "MOST_DEATHS", 1)
    broken = Job(JOB.game._replace(seats=("count", "nobody")), SESSIONS)
    with pytest.raises(Refusal, match="end too early"):
        list(shared(broken.game, iter([(0, 1), (1, 2)]), 1))


# ---- checkpoints ----
DIE = """
import os, signal, sys
from pathlib import Path
from acey_teach.analysis.simulate import work
from acey_teach.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background may have been told to ignore it
work.SECONDS_KEPT, kept, moved = 0, [], Path.replace
def replace(self, target):
    kept.append(1)
    if len(kept) == 3:
        {die}
    return moved(self, target)
Path.replace = replace
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(("die", "status"), [("os.kill(os.getpid(), signal.SIGKILL)", -9), ("os.kill(os.getpid(), signal.SIGINT)", 130)])
def test_the_same_command_goes_on_after_it_was_stopped(
    die: str, status: int, workers: str, tmp_path: Path, whole: Totals, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.json"
    arguments = [*COMMAND, "--json", "--workers", workers, "--checkpoint", str(path)]
    done = subprocess.run([sys.executable, "-c", DIE.format(die=die), *arguments], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (status, "")
    if status == 130:
        assert done.stderr.splitlines()[-1] == "Stopped. The same command goes on where it was."
    before = Checkpoint(JOB, path).totals
    assert 0 < before.sessions < SESSIONS
    status, out, _ = asked(capsys, *arguments)
    assert status == 0 and json.loads(out)["seats"][1]["mean_final"] == float(whole.mean(1))
    assert Checkpoint(JOB, path).totals == whole and [file.name for file in tmp_path.iterdir()] == ["run.json"]
    assert run(JOB, path=path) == whole  # nothing is left to do


def test_a_checkpoint_of_something_else_is_refused_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.json"
    point = Checkpoint(JOB, path)
    point.add((10_000, 20_000), totals(JOB.game, 10_000, 20_000))
    point.keep()
    text = path.read_text()
    data = json.loads(text)
    assert [*Checkpoint(JOB, path).left(10_000)][:2] == [(0, 10_000), (20_000, 30_000)]
    for wrong in (data | {"seed": "x"}, data | {"sessions": 10}, data | {"done": []}, data | {"version": 2}, {}, [], 7):
        path.write_text(json.dumps(wrong))
        status, _, err = asked(capsys, *COMMAND, "--checkpoint", str(path))
        assert status == 2 and "“run.json” is no checkpoint of these sessions" in err
        assert json.loads(path.read_text()) == wrong
    for broken in (text[:-9], "", "\x00"):
        path.write_text(broken)
        with pytest.raises(Refusal, match="no checkpoint"):
            Checkpoint(JOB, path)


def test_a_folder_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no checkpoint"):
        run(JOB, path=tmp_path)


# ---- a cluster ----
def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, as one starts them on a real cluster."""
    from distributed import Client

    address = f"tcp://127.0.0.1:{free_port()}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT, "env": os.environ | {"OMP_NUM_THREADS": "1"}}
    dask = [sys.executable, "-m", "dask"]
    processes = [subprocess.Popen([*dask, "scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "--no-dashboard"], **quiet)]  # type: ignore[call-overload]
    try:
        for _ in range(2):
            processes.append(subprocess.Popen([*dask, "worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"], **quiet))  # type: ignore[call-overload]
        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_cluster_comes_to_the_same_though_a_worker_is_killed(cluster: tuple[str, list[subprocess.Popen[bytes]]], whole: Totals) -> None:
    address, (scheduler, first, _) = cluster
    found, parts = Totals.none(JOB.game), Checkpoint(JOB, None).left(20_000)
    for _, part in spread(JOB.game, parts, address):
        first.kill()
        found = found.plus(part)
    assert found == whole
    assert run(JOB, scheduler=address) == whole
    with pytest.raises(Refusal, match="did not do its part"):
        for _ in spread(JOB.game, Checkpoint(JOB, None).left(20_000), address):
            scheduler.kill()


def test_a_cluster_without_the_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refusal, match="needs Dask"):
        next(spread(JOB.game, iter([(0, 1)]), "tcp://127.0.0.1:1"))
