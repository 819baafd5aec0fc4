"""What is worked out for people: what a civilization makes, what it can become, why a hand wins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, final

from microciv.core.cards import EMPTY, CardSet, card_set, cards_in, size
from microciv.core.moves import Seat
from microciv.core.plain import plain
from microciv.games.five_ages.cards import (
    JOKERS,
    ORDINARY,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    names_of,
    pile_of,
)
from microciv.games.five_ages.moves import Offer
from microciv.games.five_ages.people.explain import possible_offers
from microciv.games.five_ages.rules.poker import ACE, HANDS, SIZE
from microciv.games.five_ages.rules.scoring import hand_value
from microciv.games.five_ages.rules.trade import list_after, neighbour

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.views.observation import FiveAgesObservation

SHOWN: Final = 3  # how many aims are worth naming
OF_SUIT: Final[list[CardSet]] = [
    card_set([card for card in range(ORDINARY) if SUIT[card] == suit]) for suit in range(len(SUITS))
]
OF_RANK: Final[list[CardSet]] = [
    card_set([card for card in range(ORDINARY) if RANK[card] == rank]) for rank in range(len(RANKS))
]
WINDOWS: Final = 10  # of straights, from A-2-3-4-5 to T-J-Q-K-A


def notes(game: FiveAgesGame, seen: FiveAgesObservation) -> dict[str, object]:
    """By name: `rounds`, how many there are, and `exchanges`, whether cards are exchanged; `made`
    and `aims` of the seat's civilization; in trade `list`, its own offers as they will stand after
    what is sealed, and `wishes`, what the neighbours offer, as one would say it oneself. When the
    match is over, `hands` by seat and `beats`, what decides between neighbours of the ranking.
    """
    if seen.phase == "over":
        return {"rounds": game.rounds, **final_hands(game, seen)}
    worked_out: dict[str, object] = {"rounds": game.rounds, "exchanges": game.may_exchange}
    if seen.seat >= len(seen.table):
        return worked_out
    if game.settled.show_outlook:
        worked_out["made"] = described(game, pile_of(seen.civ)) if seen.civ else {}
        worked_out["aims"] = plain(aims(game, seen))
    if seen.phase == "trade":
        own = list(seen.table[seen.seat].offers)
        worked_out["list"] = list_after(own, seen.answer) if seen.answer else own
        worked_out["wishes"] = wishes(seen)
    return worked_out


def wishes(seen: FiveAgesObservation) -> list[Offer]:
    """The swaps that neighbours offer the observer."""
    seats = len(seen.table)
    return [
        move
        for move in possible_offers(seen)
        if any(
            [
                offer.mirrors(move)
                for offer in seen.table[neighbour(seats, seen.seat, move.side)].offers
            ]
        )
    ]


def described(game: FiveAgesGame, civ: CardSet) -> dict[str, object]:
    """The hand's name and the ranks that decide inside it, the weightiest first."""
    poker = game.poker()
    key = poker.keys[poker.strength(civ)]
    return {"hand": HANDS[key[0]], "ranks": [RANKS[rank] for rank in key[1:]]}


def final_hands(game: FiveAgesGame, seen: FiveAgesObservation) -> dict[str, object]:
    """Everybody's hand, and for each seat but the last why it is before the next (5A-44 to 46)."""
    civs = [pile_of(other.shown) for other in seen.table]
    hands = [described(game, civ) for civ in civs]
    strengths = [game.poker().strength(civ) for civ in civs]
    left_over = [
        hand_value(pile_of(other.left_over)) if other.left_over else 0 for other in seen.table
    ]
    order = sorted(game.everybody, key=lambda seat: (-strengths[seat], -left_over[seat], seat))
    beats = [decision(game, civs, left_over, better, worse) for better, worse in pairwise(order)]
    return {"hands": hands, "beats": beats}


def decision(
    game: FiveAgesGame, civs: list[CardSet], left_over: list[int], better: Seat, worse: Seat
) -> dict[str, object]:
    """What decides between two: the hand, the first rank that differs, the cards left, nothing."""
    poker = game.poker()
    keys = [poker.keys[poker.strength(civs[seat])] for seat in (better, worse)]
    pair: dict[str, object] = {"seat": better, "other": worse, "by": "nothing", "ranks": []}
    if keys[0][0] != keys[1][0]:
        pair["by"] = "hand"
    elif keys[0] != keys[1]:
        ranks = [[*key[1:], *[-1] * SIZE][:SIZE] for key in keys]
        index = next(at for at in range(SIZE) if ranks[0][at] != ranks[1][at])
        pair["by"] = "rank"
        pair["ranks"] = [RANKS[row[index]] if row[index] >= 0 else "" for row in ranks]
    elif left_over[better] != left_over[worse]:
        pair["by"] = "left_over"
    return pair


