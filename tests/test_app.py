"""The app as a server and as a command: pages, languages, refusals, and nothing beyond need."""

from __future__ import annotations

import gettext
import html
import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from html import escape
from pathlib import Path
from threading import Event
from urllib.parse import urljoin

import nbformat
import pytest
from jupyter_server.base.websocket import WebSocketMixin
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from tornado.websocket import WebSocketClosedError

from acey_teach.app import lab, notebooks, server
from acey_teach.cli import main, wanted_language
from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, TAGS, query, switched, translator
from tests.serving import PROGRAM, Running, running

OUTSIDE = re.compile(r"""(?:https?:)?//(?!127\.0\.0\.1|www\.w3\.org/)[\w.-]+\.\w[^\s"'<>]*""")


def notebook(path: Path, *cells: str, **metadata: object) -> None:
    """Write a notebook; cells that start with # are prose."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = [new_markdown_cell(cell) if cell.startswith("#") else new_code_cell(cell) for cell in cells]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=made, metadata={"kernelspec": kernel, **metadata}), path)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The kit in Spanish, its connection files where we can see them."""
    place = tmp_path_factory.mktemp("kit")
    with running("--lang", "es", cwd=place, env={"TMPDIR": str(place)}) as started:
        yield started
    assert started.printed[-2:] == [translator("es")("The kit has stopped."), ""]
    assert not list(place.glob("voila_*")), "connection files left behind"


# ---- what is served ----
def test_says_in_the_readers_language_where_it_is_and_how_to_stop_it(kit: Running) -> None:
    assert kit.address.startswith("http://127.0.0.1:") and kit.address.endswith("/?lang=es")
    assert kit.printed[0] == translator("es")("The kit is at {address}", address=kit.address)


@pytest.mark.parametrize("tag", TAGS)
def test_start_page_lists_the_notebooks_in_each_language_and_wording(kit: Running, tag: str) -> None:
    t, page = translator(tag), kit.get(f"/?{query(tag)}").text
    assert f'<html lang="{tag}">' in page and t("Will the third card fall between the posts?") in page
    for entry in notebooks.entries(tag):
        assert escape(entry.title) in page and escape(entry.summary) in page
        address = f"/voila/render/{entry.path}?{query(tag)}"
        assert f'href="{escape(address)}"' in page
        assert (f'href="{escape(address)}&amp;present=1"' in page) == (entry.kind not in ("practice", "make"))
    for lang in LANGUAGES:
        assert f'href="?{escape(query(switched(tag, lang)))}"' in page
    assert ('name="words" value="points"' in page) == bool(t.words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_notebook_is_served(kit: Running, lang: str) -> None:
    for entry in notebooks.entries(lang):
        assert kit.get(f"/voila/render/{entry.path}?lang={lang}").status == 200, entry


def test_start_page_comes_in_the_language_of_the_server(kit: Running) -> None:
    assert '<html lang="es">' in kit.get("/").text
    assert '<html lang="es">' in kit.get("/?lang=xx").text


def test_start_page_goes_on_with_a_session_code(kit: Running) -> None:
    form = re.search(r"<form.*?</form>", kit.get("/?lang=hu").text, re.DOTALL)
    assert form and 'action="/voila/render/hu/table.ipynb"' in form[0]
    assert '<input type="hidden" name="lang" value="hu">' in form[0] and 'name="code"' in form[0]


def test_no_page_names_an_address_outside(kit: Running) -> None:
    pages = ["/", "/?lang=en", "/?lang=hu", "/nowhere", "/voila/tree/en", "/voila/render/en/nothing.ipynb"]
    pages += [f"/voila/render/{entry.path}" for entry in notebooks.entries("en")]
    for page in pages:
        text = kit.get(page).text
        assert not OUTSIDE.findall(text), page
        for style in re.findall(r'(?:href|src)="(/voila/templates/acey_teach/[^"]+)"', text):
            sent = kit.get(style)
            assert sent.status == 200, style
            assert not re.findall(r"url\((?!['\"]?data:|['\"]?#)[^)]*//[^)]*\)|@import", sent.text), style


def test_a_notebook_is_a_page_of_the_kit_without_code(kit: Running) -> None:
    page = kit.get("/voila/render/en/table.ipynb").text
    assert 'class="jp-Notebook k-ground k-host"' in page and "static/kit.css" in page and "static/favicon.svg" in page
    assert f"<title>{next(e.title for e in notebooks.entries('en') if e.name == 'table')}</title>" in page
    assert not re.search(r"\bimport\b", re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL))
    assert 'role="status"' in page and 'role="alert"' not in page


