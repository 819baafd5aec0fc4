"""The frame of a turn: Collect, Purchase, Combat, Draw and discard (CC-13 to CC-15, CC-102 to
CC-109), and how the last technology ends the match (CC-110 to CC-116).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import EVERYBODY, NOBODY, SEAT_BIT, SPECTATOR, Move, Seat
from microciv.games.civ_card_game.cards import RESOURCES, Card, take_out
from microciv.games.civ_card_game.effects import EXTRA_DRAW
from microciv.games.civ_card_game.events import (
    CAPPED,
    DECLINED,
    DISCARDED,
    FADED,
    LAST_TECH,
    ROUND,
    STOLE,
    STOLE_CARD,
    TRUCE_OVER,
    TURN_BEGAN,
    WAIVED,
)
from microciv.games.civ_card_game.moves import WAIVE, Resource, card_of
from microciv.games.civ_card_game.rules import combat
from microciv.games.civ_card_game.rules.drafts import TO_DRAW, TO_FIGHT, TO_MARKET, TO_PEACE, Draft
from microciv.games.civ_card_game.rules.market import refill_plots, refill_techs
from microciv.games.civ_card_game.rules.menus import legal_steps
from microciv.games.civ_card_game.rules.phases import (
    BUY_TASK,
    DISCARD,
    DRAW_TASK,
    NEXT_TASK,
    SURRENDER,
    TURN,
    TURN_TASK,
)
from microciv.games.civ_card_game.rules.purchases import drafted
from microciv.hidden.bags import bag_of
from microciv.hidden.memory import GIVE, LOSE

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState

PHASES: Final[tuple[int, ...]] = (TURN, DISCARD, SURRENDER)
TASKS: Final[tuple[int, ...]] = (TURN_TASK, BUY_TASK, DRAW_TASK, NEXT_TASK)

# Lists of tasks are shared, and never changed.
TURN_OF: Final[list[list[Task]]] = [[Task(TURN_TASK, seat)] for seat in range(SPECTATOR)]
BUY_MORE: Final = [Task(BUY_TASK)]
DRAW_NEXT: Final = [Task(DRAW_TASK)]
NEXT_TURN: Final = [Task(NEXT_TASK)]

LAST_ROUND: Final = 9999  # if nothing else ends the match
AT_ONCE: Final = 0  # what the last technology ends (CA-06)
AFTER_THE_TURN: Final = 1
AFTER_THE_ROUND: Final = 2


# --- Collect and Purchase


def begin_turn(state: CivCardGameState, seat: Seat) -> None:
    """Collect comes first; if population leaves no choice it is done at once (CC-21)."""
    if state.round == 0:
        state.round = 1
        state.tell(ROUND, 1)
    state.turn = seat
    state.market.fresh_plots = state.market.fresh_techs = 0
    state.bought = 0
    state.demolished = False
    state.tell(TURN_BEGAN, seat)
    if state.game.every_turn:
        box, realm = state.game.box, state.realms[seat]
        realm.powers = [card for card in realm.owned() if box.card_thefts[card] or box.thefts[card]]
    state.collecting = True
    draft = Draft(state, seat)
    if draft.bonuses:
        state.draft = draft  # the answer goes on from here
    else:
        carry_out(state, draft)
    state.ask_one(TURN, seat)


def carry_out(state: CivCardGameState, draft: Draft) -> None:
    """What the draft says is true from now on, and everybody hears it."""
    seat = draft.seat
    draft.realm.count_no_further()
    state.realms[seat] = draft.realm
    state.hands[seat] = draft.hand
    state.supply = draft.supply
    state.bought = draft.bought
    state.loose = draft.loose
    state.demolished = draft.demolished
    state.collecting = False
    state.draft = None
    for card in draft.thrown:
        state.discard[card] += 1
    if draft.left_hand:
        state.knowledge.note_each(LOSE, seat, draft.left_hand, EVERYBODY)
    for kind, a, b, c in draft.events:
        state.tell(kind, a, b, c)
    if draft.recounted:
        state.give_statuses(draft.cultured, draft.happy)


def settle_turn(state: CivCardGameState, seat: Seat) -> None:
    """The answer is complete: carry it out, and do what its last step leads to."""
    draft = drafted(state, seat)
    last = state.answers[seat][-1]
    carry_out(state, draft)
    card, leads_to = draft.card, draft.leads_to
    if leads_to == TO_PEACE:
        state.tell(DECLINED, seat)
        state.schedule(DRAW_NEXT)
    elif leads_to == TO_FIGHT:
        combat.begin(state, seat, draft.declared)
    elif leads_to == TO_MARKET and card >= state.game.box.first_plot:
        state.market.plots.remove(card)
        refill_plots(state)
        state.schedule(BUY_MORE)
    else:
        if leads_to == TO_MARKET:
            state.market.techs.remove(card)
            state.tech_sold = True
            refill_techs(state)
            if not state.market.techs:
                state.tell(LAST_TECH, seat)
                if end_is_near(state, seat):
                    return
        if leads_to in (TO_MARKET, TO_DRAW):
            state.draw(seat, state.game.box.draws[card])
            if state.game.at_once and card in draft.realm.powers:
                state.pending = [card]
        elif last is WAIVE:
            waive(state, seat)
        else:
            steal(state, draft)
        state.schedule(BUY_MORE)


def end_is_near(state: CivCardGameState, seat: Seat) -> bool:
    """The last technology is sold (CC-110). True if the match is over now: a theft that works on
    purchase or never is gone then (CA-26).
    """
    if state.game.end_trigger == AT_ONCE:
        if state.game.at_once:
            state.realms[seat].powers = []
        state.finish()
        return True
    state.ending = True
    return False


# --- thefts


def waive(state: CivCardGameState, seat: Seat) -> None:
    """The power of a purchase is not used, and gone (CA-26)."""
    card = state.pending[0]
    state.pending = []
    state.realms[seat].use_up(card)
    state.tell(WAIVED, seat, card)


def steal(state: CivCardGameState, draft: Draft) -> None:
    """CC-55 and CC-56: random cards of a hand, and resources that the thief has named."""
    seat, target, card = draft.seat, draft.target, draft.card
    state.realms[seat].use_up(card)
    state.pending = []
    for _one in range(min(state.game.box.card_thefts[card], len(state.hands[target]))):
        steal_card(state, seat, target)
    for kind in draft.robbed:
        move_resource(state, seat, target, kind)
    if state.game.victim_chooses and draft.to_rob:
        state.due = draft.to_rob
        surrender(state, target)


def steal_card(state: CivCardGameState, seat: Seat, target: Seat) -> None:
    """Each card of the hand is as likely; only the two see it (CC-55)."""
    hand = state.hands[target]
    card = hand[state.rng.below(len(hand))]
    take_out(hand, card)
    state.take_in_hand(seat, card)
    knows = SEAT_BIT[seat] | SEAT_BIT[target]
    state.knowledge.note(GIVE, target, seat, bag_of([card]), 0, knows)
    state.whisper(knows, STOLE_CARD, seat, target, card)


def move_resource(state: CivCardGameState, seat: Seat, target: Seat, kind: int) -> None:
    """One resource changes stocks (CC-56)."""
    state.realms[target].stock[kind] -= 1
    state.realms[seat].stock[kind] += 1
    state.realms[seat].count_no_further()
    state.tell(STOLE, seat, target, kind)


def surrender(state: CivCardGameState, target: Seat) -> None:
    """The victim names what goes, as long as there is a choice (CA-29)."""
    while state.due:
        stock = state.realms[target].stock
        kinds = [kind for kind in range(RESOURCES) if stock[kind]]
        if len(kinds) > 1 and state.due < sum(stock):
            state.ask_one(SURRENDER, target)
            return
        state.due -= 1
        move_resource(state, state.turn, target, kinds[0])


def settle_surrender(state: CivCardGameState, target: Seat) -> None:
    """All kinds of the answer go."""
    for move in state.answers[target]:
        assert isinstance(move, Resource)
        move_resource(state, state.turn, target, move.kind)
        state.due -= 1
    surrender(state, target)  # of the rest, which is no choice


def legal_surrender(state: CivCardGameState, target: Seat) -> list[Move]:
    """Any that it still has."""
    stock = left_of_stock(state, target)
    return [state.game.box.moves.gives[kind] for kind in range(RESOURCES) if stock[kind]]


def left_of_stock(state: CivCardGameState, target: Seat) -> list[int]:
    """The stock less what the open answer gives."""
    stock = state.realms[target].stock[:]
    for move in state.answers[target]:
        assert isinstance(move, Resource)
        stock[move.kind] -= 1
    return stock


def closes_surrender(state: CivCardGameState, target: Seat) -> bool:
    """Is nothing left to choose?"""
    given = len(state.answers[target])
    stock = left_of_stock(state, target)
    left = state.due - given
    kinds = len([amount for amount in stock if amount])
    return left == 0 or kinds < 2 or left == sum(stock)


# --- Draw and discard


def draw_and_discard(state: CivCardGameState) -> None:
    """What all draw and what is extra; Highest Culture is looked at now (CC-102 to CC-105)."""
    seat = state.turn
    cultured = state.game.culture_draws if state.cultured & SEAT_BIT[seat] else 0
    state.draw(seat, state.game.cards_drawn + cultured + state.realms[seat].sums[EXTRA_DRAW])
    hand = state.hands[seat]
    state.due = min(len(hand), state.game.cards_discarded + cultured)
    state.schedule(NEXT_TURN)
    if state.due == len(hand):  # all of them go (CC-108)
        state.due = 0
        throw(state, seat, hand[:])
    else:
        state.ask_one(DISCARD, seat)


def legal_discards(state: CivCardGameState, seat: Seat) -> list[Move]:
    """One more card of the hand."""
    hand = state.hands[seat]
    if state.answers[seat]:
        hand = hand[:]
        for move in state.answers[seat]:
            take_out(hand, card_of(move))
    culls = state.game.box.moves.culls
    moves: list[Move] = []
    last: Card = NOBODY
    for card in hand:
        if card != last:
            moves.append(culls[card])
            last = card
    return moves


def discard(state: CivCardGameState, seat: Seat) -> None:
    """They lie open (CC-103)."""
    state.due = 0
    throw(state, seat, [card_of(move) for move in state.answers[seat]])


def throw(state: CivCardGameState, seat: Seat, cards: list[Card]) -> None:
    """From the hand to the discard pile."""
    if not cards:
        return
    for card in cards:
        take_out(state.hands[seat], card)
        state.discard[card] += 1
        state.tell(DISCARDED, seat, card)
    state.knowledge.note_each(LOSE, seat, cards, EVERYBODY)


# --- turn after turn


def next_turn(state: CivCardGameState) -> None:
    """The next player clockwise, or the next round, or the end."""
    if state.ending and state.game.end_trigger == AFTER_THE_TURN:
        state.finish()
        return
    following = (state.turn + 1) % state.seats
    if following == state.first and end_round(state):
        state.finish()
        return
    state.schedule(TURN_OF[following])


def end_round(state: CivCardGameState) -> bool:
    """True if the match is over."""
    if state.ending:
        return True
    if is_last_round(state):
        state.tell(CAPPED, state.round)
        return True
    state.drought = 0 if state.tech_sold else min(state.drought + 1, LAST_ROUND)
    state.tech_sold = False
    if state.game.drought_rounds and state.drought >= state.game.drought_rounds:
        fade(state)
        if not state.market.techs:
            return True
    state.round += 1
    state.tell(ROUND, state.round)
    if state.game.peace_rounds and state.round == state.game.peace_rounds + 1:
        state.tell(TRUCE_OVER, state.round)
    return False


def is_last_round(state: CivCardGameState) -> bool:
    """Does the match end with this round in any case (CC-115)?"""
    return state.round == state.game.max_rounds or state.round == LAST_ROUND


def fade(state: CivCardGameState) -> None:
    """The cheapest technology of the market is removed, the first of equal ones (CA-46)."""
    state.drought = 0
    card = min(state.market.techs, key=state.game.box.cost.__getitem__)
    state.market.techs.remove(card)
    state.market.faded.append(card)
    state.tell(FADED, card)
    refill_techs(state)


# --- the chapter


def legal(state: CivCardGameState, seat: Seat) -> list[Move]:
    if state.phase == TURN:
        return legal_steps(state, drafted(state, seat))
    return legal_discards(state, seat) if state.phase == DISCARD else legal_surrender(state, seat)


def closes(state: CivCardGameState, seat: Seat) -> bool:
    if state.phase == TURN:
        return drafted(state, seat).leads_to != 0
    if state.phase == DISCARD:
        return len(state.answers[seat]) == state.due
    return closes_surrender(state, seat)


def settle(state: CivCardGameState, seat: Seat) -> None:
    if state.phase == TURN:
        settle_turn(state, seat)
    elif state.phase == DISCARD:
        discard(state, seat)
    else:
        settle_surrender(state, seat)


def perform(state: CivCardGameState, task: Task) -> None:
    kind = task.kind
    if kind == TURN_TASK:
        begin_turn(state, task.seat)
    elif kind == BUY_TASK:
        state.ask_one(TURN, state.turn)
    elif kind == DRAW_TASK:
        draw_and_discard(state)
    else:
        next_turn(state)
