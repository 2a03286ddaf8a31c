"""Lesson 9, strategy lab: what the long run proves and what it does not (RULES A7.3, A8, A9, R-20).

Every number is worked out when its step is reached, from the coach or from sessions with the seeds of the deal.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from html import escape
from math import sqrt
from typing import NamedTuple

from acey_teach.analysis.coach import Advice, advise, positions
from acey_teach.analysis.many import many
from acey_teach.analysis.witnesses import Z95
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.model import Lesson, Step
from acey_teach.lessons.strategy_lab_corner import checks, corner
from acey_teach.practice.deal import Deal
from acey_teach.widgets import parts

BETTER, REST = "expected-value", "bold"
"""Who is looked at, and who sits beside."""
BOTS = {
    BETTER: N_("a bot that calculates"),
    "cautious": N_("a careful bot"),
    "random": N_("a bot that does anything"),
}
SESSIONS = 30


def memory(deal: Deal, t: Translator) -> Step:
    """Cards that fell in other rounds are no news; cards of this round are."""
    two = deal.hand("fair", lambda low, high: odds((low, high)).margin == 0)
    hand, lost = odds(two), deal.number("lost", 4, 8)
    seen = deal.third("seen", two, Outcome.OUTSIDE)
    after = hand.after(seen)
    return Step(
        ask=t("Bence has lost his last {n} bets, all of them in earlier rounds. Now he has {low} and {high}, and no other card of this round has been seen. How likely is inside?", n=lost, low=two[0], high=two[1]),
        options=(t("likelier than usual"), t("as likely as ever"), t("less likely than usual")),
        right=1,
        before=scenes.stage(scenes.posts(two, t)),
        told=t("As ever: {p}.", p=scenes.fraction(hand.p(Outcome.INSIDE), t)),
        why=[
            t("Before each round all cards come together and are shuffled. The deck does not know who has lost."),
            t("Only cards seen in this round count. If {card} lay open now, inside would have {p}.", card=seen, p=scenes.fraction(after.p(Outcome.INSIDE), t)),
        ],
        slips={
            0: t("Luck does not have to even out. What would the deck have to remember?"),
            2: t("A run of bad luck is over when it is over: it does nothing to the cards."),
        },
        clauses=("A7.3", "R-20"),
    )  # fmt: skip


def _known(rows: list[tuple[str, str]]) -> str:
    """What is known, line by line."""
    made = (parts.row([(escape(name), False), (escape(value), True)]) for name, value in rows)
    return scenes.stage(f'<table class="k-ledger k-known"><tbody>{"".join(made)}</tbody></table>')


def _results(chips: tuple[Fraction, ...], start: int, t: Translator) -> str:
    """All results from the lowest up, those below the start in bold."""
    shown = (
        f"<b>{t.decimal(value, 0)}</b>" if value < start else t.decimal(value, 0)
        for value in sorted(chips)
    )  # fmt: skip
    says = t("All results from the lowest up; in bold those below the beginning.")
    return scenes.stage(f'<p class="k-known">{" ".join(shown)}</p><p class="k-cap">{escape(says)}</p>')


def narrower(deal: Deal, t: Translator) -> Step:
    """Half the width costs four times as many sessions."""
    sessions, half = 100 * deal.number("sessions", 1, 9), 2 * deal.number("half", 1, 4)
    return Step(
        ask=t("After {n} sessions the mean of a bot is known to ± {half} chips. How many sessions does it take, from the first on, to know it to ± {less}?", n=sessions, half=half, less=half // 2),
        right=4 * sessions,
        unit=t("sessions"),
        before=_known([(t("sessions"), t.number(sessions)), (t("the mean is known to"), f"± {half}")]),
        told=t("{n}: four times as many.", n=4 * sessions),
        why=[
            t("The error of a mean shrinks with the square root of the number of sessions: √{times} = {root}.", times=4, root=2),
            t("For {part} of the width it takes {times} times as many. That is why simulations are long.", part=t.number(Fraction(1, 10)), times=10**2),
        ],
        slips={
            2 * sessions: t("Twice as many make the band narrower only by √{n}, to ± {width}.", n=2, width=t.decimal(half / sqrt(2), 1)),
            3 * sessions: t("These are the sessions that are still missing. Count from the first on."),
        },
        clauses=("A9.1",),
    )  # fmt: skip


# ---- whole sessions, with the seeds of the deal ----
class Pair(NamedTuple):
    """Two bots on the same seat, with the same cards: the chips at the end of each session, in its order."""

    better: tuple[Fraction, ...]
    other: tuple[Fraction, ...]


@lru_cache(256)
def _pair(seed: str, rival: str = "cautious") -> Pair:
    made: list[tuple[Fraction, ...]] = []
    for bot in (BETTER, rival):
        played = [many((bot, REST, REST), GUIDE, f"{seed[:8]}n", number, 1) for number in range(1, SESSIONS + 1)]
        made.append(tuple(one.mean(0) for one in played))
    return Pair(*made)


def _mean(values: tuple[Fraction, ...]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _half(values: tuple[Fraction, ...]) -> float:
    """Half the width of the 95 % band of their mean."""
    mean = _mean(values)
    return Z95 * sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def _above(deal: Deal) -> Pair:
    """The first sessions of this deal, or of others made from it, in which the better bot has won chips on average."""
    start = GUIDE.start_chips
    return next(found for one in deal.others() if _mean((found := _pair(one.seed)).better) > start)


def spread(deal: Deal, t: Translator) -> Step:
    """A good mean, and many bad sessions."""
    chips, start = _above(deal).better, GUIDE.start_chips
    behind = sum(value < start for value in chips)
    right = 0 if not behind else 1 if 2 * behind <= SESSIONS else 2
    slips = {
        0: t("A mean above the start can hold many results below it."),
        1: t("Here a few high results lift the mean, and most lie below the start."),
        2: t("Some lie below the start, but not the greater part."),
    }
    return Step(
        ask=t("In {n} sessions {bot} ended with {mean} chips on average; it began each with {start}. In how many of them did it end with fewer than {start}?", n=SESSIONS, bot=t(BOTS[BETTER]), mean=t.decimal(_mean(chips), 1), start=start),
        options=(t("in none"), t("in some"), t("in more than half")),
        right=right,
        before=_known([(t("sessions"), t.number(SESSIONS)), (t("chips at the beginning"), t.number(start)), (t("chips at the end, on average"), t.decimal(_mean(chips), 1))]),
        after=_results(chips, start, t),
        told=t("In {n} of {all}. The worst ended with {low} chips, the best with {high}.", n=behind, all=SESSIONS, low=t.decimal(min(chips), 0), high=t.decimal(max(chips), 0)),
        why=[
            t("The mean says where the results lie together, not where a single one falls."),
            t("More sessions make the mean surer. They do not make a single session any surer."),
        ],
        slips={wrong: text for wrong, text in slips.items() if wrong != right},
        clauses=("A9.1",),
    )  # fmt: skip


# ---- one decision, three aims ----
@lru_cache(8)
def _advice(name: str) -> tuple[Session, Advice]:
    session = positions()[name]
    return session, advise(session)


def _situation(session: Session, t: Translator) -> str:
    stands = ", ".join(
        t("{name} {chips}", name=player.name, chips=t.number(chips))
        for player, chips in zip(session.players, session.balances, strict=True)
    )
    return t(
        "The last turn of the last round. Chips: {stands}; {pot} in the pot. {name} has {low} and {high}; each chip staked is worth {value}.",
        stands=stands, pot=t.number(session.pot), name=session.players[session.seat].name, low=session.odds.posts[0], high=session.odds.posts[1],
        value=t.signed(session.odds.ev_per_chip),
    )  # fmt: skip


def _last_turn(name: str, t: Translator, why: list[str], slips: dict[int | Fraction, str]) -> Step:
    """Pass or bet, where only winning counts."""
    session, found = _advice(name)
    who = session.players[session.seat].name
    chances = [scenes.fraction(found.stakes[0].win.worth, t), scenes.fraction(max(one.win.worth for one in found.stakes[1:] if one.win), t)]  # type: ignore[union-attr]  # fmt: skip
    return Step(
        ask=f"{_situation(session, t)} {t('Only winning the session counts. What gives {name} the better chance?', name=who)}",
        options=(t("to pass"), t("to bet")),
        right=0 if found.best_win == (0,) else 1,
        before=scenes.stage(scenes.posts(session.odds.posts, t)),
        told=t("Whoever passes here wins with {passing}, with the best stake {best}.", passing=chances[0], best=chances[1]),
        why=why,
        slips=slips,
        clauses=("A9.2",),
    )  # fmt: skip


def leading(deal: Deal, t: Translator) -> Step:
    """The leader has something to lose."""
    return _last_turn(
        "leader", t,
        [
            t("The leader has won if nothing happens. A bet can only put that at risk."),
            t("No further turn comes, so all chances are exact: every unseen card was counted."),
        ],
        {1: t("What can a bet win that is not won already?")},
    )  # fmt: skip


def behind(deal: Deal, t: Translator) -> Step:
    """The one behind has nothing to lose."""
    return _last_turn(
        "behind", t,
        [
            t("These are the cards the leader had, and each chip staked costs as much on average. But whoever passes while behind has lost."),
            t("Most chips in the long run and winning today are two aims. Say which one you mean before you call a bet bad."),
        ],
        {0: t("The bet costs chips on average. But what do you win with the chips you keep?")},
    )  # fmt: skip


def growth(deal: Deal, t: Translator) -> Step:
    """Less than everything, although the bet is good."""
    session, found = _advice("middle")
    hand, most, best = session.odds, found.stakes[-1].stake, found.best_growth[0]
    chips = session.balances[session.seat]
    return Step(
        ask=t("{low} and {high} are a good hand: each chip staked is worth {value}. {name} has {chips} chips and wants them to grow as fast as possible over many such hands. Which stake is best for that?", low=hand.posts[0], high=hand.posts[1], value=t.signed(hand.ev_per_chip), name=session.players[session.seat].name, chips=t.number(chips)),
        options=(t("{n}, the largest legal one", n=most), t.number(best), t.number(1)),
        right=1,
        before=scenes.stage(scenes.posts(hand.posts, t)),
        told=t("{n}: chips then grow fastest.", n=best),
        why=[
            t("The largest stake brings most chips on average. But growth goes by factors: after a loss of a tenth, a gain of a tenth does not bring you back."),
            t("So a loss weighs more than a gain of the same size, and {post} cards on a post cost two stakes. Beyond {n} chips each further one slows growth down.", post=hand.post, n=best),
        ],
        slips={
            0: t("That brings most chips on average. Here the aim is another: growth over many hands."),
            2: t("Safe, but slow: the hand is better than that."),
        },
        clauses=("A6.2",),
    )  # fmt: skip


def real(deal: Deal, t: Translator) -> Step:
    """Two bands overlap; the differences, card for card, may still decide."""
    rival = deal.one_of("rival", ("cautious", "random"))
    better, other = _pair(deal.seed, rival)
    apart = tuple(one - two for one, two in zip(better, other, strict=True))
    gap, half = _mean(apart), _half(apart)
    low, high = float(gap) - half, float(gap) + half
    names = [t(BOTS[bot]) for bot in (BETTER, rival)]
    verdict = 0 if low > 0 else 2 if high < 0 else 1
    return Step(
        ask=t("Two bots played {n} sessions each on the same seat, with the same cards: here are their means and the difference. Which is the better one, as far as that shows?", n=SESSIONS),
        options=(names[0], t("that is not decided"), names[1]),
        right=verdict,
        before=_known([
            (names[0], f"{t.decimal(_mean(better), 1)} ± {t.decimal(_half(better), 1)}"),
            (names[1], f"{t.decimal(_mean(other), 1)} ± {t.decimal(_half(other), 1)}"),
            (t("ahead, session by session"), f"{t.decimal(gap, 1, signed=True)} ± {t.decimal(half, 1)}"),
        ]),
        told=(
            t("The band of the difference goes from {low} to {high}: both ends lie on the same side of “no difference”.", low=t.decimal(low, 1, signed=True), high=t.decimal(high, 1, signed=True))
            if verdict != 1
            else t("The band of the difference goes from {low} to {high}: “no difference” is in it, so nothing is decided.", low=t.decimal(low, 1, signed=True), high=t.decimal(high, 1, signed=True))
        ),
        why=[
            t("Look at the difference, not at whether two bands overlap. With the same cards both have the same luck, and it cancels out."),
            t("Without the same cards the band of the difference would be ± {width}.", width=t.decimal(sqrt(_half(better) ** 2 + _half(other) ** 2), 1)),
            t("What is not decided is not the same: play on, and it may be."),
        ],
        clauses=("A9.1",),
    )  # fmt: skip


LESSON = Lesson(
    slug="strategy-lab",
    title=N_("Strategy lab"),
    aim=N_("Your aim: to say what many sessions prove, how sure they make you, and what a stake is good for."),
    clauses=("A7.3", "A8", "A9"),
    steps=(memory, narrower, spread, leading, behind, growth, real),
    corner=corner,
    checks=checks,
)
