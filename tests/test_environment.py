"""Binder: what repo2docker would build, the environment it would make, and what opens there; nbgrader in that environment."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from acey_teach.app import server
from acey_teach.i18n import LANGUAGES
from tests.environments import ROOT, Fresh, alone, copy_checkout, fresh_environment

REPO2DOCKER = "jupyter-repo2docker==2026.4.0"
NBGRADER = "nbgrader==0.9.6"
CHAPTER = "05-ledger"
BINDER = ROOT / "binder"
BASE = "/user/abc/"
SECONDS = 120  # the first start compiles what it imports

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Binder is Linux")


def pins(text: str) -> list[Requirement]:
    return [Requirement(line) for line in text.splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return fresh_environment(tmp_path_factory.getbasetemp())


# ---- the files ----
def test_binder_holds_what_it_reads_and_nothing_that_it_would_rather_read() -> None:
    assert {path.name for path in BINDER.iterdir() if path.is_file()} == {
        "requirements.txt", "runtime.txt", "postBuild", "start", "finish.py"}  # fmt: skip
    assert not any((ROOT / name).exists() for name in (".binder", "Dockerfile", "environment.yml"))
    for name in ("postBuild", "start"):
        text = (BINDER / name).read_text(encoding="utf-8")
        assert text.startswith("#!/bin/sh\n") and "set -eu\n" in text and os.access(BINDER / name, os.X_OK)
        subprocess.run(["sh", "-n", BINDER / name], check=True)


@pytest.mark.parametrize(
    ("given", "run"),
    [
        ("", "jupyter lab --ip 0.0.0.0"),
        ("jupyter notebook --ip 0.0.0.0 --port 8888", "jupyter lab --ip 0.0.0.0 --port 8888"),
        ("jupyter lab --port=1", "jupyter lab --port=1"),
        ("jupyter", "jupyter"),
        ("python3 -c two,words --ServerApp.token=x", "python3 -c two,words --ServerApp.token=x"),
    ],
)
def test_start_hands_the_command_on_and_takes_the_lab_for_the_notebook(given: str, run: str, tmp_path: Path) -> None:
    for name in ("jupyter", "python3"):
        (tmp_path / name).write_text('#!/bin/sh\npwd\nprintf "%s\\n" "${0##*/}" "$@"\n')
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [BINDER / "start", *(word.replace(",", " ") for word in given.split())],
        cwd=tmp_path, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [str(ROOT), *(word.replace(",", " ") for word in run.split())]


# ---- repo2docker ----
def test_repo2docker_would_build_this(tmp_path: Path) -> None:
    """The real repo2docker prints its Dockerfile; it lives apart, for it is no part of the kit."""
    copy_checkout(tmp_path / "checkout")
    tool = tmp_path / "tool"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--no-compile", "--target", tool]
    installed = subprocess.run([*command, REPO2DOCKER], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if installed.returncode and not os.environ.get("CI"):
        pytest.skip(f"repo2docker cannot be fetched: {installed.stderr[-300:]}")
    assert installed.returncode == 0, installed.stderr
    done = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."],
        cwd=tmp_path / "checkout", env={**os.environ, "PYTHONPATH": str(tool)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    python = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    assert f"Building conda environment for python={python}\n" in done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    order = [
        "FROM docker.io/library/buildpack-deps:",
        'RUN ${KERNEL_PYTHON_PREFIX}/bin/pip install --no-cache-dir -r "binder/requirements.txt"',
        "COPY --chown=",
        "USER ${NB_USER}",
        "RUN ./binder/postBuild",
        'ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"',
    ]
    place = -1
    for wanted in order:
        place = next((i for i, line in enumerate(lines) if i > place and line.startswith(wanted)), -1)
        assert place >= 0, f"{wanted} is missing, or stands elsewhere"
    assert sum("pip install" in line or "env update" in line for line in lines) == 1, "one list, and no other"


# ---- the environment ----
def test_the_list_is_installed_as_it_stands(fresh: Fresh) -> None:
    """Whole and consistent: nothing came along that the list does not name."""
    listed = pins((fresh.checkout / "binder" / "requirements.txt").read_text(encoding="utf-8"))
    wanted = {
        str(canonicalize_name(pin.name)): str(pin.specifier).removeprefix("==")
        for pin in listed
        if pin.marker is None or pin.marker.evaluate()
    }
    assert fresh.pinned == wanted
    assert fresh.said.endswith("binder: everything is there\n")


def test_the_first_exercise_runs_there(fresh: Fresh) -> None:
    exercises = sorted((fresh.checkout / "exercises" / "en").glob("*.ipynb"))
    first = exercises[0] if exercises else fresh.checkout / "notebooks" / "en" / "worked-example.ipynb"
    fresh.run("jupyter-execute", "--inplace", "--timeout=60", first, cwd=first.parent)
    cells = [cell for cell in json.loads(first.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs and all(cell["execution_count"] for cell in cells)
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]


@pytest.fixture(scope="module")
def address(fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server started as BinderHub starts it: by the start script, under a base address, with a key."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    launch = "import os, sys; os.execvp('jupyter-lab', ['jupyter-lab', *sys.argv[1:]])"
    options = [f"{app}.{option}" for app in ("--NotebookApp", "--ServerApp")
               for option in (f"base_url={BASE}", "token=key", "trust_xheaders=True", "allow_origin=*")]  # fmt: skip
    log = home / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [fresh.checkout / "binder" / "start", "python3", "-c", launch, "--ip=127.0.0.1", f"--port={port}",
             "--ServerApp.port_retries=0", "--no-browser", "--allow-root", *options],
            cwd=home, env=alone(fresh.programs) | {"HOME": str(home)}, stdin=subprocess.DEVNULL, stdout=stream,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    root = f"http://127.0.0.1:{port}{BASE}"
    until = time.monotonic() + SECONDS
    try:
        while not answers(f"{root}api"):  # its log says that it runs before it listens
            assert process.poll() is None and time.monotonic() < until, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        yield root
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(SECONDS)


def answers(url: str) -> bool:
    try:
        return bool(get(url))
    except OSError:
        return False


def get(url: str) -> tuple[str, str]:
    """Where a request ends up, and what stands there."""
    asked = urllib.request.Request(url, headers={"Authorization": "token key"})
    with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
        return answer.url, answer.read().decode()


def test_jupyterlab_opens_the_exercises_and_asks_nobody_for_news(address: str) -> None:
    where, page = get(address)
    assert where == f"{address}lab/tree/exercises"
    found = re.search(r'id="jupyter-config-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    config = json.loads(found[1])
    assert "@jupyterlab/apputils-extension:announcements" in config["disabledExtensions"]
    listed = json.loads(get(f"{address}api/contents/exercises")[1])["content"]
    assert listed and "solutions" not in {entry["name"] for entry in listed}


def test_voila_serves_the_kit_beside_it_in_the_kits_look(address: str) -> None:
    _, page = get(f"{address}voila/render/notebooks/en/table.ipynb")
    assert 'class="jp-Notebook k-ground k-host"' in page and 'role="alert"' not in page
    assert "application/vnd.jupyter.widget-view+json" in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert f'data-base-url="{BASE}voila/"' in page
    extensions = set(re.findall(r"labextensions/((?:@[\w-]+/)?[\w-]+)/", page))
    assert extensions <= set(server.SETTINGS["VoilaConfiguration"]["extension_allowlist"])  # type: ignore[arg-type]
    _, start = get(f"{address}voila?lang=hu")
    assert '<html lang="hu">' in start and f"{BASE}voila/render/notebooks/hu/table.ipynb" in start


# ---- postBuild looks for what is missing ----
@pytest.fixture(scope="module")
def finish() -> ModuleType:
    spec = importlib.util.spec_from_file_location("finish", BINDER / "finish.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_says_which_package_is_not_the_one_of_the_list(
    finish: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert finish.unpinned() == []
    (tmp_path / "binder").mkdir()
    (tmp_path / "binder" / "requirements.txt").write_text(
        "# pins\nvoila==0.1\nno-such-thing==1.0\nno-such-system==1.0 ; sys_platform == 'beos'\n"
    )
    monkeypatch.setattr(finish, "ROOT", tmp_path)
    voila, nothing = finish.unpinned()
    assert voila.startswith("voila: the list says ==0.1, here is 0.5")
    assert nothing == "no-such-thing: the list says ==1.0, here is none"


def test_it_says_what_cannot_be_loaded(finish: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finish, "USED", ("acey_teach.nothing",))
    assert finish.unloadable() == [
        "import acey_teach.nothing: ModuleNotFoundError: No module named 'acey_teach.nothing'",
        "acey_teach is read from the checkout: it is not installed",
    ]


def test_it_says_which_file_is_missing(finish: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = finish.missing()
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *_: [str(tmp_path)])
    monkeypatch.setattr("acey_teach.app.notebooks.folder", lambda: tmp_path)
    faults = finish.missing()
    table = f"missing: {tmp_path / 'hu' / 'table.ipynb'}"
    assert table in faults and table not in there
    assert faults[-1] == "missing: Voila's template “acey_teach”"


def test_it_says_which_exercise_is_judged_wrong(finish: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acey_teach.exercises.running.clean.ask", lambda request: {"refused": False, "right": True})
    faults = finish.unanswered()
    assert len(faults) == len(LANGUAGES), "only the wrong answers"
    assert all(re.match(r"exercise [\d.]+ \(\w\w\): the answer \d+ is judged ", fault) for fault in faults)


def test_it_ends_with_a_failure_and_changes_no_setting(
    finish: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finish, "unloadable", lambda: ["import voila: ImportError: broken"])
    monkeypatch.setattr(finish, "configure", lambda: pytest.fail("nothing is to be set"))
    assert finish.main() == 1
    said = capsys.readouterr()
    assert said.err == "binder: import voila: ImportError: broken\n"
    assert said.out == "binder: this image would not work, see above\n"


# ---- nbgrader ----
STEPS = """
import shutil, sys
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config
sys.argv = ["nbgrader"]
config = Config()
config.CourseDirectory.root = "."
config.ClearSolutions.code_stub = {"python": "# dots"}
api = NbGraderAPI(config=config)
assert api.generate_assignment(CHAPTER)["success"]
for student, part in (("anna", "source"), ("ben", "release")):
    shutil.copytree(f"{part}/{CHAPTER}", f"submitted/{student}/{CHAPTER}")
    assert api.autograde(CHAPTER, student)["success"]
print({one["student"]: (one["score"], one["max_score"]) for one in api.get_submissions(CHAPTER)})
"""


def test_nbgrader_gives_the_key_full_marks_and_the_empty_copy_none(fresh: Fresh, tmp_path: Path) -> None:
    fresh.install(NBGRADER)
    course = tmp_path / "course"
    fresh.run("acey-teach", "nbgrader", course)
    said = fresh.run("python", "-c", f"CHAPTER = {CHAPTER!r}\n{STEPS}", cwd=course)
    released = (course / "release" / CHAPTER / f"{CHAPTER}.ipynb").read_text(encoding="utf-8")
    assert "SOLUTION" not in released and "# dots" in released
    assert said.stdout.splitlines()[-1] == "{'anna': (8.0, 8.0), 'ben': (0.0, 8.0)}"
