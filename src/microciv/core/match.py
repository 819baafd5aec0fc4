"""The referee: it checks, seals and records. A match is (game, options, seed, moves)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, cast, final

from microciv.core.deal import Deal, Witness
from microciv.core.errors import BadRecord, BadSeat, IllegalMove
from microciv.core.events import Heard
from microciv.core.fields import shown
from microciv.core.frozen import Frozen, Reduced
from microciv.core.game import Game
from microciv.core.moves import NOBODY, SPECTATOR, Move, Seat, choices
from microciv.core.options import changed
from microciv.core.orders import LeftOrder, Order, ordered
from microciv.core.rng import FAST, generator_of, read_seed, seed_text
from microciv.core.state import Seen_co, State
from microciv.speech import t

Ply: TypeAlias = tuple[Seat, str]


@final
@dataclass(frozen=True)
class Record(Frozen):
    """A match as text: it always replays to the same states (while `rules` is the same)."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str  # hexadecimal (JavaScript has 53 bits), as the generator's `seed_text`
    moves: tuple[Ply, ...]
    position: dict[str, Any] | None = None  # where it began, if not at a deal
    agreed: int | None = None  # the ply from which bots played the rest out, as all people agreed
    generator: str = FAST  # by which it was dealt: one of `core.rng.GENERATORS`
    deal: Deal | None = None  # how a table came to the seed, if it can be checked
    witness: Witness | None = None  # what the one who kept the record saw of that
    ordered: tuple[int, ...] = ()  # the plies that orders gave, not the seats themselves
    left: tuple[LeftOrder, ...] = ()  # the orders of a match that is over, used or not


