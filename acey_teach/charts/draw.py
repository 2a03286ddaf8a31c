"""Specs with rows in them: a chart for a notebook, a picture for a page that runs nothing."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Sequence
from typing import Any

from acey_teach.charts import Row, theme
from acey_teach.i18n import N_, translator

MISSING = N_("Charts need {package}, which is not installed. Install it with: pip install '{extra}'")
_compiled: dict[str, str] = {}  # a page of pictures compiles each spec once
_READ_ALOUD = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')


def chart(name: str, rows: Sequence[Row], lang: str) -> Any:
    """See `acey_teach.charts.chart`."""
    alt = _need("altair", "Altair", lang)
    from acey_teach.charts.specs import SPECS

    made = SPECS[name](alt.InlineData(values=[dict(row) for row in rows], name=name))
    made = made.properties(width=372, background=theme.PAPER, padding=12)
    return alt.LayerChart.from_dict(json.loads(theme.plain(json.dumps(made.to_dict()))))


def compiled(name: str, lang: str = "en") -> dict[str, Any]:
    """The Vega spec of a chart, waiting for rows in the data called `name`."""
    alt, vl_convert = _need("altair", "Altair", lang), _need("vl_convert", "vl-convert", lang)
    from acey_teach.charts.specs import SPECS

    if name not in _compiled:
        _compiled[name] = json.dumps(vl_convert.vegalite_to_vega(SPECS[name](alt.NamedData(name)).to_dict()))
    spec: dict[str, Any] = json.loads(_compiled[name])
    return spec


def svg(name: str, rows: Sequence[Row], width: int, lang: str) -> str:
    """See `acey_teach.charts.svg`."""
    spec = compiled(name, lang)
    next(data for data in spec["data"] if data["name"] == name)["values"] = [dict(row) for row in rows]
    # Nothing contains this picture, so its width is a number.
    spec["signals"] = [{"name": "width", "value": width}, *(s for s in spec["signals"] if s["name"] != "width")]
    picture: str = _need("vl_convert", "vl-convert", lang).vega_to_svg(spec)
    # The library's descriptions are English, whatever the language of the page.
    return theme.plain(_READ_ALOUD.sub("", picture).replace("<svg ", '<svg aria-hidden="true" ', 1))


def _need(module: str, package: str, lang: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        sentence = translator(lang)(MISSING, package=package, extra="acey_teach[charts]")
        raise ImportError(sentence, name=module) from error
