"""What the page of witnesses and long runs shows, and the short code that brings its settings back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from acey_teach.analysis.long_run import Run, begin, has_numpy, more
from acey_teach.analysis.strategies import STRATEGIES
from acey_teach.analysis.witnesses import SLICE, Broken, Case, Tally, draw
from acey_teach.engine.cards import Card, cards
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.shuffle import check_of, check_seed, new_seed, shuffled
from acey_teach.i18n import N_

BOTS = tuple(STRATEGIES)
LETTERS = {name[0]: name for name in BOTS}
"""The letter of each bot in a code."""
SIZES = {True: (1_000, 100_000, 1_000_000), False: (100, 400, 1_000)}
"""How many sessions a run may have, with NumPy and without."""
MOST_DRAWS = 1_000_000
MOST_SEATS = 8
EXAMPLE = (Card("4c"), Card("Qd"))
EXTRA = (Card("Js"),)
"""The worked example: its posts, and the card that makes the bet good."""
_BROKEN = N_("This is not the code of the lab, or a letter of it is wrong: “{code}”. Copy it again.")


class Part(StrEnum):
    """What the page is about."""

    WITNESSES = "w"
    SESSIONS = "s"


class Phase(StrEnum):
    """How far a run is. One that was stopped does not go on, but begins again."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True)
class LabState:
    """The settings, and what came of the run so far: a `tally` of draws, or a `run` of sessions."""

    lang: str = "en"
    home: str = ""
    part: Part = Part.WITNESSES
    case: Case = Case(EXAMPLE, (), Outcome.INSIDE)  # noqa: RUF009 - immutable
    bots: tuple[str, ...] = ("expected-value", "bold", "cautious")
    seat: int = 0
    size: int = 2
    seed: str = "lab"
    phase: Phase = Phase.READY
    tally: Tally = Tally()  # noqa: RUF009 - immutable
    run: Run | None = None
    offer: str = ""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many sessions there are to choose from."""
        return SIZES[has_numpy()]

    @property
    def target(self) -> int:
        """How many sessions, or draws, the run comes to."""
        return self.sizes[self.size] if self.part is Part.SESSIONS else MOST_DRAWS

    @property
    def done(self) -> int:
        """How many there were."""
        if self.part is Part.WITNESSES:
            return self.tally.draws
        return self.run.sessions if self.run else 0

    def fresh(self, **changes: object) -> LabState:
        """With other settings, before the first draw; a run that goes on begins anew under them."""
        phase = self.phase if self.phase is Phase.RUNNING else Phase.READY
        return replace(self, **{"tally": Tally(), "run": None, "phase": phase, "offer": "", **changes})  # type: ignore[arg-type]

    def onward(self) -> LabState:
        """One slice later. The slices of draws grow with what there is: each adds about a tenth."""
        if self.phase is not Phase.RUNNING:
            return self
        if self.part is Part.WITNESSES:
            slices = max(1, min(self.tally.draws // (10 * SLICE), 200, (self.target - self.tally.draws) // SLICE))
            after = replace(self, tally=draw(self.case, self.seed, self.tally, slices))
        else:
            now = self.run or begin(self.bots, seed=self.seed, target=self.target)
            after = replace(self, run=more(now))
        return replace(after, phase=Phase.OVER) if after.done >= after.target else after


def by_chance(posts: tuple[Card, Card], many: int) -> tuple[Card, ...]:
    """So many other cards that were seen: the worked example's own first, then any."""
    taken = EXTRA if many and posts == EXAMPLE else ()
    pack = Case(posts, taken, Outcome.INSIDE).unseen
    return (*taken, *shuffled(pack, new_seed(), "seen")[: many - len(taken)])


def encode(state: LabState) -> str:
    """The code of the lab's settings: `L9.w.4cQdJs.in.ebc0.2.slab.x…`.

    The part, the posts and the cards seen, the outcome and the broken assumption, the bots with the seat that is
    looked at, the size, and the seed.
    """
    case = state.case
    dealt = "".join(card.code for card in (*case.posts, *case.seen))
    said = case.outcome.value[0] + {broken: str(n) for n, broken in enumerate(Broken)}[case.broken]
    bots = "".join(name[0] for name in state.bots)
    body = f"L9.{state.part}.{dealt}.{said}.{bots}{state.seat}.{state.size}.s{state.seed}"
    return f"{body}.x{check_of(body)}"


def parse(code: str) -> LabState:
    """The settings a code stands for, before the first draw; Refusal for anything else.

    >>> state = LabState(part=Part.SESSIONS, bots=("bold", "random"), seat=1, seed="abc")
    >>> parse(encode(state)) == state
    True
    """
    try:
        _, part, dealt, said, bots, size, seed, _ = code.split(".")
        first, second, *seen = cards(" ".join(dealt[at : at + 2] for at in range(0, len(dealt), 2)))
        outcome = next(outcome for outcome in Outcome if outcome.value[0] == said[0])
        case = Case.of(f"{first} {second}", " ".join(map(str, seen)), outcome, [*Broken][int(said[1])])
        state = LabState(
            part=Part(part),
            case=case,
            bots=tuple(LETTERS[letter] for letter in bots[:-1]),
            seat=int(bots[-1]),
            size=int(size),
            seed=check_seed(seed[1:]),
        )
        seats = len(state.bots)
        if encode(state) != code or not 2 <= seats <= MOST_SEATS or state.seat >= seats or state.size not in range(3):
            raise ValueError
        return state
    except (ValueError, KeyError, IndexError, StopIteration) as error:  # a Refusal is a ValueError too
        raise Refusal("lab-code", _BROKEN, code=shown(code)) from error
