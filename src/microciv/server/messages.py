"""Every message, in and out. What is not declared here is never sent.

`docs/protocol.md` and `web/src/generated/types.ts` are written from these structs by
`tools/export_types.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from microciv.engine import Engine

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


class Play(Request, frozen=True, kw_only=True, tag="play"):
    """The seat's answer in the open decision set; it replaces what was sealed before."""

    match: Count
    set: Count
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=64)]
    id: AnswerId | None = None


class TakeBack(Request, frozen=True, kw_only=True, tag="take_back"):
    """Reopen this seat's sealed answer."""

    match: Count
    set: Count
    id: AnswerId | None = None


class Finish(Request, frozen=True, kw_only=True, tag="finish"):
    """Agree that bots play out the rest, or withdraw that; only while `TableView.finish` is set."""

    match: Count
    agree: bool
    id: AnswerId | None = None


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Say one of the game's phrases to everybody at the table; the reply is `said` or `refused`."""

    match: Count
    phrase: Annotated[str, Meta(max_length=40)]  # its key in `talk` of the texts
    parts: Annotated[
        dict[PartName, PartWord | int], Meta(max_length=4)
    ] = {}  # values for its placeholders
    id: AnswerId | None = None


class AskHint(Request, frozen=True, kw_only=True, tag="hint"):
    """Ask for a hint, where `TableView.hints` are on; the reply is `hinted` or `refused`."""

    match: Count
    set: Count
    id: AnswerId | None = None


class Ping(Request, frozen=True, kw_only=True, tag="ping"):
    """Ask for a `pong`, to check the connection."""


FromClient: TypeAlias = Hello | Play | TakeBack | Finish | Say | AskHint | Ping


# --- from the client, by HTTP


class SeatPlan(Request, frozen=True, kw_only=True):
    """Who takes a seat of a new table."""

    kind: Literal["you", "open", "bot", "closed"]
    level: Level | None = None


Pace: TypeAlias = Literal["none", "relaxed", "normal", "blitz"]
Talking: TypeAlias = Literal["on", "off"]
Hinting: TypeAlias = Literal["on", "off"]


class NewTable(Request, frozen=True, kw_only=True):
    """A table as its host wants it; it starts at once when no seat is open."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=15)]
    options: Plain = {}
    name: Name = ""
    pace: Pace = "none"  # relaxed gives twice the game's own time limits, blitz half of them
    talk: Talking = "on"  # off: no phrases, and bots give no reasons
    hints: Hinting | None = None  # null: on if one person plays with bots alone


class Sit(Request, frozen=True, kw_only=True):
    """Take a seat (its index in `TableView.seats`), or any open one."""

    name: Name
    seat: Count | None = None


class SeatChange(Request, frozen=True, kw_only=True):
    """The host opens or closes a seat, or gives it to a bot."""

    kind: Literal["open", "bot", "closed"]
    level: Level | None = None


class Start(Request, frozen=True, kw_only=True):
    """The host starts the match; open seats become bots of the level `fill`."""

    fill: Level | None = None


class Rematch(Request, frozen=True, kw_only=True):
    """Start another match after this one; without a number, after the finished one."""

    match: Count | None = None


class Leave(Request, frozen=True, kw_only=True):
    """Leave the seat: it becomes open in the lobby, a bot's in a match."""


# --- to the client, by HTTP


class ServerAbout(Struct, frozen=True, kw_only=True):
    """The server: its version, and the engine that bots, hints and reviews think with."""

    version: str
    engine: Engine
    design: bool  # may visitors run studies?


class OptionAbout(Struct, frozen=True, kw_only=True):
    """One option, ruling or number of a game, for the form in the lobby."""

    name: str
    kind: str
    help: str
    clause: str
    default: Any
    choices: list[str | int | bool]
    advanced: bool
    measured: str  # what it does, in a sentence or more; empty if nobody has measured
    least: float  # of a number, as are the next two
    most: float
    step: float


class VariantAbout(Struct, frozen=True, kw_only=True):
    """A named set of options."""

    name: str
    help: str
    options: Plain


class BoardAbout(Struct, frozen=True, kw_only=True):
    """Where the files of a package's board are; a changed file has another address."""

    script: str  # an ES module
    style: str | None


