"""From an observation back to what the rules reckon with. Nothing here knows more than it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from microciv.core.moves import Seat
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.moves import Number
from microciv.games.civ_card_game.rules.drafts import split_bonuses
from microciv.games.civ_card_game.rules.prices import structure_price, tech_price
from microciv.games.civ_card_game.rules.realms import Realm, fixed_income

if TYPE_CHECKING:
    from microciv.games.civ_card_game.boxes import Box
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation, SeatSeen

Due: TypeAlias = tuple[list[int], int]
"""Resources, and how much population may give any of them (CC-20)."""
NOTHING_DUE: Final[list[Due]] = []


def realm_of(row: SeatSeen, box: Box) -> Realm:
    realm = Realm(
        list(row.stock),
        [box.card[plot.card] for plot in row.plots],
        [plot.population for plot in row.plots],
        [tuple(box.cards_of(plot.structures)) for plot in row.plots],
        box.cards_of(row.techs),
        box.cards_of(row.powers),
    )
    realm.acquired = row.acquired
    realm.recount(box)
    return realm


def realm_seen(game: CivCardGame, seen: CivCardGameObservation, seat: Seat) -> Realm:
    """What the seat has on the table; the observer's own as its sealed steps leave it."""
    return realm_of(seen.table[seat], game.box)


def is_happy_seen(seen: CivCardGameObservation, seat: Seat) -> bool:
    """Has the seat Highest Happiness (CC-63), once the observer's sealed steps are carried out?"""
    return seat in seen.highest_happiness


def hand_seen(game: CivCardGame, seen: CivCardGameObservation) -> list[Card]:
    """The observer's own cards, in the order of the set; none for spectators."""
    return sorted(game.box.cards_of(seen.hand))


def card_price(
    game: CivCardGame, seen: CivCardGameObservation, seat: Seat, realm: Realm, card: Card
) -> int:
    """Of a technology in coins, of a structure in hammers (CC-39, CC-44)."""
    happy = is_happy_seen(seen, seat)
    if card < game.box.first_unit:
        return structure_price(game, realm, card, happy)
    return tech_price(game, realm, card, happy)


def yields(game: CivCardGame, realm: Realm) -> tuple[list[int], list[Due]]:
    """What each Collect gives as things are: for certain, and by choice (CC-16 to CC-24)."""
    income = fixed_income(realm, game.box)
    bonuses = split_bonuses(game, realm, income)
    return income, [(kinds, population) for _plot, kinds, population in bonuses]


def collection(
    game: CivCardGame, seen: CivCardGameObservation, realm: Realm
) -> tuple[list[int], list[Due]]:
    """What the observer's pending Collect brings, the splits that it has said included, and those
    that it has still to say; nothing if no Collect is pending.
    """
    if not is_collecting(seen):
        return [0, 0, 0], NOTHING_DUE
    income, due = yields(game, realm)
    for move in seen.answer:
        assert isinstance(move, Number)
        kinds, population = due[0]
        income[kinds[0]] += move.number
        rest = population - move.number
        due = due[1:]
        if len(kinds) == 2 or rest == 0:
            income[kinds[1]] += rest
        else:
            due = [(kinds[1:], rest), *due]
    return income, due


def is_collecting(seen: CivCardGameObservation) -> bool:
    """Has the observer still to say what its population gives?"""
    return seen.phase == "turn" and seen.turn == seen.seat and seen.stage == "collect"


def collects_to_come(game: CivCardGame, seen: CivCardGameObservation, seat: Seat) -> int:
    """How many Collects the seat has at most, the present turn's not counted; -1: no end known."""
    seats = len(seen.table)
    to_come = False
    if seen.round and 0 <= seen.turn < seats:
        to_come = (seat - seen.first) % seats > (seen.turn - seen.first) % seats
    this_round = 1 if to_come else 0
    if seen.ending:  # the round is played to its end, or nothing is (CC-110)
        return this_round if game.settled.end_trigger == "round" else 0
    if game.max_rounds < 0:
        return -1
    return max(0, game.max_rounds - seen.round) + this_round
