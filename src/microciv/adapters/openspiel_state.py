"""A match behind an OpenSpiel state: cheap to copy, since OpenSpiel copies states at every action.

Copies of a state share a `Play` until one of them moves on. The memory of each seat is text: all
that it has heard and done since the beginning, in order, written only when asked for.
"""

from __future__ import annotations

from typing import Any, Final, final

from microciv.adapters import rewards
from microciv.core.codec import digest, plain
from microciv.core.errors import BadOption
from microciv.core.events import Event
from microciv.core.game import Game
from microciv.core.moves import SPECTATOR, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import open_game

MOST_DEALS: Final = 1_000_000
TRIED: Final = 3
"""The number of deals that are compared to see whether a game has any chance in it."""


@final
class Setting:
    """What all matches of an OpenSpiel game share: the game, where they begin, and the reward."""

    def __init__(
        self,
        name: str,
        options: dict[str, object],
        position: dict[str, object] | None = None,
        deals: int = 1,
        reward: str = rewards.WIN,
    ) -> None:
        if not 1 <= deals <= MOST_DEALS:
            raise BadOption(f"deals: expected a number from 1 to {MOST_DEALS}, not {deals}")
        self.name = name
        self.values = options
        self.game: Game = open_game(name, options)
        self.position = position
        self.reward = rewards.check(self.game, reward)
        self.wished = deals
        self.deals = deals if position is None and has_chance(self.game) else 1
        """The number of possible deals; 1 means that there is no chance node."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.name, self.values, self.position, self.wished, self.reward)

    def begin(self) -> Play:
        """A match before its deal; without chance, at its first decision or its position."""
        if self.position is not None:
            return Play(self, self.game.set_up(self.position), True)
        return Play(self, self.game.deal(0) if self.deals == 1 else None)


def has_chance(game: Game) -> bool:
    first = game.deal(0).position()
    return any([game.deal(seed).position() != first for seed in range(1, TRIED)])


@final
class Play:
    """One match, and what its seats remember."""

    def __init__(self, setting: Setting, state: State | None, found: bool = False) -> None:
        self.setting = setting
        self.state = state
        """None before the deal."""
        self.root = state.clone() if found and state is not None else None
        """The state at which the memories begin, if not at a deal. They begin with a digest of what
        each seat sees in it.
        """
        self.text = ""
        self.done: list[tuple[Seat, Move, int, str]] = []
        """By step: the seat, its move, the number of events before it, and what the seat was shown
        then (`shown`).
        """
        self.memories: dict[Seat, tuple[int, int, str]] = {}
        """By seat, how many of the steps and events are in its memory, and the memory's text."""
        self.shared = False

    def __deepcopy__(self, memo: object) -> Play:
        """Itself, marked as shared: whoever moves on makes a copy first."""
        self.shared = True
        return self

    def clone(self) -> Play:
        copy = Play(self.setting, None if self.state is None else self.state.clone())
        copy.root = self.root
        copy.text = self.text
        copy.done = self.done[:]
        copy.memories = self.memories.copy()
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the position, and each seat's memory so far."""
        seats = [*range(self.setting.game.seats), SPECTATOR]
        told = {seat: self.remembered(seat) for seat in seats} if self.state else {}
        position = None if self.state is None else self.state.position()
        return restore, (self.setting, position, str(self), told)

    def __str__(self) -> str:
        moves = [f"{seat} {move.text}" for seat, move, _when, _shown in self.done]
        return "\n".join([line for line in (self.text, *moves) if line])

    # --- what happens

    def deal(self, seed: int) -> None:
        self.state = self.setting.game.deal(seed)
        self.text = f"deal {seed}"

    def move(self, move: Move) -> None:
        """The first seat that is to act adds this step to its answer."""
        state = self.going()
        seat = state.to_act[0]
        self.done.append((seat, move, len(state.log), self.shown(seat)))
        state.apply(seat, move)

    def redealt(self, seat: Seat, seed: int) -> Play:
        """A match that looks the same to this seat, at the same moment. Seats that have already
        answered the open question get a legal answer, each step drawn uniformly; the memories of
        the other seats begin here.
        """
        state = self.going()
        rng = Rng(seed)
        dealt = self.setting.game.redeal(state.observe(seat), rng)
        dealt.quiet = False
        while dealt.to_act and state.to_act and dealt.to_act[0] != state.to_act[0]:
            legal = dealt.legal(dealt.to_act[0])
            dealt.apply(dealt.to_act[0], legal[rng.below(len(legal))])
        again = Play(self.setting, dealt, True)
        again.text = f"dealt again for {seat}: {seed}"
        again.memories[seat] = (0, 0, self.remembered(seat))
        return again

    # --- what is known

    def going(self) -> State:
        """The state.

        :raises ValueError: before the deal.
        """
        if self.state is None:
            raise ValueError("the match has not been dealt yet")
        return self.state

    def remembered(self, seat: Seat) -> str:
        """The seat's memory: all that it has heard and done, in order; empty before the deal."""
        if self.state is None:
            return ""
        if seat not in self.memories:
            self.memories[seat] = (0, 0, self.first(seat))
        moves, events, text = self.memories[seat]
        log = self.state.log
        lines = [text]
        for mover, move, when, shown in self.done[moves:]:
            if mover == seat:
                lines += [self.heard(event, seat) for event in log[events:when]]
                lines.append(f"{shown}> {move.text}\n")
                events = when
        lines += [self.heard(event, seat) for event in log[events:]]
        text = "".join(lines)
        self.memories[seat] = (len(self.done), len(log), text)
        return text

    def first(self, seat: Seat) -> str:
        """The first line of the seat's memory in a match that does not begin with a deal."""
        return "" if self.root is None else f"begin {digest(plain(self.root.observe(seat)))}\n"

    def heard(self, event: Event, seat: Seat) -> str:
        parts = event.seen_by(seat)[: len(event.kind.parts)]
        return " ".join([event.kind.name, *map(str, parts)]) + "\n"

    def shown(self, seat: Seat) -> str:
        """A line with what the seat sees and no event tells (`State.shown`), if there is any."""
        shown = self.going().shown(seat)
        return "" if shown is None else f"shown {shown}\n"

    def infostate(self, seat: Seat) -> str:
        """The information state string of a seat or a spectator: its memory, what it is shown, the
        open question, and whether the seat is to act. Equal strings are one information set.
        """
        if self.state is None:
            return ""
        asked = "?" if seat in self.state.to_act else "."
        phase = self.setting.game.phases[self.state.phase]
        return f"{self.remembered(seat)}{self.shown(seat)}{phase}{asked}"


def restore(
    setting: Setting, position: dict[str, object] | None, text: str, told: dict[Seat, str]
) -> Play:
    """A match from its pickle."""
    play = Play(setting, None if position is None else setting.game.set_up(position))
    play.text = text
    play.memories = {seat: (0, 0, memory) for seat, memory in told.items()}
    return play
