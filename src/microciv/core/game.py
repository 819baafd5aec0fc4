"""A game: the rules with their options settled. It deals matches and holds none."""

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

MOST_REOPENED: Final = 64  # games that are kept for what was pickled of them


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC, Generic[Seen_co]):
    """What stays the same from match to match. Its options alone make it, and its moves are made
    once, for all games that have them.
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
        """Version: raised whenever any old record would replay differently."""
        self.options = options
        self.seats = options.seats
        self.moves = MoveList(moves, self)
        self.events = events
        self.kinds = {kind.name: kind for kind in events}
        self.phases = phases
        """Names by phase number; the first is "over"."""
        self.unit = unit
        """The number of `scores` units in one point: 2 where half points exist."""

    # --- what a game writes

    @abstractmethod
    def deal(self, seed: int) -> State:
        """A match from its beginning. The same seed always deals the same match."""

    @abstractmethod
    def redeal(self, seen: Observation, rng: Rng) -> State:
        """A state that looks like `seen` from its seat: hidden cards random, other seats' sealed
        answers open again, quiet, and with a fresh generator where the rules draw at random.
        """

    @abstractmethod
    def read_position(self, fields: Fields) -> State:
        """Read a position's own fields and lay it out.

        :raises BadPosition: naming the field that breaks the rules.
        """

    def absent(self, seen: Observation) -> Move:
        """The time-out move of a seat; by default the first legal one."""
        return seen.legal[0]

    def expected(self, seen: Observation) -> list[Move]:
        """The moves that a person at this seat may expect, legal or not: `why_not` explains those
        that are not. They must not depend on anything that the seat does not know.
        """
        return []

    def why_not(self, seen: Observation, move: Move) -> str:
        """Why the move is not among `seen.legal`, for the person who wanted it, with its clause."""
        if seen.phase == self.phases[0]:
            return t("the match is over")
        if seen.seat not in seen.asked:
            return t("you are not to act now")
        return t("expected {moves}", moves=choices(seen.legal))

    def steps(self, seen: Observation, line: str) -> list[str]:
        """The steps that a typed line stands for, legal or not: by default they stand in it with
        `;` between them. It means exactly what it says, or is refused: nothing in it is left out,
        and what the rules do by themselves agrees with it.

        :raises IllegalMove: if it begins like a whole answer, saying what is wrong with it.
        """
        return [step.strip() for step in line.split(";") if step.strip()] or [line]

    def stays_open(self, phase: str) -> bool:
        """May a whole answer of this phase be given in several lines, each of several steps?"""
        return False

    def line(self, seen: Observation, moves: list[Move]) -> str:
        """A whole answer to what `seen` asks in one line, as `steps` reads it."""
        return "; ".join([move.text for move in moves])

    def seen_kinds(self) -> dict[str, Any]:
        """The classes of what an observation is made of, by the name of the field that has it or a
        row of it: dataclasses, and classes that are made of the numbers that they are written as.
        Who reads observations back (`core.codec.read_seen`) needs them; by default there are none.
        """
        return {}

    def obvious(self, seen: Observation) -> Move | None:
        """The answer without alternative, by default the only legal one: drivers play it at once.

        The table sees that it comes sooner than a choice would. So a game returns a move only where
        everybody knows that nothing else was possible, or where the time tells nothing: never
        because of cards that others cannot see.
        """
        return seen.legal[0] if len(seen.legal) == 1 else None

    def habit(self, seen: Observation) -> Move | None:
        """The one sensible answer where that may be due to cards that others cannot see, by default
        the only legal one: drivers play it for a person, but no sooner than a person might, so that
        the time tells nothing. What a person has begun is theirs to end.
        """
        return seen.legal[0] if len(seen.legal) == 1 and not seen.answer else None

    def silence(self, seen: Observation) -> Move | None:
        """What a seat says that says nothing, where a question is open only until somebody acts;
        None: all are waited for. Drivers at a table play it for the others once a seat has given
        any other answer. It depends on nothing but what everybody sees.
        """
        return None

    def order_terms(self) -> dict[str, list[str]]:
        """The questions that people may answer beforehand (`core.orders`), by phase, and under what
        conditions beside none; a game without any takes no orders.
        """
        return {}

    def holds(self, seen: Observation, order: Order, move: Move) -> bool:
        """Is the condition of this order met for this move, as far as the seat sees?"""
        raise NotImplementedError

    def wishes(self, phase: str, line: str) -> list[str]:
        """What a line that a person types stands for in an order: a move, or several steps that
        are an order of their own.

        :raises IllegalMove: if it is written in a wrong way.
        """
        return [line]

    def wishes_line(self, wishes: list[str]) -> str:
        """The wishes of an order as a person types them."""
        return "; ".join(wishes)

    def sources(self, seen: Observation) -> list[dict[str, int]]:
        """Where each seat's points come from so far, in the game's `unit`, as far as the observer
        may know; no entries where a game does not say.
        """
        return [{} for _ in range(self.seats)]

    def holdings(self, seen: Observation) -> list[int]:
        """By seat, what everybody can see that it holds and pays with; nothing where a game has no
        such purse.
        """
        return []

    def changes(self, heard: Heard) -> list[tuple[Seat, int]]:
        """Who gains how much of what `holdings` counts by this event, or loses it."""
        return []

    def deeds(self) -> dict[str, list[EventKind]]:
        """What seats do to each other, as studies count it: by a word for many of it, the events
        that tell one. Their first part is who does it; the second, if a seat, to whom.
        """
        return {}

    def keeps_score(self) -> bool:
        """Do scores grow while a match goes on? Not if they only rank what is shown at its end."""
        return True

    def scores_seen(self, seen: Observation, scores: list[int]) -> list[int]:
        """These scores as far as the observer may know them while the match runs: all of them,
        unless a game hides points and says so here.
        """
        return scores

    def decided(self, seen: Observation) -> Seat | None:
        """Who has won for certain, or as good as, as far as anybody can tell from the table: asked
        with what a SPECTATOR sees. People may then agree that bots play out the rest.
        """
        return None

    def notes(self, seen: Observation) -> dict[str, object]:
        """Useful facts for a person, as plain data by name, computed from what the seat sees alone.
        Bots and records never get them.
        """
        return {}

    def card_data(self) -> dict[str, list[dict[str, object]]]:
        """The data of the cards as the options settle it, by group: rows of plain data that
        catalogues print. `[tables]` of the game's words says how; none where words say it all.
        """
        return {}

    def encode(self, state: State, seat: Seat, features: Features) -> None:
        """Write down what the seat (or a SPECTATOR) knows as numbers, for programs that learn: the
        same blocks at every moment, and nothing that the seat could not see (law *numbers*). By
        default only the question and who is to act are encoded.
        """
        features.head(state, seat, len(self.phases))

    def seconds(self, phase: str) -> int:
        """How long people need for a decision of this phase, for tables with a clock."""
        return self.about.seconds_of.get(phase, self.about.seconds)

    def stretch(self, seen: Observation) -> tuple[int, int] | None:
        """The part of the match that has a limit of time as a whole, for tables with a clock: a
        number that tells it from the others, and how many seconds; by default there is none. Asked
        with what a SPECTATOR sees.
        """
        return None

    def part_text(self, part: str, value: int) -> str | int:
        """An event's part as clients read it: a card's name for a card, numbers as they are."""
        return value

    def may_change(self) -> bool:
        """May a sealed answer be taken back until the set closes?"""
        return True

    def secrets(self) -> Secrets:
        """What the laws have to know of what the game hides; by default that nothing is hidden."""
        return Secrets()

    # --- what everybody uses

    def legal_move(self, seen: Observation, text: str) -> Move:
        """The move that is written so, if it is among `seen.legal`.

        :raises IllegalMove: saying why not, or what was meant.
        """
        move = self.moves.find(text)
        if move is None:
            raise no_such_move(text, seen.legal)
        if move not in seen.legal:
            raise self.refusal(seen, move)
        return move

    def refusal(self, seen: Observation, move: Move) -> IllegalMove:
        """What who wanted this move is told."""
        why = self.why_not(seen, move)
        return IllegalMove(t("not now: '{move}'; {why}", move=move.text, why=why))

    def set_up(self, position: dict[str, object]) -> State:
        """Lay out a position document (docs/games).

        :raises BadPosition: naming the field that breaks the rules.
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
        """The position of a state: what all games have, and the game's `own` fields."""
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
    """A game that was pickled: one for all that belongs to it."""
    game: Game = kind(options)
    return game


def _would_close(state: State, seat: int, move: Move) -> bool:
    sealed = state.answers[seat]
    state.answers[seat] = (*sealed, move)
    whole = state.closes(seat, move)
    state.answers[seat] = sealed
    return whole
