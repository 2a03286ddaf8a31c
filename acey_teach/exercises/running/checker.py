"""The clean process that judges what a student hands in: one request as JSON comes in, one answer goes out.

    {"lang": tag, "id": "1.1", "text": …}                 an answer to a question
    {"lang": tag, "id": "7.1", "pickle": base64}          a function, run by `sandbox`
    {"lang": tag, "id": "8.1", "case": values}            a case in which a program of the bug museum is wrong
    {"lang": tag, "id": "10.1", "chart": description}     a chart

    {"right": bool, "head": text, "says": [text], "slips": [name], "refused": bool}

Case and chart come as `values.encode` writes them. The student's own process cannot be trusted to judge: it may have
changed whatever judging needs.
"""

from __future__ import annotations

import json
import signal
import sys
from base64 import b64decode
from typing import Any, Protocol

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator, pick, translator

UNKNOWN = N_("There is no exercise {id} of this kind. Copy the line again from the notebook.")
FAULT = N_("The check itself went wrong ({name}), so this says nothing about your answer. Please tell your teacher.")


class Said(Protocol):
    """What was found: a `practice.question.Verdict` or a `tasks.Finding`."""

    @property
    def right(self) -> bool: ...
    @property
    def head(self) -> str: ...
    @property
    def says(self) -> tuple[str, ...]: ...
    @property
    def slips(self) -> tuple[str, ...]: ...


def judged(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, whatever the request is."""
    t = translator(pick(str(request.get("lang"))))
    try:
        said = route(request, t)
    except Refusal as refusal:
        return refused(refusal.sentence(t))
    except Exception as error:  # a fault of ours must not look like the student's
        return refused(t(FAULT, name=type(error).__name__))
    return {
        "right": said.right,
        "head": said.head,
        "says": [*said.says],
        "slips": [*said.slips],
        "refused": False,
    }


def refused(sentence: str) -> dict[str, Any]:
    """The answer that nothing was judged, and why."""
    return {"right": False, "head": "", "says": [sentence], "slips": [], "refused": True}


def route(request: dict[str, Any], t: Translator) -> Said:
    """Have a request judged by what knows its exercise; Refusal for an exercise or an answer nothing knows."""
    id = str(request.get("id"))
    if isinstance(text := request.get("text"), str):
        from acey_teach.practice.course import EXERCISES
        from acey_teach.practice.kinds import question
        from acey_teach.practice.question import judge

        if id in EXERCISES:
            return judge(question(*EXERCISES[id], t), text, t)
        raise Refusal("exercise", UNKNOWN, id=shown(id))
    from acey_teach.exercises import tasks
    from acey_teach.exercises.museum import SPECIMENS
    from acey_teach.exercises.running.values import decode

    wanted = tasks.TASKS.get(id)
    match request:
        case {"id": str(id), "pickle": str(pickled)} if wanted and wanted.parameters:
            return checked(id, b64decode(pickled), t)
        case {"id": str(id), "case": values} if id in SPECIMENS:
            return tasks.case(id, decode(values), t)
        case {"id": str(id), "chart": spec} if wanted and not wanted.parameters:  # what is no function is a chart
            return tasks.chart(id, decode(spec), t)
    raise Refusal("exercise", UNKNOWN, id=shown(id))


def checked(id: str, pickled: bytes, t: Translator) -> Said:
    """Check a function, in a process of its own where there can be one."""
    from acey_teach.exercises import tasks

    if sys.platform == "emscripten":
        from acey_teach.exercises.running.in_process import InProcess

        return tasks.check(id, InProcess(id, pickled), t)
    from acey_teach.exercises.running.sandbox import Sandbox

    with Sandbox.of_function(id, pickled) as program:
        return tasks.check(id, program, t)


def main() -> None:
    """Answer the request on standard input."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever waits no longer: the worker ends too
    print(json.dumps(judged(json.loads(sys.stdin.buffer.read()))), flush=True)


if __name__ == "__main__":
    main()
