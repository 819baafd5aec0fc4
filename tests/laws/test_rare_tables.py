"""The laws where play rarely comes: many matches played there without a look, and checked there.

Twelve seeds of each, others every day, and fifty by `make laws`; interpreted, where there is no C
compiler, a few.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from microciv.core.match import Match
from microciv.core.moves import SPECTATOR
from microciv.core.rng import Rng
from microciv.laws import laws
from microciv.laws.play import play_on
from tests.laws.cases import COMPILED, LONG, SEED, Case, replayable

Moment: TypeAlias = Callable[[Any], bool]

SEEDS = int(os.environ.get("MICROCIV_MATCHES", "50" if LONG else "12" if COMPILED else "2"))


def over(state: Any) -> bool:
    """The match is over."""
    return not state.to_act


def deck_is_out(state: Any) -> bool:
    """There is nothing left to draw."""
    return state.drawn >= len(state.deck) or over(state)


def plots_are_out(state: Any) -> bool:
    """No plot is left to turn up."""
    return state.market.plots_drawn >= len(state.market.plot_deck) or over(state)


def technologies_are_out(state: Any) -> bool:
    """No technology is left to turn up."""
    return state.market.techs_drawn >= len(state.market.tech_deck) or over(state)


TABLES: list[tuple[Case, Moment]] = [
    *[(Case("5-ages", {"seats": seats, "jokers": jokers, **more}), over)
      for seats, jokers, more in (
          (4, 4, {"war_timing": "after_swaps"}), (5, 3, {}), (6, 4, {}), (7, 4, {}),
          (7, 2, {"joker_in_civ": "wild"}))],
    (Case("5-ages", {"seats": 7}), deck_is_out),
    (Case("civ-builder", {"seats": 10, "allow_7_to_10": True}), deck_is_out),
    (Case("civ-builder", {"seats": 10, "allow_7_to_10": True}), over),
    (Case("civ-builder", {"seats": 6, "science_rest": "bottom"}), deck_is_out),
    (Case("civ-card-game", {"seats": 4}), deck_is_out),
    (Case("civ-card-game", {"seats": 4}), plots_are_out),
    (Case("civ-card-game", {"seats": 2, "purchase_limit": "one_each"}), technologies_are_out),
]  # fmt: skip


@pytest.mark.heavy
@pytest.mark.parametrize(
    "case, moment", TABLES, ids=[f"{case} {moment.__name__}" for case, moment in TABLES]
)
def test_the_laws_hold_at_a_rare_table(
    case: Case, moment: Moment, request: pytest.FixtureRequest
) -> None:
    """Position, redeal, heard and words, once a match."""
    game = case.open()
    for seed in range(SEED, SEED + SEEDS):
        with replayable(request.node.nodeid, seed):
            match, rng = Match(game, seed), Rng(seed)
            heard = 0
            while not moment(match.state):
                heard = len(match.state.log)
                play_on(match.state, rng, 1)
            check_moment(match, heard, rng)


def check_moment(match: Match, heard: int, rng: Rng) -> None:
    """What has been heard since, the truth, and what one seat and a spectator may think it is."""
    game = match.game
    laws.check_heard(game, match.state, heard)
    laws.check_words(match, rng)
    laws.check_position(game, match.state, rng)
    for seat in (rng.below(game.seats), SPECTATOR):
        seen = match.observe(seat)
        laws.check_redeal(game, seen, rng)
        laws.check_position(game, game.redeal(seen, rng), rng)
