"""Goofspiel, written on the public engine alone: everybody holds 1 to 13 and bids a card, sealed,
for each prize as it is turned up. The highest bid takes the prize; equal highest bids waste it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.cards import CardSet, card_set, cards_in, minus
from microciv.core.events import NUMBER, SEAT, EventKind
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import NOBODY, Menu, Move, Seat
from microciv.core.options import About, Options
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets
from microciv.core.state import Observation, State

CARDS: Final = 13
BID: Final = 1  # the one phase; 0 is "over" in every game

ABOUT: Final = About(
    name="goofspiel",
    title="Goofspiel",
    summary="Sealed bids of thirteen cards for thirteen prizes.",
    seats=(2, 3, 4, 5, 6, 7),
    minutes=5,
    options=Options,
    game="goofspiel:Goofspiel",
)

TURNED: Final = EventKind("turned", prize=NUMBER)  # the next prize
BIDS: Final = EventKind("bid", seat=SEAT, amount=NUMBER)  # a bid is opened
WON: Final = EventKind("won", seat=SEAT, prize=NUMBER)  # by the highest bid
WASTED: Final = EventKind("wasted", prize=NUMBER)  # the highest bids tied


@final
class Bid(Move):
    """`bid 7`: the card of this value, once a match."""

    def __init__(self, amount: int) -> None:
        super().__init__(f"bid {amount}", verb="bid", amount=amount)
        self.amount = amount


MOVES: Final[list[Move]] = [Bid(amount) for amount in range(1, CARDS + 1)]


def values(hand: CardSet) -> tuple[int, ...]:
    """The cards of a hand as numbers."""
    return tuple([card + 1 for card in cards_in(hand)])


@final
@dataclass(frozen=True)
class GoofspielObservation(Observation):
    """Everything is public but the order of the prizes to come."""

    prize: int  # the one on offer; 0 when the match is over
    coming: tuple[int, ...]  # the prizes still face down, in ascending order
    hands: tuple[tuple[int, ...], ...]  # by seat
    points: tuple[int, ...]  # by seat


@final
class GoofspielState(State):
    """A match at one moment."""

    def __init__(self, game: Goofspiel) -> None:
        super().__init__(game.seats)
        self.game = game
        self.prizes: list[int] = []  # the whole deck; shared by clones, never changed
        self.turn = 0  # prizes gone
        self.hands: list[CardSet] = []  # card 0 is the 1
        self.points: list[int] = []

    def legal(self, seat: Seat) -> list[Move]:
        return self.game.bids.of(self.hands[seat])

    def advance(self) -> None:
        """All bids are in: the highest takes the prize, unless it is shared."""
        prize = self.prizes[self.turn]
        winner, highest = NOBODY, 0
        for seat in range(self.seats):
            bid = self.answers[seat][0]
            assert isinstance(bid, Bid)
            self.hands[seat] = minus(self.hands[seat], bid.index)
            self.tell(BIDS, seat, bid.amount)
            if bid.amount > highest:
                winner, highest = seat, bid.amount
            elif bid.amount == highest:
                winner = NOBODY
        if winner == NOBODY:
            self.tell(WASTED, prize)
        else:
            self.points[winner] += prize
            self.tell(WON, winner, prize)
        self.turn += 1
        self.turn_up()

    def turn_up(self) -> None:
        """The next prize, and everybody's bid for it."""
        if self.turn == CARDS:
            self.finish()
        else:
            self.tell(TURNED, self.prizes[self.turn])
            self.ask(BID, self.game.everybody)

    def observe(self, seat: Seat) -> GoofspielObservation:
        return GoofspielObservation(
            seat,
            self.game.phases[self.phase],
            *self.view(seat),
            prize=self.prizes[self.turn] if self.asked else 0,
            coming=tuple(sorted(self.prizes[self.turn + 1 :])),
            hands=tuple([values(hand) for hand in self.hands]),
            points=tuple(self.points),
        )

    def scores(self) -> list[int]:
        return self.points[:]

    def clone(self) -> GoofspielState:
        copy = GoofspielState(self.game)
        self.copy_core(copy)
        copy.prizes = self.prizes
        copy.turn = self.turn
        copy.hands = self.hands[:]
        copy.points = self.points[:]
        return copy

    def position(self) -> dict[str, object]:
        rows = zip(self.hands, self.points, strict=True)
        table = [{"hand": list(values(hand)), "points": points} for hand, points in rows]
        return self.game.document(self, {"prizes": self.prizes[self.turn :], "table": table})


@final
class GoofspielSecrets(Secrets):
    """The order of the prizes to come."""

    def scramble(self, state: State, seat: Seat, rng: Rng) -> None:
        assert isinstance(state, GoofspielState)
        coming = state.prizes[state.turn + 1 :]
        rng.shuffle(coming)
        state.prizes = state.prizes[: state.turn + 1] + coming


@final
class Goofspiel(Game):
    """The rules for this number of seats."""

    def __init__(self, options: Options) -> None:
        events = [TURNED, BIDS, WON, WASTED]
        super().__init__(ABOUT, 1, options, MOVES, events, ["over", "bid"])
        self.everybody = list(range(options.seats))
        self.bids = Menu(MOVES)

    def deal(self, seed: int) -> GoofspielState:
        prizes = list(range(1, CARDS + 1))
        Rng(seed).shuffle(prizes)
        state = GoofspielState(self)
        state.prizes = prizes
        state.hands = [card_set(list(range(CARDS)))] * self.seats
        state.points = [0] * self.seats
        state.turn_up()
        return state

    def redeal(self, seen: Observation, rng: Rng) -> GoofspielState:
        """The prizes still face down, in any order."""
        assert isinstance(seen, GoofspielObservation)
        coming = list(seen.coming)
        rng.shuffle(coming)
        state = GoofspielState(self)
        state.hush()
        state.turn = CARDS - len(coming) - (1 if seen.prize else 0)
        state.prizes = [0] * state.turn + ([seen.prize] if seen.prize else []) + coming
        state.hands = [card_set([card - 1 for card in hand]) for hand in seen.hands]
        state.points = list(seen.points)
        state.ask_again(self.phases.index(seen.phase), seen)
        return state

    def read_position(self, fields: Fields) -> GoofspielState:
        """The prizes left in order, and for each seat as many cards, and its points."""
        state = GoofspielState(self)
        left = fields.numbers("prizes", 1, CARDS)
        state.turn = CARDS - len(left)
        state.prizes = [0] * state.turn + left
        for row in fields.objects("table", self.seats):
            hand = row.numbers("hand", 1, CARDS)
            if len(hand) != len(left):
                row.fail("hand", f"expected {len(left)} cards, one for each prize left")
            state.hands.append(card_set([card - 1 for card in hand]))
            state.points.append(row.number("points", 0, 91))
            row.close()
        state.turn_up()
        return state

    def secrets(self) -> GoofspielSecrets:
        return GoofspielSecrets()
