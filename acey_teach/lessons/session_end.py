"""Lesson 5, the end of a session: three reasons and their order, the exact shares, and who wins (RULES A8, A9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import cast

from acey_teach.analysis.strategies import bold
from acey_teach.engine.actions import NEXT, Pass
from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.events import Ending, Phase
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Action, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.attempt import attempt, told, typed
from acey_teach.lessons.model import Check, Corner, Field, Lesson, Step, Try, Value
from acey_teach.practice.deal import Deal, until, wide
from acey_teach.widgets.words import plain, why_over


# ---- the sessions the lesson looks at ----
def _planned(deal: Deal, name: str, turn: int, outcome: Outcome) -> tuple[Card, ...]:
    """The beginning of a deck: everybody before `turn` passes, then wide posts come, and a third card with `outcome`."""
    low, high = deal.hand(name, wide)
    third = deal.third(name + "-third", (low, high), outcome)
    rest = iter([card for card in shuffled(PACK, deal.seed, f"lesson/{name}-rest") if card not in (low, high, third)])
    n = len(deal.players)
    places = {turn: low, n + turn: high, n + turn + 1: third}
    return tuple(places.get(place) or next(rest) for place in range(n + turn + 2))


def _bet_pot(deal: Deal, outcome: Outcome) -> Session:
    """The first player has bet the whole pot; the third card is to come."""
    s = until(Session.new(deal.players, seed=deal.seed, decks=[_planned(deal, "emptied", 0, outcome)]), Phase.DECISION)
    return s.bet(int(s.pot))


@lru_cache(maxsize=8)
def _poor(deal: Deal) -> Session:
    """The moment before the division: one player began with as many chips as rounds were played, fewer than agreed."""

    def played(one: Deal) -> Session:
        chips = [GUIDE.start_chips] * len(one.players)
        chips[one.number("poor", 0, len(chips) - 1)] = one.number("poor-chips", GUIDE.ante, GUIDE.max_rounds - 1)
        return until(Session.new(one.players, seed=one.seed, start_chips=chips), Phase.DIVISION, _bold_once)

    return next(s for s in map(played, deal.others()) if s.result and s.result.ending is Ending.CANNOT_ANTE)


def _bold_once(session: Session) -> Action:
    """The first in turn is bold, the others pass: so the pot is seldom emptied."""
    return Pass() if session.turn else bold(session)


@lru_cache(maxsize=8)
def _all_at_once(deal: Deal) -> Session:
    """The dealer's decision in the last agreed round, while somebody has nothing left: inside is to come."""
    n, rounds = len(deal.players), deal.number("agreed", 1, GUIDE.max_rounds)
    last = deal.number("last-dealer", 0, n - 1)
    poor = (last + deal.number("poor-seat", 1, n - 1)) % n
    rules = Rules(max_rounds=rounds)
    chips = [rules.ante * rounds if seat == poor else rules.start_chips for seat in range(n)]
    decks = [*[()] * (rounds - 1), _planned(deal, "once", n - 1, Outcome.INSIDE)]
    s = Session.new(deal.players, rules, seed=deal.seed, decks=decks, start_chips=chips)
    s = s.choose_dealer((last - rounds + 1) % n)
    while not (s.phase is Phase.DECISION and (s.round, s.seat) == (rounds, last)):
        s = until(s.pass_() if s.phase is Phase.DECISION else s, Phase.DECISION)
    return s


@lru_cache(maxsize=8)
def _divided(deal: Deal) -> Session:
    """The moment before a division that does not come out whole, after all agreed rounds."""

    def played(one: Deal) -> Session:
        rules = Rules(max_rounds=one.number("agreed", 1, GUIDE.max_rounds))
        return until(one.begun(rules), Phase.DIVISION, bold)

    return next(s for s in map(played, deal.others()) if s.pot % len(s.players))


@lru_cache(maxsize=8)
def _joint(deal: Deal) -> Session:
    """The moment before the division: one player has lost a stake, all others have the same."""
    n = len(deal.players)
    deck = _planned(deal, "joint", 0, Outcome.OUTSIDE)
    s = until(Session.new(deal.players, Rules(max_rounds=1), seed=deal.seed, decks=[deck]), Phase.DECISION)
    return until(s.bet(deal.number("joint-stake", 1, n - 1)), Phase.DIVISION)


def _over(s: Session) -> Session:
    return until(s, Phase.OVER)


def _names(s: Session, seats: Sequence[int], t: Translator) -> str:
    return t.listing([s.players[seat].name for seat in seats])


