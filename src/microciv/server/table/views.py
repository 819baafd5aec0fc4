"""What a client is shown of a table. Whatever is not written down here stays hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, Literal, TypeAlias, final

import msgspec

from microciv.bots import levels
from microciv.core.codec import plain
from microciv.core.errors import BadOption
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.options import About, Options, changed, describe, make_options
from microciv.core.rng import seed_text
from microciv.effects import how_measured, measured_of
from microciv.games import about, brought, catalogue
from microciv.lessons import lesson_of
from microciv.puzzles import puzzles_of
from microciv.server.store.sql import now
from microciv.server.table.agreements import holiday_views, wish_views
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.rematch import next_match, score_view
from microciv.server.table.seat_views import Sight
from microciv.server.table.seating import decides, plays
from microciv.server.table.stored_match import Found, Stranded, Undealt
from microciv.server.table.tables import Chair, Person, Table
from microciv.server.wire.about import (
    BoardAbout,
    GameAbout,
    GameTitle,
    OptionAbout,
    VariantAbout,
)
from microciv.server.wire.deals import AgainView, ComingDeal, DealView
from microciv.server.wire.deltas import change_of_fields
from microciv.server.wire.lobby import WaitingTable
from microciv.server.wire.messages import (
    Changed,
    Finishing,
    LateView,
    Plain,
    Refused,
    SeatStatus,
    SeatView,
    Spectators,
    Status,
    TableMessage,
    TableView,
    Update,
    encode,
)
from microciv.texts import summary_of, texts_for
from microciv.trust import hash_of, seed_hash


def game_title(name: str, board: BoardAbout | None) -> GameTitle:
    """A game of the catalogue in the language that is spoken, without loading its rules."""
    known, texts = about(name), texts_for(name)
    return GameTitle(
        name=known.name,
        title=known.title,
        summary=summary_of(known),
        seats=list(known.seats),
        usual_seats=[seats for seats in known.seats if _is_usual(known, seats)],
        minutes=known.minutes,
        seconds=known.seconds,
        seconds_of=known.seconds_of,
        levels=levels(name),
        brought=brought(name),
        labels={label: texts.label(label) for label in ("round", "points")},
        board=board,
        puzzles=len(puzzles_of(name)),
        lesson=lesson_of(name) is not None,
    )


def game_about(name: str, board: BoardAbout | None) -> GameAbout:
    """The same with what its tables may settle."""
    known = about(name)
    infos = [(plain(info), measured_of(name, info)) for info in describe(known.options)]
    options = [{**info, "measured": measured} for info, measured in infos if isinstance(info, dict)]
    return GameAbout(
        **msgspec.structs.asdict(game_title(name, board)),
        options=msgspec.convert(options, list[OptionAbout]),
        variants=msgspec.convert(plain(known.variants), list[VariantAbout]),
        measured=how_measured(name),
    )


def _is_usual(known: About, seats: int) -> bool:
    try:
        make_options(known, {"seats": seats})
    except BadOption:
        return False
    return True


def numbered(known: About, query: Mapping[str, str]) -> Options:
    """The options with these numbers of the rule sheet.

    :raises Refused: for a number that cannot be.
    """
    names = {info.name for info in describe(known.options) if info.kind == "number"}
    try:
        given = {name: float(text) for name, text in query.items() if name in names}
        return make_options(known, {**given})
    except (ValueError, BadOption) as error:
        raise Refused("bad_option", str(error)) from None


def waiting_table(table: Table, minutes: int | None) -> WaitingTable:
    """A line of the list of tables that wait for players."""
    return WaitingTable(
        table=table.id,
        game=table.game,
        title=about(table.game).title,
        host=table.host.name,
        open=table.open() - len(table.invited()),
        seats=len(table.playing),
        bots=table.bots(),
        pace=table.pace,
        hours=table.hours or None,
        rated=table.rated,
        changed=bool(table.options),
        quick=table.fills > 0,
        minutes=minutes,
    )


def state_of(match: Found | None) -> Literal["lobby", "playing", "finished"]:
    """How far a table is."""
    if match is None:
        return "lobby"
    return "finished" if match.over else "playing"


def table_view(
    table: Table,
    match: Found | None,
    present: set[str],
    token: str | None,
    *,
    paused: bool = False,
    spectators: int = 0,
) -> TableView:
    """The table as the holder of this token sees it."""
    live = match if isinstance(match, LiveMatch) else None
    options, differing, unit = _options(table, live)
    seed = None if match is None else match.seed
    over = match is not None and match.over
    again = again_view(table)
    person, spoken = table.person_of(token), table.speaks_for(token)
    shared = [] if person is not None else [table.seat_of(one) for one in table.chairs_of(token)]
    places = live.match.places() if live is not None and live.over else None
    return TableView(
        table=table.id,
        game=table.game,
        title=catalogue()[table.game].title if table.game in catalogue() else table.game,
        options=options,
        changed=differing,
        unit=unit,
        state="stranded" if isinstance(match, Stranded) else state_of(match),
        match=table.match,
        seats=[seat_view(table, live, present, number) for number in range(len(table.chairs))],
        you=table.seat_of(table.chair_of(token)),
        me=None if person is None else person.name,
        here=[seat for seat in shared if seat is not None],
        host=decides(table, token, present),
        pace=table.pace,
        hours=table.hours or None,
        wishes=wish_views(table),
        holidays=holiday_views(table),
        talk=table.talk,
        hints=table.hinting(),
        pauses=table.pausing(),
        listed=table.listed,
        rated=table.rated,
        programs=table.programs,
        day=table.day,
        watching=table.watching,
        spectators=Spectators(count=spectators, names=beside(table, present)),
        fills=max(0, table.fills - now()) if table.fills and not table.match else None,
        lesson=table.lesson,
        again=again,
        coming=coming_deal(table, spoken[0] if spoken else None),
        deal=deal_view(match),
        seed_hash=None if seed is None or table.lesson or again else seed_hash(seed),
        seed=seed_text(seed) if over and seed is not None else None,
        finish=finishing(table, live),
        agreed=None if live is None else live.agreed,
        paused=paused,
        free=table.free_seats() if live is not None and live.open_decision is not None else [],
        late=[LateView(name=late.person.name, seat=late.chair) for late in table.late],
        next=next_match(table, present) if over or isinstance(match, Stranded) else None,
        score=score_view(table, places),
        link=f"/t/{table.id}",
    )


def beside(table: Table, present: set[str]) -> list[str]:
    """What those are called who are there and play no seat."""
    seated = {person.token for person in table.seated}
    others = {one.token: one.name for one in table.persons() if one.token not in seated}
    return [name for token, name in others.items() if token in present]


def again_view(table: Table) -> AgainView | None:
    """Whose deal the match of a table is, if it is another's."""
    given = table.deals_again(table.match)
    if given is None or table.day:
        return None
    return AgainView(table=given.table, match=given.match, decision=given.decision)


