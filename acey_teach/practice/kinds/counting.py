"""Questions to look and count: the outcome of a third card, ranks between the posts, unseen cards (RULES A0, A6.2)."""

from __future__ import annotations

from acey_teach.engine.cards import HIGH, PACK, RANK_NAMES, RANKS, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.engine.settlement import classify as falls
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import LANGUAGES, Translator, translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds import table
from acey_teach.practice.kinds.table import PER_RANK, in_order, listed, lying, ranks, seen_cards, two_posts
from acey_teach.practice.question import Choice, Hint, Number, Question, Scene, Slip, slips

Found = list[tuple[str, int | None, str]]
PLACES = {outcome: place for place, outcome in enumerate(table.WORDS)}


def classify(deal: Deal, t: Translator) -> Question:
    """Where a third card falls that lies open (A6.2). Three times in four both wrong answers come from an idea."""
    right, tricky = deal.one_of("classify/outcome", list(Outcome)), deal.number("classify/tricky", 0, 3) > 0
    for d in deal.others():
        posts = two_posts(d, "classify")
        third = shuffled([card for card in PACK if card not in posts], d.seed, "classify/third")[0]
        if falls(posts, third) is not right:
            continue
        found = slips(PLACES[right], _misread(posts, third, right, t))
        if not tricky or len({slip.value for slip in found}) == len(Outcome) - 1:
            break
    low, high = in_order(posts)
    names = {"low": low.rank_name, "high": high.rank_name, "third": third.rank_name}
    if low.rank == high.rank:
        order = t("Both posts have the rank {low}.", **names)
    else:
        order = t("In order: {low} is the lower post, {high} the higher one.", **names)
    if right is Outcome.INSIDE:
        so = t("{low} < {third} < {high}: strictly between, so inside.", **names)
    elif right is Outcome.POST:
        so = t("{third} is the rank of a post, so it is on a post. That is tested first.", **names)
    elif third.rank < low.rank:
        so = t("{third} is below {low}, so it is outside.", **names)
    else:
        so = t("{third} is above {high}, so it is outside.", **names)
    words = tuple(table.WORDS.items())
    also = tuple((outcome.value, *(translator(lang)(word) for lang in LANGUAGES)) for outcome, word in words)
    return Question(
        "classify",
        deal.seed,
        t("Where does the third card fall?"),
        t(
            "The posts are {first} and {second}. The third card is {third}.",
            first=posts[0],
            second=posts[1],
            third=third,
        ),
        Scene(posts, third),
        Choice(tuple(t(word) for _, word in words), PLACES[right], also),
        found,
        (
            Hint(t("Put the posts in order"), t("Which post is the lower one? The ace is above the king.")),
            Hint(t("Test the posts first"), t("Has the third card the rank of one of the posts? Suits do not count.")),
            Hint(t("Show the rank line"), t("Look for the rank of the third card on it."), line=True),
        ),
        (order, so),
        ("A0", "A1.4", "A6.2") if HIGH in (high.rank, third.rank) else ("A0", "A6.2"),
    )


def _misread(posts: tuple[Card, Card], third: Card, right: Outcome, t: Translator) -> Found:
    low, high = in_order(posts)
    names = {"low": low.rank_name, "high": high.rank_name, "third": third.rank_name}
    pair, post, outside = low.rank == high.rank, right is Outcome.POST, right is Outcome.OUTSIDE
    twins = [card for card in posts if card.suit == third.suit]
    beside = [card for card in posts if abs(card.rank - third.rank) == 1]
    found: list[tuple[str, Outcome | None, str]] = [
        ("posts-inside", Outcome.INSIDE if post and not pair else None, t("{third} is the rank of a post.", **names)),
        ("pair-inside", Outcome.INSIDE if pair else None, ""),
        ("neighbours-inside", Outcome.INSIDE if high.rank - low.rank == 1 and outside else None, ""),
        ("unsorted", Outcome.OUTSIDE if posts[0].rank > posts[1].rank and right is Outcome.INSIDE else None,
         t("{high} came first, but it is the higher one.", **names)),
        ("same-suit-only", Outcome.OUTSIDE if post else None, ""),
    ]  # fmt: skip
    found += [(idea, table.outcome_by(value, posts, third.rank), "") for idea, value in table.VALUES.items()]
    if pair:
        pass
    elif outside and third.rank < low.rank:
        found.append(("one-post", Outcome.INSIDE, t("{third} is below {high}, but below {low} too.", **names)))
    elif outside:
        found.append(("one-post", Outcome.INSIDE, t("{third} is above {low}, but above {high} too.", **names)))
    if twins and not post:
        same = t("{third} and {post} have the suit in common, not the rank.", third=third, post=twins[0])
        found.append(("suit-for-rank", Outcome.POST, same))
    if beside and not post:
        found.append(
            ("next-to-post", Outcome.POST, t("{third} is one rank beside {post}.", third=third, post=beside[0]))
        )
    return [(idea, None if outcome is None else PLACES[outcome], why) for idea, outcome, why in found]


