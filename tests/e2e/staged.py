"""Moments of a match, told to a page by a line of our own: nobody plays, nobody is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, final

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from microciv import open_game
from microciv.core.rng import Rng
from microciv.server.live import Live
from microciv.server.messages import Said, encode
from microciv.server.rows import Entry, MatchRow
from tests.e2e.player import NAME, sit_down

ME: Final = 0
NAMES: Final = [
    NAME, "Wilhelmina Throckmorton", "Bartholomew Cunningham", "Hammurabi of Mesopotamia",
    "Konstantin Gamsakhurdia", "Montgomery Wolverhampton", "Guillermina Dominguez M.",
]  # fmt: skip
"""As long as a name may be."""
USUAL: Final = ["Ana", "Ben", "Clara", "Dmitri", "Eleonora", "Farid", "Greta"]
SEED: Final = 17
WORDS: Final = {
    "5-ages": "look", "civ-builder": "look", "civ-card-game": "no_quarrel",
}  # fmt: skip
"""The longest that is said at a table."""

Kind = tuple[str, ...]
"""What a moment shows: the phase, the stage of a turn, and how far the answer is."""


@final
class Staged:
    """A table whose page hears what it is told here."""

    def __init__(self, page: Page, url: str, game: str, seats: int, options: Mapping[str, object]):
        self.page = page
        self.game = open_game(game, seats=seats, **options)
        self._lines: list[WebSocketRoute] = []
        self._matches = 0
        page.route_web_socket("**/ws/tables/*", self._hear)
        with page.expect_response("**/api/tables/*") as asked:
            sit_down(page, url, game, seats, options)
        self.table: dict[str, Any] = asked.value.json()
        self.table["paused"] = False
        page.wait_for_function("() => document.querySelector('main')")

    def _hear(self, line: WebSocketRoute) -> None:
        line.on_message(lambda _: None)
        self._lines.append(line)

    def moments(self) -> Iterator[Kind]:
        """Show a whole match: of every kind of moment the last, as most lies on the table then."""
        log, last = self._play()
        live = self._live()
        shown = 0
        for entry in log:
            kind = _kind(live)
            if last.get(kind) == live.plies:
                self._tell(live, shown)
                shown = live.heard()
                yield kind
            live.replay(entry)
        self._tell(live, shown)
        yield ("over", "", "")

    def call(self, names: list[str]) -> None:
        """Name those who sit here."""
        for seat, name in zip(self.table["seats"], names, strict=False):
            seat["name"] = name
        self._send({"type": "table", "table": self.table})

    def _play(self) -> tuple[list[Entry], dict[Kind, int]]:
        live, rng = self._live(), Rng(SEED)
        last: dict[Kind, int] = {}
        while owing := live.match.owing():
            last[_kind(live)] = live.plies
            # The others first, and then me: so my table is seen while it is asked and waits.
            seat = owing[live.plies % len(owing)]
            moves = live.match.observe(seat).legal
            live.answer(seat, (*live.sealed(seat), moves[rng.below(len(moves))].text))
        return live.log, last

    def _live(self) -> Live:
        self._matches += 1
        return Live(self.game, MatchRow("", self._matches, self.game.name, {}, [], SEED))

    def _tell(self, live: Live, since: int) -> None:
        self.table["match"] = live.number
        self.table["state"] = "finished" if live.over else "playing"
        for place, seat in enumerate(self.table["seats"]):
            seat["status"] = live.status(place)
        self.call(NAMES)
        self._send(msgspec.Raw(live.sights.update(ME, since)))
        key = WORDS.get(self.game.name, "think")
        for seat in range(1, self.game.seats):
            parts: dict[str, str | int] = {"target": seat - 1} if key != "think" else {}
            said = Said(match=live.number, set=live.set, seat=seat, key=key, parts=parts, after=0)
            self._send(said)

    def _send(self, message: object) -> None:
        self._lines[-1].send(encode([message]).decode())


def _kind(live: Live) -> Kind:
    seen = live.match.observe(ME)
    return (seen.phase, str(getattr(seen, "stage", "")), live.status(ME))
