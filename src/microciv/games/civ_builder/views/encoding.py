"""What a seat knows of a match of Civ Builder in numbers (docs/environments.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.features import MOST, Features
from microciv.core.moves import NOBODY, SEAT_BIT, Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CIVS,
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
from microciv.games.civ_builder.rules.market import BY_CLOCK, is_for
from microciv.games.civ_builder.rules.phases import ACT, EXCHANGE
from microciv.games.civ_builder.rules.privileges import top
from microciv.games.civ_builder.rules.sources import SOURCES
from microciv.games.civ_builder.rules.trade import NO_DEAL, Deal
from microciv.games.civ_builder.views.observation import scholars
from microciv.hidden.bags import NONE, ONE, Bag, size

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState

MOST_MELDS: Final = 10
MOST_PASSES: Final = 4
MOST_OFFERED: Final = 5
LOOKED: Final = 7
MOST_SCORE: Final = 20
MOST_POINTS: Final = 100
MOST_HAND: Final = 20

NAMING: Final[list[str]] = ["give", "want", "meld", "take", "return", "discard", "point"]
"""Verbs of an answer that name kinds of cards."""
NAMED_AT: Final[dict[str, int]] = {verb: index for index, verb in enumerate(NAMING)}

OF_MELDS: Final = f"made in this turn, of {MOST_MELDS}"
OF_LOOKED: Final = f"cards of the deck that the observer looks at, of {LOOKED}"
OF_DECK: Final = f"cards in the deck, of {MOST_CARDS}"
OF_TOP: Final = f"the first {LOOKED} cards of the deck as far as known, a place each"
OF_DISCARD: Final = f"the discard pile, of {MOST_COPIES} each"
OF_TRADE: Final = (
    f"is it on; the pass, of {MOST_PASSES}; has anybody made a proposal in it; ticks of the"
    " market, of all that there are"
)
OF_DEALS: Final = (
    "its offer: is there one; may the observer read it; for all; by seat from the observer: for"
    f" it? what is given, and what is wanted, of {MOST_OFFERED} each"
)
OF_NAMED: Final[list[str]] = [
    f"what its answer names with `{verb}`, of {MOST_OFFERED} each" for verb in NAMING
]
OF_COUNTS: Final = (
    f"naturals, seas, disasters, leaders, of {MOST_COPIES}; how many said, of {len(MADE_OF)}"
)
OF_SCORES: Final = f"by attribute, of {MOST_SCORE}"
OF_BEFORE: Final = f"as the round began, of {MOST_SCORE}"
OF_POINTS: Final = f"where its victory points came from, and all of them, of {MOST_POINTS}"
OF_HAND: Final = f"cards in hand, of {MOST_HAND}; sees it all hands?"
OF_KNOWN: Final = f"cards in hand that the observer knows, of {MOST_COPIES} each"


REST: Final = 0
"""The part of an observer's row that no answer changes."""


def encode(state: CivBuilderState, seat: Seat, features: Features) -> None:
    """Cards and attributes are in table order."""
    features.head(state, seat, len(state.game.phases))
    encode_answer(features)
    if features.again(features.own(REST)):
        return
    outer = features.begin()
    encode_table(state, seat, features)
    encode_trade(state, seat, features)
    known = state.recall(seat).hands
    for offset, other in enumerate(features.order()):
        features.block("known", OF_KNOWN, offset)
        features.bag(known[other], KINDS, MOST_COPIES)
        encode_scores(state, other, offset, features)
        features.block("hand", OF_HAND, offset)
        features.part(size(state.hands[other]), MOST_HAND)
        features.flag(state.viewers & SEAT_BIT[other] != 0)
    features.keep(features.own(REST), outer)


def encode_table(state: CivBuilderState, seat: Seat, features: Features) -> None:
    """The round and the turn, and the cards that are in no hand."""
    recalled = state.recall(seat)
    looks = state.looked if seat == state.acting else 0
    order = state.order
    features.block("round", "the round, by its number; 0 while civilizations are picked")
    features.one(state.round, MOST_ROUNDS + 1)
    features.block("order", "by seat from the observer: its place in the order of the round")
    turns = [0] * state.seats
    for turn, other in enumerate(order):
        turns[other] = turn + 1
    features.parts([turns[other] for other in features.order()], state.seats)
    features.block("acting", "by seat from the observer: is it its turn?")
    features.whose(state.acting)
    features.block("target", "by seat from the observer: is its hand looked at?")
    features.whose(state.target if state.phase == EXCHANGE else NOBODY)
    features.block("melds", OF_MELDS)
    features.part(state.melds, MOST_MELDS)
    features.block("melded", "attributes that may not be melded again in it")
    features.bag(state.melded, ATTRIBUTES, 1)
    features.block("action", "the attribute whose special action is to be settled")
    features.one(state.action if state.phase == ACT else NOBODY, ATTRIBUTES)
    features.block("looked", OF_LOOKED)
    features.cards(recalled.deck[:looks], KINDS, LOOKED)
    features.block("deck", OF_DECK)
    features.part(state.in_deck(), MOST_CARDS)
    features.block("top", OF_TOP)
    for index in range(min(LOOKED, len(recalled.deck))):
        features.one(recalled.deck[index], KINDS)
    features.nothing(KINDS * max(0, LOOKED - len(recalled.deck)))
    features.block("discard", OF_DISCARD)
    features.bag(state.discard, KINDS, MOST_COPIES)
    encode_tops(state, features)


