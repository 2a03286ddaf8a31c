"""All options of part B as controls, with their sentences and sources. Loaded when somebody makes rules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from acey_teach.engine.rules import ABOUT, Rules, Value
from acey_teach.i18n import N_, Translator
from acey_teach.widgets import rules_state, rules_view
from acey_teach.widgets.parts import button

_GROUPS = {
    N_("The deal"): ("deal",),
    N_("Pairs"): ("pair", "split_mode", "ace_third_pair_loses"),
    N_("Aces"): ("ace_choice", "ace_post_x4"),
    N_("Bets"): (),  # and every option that stands nowhere else
    N_("Limits and debts"): ("first_orbit_half_pot", "half_cap", "debt"),
    N_("Packs and players"): ("decks", "min_players"),
}
_NAMED = {name for names in _GROUPS.values() for name in names}
_BETS = ("post_factor", *(name for name, about in ABOUT.items() if about.choices and name not in _NAMED))
GROUPS = {group: names or _BETS for group, names in _GROUPS.items()}
"""The options of a form by what they are about."""
_NUMBERS = {"decks": N_("Packs"), "min_players": N_("Fewest players"), "post_factor": N_("Stakes a post costs")}
FIELD = "rule-"
"""What the name of an option's field begins with."""


def filled(changes: Mapping[str, Value], values: Mapping[str, str]) -> dict[str, Value]:
    """The changes as the fields of the form have them; without fields, as they were.

    Rules for which the form has no field stay. What no browser with this form sends is ignored.
    """
    new = dict(changes)
    if f"{FIELD}deal" in values:
        for name in (name for names in GROUPS.values() for name in names):
            text = values.get(f"{FIELD}{name}")
            if _is_switch(name):  # a browser sends only what is ticked, and "false" for what was just cleared
                new[name] = (text in (None, "false")) is bool(getattr(Rules, name))
            elif text is not None:
                new[name] = rules_state.value_of(name, text)
    name, _, text = values.get("mend", "").partition("=")
    if name:
        new[name] = rules_state.value_of(name, text)
    return {
        name: value
        for name, value in new.items()
        if name in ABOUT and ABOUT[name].allows(value) and value != getattr(Rules, name)
    }


def render(changes: Mapping[str, Value], t: Translator) -> str:
    """The options as HTML, in groups, and above them what does not go together, with the ways out."""
    groups = "".join(
        f'<fieldset class="k-options"><legend>{escape(t(group))}</legend>{"".join(_option(name, group, changes, t) for name in names)}</fieldset>'
        for group, names in GROUPS.items()
    )
    return f'<div class="k-house" id="{{{{v}}}}house">{groups}{_clash(changes, t)}</div>'


def _clash(changes: Mapping[str, Value], t: Translator) -> str:
    refusal = rules_state.clash(changes)
    if refusal is None:
        return '<p class="k-clash" id="{{v}}clash" role="status"></p>'
    ways = "".join(
        button("resize", rules_view.title(name, value, t), value=f"{name}={value}", more=' name="mend"')
        for name, value in rules_state.ways_out(changes)
    )
    return (
        f'<p class="k-clash" id="{{{{v}}}}clash" role="status">{escape(refusal.sentence(t))} <span class="k-code">{refusal.clause}</span></p>'
        f'<p class="k-mend" id="{{{{v}}}}ways">{ways}</p>'
    )


def _is_switch(name: str) -> bool:
    return set(ABOUT[name].choices) == {True, False}


def _option(name: str, group: str, changes: Mapping[str, Value], t: Translator) -> str:
    """A checkbox for what is on or off, else a list of the values; under it the sentence, the clause and the source."""
    about, value = ABOUT[name], changes.get(name, getattr(Rules, name))
    ident = f'id="{{{{v}}}}{FIELD}{name}" name="{FIELD}{name}" data-intent="resize" aria-describedby="{{{{v}}}}{FIELD}{name}-says"'
    if _is_switch(name):
        other = not getattr(Rules, name)
        says = about.told(other).says
        field = (
            f'<label class="k-check"><input type="checkbox" {ident}{" checked" if value == other else ""}>'
            f"{escape(rules_view.title(name, other, t))}</label>"
        )
    else:
        says = about.told(value).says
        texts = [t(about.told(one).title) if about.choices else t.number(int(one)) for one in about.values]
        items = "".join(
            f'<option value="{one}"{" selected" if one == value else ""}>{escape(text)}</option>'
            for one, text in zip(about.values, texts, strict=True)
        )
        label = t(_NUMBERS.get(name, about.title))
        hidden = ' class="k-vh"' if label == t(group) else ""
        field = f'<label class="k-input"><span{hidden}>{escape(label)}</span><select {ident}>{items}</select></label>'
    return (
        f'<div class="k-option">{field}<p class="k-cap" id="{{{{v}}}}{FIELD}{name}-says">{escape(t(says))} '
        f'<span class="k-from">{rules_view.source(name, t)}</span></p></div>'
    )
