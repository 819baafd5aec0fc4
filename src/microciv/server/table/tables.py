"""A table: who sits where and which match is on. Pure data; `rooms` keeps and shows it.

The number of a chair is its index into `Table.chairs` and stays; a `seat` is the number in the
match, counted over the chairs that are not closed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import msgspec

from microciv.bots import levels
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.games import catalogue, open_game
from microciv.lessons import Lesson, lesson_of
from microciv.server.fair_queue import Whose
from microciv.server.names import CITIES, check_name
from microciv.server.store.rows import Listing, TableRow, Unfit
from microciv.server.wire.messages import (
    Hinting,
    Pausing,
    Refused,
    Talking,
    Watching,
)
from microciv.server.wire.pace import Pace
from microciv.speech import speaking, t
from microciv.texts import texts_for

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
LONGEST_ID: Final = 40
USUAL_LEVEL: Final = "easy"
STORED_DECISION: Final = "set"
"""What the number of a decision is called where tables are stored."""
STORED_CHAIR: Final = "place"
STORED_CHAIRS: Final = "places"
"""What numbers of chairs are called there."""


class Who(msgspec.Struct, frozen=True):
    """Who acts, by the key of their browser (`people`)."""

    person: str
    key: str


class Person(msgspec.Struct, frozen=True):
    """Somebody at a table, known there by the hash of their first token; only hashes are kept."""

    name: str
    token: str
    program: bool = False
    """Does a program answer?"""
    id: str = ""
    """Who that is on the whole site, told to nobody else; empty: nobody knows."""
    tokens: dict[str, str] | None = None
    """What opens the seat: hashed tokens, with the keys of their devices; None: `token` does."""
    device: str = ""
    """The hashed token of the device that this person shares with others; empty: none."""
    owner: str = ""
    """What the owner of a bot account is called; empty: it is no such account."""

    @property
    def hashes(self) -> Iterable[str]:
        """The hashes of all tokens of this person."""
        return (self.token,) if self.tokens is None else self.tokens

    def holds(self, hashed: str) -> bool:
        """Does this hash belong to a token of this person?"""
        return hashed in self.hashes


class Invited(msgspec.Struct, frozen=True):
    """A bot account that is asked whether it wants to play."""

    name: str
    id: str
    owner: str
    """What its owner is called."""
    token: str
    """The hash of its token."""


class Chair(msgspec.Struct, frozen=True):
    """Where somebody may sit at the table. A bot may keep a chair warm for a person who is away."""

    kind: Literal["open", "person", "bot", "closed"]
    level: str | None = None
    person: Person | None = None
    gone: bool = False
    """The person is gone for good; only the name stays, until the next match."""
    came: int | None = None
    """The round from which a person plays who came late; 0: the game counts none."""
    stayed: bool = False
    """Gone, but only when the match was over: what came of it is theirs."""
    invited: Invited | None = None
    """For whom it is kept open."""

    @property
    def stands_in(self) -> bool:
        """Does a bot play in place of a person?"""
        return self.kind == "bot" and self.person is not None and not self.stayed

    @property
    def is_bots(self) -> bool:
        """Does a bot sit here, and keep it warm for nobody?"""
        return self.kind == "bot" and self.person is None


class Latecomer(msgspec.Struct, frozen=True):
    """Somebody who came when the match had begun."""

    person: Person
    chair: int | None = msgspec.field(default=None, name=STORED_CHAIR)
    """The number of the bot's that is taken; none: a seat of the next match is wanted."""
    decision: int = msgspec.field(default=0, name=STORED_DECISION)
    """The one that was open then: the bot's answer to it stands."""


class Score(msgspec.Struct, frozen=True):
    """What a person has won at this table; a shared victory counts."""

    name: str
    won: int
    played: int


class Plans(msgspec.Struct, frozen=True):
    """What is said of the next match while the last one is over; people by hashed token."""

    answers: dict[str, bool] = {}
    chairs: dict[str, int] = msgspec.field(default_factory=dict, name=STORED_CHAIRS)
    """The number of a bot's chair that somebody would rather have."""
    closed: list[int] = []
    """The numbers of chairs that nobody plays."""
    shuffle: bool = False


class Given(msgspec.Struct, frozen=True):
    """What the first match of a table is dealt from, where it is another's deal again
    (`play_again`), or begins with a position that its host has set up; that is of no table.
    """

    table: str
    match: int
    """Whose deal it is."""
    seed: str
    """In hexadecimal."""
    decision: int | None = msgspec.field(default=None, name=STORED_DECISION)
    """The one that it begins with; none: the deal."""
    position: dict[str, Any] | None = None


class Wish(msgspec.Struct, frozen=True):
    """What somebody asks the others at the table for: a pace, or to be away; people by token."""

    id: str
    by: str
    pace: Pace | None = None
    hours: int = 0
    back: int = 0
    """In seconds since 1970."""
    agreed: list[str] = []


