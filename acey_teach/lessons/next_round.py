"""Lesson 4, the next round: discards, the stock, what seen cards tell, and how the deal passes on (RULES A7, A2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from acey_teach.analysis.strategies import bold
from acey_teach.engine.actions import NEXT, Bet, ChooseDealer, Cut
from acey_teach.engine.cards import Card
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds, odds
from acey_teach.engine.record import NAMES
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.session import Action, Session
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_, Translator
from acey_teach.lessons import scenes
from acey_teach.lessons.attempt import attempt, told, typed
from acey_teach.lessons.model import Check, Corner, Field, Lesson, Step, Try
from acey_teach.practice.deal import Deal, until
from acey_teach.practice.misconceptions import same
from acey_teach.widgets.words import odds_sentence


# ---- the session the lesson looks at ----
@lru_cache(maxsize=8)
def _game(deal: Deal) -> Session:
    """A first round of bold players, and the next one up to its first decision, in which everything asked here occurs."""
    return next(game for one in deal.others() for game in _fitting(one))


def _fitting(deal: Deal) -> Iterable[Session]:
    over = until(deal.session, Phase.COLLECT, bold)
    n = len(over.players)
    # the round is complete, somebody has bet, and no slip about the pot is right
    if over.pot in (0, n - 1, n) or not any(_looks(s) for s in over.steps):
        return
    game = until(over, Phase.DECISION)
    if game.odds.gap and len({one.p(Outcome.INSIDE) for one in _memories(game)}) == 3:
        yield game


def _looks(s: Session) -> bool:
    """Whether discards and waiting first cards lie open, and looking at them changes the odds of a wide pair of posts."""
    if s.phase is not Phase.DECISION or not 1 <= s.turn < len(s.players) - 1 or not s.posts:
        return False
    fresh, seen = odds(s.posts), s.odds
    return fresh.gap >= 3 and fresh.inside > seen.inside and not same(fresh.p(Outcome.INSIDE), seen.p(Outcome.INSIDE))


def _moment(deal: Deal, phase: Phase, turn: int = 0, number: int = 1) -> Session:
    """The moment before `phase` in a round and turn of the lesson's session."""
    return next(s for s in _game(deal).steps if (s.phase, s.turn, s.round) == (phase, turn, number))


def _last(deal: Deal) -> Session:
    """The moment when the dealer's turn is over and nothing has been brought together yet."""
    return next(s for s in _game(deal).steps if s.phase is Phase.COLLECT)


def _memories(game: Session) -> tuple[Odds, Odds, Odds]:
    """The odds of the first decision of round 2: with the cards of round 1 remembered, with the posts alone, and right."""
    posts = game.posts or ()
    old = next(s.seen for s in game.steps if s.phase is Phase.COLLECT)
    return odds(posts, {*old, *game.seen} - {*posts}), odds(posts), game.odds


def _bet_one(session: Session) -> Action:
    return Bet(session.rules.min_stake)


def _used(session: Session, *, betting: bool) -> Session:
    """The end of a round in which everybody bets the smallest stake, or nobody bets."""
    return until(session, Phase.COLLECT, _bet_one) if betting else until(session, Phase.COLLECT)


def _stock(s: Session) -> int:
    return len(s.stock) - s.dealt


def _left(s: Session, t: Translator) -> str:
    return scenes.backs(_stock(s), t, t.ngettext("{n} card in the stock", "{n} cards in the stock", _stock(s)))


def _waiting(s: Session) -> list[Card]:
    """First cards that lie open before players whose turn has not come."""
    return [
        card for seat in s.order if s.waiting(seat) and (card := s.first_card(seat)) and card not in (s.posts or ())
    ]


# ---- steps ----
def discards(deal: Deal, t: Translator) -> Step:
    """Where do the cards of a finished turn go?"""
    s = next(s for s in _game(deal).steps if s.phase is Phase.DISCARD and s.third)
    assert s.posts and s.third
    name, after, n = s.players[s.seat].name, s.next(), len([*s.posts, s.third])
    return Step(
        ask=t("The turn of {name} is settled. Where do the cards of this turn go?", name=name),
        options=(
            t("to the discards, until the round is over"),
            t("under the stock, to be dealt again"),
            t("they stay in front of {name}", name=name),
        ),
        right=0,
        before=scenes.stage(scenes.posts(s.posts, t, s.third)),
        after=scenes.stage(scenes.side_by_side(scenes.small(after.discards, t, t("discards")), _left(after, t))),
        told=t.ngettext("{n} card goes to the discards.", "All {n} cards go to the discards.", n),
        why=[
            t(
                "When a turn is over, its cards are laid aside. They are out of play, and nothing returns to the stock during a round."
            ),
            t("Those who still wait keep their first cards open in front of them. Their own turns will need them."),
        ],
        slips={
            1: t("Then the same card could come twice in one round. Nothing returns to the stock."),
            2: t("Only the first cards of those whose turn has not come stay in front of them."),
        },
        clauses=("A7.1", "A7.2"),
    )


