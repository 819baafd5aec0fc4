"""Dealing again what a seat does not know: a history of everybody that fits all it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.core.cards import EMPTY, Card, CardSet, holds, plus
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.five_ages import whereabouts
from microciv.games.five_ages.cards import CARD, JOKER, NO_CARD, deck_of
from microciv.games.five_ages.histories import Histories, World, first_world
from microciv.games.five_ages.memory import Age, Attack, Swap
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.observation import AgeSeen, FiveAgesObservation
from microciv.games.five_ages.phases import PHASES, TRADE
from microciv.games.five_ages.state import FiveAgesState
from microciv.games.five_ages.trade import menu_of
from microciv.games.five_ages.war import REASONS

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame


def redeal(game: FiveAgesGame, seen: FiveAgesObservation, rng: Rng) -> FiveAgesState:
    """A quiet state that looks like `seen` from its seat; each history that fits is as likely, but
    for what was stolen out of sight: any booty that fits may come.
    """
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
    """The seat's own cards, everybody's named cards, and the rest at random."""
    game = state.game
    worlds, named = draw_worlds(state, seen, rng)
    own = [*seen.hand, *seen.civ]
    rows = [*state.left, *state.right]
    jokers = [card for card in range(JOKER, JOKER + game.jokers) if not holds(named, card)]
    for row in (state.left, state.right):
        for seat, card in enumerate(row):
            if card == JOKER:  # attacks that wait for the swaps (B-10)
                row[seat] = jokers.pop(0)
    for name, pile in [(name, 0) for name in seen.hand] + [(name, 1) for name in seen.civ]:
        card = jokers.pop(0) if CARD[name] == JOKER else CARD[name]
        piles = state.civs if pile else state.hands
        piles[seen.seat] = plus(piles[seen.seat], card)
    for _fired in range(seen.fired):
        state.discard = plus(state.discard, jokers.pop(0))
    for seat, world in worlds.items():
        state.hands[seat], state.civs[seat] = world.hand, world.civ
    gone = {CARD[name] for name in own} | set(rows)
    pool = [
        card
        for card in deck_of(game.jokers)
        if (card in jokers if card >= JOKER else card not in gone and not holds(named, card))
    ]
    rng.shuffle(pool)
    for seat, world in worlds.items():
        for _card in range(world.more_civ):
            state.civs[seat] = plus(state.civs[seat], take(pool, game.no_joker_in_civ))
    for seat, world in worlds.items():
        for _card in range(world.more_hand):
            state.hands[seat] = plus(state.hands[seat], take(pool, False))
    state.deck = pool


def take(pool: list[Card], ordinary: bool) -> Card:
    """The next card of the pool; the next ordinary one where Jokers may not be."""
    place = len(pool) - 1
    while ordinary and pool[place] >= JOKER:
        place -= 1
    return pool.pop(place)


def draw_worlds(
    state: FiveAgesState, seen: FiveAgesObservation, rng: Rng
) -> tuple[dict[Seat, World], CardSet]:
    """Where the cards of all other seats may lie, and which of them are named."""
    game, ages = state.game, state.ages
    others = [seat for seat in range(game.seats) if seat != seen.seat]
    if not ages:
        return {
            seat: World(EMPTY, EMPTY, seen.table[seat].hand, seen.table[seat].civ)
            for seat in others
        }, EMPTY
    found = whereabouts.tracks(game, ages)
    while True:
        track = found.pop(rng.below(len(found)))
        fates = {seat: Histories(game, track.steps[seat]) for seat in others}
        firsts = {seat: first_world(ages, seat) for seat in others}
        if all([fate.ways(firsts[seat]) > 0 for seat, fate in fates.items()]):
            break
    worlds: dict[Seat, World] = {}
    named = EMPTY
    for seat, fate in fates.items():
        world = fate.draw(firsts[seat], rng)
        row = trade_row(state, seat)
        worlds[seat] = World(world.hand & ~row, world.civ, world.more_hand, world.more_civ)
        named |= world.hand | world.civ
    return worlds, named


def trade_row(state: FiveAgesState, seat: Seat) -> CardSet:
    """The ordinary cards that lie in the row: the histories count them to the hand."""
    row = EMPTY
    for card in (state.left[seat], state.right[seat]):
        if 0 <= card < JOKER:
            row = plus(row, card)
    return row


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
