"""Questions about probabilities: of one hand, once one more card is seen, in a new round (RULES A6.2, A7.3, R-20)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from acey_teach.engine.cards import HIGH, LOW, PACK, Card
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.settlement import classify as falls
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds import table
from acey_teach.practice.kinds.counting import miscounts
from acey_teach.practice.kinds.table import listed, lying, seen_cards, two_posts
from acey_teach.practice.misconceptions import MODELS
from acey_teach.practice.question import Hint, Number, Question, Scene, Slip, slips

Found = Sequence[tuple[str, Fraction | int | None, str]]


def chance(deal: Deal, t: Translator) -> Question:
    """The probability of an outcome; one time in three whole percent is enough."""
    outcome, percent = deal.one_of("chance/outcome", list(Outcome)), not deal.number("chance/percent", 0, 2)
    o = _hand(deal, "chance", 6, outcome)
    ask = t("What is the probability that the third card falls {where}?", where=t(table.WORDS[outcome]))
    lines = [*table.counted(o, outcome, t), *_divided(o, outcome, t)]
    if percent:
        ask = " ".join([ask, t("Whole percent is enough.")])
        lines.append(t("In whole percent: {percent}.", percent=t.percent(o.p(outcome))))
    return Question(
        "chance",
        deal.seed,
        ask,
        lying(o.posts, o.known[2:], t),
        Scene(o.posts, seen=o.known[2:]),
        Number(o.p(outcome), t("Probability"), chance=True, percent=percent),
        _with_models(o, outcome, [], t),
        (
            Hint(t("Count, then divide"), t("How many cards can still come? How many of them do it?")),
            table.which_ranks(o, outcome, t),
            table.unseen_line(t),
            Hint(t("One step of the sum"), t("{n} cards can still come: that is below the fraction bar.", n=o.unseen)),
        ),
        tuple(lines),
        ("A6.2", "R-20"),
    )


def one_more(deal: Deal, t: Translator) -> Question:
    """What one more seen card changes: a count, a probability, or the expected value of a chip."""
    case, outcome = deal.number("one-more/case", 0, 2), deal.one_of("one-more/outcome", list(Outcome))
    before = _hand(deal, "one-more", 3, outcome)
    wanted, rest = deal.number("one-more/hit", 0, 1), shuffled(PACK, deal.seed, "one-more/card")
    card = next(c for c in rest if c not in before.known and (falls(before.posts, c) is outcome) == wanted)
    o, where = before.after(card), t(table.WORDS[outcome])
    if case == 0:
        ask = t("How many unseen cards fall {where} now?", where=where)
        answer = Number(o.count(outcome), t(table.LABELS[outcome]), t("of {n}", n=o.unseen))
        found = _count_after(before, card, outcome, t)
        step = t("Count as if {card} had not been seen. Then ask whether it is one of these cards.", card=card)
        lines = table.counted(o, outcome, t)
    elif case == 1:
        ask = t("What is the probability that the third card falls {where} now?", where=where)
        answer = Number(o.p(outcome), t("Probability"), chance=True)
        found = _chance_after(before, card, outcome, t)
        step = t("Before, {n} of {all} cards did it.", n=before.count(outcome), all=before.unseen)
        lines = (*table.counted(o, outcome, t), *_divided(o, outcome, t))
    else:
        ask = t("What is the expected value of each chip staked now? Answer in chips, exactly.")
        answer = Number(o.ev_per_chip, t("For each chip"), t("chips"))
        found = _value_after(before, card, t)
        step = t("Cards inside − cards outside − 2 × cards on a post, divided by all unseen cards.")
        sums = f"{o.inside} − {o.outside} − 2 × {o.post} = {t.number(o.margin)}"
        lines = (table.counts(o, t), sums, _over(o.margin, o.unseen, t))
    return Question(
        "one-more",
        deal.seed,
        ask,
        " ".join([lying(o.posts, before.known[2:], t), t("Now {card} is seen too.", card=card)]),
        Scene(o.posts, seen=o.known[2:], facts=((t("Seen just now"), str(card)),)),
        answer,
        found,
        (
            Hint(
                t("What changes?"), t("Does {card} fall inside, outside or on a post? It cannot come now.", card=card)
            ),
            table.unseen_line(t),
            Hint(t("One step of the sum"), step),
        ),
        (t("{card} is seen, so one card less can come: {n} are left.", card=card, n=o.unseen), *lines),
        ("A6.2", "R-20"),
    )


def past(deal: Deal, t: Translator) -> Question:
    """A probability after the pack was shuffled again, with what came in the round before told (A7.3, R-20)."""
    outcome = deal.one_of("past/outcome", list(Outcome))
    o, n = _hand(deal, "past", 3, outcome), deal.number("past/told", 3, 5)
    came = deal.one_of("past/came", (0, 0, n, deal.number("past/some", 1, n - 1)))
    where = t(table.WORDS[outcome])
    middle = [
        card for card in PACK if card not in o.known and LOW < card.rank < HIGH
    ]  # these can be inside of something
    old = shuffled(middle, deal.seed, "past/old")[:n]
    told = t("The third cards of the round before were {cards}.", cards=t.listing(map(str, old)))
    if not came:
        story = t("None of them fell {where}.", where=where)
    elif came == n:
        story = t("All of them fell {where}.", where=where)
    else:
        story = t.ngettext("{n} of them fell {where}.", "{n} of them fell {where}.", came, where=where)
    carried = odds(o.posts, [*o.known[2:], *old])
    hot, due, kept = f"{came}/{n}", f"{n - came}/{n}", f"{carried.count(outcome)}/{carried.unseen}"
    return Question(
        "past",
        deal.seed,
        t("What is the probability that the third card falls {where} now?", where=where),
        " ".join([told, story, t("Then all 52 cards were shuffled."), lying(o.posts, o.known[2:], t)]),
        Scene(o.posts, seen=o.known[2:], facts=((t("The round before"), listed(old)),)),
        Number(o.p(outcome), t("Probability"), chance=True),
        _with_models(
            o,
            outcome,
            [
                ("hot-hand", Fraction(hot), t("{wrong} is how often it was so in the round before.", wrong=hot)),
                ("due", Fraction(due), t("{wrong} is how often it was not so in the round before.", wrong=due)),
                ("carried-over", Fraction(kept), t("{wrong} takes out {cards} too.", wrong=kept, cards=listed(old))),
            ],
            t,
        ),
        (
            Hint(t("Which cards can come?"), t("Where are the cards of the round before now?")),
            table.which_ranks(o, outcome, t),
            table.unseen_line(t),
            Hint(t("One step of the sum"), t("{n} cards can still come: that is below the fraction bar.", n=o.unseen)),
        ),
        (
            t("All 52 cards were shuffled again: the round before says nothing about the next card."),
            *table.counted(o, outcome, t),
            *_divided(o, outcome, t),
        ),
        ("A6.2", "A7.3", "R-20"),
    )


def _hand(deal: Deal, name: str, most: int, outcome: Outcome) -> Odds:
    """A hand with some cards seen, in which an outcome can come and need not, also when one more card is seen."""
    for d in deal.others():
        posts = two_posts(d, name)
        o = odds(posts, seen_cards(d, posts, most, 0, name, outcome))
        if 1 < o.count(outcome) < o.unseen - 1:
            break
    return o


def _with_models(o: Odds, outcome: Outcome, first: Found, t: Translator) -> tuple[Slip, ...]:
    """Slips of a probability: those of the question, then what the known wrong models give, each idea once."""
    counts = ((name, says, model(o, outcome)) for name, (says, model) in MODELS.items())
    known = {name for name, *_ in first}
    models = [(name, n.value, t(says, wrong=n)) for name, says, n in counts if n and name not in known]
    return slips(o.p(outcome), [*first, *models])


def _count_after(before: Odds, card: Card, outcome: Outcome, t: Translator) -> tuple[Slip, ...]:
    """Wrong counts of an outcome once a card is seen."""
    o, n, hit = before.after(card), before.count(outcome), falls(before.posts, card) is outcome
    alike = o.by_rank[card.rank]
    found: Found = [("seen-ignored", n, t("{n} is the number before {card} was seen.", n=n, card=card))]
    if hit:
        rank = t("{n} takes out all cards of the rank {rank}.", n=n - 1 - alike, rank=card.rank_name)
        found = [
            *found,
            ("rank-out", n - 1 - alike, rank),
            ("wrong-way", n + 1, t("{n} is one more, not one less.", n=n + 1)),
        ]
    else:
        found = [
            *found,
            ("all-seen-out", n - 1, t("{n} takes out {card}, which is none of these cards.", n=n - 1, card=card)),
        ]
    names = {name for name, *_ in found}
    return slips(o.count(outcome), found) + tuple(s for s in miscounts(o, outcome, t) if s.idea not in names)


def _chance_after(before: Odds, card: Card, outcome: Outcome, t: Translator) -> tuple[Slip, ...]:
    """Wrong probabilities of an outcome once a card is seen."""
    n, all_, hit = before.count(outcome), before.unseen, falls(before.posts, card) is outcome
    old, more = f"{n}/{all_}", f"{n + hit}/{all_ + 1}"
    above, below, wrong = f"{n - 1}/{all_}", f"{n}/{all_ - 1}", f"{n - 1}/{all_ - 1}"
    found: Found = [
        ("seen-ignored", Fraction(old), t("{wrong} is the probability before {card} was seen.", wrong=old, card=card)),
        ("wrong-way", Fraction(more), t("{wrong} puts {card} in, not out.", wrong=more, card=card)),
    ]
    if hit:
        found = [
            *found,
            (
                "favourable-only",
                Fraction(above),
                t("{wrong} takes {card} out above the bar only.", wrong=above, card=card),
            ),
            ("total-only", Fraction(below), t("{wrong} takes {card} out below the bar only.", wrong=below, card=card)),
        ]
    else:
        none = t("{wrong} takes {card} out above the bar, but it is none of these cards.", wrong=wrong, card=card)
        found = [*found, ("all-seen-out", Fraction(wrong), none)]
    return _with_models(before.after(card), outcome, found, t)


def _value_after(before: Odds, card: Card, t: Translator) -> tuple[Slip, ...]:
    """Wrong expected values of a chip once a card is seen."""
    o = before.after(card)
    back = 2 * before.margin - o.margin
    wrong = [
        ("seen-ignored", before.margin, before.unseen),
        ("total-only", before.margin, o.unseen),
        ("favourable-only", o.margin, before.unseen),
        ("wrong-way", back, o.unseen),
        ("value-post-once", o.margin + o.post, o.unseen),
        ("value-sign", -o.margin, o.unseen),
        ("value-not-divided", o.margin, 1),
    ]
    whys = {
        "seen-ignored": t("That is the value before {card} was seen.", card=card),
        "total-only": t("That takes {card} out of the total only.", card=card),
        "favourable-only": t("That takes {card} out above the fraction bar only.", card=card),
    }
    return slips(o.ev_per_chip, [(idea, Fraction(n, all_), whys.get(idea, "")) for idea, n, all_ in wrong])


def _divided(o: Odds, outcome: Outcome, t: Translator) -> tuple[str, str]:
    """The total, and the fraction."""
    total = t("Unseen: 52 − {known} = {n}.", known=len(o.known), n=o.unseen)
    return total, _over(o.count(outcome), o.unseen, t)


def _over(n: int, all_: int, t: Translator) -> str:
    """A fraction, and what it is when reduced."""
    value, written = Fraction(n, all_), f"{t.number(n)}/{all_}"
    if t.number(value) == written:
        return t("The answer is {answer}; it cannot be reduced.", answer=written)
    return t("The answer is {n} = {answer}.", n=written, answer=t.number(value))
