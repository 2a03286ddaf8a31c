"""Panel: one widget that carries a whole teaching page.

Python renders finished HTML from an immutable state; `panel.js` patches it into the page, mounts the charts
and sends *intents* back. Everything that arrives from a browser is untrusted: it is parsed here, and the app
is asked, which returns a new state or refuses with a reason. A new state is adopted only after its view was
rendered, so whatever goes wrong, nothing was changed.

What the HTML of a `View` may say to the browser:

======================  ==========================================================================
`{{v}}`                 a prefix that makes ids unique: `id="{{v}}bet"`; ids let the patch find a moved node
`data-intent="bet"`     on a button, a field (sent when changed) or a form (sent when submitted); what arrives is
                        all fields of the form by name, and the button's or field's own `value` as "value"
`type="file"`           a field with `data-intent` for a file: its text is sent as "value", up to 8000 signs
`data-live`             on a field with `data-intent` and an id: sent while it changes, the last value wins;
                        on a button: a held key presses it again and again
`data-key="n Enter"`    keys that press this control while the focus is in the panel and not in a field; on a field,
                        they bring the focus into it
`data-leave`            on a field: Enter and Escape leave it, so that keys press controls again; `="Escape"`: only that one
`aria-disabled="true"`  instead of `disabled`: sends nothing, and the focus stays on it
`data-focus`            where the focus goes when the control it was on has vanished
`data-rove`             around buttons: arrow keys lead from each to the nearest in that direction, and from the panel
                        or any other button of it to the one that Tab reaches
`data-onward="play"`    the page sends this live intent when all is drawn, and again after each answer that changed the
                        page, until the attribute is gone: a run in slices, with pauses and stops between them
`data-top="3"`          what comes into the window when this value is another one and the element stands above the window
`data-chart="deck"`     an empty element for the chart of that name
`data-copy="text"`      a button that copies the text, then shows and announces its `data-copied`
`data-link="code"`      a hidden link that becomes the address of this page with that code, where it has one (Voila);
                        `data-copy-link` is a hidden button that copies the same
`data-reload`           a button that opens the page anew with `?code=` of the session
`data-paper="handout"`  a button that prints the document of that name, see `paper`
======================  ==========================================================================

The intent `language` belongs to the panel, with the value `en`, `es` or `hu`: every panel of the kernel changes to it,
and the page around them, which hears of it by the event `acey-teach:lang`. Apps have nothing to do for it.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, overload
from weakref import WeakValueDictionary

import anywidget
from traitlets import Bool, Dict, Int, Unicode

from acey_teach.i18n import LANGUAGES, N_, Translator, switched, translator
from acey_teach.widgets import STYLED

if TYPE_CHECKING:
    import altair as alt

S = TypeVar("S")
Handler = TypeVar("Handler", bound=Callable[..., Any])
HERE = Path(__file__).parent
BUILT = HERE.parent / "_built"
KIND = "_intent"  # the mark `intent` leaves on a handler
PAPER = "_paper"  # the mark of `paper`

# Bounds on what a browser may send; more is cut or dropped.
MAX_ID, MAX_NAME, MAX_VALUES, MAX_TEXT = 40, 64, 64, 8000
MAX_PAPER = 2_000_000  # and on a document sent to it, in characters

# `{code}` stands for the session code. A view may bring its own wording under the same names.
NOTICES = {
    "dead": N_("The program behind this page has stopped. Your session is kept in its code: {code}"),
    "rerun": N_("The program behind this page has stopped. Run the cell again to go on. Session code: {code}"),
    "reload": N_("Reload and go on"),
    "away": N_("The connection is lost. Trying again … Session code: {code}"),
    "slow": N_("No answer yet. It may still come; if not, reload the page. Session code: {code}"),
    "fault": N_("Something went wrong and nothing was changed. You can go on. Session code: {code}"),
    "tables": N_("The charts cannot be drawn here. The tables say the same."),
    "unprinted": N_("This browser cannot print from here. Open the page in another browser. Session code: {code}"),
}


@dataclass(frozen=True)
class View:
    """What one state looks like and says."""

    html: str  # finished HTML, see the table above
    says: str  # one sentence for those who listen
    code: str = ""  # the session code shown on the page
    keep: str = ""  # the code when worth resuming, "" while nothing has happened
    charts: Mapping[str, Sequence[Mapping[str, object]]] = field(default_factory=dict)  # chart -> rows
    notices: Mapping[str, str] = field(default_factory=dict)  # own words for NOTICES, in the view's language
    lang: str = "en"
    look: str = ""  # "present": large, for a projector


class App(Protocol[S]):
    """What a page does. It holds no state of its own: all of it is in the `S` it is handed and returns.

    An app with a `shelf`, a name, has its code kept when the tab is closed, together with all apps of that shelf. With
    `at_once` its keys work on a page that was just opened.
    """

    def start(self) -> S:
        """The first state."""

    def view(self, state: S) -> View:
        """The live page of a state."""

    def static(self, state: S) -> str:
        """The same as HTML without controls, for where no program runs: saved notebooks, print."""

    def resume(self, state: S, code: str) -> S:
        """The browser remembers `code` from before: a state that offers it, or `state` itself.

        While the offer is open, the view should `keep` that code; when it is dropped, "" forgets it.
        """


@overload
def intent(handler: Handler) -> Handler: ...
@overload
def intent(*, live: bool = False) -> Callable[[Handler], Handler]: ...
def intent(handler: Any = None, *, live: bool = False) -> Any:
    """Mark `(self, state, values) -> state` of an app as something the page may ask for.

    A plain intent is a step: it answers one state, so a second click does nothing. A live one (a slider, a
    field) is last-value-wins and answers whatever is now. Values are text. A refusal (a ValueError with
    `sentence(translator)`, see `engine.refusal`) is shown to the person and changes nothing.
    """

    def mark(function: Handler) -> Handler:
        setattr(function, KIND, "live" if live else "step")
        return function

    return mark if handler is None else mark(handler)


def paper(document: Handler) -> Handler:
    """Mark `(self, state) -> str` of an app as a whole HTML document that the page may ask for, to print it."""
    setattr(document, PAPER, True)
    return document


class Panel(anywidget.AnyWidget, Generic[S]):
    """The page of `app`. A panel made later under the same `name` closes this one: a cell can be run again."""

    _esm = HERE / "panel.js"
    _css: Any = HERE / "kit.css"
    html = Unicode().tag(sync=True)
    says = Unicode().tag(sync=True)
    code = Unicode().tag(sync=True)
    keep = Unicode().tag(sync=True)
    lang = Unicode("en").tag(sync=True)
    look = Unicode().tag(sync=True)
    notice = Unicode().tag(sync=True)  # a refusal or a fault, until the next thing that works
    number = Int(0).tag(sync=True)  # counts the steps; an intent answers one number
    name = Unicode("panel").tag(sync=True)
    at_once = Bool(False).tag(sync=True)  # on a page of its own the keys work before anybody clicks
    shelf = Unicode().tag(sync=True)  # where the browser keeps `keep` for good; "": with this page, in this tab
    notices = Dict().tag(sync=True)
    charts = Dict().tag(sync=True)  # name -> JSON text: JSON keeps None, and text compares cheaply
    specs = Dict().tag(sync=True)  # name -> JSON text of a compiled Vega spec
    chart_hash = Unicode().tag(sync=True)
    _open: ClassVar[WeakValueDictionary[str, Panel[Any]]] = WeakValueDictionary()

    def __init__(self, app: App[S], name: str = "panel") -> None:
        self._app, self._state = app, app.start()
        self._intents = {key: getattr(app, key) for key in dir(type(app)) if hasattr(getattr(type(app), key), KIND)}
        self._papers = {key: getattr(app, key) for key in dir(type(app)) if hasattr(getattr(type(app), key), PAPER)}
        self._answered: deque[str] = deque(maxlen=256)
        if os.environ.get(STYLED):  # not once more with each panel
            self._css = ""
        super().__init__(
            name=name,
            shelf=getattr(app, "shelf", ""),
            at_once=getattr(app, "at_once", False),
            **self._shown(self._state),
        )
        if (earlier := Panel.named(name)) is not None:
            earlier.close()
        Panel._open[name] = self

    @classmethod
    def named(cls, name: str) -> Panel[Any] | None:
        """The open panel of this name, None where there is none."""
        return Panel._open.get(name)

    @property
    def state(self) -> S:
        """The state the page shows."""
        return self._state

    def show(self, state: S) -> None:
        """Go on from `state`, from a notebook cell for instance. Raises what `app.view` raises, changing nothing."""
        self._adopt(state, step=True)

    def speak(self, lang: str) -> None:
        """Go on in another language, with every open panel of the kernel; nothing else changes, the wording neither.

        A state takes part when it is a dataclass with a field `lang`, a tag. Raises what `app.view` raises.
        """
        if lang not in LANGUAGES:
            return
        found: dict[Panel[Any], tuple[Any, dict[str, Any]]] = {}
        for panel in (self, *Panel._open.values()):
            old: Any = panel._state
            if is_dataclass(old) and isinstance(tag := getattr(old, "lang", None), str):
                state = replace(old, lang=switched(tag, lang))  # type: ignore[type-var]
                found[panel] = state, panel._shown(state)
        for panel, (state, traits) in found.items():  # each can be shown: all change, or none
            panel._put(state, traits, step=False)

    def chart(self, name: str) -> alt.LayerChart:
        """A chart of the page as Altair's own object, to look into or to change: `table.chart("outcome")`.

        KeyError, naming those there are, when the page shows no such chart now.
        """
        if name not in self.charts:
            raise KeyError(f"{name}: one of {', '.join(self.charts) or 'none yet'}")
        from acey_teach.charts import chart  # Altair is loaded when a chart is asked for

        return chart(name, json.loads(self.charts[name]))

    # ---- Python -> page ----
    def _shown(self, state: S) -> dict[str, Any]:
        """The traits that show `state`."""
        view = self._app.view(state)
        t = translator(view.lang)
        rows = {key: _json(value) for key, value in view.charts.items()}
        traits = {
            "html": view.html,
            "says": view.says,
            "code": view.code,
            "keep": view.keep,
            "lang": view.lang,
            "look": view.look,
            "charts": rows,
            "notices": {key: t(text) for key, text in NOTICES.items()} | dict(view.notices),
        }
        if rows.keys() - self.specs.keys():  # a chart this page has not used so far
            known = _specs(BUILT)
            traits |= {
                "specs": {**self.specs, **{key: known[key] for key in rows}},
                "chart_hash": (BUILT / "chart.hash").read_text().strip(),
            }
        return traits

    def _adopt(self, state: S, *, step: bool) -> None:
        self._put(state, self._shown(state), step=step)  # showing may raise: then nothing was changed, nothing is sent

    def _put(self, state: S, traits: Mapping[str, Any], *, step: bool) -> None:
        self._state = state
        with self.hold_sync():  # one message, one repaint; equal values are not sent again
            for key, value in traits.items():
                setattr(self, key, value)
            self.notice, self.number = "", self.number + step

    # ---- page -> Python: all of it untrusted ----
    def set_state(self, sync_data: object) -> None:
        """Ignored: else any visitor could write `html` or `code`."""

    def _handle_msg(self, msg: object) -> None:
        """Everything a browser sends comes in here. ipywidgets' own version shows a visitor its tracebacks."""
        match msg:
            case {"content": {"data": {"method": "request_state"}}}:
                self.send_state()
            case {"content": {"data": {"method": "custom", "content": dict(message)}}}:
                self._receive(message)

    def _receive(self, message: dict[str, object]) -> None:
        """Do what a message asks, if it is well-formed; answer each id once. Never raises."""
        answer = message.get("id")
        if isinstance(answer, str) and len(answer) <= MAX_ID:
            if answer in self._answered:
                return
            self._answered.append(answer)
        else:
            answer = None
        try:
            self._obey(message)
        except Exception as error:  # the one wrapper: never silence, never a half-done change
            self.notice = self._sentence(error)
        if answer is not None:
            self.send({"kind": "done", "id": answer})

    def _sentence(self, error: Exception) -> str:
        if sentence := _refusal(error):
            return sentence(translator(self.lang))
        _log().error("panel %r, session %s", self.name, self.code, exc_info=error)
        return str(self.notices["fault"]).replace("{code}", self.code)

    def _obey(self, message: dict[str, object]) -> None:
        match message:
            case {"kind": "want-chart-library"}:
                # as text: Voila 0.5 counts the parts of a binary message wrong, for minutes, with a client of the old
                # protocol
                self.send({"kind": "chart-library", "data": b64encode((BUILT / "chart.js.gz").read_bytes()).decode()})
            case {"kind": "paper", "paper": str(name)} if name in self._papers:
                html = self._papers[name](self._state)
                if len(html) > MAX_PAPER:
                    raise RuntimeError(f"the document {name!r} is too large to send: {len(html)} characters")
                self.send({"kind": "paper", "html": html, "id": message.get("id")})
                self.notice = ""
            case {"kind": "hello", "code": str(code)} if self.number == 0 and code[:MAX_TEXT] != self.code:
                if (offered := self._offer(code[:MAX_TEXT])) is not self._state:
                    self._adopt(offered, step=False)
            case {"kind": "intent", "intent": "language", "values": {"value": str(lang)}}:
                self.speak(lang)
            case {"kind": "intent", "intent": str(name), "at": at, "values": dict(values)} if name in self._intents:
                step = getattr(self._intents[name], KIND) == "step"
                if step and (type(at) is not int or at != self.number):  # True == 1: a bool is no number
                    return  # a second click, or a tab left behind
                texts = _texts(values)
                if texts is not None:
                    state = self._intents[name](self._state, texts)
                    if state is not self._state:
                        self._adopt(state, step=step)
                    else:
                        self.notice = ""

    def _offer(self, code: str) -> S:
        try:
            return self._app.resume(self._state, code)
        except ValueError as error:
            if _refusal(error):  # an unusable memory is no offer, and no reason to trouble anybody
                return self._state
            raise

    # ---- where no program runs ----
    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = f"{self.says}\n[{self.code}]" if self.code else self.says
            if "VOILA_BASE_URL" not in os.environ:  # Voila never saves its page: spare it the bytes
                data["text/html"] = f'<div class="kit">{self._app.static(self._state)}</div>'
        return bundle


