"""Lesson 1, before the first card: players, the pack, the dealer, the cut, the antes (RULES A1 to A3, A4.1)."""

from __future__ import annotations

from acey_teach.engine.cards import HIGH, PACK, RANK_NAMES, SUITS, Card
from acey_teach.engine.events import Phase
from acey_teach.engine.record import NAMES
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.deal import Deal, until
from acey_teach.lessons.model import Lesson, Step
from acey_teach.lessons.preparation_corner import checks, corner

_KING = HIGH - 1
_SHOWN = 6  # cards of the pack that are shown at once


# ---- what this lesson deals ----
def drawn(deal: Deal) -> list[Card]:
    """The card each player draws for the deal: no rank twice, an ace and a king among them, the first of neither."""
    mine = next(card for card in shuffled(PACK, deal.seed, "lesson/mine") if 5 <= card.rank <= 11)
    wanted = [HIGH, _KING, *(rank for rank in (2, 3, 4, 12) if rank != mine.rank)][: len(deal.players) - 1]
    others = [card for card in shuffled(PACK, deal.seed, "lesson/others") if card.rank in wanted]
    return [mine, *{card.rank: card for card in others}.values()]


def winner(deal: Deal) -> int:
    """The seat that drew the highest card and therefore deals."""
    cards = drawn(deal)
    return max(range(len(cards)), key=lambda seat: cards[seat].rank)


def shuffled_pack(deal: Deal) -> Session:
    """The moment before the cut."""
    return until(deal.session.choose_dealer(winner(deal)), Phase.CUT)


def second_round(deal: Deal) -> tuple[Session, Session]:
    """A first round in which one player bets and misses, and the moment before the antes of the second.

    The result is (after that bet, before those antes).
    """
    n = len(deal.players)
    low, high = deal.hand("early posts", lambda low, high: 1 <= ranks_between((low, high)) <= 4)
    missed = deal.third("early third", (low, high), Outcome.OUTSIDE)
    waiting = [card for card in shuffled(PACK, deal.seed, "lesson/waiting") if card not in (low, high, missed)][: n - 1]
    s = Session.new(deal.players, seed=deal.seed, decks=[[low, *waiting, high, missed]]).choose_dealer(winner(deal))
    bet = until(s, Phase.DECISION).bet(deal.number("early stake", 2, n))
    settled = until(bet, Phase.DISCARD)
    return settled, until(until(settled, Phase.PASS_DEAL), Phase.ANTE)


# ---- the steps ----
def players(deal: Deal, t: Translator) -> Step:
    """How many can sit at one table?"""
    friends = deal.number("friends", GUIDE.max_players + 1, GUIDE.max_players + 6)
    right = friends - max(n for n in range(friends + 1) if _plays(n))
    full = until(Session.new(NAMES[: GUIDE.max_players], seed=deal.seed), Phase.DECISION)
    while full.phase is not Phase.PASS_DEAL and not full.result:  # everybody bets: as many cards as a round can take
        full = full.bet(1) if full.phase is Phase.DECISION else full.next()
    most = max(len(step.seen) for step in full.steps)
    return Step(
        ask=t("{n} friends want to play at one table. How many of them have to watch?", n=friends),
        right=right,
        unit=t("people"),
        before=scenes.stage(scenes.backs(len(GUIDE.pack), t, t("the pack: {n} cards", n=len(GUIDE.pack)))),
        after=scenes.stage(scenes.table(Session.new(NAMES[: GUIDE.max_players], seed=deal.seed), t)),
        told=t(
            "From {low} to {high} people can play, so {n} watch.",
            low=GUIDE.min_players,
            high=GUIDE.max_players,
            n=right,
        ),
        why=[
            t(
                "The number of players is fixed for the whole session: nobody joins later, and nobody leaves before the end."
            ),
            t(
                "One pack is enough, also for a full table. Nobody gets more than {each} cards in a round. "
                "If all {players} take them, {most} cards are dealt, and {rest} of the {pack} are never touched.",
                players=GUIDE.max_players,
                each=most // GUIDE.max_players,
                most=most,
                rest=len(GUIDE.pack) - most,
                pack=len(GUIDE.pack),
            ),
        ],
        slips={
            0: t("There are cards enough for more people, but the game is only for {most}.", most=GUIDE.max_players),
            friends - GUIDE.min_players: t("{n} are enough, but more can play.", n=GUIDE.min_players),
        },
        clauses=("A1.1", "A1.2", "A11.7"),
    )


