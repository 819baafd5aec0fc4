"""How Civ Builder is played: by what leads, cards and actions are worth, and an outlined turn.

`easy` has a style and trades. Playouts of the search make no offers; they stop when a round is
over, and seats are judged by what they may still hope for.
"""

from __future__ import annotations

from typing import Final, final

from microciv.core.game import Game
from microciv.core.moves import NOBODY, Move, Seat
from microciv.core.policy import Assets, Policy, Reason
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_builder.cards import AGAINST_ONE, ATTRIBUTES, CONQUEST
from microciv.games.civ_builder.moves import (
    ACCEPT,
    COUNTER,
    DECLINE,
    DISCARDS,
    DONE,
    DRAW,
    DUMP,
    KEEP,
    MELDS,
    OFFERS,
    PASS,
    READY,
    RETURNS,
    STOP,
    USE,
    Against,
    Count,
    Named,
    Pick,
    Standing,
    seat_of,
)
from microciv.games.civ_builder.options import CivBuilderOptions
from microciv.games.civ_builder.policy import talk
from microciv.games.civ_builder.policy.melds import NEVER, NO_MORE, Meld, Turn
from microciv.games.civ_builder.policy.styles import SOBER, Style, home_of, style_of
from microciv.games.civ_builder.policy.trading import NO_TERMS, Asked, Terms, Trader, next_term
from microciv.games.civ_builder.policy.worth import (
    ASSETS,
    Ledger,
    assets_of,
    chances_of,
    hopes_at_start,
)
from microciv.games.civ_builder.rules.actions import exchanged, named
from microciv.games.civ_builder.rules.phases import (
    ACT,
    ANSWER,
    CHOOSE,
    DISCARD,
    EXCHANGE,
    MARKET,
    MELD,
    OFFER,
    PICK,
    POINT,
    REPLY,
    SIXTH,
    STUDY,
)
from microciv.games.civ_builder.rules.phases import DUMP as DUMP_PHASE
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.sheet import Sheet
from microciv.hidden.bags import ONE, Bag, Kind, bag_of, kinds_in

MOST_MELDS: Final = 5  # attributes, or to stop, that are looked at
SHORT: Final = 3.0  # cards that one may seem worth less than the best
MOST_KINDS: Final = 3  # cards or points that are looked at
OF_STYLE: Final = 1000.0  # more than any civilization is worth
MARGIN: Final = 0.4  # cards that an exchange by force must bring
ONE_OF_EACH: Final[Bag] = bag_of(range(ATTRIBUTES))


