"""Setting the table: who plays, how many chips and rounds, which seed. Typed text in, a checked session out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape

from acey_teach.engine.cards import Card, cards
from acey_teach.engine.record import NAMES
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.rules import ABOUT, PRESETS, SOURCES, Rules, Value, clashes
from acey_teach.engine.session import Session
from acey_teach.engine.setup import NAME_LENGTH, STRATEGIES, Player, Setup
from acey_teach.engine.shuffle import SEED_LENGTH, new_seed
from acey_teach.engine.terms import terms
from acey_teach.i18n import N_, Translator
from acey_teach.widgets.rules_state import AGREED, OWN, house, preset_of
from acey_teach.widgets.words import STRATEGY_WORDS

_PAIR = cards("2c 2d")
_WHO = ("", "cautious", "bold", "cautious", "bold", "cautious", "bold", "cautious")


@dataclass(frozen=True)
class Form:
    """What stands in the fields, as text, so that nothing typed is lost when something in it is refused."""

    count: int = 5
    names: tuple[str, ...] = NAMES
    who: tuple[str, ...] = _WHO
    chips: str = "100"
    rounds: str = "3"
    seed: str = ""
    hide: bool = False
    plans: tuple[str, str, str] = ("", "", "")
    rules: str = "guide"  # a preset, or OWN with what it changes
    own: Mapping[str, Value] = field(default_factory=dict)
    raised: bool = False  # the rules asked for more players just now

    @property
    def changes(self) -> Mapping[str, Value]:
        """What the chosen rules change, chips and rounds apart."""
        return self.own if self.rules == OWN else PRESETS[self.rules].changes

    @property
    def seats(self) -> range:
        """How many may sit at the table."""
        low, high = (int(self.changes.get(name, getattr(Rules, name))) for name in ("min_players", "max_players"))
        return range(low, max(low, high) + 1)

    def by(self, rules: Rules) -> Form:
        """The form with these rules chosen."""
        changes = house(rules)
        chips, rounds = (str(getattr(rules, name)) for name in AGREED)
        return replace(self, rules=preset_of(changes), own=changes, chips=chips, rounds=rounds).seated(self.count)

    def seated(self, count: int) -> Form:
        """The form with as many seats as are wanted and the rules allow."""
        least = self.seats[0]
        return replace(self, count=min(self.seats[-1], max(least, count)), raised=count < least)

    @classmethod
    def of(cls, session: Session, hide: bool) -> Form:
        """The form that would set the same table again, with fresh cards."""
        form, players = cls(), session.players
        n = len(players)
        return cls(
            n,
            (*(p.name for p in players), *form.names[n:]),
            (*(p.strategy for p in players), *form.who[n:]),
            hide=hide,
        ).by(session.rules)

    def filled(self, values: Mapping[str, str]) -> Form:
        """The form with what a browser sent; unknown fields are ignored, a missing one keeps its value."""
        who = tuple(values.get(f"who{i}", w) for i, w in enumerate(self.who))
        rules = values.get("rules", self.rules)
        rules = rules if rules in PRESETS or rules == OWN else self.rules
        own = self.changes  # rules of one's own begin with those chosen before
        if rules == OWN:
            from acey_teach.widgets.rules_form import filled

            own = filled(own, values)
        return replace(
            self,
            rules=rules,
            own=own,
            names=tuple(values.get(f"name{i}", name)[:60] for i, name in enumerate(self.names)),
            who=tuple(w if w in STRATEGIES else "" for w in who),
            chips=values.get("chips", self.chips)[:12],
            rounds=values.get("rounds", self.rounds)[:2],
            seed=values.get("seed", self.seed)[:40],
            hide="hide" in values,
            plans=tuple(values.get(f"plan{i}", plan)[:400] for i, plan in enumerate(self.plans, 1)),  # type: ignore[arg-type]
        ).seated(whole(values.get("count", str(self.count))))

    def session(self) -> Session:
        """The session these fields describe; Refusal where the rules do not allow it."""
        names = [" ".join(name.split()) for name in self.names[: self.count]]
        if len({name.casefold() for name in names}) < len(names):
            raise Refusal("names", N_("Two players have the same name. Give each a name of their own."))
        chips, most = whole(self.chips), Rules.about("start_chips").high
        if not 1 <= chips <= most:
            raise Refusal("chips", N_("Everybody can start with 1 to {most} chips, not with {n}."), most=most, n=chips)
        agreed = {"start_chips": chips, "max_rounds": whole(self.rounds)}
        rules = Rules.of(
            {**self.changes, **{key: value for key, value in agreed.items() if value != getattr(Rules, key)}}
        )
        players = [Player(name, who) for name, who in zip(names, self.who, strict=False)]
        decks = [_plan(text, self.count, rules) for text in self.plans[: rules.max_rounds]]
        return Session.begin(Setup.of(players, rules, seed=self.seed.strip() or new_seed(), decks=decks))


def _plan(text: str, players: int, rules: Rules) -> tuple[Card, ...]:
    """The cards of one round as somebody typed them; Refusal for what is no card, and for more than a round can deal."""
    a_turn = 6 if terms(_PAIR, rules).splits else 3
    plan, most = cards(text), a_turn * players
    if len(plan) > most:
        raise Refusal(
            "plan",
            N_("{n} cards are planned for one round, but {players} players never get more than {most}."),
            clause="A11.7",
            n=len(plan),
            players=players,
            most=most,
        )
    return plan


def whole(text: str) -> int:
    """The whole number somebody typed; Refusal for anything else.

    >>> whole(" 12 ")
    12
    """
    digits = text.strip()
    if not (digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) <= 18):
        raise Refusal("number", N_("“{text}” is not a whole number. Write digits only, such as 12."), text=shown(text))
    return int(digits)


def render(form: Form, t: Translator) -> str:
    """The form as HTML."""
    players = "".join(_player(i, form, t) for i in range(form.count))
    counts = "".join(f'<option value="{n}"{" selected" if n == form.count else ""}>{n}</option>' for n in form.seats)
    rounds = "".join(
        f'<option value="{n}"{" selected" if str(n) == form.rounds else ""}>{n}</option>' for n in range(1, 4)
    )
    named = "".join(
        f'<option value="{key}"{" selected" if key == form.rules else ""}>{escape(t(text))}</option>'
        for key, text in ((*((key, preset.title) for key, preset in PRESETS.items()), (OWN, N_("Rules of our own"))))
    )
    return f"""<form class="k-setup k-box" id="{{{{v}}}}setup" data-intent="start_session" autocomplete="off">
