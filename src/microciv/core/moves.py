"""Seats, and moves as text: what is typed, recorded, sent and tested is one notation."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import CardSet, cards_in
from microciv.core.errors import IllegalMove

Seat: TypeAlias = int  # 0 ... seats - 1, clockwise
NOBODY: Final = -1
SPECTATOR: Final = 15  # a seat that nobody holds, so at most 15 can play

SEAT_BIT: Final[list[int]] = [2**seat for seat in range(16)]
EVERYBODY: Final = 2**16 - 1  # a mask of all seats, spectators included


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """One step of an answer. Made once for a game and shared: identity is equality."""

    def __init__(self, text: str) -> None:
        self.text = text
        """Canonical notation, such as `bid 2`."""
        self.index = -1
        """Place in the game's table, the language of masks and learners."""
        self.alone: tuple[Move, ...] = (self,)
        """An answer of this one step, made once: answers are sealed by the million."""

    def parts(self) -> dict[str, str | int]:
        """What the move is made of, by name, so that no client has to take its text apart."""
        return {}

    def __repr__(self) -> str:
        return f"<{self.text}>"


def goes_on(steps: tuple[object, ...], answer: tuple[object, ...]) -> bool:
    """Does the answer begin with these steps? Moves are told apart by identity, for which a class
    is not looked at.
    """
    if len(steps) > len(answer):
        return False
    for place in range(len(steps)):  # noqa: SIM110  # faster compiled
        if steps[place] is not answer[place]:
            return False
    return True


@final
class MoveTable:
    """All moves that a game can ever know."""

    def __init__(self, moves: list[Move]) -> None:
        self.all: list[Move] = moves
        self._by_text: dict[str, Move] = {}
        for index, move in enumerate(moves):
            move.index = index
            self._by_text[move.text] = move
        if len(self._by_text) != len(moves):
            raise ValueError("two moves have one text")

    def has(self, text: str) -> bool:
        """Is this a move, written exactly so?"""
        return text in self._by_text

    def parse(self, text: str) -> Move:
        """The move that is written so.

        :raises IllegalMove: if the game has no such move; the message names the nearest ones.
        """
        move = self._by_text.get(" ".join(text.split()))
        if move is None:
            near = get_close_matches(text, list(self._by_text), 3)
            hint = " or ".join([f"'{other}'" for other in near])
            raise IllegalMove(
                f"no such move: {text[:40]!r}" + (f"; did you mean {hint}?" if near else "")
            )
        return move


NO_MENU: Final[list[Move]] = []
SMALL: Final = 8192  # piles of the cards 0 to 12


@final
class Menu:
    """The moves that go with the cards of a pile: one list a pile, made when first asked for."""

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves  # by card
        self._menus: dict[CardSet, list[Move]] = {}
        self._small: list[list[Move]] = [NO_MENU] * SMALL
        """The menus of piles of low cards, by pile: faster to find than in a dictionary."""

    def of(self, pile: CardSet) -> list[Move]:
        """The moves, in the order of the cards. Everybody shares the list: do not change it."""
        if pile < SMALL:
            menu = self._small[pile]
            if menu is NO_MENU:
                menu = [self._moves[card] for card in cards_in(pile)]
                self._small[pile] = menu
            return menu
        found = self._menus.get(pile)
        if found is None:
            found = [self._moves[card] for card in cards_in(pile)]
            self._menus[pile] = found
        return found
