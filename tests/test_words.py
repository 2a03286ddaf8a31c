"""What is said of each moment: whole sessions as transcripts, the reason of every limit, the sum behind a verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from acey_teach.engine.actions import STEPS_ALONE, Blind, CallAce, NameSide, PostBet, Split
from acey_teach.engine.cards import PACK, Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Action, Bet, Pass, Session
from acey_teach.engine.settlement import Wager, limit
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.widgets.house_words import post_bet_says
from acey_teach.widgets.scene import chips_of, mean, prices_of, results
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.words import (
    HOUSE_PHASES,
    card_name,
    limit_reason,
    narrate,
    odds_sentence,
    plain,
    question,
    spoken,
    verdict,
    why_limit,
)

EN = translator("en")


def pack(top: str) -> list[Card]:
    """A whole pack that begins with these cards."""
    first = cards(top)
    return [*first, *(card for card in PACK if card not in first)]


def told(session: Session, *choices: Action) -> Iterator[tuple[str, str, str]]:
    """Phase, heading and sentence of every step to the end; decks are cut where they lie."""
    left = list(choices)
    while session.phase is not Phase.OVER:
        session = (
            session.cut()
            if session.phase is Phase.CUT
            else session.do(left.pop(0))
            if (session.phase is Phase.DECISION)
            else session.next()
        )
        assert session.event
        yield session.event.phase.value, question(session, spoken(EN)), narrate(session, spoken(EN))
    assert not left


def test_a_session_from_the_first_card_to_the_division() -> None:
    top = pack("4c 8s Qd 9h Kh")
    start = Session.new(["Ana", "Ben"], Rules(max_rounds=1), decks=[top], start_chips=[100, 100])
    assert [*told(start.choose_dealer(1), Bet(1), Pass())] == [
        ("shuffle", "Where does Ana cut?", "Ben shuffles all 52 cards."),
        ("cut", "Everybody pays the ante", "The deck is ready, already cut."),
        ("ante", "One card for everybody", "Everybody pays 1 chip. Pot 2."),
        ("first-card", "One card for everybody", "Ana gets 4 of clubs, face up."),
        ("first-card", "Now it is Ana’s turn", "Everybody has a first card: Ana 4 of clubs and Ben 8 of spades."),
        (
            "second-card",
            "Will the third card fall between 4 and Q?",
            "Ana has 4 of clubs and draws queen of diamonds. The choice: pass, or stake up to 2.",
        ),
        (
            "decision",
            "Will the third card fall between 4 and Q?",
            "Ana bets 1. The stake is set aside until the third card is turned.",
        ),
        ("third-card", "The third card: 9", "The third card is 9 of hearts."),
        ("settlement", "The 9 is inside: Ana wins 1", "Third card 9 of hearts: inside. Ana wins 1. Pot 1."),
        ("discard", "Now it is Ben’s turn", "The cards of Ana go to the discards."),
        (
            "second-card",
            "Will the third card fall between 8 and K?",
            "Ben has 8 of spades and draws king of hearts. The choice: pass, or stake up to 1.",
        ),
        ("decision", "Ben passes", "Ben passes. No third card is dealt."),
        ("discard", "Round 1 is over", "The cards of Ben go to the discards."),
        ("collect", "The session is over", "The agreed 1 round is complete: the session ends."),
        (
            "division",
            "Ana wins the session",
            "What is left in the pot, 1, is shared out: 1/2 each. Ana wins the session with 201/2 chips.",
        ),
    ]


def test_before_the_first_step() -> None:
    start = Session.new(["Ana", "Ben", "Cleo"], seed="demo")
    assert question(start, spoken(EN)) == "Who deals first?"
    assert narrate(start, spoken(EN)) == "3 players sit at the table. Choose who deals first."
    named = start.choose_dealer(2)
    assert (question(named, spoken(EN)), narrate(named, spoken(EN))) == (
        "Round 1 of 3 begins",
        "Cleo deals the first round.",
    )
    cut = named.next().cut(17)
    assert narrate(cut, spoken(EN)) == "Ben cuts: 17 cards from the top go under the others."
    assert narrate(named.next().cut(1), spoken(EN)) == "Ben cuts: 1 card from the top goes under the others."


@pytest.mark.parametrize(
    ("top", "chips", "choices", "endings"),
    [
        # the pot is emptied while the other still waits
        (
            "4c 8s Qd 9h",
            [100, 100],
            [Bet(2)],
            [
                "Third card 9 of hearts: inside. Ana wins 2. Pot 0.",
                "The cards of Ana go to the discards.",
                "The pot is empty: the session ends on the spot.",
                "Ana wins the session with 101 chips.",
            ],
        ),
        # A8.4 does not arise with one round; R-14: one chip cannot pay twice a stake
        (
            "4c 8s Qd Kh",
            [2, 100],
            [Pass(), Pass()],
            [
                "Ben passes. No third card is dealt.",
                "The cards of Ben go to the discards.",
                "The agreed 1 round is complete: the session ends.",
                "What is left in the pot, 2, is shared out: 1 each. Ben wins the session with 100 chips.",
            ],
        ),
        (
            "4c 8s Qd Qh",
            [100, 100],
            [Bet(2), Pass()],
            [
                "Ben passes. No third card is dealt.",
                "The cards of Ben go to the discards.",
                "The agreed 1 round is complete: the session ends.",
                "What is left in the pot, 6, is shared out: 3 each. Ben wins the session with 102 chips.",
            ],
        ),
        (
            "4c 8s Qd Kh",
            [100, 100],
            [Pass(), Pass()],
            [
                "Ben passes. No third card is dealt.",
                "The cards of Ben go to the discards.",
                "The agreed 1 round is complete: the session ends.",
                "What is left in the pot, 2, is shared out: 1 each. All have 100 chips and share the win.",
            ],
        ),
    ],
)
def test_endings(top: str, chips: list[int], choices: list[Action], endings: list[str]) -> None:
    start = Session.new(["Ana", "Ben"], Rules(max_rounds=1), decks=[pack(top)], start_chips=chips)
    assert [says for _, _, says in told(start.choose_dealer(1), *choices)][-4:] == endings


def test_nobody_can_play_on_without_the_ante() -> None:
    start = Session.new(["Ana", "Ben", "Cleo"], seed="demo", decks=[pack("4c 8s 9s Qd")], start_chips=[1, 1, 1])
    steps = [*told(start.choose_dealer(2), Pass(), Pass(), Pass())]
    assert ("decision", "Ana passes", "Ana has to pass: no stake is possible.") in steps
    assert steps[-2][2] == "Ana, Ben and Cleo cannot pay the next ante: the session ends."
    assert "No stake is possible: pass." in next(says for phase, _, says in steps if phase == "second-card")


def test_two_of_three_share_the_win() -> None:
    start = Session.new(["Ana", "Ben", "Cleo"], Rules(max_rounds=1), decks=[pack("4c 8s 9s Qd")], start_chips=[7, 7, 6])
    _, heading, says = [*told(start.choose_dealer(2), Pass(), Pass(), Pass())][-1]
    assert heading == "Ana and Ben share the win"
    assert says.endswith("Ana and Ben share the win with 7 chips each.")


@pytest.mark.parametrize(
    ("posts", "heading"),
    [
        ("7c 7d", "Two cards of rank 7: can anything fall inside?"),
        ("Kc Ad", "Can anything fall between K and A?"),
        ("Qd 4c", "Will the third card fall between 4 and Q?"),
    ],
)
def test_the_question_of_the_game(posts: str, heading: str) -> None:
    first, second = posts.split()
    start = Session.new(["Ana", "Ben"], Rules(max_rounds=1), decks=[pack(f"{first} 2s {second}")])
    assert heading in [h for _, h, _ in told(start.choose_dealer(1), Pass(), Pass())]


def test_outside_and_post_are_said_by_their_names() -> None:
    said = []
    for third in ("Kh", "Qs"):
        start = Session.new(["Ana", "Ben"], Rules(max_rounds=1), decks=[pack(f"4c 8s Qd {third}")])
        said += [(h, s) for phase, h, s in told(start.choose_dealer(1), Bet(1), Pass()) if phase == "settlement"]
    assert said == [
        ("The K is outside: Ana loses 1", "Third card king of hearts: outside. Ana loses 1. Pot 3."),
        ("The Q is on a post: Ana loses 2", "Third card queen of spades: on a post. Ana loses 2. Pot 4."),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_name_of_its_own(lang: str) -> None:
    names = {card_name(card, translator(lang)) for card in PACK}
    assert len(names) == 52 and not any("{" in name for name in names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_said_in_every_language(lang: str) -> None:
    """Nothing is left unfilled, and a name with markup or braces stays as it is."""
    t = translator(lang)
    names = ["<b>{n}</b>", "Zoë & Co", "{name}"]
    session = Session.new(names, seed="words", start_chips=[3, 5, 9]).choose_dealer(0)
    phases = set()
    while session.phase is not Phase.OVER:
        assert session.event
        phases.add(session.event.phase)
        for show in (spoken(t), plain(t)):
            for text in (question(session, show), narrate(session, show)):
                for name in names:
                    text = text.replace(name, "")
                assert text and not re.search(r"[{}<>]", text), text
        session = (
            session.cut()
            if session.phase is Phase.CUT
            else session.next()
            if session.phase is not Phase.DECISION
            else session.bet(1)
            if session.limit.stake
            else session.pass_()
        )
    assert phases >= set(Phase) - HOUSE_PHASES - {Phase.OVER, Phase.DIVISION, Phase.PASS_DEAL}


def test_the_limit_gives_the_reason_that_binds() -> None:
    def reason(chips: int | Fraction, pot: int) -> str:
        return ": ".join(limit_reason(limit(chips, pot), chips, pot, EN))

    assert reason(100, 10) == "At most 10: the pot holds 10. The chips would cover 50."
    assert reason(20, 10) == "At most 10: the pot holds 10. The chips would cover 10."
    assert reason(14, 10) == "At most 7: 2 times the stake must be payable from 14 chips. The pot holds 10."
    assert (
        reason(15, 10) == "At most 7: 2 times the stake must be payable, and half of 15 is not whole. The pot holds 10."
    )
    assert reason(Fraction(7, 2), 10).startswith("At most 1: 2 times the stake must be payable, and half of 7/2")
    assert reason(0, 10) == "Pass: 0 chips cannot pay 2 times a stake."
    assert reason(1, 10) == "Pass: 1 chip cannot pay 2 times a stake."


def test_half_is_only_said_where_the_stake_is_covered_twice() -> None:
    rules = Rules(post_factor=3)
    text = " ".join(limit_reason(limit(16, 10, rules), 16, 10, EN))
    assert text == "At most 5 3 times the stake must be payable from 16 chips. The pot holds 10."


def test_a_verdict_shows_the_sum_that_decides() -> None:
    worked = odds(cards("4c Qd"))
    assert verdict(worked, EN) == "Exactly fair: 28 cards win, and 16 + 2 × 6 = 28 stakes are lost."
    assert verdict(odds(cards("4c Qd"), cards("Qs")), EN).startswith(
        "In favour of betting: 28 cards win, 16 + 2 × 5 = 26"
    )
    assert verdict(odds(cards("4c Qd"), cards("9s")), EN).startswith("Against betting: 27 cards win, 16 + 2 × 6 = 28")
    assert odds_sentence(worked, EN) == "Of 50 unseen cards 28 are inside, 16 outside and 6 on a post."


# ---- house rules ----
def of(top: str, *choices: Action, chips: int = 100, **rules: object) -> Session:
    """Two people, the cards from the top, Ana's choices, and every step up to the next one or the end of her turn."""
    session = Session.new(["Ana", "Ben"], Rules.of(rules), decks=[pack(top)], start_chips=[chips, chips])
    session = session.choose_dealer(1).run().cut().run()
    for choice in choices:
        session = session.do(choice)
        while session.phase in STEPS_ALONE and session.phase not in (Phase.DISCARD, Phase.NEXT_HAND):
            session = session.next()
    return session


