"""A table: who sits where and which match is on. Pure data; `rooms` keeps and shows it.

`place` is an index into `Table.chairs` and stays; `seat` is the number in the match, counted over
the chairs that are not closed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from typing import Any, Final, Literal

import msgspec

from microciv.bots import levels
from microciv.core.codec import plain
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.options import changed
from microciv.games import about, catalogue, open_game
from microciv.server.messages import Hinting, NewTable, Pace, Refused, SeatChange, SeatPlan, Talking
from microciv.server.rows import Unfit

LONGEST_NAME: Final = 24
JOINERS: Final = "\u200c\u200d"
"""Nothing by themselves; some scripts and many emoji need them between letters."""
BLANKS: Final = "\u034f\u115f\u1160\u2800\u3164\uffa0\ufe0e\ufe0f "
"""Characters that show nothing, though Unicode counts them as printable."""
ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
LONGEST_ID: Final = 40
USUAL_LEVEL: Final = "easy"

# Bots are called by their city of birth.
CITIES: Final = (
    *("Uruk", "Memphis", "Knossos", "Harappa", "Tikal", "Thebes", "Nineveh", "Tyre", "Caral"),
    *("Anyang", "Meroe", "Susa", "Ugarit", "Mycenae", "Aksum"),
)


class Person(msgspec.Struct, frozen=True):
    """Somebody with a token; only the hash of it is kept."""

    name: str
    token: str


class Chair(msgspec.Struct, frozen=True):
    """A place at the table. A bot may keep a chair warm for a person who is away."""

    kind: Literal["open", "person", "bot", "closed"]
    level: str | None = None
    person: Person | None = None


class Table(msgspec.Struct, frozen=True):
    """All of a table but the moves."""

    id: str
    game: str
    options: dict[str, Any]
    host: Person
    chairs: list[Chair]
    match: int = 0
    pace: Pace = "none"
    talk: Talking = "on"
    hints: Hinting | None = None

    def hinting(self) -> Hinting:
        """May people ask what would be good? If nobody has said, where one plays with bots alone; a
        chair that a bot keeps warm is a person's.
        """
        persons = [
            chair for chair in self.chairs if chair.kind == "open" or chair.person is not None
        ]
        return self.hints or ("on" if len(persons) <= 1 else "off")

    def playing(self) -> list[int]:
        """The places that play, in the order of their seats."""
        return [place for place, chair in enumerate(self.chairs) if chair.kind != "closed"]

    def seat_of(self, place: int | None) -> int | None:
        """The seat of a place in the match."""
        playing = self.playing()
        return playing.index(place) if place is not None and place in playing else None

    def people(self) -> list[int]:
        """The seats of the match that people play."""
        kinds = [self.chairs[place].kind for place in self.playing()]
        return [seat for seat, kind in enumerate(kinds) if kind == "person"]

    def place_of(self, token: str | None) -> int | None:
        """Where the holder of this token sits; a bot may keep the chair warm."""
        if token is None:
            return None
        hashed = hash_token(token)
        for place, chair in enumerate(self.chairs):
            if chair.person is not None and hmac.compare_digest(chair.person.token, hashed):
                return place
        return None

    def is_host(self, token: str | None) -> bool:
        """Does the holder of this token decide about the table?"""
        return token is not None and hmac.compare_digest(self.host.token, hash_token(token))

    def open(self) -> int:
        """How many chairs wait for a person."""
        return len([chair for chair in self.chairs if chair.kind == "open"])

    def name_of(self, place: int) -> str | None:
        """The name that the others see."""
        chair = self.chairs[place]
        if chair.kind == "bot":
            return CITIES[place % len(CITIES)]
        return chair.person.name if chair.kind == "person" and chair.person is not None else None

    def names(self) -> list[str]:
        """What the seats of the match are called."""
        return [self.name_of(place) or "" for place in self.playing()]

    def open_game(self) -> Game:
        """The game as this table plays it.

        :raises Refused: if it is not for this number of seats.
        """
        return open_for(self.game, self.options, len(self.playing()))


_body = msgspec.json.Decoder(Table)


def read_table(body: bytes) -> Table:
    """A table as it is stored.

    :raises Unfit: if it is of another microciv, or damaged.
    """
    try:
        table: Table = _body.decode(body)
    except (msgspec.DecodeError, UnicodeError):
        raise Unfit("its row cannot be read") from None
    return table


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
        raise Refused("bad_option", f"level: expected one of {', '.join(known)}, not {level!r}")
    return level


def check_name(name: str, taken: list[str]) -> str:
    """A name as it will be shown; a namesake, or who would pass for one, gets a number.

    :raises Refused: if it is empty, too long or cannot be shown.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    plain_name = "".join([letter for letter in name if letter not in JOINERS])
    seen = [letter for letter in plain_name if letter not in BLANKS]
    if not seen or len(name) > LONGEST_NAME or not plain_name.isprintable():
        raise Refused("malformed", f"name: expected 1 to {LONGEST_NAME} visible characters")
    looks = {_look(other) for other in [*taken, *CITIES]}
    unique, number = name, 2
    while _look(unique) in looks:
        ending = f" {number}"
        unique, number = name[: LONGEST_NAME - len(ending)].rstrip() + ending, number + 1
    return unique


