"""How a seat chooses within the tree, and what it makes of what it learnt.

Seats that answer at once choose apart from each other, each by its own arms (decoupled). `Ucb`
settles on one move or, with a temperature, on more; `RegretMatching` settles on a mixture. Bluffing
games want one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, sqrt
from typing import Final, final

from microciv.bots.search.nodes import Arm, Choice, Node
from microciv.core.rng import Rng

FINE: Final = 1_000_000  # chances are drawn in millionths


class Rule(ABC):
    """A way to choose among arms."""

    @abstractmethod
    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """The index of the arm to play now."""

    @abstractmethod
    def learn(self, choice: Choice, reward: float) -> None:
        """The playout through this choice ended so, from 0 to 1."""

    @abstractmethod
    def shares(self, arms: list[Arm]) -> list[float]:
        """How likely each arm should be played in earnest; they add up to 1."""


@final
class Ucb(Rule):
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002) over the arms that are legal in this world, each
    counted as often as it was (Cowling et al. 2012). In earnest: the arm played most. With a
    temperature t above 0 each, by the power 1/t of how often it was played: 1 is what Tak, Lanctot
    and Winands (2014) do, and smaller ones sharpen it (Silver et al. 2017).
    """

    def __init__(self, exploration: float = 0.7, temperature: float = 0.0) -> None:
        self.exploration = exploration
        self.temperature = temperature

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """The arm with the highest upper confidence bound; those never played come first."""
        best, most, equals = 0, -1.0, 1
        for index in range(len(arms)):
            arm = arms[index]
            if arm.visits == 0:
                bound = 1_000.0
            else:
                wide = log(arm.offered + 1.0) / arm.visits
                bound = arm.total / arm.visits + self.exploration * sqrt(wide)
            if bound > most:
                best, most, equals = index, bound, 1
            elif bound == most:
                equals += 1
                if rng.below(equals) == 0:
                    best = index
        return best

    def learn(self, choice: Choice, reward: float) -> None:
        """Count the reward for the arm that was played, and the visit of the node."""
        node, arms = choice.node, choice.arms
        for arm in arms:
            arm.offered += 1
        arm = arms[choice.index]
        arm.visits += 1
        arm.total += reward
        node.visits += 1
        node.total += reward

    def shares(self, arms: list[Arm]) -> list[float]:
        """1 for the arm visited most, split among equals; with a temperature, by visits."""
        most = max([arm.visits for arm in arms])
        if self.temperature > 0.0 and most:
            weights = [(arm.visits / most) ** (1.0 / self.temperature) for arm in arms]
            whole = sum(weights)
            return [weight / whole for weight in weights]
        best = [arm.visits == most for arm in arms]
        share = 1.0 / sum(best)
        return [share if is_best else 0.0 for is_best in best]


@final
class RegretMatching(Rule):
    """Regret matching (Hart and Mas-Colell 2000) in the tree, as Lanctot, Lisy and Winands (2013)
    have it. What the arms that were not played would have brought is estimated without bias, their
    averages being the baselines (Schmid et al. 2019): with averages alone the mixture would be
    wrong. In earnest: the average of all that was played, without what was hardly ever played.
    """

    def __init__(self, exploration: float = 0.15, least: float = 0.05) -> None:
        self.exploration = exploration
        self.least = least

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """Every arm once; then by regret, and with the share `exploration` any arm."""
        count = len(arms)
        for arm in arms:
            if arm.visits == 0:  # everything once
                return unvisited(arms, rng)
        total = regrets(arms)
        chosen = count - 1
        draw = rng.below(FINE) / FINE
        for index in range(count):
            arm = arms[index]
            chance = chance_of(arm, total, count)
            arm.weight += chance
            if draw >= 0.0:
                draw -= (1.0 - self.exploration) * chance + self.exploration / count
                if draw < 0.0:
                    chosen = index
        return chosen

    def learn(self, choice: Choice, reward: float) -> None:
        """Add to each arm's regret what it would have brought more than what was played."""
        node, arms = choice.node, choice.arms
        count = len(arms)
        chosen = arms[choice.index]
        if chosen.visits:
            # The chances are those that it was chosen by: nobody has learnt here since.
            total = regrets(arms)
            chance = chance_of(chosen, total, count)
            drawn = (1.0 - self.exploration) * chance + self.exploration / count
            surprise = (reward - chosen.total / chosen.visits) / drawn
            average = chance * surprise
            for arm in arms:
                average += chance_of(arm, total, count) * arm.mean()
            for arm in arms:
                arm.regret += arm.mean() - average
            chosen.regret += surprise
        for arm in arms:
            arm.offered += 1
        chosen.visits += 1
        chosen.total += reward
        node.visits += 1
        node.total += reward

    def shares(self, arms: list[Arm]) -> list[float]:
        """The average strategy; arms with less than the share `least` of it are left out."""
        total = sum([arm.weight for arm in arms])
        if total == 0.0:
            return [1.0 / len(arms)] * len(arms)
        kept = [arm.weight if arm.weight >= self.least * total else 0.0 for arm in arms]
        whole = sum(kept)
        if whole == 0.0:
            kept, whole = [arm.weight for arm in arms], total
        return [weight / whole for weight in kept]


def regrets(arms: list[Arm]) -> float:
    """The sum of the regrets above 0."""
    total = 0.0
    for arm in arms:
        if arm.regret > 0.0:
            total += arm.regret
    return total


def chance_of(arm: Arm, total: float, count: int) -> float:
    """An arm's part of all that is regretted; if nothing is, all are alike."""
    if total <= 0.0:
        return 1.0 / count
    return arm.regret / total if arm.regret > 0.0 else 0.0


def unvisited(arms: list[Arm], rng: Rng) -> int:
    """One of the arms that were never played, each as likely."""
    indices = [index for index in range(len(arms)) if arms[index].visits == 0]
    return indices[rng.below(len(indices))]
