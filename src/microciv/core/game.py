"""A game: the rules with their options settled. It deals matches, and keeps none."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr

from microciv.core.errors import BadOption, BadPosition, IllegalMove
from microciv.core.events import EventKind, Heard
from microciv.core.features import Features
from microciv.core.fields import Fields, shown
from microciv.core.frozen import Reduced
from microciv.core.moves import LONGEST_MOVE, Move, MoveList, Seat, choices, no_such_move
from microciv.core.options import About, Options, changed, make_options
from microciv.core.orders import Order
from microciv.core.rng import Rng
from microciv.core.secrets import Secrets
from microciv.core.state import Observation, Seen_co, State
from microciv.speech import t

MOST_REOPENED: Final = 64  # games that are cached for unpickling


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[Seen_co]):
    """What all matches of a game have in common. It follows from the options alone, and its moves
    are created once.
    """

    def __init__(
        self,
        about: About,
        rules: int,
        options: Options,
        moves: list[Move],
        events: list[EventKind],
        phases: list[str],
        unit: int = 1,
    ) -> None:
        self.about = about
        self.name = about.name
        self.rules = rules
        """The version of the rules, which rises whenever any old record would replay differently.
        """
        self.options = options
        self.seats = options.seats
        self.moves = MoveList(moves, self)
        self.events = events
        self.kinds = {kind.name: kind for kind in events}
        self.phases = phases
        """The phases' names by number; the first is "over"."""
        self.unit = unit
        """The number of `scores` units in one point: 2 where half points exist."""

    # --- what a game writes

    @abstractmethod
    def deal(self, seed: int) -> State:
        """The first state of a match. The same seed always deals the same match."""

    @abstractmethod
    def redeal(self, seen: Observation, rng: Rng) -> State:
        """A random state that is consistent with `seen`, and looks the same from its seat. Hidden
        cards are drawn at random, other seats are to answer again, the state is quiet, and if the
        rules draw at random it has a new generator.
        """

    @abstractmethod
    def read_position(self, fields: Fields) -> State:
        """Read the game's own fields of a position, and set up its state.

        :raises BadPosition: if a field breaks the rules; the message names it.
        """

    def absent(self, seen: Observation) -> Move:
        """The time-out move of a seat; by default the first legal one."""
        return seen.legal[0]

    def expected(self, seen: Observation) -> list[Move]:
        """The moves that a person at this seat may expect to have; `why_not` explains those that
        are not legal. They must follow from what the seat knows.
        """
        return []

    def why_not(self, seen: Observation, move: Move) -> str:
        """Why the move is not legal, in words for the person who wanted it, with the clause."""
        if seen.phase == self.phases[0]:
            return t("the match is over")
        if seen.seat not in seen.asked:
            return t("you are not to act now")
        return t("expected {moves}", moves=choices(seen.legal))

    def steps(self, seen: Observation, line: str) -> list[str]:
        """The steps, legal or not, that a typed line stands for; by default they are separated by
        `;`. A line must mean exactly what it says, or be refused: no part of it may be ignored, or
        contradict what the rules do on their own.

        :raises IllegalMove: if it begins like a complete answer but is wrong; the message says how.
        """
        return [step.strip() for step in line.split(";") if step.strip()] or [line]

    def stays_open(self, phase: str) -> bool:
        """May a complete answer in this phase be given in several lines of several steps each?"""
        return False

    def line(self, seen: Observation, moves: list[Move]) -> str:
        """A complete answer to the question in `seen` as one line, which `steps` reads."""
        return "; ".join([move.text for move in moves])

    def seen_kinds(self) -> dict[str, Any]:
        """The classes of objects in an observation, by the name of the field that has one or a list
        of them: dataclasses, and classes whose arguments are the numbers that they are written as.
        `core.codec.read_seen` needs them. By default there are none.
        """
        return {}

    def obvious(self, seen: Observation) -> Move | None:
        """The answer without an alternative, by default the only legal move; drivers play it at
        once.

        The table can see that it comes sooner than a choice would. So a game returns a move only if
        everybody knows that nothing else was possible, or the time reveals nothing; never because
        of cards that others cannot see.
        """
        return seen.legal[0] if len(seen.legal) == 1 else None

    def habit(self, seen: Observation) -> Move | None:
        """The only sensible answer, even if the reason is cards that others cannot see; by default
        the only legal move. Drivers play it for a person, but no sooner than a person might, so
        that the time reveals nothing. An answer that a person has begun is theirs to finish.
        """
        return seen.legal[0] if len(seen.legal) == 1 and not seen.answer else None

    def silence(self, seen: Observation) -> Move | None:
        """The move that means "nothing", for a question that is open only until somebody acts; None
        if all seats must answer it themselves. At a table, once a seat has given any other answer,
        drivers play it for the rest. It must follow from what everybody sees.
        """
        return None

    def order_terms(self) -> dict[str, list[str]]:
        """By phase in which people may give orders beforehand (`core.orders`), the names of the
        conditions that an order may have. A game without such phases takes no orders.
        """
        return {}

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        """Is the order's condition met for this move, judged by what the seat sees? Only games that
        take orders need this.
        """
        raise NotImplementedError

    def wishes(self, phase: str, line: str) -> list[str]:
        """The wishes that a typed line stands for in an order: a move, or several steps that form
        an order of their own.

        :raises IllegalMove: if the line is not written correctly.
        """
        return [line]

    def wishes_line(self, wishes: list[str]) -> str:
        """The wishes of an order as one line, which `wishes` reads."""
        return "; ".join(wishes)

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        """By seat, the points so far by their source, in the game's `unit`, as far as the observer
        may know them. By default games do not say.
        """
        return [{} for _ in range(self.seats)]

    def holdings(self, seen: Observation) -> list[int]:
        """By seat, the public amount of what seats pay with; empty for a game without any."""
        return []

    def changes(self, heard: Heard) -> list[tuple[Seat, int]]:
        """How this event changes `holdings`: each seat that gains or loses, and how much."""
        return []

    def deeds(self) -> dict[str, list[EventKind]]:
        """What seats do to each other, for studies to count: by a plural noun, the events that each
        count as one. The first part of such an event is the seat that acts; the second, if it is a
        seat, the one that suffers it.
        """
        return {}

    def keeps_score(self) -> bool:
        """Do scores grow during a match? Not if they only rank what is shown at its end."""
        return True

    def scores_seen(self, seen: Observation, scores: list[int]) -> list[int]:
        """These scores as far as the observer may know them during the match: unchanged, unless the
        game hides points.
        """
        return scores

    def decided(self, seen: Observation) -> Seat | None:
        """The seat that has certainly won, or almost certainly, judged by what a SPECTATOR sees
        (`seen`); None if there is none. People may then agree to let bots play the rest.
        """
        return None

    def notes(self, seen: Observation) -> dict[str, object]:
        """Useful facts for a person, as plain data by name, derived only from what the seat sees.
        Bots and records never get them.
        """
        return {}

    def card_data(self) -> dict[str, list[dict[str, object]]]:
        """The data of the cards under these options, by group: rows of plain data for catalogues.
        `[tables]` in the game's texts says how to print them. By default there are none.
        """
        return {}

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        """Write what the seat (or a SPECTATOR) knows as numbers, for programs that learn: always
        the same blocks, and nothing that the seat does not know (law *numbers*). By default only
        the question and who is to act are encoded.
        """
        features.head(state, seat, len(self.phases))

    def seconds(self, phase: str) -> int:
        """The seconds that people need for a decision in this phase, for tables with a clock."""
        return self.about.seconds_of.get(phase, self.about.seconds)

    def stretch(self, seen: Observation) -> tuple[int, int] | None:
        """For tables with a clock, the part of the match that has a time limit as a whole: a number
        that identifies it, and its seconds; None outside such parts. `seen` is what a SPECTATOR
        sees.
        """
        return None

    def part_text(self, part: str, value: int) -> str | int:
        """A part of an event as clients get it: the name of a card, a number unchanged."""
        return value

    def may_change(self) -> bool:
        """May a sealed answer be taken back until the decision set closes?"""
        return True

    def secrets(self) -> Secrets:
        """What the game hides, for the laws; by default nothing but sealed answers."""
        return Secrets()

    # --- what everybody uses

    def legal_move(self, seen: Observation, text: str) -> Move:
        """The move with this notation, if it is in `seen.legal`.

        :raises IllegalMove: if it is not; the message says why, or which move may be meant.
        """
        move = self.moves.find(text)
        if move is None:
            raise no_such_move(text, seen.legal)
        if move not in seen.legal:
            raise self.refusal(seen, move)
        return move

    def refusal(self, seen: Observation, move: Move) -> IllegalMove:
        """The error for a move that is not legal, with the reason."""
        why = self.why_not(seen, move)
        return IllegalMove(t("not now: '{move}'; {why}", move=move.text, why=why))

    def set_up(self, position: dict[str, object]) -> State:
        """Set up a state from a position document (docs/games).

        :raises BadPosition: if a field breaks the rules; the message names it.
        """
        fields = Fields(position)
        fields.word("game", [self.name], self.name)
        fields.number("rules", 1, self.rules, self.rules)
        self._check_options(fields)
        sealed = Fields(fields.raw("sealed"), "sealed")
        state = self.read_position(fields)
        fields.close()
        for seat in state.asked:
            texts = sealed.raw(str(seat))
            if sealed.has(str(seat)):
                self._seal(state, seat, texts, sealed.at(str(seat)))
        sealed.close()
        if state.asked and not state.to_act:
            raise BadPosition(t("sealed: everybody has answered; leave one answer open"))
        state.log = []
        state.shares_log = False
        return state

    def document(self, state: State, own: dict[str, object]) -> dict[str, object]:
        """The position document of a state: the fields of all games, and the game's `own`."""
        sealed = {
            str(seat): [move.text for move in state.answers[seat]]
            for seat in state.asked
            if state.answers[seat]
        }
        document: dict[str, object] = {"game": self.name, "rules": self.rules}
        document["options"] = changed(self.options)
        document.update(own)
        if sealed:
            document["sealed"] = sealed
        return document

    def __repr__(self) -> str:
        told = [f"{name}={value!r}" for name, value in changed(self.options).items()]
        return f"open_game({', '.join([repr(self.name), *told])})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> Reduced:
        return reopened, (type(self), self.options)

    def _check_options(self, fields: Fields) -> None:
        values = fields.raw("options")
        if not fields.has("options"):
            return
        if not isinstance(values, dict):
            fields.fail("options", t("expected an object, not {given}", given=shown(values)))
        try:
            options = make_options(self.about, {"seats": self.seats, **values})
        except BadOption as error:
            raise BadPosition(f"options.{error}") from None
        if options != self.options:
            fields.fail("options", t("not those that this game was opened with"))

    def _seal(self, state: State, seat: int, texts: object, path: str) -> None:
        if not isinstance(texts, list) or not texts:
            given = shown(texts)
            raise BadPosition(
                t("{path}: expected a list of moves, not {given}", path=path, given=given)
            )
        for text in texts:
            legal = state.legal(seat)
            if not isinstance(text, str) or len(text) > LONGEST_MOVE:
                given = shown(text)
                raise BadPosition(
                    t("{path}: expected a list of moves, not of {given}", path=path, given=given)
                )
            try:
                move = self.moves.parse(text)
            except IllegalMove as error:
                raise BadPosition(f"{path}: {error}") from None
            if seat not in state.to_act or move not in legal:
                raise BadPosition(
                    t("{path}: '{move}' is not a legal answer here", path=path, move=text)
                )
            if len(state.to_act) == 1 and _would_close(state, seat, move):
                raise BadPosition(t("sealed: everybody has answered; leave one answer open"))
            state.apply(seat, move)


@lru_cache(maxsize=MOST_REOPENED)
def reopened(kind: Any, options: Options) -> Game:  # noqa: ANN401  # type[Game] has no __init__
    """A game from its pickle: the same object for everything that was pickled with it."""
    game: Game = kind(options)
    return game


def _would_close(state: State, seat: int, move: Move) -> bool:
    sealed = state.answers[seat]
    state.answers[seat] = (*sealed, move)
    whole = state.closes(seat, move)
    state.answers[seat] = sealed
    return whole