def _plays(n: int) -> bool:
    try:
        Session.new([str(seat) for seat in range(n)], seed="0")
    except Refusal:
        return False
    return True


def higher(deal: Deal, t: Translator) -> Step:
    """How many cards rank higher?"""
    mine, name = drawn(deal)[0], deal.players[0].name
    rest = [card for card in PACK if card is not mine]
    right = sum(card.rank > mine.rank for card in rest)
    ranks = [RANK_NAMES[rank] for rank in range(mine.rank + 1, HIGH + 1)]
    same = sum(card.rank == mine.rank for card in rest)
    aces = sum(card.rank == HIGH for card in rest)
    line = scenes.line(None, t)
    return Step(
        ask=t(
            "To choose the dealer, everybody draws a card; the highest deals. {name} has drawn {card}. "
            "How many of the other {rest} cards rank higher?",
            name=name,
            card=mine,
            rest=len(rest),
        ),
        right=right,
        unit=t("cards"),
        before=scenes.stage(scenes.row([mine], t)),
        after=scenes.stage(scenes.row([mine], t), line),
        told=t(
            "{ranks} rank higher, with {each} cards each: {n} cards.",
            ranks=t.listing(ranks),
            each=GUIDE.per_rank,
            n=right,
        ),
        why=[
            t(
                "In rank order the pack begins with the two; after the number cards come jack, queen and king, and the ace on top. "
                "Each rank is there once in each of the {suits} suits. There are no jokers.",
                suits=len(SUITS),
            ),
            t(
                "The suit never counts: the {same} other cards of the same rank are not higher and not lower. "
                "If two people draw the same rank, they draw again.",
                same=same,
            ),
            t(
                "Every one of the {rest} cards is equally likely to be drawn next, so the chance of a higher one is {fraction}.",
                rest=len(rest),
                fraction=t.number(right) + "/" + t.number(len(rest)),
            ),
        ],
        slips={
            len(ranks): t("{n} is the number of higher ranks. Each rank is there in several suits.", n=len(ranks)),
            right - aces: t("The aces are missing: the ace ranks above the king."),
            right + same: t("This counts the cards of the same rank too, but the suit never makes a card higher."),
        },
        clauses=("A1.2", "A1.3", "A1.4"),
    )


def dealer(deal: Deal, t: Translator) -> Step:
    """Who deals first?"""
    cards, names = drawn(deal), [player.name for player in deal.players]
    right = winner(deal)
    king = next(seat for seat, card in enumerate(cards) if card.rank == _KING)
    heaps = [scenes.small([card], t, name) for card, name in zip(cards, names, strict=True)]
    return Step(
        ask=t("All have drawn. The highest card deals: who is the first dealer?"),
        options=names,
        right=right,
        before=scenes.stage(scenes.side_by_side(*heaps)),
        after=scenes.stage(scenes.table(shuffled_pack(deal), t)),
        told=t("{name} deals: {card} is the highest card.", name=names[right], card=cards[right]),
        why=[
            t("The ace is always the highest card. Nobody may call it low, neither here nor later in the game."),
            t(
                "How the first dealer is chosen is up to the players: a drawn card, a die, or the youngest. "
                "Everybody only has to agree beforehand. After that the deal passes to the left, round by round."
            ),
        ],
        slips={king: t("The king is second: the ace ranks above it.")},
        clauses=("A1.4", "A2.1", "R-9", "A7.3"),
    )


