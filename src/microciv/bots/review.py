"""The review of a finished match for one seat: chances, costliest decisions, luck and choice.

A record is replayed, and of every moment only the seat's own observation is kept. So nothing here
is derived from what the seat did not know then. docs/review.md describes the method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias, final

from microciv.bots.advice import CLEARLY, CONFIRMS, Adviser, Chance, Weighed
from microciv.bots.answers import Answer
from microciv.bots.why import plain_why
from microciv.core.codec import plain_move
from microciv.core.errors import BadRecord, IllegalMove
from microciv.core.events import HIDDEN, Heard
from microciv.core.game import Game
from microciv.core.match import Match, Record, replay
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation

MOST_COSTLY: Final = 3
"""How many of the costliest decisions are shown."""
CANDIDATES: Final = 6
"""How many decisions are weighed a second time, to find the costliest."""
APART: Final = 2.0
"""One loss certainly exceeds another if it does so by this many standard errors."""
JUDGEMENT: Final = 0.02
"""The error of a chance or a loss beyond that of its mean: playouts may be wrong, however many
there are.
"""
LEAST: Final = 0.01
"""Smaller losses are not shown."""

# What may change a chance to win.
CHOICE: Final = "choice"
LUCK: Final = "luck"
OTHERS: Final = "others"
MIXED: Final = "mixed"

Outlooks: TypeAlias = tuple[Chance, ...]


@final
@dataclass(frozen=True)
class Step:
    """A step of an answer where there was a choice, and what the seat saw then."""

    seen: Observation
    move: Move


@final
@dataclass(frozen=True)
class Stretch:
    """What happened between two moments of a match: was chance involved, and were others?"""

    chance: bool
    others: bool
    seen: Observation  # at its end


@final
@dataclass(frozen=True)
class Decision:
    """A complete answer of the seat, and what happened until the next one."""

    number: int  # of the decision set
    ply: int  # the index of its first step in the record's moves
    phase: str
    steps: tuple[Step, ...]  # those with a choice, at least one
    answer: tuple[Move, ...]
    last: Step  # the step that completed it, whether or not there was a choice
    after: tuple[Stretch, ...] = ()

    @property
    def is_mixed(self) -> bool:
        """Did both chance and others change something before the next decision?"""
        kinds = {(stretch.chance, stretch.others) for stretch in self.after}
        return len(kinds) > 1

    def questions(self, *, whole: bool) -> list[tuple[Observation, Answer]]:
        """What is to be weighed: each step that had a choice; or, if `whole`, the answer from the
        first such step on.
        """
        if not whole:
            return [(step.seen, (step.move,)) for step in self.steps]
        seen = self.steps[0].seen
        return [(seen, self.answer[len(seen.answer) :])]

    def looks(self, *, whole: bool) -> list[tuple[Observation, Move | None]]:
        """The moments whose outlook is needed to separate chance from others: when the answer is
        sealed, and at the end of each stretch. For `whole` answers only those between stretches, as
        the others are known from weighing, which measures the same.
        """
        if not self.is_mixed:
            return []
        ends: list[tuple[Observation, Move | None]] = [(one.seen, None) for one in self.after]
        return ends[:-1] if whole else [(self.last.seen, self.last.move), *ends]


@final
@dataclass(frozen=True)
class Past:
    """All decisions of a seat, in order, and how the match ended for it."""

    seat: Seat
    decisions: tuple[Decision, ...]
    end: float | None  # its share of the win, from 0 to 1; None if the match is not over


@final
@dataclass(frozen=True)
class Reviewed:
    """A decision that has been weighed, with its outlooks."""

    decision: Decision
    weighed: tuple[Weighed, ...]  # one for each of `Decision.questions`
    outlooks: Outlooks = ()  # one for each of `Decision.looks`
    confirmed: bool = False  # by weighing it again, for longer

    @property
    def hope(self) -> Chance:
        """The chance to win before the decision, if the best answer is played."""
        return self.weighed[0].hope

    @property
    def gain(self) -> Chance | None:
        """How much better the answer is than the policy's default answer; None if not measured."""
        return self.weighed[0].gain

    @property
    def before(self) -> Chance:
        """The chance before the decision, as the account counts it: with the policy's default
        answer, or, if that was not measured, with the best answer.
        """
        if self.gain is None:
            return self.hope
        played = self.weighed[0].chance
        return Chance(played.value - self.gain.value, played.error)

    @property
    def own(self) -> Chance:
        if self.gain is None:
            return Chance(-self.loss, self.error) if self.is_clear else Chance(0.0, 0.0)
        error = sqrt(self.gain.error**2 + JUDGEMENT**2) if self.gain.value else 0.0
        return Chance(self.gain.value, error)

    @property
    def loss(self) -> float:
        """What the decision cost, as a chance to win summed over its steps; at least 0."""
        return max(0.0, sum([one.hope.value - one.chance.value for one in self.weighed]))

    @property
    def error(self) -> float:
        apart = [one.error() ** 2 for one in self.weighed if not one.is_best()]
        return sqrt(sum([square + JUDGEMENT**2 for square in apart]))

    @property
    def is_clear(self) -> bool:
        """Is the loss more than the noise of the search?"""
        return self.loss >= LEAST and self.loss > CLEARLY * self.error

    @property
    def chance(self) -> float:
        """The chance to win after the answer that was played."""
        return max(0.0, self.hope.value - self.loss)

    @property
    def worst(self) -> int:
        """The index of the step that cost most."""
        losses = [one.loss() for one in self.weighed]
        return losses.index(max(losses))


