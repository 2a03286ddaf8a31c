"""The charts: what they draw from rows, that no word and no foreign colour is in a spec, and what the build makes."""

from __future__ import annotations

import gzip
import itertools
import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from acey_teach.analysis.contest import begin, bot, on
from acey_teach.board.position import Position
from acey_teach.charts import HEIGHTS, NAMES, chart, draw, svg, theme
from acey_teach.charts.specs import SPECS
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.lessons.lab import ranking_view
from acey_teach.lessons.lab.run_app import LabApp
from acey_teach.lessons.lab.run_state import LabState
from acey_teach.widgets.board import odds_view, turn_view

ROOT = Path(__file__).parents[1]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NET = {"post": -2, "outside": -1, "inside": 1}
ENGLISH = {"inside": "inside", "outside": "outside", "post": "on the post"}
SPANISH = {"inside": "dentro", "outside": "fuera", "post": "en el poste"}
HUNGARIAN = {"inside": "belül", "outside": "kívül", "post": "a kapufán"}
PLAYERS = ["Ana", "Bence", "Clara", "David", "Eszter", "Fernando", "Gergő", "Hortensia María"]

Rows = list[dict[str, Any]]


# ---- rows, worked out here from two posts and the other seen cards ----
def deck(first: str, second: str, *seen: str) -> Rows:
    known, posts = {first, second, *seen}, sorted(RANKS.index(card[:-1]) for card in (first, second))
    rows = []
    for (at, rank), (key, suit) in itertools.product(enumerate(RANKS), SUITS.items()):
        kind = "post" if at in posts else "inside" if posts[0] < at < posts[1] else "outside"
        kind = "seen" if rank + key in known else kind
        row = {"rank": rank, "suit": suit, "suitkey": key, "kind": kind, "label": f"{rank}{suit}: {kind}"}
        rows.append(row | {"post": at in posts})
    return rows


def counts(cards: Rows) -> dict[str, int]:
    return {kind: sum(card["kind"] == kind for card in cards) for kind in ENGLISH}


def outcome(cards: Rows, posts_only: Rows | None = None, words: dict[str, str] = ENGLISH) -> Rows:
    n, shadow = counts(cards), counts(posts_only or [])
    total = sum(n.values())
    return [
        {
            "kind": kind,
            "label": word,
            "count": n[kind],
            "unseen": total,
            "p": n[kind] / total,
            "text": f"{n[kind]}/{total}",
            "percent": f"{100 * n[kind] / total:.0f} %",
            "ghost": shadow[kind] / sum(shadow.values()) if posts_only else None,
        }
        for kind, word in words.items()
    ]


def signed(value: Fraction | int) -> str:
    return ("+" if value > 0 else "−" if value < 0 else "") + str(abs(value))


def result(cards: Rows, stake: int, *, notes: bool = True) -> Rows:
    n = counts(cards)
    total = sum(n.values())
    ev = Fraction(sum(NET[kind] * n[kind] for kind in NET) * stake, total)
    more = {"evnote": f"≈ {float(ev):+.2f}", "axis": f"chips won or lost with a stake of {stake}"} if notes else {}
    same = {"ev": float(ev), "evlabel": f"expected {signed(ev)}", **more}
    return [
        {"kind": kind, "net": NET[kind] * stake, "p": n[kind] / total, "text": f"{n[kind]}/{total}", **same}
        for kind in NET
    ]


