"""A turn's answer while it is open: what its sealed steps would leave on the table.

Nothing of it is true yet. The seat may take all of it back until a step closes the answer; then
`turns` carries it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from microciv.core.events import EventKind
from microciv.core.moves import NOBODY, SEAT_BIT, Move, Seat
from microciv.games.civ_card_game.cards import Card, take_out
from microciv.games.civ_card_game.events import COLLECTED
from microciv.games.civ_card_game.rules.phases import BUYING, COLLECTING, WAIVING
from microciv.games.civ_card_game.rules.realms import Realm, bonus_kinds, fixed_income

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.rules.state import CivCardGameState

Bonus: TypeAlias = tuple[int, list[int], int]
"""A plot, the resources that its population may give, and how many are still to be said."""
NO_CARD: Final[Card] = -1

# Never added to: a draft has its own from the moment that it needs them.
NO_BONUSES: Final[list[Bonus]] = []
NO_NUMBERS: Final[list[int]] = []
NO_UNITS: Final[list[tuple[Seat, Card]]] = []
NO_EVENTS: Final[list[tuple[EventKind, int, int, int]]] = []

# What a closed answer leads to.
OPEN: Final = 0
TO_MARKET: Final = 1  # a technology or a plot was bought
TO_DRAW: Final = 2  # a structure that draws, or is used at once
TO_STEAL: Final = 3
TO_PEACE: Final = 4
TO_FIGHT: Final = 5


@final
@mypyc_attr(acyclic=True)
class Draft:
    """The seat's realm and hand as the sealed steps leave them."""

    def __init__(self, state: CivCardGameState, seat: Seat) -> None:
        game = state.game
        self.seat = seat
        self.steps: tuple[Move, ...] = ()
        """Those that have been taken in."""
        self.realm = state.realms[seat].clone()
        self.hand = state.hands[seat]
        """The state's until a card leaves it."""
        self.left_hand: list[Card] = NO_NUMBERS
        """What everybody will see leave the hand."""
        self.thrown: list[Card] = NO_NUMBERS
        """What goes to the discard pile; replaced, never changed."""
        self.supply = state.supply
        self.bought = state.bought
        self.loose = state.loose[:] if game.goods_lost else state.loose
        self.demolished = state.demolished
        self.cultured = state.cultured
        """Masks of who would have the statuses."""
        self.happy = state.happy
        self.recounted = False
        self.quiet = state.quiet
        self.events: list[tuple[EventKind, int, int, int]] = NO_EVENTS if self.quiet else []
        self.leads_to = OPEN
        # Of the question that is open:
        self.bonuses: list[Bonus] = NO_BONUSES
        self.income: list[int] = NO_NUMBERS
        self.card: Card = NO_CARD
        """That is bought, built or used."""
        self.target: Seat = NOBODY
        self.price = 0
        self.paid: list[int] = NO_NUMBERS
        """For a plot, by resource, as far as it is said."""
        self.to_grow = 0
        self.robbed: list[int] = NO_NUMBERS
        """The resources that are taken, one by one."""
        self.to_rob = 0
        self.declared: list[tuple[Seat, Card]] = NO_UNITS
        self.stage = BUYING
        if state.collecting:
            self.stage = COLLECTING
            self.income = fixed_income(self.realm, game.box)
            self.bonuses = split_bonuses(game, self.realm, self.income)
            if not self.bonuses:
                self.collect()
        elif state.pending:
            self.stage = WAIVING

    def tell(self, kind: EventKind, a: int, b: int, c: int) -> None:
        """To be told when the answer is carried out."""
        if not self.quiet:
            self.events.append((kind, a, b, c))

    def take_out(self, card: Card) -> None:
        if not self.left_hand:
            self.hand = self.hand[:]
            self.left_hand = []
        take_out(self.hand, card)
        self.left_hand.append(card)

    def add_income(self, kind: int, amount: int) -> None:
        """So much more comes of the resource."""
        self.income[kind] = self.income[kind] + amount

    def collect(self) -> None:
        """The income is there (CC-16 to CC-24)."""
        stock = self.realm.stock
        for kind, amount in enumerate(self.income):
            if amount:
                stock[kind] = stock[kind] + amount
                self.tell(COLLECTED, self.seat, amount, kind)
        self.stage = BUYING

    def close(self, leads_to: int) -> None:
        self.leads_to = leads_to

    def is_happy(self) -> bool:
        """Does the seat pay less (CC-66)?"""
        return self.happy & SEAT_BIT[self.seat] != 0

    def spend(self, kind: int, amount: int) -> None:
        """What is loose goes first."""
        stock, loose = self.realm.stock, self.loose[kind]
        stock[kind] = stock[kind] - amount
        if loose:
            self.loose[kind] = max(0, loose - amount)


def split_bonuses(game: CivCardGame, realm: Realm, income: list[int]) -> list[Bonus]:
    """Add to the income what population gives without a choice (CC-21); the rest is to be said."""
    bonuses: list[Bonus] = []
    for plot, population in enumerate(realm.pops):
        if population == 0:
            continue
        kinds = bonus_kinds(realm, game.box, plot, game.current_bonus)
        if len(kinds) == 1:
            income[kinds[0]] = income[kinds[0]] + population
        else:
            bonuses.append((plot, kinds, population))
    return bonuses
