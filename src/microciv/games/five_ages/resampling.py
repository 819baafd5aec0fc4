"""Dealing again what a seat does not know: a history of everybody that fits all it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, plus, size
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.five_ages import trade, whereabouts
from microciv.games.five_ages.cards import (
    ALL_ORDINARY,
    CARD,
    JOKER,
    JOKERS,
    NO_CARD,
    deck_of,
    pile_of,
)
from microciv.games.five_ages.histories import Histories, World, first_world, pick
from microciv.games.five_ages.memory import Age, Attack, Swap
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.observation import AgeSeen, FiveAgesObservation
from microciv.games.five_ages.phases import PHASES, TRADE
from microciv.games.five_ages.state import FiveAgesState
from microciv.games.five_ages.trade import menus
from microciv.games.five_ages.war import reason_of

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame


ANY: Final = ALL_ORDINARY | JOKERS


@final
class Fates:
    """All ways in which what a seat has seen can have come about: worked out once, drawn often."""

    def __init__(self, game: FiveAgesGame, seen: FiveAgesObservation) -> None:
        self.seen = seen
        self.ages = [age_from(age) for age in seen.past]
        self.others = [seat for seat in game.everybody if seat != seen.seat]
        tracks = whereabouts.tracks(game, self.ages) if self.ages else []
        own = pile_of(seen.hand) | pile_of(seen.civ)
        shown = EMPTY
        for other in seen.table:
            shown |= pile_of(other.shown) & ALL_ORDINARY
        self.histories: list[list[Histories]] = []
        self.weights: list[int] = []
        for track in tracks:
            histories = [Histories(game, track.steps[seat]) for seat in self.others]
            weight = whereabouts.identities(track, game.jokers, own, seen.seat)
            for seat, history in zip(self.others, histories, strict=True):
                history.reveal(pile_of(seen.table[seat].shown), shown)
                if weight:
                    weight *= history.ways(first_world(self.ages, seat))
            self.histories.append(histories)
            self.weights.append(weight)

    def draw(self, rng: Rng) -> dict[Seat, World]:
        """Where the cards of all other seats may lie."""
        table = self.seen.table
        if not self.ages:
            return {
                seat: World(EMPTY, EMPTY, table[seat].hand, table[seat].civ) for seat in self.others
            }
        histories = self.histories[pick(self.weights, rng)]
        return {
            seat: history.draw(first_world(self.ages, seat), rng)
            for seat, history in zip(self.others, histories, strict=True)
        }


def redeal(game: FiveAgesGame, seen: FiveAgesObservation, rng: Rng) -> FiveAgesState:
    """A quiet state that looks like `seen` from its seat; each history that fits is as likely."""
    fates = game.fates
    if fates is None or fates.seen is not seen:
        fates = game.fates = Fates(game, seen)
    state = FiveAgesState(game)
    state.quiet = True
    state.round = seen.round
    state.token = seen.token
    state.tick = seen.tick
    state.ages = [age.clone() for age in fates.ages]
    for seat, other in enumerate(seen.table):
        state.quitters[seat] = other.done
    deal_named(state, seen, fates.draw(rng))
    deal_rest(state, seen, rng)
    state.idle = [seen.idle if seat == seen.seat else 0 for seat in range(game.seats)]
    state.lists = [lists_from(state, seen, seat, rng) for seat in range(game.seats)]
    if game.jokers:
        state.rng = Rng(int(rng.word()))
    phase = PHASES.index(seen.phase)
    if phase == TRADE:
        state.menus = menus(state)
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
            reason_of(list(attack.void)),
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


def deal_named(state: FiveAgesState, seen: FiveAgesObservation, worlds: dict[Seat, World]) -> None:
    """The cards that the seat can name: others', its own, those fired, those shown at the end."""
    over = seen.phase == "over"
    for seat, world in worlds.items():
        row = pile_of((seen.table[seat].left, seen.table[seat].right)) & ALL_ORDINARY
        state.hands[seat] = world.hand & ~row & (ALL_ORDINARY if over else ANY)
        state.civs[seat] = EMPTY if over else world.civ
    jokers = cards_in(JOKERS & unplaced(state))
    for seat, other in enumerate(seen.table):  # Jokers lie there when wars come after swaps (B-10)
        state.left[seat] = named_card(other.left, jokers)
        state.right[seat] = named_card(other.right, jokers)
    if seen.seat < state.seats:
        state.hands[seen.seat] = named_pile(seen.hand, jokers)
        state.civs[seen.seat] = named_pile(seen.civ, jokers)
    for _fired in range(seen.fired):
        state.discard = plus(state.discard, jokers.pop())
    for seat in worlds if over else {}:
        state.civs[seat] = named_pile(seen.table[seat].shown, jokers)
        if seen.table[seat].left_over:
            state.hands[seat] = named_pile(seen.table[seat].left_over, jokers)


def named_card(name: str, jokers: list[Card]) -> Card:
    """The card of this name, NO_CARD for none; any Joker of those that are left."""
    return jokers.pop() if name == "Jk" else CARD.get(name, NO_CARD)


def named_pile(names: tuple[str, ...], jokers: list[Card]) -> CardSet:
    """The cards of these names."""
    return card_set([named_card(name, jokers) for name in names])


def deal_rest(state: FiveAgesState, seen: FiveAgesObservation, rng: Rng) -> None:
    """All other cards at random: to civilizations, to hands, to the deck."""
    pool = cards_in(unplaced(state))
    rng.shuffle(pool)
    for seat, other in enumerate(seen.table):
        while size(state.civs[seat]) < other.civ:
            state.civs[seat] = plus(state.civs[seat], take(pool, state.game.no_joker_in_civ))
    for seat, other in enumerate(seen.table):
        while size(state.hands[seat]) < other.hand:
            state.hands[seat] = plus(state.hands[seat], take(pool, False))
    state.deck = pool


def unplaced(state: FiveAgesState) -> CardSet:
    """All cards of the deck that lie nowhere yet."""
    placed = state.discard
    for seat in range(state.seats):
        placed |= state.hands[seat] | state.civs[seat] | trade.row_of(state, seat)
    return card_set(deck_of(state.game.jokers)) & ~placed


def take(pool: list[Card], ordinary: bool) -> Card:
    """The next card of the pool; the next ordinary one where Jokers may not be."""
    place = len(pool) - 1
    while ordinary and pool[place] >= JOKER:
        place -= 1
    return pool.pop(place)


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
