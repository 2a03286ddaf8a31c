"""Lesson 10, two games, one name: the European board game beside the card game (RULES part C).

Every position is made from the deal, and what is right is asked of the board game's own engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from acey_teach.board import odds as dice
from acey_teach.board.men import HOME, MEN
from acey_teach.board.plays import plays
from acey_teach.board.position import START, Position
from acey_teach.board.turn import TIMES, WAITING, Roll
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.model import Lesson, Step
from acey_teach.lessons.two_games_corner import checks, corner
from acey_teach.lessons.two_games_scenes import scene
from acey_teach.practice.deal import Deal

HEARD = {
    0: (
        N_("“I have a four and a queen. I bet two.”"),
        N_("“A pair again: nothing can fall between. I pass.”"),
        N_("“On the post! That costs me twice.”"),
    ),
    1: (
        N_("“One and two! I name a double, and then I throw again.”"),
        N_("“You hit my man, so it waits on the bar.”"),
        N_("“My last man is home. Now I bear off.”"),
    ),
}
"""What can be heard in either game: the card game's sentences, and the board game's."""


def which(deal: Deal, t: Translator) -> Step:
    """Which of the two games is this?"""
    game = deal.number("game", 0, 1)
    return Step(
        ask=t("Somebody plays Acey-deucey in the next room, and you hear: {words} Which game is it?", words=t(deal.one_of("heard", HEARD[game]))),
        options=(t("the card game"), t("the board game")),
        right=game,
        before=scene(START, t),
        told=t("It is the board game.") if game else t("It is the card game."),
        why=[
            t("Two games bear the name. In the card game one bets whether a third card falls between two posts. The board game is a race of men round a board, a relative of backgammon."),
            t("They share the name of the throw “ace and deuce”, one and two, and one thing more: in both, chances are found by counting equally likely outcomes."),
        ],
        slips={1 - game: t("Posts and bets belong to the card game; men, dice and the bar to the board game.")},
        clauses=("C1.1", "C2"),
    )  # fmt: skip


def enters(deal: Deal, t: Translator) -> Step:
    """Where does a man enter?"""
    number = deal.number("number", 2, 6)
    [after] = START.after_each(number)
    [point] = after.points
    return Step(
        ask=t("All men are still in the hand. A man enters with the number {n}. On which of your points does he land?", n=number),
        right=point,
        unit=t("the number of the point"),
        before=scene(START, t),
        after=scene(after, t),
        told=t("On point {point}.", point=point),
        why=[
            t("Points are numbered the way you march, from {first} down to {last}. A man enters on the far side, in the opponent’s home, as if he came from point {start}.", first=24, last=1, start=25),
            t("So the number {n} leads to {start} − {n} = {point}.", n=number, start=25, point=point),
        ],
        slips={number: t("That is where the opponent’s count begins. Yours begins at the other end."), 24 - number: t("Count from one place before the first point: the man comes from outside.")},
        clauses=("C4.1", "C1.2"),
    )  # fmt: skip


def _others(deal: Deal, make: Callable[[Deal], tuple[Position, Roll] | None]) -> tuple[Position, Roll]:
    """The first position of this deal, or of others made from it, that is what is looked for."""
    found: Iterator[tuple[Position, Roll]] = (one for other in deal.others() if (one := make(other)))
    return next(found)


def _one_of_two(deal: Deal) -> tuple[Position, Roll] | None:
    """A man who could use either number, but not both."""
    larger = deal.number("larger", 3, 6)
    smaller = deal.number("smaller", 1, larger - 1)
    at = deal.number("at", 14, 20)
    closed = {at - larger - smaller: 2, deal.number("also", 21, 24): 2}
    if (larger, smaller) == (2, 1) or at - larger - smaller <= 6:
        return None
    position = Position.of({at: 1, 6: MEN - 1}, closed)
    roll = Roll.of(position, larger, smaller)
    one = set(position.can) >= {larger, smaller} and all(len(play.way) == 1 for play in plays(roll))
    return (position, roll) if one else None


def larger(deal: Deal, t: Translator) -> Step:
    """Only one of the two numbers can be used: which?"""
    position, roll = _others(deal, _one_of_two)
    [step] = roll.steps
    big, small = max(roll.dice), min(roll.dice)
    return Step(
        ask=t("You throw {big} and {small}. Only the man on {at} can still move; he could use either number, but not both. What must be played?", big=big, small=small, at=step.source),
        options=(t("the {n}", n=big), t("the {n}", n=small), t("whichever you like")),
        right=0 if step.number == big else 1,
        before=scene(position, t),
        after=scene(roll.take(step).position, t, (step,)),
        told=t("The {n}: from {source} to {to}.", n=step.number, source=step.source, to=step.to),
        why=[
            t("Both numbers must be used if some order and choice of men allows it. Here the second step would end on point {point}, which two enemy men keep closed.", point=step.source - big - small),
            t("If only one of the two can be used, it must be the larger one; the smaller only where the larger cannot be used at all."),
        ],
        slips={1: t("The smaller number counts only if the larger cannot be used at all."), 2: t("The choice is not free: as much as possible has to be played.")},
        clauses=("C5.1", "C5.2"),
    )  # fmt: skip


def double(deal: Deal, t: Translator) -> Step:
    """What is a double worth?"""
    d = deal.number("double", 1, 6)
    other = 7 - d
    return Step(
        ask=t("You throw {d} and {d}, and nothing is blocked. How many pips (steps of one point) do your men go in all, before you throw again?", d=d),
        right=dice.pips(d, d),
        unit=t("pips"),
        before=scene(START, t),
        told=t("{n} pips: four times {d} and four times {other}.", n=dice.pips(d, d), d=d, other=other),
        why=[
            t("A double is used four times. Then its complement, which makes {seven} with it, is used four times as well: {times}·{d} + {times}·{other} = {times}·{seven} = {n}.", times=TIMES, d=d, other=other, seven=7, n=dice.pips(d, d)),
            t("The two numbers always add up to the same, so every double is worth as much as any other: {n} pips.", n=dice.DOUBLE_PIPS),
        ],
        slips={TIMES * d: t("Those are the steps of the double alone. Its complement follows."), 2 * d: t("A double is not used twice but four times, and then its complement.")},
        clauses=("C7.1", "C12"),
    )  # fmt: skip


def _short(deal: Deal) -> tuple[Position, Roll] | None:
    """A double of which fewer than four can be played."""
    d = deal.number("short", 2, 6)
    one, two = deal.number("one", 14, 20), deal.number("two", 8, 12)
    mine = {one: 1, two: 1, 6: MEN - 2}
    closed = {point: 2 for point in (one - 2 * d, deal.number("shut", 21, 24)) if point > 0 and point not in mine}
    position = Position.of(mine, closed)
    roll = Roll.of(position, d, d)
    used = max(len(play.way) for play in plays(roll))
    return (position, roll) if used in (2, 3) and roll.steps else None


def forfeit(deal: Deal, t: Translator) -> Step:
    """What is lost with a double that cannot be completed?"""
    position, roll = _others(deal, _short)
    d, at = roll.dice[0], roll
    made = []
    while at.stage in WAITING:
        made.append(at.steps[0])
        at = at.take(at.steps[0])
    used = len(made)
    return Step(
        ask=t("You throw {d} and {d}, but a {d} can be used only {n} times here. What is lost?", d=d, n=used),
        options=(
            t("only the rest of this double"),
            t("all that would follow, too"),
            t("nothing: the complement comes"),
        ),
        right=1,
        before=scene(position, t),
        after=scene(at.position, t, tuple(made)),
        told=t("All that is left is lost: no complement, no new throw."),
        why=[
            t("The parts of a double follow one another: four times the number, four times the complement, a new throw. Whoever cannot complete a part loses all that would have come after it."),
            t("The duty to use as many as possible holds for each part by itself."),
        ],
        slips={0: t("The parts follow one another: without the first there is no second."), 2: t("A step that cannot be made is not exchanged for another.")},
        clauses=("C7.2", "R-65"),
    )  # fmt: skip


def best_roll(deal: Deal, t: Translator) -> Step:
    """Is one and two the best throw?"""
    d = deal.number("rival", 1, 6)
    acey, rival = dice.pips(1, 2), dice.pips(d, d)
    return Step(
        ask=t("Nothing is blocked. Which throw takes your men farther before you throw again: {one} and {two}, or {d} and {d}?", one=1, two=2, d=d),
        options=(t("{a} and {b}", a=1, b=2), t("{a} and {b}", a=d, b=d), t("both equally far")),
        right=0 if acey > rival else 1,
        before=scene(START, t),
        told=t("{one} and {two}: {acey} pips against {rival}.", one=1, two=2, acey=acey, rival=rival),
        why=[
            t("{one} and {two} bring their own {n} pips, and then any double you like with its complement: {n} + {rival} = {acey}. Then you throw again, as after every double.", one=1, two=2, n=3, rival=rival, acey=acey),
            t("You choose the double after you have seen where your men stand. But if only one of the two numbers can be played, all of it is lost."),
        ],
        slips={1: t("A double is worth {rival} pips, and you may name one after {one} and {two}.", rival=rival, one=1, two=2), 2: t("The {one} and the {two} come first, and they count too.", one=1, two=2)},
        clauses=("C7.3", "R-66"),
    )  # fmt: skip


def closed(deal: Deal, t: Translator) -> Step:
    """How likely is it to enter when points are closed?"""
    k = deal.number("closed", 1, 5)
    points = sorted(range(19, 25), key=lambda point: deal.number(f"closed/{point}", 0, 9999))[:k]
    position = Position.of({13: 2, 6: 4}, dict.fromkeys(points, 2), bar=1)
    right = dice.chances(position).enters
    opened = 6 - k
    return Step(
        ask=t.ngettext(
            "A man of yours is on the bar, and {n} of the entering points is closed. What is the probability that the next throw brings him in?",
            "A man of yours is on the bar, and {n} of the entering points are closed. What is the probability that the next throw brings him in?",
            k,
        ),
        right=right,
        share=True,
        unit=t("a fraction"),
        before=scene(position, t),
        told=t("{p}: {good} of the {all} throws.", p=t.number(right), good=36 * right, all=36),
        why=[
            t("It is easier to count the throws that fail: both dice must show a number whose point is closed. These are {k}·{k} = {bad} of {all}.", k=k, bad=k * k, all=36),
            t("The others bring him in: {all} − {bad} = {good}. That is how outside and on the post are counted in the card game too: what is left belongs to inside.", all=36, bad=k * k, good=36 - k * k),
        ],
        slips={
            wrong: text
            for wrong, text in {
                Fraction(opened, 6): t("That is the chance of one die. You throw two, and either may do it."),
                Fraction(opened, 6) ** 2: t("That is the chance that both dice could bring him in. One is enough."),
                1 - right: t("That is the chance that he stays out."),
                Fraction(2 * opened, 6): t("Chances of two dice cannot simply be added: throws where both would do are counted twice."),
            }.items()
            if wrong != right and wrong <= 1
        },
        clauses=("C8.2", "C4.1"),
    )  # fmt: skip


def _bearing_off(deal: Deal) -> tuple[Position, Roll] | None:
    """All men at home, none on the point of one of the two numbers, but men on lower ones."""
    larger = deal.number("big", 4, 6)
    smaller = deal.number("small", 1, larger - 1)
    points = [point for point in HOME if point not in (larger, smaller) and point < larger][:2]
    men = {point: deal.number(f"men/{point}", 1, 3) for point in points}
    if deal.number("exact", 0, 1):
        men[smaller] = deal.number("men/small", 1, 3)
    if (larger, smaller) == (2, 1) or not men:
        return None
    position = Position.of(men, off=MEN - sum(men.values()))
    return position, Roll.of(position, larger, smaller)


def exact(deal: Deal, t: Translator) -> Step:
    """How many men are borne off?"""
    position, roll = _others(deal, _bearing_off)
    off = max(play.position.off for play in plays(roll)) - position.off
    big, small = max(roll.dice), min(roll.dice)
    best = max(plays(roll), key=lambda play: play.position.off)
    return Step(
        ask=t("All your men that are left are at home. You throw {big} and {small}. How many men do you bear off?", big=big, small=small),
        right=off,
        unit=t("men"),
        before=scene(position, t),
        after=scene(best.position, t, best.steps),
        told=t.ngettext("{n} man is borne off.", "{n} men are borne off.", off),
        why=[
            t("A number takes a man off its own point, and off no other. If no man stands there, the number is lost."),
            t("A man at home does not move on either. So in the end you wait for exact numbers, and a wide spread of men over your home points pays."),
        ],
        slips={wrong: t("A larger number never takes a man from a lower point, as it would in backgammon.") for wrong in (2, 1) if wrong > off},
        clauses=("C9.2", "C6.2"),
    )  # fmt: skip


def turn(deal: Deal, t: Translator) -> Step:
    """How far does a turn go on average?"""
    again = dice.AGAIN
    rolls = deal.number("rolls", 2, 3)
    right = again ** (rolls - 1)
    return Step(
        ask=t("Nothing is blocked, and after a double or {one} and {two} you throw again. What is the probability that your turn has at least {n} throws?", one=1, two=2, n=rolls),
        right=right,
        share=True,
        unit=t("a fraction"),
        before=scene(START, t),
        told=t("{p}.", p=t.number(right)),
        why=[
            t("Of the {all} throws {good} let you throw again: every double, and {one} and {two} in either order. That is {p}.", all=36, good=36 * again, one=1, two=2, p=t.number(again)),
            t("Each further throw needs that once more, so the probabilities are multiplied. A turn has {rolls} throws on average, and goes {pips} pips.", rolls=t.number(dice.ROLLS_A_TURN), pips=t.decimal(dice.PIPS_A_TURN, 1)),
        ],
        slips={
            wrong: text
            for wrong, text in {
                Fraction(6, 36) ** (rolls - 1): t("You left out {one} and {two}, which also lets you throw again.", one=1, two=2),
                Fraction(7, 36) ** (rolls - 1): t("{one} and {two} comes in two ways: either die can show the {one}.", one=1, two=2),
                again**rolls: t("That is the probability of one throw more."),
            }.items()
            if wrong != right and wrong <= 1
        },
        clauses=("C7.4", "C12"),
    )  # fmt: skip


LESSON = Lesson(
    slug="two-games",
    title=N_("Two games, one name"),
    aim=N_(
        "Your aim: to tell the two games apart, to know how the board game is played, and to count what its dice can do."
    ),
    clauses=("C4", "C5", "C7", "C9"),
    steps=(which, enters, larger, double, forfeit, best_roll, closed, exact, turn),
    corner=corner,
    checks=checks,
)
