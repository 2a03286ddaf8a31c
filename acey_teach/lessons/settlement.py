"""Lesson 3, the stake and its settlement: the limit, the stake held aside, three outcomes, the pass (RULES A5, A6)."""

from __future__ import annotations

from acey_teach.engine.cards import PACK
from acey_teach.engine.events import Phase
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, classify, limit, net_result
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.model import Lesson, Step, Value
from acey_teach.lessons.settlement_corner import checks, corner
from acey_teach.practice.deal import Deal, until, wide
from acey_teach.widgets.words import OUTCOME_WORDS


# ---- what this lesson deals ----
def announced(deal: Deal, outcome: Outcome) -> Session:
    """A stake has just been put aside, and the third card to come gives `outcome`.

    The player before has bet on a post, so that the pot is worth a stake. Hand and stake are the same for all outcomes.
    """
    two = deal.hand("bet", wide)
    third = deal.third("bet third", two, outcome)
    left = [card for card in shuffled(PACK, deal.seed, "lesson/left") if card not in (*two, third)]
    early = left[0], next(card for card in left if card.rank != left[0].rank)
    hit = next(card for card in left if card not in early and classify(early, card) is Outcome.POST)
    waiting = [card for card in left if card not in (*early, hit)][: len(deal.players) - 2]
    deck = [early[0], two[0], *waiting, early[1], hit, two[1], third]
    first = until(Session.new(deal.players, seed=deal.seed, decks=[deck]), Phase.DECISION)
    mine = until(first.bet(first.limit.stake), Phase.DECISION)
    return mine.bet(deal.number("stake", 2, mine.limit.stake - 1))


def last_chip(deal: Deal) -> Session:
    """A player with a single chip has to decide, and two fine posts lie open."""
    two = deal.hand("last chip", wide)
    waiting = [card for card in shuffled(PACK, deal.seed, "lesson/waiting") if card not in two]
    deck = [two[0], *waiting[: len(deal.players) - 1], two[1]]
    chips = [2 * GUIDE.ante, *[GUIDE.start_chips] * (len(deal.players) - 1)]
    s = Session.new(deal.players, seed=deal.seed, decks=[deck], start_chips=chips)
    return until(s.choose_dealer(len(deal.players) - 1), Phase.DECISION)


def _scene(s: Session, t: Translator) -> str:
    """The hand in turn and every chip it concerns."""
    posts = s.posts or ()
    cards = scenes.posts(posts, t, s.third, down=s.third is None and s.held > 0)
    return scenes.stage(cards, scenes.piles(t, s.pot, s.held, (_name(s), s.balances[s.seat])))


def _name(s: Session) -> str:
    return s.players[s.seat].name


