"""Is it decided? An estimate from what lies open: who leads by how much, how near the end.

The end: coins that are in stock, and those that each turn can bring as things are, pay for the
technologies that are left, one seat after the other; or the rounds are over before that.

The lead: enough for what can still change (`A_BEGINNING`, `A_TURN`, `A_POINT`).

The numbers were chosen from 300 matches of easy bots of all styles, 100 each of two, three and four
seats, looked at as every turn began. It named somebody 169 times, in 76 matches (37, 29 and 10),
among them 68 of the 152 that ended five points or more apart; in all but two before the last turn,
on average with three turns to come. All of them won, and 168 times the end came within two rounds.
With `A_BEGINNING` a point less, one match of 87 went wrong; with 30 resources to a point as well,
three of 104. People may play differently from bots: it is an estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Seat
from microciv.games.civ_card_game.cards import COINS
from microciv.games.civ_card_game.rules.realms import Realm
from microciv.games.civ_card_game.views.sight import card_price, realm_seen, yields

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

SOON: Final = 2
"""Rounds in which the match must be expected to end."""

# What a lead must be, in points. A tie never is enough, so nothing that breaks it counts.
A_BEGINNING: Final = 3
A_TURN: Final = 2  # more for each turn of anybody that is to come: purchases, hands, fights
A_POINT: Final = 20  # and one more for this many resources that the rival can spend


def decided(game: CivCardGame, seen: CivCardGameObservation) -> Seat | None:
    """The seat that wins, as far as anybody can tell, if the match ends within two rounds."""
    if not seen.round or seen.phase == "over":
        return None
    points = [shown.points for shown in seen.table]
    leader = points.index(max(points))
    turns, resources = until_the_end(game, seen)
    if turns > SOON * len(points):
        return None
    most = max(1, *game.box.points)  # that one thing counts
    for seat in range(len(points)):
        safe = points[leader] - points[seat] - most * (A_BEGINNING + A_TURN * turns)
        if seat != leader and safe * A_POINT < most * resources[seat]:
            return None
    return leader


def until_the_end(game: CivCardGame, seen: CivCardGameObservation) -> tuple[int, list[int]]:
    """How many turns are to come, the present one included, and what each seat can spend in them;
    more turns than two rounds have, if that is not the end.
    """
    seats = len(seen.table)
    realms = [realm_seen(game, seen, seat) for seat in range(seats)]
    resources = [sum(realm.stock) for realm in realms]
    to_pay = price_of_all(game, seen, realms[seen.turn])
    collects = seen.collecting and seen.stage in ("", "collect")  # now; else it is in stock
    rounds = seen.round
    for turn in range(SOON * seats):
        seat = (seen.turn + turn) % seats
        if turn < seats:
            to_pay -= realms[seat].stock[COINS]
        if turn or collects:
            fixed, due = yields(game, realms[seat])
            resources[seat] += sum(fixed) + sum([population for _kinds, population in due])
            to_pay -= fixed[COINS]
            to_pay -= sum([population for kinds, population in due if COINS in kinds])
        ends_round = (seat + 1) % seats == seen.first
        if to_pay <= 0 and (ends_round or game.settled.end_trigger != "round"):
            return turn + 1, resources
        if ends_round and rounds == game.max_rounds:
            return turn + 1, resources
        if ends_round:
            rounds += 1
    return SOON * seats + 1, resources


def price_of_all(game: CivCardGame, seen: CivCardGameObservation, realm: Realm) -> int:
    """What all technologies that are left cost the seat whose turn it is; of those that nobody has
    seen, the most expensive.
    """
    known = [*seen.market_techs, *seen.faded]
    for shown in seen.table:
        known += shown.techs
    gone = [game.box.card[name] for name in known]
    hidden = [
        card_price(game, seen, seen.turn, realm, card)
        for card in game.box.techs
        for _copy in range(game.box.copies[card] - gone.count(card))
    ]
    hidden.sort(reverse=True)
    market = [
        card_price(game, seen, seen.turn, realm, game.box.card[name]) for name in seen.market_techs
    ]
    return sum(market) + sum(hidden[: seen.tech_deck])
