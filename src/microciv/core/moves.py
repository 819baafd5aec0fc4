"""Seats and moves. A move has one notation, in which it is typed, recorded, sent and tested."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import CardSet, cards_in
from microciv.core.errors import BadSeat, IllegalMove
from microciv.core.fields import shown
from microciv.core.frozen import Reduced
from microciv.core.lists import any_of, one_of
from microciv.speech import t

Seat: TypeAlias = int  # 0 ... seats - 1, clockwise
NOBODY: Final = -1
SPECTATOR: Final = 15  # a seat that no player has, so at most 15 can play

LONGEST_MOVE: Final = 80  # characters, in any game
MOST_NAMED: Final = 5  # a message names this many moves before it says "and others"

SEAT_BIT: Final[list[int]] = [2**seat for seat in range(16)]
EVERYBODY: Final = 2**16 - 1  # a mask of all seats, spectators included


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """One step of an answer, such as `Move("bid 2", verb="bid", amount=2)`. A game creates each of
    its moves once, so identity is equality.
    """

    def __init__(self, text: str, **parts: str | int) -> None:
        self.text = text
        """Its canonical notation, such as `bid 2`."""
        self._parts = parts
        self.index = -1
        """Its index in the game's list of moves, which masks and learners use as the action."""
        self.alone: tuple[Move, ...] = (self,)
        """The answer of this step alone; made only once, as answers are sealed by the million."""
        self.home: MoveList | None = None
        """The first list that has the move: games with the same moves have a list each."""

    def parts(self) -> dict[str, str | int]:
        """The parts of the move, by name, so that no client has to parse its text."""
        return {**self._parts}

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> Reduced:
        """Pickled as its game and its index; unpickling returns the move in that game's list."""
        if self.home is None or self.home.game is None:
            raise TypeError(f"'{self.text}' is a move of no game")
        return move_at, (self.home.game, self.index)


def word(text: str) -> Move:
    """A move of a single word, such as `pass`; that word is its verb and only part."""
    return Move(text, verb=text)


def move_at(game: Any, index: int) -> Move:  # noqa: ANN401
    """The move at this index in the game's list."""
    move: Move = game.moves.all[index]
    return move


def goes_on(steps: tuple[object, ...], answer: tuple[object, ...]) -> bool:
    """Does the answer begin with these steps? Moves are compared by identity; their class does not
    matter, so it is not checked.
    """
    if len(steps) > len(answer):
        return False
    for index in range(len(steps)):  # noqa: SIM110  # faster compiled
        if steps[index] is not answer[index]:
            return False
    return True


@final
class MoveList:
    """All moves of a game."""

    def __init__(self, moves: list[Move], game: Any = None) -> None:  # noqa: ANN401  # a Game
        self.all: list[Move] = moves
        self.game = game
        self._by_text: dict[str, Move] = {}
        for index, move in enumerate(moves):
            move.index = index
            if move.home is None:
                move.home = self
            self._by_text[move.text] = move
        if len(self._by_text) != len(moves):
            raise ValueError("two moves have one text")

    def __repr__(self) -> str:
        return f"<MoveList of {len(self.all)}>"

    def find(self, text: str) -> Move | None:
        """The move with this notation, whatever the spacing; None if there is none."""
        return self._by_text.get(" ".join(text.split()))

    def parse(self, text: str) -> Move:
        """The move with this notation, whatever the spacing.

        :raises IllegalMove: if the game has no such move; the message names similar ones.
        """
        move = self.find(text)
        if move is None:
            raise no_such_move(text, self.all)
        return move


def no_such_seat(seat: object, seats: int) -> BadSeat:
    """The error for a value that is not one of this many seats."""
    return BadSeat(
        t("there is no seat {seat}; expected 0 to {last}", seat=shown(seat), last=seats - 1)
    )


def no_such_move(text: str, moves: Sequence[Move]) -> IllegalMove:
    """The error for a text that is not a move. It suggests similar ones of these moves, ignoring
    case.
    """
    by_letters = {move.text.lower(): f"'{move.text}'" for move in moves}
    near = get_close_matches(text[:LONGEST_MOVE].lower(), list(by_letters), 3)
    if not near:
        return IllegalMove(t("no such move: {text}", text=shown(text)))
    meant = any_of([by_letters[other] for other in near])
    return IllegalMove(
        t("no such move: {text}; did you mean {moves}?", text=shown(text), moves=meant)
    )


def choices(moves: Sequence[Move]) -> str:
    """The moves as text for a message: a range if they are consecutive amounts, otherwise a few."""
    numbers = amounts(moves)
    if numbers and len(moves) > 2:
        verb = moves[0].parts().get("verb", "")
        low, high = min(numbers), max(numbers)
        if len(numbers) == high - low + 1:
            return t("{first} to {last}", first=f"'{verb} {low}'", last=f"'{verb} {high}'")
    named = [f"'{move.text}'" for move in moves[:MOST_NAMED]]
    if len(moves) > MOST_NAMED:
        return t("{moves} and others", moves=", ".join(named))
    return one_of(named)


def amounts(moves: Sequence[Move]) -> list[int]:
    """The moves' amounts, if all have the same verb and nothing but an amount; otherwise none."""
    found: list[int] = []
    verbs: list[object] = []
    for move in moves:
        parts = move.parts()
        amount = parts.get("amount")
        if not isinstance(amount, int) or len(parts) != 2 or "verb" not in parts:
            return []
        found.append(amount)
        if parts["verb"] not in verbs:
            verbs.append(parts["verb"])
    return found if len(verbs) == 1 else []


NO_MENU: Final[list[Move]] = []
SMALL: Final = 8192  # the number of piles that have only cards from 0 to 12


@final
class Menu:
    """The moves for the cards of a pile; the list for each pile is made when first asked for."""

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves  # by card
        self._menus: dict[CardSet, list[Move]] = {}
        self._small: list[list[Move]] = [NO_MENU] * SMALL
        """The lists for piles of low cards, by pile: faster than a dictionary."""

    def of(self, pile: CardSet) -> list[Move]:
        """The moves for a pile, in the order of its cards. The list is shared: do not change it."""
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
