# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""What runs within an actor: a pool of its share of the environments."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from gymnasium.vector.utils import create_empty_array

from parallel_pool.errors import EnvironmentFailure
from parallel_pool.native import StepResult
from parallel_pool.pool.engine_options import shared_batches
from parallel_pool.pool.per_env import PerEnv
from parallel_pool.ray.frames import FrameSender
from parallel_pool.ray.rows import take_values


@dataclass(frozen=True)
class Reply:
    """What an actor returns of rows that have finished; env ids count from its first environment.

    Attributes:
        env_ids: the environment of each row of the batch.
        batch: what the actor's pool returned; None without rows.
        causes: why environments failed.
        saved: the states of environments, taken right after their row of this batch.
        refused: what the pool raised before it did anything.
    """

    env_ids: np.ndarray
    batch: StepResult | None
    causes: dict[int, str]
    saved: dict[int, bytes]
    refused: Exception | None = None


@dataclass(frozen=True)
class ActorPlan:
    """How an actor makes its pool.

    Attributes:
        arguments: of `parallel_pool.make`; for environments in Python those of `Settings.checked`.
        save_every: save each environment with every so many of its rows; 0: never.
        keeps_last: keep the last observation of each environment.
        face: the face of the pool, as ``env_type`` of `parallel_pool.make`.
        python_name: what environments in Python are called; None for others.
        python_results: options that process the results of environments in Python.
        carried: what registers the environments where no package does: `Family.carried`.
        stack: how many frames an observation holds, each of which is sent once; 1: no stacks.
    """

    arguments: dict[str, Any]
    save_every: int
    keeps_last: bool
    face: str = "gymnasium"
    python_name: str | None = None
    python_results: dict[str, Any] = field(default_factory=dict)
    carried: bytes | None = None
    stack: int = 1

    def make(self) -> Any:
        """The pool."""
        if self.python_name is None:
            from parallel_pool.making import make

            if self.carried is not None:
                pickle.loads(self.carried)()
            return make(**({"env_type": self.face} | self.arguments))
        from parallel_pool.python_envs.making import face_class
        from parallel_pool.python_envs.settings import Settings

        settings = Settings.checked(**self.arguments)
        return face_class(self.face)(settings, self.python_name, self.python_results)

    def of_one(self, env_id: int) -> ActorPlan:
        """How to make a pool with two copies of one of the environments."""
        own: dict[str, Any] = {"batch_size": 2, "seed": None}
        if self.python_name is not None:
            own |= {"functions": [self.arguments["functions"][env_id]] * 2, "num_workers": 1}
        else:
            values = self.arguments.items()
            own = {k: v[env_id] if isinstance(v, PerEnv) else v for k, v in values} | own
            own |= {"num_envs": 2, "num_threads": 1}
        return replace(self, arguments=self.arguments | own, save_every=0)

    def check_states(self) -> None:
        """Raises PoolError if environments in Python cannot be saved."""
        with self.of_one(0).make() as scratch:
            scratch.reset()
            scratch.get_state([0])


