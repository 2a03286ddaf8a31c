"""A second reading of RULES, parts A and B: `Play` plays a script with texts and lists, nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
RANKS = "..23456789TJQKA"
PACK = [rank + suit for rank in RANKS[2:] for suit in "cdhs"]
PLAIN: Json = {
    "max_rounds": 3, "min_players": 2, "decks": 1, "deal": "in_advance", "pair": "plain", "split_mode": "free",
    "ace_choice": False, "ace_post_x4": False, "ace_third_pair_loses": False, "first_orbit_half_pot": False,
    "blind_pot": False, "autopot": "off", "post_bet": False, "satan": False, "half_cap": True, "debt": "cap",
}  # fmt: skip
KNOWN: dict[str, tuple[Any, ...]] = {
    "max_rounds": (1, 2, 3), "min_players": (2, 4), "decks": (1, 2), "deal": ("in_advance", "two_on_turn"),
    "pair": ("plain", "hilo", "split"), "split_mode": ("free", "committed"), "autopot": ("off", "open", "any"),
    "debt": ("cap", "debt", "short"),
    **{name: (False, True) for name, value in PLAIN.items() if value is False}, "half_cap": (True, False),
}  # fmt: skip


# ---- a second reading of the rules ----
class Illegal(Exception):  # noqa: N818 - the word the cases use
    """The script breaks a rule."""


def must(holds: object, why: str) -> None:
    if not holds:
        raise Illegal(why)


def whole(value: Any, low: int, high: int) -> int:
    must(type(value) is int and low <= value <= high, f"{value!r} is not from {low} to {high}")
    return int(value)


def written(value: Any) -> int | str:
    value = Fraction(value)
    return int(value) if value.denominator == 1 else str(value)


def conflict(r: Json) -> bool:
    """B14."""
    return bool(
        (r["ace_third_pair_loses"] and r["pair"] != "hilo")
        or (r["blind_pot"] and r["deal"] != "two_on_turn")
        or (not r["half_cap"] and r["debt"] == "cap")
        or (r["satan"] and r["pair"] == "split" and r["split_mode"] == "committed")
    )


def ranks(a: int, b: int) -> set[int]:
    return {14 if value == 1 else value for value in (a, b)}


def outcome(r: Json, a: int, b: int, third: str, side: str | None) -> str:
    """A6.2, B1, B2, B4; `a` and `b` are 1 to 14."""
    t, lo, hi = RANKS.index(third[0]), min(a, b), max(a, b)
    if t in ranks(a, b):
        return "post"
    if side and r["ace_third_pair_loses"] and t == 14:  # B4
        return "outside"
    won = t > hi if side == "higher" else t < lo if side == "lower" else lo < t < hi
    return "inside" if won else "outside"


class Play:
    """One script, played by RULES A and B; with `decide` the decisions are asked for and written into it."""

    def __init__(self, script: Json, decide: Callable[[list[Json]], Json] | None = None) -> None:
        self.script, self.decide, self.events = script, decide, list[Json]()
        changes = script.get("rules", {})
        for name, value in changes.items():
            must(any(type(value) is type(one) and value == one for one in KNOWN.get(name, ())), "unknown rule")
        self.r = {**PLAIN, **changes}
        must(not conflict(self.r), "conflict")
        self.n = whole(len(script["players"]), self.r["min_players"], 8)
        self.chips = [Fraction(c) for c in script.get("start_chips", [100] * self.n)]
        self.pot = self.held = Fraction(0)
        self.result = self.session()

    def note(self, type_: str, **fields: Any) -> None:
        state = {"pot": written(self.pot), "held": written(self.held), "balances": [*map(written, self.chips)]}
        self.events.append({"type": type_, **fields, **state})

    def session(self) -> Json:
        n, rounds, dealer = self.n, self.script["rounds"], whole(self.script["dealer"], 0, self.n - 1)
        must(len(self.chips) == n and min(self.chips) >= 1, "beginning")
        must(len(rounds) <= self.r["max_rounds"], "too many rounds")
        for one in rounds:
            must(sorted(one["deck"]) == sorted(PACK * self.r["decks"]), "deck")  # B6
        for number in range(1, self.r["max_rounds"] + 1):
            must(number <= len(rounds), "too few rounds")
            complete = self.round(number, rounds[number - 1], dealer)
            reason = (
                "POT_EMPTY" if self.pot == 0
                else "ROUND_LIMIT" if number == self.r["max_rounds"]
                else "CANNOT_ANTE" if min(self.chips) < 1 else ""
            )  # fmt: skip
            if reason:
                break
            dealer = (dealer + 1) % n
        must(number == len(rounds), "too many rounds")
        share = self.pot / n
        self.chips, self.pot = [c + share for c in self.chips], Fraction(0)
        told = {
            "reason": reason, "share": written(share), "rounds_completed": number - (not complete),
            "winners": [i for i in range(n) if self.chips[i] == max(self.chips)],
        }  # fmt: skip
        self.note("END", **told)
        return {**told, "final": [*map(written, self.chips)], "events": self.events}

    def round(self, number: int, one: Json, dealer: int) -> bool:
        self.number, self.stock = number, list(one["deck"])
        size = len(self.stock)
        if one["cut"] is not None:
            k = whole(one["cut"], 1, size - 1)
            self.stock = self.stock[k:] + self.stock[:k]
        self.note("ROUND", round=number, dealer=dealer, cutter=(dealer - 1) % self.n, cut=one["cut"])
        self.chips, self.pot = [c - 1 for c in self.chips], self.pot + self.n
        self.note("ANTE", round=number)
        order = [(dealer + i) % self.n for i in range(1, self.n + 1)]
        firsts = {}
        if self.r["deal"] == "in_advance":
            for player in order:
                firsts[player] = self.stock.pop(0)
                self.note("FIRST", player=player, card=firsts[player])
        left = one["decisions"]
        for at, player in enumerate(order):
            if self.decide:
                left.append({})
            must(at < len(left), "too few decisions")
            self.turn(player, firsts.get(player), left[at])
            self.note("DISCARD", player=player)
            if self.pot == 0:
                break
        must(at + 1 == len(left), "too many decisions")
        self.note("ROUND_END", round=number, cards_used=size - len(self.stock), complete=player == dealer)
        return player == dealer

    def choose(self, into: Json, options: list[Json]) -> None:
        if self.decide:
            into.update(self.decide(options))

    def turn(self, player: int, first: str | None, d: Json) -> None:
        r, chips = self.r, self.chips[player]
        orbit = r["first_orbit_half_pot"] and self.number == 1
        may = r["blind_pot"] and not orbit and chips > 0 and (r["debt"] != "cap" or chips >= self.pot)
        if may:
            self.choose(d, [{}, {"action": "blind"}])
        blind = d.get("action") == "blind"
        must(may or not blind, "blind")
        if blind:
            self.note("BLIND", player=player)
        if first is None:  # B0
            first = self.stock.pop(0)
            self.note("FIRST", player=player, card=first)
        a = RANKS.index(first[0])
        if r["ace_choice"] and a == 14:  # B2
            self.choose(d, [{"ace": "low"}, {"ace": "high"}])
            must(d.get("ace") in ("low", "high"), "ace must be called")
            a = 1 if d["ace"] == "low" else 14
            self.note("ACE", player=player, called=d["ace"])
        else:
            must("ace" not in d, "no ace to call")
        second = self.stock.pop(0)
        b = RANKS.index(second[0])
        gap = max(0, abs(a - b) - 1)
        more = {} if blind else {"max_stake": self.most(player, a, b)}
        self.note("SECOND", player=player, card=second, posts=[first, second], **more, gap=gap)
        if blind:
            self.blind(player, a, b, d)
        elif r["pair"] == "split" and a == b:
            self.split(player, a, [first, second], d)
        else:
            self.hand(player, a, b, d, None)

    def factor(self, a: int, b: int) -> int:
        """M of B13."""
        return 4 if self.r["ace_post_x4"] and {a, b} & {1, 14} else 3 if self.r["pair"] == "hilo" and a == b else 2

    def most(self, player: int, a: int, b: int) -> int:
        r, chips = self.r, self.chips[player]
        top = int(self.pot) // (2 if r["first_orbit_half_pot"] and self.number == 1 else 1)
        if chips <= 0 or (r["satan"] and a == b == 6 and r["debt"] == "cap" and chips < 6 * self.pot):
            return 0
        if r["debt"] == "cap":
            return min(top, int(chips / self.factor(a, b)))
        return min(top, int(chips / 2)) if r["half_cap"] else top

    def hand(self, player: int, a: int, b: int, d: Json, number: int | None) -> None:
        """Pass, bet or post bet on one hand."""
        r, most, half = self.r, self.most(player, a, b), -(-self.pot // 2)
        others = [c for i, c in enumerate(self.chips) if i != player]
        auto = {a, b} in {"off": [], "open": [{2, 14}], "any": [{2, 14}, {1, 2}]}[r["autopot"]]
        sided = r["pair"] == "hilo" and a == b
        post = r["post_bet"] and not auto and self.chips[player] > 0
        if r["debt"] == "cap":
            post = post and self.chips[player] >= half and min(others) >= self.pot / (self.n - 1)
        options: list[Json] = [] if auto and most else [{"action": "pass"}]
        if auto:
            options.append({"action": "auto"})
        if most:
            sides = [{"dir": "higher"}, {"dir": "lower"}] if sided else [{}]
            low = most if auto else 1
            options += [{"action": "bet", "stake": [low, most], **side} for side in sides]
        if post:
            options.append({"action": "postbet"})
        self.choose(d, options)
        told = {"hand": number} if number else {}
        words = set(d) - {"action"} - (set() if number else {"ace"})
        match d.get("action"):
            case "auto" if auto:
                must(not words, "words")
                stake = most
            case "pass":
                must(not words and not (auto and most), "autopot")
                stake = 0
            case "bet":
                must(words == ({"stake", "dir"} if sided else {"stake"}), "words")
                must(not sided or d["dir"] in ("higher", "lower"), "side")
                stake = whole(d["stake"], most if auto and most else 1, most)
            case "postbet":
                must(post and not words, "post bet")
                self.note("POST_BET", player=player)
                third = self.stock.pop(0)
                if RANKS.index(third[0]) in ranks(a, b):
                    net = self.pot
                    self.chips[player] += self.pot
                    for i in range(self.n):
                        if i != player:
                            pays = self.pot / (self.n - 1)
                            pays = min(pays, self.chips[i]) if r["debt"] == "short" else pays
                            self.chips[i] -= pays
                            self.chips[player] += pays
                            net += pays
                    self.pot, came = Fraction(0), "post"
                else:
                    net, came = self.pay(player, half), outcome(r, a, b, third, None)
                self.note("SETTLE", player=player, third=third, outcome=came, net=written(net))
                return
            case _:
                raise Illegal("decision")
        if stake == 0:
            self.note("PASS", player=player, **told, forced=most == 0)
        else:
            self.bet(player, a, b, stake, d.get("dir"), number)

    def pay(self, player: int, loss: int | Fraction) -> Fraction:
        """The player pays into the pot; under `short` what there is. The net result is returned."""
        if self.r["debt"] == "short":
            loss = min(loss, self.chips[player])
        self.chips[player] -= loss
        self.pot += loss
        return Fraction(-loss)

    def bet(self, player: int, a: int, b: int, stake: int, side: str | None, number: int | None) -> None:
        r = self.r
        self.held = Fraction(min(stake, int(self.chips[player])) if r["debt"] == "short" else stake)
        self.chips[player] -= self.held
        self.note("BET", player=player, stake=stake, hand=number, direction=side)
        third = self.stock.pop(0)
        t, came = RANKS.index(third[0]), outcome(r, a, b, third, side)
        self.chips[player] += self.held
        self.held = Fraction(0)
        if came == "inside":
            net = Fraction(stake)
            self.chips[player] += stake
            self.pot -= stake
        elif came == "outside":
            net = self.pay(player, stake)
        elif r["satan"] and a == b == 6:
            net, came = self.pay(player, 6 * self.pot), "satan"
        else:
            times = 4 if r["ace_post_x4"] and t == 14 else 3 if side else 2
            net = self.pay(player, times * stake)
        self.note("SETTLE", player=player, third=third, outcome=came, net=written(net), hand=number)

    def blind(self, player: int, a: int, b: int, d: Json) -> None:
        sided = self.r["pair"] == "hilo" and a == b
        if sided:
            self.choose(d, [{"dir": "higher"}, {"dir": "lower"}])
            must(d.get("dir") in ("higher", "lower"), "side")
        must(set(d) <= {"action", "ace", *(["dir"] if sided else [])}, "words")
        third = self.stock.pop(0)
        came = outcome(self.r, a, b, third, d.get("dir"))
        if came == "inside":
            net, self.pot = self.pot, Fraction(0)
            self.chips[player] += net
        else:
            net = self.pay(player, self.pot if came == "post" else -(-self.pot // 2))
        self.note("SETTLE", player=player, third=third, outcome=came, net=written(net))

    def split(self, player: int, a: int, posts: list[str], d: Json) -> None:
        r, committed, chips = self.r, self.r["split_mode"] == "committed", self.chips[player]
        most = int(self.pot) // 2
        if r["debt"] == "cap":
            most = min(most, int(chips / (8 if r["ace_post_x4"] else 4)))  # M x 2s
        elif r["half_cap"]:
            most = min(most, int(chips / 4))
        most = most if chips > 0 else 0
        options: list[Json] = [{"action": "pass"}]
        if not committed:
            options.append({"action": "split"})
        elif most:
            options.append({"action": "split", "stake": [1, most]})
        self.choose(d, options)
        words = set(d) - {"action", "ace"}
        if d.get("action") == "pass":
            must(not words, "words")
            self.note("PASS", player=player, forced=self.most(player, a, a) == 0)
            return
        must(d.get("action") == "split", "a pair is not bet on")
        if committed:
            must(words == {"stake"}, "words")
            whole(d["stake"], 1, most)
        else:
            must(words <= {"hands", "stake"}, "words")
            whole(d.get("stake", 0), 0, 0)
        columns = [[post, self.stock.pop(0)] for post in posts]
        self.note("SPLIT", player=player, hands=columns)
        hands = d.setdefault("hands", []) if self.decide and not committed else d.get("hands", [])
        played = 0
        for number, column in enumerate(columns, 1):
            low, high = (RANKS.index(card[0]) for card in column)
            if committed:
                self.bet(player, low, high, d["stake"], None, number)
            else:
                if self.decide:
                    hands.append({})
                must(played < len(hands), "too few hands")
                self.hand(player, low, high, hands[played], number)
                played += 1
            if self.pot == 0:
                break
        must(committed or played == len(hands), "too many hands")


def verdict(script: Json) -> Json:
    try:
        return Play(script).result
    except Illegal as error:
        return {"illegal": str(error)}
