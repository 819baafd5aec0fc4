"""What a person means by a few typed letters: a number, a move, the beginning of one."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from microciv.core.codec import plain_move
from microciv.core.errors import IllegalMove, MicrocivError
from microciv.core.game import Game
from microciv.core.moves import LONGEST_MOVE, Move, amounts, choices
from microciv.core.state import Observation
from microciv.speech import t
from microciv.texts import Texts

SHORTEST: Final = 3  # letters that begin a name; fewer would mean too much
MOST_NEAR: Final = 3  # answers that are spelled nearly as what was typed


class Unclear(MicrocivError):
    """What was typed could mean several moves, or none."""


def find_answer(typed: str, game: Game, seen: Observation, texts: Texts) -> Move:
    """The legal move that is meant.

    :raises MicrocivError: naming what it could be, or what was expected, or why it is not allowed.
    """
    words = texts.meant(typed)
    if words.isdecimal():
        move = numbered(int(words), game, seen)
        if move not in seen.legal:
            raise game.refusal(seen, move)
        return move
    meant = matching(words, seen.legal, texts)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Unclear(t("'{words}' could be {moves}", words=words, moves=choices(meant)))
    if len(words) < SHORTEST and not is_name(words, game, texts):
        raise Unclear(no_move(words, seen, texts))
    try:
        known = find_any(words, game, seen, texts)
    except Unclear:  # it could only be what is not legal now: no help to who has to answer
        raise Unclear(no_move(words, seen, texts)) from None
    raise game.refusal(seen, known)


def is_name(words: str, game: Game, texts: Texts) -> bool:
    """Is a move or a card of the game called exactly so, such as the 10 of spades `ts`?"""
    return any(
        [
            words in (move.text.lower(), str(move.parts().get("card", "")).lower())
            or words == _title(move, texts)
            for move in game.moves.all
        ]
    )


def find_any(words: str, game: Game, seen: Observation, texts: Texts) -> Move:
    """The move of the whole game that is meant; rather one of the kind that is asked now.

    :raises MicrocivError: if there is none, or several.
    """
    known = game.moves.all
    exact = [move for move in known if move.text.lower() == words]
    verbs = {str(move.parts().get("verb", "")) for move in seen.legal}
    for moves in (
        exact,
        matching(words, [move for move in known if move.parts().get("verb", "") in verbs], texts),
        matching(words, known, texts),
    ):
        same = {move.parts().get("card", move.text) for move in moves}
        if len(moves) == 1 or (moves and len(same) == 1):
            return moves[0]
        if moves:
            raise Unclear(t("'{words}' could be {moves}", words=words, moves=choices(moves)))
    if seen.legal:
        raise Unclear(no_move(words, seen, texts))
    return game.moves.parse(words)


def no_move(words: str, seen: Observation, texts: Texts) -> str:
    """What is said of words that mean no legal answer: the legal ones that are spelled nearly so,
    else the first few.
    """
    spelled: dict[str, Move] = {}
    for move in seen.legal:
        text = move.text.lower()
        for name in (text, text.split()[-1], _title(move, texts)):
            spelled.setdefault(name, move)
    near = get_close_matches(words[:LONGEST_MOVE], list(spelled), MOST_NEAR)
    if near:
        meant = choices(list(dict.fromkeys([spelled[name] for name in near])))
        return t(
            "{words} is not a move here; did you mean {moves}? Type ? for help",
            words=repr(words[:40]),
            moves=meant,
        )
    return t(
        "{words} is not a move here; expected {moves}, or ? for help",
        words=repr(words[:40]),
        moves=choices(seen.legal),
    )


def matching(words: str, moves: Sequence[Move], texts: Texts) -> list[Move]:
    """The moves that these words are, or else begin, or else name by their card."""
    typed = words.split()
    if not typed:
        return []
    exact = [move for move in moves if move.text.lower() == words or _title(move, texts) == words]
    if exact:
        return exact
    return [
        move
        for move in moves
        if _begins(typed, text := move.text.lower())
        or _begins(typed, text.rsplit(maxsplit=1)[-1])
        or _begins(typed, _title(move, texts))
    ]


def plots(moves: Sequence[Move]) -> list[int]:
    """The numbers of the plots, if each move is nothing but a plot: then these are its numbers."""
    parts = [plain_move(move) for move in moves]
    found = [part["plot"] for part in parts if set(part) == {"text", "verb", "plot"}]
    numbers = [number for number in found if isinstance(number, int)]
    whole = len(numbers) == len(moves) and len({part["verb"] for part in parts}) == 1
    return numbers if whole else []


def numbers_of(moves: Sequence[Move]) -> list[int]:
    """What is typed for each move: an amount, a plot, or its number in the list."""
    return amounts(moves) or plots(moves) or list(range(1, len(moves) + 1))


def numbered(number: int, game: Game, seen: Observation) -> Move:
    """The answer with this number; where amounts or plots are asked, that one, legal or not.

    :raises MicrocivError: if there is none, saying what was expected.
    """
    numbers = amounts(seen.legal) or plots(seen.legal)
    if numbers:
        if number in numbers:
            return seen.legal[numbers.index(number)]
        text = f"{seen.legal[0].parts().get('verb')} {number}"
        try:
            return game.moves.parse(text)
        except IllegalMove:
            why = t(
                "'{words}' is not a move; expected {moves}", words=text, moves=choices(seen.legal)
            )
            raise Unclear(why) from None
    if not 1 <= number <= len(seen.legal):
        raise Unclear(t("no answer has this number; expected 1 to {last}", last=len(seen.legal)))
    return seen.legal[number - 1]


def numbers_in(typed: str) -> list[int]:
    """The numbers of a line that is only numbers, with spaces or commas between them."""
    words = typed.replace(",", " ").split()
    return [int(word) for word in words] if all([word.isdecimal() for word in words]) else []


def several_answers(typed: str, game: Game, seen: Observation) -> list[Move]:
    """The answers whose numbers, two or more, are typed, as the list that is shown has them; none
    if that is not so, or if amounts are asked: these have no list.

    :raises MicrocivError: if a number is none of the list.
    """
    found = numbers_in(typed)
    if len(found) < 2 or not seen.legal or amounts(seen.legal):
        return []
    return [numbered(number, game, seen) for number in found]


def _title(move: Move, texts: Texts) -> str:
    card = move.parts().get("card")
    return texts.look("cards", str(card), "title").lower() if card else move.text.lower()


def _begins(typed: list[str], text: str) -> bool:
    """Does each typed word begin the word at its index? Numbers have to be whole."""
    if not text.startswith(typed[0]):
        return False  # nearly all of thousands of moves: not worth taking apart
    wanted = text.split()
    return len(typed) <= len(wanted) and all(
        full == word if word.isdecimal() else full.startswith(word)
        for word, full in zip(typed, wanted, strict=False)
    )