# ---- steps ----
def emptied(deal: Deal, t: Translator) -> Step:
    """The pot is emptied while others wait."""
    s = _bet_pot(deal, Outcome.INSIDE)
    settled = until(s, Phase.DISCARD)
    name, others = s.players[s.seat].name, s.order[1:]
    assert s.posts
    return Step(
        ask=t("{name}, the first in turn, stakes the whole pot. What happens if the third card is inside?", name=name),
        options=(
            t("the others still have their turns"),
            t("new antes are paid, and on it goes"),
            t("the session ends on the spot"),
        ),
        right=2,
        before=scenes.stage(scenes.posts(s.posts, t, down=True), scenes.piles(t, s.pot, s.held)),
        after=scenes.stage(scenes.posts(s.posts, t, settled.third)),
        told=t("{name} wins {n} chips, and the pot is empty: the session is over.", name=name, n=settled.event.net if settled.event else 0),
        why=[
            t("An empty pot is the first of the reasons to end a session, and the only one that does not wait for the end of a round."),
            t("{others} get neither a second card nor a turn. There is nothing left to play for.", others=_names(s, others, t)),
            t("It takes a stake as large as the pot, and a third card inside. After a smaller stake something is left, and outside or on a post the pot grows."),
        ],
        slips={
            0: t("There is nothing left to play for, so nobody gets another turn."),
            1: t("Antes are paid before a round, never in the middle of it."),
        },
        clauses=("A8.1", "A11.5", "R-13"),
    )  # fmt: skip


def waiting(deal: Deal, t: Translator) -> Step:
    """What do the players get back who were waiting?"""
    settled = until(_bet_pot(deal, Outcome.INSIDE), Phase.DISCARD)
    over, seat, ante = _over(settled), settled.order[-1], settled.rules.ante
    name, back = settled.players[seat].name, over.balances[seat] - settled.balances[seat]
    return Step(
        ask=t("{name} has paid the ante and has not had a turn. The pot is empty, the session over. How many chips does {name} get back?", name=name),
        right=back,
        unit=t("chips"),
        before=scenes.stage(scenes.table(settled, t)),
        after=scenes.stage(scenes.table(over, t)),
        told=t("None. {name} began with {start} chips and ends with {end}.", name=name, start=t.number(over.setup.start_chips[seat]), end=t.number(over.balances[seat])),
        why=[
            t("The open first cards of those who wait are simply collected: no second card, no turn, nothing in return."),
            t("The ante belongs to the pot from the moment it is paid. And of an empty pot there is nothing to divide."),
        ],
        slips={ante: t("The ante is not paid back: it has been part of the pot, and the pot was won.")},
        clauses=("A8.1", "A9.1", "R-13"),
    )  # fmt: skip


def cannot_ante(deal: Deal, t: Translator) -> Step:
    """Somebody cannot pay the next ante."""
    s = _poor(deal)
    seat = min(range(len(s.players)), key=lambda seat: s.balances[seat])
    name, round_over = s.players[seat].name, next(one for one in reversed(s.steps) if one.phase is Phase.COLLECT)
    return Step(
        ask=t("Round {n} of {most} is complete, and {name} has no chip left. What now?", n=s.round, most=s.rules.max_rounds, name=name),
        options=(
            t("{name} watches, the others play on", name=name),
            t("the session ends for everybody"),
            t("the others lend {name} the ante", name=name),
        ),
        right=1,
        before=scenes.stage(scenes.table(round_over, t)),
        after=scenes.stage(scenes.table(s, t), scenes.piles(t, s.pot)),
        told=told(s, t),
        why=[
            t.ngettext(
                "{name} began with {n} chip, and the antes have used it up. Before a next round one looks whether everybody can pay the ante.",
                "{name} began with {n} chips, and the antes have used them up. Before a next round one looks whether everybody can pay the ante.",
                int(s.setup.start_chips[seat]),
                name=name,
            ),
            t("If anybody cannot, nobody pays, and the session is over for all."),
            t("Nobody is sent away from the table, and nobody plays on debts. {name} too gets a share of what is left in the pot.", name=name),
        ],
        slips={
            0: t("The players of a session stay the same. Nobody drops out."),
            2: t("There are no loans in this game, so that nobody ever owes anything."),
        },
        clauses=("A8.4", "R-7", "R-14"),
    )  # fmt: skip


