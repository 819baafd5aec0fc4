"""A match behind an environment: takes actions, gives rows and masks as bytes, and lets bots play
some of the seats.

An action is the index of a move in the game's list. One more action, the last one, is wait: the
only legal one for a seat that is not to act. This module is compiled, and does not use NumPy.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i32

from microciv.adapters.rewards import Rewards, check, rewards_of
from microciv.bots import Bot, make_bot
from microciv.bots.bulk.playouts import bot_seed, next_step
from microciv.core.errors import BadOption
from microciv.core.features import Features
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.core.writer import BytesWriter, write_i32_le
from microciv.games import players
from microciv.trust import table_number

SEEDS: Final = 2**63
"""The seeds of matches are below this number; bots' generators have seeds derived from them."""

NO_ACTION: Final = -1
NO_MOVES: Final[list[Move]] = []


@final
class Arena:
    """One match after another of a game with its options settled.

    Bots whose level is a policy play on the state itself: by the law *blind* they pick the same as
    from what their seat sees. All other bots get observations and events.
    """

    def __init__(self, game: Game, reward: str, levels: dict[Seat, str] | None = None) -> None:
        self.game = game
        self.reward = check(game, reward)
        self.wait = len(game.moves.all)
        """The action of a seat that is not to act."""
        self.actions = self.wait + 1
        self.features = Features()
        self.levels: dict[Seat, str] = {}
        """By seat, the level of the bot there."""
        self._made: dict[str, Policy] = {}
        self._policies: list[Policy | None] = []
        """By seat; None for a learner, and for a bot that is not a policy."""
        self._is_bot: list[bool] = []
        self._rngs: list[Rng] = []
        self.bots: dict[Seat, Bot] = {}
        """By seat, the bots that are not policies."""
        self._heard: list[int] = []
        self.state: State = game.deal(0)
        """The true state of the current match; a placeholder before the first `begin`."""
        self.seed: int | None = None
        """Of the current match; None before the first `begin`."""
        self.done: list[int] = []
        """The learners' actions in this match, each as action * seats + seat. With the seed they
        determine the match: what bots do follows from them.
        """
        self.seat_bots(levels or {})

    def seat_bots(self, levels: dict[Seat, str]) -> None:
        """Seat these bots, from the next match on.

        :raises BadOption: if there is no such seat or level.
        """
        game = self.game
        for seat, level in levels.items():
            if not 0 <= seat < game.seats:
                raise BadOption(f"bots: {game.name} has no seat {seat} with {game.seats} seats")
            if level in self._made:
                continue
            makers = players(game.name)
            if level in makers:
                self._made[level] = makers[level](game)
            else:
                make_bot(level, game, seat, 0)
        self.levels = levels
        self._policies = [self._made.get(levels.get(seat, "")) for seat in range(game.seats)]
        self._is_bot = [seat in levels for seat in range(game.seats)]

    def __reduce__(self) -> tuple[Any, ...]:
        return played_again, (self.game, self.reward, self.levels, self.seed, self.done)

    def begin(self, seed: int) -> None:
        """Deal a match, and let bots play until only learners are to act."""
        self.seed, self.done = seed, []
        state = self.state = self.game.deal(seed)
        self.bots = {}
        if self.levels:
            number = table_number(seed)
            for policy in self._made.values():
                policy.sit_down(number)
                policy.begin(state)
            self._rngs = [Rng(bot_seed(seed, seat)) for seat in range(state.seats)]
            self._heard = [0] * state.seats
            for seat, level in self.levels.items():
                if self._policies[seat] is None:
                    chance = bot_seed(seed, seat)
                    bot = make_bot(level, self.game, seat, chance, table_number=number)
                    self.bots[seat] = bot
        if not self.bots:
            state.hush()
        self.let_bots_play()

    def over(self) -> bool:
        return not self.state.to_act

    def to_act(self) -> list[Seat]:
        """The learners still to act, by seat; bots have already acted."""
        to_act = self.state.to_act
        if not self.levels:
            return to_act
        return [seat for seat in to_act if not self._is_bot[seat]]

    def legal(self, seat: Seat) -> list[Move]:
        """The seat's legal moves; none if it is not to act."""
        return self.state.legal(seat) if seat in self.state.to_act else NO_MOVES

    def masks(self, seats: list[Seat]) -> bytearray:
        """The masks of these seats, concatenated: a byte for each action, 1 if it is legal. A seat
        without a legal move may wait.
        """
        actions = self.actions
        masks, start = bytearray(actions * len(seats)), 0
        for seat in seats:
            legal = self.legal(seat)
            if not legal:
                masks[start + self.wait] = 1
            for move in legal:
                masks[start + move.index] = 1
            start += actions
        return masks

    def rows(self, seats: list[Seat]) -> bytes:
        """The rows of these seats, concatenated: a signed byte for each amount (`Features`)."""
        for seat in seats:
            self.game.encode(self.state, seat, self.features)
        return self.features.taken()

    def act(self, seat: Seat, action: int) -> bool:
        """Add a step to a learner's answer, and return whether it was legal. If it was not, which
        includes waiting, the game plays its time-out move.
        """
        if 0 <= action < self.wait:
            move = self.game.moves.all[action]
            for other in self.state.legal(seat):
                if other is move:
                    self.do(seat, action)
                    return True
        self.do(seat, NO_ACTION)
        return False

    def do(self, seat: Seat, action: int) -> None:
        """As `act`, with an action known to be legal, or `NO_ACTION`: then the game plays its
        time-out move (`Game.absent`).
        """
        state = self.state
        self.done.append(action * state.seats + seat)
        if action == NO_ACTION:
            state.apply(seat, self.game.absent(state.observe(seat)))
        else:
            state.apply(seat, self.game.moves.all[action])

    def step(self, actions: list[int]) -> list[Seat]:
        """Play a cycle with an action for each seat, in seat order: every learner that is to act
        adds a step to its answer, and all others wait. Then let bots play; return the seats whose
        actions were illegal.
        """
        to_act = self.to_act()[:]
        refused = [seat for seat in to_act if not self.act(seat, actions[seat])]
        for seat, action in enumerate(actions):
            if action != self.wait and seat not in to_act:
                refused.append(seat)
        self.let_bots_play()
        return refused

    def let_bots_play(self) -> None:
        """Let bots play until only learners are to act, or the match is over."""
        if not self.levels:
            return
        state, at = self.state, 0
        while at < len(state.to_act):
            seat = state.to_act[at]
            if not self._is_bot[seat]:
                at += 1
                continue
            policy = self._policies[seat]
            if policy is not None:
                state.apply(seat, next_step(policy, state, seat, self._rngs[seat]))
            else:
                self._let_think(seat)
            at = 0

    def _let_think(self, seat: Seat) -> None:
        """Let a bot that is not a policy take a step: it gets the events and the observation of its
        seat.
        """
        state, bot = self.state, self.bots[seat]
        events = state.heard(seat, self._heard[seat])
        self._heard[seat] += len(events)
        bot.hear(events)
        state.apply(seat, bot.choose(state.observe(seat)))

    def rewards(self) -> Rewards:
        return rewards_of(self.game, self.state, self.reward)


