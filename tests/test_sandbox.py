"""Students' programs: whatever they do, every call gets an answer, and nothing stays behind."""

from __future__ import annotations

import builtins
import json
import math
import os
import subprocess
import sys
import tempfile
from base64 import b64encode
from contextlib import suppress
from fractions import Fraction
from textwrap import dedent

import cloudpickle
import psutil
import pytest

from acey_teach.exercises.program import Chooser, Hand, Kind, Other, Reply
from acey_teach.exercises.running import sandbox, worker
from acey_teach.exercises.running.in_process import InProcess
from acey_teach.exercises.running.sandbox import LEFT_OUT, STOPS, Sandbox, stopped
from acey_teach.exercises.running.values import BITS, TooBigError, decode, encode, loads, reply_in, written
from acey_teach.i18n import translator


def function(body: str, name: str = "f") -> object:
    """A function as a student's kernel holds it."""
    space: dict[str, object] = {"__name__": "__main__"}
    exec(dedent(body), space)
    return space[name]


def pickled(body: str) -> bytes:
    return cloudpickle.dumps(function(body))


def value(thing: object) -> Reply:
    return Reply(Kind.VALUE, thing)


# ── values ──
@pytest.mark.parametrize(
    "thing",
    [None, True, 0, -(2**70), 2**BITS - 1, Fraction(-1, 3), Fraction(10**40, 7), 1.5, -0.0, math.inf, "", "♠\n\"\\\ud800", (), (1, (2,)), [], [None, [1]], {}, {"a": 1, (1, 2): [Fraction(1, 2)]}, {"t": [1]}, Hand({"pot": 5, "x": (1,)}), Chooser((0, 3))],
    ids=lambda thing: str(thing)[:12].encode("ascii", "replace").decode(),
)
def test_every_value_comes_back_as_it_was(thing):
    back = decode(json.loads(encode(thing)))
    assert back == thing and repr(back) == repr(thing) and type(back) is type(thing)
    assert loads(encode(thing)) == json.loads(encode(thing))


def test_nan_comes_back():
    assert math.isnan(decode(loads(encode(math.nan))))


class Text(str):
    __slots__ = ()


class Evil(type):
    __name__ = property(lambda cls: 1 / 0)
    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("thing", "name"),
    [({1}, "set"), (b"x", "bytes"), (1j, "complex"), (object(), "object"), (Text("x"), "Text"), (range(3), "range"), (len, "builtin_function_or_method"), ((i for i in "a"), "generator"), (Evil("Bad", (), {})(), "Bad"), (type("Ü" * 99, (), {})(), "Ü" * 80)],
    ids=lambda thing: "",
)
def test_any_other_value_is_only_its_type(thing, name):
    assert decode(loads(encode(thing))) == Other(name)


def holds_itself() -> list[object]:
    cycle: list[object] = []
    cycle.append(cycle)
    return cycle


def nested(depth: int) -> list[object]:
    deep: list[object] = []
    for _ in range(depth):
        deep = [deep]
    return deep


@pytest.mark.parametrize("thing", [holds_itself(), nested(60), [0] * 30_000, "x" * 300_000, ["x" * 1000] * 300, 2**BITS, Fraction(1, 3 ** BITS), {0: "x" * 10**6}], ids=lambda thing: "")
def test_too_much_is_refused_at_once(thing):
    with pytest.raises(TooBigError):
        encode(thing)


@pytest.mark.parametrize(
    "line",
    ["", "x", "1", "{}", "[]", '["value"]', '["valid", 1, "", ""]', '["value", {"q":[1,0]}, "", ""]', '["value", {"q":["a"]}, "", ""]', '["value", {"q":["1e999999999"]}, "", ""]', '["value", {"q":[2.5,1]}, "", ""]', '["value", {"i":"' + "f" * 9999 + '"}, "", ""]', '["value", {"z":1}, "", ""]', '["value", {}, "", ""]', '["value", 1.5, "", ""]', '["value", {"d":[[[], 1]]}, "", ""]', '["value", {"i":"9z"}, "", ""]', '["value", 1, "", ""] 2', "[" * 100_000, '["value", ' + "9" * 9999 + ', "", ""]', '["value", ' + "[" * 900 + "]" * 900 + ', "", ""]' * 2],
    ids=lambda line: line[:24],
)
def test_a_forged_line_is_no_reply(line):
    with pytest.raises(ValueError):
        reply_in(line)


