"""The bug museum: short broken programs of our own making, each with a mistake that real programs have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from acey_teach.exercises.program import Chooser, Hand, Kind, Reply
from acey_teach.i18n import N_


class Specimen(NamedTuple):
    """A broken program. `task` says what it should do, `label` where such mistakes are met.

    `parameters` are those of a case in which it is wrong, which are the function's own but for the last two exhibits.
    """

    title: str
    label: str
    task: str
    name: str
    parameters: tuple[str, ...]
    source: str


SPECIMENS: dict[str, Specimen] = {
    "8.1": Specimen(
        N_("One sign too many"),
        N_("Met wherever a range has two ends: discounts “up to 10”, the last day of a booking, pages “1 to n”."),
        N_("It should say where the third card falls: “inside”, “outside” or “post”."),
        "classify",
        ("post1", "post2", "third"),
        """\
def classify(post1, post2, third):
    low = min(post1, post2)
    high = max(post1, post2)
    if low <= third <= high:
        return "inside"
    if third == low or third == high:
        return "post"
    return "outside"
""",
    ),
    "8.2": Specimen(
        N_("The order of the day"),
        N_("Met where two ends are taken as they come: dates typed the wrong way round, the corners of a rectangle."),
        N_("It should list the ranks of all third cards that win, from low to high, whichever post came first."),
        "winning_ranks",
        ("post1", "post2"),
        """\
def winning_ranks(post1, post2):
    ranks = []
    for rank in range(2, 15):
        if post1 < rank and rank < post2:
            ranks.append(rank)
    return ranks
""",
    ),
    "8.3": Specimen(
        N_("Always four"),
        N_("Met where only one half of a fraction is kept up to date: shares, averages, stock counts."),
        N_("It should give the exact probability of inside. `seen` lists the ranks of the other cards seen."),
        "p_inside",
        ("post1", "post2", "seen"),
        """\
from fractions import Fraction

def p_inside(post1, post2, seen):
    low, high = sorted([post1, post2])
    cards = 0
    for rank in range(low + 1, high):
        cards += 4
    unseen = 52 - 2 - len(seen)
    return Fraction(cards, unseen)
""",
    ),
    "8.4": Specimen(
        N_("Nobody would do that"),
        N_("Met in shops and banks that took a negative amount for an order, and paid it out."),
        N_("It should put a legal stake aside, and give the chips left and the stake; raise ValueError for any other."),
        "place_bet",
        ("stake", "chips", "pot"),
        """\
def place_bet(stake, chips, pot):
    if stake > pot:
        raise ValueError(stake)
    held = stake
    chips = chips - held
    return chips, held
""",
    ),
    "8.5": Specimen(
        N_("The generous bank"),
        N_("Met in accounting programs: one side of a transfer is booked with another amount than the other side."),
        N_("It should give chips and pot after a legal bet. `outcome` is “inside”, “outside” or “post”."),
        "settle",
        ("outcome", "stake", "chips", "pot"),
        """\
def settle(outcome, stake, chips, pot):
    chips -= stake
    if outcome == "inside":
        chips += 2 * stake
        pot -= stake
    elif outcome == "outside":
        pot += stake
    else:
        pot += 2 * stake
    return chips, pot
""",
    ),
    "8.6": Specimen(
        N_("The crumbs under the table"),
        N_("Met in programs that share a bill, a prize or a budget, and in the cents that get lost by rounding."),
        N_("It should share the rest of the pot equally, and exactly. `chips` lists what each player has."),
        "divide",
        ("pot", "chips"),
        """\
def divide(pot, chips):
    share = pot // len(chips)
    result = []
    for own in chips:
        result.append(own + share)
    return result
""",
    ),
    "8.7": Specimen(
        N_("Well mixed is not fair"),
        N_("Met in card games online, in music players, and in lists of choices whose order should be random."),
        N_("It should give the cards in a random order, all orders equally likely. choose(n) gives a number below n."),
        "shuffle",
        ("order", "probability"),
        """\
def shuffle(cards, choose):
    deck = list(cards)
    n = len(deck)
    for i in range(n):
        j = choose(n)
        deck[i], deck[j] = deck[j], deck[i]
    return deck
""",
    ),
    "8.8": Specimen(
        N_("It remembers"),
        N_("Met on servers: what one user did shows up with the next one, because a list was never made new."),
        N_("It should give the number of unseen cards when these ranks have been dealt in a new round."),
        "unseen_after",
        ("first", "second"),
        """\
PACK = 52

def unseen_after(dealt, seen=[]):
    for rank in dealt:
        seen.append(rank)
    return PACK - len(seen)
""",
    ),
}
"""The exhibits by the id of their exercise."""


class _Need(BaseException):
    """One more number below `n` is asked for."""

    def __init__(self, n: object) -> None:
        self.n = n


def _chooser(script: Sequence[int]) -> Callable[[int], int]:
    numbers: Iterator[int] = iter(script)

    def choose(n: int) -> int:
        for number in numbers:
            return number
        raise _Need(n)

    return choose


def case_of(task: str) -> str:
    """Under which name it is kept that a case was found for an exhibit; its own id is the program mended.

    >>> case_of("8.1")
    '8.1c'
    """
    return f"{task}c"


def named(task: str, values: Sequence[object], case: Mapping[str, object]) -> dict[str, object]:
    """A case with the names of its values: those given in their order, then those given by name.

    >>> named("8.1", (4, 12), {"third": 9})
    {'post1': 4, 'post2': 12, 'third': 9}
    """
    names = SPECIMENS[task].parameters if task in SPECIMENS else ()
    return {**dict(zip(names, values, strict=False)), **case}


def load(task: str) -> Callable[..., Any]:
    """The function of an exhibit, made anew from its source. It is ours, so it may run in this process."""
    names: dict[str, Any] = {}
    exec(SPECIMENS[task].source, names)
    function: Callable[..., Any] = names[SPECIMENS[task].name]
    return function


class Exhibits:
    """A `Program` in this process, for functions that are trusted: those of the museum, or what `load` gives."""

    def __init__(self, load: Callable[[str], Callable[..., Any]] = load) -> None:
        self._load, self._loaded = load, dict[str, Callable[..., Any]]()

    def call(self, task: str, calls: Sequence[Sequence[object]], *, fresh: bool = False) -> list[Reply]:
        """One reply for each call, as `Program` says."""
        if fresh or task not in self._loaded:
            self._loaded[task] = self._load(task)
        return [self._reply(self._loaded[task], arguments) for arguments in calls]

    @staticmethod
    def _reply(function: Callable[..., Any], arguments: Sequence[object]) -> Reply:
        given = [
            _chooser(a.script) if isinstance(a, Chooser) else SimpleNamespace(**a.fields) if isinstance(a, Hand) else a
            for a in arguments
        ]
        try:
            return Reply(Kind.VALUE, function(*given))
        except _Need as need:
            return Reply(Kind.NEED, need.n)
        except Exception as error:
            return Reply(Kind.RAISED, name=type(error).__name__, text=str(error))
