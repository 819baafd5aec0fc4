"""How likely each seat is to win, judged where a playout stops.

A seat's strength is the exponential of a weighted sum of what lies before it and in its hand; its
chance is its share of all strengths (a multinomial logit). The weights are quadratic in the turns
that are left. They were fitted by maximum likelihood to 2700 matches of playouts, 900 each of two,
three and four seats, with one move in a hundred random, sampled as turns began. On a held-out fifth
of the matches the log loss is 0.36, 0.59 and 0.86 with two, three and four seats; equal chances for
all have 0.69, 1.10 and 1.39.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from microciv.core.moves import SEAT_BIT, Seat
from microciv.core.policy import Assets, Reason, asset
from microciv.games.civ_card_game.cards import LETTERS, RESOURCES
from microciv.games.civ_card_game.effects import BOUNCE, DISCOUNT, EXTRA_DRAW, POPULATION, TECH
from microciv.games.civ_card_game.policy.worth import turns_left
from microciv.games.civ_card_game.rules.realms import fixed_income
from microciv.games.civ_card_game.rules.state import CivCardGameState

UNIT_OF_TIME: Final = 12.0  # turns
WEIGHTS: Final[list[list[float]]] = [
    [0.386, -0.016, 0.000],  # a point
    [0.162, -0.218, -0.110],  # a technology, beside its point
    [0.031, 0.328, 0.129],  # food in each turn
    [0.020, 0.064, 0.277],  # hammers
    [0.112, 0.302, 0.172],  # coins
    [0.186, -0.107, -0.008],  # people, beside their points
    [0.044, -0.011, 0.009],  # food in stock
    [0.014, -0.003, 0.042],  # hammers
    [-0.020, 0.176, -0.103],  # coins
    [0.212, -0.170, 0.679],  # Highest Happiness
    [0.054, 0.597, -0.312],  # Highest Culture
    [0.152, 0.411, 0.028],  # off each technology
    [0.079, 0.386, 0.310],  # off each population
    [-0.256, 1.689, -0.188],  # a card more in each turn
    [0.181, -0.116, -0.375],  # less for the bank
    [-0.052, 0.367, -0.332],  # a plot
    [0.004, -0.064, 0.131],  # a place for a structure
    [0.060, -0.106, 0.100],  # resources on goods in hand
    [0.037, 0.591, -0.347],  # a structure in hand
    [0.283, 0.277, -0.083],  # a unit in hand that attacks
    [-0.078, 0.732, -0.260],  # Archers and the like in hand
    [-0.166, 0.038, -0.338],  # people on the plot with fewest: the next cost more
    [-1.305, 0.510, 0.096],  # having had its turn in this round, as others have not
    [0.543, 0.626, -0.600],  # walls
]
"""Of each feature: with no turn left, by time, by its square."""

NAMES: Final[list[Reason]] = [
    *[asset("points"), asset("technologies")],
    *[asset("income", kind=kind, one=kind) for kind in LETTERS],
    asset("population"),
    *[asset("stock", kind=kind, one=kind) for kind in LETTERS],
    *[asset("happiest"), asset("most_cultured"), asset("cheaper_technologies")],
    *[asset("cheaper_population"), asset("more_cards"), asset("better_bank"), asset("plots")],
    *[asset("places"), asset("goods"), asset("structures"), asset("attackers")],
    *[asset("defenders"), asset(""), asset(""), asset("walls")],
]
"""What players are told of each feature; some are nothing that they would count."""


def chances(state: CivCardGameState) -> list[float]:
    strengths = strengths_of(state, weights_at(state))
    highest = max(strengths)
    powers = [exp(strength - highest) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]


def assets(state: CivCardGameState, seat: Seat) -> Assets:
    """What a seat's odds are made of."""
    weights = weights_at(state)
    strengths = strengths_of(state, weights)
    rivals = sum([exp(strengths[other]) for other in range(state.seats) if other != seat])
    return [float(amount) for amount in features(state, seat)], weights, -log(rivals)


def weights_at(state: CivCardGameState) -> list[float]:
    """By feature, with the turns that are left; when the match is over, there is none."""
    turns = turns_left(state) if state.to_act else 0.0
    time = min(UNIT_OF_TIME, turns) / UNIT_OF_TIME
    square = time * time
    return [row[0] + time * row[1] + square * row[2] for row in WEIGHTS]


def strengths_of(state: CivCardGameState, weights: list[float]) -> list[float]:
    strengths: list[float] = []
    for seat in range(state.seats):
        strength = 0.0
        for index, amount in enumerate(features(state, seat)):
            if amount:
                strength += weights[index] * amount
        strengths.append(strength)
    return strengths


def features(state: CivCardGameState, seat: Seat) -> list[int]:
    """What a seat has, in the order of the weights."""
    realm, box = state.realms[seat], state.game.box
    income = fixed_income(realm, box)
    stock, sums = realm.stock, realm.sums
    free = 0
    for plot, standing in enumerate(realm.structures):
        free += max(0, realm.places_of(plot) - len(standing))
    goods = structures = attackers = others = 0
    for card in state.hands[seat]:
        if card >= box.first_goods:
            for kind in range(RESOURCES):
                goods += box.yields[card][kind]
        elif card < box.first_unit:
            structures += 1
        elif box.attacks[card]:
            attackers += 1
        else:
            others += 1
    seats = state.seats
    had = (seat - state.first) % seats < (state.turn - state.first) % seats
    return [
        realm.points(),
        len(realm.techs),
        income[0],
        income[1],
        income[2],
        realm.population(),
        stock[0],
        stock[1],
        stock[2],
        1 if state.happy & SEAT_BIT[seat] else 0,
        1 if state.cultured & SEAT_BIT[seat] else 0,
        sums[DISCOUNT + TECH],
        sums[DISCOUNT + POPULATION],
        sums[EXTRA_DRAW],
        state.game.box.usual_rate - realm.rate,
        len(realm.plots),
        free,
        goods,
        structures,
        attackers,
        others,
        min(realm.pops) if realm.pops else 0,
        1 if had else 0,
        min(1, sums[BOUNCE]),
    ]
