"""Positions of Civ Builder: the complete truth as a document, and back, checked against the
invariants (d). The format is described for people in docs/games/civ-builder.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.errors import IllegalMove
from microciv.core.fields import Fields, none_of, read_generator, shown
from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    ATTRIBUTES,
    CIVS,
    KIND,
    NAMES,
    bag_from,
    names_of,
)
from microciv.games.civ_builder.moves import ANY, MOST_OPEN
from microciv.games.civ_builder.people.naming import joined, listed
from microciv.games.civ_builder.positions import invariants
from microciv.games.civ_builder.rules import layout
from microciv.games.civ_builder.rules.market import Market, traders
from microciv.games.civ_builder.rules.phases import (
    ACT,
    ANSWER,
    CHOOSE,
    EXCHANGE,
    MARKET,
    MELD,
    OFFER,
    OVER,
    PHASES,
    PICK,
    POINT,
    REPLY,
    STUDY,
)
from microciv.games.civ_builder.rules.privileges import viewers_now
from microciv.games.civ_builder.rules.sources import FROM_MELDS, SOURCES
from microciv.games.civ_builder.rules.trade import NO_DEAL, Deal, partners
from microciv.games.civ_builder.views.observation import scholars
from microciv.games.civ_builder.views.sights import views
from microciv.hidden import chronicle
from microciv.hidden.bags import NONE, Bag, Kind, bag_of, count, kinds_in, less
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_builder.game import CivBuilderGame
    from microciv.games.civ_builder.rules.state import CivBuilderState

BY_OFFERS: Final = (OFFER, ANSWER, REPLY, CHOOSE)
IN_TURN: Final = (MELD, ACT, EXCHANGE, STUDY)


# --- out


def lay_out(state: CivBuilderState) -> dict[str, object]:
    own: dict[str, object] = {
        "round": state.round,
        "phase": PHASES[state.phase],
        "order": list(state.order),
    }
    if len(state.asked) == 1:
        own["asked"] = state.asked[0]
    own["table"] = [lay_seat(state, seat) for seat in range(state.seats)]
    own["deck"] = [NAMES[kind] for kind in state.deck[state.drawn :]]
    own["discard"] = text_of(state.discard)
    own["chart"] = [list(points) for points in state.chart]
    if state.phase in IN_TURN:
        own["turn"] = lay_turn(state)
    if state.phase == POINT:
        own["scholars"] = list(scholars(state))
    if state.trading:
        own["trade"] = lay_trade(state)
    own["generator"] = state.rng.words()
    own["past"] = chronicle.lay_out(state.knowledge)
    return state.game.document(state, own)


def lay_seat(state: CivBuilderState, seat: Seat) -> dict[str, object]:
    first = seat * ATTRIBUTES
    sources = state.sources[seat * len(SOURCES) : (seat + 1) * len(SOURCES)]
    row: dict[str, object] = {
        "civ": CIVS[state.civs[seat]] if state.civs[seat] != NOBODY else "",
        "scores": scores_by_name(state.scores_in[first : first + ATTRIBUTES]),
        "points": state.points[seat],
        "sources": {name: points for name, points in zip(SOURCES, sources, strict=True) if points},
        "hand": text_of(state.hands[seat]),
    }
    if state.start_scores != state.scores_in:
        row["started"] = scores_by_name(state.start_scores[first : first + ATTRIBUTES])
    return row


def scores_by_name(scores: list[int]) -> dict[str, int]:
    return {NAMES[attribute]: score for attribute, score in enumerate(scores)}


def text_of(bag: Bag) -> str:
    """A bag as it is written: `2Cul+Lea`."""
    return joined(list(names_of(bag)))


def lay_turn(state: CivBuilderState) -> dict[str, object]:
    turn: dict[str, object] = {"melds": state.melds}
    if state.melded:
        turn["melded"] = list(names_of(state.melded))
    if state.phase == ACT:
        turn["action"] = NAMES[state.action]
    if state.phase == EXCHANGE:
        turn["target"] = state.target
    return turn


def lay_trade(state: CivBuilderState) -> dict[str, object]:
    if state.phase == MARKET:
        return {
            "tick": state.market.ticks,
            "ready": list(state.market.ready),
            "offers": [[lay_deal(deal) for deal in deals] for deals in state.market.offers],
        }
    trade: dict[str, object] = {"pass": state.pass_number, "proposed": state.proposed}
    if state.deal is not NO_DEAL:
        trade["deal"] = lay_deal(state.deal)
    if state.phase == CHOOSE:
        trade["willing"] = list(state.willing)
    return trade


def lay_deal(deal: Deal) -> dict[str, object]:
    target = "any" if deal.other == ANY else deal.other
    given, wanted = text_of(deal.given), text_of(deal.wanted)
    return {"seat": deal.seat, "target": target, "given": given, "wanted": wanted}


# --- in


def read_position(game: CivBuilderGame, fields: Fields) -> CivBuilderState:
    """Lay a document out.

    :raises BadPosition: naming the field that breaks a rule or an invariant.
    """
    state = game.new_state()
    phase = PHASES.index(fields.word("phase", PHASES, "meld"))
    low = 0 if phase == PICK else 1
    state.round = fields.number("round", low, 0 if phase == PICK else state.game.sheet.rounds, low)
    state.order = read_order(state, fields)
    state.phase = phase
    asked = read_asked(state, fields, phase)
    turn = begin_turn(state, fields, phase, asked)
    rows = fields.objects("table", state.seats)
    for seat, row in enumerate(rows):
        set_up_seat(state, seat, row, phase)
    set_up_cards(state, fields, rows)
    state.chart = read_chart(state, fields, phase)
    state.rng = read_generator(fields)
    if turn is not None:
        set_up_turn(state, turn, phase)
    set_up_trade(state, fields, phase, asked)
    state.viewers = viewers_now(state)
    deck = state.deck[state.drawn :]
    state.knowledge = chronicle.read(
        fields, state.game.sheet.deck, state.hands, deck, state.discard, views(state)
    )
    for row in rows:
        row.close()
    later = read_scholars(state, fields, phase, asked)
    if phase == OVER:
        invariants.check_end(state, fields, rows)
        state.finish()
        return state
    everybody = who_is_asked(state, fields, phase, asked)
    invariants.check_question(state, fields, rows, everybody)
    state.reschedule(layout.tasks_after(state, phase, everybody[0], later))
    state.ask(phase, everybody)
    return state


def read_order(state: CivBuilderState, fields: Fields) -> list[Seat]:
    """Every player once (BI-04)."""
    if not fields.has("order"):
        return list(range(state.seats))
    order = fields.numbers("order", 0, state.seats - 1)
    if len(order) != state.seats:
        fields.fail("order", t("expected each of {seats} seats once (CB-14)", seats=state.seats))
    return order


def read_asked(state: CivBuilderState, fields: Fields, phase: int) -> Seat:
    """Who is asked, where it is one; by default the first in order."""
    if phase in (OVER, MARKET):
        return NOBODY
    return fields.number("asked", 0, state.seats - 1, state.order[0])


def who_is_asked(state: CivBuilderState, fields: Fields, phase: int, asked: Seat) -> list[Seat]:
    if phase == MARKET:
        return traders(state)
    if phase == ANSWER and state.deal.other == ANY:
        if fields.has("asked"):
            fields.fail("asked", t("expected none: an offer to all is answered by all (CB-24)"))
        return partners(state, state.deal.seat)
    return [asked]


def set_up_seat(state: CivBuilderState, seat: Seat, row: Fields, phase: int) -> None:
    """Civilization, scores and points of a seat (BI-02)."""
    civ = row.word("civ", [*CIVS, ""], "" if phase == PICK else CIVS[seat])
    state.civs[seat] = CIVS.index(civ) if civ else NOBODY
    if civ and state.game.unique_civs and state.civs[seat] in state.civs[:seat]:
        row.fail("civ", t("{civ} is somebody else's already (CB-03)", civ=civ))
    if not civ and phase != PICK:
        row.fail("civ", t("missing (CB-03)"))
    most = invariants.most_score(state)
    scores = read_scores(row, "scores", [0] * ATTRIBUTES, most)
    first = seat * ATTRIBUTES
    if seat == 0:
        state.start_scores = state.scores_in[:]
    state.scores_in[first : first + ATTRIBUTES] = scores
    state.start_scores[first : first + ATTRIBUTES] = read_scores(row, "started", scores, most)
    state.points[seat] = row.number("points", 0, invariants.most_points(state), 0)
    set_up_sources(state, seat, row)


def read_scores(row: Fields, name: str, default: list[int], most: int) -> list[int]:
    """Scores by attribute; those that are not named are 0."""
    if not row.has(name):
        return default
    scores = row.part(name)
    read = [scores.number(NAMES[kind], 0, most, 0) for kind in range(ATTRIBUTES)]
    scores.close()
    return read


def set_up_sources(state: CivBuilderState, seat: Seat, row: Fields) -> None:
    """Where the points came from; by default from melds."""
    first = seat * len(SOURCES)
    if not row.has("sources"):
        state.sources[first + FROM_MELDS] = state.points[seat]
        return
    fields = row.part("sources")
    for index, name in enumerate(SOURCES):
        most = invariants.most_points(state)
        low = -most if name == "thefts" else 0
        state.sources[first + index] = fields.number(name, low, most, 0)
    fields.close()
    total = sum(state.sources[first : first + len(SOURCES)])
    if total != state.points[seat]:
        row.fail(
            "sources",
            t(
                "they come to {total}, not to {points} points",
                total=total,
                points=state.points[seat],
            ),
        )


def read_bag(fields: Fields, name: str, copies: int) -> Bag:
    """Cards as they are written: `2Cul+Lea`."""
    text = fields.raw(name) if fields.has(name) else ""
    if not isinstance(text, str):
        fields.fail(name, t("expected cards such as '2Cul+Lea', not {given}", given=shown(text)))
    try:
        names = listed(text)
    except IllegalMove as error:
        fields.fail(name, str(error))
    for kind in dict.fromkeys(names):
        if names.count(kind) > copies:
            fields.fail(
                name, t("there are {copies} {card} in all (CB-02)", copies=copies, card=kind)
            )
    return bag_from(names)


def set_up_cards(state: CivBuilderState, fields: Fields, rows: list[Fields]) -> None:
    """Hands, discard pile, the top of the deck; the rest lies below it in table order,
    or in the discard pile (BI-01).
    """
    left, copies = state.game.sheet.deck, state.game.sheet.copies
    for seat, row in enumerate(rows):
        state.hands[seat] = read_bag(row, "hand", copies)
        left = taken(row, "hand", left, state.hands[seat], copies)
    state.discard = read_bag(fields, "discard", copies)
    left = taken(fields, "discard", left, state.discard, copies)
    top = read_deck(fields, copies)
    left = taken(fields, "deck", left, bag_of(top), copies)
    if fields.word("rest", ["deck", "discard"], "deck") == "discard":
        state.discard += left
        left = NONE
    state.deck = top + [kind for kind in kinds_in(left) for _copy in range(count(left, kind))]


def taken(fields: Fields, name: str, left: Bag, bag: Bag, copies: int) -> Bag:
    """What is left without these; no kind has more cards."""
    for kind in kinds_in(bag):
        if count(bag, kind) > count(left, kind):
            fields.fail(
                name,
                t(
                    "more {card} than the deck has: {copies} in all (CB-02)",
                    card=NAMES[kind],
                    copies=copies,
                ),
            )
    return less(left, bag)


def read_deck(fields: Fields, copies: int) -> list[Kind]:
    """The top cards, in order."""
    kinds: list[Kind] = []
    for at, name in enumerate(fields.listed("deck", "cards")):
        if not isinstance(name, str) or name not in KIND:
            fields.fail(f"deck[{at}]", none_of(", ".join(NAMES), name))
        kinds.append(KIND[name])
        if kinds.count(KIND[name]) > copies:
            fields.fail(
                f"deck[{at}]",
                t("there are {copies} {card} in all (CB-02)", copies=copies, card=name),
            )
    return kinds


def read_chart(state: CivBuilderState, fields: Fields, phase: int) -> list[tuple[int, ...]]:
    """The points after each round that is over; by default those of now."""
    over = state.round if phase == OVER else max(0, state.round - 1)
    if not fields.has("chart"):
        return [tuple(state.points)] * over
    rows = fields.raw("chart")
    if not isinstance(rows, list) or len(rows) != over:
        fields.fail(
            "chart",
            tn(
                over,
                "expected a list of {n} round, not {given}",
                "expected a list of {n} rounds, not {given}",
                given=shown(rows),
            ),
        )
    for at, row in enumerate(rows):
        if (
            not isinstance(row, list)
            or len(row) != state.seats
            or not all([invariants.is_points(state, number) for number in row])
        ):
            fields.fail(
                f"chart[{at}]",
                t("expected {n} numbers, not {given}", n=state.seats, given=shown(row)),
            )
    if phase == OVER and rows[-1] != state.points:
        fields.fail(f"chart[{over - 1}]", t("expected the VP at the end, as the seats have them"))
    return [tuple(row) for row in rows]


def begin_turn(state: CivBuilderState, fields: Fields, phase: int, asked: Seat) -> Fields | None:
    """Whose turn it is, and which meld, if it is anybody's."""
    if phase not in IN_TURN:
        return None
    state.acting = asked
    turn = fields.part("turn")
    least = 0 if phase == MELD else 1
    state.melds = turn.number("melds", least, invariants.MOST_MELDS, least)
    return turn