class Table(msgspec.Struct, frozen=True, dict=True):
    """All of a table but the moves. What every answer asks of it is worked out once."""

    id: str
    game: str
    options: dict[str, Any]
    host: Person
    chairs: list[Chair]
    match: int = 0
    pace: Pace = "none"
    hours: int = 0
    """For each decision, if the pace is "daily"."""
    wishes: list[Wish] = []
    holidays: dict[str, int] = {}
    """Until when people are away by consent, in seconds since 1970, by hashed token."""
    talk: Talking = "phrases"
    hints: Hinting | None = None
    pauses: Pausing | None = None
    listed: bool = False
    removed: list[str] = []
    """The hashed tokens, and ids, of those whom the host has removed."""
    lesson: bool = False
    score: dict[str, Score] = {}
    """Of the matches before this one, by hashed token."""
    plans: Plans = Plans()
    latecomers: bool = True
    """May who comes late take a bot's seat?"""
    late: list[Latecomer] = []
    secret: str = ""
    """The secret of the next match, hidden until that is over; empty: its seed is given."""
    hashes: dict[str, str] = {}
    """Of the nonces that people have for the next match, by hashed token."""
    given: Given | None = None
    """What the first match is dealt from; none: a deal of its own."""
    rated: bool = False
    """Do people play for their ratings here?"""
    fills: int = 0
    """When bots take the seats that are still open, in seconds since 1970; 0: never."""
    deserted: bool = False
    """Does it wait for that with nobody there? Then it is not shown to strangers."""
    watching: Watching = "on"
    """May others watch a match: as it goes, some decisions later, or not at all?"""
    day: str = ""
    """The day whose deal the first match has; empty: none."""
    programs: bool = False
    """May the host ask others' programs to play?"""
    rates: list[str] = []
    """Who plays for their rating in this match, by hashed token: those who played as it began."""
    group: str = ""
    """Whose table it is, told to nobody here: who has the id of a group may join it."""

    def teaches(self) -> Lesson | None:
        """The lesson that is given here."""
        return lesson_of(self.game) if self.lesson else None

    def deals_again(self, number: int) -> Given | None:
        """What the match of this number is dealt from, if it is another's deal again."""
        return self.given if number <= 1 else None

    def hinting(self) -> Hinting:
        """May people ask for hints? By default, only where one person, who is not a program, plays
        with bots alone; a chair that a bot keeps warm counts as a person's.
        """
        if self.rated:
            return "off"
        persons = [
            chair for chair in self.chairs if chair.kind == "open" or chair.person is not None
        ]
        return self.hints or ("on" if len(persons) <= 1 and not self._programs_alone() else "off")

    def pausing(self) -> Pausing:
        """Do bots take their time, so that people can follow? If nobody has said, unless programs
        alone sit with them.
        """
        return self.pauses or ("off" if self._programs_alone() else "on")

    @property
    def by_the_day(self) -> bool:
        """Does its match go on while nobody is there? People play who look in now and then."""
        return self.pace == "daily" and bool(self.seated)

    def _programs_alone(self) -> bool:
        seated = self.seated
        return bool(seated) and all([person.program for person in seated])

    @cached_property
    def playing(self) -> list[int]:
        """The numbers of the chairs that play, in the order of their seats."""
        return [number for number, chair in enumerate(self.chairs) if chair.kind != "closed"]

    @cached_property
    def _seats(self) -> dict[int | None, int]:
        return {number: seat for seat, number in enumerate(self.playing)}

    def seat_of(self, number: int | None) -> int | None:
        """The seat in the match of the chair of this number."""
        return self._seats.get(number)

    @cached_property
    def people(self) -> list[int]:
        """The seats of the match that people play."""
        kinds = [self.chairs[number].kind for number in self.playing]
        return [seat for seat, kind in enumerate(kinds) if kind == "person"]

    @cached_property
    def sharing(self) -> frozenset[int]:
        """The seats of the match whose people share a device with others."""
        people = {seat: self.chairs[self.playing[seat]].person for seat in self.people}
        return frozenset([seat for seat, person in people.items() if person and person.device])

    @cached_property
    def _holders(self) -> dict[str, int | None]:
        """By the hash of each token the number of its holder's chair; none, where they are gone for
        good.
        """
        numbers: dict[str, int | None] = {}
        for number, chair in enumerate(self.chairs):
            for hashed in () if chair.person is None else chair.person.hashes:
                numbers.setdefault(hashed, None if chair.gone else number)
        return numbers

    def chair_of(self, token: str | None) -> int | None:
        """The number of the chair of the holder of this token; a bot may keep it warm."""
        return None if token is None else self._holders.get(hash_token(token))

    def person_of(self, token: str | None) -> Person | None:
        """Who the holder of this token is, if they sit here, have come late or host the table."""
        number = self.chair_of(token)
        if number is not None:
            return self.chairs[number].person
        late = self.late_of(token)
        if late is not None:
            return late.person
        return self.host if token is not None and self.host.holds(hash_token(token)) else None

    def whose(self, visitor: Whose, token: str | None) -> Whose:
        """For whom it is, by the person too if the holder of this token is one. A bot account may
        play at more tables than a person: there it comes from one address.
        """
        person = self.person_of(token)
        return visitor._replace(person="" if person is None or person.owner else person.id)

    def sharers(self, token: str | None) -> list[Person]:
        """Who shares the device that has this token, or did before they left for good."""
        if token is None:
            return []
        hashed = hash_token(token)
        return [one for one in self.persons() if one.device == hashed]

    def speaks_for(self, token: str | None) -> list[Person]:
        """Whom the holder of this token speaks for in what concerns the table: themselves, or all
        who share the device.
        """
        person = self.person_of(token)
        if person is not None:
            return [person]
        sharers = self.sharers(token)
        return [one for one in self.here() if one in sharers] if sharers else []

    def there_with(self, token: str | None) -> list[Person]:
        """Who is there when the holder of this token is: all who share a device with them, too."""
        if token not in self._there:
            spoken = self.speaks_for(token)
            devices = {one.device for one in spoken if one.device}
            there = [one for one in self.here() if one.device in devices] if devices else spoken
            if token is None or not there:
                return there  # of strangers there may be any number
            self._there[token] = there
        return self._there[token]

    @cached_property
    def _there(self) -> dict[str | None, list[Person]]:
        """What is known of that already, by token."""
        return {}

    def chairs_of(self, token: str | None) -> list[int]:
        """The numbers of the chairs of those whom the holder of this token speaks for."""
        known = {one.token for one in self.speaks_for(token)}
        return [
            number
            for number, chair in enumerate(self.chairs)
            if chair.person is not None and chair.person.token in known and not chair.gone
        ]

    def late_of(self, token: str | None) -> Latecomer | None:
        """How the holder of this token waits for a seat."""
        if token is None:
            return None
        hashed = hash_token(token)
        return next((late for late in self.late if late.person.holds(hashed)), None)

    def was_here(self, token: str | None) -> bool:
        """Did the holder of this token leave the match for good?"""
        if token is None:
            return False
        hashed = hash_token(token)
        return any(
            [
                chair.person.holds(hashed)
                for chair in self.chairs
                if chair.person is not None and chair.gone
            ]
        )

    def was_removed(self, token: str | None) -> bool:
        """Has the host removed the holder of this token?"""
        return token is not None and hash_token(token) in self.removed

    @cached_property
    def seated(self) -> list[Person]:
        """Those who have a chair, or a bot that keeps it warm."""
        return [
            chair.person for chair in self.chairs if chair.person is not None and not chair.gone
        ]

    def is_host(self, token: str | None) -> bool:
        """Does the holder of this token decide about the table, or share a device with who does?"""
        if token is None:
            return False
        hashed = hash_token(token)
        return self.host.holds(hashed) or self.host.device == hashed

    def open(self) -> int:
        """How many chairs wait for a person."""
        return len([chair for chair in self.chairs if chair.kind == "open"])

    def bots(self) -> int:
        """How many chairs bots play for."""
        return len([chair for chair in self.chairs if chair.kind == "bot"])

    def offered(self) -> int:
        """How many of them strangers may see in the list of tables."""
        if not self.listed or self.deserted:
            return 0
        return self.open() - len(self.invited())

    def name_of(self, number: int) -> str | None:
        """The name that the others see: a person keeps it while a bot plays."""
        chair = self.chairs[number]
        if chair.person is not None:
            return chair.person.name
        if chair.invited is not None:
            return chair.invited.name
        return CITIES[number % len(CITIES)] if chair.kind == "bot" else None

    def free_seats(self) -> list[int]:
        """The numbers of the bots' chairs that who comes late may take."""
        promised = [late.chair for late in self.late]
        return [
            number
            for number, chair in enumerate(self.chairs)
            if self.latecomers and chair.is_bots and number not in promised
        ]

    def taken_names(self) -> list[str]:
        """What nobody else can be called here."""
        return [*[one.name for one in self.persons()], *[one.name for one in self.invited()]]

    def invited(self) -> list[Invited]:
        """The bot accounts that are asked whether they want to play."""
        return [chair.invited for chair in self.chairs if chair.invited is not None]

    def persons(self) -> list[Person]:
        """All who sit here, or did in this match, have come late, or host the table."""
        people = [chair.person for chair in self.chairs if chair.person is not None]
        return [*people, *[one.person for one in self.late], self.host]

    def here(self) -> list[Person]:
        """Those of `persons` who have not left for good, each once."""
        people = [*self.seated, *[one.person for one in self.late], self.host]
        return [*{one.token: one for one in people}.values()]

    def with_persons(self, change: Callable[[Person], Person]) -> Table:
        """The table with each of its persons changed like that, wherever they stand."""

        def changed_chair(chair: Chair) -> Chair:
            if chair.person is None:
                return chair
            return msgspec.structs.replace(chair, person=change(chair.person))

        return msgspec.structs.replace(
            self,
            host=change(self.host),
            chairs=[changed_chair(chair) for chair in self.chairs],
            late=[msgspec.structs.replace(one, person=change(one.person)) for one in self.late],
        )

    def ids(self) -> tuple[str, ...]:
        """Who is at the table, as far as the site knows."""
        ids = [*[one.id for one in self.persons()], *[one.id for one in self.invited()]]
        return tuple(dict.fromkeys([id_ for id_ in ids if id_]))

    def names(self) -> list[str]:
        """What the seats of the match are called, for whom a bot plays, and who came late."""
        chairs = [(self.name_of(number) or "", self.chairs[number]) for number in self.playing]
        return [f"{name}{_remark(self.game, chair)}" for name, chair in chairs]

    def row(self, version: int, state: str) -> TableRow:
        """How the table is stored."""
        listing = Listing(self.game, len(self.playing), self.pace, self.rated, self.fills or None)
        body = msgspec.json.encode(self)
        given_up = bool(self.day) and self.match == 1 and not self.seated
        return TableRow(
            *(self.id, version, state, self.offered(), body, self.ids(), listing, self.group),
            given_up,
        )

    def open_game(self) -> Game:
        """The game as this table plays it.

        :raises Refused: if it is not for this number of seats.
        """
        return open_for(self.game, self.options, len(self.playing))


