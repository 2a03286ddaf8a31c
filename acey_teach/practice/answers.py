"""Answers as people write them: `14/25`, `0.56`, `.56`, `0,56`, `56 %`. All of these are the same exact number."""

from __future__ import annotations

import re
from fractions import Fraction
from unicodedata import decomposition, normalize

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_

LONGEST = 24
"""Signs of the longest answer that is read."""

_SAME = {
    ord("\N{MINUS SIGN}"): "-",
    ord("\N{EN DASH}"): "-",
    ord("\N{FRACTION SLASH}"): "/",
    ord("\N{DIVISION SLASH}"): "/",
}
_NUMBER = re.compile(r"([+-]?)\s*([0-9]*)(?:[.,]([0-9]+))?\s*(%?)")
_FRACTION = re.compile(r"([+-]?\s*[0-9]+)\s*/\s*([0-9]+)")

_EMPTY = N_("There is nothing in the answer yet. Write a number, such as 3, 1/4, 0.25 or 25 %.")
_UNREADABLE = N_("“{text}” is not a number. Write one such as 3, 1/4, 0.25 or 25 %.")
_LONG = N_("That is too long to read: “{text}”. Write the number with at most {most} signs.")
_DIGITS = N_("“{text}” has digits of another kind. Write it with the digits 0 to 9.")
_SLASHES = N_("“{text}” has more than one fraction bar. Write one number over one other, such as 1/4.")
_ZERO = N_("Nothing can be divided by 0: “{text}” is no number.")
_RANGE = N_("A probability is never less than 0 and never more than 1, which is 100 %. “{text}” is outside of that.")
_PERCENT = N_("A probability is never more than 1, which is 100 %. For {n} in a hundred write {n} %.")


def number(text: str) -> Fraction:
    """The number somebody wrote, exactly; Refusal with a sentence for anything that is none.

    >>> number("14/25") == number("28/50") == number(".56") == number("0,56") == number(" 56 % ")
    True
    >>> number("−2"), number("½")
    (Fraction(-2, 1), Fraction(1, 2))
    """
    plain = " ".join(text.split()).translate(_SAME)
    if not plain:
        raise Refusal("answer-empty", _EMPTY)
    if len(plain) > LONGEST:
        raise Refusal("answer-long", _LONG, text=shown(plain), most=LONGEST)
    if len(bare := plain.lstrip("+-")) == 1 and decomposition(bare).startswith("<fraction>"):  # ½, as programs write it
        plain = plain.replace(bare, normalize("NFKC", bare).translate(_SAME))
    if any(sign.isnumeric() and not sign.isascii() for sign in plain):
        raise Refusal("answer-digits", _DIGITS, text=shown(plain))
    if plain.count("/") > 1:
        raise Refusal("answer-slashes", _SLASHES, text=shown(plain))
    if found := _FRACTION.fullmatch(plain):
        over, under = int(found[1].replace(" ", "")), int(found[2])
        if not under:
            raise Refusal("answer-zero", _ZERO, text=shown(plain))
        return Fraction(over, under)
    found = _NUMBER.fullmatch(plain)
    if not found or not (found[2] or found[3]):
        raise Refusal("answer", _UNREADABLE, text=shown(plain))
    sign, whole, rest, percent = found.groups("")
    value = Fraction(int(whole + rest or "0"), 10 ** len(rest) * (100 if percent else 1))
    return -value if sign == "-" else value


def chance(text: str) -> Fraction:
    """The probability somebody wrote, 0 to 1; Refusal for what `number` refuses and for any other number.

    >>> chance("56 %")
    Fraction(14, 25)
    >>> chance("56")
    Traceback (most recent call last):
    ...
    acey_teach.engine.refusal.Refusal: A probability is never more than 1, ... For 56 in a hundred write 56 %.
    """
    value = number(text)
    if 0 <= value <= 1:
        return value
    if 1 < value <= 100 and value.denominator == 1 and "%" not in text and "/" not in text:
        raise Refusal("chance-percent", _PERCENT, n=value.numerator)
    raise Refusal("chance-range", _RANGE, text=shown(" ".join(text.split())))
