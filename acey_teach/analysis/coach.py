"""The coach: what each stake of one decision does to expected chips, to growth, and to the chance of winning.

>>> found = advise(positions()["behind"])
>>> found.best_chips, found.best_growth, found.best_win
((0,), (0,), (3, 4, 5, 6, 7))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import inf, log, prod
from types import MappingProxyType
from typing import NamedTuple

from acey_teach.analysis.played_on import Chance, Joint, by_engine, estimate, last_turn
from acey_teach.analysis.strategies import STRATEGIES
from acey_teach.engine.cards import cards
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal, Word, is_whole, shown
from acey_teach.engine.rules import ABOUT
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Chips, Limit, paid
from acey_teach.engine.shuffle import check_seed
from acey_teach.i18n import N_

MOST_STAKES = 300
"""The guide's game never has more legal stakes. Of more, so many are looked at, evenly spaced."""
ROLLOUTS, ROLLOUTS_BY_ENGINE, STAKES_BY_ENGINE = 4000, 100, 7
SURE = 2.0
"""A stake counts as worse than the best when the difference is more than so many of its standard errors."""
ONLY_STAKES = {"deal", "ace_post_x4", "first_orbit_half_pot", "half_cap", "debt"}
"""The options of part B that ask for nothing but a stake."""


class StakeAdvice(NamedTuple):
    """One stake, 0 for a pass.

    `ev` is in chips. `growth` is the expected logarithm of (chips after the turn / chips before it), where chips are
    those in front of the player: -inf where the turn can leave none. It is a float for drawing: what is best is
    decided in whole numbers. `win` is None where only some stakes were played on.
    """

    stake: int
    ev: Fraction
    growth: float
    win: Chance | None


class Advice(NamedTuple):
    """All stakes, 0 first, and the best for each of three aims; several where they are equally good.

    `best_win` goes by `Chance.worth`. `exact` says that those chances are exact; otherwise each stake was played on
    `rollouts` times with the same cards, `engine` says by the engine, and `as_good` are the stakes that these cannot
    tell from the best. `complete` says that every legal stake is listed. `strategies` are those of the seats later on.
    """

    seat: int
    stakes: tuple[StakeAdvice, ...]
    best_chips: tuple[int, ...]
    best_growth: tuple[int, ...]
    best_win: tuple[int, ...]
    as_good: tuple[int, ...]
    exact: bool
    rollouts: int
    engine: bool
    complete: bool
    strategies: tuple[str, ...]

    def of(self, stake: int) -> StakeAdvice:
        """What is said of one stake; KeyError when it is not listed."""
        for one in self.stakes:
            if one.stake == stake:
                return one
        raise KeyError(stake)


def advise(
    session: Session,
    strategies: str | Sequence[str] | None = None,
    rollouts: int | None = None,
    seed: str = "1",
    engine: bool = False,
) -> Advice:
    """What the player in turn should know of every legal stake (A5-A9). The same arguments give the same advice.

    On the last turn of the session all chances are exact. Before, every stake is played on `rollouts` times, by the
    engine if NumPy is missing or `engine` says so, then fewer times and with fewer stakes. `strategies` play later
    turns: one name for all, or one for each seat; None lets each bot play its own, and people by `expected-value`.

    Refusal when no decision is due, for rules that ask for more than a stake, and for unusable arguments.
    """
    _check(session)
    names, seed = _names(session, strategies), check_seed(seed)
    if rollouts is not None and (not is_whole(rollouts) or rollouts < 2):
        raise Refusal("rollouts", N_("Play on a whole number of times, 2 or more."))
    limit = session.limit
    stakes = _spread(limit, MOST_STAKES)
    complete = len(stakes) == (limit.stake - limit.least + 2 if limit.stake else 1)
    exact = last_turn(session, stakes)
    if exact is not None:
        return _advice(session, stakes, dict(zip(stakes, exact, strict=True)), complete, names)
    arrays = None if engine or not all(is_whole(chips) for chips in session.balances) else _by_arrays()
    played = stakes if arrays else _spread(limit, STAKES_BY_ENGINE)
    count = rollouts or (ROLLOUTS if arrays else ROLLOUTS_BY_ENGINE)
    joint = (arrays or by_engine)(session, played, names, count, seed)
    chances = {stake: estimate(joint(0, at)) for at, stake in enumerate(played)}
    advice = _advice(session, stakes, chances, complete, names)
    best = played.index(advice.best_win[0])
    behind = {stake: estimate(joint(at, best)) for at, stake in enumerate(played)}
    as_good = tuple(stake for stake, found in behind.items() if found.gain <= SURE * found.gain_error)
    return advice._replace(as_good=as_good, exact=False, rollouts=count, engine=not arrays)


def _by_arrays() -> Callable[[Session, Sequence[int], Sequence[str], int, str], Joint] | None:
    try:
        from acey_teach.analysis.simulate.rollout import by_arrays
    except ImportError:  # no NumPy
        return None
    return by_arrays


