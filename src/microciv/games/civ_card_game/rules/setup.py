"""Setting the table: plots are dealt and drafted, a market opens, everybody settles and draws
(CC-01 to CC-12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.events import Task
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.events import (
    DEALT,
    DEALT_PLOT,
    FOUNDED,
    NOBODY_LEFT,
    REVEALED,
    TOOK_PLOT,
)
from microciv.games.civ_card_game.moves import card_of, number_of
from microciv.games.civ_card_game.rules.market import open_market
from microciv.games.civ_card_game.rules.phases import (
    CULL,
    CULL_TASK,
    DRAFT,
    DRAFT_TASK,
    FOUND,
    FOUND_TASK,
    HANDS_TASK,
    MARKET_TASK,
    TURN_TASK,
)
from microciv.games.civ_card_game.rules.turns import discard, legal_discards

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState

PHASES: Final = (DRAFT, FOUND, CULL)
TASKS: Final = (DRAFT_TASK, MARKET_TASK, FOUND_TASK, HANDS_TASK, CULL_TASK)


def deal(state: CivCardGameState, seed: int) -> None:
    """Shuffle the three decks, and deal plots to everybody (CC-02, CC-03)."""
    rng = state.rng = Rng(seed)
    box = state.game.box
    state.market.plot_deck = box.deck(box.first_plot, box.size)
    state.market.tech_deck = box.deck(box.first_tech, box.first_plot)
    state.deck = box.deck(0, box.first_tech)
    rng.shuffle(state.market.plot_deck)
    rng.shuffle(state.market.tech_deck)
    rng.shuffle(state.deck)
    state.first = rng.below(state.seats) if state.game.random_dealer else 0
    order = state.order()
    for seat in order:
        for _plot in range(state.game.settled.plots_dealt):
            card = state.market.next_plot()
            state.realms[seat].add_plot(card)
            state.tell(DEALT_PLOT, seat, card)
    state.reschedule(tasks_of_setup(order))
    state.proceed()


def tasks_of_setup(order: list[Seat]) -> list[Task]:
    """All that comes before the first turn; the second draft goes backwards (CC-05)."""
    return [
        *[Task(DRAFT_TASK, seat) for seat in order],
        *[Task(DRAFT_TASK, seat) for seat in reversed(order)],
        Task(MARKET_TASK),
        *[Task(FOUND_TASK, seat) for seat in order],
        Task(HANDS_TASK),
        *[Task(CULL_TASK, seat) for seat in order],
        Task(TURN_TASK, order[0]),
    ]


def draft(state: CivCardGameState, seat: Seat) -> None:
    """One of the plots that lie open; the last one is not asked for (CC-04, CC-05)."""
    if not state.revealed:
        state.revealed = [state.market.next_plot() for _seat in range(state.seats)]
        for card in state.revealed:
            state.tell(REVEALED, card)
    if len(set(state.revealed)) == 1:
        take_plot(state, seat, state.revealed[0])
    else:
        state.ask_one(DRAFT, seat)


def take_plot(state: CivCardGameState, seat: Seat, card: Card) -> None:
    revealed = state.revealed[:]
    revealed.remove(card)
    state.revealed = revealed
    state.realms[seat].add_plot(card)
    state.tell(TOOK_PLOT, seat, card)


def found(state: CivCardGameState, seat: Seat) -> None:
    """One free population (CC-08)."""
    if state.supply == 0:
        state.tell(NOBODY_LEFT, seat)
        return
    state.ask_one(FOUND, seat)


def settle_found(state: CivCardGameState, seat: Seat) -> None:
    plot = number_of(state.answers[seat][0]) - 1
    state.realms[seat].settle(plot)
    if state.supply > 0:
        state.supply -= 1
    state.tell(FOUNDED, seat, plot)


def deal_hands(state: CivCardGameState) -> None:
    """Later players draw more (CC-09)."""
    for index, seat in enumerate(state.order()):
        state.draw(seat, state.game.opening_hands[index], DEALT)


# --- the chapter


def legal(state: CivCardGameState, seat: Seat) -> list[Move]:
    """A plot to take, a plot to settle, a card to discard."""
    moves = state.game.box.moves
    if state.phase == DRAFT:
        return [moves.takes[card] for card in dict.fromkeys(state.revealed)]
    if state.phase == FOUND:
        return moves.founds[: len(state.realms[seat].plots)]
    return legal_discards(state, seat)


def closes(state: CivCardGameState, seat: Seat) -> bool:
    """Two cards are discarded in one answer (CC-10)."""
    return state.phase != CULL or len(state.answers[seat]) == state.due


def settle(state: CivCardGameState, seat: Seat) -> None:
    if state.phase == DRAFT:
        take_plot(state, seat, card_of(state.answers[seat][0]))
    elif state.phase == FOUND:
        settle_found(state, seat)
    else:
        discard(state, seat)


def perform(state: CivCardGameState, task: Task) -> None:
    kind = task.kind
    if kind == DRAFT_TASK:
        draft(state, task.seat)
    elif kind == MARKET_TASK:
        open_market(state)
    elif kind == FOUND_TASK:
        found(state, task.seat)
    elif kind == HANDS_TASK:
        deal_hands(state)
    else:
        state.due = state.game.settled.opening_discards
        state.ask_one(CULL, task.seat)
