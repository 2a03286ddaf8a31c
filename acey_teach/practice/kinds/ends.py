"""Questions about the end of a session: when it ends and why, the exact shares, and who wins (RULES A8, A9)."""

from __future__ import annotations

from fractions import Fraction

from acey_teach.engine.events import Ending
from acey_teach.engine.record import NAMES
from acey_teach.engine.rules import GUIDE
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds.chips import gives
from acey_teach.practice.question import Choice, Hint, Number, Question, Scene, slips

CASES = ("emptied", "emptied", "between", "between", "limit", "limit", "poor", "poor", "on", "all")
"""The situations of `end`, the more instructive ones twice."""


def ending(pot: int, turns: int, played: int, agreed: int, least: int) -> Ending | None:
    """Why a session ends after a settlement, or None when it goes on: the tests of A8 in their order (R-17).

    `turns` are still to come in round `played` of `agreed`; `least` is the smallest number of chips of a player.

    >>> ending(pot=5, turns=2, played=3, agreed=3, least=0), ending(pot=5, turns=0, played=3, agreed=3, least=0).value
    (None, 'ROUND_LIMIT')
    """
    if not pot:
        return Ending.POT_EMPTY
    if turns:
        return None
    return Ending.ROUND_LIMIT if played == agreed else Ending.CANNOT_ANTE if least < GUIDE.ante else None


def _table(names: tuple[str, ...], balances: tuple[int, ...], t: Translator) -> tuple[tuple[str, ...], ...]:
    return ((t("Player"), t("Chips")), *((name, str(chips)) for name, chips in zip(names, balances, strict=True)))


def _listed(names: tuple[str, ...], balances: tuple[int, ...], t: Translator) -> str:
    listed = ", ".join(f"{name} {chips}" for name, chips in zip(names, balances, strict=True))
    return t("Chips: {listed}.", listed=listed)


