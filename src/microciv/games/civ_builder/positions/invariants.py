"""What every position of Civ Builder must obey (d): the last checks when one is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.fields import Fields, is_whole_number
from microciv.core.moves import NOBODY, Seat
from microciv.games.civ_builder.cards import (
    AGRICULTURE,
    ATTRIBUTES,
    EQUESTRIAN,
    MOST_CARDS,
    NAMES,
    SCIENCE,
    TRADE,
)
from microciv.games.civ_builder.moves import ANY
from microciv.games.civ_builder.rules.ending import hand_limit
from microciv.games.civ_builder.rules.market import BY_CLOCK, BY_OFFERS
from microciv.games.civ_builder.rules.melds import may_go_on
from microciv.games.civ_builder.rules.phases import (
    ACT,
    ANSWER,
    CHOOSE,
    DISCARD,
    DUMP,
    EXCHANGE,
    MARKET,
    MELD,
    OFFER,
    PHASES,
    PICK,
    POINT,
    REPLY,
    SIXTH,
    STUDY,
)
from microciv.games.civ_builder.rules.privileges import ALL_TIED, NONE_TIED, is_top
from microciv.games.civ_builder.rules.sources import SOURCES
from microciv.games.civ_builder.rules.trade import Deal, partners
from microciv.hidden.bags import NONE, holds, size
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_builder.rules.state import CivBuilderState


MOST_SCORE: Final = 9999  # of a position that is written by hand
MOST_POINTS: Final = 99999
MOST_GAINED: Final = 200  # of either, by a meld with its action, or by a Score and End phase
MOST_MELDS: Final = 17  # of a turn: an eighteenth would take more cards than there are


# --- numbers


def most_gained(state: CivBuilderState) -> int:
    """The most that can have been added to a score, or to points, since the match began. The limits
    grow with it, so that no match ever reaches a position that is refused.
    """
    phase, seats = state.phase, state.seats
    if phase in (PICK, SIXTH, OFFER, ANSWER, REPLY, CHOOSE, MARKET):
        turns = 0
    else:
        turns = state.order.index(state.acting) if state.acting != NOBODY else seats
    turns += max(0, state.round - 1) * seats
    return MOST_GAINED * (turns * (MOST_MELDS + 1) + state.melds)


def most_score(state: CivBuilderState) -> int:
    return MOST_SCORE + most_gained(state)


def most_points(state: CivBuilderState) -> int:
    return MOST_POINTS + most_gained(state)


def is_points(state: CivBuilderState, value: object) -> bool:
    return is_whole_number(value, 0, most_points(state))


# --- the end


def check_end(state: CivBuilderState, fields: Fields, rows: list[Fields]) -> None:
    """After twelve rounds, no hand above its limit (BI-05, BI-15)."""
    if state.round != state.game.sheet.rounds:
        fields.fail(
            "round",
            t("the match is over after round {round} (CB-09)", round=state.game.sheet.rounds),
        )
    for seat, row in enumerate(rows):
        if is_above_limit(state, seat):
            row.fail(
                "hand",
                tn(
                    hand_limit(state, seat),
                    "expected {n} card at most after the End phase (CB-79)",
                    "expected {n} cards at most after the End phase (CB-79)",
                ),
            )


# --- questions


def check_question(
    state: CivBuilderState, fields: Fields, rows: list[Fields], asked: list[Seat]
) -> None:
    phase, seat = state.phase, asked[0] if asked else NOBODY
    if phase == PICK:
        check_picks(state, fields, rows, seat)
    elif phase in (OFFER, ANSWER, REPLY, CHOOSE):
        check_offers(state, fields, phase, asked)
    elif phase == MARKET:
        if state.game.trade_mode != BY_CLOCK:
            fields.fail("phase", t("this table has no market (CB-29)"))
        if len(asked) < 2:
            fields.fail("trade.ready", t("expected two seats at least that can trade"))
    elif phase in (SIXTH, DUMP):
        check_privilege(state, fields, phase, seat)
    elif phase == MELD and not may_go_on(state, seat):
        fields.fail("asked", t("this seat has no legal meld, so its turn is over (CB-49)"))
    elif phase == STUDY:
        check_study(state, fields)
    elif phase == POINT and not was_scholar(state, seat):
        fields.fail("asked", t("expected a seat that was top in Sci as the phase began (CB-69)"))
    elif phase == DISCARD:
        check_discards(state, fields, rows, seat)


def check_privilege(state: CivBuilderState, fields: Fields, phase: int, seat: Seat) -> None:
    """A top who can use the privilege."""
    attribute, clause = (AGRICULTURE, "CB-19") if phase == SIXTH else (EQUESTRIAN, "CB-77")
    if not is_top(state, seat, attribute):
        fields.fail(
            "asked",
            t(
                "expected a top in {attribute} ({clause})",
                attribute=NAMES[attribute],
                clause=clause,
            ),
        )
    if phase == SIXTH and not state.can_draw():
        fields.fail("deck", t("expected a card to draw (CB-22)"))
    if phase == DUMP and state.hands[seat] == NONE and not state.game.empty_dump:
        fields.fail("asked", t("expected a seat with cards to dump (CB-77)"))


def check_picks(state: CivBuilderState, fields: Fields, rows: list[Fields], seat: Seat) -> None:
    """Those before have picked, those from here on have not (CB-03); dice have been rolled where
    that comes first (CB-04), and nothing else has happened.
    """
    if state.game.random_civs:
        fields.fail("phase", t("at this table civilizations are drawn (CB-03)"))
    index = state.order.index(seat)
    for at, other in enumerate(state.order):
        row = rows[other]
        if (state.civs[other] >= 0) != (at < index):
            row.fail(
                "civ",
                t("expected one: seat {seat} is picking", seat=seat)
                if at < index
                else t("expected none yet: seat {seat} is picking", seat=seat),
            )
        if state.hands[other] != NONE:
            row.fail("hand", t("no cards are dealt before the dice (CB-08)"))
        if state.points[other] or any(sources_of(state, other)):
            row.fail("points", t("nobody has VP before the first round (CB-07)"))
        check_dice(state, row, other)
    if state.discard != NONE:
        fields.fail("discard", t("nothing is discarded before the first round (CB-08)"))


def check_dice(state: CivBuilderState, row: Fields, seat: Seat) -> None:
    """A die for each attribute, or nothing yet (CB-04, CB-05)."""
    low, high = (1, state.game.sheet.die) if state.game.roll_first else (0, 0)
    first = seat * ATTRIBUTES
    for kind in range(ATTRIBUTES):
        if not low <= state.scores_in[first + kind] <= high:
            row.fail(
                f"scores.{NAMES[kind]}",
                t("expected {low} to {high} while one picks (CB-04)", low=low, high=high),
            )
        if state.start_scores[first + kind] != state.scores_in[first + kind]:
            row.fail("started", t("no round has begun (CB-04)"))


def sources_of(state: CivBuilderState, seat: Seat) -> list[int]:
    return state.sources[seat * len(SOURCES) : (seat + 1) * len(SOURCES)]


def check_turn(state: CivBuilderState, turn: Fields, melded: list[str]) -> None:
    """As many melds as there can have been cards for (BI-10), and what was melded is among them."""
    game, melds, phase = state.game, state.melds, state.phase
    if game.max_melds and melds > game.max_melds:
        turn.fail("melds", t("this table allows {n} in a turn (CB-36)", n=game.max_melds))
    brought = max(state.game.sheet.brings)
    cards = size(state.hands[state.acting]) - brought * melds
    cards += sum([state.game.sheet.least(made) for made in range(melds)])
    if cards > MOST_CARDS + (brought if phase == MELD else 0):
        turn.fail("melds", t("{melds} melds take more cards than there are (CB-36)", melds=melds))
    if melded and game.repeats:
        turn.fail("melded", t("this table lets an attribute be melded again (CB-38)"))
    if len(melded) > melds:
        turn.fail(
            "melded", t("expected no more than there were melds, {melds} (CB-38)", melds=melds)
        )
    action = {ACT: state.action, EXCHANGE: TRADE, STUDY: SCIENCE}.get(phase, NOBODY)
    if melded and action != NOBODY and NAMES[action] not in melded:
        turn.fail(
            "melded",
            t("expected {attribute} among them, melded last (CB-38)", attribute=NAMES[action]),
        )


def check_study(state: CivBuilderState, fields: Fields) -> None:
    """Cards to choose from, of a deck that has been renewed if it had to be (CB-57, CB-58)."""
    if state.looked <= state.game.sheet.science_takes:
        least = state.game.sheet.science_takes
        fields.fail(
            "deck",
            tn(
                least,
                "expected more than {n} card to look at (CB-57)",
                "expected more than {n} cards to look at (CB-57)",
            ),
        )
    if state.in_deck() < state.game.sheet.science_looks and state.discard != NONE:
        fields.fail(
            "discard", t("expected none: it is shuffled below a deck that is short (CB-58)")
        )


def was_scholar(state: CivBuilderState, seat: Seat) -> bool:
    """Was the seat top in Science as the phase began? Who came earlier may have raised it since
    (CB-69, CB-70).
    """
    game = state.game
    if game.at_round_start:
        return is_top(state, seat, SCIENCE)
    own, index = state.score(seat, SCIENCE), state.order.index(seat)
    for at, other in enumerate(state.order):
        if other == seat:
            continue
        most = own
        if game.privilege_ties == NONE_TIED or (game.privilege_ties != ALL_TIED and at < index):
            most = own - 1  # it would share the privilege, or have it alone
        elif at < index:
            most = own + game.sheet.science_privilege
        if state.score(other, SCIENCE) > most:
            return False
    return True


def scholars_after(state: CivBuilderState, seat: Seat) -> list[Seat]:
    """Who comes later and was top in Science too: nobody has added a point since that takes it
    from them (CB-70).
    """
    game, later = state.game, state.order[state.order.index(seat) + 1 :]
    if game.privilege_ties != ALL_TIED:
        return []
    if game.at_round_start:
        return [other for other in later if is_top(state, other, SCIENCE)]
    own = state.score(seat, SCIENCE)
    return [other for other in later if state.score(other, SCIENCE) == own]


def check_discards(state: CivBuilderState, fields: Fields, rows: list[Fields], seat: Seat) -> None:
    """The seat has cards above its limit; those before it have discarded theirs (CB-78, CB-80)."""
    if not is_above_limit(state, seat):
        fields.fail("asked", t("expected a seat with more cards than it may keep (CB-80)"))
    for other in state.order[: state.order.index(seat)]:
        if is_above_limit(state, other):
            rows[other].fail(
                "hand",
                tn(
                    hand_limit(state, other),
                    "expected {n} card at most, as it comes before seat {seat} (CB-78)",
                    "expected {n} cards at most, as it comes before seat {seat} (CB-78)",
                    seat=seat,
                ),
            )


def is_above_limit(state: CivBuilderState, seat: Seat) -> bool:
    """Has the seat more cards than it may keep (CB-79)?"""
    return size(state.hands[seat]) > hand_limit(state, seat)


# --- trade


def check_offers(state: CivBuilderState, fields: Fields, phase: int, asked: list[Seat]) -> None:
    """A proposal that can be made, or one that can be answered."""
    if state.game.trade_mode != BY_OFFERS:
        fields.fail("phase", t("this table has no phase '{phase}' (CB-29)", phase=PHASES[phase]))
    deal = state.deal
    if phase == OFFER:
        if not partners(state, asked[0]):
            fields.fail("asked", t("expected a seat that has somebody to trade with (CB-25)"))
    elif phase == ANSWER:
        if deal.other != ANY and asked != [deal.other]:
            fields.fail(
                "asked", t("expected seat {other}, whom the offer is for", other=deal.other)
            )
    elif phase == REPLY:
        if deal.other == ANY or asked != [deal.other]:
            fields.fail("asked", t("expected the seat that the counter-offer is for"))
    else:
        if deal.other != ANY or asked != [deal.seat]:
            fields.fail("asked", t("expected the seat that made an offer to all"))
        check_willing(state, fields, deal)


def check_willing(state: CivBuilderState, fields: Fields, deal: Deal) -> None:
    """Several who can accept an offer to all (CB-28)."""
    if len(state.willing) < 2 or deal.seat in state.willing:
        fields.fail("trade.willing", t("expected two other seats at least"))
    if state.willing != sorted(state.willing):
        fields.fail("trade.willing", t("expected the seats in ascending order"))
    for seat in state.willing:
        if not holds(state.hands[seat], deal.wanted):
            fields.fail(
                "trade.willing", t("seat {seat} does not hold what is wanted (CB-28)", seat=seat)
            )


def check_proposal(state: CivBuilderState, fields: Fields, deal: Deal) -> None:
    """Somebody to trade with, and more than one if it is for all (CB-25)."""
    others = partners(state, deal.seat)
    if deal.other == ANY and len(others) < 2:
        fields.fail("target", t("expected the one seat that there is to trade with (CB-25)"))
    if deal.other != ANY and deal.other not in others:
        fields.fail("target", t("there is nothing to trade between these two (CB-25)"))


def check_deal(state: CivBuilderState, fields: Fields, deal: Deal) -> None:
    """Both sides have cards, no more than the table allows, and the giver holds them (CB-25)."""
    if deal.seat == deal.other:
        fields.fail("target", t("expected another seat"))
    if not holds(state.hands[deal.seat], deal.given):
        fields.fail("given", t("seat {seat} does not hold these cards (CB-28)", seat=deal.seat))
    for name, bag in (("given", deal.given), ("wanted", deal.wanted)):
        if size(bag) > state.game.most_offered:
            fields.fail(
                name,
                tn(
                    state.game.most_offered,
                    "expected {n} card at most (CB-25)",
                    "expected {n} cards at most (CB-25)",
                ),
            )
        if bag == NONE and not state.game.gifts:
            fields.fail(name, t("expected a card at least: there are no gifts (CB-25)"))
    if deal.given == NONE and deal.wanted == NONE:
        fields.fail("given", t("expected a card on one side at least"))
    if state.game.equal and size(deal.given) != size(deal.wanted):
        fields.fail("wanted", t("expected as many cards as are given (CB-25)"))
