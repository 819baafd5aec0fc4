"""The tree of one seat: its own moves and what it was asked, whatever the others hold.

Each seat has a tree of its own (Cowling, Powley and Whitehouse 2012, multiple-observer ISMCTS), so
nobody's statistics depend on what it cannot see, and answers given at once are chosen apart.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move


@final
@mypyc_attr(acyclic=True)
class Arm:
    """A move at a node, and what came of it."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.visits: int = 0
        self.offered: int = 0
        """How often it was legal when the node was visited: worlds differ."""
        self.total: float = 0.0
        """Sum of the rewards."""
        self.regret: float = 0.0
        self.weight: float = 0.0
        """Sum of the chances with which it was played: the average strategy."""
        self.after: dict[int, Node] = {}
        """The seat's next decision, by what it is asked then and sees."""

    def mean(self) -> float:
        """The average reward; 0.5 before the first."""
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
        """The arms of these moves, in their order; made when first met."""
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
        """The arm of a move; None if it was never on offer here."""
        return self._by_move.get(move.index)


@final
@mypyc_attr(acyclic=True)
class Choice:
    """One choice in the tree during one playout."""

    def __init__(self, node: Node, arms: list[Arm], index: int) -> None:
        self.node = node
        self.arms = arms
        self.index = index
