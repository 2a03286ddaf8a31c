"""Which outcome a third card gives, how large a stake may be, and what moves where (RULES A5, A6, B1-B13)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from acey_teach.engine.cards import Card
from acey_teach.engine.refusal import Refusal, is_whole, shown
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.terms import DEAR_FACTOR, NEEDLESS_SIDE, NO_SIDE, Ace, Side, Terms, terms
from acey_teach.i18n import N_

Chips = int | Fraction


class Outcome(StrEnum):
    """Where the third card falls: strictly between the posts, on one of them, or elsewhere (A0)."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    POST = "post"


_INSIDE, _OUTSIDE, _POST = Outcome  # Python 3.11 takes long to find a member in its class


class Wager(StrEnum):
    """What was bet on: inside with a stake (A5.1), inside for the pot before any card (B8), or a post (B10)."""

    STAKE = "stake"
    BLIND = "blind"
    POST = "post-bet"


_STAKE = Wager.STAKE
SATAN_POTS = 6
"""How many pots a third 6 on two sixes costs (B11)."""


def tidy(chips: Chips) -> Chips:
    """The same amount, as an int where it is whole.

    >>> tidy(Fraction(8, 2)), tidy(Fraction(7, 2))
    (4, Fraction(7, 2))
    """
    return chips.numerator if chips.denominator == 1 else chips


def classify(posts: Sequence[Card], third: Card) -> Outcome:
    """The outcome of `third` between two `posts` in any order (A6.2: the post is tested first).

    >>> [classify((Card("4c"), Card("Qd")), Card(c)).value for c in ("9h", "Qs", "Kh")]
    ['inside', 'post', 'outside']
    """
    a, b, rank = posts[0].rank, posts[1].rank, third.rank
    if rank in (a, b):
        return _POST
    return _INSIDE if a < rank < b or b < rank < a else _OUTSIDE


def ranks_between(posts: Sequence[Card]) -> int:
    """How many ranks lie strictly between the posts, 0 to 11 (A0: the gap).

    >>> ranks_between((Card("Q♦"), Card("4♣")))
    7
    """
    return max(0, abs(posts[0].rank - posts[1].rank) - 1)


class Limit(NamedTuple):
    """The largest legal stake and the two bounds it comes from (A5.2): the pot, and what the chips can cover.

    `cover` is how many stakes the chips must be good for (B13), 0 where only the pot is the limit (B12); `least` is
    the smallest legal stake, which is the largest as well when it must be bet (B9). `sixes` is what a third 6 may
    cost on two sixes where the chips must be there (B11), 0 with all other posts; with fewer chips nothing is covered.
    """

    stake: int
    by_pot: int
    by_chips: int
    cover: int = 2
    least: int = 1
    sixes: Chips = 0


def limit(chips: Chips, pot: Chips, rules: Rules = GUIDE, hand: Terms | None = None, round_: int = 1) -> Limit:
    """The stakes a player with `chips` may announce with `pot` in the middle; 0 means: must pass (A5.3).

    Twice the stake must be payable, so half of an odd number is rounded down (R-1, R-3); under other rules as many
    times as the `hand` can cost (B13), and in round 1 the pot may count half (B5).

    >>> limit(101, 60), limit(Fraction(7, 2), 10).stake
    (Limit(stake=50, by_pot=60, by_chips=50, cover=2, least=1, sixes=0), 1)
    """
    by_pot = pot // 1 if pot > 0 else 0
    if rules.first_orbit_half_pot and round_ == 1:
        by_pot //= 2
    cover, least = rules.cover if hand is None else hand.worst, rules.min_stake
    by_chips = 0 if chips <= 0 else chips // cover if cover else by_pot
    sixes: Chips = 0
    if hand is not None and hand.six and rules.debt == "cap":
        sixes = SATAN_POTS * pot
        if chips < sixes:
            by_chips = 0
    stake = by_pot if by_pot < by_chips else by_chips
    if stake < least:
        stake = 0
    elif hand is not None and hand.forced:
        least = stake
    return tuple.__new__(Limit, (stake, by_pot, by_chips, cover, least, sixes))  # Limit(…), in half the time


