"""The catalogs are whole, keep every placeholder, use one word for one thing; and no page says a word past them."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from string import Formatter, ascii_letters

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo

from acey_teach import tell
from acey_teach.app import pages
from acey_teach.engine.cards import Card, cards
from acey_teach.engine.events import Phase
from acey_teach.engine.odds import odds
from acey_teach.engine.rules import ABOUT, Rules, Value
from acey_teach.engine.session import Session
from acey_teach.engine.settlement import Outcome
from acey_teach.engine.setup import Player
from acey_teach.i18n import Translator, update
from acey_teach.widgets import example_view, panel, table_view
from acey_teach.widgets.example import ExampleApp
from acey_teach.widgets.example_state import ExampleState
from acey_teach.widgets.panel import View
from acey_teach.widgets.predictions import Prediction, hand
from acey_teach.widgets.table import TableState
from acey_teach.widgets.words import narrate, plain
from tests.sessions import auto

TRANSLATED = ("es", "hu")


def entries(lang: str) -> list[tuple[list[str], list[str], Message]]:
    """Each message of a catalog: the English texts, the translated ones, and the message."""
    found = []
    for message in update.read(lang):
        if message.id:
            ids = [message.id] if isinstance(message.id, str) else [*message.id]
            strings = [message.string] if isinstance(message.string, str) else [*message.string]
            found.append((ids, strings, message))
    return found


def fields(text: str) -> set[str]:
    """The placeholders in a text: `{name}`, and `%s` or `%(name)s` in those of argparse."""
    ours = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return ours | {*re.findall(r"%(?:\(\w+\))?[srd]", text)}


# ---- the catalogs ----
def test_catalogs_hold_the_messages_of_the_code_and_nothing_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    status = update.main(["--check"])
    assert status == 0, capsys.readouterr().out


@pytest.mark.parametrize("lang", TRANSLATED)
def test_placeholders_and_tags_survive_translation(lang: str) -> None:
    for ids, strings, message in entries(lang):
        wanted = set().union(*map(fields, ids))
        tags = sorted(re.findall(r"<[^>]*>", ids[-1]))
        said = strings if len(ids) == 1 else [string + "{n}" for string in strings]  # one of a thing may go uncounted
        for string, counted in zip(strings, said, strict=True):
            assert fields(counted) == wanted | ({"n"} if len(ids) > 1 else set()), message.id
            assert sorted(re.findall(r"<[^>]*>", string)) == tags, message.id
            assert string.format(**dict.fromkeys(wanted, "7")), message.id


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_are_clean_text(lang: str) -> None:
    """No stray spaces, a sentence stays a sentence, quotation marks are those of the language."""
    for ids, strings, message in entries(lang):
        for string in strings:
            assert (string[0] == " ", string[-1] == " ") == (ids[-1][0] == " ", ids[-1][-1] == " "), message.id
            assert "  " not in string, message.id
            assert (string[-1] in ".!?") == (ids[-1][-1] in ".!?") or string.endswith("?"), message.id
            assert not set(string) & set('“"') - set(ids[-1]) and ("”" not in string or lang == "hu"), message.id
            assert string.count("«") == string.count("»") and string.count("„") == string.count("”"), message.id
            assert lang != "es" or string.count("¿") == string.count("?"), message.id


@pytest.mark.parametrize("lang", TRANSLATED)
def test_suffixes_and_articles_stay_away_from_placeholders(lang: str) -> None:
    """They depend on how a name, a card or a number is spoken. Spanish may write "del 0 al 7"."""
    hungarian, spanish = r"\}[-–]?[a-záéíóöőúüű]|\b[Aa]z? „?\{", r"\b([Dd]el|[Ee]l|[Ll]a|[Uu]na?) «?\{(?!low|last|percent)"
    wrong = hungarian if lang == "hu" else spanish
    for _, strings, message in entries(lang):
        for string in strings:
            assert not re.search(wrong, string), message.id


# English -> (Spanish, Hungarian): one name for one thing
TERMS = {
    r"\bsession": ("partida", "játszm"),
    r"(?<!way )(?<!not )\brounds?\b": ("ronda", r"\bkör"),
    r"\bpot\b": ("bote", "kassz"),
    r"\bantes?\b": ("entrada", "beugró"),
    r"\bchips?\b": ("ficha", "zseton"),
    r"\bstakes?d?\b": ("ap(ue|o)st", "tét|tett|tenni"),
    r"\bposts?\b": ("poste", "kapufa|kapufá"),
    r"\bdealer\b|\bdeals\b": ("repart", "oszt"),
    r"\bcuts?\b": ("cort", "emel"),
    r"\bshuffle": ("baraja", "kever"),
    r"\bthird card\b": ("tercera", "harmadik"),
    r"\bunseen\b": ("sin ver", "nem látott"),
    r"\binside\b": ("dentro", "belül"),
    r"\boutside\b": ("fuera", "kívül"),
    r"\bexpected value\b": ("valor esperado|calculador", "várható érték|számoló"),
    r"\bodds\b": ("probabilidad", "esély"),
    r"\bseed\b": ("semilla", r"\bmag"),
}
REJECTED = (r"\b(sesi[oó]n|ante|pozo|dealer|crupier|rangos?|no vistas)\b", r"\b(ante|pot|menet|parti|fogadás|bank)\b")


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_build_takes_every_message(lang: str) -> None:
    """“95 % interval” once looked like a directive of the % operator, and the wheel could not be built."""
    catalog = update.read(lang)
    assert [str(error) for message in catalog for error in message.check(catalog)] == []


SHORT = 60
"""Letters of a text in which every term has to stand."""


def words(text: str) -> str:
    """A text without its placeholders and without code."""
    return re.sub(r"\{[^}]*\}|`[^`]*`", "", text)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_one_name_for_one_thing(lang: str) -> None:
    """In labels and short sentences always; a long text may leave a word out where the sentence stays clear."""
    column, other, rejected, met, free = TRANSLATED.index(lang), [], [], 0, 0
    for ids, strings, _ in entries(lang):
        for string in map(words, strings):
            for english, found in TERMS.items():
                if re.search(english, words(ids[-1]), re.I):
                    met += 1
                    if not re.search(found[column], string, re.I):
                        if len(ids[-1]) <= SHORT:
                            other.append((english, ids[-1], string))
                        free += 1
            if re.search(REJECTED[column], string, re.I):
                rejected.append(string)
    assert (other, rejected) == ([], [])
    assert free <= met // 20


@pytest.mark.parametrize("lang", TRANSLATED)
def test_plural_forms(lang: str) -> None:
    out = io.BytesIO()
    write_mo(out, update.read(lang))
    out.seek(0)
    catalog = gettext.GNUTranslations(out)
    one, many = (catalog.ngettext("{n} chip", "{n} chips", n) for n in (1, 2))
    assert (one == many) == (lang == "hu")  # Hungarian counts in the singular
    assert catalog.ngettext("{n} chip", "{n} chips", 0) == many


# ---- nothing goes past the translator ----
WIDE = {ord(c): ord(c) + 0xFEE0 for c in ascii_letters}


def disguised(message: str) -> str:
    """`message` in wide letters, except placeholders and tags: what is plain ASCII on a page was not translated."""
    parts = re.split(r"(\{[^}]*\}|<[^>]*>)", message)
    return "".join(part if part[:1] in "{<" else part.translate(WIDE) for part in parts)


class _Disguise(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return disguised(message)

    def pgettext(self, context: str, message: str) -> str:
        return disguised(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return disguised(msgid1 if n == 1 else msgid2)


@pytest.fixture
def t(monkeypatch: pytest.MonkeyPatch) -> Translator:
    """A language in which every translated letter is wide, in use on all pages."""
    made = Translator("en")
    made._catalog = _Disguise()
    for module in (table_view, example_view, panel):
        monkeypatch.setattr(module, "translator", lambda lang: made)
    return made


class _Texts(HTMLParser):
    """Collects what a person reads or hears in HTML, without the brand, the language names, keys and codes."""

    SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-copied", "aria-valuetext", "aria-description")
    VOID = ("input", "br", "img", "meta", "link", "hr")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped: list[bool] = [False]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        classes = found.get("class", "").split()
        skip = self.skipped[-1] or tag in ("kbd", "script", "style") or bool({"k-code", "k-brand", "k-lang"} & {*classes})
        if not skip or "k-lang" in classes:
            self.texts += [found[key] for key in self.SPOKEN if key in found]
        if tag not in self.VOID:
            self.skipped.append(skip)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self.skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self.skipped[-1]:
            self.texts.append(data)


def leaks(texts: list[str], *known: str) -> list[str]:
    """The texts in which an ASCII word is left that is no rank and not among the `known` ones."""
    found = []
    for text in texts:
        rest = text
        for word in known:
            rest = rest.replace(word, "")
        if re.search(r"[a-zA-Z]", re.sub(r"(?<![a-zA-Z])(?:[JQKA](?![a-zA-Z])|[2-9TJQKA][cdhs]\b)|\b10[cdhs]\b", "", rest)):
            found.append(text)
    return found


def read(html: str) -> list[str]:
    return _Texts(html).texts


def view_texts(view: View) -> list[str]:
    """All that a view says: its page, its spoken sentence, the words in the rows of its charts."""
    keys = ("label", "who", "text", "percent", "evlabel", "evnote", "axis")
    rows = [str(row[key]) for chart in view.charts.values() for row in chart for key in keys if row.get(key)]
    return [*read(view.html), view.says, *rows, *view.notices.values()]


PEOPLE = ("Ж", "Ю", "Я")
HOUSE: list[tuple[dict[str, Value], str]] = [
    ({"pair": "split"}, "8c 5c 9c 8d 2h"),
    ({"pair": "split", "split_mode": "committed", "ace_post_x4": True}, "8c 5c 9c 8d Ah"),
    ({"deal": "two_on_turn", "blind_pot": True, "pair": "hilo", "half_cap": False, "debt": "debt"}, "8c 8d 9h"),
    ({"ace_choice": True, "ace_post_x4": True, "autopot": "any", "post_bet": True, "debt": "short"}, "Ac 5c 9c 2d Ah"),
    ({"pair": "hilo", "satan": True, "first_orbit_half_pot": True, "decks": 2}, "6c 5c 9c 6d 6h"),
]
"""Rules of part B with the cards that call for their choices; between them every phase there is."""


def moments() -> Iterator[TableState]:
    """A table at every single step: sessions with passes, all three outcomes, forced passes, and all endings."""
    yield TableState()
    yield TableState(offer=Session.new(PEOPLE, seed="demo").choose_dealer(0))
    bots = [Player(PEOPLE[0]), Player(PEOPLE[1], "bold"), Player(PEOPLE[2], "random")]
    tables = ((bots, [100, 101, 100], 2), (PEOPLE[:2], [40, 40], 99), (PEOPLE, [1, 7, 3], 99), (PEOPLE[:2], [9, 9], 0))
    for seats, chips, stake in tables:
        session = Session.new(seats, seed="k7m2q9", start_chips=chips)
        yield TableState(session=session)
        predicted: tuple[Prediction, ...] = ()
        while session.phase is not Phase.OVER:
            session = _on(session, stake)
            yield TableState(session=session, every_step=True)
            if session.phase is Phase.DECISION:
                yield TableState(session=session, hide=True, predictions=predicted)
                for i, outcome in enumerate(Outcome):
                    chance = [Fraction(7, 13), None, Fraction(1, 3)][(session.turn + i) % 3]
                    made = Prediction(session.round, session.seat, outcome, chance, hand(session))
                    yield TableState(session=session, hide=True, posts_only=True, predictions=(*predicted, made))
                predicted = (*predicted, made)
            elif session.phase in (Phase.DISCARD, Phase.OVER):
                yield TableState(session=session, hide=True, predictions=predicted)
    for changes, top in HOUSE:
        rules = Rules.of({**changes, "max_rounds": 1})
        for seed in ("f", "g", "h"):
            new = Session.new([Player(name, "random") for name in PEOPLE], rules, seed=seed, decks=[cards(top)])
            yield from (TableState(session=step, every_step=True) for step in auto(new.choose_dealer(0)).steps)


def _on(session: Session, stake: int) -> Session:
    match session.phase:
        case Phase.CHOOSE_DEALER:
            return session.choose_dealer()
        case Phase.CUT:
            return session.cut()
        case Phase.DECISION:
            most = min(stake, session.limit.stake)
            return session.bet(most) if most else session.pass_()
    return session.next()


def hands() -> Iterator[ExampleState]:
    """The worked example: each prediction, four ways and a mixture, each kind of third card, one more card seen."""
    app, state = ExampleApp(), ExampleApp().start()
    yield state
    for guess in ("good", "bad", "fair"):
        yield (said := app.guess(ExampleApp().start(), {"value": guess}))
        yield (state := app.reveal(said, {}))
    for way in ("single", "replaced", "seen"):
        yield app.judge(state, {"value": way})
    yield app.see(app.cost(app.pack(state, {"value": "back"}), {"value": "once"}), {"value": "all"})
    for card in ("9h", "Qs", "Kh", "Ad"):
        state = app.turn(state, {"value": card})
        yield state
        yield app.see(state, {"see": "Jc"})


def test_every_phase_and_ending_is_among_the_moments() -> None:
    sessions = [state.session for state in moments() if state.session]
    assert {session.phase for session in sessions} == {*Phase}
    assert {session.outcome for session in sessions} == {None, *Outcome}
    assert len({session.result.ending for session in sessions if session.result}) == 3


def test_no_word_of_the_table_goes_past_the_translator(t: Translator) -> None:
    for state in moments():
        assert leaks(view_texts(table_view.view(state))) == []
        assert leaks(read(table_view.static(state))) == []


def test_no_word_of_the_worked_example_goes_past_the_translator(t: Translator) -> None:
    for state in hands():
        assert leaks(view_texts(example_view.view(state))) == []
        assert leaks(read(example_view.static(state))) == []


def test_no_word_of_the_start_page_or_the_command_line_goes_past_the_translator(t: Translator) -> None:
    titles = [text for entry in pages.notebooks.entries("en") for text in (entry.title, entry.summary)]
    for page in (pages.landing, pages.loading, pages.fault, pages.lost):
        assert leaks(read(page(t)), *titles) == []
    posts, seen = (Card("4c"), Card("Qd")), [Card("9s"), Card("Kh")]
    lines = tell.odds_text(odds(posts, seen), seen, 2, 10, t)
    session = next(state.session for state in moments() if state.session and state.session.phase is Phase.OVER)
    assert leaks([lines, *tell.session_text(session, t).splitlines()[:-1]]) == []  # the last line is the session code
    assert leaks([narrate(step, plain(t)) for step in session.steps]) == []
    assert leaks([t(about.says) for about in ABOUT.values()]) == []
    assert leaks([t(text) for about in ABOUT.values() for choice in about.choices.values() for text in choice], "AutoPot") == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_moment_can_be_shown_in_every_language(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the catalogs as they are now, compiled in memory: a broken placeholder would raise."""
    out = io.BytesIO()
    write_mo(out, update.read(lang))
    out.seek(0)
    made = Translator("en")
    made.lang, made._catalog, made._comma = lang, gettext.GNUTranslations(out), ","
    for module in (table_view, example_view):
        monkeypatch.setattr(module, "translator", lambda lang: made)
    pages_ = [html for state in moments() for html in (table_view.view(state).html, table_view.static(state))]
    pages_ += [html for hand in hands() for html in (example_view.view(hand).html, example_view.static(hand))]
    labels = {label.strip() for html in pages_ for label in re.findall(r'class="k-btn[^>]*>([^<]+)<', html)}
    assert [label for label in labels if len(label) > 22] == []  # fits a phone
