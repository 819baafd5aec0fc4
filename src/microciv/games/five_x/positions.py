"""Positions of 5X: the whole truth as a document, and back, checked against the invariants (D).

The format is described for people in docs/positions/5x.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, plus, size
from microciv.core.errors import BadPosition
from microciv.core.fields import Fields
from microciv.core.moves import EVERYBODY, SEAT_BIT, Seat
from microciv.games.five_x.cards import (
    ACTION,
    BASIC_NAMES,
    BASICS,
    CARD,
    EXCAVATE,
    EXPAND,
    LETTERS,
    NAMES,
    NO_CARD,
    is_leader,
)
from microciv.games.five_x.excavation import legal_digs
from microciv.games.five_x.exploration import didos_seat
from microciv.games.five_x.leaders import minimum_bid, selection_group
from microciv.games.five_x.observation import name_of, names_of
from microciv.games.five_x.phases import (
    BID,
    DIDO,
    DIG,
    IN_STACK,
    OVER,
    PASS,
    PHASES,
    REMOVED,
    SELECT,
    steps_after,
)
from microciv.games.five_x.selection import next_group
from microciv.games.five_x.setup import LEADERS_EACH

if TYPE_CHECKING:
    from microciv.games.five_x.game import FiveXGame
    from microciv.games.five_x.state import FiveXState

MOST_RESOURCES: Final = 99  # so that no bid can ever leave the table of moves
ALL_BASICS: Final[CardSet] = card_set(list(range(BASICS)))


def lay_out(state: FiveXState) -> dict[str, object]:
    """The document of a state."""
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


def place(game: FiveXGame, fields: Fields) -> FiveXState:
    """Lay a document out.

    :raises BadPosition: naming the field that breaks a rule or an invariant.
    """
    state = game.new_state()
    state.round = fields.number("round", 1, game.rounds)
    phase = PHASES.index(fields.word("phase", PHASES, "select"))
    state.owner = [IN_STACK] * game.rounds
    state.bids = [0] * state.seats
    rows = fields.objects("table", state.seats)
    for seat, row in enumerate(rows):
        state.resources.append(row.number("resources", 0, MOST_RESOURCES))
        place_cards(state, row, seat, phase)
        place_memory(state, row, seat, phase)
    place_wonders(state, fields, rows, phase)
    for seat, row in enumerate(rows):
        settle_played(state, row, seat, phase)
    place_aside(state, fields)
    check_phase(state, fields, rows, phase)
    state.agenda = steps_after(game.steps, phase)
    if phase == OVER:
        state.finish()
    else:
        state.ask(phase, askable(state, fields, phase))
    for row in rows:
        row.close()
    return state


def place_cards(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """One seat's cards: the five basics and at most two leaders in hand (INV-1, 5, 6, 8)."""
    names = BASIC_NAMES + list(names_of(state.game.leaders))
    pile = card_set([CARD[name] for name in row.words("pile", names, [])])
    card = CARD.get(row.word("played", [*names, ""], ""), NO_CARD)
    played = EMPTY if card == NO_CARD else card_set([card])
    rounds = state.round if phase == OVER else state.round - 1
    if holds(pile, EXCAVATE):
        row.fail("pile", "excavate always comes back to hand and lies in no pile (5X-66)")
    if size(pile) > rounds:
        row.fail("pile", f"{size(pile)} cards, but only {rounds} rounds have been played (5X-98)")
    if pile & played:
        row.fail("played", f"{NAMES[card]} lies in the pile as well")
    others = list(names_of(ALL_BASICS & ~(pile | played)))
    hand = card_set([CARD[name] for name in row.words("hand", names, others)])
    if hand & pile:
        row.fail("hand", f"{' and '.join(names_of(hand & pile))}: in hand and in the pile")
    missing = ALL_BASICS & ~(hand | pile | played)
    if missing:
        row.fail("hand", f"{' and '.join(names_of(missing))}: neither in hand, pile nor play")
    if size(hand & state.game.leaders) > LEADERS_EACH:
        row.fail("hand", f"at most {LEADERS_EACH} leaders (5X-100)")
    state.zones.piles[seat] = hand
    state.zones.piles[state.seats + seat] = pile
    state.played.append(card)


