"""The build hook: what the wheel ships and nobody writes by hand.

Before a wheel or an editable install is put together, it
- compiles each message catalog (`.po` to `.mo`, next to it),
- makes the chart library and the chart specs, unless they were made from the same sources before,
- writes the pages Voila shows around a notebook, in every language,
and adds the notebooks and exercises, the Voila template and the stylesheet to what is installed.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from importlib.metadata import version as installed
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TEMPLATE = "share/jupyter/voila/templates/acey_teach"


class KitBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling for the wheel target, editable installs included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing or out of date, then tell hatchling where it goes."""
        root = Path(self.root)
        package = root / "acey_teach"
        built = package / "_built"
        built.mkdir(exist_ok=True)
        sys.path.insert(0, str(root))
        try:
            compile_catalogs(package / "i18n" / "locale")
            make_charts(package, built)
            importlib.import_module("acey_teach.app.pages").build(built / "template")
        finally:
            sys.path.remove(str(root))
        build_data["shared_data"] |= {
            str(package / "app" / "template"): TEMPLATE,
            str(built / "template"): TEMPLATE,
            str(package / "widgets" / "kit.css"): f"{TEMPLATE}/static/kit.css",
        }
        if version == "standard":  # an editable install reads them in the checkout
            build_data["force_include"][str(root / "notebooks")] = "acey_teach/_notebooks"
            build_data["force_include"][str(root / "exercises" / "solutions")] = "acey_teach/_solutions"
            build_data["force_include"] |= {  # apart from their solutions: this folder is copied for students
                str(path): f"acey_teach/_exercises/{path.parent.name}/{path.name}"
                for path in sorted((root / "exercises").glob("*/*.ipynb"))
            }


def compile_catalogs(locale: Path) -> None:
    """Write the `.mo` of every `.po`, refusing one that babel finds faults in; what is not translated stays out."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted(locale.rglob("*.po")):
        with source.open("rb") as stream:
            catalog = read_po(stream, locale=source.parts[-3], abort_invalid=True)
        for message, errors in catalog.check():
            raise ValueError(f"{source}:{message.lineno}: {errors[0]}")
        for message in list(catalog):
            forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
            if message.id and not all(forms):  # babel would write empty plural forms
                catalog.delete(message.id, message.context)
        with source.with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalog)


def make_charts(package: Path, built: Path) -> None:
    """Build the chart library and specs, some seconds of work, only when their sources or tools changed."""
    sources = [
        path for part in ("charts", "analysis", "engine", "i18n") for path in sorted((package / part).rglob("*.py"))
    ]
    digest = hashlib.sha256(f"{installed('altair')} {installed('vl-convert-python')}".encode())
    for path in sources:
        digest.update(path.read_bytes())
    stamp = built / "charts.inputs"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    importlib.import_module("acey_teach.charts.build").build(built)
    stamp.write_text(digest.hexdigest())
