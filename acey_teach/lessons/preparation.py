"""Lesson 1, before the first card: players, the pack, the dealer, the cut, the antes (RULES A1 to A3, A4.1)."""

from __future__ import annotations

from acey_teach.engine.cards import HIGH, LOW, PACK, RANK_NAMES, SUITS, Card
from acey_teach.engine.events import Phase
from acey_teach.engine.record import NAMES
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.engine.setup import Player
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.model import Lesson, Step
from acey_teach.lessons.preparation_corner import checks, corner
from acey_teach.practice.deal import Deal, until

_KING = HIGH - 1
_SHOWN = 6  # cards of the pack that are shown at once


# ---- what this lesson deals ----
def seated(deal: Deal) -> tuple[Player, ...]:
    """Three or four players: as many names as a class can vote on from the back of a room."""
    return deal.players[:4]


def drawn(deal: Deal) -> list[Card]:
    """The card each player draws for the deal: no rank twice, an ace and a king among them, the first of neither."""
    mine = next(card for card in shuffled(PACK, deal.seed, "lesson/mine") if 5 <= card.rank <= 11)
    wanted = (HIGH, _KING, LOW)[: len(seated(deal)) - 1]
    others = [card for card in shuffled(PACK, deal.seed, "lesson/others") if card.rank in wanted]
    return [mine, *{card.rank: card for card in others}.values()]


def winner(deal: Deal) -> int:
    """The seat that drew the highest card and therefore deals."""
    cards = drawn(deal)
    return max(range(len(cards)), key=lambda seat: cards[seat].rank)


def shuffled_pack(deal: Deal) -> Session:
    """The moment before the cut."""
    return until(Session.new(seated(deal), seed=deal.seed).choose_dealer(winner(deal)), Phase.CUT)


