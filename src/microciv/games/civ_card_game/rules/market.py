"""The market: three plots and three technologies, refilled at once (CC-07, CC-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import mypyc_attr

from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.events import MARKET_PLOT, MARKET_TECH, PLOTS_OUT, TECHS_OUT

if TYPE_CHECKING:
    from microciv.games.civ_card_game.rules.state import CivCardGameState


@final
@mypyc_attr(acyclic=True)
class Market:
    """What lies open of plots and technologies, and the decks that it is refilled from."""

    def __init__(self) -> None:
        self.plots: list[Card] = []
        self.techs: list[Card] = []
        self.fresh_plots = 0
        """How many, the last ones, may not be bought in this turn (CA-55)."""
        self.fresh_techs = 0
        self.faded: list[Card] = []
        """Technologies that were removed (CA-46)."""
        # The decks, as they were shuffled, shared by clones, and how many have been drawn.
        self.plot_deck: list[Card] = []
        self.plots_drawn = 0
        self.tech_deck: list[Card] = []
        self.techs_drawn = 0

    def clone(self) -> Market:
        copy = Market()
        copy.plots = self.plots[:]
        copy.techs = self.techs[:]
        copy.fresh_plots = self.fresh_plots
        copy.fresh_techs = self.fresh_techs
        copy.faded = self.faded[:]
        copy.plot_deck = self.plot_deck
        copy.plots_drawn = self.plots_drawn
        copy.tech_deck = self.tech_deck
        copy.techs_drawn = self.techs_drawn
        return copy

    def plots_left(self) -> int:
        return len(self.plot_deck) - self.plots_drawn

    def techs_left(self) -> int:
        return len(self.tech_deck) - self.techs_drawn

    def next_plot(self) -> Card:
        card = self.plot_deck[self.plots_drawn]
        self.plots_drawn += 1
        return card


def open_market(state: CivCardGameState) -> None:
    """As many of each are turned up; they may be bought at once."""
    refill_plots(state)
    refill_techs(state)
    state.market.fresh_plots = state.market.fresh_techs = 0


def refill_plots(state: CivCardGameState) -> None:
    """As long as there are any."""
    market = state.market
    while len(market.plots) < state.game.settled.market_size and market.plots_left():
        card = market.next_plot()
        market.plots.append(card)
        market.fresh_plots += 1 if state.game.market_waits else 0
        state.tell(MARKET_PLOT, card)
    if len(market.plots) < state.game.settled.market_size:
        state.tell(PLOTS_OUT, len(market.plots))


def refill_techs(state: CivCardGameState) -> None:
    """As long as there are any."""
    market = state.market
    while len(market.techs) < state.game.settled.market_size and market.techs_left():
        card = market.tech_deck[market.techs_drawn]
        market.techs_drawn += 1
        market.techs.append(card)
        market.fresh_techs += 1 if state.game.market_waits else 0
        state.tell(MARKET_TECH, card)
    if len(market.techs) < state.game.settled.market_size:
        state.tell(TECHS_OUT, len(market.techs))
