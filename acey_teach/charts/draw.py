"""Specs with rows in them: a chart for a notebook, a picture for a page that runs nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from acey_teach.charts import Row, theme

MISSING = "A chart needs {package}, which is not installed: pip install 'acey-teach[charts]'"


def chart(name: str, rows: Sequence[Row]) -> Any:
    """See `acey_teach.charts.chart`."""
    try:
        import altair as alt
    except ImportError as error:
        raise ImportError(MISSING.format(package="Altair"), name="altair") from error
    from acey_teach.charts.specs import SPECS

    made = SPECS[name](alt.InlineData(values=[dict(row) for row in rows], name=name))
    made = made.properties(width=372, background="#ffffff", padding=12)
    return alt.LayerChart.from_dict(json.loads(theme.plain(json.dumps(made.to_dict()))))


def compiled(name: str) -> dict[str, Any]:
    """The Vega spec of a chart, waiting for rows under `data[name]`."""
    import altair as alt
    import vl_convert

    from acey_teach.charts.specs import SPECS

    made = SPECS[name](alt.NamedData(name)).to_dict()
    spec: dict[str, Any] = vl_convert.vegalite_to_vega(made)
    return spec


def svg(name: str, rows: Sequence[Row], width: int) -> str:
    """See `acey_teach.charts.svg`."""
    try:
        import vl_convert
    except ImportError as error:
        raise ImportError(MISSING.format(package="vl-convert"), name="vl_convert") from error
    spec = compiled(name)
    next(d for d in spec["data"] if d["name"] == name)["values"] = [dict(row) for row in rows]
    spec["signals"] = [s if s["name"] != "width" else {"name": "width", "value": width} for s in spec["signals"]]
    picture: str = vl_convert.vega_to_svg(spec)
    return theme.plain(picture)
