"""Questions about chips: the largest legal stake, and what a settlement leaves (RULES A5.2, A6)."""

from __future__ import annotations

from fractions import Fraction

from acey_teach.engine import settlement
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.question import Hint, Number, Question, Scene, slips

FACTORS = {
    Outcome.POST: (("post-once", -1), ("post-thrice", -3), ("post-pays", 2), ("posts-inside", 1)),
    Outcome.OUTSIDE: (("outside-twice", -2), ("stake-lost-again", -2), ("outside-inside", 1)),
    Outcome.INSIDE: (("stake-as-gain", 2), ("stake-not-back", 0), ("outside-inside", -1)),
}
"""Outcome -> ideas, each with the stakes the player gains by it; the pot loses as many."""


def gives(value: int | Fraction, term: str, t: Translator) -> str:
    """Where a wrong number comes from, said with the sum alone: `44 is 46 − 2.`"""
    return t("{value} is {sum}.", value=t.number(value), sum=term)


def moved(start: int, factor: int, stake: int) -> str:
    """The sum that adds so many stakes to `start`.

    >>> moved(46, -2, 3), moved(46, 1, 3), moved(46, 0, 3)
    ('46 − 2 × 3', '46 + 3', '46 − 3 + 3')
    """
    if not factor:
        return f"{start} − {stake} + {stake}"
    return f"{start} {'+' if factor > 0 else '−'} {f'{abs(factor)} × ' if abs(factor) > 1 else ''}{stake}"