def set_up_turn(state: CivBuilderState, turn: Fields, phase: int) -> None:
    if phase == ACT:
        state.action = KIND[turn.word("action", NAMES[:ATTRIBUTES])]
    names = turn.words("melded", NAMES[:ATTRIBUTES], [])
    state.melded = bag_from(names)
    if phase == EXCHANGE:
        state.target = turn.number("target", 0, state.seats - 1)
        if state.target == state.acting or state.hands[state.target] == NONE:
            turn.fail("target", t("expected another seat that has cards (CB-54)"))
    if phase == STUDY:
        state.looked = min(state.game.sheet.science_looks, state.in_deck())
    turn.close()
    invariants.check_turn(state, turn, names)


def set_up_trade(state: CivBuilderState, fields: Fields, phase: int, asked: Seat) -> None:
    if phase not in BY_OFFERS and phase != MARKET:
        return
    state.trading = True
    trade = fields.part("trade")
    if phase == MARKET:
        set_up_market(state, trade)
    else:
        state.pass_number = trade.number("pass", 1, state.game.passes, 1)
        state.proposed = read_proposed(state, trade, phase, asked)
        if phase != OFFER:
            deal = trade.part("deal")
            state.deal = read_deal(state, deal)
            invariants.check_proposal(state, deal, state.deal)
    if phase == CHOOSE:
        state.willing = trade.numbers("willing", 0, state.seats - 1)
    trade.close()