def _remark(game: str, chair: Chair) -> str:
    """In English: it is kept, and all see it."""
    owner = "" if chair.person is None else chair.person.owner
    remarks = [f"bot of {owner}"] if owner else []
    if chair.stands_in:
        remarks.append("bot plays")
    elif chair.came is not None:
        with speaking("en"):
            label = texts_for(game).label("round").lower()
        remarks.append(f"from {label} {chair.came}" if chair.came else "came late")
    return f" ({', '.join(remarks)})" if remarks else ""


_body = msgspec.json.Decoder(Table)


def read_table(body: bytes) -> Table:
    """A table as it is stored.

    :raises Unfit: if it is of another microciv, or damaged.
    """
    try:
        # What is "phrases" now was "on"; no name can look like that, as its quotes are escaped.
        table: Table = _body.decode(body.replace(b'"talk":"on"', b'"talk":"phrases"'))
    except (msgspec.DecodeError, UnicodeError):
        raise Unfit("its row cannot be read") from None
    return table


def new_person(
    name: str, taken: Iterable[str], token: str, who: Who | None, *, program: bool = False
) -> Person:
    """Somebody who comes to a table with this token.

    :raises Refused: for a name that cannot be shown.
    """
    called, hashed = check_name(name, taken), hash_token(token)
    if who is None:
        return Person(called, hashed, program)
    return Person(called, hashed, program, who.person, {hashed: who.key})


