"""A browser whose person has played much, among people with names as long as they may be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

import msgspec
from playwright.sync_api import Page, Route

from microciv.bots.levels import levels
from microciv.games import about
from microciv.server.rooms.my_tables import HeldResult, HeldTable, OtherSeat
from microciv.server.wire.lobby import WaitingTable
from microciv.server.wire.people import (
    Company,
    Device,
    DeviceCode,
    History,
    Me,
    Passkey,
    PastMatch,
)
from microciv.server.wire.ratings import Ladder, LadderRow, LadderSize, MyRating, Rating
from tests.e2e.staged import NAMES

GAMES: Final = ("civ-card-game", "civ-builder", "5-ages", "5x")
DAY: Final = 1_790_000_000
BROWSER: Final = "Samsung Internet on Android"
RATING: Final = Rating(points=1834.6, error=123.4, provisional=False, matches=1234)
UNSURE: Final = Rating(points=-1034.6, error=423.4, provisional=True, matches=12)


def past(game: str, number: int) -> PastMatch:
    seats = max(about(game).seats)
    people = [Company(name=name) for name in NAMES[: seats - 1]]
    return PastMatch(
        table=f"t{number}", match=number, game=game, variant="0123456789ab" if number % 2 else "",
        seat=0, company=[*people, Company(name="", level=levels(game)[-1])], place=seats,
        score=-123, unit=2, begun=DAY - 7000, ended=DAY, kept=number != 2,
        rating=(1834.6, 1702.1) if number < 3 else None,
    )  # fmt: skip


def rungs() -> list[LadderRow]:
    people = [
        LadderRow(place=118 + at, name=name, level=None, rating=RATING, you=at == 0)
        for at, name in enumerate(NAMES)
    ]
    bots = [LadderRow(place=None, name="", level=level, rating=RATING, you=False)
            for level in levels("5x")]  # fmt: skip
    last = LadderRow(place=None, name=NAMES[0], level=None, rating=UNSURE, you=False)
    return [*people, *bots, last]


def held(table: str, state: str, game: str, **more: object) -> HeldTable:
    others = [OtherSeat(name=name, level=None) for name in NAMES[1:]]
    data = {"table": table, "state": state, "game": game, "match": 1, **more}
    return msgspec.convert(data | {"others": msgspec.to_builtins(others)}, HeldTable)


HELD: Final = [
    held("a", "playing", "civ-card-game", turn=True, round=12, rounds=14, moved=59 * 60),
    held("b", "lobby", "civ-builder", match=0, open=4, moved=23 * 3600),
    held("c", "playing", "5-ages", round=2, rounds=5, moved=99 * 86400),
    held("d", "stranded", "5x"),
    held("e", "finished", "civ-card-game", moved=9 * 86400,
         result=msgspec.to_builtins(HeldResult(place=4, score=123, unit=1))),
    held("f", "gone", "5x"),
]  # fmt: skip

TOLD: Final[dict[str, object]] = {
    "me/code": DeviceCode(
        words="cinnamon grasshopper butterfly strawberry chandelier watermelon", seconds=600
    ),
    "me/ratings": [MyRating(game=game, seats=max(about(game).seats), place=1234, rating=RATING)
                   for game in GAMES],
    "me/matches**": History(
        matches=[past(GAMES[at % 4], at) for at in range(25)],
        first=0, total=1234, games=dict.fromkeys(GAMES, 312), days=30,
    ),
    "me": Me(
        known=True, account=True, name=NAMES[0], played=1234,
        devices=[Device(id="a", label=BROWSER, made=DAY, seen=DAY, here=True),
                 Device(id="b", label=BROWSER, made=DAY, seen=DAY, here=False)],
        passkeys=[Passkey(id="p", label=BROWSER, made=DAY, seen=DAY)],
    ),
    "ladder**": Ladder(
        game="5x", seats=6, rows=rungs(), first=118, most=7, total=1234,
        ladders=[LadderSize(game="5x", seats=6, people=1234)],
    ),
    "held": HELD,
    "tables": [
        WaitingTable(
            table=f"w{at}", game=game, title=about(game).title, host=NAMES[1 + at % 6],
            open=3, seats=max(about(game).seats), bots=2, pace="relaxed", rated=True,
            changed=True, quick=at % 2 == 0, minutes=123, hours=72 if at % 2 else None,
        ) for at, game in enumerate(GAMES)
    ],
}  # fmt: skip
"""What the server says of people, by path."""


def peopled(page: Page) -> None:
    """Make the page's person one of them; the page goes on from anywhere."""
    for path, told in TOLD.items():
        page.route(f"**/api/{path}", _telling(msgspec.json.encode(told)))
    seats = [
        {"table": one.table, "token": one.table, "seat": 0, "game": one.game,
         "title": about(one.game).title, "finished": one.state == "finished", "since": 1}
        for one in HELD
    ]  # fmt: skip
    kept = {"microciv.seats": json.dumps(seats), "microciv.name": NAMES[0]}
    page.evaluate("(kept) => Object.assign(localStorage, kept)", kept)


def _telling(body: bytes) -> Callable[[Route], None]:
    def tell(route: Route) -> None:
        if route.request.method == "POST" and route.request.url.endswith("/tables"):
            route.fallback()
        else:
            route.fulfill(body=body, content_type="application/json")

    return tell
