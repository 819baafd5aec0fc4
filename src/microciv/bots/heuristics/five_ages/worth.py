"""What cards are worth: how likely each hand is still made of them, times how well it is liked.

A player keeps every card ever got but those given in trade, and puts nearly any five of them into
the civilization; so what counts is which cards somebody has, and how many that serve may yet come.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from microciv.bots.heuristics.five_ages.building import Plan, plans, without_exchange
from microciv.bots.heuristics.five_ages.styles import Style
from microciv.core.cards import Card, card_set
from microciv.games.five_ages.cards import CARD, CARDS, JOKER, ORDINARY, RANK, RANKS, SUIT, SUITS
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.observation import FiveAgesObservation
from microciv.games.five_ages.phases import ROUNDS
from microciv.games.five_ages.poker import ACE, FLUSH, SIZE, STRAIGHT, WHEEL

PAIR: Final = 1
TWO_PAIR: Final = 2
THREE: Final = 3
FULL_HOUSE: Final = 6
FOUR: Final = 7

LOOKS: Final = 0.4  # a trade phase is worth so many drawn cards
TROUBLE: Final = 0.9  # a chance that needs a card of the civilization exchanged is so much of one
HEIGHT: Final = 0.01  # what a rank more is worth
MOST: Final = 13  # unseen cards that can serve an aim

WINDOWS: Final = [[low + step for step in range(SIZE)] for low in range(ACE - SIZE + 1, -1, -1)]
"""The ranks of each straight, the highest first; A-2-3-4-5 comes on top if the ace is low too."""


def cards_of(names: tuple[str, ...] | list[str]) -> list[Card]:
    """Cards by their names; all Jokers look alike."""
    return [CARD[name] for name in names]


def own_row(seen: FiveAgesObservation) -> list[Card]:
    """What lies in the own row and can still be traded."""
    me = seen.table[seen.seat]
    return [CARD[name] for name in (me.left, me.right) if name and CARD[name] < JOKER]


@final
class Outlook:
    """The worth of cards in the eyes of one style, at one moment of a match."""

    def __init__(self, game: FiveAgesGame, seen: FiveAgesObservation, style: Style) -> None:
        self.poker = game.poker()
        self.style = style
        self.likes = style.likes
        self.wild = game.settled.joker_in_civ == "wild"
        self.shut_out = JOKER if game.no_joker_in_civ else CARDS
        self.windows = [*WINDOWS, WHEEL] if game.settled.ace_low else WINDOWS
        self.to_come = ROUNDS - seen.round
        self.suits, self.ranks = unseen(seen)
        trades = self.to_come + (1 if seen.phase == "row" else 0)
        share = (self.to_come + LOOKS * trades) / max(1, sum(self.suits))
        self.odds = chances(min(1.0, share))

    def worth(self, civ: list[Card], hand: list[Card], builds: int) -> float:
        """What a civilization and a hand are worth, `builds` build phases before the end."""
        return Tally(self, civ, hand, builds).worth()

    def worth_of_plan(self, plan: Plan) -> float:
        """What a way to build is worth; at the end no taste counts."""
        if self.to_come == 0:
            return self.poker.strength(card_set(numbered(plan.civ))) / len(self.poker.keys)
        return self.worth(plan.civ, plan.hand, self.to_come)

    def worth_before(self, civ: list[Card], hand: list[Card], places: int) -> float:
        """What cards are worth before this round's build; in the last round, for certain."""
        if self.to_come == 0:
            ways = without_exchange(plans(civ, hand, (), places, self.shut_out))
            built = {card_set(numbered(plan.civ)) for plan in ways}
            return max([self.poker.strength(pile) for pile in built]) / len(self.poker.keys)
        return self.worth(civ, hand, self.to_come + 1)


