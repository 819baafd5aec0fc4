"""The moves of Civ Builder: the short steps that answers are made of, a list of all of them.

Seats are letters, A for the first; cards and attributes have three. Complete answers in one line,
such as `meld Cul*3+L`, are read by `notation`.
"""

from __future__ import annotations

from typing import Final, final

from microciv.core.moves import Move, Seat, word
from microciv.games.civ_builder.cards import ATTRIBUTES, CIVS, KINDS, MOST_COPIES, NAMES
from microciv.hidden.bags import Kind

SEATS: Final = "ABCDEFGHIJ"
ANY: Final[Seat] = 10  # an offer to everybody
MOST_OPEN: Final = 3  # offers of a seat that stand at once (BA-13)

# What a meld is made of, in the order it is asked (BD-09 to BD-12).
NATURALS: Final = 0
SEAS: Final = 1
DISASTERS: Final = 2
LEADERS: Final = 3
MADE_OF: Final[list[str]] = ["natural", "sea", "disaster", "leader"]


@final
class Pick(Move):
    """`pick india`: play this civilization (CB-03)."""

    def __init__(self, civ: int) -> None:
        super().__init__(f"pick {CIVS[civ]}", verb="pick", civ=CIVS[civ])
        self.civ = civ


@final
class Named(Move):
    """A verb and a kind of card or an attribute: `give Cul`, `meld Cul`, `point Sci`."""

    def __init__(self, verb: str, kind: Kind) -> None:
        super().__init__(f"{verb} {NAMES[kind]}", verb=verb, card=NAMES[kind])
        self.verb = verb
        self.kind = kind


@final
class Against(Move):
    """A verb and a seat: `offer B`, `steal B`; `offer any` is for all (BD-03, BD-13)."""

    def __init__(self, verb: str, seat: Seat) -> None:
        if seat == ANY:
            super().__init__(f"{verb} any", verb=f"{verb}_any")
        else:
            super().__init__(f"{verb} {SEATS[seat]}", verb=verb, target=seat)
        self.verb = verb
        self.seat = seat


@final
class Count(Move):
    """`natural 3`, `sea 1`, `disaster 2`, `leader 0`: how many of these are in the meld."""

    def __init__(self, part: int, amount: int) -> None:
        super().__init__(f"{MADE_OF[part]} {amount}", verb=MADE_OF[part], amount=amount)
        self.part = part
        self.amount = amount


@final
class Standing(Move):
    """`accept B2`, `withdraw 1`: of an offer that stands in the market, by its number."""

    def __init__(self, verb: str, seat: Seat, number: int) -> None:
        told = number + 1
        if seat < 0:
            super().__init__(f"{verb} {told}", verb=verb, number=told)
        else:
            text = f"{verb} {SEATS[seat]}{told}"
            super().__init__(text, verb=f"{verb}_offer", target=seat, number=told)
        self.seat = seat
        self.number = number


def of_kinds(verb: str, kinds: int = KINDS) -> list[Move]:
    return [Named(verb, kind) for kind in range(kinds)]


def of_seats(verb: str, seats: int = len(SEATS)) -> list[Move]:
    return [Against(verb, seat) for seat in range(seats)]


PICKS: Final[list[Move]] = [Pick(civ) for civ in range(len(CIVS))]
DRAW: Final[Move] = word("draw")  # take the sixth card (CB-19)
SKIP: Final[Move] = word("skip")  # do without the sixth card, the action, the point

OFFERS: Final[list[Move]] = of_seats("offer", len(SEATS) + 1)  # the last is `offer any`
GIVES: Final[list[Move]] = of_kinds("give")
FOR: Final[Move] = word("for")  # no more cards are given; what is wanted follows
WANTS: Final[list[Move]] = of_kinds("want")
DONE: Final[Move] = word("done")  # no more cards are wanted, taken or discarded
PASS: Final[Move] = word("pass")  # make no offer
ACCEPT: Final[Move] = word("accept")  # the offer, or the counter-offer
DECLINE: Final[Move] = word("decline")  # the offer, or all who would accept it
COUNTER: Final[Move] = word("counter")  # a counter-offer; its terms follow, as in an offer
WITHS: Final[list[Move]] = of_seats("with")  # of those who are willing
READY: Final[Move] = word("ready")  # no more trade in this phase
WITHDRAWS: Final[list[Move]] = [Standing("withdraw", -1, number) for number in range(MOST_OPEN)]
ACCEPTS: Final[list[list[Move]]] = [
    [Standing("accept", seat, number) for number in range(MOST_OPEN)] for seat in range(len(SEATS))
]

MELDS: Final[list[Move]] = of_kinds("meld", ATTRIBUTES)
COUNTS: Final[list[list[Move]]] = [
    [Count(part, amount) for amount in range(2 if part == LEADERS else MOST_COPIES + 1)]
    for part in range(len(MADE_OF))
]
STOP: Final[Move] = word("stop")  # no more melds in this turn

USE: Final[Move] = word("use")  # use the special action
STEALS: Final[list[Move]] = of_seats("steal")  # Conquest, Religion, Seafaring
EXCHANGES: Final[list[Move]] = of_seats("exchange")  # Trade
RAIDS: Final[list[Move]] = of_seats("raid")  # Equestrian
POINTS: Final[list[Move]] = of_kinds("point", ATTRIBUTES)
TAKES: Final[list[Move]] = of_kinds("take")
RETURNS: Final[list[Move]] = of_kinds("return")
DISCARDS: Final[list[Move]] = of_kinds("discard")

DUMP: Final[Move] = word("dump")  # discard the whole hand for victory points (CB-77)
KEEP: Final[Move] = word("keep")  # do not dump the hand

MOVES: Final[list[Move]] = [
    *(DRAW, SKIP, FOR, DONE, PASS, ACCEPT, DECLINE, COUNTER, READY, STOP, USE, DUMP, KEEP),
    *PICKS,
    *OFFERS,
    *GIVES,
    *WANTS,
    *WITHS,
    *WITHDRAWS,
    *[move for moves in ACCEPTS for move in moves],
    *MELDS,
    *[move for moves in COUNTS for move in moves],
    *STEALS,
    *EXCHANGES,
    *RAIDS,
    *POINTS,
    *TAKES,
    *RETURNS,
    *DISCARDS,
]


def kind_of(move: Move) -> Kind:
    assert isinstance(move, Named)
    return move.kind


def seat_of(move: Move) -> Seat:
    assert isinstance(move, Against)
    return move.seat
