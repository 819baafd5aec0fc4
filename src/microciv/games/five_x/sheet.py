"""The numbers of the rule sheet at one table, by card where cards differ."""

from __future__ import annotations

from typing import final

from microciv.games.five_x.cards import (
    CARDS,
    CLEOPATRA,
    DIDO,
    EXPAND,
    GANDHI,
    ISABELLA,
    NAPOLEON,
    SULEIMAN,
    TOKUGAWA,
)
from microciv.games.five_x.options import FiveXOptions, wonders


@final
class Sheet:
    """Read once from the options; the chapters of the steps ask here."""

    def __init__(self, options: FiveXOptions) -> None:
        self.leaders = options.leaders
        self.rounds = options.rounds if options.leaders else options.rounds_without_leaders
        self.wonders = wonders(options)[: self.rounds]
        self.start = options.start_resources
        self.exploit_pays = options.exploit_pays
        self.qin_takes = options.qin_takes
        self.weighs = [1] * CARDS
        """How heavily an Exploit card weighs on the others (5X-28, 5X-74)."""
        self.weighs[GANDHI] = options.gandhi_weighs
        self.exterminate_takes = options.exterminate_takes
        self.least_bid = [0] * CARDS
        """By Expand card (5X-41)."""
        self.least_bid[EXPAND] = options.expand_least_bid
        self.least_bid[CLEOPATRA] = options.cleopatra_least_bid
        self.least_bid[NAPOLEON] = options.napoleon_least_bid
        self.least_bid[TOKUGAWA] = options.tokugawa_least_bid
        self.loser_pays = [0] * CARDS
        """By Expand card (5X-48)."""
        self.loser_pays[EXPAND] = options.expand_loser_pays
        self.loser_pays[CLEOPATRA] = options.cleopatra_loser_pays
        self.loser_pays[NAPOLEON] = options.napoleon_loser_pays
        self.loser_pays[TOKUGAWA] = options.tokugawa_loser_pays
        self.napoleon_adds = int(2 * options.napoleon_adds)
        """In halves (5X-45, 5X-80)."""
        self.explore_pays = [options.explore_pays] * CARDS
        """By Explore card (5X-56, 5X-84)."""
        self.explore_pays[ISABELLA] = options.isabella_pays
        self.explore_pays_last = [options.explore_pays_last] * CARDS
        """In the last round."""
        self.explore_pays_last[ISABELLA] = options.isabella_pays_last
        self.price = [0] * CARDS
        """Of a Wonder without an auction, by leader (5X-82, 5X-87)."""
        self.price[DIDO] = options.dido_price
        self.price[SULEIMAN] = options.suleiman_price
        self.catharine_takes = options.catharine_takes
        self.resources_a_point = options.resources_a_point

    def explore_income(self, card: int, last_round: bool) -> int:
        """What an Explore card brings in step 4."""
        return self.explore_pays_last[card] if last_round else self.explore_pays[card]
