"""Many matches in several processes, which write what learners see into shared memory."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from ctypes import c_byte
from multiprocessing.connection import Connection
from typing import Any, Final, NoReturn, TypeAlias, final

import numpy as np
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from microciv.adapters import is_whole
from microciv.adapters.matches import Matches, Told, check_many
from microciv.adapters.spaces import check_central
from microciv.core.errors import BadOption
from microciv.core.fields import shown

Buffer: TypeAlias = Any
"""A `RawArray` of `multiprocessing`: bytes without a lock."""
RESET: Final = "reset"
STEP: Final = "step"
STATE: Final = "state"
END: Final = "end"
PATIENCE: Final = 5.0  # seconds that a process may take to end when told to

# What each row has besides its observation and mask: names and types.
PER_ROW: Final[dict[str, type[np.generic]]] = {
    "actions": np.int64,
    "rewards": np.float32,
    "over": np.bool_,
    "to_act": np.bool_,
    "seat": np.int64,
    "illegal": np.bool_,
    "places": np.int64,
}


@final
class SharedMatches(VectorEnv[Any, Any, Any]):
    """`Matches` played in several processes. The same seed and actions give the same matches, in
    any number of processes. `close()` ends the processes. It cannot be copied or pickled.
    """

    def __init__(
        self,
        name: str,
        count: int,
        *,
        processes: int,
        copy: bool = True,
        start: str = "spawn",
        **settings: Any,  # noqa: ANN401  # as `Matches` takes them
    ) -> None:
        """`start`: the start method of Python's `multiprocessing`; `settings`: those of `Matches`.

        :raises BadOption: as `Matches` does, and for fewer matches than processes.
        """
        check_many(count, None)
        if not (is_whole(processes) and 1 <= processes <= count):
            raise BadOption(
                f"processes: expected 1 to {count}, one for each match, not {shown(processes)}"
            )
        one = Matches(name, 1, **settings)
        self.count = count
        self.size = one.size
        self.actions = one.actions
        self.num_envs = count * one.num_envs
        self.metadata = one.metadata
        self.single_observation_space = one.single_observation_space
        self.single_action_space = one.single_action_space
        self.observation_space = batch_space(one.single_observation_space, self.num_envs)
        self.action_space = batch_space(one.single_action_space, self.num_envs)
        self.match = np.repeat(np.arange(count), one.num_envs)
        self.central = one.central
        if one.central:
            self.state_space = one.state_space
        context = multiprocessing.get_context(start)
        sizes = [self.num_envs * one.size * 4, self.num_envs * one.actions]
        sizes += [self.num_envs * np.dtype(kind).itemsize for kind in PER_ROW.values()]
        buffers: list[Buffer] = [context.RawArray(c_byte, size) for size in sizes]
        self._shared = Shared(buffers, self.num_envs, one.size, one.actions)
        self._copy = copy
        self._begun = False
        self.spent = 0.0
        """CPU seconds that its processes had used when they last answered."""
        self._parts = [
            (number * count // processes, (number + 1) * count // processes)
            for number in range(processes)
        ]
        """By process, its first match, and the first match after its last."""
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        for first, after in self._parts:
            ours, theirs = context.Pipe()
            work = (theirs, buffers, self.num_envs, name, first, after - first, settings)
            process: Any = context.Process(target=serve, args=work, daemon=True)  # type: ignore[attr-defined]
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Told | None = None
    ) -> tuple[Told, Told]:
        """Begin new matches: see `Matches.reset`."""
        if isinstance(seed, list):
            seed = seed[0]
        if seed is None and not self._begun:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        self._begun = True
        self._shared.rows["places"][:] = 0
        told = self._ask(RESET, [(seed, part) for part in self._options(options)])
        return self._seen(), self._told(told)

    def step(self, actions: Any) -> tuple[Told, Any, Any, Any, Told]:  # noqa: ANN401
        """Play one action for each row: see `Matches.step`.

        :raises ClosedEnvironmentError: if the processes have ended.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, not {actions.shape}")
        rows = self._shared.rows
        rows["actions"][:] = actions
        told = self._ask(STEP, [None] * len(self._pipes))
        info = self._told(told)
        terminated = rows["over"].copy()
        if terminated.any():
            info["places"], info["_places"] = rows["places"].copy(), terminated.copy()
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rows["rewards"].copy(), terminated, truncated, info

    def action_masks(self) -> NDArray[np.int8]:
        """The masks of legal actions, shape (num_envs, actions)."""
        return self._shared.mask.copy()

    def state(self) -> NDArray[np.float32]:
        """What all seats of each match know together, shape (count, seats * size): see
        `Matches.state`.

        :raises NotImplementedError: unless this was made with `central=True`.
        """
        check_central(central=self.central)
        state: NDArray[np.float32] = np.concatenate(
            [told["state"] for told in self._ask(STATE, [None] * len(self._pipes))]
        )
        return state

    def close_extras(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """End the processes; those that have not ended within `PATIENCE` are terminated."""
        for pipe in self._pipes:
            try:
                pipe.send((END, None))
            except OSError:  # it has ended already
                continue
            finally:
                pipe.close()
        for process in self._processes:
            process.join(PATIENCE)
            if process.is_alive():
                process.terminate()
        self._pipes, self._processes = [], []

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "SharedMatches has processes of its own and cannot be pickled or copied; make another"
            " one with the same settings, or use Matches"
        )

    def _options(self, options: Told | None) -> list[Told | None]:
        """The options for each process; a mask by row is cut to the process's own rows."""
        if not options or "reset_mask" not in options:
            return [options] * len(self._pipes)
        mask = np.asarray(options["reset_mask"], np.bool_)
        share = self.num_envs // self.count
        return [{"reset_mask": mask[first * share : after * share]} for first, after in self._parts]

    def _ask(self, what: str, each: Sequence[object]) -> list[Told]:
        """Ask all processes to do `what`, each with its argument; return their answers.

        :raises ClosedEnvironmentError: if they have ended, or one of them was killed.
        """
        if not self._pipes:
            raise ClosedEnvironmentError("its processes have ended")
        try:
            for pipe, one in zip(self._pipes, each, strict=True):
                pipe.send((what, one))
            answers: list[Any] = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            self.close()  # the pipes of the others still hold answers that nobody will read
            raise ClosedEnvironmentError("one of its processes has died") from None
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        self.spent = sum([told["spent"] for told in answers])
        return answers

    def _seen(self) -> Told:
        observation, mask = self._shared.observation, self._shared.mask
        if self._copy:
            observation, mask = observation.copy(), mask.copy()
        return {"observation": observation, "action_mask": mask}

    def _told(self, each: list[Told]) -> Told:
        rows = self._shared.rows
        info: Told = {name: rows[name].copy() for name in ("to_act", "seat", "illegal")}
        info["match"] = self.match
        info["action_mask"] = self._shared.mask.copy() if self._copy else self._shared.mask
        if any("final_obs" in told for told in each):
            share = self.num_envs // self.count
            seen = [
                told.get("final_obs", np.full(told["count"] * share, None, np.object_))
                for told in each
            ]
            info["final_obs"] = np.concatenate(seen)
            info["_final_obs"] = rows["over"].copy()
        return info


