"""The referee: it checks, seals and records. A match is (game, options, seed, moves)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, final

from microciv.core.errors import BadRecord, IllegalMove
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import NOBODY, Seat
from microciv.core.options import changed
from microciv.core.state import Observation

Ply: TypeAlias = tuple[Seat, str]


@final
@dataclass(frozen=True)
class Record:
    """A match as text: it replays to the same states for ever (while `rules` is the same)."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str  # hexadecimal; JavaScript has 53 bits
    moves: tuple[Ply, ...]
    position: dict[str, Any] | None = None  # where it began, if not at a deal
    agreed: int | None = None  # the ply from which bots played the rest out, as all people agreed


@final
class Match:
    """One play of a game. Seats act through `play`; nobody is told more than `observe` says."""

    def __init__(
        self, game: Game, seed: int = 0, position: dict[str, object] | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.state = game.deal(seed) if position is None else game.set_up(position)
        """The truth: for tests and for the referee only."""
        self.start = position
        self.agreed: int | None = None
        """The ply from which bots play the rest out, as all people agree; None: they do not."""
        self._plies: list[Ply] = []
        self._sealed: list[list[str]] = [[] for _ in range(game.seats)]
        if position is not None:  # its sealed answers can still be taken back: they are moves
            self.start = {name: value for name, value in position.items() if name != "sealed"}
            for seat in self.state.asked:
                self._sealed[seat] = [move.text for move in self.state.answers[seat]]

    def owing(self) -> list[Seat]:
        """Who has still to answer; nobody when the match is over."""
        return self.state.owing[:]

    def set_number(self) -> int:
        """The number of the decision set: an answer to an old one is stale."""
        return self.state.sets

    def observe(self, seat: Seat) -> Observation:
        """All that the seat (or a SPECTATOR) may know."""
        return self.state.observe(seat)

    def play(self, seat: Seat, text: str) -> None:
        """Seal one step of the seat's answer.

        :raises IllegalMove: saying what was expected; nothing has changed.
        """
        state = self.state
        move = self.game.moves.parse(text)
        if seat not in state.owing:
            if not state.asked:
                raise IllegalMove(f"not now: '{move.text}'; the match is over")
            raise IllegalMove(f"not now: '{move.text}'; seat {seat} owes no answer")
        if move not in state.legal(seat):
            why = self.game.why_not(state.observe(seat), move)
            raise IllegalMove(f"not now: '{move.text}'; {why}")
        self._sealed[seat].append(move.text)
        asked = state.asked
        before = state.sets
        state.apply(seat, move)
        if state.sets != before:
            self._file(asked)

    def take_back(self, seat: Seat) -> None:
        """Take the seat's sealed answer back; possible until the decision set closes.

        :raises IllegalMove: if there is none, or the table plays without changes.
        """
        if seat not in self.state.asked or not self.state.answers[seat]:
            raise IllegalMove("nothing to take back: the answer is not sealed, or is out already")
        if seat not in self.state.owing and not self.game.may_change():
            raise IllegalMove("a sealed answer stands: this table plays without changes")
        self._sealed[seat] = []
        self.state.reopen(seat)

    def agree(self) -> None:
        """All people agree that bots play the rest out, from the open decision set on: what is
        sealed in it stands.

        :raises IllegalMove: if there is nothing left to play.
        """
        if not self.state.asked:
            raise IllegalMove("nothing to play out: the match is over")
        if self.agreed is None:
            self.agreed = len(self._plies)

    def play_obvious(self) -> list[Ply]:
        """Answer for every seat whose answer needs no asking, until somebody has a choice."""
        played: list[Ply] = []
        waiting = True
        while waiting:
            waiting = False
            for seat in self.owing():
                move = self.game.obvious(self.observe(seat))
                if move is not None and seat in self.state.owing:
                    self.play(seat, move.text)
                    played.append((seat, move.text))
                    waiting = True
        return played

    def heard(self, seat: Seat, since: int = 0) -> list[Heard]:
        """What the seat has heard, from the `since`-th event on."""
        return self.state.heard(seat, since)

    def scores(self) -> list[int]:
        """Each seat's score so far, in the game's `unit`."""
        return self.state.scores()

    def places(self) -> list[int]:
        """Each seat's place so far, 1 for first; equal places are shared."""
        return self.state.places()

    def ranking(self) -> list[list[Seat]]:
        """The seats from first to last; those in one list share their place."""
        places = self.places()
        return [
            [seat for seat in range(self.game.seats) if places[seat] == place]
            for place in sorted(set(places))
        ]

    def record(self) -> Record:
        """The match so far; sealed answers of an open decision set stand last, in seat order."""
        plies = self._plies[:]
        for seat in self.state.asked:
            plies += [(seat, text) for text in self._sealed[seat]]
        game = self.game
        options = changed(game.options)
        seed = f"{self.seed:x}"
        return Record(game.name, game.rules, options, seed, tuple(plies), self.start, self.agreed)

    def position(self) -> dict[str, object]:
        """The whole truth at this moment as a document; see `Game.set_up`."""
        return self.state.position()

    def _file(self, asked: list[Seat]) -> None:
        """Write a closed decision set down in seat order, whoever was first."""
        for seat in sorted(asked):
            self._plies += [(seat, text) for text in self._sealed[seat]]
            self._sealed[seat] = []


def replay(game: Game, record: Record, plies: int = NOBODY) -> Match:
    """Play a record again, to its end or for so many plies.

    :raises BadRecord: if it is of another game, of newer rules, or a move does not replay.
    """
    if record.game != game.name:
        raise BadRecord(f"game: expected '{game.name}', not '{record.game}'")
    if record.rules != game.rules:
        raise BadRecord(f"rules: written under version {record.rules}; this is {game.rules}")
    match = Match(game, int(record.seed, 16), record.position)
    moves = record.moves if plies < 0 else record.moves[:plies]
    for ply, (seat, text) in enumerate(moves):
        try:
            match.play(seat, text)
        except IllegalMove as error:
            raise BadRecord(f"moves[{ply}]: {error}") from None
    if record.agreed is not None and record.agreed <= len(moves):
        match.agreed = record.agreed
    return match
