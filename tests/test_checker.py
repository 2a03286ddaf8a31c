"""The clean process: each kind of exercise reaches what judges it, whatever became of the student's kernel."""

from __future__ import annotations

import builtins
import dataclasses
import fractions
import html
import io
import json
import re
import subprocess
import sys
import threading
from base64 import b64encode
from textwrap import dedent
from types import SimpleNamespace

import pytest

from acey_teach.engine.refusal import Refusal
from acey_teach.exercises import tasks
from acey_teach.exercises.program import Kind
from acey_teach.exercises.running import checker, clean, sandbox
from acey_teach.exercises.running.values import encode
from acey_teach.i18n import translator
from acey_teach.practice import course
from acey_teach.practice.kinds import question

RIGHT = """
    def classify(post1, post2, third):
        low, high = sorted((post1, post2))
        return "post" if third in (low, high) else "inside" if low < third < high else "outside"
"""


def function(body: str, name: str = "classify", **space: object) -> object:
    space["__name__"] = "__main__"
    exec(dedent(body), space)
    return space[name]


def coded(body: str) -> str:
    return b64encode(clean.pickled(function(body))).decode()


def test_an_answer_to_a_question_is_judged():
    first = next(iter(course.EXERCISES))
    for lang in ("en", "hu"):
        t = translator(lang)
        answer = question(*course.EXERCISES[first], t).answer_text(t)
        said = checker.judged({"lang": lang, "id": first, "text": answer})
        assert said == {"right": True, "head": t("Right."), "says": [], "slips": [], "refused": False}
    said = checker.judged({"lang": "en", "id": first, "text": "a lot"})
    assert said["refused"] and "a lot" in said["says"][0]


def test_a_function_is_run_and_checked():
    assert checker.judged({"lang": "en", "id": "7.1", "pickle": coded(RIGHT)})["right"]
    for wrong in ("return 'inside'", "exit()"):
        said = checker.judged({"lang": "en", "id": "7.1", "pickle": coded(f"def classify(a, b, c): {wrong}")})
        assert not said["right"] and not said["refused"] and "{" not in "".join(said["says"])


def test_a_case_and_a_chart_are_judged(monkeypatch):
    seen = []
    found = tasks.Finding(True, "Right.", ("Yes.",))
    monkeypatch.setattr(tasks, "case", lambda *a: seen.append(a[:2]) or found)
    monkeypatch.setattr(tasks, "chart", lambda *a: seen.append(a[:2]) or found)
    case, spec = {"post1": 4, "third": 12}, {"mark": "bar", "n": [1.5]}
    for request in ({"id": "8.1", "case": json.loads(encode(case))}, {"id": "10.1", "chart": json.loads(encode(spec))}):
        assert checker.judged({"lang": "en", **request}) == {"right": True, "head": "Right.", "says": ["Yes."], "slips": [], "refused": False}
    assert seen == [("8.1", case), ("10.1", spec)]


@pytest.mark.parametrize(
    "request_",
    [{}, {"id": "99.9", "text": "1"}, {"id": "7.1", "text": "1"}, {"id": "1.1", "pickle": ""}, {"id": "10.1", "pickle": ""}, {"id": "7.1", "chart": {}}, {"id": "7.1", "case": {}}, {"id": ["1.1"], "text": "1"}, {"id": "7.1", "pickle": 5}, {"lang": 5, "id": None, "text": None}],
)
def test_a_request_that_fits_no_exercise(request_):
    said = checker.judged(request_)
    assert said["refused"] and "Copy the line again" in said["says"][0]


def test_a_fault_of_the_check_is_not_the_students(monkeypatch):
    monkeypatch.setattr(checker, "route", lambda *_: 1 / 0)
    said = checker.judged({"id": "1.1", "text": "1"})
    assert said["refused"] and "ZeroDivisionError" in said["says"][0]


def test_one_request_in_one_answer_out(monkeypatch, capsys):
    monkeypatch.setattr(checker.signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"lang": "es", "id": "99"}')))
    checker.main()
    assert json.loads(capsys.readouterr().out)["refused"]


