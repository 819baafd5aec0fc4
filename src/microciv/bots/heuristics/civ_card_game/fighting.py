"""Whom to attack and with what, what to block, and what to lose."""

from __future__ import annotations

from math import exp
from typing import Final, final

from microciv.bots.heuristics.civ_card_game.guide_fights import GUARD, KEPT, REBUILT, WALLED
from microciv.bots.heuristics.civ_card_game.worth import Outlook, Unseen
from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import CARD, FIRST_UNIT, FIRST_WONDER, Card
from microciv.games.civ_card_game.effects import BOUNCE, DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.moves import (
    BLOCKS,
    FIGHT,
    PASS,
    PEACE,
    Against,
    Number,
    Standing,
)
from microciv.games.civ_card_game.realms import POPULATION_FOR_TWO_PLACES, Realm
from microciv.games.civ_card_game.sight import realm_seen

LATER: Final = 0.5  # what an attacker may still do if it stays in hand, of what it does


@final
class Foe:
    """A neighbour, as one who may be attacked."""

    def __init__(self, outlook: Outlook, unseen: Unseen, seat: Seat) -> None:
        seen = outlook.seen
        self.outlook = outlook
        self.seat = seat
        table = seen.table[seat]
        self.realm: Realm = realm_seen(outlook.game, seen, seat)
        self.known: list[Card] = [CARD[name] for name in table.known]
        self.hidden = table.hand - len(table.known)
        self.unseen = unseen
        self.population = self.realm.population()
        self.buildings = [card for _plot, card in self.realm.standing() if card < FIRST_WONDER]
        self.walls = len([card for card in self.buildings if outlook.box.walls[card]])
        self.bounces = self.realm.sums[BOUNCE] > 0
        self.sent: list[Card] = []
        """What attacks it already."""

    def gain(self, card: Card) -> float:
        """What the unit brings if nobody stops it."""
        outlook, spite = self.outlook, self.outlook.spite[self.seat]
        stolen = len(
            [
                1
                for unit in self.sent
                for what in outlook.box.damage[unit]
                if what == STEAL_POPULATION
            ]
        )
        worth = 0.0
        for what in outlook.box.damage[card]:
            if what == STEAL_POPULATION and self.population > stolen:
                worth += (1.0 + 0.9 * outlook.stream) * (1.0 + spite)
            if what == DESTROY_BUILDING and self.buildings:
                least = min([outlook.box.cost[building] for building in self.buildings])
                worth += spite * REBUILT * least * outlook.now
        return worth

    def chance(self, card: Card) -> float:
        """How likely the unit is not stopped, one more beside those that attack already."""
        box = self.outlook.box
        stops = box.stops[card]
        rivals = len([1 for unit in self.sent if [1 for stop in box.stops[unit] if stop in stops]])
        known = len([1 for other in self.known if other in stops])
        mean = self.hidden * min(0.9, KEPT * self.unseen.share(stops))
        # chance of as few blockers as there are other units that they may block
        chance = 0.0
        if known <= rivals:
            term = 1.0
            weight = 0.0
            for number in range(rivals - known + 1):
                weight += term
                term *= mean / (number + 1)
            chance = weight * exp(-mean)
        if self.bounces and not self.breached():
            chance *= WALLED if self.sent else 0.0
        return chance

    def breached(self) -> bool:
        """Are all its walls taken away by what attacks it already?"""
        box = self.outlook.box
        strong = [
            card
            for _plot, card in self.realm.standing()
            if box.bounces[card] and not box.walls[card]
        ]
        return not strong and sum([box.breach[unit] for unit in self.sent]) >= self.walls

    def promise(self, card: Card) -> float:
        """What may be expected of the unit."""
        return self.gain(card) * self.chance(card)


# --- attack


def next_attack(outlook: Outlook) -> Move:
    """One more unit, or that is all."""
    seen = outlook.seen
    moves = [move for move in seen.legal if isinstance(move, Against)]
    end = FIGHT if FIGHT in seen.legal else PEACE
    unseen = Unseen(outlook)
    foes: list[Foe] = []
    for move in moves:
        if not [1 for foe in foes if foe.seat == move.seat]:
            foes.append(Foe(outlook, unseen, move.seat))
    for step in seen.answer:
        if isinstance(step, Against) and step.verb == "attack":
            for foe in foes:
                if foe.seat == step.seat:
                    foe.sent.append(step.card)
    best, most = end, 0.0
    for move in moves:
        for foe in foes:
            if foe.seat == move.seat:
                worth = worth_of_attack(outlook, foe, move.card)
                if worth > most:
                    best, most = move, worth
    return best


def worth_of_attack(outlook: Outlook, foe: Foe, card: Card) -> float:
    """What it is worth to attack with the unit, and not to keep it."""
    style = outlook.style
    own = foe.promise(card)
    if foe.bounces and not foe.sent:
        own = with_company(outlook, foe, card)
    keep = LATER * foe.gain(card) if outlook.turns > 1 else 0.0
    return style.raids * own - keep - guard(outlook, card)


def with_company(outlook: Outlook, foe: Foe, card: Card) -> float:
    """What the unit promises against walls, if others of the hand follow."""
    others = [other for other in outlook.hand if other >= FIRST_UNIT and outlook.box.attacks[other]]
    others.remove(card)
    if outlook.box.breach[card] and foe.walls == 1 and others:
        foe.sent.append(card)
        worth = max([foe.promise(other) for other in others])
        foe.sent.pop()
        return worth * 0.5
    if len(others) < 2:
        return 0.0
    foe.sent.append(card)
    worth = foe.promise(card)
    foe.sent.pop()
    return worth


