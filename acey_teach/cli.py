"""The command `acey-teach`.

Each command is a pair of functions: one adds it to the parser, one runs it and returns the exit status. What costs time
to import is imported by the command that needs it. Wrong usage and refused input end in one line on stderr, status 2.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NoReturn

from acey_teach.engine.refusal import Refusal
from acey_teach.i18n import LANGUAGES, N_, WORDINGS, Translator, pick, translator
from acey_teach.marks import add as add_marks
from acey_teach.simulating import add as add_simulate
from acey_teach.teacher import add as add_teacher
from acey_teach.tournaments import add as add_tournament

PROGRAM = "acey-teach"
LAB_FOLDER = "acey-teach-notebooks"
# sentences of argparse itself, marked here for the catalogs
ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
)

Commands = Any
"""What argparse calls the sub-parsers of a parser; its own name for the type is private."""


class Parser(argparse.ArgumentParser):
    """argparse, with a wrong usage told in one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on stderr and exit with status 2."""
        line = " ".join(message.split())
        print(f"{PROGRAM}: {line if len(line) <= 300 else line[:299] + '…'}", file=sys.stderr)
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 for wrong usage and refused input."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None or sys.stderr is None:  # closed by whoever called: nothing can be told
        return 1
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot write ♣ gets a ? and no traceback
            stream.reconfigure(errors="replace")
    t = translator(wanted_language(arguments))
    argparse._ = t  # type: ignore[attr-defined]  # it writes sentences of its own
    asked = parser(t).parse_args(arguments)
    try:
        status: int = asked.run(asked, t)
        sys.stdout.flush()
    except Refusal as refusal:
        print(f"{PROGRAM}: {refusal.sentence(t)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # a full disk, for instance
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"{PROGRAM}: {error.strerror}", file=sys.stderr)
        return 2
    return status


def wanted_language(arguments: Sequence[str]) -> str:
    """The tag of `--lang` and `--words`, else of the environment, before anything is parsed: the help is in it already.

    >>> wanted_language(["--lang", "hu", "app"]), wanted_language(["app", "--lang=es", "--words=points"])
    ('hu', 'es-x-points')
    """
    found = {"--lang": "", "--words": ""}
    for here, following in zip_longest(arguments, arguments[1:], fillvalue=""):
        name, _, value = here.partition("=")
        value = value or following
        if not found.get(name, value) and value in (LANGUAGES if name == "--lang" else WORDINGS):
            found[name] = value
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    own = next((os.environ[name] for name in names if os.environ.get(name)), None)
    return pick(found["--lang"] or own, words=found["--words"])


def parser(t: Translator) -> Parser:
    """The whole command line."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--lang",
        choices=list(LANGUAGES),
        default=argparse.SUPPRESS,
        help=t("language of texts and pages; without it, that of this computer (now {lang})", lang=t.lang),
    )
    common.add_argument(
        "--words",
        choices=[words for words in WORDINGS if words],
        default=argparse.SUPPRESS,
        help=t("“points” tells the game without words of card tables"),
    )
    examples = {
        "acey-teach app": t("open the kit in a browser"),
        "acey-teach app table --lang es": t("open the table, in Spanish"),
        "acey-teach lab": t("the notebooks with their code, in a folder of your own"),
        "acey-teach odds 4c Qd --seen 9h,Qs": t("how likely is inside, and is a bet worth it?"),
        "acey-teach replay CODE": t("a session in words, from its code"),
        "acey-teach handout CODE": t("the same session on paper, with questions and answers"),
        "acey-teach grade handed-in": t("grade a folder of exercise notebooks"),
        "acey-teach worksheet --students 30 -o monday": t("a sheet of exercises for each student, and the keys"),
        "acey-teach simulate --seats count,bold --sessions 1e6": t("who wins in the long run?"),
        "acey-teach tournament ana.ipynb ben.ipynb --bots bold": t("whose strategy is better?"),
    }
    whole = Parser(
        prog=PROGRAM,
        parents=[common],
        description=t("A teaching kit for the card game Acey Deucey: will the third card fall between two others?"),
        epilog=example_text(examples, t),
    )
    whole.add_argument("--version", action="version", version=f"%(prog)s {version()}")
    commands = whole.add_subparsers(metavar=t("COMMAND"), required=True, title=t("commands"), dest="command")
    add_app(commands, common, t)
    add_lab(commands, common, t)
    add_odds(commands, common, t)
    add_replay(commands, common, t)
    add_handout(commands, common, t)
    add_teacher(commands, common, t, example_text)
    add_marks(commands, common, t, example_text)
    add_simulate(commands, common, t, example_text)
    add_tournament(commands, common, t, example_text)
    return whole


