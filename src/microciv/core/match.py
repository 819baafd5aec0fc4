"""The referee, which checks, seals and records. Game, options, seed and moves determine a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, cast, final

from microciv.core.deal import Deal, Witness
from microciv.core.errors import BadOption, BadRecord, IllegalMove
from microciv.core.events import Heard
from microciv.core.fields import shown
from microciv.core.frozen import Frozen, Reduced
from microciv.core.game import Game
from microciv.core.moves import NOBODY, SPECTATOR, Move, Seat, choices, no_such_seat
from microciv.core.options import changed, differing, make_options
from microciv.core.orders import LeftOrder, Order, ordered
from microciv.core.plain import plain
from microciv.core.rng import FAST, generator_of, read_seed, seed_text
from microciv.core.state import Seen_co, State
from microciv.speech import t

Ply: TypeAlias = tuple[Seat, str]


@final
@dataclass(frozen=True)
class Record(Frozen):
    """A match as text. As long as `rules` is the same, it replays to the same states."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str  # hexadecimal, as numbers in JavaScript have 53 bits; see `rng.seed_text`
    moves: tuple[Ply, ...]
    position: dict[str, Any] | None = None  # where it began, if not at a deal
    agreed: int | None = None  # the ply from which bots played the rest, as all people had agreed
    generator: str = FAST  # the one that dealt it, of `core.rng.GENERATORS`
    deal: Deal | None = None  # how the table's seed was made, if that can be checked
    witness: Witness | None = None  # what whoever kept the record saw of the deal
    ordered: tuple[int, ...] = ()  # the plies given by orders rather than by the seats themselves
    left: tuple[LeftOrder, ...] = ()  # the orders of a match that is over, used or not