def between(deal: Deal, t: Translator) -> Question:
    """How many ranks lie strictly between the posts (A0: the gap)."""
    posts = two_posts(deal, "between")
    low, high = in_order(posts)
    gap, pair = ranks_between(posts), low.rank == high.rank
    names = {"low": low.rank_name, "high": high.rank_name}
    if gap:
        listing = t.ngettext("{n} rank: {ranks}.", "{n} ranks: {ranks}.", gap, ranks=ranks(low.rank, high.rank))
    elif pair:
        listing = t("None: both posts have the rank {low}.", **names)
    else:
        listing = t("None: {low} and {high} are neighbours.", **names)
    above = HIGH - low.rank
    found: Found = [
        (
            "one-post",
            above if high.rank < HIGH else None,
            t("{n} is the number of all ranks above {low}.", n=above, **names),
        ),
        ("cards-not-ranks", PER_RANK * gap, t("{n} is the number of cards of these ranks.", n=PER_RANK * gap)),
    ]
    if pair:
        found += [
            ("inclusive", 1, t("{n} counts the rank {low} itself.", n=1, **names)),
            ("posts-inside", 2, t("{n} is the number of cards that can still fall on the posts.", n=2)),
        ]
    else:
        steps, ends = high.rank - low.rank, ranks(low.rank - 1, high.rank + 1)
        wrong = {idea: max(0, abs(value(high.rank) - value(low.rank)) - 1) for idea, value in table.VALUES.items()}
        found += [
            ("difference", steps,
             t("{n} is {b} − {a}: the steps from {low} to {high}.", n=steps, a=low.rank, b=high.rank, **names)),
            ("inclusive", gap + 2, t("{n} counts the two ends as well: {ranks}.", n=gap + 2, ranks=ends)),
            ("ace-low", wrong["ace-low"], t("{n} counts from the ace as 1 to {low}.", n=wrong["ace-low"], **names)),
            ("faces-ten", wrong["faces-ten"], t("{n} takes J, Q and K as 10.", n=wrong["faces-ten"])),
        ]  # fmt: skip
    return Question(
        "between",
        deal.seed,
        t(
            "How many ranks lie strictly between {first} and {second}?",
            first=posts[0].rank_name,
            second=posts[1].rank_name,
        ),
        t("The posts are {first} and {second}.", first=posts[0], second=posts[1]),
        Scene(posts),
        Number(gap, t("Ranks between")),
        slips(gap, found),
        (
            Hint(t("Put the posts in order"), t("Start from the lower post. The ace is above the king.")),
            Hint(t("Say the ranks aloud"), t("Name each rank above the lower post and below the higher one.")),
            Hint(t("Show the rank line"), t("Count the ranks between the two posts, without the posts."), line=True),
        ),
        (t("All ranks in order: {ranks}.", ranks=" ".join(RANK_NAMES.values())), listing),
        ("A0", "A1.3", "A1.4"),
    )


def unseen(deal: Deal, t: Translator) -> Question:
    """How many cards can still come as the third card, sometimes with cards of an earlier round told (A7.3, R-20)."""
    posts = two_posts(deal, "unseen")
    seen = seen_cards(deal, posts, 9, 0, "unseen", Outcome.OUTSIDE)
    rest = [card for card in shuffled(PACK, deal.seed, "question/unseen/before") if card not in (*posts, *seen)]
    before = tuple(rest[: max(0, deal.number("unseen/before", -3, 4))])
    known, given = len(posts) + len(seen), [lying(posts, seen, t)]
    exact = len(PACK) - known
    if before:
        given.append(t("Seen in the round before: {cards}.", cards=listed(before)))
    found: Found = [
        ("own-posts-left-in", exact + 2, t("{n} is 52 less the other seen cards only.", n=exact + 2)),
        ("one-post", exact + 1, t("{n} takes out one post only.", n=exact + 1)),
        ("seen-ignored", exact + len(seen), t("{n} is 52 less the two posts only.", n=exact + len(seen))),
        ("whole-pack", len(PACK), t("{n} is the whole pack.", n=len(PACK))),
        ("third-taken-out", exact - 1, t("{n} is one less than can still come.", n=exact - 1)),
        ("seen-twice", exact - len(seen), t("{n} takes out {k} too often.", n=exact - len(seen), k=len(seen))),
        ("ranks-not-cards", len(RANKS), t("{n} is the number of ranks.", n=len(RANKS))),
        ("carried-over", exact - len(before),
         t("{n} leaves out {cards} as well.", n=exact - len(before), cards=listed(before))),
    ]  # fmt: skip
    if not seen:
        found.pop(0)  # the whole pack
    return Question(
        "unseen",
        deal.seed,
        t("How many cards can still come as the third card?"),
        " ".join(given),
        Scene(posts, seen=seen, facts=((t("The round before"), listed(before)),) if before else ()),
        Number(exact, t("Unseen"), t("cards")),
        slips(exact, found),
        (
            Hint(t("What is in the pack?"), t("The pack has 52 cards. What lies open cannot come.")),
            Hint(t("What counts as open?"), t("The two posts and all other cards seen in this round lie open.")),
            Hint(t("One step of the sum"), t("First take out the two posts: 52 − 2. Then the others.")),
        ),
        (
            t("The pack has 52 cards. Open are the two posts: {cards}.", cards=listed(posts)),
            *([t("Also seen this round: {cards}. That is {n} more.", cards=listed(seen), n=len(seen))] if seen else []),
            *([t("The cards of the round before were shuffled in again.")] if before else []),
            t("52 − {known} = {n}.", known=known, n=exact),
        ),
        ("A1.2", "A7.3", "R-20") if before else ("A1.2", "R-20"),
    )


