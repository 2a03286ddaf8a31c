"""The page of the board game: a state as HTML, with the rows its charts need and the sentence that is spoken."""

from __future__ import annotations

from html import escape

from acey_teach.board.game import Game, Phase
from acey_teach.board.men import BAR, HAND, OFF
from acey_teach.board.record import encode
from acey_teach.board.turn import Stage
from acey_teach.i18n import Translator, translator
from acey_teach.widgets import draw, parts
from acey_teach.widgets.board import controls, drawing, form, words
from acey_teach.widgets.board.state import BoardState, steps_shown, waits_for_person
from acey_teach.widgets.panel import View

_OTHER_EDGE = {BAR: drawing.UPPER_BAR, HAND: drawing.UPPER_HAND, OFF: drawing.UPPER_OFF}


def view(state: BoardState) -> View:
    """The live page."""
    t, game = translator(state.lang), state.game
    if game is None:
        body = _offer(state, t) + form.render(state.form, t)
        told = _offer_says(state, t) or t("Set up the board game, then start.")
        keep = encode(state.offer) if state.offer else ""
        return View(f'<div class="k-page">{_head(state, "", t)}{body}</div>', told, keep=keep, lang=state.lang)
    code = encode(game)
    aside, charts = controls.aside(state, game, t)
    main = (
        f'{_offer(state, t)}<div class="k-ask k-start"><h2 id="{{{{v}}}}question" tabindex="-1">{words.question(game, t, escape)}</h2>'
        f'<p class="k-say">{words.narrate(game, t, escape, state.since)}</p></div>{board(state, game, t)}{_numbers(game, t)}{_phases(game, t)}'
    )
    body = (
        f'<div class="k-split"><div class="k-main">{main}</div>'
        f'<aside class="k-side" aria-label="{escape(t("The throw and the men"))}">{aside}{count(game, t)}{_rule(game, t)}'
        f"{controls.foot(state, game, code, t)}{_aside(state, t)}</aside></div>"
    )
    keep = encode(state.offer) if state.offer else code if game.thrown else ""
    return View(
        f'<div class="k-page">{_head(state, _where(game, t), t)}{body}</div>',
        _offer_says(state, t) if _offer(state, t) else says(game, t, state.since),
        code,
        keep,
        charts,
        lang=state.lang,
    )


def says(game: Game, t: Translator, since: int | None = None) -> str:
    """What is spoken: what happened, and what is asked."""
    return f"{words.narrate(game, t, since=since)} {words.question(game, t)}"


def static(state: BoardState) -> str:
    """The same where no program runs: the moment in words, and the men as a table."""
    t, game = translator(state.lang), state.game
    if game is None:
        return f"<p>{escape(t('Run this cell to set up the board game and play.'))}</p>"
    return f"<p><b>{words.question(game, t, escape)}</b> {words.narrate(game, t, escape)}</p><p>{escape(where_all_are(game, t))}</p>{men_table(game, t)}"


def _head(state: BoardState, where: str, t: Translator) -> str:
    """The head of a page of its own; in a lesson only which game it is."""
    if state.head:
        return parts.top(where, t, state.home)
    return f'<p class="k-cap" id="{{{{v}}}}where">{where}</p>' if where else ""


def _where(game: Game, t: Translator) -> str:
    where = t("<b>European Acey-deucey</b> · game {n}", n=game.number)
    if any(game.score):
        where += " · " + t("points {one} : {other}", one=game.score[0], other=game.score[1])
    return where


def _offer_says(state: BoardState, t: Translator) -> str:
    if state.offer is None or (state.aside and state.game):
        return ""
    first, second = state.offer.setup.names
    return t("An earlier board game of {first} and {second} was kept, throw {n}. Go on with it?", first=first, second=second, n=state.offer.thrown)  # fmt: skip


def _offer(state: BoardState, t: Translator) -> str:
    told = _offer_says(state, t)
    return parts.offer(t("Go on with your earlier game?"), told, t) if told else ""


def _aside(state: BoardState, t: Translator) -> str:
    """The offer in one line, once somebody plays on in the game on the page: it takes no focus."""
    return parts.offer_aside(t("Go on with your earlier game?"), t) if state.offer and state.aside else ""


# ---- the board ----
def board(state: BoardState, game: Game, t: Translator) -> str:
    """The board, numbered for the one who threw last, with what can be pressed."""
    edge, numbered = state.edge, numbering(game)
    sides = drawing.sides(game.seen_by(edge), drawing.KIND[edge], drawing.KIND[1 - edge])
    numbers = {place: place if numbered == edge else 25 - place for place in range(1, 25)}
    told = drawing.Words(
        where_all_are(game, t),
        t("home of {name}", name=game.setup.names[edge]),
        t("{name}: from 24 to 1", name=game.setup.names[numbered]),
        *(words.tray(side.hand, side.off, t) for side in sides),
    )
    shown = [
        (_drawn(step.source, numbered == edge), _drawn(step.to, numbered == edge)) for step, _ in steps_shown(game)
    ]
    spots = _spots(state, game, t) if waits_for_person(game) and game.phase is Phase.MOVE else []
    legend = t("The board, point by point: arrow keys go from one to the next, Enter moves a man.")
    return drawing.board(sides, told, numbers, shown, spots, legend)


