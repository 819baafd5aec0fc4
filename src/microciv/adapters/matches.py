"""Many matches at once, as one vector environment of Gymnasium; meant for self-play.

matches = Matches("5x", 64, seats=4)
seen, info = matches.reset(seed=1)
while learning:
    actions = policy(seen["observation"], seen["action_mask"])
    seen, rewards, terminated, truncated, info = matches.step(actions)
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, final

from microciv.adapters import is_whole, missing
from microciv.adapters.copying import Independent
from microciv.adapters.rewards import WIN, rewards_of
from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.moves import Seat
from microciv.games import open_game, usual_player

try:
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Discrete
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from microciv.adapters.bulk.arena import NO_ACTION, SEEDS, Arena, Hall, Look
    from microciv.adapters.encoding import Encoding, Mask, Numbers, Vector
    from microciv.adapters.opponents import (
        Function,
        Opponent,
        Opponents,
        actions_of,
        around,
        check_seated,
        functions_of,
        levels_of,
        read_seat,
    )
    from microciv.adapters.spaces import check_central, space_of, state_space_of
except ImportError as error:
    raise missing("gymnasium") from error

Truths: TypeAlias = NDArray[np.bool_]
Told: TypeAlias = dict[str, Any]

NO_ROW: Final = -1


def mode_of(given: AutoresetMode | str) -> AutoresetMode:
    """When finished matches begin anew: Gymnasium's `AutoresetMode`, or its value as text.

    :raises BadOption: if there is no such mode.
    """
    try:
        return AutoresetMode(given)
    except ValueError:
        ways = ", ".join([mode.value for mode in AutoresetMode])
        raise BadOption(f"autoreset_mode: expected one of {ways}, not {given!r}") from None


def check_many(count: int, render_mode: str | None) -> None:
    """Check settings of `Matches`.

    :raises BadOption: for fewer than one match, or any render mode.
    """
    if not (is_whole(count) and count >= 1):
        raise BadOption(f"count: expected at least one match, not {shown(count)}")
    if render_mode is not None:
        raise BadOption(
            "render_mode: many matches at once are not shown, so expected None, not"
            f" {str(render_mode)[:40]!r}; gymnasium.make shows one"
        )


@final
class Asked:
    """The learners that are to act, as arrays: n rows, with k legal actions in all."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.places: NDArray[np.int32] = np.frombuffer(look.places, np.int32)
        """By row, match * seats + seat, (n,)."""
        self.counts: NDArray[np.int32] = np.frombuffer(look.counts, np.int32)
        """By row, the number of legal actions, (n,)."""
        self.legal: NDArray[np.int32] = np.frombuffer(look.legal, np.int32)
        """The legal actions of all rows, concatenated, (k,)."""

    def starts(self) -> Numbers:
        """The indices in `legal` at which the rows begin, and the last one ends, (n + 1,)."""
        starts = np.zeros(len(self.counts) + 1, np.int64)
        np.cumsum(self.counts, out=starts[1:])
        return starts

    def are_legal(self, actions: Numbers) -> Truths:
        """Which of these actions, one for each row, are legal, (n,)."""
        if not len(self.counts):
            return np.zeros(0, np.bool_)
        offered: Truths = np.repeat(actions, self.counts) == self.legal
        found: Truths = np.logical_or.reduceat(offered, self.starts()[:-1])
        return found

    def indices(self, rows: Numbers, actions: int) -> Numbers:
        """The flat indices, (k,), of the legal actions in a mask that is this many `actions` wide,
        where `rows` are the mask's rows, (n,).
        """
        indices: Numbers = np.repeat(rows * actions, self.counts) + self.legal
        return indices


