"""Civilization: The Card Game with its options settled: dealing, re-dealing, words for refusals."""

from __future__ import annotations

from typing import Any, Final, final

from microciv.core.events import EventKind, card_parts
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.options import Options
from microciv.core.rng import Rng
from microciv.core.state import Observation, State
from microciv.games.civ_card_game.about import ABOUT
from microciv.games.civ_card_game.boxes import DRAFTS, Box
from microciv.games.civ_card_game.cards import LETTERS, OF_POPULATION, OF_TECH, OF_WONDER
from microciv.games.civ_card_game.events import DEEDS, EVENTS
from microciv.games.civ_card_game.options import CivCardGameOptions, opening_hands
from microciv.games.civ_card_game.people import (
    absence,
    catalogue,
    explain,
    foregone,
    notation,
    orders,
    outlook,
)
from microciv.games.civ_card_game.positions import document
from microciv.games.civ_card_game.positions.secrets import CivCardGameSecrets
from microciv.games.civ_card_game.rules import setup
from microciv.games.civ_card_game.rules.phases import PHASES
from microciv.games.civ_card_game.rules.prices import ALL_TIED, NOBODY_TIED, WHO_HAD_IT
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.rules.turns import AFTER_THE_ROUND, AFTER_THE_TURN, AT_ONCE
from microciv.games.civ_card_game.views import encoding, observation, redeal
from microciv.games.civ_card_game.views.observation import CivCardGameObservation

RULES: Final = 1
CARD_PARTS: Final = card_parts(EVENTS)
ASKED_OF_A_HAND: Final = ("turn", "block", "cull", "discard")
NO_LIMIT: Final = -1


