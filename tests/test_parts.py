"""The parts without a browser: what a cell may write, what it is told, and what a page can do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import ipywidgets
import pytest

from acey_teach import Card, Refusal, Rules
from acey_teach.engine.cards import PACK
from acey_teach.engine.odds import odds as count
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import LANGUAGES, TAGS
from acey_teach.parts import Hand, Odds, Question, RankLine, Table, part
from acey_teach.widgets.panel import Panel

Sent = list[dict[str, Any]]
MAKERS: dict[str, Callable[..., Any]] = {
    "hand": lambda **more: Hand("4c Qd", third="9h", **more),
    "rank line": lambda **more: RankLine("4c Qd", seen="9s", **more),
    "odds": lambda **more: Odds("4c Qd", seen="9s", **more),
    "table": lambda **more: Table("Mia, Noah", seed="parts", **more),
    "choice": lambda **more: Question("Is it fair?", ["yes", "no"], answer="yes", **more),
    "number": lambda **more: Question("How many?", answer=28, why="Seven ranks.", **more),
}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Every message a part sends to its page."""
    messages: Sent = []
    monkeypatch.setattr(Panel, "_send", lambda self, msg, buffers=None: messages.append(msg))
    return messages


@pytest.fixture
def from_page(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the test does is caused by a page: a slider was moved, a button pressed."""
    monkeypatch.setattr(part, "_by_page", lambda: True)
    yield


def ask(widget: Any, name: str, **values: object) -> None:
    """What a page sends when one of the part's own controls is used."""
    content = {"kind": "intent", "intent": name, "at": widget.number, "values": values}
    widget._handle_msg({"content": {"data": {"method": "custom", "content": content}}})


# ---- all of them ----
@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_its_page_is_sound_in_every_language(make: Callable[..., Any], sound: Callable[..., Any]) -> None:
    for tag in TAGS:
        widget = make(lang=tag)
        sound(widget.html, widget._app)
        assert widget.says and widget.lang == tag
        bundle = widget._repr_mimebundle_()
        assert widget._app.static(widget.state) in (bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_no_browser_can_set_a_trait(make: Callable[..., Any]) -> None:
    widget = make()
    settings = [name for name, trait in widget.traits().items() if isinstance(trait, part.Setting | part.Told)]
    before = {name: getattr(widget, name) for name in settings}
    widget._handle_msg({"content": {"data": {"method": "update", "state": dict.fromkeys(settings, "x")}}})
    assert {name: getattr(widget, name) for name in settings} == before
    assert not (set(settings) - {"code"}) & set(widget.keys)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_language_is_one_of_the_kits(make: Callable[..., Any]) -> None:
    with pytest.raises(Refusal, match="There is no language “fr”"):
        make(lang="fr")
    widget = make()
    for lang in LANGUAGES:
        widget.language = lang
        assert widget.lang == widget.language == lang
    with pytest.raises(Refusal):
        widget.language = "klingon"
    assert widget.language == "hu"


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_language_chosen_on_the_page_is_told(make: Callable[..., Any]) -> None:
    """The control of one panel changes all: their traits and those who watch them hear of it."""
    widget, other, heard = make(lang="es-x-points"), make(), []
    widget.observe(lambda change: heard.append((change.old, change.new, widget.lang)), "language")
    ask(other, "language", value="hu")
    assert (widget.language, other.language) == (widget.lang, other.lang) == ("hu-x-points", "hu")
    assert heard == [("es-x-points", "hu-x-points", "hu-x-points")]
    other.language = "en"
    assert (other.language, other.lang, widget.language) == ("en", "en", "hu-x-points")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_follows_from_the_rest_cannot_be_set(make: Callable[..., Any]) -> None:
    widget = make()
    told = [name for name, trait in widget.traits().items() if isinstance(trait, part.Told)]
    assert told
    for name in told:
        before = getattr(widget, name)
        with pytest.raises(Refusal, match=f"“{name}” follows from the rest"):
            setattr(widget, name, "nonsense")
        assert getattr(widget, name) == before


def test_a_setting_that_does_not_exist_is_named() -> None:
    with pytest.raises(Refusal, match="no setting “post” here"):
        Hand().change(post="4c Qd")


def test_a_change_is_one_message(sent: Sent) -> None:
    hand = Hand("4c Qd")
    sent.clear()
    hand.change(posts="9c Kd", third="9s")
    assert [m["method"] for m in sent] == ["update"]
    assert {"html", "says"} <= sent[0]["state"].keys()


def test_watchers_see_the_whole_change_and_may_go_on() -> None:
    hand, seen = Hand("4c Qd"), []

    def watch(change: Any) -> None:
        seen.append((change.name, hand.posts, hand.third, hand.outcome))
        hand.third = "5h"

    hand.observe(watch, ["posts", "outcome"])
    hand.change(posts="9c Kd", third="9s")
    assert seen[0] == ("posts", "9c Kd", "9s", "post")
    assert (hand.third, hand.outcome) == ("5h", "outside")
    assert seen[-1][1:] == ("9c Kd", "5h", "outside")


def test_nonsense_from_a_page_is_said_there_and_changes_nothing(from_page: None) -> None:
    hand = Hand("4c Qd")
    hand.posts = "4c Zd"
    assert hand.notice.startswith("“Zd” is not a card.") and hand.posts == "4c Qd" and "Q♦" in hand.html
    hand.outcome = "inside"
    assert hand.notice.startswith("“outcome” follows")
    hand.posts = "4c Kd"
    assert hand.notice == "" and hand.posts == "4c Kd"


def test_a_mistake_in_a_teachers_function_is_said(from_page: None, caplog: pytest.LogCaptureFixture) -> None:
    hand = Hand("4c Qd")
    hand.observe(lambda change: 1 / 0, "third")
    hand.third = "9h"
    assert hand.outcome == "inside", "the change itself was fine"
    assert "ZeroDivisionError: division by zero" in hand.notice and "<lambda>" in hand.notice


def test_in_a_cell_that_mistake_is_the_cells_error() -> None:
    hand = Hand("4c Qd")
    hand.observe(lambda change: 1 / 0, "third")
    with pytest.raises(ZeroDivisionError):
        hand.third = "9h"
    assert "ZeroDivisionError" in hand.notice


# ---- hand, rank line, odds ----
@pytest.mark.parametrize("third", [card.code for card in PACK if card.code not in ("4c", "Qd")])
def test_the_outcome_of_a_hand(third: str) -> None:
    rank = Card(third).rank
    hand = Hand("Qd 4c", third=third)
    assert hand.outcome == ("post" if rank in (4, 12) else "inside" if 4 < rank < 12 else "outside")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: Hand("4c"), "Cards written here: 1."),
        (lambda: Hand(""), "Cards written here: 0."),
        (lambda: Hand("4c 5c 6c"), "Cards written here: 3."),
        (lambda: Hand("4c 4c"), "4♣ is there twice"),
        (lambda: Hand("4c Qd", third="4c"), "4♣ is there twice"),
        (lambda: Hand("4c Qd", third="1h"), "“1h” is not a card."),
        (lambda: Hand(4), "Cards are written as one text"),
        (lambda: Hand([4, 5]), "“4” is not a card."),
        (lambda: RankLine("4c"), "Cards written here: 1."),
        (lambda: RankLine("4c Qd", seen="9h 9h"), "9♥ is there twice"),
        (lambda: RankLine("", seen=["x"]), "“x” is not a card."),
        (lambda: Odds(""), "Cards written here: 0."),
        (lambda: Odds("4c Qd", stake=0), "A stake is a whole number from 1"),
        (lambda: Odds("4c Qd", stake=2.0), "“2.0” is not."),
        (lambda: Odds("4c Qd", stake=True), "“True” is not."),
        (lambda: Odds("4c Qd", rules={"post": 1}), "There is no rule called “post”"),
        (lambda: Odds("4c Qd", rules={"post_factor": 9}), "whole numbers from 1 to 4, not 9"),
        (lambda: Odds("4c Qd", rules=7), "Rules are written as names with values."),
        (lambda: Odds("4c Qd", rules="single loss"), "There are no rules called “single loss”."),
        (lambda: Odds("4c Qd", seen=PACK[:-2]), "more often than the pack holds it"),
        (lambda: Table(9), "for 2 to 8 players, not for 9"),
        (lambda: Table("Mia"), "for 2 to 8 players, not for 1"),
        (lambda: Table("Mia,,Noah"), "Every player needs a name."),
        (lambda: Table(2.5), "Players are a number, or their names"),
        (lambda: Table(code="A1.x"), "This is not a session code"),
        (lambda: Question(""), "A question needs a text"),
        (lambda: Question("How?"), "“None” is no exact number"),
        (lambda: Question("How?", answer=0.5), "“0.5” is no exact number"),
        (lambda: Question("How?", ["a", "b"], answer="c"), "Write one of them: a, b."),
        (lambda: Question("How?", "ab", answer="a"), "Choices are a list of texts"),
        (lambda: Question("How?", ["a"], answer="a"), "at least two choices"),
        (lambda: Question("How?", ["a", "a"], answer="a"), "at least two choices"),
    ],
)
def test_a_wrong_argument_is_answered_with_a_sentence(made: Callable[[], object], says: str) -> None:
    with pytest.raises(Refusal) as refused:
        made()
    assert says in str(refused.value)


