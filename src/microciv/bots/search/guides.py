"""What search may know of a game: how playouts go on, where they stop, what a state is worth."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Knows nothing: playouts are random and go on to the end. A game's own guide is in
    `bots/heuristics/<game>/guide.py`. It sees states that were dealt from an observation only.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        """What the seat plays beyond the tree; by default any move, each as likely."""
        return legal[rng.below(len(legal))]

    def promising(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """The moves worth a look, at least one of them; by default all."""
        return legal

    def sight(self, state: State, seat: Seat) -> int:
        """What the seat sees now and should play differently for, as a small number from 0: it
        tells decisions apart that follow the same own moves. By default nothing but what is asked.
        """
        return 0

    def begin(self, state: State) -> None:
        """Playouts follow that begin here or in a world like this: `is_far` may count from it. By
        default nothing is kept of it.
        """

    def is_far(self, state: State, start: int) -> bool:
        """Does a playout stop here, the search having begun at set `start`? By default never."""
        return False

    def values(self, state: State) -> list[float]:
        """Each seat's chance to win from here on, from 0 to 1; asked where playouts stop. By
        default the share in the victory so far.
        """
        places = state.places()
        share = 1.0 / len([place for place in places if place == 1])
        return [share if place == 1 else 0.0 for place in places]
