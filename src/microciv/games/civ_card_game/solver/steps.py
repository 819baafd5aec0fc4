"""What leads to a purchase, step by step: splits, trades, payments, thefts, sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from microciv.games.civ_card_game.cards import FOOD, HAMMERS, LETTERS, RESOURCES, Card
from microciv.games.civ_card_game.rules.menus import sites
from microciv.games.civ_card_game.rules.realms import Realm

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame


def shares(due: list[tuple[list[int], int]], given: list[int]) -> list[int]:
    """The splits, plot by plot, that give these amounts in all."""
    left = given[:]
    caps = [0, 0, 0]
    for kinds, population in due:
        for kind in kinds:
            caps[kind] += population
    amounts: list[int] = []
    for kinds, population in due:
        rest = population
        for kind in kinds:
            caps[kind] -= population
        for index, kind in enumerate(kinds):
            others = kinds[index + 1 :]
            if not others or (index and not rest):
                left[kind] -= rest
                break
            # So much at most, that the other kinds get what the plots to come cannot give them.
            most = min([rest, left[kind], *[rest - left[o] + caps[o] for o in others]])
            amounts.append(most)
            left[kind] -= most
            rest -= most
    return amounts


def trades(taken: list[int], wanted: str, rate: int) -> list[str]:
    """What the bank takes, trade by trade: mixtures last."""
    steps: list[str] = []
    mixture = ""
    for kind, amount in enumerate(taken):
        if amount:
            steps += [f"bank {LETTERS[kind]} {wanted}"] * (amount // rate)
            mixture += LETTERS[kind] * (amount % rate)
    return [*steps, f"bank {mixture} {wanted}"] if mixture else steps


def paying(stock: list[int], paid: list[int]) -> list[str]:
    """The steps of a payment that are asked: food, then hammers, coins are the rest (CC-37)."""
    steps: list[str] = []
    due = sum(paid)
    for kind, verb in ((FOOD, "food"), (HAMMERS, "hammers")):
        low = max(0, due - sum(stock[kind + 1 :]))
        if low != min(due, stock[kind]):
            steps.append(f"{verb} {paid[kind]}")
        due -= paid[kind]
    return steps


def robbed(stock: list[int], taken: list[int]) -> list[str]:
    """The steps of a theft that are asked: what is no choice is taken by itself (CC-56)."""
    left, steps = stock[:], [""] * 0
    due = sum(taken)
    for kind, amount in enumerate(taken):
        for _one in range(amount):
            if due < sum(left) and len([pile for pile in left if pile]) > 1:
                steps.append(f"rob {LETTERS[kind]}")
            left[kind] -= 1
            due -= 1
    return steps


def best_sites(game: CivCardGame, realm: Realm, card: Card) -> list[int]:
    """Where the structure may stand, best first: where it yields most, then where least could be
    doubled by another, then where a place is left beside it.
    """
    box = game.box
    found: list[tuple[int, int, int, int]] = []
    for plot in sites(game, realm, card):
        printed = box.yields[realm.plots[plot]]
        standing = realm.structures[plot]
        doubled = [kind for other in standing for kind in box.doubles[other]]
        gain = sum([printed[kind] for kind in box.doubles[card] if kind not in doubled])
        open_kinds = [printed[kind] for kind in range(RESOURCES) if kind not in doubled]
        free = realm.places_of(plot) - len(standing)
        found.append((-gain, max(open_kinds, default=0), -free, plot))
    found.sort()
    return [site[3] for site in found]
