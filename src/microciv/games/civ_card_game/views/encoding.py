"""What a seat knows of a match of Civilization: The Card Game in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import Features, seats_from
from microciv.core.moves import Seat
from microciv.games.civ_card_game.rules.phases import STAGES
from microciv.games.civ_card_game.views.observation import (
    CivCardGameObservation,
    PlotSeen,
    SeatSeen,
    UnitSeen,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame

BOUGHT: Final[list[str]] = ["tech", "population", "plot"]
FIGHTING: Final[list[str]] = ["declared", "attacking", "blocked", "unblocked"]

OWN_PLOTS: Final = 10
"""Plots of a realm that are told apart; matches hardly ever see more."""
FIGHTERS: Final = 8
COPIES: Final = 6
MOST_ROUNDS: Final = 60
MOST_PLOTS: Final = 40
MOST_DECK: Final = 100
MOST_LEFT: Final = 20
MOST_STOCK: Final = 30
MOST_POINTS: Final = 30
MOST_LIKED: Final = 20
MOST_POPULATION: Final = 120
MOST_ON_PLOT: Final = 10
MOST_PLACES: Final = 4
MOST_RATE: Final = 6
MOST_HAND: Final = 15


def encode(game: CivCardGame, seen: CivCardGameObservation, features: Features) -> None:
    """Cards are in the order of the set."""
    box = game.box
    seats = seats_from(seen, game.seats)
    features.head(seen, game.phases, game.seats)
    features.block("round", f"the round, of {MOST_ROUNDS}")
    features.part(seen.round, MOST_ROUNDS)
    features.block("first", "by seat from the observer: does it go first?")
    whose(features, (seen.first,), seats)
    features.block("turn", "by seat from the observer: is it its turn?")
    whose(features, (seen.turn,), seats)
    encode_question(box, seen, features)
    encode_market(box, seen, features)
    encode_combat(box, seen, seats, features)
    features.block("culture", "by seat from the observer: Highest Culture")
    whose(features, seen.highest_culture, seats)
    features.block("happiness", "by seat from the observer: Highest Happiness")
    whose(features, seen.highest_happiness, seats)
    for place, seat in enumerate(seats):
        encode_seat(box, seen.table[seat], f"seat+{place}", features)


def encode_question(box: Box, seen: CivCardGameObservation, features: Features) -> None:
    """What the observer's own turn is about; the table shows what its sealed steps have done."""
    features.block("stage", "of its turn: collect, buy, place, pay, grow, rob, declare, use")
    features.one(STAGES.index(seen.stage) if seen.stage else -1, len(STAGES))
    features.block("plot", "own plot that the question is about")
    features.one(seen.plot - 1, OWN_PLOTS)
    features.block("card", "card that the question is about")
    features.name(seen.card, box.card, box.size)
    features.block("left", f"still to be split, paid and so on; in all; of {MOST_LEFT}; collects?")
    features.part(seen.left, MOST_LEFT)
    features.part(seen.due, MOST_LEFT)
    features.flag(seen.collecting)
    features.block("bought", "may not be bought again in this turn: tech, population, plot")
    for kind in BOUGHT:
        features.flag(kind in seen.bought)
    features.block("loose", f"food, hammers and coins that will be lost, of {MOST_STOCK}")
    for amount in seen.loose:
        features.part(amount, MOST_STOCK)
    features.block("demolished", "has a structure been taken down in this turn?")
    features.flag(seen.demolished)
    features.block("pending", "thefts to be used now or never")
    features.names(seen.pending, box.card, box.size, 1)


def encode_market(box: Box, seen: CivCardGameObservation, features: Features) -> None:
    """What lies open on the table, and what is left of the decks."""
    features.block("revealed", f"plots to draft, of {COPIES} each")
    features.names(seen.revealed, box.card, len(box.plots), COPIES, box.first_plot)
    features.block("market plots", f"of {COPIES} each; how many are fresh")
    features.names(seen.market_plots, box.card, len(box.plots), COPIES, box.first_plot)
    features.part(seen.fresh_plots, COPIES)
    features.block("market techs", f"a place each; how many are fresh, of {COPIES}")
    features.names(seen.market_techs, box.card, len(box.techs), box.most_of_a_tech, box.first_tech)
    features.part(seen.fresh_techs, COPIES)
    features.block("faded", "technologies that were removed")
    features.names(seen.faded, box.card, len(box.techs), box.most_of_a_tech, box.first_tech)
    features.block(
        "decks", f"plots of {MOST_PLOTS}, technologies of {len(box.techs)}, cards of {MOST_DECK}"
    )
    features.part(seen.plot_deck, MOST_PLOTS)
    features.part(seen.tech_deck, box.all_techs)
    features.part(seen.deck, MOST_DECK)
    features.block("discard", f"the discard pile, of {COPIES} each")
    for found in seen.discard:
        features.part(found, COPIES)
    features.block("supply", f"population cards, of {MOST_POPULATION}; below 0 without a limit")
    features.part(seen.supply, MOST_POPULATION)
    features.block("end", "rounds without a technology bought, of 20; one bought; match ending?")
    features.part(seen.drought, MOST_LEFT)
    features.flag(seen.tech_sold)
    features.flag(seen.ending)


