"""How Civilization: The Card Game looks on a terminal."""

from __future__ import annotations

from microciv.cli.tables import generic
from microciv.cli.tables.civ_card_game.news import digest
from microciv.cli.tables.civ_card_game.questions import ask, goes_on, menu, remark, stakes
from microciv.cli.tables.civ_card_game.table import draw
from microciv.cli.tables.civ_card_game.wishes import bought, pin, pinned_told, planner
from microciv.cli.tables.civ_card_game.words import in_letters
from microciv.cli.tables.look import Look

LOOK = Look(
    draw,
    remark,
    stakes,
    ask,
    generic.results,
    digest,
    in_letters,
    goes_on,
    planner,
    menu,
    pin,
    pinned_told,
    bought,
)
