"""Forecast: hidden hands, sealed forecasts, tricks.

1. Everybody is dealt as many cards of 32; the others are laid aside, unseen.
2. All say at once, sealed, how many tricks they will take. The highest forecast leads; of equal
   ones that of the lower seat.
3. One card each, clockwise: who has the suit that was led follows it. Its highest card takes the
   trick and leads to the next.
4. A player who took as many tricks as forecast gets 10 points and one for each; the others none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from forecast import ABOUT, ForecastOptions
from microciv.core.cards import EMPTY, Card, CardSet, card_set, cards_in, holds, minus, size
from microciv.core.events import CARD, NUMBER, SEAT, EventKind
from microciv.core.features import Features
from microciv.core.fields import Fields
from microciv.core.game import Game
from microciv.core.moves import NOBODY, SEAT_BIT, Menu, Move, Seat
from microciv.core.options import Options
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets, ZonesByCard, shuffled
from microciv.core.state import Observation, State

SUITS: Final = "SHDC"
RANKS: Final = "789TJQKA"
NAMES: Final = [suit + rank for suit in SUITS for rank in RANKS]
CARDS: Final = len(NAMES)
CARD_OF: Final = {name: card for card, name in enumerate(NAMES)}
SUIT: Final = [card // len(RANKS) for card in range(CARDS)]
OF_SUIT: Final = [
    card_set([card for card in range(CARDS) if SUIT[card] == suit]) for suit in range(len(SUITS))
]
MOST: Final = 7  # tricks

FORECAST: Final = 1
PLAY: Final = 2

DEALT: Final = EventKind("dealt", seat=SEAT, card=CARD)  # the seat knows which
FORETOLD: Final = EventKind("foretold", seat=SEAT, amount=NUMBER)  # a forecast is opened
PLAYED: Final = EventKind("played", seat=SEAT, card=CARD)  # to the trick
TOOK: Final = EventKind("took", seat=SEAT)  # the trick
SCORED: Final = EventKind("scored", seat=SEAT, points=NUMBER)  # at the end
EVENTS: Final = [DEALT, FORETOLD, PLAYED, TOOK, SCORED]


@final
class Tell(Move):
    """`forecast 2`: the number of tricks."""

    def __init__(self, amount: int) -> None:
        super().__init__(f"forecast {amount}", verb="forecast", amount=amount)
        self.amount = amount


@final
class Play(Move):
    """`play S7`: this card."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"play {NAMES[card]}", verb="play", card=NAMES[card])
        self.card = card


TELLS: Final[list[Move]] = [Tell(amount) for amount in range(MOST + 1)]
PLAYS: Final[list[Move]] = [Play(card) for card in range(CARDS)]


def names_of(cards: CardSet) -> tuple[str, ...]:
    """A set of cards by name."""
    return tuple([NAMES[card] for card in cards_in(cards)])


def suits_of(voids: int) -> tuple[str, ...]:
    """A mask of suits by letter."""
    return tuple([suit for place, suit in enumerate(SUITS) if voids & SEAT_BIT[place]])


@final
@dataclass(frozen=True)
class SeatSeen:
    """What everybody knows of a seat."""

    forecast: int  # NOBODY before all are told
    taken: int
    cards: int  # in hand
    void: tuple[str, ...]  # suits that it did not follow


@final
@dataclass(frozen=True)
class ForecastObservation(Observation):
    """Everything but the other hands and the cards laid aside."""

    hand: tuple[str, ...]
    lead: Seat  # who led, or leads; NOBODY before all forecasts are told
    trick: tuple[str, ...]  # from the leader on
    gone: tuple[str, ...]
    table: tuple[SeatSeen, ...]


