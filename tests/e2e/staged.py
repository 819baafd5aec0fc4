"""Moments of a match, told to a page by a line of our own: nobody plays, nobody is waited for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, final

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from microciv import open_game
from microciv.core.rng import Rng
from microciv.server.store.rows import Entry, MatchRow
from microciv.server.table.live_match import LiveMatch
from microciv.server.wire.messages import (
    Change,
    Countdown,
    Finishing,
    Hinted,
    HintOption,
    Pong,
    Refusal,
    Said,
    Why,
    encode,
)
from tests.e2e.player import NAME, sit_down

ME: Final = 0
NAMES: Final = [
    NAME, "Wilhelmina Throckmorton", "Bartholomew Cunningham", "Hammurabi of Mesopotamia",
    "Konstantin Gamsakhurdia", "Montgomery Wolverhampton", "Guillermina Dominguez M.",
]  # fmt: skip
"""As long as a name may be."""
USUAL: Final = ["Ana", "Ben", "Clara", "Dmitri", "Eleonora", "Farid", "Greta"]
SEEDS: Final = {"5x": 12, "5-ages": 17, "civ-card-game": 157, "civ-builder": 7}
"""Of matches in which I am asked almost everything that there is to ask."""
WORDS: Final = {
    "5-ages": "look", "civ-builder": "look", "civ-card-game": "no_quarrel",
}  # fmt: skip
"""The longest that is said at a table."""

PONG: Final = encode([Pong()]).decode()
"""The line is not given up while this process is awake."""

Kind = tuple[str, ...]
"""What a moment shows: the phase, the stage of a turn, and how far the answer is."""
OVER: Final[Kind] = ("over", "", "")


@final
class Staged:
    """A table whose page hears what it is told here."""

    def __init__(
        self,
        page: Page,
        url: str,
        game: str,
        seats: int,
        options: Mapping[str, object],
        seed: int | None = None,
    ):
        self.page = page
        self.seed = SEEDS[game] if seed is None else seed
        self.game = open_game(game, seats=seats, **options)
        self._lines: list[WebSocketRoute] = []
        self._stands: list[str] = []
        """What a page that had lost the line is told again."""
        self._matches = 0
        self._now: LiveMatch | None = None
        page.route_web_socket("**/ws/tables/*", self._hear)
        with page.expect_response("**/api/tables/*") as asked:
            sit_down(page, url, game, seats, options)
        self.table: dict[str, Any] = asked.value.json()
        self.table["paused"] = False
        page.wait_for_function("() => document.querySelector('main')")

    def _hear(self, line: WebSocketRoute) -> None:
        line.on_message(lambda told: line.send(PONG) if "ping" in str(told) else None)
        self._lines.append(line)
        for message in self._stands:
            line.send(message)

    def moments(self, besides: Collection[Kind] = ()) -> Iterator[Kind]:
        """Show a whole match: of every kind of moment the last, as most lies on the table then;
        but those that have been seen.
        """
        log, last = self._play()
        live = self._live()
        shown = 0
        for entry in log:
            kind = _kind(live)
            if kind not in besides and last.get(kind) == live.plies:
                self._tell(live, shown)
                shown = live.heard()
                yield kind
            live.replay(entry)
        if OVER not in besides:
            self._tell(live, shown)
            yield OVER

    def call(self, names: list[str]) -> None:
        """Name those who sit here."""
        self._send(self._table(names))

    def _table(self, names: list[str]) -> dict[str, Any]:
        for seat, name in zip(self.table["seats"], names, strict=False):
            seat["name"] = name
        return {"type": "table", "table": self.table}

    def hint(self) -> None:
        """The answer to a hint that was asked for, with reasons."""
        live = self._now
        assert live is not None
        update = msgspec.json.decode(live.sights.update(ME, live.heard()))
        chances = (0.58, 0.42, 0.31)
        change = Change(what="rivals", parts={}, amount=2.25, whose=-1)
        options = [
            HintOption(move=move, chance=chance, error=0.05, why=Why(gain=change, loss=change))
            for move, chance in zip(update["legal"], chances, strict=False)
        ]
        self._send(
            Hinted(
                match=live.number,
                decision=live.decision,
                answer=[],
                options=options,
                follows=[],
                id=None,
            )
        )

    def troubles(self) -> Iterator[str]:
        """Show, one after the other, what lies above a table at times."""
        live = self._now
        assert live is not None
        number, now = live.number, live.decision
        self._send(
            Countdown(match=number, decision=now, left=83_000, given=90_000, part_left=4_000_000)
        )
        yield "in a hurry"
        words = "the table has gone on without this answer: it is not what is asked for any more"
        self._send(Refusal(code="illegal", message=words, id=None))
        # As a sentence, unlike after the "error:" of a terminal.
        self.page.get_by_role("alert").get_by_text(re.compile("^The table has gone")).wait_for()
        yield "refused"
        people = list(range(self.game.seats))
        self.table["finish"] = msgspec.to_builtins(
            Finishing(winner=ME, decision=now, people=people, agreed=people[1:])
        )
        self.table["seats"][1]["status"] = "away"
        self.table["host"] = True
        self.call(NAMES)
        yield "nearly over"
        self._lines[-1].close()
        self.page.get_by_role("alert").filter(has_text="You are offline").wait_for()
        yield "offline"

    def _play(self) -> tuple[list[Entry], dict[Kind, int]]:
        live, rng = self._live(), Rng(17)
        last: dict[Kind, int] = {}
        while to_act := live.match.to_act():
            last[_kind(live)] = live.plies
            # The others first, and then me: so my table is seen while it is asked and waits.
            seat = to_act[live.plies % len(to_act)]
            moves = live.match.observe(seat).legal
            live.answer(seat, (*live.sealed(seat), moves[rng.below(len(moves))].text))
        return live.log, last

    def _live(self) -> LiveMatch:
        self._matches += 1
        return LiveMatch(self.game, MatchRow("", self._matches, self.game.name, {}, [], self.seed))

    def _tell(self, live: LiveMatch, since: int) -> None:
        self._now = live
        self.table["match"] = live.number
        self.table["state"] = "finished" if live.over else "playing"
        for place, seat in enumerate(self.table["seats"]):
            seat["status"] = live.status(place)
        update = msgspec.Raw(live.sights.update(ME, since))
        self._stands = [encode([one]).decode() for one in (self._table(NAMES), update)]
        self.call(NAMES)
        self._send(update)
        key = WORDS.get(self.game.name, "think")
        for seat in range(1, self.game.seats):
            parts: dict[str, str | int] = {"target": seat - 1} if key != "think" else {}
            said = Said(
                match=live.number, decision=live.decision, seat=seat, key=key, parts=parts, after=0
            )
            self._send(said)

    def _send(self, message: object) -> None:
        self._lines[-1].send(encode([message]).decode())


def _kind(live: LiveMatch) -> Kind:
    seen = live.match.observe(ME)
    return (seen.phase, str(getattr(seen, "stage", "")), live.status(ME))
