"""The corner and the quick checks of lesson 8: rules that do not go together, and what some of them ask of a stake."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acey_teach.engine.cards import cards
from acey_teach.engine.odds import odds
from acey_teach.engine.refusal import Refusal, Word
from acey_teach.engine.rules import ABOUT, PRESETS, Rules, Value
from acey_teach.engine.settlement import check_stake, limit
from acey_teach.engine.setup import check_count
from acey_teach.engine.terms import terms
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.attempt import attempt, typed
from acey_teach.lessons.model import Check, Corner, Field, Try
from acey_teach.practice.deal import Deal
from acey_teach.widgets.rules_view import title

_ONE = N_("“{rule}” is one of these: {choices}. Choose one of them.")


def _told(made: tuple[bool, str, str]) -> tuple[bool, str, str]:
    """With the first of the clauses a refusal names."""
    allowed, says, clause = made
    return allowed, says, clause.partition(",")[0]


def corner(deal: Deal, t: Translator) -> Corner:
    """Rules that exclude each other, and numbers that are none."""
    chips, pot = deal.number("house chips", 40, 60), deal.number("house pot", 10, 20)

    def rules(**changes: Value) -> tuple[bool, str, str]:
        def made() -> str:
            for name, value in changes.items():
                about = ABOUT[name]
                if about.choices and not about.allows(value):
                    titles = t.listing(t("“{title}”", title=t(choice.title)) for choice in about.choices.values())
                    raise Refusal("rule-value", _ONE, clause=about.clause, rule=Word(about.title), choices=titles)
            told = [t("“{title}”", title=title(*change, t)) for change in Rules.of(changes).changes.items()]
            return t("A table may play by this: {rules}.", rules=t.listing(told))

        return _told(attempt(made, t, ABOUT[next(iter(changes))].clause.partition(",")[0]))

    def stake(wanted: int, posts: str, name: str, value: Value) -> tuple[bool, str, str]:
        house = Rules.of({name: value})
        refusal = check_stake(wanted, limit(chips, pot, house, terms(cards(posts), house)), house)
        if refusal:
            return False, refusal.sentence(t), ABOUT[name].clause.partition(",")[0]
        return True, t("This stake is possible."), ABOUT[name].clause.partition(",")[0]

    def seats(n: int, preset: str) -> tuple[bool, str, str]:
        def made() -> str:
            check_count(n, PRESETS[preset].rules)
            return t("So many may sit down.")

        return (*attempt(made, t)[:2], ABOUT["min_players"].clause)

    def pack(text: str) -> tuple[bool, str, str]:
        def made() -> str:
            n = typed(text)
            value = odds(cards("4c Qd"), (), Rules.of({"decks": n})).ev_per_chip
            return t.ngettext(
                "With {n} pack each chip on 4♣ and Q♦ is worth {value}.",
                "With {n} packs each chip on 4♣ and Q♦ is worth {value}.",
                n,
                value=t.signed(value),
            )

        return attempt(made, t, "B6")

    few = PRESETS["liaoning"].rules.min_players - 1
    tries: Sequence[tuple[str, Callable[[], tuple[bool, str, str]]]] = (
        (t("a third ace loses, on pairs that nobody bets on"), lambda: rules(ace_third_pair_loses=True)),
        (t("a third ace loses, with higher or lower"), lambda: rules(ace_third_pair_loses=True, pair="hilo")),
        (t("play blind, though the first cards lie open"), lambda: rules(blind_pot=True)),
        (t("any stake up to the pot, and no debts"), lambda: rules(half_cap=False)),
        (t("any stake up to the pot, and debts are kept"), lambda: rules(half_cap=False, debt="debt")),
        (t("a pair that is split and higher or lower"), lambda: rules(pair="split and hilo")),
        (t("three sixes, with one stake on both hands of a pair"), lambda: rules(satan=True, pair="split", split_mode="committed")),
        (t("{n} players at a table of Liaoning", n=few), lambda: seats(few, "liaoning")),
        (t("with three sixes: stake {n} on 6♣ and 6♦", n=1), lambda: stake(1, "6c 6d", "satan", True)),
        (t("with AutoPot: stake {n} on 2♣ and A♦", n=1), lambda: stake(1, "2c Ad", "autopot", "open")),
    )  # fmt: skip
    return Corner(
        scene="",
        intro=t("You have {chips} chips, and {pot} lie in the pot. Which of these rules and stakes are refused, and why?", chips=chips, pot=pot),
        tries=[Try(label, made()) for label, made in tries],
        field=Field(t("Shuffle together how many packs?"), pack),
    )  # fmt: skip


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Covering a stake, half of the pot, and what a rule does not change."""
    pot, stake = 2 * deal.number("check pot", 4, 12) + 1, deal.number("check stake", 3, 9)
    dear = Rules(ace_post_x4=True)
    hand = terms(cards("9c Ad"), dear)
    half = limit(10 * pot, pot, PRESETS["liaoning"].rules)
    later = limit(10 * pot, pot, PRESETS["liaoning"].rules, round_=2)
    two = deal.hand("check hand", lambda low, high: low.rank_name != high.rank_name)
    plain, hilo = odds(two), odds(two, (), Rules(pair="hilo"))
    return (
        Check(
            t("A third ace costs {n} stakes, and one of your posts is an ace. How many chips must you have to stake {stake}?", n=hand.dear_factor, stake=stake),
            t("{chips}: the dearest card must be payable, and that is {n} times the stake.", chips=hand.worst * stake, n=hand.worst),
        ),
        Check(
            t("By the rules of Liaoning {pot} chips lie in the pot in the first round. How much may you stake at most? And in the next round?", pot=pot),
            t("First {half}, for half of the pot is rounded down, then {later}.", half=half.stake, later=later.stake),
        ),
        Check(
            t("A family changes to “higher or lower” on pairs. What becomes of {low} and {high}?", low=two[0], high=two[1]),
            t("Nothing: they are no pair. Each chip is worth {value}, as before.", value=t.signed(hilo.ev_per_chip)) if plain.ev_per_chip == hilo.ev_per_chip else "",
        ),
    )  # fmt: skip
