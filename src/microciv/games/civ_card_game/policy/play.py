"""What the policy plays, step by step; and what it knows of the game for those who search."""

from __future__ import annotations

from typing import Final, final

from microciv.core.game import Game
from microciv.core.moves import SEAT_BIT, Move, Seat
from microciv.core.policy import Assets, Policy, Reason
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_card_game.policy.evaluation import NAMES, assets, chances
from microciv.games.civ_card_game.policy.fights import (
    best_block,
    best_draft,
    best_founding,
    best_gift,
    best_loss,
    best_repel,
    best_yield,
    next_attack,
    still_in_hand,
    worst_card,
)
from microciv.games.civ_card_game.policy.reasons import reason_of
from microciv.games.civ_card_game.policy.turns import (
    Shopping,
    best_robbery,
    best_settling,
    next_steps,
    of_thefts,
    payment,
)
from microciv.games.civ_card_game.policy.worth import BUILDER, USUAL, Eye, Style, style_of
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    BUYING,
    CULL,
    DECLARING,
    DISCARD,
    DRAFT,
    FOUND,
    GROWING,
    PAYING,
    PLACING,
    RECEIVE,
    REPEL,
    ROBBING,
    SURRENDER,
    TURN,
    WAIVING,
    YIELD,
)
from microciv.games.civ_card_game.rules.purchases import drafted
from microciv.games.civ_card_game.rules.state import CivCardGameState

MOST_WISHES: Final = 5  # purchases that are compared
SLIP_SEEDS: Final = 1_000_000