def test_a_forged_text_can_be_shown():
    got = reply_in(json.dumps(["raised", None, 5, "a\x1b[31m\ud800" + "x" * 9999]))
    assert (got.name, got.text[:8], len(got.text)) == ("", "a?[31m?x", 400)


class Mute:
    def __str__(self) -> str:
        raise OSError


@pytest.mark.parametrize(("thing", "text"), [("14/25", "14/25"), (3, "3"), (Fraction(14, 25), "14/25"), (Fraction(4), "4"), (-0.5, "-0.5"), (True, "True"), (None, "None"), (Mute(), "Mute"), (10**9999, "int"), ("x" * 999, "x" * 400), (..., None)], ids=lambda thing: "")
def test_an_answer_as_it_is_judged(thing, text):
    assert written(thing) == text


# ── a program that answers, whatever it does besides ──
CELL = '''
import builtins, fractions, json, os, sys, threading
from fractions import Fraction

class Text(str): pass
class Loud(Exception):
    def __str__(self): raise SystemExit
class Odd:
    def __eq__(self, other): os._exit(3)
    __repr__ = __str__ = __hash__ = __bool__ = __len__ = __eq__
class OddType(type):
    def __getattribute__(self, name): os._exit(3)
class OddTyped(metaclass=OddType): pass

def raises(error): raise error
def down(n=0): return down(n + 1)
def far_down():
    sys.setrecursionlimit(3000)
    return down()
def prints():
    for _ in range(100): print("x" * 1_000_000)
    print("y", file=sys.stderr)
    return "printed"
def thread():
    try: threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
    except RuntimeError: pass  # the limit of processes, which holds for all but root
    return 1
def patched():
    import acey_teach.engine.settlement as settlement
    settlement.classify = lambda *a: "inside"
    Fraction.__new__ = Fraction.__eq__ = Fraction.__str__ = json.dumps = lambda *a, **k: "patched"
    Fraction.numerator = Fraction.denominator = 7
    json.JSONEncoder.encode = json.loads = builtins.len = builtins.isinstance = builtins.type = builtins.str = None
    json.encoder.encode_basestring_ascii = os.write = os.read = builtins.list = builtins.TypeError = None
    return ["♠", 1]
def hand(h):
    h.pot += 1
    return h.pot, h.seen, sorted(vars(h))
def shuffle(choose): return [choose(3), choose(n=2), choose(1)]
def hides(choose):
    try: choose(2)
    except: pass
    return "hidden"
def bad(choose): return choose(0)
def appends(items):
    items.append(1)
    return items
def same(*a): return a[0] if len(a) == 1 else a
'''
DOES = [
    ("lambda: None", [], value(None)),
    ("same", [Fraction(1, 3)], value(Fraction(1, 3))),
    ("same", [(1, [2, {"a": None}]), True], value(((1, [2, {"a": None}]), True))),
    ("lambda x: type(x).__name__", [Fraction(2)], value("Fraction")),
    ("lambda x: (x + Fraction(1, 2), hash(x) == hash(Fraction(1, 2)))", [Fraction(1, 2)], value((Fraction(1), True))),
    ("lambda: float('inf')", [], value(math.inf)),
    ("lambda: 10**999", [], value(10**999)),
    ("appends", [[0]], value([0, 1])),
    ("lambda: Text('inside')", [], value(Other("Text"))),
    ("lambda: (x for x in 'ab')", [], value(Other("generator"))),
    ("lambda: Odd()", [], value(Other("Odd"))),
    ("lambda: [OddTyped()]", [], value([Other("OddTyped")])),
    ("lambda: raises(ValueError('no'))", [], Reply(Kind.RAISED, None, "ValueError", "no")),
    ("lambda: raises(Loud())", [], Reply(Kind.RAISED, None, "Loud")),
    ("lambda: raises(KeyboardInterrupt)", [], Reply(Kind.RAISED, None, "KeyboardInterrupt")),
    ("lambda: raises(ValueError('x' * 10**6))", [], Reply(Kind.RAISED, None, "ValueError", "x" * 400)),
    ("lambda: raises(ValueError('\\ud800\\x1b'))", [], Reply(Kind.RAISED, None, "ValueError", "??")),
    ("lambda: input('?')", [], Reply(Kind.RAISED, None, "EOFError", "EOF when reading a line")),
    ("down", [], Reply(Kind.RAISED, None, "RecursionError", "maximum recursion depth exceeded")),
    ("far_down", [], Reply(Kind.RAISED, None, "RecursionError", "maximum recursion depth exceeded")),
    ("'inside'", [], Reply(Kind.RAISED, None, "TypeError", "'str' object is not callable")),
    ("hand", [Hand({"pot": 5, "seen": (1, 2)})], value((6, (1, 2), ["pot", "seen"]))),
    ("shuffle", [Chooser((2, 1, 0))], value([2, 1, 0])),
    ("shuffle", [Chooser((2,))], Reply(Kind.NEED, 2)),
    ("hides", [Chooser(())], Reply(Kind.NEED, 2)),
    ("bad", [Chooser((1,))], Reply(Kind.RAISED, None, "ValueError", "choose(n) needs a whole number n, at least 1")),
    ("prints", [], value("printed")),
    ("thread", [], value(1)),
    ("lambda: os.listdir()", [], value([])),
    ("lambda: sorted(os.environ.keys() - {'LC_CTYPE', 'LD_LIBRARY_PATH', 'SYSTEMROOT'})", [], value(["HOME", "OPENBLAS_NUM_THREADS", "TEMP", "TMP", "TMPDIR", "USERPROFILE"])),
    ("patched", [], value(["♠", 1])),
    ("lambda *a: a", [Fraction(1, 3), "♠", [2**99, 0.5]], value((Fraction(1, 3), "♠", [2**99, 0.5]))),
]


