"""Build time: the chart library and the compiled specs, so that playing needs neither Altair nor a network.

    chart.js.gz   an ES module, `mount(spec, box) -> Promise<view>`; sent only to a browser without a copy
    chart.hash    names the copy a browser keeps
    specs.json    chart name -> Vega spec, waiting for rows in the data of the same name

    python -m acey_teach.charts.build OUT

Needs altair and vl-convert-python; no Node, no npm. The same input gives the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Final

import vl_convert

from acey_teach.charts import NAMES, draw

# vl-convert carries Vega's modules under these paths; nothing is fetched. Its own name `vega` is null
# in a snippet, and taking View and parse alone leaves out vega-embed and Vega-Lite: a third less.
MOUNT: Final = """
import { View, parse } from "/npm/vega@%s/+esm.js";
export async function mount(spec, box) {
  box.setAttribute("aria-hidden", "true");   // a sentence and a table beside the chart say the same
  const view = new View(parse(spec), { renderer: "svg", container: box, hover: false });
  view.width(box.clientWidth || view.width());
  await view.runAsync();
  const fit = new ResizeObserver(() => {     // also when a hidden box is shown
    const width = box.clientWidth;
    if (width && width !== view.width()) view.width(width).runAsync();
  });
  fit.observe(box);
  const end = view.finalize;
  view.finalize = () => { fit.disconnect(); return end.call(view); };
  return view;
}
"""


def build(out: Path) -> None:
    """Write the three files into the folder `out`, which is made when missing."""
    library = vl_convert.javascript_bundle(MOUNT % vl_convert.get_vega_version())
    packed = gzip.compress(library.encode(), 9, mtime=0)
    specs = {name: draw.compiled(name) for name in NAMES}
    out.mkdir(parents=True, exist_ok=True)
    (out / "chart.js.gz").write_bytes(packed)
    (out / "chart.hash").write_text(hashlib.sha256(packed).hexdigest()[:12], encoding="ascii")
    text = json.dumps(specs, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (out / "specs.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m acey_teach.charts.build OUT")
    build(Path(sys.argv[1]))
