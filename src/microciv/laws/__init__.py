"""The laws: what must hold for every game, option and seat; checked on matches of random moves.

from microciv.laws import LAWS
for law in LAWS.values():
    law(microciv.open_game("my-game", seats=3), 1)
"""

from microciv.laws.laws import LAWS, Law
from microciv.laws.telling import Broken, Finding, found

__all__ = ["LAWS", "Broken", "Finding", "Law", "found"]
