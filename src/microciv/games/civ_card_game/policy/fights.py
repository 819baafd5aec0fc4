"""Attacks, defence and losses in a state; what to keep of a hand, and where to begin."""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import mypyc_attr

from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import RESOURCES, Card, holds, take_out
from microciv.games.civ_card_game.effects import BOUNCE, DESTROY_BUILDING, STEAL_POPULATION
from microciv.games.civ_card_game.moves import (
    FIGHT,
    PASS,
    PEACE,
    Against,
    Named,
    Number,
    Resource,
    Standing,
)
from microciv.games.civ_card_game.policy.turns import people
from microciv.games.civ_card_game.policy.worth import Eye
from microciv.games.civ_card_game.rules.combat import UNDECIDED, front
from microciv.games.civ_card_game.rules.drafts import Draft
from microciv.games.civ_card_game.rules.prices import structure_price
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.games.civ_card_game.rules.state import CivCardGameState

KEPT: Final = 1.4  # how much likelier a card of a hand is a blocker than one of the deck
GUARD: Final = 0.22  # what keeping a blocker is worth, of a population
REBUILT: Final = 0.8  # of a building's price, what its loss is worth
WALLED: Final = 0.6  # how likely a unit still comes to blows, if one is sent back
STAYS: Final = 0.3  # of what an attacker does, what it may still do if it does not attack now
HOPE: Final = 0.6  # of what an attacker promises, what it is worth to keep it at a discard
WAITING: Final = 0.6  # what a structure is worth that cannot be built at once
SPARE: Final = 0.4  # of a card's worth, what a second one is worth


def holds_any(hand: list[Card], cards: list[Card]) -> bool:
    for card in cards:  # noqa: SIM110  # quicker, compiled
        if holds(hand, card):
            return True
    return False


@final
@mypyc_attr(acyclic=True)
class Foe:
    """A neighbour, as one who may be attacked; its hand is not looked at, only counted."""

    def __init__(self, eye: Eye, seat: Seat, hidden: list[int], total: int) -> None:
        self.eye = eye
        self.seat = seat
        self.realm: Realm = eye.state.realms[seat]
        self.cards = len(eye.state.hands[seat])
        self.hidden = hidden
        self.total = total
        self.population = self.realm.population()
        self.walls = 0
        self.strong = False
        """Has it a wall that no engine takes away?"""
        self.cheapest = -1
        """The least cost of a building."""
        box = eye.box
        for standing in self.realm.structures:
            for card in standing:
                if box.walls[card]:
                    self.walls += 1
                elif box.bounces[card]:
                    self.strong = True
                if card < box.first_wonder and (
                    self.cheapest < 0 or box.cost[card] < self.cheapest
                ):
                    self.cheapest = box.cost[card]
        for card in self.realm.techs:
            if box.bounces[card]:
                self.strong = True
        self.bounces: bool = self.realm.sums[BOUNCE] > 0
        self.spite: float = eye.spite(seat)
        self.sent: list[Card] = []
        """What attacks it already."""

    def gain(self, card: Card) -> float:
        """What the unit brings if nobody stops it."""
        eye, box = self.eye, self.eye.box
        stolen = 0
        for unit in self.sent:
            for what in box.damage[unit]:
                if what == STEAL_POPULATION:
                    stolen += 1
        worth = 0.0
        for what in box.damage[card]:
            if what == STEAL_POPULATION and self.population > stolen:
                worth += (1.0 + 0.9 * eye.stream) * (1.0 + self.spite)
            if what == DESTROY_BUILDING and self.cheapest >= 0:
                worth += self.spite * REBUILT * self.cheapest * eye.now
        return worth

    def chance(self, card: Card) -> float:
        """How likely the unit is not stopped, one more beside those that attack already."""
        box = self.eye.box
        stops = box.stops[card]
        rivals = 0
        for unit in self.sent:
            if holds_any(box.stops[unit], stops):
                rivals += 1
        share = 0
        for stop in stops:
            share += self.hidden[stop]
        mean = self.cards * min(0.9, KEPT * share / self.total)
        term, weight = 1.0, 0.0
        for number in range(rivals + 1):
            weight += term
            term *= mean / (number + 1)
        chance = weight * exp(-mean)
        if self.bounces and not self.breached():
            chance *= WALLED if self.sent else 0.0
        return chance

    def breached(self) -> bool:
        engines = 0
        for unit in self.sent:
            engines += self.eye.box.breach[unit]
        return not self.strong and engines >= self.walls

    def promise(self, card: Card) -> float:
        return self.gain(card) * self.chance(card)


def foes_of(eye: Eye) -> list[Foe]:
    state, box = eye.state, eye.box
    hidden = [0] * box.first_tech
    total = 0
    for card in range(box.first_tech):
        hidden[card] = box.copies[card] - state.discard[card]
        total += hidden[card]
    for card in eye.hand:
        hidden[card] -= 1
        total -= 1
    for realm in state.realms:
        for standing in realm.structures:
            for card in standing:
                hidden[card] -= 1
                total -= 1
    total = max(1, total)
    return [Foe(eye, seat, hidden, total) for seat in state.game.neighbours(eye.seat)]


