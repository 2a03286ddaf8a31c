"""The handout of a session: what was played up to now, one turn as a picture, questions about it, and the answers.

Only what has happened is printed: settled and passed turns, never a card still to come. Questions and answers are in
`sheet_questions`.
"""

from __future__ import annotations

from html import escape

from acey_teach.engine.events import Phase
from acey_teach.engine.record import encode
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome, Wager
from acey_teach.i18n import N_, Translator
from acey_teach.widgets import draw, parts, scene, sheet
from acey_teach.widgets.ledger_view import ledger_head, ledger_row, posts_cell
from acey_teach.widgets.rules_state import house
from acey_teach.widgets.rules_view import heading, listed
from acey_teach.widgets.sheet_course import course
from acey_teach.widgets.sheet_questions import Turn, asked, main_turn, played
from acey_teach.widgets.table_view import html_show
from acey_teach.widgets.words import OUTCOME_WORDS, narrate, plain

NOTHING = N_("There is nothing to print yet. Play one turn to its end first.")
_LONG = 14  # rows from which a table may run over the end of a page


def session_sheet(session: Session, t: Translator) -> sheet.Sheet:
    """The handout of a session up to this moment. Refusal while no turn has been played to its end.

    >>> from acey_teach.engine.record import parse
    >>> from acey_teach.i18n import translator
    >>> session_sheet(parse("A1.n2.szz.mD1CppCb2b2Cpp.x1wh"), translator("en")).title
    'The session as we played it'
    """
    turns = played(session)
    if not turns:
        raise Refusal("nothing-played", NOTHING)
    over = session.phase is Phase.OVER
    title = t("The session as we played it") if over else t("The session so far")
    told = _before_division(session)
    all_asked = asked(session, turns, t)
    body = "".join(
        [
            _about(session, t),
            _rules(session, t),
            *(_round(told, number, t) for number in range(1, told.round + 1)),
            f"<section><h2>{escape(t('Chips through the session'))}</h2>{course(told, t)}</section>",
            _picture(main_turn(turns), t),
            sheet.questions(all_asked),
        ]
    )
    code = f'<p class="k-cap">{escape(t("Session code"))} <span class="k-code">{escape(encode(session))}</span></p>'
    answers = "".join(
        [
            code,
            _exact(turns, t),
            sheet.answers(all_asked),
        ]
    )
    return sheet.Sheet(title, body, answers)


def _before_division(s: Session) -> Session:
    """The last moment before the pot was shared out: how, the pupils are asked."""
    while s.previous and s.event and s.event.phase is Phase.DIVISION:
        s = s.previous
    return s


def _about(s: Session, t: Translator) -> str:
    """Who played, by which rules, and the code."""
    rules, chips = s.rules, s.setup.start_chips
    lines = [
        t.ngettext(
            "{n} player: {names}.", "{n} players: {names}.", len(chips), names=t.listing(p.name for p in s.players)
        ),
        t("Everybody starts with {chips} chips.", chips=t.number(chips[0]))
        if len(set(chips)) == 1
        else t(
            "Chips at the start: {all}.",
            all=t.listing(f"{p.name} {t.number(c)}" for p, c in zip(s.players, chips, strict=True)),
        ),
        t.ngettext(
            "The ante is {n} chip, and the session lasts at most {rounds}.",
            "The ante is {n} chips, and the session lasts at most {rounds}.",
            rules.ante,
            rounds=t.ngettext("{n} round", "{n} rounds", rules.max_rounds),
        ),
        t.ngettext(
            "A third card inside wins the stake, outside loses it, and on a post loses {n} times the stake.",
            "A third card inside wins the stake, outside loses it, and on a post loses {n} times the stake.",
            rules.post_factor,
        ),
        t.ngettext("Played with {n} pack of cards.", "Played with {n} packs of cards.", rules.decks),
    ]
    code = f'{escape(t("Session code"))} <span class="k-code">{escape(encode(s))}</span>'
    return f'<p class="k-cap">{escape(" ".join(lines))} {code}</p>'


def _rules(s: Session, t: Translator) -> str:
    """What is not as in the guide, with its sentence and its source."""
    if not (changes := house(s.rules)):
        return ""
    return f"<section><h2>{escape(heading(s.rules, t))}</h2>{listed(changes, t)}</section>"


