"""Civ Builder: an opponent that melds, trades and takes with a sense for what leads pay."""

from __future__ import annotations

from typing import Final, final

from microciv.bots.bot import NO_REASON, Bot
from microciv.bots.heuristics.civ_builder import acting, keeping, talk
from microciv.bots.heuristics.civ_builder.acting import Actions
from microciv.bots.heuristics.civ_builder.hearing import Hearing
from microciv.bots.heuristics.civ_builder.melding import Planner
from microciv.bots.heuristics.civ_builder.steps import next_count, next_named, next_term
from microciv.bots.heuristics.civ_builder.styles import Style, home_of, style_of
from microciv.bots.heuristics.civ_builder.trading import NO_TERMS, Terms, Trader
from microciv.bots.heuristics.civ_builder.worth import Outlook
from microciv.core.bags import NONE, Bag, kinds_in
from microciv.core.events import Heard
from microciv.core.game import Game
from microciv.core.moves import NOBODY, Move, Seat
from microciv.core.state import Observation
from microciv.games.civ_builder.cards import (
    CIVS,
    CONQUEST,
    EQUESTRIAN,
    GOVERNMENT,
    KIND,
    RELIGION,
    SCIENCE_TAKES,
    SEAFARING,
    TRADE,
    bag_from,
)
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.moves import (
    ACCEPT,
    ANY,
    COUNTER,
    DECLINE,
    DISCARDS,
    DRAW,
    DUMP,
    EXCHANGES,
    KEEP,
    MELDS,
    OFFERS,
    PASS,
    POINTS,
    RAIDS,
    RETURNS,
    SKIP,
    STEALS,
    STOP,
    TAKES,
    USE,
    Against,
    Count,
    Pick,
    Standing,
    kind_of,
    seat_of,
)
from microciv.games.civ_builder.observation import CivBuilderObservation

WORDS: Final = {
    CONQUEST: STEALS,
    TRADE: EXCHANGES,
    RELIGION: STEALS,
    SEAFARING: STEALS,
    EQUESTRIAN: RAIDS,
}
EXTRA_PIPS: Final = 3  # what the extra die may be expected to show


@final
class Desk:
    """All that is worked out for one answer."""

    def __init__(self, outlook: Outlook, hearing: Hearing) -> None:
        self.outlook = outlook
        self.actions = Actions(outlook)
        self.planner = Planner(outlook, self.actions.worths)
        self.hearing = hearing
        self.traders: list[Trader] = []
        self.offers: dict[tuple[Seat, ...], Terms] = {}

    def follows(self, other: Desk) -> bool:
        """Are both of one Trade phase?"""
        seen, before = self.outlook.seen, other.outlook.seen
        return before.trading and seen.trading and seen.round == before.round

    def trader(self) -> Trader:
        """Made when it is wanted."""
        if not self.traders:
            self.traders.append(Trader(self.planner, self.hearing))
        return self.traders[0]

    def offer(self, targets: list[Seat]) -> Terms:
        """The best terms for one of these."""
        key = tuple(targets)
        if key not in self.offers:
            self.offers[key] = self.trader().best_offer(targets)
        return self.offers[key]