def guard(outlook: Outlook, card: Card) -> float:
    """What it is worth to have the unit in hand, in defence."""
    blocks = len([1 for stops in outlook.box.stops if card in stops])
    if not blocks or outlook.turns < 0.5:
        return 0.0
    mine = outlook.hand.count(card)
    return outlook.style.guard * GUARD * (1.0 + outlook.stream) * min(3, blocks) / 2 / max(1, mine)


def use_of_unit(outlook: Outlook, unseen: Unseen, card: Card) -> float:
    """What an attacker in hand may still do, to the best of its foes."""
    if not outlook.box.attacks[card] or outlook.turns < 0.5:
        return 0.0
    foes = [Foe(outlook, unseen, seat) for seat in neighbours(outlook)]
    return max([foe.gain(card) * max(0.15, foe.chance(card)) for foe in foes]) * outlook.style.raids


def neighbours(outlook: Outlook) -> list[Seat]:
    """Left and right."""
    seats = len(outlook.seen.table)
    left, right = (outlook.seat + 1) % seats, (outlook.seat - 1) % seats
    return [left] if left == right else [left, right]


# --- defence


def threat(outlook: Outlook, card: Card) -> float:
    """What an unblocked unit takes away."""
    seen, worth = outlook.seen, 0.0
    spite = outlook.spite[seen.turn] if seen.turn != outlook.seat else 0.0
    for what in outlook.box.damage[card]:
        if what == STEAL_POPULATION and outlook.realm.population():
            worth += (1.0 + outlook.stream) * (1.0 + spite)
        if what == DESTROY_BUILDING:
            losses = [loss_of(outlook, plot, lost) for plot, lost in buildings(outlook)]
            worth += min(losses) if losses else 0.0
    return worth


def best_block(outlook: Outlook) -> Move:
    """Who stops the unit in question: the worst attackers get the blockers missed least."""
    seen = outlook.seen
    coming = [
        (-threat(outlook, CARD[unit.card]), place)
        for place, unit in enumerate(seen.units)
        if place >= seen.facing
        and unit.target == outlook.seat
        and not unit.blocker
        and unit.state != "blocked"
    ]
    hand = [card for card in outlook.hand if card >= FIRST_UNIT]
    for worth, place in sorted(coming):
        stops = outlook.box.stops[CARD[seen.units[place].card]]
        able = [card for card in hand if card in stops]
        if not able:
            continue
        costs = [(use_in_block(outlook, card), card) for card in able]
        cost, card = min(costs)
        if -worth <= cost:
            continue
        hand.remove(card)
        if place == seen.facing:
            return BLOCKS[card] if BLOCKS[card] in seen.legal else PASS
    return PASS


def use_in_block(outlook: Outlook, card: Card) -> float:
    """What the blocker could do later."""
    worth = guard(outlook, card)
    if outlook.box.attacks[card] and outlook.turns > 0.5:
        damage = len(outlook.box.damage[card])
        worth += 0.3 * outlook.style.raids * damage * (1.0 + outlook.stream) * 0.6
    return worth


def best_repel(outlook: Outlook) -> Move:
    """The unit that would do most harm and that the hand cannot stop."""
    seen = outlook.seen

    def harm(move: Move) -> float:
        card = card_named(move)
        able = [1 for stop in outlook.box.stops[card] if stop in outlook.hand]
        return threat(outlook, card) * (0.4 if able else 1.0)

    return max(list(seen.legal), key=harm)


def card_named(move: Move) -> Card:
    """The card that a move names."""
    return CARD[str(move.parts()["card"])]


# --- losses


def buildings(outlook: Outlook) -> list[tuple[int, Card]]:
    """All that can be destroyed."""
    return [(plot, card) for plot, card in outlook.realm.standing() if card < FIRST_WONDER]


def loss_of(outlook: Outlook, plot: int, card: Card) -> float:
    """What it costs to lose the structure: it can be built again, but not at once."""
    realm = outlook.realm.clone()
    realm.take_down(card, plot)
    realm.recount(outlook.box)
    worth = outlook.effects(realm, card) + outlook.on_plot(realm, card, plot)
    again = REBUILT * outlook.box.cost[card] * outlook.now + worth / (1.0 + outlook.turns)
    return min(worth, again)


def best_loss(outlook: Outlook) -> Move:
    """The building, or the structure, that is missed least."""
    moves = [move for move in outlook.seen.legal if isinstance(move, Standing)]
    return min(moves, key=lambda move: loss_of(outlook, move.plot, move.card))


def best_yield(outlook: Outlook) -> Move:
    """The plot whose population is missed least: where the next is cheapest to get again."""
    moves = [move for move in outlook.seen.legal if isinstance(move, Number)]
    return min(moves, key=lambda move: people(outlook, move.number - 1, -1))


def best_settling(outlook: Outlook) -> Move:
    """The plot for a free population: where it would be dear."""
    moves = [move for move in outlook.seen.legal if isinstance(move, Number)]
    return max(moves, key=lambda move: people(outlook, move.number - 1, 0))


def people(outlook: Outlook, plot: int, change: int) -> float:
    """What a population on the plot is worth, its price included."""
    realm = outlook.realm
    population = realm.pops[plot] + change
    worth = outlook.population(outlook.box.kinds[realm.plots[plot]])
    worth += 2 * population * 0.7 * outlook.now
    if population + 1 == POPULATION_FOR_TWO_PLACES and realm.places == 1:
        worth += outlook.place
    return worth


def best_gift(outlook: Outlook, kinds: list[int]) -> int:
    """The resource that it can spare: most of the cheapest."""
    stock = outlook.realm.stock
    return max(kinds, key=lambda kind: stock[kind] / outlook.worths[kind])
