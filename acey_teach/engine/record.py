"""A session as text: a short code for blackboards and addresses, JSON for files, and scripts (RULES A10).

A code such as `A1.n5.sk7m2q9.mDCpb2.x3f` is made of parts with a dot between, each opened by a letter:

| part | meaning |
|---|---|
| `A1` | the card game, version 1 of the code |
| `n5` or `pAna~Ben` | the players: so many with the kit's own names, or their names |
| `z0en` | the strategies that play seats, one letter a seat (0 for a person); left out when all are people |
| `rante-2~pair-hilo~satan-on` | rules that differ from the guide; where all that a preset changes is among them (two
  changes or more), its name stands first and then what else differs: `rencyclopedia~satan-on`. Of several such
  presets it is the one with most changes, of these the first |
| `c100~7_2` | chips at the start, where they differ from the rules |
| `sk7m2q9` | the seed |
| `kABC…` | the cards a round begins with, one letter a card in pack order A-Z a-z, one such part a round: the whole
  deck of a script, or planned cards, which the seed completes; a `k` alone leaves a round to the seed |
| `mD2C17pb2` | what was chosen: dealer, cut (`D` and `C` alone are drawn), pass, bet; under rules of part B also `b2h`
  and `b2l` (with a pair higher, lower), `o` (on the post), `s` and `s2` (split), `B` and `L` (blind, or look first),
  `ah` and `al` (the ace is high, low), `dh` and `dl` (a blind bet's pair) |
| `t31` | how many steps from the beginning; left out when all choices are made and the next one is due |
| `x3f` | the check: a code with a slip of the pen is refused |

Every moment of a session has one code, and a code in another spelling is refused.
A name of other letters than A-Z, a-z and digits is written `_` and its UTF-8 in URL-safe base 64.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from acey_teach.engine.actions import (
    CHOICES,
    Action,
    Bet,
    Blind,
    CallAce,
    ChooseDealer,
    Cut,
    Look,
    NameSide,
    Pass,
    PostBet,
    Split,
)
from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import ABOUT, PRESETS, Rules, Value
from acey_teach.engine.script import chips_in, from_script, list_in, whole_in
from acey_teach.engine.session import Session
from acey_teach.engine.setup import STRATEGIES, Player, Setup, name_from_code, name_to_code
from acey_teach.engine.shuffle import check_of
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_

MOST = 4000
NAMES = ("Ana", "Bence", "Clara", "David", "Eszter", "Felipe", "Greta", "Hugo")
"""The kit's own names, by seat."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MOVE = re.compile(r"([DC])([0-9]{0,3})|([bs])([0-9]{0,20})([hl]?)|([ad])([hl])|([poBL])")
_SIDES = {"h": Side.HIGHER, "l": Side.LOWER}
_ACES = {"h": Ace.HIGH, "l": Ace.LOW}
_BARE: dict[str, Action] = {"p": Pass(), "o": PostBet(), "B": Blind(), "L": Look()}
_BROKEN = N_(
    "This is not a session code, or a letter of it is wrong: “{code}”. Copy it again, capital and small "
    "letters as they are."
)
_NO_RECORD = N_("This is not the record of a session.")


def encode(session: Session) -> str:
    """The short code of a session: its whole history and the place in it.

    >>> encode(Session.new(["Ana", "Bence"], seed="demo").choose_dealer(1))
    'A1.n2.sdemo.mD1.t1.xx1s'
    """
    setup, rules = session.setup, session.rules
    names = [p.name for p in setup.players]
    parts = ["A1", f"n{len(names)}" if names == [*NAMES[: len(names)]] else "p" + "~".join(map(name_to_code, names))]
    if any(p.strategy for p in setup.players):
        parts.append("z" + "".join(STRATEGIES[p.strategy] for p in setup.players))
    if rules.changes:
        parts.append("r" + _rules_out(rules.changes))
    if setup.start_chips != (rules.start_chips,) * len(names):
        parts.append("c" + "~".join(str(chips).replace("/", "_") for chips in setup.start_chips))
    if setup.seed:
        parts.append("s" + setup.seed)
    parts += ["k" + "".join(_LETTERS[card.index] for card in deck) for deck in setup.decks]
    choices = session.choices
    if choices:
        parts.append("m" + "".join(map(_choice_out, choices)))
    if session.undone is not None or (session.phase not in CHOICES and session.phase is not Phase.OVER):
        parts.append(f"t{session.depth}")
    text = ".".join(parts)
    return f"{text}.x{check_of(text)}"


