"""The rules in force, always visible: a line that names them and opens into what they say and where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from acey_teach.engine.rules import ABOUT, PRESETS, SOURCES, Rules, Value
from acey_teach.i18n import Translator
from acey_teach.widgets.rules_state import OWN, house, preset_of


def title(name: str, value: Value, t: Translator) -> str:
    """A rule with this value, in a few words.

    >>> from acey_teach.i18n import translator
    >>> title("decks", 2, translator("en")), title("satan", True, translator("en"))
    ('Packs: 2', 'Three sixes')
    """
    about = ABOUT[name]
    text = about.told(value).title
    return t(text) if about.choices else t(text, value=t.number(value))  # type: ignore[arg-type]  # no choices: a number


def source(name: str, t: Translator, told: str = "") -> str:
    """Where a rule stands and, unless that source was `told` already, where it comes from, as HTML."""
    about = ABOUT[name]
    parts = [f'<span class="k-code">{about.clause}</span>']
    if about.source != told:
        parts.append(escape(t(SOURCES[about.source])))
    if about.replaces:
        parts.append(escape(t("instead of {clause}", clause=about.replaces)))
    return " · ".join(parts)


def named(rules: Rules, t: Translator) -> str:
    """The rules in one short text: their name, or what they change.

    >>> from acey_teach.i18n import translator
    >>> named(Rules(pair="hilo", decks=2), translator("en"))
    'Packs: 2, Higher or lower'
    """
    changes = house(rules)
    if (name := preset_of(changes)) != OWN:
        return t(PRESETS[name].title)
    return ", ".join(title(rule, value, t) for rule, value in changes.items())


def short(rules: Rules, t: Translator) -> str:
    """The name of the rules, or that they are one's own."""
    name = preset_of(house(rules))
    return t("Rules of our own") if name == OWN else t(PRESETS[name].title)


def heading(rules: Rules, t: Translator) -> str:
    """What stands over the rules."""
    name = preset_of(house(rules))
    if name == "guide":
        return t("Rules: the guide")
    return short(rules, t) if name == OWN else t("Rules: {name}", name=short(rules, t))


@lru_cache(64)
def line(rules: Rules, t: Translator) -> str:
    """The line under the table, as HTML: the name of the rules or what they change, and folded in it all about them."""
    changes = house(rules)
    name = preset_of(changes)
    titles = (title(*change, t) for change in changes.items()) if name == OWN else ()
    pills = "".join(f'<span class="k-tag">{escape(text)}</span>' for text in titles)
    return (
        f'<details class="k-rules" id="{{{{v}}}}rules-line"><summary><b>{escape(heading(rules, t))}</b>{pills}</summary>'
        f'<div class="k-rules-all">{about(name, changes, t)}</div></details>'
    )


def about(name: str, changes: Mapping[str, Value], t: Translator) -> str:
    """What a preset says and where it comes from, then each rule that is not the guide's, as HTML."""
    says = ""
    if name != OWN:
        preset = PRESETS[name]
        says = (
            f'<p>{escape(t(preset.says))} <span class="k-cap">'
            f"{escape(t('From {source}.', source=t(SOURCES[preset.source])))}</span></p>"
        )
    if not changes:
        return says
    known = "" if name == OWN else PRESETS[name].source
    return f'{says}{listed(changes, t, known)}<p class="k-cap">{escape(t("Everything else is as in the guide."))}</p>'


def listed(changes: Mapping[str, Value], t: Translator, told: str = "") -> str:
    """Each changed rule with its sentence, its clause and, unless that was `told`, its source, as an HTML list."""
    items = "".join(
        f'<li><b>{escape(title(name, value, t))}</b> {escape(t(ABOUT[name].told(value).says))} <span class="k-cap">{source(name, t, told)}</span></li>'
        for name, value in changes.items()
    )
    return f'<ul class="k-rules-list">{items}</ul>'