def numbering(game: Game) -> int:
    """Whose numbers the points bear: those of the one who threw last, so that what is told can be found."""
    return game.roller if game.roll else game.mover


def where_all_are(game: Game, t: Translator) -> str:
    """All men in a sentence, in the numbers on the board."""
    numbered = numbering(game)
    names = game.setup.names
    return words.position_says(game.seen_by(numbered), names[numbered], names[1 - numbered], t)


def _drawn(place: int, lower: bool) -> int:
    """Where a place of a player is on the board as it is drawn."""
    if lower:
        return place
    return _OTHER_EDGE.get(place, 25 - place)


def _spots(state: BoardState, game: Game, t: Translator) -> list[drawing.Spot]:
    """Every place of the board in the order of the march, with what stands there and what can be done."""
    roll, lower = game.roll, state.edge == game.mover
    assert roll
    at, found = game.position, []
    steps = roll.steps
    targets = {step.to: step for step in steps if step.source == state.picked}
    places = [HAND, BAR, *range(24, 0, -1)]
    for place in places:
        own = at.hand if place == HAND else at.bar if place == BAR else at.points.get(place, 0)
        if place in (HAND, BAR) and not own:
            continue
        told = _place_says(game, place, own, t)
        on_board = _drawn(place, lower)
        can = [step for step in steps if step.source == place]
        if state.picked and place in targets:
            step = targets[place]
            goes = t(
                "With {number} from {source} to here.", number=step.number, source=words.place_name(step.source, t)
            )
            found.append(drawing.Spot(on_board, f"{told} {goes}", "go", str(step.number), "to"))
        elif can:
            ways = " ".join(t("With {number} to {to}.", number=s.number, to=words.place_name(s.to, t)) for s in can)
            lit = "from" if place == state.picked else "can"
            found.append(drawing.Spot(on_board, f"{told} {ways}", "pick", str(place), lit))
        elif own:
            found.append(drawing.Spot(on_board, f"{told} {t('No step from here now.')}", "pick", str(place)))
        else:
            found.append(drawing.Spot(on_board, told))
    return found


def _place_says(game: Game, place: int, own: int, t: Translator) -> str:
    names, them = game.setup.names, game.position.their_points.get(place, 0)
    where = place_title(place, t)
    if own:
        return t("{place}: men of {name}: {n}.", place=where, name=names[game.mover], n=own)
    if them:
        return t("{place}: men of {name}: {n}.", place=where, name=names[1 - game.mover], n=them)
    return t("{place}: empty.", place=where)


def place_title(place: int, t: Translator) -> str:
    """A place as the heading of what stands there."""
    if place == HAND:
        return t("In the hand")
    return t("On the bar") if place == BAR else t("Point {n}", n=place)


def _numbers(game: Game, t: Translator) -> str:
    """Whose numbers the points bear: they change with the player."""
    told = t("The points bear the numbers of {name}, from the far end to home.", name=game.setup.names[numbering(game)])
    return f'<p class="k-cap">{escape(told)}</p>'


# ---- phases and men ----
def _phases(game: Game, t: Translator) -> str:
    """The stages of a roll that has several, the one that is due marked."""
    roll = game.roll
    if roll is None or game.phase is Phase.OVER:
        return ""
    double = roll.named or (roll.dice[0] if roll.dice[0] == roll.dice[1] else 0)
    if not double and not roll.acey:
        return ""
    stages = [(Stage.PAIR, t("1 and 2")), (Stage.NAME, t("name a double"))] if roll.acey else []
    stages.append((Stage.DOUBLE, t("four times {number}", number=double) if double else t("four times the double")))
    stages.append(
        (Stage.COMPLEMENT, t("four times {number}", number=7 - double) if double else t("four times its complement"))
    )
    stages.append((Stage.AGAIN, t("throw again")))
    if roll.stage is Stage.OVER:
        return ""
    now = [stage for stage, _ in stages].index(roll.stage)
    items = "".join(
        f"<li{' class=is-done' if n < now else ' aria-current=step' if n == now else ''}>{escape(text)}</li>"
        for n, (_, text) in enumerate(stages)
    )
    return f'<ol class="k-steps" aria-label="{escape(t("The parts of this roll"))}">{items}</ol>'


def count(game: Game, t: Translator) -> str:
    """The part of the page that counts the men."""
    return f'<section class="k-part" id="{{{{v}}}}men"><h3>{escape(t("Men"))}</h3>{men_table(game, t)}</section>'


def men_table(game: Game, t: Translator) -> str:
    """How many men of each are where, and how far they all still have to go."""
    rows = []
    for player, name in enumerate(game.setup.names):
        at = game.seen_by(player)
        cells = [at.hand, at.bar, sum(at.points.values()), at.off, at.pips]
        named = f"{drawing.man(drawing.KIND[player])}{escape(name)}"
        rows.append(parts.row([(named, False), *((str(n), True) for n in cells)]))
    head = [(t("Player"), False), *((text, True) for text in (t("Hand"), t("Bar"), t("Board"), t("Off"), t("Pips")))]
    return draw.table(head, rows, t("Men of both players"), "k-count")


def _rule(game: Game, t: Translator) -> str:
    clause, text = words.RULES[words.rule(game)]
    return f'<p class="k-src"><span class="k-code">{clause}</span><span>{escape(t(text))}</span></p>'