def place_memory(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """What has happened before and still counts: last card, open bid, leaders passed or shown."""
    leaders = list(names_of(state.game.leaders))
    previous = row.word("previous", [*BASIC_NAMES, *leaders, ""], "")
    if previous and state.round == 1:
        row.fail("previous", "there is no round before the first")
    state.previous.append(CARD.get(previous, NO_CARD))
    state.passed.append(CARD.get(row.word("passed", [*leaders, ""], ""), NO_CARD))
    state.bids[seat] = row.number("bid", 0, MOST_RESOURCES, 0)
    if state.bids[seat] and (state.played[seat] == NO_CARD or phase not in (DIDO, DIG)):
        row.fail("bid", f"no bid is open in phase '{PHASES[phase]}'")
    shown = [CARD[name] for name in row.words("shown", leaders, [])]
    for card in shown:
        if not holds(state.hand_of(seat), card):
            row.fail("shown", f"{NAMES[card]} is not in hand")
    for card in cards_in(state.hand_of(seat) & state.game.leaders):
        state.zones.known[card] = EVERYBODY if card in shown else SEAT_BIT[seat]


def settle_played(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """The card on the table is in hand as well if it has come back by this phase, listed or not."""
    card = state.played[seat]
    if card == NO_CARD:
        return
    if has_come_back(state, seat, phase):
        state.zones.put(card, seat, EVERYBODY)
    elif holds(state.hand_of(seat), card):
        row.fail("hand", f"{NAMES[card]} is on the table, not in hand")


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


def place_aside(state: FiveXState, fields: Fields) -> None:
    """Every leader dealt is at one seat, the rest is set aside (INV-2)."""
    game = state.game
    placed: CardSet = 0
    for seat in range(state.seats):
        played = state.played[seat]
        at_seat = state.hand_of(seat) | state.pile_of(seat)
        if played != NO_CARD:
            at_seat = plus(at_seat, played)
        at_seat &= game.leaders
        if placed & at_seat:
            twice = " and ".join(names_of(placed & at_seat))
            raise BadPosition(f"table[{seat}]: {twice} is at another seat as well")
        placed |= at_seat
    if not game.pool:
        return
    dealt = LEADERS_EACH * state.seats
    if size(placed) != dealt:
        rest = ", ".join(names_of(game.leaders & ~placed))
        raise BadPosition(
            f"table: {size(placed)} leaders in hands, piles and play, but {dealt} were dealt"
            f" (5X-10); of this pool there are also {rest}"
        )
    aside = game.leaders & ~placed
    names = list(names_of(game.leaders))
    if (
        card_set([CARD[name] for name in fields.words("aside", names, list(names_of(aside)))])
        != aside
    ):
        fields.fail("aside", f"expected the leaders at no seat: {', '.join(names_of(aside))}")
    state.zones.piles[game.aside] = aside
    for card in cards_in(aside):
        state.zones.known[card] = 0


def place_wonders(state: FiveXState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """Each Wonder of an earlier round is built or removed (INV-3, INV-7)."""
    letters = list(LETTERS[: state.game.rounds])
    for seat, row in enumerate(rows):
        for letter in row.words("wonders", letters, []):
            wonder = LETTERS.index(letter)
            if state.owner[wonder] != IN_STACK:
                row.fail("wonders", f"{letter} is at seat {state.owner[wonder]} as well")
            state.owner[wonder] = seat
    past = state.round if phase == OVER else state.round - 1
    gone = [letters[at] for at in range(past) if state.owner[at] == IN_STACK]
    for letter in fields.words("removed", letters, gone):
        wonder = LETTERS.index(letter)
        if state.owner[wonder] != IN_STACK:
            fields.fail("removed", f"{letter} has been built")
        if wonder >= past:
            fields.fail("removed", f"{letter} is still to come in round {state.round} (5X-14)")
        state.owner[wonder] = REMOVED
    for wonder, owner in enumerate(state.owner):
        if owner == IN_STACK and wonder < past:
            fields.fail("removed", f"{letters[wonder]} is neither built nor removed (5X-14)")
        if owner >= 0 and wonder >= past:
            if wonder > past or phase != DIG:
                rows[owner].fail("wonders", f"{letters[wonder]} is not on offer yet (5X-14)")
            state.built = card_set([wonder])


def check_phase(state: FiveXState, fields: Fields, rows: list[Fields], phase: int) -> None:
    """The cards in play, the round and the bids must suit what is asked."""
    game = state.game
    if phase == PASS:
        if not game.pool or state.round != 1:
            fields.fail("phase", "leaders are passed before round 1 only (5X-11)")
        for seat, row in enumerate(rows):
            if size(state.hand_of(seat) & game.leaders) != LEADERS_EACH:
                row.fail("hand", f"expected {LEADERS_EACH} leaders to choose from (5X-10)")
    if phase == OVER and state.round != game.rounds:
        fields.fail("round", f"the match is over after round {game.rounds} (5X-14)")
    for seat, row in enumerate(rows):
        played = state.played[seat]
        if played != NO_CARD and phase in (OVER, PASS):
            row.fail("played", f"no card is in play in phase '{PHASES[phase]}'")
        if played == NO_CARD and phase in (BID, DIDO, DIG):
            row.fail("played", f"expected the card of round {state.round}")
        if state.bids[seat] and ACTION[played] != EXPAND:
            row.fail("bid", "only Expand players bid (5X-41)")
        check_passed(state, row, seat, phase)
    if phase == SELECT:
        check_groups(state, rows)


def check_passed(state: FiveXState, row: Fields, seat: Seat, phase: int) -> None:
    """A leader passed went to the left, and both know it while it stays there (5X-13)."""
    leader = state.passed[seat]
    if leader == NO_CARD:
        return
    left = (seat + 1) % state.seats
    if phase == PASS:
        row.fail("passed", "nothing has been passed yet")
    if leader in state.passed[:seat]:
        row.fail("passed", f"{NAMES[leader]} was passed by another seat")
    if state.zones.has(state.game.aside, leader):
        row.fail("passed", f"{NAMES[leader]} was set aside, not dealt")
    for other in range(state.seats):
        if state.zones.has(other, leader) and state.zones.known[leader] != EVERYBODY:
            if other != left:
                row.fail("passed", f"{NAMES[leader]} is not with the left neighbour (5X-11)")
            state.zones.known[leader] |= SEAT_BIT[seat]


def check_groups(state: FiveXState, rows: list[Fields]) -> None:
    """Groups are revealed whole, the earlier ones first (5X-21 to 23)."""
    waiting = next_group(state)
    if not waiting:
        rows[0].fail("played", "all cards are revealed: expected phase bid, dido or dig")
    group = selection_group(state.previous[waiting[0]])
    for seat, row in enumerate(rows):
        if state.played[seat] != NO_CARD and selection_group(state.previous[seat]) >= group:
            row.fail("played", f"seat {waiting[0]} selects earlier or together (5X-20)")


def askable(state: FiveXState, fields: Fields, phase: int) -> list[Seat]:
    """Who is asked in this phase; somebody must be."""
    everybody = list(range(state.seats))
    asked: list[Seat] = everybody
    if phase == SELECT:
        asked = next_group(state)
    elif phase == BID:
        asked = [seat for seat in state.players_of(EXPAND) if can_bid(state, seat)]
    elif phase in (DIDO, DIG):
        asked = [seat for seat in everybody if may_answer(state, seat, phase)]
    if not asked:
        fields.fail("phase", f"nobody has anything to choose in phase '{PHASES[phase]}'")
    return asked


def can_bid(state: FiveXState, seat: Seat) -> bool:
    """Does the seat hold its minimum (5X-42)?"""
    return state.resources[seat] >= minimum_bid(state.played[seat])


def may_answer(state: FiveXState, seat: Seat, phase: int) -> bool:
    """Would the rules ask this seat in step 4 or 5?"""
    if phase == DIDO:
        return didos_seat(state) == seat
    return ACTION[state.played[seat]] == EXCAVATE and len(legal_digs(state, seat)) > 0
