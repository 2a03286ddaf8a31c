"""The points wording: which texts need it, and that it keeps what it stands in for."""

from __future__ import annotations

import gettext
import io
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from acey_teach.i18n import LANGUAGES, POINTS, Translator, catalogs, points


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", text) for text in ("Bet {n}", "the POT", "Two chips.", "staked", "an ante", "gambling")]
    + [("es", text) for text in ("Apuesta {n}", "apostarías", "el bote", "3 fichas", "Entradas", "apostó")]
    + [("hu", text) for text in ("tét", "tétje", "téttel", "kasszából", "zsetont", "beugrót", "fogadás", "feltett")],
)
def test_betting_words_are_found(lang: str, text: str) -> None:
    assert points.bets(text, lang)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", text) for text in ("better {pot}", "spot {stake}", "`--stake 2`", "<b class=pot>x</b>", "[x](ante.ipynb)", "odds", "betray")]
    + [("es", text) for text in ("antes", "botón", "{apuesta}", "ficheros")]
    + [("hu", text) for text in ("tétel", "elfogad", "ettől", "{tét}", "tette")],
)
def test_other_words_are_not(lang: str, text: str) -> None:
    assert not points.bets(text, lang)


def usual() -> Catalog:
    made = Catalog("es")
    made.add("Bet {n}", "Apuesta {n}")
    made.add("odd", "apuesta", context="one")
    made.add(("{n} chip", "{n} chips"), ("{n} ficha", "{n} fichas"))
    made.add("Pass", "Pasar")
    made.add("Pot")
    return made


def test_each_language_lists_what_its_own_text_makes_necessary() -> None:
    found = points.template("es", [usual()])
    assert [(m.context, m.id) for m in found if m.id] == [
        (None, "Bet {n}"), ("one", "odd"), (None, ("{n} chip", "{n} chips")),
    ]  # fmt: skip
    assert {m.id for m in points.template("en", [usual()]) if m.id} == {"Bet {n}", ("{n} chip", "{n} chips"), "Pot"}
    assert found["Bet {n}"].auto_comments == ["Apuesta {n}"]


def test_a_text_with_a_betting_word_left_is_told() -> None:
    catalog = points.template("es", [usual()])
    catalog["Bet {n}"].string = "Jugar {n}"
    assert points.still(catalog, "es") == []
    catalog.get("odd", "one").string = "la apuesta"
    assert [m.id for m in points.still(catalog, "es")] == ["odd"]


def test_a_points_text_is_looked_at_again_when_the_usual_text_changes(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    file = catalogs.path("es", POINTS)
    file.parent.mkdir(parents=True)
    for text, fuzzy in (("Apuesta {n}", False), ("Apuesta {n}", False), ("Apuesta ya {n}", True)):
        source = usual()
        source["Bet {n}"].string = text
        catalog = catalogs.updated("es", points.template("es", [source]), POINTS)
        if not file.exists():
            catalog["Bet {n}"].string = "Jugar {n}"
        assert catalog["Bet {n}"].string == "Jugar {n}" and catalog["Bet {n}"].fuzzy is fuzzy
        file.write_bytes(catalogs.written(catalog, POINTS))
    assert file.read_text().startswith("# apostar")


def test_the_wording_stands_in_front_of_the_language() -> None:
    def compiled(catalog: Catalog) -> gettext.GNUTranslations:
        out = io.BytesIO()
        write_mo(out, catalog)
        out.seek(0)
        return gettext.GNUTranslations(out)

    worded = Catalog("en")  # two plural forms, as in our catalogs
    worded.add("Bet {n}", "Jugar {n}")
    worded.add(("{n} chip", "{n} chips"), ("{n} punto", "{n} puntos"))
    worded.add("odd", "jugada", context="one")
    t = Translator("es")
    t._catalog = compiled(worded)
    t._catalog.add_fallback(compiled(usual()))
    assert [t("Bet {n}", n=2), t("Pass"), t("Unknown"), t.pgettext("one", "odd")] == ["Jugar 2", "Pasar", "Unknown", "jugada"]
    assert [t.ngettext("{n} chip", "{n} chips", n) for n in (1, 2)] == ["1 punto", "2 puntos"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_texts_keep_every_placeholder(lang: str) -> None:
    for message in catalogs.read(lang, POINTS):
        if message.id and not catalogs.is_open(message):
            wanted = {name for text in points.forms(message.id) for _, name, _, _ in Formatter().parse(text) if name}
            for text in points.forms(message.string):
                found = {name for _, name, _, _ in Formatter().parse(text) if name}
                assert found == wanted or (isinstance(message.id, tuple) and found | {"n"} == wanted | {"n"}), message.id
