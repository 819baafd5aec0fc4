"""Dealing again what a seat does not know: a history of everybody that fits all it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, plus, size
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.five_ages import whereabouts
from microciv.games.five_ages.cards import ALL_ORDINARY, CARD, JOKER, NO_CARD, deck_of, pile_of
from microciv.games.five_ages.histories import Histories, World, first_world, pick
from microciv.games.five_ages.memory import Age, Attack, Swap
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.observation import AgeSeen, FiveAgesObservation, SeatSeen
from microciv.games.five_ages.phases import PHASES, TRADE
from microciv.games.five_ages.state import FiveAgesState
from microciv.games.five_ages.trade import menu_of, row_of
from microciv.games.five_ages.war import REASONS

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame


def redeal(game: FiveAgesGame, seen: FiveAgesObservation, rng: Rng) -> FiveAgesState:
    """A quiet state that looks like `seen` from its seat; each history that fits is as likely."""
    state = FiveAgesState(game)
    state.quiet = True
    state.round = seen.round
    state.token = seen.token
    state.tick = seen.tick
    state.ages = [age_from(age) for age in seen.past]
    for seat, other in enumerate(seen.table):
        state.left[seat] = CARD.get(other.left, NO_CARD)
        state.right[seat] = CARD.get(other.right, NO_CARD)
        state.quitters[seat] = other.done
    deal_cards(state, seen, rng)
    state.idle = [seen.idle if seat == seen.seat else 0 for seat in range(game.seats)]
    state.lists = [lists_from(state, seen, seat, rng) for seat in range(game.seats)]
    if game.jokers:
        state.rng = Rng(int(rng.word()))
    phase = PHASES.index(seen.phase)
    if phase == TRADE:
        state.menus = [menu_of(state, seat) for seat in range(game.seats)]
    state.ask_again(phase, seen)
    return state


def age_from(seen: AgeSeen) -> Age:
    """The chronicle of an age, read back."""
    age = Age(seen.round, list(seen.kept), list(seen.built))
    age.laid = [(CARD.get(left, NO_CARD), CARD.get(right, NO_CARD)) for left, right in seen.laid]
    age.attacks = [
        Attack(
            attack.seat,
            attack.target,
            reason_from(attack.void),
            CARD.get(attack.stolen, NO_CARD),
        )
        for attack in seen.attacks
    ]
    age.swaps = [
        Swap(swap.seat, swap.other, CARD[swap.given], CARD[swap.got]) for swap in seen.swaps
    ]
    age.exchanged = list(seen.exchanged)
    age.over = seen.over
    return age


def reason_from(words: tuple[str, ...]) -> int:
    """Why an attack was void, as a number."""
    reason = 0
    for number, word in REASONS.items():
        if word in words:
            reason += number
    return reason


def deal_cards(state: FiveAgesState, seen: FiveAgesObservation, rng: Rng) -> None:
    """The cards that the seat can name, and the rest at random."""
    game = state.game
    worlds = draw_worlds(state, seen, rng)
    placed = EMPTY
    for seat, world in worlds.items():
        state.hands[seat], state.civs[seat] = world.hand, world.civ
        placed |= world.hand | world.civ
    jokers = [card for card in range(JOKER, JOKER + game.jokers) if not holds(placed, card)]
    for row in (state.left, state.right):
        for seat, card in enumerate(row):
            if card == JOKER:  # attacks that wait for the swaps (B-10)
                row[seat] = jokers.pop()
            placed |= card_set([card]) if card >= 0 else EMPTY
    if seen.seat < game.seats:
        state.hands[seen.seat] = lay(seen.hand, jokers)
        state.civs[seen.seat] = lay(seen.civ, jokers)
        placed |= state.hands[seen.seat] | state.civs[seen.seat]
    for seat in worlds:
        shown = lay(seen.table[seat].shown, jokers)
        left_over = lay(seen.table[seat].left_over, jokers)
        state.civs[seat] |= shown
        state.hands[seat] |= left_over
        placed |= shown | left_over
    for _fired in range(seen.fired):
        state.discard = plus(state.discard, jokers.pop())
    pool = [
        card
        for card in deck_of(game.jokers)
        if (card in jokers if card >= JOKER else not holds(placed, card))
    ]
    rng.shuffle(pool)
    for seat, world in worlds.items():
        for _card in range(world.more_civ):
            state.civs[seat] = plus(state.civs[seat], take(pool, game.no_joker_in_civ))
    for seat, world in worlds.items():
        for _card in range(world.more_hand):
            state.hands[seat] = plus(state.hands[seat], take(pool, False))
    state.deck = pool


def lay(names: tuple[str, ...], jokers: list[Card]) -> CardSet:
    """The cards of these names; any Jokers of those that are left."""
    return card_set([jokers.pop() if name == "Jk" else CARD[name] for name in names])


def take(pool: list[Card], ordinary: bool) -> Card:
    """The next card of the pool; the next ordinary one where Jokers may not be."""
    place = len(pool) - 1
    while ordinary and pool[place] >= JOKER:
        place -= 1
    return pool.pop(place)


def draw_worlds(state: FiveAgesState, seen: FiveAgesObservation, rng: Rng) -> dict[Seat, World]:
    """Where the cards of all other seats may lie, but for those that are shown at the end."""
    game, ages = state.game, state.ages
    others = [seat for seat in game.everybody if seat != seen.seat]
    worlds = {
        seat: World(EMPTY, EMPTY, seen.table[seat].hand, seen.table[seat].civ) for seat in others
    }
    if ages:
        found = whereabouts.tracks(game, ages)
        weights = [whereabouts.weight(game, ages, track, others) for track in found]
        track = found[pick(weights, rng)]
        for seat in others:
            fate = Histories(game, track.steps[seat])
            world = fate.draw(first_world(ages, seat), rng)
            world.hand &= ~row_of(state, seat)
            worlds[seat] = world
    if seen.phase == "over":
        shown = card_set([card for other in seen.table for card in cards_in(pile_of(other.shown))])
        for seat in others:
            worlds[seat] = world_at_end(seen.table[seat], worlds[seat], shown)
    return worlds


def world_at_end(seat: SeatSeen, world: World, shown: CardSet) -> World:
    """What is not shown: the hand, unless hands break ties (5A-43)."""
    if seat.left_over:
        return World(EMPTY, EMPTY, 0, 0)
    hand = (world.hand | world.civ) & ALL_ORDINARY & ~shown
    hand = card_set(cards_in(hand)[: seat.hand])
    return World(hand, EMPTY, seat.hand - size(hand), 0)


def lists_from(
    state: FiveAgesState, seen: FiveAgesObservation, seat: Seat, rng: Rng
) -> list[Offer]:
    """The seat's own list as it stands; another's in any order, for that is secret (F.3)."""
    moves = [state.game.moves.parse(text) for text in seen.table[seat].offers]
    offers = [move for move in moves if isinstance(move, Offer)]
    if seat == seen.seat:
        return offers
    order = list(range(len(offers)))
    rng.shuffle(order)
    return [offers[place] for place in order]