def _spread(deal: Deal, pot: int, n: int, least: int) -> tuple[int, ...]:
    """Balances of n players that leave `pot` of all chips, one of them `least` unless that is negative."""
    low, rest = (least,) if least >= 0 else (), GUIDE.start_chips * n - pot - max(least, 0)
    base, over = divmod(rest, n - len(low))
    others = [base + over, *[base] * (n - len(low) - 1)]
    for i in range(1, len(others)):
        given = deal.number(f"given/{i}", 1, base // 2)
        others[i - 1] -= given
        others[i] += given
    place = deal.number("low", 0, n - 1)
    return (*others[:place], *low, *others[place:])


def end(deal: Deal, t: Translator) -> Question:
    """Does the session end here, and why? A turn has just ended."""
    case, n = deal.one_of("case", CASES), len(deal.players)
    agreed = deal.number("agreed", 2, GUIDE.max_rounds)
    pot = 0 if case in ("emptied", "all") else deal.number("pot", 1, 12)
    turns = deal.number("turns", 1, n - 1) if case in ("emptied", "between") else 0
    played = {
        "emptied": deal.number("played", 1, agreed),
        "between": deal.number("played", 2, agreed),
        "limit": agreed,
        "all": agreed,
    }.get(case, 2)
    agreed = GUIDE.max_rounds if played == 2 and case in ("poor", "on") else agreed
    # after the first round everybody still has a chip: the worst loss is twice the half of 99
    drawn = deal.number("least", -1, 0) if played > 1 else -1
    least = {"on": 1, "poor": 0, "between": 0, "all": 0}.get(case, drawn)
    names, balances = tuple(player.name for player in deal.players), _spread(deal, pot, n, least)
    poor = names[balances.index(min(balances))]
    why = ending(pot, turns, played, agreed, min(balances))
    reasons = (None, Ending.POT_EMPTY, Ending.ROUND_LIMIT, Ending.CANNOT_ANTE)
    options = (
        t("It goes on."),
        t("It ends: the pot is empty."),
        t("It ends: the agreed rounds are over."),
        t("It ends: somebody cannot pay the next ante."),
    )
    rounds = t("Round {n} of {all}.", n=played, all=agreed)
    to_come = t("Turns still to come in it: {n}.", n=turns)
    in_pot = t("In the pot: {n}.", n=pot)
    goes_on, by_limit, by_ante = 0, 2, 3
    found: dict[str, tuple[int, str]] = {}
    if why is Ending.POT_EMPTY:
        if turns or played < agreed:
            found["end-waiting"] = goes_on, in_pot
        found["end-round-begun" if turns else "end-limit-first"] = by_limit, to_come if turns else in_pot
        if least == 0:
            found["end-ante-first"] = by_ante, in_pot
    elif turns:
        found = {"end-round-begun": (by_limit, to_come), "end-poor-out": (by_ante, to_come)}
    elif why is Ending.ROUND_LIMIT:
        found["end-pot-left"] = goes_on, rounds
        if least == 0:
            found["end-ante-first"] = by_ante, rounds
    elif why is Ending.CANNOT_ANTE:
        found = {"end-rounds-left": (by_limit, rounds), "end-drop-out": (goes_on, t("{name} has no chip.", name=poor))}
    else:
        found = {"end-rounds-left": (by_limit, rounds), "end-one-short": (by_ante, t("{name} has 1 chip.", name=poor))}
    return Question(
        "end",
        deal.seed,
        t("A turn has just ended. Does the session go on, or does it end, and why?"),
        " ".join([rounds, to_come, in_pot, _listed(names, balances, t)]),
        Scene(
            facts=(
                (t("Round"), t("{n} of {all}", n=played, all=agreed)),
                (t("Turns still to come"), str(turns)),
                (t("Pot"), str(pot)),
            ),
            rows=_table(names, balances, t),
        ),
        Choice(options, reasons.index(why)),
        slips(reasons.index(why), [(idea, place, said) for idea, (place, said) in found.items()]),
        (
            Hint(
                t("Three tests in a fixed order"),
                t("Is the pot empty? Are the agreed rounds over? Can somebody not pay the next ante?"),
            ),
            Hint(
                t("When they are made"),
                t("The first after every settlement, the other two only when a round is complete."),
            ),
            Hint(t("Begin like this"), in_pot + " " + to_come + " " + t("What does that say to the first two tests?")),
        ),
        _tests(why, pot, turns, rounds, poor, t),
        ("A8.5", "R-17", {1: "A8.1", 2: "A8.3"}.get(reasons.index(why), "R-14" if turns else "A8.4")),
    )


def _tests(why: Ending | None, pot: int, turns: int, rounds: str, poor: str, t: Translator) -> tuple[str, ...]:
    """The tests of A8, as far as they are made."""
    if why is Ending.POT_EMPTY:
        return (t("The first test decides: the pot is empty. It is over on the spot."),)
    lines = [t("In the pot: {n}. It is not empty.", n=pot)]
    if turns:
        return (*lines, t("The round is not complete, so the other tests are not made. The session goes on."))
    if why is Ending.ROUND_LIMIT:
        return (*lines, rounds + " " + t("The last agreed round is complete: the session ends, no ante is due."))
    lines.append(rounds + " " + t("There is a further round."))
    if why is Ending.CANNOT_ANTE:
        return (*lines, t("{name} cannot pay the ante of it: the session ends for all.", name=poor))
    return (*lines, t("Everybody has at least 1 chip for the ante: the session goes on."))


def share(deal: Deal, t: Translator) -> Question:
    """The exact share of what is left in the pot (A9.1), or a balance with it."""
    n = deal.number("n", 3, 7)
    names, pot = NAMES[:n], deal.number("pot", n + 1, 60)
    if deal.number("whole", 0, 4) and pot % n == 0:
        pot += deal.number("odd", 1, n - 1)
    balances = list(_spread(deal, pot, n, -1))
    if deal.number("tie", 0, 1):  # the two best have the same
        low, *_, second, first = sorted(range(n), key=balances.__getitem__)
        half, odd = divmod(balances[first] + balances[second], 2)
        balances[first] = balances[second] = half
        balances[low] += odd
    best = max(balances)
    leaders, (down, rest), exact = balances.count(best), divmod(pot, n), Fraction(pot, n)
    seat = deal.number("seat", 0, n - 1)
    own = balances[seat] if deal.number("balance", 0, 2) == 0 else 0
    before = f"{own} + " if own else ""
    wrong: dict[str, tuple[Fraction | int | None, str]] = {
        "share-floor": (down, t("{all} ÷ {n}, rounded down, is {down}.", all=pot, n=n, down=down)),
        "share-up": (down + 1, t("{n} times {up} is {all}.", n=n, up=down + 1, all=n * (down + 1))),
        "share-one-out": (Fraction(pot, n - 1), gives(own + Fraction(pot, n - 1), f"{before}{pot} ÷ {n - 1}", t)),
        "share-all": (pot if not own or own == best else None, t("{n} is the whole rest of the pot.", n=pot)),
        "share-leaders": (
            Fraction(pot, leaders) if 1 < leaders < n and (not own or own == best) else None,
            gives(own + Fraction(pot, leaders), f"{before}{pot} ÷ {leaders}", t),
        ),
        "share-remainder": (rest if rest else None, t("{all} ÷ {n} leaves {rest} over.", all=pot, n=n, rest=rest)),
        "share-none": (0 if own else None, t("{n} is what {name} had before.", n=own, name=names[seat])),
    }
    lines = [f"{pot} ÷ {n} = {t.number(exact)}"]
    ask = t("The session is over. How many chips does each of the {n} players get from the pot, exactly?", n=n)
    if own:
        ask = t("The rest of the pot is divided. With how many chips does {name} end, exactly?", name=names[seat])
        lines.append(f"{own} + {t.number(exact)} = {t.number(own + exact)}")
    return Question(
        "share",
        deal.seed,
        ask,
        t("Left in the pot: {pot}.", pot=pot) + " " + _listed(names, tuple(balances), t),
        Scene(facts=((t("Left in the pot"), str(pot)),), rows=_table(names, tuple(balances), t)),
        Number(
            own + exact,
            t("Chips of {name}", name=names[seat]) if own else t.pgettext("a part of the pot", "Share"),
            t("chips"),
        ),
        slips(own + exact, [(idea, None if part is None else own + part, why) for idea, (part, why) in wrong.items()]),
        (
            Hint(t("Who gets some of it?"), t("All players get some of it, each as much as any other.")),
            Hint(t("Nothing is rounded"), t("A chip cannot be split, but a number can: write a fraction.")),
            Hint(t("One step of the sum"), t("Divide {pot} by {n}. Do not round.", pot=pot, n=n)),
        ),
        tuple(lines),
        ("A9.1", "A11.2", "R-19"),
    )


def winner(deal: Deal, t: Translator) -> Question:
    """Who wins (A9.2). Others dealt, won most in the last round, or led before it; two may share the win."""
    tie, divided = deal.number("tie", 0, 1), deal.number("divided", 0, 1)
    n = deal.number("n", 4 + tie, 6)
    names, turn, top = NAMES[:n], deal.number("turn", 0, n - 1), deal.number("top", 101, 106)
    final = [deal.number(f"final/{i}", 66, 84) for i in range(n)]
    earlier = [chips + deal.number(f"loss/{i}", 1, 12) for i, chips in enumerate(final)]
    # roles by place, before the seats are turned: the last place or two win
    dealer, gainer, led = 0, 1, 2
    final[led], earlier[led] = top - deal.number("behind", 1, 3), top + deal.number("led", 5, 20)
    earlier[gainer] = final[gainer] - deal.number("gain", 20, 40)
    best = [n - 1 - tie, n - 1] if tie else [n - 1]
    for place in best:
        final[place], earlier[place] = top, top - deal.number(f"won/{place}", 1, 9)
    final[dealer] -= sum(final) % n  # what is left can then be divided in whole chips
    pot = GUIDE.start_chips * n - sum(final)
    if divided:
        final, pot = [chips + pot // n for chips in final], 0
    seats = [(turn + i) % n for i in range(n)]  # place -> seat
    name = [names[seat] for seat in seats]
    winners = sorted(best, key=lambda place: seats[place])
    right, first = t.listing([name[place] for place in winners]), name[winners[0]]
    two = t("{names} together", names=right) if tie else right
    wrong = [
        ("win-dealer", name[dealer], t("{name} dealt the last round.", name=name[dealer])),
        (
            "win-last-gain",
            name[gainer],
            t(
                "{name} has {n} chips more than before that round.",
                name=name[gainer],
                n=final[gainer] - earlier[gainer],
            ),
        ),
        ("win-earlier", name[led], t("{name} led before the last round.", name=name[led])),
    ]
    if tie:
        wrong.append(("win-first-seat", first, t("{names} have the same number of chips.", names=right)))
        wrong.append(
            ("win-nobody", t("Nobody: it is a tie."), t("{names} have the same number of chips.", names=right))
        )
    if not divided:
        late = t("That shows only when the pot is divided.")
        wrong.append(("win-division", late, t("Each gets {share} more.", share=pot // n)))
    options = [two, *(text for _, text, _ in wrong)]
    options.sort(key=lambda text: deal.number(f"place/{[two, *(one for _, one, _ in wrong)].index(text)}", 0, 9999))
    head = t("Final balance") if divided else t("After it")
    by_seat = sorted(range(n), key=lambda place: seats[place])
    rows = [(name[i], str(earlier[i]), str(final[i])) for i in by_seat]
    told = t("Chips before the last round: {listed}.", listed=", ".join(f"{who} {chips}" for who, chips, _ in rows))
    after = ", ".join(f"{who} {chips}" for who, _, chips in rows)
    ends = t("Final balances: {listed}.", listed=after) if divided else t("Chips after it: {listed}.", listed=after)
    rest = t("Left in the pot: {pot}.", pot=pot)
    return Question(
        "winner",
        deal.seed,
        t("The agreed rounds are over. Who wins the session?"),
        " ".join([told, ends, *([] if divided else [rest]), t("Last dealer: {name}.", name=name[dealer])]),
        Scene(
            facts=(
                (t("Last dealer"), name[dealer]),
                *([] if divided else [(t("Left in the pot"), str(pot))]),
            ),
            rows=((t("Player"), t("Before the last round"), head), *rows),
        ),
        Choice(tuple(options), options.index(two)),
        slips(options.index(two), [(idea, options.index(text), why) for idea, text, why in wrong]),
        (
            Hint(t("What counts?"), t("What counts is how many chips each player has in the end, after the division.")),
            Hint(t("Equal shares"), t("Everybody gets as much from the pot, so nobody overtakes anybody.")),
            Hint(t("Look for equals"), t("Find the largest number in the last column. Does it stand there twice?")),
        ),
        (
            t("The largest number in the last column is {n}.", n=top if not divided else max(final)),
            t("{names} have it and share the win.", names=right) if tie else t("{name} alone has it.", name=right),
        ),
        ("A9.2", "A11.6"),
    )
