"""Session codes, JSON records and scripts (RULES A10): what they bring back, and that all other text is refused."""

from __future__ import annotations

import json
import random
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from acey_teach.engine import record
from acey_teach.engine.actions import CallAce, Look, Split
from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Ending
from acey_teach.engine.record import MOST, NAMES, encode, from_json, parse, replay, to_json
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import ABOUT, PRESETS, Rules
from acey_teach.engine.script import from_script
from acey_teach.engine.session import Bet, ChooseDealer, Cut, Pass, Phase, Session
from acey_teach.engine.setup import Player, Setup
from acey_teach.engine.shuffle import LETTERS
from acey_teach.engine.terms import Ace

CALM = settings(deadline=None, derandomize=True)
DECK = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def played(seed: int) -> Session:
    """A session somewhere in its middle, of all kinds: some steps may have been taken back."""
    chance = random.Random(seed)
    n = chance.randint(2, 8)
    kit = chance.random() < 0.3
    names = (
        NAMES[:n] if kit else [chance.choice(["Ana", "Zoë", "a~b.c-d_e", "<i>", "🦊", "שרה", "_"]) for _ in range(n)]
    )
    strategies = [chance.choice(["", "", "bold", "cautious", "expected-value", "random"]) for _ in range(n)]
    rules = chance.choice([Rules(), Rules(max_rounds=2), Rules(ante=2, start_chips=40), Rules(decks=2)])
    size = len(rules.pack)
    decks = [chance.sample(rules.pack, chance.choice([0, 4, size])) for _ in range(chance.choice([0, 0, 1, 2]))]
    chips = chance.choice([None, [Fraction(chance.randint(20, 60), chance.randint(1, 7)) for _ in range(n)]])
    session = Session.new(
        [Player(*seat) for seat in zip(names, strategies, strict=True)],
        rules, seed=f"r{seed}", decks=decks, start_chips=chips,
    )  # fmt: skip
    for _ in range(chance.randint(0, 150)):
        phase, most = session.phase, session.limit.stake
        if phase is Phase.OVER or (session.depth and chance.random() < 0.1):
            session = session.back()
        elif session.undone and chance.random() < 0.5:
            session = session.forward()
        elif phase is Phase.CHOOSE_DEALER:
            session = session.choose_dealer(chance.choice([None, chance.randrange(n)]))
        elif phase is Phase.CUT:
            planned = session.setup.is_planned(session.round)
            session = session.cut(None if planned else chance.choice([None, chance.randint(1, 51)]))
        elif phase is Phase.DECISION:
            session = session.bet(chance.randint(1, most)) if most and chance.random() < 0.6 else session.pass_()
        else:
            session = session.next()
    return session


def test_a_code_brings_back_the_very_same_moment() -> None:
    phases = set()
    for seed in range(300):
        session = played(seed)
        phases.add(session.phase)
        code = encode(session)
        for again in (parse(code), parse(f" {code}\n"), from_json(to_json(session)), eval(repr(session))):
            assert again == session
            assert again.history == session.history
            assert (again.stock, again.seen, again.result) == (session.stock, session.seen, session.result)
            assert (again.setup, again.choices) == (session.setup, session.choices)
            assert encode(again) == code
        assert re.fullmatch(r"[A-Za-z0-9._~-]+", code)  # nothing that an address or a chat would change
        assert len(code) <= MOST
    assert len(phases) == 14  # all of part A


def test_codes_of_today_are_read_for_ever() -> None:
    session = parse("A1.n5.sk7m2q9.mDCb2p.x6y2")
    assert [p.name for p in session.players] == ["Ana", "Bence", "Clara", "David", "Eszter"]
    assert (session.balances, session.pot, session.phase) == ((99, 99, 99, 101, 99), 3, Phase.DECISION)
    assert session.posts == (Card("Q♣"), Card("6♥"))
    code = f"A1.p_Wm_Dqw~Ben.zb0.rante-2~max_rounds-1.c7_2~10.k{DECK}.mD1C20.t"
    session = parse(code + "4.x4yn")
    assert session.players == (Player("Zoë", "bold"), Player("Ben"))
    assert session.rules == Rules(ante=2, max_rounds=1)
    assert (session.balances, session.pot, session.phase) == ((Fraction(3, 2), 8), 4, Phase.FIRST_CARD)
    assert session.stock == PACK[20:] + PACK[:20]
    planned = parse("A1.n2.sdemo.kCkB.mD1C.xbog")
    assert (planned.posts, planned.first_card(1)) == ((Card("2♥"), Card("2♦")), Card("J♣"))
    before_the_cut = parse(code + "2.xzmy")
    assert (before_the_cut.phase, before_the_cut.choices) == (Phase.CUT, (ChooseDealer(1), Cut(20)))
    assert before_the_cut.forward().next() == session


