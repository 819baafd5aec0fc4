"""An answer of a turn that is tried, step by step, on a table that looks like the observer's."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from microciv.core.errors import IllegalMove
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.games.civ_card_game.rules.purchases import drafted
from microciv.games.civ_card_game.views.redeal import redeal
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.rules.drafts import Draft
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation


@final
class Trial:
    """The answer of a turn as it goes on, on a table that looks like the observer's."""

    def __init__(self, game: CivCardGame, seen: CivCardGameObservation, *, afresh: bool) -> None:
        self.game = game
        self.box: Box = game.box
        self.seen = seen
        self.seat: Seat = seen.seat
        self.state = redeal(game, seen, Rng(0))
        if afresh and seen.answer:
            self.state.reopen(self.seat)
        self.sets = self.state.sets
        self.taken: list[Move] = []

    def is_open(self) -> bool:
        return self.state.sets == self.sets and self.seat in self.state.to_act

    def draft(self) -> Draft:
        """What the steps so far would leave on the table."""
        return drafted(self.state, self.seat)

    def legal(self) -> list[Move]:
        return self.state.legal(self.seat)

    def observe(self) -> CivCardGameObservation:
        return self.state.game.observe(self.state, self.seat)

    def refused_after(self, following: str) -> IllegalMove:
        """What goes on behind the end of the answer is told so."""
        return IllegalMove(
            t(
                "'{last}' ends this answer, and others see it; type {next} after it",
                last=self.taken[-1].text,
                next=following,
            )
        )

    def take(self, move: Move) -> None:
        """One more step.

        :raises IllegalMove: if it is not allowed, and why.
        """
        if not self.is_open():
            raise self.refused_after(f"'{move.text}'")
        if move not in self.legal():
            raise self.game.refusal(self.observe(), move)
        self.taken.append(move)
        self.state.apply(self.seat, move)