@final
class CivCardGamePolicy(Policy):
    """Plays whole turns with a sense for what pays, and when; a style makes it a grower, a builder
    or a raider.
    """

    def __init__(self, game: Game, horizon: int = 1, width: int = MOST_WISHES) -> None:
        super().__init__(game)
        self.asset_names = NAMES
        self.styles: list[Style | None] = [USUAL] * game.seats
        """How each seat plays; None: in the style that the match gives it."""
        self.slip_size = 0.0
        """How far what a purchase is worth seems to be off, as a share of it."""
        self.horizon = horizon
        """How many turns of everybody playouts look ahead."""
        self.width = width
        """How many purchases are compared with the usual one."""
        self.first_round = 0
        """The one that playouts begin in."""
        self._turn = -1
        self._slip_seed = 0
        """What the slips of this turn follow from."""
        # The steps that the last thought had in mind, and where they belong.
        self._next: list[Move] = []
        self._state: State | None = None
        self._sets = 0
        self._length = 0
        self._last: Move | None = None

    def sober(self) -> None:
        super().sober()
        self.slip_size = 0.0

    def style_of(self, state: CivCardGameState, seat: Seat) -> Style:
        style = self.styles[seat]
        if style is None:
            style = style_of(state, seat)
        if self.slip_size > 0.0 or self.restriction is not None:
            style = style.copy()
            style.slip_size = self.slip_size
            style.slip_seed = self._slip_seed
            style.restriction = self.restriction
        return style

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        assert isinstance(state, CivCardGameState)
        if self.slip_size > 0.0 and state.phase == TURN and turn_of(state) != self._turn:
            self._turn = turn_of(state)
            self._slip_seed = rng.below(SLIP_SEEDS)
        return self.step(state, seat)

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        assert isinstance(state, CivCardGameState)
        return reason_of(
            state, seat, answer, builds=self.style_of(state, seat).name == BUILDER.name
        )

    # --- playouts

    def play_on(self, state: CivCardGameState, far: int) -> None:
        """Play until a turn begins that has this number or a higher one."""
        while state.to_act:
            if state.phase == TURN and turn_of(state) >= far:
                return
            seat = state.to_act[0]
            state.apply(seat, self.step(state, seat))

    def step(self, state: CivCardGameState, seat: Seat) -> Move:
        if state.phase != TURN:
            return self._answer(state, seat)
        sealed = len(state.answers[seat])
        if (
            self._next
            and self._state is state
            and self._sets == state.sets
            and self._length == sealed
            and state.answers[seat][sealed - 1] is self._last
        ):
            self._length += 1
            self._last = self._next.pop(0)
            return self._last
        draft, style = drafted(state, seat), self.style_of(state, seat)
        stage = draft.stage
        if stage == PAYING:
            return payment(state, seat, draft, style)
        if stage in (DECLARING, ROBBING, WAIVING):
            eye = Eye(state, seat, draft.realm, draft.hand, style)
            legal = style.legal(state, seat)
            if stage == DECLARING:
                return next_attack(eye, draft, legal)
            if stage == ROBBING:
                return best_robbery(eye, legal)
            theft = of_thefts(eye, legal)
            return theft[0] if theft else legal[len(legal) - 1]
        steps = next_steps(state, seat, draft, style)
        self._next = steps[1:]
        self._state = state
        self._sets = state.sets
        self._length = sealed + 1
        self._last = steps[0]
        return self._last

    def _answer(self, state: CivCardGameState, seat: Seat) -> Move:
        phase, style = state.phase, self.style_of(state, seat)
        if phase in (DISCARD, CULL):
            eye = Eye(state, seat, state.realms[seat], still_in_hand(state, seat), style)
            return eye.box.moves.culls[worst_card(eye, state.happy & SEAT_BIT[seat] != 0)]
        eye = Eye(state, seat, state.realms[seat], state.hands[seat], style)
        if phase == RECEIVE:
            return eye.box.moves.settles[best_settling(eye, state.realms[seat])]
        legal = style.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        if phase == BLOCK:
            return best_block(eye, legal)
        if phase == YIELD:
            return best_yield(eye, legal)
        if phase == REPEL:
            return best_repel(eye, legal)
        if phase == DRAFT:
            return best_draft(eye, legal)
        if phase == FOUND:
            return best_founding(eye, legal)
        if phase == SURRENDER:
            return best_gift(eye, legal)
        return best_loss(eye, legal)  # breach, raze, vacate

    # --- the tree

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        """Of purchases the best few, and none; else what may matter."""
        assert isinstance(state, CivCardGameState)
        if len(legal) == 1 or state.phase != TURN:
            return legal
        draft = drafted(state, seat)
        stage = draft.stage
        if stage == DECLARING:
            return legal
        if stage == BUYING:
            return self._purchases(state, seat, legal)
        if stage in (PLACING, GROWING, WAIVING):
            return legal
        return [self.step(state, seat)]

    def _purchases(self, state: CivCardGameState, seat: Seat, legal: list[Move]) -> list[Move]:
        """The first steps of the best purchases, and of none."""
        shopping = Shopping(state, seat, drafted(state, seat), self.style_of(state, seat))
        ways = shopping.ways(legal, self.width)
        return list(dict.fromkeys([steps[0] for steps in ways]))

    # --- where playouts stop

    def begin(self, state: State) -> None:
        assert isinstance(state, CivCardGameState)
        self.first_round = state.round

    def is_far(self, state: State, start: int) -> bool:
        """As a round begins, after this many whole ones: all playouts that begin in a round stop at
        the same moment, so that what is worth the same seems so at every step of a turn.
        """
        assert isinstance(state, CivCardGameState)
        begins = state.phase == TURN and state.collecting
        return begins and state.round > self.first_round + self.horizon

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, CivCardGameState)
        if not state.to_act:
            return super().evaluate(state)
        return chances(state)

    def assets(self, state: State, seat: Seat) -> Assets:
        assert isinstance(state, CivCardGameState)
        return assets(state, seat)


def turn_of(state: CivCardGameState) -> int:
    """The number of the turn, counted from the first of the match."""
    if state.round == 0:
        return 0
    return (state.round - 1) * state.seats + (state.turn - state.first) % state.seats
