"""Complete answers compared: each is played on in the same worlds, and the best one is kept.

A turn has a dozen steps, so a tree of steps gets nowhere. Here an answer grows by *options*, each
of them a purchase with all its steps, a complete declaration, a complete discard. All options of
one moment are played on in the same dealt worlds (common random numbers), sensibly and as far as
the horizon says; what is clearly worse than the best so far is not played on in the other worlds.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move, Seat
from microciv.core.policy import Clock
from microciv.games.civ_card_game.cards import holds
from microciv.games.civ_card_game.moves import FIGHT, PEACE
from microciv.games.civ_card_game.policy.play import CivCardGamePolicy, turn_of
from microciv.games.civ_card_game.policy.turns import Shopping
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.menus import attackers
from microciv.games.civ_card_game.rules.phases import (
    BUYING,
    COLLECTING,
    CULL,
    DECLARING,
    DISCARD,
    DRAFT,
    FOUND,
    SURRENDER,
    TURN,
)
from microciv.games.civ_card_game.rules.purchases import drafted
from microciv.games.civ_card_game.rules.state import CivCardGameState

FIRST_LOOK: Final = 5  # worlds, before anything is dropped
LOOKS: Final = 2  # worlds between two looks
CLEARLY: Final = 2.0  # standard errors by which an option must be worse to be dropped
SETTING_UP: Final = 1000  # turns: the table is set for a whole match


@final
@mypyc_attr(acyclic=True)
class Option:
    """Some steps of an answer, and what came of them."""

    def __init__(self, steps: list[Move]) -> None:
        self.steps = steps
        self.values: list[float] = []
        """By world, the chance to win."""
        self.total = 0.0

    def mean(self) -> float:
        """The chance to win; 0.5 before it was looked at."""
        return self.total / len(self.values) if self.values else 0.5


@final
class AnswerSearch:
    """Finds the rest of one answer, option by option, in worlds dealt from an observation."""

    def __init__(
        self,
        policy: CivCardGamePolicy,
        worlds: list[CivCardGameState],
        seat: Seat,
        horizon: int,
        clock: Clock | None,
        end: float,
    ) -> None:
        self.policy = policy
        self.worlds = worlds
        self.seat = seat
        self.clock = clock
        self.end = end
        """When it has to be done, by the clock."""
        self.start: int = worlds[0].sets
        state = worlds[0]
        turns = max(1, horizon * state.seats)
        if state.phase in (DRAFT, FOUND):
            turns = SETTING_UP
        elif state.phase in (CULL, DISCARD) and horizon:
            turns += state.seats
        self.far: int = turn_of(state) + turns
        """The turn in which playouts stop."""
        self.first: int = self.far
        """The turn in which playouts are first judged: what a hand is good for only shows later."""
        if state.phase not in (DRAFT, FOUND, CULL, DISCARD):
            self.first = turn_of(state) + 1
        self.answer: list[Move] = []
        """The steps that are chosen."""
        self.looked = 0
        """How many worlds were played on."""

    def is_open(self) -> bool:
        state = self.worlds[0]
        return len(state.to_act) > 0 and state.sets == self.start

    def take(self, option: Option) -> None:
        self.answer += option.steps
        for world in self.worlds:
            self.carry_out(world, option.steps)

    def carry_out(self, state: CivCardGameState, steps: list[Move]) -> None:
        for step in steps:
            state.apply(self.seat, step)
            if state.sets != self.start or not state.to_act:
                return

    # --- comparing

    def weigh(self, options: list[Option]) -> Option:
        best, alive = options[0], options
        if len(options) == 1 or self.is_late():
            return best
        for number, world in enumerate(self.worlds):
            for option in alive:
                value = self.value(world, option)
                option.values.append(value)
                option.total += value
            seen = number + 1
            if self.is_late():
                break
            if seen >= FIRST_LOOK and (seen - FIRST_LOOK) % LOOKS == 0:
                best = best_of(alive)
                alive = [option for option in alive if not is_worse(option, best)]
                if len(alive) == 1:
                    return best
        return best_of(alive)

    def is_late(self) -> bool:
        clock = self.clock
        return clock is not None and clock() >= self.end

    def value(self, world: CivCardGameState, option: Option) -> float:
        """The chance to win in a world, if the answer goes on so: the mean of what it is as this
        turn ends, which chance has little part in, and after each round that is played on.
        """
        self.looked += 1
        state = world.clone()
        self.carry_out(state, option.steps)
        total, count = 0.0, 0
        stop = self.first
        while True:
            self.policy.play_on(state, stop)
            total += self.policy.evaluate(state)[self.seat]
            count += 1
            if stop >= self.far:
                return total / count
            stop = min(self.far, stop + state.seats)

    # --- options

    def options(self) -> list[Option]:
        """How the answer may go on; the first one is what a playout would do."""
        state = self.worlds[0]
        phase = state.phase
        if phase == TURN:
            draft = drafted(state, self.seat)
            stage = draft.stage
            if stage == BUYING:
                return self.purchases(state, draft)
            if stage == COLLECTING:
                return self.splits(state, draft)
            if stage == DECLARING and not draft.declared:
                return self.attacks(state, draft)
            return [Option([self.policy.step(state, self.seat)])]
        usual = self.policy.step(state, self.seat)
        if phase in (SURRENDER, DISCARD, CULL):
            return [Option([usual])]
        legal = state.legal(self.seat)
        return [Option([usual])] + [Option([move]) for move in legal if move is not usual]

    def purchases(self, state: CivCardGameState, draft: Draft) -> list[Option]:
        """The best few, one theft, and no more."""
        shopping = Shopping(state, self.seat, draft, self.policy.style_of(state, self.seat))
        ways = shopping.ways(state.legal(self.seat), self.policy.width)
        return [self.whole(state, steps) for steps in ways]

    def whole(self, state: CivCardGameState, steps: list[Move]) -> Option:
        """With all that is asked about the purchase: where, and what it is paid with."""
        trial = state.clone()
        self.carry_out(trial, steps)
        steps = steps[:]
        while trial.to_act and trial.sets == self.start:
            if drafted(trial, self.seat).stage in (BUYING, DECLARING):
                break
            step = self.policy.step(trial, self.seat)
            steps.append(step)
            trial.apply(self.seat, step)
        return Option(steps)

    def splits(self, state: CivCardGameState, draft: Draft) -> list[Option]:
        """As usual, or as much as can be of one resource."""
        style = self.policy.style_of(state, self.seat)
        usual = Shopping(state, self.seat, draft, style).splits()
        found = [Option(usual)]
        if len(usual) < len(draft.bonuses):
            return found
        for wanted in range(3):
            steps: list[Move] = []
            for index, (_plot, kinds, count) in enumerate(draft.bonuses):
                if kinds[0] == wanted:
                    steps.append(state.game.box.moves.splits[count])
                elif kinds[1] == wanted:
                    steps.append(state.game.box.moves.splits[0])
                else:
                    steps.append(usual[index])
            add_option(found, steps)
        return found

    def attacks(self, state: CivCardGameState, draft: Draft) -> list[Option]:
        """As a playout would; peace; each unit alone, and all together, against each neighbour."""
        trial = state.clone()
        usual: list[Move] = []
        while trial.to_act and trial.sets == self.start:
            step = self.policy.step(trial, self.seat)
            usual.append(step)
            trial.apply(self.seat, step)
        found = [Option(usual)]
        add_option(found, [PEACE])
        units = attackers(state.game, draft.hand)
        for target in state.game.neighbours(self.seat):
            everything: list[Move] = [
                state.game.box.moves.attack(target, card)
                for card in draft.hand
                if holds(units, card)
            ]
            if len(everything) > 1:
                add_option(found, [*everything, FIGHT])
            for card in units:
                add_option(found, [state.game.box.moves.attack(target, card), FIGHT])
        return found


def add_option(found: list[Option], steps: list[Move]) -> None:
    for option in found:
        if option.steps == steps:
            return
    found.append(Option(steps))


def best_of(options: list[Option]) -> Option:
    """The best so far, the first of equal ones."""
    best = options[0]
    for option in options:
        if option.total > best.total:
            best = option
    return best


def is_worse(option: Option, best: Option) -> bool:
    """Clearly, by what the two came to in the same worlds; or no different at all."""
    if option is best:
        return False
    count = len(option.values)
    mean = (best.total - option.total) / count
    squares = 0.0
    for index in range(count):
        away = best.values[index] - option.values[index] - mean
        squares += away * away
    error = sqrt(squares / (count * (count - 1)))
    return mean >= CLEARLY * error
