"""It is decided: the people at this terminal may agree that bots play out the rest."""

from __future__ import annotations

from typing import final

from microciv.cli.scene import names_seen
from microciv.cli.sitting import Sitting, usual_level
from microciv.core.errors import MicrocivError
from microciv.core.match import Match
from microciv.core.moves import NOBODY, SPECTATOR, Seat
from microciv.speech import t, tn
from microciv.texts import texts_for


@final
class Finishing:
    """Who has as good as won, who agrees to finish, and who has been asked already."""

    def __init__(self, match: Match, sittings: tuple[Sitting, ...]) -> None:
        self.match = match
        self.sittings = sittings
        self.people = [seat for seat, sitting in enumerate(sittings) if sitting.is_person]
        self.agreed: list[Seat] = []
        self.winner = NOBODY
        self.asked: list[Seat] = []

    def question(self, seat: Seat) -> str:
        """What the seat is asked, once; empty where there is nothing to be asked."""
        self._look()
        if self.winner == NOBODY or seat in self.asked:
            return ""
        self.asked.append(seat)
        texts = texts_for(self.match.game.name)
        names = names_seen(self.sittings, seat, texts)
        decided = texts.phrase("decided", {"seat": self.winner}, names)
        return f"{decided} {how_to_finish()}"

    def turn(self, seat: Seat) -> str:
        """The seat agrees, or no longer; what is to be said of it. When all people agree, the match
        is to be played out.

        :raises MicrocivError: if it is not decided.
        """
        self._look()
        if self.winner == NOBODY:
            raise MicrocivError(t("not now: 'finish'; it is open who wins"))
        if seat in self.agreed:
            self.agreed.remove(seat)
            return t("You do not agree to finish any more.")
        self.agreed.append(seat)
        if len(self.agreed) < len(self.people):
            return tn(
                len(self.agreed),
                "{n} of {people} agree to finish.",
                "{n} of {people} agree to finish.",
                people=len(self.people),
            )
        self.match.agree()
        return texts_for(self.match.game.name).phrase("playing_out", {})

    def _look(self) -> None:
        """Whether it is decided; what was agreed lapses when it is not, or for somebody else."""
        winner = winner_of(self.match)
        if winner != self.winner:
            self.winner = NOBODY if winner is None else winner
            self.agreed = []
            self.asked = []


def how_to_finish() -> str:
    """What is said to people when it is decided."""
    return t("Type finish to let bots play out the rest.")


def winner_of(match: Match) -> Seat | None:
    """Who has as good as won, as everybody can tell."""
    return match.game.decided(match.observe(SPECTATOR))


def stand_ins(sittings: tuple[Sitting, ...], game: str) -> list[Sitting]:
    """Bots in all seats: easy ones, if there are, in people's."""
    level = usual_level(game)
    return [
        Sitting("bot", sitting.name, level) if sitting.is_person else sitting
        for sitting in sittings
    ]
