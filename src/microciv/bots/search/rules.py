"""How a seat chooses within its tree, and which move it plays in the end.

Seats that answer simultaneously choose independently of each other, each among its own arms
(decoupled). `Ucb` converges to one move, or with a temperature to several; `RegretMatching`
converges to a mixed strategy, which games with bluffing need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, sqrt
from typing import Final, final

from microciv.bots.search.nodes import Arm, Choice, Node
from microciv.core.rng import Rng

FINE: Final = 1_000_000  # probabilities are drawn in millionths


class Rule(ABC):
    """A way to choose among the arms of a node (a selection rule)."""

    @abstractmethod
    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """The index of the arm to play in this playout."""

    @abstractmethod
    def learn(self, choice: Choice, reward: float) -> None:
        """Take in the reward of a playout through this choice, from 0 to 1."""

    @abstractmethod
    def shares(self, arms: list[Arm]) -> list[float]:
        """The probability with which the bot should play each arm; they add up to 1."""


@final
class Ucb(Rule):
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002) over the arms that are legal in this world, with
    the number of visits at which an arm was legal in place of all visits (Cowling et al. 2012).

    The bot plays the arm with the most visits. With a temperature t above 0 it plays an arm with a
    probability proportional to visits^(1/t): t = 1 is what Tak, Lanctot and Winands (2014) do, and
    lower temperatures are sharper (Silver et al. 2017).
    """

    def __init__(self, exploration: float = 0.7, temperature: float = 0.0) -> None:
        self.exploration = exploration
        self.temperature = temperature

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """The arm with the highest upper confidence bound; arms without a visit come first."""
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
        """Add the reward and a visit to the arm that was chosen, and to the node."""
        node, arms = choice.node, choice.arms
        for arm in arms:
            arm.offered += 1
        arm = arms[choice.index]
        arm.visits += 1
        arm.total += reward
        node.visits += 1
        node.total += reward

    def shares(self, arms: list[Arm]) -> list[float]:
        """1 for the arm with the most visits, split among equals; with a temperature, by visits."""
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
    """Regret matching (Hart and Mas-Colell 2000) in the tree, as in Lanctot, Lisy and Winands
    (2013). The rewards of arms that were not chosen are estimated without bias, with the arms' mean
    rewards as baselines (Schmid et al. 2019); the means alone would give a wrong mixture. The bot
    plays the average strategy, without arms whose share is below `least`.
    """

    def __init__(self, exploration: float = 0.15, least: float = 0.05) -> None:
        self.exploration = exploration
        self.least = least

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """Each arm once; then by regret, or in the share `exploration` of choices any arm."""
        count = len(arms)
        for arm in arms:
            if arm.visits == 0:  # each arm once
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
        """Add to each arm's regret how much more it would have brought than the current mixture."""
        node, arms = choice.node, choice.arms
        count = len(arms)
        chosen = arms[choice.index]
        if chosen.visits:
            # These are still the probabilities by which it was chosen: nothing was learnt since.
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
        """The average strategy, without arms whose share in it is below `least`."""
        total = sum([arm.weight for arm in arms])
        if total == 0.0:
            return [1.0 / len(arms)] * len(arms)
        kept = [arm.weight if arm.weight >= self.least * total else 0.0 for arm in arms]
        whole = sum(kept)
        if whole == 0.0:
            kept, whole = [arm.weight for arm in arms], total
        return [weight / whole for weight in kept]


def regrets(arms: list[Arm]) -> float:
    """The sum of the positive regrets."""
    total = 0.0
    for arm in arms:
        if arm.regret > 0.0:
            total += arm.regret
    return total


def chance_of(arm: Arm, total: float, count: int) -> float:
    """An arm's part of the sum of positive regrets (`total`); if that is 0, all are equal."""
    if total <= 0.0:
        return 1.0 / count
    return arm.regret / total if arm.regret > 0.0 else 0.0


def unvisited(arms: list[Arm], rng: Rng) -> int:
    """The index of a random arm without a visit, all equally likely."""
    indices = [index for index in range(len(arms)) if arms[index].visits == 0]
    return indices[rng.below(len(indices))]
