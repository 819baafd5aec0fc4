"""Tuning: varying numbers of a game and its cards until studies find what is wanted.

Optuna proposes candidates, and all of them play the same deals. They race: each plays a chunk of
matches, then twice as many, and so on, until it does worse than the median of those that have
played all their matches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final, final

import optuna
from optuna.exceptions import UpdateFinishedTrialError
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import Trial, TrialState

from microciv.core.errors import BadOption, BadPlan
from microciv.core.fields import shown
from microciv.files import reason, write_whole
from microciv.measures import SHARE, UNITS
from microciv.names import Names
from microciv.speech import number, t
from microciv.study.chunks import chunk_size
from microciv.study.estimates import FAIR, Answer, Finding, fair_value
from microciv.study.findings import answers
from microciv.study.moving import Base, Moving, Numbers, span
from microciv.study.plan import Arm, Plan, Reader, is_number, mapping, open_plan, whole
from microciv.study.running import Folder, Progress, Run, Study
from microciv.study.words import Told, estimate, table_name, value

OF_TUNING: Final = ("numbers", "cards", "goals", "trials")
OF_A_GOAL: Final = ("wanted", "fair", "weight")
TUNED: Final = "tuned"
USUAL_TRIALS: Final = 40
MOST_TRIALS: Final = 10_000
BEFORE_RACING: Final = 4  # the first candidates are never dropped
DONE: Final = (TrialState.COMPLETE, TrialState.PRUNED)


@final
@dataclass(frozen=True)
class Goal:
    """A span that should contain every finding whose subject begins with this name, everywhere."""

    name: str
    least: float  # shares in percent
    most: float
    fair: bool  # are both relative to the fair value?
    weight: float

    def away(self, answer: Answer) -> list[tuple[float, Finding]]:
        """The findings that the goal is about, each with its distance from the span."""
        gaps: list[tuple[float, Finding]] = []
        for finding in answer.findings:
            if f"{' '.join(finding.subject)} ".startswith(f"{self.name} "):
                scale = 100 if UNITS[finding.subject[0]] == SHARE else 1
                fair = (fair_value(finding.subject, answer.table) or 0.0) if self.fair else 0.0
                number = scale * (finding.found.value - fair)
                gaps.append((max(self.least - number, number - self.most, 0.0), finding))
        return gaps

    def miss(self, found: list[Answer]) -> float:
        """The mean square of the distances, times the weight; infinite if there are no findings."""
        gaps = [gap for answer in found for gap, _finding in self.away(answer)]
        return self.weight * sum([gap * gap for gap in gaps]) / len(gaps) if gaps else inf

    def told(self, answer: Answer, names: Names) -> str:
        """A sentence with what was found and what was wanted; of several findings, about the one
        that is farthest from the span.
        """
        gaps = self.away(answer)
        if not gaps:
            return t("{goal}: not found.", goal=self.name)
        finding = max(gaps, key=lambda gap: gap[0])[1]
        told = t(
            "{title}: {mean} (was {was}); wanted: {wanted}.",
            title=names.title(finding.subject),
            mean=estimate(finding),
            was=value(finding, finding.base.value),
            wanted=self._wanted(),
        )
        if len(gaps) == 1:
            return told
        return t(
            "Of {n} about {goal!r}, the farthest: {told}", n=len(gaps), goal=self.name, told=told
        )

    def _wanted(self) -> str:
        if self.fair:
            return t("at most {most} from what is fair", most=number(self.most, None))
        if self.least < self.most:
            return t(
                "{least} to {most}", least=number(self.least, None), most=number(self.most, None)
            )
        return number(self.least, None)


@final
@dataclass(frozen=True)
class Tuning:
    """A plan's table `[tune]`: the numbers that may vary, with their limits, and the goals. All
    candidates start from the plan's only arm.
    """

    plan: Plan
    base: Base
    moving: tuple[Moving, ...]
    goals: tuple[Goal, ...]
    trials: int

    def start(self) -> Numbers:
        """The numbers of the first candidate: those before, or the nearest within the limits."""
        start: Numbers = {}
        for one in self.moving:
            number = min(max(one.start, one.least), one.most)
            start[one.name] = int(number) if one.step == 1 else number
        return start

    def options(self, numbers: Numbers) -> dict[str, object]:
        """The game's options with these numbers."""
        return self.base.moved(self.moving, numbers)

    def candidate(self, numbers: Numbers) -> Plan:
        """The plan of a candidate: these numbers alone."""
        arms = (Arm(TUNED, self.options(numbers)),)
        return replace(self.plan, arms=arms, width=None, minutes=None)

    def rungs(self) -> list[int]:
        """How many matches a candidate has played at each look."""
        size = max([chunk_size(self.plan, table) for table in self.plan.tables])
        rungs = [min(size, self.plan.matches)]
        while rungs[-1] < self.plan.matches:
            rungs.append(min(2 * rungs[-1], self.plan.matches))
        return rungs

    def fresh(self, numbers: Numbers) -> Plan:
        """The plan of the final study: these numbers against those before, on deals that no
        candidate has played.
        """
        arms = (self.plan.arms[0], Arm(TUNED, self.options(numbers)))
        return replace(self.plan, arms=arms, seed=self.plan.seed + self.plan.matches)

    def miss(self, found: list[Answer]) -> float:
        """The total miss: the sum over all goals."""
        return sum([goal.miss(found) for goal in self.goals])

    def told(self, found: list[Answer]) -> list[Told]:
        """The goals in words, with what was found before and after."""
        names = self.plan.names()
        tuned = [answer for answer in found if answer.arm == TUNED]
        before = [answer for answer in found if answer.arm != TUNED]
        parts = [
            Told(
                t("Goals, {table}", table=table_name(answer, names)),
                [goal.told(answer, names) for goal in self.goals],
            )
            for answer in tuned
        ]
        if tuned:
            after, was = [float(f"{self.miss(ones):.3g}") for ones in (tuned, before)]
            parts[-1].sentences.append(
                t(
                    "Together they are missed by {after}; before, by {before}.",
                    after=number(after, None),
                    before=number(was, None),
                )
            )
        return parts


