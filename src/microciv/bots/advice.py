"""What a good player would think of an answer, from what its seat sees and nothing else.

The adviser of a game searches with the policy of the game's best level; a game without one is
searched as it is. Where the best bot plans complete answers in its own way, complete answers are
compared (`answers`). Every chance is a mean of playouts, and comes with its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final, TypeAlias, final

from microciv.bots.answers import (
    Answer,
    answer_of,
    compared,
    first_apart,
    picked,
    play_on,
    usual_answer,
)
from microciv.bots.bot import Bot, Clock
from microciv.bots.levels import levels, make_bot
from microciv.bots.search import Policy, Search, SearchBudget, Searcher, Verdict
from microciv.core.errors import MicrocivError
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.policy import NO_REASON, Reason
from microciv.core.rng import Rng
from microciv.core.state import Observation

BEST_FIRST: Final = ("hard", "expert", "medium")
"""Levels whose bot may advise; `hard` has the best policy, without a style."""
SPEAKS: Final = "easy"
"""The level that says why."""
CHUNK: Final = 10  # worlds between two looks at the clock
TOLD: Final = 4  # moves that are compared where the game's planner advises
LEAST_TOLD: Final = (
    3  # moves that are shown at least, if there are as many, whatever the policy looks at
)
TRIED: Final = 12  # moves that these are found among
WORLDS: Final = 60  # in which what follows from a move is looked at
LEAST_WORLDS: Final = 10  # of them, if time or iterations are short
TELLING: Final = 0.2  # by how much an event has to be more or less frequent to be a reason
CLEARLY: Final = 2.5
"""A difference of fewer standard errors than this may be none: there are many in a match."""
CONCERNED: Final = ("seat", "target", "receiver", "owner", "other")
"""Parts of an event that are seats it happens to."""

World: TypeAlias = tuple[set[Heard], float]
"""What a seat hears in a world, and its chance to win there."""


@final
@dataclass(frozen=True)
class Budget:
    """How long a look at one step of an answer takes at the most."""

    iterations: int = 400
    seconds: float = 2.0  # for advisers that have a clock


@final
@dataclass(frozen=True)
class Chance:
    """A chance to win, from 0 to 1, and its standard error."""

    value: float
    error: float


@final
@dataclass(frozen=True)
class Option:
    """A move, how likely it should be played, and what that is worth."""

    move: Move
    share: float
    chance: Chance


@final
@dataclass(frozen=True)
class Advice:
    """What may be added to an answer now, the best first; and how the best goes on."""

    options: tuple[Option, ...]
    follows: tuple[Move, ...] = ()


@final
@dataclass(frozen=True)
class Telling:
    """An event that follows more often from one move than from another, and how often of each."""

    heard: Heard
    better: float
    played: float


@final
@dataclass(frozen=True)
class Weighed:
    """One step of an answer beside the best that there was; or a complete one, told by the first
    steps that the two have not in common.
    """

    played: Move
    best: Move
    chance: Chance  # of what was played
    hope: Chance  # of the best
    telling: Telling | None = None
    why: Reason = NO_REASON
    answers: tuple[Answer, Answer] | None = None  # the one that was played and the best
    apart: float | None = None  # the standard error of the loss, if both had the same worlds
    gain: Chance | None = None  # by how much what was played betters what the policy would play

    def loss(self) -> float:
        """What the step cost, 0 at the least."""
        return max(0.0, self.hope.value - self.chance.value)

    def error(self) -> float:
        if self.apart is not None:
            return self.apart
        return sqrt(self.hope.error**2 + self.chance.error**2)

    def both(self) -> tuple[Answer, Answer]:
        return ((self.played,), (self.best,)) if self.answers is None else self.answers


@final
class Adviser:
    """Looks at one seat's answers: at complete ones where the game's best bot plans them, else at
    one step at a time. Without a clock the same seed finds the same.
    """

    def __init__(
        self, game: Game, budget: Budget | None = None, seed: int = 0, clock: Clock | None = None
    ) -> None:
        self.game = game
        self.budget = Budget() if budget is None else budget
        self.clock = clock
        self._seed = seed
        self._looks = 0
        best = best_adviser(game, 0, seed)
        policy = getattr(best, "policy", None)
        self.policy = policy if isinstance(policy, Policy) else Policy(game)
        self._search_budget = (
            best.budget if isinstance(best, Searcher) else SearchBudget(self.budget.iterations)
        )
        self.plans_answers = is_planner(best)
        """Are complete answers weighed?"""

    # --- before a choice

    def advise(self, seen: Observation) -> Advice:
        """What it makes of every move that may be added to the answer now.

        :raises MicrocivError: if nothing is asked of the seat.
        """
        if not seen.legal:
            raise MicrocivError("nothing is asked of this seat now")
        if self.plans_answers:
            return self._planned(seen)
        search = self._search(seen)
        self._run(search, 0.25)
        missing = min(LEAST_TOLD, len(seen.legal)) - len(search.menu)
        if missing <= 0:
            self._run(search, 1.0, 0.25)
        options = _options(search.verdict())
        first, *follows = search.draw()
        if missing > 0:
            options = self._with_more(search, options, missing)
        return Advice(options, tuple(follows) if first is options[0].move else ())

    # --- after it

    def weigh(self, seen: Observation, answer: Answer) -> Weighed:
        """What was played beside the best; the answer is complete if `plans_answers`, else a step.
        A search finds the best step; going on, it then plays both in turns, and only this counts:
        else the best would look better than it is, and the others would have prepared for one of
        them alone.
        """
        if self.plans_answers:
            return self._weigh_whole(seen, answer)
        (played,) = answer
        search = self._search(seen)
        self._run(search, 0.5)
        best = _options(search.verdict())[0].move
        moves = [best] if best is played else [best, played]
        hope, *chance = self._in_turns(search, moves)
        return Weighed(played, best, chance[0] if chance else hope, hope)

    def reasons(
        self, seen: Observation, weighed: Weighed, quiet: frozenset[str] = frozenset()
    ) -> Weighed:
        """The same, with what speaks for the better move; `quiet` events are no reasons."""
        rng = Rng(self._next_seed())
        answer, best = weighed.both()
        better = self._worlds(seen, best, rng)
        played = self._worlds(seen, answer, rng)
        moves = (*best, *answer)
        telling = most_telling(self.game, seen, moves, better, played, quiet)
        why = self._said(seen, best, weighed.best)
        return replace(weighed, telling=telling, why=why)

    def outlook(self, seen: Observation, move: Move | None = None) -> Chance:
        """The seat's chance to win from here on, or from this move of its own, if all play as the
        policy does: to be compared with others like it, not with what a search finds.
        """
        policy, rng = self.policy, Rng(self._next_seed())
        values: list[float] = []
        end = self._end(self.budget.seconds / 2)
        while len(values) < max(CHUNK, self.budget.iterations // 2):
            state = self.game.redeal(seen, rng)
            start = state.sets
            if not state.owing:
                return Chance(Policy(self.game).evaluate(state)[seen.seat], 0.0)
            policy.begin(state)
            if move is not None:
                state.apply(seen.seat, move)
            values.append(play_on(policy, state, start, rng)[seen.seat])
            if len(values) % CHUNK == 0 and self._is_late(end):
                break
        return _mean(values)

    # --- its own

    def _next_seed(self) -> int:
        self._looks += 1
        return self._seed * 65_537 + self._looks

    def _planned(self, seen: Observation) -> Advice:
        """What the game's own planner would play, and what else it looked at; chances are of our
        own playouts, as it may compare few and count otherwise.
        """
        planned = answer_of(self._planner(seen), seen, Rng(self._next_seed()))
        best, *follows = planned
        verdict: Verdict = self._planner(seen).advise(seen)
        looked = [
            (-value, move.index)
            for move, visits, value in zip(
                verdict.moves, verdict.visits, verdict.values, strict=True
            )
            if visits and move is not best
        ]
        others = [self.game.moves.all[index] for _, index in sorted(looked)]
        moves = [best, *others[: TOLD - 1]]
        missing = min(LEAST_TOLD, len(seen.legal)) - len(moves)
        if missing > 0:
            tried = self._others(seen, moves)
            means = [_mean(found).value for found in self._compared(seen, _each(tried), 0.25)]
            moves += _best(tried, means, missing)
        found = self._compared(seen, [planned, *_each(moves[1:])], 0.5)
        options = [
            Option(move, float(move is best), _mean(values))
            for move, values in zip(moves, found, strict=True)
        ]
        top = max(range(len(moves)), key=lambda place: options[place].chance.value)
        lead = _difference(found[top], found[0])
        # The planner counts otherwise, and may err.
        options = _settled(options, is_better=lead.value > CLEARLY * lead.error)
        return Advice(tuple(options), tuple(follows) if options[0].move is best else ())

    def _with_more(
        self, search: Search, options: tuple[Option, ...], missing: int
    ) -> tuple[Option, ...]:
        """Some moves more than the policy looks at, in the trees of the search that it led."""
        moves = [option.move for option in options]
        tried = self._others(search.seen, moves)
        means = [chance.value for chance in self._in_turns(search, tried, 0.25)]
        moves += _best(tried, means, missing)
        shares = [*[option.share for option in options], *[0.0] * missing]
        chances = self._in_turns(search, moves)
        more = [Option(*one) for one in zip(moves, shares, chances, strict=True)]
        top = max(chances, key=lambda chance: chance.value)
        return tuple(_settled(more, is_better=is_clear(top, chances[0])))

    def _others(self, seen: Observation, moves: list[Move]) -> list[Move]:
        """Moves beside these, from all over the menu if there are many."""
        others = [move for move in seen.legal if move not in moves]
        tried = min(TRIED, len(others))
        return [others[place * len(others) // tried] for place in range(tried)]

    def _weigh_whole(self, seen: Observation, answer: Answer) -> Weighed:
        """An answer beside the one that the planner finds and the one that the policy would give,
        in the same worlds. Neither is chosen for how it does in them, but for one case: the
        policy's is the best if it is clearly better than the planner's.
        """
        rng = Rng(self._next_seed())
        best = answer_of(self._planner(seen), seen, rng)
        usual = usual_answer(self.game, self.policy, seen, rng)
        played, hopes, plain = self._compared(seen, [answer, best, usual], 0.5)
        lead = _difference(plain, hopes)
        if lead.value > CLEARLY * lead.error:
            best, hopes = usual, plain
        return Weighed(
            first_apart(answer, best),
            first_apart(best, answer),
            _mean(played),
            _mean(hopes),
            answers=(answer, best),
            apart=_difference(hopes, played).error,
            gain=_difference(played, plain),
        )

    def _compared(
        self, seen: Observation, answers: list[Answer], share: float
    ) -> list[list[float]]:
        """What these answers come to in worlds that take this share of the budget."""
        most = int(share * self.budget.iterations) // len(answers)
        end = self._end(share * self.budget.seconds)
        return compared(
            self.game,
            self.policy,
            seen,
            answers,
            max(LEAST_WORLDS, most),
            self._next_seed(),
            lambda worlds: worlds >= LEAST_WORLDS and self._is_late(end),
        )

    def _planner(self, seen: Observation) -> Any:  # noqa: ANN401  # a bot with `advise`
        planner = best_adviser(self.game, seen.seat, self._next_seed())
        assert planner is not None
        planner.clock = self.clock
        return planner

    def _run(self, search: Search, share: float, since: float = 0.0) -> None:
        """Search for this share of the budget, of which some has been searched for."""
        iterations = max(CHUNK, int(share * self.budget.iterations))
        end = self._end((share - since) * self.budget.seconds)
        while search.iterations < iterations:
            search.run(min(CHUNK, iterations - search.iterations))
            if self._is_late(end):
                break

    def _in_turns(self, search: Search, moves: list[Move], share: float = 0.5) -> list[Chance]:
        """What each of these moves is worth, played equally often in this share of the budget."""
        rewards: list[list[float]] = [[] for _ in moves]
        rounds = max(1, int(share * self.budget.iterations) // (CHUNK * len(moves)))
        end = self._end(share * self.budget.seconds)
        for _each in range(rounds):
            for place, move in enumerate(moves):
                rewards[place] += _played(search, move)
            if self._is_late(end):
                break
        return [_mean(found) for found in rewards]

    def _search(self, seen: Observation) -> Search:
        return Search(self.game, seen, self.policy, self._search_budget.rule, self._next_seed())

    def _end(self, seconds: float) -> float:
        return 0.0 if self.clock is None else self.clock() + seconds

    def _is_late(self, end: float) -> bool:
        return self.clock is not None and self.clock() >= end

    def _worlds(self, seen: Observation, answer: Answer, rng: Rng) -> list[World]:
        """What may come of it: what the seat hears until it is asked the same kind of thing
        again, and the chance to win that it has in the end.
        """
        policy, seat = self.policy, seen.seat
        worlds: list[World] = []
        end = self._end(self.budget.seconds)
        for _ in range(max(LEAST_WORLDS, min(WORLDS, self.budget.iterations // 4))):
            state = self.game.redeal(seen, rng)
            policy.begin(state)
            state.quiet = False
            start, phase = state.sets, state.phase
            for move in answer:
                state.apply(seat, move)
            while state.owing and (state.sets == start or not policy.is_far(state, start)):
                again = state.phase == phase and seat in state.owing
                if not state.quiet and state.sets != start and again:
                    state.quiet = True
                state.apply_all([picked(policy, state, other, rng) for other in state.owing])
            worlds.append((set(state.heard(seat)), policy.evaluate(state)[seat]))
            if self._is_late(end) and len(worlds) >= LEAST_WORLDS:
                break
        return worlds

    def _said(self, seen: Observation, answer: Answer, best: Move) -> Reason:
        """Why a bot that says so would play this step of the answer, if it would."""
        if SPEAKS not in levels(self.game.name):
            return NO_REASON
        state = self.game.redeal(seen, Rng(self._seed))
        for move in answer[: answer.index(best)]:
            state.apply(seen.seat, move)
        bot = make_bot(SPEAKS, self.game, seen.seat, self._seed).at_its_best()
        asked = seen if answer[0] is best else state.observe(seen.seat)
        return bot.why if bot.choose(asked) is best else NO_REASON


def is_clear(better: Chance, worse: Chance) -> bool:
    """Is the one better than the other, for all that their errors may explain?"""
    error = sqrt(better.error**2 + worse.error**2)
    return better.value - worse.value > CLEARLY * error


def plans_answers(game: Game) -> bool:
    """Are complete answers weighed in this game, or their steps?"""
    return is_planner(best_adviser(game, 0, 0))


def is_planner(bot: Bot | None) -> bool:
    """Does the bot plan complete answers, in its own way?"""
    return bot is not None and not isinstance(bot, Searcher)


def best_adviser(game: Game, seat: int, seed: int) -> Bot | None:
    """The bot of the best level that can advise; None: there is none."""
    known = levels(game.name)
    for level in BEST_FIRST:
        if level in known:
            bot = make_bot(level, game, seat, seed).at_its_best()
            if hasattr(bot, "advise"):
                return bot
    return None


def most_telling(
    game: Game,
    seen: Observation,
    moves: Answer,
    better: list[World],
    played: list[World],
    quiet: frozenset[str] = frozenset(),
) -> Telling | None:
    """The event that speaks most for the better move: how much more or less often it comes, times
    by how much more is won where it does. What is as certain with one move as it is impossible
    with the other only says the move again.
    """
    kinds = {kind.name: kind.parts for kind in game.events}
    own = {value for move in moves for value in move.parts().values()}
    everywhere = [*better, *played]
    best: Telling | None = None
    most = 0.0
    for heard in sorted(set().union(*[events for events, _ in everywhere])):
        name, values = heard
        often, seldom = _frequency(heard, better), _frequency(heard, played)
        parts = dict(zip(kinds[name], values, strict=False))
        told = {game.part_text(part, value) for part, value in parts.items() if part != "seat"}
        restated = {often, seldom} == {0.0, 1.0} or (bool(told) and told <= own)
        if name in quiet or "seat" not in parts or restated or abs(often - seldom) < TELLING:
            continue
        # A person who is told of it sees at once how it concerns them.
        near = 1.0 if seen.seat in [parts[part] for part in CONCERNED if part in parts] else 0.5
        speaks = near * (often - seldom) * _worth(heard, everywhere)
        if speaks > most:
            best, most = Telling(heard, often, seldom), speaks
    return best


def _frequency(heard: Heard, worlds: list[World]) -> float:
    return len([1 for events, _ in worlds if heard in events]) / len(worlds)


def _worth(heard: Heard, worlds: list[World]) -> float:
    """How much better the seat stands where it heard this than where it did not."""
    there = [value for events, value in worlds if heard in events]
    elsewhere = [value for events, value in worlds if heard not in events]
    if not there or not elsewhere:
        return 0.0
    return sum(there) / len(there) - sum(elsewhere) / len(elsewhere)


def _options(verdict: Verdict) -> tuple[Option, ...]:
    """The moves of a verdict, the best first: what should be played, then what was looked at."""
    options = [
        (-share, -visits, place, Option(move, share, Chance(value, bernoulli(value, visits))))
        for place, (move, share, visits, value) in enumerate(
            zip(verdict.moves, verdict.shares, verdict.visits, verdict.values, strict=True)
        )
    ]
    return tuple([option for *_, option in sorted(options, key=lambda row: row[:3])])


def _settled(options: list[Option], *, is_better: bool) -> list[Option]:
    """The best first: the one that is advised, unless the one with most chances is better."""
    if is_better:
        top = max(options, key=lambda option: option.chance.value)
        options = [replace(option, share=float(option is top)) for option in options]
    return sorted(options, key=lambda option: (-option.share, -option.chance.value))


def _each(moves: list[Move]) -> list[Answer]:
    """Answers that begin with one of these moves each."""
    return [(move,) for move in moves]


def _best(moves: list[Move], means: list[float], most: int) -> list[Move]:
    """The moves with the highest means, at most this many."""
    places = sorted(range(len(moves)), key=lambda place: -means[place])
    return [moves[place] for place in places[:most]]


def bernoulli(value: float, visits: int) -> float:
    """The largest standard error of a mean of this many numbers between 0 and 1, allowing for one
    more win and one more loss.
    """
    likely = (value * visits + 1.0) / (visits + 2.0)
    return sqrt(likely * (1.0 - likely) / max(1, visits))


def _played(search: Search, move: Move) -> list[float]:
    """What some worlds that begin with this move are worth."""
    arm = search.top.open([move])[0]
    search.among = [move]
    rewards: list[float] = []
    for _ in range(CHUNK):
        before = arm.total
        search.run(1)
        rewards.append(arm.total - before)
    return rewards


def _mean(rewards: list[float]) -> Chance:
    """The mean of some playouts; its error from how far they scatter."""
    count = len(rewards)
    value = sum(rewards) / count
    most = bernoulli(value, count)
    spread = sum([(reward - value) ** 2 for reward in rewards]) / max(1, count - 1)
    # All of them alike prove little: never less than a tenth of what could be.
    return Chance(value, min(most, max(most / 10, sqrt(spread / count))))


def _difference(better: list[float], worse: list[float]) -> Chance:
    """The mean difference in the same worlds, and its error; 0 if there is none in any."""
    count = len(better)
    apart = [one - other for one, other in zip(better, worse, strict=True)]
    value = sum(apart) / count
    if not any(apart):
        return Chance(0.0, 0.0)
    spread = sum([(one - value) ** 2 for one in apart]) / max(1, count - 1)
    # All of them alike prove little, as with `_mean`.
    return Chance(value, max(bernoulli(0.5, count) / 10, sqrt(spread / count)))
