"""What lies open in a question: posts in the order of the deal, other cards seen, and the unseen cards counted."""

from __future__ import annotations

from collections.abc import Callable

from acey_teach.engine.cards import HIGH, LOW, PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.odds import Odds
from acey_teach.engine.settlement import Outcome, classify, ranks_between
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import N_, Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.question import Hint

PER_RANK = 4
WORDS = {Outcome.INSIDE: N_("inside"), Outcome.OUTSIDE: N_("outside"), Outcome.POST: N_("on a post")}
LABELS = {Outcome.INSIDE: N_("Inside"), Outcome.OUTSIDE: N_("Outside"), Outcome.POST: N_("On a post")}
VALUES: dict[str, Callable[[int], int]] = {
    "ace-low": lambda rank: 1 if rank == HIGH else rank,
    "faces-ten": lambda rank: 11 if rank == HIGH else min(rank, 10),
}
"""Wrong values of the ranks, by the idea they belong to."""

_SHAPES: tuple[Callable[[Card, Card], bool], ...] = (
    lambda low, high: low.rank == high.rank,
    lambda low, high: high.rank - low.rank == 1,
    lambda low, high: high.rank == HIGH and low.rank < HIGH - 1,
    *[lambda low, high: ranks_between((low, high)) > 0] * 5,
)


def two_posts(deal: Deal, name: str) -> tuple[Card, Card]:
    """Two posts in the order of the deal: one time in eight a pair, neighbours, or an ace with room; otherwise any
    with room between them."""
    low, high = deal.hand(name, deal.one_of(f"{name}/shape", _SHAPES))
    return (high, low) if deal.number(f"{name}/order", 0, 1) else (low, high)


def in_order(posts: tuple[Card, Card]) -> tuple[Card, Card]:
    """The lower post first."""
    first, second = posts
    return (second, first) if first.rank > second.rank else posts


def seen_cards(
    deal: Deal,
    posts: tuple[Card, Card],
    most: int,
    least: int = 1,
    name: str = "question",
    hit: Outcome = Outcome.INSIDE,
) -> tuple[Card, ...]:
    """`least` to `most` other cards seen this round; where there are any, one of them gives `hit`, if one can."""
    rest = [card for card in shuffled(PACK, deal.seed, f"{name}/seen") if card not in posts]
    first = [card for card in rest if classify(posts, card) is hit][:1]
    chosen = [*first, *(card for card in rest if card not in first)][: deal.number(f"{name}/seen", least, most)]
    return tuple(sorted(chosen, key=rest.index))


def listed(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards as they are read out: `9♥, Q♠`."""
    return ", ".join(map(str, cards))


def ranks(low: int, high: int) -> str:
    """The ranks strictly between two, as on the cards.

    >>> ranks(9, 13)
    '10, J, Q'
    """
    return ", ".join(RANK_NAMES[rank] for rank in range(low + 1, high))


def lying(posts: tuple[Card, Card], seen: tuple[Card, ...], t: Translator) -> str:
    """What lies open, in a sentence."""
    first, second = posts
    if not seen:
        return t("The posts are {first} and {second}. No other card has been seen.", first=first, second=second)
    return t(
        "The posts are {first} and {second}. Also seen this round: {cards}.",
        first=first,
        second=second,
        cards=listed(seen),
    )


def outcome_by(value: Callable[[int], int], posts: tuple[Card, Card], rank: int) -> Outcome:
    """The outcome of a third card of `rank` for somebody who gives the ranks other values."""
    low, high = sorted(value(post.rank) for post in posts)
    third = value(rank)
    if third in (low, high):
        return Outcome.POST
    return Outcome.INSIDE if low < third < high else Outcome.OUTSIDE


def count_by(value: Callable[[int], int], o: Odds, outcome: Outcome) -> int:
    """The unseen cards of an outcome for somebody who gives the ranks other values."""
    return sum(o.by_rank[rank] for rank in RANKS if outcome_by(value, o.posts, rank) is outcome)


def ranks_of(o: Odds, outcome: Outcome) -> int:
    """How many of the 13 ranks give an outcome."""
    own = len({card.rank for card in o.posts})
    return {Outcome.INSIDE: o.gap, Outcome.OUTSIDE: len(RANKS) - o.gap - own, Outcome.POST: own}[outcome]


def gone(o: Odds, outcome: Outcome) -> list[Card]:
    """The open cards of an outcome's ranks, the posts among them."""
    return [card for card in o.known if classify(o.posts, card) is outcome]


def where(o: Odds, outcome: Outcome, t: Translator) -> str:
    """Which ranks give an outcome, in a sentence."""
    low, high = in_order(o.posts)
    names = {"low": low.rank_name, "high": high.rank_name}
    if outcome is Outcome.POST:
        if low.rank == high.rank:
            return t("On a post are the other cards of the rank {low}.", **names)
        return t("On a post are the other cards of the ranks {low} and {high}.", **names)
    if low.rank == high.rank:
        if outcome is Outcome.INSIDE:
            return t("Between two posts of the rank {low} lies no rank.", **names)
        return t("Outside are all ranks but {low}.", **names)
    if outcome is Outcome.OUTSIDE:
        if low.rank == LOW or high.rank == HIGH:
            return _one_end(low, high, t)
        return t("Outside are the ranks below {low} and those above {high}.", **names)
    if not o.gap:
        return t("{low} and {high} are neighbours: no rank lies between.", **names)
    return t("Between {low} and {high}: {ranks}.", ranks=ranks(low.rank, high.rank), **names)


def _one_end(low: Card, high: Card, t: Translator) -> str:
    if low.rank > LOW:
        return t("Outside are the ranks below {low}; none is above the ace.", low=low.rank_name)
    if high.rank < HIGH:
        return t("Outside are the ranks above {high}; none is below the 2.", high=high.rank_name)
    return t("No rank is below the 2 or above the ace.")


def counted(o: Odds, outcome: Outcome, t: Translator) -> tuple[str, ...]:
    """The cards of an outcome counted: its ranks, four cards each, less those that lie open."""
    own, out = ranks_of(o, outcome), gone(o, outcome)
    whole = PER_RANK * own
    if not out:
        return where(o, outcome, t), t("{ranks} × 4 = {n}, and none of them has been seen.", ranks=own, n=whole)
    return (
        where(o, outcome, t),
        t("{ranks} × 4 = {n}.", ranks=own, n=whole),
        t("Already open: {cards}.", cards=listed(out)),
        t("{n} − {gone} = {left}.", n=whole, gone=len(out), left=whole - len(out)),
    )


def which_ranks(o: Odds, outcome: Outcome, t: Translator) -> Hint:
    """The first nudge: which ranks are meant."""
    low, high = in_order(o.posts)
    if outcome is Outcome.INSIDE:
        text = t("Which ranks lie strictly between {low} and {high}?", low=low.rank_name, high=high.rank_name)
    else:
        text = where(o, outcome, t)
    return Hint(t("Which ranks?"), text)


def unseen_line(t: Translator) -> Hint:
    """The rank line with the unseen cards."""
    return Hint(t("Show the rank line"), t("Each mark is a card that has not been seen."), line=True)


def counts(o: Odds, t: Translator) -> str:
    """The unseen cards by outcome, and all of them."""
    return t(
        "Inside: {inside}. Outside: {outside}. On a post: {post}. Together {all} unseen cards.",
        inside=o.inside,
        outside=o.outside,
        post=o.post,
        all=o.unseen,
    )
