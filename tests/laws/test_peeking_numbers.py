"""The law "numbers" bites: an encoder that peeks, or keeps too much, is caught.

Each fault shows the encoder a state with something of the truth laid open.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from microciv.core import features
from microciv.core.cards import cards_in
from microciv.core.features import Features
from microciv.core.moves import EVERYBODY, Seat
from microciv.games import open_game
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.views import encoding as civ_builder
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.views import encoding as card_game
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views import encoding as five_ages
from microciv.games.five_x.cards import CARDS
from microciv.games.five_x.rules.state import FiveXState
from microciv.games.five_x.views import encoding as five_x
from microciv.hidden.bags import ONE
from microciv.laws import LAWS

pytestmark = pytest.mark.interpreted

Patch = pytest.MonkeyPatch
SEEDS = 6


def laid_open(
    patch: Patch, module: ModuleType, writer: str, open_up: Callable[[Any], None]
) -> None:
    """This function of an encoder reads a state in which something is open."""
    honest = getattr(module, writer)

    def write(state: Any, *others: Any) -> None:
        shown = state.clone()
        open_up(shown)
        honest(shown, *others)

    patch.setattr(module, writer, write)


def leaders_in_hands(patch: Patch) -> None:
    def open_up(state: FiveXState) -> None:
        state.zones.known = [EVERYBODY] * CARDS

    laid_open(patch, five_x, "encode_seat", open_up)


def sealed_cards(patch: Patch) -> None:
    def open_up(state: FiveXState) -> None:
        for seat in state.asked:
            if state.answers[seat]:
                state.previous = [state.answers[seat][0].index % CARDS] * state.seats

    laid_open(patch, five_x, "encode_seat", open_up)


def the_lowest_card_of_a_hand(patch: Patch) -> None:
    def open_up(state: FiveAgesState) -> None:
        state.right = [cards_in(hand)[0] if hand else -1 for hand in state.hands]

    laid_open(patch, five_ages, "encode_seat", open_up)


def civilizations(patch: Patch) -> None:
    def open_up(state: FiveAgesState) -> None:
        state.phase = 0

    laid_open(patch, five_ages, "encode_seat", open_up)


def the_next_card(patch: Patch) -> None:
    def open_up(state: CivBuilderState) -> None:
        if state.in_deck():
            state.discard += ONE[state.deck[state.drawn]]

    laid_open(patch, civ_builder, "encode_table", open_up)


def letters_to_others(patch: Patch) -> None:
    patch.setattr(civ_builder, "is_for", lambda deal, seat: True)


def the_next_plot(patch: Patch) -> None:
    def open_up(state: CivCardGameState) -> None:
        if state.market.plots_left():
            state.revealed = [state.market.plot_deck[state.market.plots_drawn]]

    laid_open(patch, card_game, "encode_table", open_up)


def hands_as_if_all_were_known(patch: Patch) -> None:
    honest = card_game.encode

    def encode(state: CivCardGameState, seat: Seat, row: Features) -> None:
        shown = state.clone()
        known = shown.knowledge.recall(seat)
        known.hands = [memory.hands[place] for place, memory in enumerate(state.views()[:-1])]
        honest(shown, seat, row)

    patch.setattr(card_game, "encode", encode)


def what_was_kept_for_another(patch: Patch) -> None:
    """Parts that are an observer's alone are kept for everybody."""
    patch.setattr(features.Features, "own", lambda row, part: 64 + part)


def what_was_kept_before(patch: Patch) -> None:
    """Parts are kept when answers have been opened."""

    def head(row: Features, state: Any, seat: Seat, phases: int) -> None:
        honest(row, state, seat, phases)
        row._era = 1

    honest = features.Features.head
    patch.setattr(features.Features, "head", head)


FAULTS: list[tuple[Callable[[Patch], None], str, dict[str, object]]] = [
    (leaders_in_hands, "5x", {"seats": 4}),
    (sealed_cards, "5x", {"seats": 4}),
    (what_was_kept_before, "5x", {"seats": 4}),
    (the_lowest_card_of_a_hand, "5-ages", {"seats": 4, "jokers": 2}),
    (civilizations, "5-ages", {"seats": 4}),
    (what_was_kept_before, "5-ages", {"seats": 4}),
    (the_next_card, "civ-builder", {"seats": 3}),
    (letters_to_others, "civ-builder", {"seats": 4}),
    (what_was_kept_for_another, "civ-builder", {"seats": 4}),
    (the_next_plot, "civ-card-game", {"seats": 3}),
    (hands_as_if_all_were_known, "civ-card-game", {"seats": 2}),
    (what_was_kept_for_another, "civ-card-game", {"seats": 3}),
]


@pytest.mark.parametrize(
    "plant, name, options", FAULTS, ids=[f"{plant.__name__} {name}" for plant, name, _ in FAULTS]
)
def test_an_encoder_that_peeks_is_caught(
    plant: Callable[[Patch], None],
    name: str,
    options: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = open_game(name, options)
    plant(monkeypatch)
    for seed in range(SEEDS):
        try:
            LAWS["numbers"](game, seed)
        except AssertionError:
            return
    raise AssertionError("nothing was noticed")