def test_everything_a_program_may_do_in_one_process():
    ids = [f"7.{n}" for n in range(len(DOES))]
    cells = [CELL, "from acey_teach.exercises import check", *(f"check({i!r}, {code})" for i, (code, _, _) in zip(ids, DOES, strict=True))]
    with Sandbox.of_cells(cells, seconds=20) as program:
        assert (program.found.errors, program.end, program.found.functions) == ({}, None, set(ids))
        got = [program.call(i, [arguments]) for i, (_, arguments, _) in zip(ids, DOES, strict=True)]
    for (code, _, wanted), [reply] in zip(DOES, got, strict=True):
        assert (reply.kind, reply.value, reply.name) == (wanted.kind, wanted.value, wanted.name), code
        assert reply.text.startswith(wanted.text), code


def test_an_exact_type_comes_back():
    with Sandbox.of_function("7.1", pickled("def f(x): return x")) as program:
        assert [type(r.value) for r in program.call("7.1", [[1], [True], [1.0], [Fraction(1)]])] == [int, bool, float, Fraction]


# ── a program that is stopped ──
STOPPING = {
    "late": ["while True: pass", "\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass", "import time; time.sleep(60)", "import signal, os; os.kill(os.getpid(), signal.SIGSTOP)"],
    "memory": ["return 'x' * 10**10", "x = []\n  while True: x.append('x' * 10**6)", "global kept; kept = []\n  while True: kept.append([None] * 10**5)"],
    "ended": ["import sys; sys.exit()", "exit()", "import os; os._exit(0)", "import os; os.closerange(0, 99)"],
    "crashed": ["import os; os.abort()"],
    "huge": ["x = []; x.append(x); return x", "return list(range(10**6))", "return 'x' * 10**7", "return 1 << 10**6", "x = []\n  for _ in range(10**5): x = [x]\n  return x"],
    "disturbed": [
        "import os\n  for fd in range(3, 20):\n    try: os.write(fd, b'[\"value\", true]\\n')\n    except OSError: pass\n  return 1",
        "import os\n  for fd in range(3, 20):\n    try: os.write(fd, b'[\"stopped\", null, \"fine\", \"\"]\\n')\n    except OSError: pass",
    ],
}


