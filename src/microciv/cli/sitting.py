"""Who sits where: people by name, bots by level, programs by their command."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import final

from microciv.bots import Bot, check_level, levels, make_bot
from microciv.core.errors import BadOption, MicrocivError
from microciv.core.game import Game
from microciv.speech import t
from microciv.texts import texts_for
from microciv.trust import table_number

BOT_NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia")
LONGEST_NAME = 20
YOU = "you"
PROGRAM = "cmd"
LINK = "link"
CLIENT = "client"
HEADS = {"bot": "bot", "program": PROGRAM, CLIENT: LINK}
"""What stands before the level or the command of a seat, by its kind."""
PREFERRED = "easy"


@final
@dataclass(frozen=True)
class Sitting:
    """One seat of a match at this terminal."""

    kind: str  # "person", "bot", "program" (it speaks lines) or "client" (of a server)
    name: str
    level: str = ""  # a bot's; of the last two their command

    @property
    def is_person(self) -> bool:
        """Is it a person, who is asked, or a bot, which answers by itself?"""
        return self.kind == "person"

    def token(self) -> str:
        """The seat as --seats has it."""
        if self.is_person:
            return self.name
        return f"{HEADS[self.kind]}:{self.level}"


def read_sittings(text: str, game: str, *, programs: bool = False) -> list[Sitting]:
    """Seats as they are written: `you,bot:easy,bot` or `Ana,Bo,bot:random`; `cmd:./mybot` and
    `link:./mybot` where `programs` may sit.

    :raises BadOption: naming the seat and what was expected.
    """
    words = [word.strip() for word in text.split(",")]
    yous = [word for word in words if word.lower() == YOU]
    sittings: list[Sitting] = []
    for number, word in enumerate(words, start=1):
        head, colon, tail = word.partition(":")
        if head.lower() == "bot":
            sittings.append(Sitting("bot", "", _level(tail if colon else "", game, number)))
        elif programs and head.lower() == PROGRAM:
            sittings.append(Sitting("program", "", tail.strip()))
        elif programs and head.lower() == LINK:
            sittings.append(Sitting(CLIENT, "", tail.strip()))
        elif head.lower() == YOU and colon:
            sittings.append(Sitting("person", _name(tail.strip(), number)))
        elif word.lower() == YOU:
            alone = texts_for(game).label("you")
            name = t("Player {number}", number=number) if len(yous) > 1 else alone
            sittings.append(Sitting("person", name))
        elif word.lower() in levels(game):
            raise BadOption(
                t(
                    "seat {number}: `bot:{level}` is a bot of this level, `you:{level}` somebody"
                    " who is called so",
                    number=number,
                    level=word.lower(),
                )
            )
        else:
            sittings.append(Sitting("person", _name(word, number)))
    return _christened(sittings)


def default_sittings(seats: int, game: str) -> list[Sitting]:
    return read_sittings(",".join([YOU, *["bot"] * (seats - 1)]), game)


def seated_bots(game: Game, sittings: list[Sitting], seed: int, plies: int = 0) -> dict[int, Bot]:
    """The bots by seat, programs aside. The same seed, ply and seat give the same bot."""
    number = table_number(seed)
    return {
        seat: make_bot(sitting.level, game, seat, bot_seed(seed, seat, plies), table_number=number)
        for seat, sitting in enumerate(sittings)
        if sitting.kind == "bot"
    }


def bot_seed(seed: int, seat: int, plies: int = 0) -> int:
    """A bot's own seed: it follows from the match's, and tells nothing about it."""
    words = f"bot {seed:x} {seat} {plies}".encode()
    return int.from_bytes(hashlib.sha256(words).digest()[:6], "big")


def plain_sitting(sitting: Sitting) -> dict[str, object]:
    return {"kind": sitting.kind, "name": sitting.name, "level": sitting.level}


def sitting_from(data: object, path: str, game: str) -> Sitting:
    """A seat out of a save.

    :raises MicrocivError: naming the field.
    """
    if not isinstance(data, dict) or data.get("kind") not in {"person", "bot"}:
        raise MicrocivError(f"{path}: expected a person or a bot")
    name, level = data.get("name"), data.get("level", "")
    if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= LONGEST_NAME:
        raise MicrocivError(f"{path}.name: expected 1 to {LONGEST_NAME} characters")
    if data["kind"] == "bot":
        try:
            check_level(str(level), game)
        except BadOption as error:
            raise MicrocivError(f"{path}.level: {error}") from None
    return Sitting(data["kind"], name, str(level))


def usual_level(game: str) -> str:
    """The level of bots where none is named."""
    known = levels(game)
    return PREFERRED if PREFERRED in known else known[:2][-1]


def _level(level: str, game: str, number: int) -> str:
    if not level:
        return usual_level(game)
    try:
        check_level(level, game)
    except BadOption as error:
        raise BadOption(t("seat {number}: {why}", number=number, why=error)) from None
    return level


def _name(name: str, number: int) -> str:
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or ":" in name:
        raise BadOption(
            t(
                "seat {number}: expected `you`, `bot`, `bot:LEVEL` or a name of up to {most}"
                " characters, not {words}",
                number=number,
                most=LONGEST_NAME,
                words=repr(name[:40]),
            )
        )
    return name


def _christened(sittings: list[Sitting]) -> list[Sitting]:
    """Give bots names that nobody has, and refuse two people of one name."""
    taken = [sitting.name.casefold() for sitting in sittings if sitting.is_person]
    for name in taken:
        if taken.count(name) > 1:
            raise BadOption(t("seats: two people are called {name}", name=repr(name)))
    free = iter([name for name in BOT_NAMES if name.casefold() not in taken])
    return [
        sitting if sitting.is_person else replace(sitting, name=next(free, "Bot"))
        for sitting in sittings
    ]