@final
class CivBuilderPolicy(Policy):
    """By the outline of a turn; what is worked out for one is kept until it is over."""

    def __init__(
        self, game: Game, rounds: int = 1, *, trades: bool = False, styled: bool = False
    ) -> None:
        super().__init__(game)
        self.asset_names = ASSETS
        self.rounds = rounds
        """How many rounds a playout goes on for, the one that is on included."""
        self.trades = trades
        """Does it make offers? Then it also takes a new look whenever anything has changed;
        playouts stay with the outline of a turn.
        """
        self.styled = styled
        self.table_number = 0
        assert isinstance(game.options, CivBuilderOptions)
        self.ledger = Ledger(game.seats, Sheet(game.options))
        self.first_round = 0
        self.state: State | None = None
        self.turns: list[Turn | None] = [None] * game.seats
        """By seat, the last that was worked out for this state."""
        self.root: Turn | None = None
        """The same for the question that is searched: all its worlds look alike."""
        self.terms: list[Terms] = [NO_TERMS] * game.seats
        """By seat, the offer that it is about to make."""
        self.asked_in: list[int] = [-1] * game.seats
        """By seat, in which decision set."""

    def sit_down(self, table_number: int) -> None:
        self.table_number = table_number

    def style_of(self, state: CivBuilderState, seat: Seat) -> Style:
        return style_of(state, seat, self.table_number) if self.styled else SOBER

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        assert isinstance(state, CivBuilderState)
        return talk.reason(state, seat, self.style_of(state, seat), answer)

    # --- what the search asks

    def begin(self, state: State) -> None:
        assert isinstance(state, CivBuilderState)
        self.first_round = state.round

    def is_far(self, state: State, start: int) -> bool:
        assert isinstance(state, CivBuilderState)
        return state.round >= self.first_round + self.rounds

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, CivBuilderState)
        if not state.to_act:
            return chances_of([float(points) for points in state.points], self.ledger.scales[-1])
        return chances_of(hopes_at_start(state, self.ledger), self.ledger.scales[state.round])

    def assets(self, state: State, seat: Seat) -> Assets:
        assert isinstance(state, CivBuilderState)
        return assets_of(state, seat, self.ledger)

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        assert isinstance(state, CivBuilderState)
        if state.sets == 1:  # a world as it was dealt
            self.first_round = state.round
        if len(legal) == 1:
            return legal
        phase = state.phase
        if phase == MELD:
            return self.melds(state, seat, legal)
        if phase == ACT:
            return self.acts(state, seat, legal)
        if phase in (EXCHANGE, STUDY, DISCARD, POINT):
            return self.best_kinds(state, seat, legal, MOST_KINDS)
        if phase in (SIXTH, PICK, OFFER):
            return [self.plain(state, seat, legal)]
        if phase == MARKET:
            taken = [move for move in legal if isinstance(move, Standing) and move.seat >= 0]
            return [*taken, PASS] if PASS in legal else [self.plain(state, seat, legal)]
        found = [move for move in legal if not isinstance(move, Named) and move is not COUNTER]
        return found or [self.plain(state, seat, legal)]

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        assert isinstance(state, CivBuilderState)
        return self.plain(state, seat, legal)

    def plain(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        """What seems best without a search."""
        phase = state.phase
        if phase == MELD:
            return self.next_meld(state, seat, legal)
        if phase == ACT:
            return self.next_act(state, seat, legal)
        if phase in (EXCHANGE, STUDY, DISCARD, POINT):
            return self.best_kinds(state, seat, legal, 1)[0]
        if phase == OFFER:
            return self.offer(state, seat, legal)
        if phase in (ANSWER, REPLY):
            return self.answer(state, seat, legal)
        if phase == DUMP_PHASE:
            turn = self.turn_of(state, seat)
            worth = turn.acts.point * state.game.sheet.equestrian_privilege
            return DUMP if turn.held(state.hands[seat], NO_MORE) < worth else KEEP
        if phase == PICK:
            return self.civilization(state, seat, legal)
        if phase == MARKET:
            return self.market(state, seat, legal)
        if phase == CHOOSE:
            return self.willing(state, seat, legal)
        return DRAW if DRAW in legal else legal[0]

    # --- turns

    def turn_of(self, state: CivBuilderState, seat: Seat) -> Turn:
        """How the seat sees hands. In a playout it is worked out once for a turn, before the first
        question of it; else whenever anything has changed.
        """
        self.look_at(state)
        turn = self.turns[seat]
        if turn is not None and turn.is_of(state, seat, exactly=self.trades):
            return turn
        turn = self.root
        if state.sets != 1 or turn is None or not turn.is_of(state, seat, exactly=True):
            turn = Turn(state, seat, self.ledger, self.style_of(state, seat))
            if state.sets == 1:
                self.root = turn
        self.turns[seat] = turn
        return turn

    def look_at(self, state: CivBuilderState) -> None:
        """Nothing is taken over from another world."""
        if self.state is not state:
            self.state = state
            self.turns = [None] * self.seats
            self.asked_in = [-1] * self.seats

    def melds(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> list[Move]:
        """The attributes whose best meld is not much worse than the best of all; of a meld that is
        begun, the numbers that such melds have.
        """
        turn, hand = self.turn_of(state, seat), state.hands[seat]
        steps = state.answers[seat]
        values: list[float] = []
        moves: list[Move] = []
        if steps:
            for meld in fitting(turn, hand, state.melds, steps):
                move = nearest(legal, meld)
                if move not in moves:
                    moves.append(move)
            return moves or legal
        if STOP in legal:
            moves.append(STOP)
            values.append(turn.saved(hand))
        for meld in turn.melds(hand, state.melds, state.melded):
            move = MELDS[meld.attribute]
            worth = turn.value_of(meld, hand, state.melds)
            if moves and moves[-1] is move:
                values[-1] = max(values[-1], worth)
            elif move in legal:
                moves.append(move)
                values.append(worth)
        return best_moves(moves, values, MOST_MELDS, SHORT * turn.card) if moves else legal

    def next_meld(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        turn, hand = self.turn_of(state, seat), state.hands[seat]
        steps = state.answers[seat]
        if not steps:
            best = turn.best(hand, state.melds, state.melded)
            if best is None or MELDS[best.attribute] not in legal:
                return STOP if STOP in legal else legal[0]
            return MELDS[best.attribute]
        melds = fitting(turn, hand, state.melds, steps)
        alone = len(melds) == 1
        chosen = melds[0] if alone else turn.best_of(melds, hand, state.melds, NEVER)
        return legal[0] if chosen is None else nearest(legal, chosen)

    def acts(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> list[Move]:
        """An action that costs nothing is used; targets are all looked at."""
        steps = state.answers[seat]
        if not steps:
            if state.action not in AGAINST_ONE:
                return [USE]
            return [move for move in legal if isinstance(move, Against)]
        if state.action == CONQUEST:
            return self.best_kinds(state, seat, legal, MOST_KINDS)
        return self.reforms(state, seat, legal, both=True)

    def next_act(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        if not state.answers[seat] and state.action not in AGAINST_ONE:
            return USE
        turn = self.turn_of(state, seat)
        if not state.answers[seat]:
            target = turn.acts.target(state.action)
            for move in legal:
                if isinstance(move, Against) and move.seat == target:
                    return move
            return legal[0]
        if state.action == CONQUEST:
            return self.best_kinds(state, seat, legal, 1)[0]
        return self.reforms(state, seat, legal, both=False)[0]

    def reforms(
        self, state: CivBuilderState, seat: Seat, legal: list[Move], both: bool
    ) -> list[Move]:
        """The card that Government should discard next, or none, the better first."""
        turn = self.turn_of(state, seat)
        hand = state.hands[seat] - named(state.answers[seat])
        worst, least = -1, 1000.0
        for kind in kinds_in(hand):
            worth = turn.quick(hand - ONE[kind], kind)
            if worth < least:
                worst, least = kind, worth
        if worst < 0 or DONE not in legal:
            return legal
        if both:
            return [DISCARDS[worst], DONE]
        return [DISCARDS[worst]] if least < 0.7 * turn.card else [DONE]

    # --- cards and points

    def best_kinds(
        self, state: CivBuilderState, seat: Seat, legal: list[Move], most: int
    ) -> list[Move]:
        turn, hand = self.turn_of(state, seat), state.hands[seat]
        phase, steps = state.phase, state.answers[seat]
        chosen = named(steps)
        values: list[float] = []
        if phase == EXCHANGE:
            taken, returned, _taking = exchanged(state, steps)
            hand += taken - returned
        for move in legal:
            if not isinstance(move, Named):
                values.append(self.least_swap(turn, hand))
                continue
            kind = move.kind
            if phase == POINT:
                values.append(turn.rise(kind, turn.acts.sheet.science_privilege))
            elif phase == ACT:
                values.append(self.stolen(state, turn, seat, kind))
            elif phase == DISCARD:
                held = ((hand - chosen) >> 4 * kind) & 15
                values.append(-turn.save(kind, held - 1))
            elif move is RETURNS[kind]:
                values.append(-turn.quick(hand - ONE[kind], kind))
            else:
                values.append(turn.quick(hand + chosen if phase == STUDY else hand, kind))
        return best_moves(legal, values, most, 1000.0)

    def least_swap(self, turn: Turn, hand: Bag) -> float:
        """What a card must be worth to be taken for one of the hand."""
        least = 1000.0
        for kind in kinds_in(hand):
            least = min(least, turn.quick(hand - ONE[kind], kind))
        return least + MARGIN * turn.card

    def stolen(self, state: CivBuilderState, turn: Turn, seat: Seat, kind: Kind) -> float:
        """What a point of the attribute is worth, that Conquest takes."""
        steps = state.answers[seat]
        first = steps[0]
        assert isinstance(first, Against)
        gone = len([step for step in steps if isinstance(step, Named) and step.kind == kind])
        return turn.acts.moved(first.seat, kind, gone)

    # --- trade

    def trader(self, state: CivBuilderState, seat: Seat) -> Trader:
        turn, style = self.turn_of(state, seat), self.style_of(state, seat)
        return Trader(state, seat, turn, style, Asked(state, seat))

    def means(self, state: CivBuilderState, seat: Seat, terms: Terms) -> None:
        """These are the terms that the next steps of its answer will name."""
        self.terms[seat] = terms
        self.asked_in[seat] = state.sets

    def go_on(self, state: CivBuilderState, seat: Seat, target: Seat, legal: list[Move]) -> Move:
        """With an offer that has been begun, by this policy or by somebody else."""
        self.look_at(state)
        if self.asked_in[seat] != state.sets or self.terms[seat].target != target:
            self.means(state, seat, self.trader(state, seat).best_offer([target]))
        return next_term(state.answers[seat], legal, self.terms[seat])

    def offer(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        """The most hopeful offer, if there is one."""
        steps = state.answers[seat]
        if steps:
            return self.go_on(state, seat, seat_of(steps[0]), legal)
        if not self.trades:
            return PASS
        asked, style = Asked(state, seat), self.style_of(state, seat)
        if asked.approaches >= style.approaches:
            return PASS  # before anything is thought out
        trader = Trader(state, seat, self.turn_of(state, seat), style, asked)
        terms = trader.best_offer([move.seat for move in legal if isinstance(move, Against)])
        if terms.target == NOBODY:
            return PASS
        self.means(state, seat, terms)
        return OFFERS[terms.target]

    def answer(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        """To accept what betters the hand; else to want something else, perhaps."""
        deal = state.deal
        if state.answers[seat]:
            return self.go_on(state, seat, deal.seat, legal)
        counters = self.trades and COUNTER in legal and self.style_of(state, seat).counters
        if ACCEPT not in legal and not counters:
            return DECLINE  # before anything is thought out
        trader = self.trader(state, seat)
        if ACCEPT in legal and trader.accepts(deal) > 0.0:
            return ACCEPT
        if counters:
            terms = trader.counter(deal)
            if terms.target != NOBODY:
                self.means(state, seat, terms)
                return COUNTER
        return DECLINE

    def market(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        steps = state.answers[seat]
        if steps:
            return self.go_on(state, seat, seat_of(steps[0]), legal)
        if not self.trades:
            return READY
        move, terms = self.trader(state, seat).in_market(legal)
        self.means(state, seat, terms)
        return move

    def willing(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        """Of the willing, who stands worst."""
        turn = self.turn_of(state, seat)
        chosen, least = legal[0], 1000.0
        for move in legal:
            if isinstance(move, Against) and turn.acts.standing[move.seat] < least:
                chosen, least = move, turn.acts.standing[move.seat]
        return chosen

    # --- the table

    def civilization(self, state: CivBuilderState, seat: Seat, legal: list[Move]) -> Move:
        """One of its style; of those, where three points more are worth most."""
        turn, homes = self.turn_of(state, seat), self.style_of(state, seat).homes
        chosen, most = legal[0], -1.0
        for move in legal:
            if isinstance(move, Pick):
                home = home_of(move.civ)
                worth = turn.rise(home, 3) + (OF_STYLE if home in homes else 0.0)
                if worth > most:
                    chosen, most = move, worth
        return chosen


def fitting(turn: Turn, hand: Bag, made: int, steps: tuple[Move, ...]) -> list[Meld]:
    """The melds worth a thought that have been begun so."""
    first = steps[0]
    assert isinstance(first, Named)
    melds = turn.melds(hand, made, ONE_OF_EACH - ONE[first.kind])
    return [meld for meld in melds if agrees(meld, steps)]


def agrees(meld: Meld, steps: tuple[Move, ...]) -> bool:
    """Has the meld as many of each sort as has been said?"""
    for step in steps:
        if isinstance(step, Count) and part_of(meld, step.part) != step.amount:
            return False
    return True


def part_of(meld: Meld, part: int) -> int:
    if part == 0:
        return meld.natural
    if part == 1:
        return meld.seas
    return meld.disasters if part == 2 else meld.leaders


def nearest(legal: list[Move], meld: Meld) -> Move:
    """The number that is asked for, as the meld has it, or what comes nearest."""
    chosen, least = legal[0], 1000
    for move in legal:
        if isinstance(move, Count):
            off = abs(move.amount - part_of(meld, move.part))
            if off < least:
                chosen, least = move, off
    return chosen


def best_moves(moves: list[Move], values: list[float], most: int, short: float) -> list[Move]:
    """Up to this many, the best first, of those that fall short of it by no more than this."""
    found: list[Move] = []
    used: list[bool] = [False] * len(moves)
    least = values[0]
    for value in values:
        least = max(least, value)
    least -= short
    while len(found) < most:
        best, at = least, -1
        for index in range(len(moves)):
            if not used[index] and (values[index] > best or (at < 0 and values[index] == best)):
                best, at = values[index], index
        if at < 0:
            break
        used[at] = True
        found.append(moves[at])
    return found