def _refusal(error: Exception) -> Callable[[Translator], str] | None:
    """How to say a refusal, or None for any other error."""
    sentence = getattr(error, "sentence", None) if isinstance(error, ValueError) else None
    return sentence if callable(sentence) else None


def _texts(values: dict[object, object]) -> dict[str, str] | None:
    """The values of an intent as short texts, or None if they are anything else.

    >>> _texts({"stake": "2"}), _texts({"stake": 2}), _texts({str(i): "" for i in range(99)})
    ({'stake': '2'}, None, None)
    """
    if len(values) > MAX_VALUES:
        return None
    texts = {}
    for key, value in values.items():
        if not (isinstance(key, str) and isinstance(value, str) and len(key) <= MAX_NAME):
            return None
        texts[key] = value[:MAX_TEXT]
    return texts


@cache
def _specs(built: Path) -> Mapping[str, str]:
    """Chart name -> its compiled spec as JSON text. FileNotFoundError if the charts were never built."""
    try:
        specs = json.loads((built / "specs.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise FileNotFoundError(f"the charts are not built yet (no specs.json in {built}): run `make setup`") from error
    return {key: _json(spec) for key, spec in specs.items()}


def _json(value: object) -> str:
    """Compact JSON; NaN and infinity raise ValueError, for no browser could read them."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class _Terminal(logging.Handler):
    """Writes where the server runs. What a kernel writes to `sys.stderr` is sent to the visitor, paths and all."""

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record) + "\n"
        terminal = getattr(sys.stderr, "_original_stdstream_copy", None)  # ipykernel's copy of the real one
        if isinstance(terminal, int):
            os.write(terminal, text.encode("utf-8", "replace"))
        elif sys.__stderr__ is not None:
            sys.__stderr__.write(text)


@cache
def _log() -> logging.Logger:
    log = logging.getLogger("acey_teach.panel")
    log.addHandler(_Terminal())
    log.propagate = False
    return log