def chips(players: int, turns: int, largest: int = 4) -> Rows:
    dice, own, pot, rows = random.Random(7), [100] * players, 0, []
    for step in range(turns + 1):
        if step % players == 0:
            own, pot = [chips - 1 for chips in own], pot + players
        if step:
            who = step % players
            moved = dice.choice([1, 1, -1, -2]) * dice.randint(0, min(pot, own[who] // 2, largest))
            own[who], pot = own[who] + moved, pot - moved
        at = {"step": step, "label": f"Round {step // players + 1}, turn {step % players + 1}"}
        for order, (name, amount) in enumerate(zip([*PLAYERS[:players], "Pot"], [*own, pot], strict=True)):
            rows.append({**at, "who": name, "chips": amount, "pot": order == players, "order": order})
    return rows


def renamed(rows: Rows, first: str, last: str) -> Rows:
    end = rows[-1]["step"]
    labels = {0: first, end: last}
    return [row | {"label": labels.get(row["step"], row["label"])} for row in rows]


def heat(new: dict[tuple[str, str], int]) -> Rows:
    """The guide's pairs of posts by rank; those in `new` have another sign than before."""
    rows = []
    for (low, first), (high, second) in itertools.product(enumerate(RANKS), repeat=2):
        gap = max(0, abs(high - low) - 1)
        value = new.get((first, second), Fraction(8 * gap - 56, 50))
        sign = "+" if value > 0 else "−" if value < 0 else "0"
        row = {"first": first, "second": second, "value": float(value), "sign": sign, "new": (first, second) in new}
        rows.append(row | {"text": f"{sign}{abs(float(value)):.2f}", "label": f"{first}, {second}: {signed(value)}"})
    return rows


def calibration(*marks: tuple[float, float, str], groups: tuple[tuple[int, str], ...] = ()) -> Rows:
    """Probabilities said, exact ones, and what fell; bands of a fifth with the share of them."""
    return [
        *({"role": axis, "at": at / 2, "text": f"{50 * at} %"} for axis in "xy" for at in range(3)),
        {"role": "xname", "text": "probability of inside you said"},
        {"role": "yname", "text": "exact probability of inside"},
        *({"role": "mark", "said": s, "exact": e, "kind": k, "label": f"{s} for {e}: {k}"} for s, e, k in marks),
        *(
            {"role": "group", "low": n / 5, "high": (n + 1) / 5, "share": float(Fraction(share)), "text": share}
            for n, share in groups
        ),
    ]


def lab(name: str, *intents: str, slices: int = 1) -> Rows:
    """The rows of a chart of the lab, after what a learner did there (`broken=put-back`) and so many slices."""
    app = LabApp(LabState())
    state = app.start()
    for intent in (*intents, "go", *["onward"] * slices):
        to, _, value = intent.partition("=")
        state = getattr(app, to)(state, {"value": value})
    return [*app.view(state).charts[name]]


SAID = calibration(
    (0.5, 0.56, "inside"),
    (0.54, 0.56, "outside"),
    (0.1, 0.08, "post"),
    (0.9, 0.6, "seen"),
    groups=((2, "1/2"), (0, "0")),
)
EVERYWHERE = calibration(
    *((i / 10, (i * 7 % 11) / 10, ["inside", "outside", "post", "seen"][i % 4]) for i in range(11)),
    groups=tuple((n, ["0", "1", "11/12", "1/2", "1"][n]) for n in range(5)),
)
SEEN = deck("4c", "Qd", "3s", "9s", "2d", "Kh")
POSTS_ONLY = deck("4c", "Qd")
WIDEST = deck("2c", "Ah")
PAIR = deck("9c", "9h")
SPENT = deck("9c", "9h", "9s", "9d", "2c")  # no unseen card on the posts
NEIGHBOURS = deck("7c", "8d")
NO_POSTS = [{**card, "kind": "unseen", "post": False} for card in PAIR]



def ranked(*names: str) -> Rows:
    """A tournament of bots after some deals."""
    played = on(begin(names), [bot(name) for name in names], 8)
    return [dict(row) for row in ranking_view.rows(played, translator("en"))]


BOARDS = [Position.parse(text) for text in ("/", "bar2 13x2 6 / 24x2 23x2 22x2 20 12", "6x3 4x2 off10 / 24x2")]

CASES: dict[str, list[Rows]] = {
    "deck": [SEEN, POSTS_ONLY, WIDEST, PAIR, SPENT, NEIGHBOURS, NO_POSTS, []],
    "outcome": [
        outcome(SEEN, POSTS_ONLY),
        outcome(POSTS_ONLY, words=SPANISH),
        outcome(WIDEST, words=HUNGARIAN),
        outcome(PAIR),
        outcome(SPENT, PAIR),
        [],
    ],
    "result": [
        result(SEEN, 2),
        result(POSTS_ONLY, 1, notes=False),
        result(WIDEST, 3),
        result(PAIR, 5),
        result(SPENT, 40),
        result(NEIGHBOURS, 7),
        result(SEEN, 400),
        [],
    ],
    "chips": [
        chips(5, 7),
        chips(2, 0),
        chips(2, 6),
        chips(8, 24),
        chips(8, 24, largest=50),
        chips(5, 15),
        chips(2, 20, largest=90),
        renamed(chips(3, 6), "start", "round 2, Hortensia María"),
        renamed(chips(3, 6), "round 1, Maximiliano", "round 2, Hortensia María"),
        [],
    ],
    "calibration": [SAID, EVERYWHERE, calibration(), []],
    "pairs": [heat({}), heat({("5", "K"): 1, ("A", "2"): -1}), []],
    "settle": [
        lab("settle"),
        lab("settle", "broken=put-back", "seen=1", slices=200),
        lab("settle", "broken=put-back", "outcome=outside", slices=20),
        lab("settle", "broken=posts-inside", "outcome=post", slices=40),
        lab("settle", "broken=posts-inside", "second_post=4d", slices=40),
        lab("settle", "about=s"),
        lab("settle", "about=s", "seat_bot=2 random", "watch=2", slices=14),
        [],
    ],
    "spread": [
        lab("spread", "about=s"),
        lab("spread", "about=s", slices=9),
        lab("spread", "about=s", "seat_bot=2 random", *["seat_bot=+"] * 5, "watch=2", slices=14),
        turn_view.rows(translator("hu")),
        [],
    ],
    "chance": [lab("settle", slices=9), []],
    "ranking": [ranked("expected-value", "bold"), ranked(*["random"] * 3, *["cautious"] * 5), ranked("bold", "bold"), []],
    "rolls": [*(odds_view.grid_rows(at, translator("en")) for at in BOARDS), []],
    "chances": [*(odds_view.bar_rows(at, translator(lang)) for at, lang in zip(BOARDS, LANGUAGES, strict=True)), []],
}
EACH = [pytest.param(name, rows, id=f"{name}{at}") for name, cases in CASES.items() for at, rows in enumerate(cases)]


# ---- reading a picture ----
@dataclass(frozen=True)
class Text:
    """A text of a picture and the box it takes, at the width of a digit (no letter's mean is wider)."""

    words: str
    left: float
    right: float
    y: float
    size: float


@dataclass
class Picture:
    root: ET.Element

    @property
    def texts(self) -> list[Text]:
        return list(dict.fromkeys(self._texts()))

    def _texts(self) -> Iterator[Text]:
        for at in self.root.iter("{http://www.w3.org/2000/svg}text"):
            place = re.fullmatch(r"translate\(([-.\d]+),([-.\d]+)\)", at.attrib["transform"])
            assert place
            size = float(at.attrib["font-size"].removesuffix("px"))
            wide = 0.56 * size * len(at.text or "")
            left = float(place[1]) - wide * {"start": 0, "middle": 0.5, "end": 1}[at.attrib.get("text-anchor", "start")]
            yield Text(at.text or "", left, left + wide, float(place[2]), size)

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.texts]

    def marks(self, fill: str) -> list[ET.Element]:
        return [e for e in self.root.iter("{http://www.w3.org/2000/svg}path") if e.get("fill") == fill]


def picture(name: str, rows: Rows, width: int = 372) -> Picture:
    return Picture(ET.fromstring(svg(name, rows, width)))


IN, OUT, POST = (theme.plain(colour) for colour in theme.FILLS)


@pytest.mark.parametrize(("name", "rows"), EACH)
@pytest.mark.parametrize("width", [300, 372])
def test_texts_come_from_the_rows_and_stay_apart(name: str, rows: Rows, width: int) -> None:
    drawn = picture(name, rows, width)
    assert (drawn.root.get("width"), drawn.root.get("height")) == (str(width), str(HEIGHTS[name]))
    known = {str(value) for row in rows for value in row.values()}
    for text in drawn.texts:
        words = text.words.removesuffix("…")
        assert re.fullmatch(r"[+−]?\d+", words) or any(word.startswith(words) for word in known)
        assert text.size >= 13
        assert text.left > -3 and text.y > 0.7 * text.size and text.y + text.size / 3 < HEIGHTS[name]
        assert text.right < width + 6 or text.words in PLAYERS  # a long name is cut where the picture ends
    for one, other in itertools.combinations(drawn.texts, 2):
        beside = one.right <= other.left + 1 or other.right <= one.left + 1 or {one.words, other.words} & {*PLAYERS}
        assert beside or abs(one.y - other.y) >= 12, (one, other)


def test_pairs_say_their_sign_or_their_value_and_mark_what_is_new() -> None:
    rows = heat({("5", "K"): 1, ("A", "2"): -1})
    small, large = picture("pairs", rows), picture("pairs", rows, 640)
    assert small.words.count("−") + small.words.count("+") + small.words.count("0") == len(small.words) - 2 * len(RANKS)
    assert "+0.16" in large.words and "−1.12" in large.words and "−" not in large.words
    for drawn in (small, large):
        outlined = [e for e in drawn.root.iter("{http://www.w3.org/2000/svg}path") if e.get("stroke") == theme.plain(theme.INK)]
        assert len(outlined) == 2
        filled = {sign: drawn.marks(fill) for sign, fill in zip("+−", (IN, POST), strict=True)}
        assert {sign: len(cells) for sign, cells in filled.items()} == {sign: sum(row["sign"] == sign for row in rows) for sign in "+−"}


def test_deck_shapes_and_colours_each_outcome() -> None:
    drawn = picture("deck", SEEN)
    assert drawn.words == RANKS
    assert [len(drawn.marks(colour)) for colour in (IN, OUT, POST)] == [27, 13, 6]
    shapes = [{e.get("d") for e in drawn.marks(colour)} for colour in (IN, OUT, POST, theme.plain(theme.INK_3))]
    assert [len(shape) for shape in shapes] == [1, 1, 1, 1]
    assert len(set.union(*shapes)) == 4


@pytest.mark.parametrize(("cards", "posts"), [(SEEN, 2), (PAIR, 1), (SPENT, 1), (NO_POSTS, 0)])
def test_deck_marks_the_ranks_of_the_posts(cards: Rows, posts: int) -> None:
    on_ink = [e for e in picture("deck", cards).root.iter() if e.get("fill") == theme.plain(theme.ON_INK)]
    assert len(on_ink) == posts


def test_outcome_has_a_ghost_only_when_asked() -> None:
    def ghosts(rows: Rows) -> int:
        return svg("outcome", rows).count("stroke-dasharray")

    assert ghosts(outcome(SEEN, POSTS_ONLY)) == 3
    assert ghosts(outcome(SEEN)) == 0


@pytest.mark.parametrize("stake", [1, 2, 3, 4, 7, 50, 399, 400])
def test_result_bars_stay_apart_and_labelled_for_any_stake(stake: int) -> None:
    drawn = picture("result", result(SEEN, stake), 300)
    at = {text.words: (text.left + text.right) / 2 for text in drawn.texts}
    for net in (-2 * stake, -stake, 0, stake):
        assert signed(net) in at
    assert at[signed(-stake)] - at[signed(-2 * stake)] > 60
    others = picture("result", result(SEEN, 2), 300)
    for colour in (IN, OUT, POST):
        bar, mark = (e.get("d") for e in drawn.marks(colour))
        assert [bar, mark] == [e.get("d") for e in others.marks(colour)]  # as wide and as high as for 2 chips


def test_result_labels_each_chip_while_they_are_few() -> None:
    assert {"−4", "−3", "−2", "−1", "0", "+1", "+2"} <= set(picture("result", result(SEEN, 2)).words)
    assert "−3" not in picture("result", result(SEEN, 40)).words


@pytest.mark.parametrize("players", range(2, 9))
def test_chips_names_each_line_with_what_it_holds(players: int) -> None:
    rows = chips(players, 9)
    words = picture("chips", rows, 440).words
    last = [row for row in rows if row["step"] == 9]
    assert {row["who"] for row in last} <= set(words)
    assert {str(row["chips"]) for row in last} <= set(words)
    assert {rows[0]["label"], last[0]["label"]} <= set(words)


def test_chips_shows_an_exact_share_as_it_is_given() -> None:
    rows = [row | {"chips": 295 / 3, "text": "98 1/3"} if not row["pot"] else row for row in chips(3, 2)]
    words = picture("chips", rows).words
    assert "98 1/3" in words
    assert not [word for word in words if "." in word]
    assert "98.33" in picture("chips", [row | {"text": None} for row in rows]).words


def test_calibration_shapes_what_fell_and_says_each_share() -> None:
    drawn = picture("calibration", SAID)
    kinds = (IN, OUT, POST, theme.plain(theme.INK_3))
    assert [len(drawn.marks(colour)) for colour in kinds] == [1, 1, 1, 1]
    assert len({drawn.marks(colour)[0].get("d") for colour in kinds}) == 4
    assert {"1/2", "0"} <= set(drawn.words) and not {"1/2"} & set(picture("calibration", calibration()).words)


@pytest.mark.parametrize("width", [300, 372])
def test_calibration_is_right_where_said_and_exact_are_the_same(width: int) -> None:
    def at(said: float, exact: float) -> tuple[float, float]:
        (mark,) = picture("calibration", calibration((said, exact, "inside")), width).marks(IN)
        found = re.fullmatch(r"translate\(([-.\d]+),([-.\d]+)\)", mark.attrib["transform"])
        assert found
        return float(found[1]), float(found[2])

    (x0, y0), (x1, y1), (x, y) = at(0, 0), at(1, 1), at(0.25, 0.25)
    assert 0 < x0 < x < x1 < width and HEIGHTS["calibration"] > y0 > y > y1 > 0
    assert x == pytest.approx(x0 + (x1 - x0) / 4) and y == pytest.approx(y0 + (y1 - y0) / 4)
    dashed = [e.attrib for e in picture("calibration", SAID, width).root.iter() if "stroke-dasharray" in e.attrib]
    (line,) = dashed
    assert line["transform"] == f"translate({x0:g},{y0:g})"
    assert (float(line["x2"]), float(line["y2"])) == pytest.approx((x1 - x0, y1 - y0))
    assert at(0.5, 0.9)[1] < at(0.5, 0.5)[1] < at(0.5, 0.1)[1]


# ---- specs ----
def leaves(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for inner, child in value.items():
            yield from leaves(child, inner)
    elif isinstance(value, list):
        for child in value:
            yield from leaves(child, key)
    else:
        yield key, value


@pytest.mark.parametrize("name", NAMES)
def test_specs_hold_no_words_no_addresses_and_only_colours_of_the_theme(name: str) -> None:
    made = SPECS[name](alt.NamedData(name)).to_dict()
    text = json.dumps(made)
    assert made["data"] == {"name": name}
    assert re.findall(r"https?://", text.replace(made["$schema"], "")) == []
    for key, value in leaves(made):
        assert key not in ("title", "description", "subtitle", "labelExpr", "url"), (key, value)
    colours = re.sub(r"var\(--[\w-]+, #[0-9a-f]{6}\)", "", text)
    assert not re.search(r"#[0-9a-fA-F]{3}|rgba?\(|hsla?\(", colours)
    used = {v for k, v in leaves(made) if k in ("fill", "stroke", "color") and isinstance(v, str)}
    assert used
    assert not [v for v in used if not v.startswith("var(--") and v not in (theme.CLEAR, "independent")]


def test_colours_of_the_theme_are_those_of_the_stylesheet() -> None:
    css = (ROOT / "acey_teach" / "widgets" / "kit.css").read_text()
    used = re.findall(
        r"var\((--[\w-]+), (#[0-9a-f]{6})\)", json.dumps([SPECS[n](alt.NamedData(n)).to_dict() for n in NAMES])
    )
    assert len(set(used)) > 15
    for token, colour in set(used):
        assert re.search(rf"{token}:\s*{colour};", css), (token, colour)


# ---- for a curious reader ----
@pytest.mark.parametrize("name", NAMES)
def test_chart_is_an_altair_chart_with_data_and_plain_colours(name: str) -> None:
    made = chart(name, CASES[name][0])
    assert isinstance(made, alt.LayerChart)
    spec = made.to_dict()
    assert spec["data"]["values"] == CASES[name][0]
    assert "var(" not in json.dumps(spec)


def test_svg_speaks_no_english_of_its_own() -> None:
    drawn = svg("outcome", outcome(SEEN))
    assert 'aria-hidden="true"' in drawn
    assert "aria-roledescription" not in drawn
    assert "var(" not in drawn


def test_without_altair_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(ImportError, match=r"pip install 'acey_teach\[charts\]'"):
        chart("deck", [])


def test_importing_the_charts_imports_nothing_heavy() -> None:
    heavy = {"altair", "numpy", "pandas", "vl_convert", "narwhals", "jsonschema", "pyarrow"}
    code = f"import sys, acey_teach.charts; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


# ---- the build ----
def test_the_build_makes_the_same_bytes_each_time(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        command = [sys.executable, "-m", "acey_teach.charts.build", str(out)]
        subprocess.run(command, check=True, cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)})
        made.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == {"chart.js.gz", "chart.hash", "specs.json"}
    assert re.fullmatch(rb"[0-9a-f]{12}", made[0]["chart.hash"])
    library = gzip.decompress(made[0]["chart.js.gz"]).decode()
    assert re.search(r"export\{\s*\w+ as mount", library)
    assert "jsdelivr" not in library
    assert len(made[0]["chart.js.gz"]) < 230_000
    specs = json.loads(made[0]["specs.json"])
    assert set(specs) == set(NAMES)
    assert specs == {name: draw.compiled(name) for name in NAMES}
    for name, spec in specs.items():
        assert name in [data["name"] for data in spec["data"]]
