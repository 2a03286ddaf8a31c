"""Read reference cases and print what the kit computes: `python tests/conformance/run.py [--check] FILE ...`.

One JSON object a line, `{"id": ..., "got": {...}}`, with the keys that the case expects. `--check` compares instead,
prints what differs, and exits with 1 when anything does. No rules live here: this file only translates names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from acey_teach.analysis import exact, house, short_sessions
from acey_teach.analysis.red_dog import red_dog
from acey_teach.board.plays import Play, plays
from acey_teach.board.position import Position
from acey_teach.board.turn import Roll
from acey_teach.engine.cards import Card
from acey_teach.engine.events import Ending, Event, Hand, Phase
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import Rules
from acey_teach.engine.script import from_script
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, Wager, limit, settle, split_limit
from acey_teach.engine.terms import Ace, Side, terms

Json = dict[str, Any]


def plain(value: Any) -> Any:
    """Fractions as texts, whole ones as integers, cards by their two letters."""
    match value:
        case int() | str() | None:
            return value
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case Card():
            return value.code
        case tuple() | list():
            return [plain(item) for item in value]
        case dict():
            return {key: plain(item) for key, item in value.items()}
    return value


def cards(texts: list[str]) -> list[Card]:
    return [Card(text) for text in texts]


def number(value: int | str) -> int | Fraction:
    return value if isinstance(value, int) else Fraction(value)


def rules_of(data: Json) -> Rules:
    changes = dict(data.get("rules") or {})
    if "max_rounds" in data:
        changes["max_rounds"] = data["max_rounds"]
    return Rules.of(changes)


def policy_of(data: Json) -> exact.Policy:
    match data.get("policy"):
        case ["gap", int(ranks)]:
            return exact.from_gap(ranks)
        case None | "count" | "favourable":
            return exact.when_favourable
    raise Refusal("rule-unknown", "unknown policy")


def called_of(data: Json) -> Ace | None:
    return Ace.LOW if data.get("ace1") == "low" else None  # high is what it is anyway


def side_of(data: Json) -> Side | None:
    return Side(data["dir"]) if data.get("dir") else None


def case_odds(data: Json) -> Json:
    posts, seen, rules = cards(data["posts"]), cards(data.get("seen", [])), rules_of(data)
    found = odds(posts, seen, rules, called_of(data), side_of(data))
    return {
        **{o.value: found.p(o) for o in Outcome},
        "unseen": found.unseen,
        "ev_per_chip": found.ev_per_chip,
        "gap": found.gap,
    }


def limit_of(data: Json) -> int:
    chips, pot, rules = number(data["chips"]), number(data["pot"]), rules_of(data)
    hand = terms(cards(data["posts"]), rules, called_of(data)) if "posts" in data else None
    if hand and hand.splits and rules.split_mode == "committed":
        return split_limit(chips, pot, rules, hand).stake
    return limit(chips, pot, rules, hand, data.get("round", 1)).stake


def case_cap(data: Json) -> Json:
    return {"max_stake": limit_of(data)}


def case_settle(data: Json) -> Json:
    rules, chips, pot = rules_of(data), number(data["chips"]), number(data["pot"])
    posts, third, called = cards(data["posts"]), Card(data["third"]), called_of(data)
    most = {"max_stake": limit_of(data)}
    try:
        found = settle(
            posts, third, data["stake"], chips, pot, rules, called, side_of(data), data.get("round", 1)
        )._asdict()
    except Refusal as refusal:
        return {"illegal": str(refusal), **most}
    if terms(posts, rules, called).six and found["outcome"] is Outcome.POST:
        found["outcome"] = "satan"
    return {**found, **most}


def case_turn_value(data: Json) -> Json:
    first = Card(data["first"]) if "first" in data else None
    value = exact.turn_value(first, cards(data.get("seen", [])), policy_of(data), rules_of(data), data.get("ace"))
    numbers = value._asdict()
    choice = numbers.pop("called")
    return {**numbers, **({"choice": choice} if first else {})}


def case_first_actor(data: Json) -> Json:
    value = exact.first_actor(data.get("players", 2), policy_of(data), rules_of(data))
    return {"value": value.value, "p_bet": value.p_bet, "p_favourable": value.p_favourable}


def case_post_bet(data: Json) -> Json:
    found = house.post_bet(cards(data["posts"]), cards(data.get("seen", [])), rules_of(data))
    return {"hit": found.hit, "ev_in_pots": found.ev_in_pots}


def case_blind_pot(data: Json) -> Json:
    found = house.blind_pot(cards(data.get("seen", [])), rules_of(data))
    return {**found._asdict(), "ev_in_pots": found.ev_in_pots}


def case_split_value(data: Json) -> Json:
    return house.split_value(data["rank"], rules_of(data), cards(data.get("seen", [])))._asdict()


def case_red_dog(data: Json) -> Json:
    found = red_dog(data.get("decks", 1))
    return {
        "house_edge": found.house_edge,
        "risk": found.risk,
        "house_edge_pct": float(round(100 * found.house_edge, 4)),
        "risk_pct": float(round(100 * found.risk, 4)),
        "spreads": found.spreads,
    }


def case_tiny_session(data: Json) -> Json:
    found = short_sessions.tiny_session(rules_of(data))
    zero, one = found.p_ahead(0), found.p_ahead(1)
    reasons = {ending.value: found.p_ending(ending) for ending in Ending}
    return {
        "outcomes": len(found.ends),
        "mean_dealer": found.mean(0),
        "mean_other": found.mean(1),
        "reasons": {name: p for name, p in reasons.items() if p},
        "p_dealer_ahead": zero,
        "p_other_ahead": one,
        "p_tie": 1 - zero - one,
    }


def case_greatest_pot(data: Json) -> Json:
    rules, players = rules_of(data), data.get("players", 2)
    return {**short_sessions.greatest_pot(players, rules)._asdict(), "total": rules.start_chips * players}


def position_of(data: Json) -> Position:
    """What a case leaves out is in the hand."""
    place = {
        "mine": {int(point): n for point, n in data.get("mine", {}).items()},
        "theirs": {int(point): n for point, n in data.get("theirs", {}).items()},
    }
    numbers = {"bar": "bar", "off": "off", "opp_bar": "their_bar", "opp_off": "their_off"}
    position = Position.of(**place, **{ours: data[key] for key, ours in numbers.items() if key in data})
    for key, hand in (("hand", position.hand), ("opp_hand", position.their_hand)):
        if data.get(key, hand) != hand:
            raise Refusal("men", "men are missing")
    return position


def position_row(position: Position) -> Json:
    mine, theirs = position.points, position.their_points
    return {
        "mine": {str(point): mine[point] for point in sorted(mine)},
        "theirs": {str(point): theirs[point] for point in sorted(theirs)},
        "hand": position.hand,
        "bar": position.bar,
        "off": position.off,
        "opp_hand": position.their_hand,
        "opp_bar": position.their_bar,
        "opp_off": position.their_off,
    }


def in_order(position: Position) -> tuple[int, ...]:
    """The order of the reference lists: by the men on the points from 1 up, then by the opponent's."""
    mine, theirs = position.points, position.their_points
    return (*(mine.get(p, 0) for p in range(1, 25)), *(theirs.get(p, 0) for p in range(1, 25)), position.off)


