"""Combat (CC-67 to CC-101): walls, defence, damage; each part for all defenders before the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.events import Task
from microciv.core.moves import EVERYBODY, NOBODY, Move, Seat
from microciv.games.civ_card_game.cards import Card, holds, take_out
from microciv.games.civ_card_game.effects import BOUNCE, STEAL_POPULATION
from microciv.games.civ_card_game.events import (
    ATTACKED,
    BLOCKED,
    BREACHED,
    HARMLESS,
    NO_BUILDING,
    NO_POPULATION,
    RAZED,
    REPELLED,
    RESETTLED,
    RETREATED,
    ROBBED,
    STRUCK,
    UNBLOCKED,
    VACATED,
)
from microciv.games.civ_card_game.moves import PASS, SEATS, Standing, card_of, number_of
from microciv.games.civ_card_game.rules.phases import (
    BLOCK,
    BLOCK_TASK,
    BREACH,
    CLASH_TASK,
    DRAW_TASK,
    RAZE,
    RECEIVE,
    REPEL,
    REPEL_TASK,
    RETREAT_TASK,
    STRIKE_TASK,
    VACATE,
    WALLS_TASK,
    YIELD,
)
from microciv.games.civ_card_game.rules.realms import Structures
from microciv.hidden.memory import COME, LOSE

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.rules.state import CivCardGameState

PHASES: Final[tuple[int, ...]] = (BREACH, REPEL, BLOCK, YIELD, RECEIVE, RAZE, VACATE)
TASKS: Final[tuple[int, ...]] = (
    WALLS_TASK,
    REPEL_TASK,
    BLOCK_TASK,
    CLASH_TASK,
    STRIKE_TASK,
    RETREAT_TASK,
)

UNDECIDED: Final[Card] = -1
UNSTOPPED: Final[Card] = -2


@final
@mypyc_attr(acyclic=True)
class Unit:
    """In the combat area. Shared by clones: replaced, never changed."""

    def __init__(self, card: Card, target: Seat, blocker: Card) -> None:
        self.card = card
        self.target = target
        """Whom it attacks."""
        self.blocker = blocker
        """Who stops it, or UNSTOPPED, or UNDECIDED."""


def begin(state: CivCardGameState, seat: Seat, declared: list[tuple[Seat, Card]]) -> None:
    """The complete declaration is revealed at once (CC-70)."""
    state.units = [Unit(card, target, UNDECIDED) for target, card in declared]
    for target, card in declared:
        state.tell(ATTACKED, seat, target, card)
    state.striking = state.instruction = 0
    state.schedule(tasks_of_combat(defenders(state)))


def tasks_of_combat(defenders: list[Seat]) -> list[Task]:
    """All parts, in their order (CC-77), against one neighbour or two. Shared: do not change it."""
    return SCHEDULES[defenders[0]][defenders[-1]]


def schedule_of(defenders: list[Seat]) -> list[Task]:
    """What `tasks_of_combat` gives, made once."""
    walls = [Task(kind, seat) for seat in defenders for kind in (WALLS_TASK, REPEL_TASK)]
    return [
        *walls,
        *[Task(BLOCK_TASK, seat) for seat in defenders],
        Task(CLASH_TASK),
        Task(STRIKE_TASK),
        Task(RETREAT_TASK),
        Task(DRAW_TASK),
    ]


SCHEDULES: Final[list[list[list[Task]]]] = [
    [schedule_of([one] if one == other else [one, other]) for other in range(len(SEATS))]
    for one in range(len(SEATS))
]
"""By the first and the last defender."""
STRIKE_ON: Final = [Task(STRIKE_TASK)]


def defenders(state: CivCardGameState) -> list[Seat]:
    """Who is attacked: the left neighbour first, then the right one (CC-72)."""
    targets = [unit.target for unit in state.units]
    return [seat for seat in state.game.neighbours(state.turn) if seat in targets]


def attacking(state: CivCardGameState, target: Seat) -> list[int]:
    """The indices of the units that attack this seat."""
    return [index for index, unit in enumerate(state.units) if unit.target == target]


# --- walls


def breach_walls(state: CivCardGameState, defender: Seat) -> None:
    """Catapults and City Walls go in pairs (CC-79, CC-80)."""
    while True:
        engines = engines_against(state, defender)
        walls = walls_of(state, defender) if engines else []
        if not walls:
            if state.instruction and engines:
                use_up(state, engines[0])
            state.instruction = 0
            return
        if len(walls) > 1:
            state.ask_one(BREACH, defender)
            state.schedule([Task(WALLS_TASK, defender)])
            return
        breach(state, defender, walls[0])


def engines_against(state: CivCardGameState, defender: Seat) -> list[int]:
    """The indices of the units that can breach walls of this seat."""
    breach = state.game.box.breach
    return [
        index
        for index, unit in enumerate(state.units)
        if breach[unit.card] and unit.target == defender
    ]


def walls_of(state: CivCardGameState, seat: Seat) -> list[tuple[int, Card]]:
    """What a Catapult takes away; never a wonder (CC-82)."""
    walls = state.game.box.walls
    return [wall for wall in buildings_of(state, seat) if walls[wall[1]]]


def breach(state: CivCardGameState, defender: Seat, wall: tuple[int, Card]) -> None:
    """One City Walls goes back to hand; the Catapult, when it has done all it can, is discarded."""
    engine = engines_against(state, defender)[0]
    plot, card = wall
    to_hand(state, defender, plot, card)
    state.tell(BREACHED, defender, card, plot)
    state.instruction += 1
    if state.instruction >= state.game.box.breach[state.units[engine].card]:
        use_up(state, engine)
        state.instruction = 0


def use_up(state: CivCardGameState, index: int) -> None:
    """The unit goes to the discard pile (CC-79)."""
    card = state.units[index].card
    withdraw(state, index)
    state.discard[card] += 1
    state.tell(RETREATED, state.turn, card)


def withdraw(state: CivCardGameState, index: int) -> None:
    state.units = state.units[:index] + state.units[index + 1 :]


def repel(state: CivCardGameState, defender: Seat) -> None:
    """Walls and the like send units back (CC-85): one in all, or one for each wall (CA-39)."""
    strength = strength_of_walls(state, defender)
    if strength == 0:  # as in most combats
        return
    state.sent_back = min(strength, len(attacking(state, defender)))
    go_on_repelling(state, defender)


def strength_of_walls(state: CivCardGameState, defender: Seat) -> int:
    """How many units the walls and the like send back in all (CC-86, CA-39)."""
    if state.realms[defender].sums[BOUNCE] == 0:
        return 0
    total = strongest = 0
    for card in state.realms[defender].owned():
        bounce = state.game.box.bounces[card]
        total += bounce
        strongest = max(strongest, bounce)
    return total if state.game.bounce_each else strongest


def go_on_repelling(state: CivCardGameState, defender: Seat) -> None:
    """The defender chooses among different units (CC-89)."""
    while state.sent_back:
        kinds = repellable(state, defender)
        if len(kinds) > 1 and state.sent_back < len(attacking(state, defender)):
            state.ask_one(REPEL, defender)
            return
        send_back(state, defender, kinds[0])


def repellable(state: CivCardGameState, defender: Seat) -> list[Card]:
    """The different units that attack this seat."""
    kinds: list[Card] = []
    for unit in state.units:
        if unit.target == defender and not holds(kinds, unit.card):
            kinds.append(unit.card)
    return kinds


def send_back(state: CivCardGameState, defender: Seat, card: Card) -> None:
    """A unit returns to the attacker's hand, where everybody knows it (CC-88, CA-54)."""
    alike = [at for at in attacking(state, defender) if state.units[at].card == card]
    withdraw(state, alike[0])
    state.sent_back -= 1
    state.take_in_hand(state.turn, card)
    state.knowledge.note_each(COME, state.turn, [card], EVERYBODY)
    state.tell(REPELLED, defender, state.turn, card)


