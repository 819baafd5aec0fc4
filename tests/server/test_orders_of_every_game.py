"""Every game by the day: with orders, nobody comes more than twice a round; what they gave is shown
in the replay, and before the end to nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from microciv.games import catalogue, open_game
from tests.server import (
    test_orders_of_civ_builder,
    test_orders_of_five_ages,
    test_orders_of_five_x,
    test_orders_of_the_card_game,
)
from tests.server.site import serving_file
from tests.server.visits import Answer, Orders, Visits, by_the_day, left, ordered

BUILDER: dict[str, Any] = {"civ_pick": "random", "rounds": 4}


@dataclass(frozen=True)
class Played:
    """People who play a match by visits."""

    game: str
    answer: Callable[[], Answer]
    orders: Orders
    seats: int
    options: dict[str, Any] = field(default_factory=dict)


def five_ages(seats: int) -> Played:
    people = test_orders_of_five_ages
    return Played("5-ages", lambda: people.answer, people.orders, seats)


def five_x(seats: int, **options: Any) -> Played:
    people = test_orders_of_five_x
    return Played("5x", lambda: people.answer, people.orders, seats, options)


def civ_builder(seats: int, **options: Any) -> Played:
    people = test_orders_of_civ_builder
    return Played("civ-builder", lambda: people.answer, people.orders, seats, BUILDER | options)


def card_game(seats: int) -> Played:
    people, options = test_orders_of_the_card_game, {"max_rounds": 8}
    game = open_game("civ-card-game", {"seats": seats, **options})
    return Played(game.name, lambda: people.People(game).answer, people.orders, seats, options)


PLAYED = {
    "5-ages, 3": five_ages(3),
    "5x, 3": five_x(3),
    "5x, 4, without leaders": five_x(4, leaders=False),
    "civ-builder, 3, in turn": civ_builder(3, trade_mode="offers"),
    "civ-builder, 6, in turn": civ_builder(6, trade_mode="offers", rounds=2),
    "civ-builder, 3, market": civ_builder(3, trade_mode="clock"),
    "civ-card-game, 2": card_game(2),
    "civ-card-game, 4": card_game(4),
}


def test_every_game_that_takes_orders_is_played():
    takes = {name for name in catalogue() if open_game(name, {}).order_terms()}
    assert takes == {one.game for one in PLAYED.values()}


@pytest.mark.parametrize("played", PLAYED.values(), ids=PLAYED)
def test_nobody_comes_more_than_twice_a_round(tmp_path: Path, played: Played):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 2) as site:
        table, tokens = by_the_day(site, played.game, played.seats, **played.options)
        visits = Visits(site, table, tokens)
        visits.play(played.answer(), played.orders)
        given = ordered(site, table)
        replay = site.get(f"/api/tables/{table}/replay?seat=0").json()
        used = [left(site, table, token)["used"] for token in tokens]
    assert played.seats == len(visits.count)
    by_round = {count for (_, round_), count in visits.by_round.items() if round_ > 0}
    assert max(by_round) <= 2  # before the first round the table is set
    # The replay names whose orders answered; each seat hears of its own, and in which round.
    assert given
    assert {seat for seat, _ in given} == {
        seat for one in replay["steps"] for seat in one["ordered"]
    }
    for seat, answers in enumerate(used):
        said = [move["text"] for one in answers for move in one["moves"]]
        assert said == [text for player, text in given if player == seat]
        assert all([one["round"] >= 1 and one["phase"] for one in answers])
