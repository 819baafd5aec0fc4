"""The laws bite: each planted fault is caught by the law that is there to catch it.

The faults are patched into interpreted modules; compiled ones are bound early and cannot be.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from microciv.core import state as core_state
from microciv.core.cards import cards_in
from microciv.core.events import EventKind
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.core.zones import Zones
from microciv.games import open_game
from microciv.games.five_x import resampling, setup
from microciv.games.five_x.cards import BASICS
from microciv.games.five_x.state import FiveXState
from tests.laws.laws import LAWS

pytestmark = pytest.mark.skipif(
    not core_state.__file__.endswith(".py"), reason="compiled code cannot be patched"
)

Patch = pytest.MonkeyPatch
SEEDS = 12
LOCKED = EventKind("locked", ("seat",))


def leak_in_observation(patch: Patch) -> None:
    """The observation names every card in every hand."""
    patch.setattr(Zones, "named", lambda zones, zone, seat: zones.piles[zone])


def leak_in_legality(patch: Patch) -> None:
    """What is legal depends on a card in another's hand."""
    honest = FiveXState.legal

    def legal(state: FiveXState, seat: Seat) -> list[Move]:
        moves = honest(state, seat)
        left = state.hand_of((seat + 1) % state.seats) & state.game.leaders
        return moves[1:] if len(moves) > 1 and sum(cards_in(left)) % 2 else moves

    patch.setattr(FiveXState, "legal", legal)


def leak_in_reasons(patch: Patch) -> None:
    """The reason for a refusal follows from what has been sealed."""
    patch.setattr(FiveXState, "view", leaking_view)


def leaking_view(state: FiveXState, seat: Seat) -> tuple[tuple[Seat, ...], Any, Any]:
    """The asked seats without those that have answered."""
    legal = tuple(state.legal(seat)) if seat in state.asked else ()
    return tuple(state.owing), state.answers[seat] if seat in state.asked else (), legal


def announce_on_lock(patch: Patch) -> None:
    """Everybody hears a seat lock its answer."""
    honest = State.apply

    def apply(state: State, seat: Seat, move: Move) -> None:
        state.tell(LOCKED, seat)
        honest(state, seat, move)

    patch.setattr(State, "apply", apply)


def shallow_clone(patch: Patch) -> None:
    """A copy shares its resources with the original."""
    honest = FiveXState.clone

    def clone(state: FiveXState) -> FiveXState:
        copy = honest(state)
        copy.resources = state.resources
        return copy

    patch.setattr(FiveXState, "clone", clone)


def forget_what_was_passed(patch: Patch) -> None:
    """The giver forgets which leader went to the left."""
    honest = setup.pass_leaders

    def pass_leaders(state: FiveXState) -> None:
        honest(state)
        for giver in range(state.seats):
            state.zones.known[state.passed[giver]] &= ~SEAT_BIT[giver]

    patch.setattr(setup, "pass_leaders", pass_leaders)


def redeal_forgets(patch: Patch) -> None:
    """A re-deal deals the leader passed to the left anew."""

    def forgetful(game: Any, seen: Any, rng: Rng) -> FiveXState:
        state = resampling.redeal(game, seen, rng)
        state.zones.known = [
            known if card < BASICS else 0 for card, known in enumerate(state.zones.known)
        ]
        return state

    patch.setattr("microciv.games.five_x.game.FiveXGame.redeal", forgetful)


def unseeded_deal(patch: Patch) -> None:
    """The shuffle does not come from the seed."""
    patch.setattr(Rng, "shuffle", lambda _rng, items: random.SystemRandom().shuffle(items))


def tell_all_what_was_passed(patch: Patch) -> None:
    """A whisper is heard by everybody."""

    def whisper(state: State, audience: int, hide: int, kind: EventKind, *parts: int) -> None:
        state.tell(kind, *parts)

    patch.setattr(State, "whisper", whisper)


def record_in_order_of_arrival(patch: Patch) -> None:
    """The record tells who answered first."""
    honest = Match.play

    def play(match: Match, seat: Seat, text: str) -> None:
        arrived = [*getattr(match, "_plies", []), (seat, text)]
        honest(match, seat, text)
        match._plies = arrived

    patch.setattr(Match, "play", play)
    patch.setattr(Match, "_file", lambda match, asked: None)


def take_back_leaves_a_trace(patch: Patch) -> None:
    """A seat that changes its mind is heard."""
    honest = State.reopen

    def reopen(state: State, seat: Seat) -> None:
        honest(state, seat)
        state.tell(LOCKED, seat)

    patch.setattr(State, "reopen", reopen)


def first_come_first_served(patch: Patch) -> None:
    """Who answers last gains a resource."""
    honest = FiveXState.apply

    def apply(state: FiveXState, seat: Seat, move: Move) -> None:
        if len(state.owing) == 1:
            state.gain(seat, 1)
        honest(state, seat, move)

    patch.setattr(FiveXState, "apply", apply)


def position_without_memory(patch: Patch) -> None:
    """A position does not say who passed what."""
    honest = FiveXState.position

    def position(state: FiveXState) -> dict[str, Any]:
        document: dict[str, Any] = honest(state)
        for row in document["table"]:
            row.pop("passed", None)
        return document

    patch.setattr(FiveXState, "position", position)


MUTANTS: list[tuple[str, Callable[[Patch], None]]] = [
    ("veil", leak_in_observation),
    ("veil", leak_in_legality),
    ("veil", leak_in_reasons),
    ("sealed", leak_in_reasons),
    ("sealed", announce_on_lock),
    ("sealed", first_come_first_served),
    ("clone", shallow_clone),
    ("certain", forget_what_was_passed),
    ("certain", redeal_forgets),
    ("replay", unseeded_deal),
    ("heard", tell_all_what_was_passed),
    ("referee", record_in_order_of_arrival),
    ("referee", take_back_leaves_a_trace),
    ("position", position_without_memory),
]


def breaks(law: str, game: Game) -> bool:
    """Does the law fail on some seed?"""
    for seed in range(SEEDS):
        try:
            LAWS[law](game, seed)
        except (AssertionError, ValueError, IndexError):
            return True
    return False


NAMES = [f"{law}-{mutant.__name__}" for law, mutant in MUTANTS]


@pytest.mark.parametrize("law, mutant", MUTANTS, ids=NAMES)
def test_the_law_kills_the_mutant(
    law: str, mutant: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    """With the fault planted the law fails; without it, the law holds."""
    game = open_game("5x", {"seats": 4})
    assert not breaks(law, game)
    mutant(monkeypatch)
    assert breaks(law, game)
