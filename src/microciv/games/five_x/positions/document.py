"""Positions of 5X: the complete truth as a document, and back, checked against the invariants (D).

The format is described for people in docs/games/5x.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, size
from microciv.core.errors import BadPosition
from microciv.core.fields import Fields
from microciv.core.lists import each_of
from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.games.five_x.cards import (
    ACTION,
    ALL_BASICS,
    BASIC_NAMES,
    CARD,
    EXCAVATE,
    EXPAND,
    LETTERS,
    NAMES,
    NO_CARD,
    is_leader,
)
from microciv.games.five_x.positions.invariants import (
    askable,
    can_bid,
    check_hand,
    check_phase,
    rounds_over,
)
from microciv.games.five_x.rules.phases import (
    BID,
    DIG,
    IN_STACK,
    OVER,
    PASS,
    PHASES,
    REMOVED,
    SELECT,
    steps_after,
)
from microciv.games.five_x.rules.setup import LEADERS_EACH
from microciv.games.five_x.views.observation import name_of, names_of
from microciv.speech import t

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame
    from microciv.games.five_x.rules.state import FiveXState

# So that no bid can ever leave the list of moves:
MOST_RESOURCES: Final = 99  # before round 1
MOST_A_ROUND: Final = 20  # more than a round can bring to one seat


def lay_out(state: FiveXState) -> dict[str, object]:
    game = state.game
    table: list[dict[str, object]] = []
    for seat in range(state.seats):
        hand = state.hand_of(seat)
        shown = [card for card in cards_in(hand & game.leaders) if public(state, card)]
        row: dict[str, object] = {
            "resources": state.resources[seat],
            "hand": list(names_of(hand)),
            "pile": list(names_of(state.pile_of(seat))),
            "played": name_of(state.played[seat]),
            "previous": name_of(state.previous[seat]),
            "wonders": [LETTERS[at] for at, owner in enumerate(state.owner) if owner == seat],
        }
        if state.bids[seat]:
            row["bid"] = state.bids[seat]
        if state.passed[seat] != NO_CARD:
            row["passed"] = NAMES[state.passed[seat]]
        if shown:
            row["shown"] = [NAMES[card] for card in shown]
        table.append(row)
    own: dict[str, object] = {"round": state.round, "phase": PHASES[state.phase], "table": table}
    own["removed"] = [LETTERS[at] for at, owner in enumerate(state.owner) if owner == REMOVED]
    if game.pool:
        own["aside"] = list(names_of(state.zones.piles[game.aside]))
    return game.document(state, own)


def public(state: FiveXState, card: Card) -> bool:
    """Does everybody know where the card is?"""
    return state.zones.known[card] == EVERYBODY


def read_position(game: FiveXGame, fields: Fields) -> FiveXState:
    """Lay a document out.

    :raises BadPosition: naming the field that breaks a rule or an invariant.
    """
    state = game.new_state()
    state.round = fields.number("round", 1, game.rounds)
    phase = PHASES.index(fields.word("phase", PHASES, "select"))
    state.owner = [IN_STACK] * game.rounds
    state.bids = [0] * state.seats
    rows = fields.objects("table", state.seats)
    set_up_wonders(state, fields, rows, phase)
    for seat, row in enumerate(rows):
        state.resources.append(row.number("resources", 0, most_resources(state, phase)))
        set_up_previous(state, row, phase)
        set_up_cards(state, row, seat, phase)
        set_up_memory(state, row, seat, phase)
        row.close()
    deal_rest(state, fields, rows)
    for seat, row in enumerate(rows):
        settle_played(state, row, seat, phase)
        check_hand(state, row, seat, phase)
    set_up_aside(state, fields)
    check_phase(state, fields, rows, phase)
    state.reschedule(steps_after(game.round_steps, phase))
    if phase == OVER:
        state.finish()
    else:
        state.ask(phase, askable(state, fields, phase))
    return state


def most_resources(state: FiveXState, phase: int) -> int:
    """A limit that grows by the round: what can be reached from a position is a position too."""
    opened = state.round - 1 if phase in (PASS, SELECT) else state.round
    return MOST_RESOURCES + MOST_A_ROUND * opened


def set_up_previous(state: FiveXState, row: Fields, phase: int) -> None:
    """Last round's card, which settles who selects when (5X-20)."""
    previous = row.word("previous", [*BASIC_NAMES, *names_of(state.game.leaders), ""], "")
    if previous and rounds_over(state, phase) == 0:
        row.fail("previous", t("there is no round before the first"))
    state.previous.append(CARD.get(previous, NO_CARD))