class PoolActor:
    """The pool of an actor.

    Args:
        plan: how it is made.
    """

    def __init__(self, plan: ActorPlan) -> None:
        """See the class."""
        if plan.save_every > 0 and plan.python_name is not None:
            plan.check_states()
        self._plan = plan
        with shared_batches():
            self._pool = plan.make()
        self._engine = self._pool._engine
        self._rows = self._engine.pool  # calls in the same form for all faces
        self._is_sync = self._rows.batch_size == self._rows.num_envs
        self._frames = FrameSender(self._rows.num_envs, plan.stack)
        self._since_save = np.full(self._rows.num_envs, plan.save_every)
        self._last: dict[int, Any] = {}  # a batch, and the row of it that an environment has

    @property
    def shared_memory(self) -> tuple[int, int, int] | None:
        """Where the batches lie, if other processes can map them: see `Lender`."""
        shared: tuple[int, int, int] | None = getattr(self._rows, "shared_memory", None)
        return shared

    def facts(self) -> dict[str, Any]:
        """What the driver needs to know about the environments."""
        if self._plan.python_name is not None:
            return {"python": self._engine.python_pool.facts, "owner": self._engine._owner}
        if self._plan.face != "gymnasium":
            return {}
        names = ("single_observation_space", "metadata")
        return {name: getattr(self._pool, name) for name in names}

    def step(self, env_ids: np.ndarray, actions: Any) -> Reply:
        """Sends actions, and receives what has finished then."""
        try:
            self._rows.send(actions, env_ids)
        except Exception as error:
            return Reply(env_ids, None, {}, {}, error)
        return self.receive(env_ids)

    def reset(self, env_ids: np.ndarray, seeds: Any, options: Any, discard: bool) -> Reply:
        """Starts resets, after results in flight are thrown away if asked for."""
        try:
            if discard:
                self._frames.forget()
            while discard and self._rows.in_flight:
                self._receive()
            self._rows.async_reset(env_ids, seeds, options)
        except Exception as error:
            return Reply(env_ids, None, {}, {}, error)
        return self.receive(env_ids)

    def receive(self, sent: np.ndarray | None = None) -> Reply:
        """Receives a batch of the pool; `sent` are its env ids in sync mode."""
        batch, causes, good = self._receive()
        if batch is None:
            return Reply(np.zeros(0, np.int32), None, causes, {})
        env_ids = batch[4].pop("env_id", None)
        if self._is_sync:
            env_ids = sent if good is None else good
        if self._plan.keeps_last:
            self._last.update((int(i), (batch[0], row)) for row, i in enumerate(env_ids))
        return Reply(np.asarray(env_ids, np.int32), batch, causes, self._saved(env_ids))

    def in_frames(self, value: Any) -> Any:
        """What a method returned, as it travels to another machine: with each frame once."""
        stack = self._plan.stack
        if stack == 1 or not isinstance(value, Reply) or value.batch is None:
            return value
        observations = value.batch[0]
        if not isinstance(observations, np.ndarray) or not _are_stacks(observations, stack):
            return value
        return replace(value, batch=self._frames.batch(value.env_ids, value.batch))

    def _receive(self) -> tuple[StepResult | None, dict[int, str], np.ndarray | None]:
        try:
            return self._rows.recv(), {}, None
        except EnvironmentFailure as failure:
            batch: Any = failure.batch
            return batch, failure.causes, failure.good_env_ids

    def _saved(self, env_ids: Any) -> dict[int, bytes]:
        """The states of those of environments that have not been saved for long enough."""
        every = self._plan.save_every
        if every == 0:
            return {}
        self._since_save[env_ids] += 1
        saved = {}
        for i in np.asarray(env_ids)[self._since_save[env_ids] >= every]:
            if self._rows.needs_reset(int(i)):
                continue  # it could not go on from this state
            saved[int(i)] = self._pool.get_state([i])[0]
            self._since_save[i] = 0
        return saved

    def last(self, env_ids: np.ndarray) -> list[Any]:
        """The last observation of each environment, as a batch of one row; zeros without any."""
        space = self._pool.single_observation_space
        for i in env_ids:
            if self._last.get(int(i), "") is None:
                self._last[int(i)] = (self._observed(int(i)), 0)
        none = (create_empty_array(space, 1), 0)
        seen = [self._last.get(int(i), none) for i in env_ids]
        return [take_values(space, batch, np.array([row])) for batch, row in seen]

    def get_state(self, env_ids: np.ndarray) -> list[bytes]:
        """See `PoolMembers.get_state`."""
        states: list[bytes] = self._pool.get_state(env_ids)
        return states

    def set_state(self, env_ids: np.ndarray, states: list[bytes]) -> list[bool]:
        """See `PoolMembers.set_state`. Returns which environments now need a reset."""
        self._pool.set_state(env_ids, states)
        self._since_save[env_ids] = self._plan.save_every
        self._last.update(dict.fromkeys(map(int, env_ids)))  # not seen yet
        return [self._rows.needs_reset(int(i)) for i in env_ids]

    def _observed(self, env_id: int) -> Any:
        """What an environment shows after its state was set: a masked reset shows other rows."""
        with self._plan.of_one(env_id).make() as scratch:
            scratch.set_state([0], self._pool.get_state([env_id]))
            mask = np.array([False, True])
            observations: Any = scratch.reset(options={"reset_mask": mask})[0]
            return observations

    def seeds(self) -> tuple[int | None, ...]:
        """See `PoolMembers.np_random_seed`."""
        seeds: tuple[int | None, ...] = self._pool.np_random_seed
        return seeds

    def set_seeds(self, seeds: list[int | None]) -> None:
        """Sets the seed of the next reset of each environment."""
        self._rows.set_seeds(seeds)

    def apply(self, env_ids: np.ndarray, functions: list[Callable[..., Any]]) -> list[Any]:
        """See `Engine.apply`; the functions are the same."""
        found: list[Any] = self._engine.apply(env_ids.tolist(), functions[0])
        return found

    def call(self, name: str, args: Any, kwargs: Any) -> tuple[Any, ...]:
        """See `PythonVectorEnv.call`."""
        if self._plan.python_name is not None:
            return tuple(self._engine.call(None, name, *args, **kwargs))
        values: tuple[Any, ...] = self._pool.call(name, *args, **kwargs)
        return values


def _are_stacks(observations: np.ndarray, stack: int) -> bool:
    return observations.ndim > 1 and observations.size > 0 and observations.shape[1] % stack == 0