def split_limit(chips: Chips, pot: Chips, rules: Rules, hand: Terms) -> Limit:
    """The stakes that may be named for both hands of a split pair at once: both are covered (R-43).

    The new cards are not known yet, so a third ace on an ace counts if it could come (B3).
    """
    if rules.ace_post_x4 and rules.debt == "cap":
        hand = hand._replace(worst=max(hand.worst, DEAR_FACTOR))
    found = limit(Fraction(chips) / 2, pot // 2, rules, hand, 0)  # half of the pot, in round 1 too (B5)
    return found._replace(cover=2 * found.cover)


def check_stake(stake: object, most: Limit, rules: Rules = GUIDE) -> Refusal | None:
    """Why `stake` may not be announced, or None when it may (A5.2, A5.5, B9, R-5, R-22)."""
    if is_whole(stake) and most.least <= stake <= most.stake:  # type: ignore[operator]
        return None
    if most.stake == 0 and most.sixes and not most.by_chips:
        return Refusal(
            "must-pass",
            N_("No stake is possible now: three sixes may cost {need} chips, and there are fewer. Pass."),
            clause="A5.3, B11",
            need=most.sixes,
        )
    if most.stake == 0:
        return Refusal(
            "must-pass",
            N_("No stake is possible now: the pot allows {pot}, the chips cover {chips}. Pass."),
            clause="A5.3",
            pot=most.by_pot,
            chips=most.by_chips,
        )
    if not is_whole(stake):
        return Refusal(
            "stake-whole",
            N_("A stake is a whole number of chips, and “{stake}” is not. Choose a whole number from {low} to {high}."),
            clause="A5.2",
            stake=shown(stake),
            low=most.least,
            high=most.stake,
        )
    assert isinstance(stake, int)
    if most.least == most.stake > rules.min_stake and stake != most.stake:
        return Refusal(
            "autopot",
            N_("With these posts AutoPot leaves no choice: bet {high}."),
            clause="B9",
            high=most.stake,
        )
    if stake < rules.min_stake:
        return Refusal(
            "stake-low",
            N_("A stake of {stake} is not a bet. Choose from {low} to {high}, or pass."),
            clause="A5.5",
            stake=shown(stake),
            low=most.least,
            high=most.stake,
        )
    if stake > most.by_pot and most.by_pot <= most.by_chips:
        if rules.first_orbit_half_pot or rules.split_mode == "committed":  # the pot may hold more
            return Refusal(
                "stake-pot",
                N_("A stake of {stake} is more than the pot allows now. Choose from {low} to {high}."),
                clause="A5.2, B5, B7",
                stake=shown(stake),
                low=most.least,
                high=most.stake,
            )
        return Refusal(
            "stake-pot",
            N_("A stake of {stake} is more than the pot holds. Choose from {low} to {high}."),
            clause="A5.2",
            stake=shown(stake),
            low=most.least,
            high=most.stake,
        )
    return Refusal(
        "stake-chips",
        N_(
            "A stake of {stake} is too much: the chips must cover {cover} times the stake. Choose from {low} to {high}."
        ),
        clause="A5.2",
        stake=shown(stake),
        cover=most.cover,
        low=most.least,
        high=most.stake,
    )


def net_result(outcome: Outcome, stake: int, rules: Rules = GUIDE) -> int:
    """What the player gains (positive) or loses; the return of the stake itself is no gain (A6.2, A6.3).

    >>> [net_result(o, 2) for o in (Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST)]
    [2, -2, -4]
    """
    if outcome is _INSIDE:
        return stake * rules.inside_factor
    return -stake * (rules.post_factor if outcome is _POST else rules.outside_factor)


def outcome_of(hand: Terms, third: Card) -> Outcome:
    """The outcome of a third card under the terms of the hand (A6.2, B1-B4)."""
    if third.bit & hand.post:
        return _POST
    return _INSIDE if third.bit & hand.inside else _OUTSIDE


def half_up(pot: Chips) -> int:
    """Half of the pot, of an odd one the larger half: what a blind bet or one on the post costs (R-48, R-54)."""
    return -(-pot // 2)


def net_of(
    hand: Terms, third: Card, stake: int, pot: Chips, rules: Rules = GUIDE, wager: Wager = _STAKE
) -> tuple[Outcome, Chips]:
    """Outcome and net result of a bet with `pot` in the middle, under any rules (A6.2, B1-B4, B8, B10, B11).

    A blind bet and one on a post have fixed prices, whatever an ace or a 6 costs otherwise (R-49).

    >>> from acey_teach.engine.cards import cards
    >>> net_of(terms(cards("2c Ad"), Rules(ace_post_x4=True)), Card("Ah"), 5, 10, Rules(ace_post_x4=True))
    (<Outcome.POST: 'post'>, -20)
    """
    outcome = outcome_of(hand, third)
    if wager is not _STAKE:
        if wager is Wager.POST:
            return outcome, 2 * pot if outcome is _POST else -half_up(pot)
        return outcome, pot if outcome is _INSIDE else -half_up(pot) if outcome is _OUTSIDE else -pot
    if outcome is _INSIDE:
        return outcome, stake * rules.inside_factor
    if outcome is _OUTSIDE:
        return outcome, -stake * rules.outside_factor
    if hand.six:
        return outcome, -SATAN_POTS * pot
    return outcome, -stake * (hand.dear_factor if third.bit & hand.dear else hand.post_factor)


def paid(net: Chips, chips: Chips, rules: Rules) -> Chips:
    """What of a loss is paid by a player with `chips`: all of it, unless the rest is forgiven (B13 `short`)."""
    return max(net, -chips) if rules.debt == "short" else net


def post_prices(pot: Chips, balances: Sequence[Chips], seat: int, rules: Rules = GUIDE) -> tuple[Chips, Chips]:
    """What a bet on the post by a seat brings with a hit, and with a miss (B10, R-53, R-54).

    A hit wins the pot and an equal share of as much from each of the others; what is forgiven is not paid (B13).

    >>> post_prices(10, (50, 50, 2), 0), post_prices(10, (50, 50, 2), 0, Rules(debt="short"))
    ((20, -5), (17, -5))
    """
    owed = -Fraction(pot, len(balances) - 1)
    won = pot - sum(paid(owed, chips, rules) for i, chips in enumerate(balances) if i != seat)
    return tidy(won), paid(-half_up(pot), balances[seat], rules)


class Settlement(NamedTuple):
    """One settled bet: the outcome, the player's net result, and chips and pot afterwards."""

    outcome: Outcome
    net: Chips
    chips: Chips
    pot: Chips


def settle(
    posts: Sequence[Card],
    third: Card,
    stake: int,
    chips: Chips,
    pot: Chips,
    rules: Rules = GUIDE,
    called: Ace | None = None,
    side: Side | None = None,
    round_: int = 1,
) -> Settlement:
    """Settle a bet in one go (A6). `chips` and `pot` are those of the moment of the announcement.

    An illegal stake raises Refusal, and so does a missing or needless `side` (B1).

    >>> settle((Card("4c"), Card("Qd")), Card("Qs"), 2, 50, 10)
    Settlement(outcome=<Outcome.POST: 'post'>, net=-4, chips=46, pot=14)
    """
    hand = terms(posts, rules, called, side)
    refusal = check_side(side, hand) or check_stake(stake, limit(chips, pot, rules, hand, round_), rules)
    if refusal:
        raise refusal
    outcome, net = net_of(hand, third, stake, pot, rules)
    net = paid(net, chips, rules)
    return tuple.__new__(Settlement, (outcome, net, chips + net, pot - net))  # Settlement(…), in half the time


def check_side(side: Side | None, hand: Terms) -> Refusal | None:
    """Why `side` may not be named, or None when it may: a pair under B1 needs one, other hands have none."""
    if hand.splits:
        return Refusal("split", N_("A pair is split or passed; nobody bets on it as it is."), clause="B7")
    if hand.sides and not isinstance(side, Side):
        return Refusal("side", NO_SIDE, clause="B1")
    if side is not None and not hand.sides:
        return Refusal("side", NEEDLESS_SIDE, clause="B1")
    return None
