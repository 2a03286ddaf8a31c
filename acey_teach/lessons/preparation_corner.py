"""The corner and the quick checks of lesson 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acey_teach.engine.actions import Action, Bet, Cut
from acey_teach.engine.cards import HIGH, PACK, Card
from acey_teach.engine.events import Phase
from acey_teach.engine.record import NAMES
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import GUIDE, Rules
from acey_teach.engine.session import Session
from acey_teach.i18n import Translator
from acey_teach.lessons.attempt import tried
from acey_teach.lessons.model import Check, Corner, Field, Try
from acey_teach.practice import answers
from acey_teach.practice.deal import Deal, until


def corner(deal: Deal, t: Translator) -> Corner:
    """Tables that cannot be set, and packs that cannot be cut."""
    ready = until(deal.session, Phase.CUT)
    pack, names = len(ready.stock), [player.name for player in deal.players]
    bad = GUIDE.max_players + 1
    ace = deal.one_of("corner ace", [card for card in PACK if card.rank == HIGH])

    def set_up(make: Callable[[], object], fine: str = "", clause: str = "") -> tuple[bool, str, str]:
        return tried(lambda: (make(), fine)[1], t, clause)

    def act(session: Session, action: Action, fine: str, clause: str) -> tuple[bool, str, str]:
        return set_up(lambda: session.do(action), fine, clause)

    def lift(at: object) -> tuple[bool, str, str]:
        if not isinstance(at, int):
            return act(ready, Cut(at), "", "")  # type: ignore[arg-type]  # the engine says what is wrong with it
        done = t.ngettext(
            "The top card goes to the bottom of the pack.",
            "The top {n} cards go to the bottom of the pack, in their order.",
            at,
        )
        return act(ready, Cut(at), done, "A3.1")

    def typed(text: str) -> tuple[bool, str, str]:
        try:
            value = answers.number(text)
        except Refusal as refusal:
            return False, refusal.sentence(t), refusal.clause
        return lift(value.numerator if value.denominator == 1 else text.strip())

    tries = (
        (t("play alone"), set_up(lambda: Session.new(names[:1]))),
        (t("play with {n} people", n=bad), set_up(lambda: Session.new([str(seat) for seat in range(bad)]))),
        (t("a joker in the pack"), set_up(lambda: Card("joker"))),
        (
            t("{card} twice in the pack", card=ace),
            set_up(lambda: Session.new(names, seed=deal.seed, decks=[[ace, ace]])),
        ),
        (t("a rule that makes the ace low"), set_up(lambda: Rules.of({"ace": "low"}))),
        (
            t("begin with no chips at all"),
            set_up(lambda: Session.new(names, seed=deal.seed, start_chips=[0] * len(names))),
        ),
        (t("lift off no card and call it a cut"), lift(0)),
        (t("lift off all {n} cards", n=pack), lift(pack)),
        (t("lift off one card only"), lift(GUIDE.min_cut)),
        (
            t("bet before any card is dealt"),
            act(until(ready, Phase.ANTE), Bet(GUIDE.min_stake), "", ""),
        ),
    )
    return Corner(
        scene="",
        intro=t("Set up a table that cannot be, or cut the pack in a way that is none, and see what you are told."),
        tries=[Try(label, result) for label, result in tries],
        field=Field(t("Your own cut: how many cards?"), typed),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Three questions to take home."""
    two = Session.new(NAMES[:2], seed=deal.seed).choose_dealer(deal.number("check dealer", 0, 1))
    ready = until(deal.session, Phase.CUT)
    k = deal.number("check cut", 10, 40)
    place = ready.cut(k).stock.index(ready.stock[0]) + 1
    paid = until(ready, Phase.FIRST_CARD)
    return (
        Check(
            t(
                "{a} and {b} play, and {dealer} deals. Who cuts?",
                a=two.players[0].name,
                b=two.players[1].name,
                dealer=two.players[two.dealer].name,
            ),
            t(
                "{name}. With two players the opponent is the left and the right neighbour at once.",
                name=two.players[two.cutter].name,
            ),
        ),
        Check(
            t("Somebody lifts off {n} cards. Which place from the top has the old top card then?", n=k),
            t(
                "Place {place}: the other {rest} cards lie above it now.",
                place=place,
                rest=place - 1,
            ),
        ),
        Check(
            t(
                "{n} players have paid their first antes. How many chips are on the table in all, the pot included?",
                n=len(paid.players),
            ),
            t(
                "{all}, as many as before: {pot} of them have moved into the pot.",
                all=sum(paid.balances) + paid.pot,
                pot=paid.pot,
            ),
        ),
    )
