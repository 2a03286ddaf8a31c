"""What all parts share: a panel whose settings are traits of Python.

A trait is either a `Setting`, which can be set, or `Told`, which follows from the settings and from what happened on
the page. None is synced: the page shows a part, but only Python changes it, or an intent the part offers itself.

A setting is checked and shown before it is kept. When that fails, nothing was changed, and the sentence appears where
somebody can read it: as the error of the cell, or on the page when the page caused it (a slider that was moved), for
there no cell would show it.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Generic, TypeVar

import traitlets

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, translator
from acey_teach.widgets.panel import Panel, View, _log, _refusal

S = TypeVar("S")
Callback = TypeVar("Callback", bound=Callable[..., Any])


class Setting(traitlets.Any):
    """A trait that can be set: see `Part.change`."""

    def set(self, obj: Any, value: Any) -> None:
        obj.change(**{str(self.name): value})


class Told(traitlets.Any):
    """A trait that can be read and observed; only the part itself sets it."""

    def set(self, obj: Any, value: Any) -> None:
        if obj._own:
            super().set(obj, value)
        elif value != getattr(obj, str(self.name)):
            obj._trouble(
                Refusal("read-only", N_("“{name}” follows from the rest: it can be read, but not set."), name=self.name)
            )


class PartApp(Generic[S]):
    """The page of a part. A state is a frozen dataclass with `lang`; its fields are what `read` takes."""

    def __init__(self, **settings: object) -> None:
        self.first = self.read(**settings)

    def read(self, *args: Any, **kwargs: Any) -> S:
        """A state of these settings; Refusal when one is no good."""
        raise NotImplementedError

    def told(self, state: S) -> Mapping[str, object]:
        """The traits that tell a state."""
        raise NotImplementedError

    def view(self, state: S) -> View:
        """The live page."""
        raise NotImplementedError

    def static(self, state: S) -> str:
        """The page without controls."""
        raise NotImplementedError

    def start(self) -> S:
        """The first state."""
        return self.first

    def resume(self, state: S, code: str) -> S:
        """Nothing to resume."""
        return state

    def change(self, state: S, settings: Mapping[str, object]) -> S:
        """The state with some settings changed."""
        assert is_dataclass(state)
        now = {field.name: getattr(state, field.name) for field in fields(state)}
        wanted = {"lang" if name == "language" else name: value for name, value in settings.items()}
        new = self.read(**{**now, **wanted})
        return state if new == state else new


class Part(Panel[S]):
    """A panel with settings. `language` is en, es or hu."""

    language = Setting("en")
    _app: PartApp[S]
    _made: ClassVar[Counter[str]] = Counter()
    _own = True  # while the part sets its own traits
    _hearing = False  # while a message of the page is worked on
    _still: ClassVar[frozenset[str]] = frozenset({"language"})
    """Settings that only say how the page looks: they are no step, and a click made just then still counts."""

    def __init__(self, app: PartApp[S]) -> None:
        kind = type(self).__name__.lower()
        Part._made[kind] += 1
        super().__init__(app, f"{kind}-{Part._made[kind]}")
        self._trait_values.update(app.told(self._state))
        self._own = False

    def change(self, **settings: object) -> None:
        """Change one or more settings at once; all are changed or none. A wrong one raises Refusal.

        >>> from acey_teach.parts import Hand
        >>> hand = Hand("4c Qd", third="9h")
        >>> hand.change(posts="9c Kd", third="9s")
        >>> hand.outcome
        'post'
        """
        known = [name for name, trait in self.traits().items() if isinstance(trait, Setting)]
        for name in settings:
            if name not in known:
                wrong = Refusal(
                    "setting",
                    N_("There is no setting “{name}” here. There are: {known}."),
                    name=shown(name),
                    known=", ".join(sorted(known)),
                )
                self._trouble(wrong)
                return
        self._do(lambda state: self._app.change(state, settings), step=not self._still.issuperset(settings))

    # ---- changing ----
    def _do(self, make: Callable[[S], S], *, step: bool = True) -> None:
        """Go on from what `make` returns. Its refusal is said where it can be read, and changes nothing."""
        try:
            state = make(self._state)
            if state is self._state:
                self.notice = ""
            else:
                self._adopt(state, step=step)
        except Exception as error:
            self._trouble(error)

    def _put(self, state: S, traits: Mapping[str, Any], *, step: bool) -> None:
        before, self._own = self._state, True
        try:
            # watchers are called when all is set, and the page gets one message
            with self.hold_sync(), self.hold_trait_notifications():
                super()._put(state, traits, step=step)
        finally:
            self._own = False
        self._tell(before)

    def _tell(self, before: S) -> None:
        """Let the traits tell the new state, then call those who watch them."""
        changed = []
        for name, new in self._app.told(self._state).items():
            old = self._trait_values[name]
            if old != new:
                self._trait_values[name] = new
                changed.append((name, old, new))
        after = self._state
        for name, old, new in changed:
            if self._trait_values[name] == new:  # else a watcher went on meanwhile, and that was told already
                self._notify_trait(name, old, new)
        self._happened(before, after)

    def _happened(self, before: S, after: S) -> None:
        """Call those who wait for an event between two states."""

    # ---- the teacher's own functions, and what goes wrong in them ----
    def notify_change(self, change: Any) -> None:
        """As in traitlets; a watcher that fails is said on the page."""
        try:
            super().notify_change(change)
        except Exception as error:
            self._failed(error)

    def _call(self, callbacks: list[Callable[..., Any]]) -> None:
        for callback in [*callbacks]:
            try:
                callback(self)
            except Exception as error:
                self._failed(error)

    def _failed(self, error: Exception) -> None:
        t = translator(self.lang)
        if sentence := _refusal(error):
            self.notice = sentence(t)
        else:
            frames = traceback.extract_tb(error.__traceback__)
            own = [frame for frame in frames if "ipykernel" in frame.filename or frame.filename.startswith("<")]
            frame = (own or frames)[-1]
            self.notice = t(
                "The function “{name}” of this lesson stopped in its line {line}: {error}",
                name=frame.name,
                line=(frame.lineno or 1),
                error=f"{type(error).__name__}: {shown(error)}",
            )
        if not self._heard():
            raise error
        if not sentence:
            _log().error("a function called by %r", self.name, exc_info=error)

    def _trouble(self, error: Exception) -> None:
        if not self._heard():
            raise error
        self.notice = self._sentence(error)

    def _heard(self) -> bool:
        """Whether the page caused what runs now: there no cell could show an error."""
        return self._hearing or _by_page()

    def _receive(self, message: dict[str, object]) -> None:
        self._hearing = True
        try:
            super()._receive(message)
        finally:
            self._hearing = False


def _by_page() -> bool:
    """Whether the kernel is working on a message of some widget's page, not on a cell."""
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython.get_ipython(), "kernel", None) if ipython else None
    parent = kernel.get_parent("shell") if kernel else {}
    return str(parent.get("header", {}).get("msg_type", "")).startswith("comm")