def cutter(deal: Deal, t: Translator) -> Step:
    """Who cuts?"""
    s = shuffled_pack(deal)
    names = [player.name for player in s.players]
    return Step(
        ask=t(
            "{dealer} has shuffled. The seats stand in the order of the turns, clockwise from the dealer’s left. Who cuts?",
            dealer=names[s.dealer],
        ),
        options=names,
        right=s.cutter,
        before=scenes.stage(scenes.table(s, t)),
        told=t("{cutter}, the right neighbour of {dealer}, cuts.", cutter=names[s.cutter], dealer=names[s.dealer]),
        why=[
            t("Whoever shuffles could have seen a card. So another hand has the last word about the order."),
            t(
                "The right neighbour is the one whose turn comes just before the dealer’s. "
                "The left neighbour gets the first card and the first turn."
            ),
            t("With two players the opponent sits on both sides, and therefore cuts."),
        ],
        slips={
            s.dealer: t("The cut is there to check the dealer, so the dealer does not make it."),
            s.order[0]: t("{name} is the left neighbour, who gets the first card.", name=names[s.order[0]]),
        },
        clauses=("A2.2", "R-8"),
    )


def cut(deal: Deal, t: Translator) -> Step:
    """What does a cut do to the order?"""
    s = shuffled_pack(deal)
    k = deal.number("cut", 2, 4)
    old, new = s.stock, s.cut(k).stock
    options = sorted((old[0], old[k - 1], old[k], old[-1]), key=lambda card: card.index)
    low, high = GUIDE.min_cut, len(old) - GUIDE.min_cut
    top = t("from the top")
    return Step(
        ask=t(
            "For once the top of the pack lies open; the card at the bottom is {last}. "
            "{name} cuts off the top {n} cards. Which card is on top then?",
            last=old[-1],
            name=s.players[s.cutter].name,
            n=k,
        ),
        options=[str(card) for card in options],
        right=options.index(new[0]),
        before=scenes.stage(scenes.small(old[:_SHOWN], t, top)),
        after=scenes.stage(
            scenes.side_by_side(
                scenes.small(new[: _SHOWN - k], t, top),
                scenes.small(new[-k - 1 :], t, t("the last ones, at the bottom")),
            )
        ),
        told=t(
            "{card} is on top now. The old top card is now number {n} from the top.",
            card=new[0],
            n=new.index(old[0]) + 1,
        ),
        why=[
            t(
                "A cut lifts the top cards off, as they are, and puts them under the rest. "
                "No two neighbours in the pack are parted, except where it was cut; the old last card now lies on the old first one."
            ),
            t(
                "Both parts need a card at least, so a cut takes {low} to {high} cards. "
                "If the pack is well shuffled, the cut changes no chance at all. It only makes sure that nobody knows the order.",
                low=low,
                high=high,
            ),
        ],
        slips={
            options.index(old[0]): t("{card} went under the rest with its part of the pack.", card=old[0]),
            options.index(old[k - 1]): t(
                "{card} is the last of the cards that were lifted off: it is at the very bottom now.", card=old[k - 1]
            ),
            options.index(old[-1]): t(
                "That would be so if the pack were turned over. {card} now lies just above the part that was put under.",
                card=old[-1],
            ),
        },
        clauses=("A3.1", "A3.2", "R-8"),
    )


