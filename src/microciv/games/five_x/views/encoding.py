"""What a seat knows of a match of 5X in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import Features, seats_from
from microciv.games.five_x.cards import BASICS, CARD, CARDS, LETTERS
from microciv.games.five_x.views.observation import FiveXObservation

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame

LEADERS: Final = CARDS - BASICS
WONDER: Final[dict[str, int]] = {letter: place for place, letter in enumerate(LETTERS)}
STACK: Final = len(LETTERS)
FEW: Final = 10  # resources that are told apart well
MANY: Final = 40


def encode(game: FiveXGame, seen: FiveXObservation, features: Features) -> None:
    """Cards are in table order, Wonders by letter."""
    features.head(seen, game.phases, game.seats)
    features.block("round", "the round, by its number; is it the last one?")
    features.one(seen.round - 1, STACK)
    features.flag(seen.round == seen.rounds)
    features.block("wonder", "the current Wonder")
    features.name(seen.stack[0] if seen.stack else "", WONDER, STACK)
    features.block("stack", "Wonders still to come, the current one among them")
    features.names(seen.stack, WONDER, STACK, 1)
    features.block("removed", "Wonders out of the game")
    features.names(seen.removed, WONDER, STACK, 1)
    features.block("passed", "the leader that the observer passed to the left")
    features.name(seen.passed, CARD, LEADERS, BASICS)
    features.block("received", "the leader that it was passed")
    features.name(seen.received, CARD, LEADERS, BASICS)
    features.block("aside", "leaders set aside, of 15")
    features.part(seen.aside, LEADERS)
    encode_table(game, seen, features)


def encode_table(game: FiveXGame, seen: FiveXObservation, features: Features) -> None:
    """Seat by seat from the observer on."""
    for place, seat in enumerate(seats_from(seen, game.seats)):
        row = seen.table[seat]
        whose = f"seat+{place}"
        features.block(f"{whose} resources", f"of {FEW}; of {MANY}")
        features.part(row.resources, FEW)
        features.part(row.resources, MANY)
        features.block(f"{whose} basics", "basics in hand")
        features.names(row.basics, CARD, BASICS, 1)
        features.block(f"{whose} leaders", "leaders in hand, of 2")
        features.part(row.leaders, 2)
        features.block(f"{whose} known", "those of them that the observer knows")
        features.names(row.known, CARD, LEADERS, 1, BASICS)
        features.block(f"{whose} shown", "those of them that everybody knows")
        features.names(row.shown, CARD, LEADERS, 1, BASICS)
        features.block(f"{whose} pile", "cards in its pile")
        features.names(row.pile, CARD, CARDS, 1)
        features.block(f"{whose} played", "this round's card, once it is open")
        features.name(row.played, CARD, CARDS)
        features.block(f"{whose} previous", "last round's card")
        features.name(row.previous, CARD, CARDS)
        features.block(f"{whose} bid", f"the bid, once it is open, of {FEW}")
        features.part(row.bid, FEW)
        features.block(f"{whose} wonders", "Wonders built")
        features.names(row.wonders, WONDER, STACK, 1)
        features.block(f"{whose} halves", f"half points so far, of {MANY}")
        features.part(row.halves, MANY)
