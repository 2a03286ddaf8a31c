"""A game as text: a short code for blackboards and addresses, JSON for files. Both replay move by move.

A code such as `B1.ny.sdemo.mzZ.t2.xabc` is made of parts with a dot between, each opened by a letter:

| part | meaning |
|---|---|
| `B1` | the board game, version 1 of the code |
| `pAna~Bence` | the names, left out when they are these; letters as in the card game's code |
| `znb` | who plays: `n` a person, `b` the bot; left out for two people |
| `a` | the game is worth 2^a points |
| `g3~2~0` | the number of the game and the points of those before it; left out in the first |
| `sk7m2q9` | the seed |
| `d6452` | planned throws |
| `mzZ4` | what was chosen: `a` to `x` a step from point 1 to 24, `y` from the bar, `z` from the hand, in capitals where
  it uses the smaller of two different numbers; a digit names a double |
| `t2` | how many throws there were |
| `x3f0` | the check: a code with a slip of the pen is refused |
"""

from __future__ import annotations

from acey_teach.board.game import MOST_GAMES, MOST_POINTS, Game, Phase, Setup, step_of
from acey_teach.engine.refusal import Refusal, shown
from acey_teach.engine.setup import name_from_code, name_to_code
from acey_teach.engine.shuffle import check_of
from acey_teach.i18n import N_

MOST = 6000
_NAMES = ("Ana", "Bence")
_BROKEN = N_(
    "This is not the code of a board game, or a letter of it is wrong: “{code}”. Copy it again, capital and small "
    "letters as they are."
)
_NO_RECORD = N_("This is not the record of a board game.")


def encode(game: Game) -> str:
    """The code of a game: all of it and the place in it.

    >>> encode(Game.begin(Setup.of(seed="demo")))
    'B1.sdemo.t0.x5hg'
    """
    setup, parts = game.setup, ["B1"]
    if setup.names != _NAMES:
        parts.append("p" + "~".join(name_to_code(name) for name in setup.names))
    if any(setup.bots):
        parts.append("z" + "".join("nb"[bot] for bot in setup.bots))
    if setup.per_acey:
        parts.append("a")
    if game.number > 1:
        parts.append("g" + "~".join(map(str, (game.number, *game.points))))
    parts.append("s" + setup.seed)
    if setup.dice:
        parts.append("d" + setup.dice)
    if game.moves:
        parts.append("m" + game.moves)
    parts.append(f"t{game.thrown}")
    text = ".".join(parts)
    return f"{text}.x{check_of(text)}"


def parse(code: str) -> Game:
    """The game that `code` stands for, exactly as it was; Refusal for anything else.

    >>> game = Game.begin(Setup.of("Zoë", "Ben", seed="demo")).throw().throw()
    >>> parse(encode(game)) == game
    True
    """
    text = code.strip() if isinstance(code, str) and len(code) <= MOST else ""
    body, dot, check = text.rpartition(".x")
    if not dot or check != check_of(body) or not body.startswith("B1."):
        raise Refusal("board-code", _BROKEN, code=shown(code))
    found: dict[str, str] = {}
    for part in body.split(".")[1:]:
        if not part or part[0] in found or part[0] not in "pzagsdmt":
            raise Refusal("board-code", _BROKEN, code=shown(code))
        found[part[0]] = part[1:]
    try:
        names = [name_from_code(name) for name in found["p"].split("~")] if "p" in found else _NAMES
        first, second = names
        mine, theirs = ({"n": False, "b": True}[sign] for sign in found.get("z", "nn"))
        setup = Setup.of(
            first, second, bots=(mine, theirs), seed=found["s"], dice=found.get("d", ""), per_acey="a" in found
        )
        number, *points = map(int, found.get("g", "1~0~0").split("~"))
        game = replay(setup, found.get("m", ""), int(found["t"]), number, (points[0], points[1]))
    except Refusal:
        raise
    except (ValueError, KeyError, IndexError) as error:
        raise Refusal("board-code", _BROKEN, code=shown(code)) from error
    if encode(game) != text:  # one game, one code
        raise Refusal("board-code", _BROKEN, code=shown(code))
    return game


def replay(setup: Setup, moves: str, throws: int, number: int = 1, points: tuple[int, int] = (0, 0)) -> Game:
    """Throw and choose again, up to so many throws. Refusal when a move is not legal or something is left over."""
    if not 1 <= number <= MOST_GAMES or not all(0 <= n <= MOST_POINTS for n in points):
        raise Refusal("board-record", _NO_RECORD)
    game, left = Game(setup, number, points), list(reversed(moves))
    while True:
        if game.phase in (Phase.START, Phase.THROW) and game.thrown < throws:
            game = game.throw()
        elif left and game.phase is Phase.NAME and left[-1] in "123456":
            game = game.name_double(int(left.pop()))
        elif left and game.phase is Phase.MOVE and game.roll and left[-1].isascii() and left[-1].isalpha():
            game = game.take(step_of(left.pop(), game.roll))
        else:
            break
    if left or game.thrown != throws:
        raise Refusal("board-record", N_("This record says more than was played."))
    return game


def to_json(game: Game) -> str:
    """The game as a JSON record: everything `from_json` needs, and every throw with its steps for other programs."""
    import json

    setup, rolls, moments = game.setup, [], []
    at: Game | None = game
    while at:
        moments.append(at)
        at = at.previous
    for moment in reversed(moments):
        if moment.previous is None or not moment.started:
            continue
        if moment.thrown > moment.previous.thrown and moment.roll:
            rolls.append({"player": moment.roller, "dice": list(moment.roll.dice), "played": []})
        elif moment.step:
            rolls[-1]["played"].append([moment.step.source, moment.step.number])  # type: ignore[attr-defined]
        elif moment.roll and moment.roll.named and rolls:
            rolls[-1]["named"] = moment.roll.named
    return json.dumps(
        {
            "format": "acey_teach board",
            "version": 1,
            "players": [{"name": name, "bot": bot} for name, bot in zip(setup.names, setup.bots, strict=True)],
            "per_acey": setup.per_acey,
            "game": game.number,
            "points": list(game.points),
            "seed": setup.seed,
            "dice": setup.dice,
            "throws": game.thrown,
            "moves": game.moves,
            "winner": game.winner,
            "rolls": rolls,
            "code": encode(game),
        },
        ensure_ascii=False,
        indent=1,
    )


def from_json(text: str) -> Game:
    """The game of a JSON record; Refusal for anything else.

    >>> game = Game.begin(Setup.of(seed="demo")).throw()
    >>> from_json(to_json(game)) == game
    True
    """
    import json

    try:
        data = json.loads(text) if isinstance(text, str) and len(text) <= 1_000_000 else None
        if not isinstance(data, dict) or data.get("format") != "acey_teach board" or data.get("version") != 1:
            raise ValueError
        first, second = data["players"]
        setup = Setup.of(
            first["name"],
            second["name"],
            bots=(first["bot"] is True, second["bot"] is True),
            seed=data["seed"],
            dice=data["dice"],
            per_acey=data["per_acey"] is True,
        )
        one, other = data["points"]
        numbers = (data["throws"], data["game"], one, other)
        if not isinstance(data["moves"], str) or len(data["moves"]) > MOST or any(type(n) is not int for n in numbers):
            raise ValueError
        return replay(setup, data["moves"], data["throws"], data["game"], (one, other))
    except Refusal:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Refusal("board-record", _NO_RECORD) from error