def test_cards_may_be_cards() -> None:
    assert Hand([Card("4c"), Card("Qd")], third=Card("9h")).posts == "4♣ Q♦"
    assert RankLine(seen=(Card("9h"), "9s")).unseen == 50


def test_the_line_has_a_dot_for_each_unseen_card() -> None:
    line = RankLine("4c Qd", seen="9s 9h")
    assert line.html.count("<i></i>") == line.unseen == 48
    line.change(posts="", seen="")
    assert line.html.count("<i></i>") == line.unseen == 52


def test_the_odds_are_the_engines() -> None:
    widget = Odds("4c Qd", seen="Qs")
    counted = count((Card("4c"), Card("Qd")), [Card("Qs")])
    assert (widget.inside, widget.outside, widget.post, widget.unseen) == (*(counted.count(o) for o in Outcome), 49)
    assert widget.value == Fraction(2, 49) and isinstance(widget.value, Fraction)
    assert set(widget.charts) == {"outcome", "result"}
    widget.rules = {"post_factor": 1}
    assert widget.rules == Rules(post_factor=1) and widget.value == Fraction(7, 49)
    assert str(widget.chart("result").to_dict())


# ---- with plain widgets ----
def test_a_slider_and_a_stake_move_each_other() -> None:
    for widget in (Odds("4c Qd"), Table("Mia, Noah", seed="parts")):
        slider = ipywidgets.IntSlider(min=1, max=10, value=4)
        ipywidgets.link((slider, "value"), (widget, "stake"))
        assert widget.stake == 4
        slider.value = 7
        assert widget.stake == 7
        widget.stake = 3
        assert slider.value == 3


