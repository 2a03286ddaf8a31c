"""The corner and the quick checks of lesson 3."""

from __future__ import annotations

from collections.abc import Sequence

from acey_teach.engine.actions import Action, Bet, Pass
from acey_teach.engine.cards import PACK
from acey_teach.engine.events import Phase
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Limit, Outcome, check_stake, limit, ranks_between, settle
from acey_teach.engine.shuffle import shuffled
from acey_teach.i18n import Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.model import Check, Corner, Field, Try
from acey_teach.practice import answers
from acey_teach.practice.deal import Deal, until

CHIPS = 101
"""The odd number of chips on which RULES R-1 shows the limit."""


def equal_posts(deal: Deal) -> Session:
    """The first player has to decide on two cards of one rank."""
    two = deal.hand("equal", lambda low, high: low.rank == high.rank)
    others = [card for card in shuffled(PACK, deal.seed, "lesson/waiting") if card not in two]
    deck = [two[0], *others[: len(deal.players) - 1], two[1]]
    return until(Session.new(deal.players, seed=deal.seed, decks=[deck]), Phase.DECISION)


def poor(deal: Deal) -> Session:
    """Everybody has a single chip left."""
    chips = [2 * GUIDE.ante] * len(deal.players)
    return until(Session.new(deal.players, seed=deal.seed, start_chips=chips), Phase.DECISION)


def corner(deal: Deal, t: Translator) -> Corner:
    """Stakes that are none."""
    pot = deal.number("corner pot", 55, 95)
    little = deal.number("little pot", 5, 9)
    name = deal.players[0].name
    most = limit(CHIPS, pot)
    pair, one = equal_posts(deal), poor(deal)
    bet = pair.bet(GUIDE.min_stake)

    def stake(wanted: object, bounds: Limit = most) -> tuple[bool, str, str]:
        refusal = check_stake(wanted, bounds)
        if refusal:
            return False, refusal.sentence(t), refusal.clause
        return True, t("The chips cover twice this stake, and the pot can pay it."), "A5.2"

    def act(session: Session, action: Action, fine: str, clause: str) -> tuple[bool, str, str]:
        refusal = session.verify(action)
        return (False, refusal.sentence(t), refusal.clause) if refusal else (True, fine, clause)

    def typed(text: str) -> tuple[bool, str, str]:
        try:
            value = answers.number(text)
        except Refusal as refusal:
            return False, refusal.sentence(t), refusal.clause
        return stake(value.numerator if value.denominator == 1 else text.strip())

    numbers = (0, -most.stake, t.decimal(2.5, 1), most.stake + 1, most.stake, t("everything"))
    lost = t("Nobody is kept from it, though it can only lose.")
    return Corner(
        scene=scenes.stage(scenes.piles(t, pot, own=(name, CHIPS))),
        intro=t(
            "{name} has {chips} chips, and {pot} are in the pot. Try stakes that are none.",
            name=name,
            chips=CHIPS,
            pot=pot,
        ),
        tries=[
            *[Try(t("announce “{stake}”", stake=t.number(n) if isinstance(n, int) else n), stake(n)) for n in numbers],
            Try(
                t("announce {stake} when the pot holds {pot}", stake=little + 1, pot=little),
                stake(little + 1, limit(CHIPS, little)),
            ),
            Try(t("bet with one chip left"), act(one, Bet(GUIDE.min_stake), "", "")),
            Try(t("raise the stake after the announcement"), act(bet, Bet(GUIDE.min_stake + 1), "", "")),
            Try(t("pass after the announcement"), act(bet, Pass(), "", "")),
            Try(
                t("pass on two cards of one rank"),
                act(pair, Pass(), t("Any posts may be passed, and a pass costs nothing."), "A5.1"),
            ),
            Try(t("bet on two cards of one rank"), act(pair, Bet(GUIDE.min_stake), lost, "A5.4")),
        ],
        field=Field(t("Your own stake"), typed),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Three questions to take home."""
    chips = 2 * deal.number("check chips", 10, 40) + 1
    most = limit(chips, chips).stake
    two = deal.hand("check", lambda low, high: ranks_between((low, high)) > 2)
    hit = settle(two, deal.third("check post", two, Outcome.POST), most, chips, chips)
    pot = deal.number("check pot", 4, 9)
    emptied = settle(two, deal.third("check inside", two, Outcome.INSIDE), pot, CHIPS, pot)
    return (
        Check(
            t(
                "Somebody has {chips} chips, announces {stake}, and hits a post. How many chips are left?",
                chips=chips,
                stake=most,
            ),
            t.ngettext(
                "{n} chip: {stake} was the limit, and the limit is such that even the double loss can be paid.",
                "{n} chips: {stake} was the limit, and the limit is such that even the double loss can be paid.",
                int(hit.chips),
                stake=most,
            ),
        ),
        Check(
            t(
                "The pot holds {pot}, somebody announces {pot}, and the third card falls inside. What is in the pot then?",
                pot=pot,
            ),
            t(
                "{rest}. The stake comes back and {net} come out of the pot. An empty pot ends the session on the spot.",
                rest=emptied.pot,
                net=emptied.net,
            ),
        ),
        Check(
            t("You pass, and the next player asks to see the card you would have got. May it be turned?"),
            t(
                "No. After a pass no third card is dealt: that card is still in the pack, and is the next player’s second one."
            ),
        ),
    )