def encode_combat(
    box: Box, seen: CivCardGameObservation, seats: list[Seat], features: Features
) -> None:
    """The combat area, in the order of declaration."""
    for place in range(FIGHTERS):
        features.block(
            f"unit {place + 1}",
            "which unit; by seat from the observer: against it? declared, attacking, blocked,"
            " unblocked; by which unit",
        )
        encode_unit(box, seen.units[place] if place < len(seen.units) else None, seats, features)
    features.block("facing", "the unit that the observer may block")
    features.one(seen.facing, FIGHTERS)
    features.block("striking", "the unit whose damage is being done")
    features.one(seen.striking, FIGHTERS)
    features.block(
        "damage",
        f"instructions carried out; own plot that is too full; units to send back; of {MOST_LEFT}",
    )
    features.part(seen.instruction, MOST_LEFT)
    features.part(seen.vacating, MOST_LEFT)
    features.part(seen.sent_back, MOST_LEFT)


def encode_unit(box: Box, unit: UnitSeen | None, seats: list[Seat], features: Features) -> None:
    if unit is None:
        features.nothing(2 * len(box.units) + len(seats) + len(FIGHTING))
        return
    features.name(unit.card, box.card, len(box.units), box.first_unit)
    whose(features, (unit.target,), seats)
    features.one(FIGHTING.index(unit.state), len(FIGHTING))
    features.name(unit.blocker, box.card, len(box.units), box.first_unit)


def encode_seat(box: Box, row: SeatSeen, one: str, features: Features) -> None:
    """A realm, and what is known of the hand."""
    features.block(f"{one} stock", f"food, hammers, coins, of {MOST_STOCK}")
    for amount in row.stock:
        features.part(amount, MOST_STOCK)
    features.block(f"{one} techs", "technologies")
    features.names(row.techs, box.card, len(box.techs), box.most_of_a_tech, box.first_tech)
    features.block(f"{one} powers", "cards whose theft is still to be used")
    features.names(row.powers, box.card, box.size, 1)
    features.block(
        f"{one} standing",
        f"culture and happiness of {MOST_LIKED}; points, population, wonders, population ever got,"
        f" of {MOST_POINTS}; the bank's rate, of {MOST_RATE}",
    )
    features.part(row.culture, MOST_LIKED)
    features.part(row.happiness, MOST_LIKED)
    features.part(row.points, MOST_POINTS)
    features.part(row.population, MOST_POINTS)
    features.part(row.wonders, MOST_POINTS)
    features.part(row.acquired, MOST_POINTS)
    features.part(row.rate, MOST_RATE)
    features.block(f"{one} hand", f"cards in hand, of {MOST_HAND}")
    features.part(row.hand, MOST_HAND)
    features.block(f"{one} known", f"those that the observer knows, of {COPIES} each")
    features.names(row.known, box.card, box.first_tech, COPIES)
    for place in range(OWN_PLOTS):
        features.block(
            f"{one} plot {place + 1}",
            f"which plot; population of {MOST_ON_PLOT}; structures it may hold, of {MOST_PLACES};"
            " structures on it, of 2 each",
        )
        encode_plot(box, row.plots[place] if place < len(row.plots) else None, features)


def encode_plot(box: Box, plot: PlotSeen | None, features: Features) -> None:
    if plot is None:
        features.nothing(len(box.plots) + 2 + box.first_unit)
        return
    features.name(plot.card, box.card, len(box.plots), box.first_plot)
    features.part(plot.population, MOST_ON_PLOT)
    features.part(plot.places, MOST_PLACES)
    features.names(plot.structures, box.card, box.first_unit, 2)


def whose(features: Features, whom: tuple[Seat, ...], seats: list[Seat]) -> None:
    """By seat from the observer: is it one of these?"""
    for seat in seats:
        features.flag(seat in whom)
