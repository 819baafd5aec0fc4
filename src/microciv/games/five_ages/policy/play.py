"""5 Ages, and what the search knows of it.

Whoever does not search plays at a glance. A search plays a world on to the end of the round's
trade, or of its building if that is what is asked; there it is worth what everybody's cards may
still become. Rows, builds and offers are the policy's own choice, swaps weighed in the same worlds
(docs/bots/5-ages.md).
"""

from __future__ import annotations

from itertools import combinations
from operator import mul
from typing import Final, final

from microciv.core.cards import BIT, EMPTY, Card, CardSet, cards_in, minus, plus, size
from microciv.core.game import Game
from microciv.core.moves import NOBODY, Move, Seat
from microciv.core.policy import NO_REASON, Assets, Policy, Reason, asset
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games.five_ages.cards import ALL_ORDINARY, JOKER, JOKERS, ORDINARY
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import BOTH, PASS, Build, Keep, Offer, Replace
from microciv.games.five_ages.policy.glance import best_build, best_offer, loosest
from microciv.games.five_ages.policy.hands import (
    BUCKETS,
    RANKS,
    TAKES,
    Odds,
    Spread,
    bucket_of,
    odds_of,
    win_chances,
    win_odds,
)
from microciv.games.five_ages.policy.styles import PLAIN, STYLES, Style, fitted, style_of
from microciv.games.five_ages.policy.talk import of_row, of_trade
from microciv.games.five_ages.rules.building import hand_left, to_place
from microciv.games.five_ages.rules.phases import BUILD, ROW, TRADE
from microciv.games.five_ages.rules.poker import HANDS, SIZE
from microciv.games.five_ages.rules.state import FiveAgesState
from microciv.games.five_ages.rules.trade import neighbour, open_cards, row_of

LOOKS: Final = 1.0  # drawn cards that a trade phase is worth
LAST_LOOK: Final = 1.0  # and how many more the last one is: then all know what they want
HIDDEN: Final = 0.5  # others have chosen what they keep: each of their unknown cards counts more
END: Final = 1.5  # and cards at the end
LEAST: Final = 1e-9
FINER: Final = 1e-6
PRIME: Final = 10_007
UNWILLING: Final = 0.05
UNASKED: Final = -1.0
REMEMBERED: Final = 50_000
PERCENT: Final = 100.0  # as which chances of a hand are counted
NO_CARDS: Final[list[Card]] = []

#                  high   pair   two    three  strai  flush  full   four   s.fl.  five
SHARES: Final = [0.005, 0.045, 0.310, 0.065, 0.045, 0.190, 0.280, 0.043, 0.012, 0.005]
"""How often a hand is a player's at the end of a match between good players."""


def curve_of(seats: int, weights: list[float], spread: Spread) -> list[float]:
    """By bucket, how likely a hand wins against this many seats less one, by a style's weights."""
    curve: list[float] = []
    below = 0.0
    shares = shares_of(spread.size)
    for hand in spread.from_weakest:
        share = shares[hand]
        curve += [
            weights[hand] * (below + share * (rank + 0.5) / RANKS) ** (seats - 1)
            for rank in range(RANKS)
        ]
        below += share
    return curve


def shares_of(size: int) -> list[float]:
    """The shares among the hands that this many cards can make."""
    if size == SIZE:
        return SHARES
    shares = [share if takes <= size else 0.0 for share, takes in zip(SHARES, TAKES, strict=True)]
    whole = sum(shares)
    return [share / whole for share in shares]


