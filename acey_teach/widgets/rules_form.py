"""All options of part B as controls, with their sentences and sources. Loaded when somebody makes rules of their own."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from acey_teach.engine.clashes import Clash
from acey_teach.engine.rules import ABOUT, Rules, Value, clashes
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
SOURCE = "encyclopedia"
"""Where nearly all of them come from."""
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
    if new.get("pair") != "split":  # nothing is split, and the form does not ask how
        new.pop("split_mode", None)
    return {
        name: value
        for name, value in new.items()
        if name in ABOUT and ABOUT[name].allows(value) and value != getattr(Rules, name)
    }


def render(lead: str, changes: Mapping[str, Value], t: Translator) -> str:
    """The options as HTML, in groups; above them a lead, and what does not go together, with the ways out."""
    found = clashes(changes)
    groups = "".join(
        f'<fieldset class="k-options"><legend>{escape(t(group))}</legend>'
        f"{''.join(_option(name, group, changes, found, t) for name in names if name != 'split_mode' or _splits(changes))}"
        f"</fieldset>"
        for group, names in GROUPS.items()
    )
    ways = {way: clash for clash in reversed(found) for way in rules_state.ways_out(changes, clash)}  # each way once
    told = "".join(_clash(clash, [way for way, of in ways.items() if of is clash], t) for clash in found)
    return (
        f'<div>{lead}<div class="k-house" id="{{{{v}}}}clashes" role="status">{told}</div></div>'
        f'<div class="k-house" id="{{{{v}}}}house">{groups}</div>'
    )


def _splits(changes: Mapping[str, Value]) -> bool:
    return changes.get("pair") == "split"


def _clash(clash: Clash, ways: list[tuple[str, Value]], t: Translator) -> str:
    buttons = "".join(
        button("resize", rules_view.title(name, value, t), value=f"{name}={value}", more=' name="mend"')
        for name, value in ways
    )
    return (
        f'<p class="k-clash" id="{{{{v}}}}clash-{clash.clause}">{escape(t(clash.says))} '
        f'<span class="k-code">{clash.refusal.clause}</span></p><p class="k-mend">{buttons}</p>'
    )


def _is_switch(name: str) -> bool:
    return set(ABOUT[name].choices) == {True, False}


def _option(name: str, group: str, changes: Mapping[str, Value], found: list[Clash], t: Translator) -> str:
    """A checkbox for what is on or off, else a list of the values; under it the sentence and the clause.

    The source is told once above all of them, and here where it is another.
    """
    about, value = ABOUT[name], changes.get(name, getattr(Rules, name))
    ident = f'id="{{{{v}}}}{FIELD}{name}" name="{FIELD}{name}" data-intent="resize" aria-describedby="{{{{v}}}}{FIELD}{name}-says'
    against = [clash for clash in found if name in clash.names]
    ident += "".join(f" {{{{v}}}}clash-{clash.clause}" for clash in against) + (
        '" aria-invalid="true"' if against else '"'
    )
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
        f'<span class="k-from">{rules_view.source(name, t, SOURCE)}</span></p></div>'
    )
