"""Trading in sealed ticks (B.4, F.3).

In each tick everybody changes their list of offers, sealed; an offer that stands is consent. Then
the lists are opened, and offers that mirror each other are carried out, the most wanted first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from microciv.core.cards import BIT, EMPTY, Card, CardSet, plus
from microciv.core.events import EventKind
from microciv.core.moves import Move, Seat
from microciv.games.five_ages.cards import NO_CARD, ORDINARY
from microciv.games.five_ages.events import (
    GAVE,
    LAPSED,
    LAPSED_BOTH,
    MISSED,
    MISSED_BOTH,
    OFFERED,
    OFFERED_BOTH,
    QUIT,
    RETURNED,
    TICK,
    TRADE_OVER,
    UNANSWERED,
    WITHDREW,
    WITHDREW_BOTH,
)
from microciv.games.five_ages.moves import (
    BOTH,
    DONE,
    LEFT,
    OFFERS,
    OFFERS_OF_BOTH,
    PASS,
    RIGHT,
    WITHDRAW,
    Offer,
)
from microciv.games.five_ages.rules.memory import Swap
from microciv.games.five_ages.rules.phases import TRADE

if TYPE_CHECKING:
    from microciv.games.five_ages.rules.state import FiveAgesState

NO_OFFERS: Final[list[Offer]] = []
NO_MENU: Final[list[Move]] = []
SIDES: Final = [LEFT, RIGHT]
MOST_OFFERS: Final = 64  # ranks, and sums of two ranks, are below it
SETTLED: Final = MOST_OFFERS**4  # above all keys

# Why trade ends before its last tick.
UNCHANGED: Final = 1  # nothing was swapped, and no list changed
NOBODY_LEFT: Final = 2  # who has an open card and a neighbour to trade with


# --- what may be offered


def clear(state: FiveAgesState) -> None:
    state.tick = 0
    state.menus = []
    for seat in range(state.seats):
        state.lists[seat] = NO_OFFERS
        state.idle[seat] = 0
        state.quitters[seat] = False


def next_tick(state: FiveAgesState) -> bool:
    """Ask everybody who has an open card and a neighbour to trade with; is there anybody?"""
    if state.tick == state.game.ticks:
        return False
    if not state.menus:
        state.menus = menus(state)
    traders = [seat for seat in range(state.seats) if state.menus[seat]]
    if not traders:
        state.tell(TRADE_OVER, NOBODY_LEFT)
        return False
    state.tick += 1
    state.ask(TRADE, traders)
    return True


def neighbour(seats: int, seat: Seat, side: int) -> Seat:
    """Left is the next seat clockwise."""
    return (seat + 1 if side == LEFT else seat - 1) % seats


def open_cards(state: FiveAgesState, seat: Seat) -> list[Card]:
    """The ordinary cards of the row that nobody has taken yet (5A-17, 5A-49)."""
    left, right = state.left[seat], state.right[seat]
    cards = [left] if 0 <= left < ORDINARY else []
    if 0 <= right < ORDINARY:
        cards.append(right)
    return cards


def all_open(state: FiveAgesState) -> list[list[Card]]:
    return [open_cards(state, seat) for seat in range(state.seats)]


def menus(state: FiveAgesState) -> list[list[Move]]:
    cards = all_open(state)
    return [menu_of(state, seat, cards) for seat in range(state.seats)]


def menu_of(state: FiveAgesState, seat: Seat, cards: list[list[Card]]) -> list[Move]:
    """How an answer may begin, with these open cards by seat; nothing for who has nobody to trade
    with.
    """
    offers = offers_of(state, seat, cards)
    return [PASS, *offers, DONE] if offers else NO_MENU


def offers_of(state: FiveAgesState, seat: Seat, cards: list[list[Card]]) -> list[Offer]:
    """At most ten offers: with each neighbour four swaps of a card for a card (5A-15, 18), and the
    deal of both for both (5A-19). A player who is done trading is no partner.
    """
    own = cards[seat]
    if not own or state.quitters[seat]:
        return NO_OFFERS
    found: list[Offer] = []
    for side in SIDES:
        partner = neighbour(state.seats, seat, side)
        if state.quitters[partner]:
            continue
        theirs = cards[partner]
        offers = OFFERS[side]
        for given in own:
            for wanted in theirs:
                found.append(offers[given * ORDINARY + wanted])  # noqa: PERF401
        if len(own) + len(theirs) == 4:
            found.append(OFFERS_OF_BOTH[side])
    return found


def legal_offers(state: FiveAgesState, seat: Seat) -> list[Move]:
    """New offers go on top of the list in the order they are made; `withdraw` first takes back all
    that stand; `pass` ends the tick for this seat, `done` the phase.
    """
    answer, menu = state.answers[seat], state.menus[seat]
    if answer:
        return [move for move in menu if move is not DONE and not is_among(move, answer)]
    return [*menu[:-1], WITHDRAW, DONE] if state.lists[seat] else menu


def is_among(offer: object, answer: tuple[object, ...]) -> bool:
    """Is it one of these? Moves are told apart by identity, for which a class is not looked at."""
    for move in answer:  # noqa: SIM110
        if move is offer:
            return True
    return False


def are_alike(some: list[Offer], others: list[Offer]) -> bool:
    """Are these lists the same, rank by rank?"""
    if len(some) != len(others):
        return False
    for index in range(len(some)):  # noqa: SIM110
        if some[index] is not others[index]:
            return False
    return True


# --- one tick


def open_lists(state: FiveAgesState, traders: list[Seat]) -> bool:
    """Every answer changes its seat's list; has any list changed?"""
    changed = False
    state.tell(TICK, state.tick)
    for seat in traders:
        before = state.lists[seat]
        after = list_after(before, state.answers[seat])
        state.quitters[seat] = state.answers[seat][-1] is DONE
        state.idle[seat] = state.idle[seat] + 1 if state.answers[seat][0] is PASS else 0
        changed = changed or not are_alike(after, before)
        state.lists[seat] = after
        if not state.quiet:
            tell_changes(state, seat, before, after)
    return changed


