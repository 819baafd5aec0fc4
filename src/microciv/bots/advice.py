"""Advice: how good an answer is, judged only from what its seat sees.

The adviser of a game searches with the policy of the game's best level, or, in a game without one,
with the default policy. If the best bot finds complete answers in its own way, complete answers are
compared instead (`answers`). Every chance is a mean over playouts, with its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final, final

from microciv.bots.answers import (
    SEEDS,
    Answer,
    answer_of,
    compared,
    first_apart,
    play_on,
)
from microciv.bots.bot import Bot
from microciv.bots.levels import advisers, make_bot
from microciv.bots.search import Search, Verdict
from microciv.bots.searcher import SearchBudget, Searcher
from microciv.bots.why import TOO_CLOSE, WORLDS, Outcome, Why, why
from microciv.core.errors import MicrocivError
from microciv.core.game import Game
from microciv.core.moves import Move
from microciv.core.policy import Clock, Policy, usual_answer
from microciv.core.rng import Rng
from microciv.core.state import Observation

CHUNK: Final = 10  # worlds played between two checks of the clock
TOLD: Final = 4  # moves that are shown, at most
LEAST_TOLD: Final = (
    3  # moves that are shown at least, if so many are legal, even if the policy selects fewer
)
TRIED: Final = 12  # moves among which the additional ones are found
LEAST_WORLDS: Final = 10  # however small the budget is
CONFIRMS: Final = 3  # weighing an answer again takes this many times as long as the first time
CLEARLY: Final = 2.5
"""A loss is clear from this many standard errors on: strict, as a match has many losses to test."""


@final
@dataclass(frozen=True)
class Budget:
    """How long weighing one answer or step takes at most."""

    iterations: int = 400  # playouts
    seconds: float = 2.0  # for advisers with a clock


@final
@dataclass(frozen=True)
class Chance:
    """A chance to win, from 0 to 1, and its standard error."""

    value: float
    error: float


@final
@dataclass(frozen=True)
class Option:
    """A move, and the chance to win with it."""

    move: Move
    chance: Chance
    why: Why = TOO_CLOSE
    """For the best move, compared with the next; for the others, compared with the best."""


@final
@dataclass(frozen=True)
class Advice:
    """The moves that may be added to an answer now, the best first; and the steps that complete the
    answer after the best.
    """

    options: tuple[Option, ...]
    follows: tuple[Move, ...] = ()


@final
@dataclass(frozen=True)
class Ranked:
    """Given moves, compared with each other, the best first."""

    options: tuple[Option, ...]
    lead: Chance
    """The mean difference between the best and the next, in the same worlds."""


@final
@dataclass(frozen=True)
class Weighed:
    """One step of an answer, compared with the best step; or a complete answer, compared with the
    best one, in which case `played` and `best` are the first steps in which the two differ.
    """

    played: Move
    best: Move
    chance: Chance  # of what was played
    hope: Chance  # of the best
    why: Why = TOO_CLOSE  # why the best is better, once confirmed
    answers: tuple[Answer, Answer] | None = None  # the one that was played, and the best
    apart: float | None = None  # the standard error of the loss, if both had the same worlds
    gain: Chance | None = None  # how much better the answer is than the policy's default answer

    def loss(self) -> float:
        """What it cost, as a chance to win; at least 0."""
        return max(0.0, self.hope.value - self.chance.value)

    def error(self) -> float:
        """The standard error of the loss."""
        if self.apart is not None:
            return self.apart
        return sqrt(self.hope.error**2 + self.chance.error**2)

    def both(self) -> tuple[Answer, Answer]:
        """What was played, and the best: complete answers if these were compared, else steps."""
        return ((self.played,), (self.best,)) if self.answers is None else self.answers

    def is_best(self) -> bool:
        """Is what was played the best? If so, there is nothing to compare."""
        played, best = self.both()
        return played == best


@final
class Adviser:
    """Judges answers: complete ones if the game's best bot finds these, otherwise one step at a
    time. Without a clock, the same seed and questions give the same advice.
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
        self.weighs_answers = finds_answers(best)
        """Does it judge complete answers, or single steps?"""

    # --- before a choice

    def advise(self, seen: Observation) -> Advice:
        """The best of the moves that may be added to the answer now.

        :raises MicrocivError: if the seat is not to act.
        """
        if not seen.legal:
            raise MicrocivError("nothing is asked of this seat now")
        return self._advised(seen) if self.weighs_answers else self._searched(seen)

    def rank(self, seen: Observation, moves: list[Move]) -> Ranked:
        """Compare these moves, at least two, in the same worlds, whether or not the policy selects
        them.
        """
        if self.weighs_answers:
            found = self._compared(seen, _each(moves), 1.0)
        else:
            search = self._search(seen)
            self._run(search, 0.25, self._now())
            found = self._in_turns(search, moves, 0.75)
        options = self._told(seen, moves, found)
        first, second = [found[moves.index(option.move)] for option in options[:2]]
        return Ranked(options, _lead(first, second))

    # --- after it

    def weigh(self, seen: Observation, answer: Answer) -> Weighed:
        """Compare an answer with the best one: a complete answer if `weighs_answers`, otherwise a
        single step.

        A search finds the best step, and then plays both steps alternately. Only these playouts
        count: otherwise the best would look better than it is, and the others' trees would be
        adapted to it alone.
        """
        if self.weighs_answers:
            return self._weigh_whole(seen, answer)
        (played,) = answer
        search = self._search(seen)
        self._run(search, 0.5, self._now())
        best = _likeliest(search.verdict())[0]
        moves = [best] if best is played else [best, played]
        found = self._in_turns(search, moves, 0.5)
        weighed = Weighed(played, best, _chance(found[-1]), _chance(found[0]))
        return weighed if best is played else replace(weighed, apart=_lead(*found).error)

    def confirm(self, seen: Observation, weighed: Weighed) -> Weighed:
        """Compare the same two again, in fresh worlds and more of them, since in the first ones the
        best was selected for its results; and find why the better one is better.
        """
        if weighed.is_best():
            return weighed
        if not self.weighs_answers:
            search = self._search(seen)
            self._run(search, 1.0, self._now())
            hopes, played = self._in_turns(search, [weighed.best, weighed.played], CONFIRMS - 1.0)
            return self._settled(seen, weighed, hopes, played)
        answer, best = weighed.both()
        usual = usual_answer(self.policy, seen, Rng(self._next_seed()))
        played, hopes, plain = self._compared(seen, [answer, best, usual], CONFIRMS - 1.0)
        settled = self._settled(seen, weighed, hopes, played)
        blamed = self._blamed(seen, answer, best)
        return replace(settled, played=blamed, gain=_lead(played, plain))

    def outlook(self, seen: Observation, move: Move | None = None) -> Chance:
        """The seat's chance to win from here, or after this move of its own, if all play as the
        policy does. Compare it only with other outlooks, not with the chances of a search.
        """
        policy, rng = self.policy, Rng(self._next_seed())
        values: list[float] = []
        end = self._end(self.budget.seconds / 2)
        while len(values) < max(CHUNK, self.budget.iterations // 2):
            state = self.game.redeal(seen, rng)
            start = state.sets
            if not state.to_act:
                return Chance(Policy(self.game).evaluate(state)[seen.seat], 0.0)
            policy.begin(state)
            if move is not None:
                state.apply(seen.seat, move)
            play_on(policy, state, start, rng)
            values.append(policy.evaluate(state)[seen.seat])
            if len(values) % CHUNK == 0 and self._is_late(end):
                break
        return _mean(values)

    # --- inside

    def _next_seed(self) -> int:
        self._looks += 1
        return self._seed * 65_537 + self._looks

    def _searched(self, seen: Observation) -> Advice:
        """Advice by search: its best moves are compared again in the same worlds, with its trees.
        If the policy selects too few moves, others are added.
        """
        search, begun = self._search(seen), self._now()
        self._run(search, 0.25, begun)
        missing = min(LEAST_TOLD, len(seen.legal)) - len(search.menu)
        if missing <= 0:
            self._run(search, 0.5, begun)
        moves = _likeliest(search.verdict())[:TOLD]
        first, *follows = search.draw()
        if missing > 0:
            tried = self._others(seen, moves)
            means = [_chance(found).value for found in self._in_turns(search, tried, 0.25)]
            moves += _best(tried, means, missing)
        options = self._told(seen, moves, self._in_turns(search, moves, 0.5))
        return Advice(options, tuple(follows) if first is options[0].move else ())

    def _advised(self, seen: Observation) -> Advice:
        """Advice by the game's own bot: what it would play, and what else it considered. Chances
        come from our own playouts, since the bot may make few, and evaluate differently.
        """
        answer = answer_of(self._adviser(seen), seen, Rng(self._next_seed()))
        best, *follows = answer
        verdict: Verdict = self._adviser(seen).advise(seen)
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
            means = [_chance(found).value for found in self._compared(seen, _each(tried), 0.25)]
            moves += _best(tried, means, missing)
        found = self._compared(seen, [answer, *_each(moves[1:])], 0.5)
        options = self._told(seen, moves, found)
        first = options[0].move
        return Advice(options, tuple(follows) if first is best else self._rest(seen, first))

    def _rest(self, seen: Observation, move: Move) -> Answer:
        """The steps with which the policy would complete the answer after this one, as it does in
        playouts.
        """
        state = self.game.redeal(seen, Rng(self._next_seed()))
        start = state.sets
        state.apply(seen.seat, move)
        if state.sets != start or seen.seat not in state.to_act:
            return ()
        return usual_answer(self.policy, state.observe(seen.seat), Rng(self._next_seed()))

    def _told(
        self, seen: Observation, moves: list[Move], found: list[list[Outcome]]
    ) -> tuple[Option, ...]:
        """The moves as options, the best first, each with the reason why."""
        order = sorted(range(len(moves)), key=lambda index: -_chance(found[index]).value)
        options: list[Option] = []
        for rank, index in enumerate(order):
            beside = found[order[0 if rank else min(1, len(order) - 1)]]
            reason = why(self.policy, seen.seat, found[index], beside)
            options.append(Option(moves[index], _chance(found[index]), reason))
        return tuple(options)

    def _settled(
        self, seen: Observation, weighed: Weighed, hopes: list[Outcome], played: list[Outcome]
    ) -> Weighed:
        return replace(
            weighed,
            chance=_chance(played),
            hope=_chance(hopes),
            apart=_lead(hopes, played).error,
            why=why(self.policy, seen.seat, hopes, played),
        )

    def _blamed(self, seen: Observation, answer: Answer, best: Answer) -> Move:
        """The costliest step of the answer: the one at which the chance falls most and no later
        step regains it. Chances are those if the policy completes the answer. Steps that the best
        answer also has cost nothing.
        """
        begun = [answer[:count] for count in range(len(answer) + 1)]
        values = [_chance(found).value for found in self._compared(seen, begun, 1.0)]
        index = fall_at(values, [move not in best for move in answer])
        return first_apart(answer, best) if index is None else answer[index]

    def _others(self, seen: Observation, moves: list[Move]) -> list[Move]:
        """Other legal moves than these; if there are many, a few evenly spaced in their list."""
        others = [move for move in seen.legal if move not in moves]
        tried = min(TRIED, len(others))
        return [others[index * len(others) // tried] for index in range(tried)]

    def _weigh_whole(self, seen: Observation, answer: Answer) -> Weighed:
        """Compare an answer with that of the game's bot and the policy's default answer, in the
        same worlds; the better of these two is the best. If it only seems better by chance,
        `confirm` will show that.
        """
        rng = Rng(self._next_seed())
        best = answer_of(self._adviser(seen), seen, rng)
        usual = usual_answer(self.policy, seen, rng)
        played, hopes, plain = self._compared(seen, [answer, best, usual], 0.5)
        if _lead(plain, hopes).value > 0.0:
            best, hopes = usual, plain
        return Weighed(
            first_apart(answer, best),
            first_apart(best, answer),
            _chance(played),
            _chance(hopes),
            answers=(answer, best),
            apart=_lead(hopes, played).error,
            gain=_lead(played, plain),
        )

    def _compared(
        self, seen: Observation, answers: list[Answer], share: float
    ) -> list[list[Outcome]]:
        """The outcomes of these answers, in worlds that take this share of the budget."""
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

    def _adviser(self, seen: Observation) -> Any:  # noqa: ANN401  # a bot with `advise`
        adviser = best_adviser(self.game, seen.seat, self._next_seed())
        assert adviser is not None
        adviser.clock = self.clock
        return adviser

    def _run(self, search: Search, share: float, begun: float) -> None:
        """Search until this share of the budget has been used since the search was begun."""
        iterations = max(CHUNK, int(share * self.budget.iterations))
        end = begun + share * self.budget.seconds
        while search.iterations < iterations:
            search.run(min(CHUNK, iterations - search.iterations))
            if self._is_late(end):
                break

    def _in_turns(self, search: Search, moves: list[Move], share: float) -> list[list[Outcome]]:
        """The outcomes of these moves, in the same worlds, in this share of the budget."""
        rng = Rng(self._next_seed())
        found: list[list[Outcome]] = [[] for _ in moves]
        worlds = max(LEAST_WORLDS, int(share * self.budget.iterations) // len(moves))
        end = self._end(share * self.budget.seconds)
        for number in range(1, worlds + 1):
            fate = rng.below(SEEDS)
            for outcomes, move in zip(found, moves, strict=True):
                outcomes.append(_played(search, move, fate, keeps=number <= WORLDS))
            if number >= LEAST_WORLDS and self._is_late(end):
                break
        return found

    def _search(self, seen: Observation) -> Search:
        return Search(self.game, seen, self.policy, self._search_budget.rule, self._next_seed())

    def _end(self, seconds: float) -> float:
        return self._now() + seconds

    def _now(self) -> float:
        return 0.0 if self.clock is None else self.clock()

    def _is_late(self, end: float) -> bool:
        return self.clock is not None and self.clock() >= end


def is_clear(better: Chance, worse: Chance) -> bool:
    """Is `better` higher than `worse` by more than their errors explain (`CLEARLY`)?"""
    error = sqrt(better.error**2 + worse.error**2)
    return better.value - worse.value > CLEARLY * error


def weighs_answers(game: Game) -> bool:
    """Are complete answers weighed in this game, rather than single steps?"""
    return finds_answers(best_adviser(game, 0, 0))


def finds_answers(bot: Bot | None) -> bool:
    """Does the bot find complete answers in its own way, not by the common search?"""
    return bot is not None and not isinstance(bot, Searcher)


def best_adviser(game: Game, seat: int, seed: int) -> Bot | None:
    """The bot of the best level that can advise, without slips; None if there is none."""
    for level in advisers(game.name):
        bot = make_bot(level, game, seat, seed).at_its_best()
        if hasattr(bot, "advise"):
            return bot
    return None


def fall_at(values: list[float], counts: list[bool]) -> int | None:
    """The index of the step that lost most for good, among those for which `counts` is true; None
    if none lost anything. `values` are the chances before each step, and after the last. What a
    later step regains is not lost.
    """
    worst, most = None, 0.0
    for index in range(len(values) - 1):
        lost = max(values[index:]) - max(values[index + 1 :])
        if counts[index] and lost > most:
            worst, most = index, lost
    return worst


def _likeliest(verdict: Verdict) -> list[Move]:
    """The moves, ordered by the chance with which each should be played, then by times tried."""
    rows = sorted(
        zip(verdict.moves, verdict.shares, verdict.visits, strict=True),
        key=lambda row: (-row[1], -row[2]),
    )
    return [move for move, *_ in rows]


def _each(moves: list[Move]) -> list[Answer]:
    """For each of these moves, the incomplete answer of that move alone."""
    return [(move,) for move in moves]


def _best(moves: list[Move], means: list[float], most: int) -> list[Move]:
    """The moves with the highest means, at most this many."""
    order = sorted(range(len(moves)), key=lambda index: -means[index])
    return [moves[index] for index in order[:most]]


def bernoulli(value: float, visits: int) -> float:
    """The largest standard error that this mean of `visits` numbers from 0 to 1 may have, after one
    more win and one more loss.
    """
    likely = (value * visits + 1.0) / (visits + 2.0)
    return sqrt(likely * (1.0 - likely) / max(1, visits))


def _played(search: Search, move: Move, fate: int, *, keeps: bool) -> Outcome:
    """The outcome of this move in the world that the seed `fate` deals; if `keeps`, with the state
    in which play stopped.
    """
    arm = search.top.open([move])[0]
    search.among = [move]
    search.rng = Rng(fate)
    before = arm.total
    search.run(1)
    return Outcome(arm.total - before, search.ended if keeps else None)


def _chance(outcomes: list[Outcome]) -> Chance:
    return _mean([outcome.chance for outcome in outcomes])


def _mean(rewards: list[float]) -> Chance:
    """The mean of playouts, with the standard error from their variance."""
    count = len(rewards)
    value = sum(rewards) / count
    most = bernoulli(value, count)
    spread = sum([(reward - value) ** 2 for reward in rewards]) / max(1, count - 1)
    # Equal values prove little: the error is at least a tenth of the largest possible one.
    return Chance(value, min(most, max(most / 10, sqrt(spread / count))))


def _lead(better: list[Outcome], worse: list[Outcome]) -> Chance:
    """The mean difference in the same worlds, with its standard error; both are 0 if no world
    shows a difference.
    """
    count = len(better)
    apart = [one.chance - other.chance for one, other in zip(better, worse, strict=True)]
    value = sum(apart) / count
    if not any(apart):
        return Chance(0.0, 0.0)
    spread = sum([(one - value) ** 2 for one in apart]) / max(1, count - 1)
    # Equal values prove little, as in `_mean`.
    return Chance(value, max(bernoulli(0.5, count) / 10, sqrt(spread / count)))
