"""What can happen in Civilization: The Card Game. Cards are redacted by who knows them."""

from __future__ import annotations

from typing import Final

from microciv.core.events import EventKind

DEALT_PLOT: Final = EventKind("dealt_plot", ("seat", "card"))  # CC-03
REVEALED: Final = EventKind("revealed", ("card",))  # a plot to draft (CC-04)
TOOK_PLOT: Final = EventKind("took_plot", ("seat", "card"))
MARKET_PLOT: Final = EventKind("market_plot", ("card",))  # CC-07, CC-41
MARKET_TECH: Final = EventKind("market_tech", ("card",))
FOUNDED: Final = EventKind("founded", ("seat", "plot"))  # the free population (CC-08)
DEALT: Final = EventKind("dealt", ("seat", "card"))  # CC-09
DISCARDED: Final = EventKind("discarded", ("seat", "card"))
ROUND: Final = EventKind("round", ("round",))
TURN_BEGAN: Final = EventKind("turn", ("seat",))
COLLECTED: Final = EventKind("collected", ("seat", "amount", "kind"))  # CC-16
PLAYED: Final = EventKind("played", ("seat", "card"))  # goods (CC-29)
BANKED: Final = EventKind("banked", ("seat", "amount", "kind"))  # what the bank got (CC-30)
BOUGHT_FROM_BANK: Final = EventKind("exchanged", ("seat", "kind"))  # what it gave
POPULATED: Final = EventKind("populated", ("seat", "plot", "price"))  # CC-33
CLAIMED: Final = EventKind("claimed", ("seat", "card", "price"))  # CC-36
BOUGHT: Final = EventKind("bought", ("seat", "card", "price"))  # CC-39
BUILT: Final = EventKind("built", ("seat", "card", "plot"))  # CC-43
PAID: Final = EventKind("paid", ("seat", "price"))  # hammers, after `built`
GAINED: Final = EventKind("gained", ("seat", "amount", "kind"))  # once, by a purchase (CC-53)
GREW: Final = EventKind("grew", ("seat", "plot"))  # a free population (CC-59)
DREW: Final = EventKind("drew", ("seat", "card"))
STORED: Final = EventKind("stored", ("seat", "card"))  # a power (CC-54)
STOLE_CARD: Final = EventKind("stole_card", ("seat", "target", "card"))  # CC-55
STOLE: Final = EventKind("stole", ("seat", "target", "kind"))  # one resource (CC-56)
WAIVED: Final = EventKind("waived", ("seat", "card"))
DEMOLISHED: Final = EventKind("demolished", ("seat", "card", "plot"))  # CA-45
HIGHEST_CULTURE: Final = EventKind("highest_culture", ("seat",))  # has it from now on (CC-62)
CULTURE_LOST: Final = EventKind("culture_lost", ("seat",))  # has it no more
HIGHEST_HAPPINESS: Final = EventKind("highest_happiness", ("seat",))  # CC-63
HAPPINESS_LOST: Final = EventKind("happiness_lost", ("seat",))
DECLINED: Final = EventKind("peace", ("seat",))  # CC-78
ATTACKED: Final = EventKind("attacked", ("seat", "target", "card"))  # CC-70
BREACHED: Final = EventKind("breached", ("seat", "card", "plot"))  # walls go to hand (CC-79)
REPELLED: Final = EventKind("repelled", ("seat", "target", "card"))  # sent back (CC-85)
BLOCKED: Final = EventKind("blocked", ("seat", "card", "attacker"))  # CC-91
UNBLOCKED: Final = EventKind("unblocked", ("seat", "attacker"))
STRUCK: Final = EventKind("struck", ("seat", "target", "card"))  # an unblocked unit (CC-96)
ROBBED: Final = EventKind("robbed", ("seat", "target", "plot"))  # of a population (CC-97)
RESETTLED: Final = EventKind("resettled", ("seat", "plot"))  # where it went
RAZED: Final = EventKind("razed", ("seat", "card", "plot"))  # goes back to hand (CC-98)
VACATED: Final = EventKind("vacated", ("seat", "card", "plot"))  # CA-19
RETREATED: Final = EventKind("retreated", ("seat", "card"))  # to the discard pile (CC-100)
SHUFFLED: Final = EventKind("shuffled", ("cards",))  # the discard pile is the deck (CC-107)
FADED: Final = EventKind("faded", ("card",))  # a technology that nobody bought (CA-46)
CAPPED: Final = EventKind("capped", ("round",))  # CC-115
LAST_TECH: Final = EventKind("last_tech", ("seat",))  # CC-110

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
    *(ROBBED, RESETTLED, RAZED, VACATED, RETREATED, SHUFFLED, FADED, CAPPED, LAST_TECH),
]
