"""A shuffle judged exactly: every number its chooser can give is tried, so each order has its true probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import NamedTuple

from acey_teach.engine.refusal import Refusal
from acey_teach.exercises.program import Chooser, Kind, Program, Reply
from acey_teach.exercises.tasks.ask import caught
from acey_teach.exercises.tasks.finding import Finding, against, is_list, plain
from acey_teach.i18n import N_, Translator
from acey_teach.practice.answers import chance

_HEAD = N_("Not fair.")
_CARDS = ("J", "Q", "K", "A")
_SHOWN = 3
"""The museum's question is about this many cards: the fewest for which its exhibit is unfair."""
_MOST, _DEPTH, _BELOW = 2_000, 12, 24
"""Scripts tried, numbers in one script, and the largest n that is asked of a chooser."""

Chances = dict[tuple[str, ...], Fraction]


class _Odd(NamedTuple):
    """What makes a shuffle no shuffle: with so many cards, after these numbers, this came."""

    n: int
    script: tuple[int, ...]
    reply: Reply


def chances(program: Program, task: str, sizes: Sequence[int]) -> tuple[dict[int, Chances], _Odd | None]:
    """For each number of cards the probability of each order; or the first reply that is no order of the cards.

    All scripts of one length are one batch, the numbers of cards together.
    """
    found: dict[int, Chances] = {n: {} for n in sizes}
    waiting: list[tuple[int, tuple[int, ...], Fraction]] = [(n, (), Fraction(1)) for n in sizes]
    asked = None
    while waiting:
        replies = program.call(task, [[list(_CARDS[:n]), Chooser(script)] for n, script, _ in waiting])
        longer: list[tuple[int, tuple[int, ...], Fraction]] = []
        for (n, script, p), reply in zip(waiting, replies, strict=True):
            below = reply.value
            if reply.kind is Kind.NEED and type(below) is int and 1 <= below <= _BELOW and len(script) < _DEPTH:
                asked = _Odd(n, script, reply)
                longer += [(n, (*script, number), p / below) for number in range(below)]
            elif reply.kind is Kind.VALUE and _is_order(reply.value, n):
                order: tuple[str, ...] = tuple(reply.value)  # type: ignore[arg-type]  # _is_order says so
                found[n][order] = found[n].get(order, Fraction(0)) + p
            else:
                return found, _Odd(n, script, reply)
        if len(longer) > _MOST:
            return found, asked
        waiting = longer
    return found, None


def _is_order(value: object, n: int) -> bool:
    """Whether a value is a list of all the cards."""
    return is_list(value) and len(value) == n and all(card in value for card in _CARDS[:n])


def fair(task: str, program: Program, t: Translator) -> Finding:
    """Check a shuffle with one to four cards: all orders must be equally likely."""
    found, odd = chances(program, task, range(1, len(_CARDS) + 1))
    if odd:
        return Finding(False, t(_HEAD), _say_odd(odd, t))
    for n, orders in found.items():
        all_orders = {order: orders.get(order, Fraction(0)) for order in permutations(_CARDS[:n])}
        right = Fraction(1, factorial(n))
        if any(p != right for p in all_orders.values()):
            if program.call(task, [[list(_CARDS[:n]), Chooser(())]])[0].kind is Kind.VALUE:
                says = t("With {n} cards yours never asks choose. Draw with choose(n), and with nothing else.", n=n)
                return Finding(False, t(_HEAD), (says,))
            often, rare = max(all_orders, key=lambda o: all_orders[o]), min(all_orders, key=lambda o: all_orders[o])
            says = t(
                "With {n} cards the order {often} has the probability {p}, and {rare} has {q}; each must have {right}.",
                n=n,
                often=" ".join(often),
                p=t.number(all_orders[often]),
                rare=" ".join(rare),
                q=t.number(all_orders[rare]),
                right=t.number(right),
            )
            return Finding(False, t(_HEAD), (says,))
    return Finding(
        True, t("Right: with 1, 2, 3 and 4 cards all orders are equally likely, counted over all that can be chosen.")
    )


def _say_odd(odd: _Odd, t: Translator) -> tuple[str, ...]:
    cards, numbers = " ".join(_CARDS[: odd.n]), t.listing(map(t.number, odd.script))
    if odd.reply.kind is Kind.NEED:
        return (
            t(
                "Cards {cards}: yours calls choose({n}) after {times} calls. A few are enough, with n from 1 to the "
                "number of cards.",
                cards=cards,
                n=plain(odd.reply.value, t),
                times=len(odd.script),
            ),
        )
    if numbers:
        case = t("Cards {cards}, choose gives {numbers}", cards=cards, numbers=numbers)
    else:
        case = t("Cards {cards}", cards=cards)
    return against(case, odd.reply, None, t("a list of all the cards"), "A2.2", t)


def unfair(task: str, values: Mapping[str, object], program: Program, t: Translator) -> Finding:
    """Whether somebody knows how likely an order of three cards is in a shuffle that is not fair."""
    order = values["order"]
    named = tuple("".join(map(str, order)).upper().replace(" ", "")) if isinstance(order, str) or is_list(order) else ()
    try:
        p = chance(str(values["probability"]))
    except Refusal as refusal:
        return Finding(False, t("That is no probability."), (refusal.sentence(t),))
    if not _is_order(named, _SHOWN):
        how = t("Write an order of the three cards, such as {order}.", order="Q J K")
        return Finding(False, t("That is no case of this program."), (how,))
    found, _ = chances(program, task, (_SHOWN,))
    if p != found[_SHOWN][named]:
        how = t("Each choose(n) gives any number below n, all equally likely. Count all ways, and those that end so.")
        return Finding(False, t("That is not the probability of this order."), (how,))
    right = Fraction(1, factorial(_SHOWN))
    return caught(
        (
            t(
                "The order {order} has the probability {p}; in a fair shuffle each order has {right} (A2.2).",
                order=" ".join(named),
                p=t.number(p),
                right=t.number(right),
            ),
        ),
        t,
    )