# ---- the limit ----
def half(deal: Deal, t: Translator) -> Step:
    """Half of an odd number of chips."""
    chips = 2 * deal.number("half", 20, 60) + 1
    pot = deal.one_of("half pot", [n for n in range(chips // 2 + 3, 100) if n != chips])
    most = limit(chips, pot)
    above = most.stake + 1
    name = deal.players[0].name
    return Step(
        ask=t(
            "{name} has {chips} chips, and {pot} are in the pot. What is the largest stake {name} may announce?",
            name=name,
            chips=chips,
            pot=pot,
        ),
        right=most.stake,
        unit=t("chips"),
        before=scenes.stage(scenes.piles(t, pot, own=(name, chips))),
        told=t(
            "The limit is {most}: twice that is {twice}, and {chips} are there.",
            most=most.stake,
            twice=-net_result(Outcome.POST, most.stake),
            chips=chips,
        ),
        why=[
            t("A third card on a post costs twice the stake, and whoever bets must be able to pay that."),
            t(
                "A stake of {above} could cost {twice}, more than {name} has. "
                "So half of an odd number is rounded down, never up.",
                above=above,
                twice=-net_result(Outcome.POST, above),
                name=name,
            ),
            t(
                "The chips are counted at the moment of the announcement: after the ante, before the stake is put aside."
            ),
        ],
        slips={
            above: t("{n} is rounded up: on a post it would cost one chip more than there is.", n=above),
            chips: t("Then a third card on a post could not be paid: it costs twice the stake."),
            pot: t("The pot would allow that, but the chips do not cover twice as much."),
        },
        clauses=("A5.2", "R-1", "R-2"),
    )


def small_pot(deal: Deal, t: Translator) -> Step:
    """The pot is the smaller bound."""
    chips, pot = deal.number("rich", 60, 130), deal.number("small pot", 4, 12)
    most = limit(chips, pot)
    name = deal.players[1].name
    return Step(
        ask=t(
            "{name} has {chips} chips, but only {pot} are in the pot. What is the largest stake now?",
            name=name,
            chips=chips,
            pot=pot,
        ),
        right=most.stake,
        unit=t("chips"),
        before=scenes.stage(scenes.piles(t, pot, own=(name, chips))),
        told=t(
            "The limit is {most}: the pot allows {pot}, the chips would cover {cover}.",
            most=most.stake,
            pot=most.by_pot,
            cover=most.by_chips,
        ),
        why=[
            t("A third card inside wins the stake out of the pot. More than the pot holds cannot be won."),
            t(
                "Both bounds always hold, and the smaller of them is the limit. Anything from {low} up to it may be announced.",
                low=GUIDE.min_stake,
            ),
        ],
        slips=_slips(
            most.stake,
            {
                most.by_chips: t("The chips would cover that, but the pot could not pay it."),
                chips: t("Neither the pot nor the chips allow that."),
                pot // GUIDE.cover: t("The half belongs to the chips, not to the pot: all of the pot may be won."),
            },
        ),
        clauses=("A5.2",),
    )


def _slips(right: Value, found: dict[Value, str]) -> dict[Value, str]:
    """The wrong answers among those that a thought leads to."""
    return {value: says for value, says in found.items() if value != right}


# ---- the stake and the three outcomes ----
def held(deal: Deal, t: Translator) -> Step:
    """Whose is the stake until the third card falls?"""
    s = announced(deal, Outcome.INSIDE)
    before, name = s.back(), _name(s)
    own = s.balances[s.seat]
    return Step(
        ask=t(
            "{name} announces a stake of {stake} and puts it aside. Whose is it until the third card falls?",
            name=name,
            stake=s.held,
        ),
        options=(name, t("nobody"), t("the pot")),
        right=1,
        before=_scene(before, t),
        after=_scene(s, t),
        told=t(
            "Nobody’s: {own} in front of {name}, {held} held aside, {pot} in the pot.",
            own=own,
            name=name,
            held=s.held,
            pot=s.pot,
        ),
        why=[
            t(
                "The stake has left the player’s pile and has not reached the pot. The third card decides where it goes."
            ),
            t(
                "Only the stake is put aside. If a post is hit, as much again is due, but until then that stays safely "
                "in front of {name}.",
                name=name,
            ),
            t("An announcement is final. Nobody may raise the stake, lower it or take it back."),
        ],
        slips={
            0: t("{name} can no longer use it: the announcement is final.", name=name),
            2: t("The pot gets it only if the third card is not inside."),
        },
        clauses=("A5.5", "A6.1", "R-4"),
    )


def inside(deal: Deal, t: Translator) -> Step:
    """The return of the stake is no gain."""
    shown, done, had = _settled(deal, Outcome.INSIDE)
    stake, name, own = shown.held, _name(shown), done.balances[done.seat]
    return Step(
        ask=t(
            "{name} had {had} chips and bet {stake}. {third} is inside. How many chips does {name} have then?",
            name=name,
            had=had,
            stake=stake,
            third=shown.third,
        ),
        right=own,
        unit=t("chips"),
        before=_scene(shown, t),
        after=_scene(done, t),
        told=_told(shown, done, had, t),
        why=[
            t(
                "The stake comes back, and as much again comes out of the pot. "
                "So {twice} chips move towards {name}, but {stake} of them had been {name}’s before.",
                twice=done.balances[done.seat] - shown.balances[shown.seat],
                name=name,
                stake=stake,
            ),
            t(
                "The return of the stake is no gain. Compare with the moment before the announcement: {had} chips then, {own} now.",
                had=had,
                own=own,
            ),
        ],
        slips=_slips(
            own,
            {
                had + stake + stake: t("The stake that comes back was counted as a gain."),
                had: t("That is the stake coming back. The gain out of the pot comes on top."),
                shown.balances[shown.seat]: t("The stake comes back, and a gain with it."),
                stake + stake: t("So many chips move. Those that were never put aside are there as well."),
            },
        ),
        clauses=("A6.2", "A6.3"),
    )


def outside(deal: Deal, t: Translator) -> Step:
    """The stake goes into the pot."""
    shown, done, had = _settled(deal, Outcome.OUTSIDE)
    stake = shown.held
    return Step(
        ask=t(
            "The same bet, but {third} comes: outside. How many chips are in the pot then?",
            third=shown.third,
        ),
        right=done.pot,
        unit=t("chips"),
        before=_scene(shown, t),
        after=_scene(done, t),
        told=_told(shown, done, had, t),
        why=[
            t("The stake that was held aside goes into the pot. Nothing else moves."),
            t(
                "Nobody in particular has won it: the pot belongs to all. The next player may win it, or it is shared at the end."
            ),
        ],
        slips=_slips(
            done.pot,
            {
                shown.pot: t("The stake lay aside and was not yet part of the pot. Now it goes there."),
                shown.pot + stake + stake: t("Twice the stake is the price of a post. Outside costs it once."),
                shown.pot - stake: t("Only a third card inside takes chips out of the pot."),
            },
        ),
        clauses=("A6.2", "A6.3"),
    )


def post(deal: Deal, t: Translator) -> Step:
    """Twice the stake."""
    shown, done, had = _settled(deal, Outcome.POST)
    stake, name = shown.held, _name(shown)
    lost = had - done.balances[done.seat]
    return Step(
        ask=t(
            "Once more that bet of {stake}, and {third} hits a post. How many chips does {name} lose in all?",
            stake=stake,
            third=shown.third,
            name=name,
        ),
        right=lost,
        unit=t("chips"),
        before=_scene(shown, t),
        after=_scene(done, t),
        told=_told(shown, done, had, t),
        why=[
            t(
                "The stake goes into the pot, and as much again from the player’s own pile: a post costs double. "
                "It is not outside with a fine, but a third outcome of its own."
            ),
            t(
                "That is why the limit is half of one’s chips: {had} chips allow a stake of {most} at most, "
                "and even that could have been paid twice.",
                had=had,
                most=limit(had, had).by_chips,
            ),
        ],
        slips=_slips(
            lost,
            {
                stake: t("So much a card outside costs. A post costs twice the stake."),
                stake + lost: t("The stake held aside is already one of the two."),
            },
        ),
        clauses=("A6.2", "A6.3", "R-1"),
    )


def _settled(deal: Deal, outcome: Outcome) -> tuple[Session, Session, int]:
    """The third card lies open; the bet is settled; and the chips the player had before the announcement."""
    s = announced(deal, outcome)
    shown = s.next()
    had = s.back().balances[s.seat]
    assert isinstance(had, int)
    return shown, shown.next(), had


def _told(shown: Session, done: Session, had: int, t: Translator) -> str:
    assert done.outcome and done.event
    return t(
        "{third} is {outcome}: {net} for {name}, from {had} to {own} chips; the pot goes from {pot} to {after}.",
        third=shown.third,
        outcome=t(OUTCOME_WORDS[done.outcome]),
        net=t.signed(done.event.net),
        name=_name(done),
        had=had,
        own=done.balances[done.seat],
        pot=shown.pot,
        after=done.pot,
    )


# ---- the pass ----
def must_pass(deal: Deal, t: Translator) -> Step:
    """A single chip allows no stake; a pass costs nothing."""
    s = last_chip(deal)
    done = s.pass_()
    name, left = _name(s), t.ngettext("{n} chip", "{n} chips", int(done.balances[done.seat]))
    low, high = sorted(s.posts or (), key=lambda card: card.rank)
    return Step(
        ask=t(
            "{name} has {chips} left and sees {low} and {high}. What can {name} do with it?",
            name=name,
            chips=left,
            low=low,
            high=high,
        ),
        options=(t("bet it"), t("pass, keep it"), t("pass, lose it")),
        right=1,
        before=_scene(s, t),
        after=_scene(done, t),
        told=t(
            "The limit is {most}, so {name} must pass. No card is dealt, and {own} stays.",
            most=s.limit.stake,
            name=name,
            own=left,
        ),
        why=[
            t(
                "A stake of {least} would cost {twice} on a post. With fewer chips than that one must pass.",
                least=GUIDE.min_stake,
                twice=-net_result(Outcome.POST, GUIDE.min_stake),
            ),
            t(
                "A pass costs nothing, whoever passes. No third card is dealt, not even to have a look: "
                "the card that would have come is the next player’s second card."
            ),
            t("Nobody has to leave: {name} stays in the session to the end.", name=name),
        ],
        slips={
            0: t("On a post that would cost twice as much as there is."),
            2: t("A pass costs nothing. Only the ante and a lost bet cost chips."),
        },
        clauses=("A5.1", "A5.3", "R-14"),
    )


LESSON = Lesson(
    slug="settlement",
    title=N_("The stake and its settlement"),
    aim=N_("Your aim: to say how much may be staked, and where every chip goes when the third card has fallen."),
    clauses=("A5", "A6"),
    steps=(half, small_pot, held, inside, outside, post, must_pass),
    corner=corner,
    checks=checks,
)
