"""Setting up a board game: who plays, where the dice come from."""

from __future__ import annotations

from html import escape

from acey_teach.engine.setup import NAME_LENGTH
from acey_teach.engine.shuffle import SEED_LENGTH
from acey_teach.i18n import Translator
from acey_teach.widgets.board.state import Form


def render(form: Form, t: Translator) -> str:
    """The form as HTML."""
    players = "".join(_player(n, form, t) for n in (0, 1))
    opened = " open" if form.dice else ""
    why = t("Write two dice for each throw, for example {example}. The first throw is for the start, one die for each player. Throws you do not write come from the seed.", example="6-4 5-2 3-3")  # fmt: skip
    return f"""<form class="k-setup k-box" id="{{{{v}}}}setup" data-intent="start_game" autocomplete="off">
<h2 id="{{{{v}}}}setup-h" tabindex="-1" data-focus>{escape(t("Who plays the board game?"))}</h2>
<ol class="k-players">{players}</ol>
<div class="k-fields"><label class="k-input">{escape(t("Seed (same seed, same dice)"))}<input id="{{{{v}}}}seed" name="seed" maxlength="{SEED_LENGTH}"
 spellcheck="false" value="{escape(form.seed)}" placeholder="{escape(t("by chance"))}"></label></div>
<label class="k-check"><input type="checkbox" id="{{{{v}}}}per_acey" name="per_acey"{" checked" if form.per_acey else ""}>
{escape(t("Every 1 and 2 thrown doubles what the game is worth"))}</label>
<details class="k-fold" id="{{{{v}}}}plans"{opened}><summary>{escape(t("Plan the dice"))}</summary><div class="k-plans">
<p id="{{{{v}}}}dice-why">{escape(why)}</p><label class="k-input">{escape(t("Throws in their order"))}<input id="{{{{v}}}}dice" name="dice"
 maxlength="900" spellcheck="false" value="{escape(form.dice)}" aria-describedby="{{{{v}}}}dice-why"></label></div></details>
<p class="k-act"><button id="{{{{v}}}}start" class="k-btn is-main">{escape(t("Start the game"))}</button></p></form>
<form class="k-open k-act" id="{{{{v}}}}open" data-intent="open_code"><label class="k-input" for="{{{{v}}}}code">{escape(t("Or go on with a session code"))}</label>
<input id="{{{{v}}}}code" class="k-field-text" name="code" spellcheck="false" autocomplete="off" maxlength="6000">
<button id="{{{{v}}}}open-go" class="k-btn">{escape(t("Continue"))}</button></form>"""


def _player(n: int, form: Form, t: Translator) -> str:
    options = "".join(
        f'<option value="{key}"{" selected" if (key == "bot") == form.bots[n] else ""}>{escape(text)}</option>'
        for key, text in (("person", t("a person")), ("bot", t("the bot")))
    )
    return (
        f'<li id="{{{{v}}}}player{n}"><label class="k-vh" for="{{{{v}}}}name{n}">{escape(t("Name of player {n}", n=n + 1))}</label>'
        f'<input id="{{{{v}}}}name{n}" class="k-field-text" name="name{n}" maxlength="{NAME_LENGTH}" value="{escape(form.names[n])}">'
        f'<label class="k-vh" for="{{{{v}}}}who{n}">{escape(t("Who plays for player {n}", n=n + 1))}</label>'
        f'<select id="{{{{v}}}}who{n}" name="who{n}">{options}</select></li>'
    )
