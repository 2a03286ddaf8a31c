"""What the cells of the exercise notebooks call: questions, verdicts, progress, and cells in any state and order."""

from __future__ import annotations

import builtins
import json
import pickle
from base64 import b64decode
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import acey_teach.exercises
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.engine.settlement import classify as outcome_of
from acey_teach.exercises import keeping, museum, notebook, tasks
from acey_teach.exercises.marking.solutions import answers, cases, programs
from acey_teach.exercises.notebook import answer, check, fails, progress
from acey_teach.exercises.running import checker, clean
from acey_teach.i18n import LANGUAGES, catalog, translator
from acey_teach.practice.course import CHAPTERS, EXERCISES
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.progress import NAME, Progress, encode, parse, read

EN = translator("en")
RIGHT = """
from acey_teach.exercises import check
def classify(post1, post2, third):
    if third in (post1, post2):
        return "post"
    return "inside" if min(post1, post2) < third < max(post1, post2) else "outside"
shown = check("7.1", classify, lang="en")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel that has just started in an empty folder."""
    monkeypatch.setattr(keeping, "FILE", tmp_path / NAME)
    restart(monkeypatch)
    return tmp_path


def restart(monkeypatch: pytest.MonkeyPatch, seed: str = "demo") -> None:
    monkeypatch.setattr(keeping, "_known", Progress(seed))
    monkeypatch.setattr(keeping, "_said", set())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The clean process played by this one; what it was asked."""
    requests: list[dict[str, Any]] = []

    def checked(id: str, data: bytes, t: Any) -> Any:
        return tasks.check(id, museum.Exhibits(lambda task: pickle.loads(data)), t)

    def ask(request: dict[str, Any]) -> Any:
        requests.append(json.loads(json.dumps(request)))
        return json.loads(json.dumps(checker.judged(requests[-1])))

    monkeypatch.setattr(checker, "checked", checked)
    monkeypatch.setattr(clean, "ask", ask)
    return requests


def run(*cells: str) -> dict[str, Any]:
    """Cells run one after the other, as in one kernel."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        exec(cell, names)
    return names


def text(panel: Any) -> str:
    bundle = panel._repr_mimebundle_()
    return str((bundle[0] if isinstance(bundle, tuple) else bundle)["text/plain"])


# ---- the course ----
def test_each_notebook_asks_six_to_eight_different_questions_of_known_kinds() -> None:
    chapters = [[id for id in EXERCISES if id.split(".")[0] == str(n)] for n in range(1, 7)]
    assert [*EXERCISES] == [id for own in chapters for id in own]
    for n, own in enumerate(chapters, 1):
        assert own == [f"{n}.{k}" for k in range(1, len(own) + 1)] and 6 <= len(own) <= 8
    assert all(kind in KINDS for kind, _ in EXERCISES.values()) and KINDS.keys() == {kind for kind, _ in EXERCISES.values()}
    made = [question(*one, EN) for one in EXERCISES.values()]
    assert len({(q.ask, q.given) for q in made}) == len(made)


def test_the_interesting_cases_are_among_them() -> None:
    """Seeds are pinned; this finds a kind that came to deal otherwise."""
    asks = {id: question(*one, EN) for id, one in EXERCISES.items()}
    posts = {id: q.scene.posts for id, q in asks.items() if q.scene.posts}
    falls = {id: outcome_of(posts[id], q.scene.third) for id, q in asks.items() if q.scene.third}
    assert [falls[id] for id in ("1.1", "1.2", "1.3")] == [Outcome.INSIDE, Outcome.POST, Outcome.OUTSIDE]
    assert asks["1.3"].scene.third and asks["1.3"].scene.third.rank_name == "A" and ranks_between(posts["1.4"]) == 0
    assert {falls[f"5.{n}"] for n in (5, 6, 7)} == set(Outcome)
    for id, idea in {"1.6": "faces-ten", "1.7": "ace-low", "2.2": "carried-over", "3.3": "seen-ignored", "3.6": "due",
                     "3.7": "hot-hand", "4.1": "value-post-once", "4.7": "even-exact", "5.2": "limit-half-up",
                     "6.3": "end-ante-first", "6.4": "share-floor", "6.7": "win-first-seat"}.items():  # fmt: skip
        assert idea in {slip.idea for slip in asks[id].slips}, (id, idea)
    assert answers()["5.4"] == "0" and all("Bet" in asks[id].answer_text(EN) or id != "4.4" for id in asks)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_names_of_the_notebooks_are_those_of_their_files(lang: str) -> None:
    for name, title in CHAPTERS:
        file = Path(__file__).parents[1] / "exercises" / lang / f"{name}.ipynb"
        assert json.loads(file.read_text(encoding="utf-8"))["metadata"]["title"] == catalog(lang, "notebooks").gettext(title)


