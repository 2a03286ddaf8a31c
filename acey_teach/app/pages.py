"""Written when the package is built: the landing page and the few sentences Voila's template shows, in every language.

    pages/landing-en.html ...   the page at /, a template itself: `home` is the address of the folder of notebooks
    pages/loading.html          while the kernel starts
    pages/fault.html            in place of a cell that failed
    pages/lost.html             for a page that does not exist or could not be shown
    static/favicon.svg

What does not know its reader's language beforehand holds all of them; the stylesheet shows one.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from acey_teach.app import notebooks
from acey_teach.engine.cards import Card
from acey_teach.i18n import LANGUAGES, Translator, translator
from acey_teach.widgets.draw import LOGO, back, card

FAVICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><style>
svg { color: #16211d } @media (prefers-color-scheme: dark) { svg { color: #eef1ee } }</style>%s</svg>
"""


def build(out: Path) -> None:
    """Write the pages and the icon into the folders `pages` and `static` of `out`."""
    (out / "pages").mkdir(parents=True, exist_ok=True)
    (out / "static").mkdir(exist_ok=True)
    written = {f"landing-{lang}": landing(translator(lang)) for lang in LANGUAGES}
    written |= {"loading": LOGO + in_each(loading), "fault": in_each(fault), "lost": in_each(lost)}
    written["languages"] = f"{{% set languages = {list(LANGUAGES)} %}}"  # for the templates themselves
    for name, html in written.items():
        (out / "pages" / f"{name}.html").write_text(html + "\n", encoding="utf-8")
    (out / "static" / "favicon.svg").write_text(
        FAVICON % LOGO[LOGO.index(">") + 1 : LOGO.rindex("<")], encoding="utf-8"
    )


def in_each(text: Callable[[Translator], str]) -> str:
    """The same text in every language, one block each."""
    blocks = "".join(f'<div lang="{lang}">{text(translator(lang))}</div>' for lang in LANGUAGES)
    return f'<div class="k-tongues">{blocks}</div>'


def landing(t: Translator) -> str:
    """The start page: the question of the game, the notebooks there are, a way back to a session."""
    known = notebooks.entries(t.lang)
    address = {entry.name: f"{{{{ home }}}}{entry.path}?lang={t.lang}" for entry in known}
    rows = ""
    for number, entry in enumerate(known, 1):
        minutes = t("{n} min", n=entry.minutes) if entry.minutes else ""
        rows += (
            f'<li><a href="{address[entry.name]}"><span class="no">{number}</span><span><b>{escape(entry.title)}</b><br>'
            f'<span class="k-cap">{escape(entry.summary)}</span></span><span class="min">{minutes}</span></a></li>'
        )
    buttons = ""
    for name, label, main in (
        ("table", t("Open a table"), " is-main"),
        ("worked-example", t("See one bet worked out"), ""),
    ):
        if name in address:
            buttons += f'<a class="k-btn{main}" href="{address[name]}">{escape(label)}</a>'
    question = t("Will the third card fall between the posts?")
    aim = t(
        "A card game for two to eight players, and a way into counting, chance and fair bets. "
        "Every number on the table is exact and can be explained."
    )
    what, again = t("Where to start"), t("Go on with a session")
    about_code = t("Every table shows its session code. It brings the whole session back, here or on another computer.")
    code, go_on = t("Session code"), t("Go on")
    return f"""<div class="kit"><div class="k-page k-landing">
<header class="k-top"><a class="k-brand" href="?lang={t.lang}">{LOGO}Acey Deucey</a><span class="k-push"></span>{languages(t)}</header>
<main><section class="k-hero"><div><h1>{escape(question)}</h1>
<p class="k-aim">{escape(aim)}</p>
<p class="k-act">{buttons}</p></div>
<div class="k-hand" aria-hidden="true">{card(Card("4♣"), "")}{back("")}{card(Card("Q♦"), "")}</div></section>
<div class="k-paths"><section class="k-path"><h2>{escape(what)}</h2><ul class="k-list">{rows}</ul></section>
<section class="k-path"><h2>{escape(again)}</h2>
<p>{escape(about_code)}</p>
<form class="k-answer" action="{address.get("table", "").partition("?")[0]}"><input type="hidden" name="lang" value="{t.lang}">
<label class="k-field">{escape(code)}<input name="code" required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
<button class="k-btn">{escape(go_on)}</button></form></section></div></main></div></div>"""


def languages(t: Translator) -> str:
    """Links to the same page in each language."""
    links = "".join(
        f'<a href="?lang={lang}" lang="{lang}"{" aria-current=true" if lang == t.lang else ""}>{name}</a>'
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
        f'<p><a class="k-btn is-main" href="{{{{ start }}}}?lang={t.lang}">{escape(start)}</a></p>'
    )
