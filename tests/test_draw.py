"""Cards, marks and the rank line as markup."""

from __future__ import annotations

import re

from acey_teach.engine.cards import PACK, RANK_NAMES, Card
from acey_teach.widgets import draw

DOTS = re.compile(r'<span class="dots">(.*?)</span>')


def test_every_card_shows_its_rank_and_suit_and_says_its_name(reading) -> None:
    for card in PACK:
        for classes in ("", "is-mini"):
            page = reading(draw.card(card, "the name", classes))
            assert not page.faults
            assert card.rank_name in page.text
            assert page.tags[0][1]["data-suit"] == card.suit
            assert page.tags[1][1]["aria-label"] == "the name"


def test_text_from_people_cannot_become_markup(reading) -> None:
    bad = '"><b onclick=x>&'
    written = [
        draw.card(Card("4c"), bad),
        draw.back(bad),
        draw.slot(bad),
        draw.flag("inside", bad),
        draw.word("post", bad),
        draw.pile(draw.POT, "2", bad),
        draw.table([(bad, False)], [], bad),
        draw.rank_line([draw.Rank("2", "inside", 4, bad)], [draw.Zone("inside", 1, 2, bad)], bad),
    ]
    for html in written:
        page = reading(html)
        assert not page.faults
        assert "b" not in [tag for tag, a in page.tags if "onclick" in a]


def test_a_rank_has_a_mark_for_each_unseen_card_and_none_when_they_are_hidden(reading) -> None:
    ranks = [draw.Rank(name, "outside", n % 5, "") for n, name in enumerate(RANK_NAMES.values())]
    html = draw.rank_line(ranks, [], "line", "9")
    assert [len(re.findall(r"<(?:i|svg)\b", dots)) for dots in DOTS.findall(html)] == [rank.unseen for rank in ranks]
    page = reading(html)
    assert ["is-hit" in a["class"] for _, a in page.tags if "k-rank" in a.get("class", "")].index(True) == 7
    hidden = draw.rank_line([rank._replace(unseen=None) for rank in ranks], [], "line")
    assert DOTS.findall(hidden) == [""] * 13


def test_each_outcome_has_a_shape_of_its_own() -> None:
    assert len({draw.SHAPES[kind] for kind in draw.CLASSES}) == len(draw.CLASSES) == 4
