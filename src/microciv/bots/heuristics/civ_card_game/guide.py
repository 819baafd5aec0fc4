"""Civilization: The Card Game for those who search: playouts that play whole turns with sense."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.civ_card_game.guide_fights import (
    best_block,
    best_draft,
    best_founding,
    best_loss,
    best_repel,
    best_yield,
    next_attack,
    still_in_hand,
    worst_card,
)
from microciv.bots.heuristics.civ_card_game.guide_turns import (
    Shopping,
    best_robbery,
    best_settling,
    ending,
    next_steps,
    of_thefts,
    payment,
)
from microciv.bots.heuristics.civ_card_game.guide_values import chances
from microciv.bots.heuristics.civ_card_game.guide_wishes import Wish, steps_to
from microciv.bots.heuristics.civ_card_game.guide_worth import Eye, Taste
from microciv.bots.search.guides import Guide
from microciv.core.game import Game
from microciv.core.moves import NOBODY, SEAT_BIT, Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_card_game.moves import CULLS, SETTLES, Resource
from microciv.games.civ_card_game.phases import (
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
from microciv.games.civ_card_game.purchases import drafted
from microciv.games.civ_card_game.state import CivCardGameState

MOST_WISHES: Final = 5  # purchases that are compared


@final
class CivCardGameGuide(Guide):
    """Plays like `easy` beyond the tree, stops after some turns, and reckons who is ahead."""

    def __init__(self, game: Game, horizon: int = 1, width: int = MOST_WISHES) -> None:
        super().__init__(game)
        self.taste = Taste()
        """How everybody is taken to play."""
        self.own: Taste | None = None
        """How `seat` plays, if it has a style."""
        self.seat: Seat = NOBODY
        self.horizon = horizon
        """How many turns of everybody playouts look ahead."""
        self.width = width
        """How many purchases are compared with the usual one."""
        self.first_round = 0
        """The one that playouts begin in."""
        # The steps that the last thought had in mind, and where they belong.
        self._next: list[Move] = []
        self._state: State | None = None
        self._sets = 0
        self._length = 0
        self._last: Move | None = None

    def taste_of(self, seat: Seat) -> Taste:
        """How the seat plays."""
        own = self.own
        return own if own is not None and seat == self.seat else self.taste

    # --- playouts

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        """What `easy` might play."""
        assert isinstance(state, CivCardGameState)
        return legal[0] if len(legal) == 1 else self.step(state, seat)

    def play_on(self, state: CivCardGameState, far: int) -> None:
        """Play as `easy` might, until a turn begins that has this number or a higher one."""
        while state.owing:
            if state.phase == TURN and turn_of(state) >= far:
                return
            seat = state.owing[0]
            state.apply(seat, self.step(state, seat))

    def step(self, state: CivCardGameState, seat: Seat) -> Move:
        """The usual next step of an answer."""
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
        draft, taste = drafted(state, seat), self.taste_of(seat)
        stage = draft.stage
        if stage == PAYING:
            return payment(state, seat, draft, taste)
        if stage in (DECLARING, ROBBING, WAIVING):
            eye = Eye(state, seat, draft.realm, draft.hand, taste)
            legal = state.legal(seat)
            if stage == DECLARING:
                return next_attack(eye, draft, legal)
            if stage == ROBBING:
                return best_robbery(eye, legal)
            theft = of_thefts(eye, legal)
            return theft[0] if theft else legal[len(legal) - 1]
        steps = next_steps(state, seat, draft, taste)
        self._next = steps[1:]
        self._state = state
        self._sets = state.sets
        self._length = sealed + 1
        self._last = steps[0]
        return self._last

    def _answer(self, state: CivCardGameState, seat: Seat) -> Move:
        """Everything that is not a turn."""
        phase, taste = state.phase, self.taste_of(seat)
        if phase in (DISCARD, CULL):
            eye = Eye(state, seat, state.realms[seat], still_in_hand(state, seat), taste)
            return CULLS[worst_card(eye, state.happy & SEAT_BIT[seat] != 0)]
        eye = Eye(state, seat, state.realms[seat], state.hands[seat], taste)
        if phase == RECEIVE:
            return SETTLES[best_settling(eye, state.realms[seat])]
        legal = state.legal(seat)
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

    def promising(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
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
        draft = drafted(state, seat)
        shopping = Shopping(state, seat, draft, self.taste_of(seat))
        found: list[Move] = []
        theft = of_thefts(shopping.eye, legal) if draft.realm.powers else []
        if theft:
            found.append(theft[0])
        best = shopping.best()
        if best is not None:
            add(found, steps_to(draft, shopping.eye, best)[0])
        shopping.rate()
        rest = [wish for wish in shopping.wishes if wish is not best and wish.score > 0.0]
        rest.sort(key=by_score)
        for wish in rest[: self.width]:
            add(found, steps_to(draft, shopping.eye, wish)[0])
        add(found, ending(state, draft)[0])
        return found

    # --- where playouts stop

    def begin(self, state: State) -> None:
        assert isinstance(state, CivCardGameState)
        self.first_round = state.round

    def is_far(self, state: State, start: int) -> bool:
        """As a round begins, after so many whole ones: all playouts that begin in a round stop at
        the same moment, so that what is worth the same seems so at every step of a turn.
        """
        assert isinstance(state, CivCardGameState)
        begins = state.phase == TURN and state.collecting
        return begins and state.round > self.first_round + self.horizon

    def values(self, state: State) -> list[float]:
        """Each seat's chance to win."""
        assert isinstance(state, CivCardGameState)
        if not state.owing:
            return super().values(state)
        return chances(state)


def by_score(wish: Wish) -> float:
    """The best first."""
    return -wish.score


def add(found: list[Move], move: Move) -> None:
    """Once."""
    for other in found:
        if other is move:
            return
    found.append(move)


def turn_of(state: CivCardGameState) -> int:
    """The number of the turn, counted from the first of the match."""
    if state.round == 0:
        return 0
    return (state.round - 1) * state.seats + (state.turn - state.first) % state.seats


def best_gift(eye: Eye, legal: list[Move]) -> Move:
    """The resource that it can spare: most of the cheapest."""
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Resource)
        worth = eye.realm.stock[move.kind] / eye.worth(move.kind)
        if worth > most:
            best, most = move, worth
    return best
