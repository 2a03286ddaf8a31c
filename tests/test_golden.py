"""The worked example as a transcript, event by event (RULES A6.4): `python tests/test_golden.py` writes the files anew.

Five players have all passed in round 1, so the pot holds 10 when the first to act of round 2 has 4♣ and Q♦. The stake
is 2. Two transcripts: the third card is 9♥ (inside), or Q♠ (on a post).
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import HELD, POT, Event, Phase
from acey_teach.engine.record import parse
from acey_teach.engine.session import Session

GOLDEN = Path(__file__).parent / "golden"
NAMES = ["Ana", "Bence", "Clara", "David", "Eszter"]
FIRST_CARDS = "3♣ 5♣ 6♣ 7♣"
THIRD_CARDS = {"inside": "9♥", "post": "Q♠"}


def deck(text: str) -> tuple[Card, ...]:
    top = cards(text)
    return (*top, *(card for card in PACK if card not in top))


def example(third: str) -> Session:
    """The whole session, from choosing the dealer to the division."""
    plain = deck("2♣ 3♣ 5♣ 6♣ 7♣")
    packs = [plain, deck(f"4♣ {FIRST_CARDS} Q♦ {third}"), plain]
    session = Session.new(NAMES, seed="", decks=packs).choose_dealer(4).run()
    while session.phase is not Phase.OVER:
        if session.phase is Phase.CUT:
            session = session.cut().run()
        else:
            worked = session.pot == 10 and session.posts == (Card("4♣"), Card("Q♦"))
            session = (session.bet(2) if worked else session.pass_()).run()
    return session


def line(number: int, event: Event) -> str:
    """One event: what was done, what moved, and all chips afterwards."""
    places = {HELD: "held", POT: "pot"} | dict(enumerate(NAMES))
    moved = ", ".join(f"{places[m.source]} > {places[m.target]} {m.chips}" for m in event.moves)
    passed = event.phase is Phase.DECISION and not event.stake
    facts = [
        f"{event.card or ''}",
        f"stake {event.stake}" if event.stake else "forced pass" if event.forced else "pass" if passed else "",
        f"{event.outcome} {event.net:+d}" if event.outcome else "",
        "complete" if event.complete else "",
        event.ending or "",
        f"[{moved}]" if moved else "",
    ]
    chips = " ".join(map(str, event.balances))
    told = " ".join(filter(None, facts))
    return f"{number:3} round {event.round} {event.phase:13} {NAMES[event.seat]:6} | {told}".rstrip() + (
        f"\n      pot {event.pot}, held {event.held}, balances {chips}"
    )


def transcript(session: Session) -> str:
    lines = [line(number, event) for number, event in enumerate(session.history, 1)]
    return "\n".join([*lines, repr(session.result), repr(session)]) + "\n"


@pytest.mark.parametrize("name", THIRD_CARDS)
def test_a6_4_the_worked_example_step_by_step(name: str) -> None:
    found = transcript(example(THIRD_CARDS[name]))
    wanted = (GOLDEN / f"worked-example-{name}.txt").read_text(encoding="utf-8")
    assert found == wanted, "\n" + "\n".join(
        difflib.unified_diff(wanted.splitlines(), found.splitlines(), "golden", "now", lineterm="")
    )


@pytest.mark.parametrize(("name", "net", "pot"), [("inside", 2, 8), ("post", -4, 14)])
def test_a6_4_in_numbers(name: str, net: int, pot: int) -> None:
    step = next(
        step for step in example(THIRD_CARDS[name]).steps if step.event and step.event.phase is Phase.SETTLEMENT
    )
    assert step.event and step.previous
    assert (step.event.net, step.pot) == (net, pot)
    assert (step.previous.pot, step.previous.held) == (10, 2)


@pytest.mark.parametrize("name", THIRD_CARDS)
def test_the_code_in_the_transcript_plays_it_again(name: str) -> None:
    last = (GOLDEN / f"worked-example-{name}.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert transcript(eval(last, {"parse": parse})) == transcript(example(THIRD_CARDS[name]))


if __name__ == "__main__":
    for name, third in THIRD_CARDS.items():
        (GOLDEN / f"worked-example-{name}.txt").write_text(transcript(example(third)), encoding="utf-8")