# --- defence


def ask_blocks(state: CivCardGameState, defender: Seat) -> None:
    """Ask if some card could block an attacker; nobody is told whether the hand has such a card."""
    stops = state.game.box.stops
    for index in attacking(state, defender):
        if stops[state.units[index].card]:
            state.ask_one(BLOCK, defender)
            return
    settle_blocks(state, defender, [])


def front(state: CivCardGameState, defender: Seat) -> tuple[int, list[Card]]:
    """The unit that is to be blocked next, by its index, and with what; NOBODY if the answer is
    whole. Units that the hand cannot block are passed over, but for the last word of a hand that
    can block nothing at all.
    """
    answer = state.answers[defender]
    hand = state.hands[defender]
    asked = 0
    indices = attacking(state, defender)
    for index in indices:
        options = blockers(state, index, hand)
        if not options:
            continue
        if asked == len(answer):
            return index, options
        move = answer[asked]
        asked += 1
        if move is not PASS:
            hand = hand[:]
            take_out(hand, card_of(move))
    return (NOBODY if answer else indices[0]), []


def blockers(state: CivCardGameState, index: int, hand: list[Card]) -> list[Card]:
    """The different cards of the hand that can block this unit (CC-91)."""
    stops = state.game.box.stops[state.units[index].card]
    return [card for card in stops if holds(hand, card)]


