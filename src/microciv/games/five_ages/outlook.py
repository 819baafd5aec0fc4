"""What is worked out for people: what a civilization makes, what it can become, why a hand wins."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from microciv.core.cards import CardSet, card_set, cards_in, size
from microciv.core.moves import Seat
from microciv.games.five_ages.cards import (
    JOKERS,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    names_of,
    pile_of,
)
from microciv.games.five_ages.poker import ACE, HANDS, SIZE
from microciv.games.five_ages.scoring import hand_value

if TYPE_CHECKING:
    from microciv.games.five_ages.game import FiveAgesGame
    from microciv.games.five_ages.observation import FiveAgesObservation

SHOWN: Final = 3  # how many aims are worth naming
WINDOWS: Final = 10  # of straights, from A-2-3-4-5 to T-J-Q-K-A


def notes(game: FiveAgesGame, seen: FiveAgesObservation) -> dict[str, object]:
    """By name: `made` and `aims` of the own civilization; when the match is over, `hands` by seat
    and `beats`, what decides between neighbours of the ranking.
    """
    if seen.phase == "over":
        return final_hands(game, seen)
    if not game.settled.show_outlook or seen.seat >= len(seen.table):
        return {}
    civ, hand = pile_of(seen.civ), pile_of(seen.hand)
    made: dict[str, object] = described(game, civ) if civ else {}
    return {"made": made, "aims": aims(game, civ, hand, seen)}


def described(game: FiveAgesGame, civ: CardSet) -> dict[str, object]:
    """The hand's name and the ranks that decide inside it, the weightiest first."""
    table = game.poker()
    key = table.keys[table.strength(civ)]
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
    table = game.poker()
    keys = [table.keys[table.strength(civs[seat])] for seat in (better, worse)]
    pair: dict[str, object] = {"seat": better, "other": worse, "by": "nothing", "ranks": []}
    if keys[0][0] != keys[1][0]:
        pair["by"] = "hand"
    elif keys[0] != keys[1]:
        ranks = [[*key[1:], *[-1] * SIZE][:SIZE] for key in keys]
        place = next(at for at in range(SIZE) if ranks[0][at] != ranks[1][at])
        pair["by"] = "rank"
        pair["ranks"] = [RANKS[row[place]] if row[place] >= 0 else "" for row in ranks]
    elif left_over[better] != left_over[worse]:
        pair["by"] = "left_over"
    return pair


def aims(
    game: FiveAgesGame, civ: CardSet, hand: CardSet, seen: FiveAgesObservation
) -> list[dict[str, object]]:
    """The hands worth hoping for: which cards of the civilization serve, which of the hand would,
    and how many are still needed after those.
    """
    own_row = seen.table[seen.seat]
    near = hand | pile_of(tuple([name for name in (own_row.left, own_row.right) if name]))
    near &= ~JOKERS
    civ &= ~JOKERS
    room = SIZE - len(seen.civ)
    found: list[dict[str, object]] = []
    for suit in range(len(SUITS)):
        aim = aim_of("flush", SUITS[suit], of_suit(civ, suit), of_suit(near, suit), SIZE, room)
        if size(of_suit(civ, suit)) == len(seen.civ):
            found.append(aim)
    for low in range(WINDOWS if game.settled.ace_low else WINDOWS - 1):
        top = ACE - low
        window = [top - step if top - step >= 0 else ACE for step in range(SIZE)]
        inside, serving = of_ranks(civ, window), of_ranks(near, window)
        if size(inside) == len(seen.civ) and ranks_of(inside) == size(inside):
            fresh = one_a_rank(serving, inside)
            found.append(aim_of("straight", RANKS[top], inside, fresh, SIZE, room))
    for rank in range(len(RANKS)):
        inside, serving = of_ranks(civ, [rank]), of_ranks(near, [rank])
        together = size(inside) + size(serving)
        if together >= 2:
            wanted = "four_of_a_kind" if together > 2 else "three_of_a_kind"
            of = 4 if together > 2 else 3
            found.append(aim_of(wanted, RANKS[rank], inside, serving, of, room))
    found = [aim for aim in found if int(str(aim["have"])) > 1 and aim["possible"]]
    found.sort(key=lambda aim: (aim["missing"], -HANDS.index(str(aim["hand"]))))
    return found[:SHOWN]


def aim_of(
    hand: str, of: str, inside: CardSet, serving: CardSet, wanted: int, room: int
) -> dict[str, object]:
    """One aim: `of` is a suit or the leading rank; `have`, what serves; `missing` besides."""
    usable = min(size(serving), wanted - size(inside), room)
    return {
        "hand": hand,
        "of": of,
        "built": list(names_of(inside)),
        "in_hand": list(names_of(serving)),
        "have": size(inside) + usable,
        "wanted": wanted,
        "missing": wanted - size(inside) - usable,
        "possible": wanted - size(inside) <= room,
    }


def of_suit(pile: CardSet, suit: int) -> CardSet:
    """The cards of this suit."""
    return card_set([card for card in cards_in(pile) if SUIT[card] == suit])


def of_ranks(pile: CardSet, ranks: list[int]) -> CardSet:
    """The cards of these ranks."""
    return card_set([card for card in cards_in(pile) if RANK[card] in ranks])


def ranks_of(pile: CardSet) -> int:
    """How many different ranks there are."""
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
