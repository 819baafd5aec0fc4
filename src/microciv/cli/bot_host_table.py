"""A program's seat at a table of a running server: lines of JSON passed on to our own client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, final

from microciv.cli.bot_host_seat import Plain, TextSeat
from microciv.clients.microciv_client import Table, TableError, read_link
from microciv.core.errors import BadOption, IllegalMove, MicrocivError
from microciv.games import open_game


@final
class TableSeat:
    """A seat at somebody's table, from sitting down to leaving."""

    def __init__(self, link: str, program: TextSeat, name: str, seat: int | None) -> None:
        """Sit down.

        :raises MicrocivError: if there is no such table, or no such seat is open.
        """
        self.program = program
        try:
            self._table = Table(link, name, seat)
        except TableError as error:
            raise MicrocivError(str(error)) from None

    def play(self, count: int) -> Iterator[Plain]:
        """Play this many matches, yielding a row each.

        :raises MicrocivError: if the table is gone, or will not have us.
        """
        try:
            for ending, match in self._table.play(self._choose, count, begin=self._begin):
                self.program.over(ending)
                yield {
                    "table": self._table.table,
                    **{name: match[name] for name in ("match", "game", "seat")},
                    **{name: ending[name] for name in ("scores", "places")},
                    **self.program.conduct.plain(),
                }
        except TableError as error:
            raise MicrocivError(str(error)) from None

    def leave(self) -> None:
        """Give the seat up: in a match a bot of the server plays on."""
        self._table.leave()

    def _begin(self, match: Any) -> None:  # noqa: ANN401  # as JSON has it
        seats = match["seats"]
        game = open_game(match["game"], {**self._table.view["changed"], "seats": len(seats)})
        self.program.begin(game, match["seat"], seats, match["match"], match["seed"])

    def _choose(self, question: Any, match: Any) -> str | None:  # noqa: ANN401
        """Have the question answered; None if the game has to answer."""
        legal = {move["text"] for move in question["legal"]}
        update = self._table.update
        refused = {move["text"]: one for one in update["why"] for move in one["moves"]}

        def judge(text: str) -> str:
            text = " ".join(text.split())
            if text not in legal:
                why = f"not among {', '.join(sorted(legal))}"
                if one := refused.get(text):
                    clauses = one.get("clauses")
                    why = f"{one['why']} ({clauses})" if clauses else one["why"]
                raise IllegalMove(f"not now: {text[:40]!r}; {why[:400]}")
            return text

        seconds = question.pop("seconds")
        move = self.program.ask(question, judge, seconds)
        if move is None:
            self.program.absent(str(update["absent"]))
        return move


def check_link(link: str) -> None:
    """Is it the link of a table?

    :raises BadOption: if it is none.
    """
    try:
        read_link(link)
    except TableError as error:
        raise BadOption(f"--table: {error}") from None