def limit(deal: Deal, t: Translator) -> Question:
    """The largest legal stake (A5.2): the chips decide, often odd ones, or the pot, or there is none (A5.3)."""
    case, half, more = deal.number("case", 0, 9), deal.number("half", 2, 40), deal.number("more", 1, 30)
    if case < 6:  # the chips decide, an odd number of them in four of six
        chips, pot = 2 * half + (case > 1), half + more
    elif case < 9:
        pot = 2 + half // 2
        chips = 2 * (pot + more)
    else:
        chips, pot = more % 2, half
    name, most = deal.one_of("who", deal.players).name, settlement.limit(chips, pot)
    odd = chips % 2 == 1 and chips // 2 < pot

    def upto(bound: int) -> int:
        return min(pot, bound)

    third, up, less = upto(chips // 3), (chips + 1) // 2, upto((chips - 1) // 2) if chips else None
    end = (
        t("The smaller of the two decides: {n}.", n=most.stake)
        if most.stake
        else t("No whole number from 1 on is possible: {name} must pass.", name=name)
    )
    return Question(
        "limit",
        deal.seed,
        t("What is the largest stake {name} may announce now? Write 0 if {name} must pass.", name=name),
        t("Chips of {name}: {chips}. In the pot: {pot}. The ante is paid.", name=name, chips=chips, pot=pot),
        Scene(facts=((t("Chips of {name}", name=name), str(chips)), (t("Pot"), str(pot)))),
        Number(most.stake, t("Largest stake"), t("chips")),
        slips(
            most.stake,
            [
                ("limit-whole-pot", pot, t("{n} is the whole pot.", n=pot)),
                ("limit-all-chips", chips, t("{n} is all that {name} has.", n=chips, name=name)),
                (
                    "limit-half-up",
                    up if odd else None,
                    t("Twice {n} is {twice}, more than {chips}.", n=up, twice=2 * up, chips=chips),
                ),
                (
                    "limit-half-exact",
                    Fraction(chips, 2) if odd else None,
                    t("Half of {chips} is no whole number.", chips=chips),
                ),
                ("limit-half-pot", pot // 2, t("{n} is half of {all}, in whole chips.", n=pot // 2, all=pot)),
                ("limit-third", third, t("Three times {n} is at most {chips}.", n=third, chips=chips)),
                (
                    "limit-larger",
                    max(most.by_pot, most.by_chips),
                    t("{n} keeps to one of the two bounds only.", n=max(most.by_pot, most.by_chips)),
                ),
                ("limit-ante-again", less, t("{n} is what {less} chips would allow.", n=less, less=chips - 1)),
                ("limit-at-least-one", 1 if not chips else None, t("{name} could not pay it.", name=name)),
            ],
        ),
        (
            Hint(
                t("Two bounds"),
                t("Inside, the pot must be able to pay. On a post, the player must. Both bounds hold at once."),
            ),
            Hint(t("The worst loss"), t("On a post the stake is lost twice. So twice the stake must be there.")),
            Hint(
                t("One step of the sum"),
                t(
                    "The stake is at most {pot}, and its double at most {chips}. Which is tighter?",
                    pot=pot,
                    chips=chips,
                ),
            ),
        ),
        (
            t("The pot allows {n}.", n=pot),
            t(
                "The chips must cover the stake twice: {chips} ÷ 2, rounded down, allows {n}.",
                chips=chips,
                n=most.by_chips,
            ),
            end,
        ),
        ("A5.2", "R-1") if most.stake else ("A5.3", "R-14"),
    )


def settle(deal: Deal, t: Translator) -> Question:
    """The player's chips, or the pot, after a settlement (A6)."""
    outcome = deal.one_of("outcome", list(Outcome))
    room = {Outcome.INSIDE: range(1, 12), Outcome.OUTSIDE: range(11), Outcome.POST: range(12)}[outcome]
    low, high = deal.hand("posts", lambda low, high: ranks_between((low, high)) in room)
    posts = deal.one_of("order", ((low, high), (high, low)))
    third, name = deal.third("third", posts, outcome), deal.one_of("who", deal.players).name
    chips, pot = deal.number("chips", 8, 120), deal.number("pot", 2, 40)
    stake = deal.number("stake", 2, settlement.limit(chips, pot).stake)
    after = settlement.settle(posts, third, stake, chips, pot)
    of_pot = deal.one_of("asked", (False, True))
    start, exact, other = (
        (pot, int(after.pot), int(after.chips)) if of_pot else (chips, int(after.chips), int(after.pot))
    )
    found: list[tuple[str, int | None, str]] = []
    for idea, factor in FACTORS[outcome]:
        own = -factor if of_pot else factor
        value = start + own * stake
        # a stake that stays in the pot comes before the gain that leaves it
        term = moved(start, own, stake) if own or not of_pot else f"{pot} + {stake} − {stake}"
        found.append((idea, value if value >= 0 else None, gives(value, term, t)))
    if of_pot:
        found.append(("pot-unchanged", pot, t("{n} chips were in the pot before the bet.", n=pot)))
        where = t("{n} is what {name} has afterwards.", n=other, name=name)
        ask = t("How many chips are in the pot after the settlement?")
    else:
        where = t("{n} chips are in the pot afterwards.", n=other)
        ask = t("How many chips does {name} have after the settlement?", name=name)
    found.append(("pot-for-chips", other, where))
    cards = {"low": low, "high": high, "third": third}
    falls, moves = {
        Outcome.INSIDE: (
            t("{third} lies between {low} and {high}: inside.", **cards),
            t("The stake returns, and as much again comes out of the pot."),
        ),
        Outcome.OUTSIDE: (
            t("{third} is neither between {low} and {high} nor on one of them: outside.", **cards),
            t("The stake goes into the pot."),
        ),
        Outcome.POST: (
            t("{third} has the rank of a post.", **cards),
            t("Twice the stake goes from the player to the pot."),
        ),
    }[outcome]
    net = after.net // stake
    return Question(
        "settle",
        deal.seed,
        ask,
        t(
            "The posts are {first} and {second}, the third card is {third}. The stake is {stake}. "
            "Before the bet {name} had {chips} chips, and the pot {pot}.",
            stake=stake,
            name=name,
            chips=chips,
            pot=pot,
            first=posts[0],
            second=posts[1],
            third=third,
        ),
        Scene(
            posts,
            third,
            facts=(
                (t("Stake"), str(stake)),
                (t("{name} before the bet", name=name), str(chips)),
                (t("Pot before the bet"), str(pot)),
            ),
        ),
        Number(exact, t("Pot") if of_pot else t("Chips of {name}", name=name), t("chips")),
        slips(exact, found),
        (
            Hint(t("Where does it fall?"), t("Compare {third} with the posts {low} and {high}.", **cards)),
            Hint(
                t("What does it bring?"),
                t("Inside the stake is won, outside it is lost, on a post it is lost twice. The pot has the opposite."),
            ),
            Hint(t("One step of the sum"), moves),
        ),
        (
            falls,
            moves,
            t("{name}: {sum} = {n}.", name=name, sum=moved(chips, net, stake), n=after.chips),
            t("Pot: {sum} = {n}.", sum=moved(pot, -net, stake), n=after.pot),
        ),
        ("A6.2", "A6.3", "A11.1"),
    )
