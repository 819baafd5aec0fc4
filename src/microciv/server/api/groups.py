"""Groups: people who play with each other again and again. Whoever has the link of a group may join
it, so its id is told to nobody but its members.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from contextlib import suppress
from typing import Final, NamedTuple, final

import msgspec

from microciv.games import about, catalogue
from microciv.server import refusals
from microciv.server.api.routes import Asked, Keyed, Route
from microciv.server.api.tournaments import (
    Drawn,
    Placed,
    Tally,
    Tournament,
    by_lot,
    draw,
    tally,
)
from microciv.server.fair_queue import Whose
from microciv.server.names import check_name, check_visible
from microciv.server.people.people import Visitor
from microciv.server.rooms.rooms import Rooms
from microciv.server.store import groups_sql, sql
from microciv.server.store.groups_sql import Member
from microciv.server.store.rows import Conflict, Unfit
from microciv.server.table import tables
from microciv.server.table.new_tables import new_table
from microciv.server.table.tables import (
    Chair,
    Person,
    Table,
    Who,
    hash_token,
    new_token,
    read_table,
)
from microciv.server.wire.groups import (
    EndTournament,
    GroupCard,
    GroupInside,
    GroupMember,
    GroupScore,
    GroupTable,
    GroupView,
    JoinGroup,
    LeaveGroup,
    NewGroup,
    NewTournament,
    NextRound,
    RenameGroup,
    TournamentStanding,
    TournamentTable,
    TournamentView,
)
from microciv.server.wire.messages import NewTable, Refused, SeatPlan
from microciv.speech import t
from microciv.speech.things import person_called

EVENING: Final = 12 * 60 * 60
LONGEST_TITLE: Final = 40
MOST_GROUPS: Final = 20
MOST_MEMBERS: Final = 100
MOST_TOURNAMENTS: Final = 20
GATHERING: Final = 10 * 60
"""Seconds after which the match of a round starts without those who are not there."""
FILL: Final = "easy"


class Group(NamedTuple):
    """A group, and who of it asks."""

    id: str
    title: str
    members: list[Member]
    me: Who | None

    @property
    def host(self) -> bool:
        return self.me is not None and self.members[0].person == self.me.person

    @property
    def member(self) -> bool:
        return self.me is not None and self.me.person in [one.person for one in self.members]

    def name_of(self, person: str) -> str:
        found = [one.name for one in self.members if one.person == person]
        return found[0] if found else t("a former member")

    def is_me(self, person: str) -> bool:
        return self.me is not None and self.me.person == person


@final
class GroupsApi:
    """Every method is a route."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._people = rooms.people

    def routes(self) -> list[Route]:
        one = "/api/groups/{group}"
        cup = one + "/tournaments"
        return [
            Route("GET", "/api/groups", self.my_groups, list[GroupCard]),
            Route("POST", "/api/groups", self.new_group, GroupView, NewGroup, 201),
            Route("GET", one, self.group, GroupView),
            Route("POST", one + "/join", self.join_group, GroupView, JoinGroup),
            Route("POST", one + "/leave", self.leave_group, GroupView, LeaveGroup),
            Route("POST", one + "/rename", self.rename_group, GroupView, RenameGroup),
            Route("POST", cup, self.new_tournament, GroupView, NewTournament, 201),
            Route("POST", cup + "/{tournament}/next", self.next_round, GroupView, NextRound),
            Route("POST", cup + "/{tournament}/end", self.end_tournament, GroupView, EndTournament),
        ]

    async def my_groups(self, asked: Asked) -> list[GroupCard]:
        """The groups that I am a member of."""
        who = await self._people.known(asked.key)
        if who is None:
            return []
        rows = await self._store.run(groups_sql.groups_of(who.person))
        return [
            GroupCard(group=group, title=title, members=members, waiting=waiting)
            for group, title, members, waiting in rows
        ]

    async def new_group(self, asked: Asked) -> GroupView | Keyed:
        """Make a group; whoever has its link may join."""
        title = check_visible("title", asked.body.title, LONGEST_TITLE)
        name = check_name(asked.body.name, [])
        visitor = await self._visitor(asked)
        await self._check_room(visitor.who)
        id_ = tables.new_id()
        await self._store.run(groups_sql.add_group(id_, title, visitor.who.person, name))
        return _keyed(await self._view(await self._group(id_, visitor.who)), visitor)

    async def group(self, asked: Asked) -> GroupView:
        """A group: who has its link sees its title, and a member all of it."""
        return await self._view(await self._asked(asked))

    async def join_group(self, asked: Asked) -> GroupView | Keyed:
        """Become a member of a group, or be called otherwise there."""
        group = await self._asked(asked)
        visitor = await self._visitor(asked)
        person = visitor.who.person
        others = [one.name for one in group.members if one.person != person]
        if len(others) >= MOST_MEMBERS:
            raise Refused("taken", t("a group has {most} members at most", most=MOST_MEMBERS))
        if not group.member:
            await self._check_room(visitor.who)
        name = check_name(asked.body.name, others)
        await self._store.run(groups_sql.join(group.id, person, name))
        return _keyed(await self._view(await self._group(group.id, visitor.who)), visitor)

    async def leave_group(self, asked: Asked) -> GroupView:
        """Leave a group; the host may also send somebody away."""
        group = await self._member(asked)
        assert group.me is not None
        person = group.me.person
        if asked.body.name:
            self._check_host(group)
            person = _named(group, [asked.body.name])[0]
        await self._store.run(groups_sql.leave(group.id, person))
        if person == group.me.person:
            return _outside(group, len(group.members) - 1)
        return await self._view(await self._group(group.id, group.me))

    async def rename_group(self, asked: Asked) -> GroupView:
        """The host calls the group otherwise."""
        group = await self._hosts(asked)
        title = check_visible("title", asked.body.title, LONGEST_TITLE)
        await self._store.run(groups_sql.rename(group.id, title))
        return await self._view(group._replace(title=title))

    # --- tournaments

    async def new_tournament(self, asked: Asked) -> GroupView:
        """The host begins a tournament among members; its first round is drawn at once."""
        group, wish = await self._hosts(asked), asked.body
        people = _named(group, wish.players)
        tournament = Tournament(
            game=_game(wish),
            pairing=wish.pairing,
            most=wish.most,
            rounds=wish.rounds,
            people=people,
            pace=wish.pace,
            hours=wish.hours or 0,
        )
        _plan(tournament, 1, "Host")  # refuses what cannot be played
        body, made = self._drawn(asked, group, tournament, {})
        added = await self._store.run(
            groups_sql.add_tournament(tables.new_id(), group.id, body, MOST_TOURNAMENTS, made)
        )
        if not added:
            raise Refused(
                "taken", t("a group has {most} tournaments; end one first", most=MOST_TOURNAMENTS)
            )
        return await self._view(group)

    async def next_round(self, asked: Asked) -> GroupView:
        """The host draws the next round, once all matches of the last one are over."""
        group, wish = await self._hosts(asked), asked.body
        id_ = asked.parts["tournament"]
        await self._draw(asked, group, id_, wish.round, unfinished=wish.unfinished)
        return await self._view(group)

    async def end_tournament(self, asked: Asked) -> GroupView:
        """The host has a tournament forgotten; its matches stay."""
        group = await self._hosts(asked)
        await self._store.run(groups_sql.drop_tournament(group.id, asked.parts["tournament"]))
        return await self._view(group)

    async def _draw(
        self, asked: Asked, group: Group, id_: str, number: int, *, unfinished: bool
    ) -> None:
        rows = await self._store.run(groups_sql.tournaments_of(group.id))
        found = [(version, body) for one, version, body in rows if one == id_]
        if not found:
            raise Refused("not_found", t("this group has no such tournament (any more)"))
        version, tournament = found[0][0], _read(found[0][1])
        if number <= len(tournament.drawn):
            return  # somebody has drawn it already
        if number > tournament.rounds:
            raise Refused(
                "illegal", t("this tournament has {rounds} rounds", rounds=tournament.rounds)
            )
        placed = await self._placed(tournament)
        on = await self._on(tournament, placed)
        if on and not unfinished:
            raise Refused("not_finished", t("a match of this round is still being played"))
        body, made = self._drawn(asked, group, tournament.without(on), placed)
        with suppress(Conflict):  # it was drawn in another window
            await self._store.run(groups_sql.save_tournament(id_, version, body, made))

    def _drawn(
        self,
        asked: Asked,
        group: Group,
        tournament: Tournament,
        placed: dict[str, dict[str, Placed]],
    ) -> tuple[str, groups_sql.NewTables]:
        """The tournament with its next round, as it is kept, and the tables of that.

        :raises Refused: if too few are there, or tables are made too fast.
        """
        members = [one.person for one in group.members]
        here = [person for person in tournament.people if person in members]
        if len(here) < 2:
            raise Refused("seats", t("a round needs two members at least"))
        self._rooms.services.live_tables.check(Whose(asked.visitor, ""))
        tallies = _tallies(tournament, placed)
        seated = [by_lot(table) for table in draw(tournament, tallies, by_lot(here))]
        made = [_table(tournament, group, people, self._rooms.new_id()) for people in seated]
        drawn = [Drawn(table.id, people) for table, people in zip(made, seated, strict=True)]
        after = msgspec.structs.replace(tournament, drawn=[*tournament.drawn, drawn])
        rows = [self._rooms.gathered(table) for table in made]
        return msgspec.json.encode(after).decode(), rows

    # --- what is told

    async def _view(self, group: Group) -> GroupView:
        if not group.member:
            return _outside(group, len(group.members))
        inside = GroupInside(
            host=group.host,
            members=[
                GroupMember(name=one.name, host=number == 0, you=group.is_me(one.person))
                for number, one in enumerate(group.members)
            ],
            tables=await self._tables(group),
            evening=await self._scores(group, sql.now() - EVENING),
            ever=await self._scores(group, 0),
            tournaments=await self._tournaments(group),
        )
        return msgspec.structs.replace(_outside(group, len(group.members)), inside=inside)

    async def _tables(self, group: Group) -> list[GroupTable]:
        ids = await self._store.run(groups_sql.tables_of(group.id))
        rows = await self._store.tables(ids)
        found: list[GroupTable] = []
        for id_ in ids:
            if id_ not in rows:
                continue
            try:
                table: Table = read_table(rows[id_][0].body)
            except Unfit:  # who opens it is told
                continue
            if table.game in catalogue():
                found.append(
                    GroupTable(
                        table=id_,
                        title=about(table.game).title,
                        names=[one.name for one in table.seated],
                        open=table.open(),
                        mine=any([group.is_me(one.id) for one in table.here()]),
                        playing=table.match > 0,
                        pace=table.pace,
                        hours=table.hours or None,
                    )
                )
        return found

    async def _scores(self, group: Group, since: int) -> list[GroupScore]:
        placed: defaultdict[str, list[Placed]] = defaultdict(list)
        for person, place, seats in await self._store.run(groups_sql.places_since(group.id, since)):
            placed[person].append(Placed(place, seats))
        found = [(tally(placed[one.person]), one) for one in group.members if placed[one.person]]
        return [
            GroupScore(name=one.name, you=group.is_me(one.person), **won._asdict())
            for won, one in sorted(found, key=lambda pair: pair[0], reverse=True)
        ]

    async def _tournaments(self, group: Group) -> list[TournamentView]:
        rows = await self._store.run(groups_sql.tournaments_of(group.id))
        told: list[TournamentView] = []
        for id_, _, body in rows:
            tournament = _read(body)
            if tournament.game in catalogue():
                told.append(await self._tournament(group, id_, tournament))
        return told

    async def _tournament(self, group: Group, id_: str, tournament: Tournament) -> TournamentView:
        placed = await self._placed(tournament)
        on = await self._on(tournament, placed)
        over = len(tournament.drawn) >= tournament.rounds
        return TournamentView(
            tournament=id_,
            game=tournament.game,
            title=about(tournament.game).title,
            pairing=tournament.pairing,
            rounds=tournament.rounds,
            pace=tournament.pace,
            hours=tournament.hours or None,
            standings=_standings(group, _tallies(tournament, placed)),
            drawn=[
                [
                    TournamentTable(
                        table=one.table,
                        names=[group.name_of(person) for person in one.people],
                        places=_places(one, placed.get(one.table)),
                        mine=any([group.is_me(person) for person in one.people]),
                        gone=one.table not in {*placed, *on},
                    )
                    for one in round_
                ]
                for round_ in tournament.drawn
            ],
            state="playing" if on else "over" if over else "drawable",
        )

    async def _on(self, tournament: Tournament, placed: Container[str]) -> set[str]:
        """The tables of the last round whose match is not over; one that all have left is none."""
        last = [one.table for one in tournament.drawn[-1]] if tournament.drawn else []
        alive = await self._store.tables(last)
        return {table for table in last if table in alive and table not in placed}

    async def _placed(self, tournament: Tournament) -> dict[str, dict[str, Placed]]:
        """By table whose match is over, and there by person."""
        ids = [table.table for drawn in tournament.drawn for table in drawn if not table.out]
        found: defaultdict[str, dict[str, Placed]] = defaultdict(dict)
        for table, person, place, seats in await self._store.run(groups_sql.places_at(ids)):
            found[table][person] = Placed(place, seats)
        return {**found}

    # --- who asks

    async def _visitor(self, asked: Asked) -> Visitor:
        visitor = await self._people.visitor(asked.key, asked.origin, asked.agent, asked.body.name)
        if visitor is None:
            raise Refused("unknown_key", refusals.nobody_here())
        return visitor

    async def _check_room(self, who: Who) -> None:
        if len(await self._store.run(groups_sql.groups_of(who.person))) >= MOST_GROUPS:
            raise Refused("taken", t("you are in {most} groups; leave one first", most=MOST_GROUPS))

    async def _group(self, id_: str, who: Who | None) -> Group:
        found = await self._store.run(groups_sql.group(id_)) if tables.is_id(id_) else None
        if found is None:
            raise Refused(
                "not_found", t("there is no such group (any more): ask for its link again")
            )
        return Group(id_, *found, who)

    async def _asked(self, asked: Asked) -> Group:
        return await self._group(asked.parts["group"], await self._people.known(asked.key))

    async def _member(self, asked: Asked) -> Group:
        group = await self._asked(asked)
        if not group.member:
            raise Refused("not_found", t("you are no member of this group; join it first"))
        return group

    async def _hosts(self, asked: Asked) -> Group:
        group = await self._member(asked)
        self._check_host(group)
        return group

    @staticmethod
    def _check_host(group: Group) -> None:
        if not group.host:
            host = person_called(group.members[0].name)
            raise Refused("not_host", t("only {name}, the host, can do that", name=host))


