"""What the workshop compares rules by: a hand, all pairs, a turn, many sessions; each by the guide and by the rules chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape

from acey_teach.analysis.exact import calls, committed
from acey_teach.analysis.house import blind_pot, post_bet
from acey_teach.analysis.many import Many
from acey_teach.analysis.pairs import worth
from acey_teach.analysis.red_dog import red_dog
from acey_teach.engine.cards import PACK, RANK_NAMES, RANKS
from acey_teach.engine.events import Ending
from acey_teach.engine.odds import Odds
from acey_teach.engine.rules import GUIDE
from acey_teach.engine.settlement import SATAN_POTS, Limit, Outcome, limit, split_limit
from acey_teach.engine.terms import Ace, Side
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.house_rules_state import (
    ALL,
    BOTS,
    CHIPS,
    POT,
    SLICE,
    WorkshopState,
    all_pairs,
    better_call,
    seats,
    turns,
)
from acey_teach.widgets import draw, parts
from acey_teach.widgets.house_words import SIDE_WORDS
from acey_teach.widgets.words import OUTCOME_WORDS, STRATEGY_WORDS, card_name

SIGNS = {1: N_("favourable"), 0: N_("fair"), -1: N_("unfavourable")}
CALL_WORDS = {Ace.LOW: N_("low"), Ace.HIGH: N_("high")}
NOTHING = N_("worth nothing")
"""Of a pair that is split, and every new hand is passed."""
MARKS = {1: "+", 0: "0", -1: "−"}
ENDINGS = {
    Ending.POT_EMPTY: N_("ended with an empty pot"),
    Ending.ROUND_LIMIT: N_("ended after the last round"),
    Ending.CANNOT_ANTE: N_("ended because somebody could not pay the ante"),
}


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _table(rows: Iterable[Sequence[str]], t: Translator, first: str, caption: str) -> str:
    """A table with a column for the guide and one for these rules; a row that differs is strong."""
    head = [(first, False), (t("The guide"), True), (t("These rules"), True)]
    made = (
        parts.row([(row[0], False), (row[1], True), (row[2], True)], "" if row[1] == row[2] else "is-now")
        for row in rows
    )
    return f'<div class="k-scroll k-wraps" tabindex="0" role="region" aria-label="{escape(caption)}">{draw.table(head, made, caption)}</div>'  # fmt: skip


# ---- this hand ----
def hand(state: WorkshopState, t: Translator, *, live: bool) -> tuple[str, str]:
    """The counts, the value and the largest stake of two posts."""
    before, after = state.before, state.after
    one, two = worth(before), worth(after)
    says = t(
        "{first} and {second}: {old} by the guide, {sign} by these rules, {value} for each chip.",
        first=state.posts[0], second=state.posts[1],
        old=t(SIGNS[_sign(one)]), sign=_verdict(after, two, t), value=t.signed(two),
    )  # fmt: skip
    rows = [
        *(
            (draw.word(o.value, t(OUTCOME_WORDS[o])), _count(before, o, t), _count(after, o, t))
            for o in Outcome
        ),
        (escape(t("value of each chip")), t.signed(one), t.signed(two)),
        (escape(t("a bet is")), escape(t(SIGNS[_sign(one)])), escape(_verdict(after, two, t))),
        (escape(t("largest stake")), _stake(before, t), _stake(after, t)),
        (escape(t("the chips must cover")), _cover(before, t), _cover(after, t)),
    ]  # fmt: skip
    notes = [
        t("With {chips} chips, {pot} in the pot, in the first round; nothing seen but the posts.", chips=CHIPS, pot=POT)
    ]
    notes += [note(state, t) for name, note in NOTES.items() if name in state.rules.changes]
    if state.may_call:
        notes.append(t("An ace is called before the second card comes. The better call is the better one on average."))
    if after.terms.splits:
        notes.append(t("The pair is split: the value is that of both hands together, for each chip on a hand."))
        if not two:
            notes.append(t("Whatever new cards come, no hand would be worth a bet: you pass."))
    if after.terms.forced:
        notes.append(t("With these posts you must bet, and as much as you may."))
    if after.terms.six:
        notes.append(t("The value is for a stake as large as the pot."))
    caps = "".join(f'<p class="k-cap">{escape(note)}</p>' for note in notes if note)
    table = _table(rows, t, t("Third card"), t("This hand by both rules"))
    cards = f'<div class="k-hand">{"".join(parts.face(card, t) for card in state.posts)}</div>' if live else ""
    return says, f"<p>{escape(says)}</p>{_controls(state, t) if live else ''}{cards}{table}{caps}"


def _verdict(found: Odds, value: Fraction, t: Translator) -> str:
    return t(NOTHING) if found.terms.splits and not value else t(SIGNS[_sign(value)])


def _count(found: Odds, outcome: Outcome, t: Translator) -> str:
    return "–" if found.terms.splits else t("{n} of {all}", n=found.count(outcome), all=found.unseen)


def _limit(found: Odds) -> Limit | None:
    """The limit of the stake; None where each hand of a split pair will have its own."""
    if not found.terms.splits:
        return limit(CHIPS, POT, found.rules, found.terms)
    return split_limit(CHIPS, POT, found.rules, found.terms) if committed(found) else None


def _stake(found: Odds, t: Translator) -> str:
    most = _limit(found)
    return t.number(most.stake) if most else "–"


def _cover(found: Odds, t: Translator) -> str:
    most = _limit(found)
    if most is None:
        return "–"
    if most.sixes:
        return t("{n} × the pot", n=SATAN_POTS)
    return t("{n} × the stake", n=most.cover) if most.cover else t("nothing")


def _blind(state: WorkshopState, t: Translator) -> str:
    value = blind_pot(rules=state.rules).ev_in_pots
    return t("To play blind for the pot, before these posts, is worth {value} of the pot.", value=t.signed(value))


def _on_post(state: WorkshopState, t: Translator) -> str:
    found = post_bet(state.posts, (), state.rules)
    return t("A bet on the post hits with {p} and is worth {value} of the pot.", p=t.number(found.hit), value=t.signed(found.ev_in_pots))  # fmt: skip


NOTES: Mapping[str, Callable[[WorkshopState, Translator], str]] = {"blind_pot": _blind, "post_bet": _on_post}
"""Rules that add a bet of their own, with what to say of it."""


def _controls(state: WorkshopState, t: Translator) -> str:
    selects = ""
    for n, (intent, label) in enumerate((("first_post", t("First card")), ("second_post", t("Second card")))):
        options = "".join(
            f'<option value="{card.code}"{" selected" if card is state.posts[n] else ""}>{card} · {escape(card_name(card, t))}</option>'
            for card in PACK
        )
        selects += f'<label class="k-input" for="{{{{v}}}}{intent}">{escape(label)}<select id="{{{{v}}}}{intent}" name="{intent}" data-intent="{intent}">{options}</select></label>'
    said = ""
    if state.may_call:
        options_ = [
            ("", t("better: {choice}", choice=t(CALL_WORDS[better_call(state.posts[0], state.rules)]))),
            (Ace.LOW.value, t("low")),
            (Ace.HIGH.value, t("high")),
        ]
        said += parts.pick("call", t("The first ace is"), options_, state.called or "")
    if state.after.terms.sides:
        better = replace(state, side=None).after.terms.side or Side.HIGHER
        options_ = [
            ("", t("better: {choice}", choice=t(SIDE_WORDS[better]))),
            (Side.HIGHER.value, t("higher")),
            (Side.LOWER.value, t("lower")),
        ]
        said += parts.pick("name_side", t("The third card will be"), options_, state.side or "")
    draw_ = parts.button("draw_posts", t("Other posts"))
    return f'<div class="k-fields">{selects}</div><p class="k-act">{draw_}</p>{said}'


# ---- all pairs ----
def pairs(state: WorkshopState, t: Translator, *, live: bool) -> tuple[str, str]:
    """How many pairs of posts are worth a bet, and the map of all of them."""
    before, after = all_pairs(GUIDE), all_pairs(state.rules)
    news = sum(_sign(value) != _sign(before.values[ranks]) for ranks, value in after.values.items())
    changed = sum(value != before.values[ranks] for ranks, value in after.values.items())
    says = t(
        "Of {all} pairs {good} are favourable, {fair} fair and {bad} unfavourable.",
        all=sum(after[1:]), good=after.favourable, fair=after.fair, bad=after.unfavourable,
    )  # fmt: skip
    if after.passed:
        says += " " + t("{n} are split and worth nothing: you would pass every hand.", n=after.passed)
    says += " " + (
        t("The value changes in {changed} of {cells} fields, its sign in {news}.", changed=changed, cells=len(after.values), news=news)
        if changed
        else t("No field changes.")
    )  # fmt: skip
    names = (SIGNS[1], before.favourable, after.favourable), (SIGNS[0], before.fair, after.fair), (SIGNS[-1], before.unfavourable, after.unfavourable)  # fmt: skip
    lines = [
        (f"{mark} {escape(t(name))}", t.number(old), t.number(new))
        for mark, (name, old, new) in zip("+0−", names, strict=True)
    ]
    if after.passed:
        lines.append((escape(t(NOTHING)), t.number(0), t.number(after.passed)))
    counts = _table(
        lines, t, t("Pairs of posts"), t("Pairs of posts by both rules"),
    )  # fmt: skip
    caption = t(
        "Down: the first card. Across: the second. In the fields: what a chip is worth, or its sign; a frame marks a sign that is new."
    )
    ace = next(card for card in PACK if card.rank == RANKS[-1])
    if len(calls(ace, state.rules)) > 1:
        call = t(CALL_WORDS[better_call(ace, state.rules)])
        caption += " " + t("A first ace is called in the better way, here: {choice}.", choice=call)
    grid = "".join(
        parts.row([(RANK_NAMES[a], False), *((t.decimal(after.values[a, b], signed=True), True) for b in RANKS)]) for a in RANKS
    )  # fmt: skip
    head = [(t("First"), False), *((RANK_NAMES[rank], True) for rank in RANKS)]
    table = f'<div class="k-scroll" tabindex="0" role="region" aria-label="{escape(caption)}">{draw.table(head, [grid], caption)}</div>'
    figure = parts.figure("pairs", says, table, t, f'<p class="k-cap">{escape(caption)}</p>') if live else table
    return says, f"<p>{escape(says)}</p>{figure}{counts}"


def rows(state: WorkshopState, t: Translator) -> list[Mapping[str, object]]:
    """The rows of the map."""
    before, after = all_pairs(GUIDE).values, all_pairs(state.rules)
    return [
        {
            "first": RANK_NAMES[a],
            "second": RANK_NAMES[b],
            "value": float(value),
            "sign": MARKS[_sign(value)],
            "text": t.decimal(value, signed=True),
            "new": _sign(value) != _sign(before[a, b]),
            "label": t(
                "{first}, then {second}: {value} ({sign}), by the guide {old}",
                first=RANK_NAMES[a], second=RANK_NAMES[b], value=t.signed(value), old=t.signed(before[a, b]),
                sign=t(NOTHING) if after.passed and a == b and not value else t(SIGNS[_sign(value)]),
            ),
        }
        for (a, b), value in after.values.items()
    ]  # fmt: skip


# ---- a turn ----
def turn(state: WorkshopState, t: Translator, *, live: bool) -> tuple[str, str]:
    """What a turn is worth by its first card, betting one chip whenever the bet is favourable."""
    before, after = turns(GUIDE), turns(state.rules)
    says = t(
        "Before any card a turn is worth {value} for each chip, by the guide {old}, if you bet whenever it is favourable.",
        value=_value(after[-1], t), old=_value(before[-1], t),
    )  # fmt: skip
    names = [*(RANK_NAMES[rank] for rank in RANKS), t("any card")]
    table = _table(
        [(escape(name), _value(old, t), _value(new, t)) for name, old, new in zip(names, before, after, strict=True)],
        t, t("First card"), t("The value of a turn by its first card"),
    )  # fmt: skip
    return says, f"<p>{escape(says)}</p>{table}{_red_dog(t)}"


def _value(value: Fraction, t: Translator) -> str:
    return f"{t.signed(value)} ≈ {t.decimal(value, 3, signed=True)}" if value else "0"


def _red_dog(t: Translator) -> str:
    """The casino's game of the same bet."""
    made = (
        parts.row([(t.number(n), False), (_percent(red_dog(n).house_edge, t, 2), True)])
        for n in (1, 2, 4, 6, 8)
    )  # fmt: skip
    head = [(t("Packs"), False), (t("House edge"), True)]
    says = t(
        "Red Dog is a casino’s game of the same bet. A pair or neighbours cost nothing there, narrow posts pay more, and a post costs one stake. "
        "But every hand costs a stake before the posts are seen, and nobody may pass. So the house wins in the long run: this part of each first stake."
    )  # fmt: skip
    summary = t("Compare with Red Dog, the casino game")
    return f'<details class="k-fold" id="{{{{v}}}}red-dog"><summary>{escape(summary)}</summary><div><p>{escape(says)}</p>{draw.table(head, made, summary)}</div></details>'


