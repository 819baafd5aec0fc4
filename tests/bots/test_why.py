"""Reasons are what the evaluation counts, in the same worlds."""

from __future__ import annotations

from itertools import cycle
from math import log

import pytest

from microciv.bots import make_bot
from microciv.bots.advice import Adviser, Budget
from microciv.bots.answers import compared
from microciv.bots.why import TOO_CLOSE, Outcome, plain_why, why
from microciv.core.match import Match
from microciv.core.policy import Assets, Policy, Reason, asset
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import open_game
from microciv.texts import texts_for

GAMES = {"5x": 4, "5-ages": 3, "civ-builder": 3, "civ-card-game": 3}
CHANCES = ("5-ages",)  # where assets add up to a chance; elsewhere, to the logarithm of its odds
FIVE_X = open_game("5x", {"seats": 3})
WORLD = FIVE_X.deal(3)


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_assets_add_up_to_what_the_policy_says(name: str, seats: int):
    """There is no second evaluation."""
    match = Match(open_game(name, {"seats": seats}), 3)
    policy = Adviser(match.game, Budget(10)).policy
    bots = [make_bot("easy", match.game, seat, seat + 1) for seat in range(seats)]
    rng, looks = Rng(5), 0
    while match.to_act() and looks < 20:
        seat = match.to_act()[0]
        seen = match.observe(seat)
        if match.set_number() % 3 == 0:
            state = match.game.redeal(seen, rng)
            looks += 1
            for other, chance in enumerate(policy.evaluate(state)):
                amounts, units, rest = policy.assets(state, other)
                total = rest + sum([a * unit for a, unit in zip(amounts, units, strict=True)])
                odds = chance if name in CHANCES else log(chance / (1.0 - chance))
                assert odds == pytest.approx(total, abs=1e-9)
                assert len(amounts) == len(policy.asset_names)
        match.play(seat, bots[seat].choose(seen).text)
    assert looks


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_every_asset_has_words(name: str, seats: int):
    policy, texts = Adviser(open_game(name, {"seats": seats}), Budget(10)).policy, texts_for(name)
    for key, parts in [*policy.asset_names, ("rivals", {})]:
        assert all([texts.value(part, value) for part, value in parts.items()])
        for amount in (0.5, 1.2, -2.6) if key else ():
            words = texts.asset(key, parts, amount)
            assert words
            assert "{" not in words


@pytest.mark.parametrize("name, seats", GAMES.items())
def test_an_answer_beside_itself_is_too_close(name: str, seats: int):
    match = Match(open_game(name, {"seats": seats}), 3)
    seen = match.observe(match.to_act()[0])
    policy = Adviser(match.game, Budget(10)).policy
    (one,) = compared(match.game, policy, seen, [(seen.legal[0],)], 5, 1)
    assert TOO_CLOSE == why(policy, seen.seat, one, one)


def test_words_count_as_players_do():
    texts = texts_for("civ-card-game")
    food, coins = {"kind": "F", "one": "F"}, {"kind": "C", "one": "C"}
    assert "2 food more each turn" == texts.asset("income", food, 1.6)
    assert "perhaps 1 coin less each turn" == texts.asset("income", coins, -0.4)
    assert "3 coins more in stock" == texts.asset("stock", coins, 3.2)
    assert "1 point less" == texts.asset("points", {}, -1.4)


class Counting(Policy):
    """Who has gold and cows has chances."""

    def __init__(self, rows: dict[int, list[tuple[float, float, float]]]) -> None:
        super().__init__(FIVE_X)
        self.asset_names: list[Reason] = [asset("gold"), asset("cows")]
        self.rows = {seat: cycle(of_seat) for seat, of_seat in rows.items()}

    def assets(self, state: State, seat: int) -> Assets:
        gold, cows, rest = next(self.rows[seat]) if seat in self.rows else (0.0, 0.0, 0.0)
        return [gold, cows], [0.1, 0.05], rest


def told(
    rows: list[tuple[float, float, float]], rival: list[tuple[float, float, float]] | None = None
) -> dict[str, object]:
    """Of rows by world: first the better move's, then the other's; and the same of seat 2."""
    values = [0.1 * gold + 0.05 * cows + rest for gold, cows, rest in rows]
    better = [Outcome(value, WORLD) for value in values[::2]]
    played = [Outcome(value, WORLD) for value in values[1::2]]
    policy = Counting({0: rows} if rival is None else {0: rows, 2: rival})
    return plain_why(why(policy, 0, better, played))


def test_the_largest_gain_and_the_largest_loss_are_told():
    rows = [(3.0, 0.0, 0.1), (1.0, 2.0, 0.1), (4.0, 1.0, 0.2), (3.0, 2.0, 0.2)]
    gain = {"what": "gold", "parts": {}, "amount": 1.5, "whose": -1}
    loss = {"what": "cows", "parts": {}, "amount": -1.5, "whose": -1}
    assert {"gain": gain, "loss": loss} == told(rows)


def test_what_rivals_have_is_a_reason_too():
    rows = [(1.0, 0.0, 0.3), (1.0, 0.0, 0.1)] * 3
    gain = {"what": "rivals", "parts": {}, "amount": pytest.approx(20.0), "whose": -1}
    assert {"gain": gain, "loss": None} == told(rows)
    fewer = {"what": "cows", "parts": {}, "amount": -4.0, "whose": 2}
    assert {"gain": fewer, "loss": None} == told(rows, [(2.0, 0.0, 0.0), (2.0, 4.0, 0.0)] * 3)


def test_noise_is_no_reason():
    rows = [(3.0, 0.0, 0.1), (1.0, 0.0, 0.1), (1.0, 0.0, 0.1), (3.0, 0.0, 0.1)]
    assert {"gain": None, "loss": None} == told(rows)


def test_what_speaks_for_the_worse_one_alone_is_no_reason():
    """Better by what is too uncertain to be told, and not by its gold."""
    rows = [(1.0, 0.0, 0.9), (2.0, 0.0, 0.1), (1.0, 0.0, 0.1), (2.0, 0.0, 0.1)]
    rows += [(1.0, 0.0, 0.1), (2.0, 0.0, 0.1)]
    assert {"gain": None, "loss": None} == told(rows)
    for place in range(0, 6, 2):
        rows[place] = (1.0, 0.0, 0.1)
    loss = {"what": "gold", "parts": {}, "amount": -1.0, "whose": -1}
    assert {"gain": None, "loss": loss} == told(rows)