def _round(s: Session, number: int, t: Translator) -> str:
    """The ledger of one round, oldest first; nothing while its antes are not paid."""
    lines = [line for line in scene.ledger(s) if line.event.round == number]
    antes = next(
        (step for step in s.steps if step.event and step.event.phase is Phase.ANTE and step.round == number), None
    )
    if antes is None:
        return ""
    name = s.players[antes.dealer].name
    said = f"{t('{name} deals.', name=name)} {narrate(antes, plain(t))}"
    heading = f'<h2>{escape(t("Round {n}", n=number))} <span class="k-cap">{escape(said)}</span></h2>'
    rows = [ledger_row(line, s, t, False) for line in lines if line.posts]
    if not rows:
        return f"<section>{heading}<p>{escape(t('No turn of this round is complete yet.'))}</p></section>"
    return f"<section>{heading}{draw.table(ledger_head(t), rows, t('Round {n}', n=number))}</section>"


def _picture(turn: Turn, t: Translator) -> str:
    """The moment of a decision: the posts, the open place between them, and every unseen card on the rank line."""
    show, odds = html_show(t), turn.odds
    low, high = turn.posts
    name = show.name(turn.name)
    title = t(
        "The turn of {name} in round {round}: {low} and {high}",
        name=name,
        round=turn.at.round,
        low=show.card(low),
        high=show.card(high),
    )
    ranks, _ = scene.rank_line(odds, odds.by_rank, t)
    _, zones = scene.rank_line(odds, odds.by_rank, t, counted=False)  # how many ranks lie between is asked
    line = draw.rank_line(ranks, zones, t("Rank line, 2 to ace: unseen cards of each rank"))
    cards = parts.hand([parts.face(low, t), draw.slot(t("third card")), parts.face(high, t)])
    key = " &nbsp; ".join(draw.word(o.value, t(OUTCOME_WORDS[o])) for o in Outcome)
    told = t("Each mark is a card that {name} had not seen.", name=name)
    return (
        f'<section class="k-stage"><h3>{title}</h3>{cards}{line}'
        f'<p class="k-cap" style="text-align:center">{told} {key}</p></section>'
    )


def _staked(turn: Turn, t: Translator) -> str:
    """The stake of a turn, the pot where that was played for, or that it was passed."""
    if turn.event.hand.wager is not Wager.STAKE:
        return escape(t("pot"))
    return t.number(turn.stake) if turn.stake else escape(t("pass"))


def _exact(turns: list[Turn], t: Translator) -> str:
    """Each turn with its counts, its value, and how much of the result was luck."""
    head = [
        (t("Player"), False),
        (t("Posts"), False),
        (t("Unseen"), True),
        *((t(OUTCOME_WORDS[o]), True) for o in Outcome),
        (t("Value per chip"), True),
        (t("Stake"), True),
        (t("Expected"), True),
        (t("Result"), True),
        (t("Luck"), True),
    ]
    rows, number = [], 0
    for turn in turns:
        if turn.at.round != number:
            number = turn.at.round
            rows.append(
                f'<tr><th scope="rowgroup" colspan="{len(head)}"><b>{escape(t("Round {n}", n=number))}</b></th></tr>'
            )
        odds = turn.odds
        cells = [
            (escape(turn.name), False),
            (posts_cell(turn.posts, turn.event.hand, t), False),
            (t.number(odds.unseen), True),
            *((t.number(odds.count(o)), True) for o in Outcome),
            (t.signed(odds.ev_per_chip), True),
            (_staked(turn, t), True),
            (t.signed(turn.ev), True),
            (t.signed(turn.event.net), True),
            (t.signed(turn.luck), True),
        ]
        rows.append(parts.row(cells))
    classes = "k-ledger is-long" if len(rows) > _LONG else "k-ledger"
    note = t(
        "Every count comes from the cards seen at that moment. Expected is the stake times the value per chip; luck is "
        "the result minus what was expected."
    )
    table = draw.table(head, rows, t("Exact values"), classes)
    return f'<div class="k-wide">{table}</div>{sheet.sources(("A6.2", "R-20"), note)}'
