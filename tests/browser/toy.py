"""A page as small as a panel allows: it counts, takes a stake and a note, refuses, breaks, draws two charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from acey_teach.engine.refusal import Refusal
from acey_teach.widgets.panel import Panel, View, intent

RANKS, SUITS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
KINDS = ("inside", "outside", "post")
ASKED: list[int] = []


@dataclass(frozen=True)
class State:
    count: int = 0
    stake: int = 2
    note: str = ""
    bets: tuple[int, ...] = ()
    offer: int = 0
    charts: bool = True
    running: bool = False
    ran: int = 0


class Toy:
    def __init__(self, charts: bool = True) -> None:
        self.charts = charts

    def start(self) -> State:
        return State(charts=self.charts)

    def static(self, state: State) -> str:
        return f"<p>Count {state.count}</p>"

    def resume(self, state: State, code: str) -> State:
        number = code.removeprefix("toy-")
        if not number.isdecimal():
            raise Refusal("code", "This is no code of the toy.")
        return replace(state, offer=int(number))

    # ---- intents ----
    @intent
    def add(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, count=state.count + 1)

    @intent
    def bet(self, state: State, values: Mapping[str, str]) -> State:
        if not 1 <= int(values["stake"]) <= 10:
            raise Refusal("stake", "Stake 1 to {most} chips.", most=10)
        return replace(state, bets=(*state.bets, int(values["stake"])), stake=2)

    @intent(live=True)
    def set_stake(self, state: State, values: Mapping[str, str]) -> State:
        if int(values["stake"]) > 10:
            raise Refusal("stake", "Stake 1 to {most} chips.", most=10)
        return replace(state, stake=int(values["stake"]))

    @intent(live=True)
    def set_note(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, note=values["note"])

    @intent
    def refuse(self, state: State, values: Mapping[str, str]) -> State:
        raise Refusal("no", "The rules do not allow that.")

    @intent
    def crash(self, state: State, values: Mapping[str, str]) -> State:
        raise RuntimeError("on purpose")

    @intent
    def unshowable(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, count=-1)

    @intent
    def run(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, running=not state.running)

    @intent(live=True)
    def slice(self, state: State, values: Mapping[str, str]) -> State:
        ASKED.append(state.ran)
        if state.ran == 1000:
            raise Refusal("far", "That is far enough.")
        return replace(state, ran=state.ran + 1) if state.running else state

    @intent
    def take_offer(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, count=state.offer, offer=0)

    @intent
    def drop_offer(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, offer=0)

    # ---- the page ----
    def view(self, state: State) -> View:
        if state.count < 0:
            raise ValueError("a count below zero cannot be shown")
        code = f"toy-{state.count}"
        offer = f"<p>Earlier: {state.offer}. {button('take_offer', 'Go on', 'y')} {button('drop_offer', 'New', 'x')}</p>" if state.offer else ""
        once = button("add", "Only once", id="once") if state.count == 0 else ""
        html = f"""<div class="k-page"><h1 id="{{{{v}}}}h">Toy</h1>{offer}
<p id="{{{{v}}}}count">Count <b>{state.count}</b>, bets {list(state.bets)}</p>
<p class="k-act">{button("add", "Add", "a d n", main=True)} {once} {button("refuse", "Refuse", "r")} {button("crash", "Crash", "z")}
{button("unshowable", "Unshowable", "m")} <button type="button" class="k-btn" id="{{{{v}}}}closed" data-intent="add" data-key="c" aria-disabled="true">Closed</button>
<button type="button" class="k-btn" id="{{{{v}}}}copy" data-copy="{code}" data-copied="Copied.">Copy the code</button></p>
<p id="{{{{v}}}}ran">{button("run", "Pause" if state.running else "Run")} Ran <b>{state.ran}</b>
{'<span data-onward="slice"></span>' if state.running else ""}</p>
<form class="k-act" data-intent="bet"><label for="{{{{v}}}}slide">Slide</label>
<input id="{{{{v}}}}slide" type="range" min="1" max="10" name="slide" value="{state.stake}" data-live data-intent="set_slide">
<label for="{{{{v}}}}stake">Stake</label><input id="{{{{v}}}}stake" type="number" name="stake" value="{state.stake}" data-live data-intent="set_stake">
<button class="k-btn" id="{{{{v}}}}bet" data-key="b Enter">Bet</button></form>
<p><label for="{{{{v}}}}note">Note</label> <input id="{{{{v}}}}note" name="note" value="{escape(state.note)}" data-live data-intent="set_note" autocomplete="off">
<span id="{{{{v}}}}len">{len(state.note)} letters</span></p>
{figures(state) if state.charts else ""}<details id="{{{{v}}}}more"><summary>More</summary><p>{"Words. " * 40}</p></details></div>"""
        return View(html, f"The count is {state.count}.", code, code if state.count else f"toy-{state.offer}" if state.offer else "",
                    rows(state) if state.charts else {})

    @intent(live=True)
    def set_slide(self, state: State, values: Mapping[str, str]) -> State:
        return replace(state, stake=int(values["slide"]))


def button(name: str, text: str, key: str = "", *, id: str = "", main: bool = False) -> str:
    keys = f' data-key="{key}"' if key else ""
    return (f'<button type="button" class="k-btn{" is-main" if main else ""}" id="{{{{v}}}}{id or name}"'
            f' data-intent="{name}"{keys}>{text}</button>')


def rows(state: State) -> dict[str, list[dict[str, object]]]:
    inside = 28 - state.count % 20
    counts = dict(zip(KINDS, (inside, 44 - inside, 6), strict=True))
    outcome: list[dict[str, object]] = [
        {"kind": kind, "label": kind, "count": n, "unseen": 50, "p": n / 50, "text": f"{n}/50", "percent": f"{2 * n} %", "ghost": None}
        for kind, n in counts.items()]
    deck: list[dict[str, object]] = [
        {"rank": rank, "suit": suit, "suitkey": key, "kind": KINDS[(i + state.count) % 3], "label": rank + suit, "post": False}
        for i, rank in enumerate(RANKS) for key, suit in SUITS.items()]
    return {"outcome": outcome, "deck": deck}


def figures(state: State) -> str:
    lines = "".join(f'<tr><th scope="row">{r["label"]}</th><td>{r["text"]}</td></tr>' for r in rows(state)["outcome"])
    return "".join(
        f'<figure id="{{{{v}}}}fig-{name}"><figcaption>The {name}.</figcaption><div data-chart="{name}"></div>'
        f"<details><summary>The {name} as a table</summary><table>{lines}</table></details></figure>"
        for name in ("outcome", "deck"))


def panel(**options: bool) -> Panel[State]:
    return Panel(Toy(**options), "toy")
