"""Written when the package is built: the landing page and the few sentences Voila's template shows, in every language.

    pages/landing-en.html ...   the page at /, a template itself: `home` is the address of the folder of notebooks
    pages/prose-table.html ...  the prose of each notebook, see `acey_teach.app.prose`
    pages/languages.html        the tags of languages and wordings, the names of the notebooks
    pages/loading.html          while the kernel starts
    pages/fault.html            in place of a cell that failed
    pages/lost.html             for a page that does not exist or could not be shown
    static/favicon.svg

What does not know its reader's language beforehand holds all of them, each with the tags of those who read it; the
stylesheet shows one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path

from acey_teach.app import notebooks, prose
from acey_teach.app.notebooks import Entry
from acey_teach.engine.cards import Card
from acey_teach.i18n import LANGUAGES, TAGS, Translator, pick, query, switched, translator
from acey_teach.widgets.draw import LOGO, back, card

FAVICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><style>
svg { color: #16211d } @media (prefers-color-scheme: dark) { svg { color: #eef1ee } }</style>%s</svg>
"""


def build(out: Path) -> None:
    """Write the pages and the icon into the folders `pages` and `static` of `out`."""
    (out / "pages").mkdir(parents=True, exist_ok=True)
    (out / "static").mkdir(exist_ok=True)
    written = {f"landing-{tag}": landing(translator(tag)) for tag in TAGS}
    written |= {"loading": LOGO + in_each(loading), "fault": in_each(fault), "lost": in_each(lost)}
    books = prose.build(out / "pages")
    written["languages"] = f"{{% set tags, books = {list(TAGS)}, {books} %}}"  # for the templates themselves
    for name, html in written.items():
        (out / "pages" / f"{name}.html").write_text(html + "\n", encoding="utf-8")
    (out / "static" / "favicon.svg").write_text(
        FAVICON % LOGO[LOGO.index(">") + 1 : LOGO.rindex("<")], encoding="utf-8"
    )


def in_each(text: Callable[[Translator], str]) -> str:
    """The same text in every language, one block each; in both wordings where they differ."""
    found: dict[str, list[str]] = {}
    for tag in TAGS:
        found.setdefault(text(translator(tag)), []).append(tag)
    blocks = "".join(f'<div lang="{tags[0]}" data-tags="{" ".join(tags)}">{said}</div>' for said, tags in found.items())
    return f'<div class="k-tongues">{blocks}</div>'


# ---- the start page ----
def landing(t: Translator) -> str:
    """The start page: the question of the game, a way in for a teacher, for a class and for somebody alone."""
    known = notebooks.entries(t.tag)
    by_name = {entry.name: entry for entry in known}
    lessons = [entry for entry in known if entry.kind == "lesson"]
    question = t("Will the third card fall between the posts?")
    aim = t(
        "A card game for two to eight players, and a way into counting, chance and fair bets. "
        "Every number on the table is exact and can be explained."
    )
    buttons = ""
    if "table" in by_name:
        buttons += f'<a class="k-btn is-main" href="{_address(by_name["table"], t)}">{escape(t("Open a table"))}</a>'
    if lessons:
        buttons += f'<a class="k-btn" href="{_address(lessons[0], t)}">{escape(t("Start with lesson {n}", n=1))}</a>'
    return f"""<div class="kit"><div class="k-page k-landing">
<header class="k-top"><a class="k-brand" href="?{escape(query(t.tag))}">{LOGO}Acey Deucey</a><span class="k-push"></span>{languages(t)}</header>
<main><section class="k-hero"><div><h1>{escape(question)}</h1>
<p class="k-aim">{escape(aim)}</p>
<p class="k-act">{buttons}</p></div>
<div class="k-hand" aria-hidden="true">{card(Card("4♣"), "")}{back("")}{card(Card("Q♦"), "")}</div></section>
<div class="k-paths">{_teaching(known, lessons, t)}{_in_class(known, lessons, t)}{_alone(known, lessons, t)}</div></main></div></div>"""


def _teaching(known: list[Entry], lessons: list[Entry], t: Translator) -> str:
    """A teacher: everything large, for a projector."""
    title, summary = t("The table, large on the wall"), t("For predicting together, with votes by hand.")
    tables = [replace(entry, title=title, summary=summary) for entry in known if entry.kind == "table"]
    rows = "".join(_row(entry, t, present=True) for entry in tables)
    made = "".join(_row(entry, t) for kind in ("practice", "make") for entry in known if entry.kind == kind)
    wall = t("The lessons, large on the wall")
    paper = t("“Print” under a table or a lesson makes a handout of it, with the answers on a sheet of their own.")
    return (
        f"<section class=k-path><h2>{escape(t('I teach a class'))}</h2>"
        f"<p>{escape(t('Show the table on the wall, collect votes, hand out what was played.'))}</p>"
        f"<div><ul class=k-list>{rows}{made}</ul>{_fold(wall, lessons, t, present=True)}</div>"
        f"<p class=k-cap>{escape(paper)}</p>{_wording(t)}</section>"
    )


def _wording(t: Translator) -> str:
    """The way to the other wording, for classes where betting words are out of place, and back."""
    other = t.lang if t.words else pick(t.lang, words="points")
    text = t("Back to the words of the card table") if t.words else t("The same told as a game for points")
    return f'<p class=k-cap><a href="?{escape(query(other))}">{escape(text)}</a></p>'


