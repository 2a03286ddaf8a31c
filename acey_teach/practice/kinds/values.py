"""Questions about expected values: of a stake, as a reason to bet or pass, and where break-even is (RULES A6, R-20)."""

from __future__ import annotations

from fractions import Fraction

from acey_teach.engine.cards import PACK, Card
from acey_teach.engine.odds import odds
from acey_teach.engine.settlement import Outcome, classify, ranks_between
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import Translator
from acey_teach.practice.deal import Deal
from acey_teach.practice.kinds.chips import gives
from acey_teach.practice.kinds.table import counts, lying, seen_cards
from acey_teach.practice.question import Choice, Hint, Number, Question, Scene, slips


def value(deal: Deal, t: Translator) -> Question:
    """The expected value of a stake, in chips, exactly. In half of the seeds the cards are counted already."""
    low, high = deal.hand("posts", lambda low, high: 2 <= ranks_between((low, high)) <= 10)
    posts = deal.one_of("order", ((low, high), (high, low)))
    seen = seen_cards(deal, posts, 4, 0)
    o, fresh, stake, counted = odds(posts, seen), odds(posts), deal.number("stake", 2, 9), deal.number("counted", 0, 1)
    inside, outside, post, unseen, exact = o.inside, o.outside, o.post, o.unseen, o.ev(stake)
    facts = [(t("Stake"), str(stake))]
    if counted:
        facts += [(t("Inside"), str(inside)), (t("Outside"), str(outside)), (t("On a post"), str(post))]

    def weighed(gain: int, loss: int, on: int, n: int = unseen) -> tuple[Fraction, str]:
        """A stake weighed with other numbers: the value and its sum."""
        term = f"{stake} × ({gain} − {loss} − {on}) ÷ {n}" if on else f"{stake} × ({gain} − {loss}) ÷ {n}"
        return Fraction(stake * (gain - loss - on), n), term

    wrong = {
        "value-post-once": weighed(inside, outside, post),
        "value-no-post": weighed(inside, outside, 0, inside + outside),
        "value-of-52": weighed(inside, outside, 2 * post, len(PACK)),
        "value-return": weighed(2 * inside, outside, 2 * post),
        "value-rest-outside": weighed(inside, unseen - inside, 0),
        "posts-inside": weighed(inside + post, outside, 0),
        "seen-ignored": weighed(fresh.inside, fresh.outside, 2 * fresh.post, fresh.unseen),
        "value-not-divided": (Fraction(stake * o.margin), f"{stake} × ({inside} − {outside} − {2 * post})"),
        "value-gain-only": (Fraction(stake * inside, unseen), f"{stake} × {inside} ÷ {unseen}"),
        "value-thirds": (Fraction(-2 * stake, 3), f"{stake} × (1 − 1 − 2) ÷ 3"),
        "value-per-chip": (o.ev_per_chip, f"({inside} − {outside} − {2 * post}) ÷ {unseen}"),
        "value-sign": (-exact, f"{stake} × ({outside} + {2 * post} − {inside}) ÷ {unseen}"),
    }
    lies = lying(posts, seen, t)
    return Question(
        "value",
        deal.seed,
        t("What is the expected value of a stake of {stake} chips? Answer in chips, exactly.", stake=stake),
        lies + " " + counts(o, t) if counted else lies,
        Scene(posts, seen=seen, facts=tuple(facts)),
        Number(exact, t("Expected value"), t("chips")),
        slips(exact, [(idea, wrong_value, gives(wrong_value, term, t)) for idea, (wrong_value, term) in wrong.items()]),
        (
            Hint(
                t("What can happen?"),
                t("Inside brings the stake, outside costs it, a post costs it twice. Weigh each with its cards."),
            ),
            Hint(t("Show the rank line"), t("Count the unseen cards: inside, outside, on a post."), line=True),
            Hint(
                t("One step of the sum"),
                t("For each chip staked the cards bring {sum}.", sum=f"{inside} − {outside} − 2 × {post}")
                + " "
                + t("Then take it times the stake, and divide by all unseen cards."),
            ),
        ),
        (
            counts(o, t),
            f"{inside} − {outside} − 2 × {post} = {t.number(o.margin)}",
            f"{stake} × {_bracketed(o.margin, t)} ÷ {unseen} = {t.number(exact)}",
        ),
        ("A6.2", "R-20"),
    )