def read_tuning(path: Path, plan: Plan) -> Tuning:
    """Read the table `[tune]` of the file from which this plan was read.

    :raises BadPlan: if it is wrong; the message names the line and the key.
    """
    reader, whole_plan = open_plan(path)
    given = reader.one((), whole_plan, "tune", mapping)
    at = ("tune",)
    reader.known(at, given, OF_TUNING)
    if len(plan.arms) > 1:
        raise reader.refused(("arms", plan.arms[1].name), t("a tuning has no arm but default"))
    base = Base(plan)
    moving = [*_numbers(reader, given, base), *_cards(reader, given, base)]
    if not moving:
        raise reader.refused(at, t("expected numbers or cards that may move"))
    wanted = reader.one(at, given, "goals", _filled)
    return Tuning(
        plan,
        base,
        tuple(moving),
        tuple([reader.one((*at, "goals"), wanted, name, _aiming(name)) for name in wanted]),
        reader.one(at, given, "trials", lambda value: whole(value, 1, MOST_TRIALS), USUAL_TRIALS),
    )


def _numbers(reader: Reader, given: dict[str, Any], base: Base) -> Iterator[Moving]:
    at = ("tune", "numbers")
    spans = reader.one(at[:1], given, "numbers", _filled, {})
    for name in spans:
        yield reader.one(at, spans, name, partial(base.number, name))


def _cards(reader: Reader, given: dict[str, Any], base: Base) -> Iterator[Moving]:
    at = ("tune", "cards")
    cards = reader.one(at[:1], given, "cards", _filled, {})
    for name in cards:
        card = reader.check((*at, name), partial(base.card, name))
        spans = reader.one(at, cards, name, _filled)
        for column in spans:
            yield reader.one((*at, name), spans, column, partial(base.card_number, card, column))


def _filled(value: object) -> dict[str, object]:
    given = mapping(value)
    if not given:
        raise BadOption(t("expected one at the least"))
    return given


def _aiming(name: str) -> Callable[[object], Goal]:
    def read(value: object) -> Goal:
        kind = name.partition(" ")[0]
        if kind not in UNITS:
            raise BadOption(
                t(
                    "expected a measure, such as 'length rounds'; the first word is one of {kinds}",
                    kinds=", ".join(UNITS),
                )
            )
        given = value if isinstance(value, dict) else {"wanted": value}
        for key in given:
            if key not in OF_A_GOAL:
                raise BadOption(
                    t("no such key {key!r}; there are {keys}", key=key, keys=", ".join(OF_A_GOAL))
                )
        weight = given.get("weight", 1)
        if not is_number(weight) or not 0 < weight < inf:
            raise BadOption(
                t("weight: expected a number above 0, not {given}", given=shown(weight))
            )
        if ("wanted" in given) == ("fair" in given):
            raise BadOption(t("expected either what is wanted, or how far from fair it may be"))
        if "wanted" in given:
            return Goal(name, *span(given["wanted"]), fair=False, weight=float(weight))
        most = given["fair"]
        if kind not in FAIR:
            raise BadOption(t("nothing is fair here; there is of {kinds}", kinds=", ".join(FAIR)))
        if not is_number(most) or not 0 <= most < inf:
            raise BadOption(t("fair: expected a number from 0, not {given}", given=shown(most)))
        return Goal(name, -float(most), float(most), fair=True, weight=float(weight))

    return read


