"""An empty environment with exactly the pinned packages and then the kit, made as Binder makes it."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import venv
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "acey_teach" / "_built"
NO_NETWORK = re.compile("NewConnectionError|NameResolutionError|name resolution|Network is unreachable")


@dataclass(frozen=True)
class Fresh:
    """An environment: its folder, that of its programs, and the copy of the checkout it was made from.

    `pinned` are the packages after the list was installed, with their versions; `said` is what `postBuild` printed.
    """

    home: Path
    programs: Path
    checkout: Path
    pinned: dict[str, str]
    said: str

    def run(self, *command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment; in the checkout, unless `cwd` says where else. It must succeed."""
        done = run(self.programs, *command, cwd=cwd or self.checkout)
        assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
        return done

    def install(self, *requirements: str) -> None:
        """Put more packages in; those of the list stay as they are."""
        pip(self.programs, "--constraint", self.checkout / "binder" / "requirements.txt", *requirements)


@cache
def fresh_environment(place: Path) -> Fresh:
    """Make the environment, once for all who name the same place (`tmp_path_factory.getbasetemp()`): a minute's work.

    Skips the test only where there is no network and nobody promised one.
    """
    checkout, home = place / "checkout", place / "fresh"
    atexit.register(shutil.rmtree, home, ignore_errors=True)  # half a gigabyte: pytest would keep three of them
    copy_checkout(checkout)
    if BUILT.exists():  # the charts are made anew only when their sources changed; the wheel of test_packaging makes them
        shutil.copytree(BUILT, checkout / BUILT.relative_to(ROOT))
    venv.create(home, with_pip=True, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip(programs, "--no-compile", "--requirement", checkout / "binder" / "requirements.txt")  # little of it is imported
    pinned = packages(home)
    built = run(programs, "sh", checkout / "binder" / "postBuild", cwd=place)
    assert built.returncode == 0, built.stdout + built.stderr
    return Fresh(home, programs, checkout, pinned, built.stdout)


def copy_checkout(target: Path) -> None:
    """Copy what git tracks, and nothing else that happens to lie there."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():  # else deleted, and not yet committed
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)


def pip(programs: Path, *arguments: str | Path) -> None:
    """Install with the environment's own pip."""
    done = run(programs, "python", "-m", "pip", "install", "--quiet", "--no-input", *arguments, cwd=programs)
    if done.returncode and NO_NETWORK.search(done.stderr) and not os.environ.get("CI"):
        pytest.skip("no network: packages cannot be fetched")
    assert done.returncode == 0, done.stderr


def packages(home: Path) -> dict[str, str]:
    """The packages of an environment with their versions, but for those every new environment has."""
    there = distributions(path=[str(next(home.rglob("site-packages")))])
    found = {str(canonicalize_name(package.name)): package.version for package in there}
    return {name: version for name, version in found.items() if name not in ("pip", "setuptools")}


def run(programs: Path, program: str | Path, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in that environment alone."""
    env = alone(programs)
    found = shutil.which(str(program), path=env["PATH"]) or str(program)
    return subprocess.run(
        [found, *arguments], cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8"
    )


def alone(programs: Path) -> dict[str, str]:
    """The variables of a process that runs there: its programs come first, and nothing leads back here."""
    strange = ("PYTHON", "JUPYTER", "VIRTUAL_ENV", "ACEY")
    env = {name: value for name, value in os.environ.items() if not name.startswith(strange)}
    return env | {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}