def add_app(commands: Commands, common: argparse.ArgumentParser, t: Translator) -> None:
    """`app [NOTEBOOK] [--port N] [--no-browser]`"""
    examples = {
        "acey-teach app": t("the start page, with everything there is"),
        "acey-teach app worked-example": t("one of the kit's notebooks"),
        "acey-teach app my/lesson.ipynb": t("a notebook of yours"),
        "acey-teach app --port 9000 --no-browser": t("at a fixed port; you open the address yourself"),
    }
    app = commands.add_parser(
        "app",
        parents=[common],
        help=t("serve the kit as pages and open them in a browser"),
        description=t("Serve the kit's notebooks as pages without code, on this computer only, until Ctrl-C."),
        epilog=example_text(examples, t),
    )
    app.add_argument("notebook", nargs="?", metavar=t("NOTEBOOK"), help=t("name of a notebook, or a file"))
    add_serving(app, t)
    app.set_defaults(run=run_app)


def run_app(asked: argparse.Namespace, t: Translator) -> int:
    """Serve until Ctrl-C."""
    from acey_teach.app.server import serve

    serve(asked.notebook, asked.port, not asked.no_browser, t.tag)
    return 0


def add_lab(commands: Commands, common: argparse.ArgumentParser, t: Translator) -> None:
    """`lab [DIR] [--port N] [--no-browser]`"""
    examples = {
        "acey-teach lab": t("in the folder {folder}", folder=LAB_FOLDER),
        "acey-teach lab lessons": t("in a folder you name; what you changed there stays"),
    }
    lab = commands.add_parser(
        "lab",
        parents=[common],
        help=t("copy the notebooks into a folder and open them in JupyterLab"),
        description=t(
            "Copy the notebooks into a folder of yours and open it in JupyterLab. Files you changed are kept."
        ),
        epilog=example_text(examples, t),
    )
    lab.add_argument(
        "folder", nargs="?", metavar=t("FOLDER"), default=LAB_FOLDER, help=t("default: {folder}", folder=LAB_FOLDER)
    )
    add_serving(lab, t)
    lab.set_defaults(run=run_lab)


def run_lab(asked: argparse.Namespace, t: Translator) -> int:
    """Copy, then hand over to JupyterLab."""
    from acey_teach.app.lab import start

    start(Path(asked.folder), t, asked.port, not asked.no_browser)
    return 0


def add_odds(commands: Commands, common: argparse.ArgumentParser, t: Translator) -> None:
    """`odds CARD CARD [--seen CARDS] [--stake N] [--pot N] [--rules RULES] [--ace HOW] [--side SIDE] [--json]`"""
    examples = {
        "acey-teach odds 4c Qd": t("the worked example: worth exactly 0"),
        "acey-teach odds 4♣ Q♦ --seen 9h,Qs": t("with two more cards seen"),
        "acey-teach odds Th 2s --stake 3 --pot 10": t("what a stake can bring"),
        "acey-teach odds 5c 5d --rules encyclopedia": t("by other rules: here the better side of a pair"),
        "acey-teach odds Ac 7d --rules ace_choice=true,decks=2 --ace low": t("by rules of your own"),
    }
    odds = commands.add_parser(
        "odds",
        parents=[common],
        help=t("count the third card's outcomes, exactly"),
        description=t("Count how many unseen cards fall inside, outside and on a post, and what a bet is worth."),
        epilog=example_text(examples, t),
    )
    odds.add_argument("posts", nargs=2, metavar=t("CARD"), help=t("the two posts, such as 4c, 10h or Q♦"))
    odds.add_argument(
        "--seen", default="", metavar=t("CARDS"), help=t("other cards seen this round, with commas between")
    )
    odds.add_argument("--stake", metavar="N", help=t("a stake in chips"))
    odds.add_argument("--pot", metavar="N", help=t("the chips in the pot; a stake may not be larger"))
    odds.add_argument("--rules", metavar=t("RULES"), help=t("a preset such as encyclopedia, or changes as name=value"))
    odds.add_argument("--ace", choices=["low", "high"], help=t("how an ace that is the first card is called"))
    odds.add_argument("--side", choices=["higher", "lower"], help=t("the side named for a pair; else the better one"))
    odds.add_argument("--json", action="store_true", help=t("as JSON, for programs"))
    odds.set_defaults(run=run_odds)


def run_odds(asked: argparse.Namespace, t: Translator) -> int:
    """Print the odds of one hand."""
    from acey_teach import tell
    from acey_teach.engine.cards import Card, cards
    from acey_teach.engine.odds import odds
    from acey_teach.engine.terms import Ace, Side
    from acey_teach.widgets.rules_state import written

    posts, seen = [Card(text) for text in asked.posts], cards(asked.seen)
    pot = None if asked.pot is None else tell.pot_of(asked.pot)
    rules = written(asked.rules or "guide")
    ace, side = asked.ace and Ace(asked.ace), asked.side and Side(asked.side)
    found = odds(posts, seen, rules, ace, side)
    stake = None if asked.stake is None else tell.stake_of(asked.stake, pot, found)
    print_result(
        asked,
        lambda: tell.odds_json(found, seen, stake, pot),
        lambda: tell.odds_text(found, seen, stake, pot, t),
    )
    return 0