def count(deal: Deal, t: Translator) -> Question:
    """How many unseen cards give an outcome, with some cards seen (A6.2, R-20)."""
    posts, outcome = two_posts(deal, "count"), deal.one_of("count/outcome", list(Outcome))
    seen = seen_cards(deal, posts, 5, 0, "count", outcome)
    o = odds(posts, seen)
    ask = {
        Outcome.INSIDE: t("How many of the {n} unseen cards fall inside?", n=o.unseen),
        Outcome.OUTSIDE: t("How many of the {n} unseen cards fall outside?", n=o.unseen),
        Outcome.POST: t("How many of the {n} unseen cards fall on a post?", n=o.unseen),
    }[outcome]
    exact, own = o.count(outcome), table.ranks_of(o, outcome)
    if own and own != exact:
        step = t.ngettext("{n} rank is meant. It has four cards.", "{n} ranks are meant. Each has four cards.", own)
    else:
        step = t("Count the ranks that are meant. Each has four cards.")
    return Question(
        "count",
        deal.seed,
        ask,
        lying(posts, seen, t),
        Scene(posts, seen=seen),
        Number(exact, t(table.LABELS[outcome]), t("of {n}", n=o.unseen)),
        miscounts(o, outcome, t),
        (
            table.which_ranks(o, outcome, t),
            table.unseen_line(t),
            Hint(t("One step of the sum"), " ".join([step, t("Take out those that lie open.")])),
        ),
        table.counted(o, outcome, t),
        ("A6.2", "R-20"),
    )


def miscounts(o: Odds, outcome: Outcome, t: Translator) -> tuple[Slip, ...]:
    """Wrong numbers of unseen cards that give an outcome, and where each comes from."""
    exact, own, seen = o.count(outcome), table.ranks_of(o, outcome), o.known[2:]
    low, high = in_order(o.posts)
    names = {"low": low.rank_name, "high": high.rank_name}
    apart, hits = low.rank != high.rank, [card for card in seen if card in table.gone(o, outcome)]
    fresh, whole = exact + len(hits), exact + len(hits) - len(seen)
    found: Found = [
        ("seen-ignored", fresh, t("{n} still counts {cards}.", n=fresh, cards=listed(hits))),
        ("all-seen-out", max(0, whole), t("{n} takes out all seen cards, whatever their rank.", n=max(0, whole))),
        ("ranks-not-cards", own, t("{n} is the number of ranks.", n=own)),
    ]
    for idea, value in table.VALUES.items():
        wrong = table.count_by(value, o, outcome)
        why = {
            "ace-low": t("{n} takes the ace as 1, below 2.", n=wrong),
            "faces-ten": t("{n} takes J, Q and K as 10.", n=wrong),
        }[idea]
        found.append((idea, wrong, why))
    if outcome is Outcome.POST:
        found.append(("own-posts-left-in", exact + 2, t("{n} still counts the two posts themselves.", n=exact + 2)))
        if apart:
            left = o.by_rank[low.rank]
            found.append(("one-post", left, t("{n} is what is left of the rank {low} only.", n=left, **names)))
    elif exact >= len(o.posts):
        without = exact - len(o.posts)
        found.append(("posts-taken-out", without, t("{n} is two less: the two posts taken out here.", n=without)))
    if outcome is Outcome.INSIDE:
        both = o.inside + o.post
        found.append(
            (
                "posts-inside",
                both,
                t("{n} is {inside} inside and {post} on a post.", n=both, inside=o.inside, post=o.post),
            )
        )
        if apart:
            near, ends = exact + PER_RANK, exact + 2 * PER_RANK
            more = t("{n} counts one rank more than lie between {low} and {high}.", n=near, **names)
            found.append(("difference-cards", near, more))
            if hits:
                why = t("{n} is {ranks} ranks of four less what was seen inside, from {low} up to {high}.",
                        n=ends, ranks=own + 2, **names)  # fmt: skip
            else:
                why = t("{n} is {ranks} ranks of four, from {low} up to {high}.", n=ends, ranks=own + 2, **names)
            found.append(("inclusive", ends, why))
    if outcome is Outcome.OUTSIDE:
        rest, above = o.unseen - o.inside, sum(o.by_rank[high.rank + 1 :])
        found.append(
            (
                "rest-is-outside",
                rest,
                t("{n} is {all} unseen less {inside} inside.", n=rest, all=o.unseen, inside=o.inside),
            )
        )
        if 2 * above >= exact:
            found.append(("one-side", above, t("{n} is what lies above {high} only.", n=above, **names)))
        else:
            below = exact - above
            found.append(("one-side", below, t("{n} is what lies below {low} only.", n=below, **names)))
    return slips(exact, found)