def legal_blocks(state: CivCardGameState, defender: Seat) -> list[Move]:
    """Never compulsory (CC-90)."""
    _index, options = front(state, defender)
    return [PASS, *[state.game.box.moves.blocks[card] for card in options]]


def settle_blocks(state: CivCardGameState, defender: Seat, answer: list[Move]) -> None:
    """One blocker for one attacker (CC-92)."""
    played: list[Card] = []
    asked = 0
    indices = attacking(state, defender)
    for index in indices if answer else []:
        if blockers(state, index, state.hands[defender]):
            move = answer[asked]
            asked += 1
            if move is not PASS:
                block(state, defender, index, card_of(move))
                take_out(state.hands[defender], card_of(move))
                played.append(card_of(move))
    for index in indices:
        unit = state.units[index]
        if unit.blocker == UNDECIDED:
            state.tell(UNBLOCKED, defender, unit.card)
    state.units = [decided(unit, defender) for unit in state.units]
    if played:
        state.knowledge.note_each(LOSE, defender, played, EVERYBODY)


def block(state: CivCardGameState, defender: Seat, index: int, blocker: Card) -> None:
    card = state.units[index].card
    state.units = state.units[:]
    state.units[index] = Unit(card, defender, blocker)
    state.tell(BLOCKED, defender, blocker, card)


def decided(unit: Unit, defender: Seat) -> Unit:
    """The unit, which nobody stops if it attacks this seat and nobody has come to stop it."""
    if unit.blocker != UNDECIDED or unit.target != defender:
        return unit
    return Unit(unit.card, defender, UNSTOPPED)


def clash(state: CivCardGameState) -> None:
    """Blocked units and blockers go to the discard pile (CC-95). The others will strike defender by
    defender, in the order of declaration (CC-96).
    """
    for unit in state.units:
        if unit.blocker >= 0:
            state.discard[unit.card] += 1
            state.discard[unit.blocker] += 1
    state.units = [
        unit
        for seat in defenders(state)
        for unit in state.units
        if unit.target == seat and unit.blocker < 0
    ]


# --- damage


def strike(state: CivCardGameState) -> None:
    """Every instruction of every unit that is left, one after the other (CC-96)."""
    while not state.to_act and state.striking < len(state.units):
        unit = state.units[state.striking]
        card, target = unit.card, unit.target
        damage = state.game.box.damage[card]
        if state.vacating >= 0:
            vacate(state)
        elif state.instruction >= len(damage):
            if not damage:
                state.tell(HARMLESS, state.turn, target, card)
            state.striking += 1
            state.instruction = 0
        else:
            if state.instruction == 0:
                state.tell(STRUCK, state.turn, target, card)
            if damage[state.instruction] == STEAL_POPULATION:
                steal_population(state, target)
            else:
                destroy_building(state, target)
    if state.to_act:
        state.schedule(STRIKE_ON)


def steal_population(state: CivCardGameState, target: Seat) -> None:
    """The defender chooses the plot; without population nothing happens (CC-97, CC-99)."""
    pops = state.realms[target].pops
    plots = [plot for plot, population in enumerate(pops) if population]
    if not plots:
        state.tell(NO_POPULATION, state.turn, target, state.units[state.striking].card)
        state.instruction += 1
    elif len(plots) == 1:
        rob(state, target, plots[0])
    else:
        state.ask_one(YIELD, target)


def rob(state: CivCardGameState, target: Seat, plot: int) -> None:
    """One population leaves; the attacker says where it goes."""
    realm = state.realms[target]
    realm.populate(plot, realm.pops[plot] - 1)
    state.tell(ROBBED, state.turn, target, plot)
    if state.game.overfull_returns and len(realm.structures[plot]) > realm.places_of(plot):
        state.vacating = plot
    if state.realms[state.turn].plots_with_room():
        state.ask_one(RECEIVE, state.turn)
    else:
        state.instruction += 1


def destroy_building(state: CivCardGameState, target: Seat) -> None:
    """The defender chooses one of its buildings, never a wonder (CC-98, CC-99)."""
    found = buildings_of(state, target)
    if not found:
        state.tell(NO_BUILDING, state.turn, target, state.units[state.striking].card)
        state.instruction += 1
    elif len(found) == 1:
        raze(state, target, found[0])
    else:
        state.ask_one(RAZE, target)