@final
@dataclass(frozen=True)
class Share:
    """How much something changed the chance to win over the whole match, and the standard error."""

    change: float
    error: float


@final
@dataclass(frozen=True)
class Account:
    """Where the seat's chance to win went: `start` and all shares add up to `end`."""

    start: float
    end: float
    choice: Share  # clear losses; or, for complete answers, the gains over default answers
    luck: Share  # draws, dice, thefts, deals
    others: Share  # what the others chose
    mixed: Share  # luck and others at once, and what cannot be separated


# --- what is to be weighed


def past_of(game: Game, record: Record, seat: Seat, chance: frozenset[str]) -> Past:
    """The decisions of a seat, up to the end of the match, or to where all agreed to let bots play
    the rest. `chance` has the names of events that nobody chose.

    :raises BadRecord: if the record does not replay.
    """
    reader = _Reader(game, replay(game, record, 0), seat, chance)
    last = len(record.moves) if record.agreed is None else record.agreed
    for ply, (player, text) in enumerate(record.moves):
        try:
            reader.play(ply, player, text, counts=ply < last)
        except IllegalMove as error:
            raise BadRecord(f"moves[{ply}]: {error}") from None
    return reader.past()


@final
@dataclass
class _Reader:
    """Replays a record move by move, and keeps what one seat sees."""

    game: Game
    match: Match
    seat: Seat
    chance: frozenset[str]
    decisions: list[Decision] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    first: int = -1
    heard: int = 0

    def __post_init__(self) -> None:
        self.heard = len(self.match.heard(self.seat))  # events of the deal precede all choices

    def play(self, ply: int, player: Seat, text: str, *, counts: bool) -> None:
        match, seat = self.match, self.seat
        number = match.set_number()
        seen = match.observe(seat)
        if player == seat and counts:
            self.first = ply if self.first < 0 else self.first
            if len(seen.legal) > 1:
                self.steps.append(Step(seen, self.game.moves.parse(text)))
        asked = seen.asked
        match.play(player, text)
        closed = match.set_number() != number
        if player == seat and counts and (closed or seat not in match.to_act()):
            move = self.game.moves.parse(text)
            self._decide(number, (*seen.answer, move), Step(seen, move))
        if closed:
            self._hear(any([other != seat for other in asked]))

    def past(self) -> Past:
        self._end_decision()
        match = self.match
        places = match.places()
        first = places.count(1)
        share = (1.0 / first if places[self.seat] == 1 else 0.0) if not match.to_act() else None
        return Past(self.seat, tuple(self.decisions), share)

    def _decide(self, number: int, answer: tuple[Move, ...], last: Step) -> None:
        if self.steps:
            self._end_decision()
            steps, phase = tuple(self.steps), self.steps[0].seen.phase
            self.decisions.append(Decision(number, self.first, phase, steps, answer, last))
        self.steps, self.first = [], -1

    def _hear(self, others: bool) -> None:
        news = self.match.heard(self.seat, self.heard)
        self.heard += len(news)
        chance = any([self._is_chance(one) for one in news])
        if not self.decisions or not (chance or (others and news)):
            return
        this = Stretch(chance, others, self.match.observe(self.seat))
        last = self.stretches[-1] if self.stretches else None
        if last is not None and (last.chance, last.others) == (chance, others):
            self.stretches.pop()
        self.stretches.append(this)

    def _end_decision(self) -> None:
        if self.decisions and self.stretches:
            self.decisions[-1] = replace(self.decisions[-1], after=tuple(self.stretches))
        self.stretches = []

    def _is_chance(self, heard: Heard) -> bool:
        """Is it an event that nobody chose, with no card in it hidden from the seat?"""
        name, values = heard
        if name not in self.chance:
            return False
        cards = self.game.kinds[name].cards
        return not any(
            [is_card and value == HIDDEN for is_card, value in zip(cards, values, strict=False)]
        )


