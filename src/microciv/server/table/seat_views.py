"""What each seat is told that it sees, and how that differs from what it was told before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, final

from msgspec import Raw

from microciv.core.codec import fields_seen, plain_event
from microciv.core.events import Heard
from microciv.core.moves import SPECTATOR, Seat
from microciv.core.state import Observation
from microciv.server.wire.deltas import change_of_fields
from microciv.server.wire.messages import Plain, RefusedMoves, Update, encode
from microciv.speech import language
from microciv.texts import clauses_apart

if TYPE_CHECKING:
    from microciv.server.table.live_match import LiveMatch

Told: TypeAlias = dict[str, Any]
"""The fields of an `Update` but its events. What is made of many objects is kept as the text that
is sent: thousands of tables would give the garbage collector much to look through.
"""
Sources: TypeAlias = tuple[Observation, list[Plain], bool, str]
"""What the seat sees, what is suggested to it, whether what is played by itself pauses, and the
language.
"""
NOTHING: Final = Raw(b"[]")
NO_STEPS: Final[list[Plain]] = []


@final
class Sight:
    """What a seat is told that it sees; its events come besides."""

    def __init__(self, told: Told, change: Plain, number: int, before: int) -> None:
        self.told = told
        self.change = change
        """How it differs from what was told `before`."""
        self.number = number
        """By which it is known, at least 1."""
        self.before = before


@final
class Sights:
    """Those of a match: of each seat the last, which changes with the seat's own answers and when
    the set closes, only.
    """

    def __init__(self, live: LiveMatch) -> None:
        self._live = live
        self._last: dict[Seat, Sight] = {}
        self._sources: dict[Seat, Sources] = {}
        """What the last sight of each seat was made from."""
        self._suggested: dict[Seat, tuple[Observation, list[Plain]]] = {}
        """What is suggested to each seat that has wanted to know, nothing until it is known, and
        what the seat saw then.
        """
        self._reasoned: dict[Seat, tuple[Observation, str, Raw]] = {}
        """Why what was expected of each seat is not legal, from what it was to choose, and in which
        language.
        """
        self._count = 0
        self._events: dict[Heard, Raw] = {}
        self._decision = 0
        """The decision that closed with these events."""

    def follow(self, others: Sights) -> None:
        """Go on from these: the log was read anew, of which nobody need hear."""
        self._last, self._count = others._last, others._count

    def of(self, seat: Seat, *, hints: bool) -> Sight:
        """What the seat may see now; what is said of it is in the language that is spoken."""
        seen = self._live.observe(seat)
        known = self._suggested.get(seat) if hints else None
        suggested = known[1] if known is not None and known[0] is seen else NO_STEPS
        # Who watches is told no words.
        spoken = "" if seat == SPECTATOR else language()
        before, beside = self._sources.get(seat), (suggested, self._live.pauses, spoken)
        # An observation is the same object as long as nothing in it has changed.
        if before is not None and before[0] is seen and before[1:] == beside:
            return self._last[seat]
        self._sources[seat] = seen, *beside
        told, last = self._tell(seat, seen, suggested), self._last.get(seat)
        change = {} if last is None else change_of_fields(last.told, told)
        if last is None or change:
            self._count += 1
            last = Sight(told, change, self._count, 0 if last is None else last.number)
            self._last[seat] = last
        return last

    def update(self, seat: Seat, since: int, *, hints: bool = False) -> bytes:
        """The `Update` that tells what the seat may see now, what it has heard from the `since`-th
        event on, and where there are hints what is suggested to it.
        """
        told = self.of(seat, hints=hints).told
        return encode(Update(from_=since, events=self.events(seat, since), **told))

    def events(self, seat: Seat, since: int) -> list[Any]:
        """What the seat has heard from the `since`-th event on: most as all others have."""
        if self._decision != self._live.decision:
            self._decision, self._events = self._live.decision, {}
        return [self._event(heard) for heard in self._live.match.heard(seat, since)]

    def _event(self, heard: Heard) -> Raw:
        text = self._events.get(heard)
        if text is None:
            text = self._events[heard] = Raw(encode(plain_event(self._live.game, heard)))
        return text

    def unsuggested(self, seat: Seat) -> Observation | None:
        """What the seat sees, if it is asked and nobody has looked for a suggestion yet; then
        `suggest` says what was found.
        """
        if seat not in self._live.match.to_act():
            return None
        seen = self._live.observe(seat)
        if seat in self._suggested and self._suggested[seat][0] is seen:
            return None
        self._suggested[seat] = seen, []
        return seen

    def suggest(self, seat: Seat, seen: Observation, steps: list[Plain]) -> bool:
        """Suggest these steps; False: there are none, or the seat is beyond that."""
        if self._live.observe(seat) is not seen:
            return False
        self._suggested[seat] = seen, steps
        return len(steps) > 0

    def _tell(self, seat: Seat, seen: Observation, suggested: list[Plain]) -> Told:
        live, game = self._live, self._live.game
        choice = live.question(seat)
        asked = live.status(seat) != "waiting"
        return {
            "match": live.number,
            "decision": live.decision,
            "seen": fields_seen(seen),
            "legal": choice.legal,
            "answer": seen.answer,
            "complete": live.status(seat) == "locked",
            "obvious": live.obvious(seat) or live.habit(seat),
            "absent": game.absent(seen).text if live.status(seat) == "thinking" else None,
            "suggested": suggested,
            "why": self._reasons(seat, choice) if asked else NOTHING,
            "scores": game.scores_seen(seen, live.match.scores()),
            "sources": Raw(encode(game.sources(seen))),
            "notes": Raw(encode(game.notes(seen))),
            "places": live.match.places() if live.over else None,
            "note": live.note(seat),
        }

    def _reasons(self, seat: Seat, choice: Observation) -> Raw:
        """Why what people may expect is not legal, by the reason."""
        known, game, spoken = self._reasoned.get(seat), self._live.game, language()
        if known is not None and known[0] is choice and known[1] == spoken:
            return known[2]
        moves: dict[str, list[Any]] = {}
        for move in dict.fromkeys(game.expected(choice)):
            if move not in choice.legal:
                moves.setdefault(game.why_not(choice, move), []).append(move)
        apart = [(clauses_apart(reason), some) for reason, some in moves.items()]
        told = Raw(encode([RefusedMoves(why=w, clauses=c, moves=m) for (w, c), m in apart]))
        self._reasoned[seat] = choice, spoken, told
        return told
