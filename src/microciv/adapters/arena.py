"""A match as environments hold it: actions in, rows of numbers out, bots in the other seats.

An action is the index of a move in the game's table. One more, the last, is to wait: the only one
that is legal for a seat that is not asked.
"""

from __future__ import annotations

import json
from typing import Any, Final, TypedDict, final

from microciv.adapters.encoding import Mask, Vector, mask_of, size_of, vector_of
from microciv.adapters.rewards import Rewards, check, rewards_of
from microciv.bots import Bot, make_bot
from microciv.core.codec import plain
from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.state import State
from microciv.trust import table_number

SEEDS: Final = 2**63
"""Of matches; bots draw from streams beyond them."""
UNSEEN: Final = ("past", "legal", "answer")
"""Parts of an observation that a picture of the table leaves out."""


class Seen(TypedDict):
    """What an agent is given."""

    observation: Vector  # float32, (size,)
    action_mask: Mask  # int8, (actions,)


@final
class Arena:
    """One match after another of a game with its options settled."""

    def __init__(self, game: Game, reward: str, levels: dict[Seat, str] | None = None) -> None:
        self.game = game
        self.reward = check(self.game, reward)
        self.levels = levels or {}
        for seat, level in self.levels.items():
            if not 0 <= seat < self.game.seats:
                raise BadOption(
                    f"bots: {game.name} has no seat {seat} with {self.game.seats} seats"
                )
            make_bot(level, self.game, seat, 0)
        self.size = size_of(self.game)
        self.wait = len(self.game.moves.all)
        """The action of a seat that is not to act."""
        self.actions = self.wait + 1
        self.bots: dict[Seat, Bot] = {}
        self.heard: dict[Seat, int] = {}
        self.state: State = self.game.deal(0)
        """The truth; `begin` deals another."""
        self.seed: int | None = None
        """Of the match, once it is begun."""
        self.answers: list[dict[Seat, int]] = []
        """All that learners have answered in it: what the bots think follows from that."""

    def __reduce__(self) -> tuple[Any, ...]:
        return played_again, (self.game, self.reward, self.levels, self.seed, self.answers)

    def begin(self, seed: int) -> None:
        """Deal a match, and let bots answer until a learner is asked."""
        self.seed, self.answers = seed, []
        self.state = self.game.deal(seed)
        if not self.levels:
            self.state.hush()
        number = table_number(seed)
        self.bots = {
            seat: make_bot(level, self.game, seat, (seat + 1) * SEEDS + seed, table_number=number)
            for seat, level in self.levels.items()
        }
        self.heard = dict.fromkeys(self.bots, 0)
        self.let_bots_play()

    def over(self) -> bool:
        return not self.state.owing

    def to_act(self) -> list[Seat]:
        """The learners that owe a step of an answer."""
        return [seat for seat in self.state.owing if seat not in self.bots]

    def seen(self, seat: Seat) -> Seen:
        """What the seat knows, and what it may do."""
        seen = self.state.observe(seat)
        if seat in self.state.owing:
            mask = mask_of(self.actions, seen.legal)
        else:
            mask = mask_of(self.actions, ())
            mask[self.wait] = 1
        return {"observation": vector_of(self.game, seen), "action_mask": mask}

    def step(self, steps: dict[Seat, int]) -> list[Seat]:
        """Learners add one step each to their answers, and bots theirs. Waiting, and any other
        action that is not legal, is no answer: the game plays its time-out move
        (`Game.absent`). Returns whose actions those were.
        """
        self.answers.append(steps)
        refused: list[Seat] = []
        for seat, action in steps.items():
            legal = self.state.legal(seat)
            if 0 <= action < self.wait and self.game.moves.all[action] in legal:
                self.state.apply(seat, self.game.moves.all[action])
            else:
                refused.append(seat)
                self.state.apply(seat, self.game.absent(self.state.observe(seat)))
        self.let_bots_play()
        return refused

    def let_bots_play(self) -> None:
        """Bots answer whatever they are asked, until learners alone are asked."""
        waiting = [seat for seat in self.state.owing if seat in self.bots]
        while waiting:
            self.let_play(waiting[0])
            waiting = [seat for seat in self.state.owing if seat in self.bots]

    def let_play(self, seat: Seat) -> None:
        events = self.state.heard(seat, self.heard[seat])
        self.heard[seat] += len(events)
        bot = self.bots[seat]
        bot.hear(events)
        self.state.apply(seat, bot.choose(self.state.observe(seat)))

    def rewards(self) -> Rewards:
        return rewards_of(self.game, self.state, self.reward)

    def picture(self) -> str:
        seen = plain(self.state.observe(SPECTATOR))
        assert isinstance(seen, dict)
        shown = {name: part for name, part in seen.items() if name not in UNSEEN}
        table = shown.pop("table", None)
        lines = [f"{self.game.about.title}, {self.game.seats} players"]
        lines += [f"{name}: {json.dumps(part)}" for name, part in shown.items() if name != "seat"]
        for seat, row in enumerate(table if isinstance(table, list) else []):
            lines.append(f"seat {seat}: {json.dumps(row)}")
        return "\n".join(lines)


def played_again(
    game: Game,
    reward: str,
    levels: dict[Seat, str],
    seed: int | None,
    answers: list[dict[Seat, int]],
) -> Arena:
    """An arena that was pickled, its match played to where it was."""
    arena = Arena(game, reward, levels)
    if seed is not None:
        arena.begin(seed)
    for steps in answers:
        arena.step(steps)
    return arena
