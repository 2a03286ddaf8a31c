"""A solution of exercise 9.1: bet as much as is legal whenever the bet is worth more than nothing."""

# 9.1
def strategy(hand):
    if hand.inside - hand.outside - 2 * hand.post > 0:
        return hand.most
    return 0
