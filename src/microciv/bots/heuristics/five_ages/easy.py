"""5 Ages: an opponent that collects, trades fairly, and does not look into others' minds."""

from __future__ import annotations

from typing import final

from microciv.bots.bot import NO_REASON, Bot
from microciv.bots.heuristics.five_ages import talk
from microciv.bots.heuristics.five_ages.building import Plan, plans, without, without_exchange
from microciv.bots.heuristics.five_ages.neighbours import most_liked, stronger_side
from microciv.bots.heuristics.five_ages.styles import Style, style_of
from microciv.bots.heuristics.five_ages.trading import Trader
from microciv.bots.heuristics.five_ages.worth import Outlook, cards_of
from microciv.core.game import Game
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games.five_ages.cards import JOKER
from microciv.games.five_ages.game import FiveAgesGame
from microciv.games.five_ages.moves import ATTACK_LEFT, ATTACK_RIGHT, DONE, PASS, Build, Keep
from microciv.games.five_ages.observation import FiveAgesObservation
from microciv.games.five_ages.trade import list_after


@final
class EasyFiveAges(Bot):
    """Collects for a hand of its taste; all that it does follows from what it sees."""

    def __init__(self, game: Game, seat: Seat, seed: int, style: Style | None = None) -> None:
        super().__init__(game, seat, seed)
        assert isinstance(game, FiveAgesGame)
        self._game = game
        self._style = style

    def choose(self, seen: Observation) -> Move:
        """The next step of the answer that it likes best."""
        assert isinstance(seen, FiveAgesObservation)
        self.why = NO_REASON
        style = self._style or style_of(seen)
        outlook = Outlook(self._game, seen, style)
        if seen.phase == "row":
            return self._lay(seen, outlook)
        if seen.phase == "trade":
            return self._trade(seen, outlook)
        return best_plan(seen, outlook).step(len(seen.answer))

    def _lay(self, seen: FiveAgesObservation, outlook: Outlook) -> Move:
        move = best_row(seen, outlook)
        self.why = talk.of_row(seen, move)
        return move

    def _trade(self, seen: FiveAgesObservation, outlook: Outlook) -> Move:
        trader = Trader(seen, outlook)
        answer = trader.answer()
        if self._game.offers_for_all:
            before = trader.standing
            after = list_after(before, tuple(answer))
            self.why = talk.of_trade(seen, outlook.style, before, after, answer[0] is DONE)
        done = len(seen.answer)
        return answer[done] if answer[:done] == list(seen.answer) else PASS


def best_row(seen: FiveAgesObservation, outlook: Outlook) -> Keep:
    """Keep what would be missed most. A Joker is held back in the first round, when there is
    nothing to steal, or if it may stand for any card; later it goes at the stronger neighbour.
    """
    civ, hand = cards_of(seen.civ), cards_of(seen.hand)
    holds = seen.round == 1 or outlook.wild
    aimed = (ATTACK_LEFT, ATTACK_RIGHT)[stronger_side(seen)]

    def liked(move: Keep) -> tuple[bool, bool, float]:
        need = -outlook.worth(civ, without(hand, (move.card,)), outlook.to_come + 1)
        need += outlook.style.spite * most_liked(seen, move.card)
        return (move.card == JOKER) == holds, move.attack == aimed, need

    return max([move for move in seen.legal if isinstance(move, Keep)], key=liked)


def best_plan(seen: FiveAgesObservation, outlook: Outlook) -> Plan:
    """The build that is worth most, the first of equals; what is placed already stays. Like many
    who are new to the game, it does not think of exchanging what it has built.
    """
    placed = tuple([move.card for move in seen.answer if isinstance(move, Build)])
    civ, hand = cards_of(seen.civ), cards_of(seen.hand)
    choices = without_exchange(plans(civ, hand, placed, seen.to_place, outlook.shut_out))
    return max(choices, key=outlook.worth_of_plan)
