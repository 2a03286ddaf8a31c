"""The predictions of a session: one immutable record a turn, and the text in which a browser keeps them.

A prediction belongs to a round and a seat, and names the hand it was made for: going back keeps it, and when another
decision before it brings other cards, it does not count for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, outcome_of
from acey_teach.engine.terms import Side

if TYPE_CHECKING:
    from acey_teach.practice.scoring import Forecast

_LETTERS = {outcome: outcome.value[0] for outcome in Outcome}
_BY_LETTER = {letter: outcome for outcome, letter in _LETTERS.items()}
_SIDES = {side.value[0]: side for side in Side}
_ITEM = re.compile(
    r"([0-9]{1,2})-([0-9])([iop])((?:[2-9TJQKA][cdhs]){2}[0-9]{1,3}[ab]?)([hl]?)(?:_([0-9]{1,40})_([0-9]{1,40}))?"
)
_END = "~"


class Prediction(NamedTuple):
    """What somebody committed to in one turn: an outcome, and a probability of inside (None: none said).

    `hand` is what it was said about: the posts and the number of unseen cards, such as `4cQd50`, and for the hands of
    a split pair which one it is, `a` or `b`. With a pair that is bet on with a side, `side` is the one it was said for.
    """

    round: int
    seat: int
    outcome: Outcome
    chance: Fraction | None
    hand: str
    side: Side | None = None

    @property
    def turn(self) -> tuple[int, int, str]:
        """Round, seat, and hand of a split pair: what has one prediction."""
        last = self.hand[-1:]
        return self.round, self.seat, last if last in "ab" else ""


def hand(s: Session) -> str:
    """The hand in turn, as it was before the third card; "" while there are no posts.

    >>> from acey_teach.engine.record import parse
    >>> hand(parse("A1.n2.sdemo.mD1.t1.xx1s"))
    ''
    """
    posts = s.posts
    if posts is None:
        return ""
    split = " ab"[s.hand.column].strip()
    return f"{posts[0].code}{posts[1].code}{len(s.stock) - s.dealt + (s.third is not None)}{split}"


def of(predictions: Sequence[Prediction], s: Session) -> Prediction | None:
    """The prediction for the hand on the table, if one was made."""
    if not predictions or not (now := hand(s)):
        return None
    return next((p for p in predictions if (p.round, p.seat, p.hand) == (s.round, s.seat, now)), None)


def added(predictions: Sequence[Prediction], new: Prediction) -> tuple[Prediction, ...]:
    """The predictions with a new one, which takes the place of an older one for the same turn."""
    return (*(p for p in predictions if p.turn != new.turn), new)


def odds_of(made: Prediction, s: Session) -> Odds:
    """The odds of the hand on the table, for the side of a pair that was meant."""
    found = s.odds
    if not made.side or not found.terms.sides or made.side is found.terms.side:
        return found
    return odds(found.posts, found.known[2:], found.rules, None, made.side)


def fell(made: Prediction, s: Session) -> Outcome | None:
    """Where the third card fell, for the side of a pair that was meant; None before."""
    if not s.outcome or not s.third:
        return None
    return outcome_of(odds_of(made, s).terms, s.third) if made.side else s.outcome


def forecasts(predictions: Sequence[Prediction], s: Session) -> list[tuple[Prediction, Forecast]]:
    """The predictions of the turns played up to here beside the truth, in the order of the turns."""
    from acey_teach.practice.scoring import Forecast

    if not predictions:
        return []
    found: dict[Prediction, Forecast] = {}
    for step in s.steps:
        if step.third and step.outcome and (made := of(predictions, step)) in found:
            assert made
            found[made] = found[made]._replace(fell=fell(made, step))
        elif step.posts and not step.third and (made := of(predictions, step)) and made not in found:
            found[made] = Forecast(made.outcome, made.chance, odds_of(made, step))
    return [*found.items()]


# ---- as text ----
def kept(code: str, predictions: Iterable[Prediction], hide: bool) -> str:
    """A session code with the predictions behind it, as the browser keeps it; the code alone when there is no more.

    >>> kept("A1", [Prediction(1, 0, Outcome.INSIDE, Fraction(14, 25), "4cQd50")], True)
    'A1 h1-0i4cQd50_14_25~'
    """
    items = "".join(
        f"{p.round}-{p.seat}{_LETTERS[p.outcome]}{p.hand}{p.side.value[0] if p.side else ''}"
        + (f"_{p.chance.numerator}_{p.chance.denominator}" if p.chance is not None else "")
        + _END
        for p in predictions
    )
    return f"{code} {'h' if hide else 'o'}{items}" if items or hide else code


def split(text: str) -> tuple[str, tuple[Prediction, ...], bool]:
    """What `kept` put together: the code, the predictions, and whether odds are hidden until predicted.

    What cannot be read is left out: a lost prediction is no reason to lose the session.

    >>> split("A1 h1-0i4cQd50_14_25~1-1o8s")[1:]
    ((Prediction(round=1, seat=0, outcome=<Outcome.INSIDE: 'inside'>, chance=Fraction(14, 25), hand='4cQd50', side=None),), True)
    """
    code, _, rest = text.strip().partition(" ")
    found: tuple[Prediction, ...] = ()
    for item in rest[1:].split(_END)[:-1]:  # each item is closed: one that was cut off is none
        made = _ITEM.fullmatch(item)
        chance = None
        if made and made[6]:
            chance = Fraction(int(made[6]), int(made[7])) if int(made[7]) else Fraction(-1)
        if made and (chance is None or 0 <= chance <= 1):
            side = _SIDES.get(made[5])
            found = added(found, Prediction(int(made[1]), int(made[2]), _BY_LETTER[made[3]], chance, made[4], side))
    return code, found, rest.startswith("h")