@final
@dataclass(frozen=True)
class Aim:
    """A hand worth hoping for."""

    hand: str  # of poker.HANDS
    of: str  # its suit, or the rank that leads it
    built: tuple[str, ...]  # what serves in the civilization
    in_hand: tuple[str, ...]  # what would serve in its hand and row
    have: int  # how many of both can come together
    wanted: int  # how many cards make it
    missing: int  # how many must still come from elsewhere


def aims(game: FiveAgesGame, seen: FiveAgesObservation) -> list[Aim]:
    """The nearest aims that can still be reached, the better hand first among equals. Flushes and
    straights are counted without exchanges, which would have to be many; none with wild Jokers,
    where cards serve for others.
    """
    if game.settled.joker_in_civ == "wild":
        return []
    own_row = seen.table[seen.seat]
    civ = pile_of(seen.civ) & ~JOKERS
    whole = "Jk" not in seen.civ  # no straight or flush grows around a blank (5A-73)
    near = (pile_of(seen.hand) | pile_of((own_row.left, own_row.right))) & ~JOKERS
    room = game.rounds - len(seen.civ)
    builds = game.rounds - seen.round + 1 if game.may_exchange else 0
    beaten = game.poker().beaten
    found: list[Aim] = []
    for suit, cards in enumerate(OF_SUIT):
        if whole and civ & ~cards == EMPTY:
            found += reachable("flush", SUITS[suit], civ, near & cards, SIZE, room)
    for low in range(WINDOWS if game.settled.ace_low else WINDOWS - 1):
        top = ACE - low
        cards = EMPTY
        for offset in range(SIZE):
            cards |= OF_RANK[top - offset if top - offset >= 0 else ACE]
        if whole and civ & ~cards == EMPTY and ranks_of(civ) == size(civ):
            serving = one_a_rank(near & cards, civ)
            found += reachable("straight", RANKS[top], civ, serving, SIZE, room)
    found += aims_of_a_kind(civ, near, room, builds)
    found.sort(key=lambda aim: (aim.missing, -beaten[HANDS.index(aim.hand)]))
    return found[:SHOWN]


def aims_of_a_kind(civ: CardSet, near: CardSet, room: int, builds: int) -> list[Aim]:
    """Three, four, and full houses; one exchange in each round may make room (5A-28)."""
    found: list[Aim] = []
    for rank, cards in enumerate(OF_RANK):
        inside, serving = civ & cards, near & cards
        reach = room + min(builds, size(civ) - size(inside))
        for hand, wanted in (("four_of_a_kind", 4), ("three_of_a_kind", 3)):
            if size(inside) < wanted <= size(inside) + size(serving) + 1:
                found += reachable(hand, RANKS[rank], inside, serving, wanted, reach)
    together = [size((civ | near) & cards) for cards in OF_RANK]
    for rank, pair in product(range(len(RANKS)), repeat=2):
        cards = OF_RANK[rank] | OF_RANK[pair]
        if (together[rank], together[pair]) == (3, 2) and size(civ & cards) < SIZE:
            inside, serving = civ & cards, near & cards
            reach = room + min(builds, size(civ) - size(inside))
            found += reachable("full_house", RANKS[rank], inside, serving, SIZE, reach)
    return found


def reachable(
    hand: str, of: str, inside: CardSet, serving: CardSet, wanted: int, reach: int
) -> list[Aim]:
    """The aim, if this many cards can still come in and two of it are there."""
    needed = wanted - size(inside)
    have = size(inside) + min(size(serving), needed)
    if needed > reach or have < 2:
        return []
    return [Aim(hand, of, names_of(inside), names_of(serving), have, wanted, wanted - have)]


def ranks_of(pile: CardSet) -> int:
    return len({RANK[card] for card in cards_in(pile)})


def one_a_rank(serving: CardSet, inside: CardSet) -> CardSet:
    """One card of each rank that is not inside yet."""
    taken = {RANK[card] for card in cards_in(inside)}
    chosen: list[int] = []
    for card in cards_in(serving):
        if RANK[card] not in taken:
            taken.add(RANK[card])
            chosen.append(card)
    return card_set(chosen)
