"""Civilization: The Card Game: an opponent with a sense for what pays, and when."""

from __future__ import annotations

from typing import final

from microciv.bots.bot import NO_REASON, Bot
from microciv.bots.heuristics.civ_card_game import fighting, keeping, talk
from microciv.bots.heuristics.civ_card_game.shopping import Shopper, step_to
from microciv.bots.heuristics.civ_card_game.styles import Style, style_of
from microciv.bots.heuristics.civ_card_game.worth import Outlook
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games.civ_card_game.cards import CARD, FIRST_GOODS
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.moves import (
    CULLS,
    DONE,
    GIVES,
    ONS,
    PASS,
    PLAYS,
    ROBS,
    Against,
    Number,
    Resource,
)
from microciv.games.civ_card_game.observation import CivCardGameObservation


@final
class EasyCivCardGame(Bot):
    """Plays to its style; all that it does follows from what it sees, step by step."""

    def __init__(
        self, game: Game, seat: Seat, seed: int, style: Style | None = None, whims: float = 0.0
    ) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, CivCardGame)
        self._game = game
        self._style = style
        self._whims = whims

    def at_its_best(self) -> Bot:
        """Without its whims."""
        return EasyCivCardGame(self._game, self.seat, self.seed, self._style)

    def choose(self, seen: Observation) -> Move:
        """The next step of the answer that it likes best."""
        assert isinstance(seen, CivCardGameObservation)
        self.why = NO_REASON
        outlook = Outlook(self._game, seen, self._style or style_of(seen))
        phase = seen.phase
        if phase == "turn":
            move = self._turn(outlook)
            self.why = talk.of_turn(outlook, [*seen.answer, move])
            return move
        if phase == "draft":
            return keeping.best_draft(outlook)
        if phase == "found":
            return keeping.best_founding(outlook)
        if phase == "cull" or phase == "discard":
            card = keeping.worst_card(outlook)
            self.why = talk.of_discard(card)
            return CULLS[card]
        if phase == "block":
            move = fighting.best_block(outlook)
            if move is not PASS:
                self.why = talk.of_block(seen.units[seen.facing].card)
            return move
        if phase == "repel":
            return fighting.best_repel(outlook)
        if phase == "yield":
            return fighting.best_yield(outlook)
        if phase == "receive":
            return fighting.best_settling(outlook)
        if phase == "surrender":
            kinds = [move.kind for move in seen.legal if isinstance(move, Resource)]
            return GIVES[fighting.best_gift(outlook, kinds)]
        return fighting.best_loss(outlook)  # breach, raze, vacate

    # --- a turn

    def _turn(self, outlook: Outlook) -> Move:
        seen = outlook.seen
        stage = seen.stage
        if stage == "collect":
            return self._split(outlook)
        if stage == "buy":
            return self._buy(outlook)
        if stage == "place":
            return self._place(outlook)
        if stage == "pay":
            return self._pay(outlook)
        if stage == "grow":
            return fighting.best_settling(outlook)
        if stage == "rob":
            return self._rob(outlook)
        if stage == "declare":
            return fighting.next_attack(outlook)
        return self._use(outlook) or seen.legal[0]

    def _split(self, outlook: Outlook) -> Move:
        """How much of the plot's bonus is of its first kind."""
        shopper = Shopper(outlook, self._whims)
        share = shopper.splits()
        first = share[shopper.purse.kinds[0][0]]
        return outlook.seen.legal[min(first, len(outlook.seen.legal) - 1)]

    def _buy(self, outlook: Outlook) -> Move:
        seen = outlook.seen
        use = self._use(outlook)
        if use is not None:
            return use
        shopper = Shopper(outlook, self._whims)
        best = shopper.best()
        if best:
            for move in step_to(outlook, best[0]):
                if move in seen.legal:
                    return move
        if not self._game.goods_lost:
            for card in outlook.hand:
                if card >= FIRST_GOODS:
                    return PLAYS[card]
        return DONE

    def _use(self, outlook: Outlook) -> Move | None:
        """A theft that is worth while: of most resources, of the best player's cards."""
        uses = [
            move for move in outlook.seen.legal if isinstance(move, Against) and move.verb == "use"
        ]
        best: Move | None = None
        most = 0.0
        for move in uses:
            theirs = outlook.seen.table[move.seat]
            wanted = self._game.box.thefts[move.card]
            worth = 1.0 + outlook.spite[move.seat]
            if wanted:
                there = min(wanted, sum(theirs.stock))
                if there < wanted and outlook.turns > 1.5:
                    continue
                worth *= there
            else:
                worth *= 1.0 + 0.1 * theirs.hand
            if worth > most:
                best, most = move, worth
        return best

    def _place(self, outlook: Outlook) -> Move:
        seen = outlook.seen
        plot, _more = Shopper(outlook).situation.best_site(CARD[seen.card])
        return ONS[plot] if ONS[plot] in seen.legal else seen.legal[0]

    def _pay(self, outlook: Outlook) -> Move:
        """What it needs least."""
        seen = outlook.seen
        shopper = Shopper(outlook, self._whims)
        shopper.best()
        purse = shopper.purse
        purse.have = outlook.realm.stock[:]
        amounts = [move for move in seen.legal if isinstance(move, Number)]
        if amounts[0].verb == "hammers":
            purse.have[0] = 0
        paid = purse.mixture(seen.left)
        planned = paid[0 if amounts[0].verb == "food" else 1]
        return min(amounts, key=lambda move: abs(move.number - planned))

    def _rob(self, outlook: Outlook) -> Move:
        """What helps most."""
        kinds = [move.kind for move in outlook.seen.legal if isinstance(move, Resource)]
        return ROBS[max(kinds, key=lambda kind: outlook.worths[kind])]