@final
class ForecastState(State):
    """A match at one moment."""

    def __init__(self, game: Forecast) -> None:
        super().__init__(game.seats)
        self.game = game
        self.hands: list[CardSet] = [EMPTY] * game.seats
        self.aside: CardSet = EMPTY
        self.gone: CardSet = EMPTY  # in tricks that are taken
        self.trick: list[Card] = []  # shared by clones: replaced, never changed
        self.lead: Seat = NOBODY
        self.forecasts = [NOBODY] * game.seats
        self.taken = [0] * game.seats
        self.voids = [0] * game.seats
        """By seat, a mask of the suits that it did not follow."""

    def legal(self, seat: Seat) -> list[Move]:
        """Any forecast; any card of the suit that was led, or any at all (rule 3)."""
        if self.phase == FORECAST:
            return self.game.tells
        hand = self.hands[seat]
        following = hand & OF_SUIT[SUIT[self.trick[0]]] if self.trick else EMPTY
        return self.game.plays.of(following or hand)

    def advance(self) -> None:
        if self.phase == FORECAST:
            self.open_forecasts()
        else:
            seat = self.asked[0]
            self.play(seat, self.answers[seat][0].index - len(TELLS))

    def open_forecasts(self) -> None:
        """All are told; the highest leads (rule 2)."""
        for seat in range(self.seats):
            self.forecasts[seat] = self.answers[seat][0].index
            self.tell(FORETOLD, seat, self.forecasts[seat])
        self.lead = self.forecasts.index(max(self.forecasts))
        self.go_on()

    def play(self, seat: Seat, card: Card) -> None:
        """A card on the table (rule 3)."""
        if self.trick and SUIT[card] != SUIT[self.trick[0]]:
            self.voids[seat] |= SEAT_BIT[SUIT[self.trick[0]]]
        self.hands[seat] = minus(self.hands[seat], card)
        self.trick = [*self.trick, card]
        self.tell(PLAYED, seat, card)
        if len(self.trick) == self.seats:
            self.take()
        self.go_on()

    def take(self) -> None:
        """The highest card of the suit that was led (rule 3)."""
        highest = max([card for card in self.trick if SUIT[card] == SUIT[self.trick[0]]])
        self.lead = (self.lead + self.trick.index(highest)) % self.seats
        self.taken[self.lead] += 1
        self.tell(TOOK, self.lead)
        self.gone |= card_set(self.trick)
        self.trick = []

    def go_on(self) -> None:
        """Ask whose turn it is, or count (rule 4)."""
        turn = (self.lead + len(self.trick)) % self.seats
        if self.hands[turn]:
            self.ask_one(PLAY, turn)
            return
        self.finish()
        for seat, points in enumerate(self.scores()):
            self.tell(SCORED, seat, points)

    def observe(self, seat: Seat) -> ForecastObservation:
        return ForecastObservation(
            seat,
            self.game.phases[self.phase],
            *self.view(seat),
            hand=names_of(self.hands[seat]) if seat < self.seats else (),
            lead=self.lead,
            trick=tuple([NAMES[card] for card in self.trick]),
            gone=names_of(self.gone),
            table=tuple(
                [
                    SeatSeen(forecast, taken, size(hand), suits_of(voids))
                    for forecast, taken, hand, voids in zip(
                        self.forecasts, self.taken, self.hands, self.voids, strict=True
                    )
                ]
            ),
        )

    def scores(self) -> list[int]:
        """Nothing before the last trick (rule 4)."""
        return [
            10 + taken if self.phase == 0 and taken == forecast else 0
            for taken, forecast in zip(self.taken, self.forecasts, strict=True)
        ]

    def clone(self) -> ForecastState:
        copy = ForecastState(self.game)
        self.copy_core(copy)
        copy.hands = self.hands[:]
        copy.aside = self.aside
        copy.gone = self.gone
        copy.trick = self.trick
        copy.lead = self.lead
        copy.forecasts = self.forecasts[:]
        copy.taken = self.taken[:]
        copy.voids = self.voids[:]
        return copy

    def position(self) -> dict[str, object]:
        table: list[dict[str, object]] = []
        for seat in range(self.seats):
            row: dict[str, object] = {"hand": list(names_of(self.hands[seat]))}
            if self.lead != NOBODY:
                row["forecast"] = self.forecasts[seat]
                row["taken"] = self.taken[seat]
                row["void"] = list(suits_of(self.voids[seat]))
            table.append(row)
        own: dict[str, object] = {"table": table}
        if self.lead != NOBODY:
            own["lead"] = self.lead
            own["trick"] = [NAMES[card] for card in self.trick]
            own["gone"] = list(names_of(self.gone))
        return self.game.document(self, own)

    def knows(self, seat: Seat, card: Card) -> bool:
        """In the observer's hand, on the table, or aside because nobody else can have it."""
        if holds(self.seen_by_all(), card) or (seat < self.seats and holds(self.hands[seat], card)):
            return True
        suit = SEAT_BIT[SUIT[card]]
        return all([self.voids[other] & suit for other in range(self.seats) if other != seat])

    def zone_of(self, card: Card) -> int:
        """By seat, then the table and what is gone, then aside."""
        for seat, hand in enumerate(self.hands):
            if holds(hand, card):
                return seat
        return self.seats if holds(self.seen_by_all(), card) else self.seats + 1

    def seen_by_all(self) -> CardSet:
        """The cards of all tricks."""
        return self.gone | card_set(self.trick)


