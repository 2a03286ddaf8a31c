"""What a check found, and the words for it: what went in, what came out, what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeGuard

from acey_teach.engine.cards import RANK_NAMES
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.settlement import Outcome
from acey_teach.exercises.program import Kind, Other, Reply
from acey_teach.i18n import Translator

_NO_CASE = ("carried", "missing", "disturbed", "start")
"""Why a program was stopped, or never started, whatever it was called with."""


class Finding(NamedTuple):
    """Whether it is right, that in a few words, why in sentences, and the names of the ideas it was wrong by."""

    right: bool
    head: str
    says: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a value is several values: a tuple or a list, and nothing else, since `Other` is a tuple too."""
    return type(value) in (tuple, list)


def agrees(value: object, wanted: object) -> bool:
    """Whether what a program returned is what is wanted, of the right type: 2.0 and True are no numbers of chips.

    >>> agrees([46, 14], (46, 14)), agrees(2.0, 2), agrees(0, Fraction(0)), agrees("post", Outcome.POST)
    (True, False, True, True)
    """
    if isinstance(wanted, tuple):
        return (
            is_list(value)
            and len(value) == len(wanted)
            and all(agrees(v, w) for v, w in zip(value, wanted, strict=True))
        )
    return type(value) in ((Fraction, int) if isinstance(wanted, Fraction) else (type(wanted), str)) and value == wanted


def near(value: object, wanted: object) -> bool:
    """Whether a value is meant as `wanted`, if as a decimal: enough to know an idea by."""
    if isinstance(value, float) and isinstance(wanted, int | Fraction):
        return abs(value - wanted) < 1e-9
    return agrees(value, wanted)


def ranks(values: Sequence[int], t: Translator) -> str:
    """Ranks as they stand on cards: `4, J and Q`; `none` for no card."""
    return t.listing([RANK_NAMES[rank] for rank in values]) if values else t("none")


def plain(value: object, t: Translator) -> str:
    """Any value a program returned, short enough for a sentence, as its language's reader writes it.

    >>> from acey_teach.i18n import translator
    >>> plain((Outcome.POST, -4, 0.5), translator("en"))
    '(post, −4, 0.5)'
    """
    match value:
        case Other():
            return t("a value of the type “{type}”", type=shown(value.type))
        case bool() | None:
            return str(value)
        case int() | Fraction():
            small = value.numerator.bit_length() + value.denominator.bit_length() < 80
            return t.number(value) if small else t("a very long number")
        case float():
            return shown(value)
        case Outcome() | "inside" | "outside" | "post":
            return str(value)
        case str():
            return t("“{text}”", text=shown(value))
        case tuple() | list():
            items = ["[…]" if is_list(item) else plain(item, t) for item in value[:6]]
            inside = ", ".join([*items, "…"] if len(value) > len(items) else items)
            return f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    return t("a value of the type “{type}”", type=type(value).__name__)


def against(
    case: str,
    reply: Reply,
    wanted: object,
    right: str,
    clause: str,
    t: Translator,
    shows: Callable[[Any, Translator], str] = plain,
) -> tuple[str, ...]:
    """What is said of a wrong reply in a case: what came, what the rules say, and how to write it.

    `wanted` is the right value, or the Refusal for which ValueError must be raised, or None where many values are
    right; `right` says it, and `shows` the value that came.
    """
    if reply.kind is Kind.STOPPED:
        from acey_teach.exercises.running.sandbox import stopped  # only here: it loads what processes need

        why = stopped(reply, t)
        return (why,) if reply.name in _NO_CASE else (t("{case}: here your program was stopped.", case=case), why)
    if reply.kind is Kind.NEED:
        return (t("{case}: yours asks for chance, and nothing here is left to chance.", case=case),)
    if isinstance(wanted, Refusal):
        return _not_refused(case, reply, wanted, t)
    if reply.kind is Kind.RAISED:
        error = f"{shown(reply.name)}: {_line(reply.text)}" if reply.text else shown(reply.name)
        return (
            t(
                "{case}: yours stops with {error}. The rules say {right} ({clause}).",
                case=case,
                error=error,
                right=right,
                clause=clause,
            ),
        )
    if reply.value is None:
        return (
            t(
                "{case}: yours gives nothing: is a return missing? The rules say {right} ({clause}).",
                case=case,
                right=right,
                clause=clause,
            ),
        )
    said = t(
        "{case}: yours says {value}; the rules say {right} ({clause}).",
        case=case,
        value=shows(reply.value, t),
        right=right,
        clause=clause,
    )
    return said, *_form(reply.value, wanted, t)


def _line(text: str) -> str:
    """The beginning of an error's message, in one line."""
    line = "".join(c if c.isprintable() else " " for c in text[:200])
    return line if len(line) <= 80 else line[:79] + "…"


def _not_refused(case: str, reply: Reply, wanted: Refusal, t: Translator) -> tuple[str, ...]:
    why = wanted.sentence(t)
    if reply.kind is Kind.RAISED:
        said = t("{case}: yours stops with {error}; it must raise ValueError.", case=case, error=shown(reply.name))
    elif reply.value is None:
        said = t("{case}: yours gives nothing; it must raise ValueError.", case=case)
    else:
        said = t("{case}: yours says {value}; it must raise ValueError.", case=case, value=plain(reply.value, t))
    return said, t("{why} ({clause})", why=why, clause=wanted.clause)


def _form(value: object, wanted: object, t: Translator) -> tuple[str, ...]:
    """What is wrong with the kind of value, if that is wrong."""
    if isinstance(wanted, tuple):
        if not is_list(value):
            return (t("Return all the values together: with commas, or in a list."),)
        return next((said for v, w in zip(value, wanted, strict=False) if (said := _form(v, w, t))), ())
    if isinstance(wanted, Outcome):
        known = isinstance(value, str) and value in list(Outcome)
        return () if known else (t("Write the outcome as “inside”, “outside” or “post”, in small letters."),)
    if isinstance(wanted, Fraction) and isinstance(value, float):
        return (t("Return a Fraction, not a decimal: most fractions have no exact one."),)
    if isinstance(wanted, int) and isinstance(value, float | Fraction) and value == wanted:
        return (t("A number of chips or cards is a whole number, an int: divide with //, not with /."),)
    if isinstance(wanted, int) and isinstance(value, bool):
        return (t("True and False are no numbers."),)
    return ()