def add_replay(commands: Commands, common: argparse.ArgumentParser, t: Translator) -> None:
    """`replay CODE_OR_FILE [--json]`"""
    examples = {
        "acey-teach replay A1.n2.szz.mD1CppCb2b2Cpp.x1wh": t("a session code, as it stands under the table"),
        "acey-teach replay session.json --json": t("a record or a script in a file, as JSON"),
    }
    replay = commands.add_parser(
        "replay",
        parents=[common],
        help=t("tell a session step by step"),
        description=t("Play a session again from its code, or from a file with a code, a record or a script."),
        epilog=example_text(examples, t),
    )
    replay.add_argument("session", metavar=t("CODE_OR_FILE"), help=t("a session code, or the name of a file"))
    replay.add_argument("--json", action="store_true", help=t("as JSON, for programs"))
    replay.set_defaults(run=run_replay)


def run_replay(asked: argparse.Namespace, t: Translator) -> int:
    """Print a session."""
    from acey_teach import tell

    session = tell.read_session(asked.session)
    print_result(asked, lambda: tell.session_json(session), lambda: tell.session_text(session, t))
    return 0


def add_handout(commands: Commands, common: argparse.ArgumentParser, t: Translator) -> None:
    """`handout WHAT [-o FILE] [--answers with|apart|none] [--pdf] [--paper a4|letter]`"""
    examples = {
        "acey-teach handout posts": t("a lesson by its name, with a sheet of answers"),
        "acey-teach handout A1.n2.szz.mD1CppCb2b2Cpp.x1wh": t("two files: questions and, apart, answers"),
        "acey-teach handout session.json --answers with -o monday.html": t("one file, the answers on its last pages"),
        "acey-teach handout CODE --pdf --paper letter": t("also as PDF, for American paper"),
    }
    handout = commands.add_parser(
        "handout",
        parents=[common],
        help=t("make a handout to print"),
        description=t(
            "Make a handout of a lesson or of a session, with questions, and a sheet with the answers. The HTML "
            "files hold everything they need; for PDF, Chromium, Chrome or Edge is used where one is found."
        ),
        epilog=example_text(examples, t),
    )
    handout.add_argument(
        "what", metavar=t("WHAT"), help=t("the name of a lesson, a lesson code, a session code, or the name of a file")
    )
    handout.add_argument("-o", "--output", metavar=t("FILE"), help=t("the HTML file to write, or its folder"))
    handout.add_argument(
        "--answers",
        choices=["with", "apart", "none"],
        default="apart",
        help=t("the answers in the same file, in a file of their own (default), or not at all"),
    )
    handout.add_argument("--pdf", action="store_true", help=t("make PDF files too"))
    handout.add_argument("--paper", choices=["a4", "letter"], help=t("size of paper; for PDF A4 unless you say so"))
    handout.set_defaults(run=run_handout)


def run_handout(asked: argparse.Namespace, t: Translator) -> int:
    """Write the files and print their names."""
    from acey_teach import tell
    from acey_teach.app.paper import refuse_source, write_html, write_pdf
    from acey_teach.widgets.sheet import document

    sheet = tell.sheet_of(asked.what, t)
    output = asked.output or "."
    name, main = tell.sheet_name(asked.what), Path(output)
    main = main / name if main.is_dir() or output.endswith(("/", os.sep)) else main
    if main.suffix.lower() not in (".html", ".htm"):
        main = main.with_name(f"{main.stem if main.suffix.lower() == '.pdf' else main.name}.html")
    inside, apart = (sheet.answers if asked.answers == kind else "" for kind in ("with", "apart"))
    papers = [(main, sheet.body, inside)]
    if apart:
        papers.append((main.with_stem(f"{main.stem}-answers"), "", apart))
    for path, _, _ in papers:
        refuse_source(path, asked.what)
    for path, body, answers in papers:
        write_html(document(sheet.title, body, t, answers, paper=asked.paper or "auto"), path)
        print(path)
    for path, body, answers in papers if asked.pdf else []:
        write_pdf(document(sheet.title, body, t, answers, paper=asked.paper or "a4"), path.with_suffix(".pdf"))
        print(path.with_suffix(".pdf"))
    return 0


def print_result(asked: argparse.Namespace, data: Callable[[], object], text: Callable[[], str]) -> None:
    """Print as JSON where that is asked for, else for people."""
    if asked.json:
        import json

        print(json.dumps(data(), ensure_ascii=False, indent=1))
    else:
        print(text())


def add_serving(command: argparse.ArgumentParser, t: Translator) -> None:
    """What every command that starts a server can be told."""
    command.add_argument("--port", type=port, metavar="N", help=t("port, 1 to 65535; without it a free one is found"))
    command.add_argument("--no-browser", action="store_true", help=t("print the address, open nothing"))


def port(text: str) -> int:
    """A port number; argparse tells the user when it is none."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise ValueError
    return number


def example_text(examples: dict[str, str], t: Translator) -> str:
    """The examples under a help text, one a line."""
    width = max(map(len, examples))
    lines = [f"  {command:<{width}}  {says}" for command, says in examples.items()]
    return "\n".join([t("examples:"), *lines])


def version() -> str:
    """The version of the package."""
    from acey_teach import __version__

    return __version__
