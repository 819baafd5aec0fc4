"""A list of offers for one tick: answers to what others offer, and a few offers of its own."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.heuristics.five_ages.neighbours import is_offered, liking, neighbour
from microciv.bots.heuristics.five_ages.worth import Outlook, cards_of, own_row
from microciv.core.cards import Card
from microciv.core.moves import Move
from microciv.games.five_ages.cards import CARD, JOKER
from microciv.games.five_ages.moves import BOTH, DONE, LEFT, PASS, RIGHT, WITHDRAW, Offer
from microciv.games.five_ages.observation import FiveAgesObservation
from microciv.games.five_ages.trade import index_of

LEAST: Final = 1e-9  # a gain is more than this, and a loss too
OBLIGING: Final = 0.1  # so much it gives away to whoever asks
NEW_TICKS: Final = 2  # ticks in which it makes an offer of its own to each neighbour
HOPE: Final = 0.3  # how much a neighbour's liking speaks for a yes


@final
class Trader:
    """One seat's view of one tick. All follows from what it sees, its answer so far left aside."""

    def __init__(self, seen: FiveAgesObservation, outlook: Outlook) -> None:
        self.seen = seen
        self.outlook = outlook
        self.spite = outlook.style.spite
        self.civ = cards_of(seen.civ)
        self.row = own_row(seen)
        self.hand = cards_of(seen.hand) + self.row
        self.now = self.worth_of(self.hand)
        menu = [move for move in (*seen.answer, *seen.legal) if isinstance(move, Offer)]
        self.menu = sorted(menu, key=index_of)
        self.standing = [offer for offer in self.menu if offer.text in self.texts_of(seen.seat)]
        self.standing.sort(key=lambda offer: self.texts_of(seen.seat).index(offer.text))
        self.offered = [offer for offer in self.menu if is_offered(seen, offer)]
        self.gains = {offer.index: self.gain_of([offer]) for offer in self.menu}

    def texts_of(self, seat: int) -> tuple[str, ...]:
        """The offers that stand, as that seat's moves."""
        return self.seen.table[seat].offers

    # --- what an offer is worth

    def worth_of(self, hand: list[Card]) -> float:
        """What this hand would be worth beside the civilization."""
        return self.outlook.worth_before(self.civ, hand, self.seen.to_place)

    def after(self, offers: list[Offer]) -> list[Card]:
        """The hand after these swaps."""
        hand = self.hand
        for offer in offers:
            given, wanted = self.given(offer), self.wanted(offer)
            hand = [card for card in hand if card not in given] + wanted
        return hand

    def given(self, offer: Offer) -> list[Card]:
        """What goes."""
        return self.row if offer.given == BOTH else [offer.given]

    def wanted(self, offer: Offer) -> list[Card]:
        """What comes."""
        if offer.given != BOTH:
            return [offer.wanted]
        other = self.seen.table[neighbour(self.seen, offer.side)]
        return [CARD[name] for name in (other.left, other.right) if name and CARD[name] < JOKER]

    def grudge(self, offer: Offer) -> float:
        """What it minds to see these cards with that neighbour."""
        if self.spite == 0:
            return 0.0
        seat = neighbour(self.seen, offer.side)
        return self.spite * sum([liking(self.seen, seat, card) for card in self.given(offer)])

    def gain_of(self, offers: list[Offer]) -> float:
        """What is gained if all of these come about, less what is grudged."""
        gain = self.worth_of(self.after(offers)) - self.now
        return gain - sum([self.grudge(offer) for offer in offers])

    # --- what to offer

    def good(self) -> list[Offer]:
        """All that improves its cards, or for a spoiler is worth more than it minds; best first."""
        offers = [offer for offer in self.menu if self.gains[offer.index] > LEAST]
        return sorted(offers, key=lambda offer: -self.gains[offer.index])

    def answers(self) -> list[Offer]:
        """The offers of others that it accepts: it is obliging, and minds a small loss little."""
        offers = [offer for offer in self.offered if self.gains[offer.index] >= -OBLIGING]
        return sorted(offers, key=lambda offer: -self.gains[offer.index])

    def initiative(self) -> list[Offer]:
        """Offers of its own: those that stand, and in the first ticks the most hopeful other one to
        each neighbour; if there is no second tick for answers, all.
        """
        own = [offer for offer in self.good() if offer not in self.offered]
        standing = [offer for offer in own if offer in self.standing]
        fresh = [offer for offer in own if offer not in self.standing]
        if self.seen.ticks == 1:
            return own
        if self.seen.tick > NEW_TICKS:
            return standing
        fresh.sort(key=lambda offer: -self.hope(offer))
        firsts = [[offer for offer in fresh if offer.side == side][:1] for side in (LEFT, RIGHT)]
        return standing + firsts[LEFT] + firsts[RIGHT]

    def hope(self, offer: Offer) -> float:
        """The gain, weighed by how likely the neighbour seems to agree."""
        seat = neighbour(self.seen, offer.side)
        gives = sum([liking(self.seen, seat, card) for card in self.given(offer)])
        wants = sum([liking(self.seen, seat, card) for card in self.wanted(offer)])
        return self.gains[offer.index] * max(0.2, 1 + HOPE * (gives - wants))

    def wishes(self) -> list[Offer]:
        """The list it wants to stand, best first, of which any two together do no harm."""
        found: list[Offer] = []
        offers = self.answers() + self.initiative()
        for offer in sorted(offers, key=lambda offer: -self.gains[offer.index]):
            if all([self.goes_with(offer, other) for other in found]):
                found.append(offer)
        return found

    def goes_with(self, offer: Offer, other: Offer) -> bool:
        """Can only one of them come about, or are both together no great loss?"""
        given, wanted = self.given(offer), self.wanted(offer)
        if any([card in given for card in self.given(other)]):
            return True
        if any([card in wanted for card in self.wanted(other)]):
            return True
        return self.gain_of([offer, other]) >= -OBLIGING

    def answer(self) -> list[Move]:
        """The steps that make the standing list what it wishes; `done` if nothing can improve."""
        wishes, standing = self.wishes(), self.standing
        if not wishes and not standing:
            even = [gain for gain in self.gains.values() if gain >= -LEAST]
            return [PASS] if even and self.seen.tick == 1 else [DONE]
        if not wishes:
            return [WITHDRAW, PASS]
        if any([offer not in wishes for offer in standing]):
            return [WITHDRAW, *wishes, PASS]
        if wishes == standing:
            return [PASS]
        fresh = [offer for offer in wishes if offer not in standing]
        return [*(fresh if wishes == fresh + standing else wishes), PASS]
