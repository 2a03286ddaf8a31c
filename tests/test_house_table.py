"""The table under any rules of part B: every moment has a page, every choice its control, and its reason when closed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from acey_teach.engine.events import Phase
from acey_teach.engine.record import parse
from acey_teach.engine.rules import Rules
from acey_teach.engine.session import Session
from acey_teach.engine.setup import STRATEGIES, Player
from acey_teach.i18n import translator
from acey_teach.widgets.predictions import split
from acey_teach.widgets.sheet_session import session_sheet
from acey_teach.widgets.table import TableApp
from acey_teach.widgets.table_state import TableState
from tests.house import any_rules

APP = TableApp()
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def begun(rng: random.Random, rules: Rules, **more: object) -> TableState:
    players = [Player(name, rng.choice(["", "", *STRATEGIES])) for name in PEOPLE[: rng.randint(2, 4)]]
    session = Session.new(players, rules, seed=f"house{rng.randint(0, 10**6)}")
    return replace(APP.start(), session=session, **more)  # type: ignore[arg-type]


def clicks(page: object) -> list[tuple[str, str]]:
    """The open buttons and forms of a page that take the session on: intent and value."""
    on = {"next", "cut_anywhere", "pass_turn", "post_bet", "play_blind", "look", "call_ace", "name_side", "pick_side",
          "predict", "change_stake", "choose_dealer"}  # fmt: skip
    submit = {"{{v}}bet": "bet", "{{v}}split": "split_pair"}
    return [
        (a["data-intent"], a.get("value", "")) if a.get("data-intent") in on else (submit[a["id"]], "")
        for tag, a in page.tags  # type: ignore[attr-defined]
        if tag == "button" and a.get("aria-disabled") != "true" and (a.get("data-intent") in on or a.get("id") in submit)
    ]


def walk(rng: random.Random, state: TableState, sound, met: Counter[str]) -> Iterator[TableState]:
    """Click what can be clicked until the session is over; the field holds any stake that may be named."""
    for _ in range(400):
        yield state
        view = APP.view(state)
        page = sound(view.html, APP)
        assert view.says and parse(view.code) == state.session
        if state.session is None or state.session.phase is Phase.OVER:
            return
        offered = clicks(page)
        once = [click for click in offered if click[0] not in ("change_stake", "pick_side")]
        intent, value = rng.choice(once if once and rng.random() < 0.8 else offered)
        met[intent] += 1
        limit = state.limit
        stake = str(rng.randint(limit.least, max(limit.least, limit.stake))) if limit else "1"
        state = getattr(APP, intent)(state, {"value": value, "stake": stake, "chance": "1/4"})


@pytest.mark.parametrize("block", range(4))
def test_every_moment_has_a_page_under_any_rules(block: int, sound) -> None:
    """Each click the page offers is one that works; pages, projector, predictions, pictures and sheets stand."""
    met: Counter[str] = Counter()
    rng = random.Random(block)
    for _ in range(10):
        rules = any_rules(rng, start_chips=rng.choice([4, 12, 100]), max_rounds=rng.choice([1, 1, 2]))
        lang, every = rng.choice(["en", "es", "hu"]), rng.random() < 0.2
        first = begun(rng, rules, every_step=every, hide=rng.random() < 0.4, lang=lang, posts_only=rng.random() < 0.3)
        for i, state in enumerate(walk(rng, first, sound, met)):
            session = state.session
            assert session
            if i % 5 == 0:
                present = replace(state, screen=replace(state.screen, present=True))
                sound(APP.view(present).html, APP)
                sound(APP.view(replace(present, screen=present.screen.turned(session))).html, APP)
                sound(APP.static(state), APP)
            assert split(APP.view(state).keep)[1] == (state.predictions if session.depth else ())
        with_answers = session_sheet(session, translator(lang))
        assert with_answers.body and with_answers.answers
    assert met["bet"] and met["pass_turn"]


def test_every_kind_of_click_is_met(sound) -> None:
    met: Counter[str] = Counter()
    rng = random.Random(1)
    for changes in (
        {"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "ace_choice": True},
        {"pair": "split"},
        {"pair": "split", "split_mode": "committed", "post_bet": True},
    ):
        for _ in range(8):
            [*walk(rng, begun(rng, Rules.of(changes)), sound, met)]
    assert {"play_blind", "look", "call_ace", "split_pair", "post_bet", "bet", "pass_turn"} <= set(met)