def case_board(data: Json) -> Json:
    ends = plays(Roll.of(position_of(data["position"]), *data["roll"]))
    found = {
        "distinct_positions": len({end.position for end in ends}),
        "again": sorted({end.again for end in ends}),
        "wins": len({end.position for end in ends if end.position.won}),
    }
    if len(ends) > LISTED:
        names = sorted({end.named for end in ends}, key=str)
        return {**found, "by_name": {str(name): by_name(ends, name) for name in names}}
    ends.sort(key=lambda end: (in_order(end.position), end.named or 0, end.again))
    rows = [{"position": position_row(end.position), "again": end.again, "named": end.named} for end in ends]
    return {**found, "ends": rows}


LISTED = 40
"""So many ends are listed; of more the number."""


def by_name(ends: list[Play], name: int | None) -> Json:
    of_name = {end.position: end.again for end in ends if end.named == name}
    return {"positions": len(of_name), "again": sum(of_name.values())}


def case_steps(data: Json) -> Json:
    found = sorted(position_of(data["position"]).after_each(data["number"]), key=in_order)
    return {"moves": [position_row(position) for position in found]}


def case_dead(data: Json) -> Json:
    position = position_of(data["position"])
    return {"dead": position.dead, "mover_can": position.can, "other_can": position.flipped.can}


def case_line(data: Json) -> Json:
    """A line of turns, each of one roll: every `to` is seen by the one who played."""
    position = position_of(data.get("position", {}))
    for turns, move in enumerate(data["moves"]):
        to = position_of(move["to"])
        ends = plays(Roll.of(position, *move["roll"]))
        if position.dead or to not in [end.position for end in ends]:
            return {"legal": False, "turns": turns, "dead": position.dead}
        position = to.flipped
    return {"legal": True, "turns": len(data["moves"]), "dead": position.dead}


def case_session(data: Json) -> Json:
    session = from_script(data)
    assert session.result
    return {
        "reason": session.result.ending.value,
        "share": session.result.share,
        "final": session.balances,
        "winners": session.result.winners,
        "rounds_completed": session.result.rounds_completed,
        "events": [row for step in session.steps[1:] for row in event_rows(step)],
    }