@final
class Matches(Independent, VectorEnv[Any, Any, Any]):
    """`count` matches of one game, with a row for each learner: first those of the first match, in
    seat order, then those of the second, and so on.

    In a step every learner that is to act adds one step to its answer; `info["to_act"]` says which
    rows these are. The other rows wait: their actions are ignored, and their observations are what
    they saw when they last acted, or at the deal. The same seed and actions give the same matches.
    """

    def __init__(
        self,
        name: str,
        count: int,
        *,
        bots: dict[Seat, Opponent] | Opponents | None = None,
        seat: Seat | None = None,
        reward: str = WIN,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        central: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`bots`: None, so all seats learn; or opponents by seat, and learners sit in all others;
        or opponents for all seats but one, left neighbour first: then one seat learns, this `seat`,
        or one that is drawn for each match. `copy=False`: observations and masks are the same
        arrays at every step, overwritten in place; do not change them. `central` allows `state()`,
        for critics in training. `render_mode` must be None: many matches cannot be shown.

        :raises BadOption: if the game has no such option, level or seat, if nobody learns, or for a
            wrong `count`, `reward`, `autoreset_mode` or `render_mode`.
        """
        check_many(count, render_mode)
        self._mode = mode_of(autoreset_mode)
        game = open_game(name, options)
        self.name = name
        self.count = count
        self.seats = game.seats
        self._around: Opponents | None = None
        self._fixed = read_seat(seat, game.seats)
        if bots is None:
            bots = {}
        elif not isinstance(bots, dict):
            self._around = bots
            bots = around(self._fixed or 0, game.seats, bots)
        check_seated(bots, name, game.seats)
        learners = [one for one in range(game.seats) if one not in bots]
        self._learners = [learners] * count
        """By match, the seats of its learners, whose rows are consecutive."""
        if not learners:
            raise BadOption("bots: there is a bot in every seat, and nobody learns")
        self.arenas = [Arena(game, reward, levels_of(bots)) for _ in range(count)]
        self._functions: list[dict[Seat, Function]] = [functions_of(bots) for _ in range(count)]
        """By match and seat, the opponents that are functions."""
        self._has_functions = bool(self._functions[0])
        self.encoding = Encoding(game)
        self.size = self.encoding.size
        self.actions = self.arenas[0].actions
        self.num_envs = count * len(learners)
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self.central = central
        self._lay_out()
        self.match: Numbers = np.repeat(np.arange(count), len(learners))
        """By row, its match."""
        self.seat: Numbers = np.tile(np.array(learners, np.int64), count)
        """By row, the learner's seat."""
        self._row = np.full((count, game.seats), NO_ROW, np.int64)
        """By match and seat, the row of the learner there, or `NO_ROW`."""
        self._row[self.match, self.seat] = np.arange(self.num_envs)
        self._copy = copy
        self._hall = Hall(self.arenas)
        self._ended: Truths = np.zeros(count, np.bool_)
        """By match, is it over, so that it begins anew with the next `step` or `reset`?"""
        self.first = 0
        """The number of the first match here, if matches with one seed are split over processes."""
        self._randoms: list[np.random.Generator] = []
        """By match, the generator that draws its deals and, if it changes, the learner's seat."""

    def _lay_out(self) -> None:
        """Make the spaces, and the arrays that steps write into."""
        self.single_observation_space = space_of(self.encoding, self.actions)
        self.single_action_space = Discrete(self.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        if self.central:
            self.state_space = state_space_of(self.seats, self.size)
        self._spare = np.zeros((self.num_envs, self.size), np.float32)
        self._all = np.arange(self.num_envs)
        self._asked = Asked(Look())
        self._rows: Numbers = np.zeros(0, np.int64)
        """The rows that are to act, in the order of `_asked`."""
        self.write_into(
            np.zeros((self.num_envs, self.size), np.float32),
            np.zeros((self.num_envs, self.actions), np.int8),
        )

    def write_into(self, observation: Vector, mask: Mask) -> None:
        """From now on write observations and masks into these arrays, of shapes (num_envs, size)
        and (num_envs, actions).
        """
        self._observation, self._mask = observation, mask
        mask[:] = 0
        mask[:, -1] = 1
        self._marked: Numbers = np.zeros(0, np.int64)
        """The flat indices of the legal moves in the mask."""

    # --- Gymnasium's interface

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Told | None = None
    ) -> tuple[Told, Told]:
        """Begin new matches; a seed determines them and all that follow (of a list, only the first
        is used). With `options["reset_mask"]`, booleans by row, only the matches of these rows
        begin anew.
        """
        if isinstance(seed, list):
            seed = seed[0]
        if seed is not None or not self._randoms:
            root = seeding.np_random(seed)[1]
            self._randoms = [
                np.random.default_rng([root, self.first + number]) for number in range(self.count)
            ]
        chosen = np.arange(self.count)
        if options and "reset_mask" in options:
            chosen = np.unique(self.match[np.asarray(options["reset_mask"], np.bool_)])
        self._begin(chosen)
        self._look_around()
        seen = self._seen()
        return seen, self._told(np.zeros(self.num_envs, np.bool_), seen["action_mask"])

    def step(self, actions: Any) -> tuple[Told, Vector, Truths, Truths, Told]:  # noqa: ANN401
        """Play one action for each row, shape (num_envs,); those of rows that wait are ignored.
        Returns observations, rewards, terminated, truncated (never) and infos, each by row.

        :raises ValueError: if there is not one action for each row, or if an opponent that is a
            function does not return one for each of its rows, or (IllegalMove) an illegal one.
        :raises ResetNeeded: before the first `reset`.
        """
        if not self._randoms:
            raise ResetNeeded("there is nothing to step in before the first reset()")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, not {actions.shape}")
        if self._mode == AutoresetMode.NEXT_STEP and self._ended.any():
            self._begin(np.flatnonzero(self._ended))
        illegal = np.zeros(self.num_envs, np.bool_)
        illegal[self._rows] = self._act(self._asked, actions[self._rows])
        self._let_functions_play()
        rewards = np.zeros(self.num_envs, np.float32)
        over = np.zeros(self.num_envs, np.bool_)
        told: Told = {}
        ended = [number for number in self._hall.over() if not self._ended[number]]
        if ended:
            told |= self._close(ended, rewards, over)
        self._look_around()
        seen = self._seen()
        told |= self._told(illegal, seen["action_mask"])
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), told

    # --- more than Gymnasium asks for

    def legal(self) -> tuple[Numbers, Numbers, Numbers]:
        """Three arrays: the rows that are to act, (n,); their legal actions, concatenated row after
        row, (k,); the index at which each row's actions begin, and at which the last ones end,
        (n + 1,).
        """
        return self._rows, self._asked.legal.astype(np.int64), self._asked.starts()

    def action_masks(self) -> Mask:
        """The masks of legal actions, shape (num_envs, actions)."""
        return self._mask.copy()

    def state(self) -> Vector:
        """What all seats of each match, learners and bots, know together, for a critic in training:
        their rows in seat order, shape (count, seats * size). `state()[self.match]` has it by row.

        :raises NotImplementedError: unless this was made with `central=True`.
        """
        check_central(central=self.central)
        everybody = list(range(self.seats))
        rows = b"".join([arena.rows(everybody) for arena in self.arenas])
        state: Vector = self.encoding.rows(rows).reshape(self.count, -1)
        return state

    # --- inside

    def __getstate__(self) -> Told:
        """Without `_asked`, which unpickling derives from the matches."""
        return {name: value for name, value in vars(self).items() if name != "_asked"}

    def __setstate__(self, kept: Told) -> None:
        vars(self).update(kept)
        self._asked = Asked(self._hall.look() if self._randoms else Look())

    def _begin(self, numbers: Numbers) -> None:
        """Deal these matches anew."""
        for number in numbers.tolist():
            arena = self.arenas[number]
            if self._around is not None and self._fixed is None:
                self._seat_anew(number)
            arena.begin(int(self._randoms[number].integers(SEEDS)))
        self._ended[numbers] = False
        self._let_functions_play()
        self._show_who_waits(numbers)

    def _show_who_waits(self, numbers: Numbers) -> None:
        """Show learners that are not to act first the new deal, so that their rows have nothing of
        the match before.
        """
        rows: list[int] = []
        seen: list[bytes] = []
        for number in numbers.tolist():
            arena = self.arenas[number]
            to_act = arena.to_act()
            waiting = [seat for seat in self._learners[number] if seat not in to_act]
            rows += [int(self._row[number, seat]) for seat in waiting]
            seen.append(arena.rows(waiting))
        if rows:
            self._observation[rows] = self.encoding.rows(b"".join(seen))

    def _seat_anew(self, number: int) -> None:
        """Draw a seat for this match's learner; the bots sit in the others."""
        assert self._around is not None
        seat = int(self._randoms[number].integers(self.seats))
        bots = around(seat, self.seats, self._around)
        self.arenas[number].seat_bots(levels_of(bots))
        self._functions[number] = functions_of(bots)
        self._learners[number] = [seat]
        self._row[number] = NO_ROW
        self._row[number, seat] = number
        self.seat[number] = seat

    def _let_functions_play(self) -> None:
        """Let opponents that are functions answer, until none of them is to act. Each function is
        called once for all its rows.
        """
        if not self._has_functions:
            return
        called = [
            [seat in functions for seat in range(self.seats)] for functions in self._functions
        ]
        asked = Asked(self._hall.look(called))
        while asked.look.arenas:
            look = asked.look
            observation = self.encoding.rows(look.rows)
            mask = np.zeros((len(look.arenas), self.actions), np.int8)
            mask.reshape(-1)[asked.indices(np.arange(len(mask)), self.actions)] = 1
            rows_of: dict[int, list[int]] = {}
            functions: dict[int, Function] = {}
            for row, (number, seat) in enumerate(zip(look.arenas, look.seats, strict=True)):
                function = self._functions[number][seat]
                functions[id(function)] = function
                rows_of.setdefault(id(function), []).append(row)
            actions = np.zeros(len(look.arenas), np.int64)
            for key, rows in rows_of.items():
                actions[rows] = actions_of(functions[key], observation[rows], mask[rows])
            self._act(asked, actions)
            asked = Asked(self._hall.look(called))

    def _act(self, asked: Asked, actions: Numbers) -> Truths:
        """Play an action for each of these rows; return which were illegal, (n,)."""
        illegal = ~asked.are_legal(actions)
        self._hall.act(asked.look, np.where(illegal, NO_ACTION, actions).tolist())
        return illegal

    def _close(self, ended: list[int], rewards: Vector, over: Truths) -> Told:
        """Write rewards, places and last observations into the rows of these matches, which are
        over, and begin them anew, now or later, as the mode says.
        """
        places = np.zeros(self.num_envs, np.int64)
        worth: list[float] = []
        placed: list[int] = []
        seen: list[bytes] = []
        for number in ended:
            arena, learners = self.arenas[number], self._learners[number]
            all_places = arena.state.places()
            all_worth = rewards_of(arena.game, arena.state, arena.reward, all_places)
            worth += [all_worth[seat] for seat in learners]
            placed += [all_places[seat] for seat in learners]
            seen.append(arena.rows(learners))
        share = self.num_envs // self.count
        rows = (np.array(ended)[:, None] * share + np.arange(share)).ravel()
        rewards[rows], places[rows], over[rows] = worth, placed, True
        self._observation[rows] = self.encoding.rows(b"".join(seen))
        told: Told = {"places": places, "_places": over.copy()}
        if self._mode == AutoresetMode.SAME_STEP:
            told["final_obs"] = self._last_seen(over)
            told["_final_obs"] = over.copy()
            self._begin(np.array(ended))
        else:
            self._ended[ended] = True
        return told

    def _last_seen(self, over: Truths) -> NDArray[np.object_]:
        """By row, what it saw at the end of its match; None where the match goes on."""
        seen = np.full(self.num_envs, None, np.object_)
        mask = np.zeros(self.actions, np.int8)
        mask[-1] = 1
        for row in np.flatnonzero(over):
            seen[row] = {"observation": self._observation[row].copy(), "action_mask": mask.copy()}
        return seen

    def _look_around(self) -> None:
        """Write the observations and masks of the rows that are to act; all others may only
        wait.
        """
        look = self._hall.look()
        asked = Asked(look)
        rows = self._row.reshape(-1)[asked.places]
        if len(rows) == self.num_envs and np.array_equal(rows, self._all):
            self.encoding.rows(look.rows, self._observation)
        else:
            self._observation[rows] = self.encoding.rows(look.rows, self._spare[: len(rows)])
        mask = self._mask.reshape(-1)
        mask[self._marked] = 0
        self._marked = asked.indices(rows, self.actions)
        mask[self._marked] = 1
        self._mask[:, -1] = 1
        self._mask[rows, -1] = 0
        self._asked, self._rows = asked, rows

    def _seen(self) -> Told:
        observation, mask = self._observation, self._mask
        if self._copy:
            observation, mask = observation.copy(), mask.copy()
        return {"observation": observation, "action_mask": mask}

    def _told(self, illegal: Truths, mask: Mask) -> Told:
        """The infos, by row."""
        to_act = np.zeros(self.num_envs, np.bool_)
        to_act[self._rows] = True
        return {
            "to_act": to_act,
            "seat": self.seat.copy(),
            "match": self.match,
            "illegal": illegal,
            "action_mask": mask,
        }


def vector(
    name: str,
    num_envs: int,
    *,
    processes: int = 1,
    **settings: Any,  # noqa: ANN401  # as `Matches` takes them
) -> VectorEnv[Any, Any, Any]:
    """The entry point of `gymnasium.make_vec`: `Matches` with `num_envs` rows, or `SharedMatches`
    for more than one process. By default one seat learns against bots: `easy`, or `random` in a
    game without it.

    :raises BadOption: if `num_envs` is not a multiple of the number of learners in a match, or for
        a wrong setting.
    """
    settings.setdefault("bots", usual_player(name))
    one = Matches(name, 1, **settings)
    count = num_envs // one.num_envs
    if num_envs % one.num_envs:
        raise BadOption(
            f"num_envs: a match has {one.num_envs} learners, and {num_envs} is no multiple of it"
        )
    if processes > 1:
        from microciv.adapters.processes import SharedMatches

        return SharedMatches(name, count, processes=processes, **settings)
    return Matches(name, count, **settings)