<h2 id="{{{{v}}}}setup-h" tabindex="-1" data-focus>{escape(t("Who plays?"))}</h2>
<div class="k-fields"><label class="k-input">{escape(t("Players"))}<select id="{{{{v}}}}count" name="count" data-intent="resize">{counts}</select></label>
<label class="k-input">{escape(t("Chips each"))}<input id="{{{{v}}}}chips" name="chips" inputmode="numeric" value="{escape(form.chips)}"></label>
<label class="k-input">{escape(t("Rounds"))}<select id="{{{{v}}}}rounds" name="rounds" data-intent="resize">{rounds}</select></label>
<label class="k-input">{escape(t("Seed (same seed, same cards)"))}<input id="{{{{v}}}}seed" name="seed" maxlength="{SEED_LENGTH}" spellcheck="false"
 value="{escape(form.seed)}" placeholder="{escape(t("by chance"))}"></label>
<label class="k-input k-all">{escape(t("Rules"))}<select id="{{{{v}}}}rules" name="rules" data-intent="resize" aria-describedby="{{{{v}}}}rules-says">{named}</select></label></div>
{_rules(form, t)}
<ol class="k-players">{players}</ol>
<label class="k-check"><input type="checkbox" id="{{{{v}}}}hide" name="hide"{" checked" if form.hide else ""}>
{escape(t("Hide the odds until I have predicted the outcome"))}</label>
{_planning(form, t)}
<p class="k-act">{_start(form, t)}</p></form>
<form class="k-open k-act" id="{{{{v}}}}open" data-intent="open_code"><label class="k-input" for="{{{{v}}}}code">{escape(t("Or go on with a session code"))}</label>
<input id="{{{{v}}}}code" class="k-field-text" name="code" spellcheck="false" autocomplete="off" maxlength="4000">
<button id="{{{{v}}}}open-go" class="k-btn">{escape(t("Continue"))}</button></form>"""


def _start(form: Form, t: Translator) -> str:
    """The button, which is closed while rules do not go together."""
    ident = 'id="{{v}}start" class="k-btn is-main"'
    if not clashes(form.changes):
        return f"<button {ident}>{escape(t('Start the session'))}</button>"
    why = t("Above, some rules do not go together.")
    return (
        f'<button {ident} aria-disabled="true" aria-describedby="{{{{v}}}}start-why">{escape(t("Start the session"))}</button>'
        f'<span class="k-cap" id="{{{{v}}}}start-why">{escape(why)}</span>'
    )


def _rules(form: Form, t: Translator) -> str:
    """What the chosen rules are, and whether they brought more seats; rules of one's own as controls."""
    raised = t("These rules need at least {n} players: now there are {n}.", n=form.count) if form.raised else ""
    more = f'<p class="k-cap" id="{{{{v}}}}seats" role="status">{escape(raised)}</p>'
    if form.rules != OWN:
        preset = PRESETS[form.rules]
        source = t("From {source}.", source=t(SOURCES[preset.source]))
        return (
            f'<div><p class="k-cap" id="{{{{v}}}}rules-says">{escape(t(preset.says))} {escape(source)}</p>{more}</div>'
        )
    from acey_teach.widgets.rules_form import SOURCE, render  # few make rules of their own

    says = t("Your own rules begin with those chosen before. Change what you like.")
    source = t("From {source}.", source=t(SOURCES[SOURCE]))
    lead = f'<p class="k-cap" id="{{{{v}}}}rules-says">{escape(says)} {escape(source)}</p>{more}'
    return render(lead, form.changes, t)


