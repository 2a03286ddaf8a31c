"""The coach's page: the decisions, what is said of each aim, codes of one's own, and hostile ones."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from acey_teach.analysis.coach import advise, positions
from acey_teach.engine.record import encode
from acey_teach.engine.refusal import Refusal
from acey_teach.engine.rules import PRESETS
from acey_teach.engine.session import Session
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.lessons.lab import advice_state
from acey_teach.lessons.lab.advice_app import AdviceApp
from acey_teach.lessons.lab.advice_state import OWN, AdviceState
from acey_teach.lessons.lab.advice_view import _stakes, sentence

APP = AdviceApp(AdviceState())
T = translator("en")


def asked(name: str, lang: str = "en") -> AdviceState:
    return APP.position(AdviceState(lang), {"value": name})


def text(state: AdviceState) -> str:
    return re.sub(r"<[^>]+>", " ", APP.view(state).html)


def decision(**options: object) -> Session:
    return Session.new(["Ana", "<b>Ben</b>"], seed="coach", **options).choose_dealer(0).run().cut(9).run()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", positions())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ready_made_decision_is_shown_in_every_language(name: str, lang: str) -> None:
    state = asked(name, lang)
    view, found = APP.view(state), state.advice
    assert state.name == name and view.code == encode(positions()[name]) and view.says == sentence(state, translator(lang))
    assert text(state).count("{") == text(state).count("{{v}}")
    way = [row for row in view.charts["chance"] if row["role"] == "way"]
    assert len(way) == len(found.stakes)
    assert all(0 <= row[key] <= 1 for row in way for key in ("at", "mid", "low", "high"))  # type: ignore[operator]
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">", view.html)
    assert len(rows) == len(found.stakes)
    assert "<button" not in APP.static(state)


def test_the_leader_passes_and_the_one_behind_bets_with_the_same_cards() -> None:
    leader, behind = asked("leader"), asked("behind")
    assert leader.session.odds.posts == behind.session.odds.posts
    assert "For winning the session: pass." in text(leader) and "Passing wins most often" in text(leader)
    assert "For winning the session: 3 to 7." in text(behind) and "Who passes cannot win any more" in text(behind)
    assert "all chances are exact" in text(behind)
    middle = text(asked("middle"))
    assert "played on 4000 times" in middle and "The largest stake puts too much at risk" in middle


def test_where_all_trials_agree_no_certainty_is_claimed() -> None:
    state = asked("middle")
    found = advise(state.session, rollouts=50)
    sure = found.stakes[0]._replace(win=found.stakes[0].win._replace(win=1, share=0))  # type: ignore[union-attr]
    advice = found._replace(stakes=(sure, *found.stakes[1:]))
    from acey_teach.lessons.lab.advice_view import _table

    assert "above 98.00" in _table(advice, T) and "below 2.00" in _table(advice, T)


def test_stakes_in_few_words() -> None:
    assert [_stakes(stakes, T) for stakes in ((0,), (4,), (0, 1, 2, 3), (1, 3, 4))] == ["pass", "4", "pass or 1 to 3", "1 or 3 to 4"]


# ---- a decision of one's own ----
def test_a_decision_of_ones_own_is_asked_about() -> None:
    code = encode(decision())
    state = APP.bring(asked("leader"), {"code": f"  {code} "})
    assert (state.name, state.code) == (OWN, code)
    assert "Your own" in text(state) and "&lt;b&gt;Ben" in APP.view(state).html


@pytest.mark.parametrize(
    "code",
    ["", "A1", "nonsense", "A1.n2.sdemo.mD1.t1.xx1s", "x" * 9000, encode(Session.new(["Ana", "Ben"], seed="a"))],
)
def test_what_the_coach_knows_nothing_of_is_refused_and_nothing_is_lost(code: str) -> None:
    for use in (lambda: APP.bring(asked("level"), {"code": code}), lambda: APP.resume(asked("level"), code)):
        with pytest.raises(Refusal) as refused:
            use()
        assert refused.value.sentence(T)


def test_rules_that_ask_for_more_than_a_stake_are_refused() -> None:
    session = decision(rules=PRESETS["encyclopedia"].rules)
    with pytest.raises(Refusal) as refused:
        APP.bring(asked("leader"), {"code": encode(session)})
    assert refused.value.code.startswith("coach-")


def test_forged_values_change_nothing() -> None:
    state = asked("behind")
    assert APP.position(state, {"value": "?"}) == APP.position(state, {}) == APP.take_offer(state, {}) == state


def test_a_reload_offers_the_decision() -> None:
    code = encode(decision())
    assert APP.view(AdviceState()).keep == ""
    kept = APP.bring(AdviceState(), {"code": code})
    assert APP.view(kept).keep == code
    offered = APP.resume(AdviceState("hu"), code)
    assert APP.view(offered).keep == code and "take_offer" in APP.view(offered).html
    taken = APP.take_offer(offered, {})
    assert (taken.code, taken.offer, taken.lang) == (code, "", "hu")
    assert APP.drop_offer(offered, {}) == replace(offered, offer="")


def test_without_numpy_fewer_trials_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    code = encode(positions()["middle"])
    found = advise(positions()["middle"], engine=True)
    monkeypatch.setattr(advice_state, "advice", lambda _: found)
    page = text(AdviceState(code=code))
    assert "NumPy is missing" in page and f"played on {found.rollouts} times" in page
