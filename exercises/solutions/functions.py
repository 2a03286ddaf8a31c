"""Solutions of the exercises 7.1 to 7.5. A line with an id begins each block; a block stands by itself."""
# ruff: noqa: E402

# 7.1
def classify(post1, post2, third):
    if third in (post1, post2):
        return "post"
    if min(post1, post2) < third < max(post1, post2):
        return "inside"
    return "outside"


# 7.2
def max_stake(chips, pot):
    return min(chips // 2, pot)


# 7.3
def settle(outcome, stake, chips, pot):
    if outcome == "inside":
        return chips + stake, pot - stake
    if outcome == "outside":
        return chips - stake, pot + stake
    return chips - 2 * stake, pot + 2 * stake


# 7.4
from fractions import Fraction


def p_inside(post1, post2, seen):
    low, high = min(post1, post2), max(post1, post2)
    cards = 4 * max(0, high - low - 1)
    for rank in seen:
        if low < rank < high:
            cards -= 1
    return Fraction(cards, 52 - 2 - len(seen))


# 7.5
def turn(post1, post2, third, stake, chips, pot):
    if type(stake) is not int or not 1 <= stake <= min(chips // 2, pot):
        raise ValueError("This stake is not legal.")
    if third in (post1, post2):
        return "post", chips - 2 * stake, pot + 2 * stake
    if min(post1, post2) < third < max(post1, post2):
        return "inside", chips + stake, pot - stake
    return "outside", chips - stake, pot + stake
