"""Progress: its code and what damages it, the file, two of them together; and the choice of the next question."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from acey_teach.engine.refusal import Refusal
from acey_teach.engine.shuffle import LETTERS
from acey_teach.i18n import LANGUAGES, translator
from acey_teach.practice import progress as module
from acey_teach.practice.choose import choose
from acey_teach.practice.ideas import IDEAS
from acey_teach.practice.kinds import KINDS, question
from acey_teach.practice.progress import (
    BOXES,
    MOST,
    MOST_EXERCISES,
    Exercise,
    Met,
    Progress,
    Tally,
    catches,
    encode,
    file_text,
    parse,
    read,
)
from acey_teach.practice.question import Verdict

EN = translator("en")
RIGHT, WRONG = Verdict(True, "Right."), Verdict(False, "Not yet")
NAMES = [*KINDS, *IDEAS, "of-a-newer-version", "x"]
TEXTS = ["", "7", "14/25", "0,56", "56 %", "−2", "Nobody", "ő~_.-", "a" * 24]


def some(chance: random.Random) -> Progress:
    """Any progress at all."""
    kinds = chance.sample(NAMES, chance.randint(0, 8))
    asked = [chance.choice([1, 2, 30, 9999]) for _ in kinds]
    return Progress(
        "".join(chance.choices(LETTERS, k=chance.randint(1, 6))),
        chance.choice([("", ""), (chance.choice(NAMES), "demoq3c9")]),
        {k: Tally(n, chance.randint(0, n), chance.randint(1, BOXES), chance.randint(0, 9999)) for k, n in zip(kinds, asked, strict=True)},
        {
            name: Met(chance.randint(0, 99), chance.randint(0, 9999), chance.random() < 0.5, chance.choice(NAMES))
            for name in chance.sample(NAMES, chance.randint(0, 12))
        },
        {
            f"{chance.randint(1, 10)}.{n}{chance.choice(['', 'b'])}": Exercise(chance.random() < 0.5, chance.randint(1, 99), chance.choice(TEXTS[:-2]))
            for n in range(1, chance.randint(1, 12))
        },
    )


def test_each_progress_has_one_code() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        made = some(chance)
        code = encode(made)
        assert parse(f" {code.upper()}\n") == made  # which makes the code anew and compares
        assert len(code) <= MOST and code.isascii() and not set(code) & set(" ,/\\\"'&<>?")


def test_no_slip_of_the_pen_is_taken() -> None:
    chance = random.Random(2)
    for _ in range(30):
        code = encode(some(chance))
        for _ in range(60):
            at = chance.randrange(2, len(code))
            other = chance.choice(LETTERS + "._~-")
            wrong = chance.choice([code[:at] + other + code[at + 1 :], code[:at] + code[at + 1 :], code[:at] + other + code[at:]])
            if wrong != code:
                with pytest.raises(Refusal):
                    parse(wrong)


@pytest.mark.parametrize(
    "body",
    [
        "P1.sdemo.kcount_1_2_1_1",  # more right than asked
        "P1.sdemo.kcount_1_1_6_1",
        "P1.sdemo.kcount_1_1_0_1",
        "P1.sdemo.kcount_01_1_1_1",
        "P1.sdemo.kcount_1_1_1",
        "P1.sdemo.kcount_1_1_1_1_1",
        "P1.sdemo.kcount_1_0_1_1~count_1_0_1_1",
        "P1.sdemo.kcount_1_0_1_1~between_1_0_1_1",  # not in order
        "P1.sdemo.k1count_1_0_1_1",
        "P1.sdemo.iinclusive_count_1_1_n",
        "P1.sdemo.iinclusive_count_100_1",
        "P1.sdemo.e1.3_1_r",
        "P1.sdemo.e1-3_1_x",
        "P1.sdemo.e1-3_1_r_14-zz-25",
        "P1.sdemo.e1-3_1_r_14-110000-25",
        "P1.sdemo.e1-3_1_r_14-ffffffffffffffff-25",
        "P1.sdemo.e1-3_1_r_-d800-",  # no page can show these
        "P1.sdemo.e1-3_1_r_a-202e-b",
        "P1.sdemo.e1-3_1_r_-0-",
        "P1.sdemo.lcount_",
        "P1.sdemo.zwhat",
        "P1.sdemodemo",
        "P1",
    ],
)
def test_what_fits_its_letters_and_makes_no_sense_is_refused(body: str) -> None:
    with pytest.raises(Refusal, match="nothing was loaded"):
        parse(f"{body}.x{module._check(body)}")


@pytest.mark.parametrize("code", ["", "P1", "P1.sdemo", "A1.n2.sdemo.xabc", "P1.sdemo.x" + "a" * 8, "x" * 20_000, "P1.sűő.x12345678", None, 7])
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(Refusal):
        parse(code)


def test_a_code_of_a_newer_version_says_so() -> None:
    with pytest.raises(Refusal, match="newer version"):
        read("here: P2.sdemo.kcount_1_1_1_1.xabcdefgh")


def test_the_fullest_progress_is_short_enough_to_be_sent_and_kept() -> None:
    full = Progress("zzzzzz", ("a" * 24, "z" * 16))
    for n in range(200):
        ident = f"{n // 10}.{n % 10}b"
        full = replace(
            full.exercised(ident, RIGHT, "/" * 6),
            kinds=module._bounded({**full.kinds, f"{'k' * 20}{n}": Tally(9999, 9999, 5, 239_976)}, module.MOST_KINDS),
            ideas=module._foremost({**full.ideas, f"{'i' * 20}{n}": Met(99, 239_976, True, "k" * 24)}),
        )
    assert len(full.exercises) == MOST_EXERCISES and MOST * 0.85 < len(encode(full)) <= MOST
    assert encode(parse(encode(full))) == encode(full)
    assert all(len(file_text(full, translator(lang))) < 8000 for lang in LANGUAGES)
    assert all(module._NAME.fullmatch(name) for name in [*KINDS, *IDEAS]) and len(KINDS) <= module.MOST_KINDS


def test_the_ideas_let_go_are_those_mended_long_ago() -> None:
    many = {f"idea-{n}": Met(1, n, n % 2 == 0, "count") for n in range(2 * module.MOST_IDEAS)}
    kept = Progress("demo", ideas=many).merged(Progress("demo")).ideas
    assert len(kept) == module.MOST_IDEAS and kept.keys() == {name for name, met in many.items() if not met.mended}


# ---- a file, a mail ----
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_file_is_read_back_whatever_a_mail_makes_of_it(lang: str) -> None:
    made = some(random.Random(3))
    text = file_text(made, translator(lang))
    assert text.splitlines()[-1] == encode(made) and all(line.startswith("#") for line in text.split("\n\n")[0].splitlines())
    quoted = "\r\n".join("> " + encode(made)[at : at + 60] for at in range(0, len(encode(made)), 60))
    for received in (text, text.replace("\n", "\r\n"), "\ufeff" + text, text.upper(), encode(made).replace("-", "–"), quoted, f"({encode(made)})", text + "\nThank you!"):
        assert read(received) == made
    assert read(encode(Progress("old")) + "\n" + encode(made)) == made


@pytest.mark.parametrize(("text", "says"), [("", "no progress code"), ("Hello!", "no progress code"), ("PK\x03\x04 \x00 p1", "no progress code"), ("P1.sdemo.kcount_1_1", "is wrong")])
def test_what_holds_no_code_is_refused(text: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        read(text)


def test_a_text_full_of_beginnings_is_not_searched_for_hours() -> None:
    for text in ("p1.s" * 100_000, "p1.s.x" * 60_000):
        with pytest.raises(Refusal):
            read(text)
    assert read("p1.s " * 100_000 + encode(Progress("demo"))) == Progress("demo")


# ---- what is kept ----
def test_only_the_first_answer_counts_and_ideas_always() -> None:
    asked = question("between", "demo", EN)
    once = Progress("demo").practised(asked, WRONG).practised(asked, RIGHT, first=False)
    assert (once.asked, once.right, once.kinds["between"]) == (1, 0, Tally(1, 0, 1, 1))
    again = once.practised(asked, Verdict(False, "", (), ("difference", "inclusive")), first=False)
    assert again.ideas == {"difference": Met(1, 1, False, "between"), "inclusive": Met(1, 1, False, "between")}
    assert again.skipped(asked).kinds["between"] == Tally(2, 0, 1, 2)
    grown = again
    for box in (2, 3, 4, 5, 5):
        grown = grown.practised(asked, RIGHT)
        assert grown.kinds["between"].box == box
    assert {name: met.mended for name, met in grown.ideas.items()} == {name: name in catches(asked) for name in grown.ideas}
    assert not grown.practised(asked, Verdict(False, "", (), ("difference",))).ideas["difference"].mended
    assert grown.practised(asked, WRONG).kinds["between"].box == 1


def test_exercises_stay_right_and_keep_short_answers() -> None:
    made = Progress("demo").exercised("1.3", WRONG, "7/13").exercised("1.3", RIGHT, "14/25").exercised("1.3", WRONG, "0")
    assert made.exercises == {"1.3": Exercise(True, 3, "14/25")} and made.asked == 0
    assert made.exercised("8.1b", WRONG, "x" * 99).exercises["8.1b"] == Exercise(False, 1)
    assert made.exercised("2", WRONG, "\ud800\n").exercises["2"].text == ""
    met = made.exercised("1.4", Verdict(False, "", (), ("inclusive",)), "9", kind="between")
    assert met.open_ideas == ["inclusive"] and parse(encode(met)) == met
    with pytest.raises(ValueError, match="no name of an exercise"):
        made.exercised("1_3", RIGHT, "")


def test_two_of_them_together_lose_nothing_and_count_nothing_twice() -> None:
    chance = random.Random(4)
    for _ in range(200):
        a, b, c = (some(chance) for _ in range(3))
        assert a.merged(a) == a and a.merged(b) == b.merged(a)
        left, right = a.merged(b).merged(c), a.merged(b.merged(c))
        assert (left.kinds, left.ideas, left.exercises) == (right.kinds, right.ideas, right.exercises)
        both = a.merged(b)
        assert both.merged(a) == both and parse(encode(both)) == both
        assert both.kinds.keys() == {*a.kinds, *b.kinds} and both.exercises.keys() == {*a.exercises, *b.exercises}


# ---- what is asked next ----
def walk(progress: Progress, steps: int, idea: str = "", learns_after: int = 10**9) -> tuple[Progress, list[tuple[str, str, bool]]]:
    """A learner who is right but where an idea gives another answer. What was asked, and whether the idea could show."""
    asked = []
    for step in range(steps):
        kind, seed = choose(progress)
        assert (kind, seed) == choose(parse(encode(progress)))
        made = question(kind, seed, EN)
        shows = idea in catches(made)
        asked.append((kind, made.ask + made.given, shows))
        slip = shows and step < learns_after
        progress = progress.practised(made, Verdict(False, "", (), (idea,)) if slip else RIGHT)
    return progress, asked


def test_one_who_knows_it_all_meets_every_kind_in_order_and_each_one_rarely() -> None:
    end, asked = walk(Progress("demo"), 100)
    kinds = [kind for kind, _, _ in asked]
    assert list(dict.fromkeys(kinds)) == list(KINDS) and len(set(kinds[:12])) <= len(kinds[:12]) * 3 / 4
    assert all(a[1] != b[1] for a, b in pairwise(asked))
    assert all(tally.box >= 4 for tally in end.kinds.values()) and max(map(kinds[-30:].count, kinds)) <= 4


def test_a_wrong_idea_comes_back_until_it_is_mended() -> None:
    end, asked = walk(Progress("demo"), 30, "inclusive")
    showing = [n for n, (_, _, shows) in enumerate(asked) if shows]
    assert end.open_ideas == ["inclusive"] and len(showing) >= 6
    assert max(b - a for a, b in pairwise(showing)) <= 6
    assert len({kind for kind, _, _ in asked}) > 3, "other kinds are asked in between"
    mended, later = walk(end, 8, "inclusive", learns_after=0)
    assert mended.open_ideas == [] and mended.ideas["inclusive"].mended and any(shows for _, _, shows in later[:6])


def test_what_is_wrong_comes_more_often() -> None:
    progress, kinds = Progress("demo"), []
    for _ in range(40):
        kind, seed = choose(progress)
        kinds.append(kind)
        progress = progress.practised(question(kind, seed, EN), WRONG if kind == "between" else RIGHT)
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts["between"] == max(counts.values()) and counts["between"] >= 10


def test_one_kind_alone_never_asks_the_same_twice_in_a_row() -> None:
    for kind in KINDS:
        progress, before = Progress("demo"), ""
        for _ in range(6):
            name, seed = choose(progress, kind)
            made = question(name, seed, EN)
            assert name == kind and made.ask + made.given != before
            before, progress = made.ask + made.given, progress.practised(made, WRONG)


def test_kinds_and_ideas_of_a_newer_version_are_kept_and_left_alone() -> None:
    newer = Progress("demo", ("new", "demoq1"), {"new": Tally(3, 1, 1, 3)}, {"newer-idea": Met(2, 1, False, "new")})
    assert parse(encode(newer)) == newer and choose(newer)[0] == next(iter(KINDS))
    kind, seed = choose(newer)
    after = newer.practised(question(kind, seed, EN), RIGHT)
    assert after.kinds["new"] == newer.kinds["new"] and after.ideas == newer.ideas
