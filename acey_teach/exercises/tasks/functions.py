"""What the functions of the exercises must answer: right by the engine, and wrong by the ideas that people have."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from acey_teach.engine import settlement
from acey_teach.engine.cards import HIGH, LOW, RANKS
from acey_teach.engine.odds import odds
from acey_teach.engine.settlement import Outcome, check_stake, limit, net_result
from acey_teach.exercises.tasks import domains, slips
from acey_teach.exercises.tasks.ask import Ask
from acey_teach.exercises.tasks.domains import MOST, cards_of, whole
from acey_teach.exercises.tasks.finding import is_list, plain, ranks
from acey_teach.exercises.tasks.search import Case, Domain
from acey_teach.i18n import N_, Translator


# ---- 7.1 ----
def classify(post1: int, post2: int, third: int) -> Outcome:
    """The outcome of a third card."""
    first, second, last = cards_of((post1, post2, third))
    return settlement.classify((first, second), last)


# ---- 7.2 ----
def max_stake(chips: int, pot: int) -> int:
    """The largest legal stake, 0 where none is."""
    return limit(chips, pot).stake


# ---- 7.3 ----
def settle(outcome: str, stake: int, chips: int, pot: int) -> tuple[int, int]:
    """Chips and pot after a bet."""
    net = net_result(Outcome(outcome), stake)
    return chips + net, pot - net


def _conserved(before: int, after: object, t: Translator) -> tuple[str, ...]:
    """That chips came from nothing, or went nowhere, where that is so (A11.1)."""
    if not is_list(after) or len(after) != 2 or not all(whole(amount, -MOST) for amount in after):
        return ()
    now = sum(after)
    if now > before:
        said = t("Chips come from nothing: {before} in all before, {now} after (A11.1).", before=before, now=now)
    else:
        said = t("Chips are lost: {before} in all before, {now} after (A11.1).", before=before, now=t.number(now))
    return (said,) if now != before else ()


def _settle_notes(case: Case, value: object, t: Translator) -> tuple[str, ...]:
    return _conserved(case[2] + case[3], value, t)


# ---- 7.4 ----
def p_inside(post1: int, post2: int, seen: Sequence[int]) -> Fraction:
    """The exact probability of inside."""
    first, second, *others = cards_of((post1, post2, *seen))
    return odds((first, second), others).p(Outcome.INSIDE)


# ---- 7.5 ----
def turn(post1: int, post2: int, third: int, stake: int, chips: int, pot: int) -> tuple[Outcome, int, int]:
    """Outcome, chips and pot after a bet; Refusal for an illegal stake."""
    first, second, last = cards_of((post1, post2, third))
    settled = settlement.settle((first, second), last, stake, chips, pot)
    return settled.outcome, int(settled.chips), int(settled.pot)


def _turn_notes(case: Case, value: object, t: Translator) -> tuple[str, ...]:
    return _conserved(case[4] + case[5], value[1:], t) if is_list(value) else ()


# ---- functions of the museum ----
def winning_ranks(post1: int, post2: int) -> tuple[int, ...]:
    """The ranks of the third cards that win, in rising order."""
    return tuple(rank for rank in RANKS if classify(post1, post2, rank) is Outcome.INSIDE)


def _shows_ranks(value: object, t: Translator) -> str:
    if is_list(value) and all(whole(rank, LOW, HIGH) for rank in value):
        return ranks(value, t)
    return plain(value, t)


def _shows_list(value: object, t: Translator) -> str:
    return plain(list(value) if type(value) is tuple else value, t)


def place_bet(stake: int, chips: int, pot: int) -> tuple[int, int]:
    """The chips left, and the stake held aside; Refusal for an illegal stake."""
    refusal = check_stake(stake, limit(chips, pot))
    if refusal:
        raise refusal
    return chips - stake, stake


def divide(pot: int, chips: Sequence[int]) -> tuple[Fraction, ...]:
    """Everybody's chips after the division of the rest: exact."""
    return tuple(own + Fraction(pot, len(chips)) for own in chips)


def _division_size(case: Case) -> object:
    return len(case[1]), case[0] + sum(case[1]), case


def _division_valid(case: Case) -> bool:
    pot, chips = case
    return whole(pot, 0) and isinstance(chips, tuple) and 2 <= len(chips) <= 8 and all(whole(own, 0) for own in chips)


def _division_drawn(random: Random) -> Case:
    return random.randint(0, 400), tuple(random.randint(0, 300) for _ in range(random.randint(2, 8)))


_DIVISIONS = Domain(
    lambda: ((pot, (own, *[2] * more)) for more in range(1, 8) for own in range(4) for pot in range(1, 13)),
    _division_size,
    _division_valid,
    _division_drawn,
)


def _say_division(case: Case, t: Translator) -> str:
    """`Pot 10, chips 90, 100 and 100`."""
    chips = t.listing(t.number(own) for own in case[1])
    return t("Pot {pot}, chips {chips}", pot=t.number(case[0]), chips=chips)


_HAND = Ask(domains.hands(3), classify, "A6.2", domains.say_hand, domains.RANKS_ARE, slips.CLASSIFY)
_SEEN = Ask(domains.SEEN, p_inside, "R-20", domains.say_seen, domains.SEEN_ARE, slips.P)
_SETTLED = Ask(
    domains.SETTLED,
    settle,
    "A6.2",
    domains.say_settled,
    N_("The outcome is “inside”, “outside” or “post”, and the stake is legal for these chips and this pot."),
    slips.SETTLE,
    _settle_notes,
)

ASKS: dict[str, Ask] = {
    "7.1": _HAND,
    "7.2": Ask(domains.MONEY, max_stake, "A5.2", domains.say_money, domains.CHIPS_ARE, slips.MAX),
    "7.3": _SETTLED,
    "7.4": _SEEN,
    "7.5": Ask(
        domains.TURNS,
        turn,
        "A6.2",
        domains.say_turn,
        domains.RANKS_ARE,
        slips.turns(classify, settle),
        _turn_notes,
    ),
    "8.1": _HAND,
    "8.2": Ask(domains.hands(2), winning_ranks, "A4.4", domains.say_hand, domains.RANKS_ARE, shows=_shows_ranks),
    "8.3": _SEEN,
    "8.4": Ask(domains.ANNOUNCED, place_bet, "A6.1", domains.say_announced, domains.CHIPS_ARE),
    "8.5": _SETTLED,
    "8.6": Ask(
        _DIVISIONS,
        divide,
        "A9.1",
        _say_division,
        N_("The pot is a whole number, and chips is a list of two to eight whole numbers."),
        shows=_shows_list,
    ),
}
"""The functions with one right answer, by the id of their exercise."""
