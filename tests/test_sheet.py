"""Handouts: whatever was played can be printed, nothing to come is told, and every number is the engine's."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest

from acey_teach.engine.cards import Card
from acey_teach.engine.events import Ending, Phase
from acey_teach.engine.record import encode
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, classify
from acey_teach.engine.terms import Side
from acey_teach.i18n import LANGUAGES, TAGS, translator
from acey_teach.widgets.sheet import document
from acey_teach.widgets.sheet_questions import main_turn, minus, played, worth
from acey_teach.widgets.sheet_session import NOTHING, session_sheet
from tests.sessions import SESSIONS, dealt, pot_emptied

EN = translator("en")
CARD = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
SUM = re.compile(r"(\d+) × \((\d+) − (\d+) − (\d+) × (\d+)\) / (\d+) = ([+−]?\d+(?:/\d+)?)")


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)).split())


def number(shown: str) -> Fraction:
    return Fraction(shown.replace("−", "-").replace("+", ""))


def rows(html: str) -> list[list[str]]:
    """The cells of the first table as text, without heading rows."""
    table = html[html.index("<tbody>") : html.index("</tbody>")]
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table)]
    return [[text(cell) for cell in row] for row in found if len(row) > 1]


# ---- the sessions ----
@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.parametrize("tag", TAGS)
def test_whatever_was_played_prints_whole(name: str, tag: str, reading) -> None:
    session, t = SESSIONS[name], translator(tag)
    sheet = session_sheet(session, t)
    page = document(sheet.title, sheet.body, t, sheet.answers)
    read = reading(page)
    assert not read.faults and f'<html lang="{t.lang}">' in page
    assert "{" not in read.text.replace(re.findall(r"<style>(.*?)</style>", page, re.DOTALL)[0], "")
    assert not [a for _, a in read.tags if any(key in a for key in ("id", "src", "data-intent", "aria-labelledby"))]
    assert not re.search(r"https?:|url\(|@import|<script", page)
    questions = sheet.body.count("<li><div>")
    assert questions == sheet.answers.count("<li><div>") == 5 + (session.phase is Phase.OVER)
    assert encode(session) in sheet.body and encode(session) in sheet.answers
    for player in session.players:
        assert player.name in sheet.body


@pytest.mark.parametrize("name", SESSIONS)
def test_the_exact_table_says_what_counting_the_pack_says(name: str) -> None:
    session = SESSIONS[name]
    found = rows(session_sheet(session, EN).answers)
    turns = played(session)
    assert len(found) == len(turns)
    for row, turn in zip(found, turns, strict=True):
        at, factor = turn.at, session.rules.post_factor
        unseen = [*session.rules.pack]
        for card in at.seen:
            unseen.remove(card)
        counts = {o: sum(classify(turn.posts, card) is o for card in unseen) for o in Outcome}
        ev = Fraction(counts[Outcome.INSIDE] - counts[Outcome.OUTSIDE] - factor * counts[Outcome.POST], len(unseen))
        stake = 0 if row[7] == "pass" else int(row[7])
        net = number(row[9])
        assert row[0] == at.players[at.seat].name
        assert [int(cell) for cell in row[2:6]] == [len(unseen), *(counts[o] for o in Outcome)]
        assert number(row[6]) == ev and number(row[8]) == ev * stake and number(row[10]) == net - ev * stake
        assert net == turn.event.balances[at.seat] - at.balances[at.seat] and stake == turn.event.stake


@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sum_in_the_answers_is_right_and_of_a_turn(name: str, lang: str) -> None:
    session = SESSIONS[name]
    told = text(session_sheet(session, translator(lang)).answers)
    sums = SUM.findall(told)
    assert sums or "forced" in name
    for stake, inside, outside, factor, post, unseen, value in sums:
        of = [t for t in played(session) if [*map(t.odds.count, Outcome)] == [int(inside), int(outside), int(post)]]
        assert of and of[0].odds.unseen == int(unseen) and int(factor) == session.rules.post_factor
        exact = Fraction(int(stake) * (int(inside) - int(outside) - int(factor) * int(post)), int(unseen))
        assert exact == number(value) == of[0].odds.ev(int(stake))
    counts = main_turn(played(session)).odds
    assert f"{counts.inside} + {counts.outside} + {counts.post} = {counts.unseen}" in told
    if session.result and session.result.share:
        n, share = len(session.players), session.result.share
        assert f"{share * n} / {n} = {share}" in told
        for balance in session.balances:
            assert str(balance) in told


def test_sums_are_exact() -> None:
    turn = played(pot_emptied())[0]
    assert worth(turn.odds, 2, EN) == "2 × (28 − 15 − 2 × 6) / 49 = +2/49"
    assert minus(2, Fraction(2, 49), EN) == "+2 − 2/49 = +96/49"
    assert minus(-4, Fraction(-6, 43), EN) == "−4 − (−6/43) = −166/43"
    assert turn.ev == Fraction(2, 49) and turn.luck == Fraction(96, 49)


def test_results_are_what_decisions_were_worth_and_luck_together() -> None:
    for session in SESSIONS.values():
        for turn in played(session):
            assert turn.ev + turn.luck == turn.event.net


@pytest.mark.parametrize("name", ["five bots, three rounds", "ended in round 1", "eight bots"])
def test_no_moment_tells_a_card_to_come(name: str) -> None:
    shown: set[Card] = set()
    printed = 0
    for moment in SESSIONS[name].steps:
        shown |= {e.card for e in moment.history[-1:] if e.card}
        try:
            sheet = session_sheet(moment, EN)
        except Refusal:
            assert not played(moment)
            continue
        printed += 1
        html = sheet.body + sheet.answers
        told = {Card(rank + suit) for rank, suit in CARD.findall(text(html))}
        assert told <= shown
        named = re.findall(r'aria-label="(\w+ of \w+)"', html)
        low, high = main_turn(played(moment)).posts
        assert len(named) == 2 and low.rank_name in text(html) and high.rank_name in text(html)
        assert ("wins the session" in text(html)) == (moment.phase is Phase.OVER)
    assert printed


def test_a_session_without_a_finished_turn_says_so() -> None:
    new = Session.new(["Ana", "Ben"], seed="new")
    for session in (new, new.choose_dealer(0).run(), dealt("4c 8s Qd"), dealt("4c 8s Qd").bet(1)):
        with pytest.raises(Refusal) as refused:
            session_sheet(session, EN)
        assert refused.value.sentence(EN) == NOTHING


# ---- the questions fit the session ----
def answers(session: Session) -> str:
    return text(session_sheet(session, EN).answers)


def test_the_turn_to_look_at_is_a_bet_that_could_go_either_way() -> None:
    for name, session in SESSIONS.items():
        turn, turns = main_turn(played(session)), played(session)
        assert bool(turn.stake) == any(one.stake for one in turns), name
        better = [one for one in turns if one.stake and one.odds.gap and one.odds.margin]
        if better:
            assert abs(turn.odds.ev_per_chip) == min(abs(one.odds.ev_per_chip) for one in better)


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ("4c 8s 4d", "None: both posts have the rank 4."),
        ("4c 8s 5d", "None: 4 and 5 are neighbours."),
        ("4c 8s Qd", "7 ranks: 5, 6, 7, 8, 9, 10, J."),
        ("4c 8s 6d", "1 rank: 5."),
    ],
)
def test_ranks_between(top: str, said: str) -> None:
    assert said in answers(dealt(top).pass_().run())


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (
            "4c 8s 4d",
            "Yes: a bet would have been worth less than nothing on average, and a pass costs nothing. Nothing can fall inside",
        ),
        ("4c 8s Qd", "Yes: a bet would have been worth less than nothing"),
        ("4c Ks Qd", "The pass was safe, and gave that up."),
    ],
)
def test_was_the_pass_right(top: str, said: str) -> None:
    session = dealt(top).pass_().run()
    ev = played(session)[0].odds.ev_per_chip
    assert said in answers(session)
    assert (ev > 0) == ("gave that up" in answers(session))


def test_a_pass_that_was_no_choice_is_explained_by_the_chips() -> None:
    told = answers(dealt("4c 8s Qd", chips=[2, 9]).run().pass_().run())
    assert "1 chip cannot pay 2 times a stake." in told and "A5.3" in told


def test_a_bet_is_judged_by_its_own_stake_where_a_card_costs_pots() -> None:
    told = answers(dealt("6c 8s 6d Kh", pair="hilo", satan=True).bet(1, Side.HIGHER).run())
    assert "(2 × (−12) + 16 × (−1) + 31 × (+1)) / 49 = −9/49. Less than nothing, so worse than a pass." in told
    assert "Yes: on average this bet was worth less than nothing." in told


def test_without_a_pass_a_bet_is_asked_about() -> None:
    body = text(session_sheet(pot_emptied(), EN).body)
    assert "Ana held 4♣ and Q♦ and staked 2. Would a pass have been better?" in body
    assert "No: on average this bet was worth more than nothing." in answers(pot_emptied())


def test_the_end_is_asked_and_not_told_to_pupils() -> None:
    session = SESSIONS["five bots, three rounds"]
    assert session.result and session.result.share
    sheet = session_sheet(session, EN)
    assert "share it out" in text(sheet.body) and f"{EN.signed(session.result.share)} each" not in text(sheet.body)
    assert EN.number(session.balances[session.result.winners[0]]) in text(sheet.answers)
    ended = pot_emptied()
    assert ended.result and ended.result.ending is Ending.POT_EMPTY
    assert "The pot is empty: the session ends on the spot." in answers(ended) and "A8.1" in answers(ended)


def test_names_are_text() -> None:
    bad = Session.new(["<b>&Ana", "'Ben\""], seed="n").choose_dealer(1).run().cut().run().pass_().run()
    assert played(bad)
    sheet = session_sheet(bad, EN)
    assert "<b>&" not in sheet.body + sheet.answers and "&lt;b&gt;&amp;Ana" in sheet.body


# ---- the document ----
def test_answers_stand_apart_and_alone() -> None:
    sheet = session_sheet(pot_emptied(), EN)
    both, alone = document("T", sheet.body, EN, sheet.answers), document("T", "", EN, sheet.answers)
    none = document("T", sheet.body, EN)
    assert both.count('class="k-sheet') == 2 and alone.count('class="k-sheet') == none.count('class="k-sheet') == 1
    assert "Answer sheet" in text(alone) and "Answer sheet" not in text(none) and "Name Class Date" not in text(alone)
    assert "A6.2" not in text(none)


def test_paper_has_the_size_asked_for() -> None:
    for size, said in (("auto", "size: auto"), ("a4", "size: A4"), ("letter", "size: letter")):
        page = document("T", "<p>x</p>", EN, paper=size)
        assert re.findall(r"size: \w+", page[page.rindex("@page { size") :])[0] == said
    with pytest.raises(KeyError):
        document("T", "", EN, paper="a5")


def test_what_only_a_live_page_needs_is_left_out_and_prose_is_not() -> None:
    body = '<p id="{{v}}a" tabindex="0" data-key="n" aria-labelledby="{{v}}b" class="x">an id="{{v}}" and a tabindex there</p>'
    assert '<p class="x">an id="{{v}}" and a tabindex there</p>' in document("T", body, EN)