# --- attack


def next_attack(eye: Eye, draft: Draft, legal: list[Move]) -> Move:
    """One more unit, or that is all."""
    foes = foes_of(eye)
    for seat, card in draft.declared:
        for foe in foes:
            if foe.seat == seat:
                foe.sent.append(card)
    best = FIGHT if draft.declared else PEACE
    most = 0.0
    for move in legal:
        if isinstance(move, Against):
            for foe in foes:
                if foe.seat == move.seat:
                    worth = worth_of_attack(eye, foe, move.card)
                    if worth > most:
                        best, most = move, worth
    return best


def worth_of_attack(eye: Eye, foe: Foe, card: Card) -> float:
    """What it is worth to attack with the unit, and not to keep it."""
    own = foe.promise(card)
    if foe.bounces and not foe.sent:
        own = with_company(eye, foe, card)
    keep = STAYS * foe.gain(card) if eye.turns > 1.0 else 0.0
    return eye.style.raids * own - keep - guard(eye, card)


def with_company(eye: Eye, foe: Foe, card: Card) -> float:
    """What the unit promises against walls, if others of the hand follow."""
    box = eye.box
    others: list[Card] = []
    skipped = False
    for other in eye.hand:
        if box.first_unit <= other < box.first_goods and box.attacks[other]:
            if other == card and not skipped:
                skipped = True
            else:
                others.append(other)
    worth = 0.0
    if box.breach[card] and foe.walls == 1 and others:
        foe.sent.append(card)
        for other in others:
            worth = max(worth, foe.promise(other))
        foe.sent.pop()
        return worth * 0.5
    if len(others) < 2:
        return 0.0
    foe.sent.append(card)
    worth = foe.promise(card)
    foe.sent.pop()
    return worth


def guard(eye: Eye, card: Card) -> float:
    """What it is worth to have the unit in hand, in defence."""
    if eye.turns < 0.5:
        return 0.0
    blocks = 0
    for stops in eye.box.stops:
        for stop in stops:
            if stop == card:
                blocks += 1
    if not blocks:
        return 0.0
    mine = 0
    for other in eye.hand:
        if other == card:
            mine += 1
    worth = eye.style.guard * GUARD * (1.0 + eye.stream) * min(3, blocks) / 2.0
    return worth / max(1, mine)


# --- defence


def threat(eye: Eye, card: Card) -> float:
    state, worth = eye.state, 0.0
    spite = eye.spite(state.turn) if state.turn != eye.seat else 0.0
    for what in eye.box.damage[card]:
        if what == STEAL_POPULATION and eye.realm.population():
            worth += (1.0 + eye.stream) * (1.0 + spite)
        if what == DESTROY_BUILDING:
            least = -1.0
            for plot, standing in enumerate(eye.realm.structures):
                for lost in standing:
                    if lost < eye.box.first_wonder:
                        loss = loss_of(eye, plot, lost)
                        if least < 0.0 or loss < least:
                            least = loss
            worth += max(0.0, least)
    return worth


def best_block(eye: Eye, legal: list[Move]) -> Move:
    """Who stops the unit in question: the worst attackers get the blockers missed least."""
    if len(legal) == 1:
        return legal[0]
    state = eye.state
    facing, _options = front(state, eye.seat)
    hand = still_in_hand(state, eye.seat)
    coming: list[tuple[float, int]] = []
    for index, unit in enumerate(state.units):
        if index >= facing and unit.target == eye.seat and unit.blocker == UNDECIDED:
            coming.append((-threat(eye, unit.card), index))
    coming.sort()
    for worth, index in coming:
        best: Card = -1
        least = 0.0
        for card in eye.box.stops[state.units[index].card]:
            if holds(hand, card):
                cost = use_in_block(eye, card)
                if best < 0 or cost < least:
                    best, least = card, cost
        if best < 0 or -worth <= least:
            continue
        take_out(hand, best)
        if index == facing:
            return eye.box.moves.blocks[best]
    return PASS


def use_in_block(eye: Eye, card: Card) -> float:
    worth = guard(eye, card)
    if eye.box.attacks[card] and eye.turns > 0.5:
        damage = len(eye.box.damage[card])
        worth += 0.18 * eye.style.raids * damage * (1.0 + eye.stream)
    return worth


def best_repel(eye: Eye, legal: list[Move]) -> Move:
    """The unit that would do most harm and that the hand cannot stop."""
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Named)
        harm = threat(eye, move.card)
        if holds_any(eye.hand, eye.box.stops[move.card]):
            harm *= 0.4
        if harm > most:
            best, most = move, harm
    return best