def _in_class(known: list[Entry], lessons: list[Entry], t: Translator) -> str:
    """A pupil: the code on the board leads to the same cards."""
    tables = {entry.name: _address(entry, t).partition("?")[0] for entry in known if entry.kind == "table"}
    places = json.dumps({entry.name: _address(entry, t).partition("?")[0] for entry in lessons})
    asked = [entry for entry in known if entry.kind == "practice"]
    practice = json.dumps(next((_address(entry, t).partition("?")[0] for entry in asked), ""))
    rows = "".join(_row(entry, t) for entry in asked)
    words = f'<input type="hidden" name="words" value="{t.words}">' if t.words else ""
    return f"""<section class="k-path"><h2>{escape(t("I am in a class"))}</h2>
<p>{escape(t("Join with the code on the board: everybody gets the same cards."))}</p>
<form class="k-answer k-join" action="{next(iter(tables.values()), "")}"><input type="hidden" name="lang" value="{t.lang}">{words}
<label class="k-field">{escape(t("Code of a session or a lesson"))}<input name="code" required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<button class="k-btn is-main">{escape(t("Join"))}</button></form>
<script>
{{ // the code of a lesson names it, L1.posts.…; that of a progress begins with P1
  const form = document.currentScript.previousElementSibling, table = form.getAttribute("action"), lessons = {places};
  form.addEventListener("submit", () => {{
    const code = form.elements.code, [kind, name = "", ...rest] = code.value.trim().split("."), slug = name.toLowerCase();
    const known = kind.toUpperCase() === "L1" && Object.hasOwn(lessons, slug);
    form.action = known ? lessons[slug] : kind.toUpperCase() === "P1" && {practice} || table;
    if (known) code.value = ["L1", slug, ...rest].join(".");     // phones like to write capitals
  }});
}}
</script>
<p class="k-cap">{escape(t("The same field brings back a session of yours, here or on another computer."))}</p>
<div>{f"<ul class=k-list>{rows}</ul>" if rows else ""}{_fold(t("The lessons"), lessons, t)}</div></section>"""


def _alone(known: list[Entry], lessons: list[Entry], t: Translator) -> str:
    """Somebody alone: everything there is, in its order."""
    rest = [entry for kind in ("practice", "table", "make") for entry in known if entry.kind == kind]
    rows = "".join(_row(entry, t, number) for number, entry in enumerate([*lessons, *rest], 1))
    return (
        f"<section class=k-path><h2>{escape(t('I learn alone'))}</h2>"
        f"<p>{escape(t('At your own pace. Each lesson has a code that brings you back to where you were.'))}</p>"
        f"<ul class=k-list>{rows}</ul></section>"
    )


def _fold(label: str, lessons: list[Entry], t: Translator, present: bool = False) -> str:
    rows = "".join(_row(entry, t, number, present=present, brief=True) for number, entry in enumerate(lessons, 1))
    if not rows:
        return ""
    return f"<details class=k-fold><summary>{escape(label)}</summary><ul class=k-list>{rows}</ul></details>"


def _row(entry: Entry, t: Translator, number: int = 0, *, present: bool = False, brief: bool = False) -> str:
    """A notebook in a list."""
    minutes = escape(t("{n} min", n=entry.minutes)) if entry.minutes else ""
    more = "" if brief else f'<br><span class="k-cap">{escape(entry.summary)}</span>'
    return (
        f'<li><a href="{_address(entry, t, present)}"><span class="no">{number or "→"}</span>'
        f'<span><b>{escape(entry.title)}</b>{more}</span><span class="min">{minutes}</span></a></li>'
    )


def _address(entry: Entry, t: Translator, present: bool = False) -> str:
    """Where a notebook is, for an attribute; `home` is filled in by the template."""
    return f"{{{{ home }}}}{entry.path}?{escape(query(t.tag))}{'&amp;present=1' if present else ''}"


def languages(t: Translator) -> str:
    """Links to the same page in each language."""
    links = "".join(
        f'<a href="?{escape(query(switched(t.tag, lang)))}" lang="{lang}"{" aria-current=true" if lang == t.lang else ""}>{name}</a>'
        for lang, name in LANGUAGES.items()
    )
    label = t("Language")
    return f'<nav class="k-lang" aria-label="{escape(label)}">{links}</nav>'


def loading(t: Translator) -> str:
    """What a visitor reads until the notebook has run."""
    dealing, slow = t("Dealing the cards…"), t("This takes longer than usual. It goes on by itself.")
    script = t("This page needs JavaScript.")
    return (
        f'<h1 class="k-loading-text">{escape(dealing)}</h1><p class="k-slow">{escape(slow)}</p>'
        f"<noscript><p>{escape(script)}</p></noscript>"
    )


def fault(t: Translator) -> str:
    """In place of a cell that failed."""
    head = t("This part of the page could not be made.")
    what = t(
        "Load the page again. If it happens again, tell whoever started the kit: "
        "the reason stands in the window it was started from."
    )
    return f"<h2>{escape(head)}</h2><p>{escape(what)}</p>"


def lost(t: Translator) -> str:
    """For an address that leads nowhere."""
    head, what, start = (
        t("This page could not be shown."),
        t("Check the address, or start again."),
        t("To the start page"),
    )
    return (
        f"<h1>{escape(head)}</h1><p>{escape(what)}</p>"
        f'<p><a class="k-btn is-main" href="{{{{ start }}}}?{escape(query(t.tag))}">{escape(start)}</a></p>'
    )