def order(deal: Deal, t: Translator) -> Step:
    """Three reasons at once."""
    s = _all_at_once(deal)
    over = until(s.bet(int(s.pot)), Phase.COLLECT)
    end, passed = until(over, Phase.DIVISION), until(s.pass_(), Phase.DIVISION)
    assert end.result and passed.result
    poor = min(range(len(s.players)), key=lambda seat: over.balances[seat])
    name, dealer = s.players[poor].name, s.players[s.seat].name
    reasons = [Ending.ROUND_LIMIT, Ending.CANNOT_ANTE, Ending.POT_EMPTY]
    return Step(
        ask=t.ngettext(
            "The only agreed round is over, {name} has no chip left, and {dealer} has won the whole pot. Which reason counts?",
            "The last of {n} agreed rounds is over, {name} has no chip left, and {dealer} has won the whole pot. Which reason counts?",
            s.rules.max_rounds,
            name=name,
            dealer=dealer,
        ),
        options=(t("the agreed rounds are over"), t("{name} cannot pay the ante", name=name), t("the pot is empty")),
        right=reasons.index(end.result.ending),
        before=scenes.stage(scenes.table(over, t), scenes.piles(t, over.pot)),
        told=told(end, t),
        why=[
            t("All three are true, but they are tested in a fixed order: is the pot empty, are the agreed rounds over, can somebody not pay the ante?"),
            t("Had {dealer} passed, the first answer would have been no. Then one would say: {sentence}", dealer=dealer, sentence=why_over(passed.result.ending, passed, plain(t))),
            t("Nobody’s chips depend on which reason is named. The order only makes sure that all tables say the same."),
        ],
        slips={
            0: t("That is true as well, but it is tested second. The pot was emptied by the settlement before."),
            1: t("That is tested last of all. After the last agreed round no further ante is due."),
        },
        clauses=("A8.5", "R-17"),
    )  # fmt: skip


def share(deal: Deal, t: Translator) -> Step:
    """How much of the rest does each get?"""
    s = _divided(deal)
    over, n, pot = _over(s), len(s.players), int(s.pot)
    assert over.result
    right = Fraction(over.result.share)
    down, rest = divmod(pot, n)
    slips: dict[Value, str] = {
        Fraction(round(right * 100), 100): t(
            "That is rounded. Keep the fraction: then the shares together are exactly the pot."
        ),
        Fraction(round(right * 10), 10): t(
            "That is rounded. Keep the fraction: then the shares together are exactly the pot."
        ),
        down: t.ngettext(
            "That leaves {n} chip over. Nothing is rounded down.",
            "That leaves {n} chips over. Nothing is rounded down.",
            rest,
        ),
        down + 1: t("So much for everybody is more than the pot holds. Nothing is rounded up."),
        Fraction(pot, n - 1): t("All players take part in the division, whoever won and whoever never bet."),
    }
    return Step(
        ask=t.ngettext(
            "The session is over. {n} chip is left in the pot for {players} players. How much exactly does each get?",
            "The session is over. {n} chips are left in the pot for {players} players. How much exactly does each get?",
            pot,
            players=n,
        ),
        right=right,
        unit=t("chips each"),
        before=scenes.stage(scenes.table(s, t), scenes.piles(t, s.pot)),
        after=scenes.stage(scenes.table(over, t), scenes.piles(t, over.pot)),
        told=t("{pot} divided by {n} is {share}. So much goes to each.", pot=pot, n=n, share=t.number(right)),
        why=[
            t("What is left is divided equally among all players, exactly. A chip cannot be split, but a number can: the result is written as a fraction."),
            t("During play all amounts are whole. Fractions appear only here, in the very last step, and their denominators divide the number of players."),
        ],
        slips={value: text for value, text in slips.items() if value != right},
        clauses=("A9.1", "A11.2", "R-19"),
    )  # fmt: skip


def winners(deal: Deal, t: Translator) -> Step:
    """Who wins when several have the most?"""
    s = _joint(deal)
    over = _over(s)
    assert over.result
    first, loser = over.result.winners[0], s.order[0]
    groups = [over.result.winners, (first,), (loser,)]
    return Step(
        ask=t("The pot will be divided equally, {share} for each. Who wins the session?", share=t.number(over.result.share)),
        options=(
            t("{names} together", names=_names(s, over.result.winners, t)),
            t("only {name}, who sits first among them", name=_names(s, [first], t)),
            t("{name}, who dared to bet", name=_names(s, [loser], t)),
        ),
        right=groups.index(over.result.winners),
        before=scenes.stage(scenes.table(s, t), scenes.piles(t, s.pot)),
        after=scenes.stage(scenes.table(over, t)),
        told=t("{names} have {chips} chips each and share the win.", names=_names(s, over.result.winners, t), chips=t.number(over.balances[first])),
        why=[
            t("The highest final balance wins, and all who have it share the win. There is no tie-break."),
            t("Everybody gets the same share, so the division cannot change the ranking: who had most before has most after it."),
        ],
        slips={
            1: t("The order of the seats decides nothing. Whoever has as much as the best has won as well."),
            2: t("What counts is the final balance, not how it came about."),
        },
        clauses=("A9.2", "A11.6"),
    )  # fmt: skip