def _bracketed(n: int, t: Translator) -> str:
    return f"({t.number(n)})" if n < 0 else str(n)


def decide(deal: Deal, t: Translator) -> Question:
    """Bet or pass, and why. One wrong reason speaks for each: the decision alone does not give the answer away."""
    case = deal.number("case", 0, 4)
    near = {0: range(7, 8), 1: range(2, 11)}.get(case, range(6, 9))  # 7 ranks between are break-even, nothing else seen
    posts = deal.hand("posts", lambda low, high: ranks_between((low, high)) in near)
    seen = _balanced(deal, posts) if case == 0 else seen_cards(deal, posts, 4)
    o, pot = odds(posts, seen), deal.number("pot", 20, 60)
    past = deal.one_of("past", (None, Outcome.INSIDE, Outcome.OUTSIDE))
    above, below = t("Bet: the expected value is above 0."), t("Pass: the expected value is below 0.")
    even = t("Either: the expected value is exactly 0.")
    bets = [("pot-large", t("Bet: {pot} chips in the pot are worth a try.", pot=pot))]
    passes = [
        ("risk-nothing", t("Pass: whoever passes cannot lose.")),
        ("outcomes-counted", t("Pass: two of the three outcomes lose.")),
    ]
    if o.inside > o.outside:
        bets += [("majority", t("Bet: more cards fall inside than outside."))] * 2
    facts, story = [(t("Pot"), str(pot))], ""
    if past:
        came = {Outcome.INSIDE: t("inside, inside, inside"), Outcome.OUTSIDE: t("outside, outside, outside")}[past]
        facts.append((t("Bets in the last round"), came))
        story = t("Bets in the last round: {came}.", came=came)
    if past is Outcome.INSIDE:
        bets += [("streak", t("Bet: inside is on a streak."))] * 2
        passes += [("due", t("Pass: after three times inside, outside is due."))] * 2
    elif past is Outcome.OUTSIDE:
        bets += [("due", t("Bet: after three times outside, inside is due."))] * 2
        passes += [("streak", t("Pass: outside is on a streak."))] * 2
    bet = deal.one_of("bet", bets)
    no_bet = deal.one_of("pass", [one for one in passes if one[0] != bet[0]])
    right = above if o.margin > 0 else below if o.margin < 0 else even
    all_options = [above, below, even, bet[1], no_bet[1]]
    options = sorted(all_options, key=lambda text: deal.number(f"place/{all_options.index(text)}", 0, 9999))
    found = [(idea, options.index(text), "") for idea, text in (bet, no_bet)]
    for idea, post in ("value-post-once", o.post), ("value-no-post", 0):  # what somebody finds who weighs it so
        sum_of = o.inside - o.outside - post
        said = above if sum_of > 0 else below if sum_of < 0 else even
        term = f"{o.inside} − {o.outside}{f' − {post}' if post else ''} = {t.number(sum_of)}"
        found.append((idea, options.index(said), t("That would be so with {sum}.", sum=term)))
    return Question(
        "decide",
        deal.seed,
        t("Bet or pass? Choose the decision with the right reason."),
        " ".join(filter(None, [lying(posts, seen, t), t("In the pot: {pot}.", pot=pot), story])),
        Scene(posts, seen=seen, facts=tuple(facts)),
        Choice(tuple(options), options.index(right)),
        slips(options.index(right), found),
        (
            Hint(t("What decides?"), t("The cards that can still come decide, and what each of them brings or costs.")),
            Hint(t("Show the rank line"), t("Count the unseen cards: inside, outside, on a post."), line=True),
            Hint(t("One step of the sum"), t("Weigh them: {sum}.", sum=f"{o.inside} − {o.outside} − 2 × {o.post}")),
        ),
        (counts(o, t), f"{o.inside} − {o.outside} − 2 × {o.post} = {t.number(o.margin)}", right),
        ("A5.1", "A6.2", "R-20"),
    )


def _balanced(deal: Deal, posts: tuple[Card, Card]) -> tuple[Card, ...]:
    """Seen cards that leave break-even as it is: none, or one inside and one outside."""
    rest = shuffled(PACK, deal.seed, "question/seen")
    pairs = deal.number("pairs", 0, 2)
    by = {outcome: [card for card in rest if classify(posts, card) is outcome][:pairs] for outcome in Outcome}
    return (*by[Outcome.OUTSIDE], *by[Outcome.INSIDE])


