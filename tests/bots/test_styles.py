"""Styles of bots are drawn by the match, never by the seat: no seat plays better than another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from microciv.cli.sitting import read_sittings, seated_bots
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.games import about, catalogue, open_game
from microciv.games.civ_builder.policy.styles import style_of as civ_builder
from microciv.games.civ_card_game.policy.worth import style_of as civ_card_game
from microciv.games.five_ages.policy.styles import style_of as five_ages
from microciv.games.five_x.policy.styles import style_of as five_x
from microciv.study.matches import Lineup
from microciv.trust import table_number

FEW = 5  # seats
DEALS = 600
CHANCE = 0.06  # what a share may differ by chance

STYLE_OF: dict[str, Callable[[Any, Any, int], Any]] = {
    "5-ages": lambda game, seen, _: five_ages(game.seats, seen.seat, seen.round, seen.token),
    "5x": lambda _, seen, table: five_x(seen.seat, table),
    "civ-builder": lambda game, seen, table: civ_builder(
        game.redeal(seen, Rng(0)), seen.seat, table
    ),
    "civ-card-game": lambda game, seen, _: civ_card_game(game.redeal(seen, Rng(0)), seen.seat),
}
"""By the game, what a seat sees when the match begins, and the number of the table."""


def style_at(match: Match, seat: int) -> str:
    """The name of a bot's style in this match."""
    game, table = match.game, table_number(match.seed)
    return str(STYLE_OF[game.name](game, match.observe(seat), table).name)


def test_every_game_whose_bots_have_styles_is_looked_at() -> None:
    styled = [name for name, found in catalogue().items() if found.searches]
    assert sorted(STYLE_OF) == sorted(styled)


TABLES = [(name, seats) for name in STYLE_OF for seats in about(name).seats if seats < FEW]


@pytest.mark.heavy
@pytest.mark.parametrize("name, seats", TABLES)
def test_each_style_is_at_every_seat_as_often(name: str, seats: int) -> None:
    """Over many deals, but for chance."""
    game = open_game(name, {"seats": seats})
    found: list[Counter[str]] = [Counter() for _ in range(seats)]
    for seed in range(DEALS):
        match = Match(game, seed)
        for seat in range(seats):
            found[seat][style_at(match, seat)] += 1
    for style in set().union(*found):
        share = sum([counts[style] for counts in found]) / (DEALS * seats)
        for counts in found:
            assert abs(counts[style] / DEALS - share) < CHANCE, style


def test_a_match_gives_all_its_bots_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Bot.table_number`: with it they agree on who has which style, also if made anew."""
    given: list[int] = []
    monkeypatch.setattr(
        "microciv.study.matches.finish",
        lambda _, bots: given.extend([bot.table_number for bot in bots]),
    )
    game = open_game("5x", {"seats": 3})
    Lineup(game, ["hard"] * 3).play(7)
    assert [table_number(7)] * 3 == given
    seated = seated_bots(game, read_sittings("bot,bot,bot", "5x"), 7, plies=4)
    assert [table_number(7)] * 3 == [bot.table_number for bot in seated.values()]