@final
class Race:
    """A tuning being played in a folder, which has its trials and the rows of all candidates."""

    def __init__(self, tuning: Tuning, path: Path) -> None:
        """Begin a tuning in this folder, or continue the one that is there.

        :raises BadPlan: if the folder holds another tuning, or cannot be written.
        """
        self.tuning = tuning
        self.path = path
        spans = {one.name: [one.least, one.most] for one in tuning.moving}
        goals = [
            [goal.name, goal.least, goal.most, goal.fair, goal.weight] for goal in tuning.goals
        ]
        asked = {**tuning.plan.asked(), "matches": tuning.plan.matches}
        text = json.dumps({**asked, "numbers": spans, "goals": goals}, sort_keys=True)
        kept = path / "tuning.json"
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not kept.exists():
                write_whole(kept, text.encode())
            if kept.read_text(encoding="utf-8") != text:
                raise BadPlan(
                    t("{path}: holds another tuning; name another folder with --into", path=path)
                )
            self.study = optuna.create_study(
                storage=JournalStorage(JournalFileBackend(str(path / "trials.log"))),
                study_name=TUNED,
                load_if_exists=True,
                pruner=optuna.pruners.MedianPruner(n_startup_trials=BEFORE_RACING),
            )
        except OSError as error:
            why = reason(error)
            raise BadPlan(
                t("{path}: cannot keep a tuning here: {why}", path=path, why=why)
            ) from None
        except (ValueError, KeyError) as error:
            raise BadPlan(
                t("{path}: its trials cannot be read: {why}", path=path, why=error)
            ) from None

    def run(self, run: Run, watch: Callable[[Progress], None]) -> None:
        """Try candidates until all trials are done. Each proposal has a sampler with a seed of its
        own, so a trial that was stopped is proposed again, and finds what it had played.

        :raises BadPlan: if nothing that a goal is about happens, or another command has continued
            this tuning.
        """
        begun, before = monotonic(), self._matches()
        for trial in self.study.get_trials(states=(TrialState.RUNNING,)):
            self.study.tell(trial.number, state=TrialState.FAIL)
        while (done := len(self.study.get_trials(states=DONE))) < self.tuning.trials:
            if not done:
                self.study.enqueue_trial(self.tuning.start())
            seed = (self.tuning.plan.seed + done) % 2**32
            self.study.sampler = optuna.samplers.TPESampler(seed=seed)
            try:
                self._try(self.study.ask(), run)
            except UpdateFinishedTrialError:  # another command, starting here, has ended this trial
                raise BadPlan(
                    t("{path}: another command has gone on with this", path=self.path)
                ) from None
            played = self._matches() - before
            watch(Progress(done + 1, self.tuning.trials, played, monotonic() - begun))

    def _matches(self) -> int:
        rungs = self.tuning.rungs()
        looks = [trial.last_step for trial in self.study.get_trials(states=DONE)]
        played = sum([rungs[look] for look in looks if look is not None])
        return len(self.tuning.plan.tables) * played

    def _try(self, trial: Trial, run: Run) -> None:
        """Play a candidate until it is dropped, or has played all its matches."""
        plan = self.tuning.candidate(
            {
                one.name: trial.suggest_int(one.name, int(one.least), int(one.most))
                if one.step == 1
                else trial.suggest_float(one.name, one.least, one.most, step=one.step)
                for one in self.tuning.moving
            }
        )
        try:
            self.tuning.base.settle(plan.arms[0].options)
        except BadOption:  # numbers that do not go together
            self.study.tell(trial, state=TrialState.PRUNED)
            return
        folder = Folder(self.path / "candidates" / plan.key(), plan)
        found: list[Answer] = []
        for look, matches in enumerate(self.tuning.rungs()):
            study = Study(replace(plan, matches=matches), folder)
            study.run(run, _silent)
            found = answers(plan, study.chunks, folder.rows)
            trial.report(self.tuning.miss(found), look)
            if matches < plan.matches and trial.should_prune():
                self.study.tell(trial, state=TrialState.PRUNED)
                return
        absent = [goal.name for goal in self.tuning.goals if goal.miss(found) == inf]
        if absent and not self.study.get_trials(states=(TrialState.COMPLETE,)):
            raise BadPlan(
                t("tune.goals: in these matches there is none of: {goals}", goals=", ".join(absent))
            )
        self.study.tell(trial, self.tuning.miss(found))

    def best(self) -> tuple[Numbers, float]:
        """The numbers of the best candidate that has played all its matches, and its total miss.

        :raises BadPlan: if there is none.
        """
        try:
            best = self.study.best_trial
        except ValueError:
            raise BadPlan(
                t("{path}: no candidate has played all its matches", path=self.path)
            ) from None
        return best.params, float(best.value if best.value is not None else inf)

    def tried(self) -> list[dict[str, object]]:
        """All candidates, with their numbers, their total miss at each look, and whether they have
        played all their matches.
        """
        return [
            {
                "numbers": trial.params,
                "misses": list(trial.intermediate_values.values()),
                "played_all": trial.state == TrialState.COMPLETE,
            }
            for trial in self.study.get_trials(states=DONE)
        ]


def _silent(_now: Progress) -> None:
    pass
