"""Values on their way into a student's program and out of it: JSON that keeps every number exact.

This runs beside the student's code, which may have replaced anything in `builtins`, `json` or `fractions`. So whatever
is used here is taken before that code is loaded, and a value is known by its type alone, never by what it says itself.

>>> decode(loads(encode((True, Fraction(1, 3), [2**99, "♠"]))))
(True, Fraction(1, 3), [633825300114114700748351602688, '♠'])
>>> decode(loads(encode({1.5, 2.5})))
Other(type='set')
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from fractions import Fraction
from json import JSONDecoder
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any

from acey_teach.exercises.program import Chooser, Hand, Kind, Other, Reply

NODES, SIGNS, DEPTH, BITS = 20_000, 200_000, 50, 10_000
"""The most values within one value, signs in its texts, lists within lists, and binary digits of a number."""
UNDER = 10_000
"""A float such as 28/50 is meant as the fraction that it is nearest to, with a denominator up to this one."""
NAME, TEXT = 80, 400
"""Signs that are kept of a name and of an exception's message."""

globals().update(__builtins__=vars(builtins).copy())  # what the functions below find, whatever becomes of the others
_scan: Callable[[str, int], tuple[Any, int]] = vars(JSONDecoder())["scan_once"]  # in C: nothing can be put in its place
_over, _under = Fraction.__dict__["_numerator"], Fraction.__dict__["_denominator"]
_name = type.__dict__["__name__"]


class TooBigError(Exception):
    """A value that is too large, too deep, or within itself."""


def loads(text: str) -> Any:
    """What a JSON text says. ValueError, StopIteration or RecursionError for a text that is none."""
    data, end = _scan(text, 0)
    if text[end:].strip():
        raise ValueError("more than one JSON value")
    return data


def encode(value: object, nodes: int = NODES, signs: int = SIGNS) -> str:
    """A value as JSON; what is of no type that can be carried, as the name of its type. TooBigError for too much."""
    return _text(value, [nodes, signs], DEPTH)


def _text(value: Any, left: list[int], depth: int) -> str:
    left[0] -= 1
    kind = type(value)
    if kind is str:
        left[1] -= len(value)
    if left[0] < 0 or left[1] < 0 or depth < 0:
        raise TooBigError
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is str:
        return _quoted(value)
    if kind is int:
        return _whole(value)
    if kind is float:
        return '{"f":"' + float.hex(value) + '"}'
    if kind is Fraction:
        over, under = _over.__get__(value), _under.__get__(value)
        if type(over) is type(under) is int:
            return '{"q":[' + _whole(over) + "," + _whole(under) + "]}"
    if kind is list or kind is Chooser:
        items = value.script if kind is Chooser else value
        text = "[" + ",".join([_text(item, left, depth - 1) for item in items]) + "]"
        return '{"c":' + text + "}" if kind is Chooser else text
    if kind is tuple:
        return '{"t":[' + ",".join([_text(item, left, depth - 1) for item in value]) + "]}"
    if kind is dict or kind is Hand:
        pairs = value.fields if kind is Hand else value
        texts = ["[" + _text(k, left, depth - 1) + "," + _text(v, left, depth - 1) + "]" for k, v in pairs.items()]
        return ('{"h":[' if kind is Hand else '{"d":[') + ",".join(texts) + "]}"
    return '{"o":' + _quoted(value.type if kind is Other else name(kind)) + "}"


def _whole(value: Any) -> str:
    """A whole number; a long one in hexadecimal, which has no limit of digits."""
    bits = int.bit_length(value)
    if bits > BITS:
        raise TooBigError
    return int.__repr__(value) if bits < 64 else '{"i":"' + int.__format__(value, "x") + '"}'


def name(kind: type) -> str:
    """The name of a type, whatever its metaclass says."""
    return plain(_name.__get__(kind), NAME)


def plain(text: object, most: int = TEXT) -> str:
    """The beginning of a text, as a `str` and nothing more; "" for what is none."""
    try:
        return str.__getitem__(text, slice(most))  # type: ignore[index]
    except TypeError:
        return ""