@pytest.mark.parametrize("wish", ["template=lab", "template=classic", "theme=dark", "classic-tree=true"])
def test_visitors_cannot_choose_another_template(kit: Running, wish: str) -> None:
    for page in ("/", "/voila/render/en/table.ipynb"):
        text = kit.get(f"{page}?{wish}").text
        assert "k-ground" in text and not OUTSIDE.findall(text)


def test_serves_no_files_and_no_contents(kit: Running) -> None:
    for path in ("en/table.ipynb", "en/../../app/server.py", "..%2f..%2fpyproject.toml", "x.png"):
        assert kit.get(f"/voila/files/{path}").status in (403, 404), path
    assert kit.get("/voila/api/contents/en/table.ipynb?content=1").text.count('"content": null')


def test_a_page_that_is_left_may_end_its_kernel(kit: Running) -> None:
    """A browser's beacon brings no cookie; 403 would leave every visitor's kernel behind."""
    beacon = urllib.request.Request(urljoin(kit.address, "/voila/api/shutdown/nobody"), data=b"", method="POST")
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(beacon, timeout=60)
    assert answer.value.code != 403


def test_a_page_that_only_waits_keeps_its_connection() -> None:
    """An answer may take longer than a ping's interval, else the first ping already comes too late."""

    class Idle(WebSocketMixin):
        settings = server.SETTINGS["Voila"].get("tornado_settings", {})

    assert Idle().ping_timeout > Idle().ping_interval


def test_an_unknown_address_gets_a_page_that_leads_back(kit: Running) -> None:
    for path in ("/nowhere", "/voila/render/en/nothing.ipynb"):
        answer = kit.get(path)
        assert answer.status == 404 and "k-lost" in answer.text and 'href="/?lang=hu"' in answer.text


def test_a_folder_is_a_plain_list(kit: Running) -> None:
    page = kit.get("/voila/tree/en").text
    assert 'href="/voila/render/en/table.ipynb?lang=es"' in page


def test_a_page_holds_its_prose_in_every_language(kit: Running) -> None:
    """Whichever translation is opened: the visitor may change the language there."""
    titles = [next(e.title for e in notebooks.entries(lang) if e.name == "table") for lang in LANGUAGES]
    assert len({*titles}) == 3
    for lang in LANGUAGES:
        page = kit.get(f"/voila/render/{lang}/table.ipynb").text
        assert f'<html lang="{lang}">' in page and 'data-tags="en en-x-points"' in page
        assert all(re.search(rf"<h1[^>]*>{title}", html.unescape(page)) for title in titles)


def test_a_file_of_ones_own_is_served_alone(tmp_path: Path) -> None:
    notebook(tmp_path / "mine.ipynb", "# Mine", "print('hello')", title="Mine & yours")
    with running("mine.ipynb", cwd=tmp_path) as kit:
        page = kit.get("").text
    assert "<title>Mine &amp; yours</title>" in page and '<h1 id="Mine">' in page and "hello" in page


def test_a_cell_that_fails_is_told_in_plain_words_and_the_reason_stays_in_the_window(tmp_path: Path) -> None:
    notebook(tmp_path / "broken.ipynb", "# Broken", "1/0", "print('never')")
    with running("broken.ipynb", cwd=tmp_path, complaint="ZeroDivisionError") as kit:
        page = kit.get("").text
    assert 'role="alert"' in page and "ZeroDivisionError" not in page and "never" not in page
    for lang in LANGUAGES:
        assert translator(lang)("This part of the page could not be made.") in page


def test_a_visitor_who_left_is_no_news_but_other_faults_are(caplog: pytest.LogCaptureFixture) -> None:
    server.keep_quiet()
    for fault in (WebSocketClosedError(), ZeroDivisionError()):
        logging.getLogger("asyncio").error("never retrieved", exc_info=fault)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError]


# ---- ports ----
def free_port() -> int:
    with socket.socket() as asked:
        asked.bind((server.HOST, 0))
        return int(asked.getsockname()[1])


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as holder:
        holder.bind((server.HOST, 0))
        holder.listen()
        yield holder.getsockname()[1]


def test_refuses_a_port_that_is_taken(taken: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "app", "--no-browser", "--port", str(taken)], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.count("\n") == 1 and f"Port {taken} is taken" in done.stderr


