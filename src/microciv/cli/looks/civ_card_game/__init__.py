"""How Civilization: The Card Game looks on a terminal."""

from __future__ import annotations

from microciv.cli.looks import generic
from microciv.cli.looks.civ_card_game.drawing import draw
from microciv.cli.looks.civ_card_game.news import digest
from microciv.cli.looks.civ_card_game.questions import ask, goes_on, menu, remark, stakes
from microciv.cli.looks.civ_card_game.wishes import advice, bought, pin, pinned_told
from microciv.cli.looks.civ_card_game.words import in_letters
from microciv.cli.looks.look import Look

LOOK = Look(
    draw,
    remark,
    stakes,
    ask,
    generic.results,
    digest,
    in_letters,
    goes_on,
    advice,
    menu,
    pin,
    pinned_told,
    bought,
)