@final
class FiveAgesPolicy(Policy):
    """Knows one seat's own cards for certain, and takes the others' as a world has them."""

    def __init__(
        self,
        game: Game,
        least: float = 0.0,
        grudge: float = UNASKED,
        offers: int = 10,
        *,
        blur: float = 0.0,
        styled: bool = False,
    ) -> None:
        super().__init__(game)
        self.least = least
        """What a swap must gain by its cards, as a chance to win; below 0 the seat is obliging."""
        self.grudge = grudge
        """The giver's chance relative to the seat's own; UNASKED if it is not looked at."""
        self.most = offers
        """In one tick."""
        self.blur = blur
        """By what part it may take cards for better or worse than they are."""
        self.styled = styled
        self.asked = (0, 0, 0)
        """The tick that swaps are weighed for, and by offer what has been found."""
        self.sums: dict[int, float] = {}
        self.weights: dict[int, float] = {}
        assert isinstance(game, FiveAgesGame)
        self.five_ages = game
        self.poker = game.poker()
        self.asset_names = [asset("hand", least=HANDS[hand]) for hand in self.poker.from_weakest]
        self.wild = game.settled.joker_in_civ == "wild"
        self.rounds = game.rounds
        self.exchanges = 1 if game.may_exchange else 0
        self.spread = Spread(game.settled.ace_low, game.rounds, self.poker.from_weakest)
        self.styles = {
            style.name: fitted(style, self.poker.beaten, game.rounds) for style in [PLAIN, *STYLES]
        }
        self.curves = {
            name: curve_of(game.seats, style.hands, self.spread)
            for name, style in self.styles.items()
        }
        self.curve = self.curves[PLAIN.name]
        self.odds: dict[int, Odds] = {}
        self.worths: dict[tuple[CardSet, CardSet, int], float] = {}
        self.finals: dict[tuple[CardSet, CardSet, int], int] = {}

    def viewer(self) -> Seat:
        """Whose observation the worlds are dealt from."""
        fates = self.five_ages.fates
        return NOBODY if fates is None else fates.seen.seat

    # --- how it plays

    def pick(self, state: State, seat: Seat, legal: list[Move], rng: Rng) -> Move:
        assert isinstance(state, FiveAgesState)
        style = self.style(state, seat)
        if state.phase == TRADE:
            return best_offer(state, seat, legal, style)
        if state.phase == ROW:
            return loosest(state, seat, legal, self.wild, style)
        return best_build(state, seat, legal, self.poker, style)

    def style(self, state: FiveAgesState, seat: Seat) -> Style:
        """The seat's in this match."""
        style = style_of(self.seats, seat, state.round, state.token) if self.styled else PLAIN
        return self.styles[style.name]

    def reason(self, state: State, seat: Seat, answer: list[Move]) -> Reason:
        assert isinstance(state, FiveAgesState)
        move = answer[0]
        if isinstance(move, Keep):
            return of_row(state, seat, move)
        if state.phase == TRADE:
            return of_trade(state, seat, self.style(state, seat), answer)
        return NO_REASON

    # --- what the search asks

    def select(self, state: State, seat: Seat, legal: list[Move]) -> list[Move]:
        assert isinstance(state, FiveAgesState)
        if seat != self.viewer():
            return [legal[0]] if state.phase == BUILD else legal
        self.curve = self.curves[self.style(state, seat).name]
        if state.phase == TRADE:
            return self.offers(state, seat, legal)
        if state.phase == BUILD:
            return self.builds(state, seat, legal)
        return self.rows(state, seat, legal)

    def key(self, state: State, seat: Seat) -> int:
        """All that the seat sees of rows and offers, as far as it may trade by it."""
        assert isinstance(state, FiveAgesState)
        if state.phase != TRADE:
            return 0
        seen = state.hands[seat]
        for side in (0, 1):
            other = neighbour(state.seats, seat, side)
            seen = (seen << 12) + (state.left[other] + 1) * 64 + state.right[other] + 1
            seen = (seen << 4) + len(state.lists[other])
        return seen

    def is_far(self, state: State, start: int) -> bool:
        """When everybody has traded; if that was so from the start, when everybody has built."""
        return state.phase == BUILD or state.phase == ROW

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, FiveAgesState)
        return win_chances(self.spreads(state))

    def assets(self, state: State, seat: Seat) -> Assets:
        """How likely each hand or a better one is, and what is won by it rather than by the next
        worse.
        """
        assert isinstance(state, FiveAgesState)
        spreads = self.spreads(state)
        odds = win_odds(spreads, seat)
        whole = sum(
            [sum(map(mul, spreads[one], win_odds(spreads, one))) for one in range(self.seats)]
        )
        amounts: list[float] = []
        units: list[float] = []
        last = 0.0
        for index in range(len(self.poker.beaten)):
            first = index * RANKS
            of_hand = spreads[seat][first : first + RANKS]
            likely = sum(of_hand)
            won = odds[first + RANKS // 2]
            if likely > 0.0:
                won = sum(map(mul, of_hand, odds[first : first + RANKS])) / likely
            amounts.append(PERCENT * sum(spreads[seat][first:]))
            units.append((won - last) / (PERCENT * whole))
            last = won
        return amounts, units, 0.0

    def spreads(self, state: FiveAgesState) -> list[list[float]]:
        """What every seat's cards may become."""
        everybody = EMPTY
        for seat in range(self.seats):
            everybody |= state.civs[seat]
        spreads: list[list[float]] = []
        for seat in range(self.seats):
            pile = state.hands[seat] | state.civs[seat]
            if state.phase == ROW:
                spreads.append(self.spread_after(state, seat, pile, everybody))
            else:
                spreads.append(self.spread_before(state, seat, pile, everybody))
        return spreads

    def spread_after(
        self, state: FiveAgesState, seat: Seat, pile: CardSet, everybody: CardSet
    ) -> list[float]:
        """What a seat's pile may become from the beginning of a round."""
        left = self.rounds - state.round
        coming = left + LOOKS * (left + 1) + (0.0 if left else LAST_LOOK)
        alive = ALL_ORDINARY & ~(pile | everybody)
        if seat == self.viewer():
            builds = self.exchanges * (left + 1)
            return self.spread_of(pile, state.civs[seat], alive, coming, builds)
        return self.spread_of(pile, EMPTY, alive, coming + HIDDEN, 0)

    # --- what cards are worth

    def spread_of(
        self, pile: CardSet, civ: CardSet, alive: CardSet, coming: float, builds: int
    ) -> list[float]:
        """By bucket, how likely the pile ends there, with this many cards to come."""
        jokers = size(pile & JOKERS)
        if not self.wild:
            coming += size(pile & ~civ & JOKERS)  # a Joker fired brings a card
            jokers = 0
        share = int(1000.0 * coming) // max(1, size(alive))
        odds = self.odds.get(share)
        if odds is None:
            odds = odds_of(min(1.0, share / 1000.0))
            self.odds[share] = odds
        return self.spread.of(pile, civ, alive, odds, builds, jokers)

    def worth(self, pile: CardSet, civ: CardSet, coming: float, builds: int) -> float:
        """How likely these cards win against nobody in particular."""
        key = (pile, civ, int(8.0 * coming) * 8 + builds)
        worth = self.worths.get(key, -1.0)
        if worth < 0.0:
            spread = self.spread_of(pile, civ, ALL_ORDINARY & ~pile, coming, builds)
            worth = 0.0
            for bucket in range(len(spread)):
                if spread[bucket] > 0.0:
                    worth += spread[bucket] * self.curve[bucket]
            worth *= self.misjudged(pile, civ)
            if len(self.worths) > REMEMBERED:
                self.worths = {}
            self.worths[key] = worth
        return worth

    def made_worth(self, strength: int) -> float:
        """How likely such a civilization wins; of one bucket the stronger is the likelier."""
        return self.curve[bucket_of(self.poker, strength)] + strength * FINER

    def misjudged(self, pile: CardSet, civ: CardSet) -> float:
        """By what these cards are taken for better or worse: always by the same."""
        if self.blur == 0.0:
            return 1.0
        drawn = (pile % PRIME * 31 + civ % PRIME * 17) % PRIME
        return 1.0 + self.blur * (2.0 * drawn / PRIME - 1.0)

    def worth_before(self, state: FiveAgesState, seat: Seat, hand: CardSet) -> float:
        """What a hand is worth beside the civilization, before it is built from."""
        civ = state.civs[seat]
        if state.round == self.rounds:
            missing = to_place(state, seat)
            best = self.best_built(civ, hand, missing)
            return self.made_worth(best) * self.misjudged(hand, civ)
        left = self.rounds - state.round
        return self.worth(hand | civ, civ, left + LOOKS * left, self.exchanges * (left + 1))

    # --- the end

    def spread_before(
        self, state: FiveAgesState, seat: Seat, pile: CardSet, everybody: CardSet
    ) -> list[float]:
        """What a seat's pile may become before the round's build; in the last one its own cards
        for certain. Of others only that they keep what serves them is known.
        """
        left = self.rounds - state.round
        civ = state.civs[seat]
        alive = ALL_ORDINARY & ~(pile | everybody)
        if seat != self.viewer():
            more = HIDDEN if left else END
            return self.spread_of(pile, EMPTY, alive, left + LOOKS * left + more, 0)
        if left:
            builds = self.exchanges * (left + 1)
            return self.spread_of(pile, civ, alive, left + LOOKS * left, builds)
        best = self.poker.strength(civ)
        if state.to_act:
            best = self.best_built(civ, pile & ~civ, to_place(state, seat))
        sure = [0.0] * BUCKETS
        sure[bucket_of(self.poker, best)] = 1.0
        return sure

    def best_built(self, civ: CardSet, hand: CardSet, missing: int) -> int:
        """The strongest civilization that the last build can make."""
        key = (civ, hand, missing)
        best = self.finals.get(key, -1)
        if best < 0:
            for whole in self.endings(civ, hand, missing):
                best = max(best, self.poker.strength(whole))
            if len(self.finals) > REMEMBERED:
                self.finals = {}
            self.finals[key] = best
        return best

    def endings(self, civ: CardSet, hand: CardSet, missing: int) -> list[CardSet]:
        """Every civilization that one build phase can make."""
        found: list[CardSet] = []
        old = cards_in(civ)
        fit = hand & ~JOKERS if self.five_ages.no_joker_in_civ else hand
        for built in combinations(cards_in(fit), missing):
            whole, left = civ, fit
            for card in built:
                whole = plus(whole, card)
                left = minus(left, card)
            found.append(whole)
            for card in cards_in(left) if self.exchanges else NO_CARDS:
                found += [minus(plus(whole, card), out) for out in old]
        return found

    # --- offers

    def offers(self, state: FiveAgesState, seat: Seat, legal: list[Move]) -> list[Move]:
        """The offer that is the best swap so far of those not made; to pass if none is good."""
        fresh = [
            move for move in legal if isinstance(move, Offer) and move not in state.lists[seat]
        ]
        made = [move for move in state.answers[seat] if isinstance(move, Offer)]
        if not fresh or len(made) >= self.most:
            return [PASS]
        key = (self.key(state, seat), state.civs[seat], state.round * 8 + state.tick)
        if key != self.asked:
            self.asked = key
            self.sums = {}
            self.weights = {}
        if not made:
            self.weigh(state, seat, fresh)
        best, most = PASS, min(0.0, self.least)
        for offer in fresh:
            weight = self.weights.get(offer.index, 0.0)
            if weight > 0.0 and self.sums[offer.index] / weight > most:
                best, most = offer, self.sums[offer.index] / weight
        return [best]

    def weigh(self, state: FiveAgesState, seat: Seat, fresh: list[Offer]) -> None:
        """What each swap would bring in this world, less what is grudged. A swap takes two: worlds
        where the neighbour would rather not hardly count.
        """
        row = row_of(state, seat)
        hand = state.hands[seat] | row
        now = self.worth_before(state, seat, hand)
        good: list[Offer] = []
        for offer in fresh:
            gain = self.gain(state, seat, hand, row, offer) - now
            if gain > self.least + LEAST:
                good.append(offer)
                if self.grudge == UNASKED:
                    self.sums[offer.index] = gain
                    self.weights[offer.index] = 1.0
        if not good or self.grudge == UNASKED:
            return
        everybody = EMPTY
        piles: list[CardSet] = []
        for other in range(self.seats):
            everybody |= state.civs[other]
            piles.append(state.hands[other] | state.civs[other] | row_of(state, other))
        spreads = [
            self.spread_before(state, other, piles[other], everybody) for other in range(self.seats)
        ]
        before = win_chances(spreads)
        for offer in good:
            partner = neighbour(self.seats, seat, offer.side)
            given = row if offer.given == BOTH else BIT[offer.given]
            wanted = row_of(state, partner) if offer.given == BOTH else BIT[offer.wanted]
            mine = piles[seat] & ~given | wanted
            theirs = piles[partner] & ~wanted | given
            swapped = spreads[:]
            swapped[seat] = self.spread_before(state, seat, mine, everybody)
            swapped[partner] = self.spread_before(state, partner, theirs, everybody)
            after = win_chances(swapped)
            gain = after[partner] - before[partner]
            weight = 1.0 if gain > 0.0 else UNWILLING
            net = after[seat] - before[seat] - self.grudge * gain
            self.sums[offer.index] = self.sums.get(offer.index, 0.0) + weight * net
            self.weights[offer.index] = self.weights.get(offer.index, 0.0) + weight

    def gain(
        self, state: FiveAgesState, seat: Seat, hand: CardSet, row: CardSet, offer: Offer
    ) -> float:
        """What the hand is worth after the swap."""
        after = hand
        if offer.given == BOTH:
            other = neighbour(state.seats, seat, offer.side)
            after &= ~row
            for card in open_cards(state, other):
                after = plus(after, card)
        else:
            after = plus(minus(after, offer.given), offer.wanted)
        return self.worth_before(state, seat, after)

    # --- rows

    def rows(self, state: FiveAgesState, seat: Seat, legal: list[Move]) -> list[Move]:
        """Keep what would be missed most; a Joker in the first round, when there is nothing to
        steal, or if it may stand for any card. Whom another time it attacks is left open.
        """
        civ, hand = state.civs[seat], state.hands[seat]
        left = self.rounds - state.round
        holds = self.wild or state.round <= self.five_ages.least_robbed
        best, most = JOKER, -10.0
        for move in legal:
            assert isinstance(move, Keep)
            if move.card == JOKER:
                need = 1.0 if holds else -9.0
            else:
                rest = minus(hand, move.card) | civ
                builds = self.exchanges * (left + 1)
                need = -self.worth(rest, civ, left + LOOKS * left, builds)
            if need > most:
                best, most = move.card, need
        return [move for move in legal if isinstance(move, Keep) and move.card == best]

    # --- building

    def builds(self, state: FiveAgesState, seat: Seat, legal: list[Move]) -> list[Move]:
        """The step to the best civilization."""
        best, most = legal[0], -1.0
        for move in legal:
            value = self.step_value(state, seat, move)
            if value > most:
                best, most = move, value
        return [best]

    def step_value(self, state: FiveAgesState, seat: Seat, move: Move) -> float:
        """What the best build is worth that goes on with this step."""
        civ, hand = state.civs[seat], state.hands[seat]
        whole, left = civ, hand_left(state, seat)
        done = hand & ~left
        whole |= done
        missing = to_place(state, seat) - size(done)
        if isinstance(move, Replace):
            card = self.card_of(left, move.card)
            out = cards_in(civ)[move.slot - 1]
            return self.built_worth(state, minus(plus(whole, card), out), hand | civ)
        if isinstance(move, Build):
            card = self.card_of(left, move.card)
            whole, left, missing = plus(whole, card), minus(left, card), missing - 1
        best = self.built_worth(state, whole, hand | civ) if missing == 0 else 0.0
        if isinstance(move, Build):
            fit = left & ~JOKERS if self.five_ages.no_joker_in_civ else left
            for more in combinations(cards_in(fit), missing):
                larger, rest = whole, fit
                for card in more:
                    larger = plus(larger, card)
                    rest = minus(rest, card)
                best = max(best, self.built_worth(state, larger, hand | civ))
                for card in cards_in(rest) if self.exchanges else NO_CARDS:
                    for out in cards_in(civ):
                        after = minus(plus(larger, card), out)
                        best = max(best, self.built_worth(state, after, hand | civ))
        return best

    def card_of(self, pile: CardSet, looks: Card) -> Card:
        """The card of the pile that looks so; any Joker for a Joker."""
        return looks if looks < ORDINARY else cards_in(pile & JOKERS)[0]

    def built_worth(self, state: FiveAgesState, civ: CardSet, pile: CardSet) -> float:
        """What a civilization is worth after this build, with the rest of the pile in hand."""
        if state.round == self.rounds:
            return self.made_worth(self.poker.strength(civ)) * self.misjudged(pile, civ)
        left = self.rounds - state.round
        return self.worth(pile, civ, left + LOOKS * left, self.exchanges * left)