# ---- answers ----
@pytest.mark.parametrize("id", EXERCISES)
def test_the_engines_answer_is_right_and_is_written_down(id: str, asked: list[Any], folder: Path) -> None:
    said = question(*EXERCISES[id], EN).answer_text(EN)
    panel = answer(id, said, lang="en")
    assert panel.state.verdict and panel.state.verdict.right and panel.state.verdict.spoken in panel.says
    assert asked == [{"lang": "en", "id": id, "text": said}]
    assert read((folder / NAME).read_text(encoding="utf-8")).exercises[id].right


def test_a_wrong_answer_is_told_the_idea_it_comes_from(asked: list[Any], folder: Path) -> None:
    panel = answer("2.3", "5")
    assert panel.state.verdict.slips == ("ranks-not-cards",) and "ranks counted, not cards" in panel.html
    kept = read((folder / NAME).read_text(encoding="utf-8"))
    assert not kept.exercises["2.3"].right and kept.ideas["ranks-not-cards"].kind == "count"


SAME = ["16/50", "8/25", "0.32", ".32", "0,32", "32 %", 16 / 50, 0.32, Fraction(16, 50)]


@pytest.mark.parametrize("value", SAME, ids=repr)
def test_an_answer_may_be_written_in_many_ways(value: object, asked: list[Any]) -> None:
    assert answer("2.6", value).state.verdict.right


@pytest.mark.parametrize("value, text", [(20, "20"), (20.0, "20"), (1 / 3, "1/3"), (0.538, "269/500"), (7 / 13, "7/13"), (0.53846153, "0.53846153"), ("b", "b")])
def test_what_is_sent_to_be_judged(value: object, text: str, asked: list[Any]) -> None:
    answer("3.3", value)
    assert asked[0]["text"] == text


class Nasty:
    def __str__(self) -> str:
        raise SystemError

    __repr__ = __str__


@pytest.mark.parametrize("value", [True, None, [20], {}, object(), Nasty(), float("nan"), float("inf"), 10**5000, print, b"20", "", "x" * 10**6], ids=lambda v: type(v).__name__)
def test_what_is_no_answer_gets_a_sentence(value: object, asked: list[Any], folder: Path) -> None:
    panel = answer("2.3", value)
    assert panel.state.verdict is None and panel.state.trouble.endswith(".") and panel.state.trouble in text(panel)
    assert "went wrong" not in panel.state.trouble and not (folder / NAME).exists()


@pytest.mark.parametrize("call", [answer, check, fails])
@pytest.mark.parametrize("id", ["0.1", "1.99", "", "<b>", None, 5, 10**5000, [], Nasty()], ids=lambda v: type(v).__name__)
def test_an_unknown_exercise_is_told_with_those_there_are(call: Callable[..., Any], id: object, asked: list[Any]) -> None:
    panel = call(id, lang="en")
    assert "There are: " in panel.says and ".1–" in panel.says and "<b>" not in panel.html and not asked


def test_the_number_of_an_exercise_may_lack_its_quotation_marks() -> None:
    assert answer(1.1).state.question == answer("1.1").state.question


def test_a_language_that_is_none_is_english_and_a_wording_stays(asked: list[Any]) -> None:
    assert answer("1.1", lang=5).state.tag == answer("1.1", lang="xx").state.tag == "en"
    answer("1.1", "a", lang="hu-x-points")
    assert asked[0]["lang"] == "hu-x-points"


def test_a_fault_of_the_kernel_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "question", lambda *_: 1 // 0)
    assert "ZeroDivisionError" in answer("1.1").says


# ---- before anything is handed in ----
def test_without_an_answer_the_question_is_shown_and_nothing_is_asked(asked: list[Any], sound: Callable[..., Any], folder: Path) -> None:
    panel = answer("1.2", ...)
    asks = question(*EXERCISES["1.2"], EN)
    assert asks.ask in panel.says and asks.given in panel.says and "three dots" in panel.html and "b" in panel.html
    sound(panel.html, panel._app)
    assert asks.ask in panel._app.static(panel.state) and "button" not in panel._app.static(panel.state)
    assert not asked and not [*folder.iterdir()]


def test_a_stub_is_not_checked(asked: list[Any], sound: Callable[..., Any]) -> None:
    def bare(a: int) -> None: ...

    def said(a: int) -> None:
        "Text."
        ...  # noqa: PIE790

    for panel in (check("7.1", bare), check("7.1", said), check("7.1"), check("8.1", museum.load("8.1")), fails("8.1"), fails("8.1", post1=..., post2=3)):
        assert panel.state.verdict is None and not panel.state.trouble
        sound(panel.html, panel._app)
    assert not asked


