"""The practice page as Python sees it: what is asked, said, opened, counted, kept and taken back."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html import escape, unescape
from urllib.parse import unquote

import pytest

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.progress import Progress, encode, read
from acey_teach.practice.question import LETTERS, Choice, Question, Verdict
from acey_teach.widgets import pages, practice_view, question_view
from acey_teach.widgets.practice import PracticeApp
from acey_teach.widgets.practice_state import PracticeState

EN = translator("en")
APP = PracticeApp(Progress("demo"), only="count")


def right(asked: Question) -> str:
    return LETTERS[asked.answer.right] if isinstance(asked.answer, Choice) else str(asked.answer.value)


def typed(asked: Question, value: object) -> str:
    return LETTERS[int(str(value))] if isinstance(asked.answer, Choice) else str(value)


def answer(state: PracticeState, text: str) -> PracticeState:
    return APP.check(state, {"answer": text})


def html(state: PracticeState) -> str:
    return practice_view.view(state).html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_drawn_answered_and_named_when_it_goes_wrong(kind: str, lang: str) -> None:
    t = translator(lang)
    first = PracticeApp(Progress("demo"), lang, only=kind).start()
    asked = first.question
    drawn = html(first)
    ids = Counter(re.findall(r' id="([^"]+)"', drawn))
    assert max(ids.values()) == 1 and escape(asked.ask.split("♠")[0].split(" ")[0]) in drawn and "k-note" not in drawn
    assert all(f"{{{{v}}}}{name}" in ids for ref in re.findall(r'aria-describedby="([^"]+)"', drawn) for name in ref.replace("{{v}}", "").split())
    if asked.slips:
        wrong = answer(first, typed(asked, asked.slips[0].value))
        verdict = wrong.verdict
        assert verdict is not None and asked.slips[0].idea in verdict.slips
        assert all(escape(t(IDEAS[name].title))[1:] in html(wrong) for name in verdict.slips)
        assert 'aria-invalid=true' in html(wrong) or isinstance(asked.answer, Choice)
        assert practice_view.says(wrong, t).startswith(verdict.spoken)
        assert f"<b>{escape(t(IDEAS[asked.slips[0].idea].title))}</b>" in html(wrong), "to look at again"
    done = answer(first, right(asked))
    assert done.right and t("Next question") in html(done) and "<form" not in html(done).split("k-folds")[0]
    solved = html(APP.solution(done, {}))
    assert all(question_view.coloured(line) in solved for line in asked.solution)
    assert all(f">{clause}<" in solved for clause in asked.clauses)


def test_two_ideas_with_one_number_are_both_named() -> None:
    state = next(
        state
        for n in range(60)
        for state in [PracticeApp(Progress(f"d{n}"), only="count").start()]
        if max(Counter(slip.value for slip in state.question.slips).values(), default=0) > 1
    )
    value, _ = Counter(slip.value for slip in state.question.slips).most_common(1)[0]
    wrong = answer(state, str(value))
    assert wrong.verdict and len(wrong.verdict.slips) > 1 and html(wrong).count("<p>") >= 2
    assert set(wrong.progress.open_ideas) == set(wrong.verdict.slips)


def test_a_wrong_answer_may_be_tried_again_and_the_first_one_counts() -> None:
    first = APP.start()
    wrong = answer(first, "1000")
    assert "Only the first answer counts" in html(wrong) and not wrong.explained
    twice = answer(wrong, "1001")
    assert twice.explained and "Show the way" in html(twice)
    done = answer(twice, right(first.question))
    assert (done.progress.asked, done.progress.right) == (1, 0) and "✓" in html(done)
    assert answer(done, "5") is done
    for text, says in (("", "nothing in the answer"), ("lots", "is not a number"), ("1/0", "divided by 0")):
        unread = answer(first, text)
        assert says in html(unread) and says in practice_view.says(unread, EN)
        assert unread.progress is first.progress and not (unread.counted or unread.wrong or unread.right)
        assert answer(unread, right(first.question)).progress.right == 1
    assert APP.next(done, {}).progress == done.progress and APP.next(done, {}).text == ""
    with pytest.raises(Refusal, match="skip it"):
        APP.next(wrong, {})


def test_hints_are_walked_both_ways_and_the_last_one_offers_the_solution() -> None:
    state, t = APP.start(), EN
    hints = state.question.hints
    assert html(state).count('data-intent="hint"') == 1
    for n, hint in enumerate(hints, 1):
        state = APP.hint(state, {"value": str(n)})
        assert state.opened == n and question_view.coloured(hint.text) in html(state) and practice_view.says(state, t) == hint.text
        assert state.explained == (n == len(hints))
        assert html(state).count('aria-expanded="true"') == n
    assert "k-line" in html(state)
    state = APP.hint(state, {"value": "2"})
    assert state.opened == 1 and state.explained and "k-line" not in html(state)
    assert APP.hint(state, {"value": "1"}).opened == 0 and APP.hint(state, {"value": "99"}) is state
    said = answer(APP.hint(state, {"value": "3"}), "1000")
    assert practice_view.says(said, t).startswith("Not yet"), "the answer is spoken, not the open hint"


def test_who_reads_the_solution_first_has_not_answered() -> None:
    state = APP.start()
    assert APP.solution(state, {}) is state
    helped = replace(state, helped=len(state.question.hints))
    seen = APP.solution(helped, {})
    assert seen.progress.asked == 1 and seen.progress.right == 0 and "<form" not in html(seen).split("k-folds")[0]
    assert APP.solution(seen, {}).progress == seen.progress
    assert APP.next(seen, {}).question != state.question and APP.skip(state, {}).progress.asked == 1
    assert APP.skip(answer(state, "1000"), {}).progress.asked == 1


def test_what_was_mended_is_said() -> None:
    state = APP.start()
    idea = state.question.slips[0].idea
    met = state.progress.practised(question("between", "demo", EN), Verdict(False, "", (), (idea,)))
    done = answer(replace(state, progress=met), right(state.question))
    assert done.mended == (idea,) and f"Mended: {IDEAS[idea].title}." in unescape(html(done))
    assert "Mended" in practice_view.says(done, EN) and "Look again at" not in html(done)


# ---- progress ----
def test_the_page_keeps_saves_and_loads_its_progress() -> None:
    state = APP.start()
    assert practice_view.view(state).keep == ""
    done = answer(state, right(state.question))
    view = practice_view.view(done)
    assert view.keep == view.code == encode(done.progress)
    href = re.search(r'href="data:text/plain;charset=utf-8,([^"]+)" download="([^"]+)\.txt"', view.html)
    assert href and read(unquote(href[1])) == done.progress

    fresh = PracticeApp(Progress("other")).start()
    offered = APP.resume(fresh, view.keep)
    assert "Go on where you were?" in html(offered) and practice_view.view(offered).keep == view.keep
    assert APP.take_offer(offered, {}).progress == done.progress
    dropped = APP.drop_offer(offered, {})
    assert dropped.progress == fresh.progress and practice_view.view(dropped).keep == ""
    assert APP.resume(done, view.keep) is done and answer(offered, right(fresh.question)).offer == ""

    loaded = APP.load(fresh, {"value": unquote(href[1])})
    assert loaded.progress == done.progress and "Your progress is loaded" in html(loaded)
    assert APP.load(done, {"value": "Load", "code": ""} | {"value": view.code}).progress == done.progress
    with pytest.raises(Refusal, match="is wrong"):
        APP.load(done, {"value": view.code.replace("_1_1_", "_9_9_")})


def test_one_kind_or_all() -> None:
    state = APP.only(APP.start(), {"value": "between"})
    assert state.kind == "between" and "this kind only" in html(state)
    assert APP.skip(state, {}).kind == "between"
    assert APP.only(state, {"value": "all"}).only == ""
    with pytest.raises(Refusal, match="There are: "):
        APP.only(state, {"value": "sums"})


def test_the_page_opens_what_its_address_says(monkeypatch: pytest.MonkeyPatch) -> None:
    code = encode(answer(APP.start(), right(APP.start().question)).progress)
    for query, asked, kind, notice in (
        (f"code={code}&kind=between&lang=es", 1, "between", ""),
        ("code=P1.nonsense", 0, next(iter(KINDS)), "no progress code"),
        ("kind=sums", 0, next(iter(KINDS)), "sums"),
        ("", 0, next(iter(KINDS)), ""),
    ):
        monkeypatch.setenv("QUERY_STRING", query)
        panel = pages.practice("en")
        assert (panel.state.progress.asked, panel.state.kind) == (asked, kind) and notice in panel.notice
        panel.speak("hu")
        assert panel.state.lang == "hu" and panel.state.progress.asked == asked


def test_without_a_program_it_is_a_question_to_read() -> None:
    for kind in KINDS:
        asked = question(kind, "demo", EN)
        still = question_view.static(asked, EN)
        assert escape(asked.ask) in still and escape(asked.given) in still and "<button" not in still and "<input" not in still
        plain = question_view.view(asked, EN, form=False)
        assert "<input" not in plain and "<button" not in plain
        given = question_view.view(asked, EN, form=False, solution=True, text=right(asked), verdict=Verdict(True, "Right."))
        assert all(question_view.coloured(line) in given for line in asked.solution)


def test_a_third_card_among_the_posts_bears_its_name() -> None:
    for kind, shown in (("classify", True), ("settle", True), ("count", False)):
        drawn = question_view.scene(question(kind, "demo", EN), EN)
        assert ("<figcaption" in drawn and "third card</figcaption>" in drawn) is shown


def test_cards_in_sentences_have_their_colours_and_nothing_else_is_html() -> None:
    assert question_view.coloured("10♣, <b>A♥") == '<span class="k-suit k-c">10♣</span>, &lt;b&gt;<span class="k-suit k-h">A♥</span>'
    assert question_view.coloured("110♣ ♥") == "110♣ ♥"