def test_finds_a_free_port_by_itself(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PREFERRED_PORT", taken)
    sockets = server.listen_on(None)
    assert sockets[0].getsockname()[0] == server.HOST and sockets[0].getsockname()[1] != taken
    for one in sockets:
        one.close()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x"])
def test_a_port_is_1_to_65535(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["app", "--port", port])
    assert ended.value.code == 2 and capsys.readouterr().err.count("\n") == 1


# ---- which notebook ----
def test_an_unknown_notebook_is_refused_with_the_names_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "hu", "app", "nincs"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "nincs" in told and "table" in told and "worked-example" in told


def test_a_notebook_is_found_by_name_path_or_file(tmp_path: Path) -> None:
    notebook(tmp_path / "en" / "first.ipynb", "# First")
    notebook(tmp_path / "es" / "first.ipynb", "# Primero")
    for name in ("first", "first.ipynb", "en/first"):
        assert notebooks.find(name, "en", tmp_path) == tmp_path / "en" / "first.ipynb"
    assert notebooks.find("first", "es", tmp_path) == tmp_path / "es" / "first.ipynb"
    assert notebooks.find(str(tmp_path / "en" / "first.ipynb"), "es", tmp_path) == tmp_path / "en" / "first.ipynb"
    with pytest.raises(Refusal):
        notebooks.find("../en/first", "en", tmp_path)


def test_notebooks_are_listed_in_order_and_translated_where_they_can_be(tmp_path: Path) -> None:
    notebook(tmp_path / "en" / "a.ipynb", title="Two", acey_teach={"order": 2, "summary": "The second", "kind": "table"})
    notebook(tmp_path / "en" / "b.ipynb", title="One", acey_teach={"order": 1, "minutes": 5})
    notebook(tmp_path / "en" / "c.ipynb")
    notebook(tmp_path / "hu" / "a.ipynb", title="Kettő", acey_teach={"order": 2, "summary": "A második"})
    assert [(e.name, e.title, e.minutes) for e in notebooks.entries("en", tmp_path)] == [
        ("b", "One", 5), ("a", "Two", 0), ("c", "c", 0)]  # fmt: skip
    by_name = {lang: {e.name: e for e in notebooks.entries(lang, tmp_path)} for lang in ("es", "hu")}
    assert by_name["es"]["a"] == notebooks.Entry("a", "en/a.ipynb", "Two", "The second", 0, "table")
    assert by_name["hu"]["a"] == notebooks.Entry("a", "hu/a.ipynb", "Kettő", "A második", 0)
    assert by_name["es"]["b"].title == "One"


def test_every_notebook_of_the_kit_says_in_three_languages_what_it_is() -> None:
    english = {entry.name: entry for entry in notebooks.entries("en")}
    assert {"table", "worked-example"} <= english.keys()
    for lang in LANGUAGES:
        for entry in notebooks.entries(lang):
            assert entry.title and entry.summary and entry.minutes
            assert lang == "en" or entry.title != english[entry.name].title


# ---- the user's own copies ----
def answers(address: str) -> int:
    """The status of an address; a server that prints its address before it listens is waited for."""
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address) as reply:
                return int(reply.status)
        except urllib.error.URLError:
            if time.monotonic() > end:
                raise
            Event().wait(0.05)


def test_copies_never_overwrite_what_the_user_changed(tmp_path: Path) -> None:
    source, target = tmp_path / "kit", tmp_path / "mine"
    for name in ("one", "two"):
        notebook(source / "en" / f"{name}.ipynb", "# first edition")
    (source / ".hidden").write_text("")
    assert lab.copy(target, source) == lab.Copied(["en/one.ipynb", "en/two.ipynb"], [])
    assert lab.copy(target, source) == lab.Copied([], [])
    notebook(target / "en" / "one.ipynb", "# my own words")
    mine = (target / "en" / "one.ipynb").read_bytes()
    for name in ("one", "two"):
        notebook(source / "en" / f"{name}.ipynb", "# second edition")
    assert lab.copy(target, source) == lab.Copied(["en/two.ipynb"], ["en/one.ipynb"])
    assert (target / "en" / "one.ipynb").read_bytes() == mine and not (target / ".hidden").exists()
    shutil.rmtree(target / "en")
    assert lab.copy(target, source).kept == []