def coming_deal(table: Table, person: Person | None) -> ComingDeal | None:
    """What this person may know of what the next match will be dealt from."""
    if not table.secret:
        return None
    hashed = None if person is None else table.hashes.get(person.token)
    return ComingDeal(match=table.match + 1, seal=hash_of(table.secret), hash=hashed)


def deal_view(match: Found | None) -> DealView | None:
    """What everybody may know of what a match is dealt from."""
    deal = match.deal if isinstance(match, (LiveMatch, Undealt)) else None
    if deal is None:
        return None
    asked = isinstance(match, Undealt)
    return DealView(seal=deal.seal, hashes=[*deal.hashes], asked=asked)


def finishing(table: Table, live: LiveMatch | None) -> Finishing | None:
    """Who has as good as won, and which people agree that bots play out the rest; a lesson is
    played to its end.
    """
    if table.lesson:
        return None
    people = table.people
    winner = live.decided() if live is not None and people else None
    if live is None or winner is None:
        return None
    agreed = [seat for seat in people if seat in live.agreeing]
    return Finishing(winner=winner, decision=live.decision, people=people, agreed=agreed)


def _options(table: Table, live: LiveMatch | None) -> tuple[Plain, Plain, int]:
    """All options, those that differ from the default, and the game's score units per point."""
    try:
        game = table.open_game() if live is None else live.game
    except Refused:  # a lobby with too few seats so far
        return table.options, table.options, 1
    options = game.options
    settled = {item.name: plain(getattr(options, item.name)) for item in fields(options)}
    differing = {name: plain(value) for name, value in changed(options).items() if name != "seats"}
    return settled, differing, game.unit


