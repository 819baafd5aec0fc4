"""Seats, and moves as text: what is typed, recorded, sent and tested is one notation."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import CardSet, cards_in
from microciv.core.errors import IllegalMove
from microciv.core.fields import shown
from microciv.core.frozen import Reduced
from microciv.core.lists import any_of, one_of
from microciv.speech import t

Seat: TypeAlias = int  # 0 ... seats - 1, clockwise
NOBODY: Final = -1
SPECTATOR: Final = 15  # a seat that nobody holds, so at most 15 can play

LONGEST_MOVE: Final = 80  # of any game
MOST_NAMED: Final = 5  # moves that a message names before it says "and others"

SEAT_BIT: Final[list[int]] = [2**seat for seat in range(16)]
EVERYBODY: Final = 2**16 - 1  # a mask of all seats, spectators included


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """One step of an answer: `Move("bid 2", verb="bid", amount=2)`. Made once for a game and
    shared: identity is equality.
    """

    def __init__(self, text: str, **parts: str | int) -> None:
        self.text = text
        """Canonical notation, such as `bid 2`."""
        self._parts = parts
        self.index = -1
        """Index among the game's moves, the language of masks and learners."""
        self.alone: tuple[Move, ...] = (self,)
        """An answer of this one step, made once: answers are sealed by the million."""
        self.home: MoveList | None = None
        """The first list that it stands in. Games that know the same moves have one each."""

    def parts(self) -> dict[str, str | int]:
        """What the move is made of, by name, so that no client has to take its text apart."""
        return {**self._parts}

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> Reduced:
        """A move is its index among its game's, and comes back as the one that stands there."""
        if self.home is None or self.home.game is None:
            raise TypeError(f"'{self.text}' is a move of no game")
        return move_at, (self.home.game, self.index)


def word(text: str) -> Move:
    """A move that is one word, `pass`; its verb is that word, and it has no other part."""
    return Move(text, verb=text)


def move_at(game: Any, index: int) -> Move:  # noqa: ANN401
    """The move at this index of a game's list."""
    move: Move = game.moves.all[index]
    return move


def goes_on(steps: tuple[object, ...], answer: tuple[object, ...]) -> bool:
    """Does the answer begin with these steps? Moves are told apart by identity, for which a class
    is not looked at.
    """
    if len(steps) > len(answer):
        return False
    for index in range(len(steps)):  # noqa: SIM110  # faster compiled
        if steps[index] is not answer[index]:
            return False
    return True


@final
class MoveList:
    """All moves that a game can ever know."""

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
        """The move that is written so, however its words are spaced; None if there is none."""
        return self._by_text.get(" ".join(text.split()))

    def parse(self, text: str) -> Move:
        """The move that is written so.

        :raises IllegalMove: if the game has no such move; the message names the nearest ones.
        """
        move = self.find(text)
        if move is None:
            raise no_such_move(text, self.all)
        return move


def no_such_move(text: str, moves: Sequence[Move]) -> IllegalMove:
    """What to say of a text that is no move, and which of these it may have meant, if it is near
    any. Letters are compared in either case.
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
    """A few moves by their text, or the range of numbers that they are."""
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
    """The amounts, if each move is nothing but an amount of one verb: then a number tells which."""
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
