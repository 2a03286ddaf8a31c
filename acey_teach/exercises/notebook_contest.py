"""`tournament`: the cell in which strategies of exercise 9 and bots play each other."""

from __future__ import annotations

from acey_teach.analysis.contest import MOST_DEALS
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.exercises import contest
from acey_teach.exercises.contest_view import Cup, CupApp
from acey_teach.exercises.notebook import FAULT, empty, tag_of
from acey_teach.exercises.running import clean
from acey_teach.i18n import N_, Translator, translator
from acey_teach.widgets.panel import Panel

_ENTRANTS = N_(
    "Name the entrants in braces: a name in quotation marks, a colon, and a function or the name of a bot in quotation "
    "marks."
)


def tournament(entrants: object, deals: object = 200, seed: object = "1", lang: object = "en") -> Panel[Cup]:
    """Let strategies of exercise 9 and bots play each other: `{"mine": mine, "bold": "bold"}`.

    A strategy that is faulty or slow is sent off with the reason, the others play on.
    """
    t = translator(tag_of(lang))
    with clean.as_before():
        try:
            cup = _cup(entrants, deals, seed, t)
        except Refusal as refusal:
            cup = Cup(t.tag, trouble=refusal.sentence(t))
        except Exception as error:
            cup = Cup(t.tag, trouble=t(FAULT, error=type(error).__name__))
        return Panel(CupApp(cup), "tournament")


def _cup(entrants: object, deals: object, seed: object, t: Translator) -> Cup:
    if not isinstance(entrants, dict) or not all(isinstance(name, str) and name.strip() for name in entrants):
        raise Refusal("entrants", _ENTRANTS)
    if not isinstance(deals, int) or not is_whole(deals) or not 1 <= deals <= MOST_DEALS:
        raise Refusal("deals", N_("Play a whole number of deals, from 1 to {most}."), most=MOST_DEALS)
    if not isinstance(seed, str):
        raise Refusal("seed", N_("Write the seed in quotation marks."))
    for name, thing in entrants.items():
        if not isinstance(thing, str) and empty(thing):
            raise Refusal(
                "strategy",
                N_("Write the strategy “{name}” first: put its body in place of the three dots."),
                name=shown(name),
            )
    ready: dict[str, str | contest.Open] = {}
    for name, thing in entrants.items():
        ready[contest.named(name, ready)] = thing if isinstance(thing, str) else _opened(clean.pickled(thing))
    played = contest.play(ready, t, deals, seed)
    return Cup(t.tag, played.contest, played.out)


def _opened(pickled: bytes) -> contest.Open:
    """A program of one function, in a process of its own where there can be one."""
    if clean.BROWSER:
        from acey_teach.exercises.running.in_process import InProcess

        return lambda: InProcess(contest.TASK, pickled)
    from acey_teach.exercises.running.sandbox import Sandbox

    return lambda: Sandbox.of_function(contest.TASK, pickled)
