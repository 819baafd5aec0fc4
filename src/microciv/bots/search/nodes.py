"""The tree of one seat, over its own moves and the questions that it is asked.

Each seat has a tree of its own (multiple-observer ISMCTS; Cowling, Powley and Whitehouse 2012). So
no seat's statistics depend on what it cannot see, and simultaneous answers are chosen
independently.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move


@final
@mypyc_attr(acyclic=True)
class Arm:
    """A move at a node, and its results."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.visits: int = 0
        self.offered: int = 0
        """At how many visits of the node it was legal: worlds differ."""
        self.total: float = 0.0
        """The sum of the rewards."""
        self.regret: float = 0.0
        """The cumulative regret of not playing it."""
        self.weight: float = 0.0
        """The sum of the probabilities with which it was to be played: the average strategy."""
        self.after: dict[int, Node] = {}
        """The seat's next decision, by its information-set key."""

    def mean(self) -> float:
        """The mean reward; 0.5 before the first visit."""
        return self.total / self.visits if self.visits else 0.5


@final
@mypyc_attr(acyclic=True)
class Node:
    """A decision of one seat."""

    def __init__(self) -> None:
        self.visits: int = 0
        self.total: float = 0.0
        self.arms: list[Arm] = []
        self._by_move: dict[int, Arm] = {}
        self._menu: list[Move] = []
        self._open: list[Arm] = []

    def open(self, menu: list[Move]) -> list[Arm]:
        """The arms of these moves, in the same order; new moves get an arm."""
        if menu is self._menu:
            return self._open
        found: list[Arm] = []
        for move in menu:
            arm = self._by_move.get(move.index)
            if arm is None:
                arm = Arm(move)
                self._by_move[move.index] = arm
                self.arms.append(arm)
            found.append(arm)
        self._menu = menu
        self._open = found
        return found

    def arm(self, move: Move) -> Arm | None:
        """The arm of a move; None if it has never been legal here."""
        return self._by_move.get(move.index)


@final
@mypyc_attr(acyclic=True)
class Choice:
    """A choice made in the tree during a playout: the arms there were, and the index chosen."""

    def __init__(self, node: Node, arms: list[Arm], index: int) -> None:
        self.node = node
        self.arms = arms
        self.index = index