def test_a_list_of_rules() -> None:
    widget = Odds("4c Qd")
    choice = ipywidgets.Dropdown(options={"Double loss": Rules(), "Single loss": Rules(post_factor=1)})
    ipywidgets.link((choice, "value"), (widget, "rules"))
    assert widget.value == 0
    choice.label = "Single loss"
    assert widget.value == Fraction(28 - 16 - 6, 50)
    widget.rules = None
    assert choice.label == "Double loss"


def test_they_stand_in_boxes() -> None:
    box = ipywidgets.VBox([make() for make in MAKERS.values()])
    assert len(ipywidgets.Tab(box.children).children) == len(MAKERS)


# ---- the table ----
def at_decision() -> Table:
    table = Table("Mia, Noah", seed="parts")
    table.play_on(dealer=0)
    assert table.phase == "decision"
    return table


def test_a_table_tells_what_happens() -> None:
    table, steps, ends = Table("Mia, Noah", seed="parts", rules={"max_rounds": 1}), [], []
    table.on_step(lambda table: steps.append((table.phase, table.pot)))
    table.on_end(lambda table: ends.append(table.code))
    assert (table.phase, table.round, table.pot, table.players) == ("choose-dealer", 1, 0, ("Mia", "Noah"))
    table.play_on()
    assert table.session and table.pot == 2
    while table.phase != "over":
        (table.pass_turn if table.phase == "decision" else table.next)()
    assert steps[-1][0] == "over" and len(steps) >= 5 and ends == [table.code]
    table.back()
    assert table.phase != "over" and len(ends) == 1
    table.next()
    assert len(ends) == 2, "it ended again"


def test_a_bet_from_a_button() -> None:
    table = at_decision()
    for stake, says in ((3, "more than the pot holds"), (0, "not a bet"), (1.5, "“1.5” is not")):
        with pytest.raises(Refusal, match=says):
            table.bet(stake)  # type: ignore[arg-type]
    table.stake = 1
    table.bet()
    assert table.session and table.session.held == 1 and table.stake == 1
    with pytest.raises(Refusal):
        table.bet(1)


def test_a_bet_from_a_button_on_the_page(from_page: None) -> None:
    table = at_decision()
    code = table.code
    table.bet(99)
    assert "more than the pot holds" in table.notice and table.code == code


def test_typing_a_stake_moves_the_trait(from_page: None) -> None:
    table, told = at_decision(), []
    table.observe(lambda change: told.append(change.new), "stake")
    ask(table, "set_stake", stake="1")
    assert table.stake == 1 and told == [1]
    number = table.number
    table.stake = 2
    assert table.number == number and 'value="2"' in table.html, "a click made just then still counts"


def test_a_failing_callback_of_the_table_is_said_on_the_page() -> None:
    table = at_decision()
    table.on_step(lambda table: table.no_such_thing)
    ask(table, "pass_turn")
    assert table.phase != "decision" and "AttributeError" in table.notice