class GameAbout(Struct, frozen=True, kw_only=True):
    """A game of the catalogue."""

    name: str
    title: str
    summary: str
    seats: list[int]
    minutes: int
    levels: list[str]
    options: list[OptionAbout]
    variants: list[VariantAbout]
    measured: str  # how it was measured what options do
    board: BoardAbout | None  # of the package that brings the game, if it brings one


class WaitingTable(Struct, frozen=True, kw_only=True):
    """A table that waits for players."""

    table: str
    game: str
    title: str
    host: str
    open: int
    seats: int
    pace: Pace


class Seating(Struct, frozen=True, kw_only=True):
    """Your seat. The token is yours alone; the server keeps only its hash."""

    table: str
    token: str
    seat: int  # index in `TableView.seats`; -1 for a host who only watches


class RecordView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished match as text; it always replays to the same states."""

    game: str
    rules: int
    options: Plain
    seed: str
    moves: list[tuple[int, str]]
    position: Plain | None = None
    agreed: int | None = None  # the ply from which bots played out the rest, as all people agreed


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One decision of a finished match, as one seat saw it, and all answers to it."""

    set: int
    events: list[EventView]  # heard since the step before
    seen: SeenView
    legal: list[MoveView]
    answers: dict[str, list[MoveView]]  # by seat; empty in the last step
    sources: list[dict[str, int]] = []  # by seat, where its points come from
    notes: Plain = {}  # what the game computes for the seat, by name


class Replay(Struct, frozen=True, kw_only=True):
    """A finished match from one seat's view; the last step is the end."""

    game: str
    options: Plain
    seats: list[str]
    steps: list[ReplayStep]
    agreed: int | None = None  # the decision from which bots played out the rest


class ReviewPlan(Struct, frozen=True, kw_only=True, tag="plan"):
    """The first line of a review: how many decisions it will cover."""

    seat: int
    decisions: int


class ReviewedDecision(Struct, frozen=True, kw_only=True, tag="decision"):
    """A complete answer of the seat. Chances are of winning, from 0 to 1, given what it saw."""

    set: int  # as in `ReplayStep.set`
    phase: str
    before: float  # with the best answer
    played: float
    loss: float
    error: float  # the standard error of the loss
    clear: bool  # the loss exceeds the noise of the search


class Telling(Struct, frozen=True, kw_only=True):
    """An event that speaks for the better move, and its frequency in playouts, from 0 to 1."""

    event: EventView
    better: float
    played: float


class CostlyDecision(Struct, frozen=True, kw_only=True):
    """One of the costliest decisions, by its costliest step."""

    set: int
    better: MoveView
    played: MoveView
    hope: float  # of the better move
    chance: float  # of the one that was played
    clear: bool
    telling: Telling | None
    why: str  # a bot's reason for it, a key in `reasons` of the texts; empty: none
    parts: dict[str, str | int]


class ReviewShare(Struct, frozen=True, kw_only=True):
    """How much something changed the chance of winning over the match, and the standard error."""

    change: float
    error: float


class ReviewAccount(Struct, frozen=True, kw_only=True):
    """The chance of winning from start to end: `start` and all shares add up to `end`."""

    start: float
    end: float
    choice: ReviewShare  # clear losses; for complete answers, the difference from default ones
    luck: ReviewShare  # draws, dice, thefts, deals
    others: ReviewShare  # what the others chose
    mixed: ReviewShare  # both at once, where they cannot be separated


class ReviewSum(Struct, frozen=True, kw_only=True, tag="sum"):
    """The last line of a review."""

    costliest: list[CostlyDecision]
    account: ReviewAccount | None


class ReviewBroken(Struct, frozen=True, kw_only=True, tag="broken"):
    """The last line of a review that failed; it may be requested again."""

    message: str


ReviewLine: TypeAlias = ReviewPlan | ReviewedDecision | ReviewSum | ReviewBroken


class Problem(Struct, frozen=True, kw_only=True):
    """Why a request was refused; nothing has changed."""

    error: str
    message: str


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


class Finishing(Struct, frozen=True, kw_only=True):
    """Who has as good as won. When all people agree, bots play out the rest at once."""

    winner: int
    set: int  # the decision in which it holds
    people: list[int]  # the seats that people play
    agreed: list[int]  # those of them who agree


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
    host: bool  # you may change seats
    pace: Pace  # of the clock
    talk: Talking  # off: nobody says anything
    hints: Hinting  # off: no hints
    seed_hash: str | None  # published at the deal
    seed: str | None  # only when the match is finished
    finish: Finishing | None  # the match is decided, and people may agree to finish
    agreed: int | None  # the decision from which bots play out the rest, as all people agreed
    link: str


