"""One hand, four verdicts: the prediction, the switches, the four ways side by side, and why each says what it says."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from acey_teach.engine.cards import RANKS
from acey_teach.engine.odds import Odds
from acey_teach.engine.settlement import Outcome
from acey_teach.i18n import N_, Translator
from acey_teach.practice.misconceptions import named
from acey_teach.widgets import draw, parts
from acey_teach.widgets.example_state import OTHERS, OURS, ExampleState, Guess, Way, fitting
from acey_teach.widgets.words import Show, verdict

QUESTION = N_("Is this bet good, fair or bad?")
GUESS_WORDS = {Guess.GOOD: N_("Good"), Guess.FAIR: N_("Fair"), Guess.BAD: N_("Bad")}
GUESS_MEANS = {
    Guess.GOOD: N_("it wins on average"),
    Guess.FAIR: N_("on average it brings nothing"),
    Guess.BAD: N_("it loses on average"),
}
VERDICT_WORDS = {Guess.GOOD: N_("in favour"), Guess.FAIR: N_("exactly fair"), Guess.BAD: N_("against")}
WAY_WORDS = {
    Way.RULES: N_("By the rules"),
    Way.SINGLE: N_("Single loss"),
    Way.REPLACED: N_("Cards put back"),
    Way.SEEN: N_("Other cards seen"),
}


# ---- predict ----
def predict(state: ExampleState, t: Translator) -> str:
    """Three answers and the button that reveals the count."""
    choices = "".join(
        f'<label class="k-choice"><input type="radio" id="{{{{v}}}}guess-{guess}" name="guess" value="{guess}" data-intent="guess"'
        f"{' checked' if guess is state.guess else ''}><span>{escape(t(GUESS_WORDS[guess]))}"
        f'<span class="k-cap">{escape(t(GUESS_MEANS[guess]))}</span></span></label>'
        for guess in Guess
    )
    reveal = parts.button(
        "reveal",
        t("Reveal the count"),
        key="r",
        hint="R",
        classes="is-main",
        focus=True,
        off="" if state.guess else t("Choose good, fair or bad first. A wrong guess costs nothing."),
    )
    why = "" if state.guess else t("Choose first: a wrong guess costs nothing.")
    return (
        f'<fieldset class="k-choices is-ink"><legend class="k-vh">{escape(t(QUESTION))}</legend>{choices}</fieldset>'
        f'<div class="k-act" id="{{{{v}}}}act"><span class="k-why">{escape(why)}</span><span class="k-push"></span>{reveal}</div>'
    )


def comment(state: ExampleState, t: Translator) -> tuple[str, str]:
    """What to say of the prediction: the heading, and the reason that makes it tempting or right."""
    right, single, full = (state.four[way] for way in (Way.RULES, Way.SINGLE, Way.REPLACED))
    guess = state.guess or Guess.FAIR
    counts = {
        "inside": right.inside,
        "outside": right.outside,
        "post": right.post,
        "unseen": right.unseen,
        "factor": right.terms.post_factor,
        "losses": right.losses,
    }
    said, word = t(GUESS_WORDS[guess]), t(VERDICT_WORDS[fitting(right)])
    heading = (
        t("You said: {guess}. That is right: the bet is {verdict}.", guess=said.lower(), verdict=word)
        if guess is fitting(right)
        else t("You said: {guess}. By the rules the bet is {verdict}.", guess=said.lower(), verdict=word)
    )
    if guess is Guess.GOOD:
        return heading, t(
            "{inside} of {unseen} cards win, more than half: that looks good. But each of the {post} cards on a post "
            "costs {factor} stakes: {outside} + {factor} × {post} = {losses} are lost. Whoever counts a post as an "
            "ordinary loss finds {ev} for each chip.",
            **counts,
            ev=t.signed(single.ev_per_chip),
        )
    if guess is Guess.BAD:
        model = " ".join(wrong.sentence(t) for wrong in named(full.p(Outcome.INSIDE), right, Outcome.INSIDE)[:1])
        return heading, t(
            "Whoever thinks in ranks finds {ranks} of {all} inside and {ev} for each chip. {model} But your own posts "
            "have left the pack, and {post} cards are left to fall on a post, not {full}.",
            ranks=right.gap,
            all=len(RANKS),
            ev=t.signed(full.ev_per_chip),
            model=model,
            post=right.post,
            full=full.post,
        )
    return heading, t(
        "{inside} cards win a stake; {outside} lose one, and {post} lose {factor} each: {outside} + {factor} × {post} "
        "= {losses}. The two sides are level, not nearly but exactly.",
        **counts,
    )


def note(state: ExampleState, t: Translator) -> str:
    """The comment as a box, until the first card is turned."""
    if state.turned:
        return ""
    heading, reason = comment(state, t)
    more = t("Each switch is an assumption. Move them, and watch the verdict.")
    return (
        f'<div class="k-note" id="{{{{v}}}}why"><h3>{escape(heading)}</h3>'
        f'<p class="k-cap">{escape(reason)} {escape(more)}</p></div>'
    )


# ---- the four ways ----
def switches(state: ExampleState, t: Translator) -> str:
    """The assumptions: what a post costs, where the dealt cards are, which other cards are seen."""
    seen = "all" if state.seen == OTHERS else state.seen[0].code if state.seen else ""
    shown = [(card.code, str(card)) for card in OTHERS[:3]]
    groups = (
        ("cost", t("A post costs the stake"), [("twice", t("twice")), ("once", t("once"))], ("twice", "once")[state.single]),
        ("pack", t("Cards dealt are"), [("out", t("out of the pack")), ("back", t("put back"))], ("out", "back")[state.replaced]),
        ("see", t("Others show"), [("", t("nothing")), *shown, ("all", t("all {n}", n=len(OTHERS)))], seen),
    )  # fmt: skip
    fields = "".join(
        f'<div class="k-switch"><span aria-hidden="true">{escape(legend)}</span>{parts.pick(name, legend, options, chosen)}</div>'
        for name, legend, options, chosen in groups
    )
    idle = (
        t("With the cards put back, it makes no difference what others show.") if state.replaced and state.seen else ""
    )
    return f'<div class="k-switches">{fields}<p class="k-cap">{escape(idle)}</p></div>'


def assumption(way: Way, state: ExampleState, t: Translator) -> str:
    """What a way takes for granted, in a few words."""
    if way is Way.SEEN:
        return t.ngettext(
            "{cards} is out of the pack too",
            "{cards} are out of the pack too",
            len(state.others),
            cards=t.listing(map(str, state.others)),
        )
    return {
        Way.RULES: t("a post costs twice; only posts are out"),
        Way.SINGLE: t("a post costs no more than outside"),
        Way.REPLACED: t("as if no card had left the pack"),
    }[way]


def four(state: ExampleState, t: Translator, *, live: bool = True) -> str:
    """The four ways side by side, the one shown highlighted; values only once they are revealed, or on paper."""
    told = state.revealed or not live
    rows = "".join(_rows(state, t, told, live and state.revealed))
    head = [(t("Judged"), False), (t("Per chip"), True), (t("Verdict"), False)]
    ours = t("✓ the rule we play by; the others answer another question.")
    return (
        draw.table(head, [rows], t("One hand, four verdicts"), "k-ledger k-ways")
        + f'<p class="k-cap">{escape(ours)}</p>'
    )


def _rows(state: ExampleState, t: Translator, told: bool, live: bool) -> Iterator[str]:
    for way, found in state.four.items():
        name, now = escape(t(WAY_WORDS[way])), way is state.way and told
        if live:
            name = (
                f'<button type="button" id="{{{{v}}}}judge-{way}" data-intent="judge" value="{way}" '
                f'aria-pressed="{"true" if now else "false"}">{name}</button>'
            )
        if way in OURS:
            name += f' <span aria-hidden="true">✓</span><span class="k-vh">{escape(t("the rule we play by"))}</span>'
        yield _row(name, assumption(way, state, t), found if told else None, t, now)
    if told and state.way is None:
        yield _row(escape(t("Your own mixture")), t("as the switches are set"), state.odds, t, True)


def _row(name: str, under: str, found: Odds | None, t: Translator, now: bool) -> str:
    worth, word = (t.signed(found.ev_per_chip), t(VERDICT_WORDS[fitting(found)])) if found else ("?", "?")
    head = f'{name}<span class="k-cap">{escape(under)}</span>'
    return parts.row([(head, False), (worth, True), (escape(word), False)], "is-now" if now else "")


def sum_of(found: Odds, t: Translator) -> str:
    """The sum that decides: gains less losses over all cards, as an exact fraction."""
    return f"({found.gains} − {found.losses}) / {found.unseen} = {t.signed(found.ev_per_chip)}"


def why(state: ExampleState, t: Translator) -> str:
    """The combination shown: the sum in words, in signs, and what a chip is worth."""
    worth = t("Each chip staked is worth exactly {ev}.", ev=t.signed(state.odds.ev_per_chip))
    return (
        f'<p class="k-sum k-worth">{escape(verdict(state.odds, t))}<br>'
        f'<span class="k-nowrap">{sum_of(state.odds, t)}.</span> {escape(worth)}</p>'
    )


def section(state: ExampleState, t: Translator) -> str:
    """The whole block: before the reveal only the four assumptions."""
    body = f"{switches(state, t)}{four(state, t)}{why(state, t)}" if state.revealed else four(state, t)
    return parts.part(t("One hand, four verdicts"), body, "", "verdicts")


def says(state: ExampleState, show: Show) -> str:
    """The verdict shown, for those who listen; after the reveal first what it means for the prediction."""
    t, way = show.t, state.way
    name = t(WAY_WORDS[way]) if way else t("Your own mixture")
    first = " ".join(comment(state, t)) if way is Way.RULES and not state.turned else ""
    worth = t("Each chip staked is worth exactly {ev}.", ev=t.signed(state.odds.ev_per_chip))
    told = t("{name}. {verdict} {worth}", name=name, verdict=verdict(state.odds, t), worth=worth)
    return " ".join(filter(None, [first, told]))