def dealt_at_random(
    cards: list[Card], room: list[int], voids: list[int], rng: Rng
) -> list[list[Card]]:
    """Deal cards so that every hand has its number of them, and none of a suit that its seat did
    not follow; every deal that fits may come up. The last hand is what lies aside.
    """
    slots = shuffled([hand for hand, count in enumerate(room) for _ in range(count)], rng)
    holder = [NOBODY] * len(slots)  # the card in each slot

    def lay(card: Card, tried: list[bool]) -> bool:
        """Into a free slot, or into another's, which then finds a new one."""
        for slot, hand in enumerate(slots):
            if not tried[slot] and not voids[hand] & SEAT_BIT[SUIT[card]]:
                tried[slot] = True
                if holder[slot] == NOBODY or lay(holder[slot], tried):
                    holder[slot] = card
                    return True
        return False

    for card in shuffled(cards, rng):
        lay(card, [False] * len(slots))
    hands: list[list[Card]] = [[] for _ in room]
    for slot, card in enumerate(holder):
        hands[slots[slot]].append(card)
    return hands


@final
class ForecastSecrets(Secrets):
    """The other hands, and the cards laid aside."""

    def scramble(self, state: State, seat: Seat, rng: Rng) -> None:
        assert isinstance(state, ForecastState)
        others = [other for other in range(state.seats) if other != seat]
        piles = [*[state.hands[other] for other in others], state.aside]
        cards = [card for pile in piles for card in cards_in(pile)]
        voids = [*[state.voids[other] for other in others], 0]
        dealt = dealt_at_random(cards, [size(pile) for pile in piles], voids, rng)
        for other, hand in zip(others, dealt, strict=False):
            state.hands[other] = card_set(hand)
        state.aside = card_set(dealt[-1])

    def possible_zones(self, state: State, seat: Seat) -> ZonesByCard:
        """From the cards that were played alone: who did not follow a suit has none of it."""
        seats, led = state.seats, NOBODY
        void: list[set[int]] = [set() for _ in range(seats)]
        where: ZonesByCard = {}
        for event in state.log:
            a, b, _c = event.seen_by(seat)
            if event.kind is DEALT and b >= 0:
                where[b] = {a}
            elif event.kind is TOOK:
                led = NOBODY
            elif event.kind is PLAYED:
                where[b] = {seats}
                led = SUIT[b] if led == NOBODY else led
                if SUIT[b] != led:
                    void[a].add(led)
        for card in range(CARDS):
            if card not in where:
                fit = [other for other in range(seats) if SUIT[card] not in void[other]]
                where[card] = {other for other in fit if other != seat} | {seats + 1}
        return where


