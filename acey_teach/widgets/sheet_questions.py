"""Questions about a session, with their answers: every number comes from the engine, every sum is written out.

Messages are filled with finished HTML (names escaped, cards in their colour), as in `words`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from acey_teach.engine.actions import Bet
from acey_teach.engine.cards import RANK_NAMES, Card
from acey_teach.engine.events import Ending, Event, Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.odds import odds as count_odds
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, Wager
from acey_teach.engine.terms import LOW_ACE
from acey_teach.i18n import Translator
from acey_teach.widgets.ledger_view import final_table
from acey_teach.widgets.scene import chips_of, mean, prices_of
from acey_teach.widgets.sheet import BLANK, Asked, ruled
from acey_teach.widgets.table_view import html_show
from acey_teach.widgets.words import division, ordered, passed, verdict, why_limit, why_over

_ENDINGS = {Ending.POT_EMPTY: "A8.1", Ending.ROUND_LIMIT: "A8.3", Ending.CANNOT_ANTE: "A8.4"}
_FEW = 3  # as many turns are named that share a value; more are counted


@dataclass(frozen=True)
class Turn:
    """A finished turn: `at` is the moment of its decision, `event` what ended it, a pass or a settlement."""

    at: Session
    event: Event

    @property
    def name(self) -> str:
        """Who played it."""
        return self.at.players[self.at.seat].name

    @property
    def odds(self) -> Odds:
        """The odds when it was decided (R-20), for the side of a pair that was named (B1)."""
        found, side = self.at.odds, self.event.hand.side
        if not side or side is found.terms.side:
            return found
        return count_odds(found.posts, found.known[2:], found.rules, None, side)

    @property
    def posts(self) -> tuple[Card, Card]:
        """The posts, the lower one first."""
        low, high = ordered(self.odds.posts, self.at.hand)
        return low, high

    @property
    def ordinary(self) -> bool:
        """Whether it was to pass or to stake chips on inside: no blind bet, no bet on the post, no pair to split."""
        return self.event.hand.wager is Wager.STAKE and (self.stake > 0 or Bet in self.at.offers)

    @property
    def stake(self) -> int:
        """The stake in chips, 0 for a pass."""
        return self.event.stake

    @property
    def chips(self) -> int:
        """The chips behind the decision."""
        return chips_of(self.at)

    @property
    def ev(self) -> Fraction:
        """What the decision was worth on average, in chips; a pass is worth 0."""
        prices = prices_of(self.at, self.odds, self.event.hand.wager)
        return mean(prices, self.odds) if prices else self.odds.ev(self.stake, int(self.at.pot), self.chips)

    @property
    def luck(self) -> Fraction:
        """What the third card brought beyond that, in chips."""
        return self.event.net - self.ev


def played(s: Session) -> list[Turn]:
    """The turns that are over, in their order.

    >>> from acey_teach.engine.record import parse
    >>> [turn.event.net for turn in played(parse("A1.n2.szz.mD1CppCb2b2Cpp.x1wh"))]
    [0, 0, -4, 2, 0, 0]
    """
    turns, at = [], s
    for step in s.steps:
        event = step.event
        blind = step.phase is Phase.THIRD_CARD and step.hand.wager is Wager.BLIND
        if step.phase in (Phase.DECISION, Phase.STAKE) or blind:
            at = step
        if event and (event.phase is Phase.SETTLEMENT or passed(event)):
            turns.append(Turn(at, event))
    return turns


def main_turn(turns: Sequence[Turn]) -> Turn:
    """The turn to look at: a bet where anything could happen and that was hardest to judge, else the nearest to it."""

    def rank(turn: Turn) -> tuple[bool, bool, bool, Fraction]:
        odds = turn.odds
        return not turn.stake, not odds.terms.inside_ranks, odds.margin == 0, abs(odds.ev_per_chip)

    return min(turns, key=rank)


def asked(s: Session, turns: Sequence[Turn], t: Translator) -> list[Asked]:
    """The questions: five about the turns, and one about the end when the session is over."""
    turns = [turn for turn in turns if turn.ordinary]
    if not turns:
        return [_end(s, t)] if s.phase is Phase.OVER else []
    turn = main_turn(turns)
    found = [_between(turn, t), _counts(turn, t), _value(turn, t), _passed(turns, t), _luck(turns, t)]
    return [*found, _end(s, t)] if s.phase is Phase.OVER else found


# ---- sums ----
def worth(odds: Odds, stake: int, t: Translator, pot: int | None = None, chips: int | None = None) -> str:
    """The expected value of a stake as a sum; `pot` and `chips` are as in `Odds.results`.

    >>> from acey_teach.engine.odds import odds
    >>> from acey_teach.engine.cards import cards
    >>> from acey_teach.i18n import translator
    >>> worth(odds(cards("4c Qd"), cards("Qs")), 2, translator("en"))
    '2 × (28 − 16 − 2 × 5) / 49 = +4/49'
    """
    hand = odds.terms
    sum_ = f"{odds.inside} − {odds.outside} − {hand.post_factor} × {odds.post - odds.dear}"
    results = odds.results(stake, pot, chips)
    if hand.six or results != odds.results(stake, pot):  # no number of stakes says what is lost
        costs = " + ".join(f"{n} × ({t.signed(net)})" for net, n in results.items())
        return f"({costs}) / {odds.unseen} = {t.signed(odds.ev(stake, pot, chips))}"
    if odds.dear:
        sum_ += f" − {hand.dear_factor} × {odds.dear}"
    return f"{t.number(stake)} × ({sum_}) / {odds.unseen} = {t.signed(odds.ev(stake))}"


def minus(result: int, ev: Fraction, t: Translator) -> str:
    """A result minus its expected value, as a sum."""
    second = f"({t.number(ev)})" if ev < 0 else t.number(ev)
    return f"{t.signed(result)} − {second} = {t.signed(result - ev)}"


def _whole(sum_: str) -> str:
    """A sum that is not broken over two lines."""
    return f'<span class="k-whole">{sum_}</span>'


def _judged(ev: Fraction, good: str, fair: str, bad: str) -> str:
    return good if ev > 0 else bad if ev < 0 else fair


# ---- one turn ----
def _between(turn: Turn, t: Translator) -> Asked:
    low, high = turn.posts
    hand = turn.odds.terms
    names = {"low": t("a low ace") if hand.low == LOW_ACE else low.rank_name, "high": high.rank_name}
    between = ", ".join(RANK_NAMES[rank] for rank in range(hand.low + 1, hand.high))
    if between:
        answer = t.ngettext("{n} rank: {ranks}.", "{n} ranks: {ranks}.", turn.odds.gap, ranks=between)
    elif hand.low == hand.high:
        answer = t("None: both posts have the rank {low}.", **names)
    else:
        answer = t("None: {low} and {high} are neighbours.", **names)
    question = t("How many ranks lie strictly between {low} and {high}? {blank}", blank=BLANK, **names)
    return Asked(question, f"<p>{answer}</p>", ("A0", "A1.3"))


def _counts(turn: Turn, t: Translator) -> Asked:
    odds = turn.odds
    question = t(
        "How many of the cards that {name} had not seen would fall inside? {blank} Outside? {blank} On a post? {blank} "
        "How many are there in all? {blank}",
        name=html_show(t).name(turn.name),
        blank=BLANK,
    )
    counts = {o.value: odds.count(o) for o in Outcome}
    total = " + ".join(str(n) for n in counts.values())
    answer = t(
        "Inside {inside}, outside {outside}, on a post {post}; in all {sum}.", **counts, sum=f"{total} = {odds.unseen}"
    )
    return Asked(question, f"<p>{answer}</p>", ("A6.2", "R-20"))


def _value(turn: Turn, t: Translator) -> Asked:
    name, stake = html_show(t).name(turn.name), turn.stake or turn.at.rules.min_stake
    question = (
        t(
            "{name} staked {n}. What was this bet worth on average, as a fraction of a chip?",
            name=name,
            n=t.number(stake),
        )
        if turn.stake
        else t("{name} passed. What would a stake of {n} have been worth on average?", name=name, n=t.number(stake))
    )
    judged = _judged(
        turn.odds.ev(stake, int(turn.at.pot), turn.chips),
        t("More than nothing, so better than a pass."),
        t("Exactly fair: neither better nor worse than a pass."),
        t("Less than nothing, so worse than a pass."),
    )
    return Asked(
        question + ruled(2),
        f"<p>{_whole(f'{worth(turn.odds, stake, t, int(turn.at.pot), turn.chips)}.')} {judged}</p>",
        ("A6.2",),
    )


def _passed(turns: Sequence[Turn], t: Translator) -> Asked:
    """Was a pass right? The most tempting one is asked about; without any, the worst bet."""
    free = [turn for turn in turns if not turn.stake and not turn.event.forced]
    forced = [turn for turn in turns if turn.event.forced]
    turn = (
        max(free, key=lambda one: one.odds.ev_per_chip)
        if free
        else forced[0]
        if forced
        else min(turns, key=lambda one: one.odds.ev_per_chip)
    )
    show, odds, at = html_show(t), turn.odds, turn.at
    low, high = map(show.card, turn.posts)
    told = {"name": show.name(turn.name), "round": at.round, "low": low, "high": high, "n": t.number(turn.stake)}
    stake, pot = turn.stake or at.rules.min_stake, int(at.pot)
    ev, sum_ = odds.ev(stake, pot, turn.chips), _whole(f"{worth(odds, stake, t, pot, turn.chips)}.")
    if turn.event.forced:
        question = t(
            "In round {round} {name} held {low} and {high} and had to pass. Why was no stake possible?", **told
        )
        _, reason = why_limit(at, t)
        return Asked(question + ruled(2), f"<p>{reason}</p>", ("A5.2", "A5.3"))
    if turn.stake:
        question = t(
            "In round {round} {name} held {low} and {high} and staked {n}. Would a pass have been better? Give the reason.",
            **told,
        )
        judged = _judged(
            ev,
            t("No: on average this bet was worth more than nothing."),
            t("It would have been worth the same: the bet was exactly fair."),
            t("Yes: on average this bet was worth less than nothing."),
        )
    else:
        question = t(
            "In round {round} {name} held {low} and {high} and passed. Was that right? Give the reason.", **told
        )
        judged = _judged(
            ev,
            t("A bet would have been worth more than nothing on average. The pass was safe, and gave that up."),
            t("Right or wrong made no difference: a bet would have been exactly fair."),
            t("Yes: a bet would have been worth less than nothing on average, and a pass costs nothing."),
        )
    lost = not odds.terms.inside_ranks
    forgiven = odds.results(stake, pot) != odds.results(
        stake, pot, turn.chips
    )  # then the sum of stakes does not decide
    why = t("Nothing can fall inside, so a bet can only lose.") if lost else "" if forgiven else verdict(odds, t)
    return Asked(question + ruled(2), f"<p>{judged} {why} {sum_}</p>", ("A5.1", "A5.4") + ("R-12",) * lost)


# ---- all turns ----
def _luck(turns: Sequence[Turn], t: Translator) -> Asked:
    question = t(
        "Which decision was worth most on average, and whose luck was best? Luck is the result minus the expected value; "
        "a pass is worth nothing and needs no luck."
    )
    clauses = ("A6.2", "A6.3")
    if not any(turn.stake for turn in turns):
        told = t("Everybody passed: each decision was worth nothing, and luck had no part.")
        return Asked(question + ruled(2), f"<p>{told}</p>", clauses)

    def best(value: Callable[[Turn], Fraction]) -> tuple[list[Turn], str]:
        most = max(map(value, turns))
        found = [turn for turn in turns if value(turn) == most]
        names = (
            t.listing(
                t("{name} (round {round})", name=html_show(t).name(one.name), round=one.at.round) for one in found
            )
            if len(found) <= _FEW
            else t.ngettext("{n} turn alike", "{n} turns alike", len(found))
        )
        return found, names

    (first, *_), who = best(lambda turn: turn.ev)
    value = (
        _whole(worth(first.odds, first.stake, t, int(first.at.pot), first.chips))
        if first.stake
        else t("a pass, worth nothing")
    )
    (lucky, *_), whose = best(lambda turn: turn.luck)
    luck = _whole(minus(int(lucky.event.net), lucky.ev, t)) if lucky.stake else t("a pass, without luck good or bad")
    answer = (
        f"<p>{t('Worth most: {who}, {value}.', who=who, value=value)}</p>"
        f"<p>{t('Best luck: {who}, {value}.', who=whose, value=luck)}</p>"
        f"<p>{t('The value tells how good the decision was, the result tells how it turned out.')}</p>"
    )
    return Asked(question + ruled(2), answer, clauses)


def _end(s: Session, t: Translator) -> Asked:
    assert s.result
    show, n = html_show(t), len(s.players)
    pot = s.result.share * n
    question = (
        t(
            "The session is over. The pot holds {pot}, and the {n} players share it out. How much does each get, "
            "exactly, and who wins?",
            pot=t.number(pot),
            n=n,
        )
        if pot
        else t("The session is over and the pot is empty. Why did it end, and who wins?")
    )
    sum_ = f"<p>{t.number(pot)} / {n} = {t.number(s.result.share)}</p>" if pot else ""
    answer = f"<p>{why_over(s.result.ending, s.previous or s, show)} {division(s, show)}</p>{sum_}{final_table(s, t)}"
    return Asked(question + ruled(2), answer, (_ENDINGS[s.result.ending], "A9.1", "A9.2"))