@final
class CivCardGame(Game[CivCardGameObservation]):
    def __init__(self, options: Options) -> None:
        assert isinstance(options, CivCardGameOptions)
        self.box = Box(options.cards)
        super().__init__(ABOUT, RULES, options, self.box.moves.all, EVENTS, PHASES)
        self.settled = options
        self.no_chance = Rng(0)
        self.box.settle(
            options.bank_rate,
            options.crowd,
            [options.population_points, options.tech_points, options.wonder_points],
        )
        if options.catapult_bombards:
            self.box.bombard()
        self.random_dealer = options.dealer == "random"
        ties = {"none": NOBODY_TIED, "all": ALL_TIED, "incumbent": WHO_HAD_IT}
        self.tie_status = ties[options.tie_status]
        self.keeps_status = self.tie_status == WHO_HAD_IT  # positions have to say who had it
        self.happiness_wonders = options.happiness_wonders
        ends = {"immediate": AT_ONCE, "turn": AFTER_THE_TURN, "round": AFTER_THE_ROUND}
        self.end_trigger = ends[options.end_trigger]
        self.acquired_breaks_ties = options.tiebreak_population == "acquired"
        self.one_each = options.purchase_limit == "one_each"
        self.mixed_bank = options.bank_mix == "any"
        self.goods_lost = options.goods_change == "lose"
        self.current_bonus = options.bonus_kinds == "current"
        self.duplicates = options.duplicates_on_plot == "allow"
        self.overfull_returns = options.overfull == "return"
        self.min_price = options.min_price
        self.at_once = options.steal_timing == "on_purchase"
        self.every_turn = options.steal_timing == "each_turn"
        self.victim_chooses = options.steal_kinds == "victim"
        self.gains_where_printed = options.mining_scope == "hammer_plots"
        self.peace_rounds = options.peace_rounds
        self.bounce_each = options.bounce == "per_wall"
        self.population = options.population_supply or NO_LIMIT
        self.demolish = options.demolish
        self.max_rounds = options.max_rounds or NO_LIMIT
        self.drought_rounds = options.drought_rounds
        self.population_price = options.population_price
        self.population_raise = options.population_raise
        self.plot_price = options.plot_price
        self.plot_raise = options.plot_raise
        self.culture_needed = options.culture_needed
        self.happiness_needed = options.happiness_needed
        self.happy_discount = options.happy_discount
        self.plots_each = options.plots_dealt + DRAFTS  # CC-06
        self.culture_draws = options.culture_draws
        self.opening_hands = opening_hands(options)
        self.cards_drawn = options.cards_drawn
        self.cards_discarded = options.cards_discarded
        self.market_waits = options.fresh_market == "wait"
        seats = options.seats
        self._neighbours: list[list[Seat]] = [
            list(dict.fromkeys([(seat + 1) % seats, (seat - 1) % seats])) for seat in range(seats)
        ]
        adjacent = options.steal_scope == "adjacent"
        self._victims: list[list[Seat]] = [
            self._neighbours[seat]
            if adjacent
            else [(seat + index) % seats for index in range(1, seats)]
            for seat in range(seats)
        ]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """Who can be attacked: left, then right (CC-68)."""
        return self._neighbours[seat]

    def victims(self, seat: Seat) -> list[Seat]:
        """Whom Writing and Code of Laws may hit (CC-57)."""
        return self._victims[seat]

    def new_state(self) -> CivCardGameState:
        return CivCardGameState(self)

    def deal(self, seed: int) -> CivCardGameState:
        state = self.new_state()
        setup.deal(state, seed)
        return state

    def observe(self, state: CivCardGameState, seat: Seat) -> CivCardGameObservation:
        return observation.observe(state, seat)

    def lay_out(self, state: CivCardGameState) -> dict[str, object]:
        return document.lay_out(state)

    def redeal(self, seen: Observation, rng: Rng) -> State:
        assert isinstance(seen, CivCardGameObservation)
        return redeal.redeal(self, seen, rng)

    def seen_kinds(self) -> dict[str, Any]:
        return observation.KINDS_SEEN

    def obvious(self, seen: Observation) -> Move | None:
        """Nothing that is asked of a hand: the others would know that there was no choice."""
        if seen.phase in ASKED_OF_A_HAND:
            return None
        return seen.legal[0] if len(seen.legal) == 1 else None

    def absent(self, seen: Observation) -> Move:
        assert isinstance(seen, CivCardGameObservation)
        return absence.absent(self, seen)

    def order_terms(self) -> dict[str, list[str]]:
        """What is asked in the turns of others (CD-07 to CD-12)."""
        return orders.TERMS

    def steps(self, seen: Observation, line: str) -> list[str]:
        """Complete answers in one line: `build Granary 2`, `attack W Chariot Axemen`."""
        assert isinstance(seen, CivCardGameObservation)
        return notation.steps(self, seen, line)

    def stays_open(self, phase: str) -> bool:
        """A turn goes on for as long as nothing is revealed."""
        return phase == "turn"

    def line(self, seen: Observation, moves: list[Move]) -> str:
        assert isinstance(seen, CivCardGameObservation)
        return notation.line(self, seen, moves)

    def expected(self, seen: Observation) -> list[Move]:
        assert isinstance(seen, CivCardGameObservation)
        return explain.expected(self, seen)

    def why_not(self, seen: Observation, move: Move) -> str:
        assert isinstance(seen, CivCardGameObservation)
        return explain.why_not(self, seen, move)

    def deeds(self) -> dict[str, list[EventKind]]:
        """Attacks, and what they and technologies take (CC-55, CC-70)."""
        return DEEDS

    def notes(self, seen: Observation) -> dict[str, object]:
        """Yields, prices, how near each wish is, who can block whom, what to part with."""
        assert isinstance(seen, CivCardGameObservation)
        return outlook.notes(self, seen)

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        """Population, technologies, wonders, and what else cards give (CC-111)."""
        assert isinstance(seen, CivCardGameObservation)
        each = self.box.points
        rows = [
            {
                "population": each[OF_POPULATION] * other.population,
                "techs": each[OF_TECH] * len(other.techs),
                "wonders": each[OF_WONDER] * other.wonders,
            }
            for other in seen.table
        ]
        return [
            {**row, "cards": other.points - sum(row.values())}
            for row, other in zip(rows, seen.table, strict=True)
        ]

    def decided(self, seen: Observation) -> Seat | None:
        """Who has as good as won, by an estimate."""
        assert isinstance(seen, CivCardGameObservation)
        return foregone.decided(self, seen)

    def card_data(self) -> dict[str, list[dict[str, object]]]:
        """The card set, patched as the table has it (a.2 to a.7)."""
        return catalogue.card_data(self.box)

    def part_text(self, part: str, value: int) -> str | int:
        """Cards and resources by name, plots counted from 1."""
        if part in CARD_PARTS:
            return self.box.names[value]
        if part == "kind":
            return LETTERS[value]
        return value + 1 if part == "plot" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, CivCardGameState)
        encoding.encode(state, seat, features)

    def read_position(self, fields: Fields) -> State:
        return document.read_position(self, fields)

    def secrets(self) -> CivCardGameSecrets:
        return CivCardGameSecrets()
