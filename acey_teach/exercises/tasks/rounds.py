"""A function that must begin anew with every round: what it answers must not depend on earlier calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from acey_teach.engine.cards import HIGH, LOW, PACK
from acey_teach.exercises.program import Kind, Program, Reply
from acey_teach.exercises.tasks.ask import WRONG, caught, missed
from acey_teach.exercises.tasks.domains import cards_of, whole
from acey_teach.exercises.tasks.finding import Finding, against, agrees, is_list, plain, ranks
from acey_teach.i18n import Translator

_CLAUSE = "A7.3"
_ROUNDS: tuple[tuple[int, ...], ...] = ((2,), (3,), (2, 3), (2, 2), (12, 4, 9), tuple(range(2, 15)), (2,), (14,) * 4)
"""The cards of rounds played one after the other. The first two are the smallest case of something left over."""


def unseen_after(dealt: Sequence[int]) -> int:
    """How many cards are unseen when these have been dealt in a new round."""
    return len(PACK) - len(cards_of(dealt))


def _right(dealt: Sequence[int], reply: Reply) -> bool:
    return reply.kind is Kind.VALUE and agrees(reply.value, unseen_after(dealt))


def _play(program: Program, task: str, rounds: Sequence[Sequence[int]]) -> list[Reply]:
    """The replies of one game, played by a program that has played none before."""
    return program.call(task, [[list(dealt)] for dealt in rounds], fresh=True)


def anew(task: str, program: Program, t: Translator) -> Finding:
    """Check rounds one after the other, and a wrong one alone as well, to see whether an earlier one is to blame."""
    replies = _play(program, task, _ROUNDS)
    at = next(
        (k for k, (dealt, reply) in enumerate(zip(_ROUNDS, replies, strict=True)) if not _right(dealt, reply)), -1
    )
    if at < 0:
        return Finding(True, t("Right: each of {n} rounds begins anew.", n=len(_ROUNDS)))
    dealt, reply = _ROUNDS[at], replies[at]
    if at and reply.kind is not Kind.STOPPED and _right(dealt, _play(program, task, [dealt])[0]):
        says = against(_say(_ROUNDS[at - 1], dealt, t), reply, *_wanted(dealt, t), t)
        told = t("Alone the same round is right: something of the round before is left in your program.")
        return Finding(False, t(WRONG), (*says, told), ("state-kept",))
    case = t("Dealt {cards}", cards=ranks(dealt, t))
    return Finding(False, t(WRONG), against(case, reply, *_wanted(dealt, t), t))


def _wanted(dealt: Sequence[int], t: Translator) -> tuple[int, str, str]:
    return unseen_after(dealt), t.number(unseen_after(dealt)), _CLAUSE


def _say(first: Sequence[int], second: Sequence[int], t: Translator) -> str:
    return t("First a round with {first}, then one with {second}", first=ranks(first, t), second=ranks(second, t))


def left_over(task: str, values: Mapping[str, object], program: Program, t: Translator) -> Finding:
    """Whether the second of two rounds that somebody names is wrong."""
    rounds: list[list[int]] = []
    for name in ("first", "second"):
        dealt = values[name]
        if (
            not is_list(dealt)
            or not all(whole(rank, LOW, HIGH) for rank in dealt)
            or any(dealt.count(rank) > 4 for rank in dealt)
        ):
            how = t("first and second are lists of ranks from 2 to 14, each rank four times at most.")
            return Finding(False, t("That is no case of this program."), (how,))
        rounds.append(list(dealt))
    replies, case = _play(program, task, rounds), _say(rounds[0], rounds[1], t)
    said, right = plain(replies[1].value, t), t.number(unseen_after(rounds[1]))
    if _right(rounds[1], replies[1]):
        return missed(t("{case}: this program says {value}, and so do the rules.", case=case, value=said), t)
    return caught(
        (
            t(
                "{case}: this program says {value}; the rules say {right} ({clause}).",
                case=case,
                value=said,
                right=right,
                clause=_CLAUSE,
            ),
        ),
        t,
    )
