"""Bots against bots, as every experiment plays them."""

from __future__ import annotations

from typing import NamedTuple, final

from microciv.bots import Bot, make_bot
from microciv.bots.bulk.playouts import Watch, bot_seed, play_match
from microciv.core.game import Game
from microciv.core.match import Match, Ply, Record
from microciv.core.moves import Move, Seat
from microciv.core.options import changed
from microciv.core.state import State
from microciv.games import players
from microciv.study import kings
from microciv.trust import table_number


class Ended(NamedTuple):
    """A match without its moves, unless a record was asked for."""

    game: Game
    seed: int
    scores: list[int]  # by seat, in the game's unit
    places: list[int]  # by seat, 1 for the winners
    plies: int
    record: Record | None = None  # if it was asked for


@final
class Lineup:
    """A game and who plays it, for any number of matches; by seat, bots of these levels, `easy`, or
    under a restriction, `easy:never-attacks`.

    Where every level is a policy, matches are played in bulk: on the state itself, with no
    observation, no text and no events. The same seed is always the same match.
    """

    def __init__(self, game: Game, levels: list[str]) -> None:
        self.game = game
        self.levels = levels
        makers = players(game.name)
        made = {level: makers[level](game) for level in levels if level in makers}
        self._policies = list(made.values())
        self._seated = [made[level] for level in levels if level in made]

    def in_bulk(self) -> bool:
        """Are all policies?"""
        return len(self._seated) == len(self.levels)

    def play(self, seed: int, *, bots: int | None = None, recorded: bool = False) -> Ended:
        """A complete match; the bots' chance and styles follow from its seed, or from `bots`."""
        own = seed if bots is None else bots
        if not self.in_bulk():
            return ended(self._play_searching(seed, own), recorded=recorded)
        log: list[tuple[int, Seat, Move]] | None = [] if recorded else None
        self._sit_down(own)
        state, plies = play_match(self.game, seed, self._policies, self._seated, log, bots=own)
        record = None if log is None else record_of(self.game, seed, log)
        return Ended(self.game, seed, state.scores(), state.places(), plies, record)

    def play_watched(self, seed: int) -> tuple[Ended, State, Watch]:
        """The same match; its end, which has heard all that happened, whoever may know it; and
        what was watched meanwhile.
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
        """Played once more in bulk: did who could not win any more decide who wins?"""
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
    """What a study counts of a match that has a referee; with its moves if it is `recorded`."""
    record = match.record()
    kept = record if recorded else None
    return Ended(match.game, match.seed, match.scores(), match.places(), len(record.moves), kept)


def watched(game: Game, seed: int, record: Record, watch: Watch | None = None) -> State:
    """The end of this match, which has heard all that happened; a `watch` sees it go by."""
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
    """The match as text, from the moves as they were made: decision set, seat and step."""
    in_order = sorted(log, key=lambda made: made[:2])  # within an answer, as it was given
    plies: list[Ply] = [(seat, move.text) for _set, seat, move in in_order]
    options = changed(game.options)
    return Record(game.name, game.rules, options, f"{seed:x}", tuple(plies))