def test_other_rules_begin_the_session_anew_with_the_same_cards() -> None:
    table = at_decision()
    before = table.session
    table.rules = Rules(post_factor=3)
    after = table.session
    assert before and after and after.depth == 0 and after.rules.post_factor == 3 and table.phase == "choose-dealer"
    assert after.setup.seed == before.setup.seed and after.players == before.players
    ask(table, "leave")
    assert table.phase == "" and table.players == () and table.session is None
    ask(table, "start_session", chips="50", rounds="2", count="2", name0="Mia", name1="Noah", seed="x")
    assert table.session and table.session.rules == Rules(post_factor=3, start_chips=50, max_rounds=2)
    assert table.rules == Rules(post_factor=3)


def test_a_code_opens_a_session_and_a_table_has_one() -> None:
    table = at_decision()
    again = Table(code=table.code)
    assert again.code == table.code and again.phase == "decision" and "code" in again.keys
    assert Table().phase == "" and "Who plays?" in Table().html
    three = Table(3)
    assert three.session and [bool(p.strategy) for p in three.session.players] == [False, True, True]


def test_who_comes_back_finds_the_session_of_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    code = at_decision().code
    for asked, found, notice in ((code, "decision", ""), ("A1.broken", "choose-dealer", "This is not a session code")):
        monkeypatch.setenv("QUERY_STRING", f"code={asked}&lang=es" if not notice else f"code={asked}")
        monkeypatch.setitem(part.Part._made, "table", 0)
        table = Table("Mia, Noah")
        assert table.phase == found and table.notice.startswith(notice)
        assert Table("Mia, Noah").phase == "choose-dealer", "only the first table of a page"


# ---- questions ----
def test_a_choice() -> None:
    question, heard = MAKERS["choice"](why="Count both sides."), []
    question.on_answer(lambda asked: heard.append((asked.right, asked.attempts, asked.given)))
    assert (question.answered, question.right, question.attempts, question.given) == (False, False, 0, None)
    ask(question, "check")
    assert question.notice == "Choose an answer first, then check it." and not question.answered
    ask(question, "check", choice="7")
    assert not question.answered
    ask(question, "check", choice="1")
    assert "Not yet." in question.says and "Show the answer" in question.html and "Count both sides." in question.html
    ask(question, "check", choice="0")
    assert question.says == "Right." and "Show the answer" not in question.html and "Count both sides." in question.html
    assert heard == [(False, 1, "no"), (True, 2, "yes")]
    question.text = "Is it still fair?"
    assert question.attempts == 0 and not question.answered


@pytest.mark.parametrize(
    ("typed", "right", "said"),
    [
        ("28/49", True, "Right."),
        ("4 / 7", True, "Right."),
        ("57 %", True, "exactly it is 4/7"),
        ("0.57", False, "Not yet."),
        ("56 %", False, "Not yet."),
        ("3/7", False, "Not yet."),
    ],
)
def test_a_number(typed: str, right: bool, said: str) -> None:
    question = Question("How likely?", answer=Fraction(4, 7))
    ask(question, "check", answer=typed)
    assert question.right is right and said in question.says and question.attempts == 1


def test_what_is_no_number_is_no_attempt() -> None:
    question = MAKERS["number"]()
    for typed, says in (("", "nothing in the answer"), ("lots", "“lots” is not a number"), ("1/0", "divided by 0")):
        ask(question, "check", answer=typed)
        assert says in question.notice and question.attempts == 0
    question.check("28")
    question.language = "es"
    assert question.right and question.attempts == 1, "another language asks nothing anew"


def test_an_answer_may_be_a_number() -> None:
    asked = Question("How likely?", answer="14/25")
    for answer in (Fraction(14, 25), 0.56, "56 %"):
        asked.check(answer)
        assert asked.right, answer
    asked.check(28)
    assert not asked.right and asked.attempts == 4
    for nonsense in (None, [], float("nan"), True, b"1", object()):
        with pytest.raises(Refusal):
            asked.check(nonsense)  # type: ignore[arg-type]
    chosen = Question("How many?", ["7", "8"], answer="7")
    chosen.check(7)
    assert chosen.right


def test_markup_in_a_text_is_shown_as_it_is(sound: Callable[..., Any]) -> None:
    question = Question("<b>1 < 2?</b>", ["<i>", "&amp;"], answer="<i>", why="<script>")
    question.check("<i>")
    assert "<script>" not in sound(question.html, question._app).text or "&lt;script&gt;" in question.html
    assert "<b>1 <" not in question.html and "<i>" not in question.html