def buildings_of(state: CivCardGameState, seat: Seat) -> list[tuple[int, Card]]:
    """All that can be destroyed, like ones on one plot once."""
    structures = state.realms[seat].structures
    return [
        (plot, card)
        for plot, standing in enumerate(structures)
        for card in different_buildings(state.game.box, standing)
    ]


def different_buildings(box: Box, standing: Structures) -> list[Card]:
    found: list[Card] = []
    for card in standing:
        if card < box.first_wonder and not holds(found, card):
            found.append(card)
    return found


def raze(state: CivCardGameState, target: Seat, building: tuple[int, Card]) -> None:
    """It goes back to hand, and everybody knows that it is there."""
    plot, card = building
    to_hand(state, target, plot, card)
    state.tell(RAZED, target, card, plot)
    state.instruction += 1


def vacate(state: CivCardGameState) -> None:
    """One building too many goes back to hand; wonders stay (CA-19)."""
    target = state.units[state.striking].target
    plot = state.vacating
    found = different_buildings(state.game.box, state.realms[target].structures[plot])
    if len(found) > 1:
        state.ask_one(VACATE, target)
        return
    if found:
        clear_out(state, target, plot, found[0])
    state.vacating = NOBODY


def clear_out(state: CivCardGameState, target: Seat, plot: int, card: Card) -> None:
    to_hand(state, target, plot, card)
    state.tell(VACATED, target, card, plot)


def to_hand(state: CivCardGameState, seat: Seat, plot: int, card: Card) -> None:
    """A building in play becomes a card of its owner's hand, known to all; its effects stop."""
    realm = state.realms[seat]
    realm.take_down(card, plot)
    realm.recount(state.game.box)
    state.take_in_hand(seat, card)
    state.knowledge.note_each(COME, seat, [card], EVERYBODY)
    state.watch_statuses()


def retreat(state: CivCardGameState) -> None:
    """Whatever has fought is discarded (CC-100)."""
    for unit in state.units:
        state.discard[unit.card] += 1
        state.tell(RETREATED, state.turn, unit.card)
    state.units = []
    state.striking = state.instruction = 0


# --- the chapter


def legal(state: CivCardGameState, seat: Seat) -> list[Move]:
    phase, moves = state.phase, state.game.box.moves
    if phase == BLOCK:
        return legal_blocks(state, seat)
    if phase == YIELD:
        pops = state.realms[seat].pops
        return [moves.yields[plot] for plot, population in enumerate(pops) if population]
    if phase == RECEIVE:
        return [moves.settles[plot] for plot in state.realms[seat].plots_with_room()]
    if phase == REPEL:
        return [moves.repels[card] for card in repellable(state, seat)]
    if phase == BREACH:
        found = walls_of(state, seat)
    elif phase == RAZE:
        found = buildings_of(state, seat)
    else:
        plot = state.vacating
        standing = state.realms[seat].structures[plot]
        found = [(plot, card) for card in different_buildings(state.game.box, standing)]
    return [moves.razes[plot][card] for plot, card in found]


def closes(state: CivCardGameState, seat: Seat) -> bool:
    """Blocks take a step for each attacker."""
    return state.phase != BLOCK or front(state, seat)[0] == NOBODY


def settle(state: CivCardGameState, seat: Seat) -> None:
    phase, move = state.phase, state.answers[seat][0]
    if phase == BLOCK:
        settle_blocks(state, seat, list(state.answers[seat]))
    elif phase == YIELD:
        rob(state, seat, number_of(move) - 1)
    elif phase == RECEIVE:
        plot = number_of(move) - 1
        state.realms[seat].settle(plot)
        state.tell(RESETTLED, seat, plot)
        state.instruction += 1
    elif phase == REPEL:
        send_back(state, seat, card_of(move))
        go_on_repelling(state, seat)
    else:
        assert isinstance(move, Standing)
        standing = (move.plot, move.card)
        if phase == BREACH:
            breach(state, seat, standing)
        elif phase == RAZE:
            raze(state, seat, standing)
        else:
            clear_out(state, seat, move.plot, move.card)
            state.vacating = NOBODY


def perform(state: CivCardGameState, task: Task) -> None:
    kind = task.kind
    if kind == WALLS_TASK:
        breach_walls(state, task.seat)
    elif kind == REPEL_TASK:
        repel(state, task.seat)
    elif kind == BLOCK_TASK:
        ask_blocks(state, task.seat)
    elif kind == CLASH_TASK:
        clash(state)
    elif kind == STRIKE_TASK:
        strike(state)
    else:
        retreat(state)