def list_after(before: list[Offer], answer: tuple[Move, ...]) -> list[Offer]:
    """The list, best first, after an answer."""
    if answer[0] is PASS:
        return before
    if answer[0] is DONE:
        return NO_OFFERS
    offers = [move for move in answer if isinstance(move, Offer)]
    if answer[0] is WITHDRAW:
        return offers
    return offers + [offer for offer in before if not is_among(offer, answer)]


def tell_changes(state: FiveAgesState, seat: Seat, before: list[Offer], after: list[Offer]) -> None:
    """What is new and what is gone, without its order."""
    for offer in sorted(after, key=index_of):
        if offer not in before:
            tell_offer(state, OFFERED, OFFERED_BOTH, seat, offer)
    for offer in sorted(before, key=index_of):
        if offer not in after and not state.quitters[seat]:
            tell_offer(state, WITHDREW, WITHDREW_BOTH, seat, offer)
    if state.quitters[seat]:
        state.tell(QUIT, seat)


def index_of(offer: Offer) -> int:
    """What orders offers without saying anything of their rank."""
    return offer.index


def tell_offer(
    state: FiveAgesState, kind: EventKind, of_both: EventKind, seat: Seat, offer: Offer
) -> None:
    """What has become of an offer; nothing if only the two concerned may see it: they find it in
    what they observe.
    """
    if not state.game.offers_for_all:
        return
    if offer.given == BOTH:
        state.tell(of_both, seat, neighbour(state.seats, seat, offer.side))
    else:
        state.tell(kind, seat, offer.given, offer.wanted)


@final
@mypyc_attr(acyclic=True)
class Meeting:
    """An offer to the left neighbour, and that neighbour's mirror of it."""

    def __init__(self, seat: Seat, left: Seat, offer: Offer, rank: int, mirror_rank: int) -> None:
        self.seat = seat
        self.left = left
        self.offer = offer
        self.rank = rank
        self.mirror_rank = mirror_rank

    def key(self, token: Seat, seats: int) -> int:
        """The worse rank, the sum of both, how far from the token, the rank at the nearer end, in
        one number: the smallest goes first. No two meetings have the same.
        """
        worse, both = max(self.rank, self.mirror_rank), self.rank + self.mirror_rank
        nearer = self.mirror_rank if self.left == token else self.rank
        key = worse
        for part in [both, (self.seat - token) % seats, nearer]:
            key = key * MOST_OFFERS + part
        return key


def settle(state: FiveAgesState) -> bool:
    """Carry meetings out, the smallest key first, each with what it leaves (F.3); any?"""
    meetings = find_meetings(state.lists)
    if not meetings:
        return False
    keys = [meeting.key(state.token, state.seats) for meeting in meetings]
    for _each in keys:
        index = first_of(keys)
        keys[index] = SETTLED
        meeting = meetings[index]
        if is_open(state, meeting.seat, meeting.offer):
            swap(state, meeting)
        else:
            tell_offer(state, MISSED, MISSED_BOTH, meeting.seat, meeting.offer)
    if not state.quiet:
        tell_lapsed(state)
    strike_lists(state)
    state.menus = []
    return True


def first_of(keys: list[int]) -> int:
    """The index of the smallest."""
    first = 0
    for index, key in enumerate(keys):
        if key < keys[first]:
            first = index
    return first


