"""Wrong ideas by name: what each is called in a heading or a list, and what is said to somebody who had it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from acey_teach.i18n import N_


class Idea(NamedTuple):
    """`title` names the idea in a few small words, without a full stop; `says` answers it, whatever the numbers.

    Probabilities have their sentence in `misconceptions.MODELS`, numbers included: there `says` may be empty.
    """

    title: str
    says: str = ""


COUNTING: Mapping[str, Idea] = {
    "posts-inside": Idea(
        N_("cards on a post counted as inside"),
        N_("A card that equals a post is not inside. It is on a post, and costs the stake twice."),
    ),
    "inclusive": Idea(
        N_("the posts’ own ranks counted too"),
        N_("Start one rank above the lower post, and stop one rank below the higher one."),
    ),
    "difference": Idea(
        N_("the difference of the ranks"), N_("Between 4 and 7 lie two ranks, 5 and 6, though 7 − 4 is 3.")
    ),
    "difference-cards": Idea(N_("one rank too many"), N_("Between 4 and 7 lie two ranks, 5 and 6, though 7 − 4 is 3.")),
    "rest-is-outside": Idea(
        N_("all that is not inside taken as outside"), N_("Some of what is not inside is on a post.")
    ),
    "seen-ignored": Idea(
        N_("seen cards left in"), N_("A card that has been seen this round cannot come: take it out of the count.")
    ),
    "all-seen-out": Idea(
        N_("seen cards taken out of the wrong ranks"), N_("A seen card is missing where its own rank is counted.")
    ),
    "seen-twice": Idea(N_("seen cards taken out twice"), N_("Each card that lies open is missing once.")),
    "own-posts-left-in": Idea(
        N_("the posts left in the pack"), N_("The two posts lie open on the table. They cannot come as a third card.")
    ),
    "posts-taken-out": Idea(
        N_("the posts taken out of other ranks"), N_("The two posts are missing among the cards on a post.")
    ),
    "third-taken-out": Idea(
        N_("the third card taken out before it comes"), N_("Before the third card is dealt it can be any unseen card.")
    ),
    "whole-pack": Idea(N_("the whole pack counted"), N_("Cards that lie open cannot come as a third card.")),
    "ranks-not-cards": Idea(
        N_("ranks counted, not cards"), N_("Each rank has four cards, less those that have been seen.")
    ),
    "cards-not-ranks": Idea(N_("cards counted, not ranks"), N_("The four cards of a rank are one rank.")),
    "rank-out": Idea(
        N_("a whole rank taken out"), N_("When one card is seen, the other cards of its rank can still come.")
    ),
    "ace-low": Idea(N_("the ace taken as 1"), N_("The ace is always the highest card, above the king.")),
    "faces-ten": Idea(
        N_("jack, queen and king taken as 10"), N_("Jack, queen and king are 11, 12 and 13, and the ace is 14.")
    ),
    "one-post": Idea(N_("one post looked at, not both"), N_("A hand has two posts. Look at both of them.")),
    "one-side": Idea(N_("one side of the posts only"), N_("Outside is below the lower post and above the higher one.")),
    "unsorted": Idea(
        N_("the first post taken as the lower one"), N_("The posts come in any order. Put them in order first.")
    ),
    "pair-inside": Idea(
        N_("a card inside a pair"), N_("Two posts of the same rank have nothing between them: no card is inside.")
    ),
    "neighbours-inside": Idea(
        N_("a card inside neighbours"), N_("Between neighbours lies no rank: no card is inside.")
    ),
    "same-suit-only": Idea(
        N_("on a post only when the suit agrees"),
        N_("Suits never count. A card of a post’s rank is on the post, whatever its suit."),
    ),
    "suit-for-rank": Idea(
        N_("the suit taken for the rank"), N_("Suits never count. Only a card of a post’s rank is on the post.")
    ),
    "next-to-post": Idea(
        N_("next to a post taken as on it"), N_("Only the very rank of a post is on it; one rank beside it is not.")
    ),
}
"""What goes wrong in counting."""


CHANCES: Mapping[str, Idea] = {
    "no-card-dealt": Idea(N_("ranks out of 13, as if no card had been dealt")),
    "thirds": Idea(N_("three outcomes taken as equally likely")),
    "half": Idea(N_("“either it happens or not”")),
    "post-forgotten": Idea(N_("cards on a post left out of the total")),
    "ratio": Idea(N_("these cards against the others"), N_("A probability divides by all cards that can still come.")),
    "own-posts-to-come": Idea(N_("the posts among the cards to come")),
    "favourable-only": Idea(
        N_("seen cards left in the total"), N_("A seen card cannot come at all, so the total is smaller too.")
    ),
    "total-only": Idea(
        N_("seen cards taken out of the total only"),
        N_("A seen card that would have done it is missing above the fraction bar too."),
    ),
    "ranks-over-cards": Idea(N_("ranks set against cards"), N_("Count cards above and below the fraction bar.")),
    "wrong-way": Idea(
        N_("the change taken the wrong way round"),
        N_("A seen card is one that cannot come: what it would have brought becomes rarer."),
    ),
    "hot-hand": Idea(
        N_("the last round taken as the probability"),
        N_("All cards were shuffled together. They do not know what came before."),
    ),
    "due": Idea(
        N_("what did not come taken as due now"),
        N_("All cards were shuffled together. They have nothing to make up for."),
    ),
    "carried-over": Idea(
        N_("cards of an earlier round taken out"),
        N_("After a round all 52 cards are brought together and shuffled. Only this round’s cards are missing."),
    ),
    "rounded": Idea(
        N_("a rounded number"),
        N_("This is near, because it is rounded. Write the exact number: a fraction always can."),
    ),
}
"""What goes wrong with probabilities, and when one more card is seen or has been seen."""

CHIPS: Mapping[str, Idea] = {
    "limit-whole-pot": Idea(
        N_("the pot taken as the only bound"), N_("The player must also be able to pay twice the stake.")
    ),
    "limit-all-chips": Idea(
        N_("all the chips at stake"), N_("On a post the stake is lost twice, so the chips must cover it twice.")
    ),
    "limit-half-up": Idea(
        N_("half of an odd number rounded up"), N_("Twice the stake must be there: half of an odd number goes down.")
    ),
    "limit-half-exact": Idea(N_("a stake with half a chip"), N_("A stake is a whole number of chips.")),
    "limit-half-pot": Idea(
        N_("half of the pot"), N_("The whole pot may be played for. What is halved is the player’s own chips.")
    ),
    "limit-third": Idea(
        N_("a stake covered three times"),
        N_("The worst loss is twice the stake, and the stake put aside is part of it."),
    ),
    "limit-larger": Idea(N_("the larger of the two bounds"), N_("Both bounds must hold, so the smaller one decides.")),
    "limit-ante-again": Idea(
        N_("the ante taken off again"), N_("The chips count as they are at the announcement: the ante is paid already.")
    ),
    "limit-at-least-one": Idea(
        N_("a stake of 1 always allowed"), N_("Without two chips no stake can be covered. Then the player must pass.")
    ),
    "post-once": Idea(N_("the post’s loss taken once"), N_("On a post the stake is lost twice.")),
    "post-thrice": Idea(
        N_("the post’s loss taken three times"), N_("The stake put aside is one of the two stakes that are lost.")
    ),
    "post-pays": Idea(N_("a post that pays"), N_("A post is never a gain: two stakes go from the player to the pot.")),
    "stake-as-gain": Idea(
        N_("the stake’s return counted as a gain"),
        N_("The stake was the player’s own. Only what comes out of the pot is a gain."),
    ),
    "stake-not-back": Idea(
        N_("the stake not given back"), N_("Inside, the stake returns, and as much again comes out of the pot.")
    ),
    "stake-lost-again": Idea(
        N_("the stake aside taken off again"), N_("The stake put aside is the loss. It is not paid a second time.")
    ),
    "outside-twice": Idea(
        N_("the double loss outside"), N_("Only a post costs the stake twice. Outside costs it once.")
    ),
    "outside-inside": Idea(
        N_("inside and outside swapped"), N_("Inside is strictly between the posts. All else but the posts is outside.")
    ),
    "pot-for-chips": Idea(
        N_("the pot and the player’s chips swapped"), N_("What the player wins the pot loses, and the other way round.")
    ),
    "pot-unchanged": Idea(
        N_("a pot that stays as it was"), N_("Chips only move: what one side gains the other side has less.")
    ),
}
"""What goes wrong with chips: the largest stake, and a settlement."""

VALUES: Mapping[str, Idea] = {
    "value-post-once": Idea(
        N_("the post’s loss weighed once"), N_("A card on a post costs the stake twice, so it weighs twice.")
    ),
    "value-no-post": Idea(
        N_("the cards on a post weighed as nothing"), N_("They come as any other card does, and cost the stake twice.")
    ),
    "value-not-divided": Idea(
        N_("a sum not divided by the cards"), N_("An expected value is a mean: divide by all cards that can come.")
    ),
    "value-of-52": Idea(N_("a sum divided by 52"), N_("Cards that lie open cannot come. Divide by the unseen ones.")),
    "value-gain-only": Idea(N_("only the gains counted"), N_("Losses belong to the expected value too, with a minus.")),
    "value-return": Idea(
        N_("the stake’s return weighed as a gain"),
        N_("Inside brings the stake once: the chips that come back were the player’s own."),
    ),
    "value-thirds": Idea(
        N_("the three outcomes weighed alike"), N_("The cards are equally likely, the outcomes are not.")
    ),
    "value-rest-outside": Idea(
        N_("all that is not inside weighed as outside"), N_("Some of it is on a post, and that costs twice.")
    ),
    "value-per-chip": Idea(
        N_("the value of a single chip"), N_("That is for each chip staked. Take it times the stake.")
    ),
    "value-sign": Idea(N_("gain and loss swapped"), N_("Gains count as plus, losses as minus.")),
    "majority": Idea(
        N_("the most cards decide"),
        N_("Cards do not weigh the same: one on a post costs as much as two cards outside."),
    ),
    "streak": Idea(N_("a streak that goes on"), N_("Luck has no memory. Only the cards that can still come count.")),
    "risk-nothing": Idea(
        N_("whoever passes cannot lose"),
        N_("True, but a pass cannot gain either. The question is whether gains outweigh losses."),
    ),
    "pot-large": Idea(
        N_("the size of the pot decides"),
        N_("The pot only bounds the stake. Inside brings as much as was staked, whatever lies in the middle."),
    ),
    "outcomes-counted": Idea(
        N_("outcomes counted, not cards"), N_("Two of the three outcomes lose, but that does not say how often.")
    ),
    "even-half": Idea(N_("more than half of the cards"), N_("Half is not enough: the cards on a post cost twice.")),
    "even-majority": Idea(
        N_("more inside than outside"), N_("Inside must outweigh the cards on a post as well, and those count twice.")
    ),
    "even-down": Idea(
        N_("half a card dropped"), N_("Cards are whole. One fewer, and the losses weigh more than the gains.")
    ),
    "even-exact": Idea(N_("half a card"), N_("Cards are whole: take the next whole number.")),
    "even-strict": Idea(
        N_("more than break-even"), N_("Exactly 0 is enough here: one card fewer is still worth at least 0.")
    ),
    "even-two-each": Idea(
        N_("two more inside cards for each post card"),
        N_("A card that is inside and not outside changes the balance by 2. So one for each card on a post is enough."),
    ),
    "even-whole-lead": Idea(
        N_("each change counted once"),
        N_("A card that is inside and not outside changes the balance by 2: one loss less, and one gain more."),
    ),
    "even-total": Idea(N_("all inside cards, not the missing ones"), N_("The question is how many more it takes.")),
}
"""What goes wrong with expected values, break-even and the decision."""

ENDS: Mapping[str, Idea] = {
    "end-waiting": Idea(
        N_("turns after an empty pot"), N_("An empty pot ends the session on the spot, whoever still waits.")
    ),
    "end-limit-first": Idea(
        N_("the rounds tested before the pot"), N_("The pot is tested first: an empty one is the reason that is named.")
    ),
    "end-ante-first": Idea(
        N_("the next ante tested too soon"),
        N_("The ante is tested last. Where there is no further round, no ante is due."),
    ),
    "end-poor-out": Idea(
        N_("an end in the middle of a round"),
        N_("The ante of this round is paid. Whether all can pay the next one is tested when the round is complete."),
    ),
    "end-round-begun": Idea(
        N_("the last round taken as over"), N_("A round is complete when the dealer’s turn is over, not before.")
    ),
    "end-pot-left": Idea(
        N_("play until the pot is empty"),
        N_("After the agreed rounds the session ends. The rest of the pot is shared."),
    ),
    "end-drop-out": Idea(
        N_("the others play on"), N_("Nobody drops out: if one player cannot pay the ante, it is over for all.")
    ),
    "end-one-short": Idea(
        N_("one chip taken as too little"), N_("The ante is 1 chip, so a single chip is enough for the next round.")
    ),
    "end-rounds-left": Idea(
        N_("rounds that are still left taken as over"), N_("Compare the round just played with the rounds agreed.")
    ),
    "share-floor": Idea(
        N_("the remainder lost"), N_("Nothing is rounded down: the shares together must be the whole pot.")
    ),
    "share-up": Idea(N_("the share rounded up"), N_("So much for everybody is more than the pot holds.")),
    "share-one-out": Idea(
        N_("one player left out"), N_("All players take part in the division, whoever dealt, bet or won.")
    ),
    "share-all": Idea(N_("the winner takes the rest"), N_("What is left is divided equally among all players.")),
    "share-leaders": Idea(
        N_("only the leaders share"), N_("What is left goes to all players. Only the win belongs to the leaders.")
    ),
    "share-remainder": Idea(
        N_("the remainder taken as the share"), N_("The remainder is what whole shares would leave over.")
    ),
    "share-none": Idea(N_("the share left out"), N_("The rest of the pot is divided before the balances are final.")),
    "win-first-seat": Idea(
        N_("the first seat breaks a tie"),
        N_("The order of the seats decides nothing: all who have the most share the win."),
    ),
    "win-dealer": Idea(N_("the dealer wins"), N_("Who deals has no say in who wins. The highest final balance does.")),
    "win-last-gain": Idea(
        N_("the largest gain at the end"), N_("What counts is how much somebody has, not how it came about.")
    ),
    "win-earlier": Idea(N_("the leader of an earlier round"), N_("Only the balances at the end count.")),
    "win-nobody": Idea(N_("a tie without a winner"), N_("All players who have the highest balance share the win.")),
    "win-division": Idea(
        N_("a division that changes the order"),
        N_("Everybody gets the same share, so all differences stay as they are."),
    ),
}
"""What goes wrong at the end of a session."""

PROGRAMS: Mapping[str, Idea] = {
    "pot-ignored": Idea(N_("the pot not looked at"), N_("No stake is larger than the pot.")),
    "pair-below-zero": Idea(N_("less than no rank between a pair"), N_("Between the cards of a pair lie 0 ranks.")),
    "post-half-paid": Idea(
        N_("one of two stakes left out"), N_("On a post two stakes leave the player, and two arrive in the pot.")
    ),
    "state-kept": Idea(
        N_("something kept from an earlier game"), N_("A new game begins with nothing: no card has been seen yet.")
    ),
}
"""What goes wrong in programs only."""

IDEAS: dict[str, Idea] = {**COUNTING, **CHANCES, **CHIPS, **VALUES, **ENDS, **PROGRAMS}
"""Name -> idea. Names are kept in progress codes: they never change."""