def parse(code: str) -> Session:
    """The session that `code` stands for, exactly as it was; Refusal for anything else.

    >>> session = Session.new(["Ana", "Zoë"], seed="demo").choose_dealer().run().cut(9).run()
    >>> parse(encode(session)) == session
    True
    """
    text = code.strip() if isinstance(code, str) and len(code) <= MOST else ""
    body, dot, check = text.rpartition(".x")
    if not dot or check != check_of(body) or not body.startswith("A1."):
        if text.startswith("A") and text[1:2].isdigit() and not text.startswith("A1."):
            raise Refusal(
                "code-version",
                N_("This session code was made by another version of the kit: “{code}”."),
                code=shown(text),
            )
        raise Refusal("code", _BROKEN, code=shown(code))
    found: dict[str, list[str]] = {}
    for part in body.split(".")[1:]:
        found.setdefault(part[:1], []).append(part[1:])
    single = {key: values[0] for key, values in found.items()}
    try:
        if not found.keys() & {"s", "k"}:  # no cards would ever come
            raise ValueError
        if not set(found) <= set("npzrcskmt") or any(len(v) > 1 for key, v in found.items() if key != "k"):
            raise ValueError
        names = (
            [name_from_code(name) for name in single["p"].split("~")] if "p" in single else NAMES[: int(single["n"])]
        )
        by_letter = {letter: name for name, letter in STRATEGIES.items()}
        strategies = [by_letter[letter] for letter in single.get("z", "0" * len(names))]
        players = [Player(name, strategy) for name, strategy in zip(names, strategies, strict=True)]
        rules = Rules.of(_rules_in(single["r"]) if "r" in single else {})
        chips = [chips_in(item.replace("_", "/")) for item in single["c"].split("~")] if "c" in single else None
        decks = [[PACK[_LETTERS.index(letter)] for letter in deck] for deck in found.get("k", [])]
        setup = Setup.of(players, rules, seed=single.get("s", ""), decks=decks, start_chips=chips)
        session = replay(setup, _choices_in(single.get("m", "")), int(single["t"]) if "t" in single else None)
    except Refusal:
        raise
    except (ValueError, KeyError) as error:
        raise Refusal("code", _BROKEN, code=shown(code)) from error
    if encode(session) != text:  # one session, one code
        raise Refusal("code", _BROKEN, code=shown(code))
    return session


def replay(setup: Setup, choices: Sequence[Action], depth: int | None = None) -> Session:
    """Make the choices in their order, every other step in between, and go to step `depth`.

    Without `depth` the session stands where the next choice is due, or at its end. Refusal when a choice is not
    allowed, when choices are left over, or when there is no such step.
    """
    session, left = Session.begin(setup), list(reversed(choices))
    while session.phase is not Phase.OVER and (left or depth is None or session.depth < depth):
        if session.phase not in CHOICES:
            session = session.next()
        elif left:
            session = session.do(left.pop())
        else:
            break
    if left:
        raise Refusal(
            "record", N_("This record says more than was played: {n} choices are left over."), clause="A10", n=len(left)
        )
    if depth is not None and not 0 <= depth <= session.depth:
        raise Refusal(
            "record",
            N_("This record has no step {n}: it goes from 0 to {last}."),
            clause="A10",
            n=shown(depth),
            last=session.depth,
        )
    while depth is not None and session.depth > depth:
        session = session.back()
    return session


