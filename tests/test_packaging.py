"""What is shipped: the wheel in an empty environment, the pins, and what Binder, CI and the README rely on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from acey_teach.app import notebooks, server
from tests.serving import running

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSIONS = ("3.11.0", "3.11.9", "3.12.1", "3.13.0", "3.14.0")


def pins() -> list[Requirement]:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def direct() -> list[Requirement]:
    """Everything pyproject.toml names, the build's needs included."""
    project = PROJECT["project"]
    named = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    named += [line for extra in project["optional-dependencies"].values() for line in extra]
    found = [Requirement(line) for line in named]
    return [requirement for requirement in found if requirement.name != project["name"]]


# ---- the wheel ----
@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, built from the source archive, and its dependencies, but without the checkout."""
    place = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", place, ROOT], check=True, capture_output=True
    )
    home = place / "environment"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = next(path for path in (home / "bin" / "python", home / "Scripts" / "python.exe") if path.exists())
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, *place.glob("*.whl")], check=True, stdin=subprocess.DEVNULL)
    packages = next(home.rglob("site-packages"))
    # The installed dependencies are borrowed, not downloaded again; .pth files among them, such as the one that leads
    # to the checkout, are not read there. What they share lies beside what the wheel shares.
    here = next(path for path in map(Path, sys.path) if (path / "voila").is_dir())
    (packages / "borrowed.pth").write_text(f"{here}\n", encoding="utf-8")
    borrow(Path(sys.prefix) / "share" / "jupyter", home / "share" / "jupyter")
    return home


def borrow(source: Path, target: Path) -> None:
    """Link what `target` has not got; nothing of the kit's own."""
    for path in source.iterdir():
        if (target / path.name).is_dir() and path.name != "acey_teach":
            borrow(path, target / path.name)
        elif path.name != "acey_teach":
            (target / path.name).symlink_to(path)


def test_the_wheel_serves_from_an_empty_environment(environment: Path, tmp_path: Path) -> None:
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    where = subprocess.run(
        [programs / "python", "-c", "import acey_teach; print(acey_teach.__file__)"],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert Path(where.stdout.strip()).is_relative_to(environment)
    outside = {"PYTHONPATH": "", "JUPYTER_PATH": "", "HOME": str(tmp_path)}
    with running(cwd=tmp_path, program=[str(programs / "acey-teach")], env=outside) as kit:
        for lang in ("en", "es", "hu"):
            start = kit.get(f"/?lang={lang}").text
            assert f'<html lang="{lang}">' in start
            for entry in notebooks.entries(lang):
                assert entry.title in start
        for entry in notebooks.entries("en"):
            page = kit.get(f"/voila/render/{entry.path}").text
            assert f"<title>{entry.title}</title>" in page
            assert 'role="alert"' not in page and "application/vnd.jupyter.widget-view+json" in page
        files = dict.fromkeys(re.findall(r'"(/voila/templates/acey_teach/static/[\w.-]+)\?', start))
        sent = {Path(name).name: kit.get(name) for name in files}
        assert {name: answer.status for name, answer in sent.items()} == {
            "kit.css": 200, "page.css": 200, "favicon.svg": 200}  # fmt: skip
        assert sent["favicon.svg"].headers["content-type"] == "image/svg+xml" and "<circle" in sent["favicon.svg"].text
        kernels = [process.cmdline() for process in kit.children()]
        assert kernels and all(str(environment) in command[0] for command in kernels)


def test_the_wheel_holds_what_is_built_and_nothing_of_the_workshop(environment: Path) -> None:
    package = next(environment.rglob("site-packages/acey_teach"))
    assert sorted(path.name for path in (package / "_built").iterdir()) == ["chart.hash", "chart.js.gz", "specs.json"]
    catalogs = {f"{path.parts[-3]}/{path.stem}" for path in package.rglob("*.mo")}
    translated = {f"{lang}/{domain}" for lang in ("es", "hu") for domain in ("acey_teach", "notebooks", "points")}
    assert catalogs == translated | {"en/points"}
    shipped = {path.relative_to(package).as_posix() for path in package.rglob("*.ipynb")}
    assert shipped == {
        f"_{path.relative_to(ROOT).as_posix()}"
        for name in ("notebooks", "exercises")
        for path in (ROOT / name).glob("*/*.ipynb")
    }
    workshop = ("tests", "notebooks", "exercises", "hatch_build.py", "binder")
    assert not any((package.parent / name).exists() for name in workshop)


# ---- the pins ----
def test_every_direct_dependency_is_pinned_within_its_range() -> None:
    pinned = {canonicalize_name(pin.name): pin for pin in pins()}
    for requirement in direct():
        pin = pinned.get(canonicalize_name(requirement.name))
        assert pin, f"{requirement.name} is missing in binder/requirements.txt"
        version = str(pin.specifier).removeprefix("==")
        assert requirement.specifier.contains(version), f"{requirement} excludes {version}"


def test_pins_are_exact_and_there_is_one_for_each_python_and_system() -> None:
    assert all(re.fullmatch(r"==[\w.]+", str(pin.specifier)) for pin in pins())
    systems = [("linux", "posix"), ("darwin", "posix"), ("win32", "nt")]
    names = {canonicalize_name(pin.name) for pin in pins()}
    for name in names:
        markers = [pin.marker for pin in pins() if canonicalize_name(pin.name) == name]
        for version in VERSIONS:
            for system, kind in systems:
                valid = [marker for marker in markers if holds(marker, version, system, kind)]
                assert len(valid) <= 1, f"{name} is pinned twice for Python {version} on {system}"
                assert valid or any(markers), name


def holds(marker: Marker | None, version: str, system: str, kind: str) -> bool:
    there = {
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
        "sys_platform": system,
        "os_name": kind,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return marker is None or marker.evaluate(there)


def test_pins_are_what_runs_here() -> None:
    """Who tests with other versions than those pinned tests something else."""
    from importlib.metadata import version

    others = {
        pin.name: version(pin.name)
        for pin in pins()
        if (pin.marker is None or pin.marker.evaluate()) and not pin.specifier.contains(version(pin.name))
    }
    assert not others


# ---- Binder, CI, files ----
def test_binder_uses_a_python_the_kit_runs_on_and_the_same_pins() -> None:
    wanted = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    assert SpecifierSet(PROJECT["project"]["requires-python"]).contains(wanted)
    assert os.access(ROOT / "binder" / "postBuild", os.X_OK)
    for user in ("Makefile", "README.md"):
        assert "binder/requirements.txt" in (ROOT / user).read_text(encoding="utf-8")


def test_voila_started_plainly_has_the_settings_of_the_app() -> None:
    plain = json.loads((ROOT / "voila.json").read_text(encoding="utf-8"))["VoilaConfiguration"]
    assert plain.items() <= server.SETTINGS["VoilaConfiguration"].items()


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("\nmake test")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(os.access(path, os.X_OK) for path in (ROOT / ".ci").iterdir())


def test_no_file_says_where_packages_come_from() -> None:
    """That is for whoever installs: pins carry no addresses."""
    words = ("pypi", "pythonhosted"), ("npmjs", "registry."), ("index-url", "find-links")
    pattern = re.compile("|".join(re.escape(word) for pair in words for word in pair), re.IGNORECASE)
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if ROOT / name != Path(__file__) and (ROOT / name).suffix not in (".png", ".gz"):
            assert not pattern.search((ROOT / name).read_text(encoding="utf-8")), name
