"""What a good player would think of an answer, from what its seat sees and nothing else.

The adviser of a game searches with the policy of the game's best level; a game without one is
searched as it is. Where the best bot finds complete answers in its own way, complete answers are
compared (`answers`). Every chance is a mean of playouts, and comes with its standard error.
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

CHUNK: Final = 10  # worlds between two looks at the clock
TOLD: Final = 4  # moves that are compared where the game's own bot advises
LEAST_TOLD: Final = (
    3  # moves that are shown at least, if there are as many, whatever the policy looks at
)
TRIED: Final = 12  # moves that these are found among
LEAST_WORLDS: Final = 10  # however short time or iterations are
CONFIRMS: Final = 3  # times as long as the first look is the second
CLEARLY: Final = 2.5
"""A difference of fewer standard errors than this may be none: there are many in a match."""


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
    """A move and what it is worth."""

    move: Move
    chance: Chance
    why: Why = TOO_CLOSE
    """The best beside the next; the others beside the best."""


@final
@dataclass(frozen=True)
class Advice:
    """What may be added to an answer now, the best first; and how the best goes on."""

    options: tuple[Option, ...]
    follows: tuple[Move, ...] = ()


@final
@dataclass(frozen=True)
class Ranked:
    """All of some moves beside each other, the best first."""

    options: tuple[Option, ...]
    lead: Chance
    """By how much the best is ahead of the next, in the same worlds."""


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
    why: Why = TOO_CLOSE  # what speaks for the best, once that was looked into
    answers: tuple[Answer, Answer] | None = None  # the one that was played and the best
    apart: float | None = None  # the standard error of the loss, if both had the same worlds
    gain: Chance | None = None  # by how much what was played betters what the policy would play

    def loss(self) -> float:
        """What the step cost, 0 at the least."""
        return max(0.0, self.hope.value - self.chance.value)

    def error(self) -> float:
        """The standard error of the loss."""
        if self.apart is not None:
            return self.apart
        return sqrt(self.hope.error**2 + self.chance.error**2)

    def both(self) -> tuple[Answer, Answer]:
        """What was played and the best: complete answers where they were compared, else a step."""
        return ((self.played,), (self.best,)) if self.answers is None else self.answers

    def is_best(self) -> bool:
        """Is what was played the best? Then there is nothing to compare."""
        played, best = self.both()
        return played == best


@final
class Adviser:
    """Looks at one seat's answers: at complete ones where the game's best bot does so, else at
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
        self.weighs_answers = finds_answers(best)
        """Are complete answers weighed?"""

    # --- before a choice

    def advise(self, seen: Observation) -> Advice:
        """What it makes of every move that may be added to the answer now.

        :raises MicrocivError: if nothing is asked of the seat.
        """
        if not seen.legal:
            raise MicrocivError("nothing is asked of this seat now")
        return self._advised(seen) if self.weighs_answers else self._searched(seen)

    def rank(self, seen: Observation, moves: list[Move]) -> Ranked:
        """What each of these moves comes to, two at the least, in the same worlds; what the policy
        looks at or not.
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
        """What was played beside the best; the answer is complete if `weighs_answers`, else a step.
        A search finds the best step; going on, it then plays both in turns, and only this counts:
        else the best would look better than it is, and the others would have prepared for one of
        them alone.
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
        """The same two in fresh worlds, and in more of them, as the first look chose the best by
        what it saw; and why the better one is better.
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
        """The seat's chance to win from here on, or from this move of its own, if all play as the
        policy does: to be compared with others like it, not with what a search finds.
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

    # --- its own

    def _next_seed(self) -> int:
        self._looks += 1
        return self._seed * 65_537 + self._looks

    def _searched(self, seen: Observation) -> Advice:
        """By a search, and then by what its best moves come to in the same worlds; in its trees,
        some moves more than the policy looks at, if there are few.
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
        """What the game's own bot would play, and what else it looked at; chances are of our
        own playouts, as it may compare few and count otherwise.
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
        """How the policy would go on after this step, as the playouts have."""
        state = self.game.redeal(seen, Rng(self._next_seed()))
        start = state.sets
        state.apply(seen.seat, move)
        if state.sets != start or seen.seat not in state.to_act:
            return ()
        return usual_answer(self.policy, state.observe(seen.seat), Rng(self._next_seed()))

    def _told(
        self, seen: Observation, moves: list[Move], found: list[list[Outcome]]
    ) -> tuple[Option, ...]:
        """The best first, by its chance in the same worlds as the others; and why."""
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
        """The step of the answer that cost most of what no later step brought back: each is judged
        by how the policy would go on from it. Steps that the best answer has, too, cost nothing.
        """
        begun = [answer[:count] for count in range(len(answer) + 1)]
        values = [_chance(found).value for found in self._compared(seen, begun, 1.0)]
        index = fall_at(values, [move not in best for move in answer])
        return first_apart(answer, best) if index is None else answer[index]

    def _others(self, seen: Observation, moves: list[Move]) -> list[Move]:
        """Moves beside these, from all over the menu if there are many."""
        others = [move for move in seen.legal if move not in moves]
        tried = min(TRIED, len(others))
        return [others[index * len(others) // tried] for index in range(tried)]

    def _weigh_whole(self, seen: Observation, answer: Answer) -> Weighed:
        """An answer beside the one that the game's bot finds and the one that the policy would
        give, in the same worlds. The better of the two is the best; where it seems much better only
        by chance, a second look tells.
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

    def _adviser(self, seen: Observation) -> Any:  # noqa: ANN401  # a bot with `advise`
        adviser = best_adviser(self.game, seen.seat, self._next_seed())
        assert adviser is not None
        adviser.clock = self.clock
        return adviser

    def _run(self, search: Search, share: float, begun: float) -> None:
        """Search for this share of the budget, all since it was begun included."""
        iterations = max(CHUNK, int(share * self.budget.iterations))
        end = begun + share * self.budget.seconds
        while search.iterations < iterations:
            search.run(min(CHUNK, iterations - search.iterations))
            if self._is_late(end):
                break

    def _in_turns(self, search: Search, moves: list[Move], share: float) -> list[list[Outcome]]:
        """What comes of each of these moves, in the same worlds, in this share of the budget."""
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
    """Is the one better than the other, for all that their errors may explain?"""
    error = sqrt(better.error**2 + worse.error**2)
    return better.value - worse.value > CLEARLY * error


def weighs_answers(game: Game) -> bool:
    """Are complete answers weighed in this game, or their steps?"""
    return finds_answers(best_adviser(game, 0, 0))


def finds_answers(bot: Bot | None) -> bool:
    """Does the bot find complete answers, in its own way?"""
    return bot is not None and not isinstance(bot, Searcher)


def best_adviser(game: Game, seat: int, seed: int) -> Bot | None:
    """The bot of the best level that can advise; None: there is none."""
    for level in advisers(game.name):
        bot = make_bot(level, game, seat, seed).at_its_best()
        if hasattr(bot, "advise"):
            return bot
    return None


def fall_at(values: list[float], counts: list[bool]) -> int | None:
    """By how the chance went from step to step: the step that cost most for good, of those that
    count. What a later step brings back is not lost; None: nothing is.
    """
    worst, most = None, 0.0
    for index in range(len(values) - 1):
        lost = max(values[index:]) - max(values[index + 1 :])
        if counts[index] and lost > most:
            worst, most = index, lost
    return worst


def _likeliest(verdict: Verdict) -> list[Move]:
    """First what should be played most likely, then what was looked at most."""
    rows = sorted(
        zip(verdict.moves, verdict.shares, verdict.visits, strict=True),
        key=lambda row: (-row[1], -row[2]),
    )
    return [move for move, *_ in rows]


def _each(moves: list[Move]) -> list[Answer]:
    """Answers that begin with one of these moves each."""
    return [(move,) for move in moves]


def _best(moves: list[Move], means: list[float], most: int) -> list[Move]:
    """The moves with the highest means, at most this many."""
    order = sorted(range(len(moves)), key=lambda index: -means[index])
    return [moves[index] for index in order[:most]]


def bernoulli(value: float, visits: int) -> float:
    """The largest standard error of a mean of this many numbers between 0 and 1, allowing for one
    more win and one more loss.
    """
    likely = (value * visits + 1.0) / (visits + 2.0)
    return sqrt(likely * (1.0 - likely) / max(1, visits))


def _played(search: Search, move: Move, fate: int, *, keeps: bool) -> Outcome:
    """What comes of this move in the world that the seed deals, and where it ended if that is
    kept.
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
    """The mean of some playouts; its error from how far they scatter."""
    count = len(rewards)
    value = sum(rewards) / count
    most = bernoulli(value, count)
    spread = sum([(reward - value) ** 2 for reward in rewards]) / max(1, count - 1)
    # All of them alike prove little: never less than a tenth of what could be.
    return Chance(value, min(most, max(most / 10, sqrt(spread / count))))


def _lead(better: list[Outcome], worse: list[Outcome]) -> Chance:
    """The mean difference in the same worlds, and its error; 0 if there is none in any."""
    count = len(better)
    apart = [one.chance - other.chance for one, other in zip(better, worse, strict=True)]
    value = sum(apart) / count
    if not any(apart):
        return Chance(0.0, 0.0)
    spread = sum([(one - value) ** 2 for one in apart]) / max(1, count - 1)
    # All of them alike prove little, as with `_mean`.
    return Chance(value, max(bernoulli(0.5, count) / 10, sqrt(spread / count)))
