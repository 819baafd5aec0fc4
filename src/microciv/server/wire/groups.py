"""What is asked and told of groups and their tournaments."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from microciv.server.wire.messages import Name, Request, Struct
from microciv.server.wire.pace import Hours, Pace

GroupName: TypeAlias = Annotated[str, Meta(max_length=100)]
Pairing: TypeAlias = Literal["everyone", "swiss"]

# --- from the client


class NewGroup(Request, frozen=True, kw_only=True):
    """Make a group, with whoever asks as its first member."""

    title: GroupName
    name: Name


class JoinGroup(Request, frozen=True, kw_only=True):
    """Become a member, or change my name there."""

    name: Name


class LeaveGroup(Request, frozen=True, kw_only=True):
    """Leave a group; the host may also name somebody else who is to leave."""

    name: Name = ""


class RenameGroup(Request, frozen=True, kw_only=True):
    """The host renames the group."""

    title: GroupName


class NewTournament(Request, frozen=True, kw_only=True):
    """Rounds of matches at several tables; the host begins it."""

    game: Annotated[str, Meta(max_length=60)]
    pairing: Pairing  # everyone meets everyone as evenly as can be; or who has as many points
    most: Annotated[int, Meta(ge=2, le=7)]  # people at a table
    rounds: Annotated[int, Meta(ge=1, le=20)]
    players: Annotated[list[Name], Meta(min_length=2, max_length=32)]
    pace: Pace = "normal"
    hours: Hours | None = None  # for each decision, by the day; null: 24


class NextRound(Request, frozen=True, kw_only=True):
    """Draw the next round; the host does."""

    round: Annotated[int, Meta(ge=1, le=20)]  # its number: asked for twice, it is drawn once
    unfinished: bool = False  # also if a table is not finished: that match counts for nobody


class EndTournament(Request, frozen=True, kw_only=True):
    """Forget a tournament; the host does. Its matches stay."""


# --- to the client


class GroupCard(Struct, frozen=True, kw_only=True):
    """A group that I am a member of."""

    group: str
    title: str
    members: int
    waiting: int  # of its tables, those with an open seat


class GroupMember(Struct, frozen=True, kw_only=True):
    """Somebody in a group."""

    name: str
    host: bool
    you: bool


class GroupTable(Struct, frozen=True, kw_only=True):
    """A table of the group that is not over."""

    table: str
    title: str  # of the game
    names: list[str]  # of the people there
    open: int  # seats that wait for somebody
    mine: bool
    playing: bool
    pace: Pace
    hours: int | None


class GroupScore(Struct, frozen=True, kw_only=True):
    """What a member has won at the group's tables: 100 points for the first place, none for the
    last, and evenly between.
    """

    name: str
    you: bool
    matches: int
    won: int
    points: int  # of all matches together


class TournamentTable(Struct, frozen=True, kw_only=True):
    """A table of a round."""

    table: str
    names: list[str]  # of its people
    places: list[int] | None  # of these, when the match is over; 0: nothing is known any more
    mine: bool
    gone: bool  # it was left or closed before its match was over


class TournamentStanding(Struct, frozen=True, kw_only=True):
    """How somebody stands in a tournament."""

    place: int
    name: str
    you: bool
    matches: int
    won: int
    points: int


class TournamentView(Struct, frozen=True, kw_only=True):
    """A tournament as it stands."""

    tournament: str
    game: str
    title: str  # of the game
    pairing: Pairing
    rounds: int
    pace: Pace
    hours: int | None
    standings: list[TournamentStanding]
    drawn: list[list[TournamentTable]]  # by round
    state: Literal["playing", "drawable", "over"]  # drawable: the next round may be drawn


class GroupInside(Struct, frozen=True, kw_only=True):
    """What members alone see of a group."""

    host: bool  # are you?
    members: list[GroupMember]  # who has been there longest comes first, and is the host
    tables: list[GroupTable]
    evening: list[GroupScore]  # the matches of the last twelve hours
    ever: list[GroupScore]
    tournaments: list[TournamentView]


class GroupView(Struct, frozen=True, kw_only=True):
    """A group, as whoever has its link sees it."""

    group: str
    title: str
    size: int
    inside: GroupInside | None  # null: you are no member
