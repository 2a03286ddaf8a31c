"""Three witnesses of one probability, side by side: who says what, and where one of them errs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from acey_teach.analysis.witnesses import GRID, Broken, Case, Tally, Witness, band
from acey_teach.engine.cards import PACK, RANK_NAMES, RANKS, SUITS
from acey_teach.engine.odds import odds
from acey_teach.engine.settlement import Outcome, ranks_between
from acey_teach.i18n import N_, Translator
from acey_teach.lessons.lab.numbers import along, both, large, percent, powers, select, ticks
from acey_teach.lessons.lab.run_state import LabState
from acey_teach.widgets import draw, parts
from acey_teach.widgets.words import OUTCOME_WORDS, card_name

BROKEN_WORDS = {
    Broken.NONE: N_("nobody errs"),
    Broken.POSTS_INSIDE: N_("posts count as inside"),
    Broken.SEEN_IGNORED: N_("seen cards are ignored"),
    Broken.PUT_BACK: N_("all cards are put back"),
}
WRONG_WORDS = {
    Broken.POSTS_INSIDE: N_("counting {value}"),
    Broken.SEEN_IGNORED: N_("formula {value}"),
    Broken.PUT_BACK: N_("put back {value}"),
}
"""What a broken assumption comes to, beside its line."""
WITNESS_WORDS = {
    Witness.COUNTING: N_("Counting"),
    Witness.FORMULA: N_("Formula"),
    Witness.DRAWING: N_("Drawing"),
}


def controls(state: LabState, t: Translator) -> str:
    """The cards, what is asked for, and what is broken."""
    case = state.case
    seen = [("0", t("no other card")), ("1", t("one more")), ("6", t("six more"))]
    outcomes = [(outcome.value, t(OUTCOME_WORDS[outcome])) for outcome in Outcome]
    broken = [(one.value, t(text)) for one, text in BROKEN_WORDS.items()]
    others = " ".join(draw.text_card(card) for card in case.seen) or escape(t("none"))
    pack = [(card.code, f"{card} · {card_name(card, t)}") for card in PACK]
    first, second = (card.code for card in case.posts)
    posts = select("first_post", "first_post", t("First card"), pack, first)
    posts += select("second_post", "second_post", t("Second card"), pack, second)
    buttons = parts.button("draw_posts", t("Other posts")) + parts.button("example", t("Worked example"))
    return (
        f'<div class="k-hand">{"".join(parts.face(card, t) for card in case.posts)}</div>'
        f'<div class="k-fields">{posts}</div><p class="k-act">{buttons}</p>'
        f'<p id="{{{{v}}}}seen-cards">{escape(t("Other cards seen:"))} {others}</p>'
        f'<div class="k-rows"><div><b>{escape(t("Seen besides"))}</b>{parts.pick("seen", t("Seen besides"), seen, str(len(case.seen)))}</div>'
        f"<div><b>{escape(t('Asked for'))}</b>{parts.pick('outcome', t('Asked for'), outcomes, case.outcome.value)}</div>"
        f"<div><b>{escape(t('Break an assumption'))}</b>{parts.pick('broken', t('Break an assumption'), broken, case.broken.value)}</div></div>"
    )


def sentence(state: LabState, t: Translator) -> str:
    """What the drawing says now, beside the exact value."""
    low, high = band(state.tally.hits, state.tally.draws)
    return t(
        "{n} draws: a share of {share}, with a band from {low} to {high}. Exact is {exact}.",
        n=large(state.tally.draws), share=percent(state.tally.share, t, 2), low=percent(low, t, 2), high=percent(high, t, 2),
        exact=both(state.case.true, t),
    )  # fmt: skip


def found(state: LabState, t: Translator, *, live: bool) -> str:
    """The three witnesses, what their agreement or their gap means, and the share on its way."""
    case, tally = state.case, state.tally
    heard = "".join(
        f'<section class="k-part{" is-wrong" if case.broken.witness is witness else ""}"><h3>{escape(t(WITNESS_WORDS[witness]))}</h3>{body}</section>'
        for witness, body in (
            (Witness.COUNTING, _counting(case, t)),
            (Witness.FORMULA, _formula(case, t)),
            (Witness.DRAWING, _drawing(case, tally, t)),
        )
    )
    figure = ""
    if tally.draws:
        told = sentence(state, t)
        figure = parts.figure("settle", told, _table(tally, t), t) if live else _table(tally, t)
    return (
        f'<div class="k-three">{heard}</div><p id="{{{{v}}}}verdict"><b>{escape(_verdict(case, tally, t))}</b></p>{figure}'
        f'<p class="k-cap">{escape(t("The band holds the true probability in 95 of 100 runs. With four times as many draws it is half as wide."))}</p>'
    )


def _counting(case: Case, t: Translator) -> str:
    by_rank = (
        RANK_NAMES[rank] + "".join(card.symbol[-1] for card in case.hits if card.rank == rank)
        for rank in RANKS
        if any(card.rank == rank for card in case.hits)
    )
    says = t("{n} of {all} unseen cards", n=len(case.hits), all=len(case.unseen))
    return f'<p class="k-big">{escape(both(case.counting, t))}</p><p>{escape(says)}</p><p class="k-cap k-cards">{escape(" ".join(by_rank) or "–")}</p>'


def _formula(case: Case, t: Translator) -> str:
    """The formula, in words and with its numbers."""
    seen = () if case.broken is Broken.SEEN_IGNORED else case.seen
    left = len(PACK) - 2 - len(seen)
    gap, ranks = ranks_between(case.posts), len({card.rank for card in case.posts})
    parted = odds(case.posts, seen)
    gone = {outcome: odds(case.posts).count(outcome) - parted.count(outcome) for outcome in Outcome}
    suits = len(SUITS)
    if case.outcome is Outcome.INSIDE:
        words = t("4 × ranks between − seen among them")
        over = f"{suits} × {gap} − {gone[Outcome.INSIDE]}"
    elif case.outcome is Outcome.POST:
        words = t("4 × ranks of the posts − the posts − seen among the rest")
        over = f"{suits} × {ranks} − 2 − {gone[Outcome.POST]}"
    else:
        words = t("all unseen − inside − on a post")
        over = f"{left} − {parted.inside} − {parted.post}"
    under = f"{len(PACK)} − 2 − {len(seen)}"
    return (
        f'<p class="k-big">{escape(both(case.formula, t))}</p><p>({escape(over)}) / ({escape(under)})</p>'
        f'<p class="k-cap">{escape(words)}, {escape(t("of all unseen cards"))}</p>'
    )


def _drawing(case: Case, tally: Tally, t: Translator) -> str:
    if not tally.draws:
        return f'<p class="k-big">–</p><p>{escape(t("Draw a third card again and again, and see how often it falls there."))}</p>'
    low, high = band(tally.hits, tally.draws)
    says = t("{hits} of {n} draws", hits=large(tally.hits), n=large(tally.draws))
    held = t("band from {low} to {high}", low=percent(low, t, 2), high=percent(high, t, 2))
    return f'<p class="k-big">{percent(tally.share, t, 2)}</p><p>{escape(says)}</p><p class="k-cap">{escape(held)}</p>'


def _verdict(case: Case, tally: Tally, t: Translator) -> str:
    """Whether the witnesses agree; if not, who errs, by how much, and why."""
    low, high = band(tally.hits, tally.draws) if tally.draws else (0.0, 1.0)
    if case.broken.witness is None:
        if low <= case.true <= high:
            return t("The witnesses agree: {exact}.", exact=both(case.true, t))
        return t(
            "Counting and formula agree: {exact}. The band does not hold it just now: that happens in 5 of 100 runs. Go on drawing.",
            exact=both(case.true, t),
        )
    wrong = case.true + case.gap
    if not case.gap:
        why = t("The assumption is broken, and yet nothing changes here: {exact} either way.", exact=both(case.true, t))
    else:
        why = _why(case, wrong, t)
    if case.broken is Broken.PUT_BACK and case.gap and tally.draws:
        told = (
            t("The band still holds the true value: so few draws cannot tell the two apart.")
            if low <= case.true <= high
            else t("The band no longer holds the true value: the draws give the error away.")
        )
        return f"{why} {told}"
    return why


def _why(case: Case, wrong: Fraction, t: Translator) -> str:
    values = {"wrong": both(wrong, t), "exact": both(case.true, t), "gap": both(abs(case.gap), t)}
    if case.broken is Broken.POSTS_INSIDE:
        return t("Who counts takes cards of the posts’ ranks for inside: {wrong} instead of {exact}, a gap of {gap}.", **values)  # fmt: skip
    if case.broken is Broken.SEEN_IGNORED:
        return t("The formula forgets the cards that were seen: {wrong} instead of {exact}, a gap of {gap}. A seen card cannot come.", **values)  # fmt: skip
    return t(
        "Who draws puts all {n} cards back, the posts and the seen ones too: in the long run {wrong} instead of {exact}, a gap of {gap}.",
        n=len(PACK),
        **values,
    )


def _table(tally: Tally, t: Translator) -> str:
    """The share on its way: at most a dozen moments, and now."""
    points = [*tally.points[-1::-4][:11][::-1], (tally.draws, tally.hits)]
    made = []
    for draws, hits in dict.fromkeys(points):
        low, high = band(hits, draws)
        cells = [large(draws), percent(Fraction(hits, draws), t, 2), percent(low, t, 2), percent(high, t, 2)]
        made.append(parts.row([(cell, True) for cell in cells]))
    head = [(t("Draws"), False), (t("Share"), True), (t("Band from"), True), (t("to"), True)]
    return draw.table(head, made, t("The share on its way"))


def rows(state: LabState, t: Translator) -> dict[str, list[Mapping[str, object]]]:
    """The rows of the chart: the share, its band, and the lines it may come to."""
    case, tally = state.case, state.tally
    if not tally.draws:
        return {}
    first, last = GRID[0], 1000
    while last < tally.draws:
        last *= 10
    points = dict.fromkeys([*tally.points, (tally.draws, tally.hits)])
    way = [(draws, hits / draws, *band(hits, draws)) for draws, hits in points]
    lines = [float(case.true), float(case.true + case.gap)]
    shares = [*(share for _, share, _, _ in way), *lines]
    steps, places = ticks(100 * max(0.0, min(shares) - 0.03), 100 * min(1.0, max(shares) + 0.03))
    low, high = steps[0] / 100, steps[-1] / 100

    def up(value: float) -> float:
        return min(1.0, max(0.0, (value - low) / (high - low)))

    made: list[Mapping[str, object]] = [
        {"role": "way", "at": along(draws, first, last), "mid": up(mid), "low": up(bottom), "high": up(top)}
        for draws, mid, bottom, top in way
    ]
    told = [t("exact {value}", value=percent(lines[0], t))]
    if case.gap:
        told.append(t(WRONG_WORDS[case.broken], value=percent(lines[1], t)))
    made += [
        # the higher one has its text above; so has one at the bottom, for there stand the numbers of the axis
        {"role": "line", "at": up(line), "text": text, "dashed": n > 0, "above": line == max(lines) or up(line) < 0.15}
        for n, (line, text) in enumerate(zip(lines, told, strict=False))
    ]  # fmt: skip
    made += powers(first, last)
    made += [{"role": "y", "at": up(step / 100), "text": percent(step / 100, t, places)} for step in steps]
    made += [{"role": "xname", "text": t("draws")}, {"role": "yname", "text": t("share of the draws")}]
    return {"settle": made}