def lies_in_pile(state: FiveXState, seat: Seat, card: Card, phase: int) -> bool:
    """Is last round's card in the pile for certain? Excavate, and an Expand that did not win, came
    back to hand (5X-51, 60); the others cannot have left the pile yet (5X-65).
    """
    if card in (NO_CARD, EXCAVATE):
        return False
    if ACTION[card] == EXPAND and (not is_leader(card) or state.game.expand_leader_returns):
        return state.owner[rounds_over(state, phase) - 1] == seat
    return True


def set_up_cards(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """One seat's cards: pile, card in play, hand (INV-1, 5). Basics that are nowhere else are in
    hand, unless the whole hand is given.
    """
    leaders = list(names_of(state.game.leaders))
    names = BASIC_NAMES + leaders
    last = state.previous[seat]
    lies = lies_in_pile(state, seat, last, phase)
    pile = card_set(
        [CARD[name] for name in row.words("pile", names, [NAMES[last]] if lies else [])]
    )
    card = CARD.get(row.word("played", [*names, ""], ""), NO_CARD)
    played = EMPTY if card == NO_CARD else card_set([card])
    over = rounds_over(state, phase)
    if holds(pile, EXCAVATE):
        row.fail("pile", t("excavate always comes back to hand and lies in no pile (5X-66)"))
    if size(pile) > over:
        row.fail(
            "pile",
            t("{n} cards, but only {over} rounds are over (5X-16)", n=size(pile), over=over),
        )
    if last != NO_CARD and holds(pile, last) != lies:
        row.fail(
            "pile",
            t("{card} was played last round and must be here (5X-69)", card=NAMES[last])
            if lies
            else t("{card} was played last round and came back to hand (5X-51)", card=NAMES[last]),
        )
    if pile & played:
        row.fail("played", t("{card} lies in the pile as well", card=NAMES[card]))
    given, named = row.words("hand", names, []), row.words("leaders", leaders, [])
    field = "hand" if row.has("hand") else "leaders"
    hand = card_set([CARD[name] for name in given + named])
    if field == "leaders":
        hand |= ALL_BASICS & ~(pile | played)
    elif row.has("leaders"):
        row.fail("leaders", t("they are in the hand, which is given as well"))
    if hand & pile:
        twice = each_of(names_of(hand & pile))
        row.fail(field, t("{cards}: in hand and in the pile", cards=twice))
    missing = ALL_BASICS & ~(hand | pile | played)
    if missing:
        nowhere = each_of(names_of(missing))
        row.fail(field, t("{cards}: neither in hand, pile nor play", cards=nowhere))
    state.zones.piles[seat] = hand
    state.zones.piles[state.seats + seat] = pile
    state.played.append(card)


def set_up_memory(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """What has happened before and still counts: the open bid, leaders passed or shown."""
    leaders = list(names_of(state.game.leaders))
    state.passed.append(CARD.get(row.word("passed", [*leaders, ""], ""), NO_CARD))
    card = state.played[seat]
    state.bids[seat] = row.number("bid", 0, most_resources(state, phase), 0)
    if state.bids[seat]:
        if phase != DIG:
            row.fail("bid", t("no bid is open in phase '{phase}'", phase=PHASES[phase]))
        if card == NO_CARD or ACTION[card] != EXPAND:
            row.fail("bid", t("only Expand players bid (5X-41)"))
        least = state.game.sheet.least_bid[card]
        if state.bids[seat] < least:
            row.fail(
                "bid",
                t("expected at least {least} with {card} (5X-41)", least=least, card=NAMES[card]),
            )
    shown = [CARD[name] for name in row.words("shown", leaders, [])]
    for card in shown:
        if not holds(state.hand_of(seat), card):
            row.fail("shown", t("{card} is not in hand", card=NAMES[card]))
    for card in cards_in(state.hand_of(seat) & state.game.leaders):
        state.zones.known[card] = EVERYBODY if card in shown else SEAT_BIT[seat]


def deal_rest(state: FiveXState, fields: Fields, rows: list[Fields]) -> None:
    """Where no hand is given, leaders that the document does not name make up the seat's two, in
    printed order.
    """
    names = list(names_of(state.game.leaders))
    named = card_set([leader for leader in state.passed if leader != NO_CARD])
    if state.game.pool and fields.has("aside"):
        named |= card_set([CARD[name] for name in fields.words("aside", names)])
    for seat in range(state.seats):
        named |= state.leaders_at(seat)
    spare = cards_in(state.game.leaders & ~named)
    for seat, row in enumerate(rows):
        while not row.has("hand") and spare and size(state.leaders_at(seat)) < LEADERS_EACH:
            state.zones.put(spare.pop(0), seat, SEAT_BIT[seat])


def settle_played(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """The card on the table is in hand as well if it has come back by this phase, listed or not."""
    card = state.played[seat]
    if card == NO_CARD:
        return
    if has_come_back(state, seat, phase):
        state.zones.put(card, seat, EVERYBODY)
    elif holds(state.hand_of(seat), card):
        row.fail("hand", t("{card} is on the table, not in hand", card=NAMES[card]))


def has_come_back(state: FiveXState, seat: Seat, phase: int) -> bool:
    """Excavate comes back as step 5 begins (5X-60), Expand when it is shut out or has lost
    (5X-51, 53).
    """
    card = state.played[seat]
    if card == EXCAVATE:
        return phase == DIG
    if ACTION[card] != EXPAND or phase not in (BID, DIG):
        return False
    if is_leader(card) and not state.game.expand_leader_returns:
        return False
    return not can_bid(state, seat) if phase == BID else state.owner[state.current()] != seat


def set_up_aside(state: FiveXState, fields: Fields) -> None:
    """Every leader dealt is at one seat, the rest is set aside (INV-2)."""
    game = state.game
    held: CardSet = 0
    for seat in range(state.seats):
        at_seat = state.leaders_at(seat)
        if held & at_seat:
            twice = each_of(names_of(held & at_seat))
            raise BadPosition(
                t("table[{seat}]: {cards} is at another seat as well", seat=seat, cards=twice)
            )
        held |= at_seat
    dealt = LEADERS_EACH * state.seats if game.pool else 0
    aside = game.leaders & ~held
    if size(held) != dealt:
        raise BadPosition(
            t(
                "table: {n} leaders in hands, piles and play, but {dealt} were dealt (5X-10);"
                " at no seat are {cards}",
                n=size(held),
                dealt=dealt,
                cards=", ".join(names_of(aside)) or t("none"),
            )
        )
    names = fields.words("aside", list(names_of(game.leaders)), list(names_of(aside)))
    if card_set([CARD[name] for name in names]) != aside:
        left = ", ".join(names_of(aside))
        fields.fail("aside", t("expected the leaders at no seat: {cards}", cards=left))
    state.zones.piles[game.aside] = aside
    for card in cards_in(aside):
        state.zones.known[card] = 0


def set_up_wonders(state: FiveXState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """Each Wonder of an earlier round is built or removed (INV-3, INV-7)."""
    letters = list(LETTERS[: state.game.rounds])
    for seat, row in enumerate(rows):
        for letter in row.words("wonders", letters, []):
            wonder = LETTERS.index(letter)
            if state.owner[wonder] != IN_STACK:
                row.fail(
                    "wonders",
                    t(
                        "{letter} is at seat {seat} as well",
                        letter=letter,
                        seat=state.owner[wonder],
                    ),
                )
            state.owner[wonder] = seat
    past = rounds_over(state, phase)
    gone = [letters[at] for at in range(past) if state.owner[at] == IN_STACK]
    for letter in fields.words("removed", letters, gone):
        wonder = LETTERS.index(letter)
        if state.owner[wonder] != IN_STACK:
            fields.fail("removed", t("{letter} has been built", letter=letter))
        if wonder >= past:
            fields.fail(
                "removed",
                t(
                    "{letter} is still to come in round {round} (5X-14)",
                    letter=letter,
                    round=state.round,
                ),
            )
        state.owner[wonder] = REMOVED
    for wonder, owner in enumerate(state.owner):
        if owner == IN_STACK and wonder < past:
            fields.fail(
                "removed",
                t("{letter} is neither built nor removed (5X-14)", letter=letters[wonder]),
            )
        if owner >= 0 and wonder >= past:
            if wonder > past or phase != DIG:
                rows[owner].fail(
                    "wonders", t("{letter} is not on offer yet (5X-14)", letter=letters[wonder])
                )
            state.built = card_set([wonder])