def seat_view(table: Table, live: LiveMatch | None, present: set[str], number: int) -> SeatView:
    """A seat as everybody sees it."""
    chair = table.chairs[number]
    seat = table.seat_of(number)
    return SeatView(
        seat=-1 if seat is None else seat,
        kind=chair.kind,
        name=table.name_of(number),
        level=chair.level,
        status=_status(table, live, present, number),
        host=chair.person == table.host and not chair.gone,
        program=chair.kind == "person" and chair.person is not None and chair.person.program,
        stands_in=chair.stands_in,
        since=chair.came,
        owner=_owner(chair),
    )


def _owner(chair: Chair) -> str:
    account = chair.person or chair.invited
    return "" if account is None else account.owner


def _status(table: Table, live: LiveMatch | None, present: set[str], number: int) -> SeatStatus:
    chair, seat = table.chairs[number], table.seat_of(number)
    if seat is None or chair.kind == "open":
        return "waiting"
    answer = live.status(seat) if live is not None else "ready"
    if live is not None and chair.kind == "bot" and answer != "waiting":
        answer = "thinking" if _bots_think(table, live) else "locked"
    away = chair.kind == "person" and chair.person and chair.person.token not in present
    return "away" if away and answer != "locked" else answer


def _bots_think(table: Table, live: LiveMatch) -> bool:
    """Does any bot still think? Then none is shown as locked: how many steps the answer of a bot
    has, and how long it thought, may tell what is hidden.
    """
    return not live.ready and any(
        [
            table.chairs[number].kind == "bot" and live.status(seat) == "thinking"
            for seat, number in enumerate(table.playing)
        ]
    )


LATER: Final = SPECTATOR + 1
"""In place of a seat: who only watches, where a match is shown later."""


class Sent(msgspec.Struct):
    """A `table` message as plain data."""

    table: Plain


FarStatus: TypeAlias = tuple[tuple[SeatStatus, ...], Finishing | None]
"""How far the seats are, and whether the match is decided: what answers change of a table."""
_read: Final = msgspec.json.Decoder(Sent).decode


