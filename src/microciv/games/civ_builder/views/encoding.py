"""What a seat knows of a match of Civ Builder in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import Features, seats_from
from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CIVS,
    KIND,
    KINDS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_ROUNDS,
)
from microciv.games.civ_builder.moves import (
    ANY,
    COUNTER,
    FOR,
    MADE_OF,
    MOST_OPEN,
    Against,
    Count,
    Named,
)
from microciv.games.civ_builder.rules.market import BY_CLOCK
from microciv.games.civ_builder.views.observation import CivBuilderObservation, DealSeen

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame

CIV: Final[dict[str, int]] = {name: place for place, name in enumerate(CIVS)}
MOST_MELDS: Final = 10
MOST_PASSES: Final = 4
MOST_OFFERED: Final = 5
TICKS: Final = 24
LOOKED: Final = 7
MOST_SCORE: Final = 20
MOST_POINTS: Final = 100
MOST_HAND: Final = 20


def encode(game: CivBuilderGame, seen: CivBuilderObservation, features: Features) -> None:
    """Cards and attributes are in table order."""
    seats = seats_from(seen, game.seats)
    features.head(seen, game.phases, game.seats)
    features.block("round", "the round, by its number; 0 while civilizations are picked")
    features.one(seen.round, MOST_ROUNDS + 1)
    features.block("order", "by seat from the observer: its place in the order of the round")
    for seat in seats:
        features.part(seen.order.index(seat) + 1 if seat in seen.order else 0, game.seats)
    features.block("acting", "by seat from the observer: is it its turn?")
    whose(features, seen.acting, seats)
    features.block("target", "by seat from the observer: is its hand looked at?")
    whose(features, seen.target, seats)
    features.block("melds", f"made in this turn, of {MOST_MELDS}")
    features.part(seen.melds, MOST_MELDS)
    features.block("melded", "attributes that may not be melded again in it")
    features.names(seen.melded, KIND, ATTRIBUTES, 1)
    features.block("action", "the attribute whose special action is to be settled")
    features.name(seen.action, KIND, ATTRIBUTES)
    features.block("looked", f"cards of the deck that the observer looks at, of {LOOKED}")
    features.names(seen.looked, KIND, KINDS, LOOKED)
    features.block("deck", "cards in the deck, of 108")
    features.part(seen.deck, MOST_CARDS)
    features.block("top", f"the first {LOOKED} cards of the deck as far as known, a place each")
    for place in range(LOOKED):
        features.name(seen.top[place] if place < len(seen.top) else "", KIND, KINDS)
    features.block("discard", "the discard pile, of 9 each")
    for found in seen.discard:
        features.part(found, MOST_COPIES)
    features.block("tops", "by attribute and seat from the observer: who has its privilege")
    for tops in seen.tops:
        for seat in seats:
            features.flag(seat in tops)
    encode_trade(game, seen, seats, features)
    encode_answer(seen, seats, features)
    encode_table(seen, seats, features)


def encode_trade(
    game: CivBuilderGame, seen: CivBuilderObservation, seats: list[Seat], features: Features
) -> None:
    features.block(
        "trade",
        "is it on; the pass, of 4; has anybody made a proposal in it; ticks of the market, of 24",
    )
    features.flag(seen.trading)
    features.part(seen.pass_number, MOST_PASSES)
    features.flag(seen.proposed)
    features.part(seen.ticks, TICKS)
    features.block("ready", "by seat from the observer: ready, in the market?")
    for seat in seats:
        features.flag(seat < len(seen.ready) and seen.ready[seat])
    features.block("willing", "by seat from the observer: willing, as far as known?")
    for seat in seats:
        features.flag(seat in seen.willing)
    features.block("scholars", "by seat from the observer: may it add a point after this seat?")
    for seat in seats:
        features.flag(seat in seen.scholars)
    slots = MOST_OPEN if game.trade_mode == BY_CLOCK else 1
    for place, seat in enumerate(seats):
        for slot in range(slots):
            features.block(
                f"seat+{place} deal {slot + 1}",
                "its offer: is there one; may the observer read it; for all; by seat from the"
                " observer: for it? what is given, and what is wanted, of 5 each",
            )
            encode_deal(deal_of(seen, seat, slot), seats, features)


def deal_of(seen: CivBuilderObservation, seat: Seat, slot: int) -> DealSeen | None:
    """An offer of the seat: of the market by its number, else the one that there is."""
    for deal in seen.deals:
        if deal.seat == seat and max(0, deal.number - 1) == slot:
            return deal
    return None


def encode_deal(deal: DealSeen | None, seats: list[Seat], features: Features) -> None:
    if deal is None:
        features.nothing(3 + len(seats) + 2 * KINDS)
        return
    features.flag(True)
    features.flag(deal.open)
    features.flag(deal.target == NOBODY)
    whose(features, deal.target, seats)
    features.names(deal.given, KIND, KINDS, MOST_OFFERED)
    features.names(deal.wanted, KIND, KINDS, MOST_OFFERED)


def encode_answer(seen: CivBuilderObservation, seats: list[Seat], features: Features) -> None:
    """What the observer has sealed so far, step by step."""
    verbs = ["give", "want", "meld", "take", "return", "discard"]
    named: dict[str, list[str]] = {verb: [] for verb in verbs}
    counts = [0] * len(MADE_OF)
    told = 0
    target = NOBODY
    for move in seen.answer:
        if isinstance(move, Named):
            if move.verb in named:
                named[move.verb].append(move.text[-3:])
        elif isinstance(move, Count):
            counts[move.part] = move.amount
            told += 1
        elif isinstance(move, Against):
            target = move.seat
    for verb in verbs:
        features.block(f"answer {verb}", f"what its answer names with `{verb}`, of 5 each")
        features.names(tuple(named[verb]), KIND, KINDS, MOST_OFFERED)
    features.block("answer counts", "naturals, seas, disasters, leaders, of 9; how many said, of 4")
    for amount in counts:
        features.part(amount, MOST_COPIES)
    features.part(told, len(MADE_OF))
    features.block("answer words", "is all said that is given; is it a counter-offer; for all?")
    features.flag(FOR in seen.answer)
    features.flag(COUNTER in seen.answer)
    features.flag(target == ANY)
    features.block("answer target", "by seat from the observer: is its answer about it?")
    whose(features, target, seats)


def encode_table(seen: CivBuilderObservation, seats: list[Seat], features: Features) -> None:
    """Seat by seat from the observer on."""
    for place, seat in enumerate(seats):
        row = seen.table[seat]
        one = f"seat+{place}"
        features.block(f"{one} civ", "its civilization")
        features.name(row.civ, CIV, len(CIVS))
        features.block(f"{one} scores", f"by attribute, of {MOST_SCORE}")
        for score in row.scores:
            features.part(score, MOST_SCORE)
        features.block(f"{one} before", f"as the round began, of {MOST_SCORE}")
        for attribute in range(ATTRIBUTES):
            at = seat * ATTRIBUTES + attribute
            features.part(seen.round_scores[at] if at < len(seen.round_scores) else 0, MOST_SCORE)
        features.block(
            f"{one} points", f"victory points, and where they came from, of {MOST_POINTS}"
        )
        features.part(row.points, MOST_POINTS)
        for _source, points in row.sources:
            features.part(points, MOST_POINTS)
        features.block(f"{one} hand", f"cards in hand, of {MOST_HAND}; sees it all hands?")
        features.part(row.hand, MOST_HAND)
        features.flag(row.sees_all)
        features.block(f"{one} known", "those that the observer knows, of 9 each")
        features.names(row.known, KIND, KINDS, MOST_COPIES)


def whose(features: Features, whom: Seat, seats: list[Seat]) -> None:
    """By seat from the observer: is it this one?"""
    for seat in seats:
        features.flag(seat == whom)