def conserved(deal: Deal, t: Translator) -> Step:
    """All balances together."""
    s = _divided(deal)
    over, n = _over(s), len(s.players)
    total, before, antes = sum(over.balances), sum(s.balances), n * s.rules.ante
    slips: dict[Value, str] = {
        before: t("So many lie in front of the players before the division. The shares come on top."),
        total - antes: t("The antes are not gone: whatever was paid into the pot has come out of it again."),
    }
    return Step(
        ask=t("The shares have been paid. Add up what all {n} players have now. How many chips are there?", n=n),
        right=total,
        unit=t("chips"),
        before=scenes.stage(scenes.table(over, t)),
        told=t("{total} chips, exactly as many as at the beginning: {n} times {start}.", total=t.number(total), n=n, start=t.number(over.setup.start_chips[0])),
        why=[
            t("Chips only move: from a player to the pot, aside, and back. None is made and none is lost. What the players have, the pot and the stake held aside are the same sum at every moment."),
            t("That is a check for every table. And it is why shares must be exact: rounded ones would make chips from nothing, or let some vanish."),
        ],
        slips={value: text for value, text in slips.items() if value != total},
        clauses=("A11.1", "A11.2"),
    )  # fmt: skip


# ---- corner and checks ----
def _agreed(deal: Deal, rounds: int, t: Translator) -> str:
    """How a session of so many rounds ends in which everybody passes."""
    return told(until(deal.begun(Rules(max_rounds=rounds)), Phase.DIVISION), t)


def corner(deal: Deal, t: Translator) -> Corner:
    """Ends that are none, and sessions that cannot begin."""
    over, deciding = _over(_divided(deal)), until(deal.session, Phase.DECISION)
    names, start, ante = over.players, GUIDE.start_chips, GUIDE.ante
    stopping = cast(Action, t("stop"))  # no such action exists, and the engine says so

    def begun(rules: Rules = GUIDE, chips: Sequence[int | Fraction] | None = None) -> str:
        s = Session.new(names, rules, seed=deal.seed, start_chips=chips)
        return told(until(s, Phase.FIRST_CARD), t)

    def rounds(text: str) -> tuple[bool, str, str]:
        return attempt(lambda: _agreed(deal, typed(text), t), t, "A1.6")

    tries = (
        (t("go on after the end"), "A8", lambda: told(over.do(NEXT), t)),
        (t("one last bet after the end"), "A8", lambda: told(over.bet(ante), t)),
        (t("stop in the middle of a round, because one is ahead"), "R-18", lambda: told(deciding.do(stopping), t)),
        (t("agree on no round at all"), "A1.6", lambda: _agreed(deal, 0, t)),
        (t("agree on one round"), "A1.6", lambda: _agreed(deal, 1, t)),
        (t("agree on an ante that nobody can pay"), "A8.4", lambda: begun(Rules(ante=start + 1))),
        (t("begin although somebody has no chips"), "A8.4", lambda: begun(chips=[start] * (len(names) - 1) + [0])),
        (t("stake half a chip"), "A5.2", lambda: told(deciding.bet(cast(int, Fraction(ante, 2))), t)),
        (t("begin a new session with the fractions of the last one"), "R-3", lambda: begun(chips=over.balances)),
    )  # fmt: skip
    return Corner(
        scene="",
        intro=t(
            "When is a session over, and when is it not? Try to stretch it, to shorten it, and to begin one that cannot be."
        ),
        tries=[Try(label, attempt(make, t, clause)) for label, clause, make in tries],
        field=Field(t("How many rounds do you agree on?"), rounds),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Three questions to take home."""
    s, once = _divided(deal), _all_at_once(deal)
    passed = until(once.pass_(), Phase.DIVISION)
    poor = min(range(len(once.players)), key=lambda seat: passed.balances[seat])
    assert passed.result
    return (
        Check(
            t("Somebody says: drop the fractions, and the winner takes the rest. With {pot} chips and {n} players, how many chips would that be?", pot=s.pot, n=len(s.players)),
            t("{rest}. The rules give them to nobody in particular: every player gets the same exact share.", rest=s.pot % len(s.players)),
        ),
        Check(
            t("Can a player who is behind before the division be ahead after it?"),
            t("No. Everybody gets the same share, so all differences stay as they are."),
        ),
        Check(
            t("The last agreed round is complete, chips are left in the pot, and {name} has none. Which reason is named?", name=once.players[poor].name),
            why_over(passed.result.ending, passed, plain(t)),
        ),
    )  # fmt: skip


LESSON = Lesson(
    slug="session-end",
    title=N_("The end of a session"),
    aim=N_("Your aim: to say when a session is over, how the rest of the pot is divided, and who has won."),
    clauses=("A8", "A9", "A11"),
    steps=(emptied, waiting, cannot_ante, order, share, winners, conserved),
    corner=corner,
    checks=checks,
)
