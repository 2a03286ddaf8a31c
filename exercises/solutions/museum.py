"""The programs of the bug museum, mended: exercises 8.1 to 8.8. A block stands by itself."""
# ruff: noqa: E402, F811, SIM109

# 8.1
def classify(post1, post2, third):
    low = min(post1, post2)
    high = max(post1, post2)
    if low < third < high:
        return "inside"
    if third == low or third == high:
        return "post"
    return "outside"


# 8.2
def winning_ranks(post1, post2):
    low, high = sorted([post1, post2])
    ranks = []
    for rank in range(2, 15):
        if low < rank and rank < high:
            ranks.append(rank)
    return ranks


# 8.3
from fractions import Fraction


def p_inside(post1, post2, seen):
    low, high = sorted([post1, post2])
    cards = 0
    for rank in range(low + 1, high):
        cards += 4 - seen.count(rank)
    unseen = 52 - 2 - len(seen)
    return Fraction(cards, unseen)


# 8.4
def place_bet(stake, chips, pot):
    if type(stake) is not int or stake < 1 or stake > pot or 2 * stake > chips:
        raise ValueError(stake)
    held = stake
    chips = chips - held
    return chips, held


# 8.5
def settle(outcome, stake, chips, pot):
    chips -= stake
    if outcome == "inside":
        chips += 2 * stake
        pot -= stake
    elif outcome == "outside":
        pot += stake
    else:
        chips -= stake
        pot += 2 * stake
    return chips, pot


# 8.6
from fractions import Fraction


def divide(pot, chips):
    share = Fraction(pot, len(chips))
    result = []
    for own in chips:
        result.append(own + share)
    return result


# 8.7
def shuffle(cards, choose):
    deck = list(cards)
    n = len(deck)
    for i in range(n - 1, 0, -1):
        j = choose(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


# 8.8
PACK = 52


def unseen_after(dealt):
    seen = []
    for rank in dealt:
        seen.append(rank)
    return PACK - len(seen)
