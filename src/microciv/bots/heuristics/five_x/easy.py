"""5X: a greedy opponent. It counts what everybody can still play and takes the best average.

It reads the table well and hides its mind badly: it has no plan beyond the round, it does not
remember how you play, and it has a taste. It has large whims, and bids what a Wonder is worth to it
without a look at what its rivals could pay. That is what makes it fun to beat.
"""

from __future__ import annotations

from typing import Final, final

from microciv.bots.bot import NO_REASON, Bot
from microciv.bots.heuristics.five_x.guide import LATE_CHOICE, RESOURCES_A_HALF
from microciv.bots.heuristics.five_x.styles import LIKING, Style, reason, style_of
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.rng import Rng
from microciv.core.state import Observation
from microciv.games.five_x.cards import (
    ACTION,
    BASICS,
    CARD,
    EXCAVATE,
    EXPAND,
    EXPLOIT,
    EXPLORE,
    EXTERMINATE,
    LETTERS,
)
from microciv.games.five_x.game import FiveXGame
from microciv.games.five_x.leaders import (
    explore_income,
    is_immune,
    minimum_bid,
    weight,
)
from microciv.games.five_x.observation import FiveXObservation, SeatSeen
from microciv.games.five_x.steps import FULL_YIELD

CARD_BACK: Final = 1.1  # what a card back in hand is worth
LEADER_SPENT: Final = 0.4  # a leader played early cannot surprise later
MOOD: Final = 2.0  # how far a whim can shift a card, in resources

# How gladly it keeps a leader, from trying them out.
FAVOURS: Final[dict[str, int]] = {
    name: favour
    for favour, names in enumerate(
        [
            "erik caesar",
            "gandhi elizabeth",
            "napoleon catharine cleopatra",
            "montezuma genghis tokugawa",
            "boudicca isabella",
            "qin dido",
            "suleiman",
        ],
        3,
    )
    for name in names.split()
}