def find_meetings(lists: list[list[Offer]]) -> list[Meeting]:
    """Every offer to a left neighbour who offers exactly the mirror of it."""
    meetings: list[Meeting] = []
    for seat, offers in enumerate(lists):
        left = (seat + 1) % len(lists)
        if not offers or not lists[left]:
            continue
        for index, offer in enumerate(offers):
            if offer.side == LEFT:
                for mirror_index, mirror in enumerate(lists[left]):
                    if mirror.mirrors(offer):
                        meetings.append(Meeting(seat, left, offer, index + 1, mirror_index + 1))
    return meetings


def is_open(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
    """Are the cards that it names still to be had?"""
    other = neighbour(state.seats, seat, offer.side)
    if offer.given == BOTH:
        return len(open_cards(state, seat)) + len(open_cards(state, other)) == 4
    given, wanted = offer.given, offer.wanted
    is_there = state.left[seat] == given or state.right[seat] == given
    return is_there and (state.left[other] == wanted or state.right[other] == wanted)


def swap(state: FiveAgesState, meeting: Meeting) -> None:
    """The cards change hands, and are out of this round's trade (5A-20)."""
    seat, left, offer = meeting.seat, meeting.left, meeting.offer
    given, wanted = [offer.given], [offer.wanted]
    if offer.given == BOTH:
        given, wanted = open_cards(state, seat), open_cards(state, left)
    for index, own in enumerate(given):
        theirs = wanted[index]
        hand_over(state, seat, left, own)
        hand_over(state, left, seat, theirs)
        state.this_age().swaps.append(Swap(seat, left, own, theirs))


def hand_over(state: FiveAgesState, giver: Seat, receiver: Seat, card: Card) -> None:
    """A card of the row goes to a neighbour's hand."""
    row = state.left if state.left[giver] == card else state.right
    row[giver] = NO_CARD
    state.hands[receiver] = plus(state.hands[receiver], card)
    state.tell(GAVE, giver, receiver, card)


def is_met(state: FiveAgesState, seat: Seat, offer: Offer) -> bool:
    other = neighbour(state.seats, seat, offer.side)
    return any([mirror.mirrors(offer) for mirror in state.lists[other]])


def tell_lapsed(state: FiveAgesState) -> None:
    """The offers that name a card that is gone, but for those that met: of them it was told."""
    for seat, offers in enumerate(state.lists):
        for offer in sorted(offers, key=index_of):
            if not is_open(state, seat, offer) and not is_met(state, seat, offer):
                tell_offer(state, LAPSED, LAPSED_BOTH, seat, offer)


def strike_lists(state: FiveAgesState) -> None:
    """Offers that name a card that is gone disappear, order kept."""
    for seat, offers in enumerate(state.lists):
        if offers:
            state.lists[seat] = [offer for offer in offers if is_open(state, seat, offer)]


def strike_quitters(state: FiveAgesState) -> None:
    """A player who is done trading never answers, so offers to them disappear too."""
    state.menus = []
    for seat, offers in enumerate(state.lists):
        if offers:
            partners = [neighbour(state.seats, seat, side) for side in SIDES]
            state.lists[seat] = [
                offer for offer in offers if not state.quitters[partners[offer.side]]
            ]
            if not state.quiet:
                tell_unanswered(state, seat, partners, offers)


def tell_unanswered(
    state: FiveAgesState, seat: Seat, partners: list[Seat], offers: list[Offer]
) -> None:
    """Whom the seat's offers wait for in vain, where everybody may see offers."""
    for side in SIDES:
        waiting = [offer for offer in offers if offer.side == side]
        if waiting and state.quitters[partners[side]] and state.game.offers_for_all:
            state.tell(UNANSWERED, seat, partners[side])


def close_tick(state: FiveAgesState, traders: list[Seat]) -> bool:
    """Open the lists and carry out what meets; does the phase go on?"""
    quitters = state.quitters[:]
    changed = open_lists(state, traders)
    swapped = settle(state)
    if state.quitters != quitters:
        strike_quitters(state)
    if changed or swapped:
        return next_tick(state)
    if state.tick < state.game.ticks and not state.quiet:
        still = [menu for menu in menus(state) if menu]
        state.tell(TRADE_OVER, UNCHANGED if still else NOBODY_LEFT)
    return False


def end_trade(state: FiveAgesState) -> None:
    """Cards that nobody took go back to their hands (5A-21)."""
    clear(state)
    for seat in range(state.seats):
        for card in open_cards(state, seat):
            state.hands[seat] = plus(state.hands[seat], card)
            state.tell(RETURNED, seat, card)
        state.left[seat] = state.right[seat] = NO_CARD


def row_of(state: FiveAgesState, seat: Seat) -> CardSet:
    """What still lies in the row, as a set."""
    left, right = state.left[seat], state.right[seat]
    row = EMPTY if left == NO_CARD else BIT[left]
    return row if right == NO_CARD else row | BIT[right]