def event_rows(step: Session) -> list[Json]:
    """The reference names of one step; the kit's smaller steps have no row of their own."""
    event = step.event
    assert event
    state = {"pot": event.pot, "held": event.held, "balances": event.balances}
    who = {"player": event.seat}
    hand = event.hand.column or None
    match event:
        case Event(phase=Phase.CUT):
            row: Json = {
                "type": "ROUND",
                "round": event.round,
                "dealer": step.dealer,
                "cutter": event.seat,
                "cut": event.cut,
            }
        case Event(phase=Phase.ANTE):
            row = {"type": "ANTE", "round": event.round}
        case Event(phase=Phase.FIRST_CARD):
            row = {"type": "FIRST", **who, "card": event.card}
        case Event(phase=Phase.SECOND_CARD):
            assert step.posts
            row = {
                "type": "SECOND",
                **who,
                "card": event.card,
                "posts": step.posts,
                **({} if event.hand.wager is Wager.BLIND else {"max_stake": step.limit.stake}),
                "gap": step.terms.gap,
            }
        case Event(phase=Phase.BLIND):
            if event.hand.wager is not Wager.BLIND:
                return []
            row = {"type": "BLIND", **who}
        case Event(phase=Phase.ACE):
            row = {"type": "ACE", **who, "called": event.hand.called}
        case Event(phase=Phase.SPLIT_CARD) if event.hand.column:
            row = {"type": "SPLIT", **who, "hands": event.hand.columns}
        case Event(phase=Phase.DECISION) if step.phase is Phase.SPLIT_CARD:
            return []
        case Event(phase=Phase.DECISION, hand=Hand(wager=Wager.POST)):
            row = {"type": "POST_BET", **who}
        case Event(phase=Phase.DECISION, stake=0):
            row = {"type": "PASS", **who, **({"hand": hand} if hand else {}), "forced": event.forced}
        case Event(phase=Phase.DECISION | Phase.STAKE):
            row = {"type": "BET", **who, "stake": event.stake, "hand": hand, "direction": event.hand.side}
        case Event(phase=Phase.SETTLEMENT):
            row = {
                "type": "SETTLE",
                **who,
                "third": event.card,
                "outcome": "satan" if satan(step) else event.outcome,
                "net": event.net,
                **({"hand": hand} if event.hand.wager is Wager.STAKE else {}),
            }
        case Event(phase=Phase.DISCARD):
            row = {"type": "DISCARD", **who}
        case Event(phase=Phase.COLLECT):
            assert step.previous
            row = {
                "type": "ROUND_END",
                "round": event.round,
                "cards_used": step.previous.dealt,
                "complete": event.complete,
            }
        case Event(phase=Phase.DIVISION):
            assert step.result and event.ending
            row = {
                "type": "END",
                "reason": event.ending.value,
                "share": step.result.share,
                "winners": step.result.winners,
                "rounds_completed": step.result.rounds_completed,
            }
        case _:
            return []
    return [{**row, **state}]


def satan(step: Session) -> bool:
    return step.terms.six and step.outcome is Outcome.POST and step.hand.wager is Wager.STAKE


KINDS: dict[str, Callable[[Json], Json]] = {
    "odds": case_odds,
    "cap": case_cap,
    "settle": case_settle,
    "turn_value": case_turn_value,
    "first_actor": case_first_actor,
    "tiny_session": case_tiny_session,
    "greatest_pot": case_greatest_pot,
    "post_bet": case_post_bet,
    "blind_pot": case_blind_pot,
    "split_value": case_split_value,
    "red_dog": case_red_dog,
    "session": case_session,
    "board": case_board,
    "steps": case_steps,
    "dead": case_dead,
    "line": case_line,
}


def answer(case: Json) -> Json:
    """What the kit says to one case."""
    if case["kind"] not in KINDS:
        return {"unsupported": True}
    try:
        return plain(KINDS[case["kind"]](case["input"]))  # type: ignore[no-any-return]
    except Refusal as refusal:
        return {"unsupported": True} if refusal.code == "rule-unknown" else {"illegal": str(refusal)}
    except (KeyError, TypeError, ValueError, AttributeError) as error:  # the other cases still count
        return {"illegal": f"this case cannot be read: {error!r}"}


def agrees(expect: Json, got: Json) -> bool:
    """Whether every expected key is there with its value; the text of a refusal is free."""
    return expect.keys() == got.keys() and all(key == "illegal" or got[key] == value for key, value in expect.items())


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    files = [name for name in arguments if name != "--check"]
    if not files:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    different = total = 0
    for name in files:
        for case in json.loads(Path(name).read_text(encoding="utf-8"))["cases"]:
            got = answer(case)
            total += 1
            if not check:
                print(json.dumps({"id": case["id"], "got": got}, ensure_ascii=False))
            elif not agrees(case["expect"], got):
                different += 1
                print(
                    f"{case['id']}: {case['title']}\n  expected {json.dumps(case['expect'])[:600]}\n  got      "
                    f"{json.dumps(got)[:600]}"
                )
    if check:
        print(f"{total} cases, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