def stock(deal: Deal, t: Translator) -> Step:
    """How many cards are left in the stock after two turns?"""
    s = _moment(deal, Phase.SECOND_CARD, 2)
    gone, waiting, pack = len(s.discards), len(_waiting(s)), len(s.stock)
    return Step(
        ask=t.ngettext(
            "{gone} cards lie on the discards, and {n} player has not had a turn. How many cards are left in the stock?",
            "{gone} cards lie on the discards, and {n} players have not had a turn. How many cards are left in the stock?",
            waiting,
            gone=gone,
        ),
        right=_stock(s),
        unit=t("cards"),
        before=scenes.stage(scenes.side_by_side(
            scenes.small(s.discards, t, t("discards")), scenes.small(_waiting(s), t, t("open, waiting"))
        )),
        after=scenes.stage(scenes.side_by_side(
            scenes.small(s.discards, t, t("discards")), scenes.small(_waiting(s), t, t("open, waiting")), _left(s, t)
        )),
        told=t("{all} − {gone} − {waiting} = {left} cards are left.", all=pack, gone=gone, waiting=waiting, left=_stock(s)),
        why=[
            t("Every card is in one of three places: in the stock, open in front of somebody, or on the discards. Together they are always the whole pack."),
            t("So whoever counts the open cards also knows how many could still come, without touching the stock."),
        ],
        slips={
            pack - gone: t("The open first cards of those who wait have left the stock as well."),
            pack - waiting: t("The discards have left the stock as well, and do not return."),
            pack - gone - len(s.players): t("The first cards of those who had their turn are counted twice: they lie on the discards now."),
        },
        clauses=("A1.2", "A7.1", "A7.2"),
    )  # fmt: skip


def most(deal: Deal, t: Translator) -> Step:
    """How many cards can be used in a round?"""
    begun = Session.new(_game(deal).players, seed=_game(deal).setup.seed)
    s, passed = _used(begun, betting=True), _used(begun, betting=False)
    n, used = len(s.players), s.dealt
    full = _used(Session.new(NAMES[: GUIDE.max_players], seed=begun.setup.seed), betting=True)
    slips = {
        _stock(s): t("So many are left over."),
        passed.dealt: t("That is a round in which everybody passes. Whoever bets sees a third card."),
    }
    return Step(
        ask=t("There are {n} players. How many cards can be turned in one round at most?", n=n),
        right=used,
        unit=t("cards"),
        before=scenes.stage(scenes.table(until(begun, Phase.SECOND_CARD), t)),
        after=scenes.stage(
            scenes.side_by_side(
                scenes.small(s.seen, t, t.ngettext("{n} card turned", "{n} cards turned", used)), _left(s, t)
            )
        ),
        told=t(
            "{n} players with at most {each} cards each turn {used} cards. {left} are never seen.",
            n=n,
            each=used // n,
            used=used,
            left=_stock(s),
        ),
        why=[
            t(
                "A player has a first card, a second card, and a third one only after a bet. A round uses most when everybody bets."
            ),
            t(
                "Even when {most} play and all of them bet, {used} cards are used and {left} remain. So the stock cannot run out, "
                "and nobody has to shuffle in the middle of a round.",
                most=len(full.players),
                used=full.dealt,
                left=_stock(full),
            ),
        ],
        slips={value: text for value, text in slips.items() if value != used},
        clauses=("A7.2", "A11.7", "R-16"),
    )