def test_a_function_that_always_gives_the_same_is_no_stub(asked: list[Any]) -> None:
    def constant(post1: int, post2: int, third: int) -> str:
        return "inside"

    def zero(post1: int, post2: int, third: int) -> int:
        "Text."
        return 0

    for function in (constant, zero, lambda post1, post2, third: "inside"):
        verdict = check("7.1", function).state.verdict
        assert verdict and not verdict.right
    assert len(asked) == 3


# ---- help ----
def test_hints_are_walked_both_ways_and_the_solution_opens_behind_the_last(sound: Callable[..., Any]) -> None:
    panel = answer("2.3")
    app, state = panel._app, panel.state
    steps = [state]
    for n in range(1, len(state.question.hints) + 1):
        assert app.solution(steps[-1], {}) is steps[-1]
        steps.append(app.hint(steps[-1], {"value": str(n)}))
        assert app.view(steps[-1]).says == state.question.hints[n - 1].text
        sound(app.view(steps[-1]).html, app)
    assert app.hint(steps[-1], {"value": "99"}) is steps[-1]
    solved = app.solution(steps[-1], {})
    assert app.view(solved).says == " ".join(state.question.solution)
    back = solved
    for n in range(len(state.question.hints), 0, -1):
        back = app.hint(back, {"value": str(n)})
    assert back.hints == 0


def test_a_right_answer_comes_with_its_sum(asked: list[Any], sound: Callable[..., Any]) -> None:
    panel = answer("2.3", 20)
    assert panel._app.solution(panel.state, {}).solved and "5 × 4 = 20" in panel._app.static(panel.state)
    sound(panel.html, panel._app)


# ---- programs ----
def test_a_wrong_program_is_shown_its_smallest_case(asked: list[Any], folder: Path) -> None:
    shown = run(RIGHT.replace("min(post1, post2) < third < max(post1, post2)", "post1 < third < post2"))["shown"]
    assert "yours says outside; the rules say inside (A6.2)" in shown.says and not shown.state.verdict.right
    assert run(RIGHT)["shown"].state.verdict.right
    assert read((folder / NAME).read_text(encoding="utf-8")).exercises["7.1"].tries == 2


def test_a_case_is_found_and_the_exhibit_mended(asked: list[Any], folder: Path) -> None:
    for id, case in cases().items():
        assert fails(id, **case).state.verdict.right
    assert not fails("8.1", post1=4, post2=12, third=9).state.verdict.right
    assert not fails("8.1", post=4).state.verdict.right
    assert fails("8.1", 4, 12, 12).state == fails("8.1", post1=4, post2=12, third=12).state, "values in their order"
    assert fails("8.7", order="QJK", probability=5 / 27).state.verdict.right
    run("from acey_teach.exercises import check", programs()["8.1"], 'shown = check("8.1", classify)')
    done = read((folder / NAME).read_text(encoding="utf-8")).exercises
    assert done["8.1"].right and done["8.1c"].right and not done.get("8.2")


@pytest.mark.parametrize("thing", [5, "classify", None], ids=repr)
def test_what_is_no_program_is_told_so(thing: object, asked: list[Any]) -> None:
    for id in ("7.1", "10.1"):
        assert check(id, thing).state.trouble and not asked


def test_a_chart_is_judged_by_its_description(asked: list[Any]) -> None:
    class Chart:
        def to_dict(self) -> dict[str, Any]:
            return {"mark": "bar"}

    class Broken:
        def to_dict(self) -> None:
            raise RuntimeError("no such column\nmore")

    assert check("10.1", Chart()).state.verdict and asked[0]["chart"]
    assert "no such column" in check("10.1", Broken()).state.trouble


# ---- cells in any state ----
def test_cells_may_be_run_again_split_copied_and_left_out(asked: list[Any]) -> None:
    first, *rest = RIGHT.strip().split("\n")
    for cells in ([RIGHT, RIGHT], [first, "\n".join(rest[:-1]), rest[-1]], ["\n".join(rest[:-1]), f"{first}\n{rest[-1]}"]):
        assert run(*cells)["shown"].state.verdict.right
    one, two = answer("1.1", "b"), answer("1.1", "a")
    assert one.comm is None or one.comm is not two.comm
    assert two.state.verdict.right, "a cell copied with its answer changed"