# --- weighing


def looks_at(past: Past, *, whole: bool) -> float:
    """How long a review takes, as a multiple of the time for weighing one answer once."""
    steps = [len(one.questions(whole=whole)) for one in past.decisions]
    outlooks = sum([len(one.looks(whole=whole)) for one in past.decisions])
    return sum(steps) + outlooks / 2 + CONFIRMS * sum(sorted(steps)[-CANDIDATES:])


def reviewed(adviser: Adviser, decision: Decision) -> Reviewed:
    """Weigh a decision, and find the outlooks that it needs."""
    whole = adviser.weighs_answers
    questions = decision.questions(whole=whole)
    weighed = tuple([adviser.weigh(seen, answer) for seen, answer in questions])
    looks = decision.looks(whole=whole)
    outlooks = tuple([adviser.outlook(seen, move) for seen, move in looks])
    return Reviewed(decision, weighed, outlooks)


def doubtful(decisions: Sequence[Reviewed]) -> list[int]:
    """The indices of the decisions that may have cost most, the costliest first; they are to be
    weighed again.
    """
    indices = [index for index, one in enumerate(decisions) if one.loss >= LEAST]
    return sorted(indices, key=lambda index: -decisions[index].loss)[:CANDIDATES]


def confirmed(adviser: Adviser, one: Reviewed) -> Reviewed:
    """Weigh a decision again in fresh worlds, since what seems to have cost most seems so partly by
    chance.
    """
    questions = one.decision.questions(whole=adviser.weighs_answers)
    weighed = [
        adviser.confirm(seen, step) for (seen, _), step in zip(questions, one.weighed, strict=True)
    ]
    return replace(one, weighed=tuple(weighed), confirmed=True)


def costliest(decisions: Sequence[Reviewed]) -> list[Reviewed]:
    """The costliest decisions, at most three: first clear losses, then those within the noise."""
    cost = [one for one in decisions if one.confirmed and one.loss >= LEAST]
    cost.sort(key=lambda one: (not one.is_clear, -one.loss, one.decision.ply))
    return cost[:MOST_COSTLY]


def is_tied(costly: Reviewed, decisions: Sequence[Reviewed]) -> bool:
    """May a decision that is not among the costliest have cost as much as this one?"""
    told = [one.decision.ply for one in costliest(decisions)]
    for other in decisions:
        error = sqrt(costly.error**2 + other.error**2)
        if other.decision.ply not in told and costly.loss - other.loss <= APART * error:
            return True
    return False


def explained(costly: Reviewed) -> Weighed:
    """The step of this decision that cost most."""
    return costly.weighed[costly.worst]


def review(
    adviser: Adviser, past: Past, progress: Callable[[Reviewed], None] = lambda _: None
) -> list[Reviewed]:
    """Weigh all decisions in order, then the `doubtful` ones again. `progress` is called after each
    of the former.
    """
    done: list[Reviewed] = []
    for decision in past.decisions:
        done.append(reviewed(adviser, decision))
        progress(done[-1])
    for index in doubtful(done):
        done[index] = confirmed(adviser, done[index])
    return done


# --- adding up