def looking(deal: Deal, t: Translator) -> Step:
    """How likely is inside, with everything that lies open?"""
    s = next(s for s in _game(deal).steps if _looks(s))
    assert s.posts
    seen, fresh, name = s.odds, odds(s.posts), s.players[s.seat].name
    low, high = sorted(s.posts, key=lambda card: card.index)
    others = [card for card in s.seen if card not in s.posts]
    inside = fresh.inside - seen.inside
    better = seen.p(Outcome.INSIDE) > fresh.p(Outcome.INSIDE)
    return Step(
        ask=t("{name} has {low} and {high}, and looks round the table. How likely is inside?", name=name, low=low, high=high),
        right=seen.p(Outcome.INSIDE),
        chance=(seen, Outcome.INSIDE),
        before=scenes.stage(scenes.side_by_side(
            scenes.small((low, high), t, t("the posts")),
            scenes.small(_waiting(s), t, t("open, waiting")),
            scenes.small(s.discards, t, t("discards")),
        )),
        after=scenes.stage(scenes.posts(s.posts, t), scenes.line(seen, t)),
        told=t(
            "{inside} of {unseen} unseen cards are inside: {fraction}.",
            inside=seen.inside, unseen=seen.unseen, fraction=scenes.fraction(seen.p(Outcome.INSIDE), t),
        ),
        why=[
            t(
                "Besides the posts {n} cards have been seen, and {inside} of them would fall inside. A card that has been seen cannot be the third card.",
                n=len(others), inside=inside,
            ),
            t(
                N_("With the posts alone one would count {count} of {unseen}. Looking round shows that inside is likelier than that.")
                if better
                else N_("With the posts alone one would count {count} of {unseen}. Looking round shows that inside is less likely than that."),
                count=fresh.inside, unseen=fresh.unseen,
            ),
            t("All that was dealt face up in this round may be used: the first cards of the others, and the discards too, for those who remember them."),
        ],
        clauses=("A6.2", "A7.2", "R-20"),
    )  # fmt: skip


def passing_on(deal: Deal, t: Translator) -> Step:
    """Who deals the next round, and who cuts?"""
    s = _last(deal)
    after = until(s, Phase.CUT)
    name = [player.name for player in s.players]
    left, right = s.order[0], s.cutter
    pairs = [(right, s.dealer), (after.dealer, after.cutter), (left, s.order[1])]
    return Step(
        ask=t("The round is complete. {name} was the dealer. Who deals now, and who cuts?", name=name[s.dealer]),
        options=[t("{dealer} deals, {cutter} cuts", dealer=name[a], cutter=name[b]) for a, b in pairs],
        right=pairs.index((after.dealer, after.cutter)),
        before=scenes.stage(scenes.table(s, t)),
        after=scenes.stage(scenes.table(after, t)),
        told=t(
            "The deal passes to the left, to {dealer}. {cutter}, the old dealer, cuts.",
            dealer=name[after.dealer], cutter=name[after.cutter],
        ),
        why=[
            t("After the dealer’s turn all cards are brought together, the discards and the stock. The deal passes to the dealer’s left neighbour, who shuffles."),
            t("The cut is made by the right neighbour of whoever deals. To the right of the new dealer sits the old one."),
            t("Whoever deals has the last turn and sees the most cards before it. As the deal passes on, so does this place."),
        ],
        slips={
            0: t("{name} sits at the dealer’s right. The deal goes to the left.", name=name[right]),
            2: t("The dealer is right, but the cut is made at the dealer’s right: there sits the old dealer."),
        },
        clauses=("A7.3", "A2.2", "R-8"),
    )  # fmt: skip


def carried(deal: Deal, t: Translator) -> Step:
    """How large is the pot of the next round?"""
    s, after = _last(deal), _moment(deal, Phase.FIRST_CARD, number=2)
    n, pot, new = len(s.players), s.pot, after.pot
    paid = sum(move.chips for move in after.event.moves) if after.event else 0
    return Step(
        ask=t.ngettext(
            "{n} chip is left in the pot. {players} players go on, and the antes are due. How many chips are in the pot then?",
            "{n} chips are left in the pot. {players} players go on, and the antes are due. How many chips are in the pot then?",
            int(pot),
            players=n,
        ),
        right=new,
        unit=t("chips"),
        before=scenes.stage(scenes.piles(t, pot)),
        after=scenes.stage(scenes.piles(t, new)),
        told=t("{pot} + {paid} = {new} chips.", pot=pot, paid=paid, new=new),
        why=[
            t("What lies in the pot stays there. It is divided only once, at the end of the session."),
            t("Then everybody pays the ante again, the dealer too. So the pot of a next round is what was left, and one ante for each player."),
        ],
        slips={
            pot: t("The antes are paid again before every round."),
            paid: t("The old pot is not shared out between two rounds: it stays where it is."),
            pot + s.rules.ante: t("Everybody pays the ante, not only the new dealer."),
        },
        clauses=("A2.3", "A1.5", "R-11"),
    )  # fmt: skip