@pytest.mark.parametrize(("name", "body"), [(name, body) for name, bodies in STOPPING.items() for body in bodies], ids=lambda text: text[:30])
def test_a_program_that_is_stopped(name, body):
    with Sandbox.of_function("7.1", pickled(f"def f(n):\n  if n == 1: return 'first'\n  {body}"), seconds=0.5 if name == "late" else 9) as program:
        process, folder = program._child.process, program._child.folder
        got = program.call("7.1", [[1], [2], [1]])
        again = program.call("7.1", [[1]], fresh=True)
    first, *rest = [*got, *again]
    assert (first, {(r.kind, r.name) for r in rest}) == (value("first"), {(Kind.STOPPED, name)})
    assert "{" not in stopped(rest[0], translator("en")) and name in STOPS
    assert process.returncode is not None and not os.path.exists(folder)


def test_a_flood_is_not_read():
    body = "def f():\n  import os\n  while True:\n    for fd in range(3, 9):\n      try: os.write(fd, b'x' * 60000)\n      except OSError: pass"
    with Sandbox.of_function("7.1", pickled(body), seconds=20) as program:
        assert program.call("7.1", [[]])[0].name == "huge"
        assert program.call("7.1", [[]])[0].name == "huge"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_what_a_program_started_is_ended_with_it():
    body = """
    def f():
        import os, time
        pid = os.fork()
        while not pid: time.sleep(60)
        return pid
    """
    with Sandbox.of_function("7.1", pickled(body), seconds=9) as program:
        [reply] = program.call("7.1", [[]])
        children = [psutil.Process(reply.value)] if reply.kind is Kind.VALUE else []
    assert children or reply.name == "BlockingIOError"  # the limit holds for all but root
    assert not [child for child in psutil.wait_procs(children, timeout=5)[1] if child.status() != psutil.STATUS_ZOMBIE]