def account(past: Past, decisions: Sequence[Reviewed]) -> Account | None:
    """What changed the seat's chance to win from its first decision to the end; None if it had no
    decision or the match is not over.
    """
    if not decisions or past.end is None:
        return None
    sums = {name: _Sum() for name in (CHOICE, LUCK, OTHERS, MIXED)}
    befores = [*[one.before for one in decisions], Chance(past.end, 0.0)]
    for index, one in enumerate(decisions):
        own = one.own
        if own.value:
            sums[CHOICE].add(own.value, own.error)
        answered = befores[index].value + own.value
        kinds = [_kind(stretch) for stretch in one.decision.after] or [MIXED]
        if one.gain is None:
            _add_steps(sums, one, kinds, befores[index + 1].value - answered)
            first = last = kinds[0] if len(kinds) == 1 else MIXED
        else:
            ends = [Chance(answered, 0.0), *one.outlooks, Chance(befores[index + 1].value, 0.0)]
            for kind, (before, after) in zip(kinds, pairwise(ends), strict=True):
                sums[kind].add(after.value - before.value, before.error, after.error)
            first, last = kinds[0], kinds[-1]
        sums[first].add(0.0, own.error)
        sums[first].leans_on(index, -1)
        sums[last].leans_on(index + 1, 1)
    choice, luck, others, mixed = [one.share(befores) for one in sums.values()]
    return Account(befores[0].value, past.end, choice, luck, others, mixed)


def _add_steps(sums: dict[str, _Sum], one: Reviewed, kinds: list[str], rest: float) -> None:
    """Add what happened after an answer that was weighed step by step. The outlooks come from other
    playouts than the chances before this answer and the next, so they only divide the change
    (`rest`) between these.
    """
    if len(one.outlooks) == len(kinds) + 1 and len(kinds) > 1:
        for kind, (before, after) in zip(kinds, pairwise(one.outlooks), strict=True):
            part = after.value - before.value
            if kind != MIXED:
                sums[kind].add(part, before.error, after.error)
                rest -= part
    sums[kinds[0] if len(kinds) == 1 else MIXED].add(rest)


def _kind(stretch: Stretch) -> str:
    if stretch.chance and stretch.others:
        return MIXED
    return LUCK if stretch.chance else OTHERS


@final
class _Sum:
    """A share while it is added up. If two adjacent stretches go to the same share, the chance
    between them cancels out, and so does its error.
    """

    def __init__(self) -> None:
        self._change = 0.0
        self._squares = 0.0
        self._weights: Counter[int] = Counter()

    def add(self, change: float, *errors: float) -> None:
        self._change += change
        self._squares += sum([error**2 for error in errors])

    def leans_on(self, index: int, weight: int) -> None:
        """Note that the change contains the chance before decision `index`, with this weight."""
        self._weights[index] += weight

    def share(self, hopes: Sequence[Chance]) -> Share:
        last = len(hopes) - 1  # the end of the match, which has no error
        own = sum(
            [
                weight**2 * (hopes[index].error ** 2 + JUDGEMENT**2)
                for index, weight in self._weights.items()
                if index != last
            ]
        )
        return Share(self._change, sqrt(self._squares + own))


# --- as plain data: chances are from 0 to 1


def plain_decision(one: Reviewed) -> dict[str, object]:
    """A decision as plain data. `error` is a standard error; `clear` says that noise alone does not
    explain the loss.
    """
    return {
        "decision": one.decision.number,
        "ply": one.decision.ply,
        "phase": one.decision.phase,
        "answer": [move.text for move in one.decision.answer],
        "before": one.hope.value,
        "played": one.chance,
        "loss": one.loss,
        "error": one.error,
        "clear": one.is_clear,
    }


def plain_costly(one: Reviewed, decisions: Sequence[Reviewed]) -> dict[str, object]:
    """The costliest step of a decision as plain data, with the better move, and why."""
    step = explained(one)
    return {
        "decision": one.decision.number,
        "ply": one.decision.ply,
        "better": plain_move(step.best),
        "played": plain_move(step.played),
        "hope": step.hope.value,
        "chance": step.chance.value,
        "clear": one.is_clear,
        "tied": is_tied(one, decisions),
        "why": plain_why(step.why),
    }
