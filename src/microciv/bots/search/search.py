"""The search: deal a world that looks like what the seat sees, play it on, and learn from its end.

From the observation alone. Each iteration deals anew, follows every seat's own tree as long as it
has one, goes on as the policy would, and tells all seats' choices how it ended. Steps of one
answer are decisions of one tree, so an answer is found as a whole.
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
PHASE_BITS: Final = 6  # more than any game needs
SEAT_BITS: Final = 16  # of a set of seats
SAME_ANSWER: Final = 32_768  # the mask's last bit: no seat has it
LEAST_VISITS: Final = 8  # of a later step of an answer, to be trusted


@final
class Verdict:
    """What a search found, for one decision of one seat."""

    def __init__(
        self, arms: list[Arm], shares: list[float], iterations: int, decisions: int
    ) -> None:
        self.moves: list[Move] = [arm.move for arm in arms]
        """In the order of `seen.legal`, less what the policy passed over."""
        self.shares: list[float] = shares
        """How likely each should be played; they add up to 1."""
        self.visits: list[int] = [arm.visits for arm in arms]
        self.values: list[float] = [arm.mean() for arm in arms]
        """Each move's chance to win, from 0 to 1, as far as the policy's `evaluate` gives that."""
        self.iterations = iterations
        self.decisions = decisions
        """How many choices all playouts had, in and beyond the trees."""

    def value(self) -> float:
        """The chance to win if it is played as advised."""
        pairs = zip(self.shares, self.values, strict=True)
        return sum([share * value for share, value in pairs])


@final
class Descent:
    """Where one seat's playout is in its tree."""

    def __init__(self) -> None:
        self.arm: Arm | None = None
        self.fell = False
        """Has it left the tree?"""
        self.choices: list[Choice] = []


@final
class Search:
    """Goes on for as long as it is asked to; the same seed and iterations find the same."""

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
        """The number of the decision set that worlds begin with."""
        self.roots: list[dict[int, Node]] = [{} for seat in range(game.seats)]
        self.top = Node()
        """The decision that is wanted."""
        self.at_top = True
        """Is it still to come in this world?"""
        self.menu: list[Move] = list(seen.legal)
        self.among: list[Move] = []
        """If there are any, it looks at these moves alone, whatever the policy selects."""
        self.ended: State | None = None
        """Where the last world was stopped."""

    def run(self, iterations: int) -> None:
        """Play this many more worlds on; `verdict` and `draw` may be asked between two runs."""
        for _each in range(iterations):
            self.play_one()
        self.iterations += iterations

    def play_one(self) -> None:
        """One world, to where the policy stops it."""
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
            if len(to_act) == 1:  # nobody to wait for, and no list to make
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
        """What the seat plays now: the searcher's first answer is the decision that is wanted."""
        legal = state.legal(seat)
        if self.at_top and seat == self.seen.seat:
            self.at_top = False
            self.menu = self.among or self.policy.select(state, seat, legal)
            return self.choose_at(self.top, descent, self.menu)
        return legal[0] if len(legal) == 1 else self.choose(state, seat, legal, descent)

    def choose(self, state: State, seat: Seat, legal: list[Move], descent: Descent) -> Move:
        """In the tree by the rule, beyond it as the policy would."""
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
        """Choose an arm of this node by the rule, and note it for the end of the playout."""
        arms = node.open(menu)
        index = self.rule.choose(node, arms, self.rng)
        descent.choices.append(Choice(node, arms, index))
        descent.arm = arms[index]
        return arms[index].move

    def verdict(self) -> Verdict:
        """What has been found so far of the decision that is wanted."""
        arms = self.top.open(self.menu)
        return Verdict(arms, self.rule.shares(arms), self.iterations, self.decisions)

    def draw(self) -> list[Move]:
        """A move by its share; and the steps of the same answer that would follow it, as far as
        they were tried often enough to be trusted.
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
        """The decision that followed most often in the same answer; None if that was complete."""
        best: Node | None = None
        for key, node in arm.after.items():
            if key & SAME_ANSWER and (best is None or node.visits > best.visits):
                best = node
        return best


def drawn(shares: list[float], rng: Rng) -> int:
    """An index, by these chances."""
    draw = rng.below(1_000_000) / 1_000_000
    for index in range(len(shares)):
        draw -= shares[index]
        if draw < 0.0:
            return index
    return shares.index(max(shares))
