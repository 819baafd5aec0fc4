"""A match as environments hold it: actions in, rows of bytes out, bots in some of the seats.

An action is the index of a move among the game's. One more, the last, is to wait: the only one
that is legal for a seat that is not asked. What is here is compiled, and knows no arrays.
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
"""Of matches; bots draw from streams beyond them."""

NO_ACTION: Final = -1
NO_MOVES: Final[list[Move]] = []


@final
class Arena:
    """One match after another of a game with its options settled.

    Bots whose level is a policy play on the state itself: the law *blind* proves that this tells
    them nothing. Others see and hear what their seat does.
    """

    def __init__(self, game: Game, reward: str, levels: dict[Seat, str] | None = None) -> None:
        self.game = game
        self.reward = check(game, reward)
        self.wait = len(game.moves.all)
        """The action of a seat that is not to act."""
        self.actions = self.wait + 1
        self.features = Features()
        self.levels: dict[Seat, str] = {}
        """By seat of a bot, its level."""
        self._made: dict[str, Policy] = {}
        self._policies: list[Policy | None] = []
        """By seat; None where a learner sits, or a bot that is no policy."""
        self._is_bot: list[bool] = []
        self._rngs: list[Rng] = []
        self.bots: dict[Seat, Bot] = {}
        """Those that are no policies."""
        self._heard: list[int] = []
        self.state: State = game.deal(0)
        """The truth; `begin` deals another."""
        self.seed: int | None = None
        """Of the match, once it is begun."""
        self.done: list[int] = []
        """All that learners have done in it, an action and its seat in a number: what the bots
        think follows from that.
        """
        self.seat_bots(levels or {})

    def seat_bots(self, levels: dict[Seat, str]) -> None:
        """From the next match on these bots play.

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
        """Deal a match, and let bots answer until a learner is asked."""
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
        """Learners alone: bots have acted already."""
        to_act = self.state.to_act
        if not self.levels:
            return to_act
        return [seat for seat in to_act if not self._is_bot[seat]]

    def legal(self, seat: Seat) -> list[Move]:
        """What the seat may add to its answer now; nothing if it is not to act."""
        return self.state.legal(seat) if seat in self.state.to_act else NO_MOVES

    def masks(self, seats: list[Seat]) -> bytearray:
        """By seat and action, is it legal? Where no move is, waiting is."""
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
        """What these seats know, an amount a byte."""
        for seat in seats:
            self.game.encode(self.state, seat, self.features)
        return self.features.taken()

    def act(self, seat: Seat, action: int) -> bool:
        """A learner adds a step to its answer. Waiting, and any other action that is not legal, is
        no answer. Was it legal?
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
        """The same with an action that is known to be legal, or none: then the game plays its
        time-out move (`Game.absent`).
        """
        state = self.state
        self.done.append(action * state.seats + seat)
        if action == NO_ACTION:
            state.apply(seat, self.game.absent(state.observe(seat)))
        else:
            state.apply(seat, self.game.moves.all[action])

    def step(self, steps: dict[Seat, int]) -> list[Seat]:
        """All learners that are to act add a step; then bots play. Whose steps were not legal?"""
        refused = [seat for seat, action in steps.items() if not self.act(seat, action)]
        self.let_bots_play()
        return refused

    def let_bots_play(self) -> None:
        """Bots answer whatever they are asked, until learners alone are asked."""
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
        """A bot that is no policy hears and sees what its seat does."""
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
    """An arena that was pickled, its match played to where it was."""
    arena = Arena(game, reward, levels)
    if seed is not None:
        arena.begin(seed)
    for number in done:
        arena.do(number % game.seats, number // game.seats)
        arena.let_bots_play()
    return arena


@final
class Look:
    """What every learner sees that is to act, row by row."""

    def __init__(self) -> None:
        self.arenas: list[int] = []
        self.seats: list[Seat] = []
        self.rows = b""
        """What it knows, an amount a byte."""
        # Four bytes each:
        self.places = b""
        """By row, the seat, counted through all arenas."""
        self.legal = b""
        """The legal actions of all rows one after the other."""
        self.counts = b""
        """By row, how many they are."""


def taken(out: BytesWriter) -> bytes:
    """What was written; the next is written from the beginning."""
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
        """What looks are written into, one after the other; as the next three."""
        self._places = BytesWriter()
        self._legal = BytesWriter()
        self._counts = BytesWriter()

    def __reduce__(self) -> tuple[Any, ...]:
        return Hall, (self.arenas,)

    def look(self, called: list[list[bool]] | None = None) -> Look:
        """What all learners see that are to act; with `called`, those alone that are called, by
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
        """Indices of the arenas whose match is over, ascending."""
        return [number for number, arena in enumerate(self.arenas) if not arena.state.to_act]

    def act(self, look: Look, actions: list[int]) -> None:
        """Everybody who looked acts, in the same order; then bots play. An action below 0 is none:
        all others are among the legal ones of their row.
        """
        arenas, last = self.arenas, -1
        for row, number in enumerate(look.arenas):
            if number != last and last >= 0:
                arenas[last].let_bots_play()
            last = number
            arenas[number].do(look.seats[row], actions[row])
        if last >= 0:
            arenas[last].let_bots_play()