def _outside(group: Group, size: int) -> GroupView:
    return GroupView(group=group.id, title=group.title, size=size, inside=None)


def _keyed(view: GroupView, visitor: Visitor) -> GroupView | Keyed:
    return view if visitor.fresh is None else Keyed(view, visitor.fresh)


def _named(group: Group, names: list[str]) -> list[str]:
    """The people of these names, each once.

    :raises Refused: naming one that no member has.
    """
    known = {one.name: one.person for one in group.members}
    for name in names:
        if name not in known:
            raise Refused("not_found", t("nobody in this group is called {name!r}", name=name))
    return [known[name] for name in dict.fromkeys(names)]


def _game(wish: NewTournament) -> str:
    """:raises Refused: for a game that is not there, or not for tables of this size."""
    if wish.game not in catalogue():
        raise Refused(
            "bad_option", t("game: expected one of {names}", names=", ".join(catalogue()))
        )
    largest = max(about(wish.game).seats)
    if wish.most > largest:
        raise Refused(
            "bad_option",
            t(
                "most: {game} has {largest} seats at most",
                game=about(wish.game).title,
                largest=largest,
            ),
        )
    return str(wish.game)


def _read(body: str) -> Tournament:
    return msgspec.json.decode(body, type=Tournament)


def _tallies(tournament: Tournament, placed: dict[str, dict[str, Placed]]) -> dict[str, Tally]:
    return {
        person: tally([match[person] for match in placed.values() if person in match])
        for person in tournament.people
    }


