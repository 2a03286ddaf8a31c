"""Choosing rules and seeing which are in force: the form, the line under the table, what is written in a cell or a shell."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from acey_teach.engine.record import encode, parse
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, PRESETS, SOURCES, Rules, clashes
from acey_teach.engine.session import Session
from acey_teach.engine.setup import Player
from acey_teach.i18n import TAGS, translator
from acey_teach.parts import Hand, Odds, Table
from acey_teach.widgets import rules_form, rules_state, rules_view
from acey_teach.widgets.setup_form import Form
from acey_teach.widgets.sheet_session import session_sheet
from acey_teach.widgets.table import TableApp
from tests.sessions import auto

EN = translator("en")
APP = TableApp()
PART_B = [name for name, about in ABOUT.items() if about.clause.startswith("B")]
OPEN = {"rules": "own", "rule-deal": "in_advance"}  # what marks that the options were on the page


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def started(**values: str) -> Session:
    session = APP.start_session(APP.start(), values).session
    assert session
    return session


# ---- the form ----
def test_every_option_of_part_b_can_be_chosen_once(sound: Any) -> None:
    names = [name for group in rules_form.GROUPS.values() for name in group]
    assert len(set(names)) == len(names) and {*PART_B} < {*names}
    for tag in TAGS:
        app = TableApp(tag)
        html = app.view(app.resize(app.start(), {"rules": "own"})).html
        sound(html, app)
        for name in names:
            assert (f'name="rule-{name}"' in html and f">{ABOUT[name].clause}<" in html) is (name != "split_mode")
        assert html.count(translator(tag)(SOURCES["encyclopedia"])) == 1, "the source is told once"
        html = app.view(app.resize(app.start(), {**OPEN, "rule-pair": "split"})).html
        assert 'name="rule-split_mode"' in html, "asked only where pairs are split"
    assert "rule-deal" not in APP.view(APP.start()).html, "the options are drawn only when they are wanted"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_played_named_and_set_again(name: str, sound: Any) -> None:
    form = Form().filled({"rules": name})
    session = form.session()
    assert session.rules == PRESETS[name].rules
    assert parse(encode(session)).rules == session.rules
    assert Form.of(session, hide=False).rules == name
    for tag in TAGS:
        t = translator(tag)
        html = APP.view(APP.resize(TableApp(tag).start(), {"rules": name})).html
        sound(html, APP)
        line = text(rules_view.line(session.rules, t))
        assert (t(PRESETS[name].title) in line or name == "guide") and t(PRESETS[name].says) in line
        for rule, value in PRESETS[name].changes.items():
            assert t(ABOUT[rule].told(value).says) in line and ABOUT[rule].clause in line
            assert t(SOURCES[ABOUT[rule].source]) in line and ABOUT[rule].replaces in line


def test_rules_of_ones_own_begin_with_those_chosen_before() -> None:
    form = Form().filled({"rules": "encyclopedia"}).filled({"rules": "own"})
    assert form.rules == "own" and form.changes == PRESETS["encyclopedia"].changes
    assert form.session().rules == PRESETS["encyclopedia"].rules


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in PART_B for value in ABOUT[name].choices or (2, 3)])
def test_every_value_goes_through_the_form(name: str, value: Any) -> None:
    switch, plain = {*ABOUT[name].choices} == {True, False}, value == getattr(Rules, name)
    ticked = {} if plain else {f"rule-{name}": "on"}  # a box is ticked for what is not the guide's
    pair = {"pair": "split"} if name == "split_mode" else {}
    split = {f"rule-{rule}": str(one) for rule, one in pair.items()}
    form = Form().filled({**OPEN, **split, **(ticked if switch else {f"rule-{name}": str(value)})})
    assert form.changes == pair | ({} if plain else {name: value})
    field = rules_form.render("", form.changes, EN).split(f'name="rule-{name}"')[1].split("</label>")[0]
    assert (" checked>" in field) is not plain if switch else f'<option value="{value}" selected>' in field
    assert not switch or form.filled({**OPEN, f"rule-{name}": "false"}).changes == {}, "cleared"


def test_how_pairs_are_split_goes_with_the_splitting() -> None:
    form = Form().filled({**OPEN, "rule-pair": "split", "rule-split_mode": "committed"})
    assert form.changes == {"pair": "split", "split_mode": "committed"}
    assert form.filled({**OPEN, "rule-pair": "hilo", "rule-split_mode": "committed"}).changes == {"pair": "hilo"}


@pytest.mark.parametrize(("more", "against"), [
    ({}, []),
    ({"rule-blind_pot": "on"}, [["deal", "blind_pot"]]),
    ({"rule-blind_pot": "on", "rule-half_cap": "on", "rule-ace_third_pair_loses": "on"},
     [["pair", "ace_third_pair_loses"], ["deal", "blind_pot"], ["debt", "half_cap"]]),
    ({"rule-ace_third_pair_loses": "on", "rule-satan": "on", "rule-pair": "split", "rule-split_mode": "committed"},
     [["pair", "ace_third_pair_loses"], ["split_mode", "satan", "pair"]]),
], ids=str)  # fmt: skip
def test_every_clash_is_named_with_its_ways_out_and_marked(more: dict[str, str], against: list[list[str]], sound: Any) -> None:
    state = APP.resize(APP.start(), {**OPEN, **more})
    html = APP.view(state).html
    sound(html, APP)
    above, below = html.split('id="{{v}}house"')
    told = clashes(state.form.changes)
    assert [[*clash.names] for clash in told] == against
    for clash in told:
        said = above.split(f'id="{{{{v}}}}clash-{clash.clause}"')[1].split("k-clash")[0]
        assert clash.says in unescape(said) and html.count(said.split("<span")[0]) == 1
        ways = [way.partition("=") for way in re.findall(r'value="(.*?)" name="mend"', said)]
        assert ways and all(name in clash.names for name, _, _ in ways)
        for name, _, value in ways:
            assert clash not in clashes(state.form.filled({**OPEN, **more, "rules": "own", "mend": f"{name}={value}"}).changes)
    fields = re.findall(r'<(?:input|select)[^>]*name="rule-(\w+)"[^>]*aria-invalid="true"', below)
    assert sorted(fields) == sorted({name for names in against for name in names})
    assert ('aria-disabled="true" aria-describedby="{{v}}start-why"' in below) is bool(against)


def test_what_does_not_go_together_is_said_and_mended() -> None:
    state = APP.resize(APP.start(), {**OPEN, "rule-half_cap": "true", "name0": "Zoe", "seed": "kept"})
    html = APP.view(state).html
    why = str(rules_state.clash({"half_cap": False}))
    ways = [EN(ABOUT[name].told(value).title) for name, value in (("debt", "debt"), ("debt", "short"), ("half_cap", True))]
    assert why in unescape(html) and all(f">{way}<" in html for way in ways)
    with pytest.raises(Refusal, match=re.escape(why)):
        APP.start_session(state, {**OPEN, "rule-half_cap": "on"})
    mended = APP.resize(state, {**OPEN, "rule-half_cap": "on", "rule-debt": "cap", "mend": "debt=short", "value": "debt=short"})
    assert mended.form.changes == {"half_cap": False, "debt": "short"}
    assert (mended.form.names[0], mended.form.seed) == ("Zoe", "kept")
    assert why not in unescape(APP.view(mended).html)


@pytest.mark.parametrize(
    "clash", [{"half_cap": False}, {"blind_pot": True}, {"ace_third_pair_loses": True},
              {"satan": True, "pair": "split", "split_mode": "committed"}], ids=str)
def test_each_way_out_is_one(clash: dict[str, Any]) -> None:
    ways = [*rules_state.ways_out(clash)]
    assert ways and all(Rules.of({**clash, name: value}) for name, value in ways)


def test_seats_follow_the_rules() -> None:
    form = Form().filled({"count": "3", "rules": "liaoning"})
    assert form.count == 4 and [*form.seats] == [4, 5, 6, 7, 8]
    assert len(form.session().players) == 4
    assert form.filled({"rules": "guide", "count": "2"}).count == 2
    says = "These rules need at least 4 players: now there are 4."
    state = APP.resize(APP.start(), {"count": "3", "rules": "liaoning"})
    assert f'role="status">{says}</p>' in APP.view(state).html
    for values in ({"count": "4"}, {"count": "3", "rules": "guide"}):
        assert says not in APP.view(APP.resize(state, values)).html, "said only when seats were added"


def test_nonsense_from_a_browser_changes_nothing() -> None:
    form = Form().filled({**OPEN, "rules": "wizard", "rule-pair": "x", "rule-decks": "99", "mend": "players=8"})
    assert (form.rules, form.changes) == ("guide", {})
    form = Form().filled({**OPEN, "rule-pair": "x", "rule-decks": "99", "rule-debt": "", "mend": "nothing=8"})
    assert (form.rules, form.changes) == ("own", {})


def test_a_rule_without_a_field_stays() -> None:
    rules = Rules(ante=2, satan=True, max_rounds=2, start_chips=50)
    form = Form.of(Session.new(["Ana", "Ben"], rules, seed="x"), hide=False)
    assert form.rules == "own" and form.filled({**OPEN, "rule-satan": "on"}).session().rules == rules


def test_split_pairs_allow_a_longer_plan() -> None:
    plan = "2c 2d 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc"
    assert started(count="2", plan1=plan, **{**OPEN, "rule-pair": "split"}).setup.decks
    with pytest.raises(Refusal, match="never get more than 6"):
        started(count="2", plan1=plan)


# ---- the line ----
def test_the_line_of_the_guide_is_short() -> None:
    line = rules_view.line(Rules(start_chips=50, max_rounds=1), EN)
    assert text(line).startswith("Rules: the guide") and len(line) < 500


def test_the_line_names_what_was_changed(sound: Any) -> None:
    state = APP.start_session(APP.start(), {**OPEN, "rule-satan": "on", "rule-decks": "2"})
    html = APP.view(state).html
    sound(html, APP)
    pills = re.findall(r'<span class="k-tag">(.*?)</span>', html.split('rules-line">')[1].split("</summary>")[0])
    assert pills == ["Packs: 2", EN(ABOUT["satan"].title)]


def test_a_projector_names_the_rules_that_are_not_the_guides() -> None:
    for rules, name in ((Rules(), ""), (PRESETS["liaoning"].rules, PRESETS["liaoning"].title), (Rules(decks=2), "Rules of our own")):
        app = TableApp(code=encode(Session.new(["Ana", "Ben", "Cleo", "Dan"], rules, seed="x")), projector=True)
        assert re.findall(r'<span class="k-by">(.*?)</span>', app.view(app.start()).html) == [name] * bool(name)


# ---- elsewhere ----
def test_a_printed_session_names_its_rules() -> None:
    players = [Player(name, "bold") for name in ("Ana", "Ben", "Cleo", "Dan")]
    plain, house = (auto(Session.new(players, rules, seed="s").choose_dealer(0)) for rules in
                    (Rules(), PRESETS["liaoning"].rules))
    assert EN(ABOUT["first_orbit_half_pot"].says) not in text(session_sheet(plain, EN).body)
    body = text(session_sheet(house, EN).body)
    assert "Rules: Liaoning" in body and EN(ABOUT["first_orbit_half_pot"].says) in body


def test_a_table_of_ones_own_takes_all_options_and_says_refusals() -> None:
    table = Table(4, rules="liaoning", seed="x")
    assert table.session and table.session.rules == PRESETS["liaoning"].rules
    with pytest.raises(Refusal, match=re.escape(str(rules_state.clash({"ace_third_pair_loses": True})))):
        table.rules = {"ace_third_pair_loses": True}
    table.rules = {"pair": "split", "split_mode": "committed"}
    assert table.session.rules.changes == {"pair": "split", "split_mode": "committed"}
    empty = Table(rules={"pair": "hilo", "start_chips": 30})
    assert "Rules of our own" in empty.html and 'value="30"' in empty.html and 'name="rule-pair"' in empty.html


def test_hands_and_odds_by_other_rules() -> None:
    pair = Odds("5c 5d", rules={"pair": "hilo"})
    assert (pair.side, pair.inside, pair.post) == ("higher", 36, 2)
    low = Odds("Ac 7d", rules={"ace_choice": True}, ace="low")
    assert (low.inside, low.side) == (20, "")
    assert Hand("5c 5d", "9h", rules="encyclopedia").outcome == "inside"
    assert Hand("5c 5d", "9h", rules="encyclopedia", side="lower").outcome == "outside"
    assert Hand("Ac 7d", "3h", rules={"ace_choice": True}, ace="low").outcome == "inside"
    low_ace = Hand("Ac 7d", rules={"ace_choice": True}, ace="low")
    assert [card.code for card in low_ace.state.cards] == ["Ac", "7d"], "the low ace lies on the left"
    assert Hand("4c 4c", rules={"decks": 2}).outcome == ""
    for wrong in ({"ace": "low"}, {"ace": "up", "rules": "encyclopedia"}, {"side": "left"}, {"rules": "nobody’s"}):
        with pytest.raises(Refusal):
            Hand("Ac 7d", **wrong)


def test_the_document_lists_every_option_and_preset() -> None:
    page = Path(__file__).parents[1].joinpath("docs", "rules.md").read_text(encoding="utf-8")
    rows = {row.split("|")[2].strip(): [cell.strip() for cell in row.split("|")[1:-1]]
            for row in page.splitlines() if re.match(r"\| B[^|]*\| `", row)}
    assert set(rows) == {f"`{name}`" for name in PART_B}
    for name in PART_B:
        about = ABOUT[name]
        clause, _, values, says, replaces, source = rows[f"`{name}`"]
        assert (clause, replaces, source) == (about.clause, about.replaces, SOURCES[about.source])
        default = getattr(Rules, name)
        assert values == (", ".join(f"`{value}`" for value in about.choices) or f"{default}, {about.low} to {about.high}")
        assert all(choice.says in says for value, choice in about.choices.items() if value != default) and about.says in says
    for name, preset in PRESETS.items():
        changes = ", ".join(f"`{rule}={value}`" for rule, value in preset.changes.items()) or "nothing"
        assert f"| `{name}` | {preset.title} | {changes} | {SOURCES[preset.source]} |" in page
