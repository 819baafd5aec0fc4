"""Every message, in and out. What is not declared here is never sent.

`docs/protocol.md` and `web/src/generated/types.ts` are written from these structs by
`tools/export_types.py`.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from microciv.core.plain import plain
from microciv.server.wire.deals import AgainView, ComingDeal, DealView
from microciv.server.wire.pace import HolidayView, Hours, Pace, WishView
from microciv.speech import t
from microciv.texts import clauses_apart

SMALL: Final = 8 * 1024
"""The most bytes of one message from a client."""
LARGE: Final = 64 * 1024
"""The most bytes of one HTTP request: options may carry a table of cards."""

LONGEST_SENTENCE: Final = 500
"""The most characters of a refusal: some quote what was sent."""

Plain: TypeAlias = dict[str, Any]  # an object whose fields the game declares
MoveView: TypeAlias = Annotated[Plain, Meta(title="Move")]
EventView: TypeAlias = Annotated[Plain, Meta(title="GameEvent")]
SeenView: TypeAlias = Annotated[Plain, Meta(title="Observation")]
Token: TypeAlias = Annotated[str, Meta(max_length=100)]
Name: TypeAlias = Annotated[str, Meta(max_length=100)]
Level: TypeAlias = Annotated[str, Meta(max_length=40)]
Digits: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # 32 bytes
AnswerId: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[ -~]*$")]
PartName: TypeAlias = Annotated[str, Meta(max_length=20)]
PartWord: TypeAlias = Annotated[str, Meta(max_length=20)]
MoveText: TypeAlias = Annotated[str, Meta(max_length=200)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]


class Struct(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all messages."""


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all incoming messages: unknown fields are refused."""


# --- from the client, by WebSocket


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """The first message: who this is, and how many events of which match it has received."""

    token: Token | None = None
    since: Count = 0
    match: Count = 0
    language: Annotated[str, Meta(max_length=35)] = "en"  # as `de` or `es-MX`; reasons are in it


class Play(Request, frozen=True, kw_only=True, tag="play"):
    """The seat's answer in the open decision; it replaces what was sealed before."""

    match: Count
    decision: Count
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=64)]
    id: AnswerId | None = None


class TakeBack(Request, frozen=True, kw_only=True, tag="take_back"):
    """Reopen this seat's sealed answer."""

    match: Count
    decision: Count
    id: AnswerId | None = None


class Finish(Request, frozen=True, kw_only=True, tag="finish"):
    """Agree that bots play out the rest, or withdraw that; only while `TableView.finish` is set."""

    match: Count
    agree: bool
    id: AnswerId | None = None


