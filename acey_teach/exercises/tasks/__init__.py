"""The exercises that are programs: what a student must write, and the check of what was written.

>>> from acey_teach.exercises.museum import Exhibits
>>> from acey_teach.i18n import translator
>>> print(*check("8.1", Exhibits(), translator("en")).says, sep=" ")
Posts 2 and 3, third 2: yours says inside; the rules say post (A6.2). It counts ...
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acey_teach.exercises.museum import SPECIMENS, Exhibits
from acey_teach.exercises.program import Program
from acey_teach.exercises.tasks import rounds, shuffles, strategies
from acey_teach.exercises.tasks.ask import examine, exhibit
from acey_teach.exercises.tasks.charts import CHARTS
from acey_teach.exercises.tasks.finding import Finding
from acey_teach.exercises.tasks.functions import ASKS
from acey_teach.i18n import N_, Translator

__all__ = ["TASKS", "Finding", "Task", "case", "chart", "check"]


@dataclass(frozen=True)
class Task:
    """What is to be written: `name` and `parameters` of a function (a chart has none), and what it does, `says`.

    `title` and `says` are messages to translate, `clauses` those of RULES that decide, `stub` the code to begin with.
    """

    title: str
    says: str
    name: str
    parameters: tuple[str, ...]
    clauses: tuple[str, ...]
    code: str = ""

    @property
    def stub(self) -> str:
        """The code shown before anything is written; in the museum, the broken program."""
        return self.code or f"def {self.name}({', '.join(self.parameters)}):\n    ...\n"


def _mend(task: str, parameters: tuple[str, ...], *clauses: str) -> Task:
    shown = SPECIMENS[task]
    return Task(shown.title, shown.task, shown.name, parameters, clauses, shown.source)


_CHART = """\
import altair as alt

rows = []
chart = alt.Chart(alt.Data(values=rows))
"""
_SETTLED = ("outcome", "stake", "chips", "pot")

TASKS: dict[str, Task] = {
    "7.1": Task(
        N_("Where the third card falls"),
        N_("Return “inside”, “outside” or “post”. Ranks are whole numbers from 2 to 14, the posts come in any order."),
        "classify",
        ("post1", "post2", "third"),
        ("A4.4", "A6.2"),
    ),
    "7.2": Task(
        N_("The largest stake"),
        N_("Return the largest legal stake, a whole number; 0 where none is legal."),
        "max_stake",
        ("chips", "pot"),
        ("A5.2", "A5.3"),
    ),
    "7.3": Task(
        N_("The ledger"),
        N_("Return chips and pot after a legal bet. `outcome` is “inside”, “outside” or “post”."),
        "settle",
        _SETTLED,
        ("A6.2", "A6.3"),
    ),
    "7.4": Task(
        N_("The probability of inside"),
        N_("Return the exact probability, a Fraction. `seen` lists the ranks of the other cards seen this round."),
        "p_inside",
        ("post1", "post2", "seen"),
        ("A6.2", "R-20"),
    ),
    "7.5": Task(
        N_("A whole turn"),
        N_(
            "Return the outcome, and chips and pot after the bet. Raise ValueError for a stake that is not legal: too "
            "large, 0, negative, or no whole number, such as 2.5 or True."
        ),
        "turn",
        ("post1", "post2", "third", "stake", "chips", "pot"),
        ("A5.2", "A5.5", "A6.2"),
    ),
    "8.1": _mend("8.1", ("post1", "post2", "third"), "A6.2"),
    "8.2": _mend("8.2", ("post1", "post2"), "A4.4"),
    "8.3": _mend("8.3", ("post1", "post2", "seen"), "R-20"),
    "8.4": _mend("8.4", ("stake", "chips", "pot"), "A5.2", "A5.5"),
    "8.5": _mend("8.5", _SETTLED, "A6.2", "A11.1"),
    "8.6": _mend("8.6", ("pot", "chips"), "A9.1"),
    "8.7": _mend("8.7", ("cards", "choose"), "A2.2"),
    "8.8": _mend("8.8", ("dealt",), "A7.3"),
    "9.1": Task(
        N_("A strategy of your own"),
        N_(
            "Return a stake for the hand, or 0 for a pass. The hand has inside, outside, post and unseen (numbers of "
            "cards), most (the largest legal stake), pot, chips, round, and others (the chips of the other players)."
        ),
        "strategy",
        ("hand",),
        ("A5.1", "A5.2", "R-20"),
    ),
    "10.1": Task(
        N_("More room, more luck"),
        N_(
            "Draw the probability of inside against the number of ranks between the posts, 0 to 11, for a fresh pack: "
            "as a probability, in percent, or as a number of cards. Give it a title."
        ),
        "chart",
        (),
        ("A0", "A6.2"),
        _CHART,
    ),
    "10.2": Task(
        N_("A chart of your own"),
        N_("Draw anything about the game that you wonder about: two fields of data at least, and a title."),
        "chart",
        (),
        (),
        _CHART,
    ),
}
"""What is to be written, by the id of the exercise."""


def check(task: str, program: Program, t: Translator) -> Finding:
    """Check a student's function. KeyError for an id that is none of a function."""
    if task == "8.7":
        return shuffles.fair(task, program, t)
    if task == "8.8":
        return rounds.anew(task, program, t)
    if task == "9.1":
        return strategies.plays(task, program, t)
    return examine(task, ASKS[task], program, t)


def case(task: str, values: Mapping[str, object], t: Translator) -> Finding:
    """Whether the exhibit of the bug museum is wrong in a case. KeyError for an id that is none of an exhibit."""
    wanted = SPECIMENS[task].parameters
    if set(values) != set(wanted):
        how = t("Name each of these once: {names}.", names=t.listing(f"{name}=…" for name in wanted))
        return Finding(False, t("That is no case of this program."), (how,))
    if task == "8.7":
        return shuffles.unfair(task, values, Exhibits(), t)
    if task == "8.8":
        return rounds.left_over(task, values, Exhibits(), t)
    return exhibit(task, ASKS[task], tuple(values[name] for name in wanted), Exhibits(), t)


def chart(task: str, spec: object, t: Translator) -> Finding:
    """Check a chart by its spec, `chart.to_dict()`. KeyError for an id that is none of a chart."""
    return CHARTS[task](spec, t)