def test_the_longest_code_is_read() -> None:
    """Eight long names, every rule changed, three whole decks, and two hands of a split pair of aces on every turn."""
    rules = Rules(
        **{name: about.high for name, about in ABOUT.items() if about.high and name not in ("min_cut", "max_rounds")},
        deal="two_on_turn", pair="split", ace_choice=True, ace_post_x4=True, first_orbit_half_pot=True,
        blind_pot=True, autopot="open", post_bet=True, satan=True,
    )  # fmt: skip
    order = [*cards("Ac Ad 5c 5d 3c 3d") * 8]
    order += (Counter(rules.pack) - Counter(order)).elements()
    session = Session.new(
        ["\U0001f98a" * 23 + str(i) for i in range(8)], rules,
        seed="z" * 16, decks=[[*order[1:], order[0]]] * 3, start_chips=[Fraction(10**15 - 1, 10**6)] * 8,
    ).choose_dealer(7)  # fmt: skip
    named = {
        Phase.CUT: lambda s: Cut(415), Phase.BLIND: lambda s: Look(), Phase.ACE: lambda s: CallAce(Ace.HIGH),
        Phase.DECISION: lambda s: Split() if Split in s.offers else Bet(s.limit.stake),
    }  # fmt: skip
    while session.phase is not Phase.OVER:
        session = session.do(named[session.phase](session)) if session.phase in named else session.next()
    assert session.result and session.result.rounds_completed == 3
    code = encode(session.back())
    assert code.count("s") > 24 and code.count("b") > 48 and 3000 < len(code) < MOST
    assert parse(code) == session.back()
    assert from_json(to_json(session)) == session


def test_every_rule_of_part_b_has_its_words_in_a_code() -> None:
    needs: dict[str, dict[str, Any]] = {
        "ace_third_pair_loses": {"pair": "hilo"}, "blind_pot": {"deal": "two_on_turn"}, "half_cap": {"debt": "short"},
    }  # fmt: skip
    for name, about in ABOUT.items():
        for value in list(about.choices)[1:]:
            session = Session.new(NAMES[:2], Rules.of({**needs.get(name, {}), name: value}), seed="x")
            code, word = encode(session), {True: "on", False: "off"}.get(value, value)
            assert f"{name}-{word}" in code.split(".")[2]
            assert parse(code) == session == from_json(to_json(session))
    for preset in PRESETS.values():
        session = Session.new(NAMES[:4], preset.rules, seed="x")
        assert parse(encode(session)).rules == preset.rules
    assert parse(signed("A1.n2.rpair-hilo~satan-on.sx.mD1.t1")).rules == Rules(
        pair="hilo", satan=True
    )


@pytest.mark.parametrize(("changes", "written"), [
    ({"post_factor": 1}, "post_factor-1"),  # as short as its name
    ({"min_players": 4}, "min_players-4"),
    (PRESETS["liaoning"].changes, "liaoning"),
    (PRESETS["liaoning"].changes | {"decks": 2}, "two-packs"),  # what changes most
    (PRESETS["liaoning"].changes | {"decks": 3}, "liaoning~decks-3"),
    (PRESETS["encyclopedia"].changes | {"max_rounds": 1, "satan": True}, "encyclopedia~max_rounds-1~satan-on"),
    (PRESETS["encyclopedia"].changes | {"debt": "short"},
     "deal-two_on_turn~pair-hilo~ace_choice-on~ace_post_x4-on~ace_third_pair_loses-on~half_cap-off~debt-short"),
    (PRESETS["encyclopedia"].changes | PRESETS["two-packs"].changes,
     "encyclopedia~min_players-4~decks-2~first_orbit_half_pot-on"),
])  # fmt: skip
def test_a_preset_in_a_code_stands_for_what_it_changes(changes: dict[str, Any], written: str) -> None:
    code = encode(Session.new(NAMES[:4], Rules.of(changes), seed="x"))
    assert code.split(".")[2] == f"r{written}"
    assert parse(code).rules == Rules.of(changes)


