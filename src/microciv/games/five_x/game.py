"""5X with its options settled: dealing, re-dealing, and words for refusals."""

from __future__ import annotations

from typing import Any, Final, final

from microciv.core.cards import CardSet, card_set
from microciv.core.events import EventKind, Heard
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import EVERYBODY, SEAT_BIT, Menu, Move, Seat
from microciv.core.options import Options
from microciv.core.orders import Order
from microciv.core.plain import plain
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.core.zones import Zones
from microciv.games.five_x.about import ABOUT
from microciv.games.five_x.cards import CARD, CARDS, LETTERS, NAMES, NO_CARD
from microciv.games.five_x.events import DEEDS, EVENTS
from microciv.games.five_x.moves import MOVES, PLAYS
from microciv.games.five_x.options import FiveXOptions, pool, wonders
from microciv.games.five_x.people import absence, explain, orders
from microciv.games.five_x.positions import document
from microciv.games.five_x.positions.secrets import FiveXSecrets
from microciv.games.five_x.rules import setup
from microciv.games.five_x.rules.phases import PHASES, steps_of
from microciv.games.five_x.rules.state import FiveXState
from microciv.games.five_x.sheet import Sheet
from microciv.games.five_x.views import accounts, encoding, observation, redeal
from microciv.games.five_x.views.observation import FiveXObservation

RULES: Final = 1


@final
class FiveXGame(Game[FiveXObservation]):
    def __init__(self, options: Options) -> None:
        assert isinstance(options, FiveXOptions)
        super().__init__(ABOUT, RULES, options, MOVES, EVENTS, PHASES, unit=2)
        self.settled = options
        self.sheet = Sheet(options)
        self.rounds = self.sheet.rounds
        self.wonders = self.sheet.wonders
        self.pool = pool(options)
        self.leaders: CardSet = card_set(self.pool)
        self.montezumas = CARD[options.montezuma_extra_target]
        self.expand_leader_returns = options.expand_leader_returns
        self.suleiman_may_take_current = options.suleiman_may_take_current
        self.leftovers_count = options.tie_without_wonder == "leftover_resources_then_shared"
        self.round_steps = steps_of(options.dido_income_first)
        self.everybody = list(range(options.seats))
        self.nothing_played = [NO_CARD] * options.seats
        self.aside = 2 * options.seats
        """The zone of the leaders set aside, after the hands and the piles."""
        hands = [SEAT_BIT[seat] for seat in self.everybody]
        self.owners = [*hands, *[EVERYBODY] * options.seats, 0]
        self.plays = Menu(PLAYS)

    def new_state(self) -> FiveXState:
        return FiveXState(self, Zones(self.owners, CARDS))

    def deal(self, seed: int) -> FiveXState:
        state = self.new_state()
        setup.deal(state, seed)
        return state

    def observe(self, state: FiveXState, seat: Seat) -> FiveXObservation:
        return observation.observe(state, seat)

    def lay_out(self, state: FiveXState) -> dict[str, object]:
        return document.lay_out(state)

    def redeal(self, seen: Observation, rng: Rng) -> State:
        assert isinstance(seen, FiveXObservation)
        return redeal.redeal(self, seen, rng)

    def absent(self, seen: Observation) -> Move:
        return absence.absent(seen)

    def seen_kinds(self) -> dict[str, Any]:
        return observation.KINDS_SEEN

    def obvious(self, seen: Observation) -> Move | None:
        """The only legal answer; by ruling, a sole bidder's minimum (A-26)."""
        sole_bidder = seen.phase == "bid" and len(seen.asked) == 1 and len(seen.legal) > 0
        if len(seen.legal) == 1 or (sole_bidder and self.settled.auto_min_sole_bid):
            return seen.legal[0]
        return None

    def expected(self, seen: Observation) -> list[Move]:
        assert isinstance(seen, FiveXObservation)
        return explain.expected(seen)

    def why_not(self, seen: Observation, move: Move) -> str:
        assert isinstance(seen, FiveXObservation)
        return explain.why_not(seen, move, self.sheet)

    def may_change(self) -> bool:
        return self.settled.recommit_until_group_complete

    def order_terms(self) -> dict[str, list[str]]:
        """What follows from the card that a seat has chosen (5X-43, 5X-61, 5X-82)."""
        return orders.TERMS

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        """Do as many others bid as the order says?"""
        return orders.holds(seen, order.when)

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        """Halves for Wonders, and for every 3 resources (5X-104, 105)."""
        assert isinstance(seen, FiveXObservation)
        return accounts.sources(seen, self.wonders)

    def holdings(self, seen: Observation) -> list[int]:
        assert isinstance(seen, FiveXObservation)
        return [seat.resources for seat in seen.table]

    def changes(self, heard: Heard) -> list[tuple[Seat, int]]:
        """Incomes, hits and payments."""
        return accounts.changes(heard)

    def deeds(self) -> dict[str, list[EventKind]]:
        """Hits by Exterminate (5X-33)."""
        return DEEDS

    def card_data(self) -> dict[str, list[dict[str, object]]]:
        """The Wonders (A.3)."""
        rows = [plain(wonder) for wonder in wonders(self.settled)]
        return {"wonders": [row for row in rows if isinstance(row, dict)]}

    def part_text(self, part: str, value: int) -> str | int:
        """Cards by name, Wonders by letter."""
        if part == "card":
            return NAMES[value]
        return LETTERS[value] if part == "wonder" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, FiveXState)
        encoding.encode(state, seat, features)

    def read_position(self, fields: Fields) -> State:
        return document.read_position(self, fields)

    def secrets(self) -> FiveXSecrets:
        return FiveXSecrets()
