"""The page of the workshop: which rules, and what they do. The four comparisons are drawn in `house_rules_parts`."""

from __future__ import annotations

from html import escape

from acey_teach.engine.rules import ABOUT, PRESETS, SOURCES, Rules
from acey_teach.i18n import Translator, query, translator
from acey_teach.lessons import house_rules_parts as drawn
from acey_teach.lessons.house_rules_state import OPTIONS, Part, WorkshopState, encode, table_code
from acey_teach.widgets import parts
from acey_teach.widgets.panel import View
from acey_teach.widgets.rules_state import clash, ways_out
from acey_teach.widgets.rules_view import title

PARTS = {Part.HAND: drawn.hand, Part.PAIRS: drawn.pairs, Part.TURN: drawn.turn, Part.SESSIONS: drawn.sessions}


def view(state: WorkshopState) -> View:
    """The live page."""
    t, code = translator(state.lang), encode(state)
    says, body = PARTS[state.part](state, t, live=True)
    refusal = clash(dict(state.refused))
    if refusal:
        says = f"{refusal.sentence(t)} {says}"
    kinds = [
        (Part.HAND.value, t("This hand")),
        (Part.PAIRS.value, t("All pairs")),
        (Part.TURN.value, t("A turn")),
        (Part.SESSIONS.value, t("Sessions")),
    ]
    offer = ""
    if state.offer:
        offer = parts.offer(t("Go on where you were?"), t("This browser remembers your rules."), t)
    html = (
        f'<div class="k-read k-workshop">{offer}{_choose(state, t)}{_switch(state, t)}{in_force(state.rules, t)}'
        f"{parts.pick('compare', t('What the rules are compared by'), kinds, state.part.value)}"
        f'<section id="{{{{v}}}}part" aria-label="{escape(dict(kinds)[state.part.value])}">{body}</section>'
        f'<p class="k-act">{table_link(state.rules, state.home, t)}</p></div>'
    )
    charts = {"pairs": drawn.rows(state, t)} if state.part is Part.PAIRS else {}
    keep = state.offer or (code if state != WorkshopState(state.lang, state.home) else "")
    return View(html, says, code, keep, charts=charts, lang=state.lang)


def static(state: WorkshopState) -> str:
    """The rules and the comparison, for where no program runs."""
    t = translator(state.lang)
    run = t("Run this cell to switch rules and compare.")
    return f"{in_force(state.rules, t)}{PARTS[state.part](state, t, live=False)[1]}<p>{escape(run)}</p>"


# ---- which rules ----
def source(name: str, t: Translator) -> str:
    """Where a rule comes from, and what it replaces."""
    about = ABOUT[name]
    said = t("From {source}.", source=t(SOURCES[about.source]))
    return f"{said} {t('It replaces {clauses}.', clauses=about.replaces)}" if about.replaces else said


def in_force(rules: Rules, t: Translator) -> str:
    """What differs from the guide, in a sentence."""
    told = [t("“{title}”", title=title(name, value, t)) for name, value in rules.changes.items()]
    text = (
        t("Your rules: {rules}; all else as in the guide.", rules=t.listing(told))
        if told
        else t("Your rules are those of the guide: switch one.")
    )
    return f'<p id="{{{{v}}}}in-force"><b>{escape(text)}</b></p>'  # fmt: skip


def _choose(state: WorkshopState, t: Translator) -> str:
    now = next((name for name, preset in PRESETS.items() if preset.rules == state.rules), "")
    named = [(name, t(preset.title)) for name, preset in PRESETS.items()]
    rules = [(name, f"{ABOUT[name].clause.partition(',')[0]} · {_heading(name, t)}") for name in OPTIONS]
    return (
        f'<div class="k-fields">{_select("preset", t("Begin with"), named if now else [("", t("your own rules")), *named], now)}'
        f"{_select('open_rule', t('Rule to switch'), rules, state.rule)}</div>"
    )


def _heading(name: str, t: Translator) -> str:
    about = ABOUT[name]
    return t(about.title, value="…") if not about.choices else t(about.title)


def _select(intent: str, label: str, options: list[tuple[str, str]], chosen: str) -> str:
    items = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )
    return (
        f'<label class="k-input" for="{{{{v}}}}{intent}">{escape(label)}<select id="{{{{v}}}}{intent}" name="{intent}" '
        f'data-intent="{intent}">{items}</select></label>'
    )


def _switch(state: WorkshopState, t: Translator) -> str:
    """The open rule: its values, what the chosen one says, its clause and its source."""
    about, now = ABOUT[state.rule], getattr(state.rules, state.rule)
    # buttons, for a radio would stay chosen where its rule was refused
    if about.choices:
        items = "".join(
            f'<button type="button" class="k-choice" id="{{{{v}}}}switch-{value}" value="{value}" data-intent="switch" aria-pressed="{str(value == now).lower()}">'
            f"<span>{escape(t(told.title))}<span class=k-cap>{escape(t(told.says))}</span></span></button>"
            for value, told in about.choices.items()
        )
        body = f'<div class="k-choices is-long is-ink" role="group" aria-label="{escape(_heading(state.rule, t))}">{items}</div>'
    else:
        items = "".join(
            parts.button(
                "switch", t.number(value), value=str(value), more=f' aria-pressed="{str(value == now).lower()}"'
            )
            for value in map(int, about.values)
        )
        body = f'<p>{escape(t(about.says))}</p><div class="k-act" role="group" aria-label="{escape(t(about.says))}">{items}</div>'
    codes = "".join(f'<span class="k-code">{escape(code)}</span> ' for code in about.clause.split(", "))
    return f'<div class="k-rule-open" id="{{{{v}}}}rule">{body}<p class="k-src">{codes}<span>{escape(source(state.rule, t))}</span></p>{_clash(state, t)}</div>'


def _clash(state: WorkshopState, t: Translator) -> str:
    """Why the rules do not go together, and the choices that end it."""
    changes = dict(state.refused)
    refusal = clash(changes)
    if refusal is None:
        return ""
    ways = "".join(
        parts.button("mend", title(name, value, t), value=f"{name}={value}") for name, value in ways_out(changes)
    )
    return f'<p class="k-clash" id="{{{{v}}}}clash">{escape(refusal.sentence(t))}</p><p class="k-mend">{ways}</p>'


def table_link(rules: Rules, home: str, t: Translator, classes: str = "", own: str = "") -> str:
    """The way to a table that plays by these rules (`own`: another text of the link); without an address, its code."""
    code = table_code(rules)
    if home:
        return f'<a class="k-btn {classes}" id="{{{{v}}}}table{"-own" if own else ""}" href="table.ipynb?{escape(query(t.tag))}&amp;code={escape(code)}">{escape(own or t("Play by these rules"))}</a>'
    said = (f"{own}: " if own else "") + t("A table with these rules has the session code")
    return f'<span>{escape(said)} <span class="k-code">{escape(code)}</span></span>'
