"""Questions to count on the rank line: ranks between, unseen cards inside, outside and on a post (RULES A0, A6.2)."""

from __future__ import annotations

from acey_teach.engine.cards import HIGH, PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome, classify, ranks_between
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.question import Hint, Number, Question, Scene, slips

PER_RANK = 4


def ranks(low: int, high: int) -> str:
    """The ranks strictly between two, as on the cards: `5, 6, 7`.

    >>> ranks(9, 13)
    '10, J, Q'
    """
    return ", ".join(RANK_NAMES[rank] for rank in range(low + 1, high))


def seen_cards(deal: Deal, posts: tuple[Card, Card], most: int) -> tuple[Card, ...]:
    """Up to `most` other cards seen this round, at least one of them inside where there is room."""
    rest = [card for card in shuffled(PACK, deal.seed, "question/seen") if card not in posts]
    inside = [card for card in rest if classify(posts, card) is Outcome.INSIDE][:1]
    return tuple([*inside, *(card for card in rest if card not in inside)][: deal.number("seen", 1, most)])


def lying(posts: tuple[Card, ...], seen: tuple[Card, ...], t: Translator) -> str:
    """What lies open, in a sentence."""
    low, high = posts
    if not seen:
        return t("The posts are {low} and {high}. No other card has been seen.", low=low, high=high)
    return t(
        "The posts are {low} and {high}. Also seen this round: {cards}.",
        low=low,
        high=high,
        cards=", ".join(map(str, seen)),
    )


def between(deal: Deal, t: Translator) -> Question:
    """How many ranks lie strictly between the posts (A0: the gap)."""
    low, high = deal.hand("posts")
    gap, names = ranks_between((low, high)), {"low": low.rank_name, "high": high.rank_name}
    apart = low.rank != high.rank
    ten = {card: min(card.rank, 10) for card in (low, high)}
    if gap:
        listed = t.ngettext("{n} rank: {ranks}.", "{n} ranks: {ranks}.", gap, ranks=ranks(low.rank, high.rank))
    elif apart:
        listed = t("None: {low} and {high} are neighbours.", **names)
    else:
        listed = t("None: both posts have the rank {low}.", **names)
    return Question(
        "between",
        deal.seed,
        t("How many ranks lie strictly between {low} and {high}?", **names),
        lying((low, high), (), t),
        Scene((low, high)),
        Number(gap, t("Ranks between")),
        slips(
            gap,
            [
                ("difference", high.rank - low.rank if apart else None, ""),
                ("inclusive", gap + 2 if apart else None, ""),
                ("ace-low", max(0, low.rank - 2) if high.rank == HIGH and apart else None, ""),
                ("faces-ten", max(0, ten[high] - ten[low] - 1) if high.rank > 10 and apart else None, ""),
            ],
        ),
        (
            Hint(t("Say the ranks aloud"), t("Start with the first rank above {low}. Stop before {high}.", **names)),
            Hint(t("Show the rank line"), t("Count the ranks between the two posts, without the posts."), line=True),
        ),
        (listed,),
        ("A0", "A1.3"),
    )


def count(deal: Deal, t: Translator) -> Question:
    """How many unseen cards give an outcome, with some cards seen (A6.2, R-20)."""
    posts = deal.hand("posts", lambda low, high: 2 <= ranks_between((low, high)) <= 9)
    seen = seen_cards(deal, posts, 4)
    o, outcome = odds(posts, seen), deal.one_of("outcome", list(Outcome))
    ask = {
        Outcome.INSIDE: t("How many of the {n} unseen cards fall inside?", n=o.unseen),
        Outcome.OUTSIDE: t("How many of the {n} unseen cards fall outside?", n=o.unseen),
        Outcome.POST: t("How many of the {n} unseen cards fall on a post?", n=o.unseen),
    }[outcome]
    label = {Outcome.INSIDE: t("Inside"), Outcome.OUTSIDE: t("Outside"), Outcome.POST: t("On a post")}[outcome]
    exact, fresh, low, high = o.count(outcome), odds(posts), posts[0].rank, posts[1].rank
    own = {Outcome.INSIDE: o.gap, Outcome.OUTSIDE: len(RANKS) - o.gap - 2, Outcome.POST: 2}[outcome]
    inside, post = outcome is Outcome.INSIDE, outcome is Outcome.POST
    names = {"low": posts[0].rank_name, "high": posts[1].rank_name}
    where = {
        Outcome.INSIDE: t("The ranks between {low} and {high} are {ranks}.", ranks=ranks(low, high), **names),
        Outcome.OUTSIDE: t("Outside are the ranks below {low} and those above {high}.", **names),
        Outcome.POST: t("On a post are the other cards of the ranks {low} and {high}.", **names),
    }[outcome]
    return Question(
        "count",
        deal.seed,
        ask,
        lying(posts, seen, t),
        Scene(posts, seen=seen),
        Number(exact, label, t("of {n}", n=o.unseen)),
        slips(
            exact,
            [
                ("posts-inside", o.inside + o.post if inside else None, ""),
                ("seen-ignored", fresh.count(outcome), ""),
                ("own-posts-left-in", exact + len(posts) if post else None, ""),
                ("ranks-not-cards", own, ""),
                ("rest-is-outside", o.unseen - o.inside if outcome is Outcome.OUTSIDE else None, ""),
                ("difference-cards", exact + PER_RANK if inside else None, ""),
            ],
        ),
        (
            Hint(t("Which ranks?"), where),
            Hint(t("Show the rank line"), t("Each mark is a card that has not been seen."), line=True),
            Hint(t("One step of the sum"), _start(own, t)),
        ),
        (where, *_counted(o, outcome, own, seen, t)),
        ("A6.2", "R-20"),
    )


def _start(own: int, t: Translator) -> str:
    return (
        t.ngettext("{n} rank has four cards.", "{n} ranks have {all} cards.", own, all=PER_RANK * own)
        + " "
        + t("Take out those that lie open.")
    )


def _counted(o: Odds, outcome: Outcome, own: int, seen: tuple[Card, ...], t: Translator) -> tuple[str, ...]:
    """The cards of an outcome counted: four of each rank, less those that lie open."""
    own_posts = o.posts if outcome is Outcome.POST else ()
    gone = [card for card in (*own_posts, *seen) if classify(o.posts, card) is outcome]
    whole = PER_RANK * own
    if not gone:
        return (t("{ranks} × 4 = {n}, and none of them has been seen.", ranks=own, n=whole),)
    return (
        t("{ranks} × 4 = {n}.", ranks=own, n=whole),
        t("Already open: {cards}.", cards=", ".join(map(str, gone))),
        t("{n} − {gone} = {left}.", n=whole, gone=len(gone), left=whole - len(gone)),
    )
