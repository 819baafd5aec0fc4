"""Matches among bots, as studies, leagues and the command line play them."""

from __future__ import annotations

from typing import NamedTuple, final

from microciv.bots import Bot, make_bot
from microciv.bots.bulk.playouts import Watch, bot_seed, play_match
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.match import Match, Ply, Record
from microciv.core.moves import Move, Seat
from microciv.core.options import changed
from microciv.core.state import State
from microciv.games import players
from microciv.study import kings
from microciv.trust import table_number


class Ended(NamedTuple):
    """The result of a finished match."""

    game: Game
    seed: int
    scores: list[int]  # by seat, in the game's unit
    places: list[int]  # by seat, 1 for the winners
    plies: int  # steps of all seats
    record: Record | None = None  # only if it was asked for


@final
class Lineup:
    """Plays any number of matches of a game with the same bots: by seat, their levels, such as
    `easy`, or `easy:never-attacks` with a restriction.

    If every level is a policy, matches are played in bulk: on the state itself, without
    observations, texts or events. The same seed always gives the same match.
    """

    def __init__(self, game: Game, levels: list[str]) -> None:
        """One level for each seat.

        :raises BadOption: if there are more or fewer.
        """
        if len(levels) != game.seats:
            raise BadOption(f"levels: expected {game.seats}, one for each seat, not {len(levels)}")
        self.game = game
        self.levels = levels
        makers = players(game.name)
        made = {level: makers[level](game) for level in levels if level in makers}
        self._policies = list(made.values())
        self._seated = [made[level] for level in levels if level in made]

    def in_bulk(self) -> bool:
        """Are all levels policies, so that matches are played in bulk?"""
        return len(self._seated) == len(self.levels)

    def play(self, seed: int, *, bots: int | None = None, recorded: bool = False) -> Ended:
        """Play a match. `seed` determines the deal, and also the bots' random numbers and styles
        unless these have a seed of their own, `bots`. With `recorded` the result has a record.
        """
        own = seed if bots is None else bots
        if not self.in_bulk():
            return ended(self._play_searching(seed, own), recorded=recorded)
        log: list[tuple[int, Seat, Move]] | None = [] if recorded else None
        self._sit_down(own)
        state, plies = play_match(self.game, seed, self._policies, self._seated, log, bots=own)
        record = None if log is None else record_of(self.game, seed, log)
        return Ended(self.game, seed, state.scores(), state.places(), plies, record)

    def play_watched(self, seed: int) -> tuple[Ended, State, Watch]:
        """Play the same match as `play`; return also its last state, whose log has all events, and
        what was watched while it was played.
        """
        watch = Watch(self.game)
        if not self.in_bulk():
            played = ended(self._play_searching(seed, seed), recorded=True)
            assert played.record is not None
            return played, watched(self.game, seed, played.record, watch), watch
        self._sit_down(seed)
        state, plies = play_match(self.game, seed, self._policies, self._seated, None, watch)
        return Ended(self.game, seed, state.scores(), state.places(), plies), state, watch

    def kingmaker(self, seed: int) -> bool:
        """Play the match again, in bulk: did a seat that could no longer win decide who wins?"""
        self._sit_down(seed)
        return kings.decided(self.game, seed, self._policies, self._seated)

    def _sit_down(self, seed: int) -> None:
        for policy in self._policies:
            policy.sit_down(table_number(seed))

    def _play_searching(self, seed: int, bots: int) -> Match:
        match = Match(self.game, seed)
        number = table_number(bots)
        seated = [
            make_bot(level, self.game, seat, bot_seed(bots, seat), table_number=number)
            for seat, level in enumerate(self.levels)
        ]
        finish(match, seated)
        return match


def finish(match: Match, bots: list[Bot]) -> None:
    """Let the bots play a match to its end."""
    heard = [0] * len(bots)
    while match.to_act():
        seat = match.to_act()[0]
        events = match.heard(seat, heard[seat])
        heard[seat] += len(events)
        bots[seat].hear(events)
        match.play(seat, bots[seat].choose(match.observe(seat)).text)


def ended(match: Match, *, recorded: bool = False) -> Ended:
    """The result of a `Match` that is over; if `recorded`, with its record."""
    record = match.record()
    kept = record if recorded else None
    return Ended(match.game, match.seed, match.scores(), match.places(), len(record.moves), kept)


def watched(game: Game, seed: int, record: Record, watch: Watch | None = None) -> State:
    """Replay a record; return the last state, whose log has all events. `watch`, if given, is shown
    every state.
    """
    state = game.deal(seed)
    for seat, text in record.moves:
        move = game.moves.find(text)
        assert move is not None
        if watch is not None:
            watch.look(state)
            watch.asked(len(state.legal(seat)))
        state.apply(seat, move)
    return state


def record_of(game: Game, seed: int, log: list[tuple[int, Seat, Move]]) -> Record:
    """The record of a match, from a log of its moves in any order within a decision set: number of
    the decision set, seat, step.
    """
    in_order = sorted(log, key=lambda made: made[:2])  # within an answer, as it was given
    plies: list[Ply] = [(seat, move.text) for _set, seat, move in in_order]
    options = changed(game.options)
    return Record(game.name, game.rules, options, f"{seed:x}", tuple(plies))
