"""Civ Builder with its options settled: dealing, re-dealing, and words for refusals."""

from __future__ import annotations

from typing import Any, Final, final

from microciv.core.events import EventKind, card_parts
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import Options
from microciv.core.orders import Order
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games.civ_builder.about import ABOUT
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    CIVS,
    CULTURE,
    ENGINEERING,
    NAMES,
    SCIENCE,
)
from microciv.games.civ_builder.events import DEEDS, EVENTS
from microciv.games.civ_builder.moves import ACCEPT, DECLINE, DRAW, MOVES, PASS, USE
from microciv.games.civ_builder.options import CivBuilderOptions
from microciv.games.civ_builder.people import absence, explain, notation, orders, outlook
from microciv.games.civ_builder.positions import document
from microciv.games.civ_builder.positions.secrets import CivBuilderSecrets
from microciv.games.civ_builder.rules import setup
from microciv.games.civ_builder.rules.market import BY_CLOCK, BY_OFFERS, NO_TRADE
from microciv.games.civ_builder.rules.phases import PHASES
from microciv.games.civ_builder.rules.privileges import ALL_TIED, FIRST_IN_ORDER, NONE_TIED
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.sheet import Sheet
from microciv.games.civ_builder.views import encoding, observation, redeal
from microciv.games.civ_builder.views.observation import CivBuilderObservation
from microciv.hidden.bags import Bag
from microciv.hidden.memory import RESTS

RULES: Final = 1
CARD_PARTS: Final = card_parts(EVENTS)
COSTS_NOTHING: Final = (NAMES[CULTURE], NAMES[SCIENCE], NAMES[AGRICULTURE], NAMES[ENGINEERING])
BY_ATTRIBUTE: Final = {"attribute", "kind"}


