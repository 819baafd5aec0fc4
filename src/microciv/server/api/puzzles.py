"""Puzzles by request: one decision of a match, as its seat saw it, and what an answer is worth.

No table, and nothing is kept: whoever asks is shown the same as everybody.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Final, final

import msgspec

from microciv.bots.why import plain_why
from microciv.core.codec import plain_move
from microciv.core.errors import BadOption, IllegalMove
from microciv.core.moves import Seat
from microciv.core.rng import read_seed
from microciv.games import catalogue, open_game
from microciv.puzzles import LEVEL, Puzzle, answered, puzzle_of, puzzles_of
from microciv.server.api.routes import Asked, Route, read_number
from microciv.server.store.rows import MatchRow
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.new_tables import new_table
from microciv.server.table.views import table_view
from microciv.server.usage import Meters
from microciv.server.wire.messages import (
    HintOption,
    NewTable,
    Refused,
    SeatPlan,
    SeatStatus,
    SeatView,
    TableView,
    Update,
    Why,
)
from microciv.server.wire.puzzles import (
    AnswerPuzzle,
    GamePuzzles,
    PuzzleCard,
    PuzzleJudged,
    PuzzleView,
)

KEPT: Final = 16
"""Matches that are not played again for the next who asks."""


def cards() -> list[GamePuzzles]:
    """All puzzles there are, by game."""
    told = [GamePuzzles(game=game, puzzles=_cards(game)) for game in catalogue()]
    return [one for one in told if one.puzzles]


def _cards(game: str) -> list[PuzzleCard]:
    return [
        PuzzleCard(number=one.number, id=one.id, seats=_seats(one), phase=one.phase)
        for one in puzzles_of(game)
    ]


@final
class PuzzlesApi:
    """Every method is a route."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._replaying = asyncio.Lock()

    def routes(self) -> list[Route]:
        one = "/api/puzzles/{game}/{number}"
        return [
            Route("GET", "/api/puzzles", self.puzzles, list[GamePuzzles]),
            Route("GET", one, self.puzzle, PuzzleView),
            Route("POST", one, self.answer_puzzle, PuzzleJudged, AnswerPuzzle),
        ]

    async def puzzles(self, _: Asked) -> list[GamePuzzles]:
        """The puzzles there are, by game."""
        return cards()

    async def puzzle(self, asked: Asked) -> PuzzleView:
        """A puzzle, as its seat saw it."""
        puzzle = _wanted(asked)
        live = await self._match(asked, puzzle)
        return PuzzleView(
            number=puzzle.number,
            id=puzzle.id,
            of=len(puzzles_of(puzzle.game)),
            table=_table(puzzle, live.observe(puzzle.seat).asked),
            update=_update(live, puzzle),
        )

    async def answer_puzzle(self, asked: Asked) -> PuzzleJudged:
        """How an answer compares with the others."""
        puzzle = _wanted(asked)
        live = await self._match(asked, puzzle)
        try:
            found = answered(puzzle, live.match, asked.body.moves)
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        parse = live.game.moves.parse
        return PuzzleJudged(
            answer=[plain_move(parse(text)) for text in (*live.sealed(puzzle.seat), found.text)],
            place=puzzle.index_of(found.text),
            options=[
                HintOption(
                    move=plain_move(parse(one.text)),
                    chance=one.chance,
                    error=one.error,
                    why=msgspec.convert(plain_why(one.why), Why),
                )
                for one in puzzle.answers
            ],
            easy=puzzle.index_of(puzzle.easy),
        )

    async def _match(self, asked: Asked, puzzle: Puzzle) -> LiveMatch:
        """Playing it again takes as much as watching it does, and is done one at a time."""
        self._meters.replays.take(asked.visitor, asked.token, len(puzzle.record.moves) or 1)
        async with self._replaying:
            return await asyncio.to_thread(_live, puzzle.game, puzzle.number)


def _wanted(asked: Asked) -> Puzzle:
    """:raises Refused: if there is no such puzzle."""
    try:
        return puzzle_of(asked.parts["game"], read_number("number", asked.parts["number"]))
    except BadOption as error:
        raise Refused("not_found", str(error)) from None


@lru_cache(KEPT)
def _live(game_name: str, number: int) -> LiveMatch:
    """The match of a puzzle as it stands, as a table would have it. Nobody plays on in it."""
    record = puzzle_of(game_name, number).record
    game = open_game(record.game, {**record.options})
    seed = read_seed(record.seed, record.generator)
    live = LiveMatch(game, MatchRow("", 1, game.name, record.options, [], seed, game.rules))
    live.pauses = False  # what is asked is asked, even where a habit would answer
    for seat, text in record.moves:
        live.answer(seat, (*live.sealed(seat), text))
    return live


def _update(live: LiveMatch, puzzle: Puzzle) -> Update:
    told = msgspec.json.decode(live.sights.update(puzzle.seat, 0), type=Update)
    return msgspec.structs.replace(told, obvious=None, absent=None)


def _table(puzzle: Puzzle, asked: tuple[Seat, ...]) -> TableView:
    """A table like the one where it was played, without a past."""
    bot = SeatPlan(kind="bot", level=LEVEL)
    plans = [SeatPlan(kind="you") if n == puzzle.seat else bot for n in range(_seats(puzzle))]
    options = {name: value for name, value in puzzle.record.options.items() if name != "seats"}
    wish = NewTable(
        game=puzzle.game, seats=plans, options=options, hints="off", talk="off", watching="off"
    )
    table, token, _ = new_table(wish, "")
    told = table_view(table, None, set(), token)
    seats = [_seated(one, asked) for one in told.seats]
    return msgspec.structs.replace(told, state="playing", match=1, coming=None, seats=seats)


def _seated(seat: SeatView, asked: tuple[Seat, ...]) -> SeatView:
    status: SeatStatus = "thinking" if seat.seat in asked else "waiting"
    return msgspec.structs.replace(seat, status=status)


def _seats(puzzle: Puzzle) -> int:
    seats = puzzle.record.options["seats"]
    assert isinstance(seats, int)
    return seats