@final
class Tally:
    """One civilization and hand, counted by suit and by rank."""

    def __init__(self, outlook: Outlook, civ: list[Card], hand: list[Card], builds: int) -> None:
        self.outlook = outlook
        self.builds = builds
        self.built = len(civ)
        self.suits, self.ranks = counted(civ)
        self.all_suits, self.all_ranks = counted(civ + hand)
        self.jokers = (civ + hand).count(JOKER) if outlook.wild else 0
        self.built_jokers = civ.count(JOKER) if outlook.wild else 0
        self.left = 1.0
        """How likely none of the hands counted so far is made."""
        self.total = 0.0

    def worth(self) -> float:
        """Each hand counts as likely as it, and none of the better ones, is made."""
        held = [rank for rank in range(ACE, -1, -1) if self.all_ranks[rank]]
        for rank in held:
            self.add(FOUR, self.of_rank(rank, 4), self.fits(self.ranks[rank], 4), rank)
        for rank in held:
            three = self.of_rank(rank, 3)
            for other in held if three else ():
                if other != rank:
                    inside = min(self.ranks[rank], 3) + min(self.ranks[other], 2)
                    two = self.of_rank(other, 2)
                    self.add(FULL_HOUSE, three * two, self.fits(inside, 5), rank)
        for suit in range(len(SUITS)):
            missing = SIZE - self.all_suits[suit] - self.jokers
            chance = self.outlook.odds[self.outlook.suits[suit]][max(0, missing)]
            self.add(FLUSH, chance, self.fits(self.suits[suit], SIZE), ACE)
        for window in self.outlook.windows:
            self.add_straight(window)
        for rank in held:
            self.add(THREE, self.of_rank(rank, 3), self.fits(self.ranks[rank], 3), rank)
        self.add_pairs(held)
        return self.total

    def add(self, hand: int, chance: float, fits: float, rank: int) -> None:
        """One more hand that may be made."""
        chance *= fits
        self.total += self.left * chance * (self.outlook.likes[hand] + HEIGHT * rank)
        self.left *= 1 - chance

    def add_straight(self, window: list[int]) -> None:
        """A straight of these ranks."""
        missing = [rank for rank in window if self.all_ranks[rank] == 0]
        if len(missing) - self.jokers > 3:
            return
        chances = sorted([self.outlook.odds[self.outlook.ranks[rank]][1] for rank in missing])
        chance = 1.0
        for one in chances[self.jokers :]:
            chance *= one
        inside = len([rank for rank in window if self.ranks[rank]])
        self.add(STRAIGHT, chance, self.fits(inside, SIZE), window[0])

    def add_pairs(self, held: list[int]) -> None:
        """Two pairs, then one."""
        pairs = [(rank, self.of_rank(rank, 2)) for rank in held]
        for (rank, chance), (other, also) in combinations(pairs, 2):
            inside = min(self.ranks[rank], 2) + min(self.ranks[other], 2)
            self.add(TWO_PAIR, chance * also, self.fits(inside, 4), rank)
        for rank, chance in pairs:
            self.add(PAIR, chance, self.fits(self.ranks[rank], 2), rank)

    def of_rank(self, rank: int, wanted: int) -> float:
        """How likely it gets so many cards of a rank."""
        missing = wanted - self.all_ranks[rank] - self.jokers
        return self.outlook.odds[self.outlook.ranks[rank]][max(0, missing)]

    def fits(self, inside: int, wanted: int) -> float:
        """How well a hand of so many cards can still be built, with `inside` of them built."""
        spare = self.built - min(wanted, inside + self.built_jokers) - (SIZE - wanted)
        if spare <= 0:
            return 1.0
        return TROUBLE**spare if spare <= self.builds else 0.0


def numbered(cards: list[Card]) -> list[Card]:
    """The cards, several Jokers as different ones."""
    jokers = cards.count(JOKER)
    return [card for card in cards if card < JOKER] + [JOKER + number for number in range(jokers)]


def counted(cards: list[Card]) -> tuple[list[int], list[int]]:
    """How many there are of each suit, and of each rank."""
    suits, ranks = [0] * len(SUITS), [0] * len(RANKS)
    for card in cards:
        if card < JOKER:
            suits[SUIT[card]] += 1
            ranks[RANK[card]] += 1
    return suits, ranks


def unseen(seen: FiveAgesObservation) -> tuple[list[int], list[int]]:
    """By suit and by rank, how many cards lie where nobody knows."""
    gone = cards_of([*seen.hand, *seen.civ])
    for seat in seen.table:
        gone += cards_of([name for name in (*seat.known, seat.left, seat.right) if name])
    return counted([card for card in range(ORDINARY) if card not in gone])


def chances(share: float) -> list[list[float]]:
    """By number of cards out there, then by how many of them are wanted: how likely that many
    come, if each comes with this chance.
    """
    odds = [[1.0] + [0.0] * SIZE]
    for _ in range(MOST):
        last = odds[-1]
        odds.append(
            [1.0]
            + [share * last[want - 1] + (1 - share) * last[want] for want in range(1, SIZE + 1)]
        )
    return odds
