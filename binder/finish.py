"""The end of binder/postBuild, run by the environment's Python: settings for its servers, and a look at what is there.

Prints one line for each thing that is missing, and ends with status 1 then.
"""

from __future__ import annotations

import importlib
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPENS = "exercises"
"""The folder JupyterLab opens when a link names none."""
HIDDEN = ("__pycache__", "*.pyc", "*~", "solutions")
"""What the list of files leaves out. The solutions are in the image, as in the repository, but not in plain sight."""

USED = (
    *("altair", "anywidget", "cloudpickle", "ipykernel", "ipywidgets", "jupyterlab", "voila", "vl_convert"),
    *("acey_teach.app.server", "acey_teach.app.lab", "acey_teach.widgets.pages", "acey_teach.lessons"),
    *("acey_teach.practice.kinds", "acey_teach.exercises.notebook"),
)


def unpinned() -> list[str]:
    """Packages of the list that are not there in their version."""
    from packaging.requirements import Requirement

    faults = []
    for line in (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        pin = Requirement(line)
        if pin.marker is not None and not pin.marker.evaluate():
            continue
        try:
            found = version(pin.name)
        except PackageNotFoundError:
            found = ""
        if not pin.specifier.contains(found or "0"):
            faults.append(f"{pin.name}: the list says {pin.specifier}, here is {found or 'none'}")
    return faults


def unloadable() -> list[str]:
    """Modules that cannot be imported, and a kit that is not the installed one."""
    faults = []
    for name in USED:
        try:
            importlib.import_module(name)
        except Exception as error:  # whatever it is, it goes into the list
            faults.append(f"import {name}: {type(error).__name__}: {error}")
    kit = sys.modules.get("acey_teach")
    if kit and Path(str(kit.__file__)).is_relative_to(ROOT / "acey_teach"):
        faults.append("acey_teach is read from the checkout: it is not installed")
    return faults


def configure() -> None:
    """Write the settings of JupyterLab, and of Voila inside it, where every server of this environment reads them."""
    from acey_teach.app import lab, server

    settings = Path(sys.prefix) / "etc" / "jupyter"
    quiet = {
        "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
        "extension_manager": "readonly",
        "default_url": f"/lab/tree/{OPENS}",
    }
    files = {
        "jupyter_lab_config.json": {"LabApp": quiet},
        "labconfig/page_config.json": json.loads(
            (Path(lab.__file__).parent / "labconfig" / "page_config.json").read_text(encoding="utf-8")
        ),
        "jupyter_server_config.json": {
            # kernels of closed pages end; those of an open notebook stay
            "MappingKernelManager": server.SETTINGS["MappingKernelManager"],
            "ContentsManager": {"hide_globs": HIDDEN},
        },
        "voila.json": {"VoilaConfiguration": server.SETTINGS["VoilaConfiguration"]},
    }
    for name, content in files.items():
        (settings / name).parent.mkdir(parents=True, exist_ok=True)
        (settings / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def missing() -> list[str]:
    """Files the kit needs that are not where they are looked for."""
    from jupyter_core.paths import jupyter_path

    import acey_teach
    from acey_teach.app import notebooks, server
    from acey_teach.i18n import LANGUAGES

    package = Path(str(acey_teach.__file__)).parent
    wanted = [package / "_built" / name for name in ("chart.js.gz", "specs.json")]
    locale = Path("i18n", "locale")
    sources = ROOT / "acey_teach" / locale
    wanted += [(package / locale / po.relative_to(sources)).with_suffix(".mo") for po in sources.rglob("*.po")]
    for place, source in (
        (notebooks.folder(), ROOT / "notebooks"),
        (ROOT / "notebooks", ROOT / "notebooks"),
        (ROOT / "exercises", ROOT / "exercises"),
    ):
        wanted += [place / lang / path.name for lang in LANGUAGES for path in (source / "en").glob("*.ipynb")]
    wanted += [ROOT / OPENS, ROOT / "notebooks" / "en" / "table.ipynb"]
    faults = [f"missing: {path}" for path in wanted if not path.exists()]
    templates = [Path(data) / "voila" / "templates" / server.TEMPLATE for data in jupyter_path()]
    if not any((place / "conf.json").exists() and (place / "static" / "kit.css").exists() for place in templates):
        faults.append(f"missing: Voila's template “{server.TEMPLATE}”")
    return faults


def unanswered() -> list[str]:
    """The first exercise with a number for an answer, where it is not judged as a student's would be, in a language."""
    from acey_teach.exercises.running import clean
    from acey_teach.i18n import LANGUAGES, translator
    from acey_teach.practice.course import EXERCISES
    from acey_teach.practice.kinds import question
    from acey_teach.practice.question import Number

    faults = []
    for lang in LANGUAGES:
        asked = ((key, question(*EXERCISES[key], translator(lang)).answer) for key in EXERCISES)
        key, exact = next((key, answer.value) for key, answer in asked if isinstance(answer, Number))
        for text, right in ((str(exact), True), (str(exact + 1000), False)):
            said = clean.ask({"lang": lang, "id": key, "text": text})
            if said["refused"] or said["right"] != right:
                faults.append(f"exercise {key} ({lang}): the answer {text} is judged {said}")
    return faults


def main() -> int:
    """Status 1 when something is missing: later looks need what the earlier ones found."""
    faults = unpinned() or unloadable()
    if not faults:
        configure()
        faults = missing() + unanswered()
    for fault in faults:
        print(f"binder: {fault}", file=sys.stderr)
    print("binder: this image would not work, see above" if faults else "binder: everything is there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
