"""Charts of one's own, judged by what they say of themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from acey_teach.exercises import tasks
from acey_teach.i18n import translator

T = translator("en")


def rows(value: Callable[[int], object], gaps: Sequence[object] = range(12)) -> list[dict[str, object]]:
    return [{"gap": gap, "p": value(int(gap))} for gap in gaps]  # type: ignore[call-overload]


def spec(values: object, **changes: object) -> dict[str, Any]:
    """A chart as Altair writes it."""
    made = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.4.1.json",
        "title": "Inside, by the ranks between",
        "data": {"values": values},
        "mark": {"type": "bar"},
        "encoding": {"x": {"field": "gap", "type": "ordinal"}, "y": {"field": "p", "type": "quantitative"}},
    }
    return {name: part for name, part in (made | changes).items() if part is not None}


RIGHT = rows(lambda gap: 4 * gap / 50)
LAYERS = {"title": "Layers", "layer": [spec(None, data={"name": "d1"}, title=None)], "datasets": {"d1": RIGHT}}
SWAPPED = {"x": {"field": "p", "title": "probability"}, "y": {"field": "gap", "axis": {"title": "ranks between"}}}


@pytest.mark.parametrize(
    "chart",
    [
        spec(RIGHT),
        spec(rows(lambda gap: 8 * gap)),  # percent
        spec(rows(lambda gap: 4 * gap)),  # cards
        spec(rows(lambda gap: gap * 0.08 + 1e-11, [str(gap) for gap in range(12)])),
        spec([*RIGHT, *RIGHT]),
        spec(RIGHT, title=None, encoding=SWAPPED),
        spec(RIGHT, title={"text": ["Two", "lines"]}),
        LAYERS,
        {"hconcat": [spec([]), LAYERS], "datasets": LAYERS["datasets"]},
    ],
)
def test_charts_may_be_made_in_many_ways(chart: dict[str, Any]) -> None:
    finding = tasks.chart("10.1", chart, T)
    assert finding.right, finding


@pytest.mark.parametrize(
    ("chart", "says"),
    [
        (None, "There is no mark in it."),
        ({}, "There is no mark in it."),
        (spec(RIGHT, mark=None), "There is no mark in it."),
        (spec(RIGHT, encoding={"x": {"field": "gap"}}), "x and y do not both show a field of the data."),
        (spec(RIGHT, encoding={"x": {"field": "gap"}, "y": {"field": "q"}}), "x and y do not both show a field of the data."),
        (spec(RIGHT, encoding={"x": [], "y": {"field": {}}}), "x and y do not both show a field of the data."),
        (spec(RIGHT, title=" "), "It has no title."),
        (spec(RIGHT, title=None, encoding=SWAPPED | {"x": {"field": "p"}}), "It has no title."),
        (spec(RIGHT, data={"url": "cards.csv"}), "It fetches something from an address."),
        (spec(RIGHT, mark={"type": "bar", "href": "https://example.org"}), "It fetches something from an address."),
        (spec(None, data={"name": []}), "It holds no data."),
        (spec([1, "x"]), "It holds no data."),
        (spec([{"gap": k, "p": 0} for k in range(60_000)]), "The chart is too large to be looked at."),
        (spec(RIGHT[:-1]), "There is no row for 11 ranks between: show all from 0 to 11."),
        (spec(rows(lambda gap: gap * 0.08, range(1, 12))), "There is no row for 0 ranks between: show all from 0 to 11."),
        (spec(rows(lambda gap: gap * 0.08, range(13))), "No two posts have 12 ranks between: leave that row out."),
        (spec(rows(lambda gap: gap * 0.08 + (gap == 5) * 1e-6)), "Ranks between: 5. The chart shows 0.400001; the rules say 2/5 (A6.2)."),
        (spec(rows(lambda gap: "much")), "Ranks between: 0. The chart shows no number; the rules say 0 (A6.2)."),
        (spec(rows(lambda gap: float("nan"))), "Ranks between: 0. The chart shows nan; the rules say 0 (A6.2)."),
        (spec(rows(lambda gap: 10**400)), "Ranks between: 0. The chart shows a very long number; the rules say 0 (A6.2)."),
    ],
    ids=str,
)
def test_what_a_chart_lacks_is_said(chart: object, says: str) -> None:
    finding = tasks.chart("10.1", chart, T)
    assert not finding.right
    assert any(said.startswith(says) for said in finding.says), finding.says


@pytest.mark.parametrize(
    ("value", "slip"),
    [
        (lambda gap: gap / 13, "no-card-dealt"),
        (lambda gap: 100 * gap / 13, "no-card-dealt"),
        (lambda gap: 4 * (gap + 1) / 50, "difference-cards"),
        (lambda gap: (4 * gap + 6) / 50, "posts-inside"),
        (lambda gap: 4 * gap / 44, "post-forgotten"),
        (lambda gap: 4 * gap / (50 - 4 * gap), "ratio"),
    ],
)
def test_a_chart_of_a_known_idea_names_it(value: Callable[[int], object], slip: str) -> None:
    assert tasks.chart("10.1", spec(rows(value)), T).slips == (slip,)


def test_a_chart_of_ones_own_needs_two_fields_and_a_title() -> None:
    assert tasks.chart("10.2", spec([{"gap": "a", "p": "b"}]), T).right
    one = tasks.chart("10.2", spec(RIGHT, title=None, encoding={"x": {"field": "gap"}}), T)
    assert [said.split(".")[0] for said in one.says] == ["It has no title", "It shows fewer than two fields of its data"]


def test_a_chart_within_charts_without_end_is_read_in_time() -> None:
    deep: dict[str, Any] = spec(RIGHT)
    for _ in range(400):
        deep = {"layer": [deep]}
    assert not tasks.chart("10.1", deep, T).right
