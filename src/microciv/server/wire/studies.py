"""The messages of studies on the page."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from microciv.games import catalogue, policies, restrictions
from microciv.server.wire.messages import Count, Plain, Request, Struct
from microciv.texts import study_words

Lineup: TypeAlias = Annotated[str, Meta(max_length=400)]
"""Bots that take turns around a table: `easy`, or `easy:never-attacks,easy,easy`."""

# --- from the client


class NewStudy(Request, frozen=True, kw_only=True):
    """A change of a game, and the matches that show what it does: each of `players` makes up a
    table of its own for each number of seats. Without options, seats are compared with each other.
    """

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[Count], Meta(min_length=1, max_length=4)]
    players: Annotated[list[Lineup], Meta(min_length=1, max_length=2)]
    options: Plain
    matches: Annotated[int, Meta(ge=2, le=2**31)] = 10_000  # of each arm at each table, at the most
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 0


class MoreMatches(Request, frozen=True, kw_only=True):
    """Go on with a study that has ended, up to this many matches."""

    matches: Annotated[int, Meta(ge=2, le=2**31)]


class StopStudy(Request, frozen=True, kw_only=True):
    """Play no more matches of a study; or forget all of it."""

    forget: bool = False


# --- to the client


class RestrictionAbout(Struct, frozen=True, kw_only=True):
    """Something that a player can be kept from: as `easy:never-attacks`."""

    name: str
    about: str  # a sentence, in the language that is asked for


class DesignAbout(Struct, frozen=True, kw_only=True):
    """What a study may be asked for."""

    matches: int  # of each arm at each table, at the most
    minutes: float  # after which every study ends
    players: dict[str, list[str]]  # by game, the levels that play fast enough
    restrictions: dict[str, list[RestrictionAbout]]  # by game, what each of them can be kept from


def design_about(
    matches: int, minutes: float, levels: Collection[str] | None = None
) -> DesignAbout:
    """What is told, in the language that is spoken, where studies may be as large as this, and
    these levels are quick enough.
    """
    return DesignAbout(
        matches=matches,
        minutes=minutes,
        players={
            game: [name for name in policies(game) if levels is None or name in levels]
            for game in catalogue()
        },
        restrictions={
            game: [
                RestrictionAbout(
                    name=one.name,
                    about=study_words(game).help("restrictions", one.name, one.about),
                )
                for one in restrictions(game).values()
            ]
            for game in catalogue()
        },
    )


class StudyStarted(Struct, frozen=True, kw_only=True):
    """A study of yours: whoever has its id may listen to it, and stop it."""

    study: str


class StudyPlan(Struct, frozen=True, kw_only=True, tag="plan"):
    """The file with which `microciv study` finds the same: first of all that are wanted, and at the
    end of the matches that count.
    """

    key: str
    toml: str


class StudyProgress(Struct, frozen=True, kw_only=True, tag="progress"):
    """How far a study is, from 0 to 1."""

    done: float


class StudyBeside(Struct, frozen=True, kw_only=True):
    """What a number is compared with: the same without the change, or what is fair."""

    base: tuple[float, float, float]
    difference: tuple[float, float, float]


class StudyFinding(Struct, frozen=True, kw_only=True):
    """One number with the change. Of three, the last two are the ends of the 95 % interval."""

    heading: str  # of all numbers of its kind
    title: str
    unit: str
    found: tuple[float, float, float]
    beside: StudyBeside | None  # null: there is nothing to compare it with
    stands_out: bool
    count: int


class StudyAnswer(Struct, frozen=True, kw_only=True):
    """What was found at one table, in sentences and in numbers."""

    table: str
    matches: int
    alike: int | None  # matches that the change left as they were; null: nothing was changed
    sentences: list[str]
    findings: list[StudyFinding]


class StudyFindings(Struct, frozen=True, kw_only=True, tag="findings"):
    """What a study has found so far, in the words of this language."""

    language: str
    answers: list[StudyAnswer]


class StudyEnded(Struct, frozen=True, kw_only=True, tag="ended"):
    """No more is played: all is, the time is up, or somebody stopped it."""

    why: Literal["done", "late", "stopped"]


class StudyBroken(Struct, frozen=True, kw_only=True, tag="broken"):
    """A study that failed, in the words of this language; it may be run again."""

    language: str
    message: str


StudyLine: TypeAlias = StudyPlan | StudyProgress | StudyFindings | StudyEnded | StudyBroken