def test_whoever_waits_no_longer_leaves_nothing_behind(monkeypatch, tmp_path):
    class Left(BaseException):
        pass

    def leave(*_):
        raise Left

    children = []
    monkeypatch.setattr(sandbox, "mkdtemp", lambda prefix: tempfile.mkdtemp(prefix=prefix, dir=tmp_path))
    monkeypatch.setattr(sandbox._Child, "send", lambda self, text: (children.append(self.process), leave()))
    with pytest.raises(Left), Sandbox.of_cells(["1"]):
        pass
    assert children[0].returncode is not None and not [*tmp_path.iterdir()]


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_a_program_that_ends_the_process_above_it_ends_too(tmp_path):
    body = "def f(*_):\n  import os, time\n  os.kill(os.getppid(), 9)\n  time.sleep(60)"
    request = {"lang": "en", "id": "7.1", "pickle": b64encode(pickled(body)).decode()}
    process = subprocess.Popen(sandbox.python("running.checker"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, env=os.environ | {"TMPDIR": str(tmp_path)})
    below = psutil.Process(process.pid)
    process.stdin.write(json.dumps(request).encode())
    process.stdin.close()
    workers = []
    while process.poll() is None:
        with suppress(psutil.Error):
            workers = below.children() or workers
    assert process.returncode == -9 and workers and not process.stdout.read()
    assert not [left for left in psutil.wait_procs(workers, timeout=5)[1] if left.status() != psutil.STATUS_ZOMBIE]


def test_a_program_that_split_answers_once():
    with Sandbox.of_function("7.1", pickled("def f(n):\n  import os\n  try: os.fork()\n  except OSError: pass\n  return n"), seconds=9) as program:
        assert program.call("7.1", [[n] for n in range(9)]) == [value(n) for n in range(9)]


def test_one_that_was_stopped_does_not_stop_the_others():
    cells = ["from acey_teach.exercises import check\ncheck('7.1', lambda: exit())\ncheck('7.2', lambda: 2)"]
    with Sandbox.of_cells(cells) as program:
        assert [program.call(i, [[]])[0].name for i in ("7.1", "7.2", "7.3", "7.1")] == ["ended", "", "missing", "ended"]


def test_thousands_of_calls_are_one_batch():
    with Sandbox.of_function("7.1", pickled("def f(a, b): return a + b")) as program:
        assert program.call("7.1", [[n, Fraction(1, 2)] for n in range(5000)])[-1].value == Fraction(9999, 2)
        assert program.call("7.1", []) == []


@pytest.mark.parametrize("make", [Sandbox.of_function, InProcess], ids=["apart", "in-process"])
def test_fresh_leaves_nothing_from_before(make):
    body = """
    class Game: log = []
    def f(x, kept=[]):
        kept.append(x); Game.log.append(x)
        return len(kept), len(Game.log)
    """
    with make("7.1", pickled(body)) as program:
        assert [r.value for r in program.call("7.1", [[1], [2]])] == [(1, 1), (2, 2)]
        assert [r.value for r in program.call("7.1", [[1], [2]], fresh=True)] == [(1, 1), (2, 2)]


@pytest.mark.parametrize("make", [Sandbox.of_function, InProcess], ids=["apart", "in-process"])
@pytest.mark.parametrize("data", [b"", b"nonsense", b"cmissing_module\nf\n.", b"cos\n_exit_\n."])
def test_what_cannot_be_carried_says_why(make, data):
    with make("7.1", data) as program:
        [reply] = program.call("7.1", [[]])
        assert (reply.kind, reply.name) == (Kind.STOPPED, "carried")
        assert "Error: " in stopped(reply, translator("en"))


def test_a_pickle_that_ends_or_hangs_the_process():
    for data, name in [(b"cos\n_exit\n(I0\ntR.", "ended"), (b"ctime\nsleep\n(I60\ntR.", "late")]:
        with Sandbox.of_function("7.1", data, seconds=0.3) as program:
            assert program.call("7.1", [[]])[0].name == name


def test_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Sandbox.of_function("7.1", b"") as program:
        assert program.call("7.1", [[]], fresh=True)[0].name == "start"


# ── cells of a notebook ──
def test_what_cells_hand_in():
    cells = [
        "from acey_teach.exercises import *\nfrom fractions import Fraction\nanswer('1.1', 3)\nanswer('1.1', Fraction(14, 25))\nanswer('1.1', ...)",
        "answer(1.2, 'x')\nanswer('1.3')\nprogress()\n1 / 0",
        "%matplotlib inline\n!ls\nfails('8.1', post1=4, post2=12, third=(1, Fraction(1, 2)))\nfails('8.2', post1=...)",
        "def g(n):\n    return n * k\ncheck('7.1', g)\ncheck('7.2', ...)\ncheck('7.3', g)",
        "k = 1\n%%",
        "%%time\nk = 2",
        "%%html\n<b>",
        "g?\nclass Chart:\n    def to_dict(self): return {'mark': 'bar', 'data': [1, 0.5, None]}\ncheck('10.1', Chart())",
        "import dataclasses\n@dataclasses.dataclass\nclass P:\n    x: 'int' = 1\ncheck('7.3', lambda: P().x)\nexit()",
        "display(1); await_ = get_ipython()\nanswer('1.4', 0.1 + 0.2)",
    ]
    with Sandbox.of_cells(cells, seconds=9) as program:
        found = program.found
        assert found.answers == {"1.1": "14/25", "1.2": "x", "1.4": "0.30000000000000004"}
        assert found.cases == {"8.1": {"post1": 4, "post2": 12, "third": (1, Fraction(1, 2))}}
        assert found.charts == {"10.1": {"mark": "bar", "data": [1, 0.5, None]}}
        assert found.functions == {"7.1", "7.3"}
        assert {cell: (r.kind, r.name) for cell, r in found.errors.items()} == {1: (Kind.RAISED, "ZeroDivisionError"), 8: (Kind.RAISED, "SystemExit")}
        assert [r.value for r in program.call("7.1", [[3]], fresh=True) + program.call("7.3", [[]])] == [6, 1]
        assert program.call("7.2", [[3]])[0].name == "missing"


def test_cells_that_stop_the_program_are_left_out():
    cells = ["from acey_teach.exercises import answer", "while True: pass", "answer('1.1', 1)\nimport os; os._exit(0)", "x = 'x' * 10**10", "answer('1.2', 2)", "this is no Python"]
    with Sandbox.of_cells(cells, seconds=0.5) as program:
        assert program.found.answers == {"1.2": "2"}
        assert {cell: r.name for cell, r in program.found.errors.items()} == {1: "late", 2: "ended", 3: "memory", 5: "SyntaxError"}


def test_a_notebook_that_stops_again_and_again_is_given_up():
    with Sandbox.of_cells(["import os; os._exit(0)"] * (LEFT_OUT + 2), seconds=9) as program:
        assert program.end.name == "ended" and len(program.found.errors) == LEFT_OUT


@pytest.mark.parametrize("forged", ['["cell", -5]', '["cell", 0]', '["answer", 1, 2]', '["case", "8.1", [1]]', '["stopped", null, "none", ""]', "{}", "[[["])
def test_forged_news_of_cells(forged):
    line = forged.encode() + b"\n"
    cell = f"import os\nfor fd in range(3, 9):\n  try: os.write(fd, {line!r})\n  except OSError: pass"
    with Sandbox.of_cells([cell], seconds=9) as program:
        assert program.found.errors[0].name == "disturbed"


# ── without another process ──
@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("while True: pass", "late"),
        ("\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass", "late"),
        ("\n  while True:\n    try: n = g(n)\n    except BaseException: pass", "late"),
        ("import sys; sys.exit()", "ended"),
        ("raise MemoryError", "memory"),
        ("return 'x' * 10**7", "huge"),
        ("return f(n)", "RecursionError"),
        ("return input()", "EOFError"),
    ],
)
def test_in_this_process(body, name, capsys):
    before = sys.gettrace(), sys.getrecursionlimit(), sys.stdout, builtins.input
    with InProcess("7.1", pickled(f"def g(n): return n + 1\ndef f(n):\n  if n == 1: return 'first'\n  print(n)\n  {body}"), seconds=0.2) as program:
        first, second = program.call("7.1", [[1], [2]])
        assert (first, second.name) == (value("first"), name)
        assert program.call("7.1", [[1]])[0] == (second if second.kind is Kind.STOPPED else first)
        assert program.call("7.2", [[1]])[0].name == "missing"
    assert before == (sys.gettrace(), sys.getrecursionlimit(), sys.stdout, builtins.input)
    assert capsys.readouterr().out == ""


def test_in_this_process_steps_are_counted():
    with InProcess("7.1", pickled("def f():\n  for n in range(10**6): pass"), seconds=60, steps=1000) as program:
        assert program.call("7.1", [[]])[0].name == "late"


def test_in_this_process_the_students_own_functions_stay():
    import acey_teach.exercises as package

    answer = vars(package).get("answer")
    with InProcess("7.1", pickled("def f(): return 1")) as program:
        assert program.call("7.1", [[]]) == [value(1)]
    assert vars(package).get("answer") is answer


# ── the worker, seen from inside ──
@pytest.mark.parametrize(("code", "arguments", "wanted"), [d for d in DOES if d[0] not in ("patched", "prints", "thread", "far_down") and "environ" not in d[0] and "listdir" not in d[0] and "input" not in d[0]], ids=lambda d: "")
def test_a_reply_to_a_call(code, arguments, wanted):
    space: dict[str, object] = {}
    exec(CELL, space)
    got = reply_in(worker.reply_to(eval(code, space), loads(encode(arguments))))
    assert (got.kind, got.value, got.name) == (wanted.kind, wanted.value, wanted.name)
