"""What the rules do not allow, said in one sentence that tells what to do instead."""

from __future__ import annotations

from acey_teach.i18n import Translator, translator


class Refusal(ValueError):  # noqa: N818 - nothing went wrong: it is an answer
    """A refused action or unusable input. Nothing was changed.

    `code` names the kind for programs, `clause` the rule it rests on ("" where none does), and
    `sentence` tells a person in their language.

    >>> str(Refusal("stake-low", "The least stake is {low}.", low=1))
    'The least stake is 1.'
    """

    def __init__(self, code: str, message: str, /, *, clause: str = "", **values: object) -> None:
        self.code, self.message, self.clause, self.values = code, message, clause, values
        super().__init__(code)

    def sentence(self, t: Translator) -> str:
        """The refusal in the language of `t`."""
        return t(
            self.message, **{key: t(value) if isinstance(value, Word) else value for key, value in self.values.items()}
        )

    def __str__(self) -> str:
        return self.sentence(translator("en"))


class Word(str):
    """A value of a refusal that is itself a word to translate."""

    __slots__ = ()


def shown(value: object) -> str:
    """What somebody typed, short enough and plain enough to repeat in a sentence.

    >>> shown("x" * 99)
    'xxxxxxxxxxxxxxxxxxxxxxx…'
    """
    try:
        whole = str(value)
    except Exception:  # a number of 5,000 digits, or lists within lists: no text, but still to be refused
        whole = type(value).__name__
    text = "".join(c if c.isprintable() else "?" for c in whole[:200])
    return text if len(text) <= 24 else text[:23] + "…"


def is_whole(value: object) -> bool:
    """Whether `value` is a Python whole number (a bool is not)."""
    return type(value) is int
