"""Rules as somebody chooses them: by name, as written changes, or option by option in a form. Plain data, no HTML."""

from __future__ import annotations

from collections.abc import Mapping

from acey_teach.engine.clashes import Clash
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import ABOUT, PRESETS, Rules, Value, clashes
from acey_teach.i18n import N_

OWN = "own"
"""The name for rules that are no preset."""
AGREED = ("start_chips", "max_rounds")
"""What is agreed before every session, by whatever rules: not part of a preset's name."""


def house(rules: Rules) -> dict[str, Value]:
    """What differs from the guide, without chips and rounds."""
    return {name: value for name, value in rules.changes.items() if name not in AGREED}


def preset_of(changes: Mapping[str, Value]) -> str:
    """The preset that changes just this, else OWN.

    >>> preset_of({"post_factor": 1}), preset_of({}), preset_of({"pair": "hilo"})
    ('single-loss', 'guide', 'own')
    """
    return next((name for name, preset in PRESETS.items() if preset.changes == changes), OWN)


def value_of(name: str, text: str) -> Value:
    """The value of a rule as it is written; what the rule cannot be, comes back for the engine to refuse.

    >>> value_of("satan", "true"), value_of("decks", "2"), value_of("pair", "hilo"), value_of("decks", "x")
    (True, 2, 'hilo', 'x')
    """
    text = text.strip()
    if name in ABOUT:
        for value in ABOUT[name].choices:
            if str(value).casefold() == text.casefold():
                return value
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text


def written(text: str) -> Rules:
    """Rules in writing: a preset's name, changes as `name=value`, or both, with commas between. Refusal for others.

    >>> written("liaoning, post_factor=1").changes
    {'min_players': 4, 'post_factor': 1, 'first_orbit_half_pot': True}
    """
    changes: dict[str, Value] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        if equals:
            changes[name.strip()] = value_of(name.strip(), value)
        elif part in PRESETS:
            changes |= PRESETS[part].changes
        else:
            raise Refusal(
                "rules",
                N_("There are no rules called “{name}”. Choose from {known}, or write changes such as {example}."),
                name=shown(part),
                known=", ".join(PRESETS),
                example="post_factor=1",
            )
    return Rules.of(changes)


def clash(changes: Mapping[str, Value]) -> Refusal | None:
    """Why these changes are no rules (B14), None when they are."""
    try:
        Rules.of(changes)
    except Refusal as refusal:
        return refusal
    return None


def ways_out(changes: Mapping[str, Value], of: Clash | None = None) -> list[tuple[str, Value]]:
    """The choices each of which alone ends this clash, or else the first, and makes no other.

    >>> changes = {"half_cap": False, "blind_pot": True}
    >>> ways_out(changes), ways_out(changes, clashes(changes)[1])
    ([('deal', 'two_on_turn'), ('blind_pot', False)], [('debt', 'debt'), ('debt', 'short'), ('half_cap', True)])
    """
    found = clashes(changes)
    if not found:
        return []
    ended = of or found[0]
    choices = [(name, value) for name in ended.names for value in ABOUT[name].choices]
    return [way for way in choices if {*clashes({**changes, way[0]: way[1]})} <= {*found} - {ended}]
