"""The printed set, by card and by name, for tests that play with it."""

from typing import Final

from microciv.games.civ_card_game.boxes import NO_PATCH, Box

BOX: Final = Box(NO_PATCH)
NAMES: Final = BOX.names
CARD: Final = BOX.card
KINDS: Final = BOX.first_tech  # of the play deck
FIRST_WONDER: Final = BOX.first_wonder
FIRST_UNIT: Final = BOX.first_unit
FIRST_GOODS: Final = BOX.first_goods
FIRST_TECH: Final = BOX.first_tech
FIRST_PLOT: Final = BOX.first_plot
CARDS: Final = BOX.size