@final
class Match(Generic[Seen_co]):
    """One play of a game. Seats act through `answer`, or a step at a time through `play`; nobody is
    told more than `observe` says.
    """

    def __init__(
        self, game: Game[Seen_co], seed: int = 0, position: dict[str, object] | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.state = game.deal(seed) if position is None else game.set_up(position)
        """The truth: for tests and for the referee only."""
        self.start = position
        self.agreed: int | None = None
        """The ply from which bots play out the rest, as all people agree; None: they do not."""
        self.deal: Deal | None = None
        """How a table came to the seed: as secret as that until the match is over."""
        self._plies: list[Ply] = []
        self._sealed: list[list[str]] = [[] for _ in range(game.seats)]
        self._ordered: list[int] = []
        """The plies that orders gave."""
        self._by_order = [False] * game.seats
        """By seat, has an order given what is sealed?"""
        if position is not None:  # its sealed answers can still be taken back: they are moves
            self.start = {name: value for name, value in position.items() if name != "sealed"}
            for seat in self.state.asked:
                self._sealed[seat] = [move.text for move in self.state.answers[seat]]

    def __repr__(self) -> str:
        start = "" if self.start is None else ", position={...}"
        steps = len(self.record().moves)
        dealt = f"Match({self.game!r}, seed={self.seed}{start})"
        return f"<{dealt}, steps played: {steps}>" if steps else dealt

    def to_act(self) -> list[Seat]:
        """Who has still to answer; nobody when the match is over."""
        return self.state.to_act[:]

    def set_number(self) -> int:
        """The number of the decision set: an answer to an old one is stale."""
        return self.state.sets

    def sealed(self, seat: Seat) -> tuple[str, ...]:
        """The steps of the seat's answer to the open decision set so far."""
        return tuple(self._sealed[seat])

    def observe(self, seat: object) -> Seen_co:
        """All that the seat (or a SPECTATOR) may know.

        :raises BadSeat: if there is no such seat.
        """
        return cast("Seen_co", self.state.observe(self._known(seat)))

    def play(self, seat: object, text: str, *, by_order: bool = False) -> None:
        """Seal one step of the seat's answer.

        :raises IllegalMove: saying what was expected; nothing has changed.
        """
        player = self._known(seat)
        self._seal(player, self._allowed(self.state, player, text), by_order)

    def obey(self, seat: object, orders: list[Order]) -> list[str]:
        """Seal the answer that the seat's orders give, whole or not at all.

        :returns: the steps that were sealed.
        """
        player = self._known(seat)
        if player not in self.state.to_act or self.state.answers[player]:
            return []  # what a person has begun is theirs to end
        steps = ordered(self.game, self.state, player, orders)
        for step in steps:
            self._seal(player, step, True)
        return [step.text for step in steps]

    def answer(
        self,
        seat: object,
        *lines: str,
        afresh: bool = False,
        whole: bool = False,
        by_order: bool = False,
    ) -> list[str]:
        """Seal what these lines say, one after the other: all of it, or nothing.

        A line that is a legal move is that step. Any other is read in the game's notation for whole
        answers (`Game.steps`); if several steps stand in a line, the answer has to be whole with
        them, or the phase one that `stays_open`. `whole`: as if they stood in one line. `afresh`:
        instead of what the seat has sealed before; no lines at all take it back.

        :returns: the steps that were sealed.
        :raises IllegalMove: saying what cannot be, and what was expected; nothing has changed.
        """
        player = self._known(seat)
        afresh = afresh and self._has_sealed(player)
        steps = self.steps(player, *lines, afresh=afresh, whole=whole)
        if afresh:
            self._reopen(player)
        for step in steps:
            self._seal(player, step, by_order)
        return [step.text for step in steps]

    def steps(
        self, seat: object, *lines: str, afresh: bool = False, whole: bool = False
    ) -> list[Move]:
        """The steps that `answer` would seal. They are tried on a copy; nothing changes.

        :raises IllegalMove: as `answer` does.
        """
        player = self._known(seat)
        afresh = afresh and self._has_sealed(player)
        if (
            len(lines) == 1
            and not (afresh or whole)
            and self._is_step(self.state, player, lines[0])
        ):
            return [self._allowed(self.state, player, lines[0])]
        if afresh or not lines:
            self._check_take_back(player)
        state = self.state.clone()
        state.hush()
        if afresh:
            state.reopen(player)
        sets = state.sets
        steps: list[Move] = []
        for line in lines:
            _check_open(state, player, sets, steps, line)
            alone = self._is_step(state, player, line)
            texts = [line] if alone else self.game.steps(state.observe(player), line)
            for text in texts:
                _check_open(state, player, sets, steps, text)
                steps.append(self._allowed(state, player, text))
                state.apply(player, steps[-1])
        goes_on = state.sets == sets and player in state.to_act
        in_one = whole or len(steps) > len(lines)
        if goes_on and in_one and not self.game.stays_open(self.game.phases[state.phase]):
            wanted = choices(state.legal(player))
            raise IllegalMove(
                t(
                    "the answer goes on after '{move}'; expected {wanted}",
                    move=steps[-1].text,
                    wanted=wanted,
                )
            )
        return steps

    def take_back(self, seat: object) -> None:
        """Take the seat's sealed answer back; possible until the decision set closes.

        :raises IllegalMove: if there is none, or the table plays without changes.
        """
        player = self._known(seat)
        self._check_take_back(player)
        self._reopen(player)

    def agree(self) -> None:
        """All people agree that bots play out the rest, from the open decision set on: what is
        sealed in it stands.

        :raises IllegalMove: if there is nothing left to play.
        """
        if not self.state.asked:
            raise IllegalMove(t("nothing to play out: the match is over"))
        if self.agreed is None:
            self.agreed = len(self._plies)

    def play_obvious(self) -> list[Ply]:
        """Answer for every seat whose answer needs no asking, until somebody has a choice."""
        played: list[Ply] = []
        waiting = True
        while waiting:
            waiting = False
            for seat in self.to_act():
                move = self.game.obvious(self.observe(seat))
                if move is not None and seat in self.state.to_act:
                    self.play(seat, move.text)
                    played.append((seat, move.text))
                    waiting = True
        return played

    def heard(self, seat: object, since: int = 0) -> list[Heard]:
        """What the seat (or a SPECTATOR) has heard, from the `since`-th event on.

        :raises BadSeat: if there is no such seat.
        """
        return self.state.heard(self._known(seat), since)

    def happened(self) -> int:
        """How many events there were so far; every seat hears of each, or of a part of it."""
        return len(self.state.log)

    def scores(self) -> list[int]:
        """By seat, in units of `Game.unit` to a point."""
        return self.state.scores()

    def places(self) -> list[int]:
        """Each seat's place so far, 1 for first; equal places are shared."""
        return self.state.places()

    def ranking(self) -> list[list[Seat]]:
        """The seats from first to last; those in one list share their place."""
        places = self.places()
        return [
            [seat for seat in range(self.game.seats) if places[seat] == place]
            for place in sorted(set(places))
        ]

    def record(self) -> Record:
        """The match so far; sealed answers of an open decision set stand last, in seat order."""
        plies, by_order = self._plies[:], self._ordered[:]
        for seat in self.state.asked:
            if self._by_order[seat]:
                by_order += range(len(plies), len(plies) + len(self._sealed[seat]))
            plies += [(seat, text) for text in self._sealed[seat]]
        game = self.game
        options = changed(game.options)
        return Record(
            game.name,
            game.rules,
            options,
            seed_text(self.seed),
            tuple(plies),
            self.start,
            self.agreed,
            generator_of(self.seed),
            self.deal,
            ordered=tuple(by_order),
        )

    def position(self) -> dict[str, object]:
        """The whole truth at this moment as a document; see `Game.set_up`."""
        return self.state.position()

    # --- its own

    def __copy__(self) -> Match[Seen_co]:
        copy = Match(self.game, self.seed, self.start)
        copy.state = self.state.clone()
        copy.agreed, copy.deal = self.agreed, self.deal
        copy._plies = self._plies[:]
        copy._sealed = [texts[:] for texts in self._sealed]
        copy._ordered, copy._by_order = self._ordered[:], self._by_order[:]
        return copy

    def __deepcopy__(self, memo: object) -> Match[Seen_co]:
        return self.__copy__()

    def __reduce__(self) -> Reduced:
        """A match is its record, which has its half answers too."""
        return replay, (self.game, self.record())

    def _known(self, seat: object) -> Seat:
        """The seat, or the SPECTATOR's, if that is what it is."""
        if type(seat) is int and (0 <= seat < self.game.seats or seat == SPECTATOR):
            return seat
        raise BadSeat(
            t(
                "there is no seat {seat}; expected 0 to {last}",
                seat=shown(seat),
                last=self.game.seats - 1,
            )
        )

    def _allowed(self, state: State, seat: Seat, text: str) -> Move:
        """The step that is written so, if the seat may add it to its answer.

        :raises IllegalMove: with the game's own reason.
        """
        if self._is_step(state, seat, text):
            return self.game.moves.parse(text)
        if seat in state.asked and seat not in state.to_act:
            if self.game.may_change():
                raise IllegalMove(
                    t(
                        "not now: {text}; your answer is sealed; take it back first",
                        text=shown(text),
                    )
                )
            raise IllegalMove(t("not now: {text}; your answer is sealed", text=shown(text)))
        return self.game.legal_move(state.observe(seat), text)

    def _is_step(self, state: State, seat: Seat, line: str) -> bool:
        """Is the line a legal move, which it then means, whatever else it could?"""
        move = self.game.moves.find(line)
        return move is not None and seat in state.to_act and move in state.legal(seat)

    def _check_take_back(self, seat: Seat) -> None:
        if not self._has_sealed(seat):
            raise IllegalMove(
                t("nothing to take back: the answer is not sealed, or already public")
            )
        if seat not in self.state.to_act and not self.game.may_change():
            raise IllegalMove(t("sealed answers cannot be changed at this table"))

    def _has_sealed(self, seat: Seat) -> bool:
        return seat in self.state.asked and len(self.state.answers[seat]) > 0

    def _reopen(self, seat: Seat) -> None:
        self._sealed[seat] = []
        self._by_order[seat] = False
        self.state.reopen(seat)

    def _seal(self, seat: Seat, step: Move, by_order: bool) -> None:
        state = self.state
        self._sealed[seat].append(step.text)
        self._by_order[seat] = by_order
        asked = state.asked
        before = state.sets
        state.apply(seat, step)
        if state.sets != before:
            self._file(asked)

    def _file(self, asked: list[Seat]) -> None:
        """Write a closed decision set down in seat order, whoever was first."""
        for seat in sorted(asked):
            if self._by_order[seat]:
                self._ordered += range(len(self._plies), len(self._plies) + len(self._sealed[seat]))
            self._plies += [(seat, text) for text in self._sealed[seat]]
            self._sealed[seat] = []
            self._by_order[seat] = False


def _check_open(state: State, seat: Seat, sets: int, steps: list[Move], following: str) -> None:
    """Refuse to go on behind the end of an answer: what comes next is another question.

    :raises IllegalMove: naming what is too much.
    """
    if steps and (state.sets != sets or seat not in state.to_act):
        last = steps[-1].text
        raise IllegalMove(
            t("the answer ends with '{last}'; leave {text} out", last=last, text=shown(following))
        )


def replay(game: Game[Seen_co], record: Record, plies: int = NOBODY) -> Match[Seen_co]:
    """Play a record again, to its end or for this many plies.

    :raises BadRecord: if it is of another game, of newer rules, or a move does not replay.
    """
    if record.game != game.name:
        raise BadRecord(
            t("game: expected '{wanted}', not '{given}'", wanted=game.name, given=record.game)
        )
    if record.rules != game.rules:
        raise BadRecord(
            t(
                "rules: written under version {written}; this is {ours}",
                written=record.rules,
                ours=game.rules,
            )
        )
    match = Match(game, read_seed(record.seed, record.generator), record.position)
    match.deal = record.deal
    moves = record.moves if plies < 0 else record.moves[:plies]
    by_order = set(record.ordered)
    for ply, (seat, text) in enumerate(moves):
        try:
            match.play(seat, text, by_order=ply in by_order)
        except IllegalMove as error:
            raise BadRecord(f"moves[{ply}]: {error}") from None
    if record.agreed is not None and record.agreed <= len(moves):
        match.agreed = record.agreed
    return match