def test_a_folder_that_was_there_before_the_kit_keeps_its_files(tmp_path: Path) -> None:
    notebook(tmp_path / "kit" / "en" / "one.ipynb", "# the kit's")
    notebook(tmp_path / "mine" / "en" / "one.ipynb", "# mine, by chance of the same name")
    assert lab.copy(tmp_path / "mine", tmp_path / "kit") == lab.Copied([], ["en/one.ipynb"])


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["lab", str(tmp_path / "file" / "folder")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_lab_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert main(["lab", str(tmp_path / "mine")]) == 2
    said = capsys.readouterr()
    assert "pip install jupyterlab" in said.err and said.err.count("\n") == 1
    assert (tmp_path / "mine" / "en" / "table.ipynb").exists() and str(tmp_path / "mine") in said.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_copies_come_in_the_points_wording(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "catalog", lambda tag, domain: gettext.NullTranslations())
    done = lab.copy(tmp_path / "mine", words="points")
    assert f"{lang}/table.ipynb" in done.written and done.kept == []
    made = json.loads((tmp_path / "mine" / lang / "table.ipynb").read_text(encoding="utf-8"))
    assert made["metadata"]["lang"] == f"{lang}-x-points" and made["metadata"]["title"] == "Play a session"
    assert lab.copy(tmp_path / "mine").written, "back to the usual wording: nobody changed these files"


def test_lab_opens_the_copies_in_jupyterlab(tmp_path: Path) -> None:
    env = {**os.environ, "LANG": "C", "JUPYTER_CONFIG_DIR": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    command = [*PROGRAM, "lab", "mine", "--no-browser", "--port", str(free_port())]
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as started:
        assert started.stdout
        try:
            printed = next(line for line in started.stdout if "http://" in line)
            address = re.search(r"http://\S+", printed)
            assert address and f":{command[-1]}/lab" in address[0]
            assert answers(address[0]) == 200
            visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with visitor.open(address[0]) as page:  # it asks nobody outside for news or newer versions
                text = page.read().decode()
            off = re.search(r'"disabledExtensions": \[([^]]*)', text)
            assert off and "@jupyterlab/apputils-extension:announcements" in off[1]
        finally:
            started.terminate()
            started.stdout.read()
    assert (tmp_path / "mine" / "en" / "table.ipynb").exists()


# ---- the command line ----
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", [[], ["app"], ["lab"]])
def test_help_speaks_the_language_and_gives_examples(
    lang: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--lang", lang, "--help"])
    text, t = capsys.readouterr().out, translator(lang)
    assert (
        ended.value.code == 0 and t("examples:") in text and f"  acey-teach {command[0] if command else 'app'}" in text
    )
    assert t("show this help message and exit") in text and t("usage: ") in text


@pytest.mark.parametrize(
    "wrong", [[], ["nonsense"], ["app", "a", "b"], ["--lang", "xx", "app"], ["app", "--prot", "1"]]
)
def test_wrong_usage_is_one_line_and_status_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    said = capsys.readouterr()
    assert ended.value.code == 2 and said.err.count("\n") == 1 and said.err.startswith("acey-teach: ") and not said.out


def test_a_wording_is_an_option_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert wanted_language(["odds", "--words", "points", "--lang=es"]) == "es-x-points"
    assert wanted_language(["--words=points", "--lang", "hu"]) == "hu-x-points"
    assert wanted_language(["--words", "poker", "--lang", "hu"]) == "hu"
    assert main(["odds", "4c", "Qd", "--lang", "hu", "--words", "points"]) == 0
    with pytest.raises(SystemExit) as stopped:
        main(["odds", "4c", "Qd", "--words", "poker"])
    assert stopped.value.code == 2 and "poker" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({"LANG": "hu_HU.UTF-8"}, "hu"), ({"LC_ALL": "es_ES", "LANG": "hu_HU"}, "es"), ({"LANGUAGE": "es:en"}, "es"),
     ({"LANG": "C"}, "en"), ({"LANG": "de_DE"}, "en"), ({}, "en")],
)  # fmt: skip
def test_the_language_is_that_of_the_computer(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wanted_language(["app"]) == expected
    assert wanted_language(["app", "--lang", "hu"]) == "hu"


def test_the_command_line_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom acey_teach.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'voila', 'tornado', 'ipywidgets', 'anywidget', 'altair', 'numpy', 'asyncio',"
        " 'importlib.metadata'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_pages_are_written_without_what_only_serving_needs() -> None:
    """The build environment holds neither Voila nor the widgets."""
    code = (
        "import sys, acey_teach.app.pages\n"
        "print({'voila', 'tornado', 'ipywidgets', 'anywidget', 'altair', 'nbformat'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