def test_what_a_student_overwrote_does_not_count(asked: list[Any]) -> None:
    broken = "answer = check = print = len = str = None\nimport builtins, fractions\nshown = 0"
    names = run(broken, RIGHT, 'from acey_teach.exercises import answer\nright = answer("1.1", "a")', broken, RIGHT)
    assert names["shown"].state.verdict.right and names["right"].state.verdict.right


def test_the_package_gives_what_it_names_and_nothing_else() -> None:
    assert {*acey_teach.exercises.__all__} <= {*dir(acey_teach.exercises)}
    assert acey_teach.exercises.answer is answer
    with pytest.raises(AttributeError):
        acey_teach.exercises.solve  # noqa: B018


def test_the_true_process_judges_though_the_kernel_is_spoilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one test here with processes: an answer, and a program in the sandbox."""
    right = run(RIGHT)["shown"].state.verdict
    monkeypatch.setattr(checker, "judged", lambda request: {"right": True, "head": "Right.", "says": [], "slips": [], "refused": False})
    monkeypatch.setattr(builtins, "sum", None)
    wrong = answer("2.3", "5").state.verdict
    assert right.right and not wrong.right and wrong.slips == ("ranks-not-cards",)


# ---- progress ----
def test_progress_is_read_back_by_another_kernel_and_another_notebook(asked: list[Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer("1.1", "a")
    restart(monkeypatch, "other")
    answer("2.3", 20)
    text = (folder / NAME).read_text(encoding="utf-8")
    assert {*read(text).exercises} == {"1.1", "2.3"} and [path.name for path in folder.iterdir()] == [NAME]
    restart(monkeypatch, "third")
    assert "2 of 70 exercises" in progress().says


def test_what_cannot_be_written_is_said_once_and_not_lost(asked: list[Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FILE", folder / "gone" / NAME)
    assert "cannot be written" in answer("1.1", "a").html and "cannot be written" not in answer("1.2", "c").html
    assert {*progress().state.progress.exercises} == {"1.1", "1.2"}
    (folder / "gone").mkdir()
    answer("1.3", "b")
    assert {*read((folder / "gone" / NAME).read_text(encoding="utf-8")).exercises} == {"1.1", "1.2", "1.3"}


@pytest.mark.parametrize("content", [b"my notes", b"", b"\xff\xfe\x00", b"P1.sdemo.xaaaaaaaa"])
def test_a_file_that_holds_no_progress_stays_as_it_is(content: bytes, asked: list[Any], folder: Path) -> None:
    (folder / NAME).write_bytes(content)
    assert "another name" in answer("1.1", "a").says and (folder / NAME).read_bytes() == content
    assert "1 of 70" in progress().says


def test_progress_takes_a_code_a_file_and_what_the_browser_remembers(asked: list[Any], folder: Path, sound: Callable[..., Any]) -> None:
    answer("1.1", "a")
    verdict = answer("1.2", "c").state.verdict
    others = [Progress("else").exercised(id, verdict, "") for id in ("3.1", "4.1", "5.1")]
    panel = progress(f"my code: {encode(others[0])}")
    assert "is loaded" in panel.says and "3 of 70" in panel.says and parse(panel.keep) == panel.state.progress
    sound(panel.html, panel._app)
    state = panel._app.load(panel.state, {"value": encode(others[1])})
    offered = panel._app.resume(state, encode(others[2]))
    assert "Go on where you were?" in panel._app.view(offered).html and parse(panel._app.view(offered).keep) == others[2]
    assert panel._app.drop_offer(offered, {}) == state == panel._app.take_offer(state, {})
    state = panel._app.take_offer(offered, {})
    assert panel._app.resume(state, encode(others[2])) is state and not state.offer
    assert {*state.progress.exercises} == {"1.1", "1.2", "3.1", "4.1", "5.1"}
    assert read((folder / NAME).read_text(encoding="utf-8")) == state.progress
    assert encode(state.progress) in panel._app.static(state) and "3 of 8" not in panel._app.static(state)


@pytest.mark.parametrize("code", ["nonsense", "P1.sdemo.xaaaaaaaa", 5, None])
def test_a_code_that_is_none_is_said(code: object, asked: list[Any]) -> None:
    answer("1.1", "a")
    panel = progress(code)
    assert "1 of 70" in panel.says and ("code" in panel.says) == isinstance(code, str)


def test_an_open_progress_follows_each_answer(asked: list[Any]) -> None:
    panel = progress()
    answer("1.1", "a")
    assert "1 of 70" in panel.says and parse(panel.keep).exercises["1.1"].right


def test_a_pickle_is_what_is_sent(asked: list[Any]) -> None:
    run(RIGHT)
    assert asked[0].keys() == {"lang", "id", "pickle"} and callable(pickle.loads(b64decode(asked[0]["pickle"])))