@CALM
@given(st.data())
def test_all_rules_have_one_spelling(data: st.DataObject) -> None:
    changes = {name: data.draw(st.sampled_from(about.values if about.high < 9 else (about.low, 5)), name)
               for name, about in ABOUT.items() if data.draw(st.booleans())}
    changes |= data.draw(st.sampled_from([*PRESETS.values()])).changes
    changes |= {"min_players": changes.get("min_players", 2) // 3 + 2, "max_players": 8} if data.draw(st.booleans()) else {}
    try:
        session = Session.new(NAMES[: max(2, int(changes.get("min_players", 2)))], Rules.of(changes), seed="x")
    except Refusal:
        return
    code = encode(session)
    assert parse(code) == session
    found = {preset for preset in PRESETS if re.search(rf"\.r{preset}[.~]", code)}
    contained = {name for name, p in PRESETS.items() if len(p.changes) > 1 and {*p.changes} <= {*session.rules.changes}
                 and p.rules.changes.items() <= session.rules.changes.items()}
    assert len(found) == bool(contained) and found <= contained


def test_choices_of_part_b_in_a_code() -> None:
    """One of each letter: look, ace high and low, both sides, post, split, blind."""
    for rules, top, moves in (
        ({"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "ace_choice": True, "max_rounds": 1},
         "Ac Ad 5c 7c 7d 7h", "D1CLahb1lBdh"),
        ({"pair": "hilo", "ace_choice": True, "post_bet": True, "max_rounds": 1}, "Ac 9c Kc 8d 9h 2c", "D1Calob1h"),
        ({"pair": "split", "max_rounds": 1}, "5c 9c 5d Kh Ah Qh 9d Jh Qd 2c", "D1Csb1psb1p"),
        ({"pair": "split", "split_mode": "committed", "max_rounds": 1}, "5c 9c 5d Kh Ah Qh 2d 9d", "D1Cs1p"),
    ):  # fmt: skip
        setup = Setup.of(NAMES[:2], Rules.of(rules), seed="x", decks=[cards(top)])
        data = json.loads(to_json(Session.begin(setup)))
        played = from_json(json.dumps({**data, "choices": [moves], "step": 0, "code": ""}))
        assert f".m{moves}" in encode(played)
        while played.undone:
            played = played.forward()
            assert parse(encode(played)) == played


def test_planned_cards_make_a_short_code() -> None:
    plan = [Card(text) for text in ("4c", "8s", "Qd", "9h")]
    session = Session.new(NAMES[:2], seed="k7m2q9", decks=[(), plan]).choose_dealer(1).run()
    code = encode(session)
    assert len(code) < 32
    assert parse(code) == session == from_json(to_json(session))
    assert json.loads(to_json(session))["decks"] == [[], ["4c", "8s", "Qd", "9h"]]


# ---- every other text is refused ----
def signed(body: str) -> str:
    """A body with the check that belongs to it."""
    value = zlib.crc32(body.encode("utf-8", "surrogatepass")) % 36**3
    return f"{body}.x{LETTERS[value // 1296]}{LETTERS[value // 36 % 36]}{LETTERS[value % 36]}"


def test_a_slip_of_the_pen_is_noticed() -> None:
    code, chance = encode(played(4)), random.Random(4)
    for _ in range(400):
        at = chance.randrange(len(code))
        other = chance.choice([c for c in "Aa0Oo1lI.x~-_9" if c != code[at]])
        for wrong in (code[:at] + other + code[at + 1 :], code[:at] + code[at + 1 :], code[:at] + other + code[at:]):
            try:
                again = parse(wrong)
            except Refusal:
                continue
            assert encode(again) == wrong  # one in 46,656 may be the code of another session


WRONG_BODIES = [
    "", "A1", "A1.", "A1.n", "A1.n1", "A1.n9", "A1.n99", "A1.n-1", "A1.n+2", "A1.n 2", "A1.n02", "A1.n2.n2", "A1.n2.n3",
    "A1.n\u0662", "A1.n2.pAna~Ben", "A1.pAna~Bence.sx", "A1.p", "A1.pAna", "A1.p~", "A1.p_~_", "A1.p_!!~_??",
    "A1.p_gA~Ben", "A1.p_AA~Ben", "A1.p_4oCu~Ben", "A1.n2.z0", "A1.n2.z00", "A1.n2.z0x", "A1.n2.z000", "A1.n2.r",
    "A1.n2.rante", "A1.n2.rante-", "A1.n2.rante-x", "A1.n2.rante-1", "A1.n2.rante-0", "A1.n2.rpair-1",
    "A1.n2.rante-\u0662", "A1.n2.rante-2~ante-2", "A1.n2.rmax_rounds-1_", "A1.n2.c", "A1.n2.c100",
    "A1.n2.c100~100", "A1.n2.c1_0~5",
    "A1.n2.c1_2~5", "A1.n2.c5~4_2", "A1.n2.c-5~5", "A1.n2.c5~5~5", "A1.n2.c1e3~5", "A1.n2.s", "A1.n2.sAB", "A1.n2.s!",
    "A1.n2.s" + "a" * 17, "A1.n2.k", "A1.n2.kABC", "A1.n2.k" + "A" * 52, f"A1.n2.k{DECK}!", f"A1.n2.k{DECK[:-1]}",
    *("A1.n2" + f".k{DECK}" * n for n in (4,)), "A1.n2.sx.m", "A1.n2.sx.mX", "A1.n2.sx.mD2", "A1.n2.sx.mD00",
    "A1.n2.sx.mD999", "A1.n2.sx.mDC0", "A1.n2.sx.mDC52", "A1.n2.sx.mDC9999", "A1.n2.sx.mDC9b0", "A1.n2.sx.mDC9b3",
    "A1.n2.sx.mDC9b007", "A1.n2.sx.mDC9b", "A1.n2.sx.mDC9b1234567890", "A1.n2.sx.mDC9b" + "1" * 99, "A1.n2.sx.mC9", "A1.n2.sx.mp", "A1.n2.sx.mDC9D",
    "A1.n2.sx.mD.t", "A1.n2.sx.mD.t-1", "A1.n2.sx.mD.t99", "A1.n2.sx.mD.t" + "9" * 3000, "A1.n2.sx.mD.t2", "A1.n2.mD",
    "A1.n2.sx.mDC9" + "p" * 7, "A1.n2.sx.q1", "A1.n2..sx", "A2.n2", "B1.n2", "a1.n2", "A1.n2.sx.\ud800",
    "A1.n2.sx.mD\u0661",
    "A1.n2.rpair-hil.sx", "A1.n2.rpair-.sx", "A1.n2.rpair.sx", "A1.n2.rpair-plain.sx", "A1.n2.rpair-1.sx",
    "A1.n2.rpair-hilo~pair-split.sx", "A1.n2.rsatan-on~pair-hilo.sx", "A1.n2.rsatan-off.sx", "A1.n2.rsatan-True.sx",
    "A1.n2.rsatan-1.sx", "A1.n2.rsatan-On.sx", "A1.n2.rdebt-cap.sx", "A1.n2.rdecks-on.sx", "A1.n2.rhigh-on.sx",
    "A1.n2.rpair-hilo~.sx", "A1.n2.r~satan-on.sx", "A1.n2.rhalf_cap-off.sx", "A1.n2.rblind_pot-on.sx",
    "A1.n2.sx.mDC9o", "A1.n2.sx.mDC9s", "A1.n2.sx.mDCL", "A1.n2.sx.mDah", "A1.n2.sx.mDC9b1h", "A1.n2.sx.mDC9s0",
    "A1.n2.rguide.sx", "A1.n2.rsingle-loss.sx", "A1.n4.rmin_players-4~first_orbit_half_pot-on.sx", "A1.n4.rliaoning~decks-2.sx",
    "A1.n4.rdecks-2~liaoning.sx", "A1.n4.rliaoning~two-packs.sx", "A1.n4.rliaoning~.sx", "A1.n4.rLiaoning.sx",
    "A1.n4.rliaoning~min_players-4.sx", "A1.n4.rliaoning~first_orbit_half_pot-off.sx", "A1.n4.rliaoning-on.sx",
    "A1.n4.rliaoning~liaoning.sx", "A1.n4.rliaoning~satan-on~ante-2.sx",
    "A1.n2.kABC", "A1.n2.sx.k", "A1.n2.sx.kABC.k", "A1.n2.sx.kAA", "A1.n2.sx.k.k.k.kA", "A1.n2.sx.k1", "A1.n2.sx.kA~B",
    "A1.n2.sx.kAB.mD1C9", f"A1.n2.sx.k{DECK}A",
]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_BODIES, ids=lambda body: ascii(body)[:24])
def test_a_wrong_code_with_a_right_check_is_refused(body: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(signed(body))
    assert str(refusal.value)
    assert ".r" not in body or ".sx" not in body or refusal.value.code in ("code", "rule-conflict")
    with pytest.raises(Refusal):
        parse(body)


def test_a_code_of_a_later_version_says_so() -> None:
    for code in (signed("A2.n2"), "A12.whatever", "A2"):
        with pytest.raises(Refusal, match="another version"):
            parse(code)


parts = st.lists(
    st.sampled_from(
        [
            "A1",
            "n2",
            "n5",
            "pAna~Ben",
            "z0b",
            "rmax_rounds-1",
            "c5~7_2",
            "sdemo",
            f"k{DECK}",
            "kCab",
            "mDC9pp",
            "mD1C",
            "t3",
        ]
    )
    | st.text("A1npzrcskmtDCb0123456789~-_.", max_size=12)
    | st.text(max_size=5),
    max_size=8,
)


@given(parts)
@example(["A1", "n2", "sdemo", "mDC9pp", "t999999"])
@CALM
def test_any_text_is_a_code_or_refused(parts: list[str]) -> None:
    for text in (".".join(parts), signed(".".join(parts)), signed(".".join(["A1", "n3", *parts]))):
        try:
            session = parse(text)
        except Refusal as refusal:
            assert 0 < len(str(refusal)) < 300
        else:
            assert encode(session) == text.strip()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["D1", "C", "p", "b2", "4c"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
RECORD: dict[str, Any] = json.loads(to_json(played(6)))
SCRIPT: dict[str, Any] = {
    "players": ["Ana", "Ben"], "dealer": 0, "rules": {"max_rounds": 1}, "start_chips": ["7/2", 9], "seed": None,
    "rounds": [{"deck": [card.code for card in PACK], "cut": None, "decisions": [{"action": "pass"}] * 2}],
}  # fmt: skip


@given(st.sampled_from([RECORD, SCRIPT]), st.sampled_from(sorted({*RECORD, *SCRIPT, "x"})), JSON, st.booleans())
@CALM
def test_any_value_in_a_record_is_used_or_refused(data: dict[str, Any], key: str, value: Any, deep: bool) -> None:
    data = json.loads(json.dumps(data))
    old = data.get(key)
    if deep and isinstance(old, list) and old:
        old[-1] = {**old[-1], **value} if isinstance(old[-1], dict) and isinstance(value, dict) else value
    else:
        data[key] = value
    try:
        session = from_json(json.dumps(data))
    except Refusal as refusal:
        assert 0 < len(str(refusal)) < 400
    else:
        assert parse(encode(session)) == session


@given(st.text() | JSON.map(json.dumps))
@CALM
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        from_json(text)
    assert 0 < len(str(refusal.value)) < 300


MONSTERS: list[tuple[str, Callable[[], str]]] = [
    ("10 MB", lambda: "A1." * 3_500_000),
    ("deep", lambda: "[" * 200_000),
    ("deep and closed", lambda: "[" * 400_000 + "]" * 400_000),
    ("deep object", lambda: '{"a":' * 100_000 + "1" + "}" * 100_000),
    (
        "deep in a record",
        lambda: json.dumps({**RECORD, "seed": 0}).replace('"seed": 0', '"seed": ' + "[" * 900 + "]" * 900),
    ),
    ("long number", lambda: json.dumps({**RECORD, "step": 0}).replace('"step": 0', '"step": ' + "9" * 100_000)),
    ("many players", lambda: json.dumps({**SCRIPT, "players": ["Ana"] * 100_000})),
    ("many decks", lambda: json.dumps({**SCRIPT, "rounds": SCRIPT["rounds"] * 1000})),
    ("many choices", lambda: json.dumps({**RECORD, "choices": ["p" * 900_000]})),
    ("not a number", lambda: json.dumps({**SCRIPT, "start_chips": [float("nan"), float("inf")]})),
    ("division by zero", lambda: json.dumps({**SCRIPT, "start_chips": ["1/0", 9]})),
    ("surrogates", lambda: json.dumps({**SCRIPT, "players": ["\ud800", "\udfff"]})),
    ("NUL", lambda: json.dumps({**SCRIPT, "players": ["A\0", "B"]})),
]


@pytest.mark.parametrize("make", [make for _, make in MONSTERS], ids=[name for name, _ in MONSTERS])
def test_monsters_are_refused_quickly(make: Callable[[], str]) -> None:
    text = make()
    for read in (parse, from_json):
        start = time.process_time()
        with pytest.raises(Refusal) as refusal:
            read(text)
        assert len(str(refusal.value)) < 400
        assert time.process_time() - start < 1


@pytest.mark.parametrize("value", [None, 7, b"A1.n2", ["A1"], {}, Session])
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(Refusal):
        parse(value)
    with pytest.raises(Refusal):
        from_json(value)


# ---- JSON and scripts ----
def test_json_is_readable_by_other_programs() -> None:
    session = Session.new(
        [Player("Zoë", "bold"), "Ben"], Rules(max_rounds=1), seed="demo", start_chips=[Fraction(7, 2), 9]
    )
    data = json.loads(to_json(session.choose_dealer(1).run().cut(9).run().pass_()))
    assert data["players"] == [{"name": "Zoë", "strategy": "bold"}, {"name": "Ben", "strategy": ""}]
    assert (data["rules"], data["start_chips"], data["seed"]) == ({"max_rounds": 1}, ["7/2", 9], "demo")
    assert data["choices"] == ["D1", "C9", "p"]
    assert parse(data["code"]) == from_json(json.dumps(data))


def test_a_record_of_another_version_or_program_is_refused() -> None:
    for change in (
        {"version": 2},
        {"version": True},
        {"version": 1.0},
        {"format": "other"},
        {"step": -1},
        {"step": 10**9},
    ):
        with pytest.raises(Refusal):
            from_json(json.dumps({**RECORD, **change}))


def test_a10_a_script_is_played_to_its_end() -> None:
    session = from_json(json.dumps(SCRIPT))
    assert session.result == (Ending.ROUND_LIMIT, 1, (1,), 1)
    assert session == from_script(SCRIPT)
    assert parse(encode(session)) == session


@pytest.mark.parametrize("number", [0, 1, 3, 4])
def test_a10_too_few_or_too_many_decisions(number: int) -> None:
    one = {**SCRIPT["rounds"][0], "decisions": [{"action": "pass"}] * number}
    with pytest.raises(Refusal) as refusal:
        from_script({**SCRIPT, "rounds": [one]})
    assert refusal.value.clause == "A10"


@pytest.mark.parametrize("change", [
    {"rounds": []}, {"rounds": None}, {"rounds": {}}, {"players": "AB"}, {"players": {"Ana": 1, "Ben": 2}},
    {"players": None}, {"dealer": None}, {"dealer": 2}, {"rules": []}, {"rules": {"pair": "hilo"}}, {"start_chips": {}},
    {"start_chips": [1]}, {"seed": 0}, {"colour": 1}, {"rounds": ["x"]}, {"rounds": [{}]}, {"rounds": [[]]},
    {"rounds": [{"deck": "x", "decisions": []}]}, {"rounds": SCRIPT["rounds"] * 2},
])  # fmt: skip
def test_a10_what_is_no_script(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        from_script({**SCRIPT, **change})
    assert str(refusal.value)


@pytest.mark.parametrize("value", [None, 5, True, "", "abc", [], [1], [["a"]], {}, {"players": 1}])
def test_a10_what_is_no_object_is_no_script(value: Any) -> None:
    with pytest.raises(Refusal):
        from_script(value)


def test_a_script_may_leave_chance_to_a_seed() -> None:
    one = {"deck": SCRIPT["rounds"][0]["deck"], "decisions": [{"action": "pass"}] * 2}
    session = from_script({"players": ["Ana", "Ben"], "seed": "demo", "rules": {"max_rounds": 1}, "rounds": [one]})
    assert session.phase is Phase.OVER


def test_replay_refuses_what_does_not_fit() -> None:
    setup = Setup.of(["Ana", "Ben"], Rules(max_rounds=1), seed="demo")
    assert replay(setup, []).phase is Phase.CHOOSE_DEALER
    assert replay(setup, [ChooseDealer(0), Cut(9), Pass(), Pass()]).phase is Phase.OVER
    assert replay(setup, [ChooseDealer(0)], 0).choices == (ChooseDealer(0),)
    with pytest.raises(Refusal, match="1 choices are left over"):
        replay(setup, [ChooseDealer(0), Cut(9), Pass(), Pass(), Pass()])
    with pytest.raises(Refusal, match="no step 99"):
        replay(setup, [ChooseDealer(0)], 99)
    with pytest.raises(Refusal, match="First cut"):
        replay(setup, [ChooseDealer(0), Bet(1)])


def test_the_table_of_parts_in_the_documentation_is_complete() -> None:
    assert record.__doc__
    described = set(re.findall(r"^\| `([A-Za-z])", record.__doc__, re.MULTILINE)) | {"p"}
    assert described == set("Anpzrcskmtx")
