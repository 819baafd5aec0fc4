"""5 Ages with its options settled: dealing, re-dealing, and words for refusals."""

from __future__ import annotations

from typing import Any, Final, final

from microciv.core.cards import Card
from microciv.core.events import EventKind, card_parts
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import Options
from microciv.core.orders import Order
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games.five_ages.about import ABOUT
from microciv.games.five_ages.cards import NAMES
from microciv.games.five_ages.events import DEEDS, EVENTS
from microciv.games.five_ages.moves import MOVES
from microciv.games.five_ages.options import FiveAgesOptions, order_of
from microciv.games.five_ages.people import explain, notation, orders, outlook
from microciv.games.five_ages.positions import document
from microciv.games.five_ages.positions.secrets import FiveAgesSecrets
from microciv.games.five_ages.rules import setup
from microciv.games.five_ages.rules.phases import PHASES
from microciv.games.five_ages.rules.poker import HANDS, Poker, poker
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.views import encoding, observation, redeal
from microciv.games.five_ages.views.observation import FiveAgesObservation

RULES: Final = 1
CARD_PARTS: Final = card_parts(EVENTS)


@final
class FiveAgesGame(Game[FiveAgesObservation]):
    def __init__(self, options: Options) -> None:
        assert isinstance(options, FiveAgesOptions)
        super().__init__(ABOUT, RULES, options, MOVES, EVENTS, PHASES)
        self.settled = options
        self.jokers = options.jokers
        self.ticks = options.trade_ticks
        self.offers_for_all = options.offers_visible == "table"
        self.exchange_told = options.exchange_visibility == "fact"
        self.war_first = options.war_timing == "before_swaps"
        self.no_joker_in_civ = options.joker_in_civ == "forbidden"
        self.hands_break_ties = options.tie_break == "hand_cards"
        self.rounds = options.rounds
        self.may_exchange = options.exchanges > 0
        self.least_robbed = options.least_robbed
        self.everybody = list(range(options.seats))
        self._poker: Poker | None = None
        self.fates: redeal.Fates | None = None
        """Of the last observation that was dealt again: search deals it thousands of times."""

    def poker(self) -> Poker:
        """How hands are ranked at this table (5A-44)."""
        if self._poker is None:
            own = self.settled
            self._poker = poker(own.ace_low, own.joker_in_civ == "wild", order_of(own))
        return self._poker

    def new_state(self) -> FiveAgesState:
        return FiveAgesState(self)

    def deal(self, seed: int) -> FiveAgesState:
        state = self.new_state()
        setup.deal(state, seed)
        return state

    def observe(self, state: FiveAgesState, seat: Seat) -> FiveAgesObservation:
        return observation.observe(state, seat)

    def knows(self, state: FiveAgesState, seat: Seat, card: Card) -> bool:
        return observation.knows(state, seat, card)

    def lay_out(self, state: FiveAgesState) -> dict[str, object]:
        return document.lay_out(state)

    def redeal(self, seen: Observation, rng: Rng) -> State:
        assert isinstance(seen, FiveAgesObservation)
        return redeal.redeal(self, seen, rng)

    def absent(self, seen: Observation) -> Move:
        from microciv.games.five_ages.people import absence  # policies import the game

        assert isinstance(seen, FiveAgesObservation)
        return absence.absent(self, seen)

    def seen_kinds(self) -> dict[str, Any]:
        return observation.KINDS_SEEN

    def obvious(self, seen: Observation) -> Move | None:
        """Nothing is: an answer given for its seat would tell that its hand left no choice."""
        return None

    def expected(self, seen: Observation) -> list[Move]:
        assert isinstance(seen, FiveAgesObservation)
        return explain.expected(seen)

    def why_not(self, seen: Observation, move: Move) -> str:
        assert isinstance(seen, FiveAgesObservation)
        return explain.why_not(self, seen, move)

    def steps(self, seen: Observation, line: str) -> list[str]:
        """A list of offers as it is to stand; or steps, the last of which may be left out."""
        assert isinstance(seen, FiveAgesObservation)
        return notation.steps(self, seen, line)

    def order_terms(self) -> dict[str, list[str]]:
        """Trade, step by step, and building (5A-24, 5A-25)."""
        return orders.TERMS

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        """Does the neighbour offer it?"""
        assert isinstance(seen, FiveAgesObservation)
        return orders.is_asked(seen, move)

    def scores_seen(self, seen: Observation, scores: list[int]) -> list[int]:
        """Nothing before the end: civilizations are secret (5A-37)."""
        return scores if seen.phase == "over" else [0] * self.seats

    def deeds(self) -> dict[str, list[EventKind]]:
        """Wars, swaps and the offers that lead to them (5A-15, 5A-56)."""
        return DEEDS

    def keeps_score(self) -> bool:
        """Hands are ranked at the end (5A-44)."""
        return False

    def notes(self, seen: Observation) -> dict[str, object]:
        """What the seat's civilization makes and needs; at the end, all hands and their ranking."""
        assert isinstance(seen, FiveAgesObservation)
        return outlook.notes(self, seen)

    def part_text(self, part: str, value: int) -> str | int:
        """Cards and hands by name."""
        if part in CARD_PARTS:
            return NAMES[value]
        return HANDS[value] if part == "hand" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, FiveAgesState)
        encoding.encode(state, seat, features)

    def read_position(self, fields: Fields) -> State:
        return document.read_position(self, fields)

    def secrets(self) -> FiveAgesSecrets:
        return FiveAgesSecrets()