def _planning(form: Form, t: Translator) -> str:
    """The folded part where a teacher writes the cards to come."""
    rounds = int(form.rounds) if form.rounds in ("1", "2", "3") else 1
    fields = "".join(
        f'<label class="k-input">{escape(t("Cards of round {n}", n=i))}<input id="{{{{v}}}}plan{i}" name="plan{i}" maxlength="400" '
        f'spellcheck="false" autocapitalize="none" value="{escape(form.plans[i - 1])}" aria-describedby="{{{{v}}}}plan-why"></label>'
        for i in range(1, rounds + 1)
    )
    why = t(
        "Write the cards in the order they are dealt, for example {example}. First everybody’s first card, beginning at "
        "the dealer’s left and ending with the dealer. Then, in the same order, each player’s second card and, after a "
        "bet, the third card. Cards you do not write come from the seed.",
        example="4c 8s Qd 9h",
    )
    if form.changes:
        why = t(
            "Write the cards in the order they are dealt, for example {example}. {deal} Cards you do not write come from "
            "the seed.",
            example="4c 8s Qd 9h",
            deal=t(ABOUT["deal"].told(form.changes.get("deal", Rules.deal)).says),
        )
    opened = " open" if any(form.plans) else ""
    return (
        f'<details class="k-fold" id="{{{{v}}}}plans"{opened}><summary>{escape(t("Plan the cards"))}</summary><div class="k-plans">'
        f'<p id="{{{{v}}}}plan-why">{escape(why)}</p>{fields}</div></details>'
    )


def _player(i: int, form: Form, t: Translator) -> str:
    options = "".join(
        f'<option value="{key}"{" selected" if key == form.who[i] else ""}>{escape(t(text))}</option>'
        for key, text in STRATEGY_WORDS.items()
    )
    return (
        f'<li id="{{{{v}}}}player{i}"><label class="k-vh" for="{{{{v}}}}name{i}">{escape(t("Name of player {n}", n=i + 1))}</label>'
        f'<input id="{{{{v}}}}name{i}" class="k-field-text" name="name{i}" maxlength="{NAME_LENGTH}" value="{escape(form.names[i])}">'
        f'<label class="k-vh" for="{{{{v}}}}who{i}">{escape(t("Who plays for player {n}", n=i + 1))}</label>'
        f'<select id="{{{{v}}}}who{i}" name="who{i}">{options}</select></li>'
    )
