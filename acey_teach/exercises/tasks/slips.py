"""Programs that would have wrong ideas: for each function what it answers, so that the idea can be named.

A name that `practice.ideas` has too is the same idea.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from acey_teach.engine.cards import HIGH
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.settlement import Outcome
from acey_teach.exercises.tasks.domains import cards_of
from acey_teach.i18n import N_
from acey_teach.practice.misconceptions import MODELS

_INSIDE, _OUTSIDE, _POST = Outcome.INSIDE, Outcome.OUTSIDE, Outcome.POST
Model = Callable[..., Any]


class Slip(NamedTuple):
    """A wrong idea: its name, what is said of a program that has it, and what such a program answers."""

    name: str
    says: str
    model: Model


# ---- classify(post1, post2, third) ----
def _post_is_inside(post1: int, post2: int, third: int) -> Outcome:
    return _INSIDE if min(post1, post2) <= third <= max(post1, post2) else _OUTSIDE


def _post_is_outside(post1: int, post2: int, third: int) -> Outcome:
    return _INSIDE if min(post1, post2) < third < max(post1, post2) else _OUTSIDE


def _order_counts(post1: int, post2: int, third: int) -> Outcome:
    return _POST if third in (post1, post2) else _INSIDE if post1 < third < post2 else _OUTSIDE


def _ace_low(post1: int, post2: int, third: int) -> Outcome:
    first, second, rank = (1 if r == HIGH else r for r in (post1, post2, third))
    low, high = sorted((first, second))
    return _POST if rank in (low, high) else _INSIDE if low < rank < high else _OUTSIDE


def _faces_ten(post1: int, post2: int, third: int) -> Outcome:
    low, high, rank = (*sorted((min(post1, 10), min(post2, 10))), min(third, 10))
    return _POST if rank in (low, high) else _INSIDE if low < rank < high else _OUTSIDE


CLASSIFY = (
    Slip("posts-inside", N_("It counts a card on a post as inside; inside is strictly between."), _post_is_inside),
    Slip("rest-is-outside", N_("It knows no cards on a post; they cost the stake twice."), _post_is_outside),
    Slip("unsorted", N_("It takes the first post for the lower one; posts come in any order."), _order_counts),
    Slip("ace-low", N_("It takes the ace as 1; the ace is always the highest card."), _ace_low),
    Slip("faces-ten", N_("It takes J, Q, K and A as 10; they are 11, 12, 13 and 14."), _faces_ten),
)


# ---- max_stake(chips, pot) ----
def _half_up(chips: int, pot: int) -> int:
    return min((chips + 1) // 2, pot)


def _half_of_both(chips: int, pot: int) -> int:
    return min(chips // 2, pot // 2)


def _pot_ignored(chips: int, pot: int) -> int:
    return chips // 2


def _chips_ignored(chips: int, pot: int) -> int:
    return pot


def _at_least_one(chips: int, pot: int) -> int:
    return max(1, min(chips // 2, pot))


MAX = (
    Slip("limit-half-up", N_("It rounds half of the chips up; then they do not cover twice the stake."), _half_up),
    Slip("limit-all-chips", N_("It lets all chips be staked; a card on a post costs the stake twice."), min),
    Slip("limit-half-pot", N_("It halves the pot too; only the chips are halved."), _half_of_both),
    Slip("pot-ignored", N_("It does not look at the pot; no stake is larger than the pot."), _pot_ignored),
    Slip("limit-whole-pot", N_("It does not look at the chips; they must cover twice the stake."), _chips_ignored),
    Slip("limit-at-least-one", N_("It finds a stake for everybody; with 0 or 1 chip there is none."), _at_least_one),
)


# ---- settle(outcome, stake, chips, pot) ----
def _settler(inside: tuple[int, int], outside: tuple[int, int], post: tuple[int, int]) -> Model:
    """A way to settle that moves so many stakes to the chips and to the pot."""
    moves = {"inside": inside, "outside": outside, "post": post}

    def settled(outcome: str, stake: int, chips: int, pot: int) -> tuple[int, int]:
        to_chips, to_pot = moves[outcome]
        return chips + to_chips * stake, pot + to_pot * stake

    return settled


_RETURN = N_("It counts the stake that returns as a gain; a win is one stake, not two.")
SETTLE = (
    Slip(
        "post-once",
        N_("It takes the stake once for a card on a post; that costs the stake twice."),
        _settler((1, -1), (-1, 1), (-1, 1)),
    ),
    Slip("stake-as-gain", _RETURN, _settler((2, -2), (-1, 1), (-2, 2))),
    Slip("stake-as-gain", _RETURN, _settler((2, -1), (-1, 1), (-2, 2))),
    Slip(
        "stake-not-back",
        N_("After a win it keeps the stake aside; it returns, and one stake comes out of the pot."),
        _settler((0, -1), (-1, 1), (-2, 2)),
    ),
    Slip(
        "pot-unchanged",
        N_("It leaves the pot as it was; a gain comes out of the pot, and a loss goes into it."),
        _settler((1, 0), (-1, 0), (-2, 0)),
    ),
    Slip(
        "post-half-paid",
        N_("On a post it pays the pot twice the stake, but takes the stake from the player once."),
        _settler((1, -1), (-1, 1), (-1, 2)),
    ),
    Slip(
        "pot-for-chips",
        N_("It gives to the pot what the player wins, and the other way round."),
        _settler((-1, 1), (1, -1), (2, -2)),
    ),
)


# ---- p_inside(post1, post2, seen) ----
def _odds(post1: int, post2: int, seen: Sequence[int]) -> Odds:
    first, second, *others = cards_of((post1, post2, *seen))
    return odds((first, second), others)


def _counting(name: str) -> Model:
    """What a wrong model of `practice` takes for the probability; the right one where it has nothing to say."""

    def model(post1: int, post2: int, seen: Sequence[int]) -> Fraction:
        count = MODELS[name][1](right := _odds(post1, post2, seen), _INSIDE)
        return count.value if count else right.p(_INSIDE)

    return model


def _four_a_rank(post1: int, post2: int, seen: Sequence[int]) -> Fraction:
    right = _odds(post1, post2, seen)
    return Fraction(right.rules.per_rank * right.gap, right.unseen)


def _fixed_below(post1: int, post2: int, seen: Sequence[int]) -> Fraction:
    return Fraction(_odds(post1, post2, seen).inside, _odds(post1, post2, ()).unseen)


def _pair_negative(post1: int, post2: int, seen: Sequence[int]) -> Fraction:
    right = _odds(post1, post2, seen)
    return Fraction(-right.rules.per_rank, right.unseen) if post1 == post2 else right.p(_INSIDE)


P = (
    Slip("pair-below-zero", N_("It counts −1 rank between the cards of a pair; there are 0."), _pair_negative),
    Slip("total-only", N_("It counts four cards of each rank; some of them have been seen."), _four_a_rank),
    Slip("favourable-only", N_("It divides by 50 always; the other cards seen cannot come either."), _fixed_below),
    Slip("seen-ignored", N_("It does not look at the other cards seen."), _counting("seen-ignored")),
    Slip("no-card-dealt", N_("It counts as if no card had been dealt."), _counting("no-card-dealt")),
    Slip("own-posts-left-in", N_("It leaves the posts among the cards to come."), _counting("own-posts-left-in")),
    Slip("posts-inside", N_("It counts the cards on a post as inside."), _counting("posts-inside")),
    Slip("difference-cards", N_("It counts one rank too many between the posts."), _counting("difference-cards")),
    Slip("post-forgotten", N_("It leaves the cards on a post out of the total."), _counting("post-forgotten")),
    Slip("ratio", N_("It divides by the cards that are not inside, not by all unseen cards."), _counting("ratio")),
    Slip("thirds", N_("It takes the three outcomes as equally likely; the cards are."), _counting("thirds")),
)


# ---- turn(post1, post2, third, stake, chips, pot) ----
def turns(classify: Model, settle: Model) -> tuple[Slip, ...]:
    """The ideas about outcomes and about settling, each in a turn that is otherwise right by these two."""

    def played(outcome_of: Model, settled: Model) -> Model:
        def turn(post1: int, post2: int, third: int, stake: int, chips: int, pot: int) -> tuple[object, ...]:
            outcome = outcome_of(post1, post2, third)
            return outcome, *settled(outcome, stake, chips, pot)

        return turn

    return (
        *(Slip(slip.name, slip.says, played(slip.model, settle)) for slip in CLASSIFY),
        *(Slip(slip.name, slip.says, played(classify, slip.model)) for slip in SETTLE),
    )