@final
class CivBuilderGame(Game[CivBuilderObservation]):
    def __init__(self, options: Options) -> None:
        assert isinstance(options, CivBuilderOptions)
        super().__init__(ABOUT, RULES, options, MOVES, EVENTS, PHASES)
        self.settled = options
        self.no_chance = Rng(0)
        self.unique_civs = options.unique_civs
        self.random_civs = options.civ_pick == "random"
        self.roll_first = options.roll_first
        ties = {"all": ALL_TIED, "none": NONE_TIED, "order": FIRST_IN_ORDER}
        self.privilege_ties = ties[options.privilege_ties]
        self.at_round_start = options.privilege_time == "round_start"
        modes = {"offers": BY_OFFERS, "clock": BY_CLOCK, "off": NO_TRADE}
        self.trade_mode = modes[options.trade_mode]
        self.passes = options.trade_passes
        self.most_offered = options.offer_max_cards
        self.gifts = options.trade_gifts
        self.equal = options.trade_equal
        self.views_in_trade = options.trade_view == "trade_phase"
        self.natural = 1 if options.natural_required else 0
        self.most_wild = 1 if options.wild_limit == "one_each" else 9
        self.repeats = options.repeat_attribute
        self.max_melds = options.max_melds
        self.science_rest = RESTS.index(options.science_rest)
        self.empty_dump = options.empty_dump
        self.final_tie = options.final_tie
        self.sheet = Sheet(options)
        self.most_ticks = self.sheet.ticks * options.seats
        """Of a market: where offers are taken at once, a tick may be the act of a single seat."""
        self.everybody = list(range(options.seats))
        self.melds_ahead: dict[tuple[Bag, int, Bag, int, int], list[outlook.Parts]] = {}
        """By hand and limits, the best melds to come, the last ones that were asked for."""

    def new_state(self) -> CivBuilderState:
        return CivBuilderState(self)

    def deal(self, seed: int) -> CivBuilderState:
        state = self.new_state()
        setup.deal(state, seed)
        return state

    def observe(self, state: CivBuilderState, seat: Seat) -> CivBuilderObservation:
        return observation.observe(state, seat)

    def shown(self, state: CivBuilderState, seat: Seat) -> object:
        return observation.shown(state, seat)

    def lay_out(self, state: CivBuilderState) -> dict[str, object]:
        return document.lay_out(state)

    def redeal(self, seen: Observation, rng: Rng) -> State:
        assert isinstance(seen, CivBuilderObservation)
        return redeal.redeal(self, seen, rng)

    def absent(self, seen: Observation) -> Move:
        assert isinstance(seen, CivBuilderObservation)
        return absence.absent(self, seen)

    def seen_kinds(self) -> dict[str, Any]:
        return observation.KINDS_SEEN

    def obvious(self, seen: Observation) -> Move | None:
        """What costs nothing is taken, by the table's leave; nothing that depends on a hand is
        obvious: the others would know that there was no choice.
        """
        assert isinstance(seen, CivBuilderObservation)
        if seen.phase == "pick":
            return seen.legal[0] if len(seen.legal) == 1 else None
        if self.settled.auto_gains and seen.seat in seen.asked:
            if seen.phase == "sixth":
                return DRAW
            if seen.phase == "act" and seen.action in COSTS_NOTHING:
                return USE
        return None

    def habit(self, seen: Observation) -> Move | None:
        """What a seat cannot pay it declines, by the table's leave (CB-28)."""
        if self.settled.decline_unpayable and seen.phase in ("answer", "reply"):
            return DECLINE if DECLINE in seen.legal and ACCEPT not in seen.legal else None
        return super().habit(seen)

    def silence(self, seen: Observation) -> Move | None:
        """Offers stand at once, and are taken at once (CB-29): a tick is over when anybody acts."""
        return PASS if seen.phase == "market" else None

    def order_terms(self) -> dict[str, list[str]]:
        """What is asked outside one's own turn."""
        return orders.TERMS

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        """Does it keep to the terms of the order?"""
        assert isinstance(seen, CivBuilderObservation)
        return orders.holds(self, seen, order, move)

    def wishes(self, phase: str, line: str) -> list[str]:
        """Cards for cards: `2Cul : Sci`."""
        return orders.wishes(self.seats, phase, line)

    def wishes_line(self, wishes: list[str]) -> str:
        return orders.wishes_line(wishes) or super().wishes_line(wishes)

    def steps(self, seen: Observation, line: str) -> list[str]:
        """Complete answers in one line: `meld Cul*3+L`, `offer 2Cul+Lea > any : 3Sci`."""
        assert isinstance(seen, CivBuilderObservation)
        return notation.steps(self, seen, line)

    def line(self, seen: Observation, moves: list[Move]) -> str:
        assert isinstance(seen, CivBuilderObservation)
        return notation.line(self, seen, moves)

    def expected(self, seen: Observation) -> list[Move]:
        assert isinstance(seen, CivBuilderObservation)
        return explain.expected(seen)

    def why_not(self, seen: Observation, move: Move) -> str:
        assert isinstance(seen, CivBuilderObservation)
        return explain.why_not(self, seen, move)

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        """Points for melds, leads, actions, Culture, dumped hands and thefts."""
        assert isinstance(seen, CivBuilderObservation)
        return [dict(other.sources) for other in seen.table]

    def deeds(self) -> dict[str, list[EventKind]]:
        """Trade, and the special actions that take points or cards (CB-26, CB-51 to CB-65)."""
        return DEEDS

    def notes(self, seen: Observation) -> dict[str, object]:
        """What each meld would do, how many are still to be made, and what it takes to win."""
        assert isinstance(seen, CivBuilderObservation)
        return outlook.notes(self, seen)

    def seconds(self, phase: str) -> int:
        """The open market has no limit but that of the phase."""
        return 60 * self.settled.trade_minutes if phase == "market" else super().seconds(phase)

    def stretch(self, seen: Observation) -> tuple[int, int] | None:
        """The Trade phase of a round (CB-29)."""
        assert isinstance(seen, CivBuilderObservation)
        return (seen.round, 60 * self.settled.trade_minutes) if seen.trading else None

    def part_text(self, part: str, value: int) -> str | int:
        """Cards, attributes and civilizations by name."""
        if part in CARD_PARTS or part in BY_ATTRIBUTE:
            return NAMES[value]
        return CIVS[value] if part == "civ" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, CivBuilderState)
        encoding.encode(state, seat, features)

    def read_position(self, fields: Fields) -> State:
        return document.read_position(self, fields)

    def secrets(self) -> CivBuilderSecrets:
        return CivBuilderSecrets()