@final
class EasyCivBuilder(Bot):
    """Plays to its style; all that it does follows from what it sees and has heard."""

    def __init__(self, game: Game, seat: Seat, seed: int, style: Style | None = None) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivBuilderGame)
        self._game = game
        self._style = style
        self._hearing = Hearing(seat)
        self._desks: list[tuple[object, Desk]] = []
        """The last one, and the question that it was for."""

    def hear(self, events: list[Heard]) -> None:
        """It remembers whom it has asked in this phase."""
        self._hearing.hear(events)

    def choose(self, seen: Observation) -> Move:
        """The next step of the answer that it likes best."""
        assert isinstance(seen, CivBuilderObservation)
        self.why = NO_REASON
        phase = seen.phase
        if phase == "pick":
            return self._pick(seen)
        if phase == "sixth":
            return DRAW
        desk = self._desk(seen)
        if phase == "meld":
            return self._meld(seen, desk)
        if phase == "act":
            return self._act(seen, desk)
        if phase == "exchange":
            return self._exchange(seen, desk)
        if phase == "study":
            looked = [KIND[name] for name in seen.looked]
            taken = acting.study(desk.planner, seen.melds, looked, SCIENCE_TAKES)
            return next_named(seen, TAKES, taken)
        if phase == "point":
            attribute = keeping.best_point(desk.outlook)
            self.why = talk.of_point(desk.outlook, attribute)
            return POINTS[attribute]
        if phase == "dump":
            return DUMP if keeping.is_worth_a_dump(desk.planner) else KEEP
        if phase == "discard":
            return self._discard(seen, DISCARDS, keeping.discards(desk.planner))
        return self._trade(seen, desk)

    def _desk(self, seen: CivBuilderObservation) -> Desk:
        """What was worked out for the steps before, if this is the same question."""
        question = (
            *(seen.phase, seen.round, seen.acting, seen.melds, seen.action, seen.target),
            *(seen.pass_number, seen.ticks, seen.looked, seen.deals, seen.discard, seen.table),
            *(seen.tops, self._hearing.approaches, len(self._hearing.refused)),
        )
        if self._desks and self._desks[0][0] == question:
            return self._desks[0][1]
        desk = Desk(Outlook(self._game, seen, self._style or style_of(seen)), self._hearing)
        if self._desks and seen.trading and desk.follows(self._desks[0][1]):
            desk.planner.recall(self._desks[0][1].planner)
        self._desks = [(question, desk)]
        return desk

    # --- the table

    def _pick(self, seen: CivBuilderObservation) -> Move:
        """A civilization of its style; of those, where the extra die helps most."""
        style = self._style or style_of(seen)
        outlook = Outlook(self._game, seen, style)

        def liked(move: Pick) -> tuple[bool, float, int]:
            home = home_of(CIVS[move.civ])
            place = style.homes.index(home) if home in style.homes else 0
            return home in style.homes, outlook.gain(home, EXTRA_PIPS), -place

        return max([move for move in seen.legal if isinstance(move, Pick)], key=liked)

    # --- a turn

    def _meld(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        planner, hand = desk.planner, desk.outlook.hand
        begun = seen.answer[0] if seen.answer else STOP
        meld = planner.best(hand, seen.melds, bag_from(seen.melded))
        if begun is STOP and meld is None:
            return STOP
        if begun is not STOP and (meld is None or MELDS[meld.attribute] is not begun):
            meld = planner.largest(hand, seen.melds, kind_of(begun))
        assert meld is not None
        self.why = talk.of_meld(desk.outlook, meld.attribute, meld.size)
        if begun is STOP:
            return MELDS[meld.attribute]
        counts = [move for move in seen.legal if isinstance(move, Count)]
        return next_count(counts, meld.parts)

    def _act(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        action = KIND[seen.action]
        if action == GOVERNMENT:
            return self._govern(seen, desk)
        if action not in WORDS:
            return USE
        if seen.answer:
            target = seat_of(seen.answer[0])
            self.why = talk.of_action(desk.outlook, target)
            return next_named(seen, POINTS, acting.conquest_of(desk.outlook, target)[1])
        target = desk.actions.targets[action]
        if desk.actions.against(action, target) < 0:
            return SKIP
        self.why = talk.of_action(desk.outlook, target)
        return WORDS[action][target]

    def _govern(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        """Discard what is of no use, draw two more."""
        if not seen.answer:
            return USE
        return self._discard(seen, DISCARDS, acting.reform(desk.planner, seen.melds))

    def _exchange(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        theirs = bag_from(seen.table[seen.target].known)
        taken, returned = acting.bargain(desk.planner, seen.melds, theirs)
        self.why = talk.of_action(desk.outlook, seen.target)
        if any([move in RETURNS for move in seen.legal]):
            return next_named(seen, RETURNS, kinds_of(returned))
        return next_named(seen, TAKES, kinds_of(taken))

    def _discard(self, seen: CivBuilderObservation, moves: list[Move], gone: Bag) -> Move:
        if gone != NONE:
            self.why = talk.of_discards(kinds_in(gone)[0])
        return next_named(seen, moves, kinds_of(gone))

    # --- trade

    def _trade(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        if seen.phase == "offer":
            return self._offer(seen, desk)
        if seen.phase == "market":
            return self._market(seen, desk)
        trader = desk.trader()
        if seen.phase == "choose":
            return trader.choice(list(seen.willing))
        deal = seen.deals[0]
        if seen.answer:
            return next_term(seen, desk.offer([deal.seat]))
        accepted = ACCEPT in seen.legal and trader.accepts(deal) > 0
        if deal.target != NOBODY:
            self.why = talk.of_answer(accepted)
        if not accepted and COUNTER in seen.legal:
            terms = trader.counter(deal)
            if terms.target != NOBODY:
                desk.offers[(deal.seat,)] = terms
                return COUNTER
        return ACCEPT if accepted else DECLINE

    def _offer(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        """To propose, or to pass; to go on with what was begun."""
        if seen.answer:
            target = seat_of(seen.answer[0])
            terms = self._terms(seen, desk)
            if terms.target != target:
                terms = desk.offer([target])
            self._say_offer(desk, target, terms)
            return next_term(seen, terms)
        terms = self._terms(seen, desk)
        if terms.target == NOBODY:
            return PASS
        self._say_offer(desk, terms.target, terms)
        return OFFERS[terms.target]

    def _terms(self, seen: CivBuilderObservation, desk: Desk) -> Terms:
        """The proposal that it would make."""
        if not desk.trader().may_approach():
            return NO_TERMS
        others = [seat for seat in desk.outlook.others if seen.table[seat].hand]
        return desk.offer([*others, ANY] if len(others) > 1 else others)

    def _say_offer(self, desk: Desk, target: Seat, terms: Terms) -> None:
        if target != ANY:
            self.why = talk.of_offer(desk.outlook)
        elif terms.target == ANY:
            self.why = talk.of_offer_to_all(kinds_in(terms.wanted)[0])

    def _market(self, seen: CivBuilderObservation, desk: Desk) -> Move:
        if seen.answer:
            target = seat_of(seen.answer[0])
            terms = desk.offers.get((target,), NO_TERMS)
            if terms.target != target:
                terms = desk.offer([target])
            self._say_offer(desk, target, terms)
            return next_term(seen, terms)
        move, terms = desk.trader().in_market(seen.legal)
        if isinstance(move, Against):
            desk.offers[(terms.target,)] = terms
            self._say_offer(desk, terms.target, terms)
        elif isinstance(move, Standing) and move.seat < 0:
            own = [deal for deal in seen.deals if deal.seat == seen.seat]
            if own[move.number].target == NOBODY:
                self.why = talk.of_withdrawal(KIND[own[move.number].given[0]])
        return move


def kinds_of(bag: Bag) -> list[int]:
    """Every copy, the dearest kinds of the table last."""
    return [kind for kind in kinds_in(bag) for _copy in range((bag >> 4 * kind) & 15)]
