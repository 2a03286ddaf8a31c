"""The commands for a teacher: worksheets and question banks.

As in `cli`, each command is a pair of functions, and what costs time to import is imported where it is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from acey_teach.engine.refusal import Refusal, shown
from acey_teach.i18n import N_, Translator

Commands = Any
"""What argparse calls the sub-parsers of a parser; its own name for the type is private."""
Examples = Callable[[dict[str, str], Translator], str]
"""What writes examples under a help text."""

MOST_STUDENTS, MOST_QUESTIONS, MOST_ITEMS = 200, 20, 200
USUAL = "between,count,chance,limit,settle,value,one-more,decide"
"""The kinds of question on a sheet unless others are asked for, one of each."""
ITEMS = 10
_LONGEST_NAME = 60
_MOST_BYTES = 100_000


def add(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """All commands of this module."""
    add_worksheet(commands, common, t, examples)
    add_bank(commands, common, t, examples)


# ---- worksheets ----
def add_worksheet(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """`worksheet [--students N] [--names FILE] [--seed S] [--kinds …] [--questions N] [--pdf] [--paper …] -o DIR`"""
    shown_first = {
        "acey-teach worksheet --students 30 -o monday": t("30 sheets, and a file with their keys"),
        "acey-teach worksheet --names class7b.txt --seed class7b --pdf -o monday": t(
            "a sheet for each name of a file; the same seed makes the same sheets"
        ),
        "acey-teach worksheet --students 5 --kinds between,count --questions 6 -o monday": t(
            "two kinds of question only"
        ),
    }
    worksheet = commands.add_parser(
        "worksheet",
        parents=[common],
        help=t("make a sheet of exercises for each student, with other numbers on each"),
        description=t(
            "Make a sheet of exercises for each student: the same kinds of question, with other numbers on each sheet. "
            "The keys are in a file of their own: all answers, what wrong answers mean, and every sum written out. For "
            "PDF, Chromium, Chrome or Edge is used where one is found."
        ),
        epilog=examples(shown_first, t),
    )
    worksheet.add_argument(
        "-o",
        "--output",
        metavar=t("FOLDER"),
        required=True,
        help=t("the folder for the files; it is made when missing"),
    )
    worksheet.add_argument("--students", metavar="N", help=t("how many sheets, 1 to {most}", most=MOST_STUDENTS))
    worksheet.add_argument("--names", metavar=t("FILE"), help=t("a text file with a name on each line"))
    _add_source(worksheet, USUAL, t)
    worksheet.add_argument(
        "--questions",
        metavar="N",
        help=t("questions on a sheet, 1 to {most}; without it one of each kind, at least 8", most=MOST_QUESTIONS),
    )
    worksheet.add_argument("--pdf", action="store_true", help=t("make two PDF files too: all sheets, and all keys"))
    worksheet.add_argument("--paper", choices=["a4", "letter"], help=t("size of paper; for PDF A4 unless you say so"))
    worksheet.set_defaults(run=run_worksheet)


def run_worksheet(asked: argparse.Namespace, t: Translator) -> int:
    """Write the sheets and their keys."""
    from acey_teach.app.paper import find_browser, refuse_source, write_html, write_pdf
    from acey_teach.exercises import worksheet as made
    from acey_teach.practice.bank import kinds_of

    names = _names(asked.names, asked.students)
    kinds, seed = kinds_of(asked.kinds or USUAL), _seed(asked.seed)
    usual = max(len(kinds), len(USUAL.split(",")))
    many = usual if asked.questions is None else whole(asked.questions, "--questions", MOST_QUESTIONS)
    if asked.kinds and many < len(kinds):
        raise Refusal(
            "questions",
            N_("There are {kinds} kinds for {questions} questions. Ask for more questions or for fewer kinds."),
            kinds=len(kinds),
            questions=many,
        )
    if asked.pdf:
        find_browser()
    folder, digits = _folder(asked.output), max(2, len(str(len(names))))
    files = [folder / f"sheet-{number:0{digits}d}.html" for number in range(1, len(names) + 1)]
    earlier = {path for path in folder.glob("sheet-*.html") if path.stem[6:].isdecimal()} - {*files}
    earlier |= {folder / "sheets.pdf", folder / "keys.pdf"}
    for path in [*files, folder / "keys.html", *earlier] if asked.names else []:
        refuse_source(path, asked.names)
    for path in earlier:  # what an earlier run left would be other sheets than these keys are for
        path.unlink(missing_ok=True)
    sheets = []
    for number, (name, path) in enumerate(zip(names, files, strict=True), 1):
        sheets.append(made.worksheet(seed, number, name, made.order(kinds, many), t))
        write_html(made.page(sheets[-1], t, asked.paper or "auto"), path)
        if sys.stderr.isatty():
            end = "\n" if number == len(names) else ""
            print("\r" + t("Sheet {n} of {all}", n=number, all=len(names)), end=end, file=sys.stderr, flush=True)
    words = [f"--students {len(names)} --seed {seed} --lang {t.lang}", f"--words {t.words}" if t.words else ""]
    words += [f"--kinds {','.join(kinds)} --questions {many}"]
    command = " ".join(["acey-teach worksheet", *filter(None, words), "-o", folder.name or "."])
    write_html(made.keys(sheets, command, t, asked.paper or "auto"), folder / "keys.html")
    print(t("{first} to {last}", first=files[0], last=files[-1].name) if len(files) > 1 else files[0])
    print(folder / "keys.html")
    if asked.pdf:
        print(t("Making the PDF files: this takes a while."), file=sys.stderr)
        paper = asked.paper or "a4"
        write_pdf(made.together([made.page(sheet, t, paper) for sheet in sheets]), folder / "sheets.pdf")
        print(folder / "sheets.pdf")
        write_pdf(made.keys(sheets, command, t, paper), folder / "keys.pdf")
        print(folder / "keys.pdf")
    return 0


def _names(file: str | None, students: str | None) -> list[str]:
    """A name for each sheet, from a file or empty; Refusal unless there are 1 to `MOST_STUDENTS`."""
    many = None if students is None else whole(students, "--students", MOST_STUDENTS)
    if file is None:
        if many is None:
            raise Refusal("students", N_("Say how many sheets to make with --students, or give a file with --names."))
        return [""] * many
    path = Path(file)
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise Refusal("names", N_("The file “{name}” is too large to be a list of names."), name=shown(path.name))
        text = path.read_text(encoding="utf-8-sig")
        if "\0" in text:  # UTF-16 without its mark
            raise ValueError
    except (OSError, ValueError) as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal("file", N_("The file “{name}” cannot be read as text."), name=shown(path.name)) from error
    names = [" ".join("".join(c if c.isprintable() else " " for c in line).split()) for line in text.splitlines()]
    names = [name for name in names if name]
    if not 1 <= len(names) <= MOST_STUDENTS:
        raise Refusal(
            "names",
            N_("There are {n} names in “{name}”. Give 1 to {most}, each on a line of its own."),
            n=len(names),
            name=shown(path.name),
            most=MOST_STUDENTS,
        )
    for name in names:
        if len(name) > _LONGEST_NAME:
            raise Refusal(
                "names",
                N_("“{name}” is too long for a name. Write one name on each line, with at most {most} letters."),
                name=shown(name),
                most=_LONGEST_NAME,
            )
    if many not in (None, len(names)):
        raise Refusal(
            "names",
            N_("There are {n} names in “{name}”, and --students says {many}. Leave --students out."),
            n=len(names),
            name=shown(path.name),
            many=many,
        )
    return names


def _folder(text: str) -> Path:
    """The folder, made when it is missing; Refusal when it cannot be one."""
    path = Path(text)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise Refusal("folder", N_("“{name}” cannot be a folder for the files."), name=shown(path.name)) from error
    return path


# ---- question banks ----
def add_bank(commands: Commands, common: argparse.ArgumentParser, t: Translator, examples: Examples) -> None:
    """`bank --format moodle|gift [--kinds …] [--count N] [--seed S] -o FILE`"""
    shown_first = {
        "acey-teach bank --format moodle -o acey.xml": t("all kinds of question, for Moodle"),
        "acey-teach bank --format gift --kinds count --count 30 -o acey.txt": t("30 questions of one kind, as GIFT"),
    }
    bank = commands.add_parser(
        "bank",
        parents=[common],
        help=t("make a question bank for a learning platform"),
        description=t(
            "Make a question bank to import into Moodle, or into another platform that reads GIFT. Wrong answers that "
            "come from a known idea get a feedback that says so. Only Moodle’s own format has a place for hints."
        ),
        epilog=examples(shown_first, t),
    )
    bank.add_argument("--format", choices=["moodle", "gift"], required=True, help=t("Moodle XML, or GIFT"))
    bank.add_argument("-o", "--output", metavar=t("FILE"), required=True, help=t("the file to write"))
    _add_source(bank, t("all"), t)
    bank.add_argument(
        "--count",
        metavar="N",
        help=t("questions of each kind, 1 to {most}; without it {usual}", most=MOST_ITEMS, usual=ITEMS),
    )
    bank.set_defaults(run=run_bank)


def run_bank(asked: argparse.Namespace, t: Translator) -> int:
    """Write the file and print its name."""
    from acey_teach.app.paper import write_html
    from acey_teach.practice.bank import items, kinds_of

    each = ITEMS if asked.count is None else whole(asked.count, "--count", MOST_ITEMS)
    made = items(kinds_of(asked.kinds), each, _seed(asked.seed), t)
    if asked.format == "moodle":
        from acey_teach.practice.moodle import moodle as written
    else:
        from acey_teach.practice.gift import gift as written
    write_html(written(made, t), Path(asked.output))
    print(asked.output)
    return 0


# ---- what both are told ----
def _add_source(command: argparse.ArgumentParser, usual: str, t: Translator) -> None:
    command.add_argument("--seed", metavar="S", help=t("letters and digits; the same seed makes the same questions"))
    without = t(
        "kinds of question, with commas between; without it {usual}. A name that is none lists them", usual=usual
    )
    command.add_argument("--kinds", metavar=t("KINDS"), default="", help=without)


def _seed(text: str | None) -> str:
    from acey_teach.engine.shuffle import check_seed, new_seed

    return new_seed() if text is None else check_seed(text)


def whole(text: str, option: str, most: int) -> int:
    """The whole number from 1 to `most` that somebody gave to an option; Refusal for anything else."""
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most:
        return int(text)
    raise Refusal(
        "option",
        N_("{option} takes a whole number from 1 to {most}, and “{text}” is not one."),
        option=option,
        most=most,
        text=shown(text),
    )
