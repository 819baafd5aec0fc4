"""What a person means by a name in a line: a card, a plot of theirs, a seat, an amount of a
resource.

Names may be cut short, word by word, as long as one thing is meant; capital letters do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.lists import all_of, each_of, one_of
from microciv.core.moves import Seat
from microciv.games.civ_card_game.cards import LETTERS, RESOURCES, Card
from microciv.games.civ_card_game.moves import SEATS
from microciv.games.civ_card_game.names import LEFT, MOST_WORDS, RIGHT, begins, heard, plural
from microciv.speech import t
from microciv.speech.things import card_called

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box

LONGEST_NUMBER: Final = 3  # digits, and one more, of a plot's
MOST_COPIES: Final = 9
SOME: Final = re.compile(r"(?:([0-9]{1,3})([fhc])|([fhc])([0-9]{1,3}))", re.IGNORECASE)
COPIES: Final = re.compile(r"([0-9]{1,2})[*x]?([^0-9].*)?", re.IGNORECASE)


# --- cards


def matches(box: Box, words: Sequence[str], cards: Sequence[Card]) -> list[Card]:
    """The cards that are called so, or whose names begin so word by word: first by what they are
    called in lines, then by their titles in the language that is spoken.
    """
    typed = " ".join(words).lower().split()
    found = list(dict.fromkeys(cards))
    in_lines = [box.names[card] for card in found]
    for names in (in_lines, [called(name) for name in in_lines]):
        so = [heard(name) == [plural(word) for word in typed] for name in names]
        if not any(so):
            so = [begins(typed, name.lower().split()) for name in names]
        if any(so):
            return [card for card, is_so in zip(found, so, strict=True) if is_so]
    return []


def named_first(box: Box, words: Sequence[str], *groups: Sequence[Card]) -> tuple[Card, int]:
    """The card that the words begin with, and how many of them name it. A later group of cards is
    asked only if nothing in those before is called so.

    :raises IllegalMove: if no card is, or several could be.
    """
    for cards in groups:
        for count in range(min(MOST_WORDS, len(words)), 0, -1):
            found = matches(box, words[:count], cards)
            if len(found) == 1:
                return found[0], count
            if found:
                typed = " ".join(words[:count])
                raise IllegalMove(
                    t(
                        "{typed} could be {found}; type more of it",
                        typed=repr(typed),
                        found=choices(box, found, "or"),
                    )
                )
    if not words:
        raise IllegalMove(t("say which card"))
    typed = " ".join(words)[:30]
    there = list(dict.fromkeys([card for cards in groups[:1] for card in cards]))
    if not there:
        raise IllegalMove(t("{typed} is not a card that could stand here", typed=repr(typed)))
    raise IllegalMove(
        t(
            "{typed} is not a card that could stand here; there is {there}",
            typed=repr(typed),
            there=choices(box, there),
        )
    )


def one_card(box: Box, words: Sequence[str], *groups: Sequence[Card]) -> Card:
    """The card that all the words name.

    :raises IllegalMove: if they name none, or say more.
    """
    card, count = named_first(box, words, *groups)
    if count < len(words):
        raise IllegalMove(
            t(
                "{typed} after {card} means nothing",
                typed=repr(" ".join(words[count:])[:30]),
                card=called(box.names[card]),
            )
        )
    return card


def cards_in(box: Box, words: Sequence[str], *groups: Sequence[Card]) -> list[Card]:
    """All cards that the words name, one after the other; `2 Chariot` is two of them.

    :raises IllegalMove: if something is no card.
    """
    found: list[Card] = []
    left = split_counts(words)
    while left:
        amount = 1
        if is_number(left[0]):
            amount = int(left[0])
            left = left[1:]
            if not left:
                raise IllegalMove(t("a card goes after {amount}", amount=amount))
            if not 0 < amount <= MOST_COPIES:
                raise IllegalMove(
                    t(
                        "there are 1 to {most} cards of a name, not {amount}",
                        most=MOST_COPIES,
                        amount=amount,
                    )
                )
        card, count = named_first(box, left, *groups)
        found += [card] * amount
        left = left[count:]
    return found


def split_counts(words: Sequence[str]) -> list[str]:
    """`2Chariot` and `2*Chariot` are `2 Chariot`; commas and plus signs stand between cards.

    :raises IllegalMove: if there is no card on both sides of them.
    """
    parts: list[str] = []
    for piece in pieces(" ".join(words)):
        for word in piece.split():
            counted = COPIES.fullmatch(word)
            parts += [part for part in counted.groups() if part] if counted else [word]
    return parts


def pieces(text: str) -> list[str]:
    """What stands between commas and plus signs.

    :raises IllegalMove: if there is nothing on one side of them.
    """
    found = re.split(r"[,+]", text)
    if text and not all([piece.strip() for piece in found]):
        raise IllegalMove(
            t("a card goes before and after each comma: {typed}", typed=repr(text[:30]))
        )
    return found


def choices(box: Box, cards: Sequence[Card], joined: str = "and") -> str:
    names = list(dict.fromkeys([called(box.names[card]) for card in cards]))
    return one_of(names) if joined == "or" else all_of(names)


def called(name: str) -> str:
    """A card as its reader knows it."""
    return card_called("civ-card-game", name)


# --- plots, seats, amounts


def own_plot(box: Box, words: Sequence[str], plots: Sequence[Card]) -> int:
    """A plot of the seat, from 0, by its number or its name.

    :raises IllegalMove: if there is none, or several are called so.
    """
    if len(words) == 1 and is_number(words[0]):
        number = int(words[0]) if len(words[0]) < LONGEST_NUMBER else 0
        if not 1 <= number <= len(plots):
            raise IllegalMove(
                t(
                    "you have plots 1 to {last}, and no plot {typed}",
                    last=len(plots),
                    typed=words[0][:9],
                )
            )
        return number - 1
    found = matches(box, words, plots)
    numbers = [index for index, card in enumerate(plots) if card in found]
    if len(numbers) == 1:
        return numbers[0]
    if not words:
        raise IllegalMove(t("say on which of your plots, 1 to {last}", last=len(plots)))
    typed = " ".join(words)[:30]
    if not numbers:
        raise IllegalMove(
            t(
                "you have no plot {typed}; plots have the numbers 1 to {last}",
                typed=repr(typed),
                last=len(plots),
            )
        )
    named = each_of([str(number + 1) for number in numbers])
    raise IllegalMove(
        t("{typed} could be your plots {named}; type the number", typed=repr(typed), named=named)
    )


def is_number(word: str) -> bool:
    """Is it one in the digits that everybody types?"""
    return word.isascii() and word.isdecimal()


def seat_in(word: str, own: Seat, seats: int) -> Seat:
    """A seat by its letter, or a neighbour as W (left, the next one clockwise) or E (right).

    :raises IllegalMove: if it is none of them.
    """
    letter = word.upper()
    if letter == LEFT:
        return (own + 1) % seats
    if letter == RIGHT:
        return (own - 1) % seats
    if len(letter) == 1 and letter in SEATS[:seats]:
        return SEATS.index(letter)
    raise IllegalMove(
        t(
            "{typed} is not a seat; expected W (left), E (right) or a letter from A to {last}",
            typed=repr(word[:20]),
            last=SEATS[seats - 1],
        )
    )


def is_seat(word: str, seats: int) -> bool:
    return len(word) == 1 and word.upper() in LEFT + RIGHT + SEATS[:seats]


def mixture(words: Sequence[str]) -> list[int]:
    """How much of each resource: `5F 10H` or `F5H10`.

    :raises IllegalMove: if something else is said.
    """
    amounts = [0] * RESOURCES
    for word in words:
        read = 0
        for part in SOME.finditer(word):
            if part.start() != read:
                break
            amounts[LETTERS.index((part[2] or part[3]).upper())] += int(part[1] or part[4])
            read = part.end()
        if read < len(word):
            raise IllegalMove(
                t(
                    "{typed} is not an amount of resources; write it as 5F 10H",
                    typed=repr(word[:30]),
                )
            )
    return amounts


def told(amounts: Sequence[int]) -> str:
    return " ".join([
        f"{amount}{LETTERS[kind]}" for kind, amount in enumerate(amounts) if amount
    ]) or "nothing"  # fmt: skip


def amounts_told(amounts: Sequence[int]) -> str:
    """The same in a sentence."""
    return told(amounts) if any(amounts) else t("nothing")


def kind_in(word: str) -> int:
    """A resource by its letter or name.

    :raises IllegalMove: if it is none.
    """
    names = ("food", "hammers", "coins")
    for kind, name in enumerate(names):
        if word and name.startswith(word.lower()):
            return kind
    raise IllegalMove(
        t(
            "{typed} is not a resource; expected F (food), H (hammers) or C (coins)",
            typed=repr(word[:20]),
        )
    )


def kinds_in(words: Sequence[str]) -> list[int]:
    """Resources one by one: `FFC`, `F F C`.

    :raises IllegalMove: if something is none.
    """
    return [kind_in(letter) for letter in "".join(words)]