def _look(name: str) -> str:
    """What two names have in common that are not told apart at a glance."""
    look = unicodedata.normalize("NFKC", name).casefold()
    return "".join([letter for letter in look if letter not in JOINERS and letter not in BLANKS])


def new_table(wish: NewTable, id_: str) -> tuple[Table, str, int | None]:
    """A table as its host wants it, with the host's token and place.

    :raises Refused: for an unknown game, options that it does not take, too many chairs.
    """
    try:
        known = about(wish.game)
    except MicrocivError as error:
        raise Refused("bad_option", str(error)) from None
    if "seats" in wish.options:
        raise Refused("bad_option", "seats: counted from the table's seats, not an option here")
    mine = [place for place, plan in enumerate(wish.seats) if plan.kind == "you"]
    if len(mine) > 1:
        raise Refused("bad_option", "seats: at most one of them is you")
    if len(wish.seats) > max(known.seats):
        raise Refused("bad_option", f"seats: {known.title} has at most {max(known.seats)}")
    token = new_token()
    host = Person(check_name(wish.name or "Host", []), hash_token(token))
    chairs = [_chair(plan, wish.game, host) for plan in wish.seats]
    seats = len([chair for chair in chairs if chair.kind != "closed"])
    game = open_for(wish.game, wish.options, seats)
    options = plain({**changed(game.options)})
    assert isinstance(options, dict)
    del options["seats"]
    table = Table(id_, wish.game, options, host, chairs, 0, wish.pace, wish.talk, wish.hints)
    return table, token, mine[0] if mine else None


def _chair(plan: SeatPlan, game: str, host: Person) -> Chair:
    if plan.kind == "you":
        return Chair("person", None, host)
    if plan.kind == "bot":
        return Chair("bot", check_level(game, plan.level))
    return Chair(plan.kind)


# --- changes: each gives the table as it is afterwards, or refuses


def check_host(table: Table, token: str | None) -> None:
    """Only the host decides.

    :raises Refused: "bad_token" or "not_host".
    """
    if table.is_host(token):
        return
    if table.place_of(token) is None:
        raise Refused("bad_token", "this needs the token of the table's host")
    raise Refused("not_host", "only the host of the table can do that")


def decides(table: Table, token: str | None, present: set[int]) -> bool:
    """The host decides; in a match, while the host is away, everybody who sits here does."""
    if table.is_host(token):
        return True
    host = [
        place
        for place, chair in enumerate(table.chairs)
        if chair.person is not None and chair.person.token == table.host.token
    ]
    seated = table.place_of(token) is not None
    return table.match > 0 and seated and not present.intersection(host)


def check_decides(table: Table, token: str | None, present: set[int]) -> None:
    """Only who decides about seats now may change one.

    :raises Refused: "bad_token" or "not_host".
    """
    if not decides(table, token, present):
        check_host(table, token)