def _check(session: Session) -> None:
    if session.phase is not Phase.DECISION:
        raise Refusal("coach-moment", N_("The coach answers when somebody is to pass or bet. Go on to such a moment."))
    for name, value in session.rules.changes.items():
        about = ABOUT[name]
        if about.choices and name not in ONLY_STAKES:
            raise Refusal(
                "coach-rules",
                N_("This is not worked out with the rule “{rule}”. Take the guide’s rule instead."),
                clause=about.clause,
                rule=Word(about.told(value).title),
            )


def _names(session: Session, strategies: str | Sequence[str] | None) -> tuple[str, ...]:
    if strategies is None:
        return tuple(player.strategy or "expected-value" for player in session.players)
    names = [strategies] * len(session.players) if isinstance(strategies, str) else [*strategies]
    if len(names) != len(session.players):
        raise Refusal("strategy", N_("Name one strategy for all players, or one for each of them."))
    for at, name in enumerate(names):
        names[at] = name = "expected-value" if name == "count" else name
        if name not in STRATEGIES:
            raise Refusal(
                "strategy",
                N_("There is no strategy called “{name}”. Choose from {names}."),
                name=shown(name),
                names=", ".join(("count", *STRATEGIES)),
            )
    return tuple(names)


def _spread(limit: Limit, most: int) -> list[int]:
    """A pass and all legal stakes; of more than `most` evenly spaced ones, the least and the greatest among them."""
    if not limit.stake:
        return [0]
    last = limit.stake - limit.least
    steps = min(last, most - 2)
    return [0, *(limit.least + last * step // max(1, steps) for step in range(steps + 1))]


def _advice(
    session: Session, stakes: Sequence[int], chances: Mapping[int, Chance], complete: bool, names: tuple[str, ...]
) -> Advice:
    """The exact aims of every stake, and what is best; all as if the chances were exact."""
    hand, chips, pot = session.odds, session.balances[session.seat], int(session.pot)
    listed, products = list[StakeAdvice](), list[Chips]()
    for stake in stakes:
        results = [(paid(net, chips, session.rules), count) for _, net, count in hand.prices(stake, pot) if count]
        ev = Fraction(sum(net * count for net, count in results)) / hand.unseen
        # the product of all chips that could be there after the turn grows as the sum of their logarithms
        ruin = any(chips + net <= 0 for net, _ in results)
        products.append(0 if ruin else prod((chips + net) ** count for net, count in results))
        growth = -inf if ruin else sum(count * log((chips + net) / chips) for net, count in results) / hand.unseen
        listed.append(StakeAdvice(stake, ev, growth, chances.get(stake)))
    best_win = _best({stake: chance.worth for stake, chance in chances.items()})
    return Advice(
        session.seat,
        tuple(listed),
        _best({one.stake: one.ev for one in listed}),
        _best(dict(zip(stakes, products, strict=True))),
        best_win,
        as_good=best_win,
        exact=True,
        rollouts=0,
        engine=False,
        complete=complete,
        strategies=names,
    )


def _best(values: Mapping[int, Chips]) -> tuple[int, ...]:
    greatest = max(values.values())
    return tuple(stake for stake, value in values.items() if value == greatest)


# ---- ready-made decisions ----
_QUIET = ("6c Ts 4h 7d Jc 4d", ())
"""A second round in which everybody passes neighbours and a pair."""
_LAST = ("5c 8d 4c 6h 9s Qh", ())
"""A third round in which the first two pass neighbours; for 4 and Q there are 24 cards inside, 16 outside, 6 posts."""
_POSITIONS: Mapping[str, Sequence[tuple[str, Sequence[int]]]] = {
    # the cards from the top of each round, and the stakes in the order of the turns; passes, where none is left
    "leader": [("8c 3d Js 9h Kc 7s Qd", (0, 2)), _QUIET, _LAST],
    "behind": [("3d 8c Js Kc 7s 9h Qd", (2,)), _QUIET, _LAST],
    "level": [("8c 5d Js 9h 5s Qd", ()), _QUIET, _LAST],
    "middle": [("3d 4c 5h Kc Ks Qh 7d Jd Jh", (2, 4, 3)), ("3h Tc 9d Qh", ())],
}


@cache
def positions() -> Mapping[str, Session]:
    """Decisions of three people under the guide's rules that show what an aim changes, by name.

    `leader`, `behind` and `level` are the last turn of a session, with the same cards and a hand that is slightly
    unfavourable: who leads should pass it, who is behind or level should bet. `middle` is a good hand of the leader in
    round 2, for which each aim wants another stake.
    """
    return MappingProxyType({name: _position(rounds) for name, rounds in _POSITIONS.items()})


def _position(rounds: Sequence[tuple[str, Sequence[int]]]) -> Session:
    session = Session.new(["Ana", "Ben", "Clara"], seed="coach", decks=[cards(top) for top, _ in rounds])
    session = session.choose_dealer(0)
    for number, (top, stakes) in enumerate(rounds, 1):
        session, left = session.run().cut().run(), list(stakes)
        while session.round == number and (number < len(rounds) or session.dealt < len(cards(top))):
            stake = left.pop(0) if left else 0
            session = (session.bet(stake) if stake else session.pass_()).run()
    return session