def antes(deal: Deal, t: Translator) -> Step:
    """How many chips lie in the pot after the antes of the second round?"""
    bet, before = second_round(deal)
    after = before.next()
    n, name = len(before.players), bet.players[bet.seat].name
    stake = -(bet.event.net if bet.event else 0)
    return Step(
        ask=t(
            "In the first round {name} bet and lost {stake}; the other {n} passed. "
            "Now all pay the ante of the second round. How many chips are in the pot then?",
            n=n - 1,
            name=name,
            stake=t.ngettext("{n} chip", "{n} chips", stake),
        ),
        right=after.pot,
        unit=t("chips"),
        before=scenes.stage(scenes.table(before, t)),
        after=scenes.stage(scenes.table(after, t), scenes.piles(t, after.pot)),
        told=t(
            "{rest} chips had stayed in the pot, {antes} came to them: {pot}.",
            rest=before.pot,
            antes=after.pot - before.pot,
            pot=after.pot,
        ),
        why=[
            t(
                "The ante is {ante} for everybody, the dealer included, before each round.",
                ante=t.ngettext("{n} chip", "{n} chips", GUIDE.ante),
            ),
            t("What lies in the pot stays there between the rounds. It is shared out only when the session is over."),
            t(
                "No chip is made and none is lost. All of you together began with {all}; count the piles and the pot, and you find {all} again.",
                all=sum(after.balances) + after.pot,
            ),
        ],
        slips={
            after.pot - before.pot: t("The chips of the first round are still in the pot."),
            before.pot: t("That is the pot before the antes. They are paid before every round."),
            after.pot - GUIDE.ante: t("The dealer pays the ante too."),
            after.pot - stake: t("The lost stake went into the pot as well."),
        },
        clauses=("A1.5", "A2.3", "R-11", "A11.1"),
    )


_WORDS = {
    Phase.SHUFFLE: N_("shuffle"),
    Phase.CUT: N_("cut"),
    Phase.ANTE: N_("antes"),
    Phase.FIRST_CARD: N_("first cards"),
}
_WRONG: tuple[tuple[tuple[Phase, ...], str], ...] = (
    (
        (Phase.CUT, Phase.SHUFFLE, Phase.ANTE, Phase.FIRST_CARD),
        N_("A shuffle after the cut would make the cut useless: the dealer would have the last word again."),
    ),
    (
        (Phase.SHUFFLE, Phase.CUT, Phase.FIRST_CARD, Phase.ANTE),
        N_("Then everybody would know a card before paying. The antes come before it."),
    ),
    (
        (Phase.ANTE, Phase.SHUFFLE, Phase.CUT, Phase.FIRST_CARD),
        N_("First the pack is made ready; the antes are the last thing before the deal."),
    ),
)
"""Orders that are not the game's, each with what speaks against it."""


def order(deal: Deal, t: Translator) -> Step:
    """What comes in which order?"""
    begin = deal.session.choose_dealer(winner(deal))
    dealt = until(begin, Phase.SECOND_CARD)
    right = tuple(dict.fromkeys(event.phase for event in dealt.history if event.phase in _WORDS))
    left_out = deal.number("order", 0, len(_WRONG) - 1)
    wrong = {phases: says for n, (phases, says) in enumerate(_WRONG) if n != left_out}
    place = deal.number("order place", 0, len(wrong))
    options = [*wrong]
    options.insert(place, right)
    return Step(
        ask=t("{dealer} is the dealer. In which order does the round begin?", dealer=begin.players[begin.dealer].name),
        options=[" → ".join(t(_WORDS[phase]) for phase in phases) for phases in options],
        right=place,
        before=scenes.stage(scenes.table(begin, t)),
        after=scenes.stage(scenes.table(dealt, t)),
        told=t("The order is: {order}.", order=t.listing(t(_WORDS[phase]) for phase in right)),
        why=[
            t(
                "First the cards are put into an order that nobody knows, by two people. "
                "Then all pay, without having seen anything. Only then does everybody get one open card, the dealer last."
            ),
            t(
                "Before the second and the third round one thing comes first of all: can everybody pay the ante? "
                "If somebody cannot, the session is over and nobody pays."
            ),
        ],
        slips={n: t(wrong[phases]) for n, phases in enumerate(options) if phases in wrong},
        clauses=("A2.4", "A4.1", "R-7"),
    )


LESSON = Lesson(
    slug="preparation",
    title=N_("Before the first card"),
    aim=N_("Your aim: to make a table ready for the first card, and to say why each step is there."),
    clauses=("A1", "A2", "A3", "A4.1"),
    steps=(players, higher, dealer, cutter, cut, antes, order),
    corner=corner,
    checks=checks,
)
