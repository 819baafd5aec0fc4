"""How a seat chooses within the tree, and what it makes of what it learnt.

Seats that answer at once choose apart from each other, each by its own arms (decoupled). `Ucb`
settles on one move; `RegretMatching` settles on a mixture, as bluffing games want.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, sqrt
from typing import Final, final

from microciv.bots.search.nodes import Arm, Node, Step
from microciv.core.rng import Rng

FINE: Final = 1_000_000  # chances are drawn in millionths


class Rule(ABC):
    """A way to choose among arms."""

    @abstractmethod
    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        """The place of the arm to play now."""

    @abstractmethod
    def learn(self, step: Step, reward: float) -> None:
        """The playout through this step ended so, from 0 to 1."""

    @abstractmethod
    def shares(self, arms: list[Arm]) -> list[float]:
        """How likely each arm should be played in earnest; they add up to 1."""


@final
class Ucb(Rule):
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002) over the arms that are legal in this world, each
    counted as often as it was (Cowling et al. 2012). In earnest: the arm played most.
    """

    def __init__(self, exploration: float = 0.7) -> None:
        self.exploration = exploration

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        best, most, equals = 0, -1.0, 1
        for place in range(len(arms)):
            arm = arms[place]
            if arm.visits == 0:
                bound = 1_000.0
            else:
                wide = log(arm.offered + 1.0) / arm.visits
                bound = arm.total / arm.visits + self.exploration * sqrt(wide)
            if bound > most:
                best, most, equals = place, bound, 1
            elif bound == most:
                equals += 1
                if rng.below(equals) == 0:
                    best = place
        return best

    def learn(self, step: Step, reward: float) -> None:
        node, arms = step.node, step.arms
        for arm in arms:
            arm.offered += 1
        arm = arms[step.place]
        arm.visits += 1
        arm.total += reward
        node.visits += 1
        node.total += reward

    def shares(self, arms: list[Arm]) -> list[float]:
        most = max([arm.visits for arm in arms])
        best = [arm.visits == most for arm in arms]
        share = 1.0 / sum(best)
        return [share if is_best else 0.0 for is_best in best]


@final
class RegretMatching(Rule):
    """Regret matching (Hart and Mas-Colell 2000) in the tree, as Lanctot, Lisy and Winands (2013)
    use it: every arm is regretted by its average reward less the one just had. In earnest: the
    average of all that was played, without what was hardly ever played.
    """

    def __init__(self, exploration: float = 0.15, least: float = 0.05) -> None:
        self.exploration = exploration
        self.least = least

    def choose(self, node: Node, arms: list[Arm], rng: Rng) -> int:
        count = len(arms)
        regrets = 0.0
        for arm in arms:
            if arm.visits == 0:  # everything once
                return unvisited(arms, rng)
            if arm.regret > 0.0:
                regrets += arm.regret
        draw = rng.below(FINE) / FINE
        for place in range(count):
            arm = arms[place]
            chance = 1.0 / count
            if regrets > 0.0:
                chance = arm.regret / regrets if arm.regret > 0.0 else 0.0
            arm.weight += chance
            draw -= (1.0 - self.exploration) * chance + self.exploration / count
            if draw < 0.0:
                for rest in range(place + 1, count):
                    other = arms[rest]
                    if regrets <= 0.0:
                        other.weight += 1.0 / count
                    elif other.regret > 0.0:
                        other.weight += other.regret / regrets
                return place
        return count - 1

    def learn(self, step: Step, reward: float) -> None:
        node, arms = step.node, step.arms
        chosen = arms[step.place]
        chosen.visits += 1
        chosen.total += reward
        for arm in arms:
            arm.offered += 1
            if arm.visits:
                regret = arm.regret + arm.total / arm.visits - reward
                arm.regret = max(0.0, regret)  # RM+ (Tammelin 2014)
        node.visits += 1
        node.total += reward

    def shares(self, arms: list[Arm]) -> list[float]:
        total = sum([arm.weight for arm in arms])
        if total == 0.0:
            return [1.0 / len(arms)] * len(arms)
        kept = [arm.weight if arm.weight >= self.least * total else 0.0 for arm in arms]
        whole = sum(kept)
        if whole == 0.0:
            kept, whole = [arm.weight for arm in arms], total
        return [weight / whole for weight in kept]


def unvisited(arms: list[Arm], rng: Rng) -> int:
    """One of the arms that were never played, each as likely."""
    places = [place for place in range(len(arms)) if arms[place].visits == 0]
    return places[rng.below(len(places))]
