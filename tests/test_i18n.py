"""Numbers, lists and sentences as each language writes them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acey_teach.engine.refusal import Refusal, Word, shown
from acey_teach.i18n import LANGUAGES, MINUS, SPACE, TAGS, Translator, pick, query, switched, translator

CALM = settings(deadline=None, derandomize=True)
languages = st.sampled_from(list(LANGUAGES))
amounts = st.integers() | st.fractions()


@pytest.fixture(params=LANGUAGES)
def t(request: pytest.FixtureRequest) -> Translator:
    return translator(request.param)


@given(languages, amounts)
@CALM
def test_exact_numbers_can_be_read_back(lang: str, value: int | Fraction) -> None:
    t = translator(lang)
    assert Fraction(t.number(value).replace(MINUS, "-")) == value
    assert Fraction(t.signed(value).replace(MINUS, "-")) == value
    assert t.signed(value)[0] == (MINUS if value < 0 else "+" if value > 0 else "0")
    assert "-" not in t.number(value)


@given(languages, st.fractions(-1000, 1000, max_denominator=10**6), st.integers(0, 6), st.booleans())
@CALM
def test_a_decimal_is_the_nearest_one(lang: str, value: Fraction, places: int, signed: bool) -> None:
    t = translator(lang)
    text = t.decimal(value, places, signed=signed)
    back = Fraction(text.replace(MINUS, "-").replace(",", "."))
    assert abs(back - value) <= Fraction(1, 2 * 10**places)
    assert len(text.partition("." if lang == "en" else ",")[2]) == places
    assert text.startswith("+") is (signed and back > 0)
    assert text.startswith(MINUS) is (back < 0)  # never a negative nothing


@pytest.mark.parametrize(
    ("value", "wanted"), [(Fraction(1, 2), "50"), (Fraction(1, 200), "1"), (Fraction(27, 46), "59"), (Fraction(0), "0")]
)
def test_percent_is_rounded_half_up(t: Translator, value: Fraction, wanted: str) -> None:
    assert t.percent(value) in (f"{wanted}{SPACE}%", f"{wanted}%")


def test_listing(t: Translator) -> None:
    assert t.listing([]) == ""
    assert t.listing(["{x}"]) == "{x}"
    last_word = {"en": "and", "es": "y", "hu": "és"}[t.lang]
    assert t.listing(["{x}", "b", "{items}"]) == f"{{x}}, b {last_word} {{items}}"


def test_values_are_never_read_as_places(t: Translator) -> None:
    assert t("{a} {b}", a="{b}", b="{a}") == "{b} {a}"
    assert t("") == ""
    assert t("{kept} as it is") == "{kept} as it is"


@given(st.integers(0, 10**6))
@CALM
def test_plural_in_english(n: int) -> None:
    assert translator("en").ngettext("{n} card", "{n} cards", n) == f"{n} card{'' if n == 1 else 's'}"


def test_a_translator_a_language() -> None:
    assert all(translator(lang) is translator(lang) for lang in LANGUAGES)
    assert [translator(lang).lang for lang in LANGUAGES] == list(LANGUAGES)
    for wrong in ("de", "", "EN", "../en", "x" * 10**6):
        with pytest.raises(ValueError, match="unknown language") as error:
            translator(wrong)
        assert len(str(error.value)) < 100


def test_a_tag_is_a_language_in_a_wording() -> None:
    assert TAGS == ("en", "es", "hu", "en-x-points", "es-x-points", "hu-x-points")
    for tag in TAGS:
        t = translator(tag)
        assert (t.tag, t.lang, t.words) == (tag, tag[:2], "points" if tag.endswith("-x-points") else "")
        assert pick(tag) == switched(tag, t.lang) == tag
        assert pick(**dict(part.split("=") for part in query(tag).replace("lang", "wanted").split("&"))) == tag
        assert t.decimal(Fraction(1, 2)) == ("0.50" if t.lang == "en" else "0,50")
        for other in LANGUAGES:
            assert switched(switched(tag, other), t.lang) == tag


@given(st.none() | st.text(max_size=12) | st.sampled_from(TAGS), st.sampled_from(TAGS), st.none() | st.text(max_size=9))
@CALM
def test_pick_always_finds_a_tag(wanted: str | None, default: str, words: str | None) -> None:
    assert pick(wanted, default, words) in TAGS
    assert pick(wanted, default, "points").endswith("-x-points")


def test_pick_keeps_the_wording_asked_for() -> None:
    assert pick("hu", "en-x-points") == "hu" and pick("de", "es-x-points") == "es-x-points"
    assert pick("es-x-points", words=None) == pick("es_MX.UTF-8", words="points") == "es-x-points"
    assert pick("es-x-poker") == "es" and pick("es", words="poker") == "es"


@given(st.none() | st.text(max_size=12))
@CALM
def test_pick_always_finds_a_language(wanted: str | None) -> None:
    assert pick(wanted) in LANGUAGES
    assert pick(wanted, "hu") in LANGUAGES


def test_pick_reads_locale_names() -> None:
    assert [pick(w) for w in ("es", "ES_mx.UTF-8", "hu-HU", "de_DE", "C", "", None)] == ["es", "es", "hu", *["en"] * 4]
    assert pick("de", "hu") == "hu"


def test_a_refusal_speaks_the_language_of_its_reader(t: Translator) -> None:
    refusal = Refusal("stake-low", "First cut the pack.")
    assert refusal.sentence(t) == t("First cut the pack.")
    assert str(refusal) == "First cut the pack."
    outer = Refusal(
        "x", "{what} – {name}", what=Word("First cut the pack."), name="First cut the pack.", code="a", message="b"
    )
    assert outer.sentence(t) == f"{t('First cut the pack.')} – First cut the pack."
    assert (outer.code, outer.message, outer.values["code"]) == ("x", "{what} – {name}", "a")


class Rude:
    def __str__(self) -> str:
        raise RuntimeError("no text")


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "value", ["x" * 10**7, "a\0b\n\u202e", "\ud800", 10**5000, Rude(), nested(5000), None, {}, b"\xff"],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_somebody_typed_is_shown_short_and_plain(value: Any) -> None:
    text = shown(value)
    assert len(text) <= 24
    assert text.isprintable()
