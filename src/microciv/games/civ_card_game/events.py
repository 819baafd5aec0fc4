"""What can happen in Civilization: The Card Game. Cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

DEALT_PLOT: Final = EventKind("dealt_plot", seat=SEAT, card=CARD)
"""A plot that the seat begins with (CC-03)."""
REVEALED: Final = EventKind("revealed", card=CARD)  # a plot is turned up to be drafted (CC-04)
TOOK_PLOT: Final = EventKind("took_plot", seat=SEAT, card=CARD)
"""The seat takes a plot of the draft (CC-05)."""
MARKET_PLOT: Final = EventKind("market_plot", card=CARD)
"""A plot is turned up in the market (CC-07, CC-41)."""
MARKET_TECH: Final = EventKind("market_tech", card=CARD)
"""A technology is turned up in the market (CC-07, CC-41)."""
FOUNDED: Final = EventKind("founded", seat=SEAT, plot=NUMBER)
"""The first population of the seat, on one of its plots (CC-08)."""
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)
"""One of the first cards; the seat knows which (CC-09)."""
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)
"""A card goes from the seat's hand to the discard pile."""
ROUND: Final = EventKind("round", round=NUMBER)  # a round begins
TURN_BEGAN: Final = EventKind("turn", seat=SEAT)  # the seat's turn begins
COLLECTED: Final = EventKind("collected", seat=SEAT, amount=NUMBER, kind=NUMBER)
"""What the seat collects of a resource (CC-16)."""
PLAYED: Final = EventKind("played", seat=SEAT, card=CARD)  # goods, for their resources (CC-29)
BANKED: Final = EventKind("banked", seat=SEAT, amount=NUMBER, kind=NUMBER)
"""What the bank gets of a resource (CC-30)."""
BOUGHT_FROM_BANK: Final = EventKind("exchanged", seat=SEAT, kind=NUMBER)
"""The resource of which the bank gives one (CC-30)."""
POPULATED: Final = EventKind("populated", seat=SEAT, plot=NUMBER, price=NUMBER)
"""A population bought for a plot (CC-33)."""
CLAIMED: Final = EventKind("claimed", seat=SEAT, card=CARD, price=NUMBER)
"""A plot bought from the market (CC-36)."""
BOUGHT: Final = EventKind("bought", seat=SEAT, card=CARD, price=NUMBER)
"""A technology bought from the market (CC-39)."""
BUILT: Final = EventKind("built", seat=SEAT, card=CARD, plot=NUMBER)
"""A building or wonder on a plot (CC-43)."""
PAID: Final = EventKind("paid", seat=SEAT, price=NUMBER)
"""The hammers for what was built just before."""
GAINED: Final = EventKind("gained", seat=SEAT, amount=NUMBER, kind=NUMBER)
"""What a purchase gives once of a resource (CC-53)."""
GREW: Final = EventKind("grew", seat=SEAT, plot=NUMBER)  # a free population on a plot (CC-59)
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)  # a card drawn; the seat knows which
STORED: Final = EventKind("stored", seat=SEAT, card=CARD)
"""A card whose theft is to be used later (CC-54)."""
STOLE_CARD: Final = EventKind("stole_card", seat=SEAT, target=SEAT, card=CARD)
"""A card stolen from the target's hand; the two know which (CC-55)."""
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, kind=NUMBER)
"""One of a resource stolen from the target (CC-56)."""
WAIVED: Final = EventKind("waived", seat=SEAT, card=CARD)  # a theft of this card is not used
DEMOLISHED: Final = EventKind("demolished", seat=SEAT, card=CARD, plot=NUMBER)
"""The seat takes down a structure of its own (CA-45)."""
HIGHEST_CULTURE: Final = EventKind("highest_culture", seat=SEAT)
"""The seat has Highest Culture from now on (CC-62)."""
CULTURE_LOST: Final = EventKind("culture_lost", seat=SEAT)  # the seat has Highest Culture no longer
HIGHEST_HAPPINESS: Final = EventKind("highest_happiness", seat=SEAT)
"""The seat has Highest Happiness from now on (CC-63)."""
HAPPINESS_LOST: Final = EventKind("happiness_lost", seat=SEAT)
"""The seat has Highest Happiness no longer."""
DECLINED: Final = EventKind("peace", seat=SEAT)  # the seat attacks nobody in this turn (CC-78)
ATTACKED: Final = EventKind("attacked", seat=SEAT, target=SEAT, card=CARD)
"""A unit declared against the target (CC-70)."""
BREACHED: Final = EventKind("breached", seat=SEAT, card=CARD, plot=NUMBER)
"""The walls on a plot go back to the seat's hand (CC-79)."""
REPELLED: Final = EventKind("repelled", seat=SEAT, target=SEAT, card=CARD)
"""The seat's walls send back a unit of the target (CC-85)."""
BLOCKED: Final = EventKind("blocked", seat=SEAT, card=CARD, attacker=CARD)
"""A unit of the seat blocks an attacker (CC-91)."""
UNBLOCKED: Final = EventKind("unblocked", seat=SEAT, attacker=CARD)
"""The seat does not block the attacker (CC-91)."""
STRUCK: Final = EventKind("struck", seat=SEAT, target=SEAT, card=CARD)
"""An unblocked unit does its damage to the target (CC-96)."""
ROBBED: Final = EventKind("robbed", seat=SEAT, target=SEAT, plot=NUMBER)
"""A population leaves a plot of the target (CC-97)."""
RESETTLED: Final = EventKind("resettled", seat=SEAT, plot=NUMBER)
"""The plot of the seat on which that population settles (CC-97)."""
RAZED: Final = EventKind("razed", seat=SEAT, card=CARD, plot=NUMBER)
"""The seat loses a building, which goes back to its hand (CC-98)."""
VACATED: Final = EventKind("vacated", seat=SEAT, card=CARD, plot=NUMBER)
"""A building goes back to the seat's hand from a plot that has too many (CA-19)."""
# Why nothing happened.
NO_POPULATION: Final = EventKind("no_population", seat=SEAT, target=SEAT, card=CARD)
"""An unblocked unit finds no population to take (CC-99)."""
NO_BUILDING: Final = EventKind("no_building", seat=SEAT, target=SEAT, card=CARD)
"""An unblocked unit finds no building to destroy (CC-99)."""
HARMLESS: Final = EventKind("harmless", seat=SEAT, target=SEAT, card=CARD)
"""An unblocked unit that does no damage (CC-83)."""
NOBODY_LEFT: Final = EventKind("nobody_left", seat=SEAT)
"""No population is left in the supply for a free one (CC-35)."""
EXHAUSTED: Final = EventKind("exhausted", seat=SEAT, cards=NUMBER)
"""How many cards could not be drawn (CC-107)."""
PLOTS_OUT: Final = EventKind("plots_out", cards=NUMBER)
"""The plot deck is empty: how many plots are on offer (CC-41)."""
TECHS_OUT: Final = EventKind("techs_out", cards=NUMBER)
"""The technology deck is empty: how many technologies are on offer (CC-41)."""
SPOILED: Final = EventKind("spoiled", seat=SEAT, amount=NUMBER, kind=NUMBER)
"""What is lost of a resource, as it was not spent in time (CA-13)."""
TRUCE_OVER: Final = EventKind("truce_over", round=NUMBER)
"""Attacks are allowed from this round on (CC-73)."""
RETREATED: Final = EventKind("retreated", seat=SEAT, card=CARD)
"""A unit goes to the discard pile after combat (CC-100)."""
SHUFFLED: Final = EventKind("shuffled", cards=NUMBER)
"""The discard pile, of this many cards, becomes the deck (CC-107)."""
FADED: Final = EventKind("faded", card=CARD)
"""A technology that nobody bought is removed from the market (CA-46)."""
CAPPED: Final = EventKind("capped", round=NUMBER)
"""The match ends, as this round was the last that may be played (CC-115)."""
LAST_TECH: Final = EventKind("last_tech", seat=SEAT)
"""The seat bought the last technology: the match is about to end (CC-110)."""