@final
class Frames:
    """The messages of one moment, each encoded once for all who get the same."""

    def __init__(
        self,
        table: Table,
        match: Found | None,
        present: set[str],
        countdown: tuple[int, bytes] | None,
        behind: LiveMatch | None = None,
        *,
        paused: bool = False,
        spectators: int = 0,
    ) -> None:
        self._spectators = spectators
        self._behind = behind
        """The match as those see it who only watch, if they see it later."""
        self.countdown = countdown
        """What is left of the time, and a number that changes when it is set anew."""
        self._table = table
        self._match = match
        self._live = match if isinstance(match, LiveMatch) else None
        self._present = present
        self._paused = paused
        self._hints = table.hinting() == "on"
        self.standing = self._standing()
        """All that a table message depends on but for its status."""
        self.status = self._status()
        """The part of the table that changes with every answer."""
        self._tables: dict[str | None, bytes] = {}
        self._statuses: dict[tuple[tuple[SeatStatus, ...], bool], bytes] = {}
        self._updates: dict[tuple[int, int, int, int], bytes] = {}

    @property
    def match(self) -> int:
        """The number of the match, 0 in the lobby."""
        return 0 if self._live is None else self._live.number

    def table(self, token: str | None) -> bytes:
        """The table as the holder of this token sees it."""
        if token not in self._tables:
            self._tables[token] = encode(TableMessage(table=self.view(token)))
        return self._tables[token]

    def view(self, token: str | None) -> TableView:
        """The table, not encoded yet."""
        return table_view(
            *(self._table, self._match, self._present, token),
            paused=self._paused,
            spectators=self._spectators,
        )

    def table_since(self, before: bytes, status: FarStatus, token: str | None) -> bytes | None:
        """What tells of the table to who knows it as it was, but with this status since; None: it
        is the same.
        """
        told, seats, finish = _read(before).table, *status
        for seat, known in zip(told["seats"], seats, strict=True):
            seat["status"] = known
        told["finish"] = msgspec.to_builtins(finish)
        otherwise = change_of_fields(told, _read(self.table(token)).table)
        return encode(Status(change=otherwise)) if otherwise else None

    def seat_of(self, token: str | None) -> Seat:
        """From which seat the holder of this token sees the match; or `LATER`."""
        seat = self._table.seat_of(self._table.chair_of(token))
        if seat is not None:
            return seat
        return SPECTATOR if self._behind is None or plays(self._table, token) else LATER

    def _seen(self, view: Seat) -> tuple[LiveMatch | None, Seat]:
        return (self._behind, SPECTATOR) if view == LATER else (self._live, view)

    def heard(self, view: Seat) -> int:
        """How many events there were in the match, as far as it is seen from there."""
        live, _ = self._seen(view)
        return 0 if live is None else live.heard()

    def sight(self, view: Seat) -> Sight | None:
        """What is seen of the match from there."""
        live, seat = self._seen(view)
        return None if live is None else live.sights.of(seat, hints=self._hints)

    def update(self, view: Seat, sight: Sight, known: int, since: int) -> bytes:
        """What tells of this to who knows the sight with that number, and the events up to
        `since`: what has changed if it was the last one, else all.
        """
        if known not in (sight.number, sight.before):
            known = 0
        key = (view, sight.number, known, since)
        if key not in self._updates:
            events = self.events(view, since)
            if known:
                otherwise = {} if known == sight.number else sight.change
                told = encode(Changed(from_=since, events=events, change=otherwise))
            else:
                told = encode(Update(from_=since, events=events, **sight.told))
            self._updates[key] = told
        return self._updates[key]

    def events(self, view: Seat, since: int) -> list[Any]:
        """What the seat has heard from the `since`-th event on."""
        live, seat = self._seen(view)
        return [] if live is None else live.sights.events(seat, since)

    def _standing(self) -> object:
        live, kind = self._live, type(self._match)
        running = None if live is None else (live.number, live.over, live.agreed)
        present = frozenset(self._present)
        return self._table, kind, running, present, self._paused, self._spectators

    def status_since(self, before: FarStatus) -> bytes:
        """What tells of the status to who knows it as it was."""
        seats, finish = self.status
        key = (before[0], finish != before[1])
        if key not in self._statuses:
            pairs = enumerate(zip(before[0], seats, strict=True))
            moved = {str(at): {"status": [to]} for at, (former, to) in pairs if former != to}
            otherwise: Plain = {"seats": moved} if moved else {}
            if key[1]:
                otherwise["finish"] = [finish]
            self._statuses[key] = encode(Status(change=otherwise))
        return self._statuses[key]

    def _status(self) -> FarStatus:
        table, live = self._table, self._live
        numbers = range(len(table.chairs))
        seats = [_status(table, live, self._present, number) for number in numbers]
        return tuple(seats), finishing(table, live)
