"""Changing what a seat does not know, straight in the truth, without asking an observation.

A re-deal is made from an observation: if that leaks, the re-deal repeats the leak and hides it.
So law "veil" changes the truth by who `knows` what, a few lines a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from microciv.core import bags
from microciv.core.cards import cards_in, minus, plus
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.civ_builder import market, trade
from microciv.games.civ_builder.moves import ANY


def scramble_five_x(state: Any, seat: Seat, rng: Rng) -> None:
    """The leaders that the seat does not know change places; who knows a place knows the new."""
    zones = state.zones
    places = [
        (zone, card)
        for zone, pile in enumerate(zones.piles)
        for card in cards_in(pile & state.game.leaders)
        if not state.knows(seat, card)
    ]
    known = [zones.known[card] for _zone, card in places]
    cards = [card for _zone, card in places]
    for zone, card in places:
        zones.take(card, zone)
    rng.shuffle(cards)
    becomes = {place[1]: card for place, card in zip(places, cards, strict=True)}
    for (zone, _card), card, seen_by in zip(places, cards, known, strict=True):
        zones.put(card, zone, seen_by)
    state.passed = [becomes.get(card, card) for card in state.passed]


def scramble_five_ages(state: Any, seat: Seat, rng: Rng) -> None:
    """Cards that the seat cannot place change places with others that it cannot place: hidden hands
    and civilizations that nothing was ever told of, the deck, the order of others' lists.
    """
    for other in range(state.seats):
        if other != seat:
            order = shuffled(list(range(len(state.lists[other]))), rng)
            state.lists[other] = [state.lists[other][place] for place in order]
    if any(age.attacks for age in state.ages):
        state.deck = state.deck[: state.drawn] + shuffled(state.deck[state.drawn :], rng)
        return  # who may hold what depends on the thefts: the deck alone is free of them
    rows = {card for age in state.ages for row in age.laid for card in row}
    places: list[tuple[Any, int]] = [("deck", at) for at in range(state.drawn, len(state.deck))]
    cards = state.deck[state.drawn :]
    for other in range(state.seats):
        if other == seat:
            continue
        secret = [
            (pile, card)
            for pile in (state.hands, state.civs)
            for card in cards_in(pile[other])
            if not state.knows(seat, card)
        ]
        assert not rows & {card for _pile, card in secret}
        for pile, card in secret:
            pile[other] = minus(pile[other], card)
            places.append((pile, other))
            cards.append(card)
    cards = shuffled(cards, rng)
    state.deck = state.deck[:]
    for (pile, at), card in zip(places, cards, strict=True):
        if pile == "deck":
            state.deck[at] = card
        else:
            pile[at] = plus(pile[at], card)


def shuffled(cards: list[int], rng: Rng) -> list[int]:
    """In another order."""
    other = cards[:]
    rng.shuffle(other)
    return other


def scramble_civ_builder(state: Any, seat: Seat, rng: Rng) -> None:
    """Cards that the seat cannot place, in other hands and in the deck, change places; offers that
    it may not read are others.
    """
    recalled = state.recall(seat)
    places: list[tuple[list[int], int, int]] = []
    kinds: list[int] = []
    state.deck = state.deck[state.drawn :]
    state.drawn = 0
    for at, kind in enumerate(state.deck):
        if at >= len(recalled.deck) or recalled.deck[at] < 0:
            places.append((state.deck, at, kind))
            kinds.append(kind)
    for other in range(state.seats):
        if other != seat:
            for kind in bags.copies_in(state.hands[other] - recalled.hands[other]):
                places.append((state.hands, other, kind))
                kinds.append(kind)
    for (where, at, kind), other_kind in zip(places, shuffled(kinds, rng), strict=True):
        if where is state.deck:
            where[at] = other_kind
        else:
            where[at] += bags.ONE[other_kind] - bags.ONE[kind]
    standing = state.market
    offers = [
        [deal if reads(seat, deal) else other_terms(state, deal) for deal in deals]
        for deals in standing.offers
    ]
    state.market = market.Market(standing.ticks, standing.ready, offers)
    if state.deal is not trade.NO_DEAL and not reads(seat, state.deal):
        state.deal = other_terms(state, state.deal)


def scramble_civ_card_game(state: Any, seat: Seat, rng: Rng) -> None:
    """Cards of other hands that the seat does not know, and the deck, change places; plots and
    technologies will come in another order.
    """
    known = state.knowledge.recall(seat).hands
    places: list[tuple[int, int]] = []
    cards = state.deck[state.drawn :]
    for other in range(state.seats):
        if other != seat:
            hidden = bags.copies_in(bags.bag_of(state.hands[other]) - known[other])
            places += [(other, card) for card in hidden]
            cards += hidden
    cards = shuffled(cards, rng)
    for other, card in places:
        state.hands[other].remove(card)
    for other, _card in places:
        state.hands[other].append(cards.pop())
    for hand in state.hands:
        hand.sort()
    state.deck, state.drawn = cards, 0
    state.market.plot_deck = shuffled(state.market.plot_deck[state.market.plots_drawn :], rng)
    state.market.tech_deck = shuffled(state.market.tech_deck[state.market.techs_drawn :], rng)
    state.market.plots_drawn = state.market.techs_drawn = 0


def reads(seat: Seat, deal: Any) -> bool:
    """Is it for the seat, or of it?"""
    return seat in (deal.seat, deal.other) or deal.other == ANY


def other_terms(state: Any, deal: Any) -> Any:
    """Everything for nothing in particular."""
    return trade.Deal(deal.seat, deal.other, state.hands[deal.seat], bags.ONE[0])


def scramble_goofspiel(state: Any, seat: Seat, rng: Rng) -> None:
    """The prizes to come, in another order."""
    coming = state.prizes[state.turn + 1 :]
    rng.shuffle(coming)
    state.prizes = state.prizes[: state.turn + 1] + coming


SCRAMBLES: dict[str, Callable[[State, Seat, Rng], None]] = {
    "5x": scramble_five_x,
    "5-ages": scramble_five_ages,
    "civ-builder": scramble_civ_builder,
    "civ-card-game": scramble_civ_card_game,
    "goofspiel": scramble_goofspiel,
}


def reseed_five_ages(state: Any, rng: Rng) -> None:
    """Thefts will be drawn otherwise."""
    if state.rng is not None:
        state.rng = Rng(rng.below(2**31))


def reseed(state: Any, rng: Rng) -> None:
    """Thefts, raids and shuffles will go otherwise."""
    state.rng = Rng(rng.below(2**31))


RESEEDS: dict[str, Callable[[State, Rng], None]] = {
    "5-ages": reseed_five_ages,
    "civ-builder": reseed,
    "civ-card-game": reseed,
}
"""Other chances to come, for games that draw at random after the deal."""


def looked_at_in_civ_builder(state: Any, seat: Seat) -> object:
    """The cards of the deck that Science shows: they are seen, not heard of."""
    return state.deck[state.drawn : state.drawn + state.looked] if seat == state.acting else []


LOOKED_AT: dict[str, Callable[[State, Seat], object]] = {"civ-builder": looked_at_in_civ_builder}
"""What a seat looks at, besides what it hears."""