@final
class EasyFiveX(Bot):
    """Greedy for the round, with moods and a style."""

    def __init__(self, game: Game, seat: Seat, seed: int, style: Style | None = None) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, FiveXGame)
        self._wonders = game.wonders
        self._style = style or style_of(seat, game.seats)
        self._rng = Rng(seed)

    def choose(self, seen: Observation) -> Move:
        """The move it likes best; the first of equals."""
        assert isinstance(seen, FiveXObservation)
        self.why = NO_REASON
        if len(seen.legal) == 1:
            return seen.legal[0]
        if seen.phase == "bid":
            return self._bid(seen)
        likes = [self._like(seen, move) for move in seen.legal]
        move = seen.legal[likes.index(max(likes))]
        self.why = reason(self._style, move)
        return move

    def _like(self, seen: FiveXObservation, move: Move) -> float:
        parts = move.parts()
        verb, card = parts["verb"], str(parts.get("card", ""))
        if verb == "pass":
            return -FAVOURS[card] + self._whim()
        if verb == "play":
            taste = LIKING if ACTION[CARD[card]] in self._style.actions else 0.0
            return self._worth_playing(seen, CARD[card]) + taste + MOOD * self._whim()
        if verb == "build":
            return self._worth_of(str(parts["wonder"])) - 3
        if verb == "take":
            return {"expand": 1.9, "exploit": 1.6, "exterminate": 1.4}.get(card, 1.0)
        if verb == "fetch":
            return 1.0 + FAVOURS[card] / 8
        return 0.0  # decline

    def _worth_playing(self, seen: FiveXObservation, card: int) -> float:
        """Resources that the card brings this round on average, points counted as resources."""
        me = seen.table[self.seat]
        last = seen.round == seen.rounds
        odds = [self._odds(other) for seat, other in enumerate(seen.table) if seat != self.seat]
        action = ACTION[card]
        exploiters = sum([other[EXPLOIT] for other in odds])
        attackers = sum([other[EXTERMINATE] for other in odds])
        worth = 0.0
        if action == EXPLOIT:
            worth = FULL_YIELD if card == CARD["qin"] else max(0.0, FULL_YIELD - exploiters)
        elif action == EXTERMINATE:
            reached = [EXPLOIT, EXPAND] + ([EXCAVATE] if card != EXTERMINATE else [])
            worth = sum([other[target] for other in odds for target in reached])
        elif action == EXPLORE:
            worth = explore_income(card, last) + (0.0 if last else LATE_CHOICE)
            if card == CARD["dido"] and me.resources >= 2:
                worth += self._prize(seen) * nobody(odds, EXPAND)
        elif action == EXCAVATE:
            piled = [name for name in me.pile if name in CARD and CARD[name] < BASICS]
            worth = 0.0 if last else CARD_BACK * bool(piled) + 0.3 * len(piled)
            if card == CARD["suleiman"] and me.resources >= 3 and seen.removed:
                worth = max([self._worth_of(letter) for letter in seen.removed]) - 3
        else:
            worth = self._worth_of_bidding(seen, card, odds)
        if action in (EXPLOIT, EXPAND) and not is_immune(card):
            worth -= min(attackers, me.resources + (3 if action == EXPLOIT else 0))
        return worth - (LEADER_SPENT if card >= BASICS and not last else 0.0)

    def _worth_of_bidding(
        self, seen: FiveXObservation, card: int, odds: list[list[float]]
    ) -> float:
        me = seen.table[self.seat]
        attackers = sum([other[EXTERMINATE] for other in odds])
        means = me.resources - (0.0 if is_immune(card) else attackers)
        least = minimum_bid(card)
        if means < least:
            return -0.5
        alone = nobody(odds, EXPAND)
        rivals = sum([other[EXPAND] for other in odds])
        richer = len([other for other in seen.table if other.resources > me.resources])
        chance = alone + (1 - alone) * (0.6 - 0.12 * richer) / (1 + 0.5 * rivals)
        price = least + 1.2 * rivals
        return chance * (self._prize(seen) + 3 - price) - (1 - chance) * 0.7

    def _bid(self, seen: FiveXObservation) -> Move:
        """About half of what the Wonder is worth, all of it, or anything between. As people do who
        are new to bidding, it pays that also where its rivals have less.
        """
        me = seen.table[self.seat]
        limit = min(self._prize(seen) + 3, me.resources)
        share = 0.45 + 0.55 * self._rng.below(100) / 100
        wish = round(limit * share)
        amounts = [int(move.parts()["amount"]) for move in seen.legal]
        return seen.legal[amounts.index(min(max(wish, amounts[0]), amounts[-1]))]

    def _prize(self, seen: FiveXObservation) -> float:
        """What the current Wonder is worth beyond Dido's price."""
        return self._worth_of(LETTERS[seen.round - 1]) - 3

    def _worth_of(self, letter: str) -> float:
        """A Wonder's points and bonus, in resources."""
        wonder = self._wonders[LETTERS.index(letter)]
        return RESOURCES_A_HALF * wonder.halves + wonder.bonus

    def _odds(self, seat: SeatSeen) -> list[float]:
        """How likely the seat's card is each action: certain once revealed, else any card that it
        may hold; an Exploit of Gandhi's counts double.
        """
        odds = [0.0] * BASICS
        if seat.played:
            card = CARD[seat.played]
            odds[ACTION[card]] = float(weight(card))
            return odds
        share = 1 / max(1, len(seat.basics) + seat.leaders)
        for name in seat.basics + seat.known:
            odds[ACTION[CARD[name]]] += share
        for action in range(BASICS):
            odds[action] += share * (seat.leaders - len(seat.known)) / BASICS
        return odds

    def _whim(self) -> float:
        """From -1 to 1."""
        return self._rng.below(2001) / 1000 - 1


def nobody(odds: list[list[float]], action: int) -> float:
    """How likely it is that none of the others plays the action."""
    chance = 1.0
    for other in odds:
        chance *= max(0.0, 1 - other[action])
    return chance


LEVELS: Final = {"easy": EasyFiveX}