ON_THE_TURN = {"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "ace_choice": True}
ACES = {"ace_choice": True, "ace_post_x4": True}
COMMITTED = {"pair": "split", "split_mode": "committed"}


@pytest.mark.parametrize(
    ("session", "heading", "sentence"),
    [
        (of("9c 9d", **ON_THE_TURN), "Ana: blind for the pot, or see the posts?", "Everybody pays 1 chip. Pot 2."),
        (
            of("9c 9d", Blind(), **ON_THE_TURN),
            "Ana: higher or lower than 9?",
            "Ana gets 9♣ and 9♦. The blind bet stands: say higher or lower.",
        ),
        (
            of("9c 9d 4h", Blind(), NameSide(Side.LOWER), **ON_THE_TURN),
            "The 4: Ana wins 2",
            "Third card 4♥: inside. The blind bet wins the pot. Ana wins 2. Pot 0.",
        ),
        (
            of("Ac 8s", **ACES),
            "Ana has an ace: low or high?",
            "Everybody has a first card: Ana A♣ and Ben 8♠.",
        ),
        (
            of("Ac 8s 2d", CallAce(Ace.LOW), **ACES),
            "Can anything fall between a low ace and 2?",
            "Ana has A♣ and draws 2♦. The choice: pass, or stake up to 2.",
        ),
        (
            of("Ac 8s Jd As", CallAce(Ace.LOW), Bet(2), **ACES),
            "The A is on a post: Ana loses 8",
            "Third card A♠: on a post. An ace on an ace costs 4 stakes. Ana loses 8. Pot 10.",
        ),
        (
            of("6c 8s 6d 6h", Bet(2, Side.HIGHER), pair="hilo", satan=True),
            "The 6 is on a post: Ana loses 12",
            "Third card 6♥: on a post. Three sixes cost 6 pots. Ana loses 12. Pot 14.",
        ),
        (
            of("9c 8s 9d 3h Kh", Split(), pair="split"),
            "Will the third card fall between 3 and 9?",
            "First hand: 9♣ and 3♥. Second hand: 9♦ and K♥.",
        ),
        (
            of("9c 8s 9d 3h Kh 2s", Split(1), **COMMITTED),
            "The 2 is outside: Ana loses 1",
            "Third card 2♠: outside. Ana loses 1. Pot 3.",
        ),
        (
            of("9c 8s 9d 3h Kh", Split(), Pass(), pair="split"),
            "Ana passes the first hand",
            "Ana passes. No third card is dealt.",
        ),
        (
            of("5c 8s 6d 6h", PostBet(), post_bet=True),
            "The 6 is on a post: Ana wins 4",
            "Third card 6♥: on a post. The pot is won, and each of the others pays 2. Ana wins 4. Pot 0.",
        ),
        (
            of("5c 8s 6d 7h", PostBet(), post_bet=True),
            "The 7 is on no post: Ana loses 1",
            "Third card 7♥: outside. A miss costs half of the pot. Ana loses 1. Pot 3.",
        ),
        (
            of("5c 8s 6d 5h", Bet(2), half_cap=False, debt="short", chips=2),
            "The 5 is on a post: Ana loses 1",
            "Third card 5♥: on a post. Ana loses 1. Pot 3. The other 3 are forgiven.",
        ),
        (
            of("2c 8s Ad", autopot="open"),
            "Will the third card fall between 2 and A?",
            "Ana has 2♣ and draws A♦. AutoPot: with these posts 2 must be bet.",
        ),
    ],
)
def test_what_house_rules_bring_is_said(session: Session, heading: str, sentence: str) -> None:
    assert (question(session, plain(EN)), narrate(session, plain(EN))) == (heading, sentence)


@pytest.mark.parametrize(
    ("session", "sentence"),
    [
        (of("5c 8s 5d", pair="hilo", chips=4), "At most 1: 3 times the stake must be payable from 3 chips. The pot holds 2."),
        (of("Ac 8s Jd", ace_post_x4=True, chips=8), "At most 1: 4 times the stake must be payable from 7 chips. The pot holds 2."),
        (of("5c 8s Jd", first_orbit_half_pot=True), "At most 1: in round 1 a stake is at most half of the pot of 2."),
        (of("5c 8s Jd", half_cap=False, debt="debt"), "At most 2: the pot holds 2, and the pot alone is the limit."),
        (of("5c 8s Jd", half_cap=False, debt="debt", chips=1), "Pass: who has no chips cannot bet."),
        (of("9c 8s 9d", **COMMITTED), "At most 1: the pot holds 2. The chips would cover 24."),
        (of("9c 8s 9d", chips=4, ante=2, **COMMITTED), "Pass: 2 chips cannot pay 4 times a stake."),
        (of("9c 8s 9d", chips=7, ante=2, **COMMITTED), "At most 1: 4 times the stake must be payable from 5 chips. The pot holds 4."),
        (of("6c 8s 6d", pair="hilo", satan=True, ante=20), "Pass: three sixes would cost 240 chips, and 80 are there."),
        (
            of("6c 8s 6d", pair="hilo", satan=True),
            "At most 2: the pot holds 2. Three sixes would cost 12 chips, and 99 are there.",
        ),
    ],
)  # fmt: skip
def test_the_limits_of_house_rules_have_reasons(session: Session, sentence: str) -> None:
    assert ": ".join(why_limit(session, EN)) == sentence


def test_a_bet_on_the_post_wins_what_the_others_can_pay() -> None:
    rules = Rules(ante=3, post_bet=True, debt="short")
    session = Session.new(["Ana", "Ben"], rules, decks=[pack("5c 8s 6d 6h")], start_chips=[50, 4])
    session = session.choose_dealer(1).run().cut().run()
    assert post_bet_says(session, EN) == (
        "On the post: 6 of 49 cards win 7, the others cost 3; expected value −87/49 chips."
    )
    settled = session.do(PostBet()).next().next()
    assert narrate(settled, plain(EN)) == "Third card 6♥: on a post. Ana wins 7. Pot 0."
    prices = prices_of(settled, settled.odds, Wager.POST)
    assert prices and results(prices) == {-3: 43, 7: 6} and mean(prices, settled.odds) == Fraction(-87, 49)


def test_counts_and_sums_say_what_is_dearer() -> None:
    low = of("Ac 8s Jd", CallAce(Ace.LOW), **ACES).odds
    assert verdict(low, EN) == "In favour of betting: 35 cards win, 8 + 2 × 3 + 4 × 3 = 26 stakes are lost."
    assert odds_sentence(low, EN).endswith("6 on a post. 3 aces on a post cost 4 stakes each.")
    pair = of("5c 8s 5d", pair="hilo").odds
    assert verdict(pair, EN) == "In favour of betting: 35 cards win, 12 + 3 × 2 = 18 stakes are lost."
    assert odds_sentence(pair, EN).endswith("2 on a post. Inside means higher here.")
    six = of("6c 8s 6d", pair="hilo", satan=True).odds
    assert verdict(six, EN) == "31 cards win a stake, 16 lose one, and 2 cost 6 pots."


def test_what_is_forgiven_is_not_counted_as_lost() -> None:
    rules = {"deal": "two_on_turn", "pair": "hilo", "debt": "short", "half_cap": False, "chips": 2,
             "ace_third_pair_loses": True}  # fmt: skip
    state = replace(TableApp().start(), session=of("5c 5d 6h", **rules))
    assert state.odds_now.results(2, 2, chips_of(state.playing)) == {-1: 18, 2: 32}
    view = TableApp().view(state)
    assert "expected value +23/25 chips" in view.html and "stakes are lost" not in view.html
    assert [row["net"] for row in view.charts["result"]] == [-1, 2]
    after = of("5c 5d 6h", Bet(2, Side.HIGHER), **rules)
    assert "Ana says higher. Ana bets 2 and sets aside all that is there: 1." in narrate(after.previous.previous, plain(EN))  # type: ignore[union-attr, arg-type]


def test_a_third_ace_that_loses_is_named_before_and_after() -> None:
    rules = {"pair": "hilo", "ace_third_pair_loses": True}
    said = narrate(of("5c 8s 5d", **rules), plain(EN))
    assert said.endswith("on higher or lower. By these rules a third ace loses.")
    fell = narrate(of("5c 8s 5d Ah", Bet(2, Side.HIGHER), **rules), plain(EN))
    assert fell == "Third card A♥: outside. The word was higher. By these rules a third ace loses. Ana loses 2. Pot 4."
    lower = narrate(of("5c 8s 5d Ah", Bet(2, Side.LOWER), **rules), plain(EN))
    assert "a third ace" not in lower and "a third ace" not in narrate(of("5c 8s 5d", pair="hilo"), plain(EN))


def test_round_1_says_why_nobody_plays_blind() -> None:
    first = of("5c 8s 5d", blind_pot=True, deal="two_on_turn", first_orbit_half_pot=True)
    told = [narrate(step, plain(EN)) for step in first.steps if step.event and step.event.phase is Phase.ANTE]
    assert told == [
        "Everybody pays 1 chip. Pot 2. In round 1 nobody plays blind, for a stake is at most half of the pot."
    ]