def read_proposed(state: CivBuilderState, trade: Fields, phase: int, asked: Seat) -> bool:
    """Has anybody made an offer in this pass? It is so while one is answered."""
    proposed = trade.flag("proposed", phase != OFFER)
    if phase != OFFER and not proposed:
        trade.fail("proposed", t("expected true: an offer is being answered (CB-24)"))
    if phase == OFFER and proposed and asked == state.order[0]:
        trade.fail(
            "proposed",
            t("expected false: seat {asked} is the first of the pass (CB-24)", asked=asked),
        )
    return proposed


def set_up_market(state: CivBuilderState, trade: Fields) -> None:
    ticks = trade.number("tick", 1, state.game.most_ticks, 1)
    ready = trade.raw("ready") if trade.has("ready") else [False] * state.seats
    if not isinstance(ready, list) or [type(value) for value in ready] != [bool] * state.seats:
        trade.fail(
            "ready", t("expected true or false for each seat, not {given}", given=shown(ready))
        )
    offers = trade.raw("offers") if trade.has("offers") else [[] for _seat in range(state.seats)]
    if not isinstance(offers, list) or len(offers) != state.seats:
        trade.fail("offers", t("expected a list for each seat, not {given}", given=shown(offers)))
    opened: list[list[Deal]] = []
    for seat, deals in enumerate(offers):
        path = trade.at(f"offers[{seat}]")
        if not isinstance(deals, list) or len(deals) > MOST_OPEN:
            trade.fail(f"offers[{seat}]", t("expected up to {n} offers", n=MOST_OPEN))
        read = [read_deal(state, Fields(deal, f"{path}[{at}]")) for at, deal in enumerate(deals)]
        if [deal.seat for deal in read] != [seat] * len(read):
            trade.fail(f"offers[{seat}]", t("expected offers of this seat"))
        if read and ready[seat]:
            trade.fail(f"offers[{seat}]", t("a seat that is ready has no offers"))
        for at, deal in enumerate(read):
            if deal.other != ANY and ready[deal.other]:
                trade.fail(
                    f"offers[{seat}][{at}]",
                    t("seat {other} is ready: it is void", other=deal.other),
                )
        opened.append(read)
    state.market = Market(ticks, [value is True for value in ready], opened)


def read_deal(state: CivBuilderState, fields: Fields) -> Deal:
    """An offer whose cards are there (CB-25, CB-28)."""
    seat = fields.number("seat", 0, state.seats - 1)
    target = fields.raw("target")
    other = ANY if target == "any" else fields.number("target", 0, state.seats - 1)
    copies = state.game.sheet.copies
    given, wanted = read_bag(fields, "given", copies), read_bag(fields, "wanted", copies)
    fields.close()
    invariants.check_deal(state, fields, Deal(seat, other, given, wanted))
    return Deal(seat, other, given, wanted)


def read_scholars(state: CivBuilderState, fields: Fields, phase: int, asked: Seat) -> list[Seat]:
    """Who may still add a point: all who come later and were top as the phase began (CB-70)."""
    if phase != POINT:
        return []
    later = invariants.scholars_after(state, asked)
    if fields.has("scholars") and fields.numbers("scholars", 0, state.seats - 1) != later:
        fields.fail(
            "scholars",
            t("expected {seats}, who come later and were top in Sci (CB-70)", seats=later),
        )
    return later
