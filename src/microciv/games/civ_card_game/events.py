"""What can happen in Civilization: The Card Game. Cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import CARD, NUMBER, SEAT, EventKind

DEALT_PLOT: Final = EventKind("dealt_plot", seat=SEAT, card=CARD)  # CC-03
REVEALED: Final = EventKind("revealed", card=CARD)  # a plot to draft (CC-04)
TOOK_PLOT: Final = EventKind("took_plot", seat=SEAT, card=CARD)
MARKET_PLOT: Final = EventKind("market_plot", card=CARD)  # CC-07, CC-41
MARKET_TECH: Final = EventKind("market_tech", card=CARD)
FOUNDED: Final = EventKind("founded", seat=SEAT, plot=NUMBER)  # the free population (CC-08)
DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # CC-09
DISCARDED: Final = EventKind("discarded", seat=SEAT, card=CARD)
ROUND: Final = EventKind("round", round=NUMBER)
TURN_BEGAN: Final = EventKind("turn", seat=SEAT)
COLLECTED: Final = EventKind("collected", seat=SEAT, amount=NUMBER, kind=NUMBER)  # CC-16
PLAYED: Final = EventKind("played", seat=SEAT, card=CARD)  # goods (CC-29)
BANKED: Final = EventKind(
    "banked", seat=SEAT, amount=NUMBER, kind=NUMBER
)  # what the bank got (CC-30)
BOUGHT_FROM_BANK: Final = EventKind("exchanged", seat=SEAT, kind=NUMBER)  # what it gave
POPULATED: Final = EventKind("populated", seat=SEAT, plot=NUMBER, price=NUMBER)  # CC-33
CLAIMED: Final = EventKind("claimed", seat=SEAT, card=CARD, price=NUMBER)  # CC-36
BOUGHT: Final = EventKind("bought", seat=SEAT, card=CARD, price=NUMBER)  # CC-39
BUILT: Final = EventKind("built", seat=SEAT, card=CARD, plot=NUMBER)  # CC-43
PAID: Final = EventKind("paid", seat=SEAT, price=NUMBER)  # hammers, after `built`
GAINED: Final = EventKind(
    "gained", seat=SEAT, amount=NUMBER, kind=NUMBER
)  # once, by a purchase (CC-53)
GREW: Final = EventKind("grew", seat=SEAT, plot=NUMBER)  # a free population (CC-59)
DREW: Final = EventKind("drew", seat=SEAT, card=CARD)
STORED: Final = EventKind("stored", seat=SEAT, card=CARD)  # a power (CC-54)
STOLE_CARD: Final = EventKind("stole_card", seat=SEAT, target=SEAT, card=CARD)  # CC-55
STOLE: Final = EventKind("stole", seat=SEAT, target=SEAT, kind=NUMBER)  # one resource (CC-56)
WAIVED: Final = EventKind("waived", seat=SEAT, card=CARD)
DEMOLISHED: Final = EventKind("demolished", seat=SEAT, card=CARD, plot=NUMBER)  # CA-45
HIGHEST_CULTURE: Final = EventKind("highest_culture", seat=SEAT)  # has it from now on (CC-62)
CULTURE_LOST: Final = EventKind("culture_lost", seat=SEAT)  # has it no more
HIGHEST_HAPPINESS: Final = EventKind("highest_happiness", seat=SEAT)  # CC-63
HAPPINESS_LOST: Final = EventKind("happiness_lost", seat=SEAT)
DECLINED: Final = EventKind("peace", seat=SEAT)  # CC-78
ATTACKED: Final = EventKind("attacked", seat=SEAT, target=SEAT, card=CARD)  # CC-70
BREACHED: Final = EventKind(
    "breached", seat=SEAT, card=CARD, plot=NUMBER
)  # walls go to hand (CC-79)
REPELLED: Final = EventKind("repelled", seat=SEAT, target=SEAT, card=CARD)  # sent back (CC-85)
BLOCKED: Final = EventKind("blocked", seat=SEAT, card=CARD, attacker=CARD)  # CC-91
UNBLOCKED: Final = EventKind("unblocked", seat=SEAT, attacker=CARD)
STRUCK: Final = EventKind("struck", seat=SEAT, target=SEAT, card=CARD)  # an unblocked unit (CC-96)
ROBBED: Final = EventKind("robbed", seat=SEAT, target=SEAT, plot=NUMBER)  # of a population (CC-97)
RESETTLED: Final = EventKind("resettled", seat=SEAT, plot=NUMBER)  # where it went
RAZED: Final = EventKind("razed", seat=SEAT, card=CARD, plot=NUMBER)  # goes back to hand (CC-98)
VACATED: Final = EventKind("vacated", seat=SEAT, card=CARD, plot=NUMBER)  # CA-19
# Why nothing happened.
NO_POPULATION: Final = EventKind(
    "no_population", seat=SEAT, target=SEAT, card=CARD
)  # to take (CC-99)
NO_BUILDING: Final = EventKind(
    "no_building", seat=SEAT, target=SEAT, card=CARD
)  # to destroy (CC-99)
HARMLESS: Final = EventKind("harmless", seat=SEAT, target=SEAT, card=CARD)  # nothing to do (CC-83)
NOBODY_LEFT: Final = EventKind("nobody_left", seat=SEAT)  # no population in the supply (CC-35)
EXHAUSTED: Final = EventKind(
    "exhausted", seat=SEAT, cards=NUMBER
)  # how many were not drawn (CC-107)
PLOTS_OUT: Final = EventKind("plots_out", cards=NUMBER)  # on offer, and no deck (CC-41)
TECHS_OUT: Final = EventKind("techs_out", cards=NUMBER)
SPOILED: Final = EventKind(
    "spoiled", seat=SEAT, amount=NUMBER, kind=NUMBER
)  # not spent in time (CA-13)
TRUCE_OVER: Final = EventKind("truce_over", round=NUMBER)  # attacks from now on (CC-73)
RETREATED: Final = EventKind("retreated", seat=SEAT, card=CARD)  # to the discard pile (CC-100)
SHUFFLED: Final = EventKind("shuffled", cards=NUMBER)  # the discard pile is the deck (CC-107)
FADED: Final = EventKind("faded", card=CARD)  # a technology that nobody bought (CA-46)
CAPPED: Final = EventKind("capped", round=NUMBER)  # CC-115
LAST_TECH: Final = EventKind("last_tech", seat=SEAT)  # CC-110

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