def break_even(deal: Deal, t: Translator) -> Question:
    """The fewest inside cards that make a bet worth at least 0, or how many are missing."""
    unseen, post, missing = deal.number("unseen", 36, 50), deal.number("post", 3, 6), deal.number("missing", 1, 9)
    need = (unseen + post + 1) // 2  # inside − (unseen − post − inside) − 2 × post is at least 0
    rest, odd = unseen - post, (unseen + post) % 2 == 1
    some = deal.number("asked", 0, 2) == 0 and missing not in (2, post, 2 * post)
    inside = need - missing if some else 0
    wrong = {
        "even-half": (unseen // 2 + 1, f"{unseen} ÷ 2"),
        "value-post-once": ((unseen + 1) // 2, f"{unseen} ÷ 2"),
        "even-majority": (rest // 2 + 1, f"({unseen} − {post}) ÷ 2"),
        "even-down": ((unseen + post) // 2 if odd else None, f"({unseen} + {post}) ÷ 2"),
        "even-exact": (Fraction(unseen + post, 2) if odd else None, f"({unseen} + {post}) ÷ 2"),
        "even-strict": (None if odd else need + 1, f"({unseen} + {post}) ÷ 2"),
        "even-two-each": ((rest + 1) // 2 + 2 * post, f"({unseen} − {post}) ÷ 2 + 2 × {post}"),
    }
    found: list[tuple[str, Fraction | int | None, str]] = []
    for idea, (bound, term) in wrong.items():
        if not bound or bound <= inside:
            continue
        if idea in ("even-half", "even-majority", "even-strict"):
            why = t("{n} inside is the first number above {sum}.", n=bound, sum=term)
        else:
            why = t("With {sum} one comes to {n} inside.", n=t.number(bound), sum=term)
        if inside:  # the rest was asked for
            why += " " + t("{n} − {gone} = {left}.", n=t.number(bound), gone=inside, left=t.number(bound - inside))
        found.append((idea, bound - inside, why))
    exact, facts = need, [(t("Unseen cards"), str(unseen)), (t("On a post"), str(post))]
    given = t("Unseen cards: {n}. On a post: {post}.", n=unseen, post=post)
    ask = t("At least how many of the unseen cards must fall inside, so that a bet is worth 0 or more?")
    steps = [
        t("Inside and outside together: {sum}.", sum=f"{unseen} − {post} = {rest}"),
        t("Inside must be ahead of outside by {sum}.", sum=f"2 × {post} = {2 * post}"),
        f"{need} − {rest - need} = {2 * need - rest}",
        t("One card fewer: {sum}, too little.", sum=f"{need - 1} − {rest - need + 1} = {2 * need - 2 - rest}"),
    ]
    if some:
        exact, outside = missing, rest - inside
        given = t("Inside: {inside}. Outside: {outside}. On a post: {post}.", inside=inside, outside=outside, post=post)
        facts = [(t("Inside"), str(inside)), (t("Outside"), str(outside)), (t("On a post"), str(post))]
        ask = t("At least how many outside cards would have to fall inside instead, so that a bet is worth 0 or more?")
        lead = 2 * post + outside - inside
        term = f"{outside} + 2 × {post} − {inside}"
        found += [
            ("even-whole-lead", lead, gives(lead, term, t)),
            ("even-total", need, t("{n} inside it would be.", n=need)),
        ]
        steps.append(f"{need} − {inside} = {missing}")
    return Question(
        "break-even",
        deal.seed,
        ask,
        given,
        Scene(facts=tuple(facts)),
        Number(exact, t("At least"), t("cards")),
        slips(exact, found),
        (
            Hint(
                t("Weigh the cards"),
                t("An inside card makes up for one outside card. How many does a card on a post take?"),
            ),
            Hint(t("Put the posts apart"), t("All other unseen cards are inside or outside.")),
            Hint(
                t("One step of the sum"),
                t(
                    "{n} cards are inside or outside. Inside must be ahead by twice {post}.",
                    n=rest,
                    post=post,
                ),
            ),
        ),
        tuple(steps),
        ("A6.2",),
    )