def _percent(value: Fraction, t: Translator, places: int = 1) -> str:
    return t(N_("{n}\N{NO-BREAK SPACE}%"), n=t.decimal(100 * value, places))


# ---- many sessions ----
def sessions(state: WorkshopState, t: Translator, *, live: bool) -> tuple[str, str]:
    """What bots come to with the same seeds under both rules."""
    done = state.played[0].sessions if state.played else 0
    names = [t(STRATEGY_WORDS[BOTS[seat % len(BOTS)]]) for seat in range(seats(state.rules))]
    if not state.played:
        says = t(
            "{bots} play {all} sessions by the guide and by these rules, with the same seeds.",
            bots=t.listing(names),
            all=t.number(ALL),
        )
    elif done < ALL:
        says = t("{n} of {all} sessions are played by each of the rules.", n=t.number(done), all=t.number(ALL))
    else:
        says = t("All {all} sessions are played by each of the rules.", all=t.number(ALL))
    button = ""
    if live:
        off = t("All sessions are played.") if done >= ALL else ""
        button = f'<p class="k-act">{parts.button("play", t("Play {n} more", n=SLICE) if done else t("Play {n}", n=SLICE), off=off)}</p>'
    if not state.played:
        return says, f"<p>{escape(says)}</p>{button}"
    one, two = state.played
    made: list[tuple[str, str, str]] = [
        *((escape(t(text)), _percent(one.share(why), t), _percent(two.share(why), t)) for why, text in ENDINGS.items()),
        (escape(t("rounds, on average")), _mean(one.rounds, one, t), _mean(two.rounds, two, t)),
        (escape(t("largest pot of all")), t.number(one.top), t.number(two.top)),
        (escape(t("largest pot, on average")), _mean(one.pots, one, t), _mean(two.pots, two, t)),
        (escape(t("hands that were bet on")), _percent(one.p_bet, t), _percent(two.p_bet, t)),
        (escape(t("sessions with debts")), t.number(one.debts), t.number(two.debts)),
        *(
            (escape(t("{bot} (chips at the end)", bot=name)), _chips(one, seat, t), _chips(two, seat, t))
            for seat, name in enumerate(names)
        ),
    ]  # fmt: skip
    note = t(
        "Chips at the end: the mean, and behind ± the standard deviation, how far from it the results usually lie."
    )
    table = _table(made, t, t("Sessions"), t("Sessions by both rules"))
    return says, f'<p>{escape(says)}</p>{button}{table}<p class="k-cap">{escape(note)}</p>'


def _mean(total: int | Fraction, found: Many, t: Translator) -> str:
    return t.decimal(Fraction(total) / found.sessions)


def _chips(found: Many, seat: int, t: Translator) -> str:
    return f"{t.decimal(found.mean(seat), 1)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{t.decimal(found.spread(seat), 1)}"