class Return(Request, frozen=True, kw_only=True, tag="return"):
    """I am here again: ends a pause of the table, and takes a seat back that a bot keeps."""

    id: AnswerId | None = None


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Say something to everybody at the table: one of the game's phrases, or words of your own
    where `TableView.talk` is "free". The reply is `said` or `refused`.
    """

    match: Count  # 0: in the lobby, where there are no phrases
    phrase: Annotated[str, Meta(max_length=40)] = ""  # its key in `talk` of the texts
    text: Annotated[str, Meta(max_length=1000)] = ""  # words of your own, 200 characters at most
    parts: Annotated[
        dict[PartName, PartWord | int], Meta(max_length=4)
    ] = {}  # values for its placeholders
    id: AnswerId | None = None


class AskHint(Request, frozen=True, kw_only=True, tag="hint"):
    """Ask for a hint, where `TableView.hints` are on; the reply is `hinted` or `refused`."""

    match: Count
    decision: Count
    id: AnswerId | None = None


class Promise(Request, frozen=True, kw_only=True, tag="promise"):
    """The hash of this person's nonce for the next match, `TableView.coming`: until that begins it
    may be another. The reply is `accepted` or `refused`.
    """

    match: Count
    hash: Digits  # SHA-256 of the nonce
    id: AnswerId | None = None


class Reveal(Request, frozen=True, kw_only=True, tag="reveal"):
    """This seat's nonce, as `TableView.deal` asks for it, in 64 hexadecimal digits. The reply is
    `accepted` or `refused`.
    """

    match: Count
    nonce: Digits
    id: AnswerId | None = None


class Ping(Request, frozen=True, kw_only=True, tag="ping"):
    """Ask for a `pong`, to check the connection."""


FromClient: TypeAlias = (
    Hello | Play | TakeBack | Finish | Return | Say | AskHint | Promise | Reveal | Ping
)


# --- from the client, by HTTP


class SeatPlan(Request, frozen=True, kw_only=True):
    """Who takes a seat of a new table."""

    kind: Literal["you", "here", "open", "bot", "closed"]  # here: at the same device, in turn
    level: Level | None = None
    name: Name = ""  # of who sits "here"
    program: Name = ""  # a bot account to be asked, in place of a bot of a level


Talking: TypeAlias = Literal["off", "phrases", "free"]
Hinting: TypeAlias = Literal["on", "off"]
Pausing: TypeAlias = Literal["on", "off"]
Watching: TypeAlias = Literal["on", "later", "off"]


class NewTable(Request, frozen=True, kw_only=True):
    """A table as its host wants it; it starts at once when no seat is open."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=15)]
    options: Plain = {}
    position: Plain | None = None  # to begin with, in place of a deal; it has the options
    name: Name = ""
    pace: Pace = "none"  # relaxed gives twice the game's own time limits, blitz half of them
    hours: Hours | None = None  # for each decision, by the day; null: 24
    talk: Talking | None = None  # off: not even reasons of bots; null: free, or phrases if listed
    hints: Hinting | None = None  # null: on if one person plays with bots alone
    pauses: Pausing | None = None  # off: nothing pauses for people; null: off among programs alone
    listed: bool = False  # shown to everybody while seats are open; else the link is needed
    late: bool = True  # may somebody who comes late take a bot's seat?
    hash: Digits | None = None  # of the host's nonce for the first match
    program: bool = False  # is the host a program?
    programs: bool = False  # may the host ask bot accounts to play?
    rated: bool = False  # for people's ratings: a clock, no hints, the usual rules, nobody late
    watching: Watching = "on"  # later: three decisions behind; off: a match is seen by its players
    fill: Annotated[int, Meta(ge=5, le=3600)] | None = None  # starts when full, or then with bots
    quick: bool = False  # with `fill`: only if no such table waits for players ("taken")
    group: Annotated[str, Meta(max_length=40)] = ""  # of mine, whose members are shown the table


class Sit(Request, frozen=True, kw_only=True):
    """Take a seat (its index in `TableView.seats`), or any open one; in a match that of a bot, from
    the next decision on.
    """

    name: Name
    seat: Count | None = None
    wait: bool = False  # in a match: only be asked for the next one
    program: bool = False  # does a program answer? Everybody at the table sees that


class SeatChange(Request, frozen=True, kw_only=True):
    """The host opens or closes a seat, or gives it to a bot; between matches, for the next one."""

    kind: Literal["open", "bot", "closed"]
    level: Level | None = None
    program: Name = ""  # a bot account to be asked, before the first match


class Start(Request, frozen=True, kw_only=True):
    """The host starts the match; open seats become bots of the level `fill`. Between matches:
    without those who have not answered.
    """

    fill: Level | None = None


class Rematch(Request, frozen=True, kw_only=True):
    """Say whether you want another match after this one; without a number, after the finished one.
    It begins when all who are present have answered, and somebody wants it.
    """

    match: Count | None = None
    agree: bool | None = True  # false: the others may go on without you; null: as before
    seat: Count | None = None  # the number of a bot's chair that you want, or of yours
    shuffle: bool | None = None  # the host's word: everybody gets another chair