def _quotient(over: object, under: object) -> Fraction:
    if type(over) is type(under) is int:  # a text such as 1e999999999 would be a fraction too
        return Fraction(over, under)
    raise ValueError("a fraction is two whole numbers")


Make = Mapping[str, Callable[..., object]]
SHOWN: Make = {"q": _quotient, "h": lambda fields: Hand(fields), "c": lambda script: Chooser(tuple(script))}
"""How those who check see fractions, hands and choosers."""


def decode(data: Any, make: Make = SHOWN) -> Any:
    """The value that `loads` of an `encode` gave.

    For anything else: ValueError, TypeError, KeyError, ArithmeticError or RecursionError. `make` builds what the two
    sides see differently.
    """
    kind = type(data)
    if kind is list:
        return [decode(item, make) for item in data]
    if kind is not dict:
        if kind is float:
            raise ValueError("a float comes by its exact digits")
        return data
    [(tag, inside)] = data.items()
    if tag == "t":
        return tuple([decode(item, make) for item in inside])
    if tag == "q":
        return make["q"](*[decode(item) for item in inside])
    if tag == "i":
        if len(inside) > BITS // 4 + 2:
            raise ValueError("too long a number")
        return int(inside, 16)
    if tag == "f":
        return float.fromhex(inside)
    if tag == "d" or tag == "h":
        pairs = {decode(k, make): decode(v, make) for k, v in inside}
        return pairs if tag == "d" else make["h"](pairs)
    if tag == "c":
        return make["c"]([decode(item) for item in inside])
    if tag == "o":
        return Other(plain(inside, NAME))
    raise ValueError(f"no such tag: {tag}")


def answered(reply: Reply) -> str:
    """A reply as JSON; TooBigError for too large a value."""
    said = encode(reply.value) if reply.kind is Kind.VALUE or reply.kind is Kind.NEED else "null"
    return "[" + ",".join([_quoted(reply.kind), said, _quoted(reply.name), _quoted(reply.text)]) + "]"


def reply_in(line: str) -> Reply:
    """The reply a line of JSON holds, which anybody may have written: ValueError for a line that is none."""
    try:
        kind, value, called, text = loads(line)
        return Reply(Kind(kind), decode(value), readable(called, NAME), readable(text))
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, StopIteration) as error:
        raise ValueError("no reply") from error


def readable(text: object, most: int = TEXT) -> str:
    """The beginning of a text that anybody may have written, without what no page can show."""
    cut = plain(text, most)
    return cut if cut.isprintable() else "".join(c if c.isprintable() or c == "\n" else "?" for c in cut)


def exact(value: object) -> object:
    """A float that is the nearest one to a simple fraction, as that fraction; anything else as it is.

    >>> exact(28 / 50), exact(1 / 3), exact(0.538461538), exact("0.538")
    (Fraction(14, 25), Fraction(1, 3), 0.538461538, '0.538')
    """
    if type(value) is float and value - value == 0:  # neither infinite nor nan
        near = Fraction(value).limit_denominator(UNDER)
        if float(near) == value:
            return near
    return value


def written(value: object) -> str | None:
    """An answer, or the id of an exercise, as it is judged: a text as it is, a number in its digits; None for `...`.

    >>> written("14/25"), written(Fraction(14, 25)), written(0.5), written(...)
    ('14/25', '14/25', '0.5', None)
    """
    if value is ...:
        return None
    if type(value) is Fraction or type(value) is int:
        whole = _over.__get__(value) if type(value) is Fraction else value
        under = _under.__get__(value) if type(value) is Fraction else 1
        try:
            return f"{whole}/{under}" if under != 1 else f"{whole}"
        except ValueError:  # a number of thousands of digits
            return name(type(value))
    try:
        return plain(value if isinstance(value, str) else repr(value) if type(value) is float else str(value))
    except Exception:  # what an object says of itself may fail
        return name(type(value))