def played_again(
    game: Game,
    reward: str,
    levels: dict[Seat, str],
    seed: int | None,
    done: list[int],
) -> Arena:
    """An arena from its pickle: the match is played again up to the same moment."""
    arena = Arena(game, reward, levels)
    if seed is not None:
        arena.begin(seed)
    for number in done:
        arena.do(number % game.seats, number // game.seats)
        arena.let_bots_play()
    return arena


@final
class Look:
    """What all learners that are to act see, row by row."""

    def __init__(self) -> None:
        self.arenas: list[int] = []
        """By row, the index of its arena."""
        self.seats: list[Seat] = []
        """By row, its seat."""
        self.rows = b""
        """The rows, concatenated: a signed byte for each amount."""
        # Integers of four bytes each, little-endian:
        self.places = b""
        """By row, arena * seats + seat."""
        self.legal = b""
        """The legal actions of all rows, concatenated."""
        self.counts = b""
        """By row, the number of its legal actions."""


def taken(out: BytesWriter) -> bytes:
    """Take what was written; the writer is then empty."""
    written = out.getvalue()
    out.truncate(0)
    return written


@final
class Hall:
    """Many arenas of one game side by side."""

    def __init__(self, arenas: list[Arena]) -> None:
        self.arenas = arenas
        self._seats = arenas[0].game.seats
        self._rows = BytesWriter()
        """These four hold the parts of a look while it is taken."""
        self._places = BytesWriter()
        self._legal = BytesWriter()
        self._counts = BytesWriter()

    def __reduce__(self) -> tuple[Any, ...]:
        return Hall, (self.arenas,)

    def look(self, called: list[list[bool]] | None = None) -> Look:
        """What all learners that are to act see; with `called`, only those for which it is true, by
        arena and seat.
        """
        look = Look()
        places, legal, counts = self._places, self._legal, self._counts
        for number, arena in enumerate(self.arenas):
            state, game, features = arena.state, arena.game, arena.features
            own, features.out = features.out, self._rows
            for seat in arena.to_act():
                if called is not None and not called[number][seat]:
                    continue
                menu = state.legal(seat)
                look.arenas.append(number)
                look.seats.append(seat)
                write_i32_le(places, i32(number * self._seats + seat))
                write_i32_le(counts, i32(len(menu)))
                for move in menu:
                    write_i32_le(legal, i32(move.index))
                game.encode(state, seat, features)
            features.out = own
        look.rows = taken(self._rows)
        look.places, look.legal, look.counts = taken(places), taken(legal), taken(counts)
        return look

    def over(self) -> list[int]:
        """The indices of the arenas whose match is over, ascending."""
        return [number for number, arena in enumerate(self.arenas) if not arena.state.to_act]

    def act(self, look: Look, actions: list[int]) -> None:
        """Play an action for each row of `look`, then let the bots play. Each must be legal in its
        row, or `NO_ACTION`.
        """
        arenas, last = self.arenas, -1
        for row, number in enumerate(look.arenas):
            if number != last and last >= 0:
                arenas[last].let_bots_play()
            last = number
            arenas[number].do(look.seats[row], actions[row])
        if last >= 0:
            arenas[last].let_bots_play()
