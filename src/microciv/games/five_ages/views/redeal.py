"""Dealing again what a seat does not know: a history of everybody that fits all it has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, plus, size
from microciv.core.large import product
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.games.five_ages.cards import (
    ALL_ORDINARY,
    CARD,
    JOKER,
    JOKERS,
    NO_CARD,
    deck_of,
    pile_of,
)
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.rules import trade
from microciv.games.five_ages.rules.memory import Age, Attack, Swap
from microciv.games.five_ages.rules.phases import PHASES, TRADE
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import menus
from microciv.games.five_ages.rules.war import reason_of
from microciv.games.five_ages.views import whereabouts
from microciv.games.five_ages.views.histories import Histories, World, first_world, pick
from microciv.games.five_ages.views.observation import AgeSeen, FiveAgesObservation

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame


@final
class Fates:
    """All ways in which what a seat has seen can have come about: worked out once, drawn often."""

    def __init__(self, game: FiveAgesGame, seen: FiveAgesObservation) -> None:
        self.seen = seen
        self.ages = [age_from(age) for age in seen.past]
        self.others = [seat for seat in game.everybody if seat != seen.seat]
        self.shown = [pile_of(seen.table[seat].shown) for seat in self.others]
        """Of the others, what they show when the match is over."""
        self.histories: list[list[Histories]] = []
        self.weights: list[int] = []
        for track in whereabouts.tracks(game, self.ages) if self.ages else []:
            if is_own(game, self.ages, track, seen):
                for jokers in self._endings(track):
                    self._add(game, track, jokers)

    def _endings(self, track: whereabouts.Track) -> list[list[int]]:
        """Of the others, how many of their named Jokers may lie in what they show."""
        found: list[list[int]] = [[]]
        for seat, shown in zip(self.others, self.shown, strict=True):
            most = min(size(shown & JOKERS), size(track.held[seat] & JOKERS))
            found = [[*before, count] for before in found for count in range(most + 1)]
        return found

    def _add(self, game: FiveAgesGame, track: whereabouts.Track, jokers: list[int]) -> None:
        """One way the cards may have gone, as likely as it can have come about."""
        seen, weight = self.seen, 1
        known = pile_of((*seen.hand, *seen.civ))
        unnamed = size(known & JOKERS)
        if seen.seat < game.seats:
            unnamed -= size(track.held[seen.seat] & JOKERS)
        for index, seat in enumerate(self.others):
            shown = self.shown[index]
            known |= shown & ALL_ORDINARY
            named = size(track.held[seat] & shown & ALL_ORDINARY) + jokers[index]
            alike = size(shown & JOKERS) - jokers[index]
            unnamed += alike
            weight = product(weight, orders(size(shown) - named, alike))
        fired = seen.fired
        for other in seen.table:
            fired += (other.left, other.right).count("Jk")
        identities = whereabouts.identities(track, game.jokers, known, fired, unnamed)
        weight = product(weight, identities)
        histories: list[Histories] = []
        for index, seat in enumerate(self.others):
            history = Histories(game, track.changes[seat])
            if seen.phase == "over":
                history.reveal(self.shown[index], known, jokers[index])
            if weight:
                weight = product(weight, history.ways(first_world(self.ages, seat)))
            histories.append(history)
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


def is_own(
    game: FiveAgesGame, ages: list[Age], track: whereabouts.Track, seen: FiveAgesObservation
) -> bool:
    """Does the track lead to the observer's own cards? It does where the observer knows what was
    stolen from and by it, which only a position can have forgotten.
    """
    if not any([whereabouts.forgot(age, seen.seat) for age in ages]):
        return True
    own = seen.table[seen.seat]
    hand, row = pile_of((*seen.hand, own.left, own.right)), pile_of((own.left, own.right))
    return whereabouts.leads_to(
        game, ages, track, seen.seat, hand, pile_of(seen.civ), size(row & JOKERS)
    )


def orders(cards: int, alike: int) -> int:
    """The number of orders in which these cards can have come, like cards in any order."""
    ways = 1
    for number in range(alike, cards):
        ways = product(ways, number + 1)
    return ways


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
    state.lists = [lists_from(seen, seat, rng) for seat in range(game.seats)]
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
        other = seen.table[seat]
        row = pile_of((other.left, other.right)) & ALL_ORDINARY
        state.hands[seat] = EMPTY if other.left_over else world.hand & ~row
        state.civs[seat] = EMPTY if over else world.civ
    jokers = cards_in(JOKERS & undealt(state))
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
    return card_set([named_card(name, jokers) for name in names])


def deal_rest(state: FiveAgesState, seen: FiveAgesObservation, rng: Rng) -> None:
    """All other cards at random: to civilizations, to hands, to the deck."""
    pool = cards_in(undealt(state))
    rng.shuffle(pool)
    for seat, other in enumerate(seen.table):
        while size(state.civs[seat]) < other.civ:
            state.civs[seat] = plus(state.civs[seat], take(pool, state.game.no_joker_in_civ))
    for seat, other in enumerate(seen.table):
        while size(state.hands[seat]) < other.hand:
            state.hands[seat] = plus(state.hands[seat], take(pool, False))
    state.deck = pool


def undealt(state: FiveAgesState) -> CardSet:
    dealt = state.discard
    for seat in range(state.seats):
        dealt |= state.hands[seat] | state.civs[seat] | trade.row_of(state, seat)
    return card_set(deck_of(state.game.jokers)) & ~dealt


def take(pool: list[Card], ordinary: bool) -> Card:
    """The next card of the pool; the next ordinary one where Jokers may not be."""
    index = len(pool) - 1
    while ordinary and pool[index] >= JOKER:
        index -= 1
    return pool.pop(index)


def lists_from(seen: FiveAgesObservation, seat: Seat, rng: Rng) -> list[Offer]:
    """The seat's own list as it stands; another's in any order, for that is secret (F.3)."""
    offers = list(seen.table[seat].offers)
    if seat == seen.seat:
        return offers
    order = list(range(len(offers)))
    rng.shuffle(order)
    return [offers[index] for index in order]