def _standings(group: Group, tallies: dict[str, Tally]) -> list[TournamentStanding]:
    """The best first; who has as much has the same place."""
    told: list[TournamentStanding] = []
    order = sorted(tallies, key=lambda one: tallies[one], reverse=True)
    for number, person in enumerate(order):
        same = number > 0 and tallies[order[number - 1]][:2] == tallies[person][:2]
        told.append(
            TournamentStanding(
                place=told[-1].place if same else number + 1,
                name=group.name_of(person),
                you=group.is_me(person),
                **tallies[person]._asdict(),
            )
        )
    return told


def _places(table: Drawn, placed: dict[str, Placed] | None) -> list[int] | None:
    if placed is None:
        return None
    return [placed[person].place if person in placed else 0 for person in table.people]


def _plan(tournament: Tournament, people: int, name: str) -> Table:
    """A table for this many, none of whom sits there yet; bots fill it up to the least seats.

    :raises Refused: if that cannot be played.
    """
    seats = max(people, min(about(tournament.game).seats))
    bots = [SeatPlan(kind="bot", level=FILL)] * (seats - people)
    plan = NewTable(
        game=tournament.game,
        seats=[*[SeatPlan(kind="open")] * people, *bots],
        name=name,
        pace=tournament.pace,
        hours=tournament.hours or None,
        hints="off",
        late=False,
    )
    return new_table(plan, "")[0]


def _table(tournament: Tournament, group: Group, people: list[str], id_: str) -> Table:
    """A table of a round where its people sit already: each gets a token when they come."""
    names = [group.name_of(person) for person in people]
    seated = [
        Person(name, hash_token(new_token()), False, person, {})
        for name, person in zip(names, people, strict=True)
    ]
    table = _plan(tournament, len(people), names[0])
    return msgspec.structs.replace(
        table,
        id=id_,
        host=seated[0],
        chairs=[*[Chair("person", None, one) for one in seated], *table.chairs[len(people) :]],
        group=group.id,
        fills=0 if tournament.pace == "daily" else sql.now() + GATHERING,
    )
