"""What the command line tells: odds of one hand, and a whole session, as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from acey_teach.engine.cards import HIGH, Card
from acey_teach.engine.events import Event, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.record import encode, from_json, parse
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Limit, Outcome, check_side, check_stake
from acey_teach.engine.terms import LOW_ACE, Ace, Side
from acey_teach.i18n import N_, Translator
from acey_teach.widgets.rules_view import named
from acey_teach.widgets.words import OUTCOME_WORDS, narrate, plain, verdict

if TYPE_CHECKING:
    from acey_teach.widgets.sheet import Sheet

SIGNS = {Outcome.INSIDE: "●", Outcome.OUTSIDE: "○", Outcome.POST: "▲"}
_SIDES = {
    Side.HIGHER: N_("A bet that the third card is higher: here inside means higher."),
    Side.LOWER: N_("A bet that the third card is lower: here inside means lower."),
}
_CALLS = {Ace.LOW: N_("The ace is called low."), Ace.HIGH: N_("The ace is called high.")}
MOST_BYTES = 1_000_000
MOST_CHIPS = 10**9


def ratio(value: Fraction | int) -> str:
    """A fraction as `a/b`, always with its denominator.

    >>> ratio(Fraction(-1, 49)), ratio(0)
    ('-1/49', '0/1')
    """
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"


def pot_of(text: str) -> int:
    """The chips in a pot as somebody typed them; Refusal unless that is a whole number from 0."""
    # a lone "--" as a value reaches us as a list: argparse takes it for the end of the options
    if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refusal("pot", N_("A pot holds a whole number of chips, and “{text}” is not one."), text=shown(text))
    return int(text)


def stake_of(text: str, pot: int | None, found: Odds) -> int:
    """The stake somebody typed for this hand, no more than `pot` where that is known; Refusal otherwise (A5.2, B7)."""
    is_number = isinstance(text, str) and text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9
    stake = int(text) if is_number else text
    most = MOST_CHIPS if pot is None else pot
    least = found.rules.min_stake
    if most < least:
        raise Refusal(
            "must-pass",
            N_("The smallest stake is {least}, and a pot of {pot} does not allow it."),
            clause="A5.3",
            least=least,
            pot=most,
        )
    bounds = Limit(most, most, MOST_CHIPS, least=least)
    refusal = check_side(found.terms.side, found.terms) or check_stake(stake, bounds, found.rules)
    if refusal:
        raise refusal
    assert isinstance(stake, int)
    return stake


def odds_json(found: Odds, seen: Sequence[Card], stake: int | None, pot: int | None) -> dict[str, Any]:
    """Counts are whole numbers, other values exact fractions `a/b`. A post with two prices has two pots (B3)."""
    data: dict[str, Any] = {
        "posts": [card.code for card in found.posts],
        "seen": [card.code for card in seen],
        **{o.value: found.count(o) for o in Outcome},
        "unseen": found.unseen,
        "ranks_between": found.gap,
        "ev_per_chip": ratio(found.ev_per_chip),
        "rules": found.rules.changes,
        "ace": _call(found),
        "side": found.terms.side,
    }
    if stake is not None:
        data |= {
            "stake": stake,
            "ev": ratio(found.ev(stake, pot)),
            "results": {str(net): ratio(Fraction(n, found.unseen)) for net, n in found.results(stake, pot).items()},
        }
        if pot is not None:
            after = {o.value: [pot - net for out, net, _ in found.prices(stake, pot) if out is o] for o in Outcome}
            data |= {"pot": pot, "pot_after": {o: pots[0] if len(pots) == 1 else pots for o, pots in after.items()}}
    return data


def _call(found: Odds) -> Ace | None:
    """How the first card was called, where it is an ace and the rules let one choose (B2)."""
    if found.terms.low == LOW_ACE:
        return Ace.LOW
    return Ace.HIGH if found.rules.ace_choice and found.posts[0].rank == HIGH else None


def odds_text(found: Odds, seen: Sequence[Card], stake: int | None, pot: int | None, t: Translator) -> str:
    """The same for people."""
    low, high = found.posts
    lines = [t("Posts {low} and {high}, {unseen} cards unseen.", low=low, high=high, unseen=found.unseen)]
    if seen:
        lines[0] = t(
            "Posts {low} and {high}, also seen {seen}, {unseen} cards unseen.",
            low=low,
            high=high,
            seen=t.listing(map(str, seen)),
            unseen=found.unseen,
        )
    if found.rules.changes:
        lines.insert(0, t("Rules: {name}", name=named(found.rules, t)))
    if call := _call(found):
        lines.append(t(_CALLS[call]))
    if found.terms.side:
        lines.append(t(_SIDES[found.terms.side]))
    width = max(len(t(word)) for word in OUTCOME_WORDS.values())
    for outcome in Outcome:
        lines.append(
            f"  {SIGNS[outcome]} {t(OUTCOME_WORDS[outcome]):<{width}}  {found.count(outcome):>2}/{found.unseen}  "
            f"{t.percent(found.p(outcome)):>5}"
        )
    ev = found.ev_per_chip
    lines.append(verdict(found, t))
    lines.append(
        t("Expected value for each chip: {ev} (≈ {decimal}).", ev=t.signed(ev), decimal=t.decimal(ev, signed=True))
        if ev.denominator > 1
        else t("Expected value for each chip: {ev}.", ev=t.signed(ev))
    )
    if stake is not None:
        results = t.listing(
            t("{net} with {n} of {unseen}", net=t.signed(net), n=n, unseen=found.unseen)
            for net, n in found.results(stake, pot).items()
        )
        lines.append(
            t(
                "With a stake of {stake}: {results}; expected value {ev} chips.",
                stake=stake,
                results=results,
                ev=t.signed(found.ev(stake, pot)),
            )
        )
        if pot is not None:
            after = [
                t("{outcome} {pot}", outcome=t(OUTCOME_WORDS[o]), pot=t.number(pot - net))
                for o, net, _ in found.prices(stake, pot)
            ]
            lines.append(t("The pot of {pot} becomes: {after}.", pot=pot, after=", ".join(after)))
    return "\n".join(lines)


def read_session(code_or_file: str) -> Session:
    """The session of a code, or of a file that holds a code or a JSON record; Refusal for anything else."""
    path = Path(code_or_file)
    if not _is_file(code_or_file):
        if path.suffix == ".json" or "/" in code_or_file:
            raise Refusal("file", N_("There is no file “{name}”."), name=shown(code_or_file))
        return parse(code_or_file)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Refusal(
                "file", N_("The file “{name}” is too large to be the record of a session."), name=shown(path.name)
            )
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal("file", N_("The file “{name}” cannot be read as text."), name=shown(path.name)) from error
    return parse(text) if text.startswith("A") else from_json(text)


def _is_file(text: str) -> bool:
    try:
        return len(text) < 1000 and Path(text).is_file()
    except (OSError, ValueError):
        return False


def sheet_of(asked: str, t: Translator) -> Sheet:
    """What `acey-teach handout` prints: a lesson by its name or a lesson code, else the session of a code or a file."""
    from acey_teach.lessons import state  # lessons and sheets bring the pages' own modules along
    from acey_teach.lessons.course import COURSE, find
    from acey_teach.lessons.pages import SEED
    from acey_teach.lessons.sheet import sheet
    from acey_teach.widgets.sheet_session import session_sheet

    if asked in COURSE:
        return sheet(find(asked), SEED, t)
    if "." not in asked and not _is_file(asked):  # no code of any kind: a lesson whose name is spelt otherwise
        find(asked)
    if asked.strip().startswith("L1.") and not _is_file(asked):
        lesson = state.parse(asked.strip())
        return sheet(find(lesson.slug), lesson.seed, t)
    return session_sheet(read_session(asked), t)


def sheet_name(asked: str) -> str:
    """A file name for that, from the file's own name or the end of the code.

    >>> sheet_name("A1.n2.szz.mD1CppCb2b2Cpp.x1wh")
    'handout-x1wh.html'
    """
    return f"handout-{Path(asked).stem if _is_file(asked) else asked.strip().rpartition('.')[2]}.html"


def session_text(session: Session, t: Translator) -> str:
    """Step by step in a sentence, rounds apart, and the balances at the end."""
    lines, show = [], plain(t)
    for step in session.steps:
        if step.event and step.event.phase is Phase.SHUFFLE:
            lines += ["", t("Round {n}", n=step.round)]
        told_next = (
            step.event
            and step.event.phase in (Phase.FIRST_CARD, Phase.THIRD_CARD)
            and step.phase in (Phase.FIRST_CARD, Phase.SETTLEMENT)
        )
        if step.event and (step is session or not told_next):
            lines.append("  " + narrate(step, show))
    balances = t.listing(f"{p.name} {t.number(c)}" for p, c in zip(session.players, session.balances, strict=True))
    return "\n".join(
        [
            *lines,
            "",
            t("Chips: {all}. Pot {pot}.", all=balances, pot=t.number(session.pot)),
            t("Session code: {code}", code=encode(session)),
        ]
    ).lstrip("\n")


def session_json(session: Session) -> dict[str, Any]:
    """The session as data: setup, every event, and the result once there is one."""
    result = session.result
    return {
        "code": encode(session),
        "players": [p.name for p in session.players],
        "rules": session.rules.changes,
        "phase": session.phase.value,
        "round": session.round,
        "dealer": session.dealer,
        "pot": _exact(session.pot),
        "held": session.held,
        "balances": [_exact(c) for c in session.balances],
        "events": [_event(event) for event in session.history],
        "result": None
        if result is None
        else {
            "ending": result.ending.value,
            "share": _exact(result.share),
            "winners": [*result.winners],
            "rounds_completed": result.rounds_completed,
        },
    }


def _exact(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else ratio(value)


def _event(event: Event) -> dict[str, Any]:
    data = {
        "step": event.phase.value,
        "round": event.round,
        "seat": event.seat,
        "card": event.card.code if event.card else None,
        "stake": event.stake or None,
        "forced": event.forced or None,
        "outcome": event.outcome.value if event.outcome else None,
        "net": event.net if event.outcome else None,
        "cut": event.cut,
        "ending": event.ending.value if event.ending else None,
        "pot": _exact(event.pot),
        "held": event.held,
        "balances": [_exact(c) for c in event.balances],
        "moves": [{"from": m.source, "to": m.target, "chips": _exact(m.chips)} for m in event.moves] or None,
    }
    return {key: value for key, value in data.items() if value is not None}
