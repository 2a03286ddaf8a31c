"""Simple players: each looks at a session in which a choice is due and makes it. Deterministic, so replays agree."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from acey_teach.analysis.by_ranks import better_call, blind_ways, left_of
from acey_teach.engine.actions import Blind, CallAce, Look, NameSide, PostBet, Split
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import Odds
from acey_teach.engine.session import Action, Bet, Pass, Session
from acey_teach.engine.settlement import Chips, half_up, paid, post_prices
from acey_teach.engine.shuffle import below
from acey_teach.engine.terms import Ace, Side

Strategy = Callable[[Session], Action]
Worth = Callable[[Odds, int, int], int]
"""What a stake on a hand is to a player, with so much in the pot: more than 0 where it is worth a bet."""


def cautious(session: Session) -> Action:
    """Bets only with an edge of a fifth of a chip or more, and then a quarter of the largest stake."""
    return _choose(
        session, lambda hand, stake, pot: 5 * _edge(hand, stake, pot) - hand.unseen * stake + 1, lambda most: most // 4
    )


def expected_value(session: Session) -> Action:
    """Bets the largest stake whenever the bet is worth more than nothing: most chips in the long run, and swings.

    Where several bets are offered, the one that is worth most; blind only when that is worth more than nothing.
    """
    if session.phase is Phase.BLIND:
        return Blind() if _blind_edge(session) > 0 else Look()
    action = _choose(session, _edge, lambda most: most)
    if PostBet in session.offers and session.can(PostBet()):
        edge = _edge(session.odds, action.stake, int(session.pot)) if isinstance(action, Bet) else 0
        if _post_edge(session) > edge:
            return PostBet()
    return action


def bold(session: Session) -> Action:
    """Bets half of the largest stake whenever inside is the likeliest outcome, whatever a post may cost."""
    return _choose(
        session, lambda hand, stake, pot: hand.inside - max(hand.outside, hand.post), lambda most: (most + 1) // 2
    )


def random(session: Session) -> Action:
    """Does anything it may, all equally likely, drawn from the session's seed: passes, or bets any legal stake."""
    seed, purpose, column = session.setup.seed, f"random/{session.round}/{session.seat}", session.hand.column
    if session.phase is not Phase.DECISION:
        choices: dict[Phase, tuple[Action, ...]] = {
            Phase.BLIND: (Look(), Blind()),
            Phase.ACE: tuple(CallAce(called) for called in Ace),
            Phase.SIDE: tuple(NameSide(side) for side in Side),
        }
        return choices[session.phase][below(2, seed, f"{purpose}/{session.phase}")]
    offers = session.offers
    others = [action for action in (Pass(), PostBet(), Split()) if type(action) in offers and session.can(action)]
    limit, sides = session.limit, session.terms.sides or (None,)
    if Bet not in offers:  # a split without a stake is among the others
        limit = session.split_limit if Split() not in others else limit._replace(stake=0)
    stakes = min(limit.stake - limit.least + 1, (65536 - len(others)) // len(sides)) if limit.stake else 0
    choice = below(len(others) + stakes * len(sides), seed, f"{purpose}/{column}" if column else purpose) - len(others)
    if choice < 0:
        return others[choice]
    stake, side = limit.least + choice // len(sides), sides[choice % len(sides)]
    return Bet(stake, side) if Bet in offers else Split(stake)


STRATEGIES: dict[str, Strategy] = {
    "cautious": cautious,
    "expected-value": expected_value,
    "bold": bold,
    "random": random,
}
"""The strategies by the names that seats use."""


def decide(session: Session) -> Action:
    """What the seat in turn does when its strategy decides; KeyError for a person's seat.

    >>> from acey_teach.engine.setup import Player
    >>> from acey_teach.engine.session import Session
    >>> seats = [Player("Ana", "bold"), Player("Ben", "cautious")]
    >>> decide(Session.new(seats, seed="demo").choose_dealer(0).run().cut(20).run())
    Pass()
    """
    return STRATEGIES[session.players[session.seat].strategy](session)


# ---- what they share ----
def _choose(session: Session, worth: Worth, part: Callable[[int], int]) -> Action:
    """The choice of one who sees the posts first, calls and names the better way, and splits where it costs nothing.

    `part` is what such a player stakes of the largest stake.
    """
    if session.phase is Phase.DECISION:
        offers, limit = session.offers, session.limit
        if Bet not in offers:
            return Split() if session.can(Split()) else Pass()
        if not limit.stake:
            return Pass()
        hand, stake = session.odds, max(limit.least, part(limit.stake))
        wanted = Pass not in offers or worth(hand, stake, int(session.pot)) > 0
        return Bet(stake, hand.terms.side) if wanted else Pass()
    if session.phase is Phase.ACE:
        return CallAce(better_call(left_of(session.seen, session.rules), session.rules, session.hand.wager))
    if session.phase is Phase.SIDE:
        return NameSide(session.odds.terms.side or Side.HIGHER)
    return Look()


def _edge(hand: Odds, stake: int, pot: int) -> int:
    """What a stake brings, added up over the unseen cards: chips times cards."""
    if hand.terms.six:
        return sum(net * cards for net, cards in hand.results(stake, pot).items())
    return hand.margin * stake


def _post_edge(session: Session) -> Fraction:
    """The same for a bet on the post (B10)."""
    hand = session.odds
    hit, miss = post_prices(session.pot, session.balances, session.seat, session.rules)
    return hand.post * Fraction(hit) + (hand.unseen - hand.post) * Fraction(miss)


def _blind_edge(session: Session) -> Chips:
    """The same for a blind bet, over all ways in which its three cards can come (B8, R-48)."""
    rules, pot, chips = session.rules, session.pot, session.balances[session.seat]
    ways = blind_ways(left_of(session.seen, rules), rules)
    return ways.inside * pot + ways.outside * paid(-half_up(pot), chips, rules) + ways.post * paid(-pot, chips, rules)