# --- to the client, by WebSocket


class TableMessage(Struct, frozen=True, kw_only=True, tag="table"):
    """The table has changed."""

    table: TableView


class RefusedMove(Struct, frozen=True, kw_only=True):
    """A move that is not legal now, and why not."""

    move: MoveView
    why: str


class Update(Struct, frozen=True, kw_only=True, tag="update"):
    """What this seat may see after a change. It depends on what the seat may know alone."""

    match: int
    set: int
    from_: int = msgspec.field(name="from")
    events: list[EventView]  # from the `from`-th on
    seen: SeenView
    legal: list[MoveView]  # the next steps; once the answer is complete, what it may change to
    answer: list[MoveView]  # what this seat has sealed, step by step
    whole: bool  # the answer is complete
    obvious: str | None  # the move of `legal` that the server will play by itself
    absent: str | None  # the time-out move, one of `legal`
    why: list[RefusedMove]  # moves that people may expect but that are not legal
    scores: list[int]  # by seat, as far as this seat may know
    sources: list[dict[str, int]]  # by seat, where its points come from; may be empty
    notes: Plain  # what the game computes for this seat, by name
    places: list[int] | None  # by seat, when the match is over


class Countdown(Struct, frozen=True, kw_only=True, tag="countdown"):
    """The time for the open decision; when it is up, the game plays time-out moves."""

    match: int
    set: int
    left: int  # milliseconds from now
    given: int  # milliseconds in all when it began
    whole: int = 0  # milliseconds left to this part of the match; 0: no limit


class Said(Struct, frozen=True, kw_only=True, tag="said"):
    """A seat said something: a person a phrase, a bot its reason for an answer that is open now."""

    match: int
    set: int  # the open decision; for a bot, the one that it answered
    seat: int
    key: str  # in the texts: in `talk` for a phrase, in `reasons` for a bot's reason
    parts: dict[str, str | int]  # values for its placeholders
    after: int  # the number of events sent before


class HintOption(Struct, frozen=True, kw_only=True):
    """A move, the probability to play it with, and the chance of winning with it, from 0 to 1."""

    move: MoveView
    share: float
    chance: float
    error: float  # the standard error of the chance


class Hinted(Struct, frozen=True, kw_only=True, tag="hinted"):
    """Good next steps of this seat's answer, best first; sent only to who asked."""

    match: int
    set: int
    answer: list[str]  # the steps sealed so far
    options: list[HintOption]
    follows: list[MoveView]  # how the answer would continue after the first option
    id: str | None


class Accepted(Struct, frozen=True, kw_only=True, tag="accepted"):
    """The message with this id has been carried out and stored; an update follows."""

    id: str | None


class Refusal(Struct, frozen=True, kw_only=True, tag="refused"):
    """The message was refused and nothing has changed. After "stale" an update follows."""

    code: str
    message: str
    id: str | None


class Pong(Struct, frozen=True, kw_only=True, tag="pong"):
    """The reply to `ping`."""


FromServer: TypeAlias = (
    TableMessage | Update | Countdown | Said | Hinted | Accepted | Refusal | Pong
)


class Refused(Exception):  # it is an answer, not a fault
    """A request that changes nothing, with its code and a sentence for the person who made it."""

    def __init__(self, code: str, message: str) -> None:
        if len(message) > LONGEST_SENTENCE:
            message = message[: LONGEST_SENTENCE - 1] + "…"
        super().__init__(message)
        self.code = code
        self.message = message


STATUS: Final[dict[str, int]] = {
    "malformed": 400,
    "bad_token": 401,
    "bad_origin": 403,
    "not_host": 403,
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
    "bad_option": 422,
    "too_fast": 429,
    "unavailable": 503,
}
"""Every code that a refusal can have, with its HTTP status."""

encode: Final = msgspec.json.Encoder().encode
_from_client: Final = msgspec.json.Decoder(FromClient)


def read_message(data: str | bytes) -> FromClient:
    """A client's message.

    :raises Refused: "too_large" or "malformed", saying what was expected and where.
    """
    size = len(data.encode("utf-8", "surrogatepass")) if isinstance(data, str) else len(data)
    if size > SMALL:
        raise Refused("too_large", f"a message has at most {SMALL} bytes")
    try:
        message: FromClient = _from_client.decode(data)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", str(error)[:200]) from None