@final
class Shared:
    """The buffers as arrays: observations (rows, size), masks (rows, actions), and each of
    `PER_ROW`, (rows,).
    """

    def __init__(self, buffers: list[Buffer], rows: int, size: int, actions: int) -> None:
        self.observation: NDArray[np.float32] = np.frombuffer(buffers[0], np.float32).reshape(
            rows, size
        )
        self.mask: NDArray[np.int8] = np.frombuffer(buffers[1], np.int8).reshape(rows, actions)
        self.rows: dict[str, NDArray[Any]] = {
            name: np.frombuffer(buffer, kind)
            for (name, kind), buffer in zip(PER_ROW.items(), buffers[2:], strict=True)
        }


def serve(
    pipe: Connection,
    buffers: list[Buffer],
    rows: int,
    name: str,
    first: int,
    count: int,
    settings: dict[str, Any],
) -> None:
    """The main function of a process: play `count` matches, from number `first` on, as the pipe
    asks, and write into the rows of these matches.
    """
    matches = Matches(name, count, copy=False, **settings)
    matches.first = first
    shared = Shared(buffers, rows, matches.size, matches.actions)
    share = matches.num_envs // count
    own = slice(first * share, (first + count) * share)
    matches.write_into(shared.observation[own], shared.mask[own])
    while True:
        try:
            what, about = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        if what == END:
            return
        try:
            pipe.send(do(matches, shared, own, what, about))
        except Exception as error:  # noqa: BLE001  # raised in the process that asked
            pipe.send(error)


def do(matches: Matches, shared: Shared, own: slice, what: str, about: Any) -> Told:  # noqa: ANN401
    """Do what was asked and write the results into shared memory; return what does not go there."""
    if what == STATE:
        return {"state": matches.state(), "spent": time.process_time()}
    if what == RESET:
        _seen, info = matches.reset(seed=about[0], options=about[1])
    else:
        actions = shared.rows["actions"][own]
        _seen, rewards, terminated, _truncated, info = matches.step(actions)
        shared.rows["rewards"][own] = rewards
        shared.rows["over"][own] = terminated
        shared.rows["places"][own] = info.get("places", 0)
    for name in ("to_act", "seat", "illegal"):
        shared.rows[name][own] = info[name]
    told: Told = {"count": matches.count, "spent": time.process_time()}
    if "final_obs" in info:
        told["final_obs"] = info["final_obs"]
    return told
