"""The search: re-deal a world from what the seat sees, play it on, and learn from the result.

It uses the observation alone. Each iteration re-deals a world, follows each seat's tree until that
ends, plays on by the rollout policy, and passes the result to all choices in the trees. The steps
of an answer are decisions in the same tree, so an answer is found as a whole.
"""

from __future__ import annotations

from typing import Final, final

from microciv.bots.search.nodes import Arm, Choice, Node
from microciv.bots.search.rules import Rule
from microciv.core.game import Game
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.policy import Policy
from microciv.core.rng import Rng
from microciv.core.state import Observation, State

MOST_NODES: Final = 100_000  # about 100 MB
PHASE_BITS: Final = 6  # of a phase; more than any game needs
SEAT_BITS: Final = 16  # of a set of seats
SAME_ANSWER: Final = 32_768  # the last bit of that set, which no seat has
LEAST_VISITS: Final = 8  # a later step of an answer is used from this many visits on


@final
class Verdict:
    """What a search has found about one decision of one seat."""

    def __init__(
        self, arms: list[Arm], shares: list[float], iterations: int, decisions: int
    ) -> None:
        self.moves: list[Move] = [arm.move for arm in arms]
        """The moves that the policy selected, in the order of `seen.legal`."""
        self.shares: list[float] = shares
        """By move, the probability with which it should be played; they add up to 1."""
        self.visits: list[int] = [arm.visits for arm in arms]
        """By move, in how many playouts it was played."""
        self.values: list[float] = [arm.mean() for arm in arms]
        """By move, the mean of the policy's evaluations: the chance to win, from 0 to 1."""
        self.iterations = iterations
        self.decisions = decisions
        """The number of choices in all playouts, in and beyond the trees."""

    def value(self) -> float:
        """The chance to win if moves are played by their shares."""
        pairs = zip(self.shares, self.values, strict=True)
        return sum([share * value for share, value in pairs])


@final
class Descent:
    """Where a playout is in the tree of one seat."""

    def __init__(self) -> None:
        self.arm: Arm | None = None
        """The last choice in the tree; None at the root."""
        self.fell = False
        """Has the playout left the tree?"""
        self.choices: list[Choice] = []


@final
class Search:
    """A search for one decision, which can be continued at any time. The same seed and number of
    iterations give the same result.
    """

    def __init__(
        self, game: Game, seen: Observation, policy: Policy, rule: Rule, seed: int
    ) -> None:
        self.game = game
        self.seen = seen
        self.policy = policy
        self.rule = rule
        self.rng = Rng(seed)
        self.iterations = 0
        self.decisions = 0
        self.nodes = 0
        self.start = 0
        """The number of the decision set in which worlds begin."""
        self.roots: list[dict[int, Node]] = [{} for seat in range(game.seats)]
        self.top = Node()
        """The node of the decision that is searched."""
        self.at_top = True
        """Is that decision still to come in the current world?"""
        self.menu: list[Move] = list(seen.legal)
        """The moves that the policy selected for it; all legal ones before the first iteration."""
        self.among: list[Move] = []
        """If not empty, only these moves are tried, whatever the policy selects."""
        self.ended: State | None = None
        """The state in which play stopped in the last world."""

    def run(self, iterations: int) -> None:
        """Play this many more worlds. `verdict` and `draw` may be called between two runs."""
        for _each in range(iterations):
            self.play_one()
        self.iterations += iterations

    def play_one(self) -> None:
        """Play one world, to its end or to where the policy stops it."""
        policy = self.policy
        state = self.game.redeal(self.seen, self.rng)
        descents = [Descent() for seat in range(self.game.seats)]
        self.start = state.sets
        self.at_top = True
        policy.begin(state)
        while state.to_act:
            if state.sets != self.start and policy.is_far(state, self.start):
                break
            to_act = state.to_act
            if len(to_act) == 1:  # a single answer needs no list
                state.apply(to_act[0], self.next_move(state, to_act[0], descents[to_act[0]]))
            else:
                state.apply_all([self.next_move(state, seat, descents[seat]) for seat in to_act])
        self.ended = state
        values = policy.evaluate(state)
        rule = self.rule
        for seat in range(len(descents)):
            reward = values[seat]
            for choice in descents[seat].choices:
                rule.learn(choice, reward)

    def next_move(self, state: State, seat: Seat, descent: Descent) -> Move:
        """The seat's next step in this world. The first step of the searching seat is the decision
        that is searched.
        """
        legal = state.legal(seat)
        if self.at_top and seat == self.seen.seat:
            self.at_top = False
            self.menu = self.among or self.policy.select(state, seat, legal)
            return self.choose_at(self.top, descent, self.menu)
        return legal[0] if len(legal) == 1 else self.choose(state, seat, legal, descent)

    def choose(self, state: State, seat: Seat, legal: list[Move], descent: Descent) -> Move:
        """Choose by the rule in the tree, and by the policy beyond it. The first decision beyond
        becomes a new node.
        """
        self.decisions += 1
        if descent.fell:
            return self.policy.pick(state, seat, legal, self.rng)
        asked = 0
        for other in state.asked:
            asked |= SEAT_BIT[other]
        key = (self.policy.key(state, seat) << PHASE_BITS) + state.phase
        key = (key << SEAT_BITS) + asked
        if state.sets == self.start:
            key += SAME_ANSWER
        nodes = self.roots[seat] if descent.arm is None else descent.arm.after
        node = nodes.get(key)
        if node is not None:
            return self.choose_at(node, descent, self.policy.select(state, seat, legal))
        descent.fell = True
        move = self.policy.pick(state, seat, legal, self.rng)
        if self.nodes < MOST_NODES:
            node = Node()
            nodes[key] = node
            self.nodes += 1
            arms = node.open(self.policy.select(state, seat, legal))
            for index in range(len(arms)):
                if arms[index].move is move:
                    descent.choices.append(Choice(node, arms, index))
        return move

    def choose_at(self, node: Node, descent: Descent, menu: list[Move]) -> Move:
        """Choose an arm of this node by the rule, and note the choice, which learns from the result
        of the playout.
        """
        arms = node.open(menu)
        index = self.rule.choose(node, arms, self.rng)
        descent.choices.append(Choice(node, arms, index))
        descent.arm = arms[index]
        return arms[index].move

    def verdict(self) -> Verdict:
        """What has been found so far."""
        arms = self.top.open(self.menu)
        return Verdict(arms, self.rule.shares(arms), self.iterations, self.decisions)

    def draw(self) -> list[Move]:
        """A move, drawn by the shares, and the steps that follow it in the same answer, as far as
        these have at least `LEAST_VISITS`.
        """
        arms = self.top.open(self.menu)
        arm = arms[drawn(self.rule.shares(arms), self.rng)]
        answer = [arm.move]
        while True:
            node = self.next_step(arm)
            if node is None or node.visits < LEAST_VISITS:
                return answer
            arm = node.arms[drawn(self.rule.shares(node.arms), self.rng)]
            answer.append(arm.move)

    def next_step(self, arm: Arm) -> Node | None:
        """The next decision in the same answer, the one visited most often; None if the answer is
        complete.
        """
        best: Node | None = None
        for key, node in arm.after.items():
            if key & SAME_ANSWER and (best is None or node.visits > best.visits):
                best = node
        return best


def drawn(shares: list[float], rng: Rng) -> int:
    """A random index, with these probabilities."""
    draw = rng.below(1_000_000) / 1_000_000
    for index in range(len(shares)):
        draw -= shares[index]
        if draw < 0.0:
            return index
    return shares.index(max(shares))