# --- losses


def loss_of(eye: Eye, plot: int, card: Card) -> float:
    """What it costs to lose the structure: it can be built again, but not at once."""
    realm = eye.realm.clone()
    realm.take_down(card, plot)
    realm.recount(eye.box)
    worth = eye.effects(realm, card) + eye.on_plot(realm, card, plot)
    again = REBUILT * eye.box.cost[card] * eye.now + worth / (1.0 + eye.turns)
    return min(worth, again)


def best_loss(eye: Eye, legal: list[Move]) -> Move:
    """The building, or the structure, that is missed least."""
    best, least = legal[0], 1000.0
    for move in legal:
        assert isinstance(move, Standing)
        loss = loss_of(eye, move.plot, move.card)
        if loss < least:
            best, least = move, loss
    return best


def best_yield(eye: Eye, legal: list[Move]) -> Move:
    """The plot whose population is missed least: where the next is cheapest to get again."""
    best, least = legal[0], 1000.0
    for move in legal:
        assert isinstance(move, Number)
        plot = move.number - 1
        loss = people(eye, eye.realm, plot, eye.realm.pops[plot] - 1)
        if loss < least:
            best, least = move, loss
    return best


def best_gift(eye: Eye, legal: list[Move]) -> Move:
    """The resource that it can spare: most of the cheapest."""
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Resource)
        worth = eye.realm.stock[move.kind] / eye.worth(move.kind)
        if worth > most:
            best, most = move, worth
    return best


# --- hands


def worst_card(eye: Eye, happy: bool) -> Card:
    """The card of the hand that will be missed least."""
    worst, least = eye.hand[0], 1000.0
    foes: list[Foe] = []
    last: Card = -1
    for card in eye.hand:
        if card == last:
            continue
        last = card
        if eye.box.first_unit <= card < eye.box.first_goods and not foes:
            foes = foes_of(eye)
        worth = worth_in_hand(eye, foes, card, happy)
        if worth < least:
            worst, least = card, worth
    return worst


def worth_in_hand(eye: Eye, foes: list[Foe], card: Card, happy: bool) -> float:
    copies = 0
    for other in eye.hand:
        if other == card:
            copies += 1
    if card >= eye.box.first_goods:
        worth, amounts = 0.0, eye.box.yields[card]
        for kind in range(RESOURCES):
            worth += amounts[kind] * eye.worth(kind)
        return worth * eye.now
    if card >= eye.box.first_unit:
        worth = guard(eye, card)
        if eye.box.attacks[card] and eye.turns >= 0.5:
            most = 0.0
            for foe in foes:
                most = max(most, foe.gain(card) * max(0.15, foe.chance(card)))
            worth += HOPE * most * eye.style.raids
        return worth if copies == 1 else worth * 0.8
    worth = structure_in_hand(eye, card, happy)
    return worth if copies == 1 else worth * SPARE


def structure_in_hand(eye: Eye, card: Card, happy: bool) -> float:
    """What the structure may bring beyond its price, if there is time and room for it."""
    if eye.turns < 0.7:
        return 0.0
    realm = eye.realm
    worth = eye.structure(realm, card)
    plot = eye.best_site(realm, card)
    if plot < 0:
        worth *= 0.5
    else:
        worth += eye.on_plot(realm, card, plot)
    price = structure_price(eye.game, realm, card, happy)
    gain = worth - 0.7 * price * eye.now
    return max(0.0, WAITING * gain) + 0.01 * worth


# --- the beginning


def land(eye: Eye, card: Card) -> float:
    """What a plot is liked at the beginning: rather what there is little of."""
    box = eye.box
    own = [0, 0, 0]
    for plot in eye.realm.plots:
        for kind in range(RESOURCES):
            own[kind] += box.yields[plot][kind]
    worth = 0.1 * len(box.kinds[card])
    for kind in range(RESOURCES):
        liked = 1.15 if kind == 0 else 1.0
        worth += box.yields[card][kind] * (liked - 0.06 * own[kind])
    return worth


def best_draft(eye: Eye, legal: list[Move]) -> Move:
    best, most = legal[0], -1000.0
    for move in legal:
        assert isinstance(move, Named)
        worth = land(eye, move.card)
        if worth > most:
            best, most = move, worth
    return best


def best_founding(eye: Eye, legal: list[Move]) -> Move:
    """The plot whose population yields what is wanted most."""
    best, most = legal[0], -1.0
    for move in legal:
        assert isinstance(move, Number)
        worth = eye.population(eye.realm.plots[move.number - 1])
        if worth > most:
            best, most = move, worth
    return best


def still_in_hand(state: CivCardGameState, seat: Seat) -> list[Card]:
    """The hand without what the open answer discards, or blocks with."""
    hand = state.hands[seat][:]
    for move in state.answers[seat]:
        if isinstance(move, Named):
            take_out(hand, move.card)
    return hand