def sit(table: Table, name: str, token: str, place: int | None) -> Table:
    """A person takes an open chair.

    :raises Refused: if there is none, or the one asked for is not open.
    """
    if table.match > 0:
        raise Refused("started", "this match has begun; you can watch it")
    free = [number for number, chair in enumerate(table.chairs) if chair.kind == "open"]
    if not free:
        raise Refused("taken", "no seat is open at this table")
    if place is not None and place not in free:
        raise Refused("taken", "that seat is not open")
    place = free[0] if place is None else place
    person = Person(check_name(name, [*table.names(), table.host.name]), hash_token(token))
    return _with_chair(table, place, Chair("person", None, person))


def change_seat(table: Table, place: int, change: SeatChange, present: set[int]) -> Table:
    """The host opens or closes a seat or gives it to a bot; in a match only the last, and only
    while its person is away.

    :raises Refused: saying what can be done instead.
    """
    if place >= len(table.chairs):
        raise Refused("not_found", f"seat: expected 0 to {len(table.chairs) - 1}")
    chair = table.chairs[place]
    if table.match > 0:
        if change.kind != "bot" or chair.kind != "person":
            raise Refused("started", "during a match, only a bot can take a person's seat")
        if place in present:
            raise Refused("taken", "that person is here; a bot can play for those who are away")
        level = check_level(table.game, change.level)
        return _with_chair(table, place, Chair("bot", level, chair.person))
    if chair.person is not None and chair.person.token == table.host.token:
        raise Refused("taken", "that is the host's own seat; leave it first")
    level_or_none = check_level(table.game, change.level) if change.kind == "bot" else None
    return _with_chair(table, place, Chair(change.kind, level_or_none))


def start(table: Table, fill: str | None) -> Table:
    """The match begins; open chairs become bots.

    :raises Refused: if it has begun, or the game is not for that number of seats.
    """
    if table.match > 0:
        raise Refused("started", "this match has begun")
    if table.open() and fill is None:
        raise Refused("seats", "a seat is still open: close it, wait, or fill it with a bot")
    chairs = [
        Chair("bot", check_level(table.game, fill)) if chair.kind == "open" else chair
        for chair in table.chairs
    ]
    begun = msgspec.structs.replace(table, chairs=chairs, match=1)
    begun.open_game()
    return begun


def again(table: Table) -> Table:
    """The next match of the same company."""
    return msgspec.structs.replace(table, match=table.match + 1)


def leave(table: Table, token: str | None, *, stranded: bool = False) -> Table | None:
    """A person gives up the chair: open in the lobby, a bot's later. None: nobody is left who
    waits for a match, or who could go on with a stranded one.

    :raises Refused: if the token is not of this table.
    """
    place, hosting = table.place_of(token), table.is_host(token)
    if place is None and not hosting:
        raise Refused("bad_token", "this token does not belong to this table")
    if place is not None:
        bot = Chair("bot", check_level(table.game, None))
        table = _with_chair(table, place, Chair("open") if table.match == 0 else bot)
    if hosting:
        heirs = [chair.person for chair in table.chairs if chair.person is not None]
        if not heirs:
            return None if table.match == 0 or stranded else table
        table = msgspec.structs.replace(table, host=heirs[0])
    return table


def stand_in(table: Table, places: list[int]) -> Table:
    """Bots keep these chairs warm; their persons get them back when they do something."""
    for place in places:
        chair = table.chairs[place]
        if chair.kind == "person":
            bot = Chair("bot", check_level(table.game, None), chair.person)
            table = _with_chair(table, place, bot)
    return table


def come_back(table: Table, place: int) -> Table:
    """The person whose chair a bot kept warm is here again."""
    chair = table.chairs[place]
    if chair.kind == "bot" and chair.person is not None:
        return _with_chair(table, place, Chair("person", None, chair.person))
    return table


def _with_chair(table: Table, place: int, chair: Chair) -> Table:
    chairs = list(table.chairs)
    chairs[place] = chair
    return msgspec.structs.replace(table, chairs=chairs)