@final
class Match(Generic[Seen_co]):
    """One play of a game. Seats act by `answer`, or one step at a time by `play`, and learn only
    what `observe` returns.
    """

    def __init__(
        self, game: Game[Seen_co], seed: int = 0, position: dict[str, object] | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.state = game.deal(seed) if position is None else game.set_up(position)
        """The true state, for the referee and for tests only."""
        self.start = position
        """The position where it began; None if it began at a deal."""
        self.agreed: int | None = None
        """The ply from which bots play the rest, as all people agreed; None if they have not."""
        self.deal: Deal | None = None
        """How the table's seed was made; as secret as the seed until the match is over."""
        self._plies: list[Ply] = []
        self._sealed: list[list[str]] = [[] for _ in range(game.seats)]
        self._ordered: list[int] = []
        """The plies given by orders."""
        self._by_order = [False] * game.seats
        """By seat, was its sealed answer given by an order?"""
        if position is not None:  # its sealed answers can be taken back, so they become moves
            self.start = {name: value for name, value in position.items() if name != "sealed"}
            for seat in self.state.asked:
                self._sealed[seat] = [move.text for move in self.state.answers[seat]]

    def __repr__(self) -> str:
        start = "" if self.start is None else ", position={...}"
        steps = len(self.record().moves)
        dealt = f"Match({self.game!r}, seed={self.seed}{start})"
        return f"<{dealt}, steps played: {steps}>" if steps else dealt

    def to_act(self) -> list[Seat]:
        """The seats still to act; empty when the match is over."""
        return self.state.to_act[:]

    def set_number(self) -> int:
        """The number of the open decision set. An answer to an earlier one is stale."""
        return self.state.sets

    def sealed(self, seat: object) -> tuple[str, ...]:
        """The steps that the seat has sealed of its answer to the open decision set, as text. A
        SPECTATOR seals nothing.

        :raises BadSeat: if there is no such seat.
        """
        player = self._known(seat)
        return () if player == SPECTATOR else tuple(self._sealed[player])

    def observe(self, seat: object) -> Seen_co:
        """All that the seat (or a SPECTATOR) may know.

        :raises BadSeat: if there is no such seat.
        """
        return cast("Seen_co", self.state.observe(self._known(seat)))

    def play(self, seat: object, text: str, *, by_order: bool = False) -> None:
        """Seal one step of the seat's answer. `by_order`: an order gave it, not the seat itself.

        :raises IllegalMove: if the step is not legal now; the message says what was expected, and
            nothing has changed.
        """
        player = self._known(seat)
        self._seal(player, self._allowed(self.state, player, text), by_order)

    def obey(self, seat: object, orders: list[Order]) -> list[str]:
        """Seal the complete answer that the seat's orders give, if one of them gives any and the
        seat has sealed nothing yet.

        :returns: the steps that were sealed, if any.
        """
        player = self._known(seat)
        if player not in self.state.to_act or self.state.answers[player]:
            return []  # an answer that a person has begun is theirs to finish
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
        """Seal the steps in these lines, in order: either all of them, or none.

        A line that is a legal move is that step. Any other line is read in the game's notation for
        complete answers (`Game.steps`). If a line has several steps, the answer must be complete
        after the last line, except in phases that `stays_open`. `whole`: treat all lines as one.
        `afresh`: replace what the seat has sealed so far; without lines, take it back.

        :returns: the steps that were sealed.
        :raises IllegalMove: if that is not possible; the message says what was expected, and
            nothing has changed.
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
        """The steps that `answer` would seal. They are tried on a copy, so nothing changes.

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
        """Take back the seat's sealed answer, which is possible until the decision set closes.

        :raises IllegalMove: if it has sealed nothing, or a complete answer in a game whose options
            forbid changes (`Game.may_change`).
        """
        player = self._known(seat)
        self._check_take_back(player)
        self._reopen(player)

    def agree(self) -> None:
        """Note that all people agree to let bots play the rest, from the open decision set on.
        Answers sealed in it stand.

        :raises IllegalMove: if there is nothing left to play.
        """
        if not self.state.asked:
            raise IllegalMove(t("nothing to play out: the match is over"))
        if self.agreed is None:
            self.agreed = len(self._plies)

    def play_obvious(self) -> list[Ply]:
        """Play all answers without an alternative (`Game.obvious`), until somebody has a choice;
        returns what was played.
        """
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
        """The events as the seat (or a SPECTATOR) has heard them, from the `since`-th on.

        :raises BadSeat: if there is no such seat.
        """
        return self.state.heard(self._known(seat), since)

    def happened(self) -> int:
        """The number of events so far. Every seat hears of each event, but not always all of it."""
        return len(self.state.log)

    def scores(self) -> list[int]:
        """The scores by seat, in the game's `unit`: `Game.unit` of them make one point."""
        return self.state.scores()

    def places(self) -> list[int]:
        """Each seat's place so far, 1 for first; equal places are shared."""
        return self.state.places()

    def ranking(self) -> list[list[Seat]]:
        """The seats in the order of their places; seats that share a place are in one list."""
        places = self.places()
        return [
            [seat for seat in range(self.game.seats) if places[seat] == place]
            for place in sorted(set(places))
        ]

    def record(self) -> Record:
        """The record of the match so far. Answers sealed in the open decision set come last, in
        seat order.
        """
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
        """The complete truth of this moment as a document, which `Game.set_up` reads."""
        return self.state.position()

    # --- inside

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
        """Pickled as its record, which contains incomplete answers too."""
        return replay, (self.game, self.record())

    def _known(self, seat: object) -> Seat:
        """The seat, if it is one, or SPECTATOR.

        :raises BadSeat: if it is neither.
        """
        if type(seat) is int and (0 <= seat < self.game.seats or seat == SPECTATOR):
            return seat
        raise no_such_seat(seat, self.game.seats)

    def _allowed(self, state: State, seat: Seat, text: str) -> Move:
        """The step with this notation, if the seat may add it to its answer.

        :raises IllegalMove: if it may not; with the game's reason.
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
        """Is the line a legal move? If so it means that move, whatever else it might mean."""
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
        """Record a closed decision set in seat order, whoever answered first."""
        for seat in sorted(asked):
            if self._by_order[seat]:
                self._ordered += range(len(self._plies), len(self._plies) + len(self._sealed[seat]))
            self._plies += [(seat, text) for text in self._sealed[seat]]
            self._sealed[seat] = []
            self._by_order[seat] = False


def _check_open(state: State, seat: Seat, sets: int, steps: list[Move], following: str) -> None:
    """Refuse further steps after the last one of an answer.

    :raises IllegalMove: if the answer is complete; the message names what to leave out.
    """
    if steps and (state.sets != sets or seat not in state.to_act):
        last = steps[-1].text
        raise IllegalMove(
            t("the answer ends with '{last}'; leave {text} out", last=last, text=shown(following))
        )


def _check_options(game: Game, record: Record) -> None:
    """Refuse a record whose options differ from the game's.

    :raises BadRecord: if any differ, or the game does not take them; the message names them.
    """
    if record.options == changed(game.options):
        return  # as most records are written; others say less, or more
    try:
        written = make_options(game.about, {**record.options})
    except BadOption as error:
        raise BadRecord(f"options.{error}") from None
    faults = [
        t(
            "{name} is {written} in the record, {ours} in this game",
            name=name,
            written=shown(plain(getattr(written, name))),
            ours=shown(plain(getattr(game.options, name))),
        )
        for name in differing(written, game.options)
    ]
    if faults:
        raise BadRecord(f"options: {'; '.join(faults)}")


def replay(game: Game[Seen_co], record: Record, plies: int = NOBODY) -> Match[Seen_co]:
    """Replay a record, to its end or for this many plies.

    :raises BadRecord: if it is of another game, another version of its rules or other options
        (the number of seats is one), or a move is not legal.
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
    _check_options(game, record)
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