def memory(deal: Deal, t: Translator) -> Step:
    """What do the cards of the last round tell now?"""
    s = _game(deal)
    assert s.posts
    ways, old = _memories(s), _last(deal).seen
    low, high = sorted(s.posts, key=lambda card: card.index)
    return Step(
        ask=t("A new round. {name} has {low} and {high}. How many cards are inside, of how many that could come?", name=s.players[s.seat].name, low=low, high=high),
        options=[t("{inside} of {unseen} cards", inside=one.inside, unseen=one.unseen) for one in ways],
        right=ways.index(s.odds),
        before=scenes.stage(scenes.side_by_side(
            scenes.small((low, high), t, t("the posts")),
            scenes.small(_waiting(s), t, t("open, waiting")),
            scenes.small(old, t, t("seen in the last round")),
        )),
        after=scenes.stage(scenes.posts(s.posts, t), scenes.line(s.odds, t)),
        told=t(
            "{inside} of {unseen}: only what lies open now has left the pack.",
            inside=s.odds.inside, unseen=s.odds.unseen,
        ),
        why=[
            t("All {all} cards were brought together, shuffled and cut. Every order is equally likely again, whatever was seen before.", all=len(s.stock)),
            t("A card of the last round is neither “due” nor “used up”: the pack has no memory. What counts is what lies open in this round."),
        ],
        slips={
            0: t("The cards of the last round are back in the pack: they may come again."),
            1: t("The open first cards of the others belong to this round. They cannot come any more."),
        },
        clauses=("A7.3", "R-20"),
    )  # fmt: skip


# ---- corner and checks ----
def corner(deal: Deal, t: Translator) -> Corner:
    """Steps that the way from one round to the next does not have."""
    over, cutting, deciding = _last(deal), _moment(deal, Phase.CUT, number=2), _game(deal)
    names, seed = deciding.players, deciding.setup.seed
    first, other = over.discards[0], deciding.order[1]

    def planned(*decks: Sequence[Card]) -> str:
        return told(until(Session.new(names, seed=seed, decks=decks), Phase.SECOND_CARD), t)

    def cut(text: str) -> tuple[bool, str, str]:
        return attempt(lambda: told(cutting.do(Cut(typed(text))), t), t, "A3.2")

    pack, rounds = deciding.rules.pack, deciding.rules.max_rounds
    tries = (
        (t("take {card} back from the discards and deal it again", card=first), "A7.2", lambda: planned([*over.seen, first])),
        (t("slip one card more into the pack"), "A1.2", lambda: planned([*pack, first])),
        (t("start the new round without a cut"), "R-8", lambda: told(cutting.do(NEXT), t)),
        (t("cut only one card"), "A3.2", lambda: told(cutting.do(Cut(1)), t)),
        (t("cut all the cards"), "A3.2", lambda: told(cutting.do(Cut(len(pack))), t)),
        (t("bet while the cards are brought together"), "A5.1", lambda: told(over.do(Bet(over.rules.min_stake)), t)),
        (t("make {name} the dealer, in the middle of the round", name=names[other].name), "A7.3", lambda: told(deciding.do(ChooseDealer(other)), t)),
        (t("count the odds before anybody has two posts"), "A4.3", lambda: odds_sentence(cutting.odds, t)),
        (t("count the odds with what lies open"), "R-20", lambda: odds_sentence(deciding.odds, t)),
        (t("plan the cards of one round more than a session has"), "A1.6", lambda: planned(*[pack] * (rounds + 1))),
    )  # fmt: skip
    return Corner(
        scene="",
        intro=t("Try what the way into the next round does not allow. Which of these are refused, and why?"),
        tries=[Try(label, attempt(make, t, clause)) for label, clause, make in tries],
        field=Field(t("Cut the pack: how many cards from the top?"), cut),
    )


def checks(deal: Deal, t: Translator) -> Sequence[Check]:
    """Three questions to take home."""
    game, over = _game(deal), _last(deal)
    passed = _used(Session.new(game.players, seed=game.setup.seed), betting=False)
    again = Fraction(1, len(game.stock))
    card = over.seen[0]
    return (
        Check(
            t("In a round of {n} players everybody passes. How many cards are used?", n=len(game.players)),
            t(
                "{used} cards: a first and a second one for each. {left} stay in the stock.",
                used=passed.dealt,
                left=_stock(passed),
            ),
        ),
        Check(
            t(
                "The first card of the last round was {card}. How likely is it that the next round begins with it again?",
                card=card,
            ),
            t(
                "{fraction}, as for every other card. After the shuffle all cards are equally likely to come first.",
                fraction=t.number(again),
            ),
        ),
        Check(
            t("Somebody wants a part of the pot back before the second round. Is there one?"),
            t("No. The pot stays as it is and grows by the antes. It is divided only when the session is over."),
        ),
    )


LESSON = Lesson(
    slug="next-round",
    title=N_("The next round"),
    aim=N_("Your aim: to say where every card is during a round, and what changes before the next one."),
    clauses=("A7", "A2", "R-20"),
    steps=(discards, stock, most, looking, passing_on, carried, memory),
    corner=corner,
    checks=checks,
)