class Leave(Request, frozen=True, kw_only=True):
    """Leave the seat. It becomes open in the lobby; in a match a bot plays on, and whoever left
    may come back.
    """

    resign: bool = False  # for good; after a match it always is


class Close(Request, frozen=True, kw_only=True):
    """Close a table whose match cannot be continued: it is forgotten, and its people are told."""


class Remove(Request, frozen=True, kw_only=True):
    """The host removes a person, by name; that token is refused from then on."""

    name: Name


# --- to the client, by HTTP


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was refused; nothing has changed."""

    error: str
    message: str
    clauses: str = ""  # of the rules, which the message leaves out; empty: none


# --- to the client, by HTTP and WebSocket


SeatKind: TypeAlias = Literal["open", "person", "bot", "closed"]
SeatStatus: TypeAlias = Literal["thinking", "locked", "waiting", "away", "ready"]
TableState: TypeAlias = Literal["lobby", "playing", "finished", "stranded"]


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat of a table. It reveals nothing about what was chosen."""

    seat: int  # number in the match, clockwise; -1: closed
    kind: SeatKind
    name: str | None
    level: str | None
    status: SeatStatus
    host: bool
    program: bool  # a program answers here, by its own account
    stands_in: bool  # a bot plays for the person of this name
    since: int | None  # the round that a latecomer began in, 0 without rounds; null: the first
    owner: str  # whose bot account plays, or is asked to where the seat is open; empty: none


class Finishing(Struct, frozen=True, kw_only=True):
    """Who has as good as won. When all people agree, bots play out the rest at once."""

    winner: int
    decision: int  # in which it holds
    people: list[int]  # the seats that people play
    agreed: list[int]  # those of them who agree


class NextMatch(Struct, frozen=True, kw_only=True):
    """What is said of the next match, by the names of people."""

    wanted: list[str]  # by these
    unwanted: list[str]  # by these, whom nobody waits for
    silent: list[str]  # present, and have not answered yet
    seats: dict[str, int]  # the number of a bot's chair that somebody would rather have
    closed: list[int]  # chairs that nobody plays
    shuffle: bool


class LateView(Struct, frozen=True, kw_only=True):
    """Somebody who has come late."""

    name: str
    seat: int | None  # the index of the bot's seat taken at the next decision; null: the next match


class ScoreView(Struct, frozen=True, kw_only=True):
    """What a person has won at this table; a shared victory counts."""

    name: str
    won: int
    played: int


class Spectators(Struct, frozen=True, kw_only=True):
    """Who watches, as everybody at the table may know."""

    count: int  # connections; from 10 on rounded down to 10, 20, 50, 100 and so on
    names: list[str]  # of those who are known here


class TableView(Struct, frozen=True, kw_only=True):
    """A table as one client may see it."""

    table: str
    game: str
    title: str
    options: Plain
    changed: Plain
    unit: int  # score units per point: 2 where half points exist
    state: TableState
    match: int  # 0 in the lobby, then 1, 2, … with each rematch
    seats: list[SeatView]
    you: int | None  # your number in the match
    me: str | None  # what you are called here, if you are anybody
    here: list[int]  # whom the token speaks for, if several people share a device: their seats
    host: bool  # you may change seats
    pace: Pace  # of the clock
    hours: int | None  # for each decision, by the day
    wishes: list[WishView]
    holidays: list[HolidayView]
    talk: Talking  # what people may say; off: nobody says anything
    hints: Hinting  # off: no hints
    pauses: Pausing  # off: bots answer at once, and nothing is played for a seat that can answer
    listed: bool  # shown to everybody while seats are open
    rated: bool  # its people play for their ratings
    programs: bool  # its host may ask bot accounts to play
    day: str  # the day whose deal the first match has; empty: none
    watching: Watching  # who only watches sees a match: later, three decisions behind; off, not
    spectators: Spectators
    fills: int | None  # seconds until bots take the open seats, and the match begins
    lesson: bool  # a first match that teaches; its deal is the same for everybody
    again: AgainView | None  # the match has the deal of another, which is no secret
    coming: ComingDeal | None  # null: the seed of the next match is given, as in a lesson
    deal: DealView | None  # of the match; null: in the lobby, or its seed was given
    seed_hash: str | None  # published at the deal; none of a lesson's
    seed: str | None  # only when the match is finished
    finish: Finishing | None  # the match is decided, and people may agree to finish
    agreed: int | None  # the decision from which bots play out the rest, as all people agreed
    paused: bool  # the match waits until somebody who sits here is back
    next: NextMatch | None  # after a match
    free: list[int]  # in a match, indices of bots' seats that a latecomer may take
    late: list[LateView]  # people who have come late and do not play yet
    score: list[ScoreView]  # of all matches that are over, the winner of most first
    link: str