EVENTS: Final[list[EventKind]] = [
    *(DEALT_PLOT, REVEALED, TOOK_PLOT, MARKET_PLOT, MARKET_TECH, FOUNDED, DEALT, DISCARDED, ROUND),
    *(TURN_BEGAN, COLLECTED, PLAYED, BANKED, BOUGHT_FROM_BANK, POPULATED, CLAIMED, BOUGHT, BUILT),
    *(PAID, GAINED, GREW, DREW, STORED, STOLE_CARD, STOLE, WAIVED, DEMOLISHED, HIGHEST_CULTURE),
    *(
        CULTURE_LOST,
        HIGHEST_HAPPINESS,
        HAPPINESS_LOST,
        DECLINED,
        ATTACKED,
        BREACHED,
        REPELLED,
        BLOCKED,
        UNBLOCKED,
        STRUCK,
    ),
    *(NO_POPULATION, NO_BUILDING, HARMLESS, NOBODY_LEFT, EXHAUSTED, PLOTS_OUT, TECHS_OUT),
    *(SPOILED, TRUCE_OVER),
    *(ROBBED, RESETTLED, RAZED, VACATED, RETREATED, SHUFFLED, FADED, CAPPED, LAST_TECH),
]

DEEDS: Final = {
    "attacks": [ATTACKED],
    "thefts": [STOLE_CARD, STOLE, ROBBED],
}