def is_renamed(before: Table, after: Table) -> bool:
    """Is anybody called otherwise? Nobody is, but who has been erased."""
    return any(
        [
            one.token == other.token and one.name != other.name
            for one in before.persons()
            for other in after.persons()
        ]
    )


@lru_cache(maxsize=4096)  # the same few are asked for again and again
def hash_token(token: str) -> str:
    """What is kept of a token: enough to know it again."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """The id of a table; anybody with the link may join, so it must not be guessable."""
    return "".join([secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)])


def is_id(text: str) -> bool:
    """Could this be the id of a table?"""
    return 1 <= len(text) <= LONGEST_ID and text.isascii() and text.isalnum()


def open_for(game: str, options: dict[str, Any], seats: int) -> Game:
    """A game for this number of seats.

    :raises Refused: "bad_option", in the words of the game.
    """
    try:
        return open_game(game, {**options, "seats": seats})
    except MicrocivError as error:
        raise Refused("bad_option", str(error)) from None


def check_level(game: str, level: str | None) -> str:
    """A level that the game has; the usual one if none is named.

    :raises Refused: naming those that there are.
    """
    known = levels(game) if game in catalogue() else [USUAL_LEVEL]  # one that is gone can be left
    if level is None:
        return USUAL_LEVEL if USUAL_LEVEL in known else known[-1]
    if level not in known:
        raise Refused(
            "bad_option",
            t("level: expected one of {names}, not {level!r}", names=", ".join(known), level=level),
        )
    return level