# --- to the client, by WebSocket


class TableMessage(Struct, frozen=True, kw_only=True, tag="table"):
    """The table has changed."""

    table: TableView


class Status(Struct, frozen=True, kw_only=True, tag="status"):
    """A new `table`, told as its differences from the last one."""

    change: Plain


class RefusedMoves(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Moves that are not legal now, and why not."""

    why: str
    moves: list[MoveView]
    clauses: str = ""  # of the rules, which the reason leaves out: "5X-12, 5X-13"; empty: none


class LessonNote(Struct, frozen=True, kw_only=True):
    """What a lesson says in the open decision; each note once."""

    id: str
    at: str  # the thing on the screen that it is about
    text: str
    hint: str  # what to try; empty: nothing
    clause: str  # of the rules; empty: none
    number: int  # how many have been said, this one included
    notes: int  # how many there are


class Update(Struct, frozen=True, kw_only=True, tag="update"):
    """What this seat may see after a change. It depends only on what the seat may know."""

    match: int
    decision: int
    from_: int = msgspec.field(name="from")
    events: list[EventView]  # from the `from`-th on
    seen: SeenView
    legal: list[MoveView]  # the next steps; once the answer is complete, what it may change to
    answer: list[MoveView]  # what this seat has sealed, step by step
    complete: bool  # the answer has all its steps
    obvious: str | None  # the move of `legal` that the server plays by itself, now or soon
    absent: str | None  # the time-out move, one of `legal`
    suggested: list[MoveView]  # where hints are on, steps that may well be added to the answer
    why: list[RefusedMoves]  # moves that people may expect but that are not legal
    scores: list[int]  # by seat, as far as this seat may know
    sources: list[dict[str, int]]  # by seat, where its points come from; may be empty
    notes: Plain  # what the game computes for this seat, by name
    places: list[int] | None  # by seat, when the match is over
    note: LessonNote | None = None  # what is new, at a table with a lesson


class Changed(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="changed"):
    """A new `update`, told as its differences from the last one."""

    from_: int = msgspec.field(name="from")
    events: list[EventView] = []  # from the `from`-th on, in place of the last ones
    change: Plain  # of the rest


class Countdown(Struct, frozen=True, kw_only=True, tag="countdown"):
    """The time for the open decision; when it is up, the game plays time-out moves."""

    match: int
    decision: int
    left: int  # milliseconds from now
    given: int  # milliseconds in all when it began
    part_left: int = 0  # milliseconds left to this part of the match; 0: no limit


class Said(Struct, frozen=True, kw_only=True, tag="said"):
    """A seat said something: a person a phrase or words, a bot its reason for an answer that is
    open now, or that the game gave it. Words are told again to whoever says hello, to the end of
    the table.
    """

    match: int
    decision: int  # the open one; for a bot, the one that it answered
    seat: int
    key: str  # in the texts: in `talk` for a phrase, in `reasons` for a bot's reason
    parts: dict[str, str | int]  # values for its placeholders
    after: int  # the number of events sent before
    text: str = ""  # a person's own words, verbatim; then `key` is empty
    name: str = ""  # whose words they are
    id: str = ""  # by which words that are sent again are recognised


class Change(Struct, frozen=True, kw_only=True):
    """How much more or less there is of something, on average, when playouts stop."""

    what: str  # a key in `assets` of the texts
    parts: dict[str, str | int]
    amount: float  # above 0: more
    whose: int  # the rival's seat, if a rival has it; else -1


class Why(Struct, frozen=True, kw_only=True):
    """What speaks most for a move beside another, and most against it; neither: too close."""

    gain: Change | None
    loss: Change | None


class HintOption(Struct, frozen=True, kw_only=True):
    """A move, and the chance of winning with it, from 0 to 1."""

    move: MoveView
    chance: float
    error: float  # the standard error of the chance
    why: Why  # of the first beside the next, of the others beside the first


class Hinted(Struct, frozen=True, kw_only=True, tag="hinted"):
    """Good next steps of this seat's answer, the highest chance first; only for whoever asked."""

    match: int
    decision: int
    answer: list[str]  # the steps sealed so far
    options: list[HintOption]
    follows: list[MoveView]  # how the answer would continue after the first option
    id: str | None


class Accepted(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="accepted"):
    """The message with this id has been carried out and stored; an update follows."""

    id: str | None
    moment: int = 0  # milliseconds in which it can be changed before the bots answer; 0: not known


class Refusal(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="refused"):
    """The message was refused and nothing has changed. After "stale" an update follows."""

    code: str
    message: str
    id: str | None
    clauses: str = ""  # of the rules, which the message leaves out; empty: none


class Pong(Struct, frozen=True, kw_only=True, tag="pong"):
    """The reply to `ping`."""


FromServer: TypeAlias = (
    TableMessage | Status | Update | Changed | Countdown | Said | Hinted | Accepted | Refusal | Pong
)


class Refused(Exception):  # it is an answer, not a fault
    """A request that changes nothing, with its code and a sentence for the person who made it.

    The reasons of games name clauses, which are apart, as they are for those who ask. Whatever else
    looks like one, such as a name, stays in its sentence.
    """

    def __init__(self, code: str, message: str) -> None:
        if len(message) > LONGEST_SENTENCE:
            message = message[: LONGEST_SENTENCE - 1] + "…"
        super().__init__(message)
        self.code = code
        self.message, self.clauses = clauses_apart(message) if code == "illegal" else (message, "")

    def problem(self) -> Problem:
        return Problem(error=self.code, message=self.message, clauses=self.clauses)


STATUS: Final[dict[str, int]] = {
    "malformed": 400,
    "bad_token": 401,
    "unknown_key": 401,
    "bad_code": 403,
    "bad_passkey": 403,
    "bad_origin": 403,
    "not_host": 403,
    "removed": 403,
    "unwatched": 403,
    "blocked": 403,
    "not_your_seat": 403,
    "not_found": 404,
    "unknown_table": 404,
    "started": 409,
    "not_started": 409,
    "not_finished": 409,
    "taken": 409,
    "seats": 409,
    "over": 409,
    "stale": 409,
    "illegal": 409,
    "stranded": 409,
    "too_large": 413,
    "bad_host": 421,
    "bad_option": 422,
    "too_fast": 429,
    "unavailable": 503,
}
"""Every code that a refusal can have, with its HTTP status."""

encode: Final = msgspec.json.Encoder(enc_hook=partial(plain, parts=True)).encode
"""Of what games make, moves go with their parts."""
_from_client: Final = msgspec.json.Decoder(FromClient)


def read_message(data: str | bytes) -> FromClient:
    """A client's message.

    :raises Refused: "too_large" or "malformed", saying what was expected and where.
    """
    size = len(data.encode("utf-8", "surrogatepass")) if isinstance(data, str) else len(data)
    if size > SMALL:
        raise Refused("too_large", t("a message has at most {most} bytes", most=SMALL))
    try:
        message: FromClient = _from_client.decode(data)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", str(error)[:200]) from None