# ---- JSON ----
def to_json(session: Session) -> str:
    """The session as a JSON record: everything `parse` needs, readable by other programs."""
    import json

    setup = session.setup
    return json.dumps(
        {
            "format": "acey_teach",
            "version": 1,
            "players": [{"name": p.name, "strategy": p.strategy} for p in setup.players],
            "rules": session.rules.changes,
            "start_chips": [str(c) if isinstance(c, Fraction) else c for c in setup.start_chips],
            "seed": setup.seed,
            "decks": [[card.code for card in deck] for deck in setup.decks],
            "choices": [_choice_out(choice) for choice in session.choices],
            "step": session.depth,
            "code": encode(session),
        },
        ensure_ascii=False,
        indent=1,
    )


def from_json(text: str) -> Session:
    """The session of a JSON record, or of a script (A10), which must be played to its end; Refusal otherwise.

    >>> session = Session.new(["Ana", "Ben"], seed="demo").choose_dealer(0)
    >>> from_json(to_json(session)) == session
    True
    """
    import json

    try:
        data = json.loads(text) if isinstance(text, str) and len(text) <= 1_000_000 else None
    except (ValueError, RecursionError) as error:
        raise Refusal("json", N_("This file is not JSON: {error}."), error=shown(error)) from error
    if not isinstance(data, dict):
        raise Refusal("json", _NO_RECORD)
    if "format" not in data:
        return from_script(data)
    try:
        if data["format"] != "acey_teach" or whole_in(data["version"]) != 1:
            raise ValueError
        players = [Player(p["name"], p["strategy"]) for p in list_in(data["players"])]
        setup = Setup.of(
            players,
            Rules.of(data["rules"]),
            seed=data["seed"],
            start_chips=[chips_in(c) for c in list_in(data["start_chips"])],
            decks=[[Card(card) for card in list_in(deck)] for deck in list_in(data["decks"])],
        )
        return replay(setup, _choices_in("".join(list_in(data["choices"]))), whole_in(data["step"]))
    except Refusal:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refusal("json", _NO_RECORD) from error


# ---- small parts ----
def _rules_out(changes: dict[str, Value]) -> str:
    contained = (n for n, p in PRESETS.items() if len(p.changes) > 1 and p.changes.items() <= changes.items())
    name = max(contained, key=lambda n: len(PRESETS[n].changes), default="")
    named = PRESETS[name].changes if name else {}
    others = [f"{rule}-{_value_out(value)}" for rule, value in changes.items() if rule not in named]
    return "~".join([name, *others] if name else others)


def _rules_in(text: str) -> dict[str, Value]:
    items = text.split("~")
    changes = {**PRESETS[items.pop(0)].changes} if items[0] in PRESETS else {}
    for item in items:
        name, _, value = item.partition("-")
        changes[name] = _value_in(name, value)
    return changes


def _value_out(value: Value) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _value_in(name: str, text: str) -> Value:
    about = ABOUT.get(name)
    known = {_value_out(value): value for value in about.choices} if about else {}
    return known[text] if known else int(text)


def _choice_out(choice: Action) -> str:
    match choice:
        case ChooseDealer(at) | Cut(at):
            return ("D" if isinstance(choice, ChooseDealer) else "C") + ("" if at is None else str(at))
        case Bet(stake, side):
            return f"b{stake}{side[0] if side else ''}"
        case Split(stake):
            return f"s{stake or ''}"
        case CallAce(called):
            return f"a{called[0]}"
        case NameSide(side):
            return f"d{side[0]}"
    return next(letter for letter, bare in _BARE.items() if bare == choice)


def _choices_in(text: str) -> list[Action]:
    if len(text) > MOST:
        raise ValueError("more choices than any session has")
    choices: list[Action] = []
    at = 0
    while at < len(text):
        found = _MOVE.match(text, at)
        if not found:
            raise ValueError("unknown choice")
        choices.append(_choice_in(*found.groups()))
        at = found.end()
    return choices


def _choice_in(place: str, number: str, bet: str, stake: str, side: str, called: str, way: str, bare: str) -> Action:
    if place:
        at = int(number) if number else None
        return ChooseDealer(at) if place == "D" else Cut(at)
    if bet == "b":
        return Bet(int(stake), _SIDES.get(side))
    if bet:
        return Split(int(stake or 0))
    if called:
        return CallAce(_ACES[way]) if called == "a" else NameSide(_SIDES[way])
    return _BARE[bare]
