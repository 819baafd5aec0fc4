"""A match among bots of all kinds: levels, programs that speak lines, clients of a server.

A program that is lost in the midst of a match does not end it: the match is played on, and the seat
is counted as lost, with the last words of its program.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Final, final

from microciv.bots import Bot
from microciv.cli.bot_host_child import SeatLost
from microciv.cli.bot_host_seat import SECONDS, Conduct, TextBot, TextSeat
from microciv.cli.sitting import CLIENT, Sitting, bot_seed, seated_bots
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.study.matches import Ended, Lineup, ended

LAST_WORDS: Final = 20  # lines of a program's standard error that are kept of a loss


@final
@dataclass(frozen=True)
class Loss:
    """How a program was lost."""

    why: str
    tail: list[str]  # what it said last on standard error


@final
@dataclass
class Contest:
    """How a match ended, and how its programs behaved."""

    end: Ended
    conduct: dict[Seat, Conduct] = field(default_factory=dict)
    lost: dict[Seat, Loss] = field(default_factory=dict)

    def winners(self) -> list[Seat]:
        """The best of those who played to the end; nobody if none did."""
        there = [seat for seat in range(len(self.end.places)) if seat not in self.lost]
        best = min([self.end.places[seat] for seat in there], default=0)
        return [seat for seat in there if self.end.places[seat] == best]


def play_contest(
    game: Game,
    sittings: list[Sitting],
    seed: int,
    seconds: float = SECONDS,
    *,
    recorded: bool = False,
) -> Contest:
    """Play one match. The same seed is the same match, if the programs are such that it can be."""
    if any([sitting.kind == CLIENT for sitting in sittings]):
        from microciv.cli.contest_site import play_at_site

        return play_at_site(game, sittings, seed, seconds, recorded=recorded)
    if all([sitting.kind == "bot" for sitting in sittings]):
        levels = [sitting.level for sitting in sittings]
        return Contest(Lineup(game, levels).play(seed, recorded=recorded))
    return _play_here(game, sittings, seed, seconds, recorded=recorded)


def _play_here(
    game: Game, sittings: list[Sitting], seed: int, seconds: float, *, recorded: bool
) -> Contest:
    current = Match(game, seed)
    names = [sitting.token() for sitting in sittings]
    with ExitStack() as stack:
        bots = seated_bots(game, sittings, seed)
        seated: dict[Seat, SteadySeat] = {}
        for seat, sitting in enumerate(sittings):
            if sitting.kind != "bot":
                seated[seat] = SteadySeat(game, seat, bot_seed(seed, seat), sitting.level, seconds)
                stack.callback(seated[seat].quit)
        for program in seated.values():
            program.begin(names)
        play_on(current, {**bots, **seated})
        for program in seated.values():
            program.over(current)
    return Contest(
        ended(current, recorded=recorded),
        {seat: program.conduct for seat, program in seated.items()},
        {seat: program.loss for seat, program in seated.items() if program.loss is not None},
    )


def play_on(current: Match, bots: dict[int, Bot]) -> None:
    """Let the bots play to the end."""
    heard = dict.fromkeys(bots, 0)
    to_act = current.to_act()
    while to_act:
        seat = to_act[0]
        events = current.heard(seat, heard[seat])
        heard[seat] += len(events)
        bots[seat].hear(events)
        current.play(seat, bots[seat].choose(current.observe(seat)).text)
        to_act = current.to_act()


@final
class SteadySeat(Bot):
    """A program's seat; when that is lost, the game plays its time-out moves to the end."""

    def __init__(self, game: Game, seat: Seat, seed: int, command: str, seconds: float) -> None:
        super().__init__(game, seat, seed)
        self.loss: Loss | None = None
        self._said: deque[str] = deque(maxlen=LAST_WORDS)
        self._bot: TextBot | None = None
        try:
            program = TextSeat(command, self._said.append, seconds)
        except SeatLost as lost:
            self._lose(lost)
        else:
            self._bot = TextBot(game, seat, seed, program)

    @property
    def conduct(self) -> Conduct:
        return Conduct() if self._bot is None else self._bot.program.conduct

    def begin(self, names: list[str]) -> None:
        """A match begins, with these in its seats."""
        if self._bot is not None and self.loss is None:
            try:
                self._bot.begin(names)
            except SeatLost as lost:
                self._lose(lost)

    def hear(self, events: list[Heard]) -> None:
        if self._bot is not None:
            self._bot.hear(events)

    def choose(self, seen: Observation) -> Move:
        if self._bot is not None and self.loss is None:
            try:
                return self._bot.choose(seen)
            except SeatLost as lost:
                self._lose(lost)
        return self.game.absent(seen)

    def over(self, match: Match) -> None:
        """The match is over. Who ends now has played it."""
        if self._bot is not None and self.loss is None:
            try:
                self._bot.over(match)
            except SeatLost:
                return

    def quit(self) -> None:
        if self._bot is not None:
            self._bot.program.quit()

    def _lose(self, lost: SeatLost) -> None:
        self.loss = Loss(str(lost), list(self._said))
