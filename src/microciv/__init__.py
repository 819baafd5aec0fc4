"""Four small civilization card games: to play, to design, to study.

>>> import microciv
>>> game = microciv.open_game("5x", seats=4)
>>> match = microciv.Match(game, seed=7)
>>> match.to_act()
[0, 1, 2, 3]
"""

from typing import TYPE_CHECKING, Literal, overload

from microciv.core.codec import plain_record, read_record
from microciv.core.errors import BadOption, BadPosition, BadRecord, IllegalMove, MicrocivError
from microciv.core.game import Game
from microciv.core.match import Match, Record, replay
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games import about, catalogue, set_up
from microciv.games import open_game as _open_game

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_x.game import FiveXGame

__version__ = "0.1.0"
__all__ = [
    "SPECTATOR",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "MicrocivError",
    "Move",
    "Observation",
    "Record",
    "Rng",
    "Seat",
    "State",
    "about",
    "catalogue",
    "open_game",
    "plain_record",
    "read_record",
    "replay",
    "set_up",
]


@overload
def open_game(name: Literal["5x"], **options: object) -> "FiveXGame": ...
@overload
def open_game(name: Literal["5-ages"], **options: object) -> "FiveAgesGame": ...
@overload
def open_game(name: Literal["civ-card-game"], **options: object) -> "CivCardGame": ...
@overload
def open_game(name: Literal["civ-builder"], **options: object) -> "CivBuilderGame": ...
@overload
def open_game(name: str, **options: object) -> Game: ...
def open_game(name: str, **options: object) -> Game:
    """Open a game by name, with options by name as plain values. If the name is a literal, type
    checkers know the class of the game's observations.

    :raises BadOption: for an unknown game or option, or a wrong value; the message lists what is
        available.
    """
    return _open_game(name, options)