def encode_tops(state: CivBuilderState, features: Features) -> None:
    """Who has which privilege."""
    features.block("tops", "by attribute and seat from the observer: who has its privilege")
    for attribute in range(ATTRIBUTES):
        features.among(top(state, attribute))


def encode_trade(state: CivBuilderState, seat: Seat, features: Features) -> None:
    """How far it is, and the offers that stand, as far as the observer may read them."""
    features.block("trade", OF_TRADE)
    features.flag(state.trading)
    features.part(state.pass_number, MOST_PASSES)
    features.flag(state.proposed)
    encode_ticks(state, features)
    ready, willing = state.market.ready, state.willing
    features.block("ready", "by seat from the observer: ready, in the market?")
    features.those([other for other in range(len(ready)) if ready[other]])
    features.block("willing", "by seat from the observer: willing, as far as known?")
    if seat != state.deal.seat:
        willing = [seat] if seat in willing else []
    features.those(willing)
    features.block("scholars", "by seat from the observer: may it add a point after this seat?")
    features.those(list(scholars(state)))
    slots = MOST_OPEN if state.game.trade_mode == BY_CLOCK else 1
    none = state.deal is NO_DEAL and not state.market.offers
    if none and not features.is_watched():
        features.nothing(state.seats * slots * (3 + state.seats + 2 * KINDS))
        return
    for offset, other in enumerate(features.order()):
        for slot in range(slots):
            features.block("deal", OF_DEALS, offset, slot + 1)
            encode_deal(deal_of(state, other, slot), seat, features)


def encode_ticks(state: CivBuilderState, features: Features) -> None:
    """Count ticks singly, or as many at a time as it takes for the phase to fit into a byte."""
    most = state.game.most_ticks
    at_a_time = -(-most // MOST)
    features.part(-(-state.market.ticks // at_a_time), -(-most // at_a_time))


def deal_of(state: CivBuilderState, seat: Seat, slot: int) -> Deal:
    """The offer of the seat that is being answered; else that of the market by its number."""
    if state.deal.seat != NOBODY:
        return state.deal if state.deal.seat == seat and slot == 0 else NO_DEAL
    offers = state.market.offers
    return offers[seat][slot] if offers and slot < len(offers[seat]) else NO_DEAL


def encode_deal(deal: Deal, seat: Seat, features: Features) -> None:
    if deal is NO_DEAL and not features.is_watched():
        features.nothing(3 + features.seats + 2 * KINDS)
        return
    readable = is_for(deal, seat)
    features.flag(deal is not NO_DEAL)
    features.flag(readable)
    features.flag(deal.other == ANY)
    features.whose(deal.other)
    features.bag(deal.given if readable else NONE, KINDS, MOST_OFFERED)
    features.bag(deal.wanted if readable else NONE, KINDS, MOST_OFFERED)


def encode_answer(features: Features) -> None:
    """What the observer has sealed so far, step by step."""
    if not features.answer and not features.is_watched():
        features.nothing(len(NAMING) * KINDS + len(MADE_OF) + 4 + features.seats)
        return
    named: list[Bag] = [NONE] * len(NAMING)
    counts = [0] * len(MADE_OF)
    told = 0
    target = NOBODY
    has_given = counters = False
    for move in features.answer:
        if move is FOR:
            has_given = True
        elif move is COUNTER:
            counters = True
        elif isinstance(move, Named):
            verb = NAMED_AT.get(move.verb, NOBODY)
            if verb >= 0:
                named[verb] = named[verb] + ONE[move.kind]
        elif isinstance(move, Count):
            counts[move.part] = move.amount
            told += 1
        elif isinstance(move, Against):
            target = move.seat
    if features.is_watched():
        for index, naming in enumerate(NAMING):
            features.block(f"answer {naming}", OF_NAMED[index])
            features.bag(named[index], KINDS, MOST_OFFERED)
    else:
        features.bags(named, KINDS, MOST_OFFERED)
    features.block("answer counts", OF_COUNTS)
    features.parts(counts, MOST_COPIES)
    features.part(told, len(MADE_OF))
    features.block("answer words", "is all said that is given; is it a counter-offer; for all?")
    features.flag(has_given)
    features.flag(counters)
    features.flag(target == ANY)
    features.block("answer target", "by seat from the observer: is its answer about it?")
    features.whose(target)


def encode_scores(state: CivBuilderState, seat: Seat, offset: int, features: Features) -> None:
    """How a seat stands."""
    first, source = seat * ATTRIBUTES, seat * len(SOURCES)
    features.block("civ", "its civilization", offset)
    features.one(state.civs[seat], len(CIVS))
    features.block("scores", OF_SCORES, offset)
    features.parts(state.scores_in, MOST_SCORE, first, ATTRIBUTES)
    features.block("before", OF_BEFORE, offset)
    features.parts(state.start_scores, MOST_SCORE, first, ATTRIBUTES)
    features.block("points", OF_POINTS, offset)
    features.parts(state.sources, MOST_POINTS, source, len(SOURCES))
    features.part(state.points[seat], MOST_POINTS)