@final
class Forecast(Game):
    """The rules with their options settled."""

    def __init__(self, options: Options) -> None:
        assert isinstance(options, ForecastOptions)
        phases = ["over", "forecast", "play"]
        super().__init__(ABOUT, 1, options, [*TELLS, *PLAYS], EVENTS, phases)
        self.hand = options.hand
        self.everybody = list(range(self.seats))
        self.tells = TELLS[: self.hand + 1]
        self.plays = Menu(PLAYS)

    def deal(self, seed: int) -> ForecastState:
        cards = shuffled(list(range(CARDS)), Rng(seed))
        state = ForecastState(self)
        for seat in self.everybody:
            state.hands[seat] = card_set([cards.pop() for _ in range(self.hand)])
            for card in cards_in(state.hands[seat]):
                state.whisper(SEAT_BIT[seat], DEALT, seat, card)
        state.aside = card_set(cards)
        state.ask(FORECAST, self.everybody)
        return state

    def redeal(self, seen: Observation, rng: Rng) -> ForecastState:
        """The cards that the observer has not seen, in hands that may have them."""
        assert isinstance(seen, ForecastObservation)
        state = ForecastState(self)
        state.hush()
        state.lead = seen.lead
        state.trick = [CARD_OF[name] for name in seen.trick]
        state.gone = card_set([CARD_OF[name] for name in seen.gone])
        own = [CARD_OF[name] for name in seen.hand]
        known = state.seen_by_all() | card_set(own)
        unknown = [card for card in range(CARDS) if not holds(known, card)]
        room: list[int] = []
        for seat, row in enumerate(seen.table):
            state.forecasts[seat], state.taken[seat] = row.forecast, row.taken
            for suit in row.void:
                state.voids[seat] |= SEAT_BIT[SUITS.index(suit)]
            room.append(0 if seat == seen.seat else row.cards)
        room.append(len(unknown) - sum(room))
        *hands, aside = dealt_at_random(unknown, room, [*state.voids, 0], rng)
        state.hands = [
            card_set(own if seat == seen.seat else hand) for seat, hand in enumerate(hands)
        ]
        state.aside = card_set(aside)
        state.ask_again(self.phases.index(seen.phase), seen)
        return state

    def read_position(self, fields: Fields) -> ForecastState:
        """Hands; and once forecasts are told, these, the tricks, and who did not follow what."""
        state = ForecastState(self)
        begun = fields.has("lead")
        rows = fields.objects("table", self.seats)
        for seat, row in enumerate(rows):
            hand = row.words("hand", NAMES)
            state.hands[seat] = card_set([CARD_OF[name] for name in hand])
            if begun:
                state.forecasts[seat] = row.number("forecast", 0, self.hand)
                state.taken[seat] = row.number("taken", 0, self.hand)
                for suit in row.words("void", list(SUITS)):
                    state.voids[seat] |= SEAT_BIT[SUITS.index(suit)]
                    if state.hands[seat] & OF_SUIT[SUITS.index(suit)]:
                        row.fail("void", f"the hand has a card of {suit}")
            row.close()
        if begun:
            state.lead = fields.number("lead", 0, self.seats - 1)
            state.trick = [CARD_OF[name] for name in fields.words("trick", NAMES)]
            state.gone = card_set([CARD_OF[name] for name in fields.words("gone", NAMES)])
        self.check(fields, state, rows)
        dealt = state.seen_by_all()
        for pile in state.hands:
            dealt |= pile
        state.aside = card_set([card for card in range(CARDS) if not holds(dealt, card)])
        if begun:
            state.go_on()
        else:
            state.ask(FORECAST, self.everybody)
        return state

    def check(self, fields: Fields, state: ForecastState, rows: list[Fields]) -> None:
        """Cards in one place each, as many as the tricks leave, and suits followed.

        :raises BadPosition: naming the field that breaks the rules.
        """
        tricks = sum(state.taken)
        if tricks > self.hand or size(state.gone) != tricks * self.seats:
            fields.fail("gone", f"expected {tricks * self.seats} cards, of {tricks} tricks")
        if len(state.trick) >= self.seats:
            fields.fail("trick", f"expected fewer than {self.seats} cards")
        played = [(state.lead + place) % self.seats for place in range(len(state.trick))]
        for seat, row in enumerate(rows):
            left = self.hand - tricks - (seat in played)
            if size(state.hands[seat]) != left:
                row.fail("hand", f"expected {left} cards")
        for seat, card in zip(played, state.trick, strict=True):
            led = SUIT[state.trick[0]]
            if state.voids[seat] & SEAT_BIT[SUIT[card]]:
                rows[seat].fail("void", f"it has played {NAMES[card]}")
            if SUIT[card] != led and not state.voids[seat] & SEAT_BIT[led]:
                rows[seat].fail("void", f"{NAMES[card]} does not follow {SUITS[led]}")
        piles = [state.gone, card_set(state.trick), *state.hands]
        if sum([size(pile) for pile in piles]) != self.seats * self.hand or overlap(piles):
            fields.fail("table", "a card is in two places")

    def why_not(self, seen: Observation, move: Move) -> str:
        assert isinstance(seen, ForecastObservation)
        if isinstance(move, Play) and seen.phase == "play" and seen.seat in seen.asked:
            if NAMES[move.card] not in seen.hand:
                return f"{NAMES[move.card]} is not in your hand (rule 3)"
            return f"follow suit: {SUITS[SUIT[CARD_OF[seen.trick[0]]]]} was led (rule 3)"
        return super().why_not(seen, move)

    def seen_kinds(self) -> dict[str, Any]:
        return {"table": SeatSeen}

    def obvious(self, seen: Observation) -> Move | None:
        """The last card alone: that a hand must follow suit is nobody's business."""
        assert isinstance(seen, ForecastObservation)
        return seen.legal[0] if len(seen.legal) == len(seen.hand) == 1 else None

    def part_text(self, part: str, value: int) -> str | int:
        return NAMES[value] if part == "card" else value

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        assert isinstance(state, ForecastState)
        super().encode(state, seat, features)
        hand = state.hands[seat] if seat < self.seats else EMPTY
        for name, cards in (("hand", hand), ("trick", card_set(state.trick)), ("gone", state.gone)):
            features.block(name, "by card: is it there?")
            features.pile(cards, CARDS)
        features.block("led", "the suit that was led; all 0 if none is")
        features.one(SUIT[state.trick[0]] if state.trick else NOBODY, len(SUITS))
        features.block("table", "by seat from the observer: forecast told, forecast, taken, cards")
        for other in features.order():
            features.flag(state.forecasts[other] != NOBODY)
            features.part(max(state.forecasts[other], 0), MOST)
            features.part(state.taken[other], MOST)
            features.part(size(state.hands[other]), MOST)
        features.block("void", "by seat from the observer and suit: did it not follow?")
        for other in features.order():
            features.pile(state.voids[other], len(SUITS))

    def secrets(self) -> ForecastSecrets:
        return ForecastSecrets()


def overlap(piles: list[CardSet]) -> bool:
    """Is a card in two of them?"""
    seen = EMPTY
    for pile in piles:
        if seen & pile:
            return True
        seen |= pile
    return False