def test_in_a_browser_the_function_runs_in_this_process(monkeypatch):
    monkeypatch.setattr(checker.sys, "platform", "emscripten")
    monkeypatch.setattr(clean, "BROWSER", True)
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(tasks, "check", lambda id, program, t: tasks.Finding(program.call(id, [[4, 12, 12]])[0].value == "post", "Right."))
    assert clean.ask({"lang": "en", "id": "7.1", "pickle": coded(RIGHT)})["right"]


def test_a_kernel_in_which_everything_was_replaced(monkeypatch):
    pickle = coded(RIGHT)
    with monkeypatch.context() as patch:
        for module, names in ((builtins, ("print", "open", "sorted", "len")), (json, ("dumps", "loads")), (subprocess, ("Popen", "run")), (fractions, ("Fraction",)), (threading, ("Thread",))):
            for name in names:
                patch.setattr(module, name, None)
        patch.delattr(json, "load")
        said = clean.ask({"lang": "en", "id": "7.1", "pickle": pickle})
        assert (builtins.open, json.dumps, hasattr(json, "load")) == (None, None, False)  # the student's, again
    assert said["right"] and json.load and builtins.open


def test_what_is_imported_late_begins_with_python_as_it_was(monkeypatch):
    for module, name in ((fractions, "Fraction"), (re, "compile"), (dataclasses, "dataclass"), (html, "escape")):
        kept = getattr(module, name)
        with monkeypatch.context() as patch:
            patch.setattr(module, name, None)
            with clean.as_before():
                assert getattr(module, name) is kept
            assert getattr(module, name) is None


def test_no_process_or_no_answer_is_said(monkeypatch):
    for command, told in ((["/nowhere/python"], "no other process"), ([sys.executable, "-c", "print(5)"], "in time"), ([sys.executable, "-c", "print('[')"], "in time"), ([sys.executable, "-c", "print('{}'); raise SystemExit(1)"], "in time")):
        monkeypatch.setattr(sandbox, "python", lambda _, command=command: command)
        said = clean.ask({"lang": "en"})
        assert said["refused"] and told in said["says"][0]


def test_a_silent_process_is_ended(monkeypatch):
    monkeypatch.setattr(clean, "WAIT", 0.1)
    monkeypatch.setattr(sandbox, "python", lambda _: [sys.executable, "-c", "import time; time.sleep(60)"])
    ended = []
    monkeypatch.setattr(sandbox, "end_all", lambda process, end=sandbox.end_all: (end(process), ended.append(process.returncode)))
    assert clean.ask({"lang": "en"})["refused"] and ended[0] is not None


@pytest.mark.parametrize(
    ("thing", "names"),
    [
        ("inside", ("quotation marks",)),
        (None, ("brackets",)),
        (function("def classify(): return lock", lock=threading.Lock()), ("“lock”", "“lock”")),
        (function("def classify(): return data", data=list(range(2_000_000))), ("“data”", "too large")),
        (function("def make(x):\n  def f(): return x\n  return f\nclassify = make(i for i in 'ab')"), ("“x”", "generator")),
    ],
    ids=["text", "nothing", "lock", "data", "generator"],
)
def test_what_cannot_be_taken_along_is_named(thing, names):
    with pytest.raises(Refusal) as refusal:
        clean.pickled(thing)
    assert all(name in refusal.value.sentence(translator("en")) for name in names)


def test_a_program_without_cloudpickle(monkeypatch):
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(Refusal, match="cloudpickle"):
        clean.pickled(function(RIGHT))


def test_a_function_takes_along_what_it_uses():
    from acey_teach.exercises.running.in_process import InProcess

    made = function("import math\nK = 3\nclass C: n = 2\ndef g(x): return x * K + C.n\nclassify = lambda x: g(math.floor(x))")
    [reply] = InProcess("7.1", clean.pickled(made)).call("7.1", [[2]])
    assert (reply.kind, reply.value) == (Kind.VALUE, 8)