def second_round(deal: Deal) -> tuple[Session, Session]:
    """A first round in which one player bets and misses, and the moment before the antes of the second.

    The result is (after that bet, before those antes).
    """
    n = len(seated(deal))
    low, high = deal.hand("early posts", lambda low, high: 1 <= ranks_between((low, high)) <= 4)
    missed = deal.third("early third", (low, high), Outcome.OUTSIDE)
    waiting = [card for card in shuffled(PACK, deal.seed, "lesson/waiting") if card not in (low, high, missed)][: n - 1]
    s = Session.new(seated(deal), seed=deal.seed, decks=[[low, *waiting, high, missed]]).choose_dealer(winner(deal))
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
    rest = len(GUIDE.pack) - most
    return Step(
        ask=t("{n} friends want to play at one table. How many of them have to watch?", n=friends),
        right=right,
        unit=t("people"),
        before=scenes.stage(scenes.backs(len(GUIDE.pack), t, t("the pack: {n} cards", n=len(GUIDE.pack)))),
        after=scenes.stage(
            scenes.side_by_side(
                scenes.backs(most, t, t.ngettext("at most {n} card dealt", "at most {n} cards dealt", most)),
                scenes.backs(rest, t, t.ngettext("{n} card never touched", "{n} cards never touched", rest)),
            )
        ),
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
                rest=rest,
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
    mine, name = drawn(deal)[0], seated(deal)[0].name
    rest = [card for card in PACK if card is not mine]
    right = sum(card.rank > mine.rank for card in rest)
    ranks = [RANK_NAMES[rank] for rank in range(mine.rank + 1, HIGH + 1)]
    same = sum(card.rank == mine.rank for card in rest)
    aces = sum(card.rank == HIGH for card in rest)
    line = scenes.line(None, t)
    return Step(
        ask=t(
            "The highest card will deal. {name} has drawn {card}. How many of the other {rest} cards rank higher?",
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
                "In rank order the pack goes from the two through jack, queen and king to the ace on top, "
                "each in {suits} suits. There are no jokers.",
                suits=len(SUITS),
            ),
            t(
                "The suit never counts: the {same} other cards of the same rank are not higher and not lower.",
                same=same,
            ),
            t(
                "Each of the {rest} cards is equally likely to come next: a higher one has the chance {fraction}.",
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
    cards, names = drawn(deal), [player.name for player in seated(deal)]
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
                "How the first dealer is chosen is up to the players, if only all agree beforehand: a drawn card, a die, "
                "the youngest. If the highest rank comes twice, draw again. Later the deal passes to the left, round by round."
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
            "{dealer} has shuffled. The turns will go clockwise, from {first} to {dealer}. Who cuts?",
            dealer=names[s.dealer],
            first=names[s.order[0]],
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
            "{last} is at the bottom of the pack. {name} cuts off the top {n} cards. Which is on top then?",
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
            "{card} is on top; {old} is now number {n} from the top.", card=new[0], old=old[0], n=new.index(old[0]) + 1
        ),
        why=[
            t(
                "A cut puts the top cards, as they are, under the rest. It parts the pack in one place only, and the old last card now lies on the old first one."
            ),
            t(
                "Both parts need a card, so a cut takes {low} to {high}. In a well shuffled pack it changes no chance. "
                "It only makes sure that nobody knows the order.",
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
    name = bet.players[bet.seat].name
    stake = -int(bet.event.net if bet.event else 0)
    return Step(
        ask=t(
            "After the antes {name} lost a bet of {stake}, and the others passed. "
            "All pay the next ante. How many chips are in the pot then?",
            name=name,
            stake=t.ngettext("{n} chip", "{n} chips", stake),
        ),
        right=after.pot,
        unit=t("chips"),
        before=scenes.stage(scenes.table(before, t)),
        after=scenes.stage(scenes.table(after, t)),
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
                "No chip is made and none is lost. Together the players began with {all}: the piles and the pot are {all} again.",
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
    Phase.SHUFFLE: N_("the shuffle"),
    Phase.CUT: N_("the cut"),
    Phase.ANTE: N_("the antes"),
    Phase.FIRST_CARD: N_("the first cards"),
}
_AGAINST = {
    (Phase.SHUFFLE, Phase.ANTE): N_("The pack is not ready yet: the antes come after the cut."),
    (Phase.SHUFFLE, Phase.FIRST_CARD): N_("Then the dealer alone would have had the pack, and nobody would have paid."),
    (Phase.CUT, Phase.SHUFFLE): N_("A shuffle after the cut would give the dealer the last word again."),
    (Phase.CUT, Phase.FIRST_CARD): N_("Then everybody would know a card before paying. The antes come first."),
    (Phase.ANTE, Phase.SHUFFLE): N_("The pack was made ready before anybody paid."),
    (Phase.ANTE, Phase.CUT): N_("The pack was made ready before anybody paid."),
}
"""What speaks against a step (the second) right after another (the first)."""


def order(deal: Deal, t: Translator) -> Step:
    """What comes next?"""
    begin = Session.new(seated(deal), seed=deal.seed).choose_dealer(winner(deal))
    done = deal.one_of("done", [Phase.SHUFFLE, Phase.CUT, Phase.ANTE])
    here = until(begin, done)
    here = here.cut() if done is Phase.CUT else here.next()
    dealt = until(here, Phase.SECOND_CARD)
    whole = dict.fromkeys(event.phase for event in dealt.history if event.phase in _WORDS)
    options = [phase for phase in whole if phase is not done]
    ask = {
        Phase.SHUFFLE: N_("{dealer} has just shuffled. What comes next?"),
        Phase.CUT: N_("{cutter} has just cut the pack. What comes next?"),
        Phase.ANTE: N_("All have just paid the antes. What comes next?"),
    }[done]
    return Step(
        ask=t(ask, dealer=here.players[here.dealer].name, cutter=here.players[here.cutter].name),
        options=[t(_WORDS[phase]) for phase in options],
        right=options.index(here.phase),
        before=scenes.stage(scenes.table(here, t)),
        after=scenes.stage(scenes.table(dealt, t)),
        told=t("The whole order: {order}.", order=t.listing(t(_WORDS[phase]) for phase in whole)),
        why=[
            t(
                "First two people bring the cards into an order that nobody knows. Then all pay, without having seen anything. "
                "Only then does everybody get one open card, the dealer last."
            ),
            t(
                "Before the second and the third round one thing comes first of all: can everybody pay the ante? "
                "If somebody cannot, the session is over and nobody pays."
            ),
        ],
        slips={n: t(_AGAINST[done, phase]) for n, phase in enumerate(options) if phase is not here.phase},
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
